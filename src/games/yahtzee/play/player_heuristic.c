/* `heuristic`: one turn ahead, last rolls judged by rules of thumb.
 * `greedy`: the same with points only. */
#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "core/messages.h"
#include "games/yahtzee/rules/yahtzee.h"
#include "heuristic.h"
#include "hra/player.h"
#include "players.h"
#include "players/analysis.h"
#include "weights_file.h"

/* What threads share. */
struct judge {
    const hra_game *frame;
    struct yz_heuristic heuristic;
    bool greedy;
};

/* The card that was asked about last: one turn asks about it up to three times. */
struct memory {
    bool ready;
    struct yz_card card;
    struct yz_turn turn;
};

static hra_err open_judge(const hra_game *game, const hra_options *options, void **shared, hra_error *why) {
    struct judge *self = calloc(1, sizeof *self);
    if (!self)
        return hra_no_memory(why);
    self->frame = game;
    self->greedy = options == NULL;
    hra_err err = HRA_OK;
    if (self->greedy)
        yz_heuristic_greedy(&self->heuristic);
    else
        err = yz_heuristic_open(&self->heuristic, game, options, why);
    if (err)
        free(self);
    else
        *shared = self;
    return err;
}

static hra_err open_heuristic(const hra_game *game, const hra_options *options, const char *data,
                              const hra_progress *progress, void **shared, hra_error *why) {
    return open_judge(game, options, shared, why);
}

static hra_err open_greedy(const hra_game *game, const hra_options *options, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    return open_judge(game, NULL, shared, why);
}

static hra_err begin(const void *shared, void **scratch) {
    struct memory *memory = malloc(sizeof *memory);
    if (!memory)
        return HRA_ENOMEM;
    memory->ready = false;
    *scratch = memory;
    return HRA_OK;
}

static const struct yz_turn *turn_of(const struct judge *self, struct memory *memory, struct yz_card card) {
    const struct yz_game *game = yz_game_of(self->frame);
    if (!memory->ready || memcmp(&memory->card, &card, sizeof card) != 0) {
        yz_heuristic_turn(&memory->turn, &self->heuristic, &game->dice, &game->rules, card);
        memory->card = card;
        memory->ready = true;
    }
    return &memory->turn;
}

static hra_move best_move(const struct yz_turn *turn, const struct yz_state *s) {
    return s->phase == YZ_TO_BOX ? yz_move_box(turn->box[s->roll])
                                 : yz_move_keep(turn->hold[s->rolls - 1][s->roll]);
}

static hra_err choose(const void *shared, void *scratch, const hra_question *question, hra_move *out) {
    const struct yz_state *s = question->state;
    if (!yz_state_asks(s))
        return HRA_ESTATE;
    *out = best_move(turn_of(shared, scratch, yz_state_mover(s)->card), s);
    return HRA_OK;
}

/* ---- advice ---------------------------------------------------------------------------------*/

static double worth_of(const struct judge *self, const struct yz_turn *turn, const struct yz_state *s,
                       hra_move m) {
    const struct yz_rules *rules = &yz_game_of(self->frame)->rules;
    struct yz_card card = yz_state_mover(s)->card;
    if (s->phase == YZ_TO_KEEP) /* holding all five gives up the rolls that are left */
        return yz_move_is_stand(m) ? yz_turn_roll(turn, 0, s->roll) : yz_turn_keep(turn, s->rolls, (int)m);
    struct yz_mark mark = yz_card_mark(rules, card, s->roll, yz_box_of(m));
    return yz_heuristic_worth(&self->heuristic, rules, card, yz_box_of(m), mark.points) + mark.hundred;
}

static void give_reason(const struct judge *self, const struct yz_state *s, hra_analysis *out) {
    const struct yz_rules *rules = &yz_game_of(self->frame)->rules;
    const hra_analysis_move *best = &out->moves[0];
    out->reason[0] = '\0';
    if (!self->greedy) {
        struct yz_card card = yz_state_mover(s)->card;
        struct yz_mark mark = yz_card_mark(rules, card, s->roll, yz_box_of(best->move));
        int points = mark.points + mark.hundred;
        (void)hra_snprintf(out->reason, sizeof out->reason,
                           _n("%d point, and %+.1F for the upper bonus and the value of the open box",
                              "%d points, and %+.1F for the upper bonus and the value of the open box",
                              points),
                           points, best->value[out->value_seat] - points);
    }
}

static hra_err advise(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    const struct judge *self = shared;
    const struct yz_state *s = question->state;
    hra_move moves[YZ_MAX_MOVES];
    if (!yz_state_asks(s))
        return HRA_ESTATE;
    const struct yz_turn *turn = turn_of(self, scratch, yz_state_mover(s)->card);
    out->what = self->greedy
                    ? (hra_column){.key = "points", .label = "expected points of this turn"}
                    : (hra_column){.key = "worth", .label = "points and corrections", .estimate = true};
    out->what.unit = HRA_UNIT_POINTS;
    out->column_count = 0;
    out->move_count = self->frame->rules->moves(self->frame, s, moves);
    for (int i = 0; i < out->move_count; i++)
        hra_analysis_tell(out, i, moves[i], worth_of(self, turn, s, moves[i]));
    yz_put_first(out, best_move(turn, s));
    if (s->phase == YZ_TO_KEEP)
        yz_tell_aim(self->frame, s, turn, out);
    else
        give_reason(self, s, out);
    return HRA_OK;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    return question->want == HRA_WANT_MOVE ? choose(shared, scratch, question, &out->move)
                                           : advise(shared, scratch, question, out);
}

const hra_player_kind yz_expert_heuristic = {
    .size = sizeof(hra_player_kind),
    .name = "heuristic",
    .summary = "hand-made evaluation, one turn ahead",
    .options = yz_heuristic_options,
    .open = open_heuristic,
    .close = free,
    .begin = begin,
    .end = free,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_ADVICE,
    .own_scale = true,
};

const hra_player_kind yz_expert_greedy = {
    .size = sizeof(hra_player_kind),
    .name = "greedy",
    .summary = "maximize the expected points of this turn",
    .open = open_greedy,
    .close = free,
    .begin = begin,
    .end = free,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_ADVICE,
    .own_scale = true,
};
