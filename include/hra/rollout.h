/* hra/rollout.h: rollouts: moves of a state compared by playing each of them to the end many times.
 *
 * A rollout is work of the kind "rollout" (hra/work.h). This header has its results.
 *
 * One player moves for all seats. The moves of a trial meet the same dice, so that luck does not distort their
 * difference. Over the trials, the first throw takes each outcome equally often, and so does the second, in a random
 * order. Luck is subtracted: at each throw the player values every outcome, and the value of the actual one above the
 * mean is subtracted. The mean of this correction is 0 whatever the player's values are. So the result is unbiased,
 * with a smaller variance (a control variate; GNU Backgammon's manual calls it variance reduction). A player that tells luck
 * itself (hra_agent_luck) is asked for that.
 *
 *     hra_work_open(&work, "rollout", "game backgammon\nplayer greedy\ntrials 360\n", NULL, &why);
 *     hra_work_run(work, threads, NULL, &why);
 *     hra_rollout_move(hra_work_rollout(work), 0, &first);
 *
 * Sums are integers, so results do not depend on threads or on how the work is cut. Trial t is the same game wherever
 * it runs.
 *
 * Thread-safety: any number of threads may read a rollout while no result is added to its work. */
#ifndef HRA_ROLLOUT_H
#define HRA_ROLLOUT_H

#include "hra/json.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_ROLLOUT_STAKE_ACTIONS =
        -1, /* in place of a number of moves: the stake actions, such as double and take (hra_rules_conduct) */
    HRA_ROLLOUT_MOVES = 1024,     /* the most moves */
    HRA_ROLLOUT_TRIALS = 1 << 20, /* the most trials */
    HRA_ROLLOUT_PLIES =
        1 << 14, /* the most plies of a game without a limit `plies`; then the player evaluates it */
};

typedef struct hra_rollout hra_rollout;

/* Results of a move, in the unit of the game's returns, for the seat to move. */
typedef struct hra_rolled {
    hra_move move;
    uint64_t trials;
    double mean,
        error; /* luck is subtracted if the spec says so; and its standard error. NAN for one trial */
    double plain, plain_error; /* the same without subtraction */
    /* The best mean less this one, with the same dice; 0 for the best move. For stake actions: the mean of the first
     * one less this one, which may be negative. */
    double behind, behind_error;
} hra_rolled;

typedef struct hra_rollout_info {
    uint64_t trials; /* number of trials of each move */
    int count;       /* number of moves; 1 if the state itself was rolled out */
    /* Index of the highest mean, the first of equals. For stake actions: the result of best play, where the seat that
     * is asked chooses the best answer for itself, and the other seat offers unless that costs it something. */
    int best;
    bool stake_actions; /* stake actions are compared, not moves */
} hra_rollout_info;

/* Returns facts about the rollout so far. */
HRA_API hra_rollout_info hra_rollout_snapshot(const hra_rollout *rollout);
/* Writes the results of move or stake action `index`, 0..count-1. */
HRA_API void hra_rollout_move(const hra_rollout *rollout, int index, hra_rolled *out);

/* Writes {"game","position","player","seed","plies" (null: to the
 * end),"luck","trials","seat","seconds","moves":[{"move" (null: the state
 * itself, or a stake action),"stake_action":its name,
 * "mean","stderr","plain","plain_stderr","behind","behind_stderr"}]}, in the order of the spec. */
HRA_API void hra_json_rollout(hra_json *json, const char *key, const hra_rollout *rollout, double seconds);

#ifdef __cplusplus
}
#endif
#endif
