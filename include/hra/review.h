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
 * the others they owe to it, and not to luck. So for each seat
 *     expected + luck + others - loss = result.
 *
 * A judge that is exact (hra_player_exact) is right about that. One that only estimates charges nothing for a
 * move that it would have made itself, nor for one that it thinks better than its best, nor for the only
 * legal one, nor for an idle choice: there it changes its mind, and what that makes of each seat's worth is
 * told apart (`revised`) and added to the sum above.
 *
 * Where the record names the judge's own player in a seat, with the same options, the judge is asked again
 * for each move of that seat that it charges something for: with the seed, the past and the memory of earlier
 * moves that it had in the play, and within the limits of the review. If it makes the move again, that costs
 * nothing, whatever the judge saw later. So a play that the judge itself played without a limit of time costs
 * nothing at all. A judge that remembers earlier moves makes all moves of the seat again, which takes as long
 * as they took.
 *
 * Numbers are in the unit of the judge's advice: chances to win, 0 to 1, where it advises in these and the
 * game has nothing but a win, a draw (a half) and a defeat; else the points of the game's results.
 *
 * Accuracy, in percent, measures a seat (HRA_MEASURE_...):
 *   - by chances to win, in games at two seats or more whose result is 1 for a win and 0 or -1 for a defeat,
 *     where the judge's numbers lie within these: lichess's of one move,
 *         103.1668 exp(-0.04354 (before - after)) - 3.1669, held within 0 and 100, and 100 where nothing was
 * lost (https://lichess.org/page/accuracy), before and after in percent. The chances are the worth itself,
 *     (worth - least) / (most - least) of the results that the game can give, instead of a curve fitted to an
 *     engine's numbers. A seat's is the mean of its choices; lichess weighs a game's by how much is at stake;
 *   - by points, in games of which no result is less than 0, such as Yahtzee: 100 result / (result + loss),
 * the share of the points that were to be had with this luck. Of other games, and of evaluations on a scale
 * of their own, the mean loss a choice is what compares.
 *
 * Grades: a choice that lost 5, 10 or 20 % of the stake is an inaccuracy, an error, a blunder (chess.com's
 * bounds, of expected points: https://support.chess.com/en/articles/8572705). The stake is all that lies
 * between defeat and win where accuracy is by chances; where results are points a tenth of those that the
 * judge expected at the beginning (25.5 at Yahtzee), the most of any seat. Where points
 * are won and lost by two with dice, as at backgammon, the bounds are our own: 0.04, 0.08 and 0.16 points,
 * of what the game says is played for (backgammon: the cube; in a match half of what its points decide). By
 * evaluations on a scale of their own nothing is graded.
 *
 * Idle choices: where a game tells what a choice about the stakes comes down to (hra_rules_conduct.stake_action),
 * offering nothing where the offer would have been a blunder, and what was done cost nothing, counts as no
 * choice and costs nothing. So GNU Backgammon counts doublings that would be "less than very bad", within
 * 0.16 (isCloseCubedecision); who is asked always chooses.
 *
 * Thread-safety: one thread at a time uses a review; the judge is used by nobody else during a step. */
#ifndef HRA_REVIEW_H
#define HRA_REVIEW_H

#include "hra/play.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_review hra_review;

#define HRA_MIN_MISTAKE_LOSS 0.005 /* a choice that cost less is no mistake */

typedef enum hra_grade {
    HRA_GRADE_FINE,
    HRA_GRADE_INACCURACY,
    HRA_GRADE_ERROR,
    HRA_GRADE_BLUNDER,
    HRA_GRADES
} hra_grade;

/* What accuracies are shares of. */
typedef enum hra_measure { HRA_MEASURE_NONE, HRA_MEASURE_CHANCES, HRA_MEASURE_POINTS } hra_measure;

/* One ply, judged. */
typedef struct hra_review_move {
    int ply;
    int mover; /* seat, or HRA_CHANCE */
    hra_move move;
    /* Turns are counted as people do: one lasts until another seat decides or, where the game has decisions
     * that commit, until such a one. A roll belongs to the turn of whoever decides next. */
    int owner;                   /* whose turn it is */
    int turn;                    /* that seat's, from 1 */
    double worth[HRA_MAX_SEATS]; /* behind the ply, to each seat */
    double gain[HRA_MAX_SEATS];  /* what each gained without choosing: by luck where chance moved (of a judge
                                    that tells luck apart not all that the worth changed by), by the judge's
                                    change of mind where that is `revised`, else by the mover's choice */
    double loss;  /* of a choice, to the mover; of an exact judge it may be less than 0 by rounding. Of
                     chance, and of a choice that does not count (forced, idle), 0 */
    bool mistake; /* the loss is HRA_MIN_MISTAKE_LOSS or more, and not 0 in hra_review_decimals */
    bool forced;  /* there was no other legal move */
    bool revised; /* the judge only changed its mind: nobody is charged */
    bool better;  /* the judge would have made `best` instead */
    hra_move best;
    const hra_move
        *line;       /* better: `best` and what would have followed, without moves of chance; the review's */
    int line_length; /* 0: not known */
    double accuracy; /* percent; not a number where it is not told, and of chance and forced moves */
    int kind;        /* of the game's kinds of choices */
    double scale;    /* what was played for: losses are graded as shares of it */
    bool idle;       /* nobody would have thought about it: it counts as no choice */
    int outlook_count;
    double outlook[HRA_MAX_STAKE_ACTIONS]; /* of the game's outlooks: the worth of each to the mover */
    int margin_count;                      /* 0 too where the game's evaluation for them cannot be had */
    double margin[HRA_MAX_THRESHOLDS];     /* of the game's margins; not a number: there is none such */
    bool asked; /* with outlooks: others offered, so the first of them was not to be had any more */
    int made;   /* with outlooks: to which one the choice led; -1: to none, as an offer leaves it to others */
} hra_review_move;

/* What one seat began with, gained by luck and by the choices of others, and lost by its own; so far. */
typedef struct hra_review_summary {
    double start, luck, others, loss;
    double revised; /* what the judge's changes of mind brought; 0 of one that is exact */
    double end; /* start + luck + others + revised - loss, up to rounding: the worth now, the result where the
                   play is over */
    int mistakes;    /* hra_review_move.mistake */
    int choices;     /* moves of this seat that were neither forced nor idle */
    double accuracy; /* in percent; not a number where it is not told */
} hra_review_summary;

/* The choices of one kind. */
typedef struct hra_review_type_summary {
    int choices, mistakes;
    double loss, scaled; /* losses summed, and as shares of what was played for */
} hra_review_type_summary;

/* A review of what was played. It copies that, so the record or play need not stay; the judge must. The judge
 * has not been asked anything yet. HRA_EINPUT: the judge is of another game; HRA_ENOMEM. */
HRA_API hra_err hra_review_open(hra_review **out, hra_agent *judge, const hra_record *record, hra_error *why);
HRA_API hra_err hra_review_open_play(hra_review **out, hra_agent *judge, const hra_play *play,
                                     hra_error *why);
HRA_API void hra_review_close(hra_review *review); /* NULL is allowed */
/* From the next step on the judge is asked within these limits, besides those of its spec. A review whose
 * judge had less time for one state than for another says less: what it then changes its mind about is luck.
 */
HRA_API void hra_review_limit(hra_review *review, hra_limits limits);

/* Judges the next ply, if there is one; the first step asks for the unit of the advice and the worth of the
 * beginning too, and of the first state of chance, so that a judge who cannot tell fails at once. An error
 * leaves the review where it was, to be stepped again: HRA_EFIT: the judge cannot tell what a state is worth;
 * HRA_ESTOPPED: `stop` (NULL: none) was set, which ends the question that the judge is at too; HRA_ENOMEM;
 * what the judge says otherwise. */
HRA_API hra_err hra_review_step(hra_review *review, const hra_stop *stop);

HRA_API const hra_game *hra_review_game(const hra_review *review); /* the judge's */
HRA_API int hra_review_plies(const hra_review *review);            /* how many there are */
HRA_API int hra_review_done(const hra_review *review);             /* how many of them are judged */
HRA_API bool hra_review_over(const hra_review *review); /* the play ended: `end` is a result, not a worth */
HRA_API const hra_player *hra_review_judge(const hra_review *review);
/* The unit of all numbers, once a step was made, and how many digits behind the point tell a person
 * something: of per cent where the unit is a probability. Fewer where results are large, none where each
 * worth is a whole number. */
HRA_API hra_unit hra_review_unit(const hra_review *review);
HRA_API int hra_review_decimals(const hra_review *review);
/* How far the best and the worst result lie apart, in that unit. */
HRA_API double hra_review_span(const hra_review *review);
/* Before ply number ply; hra_review_plies: the last. */
HRA_API const void *hra_review_state(const hra_review *review, int ply);
HRA_API const hra_review_move *hra_review_ply(const hra_review *review, int ply); /* 0..done-1 */
/* Which of the grades a judged ply has. The last ply may bring numbers on a scale of their own, after which
 * no ply has one. */
HRA_API hra_grade hra_review_grade(const hra_review *review, int ply);
/* The least loss of that grade, in the unit of all numbers; 0: nothing is graded. Once a step was made. */
HRA_API double hra_review_grade_from(const hra_review *review, hra_grade grade);
/* How many of the choices of a seat have that grade. */
HRA_API int hra_review_graded(const hra_review *review, int seat, hra_grade grade);
HRA_API hra_measure hra_review_measure(const hra_review *review);
/* The game's points are told in thousandths (hra_game_thousandths), and the judge speaks of points. Half of
 * the thousandths a choice is the performance rating (PR: 500 times the mean loss). */
HRA_API bool hra_review_thousandths(const hra_review *review);
/* Of how many seats, from the first, the worth tells all: 1 where one loses what the other gains. */
HRA_API int hra_review_curves(const hra_review *review);
HRA_API const char *hra_review_player(const hra_review *review, int seat); /* spec; "" where not said */
HRA_API void hra_review_seat(const hra_review *review, int seat, hra_review_summary *out);
/* The losses of a seat as shares of what was played for (hra_review_move.scale), summed over the choices that
 * hra_review_summary.choices counts: divided by these they are the error rate, and 500 times that is PR. */
HRA_API double hra_review_scaled(const hra_review *review, int seat);
/* Of a game with kinds of choices, the choices of a seat that are of this one. */
HRA_API void hra_review_kind(const hra_review *review, int seat, int kind, hra_review_type_summary *out);

/* ---- one move -------------------------------------------------------------------------------*/

/* What a move costs, before or after it is made: for a tutor. */
typedef struct hra_move_loss {
    hra_move best;
    hra_unit unit;                   /* of value and loss: of the judge's advice */
    double value;                    /* of the best move, to the mover */
    double loss;                     /* what the other one costs against it: 0 or more */
    bool forced;                     /* it is the only legal move; value is 0, nobody was asked */
    bool exact;                      /* the judge looked to the end of the game: it is no estimate */
    bool bound;                      /* the loss is at least this */
    hra_move line[HRA_THOUGHT_LINE]; /* `best` and what would follow, without moves of chance */
    int length;                      /* of it; 1: what follows is not known */
} hra_move_loss;

/* Asks the judge once, as question says. HRA_EINPUT: `move` is not legal there; HRA_EFIT: this player cannot
 * tell what moves are worth; HRA_ESTATE: no seat is to move; else as hra_agent_ask. */
HRA_API hra_err hra_review_loss(hra_agent *judge, const hra_question *question, hra_move move,
                                hra_move_loss *out);

/* Of chances to win that fell from `before` to `after`, both 0..1: lichess's accuracy of a move, 0..100. */
HRA_API double hra_accuracy(double before, double after);

/* ---- as JSON --------------------------------------------------------------------------------*/

/* One ply: {"ply","turn","seat","move"}; seat is null for chance, which adds "luck":[per seat]; a choice adds
 * "decision_type", "stakes", "not_close", "responding", "chosen" (the name of an outlook, or null), "stake_actions":{name:
 * value for the seat}, "thresholds":{name: chance, null: there is none} where the game tells them, "loss", "mistake",
 * "grade" ("inaccuracy", "error", "blunder") where it has one, "best" where there was a better move, "forced",
 * "reassessed", "accuracy" (null: not told), "line":[...] where it is known; both add "values":[per seat] and
 * "unit", which is "points" or "probability". docs/json.md lists the old names of keys. */
HRA_API void hra_json_review_move(hra_json *json, const char *key, const hra_review *review, int ply);
/* What a move of `state` costs: {"move","best","unit","value","loss","forced","exact","bound","line":[...]}.
 */
HRA_API void hra_json_move_loss(hra_json *json, const char *key, const hra_game *game, const void *state,
                                hra_move move, const hra_move_loss *cost);
/* What is judged so far:
 * {"game","judge","unit","decimals","measure","curves","grades":{"inaccuracy","error","blunder"},
 * "seats":[{"seat","player","expected","luck","others","reassessed","loss","result","mistakes","choices","mean_loss",
 * "luck_adjusted","inaccuracies","errors","blunders","accuracy",
 * "kinds":[{"decision_type","choices","mistakes","loss","error_rate"}]}],"moves":[hra_json_review_move]}. measure is what
 * the accuracies are by, "chances", "points" or null; grades the least loss of each, null where nothing is
 * graded. mean_loss and accuracy are null without a choice. */
HRA_API void hra_json_review(hra_json *json, const char *key, const hra_review *review);

#ifdef __cplusplus
}
#endif
#endif
