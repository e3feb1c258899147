/* hra/bench.h: what a game has measured, each with a count that never changes.
 *
 * `hra bench` runs the lists of all registered games; a program that links the library reads them from
 * the rules. A list only names what is to be run: nothing here runs by itself. */
#ifndef HRA_BENCH_H
#define HRA_BENCH_H

#include "hra/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hra_bench_kind {
    HRA_BENCH_PERFT,  /* nodes: the tree from the beginning, `number` plies deep */
    HRA_BENCH_LEAVES, /* the same where leaves are counted without being entered: leaves */
    HRA_BENCH_SOLVE,  /* positions: the exact solution, with `number` threads */
    HRA_BENCH_PROBE,  /* values and distances asked of that solution for positions of `position` */
    HRA_BENCH_SEARCH, /* nodes, or playouts where there are any: one search from the beginning, by `by` */
    HRA_BENCH_MATCH   /* games with the player `by` in every seat, on one thread */
} hra_bench_kind;

/* One thing to measure. A table of them ends with a NULL name. */
typedef struct hra_benchmark {
    const char *name; /* with the game's before it: "perft" is shown as tictactoe-perft */
    hra_bench_kind kind;
    const char *options; /* of the game, as in a spec: "rules=plain"; NULL: none */
    const char *by;      /* spec of the method or player; NULL where the kind has none */
    int number;          /* a depth, or how many threads */
    uint64_t check; /* what it counts on every machine: leaves (perft), positions (solve), nodes (search), the
                       sum of what seat 0 scored (match); 0: not the same everywhere, only shown */
    /* For probes: draws a position into s; false: what was drawn is none, try again. The same sequence for
     * the same seed on every machine. */
    bool (*position)(const hra_game *, hra_rng *, void *s);
} hra_benchmark;

#ifdef __cplusplus
}
#endif

#endif
