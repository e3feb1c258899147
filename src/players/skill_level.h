/* The strengths of an expert that a person may choose, from a beginner's to all that it can: what the experts
 * of all games share. */
#ifndef HRA_PLAYERS_SKILL_LEVEL_H
#define HRA_PLAYERS_SKILL_LEVEL_H

#include "core/messages.h"
#include "hra/player.h"

enum { HRA_LEVELS = 10 };

/* The option, a table row; the help says what is less below the highest. */
#define HRA_OPTION_LEVEL(text)                                                                               \
    { .name = "level", .type = HRA_OPTION_INT, .fallback = "10", .min = 1, .max = HRA_LEVELS, .help = (text) }

/* What the i-th move is worth: the logarithm of the odds, or any number. */
typedef double hra_level_worth(const void *self, int i);

/* The one of n moves that looks best to somebody whose judgement of each is wrong by `error` (a standard
 * deviation, in units of its worth); 0: the first. The errors follow from the seed. */
int hra_level_choose(int n, hra_level_worth *worth, const void *self, double error, uint64_t seed);

#endif
