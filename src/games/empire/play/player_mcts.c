/* `mcts`: Monte Carlo tree search by whole turns; `expert`: the same with levels. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "player_mcts.h"

#include "player_bids.h"
#include "players/skill_level.h"

enum { PLAYOUTS = 4000, VALUE_PLAYOUTS = 400, BID_PLAYOUTS = 60, ALONE_PLAYOUTS = 200 };

static const hra_option options[] = {
    {.name = "time",
     .type = HRA_OPTION_DURATION,
     .min = HRA_DURATION_LEAST,
     .max = 86400,
     .help = "maximum time per turn"},
    {.name = "playouts",
     .type = HRA_OPTION_INT,
     .min = 1,
     .max = 1e15,
     .help = "simulations per turn (default: 4000 if unlimited)"},
    {.name = "threads",
     .type = HRA_OPTION_THREADS,
     .fallback = "1",
     .min = 1,
     .max = 256,
     .help = "number of threads, each with a tree of its own"},
    {.name = "reuse", .type = HRA_OPTION_FLAG, .fallback = "yes", .help = "reuse the tree of the last turn"},
    {.name = "opponents",
     .type = HRA_OPTION_CHOICE,
     .choices = "search|planner|observed",
     .fallback = "search",
     .help = "how other seats play: by search, as planner, or as observed"},
    {.name = "c",
     .type = HRA_OPTION_REAL,
     .fallback = "0.6",
     .min = 0,
     .max = 1000,
     .help = "exploration constant of PUCT"},
    {.name = "policy-temperature",
     .type = HRA_OPTION_REAL,
     .fallback = "0.7",
     .min = 0.01,
     .max = 1000,
     .help = "temperature of the turn priors"},
    {.name = "widening",
     .type = HRA_OPTION_REAL,
     .fallback = "0.7",
     .min = 0,
     .max = 1000,
     .help = "turns tried per card = widening * visits^widening-exponent (0: all)"},
    {.name = "widening-exponent",
     .type = HRA_OPTION_REAL,
     .fallback = "0.5",
     .min = 0,
     .max = 1,
     .help = "exponent of widening"},
    {.name = "playout-weight",
     .type = HRA_OPTION_REAL,
     .fallback = "0",
     .min = 0,
     .max = 1,
     .help = "weight of a full playout in a leaf value"},
    {.name = "playout-candidates",
     .type = HRA_OPTION_INT,
     .fallback = "4",
     .min = 1,
     .max = 1000,
     .help = "random turns of which a playout takes the best"},
    {.name = "beam",
     .type = HRA_OPTION_INT,
     .fallback = "8",
     .min = 0,
     .max = 64,
     .help = "positions kept within a turn (0: all; root: 4x)"},
    {.name = "max-turns",
     .type = HRA_OPTION_INT,
     .fallback = "12",
     .min = 1,
     .max = EM_MOST_KEPT,
     .help = "turns kept per card (root: 4x)"},
    {.name = "memory",
     .type = HRA_OPTION_SIZE,
     .fallback = "64M",
     .min = 65536,
     .max = 1e13,
     .help = "memory for the trees"},
    {.name = "weights",
     .type = HRA_OPTION_FILE,
     .help = "model file written by hra learn (default: built in)"},
    {0},
};

static const hra_option level_options[] = {
    HRA_OPTION_LEVEL(N_("playing strength, 1 (beginner) to 10 (full)")),
    {.name = "time",
     .type = HRA_OPTION_DURATION,
     .min = HRA_DURATION_LEAST,
     .max = 86400,
     .help = "time per turn at level 10 (default: 16000 playouts)"},
    {.name = "threads",
     .type = HRA_OPTION_THREADS,
     .fallback = "1",
     .min = 1,
     .max = 256,
     .help = "number of threads, each with a tree of its own"},
    {.name = "weights",
     .type = HRA_OPTION_FILE,
     .help = "model file written by hra learn (default: built in)"},
    {0},
};

typedef struct skill {
    uint64_t playouts;
    double error;
} skill;

static const skill skills[HRA_LEVELS] = {
    {1, 3}, {1, 2}, {1, 1.4}, {1, 0.9}, {1, 0.5}, {1, 0.2}, {2, 0}, {20, 0}, {200, 0}, {16000, 0},
};

/* ---- opening --------------------------------------------------------------------------------------*/

static int four_times(int n, int most) {
    return 4 * n < most ? 4 * n : most;
}

static void set_root(em_tree_options *o) {
    o->root_beam = four_times(o->beam, 64);
    o->root_keep = four_times(o->keep, EM_MOST_KEPT);
}

static hra_err new_expert(const hra_game *game, const hra_options *o, em_expert **out, hra_error *why) {
    em_expert *e = calloc(1, sizeof *e);
    if (!e)
        return hra_no_memory(why);
    e->game = game;
    e->threads = (int)hra_options_int(o, "threads");
    e->limits.seconds = hra_options_given(o, "time") ? hra_options_real(o, "time") : 0;
    hra_err err = em_weights_open(game, hra_options_text(o, "weights"), e->weights, why);
    if (err)
        free(e);
    else
        *out = e;
    return err;
}

static hra_err open_mcts(const hra_game *game, const hra_options *o, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    em_expert *e = NULL;
    hra_err err = new_expert(game, o, &e, why);
    if (err)
        return err;
    e->reuse = hra_options_flag(o, "reuse");
    e->opponents = (em_opponents)hra_options_choice(o, "opponents");
    e->limits.playouts = hra_options_given(o, "playouts") ? (uint64_t)hra_options_int(o, "playouts") : 0;
    e->options = (em_tree_options){.c = hra_options_real(o, "c"),
                                   .heat = hra_options_real(o, "policy-temperature"),
                                   .widen = hra_options_real(o, "widening"),
                                   .widen_by = hra_options_real(o, "widening-exponent"),
                                   .playout = hra_options_real(o, "playout-weight"),
                                   .tries = (int)hra_options_int(o, "playout-candidates"),
                                   .beam = (int)hra_options_int(o, "beam"),
                                   .keep = (int)hra_options_int(o, "max-turns"),
                                   .memory = hra_options_size(o, "memory")};
    set_root(&e->options);
    *shared = e;
    return HRA_OK;
}

static hra_err open_levels(const hra_game *game, const hra_options *o, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    em_expert *e = NULL;
    hra_err err = new_expert(game, o, &e, why);
    if (err)
        return err;
    const skill *has = &skills[hra_options_int(o, "level") - 1];
    bool full = has == &skills[HRA_LEVELS - 1];
    e->reuse = full;
    e->error = has->error;
    e->limits.playouts = has->playouts;
    e->alone = full ? 0 : ALONE_PLAYOUTS;
    if (!full)
        e->limits.seconds = 0;
    else if (e->limits.seconds > 0)
        e->limits.playouts = 0;
    e->options = (em_tree_options){.c = 0.6,
                                   .heat = 0.7,
                                   .widen = 0.7,
                                   .widen_by = 0.5,
                                   .tries = 4,
                                   .beam = 8,
                                   .keep = 12,
                                   .memory = full ? 64 << 20 : 4 << 20};
    set_root(&e->options);
    *shared = e;
    return HRA_OK;
}

static void end(void *scratch) {
    em_turn_search_release(&((em_thinker *)scratch)->mind);
    free(scratch);
}

static hra_err begin(const void *shared, void **scratch) {
    const em_expert *e = shared;
    em_thinker *t = calloc(1, sizeof *t);
    if (!t)
        return HRA_ENOMEM;
    t->expert = e;
    hra_err err = em_turn_search_open(&t->mind, e->game, (const int16_t(*)[EM_FEATURES])e->weights,
                                      &e->options, e->threads, e->reuse);
    em_watch_begin(&t->watch);
    t->mind.planners = e->opponents == EM_OPPONENTS_PLANNER ? ~UINT32_C(0) : 0;
    if (err)
        end(t);
    else
        *scratch = t;
    return err;
}

static void forget(void *scratch) {
    em_thinker *t = scratch;
    em_turn_search_forget(&t->mind);
    t->plan.states = t->best.states = 0;
    em_watch_begin(&t->watch);
    if (t->expert->opponents == EM_OPPONENTS_OBSERVED)
        t->mind.planners = 0;
}

/* ---- thinking -------------------------------------------------------------------------------------*/

hra_limits em_limits_of(const em_expert *e, const hra_question *q) {
    hra_limits l = hra_limits_join(q->limits, e->limits);
    if (!l.playouts && !l.nodes && l.seconds <= 0)
        l.playouts = PLAYOUTS;
    return l;
}

typedef struct standpoint {
    const em_turn_search *mind;
    int seat;
} standpoint;

/* The logarithm of the odds that the seat wins with an idea. */
static double worth(const void *self, int i) {
    const standpoint *at = self;
    double p = fmin(fmax(at->mind->ideas[i].share[at->seat], 1e-4), 1 - 1e-4);
    return log(p / (1 - p));
}

/* The first idea, or the one that looks best to somebody who errs. */
static const em_idea *pick_idea(const em_thinker *t, int seat, uint64_t seed) {
    const standpoint at = {&t->mind, seat};
    return &t->mind.ideas[hra_level_choose(t->mind.count, worth, &at, t->expert->error, seed)];
}

/* The bids of others are not used, known or not. */
static hra_err choose_bid(em_thinker *t, const em_state *s, const hra_question *q, hra_move *out) {
    double chance[EM_MOST_BID + 1];
    hra_rng rng;
    const hra_limits limits = em_limits_of(t->expert, q);
    uint64_t most = q->limits.playouts || !t->expert->alone ? limits.playouts : 0;
    hra_err err = em_bid_chances(&t->mind, s, BID_PLAYOUTS, most, q->stop, chance);
    if (err)
        return err;
    hra_rng_init(&rng, q->seed);
    *out = em_move(EM_MOVE_BID, hra_rng_pick(&rng, chance, EM_MOST_BID + 1), 0);
    return HRA_OK;
}

/* Each joker to the first good that has one where they bring most. */
static hra_move choose_joker(const em_game *g, const em_state *s) {
    uint8_t joker[EM_GOODS];
    uint32_t goods = s->goods[s->turn];
    em_best_jokers(g, goods, joker);
    for (int good = s->last; good < EM_GOODS; good++)
        if (joker[good])
            return em_move(EM_MOVE_JOKER, good, 0);
    int good = EM_GOODS - 1; /* those left bring nothing anywhere: to the last good, which takes them all */
    while (good > 0 && !em_may_stand_for(g, goods, good))
        good--;
    return em_move(EM_MOVE_JOKER, good, 0);
}

/* Before a turn; what it takes is part of the turn's time. */
static void observe(em_thinker *t, const em_state *s, hra_limits *limits) {
    if (t->expert->opponents != EM_OPPONENTS_OBSERVED)
        return;
    double began = hra_clock();
    em_watch_see(&t->watch, t->expert->game, s);
    t->mind.planners = em_watch_planners(&t->watch);
    if (limits->seconds > 0)
        limits->seconds = fmax(limits->seconds - (hra_clock() - began), HRA_DURATION_LEAST);
}

static void remember(em_thinker *t, const em_state *s) {
    if (em_in_turn(s))
        em_watch_after(&t->watch, s->turn, &t->plan.at[t->plan.states - 1]);
}

static hra_err choose_move(const em_expert *e, em_thinker *t, const hra_question *q, hra_move *out) {
    const em_state *s = q->state;
    t->made = -1;
    if (e->game->rules->to_move(e->game, s) < 0)
        return HRA_ESTATE;
    if (s->phase == EM_AT_BID)
        return choose_bid(t, s, q, out);
    if (s->phase == EM_AT_JOKER) {
        *out = choose_joker(em_of(e->game), s);
        return HRA_OK;
    }
    if (em_plan_move(&t->plan, s, out)) {
        t->made = em_plan_find(&t->plan, s);
        return HRA_OK;
    }
    hra_limits limits = em_limits_of(e, q);
    if (!em_in_turn(s) && !q->limits.playouts && limits.playouts < e->alone)
        limits.playouts = e->alone;
    observe(t, s, &limits);
    hra_err err = em_turn_search_think(&t->mind, s, &limits, q->seed, q->stop);
    if (err)
        return err;
    t->chosen = *pick_idea(t, s->turn, q->seed);
    em_plan_make(&t->plan, e->game, s, &t->chosen.turn);
    remember(t, s);
    *out = t->chosen.turn.move[0];
    t->made = 0;
    return HRA_OK;
}

hra_err em_choose(const void *shared, void *scratch, const hra_question *q, hra_move *out) {
    em_thinker *t = scratch;
    hra_err err = choose_move(shared, t, q, out);
    if (!err)
        t->move = *out;
    return err;
}

static hra_err find_worth(const void *shared, void *scratch, const hra_question *q, double *out) {
    const hra_game *game = ((const em_expert *)shared)->game;
    const em_state *s = q->state;
    em_thinker *t = scratch;
    hra_limits limits = hra_limits_join(q->limits, (hra_limits){.playouts = VALUE_PLAYOUTS});
    int mover = game->rules->to_move(game, s);
    t->met = mover == HRA_OVER ? -1 : em_plan_find(&t->best, s);
    if (t->met == t->best.turn.length && mover >= 0)
        t->met = -1; /* the turn is over: the next one has a best of its own */
    if (t->met >= 0) {
        memcpy(out, t->worth, (size_t)game->seats * sizeof *out);
        return HRA_OK;
    }
    hra_err err = em_turn_search_value(&t->mind, s, &limits, 1, q->stop, out);
    t->best.states = 0;
    if (!err && mover >= 0) {
        em_plan_make(&t->best, game, s, &t->mind.ideas[0].turn);
        memcpy(t->worth, out, (size_t)game->seats * sizeof *out);
        /* of bids and jokers the trees know no more than their worth */
        t->met = s->phase == EM_AT_BID || s->phase == EM_AT_JOKER ? -1 : 0;
    }
    return err;
}

/* The rest of the best turn. */
static void recall_worth(const em_thinker *t, hra_analysis *out) {
    if (t->met < 0)
        return;
    memcpy(out->value, t->worth, sizeof t->worth);
    for (int i = t->met; i < t->best.turn.length && out->pv_length < HRA_THOUGHT_LINE; i++)
        out->pv[out->pv_length++] = t->best.turn.move[i];
}

static void recall(const em_thinker *t, hra_analysis *out) {
    out->pv[out->pv_length++] = t->move;
    if (t->made < 0)
        return;
    for (int seat = 0; seat < t->expert->game->seats; seat++)
        out->value[seat] = t->chosen.share[seat];
    for (int i = 0; i < t->mind.threads; i++)
        out->nodes += t->mind.trees[i].nodes;
    for (int i = t->made + 1; i < t->chosen.turn.length && out->pv_length < HRA_THOUGHT_LINE; i++)
        out->pv[out->pv_length++] = t->chosen.turn.move[i];
}

static hra_err ask(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    switch (q->want) {
    case HRA_WANT_MOVE:
        return em_choose(shared, scratch, q, &out->move);
    case HRA_WANT_VALUE:
        return find_worth(shared, scratch, q, out->value);
    case HRA_WANT_ADVICE:
        return em_advise(shared, scratch, q, out);
    case HRA_WANT_LAST:
        recall(scratch, out);
        return HRA_OK;
    default:
        recall_worth(scratch, out);
        return HRA_OK;
    }
}

enum {
    ANSWERS =
        HRA_ANSWERS_MOVE | HRA_ANSWERS_VALUE | HRA_ANSWERS_ADVICE | HRA_ANSWERS_LAST | HRA_ANSWERS_LAST_VALUE
};

const hra_player_kind em_expert_mcts = {
    .size = sizeof(hra_player_kind),
    .name = "mcts",
    .summary = "MCTS over whole turns with trained win probabilities",
    .options = options,
    .open = open_mcts,
    .close = free,
    .begin = begin,
    .end = end,
    .forget = forget,
    .ask = ask,
    .answers = ANSWERS,
};

const hra_player_kind em_expert_levels = {
    .size = sizeof(hra_player_kind),
    .name = "expert",
    .summary = "mcts with strength levels",
    .options = level_options,
    .open = open_levels,
    .close = free,
    .begin = begin,
    .end = end,
    .forget = forget,
    .ask = ask,
    .answers = ANSWERS,
};
