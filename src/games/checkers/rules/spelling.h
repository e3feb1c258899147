/* Moves as files and people write them: the squares of a text, and the legal moves that they fit.
 *
 *     11-15   11 - 15   11x15   1115   09-13        a step
 *     10x19x28   10:19:28   10X28   10-28           a capture, whole, or without some or all squares on its way
 *     10x19 19x28                                   a capture jump by jump: two spellings, which are joined
 *     c3-d4   c3d4   c3:e5                          where the file says how its board is lettered
 *
 * Neither writes texts of moves nor lists all legal moves: a reader of files matches a million plies per second. */
#ifndef CK_SPELLING_H
#define CK_SPELLING_H

#include "checkers.h"

enum { CK_WRITTEN = CK_MAX_JUMPS + 1, CK_LETTERED = 100 };

typedef struct ck_spelling {
    uint8_t square[CK_WRITTEN]; /* as written: 1 to 99, or CK_LETTERED + 8 * row + column */
    uint8_t count;              /* at least 2 */
    bool capture;               /* x or : is between the squares */
} ck_spelling;

/* Where square 1, or a1, is on a board that is seen by the side that moves first. */
typedef enum ck_corner {
    CK_BOTTOM_LEFT,
    CK_BOTTOM_RIGHT, /* English checkers in print */
    CK_TOP_LEFT,     /* the board is turned */
    CK_TOP_RIGHT,
} ck_corner;

/* Reads the squares with which a text begins, without signs after them such as ! or *. Returns the number of bytes;
 * 0: no move begins there. Results such as 1-0 and 1-1 are not moves. */
size_t ck_read_spelling(const char *text, size_t length, ck_spelling *out);
/* Adds the next jump of a capture, which begins where the last one ended. False: it does not, or there are too
 * many. */
bool ck_join_spelling(ck_spelling *s, const ck_spelling *next);
/* Reads a square with a letter, "c3" or "C3": CK_LETTERED + 8 * row + column; 0: none begins here. */
int ck_read_lettered(const char *at, const char *end);
/* The square (0..31) that a written one is; -1: it is outside the board, or not a playing square. */
int ck_written_square(int written, ck_corner corner);

/* How the board of a FEN is described, as a GameType of PDN says it: what it calls the side that moves first (CK_BLACK or
 * CK_WHITE), whether squares have letters, and where square 1 or a1 is. */
typedef struct ck_fen_board {
    int first;
    bool letters;
    ck_corner corner;
} ck_fen_board;

/* Reads a FEN of such a board. HRA_EINPUT. */
hra_err ck_read_fen(const char *text, const ck_fen_board *board, ck_state *state, hra_error *why); /* fen.c */

typedef struct ck_match {
    bool whole;   /* all of the way of the first move that fits is written */
    bool goes_on; /* no move fits, but captures begin so: the next jump may follow */
} ck_match;

/* Lists the legal moves that a spelling fits. Returns how many, at most `max`; 0: none. */
int ck_match_moves(const ck_state *s, const ck_spelling *spelling, ck_corner corner, hra_move *out, int max,
                   ck_match *how);

#endif
