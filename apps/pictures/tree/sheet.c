/* Trees for paper: a shape for each node with its letter, and below it the fields that a person fills in. */
#include "sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "speech/print.h"
#include "svg.h"

enum {
    SHAPE = 34,   /* width and height of the shape of an inner node */
    LEAF = 22,    /* least width of a leaf */
    ROW = 17,     /* height of a field and the room below it */
    FIELD = 14,   /* height of a field */
    ABOVE = 11,   /* height of the move above a node */
    SIGN = 19,    /* width of what a field is called */
    NUMBER = 34,  /* width of a field for a number */
    DIGITS = 21,  /* the same for each further number of a value */
    SET = 120,    /* for a set of vectors */
    WIDE = 1000,  /* a tree that is wider has its leaves below each other */
    STACKED = 21, /* height of such a leaf */
    ROWS_MOST = 5 /* fields of a node */
};

typedef struct sheet_field {
    const char *sign, *word; /* what is before it; its name in the key */
    double width;
} sheet_field;

typedef struct sheet {
    const hra_exercise *x;
    bool key, stacked; /* stacked: leaves are below each other, since the tree is wide */
    hra_exercise_node *nodes;
    layout_box *boxes;  /* beside nodes; x and y are set of all */
    layout_box *placed; /* those of nodes that the layout places */
    int *place;         /* of a node among them */
    int count;
    hra_text *out;
} sheet;

double sheet_text_width(const char *text, double size) {
    return svg_text_width(text, size);
}

const char *sheet_style(void) {
    return svg_style;
}

/* ---- nodes --------------------------------------------------------------------------------------*/

static bool is_leaf(const hra_exercise_node *node) {
    return node->count == 0;
}

static svg_shape shape_of(const hra_exercise_node *node) {
    static const svg_shape seats[] = {SVG_UP,       SVG_DOWN,    SVG_SQUARE,  SVG_DIAMOND,
                                      SVG_PENTAGON, SVG_HEXAGON, SVG_OCTAGON, SVG_SHIELD};
    if (strcmp(node->role, "max") == 0 || strcmp(node->role, "or") == 0)
        return SVG_UP;
    if (strcmp(node->role, "min") == 0 || strcmp(node->role, "and") == 0)
        return SVG_DOWN;
    if (strcmp(node->role, "chance") == 0)
        return SVG_CIRCLE;
    if (strcmp(node->role, "own") == 0)
        return seats[(size_t)node->seat % (sizeof seats / sizeof *seats)];
    return SVG_BOX;
}

/* The fields below a node, in the order in which a search meets them. The value of a leaf is in its shape. */
static int fields_of(const hra_exercise_node *node, sheet_field out[ROWS_MOST]) {
    int n = 0;
    const double value = node->numbers ? NUMBER + (node->numbers - 1) * DIGITS : SET;
    if (node->asked & HRA_ASKED_ORDER)
        out[n++] = (sheet_field){"#", "order", NUMBER - DIGITS / 2.0};
    if (node->asked & HRA_ASKED_WINDOW) {
        out[n++] = (sheet_field){"α", "alpha", NUMBER};
        out[n++] = (sheet_field){"β", "beta", NUMBER};
    }
    if (node->asked & HRA_ASKED_CUT)
        out[n++] = (sheet_field){_("cut at"), "cut", NUMBER};
    if (!is_leaf(node) && node->asked & HRA_ASKED_VALUE)
        out[n++] = (sheet_field){"=", "value", value};
    return n;
}

/* Appends what the key has, or what is given. */
static void add_key(sheet *s, int node, const char *word, hra_text *out) {
    const hra_err err = hra_exercise_tree_key(s->x, node, word, out);
    s->out->err = s->out->err ? s->out->err : err;
}

static double leaf_width(sheet *s, int node) {
    const hra_exercise_node *at = &s->nodes[node];
    hra_text value;
    hra_text_init(&value);
    if (at->given)
        add_key(s, node, "value", &value);
    const double wide = at->given ? svg_text_width(hra_text_string(&value), 11) + 6 : NUMBER;
    hra_text_release(&value);
    return fmax(LEAF, wide);
}

/* The words above a node: the move to it, and its probability. */
static void add_move(const sheet *s, const hra_exercise_node *node, hra_text *out) {
    const bool chance = node->parent >= 0 && strcmp(s->nodes[node->parent].role, "chance") == 0;
    if (!chance || !s->stacked || strlen(node->move) > 1) /* letters only number the outcomes */
        picture_add_short(out, node->move, 12);
    if (!chance)
        return;
    hra_text_add(out, out->length ? "  " : "");
    int below = 1;
    while (below <= 36 && fabs(node->probability * below - round(node->probability * below)) > 1e-9)
        below++;
    if (below > 36)
        hra_text_addf(out, "%.3G", node->probability);
    else
        hra_text_addf(out, "%.0f/%d", node->probability * below, below);
}

/* Whether the children of a node are below each other under it. */
static bool stacks(const sheet *s, int node) {
    const hra_exercise_node *at = &s->nodes[node];
    bool leaves = s->stacked && at->count > 0;
    for (int child = at->first; leaves && child < at->first + at->count; child++)
        leaves = is_leaf(&s->nodes[child]);
    return leaves;
}

static double width_of_fields(const hra_exercise_node *node, int *rows) {
    sheet_field fields[ROWS_MOST];
    double wide = 0;
    *rows = fields_of(node, fields);
    for (int i = 0; i < *rows; i++)
        wide = fmax(wide, SIGN + fields[i].width);
    return wide;
}

static double move_width(const sheet *s, int node) {
    hra_text move;
    hra_text_init(&move);
    add_move(s, &s->nodes[node], &move);
    const double wide = svg_text_width(hra_text_string(&move), 9);
    hra_text_release(&move);
    return wide;
}

/* A leaf in a stack: its move, its value, its letter, its field. */
static double stacked_width(sheet *s, int node) {
    int rows;
    return move_width(s, node) + 3 + leaf_width(s, node) + 14 + width_of_fields(&s->nodes[node], &rows);
}

static void measure(sheet *s, int node) {
    const hra_exercise_node *at = &s->nodes[node];
    int rows;
    double wide = fmax(is_leaf(at) ? leaf_width(s, node) : SHAPE, width_of_fields(at, &rows));
    wide = fmax(wide, move_width(s, node));
    s->boxes[node].height = ABOVE + (is_leaf(at) ? FIELD + 4 + 11 : SHAPE + 3) + rows * ROW;
    for (int child = at->first; stacks(s, node) && child < at->first + at->count; child++) {
        wide = fmax(wide, stacked_width(s, child));
        s->boxes[node].height += STACKED;
    }
    s->boxes[node].width = ceil(wide);
}

/* ---- places -------------------------------------------------------------------------------------*/

/* Leaves in stacks are not the layout's. */
static hra_err place(sheet *s, double *width, double *height) {
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        measure(s, i);
        const hra_exercise_node *at = &s->nodes[i];
        s->place[i] = i && stacks(s, at->parent) ? -1 : count++;
        if (s->place[i] < 0)
            continue;
        layout_box *box = &s->placed[s->place[i]];
        *box = (layout_box){.parent = i ? s->place[at->parent] : -1,
                            .first = -1,
                            .next = -1,
                            .width = s->boxes[i].width,
                            .height = s->boxes[i].height};
        if (i && at->parent >= 0 && i == s->nodes[at->parent].first)
            s->placed[box->parent].first = s->place[i];
        else if (i)
            s->placed[s->place[i] - 1].next = s->place[i];
    }
    const hra_err err = layout_place(s->placed, count, width, height);
    for (int i = 0; i < s->count && !err; i++)
        if (s->place[i] >= 0)
            s->boxes[i] = s->placed[s->place[i]];
    return err;
}

/* ---- drawing ------------------------------------------------------------------------------------*/

static void add_text(hra_text *out, double x, double y, double size, const char *anchor, const char *more,
                     const char *text) {
    hra_text_addf(out, "<text x=\"%.4g\" y=\"%.5g\" style=\"font-size:%.3gpx;text-anchor:%s%s\">", x, y, size,
                  anchor, more);
    hra_text_add_xml(out, text);
    hra_text_add(out, "</text>");
}

/* What belongs into a field, as large as fits. */
static void add_answer(sheet *s, int node, const char *word, double x, double y, double width) {
    hra_text text;
    hra_text_init(&text);
    add_key(s, node, word, &text);
    const double wide = svg_text_width(hra_text_string(&text), 11);
    const double size = wide > width - 2 ? 11 * (width - 2) / wide : 11;
    add_text(s->out, x + width / 2, y + FIELD - 3, fmax(size, 3), "middle", ";font-weight:bold;fill:#00558a",
             hra_text_string(&text));
    hra_text_release(&text);
}

static void draw_fields(sheet *s, int node, double left, double y) {
    const hra_exercise_node *at = &s->nodes[node];
    sheet_field fields[ROWS_MOST];
    const int rows = fields_of(at, fields);
    for (int i = 0; i < rows; i++, y += ROW) {
        const double x = left - (SIGN + fields[i].width) / 2 + SIGN;
        add_text(s->out, x - 3, y + FIELD - 3, 10, "end", "", fields[i].sign);
        hra_text_addf(s->out,
                      "<rect x=\"%.5g\" y=\"%.5g\" width=\"%g\" height=\"%d\" "
                      "style=\"fill:#fff;stroke:#777;stroke-width:.8\"/>",
                      x, y, fields[i].width, FIELD);
        if (s->key)
            add_answer(s, node, fields[i].word, x, y, fields[i].width);
    }
}

static void draw_value(sheet *s, int node, double x, double y) {
    const hra_exercise_node *at = &s->nodes[node];
    const double wide = leaf_width(s, node);
    hra_text value;
    hra_text_init(&value);
    if (at->given || s->key)
        add_key(s, node, "value", &value);
    hra_text_addf(s->out, "<g class=\"%s\">", svg_shape_class(SVG_BOX));
    svg_outline(SVG_BOX, x, y, wide, FIELD + 4, s->out);
    hra_text_add(s->out, "</g>");
    add_text(s->out, x, y + FIELD - 1, 11, "middle", at->given ? "" : ";font-weight:bold;fill:#00558a",
             hra_text_string(&value));
    hra_text_release(&value);
}

static void draw_leaf(sheet *s, int node, double x, double y) {
    draw_value(s, node, x, y);
    add_text(s->out, x, y + FIELD + 13, 8, "middle", ";fill:#555", s->nodes[node].label);
}

static void begin_node(const sheet *s, int node) {
    hra_text_add(s->out, s->key && !s->nodes[node].searched ? "<g style=\"opacity:.35\">" : "<g>");
}

/* The leaves below a node, a row each. */
static void draw_stack(sheet *s, int node) {
    const hra_exercise_node *at = &s->nodes[node];
    const layout_box *box = &s->boxes[node];
    double y = box->y + box->height - at->count * STACKED, moves = 0, values = 0, widest = 0;
    for (int child = at->first; child < at->first + at->count; child++) {
        moves = fmax(moves, move_width(s, child));
        values = fmax(values, leaf_width(s, child));
        widest = fmax(widest, stacked_width(s, child));
    }
    const double left = box->x - widest / 2;
    for (int child = at->first; child < at->first + at->count; child++, y += STACKED) {
        int rows;
        hra_text move;
        hra_text_init(&move);
        add_move(s, &s->nodes[child], &move);
        begin_node(s, child);
        add_text(s->out, left + moves, y + FIELD - 1, 9, "end", ";fill:#333", hra_text_string(&move));
        draw_value(s, child, left + moves + 3 + values / 2, y);
        add_text(s->out, left + moves + values + 5, y + FIELD - 1, 8, "start", ";fill:#555",
                 s->nodes[child].label);
        const double fields = width_of_fields(&s->nodes[child], &rows);
        draw_fields(s, child, left + moves + 3 + values + 14 + fields / 2, y + 1);
        hra_text_add(s->out, "</g>\n");
        hra_text_release(&move);
    }
}

static void draw_inner(sheet *s, int node, double x, double y) {
    const svg_shape shape = shape_of(&s->nodes[node]);
    const double shift = shape == SVG_UP ? 9 : shape == SVG_DOWN ? -1 : 4;
    hra_text_addf(s->out, "<g class=\"%s\">", svg_shape_class(shape));
    svg_outline(shape, x, y, SHAPE, SHAPE, s->out);
    hra_text_add(s->out, "</g>");
    add_text(s->out, x, y + SHAPE / 2.0 + shift, 11, "middle", ";font-weight:bold", s->nodes[node].label);
}

static void draw_node(sheet *s, int node) {
    const hra_exercise_node *at = &s->nodes[node];
    const double x = s->boxes[node].x, y = s->boxes[node].y + ABOVE;
    hra_text move;
    if (s->place[node] < 0)
        return;
    hra_text_init(&move);
    add_move(s, at, &move);
    begin_node(s, node);
    add_text(s->out, x, y - 3, 9, "middle", ";fill:#333", hra_text_string(&move));
    hra_text_release(&move);
    if (is_leaf(at))
        draw_leaf(s, node, x, y);
    else
        draw_inner(s, node, x, y);
    draw_fields(s, node, x, y + (is_leaf(at) ? FIELD + 4 + 11 : SHAPE + 3));
    hra_text_add(s->out, "</g>\n");
    if (stacks(s, node))
        draw_stack(s, node);
}

/* A line behind everything, from below the shape of a node to above the one of its child. */
static void draw_edge(sheet *s, int node) {
    const hra_exercise_node *at = &s->nodes[node];
    const layout_box *from = &s->boxes[at->parent], *to = &s->boxes[node];
    const bool left_out = s->key && !at->searched;
    if (s->place[node] < 0)
        return;
    hra_text_addf(s->out,
                  "<path d=\"M%.5g %.5gL%.5g %.5g\" style=\"fill:none;stroke:#888;stroke-width:1%s\"/>\n",
                  from->x, from->y + from->height + 2, to->x, to->y + (*at->move ? 1 : ABOVE),
                  left_out ? ";stroke-dasharray:3 3" : "");
}

static hra_err take_nodes(sheet *s) {
    hra_exercise_node one = {.size = sizeof one};
    while (hra_exercise_tree_node(s->x, s->count, &one))
        s->count++;
    if (!s->count)
        return HRA_EINPUT;
    s->nodes = calloc((size_t)s->count, sizeof *s->nodes);
    s->boxes = calloc((size_t)s->count, sizeof *s->boxes);
    s->placed = calloc((size_t)s->count, sizeof *s->placed);
    s->place = calloc((size_t)s->count, sizeof *s->place);
    if (!s->nodes || !s->boxes || !s->placed || !s->place)
        return HRA_ENOMEM;
    for (int i = 0; i < s->count; i++) {
        s->nodes[i].size = sizeof s->nodes[i];
        (void)hra_exercise_tree_node(s->x, i, &s->nodes[i]);
    }
    return HRA_OK;
}

hra_err sheet_tree(const hra_exercise *x, bool key, double *width, double *height, hra_text *out) {
    sheet s = {.x = x, .key = key, .out = out};
    hra_err err = take_nodes(&s);
    if (!err)
        err = place(&s, width, height);
    if (!err && *width > WIDE) {
        s.stacked = true;
        err = place(&s, width, height);
    }
    for (int i = 1; i < s.count && !err; i++)
        draw_edge(&s, i);
    for (int i = 0; i < s.count && !err; i++)
        draw_node(&s, i);
    free(s.nodes);
    free(s.boxes);
    free(s.placed);
    free(s.place);
    return err ? err : out->err;
}
