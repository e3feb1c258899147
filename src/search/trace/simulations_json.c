/* Simulations of MCTS as JSON. The keys are documented in docs/methods/README.md and stay. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hra/scene.h"
#include "players/json.h"
#include "simulations.h"

enum { TOLD_MOVES = 100 }; /* of a playout */

typedef struct writing {
    hra_json *json;
    const hra_walked *walked;
    const hra_simulations *all;
    unsigned char *state, *before; /* scratch, a state each */
    hra_scene *leaf, *end;         /* NULL: boards are not wanted */
    double *means; /* of each node, of the seat that chose the move to it; NAN: it was not there */
} writing;

/* ---- opening ------------------------------------------------------------------------------------*/

static void close_writing(writing *w) {
    hra_scene_close(w->leaf);
    hra_scene_close(w->end);
    free(w->state);
    free(w->before);
    free(w->means);
}

static hra_err open_writing(writing *w, bool boards) {
    const hra_game *game = w->walked->game;
    const uint32_t nodes = w->walked->tree->count;
    w->state = malloc(game->state_size);
    w->before = malloc(game->state_size);
    w->means = malloc(nodes * sizeof *w->means);
    if (!w->state || !w->before || !w->means)
        return HRA_ENOMEM;
    for (uint32_t i = 0; i < nodes; i++)
        w->means[i] = (double)NAN;
    hra_err err = boards ? hra_scene_open(&w->leaf, game, NULL) : HRA_OK;
    return err || !boards ? err : hra_scene_open(&w->end, game, NULL);
}

/* ---- the steps ----------------------------------------------------------------------------------*/

static void add_path(const writing *w, const hra_simulated *s, const int *path) {
    hra_json_list(w->json, "path");
    for (int d = 0; d <= s->length; d++)
        hra_json_integer(w->json, NULL, path[d]);
    hra_json_end(w->json);
    hra_json_bool(w->json, "expanded",
                  s->length > 0 && hra_simulations_node(w->all, path[s->length])->born == s->number);
}

static void add_compared(const writing *w, const hra_simulated *s, const int *path) {
    if (s->range > 0)
        hra_json_number(w->json, "range", s->range);
    hra_json_list(w->json, "compared");
    for (int i = 0; i < s->count; i++) {
        const hra_simulated_child *child = &s->children[i];
        const int node = hra_simulations_child(w->all, path[child->ply], child->move);
        if (node < 0)
            continue; /* its visits are those of an evaluation, and no simulation came there */
        hra_json_object(w->json, NULL);
        hra_json_integer(w->json, "node", node);
        hra_json_count(w->json, "visits", child->visits);
        hra_json_number(w->json, "mean", child->mean);
        hra_json_number(w->json, "bonus", child->ucb - child->mean);
        hra_json_number(w->json, "ucb", child->ucb);
        hra_json_bool(w->json, "chosen", child->chosen);
        hra_json_end(w->json);
    }
    hra_json_end(w->json);
}

/* Sets w->state to the last node of the path. */
static void walk_path(const writing *w, const hra_simulated *s) {
    const hra_game *game = w->walked->game;
    memcpy(w->state, w->walked->state, game->state_size);
    for (int i = 0; i < s->length; i++)
        game->rules->apply(game, w->state, s->moves[i]);
}

static void add_move(const writing *w, hra_move move) {
    const hra_game *game = w->walked->game;
    const int mover = game->rules->to_move(game, w->state);
    hra_json_object(w->json, NULL);
    if (mover >= 0)
        hra_json_integer(w->json, "seat", mover);
    hra_json_move(w->json, "move", game, w->state, move);
    hra_json_end(w->json);
}

/* What stands at the end of the playout, as what differs from where it began. */
static hra_err add_end(const writing *w, const hra_simulated *s) {
    const hra_scene_view moment = {
        .state = w->state, .before = w->before, .last = s->playout[s->playout_length - 1], .seat = -1};
    hra_json_position(w->json, "position", w->walked->game, w->state);
    if (!w->end)
        return HRA_OK;
    hra_err err = hra_scene_set(w->end, &moment);
    if (!err)
        hra_json_scene_change(w->json, "change", w->leaf, w->end);
    return err;
}

/* The scene of the last node, as the tree has it. */
static hra_err set_leaf(const writing *w, const hra_simulated *s) {
    const hra_game *game = w->walked->game;
    hra_scene_view moment = {.state = w->state, .seat = -1};
    if (!w->leaf)
        return HRA_OK;
    if (s->length) {
        memcpy(w->before, w->walked->state, game->state_size);
        for (int i = 0; i + 1 < s->length; i++)
            game->rules->apply(game, w->before, s->moves[i]);
        moment.before = w->before;
        moment.last = s->moves[s->length - 1];
    }
    return hra_scene_set(w->leaf, &moment);
}

static hra_err add_playout(const writing *w, const hra_simulated *s) {
    const hra_game *game = w->walked->game;
    hra_json_bool(w->json, "known", s->known);
    hra_json_count(w->json, "plies", s->plies);
    walk_path(w, s);
    hra_err err = set_leaf(w, s);
    hra_json_list(w->json, "playout");
    for (int i = 0; i < s->playout_length; i++) {
        if (i < TOLD_MOVES)
            add_move(w, s->playout[i]);
        memcpy(w->before, w->state, game->state_size);
        game->rules->apply(game, w->state, s->playout[i]);
    }
    hra_json_end(w->json);
    if (!err && s->playout_length && (uint64_t)s->playout_length == s->plies)
        err = add_end(w, s);
    hra_json_numbers(w->json, "result", s->value, game->seats);
    return err;
}

/* From the last node to the root, as results travel. */
static void add_backup(const writing *w, const hra_simulated *s, const int *path) {
    const hra_game *game = w->walked->game;
    const size_t seats = (size_t)game->seats;
    hra_json_list(w->json, "backup");
    for (int d = s->length; d >= 0; d--) {
        const int node = path[d], seat = hra_simulations_seat(w->all, node);
        const double *value = s->means + (size_t)d * seats;
        hra_json_object(w->json, NULL);
        hra_json_integer(w->json, "node", node);
        hra_json_integer(w->json, "seat", seat);
        hra_json_count(w->json, "visits", s->visits[d]);
        if (game->min_return == -1 && game->max_return == 1) /* a draw is half a win */
            hra_json_number(w->json, "wins", (value[seat] + 1) / 2 * (double)s->visits[d]);
        if (isnan(w->means[node]))
            hra_json_null(w->json, "mean_before");
        else
            hra_json_number(w->json, "mean_before", w->means[node]);
        hra_json_number(w->json, "mean", value[seat]);
        hra_json_numbers(w->json, "value", value, game->seats);
        hra_json_end(w->json);
        w->means[node] = value[seat];
    }
    hra_json_end(w->json);
}

void hra_simulations_add_list(hra_json *json, const hra_walked *walked, const hra_simulations *simulations,
                              bool boards) {
    writing w = {.json = json, .walked = walked, .all = simulations};
    hra_err err = open_writing(&w, boards);
    const hra_simulated *s;
    const int *path = NULL;
    hra_json_list(json, "simulations");
    for (int i = 0; !err && (s = hra_simulations_get(simulations, i, &path)) != NULL; i++) {
        hra_json_object(json, NULL);
        hra_json_count(json, "number", s->number);
        add_path(&w, s, path);
        add_compared(&w, s, path);
        err = add_playout(&w, s);
        add_backup(&w, s, path);
        hra_json_end(json);
    }
    hra_json_end(json);
    if (err)
        json->out->err = err;
    close_writing(&w);
}
