/* Everybody who can sit in a seat of a game, each with little to think. */
#ifndef HRA_TESTS_ROSTER_H
#define HRA_TESTS_ROSTER_H

#include "hra/hra.h"

enum { MOST_PLAYERS = 64 };

typedef struct roster {
    char spec[MOST_PLAYERS][96];
    int count;
} roster;

/* The game's own experts and models, the general players, and every method, some of them in several
 * ways. Not all methods fit each game: to open one may be refused with HRA_EFIT. */
void roster_list(roster *list, const hra_rules *rules);

#endif
