/* A method in a seat. */
#include <stdlib.h>
#include <string.h>

#include "players/general.h"

typedef struct searcher {
    const hra_game *game;
    char spec[HRA_SPEC_LENGTH];
} searcher;

/* A search and the result that it fills again and again. */
typedef struct thinking {
    const hra_game *game;
    hra_search *search;
    hra_result result;
} thinking;

hra_err hra_searcher_new(const hra_game *game, const char *spec, const char *data, void **shared,
                         hra_error *why) {
    char with_data[HRA_SPEC_LENGTH];
    hra_search *search;
    spec = hra_method_with_data(game, spec, data, with_data);
    hra_err err = hra_search_open(&search, game, spec, why);
    if (err)
        return err;
    hra_search_close(search);
    searcher *s = malloc(sizeof *s);
    if (!s)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    s->game = game;
    memcpy(s->spec, spec, strlen(spec) + 1); /* hra_search_open refuses longer specs */
    *shared = s;
    return HRA_OK;
}

static void end(void *scratch) {
    thinking *t = scratch;
    if (!t)
        return;
    hra_search_close(t->search);
    hra_result_release(&t->result);
    free(t);
}

static hra_err begin(const void *shared, void **scratch) {
    const searcher *s = shared;
    thinking *t = calloc(1, sizeof *t);
    if (!t)
        return HRA_ENOMEM;
    t->game = s->game;
    hra_result_init(&t->result);
    hra_err err = hra_search_open(&t->search, s->game, s->spec, NULL);
    if (err) {
        free(t);
        return err;
    }
    *scratch = t;
    return HRA_OK;
}

static void forget(void *scratch) {
    thinking *t = scratch;
    hra_search_forget(t->search);
}

static hra_err choose(const void *shared, void *scratch, const hra_question *question, hra_move *out) {
    thinking *t = scratch;
    hra_err err = hra_search_run(t->search, question, &t->result);
    if (!err)
        *out = t->result.move;
    return err;
}

/* Only the method `exact` looks to the end of the game everywhere; moves that others call exact are so
 * within their depth. */
static bool is_estimate(const thinking *t) {
    bool estimate = strcmp(hra_search_method(t->search)->name, "exact") != 0;
    for (int i = 0; i < t->result.move_count; i++)
        estimate = estimate || !t->result.moves[i].exact;
    return estimate;
}

static hra_err advise(const void *shared, void *scratch, const hra_question *question, hra_advice *out) {
    thinking *t = scratch;
    hra_err err = hra_search_run(t->search, question, &t->result);
    if (err)
        return err;
    int seat = t->game->rules->to_move(t->game, question->state);
    out->value = (hra_column){"value", "value", HRA_UNIT_POINTS, is_estimate(t)};
    out->count = t->result.move_count;
    for (int i = 0; i < out->count; i++)
        out->moves[i] =
            (hra_advised){.move = t->result.moves[i].move, .value = t->result.moves[i].value[seat]};
    return HRA_OK;
}

/* States of chance and of the end are not searched; whoever asks looks at the states around them. */
static hra_err value(const void *shared, void *scratch, const void *s, double *out) {
    thinking *t = scratch;
    int mover = t->game->rules->to_move(t->game, s);
    if (mover == HRA_OVER) {
        t->game->rules->returns(t->game, s, out);
        return HRA_OK;
    }
    if (mover == HRA_CHANCE)
        return HRA_EFIT;
    hra_question question = {.state = s};
    hra_err err = hra_search_run(t->search, &question, &t->result);
    if (!err)
        memcpy(out, t->result.value, (size_t)t->game->seats * sizeof *out);
    return err;
}

static void recall(const void *shared, const void *scratch, hra_thought *out) {
    const hra_result *result = &((const thinking *)scratch)->result;
    memcpy(out->value, result->value, sizeof out->value);
    out->depth = result->depth;
    out->nodes = result->nodes;
    out->line[0] = result->move;
    out->length = 1;
    for (int i = 1; i < result->pv_length && i < HRA_THOUGHT_LINE && result->pv[0] == result->move; i++)
        out->line[out->length++] = result->pv[i];
}

const hra_expert hra_searcher = {
    .name = "searcher",
    .summary = "a method",
    .close = free,
    .begin = begin,
    .end = end,
    .forget = forget,
    .choose = choose,
    .advise = advise,
    .value = value,
    .recall = recall,
};
