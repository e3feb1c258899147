/* Terms of a position of backgammon for formulas, each for one side. */
#include "core/messages.h"
#include "terms.h"

static const bg_side *side_of(const void *s, int seat) {
    return &((const bg_state *)s)->board.side[seat];
}

static double pips(const hra_game *game, const void *s, int seat) {
    return bg_pips(side_of(s, seat));
}

static double off(const hra_game *game, const void *s, int seat) {
    return bg_count(side_of(s, seat), BG_OFF);
}

static double bar(const hra_game *game, const void *s, int seat) {
    return bg_count(side_of(s, seat), BG_BAR);
}

static bg_set made(const void *s, int seat) {
    return bg_several(side_of(s, seat)) & BG_POINTS;
}

static double blots(const hra_game *game, const void *s, int seat) {
    return bg_size(bg_some(side_of(s, seat)) & BG_POINTS & ~made(s, seat));
}

static double points(const hra_game *game, const void *s, int seat) {
    return bg_size(made(s, seat));
}

static double home(const hra_game *game, const void *s, int seat) {
    return bg_size(made(s, seat) & ~BG_OUTSIDE);
}

static double anchors(const hra_game *game, const void *s, int seat) {
    return bg_size(made(s, seat) & bg_across(BG_POINTS & ~BG_OUTSIDE));
}

static double prime(const hra_game *game, const void *s, int seat) {
    return bg_longest_run(made(s, seat));
}

static double back(const hra_game *game, const void *s, int seat) {
    return bg_count_checkers(side_of(s, seat), bg_across(BG_POINTS & ~BG_OUTSIDE) | (bg_set)1 << BG_BAR);
}

static double shots(const hra_game *game, const void *s, int seat) {
    int loss;
    return bg_count_shots(side_of(s, seat), side_of(s, !seat), &loss);
}

static double turn(const hra_game *game, const void *s, int seat) {
    const bg_state *b = s;
    return b->phase != BG_OPENING && b->turn == seat;
}

const hra_term bg_formula_terms[] = {
    {"pips", N_("pips that the checkers still have to go"), 0, BG_CHECKERS *BG_BAR, false, pips},
    {"off", N_("checkers borne off"), 0, BG_CHECKERS, false, off},
    {"bar", N_("checkers on the bar"), 0, BG_CHECKERS, false, bar},
    {"blots", N_("points with a single checker"), 0, BG_CHECKERS, false, blots},
    {"points", N_("points made: two checkers or more"), 0, BG_CHECKERS / 2, false, points},
    {"home", N_("points made in the home board"), 0, BG_HOME, false, home},
    {"anchors", N_("points made in the other side's home board"), 0, BG_HOME, false, anchors},
    {"prime", N_("points made in a row, of the longest"), 0, BG_CHECKERS / 2, false, prime},
    {"back", N_("checkers in the other side's home board or on the bar"), 0, BG_CHECKERS, false, back},
    {"shots", N_("rolls of 36 that hit a blot of the other side"), 0, 36, false, shots},
    {"turn", N_("1 if the side is to roll or to play"), 0, 1, false, turn},
    {0},
};
