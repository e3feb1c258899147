/* A tournament as tasks: for the kind of work that it is (src/work/tournament.c).
 *
 * Each process has a tournament of the same setup (threads and limits by the clock may differ). One of them
 * assigns tasks, and all others learn of these tasks; any of them plays a task; and all of them count the
 * result, a text. */
#ifndef HRA_TOURNAMENT_TOURNAMENT_TASKS_H
#define HRA_TOURNAMENT_TOURNAMENT_TASKS_H

#include "hra/tournament.h"

/* Sums over all pairings. */
typedef struct hra_tournament_sum {
    uint64_t groups;  /* that count */
    uint64_t planned; /* the most that will count, of deterministic pairings those that tell anything */
    int deterministic, ended; /* pairings */
} hra_tournament_sum;
void hra_tournament_sums(hra_tournament *t, hra_tournament_sum *out);

/* `setup` need not outlive the call, what it points to must; `pairings` of it does not count. HRA_EINPUT: fewer players than seats
 * or than two, more than HRA_TOURNAMENT_PLAYERS, more pairings than HRA_TOURNAMENT_PAIRINGS, a human, a player of another game, no
 * groups, threads out of range, a test of more than one pairing or one that hra_sequential_check refuses; HRA_ENOMEM. */
hra_err hra_tournament_open(hra_tournament **out, const hra_tournament_setup *setup, hra_error *why);
void hra_tournament_close(hra_tournament *t);                /* NULL is allowed */
bool hra_tournament_over(hra_tournament *t);                 /* no group is wanted any more */
double hra_tournament_points(hra_tournament *t, int player); /* in all its games that count */
const hra_tournament_setup *hra_tournament_setup_of(const hra_tournament *t);

/* Groups from..to-1 of one pairing. */
typedef struct hra_tournament_task {
    int pairing;
    uint64_t from, to;
} hra_tournament_task;

/* Assigns the next task, of `most` groups at most. False: there is none, though some that were assigned may be under way. */
bool hra_tournament_next_task(hra_tournament *t, uint64_t most, hra_tournament_task *out);
/* Undoes the last assignment of all that are not undone. HRA_EINPUT: that was another. */
hra_err hra_tournament_return_task(hra_tournament *t, const hra_tournament_task *task);
/* Takes note that another process assigned this task; those of a pairing come in the order of their
 * groups, with none left out. HRA_EDAMAGED: it cannot be. */
hra_err hra_tournament_mark_assigned(hra_tournament *t, const hra_tournament_task *task, hra_error *why);
/* Whether its result could still change anything: the pairing goes on. */
bool hra_tournament_is_needed(hra_tournament *t, const hra_tournament_task *task);
/* Plays a task, that need not be assigned, in the calling thread, and counts nothing; any number of threads
 * may. Appends its result, and where the setup has records these (else they may be NULL). Errors of a
 * match; HRA_ESTOPPED: not all was played; HRA_EINPUT: no task of this tournament; HRA_ENOMEM. */
hra_err hra_tournament_run_task(hra_tournament *t, const hra_tournament_task *task,
                                const hra_progress *progress, hra_text *result, hra_text *records,
                                hra_error *why);
/* Counts the result of a task that was assigned, once, in any order. HRA_EDAMAGED: it is not the result of this task; HRA_EVERSION: of a newer library;
 * HRA_EINPUT: of a test whose games are all alike; HRA_ENOMEM. */
hra_err hra_tournament_add_result(hra_tournament *t, const hra_tournament_task *task, const char *result,
                                  hra_error *why);

#endif
