/* Terms of matches for formulas. */
#include "core/messages.h"
#include "matches.h"

static double left(const hra_game *game, const void *s, int seat) {
    return ((const matches_heap *)s)->left;
}

static double over(const hra_game *game, const void *s, int seat) {
    return ((const matches_heap *)s)->left % (((const matches_level *)game->data)->take + 1);
}

static double turn(const hra_game *game, const void *s, int seat) {
    return ((const matches_heap *)s)->turn == seat;
}

const hra_term matches_terms[] = {
    {"left", N_("matches left"), 0, MATCHES_COUNT, true, left},
    {"rest", N_("remainder of the matches left by take + 1"), 0, MATCHES_TAKE, true, over},
    {"turn", N_("1 if the seat is to move"), 0, 1, false, turn},
    {0},
};
