/* Simulations one at a time, for an observer: among which moves a simulation chose, what came of it, and what it changed. */
#include <stdlib.h>
#include <string.h>

#include "mcts.h"

hra_err hra_mcts_watch_open(hra_mcts_watch **out, const hra_game *game, const hra_observer *observer) {
    hra_mcts_watch *watch = calloc(1, sizeof *watch);
    const size_t nodes = HRA_MCTS_PATH + 1;
    *out = watch;
    if (!watch)
        return HRA_ENOMEM;
    watch->observer = observer;
    watch->moves = malloc(nodes * sizeof *watch->moves);
    watch->visits = malloc(nodes * sizeof *watch->visits);
    watch->means = malloc(nodes * (size_t)game->seats * sizeof *watch->means);
    watch->playout = malloc(HRA_PLAYOUT_PLIES * sizeof *watch->playout);
    return watch->moves && watch->visits && watch->means && watch->playout ? HRA_OK : HRA_ENOMEM;
}

void hra_mcts_watch_close(hra_mcts_watch *watch) {
    if (!watch)
        return;
    free(watch->children);
    free(watch->moves);
    free(watch->visits);
    free(watch->means);
    free(watch->playout);
    free(watch);
}

void hra_mcts_watch_child(hra_mcts_worker *w, uint32_t child, int mover, double ucb, bool chosen) {
    hra_mcts_watch *watch = w->watch;
    const hra_mcts_node *node = &w->tree->nodes[child];
    if (watch->count == watch->capacity) {
        const int capacity = watch->capacity ? 2 * watch->capacity : 64;
        hra_simulated_child *children = realloc(watch->children, (size_t)capacity * sizeof *children);
        if (!children) {
            watch->no_memory = true;
            return;
        }
        watch->children = children;
        watch->capacity = capacity;
    }
    watch->children[watch->count++] = (hra_simulated_child){.ply = w->length,
                                                            .move = node->move,
                                                            .visits = node->visits,
                                                            .mean = hra_mcts_mean(w->tree, child, mover),
                                                            .ucb = ucb,
                                                            .chosen = chosen};
}

void hra_mcts_watch_end(hra_mcts_worker *w, bool known, uint64_t plies, const double *value) {
    hra_mcts_watch *watch = w->watch;
    const hra_mcts_tree *t = w->tree;
    const int seats = t->game->seats;
    for (int d = 0; d <= w->length; d++) {
        watch->visits[d] = t->nodes[w->path[d]].visits;
        for (int k = 0; k < seats; k++)
            watch->means[(size_t)d * (size_t)seats + (size_t)k] = hra_mcts_mean(t, w->path[d], k);
        if (d)
            watch->moves[d - 1] = t->nodes[w->path[d]].move;
    }
    const hra_simulated simulated = {.number = w->playouts,
                                     .length = w->length,
                                     .moves = watch->moves,
                                     .children = watch->children,
                                     .count = watch->count,
                                     .known = known,
                                     .plies = plies,
                                     .value = value,
                                     .visits = watch->visits,
                                     .means = watch->means,
                                     .range = watch->range,
                                     .playout = watch->playout,
                                     .playout_length = w->out.recorded};
    watch->observer->simulated(watch->observer->self, &simulated);
    watch->count = 0;
    watch->range = 0;
}
