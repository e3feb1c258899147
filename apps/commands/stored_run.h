/* Runs that a store keeps (work/queue.h): tournaments, matches, tuning, rollouts. What is done stands there
 * in lines "NAME VALUE", of which the command that began it can be typed again. */
#ifndef HRA_COMMANDS_STORED_RUN_H
#define HRA_COMMANDS_STORED_RUN_H

#include "open_game.h"
#include "queue/queue.h"
#include "record_file.h"

#define KEPT_APPEND_OPTION                                                                                   \
    { .name = "append", .help = N_("with report: add to the file of --record, which is there already") }
#define KEPT_RUN_OPTIONS                                                                                     \
    {.name = "store",                                                                                        \
     .value = "STORE",                                                                                       \
     .help = "keep what is played in this file, or in postgresql://..., or go on with what it keeps"},       \
        {.name = "wait",                                                                                     \
         .value = "T",                                                                                       \
         .help = N_("with a store: when it begins, wait so long for a database that is away; default 60s")}, \
    {                                                                                                        \
        .name = "lease", .value = "T",                                                                       \
        .help = N_("with a store: who is not heard of for so long loses what he plays; default 30s")         \
    }

/* The value of the first line of this name at or behind `from`, to its end; NULL: there is none. */
const char *kept_line(const char *from, const char *name, size_t *length);
/* Begins a spec: by which version, what kind of work, which game. */
void kept_begin(const char *work, const hra_game *game, hra_text *out);
/* Its lines for the limits of players. */
void kept_limits(const hra_limits *limits, hra_text *out);
/* A line for each opening, so that nobody else needs their file. */
void kept_write_openings(const hra_openings *openings, uint64_t count, hra_text *out);

/* How long a database that is away is waited for when a command begins. False: what is typed is no duration,
 * which was said. */
bool kept_wait(const args *a, double *out);
/* Whether --append stands where it means something; else it is said. */
bool kept_append_fits(const args *a);
/* How the file of --record is used by a run that plays, or by one that looks. */
record_use kept_record_use(const args *a, bool plays);
/* What a store keeps already decides what was not typed: the seed, and whether there are records, without
 * which --record is refused. Nothing happens where there is no such store yet. Exit status. */
int kept_heed(const args *a, const char *store, uint64_t *seed, bool *records);
/* Opens it to work with, or only to look; `spec` NULL: whatever it keeps. What is wrong is said. Exit status. */
int kept_open(queue **out, const args *a, const char *store, const hra_text *spec, bool works);

/* An option that a line sets: "--groups=" takes its value; one without "=" is a flag, set where the value is
 * this. */
typedef struct kept_option {
    const char *line, *option, *value;
} kept_option;

typedef struct kept_command {
    const char *work; /* the kind that is typed again */
    const args_command *command;
    const kept_option *options; /* that lines may set, and nothing else; the last is empty */
    const char *player;         /* the line of a player; a word, where no option sets it */
} kept_command;

/* Types the command again that began what a store keeps, with those of a's own options that no line sets, and
 * begins with it; `spec` is valid until that returns. A store may be anybody's: none of its words is an
 * option that is not listed. Exit status. */
int kept_again(const kept_command *what, const args *a, const char *store,
               int (*begin)(void *self, const args *again, const char *spec), void *self);
/* For the game of a store: it runs no programs, and reads files only where --files allows it. */
const hra_host *kept_host(const args *a);
/* Whether the command has this option. */
bool kept_takes(const args *a, const char *option);
/* Says where another build began it, which is only looked at. */
void kept_tell_build(const queue *q);
void kept_say_how_to_go_on(const args *a, const queue *q); /* with the verb "resume" */
/* How far a run is. */
typedef struct kept_progress {
    const char *done_of; /* "... %llu of %llu", for _() */
    uint64_t done, of;   /* groups, games, steps, trials */
    bool over;
} kept_progress;

/* What this process did of the work, and how far that is. Exit status: EXIT_INTERRUPTED where it is not over.
 */
int kept_say_done(uint64_t units, const kept_progress *progress);

/* Says it, and which machine did how much, as text or as JSON; game and players are those of the store. Exit
 * status. */
int kept_show_status(const kept_command *what, queue *q, const kept_progress *progress, uint64_t seed,
                     bool json);

#endif
