/* Which game a PDN file is of: by its tag GameType, or by a move that English checkers does not have. */
#ifndef CK_GAME_TYPE_H
#define CK_GAME_TYPE_H

#include "games/checkers/rules/spelling.h"

/* The tag, "21" or "21,B,8,8,N1,0": type, colour that moves first, width and height of the board, notation, and a flag
 * that says which corner is a playing square. */
typedef struct ck_game_type {
    int first;        /* CK_BLACK or CK_WHITE: what the file calls the side that moves first */
    bool letters;     /* squares are written as c3 */
    ck_corner corner; /* where its square 1 or a1 is */
} ck_game_type;

/* Reads the value of the tag; fields that are missing are those of English checkers, and so is a value that does not
 * begin with a number. HRA_EINPUT if it is another game, another board, or a field that cannot be read. */
hra_err ck_read_game_type(const char *value, ck_game_type *out, hra_error *why);

/* Appends the FEN of a file with this tag as this game has it. False: it is wrong on the board of the tag. */
bool ck_translate_fen(const char *fen, const ck_game_type *type, hra_text *out);

/* Why an illegal move is probably one of another game. */
typedef enum ck_other_game {
    CK_OTHER_NONE,      /* it is not legal there either */
    CK_OTHER_BOARD,     /* a square beyond 32 */
    CK_OTHER_FLYING,    /* a king goes or captures from far */
    CK_OTHER_BACKWARDS, /* a man captures backwards */
    CK_OTHER_CROWNED,   /* a man that is crowned goes on capturing as a king */
} ck_other_game;

/* Of which other game a spelling that fits no legal move would be a legal one. Small work, but not for inner loops. */
ck_other_game ck_find_other_game(const ck_state *s, const ck_spelling *spelling, ck_corner corner);
/* "a king flies: probably Russian, Brazilian, ... draughts", in the user's language; NULL for CK_OTHER_NONE. */
const char *ck_other_game_text(ck_other_game other);

#endif
