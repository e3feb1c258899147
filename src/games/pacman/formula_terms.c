/* Terms of a state of Pacman for formulas; all are of the position, as Pacman sees it. */
#include "core/messages.h"
#include "pacman.h"

enum { FARTHEST = 99 };

static unsigned cell_of(const hra_game *game, const void *s) {
    return ((const pac_maze *)game->data)->cell[((const pac_state *)s)->agent[0].place];
}

/* Steps to the nearest ghost, scared or not. */
static double nearest_ghost(const hra_game *game, const void *state, bool scared) {
    const pac_maze *maze = game->data;
    const pac_state *s = state;
    double best = FARTHEST;
    for (int k = 1; k <= maze->ghosts; k++) {
        double steps = pac_half_steps(maze, cell_of(game, s), s->agent[k].place) / 2.0;
        if ((s->agent[k].timer > 0) == scared && steps < best)
            best = steps;
    }
    return best;
}

static double score(const hra_game *game, const void *s, int seat) {
    return ((const pac_state *)s)->score;
}

static double food(const hra_game *game, const void *s, int seat) {
    return ((const pac_state *)s)->food;
}

static double capsules(const hra_game *game, const void *state, int seat) {
    const pac_maze *maze = game->data;
    const pac_state *s = state;
    int n = 0;
    for (int i = maze->food; i < maze->dots; i++)
        n += (int)(s->dots[i / 64] >> i % 64 & 1);
    return n;
}

static double food_steps(const hra_game *game, const void *s, int seat) {
    return pac_nearest_food(game->data, s, cell_of(game, s));
}

static double capsule_steps(const hra_game *game, const void *state, int seat) {
    const pac_maze *maze = game->data;
    const pac_state *s = state;
    int best = 2 * FARTHEST;
    for (int i = maze->food; i < maze->dots; i++)
        if (s->dots[i / 64] >> i % 64 & 1) {
            int steps = pac_steps(maze, cell_of(game, s), maze->dot_cell[i]);
            best = steps < best ? steps : best;
        }
    return best / 2.0;
}

static double ghost_steps(const hra_game *game, const void *s, int seat) {
    return nearest_ghost(game, s, false);
}

static double scared_steps(const hra_game *game, const void *s, int seat) {
    return nearest_ghost(game, s, true);
}

static double scared(const hra_game *game, const void *s, int seat) {
    int n = 0;
    for (int k = 1; k <= ((const pac_maze *)game->data)->ghosts; k++)
        n += ((const pac_state *)s)->agent[k].timer > 0;
    return n;
}

const hra_term pac_terms[] = {
    {"score", N_("points so far"), -1e6, 1e6, true, score},
    {"food", N_("food left"), 0, PAC_CELLS, true, food},
    {"capsules", N_("capsules left"), 0, PAC_CELLS, true, capsules},
    {"food_steps", N_("steps to the nearest food, 0 at the end"), 0, PAC_CELLS, true, food_steps},
    {"capsule_steps", N_("steps to the nearest capsule (99: none)"), 0, PAC_CELLS, true, capsule_steps},
    {"ghost_steps", N_("steps to the nearest active ghost (99: none)"), 0, PAC_CELLS, true, ghost_steps},
    {"scared_steps", N_("steps to the nearest scared ghost (99: none)"), 0, PAC_CELLS, true, scared_steps},
    {"scared", N_("scared ghosts"), 0, PAC_GHOSTS, true, scared},
    {0},
};
