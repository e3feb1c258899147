/* hra/work.h: long work that is cut into tasks, run anywhere, stopped, resumed and merged.
 *
 * A work has a kind ("match"), a spec that describes it in lines, tasks, and results. A task is a line of text, such as
 * "games 0 64". Any thread, process or machine that has opened the same spec can run it; its result is bytes. Results
 * may be added in any order. The outcome is the same, to the last bit, however the work was cut and wherever tasks ran.
 *
 *     hra_work_open(&work, NULL, "work match\ngame nim\nplayer random\nplayer greedy\ngames 1000\nseed 7\n",
 *                   NULL, &why);
 *     hra_work_run(work, 2, progress, &why);      a stop ends it early; another call goes on
 *     hra_work_report(work, &json, NULL, &why);
 *
 * With several processes, one of them assigns tasks and adds the results:
 *
 *     hra_work_next_task(work, task);                             the line is sent to a worker, which calls
 *     hra_work_run_task(theirs, task, NULL, &bytes, NULL, &why);  and sends the bytes back
 *     hra_work_add_result(work, task, bytes, length, &why);
 *
 * A task may run twice: its first result counts. So if a worker is silent for too long, hra_work_return_task returns
 * its task, for another worker.
 *
 * The caller saves a work: `save` of the setup receives each task and each result as a few bytes with a checksum, and
 * hra_work_restore reads them, in this process or another. docs/stopped_match.c is a whole program that does this.
 *
 * The spec has lines "NAME VALUE": "work KIND", "game SPEC", and those of the kind. A first line "hra VERSION" is
 * allowed. Every other line is refused. The lines of a match are
 *
 *     player SPEC         at most one for each seat; the game's usual opponent sits in the other seats
 *     games N             required
 *     rotate yes|no       play in groups: one game per seat, with the same dice, cards and opening, each player once in
 *                         each seat; default no
 *     seed N              default 0
 *     nodes N, time T     limits of a decision; default none
 *     records yes|no      whether tasks have records; default no
 *     draw movenumber=N,movecount=N,score=X, resign movecount=N,score=X,twosided=yes|no, length N, tables yes|no
 *                         hra_adjudicator; default: no adjudication
 *     opening POSITION    one line for each opening; as hra_openings_read reads it
 *
 * and those of a rollout
 *
 *     position POSITION   default: the start of the game
 *     player SPEC         required; plays all seats
 *     move MOVE           one line for each move to compare; default: all moves; at a chance node the state itself; at
 *                         a decision about the stakes each stake action (HRA_ROLLOUT_STAKE_ACTIONS)
 *     trials N            required
 *     plies N             decisions after the move before the player evaluates the state; default: to the end
 *     errors N            stop when every other mean is at least N standard errors of the difference below the best,
 *                         after each outcome of the first throw has been used equally often. Of stake actions: the
 *                         answers of the responding seat, and the best of them against not offering; default: never
 *     luck yes|no         subtract luck; the player then evaluates all outcomes of each throw; default yes
 *     seed N              default 0
 *
 * and those of tuning, whose line "work" is "work steps"
 *
 *     template SPEC       required; a player with names of parameters in braces
 *     parameter NAME=START,MIN,MAX,C_END        one line for each
 *     whole NAME          one line for each parameter that is an integer
 *     steps N             required
 *     batch N             default 8
 *     rate X              default 0.1
 *     seed N, nodes N, time T                   as of a match
 *
 * and those of a tournament, whose line "work" is "work games"
 *
 *     player SPEC         one line for each; at least two
 *     schedule round-robin|gauntlet             default round-robin
 *     pairing A,B GROUPS  one line for each pairing, of players from 0; in place of a schedule
 *     groups N            required; groups of games per pairing
 *     test LOW,HIGH, errors A,B                 hra_sequential; default: no test, errors 0.05,0.05
 *     model normalized|logistic                 of the test; default: normalized
 *     seed N, nodes N, time T, records yes|no, draw, resign, length, tables, opening POSITION    as of a match
 *
 * and those of making exercises (hra/exercise.h), whose line "work" is "work exercises"
 *
 *     course LINE         one for each line of a course; exercises without a key get theirs
 *
 * and those of training, whose line "work" is "work learning"
 *
 *     method SPEC         required; a method that plays its games in iterations, as zero does (hra/learn.h)
 *     games N             required; the last iteration is completed
 *     seed N              default 0
 *
 * and those of a review (hra/review.h)
 *
 *     player SPEC         required; the analyst
 *     record LINE         one line for each line of the records, one record after another; all of this game
 *     depth N, nodes N, playouts N, time T      limits of a question to the analyst; default none
 *
 * and those of a single question, which is one task, whose line "work" is "work think"
 *
 *     player SPEC         required
 *     task choose|advise|analyse|worth|cost     a move (default), the values of moves, an analysis, the value of the
 *                         position for each seat, the loss of `move` (hra/review.h)
 *     position POSITION   default: the start of the game
 *     move MOVE           of cost
 *     history KEY...      of earlier positions (hra_question), 16 hexadecimal digits each; default: none
 *     seed N              default 0
 *     depth N, nodes N, playouts N, time T      as of a review
 *
 * Tablebases in slices (hra/solve.h), whose line "work" is "work tables", have no lines of their own, and need a data
 * directory.
 *
 * A review has several tasks if the analyst has no memory of earlier decisions; else one task per record.
 *
 * Tasks of training and of tablebases need results of other tasks: a model, the games to train it with, tablebases that
 * others are built from. A work that gets all results has them. They may be large: a caller that saves them where it
 * can read them may set `fetch` instead, and then need not pass them to hra_work_add_result.
 *
 * Thread-safety: any number of threads may use a work, except to open and close it. */
#ifndef HRA_WORK_H
#define HRA_WORK_H

#include "hra/exercise.h"
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

/* Returns the kind in the line "work" of a spec, a name of src/builtin/works.def such as "match"; NULL: the spec has no such line. Static. */
HRA_API const char *hra_work_kind_of(const char *spec);

/* ---- opening --------------------------------------------------------------------------------*/

/* What this process provides. It does not change results. */
typedef struct hra_work_setup {
    size_t size; /* sizeof(hra_work_setup) of the caller; members beyond it count as zero */
    /* Opens the game of the spec, which may be of unknown origin; NULL: as in hra_game_open. */
    const hra_host *host;
    const char *data;             /* data directory for players; must outlive the work; NULL: none */
    const hra_progress *progress; /* of players that take long to open; NULL: none */
    double task_seconds;          /* intended duration of a task; 0: 0.25 */
    int workers; /* about how many tasks run at a time; with more workers, some kinds cut smaller tasks,
                                   * so that the last ones end together; 0: one */
    /* The game and the players of the spec, if the caller has opened them; they must outlive the work. NULL: the work
     * opens its own. Only hra_work_open calls `player`. */
    const hra_game *game;
    hra_err (*player)(void *self, const char *spec, const hra_player **out, hra_error *why);
    void *player_self;
    /* Receives, as bytes for hra_work_restore, the spec, each assigned task and each result. Calls never overlap. It
     * must not call functions of this work. The call that assigned or added returns its error. NULL: nothing is
     * saved. */
    hra_err (*save)(void *self, const char *bytes, size_t length);
    void *save_self;
    bool no_tasks; /* no task runs here; what only tasks need, such as tablebases, is not opened */
    /* As in hra_tournament_setup and hra_tune_setup, while results are added. NULL: not called. */
    void (*counted)(void *self, const hra_pairing *pairing);
    void *counted_self;
    void (*stepped)(void *self, uint64_t steps, const double *values);
    void *stepped_self;
    /* Receives the records of each task that hra_work_run ran, in the order of assignment, before `save` receives the
     * result; called as `save` is. NULL: no records are written. */
    hra_err (*records)(void *self, const char *task, const char *text, size_t length);
    void *records_self;
    /* If tasks need results of others (`fetches` of hra_work_info): appends the result of a task, the `number`-th that
     * was assigned, from 1; nothing if that was forgotten. Called by hra_work_run_task, hra_work_model and
     * hra_work_tables, in their threads. It may add results and tasks to this work. NULL: the work stores the results
     * that tasks need; tablebases are written into `data`. Returns HRA_EIO, HRA_EDAMAGED or HRA_ENOMEM. */
    hra_err (*fetch)(void *self, const char *task, uint64_t number, hra_text *out, hra_error *why);
    /* Called when no task will need the results of the tasks number from..to-1 again; called as `fetch` is. NULL: not
     * called. */
    hra_err (*forget)(void *self, uint64_t from, uint64_t to, hra_error *why);
    void *fetch_self; /* of both */
    /* Of a match or a tournament: called for each game when the result of its task is added, if the task ran in this
     * process or the spec has the line "facts yes". Of a match in order. Called as `save` is; an error ends the work.
     * NULL: not called. */
    hra_err (*ended)(void *self, const hra_match_game *game);
    void *ended_self;
    /* One for each player, owned by the caller; the time of each decision is added to them. NULL: not measured. */
    hra_match_time *times;
    /* hra_work_run and hra_work_run_task use its threads, and share them with tasks of sessions: if those wait, the
     * work has a tenth of the time. The calling thread only waits. The pool must outlive the work. NULL: new
     * threads. */
    hra_worker_pool *pool;
    bool pin; /* bind each thread of hra_work_run to a processor (hra_pin_thread) */
    /* Of a match or a tournament: its players, in place of lines `player`. Only for a work whose tasks all run in this
     * process, since its spec does not name them. They must outlive the work. NULL: those of the spec. */
    const hra_player *const *players;
    int player_count;
    /* Of a match: this work plays games from..to-1; 0, 0: all. Others are played elsewhere, and hra_match_merge merges
     * the results. */
    uint64_t from, to;
    bool facts; /* `ended` receives games with their facts */
} hra_work_setup;

/* Opens the work that a spec describes, without results; the caller closes it. `kind`: its name, if the spec has no
 * line "work"; else NULL. `setup` NULL: one of zeros. Returns
 *   HRA_EINPUT    if there is no such kind, the spec names another kind, a line of the spec is wrong (`why` has its
 *                 number), or a player cannot play
 *   HRA_EVERSION  if `setup` is of a newer library
 *   HRA_ENOMEM
 *   else what hra_game_open and hra_player_open return. */
HRA_API hra_err hra_work_open(hra_work **out, const char *kind, const char *spec, const hra_work_setup *setup,
                              hra_error *why);
HRA_API void hra_work_close(hra_work *work); /* NULL is allowed */

/* Facts about a work; they do not change while it is open. */
typedef struct hra_work_info {
    const char *kind; /* its name, "match"; static */
    const char *spec; /* as passed to hra_work_open */
    const hra_game *game;
    bool fetches; /* tasks need results of others, and the setup has `fetch` */
} hra_work_info;

/* Returns the facts, which the work owns. */
HRA_API const hra_work_info *hra_work_info_of(const hra_work *work);

/* ---- running all of it in this process ------------------------------------------------------*/

/* Runs tasks in `threads` threads, or in all threads of the pool, until no task is left or `progress` stops it. It
 * returns HRA_OK in both cases; hra_work_is_finished distinguishes them. Tasks that were assigned before are not run.
 * `progress` may be NULL. Results that were added before an error count. Returns
 *   HRA_EINPUT  if `threads` is not 1..HRA_MATCH_THREADS
 *   else the error of a task, of `save` or of `records`. */
HRA_API hra_err hra_work_run(hra_work *work, int threads, const hra_progress *progress, hra_error *why);

/* ---- tasks ----------------------------------------------------------------------------------*/

/* Assigns the next task: a returned one, or a new one. Returns false if there is no task now, or `save` failed. There
 * may be more tasks after the results of assigned ones. */
HRA_API bool hra_work_next_task(hra_work *work, char task[HRA_WORK_TASK]);
/* Returns an assigned task without a result to the queue. Without `save`, the task that was assigned last is removed
 * instead, as if it had never been assigned. NULL: all tasks without a result. Any other text is ignored. */
HRA_API void hra_work_return_task(hra_work *work, const char *task);
/* Marks a task as assigned, after another process assigned it. Call it in the order of assignment. Returns
 *   HRA_EDAMAGED  if this task cannot be the next
 *   HRA_ENOMEM
 *   else the error of `save`. */
HRA_API hra_err hra_work_mark_assigned(hra_work *work, const char *task, hra_error *why);
/* Returns whether the result of a task can still change the outcome. */
HRA_API bool hra_work_is_needed(hra_work *work, const char *task);
/* Returns whether all results that a task needs were added; tuning needs those of earlier batches. A worker that gets
 * results late can wait for this. */
HRA_API bool hra_work_is_ready(hra_work *work, const char *task);
/* Runs a task, assigned or not, in the calling thread or one of the pool. It adds nothing to the work. Appends the
 * result, and the records if the spec asks for them and `records` is not NULL. Of `progress` only the stop counts.
 * Nothing is appended after an error, or if the task got its result meanwhile and cannot run again. Returns
 *   HRA_ESTOPPED  if it was stopped
 *   HRA_EINPUT    if this is no task of the work, or not ready (hra_work_is_ready)
 *   HRA_ENOMEM
 *   else errors of players and of `fetch`. */
HRA_API hra_err hra_work_run_task(hra_work *work, const char *task, const hra_progress *progress,
                                  hra_text *result, hra_text *records, hra_error *why);
/* Adds the result of an assigned task. If the task has a result already, nothing happens. The bytes may be of unknown
 * origin. A task that is not needed may have a result of length 0. If the work fetches (hra_work_info), the bytes are
 * not read and may be NULL. Games of training are checked when a model is trained with them. Returns
 *   HRA_EDAMAGED  if the bytes are not a result of this task, or the task is not assigned
 *   HRA_ENOMEM
 *   else the error of `save`. */
HRA_API hra_err hra_work_add_result(hra_work *work, const char *task, const char *bytes, size_t length,
                                    hra_error *why);
/* Reports the duration of a task, so that later tasks take about task_seconds. hra_work_run reports its own. */
HRA_API void hra_work_note_time(hra_work *work, const char *task, double seconds);
HRA_API bool hra_work_is_finished(hra_work *work); /* no task is left, and no result is missing */

/* Restores what `save` received of a work with the same spec; `save` does not receive it again. *used (may be NULL) is
 * set to the number of bytes of whole entries; the rest was cut off, and must be removed before more is saved there.
 * Tasks without a result stay assigned; hra_work_return_task(work, NULL) returns them. The bytes may be of unknown
 * origin. Returns
 *   HRA_ESTATE    if they are of another spec
 *   HRA_EDAMAGED  if they are damaged
 *   HRA_ENOMEM. */
HRA_API hra_err hra_work_restore(hra_work *work, const char *bytes, size_t length, size_t *used,
                                 hra_error *why);

/* ---- results --------------------------------------------------------------------------------*/

typedef struct hra_work_status {
    const char *pieces;      /* the unit of done and of, for hra_translate: "trials"; static */
    const char *doing;       /* the text of progress reports: "rolling out"; static */
    uint64_t done, of;       /* pieces that are done, and all of them */
    uint64_t tasks, results; /* number of assigned tasks, and of those with a result */
    bool finished;
} hra_work_status;

/* Writes how far the work is. */
HRA_API void hra_work_snapshot(hra_work *work, hra_work_status *out);
/* Writes assigned task `index`, from 0, in the order of the numbers in their texts. *number is set to its place in the
 * order of assignment, from 1; *ended to whether it has a result. Returns false if there are fewer tasks. */
HRA_API bool hra_work_task_at(hra_work *work, uint64_t index, char task[HRA_WORK_TASK], uint64_t *number,
                              bool *ended);
/* Writes the results so far as JSON:
 *   a match, rollout, tournament or review: as hra_json_match, hra_json_rollout, hra_json_tournament or
 *     hra_json_review; of several records a list
 *   tuning: {"game","template","seed","steps","values":{a number for each name},"player"}
 *   a question: {"task","player","move"} and "advice", "analysis", "values" (a number for each seat) or "cost", after
 *     the task
 *   training: {"game","method","seed","games","games_planned"}
 *   exercises: {"title","exercises":[hra_json_exercise]}
 *   tablebases: {"game","positions","positions_solved","slices":[{"name","positions","built"}]}
 *
 * HRA_ENOMEM. */
HRA_API hra_err hra_work_report(hra_work *work, hra_json *json, const char *key, hra_error *why);
/* Copies the result of a match so far, which may have no games. Release *out by hra_match_release, after an error too.
 * Returns
 *   HRA_EFIT                  if the work is not a match
 *   HRA_EINPUT, HRA_EVERSION  if out->size is wrong
 *   HRA_ENOMEM. */
HRA_API hra_err hra_work_match(hra_work *work, hra_match_result *out, hra_error *why);
/* Returns the rollout so far; NULL: the work is not a rollout. The work owns it; read it while no result is added. */
HRA_API const hra_rollout *hra_work_rollout(hra_work *work);
/* Returns the review of record `index`, from 0, up to the first ply without a result. The PV of a better move ends at
 * the first chance move. NULL: the work is not a review, or has no such record. The work owns it; read it while no
 * result is added. */
HRA_API const hra_review *hra_work_review(hra_work *work, int index);
/* Returns the record of that review, which the work owns; NULL as there. */
HRA_API const hra_record *hra_work_record(hra_work *work, int index);
/* Returns the tournament of a work, for reading, rating and writing only; NULL: the work is not a tournament. *setup
 * (may be NULL) is set to its setup. The work owns both. */
HRA_API hra_tournament *hra_work_tournament(hra_work *work, const hra_tournament_setup **setup);
/* Writes the values of tuning so far: after the steps that count without a gap. Returns its setup, which the work owns;
 * NULL: the work is not a tuning. */
HRA_API const hra_tune_setup *hra_work_tune(hra_work *work, double *values, uint64_t *steps);
/* Appends the model of training so far, as hra_learner_write does, and sets *games to the number of games that it was
 * trained with. Appends nothing before the first iteration. Returns
 *   HRA_EFIT      if the work is not a training
 *   HRA_EDAMAGED  if a result is damaged
 *   HRA_ENOMEM
 *   else the error of `fetch`. */
HRA_API hra_err hra_work_model(hra_work *work, hra_text *out, uint64_t *games, hra_error *why);
/* Appends the course of exercises so far, with their keys: those that are made, in their order. Returns
 *   HRA_EFIT    if the work makes no exercises
 *   HRA_ENOMEM. */
HRA_API hra_err hra_work_course(hra_work *work, hra_text *out);
/* Writes the tablebases of all slices into the data directory, if they are not there. Returns
 *   HRA_EFIT      if the work builds none
 *   HRA_EMISSING  if not all are built
 *   HRA_EIO, HRA_EDAMAGED, HRA_ENOMEM
 *   else the error of `fetch`. */
HRA_API hra_err hra_work_tables(hra_work *work, hra_error *why);

/* ---- exercises ------------------------------------------------------------------------------*/

/* Judges a player by an exercise that needs games (hra_exercise_info.needs_process): plays them in `threads` threads.
 * `player` is a spec; `setup` is as in hra_work_open. Any other exercise is judged by hra_exercise_judge, with `player` as
 * the attempt. Returns
 *   HRA_ESTOPPED  if `progress` stopped it
 *   else errors of hra_work_open and hra_work_run. */
HRA_API hra_err hra_exercise_run(const hra_exercise *exercise, const char *player,
                                 const hra_work_setup *setup, int threads, const hra_progress *progress,
                                 hra_exercise_verdict *out, hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
