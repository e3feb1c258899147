/* The moves of the engine of checkers, as sets of squares. */
#ifndef CK_ENGINE_MOVES_H
#define CK_ENGINE_MOVES_H

#include "games/checkers/rules/checkers.h"

/* A move as sets of squares; two routes of a capture that take the same pieces are alike. */
typedef struct step {
    ck_set from, to, over;
    int score, number;
} step;

static inline ck_set crown_row(int side) {
    return side == CK_BLACK ? CK_LAST_ROW : CK_FIRST_ROW;
}

static inline ck_board make(const ck_board *b, int side, const step *s) {
    ck_board next = *b;
    next.pieces[side] = (b->pieces[side] & ~s->from) | s->to;
    next.pieces[!side] = b->pieces[!side] & ~s->over;
    next.kings = b->kings & ~(s->from | s->over);
    if (b->kings & s->from || s->to & crown_row(side))
        next.kings |= s->to;
    return next;
}

static inline int add_jumps(step *out, int n, const ck_board *b, int side, ck_set at, step so_far,
                            bool king) {
    bool ended = true;
    ck_set empty = (ck_empty(b) | so_far.from) & ~at, other = b->pieces[!side] & ~so_far.over;
    for (int way = king || side == CK_BLACK ? 0 : 2; way < (king || side == CK_WHITE ? 4 : 2); way++) {
        ck_set over = ck_shift(at, way) & other, landing = ck_shift(over, way) & empty;
        if (!landing)
            continue;
        ended = false;
        step longer = {.from = so_far.from, .to = landing, .over = so_far.over | over};
        if (!king && landing & crown_row(side)) {
            if (n < CK_MAX_MOVES)
                out[n++] = longer;
        } else {
            n = add_jumps(out, n, b, side, landing, longer, king);
        }
    }
    if (ended && so_far.over && n < CK_MAX_MOVES)
        out[n++] = so_far;
    return n;
}

static inline int list_jumps(const ck_board *b, int side, ck_set jumpers, step *out) {
    int n = 0;
    for (; jumpers; jumpers &= jumpers - 1) {
        ck_set at = jumpers & -jumpers;
        n = add_jumps(out, n, b, side, at, (step){.from = at, .to = at}, at & b->kings);
    }
    return n;
}

static inline int list_steps(const ck_board *b, int side, step *out) {
    ck_set own = b->pieces[side], kings = own & b->kings, empty = ck_empty(b);
    int forward = side == CK_BLACK ? 0 : 2, n = 0;
    for (int i = 0; i < (kings ? 4 : 2); i++) {
        int way = forward ^ i;
        ck_set movers = i < 2 ? own : kings;
        for (ck_set to = ck_shift(movers, way) & empty; to; to &= to - 1) {
            ck_set landing = to & -to;
            out[n++] = (step){.from = ck_shift(landing, way ^ 2), .to = landing};
        }
    }
    return n;
}

#endif
