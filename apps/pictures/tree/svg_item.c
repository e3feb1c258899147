/* One node of the picture: its shape, and the words above, in and below it. */
#include <math.h>
#include <string.h>

#include "speech/print.h"
#include "svg.h"

enum {
    LABEL = 14,
    BELOW = 13,
    HEAD = 4,
    BOARD = 6
};                          /* heights of lines, and of the room above them, and above a board */
enum { TERM_COLUMNS = 22 }; /* of a line of terms */

/* ---- measures -------------------------------------------------------------------------------*/

void svg_number(double value, hra_text *out) {
    double tenth = round(value * 10) / 10;
    hra_text_addf(out, tenth == floor(tenth) ? "%.0f" : "%.1f", tenth + 0.0);
}

/* As wide as in the widest of the usual fonts: a picture must not depend on a font. */
double svg_text_width(const char *string, double size) {
    double sum = 0;
    for (const unsigned char *c = (const unsigned char *)string; *c; c++) {
        if ((*c & 0xC0) == 0x80)
            continue;
        if (*c >= 0x80)
            sum += *c >= 0xE3 ? 1.05 : 0.85;
        else if (strchr(" .,:;|!'()[]ijlft-/", *c))
            sum += 0.42;
        else
            sum += strchr("mwMW@%", *c) ? 1.0 : *c >= 'A' && *c <= 'Z' ? 0.74 : 0.63;
    }
    return sum * size;
}

/* ---- shapes ---------------------------------------------------------------------------------*/

static svg_shape shape_of(const tree_picture *p, const hra_trace_node *node) {
    static const svg_shape seats[] = {SVG_UP,      SVG_SQUARE,  SVG_DIAMOND, SVG_PENTAGON,
                                      SVG_HEXAGON, SVG_OCTAGON, SVG_SHIELD,  SVG_SLANTED};
    if (node->kind == HRA_TRACE_CHANCE)
        return SVG_CIRCLE;
    if (node->kind == HRA_TRACE_END)
        return SVG_BOX;
    if (node->kind == HRA_TRACE_LEAF)
        return SVG_ROUND;
    if (node->kind == HRA_TRACE_PRUNED)
        return SVG_CROSS;
    if (node->role == HRA_ROLE_RANDOM)
        return SVG_RING;
    if (node->role == HRA_ROLE_MIN || node->role == HRA_ROLE_AND)
        return SVG_DOWN;
    if (node->role != HRA_ROLE_OWN)
        return SVG_UP;
    return p->game->seats <= 2 && node->mover == 1 ? SVG_DOWN : seats[node->mover & 7];
}

const char *svg_shape_class(svg_shape shape) {
    static const char *const names[SVG_SHAPES] = {"up",      "down",    "square", "diamond", "pentagon",
                                                  "hexagon", "octagon", "shield", "slanted", "circle",
                                                  "ring",    "box",     "round",  "cross",   "stack"};
    return names[shape];
}

/* The shape around a text of this width. */
static void size_shape(svg_item *item, double text) {
    double w = text + 12, h = 28;
    switch (item->shape) {
    case SVG_UP:
    case SVG_DOWN: /* the text stands where the triangle is some 3/5 as wide as its base */
        h = 40;
        w = (text + 6) / 0.6;
        break;
    case SVG_DIAMOND:
        h = 44;
        w = (text + 4) / 0.66;
        break;
    case SVG_PENTAGON:
    case SVG_SHIELD:
        h = 38;
        w = text + 20;
        break;
    case SVG_HEXAGON:
    case SVG_SLANTED:
        w = text + 30;
        break;
    case SVG_CIRCLE:
    case SVG_RING:
        h = 34;
        w = text + 20;
        break;
    case SVG_CROSS:
        w = 18;
        h = 14;
        break;
    default:
        break;
    }
    item->height = h;
    item->width = fmax(w, item->shape == SVG_CROSS ? 18 : item->shape >= SVG_BOX ? 26 : h * 1.05);
}

static void add_points(const double (*at)[2], int n, double x, double y, double w, double h, hra_text *out) {
    for (int i = 0; i < n; i++) {
        hra_text_add(out, i ? "L" : "M");
        svg_number(x + at[i][0] * w, out);
        hra_text_add(out, " ");
        svg_number(y + at[i][1] * h, out);
    }
    hra_text_add(out, "Z");
}

/* The outlines that are polygons, in a square from -1/2 to 1/2 and 0 to 1; the others are drawn elsewhere. */
static bool add_polygon(svg_shape shape, double x, double y, double w, double h, hra_text *out) {
    static const double up[][2] = {{0, 0}, {.5, 1}, {-.5, 1}}, down[][2] = {{-.5, 0}, {.5, 0}, {0, 1}},
                        diamond[][2] = {{0, 0}, {.5, .5}, {0, 1}, {-.5, .5}},
                        pentagon[][2] = {{0, 0}, {.5, .36}, {.4, 1}, {-.4, 1}, {-.5, .36}},
                        hexagon[][2] = {{-.36, 0}, {.36, 0}, {.5, .5}, {.36, 1}, {-.36, 1}, {-.5, .5}},
                        octagon[][2] = {{-.3, 0}, {.3, 0},  {.5, .3},  {.5, .7},
                                        {.3, 1},  {-.3, 1}, {-.5, .7}, {-.5, .3}},
                        shield[][2] = {{-.5, 0}, {.5, 0}, {.5, .65}, {0, 1}, {-.5, .65}},
                        slanted[][2] = {{-.36, 0}, {.5, 0}, {.36, 1}, {-.5, 1}},
                        square[][2] = {{-.5, 0}, {.5, 0}, {.5, 1}, {-.5, 1}};
    static const struct {
        const double (*at)[2];
        int n;
    } shapes[] = {[SVG_UP] = {up, 3},           [SVG_DOWN] = {down, 3},         [SVG_SQUARE] = {square, 4},
                  [SVG_DIAMOND] = {diamond, 4}, [SVG_PENTAGON] = {pentagon, 5}, [SVG_HEXAGON] = {hexagon, 6},
                  [SVG_OCTAGON] = {octagon, 8}, [SVG_SHIELD] = {shield, 5},     [SVG_SLANTED] = {slanted, 4}};
    if (shape > SVG_SLANTED && shape != SVG_BOX && shape != SVG_CROSS)
        return false;
    int i = shape > SVG_SLANTED ? SVG_SQUARE : (int)shape;
    hra_text_add(out, "<path class=\"sh\" d=\"");
    add_points(shapes[i].at, shapes[i].n, x, y, w, h, out);
    if (shape == SVG_CROSS) /* in a dashed box */
        hra_text_addf(out, "\"/><path class=\"x\" d=\"M%.0f %.0fl8 6m0 -6l-8 6", x - 4, y + h / 2 - 3);
    hra_text_add(out, "\"/>");
    return true;
}

static void add_ellipse(double x, double y, double w, double h, double less, hra_text *out) {
    hra_text_add(out, less > 0 ? "<ellipse class=\"in\" cx=\"" : "<ellipse class=\"sh\" cx=\"");
    svg_number(x, out);
    hra_text_add(out, "\" cy=\"");
    svg_number(y + h / 2, out);
    hra_text_add(out, "\" rx=\"");
    svg_number(w / 2 - less, out);
    hra_text_add(out, "\" ry=\"");
    svg_number(h / 2 - less, out);
    hra_text_add(out, "\"/>");
}

static void add_rectangle(double x, double y, double w, double h, hra_text *out) {
    hra_text_add(out, "<rect class=\"sh\" x=\"");
    svg_number(x - w / 2, out);
    hra_text_add(out, "\" y=\"");
    svg_number(y, out);
    hra_text_add(out, "\" width=\"");
    svg_number(w, out);
    hra_text_add(out, "\" height=\"");
    svg_number(h, out);
    hra_text_add(out, "\" rx=\"9\"/>");
}

void svg_outline(svg_shape shape, double x, double y, double w, double h, hra_text *out) {
    if (add_polygon(shape, x, y, w, h, out))
        return;
    if (shape == SVG_ROUND || shape == SVG_STACK) {
        if (shape == SVG_STACK)
            add_rectangle(x + 4, y + 4, w - 4, h - 4, out);
        add_rectangle(shape == SVG_STACK ? x - 2 : x, y, shape == SVG_STACK ? w - 4 : w,
                      shape == SVG_STACK ? h - 4 : h, out);
        return;
    }
    add_ellipse(x, y, w, h, 0, out);
    if (shape == SVG_RING)
        add_ellipse(x, y, w, h, 3, out);
}

/* ---- words ----------------------------------------------------------------------------------*/

/* Moves what was added to `text` into a line, shortened to `columns`, and empties it. */
static void take_line(hra_text *text, char line[SVG_LINE], int columns) {
    hra_text shortened;
    hra_text_init(&shortened);
    picture_add_short(&shortened, hra_text_string(text), columns);
    hra_snprintf(line, SVG_LINE, "%s", shortened.length < SVG_LINE ? hra_text_string(&shortened) : "…");
    text->err = text->err ? text->err : shortened.err;
    hra_text_release(&shortened);
    picture_next_line(text);
}

static void add_below(svg_item *item, hra_text *text) {
    if (item->lines < SVG_LINES)
        take_line(text, item->below[item->lines++], 30);
    else
        picture_next_line(text);
}

static void fill_vectors(const tree_picture *p, const hra_trace_node *node, svg_item *item, hra_text *text) {
    hra_trace_node one = *node;
    int all = node->vector_count + node->vectors_left_out;
    hra_snprintf(item->value, SVG_LINE, _n("%d vector", "%d vectors", all), all);
    one.vector_count = 1;
    for (int i = 0; i < node->vector_count && i < 3; i++) {
        memcpy(one.value, node->vectors + (size_t)(i * p->game->seats),
               (size_t)p->game->seats * sizeof(double));
        picture_value(p, &one, PICTURE_UNICODE, text);
        add_below(item, text);
    }
    if (all > 3) {
        hra_text_addf(text, _n("and %d more", "and %d more", all - 3), all - 3);
        add_below(item, text);
    }
}

static void fill_cut(const hra_trace_node *node, svg_item *item, hra_text *text) {
    int before = item->lines;
    bool short_one = node->kind == HRA_TRACE_PRUNED && node->reason <= HRA_CUT_ALPHA;
    if (short_one) /* many of them stand side by side */
        hra_text_add(text, node->reason == HRA_CUT_BETA ? _("β cut") : _("α cut"));
    else
        hra_text_add(text, node->kind == HRA_TRACE_PRUNED && node->reason == HRA_CUT_PROBE
                               ? _("skipped")
                               : _(hra_cut_text(node->reason)));
    add_below(item, text);
    if (node->cut_window) {
        hra_text_add(text, "α ");
        picture_number(node->cut_alpha, PICTURE_UNICODE, text);
        hra_text_add(text, "  β ");
        picture_number(node->cut_beta, PICTURE_UNICODE, text);
        add_below(item, text);
    }
    item->cut_lines = item->lines - before;
}

static void fill_node(const tree_picture *p, const hra_trace_node *node, svg_item *item, hra_text *text) {
    if (node->parent >= 0 && !p->graph) { /* in a graph the words of a move stand at the edge */
        if (item->run > 1)
            hra_text_addf(text, _n("%d move", "%d moves", item->run), item->run);
        else
            hra_text_add(text, node->text);
        take_line(text, item->label[item->labels++], SVG_LABEL);
    }
    if (node->probability < 1 && item->run == 1 && !p->graph) {
        hra_text_addf(text, "p %.3G", node->probability);
        take_line(text, item->label[item->labels++], SVG_LABEL);
    }
    if (node->vector_count > 1) {
        fill_vectors(p, node, item, text);
    } else {
        picture_value(p, node, PICTURE_UNICODE, text);
        take_line(text, item->value, 40);
    }
    if (p->graph && !p->boards && *node->position && hra_text_columns(node->position) <= SVG_LABEL) {
        hra_text_add(text, node->position);
        add_below(item, text);
    }
    for (int term = 0; item->lines < SVG_LINES - 3 && picture_terms(p, node, "", &term, TERM_COLUMNS, text);)
        add_below(item, text);
    const char *note = p->notes ? p->notes[node - p->tree->nodes] : NULL;
    if (note) {
        hra_text_add(text, note);
        add_below(item, text);
    } else if (node->visits) {
        hra_text_addf(text, "n = %llu", (unsigned long long)node->visits);
        add_below(item, text);
    }
    if (node->revisit) {
        hra_text_add(text, _("searched again"));
        add_below(item, text);
    }
    if (node->children == 0 && node->folded) {
        hra_text_addf(text, "… %llu", (unsigned long long)node->folded);
        add_below(item, text);
    }
    if (node->cut)
        fill_cut(node, item, text);
}

hra_err svg_item_fill(const tree_picture *p, svg_item *item, layout_box *box) {
    const hra_trace_node *node = &p->tree->nodes[item->node];
    hra_text text;
    hra_text_init(&text);
    item->labels = item->lines = item->cut_lines = 0;
    item->value[0] = '\0';
    item->shape = item->rest ? SVG_STACK : shape_of(p, node);
    if (item->rest) {
        if (node->left_out)
            hra_text_addf(&text, _n("%u move", "%u moves", node->left_out), node->left_out);
        take_line(&text, item->label[0], 20);
        item->labels = node->left_out > 0;
        hra_text_addf(&text, "… %llu", (unsigned long long)node->folded);
        take_line(&text, item->value, 24);
    } else {
        fill_node(p, node, item, &text);
    }
    hra_err err = text.err;
    hra_text_release(&text);
    size_shape(item, svg_text_width(item->value, 13));
    box->width = item->width;
    for (int i = 0; i < item->labels; i++)
        box->width = fmax(box->width, svg_text_width(item->label[i], 12) + 4);
    for (int i = 0; i < item->lines; i++)
        box->width = fmax(box->width, svg_text_width(item->below[i], 11) + 4);
    double width = 0, height = 0;
    bool board = tree_boards_size(p, item, &width, &height);
    box->width = ceil(fmax(box->width, width));
    box->height = item->labels * LABEL + HEAD + item->height + item->lines * BELOW + (item->lines ? 3 : 0);
    box->height += board ? height + BOARD : 0;
    return err;
}

/* ---- drawing --------------------------------------------------------------------------------*/

static void add_words(const char *kind, double y, const char *words, hra_text *out) {
    hra_text_addf(out, "<text class=\"%s\" y=\"", kind);
    svg_number(y, out);
    hra_text_add(out, "\">");
    hra_text_add_xml(out, words);
    hra_text_add(out, "</text>");
}

/* How far below the top of its shape a text stands. */
static double baseline(const svg_item *item) {
    switch (item->shape) {
    case SVG_UP:
        return item->height - 7;
    case SVG_DOWN:
        return 17;
    case SVG_PENTAGON:
        return item->height / 2 + 8;
    case SVG_STACK:
        return item->height / 2 + 2.5;
    default:
        return item->height / 2 + 4.5;
    }
}

void svg_item_draw(const tree_picture *p, const svg_item *item, hra_text *out) {
    double top = item->labels * LABEL + HEAD, y;
    for (int i = 0; i < item->labels; i++)
        add_words("l", (i + 1) * LABEL - 1, item->label[i], out);
    svg_outline(item->shape, 0, top, item->width, item->height, out);
    if (item->value[0])
        add_words("v", top + baseline(item), item->value, out);
    y = top + item->height + 1;
    for (int i = 0; i < item->lines; i++)
        add_words(i < item->lines - item->cut_lines ? "u" : "c", y + (i + 1) * BELOW - 2, item->below[i],
                  out);
    double width, height;
    if (tree_boards_size(p, item, &width, &height))
        tree_boards_draw(p, item, y + item->lines * BELOW + BOARD, out);
}
