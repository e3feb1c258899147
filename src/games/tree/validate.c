/* What the lines of a tree mean together: one tree, every probability and every number in place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

/* ---- names ------------------------------------------------------------------------------------*/

/* qsort hands no context over, so what is sorted are pointers to the nodes. */
static int by_name(const void *a, const void *b) {
    return strcmp((*(const tree_node *const *)a)->name, (*(const tree_node *const *)b)->name);
}

static int by_label(const void *a, const void *b) {
    return strcmp((*(const tree_node *const *)a)->label, (*(const tree_node *const *)b)->label);
}

hra_err tree_sort_names(tree_reader *r) {
    tree *t = r->tree;
    hra_err err = HRA_OK;
    const tree_node **sorted = malloc((size_t)t->count * sizeof *sorted);
    t->named = malloc((size_t)t->count * sizeof *t->named);
    if (!sorted || !t->named) {
        free(sorted);
        return hra_no_memory(r->why);
    }
    for (int i = 0; i < t->count; i++)
        sorted[i] = &t->node[i];
    qsort(sorted, (size_t)t->count, sizeof *sorted, by_name);
    for (int i = 0; i < t->count && !err; i++) {
        t->named[i] = (int32_t)(sorted[i] - t->node);
        if (i && strcmp(sorted[i - 1]->name, sorted[i]->name) == 0) {
            int one = sorted[i - 1]->line, two = sorted[i]->line;
            err = tree_fail(r, one > two ? one : two, "'%s' is declared twice, first in line %d",
                            sorted[i]->name, one < two ? one : two);
        }
    }
    free(sorted);
    return err;
}

int tree_find(const tree *t, const char *name) {
    int low = 0, high = t->count - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2, order = strcmp(name, t->node[t->named[middle]].name);
        if (order == 0)
            return t->named[middle];
        if (order < 0)
            high = middle - 1;
        else
            low = middle + 1;
    }
    return -1;
}

/* ---- shape ------------------------------------------------------------------------------------*/

/* Every node but the root has at most one parent, so a node that the root does not reach hangs
 * below one without a parent or is in a circle or below one. */
static hra_err unreached(tree_reader *r, int from) {
    const tree *t = r->tree;
    int i = from;
    for (int steps = 0; t->node[i].parent >= 0 && steps <= t->count; steps++)
        i = t->node[i].parent;
    if (t->node[i].parent < 0)
        return tree_fail(r, t->node[i].line, "no edge leads to '%s', and it is not the root",
                         t->node[i].name);
    return tree_fail(r, t->node[i].line, "the edges from '%s' lead back to it: a cycle", t->node[i].name);
}

/* Visits the nodes below the root, depth first, by their links. */
static hra_err check_shape(tree_reader *r) {
    const tree *t = r->tree;
    unsigned char *reached = calloc((size_t)t->count, 1);
    if (!reached)
        return hra_no_memory(r->why);
    hra_err err = HRA_OK;
    int depth = 0, i = 0;
    while (i >= 0 && !err) {
        const tree_node *node = &t->node[i];
        reached[i] = 1;
        if (depth > TREE_DEPTH)
            err =
                tree_fail(r, node->line, "'%s' is more than %d moves below the root", node->name, TREE_DEPTH);
        else if (node->kind != TREE_LEAF && node->children == 0)
            err = tree_fail(r, node->line, "'%s' has no moves: give it an edge, or write 'leaf %s VALUE'",
                            node->name, node->name);
        if (node->first >= 0) {
            i = node->first;
            depth++;
            continue;
        }
        while (i >= 0 && t->node[i].next < 0) {
            i = t->node[i].parent;
            depth--;
        }
        i = i < 0 ? -1 : t->node[i].next;
    }
    for (i = 0; i < t->count && !err; i++)
        if (!reached[i])
            err = unreached(r, i);
    free(reached);
    return err;
}

/* ---- one node's edges -------------------------------------------------------------------------*/

static hra_err check_edges(tree_reader *r, const tree_node *node) {
    const tree_node *child[TREE_MOVES];
    const tree *t = r->tree;
    double sum = 0;
    int n = 0;
    for (int i = node->first; i >= 0; i = t->node[i].next) {
        child[n++] = &t->node[i];
        sum += t->node[i].probability;
    }
    if (node->mover == HRA_CHANCE && fabs(sum - 1) > 1e-9)
        return tree_fail(
            r, node->line,
            "the probabilities below '%s' sum to %.9g, not 1 (fractions such as p=1/3 are exact)", node->name,
            sum);
    qsort(child, (size_t)n, sizeof *child, by_label);
    for (int i = 1; i < n; i++)
        if (strcmp(child[i - 1]->label, child[i]->label) == 0)
            return tree_fail(r, node->line, "two edges from '%s' are both labelled '%s'", node->name,
                             child[i]->label);
    return HRA_OK;
}

/* ---- numbers ----------------------------------------------------------------------------------*/

static bool is_known(const tree_node *node) {
    return node->kind == TREE_LEAF || node->estimated;
}

/* Zero-sum: two seats whose numbers cancel in every line. max and min nodes ask for it. */
static hra_err check_zero_sum(tree_reader *r) {
    tree *t = r->tree;
    const tree_node *minimax = NULL, *uneven = NULL;
    for (int i = 0; i < t->count; i++) {
        const tree_node *node = &t->node[i];
        if (!minimax && (node->kind == TREE_MAX || node->kind == TREE_MIN))
            minimax = node;
        if (t->seats == 2 && !uneven && is_known(node) && t->value[2 * i] != -t->value[2 * i + 1])
            uneven = node;
    }
    if (minimax && uneven)
        return tree_fail(
            r, uneven->line,
            "the two numbers of '%s' must add up to 0, because '%s' (line %d) is %s; or write 'seat'",
            uneven->name, minimax->name, minimax->line, minimax->kind == TREE_MAX ? "max" : "min");
    t->zero_sum = t->seats == 2 && !uneven;
    return HRA_OK;
}

/* The bounds of every seat's number: as written, or what the numbers reach. */
static hra_err check_bounds(tree_reader *r) {
    tree *t = r->tree;
    double low = INFINITY, high = -INFINITY;
    if (t->bounded && t->zero_sum) { /* written for seat 0; seat 1 has the negatives */
        low = t->low, high = t->high;
        t->low = fmin(low, -high), t->high = fmax(high, -low);
    }
    t->integral = true;
    for (int i = 0; i < t->count * t->seats; i++) {
        const tree_node *node = &t->node[i / t->seats];
        double x = t->value[i];
        if (!is_known(node))
            continue;
        if (t->bounded && (x < t->low || x > t->high))
            return tree_fail(r, node->line, "%g of '%s' is outside the bounds %g and %g", x, node->name,
                             t->low, t->high);
        if (node->kind == TREE_LEAF && x != floor(x))
            t->integral = false;
        low = fmin(low, x), high = fmax(high, x);
    }
    if (!t->bounded) {
        t->low = low;
        t->high = high > low ? high : low + 1; /* methods may divide by the width */
    }
    return HRA_OK;
}

/* Inner nodes without an evaluation count 0, or what is nearest to it; then sums can be bounded. */
static void fill_values(tree *t) {
    t->max_sum = -INFINITY;
    for (int i = 0; i < t->count; i++) {
        double sum = 0;
        for (int k = i * t->seats; k < (i + 1) * t->seats; k++) {
            if (!is_known(&t->node[i]))
                t->value[k] = fmin(fmax(0, t->low), t->high);
            sum += t->value[k];
        }
        t->max_sum = fmax(t->max_sum, sum);
    }
}

hra_err tree_check(tree_reader *r) {
    tree *t = r->tree;
    hra_err err = check_shape(r);
    for (int i = 0; i < t->count && !err; i++)
        err = check_edges(r, &t->node[i]);
    if (!err)
        err = check_zero_sum(r);
    if (!err)
        err = check_bounds(r);
    if (!err)
        fill_values(t);
    return err;
}
