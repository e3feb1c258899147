/* Records the events of an observer.
 *
 * A search may enter millions of nodes, but a picture shows some hundred. A small tree is recorded whole.
 * When it outgrows its room, its deepest ply is dropped. So the recording is always the tree down to some
 * ply, in any order of the search. */
#include <stdlib.h>
#include <string.h>

#include "search/trace/trace.h"
#include "trace_pool.h"

/* ---- room -----------------------------------------------------------------------------------*/

bool hra_trace_counts(hra_cut reason) {
    return reason != HRA_CUT_TABLE && reason != HRA_CUT_BEAM && reason != HRA_CUT_RULE &&
           reason != HRA_CUT_PROBE;
}

static void clear(hra_trace_pool *p, int floor) {
    p->count = 0;
    p->used = 0;
    p->floor = floor;
    p->deepest = 0;
    p->depth = -1;
    p->complete = false;
    p->entered = p->leaves = p->cuts = p->moments = 0;
}

static void release(hra_trace_pool *p) {
    free(p->nodes);
    free(p->vectors_at);
    free(p->numbers);
    *p = (hra_trace_pool){0};
}

/* Adds to a node what is folded into it with one below it. */
static void fold_into(hra_trace_node *up, const hra_trace_node *below) {
    bool pruned = below->kind == HRA_TRACE_PRUNED;
    up->folded += below->folded + !pruned;
    up->folded_cuts += below->folded_cuts + (!pruned && below->cut && hra_trace_counts(below->reason));
    up->left_out++;
}

/* Folds the deepest ply. Nodes move towards the front, and the path follows them. */
static void fold_deepest(hra_trace *t) {
    hra_trace_pool *p = &t->now;
    int32_t kept = 0;
    int32_t *to = malloc((size_t)p->count * sizeof *to);
    if (!to) {
        t->err = HRA_ENOMEM;
        return;
    }
    p->floor = p->deepest - 1;
    for (int32_t i = p->count - 1; i > 0; i--)
        if (p->nodes[i].ply > p->floor)
            fold_into(&p->nodes[p->nodes[i].parent], &p->nodes[i]);
    for (int32_t i = 0; i < p->count; i++) {
        to[i] = -1;
        if (p->nodes[i].ply > p->floor)
            continue;
        to[i] = kept;
        p->nodes[kept] = p->nodes[i];
        p->vectors_at[kept] = p->vectors_at[i];
        if (p->nodes[kept].parent >= 0)
            p->nodes[kept].parent = to[p->nodes[kept].parent];
        kept++;
    }
    for (int ply = 0; ply < t->path; ply++)
        t->at[ply] = t->at[ply] < 0 || t->at[ply] >= p->count ? -1 : to[t->at[ply]];
    p->count = kept;
    p->deepest = p->floor;
    free(to);
}

static bool grow(hra_trace *t) {
    hra_trace_pool *p = &t->now;
    int32_t capacity = p->capacity ? 2 * p->capacity : 256;
    if (capacity > t->most)
        capacity = t->most;
    hra_trace_node *nodes = realloc(p->nodes, (size_t)capacity * sizeof *nodes);
    if (nodes)
        p->nodes = nodes;
    size_t *at = realloc(p->vectors_at, (size_t)capacity * sizeof *at);
    if (at)
        p->vectors_at = at;
    if (!nodes || !at) {
        t->err = HRA_ENOMEM;
        return false;
    }
    p->capacity = capacity;
    return true;
}

/* A new node below the one of `ply - 1`, NULL where it is folded: then the caller counts it. */
static hra_trace_node *add(hra_trace *t, int ply, hra_move move) {
    hra_trace_pool *p = &t->now;
    while (!t->err && p->count == t->most && ply <= p->floor && p->deepest > 0)
        fold_deepest(t);
    if (t->err || ply > p->floor || (p->count == p->capacity && !grow(t)))
        return NULL;
    hra_trace_node *node = &p->nodes[p->count];
    *node = (hra_trace_node){.parent = ply ? t->at[ply - 1] : -1,
                             .first = -1,
                             .next = -1,
                             .ply = ply,
                             .mover = HRA_OVER,
                             .move = ply ? move : 0,
                             .probability = 1};
    p->deepest = ply > p->deepest ? ply : p->deepest;
    p->vectors_at[p->count++] = 0;
    return node;
}

/* The nearest node of the path that is kept, at `ply` or above. */
static hra_trace_node *nearest(hra_trace *t, int ply) {
    while (ply > 0 && t->at[ply] < 0)
        ply--;
    return &t->now.nodes[t->at[ply]];
}

/* ---- the observer ---------------------------------------------------------------------------*/

static void begin(hra_trace *t, int depth) {
    if (t->finished) {
        t->finished = t->has_last = false;
        t->trees = 0;
        t->err = HRA_OK;
    }
    clear(&t->now, t->limits.depth > 0 ? t->limits.depth : HRA_TRACE_FOREVER);
    t->now.depth = depth;
    t->trees++;
}

static void iteration(void *self, int depth) {
    begin(self, depth);
}

/* Room for the path down to this ply; false where there is none or the root is missing. */
static bool reach(hra_trace *t, int ply) {
    if (ply >= t->path) {
        int path = 2 * ply + 64;
        int32_t *at = realloc(t->at, (size_t)path * sizeof *at);
        if (!at) {
            t->err = HRA_ENOMEM;
            return false;
        }
        for (int i = t->path; i < path; i++)
            at[i] = -1;
        t->at = at;
        t->path = path;
    }
    return ply == 0 || t->now.count > 0;
}

void hra_trace_fill(hra_trace_node *node, const hra_node_enter *e) {
    node->kind = e->mover == HRA_CHANCE ? HRA_TRACE_CHANCE
                 : e->mover == HRA_OVER ? HRA_TRACE_END
                                        : HRA_TRACE_CHOICE;
    node->mover = e->mover;
    node->probability = e->probability;
    node->depth = e->depth > HRA_TRACE_FOREVER || (e->ply == 0 && e->depth == 0) ? -1 : e->depth;
    node->window = e->pov >= 0;
    node->pov = e->pov;
    node->alpha = e->alpha;
    node->beta = e->beta;
}

static void enter(void *self, const hra_node_enter *e) {
    hra_trace *t = self;
    hra_trace_pool *p = &t->now;
    if (e->ply == 0) {
        if (t->finished || p->count > 0 || t->trees == 0)
            begin(t, -1);
        memcpy(t->root, e->state, t->game->state_size);
    }
    if (t->err || !reach(t, e->ply))
        return;
    p->entered++;
    p->moments++;
    bool below = e->ply == 0 || t->at[e->ply - 1] >= 0;
    hra_trace_node *node = below ? add(t, e->ply, e->move) : NULL;
    t->at[e->ply] = node ? p->count - 1 : -1;
    if (t->err)
        return;
    if (node) {
        hra_trace_fill(node, e);
        node->order = p->entered;
        node->entered = p->moments;
    } else {
        nearest(t, e->ply)->folded++;
        if (t->at[e->ply - 1] >= 0)
            nearest(t, e->ply)->left_out++;
    }
}

/* Keeps the vectors of Soft-Max^n, as many as a node may have. */
static void keep_vectors(hra_trace *t, int32_t i, const hra_node_leave *l) {
    hra_trace_pool *p = &t->now;
    size_t seats = (size_t)t->game->seats, count = (size_t)l->vector_count;
    count = count < HRA_TRACE_VECTORS ? count : HRA_TRACE_VECTORS;
    if (p->used + count * seats > p->number_capacity) {
        size_t capacity = 2 * p->number_capacity + count * seats + 256;
        double *numbers = realloc(p->numbers, capacity * sizeof *numbers);
        if (!numbers) {
            t->err = HRA_ENOMEM;
            return;
        }
        p->numbers = numbers;
        p->number_capacity = capacity;
    }
    p->vectors_at[i] = p->used;
    p->nodes[i].vector_count = (int)count;
    p->nodes[i].vectors_left_out = l->vector_count - (int)count;
    for (size_t v = 0; v < count; v++) {
        memcpy(p->numbers + p->used, l->vectors + v * l->vector_stride, seats * sizeof *p->numbers);
        p->used += seats;
    }
}

static void leave(void *self, const hra_node_leave *l) {
    hra_trace *t = self;
    hra_trace_pool *p = &t->now;
    if (t->err || l->ply >= t->path || p->count == 0)
        return;
    int32_t i = t->at[l->ply];
    p->moments++;
    p->leaves += l->leaf;
    if (i >= 0) {
        hra_trace_node *node = &p->nodes[i];
        if (l->leaf && node->kind != HRA_TRACE_END)
            node->kind = HRA_TRACE_LEAF;
        node->known = true;
        memcpy(node->value, l->value, (size_t)t->game->seats * sizeof *node->value);
        node->bound = l->bound ? l->bound : HRA_VALUE_EXACT;
        node->proof = l->proof;
        node->visits = l->visits;
        node->left = p->moments;
        if (l->vector_count > 0)
            keep_vectors(t, i, l);
    }
    if (l->ply == 0) {
        hra_trace_pool before = t->last;
        p->complete = true;
        t->last = *p;
        t->now = before;
        t->now.count = 0;
        t->has_last = true;
    }
}

/* Whether alpha and beta mean something with a cut of this kind. */
static bool has_window(hra_cut reason) {
    return reason == HRA_CUT_BETA || reason == HRA_CUT_ALPHA || reason == HRA_CUT_STAR ||
           reason == HRA_CUT_TABLE || reason == HRA_CUT_PROBE;
}

void hra_trace_cut(hra_trace_node *node, hra_cut reason, double alpha, double beta) {
    node->cut = true;
    node->reason = reason;
    node->cut_window = node->window && has_window(reason);
    node->cut_alpha = alpha;
    node->cut_beta = beta;
}

static void cut(void *self, int ply, hra_cut reason, double alpha, double beta, const hra_move *moves,
                int count) {
    hra_trace *t = self;
    hra_trace_pool *p = &t->now;
    if (t->err || ply >= t->path || p->count == 0)
        return;
    uint64_t moment = ++p->moments;
    p->cuts += hra_trace_counts(reason);
    if (t->at[ply] < 0) {
        nearest(t, ply)->folded_cuts += hra_trace_counts(reason);
        return;
    }
    hra_trace_node *node = &p->nodes[t->at[ply]];
    hra_trace_cut(node, reason, alpha, beta);
    node->cut_at = moment;
    /* Room for one move may fold this very node, so it is looked up anew each time. */
    for (int i = 0; i < count && !t->err && t->at[ply] >= 0; i++) {
        hra_trace_node *pruned = add(t, ply + 1, moves[i]);
        if (pruned) {
            pruned->kind = HRA_TRACE_PRUNED;
            pruned->cut = true;
            pruned->reason = reason;
            pruned->entered = moment;
        } else if (t->at[ply] >= 0) {
            p->nodes[t->at[ply]].left_out++;
        }
    }
}

/* ---- opening --------------------------------------------------------------------------------*/

hra_err hra_trace_limits_check(hra_trace_limits *l, hra_error *why) {
    if (l->nodes > HRA_TRACE_MOST || l->depth < 0 || l->breadth < 0)
        return hra_fail(why, HRA_EINPUT, -1, "a trace has at most %d nodes and no negative limit",
                        HRA_TRACE_MOST);
    if (l->nodes == 0)
        l->nodes = HRA_TRACE_NODES;
    return HRA_OK;
}

hra_err hra_trace_open(hra_trace **out, const hra_game *game, hra_opponent_model others,
                       const hra_trace_limits *limits, hra_error *why) {
    hra_trace_limits l = limits ? *limits : (hra_trace_limits){0};
    hra_err err = hra_trace_limits_check(&l, why);
    if (err)
        return err;
    hra_trace *t = calloc(1, sizeof *t);
    void *root = malloc(game->state_size);
    if (!t || !root) {
        free(t);
        free(root);
        return hra_no_memory(why);
    }
    *t = (hra_trace){.game = game, .others = others, .limits = l, .root = root};
    t->observer =
        (hra_observer){.self = t, .iteration = iteration, .enter = enter, .leave = leave, .cut = cut};
    t->most = l.nodes < HRA_TRACE_ROOM / 4 ? HRA_TRACE_ROOM : (int32_t)(4 * l.nodes);
    hra_text_init(&t->words);
    *out = t;
    return HRA_OK;
}

void hra_trace_close(hra_trace *t) {
    if (!t)
        return;
    release(&t->now);
    release(&t->last);
    free(t->at);
    free(t->root);
    free(t->out);
    free(t->numbers);
    hra_text_release(&t->words);
    free(t);
}

const hra_observer *hra_trace_observer(hra_trace *t) {
    return &t->observer;
}

const hra_trace_tree *hra_trace_nodes(const hra_trace *t) {
    return t->finished ? &t->tree : NULL;
}
