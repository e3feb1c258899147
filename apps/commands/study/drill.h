/* The deck of hra drill, as a file, and what comes into it. */
#ifndef HRA_COMMANDS_DRILL_H
#define HRA_COMMANDS_DRILL_H

#include <hra/deck.h>
#include <hra/store.h>

#include "commands/args.h"
#include "commands/data_dir.h"

typedef struct drill {
    const args *args;
    char data[STORE_PATH]; /* "": none */
    char path[STORE_PATH]; /* of the deck, */
    char list[STORE_PATH]; /* and of the list of games that were reviewed */
    hra_deck *deck;
    hra_text reviewed; /* that list: a line "NAME BYTES" for each game */
    hra_limits limits; /* of the analyst */
} drill;

/* Reads the deck and the list; a deck that is not there is empty. Exit status. */
int drill_open(drill *d, const args *a);
void drill_close(drill *d);
/* Writes both as a whole, with answers that another process has added meanwhile unless `alone`. Exit status. */
int drill_save(drill *d, bool alone);
/* Reviews the saved games that are over and were not reviewed, and adds their mistakes. Exit status. */
int drill_collect(drill *d);
/* Counts saved games that drill_collect would review. Exit status. */
int drill_count_games(drill *d, int *count);
/* Now, as the clock of the system and its zone have it. */
hra_local_time drill_now(void);

#endif
