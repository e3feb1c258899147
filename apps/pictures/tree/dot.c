/* The tree for Graphviz. */
#include "tree_picture.h"

enum { TERM_COLUMNS = 22 }; /* of a line of terms */

typedef struct style {
    const char *shape, *fill, *pen;
} style;

static style style_of(const hra_trace_node *node) {
    static const style seats[] = {
        {"triangle", "#cfe6f5", "#0072b2"}, {"box", "#fbe3d3", "#d55e00"},
        {"diamond", "#d3f0e6", "#009e73"},  {"pentagon", "#f7e3ee", "#a3437c"},
        {"hexagon", "#fbf7c9", "#8a7f00"},  {"octagon", "#dff0fb", "#2f7fb0"},
        {"house", "#e8e8e8", "#555555"},    {"parallelogram", "#ffffff", "#222222"},
    };
    switch (node->kind) {
    case HRA_TRACE_CHANCE:
        return (style){"ellipse", "#fff1cc", "#b57900"};
    case HRA_TRACE_END:
        return (style){"box", "#f2f2f2", "#444444"};
    case HRA_TRACE_LEAF:
        return (style){"box", "#ffffff", "#444444"};
    case HRA_TRACE_PRUNED:
        return (style){"box", "#ffffff", "#777777"};
    case HRA_TRACE_CHOICE:
        break;
    }
    if (node->role == HRA_ROLE_MAX || node->role == HRA_ROLE_OR)
        return seats[0];
    if (node->role == HRA_ROLE_MIN || node->role == HRA_ROLE_AND)
        return (style){"invtriangle", "#fbe3d3", "#d55e00"};
    if (node->role == HRA_ROLE_RANDOM)
        return (style){"ellipse", "#fbe3d3", "#d55e00"};
    return seats[node->mover & 7];
}

/* A label: what a function adds, escaped. */
static void add_label(hra_text *out, hra_text *line) {
    picture_add_dot(out, hra_text_string(line));
    picture_next_line(line);
}

static void dot_node(const tree_picture *p, uint32_t i, hra_text *line, hra_text *out) {
    const hra_trace_node *node = &p->tree->nodes[i];
    style s = style_of(node);
    const char *look = node->kind == HRA_TRACE_PRUNED ? "filled,dashed"
                       : node->kind == HRA_TRACE_LEAF ? "filled,rounded"
                                                      : "filled";
    hra_text_addf(out, "  n%u [shape=%s, style=\"%s\", fillcolor=\"%s\", color=\"%s\", penwidth=%s, label=\"",
                  i, s.shape, look, s.fill, s.pen, node->line ? "3" : "1");
    if (node->known)
        picture_value(p, node, PICTURE_UNICODE, line);
    else
        hra_text_add(line, node->kind == HRA_TRACE_PRUNED ? "x" : "?");
    add_label(out, line);
    /* Beside the shape, which would otherwise grow with them. */
    hra_text_add(out, "\", xlabel=\"");
    if (node->visits)
        hra_text_addf(out, "n = %llu\\n", (unsigned long long)node->visits);
    for (int term = 0; picture_terms(p, node, "", &term, TERM_COLUMNS, line); hra_text_add(out, "\\n"))
        add_label(out, line);
    picture_cut(node, true, line);
    add_label(out, line);
    hra_text_add(out, "\", tooltip=\"");
    picture_kind(p, node, line);
    hra_text_addf(line, " %s", node->position);
    add_label(out, line);
    hra_text_add(out, "\"];\n");
}

static void add_edge(const tree_picture *p, uint32_t i, hra_text *out) {
    const hra_trace_node *node = &p->tree->nodes[i];
    hra_text_addf(out, "  n%d -> n%u [label=\" ", node->parent, i);
    picture_add_dot(out, node->text);
    if (node->probability < 1)
        hra_text_addf(out, "\\n p = %.4G", node->probability);
    hra_text_addf(out, "\", style=%s, penwidth=%s];\n",
                  node->kind == HRA_TRACE_PRUNED || node->revisit ? "dashed" : "solid",
                  node->line ? "3" : "1");
}

static void add_rest(const hra_trace_node *node, uint32_t i, hra_text *line, hra_text *out) {
    hra_text_addf(out, "  r%u [shape=note, color=\"#777777\", label=\"", i);
    picture_folded(node, line);
    add_label(out, line);
    hra_text_addf(out, "\"];\n  n%u -> r%u [style=dotted];\n", i, i);
}

static void begin_graph(const tree_picture *p, hra_text *line, hra_text *out) {
    hra_text_add(out, "digraph tree {\n  graph [labelloc=t, ordering=out, forcelabels=true, "
                      "fontname=\"sans-serif\", label=\"");
    hra_text_addf(line, "%s  %s  %s", p->game->spec, p->position, p->method);
    add_label(out, line);
    hra_text_add(out, "\\n");
    picture_summary(p, true, line);
    add_label(out, line);
    hra_text_add(out, "\"];\n  node [fontname=\"sans-serif\", fontsize=11, margin=\"0.05,0.02\"];\n"
                      "  edge [fontname=\"sans-serif\", fontsize=10, arrowhead=none];\n");
}

void picture_dot(const tree_picture *p, hra_text *out) {
    hra_text line;
    hra_text_init(&line);
    begin_graph(p, &line, out);
    for (uint32_t i = 0; i < p->tree->count; i++) {
        const hra_trace_node *node = &p->tree->nodes[i];
        dot_node(p, i, &line, out);
        if (node->parent >= 0)
            add_edge(p, i, out);
        if (node->left_out || node->folded)
            add_rest(node, i, &line, out);
    }
    hra_text_add(out, "}\n");
    if (line.err)
        out->err = line.err;
    hra_text_release(&line);
}

void graph_dot(const tree_picture *p, hra_text *out) {
    hra_text line;
    hra_text_init(&line);
    begin_graph(p, &line, out);
    hra_text_add(out, "  edge [arrowhead=normal, arrowsize=0.6];\n");
    for (uint32_t i = 0; i < p->tree->count; i++) {
        dot_node(p, i, &line, out);
        if (p->tree->nodes[i].left_out)
            add_rest(&p->tree->nodes[i], i, &line, out);
    }
    for (uint32_t i = 0; i < p->graph->edge_count; i++) {
        const hra_graph_edge *e = &p->graph->edges[i];
        hra_text_addf(out, "  n%d -> n%d [label=\" ", e->from, e->to);
        picture_add_dot(out, e->text);
        if (e->alike > 1)
            hra_text_addf(out, " × %d", e->alike);
        if (e->probability < 1)
            hra_text_addf(out, "\\n p = %.4G", e->probability);
        hra_text_addf(out, "\", style=%s, penwidth=%s];\n", e->pruned ? "dashed" : "solid",
                      e->line ? "3" : "1");
    }
    hra_text_add(out, "}\n");
    if (line.err)
        out->err = line.err;
    hra_text_release(&line);
}
