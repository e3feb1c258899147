/* Evaluations: what a state is worth to Pacman; to each ghost it is worth the negative. */
#include "pacman.h"

static void by_score(const hra_game *game, const void *self, const void *s, double *out) {
    double score = ((const pac_state *)s)->score;
    out[0] = score;
    for (int k = 1; k < game->seats; k++)
        out[k] = score != 0 ? -score : 0;
}

const hra_evaluation pac_evaluations[] = {
    {.name = "score",    .help = "the score, and nothing of what is to come", .value = by_score},
    {0},
};
