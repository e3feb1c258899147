/* The picture of a tree as one SVG file. Without its script it is a complete picture of what is unfolded at
 * first; the script folds, unfolds and steps, and loads nothing from elsewhere. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "speech/print.h"
#include "svg_frame.h"

enum { HEAD = SVG_HEAD, LEAST = SVG_LEAST };

typedef struct drawing {
    const tree_picture *p;
    svg_item *items;
    layout_box *boxes;  /* beside items */
    layout_box *placed; /* those that are shown */
    int32_t *place;     /* of an item among them */
    int32_t *item_of;   /* of a node */
    int32_t count, shown;
    double width, height;
    svg_frame *frame; /* NULL: everything is shown */
    hra_text *out;
} drawing;

/* Okabe and Ito's palette, which everybody can tell apart, on white; fills are light tints of it. */
const char svg_style[] =
    "svg{background:#fff}"
    "text{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;fill:#111;text-anchor:middle}"
    ".t{font-size:15px;font-weight:bold;text-anchor:start}.h,.s{font-size:13px;text-anchor:start}"
    ".l{font-size:12px}.v{font-size:13px;font-weight:bold}.u{font-size:11px;fill:#333}"
    ".c{font-size:11px;fill:#8a2a00}.f{font-size:11px;fill:#333;display:none}.folded>.f{display:inline}"
    ".sh{stroke-width:1.5;stroke:#444;fill:#fff}.in{fill:none;stroke:#d55e00}.x{fill:none;stroke:#777;stroke-"
    "width:1.5}"
    ".up .sh{fill:#cfe6f5;stroke:#0072b2}.down .sh,.square .sh,.ring .sh{fill:#fbe3d3;stroke:#d55e00}"
    ".diamond .sh{fill:#d3f0e6;stroke:#009e73}.pentagon .sh{fill:#f7e3ee;stroke:#a3437c}"
    ".hexagon .sh{fill:#fbf7c9;stroke:#8a7f00}.octagon .sh{fill:#dff0fb;stroke:#2f7fb0}"
    ".shield .sh{fill:#e8e8e8;stroke:#555}.slanted .sh{stroke:#222}"
    ".circle .sh{fill:#fff1cc;stroke:#b57900}.box .sh{fill:#f0f0f0}"
    ".cross .sh{stroke:#777;stroke-dasharray:3 2}.stack .sh{stroke:#777}.cross .l{fill:#555}"
    ".line .sh{stroke-width:3.5}"
    ".e{fill:none;stroke:#999;stroke-width:1.2}.e.line{stroke:#111;stroke-width:4}"
    ".e.off{stroke-dasharray:5 4}.e.dots{stroke-dasharray:1 4}"
    ".n:focus,.b:focus{outline:none}.n:focus>.sh,.b:focus>rect{stroke:#111;stroke-width:4}"
    ".n[aria-expanded],.b{cursor:pointer}.b rect{fill:#f0f0f0;stroke:#444}.b path{fill:#111}"
    ".run .n.line .sh{stroke-width:1.5}.run .body>.e.line{stroke:#999;stroke-width:1.2}"
    ".n.later,.e.later{opacity:.13}.n.open .v,.n.uncut .c,.later .v,.later .c{visibility:hidden}"
    ".w{font-size:12px;text-anchor:start;fill:#111;stroke:#fff;stroke-width:3px;paint-order:stroke}"
    ".run .n.open .sh{stroke-width:3}.run .n.now .sh{stroke:#111;stroke-width:5}";

/* ---- what is drawn --------------------------------------------------------------------------*/

static int32_t add_item(drawing *d, int32_t node, bool rest, int run, int32_t parent) {
    int32_t k = d->count++;
    d->items[k] = (svg_item){.node = node, .rest = rest, .run = run};
    d->boxes[k] = (layout_box){.parent = parent, .first = -1, .next = -1};
    if (svg_item_fill(d->p, &d->items[k], &d->boxes[k]) != 0)
        d->out->err = HRA_ENOMEM;
    return k;
}

/* How many moves from c on were pruned at once; 1 where that is too few to draw them as one. */
static int run_length(const hra_trace_node *nodes, int32_t c) {
    int run = 0;
    for (int32_t i = c; i >= 0 && nodes[i].kind == HRA_TRACE_PRUNED && nodes[i].entered == nodes[c].entered;
         i = nodes[i].next)
        run++;
    return run < SVG_MANY ? 1 : run;
}

static void list_items(drawing *d, int32_t node, int run, int32_t parent);

/* The items of the children of a node, and of what is folded beside them. */
static void list_children(drawing *d, int32_t k) {
    int32_t node = d->items[k].node, last = -1;
    const hra_trace_node *nodes = d->p->tree->nodes;
    for (int32_t c = nodes[node].first; c >= 0;) {
        int32_t at = d->count;
        int run = run_length(nodes, c);
        list_items(d, c, run, k);
        d->items[k].under += d->items[at].under + (uint64_t)run;
        *(last < 0 ? &d->boxes[k].first : &d->boxes[last].next) = at;
        last = at;
        for (; run > 0; run--, c = nodes[c].next) {
            d->items[k].open = d->items[k].open && nodes[c].rank < SVG_SHOWN;
            d->item_of[c] = at;
        }
    }
    if (last >= 0 && (nodes[node].folded || nodes[node].left_out))
        d->boxes[last].next = add_item(d, node, true, 1, k);
}

/* The items in preorder. A node none of whose children were kept says itself what is folded. */
static void list_items(drawing *d, int32_t node, int run, int32_t parent) {
    int32_t k = add_item(d, node, false, run, parent);
    char badge[24];
    d->item_of[node] = k;
    d->items[k].open = d->p->tree->nodes[node].children > 0;
    d->items[k].under = d->p->tree->nodes[node].folded;
    list_children(d, k);
    if (d->boxes[k].first < 0)
        return;
    hra_snprintf(badge, sizeof badge, "+%llu", (unsigned long long)d->items[k].under);
    d->boxes[k].width = ceil(fmax(d->boxes[k].width, svg_text_width(badge, 11)));
}

/* Places what is shown at first. */
static hra_err place(drawing *d) {
    for (int32_t k = 0; k < d->count; k++) {
        int32_t parent = d->boxes[k].parent;
        svg_item *item = &d->items[k];
        item->shown = k == 0 || (d->items[parent].shown && d->items[parent].open);
        d->place[k] = item->shown ? d->shown++ : -1;
    }
    for (int32_t k = 0; k < d->count; k++) {
        if (!d->items[k].shown)
            continue;
        layout_box *box = &d->placed[d->place[k]];
        *box = d->boxes[k];
        box->parent = k ? d->place[box->parent] : -1;
        if (box->first >= 0 && !d->items[k].open)
            box->height += SVG_BADGE;
        box->first = box->first >= 0 ? d->place[box->first] : -1;
        box->next = box->next >= 0 ? d->place[box->next] : -1;
    }
    hra_err err = layout_place(d->placed, d->shown, &d->width, &d->height);
    for (int32_t k = 0; k < d->count && !err; k++)
        if (d->items[k].shown) {
            const layout_box *box = &d->placed[d->place[k]];
            d->boxes[k].x = box->x + SVG_MARGIN;
            d->boxes[k].y = box->y + HEAD;
            d->boxes[k].bottom = box->bottom + HEAD;
        }
    return err;
}

/* ---- the head -------------------------------------------------------------------------------*/

static void add_title(const tree_picture *p, hra_text *line, hra_text *out) {
    if (p->title)
        hra_text_add(line, p->title);
    else
        hra_text_addf(line, "%s · %s", p->game->spec, p->method);
    hra_text_addf(out, "<text class=\"t\" x=\"%d\" y=\"%d\">", SVG_MARGIN, p->bare ? HEAD - 12 : 22);
    hra_text_add_xml(out, hra_text_string(line));
    picture_next_line(line);
    hra_text_add(out, "</text>\n");
}

/* One entry of the legend; its width. */
static double add_entry(svg_shape shape, double x, const char *words, hra_text *out) {
    hra_text_addf(out, "<g class=\"%s\">", svg_shape_class(shape));
    svg_outline(shape, x + 9, 53, 18, shape == SVG_CROSS ? 13 : 15, out);
    hra_text_add(out, "</g><text class=\"h\" x=\"");
    svg_number(x + 23, out);
    hra_text_add(out, "\" y=\"65\">");
    hra_text_add_xml(out, words);
    hra_text_add(out, "</text>\n");
    return 23 + svg_text_width(words, 13) + 18;
}

/* The shapes that the picture uses, in words, and the chosen line. Returns where it ends. */
static double add_legend(const tree_picture *p, const svg_item *items, int32_t count, hra_text *line,
                         hra_text *out) {
    bool used[SVG_SHAPES] = {false};
    double x = SVG_MARGIN;
    for (int32_t k = 0; k < count; k++) {
        if (used[items[k].shape])
            continue;
        used[items[k].shape] = true;
        if (items[k].rest)
            hra_text_add(line, _("folded"));
        else
            picture_kind(p, &p->tree->nodes[items[k].node], line);
        x += add_entry(items[k].shape, x, hra_text_string(line), out);
        picture_next_line(line);
    }
    hra_text_add(out, "<path class=\"e line\" d=\"M");
    svg_number(x, out);
    hra_text_add(out, " 60h22\"/><text class=\"h\" x=\"");
    svg_number(x + 28, out);
    hra_text_add(out, "\" y=\"65\">");
    hra_text_add_xml(out, _("chosen"));
    hra_text_add(out, "</text>\n");
    return x + 28 + fmax(60, svg_text_width(_("chosen"), 13) + 10);
}

void svg_head(const tree_picture *p, const svg_item *items, int32_t count, double *least, hra_text *out) {
    hra_text line;
    hra_text_init(&line);
    *least = fmax(p->least, p->title ? svg_text_width(p->title, 15) + 2 * SVG_MARGIN : 0);
    if (!p->bare || p->title)
        add_title(p, &line, out);
    if (!p->bare) {
        picture_summary(p, true, &line);
        *least = fmax(*least, svg_text_width(hra_text_string(&line), 13) + 2 * SVG_MARGIN);
        hra_text_addf(out, "<text class=\"h\" x=\"%d\" y=\"41\">", SVG_MARGIN);
        hra_text_add_xml(out, hra_text_string(&line));
        picture_next_line(&line);
        hra_text_add(out, "</text>\n");
        *least = fmax(*least, fmax(LEAST, add_legend(p, items, count, &line, out)));
    }
    out->err = out->err ? out->err : line.err;
    hra_text_release(&line);
}

void svg_begin(const tree_picture *p, double width, double height, const char *script, const char *style,
               hra_text *out) {
    const int top = !p->bare ? 0 : p->title ? HEAD - 34 : HEAD - SVG_MARGIN;
    height += HEAD - top;
    hra_text_addf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                  "viewBox=\"0 %d %.0f %.0f\"%s>\n<style>%s%s</style>\n<rect class=\"paper\"",
                  width, height, top, width, height, script, svg_style, style);
    if (top)
        hra_text_addf(out, " y=\"%d\"", top);
    hra_text_add(out, " width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    if (p->boards)
        tree_boards_style(p->boards, out);
}

static void add_button(drawing *d, int i, const char *id, const char *words, const char *path) {
    hra_text_addf(d->out,
                  "<g class=\"b\" data-do=\"%s\" role=\"button\" tabindex=\"0\" "
                  "transform=\"translate(%d,76)\"><title>",
                  id, SVG_MARGIN + 40 * i);
    hra_text_add_xml(d->out, words);
    hra_text_addf(d->out, "</title><rect width=\"34\" height=\"24\" rx=\"4\"/><path d=\"%s\"/></g>\n", path);
}

static void add_bar(drawing *d) {
    hra_text_add(d->out, "<g class=\"bar\" display=\"none\">\n"
                         "<rect y=\"70\" width=\"100%\" height=\"36\" fill=\"#fff\" fill-opacity=\".9\"/>\n");
    add_button(d, 0, "first", _("to the start (Home)"), "M11 6h3v12h-3zM25 6v12l-9 -6z");
    add_button(d, 1, "back", _("back one step (P)"), "M22 6v12l-11 -6z");
    add_button(d, 2, "next", _("forward one step (N)"), "M12 6v12l11 -6z");
    add_button(d, 3, "last", _("to the end (End)"), "M9 6v12l9 -6zM20 6h3v12h-3z");
    hra_text_addf(d->out, "<text class=\"s\" x=\"%d\" y=\"93\" aria-live=\"polite\"></text>\n</g>\n",
                  SVG_MARGIN + 170);
}

/* ---- nodes and edges ------------------------------------------------------------------------*/

static bool on_line(const drawing *d, int32_t k) {
    return !d->items[k].rest && d->p->tree->nodes[d->items[k].node].line;
}

static void add_edge(drawing *d, int32_t k) {
    const svg_item *item = &d->items[k];
    const hra_trace_node *node = &d->p->tree->nodes[item->node];
    const layout_box *box = &d->boxes[k], *above = &d->boxes[box->parent];
    hra_text_addf(d->out, "<path data-k=\"%d\" class=\"e%s%s", k, on_line(d, k) ? " line" : "",
                  item->rest                                        ? " dots"
                  : node->kind == HRA_TRACE_PRUNED || node->revisit ? " off"
                                                                    : "");
    if (d->frame)
        svg_frame_edge(d->frame, item, d->out);
    hra_text_add_char(d->out, '"');
    if (!item->shown) {
        hra_text_add(d->out, " display=\"none\"/>\n");
        return;
    }
    hra_text_add(d->out, " d=\"M");
    svg_number(above->x, d->out);
    hra_text_add(d->out, " ");
    svg_number(above->y + above->height, d->out);
    hra_text_add(d->out, "V");
    svg_number(above->bottom, d->out);
    hra_text_add(d->out, "L");
    svg_number(box->x, d->out);
    hra_text_add(d->out, " ");
    svg_number(box->y, d->out);
    hra_text_add(d->out, "\"/>\n");
}

void svg_hint(const tree_picture *p, const svg_item *item, hra_text *line) {
    const hra_trace_node *node = &p->tree->nodes[item->node];
    if (item->rest) {
        picture_folded(node, line);
        hra_text_add(line, _(" not recorded"));
        return;
    }
    hra_text_add(line, node->parent < 0 ? _("root") : node->text);
    for (int i = 1; i < item->run; i++) {
        node = &p->tree->nodes[node->next];
        hra_text_addf(line, ", %s", node->text);
    }
    hra_text_add(line, ": ");
    picture_kind(p, node, line);
    if (node->known) {
        hra_text_add(line, _(", value "));
        picture_value(p, node, PICTURE_UNICODE, line);
    }
    if (node->window && !(isinf(node->alpha) && isinf(node->beta))) {
        hra_text_add(line, _(", window "));
        picture_window(node, true, line);
    }
    if (node->cut) {
        hra_text_add(line, ", ");
        picture_cut(node, true, line);
    }
    if (node->order)
        hra_text_addf(line, _(", node %llu"), (unsigned long long)node->order);
    if (*node->position)
        hra_text_addf(line, _(", position %s"), node->position);
}

static void add_node(drawing *d, int32_t k, hra_text *line) {
    const svg_item *item = &d->items[k];
    const layout_box *box = &d->boxes[k];
    bool folded = box->first >= 0 && !item->open;
    hra_text_addf(d->out, "<g class=\"n %s%s%s", svg_shape_class(item->shape), on_line(d, k) ? " line" : "",
                  folded ? " folded" : "");
    if (d->frame)
        svg_frame_node(d->frame, item, k, d->out);
    hra_text_add_char(d->out, '"');
    if (item->shown) {
        hra_text_add(d->out, " transform=\"translate(");
        svg_number(box->x, d->out);
        hra_text_add(d->out, ",");
        svg_number(box->y, d->out);
        hra_text_add(d->out, ")\">");
    } else {
        hra_text_add(d->out, " display=\"none\">");
    }
    if (!d->frame) { /* it says the value too */
        hra_text_add(d->out, "<title>");
        svg_hint(d->p, item, line);
        hra_text_add_xml(d->out, hra_text_string(line));
        picture_next_line(line);
        hra_text_add(d->out, "</title>");
    }
    svg_item_draw(d->p, item, d->out);
    if (box->first >= 0) {
        hra_text_add(d->out, "<text class=\"f\" y=\"");
        svg_number(box->height + SVG_BADGE - 2, d->out);
        hra_text_addf(d->out, "\">+%llu</text>", (unsigned long long)item->under);
    }
    hra_text_add(d->out, "</g>\n");
}

/* ---- the script -----------------------------------------------------------------------------*/

static hra_err add_script(drawing *d) {
    hra_text *out = d->out;
    hra_text_addf(
        out, "<script><![CDATA[\nvar hraTree={near:%d,far:%d,drop:%d,margin:%d,head:%d,badge:%d,\nparent:[",
        LAYOUT_NEAR, LAYOUT_FAR, LAYOUT_DROP, SVG_MARGIN, HEAD, SVG_BADGE);
    for (int32_t k = 0; k < d->count; k++)
        hra_text_addf(out, "%s%d", k ? "," : "", d->boxes[k].parent);
    hra_text_add(out, "],\nwidth:[");
    for (int32_t k = 0; k < d->count; k++)
        hra_text_addf(out, "%s%.0f", k ? "," : "", d->boxes[k].width);
    hra_text_add(out, "],\nheight:[");
    for (int32_t k = 0; k < d->count; k++)
        hra_text_addf(out, "%s%.0f", k ? "," : "", d->boxes[k].height);
    hra_text_add(out, "],\nopen:[");
    for (int32_t k = 0; k < d->count; k++)
        hra_text_addf(out, "%s%d", k ? "," : "", d->items[k].open);
    hra_text_add(out, "],\n");
    hra_text_add(out, "before:");
    picture_add_js(out, _("before the search"));
    hra_text_add(out, ",over:");
    picture_add_js(out, _("(search finished)"));
    hra_text_add(out, ",\n");
    hra_err err = svg_steps(d->p, d->item_of, d->items, d->count, out);
    hra_text_add(out, "};\n");
    for (int i = 0; picture_svg_script[i]; i++)
        hra_text_add(out, picture_svg_script[i]);
    hra_text_add(out, "]]></script>\n");
    return err;
}

static hra_err draw(drawing *d) {
    hra_text head, line, *out = d->out;
    hra_err err;
    hra_text_init(&line);
    hra_text_init(&head);
    /* The head is drawn first to know how wide it is. */
    double least, tree = d->width + 2 * SVG_MARGIN;
    char script[40] = "";
    svg_head(d->p, d->items, d->count, &least, &head);
    least = ceil(least);
    if (!d->p->bare)
        (void)hra_snprintf(script, sizeof script, " data-least=\"%.0f\"", least);
    else if (d->frame && !svg_frame_is_last(d->frame))
        (void)hra_snprintf(script, sizeof script, " class=\"run\"");
    double width = fmax(least, ceil(tree)), over = width - tree;
    for (int32_t k = 0; k < d->count && over > 0; k++)
        d->boxes[k].x += over / 2;
    svg_begin(d->p, width, d->height + SVG_MARGIN + 14, script, "", out);
    hra_text_add(out, hra_text_string(&head));
    if (!d->p->bare)
        add_bar(d);
    hra_text_add(out, "<g class=\"body\" role=\"tree\">\n");
    for (int chosen = 0; chosen < 2; chosen++) /* the chosen line lies above the others */
        for (int32_t k = 1; k < d->count; k++)
            if (on_line(d, k) == (chosen == 1))
                add_edge(d, k);
    for (int32_t k = 0; k < d->count; k++)
        add_node(d, k, &line);
    for (int32_t k = 0; k < d->count && d->frame; k++)
        if (d->items[k].shown)
            svg_frame_window(d->frame, &d->items[k], d->boxes[k].x + d->boxes[k].width / 2 + 3,
                             d->boxes[k].y + 26, out);
    hra_text_add(out, "</g>\n");
    err = d->p->bare ? HRA_OK : add_script(d);
    hra_text_add(out, "</svg>\n");
    err = err ? err : line.err ? line.err : head.err;
    hra_text_release(&line);
    hra_text_release(&head);
    return err;
}

hra_err picture_svg(const tree_picture *p, hra_text *out) {
    size_t n = p->tree->count;
    drawing d = {.p = p,
                 .items = malloc(2 * n * sizeof *d.items),
                 .boxes = malloc(2 * n * sizeof *d.boxes),
                 .placed = malloc(2 * n * sizeof *d.placed),
                 .place = malloc(2 * n * sizeof *d.place),
                 .item_of = calloc(n, sizeof *d.item_of),
                 .out = out};
    hra_err err = HRA_ENOMEM;
    if (d.items && d.boxes && d.placed && d.place && d.item_of) {
        list_items(&d, 0, 1, -1);
        err = place(&d);
        if (!err && p->step)
            err = svg_frame_open(&d.frame, p, d.item_of);
        if (!err)
            err = draw(&d);
    }
    svg_frame_close(d.frame);
    free(d.items);
    free(d.boxes);
    free(d.placed);
    free(d.place);
    free(d.item_of);
    return err;
}
