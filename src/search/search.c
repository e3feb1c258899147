/* The registered methods, and searches opened from specs. methods.def is the only list of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hra/search.h"

#define HRA_METHOD(name) extern const hra_method hra_method_##name;
#include "methods.def"
#undef HRA_METHOD

#define HRA_METHOD(name) &hra_method_##name,
static const hra_method *const registered[] = {
#include "methods.def"
};
#undef HRA_METHOD

struct hra_search {
    const hra_game *game;
    const hra_method *method;
    void *self;
    unsigned char *state; /* for following the principal variation */
    hra_move *moves;
};

int hra_method_count(void) {
    return (int)(sizeof registered / sizeof *registered);
}

const hra_method *hra_method_at(int index) {
    return registered[index];
}

const hra_method *hra_method_find(const char *name) {
    for (int i = 0; i < hra_method_count(); i++)
        if (strcmp(registered[i]->name, name) == 0)
            return registered[i];
    return NULL;
}

static hra_err unknown_method(const char *name, hra_error *why) {
    const char *names[sizeof registered / sizeof *registered + 1] = {0};
    hra_text list;
    hra_text_init(&list);
    for (int n = 0; n < hra_method_count(); n++) {
        names[n] = registered[n]->name;
        hra_text_addf(&list, "%s%s", n ? ", " : "", names[n]);
    }
    const char *guess = hra_did_you_mean(name, names);
    hra_err err = hra_fail(why, HRA_EINPUT, 0, "there is no method '%s'; there are %.180s%s%s%s", name,
                           hra_text_string(&list), guess ? "; did you mean '" : "", guess ? guess : "",
                           guess ? "'?" : "");
    hra_text_release(&list);
    return err;
}

static bool has_option(const hra_method *method, const char *name) {
    for (const hra_option *o = method ? method->options : NULL; o && o->name; o++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

/* Only a game's own solver keeps files. */
const char *hra_method_with_data(const hra_game *game, const char *spec, const char *data,
                                 char out[HRA_SPEC_LENGTH]) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_options options;
    if (!data || !*data || strchr(data, '"') || !game->rules->catalogue->solver ||
        hra_spec_split(spec, name, &text, &length, NULL) != 0)
        return spec;
    const hra_method *method = hra_method_find(name);
    if (!has_option(method, "data") ||
        hra_options_read(&options, method->options, NULL, name, text, length, 0, NULL) != 0 ||
        hra_options_given(&options, "data"))
        return spec;
    int n = snprintf(out, HRA_SPEC_LENGTH, "%s:%.*s%sdata=\"%s\"", name, (int)length, text, length ? "," : "",
                     data);
    return n > 0 && n < HRA_SPEC_LENGTH ? out : spec;
}

hra_err hra_search_open(hra_search **out, const hra_game *game, const char *spec, hra_error *why) {
    char name[HRA_NAME_LENGTH], what[HRA_NAME_LENGTH + 8] = "method ";
    const char *text;
    size_t length;
    hra_options options;
    hra_err err = hra_spec_split(spec, name, &text, &length, why);
    if (err)
        return err;
    const hra_method *method = hra_method_find(name);
    if (!method)
        return unknown_method(name, why);
    memcpy(what + 7, name, strlen(name) + 1);
    err = hra_options_read(&options, method->options, game->host ? &game->host->caps : NULL, what, text,
                           length, (int)(text - spec), why);
    if (err)
        return err;
    hra_search *search = calloc(1, sizeof *search);
    if (search) {
        *search = (hra_search){.game = game, .method = method};
        search->state = malloc(game->state_size);
        search->moves = malloc(((size_t)game->max_moves + 1) * sizeof *search->moves);
    }
    if (!search || !search->state || !search->moves)
        err = hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    else
        err = method->open(game, &options, &search->self, why);
    if (err)
        hra_search_close(search);
    else
        *out = search;
    return err;
}

void hra_search_close(hra_search *search) {
    if (!search)
        return;
    if (search->self)
        search->method->close(search->self);
    free(search->state);
    free(search->moves);
    free(search);
}

void hra_search_forget(hra_search *search) {
    if (search->method->forget)
        search->method->forget(search->self);
}

hra_err hra_search_observe(hra_search *search, const hra_observer *observer) {
    if (!search->method->observe)
        return HRA_EFIT;
    search->method->observe(search->self, observer);
    return HRA_OK;
}

const hra_method *hra_search_method(const hra_search *search) {
    return search->method;
}

/* Follows the principal variation: cuts it where it stops being one, and where it reaches the end
 * of the game, its length is the distance. */
static void follow_line(hra_search *search, const hra_question *question, hra_result *result) {
    const hra_game *game = search->game;
    memcpy(search->state, question->state, game->state_size);
    for (int i = 0; i < result->pv_length; i++) {
        int mover = game->rules->to_move(game, search->state), n = 0, m = 0;
        if (mover >= 0)
            n = game->rules->moves(game, search->state, search->moves);
        while (m < n && search->moves[m] != result->pv[i])
            m++;
        if (m == n)
            result->pv_length = i;
        else
            game->rules->apply(game, search->state, result->pv[i]);
    }
    if (result->distance < 0 && game->rules->to_move(game, search->state) == HRA_OVER)
        result->distance = result->pv_length;
}

hra_err hra_search_run(hra_search *search, const hra_question *question, hra_result *result) {
    result->why = (hra_error){0};
    result->pv_length = result->move_count = result->depth = 0;
    result->distance = -1;
    result->nodes = result->leaves = result->cutoffs = result->table_hits = result->playouts = 0;
    result->stopped = result->unsound = false;
    result->proof = HRA_UNKNOWN;
    result->seconds = 0;
    hra_err err = search->method->run(search->self, question, result);
    if (!err)
        follow_line(search, question, result);
    return err;
}
