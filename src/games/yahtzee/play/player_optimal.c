/* `optimal`: the play with the highest expected score, move by move from the
 * exact solution. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "core/messages.h"
#include "core/thread.h"
#include "games/yahtzee/rules/words.h"
#include "games/yahtzee/tables/bonus.h"
#include "games/yahtzee/tables/policy.h"
#include "hra/player.h"
#include "player_optimal.h"
#include "players.h"
#include "players/analysis.h"
#include "rules/host.h"

/* What threads share. Solved when the first question comes, since one for advice needs the chances of the bonus too, which
 * take least time while the cards are solved. Under the lock; an agent that has seen something there reads it without. */
struct optimal {
    const hra_game *frame;
    const struct yz_game *game;
    hra_lock lock;
    yz_solution *solution;
    yz_policy *policy;
    yz_bonus *bonus;
};

void yz_exact_init(struct yz_exact *exact, const struct yz_game *game, const yz_solution *solution) {
    exact->game = game;
    exact->solution = solution;
    exact->ready = false;
}

const struct yz_turn *yz_exact_turn(struct yz_exact *exact, struct yz_card card) {
    if (!exact->ready || memcmp(&exact->card, &card, sizeof card) != 0) {
        yz_turn_init(&exact->turn, &exact->game->dice, &exact->game->rules, card, yz_solution_value_fn,
                     exact->solution);
        exact->card = card;
        exact->ready = true;
    }
    return &exact->turn;
}

/* Of the seat whose turn it is, in the middle of it. */
static double value_inside_turn(struct yz_exact *exact, const struct yz_state *s) {
    const struct yz_turn *turn = yz_exact_turn(exact, yz_state_mover(s)->card);
    return s->phase == YZ_TO_ROLL ? yz_turn_keep(turn, s->rolls, s->keep)
                                  : yz_turn_roll(turn, s->rolls, s->roll);
}

void yz_exact_value(struct yz_exact *exact, const struct yz_state *s, int seats, double *out) {
    for (int i = 0; i < seats; i++) {
        bool inside = s->phase != YZ_FINISHED && i == s->seat && s->rolls < YZ_TURN_ROLLS;
        double rest =
            inside ? value_inside_turn(exact, s) : yz_solution_value(exact->solution, s->seats[i].card);
        out[i] = s->seats[i].score + rest;
    }
}

/* ---- the player -----------------------------------------------------------------------------*/

static void close_optimal(void *shared) {
    struct optimal *self = shared;
    if (self) {
        yz_policy_close(self->policy);
        yz_bonus_close(self->bonus);
        yz_solution_close(self->solution);
        hra_lock_release(&self->lock);
        free(self);
    }
}

static hra_err open_optimal(const hra_game *game, const hra_options *options, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    struct optimal *self = calloc(1, sizeof *self);
    if (!self)
        return hra_no_memory(why);
    self->frame = game;
    self->game = yz_game_of(game);
    if (hra_lock_init(&self->lock)) {
        free(self);
        return hra_no_memory(why);
    }
    *shared = self;
    return HRA_OK;
}

/* What one thread works with. */
struct thinker {
    yz_policy_scratch scratch;
    struct yz_exact exact;
    yz_policy *policy; /* NULL: the game is not solved yet, or this thread has not looked */
    const yz_bonus *bonus;
};

static hra_err solve(struct optimal *self, bool bonus, const hra_progress *progress) {
    const struct yz_dice *dice = &self->game->dice;
    const struct yz_rules *rules = &self->game->rules;
    int threads = hra_game_threads(self->frame, hra_processors());
    hra_err err = HRA_OK;
    if (!self->solution && bonus)
        err = yz_bonus_solve(&self->bonus, &self->solution, dice, rules, YZ_EVENT_BONUS, threads, progress);
    else if (!self->solution)
        err = yz_solve(&self->solution, dice, rules, 1, progress);
    else if (!self->bonus && bonus)
        err = yz_bonus_open(&self->bonus, dice, rules, self->solution, YZ_EVENT_BONUS, threads, progress);
    if (!err && !self->policy)
        err = yz_policy_open(&self->policy, dice, rules, self->solution, YZ_POLICY_BYTES);
    return err;
}

static hra_err solved(struct optimal *self, struct thinker *thinker, bool bonus, const hra_stop *stop) {
    const hra_progress quiet = {.stop = stop};
    if (thinker->policy && (thinker->bonus || !bonus))
        return HRA_OK;
    hra_lock_take(&self->lock);
    hra_err err = solve(self, bonus, &quiet);
    if (!err) {
        thinker->exact.solution = self->solution;
        thinker->policy = self->policy;
        thinker->bonus = self->bonus;
    }
    hra_lock_give(&self->lock);
    return err;
}

static hra_err begin(const void *shared, void **scratch) {
    const struct optimal *self = shared;
    struct thinker *thinker = malloc(sizeof *thinker);
    if (!thinker)
        return HRA_ENOMEM;
    yz_exact_init(&thinker->exact, self->game, NULL);
    thinker->policy = NULL;
    thinker->bonus = NULL;
    *scratch = thinker;
    return HRA_OK;
}

static void end(void *scratch) {
    free(scratch);
}

static hra_move best_move(struct thinker *thinker, const struct yz_state *s) {
    const yz_decisions *decisions =
        yz_policy_card(thinker->policy, &thinker->scratch, yz_state_mover(s)->card);
    if (s->phase == YZ_TO_BOX)
        return yz_move_box(yz_decisions_box(decisions, s->roll));
    return yz_move_keep(yz_decisions_keep(decisions, &thinker->exact.game->dice, s->rolls, s->roll));
}

static hra_err choose(void *scratch, const hra_question *question, hra_move *out) {
    const struct yz_state *s = question->state;
    if (!yz_state_asks(s))
        return HRA_ESTATE;
    *out = best_move(scratch, s);
    return HRA_OK;
}

static hra_err value(const void *shared, void *scratch, const void *state, double *out) {
    yz_exact_value(&((struct thinker *)scratch)->exact, state, ((const struct optimal *)shared)->frame->seats,
                   out);
    return HRA_OK;
}

/* ---- advice ---------------------------------------------------------------------------------*/

/* Fills in the expected final score and the chance of the bonus of each move. Holding all five dice is, in
 * the tables, a roll without rerolls. */
static void list_keeps(struct thinker *thinker, const struct yz_state *s, bool bonus, hra_analysis *out) {
    const struct yz_seat *seat = yz_state_mover(s);
    const struct yz_turn *turn = yz_exact_turn(&thinker->exact, seat->card);
    double chance[2][YZ_KEEPS] = {{0}};
    if (bonus)
        yz_bonus_keeps(thinker->bonus, seat->card, turn, chance);
    for (int i = 0; i < out->move_count; i++) {
        hra_analysis_move *one = &out->moves[i];
        int keep = (int)one->move, rolls = yz_move_is_stand(one->move) ? 1 : s->rolls;
        one->value[out->value_seat] = seat->score + yz_turn_keep(turn, rolls, keep);
        one->column[0] = chance[rolls - 1][keep];
    }
}

static void list_boxes(struct thinker *thinker, const struct yz_state *s, bool bonus, hra_analysis *out) {
    const struct yz_seat *seat = yz_state_mover(s);
    const struct yz_rules *rules = &thinker->exact.game->rules;
    struct yz_next next;
    double worth[YZ_MAX_BOXES];
    yz_next_init(&next, rules, seat->card, yz_solution_value_fn, thinker->exact.solution);
    yz_next_boxes(&next, rules, s->roll, worth);
    for (int i = 0; i < out->move_count; i++) {
        int box = yz_box_of(out->moves[i].move);
        out->moves[i].value[out->value_seat] = seat->score + worth[box];
        if (bonus)
            out->moves[i].column[0] = yz_bonus_box(thinker->bonus, seat->card, s->roll, box);
    }
}

/* What the table of moves does not say. */
static void give_reason(struct thinker *thinker, const hra_game *game, const struct yz_state *s,
                        hra_analysis *out) {
    const struct yz_rules *rules = &thinker->exact.game->rules;
    const struct yz_seat *seat = yz_state_mover(s);
    const hra_analysis_move *best = &out->moves[0];
    if (out->move_count == 1) {
        (void)hra_snprintf(out->reason, sizeof out->reason, "%s", _("the only legal move"));
    } else if (s->phase == YZ_TO_KEEP) {
        yz_tell_aim(game, s, yz_exact_turn(&thinker->exact, seat->card), out);
    } else {
        int points = yz_mark_total(yz_card_mark(rules, seat->card, s->roll, yz_box_of(best->move)));
        (void)hra_snprintf(out->reason, sizeof out->reason,
                           _n("box %s: %d point now, %.2F expected after it",
                              "box %s: %d points now, %.2F expected after it", points),
                           yz_box_word(rules, yz_box_of(best->move), true), points,
                           best->value[out->value_seat] - seat->score - points);
    }
}

/* Every move with its worth; `bonus`: with the chance of the upper bonus in the first column. */
static void list_moves(const struct optimal *self, struct thinker *thinker, const struct yz_state *s,
                       bool bonus, hra_analysis *out) {
    hra_move moves[YZ_MAX_MOVES];
    out->what = (hra_column){.key = "score", .label = "expected final score", .unit = HRA_UNIT_POINTS};
    out->move_count = self->frame->rules->moves(self->frame, s, moves);
    for (int i = 0; i < out->move_count; i++)
        hra_analysis_tell(out, i, moves[i], 0);
    if (s->phase == YZ_TO_KEEP)
        list_keeps(thinker, s, bonus, out);
    else
        list_boxes(thinker, s, bonus, out);
}

/* Without the chances of the bonus, which take as long to work out as the game. */
static hra_err analyse(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    const struct optimal *self = shared;
    const struct yz_state *s = question->state;
    int seats = self->frame->seats;
    double started = hra_clock();
    hra_err err = hra_analysis_reserve(out, YZ_MAX_MOVES, 1);
    if (err)
        return err;
    out->value_seat = s->seat;
    list_moves(self, scratch, s, false, out);
    out->value_seat = -1;
    out->kind = HRA_VALUE_EXACT;
    yz_exact_value(&((struct thinker *)scratch)->exact, s, seats, out->value);
    for (int i = 0; i < out->move_count; i++) {
        hra_analysis_move *at = &out->moves[i];
        const double value = at->value[s->seat];
        *at =
            (hra_analysis_move){.move = at->move, .probability = 1, .kind = HRA_VALUE_EXACT, .distance = -1};
        memcpy(at->value, out->value, (size_t)seats * sizeof *at->value); /* the others do not care */
        at->value[s->seat] = value;
    }
    out->move = out->pv[0] = best_move(scratch, s);
    out->pv_length = 1;
    out->nodes = (uint64_t)out->move_count + 1;
    out->leaves = (uint64_t)out->move_count;
    out->seconds = hra_clock() - started;
    return HRA_OK;
}

static hra_err advise(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    const struct optimal *self = shared;
    const struct yz_state *s = question->state;
    struct thinker *thinker = scratch;
    if (!yz_state_asks(s))
        return HRA_ESTATE;
    list_moves(self, thinker, s, true, out);
    out->columns[0] = (hra_column){.key = "bonus", .label = "upper bonus", .unit = HRA_UNIT_PROBABILITY};
    out->column_count = 1;
    yz_put_first(out, best_move(thinker, s));
    give_reason(thinker, self->frame, s, out);
    return HRA_OK;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    hra_err err =
        solved((struct optimal *)shared, scratch, question->want == HRA_WANT_ADVICE, question->stop);
    if (err)
        return err;
    switch (question->want) {
    case HRA_WANT_MOVE:
        return choose(scratch, question, &out->move);
    case HRA_WANT_VALUE:
        return value(shared, scratch, question->state, out->value);
    case HRA_WANT_ADVICE:
        return advise(shared, scratch, question, out);
    default:
        return analyse(shared, scratch, question, out);
    }
}

const hra_player_kind yz_expert_optimal = {
    .size = sizeof(hra_player_kind),
    .name = "optimal",
    .summary = "maximize the expected score (exact)",
    .open = open_optimal,
    .close = close_optimal,
    .begin = begin,
    .end = end,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_ALL | HRA_ANSWERS_ADVICE | HRA_ANSWERS_VALUE,
    .exact = true,
};
