/* What a search asks the rules of tic-tac-toe for. It stands apart from their table because the hot loops of
 * fast.c are compiled with it too; most games have it in rules.c. */
#ifndef HRA_TICTACTOE_RULES_INL
#define HRA_TICTACTOE_RULES_INL

#include "tictactoe.h"

static inline int to_move(const hra_game *game, const void *s) {
    return ((const ttt_board *)s)->turn;
}

static inline int moves(const hra_game *game, const void *s, hra_move *out) {
    const ttt_board *b = s;
    int n = 0;
    for (unsigned cell = 0; cell < 9; cell++) {
        out[n] = cell;
        n += !((b->mask[0] | b->mask[1]) >> cell & 1);
    }
    return n;
}

static inline void apply(const hra_game *game, void *s, hra_move m) {
    ttt_board *b = s;
    int seat = b->turn;
    unsigned mine = b->mask[seat] | 1U << m, both = mine | b->mask[1 - seat];
    bool win = ttt_won(mine), over = win | (both == 0777);
    b->mask[seat] = (uint16_t)mine;
    b->lead = (int16_t)(win - 2 * win * seat);
    b->turn = (int16_t)(over ? HRA_OVER : 1 - seat);
}

static inline void returns(const hra_game *game, const void *s, double *out) {
    out[0] = ((const ttt_board *)s)->lead;
    out[1] = -out[0];
}

#endif
