/* What is measured of backgammon. */
#include "backgammon.h"

const hra_benchmark bg_benchmarks[] = {
    {.name = "perft", .kind = HRA_BENCH_LEAVES, .number = 6, .check = 97357490},
    {0},
};
