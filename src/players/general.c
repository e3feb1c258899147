/* `random` and `greedy`: players of any game. */
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "players/analysis.h"
#include "players/batch_eval.h"
#include "players/general.h"
#include "rules/evaluate.h"

/* ---- random ---------------------------------------------------------------------------------*/

static hra_err open_random(const hra_game *game, const hra_options *options, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    *shared = (void *)(uintptr_t)game; /* the game is all that it needs; it is only read */
    return HRA_OK;
}

static hra_err begin_random(const void *shared, void **scratch) {
    const hra_game *game = shared;
    *scratch = malloc(((size_t)game->max_moves + 1) * sizeof(hra_move));
    return *scratch ? HRA_OK : HRA_ENOMEM;
}

static hra_err choose_random(const void *shared, void *scratch, const hra_question *question,
                             hra_analysis *out) {
    const hra_game *game = shared;
    hra_move *moves = scratch;
    const uint64_t drawn = hra_rng_first(question->seed); /* while the moves are listed */
    int n = game->rules->moves(game, question->state, moves);
    out->move = moves[hra_rng_first_below(question->seed, drawn, (uint32_t)n)];
    return HRA_OK;
}

const hra_player_kind hra_general_random = {
    .size = sizeof(hra_player_kind),
    .name = "random",
    .summary = "uniformly random legal moves",
    .open = open_random,
    .begin = begin_random,
    .end = free,
    .ask = choose_random,
    .answers = HRA_ANSWERS_MOVE,
    .state_only = true,
    .even = true,
};

/* ---- greedy ---------------------------------------------------------------------------------*/

static const hra_option greedy_options[] = {
    {.name = "eval", .type = HRA_OPTION_SPEC, .help = "evaluation (default: the game's first)"},
    {0},
};

typedef struct greedy {
    const hra_game *game;
    hra_eval eval;
} greedy;

/* One block per thread: states, two lists of moves, one of probabilities. */
typedef struct greedy_scratch {
    hra_evaluator eval;
    unsigned char *child, *grandchild;
    hra_move *moves, *chances;
    double *probability;
    hra_company *company; /* NULL: the evaluation takes one state at a time */
} greedy_scratch;

static void close_greedy(void *shared) {
    greedy *g = shared;
    if (g)
        hra_eval_close(&g->eval);
    free(g);
}

static hra_err open_greedy(const hra_game *game, const hra_options *options, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    greedy *g = calloc(1, sizeof *g);
    if (!g)
        return hra_no_memory(why);
    g->game = game;
    hra_err err = hra_eval_open(&g->eval, game, hra_options_text(options, "eval"), why);
    if (err)
        close_greedy(g);
    else
        *shared = g;
    return err;
}

static void end_greedy(void *scratch) {
    greedy_scratch *w = scratch;
    if (!w)
        return;
    free(w->child);
    free(w->grandchild);
    free(w->moves);
    free(w->chances);
    free(w->probability);
    hra_company_close(w->company);
    hra_evaluator_close(&w->eval);
    free(w);
}

static hra_err begin_greedy(const void *shared, void **scratch) {
    const hra_game *game = ((const greedy *)shared)->game;
    greedy_scratch *w = calloc(1, sizeof *w);
    if (!w)
        return HRA_ENOMEM;
    size_t chances = (size_t)game->max_chances + 1;
    w->child = malloc(game->state_size);
    w->grandchild = malloc(game->state_size);
    w->moves = malloc(((size_t)game->max_moves + 1) * sizeof *w->moves);
    w->chances = malloc(chances * sizeof *w->chances);
    w->probability = malloc(chances * sizeof *w->probability);
    bool some = w->child && w->grandchild && w->moves && w->chances && w->probability;
    hra_err err = some ? hra_evaluator_open(&w->eval, &((const greedy *)shared)->eval) : HRA_ENOMEM;
    if (!err)
        err = hra_company_open(&w->company, &w->eval);
    if (err) {
        end_greedy(w);
        return err;
    }
    *scratch = w;
    return HRA_OK;
}

static double standing(const greedy_scratch *w, const void *s, int seat) {
    double value[HRA_MAX_SEATS];
    const hra_game *game = w->eval.game;
    if (game->rules->to_move(game, s) == HRA_OVER)
        hra_evaluate_end(&w->eval, s, 1, value);
    else
        hra_evaluate(&w->eval, s, value);
    return value[seat];
}

static bool is_settled(const hra_game *game, const void *s) {
    const hra_rules_conduct *conduct = game->rules->conduct;
    return conduct->settled && conduct->settled(game, s, NULL);
}

/* What the move leads to; where that is a chance node of this part of the play, the average of its outcomes. */
static double worth(const greedy *g, greedy_scratch *w, const void *s, hra_move m, int seat) {
    const hra_game *game = g->game;
    memcpy(w->child, s, game->state_size);
    game->rules->apply(game, w->child, m);
    if (game->rules->to_move(game, w->child) != HRA_CHANCE || is_settled(game, w->child))
        return standing(w, w->child, seat);
    double sum = 0;
    int n = game->rules->chance_outcomes(game, w->child, w->chances, w->probability);
    for (int i = 0; i < n; i++) {
        memcpy(w->grandchild, w->child, game->state_size);
        game->rules->apply(game, w->grandchild, w->chances[i]);
        sum += w->probability[i] * standing(w, w->grandchild, seat);
    }
    return sum;
}

/* The same, where moves are judged together: what chance brings is looked at alone. */
static double worth_together(const greedy *g, greedy_scratch *w, const void *s, int i, int n, int seat) {
    hra_company *c = w->company;
    if (i % HRA_COMPANY == 0) {
        hra_company_begin(c);
        for (int k = i; k < n && !hra_company_full(c); k++)
            hra_company_take(c, hra_company_make(c, s, w->moves[k]) >= 0);
        hra_company_judge(c, &w->eval);
    }
    i %= HRA_COMPANY;
    return c->judged[i] ? hra_company_row(c, i)[seat] : worth(g, w, s, w->moves[i], seat);
}

/* What move i of n is worth; asked of one move after the other. */
static inline double worth_of(const greedy *g, greedy_scratch *w, const void *s, int i, int n, int seat) {
    return w->company ? worth_together(g, w, s, i, n, seat) : worth(g, w, s, w->moves[i], seat);
}

static hra_err advise_greedy(const void *shared, void *scratch, const hra_question *question,
                             hra_analysis *out) {
    const greedy *g = shared;
    greedy_scratch *w = scratch;
    int seat = g->game->rules->to_move(g->game, question->state);
    out->move_count = g->game->rules->moves(g->game, question->state, w->moves);
    out->what = (hra_column){g->eval.kind->name, g->eval.kind->name, HRA_UNIT_POINTS, true};
    for (int i = 0; i < out->move_count; i++)
        hra_analysis_tell(out, i, w->moves[i], worth_of(g, w, question->state, i, out->move_count, seat));
    return HRA_OK;
}

static hra_err choose_greedy(const void *shared, void *scratch, const hra_question *question, hra_move *out) {
    const greedy *g = shared;
    greedy_scratch *w = scratch;
    int seat = g->game->rules->to_move(g->game, question->state);
    int n = g->game->rules->moves(g->game, question->state, w->moves);
    double best = 0;
    for (int i = 0; i < n; i++) {
        double value = worth_of(g, w, question->state, i, n, seat);
        if (i == 0 || value > best) {
            best = value;
            *out = w->moves[i];
        }
    }
    return HRA_OK;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    return question->want == HRA_WANT_MOVE ? choose_greedy(shared, scratch, question, &out->move)
                                           : advise_greedy(shared, scratch, question, out);
}

const hra_player_kind hra_general_greedy = {
    .size = sizeof(hra_player_kind),
    .name = "greedy",
    .summary = "best move one ply ahead by an evaluation",
    .options = greedy_options,
    .open = open_greedy,
    .close = close_greedy,
    .begin = begin_greedy,
    .end = end_greedy,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_ADVICE,
    .state_only = true,
};
