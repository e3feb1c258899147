/* hra/bench.h: benchmarks of a game, each with a count that never changes.
 *
 * `hra bench` runs the benchmarks of all games; other programs find them in the catalogues of the rules (hra/rules.h).
 * A list only describes benchmarks.
 *
 * Thread-safety: the lists are constant. */
#ifndef HRA_BENCH_H
#define HRA_BENCH_H

#include "hra/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hra_bench_kind {
    HRA_BENCH_PERFT,  /* counts nodes: perft from the start, `number` plies deep */
    HRA_BENCH_LEAVES, /* counts leaves: the same, but leaves are counted without a visit */
    HRA_BENCH_SOLVE,  /* counts positions: the exact solution, with `number` threads */
    HRA_BENCH_PROBE,  /* counts lookups: values and distances of positions of `position` in that solution */
    HRA_BENCH_SEARCH, /* counts nodes, or playouts if there are any: a search from the start by the player `by` */
    HRA_BENCH_MATCH /* counts games: the player `by` in every seat, on one thread */
} hra_bench_kind;

/* A benchmark. A table of them ends with a NULL name. */
typedef struct hra_benchmark {
    const char *name; /* printed after that of the game: "perft" as tictactoe-perft */
    hra_bench_kind kind;
    const char *options; /* of the game, as in a spec: "rules=plain"; NULL: none */
    const char *by;      /* spec of the method or player; NULL if the kind needs none */
    int number;          /* a depth, or a number of threads */
    /* The same number on every machine: leaves (perft), positions (solve), nodes (search), the sum of seat 0's returns
     * (match). 0: it differs between machines and is only printed. */
    uint64_t check;
    /* For probes: writes a random position to s; false: it was not valid, try again. The same seed gives the same
     * sequence on every machine. */
    bool (*position)(const hra_game *, hra_rng *, void *s);
} hra_benchmark;

#ifdef __cplusplus
}
#endif

#endif
