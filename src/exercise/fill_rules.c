/* How the numbers of a search tree follow from each other: minimax and Max^n, means at chance nodes, alpha-beta with values
 * that may lie outside the window (fail-soft), depth first from left to right. The same rules check that a key is sound, and
 * judge a number by the other numbers of an attempt. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fill.h"

enum { NOT_VISITED = -2 };

static const double *value_at(const fill_tree *tree, const fill_numbers *numbers, int node) {
    return &numbers->value[(size_t)node * (size_t)tree->seats];
}

bool hra_fill_near(const fill_tree *tree, double a, double b) {
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return a == b || fabs(a - b) <= tree->tolerance;
}

bool hra_fill_is_searched(const fill_tree *tree, int node) {
    return tree->key.order[node] > 0;
}

bool hra_fill_is_asked(const fill_tree *tree, int node, fill_field field) {
    const bool leaf = fill_is_leaf(tree, node);
    switch (field) {
    case FIELD_VALUE:
        return (tree->asked & (unsigned)(leaf ? HRA_FILL_LEAVES : HRA_FILL_VALUES)) != 0;
    case FIELD_ALPHA:
    case FIELD_BETA:
        return !leaf && (tree->asked & HRA_FILL_WINDOWS);
    case FIELD_CUT:
        return tree->nodes[node].count > 1 && (tree->asked & HRA_FILL_CUTS);
    case FIELD_ORDER:
        return node > 0 && (tree->asked & HRA_FILL_ORDER);
    case FIELDS:
        break;
    }
    return false;
}

/* ---- values -------------------------------------------------------------------------------------*/

static int last_child(const fill_tree *tree, const fill_numbers *numbers, int node) {
    const fill_node *at = &tree->nodes[node];
    return numbers->cut[node] >= 0 ? numbers->cut[node] : at->first + at->count - 1;
}

static bool is_better(const fill_node *node, double value, double best) {
    return isnan(best) || (node->role == FILL_MIN ? value < best : value > best);
}

static void mean_value(const fill_tree *tree, const fill_numbers *numbers, int node, double *out) {
    const fill_node *at = &tree->nodes[node];
    for (int i = 0; i < tree->seats; i++) {
        out[i] = 0;
        for (int child = at->first; child < at->first + at->count; child++)
            out[i] += tree->nodes[child].probability * value_at(tree, numbers, child)[i];
    }
}

static double distance(const fill_tree *tree, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < tree->seats; i++)
        sum += fabs(a[i] - b[i]);
    return sum;
}

void hra_fill_value(const fill_tree *tree, const fill_numbers *numbers, int node, const double *wanted,
                    double *out) {
    const fill_node *at = &tree->nodes[node];
    const int seat = at->role == FILL_OWN ? at->seat : 0, last = last_child(tree, numbers, node);
    const double *best = NULL;
    for (int i = 0; i < tree->seats; i++)
        out[i] = NAN;
    if (at->role == FILL_CHANCE) {
        mean_value(tree, numbers, node, out);
        return;
    }
    for (int child = at->first; child <= last; child++) {
        const double *value = value_at(tree, numbers, child);
        if (isnan(value[seat]))
            continue;
        const bool tie = best && wanted && hra_fill_near(tree, value[seat], best[seat]);
        if (tie ? distance(tree, value, wanted) < distance(tree, best, wanted)
                : is_better(at, value[seat], best ? best[seat] : NAN))
            best = value;
    }
    if (best)
        memcpy(out, best, (size_t)tree->seats * sizeof *out);
}

/* ---- windows and cuts ---------------------------------------------------------------------------*/

bool hra_fill_has_windows(const fill_tree *tree) {
    for (int node = 1; node < tree->count; node++)
        if (!isnan(tree->key.alpha[node]))
            return true;
    return false;
}

void hra_fill_window(const fill_tree *tree, const fill_numbers *numbers, int node, double *alpha,
                     double *beta) {
    const int parent = tree->nodes[node].parent;
    if (parent < 0) {
        *alpha = tree->key.alpha[node];
        *beta = tree->key.beta[node];
        return;
    }
    const fill_node *above = &tree->nodes[parent];
    *alpha = numbers->alpha[parent];
    *beta = numbers->beta[parent];
    for (int child = above->first; child < node; child++) {
        const double value = value_at(tree, numbers, child)[0];
        if (isnan(value))
            continue;
        if (above->role == FILL_MAX && value > *alpha)
            *alpha = value;
        if (above->role == FILL_MIN && value < *beta)
            *beta = value;
    }
}

int hra_fill_cut(const fill_tree *tree, const fill_numbers *numbers, int node) {
    const fill_node *at = &tree->nodes[node];
    const double alpha = numbers->alpha[node], beta = numbers->beta[node];
    if ((at->role != FILL_MAX && at->role != FILL_MIN) || isnan(alpha) || isnan(beta))
        return -1;
    for (int child = at->first; child < at->first + at->count - 1; child++) {
        const double value = value_at(tree, numbers, child)[0];
        if (isnan(value))
            return -1;
        const double past = at->role == FILL_MAX ? value - beta : alpha - value;
        if (tree->strict ? past > 0 : past >= 0)
            return child;
    }
    return -1;
}

/* ---- visits -------------------------------------------------------------------------------------*/

/* Depth first; a node that is not entered ends nothing. Nodes are few and trees flat, so a walk by parents does. */
void hra_fill_visits(const fill_tree *tree, const fill_numbers *numbers, int *before) {
    int previous = -1;
    for (int i = 0; i < tree->count; i++)
        before[i] = NOT_VISITED;
    for (int node = 0; node >= 0;) {
        before[node] = previous;
        previous = node;
        if (tree->nodes[node].count) {
            node = tree->nodes[node].first;
            continue;
        }
        while (node >= 0) {
            const int parent = tree->nodes[node].parent;
            if (parent >= 0 && node < last_child(tree, numbers, parent)) {
                node++;
                break;
            }
            node = parent;
        }
    }
}

/* ---- whether a key is sound ---------------------------------------------------------------------*/

static bool values_follow(const fill_tree *tree, int node) {
    double value[HRA_MAX_SEATS];
    const double *known = value_at(tree, &tree->key, node);
    hra_fill_value(tree, &tree->key, node, known, value);
    for (int i = 0; i < tree->seats; i++)
        if (isnan(known[i]) || !(fabs(value[i] - known[i]) <= 1e-9 * (1 + fabs(known[i]))))
            return false;
    return true;
}

static bool window_follows(const fill_tree *tree, int node) {
    double alpha, beta;
    const double a = tree->key.alpha[node], b = tree->key.beta[node];
    hra_fill_window(tree, &tree->key, node, &alpha, &beta);
    return !isnan(a) && !isnan(b) && alpha == a && beta == b;
}

unsigned hra_fill_sound(const fill_tree *tree, const int *before) {
    unsigned sound = HRA_FILL_LEAVES | HRA_FILL_VALUES | HRA_FILL_WINDOWS | HRA_FILL_CUTS | HRA_FILL_ORDER;
    for (int node = 0; node < tree->count; node++) {
        const bool searched = hra_fill_is_searched(tree, node), inner = !fill_is_leaf(tree, node);
        if (searched != (before[node] != NOT_VISITED) ||
            (searched && tree->key.order[node] != (before[node] < 0 ? 1 : tree->key.order[before[node]] + 1)))
            sound &= ~(unsigned)HRA_FILL_ORDER;
        if (searched && inner && !values_follow(tree, node))
            sound &= ~(unsigned)HRA_FILL_VALUES;
        if (searched && inner && !window_follows(tree, node))
            sound &= ~(unsigned)HRA_FILL_WINDOWS;
        if (searched && inner && hra_fill_cut(tree, &tree->key, node) != tree->key.cut[node])
            sound &= ~(unsigned)HRA_FILL_CUTS;
    }
    return sound & HRA_FILL_WINDOWS ? sound : sound & ~(unsigned)HRA_FILL_CUTS;
}
