/* The position that a command line names: of a game, as a text that only one game reads, or in a file. */
#ifndef HRA_COMMANDS_PLACE_H
#define HRA_COMMANDS_PLACE_H

#include "commands/open_game.h"
#include "commands/records.h"

typedef struct place {
    const args *args;
    setup *setup;  /* gets the game */
    bool decides;  /* of a finished game in a file the last position in which there is a move */
    void *state;   /* malloc'ed, the caller's */
    void *before;  /* the same before the last move; NULL: there is none */
    hra_move last; /* which it was */
    char *
        head; /* of a game of another program in a file: who played, and what the file says of it; malloc'ed, the
                      caller's; NULL: none */
    int ply, plies; /* of a game in a file: which position it is */
    bool named;     /* the position was named, and is not the start of a game */
} place;

/* Finds the position that the first word names, or --position if there is no word, and opens its game. The exit status; what
 * is wrong was said. */
int place_find(place *p);

#endif
