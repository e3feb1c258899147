/* The tree of a turn with the player's values at the leaves. For players that search
 * no tree of their own, or none that can be shown: it needs nothing but the rules and hra_agent_value.
 *
 * The tree grows level by level, so that what the limits cut off is what lies deepest, and ends where
 * the turn does: where another seat is to move, after a move that commits, at the end of the game. What a
 * move that commits is worth is asked where it is made: a player may judge a turn by what it brings (points,
 * and corrections to them), and behind it by what the next one may bring, which are numbers of two kinds. */
#include <stdlib.h>
#include <string.h>

#include "hra/player.h"
#include "players/agent.h"
#include "players/analysis.h"

enum { STANDARD_NODES = 5000 };

typedef struct node {
    int parent, first, count; /* children: first..first+count-1; count 0: a leaf */
    hra_move move;
    double probability;
    int mover;
    bool ends_turn;
    double value[HRA_MAX_SEATS];
} node;

typedef struct turn_tree {
    hra_agent *agent;
    const hra_game *game;
    const hra_question *question;
    const hra_observer *observer;
    node *nodes;
    int used, capacity;
    int seat;              /* whose turn it is; at a root of chance: whose it becomes, -1 until then */
    hra_analysis judged;   /* the moves of the node at hand, */
    bool is_judged;        /* where they have been */
    unsigned char *states; /* two: of the node at hand, and of a child */
    hra_move *list;
    double *probability;
    double started;
} turn_tree;

static const double standard_seconds = 5;

/* ---- memory ---------------------------------------------------------------------------------*/

static void release(turn_tree *o) {
    hra_analysis_release(&o->judged);
    free(o->nodes);
    free(o->states);
    free(o->list);
    free(o->probability);
}

static hra_err take_memory(turn_tree *o) {
    size_t n = hra_game_move_capacity(o->game);
    o->nodes = malloc((size_t)o->capacity * sizeof *o->nodes);
    o->states = malloc(2 * o->game->state_size);
    o->list = malloc(n * sizeof *o->list);
    o->probability = malloc(n * sizeof *o->probability);
    return o->nodes && o->states && o->list && o->probability ? HRA_OK : HRA_ENOMEM;
}

/* ---- growing --------------------------------------------------------------------------------*/

/* Makes the state of node i from its path. */
static void make_state(turn_tree *o, int i, unsigned char *out) {
    if (o->nodes[i].parent < 0) {
        memcpy(out, o->question->state, o->game->state_size);
        return;
    }
    make_state(o, o->nodes[i].parent, out);
    o->game->rules->apply(o->game, out, o->nodes[i].move);
}

static bool may_grow(const turn_tree *o, int i) {
    const node *n = &o->nodes[i];
    if (i == 0)
        return true;
    return !n->ends_turn && (n->mover == HRA_CHANCE || n->mover == o->seat);
}

static bool commits(const turn_tree *o, const unsigned char *state, int mover, hra_move move) {
    const hra_rules *rules = o->game->rules;
    return mover >= 0 && rules->conduct->irrevocable && rules->conduct->irrevocable(o->game, state, move);
}

/* What the seat that is to move gets by a move, as the player tells where it is made. The moves of one state
 * are asked about one behind the other, and judged at once. */
static hra_err judge(turn_tree *o, const void *state, int seat, hra_move move, double *out) {
    const hra_question question = {.state = state, .seed = o->question->seed, .stop = o->question->stop};
    if (!o->is_judged) {
        hra_err err = hra_agent_look(o->agent, &question, 1, &o->judged);
        if (err)
            return err;
        o->is_judged = true;
    }
    for (int i = 0; i < o->judged.move_count; i++)
        if (o->judged.moves[i].move == move && o->judged.moves[i].kind != HRA_VALUE_NONE)
            *out = o->judged.moves[i].value[seat];
    return HRA_OK;
}

/* Whose only worth is read off their advice, with its corrections: there it matters where they are asked. */
static bool by_advice(const turn_tree *o) {
    return !hra_agent_answers(o->agent, HRA_ANSWERS_VALUE);
}

static hra_err add_child(turn_tree *o, int parent, hra_move move, double probability) {
    unsigned char *state = o->states, *child = state + o->game->state_size;
    node *to = &o->nodes[o->used];
    int from = o->nodes[parent].mover;
    memcpy(child, state, o->game->state_size);
    o->game->rules->apply(o->game, child, move);
    *to = (node){.parent = parent,
                 .move = move,
                 .probability = probability,
                 .mover = o->game->rules->to_move(o->game, child),
                 .ends_turn = commits(o, state, from, move)};
    hra_err err = hra_agent_value(o->agent, &(hra_question){.state = child}, to->value);
    if (!err && to->ends_turn && by_advice(o))
        err = judge(o, state, from, move, &to->value[from]);
    o->used += !err;
    return err;
}

static hra_err expand(turn_tree *o, int i) {
    const hra_rules *rules = o->game->rules;
    int mover = o->nodes[i].mover, n;
    make_state(o, i, o->states);
    n = mover == HRA_CHANCE ? rules->chance_outcomes(o->game, o->states, o->list, o->probability)
                            : rules->moves(o->game, o->states, o->list);
    if (n > o->capacity - o->used)
        return HRA_ELIMIT;
    o->is_judged = false;
    o->nodes[i].first = o->used;
    for (int k = 0; k < n; k++) {
        hra_err err = add_child(o, i, o->list[k], mover == HRA_CHANCE ? o->probability[k] : 1);
        if (err)
            return err;
        o->nodes[i].count = k + 1;
    }
    if (o->seat < 0)
        o->seat = o->nodes[o->nodes[i].first].mover;
    return HRA_OK;
}

static bool is_out_of_time(const turn_tree *o) {
    double seconds = o->question->limits.seconds > 0 ? o->question->limits.seconds : standard_seconds;
    return hra_clock() - o->started >= seconds;
}

/* Children stand behind their parents, so going through the list goes level by level. */
static hra_err grow(turn_tree *o) {
    int mover = o->game->rules->to_move(o->game, o->question->state);
    o->nodes[0] = (node){.parent = -1, .probability = 1, .mover = mover};
    o->used = 1;
    o->seat = mover;
    for (int i = 0; i < o->used; i++) {
        if (!may_grow(o, i) || (i > 0 && is_out_of_time(o)))
            continue;
        if (hra_stop_is_set(o->question->stop))
            return HRA_ESTOPPED;
        hra_err err = expand(o, i);
        if (err && (err != HRA_ELIMIT || i == 0))
            return err;
    }
    return HRA_OK;
}

/* ---- judging --------------------------------------------------------------------------------*/

static int best_child(const turn_tree *o, const node *n) {
    int best = n->first;
    for (int c = n->first; c < n->first + n->count; c++)
        if (o->nodes[c].value[n->mover] > o->nodes[best].value[n->mover])
            best = c;
    return best;
}

/* From the leaves up: the best child of a seat, the mean of chance. */
static void back_up(turn_tree *o) {
    for (int i = o->used - 1; i >= 0; i--) {
        node *n = &o->nodes[i];
        if (n->count == 0)
            continue;
        if (n->mover >= 0) {
            memcpy(n->value, o->nodes[best_child(o, n)].value, sizeof n->value);
            continue;
        }
        memset(n->value, 0, sizeof n->value);
        for (int c = n->first; c < n->first + n->count; c++)
            for (int k = 0; k < o->game->seats; k++)
                n->value[k] += o->nodes[c].probability * o->nodes[c].value[k];
    }
}

static hra_err fill(turn_tree *o, hra_analysis *result) {
    const node *root = &o->nodes[0];
    bool exact = hra_player_info_of(hra_agent_player(o->agent))->exact;
    hra_err err = hra_analysis_reserve(result, root->count, 1);
    if (err)
        return err;
    result->kind = exact ? HRA_VALUE_EXACT : HRA_VALUE_ESTIMATE;
    result->chance = root->mover == HRA_CHANCE;
    result->nodes = (uint64_t)o->used;
    memcpy(result->value, root->value, sizeof result->value);
    result->move_count = root->count;
    for (int i = 0; i < root->count; i++) {
        const node *n = &o->nodes[root->first + i];
        result->moves[i] = (hra_analysis_move){
            .move = n->move, .probability = n->probability, .kind = result->kind, .distance = -1};
        memcpy(result->moves[i].value, n->value, sizeof n->value);
    }
    for (int i = 0; i < o->used; i++)
        result->leaves += o->nodes[i].count == 0;
    if (root->mover >= 0) {
        result->move = result->pv[0] = o->nodes[best_child(o, root)].move;
        result->pv_length = 1;
    }
    result->seconds = hra_clock() - o->started;
    return HRA_OK;
}

/* ---- telling --------------------------------------------------------------------------------*/

static void tell(turn_tree *o, int i, int ply) {
    const node *n = &o->nodes[i];
    const hra_observer *to = o->observer;
    make_state(o, i, o->states);
    hra_node_enter entering = {.state = o->states,
                               .ply = ply,
                               .move = n->move,
                               .mover = n->mover,
                               .probability = n->probability,
                               .depth = -1,
                               .pov = -1};
    to->enter(to->self, &entering);
    for (int c = n->first; c < n->first + n->count; c++)
        tell(o, c, ply + 1);
    hra_node_leave leaving = {.ply = ply, .value = n->value, .bound = HRA_VALUE_EXACT, .leaf = n->count == 0};
    to->leave(to->self, &leaving);
}

hra_err hra_agent_turn_tree(hra_agent *agent, const hra_question *question, const hra_observer *observer,
                            hra_analysis *result) {
    const hra_game *game = hra_player_info_of(hra_agent_player(agent))->game;
    uint64_t nodes = question->limits.nodes ? question->limits.nodes : STANDARD_NODES;
    turn_tree o = {.agent = agent, .game = game, .question = question, .observer = observer};
    hra_analysis_clear(result);
    hra_analysis_init(&o.judged);
    if (game->rules->to_move(game, question->state) == HRA_OVER)
        return hra_analysis_fail(result, HRA_ESTATE, "the game is over");
    int widest = game->max_moves > game->max_chances ? game->max_moves : game->max_chances;
    o.capacity = (int)(nodes < (1 << 24) ? nodes : 1 << 24);
    o.capacity = o.capacity < widest + 1 ? widest + 1 : o.capacity; /* the root is always whole */
    o.started = hra_clock();
    hra_err err = take_memory(&o);
    if (!err)
        err = grow(&o);
    if (!err) {
        back_up(&o);
        err = fill(&o, result);
    }
    if (!err && observer) {
        if (observer->iteration)
            observer->iteration(observer->self, -1);
        tell(&o, 0, 0);
    }
    release(&o);
    if (err == HRA_EFIT && !result->why.code)
        return hra_analysis_fail(result, err, "%s does not value positions",
                                 hra_player_info_of(hra_agent_player(agent))->spec);
    return err && !result->why.code ? hra_analysis_fail(result, err, "%s", hra_err_text(err)) : err;
}
