/* A queue of the tasks of a work (hra/work.h) in a database: the tasks, the processes that have them, and
 * the results.
 *
 * A task is a short text, its result bytes with a checksum, and running it twice does no harm: the first
 * result counts. The process that takes a task holds it by a lease, which it renews while it lives; after
 * the lease another process takes the task. The result is written in the transaction that ends the task.
 * Results are numbered as they come, tasks as they are assigned, both without gaps, so each process reads
 * on from where it was. In the database a task is a row of "hra_unit".
 *
 * Each call waits for a database that cannot be reached until `progress` is stopped (HRA_ESTOPPED); only
 * the first call, queue_open, returns an error after `wait` seconds. A call whose answer was lost is made
 * again, and each is written so that this does no harm. One thread at a time. */
#ifndef HRA_QUEUE_QUEUE_H
#define HRA_QUEUE_QUEUE_H

#include <hra/hra.h>
#include <hra/work.h>

typedef struct queue_task {
    int64_t number; /* from 1 on; 0: none */
    char text[HRA_WORK_TASK];
} queue_task;

typedef struct queue queue;

typedef struct queue_setup {
    const char *name; /* a file, or postgresql://... */
    bool works;       /* else it only looks */
    bool begins;      /* an empty store is not an error: queue_begin follows */
    bool awaits;      /* an empty store, or no file, is waited for too, until a run has begun in it */
    double lease;     /* seconds; 0: the usual */
    double wait; /* seconds for which a database is waited for that is away or locked; INFINITY: no end */
    const hra_progress *progress; /* its stop ends the work; receives the progress of the work */
} queue_setup;

/* Opens a queue. HRA_EMISSING: there is no file, or where it awaits a run, none began in time; HRA_EINPUT: it keeps nothing, or no such name; HRA_EDAMAGED; HRA_EVERSION: of
 * a newer form, or, to work with, of another build; HRA_EIO; HRA_ENOMEM; HRA_ESTOPPED. */
hra_err queue_open(queue **out, const queue_setup *setup, hra_error *why);
/* Begins the run of the spec, whose first line names the version, in an empty store. If the store has a
 * run, it must be the same; its specs may be written otherwise (hra_spec_equal), and a run of another build
 * of hra may be read, whatever the spec. HRA_ESTATE: it has another run; errors of queue_open. */
hra_err queue_begin(queue *q, const char *spec, hra_error *why);
/* Replaces the spec of a run by one that has more tasks, in which all tasks with a result mean the same; tasks without
 * one are removed, and queue_rewind is called. Only for a run in which one process works: HRA_ESTATE:
 * another one does now. */
hra_err queue_extend(queue *q, const char *spec, hra_error *why);
/* HRA_ESTATE: it is a ladder of hra grade, in which nothing else can play. */
hra_err queue_check_players(const queue *q, hra_error *why);
/* News begin again with the first task: for another work of the same run. */
void queue_rewind(queue *q);
/* Whether another process has extended the run since this queue was opened. */
bool queue_was_extended(queue *q);
/* By which build of hra it was begun; NULL: by this one. Valid as long as the queue is. */
const char *queue_other_build(const queue *q);
/* HRA_EVERSION: this build cannot go on with it. */
hra_err queue_check_build(const queue *q, hra_error *why);
void queue_close(queue *q); /* NULL is allowed; gives back what this process held */
/* The version of the library that has stores in files (SQLite), or in PostgreSQL; NULL: this hra was built without it, or
 * it is not installed. */
const char *queue_library(bool postgresql);
bool queue_built(bool postgresql);      /* whether installing the library is enough */
const char *queue_spec(const queue *q); /* NULL: the store is empty */
const char *queue_name(const queue *q); /* that may be shown: without a password */
double queue_lease(const queue *q);
/* Tells of a database that is waited for: why, and NULL once it is there again; in the thread that waits. */
void queue_tell_waits(queue *q, void (*tell)(void *self, const char *why), void *self);

/* Adds what is new since the last call to the work: tasks first, then results. Errors of the work. */
hra_err queue_news(queue *q, hra_work *work, hra_error *why);
/* Takes a free task, the lowest number first; out->number 0: there is none. `slot` is one of this process's
 * threads, which holds nothing yet. */
hra_err queue_claim(queue *q, int slot, queue_task *out, hra_error *why);
/* Assigns `most` more tasks of the work, after all news; no other process assigns meanwhile. */
hra_err queue_assign(queue *q, hra_work *work, int most, hra_error *why);
/* Writes a result. Where the task had one already, that one stays. */
hra_err queue_finish(queue *q, const queue_task *task, const hra_text *result, const hra_text *records,
                     double seconds, hra_error *why);
/* Renews all leases of this process, and frees what processes of this machine held that are no more. */
hra_err queue_renew(queue *q, hra_error *why);
/* Returns a task that was not finished, for any worker. */
hra_err queue_give_back(queue *q, const queue_task *task, hra_error *why);

/* Appends the result of a task. HRA_EMISSING: it has none; HRA_EDAMAGED: it is not what was written. */
hra_err queue_result(queue *q, int64_t number, hra_text *out, hra_error *why);
/* Empties the results of the tasks from..to-1 that have one; no task may need them any more. */
hra_err queue_forget(queue *q, int64_t from, int64_t to, hra_error *why);
/* Its records, appended. HRA_EDAMAGED: they are not what was written. */
hra_err queue_records(queue *q, int64_t number, hra_text *out, hra_error *why);
/* A file to which the records are written at the end, as it was before: by a number that stands for its
 * name. */
typedef struct queue_file {
    int64_t name, length, checksum;
} queue_file;
/* Saves it, unless a file of this name is saved already, which *file then becomes. */
hra_err queue_note_file(queue *q, queue_file *file, hra_error *why);
/* What is saved of the file of this name. HRA_EMISSING. */
hra_err queue_find_file(queue *q, queue_file *file, hra_error *why);
/* XXH3, 64 bits. */
int64_t queue_checksum(const char *bytes, size_t length);
const char *queue_machine(const queue *q);
/* Who did what: a line each time. */
typedef struct queue_share {
    const char *machine, *version;
    int64_t tasks;
    double seconds;
} queue_share;
hra_err queue_shares(queue *q, void (*tell)(void *self, const queue_share *share), void *self,
                     hra_error *why);

#endif
