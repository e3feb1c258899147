/* Making exercises "fill in the tree": the search is recorded. What alpha-beta leaves out has no numbers, but belongs to the
 * drawing, since the person looks for the cuts; so the whole tree is that of minimax, and alpha-beta's numbers are put into it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "fill.h"
#include "hra/trace.h"
#include "rules/options.h"
#include "uct.h"

typedef struct maker {
    hra_exercise *x;
    fill_tree *tree;
    const hra_player *player;
    const hra_game *game;
    const hra_question *question;
    const hra_trace_tree *searched, *whole; /* the same, if the search leaves nothing out */
    int *in_searched, *in_whole;            /* of each node of the exercise; -1: not there */
    int pov;
    bool proves; /* AND/OR: */
    double goal; /* that the recorded search asked for */
    hra_error *why;
} maker;

/* ---- recording ----------------------------------------------------------------------------------*/

static hra_err unfit(const maker *m, const char *text) {
    return hra_fail(m->why, HRA_EFIT, -1, _("%s: %s"), hra_player_info_of(m->player)->spec, text);
}

/* Searches whose trees people work out by hand. */
static const char *const methods[] = {
    "minimax", "alphabeta", "expectimax", "expectiminimax", "maxn", "softmaxn", "andor", "mcts", NULL};

static bool is_method(const char *name) {
    for (const char *const *method = methods; *method; method++)
        if (strcmp(name, *method) == 0)
            return true;
    return false;
}

static bool is_fit(const hra_player *player) {
    const hra_player_kind *kind = hra_player_info_of(player)->kind;
    return kind && is_method(kind->name);
}

hra_err hra_fill_check_player(const char *spec, hra_error *why) {
    char name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    if (hra_spec_split(spec, name, &options, &length, NULL) == HRA_OK && is_method(name))
        return HRA_OK;
    return hra_fail_unknown(why, -1, spec, methods,
                            "'%.40s' searches no tree that people fill in; choose one of", spec);
}

static hra_err record(const maker *m, hra_agent *agent, hra_trace **out) {
    const hra_trace_limits limits = {.nodes = HRA_EXERCISE_NODES};
    hra_analysis result;
    hra_analysis_init(&result);
    hra_err err = hra_trace_walk(out, agent, m->question, &limits, &result, m->why);
    hra_analysis_release(&result);
    if (err)
        return err;
    const hra_trace_tree *tree = hra_trace_nodes(*out);
    for (uint32_t i = 0; i < tree->count; i++)
        if (tree->nodes[i].folded || tree->nodes[i].left_out)
            return hra_fail(m->why, HRA_ELIMIT, -1,
                            "the tree has more than %d nodes; a smaller depth makes it smaller",
                            HRA_EXERCISE_NODES);
    return tree->complete ? HRA_OK : unfit(m, _("the search was stopped"));
}

static hra_err read_given(const maker *m, hra_options *given) {
    const hra_player_info *info = hra_player_info_of(m->player);
    char name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    if (hra_spec_split(info->spec, name, &options, &length, NULL) ||
        hra_options_read(given, info->kind->options, NULL, info->kind->name, options, length, 0, NULL))
        return unfit(m, _("its options cannot be read"));
    return HRA_OK;
}

/* The options that the method without cuts has too. */
static hra_err whole_spec(const maker *m, hra_text *out) {
    char before = ':';
    hra_options given;
    static const char *const kept[] = {"depth", "eval"};
    hra_err err = read_given(m, &given);
    if (err)
        return err;
    hra_text_add(out, m->tree->star ? "expectiminimax" : "minimax");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (hra_options_has(&given, kept[i]) && hra_options_given(&given, kept[i])) {
            hra_text_addf(out, "%c%s=%s", before, kept[i], hra_options_text(&given, kept[i]));
            before = ',';
        }
    return out->err ? hra_no_memory(m->why) : HRA_OK;
}

static bool leaves_out(const hra_trace_tree *tree) {
    for (uint32_t i = 0; i < tree->count; i++)
        if (tree->nodes[i].kind == HRA_TRACE_PRUNED)
            return true;
    return false;
}

static hra_err record_whole(maker *m, hra_trace **out) {
    hra_agent *agent = NULL;
    hra_text spec;
    hra_text_init(&spec);
    hra_err err = whole_spec(m, &spec);
    if (!err)
        err = hra_agent_open_spec(&agent, m->game, hra_text_string(&spec), m->why);
    if (!err)
        err = record(m, agent, out);
    hra_agent_close(agent);
    hra_text_release(&spec);
    return err;
}

/* ---- taking over --------------------------------------------------------------------------------*/

static fill_role role_of(const hra_trace_node *node) {
    if (node->kind == HRA_TRACE_END)
        return FILL_END;
    if (node->kind == HRA_TRACE_CHANCE || node->role == HRA_ROLE_RANDOM)
        return FILL_CHANCE;
    if (node->kind != HRA_TRACE_CHOICE || node->children == 0)
        return FILL_LEAF;
    switch (node->role) {
    case HRA_ROLE_MAX:
        return FILL_MAX;
    case HRA_ROLE_MIN:
        return FILL_MIN;
    case HRA_ROLE_OR:
        return FILL_OR;
    case HRA_ROLE_AND:
        return FILL_AND;
    default:
        return FILL_OWN;
    }
}

/* By the search that was asked, where it came: minimax has no OR nodes. */
static fill_role role_in(const maker *m, const hra_trace_node *node) {
    const fill_role role = role_of(node);
    if (m->proves && (role == FILL_MAX || role == FILL_MIN))
        return node->mover == m->pov ? FILL_OR : FILL_AND;
    return role;
}

/* The child of a node in another tree that has the same move; -1: none. */
static int find_child(const hra_trace_tree *tree, int parent, hra_move move) {
    if (parent < 0)
        return -1;
    for (int child = tree->nodes[parent].first; child >= 0; child = tree->nodes[child].next)
        if (tree->nodes[child].move == move)
            return child;
    return -1;
}

static bool is_twice(const hra_trace_tree *tree, int child) {
    return tree->nodes[child].revisit ||
           find_child(tree, tree->nodes[child].parent, tree->nodes[child].move) != child;
}

static hra_err add_node(maker *m, int parent, int whole, int searched) {
    const hra_trace_node *node = &m->whole->nodes[whole];
    const int mover = node->mover < 0 ? 0 : node->mover;
    fill_node at = {.parent = parent,
                    .role = role_in(m, node),
                    .seat = mover,
                    .probability = node->probability,
                    .move = strdup(node->text)};
    if (m->tree->count == HRA_EXERCISE_NODES) {
        free(at.move);
        return hra_fail(m->why, HRA_ELIMIT, -1, "a tree of more than %d nodes", HRA_EXERCISE_NODES);
    }
    if (at.move && strlen(at.move) >= FILL_MOVE) {
        free(at.move);
        return unfit(m, _("its moves are too long to be drawn"));
    }
    m->in_whole[m->tree->count] = whole;
    m->in_searched[m->tree->count] = searched;
    return hra_fill_add_node(m->tree, &at) ? hra_no_memory(m->why) : HRA_OK;
}

/* Level by level. The order of children is that of the search, where it came. */
static hra_err add_nodes(maker *m) {
    hra_err err = add_node(m, -1, 0, 0);
    for (int at = 0; at < m->tree->count && !err; at++) {
        const int searched = m->in_searched[at];
        const bool by_search = searched >= 0 && m->searched->nodes[searched].children > 0;
        const hra_trace_tree *order = by_search ? m->searched : m->whole;
        for (int child = order->nodes[by_search ? searched : m->in_whole[at]].first; child >= 0 && !err;
             child = order->nodes[child].next) {
            const hra_move move = order->nodes[child].move;
            const int whole = find_child(m->whole, m->in_whole[at], move);
            const int found = find_child(m->searched, searched, move);
            if (whole < 0 || is_twice(order, child))
                return unfit(m, _("it searches moves twice, or not in the order of the game"));
            err = add_node(m, at, whole,
                           found >= 0 && m->searched->nodes[found].kind == HRA_TRACE_PRUNED ? -1 : found);
        }
    }
    return err;
}

static void take_value(const maker *m, int node, const hra_trace_node *from) {
    double *to = &m->tree->key.value[(size_t)node * (size_t)fill_width(m->tree)];
    if (m->tree->vectors > 1 && from->vector_count > 0) {
        for (int i = 0; i < from->vector_count * m->tree->seats; i++)
            to[i] = from->vectors[i] + 0.0;
        return;
    }
    if (m->proves) {
        *to = from->proof == HRA_UNKNOWN ? from->value[m->pov] >= m->goal : from->proof == HRA_SOLVED;
        return;
    }
    for (int i = 0; i < m->tree->seats; i++)
        to[i] = (m->tree->seats > 1 ? from->value[i] : from->value[m->pov]) + 0.0; /* not -0 */
}

static void take_numbers(maker *m, int node) {
    const hra_trace_node *from = m->in_searched[node] < 0 ? NULL : &m->searched->nodes[m->in_searched[node]];
    fill_numbers *key = &m->tree->key;
    if (fill_is_leaf(m->tree, node))
        take_value(m, node, &m->whole->nodes[m->in_whole[node]]);
    if (!from)
        return;
    if (!fill_is_leaf(m->tree, node))
        take_value(m, node, from);
    if (from->window) {
        key->alpha[node] = from->alpha;
        key->beta[node] = from->beta;
    }
    const fill_node *at = &m->tree->nodes[node];
    for (int child = at->first; child < at->first + at->count - 1 && key->cut[node] < 0; child++)
        if (m->in_searched[child] >= 0 && m->in_searched[child + 1] < 0)
            key->cut[node] = child;
    key->order[node] = (int)from->order;
}

/* What is asked and sound; by default all that the tree has, but values of leaves. */
static hra_err choose(const maker *m, unsigned asked) {
    int *before = malloc((size_t)m->tree->count * sizeof *before);
    if (!before)
        return hra_no_memory(m->why);
    hra_fill_visits(m->tree, &m->tree->key, before);
    unsigned sound = hra_fill_sound(m->tree, before);
    if (!(sound & HRA_FILL_CUTS) && (sound & HRA_FILL_WINDOWS)) {
        m->tree->strict = true;
        sound = hra_fill_sound(m->tree, before);
    }
    free(before);
    const unsigned all =
        HRA_FILL_LEAVES | HRA_FILL_VALUES | HRA_FILL_WINDOWS | HRA_FILL_CUTS | HRA_FILL_ORDER;
    m->tree->asked = (asked ? asked : all & ~(unsigned)HRA_FILL_LEAVES) & sound;
    if (!asked && !(sound & HRA_FILL_WINDOWS)) /* nothing can be cut, and the order of visits is plain */
        m->tree->asked &= ~(unsigned)HRA_FILL_ORDER;
    return asked & ~sound || !m->tree->asked
               ? unfit(
                     m,
                     _("its numbers do not follow from each other by plain rules; omit options beside depth, "
                       "eval, cut, fail, star=1 and goal"))
               : HRA_OK;
}

/* ---- how the search goes ------------------------------------------------------------------------*/

/* What the options say: the bounds of Star1, the goal of a proof. */
static hra_err read_ways(maker *m) {
    hra_options given;
    const hra_player_kind *kind = hra_player_info_of(m->player)->kind;
    hra_err err = read_given(m, &given);
    if (err)
        return err;
    m->tree->vectors = strcmp(kind->name, "softmaxn") == 0 ? FILL_VECTORS : 1;
    m->tree->hard = hra_options_has(&given, "fail") && hra_options_choice(&given, "fail") == 1;
    m->tree->star = hra_options_has(&given, "star") && hra_options_int(&given, "star") == 1;
    m->tree->least = m->tree->star ? m->game->min_return : 0;
    m->tree->most = m->tree->star ? m->game->max_return : 0;
    m->proves = strcmp(kind->name, "andor") == 0;
    if (m->proves && hra_options_given(&given, "goal"))
        m->goal = hra_options_real(&given, "goal");
    else if (m->proves) /* a win is asked first, then whether a loss can be avoided */
        m->goal = m->searched->trees > 1 ? nextafter(m->game->min_return, INFINITY) : m->game->max_return;
    return HRA_OK;
}

/* What the recorded tree says. */
static hra_err take_ways(maker *m) {
    const hra_trace_tree *from = m->searched;
    m->pov = m->proves ? from->nodes[0].mover : from->pov;
    m->tree->seats = m->pov < 0 ? from->seats : 1;
    for (uint32_t i = 0; i < from->count; i++) {
        const hra_trace_node *node = &from->nodes[i];
        if (m->proves && node->kind != HRA_TRACE_PRUNED && node->proof == HRA_UNKNOWN)
            return unfit(m, _("the depth leaves the answer open; omit it, or ask about a later position"));
        if (m->tree->vectors > 1 && (node->vector_count > FILL_VECTORS || node->vectors_left_out))
            return hra_fail(m->why, HRA_ELIMIT, -1, "a set of more than %d vectors", FILL_VECTORS);
    }
    return HRA_OK;
}

/* ---- making -------------------------------------------------------------------------------------*/

static hra_err fill_in(maker *m, unsigned asked) {
    const size_t capacity = HRA_EXERCISE_NODES;
    hra_err err = take_ways(m);
    if (err)
        return err;
    m->in_whole = malloc(capacity * sizeof *m->in_whole);
    m->in_searched = malloc(capacity * sizeof *m->in_searched);
    if (!m->in_whole || !m->in_searched ||
        hra_fill_numbers_open(&m->tree->key, HRA_EXERCISE_NODES, fill_width(m->tree)))
        return hra_no_memory(m->why);
    err = add_nodes(m);
    for (int node = 0; node < m->tree->count && !err; node++)
        take_numbers(m, node);
    return err ? err : choose(m, asked);
}

static hra_err take_context(const maker *m) {
    hra_text position;
    hra_text_init(&position);
    m->game->rules->text->write_position(m->game, m->question->state, &position);
    hra_err err =
        position.err ? position.err : hra_exercise_set(&m->x->info.position, hra_text_string(&position));
    hra_text_release(&position);
    if (!err)
        err = hra_exercise_set(&m->x->info.game, m->game->spec);
    if (!err)
        err = hra_exercise_set(&m->x->info.analyst, hra_player_info_of(m->player)->spec);
    return err ? hra_no_memory(m->why) : HRA_OK;
}

/* UCT by hand has fields of its own. */
static hra_err from_simulations(hra_exercise **out, hra_agent *agent, const hra_question *question,
                                unsigned asked, const hra_exercise_setup *setup, hra_error *why) {
    maker m = {.x = hra_exercise_new(&hra_exercise_uct),
               .player = hra_agent_player(agent),
               .question = question,
               .why = why};
    if (!m.x)
        return hra_no_memory(why);
    m.game = hra_player_info_of(m.player)->game;
    (void)asked;
    hra_err err = hra_exercise_take_setup(m.x, setup, why);
    hra_question limited = *question;
    limited.seed = m.x->info.seed ? m.x->info.seed : question->seed;
    if (!err)
        err = hra_uct_make(m.x, agent, &limited, why);
    if (!err)
        err = take_context(&m);
    if (!err)
        err = hra_exercise_complete(m.x, NULL, why);
    if (err)
        hra_exercise_close(m.x);
    else
        *out = m.x;
    return err;
}

hra_err hra_exercise_from_tree(hra_exercise **out, hra_agent *agent, const hra_question *question,
                               unsigned asked, const hra_exercise_setup *setup, hra_error *why) {
    maker m = {.x = hra_exercise_new(&hra_exercise_fill), .player = hra_agent_player(agent), .why = why};
    hra_trace *searched = NULL, *whole = NULL;
    hra_question limited = *question;
    *out = NULL;
    if (!m.x)
        return hra_no_memory(why);
    m.tree = m.x->self;
    m.game = hra_player_info_of(m.player)->game;
    if (strcmp(hra_player_info_of(m.player)->kind->name, "mcts") == 0) {
        hra_exercise_close(m.x);
        return from_simulations(out, agent, question, asked, setup, why);
    }
    hra_err err = hra_exercise_take_setup(m.x, setup, why);
    limited.limits = m.x->info.limits;
    limited.seed = m.x->info.seed;
    m.question = &limited;
    if (!err && !is_fit(m.player))
        err = unfit(&m, _("it searches no tree to fill in; use minimax, alphabeta, expectimax, "
                          "expectiminimax, maxn, softmaxn, andor or mcts"));
    if (!err)
        err = record(&m, agent, &searched);
    if (!err) {
        m.searched = m.whole = hra_trace_nodes(searched);
        err = read_ways(&m);
        if (!err && leaves_out(m.searched))
            err = record_whole(&m, &whole);
        m.whole = whole && !err ? hra_trace_nodes(whole) : m.searched;
    }
    if (!err)
        err = fill_in(&m, asked);
    if (!err)
        err = take_context(&m);
    if (!err)
        err = hra_exercise_complete(m.x, NULL, why);
    free(m.in_whole);
    free(m.in_searched);
    hra_trace_close(searched);
    hra_trace_close(whole);
    if (err)
        hra_exercise_close(m.x);
    else
        *out = m.x;
    return err;
}
