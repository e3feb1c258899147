/* What is measured of checkers. */
#include "checkers.h"

enum { PIECES = 4 };

/* Two men or kings of each colour, strewn about. */
static bool strew(const hra_game *game, hra_rng *rng, void *s) {
    char text[64];
    int square[PIECES];
    const char *king[PIECES];
    for (int i = 0; i < PIECES; i++) {
        square[i] = 1 + (int)hra_rng_below(rng, CK_SQUARES);
        king[i] = hra_rng_below(rng, 2) ? "K" : "";
    }
    hra_snprintf(text, sizeof text, "%c:W%s%d,%s%d:B%s%d,%s%d", hra_rng_below(rng, 2) ? 'W' : 'B', king[0],
                 square[0], king[1], square[1], king[2], square[2], king[3], square[3]);
    return ck_read_position(game, text, s, NULL) == HRA_OK;
}

const hra_benchmark ck_benchmarks[] = {
    {.name = "perft", .kind = HRA_BENCH_LEAVES, .number = 11, .check = 85242128},
    {.name = "tables", .kind = HRA_BENCH_SOLVE, .options = "pieces=4", .number = 2, .check = 6408836},
    {.name = "probes",
     .kind = HRA_BENCH_PROBE,
     .options = "pieces=4",
     .number = 2,
     .check = 22399744,
     .position = strew},
    {0},
};
