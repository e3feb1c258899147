/* What is asked, as text: a board, or a tree with labels. */
#include <math.h>
#include <string.h>

#include "core/messages.h"
#include "fill.h"
#include "move.h"
#include "uct.h"

/* ---- trees --------------------------------------------------------------------------------------*/

/* Lines of a tree, with characters of boxes or with ASCII. */
typedef struct lines_style {
    const char *branch, *last, *down, *blank;
} lines_style;

static const lines_style boxes = {"\xe2\x94\x9c\xe2\x94\x80 ", "\xe2\x94\x94\xe2\x94\x80 ", "\xe2\x94\x82  ",
                                  "   "};
static const lines_style ascii = {"|- ", "`- ", "|  ", "   "};

static bool is_last(const fill_tree *tree, int node) {
    const fill_node *parent = &tree->nodes[tree->nodes[node].parent];
    return node == parent->first + parent->count - 1;
}

/* The lines in front of a node, from the root on. */
static void add_lines(const fill_tree *tree, int node, const lines_style *style, hra_text *out) {
    int way[HRA_EXERCISE_NODES], depth = 0;
    for (int at = node; tree->nodes[at].parent >= 0; at = tree->nodes[at].parent)
        way[depth++] = at;
    while (depth-- > 0)
        hra_text_add(out, depth ? (is_last(tree, way[depth]) ? style->blank : style->down)
                                : (is_last(tree, way[0]) ? style->last : style->branch));
}

/* What is known of a node besides its value: the window with which it is entered, and where it is left. */
static void add_known(const fill_tree *tree, const fill_numbers *known, int node, hra_text *out) {
    char label[FILL_LABEL];
    if (fill_is_leaf(tree, node))
        return;
    for (int i = 0; node && i < 2; i++) { /* that of the root goes without saying */
        const double bound = i ? known->beta[node] : known->alpha[node];
        if (isnan(bound))
            continue;
        hra_text_addf(out, "  %s=", hra_exercise_item_word(i ? "beta" : "alpha"));
        hra_fill_write_number(bound, out);
    }
    if (known->cut[node] >= 0) {
        hra_fill_label(known->cut[node], label);
        hra_text_addf(out, "  %s=%s", hra_exercise_item_word("cut"), label);
    }
}

static void add_node(const fill_tree *tree, const fill_numbers *known, int node, hra_text *out) {
    const fill_node *at = &tree->nodes[node];
    char label[FILL_LABEL];
    hra_fill_label(node, label);
    hra_text_add(out, label);
    if (*at->move)
        hra_text_addf(out, "  %s", at->move);
    if (at->parent >= 0 && tree->nodes[at->parent].role == FILL_CHANCE)
        hra_text_addf(out, "  p=%.4G", at->probability);
    if (fill_is_max(at->role) || fill_is_min(at->role))
        hra_text_addf(out, "  %s", fill_role_sign(at->role));
    else if (at->role == FILL_CHANCE)
        hra_text_addf(out, "  %s", _("chance"));
    else if (at->role == FILL_OWN) {
        hra_text_add(out, "  ");
        hra_text_addf(out, _("player %d"), at->seat + 1);
    }
    const double *value = &(known ? known : &tree->key)->value[(size_t)node * (size_t)fill_width(tree)];
    if (known ? !isnan(value[0]) : hra_fill_is_given(tree, node)) {
        hra_text_add(out, "  = ");
        hra_fill_say_value(tree, value, out);
    }
    if (known)
        add_known(tree, known, node, out);
    hra_text_add_char(out, '\n');
}

/* Whether a node is on the way from the root to another one. */
static bool is_on_way(const fill_tree *tree, int node, int to) {
    while (to > node) /* parents come first */
        to = tree->nodes[to].parent;
    return to == node;
}

/* Each node under its parent, deep first, with what is `known`; NULL: what is given. `to`: only children of nodes on the
 * way there; -1: all. */
static void draw_tree(const fill_tree *tree, const fill_numbers *known, int to, const lines_style *style,
                      hra_text *out) {
    for (int node = 0; node >= 0;) {
        add_lines(tree, node, style, out);
        add_node(tree, known, node, out);
        if (tree->nodes[node].count && (to < 0 || is_on_way(tree, node, to))) {
            node = tree->nodes[node].first;
            continue;
        }
        while (node > 0 && is_last(tree, node))
            node = tree->nodes[node].parent;
        node = node > 0 ? node + 1 : -1;
    }
}

/* ---- items --------------------------------------------------------------------------------------*/

/* The order in which a person works: the window of a node, its first child, then its cut, since what is left out need not be
 * worked out, its other children and its value; the order of visits last. */
typedef struct item_walk {
    const fill_tree *tree;
    int left; /* items to pass over */
    int node;
    fill_field field; /* FIELDS: not found */
} item_walk;

static void take_item(item_walk *w, int node, fill_field field) {
    if (w->field == FIELDS && hra_fill_is_asked(w->tree, node, field) && w->left-- == 0) {
        w->node = node;
        w->field = field;
    }
}

static void walk_items(item_walk *w) {
    const fill_tree *tree = w->tree;
    for (int node = 0; node >= 0;) {
        take_item(w, node, FIELD_ALPHA);
        take_item(w, node, FIELD_BETA);
        if (tree->nodes[node].count) {
            node = tree->nodes[node].first;
            continue;
        }
        for (;;) {
            take_item(w, node, FIELD_VALUE);
            const int parent = tree->nodes[node].parent;
            if (parent >= 0 && node == tree->nodes[parent].first)
                take_item(w, parent, FIELD_CUT);
            if (node == 0 || !is_last(tree, node))
                break;
            node = parent;
        }
        node = node > 0 ? node + 1 : -1;
    }
    for (int node = 0; node < tree->count; node++)
        take_item(w, node, FIELD_ORDER);
}

bool hra_exercise_item(const hra_exercise *x, int index, char name[HRA_EXERCISE_ITEM]) {
    char label[FILL_LABEL];
    if (index < 0 || index >= x->info.items)
        return false;
    if (x->kind == &hra_exercise_uct)
        return hra_uct_item(x->self, index, name);
    if (x->kind != &hra_exercise_fill) {
        (void)hra_snprintf(name, HRA_EXERCISE_ITEM, "%s", x->kind->name);
        return true;
    }
    item_walk walk = {.tree = x->self, .left = index, .field = FIELDS};
    walk_items(&walk);
    hra_fill_label(walk.node, label);
    (void)hra_snprintf(name, HRA_EXERCISE_ITEM, "%s.%s", label, hra_fill_fields[walk.field]);
    return true;
}

const char *hra_exercise_item_word(const char *item) {
    static const char *const words[] = {N_("value"), N_("alpha"), N_("beta"),   N_("cut"), N_("order"),
                                        N_("path"),  N_("ucb"),   N_("visits"), N_("mean")};
    const char *dot = strchr(item, '.'), *field = dot ? dot + 1 : item;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], field) == 0)
            return _(words[i]);
    return item;
}

bool hra_exercise_reaches(const hra_exercise *x, const char *attempt, const char *item) {
    return x->kind == &hra_exercise_uct ||
           (x->kind == &hra_exercise_fill && hra_fill_reaches(x, attempt, item));
}

/* ---- questions ----------------------------------------------------------------------------------*/

static void ask_move(const hra_exercise *x, bool unicode, hra_text *out) {
    const void *state;
    const hra_game *game = hra_exercise_game(x, &state);
    const hra_board_style style = {.unicode = unicode};
    game->rules->text->show(game, state, &style, out);
    if (out->length && out->data[out->length - 1] != '\n')
        hra_text_add_char(out, '\n');
    const int seat = game->rules->to_move(game, state);
    hra_text_addf(out, _("%s to move: find the best move."), hra_game_seat_name(game, seat));
    hra_text_add_char(out, '\n');
}

static void ask_tree(const fill_tree *tree, const lines_style *style, hra_text *out) {
    draw_tree(tree, NULL, -1, style, out);
    hra_fill_say_ways(tree, out);
}

hra_err hra_exercise_question(const hra_exercise *x, bool unicode, hra_text *out) {
    if (x->kind == &hra_exercise_move)
        ask_move(x, unicode, out);
    else if (x->kind == &hra_exercise_fill)
        ask_tree(x->self, unicode ? &boxes : &ascii, out);
    else if (x->kind == &hra_exercise_uct)
        hra_uct_question(x, out);
    else {
        x->kind->hint(x, 1, out);
        hra_text_add_char(out, '\n');
    }
    return out->err;
}

hra_err hra_exercise_item_question(const hra_exercise *x, const char *attempt, const char *item, bool unicode,
                                   hra_text *out) {
    int node;
    fill_field field;
    fill_numbers known;
    if (x->kind != &hra_exercise_fill || !hra_fill_find_item(x->self, item, strlen(item), &node, &field))
        return hra_exercise_question(x, unicode, out);
    hra_err err = hra_fill_known(x->self, attempt, &known);
    if (!err)
        draw_tree(x->self, &known, node, unicode ? &boxes : &ascii, out);
    hra_fill_numbers_close(&known);
    return err ? err : out->err;
}

int hra_exercise_item_hint(const hra_exercise *x, const char *item) {
    int node;
    fill_field field;
    if (x->kind == &hra_exercise_uct)
        return strstr(item, ".mean") ? 2 : 1;
    if (x->kind != &hra_exercise_fill)
        return strcmp(item, x->kind->name) == 0 && x->info.hints > 0;
    return hra_fill_find_item(x->self, item, strlen(item), &node, &field)
               ? hra_fill_hint_about(x->self, field)
               : 0;
}
