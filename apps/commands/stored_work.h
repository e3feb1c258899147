/* Work of the library (hra/work.h) that a store keeps: opened once, by its spec, which is data. */
#ifndef HRA_COMMANDS_STORED_WORK_H
#define HRA_COMMANDS_STORED_WORK_H

#include "open_game.h"
#include "queue/shared_work.h"
#include "record_file.h"

#define STORED_APPEND_OPTION                                                                                 \
    { .name = "append", .help = N_("with report: append to an existing file of --record") }
#define STORED_WORK_OPTIONS                                                                                  \
    {.name = "store",                                                                                        \
     .section = N_("Stored run:"),                                                                           \
     .value = "STORE",                                                                                       \
     .help = N_("save the run in FILE or postgresql://..., to resume and share it")},                        \
        {.name = "wait",                                                                                     \
         .value = "T",                                                                                       \
         .help = N_("wait up to T for an unreachable database at the start (default: 60s)")},                \
    {                                                                                                        \
        .name = "lease", .value = "T",                                                                       \
        .help = N_("return a task to the queue when its worker is silent for T (default: 30s)")              \
    }

/* The options that 'resume', 'report' and 'status' of every command take. All others are of a run that begins, and are
 * refused unless the command's table of verbs adds them. */
#define STORED_STATUS "wait json allow-files data"
#define STORED_REPORT STORED_STATUS
#define STORED_RESUME STORED_STATUS " threads lease"

typedef struct stored_work {
    shared_work share; /* its queue and work; NULL: not open yet. threads 0: as the option says, or one */
    bool works;        /* set by opening: else it only looks */
    hra_work_setup
        how; /* what the command provides: whom to tell; game, players and the like are filled in by opening */
    setup *setup;                 /* in which game and players are opened, unless they are; the caller's */
    char failed[HRA_SPEC_LENGTH]; /* the player that could not be opened */
    uint64_t done;                /* tasks, by this process */
} stored_work;

/* ---- the command line -----------------------------------------------------------------------*/

/* Whether the options fit what is done with a store: with a verb those that it takes, and those of the store only with
 * --store; if not, prints an error. An option that the run has in its spec is refused when the store is open, which
 * knows the run's value. */
bool stored_work_options_fit(const args *a);
/* Refuses an option, `has`: as it was typed for the run that is in a store or a file, "": it was not. */
void stored_work_say_fixed(const args *a, const char *option, const char *where, const char *has);
/* Whether --append has a meaning here; if not, prints an error. */
bool stored_work_append_fits(const args *a);
/* How the file of --record is used by a run that plays, or by one that looks. */
record_use stored_work_record_use(const args *a, bool plays);

/* ---- specs ----------------------------------------------------------------------------------*/

/* The value of the first line of this name at or after `from`, to its end; NULL: there is none. */
const char *stored_work_line(const char *from, const char *name, size_t *length);
/* Begins a spec: by which version, what kind of work, which game. */
void stored_work_spec(const char *work, const hra_game *game, hra_text *out);
/* Its lines for the limits of players. */
void stored_work_limits(const hra_limits *limits, hra_text *out);
/* Reads these lines of a spec that was made so. */
hra_limits stored_work_read_limits(const char *spec);
/* Writes a line for each opening, so that other processes do not need the file. */
void stored_work_openings(const hra_openings *openings, uint64_t count, hra_text *out);

/* ---- opening --------------------------------------------------------------------------------*/

/* Opens the store of a typed --store, with the options lease and wait of `a`. A run that it has decides
 * what was not typed: the seed, and whether there are records, without which --record is refused (either
 * may be NULL). A store that does not exist is not made. Prints errors. Returns an exit status; close with
 * stored_work_close in any case, as after the calls below. */
int stored_work_heed(stored_work *s, const args *a, const char *store, uint64_t *seed, bool *records);
/* Opens the work of this spec, with the option threads of `a`, in the store that was opened, and begins it there unless
 * the store keeps it already. A spec that cannot be opened gets into no store. */
int stored_work_begin(stored_work *s, const args *a, const hra_text *spec);
/* Opens what a store keeps, of this `kind`, with the options lease, wait, allow-files and threads of `a`. `works`: else
 * it only looks. */
int stored_work_open(stored_work *s, const args *a, const char *store, const char *kind, bool works);
/* Opens the work of a spec that no store keeps, with the option threads. */
int stored_work_alone(stored_work *s, const args *a, const hra_text *spec);
void stored_work_close(stored_work *s);
/* `hra work`: takes part in the run of a store. */
int stored_work_take_part(const args *a, const char *store);

/* ---- what there is to do with it ------------------------------------------------------------*/

/* Takes in what there is, and with `plays` does tasks until it is finished or a stop was seen. */
hra_err stored_work_run(stored_work *s, bool plays, hra_error *why);
uint64_t stored_work_seed(const stored_work *s);
/* Whether results list each game, for --csv. */
bool stored_work_facts(const stored_work *s);
/* Whether --csv, if given, fits the run of the store, which may still have none; else prints an error. */
bool stored_work_facts_fit(const stored_work *s, const args *a);
/* Whether tasks have records. */
bool stored_work_records(const stored_work *s);
/* For record_file_add; `self` is a stored_work. */
hra_err stored_work_give_records(void *self, hra_record_sink sink, void *to, hra_error *why);
/* Seconds that tasks took so far, in all processes. */
hra_err stored_work_seconds(const stored_work *s, double *out, hra_error *why);

/* ---- how far it is --------------------------------------------------------------------------*/

/* Says how far it is, and which machine did how much, as text or with --json; `player`: the line of the spec in which
 * players are. Exit status. */
int stored_work_show_status(const stored_work *s, const args *a, const char *player);
void stored_work_say_how_to_go_on(const stored_work *s, const args *a); /* with the verb "resume" */
/* What this process did of the work, and how far that is. Exit status: EXIT_INTERRUPTED where it is not over. */
int stored_work_say_done(const stored_work *s);

#endif
