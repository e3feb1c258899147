/* A graph as text: each position once, with its moves below it. */
#include <string.h>

#include "speech/print.h"
#include "tree_picture.h"

enum { WIDTH = 96 }; /* columns of a line of moves */

/* "a1 x4 p=0.5 #3": a move, how many are alike, and where it leads. */
static void add_move(const tree_picture *p, const hra_graph_edge *e, hra_text *out) {
    hra_text_add(out, e->line ? (p->unicode ? "►" : ">") : "");
    hra_text_addf(out, "%s ", e->text);
    if (e->alike > 1)
        hra_text_addf(out, p->unicode ? "×%d " : "x%d ", e->alike);
    if (e->probability < 1)
        hra_text_addf(out, "p=%.4G ", e->probability);
    if (e->pruned)
        hra_text_addf(out, p->unicode ? "✕ %s " : "x %s ", _(hra_cut_text(e->reason)));
    hra_text_addf(out, "#%d", e->to + 1);
}

static uint32_t add_moves(const tree_picture *p, uint32_t e, int32_t from, hra_text *out) {
    const hra_graph *g = p->graph;
    hra_text move;
    int used = WIDTH;
    hra_text_init(&move);
    for (; e < g->edge_count && g->edges[e].from == from; e++) {
        picture_next_line(&move);
        add_move(p, &g->edges[e], &move);
        int columns = hra_text_columns(hra_text_string(&move)) + 3;
        bool wrap = used + columns > WIDTH;
        hra_text_addf(out, "%s%s", wrap ? "\n        " : "   ", hra_text_string(&move));
        used = wrap ? 8 + columns : used + columns;
    }
    if (p->tree->nodes[from].left_out) {
        hra_text_add(out, p->unicode ? "   … " : "   ... ");
        picture_folded(&p->tree->nodes[from], out);
        hra_text_add(out, _(" folded"));
    }
    out->err = out->err ? out->err : move.err;
    hra_text_release(&move);
    return e;
}

void graph_text(const tree_picture *p, hra_text *out) {
    uint32_t e = 0;
    hra_text_addf(out, "%s  %s  %s\n", p->game->spec, p->position, p->method);
    picture_summary(p, p->unicode, out);
    hra_text_add(out, "\n\n");
    for (uint32_t i = 0; i < p->tree->count; i++) {
        const hra_trace_node *node = &p->tree->nodes[i];
        hra_text_addf(out, "%s#%u ", node->line ? (p->unicode ? "► " : "> ") : "  ", i + 1);
        picture_node(p, node, out);
        if (*node->position)
            hra_text_addf(out, "  %s", node->position);
        e = add_moves(p, e, (int32_t)i, out);
        hra_text_add(out, "\n");
    }
    hra_text_add(out, p->unicode ? _("\n► principal variation\n") : _("\n> principal variation\n"));
}
