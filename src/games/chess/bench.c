/* What is measured of chess. */
#include "chess.h"

const hra_benchmark ch_benchmarks[] = {
    {.name = "perft", .kind = HRA_BENCH_LEAVES, .number = 5, .check = 4865609},
    {.name = "alphabeta", .kind = HRA_BENCH_SEARCH, .by = "alphabeta:full,depth=5"},
    {.name = "random", .kind = HRA_BENCH_MATCH, .by = "random"},
    {0},
};
