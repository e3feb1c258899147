/* Learners for tests: what cannot be opened or does not run fails the test, and says why. */
#ifndef HRA_TESTS_LEARNING_H
#define HRA_TESTS_LEARNING_H

#include "hra/hra.h"

hra_game *open_game(const char *spec);
hra_learner *open_learner(const hra_game *game, const char *method, uint64_t seed, int threads);
void run_to(hra_learner *learner, uint64_t games); /* learns from so many games in all, or some more */
void write_learner(const hra_learner *learner, hra_text *out); /* begins the text */
/* Learns once without a stop, and once stopped after a third, read back, and gone on with by other threads:
 * the files are the same. */
void runs_are_the_same(const hra_game *game, const char *method, uint64_t games);

#endif
