/* Soft-Max^n (Sturtevant and Bowling 2006): which of several equally good moves a seat takes is
 * not known to the others, so a node returns the set of the vectors that may come out of it.
 * A child is left out only where another one is better whatever comes of both. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/host.h"
#include "search/walk/walk.h"

static const size_t least_room = (size_t)64 << 10, most_room = (size_t)256 << 20; /* bytes for sets */

/* What threads share. */
typedef struct softmaxn {
    hra_search_setup setup;
    int most;    /* vectors of a set, beside those that decide */
    double need; /* what the mover has to reach, NAN: safety comes first */
} softmaxn;

/* A set is a list of rows: one number a seat, and how good the best vector of its child is for the
 * seat to move. The sets of all plies lie on one stack: that of a node, and above it that of the child being
 * added. */
typedef struct soft {
    hra_walk walk;
    const softmaxn *shared;
    int limit;       /* vectors that a node hands up; room enough for a worst and a best of every seat */
    size_t row;      /* numbers of a row */
    double *rows;    /* the stack, */
    size_t capacity; /* its rows; */
    bool full;       /* it may not grow further */
    bool dropped;    /* some node had more vectors than it handed up */
} soft;

static double *row_at(const soft *f, size_t at) {
    return f->rows + at * f->row;
}

/* Makes room for N rows; false if the search is halted. */
static bool reserve(soft *f, size_t rows) {
    size_t each = f->row * sizeof *f->rows, most = hra_game_memory(f->walk.game, most_room) / each;
    if (rows <= f->capacity)
        return true;
    f->full = rows > most;
    size_t capacity = 2 * rows < most ? 2 * rows : most;
    double *grown = f->full ? NULL : realloc(f->rows, capacity * each);
    if (!grown) {
        f->walk.halted = f->walk.too_deep = true;
        f->walk.no_memory = !f->full;
        return false;
    }
    f->rows = grown;
    f->capacity = capacity;
    return true;
}

static bool same(const soft *f, const double *a, const double *b) {
    for (int k = 0; k < f->walk.game->seats; k++)
        if (a[k] != b[k])
            return false;
    return true;
}

static void put(const soft *f, double *to, const double *row) {
    for (size_t k = 0; to != row && k < f->row; k++)
        to[k] = row[k];
}

/* Adds a row behind the `n` rows of the set, unless it is among the first `limit` of them. */
static int add(const soft *f, double *set, int n, const double *vector) {
    for (int i = 0; i < n && i < f->limit; i++)
        if (same(f, set + (size_t)i * f->row, vector))
            return n;
    put(f, set + (size_t)n * f->row, vector);
    return n + 1;
}

/* The first row with the least number of a seat, or with the largest. */
static int extreme(const soft *f, const double *set, int n, int seat, bool largest) {
    int found = 0;
    for (int i = 1; i < n; i++) {
        double x = set[(size_t)i * f->row + (size_t)seat], y = set[(size_t)found * f->row + (size_t)seat];
        if (largest ? x > y : x < y)
            found = i;
    }
    return found;
}

/* Rows into a set: equal vectors count once, and of more than the limit what decides is kept, a worst and a
 * best vector of every seat, and then the first ones. */
static int settle(soft *f, double *set, int rows) {
    int deciding[2 * HRA_MAX_SEATS], n = 0, kept = 0, count = 0, spare = f->limit;
    for (int i = 0; i < rows; i++)
        n = add(f, set, n, set + (size_t)i * f->row);
    if (n <= f->limit)
        return n;
    f->dropped = true;
    for (int k = 0; k < 2 * f->walk.game->seats; k++) {
        int i = extreme(f, set, n, k / 2, k % 2), j = 0;
        while (j < count && deciding[j] != i)
            j++;
        deciding[j] = i;
        count += j == count;
    }
    spare -= count;
    for (int i = 0; i < n; i++) {
        bool decides = false;
        for (int j = 0; j < count; j++)
            decides = decides || deciding[j] == i;
        if (!decides && spare-- <= 0)
            continue;
        put(f, set + (size_t)kept++ * f->row, set + (size_t)i * f->row);
    }
    return kept;
}

/* Drops the rows of dominated children: those whose best is less than `sure`. */
static int drop(const soft *f, double *set, int n, double sure) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (set[(size_t)i * f->row + f->row - 1] >= sure)
            put(f, set + (size_t)kept++ * f->row, set + (size_t)i * f->row);
    return kept;
}

/* The children of a seat's node, gathered from `at` on. */
typedef struct gathering {
    size_t at;
    int size;    /* rows */
    double sure; /* the worst of the child whose worst is best */
} gathering;

/* Adds the child whose set stands behind the gathered rows, unless it is dominated; drops those that it
 * dominates. */
static void gather(const soft *f, gathering *g, int got, int mover) {
    double *set = row_at(f, g->at), *child = set + (size_t)g->size * f->row;
    double worst = child[mover], best = worst;
    for (int i = 1; i < got; i++) {
        double x = child[(size_t)i * f->row + (size_t)mover];
        worst = x < worst ? x : worst;
        best = x > best ? x : best;
    }
    if (best < g->sure)
        return;
    for (int i = 0; i < got; i++)
        child[(size_t)i * f->row + f->row - 1] = best;
    if (worst > g->sure) {
        int left = drop(f, set, g->size, worst);
        g->sure = worst;
        if (left < g->size)
            memmove(set + (size_t)left * f->row, child, (size_t)got * f->row * sizeof *set);
        g->size = left;
    }
    g->size += got;
}

static int search(soft *f, int ply, size_t base, int seat, hra_move move, double p, int depth, size_t at);

/* The set of a seat's node. */
static int choice(soft *f, int ply, size_t base, int mover, int depth, size_t at) {
    hra_walk *w = &f->walk;
    unsigned char *s = w->states + (size_t)ply * w->stride;
    gathering g = {.at = at, .sure = -INFINITY};
    int n = w->rules->moves(w->game, s, w->moves + base);
    for (int i = 0; i < n; i++) {
        hra_move move = w->moves[base + (size_t)i];
        hra_copy_state(s + w->stride, s, w->stride);
        w->rules->apply(w->game, s + w->stride, move);
        int got = search(f, ply + 1, base + (size_t)n, mover, move, 1, depth, at + (size_t)g.size);
        if (w->halted)
            return 0;
        gather(f, &g, got, mover);
    }
    return settle(f, row_at(f, at), g.size);
}

/* a + p * b as a row. */
static void put_sum(const soft *f, const double *a, const double *b, double p, double *out) {
    for (int k = 0; k < f->walk.game->seats; k++)
        out[k] = a[k] + p * b[k];
    out[f->row - 1] = 0;
}

/* Every way to add one of the `got` vectors, p times, to one of the `size` before them, behind both; of more
 * than the limit what decides first: a sum is extreme where both parts are. Returns how many. */
static int add_outcome(soft *f, size_t at, int size, int got, double p) {
    const double *a = row_at(f, at), *b = row_at(f, at + (size_t)size);
    double *sums = row_at(f, at + (size_t)size + (size_t)got), sum[HRA_MAX_SEATS + 1];
    bool many = (int64_t)size * got > f->limit;
    int made = 0;
    for (int k = 0; many && k < 2 * f->walk.game->seats; k++) {
        put_sum(f, a + (size_t)extreme(f, a, size, k / 2, k % 2) * f->row,
                b + (size_t)extreme(f, b, got, k / 2, k % 2) * f->row, p, sum);
        made = add(f, sums, made, sum);
    }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < got; j++) {
            put_sum(f, a + (size_t)i * f->row, b + (size_t)j * f->row, p, sum);
            made = add(f, sums, made, sum);
            if (made <= f->limit)
                continue;
            f->dropped = true;
            return f->limit;
        }
    return made;
}

/* The set of a chance node: every way to take one vector from each outcome. */
static int mean(soft *f, int ply, size_t base, int depth, size_t at) {
    hra_walk *w = &f->walk;
    unsigned char *s = w->states + (size_t)ply * w->stride;
    double *p = w->probability + base;
    int n = w->rules->chance_outcomes(w->game, s, w->moves + base, p), size = 1;
    memset(row_at(f, at), 0, f->row * sizeof *f->rows);
    for (int i = 0; i < n; i++) {
        hra_move move = w->moves[base + (size_t)i];
        hra_copy_state(s + w->stride, s, w->stride);
        w->rules->apply(w->game, s + w->stride, move);
        int got = search(f, ply + 1, base + (size_t)n, HRA_CHANCE, move, p[i], depth, at + (size_t)size);
        size_t behind = at + (size_t)size + (size_t)got;
        if (w->halted || !reserve(f, behind + (size_t)f->limit + 1))
            return 0;
        size = add_outcome(f, at, size, got, p[i]);
        memmove(row_at(f, at), row_at(f, behind), (size_t)size * f->row * sizeof *f->rows);
    }
    return size;
}

static void tell(const soft *f, int ply, const double *value, int size, bool leaf, size_t at) {
    const hra_walk *w = &f->walk;
    hra_node_leave leaving = {.ply = ply,
                              .value = value,
                              .bound = HRA_VALUE_EXACT,
                              .leaf = leaf,
                              .vectors = row_at(f, at),
                              .vector_count = size,
                              .vector_stride = f->row};
    w->observer->leave(w->observer->self, &leaving);
}

static int expand(soft *f, int ply, size_t base, int mover, int depth, size_t at) {
    if (ply >= f->walk.plies) {
        if (!hra_walk_cross(&f->walk, ply))
            return 0;
        int size = expand(f, ply, 0, mover, depth, at);
        hra_walk_back(&f->walk);
        return size;
    }
    return mover == HRA_CHANCE ? mean(f, ply, base, depth, at) : choice(f, ply, base, mover, depth, at);
}

/* The set of the state in slot `ply`, from row `at` on. Returns its size, at least 1 unless halted. */
static int search(soft *f, int ply, size_t base, int seat, hra_move move, double p, int depth, size_t at) {
    hra_walk *w = &f->walk;
    const unsigned char *s = w->states + (size_t)ply * w->stride;
    int size = 1, mover = w->rules->to_move(w->game, s);
    hra_walk_count(w);
    depth -= seat >= 0 && (!w->rounds || mover <= seat);
    if (ply >= w->most)
        hra_walk_cross(w, ply); /* says that it is too deep */
    if (w->halted || !reserve(f, at + 1))
        return 0;
    if (w->observer)
        hra_walk_enter(w, s, ply, move, mover, p, depth, 1, 0);
    if (mover == HRA_OVER || depth == 0) {
        double *vector = row_at(f, at);
        w->leaves++;
        memset(vector, 0, f->row * sizeof *vector);
        if (mover == HRA_OVER)
            hra_walk_ends(w, w->rules, s, ply, vector);
        else
            hra_walk_evaluate(w, s, vector);
    } else {
        size = expand(f, ply, base, mover, depth, at);
    }
    if (w->observer && !w->halted)
        tell(f, ply, row_at(f, at), size, mover == HRA_OVER || depth == 0, at);
    return size;
}

/* ---- the method -----------------------------------------------------------------------------*/

static hra_err read_setup(void *self, const hra_game *game, const hra_options *options, hra_error *why) {
    softmaxn *m = self;
    m->most = (int)hra_options_int(options, "set-size");
    m->need = hra_options_given(options, "target") ? hra_options_real(options, "target") : NAN;
    return HRA_OK;
}

static hra_err open_soft(const hra_game *game, const hra_options *options, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    return hra_search_open(sizeof(softmaxn), read_setup, game, options, shared, why);
}

static void end(void *scratch) {
    soft *f = scratch;
    hra_walk_release(&f->walk);
    free(f->rows);
    free(f);
}

static hra_err begin(const void *shared, void **scratch) {
    const softmaxn *from = shared;
    soft *f = calloc(1, sizeof *f);
    if (!f)
        return HRA_ENOMEM;
    int deciding = 2 * from->setup.game->seats;
    f->shared = from;
    f->limit = from->most > deciding ? from->most : deciding;
    f->row = (size_t)from->setup.game->seats + 1;
    f->capacity = least_room / (f->row * sizeof *f->rows);
    f->rows = malloc(f->capacity * f->row * sizeof *f->rows);
    hra_err err = hra_walk_open(&f->walk, &from->setup, (hra_walk_needs){0});
    if (!err && !f->rows)
        err = HRA_ENOMEM;
    if (err)
        end(f);
    else
        *scratch = f;
    return err;
}

/* ---- the root -------------------------------------------------------------------------------*/

static hra_range range_of(const soft *f, const double *set, int size, int mover) {
    double need = f->shared->need, least = need - 1e-9 * fmax(1, fabs(need)); /* means are rounded */
    int reaching = 0;
    for (int i = 0; i < size; i++)
        reaching += set[(size_t)i * f->row + (size_t)mover] >= least;
    return (hra_range){.vectors = size,
                       .more = f->dropped,
                       .worst = set[(size_t)extreme(f, set, size, mover, false) * f->row + (size_t)mover],
                       .best = set[(size_t)extreme(f, set, size, mover, true) * f->row + (size_t)mover],
                       .fraction = isnan(need) ? -1 : (double)reaching / size};
}

/* A root move with the set of its state: the vector that is worst for the mover is reported. */
static void fill(const soft *f, hra_analysis_move *at, const double *set, int size, int mover) {
    const double *worst = set + (size_t)extreme(f, set, size, mover, false) * f->row;
    at->tag = HRA_ROOT_RANGE;
    at->range = range_of(f, set, size, mover);
    memcpy(at->value, worst, (f->row - 1) * sizeof *worst);
    at->kind = HRA_VALUE_EXACT;
}

/* What the mover needs, as often as may be; then safety; among equally safe moves the one that may bring
 * more. */
static bool is_better(const hra_range *a, const hra_range *b) {
    if (a->fraction != b->fraction)
        return a->fraction > b->fraction;
    return a->worst > b->worst || (a->worst == b->worst && a->best > b->best);
}

/* The first of the best of those that no other move dominates. */
static const hra_analysis_move *choose(const hra_analysis *result, double sure) {
    const hra_analysis_move *best = NULL;
    for (int i = 0; i < result->move_count; i++) {
        const hra_analysis_move *at = &result->moves[i];
        if (at->tag == HRA_ROOT_RANGE && at->range.best >= sure &&
            (!best || is_better(&at->range, &best->range)))
            best = at;
    }
    return best;
}

static hra_err fail(const soft *f, hra_analysis *result) {
    return f->full ? hra_analysis_fail(result, HRA_ELIMIT,
                                       "sets of vectors exceed %zu kB; use a smaller set-size= or depth=",
                                       hra_game_memory(f->walk.game, most_room) >> 10)
                   : hra_walk_fail(&f->walk, result);
}

/* What is known when all moves that were looked at are gathered. */
static hra_err conclude(soft *f, gathering *g, int depth, hra_analysis *result) {
    hra_walk *w = &f->walk;
    int mover = w->rules->to_move(w->game, w->states);
    const hra_analysis_move *best = choose(result, g->sure);
    bool dropped = false;
    if (!best || w->too_deep)
        return fail(f, result);
    for (int i = 0; i < result->move_count; i++)
        dropped = dropped || (result->moves[i].tag == HRA_ROOT_RANGE && result->moves[i].range.more);
    f->dropped = dropped;
    int size = settle(f, row_at(f, g->at), g->size);
    result->range = range_of(f, row_at(f, g->at), size, mover);
    result->range.fraction = -1;
    result->move = best->move;
    result->kind = HRA_VALUE_EXACT;
    result->unsound = dropped && !isnan(f->shared->need);
    memcpy(result->value, best->value, sizeof result->value);
    hra_walk_line(w, 0, best->move, 0);
    if (w->observer && !w->halted)
        tell(f, 0, result->value, size, false, g->at);
    hra_walk_finish(w, depth, result);
    return HRA_OK;
}

static hra_err search_root(void *self, int depth, hra_analysis *result) {
    soft *f = self;
    hra_walk *w = &f->walk;
    int mover = w->rules->to_move(w->game, w->states);
    gathering g = {.sure = -INFINITY};
    hra_walk_list(w, result);
    f->full = false;
    if (w->observer)
        hra_walk_observe_root(w, depth, 1, 0);
    for (int i = 0; i < result->move_count && !w->halted; i++) {
        hra_analysis_move *at = &result->moves[i];
        hra_copy_state(w->states + w->stride, w->states, w->stride);
        w->rules->apply(w->game, w->states + w->stride, at->move);
        f->dropped = false;
        int size =
            search(f, 1, w->width, mover, at->move, 1, depth > 0 ? depth : INT_MAX / 2, (size_t)g.size);
        if (w->halted)
            break;
        fill(f, at, row_at(f, (size_t)g.size), size, mover);
        at->depth = depth;
        gather(f, &g, size, mover);
    }
    return conclude(f, &g, depth, result);
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    soft *f = scratch;
    hra_err err = hra_walk_begin(&f->walk, question, result);
    f->walk.saving = HRA_PRUNING_NONE;
    return err ? err : hra_walk_run(&f->walk, search_root, f, result);
}

static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_EVAL,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    HRA_OPTION_CLOCK,
    {"set-size", HRA_OPTION_INT, "64", 1, 4096, NULL, N_("vectors kept per node")},
    {"target", HRA_OPTION_REAL, NULL, 0, 0, NULL,
     N_("maximize the chance of this value (default: worst case)")},
    {0},
};

const hra_player_kind hra_method_softmaxn = {
    .size = sizeof(hra_player_kind),
    .name = "softmaxn",
    .title = "Soft-Max^n",
    .summary = "Max^n that keeps tied outcomes",
    .options = options,
    .open = open_soft,
    .close = hra_search_close,
    .begin = begin,
    .end = end,
    .ask = analyse,
    .answers = HRA_ANSWERS_ALL,
    .observe = hra_walking_observe,
    .needs_limit = true,
};
