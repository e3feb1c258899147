/* Evaluations of nim: nothing at all, and Bouton's theorem (Annals of Mathematics 3, 1901), which
 * is exact, so that one ply of search plays perfectly. */
#include "nim.h"

static void nothing(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    out[0] = out[1] = 0;
}

/* Whoever is to move wins when the xor of the rows is not zero. Where the last one loses that
 * still holds while a row of two or more is left; after that the number of rows decides. */
static void by_xor(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    const nim_level *level = game->data;
    const uint8_t *b = s;
    unsigned all = 0;
    bool big = false;
    for (size_t i = 1; i < game->state_size; i++) {
        all ^= b[i];
        big = big || b[i] > 1;
    }
    bool wins = level->last_loses && !big ? !all : all != 0;
    out[b[0]] = wins ? 1 : -1;
    out[!b[0]] = -out[b[0]];
}

const hra_evaluation nim_evaluations[] = {
    {.name = "none",    .help = "knows nothing before the end: 0", .value = nothing},
    {.name = "xor", .help = "who wins, by the xor of the rows (Bouton 1901); exact", .value = by_xor},
    {0    },
};
