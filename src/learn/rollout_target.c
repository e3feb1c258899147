/* Positions that are played on. */
#include "learn/rollout_target.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hra_err hra_rollout_work_init(hra_rollout_work *w, const hra_learnt *teacher) {
    const hra_game *game = teacher->game;
    size_t throws = (size_t)game->max_chances + 1, ends = (size_t)hra_learnt_outcomes(game);
    *w = (hra_rollout_work){0};
    w->s = malloc(game->state_size);
    w->throws = malloc(throws * sizeof *w->throws);
    w->probability = malloc(throws * sizeof *w->probability);
    w->sums = malloc((size_t)game->seats * ends * sizeof *w->sums);
    w->chance = malloc((size_t)game->seats * ends * sizeof *w->chance);
    bool some = w->s && w->throws && w->probability && w->sums && w->chance;
    hra_err err = some ? hra_trail_work_init(&w->teacher, teacher) : HRA_ENOMEM;
    if (err)
        hra_rollout_work_release(w);
    return err;
}

void hra_rollout_work_release(hra_rollout_work *w) {
    hra_trail_work_release(&w->teacher);
    free(w->s);
    free(w->throws);
    free(w->probability);
    free(w->sums);
    free(w->chance);
    *w = (hra_rollout_work){0};
}

/* Plays w->s on, to its end or to where it is cut; false: it is given up. */
static bool play_on(hra_rollout_work *w, const hra_rollout_way *way, hra_rng *rng) {
    hra_trail_work *t = &w->teacher;
    const hra_game *game = t->work.learnt->game;
    int decisions = 0, mover;
    double worth;
    for (int i = 0; (mover = game->rules->to_move(game, w->s)) != HRA_OVER; i++) {
        if (i == way->most)
            return false;
        if (mover == HRA_CHANCE) {
            game->rules->apply(game, w->s, hra_game_sample(game, w->s, rng, t->moves, t->probability));
            continue;
        }
        int best = hra_trail_best(t, w->s, mover, rng, &worth);
        game->rules->apply(game, w->s, t->moves[best]);
        if (++decisions == way->plies)
            break;
    }
    return true;
}

/* Plays one game from w->s, which has this weight. Returns the weight, or 0 if the game was abandoned. */
static double add_play(hra_rollout_work *w, const hra_rollout_way *way, double weight, hra_rng *rng) {
    const hra_game *game = w->teacher.work.learnt->game;
    const int ends = hra_learnt_outcomes(game);
    if (!play_on(w, way, rng))
        return 0;
    hra_learnt_all_chances(&w->teacher.work, w->s, w->s, w->chance);
    for (int k = 0; k < game->seats * ends; k++)
        w->sums[k] += weight * (double)w->chance[k];
    return weight;
}

/* The throw that belongs to `at`, 0 to 1: each throw has a part as wide as its probability. */
static int throw_at(const hra_rollout_work *w, int count, double at) {
    int i = 0;
    while (i + 1 < count && at >= w->probability[i])
        at -= w->probability[i++];
    return i;
}

bool hra_rollout_target(hra_rollout_work *w, const hra_rollout_way *way, const void *s, hra_rng *rng,
                        float *out) {
    const hra_game *game = w->teacher.work.learnt->game;
    const size_t size = game->state_size, numbers = (size_t)(game->seats * hra_learnt_outcomes(game));
    bool thrown = game->rules->to_move(game, s) == HRA_CHANCE;
    int count = thrown ? game->rules->chance_outcomes(game, s, w->throws, w->probability) : 1;
    int plays = way->trials ? way->trials : count;
    double shift = way->trials ? hra_rng_uniform(rng) : 0, all = 0;
    memset(w->sums, 0, numbers * sizeof *w->sums);
    for (int i = 0; i < plays; i++) {
        int first = way->trials ? throw_at(w, count, (i + shift) / plays) : i;
        memcpy(w->s, s, size);
        if (thrown)
            game->rules->apply(game, w->s, w->throws[first]);
        all += add_play(w, way, thrown && !way->trials ? w->probability[first] : 1, rng);
    }
    for (size_t i = 0; all > 0 && i < numbers; i++)
        out[i] = (float)(w->sums[i] / all);
    return all > 0;
}

/* How many moves are near the best; they come first in teacher.moves. */
static int list_near(hra_trail_work *t, const void *s, int seat, double near) {
    const hra_game *game = t->work.learnt->game;
    const int n = game->rules->moves(game, s, t->moves);
    double *worth = t->probability, most = -INFINITY; /* there is room for one a move */
    int kept = 0;
    for (int i = 0; i < n; i++) {
        worth[i] = hra_learnt_move(&t->work, s, t->moves[i], seat);
        most = fmax(most, worth[i]);
    }
    for (int i = 0; i < n; i++)
        if (worth[i] >= most - near)
            t->moves[kept++] = t->moves[i];
    return kept;
}

hra_move hra_rollout_beside(hra_rollout_work *w, hra_trail *trail, int step, double near, hra_rng *rng) {
    const hra_game *game = trail->game;
    const void *before = hra_trail_before(trail, step);
    const int n = list_near(&w->teacher, before, trail->steps[step].seat, near);
    const hra_move other = w->teacher.moves[hra_rng_below(rng, (uint32_t)n)];
    memcpy(w->s, before, game->state_size);
    game->rules->apply(game, w->s, other);
    if (game->rules->to_move(game, w->s) == HRA_OVER)
        return trail->notes_moves ? trail->moves[trail->steps[step].ply] : 0;
    memcpy(trail->states + (2 * (size_t)step + 1) * game->state_size, w->s, game->state_size);
    return other;
}
