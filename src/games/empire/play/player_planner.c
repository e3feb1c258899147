/* `planner`: looks at every end of its turn and takes the best score. */
#include <stdio.h>
#include <stdlib.h>

#include "hra/player.h"
#include "plan.h"
#include "planner_turn.h"
#include "players.h"
#include "players/analysis.h"

typedef struct planner {
    const hra_game *game;
    em_planner_weights weights;
} planner;

typedef struct thinker {
    em_plan plan;
} thinker;

static const hra_option options[] = {
    {.name = "points",
     .type = HRA_OPTION_REAL,
     .fallback = "1",
     .min = -1e3,
     .max = 1e3,
     .help = "weight of an own point"},
    {.name = "opponent-points",
     .type = HRA_OPTION_REAL,
     .fallback = "-1",
     .min = -1e3,
     .max = 1e3,
     .help = "weight of a point of the best opponent"},
    {.name = "coins",
     .type = HRA_OPTION_REAL,
     .fallback = "0.01",
     .min = -1e3,
     .max = 1e3,
     .help = "weight of a coin"},
    {.name = "armies",
     .type = HRA_OPTION_REAL,
     .fallback = "0.0005",
     .min = -1e3,
     .max = 1e3,
     .help = "weight of an army on the board"},
    {.name = "regions",
     .type = HRA_OPTION_REAL,
     .fallback = "1e-05",
     .min = -1e3,
     .max = 1e3,
     .help = "weight of a region, besides its point"},
    {0},
};

static hra_err open_planner(const hra_game *game, const hra_options *o, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    planner *p = calloc(1, sizeof *p);
    if (!p)
        return hra_no_memory(why);
    p->game = game;
    p->weights = (em_planner_weights){hra_options_real(o, "points"), hra_options_real(o, "opponent-points"),
                                      hra_options_real(o, "coins"), hra_options_real(o, "armies"),
                                      hra_options_real(o, "regions")};
    *shared = p;
    return HRA_OK;
}

static hra_err begin(const void *shared, void **scratch) {
    *scratch = calloc(1, sizeof(thinker));
    return *scratch ? HRA_OK : HRA_ENOMEM;
}

static void forget(void *scratch) {
    ((thinker *)scratch)->plan.states = 0;
}

/* ---- turns ----------------------------------------------------------------------------------------*/

/* The best score that the turn can have with this move, or outside of a turn that after it. */
static double value_of(const planner *p, const em_state *s, hra_move m, const hra_stop *stop,
                       em_planned *out) {
    em_state next = *s;
    p->game->rules->apply(p->game, &next, m);
    if (em_in_turn(s) && em_move_kind(m) != EM_MOVE_END) {
        em_planner_turn(p->game, &p->weights, &next, NULL, stop, out);
        return out->score;
    }
    return em_planner_score(p->game, &p->weights, &next, s->turn, &out->account);
}

/* Neutral armies do not change the score, so they may go anywhere. */
static hra_move best_alone(const planner *p, const em_state *s, const hra_question *q) {
    hra_move list[EM_MAX_MOVES];
    int n = p->game->rules->moves(p->game, s, list), chosen = 0;
    double most = 0;
    em_planned b;
    if (s->phase == EM_AT_NEUTRAL) {
        hra_rng rng;
        hra_rng_init(&rng, q->seed);
        return list[hra_rng_below(&rng, (uint32_t)n)];
    }
    for (int i = 0; i < n; i++) {
        double value = value_of(p, s, list[i], q->stop, &b);
        if (i == 0 || value > most) {
            most = value;
            chosen = i;
        }
    }
    return list[chosen];
}

static hra_err choose(const void *shared, void *scratch, const hra_question *q, hra_move *out) {
    const planner *p = shared;
    thinker *t = scratch;
    const em_state *s = q->state;
    em_planned b;
    if (p->game->rules->to_move(p->game, s) < 0)
        return HRA_ESTATE;
    if (em_in_turn(s)) {
        if (em_plan_move(&t->plan, s, out))
            return HRA_OK;
        em_planner_turn(p->game, &p->weights, s, NULL, q->stop, &b);
        if (b.ends == 0)
            return HRA_ESTOPPED;
        em_plan_make(&t->plan, p->game, s, &b.turn);
        *out = b.turn.move[0];
        return HRA_OK;
    }
    *out = best_alone(p, s, q);
    return HRA_OK;
}

static hra_err advise(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    const planner *p = shared;
    const em_state *s = q->state;
    hra_move list[EM_MAX_MOVES];
    if (p->game->rules->to_move(p->game, s) < 0)
        return HRA_ESTATE;
    out->what = (hra_column){.key = "lead", .label = "lead", .unit = HRA_UNIT_POINTS, .estimate = true};
    out->columns[0] = (hra_column){.key = "regions", .label = "regions", .unit = HRA_UNIT_POINTS};
    out->columns[1] = (hra_column){.key = "continents", .label = "continents", .unit = HRA_UNIT_POINTS};
    out->columns[2] = (hra_column){.key = "goods", .label = "goods", .unit = HRA_UNIT_POINTS};
    out->column_count = 3;
    out->move_count = p->game->rules->moves(p->game, s, list);
    for (int i = 0; i < out->move_count; i++) {
        em_planned b = {.ends = 0};
        double value = value_of(p, s, list[i], q->stop, &b);
        hra_analysis_move *to = hra_analysis_tell(out, i, list[i], value);
        to->column[0] = b.account.regions;
        to->column[1] = b.account.continents;
        to->column[2] = b.account.goods;
    }
    return HRA_OK;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    return question->want == HRA_WANT_MOVE ? choose(shared, scratch, question, &out->move)
                                           : advise(shared, scratch, question, out);
}

const hra_player_kind em_expert_planner = {
    .size = sizeof(hra_player_kind),
    .name = "planner",
    .summary = "maximize the score at the end of the turn",
    .options = options,
    .open = open_planner,
    .close = free,
    .begin = begin,
    .end = free,
    .forget = forget,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_ADVICE,
    .own_scale = true,
};
