/* Finishing a graph: what is kept, levels, the best moves, words. */
#include <stdlib.h>
#include <string.h>

#include "graph_pool.h"

/* What finishing needs for the time it takes. */
typedef struct finishing {
    hra_graph_recorder *r;
    const hra_graph_pool *p;
    const hra_analysis *result;
    int pov;
    int32_t *queue; /* spots in the order in which they are kept, later by level */
    int32_t *level; /* of a spot, -1: not kept */
    int32_t *place; /* of a spot in the finished graph */
    int32_t *count; /* scratch, one a spot */
    int32_t kept;
    bool *line, *best;   /* of a spot: on the chosen line; of a way */
    hra_trace_pool star; /* a spot and those it leads to */
    unsigned char *states;
    hra_move *moves;
    double *probability;
    hra_graph *graph;
    int32_t capacity;    /* of edges */
    hra_text words;      /* what edges and positions point to, once all is there: */
    size_t *position_at; /* a kept one */
    size_t *text_at;     /* an edge; grows with them */
} finishing;

/* What outlives the finishing. */
typedef struct owned {
    hra_trace_node *nodes;
    hra_text words;
    double **vectors;
    uint32_t count;
} owned;

static bool open_finishing(finishing *f) {
    const hra_game *game = f->r->marking.game;
    size_t n = (size_t)f->p->count, ways = (size_t)f->p->way_count + 1;
    f->queue = malloc(n * sizeof *f->queue);
    f->level = malloc(n * sizeof *f->level);
    f->place = malloc(n * sizeof *f->place);
    f->count = calloc(n, sizeof *f->count);
    f->line = calloc(n, sizeof *f->line);
    f->best = calloc(ways, sizeof *f->best);
    f->star.nodes = malloc((n + 1) * sizeof *f->star.nodes);
    f->star.vectors_at = malloc((n + 1) * sizeof *f->star.vectors_at);
    f->moves = malloc(hra_game_move_capacity(game) * sizeof *f->moves);
    f->probability = malloc(hra_game_move_capacity(game) * sizeof *f->probability);
    f->graph = calloc(1, sizeof *f->graph);
    return f->queue && f->level && f->place && f->count && f->line && f->best && f->star.nodes &&
           f->star.vectors_at && f->moves && f->probability && f->graph;
}

static void close_finishing(finishing *f) {
    free(f->queue);
    free(f->level);
    free(f->place);
    free(f->count);
    free(f->line);
    free(f->best);
    free(f->star.nodes);
    free(f->star.vectors_at);
    free(f->star.numbers);
    free(f->states);
    free(f->moves);
    free(f->probability);
    free(f->position_at);
    free(f->text_at);
    hra_text_release(&f->words);
}

/* ---- what is best ---------------------------------------------------------------------------*/

/* Adds a spot to the star, its vectors among the others'. */
static bool add_to_star(finishing *f, int32_t spot, bool pruned) {
    hra_trace_pool *star = &f->star;
    const hra_graph_spot *from = &f->p->spots[spot];
    size_t count = (size_t)from->node.vector_count * (size_t)f->r->marking.game->seats;
    if (star->used + count > star->number_capacity) {
        double *numbers = realloc(star->numbers, 2 * (star->used + count) * sizeof *numbers);
        if (!numbers)
            return false;
        star->numbers = numbers;
        star->number_capacity = 2 * (star->used + count);
    }
    if (count)
        memcpy(star->numbers + star->used, from->vectors, count * sizeof(double));
    hra_trace_node *node = &star->nodes[star->count];
    *node = from->node;
    node->parent = star->count ? 0 : -1;
    node->first = node->next = -1;
    node->move = (hra_move)spot; /* the star's moves are spots */
    if (pruned) {
        node->kind = HRA_TRACE_PRUNED;
        node->known = false;
    }
    star->vectors_at[star->count++] = star->used;
    star->used += count;
    return true;
}

/* Where the result's move leads; -1: not known. */
static int32_t chosen_spot(finishing *f) {
    const hra_game *game = f->r->marking.game;
    unsigned char *child = malloc(game->state_size);
    if (!child)
        return -1;
    memcpy(child, f->r->root, game->state_size);
    game->rules->apply(game, child, f->result->move);
    int32_t spot = hra_graph_find(f->r, f->p, child);
    free(child);
    return spot;
}

/* Marks the best of the ways of a spot. */
static bool mark(finishing *f, int32_t spot) {
    const hra_graph_pool *p = f->p;
    hra_trace_pool *star = &f->star;
    star->count = 0;
    star->used = 0;
    bool ok = add_to_star(f, spot, false);
    int32_t at = 1, chosen = spot == 0 && !f->result->chance ? chosen_spot(f) : -1;
    for (int32_t w = p->spots[spot].first; w >= 0 && ok; w = p->ways[w].next)
        ok = add_to_star(f, p->ways[w].to, p->ways[w].pruned);
    if (!ok)
        return false;
    for (int32_t i = star->count - 1; i > 0; i--) {
        star->nodes[i].next = star->nodes[0].first;
        star->nodes[0].first = i;
        star->nodes[i].best = false;
    }
    hra_move wanted = (hra_move)chosen;
    hra_trace_mark_below(&f->r->marking, star, 0, chosen >= 0 ? &wanted : NULL);
    for (int32_t w = p->spots[spot].first; w >= 0; w = p->ways[w].next)
        f->best[w] = star->nodes[at++].best;
    return true;
}

/* What a spot is: one that was only evaluated on one visit may have been searched on another. */
static void settle(finishing *f) {
    for (int32_t i = 0; i < f->p->count; i++) {
        hra_trace_node *node = &f->p->spots[i].node;
        bool searched = false;
        for (int32_t w = f->p->spots[i].first; w >= 0; w = f->p->ways[w].next)
            searched = searched || !f->p->ways[w].pruned;
        if (node->kind == HRA_TRACE_LEAF && searched)
            node->kind = node->mover == HRA_CHANCE ? HRA_TRACE_CHANCE : HRA_TRACE_CHOICE;
        node->role = hra_trace_role(&f->r->marking, f->pov, node->mover);
    }
}

/* ---- what is kept, and where it stands ------------------------------------------------------*/

/* Whether a way is among those that the breadth allows: the best ones, then as they were gone. */
static bool within_breadth(const finishing *f, int32_t spot, int32_t way) {
    int breadth = f->r->marking.limits.breadth, before = 0;
    for (int32_t w = f->p->spots[spot].first; w >= 0 && breadth; w = f->p->ways[w].next)
        before += w != way && (f->best[w] != f->best[way] ? f->best[w] : w < way);
    return breadth == 0 || before < breadth;
}

/* From the root on, level by level, as many as there is room for. */
static void choose(finishing *f) {
    const hra_graph_pool *p = f->p;
    const hra_trace_limits *limits = &f->r->marking.limits;
    for (int32_t i = 0; i < p->count; i++)
        f->level[i] = -1;
    f->queue[f->kept++] = 0;
    f->level[0] = 0;
    for (int32_t k = 0; k < f->kept; k++) {
        int32_t spot = f->queue[k];
        if (limits->depth && f->level[spot] >= limits->depth)
            continue;
        for (int32_t w = p->spots[spot].first; w >= 0; w = p->ways[w].next) {
            int32_t to = p->ways[w].to;
            if (f->level[to] >= 0 || f->kept >= (int32_t)limits->nodes || !within_breadth(f, spot, w))
                continue;
            f->level[to] = f->level[spot] + 1;
            f->queue[f->kept++] = to;
        }
    }
}

/* Where no play comes back, the level is the longest way from the root: so each move leads down. */
static void lower(finishing *f) {
    const hra_graph_pool *p = f->p;
    int32_t *order = f->place, done = 0; /* free until places are given */
    for (int32_t k = 0; k < f->kept; k++)
        for (int32_t w = p->spots[f->queue[k]].first; w >= 0; w = p->ways[w].next)
            f->count[p->ways[w].to] += f->level[p->ways[w].to] >= 0;
    if (f->count[0] == 0)
        order[done++] = 0;
    for (int32_t k = 0; k < done; k++)
        for (int32_t w = p->spots[order[k]].first; w >= 0; w = p->ways[w].next)
            if (f->level[p->ways[w].to] >= 0 && --f->count[p->ways[w].to] == 0)
                order[done++] = p->ways[w].to;
    f->graph->cyclic = done < f->kept;
    for (int32_t k = 0; k < done && !f->graph->cyclic; k++)
        for (int32_t w = p->spots[order[k]].first; w >= 0; w = p->ways[w].next) {
            int32_t to = p->ways[w].to;
            if (f->level[to] >= 0 && f->level[to] <= f->level[order[k]])
                f->level[to] = f->level[order[k]] + 1;
        }
}

/* Puts the queue in the order of levels, and gives the places. */
static bool sort(finishing *f) {
    int32_t deepest = 0, at = 0;
    int32_t *sorted = malloc((size_t)f->kept * sizeof *sorted);
    if (!sorted)
        return false;
    for (int32_t k = 0; k < f->kept; k++)
        deepest = f->level[f->queue[k]] > deepest ? f->level[f->queue[k]] : deepest;
    for (int32_t level = 0; level <= deepest; level++)
        for (int32_t k = 0; k < f->kept; k++)
            if (f->level[f->queue[k]] == level)
                sorted[at++] = f->queue[k];
    memcpy(f->queue, sorted, (size_t)f->kept * sizeof *sorted);
    free(sorted);
    for (int32_t k = 0; k < f->kept; k++)
        f->place[f->queue[k]] = k;
    return true;
}

/* The chosen line: all that is best from the root on. */
static void draw_line(finishing *f) {
    const hra_graph_pool *p = f->p;
    int32_t n = 0;
    f->count[n++] = 0;
    f->line[0] = true;
    for (int32_t k = 0; k < n; k++)
        for (int32_t w = p->spots[f->count[k]].first; w >= 0; w = p->ways[w].next)
            if (f->best[w] && !f->line[p->ways[w].to]) {
                f->line[p->ways[w].to] = true;
                f->count[n++] = p->ways[w].to;
            }
}

/* ---- the finished graph ---------------------------------------------------------------------*/

/* Lists the moves of a state with the probabilities that its mover's moves have. */
static int list_moves(finishing *f, const hra_trace_node *node, const unsigned char *s) {
    const hra_game *game = f->r->marking.game;
    if (node->kind == HRA_TRACE_CHANCE)
        return game->rules->chance_outcomes(game, s, f->moves, f->probability);
    int n = hra_game_moves(game, s, f->moves);
    for (int i = 0; i < n; i++)
        f->probability[i] = node->role == HRA_ROLE_RANDOM ? 1.0 / n : 0;
    return n;
}

static int32_t way_between(const hra_graph_pool *p, int32_t from, int32_t to) {
    int32_t w = p->spots[from].first;
    while (w >= 0 && p->ways[w].to != to)
        w = p->ways[w].next;
    return w;
}

/* The edge of this position that leads to another, a new one where there is none yet. */
static hra_graph_edge *edge_to(finishing *f, uint32_t first, int32_t from, int32_t to) {
    hra_graph *g = f->graph;
    for (uint32_t e = first; e < g->edge_count; e++)
        if (g->edges[e].to == to)
            return &g->edges[e];
    if ((int32_t)g->edge_count == f->capacity) {
        f->capacity = f->capacity ? 2 * f->capacity : 256;
        hra_graph_edge *edges = realloc(g->edges, (size_t)f->capacity * sizeof *edges);
        if (edges)
            g->edges = edges;
        size_t *at = realloc(f->text_at, (size_t)f->capacity * sizeof *at);
        if (at)
            f->text_at = at;
        if (!edges || !at)
            return NULL;
    }
    hra_graph_edge *edge = &g->edges[g->edge_count++];
    *edge = (hra_graph_edge){.from = from, .to = to};
    return edge;
}

/* The first position to lead one level down to another tells it. */
static void tell(finishing *f, int32_t from, const hra_graph_edge *edge) {
    const hra_game *game = f->r->marking.game;
    hra_trace_node *nodes = ((owned *)f->graph->own)->nodes, *node = &nodes[edge->to], *above = &nodes[from];
    if (node->parent >= 0 || node->ply != above->ply + 1)
        return;
    node->parent = from;
    node->move = edge->move;
    node->best = edge->best;
    int32_t *link = &above->first;
    while (*link >= 0)
        link = &nodes[*link].next;
    *link = edge->to;
    above->children++;
    unsigned char *s = f->states + (size_t)edge->to * game->state_size;
    memcpy(s, f->states + (size_t)from * game->state_size, game->state_size);
    game->rules->apply(game, s, edge->move);
}

/* The edges of a position, whose state is there; and the states of those that it tells. */
static bool add_edges(finishing *f, int32_t place) {
    const hra_game *game = f->r->marking.game;
    const hra_graph_pool *p = f->p;
    hra_graph *g = f->graph;
    hra_trace_node *node = &((owned *)g->own)->nodes[place];
    int32_t spot = f->queue[place];
    const unsigned char *s = f->states + (size_t)place * game->state_size;
    unsigned char *child = f->states + (size_t)f->kept * game->state_size;
    uint32_t first = g->edge_count;
    int n = p->spots[spot].first < 0 ? 0 : list_moves(f, node, s);
    for (int i = 0; i < n; i++) {
        memcpy(child, s, game->state_size);
        game->rules->apply(game, child, f->moves[i]);
        int32_t to = hra_graph_find(f->r, p, child), way = to < 0 ? -1 : way_between(p, spot, to);
        if (way < 0 || f->level[to] < 0) {
            node->left_out += way >= 0;
            continue;
        }
        hra_graph_edge *edge = edge_to(f, first, place, f->place[to]);
        if (!edge)
            return false;
        if (edge->alike++ == 0) {
            edge->move = f->moves[i];
            edge->pruned = p->ways[way].pruned;
            edge->reason = p->ways[way].reason;
            edge->best = f->best[way];
            edge->line = f->best[way] && f->line[spot];
            f->text_at[edge - g->edges] = f->words.length;
            game->rules->text->show_move(game, s, f->moves[i], &f->words);
            hra_text_add_char(&f->words, '\0');
        }
        edge->probability += f->probability[i];
        if (node->kind != HRA_TRACE_CHANCE && node->role != HRA_ROLE_RANDOM)
            edge->probability = 1;
        tell(f, place, edge);
    }
    return true;
}

static bool build(finishing *f) {
    const hra_game *game = f->r->marking.game;
    owned *own = calloc(1, sizeof *own);
    f->graph->own = own;
    f->states = malloc(((size_t)f->kept + 1) * game->state_size);
    f->position_at = malloc((size_t)f->kept * sizeof *f->position_at);
    if (!own || !f->states || !f->position_at)
        return false;
    own->nodes = malloc((size_t)f->kept * sizeof *own->nodes);
    own->vectors = calloc((size_t)f->kept, sizeof *own->vectors);
    if (!own->nodes || !own->vectors)
        return false;
    own->count = (uint32_t)f->kept;
    for (int32_t k = 0; k < f->kept; k++) {
        own->nodes[k] = f->p->spots[f->queue[k]].node;
        own->nodes[k].ply = f->level[f->queue[k]];
        own->nodes[k].line = f->line[f->queue[k]];
        own->vectors[k] = f->p->spots[f->queue[k]].vectors;
        own->nodes[k].vectors = own->vectors[k];
        f->p->spots[f->queue[k]].vectors = NULL; /* they belong to the graph now */
    }
    memcpy(f->states, f->r->root, game->state_size);
    own->nodes[0].best = true;
    for (int32_t k = 0; k < f->kept; k++) {
        f->position_at[k] = f->words.length;
        if (own->nodes[k].kind != HRA_TRACE_PRUNED)
            game->rules->text->write_position(game, f->states + (size_t)k * game->state_size, &f->words);
        hra_text_add_char(&f->words, '\0');
        if (!add_edges(f, k))
            return false;
    }
    return !f->words.err;
}

/* Pointers into the words, which move no more. */
static void point(finishing *f) {
    owned *own = f->graph->own;
    own->words = f->words;
    hra_text_init(&f->words);
    for (uint32_t k = 0; k < own->count; k++) {
        own->nodes[k].text = "";
        own->nodes[k].position = own->words.data + f->position_at[k];
        own->nodes[k].probability = 1;
    }
    for (uint32_t e = 0; e < f->graph->edge_count; e++) {
        hra_graph_edge *edge = &f->graph->edges[e];
        hra_trace_node *to = &own->nodes[edge->to];
        edge->text = own->words.data + f->text_at[e];
        if (to->parent != edge->from)
            continue;
        to->text = edge->text;
        to->probability = edge->probability;
    }
    f->graph->tree = (hra_trace_tree){.nodes = own->nodes,
                                      .count = own->count,
                                      .seats = f->r->marking.game->seats,
                                      .pov = f->pov,
                                      .entered = f->p->entered,
                                      .leaves = f->p->leaves,
                                      .cuts = f->p->cuts,
                                      .trees = f->r->trees,
                                      .depth = f->p->depth,
                                      .complete = f->p->complete};
    f->graph->positions = (uint64_t)f->p->count;
    f->graph->more = f->p->more;
}

static int first_mover(const hra_graph_pool *p) {
    int mover = HRA_CHANCE;
    for (int32_t i = 0; i < p->count && mover < 0; i++)
        mover = p->spots[i].node.mover;
    return mover;
}

hra_err hra_graph_finish(hra_graph_recorder *r, const hra_analysis *result, hra_graph **out, hra_error *why) {
    const hra_graph_pool *p = r->has_last ? &r->last : &r->now;
    if (!r->err && p->count == 0)
        return hra_fail(why, HRA_ESTATE, -1, "no search was traced");
    finishing f = {.r = r, .p = p, .result = result};
    f.pov = hra_trace_pov_of(&r->marking, first_mover(p));
    hra_text_init(&f.words);
    bool ok = !r->err && open_finishing(&f);
    if (ok) {
        settle(&f);
        for (int32_t i = 0; i < p->count && ok; i++)
            ok = p->spots[i].first < 0 || mark(&f, i);
    }
    if (ok) {
        choose(&f);
        lower(&f);
        ok = sort(&f);
    }
    if (ok) {
        draw_line(&f);
        ok = build(&f);
    }
    if (ok)
        point(&f);
    else
        hra_graph_close(f.graph);
    close_finishing(&f);
    if (ok)
        *out = f.graph;
    return ok ? HRA_OK : hra_no_memory(why);
}

void hra_graph_close(hra_graph *g) {
    owned *own = g ? g->own : NULL;
    for (uint32_t k = 0; own && own->vectors && k < own->count; k++)
        free(own->vectors[k]);
    if (own) {
        free(own->nodes);
        free(own->vectors);
        hra_text_release(&own->words);
    }
    free(own);
    if (g)
        free(g->edges);
    free(g);
}
