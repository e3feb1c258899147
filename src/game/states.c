/* Many states, checked, in threads. */
#include <stdlib.h>
#include <string.h>

#include "core/thread.h"
#include "game/checked.h"

enum { BLOCK = 32, MAX_PLIES = 1000000 };

typedef struct many many;

/* What one thread works with. */
typedef struct hand {
    many *all;
    hra_lists lists;
    unsigned char *state; /* of a playout */
} hand;

struct many {
    const hra_game *game;
    size_t stride;
    hra_blocks blocks;
    hra_err (*one)(hand *, uint64_t index);
    hra_lock lock;         /* over the two below */
    uint64_t failed;       /* the lowest state that failed */
    hra_err err;           /* in it */
    unsigned char *states; /* of a step, changed; of playouts, read */
    const hra_move *moves;
    int *movers;
    hra_err *errors;
    const uint64_t *seeds;
    int most;
    double *returns;
    int *plies;
};

static void note(many *m, uint64_t index, hra_err err) {
    hra_lock_take(&m->lock);
    if (!m->err || index < m->failed) {
        m->failed = index;
        m->err = err;
    }
    hra_lock_give(&m->lock);
}

static hra_err work(void *self, int worker) {
    many *m = self;
    hand h = {.all = m};
    uint64_t from, to;
    hra_err err = hra_lists_init(&h.lists, m->game);
    if (!err && m->seeds && (h.state = malloc(m->stride)) == NULL)
        err = HRA_ENOMEM;
    while (!err && hra_blocks_take(&m->blocks, &from, &to))
        for (; from < to; from++) {
            hra_err failed = m->one(&h, from);
            if (failed)
                note(m, from, failed);
        }
    free(h.state);
    hra_lists_release(&h.lists);
    return err;
}

/* All states by all threads. HRA_ENOMEM: some thread had no memory; the others did its share, if any had. */
static hra_err run(many *m, int count, int threads, hra_error *why) {
    hra_err err = hra_lock_init(&m->lock);
    if (err)
        return hra_no_memory(why);
    m->stride = (size_t)hra_state_size(m->game);
    hra_blocks_init(&m->blocks, (uint64_t)count, BLOCK);
    int most = (count + BLOCK - 1) / BLOCK;
    err = hra_workers_run(threads < most ? threads : most, work, m);
    hra_lock_release(&m->lock);
    return err ? hra_no_memory(why) : HRA_OK;
}

static hra_err check(const hra_game *game, const void *states, int count, bool whole, int threads,
                     hra_error *why) {
    if (count < 0)
        return hra_fail(why, HRA_EINPUT, -1, "%d states are none", count);
    if (threads < 1 || threads > HRA_STATE_THREADS)
        return hra_fail(why, HRA_EINPUT, -1, "many states are worked on by 1 to %d threads, not %d",
                        HRA_STATE_THREADS, threads);
    if (!game)
        return hra_fail(why, HRA_EINPUT, -1, "no game was given");
    if (count == 0)
        return HRA_OK;
    hra_err err = hra_state_check(game, states, why);
    return !err && !whole ? hra_fail(why, HRA_EINPUT, -1, "a list that belongs to the states is missing")
                          : err;
}

/* ---- a step ---------------------------------------------------------------------------------*/

static hra_err step(hand *h, uint64_t i) {
    many *m = h->all;
    unsigned char *s = m->states + i * m->stride;
    hra_err err = hra_state_may(m->game, s, m->moves[i], &h->lists);
    if (!err)
        m->game->rules->apply(m->game, s, m->moves[i]);
    if (m->errors)
        m->errors[i] = err;
    if (m->movers)
        m->movers[i] = m->game->rules->to_move(m->game, s);
    return err;
}

hra_err hra_states_apply(const hra_game *game, void *states, int count, const hra_move *moves, int *movers,
                         hra_err *errors, int threads, hra_error *why) {
    many m = {
        .game = game, .one = step, .states = states, .moves = moves, .movers = movers, .errors = errors};
    hra_err err = check(game, states, count, moves != NULL, threads, why);
    if (err || count == 0)
        return err;
    err = run(&m, count, threads, why);
    if (err || !m.err)
        return err;
    if (m.err == HRA_ESTATE)
        return hra_fail(why, m.err, -1, "state %llu: the game is over: no move can be made",
                        (unsigned long long)m.failed);
    return hra_fail(why, m.err, -1, "state %llu: %lu is no move that can be made there",
                    (unsigned long long)m.failed, (unsigned long)moves[m.failed]);
}

/* ---- playouts -------------------------------------------------------------------------------*/

static hra_move draw(hand *h, hra_rng *rng, int mover) {
    const hra_game *game = h->all->game;
    if (mover == HRA_CHANCE)
        return hra_game_sample(game, h->state, rng, h->lists.moves, h->lists.probability);
    int n = game->rules->moves(game, h->state, h->lists.moves);
    return h->lists.moves[hra_rng_below(rng, (uint32_t)n)];
}

static hra_err playout(hand *h, uint64_t i) {
    many *m = h->all;
    const hra_game *game = m->game;
    double *returns = m->returns + i * (uint64_t)game->seats;
    hra_rng rng;
    int ply = 0, mover;
    hra_rng_init(&rng, m->seeds[i]);
    memcpy(h->state, m->states + i * m->stride, m->stride);
    while ((mover = game->rules->to_move(game, h->state)) != HRA_OVER && ply < m->most) {
        game->rules->apply(game, h->state, draw(h, &rng, mover));
        ply++;
    }
    if (m->plies)
        m->plies[i] = mover == HRA_OVER ? ply : -1;
    if (mover == HRA_OVER)
        game->rules->returns(game, h->state, returns);
    for (int seat = 0; mover != HRA_OVER && seat < game->seats; seat++)
        returns[seat] = 0;
    return mover == HRA_OVER ? HRA_OK : HRA_ELIMIT;
}

hra_err hra_states_playout(const hra_game *game, const void *states, int count, const uint64_t *seeds,
                           int most, double *returns, int *plies, int threads, hra_error *why) {
    many m = {.game = game, .one = playout, .seeds = seeds, .returns = returns, .plies = plies};
    hra_err err = check(game, states, count, seeds && returns, threads, why);
    if (!err && most < 0)
        err = hra_fail(why, HRA_EINPUT, -1, "a play has %d plies at most, not %d", MAX_PLIES, most);
    if (err || count == 0)
        return err;
    m.states = (unsigned char *)(uintptr_t)states; /* read only: a playout changes a copy */
    m.most = most && most < MAX_PLIES ? most : MAX_PLIES;
    err = run(&m, count, threads, why);
    if (err || !m.err)
        return err;
    return hra_fail(why, m.err, -1, "state %llu: its play has not ended after %d plies",
                    (unsigned long long)m.failed, m.most);
}
