/* Listing and making moves. */
#include "checkers.h"
#include "mover.inl"

typedef struct list {
    hra_move *out;
    int count;
} list;

CK_INLINE void take(void *self, const ck_board *b, int side, const ck_route *r) {
    list *l = self;
    if (l->count < CK_MAX_MOVES)
        l->out[l->count++] =
            ck_move(ck_square(__builtin_ctzll(r->from)), ck_how_jumps(r->how), r->how >> CK_HOW_WAYS);
}

static ck_jump jump;

static const ck_mover lister = {.take = take, .jump = jump, .reading = true};

static void jump(void *self, const ck_board *b, ck_set from, ck_set to, ck_set over, unsigned how, int side) {
    ck_jump_body(self, b, from, to, over, how, side, lister);
}

int ck_moves(const ck_board *b, int side, hra_move *out) {
    const ck_set jumpers = ck_jumpers(b, side);
    list l = {.out = out};
    if (jumpers)
        ck_captures(&l, b, side, jumpers, lister);
    else
        ck_steps(&l, b, side, lister);
    return l.count;
}

int ck_captures_from(const ck_board *b, int side, ck_set from, hra_move *out) {
    list l = {.out = out};
    ck_captures(&l, b, side, ck_jumpers(b, side) & from, lister);
    return l.count;
}

bool ck_apply(ck_board *b, int side, hra_move m) {
    ck_route r = {.from = (ck_set)1 << ck_bit(ck_move_from(m))};
    const int jumps = ck_move_jumps(m);
    const bool king = r.from & b->kings;
    r.to = jumps ? r.from : ck_shift(r.from, ck_move_way(m, 0));
    for (int i = 0; i < jumps; i++) {
        const ck_set over = ck_shift(r.to, ck_move_way(m, i));
        r.over |= over;
        r.to = ck_shift(over, ck_move_way(m, i));
    }
    *b = ck_after(b, side, &r);
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
