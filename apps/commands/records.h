/* The records of a file, one after the other. */
#ifndef HRA_COMMANDS_RECORDS_H
#define HRA_COMMANDS_RECORDS_H

#include "args.h"
#include "hra/game_file.h"

/* Commands that call the functions below have these options, or, if they choose games by options of their own, the first. */
#define RECORDS_OPTION                                                                                       \
    { .name = "strict", .help = N_("stop at the first error in a file of games") }
#define RECORDS_OPTIONS                                                                                      \
    {.name = "game", .value = "LIST", .help = N_("only these games of a file, such as 3,7-9")},              \
        {.name = "name", .value = "NAME", .help = N_("only games of players with NAME in their name")},      \
        {.name = "opening", .value = "NAME", .help = N_("only games with NAME in their opening's name")},    \
        RECORDS_OPTION

/* A game of a file, as a record. */
typedef struct record_found {
    const hra_record *record;
    const hra_game_found *game; /* the same in its file, with what is written about it */
    int index;                  /* of the record, from 0 on */
    const hra_host *host;       /* that read it; NULL: one without files */
    const char *encoding;       /* of the file, if it was guessed; else NULL. Static. */
} record_found;

/* Whether something of a game could not be read: a fault that is not a remark. */
static inline bool records_is_damaged(const hra_game_found *game) {
    int i = 0;
    while (i < game->fault_count && game->faults[i].remark)
        i++;
    return i < game->fault_count;
}

/* Appends the record as text. */
hra_err records_text(const record_found *found, hra_text *out);

/* Calls `look` for each chosen game that can be read in the file, of which only the game at hand is in memory; path NULL: the
 * newest play kept in the folder of data. Prints each fault with its place. Returns the first exit status of `look` that
 * is not 0; else EXIT_WRONG if a game was damaged. */
int records_each(const args *a, const char *path, int (*look)(void *self, const record_found *found),
                 void *self);
/* The same of a file that was read already. */
int records_in(const args *a, const char *path, const hra_text *text,
               int (*look)(void *self, const record_found *found), void *self);
/* As records_each, for games too of which nothing could be read: `record` is NULL. If a game was damaged, *damaged is set and
 * the status is 0, so that other files are read. */
int records_all(const args *a, const char *path, int (*look)(void *self, const record_found *found),
                void *self, bool *damaged);

#endif
