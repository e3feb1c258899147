/* What a value comes from: the best move of every node, and the chosen line.
 *
 * Searches tell values, not choices. What they chose follows from the values and from the model of
 * the method: every seat but one that moves at random takes what is best for itself, the first of
 * equals. At the root the result says it. */
#include <math.h>

#include "trace_pool.h"

hra_role hra_trace_role(const hra_trace *t, int pov, int mover) {
    if (mover < 0)
        return HRA_ROLE_NONE;
    switch (t->others) {
    case HRA_OTHERS_ADVERSARY:
        return mover == pov ? HRA_ROLE_MAX : HRA_ROLE_MIN;
    case HRA_OTHERS_RANDOM:
        return mover == pov ? HRA_ROLE_MAX : HRA_ROLE_RANDOM;
    case HRA_OTHERS_REFUTE:
        return mover == pov ? HRA_ROLE_OR : HRA_ROLE_AND;
    case HRA_OTHERS_SELFISH:
        break;
    }
    return HRA_ROLE_OWN;
}

int hra_trace_pov_of(const hra_trace *t, int mover) {
    if (t->others == HRA_OTHERS_SELFISH)
        return -1;
    bool first = t->others == HRA_OTHERS_ADVERSARY && (t->game->seats <= 2 || t->game->one_against_all);
    return first ? 0 : mover;
}

/* Where chance begins, the seat that decides first. */
int hra_trace_pov(const hra_trace *t, const hra_trace_pool *p) {
    int mover = HRA_CHANCE;
    for (int32_t i = 0; i < p->count && mover < 0; i++)
        mover = p->nodes[i].mover;
    return hra_trace_pov_of(t, mover);
}

/* A node entered again by the same move of the same parent was but a probe before. */
static void mark_revisits(hra_trace_pool *p, int32_t i) {
    for (int32_t a = p->nodes[i].first; a >= 0; a = p->nodes[a].next)
        for (int32_t b = p->nodes[a].next; b >= 0 && !p->nodes[a].revisit; b = p->nodes[b].next)
            p->nodes[a].revisit = p->nodes[b].move == p->nodes[a].move &&
                                  p->nodes[a].kind != HRA_TRACE_PRUNED &&
                                  p->nodes[b].kind != HRA_TRACE_PRUNED;
}

/* Whether a child can be what its parent's value comes from. */
static bool counts(const hra_trace_node *child) {
    return child->known && !child->revisit;
}

static void mark_all(hra_trace_pool *p, int32_t i) {
    for (int32_t c = p->nodes[i].first; c >= 0; c = p->nodes[c].next)
        p->nodes[c].best = counts(&p->nodes[c]);
}

static void mark_move(hra_trace_pool *p, int32_t i, hra_move move) {
    for (int32_t c = p->nodes[i].first; c >= 0; c = p->nodes[c].next)
        p->nodes[c].best = counts(&p->nodes[c]) && p->nodes[c].move == move;
}

/* The child with the most visits, or the first with the largest number of the mover. */
static void mark_largest(hra_trace_pool *p, int32_t i) {
    int32_t best = -1;
    int mover = p->nodes[i].mover;
    for (int32_t c = p->nodes[i].first; c >= 0; c = p->nodes[c].next) {
        const hra_trace_node *child = &p->nodes[c];
        if (!counts(child))
            continue;
        if (best < 0 || child->visits > p->nodes[best].visits ||
            (child->visits == p->nodes[best].visits && child->value[mover] > p->nodes[best].value[mover]))
            best = c;
    }
    if (best >= 0)
        p->nodes[best].best = true;
}

/* One proof may be enough, or all of them be needed. */
static void mark_proofs(hra_trace_pool *p, int32_t i) {
    const hra_trace_node *node = &p->nodes[i];
    hra_proof enough = node->role == HRA_ROLE_OR ? HRA_SOLVED : HRA_UNSOLVED;
    if (node->proof == HRA_UNKNOWN)
        return;
    if (node->proof != enough) {
        mark_all(p, i);
        return;
    }
    for (int32_t c = node->first; c >= 0; c = p->nodes[c].next)
        if (p->nodes[c].proof == enough && counts(&p->nodes[c])) {
            p->nodes[c].best = true;
            return;
        }
}

/* The mover's number in the worst or the best vector of a node. */
static double extreme(const hra_trace *t, const hra_trace_pool *p, int32_t i, int mover, bool best) {
    const hra_trace_node *node = &p->nodes[i];
    double found = node->value[mover];
    for (int v = 0; v < node->vector_count; v++) {
        double x = p->numbers[p->vectors_at[i] + (size_t)(v * t->game->seats + mover)];
        found = best ? fmax(found, x) : fmin(found, x);
    }
    return found;
}

/* Soft-Max^n: every child that no other one dominates. */
static void mark_undominated(const hra_trace *t, hra_trace_pool *p, int32_t i) {
    int mover = p->nodes[i].mover;
    double sure = -INFINITY;
    for (int32_t c = p->nodes[i].first; c >= 0; c = p->nodes[c].next)
        if (counts(&p->nodes[c]))
            sure = fmax(sure, extreme(t, p, c, mover, false));
    for (int32_t c = p->nodes[i].first; c >= 0; c = p->nodes[c].next)
        p->nodes[c].best = counts(&p->nodes[c]) && extreme(t, p, c, mover, true) >= sure;
}

void hra_trace_mark_below(const hra_trace *t, hra_trace_pool *p, int32_t i, const hra_move *chosen) {
    const hra_trace_node *node = &p->nodes[i];
    mark_revisits(p, i);
    if (node->kind == HRA_TRACE_PRUNED || node->mover == HRA_OVER)
        return;
    if (t->others == HRA_OTHERS_REFUTE && node->proof != HRA_UNKNOWN)
        mark_proofs(p, i);
    else if (chosen)
        mark_move(p, i, *chosen);
    else if (node->kind == HRA_TRACE_CHANCE || node->role == HRA_ROLE_RANDOM)
        mark_all(p, i);
    else if (node->vector_count)
        mark_undominated(t, p, i);
    else
        mark_largest(p, i);
}

void hra_trace_mark(const hra_trace *t, hra_trace_pool *p, const hra_analysis *result) {
    int pov = hra_trace_pov(t, p);
    for (int32_t i = 0; i < p->count; i++) {
        p->nodes[i].role = hra_trace_role(t, pov, p->nodes[i].mover);
        hra_trace_mark_below(t, p, i, i == 0 && !result->chance ? &result->move : NULL);
    }
    p->nodes[0].best = p->nodes[0].line = true;
    for (int32_t i = 1; i < p->count; i++)
        p->nodes[i].line = p->nodes[i].best && p->nodes[p->nodes[i].parent].line;
}
