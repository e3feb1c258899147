/* Records simulations of MCTS, with the tree that grows by them. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "simulations.h"
#include "trace_pool.h"

typedef struct grown {
    hra_grown_node node;
    hra_move move;
    char *position; /* owned, as the text of the node */
} grown;

typedef struct recorded {
    hra_simulated s; /* its lists are its own */
    int *path;
} recorded;

struct hra_simulations {
    const hra_game *game;
    unsigned char *root, *state;
    grown *nodes;
    int count, capacity;
    recorded *all;
    int recorded, most;
    hra_err err;
};

/* ---- the tree -----------------------------------------------------------------------------------*/

int hra_simulations_child(const hra_simulations *h, int node, hra_move move) {
    for (int i = node + 1; i < h->count; i++)
        if (h->nodes[i].node.parent == node && h->nodes[i].move == move)
            return i;
    return -1;
}

/* The text of a move in h->state; NULL: no memory. */
static char *text_of(const hra_simulations *h, hra_move move) {
    hra_text text;
    hra_text_init(&text);
    h->game->rules->text->show_move(h->game, h->state, move, &text);
    char *copy = text.err ? NULL : strdup(hra_text_string(&text));
    hra_text_release(&text);
    return copy;
}

/* h->state on one line; NULL: no memory. */
static char *position_of(const hra_simulations *h) {
    hra_text text;
    hra_text_init(&text);
    h->game->rules->text->write_position(h->game, h->state, &text);
    char *copy = text.err ? NULL : strdup(hra_text_string(&text));
    hra_text_release(&text);
    return copy;
}

/* Adds a node for what h->state is after the move; -1: no memory. */
static int add_node(hra_simulations *h, int parent, hra_move move, char *text, uint64_t born) {
    if (h->count == h->capacity) {
        const int capacity = h->capacity ? 2 * h->capacity : 64;
        grown *nodes = realloc(h->nodes, (size_t)capacity * sizeof *nodes);
        if (nodes) {
            h->nodes = nodes;
            h->capacity = capacity;
        }
    }
    char *position = position_of(h);
    if (!text || !position || h->count == h->capacity) {
        free(text);
        free(position);
        h->err = HRA_ENOMEM;
        return -1;
    }
    h->nodes[h->count] = (grown){.node = {.parent = parent,
                                          .ply = parent < 0 ? 0 : h->nodes[parent].node.ply + 1,
                                          .mover = h->game->rules->to_move(h->game, h->state),
                                          .text = text,
                                          .born = born},
                                 .move = move,
                                 .position = position};
    return h->count++;
}

/* The nodes of a path, of which the last ones may be new. */
static void follow(hra_simulations *h, const hra_simulated *s, int *path) {
    path[0] = 0;
    memcpy(h->state, h->root, h->game->state_size);
    for (int i = 0; i < s->length && !h->err; i++) {
        path[i + 1] = hra_simulations_child(h, path[i], s->moves[i]);
        char *text = path[i + 1] < 0 ? text_of(h, s->moves[i]) : NULL;
        const bool is_new = path[i + 1] < 0;
        h->game->rules->apply(h->game, h->state, s->moves[i]);
        if (is_new)
            path[i + 1] = add_node(h, path[i], s->moves[i], text, s->number);
    }
}

/* ---- the observer -------------------------------------------------------------------------------*/

static void *copy_of(const void *from, size_t bytes) {
    void *to = malloc(bytes ? bytes : 1);
    if (to && bytes)
        memcpy(to, from, bytes);
    return to;
}

static void simulated(void *self, const hra_simulated *s) {
    hra_simulations *h = self;
    const size_t nodes = (size_t)s->length + 1, seats = (size_t)h->game->seats;
    if (h->recorded == h->most || h->err)
        return;
    recorded *to = &h->all[h->recorded++];
    to->s = *s;
    to->path = malloc(nodes * sizeof *to->path);
    to->s.moves = copy_of(s->moves, (size_t)s->length * sizeof *s->moves);
    to->s.children = copy_of(s->children, (size_t)s->count * sizeof *s->children);
    to->s.value = copy_of(s->value, seats * sizeof *s->value);
    to->s.visits = copy_of(s->visits, nodes * sizeof *s->visits);
    to->s.means = copy_of(s->means, nodes * seats * sizeof *s->means);
    to->s.playout = copy_of(s->playout, (size_t)s->playout_length * sizeof *s->playout);
    if (!to->path || !to->s.playout || !to->s.moves || !to->s.children || !to->s.value || !to->s.visits ||
        !to->s.means)
        h->err = HRA_ENOMEM;
    else
        follow(h, s, to->path);
}

/* The tree at the end is not needed. */
static void enter(void *self, const hra_node_enter *entering) {
    (void)self;
    (void)entering;
}

static void leave(void *self, const hra_node_leave *leaving) {
    (void)self;
    (void)leaving;
}

/* ---- opening and closing ------------------------------------------------------------------------*/

void hra_simulations_close(hra_simulations *h) {
    if (!h)
        return;
    for (int i = 0; i < h->count; i++) {
        free((void *)(uintptr_t)h->nodes[i].node.text);
        free(h->nodes[i].position);
    }
    for (int i = 0; i < h->recorded; i++) {
        const hra_simulated *s = &h->all[i].s;
        const void *const lists[] = {s->moves, s->children, s->value, s->visits, s->means, s->playout};
        for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
            free((void *)(uintptr_t)lists[k]);
        free(h->all[i].path);
    }
    free(h->all);
    free(h->nodes);
    free(h->root);
    free(h->state);
    free(h);
}

static hra_err open_all(hra_simulations **out, const hra_game *game, const void *state, int most) {
    hra_simulations *h = *out = calloc(1, sizeof *h);
    if (!h)
        return HRA_ENOMEM;
    h->game = game;
    h->most = most;
    h->root = copy_of(state, game->state_size);
    h->state = copy_of(state, game->state_size);
    h->all = calloc((size_t)most, sizeof *h->all);
    if (!h->root || !h->state || !h->all)
        return HRA_ENOMEM;
    return add_node(h, -1, 0, strdup(""), 0) < 0 ? HRA_ENOMEM : HRA_OK;
}

hra_err hra_simulations_walk(hra_simulations **out, hra_agent *agent, const hra_question *question, int most,
                             hra_analysis *result, hra_error *why) {
    const hra_player_info *info = hra_player_info_of(hra_agent_player(agent));
    hra_simulations *h = NULL;
    *out = NULL;
    if (most < 1)
        return hra_fail(why, HRA_EINPUT, -1, "at least one simulation is recorded");
    if (info->game->rules->to_move(info->game, question->state) == HRA_CHANCE)
        return hra_fail(why, HRA_EFIT, -1,
                        _("chance is to move; simulations are shown one at a time if a seat is to move"));
    hra_err err = open_all(&h, info->game, question->state, most) ? hra_no_memory(why) : HRA_OK;
    const hra_observer observer = {.self = h, .enter = enter, .leave = leave, .simulated = simulated};
    hra_agent_forget(agent); /* the tree of an older search would not be recorded */
    if (!err)
        err = hra_trace_run(agent, question, &observer, result, why);
    if (!err && h->err)
        err = hra_no_memory(why);
    if (!err && !h->recorded)
        err = hra_fail(why, HRA_EFIT, -1,
                       _("%s: it has no simulations one at a time; use mcts with one thread"), info->spec);
    if (err)
        hra_simulations_close(h);
    else
        *out = h;
    return err;
}

const hra_grown_node *hra_simulations_node(const hra_simulations *h, int node) {
    return node < 0 || node >= h->count ? NULL : &h->nodes[node].node;
}

const hra_simulated *hra_simulations_get(const hra_simulations *h, int index, const int **path) {
    if (index < 0 || index >= h->recorded)
        return NULL;
    if (path)
        *path = h->all[index].path;
    return &h->all[index].s;
}

/* ---- the tree at the end --------------------------------------------------------------------------*/

int hra_simulations_seat(const hra_simulations *h, int node) {
    if (node < 0 || node >= h->count)
        return 0;
    const int parent = h->nodes[node].node.parent;
    const int mover = h->nodes[parent < 0 ? node : parent].node.mover;
    return mover < 0 ? 0 : mover;
}

/* What the last of the first `done` backups that came through a node made of it. */
static void take_counts(const hra_simulations *h, int node, int done, hra_trace_node *out) {
    const size_t seats = (size_t)h->game->seats;
    const int ply = h->nodes[node].node.ply;
    for (int i = done < h->recorded ? done : h->recorded; i-- > 0;) {
        const recorded *r = &h->all[i];
        if (ply > r->s.length || r->path[ply] != node)
            continue;
        out->known = true;
        out->visits = r->s.visits[ply];
        out->left = r->s.number;
        memcpy(out->value, r->s.means + (size_t)ply * seats, seats * sizeof *out->value);
        return;
    }
}

void hra_simulations_trace_node(const hra_simulations *h, int node, int done, hra_trace_node *out) {
    if (node < 0 || node >= h->count) {
        *out = (hra_trace_node){.parent = -1, .first = -1, .next = -1};
        return;
    }
    const hra_grown_node *from = &h->nodes[node].node;
    const bool over = from->mover == HRA_OVER;
    *out = (hra_trace_node){.parent = from->parent,
                            .first = -1,
                            .next = -1,
                            .ply = from->ply,
                            .kind = over                        ? HRA_TRACE_END
                                    : from->mover == HRA_CHANCE ? HRA_TRACE_CHANCE
                                                                : HRA_TRACE_CHOICE,
                            .mover = from->mover,
                            .role = from->mover >= 0 ? HRA_ROLE_OWN : HRA_ROLE_NONE,
                            .move = h->nodes[node].move,
                            .text = from->text,
                            .position = h->nodes[node].position,
                            .probability = 1,
                            .depth = -1,
                            .bound = HRA_VALUE_MEAN,
                            .pov = -1,
                            .order = (uint64_t)node + 1,
                            .entered = from->born,
                            .rank = (uint32_t)node};
    take_counts(h, node, done, out);
}

static void add_trace_node(const hra_simulations *h, int node, hra_trace_node *nodes, int *last) {
    const int parent = h->nodes[node].node.parent;
    hra_simulations_trace_node(h, node, h->recorded, &nodes[node]);
    last[node] = -1;
    if (parent < 0)
        return;
    const int before = last[parent];
    *(before < 0 ? &nodes[parent].first : &nodes[before].next) = node;
    nodes[parent].children++;
    last[parent] = node;
}

/* The path of the most visits; of the root, the move that was chosen. */
static void mark_line(const hra_simulations *h, hra_trace_node *nodes, const hra_analysis *result) {
    nodes[0].best = nodes[0].line = true;
    for (int at = hra_simulations_child(h, 0, result->move); at > 0;) {
        nodes[at].best = nodes[at].line = true;
        int most = -1;
        for (int c = nodes[at].first; c >= 0 && nodes[at].mover >= 0; c = nodes[c].next)
            if (most < 0 || nodes[c].visits > nodes[most].visits)
                most = c;
        at = most;
    }
}

hra_err hra_simulations_tree(const hra_simulations *h, const hra_analysis *result, hra_trace_tree *out) {
    hra_trace_node *nodes = calloc((size_t)h->count, sizeof *nodes);
    int *last = calloc((size_t)h->count, sizeof *last);
    *out = (hra_trace_tree){.nodes = nodes,
                            .count = (uint32_t)h->count,
                            .seats = h->game->seats,
                            .pov = -1,
                            .entered = (uint64_t)h->count,
                            .trees = 1,
                            .depth = -1,
                            .complete = true};
    if (!nodes || !last) {
        free(nodes);
        free(last);
        return HRA_ENOMEM;
    }
    for (int i = 0; i < h->count; i++)
        add_trace_node(h, i, nodes, last);
    free(last);
    for (int i = 0; i < h->count; i++)
        out->leaves += nodes[i].children == 0;
    mark_line(h, nodes, result);
    return HRA_OK;
}
