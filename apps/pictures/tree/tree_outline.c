/* The tree as indented text. */
#include <limits.h>

#include "speech/print.h"
#include "tree_picture.h"

typedef struct drawing {
    const tree_picture *p;
    hra_text *out;
    hra_text prefix; /* the lines of the levels above */
} drawing;

static const char *sign_of(const tree_picture *p, const hra_trace_node *node) {
    static const char *const signs[2][8] = {
        {"^", "v", "o", "*", "=", "~", "x", "o"},
        {"▲", "▼", "●", "◆", "■", "▢", "✕", "○"},
    };
    int sign = 3;
    if (node->kind == HRA_TRACE_CHANCE)
        sign = 2;
    else if (node->kind == HRA_TRACE_END)
        sign = 4;
    else if (node->kind == HRA_TRACE_LEAF)
        sign = 5;
    else if (node->kind == HRA_TRACE_PRUNED)
        sign = 6;
    else if (node->role == HRA_ROLE_RANDOM)
        sign = 7;
    else if (node->role == HRA_ROLE_MAX || node->role == HRA_ROLE_OR)
        sign = 0;
    else if (node->role == HRA_ROLE_MIN || node->role == HRA_ROLE_AND)
        sign = 1;
    else if (p->game->seats <= 2)
        sign = node->mover;
    return signs[p->unicode][sign];
}

/* The gutter shows the chosen line, whether there is colour or not. */
static void add_gutter(drawing *d, bool line) {
    hra_text_add(d->out, line ? (d->p->unicode ? "► " : "> ") : "  ");
}

void picture_node(const tree_picture *p, const hra_trace_node *node, hra_text *out) {
    hra_text_addf(out, "%s ", sign_of(p, node));
    picture_kind(p, node, out);
    if (node->known) {
        hra_text_add(out, " ");
        picture_value(p, node, p->unicode, out);
    }
    if (node->window && !(node->alpha < -1e300 && node->beta > 1e300)) {
        hra_text_add(out, "  ");
        picture_window(node, p->unicode, out);
    }
    if (node->visits)
        hra_text_addf(out, _n("  %llu visit", "  %llu visits", node->visits),
                      (unsigned long long)node->visits);
    if (node->cut) {
        hra_text_add(out, node->kind == HRA_TRACE_PRUNED ? ": " : "  ");
        picture_cut(node, p->unicode, out);
    }
    int at = 0;
    (void)picture_terms(p, node, "  ", &at, INT_MAX, out);
}

static void add_node(drawing *d, const hra_trace_node *node) {
    if (node->parent >= 0)
        hra_text_addf(d->out, "%s ", node->text);
    if (node->probability < 1)
        hra_text_addf(d->out, "p=%.4G ", node->probability);
    picture_node(d->p, node, d->out);
    if (node->revisit)
        hra_text_add(d->out, _("  (searched again below)"));
}

static void add_color(drawing *d, const hra_trace_node *node, bool on) {
    if (d->p->color && (node->line || node->kind == HRA_TRACE_PRUNED))
        hra_text_add(d->out, !on ? "\033[0m" : node->line ? "\033[1m" : "\033[2m");
}

static void draw_below(drawing *d, int32_t i) {
    const hra_trace_node *nodes = d->p->tree->nodes, *node = &nodes[i];
    bool unicode = d->p->unicode, rest = node->left_out || node->folded;
    size_t length = d->prefix.length;
    for (int32_t c = node->first; c >= 0; c = nodes[c].next) {
        bool last = nodes[c].next < 0 && !rest, pruned = nodes[c].kind == HRA_TRACE_PRUNED;
        add_gutter(d, nodes[c].line);
        hra_text_add(d->out, hra_text_string(&d->prefix));
        if (unicode)
            hra_text_addf(d->out, "%s%s ", last ? "└" : "├", pruned ? "╌" : "─");
        else
            hra_text_addf(d->out, "%c%c ", last ? '`' : '+', pruned ? '.' : '-');
        add_color(d, &nodes[c], true);
        add_node(d, &nodes[c]);
        add_color(d, &nodes[c], false);
        hra_text_add(d->out, "\n");
        hra_text_add(&d->prefix, last ? "   " : unicode ? "│  " : "|  ");
        draw_below(d, c);
        d->prefix.length = length;
        if (d->prefix.data)
            d->prefix.data[length] = '\0';
    }
    if (rest) {
        add_gutter(d, false);
        hra_text_addf(d->out, "%s%s ", hra_text_string(&d->prefix), unicode ? "└─ …" : "`- ...");
        picture_folded(node, d->out);
        hra_text_add(d->out, _(" folded\n"));
    }
}

void picture_text(const tree_picture *p, hra_text *out) {
    drawing d = {.p = p, .out = out};
    const hra_trace_node *root = p->tree->nodes;
    hra_text_init(&d.prefix);
    hra_text_addf(out, "%s  %s  %s\n", p->game->spec, p->position, p->method);
    picture_summary(p, p->unicode, out);
    hra_text_add(out, "\n\n");
    add_gutter(&d, true);
    add_color(&d, root, true);
    add_node(&d, root);
    add_color(&d, root, false);
    hra_text_add(out, "\n");
    draw_below(&d, 0);
    hra_text_add(out, p->unicode ? _("\n► principal variation\n") : _("\n> principal variation\n"));
    if (d.prefix.err)
        out->err = d.prefix.err;
    hra_text_release(&d.prefix);
}
