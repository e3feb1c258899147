/* A review, for the sources that make it up. */
#ifndef HRA_REVIEW_REVIEW_OBJECT_H
#define HRA_REVIEW_REVIEW_OBJECT_H

#include "hra/review.h"
#include "play/history.h"
#include "players/agent.h"
#include "review/best_move.h"
#include "review/grade.h"

/* A seat in which the analyst itself may have played. */
typedef struct own_seat {
    bool is_analyst;  /* the record names the analyst's player, with the same options */
    hra_agent *agent; /* thinks as it did; NULL: was not asked yet */
    int asked;        /* it has made the decisions of this seat before that ply */
} own_seat;

struct hra_review {
    hra_review_info info; /* what callers see, by hra_review_refresh */
    const hra_game *game; /* the analyst's */
    judging judging;
    hra_eval margins; /* with which the game computes its thresholds; without a kind: it has none */
    hra_evaluator margin_eval;
    bool estimates; /* the analyst is not exact */
    bool chances;   /* results of this game are chances to win, */
    bool off_scale; /* but a value was outside of them */
    hra_unit unit;
    int plies, done;
    bool begun;       /* the analyst has valued the first state */
    hra_decision now; /* the analyst's choice after the plies that are judged; length 0: not known */
    hra_limits limits;
    size_t stride;
    unsigned char *states; /* plies + 1 */
    hra_move *moves;
    signed char *movers; /* plies + 1; HRA_OVER at the end if the game ended */
    bool conceded; /* resigned, agreed or adjudicated: the returns are not the value of the last state */
    double returns[HRA_MAX_SEATS];
    char *players[HRA_MAX_SEATS];
    uint64_t seed, number; /* of the game */
    own_seat own[HRA_MAX_SEATS];
    hra_track track; /* the past of the last own decision; empty where there is no own seat */
    hra_review_move *judged;
    hra_review_summary accounts[HRA_MAX_SEATS]; /* without what hra_review_seat counts from the plies */
    double accuracy[HRA_MAX_SEATS]; /* sums over the choices; not a number from where one had none */
    int turns[HRA_MAX_SEATS];       /* begun by each seat */
    int owner;                      /* whose turn it is, -1: not known yet */
    bool turn_over;
};

/* review.c */
void hra_review_refresh(hra_review *r);
/* A step in its parts. Of an analyst that remembers nothing of earlier decisions any ply can be judged by itself, in
 * another process too, and counted when all before it are. */
/* The value of the state before `ply`, the first one to be judged. Before ply 0 it asks for the first state
 * of chance too, which not every analyst can value. */
hra_err hra_review_begin(hra_review *r, int ply, const hra_stop *stop, double *value);
/* The analyst's judgement of the next ply, whose state has the value `before`. After an error it owns
 * nothing. */
hra_err hra_review_judge_ply(hra_review *r, int ply, const double *before, const hra_stop *stop,
                             hra_review_move *at);
hra_review_move hra_review_blank(const hra_review *r, int ply); /* what is known without the analyst */
void hra_review_count_start(hra_review *r, hra_unit unit, const double *value);
void hra_review_count_ply(hra_review *r, const hra_review_move *at); /* the next ply; takes its line */

/* own_play.c: finds the seats where the analyst itself may have played, when all else is open. HRA_ENOMEM. */
hra_err hra_review_own_open(hra_review *r);
void hra_review_own_close(hra_review *r);
/* What the analyst chose at a ply of such a seat, by asking it again. What hra_agent_ask says else. */
hra_err hra_review_own(hra_review *r, int ply, const hra_stop *stop, hra_move *out);

#endif
