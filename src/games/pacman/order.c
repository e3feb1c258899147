/* What is worth trying first: for Pacman what it can eat, then ways to the nearest food, standing
 * still last; for a ghost the way to Pacman, or away from it while it is scared. */
#include "pacman.h"

enum { FOOD_FIRST = 1 << 16 };

static int pacman_score(const pac_maze *maze, const pac_state *s, hra_move m) {
    unsigned to = s->agent[0].place + (unsigned)(2 * pac_half[m]), dot = maze->dot[to];
    bool eats = dot != PAC_NONE && s->dots[dot / 64] >> dot % 64 & 1;
    return (eats ? FOOD_FIRST : 0) - 2 * pac_nearest_food(maze, s, maze->cell[to]) - (m == PAC_STOP);
}

/* Between two cells there is one way only, so distances from there do not matter. */
static int ghost_score(const pac_maze *maze, const pac_state *s, hra_move m) {
    const pac_agent *g = &s->agent[s->mover];
    unsigned to = maze->cell[g->place + (unsigned)(2 * pac_half[m])], pacman = maze->cell[s->agent[0].place];
    int d = to == PAC_NONE ? 0 : maze->distance[pacman * (unsigned)maze->cells + to];
    return g->timer ? d : -d;
}

void pac_order(const hra_game *game, const void *state, const hra_move *moves, int n, int *score) {
    const pac_state *s = state;
    for (int i = 0; i < n; i++)
        score[i] =
            s->mover == 0 ? pacman_score(game->data, s, moves[i]) : ghost_score(game->data, s, moves[i]);
}
