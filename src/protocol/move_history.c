/* Remembers states and the moves between them. */
#include <stdlib.h>
#include <string.h>

#include "move_history.h"
#include "rules/rules_complete.h"

hra_err hra_past_init(hra_past *p, const hra_game *game) {
    *p = (hra_past){.game = game};
    p->states = malloc((HRA_PAST + 1) * game->state_size);
    p->next = malloc(game->state_size);
    p->list = malloc(hra_game_move_capacity(game) * sizeof *p->list);
    return p->states && p->next && p->list ? HRA_OK : HRA_ENOMEM;
}

void hra_past_release(hra_past *p) {
    free(p->states);
    free(p->next);
    free(p->list);
    *p = (hra_past){0};
}

void *hra_past_state(const hra_past *p, int i) {
    return p->states + (size_t)i * p->game->state_size;
}

void hra_past_begin(hra_past *p, const void *state) {
    p->count = 0;
    memcpy(hra_past_state(p, 0), state, p->game->state_size);
}

void hra_past_push(hra_past *p, hra_move move) {
    size_t size = p->game->state_size;
    if (p->count == HRA_PAST) {
        int half = HRA_PAST / 2;
        memmove(p->states, hra_past_state(p, half), (size_t)(HRA_PAST + 1 - half) * size);
        memmove(p->moves, p->moves + half, (size_t)(HRA_PAST - half) * sizeof *p->moves);
        p->count -= half;
    }
    memcpy(hra_past_state(p, p->count + 1), hra_past_state(p, p->count), size);
    p->moves[p->count++] = move;
    p->game->rules->apply(p->game, hra_past_state(p, p->count), move);
}

void hra_past_come_to(hra_past *p, const void *state) {
    const hra_game *game = p->game;
    const void *known = hra_past_state(p, p->count);
    int n = game->rules->to_move(game, known) >= 0 ? hra_game_moves(game, known, p->list) : 0;
    uint64_t wanted = hra_game_key(game, state);
    for (int i = 0; i < n; i++) {
        memcpy(p->next, known, game->state_size);
        game->rules->apply(game, p->next, p->list[i]);
        if (hra_game_key(game, p->next) == wanted) {
            hra_past_push(p, p->list[i]);
            return;
        }
    }
    hra_past_begin(p, state);
}

int hra_past_known(const hra_past *p, const hra_question *q) {
    int most = q->history && q->history_length < p->count ? q->history_length : q->history ? p->count : 0;
    for (int i = 1; i <= most; i++)
        if (hra_game_key(p->game, hra_past_state(p, p->count - i)) != q->history[q->history_length - i])
            return 0;
    return most;
}
