/* PUCT. */
#include "puct.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------*/

hra_err hra_puct_init(hra_puct *p, const hra_game *game, const hra_puct_options *options,
                      hra_puct_judge judge) {
    size_t capacity = hra_game_move_capacity(game);
    *p = (hra_puct){.game = game, .options = *options, .judge = judge};
    p->root = malloc(game->state_size);
    p->state = malloc(game->state_size);
    p->moves = malloc(capacity * sizeof *p->moves);
    p->probability = malloc(capacity * sizeof *p->probability);
    p->prior = malloc(capacity * sizeof *p->prior);
    p->keys = game->repetition_limit ? malloc((HRA_MAX_PLIES + 1) * sizeof *p->keys) : NULL;
    if (p->root && p->state && p->moves && p->probability && p->prior && (p->keys || !game->repetition_limit))
        return HRA_OK;
    hra_puct_release(p);
    return HRA_ENOMEM;
}

void hra_puct_release(hra_puct *p) {
    free(p->nodes);
    free(p->sums);
    free(p->root);
    free(p->state);
    free(p->moves);
    free(p->probability);
    free(p->prior);
    free(p->keys);
    *p = (hra_puct){0};
}

static double *sum_of(const hra_puct *p, uint32_t i) {
    return p->sums + (size_t)i * (size_t)p->game->seats;
}

/* Room for n more nodes, which may move the others; the block grows to what one decision needs and is kept.
 */
static bool make_room(hra_puct *p, uint32_t n) {
    size_t each = sizeof *p->nodes + (size_t)p->game->seats * sizeof *p->sums;
    uint64_t most = p->options.memory / each, capacity = p->capacity ? p->capacity : 256;
    if (p->capacity - p->used >= n)
        return true;
    if (most > UINT32_MAX / 2)
        most = UINT32_MAX / 2;
    while (capacity < (uint64_t)p->used + n)
        capacity *= 2;
    if (capacity > most)
        capacity = most;
    if (capacity < (uint64_t)p->used + n)
        return false;
    hra_puct_node *nodes = realloc(p->nodes, (size_t)capacity * sizeof *nodes);
    if (!nodes)
        return false;
    p->nodes = nodes;
    double *sums = realloc(p->sums, (size_t)capacity * (size_t)p->game->seats * sizeof *sums);
    if (!sums)
        return false;
    p->sums = sums;
    p->capacity = (uint32_t)capacity;
    return true;
}

/* n nodes side by side; 0: there is no room. */
static uint32_t take_nodes(hra_puct *p, uint32_t n) {
    if (!make_room(p, n))
        return 0;
    uint32_t first = p->used;
    p->used += n;
    memset(sum_of(p, first), 0, (size_t)n * (size_t)p->game->seats * sizeof(double));
    for (uint32_t i = first; i < p->used; i++)
        p->nodes[i] = (hra_puct_node){.mover = HRA_PUCT_UNSEEN};
    return first;
}

double hra_puct_mean(const hra_puct *p, uint32_t node, int seat) {
    return sum_of(p, node)[seat] / p->nodes[node].visits;
}

/* ---- down -----------------------------------------------------------------------------------*/

/* Judges the state of node i, in which a seat is to move, and gives it children where there is room. */
static void expand(hra_puct *p, uint32_t i, int mover, bool grow, double *value) {
    int n = p->game->rules->moves(p->game, p->state, p->moves);
    p->judge.judge(p->judge.self, p->state, mover, p->moves, n, p->prior, value);
    uint32_t first = grow && n <= UINT16_MAX ? take_nodes(p, (uint32_t)n) : 0;
    if (!first)
        return;
    for (int k = 0; k < n; k++) {
        p->nodes[first + (uint32_t)k].move = p->moves[k];
        p->nodes[first + (uint32_t)k].prior = p->prior[k];
    }
    p->nodes[i].first = first;
    p->nodes[i].count = (uint16_t)n;
}

/* The child with the most to gain for who is to move. */
static uint32_t choose(const hra_puct *p, uint32_t i) {
    const hra_puct_node *node = &p->nodes[i];
    const int mover = node->mover;
    double range = p->options.range > 0 ? p->options.range : p->most > p->least ? p->most - p->least : 1;
    double explore = p->options.c * range * sqrt((double)node->visits), best = -INFINITY;
    double untried = hra_puct_mean(p, i, mover) - p->options.urgency * range;
    uint32_t chosen = node->first;
    for (uint32_t c = node->first; c < node->first + node->count; c++) {
        const hra_puct_node *child = &p->nodes[c];
        double mean = child->visits ? hra_puct_mean(p, c, mover) : untried;
        double promise = mean + explore * (double)child->prior / (1.0 + child->visits);
        if (promise > best) {
            best = promise;
            chosen = c;
        }
    }
    return chosen;
}

/* The child of a chance node for an outcome; 0: there is no room for a new one. */
static uint32_t outcome(hra_puct *p, uint32_t i, hra_move move) {
    for (uint32_t c = p->nodes[i].first; c; c = p->nodes[c].next)
        if (p->nodes[c].move == move)
            return c;
    uint32_t made = take_nodes(p, 1);
    if (!made)
        return 0;
    p->nodes[made].move = move;
    p->nodes[made].next = p->nodes[i].first;
    p->nodes[i].first = made;
    return made;
}

/* Whether the state has occurred often enough for a draw by repetition; its key is that of the path's end. */
static bool repeated(hra_puct *p) {
    const hra_game *game = p->game;
    int times = 1;
    uint64_t key = hra_game_key(game, p->state);
    p->keys[p->length] = key;
    for (int k = p->length - 1; k >= 0; k--)
        times += p->keys[k] == key;
    for (int k = 0; k < p->history_length; k++)
        times += p->history[k] == key;
    return times >= game->repetition_limit;
}

/* Who is to move in node i, in whose state we are. */
static int arrive(hra_puct *p, uint32_t i) {
    hra_puct_node *node = &p->nodes[i];
    if (node->mover == HRA_PUCT_UNSEEN) {
        node->mover = (int8_t)p->game->rules->to_move(p->game, p->state);
        if (p->keys && node->mover != HRA_OVER && repeated(p)) {
            node->mover = HRA_OVER;
            node->drawn = true;
        }
    } else if (p->keys) {
        p->keys[p->length] = hra_game_key(p->game, p->state);
    }
    return node->mover;
}

/* What a state is worth behind chance for which there are no nodes. False: too many plies. */
static bool judge_beyond(hra_puct *p, uint64_t plies, double *value) {
    const hra_rules *rules = p->game->rules;
    int mover;
    while ((mover = rules->to_move(p->game, p->state)) == HRA_CHANCE) {
        hra_move m = hra_game_sample(p->game, p->state, &p->rng, p->moves, p->probability);
        if (plies-- == 0)
            return false;
        rules->apply(p->game, p->state, m);
        p->plies++;
    }
    if (mover == HRA_OVER)
        rules->returns(p->game, p->state, value);
    else
        expand(p, 0, mover, false, value);
    return true;
}

/* Down to where the tree ends, and what that is worth; false: too many plies. */
static bool descend(hra_puct *p, uint64_t plies, double *value) {
    const hra_rules *rules = p->game->rules;
    for (uint32_t i = 0;;) {
        int mover = arrive(p, i);
        if (mover == HRA_OVER) {
            if (p->nodes[i].drawn)
                memset(value, 0, (size_t)p->game->seats * sizeof *value);
            else
                rules->returns(p->game, p->state, value);
            return true;
        }
        bool end = p->length == HRA_MAX_PLIES;
        if (mover != HRA_CHANCE && !p->nodes[i].first) {
            expand(p, i, mover, !end, value);
            return true;
        }
        if (mover == HRA_CHANCE && !end) {
            hra_rng before = p->rng;
            i = outcome(p, i, hra_game_sample(p->game, p->state, &p->rng, p->moves, p->probability));
            if (!i)
                p->rng = before;
        } else if (!end) {
            i = choose(p, i);
        }
        if (end || !i)
            return judge_beyond(p, plies, value);
        if (plies-- == 0)
            return false;
        rules->apply(p->game, p->state, p->nodes[i].move);
        p->plies++;
        p->path[++p->length] = i;
    }
}

static void back_up(hra_puct *p, const double *value) {
    const int seats = p->game->seats;
    for (int d = 0; d <= p->length; d++) {
        double *sum = sum_of(p, p->path[d]);
        p->nodes[p->path[d]].visits++;
        for (int k = 0; k < seats; k++)
            sum[k] += value[k];
    }
    for (int k = 0; k < seats; k++) {
        p->least = fmin(p->least, value[k]);
        p->most = fmax(p->most, value[k]);
    }
}

bool hra_puct_simulate(hra_puct *p, uint64_t plies) {
    double value[HRA_MAX_SEATS];
    memcpy(p->state, p->root, p->game->state_size);
    p->path[0] = 0;
    p->length = 0;
    if (!descend(p, plies, value))
        return false;
    back_up(p, value);
    return true;
}

hra_err hra_puct_begin(hra_puct *p, const void *state, const uint64_t *history, int history_length,
                       const hra_rng *rng) {
    memcpy(p->root, state, p->game->state_size);
    p->used = 0;
    p->plies = 0;
    p->least = INFINITY;
    p->most = -INFINITY;
    p->history = history;
    p->history_length = history ? history_length : 0;
    p->rng = *rng;
    if (!make_room(p, 1 + (uint32_t)p->game->max_moves))
        return HRA_ENOMEM;
    (void)take_nodes(p, 1);
    p->nodes[0].mover =
        (int8_t)p->game->rules->to_move(p->game, state); /* it goes on here, repeated or not */
    (void)hra_puct_simulate(p, 0);
    return HRA_OK;
}
