/* Monte Carlo tree search as a method: options, threads, the choice at the root. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "core/thread.h"
#include "mcts.h"

/* What threads share. */
typedef struct mcts_setup {
    hra_search_setup search;
    hra_mcts_options options;
    bool ends; /* the evaluation was named, and judges finished states */
} mcts_setup;

typedef struct mcts {
    const hra_game *game;
    const mcts_setup *setup;
    hra_mcts_options options;
    hra_mcts_tree *trees; /* one, or with parallel=root one per thread */
    hra_mcts_worker *workers;
    int tree_count, listed; /* trees, and how many of them have moves below the root when a run is done */
    const hra_observer *observer;
    /* One run. */
    const hra_question *question;
    hra_limits now;
    double started;
    uint64_t tickets; /* simulations begun in a shared tree */
    int cut_short;    /* some worker met a limit of time or nodes, or a stop */
} mcts;

/* ---- opening --------------------------------------------------------------------------------*/

static void read_options(mcts_setup *m, const hra_options *options) {
    m->options = (hra_mcts_options){
        .c = hra_options_real(options, "c"),
        .prior = (double)hra_options_int(options, "prior-visits"),
        .rave = hra_options_real(options, "rave-k"),
        .mast = hra_options_real(options, "mast"),
        .widen = hra_options_real(options, "widening"),
        .widen_by = hra_options_real(options, "widening-exponent"),
        .greed = hra_options_real(options, "playout-greedy"),
        .plies = (uint64_t)hra_options_int(options, "playout-plies"),
        .solver = hra_options_flag(options, "solver"),
        .reuse = hra_options_flag(options, "reuse"),
        .threads = (int)hra_options_int(options, "threads"),
        .memory = hra_options_size(options, "memory"),
    };
    m->options.shared = m->options.threads > 1 && hra_options_choice(options, "parallel") == 1;
}

static hra_err read_setup(void *self, const hra_game *game, const hra_options *options, hra_error *why) {
    mcts_setup *m = self;
    read_options(m, options);
    if ((m->options.prior > 0 || m->options.greed > 0) && !m->search.eval.kind)
        return hra_fail(why, HRA_EFIT, -1, "prior-visits and playout-greedy need an evaluation; %s has none",
                        game->rules->name);
    if (m->options.shared && (m->options.rave > 0 || m->options.mast > 0))
        return hra_fail(why, HRA_EINPUT, -1, "rave-k and mast need a tree per thread; use parallel=root");
    m->options.repetition = game->repetition_limit && hra_options_flag(options, "repetition");
    m->ends = hra_options_text(options, "eval") && m->search.eval.kind->ends;
    m->options.solver &= !m->ends; /* what is proven is the return */
    return HRA_OK;
}

static hra_err open_mcts(const hra_game *game, const hra_options *options, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    return hra_search_open(sizeof(mcts_setup), read_setup, game, options, shared, why);
}

/* ---- one thread's memory --------------------------------------------------------------------*/

static hra_err open_trees(mcts *m) {
    int threads = m->options.threads;
    m->tree_count = m->options.shared ? 1 : threads;
    m->trees = calloc((size_t)m->tree_count, sizeof *m->trees);
    m->workers = calloc((size_t)threads, sizeof *m->workers);
    if (!m->trees || !m->workers)
        return HRA_ENOMEM;
    for (int i = 0; i < m->tree_count; i++)
        if (hra_mcts_tree_open(&m->trees[i], m->game, &m->options, m->options.memory / (size_t)m->tree_count))
            return HRA_ENOMEM;
    for (int i = 0; i < threads; i++) {
        hra_mcts_worker *w = &m->workers[i];
        w->tree = &m->trees[m->options.shared ? 0 : i];
        hra_err err = hra_simulation_open(&w->out, m->game, &m->setup->search.eval);
        if (err)
            return err;
        w->out.greed = m->options.greed;
        w->out.ends = m->setup->ends;
    }
    return HRA_OK;
}

static void end(void *scratch) {
    mcts *m = scratch;
    for (int i = 0; m->trees && i < m->tree_count; i++)
        hra_mcts_tree_release(&m->trees[i]);
    for (int i = 0; m->workers && i < m->options.threads; i++)
        hra_simulation_release(&m->workers[i].out);
    free(m->trees);
    free(m->workers);
    free(m);
}

static hra_err begin_mcts(const void *shared, void **scratch) {
    const mcts_setup *setup = shared;
    mcts *m = calloc(1, sizeof *m);
    if (!m)
        return HRA_ENOMEM;
    m->game = setup->search.game;
    m->setup = setup;
    m->options = setup->options;
    hra_err err = open_trees(m);
    if (err)
        end(m);
    else
        *scratch = m;
    return err;
}

/* ---- running --------------------------------------------------------------------------------*/

static bool must_end(const mcts *m) {
    return hra_stop_is_set(m->question->stop) ||
           (m->now.seconds > 0 && hra_clock() - m->started >= m->now.seconds);
}

/* One worker's simulations; at least one, unless stopped before. */
static hra_err work(void *self, int worker) {
    mcts *m = self;
    hra_mcts_worker *w = &m->workers[worker];
    uint64_t most = m->now.playouts ? m->now.playouts : UINT64_MAX, look = 1;
    hra_clock_throttle pace = {hra_clock(), 0};
    if (!m->options.shared && m->now.playouts)
        most = hra_share_of(most, worker, m->options.threads);
    for (;;) {
        if (most < UINT64_MAX &&
            (m->options.shared ? __atomic_fetch_add(&m->tickets, 1, __ATOMIC_RELAXED) : w->playouts) >= most)
            return HRA_OK;
        if (w->tree->exact && __atomic_load_n(&w->tree->nodes[0].proven, __ATOMIC_ACQUIRE) == 1)
            return HRA_OK;
        bool end = w->broken || w->out.plies >= w->nodes;
        if (!end && w->playouts >= look) {
            end = must_end(m);
            look = hra_clock_throttle_next(&pace, w->playouts);
        }
        if (end) {
            __atomic_store_n(&m->cut_short, 1, __ATOMIC_RELAXED);
            return HRA_OK;
        }
        hra_mcts_simulate(w);
    }
}

static void begin(mcts *m, const hra_question *question) {
    m->question = question;
    m->now = hra_limits_join(m->setup->search.limits, question->limits);
    if (!m->now.playouts && !m->now.nodes && m->now.seconds <= 0)
        m->now.playouts = 10000;
    m->started = hra_clock();
    m->tickets = 0;
    m->cut_short = 0;
    hra_rng rng;
    hra_rng_init(&rng, question->seed);
    for (int i = 0; i < m->options.threads; i++) {
        hra_mcts_worker *w = &m->workers[i];
        w->out.rng = rng;
        w->out.plies = w->playouts = 0;
        /* The root is a node that was entered, too. */
        w->nodes = m->now.nodes ? hra_share_of(m->now.nodes - 1, i, m->options.threads) : UINT64_MAX;
        w->broken = false;
        hra_rng_jump(&rng);
    }
    for (int i = 0; i < m->tree_count; i++) {
        hra_mcts_tree_move(&m->trees[i], question, &m->workers[i]);
        m->trees[i].grown = true;
    }
}

/* ---- the result -----------------------------------------------------------------------------*/

/* Adds what a tree knows of the root moves to the sums in the result. The visits that the evaluation
 * counted for new nodes (`prior`) are among those added. */
static void add_tree(mcts *m, const hra_mcts_tree *t, hra_analysis *result) {
    const hra_mcts_node *root = &t->nodes[0];
    m->listed += root->listing == HRA_MCTS_LISTED;
    for (uint32_t c = root->first; root->listing == HRA_MCTS_LISTED && c < root->first + root->count; c++) {
        const hra_mcts_node *node = &t->nodes[c];
        int i = 0;
        while (result->moves[i].move != node->move)
            i++;
        hra_analysis_move *at = &result->moves[i];
        bool proven = at->kind == HRA_VALUE_EXACT;
        if (node->proven == 1 && !proven) {
            proven = true;
            at->kind = HRA_VALUE_EXACT;
            memcpy(at->value, hra_mcts_exact(t, c), (size_t)m->game->seats * sizeof(double));
        }
        for (int k = 0; !proven && k < m->game->seats; k++)
            at->value[k] += hra_mcts_sum(t, c)[k];
        at->sampled.visits += node->visits;
    }
}

/* Sums into means; what is reported as visits are simulations. */
static void take_mean(const mcts *m, hra_analysis_move *at) {
    uint64_t before = (uint64_t)m->options.prior * (uint64_t)m->listed;
    if (at->kind != HRA_VALUE_EXACT && at->sampled.visits) {
        at->kind = HRA_VALUE_MEAN;
        for (int k = 0; k < m->game->seats; k++)
            at->value[k] = m->game->min_return + at->value[k] / (double)at->sampled.visits;
    }
    at->sampled.visits -= before;
}

/* The most visited move, or one that is proven to be at least as good. */
static int best_move(const hra_analysis *result, int mover) {
    int visited = -1, proven = -1;
    for (int i = 0; i < result->move_count; i++) {
        const hra_analysis_move *at = &result->moves[i];
        if (at->kind == HRA_VALUE_EXACT &&
            (proven < 0 || at->value[mover] > result->moves[proven].value[mover]))
            proven = i;
        if (at->kind == HRA_VALUE_MEAN &&
            (visited < 0 || at->sampled.visits > result->moves[visited].sampled.visits))
            visited = i;
    }
    if (proven < 0 || visited < 0)
        return proven < 0 ? visited : proven;
    return result->moves[proven].value[mover] >= result->moves[visited].value[mover] ? proven : visited;
}

/* The most visited line of the first tree, down to the first chance. */
static void follow(const mcts *m, hra_analysis *result) {
    const hra_mcts_tree *t = &m->trees[0];
    uint32_t i = 0;
    hra_move next = result->move;
    while (result->pv_length < HRA_PV_LENGTH) {
        const hra_mcts_node *node = &t->nodes[i];
        uint32_t best = 0;
        result->pv[result->pv_length++] = next;
        if (node->listing != HRA_MCTS_LISTED)
            return;
        for (uint32_t c = node->first; c < node->first + node->count; c++)
            if (t->nodes[c].move == next)
                i = c;
        node = &t->nodes[i];
        if (node->mover < 0 || node->listing != HRA_MCTS_LISTED)
            return;
        for (uint32_t c = node->first; c < node->first + node->count; c++)
            if (t->nodes[c].visits && (!best || t->nodes[c].visits > t->nodes[best].visits))
                best = c;
        if (!best)
            return;
        next = t->nodes[best].move;
    }
}

static hra_err finish(mcts *m, int mover, hra_analysis *result) {
    hra_mcts_worker *first = &m->workers[0];
    result->move_count = m->game->rules->moves(m->game, m->question->state, first->out.moves);
    for (int i = 0; i < result->move_count; i++)
        result->moves[i] = (hra_analysis_move){.move = first->out.moves[i],
                                               .probability = 1,
                                               .distance = -1,
                                               .tag = HRA_ROOT_SAMPLED,
                                               .sampled.error = -1};
    m->listed = 0;
    for (int i = 0; i < m->tree_count; i++)
        add_tree(m, &m->trees[i], result);
    for (int i = 0; i < result->move_count; i++)
        take_mean(m, &result->moves[i]);
    for (int i = 0; i < m->options.threads; i++) {
        result->playouts += m->workers[i].playouts;
        result->nodes += m->workers[i].out.plies;
    }
    int best = best_move(result, mover);
    if (best < 0)
        return hra_analysis_fail(result, HRA_ESTOPPED, "stopped before any playout");
    result->nodes++;
    result->leaves = result->playouts;
    result->move = result->moves[best].move;
    memcpy(result->value, result->moves[best].value, sizeof result->value);
    result->kind = result->moves[best].kind;
    result->stopped = m->cut_short != 0;
    follow(m, result);
    return HRA_OK;
}

/* ---- observers ------------------------------------------------------------------------------*/

static double chance_of(const mcts *m, const unsigned char *s, hra_move move) {
    hra_simulation *out = &m->workers[0].out;
    int n = m->game->rules->chance_outcomes(m->game, s, out->moves, out->probability);
    for (int i = 0; i < n; i++)
        if (out->moves[i] == move)
            return out->probability[i];
    return 0;
}

/* Tells of node i of the first tree, whose state is made again from its path. */
static void tell(const mcts *m, uint32_t *path, int ply, double probability) {
    const hra_mcts_tree *t = &m->trees[0];
    const hra_mcts_node *node = &t->nodes[path[ply]];
    const hra_observer *o = m->observer;
    unsigned char *s = m->workers[0].out.state;
    double value[HRA_MAX_SEATS];
    memcpy(s, t->root, m->game->state_size);
    for (int i = 1; i <= ply; i++)
        m->game->rules->apply(m->game, s, t->nodes[path[i]].move);
    hra_node_enter entering = {.state = s,
                               .ply = ply,
                               .move = node->move,
                               .mover = node->mover,
                               .pov = -1,
                               .probability = probability,
                               .depth = -1};
    o->enter(o->self, &entering);
    bool chance = node->mover == HRA_CHANCE;
    uint32_t end = node->listing == HRA_MCTS_LISTED ? node->first + node->count : node->first;
    for (uint32_t c = node->first; chance ? c != 0 : c < end; c = chance ? t->nodes[c].next : c + 1) {
        if (t->nodes[c].mover == -128)
            continue; /* listed, but not visited yet */
        path[ply + 1] = c;
        memcpy(s, t->root, m->game->state_size);
        for (int i = 1; chance && i <= ply; i++)
            m->game->rules->apply(m->game, s, t->nodes[path[i]].move);
        tell(m, path, ply + 1, chance ? chance_of(m, s, t->nodes[c].move) : 1);
    }
    for (int k = 0; k < m->game->seats; k++)
        value[k] = hra_mcts_mean(t, path[ply], k);
    hra_node_leave leaving = {.ply = ply,
                              .value = value,
                              .visits = node->visits,
                              .leaf = node->first == 0,
                              .bound = node->proven == 1 ? HRA_VALUE_EXACT : HRA_VALUE_MEAN};
    o->leave(o->self, &leaving);
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    mcts *m = scratch;
    int mover = m->game->rules->to_move(m->game, question->state);
    hra_err err = hra_analysis_reserve(result, m->game->max_moves, HRA_PV_LENGTH);
    if (err)
        return err;
    begin(m, question);
    hra_mcts_watch *watch = NULL;
    if (m->observer && m->observer->simulated && m->options.threads == 1)
        err = hra_mcts_watch_open(&watch, m->game, m->observer);
    m->workers[0].watch = watch;
    m->workers[0].out.record = watch ? watch->playout : NULL;
    if (!err)
        err = hra_workers_run(m->options.threads, work, m);
    for (int i = 0; i < m->options.threads; i++)
        if (m->workers[i].broken)
            hra_mcts_drop(&m->workers[i]);
    err = !err && watch && watch->no_memory ? HRA_ENOMEM : err;
    m->workers[0].watch = NULL;
    m->workers[0].out.record = NULL;
    hra_mcts_watch_close(watch);
    if (!err)
        err = finish(m, mover, result);
    if (!err && m->observer) {
        m->workers[0].path[0] = 0;
        if (m->observer->iteration)
            m->observer->iteration(m->observer->self, -1);
        tell(m, m->workers[0].path, 0, 1);
    }
    result->seconds = hra_clock() - m->started;
    return err;
}

static hra_err observe(void *scratch, const hra_observer *observer) {
    ((mcts *)scratch)->observer = observer;
    return HRA_OK;
}

static void forget(void *scratch) {
    mcts *m = scratch;
    for (int i = 0; i < m->tree_count; i++)
        m->trees[i].grown = false;
}

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    {"playouts", HRA_OPTION_INT, NULL, 1, 1e15, NULL, N_("simulations per move (default: 10000 if unlimited)")},
    HRA_OPTION_TIME,
    HRA_OPTION_CLOCK,
    HRA_OPTION_NODES,
    {"c", HRA_OPTION_REAL, "1", 0, 1000, NULL, N_("exploration constant of UCB1, in units of the value range")},
    {"solver", HRA_OPTION_FLAG, "yes", 0, 0, NULL, N_("back up proven values (MCTS-Solver)")},
    {"repetition", HRA_OPTION_FLAG, "yes", 0, 0, NULL, N_("value repeated positions as draws")},
    {"reuse", HRA_OPTION_FLAG, "yes", 0, 0, NULL, N_("reuse the tree of the last move")},
    {"threads", HRA_OPTION_THREADS, "1", 1, 256, NULL, N_("number of threads")},
    {"parallel", HRA_OPTION_CHOICE, "root", 0, 0, "root|tree",
     N_("a tree per thread (root), or a shared tree (tree; not reproducible)")},
    {"widening", HRA_OPTION_REAL, "0", 0, 1000, NULL, N_("children = widening * visits^widening-exponent (0: all)")},
    {"widening-exponent", HRA_OPTION_REAL, "0.5", 0, 1, NULL, N_("exponent of widening")},
    {"prior-visits", HRA_OPTION_INT, "0", 0, 1000, NULL, N_("weight of the evaluation in a new node, in visits")},
    {"rave-k", HRA_OPTION_REAL, "0", 0, 1e9, NULL, N_("visits at which RAVE and the mean weigh the same (0: off)")},
    {"mast", HRA_OPTION_REAL, "0", 0, 1, NULL, N_("probability of the best move by MAST in playouts")},
    {"playout-greedy", HRA_OPTION_REAL, "0", 0, 1, NULL, N_("probability of the evaluation's best move in playouts")},
    {"playout-plies", HRA_OPTION_INT, "4096", 0, 1e9, NULL, N_("cut playouts after N plies and evaluate")},
    {"memory", HRA_OPTION_SIZE, "256M", 4096, 1e13, NULL, N_("memory for the tree")},
    HRA_OPTION_EVAL,
    {0},
};
/* clang-format on */

const hra_player_kind hra_method_mcts = {
    .size = sizeof(hra_player_kind),
    .name = "mcts",
    .title = "Monte Carlo tree search",
    .summary = "UCT, with chance and any number of players",
    .options = options,
    .open = open_mcts,
    .close = hra_search_close,
    .begin = begin_mcts,
    .end = end,
    .forget = forget,
    .ask = analyse,
    .answers = HRA_ANSWERS_ALL,
    .observe = observe,
};
