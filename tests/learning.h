/* Learners for tests: what cannot be opened or does not run fails the test, and says why. */
#ifndef HRA_TESTS_LEARNING_H
#define HRA_TESTS_LEARNING_H

#include "hra/hra.h"
#include "hra/lab.h"

hra_game *open_game(const char *spec);
bool has_rows(const char *game); /* whether src/learn/defaults.c has rows for this game */
hra_learner *open_learner(const hra_game *game, const char *method, uint64_t seed, int threads);
void run_to(hra_learner *learner, uint64_t games); /* learns from so many games in all, or some more */
void write_learner(const hra_learner *learner, hra_text *out); /* begins the text */
/* Learns once without a stop, and once stopped after a third, read back, and gone on with by other threads:
 * the files are the same. */
void runs_are_the_same(const hra_game *game, const char *method, uint64_t games);
/* So many rounds, each played in two parts by a learner that reads the file, and learnt by another one, come to
 * what a run of its own comes to; games that were changed are refused. */
void games_can_be_played_by_others(const hra_game *game, const char *method, int rounds);
/* A trainer begins, learns, and what it learnt plays what it began as: the share of the points of so many
 * games. `player` is the spec of who plays it, with a * for its file. */
double share_against_the_start(const char *game, const char *method, uint64_t learnt, const char *player,
                               uint64_t games);

#endif
