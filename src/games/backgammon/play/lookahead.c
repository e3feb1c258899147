/* What positions are worth some throws ahead. States that are needed at once are evaluated together: the plays of one
 * throw, and the plays of all throws where no further throw follows. */
#include "games/backgammon/play/lookahead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/backgammon/play/sieve.h"
#include "games/backgammon/rules/eval.h"

const double bg_cube_loss = 0.3;

hra_err bg_ahead_begin(bg_ahead *a, const hra_game *game, const void *judge, int most_plies, bool prune) {
    *a = (bg_ahead){.game = game, .judge = judge, .prune = prune, .deadline = INFINITY};
    a->moves = calloc(hra_game_move_capacity(game) * ((size_t)most_plies + 1), sizeof *a->moves);
    return a->moves ? bg_eval_begin(game, judge, &a->scratch) : HRA_ENOMEM;
}

void bg_ahead_end(bg_ahead *a) {
    bg_eval_end(a->scratch);
    free(a->moves);
}

void bg_ahead_ask(bg_ahead *a, const hra_question *question) {
    a->question = question;
    a->deadline = question->limits.seconds > 0 ? hra_clock() + question->limits.seconds : INFINITY;
    a->nodes = 0;
    a->ended = false;
}

static bool is_time(bg_ahead *a) {
    const hra_question *q = a->question;
    if (q && (hra_stop_is_set(q->stop) || (q->limits.nodes && a->nodes >= q->limits.nodes) ||
              (a->deadline < INFINITY && hra_clock() >= a->deadline)))
        a->ended = true;
    return a->ended;
}

/* ---- one state ------------------------------------------------------------------------------*/

double bg_stakes(const hra_game *game, const bg_state *s) {
    return game->rules->conduct->stakes(game, s);
}

bool bg_has_ended(const bg_state *before, const bg_state *s) {
    return bg_is_over(s) || (s->phase == BG_OPENING && before->phase != BG_OPENING);
}

/* How: the rules keep the board where nothing follows, and else what was scored. */
static bg_chances how_it_ended(const bg_state *before, const bg_state *s) {
    const int winner = bg_is_over(s) ? s->turn : s->score[BG_BLACK] > before->score[BG_BLACK];
    const int worth = !bg_is_over(s)           ? (s->score[winner] - before->score[winner]) >> before->cube
                      : s->phase == BG_DROPPED ? 1
                                               : bg_worth(&s->board, winner);
    bg_chances out = {.wins = winner == BG_WHITE};
    out.gammons[winner] = worth > 1;
    out.backgammons[winner] = worth > 2;
    return out;
}

static bg_view view_of(const bg_ahead *a, const bg_state *s, const bg_chances *chances) {
    return (bg_view){bg_eval_worth(a->game, a->judge, s, chances), *chances};
}

static bg_view view_of_end(const bg_ahead *a, const bg_state *before, const bg_state *s) {
    const bg_chances chances = how_it_ended(before, s);
    double value[2];
    if (!bg_is_over(s))
        return view_of(a, s, &chances);
    a->game->rules->returns(a->game, s, value);
    return (bg_view){value[BG_WHITE], chances};
}

/* A state behind a move from `before`, as it looks. */
static bg_view look(bg_ahead *a, const bg_state *before, const bg_state *s) {
    bg_chances chances;
    a->nodes++;
    if (bg_has_ended(before, s))
        return view_of_end(a, before, s);
    bg_eval_chances(a->judge, a->scratch, s, &chances);
    return view_of(a, s, &chances);
}

/* ---- many states ----------------------------------------------------------------------------*/

static void put_in_queue(bg_ahead *a, int group, const bg_state *before, hra_move m) {
    bg_state *s = &a->queue.state[a->queue.count];
    *s = *before;
    a->game->rules->apply(a->game, s, m);
    a->queue.group[a->queue.count++] = group;
    a->nodes++;
}

/* All of the queue in their order. remember: they may be asked for again. */
static void look_at_queue(bg_ahead *a, bool remember, bg_view *out) {
    const bg_queue *q = &a->queue;
    bg_state open[BG_TOGETHER];
    bg_chances chances[BG_TOGETHER];
    int n = 0;
    for (int i = 0; i < q->count; i++)
        if (!bg_has_ended(&a->choice[q->group[i]].before, &q->state[i]))
            open[n++] = q->state[i];
    bg_eval_many(a->judge, a->scratch, open, n, remember, chances);
    n = 0;
    for (int i = 0; i < q->count; i++) {
        const bg_state *before = &a->choice[q->group[i]].before, *s = &q->state[i];
        out[i] = bg_has_ended(before, s) ? view_of_end(a, before, s) : view_of(a, s, &chances[n++]);
    }
}

void bg_look_at_moves(bg_ahead *a, const bg_state *s, const hra_move *moves, int count, bg_view *out,
                      bool *ends) {
    a->queue.count = 0;
    a->choice[0].before = *s;
    for (int i = 0; i < count; i++)
        put_in_queue(a, 0, s, moves[i]);
    look_at_queue(a, false, out);
    for (int i = 0; i < count; i++)
        ends[i] = bg_has_ended(s, &a->queue.state[i]);
}

static void begin_choice(bg_ahead *a, int group, const bg_state *before, int seat) {
    const double sign = seat == BG_WHITE ? 1 : -1;
    a->choice[group] =
        (bg_choice){.before = *before, .best = *before, .most = {.value = -sign * INFINITY}, .sign = sign};
}

/* The choices among the states of the queue, which is empty then. */
static void choose_from_queue(bg_ahead *a) {
    bg_view views[BG_TOGETHER];
    look_at_queue(a, true, views);
    for (int i = 0; i < a->queue.count; i++) {
        bg_choice *c = &a->choice[a->queue.group[i]];
        if (c->sign * views[i].value > c->sign * c->most.value) {
            c->most = views[i];
            c->best = a->queue.state[i];
        }
    }
    a->queue.count = 0;
}

static void choose_among(bg_ahead *a, int group, hra_move *moves, int all) {
    const bg_setup *setup = bg_eval_setup(a->game, a->judge);
    const int count = a->prune ? bg_sieve_plays(setup, &a->choice[group].before, moves, all) : all;
    for (int i = 0; i < count; i++) {
        if (a->queue.count == BG_TOGETHER)
            choose_from_queue(a);
        put_in_queue(a, group, &a->choice[group].before, moves[i]);
    }
}

int bg_replies(bg_ahead *a, const bg_state *s, const hra_move *throws, int count, bg_view *out) {
    int n = 0;
    a->queue.count = 0;
    for (; n < count && !is_time(a); n++) {
        bg_state thrown = *s;
        a->game->rules->apply(a->game, &thrown, throws[n]);
        begin_choice(a, n, &thrown, thrown.turn);
        if (thrown.high)
            choose_among(a, n, a->moves, a->game->rules->moves(a->game, &thrown, a->moves));
        else /* equal dice of an opening throw, which is thrown again */
            a->choice[n].most = look(a, s, &thrown);
    }
    choose_from_queue(a);
    for (int i = 0; i < n; i++)
        out[i] = a->choice[i].most;
    return n;
}

/* ---- ahead ----------------------------------------------------------------------------------*/

static void add_view(bg_view *sum, double weight, const bg_view *v) {
    sum->value += weight * v->value;
    sum->chances.wins += weight * v->chances.wins;
    for (int seat = 0; seat < 2; seat++) {
        sum->chances.gammons[seat] += weight * v->chances.gammons[seat];
        sum->chances.backgammons[seat] += weight * v->chances.backgammons[seat];
    }
}

/* The player to move makes the move that looks best. Returns its value with this number of plies after it. */
static bg_view reply(bg_ahead *a, const bg_state *s, int seat, int plies) {
    hra_move *moves = a->moves + (size_t)plies * hra_game_move_capacity(a->game);
    const int n = a->game->rules->moves(a->game, s, moves);
    bg_state best = *s;
    if (n == 1 && plies) {
        a->game->rules->apply(a->game, &best, moves[0]);
        return bg_worth_ahead(a, s, &best, plies);
    }
    a->queue.count = 0;
    begin_choice(a, 0, s, seat);
    choose_among(a, 0, moves, n);
    choose_from_queue(a);
    best = a->choice[0].best;
    return plies ? bg_worth_ahead(a, s, &best, plies) : a->choice[0].most;
}

static bg_view over_throws(bg_ahead *a, const bg_state *s, int plies) {
    hra_move throws[BG_THROWS];
    double probability[BG_THROWS];
    bg_view sum = {.value = 0}, seen[BG_THROWS];
    const int n = a->game->rules->chance_outcomes(a->game, s, throws, probability);
    int done = plies == 1 ? bg_replies(a, s, throws, n, seen) : 0;
    for (; plies > 1 && done < n && !is_time(a); done++) {
        bg_state next = *s;
        a->game->rules->apply(a->game, &next, throws[done]);
        seen[done] = reply(a, &next, a->game->rules->to_move(a->game, &next), plies - 1);
    }
    for (int i = 0; i < done; i++)
        add_view(&sum, probability[i], &seen[i]);
    return sum;
}

/* The best choice about the cube, as far as choices look near enough to be looked at. */
static bg_view over_choices(bg_ahead *a, const bg_state *s, int seat, int plies) {
    hra_move moves[BG_ANSWERS];
    bg_state next[BG_ANSWERS];
    double at0[BG_ANSWERS], most0 = -INFINITY;
    const int n = a->game->rules->moves(a->game, s, moves);
    const double sign = seat == BG_WHITE ? 1 : -1;
    bg_view most = {.value = -sign * INFINITY};
    for (int i = 0; i < n; i++) {
        next[i] = *s;
        a->game->rules->apply(a->game, &next[i], moves[i]);
        at0[i] = sign * look(a, s, &next[i]).value;
        most0 = fmax(most0, at0[i]);
    }
    for (int i = 0; i < n; i++) {
        if (at0[i] < most0 - bg_cube_loss * bg_stakes(a->game, s) && !bg_has_ended(s, &next[i]))
            continue;
        const bg_view v = bg_worth_ahead(a, s, &next[i], plies);
        most = sign * v.value > sign * most.value ? v : most;
    }
    return most;
}

bg_view bg_worth_ahead(bg_ahead *a, const bg_state *before, const bg_state *s, int plies) {
    const int mover = bg_to_move(a->game, s);
    if (mover == HRA_OVER || s->phase == BG_OPENING || (plies == 0 && !s->high))
        return look(a, before, s);
    if (mover == HRA_CHANCE)
        return over_throws(a, s, plies);
    return s->high ? reply(a, s, mover, plies) : over_choices(a, s, mover, plies);
}
