/* The exact solution: for every card the expected points still to come when
 * every keep and every box is chosen for the highest expectation.
 *
 * Backwards over the sets of filled boxes; the upper totals of one set are the
 * lanes of the vectors.  A total that has reached 63 and one that cannot reach
 * it any more have the same future, because the bonus is paid when it is
 * reached; together they are one lane, which leaves 1,851 lanes for the 64
 * sets of upper boxes where 2,794 totals can occur.
 *
 * Solved values are the same bits on every machine (see turn.h), for any
 * number of threads. */
#ifndef YZ_SOLVE_H
#define YZ_SOLVE_H

#include "turn.h"

#include "hra/base.h"

#include <stddef.h>

/* Immutable once solved; any number of threads may read it. */
typedef struct yz_solution yz_solution;

/* Solves one rule set with up to `threads` threads (less than 1 counts as 1).
 * *out is the caller's, to be closed with yz_solution_close.  HRA_ENOMEM: no
 * memory; HRA_ESTOPPED by progress, which may be NULL; *out is then NULL.  dice and rules must outlive the
 * solution.
 *
 * About 5 MB (yatzy 9 MB) and, on one core with 64-byte vectors, 0.1 s (0.3 s). */
hra_err yz_solve(yz_solution **out, const struct yz_dice *dice, const struct yz_rules *rules, int threads,
                 const hra_progress *progress);
void yz_solution_close(yz_solution *solution);

/* The expected further points of a valid card before its first roll; 0 for a full one. */
double yz_solution_value(const yz_solution *solution, struct yz_card card);

/* The same in the form that turn.h asks for: ctx is the yz_solution. */
double yz_solution_value_fn(const void *ctx, struct yz_card card);

/* Cards that have the same future share a lane: a number below
 * yz_solution_lanes, which is also a bound on memory indexed by it. */
size_t yz_solution_lane(const yz_solution *solution, struct yz_card card);
size_t yz_solution_lanes(const yz_solution *solution);

/* Is nothing left to decide about the upper bonus of this valid card? */
bool yz_solution_settled(const yz_solution *solution, struct yz_card card);

/* How many different cards the solution knows (those that can occur), and the bytes that it holds. */
size_t yz_solution_cards(const yz_solution *solution);
size_t yz_solution_bytes(const yz_solution *solution);

enum yz_event {
    YZ_EVENT_BONUS, /* the upper bonus is paid, or was */
    YZ_EVENT_FIFTY  /* the yahtzee box gets 50 */
};

/* As yz_solve, the same bits, and beside it the chance of an event under the play that the solution finds, at
 * (*chances)[yz_solution_lane(*out, card)]: 0 where nothing is left to decide about the bonus, or the yahtzee box is
 * filled. The caller frees *chances. Takes 1.4 times as long, and as much memory again. unit: as of yz_solve_on. */
hra_err yz_solve_event_on(const char *unit, yz_solution **out, double **chances, const struct yz_dice *dice,
                          const struct yz_rules *rules, enum yz_event event, int threads,
                          const hra_progress *progress);

/* The vector units that can solve on this machine, the fastest first, ended by
 * NULL: of "avx512", "avx2" and "base" (SSE2, NEON or none).  yz_solve takes
 * the first; yz_solve_on any other, for tests and benchmarks (HRA_EINPUT: no
 * such unit here).  names takes 4 entries. */
void yz_solve_units(const char *names[4]);
hra_err yz_solve_on(const char *unit, yz_solution **out, const struct yz_dice *dice,
                    const struct yz_rules *rules, int threads, const hra_progress *progress);

#endif
