/* What a game of draughts tells the Hub protocol (F. Letouzey, version 2, 2019), by which programs
 * of draughts play each other: its squares, its moves, its player. The protocol itself does the talking, see
 * hra/protocol.h; a game offers this table in its catalogue, under the name "hub".
 *
 * Thread-safety: as of all tables of a game: the functions keep nothing between calls, in any thread. */
#ifndef HRA_RULES_HUB_H
#define HRA_RULES_HUB_H

#include "hra/game.h"

enum {
    HRA_HUB_PARAMETERS = 16, /* of one game at most, the variant not counted */
    HRA_HUB_BOARD = 64,      /* squares of a board at most */
    HRA_HUB_TOUCHED = 64,    /* squares that one move names at most */
};

/* A whole number that the other program may set before it says init. A table of them ends with a NULL name.
 */
typedef struct hra_hub_parameter {
    const char *name;   /* "tt-size" */
    const char *option; /* of the player: "tt" */
    const char *unit;   /* behind the number in that option: "M"; "" for none */
    int fallback, min, max;
} hra_hub_parameter;

typedef struct hra_hub {
    size_t size;         /* sizeof(hra_hub) where the table was compiled */
    const char *variant; /* of draughts, the one that is played: "english" */
    const char *player;  /* the name of who plays it: "expert"; it tells what a choice rests on (recall) */
    const hra_hub_parameter *parameters; /* NULL: none */
    int squares;                         /* of the board, 1..HRA_HUB_BOARD; numbered from 1 */
    int depth;                           /* plies that the player can be asked to look ahead, at most */
    /* Sets up a position: `side` is 'W' or 'B', who is to move; signs[i] is what stands on square i + 1: w, b
     * a man, W, B a king, e nothing. HRA_EINPUT says why there is none such; HRA_ENOMEM. */
    hra_err (*place)(const hra_game *, char side, const char *signs, void *s, hra_error *);
    /* The squares that a legal move names: where it begins, where it ends, then all those that it takes from,
     * in any order. Returns how many, 2..HRA_HUB_TOUCHED. */
    int (*touch)(const hra_game *, const void *s, hra_move m, int *square);
    /* The score of a value that the player gives a state, for the seat to move: about 1 for a man. */
    double (*score)(double value);
    /* The opposite of place: who is to move, and a sign for each square, `squares` of them. NULL: programs of
     * Hub cannot play here, only play with hra. */
    char (*show)(const hra_game *, const void *s, char *signs);
} hra_hub;

#endif
