/* What the files of the queue share. */
#ifndef HRA_QUEUE_QUEUE_INSIDE_H
#define HRA_QUEUE_QUEUE_INSIDE_H

#include "database.h"
#include "queue.h"

enum { QUEUE_MACHINE = 64 /* bytes of a name */ };

struct queue {
    database *db; /* NULL: there is no such file yet */
    char *name;
    char *spec;
    int form;     /* of its tables */
    bool opening; /* a database that is away is waited for until then at most */
    double wait, until;
    char build[64]; /* that began it; "": this one */
    double lease;
    bool works, begins;
    bool empty; /* the database has nothing yet, and that is an error */
    const hra_progress *progress;
    char machine[QUEUE_MACHINE];
    char worker[QUEUE_MACHINE + 40];            /* "machine process number" */
    int64_t known, finished;                    /* tasks and results that were added to the work */
    void (*waits)(void *self, const char *why); /* NULL: not reported */
    void *waits_self;
};

/* A statement with "@" for the time of the common clock. */
hra_err queue_run(queue *q, const char *sql, const database_value *value, int count, database_reader *row,
                  void *self, int64_t *changed, hra_error *why);
hra_err queue_execute(queue *q, const char *sql, hra_error *why); /* the same without values and rows */

/* An operation in full, as often as it takes until the database is there. */
typedef hra_err queue_operation(queue *q, void *self, hra_error *why);
hra_err queue_insist(queue *q, queue_operation *op, void *self, hra_error *why);

database_value queue_text(const char *text);

/* ---- a row ----------------------------------------------------------------------------------*/

int64_t queue_number_of(const database_row *row, int column);                   /* -1: it is none */
hra_err queue_read_number(void *self, const database_row *row, hra_error *why); /* of column 0, an int64_t */
bool queue_has_bytes(const database_row *row, int column);
/* A text without zeros; false: it is none, or too long. */
bool queue_copy_text(const database_row *row, int column, char *out, size_t capacity);
hra_err queue_damaged(const queue *q, const char *what, hra_error *why);

/* Whether the spec of a run that is kept and one that was typed say the same run. If not, appends the first difference,
 * as it would be typed (run_add_line): what the kept one has and what the typed one has; nothing, if one lacks it. */
bool queue_same_run(const char *kept, const char *typed, hra_text *has, hra_text *wants);

#endif
