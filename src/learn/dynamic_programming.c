/* The methods `vi` and `pi`: they play no games. They list all positions of a small game and compute their
 * values from the rules alone, in sweeps over the list.
 *
 * Value iteration: R. Bellman, "Dynamic programming", 1957. Policy iteration: R. Howard, "Dynamic programming
 * and Markov processes", 1960; with a limited number of sweeps for each policy: M. Puterman and M. Shin,
 * "Modified policy iteration algorithms for discounted Markov decision problems", 1978. For two players
 * against each other: L. Shapley, "Stochastic games", 1953.
 *
 * A sweep counts as a game; with `pi`, a policy does. Every seat takes the move that is best for itself, or
 * the others move by a model and each seat's values are those of its best answer to it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "learn/learner.h"
#include "rules/defaults.h"
#include "rules/options.h"

enum { MOST_POSITIONS = 10000000, MOST_BYTES = 1 << 28, BEGINNINGS = 256 };

typedef struct sweeping {
    unsigned char *states; /* one behind the other, in the order in which they are come by */
    size_t count, capacity, most;
    hra_value_table met;    /* the keys of all of these */
    float *before;          /* the values of each position for each seat, as a round found them */
    uint32_t *policy;       /* of `pi`: which move of each position; else NULL */
    bool selfish;           /* the others too take what is best for them; */
    const hra_model *model; /* else they move by this, NULL: at random */
    double discount, until;
    int sweeps; /* of a policy */
    bool still; /* nothing changes any more */
    double change;
    hra_learnt_work work;
    hra_move *moves;
    double *probability;
    unsigned char *child, *canonical;
} sweeping;

/* ---- listing --------------------------------------------------------------------------------*/

static hra_err too_large(const hra_game *game, const sweeping *w, hra_error *why) {
    return hra_fail(why, HRA_EFIT, -1,
                    "%s has more than %llu positions, too many for sweeps over all of them; try q, td or mc",
                    game->rules->name, (unsigned long long)w->count);
}

/* Puts s on the list, unless it is there, or over. */
static hra_err meet(const hra_game *game, sweeping *w, const void *s, hra_error *why) {
    if (game->rules->to_move(game, s) == HRA_OVER)
        return HRA_OK;
    hra_game_canonical(game, s, w->canonical);
    uint64_t key = hra_game_key(game, w->canonical);
    if (hra_value_table_find(&w->met, key))
        return HRA_OK;
    if (w->count == w->most || w->count >= MOST_BYTES / game->state_size)
        return too_large(game, w, why);
    if (w->count == w->capacity) {
        size_t capacity = w->capacity ? 2 * w->capacity : 1024;
        unsigned char *states = realloc(w->states, capacity * game->state_size);
        if (!states)
            return hra_no_memory(why);
        w->states = states;
        w->capacity = capacity;
    }
    if (!hra_value_table_put(&w->met, key, 0))
        return hra_no_memory(why);
    memcpy(w->states + w->count++ * game->state_size, w->canonical, game->state_size);
    return HRA_OK;
}

static const unsigned char *state_at(const hra_game *game, const sweeping *w, size_t i) {
    return w->states + i * game->state_size;
}

/* Moves of a seat, or outcomes with their probabilities. */
static int list_moves(const hra_game *game, sweeping *w, const void *s, int mover) {
    return mover == HRA_CHANCE ? game->rules->chance_outcomes(game, s, w->moves, w->probability)
                               : game->rules->moves(game, s, w->moves);
}

static void make_child(const hra_game *game, sweeping *w, const void *s, hra_move m) {
    memcpy(w->child, s, game->state_size);
    game->rules->apply(game, w->child, m);
}

static hra_err list_positions(const hra_game *game, sweeping *w, hra_error *why) {
    hra_err err = HRA_OK;
    for (uint64_t number = 0; !err && number < (game->rules->conduct->start ? BEGINNINGS : 1); number++) {
        hra_game_begin(game, number, w->child);
        err = meet(game, w, w->child, why);
    }
    for (size_t i = 0; !err && i < w->count; i++) {
        int n = list_moves(game, w, state_at(game, w, i), game->rules->to_move(game, state_at(game, w, i)));
        for (int m = 0; !err && m < n; m++) {
            make_child(game, w, state_at(game, w, i), w->moves[m]);
            err = meet(game, w, w->child, why);
        }
    }
    hra_value_table_release(&w->met);
    return err;
}

/* ---- opening --------------------------------------------------------------------------------*/

/* clang-format cannot align rows that are macros. */
/* clang-format off */
#define SWEEPING                                                                                             \
    {"model", HRA_OPTION_TEXT, "selfish", 0, 0, "selfish|random|...",                                        \
     N_("opponent model: selfish, random or a model of the game")},           \
    {"discount", HRA_OPTION_REAL, "1", 0, 1, NULL, N_("discount factor gamma per decision")}, \
    {"threshold", HRA_OPTION_REAL, "1e-6", 0, 1, NULL, N_("stop when no value changes by more than this fraction of the value scale")}, \
    {"max-positions", HRA_OPTION_INT, "50000", 1, MOST_POSITIONS, NULL, N_("maximum positions of the game; larger games are refused")}

static const hra_option vi_options[] = {SWEEPING, {0}};

static const hra_option pi_options[] = {
    SWEEPING,
    {"sweeps", HRA_OPTION_INT, "100", 1, 1e6, NULL,
     N_("maximum sweeps per policy evaluation")},
    {0},
};
/* clang-format on */

static void close_sweeps(hra_learner *l) {
    sweeping *w = l->own;
    hra_learnt_work_release(&w->work);
    hra_value_table_release(&w->met);
    free(w->states);
    free(w->before);
    free(w->policy);
    free(w->moves);
    free(w->probability);
    free(w->child);
    free(w->canonical);
    free(w);
    l->own = NULL;
}

static hra_err read_model(const hra_game *game, sweeping *w, const char *name, hra_error *why) {
    w->selfish = strcmp(name, "selfish") == 0;
    if (w->selfish || strcmp(name, "random") == 0)
        return HRA_OK;
    w->model = hra_model_find(game->rules, name);
    return w->model
               ? HRA_OK
               : hra_fail(why, HRA_EINPUT, -1,
                          "%s has no opponent model '%s'; use selfish, random or a model that the game lists",
                          game->rules->name, name);
}

static hra_err open_memory(const hra_learner *l, sweeping *w) {
    const size_t capacity = hra_game_move_capacity(l->game);
    w->moves = malloc(capacity * sizeof *w->moves);
    w->probability = malloc(capacity * sizeof *w->probability);
    w->child = malloc(l->game->state_size);
    w->canonical = malloc(l->game->state_size);
    return w->moves && w->probability && w->child && w->canonical ? hra_learnt_work_init(&w->work, &l->learnt)
                                                                  : HRA_ENOMEM;
}

static hra_err open_sweeps(hra_learner *l, const hra_options *given, hra_error *why) {
    double unit;
    if (l->game->rules->conduct->observation)
        return hra_fail(why, HRA_EFIT, -1,
                        "%s has hidden information, and %s needs whole positions; try q or td",
                        l->game->rules->name, l->method->kind.name);
    sweeping *w = l->own = calloc(1, sizeof *w);
    if (!w)
        return hra_no_memory(why);
    w->discount = hra_options_real(given, "discount");
    w->until = hra_options_real(given, "threshold");
    w->most = (size_t)hra_options_int(given, "max-positions");
    w->sweeps = hra_options_has(given, "sweeps") ? (int)hra_options_int(given, "sweeps") : 0;
    hra_err err = read_model(l->game, w, hra_options_text(given, "model"), why);
    if (!err)
        err = hra_learn_unit(l->game, &unit, why);
    if (!err)
        err = hra_learnt_init(&l->learnt, l->game, HRA_LEARNT_TABLE, NULL, 0, unit, why);
    if (!err && open_memory(l, w) != HRA_OK)
        err = hra_no_memory(why);
    if (!err)
        err = list_positions(l->game, w, why);
    if (!err && (w->before = hra_room(w->count * (size_t)l->game->seats + 1, sizeof *w->before)) == NULL)
        err = hra_no_memory(why);
    if (!err && w->sweeps && (w->policy = hra_room(w->count + 1, sizeof *w->policy)) == NULL)
        err = hra_no_memory(why);
    return err;
}

/* ---- a sweep --------------------------------------------------------------------------------*/

/* What each seat gets from s on if the move, or outcome, is m. */
static void look(const hra_learner *l, sweeping *w, const void *s, hra_move m, double *out) {
    make_child(l->game, w, s, m);
    for (int k = 0; k < l->game->seats; k++)
        out[k] = hra_learnt_return(&w->work, s, w->child, k) - hra_learnt_gained(l->game, s, k);
}

/* The best move for who is to move, of equals the first, as an index of the list, and what each seat then
 * gets. */
static uint32_t find_best(const hra_learner *l, sweeping *w, const void *s, int mover, int n, double *out) {
    double value[HRA_MAX_SEATS];
    uint32_t best = 0;
    for (int i = 0; i < n; i++) {
        look(l, w, s, w->moves[i], value);
        if (i == 0 || value[mover] > out[mover]) {
            best = (uint32_t)i;
            memcpy(out, value, sizeof value);
        }
    }
    return best;
}

/* The mean of what each seat gets, by w->probability. */
static void find_mean(const hra_learner *l, sweeping *w, const void *s, int n, double *out) {
    double value[HRA_MAX_SEATS];
    memset(out, 0, HRA_MAX_SEATS * sizeof *out);
    for (int i = 0; i < n; i++) {
        look(l, w, s, w->moves[i], value);
        for (int k = 0; k < l->game->seats; k++)
            out[k] += w->probability[i] * value[k];
    }
}

/* What each seat gets from position i on: by the moves of the policy, or the best ones. */
static void back_up(const hra_learner *l, sweeping *w, size_t i, double *out) {
    const hra_game *game = l->game;
    const void *s = state_at(game, w, i);
    const int mover = game->rules->to_move(game, s), n = list_moves(game, w, s, mover);
    double own;
    if (mover == HRA_CHANCE) {
        find_mean(l, w, s, n, out);
        return;
    }
    if (w->policy)
        look(l, w, s, w->moves[w->policy[i]], out);
    else
        (void)find_best(l, w, s, mover, n, out);
    own = out[mover];
    if (!w->selfish && game->seats > 1) {
        for (int m = 0; m < n; m++)
            w->probability[m] = 1.0 / n;
        if (w->model)
            w->model->probabilities(game, s, w->moves, n, w->probability);
        find_mean(l, w, s, n, out);
        out[mover] = own;
    }
    for (int k = 0; k < game->seats; k++)
        out[k] *= w->discount;
}

/* The value of position i for the seat in the value table, added if missing; NULL if memory runs out. */
static float *value_at(hra_learner *l, sweeping *w, size_t i, int seat) {
    uint64_t key = hra_learnt_key(&w->work, state_at(l->game, w, i), seat);
    return hra_value_table_put(&l->learnt.table, key, (float)hra_learnt_unknown(l->game));
}

/* Whether to leave off, asked now and then. */
static bool given_up(const hra_progress *progress, size_t i) {
    return i % 64 == 0 && progress && hra_stop_is_set(progress->stop);
}

static hra_err sweep(hra_learner *l, sweeping *w, const hra_progress *progress) {
    double value[HRA_MAX_SEATS];
    w->change = 0;
    for (size_t i = 0; i < w->count; i++) {
        if (given_up(progress, i))
            return HRA_ESTOPPED;
        back_up(l, w, i, value);
        for (int k = 0; k < l->game->seats; k++) {
            float *at = value_at(l, w, i, k);
            if (!at)
                return HRA_ENOMEM;
            float is = (float)((value[k] - l->learnt.offset) / l->learnt.scale);
            w->change = fmax(w->change, fabs((double)is - (double)*at));
            *at = is;
        }
    }
    return HRA_OK;
}

/* The best move of each position by the values as they stand. */
static hra_err improve(const hra_learner *l, sweeping *w, const hra_progress *progress) {
    double value[HRA_MAX_SEATS];
    for (size_t i = 0; i < w->count; i++) {
        if (given_up(progress, i))
            return HRA_ESTOPPED;
        const void *s = state_at(l->game, w, i);
        int mover = l->game->rules->to_move(l->game, s);
        if (mover >= 0)
            w->policy[i] = find_best(l, w, s, mover, list_moves(l->game, w, s, mover), value);
    }
    return HRA_OK;
}

/* Keeps what is known before a round, or puts it back: a round that was stopped in the middle leaves nothing,
 * or who goes on would come to other figures. */
static hra_err remember_values(hra_learner *l, sweeping *w, bool put_back) {
    float *kept = w->before;
    for (size_t i = 0; i < w->count; i++)
        for (int k = 0; k < l->game->seats; k++, kept++) {
            float *at = value_at(l, w, i, k);
            if (!at)
                return HRA_ENOMEM;
            *(put_back ? at : kept) = *(put_back ? kept : at);
        }
    return HRA_OK;
}

static hra_err learn_sweep(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                           hra_error *why) {
    sweeping *w = l->own;
    double most = 0;
    if (w->still)
        return HRA_OK;
    hra_err err = remember_values(l, w, false);
    if (!err && w->policy)
        err = improve(l, w, progress);
    if (!err)
        err = sweep(l, w, progress);
    for (int i = 1; !err && i < w->sweeps && w->change > w->until; i++) {
        most = fmax(most, w->change);
        err = sweep(l, w, progress);
    }
    if (err == HRA_ESTOPPED)
        return remember_values(l, w, true) ? hra_no_memory(why) : err;
    w->still = fmax(most, w->change) <= w->until;
    if (!err && !isfinite(w->change))
        return hra_learn_diverged(why);
    return err == HRA_ENOMEM ? hra_no_memory(why) : err;
}

static int round_of(const hra_learner *l) {
    return 1;
}

/* ---- going on -------------------------------------------------------------------------------*/

static void remember(const hra_learner *l, hra_text *out) {
    hra_bytes_put(out, ((const sweeping *)l->own)->still, 1);
}

static hra_err recall(hra_learner *l, const hra_learnt *read, const char *name, const hra_text *memory,
                      hra_error *why) {
    const char *bytes = hra_text_string(memory);
    if (memory->length != 1 || (unsigned char)bytes[0] > 1)
        return hra_fail(why, HRA_EDAMAGED, -1, "'%s': damaged: no line says whether training was finished",
                        name);
    ((sweeping *)l->own)->still = bytes[0] == 1;
    return HRA_OK;
}

const hra_learner_interface hra_learn_vi = {
    .kind = {"vi", N_("Value iteration"), N_("sweep over the values of all positions of a small game"),
             vi_options},
    .player = HRA_LEARNT_PLAYER,
    .open = open_sweeps,
    .close = close_sweeps,
    .round = round_of,
    .learn = learn_sweep,
    .remember = remember,
    .recall = recall,
};

const hra_learner_interface hra_learn_pi = {
    .kind = {"pi", N_("Policy iteration"), N_("evaluate and improve a policy of a small game in turn"),
             pi_options},
    .player = HRA_LEARNT_PLAYER,
    .open = open_sweeps,
    .close = close_sweeps,
    .round = round_of,
    .learn = learn_sweep,
    .remember = remember,
    .recall = recall,
};
