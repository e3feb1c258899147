/* The process of a submission: in bwrap without network, files, other processes or memory beyond its limits; or, if the
 * user trusts it, beside this program. */
#ifndef HRA_COMMANDS_GRADE_SANDBOX_H
#define HRA_COMMANDS_GRADE_SANDBOX_H

#include <hra/hra.h>

typedef struct sandbox sandbox;

enum { SANDBOX_GROUP = 80 };

/* Sandboxes that are open at the same time: whichever is listened to, all are watched. */
typedef struct sandbox_group {
    sandbox *of[SANDBOX_GROUP];
    int count;
} sandbox_group;

/* Why a submission was ended. */
typedef enum sandbox_end {
    SANDBOX_RUNS,   /* it was not */
    SANDBOX_TIME,   /* of a processor, of all its processes */
    SANDBOX_MEMORY, /* of all its processes */
    SANDBOX_OUTPUT, /* too much on standard error */
    SANDBOX_SILENT, /* it neither answers nor computes */
} sandbox_end;

typedef struct sandbox_setup {
    const char *folder; /* with the files that it may read; it is /agent inside */
    const char
        *own; /* another one, for what it writes to standard error; without bwrap for all that it writes */
    const char *command; /* of the shell, there; $AGENT is the folder, $OWN one that it may write to */
    bool trusted;        /* without bwrap */
    bool roomy;          /* without a limit of addresses: this program itself, which a sanitizer gives many */
    const hra_stop *stop;
    sandbox_group *group; /* NULL: it is the only one */
} sandbox_setup;

/* Whether bwrap works here; else why not, in words. */
bool sandbox_works(hra_error *why);

/* Starts it. HRA_ELIMIT: the group is full; errors of hra_host_run_program. */
hra_err sandbox_open(sandbox **out, const sandbox_setup *setup, hra_error *why);
/* From now on it may use that many seconds of a processor. */
void sandbox_limit(sandbox *s, double seconds);
sandbox_end sandbox_ended_by(const sandbox *s);
/* Appends the end of what it wrote to standard error. */
void sandbox_errors(const sandbox *s, hra_text *out);
/* Ends all of its processes; of a group, but those that it left to this program without bwrap. NULL is allowed. */
void sandbox_close(sandbox *s);
/* After the last one of a group: ends what is left. */
void sandbox_end_all(void);

/* Of a link (hra/grade.h). HRA_EENDED: it was ended, or has ended by itself. */
hra_err sandbox_say(void *self, const char *line, hra_error *why);
hra_err sandbox_hear(void *self, hra_text *line, hra_error *why);

#endif
