/* Alpha-beta that looks deeper where the moves of a game say so: one node.
 *
 * Its values are estimates: moves are left out, or searched less deeply, where they are not expected to matter.
 * Numbers are those of the side to move; the game is one of two in turns.
 *
 * Sources: late-move reductions by the logarithms of depth and number (Romstad 2006), null moves (Beal 1989, Donninger
 * 1993), futility (Schaeffer 1986, Heinz 1998), history of good and bad moves (Schaeffer 1983; Buro 1999), continuation
 * history (counter moves: Uiterwijk 1992), check extension, internal reduction (Schroeder 2021), delta pruning. */
#include "selective.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alphabeta_full.h"
#include "core/array_alloc.h"
#include "core/rng.h"

enum {
    TABLE = 1 << 28,  /* bands of scores: the move of the table, above all; */
    KILLER = 1 << 18, /* killers, above quiet moves */
    NO_SORT = HRA_LOUD_SORTS - 1,
    MOST_HISTORY = 16384,
    HAS_MOVE = 16, /* beside a bound in the table: its move is worth trying first */
};

/* One node under way. */
typedef struct spot {
    unsigned char *s;
    size_t base;
    int ply, mover, depth, n;
    double alpha, beta, best, estimate;
    hra_move best_move, known; /* known: by the table */
    bool any, has_known, forced, narrow, improving, cut;
    int more;             /* plies by which the first move is searched deeper */
    hra_value_kind bound; /* of the table's entry; */
    double value;
    int stored;          /* depth of the table's entry; -1: there is none */
    uint64_t key, place; /* of the path, and of the table */
} spot;

/* `cut`: its parent expects it to cut. */
static double node(hra_selective *x, int ply, size_t base, int mover, int depth, double alpha, double beta,
                   bool cut);

/* ---- memory -----------------------------------------------------------------------------------*/

static void fill_reductions(hra_selective *x) {
    for (int depth = 1; depth < HRA_SELECTIVE_TABLE; depth++)
        for (int i = 1; i < HRA_SELECTIVE_TABLE; i++)
            x->less[depth][i] = (int8_t)(0.5 + log(depth) * log(i) / 2.1);
}

hra_err hra_selective_open(hra_selective **out, struct hra_deep *deep) {
    const size_t slots = (size_t)deep->walk->most + 4;
    hra_selective *x = calloc(1, sizeof *x);
    *out = x;
    if (!x)
        return HRA_ENOMEM;
    x->deep = deep;
    hra_room_wide(deep->table.entries, (size_t)deep->table.buckets * 2 * sizeof *deep->table.entries);
    x->of = deep->options.loud->selection;
    x->plies = calloc(slots, sizeof *x->plies);
    x->estimates = calloc(HRA_SELECTIVE_ESTIMATES, sizeof *x->estimates);
    x->history = calloc(HRA_SELECTIVE_HISTORY, sizeof *x->history);
    for (int i = 0; i < 2; i++)
        x->after[i] = calloc((size_t)2 * HRA_LOUD_SORTS, sizeof *x->after[i]);
    fill_reductions(x);
    return x->plies && x->estimates && x->history && x->after[0] && x->after[1] ? HRA_OK : HRA_ENOMEM;
}

void hra_selective_close(hra_selective *x) {
    if (!x)
        return;
    free(x->plies);
    free(x->estimates);
    free(x->history);
    free(x->after[0]);
    free(x->after[1]);
    free(x);
}

void hra_selective_forget(hra_selective *x) {
    memset(x->estimates, 0, HRA_SELECTIVE_ESTIMATES * sizeof *x->estimates);
    memset(x->history, 0, HRA_SELECTIVE_HISTORY * sizeof *x->history);
    for (int i = 0; i < 2; i++)
        memset(x->after[i], 0, (size_t)2 * HRA_LOUD_SORTS * sizeof *x->after[i]);
}

void hra_selective_begin(hra_selective *x) {
    const hra_walk *w = x->deep->walk;
    memset(x->plies, 0, ((size_t)w->most + 4) * sizeof *x->plies);
    x->plies[0] = (hra_selective_ply){.estimate = NAN, .sort = NO_SORT};
}

/* ---- what is known of a state -------------------------------------------------------------------*/

static double far_value(const hra_walk *w) {
    return w->win > 0 ? w->win / 2 : INFINITY;
}

static double estimate(hra_selective *x, const spot *at) {
    const hra_walk *w = x->deep->walk;
    hra_selective_estimate *e = &x->estimates[at->place & (HRA_SELECTIVE_ESTIMATES - 1)];
    double value[HRA_MAX_SEATS] = {0};
    if (e->key == at->place)
        return e->value;
    if (w->eval.kind)
        hra_evaluate(&w->eval, at->s, value);
    *e = (hra_selective_estimate){at->place,
                                  w->difference ? value[at->mover] - value[!at->mover] : value[at->mover]};
    return e->value;
}

/* The keys of the state in slot `ply`; what the table has of it is fetched. */
static void identify(hra_selective *x, int ply) {
    const hra_walk *w = x->deep->walk;
    const hra_rules_hints *hints = w->rules->hints;
    const unsigned char *s = w->states + (size_t)ply * w->stride;
    hra_selective_ply *at = &x->plies[ply];
    const uint64_t counter = hints->counter ? hints->counter(w->game, s) : 0;
    at->key = hra_game_key(w->game, s) ^ x->deep->salt;
    at->place = counter ? at->key ^ hra_rng_mix(counter) : at->key;
    __builtin_prefetch(hra_tt_bucket(&x->deep->table, at->place));
}

/* True where the table answers: *out. Else a first move may be known. */
static bool look_up(hra_selective *x, spot *at, double *out) {
    hra_walk *w = x->deep->walk;
    const hra_tt_entry *e = hra_tt_find(&x->deep->table, at->place);
    if (!e)
        return false;
    at->has_known = (e->bound & HAS_MOVE) != 0;
    at->known = e->move;
    at->stored = e->depth;
    at->bound = (hra_value_kind)(e->bound & 7);
    at->value = hra_deep_shift_end(w, e->value, -at->ply);
    const double value = at->value;
    if (e->depth < at->depth || x->plies[at->ply].without || (!at->narrow && at->depth > 0))
        return false;
    if (!hra_tt_answers((hra_value_kind)(e->bound & 7), value, at->alpha, at->beta))
        return false;
    w->table_hits++;
    *out = value;
    return true;
}

static void store(hra_selective *x, const spot *at, double alpha) {
    const hra_value_kind bound = at->best >= at->beta ? HRA_VALUE_AT_LEAST
                                 : at->best > alpha   ? HRA_VALUE_EXACT
                                                      : HRA_VALUE_AT_MOST;
    const bool found = at->any && bound != HRA_VALUE_AT_MOST;
    hra_tt_store(&x->deep->table, at->place, hra_deep_shift_end(x->deep->walk, at->best, at->ply),
                 found ? at->best_move : at->known, at->depth,
                 (unsigned)bound | (found || at->has_known ? HAS_MOVE : 0));
}

static bool repeated(const hra_selective *x, const spot *at) {
    const hra_deep *d = x->deep;
    for (int i = d->key_base + at->ply - 1; i >= x->plies[at->ply].since; i--)
        if (d->keys[i] == at->key)
            return true;
    return false;
}

/* ---- order --------------------------------------------------------------------------------------*/

static int16_t *history_of(const hra_selective *x, int seat, hra_move m) {
    const uint64_t h = ((uint64_t)m * 2 + (uint64_t)seat) * 0x9E3779B97F4A7C15U;
    return &x->history[h >> 50 & (HRA_SELECTIVE_HISTORY - 1)];
}

/* By the move before (0), or the one before that (1). */
static int16_t *after_of(const hra_selective *x, const spot *at, int i, int sort) {
    const int before = at->ply >= i ? x->plies[at->ply - i].sort : NO_SORT;
    return &x->after[i][at->mover * HRA_LOUD_SORTS + before][sort];
}

static int history_sum(const hra_selective *x, const spot *at, hra_move m) {
    const int sort = x->of->sort(x->deep->walk->game, at->s, m);
    return *history_of(x, at->mover, m) + *after_of(x, at, 0, sort) + *after_of(x, at, 1, sort);
}

static bool is_loud(double score) {
    return score >= TABLE / 2 ? score >= TABLE + HRA_LOUD_RANK / 2 : fabs(score) >= HRA_LOUD_RANK;
}

static void score_moves(hra_selective *x, const spot *at) {
    const hra_walk *w = x->deep->walk;
    const hra_move *moves = w->moves + at->base;
    double *score = w->beside + at->base;
    int *ranks = x->deep->ranks;
    const hra_move *killer = x->plies[at->ply].killer;
    x->of->rank(w->game, at->s, moves, at->n, ranks);
    for (int i = 0; i < at->n; i++) {
        const bool loud = abs(ranks[i]) >= HRA_LOUD_RANK;
        score[i] = ranks[i];
        if (at->has_known && moves[i] == at->known)
            score[i] = TABLE + (loud ? HRA_LOUD_RANK : 0);
        else if (!loud && moves[i] == killer[0])
            score[i] = KILLER + 1;
        else if (!loud && moves[i] == killer[1])
            score[i] = KILLER;
        else if (!loud)
            score[i] += history_sum(x, at, moves[i]);
    }
}

static void bring_best(const hra_selective *x, const spot *at, int i) {
    const hra_walk *w = x->deep->walk;
    hra_order_bring(w->moves + at->base, w->beside + at->base, at->n, i);
}

static void change(int16_t *entry, int bonus) {
    *entry = (int16_t)(*entry + bonus - *entry * abs(bonus) / MOST_HISTORY);
}

static void learn(const hra_selective *x, const spot *at, hra_move m, int bonus) {
    const int sort = x->of->sort(x->deep->walk->game, at->s, m);
    change(history_of(x, at->mover, m), bonus);
    change(after_of(x, at, 0, sort), bonus);
    change(after_of(x, at, 1, sort), bonus);
}

/* Move i cut: it is tried early next time, and those that were tried before it later. */
static void remember(hra_selective *x, const spot *at, int i) {
    const hra_walk *w = x->deep->walk;
    const hra_move *moves = w->moves + at->base;
    const double *score = w->beside + at->base;
    const int raise = 160 * at->depth + 10 * at->depth * at->depth, bonus = raise < 2000 ? raise : 2000;
    hra_move *killer = x->plies[at->ply].killer;
    if (is_loud(score[i]))
        return;
    if (killer[0] != moves[i]) {
        killer[1] = killer[0];
        killer[0] = moves[i];
    }
    learn(x, at, moves[i], bonus);
    for (int k = 0; k < i; k++)
        if (!is_loud(score[k]))
            learn(x, at, moves[k], -bonus);
}

/* ---- moves --------------------------------------------------------------------------------------*/

/* Takes the value of move i; true where it cuts. */
static bool take(hra_selective *x, spot *at, int i, double v) {
    hra_walk *w = x->deep->walk;
    const hra_move m = w->moves[at->base + (size_t)i];
    if (at->any && v <= at->best)
        return false;
    at->best = v;
    at->best_move = m;
    at->any = true;
    if (v <= at->alpha)
        return false;
    at->alpha = v;
    if (!at->narrow)
        hra_walk_line(w, at->ply, m, w->pv_length[at->ply + 1]);
    return v >= at->beta;
}

double hra_selective_child(hra_selective *x, int ply, size_t base, int seat, hra_move move, int depth,
                           double alpha, double beta, bool cut) {
    hra_walk *w = x->deep->walk;
    unsigned char *s = w->states + (size_t)ply * w->stride, *before = s - w->stride;
    hra_selective_ply *at = &x->plies[ply];
    hra_copy_state(s, before, w->stride);
    w->rules->apply(w->game, s, move);
    hra_walk_count(w);
    identify(x, ply);
    at->sort = x->of->sort(w->game, before, move);
    at->since = w->rules->hints->irreversible && w->rules->hints->irreversible(w->game, before, move)
                    ? x->deep->key_base + ply
                    : x->plies[ply - 1].since;
    const int mover = w->rules->to_move(w->game, s);
    if (mover == HRA_OVER) {
        double value[HRA_MAX_SEATS];
        w->leaves++;
        w->pv_length[ply] = 0;
        hra_walk_returns(w, w->rules, s, value);
        return hra_walk_end(w, w->difference ? value[seat] - value[!seat] : value[seat], ply);
    }
    return mover == seat ? node(x, ply, base, mover, depth - 1, alpha, beta, cut)
                         : -node(x, ply, base, mover, depth - 1, -beta, -alpha, cut);
}

static int less_of(const hra_selective *x, int depth, int i) {
    return x->less[depth < HRA_SELECTIVE_TABLE ? depth : HRA_SELECTIVE_TABLE - 1]
                  [i < HRA_SELECTIVE_TABLE ? i : HRA_SELECTIVE_TABLE - 1];
}

/* How many plies less deep move i is searched at first. */
static int reduction(const hra_selective *x, const spot *at, int i, double score) {
    int less = less_of(x, at->depth, i + 1);
    if (at->depth < 3 || i < 2 + !at->narrow || score >= HRA_LOUD_RANK)
        return 0;
    if (is_loud(score))
        return 1;
    less += !at->improving + at->cut;
    less -= !at->narrow;
    less -= at->forced;
    less -= score >= KILLER / 2 ? 1 : (int)(score / 8192);
    return less < 0 ? 0 : less > at->depth - 2 ? at->depth - 2 : less;
}

int hra_selective_less_at_root(const hra_selective *x, hra_move m, int i, int depth) {
    const hra_walk *w = x->deep->walk;
    int rank;
    x->of->rank(w->game, w->states, &m, 1, &rank);
    if (depth < 3 || i < 3 || abs(rank) >= HRA_LOUD_RANK)
        return 0;
    const int less = less_of(x, depth, i + 1) - 1;
    return less < 0 ? 0 : less > depth - 2 ? depth - 2 : less;
}

/* The value of move i for the side to move. */
static double try_move(hra_selective *x, const spot *at, int i) {
    const hra_walk *w = x->deep->walk;
    const size_t base = at->base + (size_t)at->n;
    const hra_move m = w->moves[at->base + (size_t)i];
    if (i > 0) {
        const double above = nextafter(at->alpha, INFINITY);
        const int less = reduction(x, at, i, w->beside[at->base + (size_t)i]);
        double v = hra_selective_child(x, at->ply + 1, base, at->mover, m, at->depth - less, at->alpha, above,
                                       less || !at->cut);
        if (w->halted || v <= at->alpha)
            return v;
        if (less) {
            v = hra_selective_child(x, at->ply + 1, base, at->mover, m, at->depth, at->alpha, above,
                                    !at->cut);
            if (w->halted || v <= at->alpha)
                return v;
        }
        if (at->narrow || v >= at->beta)
            return v;
    }
    return hra_selective_child(x, at->ply + 1, base, at->mover, m, at->depth + (i > 0 ? 0 : at->more),
                               at->alpha, at->beta, at->narrow && !at->cut);
}

/* What a quiet move that is left out has to be: late, hopeless, often bad, or losing. */
static bool leave_out_quiet(const hra_selective *x, const spot *at, int i, double score, int quiet) {
    const hra_walk *w = x->deep->walk;
    const hra_move m = w->moves[at->base + (size_t)i];
    const double unit = x->of->unit;
    const int reduced = at->depth - less_of(x, at->depth, i + 1), depth = reduced > 0 ? reduced : 0;
    if (at->depth <= 7 && quiet >= (3 + at->depth * at->depth) / (2 - at->improving))
        return true;
    if (depth <= 3 && score < -4000 * (depth + 1))
        return true;
    return depth <= 6 &&
           ((at->narrow && at->estimate + unit * (1 + depth) <= at->alpha) ||
            x->of->exchange(w->game, at->s, m) < -0.3 * unit * depth * depth) &&
           !x->of->forces(w->game, at->s, m);
}

/* Whether a move is left out, near the depth. */
static bool leave_out(const hra_selective *x, const spot *at, int i, double score, int quiet) {
    const hra_walk *w = x->deep->walk;
    const hra_move m = w->moves[at->base + (size_t)i];
    if (i == 0 || at->forced || at->best <= -far_value(w) || score >= KILLER / 2)
        return false;
    if (score <= -HRA_LOUD_RANK)
        return at->depth <= 6 && x->of->exchange(w->game, at->s, m) < -x->of->unit * at->depth &&
               !x->of->forces(w->game, at->s, m);
    return leave_out_quiet(x, at, i, score, quiet);
}

static double search_moves(hra_selective *x, spot *at) {
    hra_walk *w = x->deep->walk;
    const double alpha = at->alpha;
    const hra_move without = x->plies[at->ply].without;
    int quiet = 0;
    score_moves(x, at);
    x->plies[at->ply + 2].killer[0] = x->plies[at->ply + 2].killer[1] = 0;
    for (int i = 0; i < at->n; i++) {
        bring_best(x, at, i);
        const double score = w->beside[at->base + (size_t)i];
        const bool loud = is_loud(score);
        if (without && w->moves[at->base + (size_t)i] == without)
            continue;
        if (leave_out(x, at, i, score, quiet))
            continue;
        quiet += !loud;
        const double v = try_move(x, at, i);
        if (w->halted)
            return at->best;
        if (take(x, at, i, v)) {
            w->cutoffs++;
            remember(x, at, i);
            break;
        }
    }
    if (!without)
        store(x, at, alpha);
    return at->best;
}

/* ---- below the depth ------------------------------------------------------------------------------*/

static double settle(hra_selective *x, spot *at) {
    hra_walk *w = x->deep->walk;
    const double alpha = at->alpha;
    int *ranks = x->deep->ranks;
    if (!at->forced) {
        at->best = at->estimate = estimate(x, at);
        if (at->best >= at->beta || at->ply + 1 >= w->most) {
            w->leaves++;
            return at->best;
        }
        at->alpha = fmax(at->alpha, at->best);
        at->n = x->of->gains(w->game, at->s, alpha - at->best - 2 * x->of->unit, w->moves + at->base, ranks);
        for (int i = 0; i < at->n; i++)
            w->beside[at->base + (size_t)i] = ranks[i];
        if (at->n == 0)
            w->leaves++;
    } else {
        at->n = w->rules->moves(w->game, at->s, w->moves + at->base);
        score_moves(x, at);
    }
    for (int i = 0; i < at->n; i++) {
        bring_best(x, at, i);
        const hra_move m = w->moves[at->base + (size_t)i];
        if (at->forced && i > 1 && at->best > -far_value(w) && !is_loud(w->beside[at->base + (size_t)i]))
            continue;
        const double v = hra_selective_child(x, at->ply + 1, at->base + (size_t)at->n, at->mover, m,
                                             at->depth, at->alpha, at->beta, false);
        if (w->halted)
            return at->best;
        if (take(x, at, i, v)) {
            w->cutoffs++;
            break;
        }
    }
    at->depth = 0;
    if (at->stored <= 0)
        store(x, at, alpha);
    return at->best;
}

/* ---- the node -------------------------------------------------------------------------------------*/

/* Whether the side to move is so far ahead that even a pass, searched less deeply, keeps beta. */
static bool pass_cuts(hra_selective *x, const spot *at) {
    hra_walk *w = x->deep->walk;
    if (at->depth < 2 || at->estimate < at->beta || x->plies[at->ply].sort == NO_SORT ||
        at->ply + 2 >= w->plies || !x->of->passable(w->game, at->s) ||
        !w->rules->hints->pass(w->game, at->s, at->s + w->stride))
        return false;
    const double ahead = (at->estimate - at->beta) / (2 * x->of->unit);
    const int less = 3 + at->depth / 4 + (ahead < 3 ? (int)ahead : 3);
    const int mover = w->rules->to_move(w->game, at->s + w->stride);
    identify(x, at->ply + 1);
    x->plies[at->ply + 1].sort = NO_SORT;
    x->plies[at->ply + 1].since = x->deep->key_base + at->ply + 1;
    hra_walk_count(w);
    const double v = -node(x, at->ply + 1, at->base, mover, at->depth - less, -at->beta,
                           -nextafter(at->beta, -INFINITY), !at->cut);
    return !w->halted && v >= at->beta;
}

/* Cuts before any move is made: *out. */
static bool cuts_at_once(hra_selective *x, spot *at, double *out) {
    const double unit = x->of->unit, far = far_value(x->deep->walk);
    if (at->forced || !at->narrow || fabs(at->beta) >= far)
        return false;
    if (at->depth <= 7 && at->estimate - 0.8 * unit * (at->depth - at->improving) >= at->beta) {
        *out = at->estimate;
        return true;
    }
    if (at->depth <= 3 && at->estimate + unit * (2 + 1.2 * at->depth * at->depth) < at->alpha) {
        spot low = *at;
        *out = settle(x, &low);
        if (*out <= at->alpha)
            return true;
    }
    *out = at->beta;
    return pass_cuts(x, at);
}

/* The node again, on the next stretch. */
static double cross(hra_selective *x, int ply, int mover, int depth, double alpha, double beta, bool cut) {
    hra_walk *w = x->deep->walk;
    if (!hra_walk_cross(w, ply))
        return 0;
    const double v = node(x, ply, 0, mover, depth, alpha, beta, cut);
    hra_walk_back(w);
    return v;
}

static void estimate_here(hra_selective *x, spot *at) {
    const double before = at->ply >= 2 ? x->plies[at->ply - 2].estimate : NAN;
    at->estimate = at->forced ? NAN : estimate(x, at);
    x->plies[at->ply].estimate = at->estimate;
    if (!at->forced && at->stored >= 0 && fabs(at->value) < far_value(x->deep->walk) &&
        (at->bound == HRA_VALUE_EXACT ||
         at->bound == (at->value > at->estimate ? HRA_VALUE_AT_LEAST : HRA_VALUE_AT_MOST)))
        at->estimate = at->value;
    at->improving = !at->forced && (isnan(before) || at->estimate > before);
}

/* Plies more for the move of the table: 1 if all others, searched less deeply, stay well below what it is worth. */
static int is_singular(hra_selective *x, const spot *at) {
    hra_selective_ply *here = &x->plies[at->ply];
    if (at->depth < 7 || at->ply == 0 || at->ply >= 2 * x->depth || here->without || !at->has_known ||
        at->stored < at->depth - 3 || at->bound == HRA_VALUE_AT_MOST ||
        fabs(at->value) >= far_value(x->deep->walk))
        return 0;
    const double below = at->value - 0.0199 * x->of->unit * at->depth;
    const hra_selective_ply kept = *here;
    here->without = at->known;
    const double v =
        node(x, at->ply, at->base, at->mover, (at->depth - 1) / 2 - (at->forced && at->ply < 2 * x->depth),
             below, nextafter(below, INFINITY), at->cut);
    *here = kept;
    return v <= below;
}

static double node(hra_selective *x, int ply, size_t base, int mover, int depth, double alpha, double beta,
                   bool cut) {
    hra_deep *d = x->deep;
    hra_walk *w = d->walk;
    double known;
    if (__builtin_expect(ply >= w->plies, 0))
        return cross(x, ply, mover, depth, alpha, beta, cut);
    spot at = {.s = w->states + (size_t)ply * w->stride,
               .base = base,
               .ply = ply,
               .mover = mover,
               .depth = depth,
               .alpha = alpha,
               .beta = beta,
               .best = -INFINITY,
               .cut = cut,
               .stored = -1,
               .key = x->plies[ply].key,
               .place = x->plies[ply].place,
               .narrow = beta <= nextafter(alpha, INFINITY)};
    w->pv_length[ply] = 0;
    if (repeated(x, &at)) {
        w->leaves++;
        return 0;
    }
    d->keys[d->key_base + ply] = at.key;
    at.forced = x->of->forced(w->game, at.s);
    at.depth += at.forced && ply < 2 * x->depth;
    at.depth = at.depth < 0 ? 0 : at.depth;
    d->horizon = true;
    if (look_up(x, &at, &known))
        return known;
    if (at.depth <= 0 && !x->plies[ply].without)
        return settle(x, &at);
    estimate_here(x, &at);
    if (!x->plies[ply].without && cuts_at_once(x, &at, &known))
        return known;
    at.depth -= at.depth >= 4 && !at.has_known;
    at.more = is_singular(x, &at);
    if (w->halted)
        return 0;
    at.n = w->rules->moves(w->game, at.s, w->moves + base);
    return search_moves(x, &at);
}
