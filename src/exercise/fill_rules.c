/* How the numbers of a search tree follow from each other: minimax and Max^n, means at chance nodes, alpha-beta with values
 * that may lie outside the window (fail-soft) or not (fail-hard), Star1's windows of outcomes, answers of AND/OR search, sets
 * of Soft-Max^n; depth first from left to right. The same rules check that a key is sound, and
 * judge a number by the other numbers of an attempt. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fill.h"

enum { NOT_VISITED = -2 };

static const double *value_at(const fill_tree *tree, const fill_numbers *numbers, int node) {
    return &numbers->value[(size_t)node * (size_t)fill_width(tree)];
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
    return isnan(best) || (fill_is_min(node->role) ? value < best : value > best);
}

static void mean_value(const fill_tree *tree, const fill_numbers *numbers, int node, double *out) {
    const fill_node *at = &tree->nodes[node];
    for (int i = 0; i < tree->seats; i++) {
        out[i] = 0;
        for (int child = at->first; child < at->first + at->count; child++)
            out[i] += tree->nodes[child].probability * value_at(tree, numbers, child)[i];
    }
}

/* What Star1 knows of a chance node when it comes to a child: the sum of the outcomes before it, and bounds of the sum of those
 * behind it. The order of the operations is that of the search, so that equal numbers stay equal. */
typedef struct star {
    double sum, low, high;
} star;

static star star_at(const fill_tree *tree, const fill_numbers *numbers, int node, int child) {
    const fill_node *at = &tree->nodes[node];
    star s = {0};
    for (int c = at->first; c < at->first + at->count; c++) {
        s.low += tree->nodes[c].probability * tree->least;
        s.high += tree->nodes[c].probability * tree->most;
    }
    for (int c = at->first; c <= child; c++) {
        s.low -= tree->nodes[c].probability * tree->least;
        s.high -= tree->nodes[c].probability * tree->most;
        if (c < child)
            s.sum += tree->nodes[c].probability * value_at(tree, numbers, c)[0];
    }
    return s;
}

static void star_window(const fill_tree *tree, const fill_numbers *numbers, int child, double *alpha,
                        double *beta) {
    const int node = tree->nodes[child].parent;
    const star s = star_at(tree, numbers, node, child);
    *alpha = (numbers->alpha[node] - s.sum - s.high) / tree->nodes[child].probability;
    *beta = (numbers->beta[node] - s.sum - s.low) / tree->nodes[child].probability;
}

/* The bound of a chance node that is left after an outcome. */
static double star_value(const fill_tree *tree, const fill_numbers *numbers, int node) {
    const int child = numbers->cut[node];
    const star s = star_at(tree, numbers, node, child);
    const double value = value_at(tree, numbers, child)[0];
    double alpha, beta;
    star_window(tree, numbers, child, &alpha, &beta);
    return s.sum + tree->nodes[child].probability * value + (value >= beta ? s.low : s.high);
}

/* ---- sets ---------------------------------------------------------------------------------------*/

static int count_vectors(const fill_tree *tree, const double *value) {
    int count = 0;
    while (count < tree->vectors && !isnan(value[(ptrdiff_t)count * tree->seats]))
        count++;
    return count;
}

static bool same_vector(const fill_tree *tree, const double *a, const double *b) {
    for (int i = 0; i < tree->seats; i++)
        if (!hra_fill_near(tree, a[i], b[i]))
            return false;
    return true;
}

bool hra_fill_same_value(const fill_tree *tree, const double *a, const double *b) {
    if (tree->vectors == 1)
        return same_vector(tree, a, b);
    bool taken[FILL_VECTORS] = {false};
    const int count = count_vectors(tree, a);
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < count && (taken[k] || !same_vector(tree, a + (ptrdiff_t)i * tree->seats,
                                                      b + (ptrdiff_t)k * tree->seats)))
            k++;
        if (k == count)
            return false;
        taken[k] = true;
    }
    return count_vectors(tree, b) == count;
}

/* The best of the worst numbers of the children for a seat: a child that cannot reach it is dominated. */
static double sure_of(const fill_tree *tree, const fill_numbers *numbers, int node, int seat) {
    const fill_node *at = &tree->nodes[node];
    double sure = -INFINITY;
    for (int child = at->first; child < at->first + at->count; child++) {
        const double *value = value_at(tree, numbers, child);
        double worst = value[seat];
        for (int i = 1; i < count_vectors(tree, value); i++)
            worst = fmin(worst, value[i * tree->seats + seat]);
        sure = isnan(worst) ? sure : fmax(sure, worst);
    }
    return sure;
}

static bool has_vector(const fill_tree *tree, const double *set, int count, const double *vector) {
    for (int i = 0; i < count; i++)
        if (memcmp(set + (ptrdiff_t)i * tree->seats, vector, (size_t)tree->seats * sizeof *vector) == 0)
            return true;
    return false;
}

/* Soft-Max^n: the vectors of all children that are not dominated, each once. NAN if they are too many. */
static void union_value(const fill_tree *tree, const fill_numbers *numbers, int node, double *out) {
    const fill_node *at = &tree->nodes[node];
    const double sure = sure_of(tree, numbers, node, at->seat);
    int count = 0;
    for (int child = at->first; child < at->first + at->count; child++) {
        const double *value = value_at(tree, numbers, child);
        const int n = count_vectors(tree, value);
        double best = -INFINITY;
        for (int i = 0; i < n; i++)
            best = fmax(best, value[i * tree->seats + at->seat]);
        for (int i = 0; i < n && best >= sure; i++) {
            const double *vector = value + (ptrdiff_t)i * tree->seats;
            if (has_vector(tree, out, count, vector))
                continue;
            if (count == tree->vectors) {
                out[0] = NAN;
                return;
            }
            memcpy(out + (ptrdiff_t)count++ * tree->seats, vector, (size_t)tree->seats * sizeof *out);
        }
    }
}

/* ---- values of nodes ----------------------------------------------------------------------------*/

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
    for (int i = 0; i < fill_width(tree); i++)
        out[i] = NAN;
    if (tree->vectors > 1) {
        union_value(tree, numbers, node, out);
        return;
    }
    if (at->role == FILL_CHANCE) {
        if (tree->star && numbers->cut[node] >= 0)
            out[0] = star_value(tree, numbers, node);
        else
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
    if (best && tree->hard) /* NAN changes nothing */
        *out = fmin(fmax(*out, numbers->alpha[node]), numbers->beta[node]);
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
    if (tree->star && above->role == FILL_CHANCE) {
        star_window(tree, numbers, node, alpha, beta);
        return;
    }
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

/* Whether the search leaves a node after a child with this value. */
static bool ends_node(const fill_tree *tree, const fill_numbers *numbers, int child, double value) {
    const int node = tree->nodes[child].parent;
    const fill_role role = tree->nodes[node].role;
    double alpha = numbers->alpha[node], beta = numbers->beta[node];
    if (fill_is_proof(tree))
        return role == FILL_OR ? value > 0 : value <= 0;
    if (role == FILL_CHANCE) {
        star_window(tree, numbers, child, &alpha, &beta);
        return value >= beta || value <= alpha;
    }
    const double past = role == FILL_MAX ? value - beta : alpha - value;
    return tree->strict ? past > 0 : past >= 0;
}

static bool may_be_cut(const fill_tree *tree, const fill_numbers *numbers, int node) {
    const fill_role role = tree->nodes[node].role;
    if (fill_is_proof(tree))
        return role == FILL_OR || role == FILL_AND;
    return (role == FILL_MAX || role == FILL_MIN || (tree->star && role == FILL_CHANCE)) &&
           !isnan(numbers->alpha[node]) && !isnan(numbers->beta[node]);
}

int hra_fill_cut(const fill_tree *tree, const fill_numbers *numbers, int node) {
    const fill_node *at = &tree->nodes[node];
    if (!may_be_cut(tree, numbers, node))
        return -1;
    for (int child = at->first; child < at->first + at->count - 1; child++) {
        const double value = value_at(tree, numbers, child)[0];
        if (isnan(value))
            return -1;
        if (ends_node(tree, numbers, child, value))
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

/* But for rounding. */
static bool is_close(double a, double b) {
    return a == b || fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

static bool values_follow(const fill_tree *tree, int node) {
    double value[FILL_WIDTH];
    const double *known = value_at(tree, &tree->key, node);
    hra_fill_value(tree, &tree->key, node, known, value);
    if (tree->vectors > 1)
        return !isnan(known[0]) && hra_fill_same_value(tree, known, value);
    for (int i = 0; i < tree->seats; i++)
        if (isnan(known[i]) || !(fabs(value[i] - known[i]) <= 1e-9 * (1 + fabs(known[i]))))
            return false;
    return true;
}

static bool window_follows(const fill_tree *tree, int node) {
    double alpha, beta;
    const double a = tree->key.alpha[node], b = tree->key.beta[node];
    hra_fill_window(tree, &tree->key, node, &alpha, &beta);
    return !isnan(a) && !isnan(b) && is_close(alpha, a) && is_close(beta, b);
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
    return sound & HRA_FILL_WINDOWS || fill_is_proof(tree) ? sound : sound & ~(unsigned)HRA_FILL_CUTS;
}
