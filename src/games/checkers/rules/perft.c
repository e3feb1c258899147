/* Counting the tree of checkers without lists of moves: the last ply is counted, not walked.
 *
 * The body is written once and compiled for processors that count bits in one instruction and for
 * those that do not; x86 of any age runs the same program. */
#include "perft.h"

#include "mover.inl"

typedef ck_perft_count count;

/* What is counted of the moves of a position: the children, and what is below them. */
typedef struct tally {
    count sum;
    int depth; /* plies that are left */
} tally;

typedef count walker(const ck_board *b, int depth);
typedef count laster(const ck_board *b); /* a walk of one ply */

/* The functions that one kind of processor runs; a constant, so the calls are direct. */
typedef struct kernel {
    walker *walk_black, *walk_white;
    laster *last_black, *last_white;
    ck_mover black, white;
} kernel;

CK_INLINE count walk(const kernel k, const ck_board *b, int side, int depth) {
    return side == CK_BLACK ? k.walk_black(b, depth) : k.walk_white(b, depth);
}

CK_INLINE ck_mover mover(const kernel k, int side) {
    return side == CK_BLACK ? k.black : k.white;
}

CK_INLINE count last(const kernel k, const ck_board *b, int side) {
    return side == CK_BLACK ? k.last_black(b) : k.last_white(b);
}

/* What is below a position that was moved to, and that position. */
CK_INLINE void add_child(count *sum, count below) {
    sum->leaves += below.leaves;
    sum->nodes += below.nodes + 1;
}

CK_INLINE void add(count *sum, count more) {
    sum->leaves += more.leaves;
    sum->nodes += more.nodes;
}

/* Captures of men, one ply being left: those that cannot go on are counted as sets. */
CK_INLINE count count_jumps(const ck_board *b, int side, const kernel k) {
    ck_set own = b->pieces[side], other = b->pieces[!side], empty = ck_empty(b), open = empty | own;
    int ahead = side == CK_BLACK ? 0 : 2;
    ck_set go_on = ck_shift(other & ck_shift(open, ahead ^ 2), ahead ^ 2) |
                   ck_shift(other & ck_shift(open, (ahead + 1) ^ 2), (ahead + 1) ^ 2);
    count sum = {0, 0};
    tally all = {.depth = 1};
    for (int way = ahead; way < ahead + 2; way++) {
        ck_set landing = ck_shift(ck_shift(own, way) & other, way) & empty;
        uint64_t n = (uint64_t)__builtin_popcountll(landing & ~go_on);
        add(&sum, (count){n, n});
        for (landing &= go_on; landing; landing &= landing - 1) {
            const ck_set at = landing & -landing, over = ck_shift(at, way ^ 2);
            ck_capture(&all, b, ck_shift(over, way ^ 2), at, over, 0, side, mover(k, side));
        }
    }
    add(&sum, all.sum);
    return sum;
}

/* One ply is left: moves are counted by sets, but for the captures of kings. */
CK_INLINE count last_body(const ck_board *b, int side, const kernel k) {
    const ck_set jumpers = ck_jumpers(b, side);
    if (!jumpers) {
        uint64_t n = (uint64_t)ck_count_steps(b, side);
        return (count){n, n};
    }
    if (!(b->pieces[side] & b->kings))
        return count_jumps(b, side, k);
    tally all = {.depth = 1};
    ck_captures(&all, b, side, jumpers, mover(k, side));
    return all.sum;
}

CK_INLINE void take_body(void *self, const ck_board *b, int side, const ck_route *r, const kernel k) {
    tally *all = self;
    if (all->depth == 1) {
        add(&all->sum, (count){1, 1});
        return;
    }
    const ck_board next = ck_after(b, side, r);
    add_child(&all->sum, all->depth == 2 ? last(k, &next, !side) : walk(k, &next, !side, all->depth - 1));
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

CK_INLINE quiet_side look_at_other(const ck_board *b, int side) {
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

CK_INLINE void count_steps(count *sum, const ck_board *b, int side, ck_set movers, int way,
                           const quiet_side *q, const kernel k) {
    bool forward = (way < 2) == (side == CK_BLACK);
    ck_set behind = ck_shift(forward ? q->pieces : q->kings, way ^ 2); /* it takes l and lands on f */
    ck_set to = ck_shift(movers, way) & ck_empty(b), risky = q->over | behind | ck_shift(q->on_to, way);
    ck_set calm = to & ~risky, from = ck_shift(calm, way ^ 2);
    uint64_t n = (uint64_t)__builtin_popcountll(calm), leaves = n * q->steps;
    for (int i = 0; i < (q->kings ? 4 : 2); i++)
        leaves += (uint64_t)__builtin_popcountll(q->into[i] & from) -
                  (uint64_t)__builtin_popcountll(q->into[i] & calm);
    add(sum, (count){leaves, leaves + n});
    if (to & risky) {
        tally all = {.depth = 2};
        ck_steps_of(&all, b, side, ck_shift(to & risky, way ^ 2), way, mover(k, side));
        add(sum, all.sum);
    }
}

CK_INLINE count count_two(const ck_board *b, int side, const kernel k) {
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

CK_INLINE count walk_body(const ck_board *b, int side, int depth, const kernel k) {
    if (depth <= 1)
        return depth == 0 ? (count){1, 0} : last(k, b, side);
    const ck_set jumpers = ck_jumpers(b, side);
    if (depth == 2 && !jumpers && !ck_jumpers(b, !side)) /* most of the time is spent here */
        return count_two(b, side, k);
    if (jumpers) {
        tally all = {.depth = depth};
        ck_captures(&all, b, side, jumpers, mover(k, side));
        return all.sum;
    }
    tally all = {.depth = depth}; /* in registers, since no function is called with it */
    ck_steps(&all, b, side, mover(k, side));
    return all.sum;
}

#define DEFINE(name, colour, side_, ...)                                                                     \
    __VA_ARGS__ static count name##_walk_##colour(const ck_board *b, int depth) {                            \
        return walk_body(b, side_, depth, name);                                                             \
    }                                                                                                        \
    __VA_ARGS__ static count name##_last_##colour(const ck_board *b) {                                       \
        return last_body(b, side_, name);                                                                    \
    }                                                                                                        \
    __VA_ARGS__ static void name##_jump_##colour(void *self, const ck_board *b, ck_set from, ck_set to,      \
                                                 ck_set over, unsigned how, int side) {                      \
        ck_jump_body(self, b, from, to, over, how, side_, name.colour);                                      \
    }

#define KERNEL(name, ...)                                                                                    \
    __VA_ARGS__ static walker name##_walk_black, name##_walk_white;                                          \
    __VA_ARGS__ static laster name##_last_black, name##_last_white;                                          \
    __VA_ARGS__ static ck_jump name##_jump_black, name##_jump_white;                                         \
    CK_INLINE ck_take name##_take;                                                                           \
    static const kernel name = {.walk_black = name##_walk_black,                                             \
                                .walk_white = name##_walk_white,                                             \
                                .last_black = name##_last_black,                                             \
                                .last_white = name##_last_white,                                             \
                                .black = {.take = name##_take, .jump = name##_jump_black},                   \
                                .white = {.take = name##_take, .jump = name##_jump_white}};                  \
    CK_INLINE void name##_take(void *self, const ck_board *b, int side, const ck_route *r) {                 \
        take_body(self, b, side, r, name);                                                                   \
    }                                                                                                        \
    DEFINE(name, black, CK_BLACK, __VA_ARGS__)                                                               \
    DEFINE(name, white, CK_WHITE, __VA_ARGS__)

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
