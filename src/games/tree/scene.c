/* A typed tree as shapes: a small one whole, as a board on which one goes down; of a larger one what lies
 * below the node, as many levels as fit. Nodes are named as in the file, behind "node.". */
#include <string.h>

#include "core/messages.h"
#include "tree.h"

enum { SMALL = 64, SHOWN = 48, DEEPEST = 12 };

static const double pitch = 1.7, level_height = 2.1, node_size = 1;

static const double *value_of(const tree *t, int i) {
    return t->value + (size_t)i * (size_t)t->seats;
}

/* ---- what is shown --------------------------------------------------------------------------*/

static bool is_small(const tree *t) {
    int level[DEEPEST + 2] = {0};
    if (t->count > SMALL)
        return false;
    tree_count_levels(t, 0, DEEPEST + 1, level);
    return level[DEEPEST + 1] == 0;
}

/* ---- drawing --------------------------------------------------------------------------------*/

typedef struct drawing {
    const hra_game *game;
    const tree *t;
    hra_shapes *out;
    int depth;     /* levels that are shown below the first node */
    double next;   /* the left edge of the next leaf */
    double bottom; /* of all that was drawn */
} drawing;

static void add_value(const drawing *d, int i, double x, double y) {
    const tree_node *node = &d->t->node[i];
    if (node->kind != TREE_LEAF && !node->estimated)
        return;
    hra_shape_add(d->out, HRA_SHAPE_LABEL, x - 0.3, y + node_size, pitch - 0.1, 0.45);
    hra_shape_id(d->out, "value.%s", node->name);
    hra_text *text = hra_shape_write(d->out, HRA_WRITE_TEXT);
    hra_text_add(text, node->kind == TREE_LEAF ? "= " : "~ ");
    for (int k = 0; k < (d->t->zero_sum ? 1 : d->t->seats); k++)
        hra_text_addf(text, "%s%.6G", k ? hra_between_numbers() : "", value_of(d->t, i)[k]);
}

static void add_node(const drawing *d, int i, double x, double y) {
    static const char *const words[] = {"MAX", "MIN", N_("chance"), "", N_("leaf")};
    static const hra_shape_form forms[] = {HRA_FORM_UP, HRA_FORM_DOWN, HRA_FORM_PLAIN, HRA_FORM_PLAIN};
    const tree_node *node = &d->t->node[i];
    bool leaf = node->kind == TREE_LEAF;
    hra_shape_add(d->out, leaf ? HRA_SHAPE_CARD : HRA_SHAPE_PIECE, x, y, node_size, node_size);
    hra_shape_id(d->out, "node.%s", node->name);
    hra_shape_text(d->out, "%s", node->name);
    if (node->kind == TREE_SEAT)
        hra_shape_name(d->out, "%s, %s", node->name, hra_game_seat_name(d->game, node->mover));
    else
        hra_shape_name(d->out, "%s, %s", node->name, _(words[node->kind]));
    if (!leaf)
        hra_shape_last(d->out)->form = forms[node->kind];
    hra_shape_last(d->out)->owner = node->mover >= 0 ? node->mover : -1;
    add_value(d, i, x, y);
}

static void add_line(const drawing *d, const char *what, const char *node, double x, double y, double width,
                     double height) {
    hra_shape_add(d->out, HRA_SHAPE_PATH, x, y, width, height);
    hra_shape_id(d->out, "%s.%s", what, node);
    hra_shape_name(d->out, "edge at %s", node);
}

/* The end of the edge that leads to a node, and what stands on it: its label, how likely it is. */
static void add_edge(const drawing *d, int i, double x, double top) {
    const tree_node *node = &d->t->node[i];
    bool named = node->label != node->name, likely = node->probability > 0;
    add_line(d, "edge", node->name, x, top - 0.7, 0, 0.7);
    if (!named && !likely)
        return;
    hra_shape_add(d->out, HRA_SHAPE_LABEL, x + 0.08, top - 0.55, pitch - 0.7, 0.42);
    hra_shape_id(d->out, "label.%s", node->name);
    hra_shape_last(d->out)->form = HRA_FORM_BEGIN;
    if (!named)
        hra_shape_text(d->out, "p=%.3G", node->probability);
    else if (likely)
        hra_shape_text(d->out, "%s p=%.3G", node->label, node->probability);
    else
        hra_shape_text(d->out, "%s", node->label);
}

static void add_fold(const drawing *d, int i, double x, double y) {
    hra_shape_add(d->out, HRA_SHAPE_LABEL, x, y, pitch - 0.2, 0.45);
    hra_shape_id(d->out, "folded.%s", d->t->node[i].name);
    hra_shape_text(d->out, "+ %d", d->t->node[i].children);
}

/* Leaves stand side by side, a node above the middle of its children; returns the middle of it. */
static double draw_below(drawing *d, int i, int depth) {
    double top = depth * level_height + 0.2, first = -1, last = 0, below = top + node_size + 0.5;
    const tree_node *node = &d->t->node[i];
    bool folded = depth == d->depth && node->first >= 0;
    for (int child = node->first; child >= 0 && !folded; child = d->t->node[child].next) {
        last = draw_below(d, child, depth + 1);
        first = first < 0 ? last : first;
        add_edge(d, child, last, top + level_height);
    }
    double x = first < 0 ? d->next + pitch / 2 : (first + last) / 2;
    if (first < 0) {
        d->next += pitch;
    } else {
        add_line(d, "down", node->name, x, top + node_size - 0.1, 0, 0.5);
        add_line(d, "across", node->name, first, top + level_height - 0.7, last - first, 0);
    }
    d->bottom = below > d->bottom ? below : d->bottom;
    add_node(d, i, x - node_size / 2, top);
    if (folded)
        add_fold(d, i, x - pitch / 2 + 0.1, top + node_size);
    return x;
}

/* The same without drawing: the middle of a node, its top in d->bottom; what it returns is that of `i`. */
static double lay_below(drawing *d, int i, int depth, int wanted, double *x) {
    double first = -1, last = 0;
    for (int child = d->t->node[i].first; child >= 0; child = d->t->node[child].next) {
        last = lay_below(d, child, depth + 1, wanted, x);
        first = first < 0 ? last : first;
    }
    double middle = first < 0 ? d->next + pitch / 2 : (first + last) / 2;
    d->next += first < 0 ? pitch : 0;
    if (i == wanted) {
        *x = middle;
        d->bottom = depth * level_height + 0.2;
    }
    return middle;
}

/* ---- the part of the table ------------------------------------------------------------------*/

static void board(const hra_game *game, hra_shapes *out) {
    drawing d = {.game = game, .t = game->data, .out = out, .depth = DEEPEST};
    if (is_small(d.t))
        draw_below(&d, 0, 0);
    hra_shapes_size(out, d.next > 6 ? d.next + 0.3 : 6.3, d.bottom > 2 ? d.bottom : 2);
}

/* As many whole levels as fit, but always the moves. */
static int fitting_depth(const tree *t, int root) {
    int level[DEEPEST + 2] = {0}, depth = 0, leaves = 1;
    tree_count_levels(t, root, DEEPEST + 1, level);
    while (depth < DEEPEST && level[depth + 1] && (depth == 0 || level[depth + 1] + leaves <= SHOWN)) {
        depth++;
        leaves = level[depth];
    }
    return depth;
}

/* Where one is, and where one came from, in a tree that is drawn whole. */
static void add_frame(const tree *t, hra_shapes *out, int i, unsigned mark, const char *id) {
    drawing d = {.t = t, .out = NULL, .depth = DEEPEST};
    double x = 0;
    lay_below(&d, 0, 0, i, &x);
    hra_shape_add(out, HRA_SHAPE_PLACE, x - node_size / 2 - 0.15, d.bottom - 0.15, node_size + 0.3,
                  node_size + 0.3);
    hra_shape_id(out, "%s", id);
    hra_shape_last(out)->marks |= mark;
}

static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const tree *t = game->data;
    int here = (int)*(const tree_place *)m->state;
    if (!is_small(t)) {
        drawing d = {.game = game, .t = t, .out = out, .depth = fitting_depth(t, here)};
        draw_below(&d, here, 0);
        return;
    }
    if (m->before) {
        int before = (int)*(const tree_place *)m->before;
        add_frame(t, out, before, HRA_MARK_LAST, "from");
        hra_shape_name(out, "from: %s", t->node[before].name);
    }
    add_frame(t, out, here, HRA_MARK_TURN, "here");
    hra_shape_name(out, "here: %s", t->node[here].name);
}

static void move_input(const hra_game *game, const void *s, hra_move m, hra_move_input *out) {
    const tree *t = game->data;
    char id[TREE_NAME + 8], from[TREE_NAME + 8];
    (void)hra_snprintf(id, sizeof id, "node.%s", t->node[m].name);
    (void)hra_snprintf(from, sizeof from, "node.%s", t->node[*(const tree_place *)s].name);
    hra_input_press(out, "%s", id);
    hra_input_step(out, from, id);
}

static const char *const seat_colors[HRA_MAX_SEATS] = {"blue",   "orange", "green", "violet",
                                                       "yellow", "red",    "white", "black"};

const hra_rules_scene tree_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .move_input = move_input,
};
