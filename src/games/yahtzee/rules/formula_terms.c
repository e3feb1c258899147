/* Terms of a card of Yahtzee for formulas. */
#include "core/messages.h"
#include "yahtzee.h"

static const struct yz_seat *seat_of(const void *s, int seat) {
    return &((const struct yz_state *)s)->seats[seat];
}

static unsigned open_boxes(const hra_game *game, const void *s, int seat) {
    return yz_game_of(game)->rules.all & ~(unsigned)seat_of(s, seat)->card.filled;
}

static double score(const hra_game *game, const void *s, int seat) {
    return seat_of(s, seat)->score;
}

static double upper(const hra_game *game, const void *s, int seat) {
    return seat_of(s, seat)->card.upper;
}

/* Three of each box that is filled bring the bonus. */
static double surplus(const hra_game *game, const void *s, int seat) {
    const unsigned open = open_boxes(game, s, seat);
    int par = 0;
    for (int box = 0; box < YZ_UPPER_BOXES; box++)
        par += open >> box & 1 ? 0 : 3 * (box + 1);
    return seat_of(s, seat)->card.upper - par;
}

static double bonus(const hra_game *game, const void *s, int seat) {
    return seat_of(s, seat)->card.upper >= YZ_UPPER_GOAL;
}

static double boxes(const hra_game *game, const void *s, int seat) {
    return yz_count_boxes(open_boxes(game, s, seat));
}

static double upper_boxes(const hra_game *game, const void *s, int seat) {
    return yz_count_boxes(open_boxes(game, s, seat) & YZ_UPPER_MASK);
}

static double yahtzee(const hra_game *game, const void *s, int seat) {
    return open_boxes(game, s, seat) >> yz_game_of(game)->rules.yahtzee & 1;
}

static double chance(const hra_game *game, const void *s, int seat) {
    return open_boxes(game, s, seat) >> yz_game_of(game)->rules.chance & 1;
}

static double further(const hra_game *game, const void *s, int seat) {
    return seat_of(s, seat)->card.fifty;
}

const hra_term yz_formula_terms[] = {
    {"score", N_("points so far"), 0, 2000, false, score},
    {"upper", N_("upper total, up to 63"), 0, YZ_UPPER_GOAL, false, upper},
    {"surplus", N_("upper total over three of each number in the upper boxes filled"), -63, 42, false,
     surplus},
    {"bonus", N_("1 if the upper bonus has come in"), 0, 1, false, bonus},
    {"boxes", N_("open boxes"), 0, YZ_MAX_BOXES, false, boxes},
    {"upper_boxes", N_("open upper boxes"), 0, YZ_UPPER_BOXES, false, upper_boxes},
    {"yahtzee", N_("1 if the yahtzee box is open"), 0, 1, false, yahtzee},
    {"chance", N_("1 if the chance box is open"), 0, 1, false, chance},
    {"further", N_("1 if further yahtzees pay a bonus"), 0, 1, false, further},
    {0},
};
