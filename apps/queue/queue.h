/* A queue of units of work in a database: what is to be done, who does it, and what came out.
 *
 * A unit is a short text, its result bytes with a checksum, and doing it twice does no harm: the first result
 * counts. Who takes a unit holds it by a lease, that is renewed while the process lives; when the lease runs
 * out somebody else takes the unit. The result is written in the transaction that ends it. Results are
 * numbered as they come, units as they are handed out, both without gaps, so everybody reads on from where he
 * was.
 *
 * A database that cannot be reached is waited for, whatever the call, until `progress` is stopped
 * (HRA_ESTOPPED); only the first call, queue_open, ends with an error, after as long as it is told. A call
 * whose answer was lost is made again, and each is written so that this does no harm. One thread at a time.
 */
#ifndef HRA_QUEUE_QUEUE_H
#define HRA_QUEUE_QUEUE_H

#include <hra/hra.h>

enum { QUEUE_TEXT = 128 /* bytes of a unit, with the zero */ };

typedef struct queue_unit {
    int64_t number; /* from 1 on; 0: none */
    char text[QUEUE_TEXT];
} queue_unit;

/* What is done. Texts and results may be anybody's. All calls but `perform` come one at a time. */
typedef struct queue_kind {
    /* A unit was handed out, by whomever; told in the order of numbers. */
    hra_err (*handed)(void *self, const queue_unit *unit, hra_error *why);
    /* A unit has this result, with a zero behind its last byte; told once. Empty: it was not wanted. */
    hra_err (*count)(void *self, const queue_unit *unit, const char *result, size_t length, hra_error *why);
    bool results; /* count wants the bytes of results; else they are NULL, and there may be many */
    /* The next unit to hand out: false, there is none now. Each is undone, the last first, since those that
     * really were handed out are told like those of others. */
    bool (*next)(void *self, char text[QUEUE_TEXT]);
    void (*undo)(void *self, const char *text);
    bool (*wants)(void *self, const char *text); /* its result could still change anything */
    bool (*over)(void *self);                    /* nothing is left to do */
    /* Has what a unit needs at hand; may ask the queue. NULL: nothing is needed. */
    hra_err (*prepare)(void *self, const char *text, hra_error *why);
    /* Does a unit; any number of threads may. Appends its result, and records where there are any. */
    hra_err (*perform)(void *self, const char *text, const hra_progress *progress, hra_text *result,
                       hra_text *records, hra_error *why);
    void (*took)(void *self, const char *text, double seconds); /* so long; NULL: nobody asks */
} queue_kind;

typedef struct queue queue;

typedef struct queue_setup {
    const char *name; /* a file, or postgresql://... */
    const char *spec; /* says what is done, its first line by which version; NULL: whatever it keeps */
    bool works;       /* else it only looks */
    double lease;     /* seconds; 0: the usual */
    double wait; /* seconds for which a database is waited for that is away or locked; INFINITY: no end */
    const hra_progress *progress; /* only stops */
} queue_setup;

/* Opens a queue. Where there is none it is made, with the spec, or where that is NULL, or who opens it only
 * looks, refused (HRA_EMISSING: there is no file, HRA_EINPUT: it keeps nothing); where there is one the spec
 * must say the same run, or be NULL; its specs may be written otherwise (hra_spec_equal). What another build of hra began is looked at, whatever the spec. HRA_ESTATE: it
 * keeps something else; HRA_EDAMAGED; HRA_EVERSION: of a newer form, or, to work with, of another build;
 * HRA_EINPUT: no such name; HRA_EIO; HRA_ENOMEM; HRA_ESTOPPED. */
hra_err queue_open(queue **out, const queue_setup *setup, hra_error *why);
/* By which build of hra it was begun; NULL: by this one. Valid as long as the queue is. */
const char *queue_other_build(const queue *q);
/* HRA_EVERSION: this build cannot go on with it. */
hra_err queue_check_build(const queue *q, hra_error *why);
void queue_close(queue *q); /* NULL is allowed; gives back what this process held */
const char *queue_spec(const queue *q);
const char *queue_name(const queue *q); /* that may be shown: without a password */
double queue_lease(const queue *q);
/* Tells of a database that is waited for: why, and NULL once it is there again; in the thread that waits. */
void queue_tell_waits(queue *q, void (*tell)(void *self, const char *why), void *self);

/* Tells what is new since the last call: units first, then results. */
hra_err queue_news(queue *q, const queue_kind *kind, void *self, hra_error *why);
/* Takes a free unit, the lowest number first; out->number 0: there is none. `slot` is one of this process's
 * threads, which holds nothing yet. */
hra_err queue_claim(queue *q, int slot, queue_unit *out, hra_error *why);
/* Hands out `most` more units, while nobody else does, after all news. */
hra_err queue_hand_out(queue *q, const queue_kind *kind, void *self, int most, hra_error *why);
/* Writes a result. Where the unit had one already, that one stays. */
hra_err queue_finish(queue *q, const queue_unit *unit, const hra_text *result, const hra_text *records,
                     double seconds, hra_error *why);
/* Renews all leases of this process, and frees what processes of this machine held that are no more. */
hra_err queue_renew(queue *q, hra_error *why);
/* Gives a unit back undone, to be taken by anybody. */
hra_err queue_give_back(queue *q, const queue_unit *unit, hra_error *why);

/* The result of a unit. HRA_EMISSING: it has none. */
hra_err queue_result(queue *q, const char *text, hra_text *out, hra_error *why);
/* Empties the results of the units from..to-1 that have one, where nobody needs them any more. */
hra_err queue_forget(queue *q, int64_t from, int64_t to, hra_error *why);
/* Its records, appended. HRA_EDAMAGED: they are not what was written. */
hra_err queue_records(queue *q, int64_t number, hra_text *out, hra_error *why);
/* A file to which the records go when all is over, as it was before: by a number that stands for its name. */
typedef struct queue_file {
    int64_t name, length, checksum;
} queue_file;
/* Keeps it, unless a file of this name is kept already, which is what *file becomes. */
hra_err queue_note_file(queue *q, queue_file *file, hra_error *why);
/* What is kept of the file of this name. HRA_EMISSING. */
hra_err queue_find_file(queue *q, queue_file *file, hra_error *why);
/* XXH3, 64 bits. */
int64_t queue_checksum(const char *bytes, size_t length);
const char *queue_machine(const queue *q);
/* Who did what: a line each time. */
typedef struct queue_share {
    const char *machine, *version;
    int64_t units;
    double seconds;
} queue_share;
hra_err queue_shares(queue *q, void (*tell)(void *self, const queue_share *share), void *self,
                     hra_error *why);

#endif
