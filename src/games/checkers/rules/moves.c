/* Listing and making moves. */
#include "checkers.h"

static inline ck_set crown_row(int side) {
    return side == CK_BLACK ? CK_LAST_ROW : CK_FIRST_ROW;
}

/* In reading order of the squares that are moved to; the first two ways are White's. A search that does not
 * order moves depends on this: it cuts off most in this order. */
static const int ways_in_order[4] = {3, 2, 0, 1};

static inline int first_way(int side, bool king) {
    return king || side == CK_WHITE ? 0 : 2;
}

static inline int end_way(int side, bool king) {
    return king || side == CK_BLACK ? 4 : 2;
}

/* A list being filled, and the route that is being jumped. */
typedef struct list {
    hra_move *out;
    int count, from;
} list;

static void add_jumps(list *l, const ck_board *b, int side, ck_set at, bool king, int jumps, unsigned ways) {
    bool ended = true;
    ck_set empty = ck_empty(b);
    for (int i = first_way(side, king); i < end_way(side, king); i++) {
        int way = ways_in_order[i];
        ck_set over = ck_shift(at, way) & b->pieces[!side], landing = ck_shift(over, way) & empty;
        if (!landing || jumps == CK_MAX_JUMPS)
            continue;
        ended = false;
        unsigned longer = ways | (unsigned)way << 2 * jumps;
        if (!king && landing & crown_row(side)) { /* crowning ends the move */
            if (l->count < CK_MAX_MOVES)
                l->out[l->count++] = ck_move(l->from, jumps + 1, longer);
            continue;
        }
        ck_board next = *b;
        next.pieces[side] ^= at | landing;
        next.pieces[!side] ^= over;
        add_jumps(l, &next, side, landing, king, jumps + 1, longer);
    }
    if (ended && jumps > 0 && l->count < CK_MAX_MOVES)
        l->out[l->count++] = ck_move(l->from, jumps, ways);
}

static void add_steps(list *l, const ck_board *b, int side, ck_set at, bool king) {
    ck_set empty = ck_empty(b);
    for (int i = first_way(side, king); i < end_way(side, king); i++)
        if (ck_shift(at, ways_in_order[i]) & empty)
            l->out[l->count++] = ck_move(l->from, 0, (unsigned)ways_in_order[i]);
}

int ck_moves(const ck_board *b, int side, hra_move *out) {
    ck_set jumpers = ck_jumpers(b, side);
    list l = {.out = out};
    for (ck_set rest = jumpers ? jumpers : b->pieces[side]; rest; rest &= rest - 1) {
        ck_set at = rest & -rest;
        l.from = ck_square(__builtin_ctzll(at));
        if (jumpers)
            add_jumps(&l, b, side, at, at & b->kings, 0, 0);
        else
            add_steps(&l, b, side, at, at & b->kings);
    }
    return l.count;
}

bool ck_apply(ck_board *b, int side, hra_move m) {
    ck_set at = (ck_set)1 << ck_bit(ck_move_from(m)), king = at & b->kings;
    int jumps = ck_move_jumps(m);
    b->pieces[side] ^= at;
    b->kings &= ~at;
    for (int i = 0; i < jumps; i++) {
        ck_set over = ck_shift(at, ck_move_way(m, i));
        b->pieces[!side] &= ~over;
        b->kings &= ~over;
        at = ck_shift(over, ck_move_way(m, i));
    }
    if (jumps == 0)
        at = ck_shift(at, ck_move_way(m, 0));
    b->pieces[side] |= at;
    if (king || at & crown_row(side))
        b->kings |= at;
    return jumps > 0 || !king;
}

int ck_move_path(hra_move m, int square[CK_MAX_JUMPS + 1]) {
    ck_set at = (ck_set)1 << ck_bit(ck_move_from(m));
    int n = 0, jumps = ck_move_jumps(m), steps = jumps ? jumps : 1;
    square[n++] = ck_move_from(m);
    for (int i = 0; i < steps; i++) {
        at = ck_shift(at, ck_move_way(m, i));
        if (jumps)
            at = ck_shift(at, ck_move_way(m, i));
        square[n++] = ck_square(__builtin_ctzll(at));
    }
    return n;
}
