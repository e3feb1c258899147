/* Records the events of an observer, each position once. */
#include <stdlib.h>
#include <string.h>

#include "graph_pool.h"
#include "rules/defaults.h"

/* ---- positions ------------------------------------------------------------------------------*/

static void clear(hra_graph_pool *p) {
    for (int32_t i = 0; i < p->count; i++)
        free(p->spots[i].vectors);
    for (int32_t i = 0; i < p->table_size; i++)
        p->table[i] = -1;
    p->count = p->way_count = 0;
    p->entered = p->leaves = p->cuts = 0;
    p->depth = -1;
    p->more = p->complete = false;
}

static void release(hra_graph_pool *p) {
    clear(p);
    free(p->spots);
    free(p->ways);
    free(p->table);
    *p = (hra_graph_pool){0};
}

/* The slot of a key in the table, or the free slot for it. */
static int32_t slot_of(const hra_graph_pool *p, uint64_t key) {
    uint64_t mask = (uint64_t)p->table_size - 1, at = (key ^ key >> 32) & mask;
    while (p->table[at] >= 0 && p->spots[p->table[at]].key != key)
        at = (at + 1) & mask;
    return (int32_t)at;
}

static bool grow(hra_graph_recorder *r) {
    hra_graph_pool *p = &r->now;
    int32_t capacity = p->capacity ? 2 * p->capacity : 256;
    hra_graph_spot *spots = realloc(p->spots, (size_t)capacity * sizeof *spots);
    if (spots)
        p->spots = spots;
    int32_t *table = malloc(2 * (size_t)capacity * sizeof *table);
    if (!spots || !table) {
        free(table);
        r->err = HRA_ENOMEM;
        return false;
    }
    free(p->table);
    p->table = table;
    p->capacity = capacity;
    p->table_size = 2 * capacity;
    for (int32_t i = 0; i < p->table_size; i++)
        table[i] = -1;
    for (int32_t i = 0; i < p->count; i++)
        table[slot_of(p, spots[i].key)] = i;
    return true;
}

static uint64_t key_of(const hra_graph_recorder *r, const void *s) {
    hra_game_canonical(r->marking.game, s, r->scratch);
    return hra_game_key(r->marking.game, r->scratch);
}

int32_t hra_graph_find(const hra_graph_recorder *r, const hra_graph_pool *p, const void *s) {
    return p->table_size ? p->table[slot_of(p, key_of(r, s))] : -1;
}

/* The spot of a state, a new one where it was not met, which is one that is pruned so far; -1: no room. */
static int32_t spot_of(hra_graph_recorder *r, const void *s) {
    hra_graph_pool *p = &r->now;
    uint64_t key = key_of(r, s);
    int32_t found = p->table_size ? p->table[slot_of(p, key)] : -1;
    if (found >= 0)
        return found;
    if (p->count == r->most) {
        p->more = true;
        return -1;
    }
    if (p->count == p->capacity && !grow(r))
        return -1;
    p->spots[p->count] = (hra_graph_spot){.key = key,
                                          .first = -1,
                                          .last = -1,
                                          .node = {.kind = HRA_TRACE_PRUNED,
                                                   .mover = HRA_OVER,
                                                   .parent = -1,
                                                   .first = -1,
                                                   .next = -1,
                                                   .probability = 1}};
    p->table[slot_of(p, key)] = p->count;
    return p->count++;
}

/* The way between two spots; a way that is gone once is not pruned. */
static void lead(hra_graph_recorder *r, int32_t from, int32_t to, bool pruned, hra_cut reason) {
    hra_graph_pool *p = &r->now;
    for (int32_t w = p->spots[from].first; w >= 0; w = p->ways[w].next)
        if (p->ways[w].to == to) {
            p->ways[w].pruned = p->ways[w].pruned && pruned;
            return;
        }
    if (p->way_count == p->way_capacity) {
        int32_t capacity = p->way_capacity ? 2 * p->way_capacity : 512;
        hra_graph_way *ways = realloc(p->ways, (size_t)capacity * sizeof *ways);
        if (!ways) {
            r->err = HRA_ENOMEM;
            return;
        }
        p->ways = ways;
        p->way_capacity = capacity;
    }
    int32_t way = p->way_count++;
    p->ways[way] = (hra_graph_way){.to = to, .next = -1, .pruned = pruned, .reason = reason};
    *(p->spots[from].last < 0 ? &p->spots[from].first : &p->ways[p->spots[from].last].next) = way;
    p->spots[from].last = way;
}

/* ---- the observer ---------------------------------------------------------------------------*/

static void iteration(void *self, int depth) {
    hra_graph_recorder *r = self;
    clear(&r->now);
    r->now.depth = depth;
    r->trees++;
}

static bool reach(hra_graph_recorder *r, int ply) {
    if (ply < r->plies)
        return true;
    int plies = 2 * ply + 64;
    hra_graph_visit *path = realloc(r->path, (size_t)plies * sizeof *path);
    if (path)
        r->path = path;
    unsigned char *states = realloc(r->states, (size_t)plies * r->marking.game->state_size);
    if (states)
        r->states = states;
    if (!path || !states) {
        r->err = HRA_ENOMEM;
        return false;
    }
    r->plies = plies;
    return true;
}

static void enter(void *self, const hra_node_enter *e) {
    hra_graph_recorder *r = self;
    size_t size = r->marking.game->state_size;
    if (e->ply == 0) {
        if (r->now.count > 0 || r->trees == 0)
            iteration(r, -1);
        memcpy(r->root, e->state, size);
    }
    if (r->err || !reach(r, e->ply))
        return;
    hra_graph_visit *visit = &r->path[e->ply];
    r->now.entered++;
    memcpy(r->states + (size_t)e->ply * size, e->state, size);
    *visit = (hra_graph_visit){.spot = -1};
    if (e->ply == 0 || r->path[e->ply - 1].spot >= 0)
        visit->spot = spot_of(r, e->state);
    hra_trace_fill(&visit->node, e);
    visit->node.parent = visit->node.first = visit->node.next = -1;
    if (visit->spot < 0)
        return;
    hra_graph_spot *spot = &r->now.spots[visit->spot];
    if (spot->node.kind == HRA_TRACE_PRUNED)
        spot->node = visit->node;
    if (e->ply > 0)
        lead(r, r->path[e->ply - 1].spot, visit->spot, false, HRA_CUT_BETA);
}

/* How far a value reaches; to the end of the game is farthest. */
static int reach_of(const hra_trace_node *node) {
    return node->depth < 0 ? HRA_TRACE_FOREVER + 1 : node->depth;
}

/* Whether a second visit tells more than is known. */
static bool tells_more(const hra_trace_node *known, const hra_trace_node *visit) {
    bool exact = known->bound == HRA_VALUE_EXACT, is_exact = visit->bound == HRA_VALUE_EXACT;
    if (!known->known)
        return true;
    if ((known->proof == HRA_UNKNOWN) != (visit->proof == HRA_UNKNOWN))
        return known->proof == HRA_UNKNOWN;
    return exact != is_exact ? is_exact : exact && reach_of(visit) > reach_of(known);
}

/* What both visits found, weighed by how often. */
static void join_means(hra_trace_node *known, const hra_trace_node *visit, int seats) {
    double a = (double)known->visits, b = (double)visit->visits;
    for (int k = 0; k < seats && known->bound == visit->bound; k++)
        known->value[k] = (a * known->value[k] + b * visit->value[k]) / (a + b);
}

static void keep_vectors(hra_graph_recorder *r, hra_graph_spot *spot, const hra_node_leave *l) {
    size_t seats = (size_t)r->marking.game->seats, count = (size_t)l->vector_count;
    count = count < HRA_TRACE_VECTORS ? count : HRA_TRACE_VECTORS;
    free(spot->vectors);
    spot->vectors = malloc(count * seats * sizeof *spot->vectors);
    if (!spot->vectors) {
        r->err = HRA_ENOMEM;
        return;
    }
    for (size_t v = 0; v < count; v++)
        memcpy(spot->vectors + v * seats, l->vectors + v * l->vector_stride, seats * sizeof(double));
    spot->node.vector_count = (int)count;
    spot->node.vectors_left_out = l->vector_count - (int)count;
}

static void take(hra_graph_recorder *r, hra_graph_visit *visit, const hra_node_leave *l) {
    hra_graph_spot *spot = &r->now.spots[visit->spot];
    hra_trace_node *node = &visit->node, *known = &spot->node;
    uint64_t visits = known->known ? known->visits : 0;
    if (l->leaf && node->kind != HRA_TRACE_END)
        node->kind = HRA_TRACE_LEAF;
    node->known = true;
    memcpy(node->value, l->value, (size_t)r->marking.game->seats * sizeof *node->value);
    node->bound = l->bound ? l->bound : HRA_VALUE_EXACT;
    node->proof = l->proof;
    node->visits = l->visits;
    if (tells_more(known, node)) {
        *known = *node;
        if (l->vector_count > 0)
            keep_vectors(r, spot, l);
    } else if (l->visits) {
        join_means(known, node, r->marking.game->seats);
    }
    known->visits = visits + l->visits;
}

static void leave(void *self, const hra_node_leave *l) {
    hra_graph_recorder *r = self;
    if (r->err || l->ply >= r->plies || r->now.count == 0)
        return;
    r->now.leaves += l->leaf;
    if (r->path[l->ply].spot >= 0)
        take(r, &r->path[l->ply], l);
    if (l->ply == 0) {
        hra_graph_pool before = r->last;
        r->now.complete = true;
        r->last = r->now;
        r->now = before;
        clear(&r->now);
        r->has_last = true;
    }
}

static void cut(void *self, int ply, hra_cut reason, double alpha, double beta, const hra_move *moves,
                int count) {
    hra_graph_recorder *r = self;
    const hra_game *game = r->marking.game;
    if (r->err || ply >= r->plies || r->now.count == 0)
        return;
    r->now.cuts += hra_trace_counts(reason);
    if (r->path[ply].spot < 0)
        return;
    hra_trace_cut(&r->path[ply].node, reason, alpha, beta);
    for (int i = 0; i < count && !r->err && reach(r, ply + 1); i++) {
        unsigned char *child = r->states + (size_t)(ply + 1) * game->state_size;
        memcpy(child, child - game->state_size, game->state_size);
        game->rules->apply(game, child, moves[i]);
        int32_t to = spot_of(r, child);
        if (to < 0)
            continue;
        lead(r, r->path[ply].spot, to, true, reason);
        if (r->now.spots[to].node.kind == HRA_TRACE_PRUNED) {
            r->now.spots[to].node.cut = true;
            r->now.spots[to].node.reason = reason;
        }
    }
}

/* ---- opening --------------------------------------------------------------------------------*/

static void recorder_close(hra_graph_recorder *r);

static hra_err recorder_open(hra_graph_recorder *r, const hra_game *game, hra_opponent_model others,
                             const hra_trace_limits *limits, hra_error *why) {
    hra_trace_limits l = limits ? *limits : (hra_trace_limits){0};
    hra_err err = hra_trace_limits_check(&l, why);
    *r = (hra_graph_recorder){.marking = {.game = game, .others = others, .limits = l}};
    if (err)
        return err;
    r->observer =
        (hra_observer){.self = r, .iteration = iteration, .enter = enter, .leave = leave, .cut = cut};
    r->most = l.nodes < HRA_TRACE_ROOM ? HRA_TRACE_ROOM : (int32_t)l.nodes;
    r->root = malloc(game->state_size);
    r->scratch = malloc(game->state_size);
    if (r->root && r->scratch)
        return HRA_OK;
    recorder_close(r);
    return hra_no_memory(why);
}

static void recorder_close(hra_graph_recorder *r) {
    release(&r->now);
    release(&r->last);
    free(r->path);
    free(r->states);
    free(r->root);
    free(r->scratch);
    r->root = r->scratch = NULL;
}

hra_err hra_graph_walk(hra_graph **out, hra_agent *agent, const hra_question *question,
                       const hra_trace_limits *limits, hra_analysis *result, hra_error *why) {
    const hra_player *player = hra_agent_player(agent);
    hra_graph_recorder r;
    hra_err err = recorder_open(&r, hra_player_info_of(player)->game,
                                hra_player_info_of(player)->kind->others, limits, why);
    if (err)
        return err;
    err = hra_trace_run(agent, question, &r.observer, result, why);
    if (!err)
        err = hra_graph_finish(&r, result, out, why);
    recorder_close(&r);
    return err;
}
