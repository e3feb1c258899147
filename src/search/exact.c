/* The exact solution as a method: a game's own solver, or the general one. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/solve.h"
#include "search/walk/walk.h"

/* What threads share. */
typedef struct exact_setup {
    const hra_game *game;
    hra_solution *solution;
} exact_setup;

typedef struct exact {
    const hra_game *game;
    const hra_solution *solution;
    unsigned char *state; /* and a child behind it */
    hra_move *moves;
} exact;

static void close_exact(void *shared) {
    hra_solution_close(((exact_setup *)shared)->solution);
    free(shared);
}

static hra_err open_exact(const hra_game *game, const hra_options *options, const char *data,
                          const hra_progress *progress, void **shared, hra_error *why) {
    hra_solve_setup setup = {.size = sizeof setup,
                             .memory = hra_options_size(options, "memory"),
                             .threads = (int)hra_options_int(options, "threads"),
                             .data = data,
                             .on_demand = true,
                             .progress = progress};
    exact_setup *e = calloc(1, sizeof *e);
    if (!e)
        return hra_no_memory(why);
    e->game = game;
    hra_err err = hra_solution_open(&e->solution, game, &setup, why);
    if (err)
        close_exact(e);
    else
        *shared = e;
    return err;
}

static void end(void *scratch) {
    exact *e = scratch;
    free(e->state);
    free(e->moves);
    free(e);
}

static hra_err begin(const void *shared, void **scratch) {
    const exact_setup *setup = shared;
    const hra_game *game = setup->game;
    exact *e = calloc(1, sizeof *e);
    if (!e)
        return HRA_ENOMEM;
    *e = (exact){.game = game, .solution = setup->solution};
    e->state = malloc(2 * ((game->state_size + 15) & ~(size_t)15));
    e->moves = malloc(((size_t)game->max_moves + 1) * sizeof *e->moves);
    if (!e->state || !e->moves) {
        end(e);
        return HRA_ENOMEM;
    }
    *scratch = e;
    return HRA_OK;
}

/* What a move brings the mover, and how far the end is. */
typedef struct worth {
    double value;
    int distance;
} worth;

/* A win is better the sooner it comes, a loss the later. */
static bool is_better(worth a, worth b) {
    if (a.value != b.value || a.distance < 0 || b.distance < 0 || a.value == 0)
        return a.value > b.value;
    return a.value > 0 ? a.distance < b.distance : a.distance > b.distance;
}

/* Plies to the end of a play that makes one move and is then in this state; -1: not known. */
static int distance_after(const exact *e, const void *state) {
    int distance = hra_solution_distance(e->solution, state);
    return distance < 0 ? -1 : distance + 1;
}

/* The line of best moves down to the first chance or the end. */
static void follow(exact *e, const void *root, hra_analysis *result) {
    const hra_rules *rules = e->game->rules;
    unsigned char *at = e->state;
    double value[HRA_MAX_SEATS];
    worth best = {0};
    int mover;
    memcpy(at, root, e->game->state_size);
    result->pv[0] = result->move;
    rules->apply(e->game, at, result->move);
    for (result->pv_length = 1; result->pv_length < HRA_PV_LENGTH; result->pv_length++) {
        if ((mover = rules->to_move(e->game, at)) < 0)
            return;
        int n = rules->moves(e->game, at, e->moves), chosen = -1;
        unsigned char *child = at + ((e->game->state_size + 15) & ~(size_t)15);
        for (int i = 0; i < n; i++) {
            memcpy(child, at, e->game->state_size);
            rules->apply(e->game, child, e->moves[i]);
            if (hra_solution_value(e->solution, child, value))
                continue;
            worth after = {value[mover], distance_after(e, child)};
            if (chosen >= 0 && !is_better(after, best))
                continue;
            best = after;
            chosen = i;
        }
        if (chosen < 0)
            return;
        result->pv[result->pv_length] = e->moves[chosen];
        rules->apply(e->game, at, e->moves[chosen]);
    }
}

/* What is known of one root move. */
static hra_err judge_move(exact *e, const void *state, hra_move move, hra_analysis_move *at) {
    *at = (hra_analysis_move){.move = move, .probability = 1, .kind = HRA_VALUE_EXACT, .distance = -1};
    memcpy(e->state, state, e->game->state_size);
    e->game->rules->apply(e->game, e->state, move);
    hra_err err = hra_solution_value(e->solution, e->state, at->value);
    at->distance = err ? -1 : distance_after(e, e->state);
    return err;
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    exact *e = scratch;
    const hra_rules *rules = e->game->rules;
    double started = hra_clock();
    int mover = rules->to_move(e->game, question->state), best = -1;
    hra_err err = hra_analysis_reserve(result, e->game->max_moves, HRA_PV_LENGTH);
    if (err)
        return err;
    result->move_count = rules->moves(e->game, question->state, e->moves);
    for (int i = 0; i < result->move_count; i++) {
        hra_analysis_move *at = &result->moves[i];
        err = judge_move(e, question->state, e->moves[i], at);
        if (err)
            return hra_analysis_fail(
                result, err,
                "no solution for this position: no game reaches it, or the game is solved only in part");
        const hra_analysis_move *before = &result->moves[best < 0 ? i : best];
        if (best < 0 || is_better((worth){at->value[mover], at->distance},
                                  (worth){before->value[mover], before->distance}))
            best = i;
    }
    result->distance = result->moves[best].distance;
    result->move = result->moves[best].move;
    result->kind = HRA_VALUE_EXACT;
    memcpy(result->value, result->moves[best].value, sizeof result->value);
    result->nodes = result->leaves = (uint64_t)result->move_count;
    result->nodes++;
    follow(e, question->state, result);
    result->seconds = hra_clock() - started;
    return HRA_OK;
}

/* Any state, of chance too. */
static hra_err value(const void *shared, void *scratch, const void *state, double *out) {
    const exact_setup *setup = shared;
    if (setup->game->rules->to_move(setup->game, state) != HRA_OVER)
        return hra_solution_value(setup->solution, state, out);
    setup->game->rules->returns(setup->game, state, out);
    return HRA_OK;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    return question->want == HRA_WANT_VALUE ? value(shared, scratch, question->state, out->value)
                                            : analyse(shared, scratch, question, out);
}

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    {"memory", HRA_OPTION_SIZE, "1G", 0, 0, NULL, N_("memory for the general solver")},
    {"threads", HRA_OPTION_THREADS, "1", 1, 256, NULL, N_("number of threads of the game's own solver")},
    {0},
};
/* clang-format on */

const hra_player_kind hra_method_exact = {
    .size = sizeof(hra_player_kind),
    .name = "exact",
    .title = "Exact solution",
    .summary = "exact values by solver or full enumeration",
    .options = options,
    .open = open_exact,
    .close = close_exact,
    .begin = begin,
    .end = end,
    .ask = ask,
    .answers = HRA_ANSWERS_ALL | HRA_ANSWERS_VALUE,
    .exact = true,
};
