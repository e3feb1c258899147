/* A Monte Carlo tree from one move to the next: the part below the new state is kept and packed to
 * the front of the block, the rest is forgotten. */
#include <stdlib.h>
#include <string.h>

#include "mcts.h"

hra_err hra_mcts_tree_open(hra_mcts_tree *t, const hra_game *game, const hra_mcts_options *options,
                           size_t memory) {
    size_t seats = (size_t)game->seats, stride = (game->state_size + 15) & ~(size_t)15;
    size_t each = sizeof *t->nodes + seats * sizeof(double) * (options->solver ? 2 : 1) +
                  (options->rave > 0 ? 2 * sizeof(float) : 0) + (options->repetition ? sizeof(uint64_t) : 0);
    size_t fixed = stride + (options->mast > 0 ? 2 * HRA_MCTS_MOVES * sizeof(double) : 0);
    *t = (hra_mcts_tree){.game = game, .options = options};
    size_t capacity = memory > fixed ? (memory - fixed) / each : 0;
    t->capacity = capacity > UINT32_MAX - 1 ? UINT32_MAX - 1 : capacity < 2 ? 2 : (uint32_t)capacity;
    t->nodes = malloc(t->capacity * sizeof *t->nodes);
    t->sums = malloc(t->capacity * seats * sizeof *t->sums);
    t->root = calloc(1, stride);
    if (options->solver)
        t->exact = malloc(t->capacity * seats * sizeof *t->exact);
    if (options->rave > 0)
        t->rave = malloc(t->capacity * 2 * sizeof *t->rave);
    if (options->mast > 0)
        t->mast = calloc(2 * HRA_MCTS_MOVES, sizeof *t->mast);
    if (options->repetition)
        t->keys = malloc(t->capacity * sizeof *t->keys);
    bool whole = t->nodes && t->sums && t->root && (!options->solver || t->exact) &&
                 (options->rave <= 0 || t->rave) && (options->mast <= 0 || t->mast) &&
                 (!options->repetition || t->keys);
    return whole ? HRA_OK : HRA_ENOMEM;
}

void hra_mcts_tree_release(hra_mcts_tree *t) {
    free(t->nodes);
    free(t->sums);
    free(t->exact);
    free(t->rave);
    free(t->mast);
    free(t->keys);
    free(t->root);
    *t = (hra_mcts_tree){0};
}

/* How far below the old root the new one is looked for: a round of all seats and their dice. */
static int plies_ahead(const hra_game *game) {
    return game->max_chances > 0 ? 2 * game->seats + 1 : game->seats;
}

enum { MANY = 20000 }; /* states that are made again while looking */

typedef struct finder {
    const hra_mcts_tree *tree;
    const void *wanted;
    uint32_t path[2 * HRA_MAX_SEATS + 2];
    unsigned char *at;
    int made;
} finder;

/* The node of the wanted state below node i, whose state is found by following the path. */
static uint32_t find(finder *f, uint32_t i, int depth, int most) {
    const hra_mcts_tree *t = f->tree;
    const hra_mcts_node *node = &t->nodes[i];
    f->path[depth] = i;
    if (depth > 0) {
        memcpy(f->at, t->root, t->game->state_size);
        for (int d = 1; d <= depth; d++)
            t->game->rules->apply(t->game, f->at, t->nodes[f->path[d]].move);
    } else {
        memcpy(f->at, t->root, t->game->state_size);
    }
    if (memcmp(f->at, f->wanted, t->game->state_size) == 0)
        return i;
    if (depth == most || ++f->made > MANY)
        return UINT32_MAX;
    bool chance = node->mover == HRA_CHANCE;
    uint32_t end = node->listing == HRA_MCTS_LISTED ? node->first + node->count : node->first;
    uint32_t c = node->first;
    while (chance ? c != 0 : c < end) {
        if (t->nodes[c].visits) {
            uint32_t found = find(f, c, depth + 1, most);
            if (found != UINT32_MAX)
                return found;
        }
        c = chance ? t->nodes[c].next : c + 1;
    }
    return UINT32_MAX;
}

static void begin_anew(hra_mcts_tree *t, const void *state) {
    memcpy(t->root, state, t->game->state_size);
    t->nodes[0] = (hra_mcts_node){.mover = (int8_t)t->game->rules->to_move(t->game, state)};
    memset(t->sums, 0, (size_t)t->game->seats * sizeof *t->sums);
    t->used = 1;
    t->least = t->most = 0;
    t->grown = false;
    if (t->mast)
        memset(t->mast, 0, 2 * HRA_MCTS_MOVES * sizeof *t->mast);
}

/* Moves node i to place j <= i and tells its children. Outcomes are strung together again as they
 * are moved. */
static void move_node(hra_mcts_tree *t, uint32_t i, uint32_t j) {
    size_t seats = (size_t)t->game->seats, numbers = seats * sizeof(double);
    hra_mcts_node *node = &t->nodes[i];
    bool chance = node->mover == HRA_CHANCE;
    uint32_t end = node->listing == HRA_MCTS_LISTED ? node->first + node->count : node->first;
    for (uint32_t c = node->first; chance ? c != 0 : c < end; c = chance ? t->nodes[c].next : c + 1) {
        t->nodes[c].parent = j;
        t->nodes[c].marked = 1;
    }
    if (chance)
        node->first = 0;
    t->nodes[j] = *node;
    t->nodes[j].marked = 0;
    memmove(t->sums + j * seats, t->sums + i * seats, numbers);
    if (t->exact)
        memmove(t->exact + j * seats, t->exact + i * seats, numbers);
    if (t->rave)
        memmove(t->rave + 2 * (size_t)j, t->rave + 2 * (size_t)i, 2 * sizeof *t->rave);
    if (t->keys)
        t->keys[j] = t->keys[i];
}

/* Packs what lies below node `top` to the front. Children come after their parents, so one pass
 * in order is enough. */
static void pack(hra_mcts_tree *t, uint32_t top) {
    uint32_t to = 0;
    for (uint32_t i = 0; i < t->used; i++)
        t->nodes[i].marked = i == top;
    for (uint32_t i = top; i < t->used; i++) {
        if (!t->nodes[i].marked)
            continue;
        uint32_t j = to++, parent = t->nodes[i].parent;
        move_node(t, i, j);
        if (j == 0) {
            t->nodes[0].parent = t->nodes[0].next = 0;
        } else if (t->nodes[parent].mover == HRA_CHANCE) {
            t->nodes[j].next = t->nodes[parent].first;
            t->nodes[parent].first = j;
        } else if (t->nodes[parent].first == i) {
            t->nodes[parent].first = j;
        }
    }
    t->used = to;
}

/* Stands at the state, with what is left of the old tree. */
static void stand_at(hra_mcts_tree *t, const void *state, hra_mcts_worker *scratch) {
    if (!t->grown || !t->options->reuse) {
        begin_anew(t, state);
        return;
    }
    finder f = {.tree = t, .wanted = state, .at = scratch->out.state};
    uint32_t at = find(&f, 0, 0, plies_ahead(t->game));
    if (at == UINT32_MAX || t->nodes[at].mover != t->game->rules->to_move(t->game, state)) {
        begin_anew(t, state);
        return;
    }
    memcpy(t->root, state, t->game->state_size);
    pack(t, at);
}

void hra_mcts_tree_move(hra_mcts_tree *t, const hra_question *question, hra_mcts_worker *scratch) {
    stand_at(t, question->state, scratch);
    if (!t->keys)
        return;
    t->keys[0] = hra_game_key(t->game, t->root);
    t->history = question->history;
    t->history_length = question->history ? question->history_length : 0;
}
