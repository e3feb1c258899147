/* Learners for tests: what cannot be opened or does not run fails the test, and says why. */
#ifndef HRA_TESTS_LEARNING_H
#define HRA_TESTS_LEARNING_H

#include "hra/hra.h"

hra_game *open_game(const char *spec);
hra_learner *open_learner(const hra_game *game, const char *method, uint64_t seed, int threads);
void run_to(hra_learner *learner, uint64_t games); /* learns from so many games in all, or some more */

#endif
