/* The solution of matches: multiples of take + 1 are lost (modulus.c), and two moves, the loser's and the
 * winner's, take just as many away, whatever the loser does. */
#include "hra/solve.h"
#include "matches.h"

static hra_err open_solution(const hra_game *game, const hra_solve_setup *setup, void **self,
                             hra_error *why) {
    *self = game->data; /* all that is needed; it is only read */
    return HRA_OK;
}

static hra_err value(const void *self, const void *s, double *out) {
    const matches_heap *h = s;
    out[h->turn] = matches_wins(self, h) ? 1 : -1;
    out[!h->turn] = -out[h->turn];
    return HRA_OK;
}

static int distance(const void *self, const void *s) {
    const matches_level *level = self;
    const matches_heap *h = s;
    return 2 * (h->left / (level->take + 1)) + matches_wins(level, h);
}

/* Each number that can be left comes with either seat to move, but for the first and the one below it, and
 * where every move takes one. */
static uint64_t states(const void *self) {
    const matches_level *level = self;
    return (uint64_t)(level->take > 1 ? 2 * level->count : level->count + 1);
}

const hra_solver matches_solver = {
    .open = open_solution,
    .value = value,
    .distance = distance,
    .states = states,
};
