/* The exact value of every position of few checkers: hypergammon, without a cube and with one that has no
 * limit.
 *
 * A position is a pair of sides, each a number below C(checkers + 25, checkers): 3,276 for three. Where it is
 * a seat's turn to throw there is one value without a cube, three with it: by whose the cube is. All are
 * multiples of the cube as it lies. */
#ifndef BG_HYPER_H
#define BG_HYPER_H

#include "games/backgammon/rules/board.h"

enum { BG_HYPER_CHECKERS = 3 };

/* Whose the cube is, seen by who is to throw. */
enum {
    BG_HYPER_MIDDLE, /* in the middle, or there is no cube */
    BG_HYPER_OWN,
    BG_HYPER_OTHER,
    BG_HYPER_OWNERS,
};

typedef struct bg_hyper_rules {
    int checkers; /* 1..BG_HYPER_CHECKERS */
    bool gammons, cube, jacoby, beavers;
} bg_hyper_rules;

typedef struct bg_hyper bg_hyper;

/* The bytes that building the values takes, nearly. */
size_t bg_hyper_memory(const bg_hyper_rules *rules);

/* Builds the values, or reads them where the folder `data` (NULL: there is none) has them already; what was
 * built is kept there where it `writes`. Threads change no byte of it. Immutable then, shared between threads.
 * HRA_EDAMAGED, HRA_EVERSION: of the file; HRA_EIO, HRA_ENOMEM, HRA_ESTOPPED. */
hra_err bg_hyper_open(bg_hyper **out, const bg_hyper_rules *rules, const char *data, bool writes, int threads,
                      const hra_progress *progress, hra_error *why);
void bg_hyper_close(bg_hyper *table); /* NULL is allowed */

/* To who is to throw, in multiples of the cube: when it has still to be said whether to double where that is
 * allowed, .. */
double bg_hyper_value(const bg_hyper *table, const bg_board *b, int seat, int owner);
/* .. when it is not doubled, .. */
double bg_hyper_throw(const bg_hyper *table, const bg_board *b, int seat, int owner);
/* .. when these dice are rolled, .. */
double bg_hyper_roll(const bg_hyper *table, const bg_board *b, int seat, int owner, int high, int low);
/* .. and when it is doubled and the other side answers; the cube counts as before. */
double bg_hyper_doubled(const bg_hyper *table, const bg_board *b, int seat);
/* The same when the other side has beavered. */
double bg_hyper_beavered(const bg_hyper *table, const bg_board *b, int seat);

uint64_t bg_hyper_positions(const bg_hyper *table); /* pairs of sides that can stand on one board */
int bg_hyper_sweeps(const bg_hyper *table);
double bg_hyper_change(const bg_hyper *table); /* the largest of the last sweep */

#endif
