/* Moves between numbered positions. A position is looked at turned, with White to move: after the
 * move Black is, as in every numbered position, and nothing has to be turned again. */
#include <assert.h>

#include "games/checkers/rules/checkers.h"
#include "games/checkers/rules/mover.inl"
#include "index_kernel.h"
#include "solver_moves.h"

#if defined(__x86_64__) || defined(__i386__)
#define ON_X86 1
#else
#define ON_X86 0
#endif

#define SECOND_ROW (CK_FIRST_ROW << 4)

typedef struct boards {
    ck_board board[CK_MAX_MOVES];
    int count;
} boards;

CK_INLINE void add_board(void *self, const ck_board *b, int side, const ck_route *r) {
    boards *found = self;
    assert(found->count < CK_MAX_MOVES);
    found->board[found->count++] = ck_after(b, side, r);
}

static ck_jump jump;

static const ck_mover capturer = {.take = add_board, .jump = jump};

static void jump(void *self, const ck_board *b, ck_set from, ck_set to, ck_set over, unsigned how, int side) {
    ck_jump_body(self, b, from, to, over, how, CK_WHITE, capturer);
}

CK_INLINE int slice_of(const ck_index *x, const ck_board *b) {
    ck_set black = b->pieces[CK_BLACK], white = b->pieces[CK_WHITE], kings = b->kings;
    return x->number[__builtin_popcountll(black & ~kings)][__builtin_popcountll(black & kings)]
                    [__builtin_popcountll(white & ~kings)][__builtin_popcountll(white & kings)];
}

CK_INLINE int captures(const ck_index *x, const ck_board *b, ck_set jumpers, hra_retro_place *out) {
    boards found;
    found.count = 0;
    ck_captures(&found, b, CK_WHITE, jumpers, capturer);
    for (int i = 0; i < found.count; i++) {
        const ck_board *after = &found.board[i];
        if (!after->pieces[CK_BLACK]) {
            out[i].slice = HRA_RETRO_LOST;
            continue;
        }
        out[i].slice = slice_of(x, after);
        out[i].index = ck_rank_black(x, &x->slice[out[i].slice], after);
    }
    return found.count;
}

CK_INLINE int outer_body(const ck_index *x, ck_cursor *c, int slice, uint64_t index, hra_retro_place *out,
                         int *inner) {
    ck_board b;
    ck_unrank_white(x, c, slice, index, &b);
    ck_set jumpers = ck_jumpers(&b, CK_WHITE);
    *inner = 0;
    if (jumpers)
        return captures(x, &b, jumpers, out);
    int n = 0, crowned = x->slice[slice].crowned;
    ck_set men = b.pieces[CK_WHITE] & ~b.kings & SECOND_ROW, empty = ck_empty(&b);
    for (int way = 2; way < 4; way++)
        for (ck_set to = ck_shift(men, way) & CK_FIRST_ROW & empty; to; to &= to - 1) {
            ck_set landing = to & -to;
            ck_board after = b;
            after.pieces[CK_WHITE] ^= landing | ck_shift(landing, way ^ 2);
            after.kings |= landing;
            out[n].slice = crowned;
            out[n++].index = ck_rank_black(x, &x->slice[crowned], &after);
        }
    *inner = ck_count_steps(&b, CK_WHITE) - n;
    return n;
}

/* Numbers of boards in the partner slice. */
typedef struct numbers {
    const ck_index *x;
    const ck_slice *partner;
    uint64_t *out;
    int count;
} numbers;

/* Kings stay kings, and no man is crowned. */
CK_INLINE ck_board moved(const ck_board *b, int side, const ck_route *r) {
    const ck_set both = r->from | r->to;
    ck_board next = *b;
    next.pieces[side] ^= both;
    if (next.kings & r->from)
        next.kings ^= both;
    return next;
}

CK_INLINE void add_number(void *self, const ck_board *b, int side, const ck_route *r) {
    numbers *n = self;
    const ck_board next = moved(b, side, r);
    n->out[n->count++] = ck_rank_black(n->x, n->partner, &next);
}

/* Not a step where there was a capture. */
CK_INLINE void add_parent(void *self, const ck_board *b, int side, const ck_route *r) {
    numbers *n = self;
    const ck_board before = moved(b, side, r);
    if (!ck_jumpers(&before, side))
        n->out[n->count++] = ck_rank_black(n->x, n->partner, &before);
}

static const ck_mover stepper = {.take = add_number, .inner = true}, unstepper = {.take = add_parent};

CK_INLINE int inner_body(const ck_index *x, ck_cursor *c, int slice, uint64_t index, uint64_t *out) {
    numbers n = {x, &x->slice[x->slice[slice].partner], out, 0};
    ck_board b;
    ck_unrank_white(x, c, slice, index, &b);
    if (!ck_jumpers(&b, CK_WHITE))
        ck_steps(&n, &b, CK_WHITE, stepper);
    return n.count;
}

/* Black has moved here: his pieces go back, men to lower squares. */
CK_INLINE int parents_body(const ck_index *x, ck_cursor *c, int slice, uint64_t index, uint64_t *out) {
    numbers n = {x, &x->slice[x->slice[slice].partner], out, 0};
    ck_board b;
    ck_unrank_white(x, c, slice, index, &b);
    ck_steps_ahead(&n, &b, CK_BLACK, CK_WHITE, unstepper);
    return n.count;
}

/* ---- for any processor, and for those that count bits -----------------------------------------*/

static int outer(const void *x, void *c, int slice, uint64_t index, hra_retro_place *out, int *inner) {
    return outer_body(x, c, slice, index, out, inner);
}

static int inner(const void *x, void *c, int slice, uint64_t index, uint64_t *out) {
    return inner_body(x, c, slice, index, out);
}

static int parents(const void *x, void *c, int slice, uint64_t index, uint64_t *out) {
    return parents_body(x, c, slice, index, out);
}

#if ON_X86
__attribute__((target("popcnt,bmi"))) static int outer_bits(const void *x, void *c, int slice, uint64_t index,
                                                            hra_retro_place *out, int *inner) {
    return outer_body(x, c, slice, index, out, inner);
}

__attribute__((target("popcnt,bmi"))) static int inner_bits(const void *x, void *c, int slice, uint64_t index,
                                                            uint64_t *out) {
    return inner_body(x, c, slice, index, out);
}

__attribute__((target("popcnt,bmi"))) static int parents_bits(const void *x, void *c, int slice,
                                                              uint64_t index, uint64_t *out) {
    return parents_body(x, c, slice, index, out);
}
#endif

/* ---- slices -----------------------------------------------------------------------------------*/

static uint64_t size(const void *self, int slice) {
    return ((const ck_index *)self)->slice[slice].size;
}

static int partner(const void *self, int slice) {
    return ((const ck_index *)self)->slice[slice].partner;
}

/* A capture takes from one piece to all but one, and may crown the man that takes. */
static int needs(const void *self, int slice, int *out) {
    const ck_index *x = self;
    const uint8_t *count = x->slice[slice].count;
    int n = 0;
    if (x->slice[slice].crowned >= 0)
        out[n++] = x->slice[slice].crowned;
    for (int men = 0; men <= count[CK_OTHER_MEN]; men++)
        for (int kings = 0; kings <= count[CK_OTHER_KINGS]; kings++) {
            if (men + kings == 0 || men + kings == count[CK_OTHER_MEN] + count[CK_OTHER_KINGS])
                continue; /* nothing or everything is captured */
            for (int crowns = 0; crowns <= 1 && crowns <= count[CK_MOVER_MEN]; crowns++)
                out[n++] = x->number[count[CK_OTHER_MEN] - men][count[CK_OTHER_KINGS] - kings]
                                    [count[CK_MOVER_MEN] - crowns][count[CK_MOVER_KINGS] + crowns];
        }
    return n;
}

hra_retro_game ck_retro_game(const ck_index *index) {
    hra_retro_game game = {
        .self = index,
        .what = "building tablebases of checkers",
        .slices = index->slices,
        .max_moves = CK_MAX_MOVES,
        .scratch = sizeof(ck_cursor),
        .size = size,
        .partner = partner,
        .needs = needs,
        .outer = outer,
        .inner = inner,
        .parents = parents,
    };
#if ON_X86
    if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi")) {
        game.outer = outer_bits;
        game.inner = inner_bits;
        game.parents = parents_bits;
    }
#endif
    return game;
}
