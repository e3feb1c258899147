/* Many states in threads: the part that all of it has in common. */
#include <stdlib.h>

#include "rules/batch.h"

enum { BLOCK = 32 };

hra_err hra_hand_init(hra_hand *hand, const hra_game *game, int needs) {
    hra_err err = HRA_OK;
    *hand = (hra_hand){.game = game, .stride = hra_state_stride(game)};
    if (needs & HRA_HAND_LISTS)
        err = hra_lists_init(&hand->lists, game);
    if (!err && needs & HRA_HAND_STATE)
        err = (hand->state = malloc(hand->stride)) ? HRA_OK : HRA_ENOMEM;
    if (!err && needs & HRA_HAND_FEATURES) {
        hand->features = malloc((size_t)game->rules->encoding->feature_room(game) * sizeof *hand->features);
        err = hand->features ? HRA_OK : HRA_ENOMEM;
    }
    if (err)
        hra_hand_release(hand);
    return err;
}

void hra_hand_release(hra_hand *hand) {
    hra_lists_release(&hand->lists);
    free(hand->state);
    free(hand->features);
    *hand = (hra_hand){0};
}

static void note(hra_many *m, uint64_t index, hra_err err) {
    hra_lock_take(&m->lock);
    if (!m->err || index < m->failed) {
        m->failed = index;
        m->err = err;
    }
    hra_lock_give(&m->lock);
}

static hra_err work(void *self, int worker) {
    hra_many *m = self;
    hra_hand hand;
    uint64_t from, to;
    hra_err err = hra_hand_init(&hand, m->game, m->needs);
    if (err)
        return err;
    hand.task = m->task;
    while (hra_task_ranges_take(&m->blocks, &from, &to))
        for (; from < to; from++) {
            hra_err failed = m->one(&hand, from);
            if (failed)
                note(m, from, failed);
        }
    hra_hand_release(&hand);
    return HRA_OK;
}

hra_err hra_many_run(hra_many *m, int count, int threads, hra_error *why) {
    hra_err err = hra_lock_init(&m->lock);
    if (err)
        return hra_no_memory(why);
    m->err = HRA_OK;
    hra_task_ranges_init(&m->blocks, (uint64_t)count, BLOCK);
    int most = (count + BLOCK - 1) / BLOCK;
    err = hra_workers_run(threads < most ? threads : most, work, m);
    hra_lock_release(&m->lock);
    return err ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_many_check(const hra_game *game, const void *states, int count, bool whole, int threads,
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
