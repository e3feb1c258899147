/* The picture of a graph as one SVG file, without a script: everything is seen at once. */
#include <math.h>
#include <stdlib.h>

#include "graph_place.h"
#include "speech/print.h"
#include "svg.h"

enum { DROP = 58, WORDS = 11 };

typedef struct drawing {
    const tree_picture *p;
    svg_item *items;
    graph_layout layout;
    hra_text *out;
    int *ways;   /* how many lead to a position */
    double left; /* of the graph in the picture */
} drawing;

static void add_words(const hra_graph_edge *e, hra_text *line) {
    picture_add_short(line, e->text, SVG_LABEL);
    if (e->alike > 1)
        hra_text_addf(line, " ×%d", e->alike);
    if (e->probability < 1)
        hra_text_addf(line, ", p %.3G", e->probability);
}

static hra_err measure(drawing *d, hra_text *line) {
    const hra_graph *g = d->p->graph;
    for (int32_t i = 0; i < d->layout.box_count; i++) {
        d->items[i] = (svg_item){.node = i, .run = 1};
        layout_box extent;
        hra_err err = svg_item_fill(d->p, &d->items[i], &extent);
        if (err)
            return err;
        d->layout.boxes[i] =
            (graph_box){.level = d->p->tree->nodes[i].ply, .width = extent.width, .height = extent.height};
    }
    for (uint32_t i = 0; i < g->edge_count; i++) {
        add_words(&g->edges[i], line);
        double width = svg_text_width(hra_text_string(line), WORDS) + 6;
        picture_next_line(line);
        d->ways[g->edges[i].to]++;
        d->layout.links[i] = (graph_link){.from = g->edges[i].from, .to = g->edges[i].to, .gap = width};
        /* The words of a move stand above where it leads. */
        d->layout.boxes[g->edges[i].to].width = fmax(d->layout.boxes[g->edges[i].to].width, width);
    }
    return HRA_OK;
}

static void add_point(drawing *d, const char *command, double x, double y) {
    hra_text_add(d->out, command);
    svg_number(x + d->left, d->out);
    hra_text_add(d->out, " ");
    svg_number(y + SVG_HEAD, d->out);
}

/* From one box through the bends to the other; a way that leads up goes in a bow. */
static void add_path(drawing *d, const graph_link *link) {
    const graph_box *from = &d->layout.boxes[link->from], *to = &d->layout.boxes[link->to];
    if (to->level <= from->level) {
        double out = fmax(from->width, to->width) / 2 + 30;
        add_point(d, "M", from->x + from->width / 2, from->y + 20);
        add_point(d, "C", from->x + out, from->y + 20);
        add_point(d, " ", to->x + out, to->y + 20);
        add_point(d, " ", to->x + to->width / 2, to->y + 20);
        return;
    }
    add_point(d, "M", from->x, from->y + from->height);
    for (int32_t i = 0; i < to->level - from->level - 1; i++) {
        const graph_bend *bend = &d->layout.bends[link->bends + i];
        add_point(d, "L", bend->x, bend->top);
        add_point(d, "L", bend->x, bend->bottom);
    }
    add_point(d, "L", to->x, to->y + 2);
}

static void add_edge(drawing *d, uint32_t i) {
    const hra_graph_edge *e = &d->p->graph->edges[i];
    hra_text_addf(d->out, "<path class=\"e%s%s\" d=\"", e->line ? " line" : "", e->pruned ? " off" : "");
    add_path(d, &d->layout.links[i]);
    hra_text_add(d->out, "\"/>\n");
}

/* The words of a move, on its last stretch: near its end where it is the only one that leads there, else
 * further off, where they part. */
static void add_label(drawing *d, uint32_t i, hra_text *line) {
    const graph_link *link = &d->layout.links[i];
    const graph_box *from = &d->layout.boxes[link->from], *to = &d->layout.boxes[link->to];
    int32_t passed = to->level - from->level - 1;
    double x = from->x, y = from->y + from->height, share = d->ways[link->to] > 1 ? 0.55 : 0.84;
    if (passed > 0) {
        x = d->layout.bends[link->bends + passed - 1].x;
        y = d->layout.bends[link->bends + passed - 1].bottom;
    } else if (passed < 0) {
        x = fmax(from->x + from->width / 2, to->x + to->width / 2) + 24;
        y = (from->y + to->y) / 2 + 20;
        share = 0;
    }
    hra_text_add(line, passed < 0 ? "↑ " : "");
    add_words(&d->p->graph->edges[i], line);
    hra_text_add(d->out, "<text class=\"l w\" x=\"");
    svg_number(d->left + x + share * (to->x - x), d->out);
    hra_text_add(d->out, "\" y=\"");
    svg_number(SVG_HEAD + y + share * (to->y - y) + 4, d->out);
    hra_text_add(d->out, "\">");
    hra_text_add_xml(d->out, hra_text_string(line));
    hra_text_add(d->out, "</text>\n");
    picture_next_line(line);
}

static void add_node(drawing *d, int32_t k, hra_text *line) {
    const svg_item *item = &d->items[k];
    const graph_box *box = &d->layout.boxes[k];
    hra_text_addf(d->out, "<g class=\"n %s%s\" transform=\"translate(", svg_shape_class(item->shape),
                  d->p->tree->nodes[k].line ? " line" : "");
    svg_number(box->x + d->left, d->out);
    hra_text_add(d->out, ",");
    svg_number(box->y + SVG_HEAD, d->out);
    hra_text_add(d->out, ")\"><title>");
    svg_hint(d->p, item, line);
    hra_text_add_xml(d->out, hra_text_string(line));
    picture_next_line(line);
    hra_text_add(d->out, "</title>");
    svg_item_draw(d->p, item, d->out);
    hra_text_add(d->out, "</g>\n");
}

static hra_err draw(drawing *d, hra_text *line) {
    const hra_graph *g = d->p->graph;
    hra_text head, *out = d->out;
    hra_text_init(&head);
    double least;
    svg_head(d->p, d->items, d->layout.box_count, &least, &head);
    double width = ceil(fmax(least, d->layout.width + 2 * SVG_MARGIN + (g->cyclic ? 60 : 0)));
    d->left = (width - d->layout.width) / 2;
    svg_begin(d->p, width, ceil(d->layout.height + SVG_MARGIN), "", ".l.w{text-anchor:middle}", out);
    hra_text_add(out, hra_text_string(&head));
    for (int chosen = 0; chosen < 2; chosen++) /* the chosen line lies above the others */
        for (uint32_t i = 0; i < g->edge_count; i++)
            if (g->edges[i].line == (chosen == 1))
                add_edge(d, i);
    for (int32_t k = 0; k < d->layout.box_count; k++)
        add_node(d, k, line);
    for (uint32_t i = 0; i < g->edge_count; i++)
        add_label(d, i, line);
    hra_text_add(out, "</svg>\n");
    hra_err err = head.err;
    hra_text_release(&head);
    return err;
}

hra_err graph_svg(const tree_picture *p, hra_text *out) {
    size_t n = p->tree->count, edges = p->graph->edge_count;
    hra_text line;
    drawing d = {.p = p,
                 .items = malloc(n * sizeof *d.items),
                 .ways = calloc(n, sizeof *d.ways),
                 .layout = {.boxes = malloc(n * sizeof *d.layout.boxes),
                            .links = malloc((edges + 1) * sizeof *d.layout.links),
                            .box_count = (int32_t)n,
                            .link_count = (int32_t)edges,
                            .drop = DROP},
                 .out = out};
    hra_text_init(&line);
    bool ok = d.items && d.ways && d.layout.boxes && d.layout.links;
    hra_err err = ok ? measure(&d, &line) : HRA_ENOMEM;
    err = err ? err : graph_place(&d.layout);
    err = err ? err : draw(&d, &line);
    err = err ? err : line.err;
    free(d.items);
    free(d.ways);
    free(d.layout.boxes);
    free(d.layout.links);
    free(d.layout.bends);
    hra_text_release(&line);
    return err;
}
