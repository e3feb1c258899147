/* Playouts: uniformly at random, or now and then by the evaluation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "players/batch_eval.h"
#include "playout.h"
#include "rules/evaluate.h"

/* Moves drawn uniformly until the game is over. */
static uint64_t play_at_random(const hra_game *game, unsigned char *s, hra_move *moves, double *probability,
                               hra_rng *rng, uint64_t most) {
    const hra_rules *rules = game->rules;
    for (uint64_t ply = 0; ply < most; ply++) {
        int mover = rules->to_move(game, s);
        hra_move m;
        if (mover == HRA_OVER)
            return ply;
        if (mover == HRA_CHANCE) {
            m = hra_game_sample(game, s, rng, moves, probability);
        } else {
            int n = rules->moves(game, s, moves);
            m = n > 1 ? moves[hra_rng_below(rng, (uint32_t)n)] : moves[0];
        }
        rules->apply(game, s, m);
    }
    return most;
}

/* The same with the same random numbers, and the moves are recorded. */
static void play_recorded(hra_simulation *out) {
    const hra_game *game = out->game;
    for (uint64_t ply = 0; ply < out->most; ply++) {
        const int mover = game->rules->to_move(game, out->state);
        hra_move m;
        if (mover == HRA_OVER)
            return;
        if (mover == HRA_CHANCE) {
            m = hra_game_sample(game, out->state, &out->rng, out->moves, out->probability);
        } else {
            const int n = game->rules->moves(game, out->state, out->moves);
            m = n > 1 ? out->moves[hra_rng_below(&out->rng, (uint32_t)n)] : out->moves[0];
        }
        hra_simulation_record(out, m);
        game->rules->apply(game, out->state, m);
        out->plies++;
    }
}

hra_err hra_simulation_open(hra_simulation *out, const hra_game *game, const hra_eval *eval) {
    size_t width = hra_game_move_capacity(game);
    size_t stride = (game->state_size + 15) & ~(size_t)15;
    const struct hra_fast *fast = game->rules->hints->fast;
    *out = (hra_simulation){.game = game, .most = HRA_PLAYOUT_PLIES};
    hra_err err = hra_evaluator_open(&out->eval, eval);
    if (err)
        return err;
    out->play = fast && fast->playout ? fast->playout : play_at_random;
    out->moves = malloc(width * sizeof *out->moves);
    out->probability = malloc(width * sizeof *out->probability);
    out->state = calloc(1, stride);
    out->child = calloc(1, stride);
    if (!out->moves || !out->probability || !out->state || !out->child)
        return HRA_ENOMEM;
    return hra_company_open(&out->company, &out->eval);
}

void hra_simulation_release(hra_simulation *out) {
    free(out->moves);
    free(out->probability);
    free(out->state);
    free(out->child);
    hra_company_close(out->company);
    hra_evaluator_close(&out->eval);
    *out = (hra_simulation){0};
}

void hra_simulation_value(const hra_simulation *out, double *value) {
    const hra_game *game = out->game;
    for (int k = 0; k < game->seats; k++)
        value[k] = 0;
    if (out->ends)
        hra_evaluate(&out->eval, out->state, value);
    else if (out->eval.kind)
        hra_evaluate_return(&out->eval, out->state, value);
    else if (game->rules->to_move(game, out->state) == HRA_OVER)
        game->rules->returns(game, out->state, value);
}

bool hra_simulation_look(hra_simulation *out, int i, int n, double *value) {
    const hra_game *game = out->game;
    hra_company *c = out->company;
    if (c && i % HRA_COMPANY == 0) {
        hra_company_begin(c);
        for (int k = i; k < n && !hra_company_full(c); k++)
            hra_company_take(c, hra_company_make(c, out->state, out->moves[k]) != HRA_OVER);
        hra_company_judge(c, &out->eval);
    }
    if (c && c->judged[i % HRA_COMPANY]) {
        memcpy(value, hra_company_row(c, i % HRA_COMPANY), (size_t)game->seats * sizeof *value);
        return true;
    }
    memcpy(out->child, out->state, game->state_size);
    game->rules->apply(game, out->child, out->moves[i]);
    if (game->rules->to_move(game, out->child) == HRA_OVER)
        return false;
    hra_evaluate(&out->eval, out->child, value);
    return true;
}

/* The move after which the evaluation says most for the mover, the first of several. */
static hra_move greedy_move(hra_simulation *out, int mover, int n) {
    double value[HRA_MAX_SEATS], best = -INFINITY;
    hra_move chosen = out->moves[0];
    for (int i = 0; i < n; i++) {
        if (!hra_simulation_look(out, i, n, value))
            hra_evaluate_end(&out->eval, out->child, 1, value);
        if (value[mover] > best) {
            best = value[mover];
            chosen = out->moves[i];
        }
    }
    return chosen;
}

static void run_greedily(hra_simulation *out) {
    const hra_game *game = out->game;
    for (uint64_t ply = 0; ply < out->most; ply++) {
        int mover = game->rules->to_move(game, out->state);
        if (mover == HRA_OVER)
            return;
        hra_move m;
        if (mover == HRA_CHANCE) {
            m = hra_game_sample(game, out->state, &out->rng, out->moves, out->probability);
        } else {
            int n = game->rules->moves(game, out->state, out->moves);
            bool greedy = hra_rng_uniform(&out->rng) < out->greed;
            m = greedy ? greedy_move(out, mover, n) : out->moves[hra_rng_below(&out->rng, (uint32_t)n)];
        }
        hra_simulation_record(out, m);
        game->rules->apply(game, out->state, m);
        out->plies++;
    }
}

void hra_simulation_play(hra_simulation *out) {
    if (out->greed > 0)
        run_greedily(out);
    else if (out->record)
        play_recorded(out);
    else
        out->plies += out->play(out->game, out->state, out->moves, out->probability, &out->rng, out->most);
}

void hra_simulation_run(hra_simulation *out, double *value) {
    hra_simulation_play(out);
    hra_simulation_value(out, value);
}
