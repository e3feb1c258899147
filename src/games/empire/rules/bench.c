/* What is measured of empire. */
#include "empire.h"

const hra_benchmark em_benchmarks[] = {
    {.name = "random", .kind = HRA_BENCH_MATCH, .by = "random", .check = 9918},
    {0},
};
