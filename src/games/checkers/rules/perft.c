/* Counting the tree of checkers without lists of moves: the last ply is counted, not walked.
 *
 * The body is written once and compiled for processors that count bits in one instruction and for
 * those that do not; x86 of any age runs the same program. */
#include "perft.h"

#define INLINE static inline __attribute__((always_inline))

typedef ck_perft_count count;

/* The functions that one kind of processor runs; a constant, so the calls are direct. */
typedef struct kernel {
    count (*walk_black)(const ck_board *b, int depth);
    count (*walk_white)(const ck_board *b, int depth);
    count (*jump_black)(const ck_board *b, ck_set from, bool king, int depth);
    count (*jump_white)(const ck_board *b, ck_set from, bool king, int depth);
    count (*last_black)(const ck_board *b); /* a walk of one ply */
    count (*last_white)(const ck_board *b);
} kernel;

INLINE count walk(const kernel k, const ck_board *b, int side, int depth) {
    return side == CK_BLACK ? k.walk_black(b, depth) : k.walk_white(b, depth);
}

INLINE count jump(const kernel k, const ck_board *b, int side, ck_set from, bool king, int depth) {
    return side == CK_BLACK ? k.jump_black(b, from, king, depth) : k.jump_white(b, from, king, depth);
}

INLINE count last(const kernel k, const ck_board *b, int side) {
    return side == CK_BLACK ? k.last_black(b) : k.last_white(b);
}

/* The rows in which men of a side are crowned. */
INLINE ck_set crown_row(int side) {
    return side == CK_BLACK ? CK_LAST_ROW : CK_FIRST_ROW;
}

/* What is below a position that was moved to, and that position. */
INLINE void add_child(count *sum, count below) {
    sum->leaves += below.leaves;
    sum->nodes += below.nodes + 1;
}

INLINE void add(count *sum, count more) {
    sum->leaves += more.leaves;
    sum->nodes += more.nodes;
}

/* Captures of men, one ply being left: those that cannot go on are counted as sets. */
INLINE count count_jumps(const ck_board *b, int side, const kernel k) {
    ck_set own = b->pieces[side], other = b->pieces[!side], empty = ck_empty(b), open = empty | own;
    int ahead = side == CK_BLACK ? 0 : 2;
    ck_set go_on = ck_shift(other & ck_shift(open, ahead ^ 2), ahead ^ 2) |
                   ck_shift(other & ck_shift(open, (ahead + 1) ^ 2), (ahead + 1) ^ 2);
    count sum = {0, 0};
    for (int way = ahead; way < ahead + 2; way++) {
        ck_set landing = ck_shift(ck_shift(own, way) & other, way) & empty;
        uint64_t n = (uint64_t)__builtin_popcountll(landing & ~go_on);
        add(&sum, (count){n, n});
        for (landing &= go_on; landing; landing &= landing - 1) {
            ck_set at = landing & -landing, over = ck_shift(at, way ^ 2);
            ck_board next = *b;
            next.pieces[side] ^= at | ck_shift(over, way ^ 2);
            next.pieces[!side] ^= over;
            next.kings &= ~over;
            add(&sum, jump(k, &next, side, at, false, 1));
        }
    }
    return sum;
}

/* One ply is left: moves are counted by sets, but for the captures of kings. */
INLINE count last_body(const ck_board *b, int side, const kernel k) {
    ck_set jumpers = ck_jumpers(b, side);
    count sum = {0, 0};
    if (!jumpers) {
        uint64_t n = (uint64_t)ck_count_steps(b, side);
        return (count){n, n};
    }
    if (!(b->pieces[side] & b->kings))
        return count_jumps(b, side, k);
    for (; jumpers; jumpers &= jumpers - 1)
        add(&sum, jump(k, b, side, jumpers & -jumpers, jumpers & -jumpers & b->kings, 1));
    return sum;
}

/* All steps of `movers` one way. */
INLINE void step(count *sum, const ck_board *b, int side, ck_set movers, int way, int depth, const kernel k) {
    int back = way ^ 2;
    for (ck_set to = ck_shift(movers, way) & ck_empty(b); to; to &= to - 1) {
        ck_set landing = to & -to, from = ck_shift(landing, back), both = from | landing;
        ck_board next = *b;
        next.pieces[side] ^= both;
        next.kings ^= b->kings & from ? both : landing & crown_row(side);
        add_child(sum, depth == 2 ? last(k, &next, !side) : walk(k, &next, !side, depth - 1));
    }
}

/* All ways in which the piece on `from` goes on jumping; every end is one move. */
INLINE count jump_body(const ck_board *b, int side, ck_set from, bool king, int depth, const kernel k) {
    count sum = {0, 0};
    bool ended = true;
    ck_set empty = ck_empty(b);
    for (int way = king || side == CK_BLACK ? 0 : 2; way < (king || side == CK_WHITE ? 4 : 2); way++) {
        ck_set over = ck_shift(from, way) & b->pieces[!side], landing = ck_shift(over, way) & empty;
        if (!landing)
            continue;
        ended = false;
        ck_board next = *b;
        next.pieces[side] ^= from | landing;
        next.pieces[!side] ^= over;
        next.kings &= ~over;
        if (king)
            next.kings ^= from | landing;
        if (!king && landing & crown_row(side)) { /* crowning ends the move */
            next.kings |= landing;
            add_child(&sum, walk(k, &next, !side, depth - 1));
        } else {
            add(&sum, jump(k, &next, side, landing, king, depth));
        }
    }
    if (ended)
        add_child(&sum, walk(k, b, !side, depth - 1));
    return sum;
}

INLINE void steps(count *sum, const ck_board *b, int side, int depth, const kernel k) {
    ck_set own = b->pieces[side], kings = own & b->kings;
    int ahead = side == CK_BLACK ? 0 : 2;
    step(sum, b, side, own, ahead, depth, k);
    step(sum, b, side, own, ahead + 1, depth, k);
    if (kings) {
        step(sum, b, side, kings, 2 - ahead, depth, k);
        step(sum, b, side, kings, 3 - ahead, depth, k);
    }
}

/* Two plies are left and the other side has no capture: the steps one way are counted as sets. A step
 * from f to l changes what the other side can step to in f and l alone, and lets it capture only over
 * l or on to f; these steps, `risky`, are walked one by one. */
typedef struct quiet_side {
    uint64_t steps;       /* of the other side, if nothing moved */
    ck_set into[4];       /* the squares it reaches each way, occupied or not */
    ck_set over, on_to;   /* where a piece would be taken; where leaving lets another be taken */
    ck_set pieces, kings; /* its own, for captures on to f over l */
} quiet_side;

INLINE quiet_side look_at_other(const ck_board *b, int side) {
    quiet_side q = {.steps = (uint64_t)ck_count_steps(b, !side), .pieces = b->pieces[!side]};
    ck_set empty = ck_empty(b);
    int ahead = side == CK_BLACK ? 2 : 0; /* of the other side */
    q.kings = q.pieces & b->kings;
    for (int i = 0; i < (q.kings ? 4 : 2); i++) {
        int way = (ahead + i) & 3;
        q.into[i] = ck_shift(i < 2 ? q.pieces : q.kings, way);
        q.over |= q.into[i] & ck_shift(empty, way ^ 2);
        q.on_to |= ck_shift(q.into[i] & b->pieces[side], way);
    }
    return q;
}

INLINE void count_steps(count *sum, const ck_board *b, int side, ck_set movers, int way, const quiet_side *q,
                        const kernel k) {
    bool forward = (way < 2) == (side == CK_BLACK);
    ck_set behind = ck_shift(forward ? q->pieces : q->kings, way ^ 2); /* it takes l and lands on f */
    ck_set to = ck_shift(movers, way) & ck_empty(b), risky = q->over | behind | ck_shift(q->on_to, way);
    ck_set calm = to & ~risky, from = ck_shift(calm, way ^ 2);
    uint64_t n = (uint64_t)__builtin_popcountll(calm), leaves = n * q->steps;
    for (int i = 0; i < (q->kings ? 4 : 2); i++)
        leaves += (uint64_t)__builtin_popcountll(q->into[i] & from) -
                  (uint64_t)__builtin_popcountll(q->into[i] & calm);
    add(sum, (count){leaves, leaves + n});
    if (to & risky)
        step(sum, b, side, ck_shift(to & risky, way ^ 2), way, 2, k);
}

INLINE count count_two(const ck_board *b, int side, const kernel k) {
    ck_set own = b->pieces[side], kings = own & b->kings;
    count sum = {0, 0};
    quiet_side q = look_at_other(b, side);
    int ahead = side == CK_BLACK ? 0 : 2;
    count_steps(&sum, b, side, own, ahead, &q, k);
    count_steps(&sum, b, side, own, ahead + 1, &q, k);
    if (kings) {
        count_steps(&sum, b, side, kings, 2 - ahead, &q, k);
        count_steps(&sum, b, side, kings, 3 - ahead, &q, k);
    }
    return sum;
}

INLINE count walk_body(const ck_board *b, int side, int depth, const kernel k) {
    count sum = {0, 0};
    if (depth <= 1)
        return depth == 0 ? (count){1, 0} : last(k, b, side);
    ck_set jumpers = ck_jumpers(b, side);
    if (depth == 2 && !jumpers && !ck_jumpers(b, !side)) /* most of the time is spent here */
        return count_two(b, side, k);
    for (ck_set rest = jumpers; rest; rest &= rest - 1)
        add(&sum, jump(k, b, side, rest & -rest, rest & -rest & b->kings, depth));
    if (!jumpers)
        steps(&sum, b, side, depth, k);
    return sum;
}

#define KERNEL(name, ...)                                                                                    \
    __VA_ARGS__ static count name##_walk_black(const ck_board *b, int depth);                                \
    __VA_ARGS__ static count name##_walk_white(const ck_board *b, int depth);                                \
    __VA_ARGS__ static count name##_jump_black(const ck_board *b, ck_set from, bool king, int depth);        \
    __VA_ARGS__ static count name##_jump_white(const ck_board *b, ck_set from, bool king, int depth);        \
    __VA_ARGS__ static count name##_last_black(const ck_board *b);                                           \
    __VA_ARGS__ static count name##_last_white(const ck_board *b);                                           \
    static const kernel name = {.walk_black = name##_walk_black,                                             \
                                .walk_white = name##_walk_white,                                             \
                                .jump_black = name##_jump_black,                                             \
                                .jump_white = name##_jump_white,                                             \
                                .last_black = name##_last_black,                                             \
                                .last_white = name##_last_white};                                            \
    __VA_ARGS__ static count name##_last_black(const ck_board *b) {                                          \
        return last_body(b, CK_BLACK, name);                                                                 \
    }                                                                                                        \
    __VA_ARGS__ static count name##_last_white(const ck_board *b) {                                          \
        return last_body(b, CK_WHITE, name);                                                                 \
    }                                                                                                        \
    __VA_ARGS__ static count name##_walk_black(const ck_board *b, int depth) {                               \
        return walk_body(b, CK_BLACK, depth, name);                                                          \
    }                                                                                                        \
    __VA_ARGS__ static count name##_walk_white(const ck_board *b, int depth) {                               \
        return walk_body(b, CK_WHITE, depth, name);                                                          \
    }                                                                                                        \
    __VA_ARGS__ static count name##_jump_black(const ck_board *b, ck_set from, bool king, int depth) {       \
        return jump_body(b, CK_BLACK, from, king, depth, name);                                              \
    }                                                                                                        \
    __VA_ARGS__ static count name##_jump_white(const ck_board *b, ck_set from, bool king, int depth) {       \
        return jump_body(b, CK_WHITE, from, king, depth, name);                                              \
    }

/* The functions of a kernel stay functions: a compiler that unfolds their recursion works for minutes. */
KERNEL(plain, __attribute__((noinline)))
#if defined(__x86_64__)
KERNEL(counting, __attribute__((noinline, target("popcnt,bmi"))))
#endif

ck_perft_count ck_perft(const ck_board *b, int side, int depth) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi"))
        return walk(counting, b, side, depth);
#endif
    return walk(plain, b, side, depth);
}
