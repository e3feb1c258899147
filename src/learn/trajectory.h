/* One game as a learner plays it: what it played, with what is needed to learn from it. */
#ifndef HRA_LEARN_TRAJECTORY_H
#define HRA_LEARN_TRAJECTORY_H

#include "hra/player.h"
#include "learn/lookahead.h"

/* A seat's move. */
typedef struct hra_step {
    int seat;
    bool explored; /* a move that was drawn, not chosen */
    bool ahead;    /* it was chosen by looking ahead, which found that what was before it is */
    int ply;       /* of the game, of a trail that notes moves */
    double worth;  /* its value for the seat */
} hra_step;

typedef struct hra_trail {
    const hra_game *game;
    hra_step *steps;
    unsigned char *states; /* two for each step: before the move, and behind it, as far as one looked ahead */
    int count, capacity;
    bool over;                    /* else it was cut off */
    double result[HRA_MAX_SEATS]; /* where over */
    uint64_t *keys;               /* of all positions, for games that end by repetition */
    int key_count, key_room;
    bool notes_moves; /* set after hra_trail_init: all moves are noted, of chance too */
    hra_move *moves;
    int plies, ply_room;
} hra_trail;

void hra_trail_init(hra_trail *trail, const hra_game *game);
void hra_trail_release(hra_trail *trail);
const void *hra_trail_before(const hra_trail *trail, int step);
const void *hra_trail_behind(const hra_trail *trail, int step);
/* The state before the move that led to hra_trail_behind, from which its terms are computed. After a
 * lookahead it is that state itself, since more than one move leads there. */
const void *hra_trail_from(const hra_trail *trail, int step);

/* Who plays: the learner in the seats of `seats` (bit k), others by their agents. */
typedef struct hra_learn_seats {
    unsigned seats;
    hra_agent *others;                   /* NULL: what was learnt plays there too, and does not explore */
    hra_lookahead *ahead[HRA_MAX_SEATS]; /* how the learner chooses; NULL: the best of what is a move away */
    double explore;                      /* the share of the learner's moves that are drawn */
    int opening;          /* at most this number of random decisions at the beginning; they are no steps */
    int plies;            /* a game that lasts longer is cut off */
    const hra_stop *stop; /* of looking ahead; may be NULL */
    /* Called after each step of the learner's, so that it can learn at once. May be NULL. */
    hra_err (*moved)(void *self, const hra_trail *trail);
    void *moved_self;
} hra_learn_seats;

/* The memory of one thread. */
typedef struct hra_trail_work {
    hra_learnt_work work;
    hra_learnt_company company;
    unsigned char *s, *seen; /* the state, and what another seat may see of it */
    hra_move *moves;
    double *probability, *value; /* of moves */
} hra_trail_work;

hra_err hra_trail_work_init(hra_trail_work *work, const hra_learnt *learnt); /* HRA_ENOMEM */
void hra_trail_work_release(hra_trail_work *work);

/* Plays game `number` to its end; of the moves only the learner's are kept. HRA_ENOMEM; HRA_ESTOPPED by the
 * stop; errors of the others. */
hra_err hra_trail_play(hra_trail *trail, hra_trail_work *work, const hra_learn_seats *seats, uint64_t seed,
                       uint64_t number, hra_error *why);
/* ---- rounds ---------------------------------------------------------------------------------*/

/* Games that are played by all threads before anything is learnt from them. */
typedef struct hra_trail_round {
    hra_trail *trails;     /* one a game */
    hra_trail_work *works; /* one a thread */
    int threads;
    uint64_t seed;
    /* Says who plays game `number` on a thread, and returns the number by which it is drawn. */
    uint64_t (*seat)(void *self, int thread, uint64_t number, hra_learn_seats *out);
    void *self;
} hra_trail_round;

/* Plays games from..to-1, game `from` into trails[0]. Only `stop` ends it early: HRA_ESTOPPED; a deadline
 * waits for the round, so that even a long one comes to its end. HRA_ENOMEM; errors of the others. */
hra_err hra_trail_play_round(const hra_trail_round *round, uint64_t from, uint64_t to, const hra_stop *stop,
                             hra_error *why);

/* ---- choosing -------------------------------------------------------------------------------*/

/* The best move of `seat` in s by what was learnt, and the worth of all that is to come after s, what the
 * move itself gains included; -1 and 0 where s is over. Ties are broken by `rng`, NULL: the first one wins.
 */
int hra_trail_best(hra_trail_work *work, const void *s, int seat, hra_rng *rng, double *worth);

#endif
