/* How large a game is. The size of its tree is estimated as D. Knuth does, "Estimating the efficiency of backtrack
 * programs" (Mathematics of Computation 29, 1975): if a random game that goes a way with probability p counts 1/p, its
 * mean is the number of all ways. Its logarithm is added up, since the numbers of large games are beyond a double. */
#include "hra/solve.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "estimate.h"
#include "hra/state.h"

enum { MOST_PLIES = 100000 }; /* of one random game */

typedef struct sampler {
    const hra_game *game;
    void *state;
    hra_move *moves;
    double *chances;
    bool whole; /* each outcome of chance that came has a known probability */
} sampler;

static void sampler_release(sampler *s) {
    free(s->state);
    free(s->moves);
    free(s->chances);
}

static hra_err sampler_init(sampler *s, const hra_game *game) {
    const size_t width = hra_game_move_capacity(game);
    *s = (sampler){.game = game,
                   .state = calloc(1, game->state_size),
                   .moves = malloc(width * sizeof *s->moves),
                   .chances = malloc(width * sizeof *s->chances),
                   .whole = true};
    return s->state && s->moves && s->chances ? HRA_OK : HRA_ENOMEM;
}

/* One random move; returns ln of 1 / its probability. */
static double step(sampler *s, int mover, hra_rng *rng) {
    const hra_rules *rules = s->game->rules;
    double log_ways = 0;
    hra_move move;
    if (mover == HRA_CHANCE && rules->chance_outcomes) {
        int n = rules->chance_outcomes(s->game, s->state, s->moves, s->chances);
        int drawn = hra_rng_pick(rng, s->chances, n);
        move = s->moves[drawn];
        log_ways = -log(s->chances[drawn]);
    } else if (mover == HRA_CHANCE) {
        move = hra_game_sample(s->game, s->state, rng, s->moves, s->chances);
        s->whole = false;
    } else {
        int n = rules->moves(s->game, s->state, s->moves);
        move = s->moves[hra_rng_below(rng, (uint32_t)n)];
        log_ways = log(n);
    }
    rules->apply(s->game, s->state, move);
    return log_ways;
}

/* ln of 1 / the probability of a whole random game; a game that does not end is not whole. */
static double play(sampler *s, hra_rng *rng) {
    const hra_rules *rules = s->game->rules;
    double log_ways = 0;
    int mover, plies = 0;
    rules->init(s->game, s->state);
    while ((mover = rules->to_move(s->game, s->state)) != HRA_OVER && plies++ < MOST_PLIES && s->whole)
        log_ways += step(s, mover, rng);
    s->whole = s->whole && mover == HRA_OVER;
    return log_ways;
}

/* The mean of e^log_ways, as log10, with its standard error as a fraction of it, and the part of the largest one. */
static void sum_up(const double *log_ways, uint64_t games, hra_game_size *out) {
    double most = -INFINITY, sum = 0, squares = 0, n = (double)games;
    for (uint64_t i = 0; i < games; i++)
        most = fmax(most, log_ways[i]);
    for (uint64_t i = 0; i < games; i++) {
        double part = exp(log_ways[i] - most);
        sum += part;
        squares += part * part;
    }
    double mean = sum / n, variance = fmax(squares / n - mean * mean, 0);
    out->tree_log10 = (most + log(mean)) / log(10);
    out->tree_error = sqrt(variance / n) / mean;
    out->tree_largest = 1 / sum;
}

static hra_err estimate_tree(const hra_game *game, uint64_t games, const hra_progress *progress,
                             hra_game_size *out) {
    sampler s;
    hra_rng rng;
    double *log_ways = malloc((size_t)games * sizeof *log_ways);
    hra_err err = sampler_init(&s, game);
    hra_rng_init(&rng, 1);
    if (!log_ways)
        err = HRA_ENOMEM;
    for (uint64_t i = 0; i < games && !err && s.whole; i++) {
        log_ways[i] = play(&s, &rng);
        err = hra_progress_stopped(progress) ? HRA_ESTOPPED : HRA_OK;
    }
    out->tree_known = !err && s.whole;
    if (out->tree_known)
        sum_up(log_ways, games, out);
    free(log_ways);
    sampler_release(&s);
    return err;
}

hra_err hra_game_size_of(const hra_game *game, uint64_t games, const hra_progress *progress,
                         hra_game_size *out, hra_error *why) {
    hra_estimate *estimate = NULL;
    *out = (hra_game_size){.games = games};
    if (games < 1 || games > HRA_SIZE_GAMES)
        return hra_fail(why, HRA_EINPUT, -1, "a size is estimated from 1 to %d games", HRA_SIZE_GAMES);
    hra_err err = hra_estimate_open(&estimate, game, progress);
    if (!err) {
        out->positions = hra_estimate_positions(estimate, NULL, 0, 0);
        err = estimate_tree(game, games, progress, out);
    }
    hra_estimate_close(estimate);
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}
