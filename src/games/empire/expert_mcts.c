/* `mcts`: Monte Carlo tree search by whole turns. */
#include <stdio.h>
#include <stdlib.h>

#include "experts.h"
#include "mind.h"
#include "plan.h"

enum { PLAYOUTS = 4000, VALUE_PLAYOUTS = 800 };

typedef struct expert {
    const hra_game *game;
    em_tree_options options;
    hra_limits limits;
    int threads;
    bool reuse;
} expert;

typedef struct thinker {
    em_mind mind;
    em_plan plan;
    const hra_game *game;
    em_idea chosen;
} thinker;

static const hra_option options[] = {
    {.name = "time",     .type = HRA_OPTION_DURATION, .min = 0, .max = 86400, .help = "for each turn"},
    {.name = "playouts",
     .type = HRA_OPTION_INT,
     .min = 1,
     .max = 1e15,
     .help = "simulations for each turn; 4000 where nothing else limits it"},
    {.name = "threads",  .type = HRA_OPTION_INT,  .fallback = "1",   .min = 1, .max = 256, .help = "trees that grow at once"},
    {.name = "reuse",    .type = HRA_OPTION_FLAG, .fallback = "yes", .help = "go on with the tree of the turn before"},
    {.name = "c",        .type = HRA_OPTION_REAL, .fallback = "0.6", .min = 0, .max = 1000, .help = "exploration of PUCT"},
    {.name = "heat",
     .type = HRA_OPTION_REAL,
     .fallback = "0.7",
     .min = 0.01,
     .max = 1000,
     .help = "how little the judge's order of turns counts"},
    {.name = "widen",
     .type = HRA_OPTION_REAL,
     .fallback = "0.7",
     .min = 0,
     .max = 1000,
     .help = "turns looked at of a card: widen * visits^widen-by, 0: all that are kept"},
    {.name = "widen-by", .type = HRA_OPTION_REAL, .fallback = "0.5", .min = 0, .max = 1, .help = "the exponent"},
    {.name = "playout",
     .type = HRA_OPTION_REAL,
     .fallback = "0",
     .min = 0,
     .max = 1,
     .help = "share that a playout to the end has in what a position is worth"},
    {.name = "tries",    .type = HRA_OPTION_INT,  .fallback = "4",   .min = 1, .max = 1000, .help = "random turns of which a playout takes the best"},
    {.name = "beam",
     .type = HRA_OPTION_INT,
     .fallback = "8",
     .min = 0,
     .max = 64,
     .help = "positions within a turn that are gone on with, 0: all; at the root four times as many"},
    {.name = "keep",     .type = HRA_OPTION_INT,  .fallback = "12",  .min = 1, .max = EM_MOST_KEPT, .help = "turns of a card that are kept; at the root four times as many"},
    {.name = "memory",   .type = HRA_OPTION_SIZE, .fallback = "64M", .min = 65536, .max = 1e13, .help = "bytes of the trees"},
    {0},
};

static int four_times(int n, int most) {
    return 4 * n < most ? 4 * n : most;
}

static hra_err open_mcts(const hra_game *game, const hra_options *o, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    expert *e = calloc(1, sizeof *e);
    if (!e)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    e->game = game;
    e->threads = (int)hra_options_int(o, "threads");
    e->reuse = hra_options_flag(o, "reuse");
    e->limits.playouts = hra_options_given(o, "playouts") ? (uint64_t)hra_options_int(o, "playouts") : 0;
    e->limits.seconds = hra_options_given(o, "time") ? hra_options_real(o, "time") : 0;
    int beam = (int)hra_options_int(o, "beam"), keep = (int)hra_options_int(o, "keep");
    e->options = (em_tree_options){.c = hra_options_real(o, "c"),
                                   .heat = hra_options_real(o, "heat"),
                                   .widen = hra_options_real(o, "widen"),
                                   .widen_by = hra_options_real(o, "widen-by"),
                                   .playout = hra_options_real(o, "playout"),
                                   .tries = (int)hra_options_int(o, "tries"),
                                   .beam = beam,
                                   .keep = keep,
                                   .root_beam = four_times(beam, 64),
                                   .root_keep = four_times(keep, EM_MOST_KEPT),
                                   .memory = hra_options_size(o, "memory")};
    *shared = e;
    return HRA_OK;
}

static void end(void *scratch) {
    em_mind_release(&((thinker *)scratch)->mind);
    free(scratch);
}

static hra_err begin(const void *shared, void **scratch) {
    const expert *e = shared;
    thinker *t = calloc(1, sizeof *t);
    if (!t)
        return HRA_ENOMEM;
    t->game = e->game;
    hra_err err = em_mind_open(&t->mind, e->game, &e->options, e->threads, e->reuse);
    if (err)
        end(t);
    else
        *scratch = t;
    return err;
}

static void forget(void *scratch) {
    thinker *t = scratch;
    em_mind_forget(&t->mind);
    t->plan.turn.length = t->plan.next = 0;
}

static hra_limits limits_of(const expert *e, const hra_question *q) {
    hra_limits l = q->limits;
    if (e->limits.playouts && (!l.playouts || e->limits.playouts < l.playouts))
        l.playouts = e->limits.playouts;
    if (e->limits.seconds > 0 && (l.seconds <= 0 || e->limits.seconds < l.seconds))
        l.seconds = e->limits.seconds;
    if (!l.playouts && !l.nodes && l.seconds <= 0)
        l.playouts = PLAYOUTS;
    return l;
}

static hra_err choose(const void *shared, void *scratch, const hra_question *q, hra_move *out) {
    const expert *e = shared;
    thinker *t = scratch;
    const em_state *s = q->state;
    if (e->game->rules->to_move(e->game, s) < 0)
        return HRA_ESTATE;
    if (!em_plan_knows(&t->plan, s)) {
        hra_limits limits = limits_of(e, q);
        hra_err err = em_mind_think(&t->mind, s, &limits, q->seed, q->stop);
        if (err)
            return err;
        t->chosen = t->mind.ideas[0];
        t->plan = (em_plan){.at = *s, .turn = t->chosen.turn};
    }
    *out = em_plan_take(&t->plan, e->game);
    return HRA_OK;
}

const hra_expert em_expert_mcts = {
    .name = "mcts",
    .summary = "Monte Carlo tree search by whole turns, with judged and learnt chances",
    .options = options,
    .open = open_mcts,
    .close = free,
    .begin = begin,
    .end = end,
    .forget = forget,
    .choose = choose,
};
