/* Growing a Monte Carlo tree: UCT (Kocsis and Szepesvari 2006) with UCB1 (Auer, Cesa-Bianchi and
 * Fischer 2002), backed up as in Max^n (Sturtevant 2008); proven nodes (Winands, Bjornsson and
 * Saito 2008), RAVE (Gelly and Silver 2007), MAST (Finnsson and Bjornsson 2008), progressive
 * widening (Coulom 2007; Chaslot et al. 2008).
 *
 * Every function here exists twice, for a tree of one thread and for a shared one; `shared` is a
 * constant. A visit is counted on the way down and its numbers are added on the way up, each as
 * its distance from the least that the game pays: until then it counts as the worst that can
 * happen, so that threads spread out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mcts.h"
#include "rules/evaluate.h"

enum { UNSEEN = -128 }; /* the mover of a node that no simulation has reached */

#ifdef HRA_NO_THREADS
enum { THREADS = false };
#else
enum { THREADS = true };
#endif

/* ---- numbers that threads may share ---------------------------------------------------------*/

HRA_INLINE uint32_t load(const uint32_t *at, const bool shared) {
    return shared ? __atomic_load_n(at, __ATOMIC_ACQUIRE) : *at;
}

HRA_INLINE uint32_t count_up(uint32_t *at, const bool shared) {
    return shared ? __atomic_fetch_add(at, 1, __ATOMIC_RELAXED) : (*at)++;
}

HRA_INLINE double number(const double *at, const bool shared) {
    double value;
    if (!shared)
        return *at;
    __atomic_load(at, &value, __ATOMIC_RELAXED);
    return value;
}

HRA_INLINE void add_number(double *at, double by, const bool shared) {
    if (!shared) {
        *at += by;
        return;
    }
    double old = number(at, true), sum = old + by;
    while (!__atomic_compare_exchange(at, &old, &sum, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        sum = old + by;
}

HRA_INLINE void set_number(double *at, double to, const bool shared) {
    if (shared)
        __atomic_store(at, &to, __ATOMIC_RELAXED);
    else
        *at = to;
}

HRA_INLINE uint8_t flag(const uint8_t *at, const bool shared) {
    return shared ? __atomic_load_n(at, __ATOMIC_ACQUIRE) : *at;
}

/* Changes 0 to `to`; false when another thread was first. */
HRA_INLINE bool claim(uint8_t *at, uint8_t to, const bool shared) {
    uint8_t none = 0;
    if (shared)
        return __atomic_compare_exchange_n(at, &none, to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    if (*at)
        return false;
    *at = to;
    return true;
}

HRA_INLINE void set_flag(uint8_t *at, uint8_t to, const bool shared) {
    if (shared)
        __atomic_store_n(at, to, __ATOMIC_RELEASE);
    else
        *at = to;
}

/* ---- nodes ----------------------------------------------------------------------------------*/

enum { PROVEN = 1, PROVING = 2 };

/* n nodes side by side; 0 when there is no room. */
HRA_INLINE uint32_t take_nodes(hra_mcts_tree *t, uint32_t n, const bool shared) {
    if (!shared) {
        uint32_t at = t->used;
        if (t->capacity - at < n)
            return 0;
        t->used += n;
        return at;
    }
    uint32_t at = __atomic_load_n(&t->used, __ATOMIC_RELAXED);
    do {
        if (t->capacity - at < n)
            return 0;
    } while (!__atomic_compare_exchange_n(&t->used, &at, at + n, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return at;
}

static void fresh_node(hra_mcts_tree *t, uint32_t i, uint32_t parent, hra_move move) {
    t->nodes[i] = (hra_mcts_node){.move = move, .parent = parent, .mover = UNSEEN};
    memset(hra_mcts_sum(t, i), 0, (size_t)t->game->seats * sizeof(double));
    if (t->rave)
        t->rave[2 * (size_t)i] = t->rave[2 * (size_t)i + 1] = 0;
}

double hra_mcts_mean(const hra_mcts_tree *t, uint32_t i, int seat) {
    const hra_mcts_node *node = &t->nodes[i];
    if (node->proven == PROVEN)
        return hra_mcts_exact(t, i)[seat];
    return t->game->min_return + (node->visits ? hra_mcts_sum(t, i)[seat] / node->visits : 0);
}

/* Sets the order in which children are tried: the game's move order if only some are tried, else random. */
static void arrange(hra_mcts_worker *w, hra_move *moves, int n) {
    const hra_mcts_tree *t = w->tree;
    hra_rng *rng = &w->out.rng;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)hra_rng_below(rng, (uint32_t)i + 1);
        hra_move m = moves[i];
        moves[i] = moves[j];
        moves[j] = m;
    }
    if (t->options->widen <= 0 || !t->game->rules->hints->score_moves)
        return;
    int *score = (int *)(void *)w->out.probability; /* has an entry for every move, wider than an int */
    t->game->rules->hints->score_moves(t->game, w->out.state, moves, n, score);
    for (int i = 1; i < n; i++) {
        hra_move m = moves[i];
        int s = score[i], j = i;
        for (; j > 0 && score[j - 1] < s; j--) {
            moves[j] = moves[j - 1];
            score[j] = score[j - 1];
        }
        moves[j] = m;
        score[j] = s;
    }
}

/* New children, which out.moves still lists, begin with what the evaluation says, as if they had been visited. */
static void give_prior(hra_mcts_worker *w, uint32_t first, int n) {
    hra_mcts_tree *t = w->tree;
    const hra_game *game = t->game;
    uint32_t visits = (uint32_t)t->options->prior;
    double value[HRA_MAX_SEATS];
    for (int i = 0; i < n; i++) {
        uint32_t child = first + (uint32_t)i;
        if (hra_simulation_look(&w->out, i, n, value))
            hra_evaluation_to_return(&w->out.eval, value);
        else
            game->rules->returns(game, w->out.child, value);
        t->nodes[child].visits = visits;
        for (int k = 0; k < game->seats; k++)
            hra_mcts_sum(t, child)[k] = visits * fmax(0, value[k] - game->min_return);
    }
}

/* Lists the children of node i, in whose state we are; false when it cannot be done now. */
HRA_INLINE bool list_children(hra_mcts_worker *w, uint32_t i, const bool shared) {
    hra_mcts_tree *t = w->tree;
    hra_mcts_node *node = &t->nodes[i];
    if (!claim(&node->listing, HRA_MCTS_CLAIMED, shared))
        return false;
    int n = t->game->rules->moves(t->game, w->out.state, w->out.moves);
    uint32_t first = n <= UINT16_MAX ? take_nodes(t, (uint32_t)n, shared) : 0;
    if (!first) {
        set_flag(&node->listing, HRA_MCTS_BARE, shared);
        return false;
    }
    arrange(w, w->out.moves, n);
    for (int m = 0; m < n; m++)
        fresh_node(t, first + (uint32_t)m, i, w->out.moves[m]);
    if (t->options->prior > 0)
        give_prior(w, first, n);
    node->first = first;
    node->count = (uint16_t)n;
    if (t->options->prior > 0)
        node->tried = (uint32_t)n;
    set_flag(&node->listing, HRA_MCTS_LISTED, shared);
    return true;
}

/* ---- down -----------------------------------------------------------------------------------*/

/* Threads that share the tree may all write a node's mover at first sight, each the same. */
HRA_INLINE int mover_of(const hra_mcts_node *node, const bool shared) {
    return shared ? __atomic_load_n(&node->mover, __ATOMIC_ACQUIRE) : node->mover;
}

/* How good child i looks to the seat that is to move, in units of the range of numbers seen. */
HRA_INLINE float promise(const hra_mcts_tree *t, uint32_t i, int mover, float spread, float log_visits,
                         const bool shared) {
    const hra_mcts_node *child = &t->nodes[i];
    float inverse = 1.0F / (float)load(&child->visits, shared);
    float mean = (float)number(hra_mcts_sum(t, i) + mover, shared) * inverse;
    if (t->exact && flag(&child->proven, shared) == PROVEN)
        mean = (float)(number(hra_mcts_exact(t, i) + mover, shared) - t->game->min_return);
    if (t->rave && t->rave[2 * (size_t)i + 1] > 0) {
        float k = (float)t->options->rave, share = sqrtf(k / (3 / inverse + k));
        mean += share * (t->rave[2 * (size_t)i] / t->rave[2 * (size_t)i + 1] - mean);
    }
    return mean + spread * sqrtf(log_visits * inverse);
}

/* The child that promises most, the first of several. A function of its own, so that its numbers stay in registers. */
HRA_APART uint32_t most_promising(const hra_mcts_tree *t, uint32_t first, uint32_t count, int mover,
                                  float spread, float log_visits, const bool shared) {
    float best = -INFINITY;
    uint32_t chosen = first;
    for (uint32_t c = first; c < first + count; c++) {
        float p = promise(t, c, mover, spread, log_visits, shared);
        if (p > best) {
            best = p;
            chosen = c;
        }
    }
    return chosen;
}

HRA_INLINE uint32_t choose(hra_mcts_worker *w, uint32_t i, const bool shared) {
    hra_mcts_tree *t = w->tree;
    hra_mcts_node *node = &t->nodes[i];
    uint32_t allowed = node->count, visits = load(&node->visits, shared);
    if (t->options->widen > 0) {
        double some = ceil(t->options->widen * pow(visits, t->options->widen_by));
        allowed = some < 1 ? 1 : some < allowed ? (uint32_t)some : allowed;
    }
    uint32_t tried = load(&node->tried, shared);
    if (tried < allowed) {
        tried = count_up(&node->tried, shared);
        if (tried < allowed)
            return node->first + tried;
        tried = allowed;
    }
    tried = tried < node->count ? tried : node->count;
    double least = number(&t->least, shared), most = number(&t->most, shared);
    float range = most > least ? (float)(most - least) : 1.0F;
    float spread = (float)t->options->c * range, log_visits = logf((float)visits);
    const int mover = mover_of(node, shared);
    const uint32_t chosen = most_promising(t, node->first, tried, mover, spread, log_visits, shared);
    if (!shared && w->watch)
        w->watch->range = range;
    for (uint32_t c = node->first; !shared && w->watch && c < node->first + tried; c++)
        hra_mcts_watch_child(
            w, c, mover, t->game->min_return + promise(t, c, mover, spread, log_visits, shared), c == chosen);
    return chosen;
}

/* The child of a chance node for an outcome; 0 when there is no room for a new one. */
HRA_INLINE uint32_t outcome(hra_mcts_tree *t, uint32_t i, hra_move move, const bool shared) {
    hra_mcts_node *node = &t->nodes[i];
    uint32_t head = load(&node->first, shared), made = 0;
    for (uint32_t seen = 0;;) {
        for (uint32_t c = head; c != seen; c = t->nodes[c].next)
            if (t->nodes[c].move == move)
                return c;
        if (!made && (made = take_nodes(t, 1, shared)) == 0)
            return 0;
        fresh_node(t, made, i, move);
        t->nodes[made].next = head;
        seen = head;
        if (!shared) {
            node->first = made;
            return made;
        }
        if (__atomic_compare_exchange_n(&node->first, &head, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return made;
    }
}

static void remember(hra_mcts_worker *w, int mover, hra_move m) {
    if (w->played == HRA_MCTS_LONGEST)
        return;
    w->movers[w->played] = (int8_t)mover;
    w->moves[w->played++] = m;
}

HRA_INLINE void walk_to(hra_mcts_worker *w, uint32_t i, int mover, const bool shared) {
    hra_mcts_tree *t = w->tree;
    hra_move m = t->nodes[i].move;
    if (t->rave || t->mast)
        remember(w, mover, m);
    t->game->rules->apply(t->game, w->out.state, m);
    w->out.plies++;
    w->path[++w->length] = i;
    count_up(&t->nodes[i].visits, shared);
}

/* ---- playouts that are remembered -----------------------------------------------------------*/

static size_t entry(int mover, hra_move m) {
    uint64_t h = ((uint64_t)m * HRA_MAX_SEATS + (uint64_t)mover) * 0x9E3779B97F4A7C15U;
    return (size_t)(h >> 52) & (HRA_MCTS_MOVES - 1);
}

static hra_move pick_by_mast(hra_mcts_worker *w, int mover, int n) {
    const hra_move *moves = w->out.moves;
    double best = -INFINITY;
    hra_move chosen = moves[0];
    for (int i = 0; i < n; i++) {
        const double *at = w->tree->mast + 2 * entry(mover, moves[i]);
        double mean = at[1] > 0 ? at[0] / at[1] : INFINITY; /* what was never played comes first */
        if (mean > best) {
            best = mean;
            chosen = moves[i];
        }
    }
    return chosen;
}

static void play_remembered(hra_mcts_worker *w, double *value) {
    hra_simulation *out = &w->out;
    const hra_game *game = out->game;
    double share = w->tree->options->mast;
    for (uint64_t ply = 0; ply < out->most; ply++) {
        int mover = game->rules->to_move(game, out->state);
        hra_move m;
        if (mover == HRA_OVER)
            break;
        if (mover == HRA_CHANCE) {
            m = hra_game_sample(game, out->state, &out->rng, out->moves, out->probability);
        } else {
            int n = game->rules->moves(game, out->state, out->moves);
            bool known = share > 0 && hra_rng_uniform(&out->rng) < share;
            m = known ? pick_by_mast(w, mover, n) : out->moves[hra_rng_below(&out->rng, (uint32_t)n)];
            remember(w, mover, m);
        }
        hra_simulation_record(out, m);
        game->rules->apply(game, out->state, m);
        out->plies++;
    }
    hra_simulation_value(out, value);
}

/* ---- up -------------------------------------------------------------------------------------*/

static void learn_mast(hra_mcts_worker *w, const double *value) {
    for (int i = 0; i < w->played; i++) {
        if (w->movers[i] < 0)
            continue;
        double *at = w->tree->mast + 2 * entry(w->movers[i], w->moves[i]);
        at[0] += value[w->movers[i]];
        at[1]++;
    }
}

static void stamp(hra_mcts_worker *w, int i) {
    if (w->movers[i] >= 0) {
        size_t at = entry(w->movers[i], w->moves[i]);
        w->stamps[at] = w->stamp;
        w->stamped[at] = w->moves[i];
    }
}

/* All moves first: a child learns from every simulation in which its seat made its move later. */
static void learn_rave(hra_mcts_worker *w, const double *value) {
    hra_mcts_tree *t = w->tree;
    w->stamp++;
    for (int i = w->played - 1; i >= w->length; i--)
        stamp(w, i);
    for (int d = w->length - 1; d >= 0; d--) {
        const hra_mcts_node *node = &t->nodes[w->path[d]];
        stamp(w, d);
        if (node->mover < 0 || node->listing != HRA_MCTS_LISTED)
            continue;
        for (uint32_t c = node->first; c < node->first + node->count; c++) {
            size_t at = entry(node->mover, t->nodes[c].move);
            if (w->stamps[at] == w->stamp && w->stamped[at] == t->nodes[c].move) {
                t->rave[2 * (size_t)c] += (float)(value[node->mover] - t->game->min_return);
                t->rave[2 * (size_t)c + 1]++;
            }
        }
    }
}

HRA_INLINE void prove(hra_mcts_tree *t, uint32_t i, const double *value, const bool shared) {
    if (!claim(&t->nodes[i].proven, PROVING, shared))
        return;
    for (int k = 0; k < t->game->seats; k++)
        set_number(hra_mcts_exact(t, i) + k, value[k], shared);
    set_flag(&t->nodes[i].proven, PROVEN, shared);
}

/* A seat's node is proven by a child that is the best there can be, or by all of its children. */
HRA_INLINE bool try_to_prove(hra_mcts_tree *t, uint32_t i, const bool shared) {
    const hra_mcts_node *node = &t->nodes[i];
    double value[HRA_MAX_SEATS], best = -INFINITY;
    uint32_t chosen = 0;
    bool all = true;
    const int mover = mover_of(node, shared);
    if (mover < 0 || flag(&node->listing, shared) != HRA_MCTS_LISTED)
        return false;
    for (uint32_t c = node->first; c < node->first + node->count; c++) {
        if (flag(&t->nodes[c].proven, shared) != PROVEN) {
            all = false;
            continue;
        }
        double v = number(hra_mcts_exact(t, c) + mover, shared);
        if (v > best) {
            best = v;
            chosen = c;
        }
    }
    if (!chosen || (!all && best < t->game->max_return))
        return false;
    for (int k = 0; k < t->game->seats; k++)
        value[k] = number(hra_mcts_exact(t, chosen) + k, shared);
    prove(t, i, value, shared);
    return true;
}

HRA_INLINE void back_up(hra_mcts_worker *w, const double *value, bool proven, const bool shared) {
    hra_mcts_tree *t = w->tree;
    const int seats = t->game->seats;
    const double base = t->game->min_return;
    for (int d = 0; d <= w->length; d++) {
        double *sum = hra_mcts_sum(t, w->path[d]);
        for (int k = 0; k < seats; k++)
            add_number(sum + k, value[k] - base, shared);
    }
    for (int k = 0; k < seats; k++) {
        if (value[k] < number(&t->least, shared))
            set_number(&t->least, value[k], shared);
        if (value[k] > number(&t->most, shared))
            set_number(&t->most, value[k], shared);
    }
    for (int d = w->length - 1; proven && d >= 0; d--)
        proven = try_to_prove(t, w->path[d], shared);
    if (t->rave)
        learn_rave(w, value);
    if (t->mast)
        learn_mast(w, value);
}

/* ---- one simulation -------------------------------------------------------------------------*/

/* Whether the position of node i, which is not the root, stood before on its path or in the history. A node has one
 * path, so this is asked once. */
HRA_INLINE bool is_repeated(hra_mcts_tree *t, uint32_t i, const unsigned char *s, const bool shared) {
    const uint64_t key = hra_game_key(t->game, s);
    if (shared)
        __atomic_store_n(&t->keys[i], key, __ATOMIC_RELAXED);
    else
        t->keys[i] = key;
    for (uint32_t at = i; at;) {
        at = t->nodes[at].parent;
        if ((shared ? __atomic_load_n(&t->keys[at], __ATOMIC_RELAXED) : t->keys[at]) == key)
            return true;
    }
    for (int k = 0; k < t->history_length; k++)
        if (t->history[k] == key)
            return true;
    return false;
}

/* Returns the seat to move in node i, whose state is s. *first: this is the first visit. */
HRA_INLINE int arrive(hra_mcts_tree *t, uint32_t i, const unsigned char *s, bool *first, const bool shared) {
    int8_t *at = &t->nodes[i].mover;
    int8_t mover = (int8_t)mover_of(&t->nodes[i], shared);
    *first = mover == UNSEEN;
    if (!*first)
        return mover;
    mover = (int8_t)t->game->rules->to_move(t->game, s);
    if (t->keys && mover != HRA_OVER && is_repeated(t, i, s, shared)) {
        set_flag(&t->nodes[i].drawn, 1, shared);
        mover = HRA_OVER;
    }
    if (shared)
        __atomic_store_n(at, mover, __ATOMIC_RELEASE);
    else
        *at = mover;
    return mover;
}

/* Descends to a leaf of the tree. Returns true if its value is known, false if it needs a playout. */
HRA_INLINE bool descend(hra_mcts_worker *w, double *value, const bool shared) {
    hra_mcts_tree *t = w->tree;
    const uint64_t left = w->nodes - w->out.plies;
    const int longest = left < HRA_MCTS_PATH ? (int)left : HRA_MCTS_PATH;
    for (uint32_t i = 0;;) {
        bool first;
        int mover = arrive(t, i, w->out.state, &first, shared);
        if (t->exact && flag(&t->nodes[i].proven, shared) == PROVEN) {
            for (int k = 0; k < t->game->seats; k++)
                value[k] = number(hra_mcts_exact(t, i) + k, shared);
            return true;
        }
        if (mover == HRA_OVER && flag(&t->nodes[i].drawn, shared)) {
            memset(value, 0, (size_t)t->game->seats * sizeof *value);
            return true;
        }
        if (mover == HRA_OVER) {
            hra_simulation_value(&w->out, value);
            if (t->exact)
                prove(t, i, value, shared);
            return true;
        }
        if ((first && i > 0) || w->length == longest)
            return false;
        if (mover == HRA_CHANCE) {
            hra_move m =
                hra_game_sample(t->game, w->out.state, &w->out.rng, w->out.moves, w->out.probability);
            i = outcome(t, i, m, shared);
            if (!i)
                return false;
        } else {
            if (flag(&t->nodes[i].listing, shared) != HRA_MCTS_LISTED && !list_children(w, i, shared))
                return false;
            i = choose(w, i, shared);
        }
        walk_to(w, i, mover, shared);
    }
}

/* Plays the state out, as far as the limit of nodes lets it; false: not far enough. */
HRA_INLINE bool play_out(hra_mcts_worker *w, double *value) {
    const uint64_t most = w->tree->options->plies, left = w->nodes - w->out.plies;
    w->out.most = most < left ? most : left;
    if (w->tree->rave || w->tree->mast)
        play_remembered(w, value);
    else
        hra_simulation_run(&w->out, value);
    return most <= left || w->tree->game->rules->to_move(w->tree->game, w->out.state) == HRA_OVER;
}

HRA_INLINE void simulate(hra_mcts_worker *w, const bool shared) {
    hra_mcts_tree *t = w->tree;
    double value[HRA_MAX_SEATS];
    hra_copy_state(w->out.state, t->root, (t->game->state_size + 15) & ~(size_t)15);
    w->path[0] = 0;
    w->length = w->played = w->out.recorded = 0;
    count_up(&t->nodes[0].visits, shared);
    bool known = descend(w, value, shared);
    const uint64_t before = w->out.plies;
    if (!known && !play_out(w, value)) {
        w->broken = true;
        return;
    }
    w->playouts++;
    back_up(w, value, known && t->exact, shared);
    if (!shared && w->watch)
        hra_mcts_watch_end(w, known, w->out.plies - before, value);
}

static void simulate_alone(hra_mcts_worker *w) {
    simulate(w, false);
}

static void simulate_shared(hra_mcts_worker *w) {
    simulate(w, true);
}

void hra_mcts_simulate(hra_mcts_worker *w) {
    if (w->tree->options->shared && THREADS)
        simulate_shared(w);
    else
        simulate_alone(w);
}

void hra_mcts_drop(hra_mcts_worker *w) {
    hra_mcts_tree *t = w->tree;
    for (int d = 0; d <= w->length; d++)
        t->nodes[w->path[d]].visits--;
    /* Children that were tried stand before the others. */
    for (int d = 0; d < w->length; d++) {
        hra_mcts_node *node = &t->nodes[w->path[d]];
        while (node->mover >= 0 && node->tried && t->nodes[node->first + node->tried - 1].visits == 0)
            node->tried--;
    }
}
