/* Working memory, limits and results of the methods that walk a tree. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/general_solver.h"
#include "players/batch_eval.h"
#include "rules/options.h"
#include "walk.h"

/* How long a search may go on between two looks at the clock and the stop: short enough to leave
 * within the 10 ms that are promised, long enough to cost nothing. */
static const double look_seconds = 1e-3;

/* Limits of a search for which no limit is set. FREE_NODES nodes are free. After them it continues only if at
 * most SMALL_GAME positions can be reached, and the rest of the tree has at most MOST_NODES nodes, which
 * takes about ten seconds. These are counts, not seconds, so that the result is the same on every machine. */
enum { FREE_NODES = 1 << 20, SMALL_GAME = 200000, MOST_NODES = 1 << 28 };

/* Bytes that the first stretch of plies may take, if it is to hold more than a few. */
static const size_t first_stretch = (size_t)256 << 10;

/* Plies that may lie below the root. Where there are chance moves or rounds, a depth does not bound them. */
static int plies_of(const hra_game *game, int depth) {
    bool bounded = depth > 0 && game->max_chances == 0 && !game->rules->hints->rounds;
    return bounded && depth + HRA_QUIET_PLIES < HRA_MAX_PLIES ? depth + HRA_QUIET_PLIES : HRA_MAX_PLIES;
}

hra_err hra_search_setup_open(hra_search_setup *setup, const hra_game *game, const hra_options *options,
                              hra_error *why) {
    *setup = (hra_search_setup){.game = game};
    hra_limits_read(&setup->limits, options);
    if (!hra_options_has(options, "eval"))
        return HRA_OK;
    const char *eval = hra_options_text(options, "eval");
    bool some = game->rules->catalogue->evaluations && game->rules->catalogue->evaluations->name;
    return eval || some ? hra_eval_open(&setup->eval, game, eval, why) : HRA_OK;
}

void hra_search_setup_release(hra_search_setup *setup) {
    hra_eval_close(&setup->eval);
}

hra_err hra_search_open(size_t size, hra_search_read *read, const hra_game *game, const hra_options *options,
                        void **shared, hra_error *why) {
    hra_search_setup *setup = calloc(1, size);
    if (!setup)
        return hra_no_memory(why);
    hra_err err = hra_search_setup_open(setup, game, options, why);
    if (!err && read)
        err = read(setup, game, options, why);
    if (err)
        hra_search_close(setup);
    else
        *shared = setup;
    return err;
}

void hra_search_close(void *shared) {
    hra_search_setup_release(shared);
    free(shared);
}

hra_err hra_search_without_chance(const hra_game *game, const char *method, const char *instead,
                                  hra_error *why) {
    if (game->max_chances == 0)
        return HRA_OK;
    return hra_fail(why, HRA_EFIT, -1, "%s cannot search chance, which %s has; use %s", method,
                    game->rules->name, instead);
}

hra_err hra_walking_begin(const void *shared, void **scratch) {
    hra_walk *walk = malloc(sizeof *walk);
    hra_err err = walk ? hra_walk_open(walk, shared, (hra_walk_needs){0}) : HRA_ENOMEM;
    if (err && walk)
        hra_walking_end(walk);
    if (!err)
        *scratch = walk;
    return err;
}

void hra_walking_end(void *scratch) {
    hra_walk_release(scratch);
    free(scratch);
}

hra_err hra_walking_observe(void *scratch, const hra_observer *observer) {
    ((hra_walk *)scratch)->observer = observer;
    return HRA_OK;
}

/* ---- room -----------------------------------------------------------------------------------*/

static void use(hra_walk *w, int i) {
    const hra_ply_stack_chunk *at = &w->taken[i];
    w->stretch = i;
    w->states = at->states;
    w->moves = at->moves;
    w->probability = at->probability;
    w->beside = at->beside;
    w->plies = at->plies;
}

/* Where the next stretch ends: one that takes little memory holds every ply. */
static int plies_of_next(const hra_walk *w) {
    size_t numbers = w->needs.probability + (size_t)w->needs.beside;
    size_t entry = sizeof *w->moves + numbers * sizeof(double);
    size_t ply = w->stride + w->width * entry + HRA_PV_LENGTH * sizeof *w->pv;
    size_t plies = first_stretch / ply < 8 ? 8 : first_stretch / ply;
    if (w->stretches)
        plies = 2 * (size_t)w->taken[w->stretches - 1].plies;
    return plies < (size_t)w->most ? (int)plies : w->most;
}

/* Rows of lines for every ply down to the last slot of a stretch. */
static bool take_lines(hra_walk *w, size_t slots) {
    hra_move *pv = realloc(w->pv, slots * HRA_PV_LENGTH * sizeof *pv);
    w->pv = pv ? pv : w->pv;
    int *length = pv ? realloc(w->pv_length, slots * sizeof *length) : NULL;
    w->pv_length = length ? length : w->pv_length;
    return length;
}

static bool take_stretch(hra_walk *w) {
    int plies = plies_of_next(w), above = w->stretches ? w->taken[w->stretches - 1].plies : 0;
    hra_ply_stack_chunk *at = &w->taken[w->stretches];
    /* A probe of Star2 lists moves one ply below. */
    size_t slots = (size_t)plies + 2, entries = (size_t)(plies - above + 2) * w->width;
    *at = (hra_ply_stack_chunk){.plies = plies, .states = malloc(slots * w->stride)};
    at->moves = malloc(entries * sizeof *at->moves);
    if (w->needs.probability)
        at->probability = malloc(entries * sizeof *at->probability);
    if (w->needs.beside)
        at->beside = malloc(entries * (size_t)w->needs.beside * sizeof *at->beside);
    w->stretches++; /* released with the others, even if it lacks something */
    return at->states && at->moves && (at->probability || !w->needs.probability) &&
           (at->beside || !w->needs.beside) && take_lines(w, slots);
}

static void release_stretch(hra_ply_stack_chunk *at) {
    free(at->states);
    free(at->moves);
    free(at->probability);
    free(at->beside);
}

bool hra_walk_cross(hra_walk *w, int ply) {
    if (ply >= w->most) {
        w->halted = w->too_deep = true;
        return false;
    }
    if (w->stretch + 1 == w->stretches && !take_stretch(w)) {
        release_stretch(&w->taken[--w->stretches]);
        w->halted = w->too_deep = w->no_memory = true;
        return false;
    }
    memcpy(w->taken[w->stretch + 1].states, w->states, ((size_t)ply + 1) * w->stride);
    use(w, w->stretch + 1);
    return true;
}

void hra_walk_back(hra_walk *w) {
    use(w, w->stretch - 1);
}

void hra_walk_home(hra_walk *w) {
    use(w, 0);
}

hra_err hra_walk_open(hra_walk *walk, const hra_search_setup *setup, hra_walk_needs needs) {
    const hra_game *game = setup->game;
    *walk = (hra_walk){.setup = setup,
                       .game = game,
                       .rules = game->rules,
                       .rounds = game->rules->hints->rounds,
                       .needs = needs,
                       .most = plies_of(game, setup->limits.depth)};
    hra_analysis_init(&walk->kept);
    hra_err err = hra_evaluator_open(&walk->eval, &setup->eval);
    if (err)
        return err;
    walk->win = setup->eval.kind ? setup->eval.kind->win : 0;
    walk->stride = (game->state_size + 15) & ~(size_t)15;
    walk->width = hra_game_move_capacity(game);
    walk->needs.probability |= game->max_chances > 0;
    if (!take_stretch(walk))
        return HRA_ENOMEM;
    hra_walk_home(walk);
    return hra_company_open(&walk->company, &walk->eval);
}

void hra_walk_release(hra_walk *walk) {
    for (int i = 0; i < walk->stretches; i++)
        release_stretch(&walk->taken[i]);
    free(walk->pv);
    free(walk->pv_length);
    hra_company_close(walk->company);
    hra_evaluator_close(&walk->eval);
    hra_analysis_release(&walk->kept);
    *walk = (hra_walk){0};
}

/* ---- limits ---------------------------------------------------------------------------------*/

uint64_t hra_clock_throttle_next(hra_clock_throttle *pace, uint64_t done) {
    double now = hra_clock(), took = now - pace->looked;
    uint64_t since = done - pace->done;
    pace->looked = now;
    pace->done = done;
    if (since == 0)
        return done + 16;
    double ahead = took > 0 ? (double)since * look_seconds / took : 1e9, most = 4.0 * (double)since;
    return done + (ahead > most ? (uint64_t)most : ahead < 1 ? 1 : (uint64_t)ahead);
}

/* A lower bound of the nodes that are searched in a tree of N nodes. With cuts it is about the square root of
 * N (Knuth and Moore 1975); with a transposition table it does not depend on N. */
static double least_nodes(const hra_walk *walk, double tree) {
    return walk->saving == HRA_PRUNING_NONE ? tree : walk->saving == HRA_PRUNING_BY_CUTS ? sqrt(tree) : 0;
}

/* The fewer of `most` and of the nodes that a search without a limit may take here. */
static uint64_t most_nodes(const hra_walk *walk, uint64_t most) {
    uint64_t patience = walk->question->patience.nodes;
    return patience && patience < most ? patience : most;
}

/* A search without limits that has used its free nodes. */
static bool may_go_on(hra_walk *walk) {
    const hra_progress quiet = {.stop = walk->question->stop};
    double tree = 0;
    hra_err err = HRA_ELIMIT;
    if (walk->unlimited && walk->limits.nodes == FREE_NODES)
        err = hra_general_count(walk->game, walk->states, SMALL_GAME, &quiet, &tree);
    if (!err && least_nodes(walk, tree) > MOST_NODES)
        err = HRA_ELIMIT;
    walk->limits.nodes = err ? walk->limits.nodes : most_nodes(walk, MOST_NODES);
    walk->no_memory = err == HRA_ENOMEM;
    walk->too_large = walk->unlimited && err == HRA_ELIMIT;
    walk->too_deep = walk->no_memory || walk->too_large;
    return !err && !walk->question->trial;
}

void hra_walk_look(hra_walk *walk) {
    if ((walk->limits.nodes && walk->nodes > walk->limits.nodes && !may_go_on(walk)) ||
        (walk->limits.seconds > 0 && hra_clock() - walk->started >= walk->limits.seconds) ||
        hra_stop_is_set(walk->question->stop)) {
        walk->halted = true;
        walk->next_look = walk->nodes + 1;
        return;
    }
    walk->next_look = hra_clock_throttle_next(&walk->pace, walk->nodes);
    if (walk->limits.nodes && walk->next_look > walk->limits.nodes)
        walk->next_look = walk->limits.nodes + 1;
}

hra_err hra_walk_begin(hra_walk *walk, const hra_question *question, hra_analysis *result) {
    int mover = walk->rules->to_move(walk->game, question->state);
    hra_walk_home(walk);
    walk->root_moves = walk->rules->moves(walk->game, question->state, walk->moves);
    walk->listed = true;
    hra_err err = hra_analysis_reserve(result, walk->root_moves, HRA_PV_LENGTH);
    if (err)
        return err;
    walk->pov = walk->game->seats <= 2 || walk->game->one_against_all ? 0 : mover;
    walk->difference = walk->game->seats == 2 && !walk->game->zero_sum;
    walk->question = question;
    walk->limits = hra_limits_join(walk->setup->limits, question->limits);
    walk->deepens = !walk->limits.depth && (walk->limits.nodes || walk->limits.seconds > 0);
    walk->unlimited = !walk->limits.depth && !walk->deepens;
    if (walk->unlimited) {
        walk->limits.nodes = most_nodes(walk, FREE_NODES);
        walk->limits.seconds = walk->question->patience.seconds;
    }
    if (walk->limits.depth >= HRA_TO_THE_END)
        walk->limits.depth = 0;
    walk->saving = HRA_PRUNING_BY_CUTS;
    walk->halted = walk->too_deep = walk->no_memory = walk->too_large = walk->horizon = false;
    walk->nodes = 1;
    walk->leaves = walk->cutoffs = walk->table_hits = 0;
    walk->started = hra_clock();
    walk->pace = (hra_clock_throttle){walk->started, walk->nodes};
    memset(walk->states, 0, walk->stride);
    memcpy(walk->states, question->state, walk->game->state_size);
    hra_walk_look(walk);
    return HRA_OK;
}

/* What is over the limit was turned back at once. */
static uint64_t entered(const hra_walk *walk) {
    return walk->limits.nodes && walk->nodes > walk->limits.nodes ? walk->limits.nodes : walk->nodes;
}

/* What an iteration found, and what all of them counted. */
static void finish_with(const hra_walk *walk, hra_analysis *result, hra_analysis *found) {
    hra_analysis last = *result;
    *result = *found;
    *found = last;
    result->nodes = entered(walk);
    result->leaves = walk->leaves;
    result->cutoffs = walk->cutoffs;
    result->table_hits = walk->table_hits;
    result->stopped = true;
    result->seconds = hra_clock() - walk->started;
}

void hra_walk_tell(const hra_walk *walk, hra_analysis *result) {
    if (!walk->question->found)
        return;
    result->nodes = entered(walk);
    result->seconds = hra_clock() - walk->started;
    walk->question->found(walk->question->found_self, result);
}

/* The evaluation tells a game that is won within the plies of a tree from all that it may say of a position. */
static bool is_decided(const hra_walk *walk, double value) {
    return walk->win > 0 && fabs(value) >= walk->win - HRA_MAX_PLIES;
}

static hra_value_kind mark_of(const hra_walk *walk, hra_value_kind kind, double value) {
    return kind == HRA_VALUE_EXACT && !is_decided(walk, value) ? HRA_VALUE_ESTIMATE : kind;
}

void hra_walk_mark(const hra_walk *walk, hra_analysis *result) {
    bool deepened = walk->deepens && result->horizon;
    if (walk->proves || !(deepened || walk->halted))
        return;
    result->kind = mark_of(walk, result->kind, result->value[walk->pov]);
    for (int i = 0; deepened && i < result->move_count; i++)
        result->moves[i].kind = mark_of(walk, result->moves[i].kind, result->moves[i].value[walk->pov]);
}

hra_err hra_walk_run(hra_walk *walk, hra_walk_search *search, void *self, hra_analysis *result) {
    bool kept = false;
    if (!walk->deepens) {
        hra_err err = search(self, walk->limits.depth, result);
        if (!err)
            hra_walk_mark(walk, result);
        return err;
    }
    for (int depth = 1;; depth++) {
        walk->horizon = false;
        hra_err err = search(self, depth, result);
        bool halted = err || walk->halted;
        if (halted && kept && (!err || err == HRA_ESTOPPED || err == HRA_ELIMIT)) {
            finish_with(walk, result, &walk->kept);
            return HRA_OK;
        }
        if (!err)
            hra_walk_mark(walk, result);
        if (halted || !walk->horizon || depth == HRA_MAX_PLIES)
            return err;
        hra_walk_tell(walk, result);
        hra_analysis next = walk->kept;
        walk->kept = *result;
        *result = next;
        err = hra_analysis_reserve(result, walk->root_moves, HRA_PV_LENGTH);
        if (err)
            return err;
        hra_analysis_clear(result);
        kept = true;
    }
}

void hra_walk_finish(hra_walk *walk, int depth, hra_analysis *result) {
    result->pv_length = walk->pv_length[0];
    memcpy(result->pv, walk->pv, (size_t)result->pv_length * sizeof *result->pv);
    result->depth = walk->halted ? 0 : depth;
    result->horizon = walk->horizon;
    result->nodes = entered(walk);
    result->leaves = walk->leaves;
    result->cutoffs = walk->cutoffs;
    result->table_hits = walk->table_hits;
    result->stopped = walk->halted;
    result->seconds = hra_clock() - walk->started;
}

hra_err hra_walk_fail(const hra_walk *walk, hra_analysis *result) {
    if (walk->no_memory)
        return hra_analysis_fail(result, HRA_ENOMEM, "%s", hra_err_text(HRA_ENOMEM));
    if (walk->too_large)
        return hra_analysis_fail(
            result, HRA_ELIMIT,
            "%s is too large to search to its end; set depth=, nodes= or time=, such as depth=4",
            walk->rules->name);
    if (walk->too_deep)
        return hra_analysis_fail(result, HRA_ELIMIT,
                                 "the tree is deeper than %d plies, perhaps endless; set depth=", walk->most);
    return hra_analysis_fail(result, HRA_ESTOPPED, "stopped before any move was found");
}

/* ---- the root ------------------------------------------------------------------------------*/

void hra_walk_list(hra_walk *walk, hra_analysis *result) {
    /* An iteration before this one may have put them in another order. */
    if (!walk->listed)
        walk->rules->moves(walk->game, walk->states, walk->moves);
    walk->listed = false;
    walk->ruled_out = walk->beamed_out = 0;
    result->move_count = walk->root_moves;
    for (int i = 0; i < result->move_count; i++)
        result->moves[i] = (hra_analysis_move){.move = walk->moves[i], .probability = 1, .distance = -1};
}

void hra_walk_keep_line(const hra_walk *walk, hra_analysis_move *at, hra_analysis *result) {
    int length = walk->pv_length[1] < HRA_PV_LENGTH ? walk->pv_length[1] : HRA_PV_LENGTH - 1;
    at->line = result->lines_length;
    at->line_length = 1 + length;
    result->lines[result->lines_length] = at->move;
    memcpy(result->lines + result->lines_length + 1, walk->pv + HRA_PV_LENGTH,
           (size_t)length * sizeof *result->lines);
    result->lines_length += 1 + length;
}

/* The i-th to be searched; the result lists moves as the rules do. */
static hra_analysis_move *root_move(const hra_walk *walk, hra_analysis *result, int i) {
    hra_analysis_move *at = &result->moves[i];
    if (walk->arrange)
        for (at = result->moves; at->move != walk->moves[i];)
            at++;
    return at;
}

/* Those from the i-th on, which are not searched, are no better than the best. */
static void leave_rest(const hra_walk *walk, hra_analysis *result, int i, double best) {
    for (; i < result->move_count; i++) {
        hra_analysis_move *at = root_move(walk, result, i);
        hra_walk_spread(walk, best, at->value);
        at->kind = HRA_VALUE_AT_MOST;
    }
}

static hra_err report_found(hra_walk *walk, double value, int depth, hra_analysis *result);

hra_err hra_walk_root(hra_walk *walk, hra_root_child *child, int depth, bool prune, hra_analysis *result) {
    bool high = walk->rules->to_move(walk->game, walk->states) == walk->pov, found = false;
    double alpha = -INFINITY, beta = INFINITY, best = high ? -INFINITY : INFINITY;
    if (walk->bounded) {
        double width = walk->game->max_return - walk->game->min_return;
        alpha = walk->difference ? -width : walk->game->min_return;
        beta = walk->difference ? width : walk->game->max_return;
    }
    int below = depth > 0 ? depth : INT_MAX / 2;
    hra_walk_list(walk, result);
    if (walk->arrange)
        walk->arrange(walk, result);
    if (walk->observer)
        hra_walk_observe_root(walk, depth, alpha, beta);
    for (int i = 0; i < result->move_count && !walk->halted; i++) {
        hra_analysis_move *at = root_move(walk, result, i);
        unsigned char *s = walk->states + walk->stride;
        hra_copy_state(s, walk->states, walk->stride);
        walk->rules->apply(walk->game, s, at->move);
        double value = child(walk, at->move, below, alpha, beta);
        if (walk->halted)
            break;
        bool better = high ? value > best : value < best;
        at->kind = !prune || !found || better ? HRA_VALUE_EXACT : HRA_VALUE_AT_MOST;
        at->depth = depth;
        hra_walk_spread(walk, value, at->value);
        if (at->kind == HRA_VALUE_EXACT)
            hra_walk_keep_line(walk, at, result);
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
        if (prune && (walk->strict ? alpha > beta : alpha >= beta)) {
            if (walk->observer)
                walk->observer->cut(walk->observer->self, 0, high ? HRA_CUT_BETA : HRA_CUT_ALPHA, alpha, beta,
                                    walk->moves + i + 1, result->move_count - i - 1);
            leave_rest(walk, result, i + 1, best);
            walk->cutoffs++;
            break;
        }
    }
    return found ? report_found(walk, best, depth, result) : hra_walk_fail(walk, result);
}

/* The end of a run that found the line in row 0 of pv, worth `value`. */
static hra_err report_found(hra_walk *walk, double value, int depth, hra_analysis *result) {
    if (walk->too_deep)
        return hra_walk_fail(walk, result);
    hra_walk_spread(walk, value, result->value);
    result->kind = HRA_VALUE_EXACT;
    if (walk->observer && !walk->halted)
        hra_walk_leave(walk, 0, value, HRA_VALUE_EXACT, false);
    hra_walk_finish(walk, depth, result);
    return HRA_OK;
}

/* ---- observers ------------------------------------------------------------------------------*/

void hra_walk_enter(hra_walk *walk, const void *s, int ply, hra_move move, int mover, double probability,
                    int depth, double alpha, double beta) {
    hra_node_enter entering = {.state = s,
                               .ply = ply,
                               .move = move,
                               .mover = mover,
                               .probability = probability,
                               .depth = depth,
                               .pov = alpha > beta ? -1 : walk->pov,
                               .alpha = alpha,
                               .beta = beta};
    walk->observer->enter(walk->observer->self, &entering);
}

/* Does this seat share the number that is searched for? */
static bool same_side(const hra_walk *walk, int seat) {
    return seat == walk->pov || (walk->game->one_against_all && seat > 0 && walk->pov > 0);
}

void hra_walk_spread(const hra_walk *walk, double value, double *out) {
    for (int k = 0; k < walk->game->seats; k++)
        out[k] = same_side(walk, k) || value == 0 ? value : -value;
}

void hra_walk_observe_root(hra_walk *walk, int depth, double alpha, double beta) {
    const hra_observer *o = walk->observer;
    int searched = walk->root_moves - walk->ruled_out - walk->beamed_out;
    const hra_move *dropped = walk->moves + searched;
    if (o->iteration)
        o->iteration(o->self, depth > 0 ? depth : -1);
    hra_walk_enter(walk, walk->states, 0, 0, walk->rules->to_move(walk->game, walk->states), 1, depth, alpha,
                   beta);
    if (walk->ruled_out)
        o->cut(o->self, 0, HRA_CUT_RULE, 1, 0, dropped + walk->beamed_out, walk->ruled_out);
    if (walk->beamed_out)
        o->cut(o->self, 0, HRA_CUT_BEAM, 1, 0, dropped, walk->beamed_out);
}

void hra_walk_leave(hra_walk *walk, int ply, double value, hra_value_kind bound, bool leaf) {
    double values[HRA_MAX_SEATS];
    hra_walk_spread(walk, value, values);
    hra_node_leave leaving = {.ply = ply, .value = values, .bound = bound, .leaf = leaf};
    walk->observer->leave(walk->observer->self, &leaving);
}
