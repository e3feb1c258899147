/* Tests of a search: the agent's move is one of the best, and the states that it asked for are those of a method. */
#include <math.h>
#include <stdlib.h>

#include "core/messages.h"
#include "grade_talk.h"
#include "hra/state.h"
#include "hra/trace.h"

enum { MOST_NODES = 100000, DRAWN_WHOLE = 40 /* nodes of a tree that is drawn to its leaves */ };

#define SAME 1e-9 /* of two values */

typedef struct search {
    grade_talk *talk;
    hra_agent *agent;
    hra_analysis analysis;
    hra_trace *trace;
    const hra_trace_tree *tree;
    int *known; /* [node of the tree]: the agent's number for it; -1: it did not ask for it */
    hra_move move;
    int differs; /* node of the tree that it did not ask for; -1: none */
    int extra;   /* state that is not in the tree; -1: none */
} search;

/* ---- the right answer -----------------------------------------------------------------------*/

static hra_err open_player(search *s, const char *spec, hra_error *why) {
    hra_agent_close(s->agent);
    s->agent = NULL;
    return hra_agent_open_spec(&s->agent, s->talk->game, spec, why);
}

/* The values of all moves, then the tree of the method whose states are compared. */
static hra_err ask(search *s, const void *state, hra_error *why) {
    const hra_grade_test *test = s->talk->test;
    const hra_question question = {.state = state, .want = HRA_WANT_ALL};
    const hra_trace_limits limits = {.nodes = MOST_NODES};
    hra_analysis walked;
    hra_analysis_init(&walked);
    hra_err err = open_player(s, test->method, why);
    if (!err && hra_agent_ask(s->agent, &question, &s->analysis))
        err = hra_fail_as(why, &s->analysis.why);
    if (!err && test->visits)
        err = open_player(s, test->visits, why);
    if (!err)
        err = hra_trace_walk(&s->trace, s->agent, &question, &limits, &walked, why);
    hra_analysis_release(&walked);
    if (err)
        return err;
    s->tree = hra_trace_nodes(s->trace);
    s->known = malloc(s->tree->count * sizeof *s->known);
    return s->known ? HRA_OK : hra_no_memory(why);
}

static const hra_analysis_move *find(const search *s, hra_move move) {
    for (int i = 0; i < s->analysis.move_count; i++)
        if (s->analysis.moves[i].move == move)
            return &s->analysis.moves[i];
    return NULL;
}

static bool is_best(const search *s, hra_move move, int seat) {
    const hra_analysis_move *best = hra_analysis_best(&s->analysis), *own = find(s, move);
    return best && own && own->value[seat] >= best->value[seat] - SAME;
}

/* ---- the states -----------------------------------------------------------------------------*/

static void compare_states(search *s) {
    const grade_talk *t = s->talk;
    bool *met = calloc((size_t)t->count, sizeof *met);
    s->differs = s->extra = -1;
    s->known[0] = 0;
    for (uint32_t i = 1; i < s->tree->count; i++) {
        const hra_trace_node *node = &s->tree->nodes[i];
        const int parent = s->known[node->parent];
        s->known[i] = parent < 0 ? -1 : hra_talk_child(t, parent, node->move);
        if (node->kind == HRA_TRACE_PRUNED)
            s->known[i] = -1;
        else if (s->known[i] < 0 && s->differs < 0)
            s->differs = (int)i;
        if (met && s->known[i] >= 0)
            met[s->known[i]] = true;
    }
    for (int i = 1; met && i < t->count && s->extra < 0; i++)
        s->extra = met[i] ? -1 : i;
    free(met);
}

/* ---- drawing --------------------------------------------------------------------------------*/

/* Whether a node is on the way to the place where a difference is: it, or one above it. */
static bool leads_to(const search *s, int node, int place) {
    for (; place >= 0; place = s->tree->nodes[place].parent)
        if (place == node)
            return true;
    return false;
}

/* The node of the tree below which the state is that the method does not visit. */
static int place_of_extra(const search *s) {
    int number = s->talk->nodes[s->extra].parent;
    for (;; number = s->talk->nodes[number].parent)
        for (uint32_t i = 0; i < s->tree->count; i++)
            if (s->known[i] == number || number < 0)
                return number < 0 ? 0 : (int)i;
}

static const char *role_name(const hra_trace_node *node) {
    static const char *const names[] = {
        [HRA_ROLE_NONE] = "",       [HRA_ROLE_MAX] = "MAX", [HRA_ROLE_MIN] = "MIN", [HRA_ROLE_OWN] = "MAX",
        [HRA_ROLE_RANDOM] = "MEAN", [HRA_ROLE_OR] = "OR",   [HRA_ROLE_AND] = "AND"};
    return node->kind == HRA_TRACE_CHANCE ? "MEAN" : names[node->role];
}

static void draw_node(const search *s, int index, const char *mark, hra_text *out) {
    const hra_trace_node *node = &s->tree->nodes[index];
    hra_text_addf(out, "%*s%s", 2 * node->ply, "", node->ply ? node->text : _("root"));
    if (node->kind == HRA_TRACE_PRUNED)
        hra_text_addf(out, "  %s", _("cut"));
    else if (*role_name(node))
        hra_text_addf(out, "  %s", role_name(node));
    if (node->known && node->kind != HRA_TRACE_PRUNED &&
        !isnan(node->value[s->tree->pov < 0 ? 0 : s->tree->pov]))
        hra_text_addf(out, "  = %.6G", node->value[s->tree->pov < 0 ? 0 : s->tree->pov]);
    hra_text_addf(out, "%s%s\n", *mark ? "    <- " : "", mark);
}

/* Small trees whole; else the way to the difference with what is beside it. */
static void draw_tree(const search *s, int place, hra_text *out) {
    for (int i = 0; i < (int)s->tree->count; i++) {
        const hra_trace_node *node = &s->tree->nodes[i];
        const bool shown = s->tree->count <= DRAWN_WHOLE || node->ply <= 1 ||
                           leads_to(s, node->parent, place < 0 ? 0 : place);
        const bool own = node->ply == 1 && node->move == s->move;
        const char *mark = i == s->differs && i == place ? _("the agent did not ask for this state")
                           : own                         ? _("the agent's move")
                                                         : "";
        if (shown)
            draw_node(s, i, mark, out);
        if (i == place && i != s->differs) {
            const grade_node *extra = &s->talk->nodes[s->extra];
            hra_text_addf(out, "%*s", 2 * (node->ply + 1), "");
            hra_talk_add_move(s->talk, hra_talk_state(s->talk, extra->parent), extra->move, out);
            hra_text_addf(out, "    <- %s\n", _("the agent asked for this state; the method does not"));
        }
    }
}

/* The board of a state, where the game has one. */
static void draw_board(const search *s, const void *state, hra_text *out) {
    char *board = NULL;
    if (!s->talk->test->depth) /* the tree is all of the game */
        return;
    if (hra_state_show(s->talk->game, state, -1, 72, 0, 0, &board, NULL) == 0)
        hra_text_add(out, board);
    hra_string_free(board);
}

/* ---- the verdict ----------------------------------------------------------------------------*/

static void say_moves(const search *s, const void *state, int seat, hra_text *out) {
    const hra_analysis_move *own = find(s, s->move), *best = hra_analysis_best(&s->analysis);
    hra_text moves[2];
    for (int i = 0; i < 2; i++) {
        hra_text_init(&moves[i]);
        hra_talk_add_move(s->talk, state, i == 0 ? s->move : s->analysis.move, &moves[i]);
    }
    hra_text_addf(out, _("The move is %s with the value %.6G; %s has the value %.6G."),
                  hra_text_string(&moves[0]), own ? own->value[seat] : 0, hra_text_string(&moves[1]),
                  best ? best->value[seat] : 0);
    for (int i = 0; i < 2; i++)
        hra_text_release(&moves[i]);
}

static void judge(search *s, const void *state) {
    hra_grade_result *r = s->talk->result;
    const int seat = s->talk->game->rules->to_move(s->talk->game, state);
    const bool best = is_best(s, s->move, seat);
    compare_states(s);
    if (!s->talk->test->visits)
        s->differs = s->extra = -1;
    r->points = best && s->differs < 0 && s->extra < 0;
    if (!best)
        say_moves(s, state, seat, &r->why);
    else if (s->differs >= 0)
        hra_text_addf(&r->why,
                      _("The move is right, but the agent did not ask for all %llu states of the method."),
                      (unsigned long long)s->tree->entered - 1);
    else if (s->extra >= 0)
        hra_text_addf(&r->why,
                      _("The move is right, but %d states were asked for, and the method visits %llu."),
                      s->talk->count - 1, (unsigned long long)s->tree->entered - 1);
    else
        hra_text_addf(&r->why, _("%d states, as the method."), s->talk->count - 1);
    if (r->points > 0)
        return;
    const int place = best && s->differs >= 0 ? s->differs : best ? place_of_extra(s) : -1;
    draw_tree(s, place, &r->drawn);
    draw_board(s, state, &r->drawn);
}

hra_err hra_grade_search(grade_talk *t, hra_error *why) {
    search s = {.talk = t, .differs = -1, .extra = -1};
    bool made = false;
    void *state = malloc(t->stride);
    hra_analysis_init(&s.analysis);
    hra_err err = state ? hra_talk_start(t, 0, state, why) : hra_no_memory(why);
    if (!err)
        err = ask(&s, state, why);
    if (!err)
        err = hra_talk_root(t, state, why);
    if (!err)
        err = hra_talk_choose(t, &s.move, &made, why);
    if (!err && made)
        judge(&s, state);
    free(s.known);
    hra_trace_close(s.trace);
    hra_analysis_release(&s.analysis);
    hra_agent_close(s.agent);
    free(state);
    return err;
}
