/* Rankings taken apart into choices: a set of players of whom one came first.
 *
 * The model of Plackett and Luce knows nothing else of a game: who came first among all, then among those who
 * were left. A million games of twenty players are at most some thousand sets, with how often each of their
 * members came first; all that a rating costs goes with these. */
#ifndef HRA_RATING_RANKING_CHOICES_H
#define HRA_RATING_RANKING_CHOICES_H

#include "hra/rating.h"

typedef struct hra_choice {
    int size;                       /* 2..HRA_MAX_SEATS */
    uint16_t member[HRA_MAX_SEATS]; /* ascending */
} hra_choice;

/* Where some are equal a share of a game counts: k * C(k - 1, j - 1) divides this number for all 1 <= j <= k
 * <= 8. In such parts all counts are whole numbers, so sums are exact and know no order (up to 10^13 games).
 */
enum { HRA_PARTS = 840 };

/* How often each member of a choice came first, in the order of its members; in parts. */
typedef struct hra_firsts {
    double times[HRA_MAX_SEATS];
} hra_firsts;

/* That some members of a choice came first, each of them with this weight. */
typedef struct hra_event {
    uint32_t choice, members; /* index; a bit for each of its members */
    double weight;            /* in parts; a whole number */
} hra_event;

/* Of a ranking: 2^HRA_MAX_SEATS at most, where all are equal. */
enum { HRA_RANKING_EVENTS = 1 << HRA_MAX_SEATS };

typedef struct hra_ranking_choices {
    int players;
    hra_choice *choice; /* different ones */
    size_t count, capacity;
    uint32_t *slot; /* a hash table of 1 + index; 0 is free */
    size_t slots;   /* a power of two, more than half of it free */
} hra_ranking_choices;

/* HRA_EINPUT: no such number of players, or a ranking that does not hold together. */
hra_err hra_rankings_check(const hra_ranking *games, size_t count, int players, hra_error *why);

void hra_ranking_choices_init(hra_ranking_choices *choices, int players);
void hra_ranking_choices_release(hra_ranking_choices *choices);
/* Takes a ranking apart, as played once, and returns how many events there are; negative: HRA_ENOMEM. */
int hra_ranking_choices_take(hra_ranking_choices *choices, const hra_ranking *game,
                             hra_event event[HRA_RANKING_EVENTS]);
/* Adds an event, `times` times, to the firsts of its choice. */
void hra_event_count(const hra_event *event, double times, hra_firsts *firsts);

#endif
