/* The moves of a side as sets of squares: one body for all who list, count or undo them, specialised by constants.
 *
 * The user of a body says what becomes of each move (`take`). Jumps are followed by recursion, and no body can be
 * inlined into itself, so the user also makes the function `jump` of ck_jump_body. rules/reference_rules.h, for tests,
 * has the same moves by other means. */
#ifndef CK_MOVER_INL
#define CK_MOVER_INL

#include "board.h"

/* A move. Two routes of a capture that take the same pieces are alike but for their ways. */
typedef struct ck_route {
    ck_set from, to, over; /* over: the pieces that are taken */
    unsigned how;          /* below */
} ck_route;

typedef void ck_take(void *self, const ck_board *b, int side, const ck_route *r);
/* ck_jump_body with a constant mover. The arguments fit into registers; `side` is a constant to most. */
typedef void ck_jump(void *self, const ck_board *b, ck_set from, ck_set to, ck_set over, unsigned how,
                     int side);

/* What a body is specialised by; every use is a compile-time constant. */
typedef struct ck_mover {
    ck_take *take;
    ck_jump *jump;
    bool reading; /* in reading order: by the square of the piece, then by the next one. Else way by way */
    bool inner;   /* no step crowns a man */
} ck_mover;

/* The squares on which men of a side are crowned. */
CK_INLINE ck_set ck_crown_row(int side) {
    return side == CK_BLACK ? CK_LAST_ROW : CK_FIRST_ROW;
}

/* The board after a move. */
CK_INLINE ck_board ck_after(const ck_board *b, int side, const ck_route *r) {
    ck_board next = *b;
    next.pieces[side] = (b->pieces[side] & ~r->from) | r->to;
    next.pieces[!side] = b->pieces[!side] & ~r->over;
    next.kings = b->kings & ~(r->from | r->over);
    next.kings |= b->kings & r->from ? r->to : r->to & ck_crown_row(side);
    return next;
}

/* The ways of a piece are i = first .. end - 1 of these. In reading order of the squares that are moved to the first
 * two are White's. A search that does not order moves depends on this: it cuts off most in this order. */
CK_INLINE int ck_way(int i, const ck_mover m) {
    static const int reading[4] = {3, 2, 0, 1};
    return m.reading ? reading[i] : i;
}

CK_INLINE int ck_first_way(int side, bool king, const ck_mover m) {
    return king || side == (m.reading ? CK_WHITE : CK_BLACK) ? 0 : 2;
}

CK_INLINE int ck_end_way(int side, bool king, const ck_mover m) {
    return king || side == (m.reading ? CK_BLACK : CK_WHITE) ? 4 : 2;
}

/* `how` a capture goes: whether by a king, how many jumps there were, and their ways, two bits each. The last two are
 * counted in reading order alone; there are at most CK_MAX_JUMPS jumps. */
enum { CK_HOW_KING = 1, CK_HOW_JUMP = 2, CK_HOW_JUMPS = 15, CK_HOW_WAYS = 5 };

CK_INLINE int ck_how_jumps(unsigned how) {
    return (int)(how / CK_HOW_JUMP & CK_HOW_JUMPS);
}

/* Whether a capture that has come to `to` goes on. A man that is crowned has no way to go. */
CK_INLINE bool ck_goes_on(const ck_board *b, ck_set from, ck_set to, ck_set over, bool king, int side) {
    const ck_set empty = ck_empty(b) | from, other = b->pieces[!side] & ~over;
    ck_set next = 0;
    if (king || side == CK_BLACK)
        next = (to << 4 & other & empty >> 4) | (to << 5 & other & empty >> 5);
    if (king || side == CK_WHITE)
        next |= (to >> 4 & other & empty << 4) | (to >> 5 & other & empty << 5);
    return next != 0;
}

/* Takes a capture, or all that go on from it. */
CK_INLINE void ck_capture(void *self, const ck_board *b, ck_set from, ck_set to, ck_set over, unsigned how,
                          int side, const ck_mover m) {
    if (ck_goes_on(b, from, to, over, how & CK_HOW_KING, side))
        m.jump(self, b, from, to, over, how, side);
    else
        m.take(self, b, side, &(ck_route){from, to, over, how});
}

/* Takes all captures that go on from this beginning. */
CK_INLINE void ck_jump_body(void *self, const ck_board *b, ck_set from, ck_set to, ck_set over, unsigned how,
                            int side, const ck_mover m) {
    const ck_set empty = ck_empty(b) | from, other = b->pieces[!side] & ~over;
    const bool king = how & CK_HOW_KING;
    for (int i = ck_first_way(side, king, m); i < ck_end_way(side, king, m); i++) {
        const int way = ck_way(i, m);
        const ck_set next = ck_shift(to, way) & other, landing = ck_shift(next, way) & empty;
        const unsigned longer =
            m.reading ? (how | (unsigned)way << (CK_HOW_WAYS + 2 * ck_how_jumps(how))) + CK_HOW_JUMP : how;
        if (landing)
            ck_capture(self, b, from, landing, over | next, longer, side, m);
    }
}

/* Takes all captures of these pieces. */
CK_INLINE void ck_captures(void *self, const ck_board *b, int side, ck_set jumpers, const ck_mover m) {
    for (; jumpers; jumpers &= jumpers - 1) {
        const ck_set at = jumpers & -jumpers;
        m.jump(self, b, at, at, 0, at & b->kings ? CK_HOW_KING : 0, side);
    }
}

/* Takes the steps of some pieces one way. */
CK_INLINE void ck_steps_of(void *self, const ck_board *b, int side, ck_set movers, int way,
                           const ck_mover m) {
    ck_set to = ck_shift(movers, way) & ck_empty(b);
    if (m.inner)
        to &= ~ck_crown_row(side) | ck_shift(b->kings & movers, way);
    for (; to; to &= to - 1) {
        const ck_set landing = to & -to;
        m.take(self, b, side,
               &(ck_route){ck_shift(landing, way ^ 2), landing, 0, (unsigned)way << CK_HOW_WAYS});
    }
}

/* Takes all steps of a side if its men go the ways of `ahead`, CK_BLACK or CK_WHITE: of the other side's, the steps by
 * which its pieces have come where they are. */
CK_INLINE void ck_steps_ahead(void *self, const ck_board *b, int side, int ahead, const ck_mover m) {
    const ck_set own = b->pieces[side], kings = own & b->kings;
    const int way = ahead == CK_BLACK ? 0 : 2;
    ck_steps_of(self, b, side, own, way, m);
    ck_steps_of(self, b, side, own, way + 1, m);
    if (kings) {
        ck_steps_of(self, b, side, kings, way ^ 2, m);
        ck_steps_of(self, b, side, kings, (way ^ 2) + 1, m);
    }
}

/* Takes all steps of a side; only where it cannot jump. */
CK_INLINE void ck_steps(void *self, const ck_board *b, int side, const ck_mover m) {
    if (!m.reading) {
        ck_steps_ahead(self, b, side, side, m);
        return;
    }
    const ck_set empty = ck_empty(b);
    for (ck_set rest = b->pieces[side]; rest; rest &= rest - 1) {
        const ck_set at = rest & -rest;
        const bool king = at & b->kings;
        for (int i = ck_first_way(side, king, m); i < ck_end_way(side, king, m); i++) {
            const ck_set landing = ck_shift(at, ck_way(i, m)) & empty;
            if (landing)
                m.take(self, b, side, &(ck_route){at, landing, 0, (unsigned)ck_way(i, m) << CK_HOW_WAYS});
        }
    }
}

#endif
