/* `duel`: the greatest chance to beat the one opponent; duel.h says how far it looks ahead. */
#include <stdlib.h>

#include "games/yahtzee/tables/duel.h"
#include "goal_player.h"
#include "players.h"
#include "rules/host.h"

/* What threads share. */
struct shared {
    const hra_game *frame;
    yz_solution *solution;
    yz_score_sketch *rest;
};

/* What one thread works with. */
struct scratch {
    struct yz_goal_player wish;
    struct yz_duel *duel;
};

static void close_duel(void *shared) {
    struct shared *self = shared;
    if (self != NULL) {
        yz_score_sketch_close(self->rest);
        yz_solution_close(self->solution);
        free(self);
    }
}

static hra_err open_duel(const hra_game *game, const hra_options *given, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    const struct yz_game *g = yz_game_of(game);
    if (game->seats != 2)
        return hra_fail(why, HRA_EFIT, -1, "duel needs two seats, not %d: use yahtzee:seats=2", game->seats);
    struct shared *self = calloc(1, sizeof *self);
    if (self == NULL)
        return hra_no_memory(why);
    self->frame = game;
    hra_err err =
        yz_solve(&self->solution, &g->dice, &g->rules, hra_game_threads(game, hra_processors()), progress);
    if (err == 0) {
        struct yz_best best = {&g->dice, &g->rules, self->solution};
        struct yz_strategy strategy = yz_strategy_best(&best);
        err = yz_score_sketch_open(&self->rest, &g->dice, &g->rules, &strategy,
                                   hra_game_threads(game, hra_processors()), progress);
    }
    if (err != 0) {
        close_duel(self);
        return hra_fail(why, err, -1, "duel: %s", hra_err_text(err));
    }
    *shared = self;
    return HRA_OK;
}

static void end(void *scratch) {
    struct scratch *self = scratch;
    if (self != NULL) {
        yz_duel_close(self->duel);
        free(self);
    }
}

static hra_err begin(const void *shared, void **scratch) {
    const struct shared *s = shared;
    const struct yz_game *g = yz_game_of(s->frame);
    struct yz_duel_setup setup = {&g->dice, &g->rules, s->solution, s->rest,
                                  hra_game_threads(s->frame, hra_processors())};
    struct scratch *self = calloc(1, sizeof *self);
    if (self == NULL)
        return HRA_ENOMEM;
    yz_goal_player_init(&self->wish, g, s->solution);
    hra_err err = yz_duel_open(&self->duel, &setup);
    if (err != 0) {
        free(self);
        return err;
    }
    *scratch = self;
    return HRA_OK;
}

static hra_err look(const struct shared *s, struct scratch *self, const struct yz_state *state,
                    struct yz_goal_move moves[YZ_MAX_MOVES], int *count) {
    if (state->phase != YZ_TO_KEEP && state->phase != YZ_TO_BOX)
        return HRA_ESTATE;
    const struct yz_seat *me = &state->seats[state->seat], *you = &state->seats[1 - state->seat];
    struct yz_side mine = {me->card, me->score}, theirs = {you->card, you->score};
    bool fresh;
    hra_err err = yz_duel_plan(self->duel, mine, theirs, &fresh);
    if (err != 0)
        return err;
    self->wish.ready = self->wish.ready && !fresh;
    yz_goal_player_turn(&self->wish, state, yz_duel_box, self->duel);
    *count = yz_goal_player_moves(&self->wish, s->frame, state, yz_duel_box, self->duel, moves);
    return HRA_OK;
}

static hra_err choose(const void *shared, void *scratch, const hra_question *question, hra_move *out) {
    struct yz_goal_move moves[YZ_MAX_MOVES];
    int count;
    hra_err err = look(shared, scratch, question->state, moves, &count);
    if (err == 0)
        *out = moves[0].move;
    return err;
}

static hra_err advise(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    const struct scratch *self = scratch;
    struct yz_goal_move moves[YZ_MAX_MOVES];
    int count;
    hra_err err = look(shared, scratch, question->state, moves, &count);
    if (err == 0) {
        hra_column value = {.key = "win", .label = "win probability, a draw counts 1/2"};
        value.unit = HRA_UNIT_PROBABILITY;
        value.estimate = yz_duel_way(self->duel) != YZ_DUEL_EXACT;
        yz_goal_player_advice(moves, count, value, out);
    }
    return err;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    return question->want == HRA_WANT_MOVE ? choose(shared, scratch, question, &out->move)
                                           : advise(shared, scratch, question, out);
}

const hra_player_kind yz_expert_duel = {
    .size = sizeof(hra_player_kind),
    .name = "duel",
    .summary = "maximize P(win) against one opponent",
    .open = open_duel,
    .close = close_duel,
    .begin = begin,
    .end = end,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_ADVICE,
};
