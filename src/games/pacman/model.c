/* How ghosts move that do not search: probabilities for expectimax, and players. */
#include <stdlib.h>

#include "pacman.h"

/* From Pacman after the step, in half cells, walls not counted. */
static int manhattan_after(const pac_state *s, hra_move m) {
    const pac_agent *g = &s->agent[s->mover];
    unsigned to = g->place + (unsigned)(g->timer ? pac_half[m] : 2 * pac_half[m]);
    unsigned pacman = s->agent[0].place;
    return abs(pac_x2(to) - pac_x2(pacman)) + abs(pac_y2(to) - pac_y2(pacman));
}

/* `hunts` is shared evenly by the moves that lead nearest to Pacman (of a scared ghost, farthest), and `rest`, 1 - hunts as
 * it is written in decimals, by all. */
static void hunt(const pac_state *s, const hra_move *moves, int n, double hunts, double rest,
                 double *probability) {
    int after[PAC_MOVES], best = 0, count = 0;
    if (s->mover == 0) {
        for (int i = 0; i < n; i++)
            probability[i] = 1.0 / n;
        return;
    }
    for (int i = 0; i < n; i++) {
        after[i] = manhattan_after(s, moves[i]) * (s->agent[s->mover].timer ? -1 : 1);
        best = i == 0 || after[i] < best ? after[i] : best;
    }
    for (int i = 0; i < n; i++)
        count += after[i] == best;
    for (int i = 0; i < n; i++)
        probability[i] = rest / n + (after[i] == best ? hunts / count : 0);
}

static void wandering(const hra_game *game, const void *s, const hra_move *moves, int n,
                      double *probability) {
    hunt(s, moves, n, 0.4, 0.6, probability);
}

static void directional(const hra_game *game, const void *s, const hra_move *moves, int n,
                        double *probability) {
    hunt(s, moves, n, 0.8, 0.2, probability);
}

const hra_model pac_models[] = {
    {.name = "directional",
     .help = "chase, or flee when scared, in 8 of 10 moves",
     .probabilities = directional},
    {.name = "wandering", .help = "chase, or flee when scared, in 4 of 10 moves", .probabilities = wandering},
    {0},
};
