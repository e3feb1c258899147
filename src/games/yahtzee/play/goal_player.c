/* A turn played for a chance instead of points, for `atleast` and `duel`. */
#include <string.h>

#include "core/messages.h"
#include "goal_player.h"
#include "players/analysis.h"

static const double same = 1e-6; /* chances that differ by less of themselves are equal */

void yz_goal_player_init(struct yz_goal_player *wish, const struct yz_game *game,
                         const yz_solution *solution) {
    yz_exact_init(&wish->mean, game, solution);
    wish->ready = false;
}

void yz_goal_player_turn(struct yz_goal_player *wish, const struct yz_state *s, yz_goal_player_fn *chance,
                         const void *self) {
    const struct yz_game *game = wish->mean.game;
    const struct yz_seat *seat = yz_state_mover(s);
    if (wish->ready && memcmp(&wish->card, &seat->card, sizeof wish->card) == 0 &&
        wish->points == seat->score)
        return;
    for (int r = 0; r < YZ_ROLLS; r++) {
        unsigned legal = yz_card_legal(&game->rules, seat->card, r);
        double best = -1;
        for (int b = 0; b < game->rules.boxes; b++) {
            double v = legal >> b & 1u ? chance(self, seat->card, seat->score, r, b) : -1;
            wish->turn.box[r] = v > best ? (uint8_t)b : wish->turn.box[r];
            best = v > best ? v : best;
        }
        wish->turn.keep[0][YZ_ROLL0 + r] = best;
    }
    yz_turn_keeps(&wish->turn, &game->dice);
    wish->card = seat->card;
    wish->points = seat->score;
    wish->ready = true;
}

static double mean_of(struct yz_goal_player *wish, const struct yz_state *s, hra_move move) {
    const struct yz_game *game = wish->mean.game;
    const struct yz_seat *seat = yz_state_mover(s);
    if (yz_move_is_box(move)) {
        int box = yz_box_of(move),
            points = yz_mark_total(yz_card_mark(&game->rules, seat->card, s->roll, box));
        struct yz_card after = yz_card_after(&game->rules, seat->card, s->roll, box);
        return seat->score + points + yz_solution_value(wish->mean.solution, after);
    }
    const struct yz_turn *turn = yz_exact_turn(&wish->mean, seat->card);
    int rolls = yz_move_is_stand(move) ? 1 : s->rolls; /* holding all five gives up the rolls that are left */
    return seat->score + yz_turn_keep(turn, rolls, (int)move);
}

static bool before(const struct yz_goal_move *a, const struct yz_goal_move *b) {
    double larger = a->chance > b->chance ? a->chance : b->chance;
    if (a->chance < b->chance - same * larger || a->chance > b->chance + same * larger)
        return a->chance > b->chance;
    return yz_better(a->mean, b->mean);
}

int yz_goal_player_moves(struct yz_goal_player *wish, const hra_game *game, const struct yz_state *s,
                         yz_goal_player_fn *chance, const void *self, struct yz_goal_move out[YZ_MAX_MOVES]) {
    const struct yz_seat *seat = yz_state_mover(s);
    hra_move moves[YZ_MAX_MOVES];
    int count = game->rules->moves(game, s, moves), best = 0;
    for (int i = 0; i < count; i++) {
        hra_move m = moves[i];
        out[i].move = m;
        out[i].mean = mean_of(wish, s, m);
        if (yz_move_is_box(m))
            out[i].chance = chance(self, seat->card, seat->score, s->roll, yz_box_of(m));
        else
            out[i].chance = yz_turn_keep(&wish->turn, yz_move_is_stand(m) ? 1 : s->rolls, (int)m);
        best = before(&out[i], &out[best]) ? i : best;
    }
    struct yz_goal_move first = out[best];
    out[best] = out[0];
    out[0] = first;
    return count;
}

void yz_goal_player_advice(const struct yz_goal_move *moves, int count, hra_column value, hra_analysis *out) {
    out->what = value;
    out->columns[0] = (hra_column){"score", N_("expected final score"), HRA_UNIT_POINTS, false};
    out->column_count = 1;
    out->move_count = count;
    double highest = 0;
    for (int i = 0; i < count; i++) {
        highest = moves[i].chance > highest ? moves[i].chance : highest;
        hra_analysis_tell(out, i, moves[i].move, moves[i].chance)->column[0] = moves[i].mean;
    }
    out->moves[0].value[out->value_seat] =
        highest; /* the one that is chosen, above those that rounding put in front */
}
