/* hra/review.h: the loss of each move of a played game against the best one known, and the luck of each seat.
 *
 * An analyst is the agent of any player that can value a state. It goes through the plies of a record or of a play, one
 * ply a call, so that the work can be divided, shown as it comes, and stopped:
 *
 *     hra_review_open(&review, analyst, record, &why);
 *     const hra_review_info *info = hra_review_snapshot(review);
 *     while (info->done < info->plies && hra_review_step(review, NULL) == 0)
 *         show(hra_review_ply(review, info->done - 1));
 *     hra_review_seat(review, 0, &summary);
 *
 * A value is the result that a seat may expect; after the last ply it is the result. The luck of a roll is the value
 * after it less the value before it. The loss of a decision is the mover's value before it less the one after it; what
 * it changes for the other seats counts for them as `others`, not as luck. So for each seat
 *     expected + luck + others - loss = result.
 *
 * That holds for an exact analyst (hra_player_info.exact). Another one may value a state otherwise when it searches
 * again. It charges no loss for
 *   - a move that it would have made itself,
 *   - a move that it values higher than that one,
 *   - the only legal move,
 *   - a decision about the stakes that was not close (below).
 * What the value changes by at such a move is `reassessed`, a term of its own in the sum:
 *     expected + luck + others + reassessed - loss = result.
 *
 * A game that was resigned, agreed a draw or adjudicated has its result though no move brought it about; what the result
 * differs from the value of the last state is `conceded`, another term of the sum.
 *
 * If the record names the analyst's own player in a seat, with the same options, the analyst is asked again for each
 * move of that seat that has a loss: with the seed, the history and the memory of earlier moves that it had in the
 * play, within the limits of the review. If it makes the same move, the loss is 0. So a play of the analyst against
 * itself without a time limit has no loss at all. An analyst that remembers earlier moves makes all moves of the seat
 * again, which takes as long as they took.
 *
 * The unit of numbers is that of the analyst's advice: win probabilities, 0 to 1, if it advises in them and the game
 * has no other results than win, draw (1/2) and loss, or if the game says what values of its evaluation lead to
 * (hra_rules_catalogue.chance) and the analyst is a search by it; else the points of the game's results.
 *
 * Accuracy, in percent (hra_measure):
 *   - by win probabilities, in games of two or more seats whose result is 1 for a win and 0 or -1 for a loss, if the
 *     analyst's values lie within these. It is lichess's accuracy of one move,
 *         103.1668 exp(-0.04354 (before - after)) - 3.1669, limited to 0..100, and 100 if nothing was lost
 *     (https://lichess.org/page/accuracy), before and after in percent. The probability is the value itself,
 *     (value - min) / (max - min) of the results of the game, not a curve fitted to an engine's values. A seat's
 *     accuracy is the mean of its decisions; lichess weights decisions by what is at stake.
 *   - by points, in games whose results are never negative, such as Yahtzee: 100 result / (result + loss), the fraction
 *     of the points that this luck made possible. For other games, and evaluations on a scale of their own, compare the
 *     mean loss.
 *
 * Grades: a loss of at least 5 % of the stakes is an inaccuracy, of 10 % an error, of 20 % a blunder (chess.com's
 * bounds for expected points: https://support.chess.com/en/articles/8572705). The stakes are
 *   - the difference of win and loss, if accuracy is by win probabilities;
 *   - a tenth of the points that the seat with the best prospects expected at the beginning (25.5 in Yahtzee), if
 *     results are points;
 *   - hra_rules_conduct.stakes, if two seats play for points with dice: in backgammon the cube, in a points match half
 *     of what its points decide. There the bounds, our own, are 4 %, 8 % and 16 %.
 * Other evaluations on a scale of their own have no grades.
 *
 * Decisions about the stakes (hra_rules_conduct.stake_action), such as whether to double, come up again and again and
 * are mostly obvious. One is not close, and does not count, if the seat made no offer, lost nothing by that, and an
 * offer would have been a blunder. GNU Backgammon counts doubling decisions that are within 0.16 (isCloseCubedecision).
 * A response to an offer always counts.
 *
 * Thread-safety: one thread at a time uses a review; no other thread uses the analyst during a step. */
#ifndef HRA_REVIEW_H
#define HRA_REVIEW_H

#include "hra/play.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_review hra_review;

#define HRA_MIN_MISTAKE_LOSS 0.005 /* a smaller loss is not a mistake */

typedef enum hra_grade {
    HRA_GRADE_FINE,
    HRA_GRADE_INACCURACY,
    HRA_GRADE_ERROR,
    HRA_GRADE_BLUNDER,
    HRA_GRADES
} hra_grade;

/* What accuracies are percentages of. */
typedef enum hra_measure { HRA_MEASURE_NONE, HRA_MEASURE_CHANCES, HRA_MEASURE_POINTS } hra_measure;

/* Facts about a review. */
typedef struct hra_review_info {
    size_t size;               /* sizeof(hra_review_info) of the library: members beyond it do not exist */
    const hra_game *game;      /* the analyst's */
    const hra_player *analyst; /* the player of the agent that was given to hra_review_open */
    const char *players[HRA_MAX_SEATS]; /* spec of each seat; "" if the record does not say */
    int plies;                          /* of the play */
    int done;                           /* plies that are reviewed */
    bool over;                          /* the play has ended: the last value is its result */
    /* The rest is final after the first step, unless a later ply has values on a scale of their own; then grades
     * end. */
    hra_unit unit; /* of all numbers */
    int decimals; /* digits after the point that mean something to a person; of percent if unit is a probability */
    bool thousandths; /* points are written in thousandths (hra_game_thousandths). Half of the mean loss in
                         thousandths is the performance rating (PR: 500 times the mean loss) */
    double span;      /* difference of the best and the worst result */
    hra_measure measure;
    int curves; /* number of seats, from seat 0, whose values determine those of all: 1 if one loses what the other wins */
    double grade_from[HRA_GRADES]; /* minimum loss of each grade; 0: there are no grades */
} hra_review_info;

/* One ply that was reviewed. */
typedef struct hra_review_move {
    int ply;
    int mover; /* seat, or HRA_CHANCE */
    hra_move move;
    /* Turns are counted as people do: a turn lasts until another seat decides or, in games with irrevocable decisions,
     * until such a decision. A roll belongs to the turn of the seat that decides next. */
    int owner;                    /* the seat whose turn it is */
    int turn;                     /* number of that seat's turn, from 1 */
    double values[HRA_MAX_SEATS]; /* after the ply, for each seat */
    double gain
        [HRA_MAX_SEATS]; /* change of each seat's value that is not its own loss: by luck if chance moved (without
                                     what the analyst reassessed), by reassessment if `reassessed`, else by the mover */
    double
        loss; /* of the mover's decision; an exact analyst may give less than 0 by rounding. 0 for chance and for
                       decisions that do not count (forced, not_close) */
    bool
        mistake; /* the loss is at least HRA_MIN_MISTAKE_LOSS, and not 0 when written with the review's decimals */
    hra_grade grade;
    bool forced;     /* it was the only legal move */
    bool reassessed; /* the change of the value is a reassessment: no loss is charged */
    bool better;     /* the analyst would have made `best` instead */
    hra_move best;
    const hra_move *line; /* if better: `best` and the moves after it, without chance; owned by the review */
    int line_length;      /* 0: not known */
    double accuracy;      /* percent; NAN if there is no measure, and for chance and forced moves */
    int decision_type;    /* index in the game's decision types */
    double stakes;        /* what was played for: grades compare the loss with it */
    bool not_close;       /* a decision about the stakes that does not count */
    int stake_action_count; /* of the game's stake actions; 0: no decision about the stakes */
    double stake_action[HRA_MAX_STAKE_ACTIONS]; /* value of each for the mover */
    int threshold_count; /* of the game's thresholds; 0 too if their evaluation cannot be opened */
    double threshold[HRA_MAX_THRESHOLDS]; /* NAN: it does not exist here */
    bool
        responding; /* with stake actions: another seat made an offer, so the first action was not available */
    int chosen; /* with stake actions: index of the chosen one; -1: none, as an offer leaves it to others */
    int distance; /* plies from the state after it to the end of the game, if the analyst found a win there; 0: it did not */
} hra_review_move;

/* The decisions of one type. */
typedef struct hra_review_type_summary {
    int decisions, mistakes; /* decisions: without those that were forced or not close */
    double loss;             /* sum */
    double scaled;           /* sum of losses divided by their stakes */
} hra_review_type_summary;

/* One seat, over the plies that are reviewed. */
typedef struct hra_review_summary {
    double expected;     /* value before the first ply */
    double luck, others; /* gained by luck, and by the decisions of other seats */
    double loss;         /* lost by its own decisions */
    double reassessed;   /* changes by reassessment; 0 of an exact analyst */
    double
        result; /* expected + luck + others + reassessed - loss + conceded, up to rounding: the value now, or
                            the result */
    int decisions;          /* without those that were forced or not close */
    int mistakes;           /* hra_review_move.mistake */
    int graded[HRA_GRADES]; /* decisions with each grade */
    double
        scaled; /* sum of losses divided by their stakes: divided by decisions it is the error rate, and 500
                               times that is PR */
    double accuracy;                                       /* percent; NAN without measure or decisions */
    hra_review_type_summary types[HRA_MAX_DECISION_TYPES]; /* one for each of the game's decision types */
    double
        conceded; /* gained because another seat resigned, also in a game of a points match, by agreement or adjudication */
} hra_review_summary;

/* Opens a review of a record. The record is copied and may be closed; the analyst stays open until the review is
 * closed. The analyst is not asked anything yet.
 * HRA_EINPUT if the analyst plays another game; HRA_ENOMEM. */
HRA_API hra_err hra_review_open(hra_review **out, hra_agent *analyst, const hra_record *record,
                                hra_error *why);
/* Opens a review of a play, as it is now; else as hra_review_open. */
HRA_API hra_err hra_review_open_play(hra_review **out, hra_agent *analyst, const hra_play *play,
                                     hra_error *why);
HRA_API void hra_review_close(hra_review *review); /* NULL is allowed */
/* Sets the limits of each question to the analyst from the next step on, in addition to those of its spec. If limits
 * make the analyst value some states with less time than others, the differences are reassessments. */
HRA_API void hra_review_limit(hra_review *review, hra_limits limits);

/* Reviews the next ply; returns HRA_OK if there is none. The first step also asks for the unit, the value of the
 * beginning and that of the first chance node, so that an analyst that cannot value states fails at once. After an
 * error the review is unchanged, and the step can be repeated.
 * HRA_EFIT if the analyst cannot value states; HRA_ESTOPPED if `stop` (may be NULL) was set, which also ends the
 * current question; HRA_ENOMEM; other errors of hra_agent_ask. */
HRA_API hra_err hra_review_step(hra_review *review, const hra_stop *stop);

/* Returns what is known now. The review owns the struct and updates it: the pointer is valid until hra_review_close. */
HRA_API const hra_review_info *hra_review_snapshot(const hra_review *review);
/* Returns the state before ply 0..plies; `plies` is the last one. The review owns it. */
HRA_API const void *hra_review_state(const hra_review *review, int ply);
/* Returns reviewed ply 0..done-1; the review owns it. Only its grade may change, to HRA_GRADE_FINE, when a later ply
 * brings values on a scale of their own. */
HRA_API const hra_review_move *hra_review_ply(const hra_review *review, int ply);
/* Fills `out` with the sums of a seat; reads all plies that are reviewed. */
HRA_API void hra_review_seat(const hra_review *review, int seat, hra_review_summary *out);

enum { HRA_REVIEW_THIRDS = 3, HRA_REVIEW_LEAST_THIRDS = 12 /* plies of a play whose thirds say something */ };

/* Fills `out` with the decisions of a seat in one third of the plies, 0 the opening, 1 the middle, 2 the end of the
 * play: `loss`, `scaled`, `decisions`, `mistakes`, `graded`, `types` and, by win probabilities, `accuracy`; the rest is
 * 0. The decisions of all thirds are those of hra_review_seat. Plies that are not reviewed count nothing. */
HRA_API void hra_review_third(const hra_review *review, int seat, int third, hra_review_summary *out);

/* ---- one move -------------------------------------------------------------------------------*/

/* The loss of a move, before or after it is made: for a tutor. */
typedef struct hra_move_loss {
    hra_move best;
    hra_unit unit; /* of value and loss: that of the analyst's advice */
    double value;  /* of the best move, for the mover */
    double loss;   /* of the given move against it: 0 or more */
    bool forced;   /* it is the only legal move; value is 0, and the analyst was not asked */
    bool exact;    /* the analyst searched to the end of the game: no estimate */
    bool bound;    /* the loss is at least this */
    hra_move line[HRA_THOUGHT_LINE]; /* `best` and the moves after it, without chance */
    int length;                      /* of the line; 1: the moves after `best` are not known */
} hra_move_loss;

/* Asks the analyst one question and fills `out`.
 * HRA_EINPUT if `move` is not legal there; HRA_EFIT if the player cannot value moves; HRA_ESTATE if no seat is to move;
 * other errors of hra_agent_ask. */
HRA_API hra_err hra_review_loss(hra_agent *analyst, const hra_question *question, hra_move move,
                                hra_move_loss *out);

/* Returns lichess's accuracy, 0..100, of a move that changed the win probability from `before` to `after`, both
 * 0..1. */
HRA_API double hra_accuracy(double before, double after);

/* Appends how near the end is to a seat after ply `ply` (-1: before the first), if the analyst found a win there: "mate in 3", or briefly
 * "#3" or "#-3" where the game has such words. Returns whether it is known; if not, nothing is appended. */
HRA_API bool hra_review_say_end(const hra_review *review, int ply, int seat, bool brief, hra_text *out);

/* ---- as JSON --------------------------------------------------------------------------------*/

/* Writes one reviewed ply: {"ply","turn","seat","move"}; seat is null for chance, which adds "luck":[per seat]. A
 * decision adds "loss","mistake","forced","reassessed","accuracy" (null: none) and, if they exist, "grade"
 * ("inaccuracy","error", "blunder"), "best","line":[...],"decision_type","stakes","not_close","responding","chosen"
 * (name of a stake action, or null), "stake_actions":{name: value}, "thresholds":{name: probability, or null}. Both add
 * "values":[per seat] and "unit", "points" or "probability". docs/json.md lists the old names of keys. */
HRA_API void hra_json_review_move(hra_json *json, const char *key, const hra_review *review, int ply);
/* Writes the loss of a move of `state`: {"move","best","unit","value","loss","forced","exact","bound","line":[...]},
 * and "grade" if there is one. */
HRA_API void hra_json_move_loss(hra_json *json, const char *key, const hra_game *game, const void *state,
                                hra_move move, const hra_move_loss *loss);
/* Writes the review as far as it is done:
 * {"game","analyst","unit","decimals","measure","curves","grades":{"inaccuracy","error","blunder"},
 * "seats":[{"seat","player","expected","luck","others","reassessed","loss","conceded",
 * "result","mistakes","decisions","mean_loss",
 * "luck_adjusted","inaccuracies","errors","blunders","accuracy",
 * "kinds":[{"decision_type","decisions","mistakes","loss","error_rate"}],
 * "thirds":[{"decisions","mistakes","mean_loss","pr","accuracy"}]}],"moves":[hra_json_review_move]}.
 * "analyst" is its spec; "measure" is "chances", "points" or null; "grades" has the minimum loss of each, null if
 * there are no grades. docs/json.md lists the old names of keys. "mean_loss" and "accuracy" are null without a
 * decision. */
HRA_API void hra_json_review(hra_json *json, const char *key, const hra_review *review);
/* The same with only the decisions and rolls of a seat in "moves", and the seat as "of"; seat -1: all, without it. */
HRA_API void hra_json_review_of(hra_json *json, const char *key, const hra_review *review, int seat);

#ifdef __cplusplus
}
#endif
#endif
