/* The positions before a position: keys from the root, a number for each node. */
#include <stdlib.h>

#include "annotated/line_keys.h"
#include "hra/game.h"
#include "rules/game_properties.h"

hra_err hra_line_keys_grow(hra_line_keys *past, int room) {
    uint64_t *keys = realloc(past->keys, (size_t)room * sizeof *keys);
    past->keys = keys ? keys : past->keys;
    uint64_t *line = realloc(past->line, (size_t)room * sizeof *line);
    past->line = line ? line : past->line;
    int *since = realloc(past->since, (size_t)room * sizeof *since);
    past->since = since ? since : past->since;
    if (!keys || !line || !since)
        return HRA_ENOMEM;
    past->since[0] = 0;
    return HRA_OK;
}

void hra_line_keys_release(hra_line_keys *past) {
    free(past->keys);
    free(past->since);
    free(past->line);
    *past = (hra_line_keys){0};
}

void hra_line_keys_add(hra_line_keys *past, const hra_annotated *game, int node, void *state) {
    const hra_game *rules = game->game;
    const hra_node *n = &game->nodes[node];
    const void *before = hra_annotated_state(game, n->parent);
    const bool fresh =
        rules->rules->hints->irreversible && rules->rules->hints->irreversible(rules, before, n->move);
    past->keys[n->parent] = hra_game_key(rules, before); /* the first state may have been changed */
    past->keys[node] = hra_game_key(rules, state);
    past->since[node] = fresh ? n->ply : past->since[n->parent];
    if (!rules->rules->conduct->recall)
        return;
    const int count = n->ply - past->since[node];
    for (int i = count, at = n->parent; i-- > 0; at = game->nodes[at].parent)
        past->line[i] = past->keys[at];
    rules->rules->conduct->recall(rules, state, past->line, count);
}

void hra_line_keys_move(hra_line_keys *past, int from, int to) {
    past->keys[to] = past->keys[from];
    past->since[to] = past->since[from];
}

int hra_line_keys_occurrences(const hra_line_keys *past, const hra_annotated *game, int node) {
    int times = 1;
    for (int at = node; game->nodes[at].ply > past->since[node];) {
        at = game->nodes[at].parent;
        times += past->keys[at] == past->keys[node];
    }
    return times;
}
