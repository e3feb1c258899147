/* The tree of an exercise for who draws it. */
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "fill.h"

static const fill_tree *tree_of(const hra_exercise *x) {
    return x->kind == &hra_exercise_fill ? x->self : NULL;
}

static unsigned asked_of(const fill_tree *tree, int node) {
    static const unsigned bits[FIELDS] = {[FIELD_VALUE] = HRA_ASKED_VALUE,
                                          [FIELD_ALPHA] = HRA_ASKED_WINDOW,
                                          [FIELD_BETA] = HRA_ASKED_WINDOW,
                                          [FIELD_CUT] = HRA_ASKED_CUT,
                                          [FIELD_ORDER] = HRA_ASKED_ORDER};
    unsigned asked = 0;
    for (int field = 0; field < FIELDS; field++)
        asked |= hra_fill_is_asked(tree, node, (fill_field)field) ? bits[field] : 0;
    return asked;
}

bool hra_exercise_tree_node(const hra_exercise *x, int index, hra_exercise_node *out) {
    const fill_tree *tree = tree_of(x);
    if (!tree || index < 0 || index >= tree->count)
        return false;
    const fill_node *at = &tree->nodes[index];
    hra_exercise_node all = {.size = out->size,
                             .parent = at->parent,
                             .first = at->first,
                             .count = at->count,
                             .role = hra_fill_roles[at->role],
                             .seat = at->seat,
                             .probability = at->probability,
                             .move = at->move,
                             .asked = asked_of(tree, index),
                             .given = hra_fill_is_given(tree, index),
                             .searched = hra_fill_is_searched(tree, index),
                             .numbers = tree->vectors > 1 ? 0 : tree->seats};
    hra_fill_label(index, all.label);
    memcpy(out, &all, out->size < sizeof all ? out->size : sizeof all);
    return true;
}

/* For people: infinity as a sign, other numbers in the language of the process. */
static void say_bound(double number, hra_text *out) {
    if (isinf(number))
        hra_text_add(out, number > 0 ? "\xe2\x88\x9e" : "\xe2\x88\x92\xe2\x88\x9e");
    else
        hra_text_addf(out, "%.4G", number);
}

static void say_value(const fill_tree *tree, const double *value, hra_text *out) {
    if (fill_is_proof(tree)) {
        hra_fill_say_value(tree, value, out);
        return;
    }
    for (int i = 0; i < fill_width(tree) && !isnan(value[i]); i++) {
        hra_text_add(out, i == 0 ? "" : i % tree->seats ? ":" : " | ");
        say_bound(value[i], out);
    }
}

static void say_key(const fill_tree *tree, int node, fill_field field, hra_text *out) {
    const fill_numbers *key = &tree->key;
    char label[FILL_LABEL] = "\xe2\x80\x93";
    if (field == FIELD_VALUE) {
        say_value(tree, &key->value[(size_t)node * (size_t)fill_width(tree)], out);
    } else if (field == FIELD_ALPHA || field == FIELD_BETA) {
        say_bound(field == FIELD_ALPHA ? key->alpha[node] : key->beta[node], out);
    } else if (field == FIELD_ORDER) {
        hra_text_addf(out, "%d", key->order[node]);
    } else {
        if (key->cut[node] >= 0)
            hra_fill_label(key->cut[node], label);
        hra_text_add(out, label);
    }
}

hra_err hra_exercise_tree_key(const hra_exercise *x, int index, const char *word, hra_text *out) {
    const fill_tree *tree = tree_of(x);
    int field = 0;
    while (field < FIELDS && strcmp(word, hra_fill_fields[field]) != 0)
        field++;
    if (!tree || index < 0 || index >= tree->count || field == FIELDS)
        return HRA_EINPUT;
    if (hra_fill_is_searched(tree, index) || (field == FIELD_VALUE && hra_fill_is_given(tree, index)))
        say_key(tree, index, (fill_field)field, out);
    return out->err;
}

hra_err hra_exercise_terms(const hra_exercise *x, hra_text *out) {
    const fill_tree *tree = tree_of(x);
    if (tree)
        hra_fill_say_ways(tree, out);
    return out->err;
}
