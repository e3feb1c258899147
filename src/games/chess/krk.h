/* King and rook against a king, as squares of the board of 64: krk.c. */
#ifndef HRA_CHESS_KRK_H
#define HRA_CHESS_KRK_H

#include <stdbool.h>

typedef struct ch_krk {
    int king, rook, lone;
} ch_krk;

enum { CH_KRK_ARRANGES }; /* the rule of a move that is none of Torres' six */

typedef struct ch_krk_move {
    int from, to;
    int rule; /* 1 to 6; CH_KRK_ARRANGES: king and rook are not yet in order */
} ch_krk_move;

/* Whether Torres' rules say the move: as one looks at the board from one of its sides, the lone king is below the rook, the
 * other king above it, and the rook is on one of the two files at either edge. */
bool ch_krk_in_order(ch_krk p);
/* The move of the side with the rook, which is to move. The kings are not beside each other. */
ch_krk_move ch_krk_choose(ch_krk p);

#endif
