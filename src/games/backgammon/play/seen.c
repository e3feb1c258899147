/* What nets have said of positions, remembered. */
#include "games/backgammon/play/seen.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64, PLACES = 1 << BG_SEEN_BITS };

void bg_seen_release(bg_seen *seen) {
    free(seen->memory);
    *seen = (bg_seen){0};
}

size_t bg_seen_place(const bg_board *board, int turn) {
    const bg_side *own = &board->side[turn], *other = &board->side[!turn];
    uint64_t hash = 0;
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ (own->bit[i] | (uint64_t)other->bit[i] << 32)) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return (size_t)(hash * 0x9E3779B97F4A7C15u >> (64 - BG_SEEN_BITS));
}

const float *bg_seen_find(const bg_seen *seen, size_t place, const bg_board *board, int turn) {
    if (!seen->at)
        return NULL;
    const bg_seen_position *p = &seen->at[place];
    const bool same = memcmp(&p->own, &board->side[turn], sizeof p->own) == 0 &&
                      memcmp(&p->other, &board->side[!turn], sizeof p->other) == 0;
    return same ? p->chance : NULL;
}

/* The pages that are never written to take no memory. */
static void take_memory(bg_seen *seen) {
    seen->memory = calloc(PLACES + 1, sizeof *seen->at);
    if (seen->memory)
        seen->at = (bg_seen_position *)(((uintptr_t)seen->memory + LINE - 1) / LINE * LINE);
}

void bg_seen_put(bg_seen *seen, size_t place, const bg_board *board, int turn, const float *chance) {
    if (!seen->at)
        take_memory(seen);
    if (!seen->at)
        return;
    bg_seen_position *p = &seen->at[place];
    p->own = board->side[turn];
    p->other = board->side[!turn];
    memcpy(p->chance, chance, sizeof p->chance);
}
