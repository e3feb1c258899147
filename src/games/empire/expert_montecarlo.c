/* `montecarlo`: the opponent of the classroom, step by step. The method of that name does the work; what
 * is here says what a win and a shared win count. */
#include <stdlib.h>

#include "experts.h"
#include "hra/player.h"

enum { SPEC = 128 };

typedef struct classroom {
    const hra_game *game;
    char spec[SPEC];
} classroom;

typedef struct thinker {
    hra_search *search;
    hra_result result;
} thinker;

static const hra_option options[] = {
    {.name = "playouts",
     .type = HRA_OPTION_INT,
     .fallback = "200",
     .min = 1,
     .max = 1e15,
     .help = "random plays to the end after each legal step"},
    {.name = "win",
     .type = HRA_OPTION_REAL,
     .fallback = "3",
     .min = -1e6,
     .max = 1e6,
     .help = "what a win counts"},
    {.name = "shared",
     .type = HRA_OPTION_REAL,
     .fallback = "1",
     .min = -1e6,
     .max = 1e6,
     .help = "what a shared win counts"},
    {.name = "loss",
     .type = HRA_OPTION_REAL,
     .fallback = "0",
     .min = -1e6,
     .max = 1e6,
     .help = "what a loss counts"},
    {0},
};

static hra_err open_classroom(const hra_game *game, const hra_options *o, const char *data,
                              const hra_progress *progress, void **shared, hra_error *why) {
    classroom *c = calloc(1, sizeof *c);
    if (!c)
        return hra_no_memory(why);
    c->game = game;
    (void)hra_snprintf(c->spec, sizeof c->spec, "montecarlo:playouts=%lld,win=%.9g,draw=%.9g,loss=%.9g",
                       (long long)hra_options_int(o, "playouts"), hra_options_real(o, "win"),
                       hra_options_real(o, "shared"), hra_options_real(o, "loss"));
    *shared = c;
    return HRA_OK;
}

static void end(void *scratch) {
    thinker *t = scratch;
    hra_search_close(t->search);
    hra_result_release(&t->result);
    free(t);
}

static hra_err begin(const void *shared, void **scratch) {
    const classroom *c = shared;
    thinker *t = calloc(1, sizeof *t);
    if (!t)
        return HRA_ENOMEM;
    hra_result_init(&t->result);
    hra_err err = hra_search_open(&t->search, c->game, c->spec, NULL);
    if (err)
        end(t);
    else
        *scratch = t;
    return err;
}

static hra_err choose(const void *shared, void *scratch, const hra_question *q, hra_move *out) {
    thinker *t = scratch;
    hra_err err = hra_search_run(t->search, q, &t->result);
    if (!err)
        *out = t->result.move;
    return err;
}

static hra_err advise(const void *shared, void *scratch, const hra_question *q, hra_advice *out) {
    const classroom *c = shared;
    thinker *t = scratch;
    hra_err err = hra_search_run(t->search, q, &t->result);
    if (err)
        return err;
    int mover = c->game->rules->to_move(c->game, q->state);
    out->value = (hra_column){
        .key = "mean", .label = "mean of what playouts count", .unit = HRA_UNIT_POINTS, .estimate = true};
    out->count = t->result.move_count;
    for (int i = 0; i < out->count; i++)
        out->moves[i] =
            (hra_advised){.move = t->result.moves[i].move, .value = t->result.moves[i].value[mover]};
    return HRA_OK;
}

static void recall(const void *shared, const void *scratch, hra_thought *out) {
    const thinker *t = scratch;
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        out->value[seat] = t->result.value[seat];
    out->nodes = t->result.nodes;
    out->line[0] = t->result.move;
    out->length = 1;
}

const hra_expert em_expert_montecarlo = {
    .name = "montecarlo",
    .summary = "the classroom's opponent: each step played out at random, 3 for a win, 1 for a shared one",
    .options = options,
    .open = open_classroom,
    .close = free,
    .begin = begin,
    .end = end,
    .choose = choose,
    .advise = advise,
    .recall = recall,
};
