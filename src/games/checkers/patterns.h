/* The learnt evaluation of checkers: patterns of men, and a few counts.
 *
 * Eight regions of eight squares (two beside each other in four rows in a row) are looked at from
 * Black's side, and the same regions of the board turned by half a circle, with the colours
 * swapped, from White's; together the views cover the board with fifteen overlapping regions. The
 * men in a region, three digits a square (empty, own, other), are the index of a weight. Kings
 * stand in no region: they are counted, and each square has a weight for a king on it. So has
 * being to move, and having "the move", the opposition of checkers.
 *
 * Every weight is there twice, for a full board and for an empty one, and what counts lies between
 * them by the number of pieces. What they add up to is the logarithm of the odds to win (a draw is
 * half a win), in units of 1/512. It is the same for both sides: the board turned and the colours
 * swapped give the same number. The idea of learnt tables of patterns is Buro's (1995); F.
 * Letouzey's Scan showed how far it carries in draughts. */
#ifndef CK_PATTERNS_H
#define CK_PATTERNS_H

#include "checkers_board.h"
#include "hra/base.h"

enum {
    CK_REGIONS = 8,
    CK_REGION_SIZE = 6561, /* 3^8 */
    CK_TO_MOVE = 0,        /* the plain features: the mover */
    CK_THE_MOVE,           /* with as many pieces on both sides: the mover will have the last word */
    CK_MAN,
    CK_KING,
    CK_FIRST_KING, /* at least one */
    CK_KING_SQUARE,
    CK_PLAIN = CK_KING_SQUARE + CK_SQUARES,
    CK_FEATURES = CK_PLAIN + CK_REGIONS * CK_REGION_SIZE,
    CK_MAX_FEATURES = 64, /* of one position */
    CK_ODDS = 512,        /* units of the logarithm of odds */
    CK_WEIGHT_MIN = -2048,
    CK_WEIGHT_MAX = 2047,
    CK_FULL = 24, /* pieces of a full board */
};

typedef struct ck_weights {
    int16_t value[CK_FEATURES][2]; /* with all pieces, with none */
} ck_weights;

/* A feature of a position and how often it is there for Black rather than for White. */
typedef struct ck_feature {
    int index, count;
} ck_feature;

/* checkers_weights.c: the learnt weights, written by tools/train_checkers.c. Two signs of the alphabet of
 * base64 (with + and -) are a weight and 2048, the high one first; ~ and one sign are so many
 * zeros and one more; a feature's two weights stand beside each other. */
extern const char *const ck_weights_text[];
extern const int ck_weights_lines;

/* The weights that the text means. HRA_EDAMAGED: not so many, or another sign. */
hra_err ck_weights_read(const char *const *lines, int count, ck_weights *out);
/* A man 1 and a king 1.4 of the same unit, and nothing else: what learning begins with. */
void ck_weights_material(ck_weights *out);

/* The worth of a position for the side to move, in 1/CK_ODDS of the logarithm of the odds. */
int ck_evaluate(const ck_weights *weights, const ck_board *b, int side);
/* The chance to win that such a number means, 0..1. */
double ck_chance(int odds);
/* What the evaluation is the sum of; returns how many, at most CK_MAX_FEATURES. */
int ck_features(const ck_board *b, int side, ck_feature out[CK_MAX_FEATURES]);

#endif
