/* What is measured of Yahtzee. */
#include "yahtzee.h"

const hra_benchmark yz_benchmarks[] = {
    {.name = "solve", .kind = HRA_BENCH_SOLVE, .number = 1, .check = 536448},
    {.name = "solve-2-threads", .kind = HRA_BENCH_SOLVE, .number = 2, .check = 536448},
    {.name = "optimal", .kind = HRA_BENCH_MATCH, .by = "optimal"},
    {.name = "heuristic", .kind = HRA_BENCH_MATCH, .options = "rules=plain", .by = "heuristic"},
    {.name = "random", .kind = HRA_BENCH_MATCH, .by = "random"},
    {0},
};
