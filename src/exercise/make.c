/* Making what a text describes without a key, as courses have it. */
#include <stdlib.h>

#include "fill.h"
#include "hra/state.h"
#include "move.h"
#include "uct.h"

/* What is opened to ask the analyst. */
typedef struct asking {
    hra_game *game;
    hra_player *player;
    hra_agent *agent;
    void *state;
} asking;

static void close_asking(asking *a) {
    hra_agent_close(a->agent);
    hra_player_close(a->player);
    free(a->state);
    hra_game_close(a->game);
}

static hra_err open_asking(asking *a, const hra_exercise *x, const hra_host *host, const char *data,
                           hra_error *why) {
    const char *position = *x->info.position ? x->info.position : NULL;
    hra_err err = hra_game_open_at(&a->game, host, x->info.game, 0, position, why);
    if (err)
        return err;
    a->state = calloc(1, (size_t)hra_encoding_of(a->game).state_size); /* hra_state_init fills it up */
    if (!a->state)
        return hra_no_memory(why);
    err = position ? hra_game_read_position(a->game, position, a->state, why)
                   : hra_state_init(a->game, 0, a->state, why);
    const char *analyst = *x->info.analyst ? x->info.analyst : hra_player_suggest(a->game).best;
    if (!err)
        err = hra_player_open(&a->player, a->game, analyst, data, NULL, why);
    if (!err && hra_agent_open(&a->agent, a->player))
        err = hra_no_memory(why);
    return err;
}

static bool has_key(const hra_exercise *x) {
    if (x->kind == &hra_exercise_move)
        return ((const move_key *)x->self)->count > 0;
    if (x->kind == &hra_exercise_uct)
        return ((const uct *)x->self)->count > 0;
    return x->kind != &hra_exercise_fill || ((const fill_tree *)x->self)->count > 0;
}

static hra_err make(hra_exercise **out, const hra_exercise *x, const hra_host *host, const char *data,
                    const hra_stop *stop, hra_error *why) {
    const hra_exercise_info *info = &x->info;
    const hra_exercise_setup setup = {.size = sizeof setup,
                                      .title = info->title,
                                      .source = info->source,
                                      .points = info->points,
                                      .threshold = info->threshold,
                                      .seed = info->seed,
                                      .limits = info->limits};
    const bool is_fill = x->kind == &hra_exercise_fill || x->kind == &hra_exercise_uct;
    const unsigned asked = x->kind == &hra_exercise_fill ? ((const fill_tree *)x->self)->asked : 0;
    hra_err err = is_fill && *info->analyst ? hra_fill_check_player(info->analyst, why) : HRA_OK;
    if (err)
        return err;
    if (x->difficulty)
        return hra_exercise_random_tree(out, *info->analyst ? info->analyst : NULL, info->seed, x->difficulty,
                                        asked, &setup, why);
    asking a = {0};
    err = open_asking(&a, x, host, data, why);
    const hra_question question = {.state = a.state, .stop = stop, .want = HRA_WANT_ALL};
    if (!err)
        err = is_fill ? hra_exercise_from_tree(out, a.agent, &question, asked, &setup, why)
                      : hra_exercise_from_state(out, a.agent, &question, &setup, why);
    close_asking(&a);
    return err;
}

hra_err hra_exercise_make(hra_exercise **out, const hra_host *host, const char *data, const char *text,
                          size_t length, const hra_stop *stop, hra_error *why) {
    hra_exercise *x;
    *out = NULL;
    hra_err err = hra_exercise_read(&x, text, length, why);
    if (err)
        return err;
    if (has_key(x)) {
        err = hra_exercise_complete(x, host, why);
        if (!err) {
            *out = x;
            return HRA_OK;
        }
    } else {
        err = make(out, x, host, data, stop, why);
    }
    hra_exercise_close(x);
    return err;
}
