/* A pairing as it goes: which of its groups are given out, which came back, and which count. */
#ifndef HRA_TOURNAMENT_PAIRING_PROGRESS_H
#define HRA_TOURNAMENT_PAIRING_PROGRESS_H

#include "tournament/group_task.h"

/* Groups with the same order of players, game by game. */
typedef struct hra_order_kind {
    uint64_t ranks[HRA_MAX_SEATS]; /* of a game those of each player of the pairing, four bits each; 0 where
                                    * there is no game */
    uint64_t times;                /* how many groups */
} hra_order_kind;

typedef struct hra_pairing_progress {
    hra_pairing shown;                              /* what callers see of it */
    uint64_t won[HRA_MAX_SEATS][HRA_MAX_SEATS + 2]; /* by each player, by how many shared the win: whole
                                                     * numbers come to the same in any order */
    const hra_sequential *test;
    bool alone;      /* one seat: each player plays the number alone */
    bool ended;      /* no more are wanted */
    uint64_t groups; /* at most, */
    uint64_t limit;  /* and once it is known that no more tell anything */
    uint64_t period; /* hra_group_task_period */
    bool opened;     /* there are openings: after the last one groups wait until it is known whether */
    uint64_t handed; /* groups before this one were given out */
    uint64_t next;   /* with a test: groups before this one were looked at */
    hra_group_task *waiting; /* with a test: blocks that came back before one of a lower number, ascending */
    hra_stats scores;        /* what the first player got in each group */
    hra_order_kind *kinds;   /* of the groups that count */
    size_t kind_count, kind_room;
    uint32_t *slot; /* a hash table of 1 + kind, twice kind_room; 0 is free */
    int witnesses;  /* how many pairs of groups that begin alike tell whether */
    uint64_t hash[HRA_BLOCK_WITNESSES], again_hash[HRA_BLOCK_WITNESSES]; /* of the moves of each two */
    int hashed;                                                          /* how many of these are known */
} hra_pairing_progress;

/* `groups`: the most; 0: it has ended. */
void hra_pairing_progress_init(hra_pairing_progress *course, const hra_tournament_setup *setup,
                               const int *players, uint64_t groups);
void hra_pairing_progress_release(hra_pairing_progress *course);
/* Gives out the next groups, `most` of them at most; false: there are none. */
bool hra_pairing_progress_take(hra_pairing_progress *course, uint64_t most, uint64_t *from, uint64_t *to);
/* Takes a block back, and owns it from now on. It counts at once, with a test as soon as all before it did. HRA_ENOMEM. */
hra_err hra_pairing_progress_put(hra_pairing_progress *course, hra_group_task *block);
/* How many rankings hra_pairing_progress_rankings has. */
size_t hra_pairing_progress_ranked(const hra_pairing_progress *course);
/* The order of players in each game of each kind of group; times[] becomes the number of groups of the
 * kind. The order of kinds does not depend on that of the groups; their numbers are `first` and up. Returns
 * the number after the last. */
uint64_t hra_pairing_progress_rankings(hra_pairing_progress *course, uint64_t first, hra_ranking *out,
                                       uint64_t *times);

#endif
