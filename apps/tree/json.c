/* The tree for programs. The keys are documented in docs/methods/README.md and stay. */
#include "term/say.h"
#include "tree_picture.h"

static void add_window(hra_json *json, const char *key, double alpha, double beta) {
    const double window[] = {alpha, beta};
    hra_json_numbers(json, key, window, 2);
}

static void add_found(hra_json *json, const tree_picture *p, const hra_trace_node *node) {
    static const char *const bounds[] = {"exact", "at least", "at most", "mean"};
    if (!node->known) {
        hra_json_null(json, "value");
        return;
    }
    hra_json_numbers(json, "value", node->value, p->game->seats);
    hra_json_text(json, "bound", bounds[node->bound]);
    if (p->tree->nodes[0].role == HRA_ROLE_OR)
        hra_json_text(json, "proof", hra_proof_text(node->proof));
    if (node->vector_count == 0)
        return;
    hra_json_list(json, "vectors");
    for (int i = 0; i < node->vector_count; i++)
        hra_json_numbers(json, NULL, node->vectors + (size_t)(i * p->game->seats), p->game->seats);
    hra_json_end(json);
    hra_json_integer(json, "vectors_left_out", node->vectors_left_out);
}

/* Who moves, and how the node was come to. */
static void add_place(hra_json *json, const hra_trace_node *node, uint32_t i) {
    static const char *const kinds[] = {"choice", "chance", "end", "leaf", "pruned"};
    static const char *const roles[] = {"none", "max", "min", "own", "random", "or", "and"};
    hra_json_count(json, "id", i);
    if (node->parent < 0)
        hra_json_null(json, "parent");
    else
        hra_json_integer(json, "parent", node->parent);
    hra_json_integer(json, "ply", node->ply);
    hra_json_text(json, "kind", kinds[node->kind]);
    if (node->mover >= 0) {
        hra_json_integer(json, "seat", node->mover);
        hra_json_text(json, "role", roles[node->role]);
    }
    if (node->parent >= 0)
        hra_json_text(json, "move", node->text);
    if (node->kind != HRA_TRACE_PRUNED)
        hra_json_text(json, "position", node->position);
    if (node->probability < 1)
        hra_json_number(json, "probability", node->probability);
}

/* When it was met, and what is not shown below it. */
static void add_story(hra_json *json, const hra_trace_node *node) {
    if (node->revisit)
        hra_json_bool(json, "revisit", true);
    hra_json_count(json, "order", node->order);
    hra_json_count(json, "entered", node->entered);
    hra_json_count(json, "left", node->left);
    if (node->cut_at)
        hra_json_count(json, "cut_at", node->cut_at);
    if (node->folded || node->left_out) {
        hra_json_count(json, "folded", node->folded);
        hra_json_count(json, "folded_cutoffs", node->folded_cuts);
        hra_json_count(json, "left_out", node->left_out);
    }
}

static void add_node(hra_json *json, const tree_picture *p, uint32_t i) {
    const hra_trace_node *node = &p->tree->nodes[i];
    hra_json_object(json, NULL);
    add_place(json, node, i);
    if (node->kind != HRA_TRACE_PRUNED)
        add_found(json, p, node);
    if (node->depth >= 0 && node->kind != HRA_TRACE_PRUNED)
        hra_json_integer(json, "depth", node->depth);
    if (node->window)
        add_window(json, "window", node->alpha, node->beta);
    if (node->cut)
        hra_json_text(json, "cut", hra_cut_text(node->reason));
    if (node->cut_window)
        add_window(json, "cut_window", node->cut_alpha, node->cut_beta);
    if (node->visits)
        hra_json_count(json, "visits", node->visits);
    hra_json_bool(json, "best", node->best);
    hra_json_bool(json, "line", node->line);
    add_story(json, node);
    hra_json_end(json);
}

static void add_nodes(hra_json *json, const tree_picture *p) {
    hra_text line; /* of one node: each stands on a line of its own */
    hra_text_init(&line);
    hra_json_list(json, "tree");
    for (uint32_t i = 0; i < p->tree->count; i++) {
        hra_text_clear(&line);
        hra_text_add(&line, "\n");
        hra_json node = hra_json_begin(&line);
        add_node(&node, p, i);
        hra_json_raw(json, NULL, hra_text_string(&line));
        if (line.err)
            json->out->err = line.err;
    }
    hra_text_add(json->out, "\n");
    hra_json_end(json);
    hra_text_release(&line);
}

static void add_head(hra_json *json, const tree_picture *p) {
    const hra_trace_tree *t = p->tree;
    hra_json_text(json, "format", "hra tree 1");
    hra_json_text(json, "game", p->game->spec);
    hra_json_text(json, "position", p->position);
    hra_json_text(json, "method", p->method);
    for (int32_t c = t->nodes[0].first; c >= 0; c = t->nodes[c].next)
        if (!p->result->chance && t->nodes[c].best && t->nodes[c].move == p->result->move) {
            hra_json_text(json, "move", t->nodes[c].text);
            break;
        }
    hra_json_values(json, p->result->value, p->game->seats, p->result->kind, p->result->told);
    hra_json_integer(json, "seats", t->seats);
    hra_json_count(json, "nodes", t->entered);
    hra_json_count(json, "leaves", t->leaves);
    hra_json_count(json, "cutoffs", t->cuts);
    hra_json_count(json, "playouts", p->result->playouts);
    hra_json_integer(json, "trees", t->trees);
    if (t->depth < 0)
        hra_json_null(json, "depth");
    else
        hra_json_integer(json, "depth", t->depth);
    hra_json_bool(json, "complete", t->complete);
    hra_json_count(json, "kept", t->count);
}

void picture_json(const tree_picture *p, hra_text *out) {
    hra_json json = hra_json_begin(out);
    hra_json_object(&json, NULL);
    add_head(&json, p);
    add_nodes(&json, p);
    hra_json_end(&json);
    hra_text_add(out, "\n");
}
