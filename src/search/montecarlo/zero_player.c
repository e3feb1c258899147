/* `zero`: looks ahead by PUCT, guided by what was learnt: a net that says what a state is worth and which
 * moves look good. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nets/policy_value_net.h"
#include "players/analysis.h"
#include "players/general.h"
#include "search/montecarlo/puct.h"

enum { USUAL = 100 }; /* simulations */

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    {"file", HRA_OPTION_FILE, NULL, 0, 0, NULL, N_("model file written by hra learn --method zero")},
    {"playouts", HRA_OPTION_INT, NULL, 1, 1e15, NULL, N_("simulations per move (default: 100 if unlimited)")},
    HRA_OPTION_TIME,
    HRA_OPTION_CLOCK,
    HRA_OPTION_NODES,
    {"c", HRA_OPTION_REAL, "1.25", 0, 1000, NULL, N_("exploration constant of PUCT, in units of the value range")},
    {"fpu-reduction", HRA_OPTION_REAL, "0.2", -1, 1, NULL,
     N_("an unvisited move counts as the mean minus this fraction of the value range")},
    {"memory", HRA_OPTION_SIZE, "256M", 1048576, 1e13, NULL, N_("memory for the tree")},
    {0},
};
/* clang-format on */

/* What threads share. */
typedef struct zero_setup {
    hra_learnt learnt;
    hra_limits limits;
    hra_puct_options puct;
} zero_setup;

/* One thread's. */
typedef struct zero {
    const zero_setup *setup;
    hra_heads_work heads;
    hra_puct puct;
    const hra_observer *observer;
} zero;

static void close_zero(void *shared) {
    if (shared)
        hra_learnt_release(&((zero_setup *)shared)->learnt);
    free(shared);
}

static hra_err read_zero(zero_setup *z, const hra_game *game, const hra_options *given, hra_error *why) {
    const char *name = hra_options_text(given, "file");
    hra_limits_read(&z->limits, given);
    z->puct = (hra_puct_options){
        .c = hra_options_real(given, "c"),
        .urgency = hra_options_real(given, "fpu-reduction"),
        .range = hra_learnt_bounded(game) ? game->max_return - game->min_return : 0,
        .memory = hra_options_size(given, "memory"),
    };
    hra_err err = hra_learnt_open(&z->learnt, game, name, N_("player zero"), why);
    if (!err && z->learnt.form != HRA_LEARNT_HEADS)
        err = hra_fail(why, HRA_EFIT, -1, "'%s' was trained by %s, not by zero; use the player trained",
                       name ? name : game->spec, z->learnt.method);
    return err;
}

static hra_err open_zero(const hra_game *game, const hra_options *given, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    zero_setup *z = calloc(1, sizeof *z);
    if (!z)
        return hra_no_memory(why);
    hra_err err = read_zero(z, game, given, why);
    if (err)
        close_zero(z);
    else
        *shared = z;
    return err;
}

static void end_zero(void *scratch) {
    zero *z = scratch;
    if (!z)
        return;
    hra_heads_work_release(&z->heads);
    hra_puct_release(&z->puct);
    free(z);
}

static hra_err begin_zero(const void *shared, void **scratch) {
    const zero_setup *setup = shared;
    const hra_game *game = setup->learnt.game;
    zero *z = calloc(1, sizeof *z);
    if (!z)
        return HRA_ENOMEM;
    z->setup = setup;
    hra_err err = hra_heads_work_init(&z->heads, &setup->learnt);
    if (!err)
        err = hra_puct_init(&z->puct, game, &setup->puct, (hra_puct_judge){&z->heads, hra_heads_judge});
    if (err)
        end_zero(z);
    else
        *scratch = z;
    return err;
}

/* ---- running --------------------------------------------------------------------------------*/

/* Simulations until a limit; true: one of time or nodes, or a stop, cut them short. */
static bool run(zero *z, const hra_question *question, double started, hra_analysis *result) {
    hra_limits limits = hra_limits_join(z->setup->limits, question->limits);
    hra_clock_throttle pace = {started, 0};
    uint64_t look = 0;
    if (!limits.playouts && !limits.nodes && limits.seconds <= 0)
        limits.playouts = USUAL;
    for (; !limits.playouts || result->playouts < limits.playouts; result->playouts++) {
        if (result->playouts >= look) {
            if (hra_stop_is_set(question->stop) ||
                (limits.seconds > 0 && result->playouts && hra_clock() - started >= limits.seconds))
                return true;
            look = hra_clock_throttle_next(&pace, result->playouts);
        }
        uint64_t left =
            limits.nodes ? limits.nodes - 1 - z->puct.plies : UINT64_MAX; /* the root is one, too */
        if (!left || !hra_puct_simulate(&z->puct, left))
            return true;
    }
    return false;
}

/* The child with the most visits, of equals that with the higher mean, or where none has any with the highest
 * prior. */
static uint32_t best_child(const hra_puct *p, uint32_t i) {
    const hra_puct_node *node = &p->nodes[i], *best = &p->nodes[node->first];
    for (uint32_t c = node->first + 1; c < node->first + node->count; c++) {
        const hra_puct_node *at = &p->nodes[c];
        uint32_t b = (uint32_t)(best - p->nodes);
        if (at->visits > best->visits || (!at->visits && !best->visits && at->prior > best->prior) ||
            (at->visits && at->visits == best->visits &&
             hra_puct_mean(p, c, node->mover) > hra_puct_mean(p, b, node->mover)))
            best = at;
    }
    return (uint32_t)(best - p->nodes);
}

/* The most visited line, down to the first chance. */
static void follow(const hra_puct *p, hra_analysis *result) {
    for (uint32_t i = 0; result->pv_length < HRA_PV_LENGTH;) {
        if (p->nodes[i].mover < 0 || !p->nodes[i].first)
            return;
        i = best_child(p, i);
        if (result->pv_length && !p->nodes[i].visits)
            return;
        result->pv[result->pv_length++] = p->nodes[i].move;
    }
}

static void finish(const zero *z, hra_analysis *result) {
    const hra_puct *p = &z->puct;
    const int seats = p->game->seats;
    result->move_count = (int)hra_puct_children(p);
    for (int i = 0; i < result->move_count; i++) {
        uint32_t c = p->nodes[0].first + (uint32_t)i;
        hra_analysis_move *at = &result->moves[i];
        *at = (hra_analysis_move){.move = p->nodes[c].move,
                                  .probability = 1,
                                  .distance = -1,
                                  .tag = HRA_ROOT_SAMPLED,
                                  .sampled.visits = p->nodes[c].visits,
                                  .sampled.error = -1};
        if (!p->nodes[c].visits)
            continue;
        at->kind = HRA_VALUE_MEAN;
        for (int k = 0; k < seats; k++)
            at->value[k] = hra_puct_mean(p, c, k);
    }
    uint32_t best = best_child(p, 0), told = p->nodes[best].visits ? best : 0;
    result->move = p->nodes[best].move;
    result->kind = told ? HRA_VALUE_MEAN : HRA_VALUE_ESTIMATE; /* nothing was tried: what the net says */
    for (int k = 0; k < seats; k++)
        result->value[k] = hra_puct_mean(p, told, k);
    result->nodes = p->plies + 1;
    result->leaves = result->playouts;
    follow(p, result);
}

/* ---- observers ------------------------------------------------------------------------------*/

static double chance_of(hra_puct *p, hra_move move) {
    int n = p->game->rules->chance_outcomes(p->game, p->state, p->moves, p->probability);
    for (int i = 0; i < n; i++)
        if (p->moves[i] == move)
            return p->probability[i];
    return 0;
}

/* Makes the state at the end of the path again. */
static void stand_at(hra_puct *p, int ply) {
    memcpy(p->state, p->root, p->game->state_size);
    for (int i = 1; i <= ply; i++)
        p->game->rules->apply(p->game, p->state, p->nodes[p->path[i]].move);
}

/* Tells of the node at the end of the path, and of all that were visited below. */
static void tell(zero *z, int ply, double probability) {
    hra_puct *p = &z->puct;
    const hra_puct_node *node = &p->nodes[p->path[ply]];
    double value[HRA_MAX_SEATS];
    stand_at(p, ply);
    hra_node_enter entering = {.state = p->state,
                               .ply = ply,
                               .move = node->move,
                               .mover = node->mover,
                               .pov = -1,
                               .probability = probability,
                               .depth = -1};
    z->observer->enter(z->observer->self, &entering);
    bool chance = node->mover == HRA_CHANCE;
    uint32_t end = node->first + node->count;
    for (uint32_t c = node->first; chance ? c != 0 : c < end; c = chance ? p->nodes[c].next : c + 1) {
        if (!p->nodes[c].visits)
            continue;
        p->path[ply + 1] = c;
        stand_at(p, chance ? ply : 0);
        tell(z, ply + 1, chance ? chance_of(p, p->nodes[c].move) : 1);
    }
    for (int k = 0; k < p->game->seats; k++)
        value[k] = hra_puct_mean(p, p->path[ply], k);
    hra_node_leave leaving = {.ply = ply,
                              .value = value,
                              .visits = node->visits,
                              .leaf = node->first == 0,
                              .bound = HRA_VALUE_MEAN};
    z->observer->leave(z->observer->self, &leaving);
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    zero *z = scratch;
    double started = hra_clock();
    hra_rng rng;
    hra_err err = hra_analysis_reserve(result, z->puct.game->max_moves, HRA_PV_LENGTH);
    if (err)
        return err;
    hra_rng_init(&rng, question->seed);
    if (hra_puct_begin(&z->puct, question->state, question->history, question->history_length, &rng) != 0)
        return hra_analysis_fail(result, HRA_ENOMEM, "%s", hra_err_text(HRA_ENOMEM));
    result->stopped = run(z, question, started, result);
    if (!result->playouts && hra_stop_is_set(question->stop))
        return hra_analysis_fail(result, HRA_ESTOPPED, "stopped before any move was searched");
    finish(z, result);
    if (z->observer) {
        z->puct.path[0] = 0;
        if (z->observer->iteration)
            z->observer->iteration(z->observer->self, -1);
        tell(z, 0, 1);
    }
    result->seconds = hra_clock() - started;
    return HRA_OK;
}

static hra_err observe(void *scratch, const hra_observer *observer) {
    ((zero *)scratch)->observer = observer;
    return HRA_OK;
}

const hra_player_kind hra_general_zero = {
    .size = sizeof(hra_player_kind),
    .name = "zero",
    .summary = "PUCT search guided by a trained net",
    .options = options,
    .others = HRA_OTHERS_SELFISH,
    .open = open_zero,
    .close = close_zero,
    .begin = begin_zero,
    .end = end_zero,
    .ask = analyse,
    .answers = HRA_ANSWERS_ALL,
    .observe = observe,
};
