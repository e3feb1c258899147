#include <stdlib.h>
#include <string.h>

#include "match/track.h"

enum { FIRST_CAPACITY = 128, MAX_PLIES = 1000000 };

static hra_err grow(hra_track *t, int capacity) {
    size_t n = (size_t)capacity;
    unsigned char *states = realloc(t->states, (n + 1) * t->stride);
    if (states)
        t->states = states;
    hra_move *moves = realloc(t->moves, n * sizeof *moves);
    if (moves)
        t->moves = moves;
    int8_t *movers = realloc(t->movers, n);
    if (movers)
        t->movers = movers;
    if (!states || !moves || !movers)
        return HRA_ENOMEM;
    t->capacity = capacity;
    return HRA_OK;
}

hra_err hra_track_init(hra_track *t, const hra_game *game) {
    const size_t align = sizeof(uint64_t) - 1;
    *t = (hra_track){.game = game, .stride = (game->state_size + align) & ~align};
    hra_err err = grow(t, FIRST_CAPACITY);
    if (err)
        hra_track_release(t);
    else
        game->rules->init(game, t->states);
    return err;
}

void hra_track_release(hra_track *t) {
    free(t->states);
    free(t->moves);
    free(t->movers);
    *t = (hra_track){0};
}

hra_err hra_track_push(hra_track *t, hra_move move) {
    if (t->plies == MAX_PLIES)
        return HRA_ELIMIT;
    if (t->plies == t->capacity) {
        hra_err err = grow(t, 2 * t->capacity);
        if (err)
            return err;
    }
    unsigned char *s = t->states + (size_t)t->plies * t->stride;
    t->moves[t->plies] = move;
    t->movers[t->plies] = (int8_t)t->game->rules->to_move(t->game, s);
    memcpy(s + t->stride, s, t->game->state_size);
    t->game->rules->apply(t->game, s + t->stride, move);
    t->plies++;
    return HRA_OK;
}

const void *hra_track_state(const hra_track *t, int ply) {
    return t->states + (size_t)ply * t->stride;
}

void *hra_track_start(hra_track *t) {
    return t->states;
}
