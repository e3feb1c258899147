/* The rules of search trees in words, with the numbers of one node. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "fill.h"

/* ---- numbers ------------------------------------------------------------------------------------*/

static void add_number(double number, hra_text *out) {
    if (isnan(number))
        hra_text_add(out, _("not answered"));
    else if (isinf(number))
        hra_text_add(out, number > 0 ? "\xe2\x88\x9e" : "\xe2\x88\x92\xe2\x88\x9e");
    else
        hra_text_addf(out, "%.4G", number);
}

static void add_value(const fill_tree *tree, const fill_numbers *numbers, int node, hra_text *out) {
    const double *value = &numbers->value[(size_t)node * (size_t)fill_width(tree)];
    if (fill_is_proof(tree) && !isnan(*value)) {
        hra_fill_say_value(tree, value, out);
        return;
    }
    for (int i = 0; i < fill_width(tree) && (i == 0 || !isnan(value[i])); i++) {
        hra_text_add(out, i == 0 ? "" : i % tree->seats ? ":" : "|");
        add_number(value[i], out);
    }
}

/* "H 3, I 12" of the children from..to-1. */
static void add_values(const fill_tree *tree, const fill_numbers *numbers, int from, int to, hra_text *out) {
    char label[FILL_LABEL];
    for (int child = from; child < to; child++) {
        hra_fill_label(child, label);
        hra_text_addf(out, "%s%s ", child > from ? ", " : "", label);
        add_value(tree, numbers, child, out);
    }
}

/* "1/2 · 3 + 1/2 · 4" of the children of a chance node. */
static void add_mean(const fill_tree *tree, const fill_numbers *numbers, int node, hra_text *out) {
    const fill_node *at = &tree->nodes[node];
    for (int child = at->first; child < at->first + at->count; child++) {
        hra_text_addf(out, "%s%.4G \xc2\xb7 ", child > at->first ? " + " : "",
                      tree->nodes[child].probability);
        add_value(tree, numbers, child, out);
    }
}

/* ---- why a number is as it is -------------------------------------------------------------------*/

static void explain_value(const fill_tree *tree, const fill_numbers *numbers, int node, hra_text *out) {
    const fill_node *at = &tree->nodes[node];
    const int end = numbers->cut[node] >= 0 ? numbers->cut[node] + 1 : at->first + at->count;
    hra_text values;
    hra_text_init(&values);
    if (at->role == FILL_CHANCE)
        add_mean(tree, numbers, node, &values);
    else
        add_values(tree, numbers, at->first, end, &values);
    const char *of = hra_text_string(&values);
    if (at->role == FILL_MAX)
        hra_text_addf(out, _("MAX takes the highest value of its children: %s."), of);
    else if (at->role == FILL_MIN)
        hra_text_addf(out, _("MIN takes the lowest value of its children: %s."), of);
    else if (at->role == FILL_OR)
        hra_text_addf(out, _("An OR node is solved if one of its children is: %s."), of);
    else if (at->role == FILL_AND)
        hra_text_addf(out, _("An AND node is solved if all of its children are: %s."), of);
    else if (tree->vectors > 1 && at->role == FILL_OWN)
        hra_text_addf(
            out,
            _("Player %d drops a child whose best number at place %d is below the worst one of another "
              "child, and returns the vectors of all others: %s."),
            at->seat + 1, at->seat + 1, of);
    else if (at->role == FILL_OWN)
        hra_text_addf(out, _("Player %d takes the child with the highest number at place %d: %s."),
                      at->seat + 1, at->seat + 1, of);
    else if (at->role == FILL_CHANCE)
        hra_text_addf(out, _("A chance node has the mean of its children by their probabilities: %s."), of);
    else
        hra_text_add(out, _("A leaf has the value of its position."));
    if (tree->star && numbers->cut[node] >= 0)
        hra_text_addf(out, " %s", _("Outcomes that were left out count with the bound that decided."));
    if (tree->hard)
        hra_text_addf(out, " %s", _("Below alpha it is alpha, above beta it is beta (fail=hard)."));
    out->err = out->err ? out->err : values.err;
    hra_text_release(&values);
}

/* Star1: what the outcome would have to be worth, for the mean to reach a bound of the node. */
static void explain_star(const fill_tree *tree, const fill_numbers *numbers, int node, bool alpha,
                         hra_text *out) {
    const int parent = tree->nodes[node].parent;
    const fill_node *above = &tree->nodes[parent];
    char label[FILL_LABEL];
    double behind = 0;
    hra_text bound, values;
    hra_text_init(&bound);
    hra_text_init(&values);
    hra_fill_label(parent, label);
    add_number(alpha ? numbers->alpha[parent] : numbers->beta[parent], &bound);
    add_values(tree, numbers, above->first, node, &values);
    for (int child = node + 1; child < above->first + above->count; child++)
        behind += tree->nodes[child].probability;
    hra_text_addf(
        out,
        alpha ? _("Alpha is what this outcome needs for the mean to reach alpha of %s, %s, if all later "
                  "outcomes (%.4G) were worth %.4G: what is missing, divided by %.4G.")
              : _("Beta is what this outcome needs for the mean to reach beta of %s, %s, if all later "
                  "outcomes (%.4G) were worth %.4G: what is missing, divided by %.4G."),
        label, hra_text_string(&bound), behind, alpha ? tree->most : tree->least,
        tree->nodes[node].probability);
    if (node > above->first)
        hra_text_addf(out, _(" Before it: %s."), hra_text_string(&values));
    out->err = out->err ? out->err : bound.err ? bound.err : values.err;
    hra_text_release(&bound);
    hra_text_release(&values);
}

static void explain_window(const fill_tree *tree, const fill_numbers *numbers, int node, bool alpha,
                           hra_text *out) {
    const int parent = tree->nodes[node].parent;
    if (parent < 0) {
        hra_text_add(out, alpha ? _("At the root MAX has found nothing yet.")
                                : _("At the root MIN has found nothing yet."));
        return;
    }
    const fill_node *above = &tree->nodes[parent];
    if (tree->star && above->role == FILL_CHANCE) {
        explain_star(tree, numbers, node, alpha, out);
        return;
    }
    const bool changes = (above->role == (alpha ? FILL_MAX : FILL_MIN)) && node > above->first;
    char label[FILL_LABEL];
    hra_text bound, values;
    hra_text_init(&bound);
    hra_text_init(&values);
    hra_fill_label(parent, label);
    add_number(alpha ? numbers->alpha[parent] : numbers->beta[parent], &bound);
    add_values(tree, numbers, above->first, node, &values);
    const char *b = hra_text_string(&bound), *v = hra_text_string(&values);
    if (!changes)
        hra_text_addf(out,
                      alpha ? _("Alpha is that of %s, %s: only values of MAX nodes raise it.")
                            : _("Beta is that of %s, %s: only values of MIN nodes lower it."),
                      label, b);
    else
        hra_text_addf(out,
                      alpha ? _("Alpha is the highest of that of %s, %s, and of the values found there: %s.")
                            : _("Beta is the lowest of that of %s, %s, and of the values found there: %s."),
                      label, b, v);
    out->err = out->err ? out->err : bound.err ? bound.err : values.err;
    hra_text_release(&bound);
    hra_text_release(&values);
}

/* When nodes of proofs and outcomes of Star1 end the work. */
static void add_ending_rule(const fill_tree *tree, fill_role role, hra_text *out) {
    hra_text_add(out, role == FILL_OR ? _("An OR node is left after the first child that is solved.")
                      : role == FILL_AND
                          ? _("An AND node is left after the first child that is unsolved.")
                          : _("A chance node is left after the first outcome whose value is at most "
                              "its alpha, or at least its beta."));
}

static void explain_cut(const fill_tree *tree, const fill_numbers *numbers, int node, hra_text *out) {
    const fill_node *at = &tree->nodes[node];
    const bool max = at->role == FILL_MAX;
    hra_text bound, values;
    if (fill_is_proof(tree) || (tree->star && at->role == FILL_CHANCE)) {
        add_ending_rule(tree, at->role, out);
        return;
    }
    if (!max && at->role != FILL_MIN) {
        hra_text_add(out, _("Only MAX and MIN nodes are cut."));
        return;
    }
    hra_text_init(&bound);
    hra_text_init(&values);
    add_number(max ? numbers->beta[node] : numbers->alpha[node], &bound);
    add_values(tree, numbers, at->first, at->first + at->count, &values);
    const char *b = hra_text_string(&bound), *v = hra_text_string(&values);
    if (tree->strict)
        hra_text_addf(out,
                      max ? _("MAX stops after the first value above beta, %s; its children: %s.")
                          : _("MIN stops after the first value below alpha, %s; its children: %s."),
                      b, v);
    else
        hra_text_addf(out,
                      max ? _("MAX stops after the first value that is at least beta, %s; its children: %s.")
                          : _("MIN stops after the first value that is at most alpha, %s; its children: %s."),
                      b, v);
    out->err = out->err ? out->err : bound.err ? bound.err : values.err;
    hra_text_release(&bound);
    hra_text_release(&values);
}

static void explain_order(int before, hra_text *out) {
    char label[FILL_LABEL];
    if (before < 0) {
        hra_text_add(out, _("The search goes deep first, from left to right."));
        return;
    }
    hra_fill_label(before, label);
    hra_text_addf(out, _("The search goes deep first, from left to right: it comes here from %s."), label);
}

void hra_fill_explain(const fill_tree *tree, const fill_numbers *numbers, int node, fill_field field,
                      const int *before, hra_text *out) {
    switch (field) {
    case FIELD_VALUE:
        explain_value(tree, numbers, node, out);
        break;
    case FIELD_ALPHA:
    case FIELD_BETA:
        explain_window(tree, numbers, node, field == FIELD_ALPHA, out);
        break;
    case FIELD_CUT:
        explain_cut(tree, numbers, node, out);
        break;
    case FIELD_ORDER:
        explain_order(before[node], out);
        break;
    case FIELDS:
        break;
    }
}

const char *hra_fill_reason(const fill_tree *tree, int node, fill_field field) {
    return field == FIELD_VALUE ? hra_fill_roles[tree->nodes[node].role] : hra_fill_fields[field];
}

/* ---- what a person has to know -------------------------------------------------------------------*/

void hra_fill_say_ways(const fill_tree *tree, hra_text *out) {
    if (tree->strict)
        hra_text_addf(out, "%s\n",
                      _("The search leaves a node only if a value passes its window (cut=strict)."));
    if (tree->hard)
        hra_text_addf(out, "%s\n", _("A value below alpha is alpha, one above beta is beta (fail=hard)."));
    if (tree->star) {
        hra_text_addf(out, _("All values lie between %.4G and %.4G (Star1)."), tree->least, tree->most);
        hra_text_add_char(out, '\n');
    }
}

/* ---- hints --------------------------------------------------------------------------------------*/

/* The hints of an exercise, in this order: how values, windows and cuts follow, for what it asks. */
static bool hints_at(const fill_tree *tree, int kind) {
    static const unsigned asked[] = {HRA_FILL_VALUES | HRA_FILL_CUTS | HRA_FILL_WINDOWS,
                                     HRA_FILL_WINDOWS | HRA_FILL_CUTS, HRA_FILL_CUTS, HRA_FILL_ORDER,
                                     HRA_FILL_LEAVES};
    return tree->asked & asked[kind];
}

enum { KINDS = 5 };

int hra_fill_hints(const fill_tree *tree) {
    int hints = 0;
    for (int kind = 0; kind < KINDS; kind++)
        hints += hints_at(tree, kind);
    return hints;
}

static bool has_role(const fill_tree *tree, fill_role role) {
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[i].role == role)
            return true;
    return false;
}

static void hint_values(const fill_tree *tree, hra_text *out) {
    if (fill_is_proof(tree))
        hra_text_add(
            out, _("Begin at the leaves: an OR node is solved if one of its children is, an AND node if all "
                   "of its children are."));
    else if (tree->vectors > 1)
        hra_text_add(
            out, _("Each player drops a child whose best number of its own is below the worst one of another "
                   "child. A node has the vectors of all children that are left, each once."));
    else if (has_role(tree, FILL_OWN))
        hra_text_add(out, _("Each player takes the child with the highest number of its own, and returns all "
                            "numbers of that child."));
    else
        hra_text_add(out,
                     _("Begin at the leaves: MAX takes the highest value of its children, MIN the lowest."));
    if (has_role(tree, FILL_CHANCE))
        hra_text_addf(out, " %s", _("A chance node has the mean of its children by their probabilities."));
    if (tree->hard)
        hra_text_addf(out, " %s", _("Below alpha it is alpha, above beta it is beta (fail=hard)."));
}

static void hint_cuts(const fill_tree *tree, hra_text *out) {
    if (fill_is_proof(tree)) {
        add_ending_rule(tree, FILL_OR, out);
        hra_text_add_char(out, ' ');
        add_ending_rule(tree, FILL_AND, out);
        return;
    }
    hra_text_add(
        out,
        tree->strict
            ? _("A MAX node is left as soon as a child is worth more than beta, a MIN node as soon as one is "
                "worth less than alpha.")
            : _("A MAX node is left as soon as a child is worth beta or more, a MIN node as soon as one is "
                "worth alpha or less."));
    if (tree->star) {
        hra_text_add_char(out, ' ');
        add_ending_rule(tree, FILL_CHANCE, out);
    }
}

static void hint_windows(const fill_tree *tree, hra_text *out) {
    hra_text_add(
        out,
        _("Alpha is the best value that MAX already has on the way from the root, beta the best that MIN "
          "already has. A node gets both from its parent; values of children raise alpha at a MAX node, and "
          "lower beta at a MIN node."));
    if (tree->star)
        hra_text_addf(
            out, " %s",
            _("An outcome gets the values with which the mean would reach alpha or beta, if all later "
              "outcomes were worth most or least."));
}

int hra_fill_hint_about(const fill_tree *tree, fill_field field) {
    static const int kinds[FIELDS] = {
        [FIELD_VALUE] = 0, [FIELD_ALPHA] = 1, [FIELD_BETA] = 1, [FIELD_CUT] = 2, [FIELD_ORDER] = 3};
    int number = 0;
    for (int kind = 0; kind <= kinds[field]; kind++)
        number += hints_at(tree, kind);
    return hints_at(tree, kinds[field]) ? number : 0;
}

void hra_fill_hint(const hra_exercise *x, int number, hra_text *out) {
    const fill_tree *tree = x->self;
    int kind = -1;
    for (int left = number; left > 0;)
        left -= hints_at(tree, ++kind);
    if (kind == 0)
        hint_values(tree, out);
    else if (kind == 1)
        hint_windows(tree, out);
    else if (kind == 2)
        hint_cuts(tree, out);
    else if (kind == 3)
        hra_text_add(out, _("The search goes deep first, from left to right; what is cut gets no number."));
    else
        hra_text_add(out, _("A leaf has the value of its position."));
}

/* ---- the answer ---------------------------------------------------------------------------------*/

static void add_field(const fill_tree *tree, int node, fill_field field, hra_text *out) {
    const fill_numbers *key = &tree->key;
    char label[FILL_LABEL] = "-";
    hra_text_addf(out, " %s=", hra_exercise_item_word(hra_fill_fields[field]));
    if (field == FIELD_VALUE)
        add_value(tree, key, node, out);
    else if (field == FIELD_ALPHA || field == FIELD_BETA)
        add_number(field == FIELD_ALPHA ? key->alpha[node] : key->beta[node], out);
    else if (field == FIELD_ORDER)
        hra_text_addf(out, "%d", key->order[node]);
    else {
        if (key->cut[node] >= 0)
            hra_fill_label(key->cut[node], label);
        hra_text_add(out, label);
    }
}

/* The text of an answer in an attempt, and its length; NULL: there is none. */
static const char *find_answer(const fill_tree *tree, const char *attempt, int node, fill_field field,
                               size_t *length) {
    static const char between[] = " \t\r\n;";
    while (*(attempt += strspn(attempt, between))) {
        const size_t name = strcspn(attempt, "="), word = strcspn(attempt, between);
        int at;
        fill_field of;
        if (name < word && hra_fill_find_item(tree, attempt, name, &at, &of) && at == node && of == field) {
            *length = word - name - 1;
            return *length ? attempt + name + 1 : NULL;
        }
        attempt += word;
    }
    return NULL;
}

/* What a person answered that is not that of the key. */
static void add_own(const fill_tree *tree, const char *attempt, const hra_exercise_verdict *verdict, int node,
                    fill_field field, hra_text *out) {
    size_t length;
    const char *own = find_answer(tree, attempt, node, field, &length);
    char label[FILL_LABEL], name[HRA_EXERCISE_ITEM];
    hra_fill_label(node, label);
    (void)hra_snprintf(name, sizeof name, "%s.%s", label, hra_fill_fields[field]);
    for (int i = 0; own && i < verdict->count; i++)
        if (strcmp(verdict->items[i].name, name) == 0 && strcmp(verdict->items[i].reason, "key") == 0)
            own = NULL;
    if (own)
        hra_text_addf(out, _(" (you: %.*s)"), (int)(length < 30 ? length : 30), own);
}

/* A line for each node of which anything is asked. */
static void add_answers(const fill_tree *tree, const char *attempt, const hra_exercise_verdict *verdict,
                        hra_text *out) {
    char label[FILL_LABEL];
    for (int node = 0; node < tree->count; node++) {
        bool any = false;
        for (int field = 0; field < FIELDS; field++)
            any = any || hra_fill_is_asked(tree, node, (fill_field)field);
        if (!any)
            continue;
        hra_fill_label(node, label);
        hra_text_addf(out, "%-3s", label);
        if (!hra_fill_is_searched(tree, node))
            hra_text_addf(out, " %s", _("not searched"));
        for (int field = 0; field < FIELDS && hra_fill_is_searched(tree, node); field++)
            if (hra_fill_is_asked(tree, node, (fill_field)field)) {
                add_field(tree, node, (fill_field)field, out);
                add_own(tree, attempt, verdict, node, (fill_field)field, out);
            }
        hra_text_add_char(out, '\n');
    }
}

hra_err hra_fill_answer(const hra_exercise *x, const char *attempt, hra_text *out) {
    hra_exercise_verdict verdict = {0};
    hra_err err = attempt ? hra_exercise_judge(x, attempt, &verdict, NULL) : HRA_OK;
    if (!err)
        add_answers(x->self, attempt ? attempt : "", &verdict, out);
    hra_exercise_verdict_release(&verdict);
    return err ? err : out->err;
}
