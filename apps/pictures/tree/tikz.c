/* The tree for LaTeX, in the notation of the package forest. */
#include <string.h>

#include "speech/print.h"
#include "tree_picture.h"

/* What has a meaning in LaTeX, and signs that its usual fonts lack. */
static const struct {
    const char *sign, *latex;
} signs[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "$\\approx$"},
    {"<", "$<$"},
    {">", "$>$"},
    {"|", "$|$"},
    {"\"", "{\\char34}"},
    {"−", "$-$"},
    {"≤", "$\\leq$"},
    {"≥", "$\\geq$"},
    {"≈", "$\\approx$"},
    {"∞", "$\\infty$"},
    {"α", "$\\alpha$"},
    {"β", "$\\beta$"},
    {"×", "$\\times$"},
    {"→", "$\\rightarrow$"},
};

static void add_latex(hra_text *out, const char *string) {
    while (*string) {
        size_t i = 0, count = sizeof signs / sizeof *signs;
        while (i < count && strncmp(string, signs[i].sign, strlen(signs[i].sign)) != 0)
            i++;
        if (i < count) {
            hra_text_add(out, signs[i].latex);
            string += strlen(signs[i].sign);
        } else if (strncmp(string, "…", 3) == 0) {
            hra_text_add(out, "\\dots{}");
            string += 3;
        } else {
            hra_text_add_char(out, (unsigned char)*string < ' ' || *string == 127 ? '?' : *string);
            string++;
        }
    }
}

static void add_line(hra_text *out, hra_text *line) {
    add_latex(out, hra_text_string(line));
    picture_next_line(line);
}

static const char *style_of(const hra_trace_node *node) {
    static const char *const seats[] = {"max", "min", "seat three", "seat four"};
    switch (node->kind) {
    case HRA_TRACE_CHANCE:
        return "chance";
    case HRA_TRACE_END:
    case HRA_TRACE_LEAF:
        return "leaf";
    case HRA_TRACE_PRUNED:
        return "pruned";
    case HRA_TRACE_CHOICE:
        break;
    }
    if (node->role == HRA_ROLE_MAX || node->role == HRA_ROLE_OR)
        return "max";
    if (node->role == HRA_ROLE_MIN || node->role == HRA_ROLE_AND)
        return "min";
    return node->role == HRA_ROLE_RANDOM ? "chance" : seats[node->mover & 3];
}

static void add_edge(const hra_trace_node *node, hra_text *line, hra_text *out) {
    if (node->parent < 0)
        return;
    hra_text_add(line, node->text);
    hra_text_add(out, ", move={");
    add_line(out, line);
    if (node->probability < 1)
        hra_text_addf(out, "\\\\%.4g", node->probability);
    hra_text_addf(out, "}%s", node->line ? ", line" : "");
}

/* A cross; the first of several has the reason below, as part of the node: a label would get no room. */
static void add_pruned(const tree_picture *p, const hra_trace_node *node, hra_text *line, hra_text *out) {
    const hra_trace_node *nodes = p->tree->nodes, *above = &nodes[node->parent];
    int32_t first = above->first;
    while (nodes[first].kind != HRA_TRACE_PRUNED)
        first = nodes[first].next;
    hra_text_add(out, "$\\times$");
    if (&nodes[first] != node || !above->cut)
        return;
    hra_text_add(line, _(hra_cut_text(above->reason)));
    hra_text_add(out, "\\\\");
    add_line(out, line);
    if (!above->cut_window)
        return;
    hra_text_add(out, "\\\\");
    hra_text_add(line, "α ");
    picture_number(above->cut_alpha, PICTURE_TEX, line);
    hra_text_add(line, ", β ");
    picture_number(above->cut_beta, PICTURE_TEX, line);
    add_line(out, line);
}

/* As deep as the tree. */
static void add_node(const tree_picture *p, int32_t i, int indent, hra_text *line, hra_text *out) {
    const hra_trace_node *nodes = p->tree->nodes, *node = &nodes[i];
    hra_text_addf(out, "%*s[{", indent, "");
    if (node->known)
        picture_value(p, node, PICTURE_TEX, line);
    else if (node->kind == HRA_TRACE_PRUNED && node->parent >= 0)
        add_pruned(p, node, line, out);
    else
        hra_text_add(line, "?");
    add_line(out, line);
    hra_text_addf(out, "}, %s", style_of(node));
    add_edge(node, line, out);
    for (int32_t c = node->first; c >= 0; c = nodes[c].next) {
        hra_text_add(out, "\n");
        add_node(p, c, indent + 2, line, out);
    }
    if (node->left_out || node->folded) {
        hra_text_addf(out, "\n%*s[{\\dots}, folded, move={", indent + 2, "");
        picture_folded(node, line);
        add_line(out, line);
        hra_text_add(out, "}]");
    }
    hra_text_add(out, "]");
}

static const char preamble[] =
    "% In the preamble of the document:\n"
    "%   \\usepackage{forest}\n"
    "%   \\usetikzlibrary{shapes.geometric}\n"
    "\\begin{forest}\n"
    "  polygon/.style={regular polygon, regular polygon sides=3, draw, inner sep=0pt, minimum size=9mm},\n"
    "  max/.style={polygon, fill=cyan!15},\n"
    "  min/.style={polygon, shape border rotate=180, fill=orange!15},\n"
    "  seat three/.style={diamond, draw, inner sep=1pt, fill=teal!15},\n"
    "  seat four/.style={regular polygon, regular polygon sides=5, draw, inner sep=0pt, fill=magenta!10},\n"
    "  chance/.style={circle, draw, inner sep=1pt, minimum size=7mm, fill=yellow!20},\n"
    "  leaf/.style={rectangle, draw, inner sep=3pt, minimum size=5mm},\n"
    "  pruned/.style={edge={dashed, gray}, font=\\scriptsize, align=center, inner sep=1pt},\n"
    "  folded/.style={edge={dotted}},\n"
    "  line/.style={edge={very thick}, very thick},\n"
    "  move/.style={edge label={node[midway, fill=white, inner sep=1pt, font=\\scriptsize, "
    "align=center]{#1}}},\n"
    "  for tree={s sep=4mm, l sep=11mm, font=\\small},\n";

void picture_tikz(const tree_picture *p, hra_text *out) {
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "%s  %s  %s: ", p->game->spec, p->position, p->method);
    picture_summary(p, true, &line);
    hra_text_addf(out, "%% %s\n%s", hra_text_string(&line), preamble);
    picture_next_line(&line);
    add_node(p, 0, 2, &line, out);
    hra_text_add(out, "\n\\end{forest}\n");
    if (line.err)
        out->err = line.err;
    hra_text_release(&line);
}
