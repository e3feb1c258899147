/* What is measured of Connect Four. */
#include "connect4.h"

const hra_benchmark c4_benchmarks[] = {
    {.name = "perft", .kind = HRA_BENCH_PERFT, .number = 8, .check = 5673234},
    {.name = "alphabeta", .kind = HRA_BENCH_SEARCH, .by = "alphabeta:full,depth=10"},
    {.name = "mcts", .kind = HRA_BENCH_SEARCH, .by = "mcts:playouts=20000"},
    {.name = "random", .kind = HRA_BENCH_MATCH, .by = "random"},
    {0},
};
