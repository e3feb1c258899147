/* The sieve: a small net of integers that tells which plays of a throw are worth a look of the large net.
 *
 * Each place with its number of checkers adds a row to sixteen sums, which are cut off at 0 and at 1, weighed and added. So
 * it costs a hundredth of the large net, and the sums are the same on every processor. It has learnt how the large net values the
 * plays of a throw against each other (bench/backgammon.c). GNU Backgammon has such nets too. */
#ifndef BG_SIEVE_H
#define BG_SIEVE_H

#include "games/backgammon/rules/backgammon.h"

enum {
    BG_SIEVE_UNITS = 16,
    BG_SIEVE_COUNTS = 6, /* more checkers on a place count as these */
    BG_SIEVE_ROWS = 2 * BG_PLACES * BG_SIEVE_COUNTS,
    BG_SIEVE_MOST_ROWS = 2 * BG_CHECKERS, /* of a board */
    BG_SIEVE_ONE = 256,                   /* 1 as an integer */
    BG_SIEVE_LIMIT = 4,                   /* of a weight: so a sum of a bias and all rows stays below 2^15 */
};

/* What the sieve tells of a play, for the seat that has played, in parts of which only differences count. */
enum { BG_SIEVE_WINS, BG_SIEVE_GAMMONS, BG_SIEVE_GAMMONED, BG_SIEVE_OUTS };

typedef struct bg_sieve {
    int16_t bias[BG_SIEVE_UNITS], out[BG_SIEVE_OUTS][BG_SIEVE_UNITS];
    int16_t row[BG_SIEVE_ROWS][BG_SIEVE_UNITS]; /* own places first, each with 1, 2, .. checkers */
} bg_sieve;

extern const bg_sieve bg_sieve_built_in;

/* The rows of a board for the seat that has played, into BG_SIEVE_MOST_ROWS places; returns how many. */
int bg_sieve_rows(const bg_board *b, int seat, int *rows);
/* The higher, the better for the seat that has played, at these prices of a gammon won and lost (bg_gammon_prices). */
double bg_sieve_score(const bg_sieve *sieve, const bg_board *b, int seat, const double *prices);

/* Moves the plays of a throw that are worth a look to the front, in their order, those that end the game among them; returns how
 * many. Without contact all are. */
int bg_sieve_plays(const bg_setup *setup, const bg_state *thrown, hra_move *moves, int count);

#endif
