/* What there is to play, and by which methods. */
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

#include "rules/defaults.h"
#include "scene/shapes.h"

enum {
    GAMES = 256,       /* that are named where one is not known */
    PICTURE_PLIES = 24 /* of random play at most, of which a picture shows the state after two thirds */
};

static const char PICTURES[] = "pictures";

static hra_err find_game(const hra_session *s, const char *name, const hra_rules **out, hra_error *why) {
    const char *names[GAMES + 1] = {NULL};
    *out = hra_registry_find_game(s->host.registry, name);
    for (int i = 0; i < GAMES && hra_registry_game(s->host.registry, i); i++)
        names[i] = hra_registry_game(s->host.registry, i)->name;
    return *out ? HRA_OK : hra_fail_unknown(why, 0, name, names, "unknown game '%.40s'; choose one of", name);
}

/* ---- pictures -------------------------------------------------------------------------------*/

/* A game at random, always the same. */
typedef struct sample {
    const hra_game *game;
    unsigned char *state;
    hra_move *moves;
    double *probability;
} sample;

/* Plays that many plies from the start, then on until a seat is to move. Returns their number. */
static int play_sample(const sample *a, int plies) {
    const hra_rules *rules = a->game->rules;
    hra_rng rng;
    int ply = 0, mover;
    hra_rng_init(&rng, 4);
    hra_game_begin(a->game, 0, a->state);
    while ((mover = rules->to_move(a->game, a->state)) != HRA_OVER && (ply < plies || mover == HRA_CHANCE)) {
        hra_move move;
        if (mover == HRA_CHANCE) {
            move = hra_game_sample(a->game, a->state, &rng, a->moves, a->probability);
        } else {
            const int count = rules->moves(a->game, a->state, a->moves);
            move = a->moves[hra_rng_below(&rng, (uint32_t)count)];
        }
        rules->apply(a->game, a->state, move);
        ply++;
    }
    return ply;
}

static hra_err add_sample(hra_json *json, const hra_game *game, const sample *a, hra_error *why) {
    hra_scene *scene;
    hra_err err = hra_scene_open(&scene, game, why);
    if (err)
        return err;
    const int plies = play_sample(a, PICTURE_PLIES);
    (void)play_sample(a, plies * 2 / 3);
    err = hra_scene_set(scene, &(hra_scene_view){.state = a->state, .seat = -1});
    if (!err) {
        hra_json_object(json, NULL);
        hra_json_text(json, "game", game->rules->name);
        hra_json_scene(json, "board_scene", scene, HRA_SCENE_BOARD);
        hra_json_scene(json, "scene", scene, HRA_SCENE_NOW);
        hra_json_end(json);
    }
    hra_scene_close(scene);
    return err ? hra_no_memory(why) : HRA_OK;
}

static hra_err add_picture(hra_session *s, hra_json *json, const hra_rules *rules, hra_error *why) {
    hra_game *game;
    hra_err err = hra_game_open(&game, &s->host, rules->name, why);
    if (err)
        return err;
    const size_t most = hra_game_move_capacity(game);
    sample a = {game, malloc(game->state_size), malloc(most * sizeof *a.moves),
                malloc(most * sizeof *a.probability)};
    err = a.state && a.moves && a.probability ? add_sample(json, game, &a, why) : hra_no_memory(why);
    free(a.state);
    free(a.moves);
    free(a.probability);
    hra_game_close(game);
    return err;
}

/* The members of the event with pictures: `only` that game, NULL: all. */
static hra_err list_with_pictures(hra_session *s, int version, const hra_rules *only, hra_text *out,
                                  hra_error *why) {
    hra_json json = hra_json_begin(out);
    const hra_rules *rules;
    hra_err err = HRA_OK;
    json.keys = hra_session_json_keys(version);
    hra_json_object(&json, NULL);
    hra_json_games(&json, "list", s->host.registry, only);
    hra_json_list(&json, "pictures");
    for (int i = 0; !err && (rules = hra_registry_game(s->host.registry, i)) != NULL; i++)
        if (!only || rules == only)
            err = add_picture(s, &json, rules, why);
    hra_json_end(&json);
    hra_json_end(&json);
    return err ? err : out->err ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_session_handle_games(hra_session *s, const requester *who, char *line, hra_error *why,
                                 const char **about) {
    const hra_rules *only = NULL;
    hra_text text;
    char *name, *pictures = NULL;
    hra_err err = hra_words_take(&line, &name, why);
    if (!err)
        err = hra_words_only(line, &pictures, why);
    if (!err && name && !pictures && strcmp(name, PICTURES) == 0)
        pictures = name, name = NULL;
    if (!err && pictures && strcmp(*about = pictures, PICTURES) != 0)
        err = hra_fail(why, HRA_EINPUT, -1, "unexpected word '%.40s'", pictures);
    if (!err && name)
        err = find_game(s, *about = name, &only, why);
    if (err)
        return err;
    if (!pictures) {
        hra_emit_list(s, who, true, only);
    } else {
        hra_text_init(&text);
        err = list_with_pictures(s, s->clients[who->client].version, only, &text, why);
        if (!err)
            hra_emit_members(s, who, HRA_SESSION_GAMES, NULL, hra_text_string(&text));
        hra_text_release(&text);
    }
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

hra_err hra_session_handle_methods(hra_session *s, const requester *who, char *line, hra_error *why,
                                   const char **about) {
    hra_emit_list(s, who, false, NULL);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}
