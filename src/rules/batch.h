/* The same done to many states, in threads. */
#ifndef HRA_RULES_BATCH_H
#define HRA_RULES_BATCH_H

#include "core/thread.h"
#include "rules/checked.h"

typedef struct hra_many hra_many;

/* What one thread works with. */
typedef struct hra_hand {
    const hra_game *game;
    const void *task; /* of hra_many */
    size_t stride;
    hra_lists lists;
    unsigned char *state;  /* room for one */
    hra_feature *features; /* room for those of one */
} hra_hand;

/* Which of these a hand needs; all else is NULL. */
enum { HRA_HAND_LISTS = 1, HRA_HAND_STATE = 2, HRA_HAND_FEATURES = 4 };

/* HRA_ENOMEM. */
hra_err hra_hand_init(hra_hand *hand, const hra_game *game, int needs);
void hra_hand_release(hra_hand *hand);

struct hra_many {
    const hra_game *game;
    const void *task; /* what `one` knows */
    hra_err (*one)(hra_hand *, uint64_t index);
    int needs;       /* of a hand */
    uint64_t failed; /* set by the run: the lowest state that failed */
    hra_err err;     /* in it; 0: none did */
    hra_task_ranges blocks;
    hra_lock lock;
};

/* Whether there are a game, states, and `whole`: all lists that belong to them. */
hra_err hra_many_check(const hra_game *game, const void *states, int count, bool whole, int threads,
                       hra_error *why);
/* All states by all threads. HRA_ENOMEM: some thread had no memory; the others did its share, if any had. */
hra_err hra_many_run(hra_many *many, int count, int threads, hra_error *why);

#endif
