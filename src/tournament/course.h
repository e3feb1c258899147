/* A pairing as it goes: which of its groups are given out, which came back, and which count. */
#ifndef HRA_TOURNAMENT_COURSE_H
#define HRA_TOURNAMENT_COURSE_H

#include "tournament/block.h"

/* Who came before whom. */
typedef struct hra_order {
    uint64_t ranks; /* of each player of the pairing, four bits each */
    uint64_t group;
} hra_order;

typedef struct hra_course {
    hra_pairing shown; /* what is told of it */
    const hra_sequential *test;
    bool alone;         /* one seat: everybody plays the number by himself */
    bool ended;         /* no more are wanted */
    uint64_t groups;    /* at most */
    uint64_t handed;    /* groups before this one were given out */
    uint64_t next;      /* with a test: groups before this one were looked at */
    hra_block *waiting; /* with a test: blocks that came back before one of a lower number, ascending */
    hra_stats scores;   /* what the first player got in each group */
    hra_order *orders;  /* of each game that counts, or number where all play alone */
    size_t order_count, order_room;
    hra_match_range again[HRA_MATCH_THREADS]; /* given out, and not played because of a stop */
    int again_count;
    uint64_t hash[HRA_TOURNAMENT_ALIKE]; /* of the moves of the first groups */
    int hashed;                          /* how many of them are known */
} hra_course;

void hra_course_init(hra_course *course, const hra_tournament_setup *setup, const int *players);
void hra_course_release(hra_course *course);
/* Gives out the next groups, `most` of them at most; false: there are none. */
bool hra_course_take(hra_course *course, uint64_t most, uint64_t *from, uint64_t *to);
/* Takes a block back that was given out up to `to`, and owns it from now on. It counts at once, with a test
 * as soon as all before it did. HRA_ENOMEM. */
hra_err hra_course_put(hra_course *course, hra_block *block, uint64_t to);
/* Takes back a block that was kept, and owns it; those before it that were not are given out first.
 * HRA_EDAMAGED: it does not lie behind the blocks before it; HRA_ENOMEM. */
hra_err hra_course_restore(hra_course *course, hra_block *block);
/* Appends who came before whom in each game; `out` has room for order_count of them. The numbers of their
 * groups are above `first`, which is added. */
void hra_course_rankings(const hra_course *course, uint64_t first, hra_ranking *out);

#endif
