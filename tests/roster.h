/* Every player that can take a seat of a game, each with little time to think. */
#ifndef HRA_TESTS_ROSTER_H
#define HRA_TESTS_ROSTER_H

#include "hra/hra.h"

enum { MOST_PLAYERS = 64 };

typedef struct roster {
    char spec[MOST_PLAYERS][96];
    int count;
} roster;

/* The game's own experts and models, the general players, and every method, some of them in several
 * ways. Not all methods fit every game: opening one may fail with HRA_EFIT. */
void roster_list(roster *list, const hra_rules *rules);

#endif
