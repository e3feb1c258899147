/* What a game of chess tells UCI, the Universal Chess Interface (S. Meyer-Kahlen, R. Huber, April 2006), by which
 * programs of chess play each other: how others write its moves, and the player. Positions are the FEN of the game. The
 * protocol itself does the talking, see hra/protocol.h; a game offers this table in its catalogue, under the name
 * "uci".
 *
 * Thread-safety: as of all tables of a game: the functions keep nothing between calls, in any thread. */
#ifndef HRA_RULES_UCI_H
#define HRA_RULES_UCI_H

#include <math.h>

#include "hra/game.h"

/* The expected result, -1..1, for a value in hundredths of a pawn: winning chances as lichess.org counts them
 * (lichess.org/page/accuracy), fitted there to games of people by the values of Stockfish. */
#define HRA_UCI_STEEPNESS 0.00368208
static inline double hra_uci_result(double pawns) {
    return 2 / (1 + exp(-HRA_UCI_STEEPNESS * pawns)) - 1;
}

/* A player whose strength was measured. A table of them, weakest first, ends with a NULL player. */
typedef struct hra_uci_level {
    int elo;            /* on the scale of the option UCI_Elo of the program against which it was measured */
    const char *player; /* spec */
} hra_uci_level;

typedef struct hra_uci {
    size_t size; /* sizeof(hra_uci) where the table was compiled */
    /* Which game this is, as the option UCI_Variant of programs for several games names it: "chess", "losalamos". */
    const char *(*variant)(const hra_game *);
    /* Whether the game begins with positions of Chess960: then a king that castles goes to its rook. */
    bool (*is_960)(const hra_game *);
    /* Whether draws are claimed by a move. UCI has no claims: hra does not play as an engine then, and a program in a seat never
     * claims. */
    bool (*claims)(const hra_game *);
    const char *player; /* spec of the usual player, which has no limit of its own */
    double win;         /* what its evaluation gives a win, see hra_evaluation; a hundred is a pawn */
    /* Sets up the position that `startpos` means. */
    void (*start)(const hra_game *, void *s);
    /* Lists all legal moves, whether or not the game has ended as a draw; 0: mate or stalemate. */
    int (*moves)(const hra_game *, const void *s, hra_move *out);
    /* Reads a move such as e2e4, e7e8q; castling is the king's move or the king's to its rook. False: it is not legal.
     * Asks no more than `moves` whether the game goes on. */
    bool (*find)(const hra_game *, const void *s, const char *text, size_t length, hra_move *out);
    /* Appends a legal move. `rook`: a king that castles goes to its rook, as it does from all squares but those of the
     * usual first position. */
    void (*show)(const hra_game *, const void *s, hra_move m, bool rook, hra_text *out);
    const hra_uci_level *levels; /* NULL: none was measured */
} hra_uci;

#endif
