/* The tree as a file for the game tree, so that it can be changed, searched by other methods and asked about. */
#include <math.h>
#include <string.h>

#include "tree_picture.h"

/* What a file may have (src/games/tree/rules.md). */
enum { LABEL = 31, NODES = 65536, BYTES = 4 << 20 };

typedef struct tree_file {
    const tree_picture *p;
    bool typed;   /* a tree from a file: its nodes have names */
    bool minimax; /* MAX and MIN, and the numbers of MAX */
    hra_text *out;
    hra_error *why;
} tree_file;

static void add_name(const tree_file *f, const hra_trace_node *node) {
    if (f->typed && *node->position)
        hra_text_add(f->out, node->position);
    else
        hra_text_addf(f->out, "n%d", (int)(node - f->p->tree->nodes));
}

/* One word: "16-19 9x18" becomes "16-19_9x18". */
static void label_of(const hra_trace_node *node, char label[LABEL + 1]) {
    size_t length = hra_text_cut(node->text, LABEL, LABEL - 4);
    memcpy(label, node->text, length);
    label[length] = '\0';
    for (char *c = label; *c; c++)
        if (strchr(" \t#", *c))
            *c = '_';
}

/* Labels differ from those of the moves before. */
static void add_label(const tree_file *f, const hra_trace_node *node) {
    const hra_trace_node *nodes = f->p->tree->nodes;
    char label[LABEL + 1], other[LABEL + 1];
    int alike = 0;
    label_of(node, label);
    for (int32_t c = nodes[node->parent].first; c >= 0 && &nodes[c] != node; c = nodes[c].next) {
        label_of(&nodes[c], other);
        alike += nodes[c].kind != HRA_TRACE_PRUNED && strcmp(label, other) == 0;
    }
    if (f->typed && strcmp(label, node->position) == 0)
        return;
    hra_text_addf(f->out, alike ? " %s_%d" : " %s", *label ? label : "_", alike + 1);
}

static bool is_chance(const hra_trace_node *node) {
    return node->kind == HRA_TRACE_CHANCE || node->role == HRA_ROLE_RANDOM;
}

static bool is_child(const hra_trace_node *node) {
    return node->kind != HRA_TRACE_PRUNED && !node->revisit;
}

/* Whether the moves below it are written: the file needs all outcomes of chance. */
static bool has_moves(const tree_file *f, const hra_trace_node *node) {
    const hra_trace_node *nodes = f->p->tree->nodes;
    bool some = false, all = node->left_out == 0;
    for (int32_t c = node->first; c >= 0; c = nodes[c].next) {
        some = some || is_child(&nodes[c]);
        all = all && nodes[c].kind != HRA_TRACE_PRUNED;
    }
    return some && (all || !is_chance(node));
}

static void add_kind(const tree_file *f, const hra_trace_node *node) {
    if (is_chance(node))
        hra_text_add(f->out, " chance\n");
    else if (f->minimax)
        hra_text_addf(f->out, " %s\n",
                      node->role == HRA_ROLE_MIN || node->role == HRA_ROLE_AND ? "min" : "max");
    else
        hra_text_addf(f->out, " seat %d\n", node->mover);
}

static hra_err add_values(const tree_file *f, const hra_trace_node *node) {
    const int seats = f->minimax ? 1 : f->p->game->seats, from = f->minimax ? f->p->tree->pov : 0;
    for (int k = from; k < from + seats; k++) {
        if (!node->known || !isfinite(node->value[k]))
            return hra_fail(f->why, HRA_EINPUT, -1,
                            "the search has not found the value of each leaf, so there is no tree file; "
                            "let it end, or use minimax or maxn");
        hra_text_add(f->out, " ");
        hra_text_add_number(f->out, node->value[k]);
    }
    hra_text_add(f->out, "\n");
    return HRA_OK;
}

/* Moves that were not searched, or not recorded, as a remark. */
static void add_missing(const tree_file *f, const hra_trace_node *node, bool moves) {
    const hra_trace_node *nodes = f->p->tree->nodes;
    hra_text line;
    hra_text_init(&line);
    for (int32_t c = node->first; c >= 0; c = nodes[c].next)
        if (nodes[c].kind == HRA_TRACE_PRUNED)
            hra_text_addf(f->out, "# not searched: %s\n", nodes[c].text);
    if (node->left_out || (node->folded && !moves)) {
        picture_folded(node, &line);
        hra_text_addf(f->out, "# folded: %s\n", hra_text_string(&line));
    }
    f->out->err = line.err ? line.err : f->out->err;
    hra_text_release(&line);
}

/* As deep as the tree. */
static hra_err add_node(const tree_file *f, int32_t i) {
    const hra_trace_node *nodes = f->p->tree->nodes, *node = &nodes[i];
    const bool moves = has_moves(f, node);
    hra_err err = HRA_OK;
    hra_text_add(f->out, moves ? "node " : "leaf ");
    add_name(f, node);
    if (moves)
        add_kind(f, node);
    else
        err = add_values(f, node);
    add_missing(f, node, moves);
    for (int32_t c = moves ? node->first : -1; c >= 0 && !err; c = nodes[c].next) {
        if (!is_child(&nodes[c]))
            continue;
        hra_text_add(f->out, "edge ");
        add_name(f, node);
        hra_text_add(f->out, " ");
        add_name(f, &nodes[c]);
        if (is_chance(node)) {
            hra_text_add(f->out, " p=");
            hra_text_add_number(f->out, nodes[c].probability);
        }
        add_label(f, &nodes[c]);
        hra_text_add(f->out, "\n");
    }
    for (int32_t c = moves ? node->first : -1; c >= 0 && !err; c = nodes[c].next)
        if (is_child(&nodes[c]))
            err = add_node(f, c);
    return err;
}

static hra_err too_large(hra_error *why) {
    return hra_fail(
        why, HRA_EINPUT, -1,
        "the tree is larger than a tree file may be, %d nodes and 4 MiB; use a smaller --depth or --nodes",
        NODES);
}

hra_err picture_tree_file(const tree_picture *p, hra_text *out, hra_error *why) {
    const tree_file f = {.p = p,
                         .typed = strcmp(p->game->rules->name, "tree") == 0,
                         .minimax = p->tree->pov >= 0 && (p->game->seats == 2 || p->game->seats == 1),
                         .out = out,
                         .why = why};
    hra_text line;
    if (p->tree->nodes[0].role == HRA_ROLE_OR)
        return hra_fail(why, HRA_EINPUT, -1,
                        "%s proves and finds no values, so there is no tree file; use minimax or maxn",
                        p->method);
    if (p->tree->count > NODES)
        return too_large(why);
    if (!has_moves(&f, p->tree->nodes))
        return hra_fail(why, HRA_EINPUT, -1, "nothing was searched below the root, so there is no tree file");
    hra_text_init(&line);
    hra_text_addf(&line, "%s  %s  %s: ", p->game->spec, p->position, p->method);
    picture_summary(p, false, &line);
    hra_text_addf(out, "# %s\n", hra_text_string(&line));
    if (p->tree->nodes[0].visits)
        hra_text_add(out, "# Values are means of playouts.\n");
    if (!f.minimax && p->game->seats != 2)
        hra_text_addf(out, "seats %d\n", p->game->seats);
    const hra_err err = line.err ? line.err : add_node(&f, 0);
    hra_text_release(&line);
    return err ? err : out->err ? out->err : out->length > BYTES ? too_large(why) : HRA_OK;
}
