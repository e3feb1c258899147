/* Analyses of states in which chance is to move: each outcome is looked at with its share of the limits, and
 * the value is their mean. */
#include <stdlib.h>
#include <string.h>

#include "players/agent.h"
#include "players/analysis.h"
#include "players/gates.h"
#include "players/player.h"

/* Between an observer and the searches below the outcomes: it hears of them as of parts of one tree. */
typedef struct below {
    const hra_observer *to;
    hra_move outcome;
    double probability;
} below;

static void enter_below(void *self, const hra_node_enter *entering) {
    const below *b = self;
    hra_node_enter down = *entering;
    if (down.ply == 0) {
        down.move = b->outcome;
        down.probability = b->probability;
    }
    down.ply++;
    b->to->enter(b->to->self, &down);
}

static void leave_below(void *self, const hra_node_leave *leaving) {
    const below *b = self;
    hra_node_leave down = *leaving;
    down.ply++;
    b->to->leave(b->to->self, &down);
}

static void cut_below(void *self, int ply, hra_cut reason, double alpha, double beta, const hra_move *moves,
                      int count) {
    const below *b = self;
    b->to->cut(b->to->self, ply + 1, reason, alpha, beta, moves, count);
}

/* What is shared while the outcomes are analysed one after the other. */
typedef struct outcomes {
    hra_agent *agent;
    const hra_question *question;
    hra_analysis inner;
    unsigned char *state;
    double *probability;
    hra_move *list;
    int count, ways; /* outcomes here; ways of chance so far, these included */
    double started;
    hra_limits limits; /* of all together */
} outcomes;

enum { MOST_WAYS = 512 }; /* of chance, where its moves follow one another */

/* The limits of outcome i, after `entered` states: an even part of what is left. Playouts are divided
 * beforehand, because montecarlo plays a number of them for each move. */
static hra_limits share_of(const outcomes *o, int i, uint64_t entered) {
    hra_limits share = o->limits;
    uint64_t n = (uint64_t)o->count, to_come = n - (uint64_t)i;
    if (share.nodes)
        share.nodes = share.nodes >= entered + to_come ? (share.nodes - entered) / to_come : 1;
    if (share.playouts)
        share.playouts = share.playouts > n ? share.playouts / n + ((uint64_t)i < share.playouts % n) : 1;
    if (share.seconds > 0) {
        double left = (share.seconds - (hra_clock() - o->started)) / (o->count - i);
        share.seconds = left > 1e-6 ? left : 1e-6;
    }
    return share;
}

/* The weaker of two kinds of numbers. */
static hra_value_kind weaker(hra_value_kind a, hra_value_kind b) {
    static const int strength[] = {[HRA_VALUE_NONE] = 0,    [HRA_VALUE_ESTIMATE] = 1, [HRA_VALUE_MEAN] = 2,
                                   [HRA_VALUE_AT_MOST] = 3, [HRA_VALUE_AT_LEAST] = 3, [HRA_VALUE_EXACT] = 4};
    return strength[a] < strength[b] ? a : b;
}

static void add_outcome(const outcomes *o, hra_analysis_move *at, hra_analysis *result) {
    const hra_game *game = o->agent->player->info.game;
    const hra_analysis *in = &o->inner;
    memcpy(at->value, in->value, sizeof at->value);
    at->kind = in->kind;
    at->depth = in->depth;
    for (int k = 0; k < game->seats; k++)
        result->value[k] += at->probability * in->value[k];
    result->kind = weaker(result->kind, in->kind);
    result->value_seat = in->value_seat >= 0 ? in->value_seat : result->value_seat;
    result->what = in->what;
    result->depth = in->depth && (!result->depth || in->depth < result->depth) ? in->depth : result->depth;
    result->stopped = result->stopped || in->stopped;
    result->horizon = result->horizon || in->horizon;
    result->unsound = result->unsound || in->unsound;
    result->nodes += in->nodes;
    result->leaves += in->leaves;
    result->cutoffs += in->cutoffs;
    result->table_hits += in->table_hits;
    result->playouts += in->playouts;
    if (in->chance)
        return;
    at->line = result->lines_length;
    at->line_length = in->pv_length;
    if (in->pv_length) /* else there may be no list at all */
        memcpy(result->lines + at->line, in->pv, (size_t)in->pv_length * sizeof *in->pv);
    result->lines_length += in->pv_length;
}

/* An outcome that ends the game, as an analysis would have told it: where two seats are each other's
 * adversary, by how much one has more. */
static void judge_end(const outcomes *o, hra_analysis *in) {
    const hra_game *game = o->agent->player->info.game;
    hra_analysis_clear(in);
    game->rules->returns(game, o->state, in->value);
    if (o->agent->player->info.kind->others == HRA_OTHERS_ADVERSARY && game->seats == 2) {
        double lead = game->zero_sum ? in->value[0] : in->value[0] - in->value[1];
        in->value[0] = lead;
        in->value[1] = lead == 0 ? 0 : -lead;
    }
    in->kind = HRA_VALUE_EXACT;
    in->nodes = in->leaves = 1;
}

/* The same for the observer, as a search tells it. */
static void tell_end(const outcomes *o, int i) {
    const hra_observer *to = o->agent->observer;
    if (!to)
        return;
    to->enter(to->self, &(hra_node_enter){.state = o->state,
                                          .ply = 1,
                                          .move = o->list[i],
                                          .mover = HRA_OVER,
                                          .probability = o->probability[i],
                                          .depth = -1,
                                          .pov = -1});
    to->leave(to->self,
              &(hra_node_leave){.ply = 1, .value = o->inner.value, .bound = HRA_VALUE_EXACT, .leaf = true});
}

static hra_err look_at(outcomes *o, int i, hra_analysis *result) {
    hra_agent *agent = o->agent;
    const hra_game *game = agent->player->info.game;
    hra_analysis_move *at = &result->moves[i];
    below shifted = {agent->observer, o->list[i], o->probability[i]};
    const hra_observer shift = {
        .self = &shifted, .enter = enter_below, .leave = leave_below, .cut = cut_below};
    hra_question question = *o->question;
    question.found = NULL; /* it was asked about all outcomes, not about one */
    memcpy(o->state, o->question->state, game->state_size);
    game->rules->apply(game, o->state, o->list[i]);
    *at = (hra_analysis_move){.move = o->list[i], .probability = o->probability[i], .distance = -1};
    question.state = o->state;
    question.limits = share_of(o, i, result->nodes);
    hra_err err = HRA_OK;
    if (game->rules->to_move(game, o->state) == HRA_OVER) {
        judge_end(o, &o->inner);
        tell_end(o, i);
    } else {
        if (shifted.to && agent->player->info.kind->observe)
            (void)agent->player->info.kind->observe(agent->scratch, &shift);
        agent->observer = shifted.to ? &shift : NULL;
        err = hra_agent_look(agent, &question, o->ways, &o->inner);
        agent->observer = shifted.to;
    }
    if (!err)
        add_outcome(o, at, result);
    return err;
}

static void tell_root(const outcomes *o, bool enter, const hra_analysis *result) {
    const hra_observer *to = o->agent->observer;
    hra_node_enter entering = {
        .state = o->question->state, .mover = HRA_CHANCE, .probability = 1, .depth = -1, .pov = -1};
    hra_node_leave leaving = {.value = result->value,
                              .bound = result->kind == HRA_VALUE_MEAN ? HRA_VALUE_MEAN : HRA_VALUE_EXACT};
    if (!to)
        return;
    if (enter && to->iteration)
        to->iteration(to->self, -1);
    if (enter)
        to->enter(to->self, &entering);
    else
        to->leave(to->self, &leaving);
}

static hra_err analyse_outcomes(outcomes *o, hra_analysis *result) {
    hra_err err = HRA_OK;
    result->chance = true;
    result->kind = HRA_VALUE_EXACT;
    result->nodes = 1;
    tell_root(o, true, result);
    for (int i = 0; i < o->count && !err; i++) {
        err = hra_stop_is_set(o->question->stop) ? HRA_ESTOPPED : look_at(o, i, result);
        result->move_count = i + 1;
    }
    if (err && o->inner.why.code == err)
        result->why = o->inner.why;
    if (!err) {
        tell_root(o, false, result);
        hra_gate_result(o->agent->player, result);
    }
    result->seconds = hra_clock() - o->started;
    return err;
}

hra_err hra_agent_look_at_outcomes(hra_agent *agent, const hra_question *question, int ways,
                                   hra_analysis *result) {
    enum { LINE = 64 };
    const hra_game *game = agent->player->info.game;
    size_t n = (size_t)game->max_chances + 1;
    outcomes o = {.agent = agent, .question = question, .started = hra_clock()};
    o.limits = hra_limits_join(question->limits, agent->player->info.limits);
    agent->shared = ways == 1 ? o.limits : agent->shared;
    hra_analysis_init(&o.inner);
    hra_analysis_clear(result);
    o.state = malloc(game->state_size);
    o.probability = malloc(n * sizeof *o.probability);
    o.list = malloc(n * sizeof *o.list);
    hra_err err = o.state && o.probability && o.list ? HRA_OK : HRA_ENOMEM;
    if (!err)
        err = hra_analysis_reserve(result, game->max_chances, LINE);
    if (!err) {
        o.count = game->rules->chance_outcomes(game, question->state, o.list, o.probability);
        o.ways = ways * o.count;
        if (ways > 1 && o.ways > MOST_WAYS)
            err = hra_analysis_fail(
                result, HRA_ELIMIT,
                "chance has more than %d outcomes before the next decision; give a position after the roll",
                MOST_WAYS);
        else if (o.limits.nodes && o.limits.nodes <= (uint64_t)o.count)
            err =
                hra_analysis_fail(result, HRA_ELIMIT,
                                  "chance has %d outcomes, more than nodes=%llu; set a larger nodes=", o.ways,
                                  (unsigned long long)agent->shared.nodes);
        else
            err = analyse_outcomes(&o, result);
    }
    if (agent->observer && agent->player->info.kind->observe)
        (void)agent->player->info.kind->observe(agent->scratch, agent->observer);
    if (ways == 1)
        agent->shared = (hra_limits){0};
    hra_analysis_release(&o.inner);
    free(o.state);
    free(o.probability);
    free(o.list);
    return err;
}
