/* hra/review.h: what each choice of a play cost against the best one known, and what luck gave.
 *
 * A judge (the agent of any player that can tell what a state is worth) goes through the plies of a record or
 * of a play, one a call, so that the work can be handed out, shown as it comes and stopped:
 *
 *     hra_review_open(&review, judge, record, &why);
 *     while (hra_review_done(review) < hra_review_plies(review) && hra_review_step(review, NULL) == 0)
 *         show(hra_review_ply(review, hra_review_done(review) - 1));
 *     hra_review_seat(review, 0, &account);
 *
 * Worth is what a seat may expect to get in the end; at the end it is what it got. A roll's luck is the worth
 * after it less that before it. A choice's loss is the worth before it less that after it; what it does to
 * the others is their luck. So for each seat expected + luck - loss = result.
 *
 * A judge that is exact (hra_player_exact) is right about that. One that only estimates charges nothing for a
 * move that it would have made itself, nor for one that it thinks better than its best: where it changes its
 * mind, that counts as luck, as does what follows the only legal move.
 *
 * Accuracy is lichess's of one move, by how much of the chances to win it gave away, in percent:
 *     103.1668 exp(-0.04354 (before - after)) - 3.1669, held within 0 and 100, and 100 where nothing was lost
 * (https://lichess.org/page/accuracy). The chances are the worth itself, (worth - least) / (most - least) of
 * the results that the game can give, instead of a curve fitted to an engine's numbers. A seat's accuracy is
 * the mean of its choices; lichess weighs a game's by how much is at stake. It is told of games at two seats
 * or more whose result is 1 for a win and 0 or -1 for a defeat, where the judge's numbers lie within these:
 * of games for points, and of evaluations on a scale of their own, the mean loss a choice is what compares.
 *
 * Thread-safety: one thread at a time uses a review; the judge is used by nobody else during a step. */
#ifndef HRA_REVIEW_H
#define HRA_REVIEW_H

#include "hra/play.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* all else in the library is hidden */
#endif

typedef struct hra_review hra_review;

#define HRA_LEAST_LOSS 0.005 /* a choice that cost less is no mistake: it is shown as 0.00 */

/* One ply, judged. */
typedef struct hra_reviewed {
    int ply;
    int mover; /* seat, or HRA_CHANCE */
    hra_move move;
    /* Turns are counted as people do: one lasts until another seat decides or, where the game has decisions
     * that commit, until such a one. A roll belongs to the turn of whoever decides next. */
    int owner;                   /* whose turn it is */
    int turn;                    /* that seat's, from 1 */
    double worth[HRA_MAX_SEATS]; /* behind the ply, to each seat */
    double luck[HRA_MAX_SEATS];  /* what each gained without choosing */
    double loss;                 /* of a choice, to the mover; may be less than 0 by rounding. Of chance 0 */
    bool forced;                 /* there was no other legal move */
    bool better;                 /* the judge would have made `best` instead */
    hra_move best;
    const hra_move
        *line;       /* better: `best` and what would have followed, without moves of chance; the review's */
    int line_length; /* 0: not known */
    double accuracy; /* percent; not a number where it is not told, and of chance and forced moves */
} hra_reviewed;

/* What one seat began with, gained by luck and lost by its choices; so far. */
typedef struct hra_account {
    double start, luck, loss;
    double end;   /* start + luck - loss, up to rounding: the worth now, the result where the play is over */
    int mistakes; /* choices that cost HRA_LEAST_LOSS or more */
    int choices;  /* moves of this seat that were not forced */
    double accuracy; /* mean over the choices, in percent; not a number where it is not told */
} hra_account;

/* A review of what was played. It copies that, so the record or play need not stay; the judge must. The judge
 * has not been asked anything yet. HRA_EINPUT: the judge is of another game; HRA_ENOMEM. */
hra_err hra_review_open(hra_review **out, hra_agent *judge, const hra_record *record, hra_error *why);
hra_err hra_review_open_play(hra_review **out, hra_agent *judge, const hra_play *play, hra_error *why);
void hra_review_close(hra_review *review); /* NULL is allowed */
/* From the next step on the judge is asked within these limits, besides those of its spec. A review whose
 * judge had less time for one state than for another says less: what it then changes its mind about is luck.
 */
void hra_review_limit(hra_review *review, hra_limits limits);

/* Judges the next ply, if there is one; the first step asks for the worth of the beginning too, and of the
 * first state of chance, so that a judge who cannot tell fails at once. An error leaves the review where it
 * was, to be stepped again: HRA_EFIT: the judge cannot tell what a state is worth; HRA_ESTOPPED: `stop`
 * (NULL: none) was set, which ends the question that the judge is at too; HRA_ENOMEM; what the judge says
 * otherwise. */
hra_err hra_review_step(hra_review *review, const hra_stop *stop);

const hra_game *hra_review_game(const hra_review *review); /* the judge's */
int hra_review_plies(const hra_review *review);            /* how many there are */
int hra_review_done(const hra_review *review);             /* how many of them are judged */
bool hra_review_over(const hra_review *review); /* the play ended: `end` is a result, not a worth */
const hra_player *hra_review_judge(const hra_review *review);
/* Before ply number ply; hra_review_plies: the last. */
const void *hra_review_state(const hra_review *review, int ply);
const hra_reviewed *hra_review_ply(const hra_review *review, int ply); /* 0..done-1 */
const char *hra_review_player(const hra_review *review, int seat);     /* spec; "" where not said */
void hra_review_seat(const hra_review *review, int seat, hra_account *out);

/* ---- one move -------------------------------------------------------------------------------*/

/* What a move costs, before or after it is made: for a tutor. */
typedef struct hra_cost {
    hra_move best;
    double value;                    /* of the best move, to the mover */
    double loss;                     /* what the other one costs against it: 0 or more */
    bool forced;                     /* it is the only legal move; value is 0, nobody was asked */
    bool exact;                      /* the judge looked to the end of the game: it is no estimate */
    bool bound;                      /* the loss is at least this */
    hra_move line[HRA_THOUGHT_LINE]; /* `best` and what would follow, without moves of chance */
    int length;                      /* of it; 1: what follows is not known */
} hra_cost;

/* Asks the judge once, as question says. HRA_EINPUT: `move` is not legal there; HRA_EFIT: this player cannot
 * tell what moves are worth; HRA_ESTATE: no seat is to move; else as hra_agent_advise. */
hra_err hra_review_cost(hra_agent *judge, const hra_question *question, hra_move move, hra_cost *out);

/* Of chances to win that fell from `before` to `after`, both 0..1: lichess's accuracy of a move, 0..100. */
double hra_accuracy(double before, double after);

/* ---- as JSON --------------------------------------------------------------------------------*/

/* One ply: {"ply","turn","seat","move"}; seat is null for chance, which adds "luck":[per seat]; a choice adds
 * "loss", "best" where there was a better move, "forced", "accuracy" (null: not told), "line":[...] where it
 * is known; both add "worth":[per seat]. */
void hra_json_reviewed(hra_json *json, const char *key, const hra_review *review, int ply);
/* What a move of `state` costs: {"move","best","value","loss","forced","exact","bound","line":[...]}. */
void hra_json_cost(hra_json *json, const char *key, const hra_game *game, const void *state, hra_move move,
                   const hra_cost *cost);
/* What is judged so far:
 * {"game","judge","seats":[{"seat","player","expected","luck","loss","result","mistakes",
 * "choices","mean_loss","accuracy"}],"moves":[hra_json_reviewed]}. mean_loss and accuracy are null without a
 * choice. */
void hra_json_review(hra_json *json, const char *key, const hra_review *review);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
