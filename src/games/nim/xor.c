/* Evaluations of nim: nothing at all, and Bouton's theorem (Annals of Mathematics 3, 1901), which
 * is exact, so that one ply of search plays perfectly. */
#include "nim.h"

static void nothing(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    out[0] = out[1] = 0;
}

/* The player to move wins if the xor of the rows is not zero. If taking the last match loses, this holds
 * while a row of two or more is left; after that the number of rows decides. */
bool nim_wins(const nim_level *level, const uint8_t *row) {
    unsigned all = 0;
    bool big = false;
    for (int i = 0; i < level->rows; i++) {
        all ^= row[i];
        big = big || row[i] > 1;
    }
    return level->last_loses && !big ? !all : all != 0;
}

static void by_xor(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    const uint8_t *b = s;
    out[b[0]] = nim_wins(game->data, b + 1) ? 1 : -1;
    out[!b[0]] = -out[b[0]];
}

const hra_evaluation nim_evaluations[] = {
    {.name = "none", .help = "0 before the end", .value = nothing},
    {.name = "xor", .help = "exact winner, by the xor of the rows (Bouton 1901)", .value = by_xor},
    {0},
};
