/* Counting the tree: the test of every game's rules. */
#include <stdlib.h>
#include <string.h>

#include "hra/game.h"

/* One block: a state a ply, a list of moves a ply, and one list of probabilities. */
typedef struct walk {
    const hra_game *game;
    unsigned char *states;
    hra_move *moves;
    double *probability;
    size_t stride, width;
    const hra_stop *stop;
    hra_perft_count count;
} walk;

static bool below(walk *w, int ply, int depth) {
    const hra_game *game = w->game;
    const unsigned char *s = w->states + (size_t)ply * w->stride;
    w->count.nodes++;
    if (ply == depth) {
        w->count.leaves++;
        return true;
    }
    if ((w->count.nodes & 0xffff) == 0 && hra_stop_is_set(w->stop))
        return false;
    int mover = game->rules->to_move(game, s);
    if (mover == HRA_OVER)
        return true;
    hra_move *moves = w->moves + (size_t)ply * w->width;
    int n = mover == HRA_CHANCE ? game->rules->chances(game, s, moves, w->probability)
                                : game->rules->moves(game, s, moves);
    unsigned char *child = w->states + (size_t)(ply + 1) * w->stride;
    for (int i = 0; i < n; i++) {
        memcpy(child, s, game->state_size);
        game->rules->apply(game, child, moves[i]);
        if (!below(w, ply + 1, depth))
            return false;
    }
    return true;
}

hra_err hra_perft(const hra_game *game, const void *s, int depth, const hra_stop *stop,
                  hra_perft_count *out) {
    if (depth < 0 || depth > 1000)
        return HRA_EINPUT;
    size_t plies = (size_t)depth + 1;
    walk w = {.game = game, .stop = stop};
    w.stride = (game->state_size + 15) & ~(size_t)15;
    w.width = (size_t)(game->max_moves > game->max_chances ? game->max_moves : game->max_chances) + 1;
    w.states = malloc(plies * w.stride);
    w.moves = malloc(plies * w.width * sizeof *w.moves);
    w.probability = malloc(w.width * sizeof *w.probability);
    hra_err err = HRA_ENOMEM;
    if (w.states && w.moves && w.probability) {
        memcpy(w.states, s, game->state_size);
        err = below(&w, 0, depth) ? HRA_OK : HRA_ESTOPPED;
    }
    free(w.states);
    free(w.moves);
    free(w.probability);
    if (!err)
        *out = w.count;
    return err;
}
