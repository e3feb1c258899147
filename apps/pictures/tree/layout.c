/* Placing the boxes of a tree. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "layout.h"

/* The paper's fields of a node; -1 is its nil. */
typedef struct knot {
    double prelim, mod, shift, change;
    int32_t thread, ancestor, number, left, last;
} knot;

typedef struct layout {
    layout_box *boxes;
    knot *knots;
} layout;

static double apart(const layout *l, int32_t a, int32_t b) {
    bool near = l->boxes[a].parent == l->boxes[b].parent;
    return (l->boxes[a].width + l->boxes[b].width) / 2 + (near ? LAYOUT_NEAR : LAYOUT_FAR);
}

/* The next node on the left or right contour. */
static int32_t next_left(const layout *l, int32_t v) {
    return l->boxes[v].first >= 0 ? l->boxes[v].first : l->knots[v].thread;
}

static int32_t next_right(const layout *l, int32_t v) {
    return l->knots[v].last >= 0 ? l->knots[v].last : l->knots[v].thread;
}

static void move_subtree(layout *l, int32_t from, int32_t to, double shift) {
    knot *a = &l->knots[from], *b = &l->knots[to];
    int32_t between = b->number - a->number;
    b->change -= shift / between;
    b->shift += shift;
    a->change += shift / between;
    b->prelim += shift;
    b->mod += shift;
}

static void execute_shifts(layout *l, int32_t v) {
    double shift = 0, change = 0;
    for (int32_t w = l->knots[v].last; w >= 0; w = l->knots[w].left) {
        knot *k = &l->knots[w];
        k->prelim += shift;
        k->mod += shift;
        change += k->change;
        shift += k->shift + change;
    }
}

/* Moves the subtree of v away from those left of it. The names of the paper: inner and outer
 * contours, plus being the subtree of v and minus the ones to its left. */
static int32_t apportion(layout *l, int32_t v, int32_t fallback) {
    knot *k = l->knots;
    if (k[v].left < 0)
        return fallback;
    int32_t inner_plus = v, outer_plus = v, inner_minus = k[v].left;
    int32_t outer_minus = l->boxes[l->boxes[v].parent].first;
    double sip = k[inner_plus].mod, sop = k[outer_plus].mod, sim = k[inner_minus].mod,
           som = k[outer_minus].mod;
    while (next_right(l, inner_minus) >= 0 && next_left(l, inner_plus) >= 0) {
        inner_minus = next_right(l, inner_minus);
        inner_plus = next_left(l, inner_plus);
        outer_minus = next_left(l, outer_minus);
        outer_plus = next_right(l, outer_plus);
        k[outer_plus].ancestor = v;
        double shift =
            k[inner_minus].prelim + sim - k[inner_plus].prelim - sip + apart(l, inner_minus, inner_plus);
        if (shift > 0) {
            int32_t a = k[inner_minus].ancestor;
            move_subtree(l, l->boxes[a].parent == l->boxes[v].parent ? a : fallback, v, shift);
            sip += shift;
            sop += shift;
        }
        sim += k[inner_minus].mod;
        sip += k[inner_plus].mod;
        som += k[outer_minus].mod;
        sop += k[outer_plus].mod;
    }
    if (next_right(l, inner_minus) >= 0 && next_right(l, outer_plus) < 0) {
        k[outer_plus].thread = next_right(l, inner_minus);
        k[outer_plus].mod += sim - sop;
    }
    if (next_left(l, inner_plus) >= 0 && next_left(l, outer_minus) < 0) {
        k[outer_minus].thread = next_left(l, inner_plus);
        k[outer_minus].mod += sip - som;
        fallback = v;
    }
    return fallback;
}

static void first_walk(layout *l, int32_t v) {
    knot *k = &l->knots[v];
    double middle = 0;
    int32_t first = l->boxes[v].first, fallback = first;
    for (int32_t w = first; w >= 0; w = l->boxes[w].next) {
        first_walk(l, w);
        fallback = apportion(l, w, fallback);
    }
    if (first >= 0) {
        execute_shifts(l, v);
        middle = (l->knots[first].prelim + l->knots[k->last].prelim) / 2;
    }
    k->prelim = k->left >= 0 ? l->knots[k->left].prelim + apart(l, k->left, v) : middle;
    k->mod = first >= 0 && k->left >= 0 ? k->prelim - middle : 0;
}

static void link_knots(layout *l, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        l->knots[i] = (knot){.thread = -1, .ancestor = i, .left = -1, .last = -1};
    for (int32_t i = 0; i < count; i++) {
        int32_t before = -1, number = 0;
        for (int32_t c = l->boxes[i].first; c >= 0; c = l->boxes[c].next) {
            l->knots[c].left = before;
            l->knots[c].number = number++;
            before = c;
        }
        l->knots[i].last = before;
    }
}

/* Heights of the levels, and from them the tops. sums: one a box; levels: one more than a box. */
static double stack_levels(layout_box *boxes, int32_t count, double *levels, int32_t *level_of) {
    int32_t deepest = 0;
    double top = 0;
    for (int32_t i = 0; i < count; i++) {
        level_of[i] = i ? level_of[boxes[i].parent] + 1 : 0;
        if (level_of[i] >= deepest)
            levels[deepest++] = 0;
        levels[level_of[i]] = fmax(levels[level_of[i]], boxes[i].height);
    }
    /* From heights to bottoms. */
    for (int32_t d = 0; d < deepest; d++) {
        levels[d] += top;
        top = levels[d] + LAYOUT_DROP;
    }
    for (int32_t i = 0; i < count; i++) {
        boxes[i].y = level_of[i] ? levels[level_of[i] - 1] + LAYOUT_DROP : 0;
        boxes[i].bottom = levels[level_of[i]];
    }
    return top - LAYOUT_DROP;
}

hra_err layout_place(layout_box *boxes, int32_t count, double *width, double *height) {
    size_t n = (size_t)count + 1;
    layout l = {.boxes = boxes, .knots = malloc(n * sizeof *l.knots)};
    double *sums = malloc(n * sizeof *sums), least = INFINITY, most = -INFINITY;
    int32_t *level_of = malloc(n * sizeof *level_of);
    assert(count > 0);
    bool ok = l.knots && sums && level_of;
    if (ok) {
        link_knots(&l, count);
        first_walk(&l, 0);
        for (int32_t i = 0; i < count; i++) {
            sums[i] = i ? sums[boxes[i].parent] + l.knots[boxes[i].parent].mod : 0;
            boxes[i].x = l.knots[i].prelim + sums[i];
            least = fmin(least, boxes[i].x - boxes[i].width / 2);
            most = fmax(most, boxes[i].x + boxes[i].width / 2);
        }
        for (int32_t i = 0; i < count; i++)
            boxes[i].x -= least;
        *width = most - least;
        *height = stack_levels(boxes, count, sums, level_of);
    }
    free(l.knots);
    free(sums);
    free(level_of);
    return ok ? HRA_OK : HRA_ENOMEM;
}
