/* The moves of the engine of checkers, as sets of squares. */
#ifndef CK_ENGINE_MOVES_H
#define CK_ENGINE_MOVES_H

#include "games/checkers/rules/checkers.h"
#include "games/checkers/rules/mover.inl"

/* A move as sets of squares; two routes of a capture that take the same pieces are alike. */
typedef struct step {
    ck_set from, to, over;
    int score, number;
} step;

static inline uint16_t name_of(const step *s) {
    return (uint16_t)(__builtin_ctzll(s->from) << 6 | __builtin_ctzll(s->to));
}

static inline void bring_best(step *list, int from, int n) {
    int best = from;
    for (int i = from + 1; i < n; i++)
        if (list[i].score > list[best].score)
            best = i;
    step s = list[best];
    list[best] = list[from];
    list[from] = s;
}

typedef struct step_list {
    step *out;
    int count;
} step_list;

static inline ck_board make(const ck_board *b, int side, const step *s) {
    return ck_after(b, side, &(ck_route){.from = s->from, .to = s->to, .over = s->over});
}

CK_INLINE void add_step(void *self, const ck_board *b, int side, const ck_route *r) {
    step_list *l = self;
    if (l->count < CK_MAX_MOVES)
        l->out[l->count++] = (step){.from = r->from, .to = r->to, .over = r->over};
}

static ck_jump add_jumps;

static const ck_mover step_mover = {.take = add_step, .jump = add_jumps};

static void add_jumps(void *self, const ck_board *b, ck_set from, ck_set to, ck_set over, unsigned how,
                      int side) {
    ck_jump_body(self, b, from, to, over, how, side, step_mover);
}

static inline int list_jumps(const ck_board *b, int side, ck_set jumpers, step *out) {
    step_list l = {.out = out};
    ck_captures(&l, b, side, jumpers, step_mover);
    return l.count;
}

static inline int list_steps(const ck_board *b, int side, step *out) {
    step_list l = {.out = out};
    ck_steps(&l, b, side, step_mover);
    return l.count;
}

#endif
