/* Many states: a step of each, and playouts. */
#include <string.h>

#include "rules/batch.h"

enum { MAX_PLIES = 1000000 };

/* ---- a step ---------------------------------------------------------------------------------*/

typedef struct steps {
    unsigned char *states;
    const hra_move *moves;
    int *movers;
    hra_err *errors;
} steps;

static hra_err step(hra_hand *h, uint64_t i) {
    const steps *all = h->task;
    unsigned char *s = all->states + i * h->stride;
    hra_err err = hra_state_may(h->game, s, all->moves[i], &h->lists);
    if (!err)
        h->game->rules->apply(h->game, s, all->moves[i]);
    if (all->errors)
        all->errors[i] = err;
    if (all->movers)
        all->movers[i] = h->game->rules->to_move(h->game, s);
    return err;
}

hra_err hra_states_apply(const hra_game *game, void *states, int count, const hra_move *moves, int *movers,
                         hra_err *errors, int threads, hra_error *why) {
    const steps all = {states, moves, movers, errors};
    hra_many m = {.game = game, .task = &all, .one = step, .needs = HRA_HAND_LISTS};
    hra_err err = hra_many_check(game, states, count, moves != NULL, threads, why);
    if (err || count == 0)
        return err;
    err = hra_many_run(&m, count, threads, why);
    if (err || !m.err)
        return err;
    if (m.err == HRA_ESTATE)
        return hra_fail(why, m.err, -1, "state %llu: the game is over: no move can be made",
                        (unsigned long long)m.failed);
    return hra_fail(why, m.err, -1, "state %llu: %lu is not a legal move there", (unsigned long long)m.failed,
                    (unsigned long)moves[m.failed]);
}

/* ---- playouts -------------------------------------------------------------------------------*/

typedef struct playouts {
    const unsigned char *states;
    const uint64_t *seeds;
    int most;
    double *returns;
    int *plies;
} playouts;

static hra_move draw(hra_hand *h, hra_rng *rng, int mover) {
    const hra_game *game = h->game;
    if (mover == HRA_CHANCE)
        return hra_game_sample(game, h->state, rng, h->lists.moves, h->lists.probability);
    int n = game->rules->moves(game, h->state, h->lists.moves);
    return h->lists.moves[hra_rng_below(rng, (uint32_t)n)];
}

static hra_err playout(hra_hand *h, uint64_t i) {
    const playouts *all = h->task;
    const hra_game *game = h->game;
    double *returns = all->returns + i * (uint64_t)game->seats;
    hra_rng rng;
    int ply = 0, mover;
    hra_rng_init(&rng, all->seeds[i]);
    memcpy(h->state, all->states + i * h->stride, h->stride);
    while ((mover = game->rules->to_move(game, h->state)) != HRA_OVER && ply < all->most) {
        game->rules->apply(game, h->state, draw(h, &rng, mover));
        ply++;
    }
    if (all->plies)
        all->plies[i] = mover == HRA_OVER ? ply : -1;
    if (mover == HRA_OVER)
        game->rules->returns(game, h->state, returns);
    for (int seat = 0; mover != HRA_OVER && seat < game->seats; seat++)
        returns[seat] = 0;
    return mover == HRA_OVER ? HRA_OK : HRA_ELIMIT;
}

hra_err hra_states_playout(const hra_game *game, const void *states, int count, const uint64_t *seeds,
                           int most, double *returns, int *plies, int threads, hra_error *why) {
    const playouts all = {states, seeds, most && most < MAX_PLIES ? most : MAX_PLIES, returns, plies};
    hra_many m = {.game = game, .task = &all, .one = playout, .needs = HRA_HAND_LISTS | HRA_HAND_STATE};
    hra_err err = hra_many_check(game, states, count, seeds && returns, threads, why);
    if (!err && most < 0)
        err = hra_fail(why, HRA_EINPUT, -1, "a game has at most %d plies, not %d", MAX_PLIES, most);
    if (err || count == 0)
        return err;
    err = hra_many_run(&m, count, threads, why);
    if (err || !m.err)
        return err;
    return hra_fail(why, m.err, -1, "state %llu: its game has not ended after %d plies",
                    (unsigned long long)m.failed, all.most);
}
