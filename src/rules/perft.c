/* Counting the tree: the test of every game's rules. */
#include <stdlib.h>
#include <string.h>

#include "perft.inl"

static bool below(hra_perft_walk *w, unsigned char *s, hra_move *moves, int left) {
    return hra_perft_body(w, s, moves, left, w->game->rules, 0, false, below);
}

hra_err hra_perft(const hra_game *game, const void *s, int depth, const hra_stop *stop,
                  hra_perft_count *out) {
    if (depth < 0 || depth > 1000)
        return HRA_EINPUT;
    const struct hra_fast *fast = game->rules->hints->fast;
    hra_perft_below *count = fast && fast->perft ? fast->perft : below;
    size_t plies = (size_t)depth + 1;
    size_t width = hra_game_move_capacity(game);
    hra_perft_walk w = {.game = game, .stop = stop, .nodes = 1, .leaves = depth == 0};
    w.stride = (game->state_size + 15) & ~(size_t)15;
    w.probability = malloc(width * sizeof *w.probability);
    unsigned char *states = malloc(plies * w.stride);
    hra_move *moves = malloc(plies * width * sizeof *moves);
    hra_err err = HRA_ENOMEM;
    if (states && moves && w.probability) {
        memcpy(states, s, game->state_size);
        bool below_it = depth > 0 && game->rules->to_move(game, s) != HRA_OVER;
        err = !below_it || count(&w, states, moves, depth) ? HRA_OK : HRA_ESTOPPED;
    }
    free(states);
    free(moves);
    free(w.probability);
    if (!err)
        *out = (hra_perft_count){.leaves = w.leaves, .nodes = w.nodes};
    return err;
}
