/* Flat Monte Carlo (Abramson 1990): every move is played out at random the same number of times,
 * and the one with the best mean is taken. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "players/batch_eval.h"
#include "playout.h"
#include "rules/evaluate.h"

/* What threads share. */
typedef struct montecarlo_setup {
    hra_search_setup search;
    bool scored; /* results count as win, draw or loss, not as what the game pays */
    double win, draw, loss, greed;
    uint64_t most; /* plies of a playout */
    bool ends;     /* the evaluation was named, and judges finished states */
} montecarlo_setup;

typedef struct montecarlo {
    const hra_game *game;
    const montecarlo_setup *setup;
    hra_simulation out;
    double *squares; /* of each move: the sum of the squares of the mover's numbers */
    /* Playouts of a round whose last states wait to be evaluated together; NULL: each is at once. */
    hra_company *company;
    int waiting[HRA_COMPANY]; /* the moves that they belong to */
    const hra_observer *observer;
} montecarlo;

static hra_err read_setup(void *self, const hra_game *game, const hra_options *options, hra_error *why) {
    montecarlo_setup *m = self;
    m->win = hra_options_real(options, "win");
    m->draw = hra_options_real(options, "draw");
    m->loss = hra_options_real(options, "loss");
    m->scored = hra_options_given(options, "win") || hra_options_given(options, "draw") ||
                hra_options_given(options, "loss");
    m->greed = hra_options_real(options, "playout-greedy");
    m->most = (uint64_t)hra_options_int(options, "playout-plies");
    if (m->greed > 0 && !m->search.eval.kind)
        return hra_fail(why, HRA_EFIT, -1, "playout-greedy needs an evaluation; %s has none",
                        game->rules->name);
    m->ends = hra_options_text(options, "eval") && m->search.eval.kind->ends;
    return HRA_OK;
}

static hra_err open_montecarlo(const hra_game *game, const hra_options *options, const char *data,
                               const hra_progress *progress, void **shared, hra_error *why) {
    return hra_search_open(sizeof(montecarlo_setup), read_setup, game, options, shared, why);
}

static void end(void *scratch) {
    montecarlo *m = scratch;
    hra_simulation_release(&m->out);
    hra_company_close(m->company);
    free(m->squares);
    free(m);
}

static hra_err begin(const void *shared, void **scratch) {
    const montecarlo_setup *setup = shared;
    montecarlo *m = calloc(1, sizeof *m);
    if (!m)
        return HRA_ENOMEM;
    m->game = setup->search.game;
    m->setup = setup;
    m->squares = calloc((size_t)m->game->max_moves + 1, sizeof *m->squares);
    hra_err err = hra_simulation_open(&m->out, m->game, &setup->search.eval);
    if (!err && !m->squares)
        err = HRA_ENOMEM;
    if (!err)
        err = hra_company_open(&m->company, &m->out.eval);
    m->out.greed = setup->greed;
    m->out.ends = setup->ends;
    if (err)
        end(m);
    else
        *scratch = m;
    return err;
}

/* What the result of a playout counts for each seat. */
static void score(const montecarlo *m, double *value) {
    const montecarlo_setup *setup = m->setup;
    double most = -INFINITY, counts[HRA_MAX_SEATS];
    int best = 0, seats = m->game->seats;
    if (!setup->scored)
        return;
    for (int k = 0; k < seats; k++)
        most = fmax(most, value[k]);
    for (int k = 0; k < seats; k++)
        best += value[k] == most;
    for (int k = 0; k < seats; k++)
        counts[k] = value[k] < most ? setup->loss : best > 1 ? setup->draw : setup->win;
    memcpy(value, counts, (size_t)seats * sizeof *counts);
}

/* Adds what a playout of move i came to. */
HRA_INLINE void count(montecarlo *m, int mover, int i, double *value, hra_analysis *result) {
    hra_analysis_move *at = &result->moves[i];
    score(m, value);
    for (int k = 0; k < m->game->seats; k++)
        at->value[k] += value[k];
    m->squares[i] += value[mover] * value[mover];
    at->sampled.visits++;
}

/* Evaluates the playouts that wait. */
static void count_waiting(montecarlo *m, int mover, hra_analysis *result) {
    hra_company *c = m->company;
    hra_company_judge(c, &m->out.eval);
    for (int k = 0; k < c->count; k++) {
        double *value = hra_company_row(c, k);
        if (!m->out.ends)
            hra_evaluation_to_return(&m->out.eval, value);
        count(m, mover, m->waiting[k], value, result);
    }
    hra_company_begin(c);
}

/* The state in which a playout of move i ended, to be evaluated with others. */
static void keep_waiting(montecarlo *m, int mover, int i, hra_analysis *result) {
    if (hra_company_full(m->company))
        count_waiting(m, mover, result);
    hra_company_put(m->company, m->out.state);
    m->waiting[m->company->count] = i;
    hra_company_take(m->company, true);
}

/* One playout after move i, of `left` plies at most; its numbers are added to the sums in the result. False:
 * it was broken off, and counts for nothing. */
static bool play(montecarlo *m, const void *root, int mover, int i, uint64_t left, hra_analysis *result) {
    const hra_rules *rules = m->game->rules;
    const uint64_t most = m->setup->most;
    double value[HRA_MAX_SEATS];
    if (!left)
        return false;
    m->out.most = most < left ? most : left - 1;
    memcpy(m->out.state, root, m->game->state_size);
    rules->apply(m->game, m->out.state, result->moves[i].move);
    m->out.plies++;
    hra_simulation_play(&m->out);
    bool over = rules->to_move(m->game, m->out.state) == HRA_OVER;
    if (!over && most >= left)
        return false;
    if (m->company && (m->out.ends || !over)) {
        keep_waiting(m, mover, i, result);
        return true;
    }
    hra_simulation_value(&m->out, value);
    count(m, mover, i, value, result);
    return true;
}

/* Round after round, each with one playout of every move, so that at a stop all are equally well known. */
static bool play_all(montecarlo *m, const hra_question *question, int mover, hra_analysis *result) {
    hra_limits limits = hra_limits_join(m->setup->search.limits, question->limits);
    hra_clock_throttle pace = {hra_clock(), 0};
    uint64_t done = 0, look = 0, rounds = limits.playouts;
    const uint64_t nodes = limits.nodes ? limits.nodes : UINT64_MAX;
    double started = pace.looked;
    if (!rounds && !limits.nodes && limits.seconds <= 0)
        rounds = 1000;
    for (uint64_t round = 0; !rounds || round < rounds; round++) {
        /* A move's numbers are added in the order of the rounds, however they came about. */
        if (m->company && round)
            count_waiting(m, mover, result);
        for (int i = 0; i < result->move_count; i++) {
            if (done++ >= look) {
                if (done > 1 && (hra_stop_is_set(question->stop) ||
                                 (limits.seconds > 0 && hra_clock() - started >= limits.seconds)))
                    return true;
                look = hra_clock_throttle_next(&pace, done);
            }
            /* The root is a node that was entered, too. */
            if (!play(m, question->state, mover, i, nodes - 1 - m->out.plies, result))
                return true;
        }
    }
    return false;
}

static void tell(const montecarlo *m, const hra_question *question, const hra_analysis *result) {
    const hra_observer *o = m->observer;
    const hra_rules *rules = m->game->rules;
    hra_node_enter entering = {.state = question->state, .probability = 1, .depth = 1, .pov = -1};
    entering.mover = rules->to_move(m->game, question->state);
    if (o->iteration)
        o->iteration(o->self, -1);
    o->enter(o->self, &entering);
    for (int i = 0; i < result->move_count; i++) {
        const hra_analysis_move *at = &result->moves[i];
        memcpy(m->out.state, question->state, m->game->state_size);
        rules->apply(m->game, m->out.state, at->move);
        entering.state = m->out.state;
        entering.ply = 1;
        entering.move = at->move;
        entering.mover = rules->to_move(m->game, m->out.state);
        entering.depth = 0;
        o->enter(o->self, &entering);
        hra_node_leave leaving = {.ply = 1,
                                  .value = at->value,
                                  .leaf = true,
                                  .visits = at->sampled.visits,
                                  .bound = HRA_VALUE_MEAN};
        o->leave(o->self, &leaving);
    }
    hra_node_leave leaving = {.value = result->value, .visits = result->playouts, .bound = HRA_VALUE_MEAN};
    o->leave(o->self, &leaving);
}

/* Sums into means, each with its standard error; the index of the best, -1: none was played out. */
static int take_means(const montecarlo *m, int mover, hra_analysis *result) {
    int best = -1;
    for (int i = 0; i < result->move_count; i++) {
        hra_analysis_move *at = &result->moves[i];
        double n = (double)at->sampled.visits;
        result->playouts += at->sampled.visits;
        at->sampled.error = -1;
        if (!at->sampled.visits)
            continue;
        for (int k = 0; k < m->game->seats; k++)
            at->value[k] /= n;
        at->kind = HRA_VALUE_MEAN;
        double spread = m->squares[i] - n * at->value[mover] * at->value[mover];
        if (n > 1)
            at->sampled.error = sqrt(fmax(spread, 0) / (n - 1) / n);
        if (best < 0 || at->value[mover] > result->moves[best].value[mover])
            best = i;
    }
    return best;
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    montecarlo *m = scratch;
    const hra_rules *rules = m->game->rules;
    double started = hra_clock();
    int mover = rules->to_move(m->game, question->state);
    hra_err err = hra_analysis_reserve(result, m->game->max_moves, HRA_PV_LENGTH);
    if (err)
        return err;
    hra_rng_init(&m->out.rng, question->seed);
    m->out.plies = 0;
    result->move_count = rules->moves(m->game, question->state, m->out.moves);
    for (int i = 0; i < result->move_count; i++) {
        result->moves[i] = (hra_analysis_move){
            .move = m->out.moves[i], .probability = 1, .distance = -1, .tag = HRA_ROOT_SAMPLED};
        m->squares[i] = 0;
    }
    if (m->company)
        hra_company_begin(m->company);
    result->stopped = play_all(m, question, mover, result);
    if (m->company)
        count_waiting(m, mover, result);
    int best = take_means(m, mover, result);
    if (best < 0)
        return hra_analysis_fail(result, HRA_ESTOPPED, "stopped before any playout");
    result->move = result->pv[0] = result->moves[best].move;
    result->pv_length = 1;
    memcpy(result->value, result->moves[best].value, sizeof result->value);
    result->kind = HRA_VALUE_MEAN;
    result->nodes = m->out.plies + 1;
    result->leaves = result->playouts;
    if (m->observer)
        tell(m, question, result);
    result->seconds = hra_clock() - started;
    return HRA_OK;
}

static hra_err observe(void *scratch, const hra_observer *observer) {
    ((montecarlo *)scratch)->observer = observer;
    return HRA_OK;
}

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    {"playouts", HRA_OPTION_INT, NULL, 1, 1e15, NULL, N_("simulations per candidate move (default: 1000 if unlimited)")},
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    HRA_OPTION_CLOCK,
    {"win", HRA_OPTION_REAL, "1", 0, 0, NULL, N_("reward of a win, instead of the game's return")},
    {"draw", HRA_OPTION_REAL, "0", 0, 0, NULL, N_("reward of a draw")},
    {"loss", HRA_OPTION_REAL, "-1", 0, 0, NULL, N_("reward of a loss")},
    {"playout-greedy", HRA_OPTION_REAL, "0", 0, 1, NULL, N_("probability of the evaluation's best move in playouts")},
    {"playout-plies", HRA_OPTION_INT, "4096", 1, 1e9, NULL, N_("cut playouts after N plies and evaluate")},
    HRA_OPTION_EVAL,
    {0},
};
/* clang-format on */

const hra_player_kind hra_method_montecarlo = {
    .size = sizeof(hra_player_kind),
    .name = "montecarlo",
    .title = "Monte Carlo",
    .summary = "mean result of random games after each move",
    .options = options,
    .open = open_montecarlo,
    .close = hra_search_close,
    .begin = begin,
    .end = end,
    .ask = analyse,
    .answers = HRA_ANSWERS_ALL,
    .observe = observe,
};
