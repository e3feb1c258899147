/* Flat Monte Carlo (Abramson 1990): every move is played out at random the same number of times,
 * and the one with the best mean is taken. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "playout.h"

typedef struct montecarlo {
    const hra_game *game;
    hra_eval eval;
    hra_player_out out;
    hra_limits limits;
    bool scored; /* a result counts win, draw or loss instead of what the game pays */
    double win, draw, loss;
    const hra_observer *observer;
} montecarlo;

static void close_montecarlo(void *self) {
    montecarlo *m = self;
    hra_player_out_release(&m->out);
    hra_eval_close(&m->eval);
    free(m);
}

static hra_err open_montecarlo(const hra_game *game, const hra_options *options, void **self,
                               hra_error *why) {
    montecarlo *m = calloc(1, sizeof *m);
    if (!m)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    *self = m;
    m->game = game;
    hra_limits_read(&m->limits, options);
    m->win = hra_options_real(options, "win");
    m->draw = hra_options_real(options, "draw");
    m->loss = hra_options_real(options, "loss");
    m->scored = hra_options_given(options, "win") || hra_options_given(options, "draw") ||
                hra_options_given(options, "loss");
    const char *eval = hra_options_text(options, "eval");
    bool some = game->rules->catalogue->evaluations && game->rules->catalogue->evaluations->name;
    hra_err err = eval || some ? hra_eval_open(&m->eval, game, eval, why) : HRA_OK;
    if (!err && hra_player_out_open(&m->out, game, &m->eval))
        err = hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    m->out.greed = hra_options_real(options, "greed");
    m->out.most = (uint64_t)hra_options_int(options, "plies");
    m->out.ends = !err && eval && m->eval.kind->ends;
    if (!err && m->out.greed > 0 && !some)
        err = hra_fail(why, HRA_EFIT, -1, "greed needs an evaluation, and %s has none", game->rules->name);
    return err;
}

/* What the result of a playout counts for each seat. */
static void score(const montecarlo *m, double *value) {
    double most = -INFINITY, counts[HRA_MAX_SEATS];
    int best = 0, seats = m->game->seats;
    if (!m->scored)
        return;
    for (int k = 0; k < seats; k++)
        most = fmax(most, value[k]);
    for (int k = 0; k < seats; k++)
        best += value[k] == most;
    for (int k = 0; k < seats; k++)
        counts[k] = value[k] < most ? m->loss : best > 1 ? m->draw : m->win;
    memcpy(value, counts, (size_t)seats * sizeof *counts);
}

/* One playout after the move; its numbers are added to the sums in at->value. */
static void play(montecarlo *m, const void *root, hra_root_move *at) {
    double value[HRA_MAX_SEATS];
    memcpy(m->out.state, root, m->game->state_size);
    m->game->rules->apply(m->game, m->out.state, at->move);
    m->out.plies++;
    hra_player_out_run(&m->out, value);
    score(m, value);
    for (int k = 0; k < m->game->seats; k++)
        at->value[k] += value[k];
    at->visits++;
}

/* Round after round, a playout a move in each, so that a stop finds the moves equally well known. */
static bool play_all(montecarlo *m, const hra_question *question, hra_limits limits, hra_result *result) {
    hra_pace pace = {hra_clock(), 0};
    uint64_t done = 0, look = 0, rounds = limits.playouts;
    double started = pace.looked;
    if (!rounds && !limits.nodes && limits.seconds <= 0)
        rounds = 1000;
    for (uint64_t round = 0; !rounds || round < rounds; round++)
        for (int i = 0; i < result->move_count; i++) {
            if (done++ >= look) {
                if (done > 1 && (hra_stop_is_set(question->stop) ||
                                 (limits.seconds > 0 && hra_clock() - started >= limits.seconds)))
                    return true;
                look = hra_pace_next(&pace, done);
            }
            if (limits.nodes && m->out.plies >= limits.nodes)
                return true;
            play(m, question->state, &result->moves[i]);
        }
    return false;
}

static void tell(const montecarlo *m, const hra_question *question, const hra_result *result) {
    const hra_observer *o = m->observer;
    const hra_rules *rules = m->game->rules;
    hra_entered entered = {.state = question->state, .probability = 1, .depth = 1, .pov = -1};
    entered.mover = rules->to_move(m->game, question->state);
    if (o->iteration)
        o->iteration(o->self, -1);
    o->enter(o->self, &entered);
    for (int i = 0; i < result->move_count; i++) {
        const hra_root_move *at = &result->moves[i];
        memcpy(m->out.state, question->state, m->game->state_size);
        rules->apply(m->game, m->out.state, at->move);
        entered.state = m->out.state;
        entered.ply = 1;
        entered.move = at->move;
        entered.mover = rules->to_move(m->game, m->out.state);
        entered.depth = 0;
        o->enter(o->self, &entered);
        hra_left left = {.ply = 1, .value = at->value, .leaf = true, .visits = at->visits};
        o->leave(o->self, &left);
    }
    hra_left left = {.value = result->value, .visits = result->playouts};
    o->leave(o->self, &left);
}

static hra_err run(void *self, const hra_question *question, hra_result *result) {
    montecarlo *m = self;
    const hra_rules *rules = m->game->rules;
    double started = hra_clock();
    int mover = rules->to_move(m->game, question->state), best = -1;
    if (mover < 0)
        return hra_result_fail(result, HRA_ESTATE, "%s",
                               mover == HRA_OVER ? "the game is over" : "chance is to move, not a seat");
    hra_err err = hra_result_reserve(result, m->game->max_moves, HRA_PV_LENGTH);
    if (err)
        return err;
    hra_rng_init(&m->out.rng, question->seed);
    m->out.plies = 0;
    result->move_count = rules->moves(m->game, question->state, m->out.moves);
    for (int i = 0; i < result->move_count; i++)
        result->moves[i] = (hra_root_move){.move = m->out.moves[i], .distance = -1};
    result->stopped = play_all(m, question, hra_limits_join(m->limits, question->limits), result);
    for (int i = 0; i < result->move_count; i++) {
        hra_root_move *at = &result->moves[i];
        result->playouts += at->visits;
        for (int k = 0; k < m->game->seats && at->visits; k++)
            at->value[k] /= (double)at->visits;
        if (at->visits && (best < 0 || at->value[mover] > result->moves[best].value[mover]))
            best = i;
    }
    if (best < 0)
        return hra_result_fail(result, HRA_ESTOPPED, "stopped before any move was played out");
    result->move = result->pv[0] = result->moves[best].move;
    result->pv_length = 1;
    memcpy(result->value, result->moves[best].value, sizeof result->value);
    result->nodes = m->out.plies + 1;
    result->leaves = result->playouts;
    if (m->observer)
        tell(m, question, result);
    result->seconds = hra_clock() - started;
    return HRA_OK;
}

static void observe(void *self, const hra_observer *observer) {
    ((montecarlo *)self)->observer = observer;
}

/* Rows that are macros confuse the alignment of rows. */
/* clang-format off */
static const hra_option options[] = {
    {"playouts", HRA_OPTION_INT, NULL, 1, 1e15, NULL, "of each move; 1000 where nothing else ends it"},
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    {"win", HRA_OPTION_REAL, "1", 0, 0, NULL, "what a win counts, instead of what the game pays"},
    {"draw", HRA_OPTION_REAL, "0", 0, 0, NULL, "what a draw counts"},
    {"loss", HRA_OPTION_REAL, "-1", 0, 0, NULL, "what a loss counts"},
    {"greed", HRA_OPTION_REAL, "0", 0, 1, NULL, "share of playout moves that take the best evaluation"},
    {"plies", HRA_OPTION_INT, "4096", 1, 1e9, NULL, "plies of a playout, which is then evaluated"},
    HRA_OPTION_EVAL,
    {0},
};
/* clang-format on */

const hra_method hra_method_montecarlo = {
    .name = "montecarlo",
    .title = "Monte Carlo",
    .summary = "every move played out at random many times; the best mean wins",
    .options = options,
    .open = open_montecarlo,
    .close = close_montecarlo,
    .run = run,
    .observe = observe,
};
