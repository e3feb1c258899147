/* Thinking about a turn. */
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "turn_search.h"

#include "core/thread.h"

hra_err em_turn_search_open(em_turn_search *mind, const hra_game *game, const int16_t (*weights)[EM_FEATURES],
                            const em_tree_options *options, int threads, bool reuse) {
    *mind = (em_turn_search){.game = game, .options = *options, .threads = threads, .reuse = reuse};
    mind->options.memory /= (size_t)threads;
    em_eval_open(&mind->judge, em_of(game), weights);
    mind->trees = calloc((size_t)threads, sizeof *mind->trees);
    mind->ideas = malloc(EM_MOST_IDEAS * sizeof *mind->ideas);
    if (!mind->trees || !mind->ideas)
        return HRA_ENOMEM;
    for (int i = 0; i < threads; i++)
        if (em_tree_open(&mind->trees[i], game, &mind->judge, &mind->options))
            return HRA_ENOMEM;
    return HRA_OK;
}

void em_turn_search_release(em_turn_search *mind) {
    for (int i = 0; mind->trees && i < mind->threads; i++)
        em_tree_release(&mind->trees[i]);
    free(mind->trees);
    free(mind->ideas);
}

void em_turn_search_forget(em_turn_search *mind) {
    for (int i = 0; i < mind->threads; i++)
        em_tree_forget(&mind->trees[i]);
}

/* ---- running --------------------------------------------------------------------------------------*/

/* The simulations of one thread; a look at the clock costs less than a hundredth of one. */
static hra_err grow(void *self, int worker) {
    em_turn_search *m = self;
    em_tree *tree = &m->trees[worker];
    uint64_t all = m->limits.playouts, threads = (uint64_t)m->threads;
    uint64_t most = all / threads + ((uint64_t)worker < all % threads);
    uint64_t nodes = m->limits.nodes / threads + ((uint64_t)worker < m->limits.nodes % threads);
    while (!all || tree->playouts < most) {
        if (hra_stop_is_set(m->stop) ||
            (m->limits.seconds > 0 && hra_clock() - m->started >= m->limits.seconds) ||
            (m->limits.nodes && tree->nodes >= nodes))
            return HRA_OK;
        em_tree_simulate(tree);
    }
    return HRA_OK;
}

static void add_idea(em_turn_search *m, const em_state *s, const em_tree *tree, const em_group *group,
                     const em_branch *branch) {
    em_idea *idea = &m->ideas[m->count];
    em_branch_turn(s, group, branch, &idea->turn);
    int i = 0;
    while (i < m->count && (m->ideas[i].turn.length != idea->turn.length ||
                            memcmp(m->ideas[i].turn.move, idea->turn.move,
                                   (size_t)idea->turn.length * sizeof *idea->turn.move) != 0))
        i++;
    if (i == m->count) {
        if (i == EM_MOST_IDEAS)
            return;
        idea->visits = 0;
        memset(idea->share, 0, sizeof idea->share);
        idea->share[s->turn] = (double)branch->guess;
        m->count++;
    }
    const em_node *child = branch->child ? &tree->node[branch->child] : NULL;
    if (!child || !child->visits)
        return;
    idea = &m->ideas[i];
    idea->visits += child->visits;
    for (int seat = 0; seat < m->game->seats; seat++) {
        double *share = &idea->share[seat];
        *share += ((double)child->mean[seat] - *share) * child->visits / (double)idea->visits;
    }
}

/* The most visited turns come first; those never tried are in the order of the judge. */
static int seat_of_ideas(const em_idea *a, const em_idea *b, int seat) {
    if (a->visits != b->visits)
        return a->visits > b->visits ? -1 : 1;
    return a->share[seat] > b->share[seat] ? -1 : a->share[seat] < b->share[seat];
}

static void put_in_order(em_turn_search *m, int seat) {
    for (int i = 1; i < m->count; i++) {
        em_idea one = m->ideas[i];
        int k = i;
        for (; k > 0 && seat_of_ideas(&one, &m->ideas[k - 1], seat) < 0; k--)
            m->ideas[k] = m->ideas[k - 1];
        m->ideas[k] = one;
    }
}

static void collect(em_turn_search *m, const em_state *s) {
    uint32_t groups[EM_MOST_GROUPS];
    m->count = 0;
    m->playouts = 0;
    for (int i = 0; i < m->threads; i++) {
        em_tree *tree = &m->trees[i];
        int n = em_tree_groups(tree, 0, s, groups);
        m->playouts += tree->playouts;
        for (int g = 0; g < n; g++) {
            const em_group *group = &tree->group[groups[g]];
            for (uint32_t b = 0; b < group->count; b++)
                add_idea(m, s, tree, group, &tree->branch[group->first + b]);
        }
    }
    put_in_order(m, s->turn);
}

static hra_err run(em_turn_search *mind, const em_state *s, const hra_limits *limits, uint64_t seed,
                   const hra_stop *stop) {
    hra_rng rng;
    mind->started = hra_clock();
    mind->limits = *limits;
    mind->stop = stop;
    mind->count = 0;
    hra_rng_init(&rng, seed);
    for (int i = 0; i < mind->threads; i++) {
        if (!mind->reuse)
            em_tree_forget(&mind->trees[i]);
        em_tree_move(&mind->trees[i], s, mind->planners & ~(UINT32_C(1) << s->turn));
        mind->trees[i].rng = rng;
        hra_rng_jump(&rng);
    }
    return hra_workers_run(mind->threads, grow, mind);
}

hra_err em_turn_search_think(em_turn_search *mind, const em_state *s, const hra_limits *limits, uint64_t seed,
                             const hra_stop *stop) {
    hra_err err = run(mind, s, limits, seed, stop);
    if (err)
        return err;
    collect(mind, s);
    return mind->count ? HRA_OK : HRA_ESTOPPED;
}

/* With a seat to move the best turn's, so that the worth before and after it is the same number; else the
 * mean over the draws. */
hra_err em_turn_search_value(em_turn_search *mind, const em_state *s, const hra_limits *limits, uint64_t seed,
                             const hra_stop *stop, double *share) {
    int mover = mind->game->rules->to_move(mind->game, s);
    double visits = 0;
    if (mover == HRA_OVER) {
        mind->game->rules->returns(mind->game, s, share);
        return HRA_OK;
    }
    hra_err err =
        mover >= 0 ? em_turn_search_think(mind, s, limits, seed, stop) : run(mind, s, limits, seed, stop);
    if (err)
        return err;
    if (mover >= 0 && mind->ideas[0].visits) {
        memcpy(share, mind->ideas[0].share, (size_t)mind->game->seats * sizeof *share);
        return HRA_OK;
    }
    for (int seat = 0; seat < mind->game->seats; seat++)
        share[seat] = 0;
    for (int i = 0; i < mind->threads; i++) {
        const em_node *root = &mind->trees[i].node[0];
        visits += root->visits;
        for (int seat = 0; root->visits && seat < mind->game->seats; seat++)
            share[seat] += ((double)root->mean[seat] - share[seat]) * root->visits / visits;
    }
    return visits > 0 ? HRA_OK : HRA_ESTOPPED;
}
