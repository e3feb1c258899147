/* hra/rollout.h: moves of one state compared by playing each of them out again and again.
 *
 * One player moves for every seat. All moves of a trial meet the same dice, so that what one gains over
 * another is not what the dice gave it. The first throw of a trial goes through all throws in turn and so
 * does the second, each in an order that is drawn, so a part of a turn is no less fair. What luck gave is
 * taken away: at each throw the player tells what every outcome is worth, and what came above the mean is
 * subtracted. Its mean is 0 whatever the player thinks, so the result is unbiased; only its spread is smaller
 * (a control variate; GNU Backgammon's manual calls it variance reduction).
 *
 *     hra_rollout_open(&rollout, &setup, state, moves, count, &why);
 *     hra_rollout_run(rollout, 0, 360, threads, NULL);
 *     hra_rollout_move(rollout, 0, &told);
 *
 * What is counted are whole numbers, so trials come to the same on any number of threads, and however a work (hra/work.h)
 * cuts them. Trial t is the same play wherever it is run.
 *
 * Thread-safety: one thread at a time uses a rollout; the player may be shared. */
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

typedef struct hra_rollout_setup {
    size_t size;              /* sizeof(hra_rollout_setup) */
    const hra_player *player; /* for all seats; it must be able to tell what states are worth where plays are
                                 cut or luck is subtracted. It outlives the rollout */
    uint64_t seed;
    int plies; /* decisions behind the move, after which the player says what the state is worth; 0: to the
                  end */
    bool luck; /* what luck gave is subtracted; costs a look at every outcome of every throw */
} hra_rollout_setup;

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

/* Rolls out `count` legal moves of the state; count 0: the state itself, which may be one of chance, to the
 * seat that moves there or the first one; HRA_ROLLOUT_OUTLOOKS: what the choice about the stakes comes down
 * to (hra_rules_conduct.stake_actions), each as if it were chosen by all. HRA_EINPUT: too many moves, or one that
 * is none; HRA_EFIT: a game without chance, one in which seats do not see all, or a choice without outlooks;
 * HRA_ESTATE: the game is over; HRA_ENOMEM. */
HRA_API hra_err hra_rollout_open(hra_rollout **out, const hra_rollout_setup *setup, const void *state,
                                 const hra_move *moves, int count, hra_error *why);
HRA_API void hra_rollout_close(hra_rollout *rollout); /* NULL is allowed */

/* Makes the trials from..to-1 and adds them; none of them where it fails. Errors: HRA_EINPUT: there are
 * no such trials, or would be too many; HRA_ESTOPPED; HRA_ENOMEM; what the player says: HRA_EFIT where it
 * cannot tell what a state is worth. */
HRA_API hra_err hra_rollout_run(hra_rollout *rollout, uint64_t from, uint64_t to, int threads,
                                const hra_stop *stop);
/* How many trials are one turn of the first throw: 36 of two dice. Runs are best made of whole turns. */
HRA_API int hra_rollout_turn(const hra_rollout *rollout);
HRA_API uint64_t hra_rollout_trials(const hra_rollout *rollout);
/* moves; 1 where the state itself was rolled out */
HRA_API int hra_rollout_count(const hra_rollout *rollout);
/* Index of the highest mean, the first of equals; of outlooks the one that good play comes to: the seat that
 * is asked takes what is best for it, and who may offer that does so where it has not less of it. */
HRA_API int hra_rollout_best(const hra_rollout *rollout);
HRA_API bool hra_rollout_outlooks(const hra_rollout *rollout); /* outlooks are rolled out, and not moves */
HRA_API void hra_rollout_move(const hra_rollout *rollout, int index, hra_rolled *out);
/* Every other mean is at least so many standard errors of their difference below the best; of outlooks: so
 * far apart are those that the seat that is asked has to choose from, and the one that it takes from not
 * offering. */
HRA_API bool hra_rollout_decided(const hra_rollout *rollout, double errors);

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
