/* Work of the library (hra/work.h) that a store keeps: opened once, by its spec, which is data. */
#ifndef HRA_COMMANDS_STORED_WORK_H
#define HRA_COMMANDS_STORED_WORK_H

#include "queue/shared_work.h"
#include "stored_run.h"

typedef struct stored_work {
    shared_work share; /* its queue and work; NULL: not open yet. threads 0: as the option says, or one */
    bool works;        /* set by opening: else it only looks */
    void (*counted)(void *self, const hra_pairing *pairing); /* of a tournament; NULL: nobody is told */
    void *counted_self;
    void (*stepped)(void *self, uint64_t steps, const double *values); /* of tuning; NULL: nobody is told */
    void *stepped_self;
    setup *setup;                 /* in which game and players are opened, unless they are; the caller's */
    char failed[HRA_SPEC_LENGTH]; /* the player that could not be opened */
    uint64_t done;                /* tasks, by this process */
} stored_work;

/* Opens what a store keeps, with the option lease, files and threads of `a`: what is begun by this `spec`, or where
 * that is NULL, whatever of this `kind` (NULL: of any) it keeps already. `works`: else it only looks. What is wrong
 * is said. Exit status; closed with stored_work_close in any case. */
int stored_work_open(stored_work *s, const args *a, const char *store, const hra_text *spec, const char *kind,
                     bool works);
/* The same for a queue that is open, which is owned from now on, and keeps a work of some kind. */
int stored_work_open_queue(stored_work *s, const args *a, queue *q);
void stored_work_close(stored_work *s);

/* Takes in what there is, and with `plays` does tasks until it is finished or a stop was seen. */
hra_err stored_work_run(stored_work *s, bool plays, hra_error *why);
uint64_t stored_work_seed(const stored_work *s);
/* Whether tasks have records. */
bool stored_work_records(const stored_work *s);
/* For record_file_add; `self` is a stored_work. */
hra_err stored_work_give_records(void *self, hra_record_sink sink, void *to, hra_error *why);
/* How far it is. */
kept_progress stored_work_progress(const stored_work *s);
/* `hra work`: takes part in a queue that is open, which is owned from now on. Exit status. */
int stored_work_take_part(const args *a, queue *q);

#endif
