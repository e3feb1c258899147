/* Lines that the study gives up, by knowledge that may be wrong. */
#include "corner.h"
#include "games/checkers/rules/checkers.h"

static const ck_state *at(const hra_path *path, int ply) {
    return (const ck_state *)(const void *)(path->states + (size_t)ply * path->stride);
}

/* Whether the side that searches (the mover at the root) has fewer pieces than it had there. */
static bool loses_piece(const hra_path *path) {
    const ck_state *root = at(path, 0), *now = at(path, path->ply);
    int side = root->side;
    return __builtin_popcountll(now->board.pieces[side]) < __builtin_popcountll(root->board.pieces[side]);
}

/* Over all pairs of a piece and an enemy; 0 where one side has none. */
static double mean_distance(const ck_state *s, int side) {
    int sum = 0, pairs = 0;
    for (ck_set a = s->board.pieces[side]; a; a &= a - 1)
        for (ck_set b = s->board.pieces[!side]; b; b &= b - 1, pairs++)
            sum += ck_steps_between(ck_square(__builtin_ctzll(a)), ck_square(__builtin_ctzll(b)));
    return pairs ? (double)sum / pairs : 0;
}

/* Whether the move before `ply`, one of the side that searches, went away from the quarry. */
static bool retreats(const hra_path *path, int ply) {
    int side = at(path, 0)->side;
    return mean_distance(at(path, ply), side) > mean_distance(at(path, ply - 1), side);
}

static bool loses_or_retreats(const hra_path *path) {
    int own = path->ply - (path->ply % 2 == 0); /* the last ply that an own move led to */
    return loses_piece(path) || (own >= 3 && retreats(path, own) && retreats(path, own - 2));
}

const hra_prune ck_prunes[] = {
    {.name = "loss",
     .help = "prune lines in which the searching side loses a piece",
     .given_up = loses_piece},
    {.name = "loss+retreat",
     .help = "also those with two moves in a row away from the quarry",
     .given_up = loses_or_retreats},
    {0},
};
