/* `expert`: exact values where the search to the end is short enough; else alpha-beta with the evaluation `lines`. */
#include <math.h>
#include <stdlib.h>

#include "core/messages.h"
#include "hra/player.h"
#include "players.h"
#include "players/analysis.h"
#include "search.h"

static const hra_option options[] = {
    {.name = "nodes",
     .type = HRA_OPTION_INT,
     .fallback = "2000000",
     .min = 1000,
     .max = 1e12,
     .help = N_("most nodes to solve all moves; beyond them alpha-beta chooses")},
    {.name = "depth",
     .type = HRA_OPTION_INT,
     .fallback = "12",
     .min = 1,
     .max = 64,
     .help = N_("depth of alpha-beta in plies")},
    {.name = "tt",
     .type = HRA_OPTION_SIZE,
     .fallback = "16M",
     .min = 1 << 20,
     .max = (double)((uint64_t)1 << 36),
     .help = N_("transposition table size of the solver")},
    {0},
};

/* What threads share. */
typedef struct expert {
    const hra_game *game;
    hra_player *other; /* plays where the end is too far away */
    uint64_t nodes;
    size_t table;
} expert;

/* What one seat works with. */
typedef struct thinker {
    const expert *expert;
    c4_search *search;
    hra_agent *other;
    int count; /* of moves, the best one first */
    hra_move move[C4_MOST];
    c4_worth worth[C4_MOST]; /* for the seat to move, from the position before the move */
    uint64_t nodes;
    double started;
} thinker;

/* ---- opening -----------------------------------------------------------------------------------*/

static void close_expert(void *shared) {
    hra_player_close(((expert *)shared)->other);
    free(shared);
}

static hra_err open_expert(const hra_game *game, const hra_options *o, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    char text[40];
    expert *e = calloc(1, sizeof *e);
    if (!e)
        return hra_no_memory(why);
    e->game = game;
    e->nodes = (uint64_t)hra_options_int(o, "nodes");
    e->table = hra_options_size(o, "tt");
    (void)hra_snprintf(text, sizeof text, "full,depth=%lld", (long long)hra_options_int(o, "depth"));
    hra_err err = hra_player_open_kind(&e->other, game, hra_registry_find_player(NULL, "alphabeta"), text,
                                       data, progress, why);
    if (err)
        free(e);
    else
        *shared = e;
    return err;
}

static void end(void *scratch) {
    thinker *t = scratch;
    c4_search_close(t->search);
    hra_agent_close(t->other);
    free(t);
}

static hra_err begin(const void *shared, void **scratch) {
    const expert *e = shared;
    thinker *t = calloc(1, sizeof *t);
    if (!t)
        return HRA_ENOMEM;
    t->expert = e;
    hra_err err = c4_search_open(&t->search, c4_board_of(e->game), e->table);
    if (!err)
        err = hra_agent_open(&t->other, e->other);
    if (err)
        end(t);
    else
        *scratch = t;
    return err;
}

static void forget(void *scratch) {
    c4_search_forget(((thinker *)scratch)->search);
    hra_agent_forget(((thinker *)scratch)->other);
}

/* ---- solving -----------------------------------------------------------------------------------*/

/* The most nodes of one move: no more than a quarter of all, so that an opening is soon given to the other player. */
static bool find(thinker *t, const c4_state *after, bool distance, uint64_t most,
                 const c4_search_limits *stops, c4_worth *out) {
    const uint64_t used = c4_search_nodes(t->search) - t->nodes, left = used < most ? most - used : 0;
    c4_search_limits limits = *stops;
    limits.nodes = left < most / 4 ? left : most / 4;
    if (limits.nodes == 0)
        return false;
    if ((distance ? c4_search_distance : c4_search_outcome)(t->search, after, &limits, out))
        return false;
    out->outcome = -out->outcome;
    out->distance += out->distance >= 0;
    return true;
}

/* A win is better the sooner it comes, a loss the later; an unknown distance is the longest. */
static bool is_better(c4_worth a, c4_worth b) {
    if (a.outcome != b.outcome)
        return a.outcome > b.outcome;
    const unsigned far = (unsigned)a.distance, as_far = (unsigned)b.distance;
    return a.outcome > 0 ? far < as_far : a.outcome < 0 && far > as_far;
}

static void put_in_order(thinker *t) {
    for (int i = 1; i < t->count; i++) {
        const hra_move move = t->move[i];
        const c4_worth worth = t->worth[i];
        int at = i;
        for (; at > 0 && is_better(worth, t->worth[at - 1]); at--) {
            t->move[at] = t->move[at - 1];
            t->worth[at] = t->worth[at - 1];
        }
        t->move[at] = move;
        t->worth[at] = worth;
    }
}

/* Finds the outcome of every move, and then distances as far as twice the nodes go; false: some are unknown. */
static bool solve(thinker *t, const hra_question *q) {
    const expert *e = t->expert;
    const hra_rules *rules = e->game->rules;
    const hra_progress watch = {.deadline = q->limits.seconds > 0 ? hra_clock() + q->limits.seconds / 2 : 0};
    const c4_search_limits stops = {.progress = &watch, .stop = q->stop};
    const uint64_t half = q->limits.nodes / 2; /* distances and the other player have the rest */
    const uint64_t most = q->limits.nodes && half < e->nodes ? half : e->nodes;
    c4_state after[C4_MOST];
    t->started = hra_clock();
    t->nodes = c4_search_nodes(t->search);
    t->count = rules->moves(e->game, q->state, t->move);
    for (int i = 0; i < t->count; i++) {
        after[i] = *(const c4_state *)q->state;
        rules->apply(e->game, &after[i], t->move[i]);
        if (!find(t, &after[i], false, most, &stops, &t->worth[i]))
            return false;
    }
    for (int i = 0; i < t->count; i++) {
        c4_worth whole;
        if (find(t, &after[i], true, 2 * most, &stops, &whole))
            t->worth[i] = whole;
    }
    put_in_order(t);
    return true;
}

/* ---- answers -----------------------------------------------------------------------------------*/

/* From the scale of the evaluation, on which a win is C4_WIN, to that of the returns. */
static void scale(double *value) {
    for (int seat = 0; seat < 2; seat++)
        value[seat] /= C4_WIN;
}

/* What is left of the limits; at least something, since 0 is none. */
static hra_limits rest_of(const thinker *t, const hra_limits *whole) {
    hra_limits rest = *whole;
    const uint64_t used = c4_search_nodes(t->search) - t->nodes;
    if (rest.nodes)
        rest.nodes = used < rest.nodes ? rest.nodes - used : 1;
    if (rest.seconds > 0)
        rest.seconds = fmax(rest.seconds - (hra_clock() - t->started), rest.seconds / 4);
    return rest;
}

static hra_err ask_other(thinker *t, const hra_question *question, hra_analysis *out) {
    const hra_column what = {.key = "value", .label = "value", .unit = HRA_UNIT_POINTS, .estimate = true};
    hra_question q = *question;
    q.limits = rest_of(t, &question->limits);
    hra_err err = hra_agent_ask(t->other, &q, out);
    if (err)
        return err;
    out->what = what;
    out->nodes += c4_search_nodes(t->search) - t->nodes;
    scale(out->value);
    for (int i = 0; i < out->move_count; i++) {
        scale(out->moves[i].value);
        out->moves[i].loss /= C4_WIN;
    }
    return HRA_OK;
}

static void set_value(int seat, c4_worth worth, double *out) {
    out[seat] = worth.outcome;
    out[!seat] = -worth.outcome;
}

static hra_err analyse(thinker *t, const hra_question *q, hra_analysis *out) {
    const int seat = ((const c4_state *)q->state)->turn;
    hra_err err = hra_analysis_reserve(out, C4_MOST, 1);
    if (err)
        return err;
    out->move_count = t->count;
    for (int i = 0; i < t->count; i++) {
        out->moves[i] = (hra_analysis_move){
            .move = t->move[i], .probability = 1, .kind = HRA_VALUE_EXACT, .distance = t->worth[i].distance};
        set_value(seat, t->worth[i], out->moves[i].value);
    }
    out->move = out->pv[0] = t->move[0];
    out->pv_length = 1;
    out->kind = HRA_VALUE_EXACT;
    out->distance = t->worth[0].distance;
    set_value(seat, t->worth[0], out->value);
    out->nodes = c4_search_nodes(t->search) - t->nodes;
    out->seconds = hra_clock() - t->started;
    return HRA_OK;
}

static void give_reason(c4_worth best, hra_analysis *out) {
    const int plies = best.distance;
    if (best.outcome && plies < 0)
        (void)hra_snprintf(out->reason, sizeof out->reason, "%s",
                           best.outcome > 0 ? _("wins for certain") : _("loses against perfect play"));
    else if (best.outcome > 0)
        (void)hra_snprintf(out->reason, sizeof out->reason, _n("wins in %d ply", "wins in %d plies", plies),
                           plies);
    else if (best.outcome < 0)
        (void)hra_snprintf(out->reason, sizeof out->reason, _n("loses in %d ply", "loses in %d plies", plies),
                           plies);
    else
        (void)hra_snprintf(out->reason, sizeof out->reason, "%s", _("a draw by perfect play"));
}

static hra_err advise(thinker *t, hra_analysis *out) {
    out->what = (hra_column){.key = "value", .label = "value", .unit = HRA_UNIT_POINTS};
    out->move_count = t->count;
    for (int i = 0; i < t->count; i++)
        hra_analysis_tell(out, i, t->move[i], t->worth[i].outcome);
    give_reason(t->worth[0], out);
    return HRA_OK;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    if (!solve(scratch, q))
        return ask_other(scratch, q, out);
    return q->want == HRA_WANT_ADVICE ? advise(scratch, out) : analyse(scratch, q, out);
}

const hra_player_kind c4_expert = {
    .size = sizeof(hra_player_kind),
    .name = "expert",
    .summary = "exact values if the end is near enough; else alpha-beta",
    .options = options,
    .open = open_expert,
    .close = close_expert,
    .begin = begin,
    .end = end,
    .forget = forget,
    .ask = ask,
    .answers = HRA_ANSWERS_ALL | HRA_ANSWERS_ADVICE,
};
