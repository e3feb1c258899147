/* The learnt evaluation of checkers: small nets of integers, one for each phase.
 *
 * What a net sees is the board as the mover sees it (for White turned by half a circle, the colours swapped):
 * each piece by kind and square, who has the move (the opposition), whether the other side threatens to jump,
 * and how many steps either side has. Each of these is a row of CK_HIDDEN numbers; their sum, cut off at 0
 * and 1 and squared, is the first layer; a second one of CK_SECOND is made of the first, cut off but not
 * squared, and what that adds up to is the logarithm of the odds to win (a draw is half a win), in units of
 * 1/512. Small nets whose sums go on from one position to the next are known from shogi (Y. Nasu 2018) and
 * from Stockfish. All numbers are integers, so every processor finds the same bits. */
#ifndef CK_NET_H
#define CK_NET_H

#include <stddef.h>

#include "games/checkers/rules/board.h"
#include "hra/base.h"

enum {
    CK_BITS = 35, /* of a ck_set; three of them are no square */
    CK_OWN_MAN = 0,
    CK_OTHER_MAN = CK_OWN_MAN + CK_BITS,
    CK_OWN_KING = CK_OTHER_MAN + CK_BITS,
    CK_OTHER_KING = CK_OWN_KING + CK_BITS,
    CK_THE_MOVE = CK_OTHER_KING + CK_BITS, /* the mover will have the last word */
    CK_THREAT,
    CK_OWN_STEPS, /* none, 1 ... 15 and more */
    CK_OTHER_STEPS = CK_OWN_STEPS + 16,
    CK_ROWS = CK_OTHER_STEPS + 16,
    CK_MAX_SEEN = CK_SQUARES + 4, /* rows of one position at most */
    CK_HIDDEN = 512,
    CK_SECOND = 16,
    CK_PHASES = 6,
    CK_KERNELS = 3,
    CK_ODDS = 512, /* units of the logarithm of odds */
    CK_MAN = 1024, /* about what a man is worth: 1.8 logarithms with 24 pieces, 3.9 with 6 */
    CK_ONE = 512,  /* the same of what a layer gives, and of weights */
};

typedef struct ck_net {
    int16_t row[CK_ROWS][CK_HIDDEN];
    int16_t hidden[CK_HIDDEN];                   /* what the first layer begins with */
    int16_t second[CK_HIDDEN / 2][CK_SECOND][2]; /* of two hidden ones that stand beside each other */
    int32_t offset[CK_SECOND];                   /* in 1 / CK_ONE^2 */
    int32_t last[CK_SECOND], bias;               /* bias in 1 / CK_ONE^2 */
} ck_net;

typedef struct ck_weights {
    ck_net net[CK_PHASES];
} ck_weights;

/* The phase of a position, 0 .. CK_PHASES - 1: by kings and pieces. */
static inline int ck_phase(const ck_board *b) {
    int n = ck_count_pieces(b);
    return b->kings ? (n > 12 ? 3 : n > 8 ? 4 : 5) : n > 18 ? 0 : n > 12 ? 1 : 2;
}

/* The rows that a position is the sum of; returns how many. */
int ck_features(const ck_board *b, int side, uint8_t out[CK_MAX_SEEN]);

/* The worth of a position for the side to move, in 1/CK_ODDS of the logarithm of the odds. Without weights: a
 * man CK_MAN, a king 1.4 times as much and nothing else. */
int ck_evaluate(const ck_weights *weights, const ck_board *b, int side);

/* What the first layer adds up to of the pieces of a position, to go on from to another: only what differs is
 * added and taken away, which gives the same numbers to the bit. Begun as {.kept = false}. */
typedef struct ck_sum {
    ck_board board;
    bool kept;
    uint8_t side, phase;
    int16_t row[CK_HIDDEN];
} ck_sum;

/* As ck_evaluate, from the sum of any other position or none; it becomes the one of this. It belongs to one
 * set of weights. */
int ck_evaluate_from(const ck_weights *weights, const ck_board *b, int side, ck_sum *sum);
/* The chance to win that such a number means, 0..1. */
double ck_chance(int odds);

/* The same by the kernel with this number, 0 the fastest and the last one plain C; false: it does not run
 * here. */
bool ck_evaluate_by(int kernel, const ck_weights *weights, const ck_board *b, int side, ck_sum *sum,
                    int *out);

#endif
