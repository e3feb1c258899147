/* AND/OR search (Nilsson 1971): can the seat to move force its goal? A node of that seat is SOLVED if one
 * move is; a node of any other seat if all moves are.
 *
 * Without `goal` the search asks two questions: can the mover force the highest result of the game, and if
 * not, can it avoid the lowest? The answers distinguish won, lost and neither. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "andor.h"
#include "rules/defaults.h"

hra_proof hra_andor_leaf(const hra_andor *a, const void *s, int mover) {
    double value[HRA_MAX_SEATS];
    if (mover != HRA_OVER)
        return HRA_UNKNOWN; /* a deeper search may know */
    a->walk.rules->returns(a->walk.game, s, value);
    return value[a->walk.pov] >= a->goal ? HRA_SOLVED : HRA_UNSOLVED;
}

/* ---- what answers say of numbers ------------------------------------------------------------*/

static hra_span any(const hra_game *game) {
    return (hra_span){game->min_return, game->max_return};
}

/* What the answer to "at least `goal`?" adds. */
static void narrow(const hra_game *game, double goal, hra_proof proof, hra_span *span) {
    double from = game->integer_returns ? ceil(goal) : goal;
    double below = game->integer_returns ? from - 1 : nextafter(goal, -INFINITY);
    if (proof == HRA_SOLVED)
        span->least = fmax(span->least, from);
    else if (proof == HRA_UNSOLVED)
        span->most = fmin(span->most, below);
}

/* A span as one number: the value where the answers leave but one; else what the mover is sure of; else what
 * is out of its reach; else nothing. */
static hra_value_kind number_of(const hra_game *game, const hra_span *span, double *out) {
    *out = span->least > game->min_return ? span->least : span->most;
    return span->least == span->most        ? HRA_VALUE_EXACT
           : span->least > game->min_return ? HRA_VALUE_AT_LEAST
           : span->most < game->max_return  ? HRA_VALUE_AT_MOST
                                            : HRA_VALUE_NONE;
}

/* Whether what one seat gets says what the others get: else only the mover's number is known. */
static bool tells_all(const hra_game *game) {
    return game->seats == 1 || game->zero_sum;
}

static hra_value_kind spread(const hra_walk *w, const hra_span *span, double unknown, double *value) {
    double number;
    hra_value_kind kind = number_of(w->game, span, &number);
    for (int k = 0; k < w->game->seats; k++)
        value[k] = kind == HRA_VALUE_NONE ? unknown
                   : k == w->pov          ? number
                   : tells_all(w->game)   ? 0 - number
                                          : unknown;
    return kind;
}

void hra_andor_tell(const hra_andor *a, int ply, hra_proof proof, bool leaf, uint64_t visits) {
    double value[HRA_MAX_SEATS];
    const hra_walk *w = &a->walk;
    hra_span span = any(w->game);
    narrow(w->game, a->goal, proof, &span);
    hra_value_kind kind = spread(w, &span, NAN, value);
    hra_node_leave leaving = {.ply = ply, .value = value, .leaf = leaf, .visits = visits, .proof = proof};
    leaving.bound = kind == HRA_VALUE_AT_LEAST  ? HRA_VALUE_AT_LEAST
                    : kind == HRA_VALUE_AT_MOST ? HRA_VALUE_AT_MOST
                                                : HRA_VALUE_EXACT;
    w->observer->leave(w->observer->self, &leaving);
}

/* ---- depth-first ----------------------------------------------------------------------------*/

static hra_proof solve(hra_andor *a, unsigned char *s, hra_move *moves, hra_move move, int ply, int depth);

/* all: the moves behind the one that decides are looked at too. */
HRA_INLINE hra_proof expand(hra_andor *a, unsigned char *s, hra_move *moves, int mover, int ply, int depth,
                            bool all) {
    hra_walk *w = &a->walk;
    /* One answer decides the node, the other is what is left when no move gives that one. */
    hra_proof decides = mover == w->pov ? HRA_SOLVED : HRA_UNSOLVED;
    hra_proof proof = mover == w->pov ? HRA_UNSOLVED : HRA_SOLVED;
    int n = w->rules->moves(w->game, s, moves);
    for (int i = 0; i < n; i++) {
        hra_copy_state(s + w->stride, s, w->stride);
        w->rules->apply(w->game, s + w->stride, moves[i]);
        hra_proof got = solve(a, s + w->stride, moves + n, moves[i], ply + 1, depth);
        if (w->halted)
            return HRA_UNKNOWN;
        if (got == decides) {
            if (!all || proof != decides)
                hra_walk_line(w, ply, moves[i], w->pv_length[ply + 1]);
            proof = decides;
            if (all)
                continue;
            if (i + 1 < n) {
                w->cutoffs++;
                if (w->observer)
                    w->observer->cut(w->observer->self, ply, HRA_CUT_PROVEN, 1, 0, moves + i + 1, n - i - 1);
            }
            return got;
        }
        if (i == 0)
            hra_walk_line(w, ply, moves[i], w->pv_length[ply + 1]);
        if (got == HRA_UNKNOWN && proof != decides)
            proof = HRA_UNKNOWN;
    }
    return proof;
}

/* The same where the stretch of the walk ends. */
HRA_COLD hra_proof expand_beyond(hra_andor *a, int mover, int ply, int depth) {
    hra_walk *w = &a->walk;
    if (!hra_walk_cross(w, ply))
        return HRA_UNKNOWN;
    hra_proof proof = expand(a, w->states + (size_t)ply * w->stride, w->moves, mover, ply, depth, a->graph);
    hra_walk_back(w);
    return proof;
}

/* ---- the whole graph ------------------------------------------------------------------------*/

static struct hra_proved_one *slot_of(const hra_proved *p, uint64_t key) {
    size_t at = (size_t)(key ^ key >> 32) & (p->size - 1);
    while (p->one[at].used && p->one[at].key != key)
        at = (at + 1) & (p->size - 1);
    return &p->one[at];
}

/* Twice the room, where there may be that much; else what is full stays as it is. False: no memory. */
static bool grow(hra_proved *p) {
    size_t size = p->size ? 2 * p->size : 128;
    hra_proved old = *p;
    if (size > p->most)
        return true;
    p->one = calloc(size, sizeof *p->one);
    if (!p->one) {
        p->one = old.one;
        return false;
    }
    p->size = size;
    for (size_t i = 0; i < old.size; i++)
        if (old.one[i].used)
            *slot_of(p, old.one[i].key) = old.one[i];
    free(old.one);
    return true;
}

static uint64_t key_of(const hra_andor *a, const unsigned char *s) {
    hra_game_canonical(a->walk.game, s, a->alike);
    return hra_game_key(a->walk.game, a->alike);
}

/* Whether the result of a state with this key is known for this remaining depth. */
static bool recall(const hra_andor *a, uint64_t key, int depth, hra_proof *out) {
    const hra_proved *p = &a->proved;
    const struct hra_proved_one *one = p->size ? slot_of(p, key) : NULL;
    if (!one || !one->used || (one->proof == HRA_UNKNOWN && one->depth < depth))
        return false;
    *out = (hra_proof)one->proof;
    return true;
}

static void remember(hra_andor *a, uint64_t key, int depth, hra_proof proof) {
    hra_proved *p = &a->proved;
    if (2 * p->count >= p->size && !grow(p)) {
        a->walk.halted = a->walk.too_deep = a->walk.no_memory = true;
        return;
    }
    if (p->count + 1 >= p->size)
        return;
    struct hra_proved_one *one = slot_of(p, key);
    p->count += !one->used;
    *one = (struct hra_proved_one){.key = key, .depth = depth, .proof = (uint8_t)proof, .used = 1};
}

/* Each position once, with all its moves. Where it came to before, it was proved, since no play comes back to
 * a position on the way to it: that would have been too deep. */
HRA_COLD hra_proof solve_once(hra_andor *a, unsigned char *s, hra_move *moves, int mover, int ply,
                              int depth) {
    hra_walk *w = &a->walk;
    hra_proof proof;
    uint64_t key = key_of(a, s);
    if (recall(a, key, depth, &proof)) {
        if (w->observer)
            w->observer->cut(w->observer->self, ply, HRA_CUT_TABLE, 1, 0, NULL, 0);
        w->table_hits++;
        return proof;
    }
    proof = ply < w->plies ? expand(a, s, moves, mover, ply, depth - 1, true)
                           : expand_beyond(a, mover, ply, depth - 1);
    if (!w->halted)
        remember(a, key, depth, proof);
    return proof;
}

static hra_proof solve(hra_andor *a, unsigned char *s, hra_move *moves, hra_move move, int ply, int depth) {
    hra_walk *w = &a->walk;
    int mover = w->rules->to_move(w->game, s);
    hra_walk_count(w);
    w->pv_length[ply] = 0;
    if (ply >= w->most)
        hra_walk_cross(w, ply); /* says that it is too deep */
    if (w->halted)
        return HRA_UNKNOWN;
    if (w->observer)
        hra_walk_enter(w, s, ply, move, mover, 1, depth, 1, 0);
    bool leaf = mover == HRA_OVER || depth == 0;
    w->leaves += leaf;
    if (leaf && mover != HRA_OVER)
        w->horizon = true;
    hra_proof proof = leaf             ? hra_andor_leaf(a, s, mover)
                      : a->graph       ? solve_once(a, s, moves, mover, ply, depth)
                      : ply < w->plies ? expand(a, s, moves, mover, ply, depth - 1, false)
                                       : expand_beyond(a, mover, ply, depth - 1);
    if (w->observer && !w->halted)
        hra_andor_tell(a, ply, proof, leaf, 0);
    return proof;
}

/* ---- the questions --------------------------------------------------------------------------*/

/* Answers one question for the move and what is below it. */
static hra_proof ask_move(hra_andor *a, hra_move move, int depth) {
    hra_walk *w = &a->walk;
    unsigned char *s = w->states + w->stride;
    hra_copy_state(s, w->states, w->stride);
    w->rules->apply(w->game, s, move);
    if (!a->pn)
        return solve(a, s, w->moves + w->width, move, 1, depth);
    hra_proof proof = hra_pn_search(a->pn, a, depth);
    if (w->observer && !w->halted)
        hra_pn_tell(a->pn, a, move, depth);
    return proof;
}

/* Searches the root moves up to the one that decides; the others stay unchanged. `first`: the result becomes
 * the proof of each move. */
static hra_proof ask(hra_andor *a, double goal, int depth, bool first, hra_analysis *result) {
    hra_walk *w = &a->walk;
    hra_proof proof = HRA_UNSOLVED;
    a->goal = goal;
    if (a->proved.count)
        memset(a->proved.one, 0, a->proved.size * sizeof *a->proved.one);
    a->proved.count = 0;
    if (w->observer)
        hra_walk_observe_root(w, depth, 1, 0);
    for (int i = 0; i < result->move_count; i++) {
        hra_analysis_move *at = &result->moves[i];
        hra_proof found = ask_move(a, at->move, depth > 0 ? depth - 1 : INT_MAX / 2);
        if (w->halted)
            return HRA_UNKNOWN;
        narrow(w->game, goal, found, &a->spans[i]);
        if (first)
            at->proof = found;
        if (i == 0 || (found == HRA_SOLVED && proof != HRA_SOLVED))
            hra_walk_line(w, 0, at->move, w->pv_length[1]);
        if (found == HRA_SOLVED || proof != HRA_SOLVED)
            proof = found == HRA_UNSOLVED ? proof : found;
        if (found != HRA_SOLVED || a->graph)
            continue;
        w->cutoffs += i + 1 < result->move_count;
        if (w->observer && i + 1 < result->move_count)
            w->observer->cut(w->observer->self, 0, HRA_CUT_PROVEN, 1, 0, w->moves + i + 1,
                             result->move_count - i - 1);
        break;
    }
    if (w->observer)
        hra_andor_tell(a, 0, proof, false, 0);
    return proof;
}

/* The first of the moves that are sure of most; of these of those that may reach the goal, and of these of
 * those that may bring most. */
static int choose(const hra_andor *a, const hra_analysis_move *moves, int count) {
    static const int hope[] = {[HRA_UNSOLVED] = 0, [HRA_UNKNOWN] = 1, [HRA_SOLVED] = 2};
    int best = 0;
    for (int i = 1; i < count; i++) {
        const hra_span *one = &a->spans[i], *other = &a->spans[best];
        int more = hope[moves[i].proof] - hope[moves[best].proof];
        if (one->least > other->least ||
            (one->least == other->least && (more > 0 || (more == 0 && one->most > other->most))))
            best = i;
    }
    return best;
}

static void conclude(hra_andor *a, const hra_span *root, hra_analysis *result) {
    hra_walk *w = &a->walk;
    for (int i = 0; i < result->move_count; i++) {
        hra_analysis_move *at = &result->moves[i];
        at->tag = HRA_ROOT_PROOF;
        at->kind = spread(w, &a->spans[i], 0, at->value);
    }
    result->kind = spread(w, root, 0, result->value);
    result->value_seat = tells_all(w->game) ? -1 : w->pov;
    result->move = result->moves[choose(a, result->moves, result->move_count)].move;
    if (w->pv_length[0] == 0 || w->pv[0] != result->move)
        hra_walk_line(w, 0, result->move, 0);
}

/* Asks whether the goal can be forced; where none was named whether a win can, and if that is not so, whether
 * a loss can be kept off. */
static void ask_all(hra_andor *a, double given, int depth, hra_analysis *result) {
    hra_walk *w = &a->walk;
    const hra_game *game = w->game;
    double goal = isnan(given) ? game->max_return : given, more = nextafter(game->min_return, INFINITY);
    hra_span root = any(game);
    for (int i = 0; i < result->move_count; i++) {
        a->spans[i] = root;
        result->moves[i].proof = HRA_UNKNOWN;
    }
    hra_proof proof = result->proof = ask(a, goal, depth, true, result);
    narrow(game, goal, proof, &root);
    if (isnan(given) && proof != HRA_SOLVED && !w->halted) {
        proof = ask(a, more, depth, false, result);
        narrow(game, more, proof, &root);
    }
    conclude(a, &root, result);
    w->horizon = w->horizon && (proof == HRA_UNKNOWN || result->proof == HRA_UNKNOWN);
}

/* ---- the method -----------------------------------------------------------------------------*/

/* What threads share. */
typedef struct andor {
    hra_search_setup setup;
    double goal;   /* NAN: none given */
    size_t memory; /* of the tree of pn, or of the table of graph */
    bool pn, graph;
} andor;

static hra_err read_setup(void *self, const hra_game *game, const hra_options *options, hra_error *why) {
    andor *a = self;
    a->goal = hra_options_given(options, "goal") ? hra_options_real(options, "goal") : NAN;
    a->pn = hra_options_flag(options, "pn");
    a->graph = hra_options_flag(options, "graph");
    a->memory = hra_options_size(options, "memory");
    if (a->pn && a->graph)
        return hra_fail(why, HRA_EINPUT, -1, "player andor: use pn or graph, not both");
    return HRA_OK;
}

static hra_err open_andor(const hra_game *game, const hra_options *options, const char *data,
                          const hra_progress *progress, void **shared, hra_error *why) {
    hra_err err = hra_search_without_chance(game, "andor", _("expectiminimax or exact"), why);
    return err ? err : hra_search_open(sizeof(andor), read_setup, game, options, shared, why);
}

static void end(void *scratch) {
    hra_andor *a = scratch;
    hra_pn_close(a->pn);
    hra_walk_release(&a->walk);
    free(a->proved.one);
    free(a->alike);
    free(a->spans);
    free(a);
}

static hra_err begin(const void *shared, void **scratch) {
    const andor *from = shared;
    hra_andor *a = calloc(1, sizeof *a);
    if (!a)
        return HRA_ENOMEM;
    a->given = from->goal;
    hra_err err = hra_walk_open(&a->walk, &from->setup, (hra_walk_needs){0});
    a->spans = malloc(hra_game_move_capacity(from->setup.game) * sizeof *a->spans);
    if (!err && !a->spans)
        err = HRA_ENOMEM;
    a->graph = from->graph;
    a->proved.most = from->memory / sizeof *a->proved.one;
    a->alike = from->graph ? malloc(from->setup.game->state_size) : NULL;
    if (!err && from->graph && !a->alike)
        err = HRA_ENOMEM;
    if (!err && from->pn)
        err = hra_pn_open(&a->pn, from->memory);
    if (err)
        end(a);
    else
        *scratch = a;
    return err;
}

static hra_err search(void *self, int depth, hra_analysis *result) {
    hra_andor *a = self;
    hra_walk *w = &a->walk;
    hra_walk_list(w, result);
    w->pv_length[0] = 0;
    ask_all(a, a->given, depth, result);
    if (w->too_deep)
        return hra_walk_fail(w, result);
    hra_walk_finish(w, depth, result);
    return HRA_OK;
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    hra_andor *a = scratch;
    hra_walk *w = &a->walk;
    hra_err err = hra_walk_begin(w, question, result);
    if (err)
        return err;
    w->pov = w->rules->to_move(w->game, w->states);
    w->difference = false;
    w->proves = true;
    w->saving = a->pn || a->graph ? HRA_PRUNING_BY_TABLE : HRA_PRUNING_BY_CUTS;
    w->deepens = w->deepens && !a->pn; /* which goes where a proof is easiest, not depth by depth */
    return hra_walk_run(w, search, a, result);
}

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    HRA_OPTION_CLOCK,
    {"goal", HRA_OPTION_REAL, NULL, 0, 0, NULL, N_("value to prove (default: a win, then a draw)")},
    {"pn", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("proof-number search")},
    {"graph", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("merge equal positions")},
    {"memory", HRA_OPTION_SIZE, "64M", 4096, 1e13, NULL, N_("memory for the tree or graph")},
    {0},
};
/* clang-format on */

const hra_player_kind hra_method_andor = {
    .size = sizeof(hra_player_kind),
    .name = "andor",
    .title = "AND/OR search",
    .summary = "prove a result",
    .options = options,
    .others = HRA_OTHERS_REFUTE,
    .open = open_andor,
    .close = hra_search_close,
    .begin = begin,
    .end = end,
    .ask = analyse,
    .answers = HRA_ANSWERS_ALL,
    .observe = hra_walking_observe,
    .needs_limit = true,
};
