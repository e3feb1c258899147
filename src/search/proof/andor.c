/* AND/OR search (Nilsson 1971): can the seat to move force its goal? A node of that seat is SOLVED
 * when one move is, a node of any other seat when all are.
 *
 * Without `goal` two questions are asked: can the mover force the most that the game pays, and if
 * not, can it at least avoid the least? So won, lost and neither are told apart. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "andor.h"

hra_proof hra_andor_leaf(const hra_andor *a, const void *s, int mover) {
    double value[HRA_MAX_SEATS];
    if (mover != HRA_OVER)
        return HRA_UNKNOWN; /* a deeper search may know */
    a->walk.rules->returns(a->walk.game, s, value);
    return value[a->walk.pov] >= a->goal ? HRA_SOLVED : HRA_UNSOLVED;
}

void hra_andor_tell(const hra_andor *a, int ply, hra_proof proof, bool leaf, uint64_t visits) {
    double value[HRA_MAX_SEATS];
    const hra_walk *w = &a->walk;
    hra_leaving leaving = {.ply = ply, .value = value, .leaf = leaf, .visits = visits, .proof = proof};
    double number = proof == HRA_SOLVED     ? w->game->max_return
                    : proof == HRA_UNSOLVED ? w->game->min_return
                                            : (w->game->min_return + w->game->max_return) / 2;
    hra_walk_spread(w, number, value);
    w->observer->leave(w->observer->self, &leaving);
}

/* ---- depth-first ----------------------------------------------------------------------------*/

static hra_proof solve(hra_andor *a, unsigned char *s, hra_move *moves, hra_move move, int ply, int depth);

HRA_INLINE hra_proof expand(hra_andor *a, unsigned char *s, hra_move *moves, int mover, int ply, int depth) {
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
            hra_walk_line(w, ply, moves[i], w->pv_length[ply + 1]);
            if (i + 1 < n) {
                w->cutoffs++;
                if (w->observer)
                    w->observer->cut(w->observer->self, ply, HRA_CUT_PROVEN, 1, 0, moves + i + 1, n - i - 1);
            }
            return got;
        }
        if (i == 0)
            hra_walk_line(w, ply, moves[i], w->pv_length[ply + 1]);
        if (got == HRA_UNKNOWN)
            proof = HRA_UNKNOWN;
    }
    return proof;
}

/* The same where the stretch of the walk ends. */
HRA_COLD hra_proof expand_beyond(hra_andor *a, int mover, int ply, int depth) {
    hra_walk *w = &a->walk;
    if (!hra_walk_cross(w, ply))
        return HRA_UNKNOWN;
    hra_proof proof = expand(a, w->states + (size_t)ply * w->stride, w->moves, mover, ply, depth);
    hra_walk_back(w);
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
                      : ply < w->plies ? expand(a, s, moves, mover, ply, depth - 1)
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

/* Asks for every root move up to the one that decides; the others keep HRA_UNKNOWN. */
static hra_proof ask(hra_andor *a, double goal, int depth, hra_result *result) {
    hra_walk *w = &a->walk;
    hra_proof proof = HRA_UNSOLVED;
    a->goal = goal;
    if (w->observer)
        hra_walk_observe_root(w, depth, 1, 0);
    for (int i = 0; i < result->move_count; i++) {
        hra_root_move *at = &result->moves[i];
        at->proof = ask_move(a, at->move, depth > 0 ? depth - 1 : INT_MAX / 2);
        if (w->halted)
            return HRA_UNKNOWN;
        if (i == 0 || at->proof == HRA_SOLVED) {
            result->move = at->move;
            hra_walk_line(w, 0, at->move, w->pv_length[1]);
        }
        if (at->proof == HRA_UNKNOWN)
            proof = HRA_UNKNOWN;
        if (at->proof != HRA_SOLVED)
            continue;
        w->cutoffs += i + 1 < result->move_count;
        if (w->observer && i + 1 < result->move_count)
            w->observer->cut(w->observer->self, 0, HRA_CUT_PROVEN, 1, 0, w->moves + i + 1,
                             result->move_count - i - 1);
        proof = HRA_SOLVED;
        break;
    }
    if (w->observer)
        hra_andor_tell(a, 0, proof, false, 0);
    return proof;
}

/* Answers in numbers: `solved` for the moves that were, else `other`. */
static void number_moves(const hra_walk *w, double solved, double other, bool exact, hra_result *result) {
    for (int i = 0; i < result->move_count; i++) {
        hra_root_move *at = &result->moves[i];
        hra_walk_spread(w, at->proof == HRA_SOLVED ? solved : other, at->value);
        at->tag = HRA_ROOT_PROOF;
        at->kind = exact && at->proof != HRA_UNKNOWN ? HRA_VALUE_EXACT : HRA_VALUE_BOUND;
        if (at->move != result->move)
            continue;
        memcpy(result->value, at->value, sizeof at->value);
        result->kind = at->kind;
    }
}

static void ask_all(hra_andor *a, double given, int depth, hra_result *result) {
    hra_walk *w = &a->walk;
    const hra_game *game = w->game;
    double most = game->max_return, least = game->min_return, middle = (most + least) / 2;
    if (!isnan(given)) {
        result->proof = ask(a, given, depth, result);
        number_moves(w, most, least, false, result);
        return;
    }
    result->proof = ask(a, most, depth, result);
    if (result->proof == HRA_SOLVED || w->halted) {
        number_moves(w, most, middle, !w->halted, result);
        return;
    }
    hra_proof won = result->proof;
    /* More than the least: the next number above it. */
    hra_proof safe = ask(a, nextafter(least, INFINITY), depth, result);
    /* "Neither won nor lost" is one number only where just one lies between the two. */
    bool exact = won == HRA_UNSOLVED && (safe == HRA_UNSOLVED || (game->integral && most - least == 2));
    number_moves(w, middle, safe == HRA_UNSOLVED ? least : middle, exact, result);
    result->proof = won;
}

/* ---- the method -----------------------------------------------------------------------------*/

/* What threads share. */
typedef struct andor {
    hra_search_setup setup;
    double goal;   /* NAN: none given */
    size_t memory; /* of proof-number search, 0: depth-first */
} andor;

static hra_err read_setup(void *self, const hra_game *game, const hra_options *options, hra_error *why) {
    andor *a = self;
    a->goal = hra_options_given(options, "goal") ? hra_options_real(options, "goal") : NAN;
    a->memory = hra_options_flag(options, "pn") ? hra_options_size(options, "memory") : 0;
    return HRA_OK;
}

static hra_err open_andor(const hra_game *game, const hra_options *options, const char *data,
                          const hra_progress *progress, void **shared, hra_error *why) {
    hra_err err = hra_search_without_chance(game, "andor", "expectiminimax or exact", why);
    return err ? err : hra_search_open(sizeof(andor), read_setup, game, options, shared, why);
}

static void end(void *scratch) {
    hra_andor *a = scratch;
    hra_pn_close(a->pn);
    hra_walk_release(&a->walk);
    free(a);
}

static hra_err begin(const void *shared, void **scratch) {
    const andor *from = shared;
    hra_andor *a = calloc(1, sizeof *a);
    if (!a)
        return HRA_ENOMEM;
    a->given = from->goal;
    hra_err err = hra_walk_open(&a->walk, &from->setup, (hra_walk_needs){0});
    if (!err && from->memory)
        err = hra_pn_open(&a->pn, from->memory);
    if (err)
        end(a);
    else
        *scratch = a;
    return err;
}

static hra_err search(void *self, int depth, hra_result *result) {
    hra_andor *a = self;
    hra_walk *w = &a->walk;
    hra_walk_list(w, result);
    result->move = result->moves[0].move;
    w->pv_length[0] = 0;
    ask_all(a, a->given, depth, result);
    if (w->too_deep)
        return hra_walk_fail(w, result);
    hra_walk_finish(w, depth, result);
    return HRA_OK;
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question, hra_result *result) {
    hra_andor *a = scratch;
    hra_walk *w = &a->walk;
    hra_err err = hra_walk_begin(w, question, result);
    if (err)
        return err;
    w->pov = w->rules->to_move(w->game, w->states);
    w->difference = false;
    w->deepens = w->deepens && !a->pn; /* which goes where a proof is easiest, not depth by depth */
    return hra_walk_run(w, search, a, result);
}

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    {"goal", HRA_OPTION_REAL, NULL, 0, 0, NULL, "the return to force; none: a win, then no loss"},
    {"pn", HRA_OPTION_FLAG, "no", 0, 0, NULL, "proof-number search: the easiest proof first"},
    {"memory", HRA_OPTION_SIZE, "64M", 4096, 1e13, NULL, "bytes of the tree of pn"},
    {0},
};
/* clang-format on */

const hra_player_kind hra_method_andor = {
    .size = sizeof(hra_player_kind),
    .name = "andor",
    .title = "AND/OR search",
    .summary = "proves a win or a loss: SOLVED where the goal can be forced",
    .options = options,
    .others = HRA_OTHERS_REFUTE,
    .open = open_andor,
    .close = hra_search_close,
    .begin = begin,
    .end = end,
    .analyse = analyse,
    .observe = hra_walking_observe,
};
