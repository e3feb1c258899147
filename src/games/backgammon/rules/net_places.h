/* Where the plans of a position stand among the inputs of the nets, for net_inputs.c and its test. */
#ifndef HRA_BACKGAMMON_RULES_NET_PLACES_H
#define HRA_BACKGAMMON_RULES_NET_PLACES_H

#include "net_inputs.h"

enum {
    PIPS,
    HITS,
    LOSS,
    CLOSED,
    PRIME,
    WAYS,
    FEWEST,
    MOBILITY,
    BACK,
    TO_HOME,
    GAMMON,
    OUT,
    BURIED,
    TIMING,
    KEPT,
    BLOTS,
    RACE = 2 * BG_SIDE_EXPERT,
    AHEAD,
    AHEAD_IN_RACE,
    PLANS, /* of the side that asks; behind them the other's */
};

/* Among the plans of a side. */
enum {
    TO_PASS,
    PAST,
    SPREAD,
    BACK_ANCHOR,
    FRONT_ANCHOR,
    BACK_GAME,
    ANCHORED,
    WAYS_IF_HIT,
    DANGER,
    MAKES_POINT,
    MAKES_ANCHOR,
    STACKED,
    WALL
};

#endif
