/* Working memory, limits and results of the methods that walk a tree. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "walk.h"

/* How long a search may go on between two looks at the clock and the stop: short enough to leave
 * within the 10 ms that are promised, long enough to cost nothing. */
static const double look_seconds = 1e-3;

/* Plies that may lie below the root. Chance moves and rounds make a depth no bound. */
static int plies_of(const hra_game *game, int depth) {
    bool bounded = depth > 0 && !game->rules->chances && !game->rules->hints->rounds;
    return bounded && depth + HRA_QUIET_PLIES < HRA_MAX_PLIES ? depth + HRA_QUIET_PLIES : HRA_MAX_PLIES;
}

hra_err hra_walk_open(hra_walk *walk, const hra_game *game, int depth, const char *eval, hra_error *why) {
    *walk = (hra_walk){.game = game,
                       .rules = game->rules,
                       .rounds = game->rules->hints->rounds,
                       .plies = plies_of(game, depth)};
    if (eval || (game->rules->catalogue->evaluations && game->rules->catalogue->evaluations->name)) {
        hra_err err = hra_eval_open(&walk->eval, game, eval, why);
        if (err)
            return err;
        walk->win = walk->eval.kind->win;
    }
    size_t slots = (size_t)walk->plies + 2;
    walk->stride = (game->state_size + 15) & ~(size_t)15;
    walk->width = (size_t)(game->max_moves > game->max_chances ? game->max_moves : game->max_chances) + 1;
    walk->states = malloc(slots * walk->stride);
    walk->moves = malloc(slots * walk->width * sizeof *walk->moves);
    walk->pv = malloc(slots * HRA_PV_LENGTH * sizeof *walk->pv);
    walk->pv_length = calloc(slots, sizeof *walk->pv_length);
    if (game->rules->chances)
        walk->probability = malloc(slots * walk->width * sizeof *walk->probability);
    if (!walk->states || !walk->moves || !walk->pv || !walk->pv_length ||
        (game->rules->chances && !walk->probability))
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    return HRA_OK;
}

void hra_walk_release(hra_walk *walk) {
    free(walk->states);
    free(walk->moves);
    free(walk->pv);
    free(walk->pv_length);
    free(walk->probability);
    hra_eval_close(&walk->eval);
    *walk = (hra_walk){0};
}

/* ---- limits ---------------------------------------------------------------------------------*/

void hra_limits_read(hra_limits *out, const hra_options *options) {
    *out = (hra_limits){0};
    for (int i = 0; i < options->count; i++) {
        const char *name = options->table[i].name;
        if (strcmp(name, "depth") == 0)
            out->depth = (int)options->number[i];
        else if (strcmp(name, "nodes") == 0)
            out->nodes = (uint64_t)options->number[i];
        else if (strcmp(name, "playouts") == 0)
            out->playouts = (uint64_t)options->number[i];
        else if (strcmp(name, "time") == 0)
            out->seconds = options->number[i];
    }
}

hra_limits hra_limits_join(hra_limits a, hra_limits b) {
    if (b.depth && (!a.depth || b.depth < a.depth))
        a.depth = b.depth;
    if (b.nodes && (!a.nodes || b.nodes < a.nodes))
        a.nodes = b.nodes;
    if (b.playouts && (!a.playouts || b.playouts < a.playouts))
        a.playouts = b.playouts;
    if (b.seconds > 0 && (a.seconds <= 0 || b.seconds < a.seconds))
        a.seconds = b.seconds;
    return a;
}

uint64_t hra_pace_next(hra_pace *pace, uint64_t done) {
    double now = hra_clock(), took = now - pace->looked;
    uint64_t since = done - pace->done;
    pace->looked = now;
    pace->done = done;
    if (since == 0)
        return done + 16;
    double ahead = took > 0 ? (double)since * look_seconds / took : 1e9, most = 4.0 * (double)since;
    return done + (ahead > most ? (uint64_t)most : ahead < 1 ? 1 : (uint64_t)ahead);
}

void hra_walk_look(hra_walk *walk) {
    if ((walk->limits.nodes && walk->nodes > walk->limits.nodes) ||
        (walk->limits.seconds > 0 && hra_clock() - walk->started >= walk->limits.seconds) ||
        hra_stop_is_set(walk->question->stop)) {
        walk->halted = true;
        walk->next_look = walk->nodes + 1;
        return;
    }
    walk->next_look = hra_pace_next(&walk->pace, walk->nodes);
    if (walk->limits.nodes && walk->next_look > walk->limits.nodes)
        walk->next_look = walk->limits.nodes + 1;
}

void hra_walk_too_deep(hra_walk *walk) {
    walk->halted = walk->too_deep = true;
}

hra_err hra_walk_begin(hra_walk *walk, const hra_question *question, const hra_limits *own,
                       hra_result *result) {
    int mover = walk->rules->to_move(walk->game, question->state);
    if (mover < 0)
        return hra_result_fail(result, HRA_ESTATE, "%s",
                               mover == HRA_OVER ? "the game is over" : "chance is to move, not a seat");
    hra_err err = hra_result_reserve(result, walk->game->max_moves, HRA_PV_LENGTH);
    if (err)
        return err;
    walk->pov = walk->game->seats <= 2 || walk->game->first_alone ? 0 : mover;
    walk->difference = walk->game->seats == 2 && !walk->game->zero_sum;
    walk->question = question;
    walk->limits = hra_limits_join(*own, question->limits);
    walk->halted = walk->too_deep = false;
    walk->nodes = 1;
    walk->leaves = walk->cutoffs = walk->table_hits = 0;
    walk->started = hra_clock();
    walk->pace = (hra_pace){walk->started, walk->nodes};
    memset(walk->states, 0, walk->stride);
    memcpy(walk->states, question->state, walk->game->state_size);
    hra_walk_look(walk);
    return HRA_OK;
}

void hra_walk_finish(hra_walk *walk, int depth, hra_result *result) {
    result->pv_length = walk->pv_length[0];
    memcpy(result->pv, walk->pv, (size_t)result->pv_length * sizeof *result->pv);
    result->depth = walk->halted ? 0 : depth;
    result->nodes = walk->nodes;
    result->leaves = walk->leaves;
    result->cutoffs = walk->cutoffs;
    result->table_hits = walk->table_hits;
    result->stopped = walk->halted;
    result->seconds = hra_clock() - walk->started;
}

hra_err hra_walk_fail(const hra_walk *walk, hra_result *result) {
    if (walk->too_deep)
        return hra_result_fail(
            result, HRA_ELIMIT,
            "the tree is deeper than %d plies, perhaps without an end: give a depth=", walk->plies);
    return hra_result_fail(result, HRA_ESTOPPED, "stopped before any move was found");
}

/* ---- results --------------------------------------------------------------------------------*/

void hra_result_init(hra_result *result) {
    *result = (hra_result){.distance = -1};
}

void hra_result_release(hra_result *result) {
    free(result->pv);
    free(result->moves);
    hra_result_init(result);
}

hra_err hra_result_reserve(hra_result *result, int moves, int pv) {
    if (moves > result->move_capacity) {
        hra_root_move *grown = realloc(result->moves, (size_t)moves * sizeof *grown);
        if (!grown)
            return hra_result_fail(result, HRA_ENOMEM, "%s", hra_err_text(HRA_ENOMEM));
        result->moves = grown;
        result->move_capacity = moves;
    }
    if (pv > result->pv_capacity) {
        hra_move *grown = realloc(result->pv, (size_t)pv * sizeof *grown);
        if (!grown)
            return hra_result_fail(result, HRA_ENOMEM, "%s", hra_err_text(HRA_ENOMEM));
        result->pv = grown;
        result->pv_capacity = pv;
    }
    return HRA_OK;
}

hra_err hra_result_fail(hra_result *result, hra_err code, const char *format, ...) {
    char text[sizeof result->why.text];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return hra_fail(&result->why, code, -1, "%s", text);
}

/* ---- the root ------------------------------------------------------------------------------*/

void hra_walk_list(const hra_walk *walk, hra_result *result) {
    int n = walk->rules->moves(walk->game, walk->states, walk->moves);
    result->move_count = n;
    for (int i = 0; i < n; i++)
        result->moves[i] = (hra_root_move){.move = walk->moves[i], .distance = -1};
}

hra_err hra_walk_root(hra_walk *walk, hra_root_child *child, int depth, bool prune, hra_result *result) {
    bool high = walk->rules->to_move(walk->game, walk->states) == walk->pov, found = false;
    double alpha = -INFINITY, beta = INFINITY, best = high ? -INFINITY : INFINITY;
    if (walk->bounded) {
        double width = walk->game->max_return - walk->game->min_return;
        alpha = walk->difference ? -width : walk->game->min_return;
        beta = walk->difference ? width : walk->game->max_return;
    }
    int below = depth > 0 ? depth : INT_MAX / 2;
    hra_walk_list(walk, result);
    if (walk->observer)
        hra_walk_observe_root(walk, depth, alpha, beta);
    for (int i = 0; i < result->move_count && !walk->halted; i++) {
        hra_root_move *at = &result->moves[i];
        unsigned char *s = walk->states + walk->stride;
        hra_copy_state(s, walk->states, walk->stride);
        walk->rules->apply(walk->game, s, at->move);
        double value = child(walk, at->move, below, alpha, beta);
        if (walk->halted)
            break;
        bool better = high ? value > best : value < best;
        at->exact = !prune || !found || better;
        hra_walk_spread(walk, value, at->value);
        if (!better && found)
            continue;
        best = value;
        found = true;
        result->move = at->move;
        hra_walk_line(walk, 0, at->move, walk->pv_length[1]);
        if (prune && high)
            alpha = fmax(alpha, best);
        else if (prune)
            beta = fmin(beta, best);
        if (prune && alpha >= beta) {
            if (walk->observer)
                walk->observer->cut(walk->observer->self, 0, high ? HRA_CUT_BETA : HRA_CUT_ALPHA, alpha, beta,
                                    walk->moves + i + 1, result->move_count - i - 1);
            for (int k = i + 1; k < result->move_count; k++)
                hra_walk_spread(walk, best, result->moves[k].value);
            walk->cutoffs++;
            break;
        }
    }
    return found ? hra_walk_found(walk, best, depth, result) : hra_walk_fail(walk, result);
}

hra_err hra_walk_found(hra_walk *walk, double value, int depth, hra_result *result) {
    if (walk->too_deep)
        return hra_walk_fail(walk, result);
    hra_walk_spread(walk, value, result->value);
    if (walk->observer && !walk->halted)
        hra_walk_leave(walk, 0, value, HRA_EXACT, false);
    hra_walk_finish(walk, depth, result);
    return HRA_OK;
}

/* ---- observers ------------------------------------------------------------------------------*/

const char *hra_cut_text(hra_cut reason) {
    switch (reason) {
    case HRA_CUT_BETA:
        return "beta cut";
    case HRA_CUT_ALPHA:
        return "alpha cut";
    case HRA_CUT_TABLE:
        return "known from the table";
    case HRA_CUT_STAR:
        return "chance cut";
    case HRA_CUT_SHALLOW:
        return "shallow cut";
    case HRA_CUT_BEAM:
        return "outside the beam";
    case HRA_CUT_RULE:
        return "dropped by knowledge of the game";
    case HRA_CUT_PROVEN:
        return "already decided";
    case HRA_CUT_PROBE:
        return "probed by one move";
    }
    return "cut";
}

void hra_walk_enter(hra_walk *walk, const void *s, int ply, hra_move move, int mover, double probability,
                    int depth, double alpha, double beta) {
    hra_entered entered = {.state = s,
                           .ply = ply,
                           .move = move,
                           .mover = mover,
                           .probability = probability,
                           .depth = depth,
                           .pov = alpha > beta ? -1 : walk->pov,
                           .alpha = alpha,
                           .beta = beta};
    walk->observer->enter(walk->observer->self, &entered);
}

/* Does this seat share the number that is searched for? */
static bool same_side(const hra_walk *walk, int seat) {
    return seat == walk->pov || (walk->game->first_alone && seat > 0 && walk->pov > 0);
}

void hra_walk_spread(const hra_walk *walk, double value, double *out) {
    for (int k = 0; k < walk->game->seats; k++)
        out[k] = same_side(walk, k) || value == 0 ? value : -value;
}

void hra_walk_observe_root(hra_walk *walk, int depth, double alpha, double beta) {
    if (walk->observer->iteration)
        walk->observer->iteration(walk->observer->self, depth > 0 ? depth : -1);
    hra_walk_enter(walk, walk->states, 0, 0, walk->rules->to_move(walk->game, walk->states), 1, depth, alpha,
                   beta);
}

void hra_walk_leave(hra_walk *walk, int ply, double value, hra_bound bound, bool leaf) {
    double values[HRA_MAX_SEATS];
    hra_walk_spread(walk, value, values);
    hra_left left = {.ply = ply, .value = values, .bound = bound, .leaf = leaf};
    walk->observer->leave(walk->observer->self, &left);
}
