/* A few numbers in which players speak of a position. */
#include "terms.h"

const char *const bg_term_names[] = {"pips ahead",      "throws that hit", "home points",
                                     "longest prime",   "anchors",         "other's on the bar",
                                     "own at the back", "stacked",         NULL};

/* Where a throw of the side hits: one checker by one die or by all; from the bar, which comes first, only
 * what is on it. So of two that have to enter one may be thought to hit further on. */
static inline bg_set throw_hits(bg_set from, bg_set open, bg_set blots, int high, int low) {
    bg_set by_high = from >> high & open, by_low = from >> low & open;
    if (high != low)
        return (by_high | by_low | by_high >> low | by_low >> high) & blots;
    bg_set at = by_high, reached = at;
    for (int i = 1; i < BG_STEPS; i++)
        reached |= at = at >> high & open;
    return reached & blots;
}

int bg_count_hits(bg_set some, bg_set open, bg_set blots, int *loss) {
    const bg_set bar = (bg_set)1 << BG_BAR, places = some & BG_ON_BOARD, from = places & bar ? bar : places;
    int shots = 0;
    *loss = 0;
    for (int high = 1; high <= 6 && blots; high++)
        for (int low = 1; low <= high; low++) {
            bg_set hit = throw_hits(from, open, blots, high, low);
            int throws = hit ? 1 + (high != low) : 0;
            shots += throws;
            *loss += throws * bg_highest(hit | 1); /* a blot that stands on p as the hitter counts loses p */
        }
    return shots;
}

int bg_count_shots(const bg_side *own, const bg_side *other, int *loss) {
    const bg_set made = bg_several(other);
    return bg_count_hits(bg_some(own), BG_POINTS & ~bg_across(made), bg_across(bg_some(other) & ~made), loss);
}

int bg_longest_run(bg_set points) {
    int n = 0;
    for (; points; points &= points >> 1)
        n++;
    return n;
}

int bg_count_checkers(const bg_side *s, bg_set places) {
    int sum;
    return bg_count_on(s, places, &sum);
}

bool bg_in_contact(const bg_board *b) {
    bg_set white = bg_some(&b->side[0]) & BG_ON_BOARD, black = bg_some(&b->side[1]) & BG_ON_BOARD;
    return white && black && bg_highest(white) + bg_highest(black) > BG_BAR;
}

void bg_term(const hra_game *game, const void *before, const void *state, int seat, double *out) {
    const bg_board *b = &((const bg_state *)state)->board;
    const bg_side *own = &b->side[seat], *other = &b->side[!seat];
    bg_set made = bg_several(own) & BG_POINTS, home = BG_POINTS & ~BG_OUTSIDE;
    bg_set far = bg_across(home), many = (own->bit[2] | own->bit[3]) & BG_POINTS;
    int loss;
    out[BG_AHEAD] = bg_pips(other) - bg_pips(own);
    out[BG_SHOTS] = bg_count_shots(own, other, &loss);
    out[BG_HOME_MADE] = bg_size(made & home);
    out[BG_PRIME] = bg_longest_run(made);
    out[BG_ANCHORS] = bg_size(made & far);
    out[BG_WAITING] = bg_count(other, BG_BAR);
    out[BG_BACK] = bg_count_checkers(own, far | (bg_set)1 << BG_BAR);
    out[BG_STACKED] = bg_count_checkers(own, many) - 3 * bg_size(many);
}
