/* Rollouts: moves played out with the same dice, luck subtracted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/sentences.h"
#include "core/thread.h"
#include "hra/rollout.h"
#include "nets/bytes.h"

/* Sums are whole numbers of this part of the span of the game's returns, which may be wide where a cube has
 * no limit: a million trials of what lies within 8 spans fit into 63 bits. Their squares take more. */
static const double unit = 0x1p-39;
static const double widest = 8;

typedef struct wide {
    uint64_t high, low; /* high * 2^64 + low */
} wide;

enum { MOST_STRATA = 1296, USUAL_STRATA = 36 };

/* What one trial of one move came to. */
typedef struct outcome {
    double value, plain; /* of spans */
} outcome;

struct hra_rollout {
    hra_rollout_setup setup;
    const hra_game *game;
    unsigned char *state;
    hra_move *moves; /* NULL: the state itself */
    int count, seat, strata;
    double span;
    uint64_t trials;
    int64_t *sum, *plain; /* a move */
    wide *plain_square;
    wide *square; /* [i * count + j], i < j: of the difference of two moves; [i * count + i]: of one */
};

/* One thread. */
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

typedef struct running {
    hra_rollout *rollout;
    hra_blocks blocks;
    uint64_t from;
    int workers;
    roller *rollers;
    const hra_stop *stop;
} running;

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
    double within = hra_rng_unit(&rng);
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
        err = hra_agent_worth(w->agent, &question, value);
    *out = err ? 0 : value[r->seat];
    return err;
}

/* Throws; what came above the mean is added to *luck where it is wanted. */
static hra_err throw_dice(const hra_rollout *r, roller *w, double place, const hra_stop *stop, double *luck) {
    const hra_game *game = r->game;
    int n = game->rules->chances(game, w->state, w->moves, w->probability);
    int drawn = outcome_at(place, w->probability, n);
    double mean = 0;
    hra_err err = HRA_OK;
    for (int i = 0; i < n && luck && n > 1 && !err; i++) {
        memcpy(w->after, w->state, game->state_size);
        game->rules->apply(game, w->after, w->moves[i]);
        err = worth_of(r, w, w->after, stop, &w->worth[i]);
        mean += w->probability[i] * w->worth[i];
    }
    if (luck && n > 1 && !err)
        *luck += w->worth[drawn] - mean;
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
        if (mover == HRA_OVER || (r->setup.plies && decisions == r->setup.plies))
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
    return (int64_t)llround(fmax(fmin(x, widest), -widest) / unit);
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

static hra_err make_trial(const running *run, roller *w, uint64_t number) {
    const hra_rollout *r = run->rollout;
    int n = r->count;
    for (int i = 0; i < n; i++) {
        memcpy(w->state, r->state, r->game->state_size);
        if (r->moves)
            r->game->rules->apply(r->game, w->state, r->moves[i]);
        hra_agent_forget(w->agent); /* so that no trial depends on what this thread did before */
        hra_err err = play_out(r, w, number, run->stop, &w->found[i]);
        if (err)
            return err;
    }
    count_trial(r, w);
    return HRA_OK;
}

/* ---- threads --------------------------------------------------------------------------------*/

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
    size_t room = hra_game_room(r->game);
    w->state = malloc(r->game->state_size);
    w->after = malloc(r->game->state_size);
    w->moves = malloc(room * sizeof *w->moves);
    w->probability = malloc(room * sizeof *w->probability);
    w->worth = malloc(room * sizeof *w->worth);
    w->order = malloc((size_t)r->strata * sizeof *w->order);
    w->found = malloc((size_t)r->count * sizeof *w->found);
    w->sums = calloc(sums_of(r), sizeof *w->sums);
    w->squares = calloc(squares_of(r), sizeof *w->squares);
    if (!w->state || !w->after || !w->moves || !w->probability || !w->worth || !w->order || !w->found ||
        !w->sums || !w->squares)
        return HRA_ENOMEM;
    return hra_agent_open(&w->agent, r->setup.player);
}

static hra_err work(void *self, int worker) {
    running *run = self;
    roller *w = &run->rollers[worker];
    uint64_t from, to;
    hra_err err = open_roller(w, run->rollout);
    while (!err && hra_blocks_take(&run->blocks, &from, &to))
        for (; from < to && !err; from++)
            err = make_trial(run, w, run->from + from);
    if (err)
        hra_blocks_close(&run->blocks);
    return err;
}

static void take_sums(hra_rollout *r, const int64_t *sums, const wide *squares) {
    for (size_t i = 0; i < sums_of(r); i++)
        r->sum[i] += sums[i];
    for (size_t i = 0; i < squares_of(r); i++)
        add_wide(&r->plain_square[i], squares[i]);
}

hra_err hra_rollout_run(hra_rollout *r, uint64_t from, uint64_t to, int threads, const hra_stop *stop) {
    if (from > to || to - from > HRA_ROLLOUT_TRIALS - r->trials || threads < 1)
        return HRA_EINPUT;
    running run = {.rollout = r, .from = from, .stop = stop};
    run.workers = to - from < (uint64_t)threads ? (int)(to - from) : threads;
    if (run.workers == 0)
        return HRA_OK;
    run.rollers = calloc((size_t)run.workers, sizeof *run.rollers);
    if (!run.rollers)
        return HRA_ENOMEM;
    hra_blocks_init(&run.blocks, to - from, 1);
    hra_err err = hra_workers_run(run.workers, work, &run);
    for (int k = 0; k < run.workers; k++) {
        if (!err)
            take_sums(r, run.rollers[k].sums, run.rollers[k].squares);
        release_roller(&run.rollers[k]);
    }
    free(run.rollers);
    r->trials += err ? 0 : to - from;
    return err;
}

hra_err hra_rollout_add(hra_rollout *to, const hra_rollout *from) {
    const hra_rollout_setup *a = &to->setup, *b = &from->setup;
    bool same = to->count == from->count && to->game == from->game && a->player == b->player &&
                a->seed == b->seed && a->plies == b->plies && a->luck == b->luck &&
                !to->moves == !from->moves && memcmp(to->state, from->state, to->game->state_size) == 0;
    for (int i = 0; same && to->moves && i < to->count; i++)
        same = to->moves[i] == from->moves[i];
    if (!same)
        return HRA_EINPUT;
    if (from->trials > HRA_ROLLOUT_TRIALS - to->trials)
        return HRA_ELIMIT;
    take_sums(to, from->sum, from->plain_square);
    to->trials += from->trials;
    return HRA_OK;
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

/* What so many trials can come to: then no sum of them overflows. */
static bool read_sums(const hra_rollout *r, uint64_t trials, hra_bytes *from, int64_t *sums, wide *squares) {
    const int64_t most = (int64_t)(widest / unit) * (int64_t)trials;
    const uint64_t most_high = square_of((int64_t)(2 * widest / unit)).high * trials;
    bool good = true;
    for (size_t i = 0; i < sums_of(r); i++) {
        sums[i] = (int64_t)hra_bytes_take(from, 8);
        good = good && sums[i] >= -most && sums[i] <= most;
    }
    for (size_t i = 0; i < squares_of(r); i++)
        if (is_used(r, i)) {
            squares[i].low = hra_bytes_take(from, 8);
            squares[i].high = hra_bytes_take(from, 8);
            good = good && squares[i].high <= most_high;
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
        err = hra_fail(why, HRA_EDAMAGED, -1, "what was found by trials is damaged, or of another rollout");
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
        return hra_fail(why, HRA_EFIT, -1, "nothing is left to chance in %s, so there is nothing to roll out",
                        r->game->spec);
    if (r->game->rules->manners->view)
        return hra_fail(why, HRA_EFIT, -1, "no seat sees all of %s, which a rollout would have to",
                        r->game->spec);
    if (mover == HRA_OVER)
        return hra_fail(why, HRA_ESTATE, -1, "the game is over, so there is nothing to roll out");
    if (count < 0 || count > HRA_ROLLOUT_MOVES || (count && mover < 0))
        return hra_fail(why, HRA_EINPUT, -1, "a rollout takes 1 to %d moves of a seat that is to move",
                        HRA_ROLLOUT_MOVES);
    for (int i = 0; i < count; i++)
        if (hra_game_check_move(r->game, r->state, moves[i]) != HRA_OK)
            return hra_fail(why, HRA_EINPUT, -1, "move %d of the rollout is not legal", i + 1);
    return HRA_OK;
}

/* The strata are those of the first throw that a play of random moves meets. */
static hra_err find_strata(hra_rollout *r) {
    size_t room = hra_game_room(r->game);
    unsigned char *s = malloc(r->game->state_size);
    hra_move *moves = malloc(room * sizeof *moves);
    double *probability = malloc(room * sizeof *probability);
    r->strata = USUAL_STRATA;
    if (s && moves && probability) {
        memcpy(s, r->state, r->game->state_size);
        if (r->moves)
            r->game->rules->apply(r->game, s, r->moves[0]);
        for (int ply = 0; ply < 100 && r->game->rules->to_move(r->game, s) >= 0; ply++) {
            r->game->rules->moves(r->game, s, moves);
            r->game->rules->apply(r->game, s, moves[0]);
        }
        if (r->game->rules->to_move(r->game, s) == HRA_CHANCE)
            r->strata = strata_of(probability, r->game->rules->chances(r->game, s, moves, probability));
    }
    hra_err err = s && moves && probability ? HRA_OK : HRA_ENOMEM;
    free(s);
    free(moves);
    free(probability);
    return err;
}

static hra_err fill(hra_rollout *r, const hra_move *moves, int count) {
    r->count = count ? count : 1;
    if (count) {
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
    const hra_game *game = hra_player_game(setup->player);
    if (!r)
        return hra_no_memory(why);
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
    hra_err err = refuse(r, moves, count, why);
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

/* ---- looking --------------------------------------------------------------------------------*/

int hra_rollout_turn(const hra_rollout *r) {
    return r->strata;
}

uint64_t hra_rollout_trials(const hra_rollout *r) {
    return r->trials;
}

int hra_rollout_count(const hra_rollout *r) {
    return r->count;
}

int hra_rollout_best(const hra_rollout *r) {
    int best = 0;
    for (int i = 1; i < r->count; i++)
        if (r->sum[i] > r->sum[best])
            best = i;
    return best;
}

/* Of so many trials with these sums. */
static double error_of(const hra_rollout *r, double sum, wide square) {
    double n = (double)r->trials, mean = sum / n;
    double squares = ((double)square.high * 0x1p64 + (double)square.low) * unit * unit;
    if (r->trials < 2)
        return (double)NAN;
    return r->span * sqrt(fmax(squares / n - mean * mean, 0) / (n - 1));
}

void hra_rollout_move(const hra_rollout *r, int i, hra_rolled *out) {
    double n = (double)r->trials, sum = (double)r->sum[i] * unit, plain = (double)r->plain[i] * unit;
    int best = hra_rollout_best(r), low = i < best ? i : best, high = i < best ? best : i;
    double apart = (double)(r->sum[best] - r->sum[i]) * unit;
    *out = (hra_rolled){.move = r->moves ? r->moves[i] : 0, .trials = r->trials};
    out->mean = r->span * sum / n;
    out->plain = r->span * plain / n;
    out->behind = r->span * apart / n;
    out->error = error_of(r, sum, r->square[i * r->count + i]);
    out->plain_error = error_of(r, plain, r->plain_square[i]);
    out->behind_error = i == best ? 0 : error_of(r, apart, r->square[low * r->count + high]);
}

bool hra_rollout_decided(const hra_rollout *r, double errors) {
    int best = hra_rollout_best(r);
    bool decided = r->count > 1 && r->trials > 1;
    for (int i = 0; decided && i < r->count; i++) {
        hra_rolled told;
        hra_rollout_move(r, i, &told);
        decided = i == best || (told.behind > 0 && told.behind >= errors * told.behind_error);
    }
    return decided;
}

static void add_rolled(hra_json *json, const hra_rollout *r, int i) {
    hra_rolled told;
    hra_rollout_move(r, i, &told);
    hra_json_object(json, NULL);
    if (r->moves)
        hra_json_move(json, "move", r->game, r->state, told.move);
    else
        hra_json_null(json, "move");
    hra_json_number(json, "mean", told.mean);
    hra_json_number(json, "stderr", told.error);
    hra_json_number(json, "plain", told.plain);
    hra_json_number(json, "plain_stderr", told.plain_error);
    hra_json_number(json, "behind", told.behind);
    hra_json_number(json, "behind_stderr", told.behind_error);
    hra_json_end(json);
}

void hra_json_rollout(hra_json *json, const char *key, const hra_rollout *r, double seconds) {
    hra_json_object(json, key);
    hra_json_text(json, "game", r->game->spec);
    hra_json_position(json, "position", r->game, r->state);
    hra_json_text(json, "player", hra_player_spec(r->setup.player));
    hra_json_count(json, "seed", r->setup.seed);
    if (r->setup.plies)
        hra_json_integer(json, "plies", r->setup.plies);
    else
        hra_json_null(json, "plies");
    hra_json_bool(json, "luck", r->setup.luck);
    hra_json_count(json, "trials", r->trials);
    hra_json_integer(json, "seat", r->seat);
    hra_json_seconds(json, "seconds", seconds);
    hra_json_list(json, "moves");
    for (int i = 0; i < r->count; i++)
        add_rolled(json, r, i);
    hra_json_end(json);
    hra_json_end(json);
}
