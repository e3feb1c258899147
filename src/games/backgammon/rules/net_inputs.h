/* What players count, as inputs of a net beyond the bare board. */
#ifndef BG_EXPERT_H
#define BG_EXPERT_H

#include "games/backgammon/rules/backgammon.h"

enum {
    BG_SIDE_EXPERT = 16,                                  /* numbers of each side */
    BG_SIDE_PLANS = 13,                                   /* and these, which later nets have */
    BG_EXPERT = 2 * (BG_SIDE_EXPERT + BG_SIDE_PLANS) + 3, /* of both, and of the race */
    BG_ALL_OPEN = (1 << BG_DISTANCES) - 1,
};

/* The features without the cube (numbers.c): where they begin. */
enum {
    BG_UNITS = 4, /* of a point, from 1 on */
    BG_OTHER_UNITS = 24 * BG_UNITS,
    BG_ON_BAR = 2 * BG_OTHER_UNITS, /* own, the other's; so are the next */
    BG_BORNE_OFF = BG_ON_BAR + 2,
    BG_TURN = BG_BORNE_OFF + 2,
    BG_BARE_FEATURES = BG_TURN + 2 + 6,
    BG_FEATURES = BG_BARE_FEATURES + BG_EXPERT
};

/* The phases of the encoding. Crashed: the sides still meet, and one of them has few checkers left to play with, the others being off
 * or buried on its points 1 and 2. */
enum { BG_CONTACT, BG_RACE, BG_CRASHED, BG_KINDS };

static inline int bg_kind_of(bool contact, int left, int others_left) {
    enum { FEW = 6 };
    return !contact ? BG_RACE : left <= FEW || others_left <= FEW ? BG_CRASHED : BG_CONTACT;
}

/* What the checkers of one side tell, whatever the other has: plays of one throw share it for the other side, and sides return. */
typedef struct bg_counted {
    bg_side side;
    bg_set some, made;                /* places with a checker, off and bar too; points with several */
    bg_set made_across, blots_across; /* those, and points with one, as the other side counts them */
    int checkers, pips;               /* on points and bar */
    int rear, back, buried;           /* the highest place, 0: none; checkers on 19 to 25; on 1 and 2 */
    float number[BG_SIDE_EXPERT],
        plan[BG_SIDE_PLANS]; /* not yet divided; as far as they do not depend on the other side */
} bg_counted;

void bg_count_side(bg_counted *c, const bg_side *s);
/* bg_in_contact of both. */
static inline bool bg_meet(const bg_counted *a, const bg_counted *b) {
    return a->rear && b->rear && a->rear + b->rear > BG_BAR;
}

/* bg_expert of these two sides, which are those of s. */
void bg_expert_of(const bg_setup *setup, const bg_state *s, int seat, const bg_counted *own,
                  const bg_counted *other, float out[BG_EXPERT]);

/* All the numbers, of the seat's side first; each about -1 to 1. */
void bg_expert(const bg_setup *setup, const bg_state *s, int seat, float out[BG_EXPERT]);
const char *bg_expert_name(int index, bool *own); /* *own: of the side that asks */

/* The 36 throws of which a checker can play both dice, alone. `ahead`: where it may land, bit 12 - d by d
 * pips. */
int bg_escapes(unsigned ahead);
/* The same of every `ahead`, looked up a dozen times a position. */
void bg_expert_open(bg_setup *setup);

#endif
