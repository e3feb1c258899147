/* The move that a player takes stands first in its advice; what a keep is for. */
#include <math.h>
#include <string.h>

#include "advice.h"
#include "core/messages.h"
#include "games/yahtzee/rules/words.h"

enum { TOLD = 3 };               /* boxes at most, */
static const double rare = 0.05; /* and none that is less likely, but the first */

void yz_put_first(hra_analysis *out, hra_move best) {
    const int seat = out->value_seat;
    double highest = out->moves[0].value[seat];
    int at = 0;
    for (int i = 0; i < out->move_count; i++) {
        highest = fmax(highest, out->moves[i].value[seat]);
        at = out->moves[i].move == best ? i : at;
    }
    hra_analysis_move first = out->moves[at];
    memmove(&out->moves[1], &out->moves[0], (size_t)at * sizeof *out->moves);
    out->moves[0] = first;
    out->moves[0].value[seat] = highest;
}

static int likeliest(const double chance[YZ_MAX_BOXES]) {
    int best = 0;
    for (int box = 1; box < YZ_MAX_BOXES; box++)
        best = chance[box] > chance[best] ? box : best;
    return best;
}

void yz_tell_aim(const hra_game *game, const struct yz_state *s, const struct yz_turn *turn,
                 hra_analysis *out) {
    const struct yz_game *g = yz_game_of(game);
    double chance[YZ_MAX_BOXES];
    hra_move move = out->moves[0].move;
    hra_text keep, boxes;
    hra_text_init(&keep);
    hra_text_init(&boxes);
    yz_turn_aims(turn, &g->dice, s->rolls, (int)move, chance);
    yz_say_move(game, s, move, &keep);
    for (int i = 0, box; i < TOLD; i++) {
        box = likeliest(chance);
        if (i > 0 && chance[box] < rare)
            break;
        hra_text_addf(&boxes, "%s%s (%.0f %%)", i ? ", " : "", yz_box_word(&g->rules, box, true),
                      100 * chance[box]);
        chance[box] = 0;
    }
    (void)hra_snprintf(out->reason, sizeof out->reason, _("%s aims at %s"), hra_text_string(&keep),
                       hra_text_string(&boxes));
    hra_text_release(&keep);
    hra_text_release(&boxes);
}
