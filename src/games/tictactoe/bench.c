/* What is measured of tic-tac-toe. */
#include "tictactoe.h"

const hra_benchmark ttt_benchmarks[] = {
    {.name = "perft", .kind = HRA_BENCH_PERFT, .number = 9, .check = 127872},
    {.name = "alphabeta", .kind = HRA_BENCH_SEARCH, .by = "alphabeta", .check = 18297},
    {.name = "minimax", .kind = HRA_BENCH_SEARCH, .by = "minimax", .check = 549946},
    {.name = "maxn", .kind = HRA_BENCH_SEARCH, .by = "maxn"},
    {.name = "mcts", .kind = HRA_BENCH_SEARCH, .by = "mcts:playouts=100000"},
    {.name = "random", .kind = HRA_BENCH_MATCH, .by = "random"},
    {0},
};
