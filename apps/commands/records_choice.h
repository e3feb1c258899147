/* Which games of a file are meant: --game, --name, --opening. */
#ifndef HRA_COMMANDS_RECORDS_CHOICE_H
#define HRA_COMMANDS_RECORDS_CHOICE_H

#include "args.h"
#include "hra/game_file.h"

enum { RECORDS_RANGES = 64 };

typedef struct records_range {
    uint64_t from, to; /* numbers of games, from 1 */
} records_range;

typedef struct records_choice {
    records_range range[RECORDS_RANGES];
    int ranges;                 /* 0: all games */
    const char *name, *opening; /* parts of a player's name, of the name of the opening; NULL: any */
} records_choice;

/* Reads the options; false: a value is wrong, which is printed. Commands without the options choose all games. */
bool records_choice_read(records_choice *out, const args *a);
bool records_choice_has(const records_choice *choice, const hra_game_found *game);
/* Whether no game behind this one is chosen. */
bool records_choice_ends(const records_choice *choice, const hra_game_found *game);
/* Whether a text contains another one, in any case of ASCII letters. */
bool records_contains(const char *text, const char *part);

#endif
