/* Chances to win, judged at the end of a turn by weights that were learnt from plays.
 *
 * Each seat has a strength, a sum of weights: for each region by the lead or the arrears there, for
 * continents likewise, for the count of each good, coins, armies and cities, for the regions within reach,
 * for how soon its next turn comes; each weight depends on how many turns the seat still has. The chances
 * are exp(strength) over the sum of it (softmax). After the last turn they are what the rules pay. */
#ifndef HRA_EMPIRE_PLAY_EVAL_H
#define HRA_EMPIRE_PLAY_EVAL_H

#include "games/empire/rules/turns.h"

enum {
    EM_KNOTS = 6, /* turns left at which weights stand; between them they are interpolated */
    EM_MOST_TURNS = 13,

    EM_F_ALONE = 0,                    /* 1, 2, 3, 4 and more pieces where no other has any */
    EM_F_LEAD = EM_F_ALONE + 4,        /* -3 and less .. 3 and more than the best other */
    EM_F_CONTINENT = EM_F_LEAD + 7,    /* regions held: -2 and less .. 2 and more than the best other */
    EM_F_GOODS = EM_F_CONTINENT + 5,   /* of each good 0 .. 8 and more */
    EM_F_JOKERS = EM_F_GOODS + 45,     /* 0 .. 3 */
    EM_F_COINS = EM_F_JOKERS + 4,      /* 0 .. 14 */
    EM_F_ARMIES = EM_F_COINS + 15,     /* on the board, 0 .. 14 */
    EM_F_CITIES = EM_F_ARMIES + 15,    /* 0 .. 3 */
    EM_F_ORDER = EM_F_CITIES + 4,      /* turns before its next one */
    EM_F_HELD = EM_F_ORDER + EM_SEATS, /* regions, times the number */
    EM_F_LAND,                         /* regions not held one step by land away, times the number */
    EM_F_SEA,                          /* one step by land or sea */
    EM_F_START,                        /* armies on the start region, times the number */
    EM_F_POINTS,                       /* of goods, with jokers */
    EM_FEATURES,
};

typedef struct em_eval {
    const em_game *game;
    float weight[EM_MOST_TURNS + 1][EM_FEATURES]; /* by turns left */
} em_eval;

/* Turns left at the knots. */
extern const uint8_t em_knots[EM_KNOTS];
/* As `hra learn` makes them: in hundredths, by seats, knot and feature. */
extern const int16_t em_weights[EM_SEATS - 1][EM_KNOTS][EM_FEATURES];

void em_eval_open(em_eval *judge, const em_game *game, const int16_t (*weights)[EM_FEATURES]);

/* A state within a turn, behind the choice of its card, taken apart so that the ends of this turn, which
 * differ in few regions, are judged at little cost. */
typedef struct em_evaluated {
    int left[EM_SEATS], order[EM_SEATS]; /* after the turn that is being played */
    float fixed[EM_SEATS];               /* of goods, coins, order and all regions */
    float each[EM_REGIONS][EM_SEATS];
    uint32_t held[EM_SEATS], armies[EM_SEATS]; /* regions with the majority, with armies */
    uint32_t near[EM_SEATS], over[EM_SEATS];   /* of those: one step by land, by land or sea */
    float continents[EM_SEATS];
    bool last; /* this turn is the last one of all */
} em_evaluated;

void em_eval_base(const em_eval *judge, const em_state *s, em_evaluated *base);
/* The strength of each seat if the turn ended in s, where `changed` are the regions that differ from those
 * of the base; the sum of weights over em_eval_features. */
void em_eval_after(const em_eval *judge, const em_evaluated *base, const em_state *s, uint32_t changed,
                   float strength[EM_SEATS]);
/* Shares of a win out of strengths. */
void em_shares(const float *strength, int seats, float *share);
/* What a play that is over pays each seat, jokers assigned as well as can be. */
void em_final_shares(const em_game *g, const em_state *s, float *share);

/* The features of a seat, each with its number; for the trainer. Returns how many. */
typedef struct em_feature {
    int16_t index, number;
} em_feature;
int em_eval_features(const em_eval *judge, const em_evaluated *base, const em_state *s, int seat,
                     em_feature out[]);
enum { EM_MOST_FEATURES = EM_REGIONS + EM_REGIONS + 20 };

#endif
