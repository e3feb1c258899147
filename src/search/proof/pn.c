/* Proof-number search (Allis, van der Meulen and van den Herik 1994): of all leaves the one whose
 * proof or disproof is likely to need the fewest further leaves is expanded next. The tree lies in
 * one block; states are made again by following the moves from the top. */
#include <stdlib.h>
#include <string.h>

#include "andor.h"

enum { NEVER = 0x7fffffff }; /* a proof number of what cannot be proven */

typedef struct pn_node {
    uint32_t parent, first, count; /* children first..first+count-1 */
    hra_move move;
    uint32_t proof, disproof;
    int8_t mover;
} pn_node;

struct hra_pn {
    pn_node *nodes;
    uint32_t used, capacity;
};

hra_err hra_pn_open(hra_pn **out, size_t memory) {
    hra_pn *pn = calloc(1, sizeof *pn);
    size_t capacity = memory / sizeof *pn->nodes;
    if (!pn)
        return HRA_ENOMEM;
    pn->capacity = capacity > NEVER ? NEVER : (uint32_t)capacity;
    pn->nodes = malloc((size_t)pn->capacity * sizeof *pn->nodes);
    *out = pn;
    return pn->nodes ? HRA_OK : HRA_ENOMEM;
}

void hra_pn_close(hra_pn *pn) {
    if (pn)
        free(pn->nodes);
    free(pn);
}

static uint32_t added(uint32_t a, uint32_t b) {
    return a >= NEVER - b ? NEVER : a + b;
}

/* The numbers of a node out of those of its children. At a node of the seat that is to reach the
 * goal one proof is enough, at any other all are needed. */
static void number(hra_pn *pn, uint32_t i, int pov) {
    pn_node *at = &pn->nodes[i];
    uint32_t least = NEVER, sum = 0;
    bool own = at->mover == pov;
    for (uint32_t c = at->first; c < at->first + at->count; c++) {
        const pn_node *child = &pn->nodes[c];
        uint32_t one = own ? child->proof : child->disproof, all = own ? child->disproof : child->proof;
        least = one < least ? one : least;
        sum = added(sum, all);
    }
    at->proof = own ? least : sum;
    at->disproof = own ? sum : least;
}

static void answer(pn_node *node, hra_proof proof) {
    node->proof = proof == HRA_SOLVED ? 0 : proof == HRA_UNSOLVED ? NEVER : 1;
    node->disproof = proof == HRA_SOLVED ? NEVER : proof == HRA_UNSOLVED ? 0 : 1;
}

static void place(hra_pn *pn, hra_andor *a, uint32_t i, uint32_t parent, hra_move move, int ply) {
    const unsigned char *s = a->walk.states + (size_t)ply * a->walk.stride;
    int mover = a->walk.rules->to_move(a->walk.game, s);
    pn->nodes[i] = (pn_node){.parent = parent, .move = move, .mover = (int8_t)mover};
    answer(&pn->nodes[i], hra_andor_leaf(a, s, mover));
    a->walk.leaves += mover == HRA_OVER;
    hra_walk_count(&a->walk);
}

/* Lists the children of node i, whose state is in slot ply; false when the memory is full. */
static bool expand(hra_pn *pn, hra_andor *a, uint32_t i, int ply) {
    hra_walk *w = &a->walk;
    unsigned char *s = w->states + (size_t)ply * w->stride;
    hra_move *moves = w->moves + w->width;
    int n = w->rules->moves(w->game, s, moves);
    if (pn->capacity - pn->used < (uint32_t)n)
        return false;
    pn->nodes[i].first = pn->used;
    pn->nodes[i].count = (uint32_t)n;
    for (int m = 0; m < n && !w->halted; m++) {
        hra_copy_state(s + w->stride, s, w->stride);
        w->rules->apply(w->game, s + w->stride, moves[m]);
        place(pn, a, pn->used++, i, moves[m], ply + 1);
    }
    return !w->halted;
}

static void step(hra_walk *w, int ply, hra_move move) {
    unsigned char *s = w->states + (size_t)ply * w->stride;
    hra_copy_state(s + w->stride, s, w->stride);
    w->rules->apply(w->game, s + w->stride, move);
}

/* From node i with its state in slot *ply down to the leaf to be expanded next, perhaps on another stretch.
 */
static uint32_t descend(const hra_pn *pn, hra_andor *a, uint32_t i, int *ply) {
    while (pn->nodes[i].count) {
        const pn_node *at = &pn->nodes[i];
        bool own = at->mover == a->walk.pov;
        uint32_t c = at->first;
        while (own ? pn->nodes[c].proof != at->proof : pn->nodes[c].disproof != at->disproof)
            c++;
        i = c;
        if (*ply + 1 >= a->walk.plies && !hra_walk_cross(&a->walk, *ply + 1))
            return i;
        step(&a->walk, (*ply)++, pn->nodes[i].move);
    }
    return i;
}

hra_proof hra_pn_search(hra_pn *pn, hra_andor *a, int depth) {
    hra_walk *w = &a->walk;
    w->pv_length[1] = 0;
    if (pn->capacity == 0)
        return HRA_UNKNOWN;
    pn->used = 1;
    place(pn, a, 0, 0, 0, 1);
    while (pn->nodes[0].proof && pn->nodes[0].disproof && !w->halted) {
        int ply = 1;
        uint32_t i = descend(pn, a, 0, &ply);
        bool full = w->halted || ply > depth || !expand(pn, a, i, ply);
        hra_walk_home(w);
        if (full)
            return HRA_UNKNOWN;
        /* Upwards as long as something changes: what stays the same has no effect further up. */
        for (uint32_t up = i;; up = pn->nodes[up].parent) {
            uint32_t proof = pn->nodes[up].proof, disproof = pn->nodes[up].disproof;
            number(pn, up, w->pov);
            if (up == 0 || (proof == pn->nodes[up].proof && disproof == pn->nodes[up].disproof))
                break;
        }
    }
    return pn->nodes[0].proof == 0 ? HRA_SOLVED : pn->nodes[0].disproof == 0 ? HRA_UNSOLVED : HRA_UNKNOWN;
}

static void tell_below(hra_pn *pn, hra_andor *a, uint32_t i, hra_move move, int ply, int depth) {
    const pn_node *at = &pn->nodes[i];
    hra_walk *w = &a->walk;
    hra_walk_enter(w, w->states + (size_t)ply * w->stride, ply, move, at->mover, 1, depth, 1, 0);
    if (at->count && ply >= w->plies && !hra_walk_cross(w, ply))
        return;
    for (uint32_t c = at->first; c < at->first + at->count; c++) {
        step(w, ply, pn->nodes[c].move);
        tell_below(pn, a, c, pn->nodes[c].move, ply + 1, depth - 1);
    }
    hra_andor_tell(a, ply,
                   at->proof == 0      ? HRA_SOLVED
                   : at->disproof == 0 ? HRA_UNSOLVED
                                       : HRA_UNKNOWN,
                   at->count == 0, 0);
}

void hra_pn_tell(hra_pn *pn, hra_andor *a, hra_move move, int depth) {
    hra_walk_home(&a->walk);
    tell_below(pn, a, 0, move, 1, depth);
    hra_walk_home(&a->walk);
}
