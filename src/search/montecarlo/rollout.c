/* Rollouts: moves played out with the same dice, luck subtracted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "nets/bytes.h"
#include "players/agent.h"
#include "rollout_parts.h"
#include "rollout_sums.h"

static const double widest = 8; /* spans of what a trial comes to */

enum { MOST_STRATA = 1296, USUAL_STRATA = 36 };

/* What one trial of one move came to. */
typedef struct outcome {
    double value, plain; /* of spans */
} outcome;

/* What trials are made with. */
typedef struct roller {
    hra_agent *agent;
    unsigned char *state, *after;
    hra_move *moves;
    double *probability, *worth; /* of outcomes */
    int *order;                  /* of strata */
    outcome *found;              /* a move */
    int64_t *sums;               /* what the rollout has at `sum` and `plain` */
    wide *squares;               /* and at `plain_square` and `square` */
} roller;

/* ---- dice -----------------------------------------------------------------------------------*/

/* The least number of equal parts that every outcome is a whole number of; 36 for two dice. */
static int strata_of(const double *probability, int n) {
    for (int parts = 1; parts <= MOST_STRATA; parts++) {
        bool whole = true;
        for (int i = 0; i < n && whole; i++)
            whole = fabs(probability[i] * parts - round(probability[i] * parts)) < 1e-9;
        if (whole)
            return parts;
    }
    return USUAL_STRATA;
}

static int entry_of_order(int *order, int n, uint64_t seed, uint64_t which, uint64_t purpose, int entry) {
    hra_rng rng;
    hra_rng_init_stream(&rng, seed, which, purpose, HRA_STREAM_CHANCE);
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int k = (int)hra_rng_below(&rng, (uint32_t)i + 1), other = order[k];
        order[k] = order[i];
        order[i] = other;
    }
    return order[entry];
}

/* Where in 0..1 throw number `throw` of a trial falls. */
static double place_of(const hra_rollout *r, roller *w, uint64_t trial, uint64_t thrown) {
    enum { THROWS = 3 }; /* purposes beyond: orders of strata */
    uint64_t strata = (uint64_t)r->strata, turn = trial / strata, seed = r->setup.seed;
    hra_rng rng;
    hra_rng_init_stream(&rng, seed, trial, thrown + THROWS, HRA_STREAM_CHANCE);
    double within = hra_rng_uniform(&rng);
    if (thrown > 1)
        return within;
    int part = entry_of_order(w->order, r->strata, seed, turn, 0, (int)(trial % strata));
    if (thrown == 1)
        part = entry_of_order(w->order, r->strata, seed, turn / strata, (uint64_t)part << 32 | 1,
                              (int)(turn % strata));
    return (part + within) / r->strata;
}

static int outcome_at(double place, const double *probability, int n) {
    for (int i = 0; i + 1 < n; i++) {
        if (place < probability[i])
            return i;
        place -= probability[i];
    }
    return n - 1;
}

/* ---- one trial ------------------------------------------------------------------------------*/

static hra_err worth_of(const hra_rollout *r, roller *w, const void *state, const hra_stop *stop,
                        double *out) {
    double value[HRA_MAX_SEATS];
    const hra_question question = {.state = state, .stop = stop, .seed = r->setup.seed};
    hra_err err = HRA_OK;
    if (r->game->rules->to_move(r->game, state) == HRA_OVER)
        r->game->rules->returns(r->game, state, value);
    else
        err = hra_agent_value(w->agent, &question, value);
    *out = err ? 0 : value[r->seat];
    return err;
}

/* What the outcome that was drawn, of n, came above the mean: as the player tells luck itself, else as it values every
 * outcome. */
static hra_err luck_of(const hra_rollout *r, roller *w, int drawn, int n, const hra_stop *stop, double *out) {
    const hra_game *game = r->game;
    const hra_question question = {.state = w->state, .stop = stop, .seed = r->setup.seed};
    double told[HRA_MAX_SEATS] = {0}, mean = 0;
    hra_err err = hra_agent_luck(w->agent, &question, w->moves[drawn], told);
    *out = told[r->seat];
    if (err != HRA_EFIT)
        return err;
    err = HRA_OK;
    for (int i = 0; i < n && !err; i++) {
        memcpy(w->after, w->state, game->state_size);
        game->rules->apply(game, w->after, w->moves[i]);
        err = worth_of(r, w, w->after, stop, &w->worth[i]);
        mean += w->probability[i] * w->worth[i];
    }
    *out = err ? 0 : w->worth[drawn] - mean;
    return err;
}

/* Throws; what came above the mean is added to *luck where it is wanted. */
static hra_err throw_dice(const hra_rollout *r, roller *w, double place, const hra_stop *stop, double *luck) {
    const hra_game *game = r->game;
    const int n = game->rules->chance_outcomes(game, w->state, w->moves, w->probability);
    const int drawn = outcome_at(place, w->probability, n);
    double came = 0;
    const hra_err err = luck && n > 1 ? luck_of(r, w, drawn, n, stop, &came) : HRA_OK;
    if (luck)
        *luck += came;
    game->rules->apply(game, w->state, w->moves[drawn]);
    return err;
}

static hra_err choose(const hra_rollout *r, roller *w, uint64_t number, int ply, const hra_stop *stop) {
    hra_rng rng;
    hra_rng_init_stream(&rng, r->setup.seed, number, (uint64_t)ply, HRA_STREAM_SEAT);
    const hra_question question = {.state = w->state, .stop = stop, .seed = hra_rng_next(&rng)};
    hra_move move;
    hra_err err = hra_agent_choose(w->agent, &question, &move);
    if (!err)
        r->game->rules->apply(r->game, w->state, move);
    return err;
}

/* Whether the next part of the game has begun after `ply` plies of a trial, and the rollout began in an
 * earlier part. */
static bool is_settled(const hra_rollout *r, const void *state, int ply) {
    const hra_rules_conduct *conduct = r->game->rules->conduct;
    return conduct->settled && (ply > 0 || r->moves || r->stake_actions) &&
           conduct->settled(r->game, state, NULL);
}

/* Plays on from w->state. */
static hra_err play_out(const hra_rollout *r, roller *w, uint64_t number, const hra_stop *stop,
                        outcome *out) {
    const hra_game *game = r->game;
    int decisions = 0, mover = HRA_OVER;
    uint64_t throws = 0;
    double luck = 0, end = 0;
    hra_err err = HRA_OK;
    for (int ply = 0; ply < HRA_ROLLOUT_PLIES && !err; ply++) {
        mover = game->rules->to_move(game, w->state);
        if (mover == HRA_OVER || (r->setup.plies && decisions == r->setup.plies) ||
            is_settled(r, w->state, ply))
            break;
        if (mover == HRA_CHANCE) {
            double place = place_of(r, w, number, throws++);
            err = throw_dice(r, w, place, stop, r->setup.luck ? &luck : NULL);
        } else {
            err = choose(r, w, number, ply, stop);
            decisions++;
        }
        if (!err && hra_stop_is_set(stop))
            err = HRA_ESTOPPED;
    }
    if (!err)
        err = worth_of(r, w, w->state, stop, &end);
    *out = (outcome){(end - luck) / r->span, end / r->span};
    return err;
}

static int64_t in_units(double x) {
    return (int64_t)llround(fmax(fmin(x, widest), -widest) / hra_rollout_unit);
}

static void add_wide(wide *to, wide from) {
    to->low += from.low;
    to->high += from.high + (to->low < from.low);
}

/* x * x, x by halves of 32 bits. */
static wide square_of(int64_t x) {
    uint64_t size = (uint64_t)(x < 0 ? -x : x), high = size >> 32, low = size & UINT32_MAX;
    wide out = {high * high, low * low}, cross = {high * low >> 31, high * low << 33};
    add_wide(&out, cross);
    return out;
}

/* Lists in one piece each: sum and plain; plain_square and square. */
static size_t sums_of(const hra_rollout *r) {
    return (size_t)r->count * 2;
}

static size_t squares_of(const hra_rollout *r) {
    return (size_t)r->count * (size_t)(r->count + 1);
}

static void count_trial(const hra_rollout *r, roller *w) {
    int n = r->count;
    for (int i = 0; i < n; i++) {
        wide *row = w->squares + n + i * n;
        int64_t value = in_units(w->found[i].value), plain = in_units(w->found[i].plain);
        w->sums[i] += value;
        w->sums[n + i] += plain;
        add_wide(&w->squares[i], square_of(plain));
        add_wide(&row[i], square_of(value));
        for (int j = i + 1; j < n; j++)
            add_wide(&row[j], square_of(value - in_units(w->found[j].value)));
    }
}

/* Of alternative i. */
static void begin_trial(const hra_rollout *r, int i, void *state) {
    memcpy(state, r->state, r->game->state_size);
    if (r->moves)
        r->game->rules->apply(r->game, state, r->moves[i]);
    else if (r->stake_actions)
        (void)r->game->rules->conduct->stake_action(r->game, r->state, i, state);
}

static hra_err make_trial(const hra_rollout *r, roller *w, uint64_t number, const hra_stop *stop) {
    int n = r->count;
    for (int i = 0; i < n; i++) {
        begin_trial(r, i, w->state);
        hra_agent_forget(w->agent); /* so that no trial depends on those before it */
        hra_err err = play_out(r, w, number, stop, &w->found[i]);
        if (err)
            return err;
    }
    count_trial(r, w);
    return HRA_OK;
}

/* ---- trials ---------------------------------------------------------------------------------*/

static void release_roller(roller *w) {
    hra_agent_close(w->agent);
    free(w->state);
    free(w->after);
    free(w->moves);
    free(w->probability);
    free(w->worth);
    free(w->order);
    free(w->found);
    free(w->sums);
    free(w->squares);
}

static hra_err open_roller(roller *w, const hra_rollout *r) {
    size_t capacity = hra_game_move_capacity(r->game);
    w->state = malloc(r->game->state_size);
    w->after = malloc(r->game->state_size);
    w->moves = malloc(capacity * sizeof *w->moves);
    w->probability = malloc(capacity * sizeof *w->probability);
    w->worth = malloc(capacity * sizeof *w->worth);
    w->order = malloc((size_t)r->strata * sizeof *w->order);
    w->found = malloc((size_t)r->count * sizeof *w->found);
    w->sums = calloc(sums_of(r), sizeof *w->sums);
    w->squares = calloc(squares_of(r), sizeof *w->squares);
    if (!w->state || !w->after || !w->moves || !w->probability || !w->worth || !w->order || !w->found ||
        !w->sums || !w->squares)
        return HRA_ENOMEM;
    return hra_agent_open(&w->agent, r->setup.player);
}

static void take_sums(hra_rollout *r, const int64_t *sums, const wide *squares) {
    for (size_t i = 0; i < sums_of(r); i++)
        r->sum[i] += sums[i];
    for (size_t i = 0; i < squares_of(r); i++)
        add_wide(&r->plain_square[i], squares[i]);
}

hra_err hra_rollout_run(hra_rollout *r, uint64_t from, uint64_t to, const hra_stop *stop) {
    roller w = {.agent = NULL};
    if (from > to || to - from > HRA_ROLLOUT_TRIALS - r->trials)
        return HRA_EINPUT;
    hra_err err = open_roller(&w, r);
    for (uint64_t trial = from; trial < to && !err; trial++)
        err = make_trial(r, &w, trial, stop);
    if (!err) {
        take_sums(r, w.sums, w.squares);
        r->trials += to - from;
    }
    release_roller(&w);
    return err;
}

/* ---- as bytes -------------------------------------------------------------------------------*/

static bool is_used(const hra_rollout *r, size_t i) {
    size_t n = (size_t)r->count, row = i / n, column = i % n;
    return i < n || column >= row - 1; /* a list, and of the square behind it one half */
}

hra_err hra_rollout_write(const hra_rollout *r, hra_text *out) {
    hra_bytes_put(out, r->trials, 4);
    hra_bytes_put(out, (uint64_t)r->count, 4);
    for (size_t i = 0; i < sums_of(r); i++)
        hra_bytes_put(out, (uint64_t)r->sum[i], 8);
    for (size_t i = 0; i < squares_of(r); i++)
        if (is_used(r, i)) {
            hra_bytes_put(out, r->plain_square[i].low, 8);
            hra_bytes_put(out, r->plain_square[i].high, 8);
        }
    return out->err;
}

/* n is below 2^32. */
static wide times(wide w, uint64_t n) {
    uint64_t first = (w.low & UINT32_MAX) * n, second = (w.low >> 32) * n + (first >> 32);
    return (wide){.low = second << 32 | (first & UINT32_MAX), .high = w.high * n + (second >> 32)};
}

static bool is_at_most(wide a, wide b) {
    return a.high < b.high || (a.high == b.high && a.low <= b.low);
}

/* Reads the sums of N trials. Checks them against the largest sums that N trials can give, so that none
 * overflows and the totals can be recomputed. */
static bool read_sums(const hra_rollout *r, uint64_t trials, hra_bytes *from, int64_t *sums, wide *squares) {
    const int64_t most = (int64_t)(widest / hra_rollout_unit) * (int64_t)trials;
    const wide most_square = times(square_of((int64_t)(2 * widest / hra_rollout_unit)), trials);
    bool good = true;
    for (size_t i = 0; i < sums_of(r); i++) {
        sums[i] = (int64_t)hra_bytes_take(from, 8);
        good = good && sums[i] >= -most && sums[i] <= most;
    }
    for (size_t i = 0; i < squares_of(r); i++)
        if (is_used(r, i)) {
            squares[i].low = hra_bytes_take(from, 8);
            squares[i].high = hra_bytes_take(from, 8);
            good = good && is_at_most(squares[i], most_square);
        }
    return good;
}

hra_err hra_rollout_take(hra_rollout *r, const char *bytes, size_t length, size_t *used, hra_error *why) {
    hra_bytes from = {bytes, bytes + length};
    size_t n = (size_t)r->count, whole = 8 + 8 * 2 * n + 16 * (n + n * (n + 1) / 2);
    uint64_t trials = length >= whole ? hra_bytes_take(&from, 4) : 0;
    bool good = trials > 0 && trials <= HRA_ROLLOUT_TRIALS - r->trials && hra_bytes_take(&from, 4) == n;
    int64_t *sums = calloc(sums_of(r), sizeof *sums);
    wide *squares = calloc(squares_of(r), sizeof *squares);
    hra_err err = sums && squares ? HRA_OK : hra_no_memory(why);
    if (!err && !(good && read_sums(r, trials, &from, sums, squares)))
        err = hra_fail(why, HRA_EDAMAGED, -1, "results of trials damaged, or from another rollout");
    if (!err) {
        take_sums(r, sums, squares);
        r->trials += trials;
        *used = whole;
    }
    free(sums);
    free(squares);
    return err;
}

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err refuse(const hra_rollout *r, const hra_move *moves, int count, hra_error *why) {
    int mover = r->game->rules->to_move(r->game, r->state);
    if (r->game->max_chances == 0)
        return hra_fail(why, HRA_EFIT, -1, "%s has no chance, so there is nothing to roll out",
                        r->game->spec);
    if (r->game->rules->conduct->observation)
        return hra_fail(why, HRA_EFIT, -1, "%s has hidden information, so it cannot be rolled out",
                        r->game->spec);
    if (mover == HRA_OVER)
        return hra_fail(why, HRA_ESTATE, -1, "the game is over, so there is nothing to roll out");
    if (count == HRA_ROLLOUT_STAKE_ACTIONS)
        return r->stake_actions ? HRA_OK : hra_fail(why, HRA_EFIT, -1, "no cube decision in this position");
    if (count < 0 || count > HRA_ROLLOUT_MOVES || (count && mover < 0))
        return hra_fail(why, HRA_EINPUT, -1, "a rollout takes 1 to %d moves of the seat to move",
                        HRA_ROLLOUT_MOVES);
    for (int i = 0; i < count; i++) {
        hra_err err = hra_game_check_move(r->game, r->state, moves[i]);
        if (err)
            return err == HRA_ENOMEM ? hra_no_memory(why)
                                     : hra_fail(why, err, -1, "move %d of the rollout is illegal", i + 1);
    }
    return HRA_OK;
}

/* The strata are those of the first throw that a play of random moves meets. */
static hra_err find_strata(hra_rollout *r) {
    size_t capacity = hra_game_move_capacity(r->game);
    unsigned char *s = malloc(r->game->state_size);
    hra_move *moves = malloc(capacity * sizeof *moves);
    double *probability = malloc(capacity * sizeof *probability);
    r->strata = USUAL_STRATA;
    if (s && moves && probability) {
        begin_trial(r, 0, s);
        for (int ply = 0; ply < 100 && r->game->rules->to_move(r->game, s) >= 0; ply++) {
            r->game->rules->moves(r->game, s, moves);
            r->game->rules->apply(r->game, s, moves[0]);
        }
        if (r->game->rules->to_move(r->game, s) == HRA_CHANCE)
            r->strata =
                strata_of(probability, r->game->rules->chance_outcomes(r->game, s, moves, probability));
    }
    hra_err err = s && moves && probability ? HRA_OK : HRA_ENOMEM;
    free(s);
    free(moves);
    free(probability);
    return err;
}

/* The seat is asked where no move leads to the first of them, in which nothing is offered. */
static hra_err find_stake_actions(hra_rollout *r) {
    const hra_rules *rules = r->game->rules;
    size_t size = r->game->state_size;
    unsigned char *first = malloc(size), *after = malloc(size);
    hra_move *moves = malloc(hra_game_move_capacity(r->game) * sizeof *moves);
    hra_err err = first && after && moves ? HRA_OK : HRA_ENOMEM;
    r->stake_actions = !err && rules->conduct->stake_action && rules->to_move(r->game, r->state) >= 0 &&
                       rules->conduct->stake_action(r->game, r->state, 0, first);
    r->asked = r->stake_actions;
    for (int i = r->stake_actions ? rules->moves(r->game, r->state, moves) - 1 : -1; i >= 0 && r->asked;
         i--) {
        memcpy(after, r->state, size);
        rules->apply(r->game, after, moves[i]);
        r->asked = memcmp(after, first, size) != 0;
    }
    free(first);
    free(after);
    free(moves);
    return err;
}

static int count_stake_actions(const hra_rollout *r) {
    int n = 0;
    while (r->game->rules->conduct->stake_actions[n])
        n++;
    return n;
}

static hra_err fill(hra_rollout *r, const hra_move *moves, int count) {
    r->count = r->stake_actions ? count_stake_actions(r) : count ? count : 1;
    if (count > 0) {
        r->moves = malloc((size_t)count * sizeof *r->moves);
        if (!r->moves)
            return HRA_ENOMEM;
        memcpy(r->moves, moves, (size_t)count * sizeof *r->moves);
    }
    r->sum = calloc(sums_of(r), sizeof *r->sum);
    r->plain_square = calloc(squares_of(r), sizeof *r->plain_square);
    if (!r->sum || !r->plain_square)
        return HRA_ENOMEM;
    r->plain = r->sum + r->count;
    r->square = r->plain_square + r->count;
    return find_strata(r);
}

hra_err hra_rollout_open(hra_rollout **out, const hra_rollout_setup *setup, const void *state,
                         const hra_move *moves, int count, hra_error *why) {
    *out = NULL;
    if (setup->size != sizeof *setup)
        return hra_fail(why, HRA_EVERSION, -1, "a rollout of another version of the library");
    hra_rollout *r = calloc(1, sizeof *r);
    const hra_game *game = hra_player_info_of(setup->player)->game;
    if (!r)
        return hra_no_memory(why);
    hra_err err = hra_player_check_limits(setup->player, &(hra_limits){0}, state, why);
    if (err) {
        free(r);
        return err;
    }
    r->setup = *setup;
    r->game = game;
    r->span = fmax(game->max_return - game->min_return, 1e-9);
    r->state = malloc(game->state_size);
    if (!r->state) {
        hra_rollout_close(r);
        return hra_no_memory(why);
    }
    memcpy(r->state, state, game->state_size);
    int mover = game->rules->to_move(game, state);
    r->seat = mover < 0 ? 0 : mover;
    err = count == HRA_ROLLOUT_STAKE_ACTIONS && find_stake_actions(r) != HRA_OK ? hra_no_memory(why) : HRA_OK;
    err = err ? err : refuse(r, moves, count, why);
    if (!err && fill(r, moves, count) != HRA_OK)
        err = hra_no_memory(why);
    if (err)
        hra_rollout_close(r);
    else
        *out = r;
    return err;
}

void hra_rollout_close(hra_rollout *r) {
    if (!r)
        return;
    free(r->state);
    free(r->moves);
    free(r->sum);
    free(r->plain_square);
    free(r);
}
