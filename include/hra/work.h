/* hra/work.h: long work that can be cut into tasks, done anywhere, stopped, resumed, and merged.
 *
 * A work is a kind ("match"), a spec that says in lines what is to be done, tasks, and results. A task is a line of
 * text, such as "games 0 64". Any thread, process or machine that has opened the same spec can run it, and its result
 * is bytes. Results may be added in any order: what they come to is the same, to the last bit, however the work
 * was cut and whoever ran the tasks.
 *
 *     hra_work_open(&work, NULL, "work match\ngame nim\nplayer random\nplayer greedy\ngames 1000\nseed 7\n",
 *                   NULL, &why);
 *     hra_work_run(work, 2, progress, &why);      a stop ends it early; another call goes on
 *     hra_work_report(work, &json, NULL, &why);
 *
 * Where several processes take part, one of them assigns tasks and adds the results:
 *
 *     hra_work_next_task(work, task);                             the line is sent to a worker, which calls
 *     hra_work_run_task(theirs, task, NULL, &bytes, NULL, &why);  and sends the bytes back
 *     hra_work_add_result(work, task, bytes, length, &why);
 *
 * Running a task twice does no harm: its first result counts. So a worker that is silent for too long can be given
 * up by hra_work_return_task, and another one gets the task.
 *
 * The caller saves what is to outlive the process: `save` of the setup receives each task and each result as a few
 * bytes with a checksum, and hra_work_restore reads them back, in this process or in another. docs/stopped_match.c
 * is a whole program that does so.
 *
 * The spec has lines "NAME VALUE": "work KIND", "game SPEC", and those of the kind. A first line "hra VERSION" is
 * allowed. Every other line is refused. The lines of a match are
 *
 *     player SPEC         at most one for each seat; the game's usual opponent sits in the other seats
 *     games N             required
 *     rotate yes|no       play in groups of as many games as seats, with the same dice, cards and opening, and each player
 *                         once in each seat; default no
 *     seed N              default 0
 *     nodes N, time T     limits of a decision; default none
 *     records yes|no      whether tasks have records; default no
 *     draw movenumber=N,movecount=N,score=X, resign movecount=N,score=X,twosided=yes|no, length N, tables yes|no
 *                         hra_adjudicator; default: games go on to their end
 *     opening POSITION    as hra_openings_read has it; one line for each opening
 *
 * and those of a rollout
 *
 *     position POSITION   default: the beginning of the game
 *     player SPEC         required; plays all seats
 *     move MOVE           one line for each move that is compared; default: all moves, or the state itself where chance is
 *                         to move, or the outlooks of a choice about the stakes (HRA_ROLLOUT_OUTLOOKS)
 *     trials N            required
 *     plies N             decisions after the move, then the player says what the state is worth; default: to the end
 *     errors N            ends after the first turn of the first throw after which every other mean is at least N standard
 *                         errors of their difference below the best; of outlooks: those that the seat that is asked has to
 *                         choose from, and the one that it takes from not offering; default: never
 *     luck yes|no         what luck gave is subtracted, for which the player values all outcomes of each throw; default yes
 *     seed N              default 0
 *
 * and those of tuning, whose line "work" is "work steps"
 *
 *     template SPEC       required; a player with names of parameters in braces
 *     parameter NAME=START,LEAST,MOST,STEP      one line for each
 *     whole NAME          one line for each parameter that takes whole numbers only
 *     steps N             required
 *     batch N             default 8
 *     rate X              default 0.1
 *     seed N, nodes N, time T                   as of a match
 *
 * and those of a tournament, whose line "work" is "work games"
 *
 *     player SPEC         one line for each; two at least
 *     schedule round-robin|gauntlet             default round-robin
 *     groups N            required; of each pairing
 *     test LOW,HIGH, errors A,B                 hra_sequential; default: no test, errors 0.05,0.05
 *     seed N, nodes N, time T, records yes|no, draw, resign, length, tables, opening POSITION    as of a match
 *
 * and those of learning, whose line "work" is "work learning"
 *
 *     method SPEC         required; one that plays rounds of games before it learns from them, as zero does (hra/learn.h)
 *     games N             required; the last round is played to its end
 *     seed N              default 0
 *
 * Tables in slices (hra/solve.h), whose line "work" is "work tables", have no lines of their own, and need a folder of data.
 *
 * and those of a review (hra/review.h)
 *
 *     player SPEC         required; the analyst
 *     record LINE         one line for each line of the records, one record after the other; all of this game
 *     depth N, nodes N, playouts N, time T      limits of a question to the analyst; default none
 *
 * and those of a single decision, which is one task, whose line "work" is "work think"
 *
 *     player SPEC         required
 *     task choose|advise|analyse|worth|cost     a move (default), the values of moves, what the player finds in the position,
 *                         its value to each seat, what `move` costs (hra/review.h)
 *     position POSITION   default: the beginning of the game
 *     move MOVE           of cost
 *     history KEY...      of earlier positions (hra_question), 16 hexadecimal digits each; default: none
 *     seed N              default 0
 *     depth N, nodes N, playouts N, time T      as of a review
 *
 * Plies of a review are judged by themselves, and in several tasks, if the analyst remembers nothing of earlier decisions; else there is
 * one task for each record.
 *
 * Tasks of learning and tables need results of others: a model, the games that it learns from, tables that other tables are built
 * from. A work that is given all results has what it needs. Since they may be large, a caller that keeps results
 * where it can read them gives `fetch` in the setup, and hra_work_add_result need not be given them.
 *
 * Thread-safety: any number of threads may use a work, except to open and close it. */
#ifndef HRA_WORK_H
#define HRA_WORK_H

#include "hra/match.h"
#include "hra/review.h"
#include "hra/rollout.h"
#include "hra/tournament.h"
#include "hra/tune.h"
#include "hra/worker.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HRA_WORK_TASK = 128 /* bytes of a task, with the zero */ };

typedef struct hra_work hra_work;

/* ---- kinds ----------------------------------------------------------------------------------*/

/* The names of all kinds, "match" and others, in the order of src/builtin/works.def: index 0 and up, NULL past the last.
 * Static. */
HRA_API const char *hra_work_kind_at(int index);
/* The kind in the line "work" of a spec; NULL: there is none. Static. */
HRA_API const char *hra_work_kind_of(const char *spec);

/* ---- opening --------------------------------------------------------------------------------*/

/* What this process provides. Nothing of it changes a result. */
typedef struct hra_work_setup {
    size_t size; /* sizeof(hra_work_setup) where it was compiled; what an older one lacks counts as zero */
    const hra_host
        *host;        /* for the game of the spec, which may come from anywhere; NULL: as of hra_game_open */
    const char *data; /* folder of user data for players, which outlives the work; NULL: none */
    const hra_progress *progress; /* of players that take long to open; NULL: none */
    double task_seconds;          /* how long a task should take; 0: 0.25 */
    int workers; /* about how many tasks run at a time. Some kinds cut smaller tasks for more workers, so that
                  * nobody waits long for the last one; 0: one */
    /* The game and the players of the spec, if the caller has opened them; they outlive the work. NULL: the work
     * opens its own. `player` is called by hra_work_open only. */
    const hra_game *game;
    hra_err (*player)(void *self, const char *spec, const hra_player **out, hra_error *why);
    void *player_self;
    /* Receives, as bytes for hra_work_restore, the spec, each task that is assigned and each result; from one thread at
     * a time. It must not call functions of this work. Its error is returned by the call that assigned or added. NULL:
     * nothing is saved. */
    hra_err (*save)(void *self, const char *bytes, size_t length);
    void *save_self;
    bool looks; /* no task is run here, so what only tasks need, such as tables of endings, is not opened */
    /* As of hra_tournament_setup and hra_tune_setup, while results are added. NULL: not called. */
    void (*counted)(void *self, const hra_pairing *pairing);
    void *counted_self;
    void (*stepped)(void *self, uint64_t steps, const double *values);
    void *stepped_self;
    /* Receives the records of each task that hra_work_run ran, in the order in which it assigned them, before `save` receives
     * the result; called as `save` is. NULL: no records are written. */
    hra_err (*records)(void *self, const char *task, const char *text, size_t length);
    void *records_self;
    /* Where tasks need results of others (`fetches` of hra_work_info): appends the result of a task, which is the one so many that
     * was assigned, from 1 on; nothing, where it was forgotten. Called by hra_work_run_task, hra_work_model and
     * hra_work_tables, in their threads, and may add results and tasks to this work. HRA_EIO, HRA_EDAMAGED, HRA_ENOMEM. NULL:
     * the work holds what is needed of the results that were added; tables are put into `data`. */
    hra_err (*fetch)(void *self, const char *task, uint64_t number, hra_text *out, hra_error *why);
    /* No task needs the results of those any more that were assigned as number from..to-1; called as `fetch` is. NULL: not
     * told. */
    hra_err (*forget)(void *self, uint64_t from, uint64_t to, hra_error *why);
    void *fetch_self; /* of both */
    /* Of a match, of the tasks that hra_work_run runs. `ended` is called for each game in their order, after its record;
     * as `save` is. An error ends the match. NULL: not called. */
    hra_err (*ended)(void *self, const hra_match_game *game);
    void *ended_self;
    hra_match_time
        *times; /* one for each player, the caller's, to which is added; NULL: nothing is measured */
    /* hra_work_run and hra_work_run_task use its threads, beside tasks of sessions, for which they make room: if others wait, the
     * work has a tenth of their time. The calling thread only waits. It outlives the work. NULL: threads of its own. */
    hra_worker_pool *pool;
    bool pin; /* each thread of hra_work_run stays on a processor (hra_pin_thread) */
    /* Of a match or a tournament: its players, in place of lines `player`. For a work whose tasks all run in this process, since
     * its spec does not say who they are. They outlive the work. NULL: as the spec says. */
    const hra_player *const *players;
    int player_count;
    /* Games of a match that this work is about: from..to-1; 0, 0: all. The others are played elsewhere, and hra_match_merge
     * puts the results together. */
    uint64_t from, to;
} hra_work_setup;

/* Opens the work that a spec describes; none of it is done yet. `kind`: its name, so that the spec needs no line
 * "work"; NULL: as the spec says. `setup` NULL: one of zeros. HRA_EINPUT: no such kind, or not that of the spec; a
 * line that makes no sense, with its number; players that cannot play; HRA_EVERSION: a setup
 * of a newer library; HRA_ENOMEM; errors of hra_game_open and hra_player_open. */
HRA_API hra_err hra_work_open(hra_work **out, const char *kind, const char *spec, const hra_work_setup *setup,
                              hra_error *why);
HRA_API void hra_work_close(hra_work *work); /* NULL is allowed */

/* What does not change while a work is open. */
typedef struct hra_work_info {
    const char *kind; /* its name, "match"; static */
    const char *spec; /* as it was given */
    const hra_game *game;
    bool
        fetches; /* results are fetched when tasks need them: the setup has `fetch`, and the tasks need results of others */
} hra_work_info;

/* Owned by the work. */
HRA_API const hra_work_info *hra_work_info_of(const hra_work *work);

/* ---- running all of it in this process ------------------------------------------------------*/

/* Runs tasks in so many threads (with a pool: in all of its) until none is left or a stop is seen (HRA_OK in both
 * cases; hra_work_is_finished tells). Tasks that are assigned to others are left to them. `progress` may be NULL.
 * HRA_EINPUT: threads out of 1..HRA_MATCH_THREADS; errors of tasks, of `save` and of `records`: what was added before
 * the error counts. */
HRA_API hra_err hra_work_run(hra_work *work, int threads, const hra_progress *progress, hra_error *why);

/* ---- tasks ----------------------------------------------------------------------------------*/

/* Assigns the next task: a returned one, or a new one. False: there is none now, although results of assigned tasks
 * may make more; or `save` failed. */
HRA_API bool hra_work_next_task(hra_work *work, char task[HRA_WORK_TASK]);
/* Returns an assigned task without a result, so that it is assigned again. Without `save`, the task that was assigned
 * last is undone as if it had never been assigned. NULL: all tasks without a result. Any other text is ignored. */
HRA_API void hra_work_return_task(hra_work *work, const char *task);
/* Notes that another process has assigned this task. Tasks are noted in the order in which they were assigned.
 * HRA_EDAMAGED: this one cannot be next; HRA_ENOMEM; an error of `save`. */
HRA_API hra_err hra_work_mark_assigned(hra_work *work, const char *task, hra_error *why);
/* Whether the result of a task can still change what the work comes to. */
HRA_API bool hra_work_is_needed(hra_work *work, const char *task);
/* Whether all results that a task needs are added, as the steps of tuning need those of earlier batches. A worker that
 * is not told of results in time can wait for this. */
HRA_API bool hra_work_is_ready(hra_work *work, const char *task);
/* Runs a task, which need not be assigned, in the calling thread or one of the pool, and adds nothing to the work. Appends its result, and
 * its records if the spec asks for them and `records` is not NULL. Of `progress` only the stop counts.
 * HRA_ESTOPPED: a stop came before the end; HRA_EINPUT: no task of this work, or one that is not ready (hra_work_is_ready);
 * HRA_ENOMEM; errors of players, and of `fetch`. After an error nothing is appended, nor of a task that has
 * got a result meanwhile and cannot be run any more. */
HRA_API hra_err hra_work_run_task(hra_work *work, const char *task, const hra_progress *progress,
                                  hra_text *result, hra_text *records, hra_error *why);
/* Adds the result of an assigned task. If it has a result already, nothing happens. The bytes may come from anybody.
 * A task that is not needed may have a result of length 0. Where the work fetches (hra_work_info), the bytes are not read and may be
 * NULL. Games of learning are checked when they are learnt from. HRA_EDAMAGED: not the result of this task, or a task
 * that is not assigned; HRA_ENOMEM; an error of `save`. */
HRA_API hra_err hra_work_add_result(hra_work *work, const char *task, const char *bytes, size_t length,
                                    hra_error *why);
/* Notes how long a task took, so that later tasks take about task_seconds. hra_work_run notes its own. */
HRA_API void hra_work_note_time(hra_work *work, const char *task, double seconds);
HRA_API bool hra_work_is_finished(hra_work *work); /* no task is left, and no result is missing */

/* Restores what `save` received of a work with the same spec; `save` does not receive it again. *used (may be NULL):
 * how many bytes are whole entries; what follows was cut off, and must be cut away before more is saved there. Tasks
 * without a result stay assigned; hra_work_return_task(work, NULL) gives them up. The bytes may come from anybody.
 * HRA_ESTATE: of another spec; HRA_EDAMAGED; HRA_ENOMEM. */
HRA_API hra_err hra_work_restore(hra_work *work, const char *bytes, size_t length, size_t *used,
                                 hra_error *why);

/* ---- results --------------------------------------------------------------------------------*/

typedef struct hra_work_status {
    const char *pieces;      /* what tasks consist of, for hra_translate: "trials"; static */
    const char *doing;       /* what a progress report says: "rolling out"; static */
    uint64_t done, of;       /* pieces */
    uint64_t tasks, results; /* tasks that are assigned, and those of them that have a result */
    bool finished;
} hra_work_status;

HRA_API void hra_work_snapshot(hra_work *work, hra_work_status *out);
/* Task `index` of all assigned ones, in the order of the numbers in them; false: there are fewer. *number: its place in
 * the order in which they were assigned, from 1 on; *ended: it has a result. */
HRA_API bool hra_work_task_at(hra_work *work, uint64_t index, char task[HRA_WORK_TASK], uint64_t *number,
                              bool *ended);
/* Writes what the results come to so far, by hra_json_match, hra_json_rollout, hra_json_tournament
 * or hra_json_review, of several records as a list; of tuning
 * {"game","template","seed","steps","values":{a number of each name},"player"}; of a decision {"task","player","move"} with "advice", "analysis", "values" (a number for each
 * seat) or "cost", as far as it has been made; of learning {"game","method","seed","games","games_planned"}, of tables
 * {"game","positions","positions_solved","slices":[{"name","positions","built"}]}. HRA_ENOMEM. */
HRA_API hra_err hra_work_report(hra_work *work, hra_json *json, const char *key, hra_error *why);
/* Copies what a match has come to so far, which may be no game. *out is released with hra_match_release, after an
 * error too. HRA_EFIT: the work is no match; HRA_EINPUT, HRA_EVERSION: out->size; HRA_ENOMEM. */
HRA_API hra_err hra_work_match(hra_work *work, hra_match_result *out, hra_error *why);
/* What a rollout has come to so far; owned by the work, and read while no result is added. NULL: the work is no rollout. */
HRA_API const hra_rollout *hra_work_rollout(hra_work *work);
/* What the review of record `index`, from 0 on, has come to so far, of the plies up to the first whose result is missing;
 * owned by the work, and read while no result is added. Of the line of a better move as much is known as chance does not
 * interrupt. NULL: the work is no review, or has no such record. */
HRA_API const hra_review *hra_work_review(hra_work *work, int index);
/* The record that it is of, owned by the work; NULL as above. */
HRA_API const hra_record *hra_work_record(hra_work *work, int index);
/* The tournament of a work, owned by it; *setup (may be NULL) is how it was opened. It is looked at, rated and written only.
 * NULL: the work is no tournament. */
HRA_API hra_tournament *hra_work_tournament(hra_work *work, const hra_tournament_setup **setup);
/* What tuning has come to so far: the values after as many steps as count without a gap. Returns its setup, owned by the work; NULL: the work is no tuning. */
HRA_API const hra_tune_setup *hra_work_tune(hra_work *work, double *values, uint64_t *steps);
/* Appends what learning has come to so far, as hra_learner_write has it of a learner that has learnt from *games; nothing
 * before the first round. HRA_EFIT: the work is no learning; HRA_EDAMAGED, HRA_ENOMEM; errors of `fetch`. */
HRA_API hra_err hra_work_model(hra_work *work, hra_text *out, uint64_t *games, hra_error *why);
/* Has the tables of all slices in the folder of data. HRA_EFIT: the work builds none; HRA_EMISSING: not all are built; HRA_EIO,
 * HRA_EDAMAGED, HRA_ENOMEM; errors of `fetch`. */
HRA_API hra_err hra_work_tables(hra_work *work, hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
