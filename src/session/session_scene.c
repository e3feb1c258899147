/* The scene of the table, as somebody sees it. */
#include "scene/shapes.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKS_BACK = 12 }; /* decisions */

/* A move that was made, with the state before it, as far as the client may be told; it uses s->seen. */
static bool see_move(hra_session *s, int client, int ply, hra_scene_view *out) {
    const hra_play *play = s->table.play;
    if ((hra_session_is_secret(s, client, ply) && hra_session_hides_now(s, client)) ||
        hra_session_is_hidden(s, client, ply))
        return false;
    out->before = hra_play_at(play, ply).state;
    out->last = hra_play_at(play, ply).move;
    return true;
}

static bool has_last_mark(const hra_scene *scene) {
    const hra_shape *shape;
    for (int i = 0; (shape = hra_scene_shape(scene, HRA_SCENE_NOW, i)) != NULL; i++)
        if (shape->marks & HRA_MARK_LAST)
            return true;
    return false;
}

static hra_err set_view(hra_session *s, int client, hra_scene_view *view) {
    if (!hra_session_see(s, client))
        return HRA_ESTATE;
    view->state = s->seen;
    return hra_scene_set(s->table.scene, view);
}

/* Sets the scene with its last move marked: the last one that shows on the board. A throw or a card after it, and the end
 * of a turn, change nothing there, and a person still wants to see what the others did. */
static hra_err set_marked(hra_session *s, int client, hra_scene_view *view) {
    const hra_play *play = s->table.play;
    const hra_scene_view plain = *view;
    int ply = hra_play_plies(play) - 1;
    hra_err err = HRA_OK;
    for (int looks = 0; ply >= 0 && looks < LOOKS_BACK && !err; ply--) {
        if (hra_play_at(play, ply).mover == HRA_CHANCE)
            continue;
        looks++;
        if (!see_move(s, client, ply, view))
            continue;
        err = set_view(s, client, view);
        if (!err && has_last_mark(s->table.scene))
            return HRA_OK;
    }
    *view = plain;
    ply = hra_play_plies(play) - 1;
    if (ply >= 0)
        (void)see_move(s, client, ply, view);
    return err ? err : set_view(s, client, view);
}

bool hra_session_set_scene(hra_session *s, int client) {
    const table *t = &s->table;
    const int seat = hra_session_view_of(s, client);
    hra_scene_view view = {.manual_dice = t->how.manual_chance && !t->given, .seat = seat >= 0 ? seat : -1};
    if (!hra_session_see(s, client))
        return false;
    if (set_marked(s, client, &view) == 0)
        return true;
    s->text.err = HRA_ENOMEM; /* the event says so */
    return false;
}

static void add_opening(hra_session *s) {
    const hra_play *play = s->table.play;
    hra_text_clear(&s->words);
    if (hra_play_opening(play, hra_play_plies(play), &s->words) >= 0)
        hra_json_text(&s->json, "opening", hra_text_string(&s->words));
    s->text.err = s->text.err ? s->text.err : s->words.err;
}

/* What each seat has, where the game counts something. */
static void add_counts(hra_session *s) {
    const hra_game *game = s->table.game;
    if (!game->rules->scene->seat_count)
        return;
    hra_json_list(&s->json, "seat_counts");
    for (int seat = 0; seat < game->seats; seat++) {
        hra_text_clear(&s->words);
        game->rules->scene->seat_count(game, s->seen, seat, &s->words);
        hra_json_text(&s->json, NULL, hra_text_string(&s->words));
        s->text.err = s->text.err ? s->text.err : s->words.err;
    }
    hra_json_end(&s->json);
}

void hra_session_add_scene(hra_session *s, int client, bool whole) {
    session_client *c = &s->clients[client];
    table *t = &s->table;
    hra_error why;
    bool first = !c->shown;
    add_opening(s);
    add_counts(s);
    if (first && hra_scene_open(&c->shown, t->game, &why) != 0) {
        s->text.err = HRA_ENOMEM;
        return;
    }
    if (first || whole)
        hra_json_scene(&s->json, "scene", t->scene, HRA_SCENE_NOW);
    else
        hra_json_scene_change(&s->json, "change", c->shown, t->scene);
    hra_scene *shown = c->shown;
    c->shown = t->scene;
    t->scene = shown;
}

void hra_session_forget_scenes(hra_session *s) {
    for (int i = 0; i < HRA_SESSION_CLIENTS; i++) {
        hra_scene_close(s->clients[i].shown);
        s->clients[i].shown = NULL;
    }
}

/* Each outcome of chance once, with its probability, for a client that sees everything. */
static void add_outcomes(hra_session *s, int client) {
    const hra_game *game = s->table.game;
    if (hra_play_at(s->table.play, HRA_NOW).mover != HRA_CHANCE || !hra_session_sees_all(s, client))
        return;
    const void *now = hra_session_now(s);
    double *probability = malloc(hra_game_move_capacity(game) * sizeof *probability);
    if (!probability) {
        s->text.err = HRA_ENOMEM; /* of the event */
        return;
    }
    int count = game->rules->chance_outcomes(game, now, s->moves, probability);
    hra_json_list(&s->json, "outcomes");
    for (int i = 0; i < count; i++) {
        hra_json_object(&s->json, NULL);
        hra_json_move(&s->json, "move", game, now, s->moves[i]);
        hra_json_number(&s->json, "probability", probability[i]);
        hra_json_end(&s->json);
    }
    hra_json_end(&s->json);
    free(probability);
}

void hra_session_add_moves(hra_session *s, int client) {
    if (hra_session_set_scene(s, client)) {
        hra_json_scene_input(&s->json, "moves", s->table.scene);
    } else {
        hra_json_list(&s->json, "moves");
        hra_json_end(&s->json);
    }
    add_outcomes(s, client);
}

void hra_session_add_legal(hra_session *s, int client) {
    const hra_game *game = s->table.game;
    if (!hra_session_see(s, client))
        return;
    int count = game->rules->moves(game, s->seen, s->moves);
    hra_json_list(&s->json, "moves");
    for (int i = 0; i < count && i < HRA_SESSION_LEGAL; i++) {
        hra_text_clear(&s->words);
        game->rules->text->show_move(game, s->seen, s->moves[i], &s->words);
        hra_json_text(&s->json, NULL, hra_text_string(&s->words));
        s->text.err = s->text.err ? s->text.err : s->words.err;
    }
    hra_json_end(&s->json);
    if (count > HRA_SESSION_LEGAL)
        hra_json_integer(&s->json, "moves_left_out", count - HRA_SESSION_LEGAL);
}

hra_err hra_session_write_steps(hra_json *json, hra_scene *scene, const void *state, hra_move move,
                                bool *open) {
    hra_err err = hra_scene_set_move(scene, state, move);
    const hra_input_path *way = err ? NULL : hra_scene_path(scene, 0);
    if (!way || way->steps == 0)
        return err == HRA_ENOMEM ? err : HRA_OK;
    if (!*open)
        hra_json_list(json, "steps");
    *open = true;
    for (int i = 0; i < way->steps; i++) {
        hra_json_list(json, NULL);
        hra_json_text(json, NULL, way->step[2 * i]);
        hra_json_text(json, NULL, way->step[2 * i + 1]);
        hra_json_end(json);
    }
    return HRA_OK;
}

void hra_session_add_steps(hra_session *s, int client, int ply) {
    const table *t = &s->table;
    const hra_ply at = hra_play_at(t->play, ply);
    bool open = false;
    if (!hra_session_is_hidden(s, client, ply) &&
        hra_session_write_steps(&s->json, t->scene, at.state, at.move, &open) != 0)
        s->text.err = HRA_ENOMEM; /* of the event */
    if (open)
        hra_json_end(&s->json);
}
