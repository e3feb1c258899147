/* Finishing a trace: links, the choice of what is kept, words. */
#include <stdlib.h>
#include <string.h>

#include "players/agent.h"
#include "search/trace/trace.h"
#include "trace_pool.h"

/* What finishing needs for the time it takes. */
typedef struct finishing {
    hra_trace *trace;
    hra_trace_pool *pool;
    int32_t *ranked;  /* nodes in the order in which they are kept */
    int32_t *rank;    /* of a node, -1: not kept */
    bool *expanded;   /* a node whose children have been looked at */
    uint64_t *below;  /* nodes entered in the subtree, itself included */
    uint64_t *cuts;   /* cut-offs of the subtree */
    int32_t *place;   /* in the finished tree */
    size_t *words_at; /* two a finished node: where its move and its position begin */
    int32_t kept;
    unsigned char *states; /* one a ply */
    hra_move *moves;
    double *probability;
} finishing;

static bool open_finishing(finishing *f, hra_trace *t, hra_trace_pool *p) {
    const hra_game *game = t->game;
    size_t n = (size_t)p->count, width = (size_t)game->max_moves + (size_t)game->max_chances + 1;
    *f = (finishing){.trace = t, .pool = p};
    f->ranked = malloc(n * sizeof *f->ranked);
    f->rank = malloc(n * sizeof *f->rank);
    f->expanded = calloc(n, sizeof *f->expanded);
    f->below = calloc(n, sizeof *f->below);
    f->cuts = calloc(n, sizeof *f->cuts);
    f->place = malloc(n * sizeof *f->place);
    f->words_at = malloc(2 * n * sizeof *f->words_at);
    f->states = malloc(((size_t)p->deepest + 2) * game->state_size);
    f->moves = malloc(width * sizeof *f->moves);
    f->probability = malloc(width * sizeof *f->probability);
    return f->ranked && f->rank && f->expanded && f->below && f->cuts && f->place && f->words_at &&
           f->states && f->moves && f->probability;
}

static void close_finishing(finishing *f) {
    free(f->ranked);
    free(f->rank);
    free(f->expanded);
    free(f->below);
    free(f->cuts);
    free(f->place);
    free(f->words_at);
    free(f->states);
    free(f->moves);
    free(f->probability);
}

/* First children, next ones and their number out of the parents. */
static void link_nodes(hra_trace_pool *p) {
    for (int32_t i = p->count - 1; i > 0; i--) {
        hra_trace_node *parent = &p->nodes[p->nodes[i].parent];
        p->nodes[i].next = parent->first;
        parent->first = i;
        parent->children++;
    }
}

static void sum_up(finishing *f) {
    const hra_trace_pool *p = f->pool;
    for (int32_t i = p->count - 1; i >= 0; i--) {
        const hra_trace_node *node = &p->nodes[i];
        bool pruned = node->kind == HRA_TRACE_PRUNED;
        f->below[i] += node->folded + !pruned;
        f->cuts[i] += node->folded_cuts + (!pruned && node->cut && hra_trace_counts(node->reason));
        if (i > 0) {
            f->below[node->parent] += f->below[i];
            f->cuts[node->parent] += f->cuts[i];
        }
    }
}

/* ---- what is kept ---------------------------------------------------------------------------*/

static void take(finishing *f, int32_t i) {
    f->rank[i] = f->kept;
    f->ranked[f->kept++] = i;
}

/* Which children a breadth allows: the best ones, then by visits, what chance brings more often, and in the
 * order of the search. */
static bool within_breadth(const finishing *f, int32_t i, int breadth) {
    const hra_trace_node *nodes = f->pool->nodes, *node = &nodes[i];
    int before = 0;
    for (int32_t c = nodes[node->parent].first; c >= 0; c = nodes[c].next) {
        if (c == i)
            continue;
        bool ahead = nodes[c].best != node->best                 ? nodes[c].best
                     : nodes[c].visits != node->visits           ? nodes[c].visits > node->visits
                     : nodes[c].probability != node->probability ? nodes[c].probability > node->probability
                                                                 : c < i;
        before += ahead;
    }
    return before < breadth;
}

/* Keeps the children of a node, all that the breadth allows or none. Of a root with more than there is room
 * for, such as a throw of five dice, some are kept, with room for what follows. */
static void expand(finishing *f, int32_t i, int32_t most) {
    const hra_trace_node *nodes = f->pool->nodes;
    int breadth = f->trace->limits.breadth;
    int32_t count = nodes[i].children;
    if (i == 0 && count > most - f->kept && (breadth == 0 || breadth > most - f->kept))
        breadth = most - f->kept > 4 ? (most - f->kept) / 4 : 1;
    if (breadth > 0 && count > breadth)
        count = breadth;
    if (f->expanded[i] || count > most - f->kept)
        return;
    f->expanded[i] = true;
    for (int32_t c = nodes[i].first; c >= 0; c = nodes[c].next)
        if (breadth == 0 || nodes[i].children <= breadth || within_breadth(f, c, breadth))
            take(f, c);
}

/* The chosen line and its alternatives may take half of the room, the rest goes ply by ply. */
static void choose(finishing *f) {
    const hra_trace_pool *p = f->pool;
    int32_t most = (int32_t)f->trace->limits.nodes;
    for (int32_t i = 0; i < p->count; i++)
        f->rank[i] = -1;
    take(f, 0);
    for (int32_t k = 0; k < f->kept; k++)
        if (p->nodes[f->ranked[k]].line)
            expand(f, f->ranked[k], most / 2);
    for (int ply = 0; ply < p->deepest; ply++)
        for (int32_t k = 0; k < f->kept; k++)
            if (p->nodes[f->ranked[k]].ply == ply)
                expand(f, f->ranked[k], most);
}

/* ---- the finished tree ----------------------------------------------------------------------*/

static double probability_of(finishing *f, const hra_trace_node *parent, const unsigned char *s,
                             hra_move move) {
    const hra_game *game = f->trace->game;
    if (parent->kind != HRA_TRACE_CHANCE)
        return parent->role == HRA_ROLE_RANDOM ? 1.0 / game->rules->moves(game, s, f->moves) : 1;
    int n = game->rules->chance_outcomes(game, s, f->moves, f->probability);
    for (int k = 0; k < n; k++)
        if (f->moves[k] == move)
            return f->probability[k];
    return 0;
}

/* Fills node `place` from node i, whose state is made here, and finds its words. */
static void fill(finishing *f, int32_t i, int32_t place) {
    hra_trace *t = f->trace;
    const hra_game *game = t->game;
    const hra_trace_node *from = &f->pool->nodes[i];
    hra_trace_node *node = &t->out[place];
    unsigned char *s = f->states + (size_t)from->ply * game->state_size;
    *node = *from;
    node->first = node->next = -1;
    node->children = 0;
    node->rank = (uint32_t)f->rank[i];
    node->folded = f->below[i] ? f->below[i] - (from->kind != HRA_TRACE_PRUNED) : 0;
    node->folded_cuts =
        f->cuts[i] - (from->kind != HRA_TRACE_PRUNED && from->cut && hra_trace_counts(from->reason));
    f->place[i] = place;
    f->words_at[2 * place] = t->words.length;
    if (i == 0) {
        memcpy(s, t->root, game->state_size);
    } else {
        const unsigned char *above = s - game->state_size;
        game->rules->text->show_move(game, above, from->move, &t->words);
        if (from->kind == HRA_TRACE_PRUNED)
            node->probability = probability_of(f, &f->pool->nodes[from->parent], above, from->move);
        memcpy(s, above, game->state_size);
        game->rules->apply(game, s, from->move);
    }
    hra_text_add_char(&t->words, '\0');
    f->words_at[2 * place + 1] = t->words.length;
    if (from->kind != HRA_TRACE_PRUNED)
        game->rules->text->write_position(game, s, &t->words);
    hra_text_add_char(&t->words, '\0');
}

/* Copies what is kept, in preorder; the states of the path lie one a ply. */
static void build(finishing *f) {
    hra_trace *t = f->trace;
    const hra_trace_pool *p = f->pool;
    int32_t place = 0;
    for (int32_t i = 0; i < p->count; i++)
        if (f->rank[i] >= 0)
            fill(f, i, place++);
    for (int32_t i = p->count - 1; i > 0; i--) {
        if (f->rank[i] < 0) {
            if (f->rank[p->nodes[i].parent] >= 0)
                t->out[f->place[p->nodes[i].parent]].left_out++;
            continue;
        }
        hra_trace_node *node = &t->out[f->place[i]];
        node->parent = f->place[node->parent];
        hra_trace_node *parent = &t->out[node->parent];
        node->next = parent->first;
        parent->first = f->place[i];
        parent->children++;
        parent->folded -= f->below[i];
        parent->folded_cuts -= f->cuts[i];
    }
}

/* Pointers into text and numbers, which move no more. */
static bool point(finishing *f) {
    hra_trace *t = f->trace;
    hra_trace_pool *p = f->pool;
    if (t->words.err)
        return false;
    free(t->numbers);
    t->numbers = malloc((p->used + 1) * sizeof *t->numbers);
    if (!t->numbers)
        return false;
    if (p->used)
        memcpy(t->numbers, p->numbers, p->used * sizeof *t->numbers);
    for (int32_t i = 0; i < p->count; i++)
        if (f->rank[i] >= 0) {
            hra_trace_node *node = &t->out[f->place[i]];
            node->text = t->words.data + f->words_at[2 * f->place[i]];
            node->position = t->words.data + f->words_at[2 * f->place[i] + 1];
            node->vectors = node->vector_count ? t->numbers + p->vectors_at[i] : NULL;
        }
    return true;
}

hra_err hra_trace_finish(hra_trace *t, const hra_analysis *result, hra_error *why) {
    hra_trace_pool *p = t->has_last ? &t->last : &t->now;
    finishing f = {0};
    if (t->finished || (p->count == 0 && !t->err))
        return hra_fail(why, HRA_ESTATE, -1, "no search was traced");
    bool ok = !t->err && open_finishing(&f, t, p);
    if (ok) {
        link_nodes(p);
        hra_trace_mark(t, p, result);
        sum_up(&f);
        choose(&f);
        free(t->out);
        t->out = malloc((size_t)f.kept * sizeof *t->out);
        hra_text_clear(&t->words);
        ok = t->out != NULL;
    }
    if (ok) {
        build(&f);
        ok = point(&f);
        t->tree = (hra_trace_tree){.nodes = t->out,
                                   .count = (uint32_t)f.kept,
                                   .seats = t->game->seats,
                                   .pov = hra_trace_pov(t, p),
                                   .entered = p->entered,
                                   .leaves = p->leaves,
                                   .cuts = p->cuts,
                                   .trees = t->trees,
                                   .depth = p->depth,
                                   .complete = p->complete};
    }
    close_finishing(&f);
    p->count = 0;
    t->finished = ok;
    return ok ? HRA_OK : hra_no_memory(why);
}

/* ---- what its numbers are --------------------------------------------------------------------*/

static bool rests_on_judgement(const hra_trace_tree *tree, const hra_trace_node *node) {
    bool open = node->left_out || node->folded || node->first < 0;
    if (node->kind == HRA_TRACE_END || node->kind == HRA_TRACE_PRUNED)
        return false;
    if (node->kind == HRA_TRACE_LEAF || open)
        return true;
    for (int32_t c = node->first; c >= 0; c = tree->nodes[c].next)
        if (rests_on_judgement(tree, &tree->nodes[c]))
            return true;
    return false;
}

bool hra_trace_estimates(const hra_trace_tree *tree, const hra_analysis *result, const hra_trace_node *node) {
    return result->kind == HRA_VALUE_ESTIMATE && node->known && node->bound == HRA_VALUE_EXACT &&
           rests_on_judgement(tree, node);
}

/* ---- the whole of it ------------------------------------------------------------------------*/

hra_err hra_trace_run(hra_agent *agent, const hra_question *question, const hra_observer *observer,
                      hra_analysis *result, hra_error *why) {
    hra_err err = hra_agent_set_observer(agent, observer) == HRA_OK
                      ? hra_agent_ask(agent, question, result)
                      : hra_agent_turn_tree(agent, question, observer, result);
    (void)hra_agent_set_observer(agent, NULL); /* the observer may go before the agent */
    if (err)
        hra_fail(why, err, -1, "%s", result->why.code == err ? result->why.text : hra_err_text(err));
    return err;
}

hra_err hra_trace_walk(hra_trace **out, hra_agent *agent, const hra_question *question,
                       const hra_trace_limits *limits, hra_analysis *result, hra_error *why) {
    const hra_player *player = hra_agent_player(agent);
    hra_trace *t;
    hra_err err = hra_trace_open(&t, hra_player_info_of(player)->game,
                                 hra_player_info_of(player)->kind->others, limits, why);
    if (err)
        return err;
    err = hra_trace_run(agent, question, hra_trace_observer(t), result, why);
    if (!err)
        err = hra_trace_finish(t, result, why);
    if (err)
        hra_trace_close(t);
    else
        *out = t;
    return err;
}
