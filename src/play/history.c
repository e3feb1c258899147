/* The moves of one play and its states, and draws by repetition. */
#include <stdlib.h>
#include <string.h>

#include "play/history.h"
#include "rules/game_properties.h"

enum { FIRST_CAPACITY = 128 };

static hra_err grow(hra_track *t, int capacity) {
    size_t n = (size_t)capacity;
    unsigned char *states = realloc(t->states, (n + 1) * t->stride);
    if (states)
        t->states = states;
    hra_move *moves = realloc(t->moves, n * sizeof *moves);
    if (moves)
        t->moves = moves;
    int8_t *movers = realloc(t->movers, n + 1);
    if (movers)
        t->movers = movers;
    int *since = realloc(t->since, (n + 1) * sizeof *since);
    if (since)
        t->since = since;
    uint64_t *keys = realloc(t->keys, (n + 1) * sizeof *keys);
    if (keys)
        t->keys = keys;
    if (!states || !moves || !movers || !since || !keys)
        return HRA_ENOMEM;
    t->capacity = capacity;
    return HRA_OK;
}

/* Room for one state, or for the first plies. */
static hra_err take_room(hra_track *t, int plies) {
    if (t->stride)
        return grow(t, plies > FIRST_CAPACITY ? plies : FIRST_CAPACITY);
    t->states = malloc(t->game->state_size);
    return t->states ? HRA_OK : HRA_ENOMEM;
}

hra_err hra_track_init(hra_track *t, const hra_game *game, bool present) {
    const size_t align = sizeof(uint64_t) - 1;
    *t = (hra_track){.game = game, .stride = present ? 0 : (game->state_size + align) & ~align};
    hra_err err = take_room(t, 0);
    if (err) {
        hra_track_release(t);
        return err;
    }
    if (t->stride)
        t->since[0] = 0;
    game->rules->init(game, t->states);
    return HRA_OK;
}

void hra_track_release(hra_track *t) {
    free(t->states);
    free(t->moves);
    free(t->movers);
    free(t->since);
    free(t->keys);
    *t = (hra_track){0};
}

hra_err hra_track_clone(hra_track *out, const hra_track *t) {
    size_t n = (size_t)t->plies;
    hra_track copy = {.game = t->game, .stride = t->stride};
    hra_err err = take_room(&copy, t->plies);
    if (err) {
        hra_track_release(&copy);
        return err;
    }
    if (t->stride) {
        memcpy(copy.states, t->states, (n + 1) * t->stride);
        memcpy(copy.moves, t->moves, n * sizeof *t->moves);
        memcpy(copy.movers, t->movers, n ? n + 1 : 0); /* without a move there is none yet */
        memcpy(copy.since, t->since, (n + 1) * sizeof *t->since);
        memcpy(copy.keys, t->keys, (size_t)t->key_count * sizeof *t->keys);
    } else {
        memcpy(copy.states, t->states, t->game->state_size);
    }
    copy.mover = t->mover;
    copy.plies = t->plies;
    copy.key_count = t->key_count;
    *out = copy;
    return HRA_OK;
}

/* Keys of the first `count` states. */
static void extend_keys(hra_track *t, int count) {
    for (; t->key_count < count; t->key_count++)
        t->keys[t->key_count] = hra_game_key(t->game, hra_track_state(t, t->key_count));
}

/* Has the present position stood often enough for a draw? */
static bool is_repeated(hra_track *t) {
    int last = t->plies, times = 1;
    if (last - t->since[last] < t->game->repetition_limit - 1)
        return false;
    extend_keys(t, last + 1);
    for (int ply = last - 1; ply >= t->since[last]; ply--)
        times += t->keys[ply] == t->keys[last];
    return times >= t->game->repetition_limit;
}

/* Tells the present state of those before it. */
static void recall(hra_track *t) {
    int count;
    const uint64_t *keys = hra_track_history(t, &count);
    t->game->rules->conduct->recall(t->game, t->states + (size_t)t->plies * t->stride, keys, count);
}

hra_err hra_track_keep(hra_track *t, hra_move move) {
    const hra_rules *rules = t->game->rules;
    if (t->plies == HRA_TRACK_PLIES)
        return HRA_ELIMIT;
    if (t->plies == t->capacity) {
        hra_err err = grow(t, 2 * t->capacity);
        if (err)
            return err;
    }
    unsigned char *s = t->states + (size_t)t->plies * t->stride;
    bool fresh = rules->hints->irreversible && rules->hints->irreversible(t->game, s, move);
    t->moves[t->plies] = move;
    if (t->plies == 0 || rules->conduct->concession)
        t->movers[t->plies] = (int8_t)hra_maker(t->game, s, move);
    memcpy(s + t->stride, s, t->game->state_size);
    rules->apply(t->game, s + t->stride, move);
    t->plies++;
    t->since[t->plies] = fresh ? t->plies : t->since[t->plies - 1];
    if (rules->conduct->recall)
        recall(t);
    int mover = rules->to_move(t->game, s + t->stride);
    if (t->game->repetition_limit && mover != HRA_OVER && is_repeated(t))
        mover = HRA_OVER;
    t->movers[t->plies] = (int8_t)mover;
    t->mover = mover;
    return HRA_OK;
}

void hra_track_cut(hra_track *t, int plies) {
    t->plies = plies;
    if (t->stride && t->moves &&
        t->game->rules->conduct->concession) /* another seat may have given up there */
        t->movers[plies] = (int8_t)t->game->rules->to_move(t->game, hra_track_state(t, plies));
    if (t->stride && plies)
        t->mover = t->movers[plies];
    if (t->key_count > plies)
        t->key_count = plies; /* at 0 another initial state may come */
}

void *hra_track_start(hra_track *t) {
    return t->states;
}

int hra_track_mover_at(const hra_track *t, int ply) {
    return ply == t->plies ? hra_track_mover(t) : t->movers[ply];
}

void hra_track_returns(const hra_track *t, double *out) {
    const void *s = hra_track_state(t, t->plies);
    if (t->game->rules->to_move(t->game, s) == HRA_OVER) {
        t->game->rules->returns(t->game, s, out);
        return;
    }
    for (int seat = 0; seat < t->game->seats; seat++)
        out[seat] = 0;
}

const uint64_t *hra_track_history(hra_track *t, int *count) {
    *count = 0;
    if (!t->stride)
        return NULL;
    int from = t->since[t->plies];
    extend_keys(t, t->plies);
    *count = t->plies - from;
    return t->keys + from;
}
