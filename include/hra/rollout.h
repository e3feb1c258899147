/* hra/rollout.h: moves of one state compared by playing each of them out again and again.
 *
 * A rollout is a work of the kind "rollout" (hra/work.h). This header has what it comes to.
 *
 * One player moves for every seat. All moves of a trial meet the same dice, so that what one gains over
 * another is not what the dice gave it. The first throw of a trial goes through all throws in turn and so
 * does the second, each in an order that is drawn, so a part of a turn is no less fair. What luck gave is
 * taken away: at each throw the player tells what every outcome is worth, and what came above the mean is
 * subtracted. Its mean is 0 whatever the player thinks, so the result is unbiased; only its spread is smaller
 * (a control variate; GNU Backgammon's manual calls it variance reduction).
 *
 *     hra_work_open(&work, "rollout", "game backgammon\nplayer greedy\ntrials 360\n", NULL, &why);
 *     hra_work_run(work, threads, NULL, &why);
 *     hra_rollout_move(hra_work_rollout(work), 0, &told);
 *
 * What is counted are whole numbers, so trials come to the same on any number of threads, and however a work (hra/work.h)
 * cuts them. Trial t is the same play wherever it is run.
 *
 * Thread-safety: any number of threads may read a rollout while no result is added to its work. */
#ifndef HRA_ROLLOUT_H
#define HRA_ROLLOUT_H

#include "hra/json.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_ROLLOUT_OUTLOOKS = -1,    /* instead of a count of moves: the outlooks of a choice about the stakes */
    HRA_ROLLOUT_MOVES = 1024,     /* moves at most */
    HRA_ROLLOUT_TRIALS = 1 << 20, /* trials at most, of one rollout and of all that are added up */
    HRA_ROLLOUT_PLIES = 1 << 14,  /* plies of a play that was not to be cut; there it is, and estimated */
};

typedef struct hra_rollout hra_rollout;

/* What is known of a move, in the game's results, to the seat that is to move. */
typedef struct hra_rolled {
    hra_move move;
    uint64_t trials;
    double mean, error;          /* with luck subtracted where that was asked for, and its standard error;
                                    errors of a single trial are NaN */
    double plain, plain_error;   /* without */
    double behind, behind_error; /* what the best mean is above this one, by the same dice; 0 of the best. Of
                                    outlooks what the first is above this one, so that it may be negative */
} hra_rolled;

typedef struct hra_rollout_info {
    uint64_t trials; /* of each move */
    int count;       /* of moves; 1 if the state itself was rolled out */
    int best; /* index of the highest mean, the first of equals; of outlooks the one that good play comes to: the
                      * seat that is asked takes what is best for it, and the other offers unless it loses by that */
    bool outlooks; /* outlooks are rolled out, not moves */
} hra_rollout_info;

HRA_API hra_rollout_info hra_rollout_snapshot(const hra_rollout *rollout);
/* Move or outlook `index` of the ones that are compared. */
HRA_API void hra_rollout_move(const hra_rollout *rollout, int index, hra_rolled *out);

/* {"game","position","player","seed","plies" (null: to the
 * end),"luck","trials","seat","seconds","moves":[{"move" (null: the state
 * itself, or an outlook),"outlook":its name where it is
 * one,"mean","stderr","plain","plain_stderr","behind","behind_stderr"}]}, in the order in which they were
 * named. */
HRA_API void hra_json_rollout(hra_json *json, const char *key, const hra_rollout *rollout, double seconds);

#ifdef __cplusplus
}
#endif
#endif
