/* Trees that were walked, as JSON. The keys are documented in docs/methods/README.md and stay. */
#include <stdlib.h>

#include "core/json_keys.h"
#include "hra/graph.h"
#include "hra/json.h"
#include "hra/scene.h"
#include "hra/trace.h"
#include "players/json.h"
#include "simulations.h"

/* The boards at the nodes: two scenes, since the JSON of a node has only the differences from its parent. */
typedef struct boards {
    hra_scene *here, *above;
    unsigned char *state, *before; /* scratch, a state each */
} boards;

static void close_boards(boards *b) {
    hra_scene_close(b->here);
    hra_scene_close(b->above);
    free(b->state);
    free(b->before);
}

static hra_err open_boards(boards *b, const hra_game *game) {
    *b = (boards){.state = malloc(game->state_size), .before = malloc(game->state_size)};
    hra_err err = b->state && b->before ? hra_scene_open(&b->here, game, NULL) : HRA_ENOMEM;
    err = err ? err : hra_scene_open(&b->above, game, NULL);
    if (err)
        close_boards(b);
    return err;
}

/* Sets a scene to what stands at a node. Positions that a trace wrote are read back. */
static hra_err set_scene(const boards *b, hra_scene *scene, const hra_walked *walked, int32_t i) {
    const hra_trace_node *node = &walked->tree->nodes[i];
    hra_scene_view moment = {.state = i ? b->state : walked->state, .last = node->move, .seat = -1};
    hra_err err = HRA_OK;
    if (i)
        err = hra_game_read_position(walked->game, node->position, b->state, NULL);
    if (!err && node->parent > 0)
        err =
            hra_game_read_position(walked->game, walked->tree->nodes[node->parent].position, b->before, NULL);
    if (i)
        moment.before = node->parent > 0 ? b->before : walked->state;
    return err ? err : hra_scene_set(scene, &moment);
}

/* What stands at the root; at other nodes what is another there than above. */
static hra_err add_board(hra_json *json, const boards *b, const hra_walked *walked, int32_t i) {
    const hra_trace_node *node = &walked->tree->nodes[i];
    hra_err err = set_scene(b, b->here, walked, i);
    if (!err && i)
        err = set_scene(b, b->above, walked, node->parent);
    if (err)
        return err;
    if (i)
        hra_json_scene_change(json, "change", b->above, b->here);
    else
        hra_json_scene(json, "scene", b->here, HRA_SCENE_NOW);
    return HRA_OK;
}

static void add_window(hra_json *json, const char *key, double alpha, double beta) {
    const double window[] = {alpha, beta};
    hra_json_numbers(json, key, window, 2);
}

static void add_found(hra_json *json, const hra_walked *walked, const hra_trace_node *node) {
    static const char *const bounds[] = {[HRA_VALUE_EXACT] = "exact",
                                         [HRA_VALUE_AT_LEAST] = "at least",
                                         [HRA_VALUE_AT_MOST] = "at most",
                                         [HRA_VALUE_MEAN] = "mean"};
    if (!node->known) {
        hra_json_null(json, "value");
        return;
    }
    hra_json_numbers(json, "value", node->value, walked->game->seats);
    hra_json_text(json, "bound", bounds[node->bound]);
    if (hra_trace_estimates(walked->tree, walked->result, node))
        hra_json_bool(json, "estimate", true);
    if (walked->tree->nodes[0].role == HRA_ROLE_OR)
        hra_json_text(json, "proof", hra_proof_text(node->proof));
    if (node->vector_count == 0)
        return;
    hra_json_list(json, "vectors");
    for (int i = 0; i < node->vector_count; i++)
        hra_json_numbers(json, NULL, node->vectors + (size_t)(i * walked->game->seats), walked->game->seats);
    hra_json_end(json);
    hra_json_integer(json, "vectors_left_out", node->vectors_left_out);
}

/* "move_said" of a node. `above`: scratch, a state; NULL: not needed, or the game has no other words. */
static void add_said(hra_json *json, const hra_walked *walked, const hra_trace_node *node, void *above) {
    const char *position = node->parent > 0 ? walked->tree->nodes[node->parent].position : NULL;
    if (!above)
        return;
    hra_err err = position ? hra_game_read_position(walked->game, position, above, NULL) : HRA_OK;
    if (!err)
        hra_json_said(json, "move", walked->game, position ? above : walked->state, node->move);
    else
        json->out->err = err;
}

/* The state to read positions into, for the words of moves; NULL: they are not written, or there is no memory. */
static void *open_said(hra_json *json, const hra_walked *walked) {
    if (json->keys != HRA_JSON_NEW_KEYS || !walked->game->rules->text->say_move)
        return NULL;
    void *above = malloc(walked->game->state_size);
    if (!above)
        json->out->err = HRA_ENOMEM;
    return above;
}

/* Who moves, and how the node was come to. */
static void add_place(hra_json *json, const hra_walked *walked, uint32_t i, void *above) {
    const hra_trace_node *node = &walked->tree->nodes[i];
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
    if (node->parent >= 0) {
        hra_json_text(json, "move", node->text);
        add_said(json, walked, node, above);
    }
    if (node->kind != HRA_TRACE_PRUNED)
        hra_json_text(json, "position", node->position);
    if (node->probability < 1)
        hra_json_number(json, "probability", node->probability);
}

/* When it was met, and what is not shown below it. */
static void add_story(hra_json *json, const hra_trace_node *node) {
    if (node->revisit)
        hra_json_bool(json, "revisit", true);
    size_t from = json->out->length;
    hra_json_count(json, "visit_order", node->order);
    hra_json_renamed(json, from, "visit_order", "order");
    from = json->out->length;
    hra_json_count(json, "enter_step", node->entered);
    hra_json_renamed(json, from, "enter_step", "entered");
    from = json->out->length;
    hra_json_count(json, "leave_step", node->left);
    hra_json_renamed(json, from, "leave_step", "left");
    if (node->cut_at)
        hra_json_count(json, "cut_at", node->cut_at);
    if (node->folded || node->left_out) {
        hra_json_count(json, "folded", node->folded);
        hra_json_count(json, "folded_cutoffs", node->folded_cuts);
        hra_json_count(json, "left_out", node->left_out);
    }
}

static void add_node(hra_json *json, const hra_walked *walked, uint32_t i, const boards *b, void *above) {
    const hra_trace_node *node = &walked->tree->nodes[i];
    hra_json_object(json, NULL);
    add_place(json, walked, i, above);
    if (node->kind != HRA_TRACE_PRUNED)
        add_found(json, walked, node);
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
    hra_err err = b && node->kind != HRA_TRACE_PRUNED ? add_board(json, b, walked, (int32_t)i) : HRA_OK;
    if (err)
        json->out->err = err;
    hra_json_end(json);
}

/* The seat whose numbers tell all, or -1. */
static int speaker(const hra_walked *walked) {
    if (walked->tree->pov >= 0)
        return walked->tree->pov;
    return walked->game->zero_sum || walked->game->seats == 1 ? 0 : -1;
}

static void add_head(hra_json *json, const hra_walked *walked, const hra_graph *graph) {
    const hra_trace_tree *t = walked->tree;
    const hra_analysis *result = walked->result;
    hra_json_text(json, "format", graph ? "hra graph 1" : "hra tree 1");
    hra_json_text(json, "game", walked->game->spec);
    hra_json_position(json, "position", walked->game, walked->state);
    hra_json_text(json, "method", walked->method);
    for (uint32_t e = 0; graph && !result->chance && e < graph->edge_count; e++)
        if (graph->edges[e].from == 0 && graph->edges[e].best) {
            hra_json_text(json, "move", graph->edges[e].text);
            break;
        }
    for (int32_t c = graph ? -1 : t->nodes[0].first; c >= 0; c = t->nodes[c].next)
        if (!result->chance && t->nodes[c].best && t->nodes[c].move == result->move) {
            hra_json_text(json, "move", t->nodes[c].text);
            hra_json_said(json, "move", walked->game, walked->state, t->nodes[c].move);
            break;
        }
    hra_json_values(json, result->value, walked->game->seats, result->kind, result->value_seat);
    hra_json_integer(json, "seats", t->seats);
    int pov = speaker(walked);
    if (pov < 0)
        hra_json_null(json, "pov");
    else
        hra_json_integer(json, "pov", pov);
    hra_json_count(json, "nodes", t->entered);
    hra_json_count(json, "leaves", t->leaves);
    hra_json_count(json, "cutoffs", t->cuts);
    hra_json_count(json, "playouts", result->playouts);
    hra_json_integer(json, "trees", t->trees);
    if (t->depth < 0)
        hra_json_null(json, "depth");
    else
        hra_json_integer(json, "depth", t->depth);
    hra_json_bool(json, "complete", t->complete);
    size_t from = json->out->length;
    hra_json_count(json, "kept_nodes", t->count);
    hra_json_renamed(json, from, "kept_nodes", "kept");
}

/* What a graph has besides its tree. */
static void add_edges(hra_json *json, const hra_graph *graph) {
    hra_json_count(json, "positions", graph->positions);
    hra_json_bool(json, "more", graph->more);
    hra_json_bool(json, "cyclic", graph->cyclic);
    hra_json_list(json, "edges");
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const hra_graph_edge *e = &graph->edges[i];
        hra_json_object(json, NULL);
        hra_json_integer(json, "from", e->from);
        hra_json_integer(json, "to", e->to);
        hra_json_text(json, "move", e->text);
        hra_json_integer(json, "alike", e->alike);
        if (e->probability < 1)
            hra_json_number(json, "probability", e->probability);
        if (e->pruned)
            hra_json_text(json, "cut", hra_cut_text(e->reason));
        hra_json_bool(json, "best", e->best);
        hra_json_bool(json, "line", e->line);
        hra_json_end(json);
    }
    hra_json_end(json);
}

/* graph: NULL of a tree; simulations: NULL of another search than MCTS. */
static void add_walked(hra_json *json, const char *key, const hra_walked *walked, const hra_graph *graph,
                       const hra_simulations *simulations, bool with_boards) {
    boards b, *wanted = with_boards ? &b : NULL;
    hra_err err = with_boards ? open_boards(&b, walked->game) : HRA_OK;
    if (err) {
        json->out->err = err;
        return;
    }
    hra_json_object(json, key);
    add_head(json, walked, graph);
    if (wanted)
        hra_json_scene(json, "board", b.here, HRA_SCENE_BOARD);
    hra_json_list(json, "tree");
    void *above = graph ? NULL : open_said(json, walked);
    for (uint32_t i = 0; i < walked->tree->count; i++)
        add_node(json, walked, i, wanted, above);
    free(above);
    hra_json_end(json);
    if (graph)
        add_edges(json, graph);
    if (simulations)
        hra_simulations_add_list(json, walked, simulations, with_boards);
    hra_json_end(json);
    if (wanted)
        close_boards(&b);
}

void hra_json_tree(hra_json *json, const char *key, const hra_walked *walked, bool with_boards) {
    add_walked(json, key, walked, NULL, NULL, with_boards);
}

void hra_json_simulations(hra_json *json, const char *key, const hra_walked *walked,
                          const hra_simulations *simulations, bool with_boards) {
    hra_walked grown = *walked;
    hra_trace_tree tree;
    hra_err err = hra_simulations_tree(simulations, walked->result, &tree);
    if (err) {
        json->out->err = err;
        return;
    }
    grown.tree = &tree;
    add_walked(json, key, &grown, NULL, simulations, with_boards);
    free((void *)(uintptr_t)tree.nodes);
}

void hra_json_graph(hra_json *json, const char *key, const hra_walked *walked, const hra_graph *graph,
                    bool with_boards) {
    add_walked(json, key, walked, graph, NULL, with_boards);
}
