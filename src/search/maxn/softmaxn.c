/* Soft-Max^n (Sturtevant and Bowling 2006): which of several equally good moves a seat takes is
 * not known to the others, so a node returns the set of the vectors that may come out of it.
 * A child is left out only where another one is better whatever comes of both. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/walk/walk.h"

enum { ROOM = 8 << 20 }; /* bytes for the sets of all plies: large sets allow fewer plies */

/* A set is a list of rows: one number a seat, and how good the best vector of its child is for the
 * seat to move. The rows of a node and of the child being added fit the 2 * most rows of a ply. */
typedef struct soft {
    hra_walk walk;
    int most;     /* vectors of a set */
    size_t row;   /* numbers of a row */
    double *rows; /* 2 * most rows a ply */
} soft;

static double *rows_of(const soft *f, int ply) {
    return f->rows + (size_t)ply * 2 * (size_t)f->most * f->row;
}

static bool same(const soft *f, const double *a, const double *b) {
    for (int k = 0; k < f->walk.game->seats; k++)
        if (a[k] != b[k])
            return false;
    return true;
}

/* Adds a vector to a set of n, unless it is there; over the limit it is dropped. */
static int add(const soft *f, double *set, int n, const double *vector, double best) {
    for (int i = 0; i < n; i++)
        if (same(f, set + (size_t)i * f->row, vector)) {
            double *at = set + (size_t)i * f->row + f->row - 1;
            *at = fmax(*at, best);
            return n;
        }
    if (n == f->most)
        return n;
    double *to = set + (size_t)n * f->row;
    memcpy(to, vector, (f->row - 1) * sizeof *to);
    to[f->row - 1] = best;
    return n + 1;
}

/* Drops the rows of dominated children: those whose best is less than `sure`. */
static int drop(const soft *f, double *set, int n, double sure) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (set[(size_t)i * f->row + f->row - 1] >= sure)
            memmove(set + (size_t)kept++ * f->row, set + (size_t)i * f->row, f->row * sizeof *set);
    return kept;
}

static void range(const soft *f, const double *set, int n, int seat, double *worst, double *best) {
    *worst = INFINITY;
    *best = -INFINITY;
    for (int i = 0; i < n; i++) {
        *worst = fmin(*worst, set[(size_t)i * f->row + (size_t)seat]);
        *best = fmax(*best, set[(size_t)i * f->row + (size_t)seat]);
    }
}

static int search(soft *f, int ply, size_t base, int seat, hra_move move, double p, int depth);

/* The set of a seat's node, in the first rows of its ply. */
static int choice(soft *f, int ply, size_t base, int mover, int depth) {
    hra_walk *w = &f->walk;
    unsigned char *s = w->states + (size_t)ply * w->stride;
    double *set = rows_of(f, ply), sure = -INFINITY;
    int n = w->rules->moves(w->game, s, w->moves + base), size = 0;
    for (int i = 0; i < n; i++) {
        double worst, best;
        hra_move move = w->moves[base + (size_t)i];
        hra_copy_state(s + w->stride, s, w->stride);
        w->rules->apply(w->game, s + w->stride, move);
        int got = search(f, ply + 1, base + (size_t)n, mover, move, 1, depth);
        const double *child = rows_of(f, ply + 1);
        if (w->halted)
            return 0;
        range(f, child, got, mover, &worst, &best);
        if (best < sure)
            continue;
        if (worst > sure) {
            sure = worst;
            size = drop(f, set, size, sure);
        }
        for (int k = 0; k < got; k++)
            size = add(f, set, size, child + (size_t)k * f->row, best);
    }
    return size;
}

/* The set of a chance node: every way to take one vector from each outcome. */
static int mean(soft *f, int ply, size_t base, int depth) {
    hra_walk *w = &f->walk;
    unsigned char *s = w->states + (size_t)ply * w->stride;
    double *set = rows_of(f, ply), *next = set + (size_t)f->most * f->row, *p = w->probability + base;
    int n = w->rules->chances(w->game, s, w->moves + base, p), size = 1;
    memset(set, 0, f->row * sizeof *set);
    for (int i = 0; i < n; i++) {
        hra_move move = w->moves[base + (size_t)i];
        hra_copy_state(s + w->stride, s, w->stride);
        w->rules->apply(w->game, s + w->stride, move);
        int got = search(f, ply + 1, base + (size_t)n, HRA_CHANCE, move, p[i], depth), made = 0;
        const double *below = rows_of(f, ply + 1);
        if (w->halted)
            return 0;
        for (int a = 0; a < size; a++)
            for (int b = 0; b < got; b++) {
                double sum[HRA_MAX_SEATS];
                for (int k = 0; k < w->game->seats; k++)
                    sum[k] =
                        set[(size_t)a * f->row + (size_t)k] + p[i] * below[(size_t)b * f->row + (size_t)k];
                made = add(f, next, made, sum, 0);
            }
        memcpy(set, next, (size_t)made * f->row * sizeof *set);
        size = made;
    }
    return size;
}

static void tell(const soft *f, int ply, int size, bool leaf) {
    const hra_walk *w = &f->walk;
    const double *set = rows_of(f, ply);
    hra_leaving leaving = {.ply = ply,
                     .value = set,
                     .bound = HRA_EXACT,
                     .leaf = leaf,
                     .vectors = set,
                     .vector_count = size,
                     .vector_stride = f->row};
    w->observer->leave(w->observer->self, &leaving);
}

static int expand(soft *f, int ply, size_t base, int mover, int depth) {
    if (ply >= f->walk.plies) {
        if (!hra_walk_cross(&f->walk, ply))
            return 0;
        int size = expand(f, ply, 0, mover, depth);
        hra_walk_back(&f->walk);
        return size;
    }
    return mover == HRA_CHANCE ? mean(f, ply, base, depth) : choice(f, ply, base, mover, depth);
}

/* The set of the state in slot `ply`, into the first rows of that ply. Returns its size. */
static int search(soft *f, int ply, size_t base, int seat, hra_move move, double p, int depth) {
    hra_walk *w = &f->walk;
    const unsigned char *s = w->states + (size_t)ply * w->stride;
    double *set = rows_of(f, ply);
    int size = 1, mover = w->rules->to_move(w->game, s);
    hra_walk_count(w);
    depth -= seat >= 0 && (!w->rounds || mover <= seat);
    if (ply >= w->most)
        hra_walk_cross(w, ply); /* says that it is too deep */
    if (w->halted)
        return 0;
    if (w->observer)
        hra_walk_enter(w, s, ply, move, mover, p, depth, 1, 0);
    if (mover == HRA_OVER || depth == 0) {
        w->leaves++;
        memset(set, 0, f->row * sizeof *set);
        if (mover == HRA_OVER)
            hra_walk_ends(w, w->rules, s, ply, set);
        else
            hra_walk_evaluate(w, s, set);
    } else {
        size = expand(f, ply, base, mover, depth);
    }
    if (w->observer && !w->halted)
        tell(f, ply, size, mover == HRA_OVER || depth == 0);
    return size;
}

/* ---- the method -----------------------------------------------------------------------------*/

/* What threads share. */
typedef struct softmaxn {
    hra_search_setup setup;
    int most; /* vectors of a set */
} softmaxn;

static hra_err read_setup(void *self, const hra_game *game, const hra_options *options, hra_error *why) {
    ((softmaxn *)self)->most = (int)hra_options_int(options, "set");
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
    f->most = from->most;
    f->row = (size_t)from->setup.game->seats + 1;
    hra_err err = hra_walk_open(&f->walk, &from->setup, (hra_walk_needs){0});
    size_t each = 2 * (size_t)f->most * f->row * sizeof *f->rows, room = ROOM / each;
    if ((size_t)f->walk.most + 2 > room)
        f->walk.most = room < 34 ? 32 : (int)room - 2;
    f->rows = malloc(((size_t)f->walk.most + 2) * each);
    if (!err && !f->rows)
        err = HRA_ENOMEM;
    if (err)
        end(f);
    else
        *scratch = f;
    return err;
}

/* A root move with the set of its state: the vector that is worst for the mover is reported. */
static void fill(const soft *f, hra_root_move *at, int size, int mover) {
    const double *set = rows_of(f, 1), *worst = set;
    at->tag = HRA_ROOT_RANGE;
    range(f, set, size, mover, &at->range.worst, &at->range.best);
    for (int i = 1; i < size; i++)
        if (set[(size_t)i * f->row + (size_t)mover] < worst[mover])
            worst = set + (size_t)i * f->row;
    memcpy(at->value, worst, (f->row - 1) * sizeof *worst);
    at->range.vectors = size;
    at->kind = HRA_VALUE_EXACT;
}

/* Safety first; among equally safe moves the one that may bring more. */
static bool is_better(const hra_root_move *a, const hra_root_move *b) {
    return a->range.worst > b->range.worst ||
           (a->range.worst == b->range.worst && a->range.best > b->range.best);
}

static hra_err search_root(void *self, int depth, hra_result *result) {
    soft *f = self;
    hra_walk *w = &f->walk;
    int mover = w->rules->to_move(w->game, w->states);
    const hra_root_move *best = NULL;
    hra_walk_list(w, result);
    if (w->observer)
        hra_walk_observe_root(w, depth, 1, 0);
    for (int i = 0; i < result->move_count && !w->halted; i++) {
        hra_root_move *at = &result->moves[i];
        hra_copy_state(w->states + w->stride, w->states, w->stride);
        w->rules->apply(w->game, w->states + w->stride, at->move);
        int size = search(f, 1, w->width, mover, at->move, 1, depth > 0 ? depth : INT_MAX / 2);
        if (w->halted)
            break;
        fill(f, at, size, mover);
        at->depth = depth;
        if (!best || is_better(at, best))
            best = at;
    }
    if (!best || w->too_deep)
        return hra_walk_fail(w, result);
    result->move = best->move;
    result->kind = HRA_VALUE_EXACT;
    memcpy(result->value, best->value, sizeof result->value);
    memcpy(rows_of(f, 0), best->value, (f->row - 1) * sizeof(double));
    hra_walk_line(w, 0, best->move, 0);
    if (w->observer && !w->halted)
        tell(f, 0, 1, false);
    hra_walk_finish(w, depth, result);
    return HRA_OK;
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question, hra_result *result) {
    soft *f = scratch;
    hra_err err = hra_walk_begin(&f->walk, question, result);
    return err ? err : hra_walk_run(&f->walk, search_root, f, result);
}

static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_EVAL,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    {"set", HRA_OPTION_INT, "64", 1, 4096, NULL, "vectors that a node keeps at most"},
    {0},
};

const hra_player_kind hra_method_softmaxn = {
    .size = sizeof(hra_player_kind),
    .name = "softmaxn",
    .title = "Soft-Max^n",
    .summary = "Max^n that keeps every outcome the others may choose among equals",
    .options = options,
    .open = open_soft,
    .close = hra_search_close,
    .begin = begin,
    .end = end,
    .analyse = analyse,
    .observe = hra_walking_observe,
};
