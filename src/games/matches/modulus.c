/* Evaluations of matches: always 0, and the exact rule: multiples of take + 1 are lost for the player to
 * move, because each reply can bring the number taken to take + 1. */
#include "matches.h"

static void nothing(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    out[0] = out[1] = 0;
}

bool matches_wins(const matches_level *level, const matches_heap *heap) {
    return heap->left % (level->take + 1) != 0;
}

static void by_modulus(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    const matches_heap *h = s;
    out[h->turn] = matches_wins(game->data, h) ? 1 : -1;
    out[!h->turn] = -out[h->turn];
}

const hra_evaluation matches_evaluations[] = {
    {.name = "none", .help = "0 before the end", .value = nothing},
    {.name = "modulus",
     .help = "exact winner: multiples of take + 1 are lost for the mover",
     .value = by_modulus},
    {0},
};
