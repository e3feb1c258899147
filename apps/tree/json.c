/* The tree for programs. The keys are documented in docs/methods/README.md and stay. */
#include <math.h>

#include "term/say.h"
#include "tree_picture.h"

static void add_values(const tree_picture *p, const double *value, hra_text *out) {
    for (int k = 0; k < p->game->seats; k++) {
        hra_text_add(out, k ? "," : "[");
        say_number(out, "", value[k]);
    }
    hra_text_add(out, "]");
}

static void add_string(const char *key, const char *string, hra_text *out) {
    hra_text_addf(out, ",\"%s\":", key);
    picture_add_js(out, string);
}

static void add_window(const char *key, double alpha, double beta, hra_text *out) {
    hra_text_addf(out, ",\"%s\":[", key);
    say_number(out, "", alpha);
    hra_text_add(out, ",");
    say_number(out, "", beta);
    hra_text_add(out, "]");
}

static void add_found(const tree_picture *p, const hra_trace_node *node, hra_text *out) {
    static const char *const bounds[] = {"exact", "at least", "at most"};
    if (!node->known) {
        hra_text_add(out, ",\"value\":null");
        return;
    }
    hra_text_add(out, ",\"value\":");
    add_values(p, node->value, out);
    add_string("bound", bounds[node->bound], out);
    if (p->tree->nodes[0].role == HRA_ROLE_OR)
        add_string("proof",
                   node->proof == HRA_SOLVED     ? "solved"
                   : node->proof == HRA_UNSOLVED ? "unsolved"
                                                 : "unknown",
                   out);
    if (node->vector_count == 0)
        return;
    hra_text_add(out, ",\"vectors\":");
    for (int i = 0; i < node->vector_count; i++) {
        hra_text_add(out, i ? "," : "[");
        add_values(p, node->vectors + (size_t)(i * p->game->seats), out);
    }
    hra_text_addf(out, "],\"vectors_left_out\":%d", node->vectors_left_out);
}

static void add_node(const tree_picture *p, uint32_t i, hra_text *out) {
    static const char *const kinds[] = {"choice", "chance", "end", "leaf", "pruned"};
    static const char *const roles[] = {"none", "max", "min", "own", "random", "or", "and"};
    const hra_trace_node *node = &p->tree->nodes[i];
    hra_text_addf(out, "%s{\"id\":%u,\"parent\":", i ? ",\n" : "\n", i);
    if (node->parent < 0)
        hra_text_add(out, "null");
    else
        hra_text_addf(out, "%d", node->parent);
    hra_text_addf(out, ",\"ply\":%d,\"kind\":\"%s\"", node->ply, kinds[node->kind]);
    if (node->mover >= 0)
        hra_text_addf(out, ",\"seat\":%d,\"role\":\"%s\"", node->mover, roles[node->role]);
    if (node->parent >= 0)
        add_string("move", node->text, out);
    if (node->kind != HRA_TRACE_PRUNED)
        add_string("position", node->position, out);
    if (node->probability < 1)
        say_number(out, ",\"probability\":", node->probability);
    if (node->kind != HRA_TRACE_PRUNED)
        add_found(p, node, out);
    if (node->depth >= 0 && node->kind != HRA_TRACE_PRUNED)
        hra_text_addf(out, ",\"depth\":%d", node->depth);
    if (node->window)
        add_window("window", node->alpha, node->beta, out);
    if (node->cut)
        add_string("cut", hra_cut_text(node->reason), out);
    if (node->cut_window)
        add_window("cut_window", node->cut_alpha, node->cut_beta, out);
    if (node->visits)
        hra_text_addf(out, ",\"visits\":%llu", (unsigned long long)node->visits);
    hra_text_addf(out, ",\"best\":%s,\"line\":%s", node->best ? "true" : "false",
                  node->line ? "true" : "false");
    if (node->revisit)
        hra_text_add(out, ",\"revisit\":true");
    hra_text_addf(out, ",\"order\":%llu,\"entered\":%llu,\"left\":%llu", (unsigned long long)node->order,
                  (unsigned long long)node->entered, (unsigned long long)node->left);
    if (node->cut_at)
        hra_text_addf(out, ",\"cut_at\":%llu", (unsigned long long)node->cut_at);
    if (node->folded || node->left_out)
        hra_text_addf(out, ",\"folded\":%llu,\"folded_cutoffs\":%llu,\"left_out\":%u",
                      (unsigned long long)node->folded, (unsigned long long)node->folded_cuts,
                      node->left_out);
    hra_text_add(out, "}");
}

void picture_json(const tree_picture *p, hra_text *out) {
    const hra_trace_tree *t = p->tree;
    hra_text_add(out, "{\"format\":\"hra tree 1\"");
    add_string("game", p->game->spec, out);
    add_string("position", p->position, out);
    add_string("method", p->method, out);
    for (int32_t c = t->nodes[0].first; c >= 0; c = t->nodes[c].next)
        if (t->nodes[c].best && t->nodes[c].move == p->result->move) {
            add_string("move", t->nodes[c].text, out);
            break;
        }
    hra_text_add(out, ",\"value\":");
    add_values(p, p->result->value, out);
    hra_text_addf(out,
                  ",\"seats\":%d,\"nodes\":%llu,\"leaves\":%llu,\"cutoffs\":%llu,\"playouts\":%llu,"
                  "\"trees\":%d,\"depth\":",
                  t->seats, (unsigned long long)t->entered, (unsigned long long)t->leaves,
                  (unsigned long long)t->cuts, (unsigned long long)p->result->playouts, t->trees);
    hra_text_addf(out, t->depth < 0 ? "null" : "%d", t->depth);
    hra_text_addf(out, ",\"complete\":%s,\"kept\":%u,\"tree\":[", t->complete ? "true" : "false", t->count);
    for (uint32_t i = 0; i < t->count; i++)
        add_node(p, i, out);
    hra_text_add(out, "\n]}\n");
}
