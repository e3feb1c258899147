/* The method `zero`: a net estimates which moves are good and what positions are worth. A search guided by
 * the net improves these estimates, and the net is trained to predict the search's results and the results of
 * the games.
 *
 * D. Silver and others, "Mastering the game of Go without human knowledge", 2017; "A general reinforcement
 * learning algorithm that masters chess, shogi, and Go through self-play", 2018. The optimiser is AdamW
 * (Loshchilov and Hutter 2019).
 *
 * In each iteration all threads play games with the same net, each game from its own stream of random
 * numbers. Then the net is trained on positions drawn from the last games (the replay buffer). Games of an
 * incomplete iteration wait for the rest, so that the trained net does not depend on when training was
 * stopped. The state of the optimiser and the games of the replay buffer are in the file. */
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "core/thread.h"
#include "learn/learner.h"
#include "learn/zero_self_play.h"

enum {
    START_STREAM = 68,
    LEARN_STREAM = 69,
    MOST_ROUND = 100000,
    MOST_WINDOW = 10000000,
    MOST_PLIES = 1000000
};

typedef struct zero {
    hra_zero_way way;
    int round, window, batch;
    double passes, rate, half, decay;
    hra_zero_game *games; /* game n at n % (window + round) */
    hra_zero_work *works; /* one a thread */
    hra_net_steps steps;
    float *gradient;
    uint64_t *ends; /* of the games of the window, how many choices they have up to their end */
} zero;

/* ---- opening --------------------------------------------------------------------------------*/

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    {"hidden", HRA_OPTION_TEXT, "64", 0, 0, "N|NxN...",
     N_("neurons per hidden layer of the net, such as 64 or 128x64 (0: none)")},
    {"playouts", HRA_OPTION_INT, "50", 1, UINT16_MAX, NULL, N_("simulations per move of the training games")},
    {"c", HRA_OPTION_REAL, "1.25", 0, 1000, NULL, N_("exploration constant of PUCT, in units of the value range")},
    {"fpu-reduction", HRA_OPTION_REAL, "0.2", -1, 1, NULL,
     N_("an unvisited move counts as the mean minus this fraction of the value range")},
    {"random-opening", HRA_OPTION_INT, "4", 0, MOST_PLIES, NULL,
     N_("start each game with 0 to N random moves")},
    {"noise-epsilon", HRA_OPTION_REAL, "0.25", 0, 1, NULL, N_("weight of Dirichlet noise in root priors")},
    {"noise-alpha", HRA_OPTION_REAL, "0", 0, 1, NULL, N_("alpha of the Dirichlet noise (0: 10/moves, at most 1)")},
    {"temperature", HRA_OPTION_REAL, "1", 0, 100, NULL, N_("temperature of move selection by visits (0: the most visited)")},
    {"temperature-drop", HRA_OPTION_INT, "30", 0, MOST_PLIES, NULL, N_("moves before the temperature drops to 0")},
    {"games-per-iteration", HRA_OPTION_INT, "50", 1, MOST_ROUND, NULL, N_("games between two updates")},
    {"replay-games", HRA_OPTION_INT, "500", 1, MOST_WINDOW, NULL, N_("games in the replay buffer")},
    {"replay-reuse", HRA_OPTION_REAL, "4", 0, 1000, NULL, N_("mean number of times each position is used")},
    {"batch-size", HRA_OPTION_INT, "32", 1, 65536, NULL, N_("positions per training step")},
    {"learning-rate", HRA_OPTION_REAL, "0.003", 0, 10, NULL, N_("learning rate of AdamW")},
    {"decay-games", HRA_OPTION_REAL, "0", 0, 1e15, NULL,
     N_("divide the learning rate by 1 + games/N (0: constant)")},
    {"weight-decay", HRA_OPTION_REAL, "0.001", 0, 1, NULL, N_("weight decay of AdamW")},
    {"max-plies", HRA_OPTION_INT, "2000", 1, MOST_PLIES, NULL, N_("stop games longer than N plies; their result is unknown")},
    {"memory", HRA_OPTION_SIZE, "64M", 1048576, 1e12, NULL, N_("memory for the search tree of each thread")},
    {0},
};
/* clang-format on */

static void read_options(zero *z, const hra_game *game, const hra_options *given) {
    z->way = (hra_zero_way){
        .playouts = (int)hra_options_int(given, "playouts"),
        .opening = (int)hra_options_int(given, "random-opening"),
        .temperature = hra_options_real(given, "temperature"),
        .sampled = (int)hra_options_int(given, "temperature-drop"),
        .noise = hra_options_real(given, "noise-epsilon"),
        .dirichlet = hra_options_real(given, "noise-alpha"),
        .plies = (int)hra_options_int(given, "max-plies"),
        .puct = {.c = hra_options_real(given, "c"),
                 .urgency = hra_options_real(given, "fpu-reduction"),
                 .range = hra_learnt_bounded(game) ? game->max_return - game->min_return : 0,
                 .memory = hra_options_size(given, "memory")},
    };
    z->round = (int)hra_options_int(given, "games-per-iteration");
    z->window = (int)hra_options_int(given, "replay-games");
    z->batch = (int)hra_options_int(given, "batch-size");
    z->passes = hra_options_real(given, "replay-reuse");
    z->rate = hra_options_real(given, "learning-rate");
    z->half = hra_options_real(given, "decay-games");
    z->decay = hra_options_real(given, "weight-decay");
}

static int slots(const zero *z) {
    return z->window + z->round;
}

static void release_games(hra_zero_game *games, int count) {
    for (int i = 0; games && i < count; i++)
        hra_zero_game_release(&games[i]);
    free(games);
}

static void close_zero(hra_learner *l) {
    zero *z = l->own;
    release_games(z->games, slots(z));
    for (int i = 0; z->works && i < l->threads; i++)
        hra_zero_work_release(&z->works[i]);
    hra_net_steps_release(&z->steps);
    free(z->works);
    free(z->gradient);
    free(z->ends);
    free(z);
    l->own = NULL;
}

static hra_err open_zero(hra_learner *l, const hra_options *given, hra_error *why) {
    zero *z = l->own = calloc(1, sizeof *z);
    if (!z)
        return hra_no_memory(why);
    read_options(z, l->game, given);
    hra_err err = hra_learn_open_heads(l, given, START_STREAM, why);
    if (err)
        return err;
    z->games = hra_room((uint64_t)slots(z), sizeof *z->games);
    z->ends = hra_room((uint64_t)z->window, sizeof *z->ends);
    z->works = calloc((size_t)l->threads, sizeof *z->works);
    z->gradient = hra_net_block(&l->learnt.net);
    err = z->games && z->ends && z->works && z->gradient ? HRA_OK : HRA_ENOMEM;
    if (!err)
        err = hra_net_steps_init(&z->steps, &l->learnt.net, true);
    for (int i = 0; !err && i < l->threads; i++)
        err = hra_zero_work_init(&z->works[i], &l->learnt, &z->way.puct);
    return err ? hra_no_memory(why) : HRA_OK;
}

/* ---- playing --------------------------------------------------------------------------------*/

typedef struct playing {
    const hra_learner *learner;
    zero *own;
    uint64_t from;
    hra_task_ranges blocks;
    const hra_progress *progress;
    unsigned char *done; /* of each game whether it was played */
} playing;

static hra_err play_games(void *self, int worker) {
    playing *p = self;
    zero *z = p->own;
    uint64_t from, to;
    while (hra_task_ranges_take(&p->blocks, &from, &to))
        for (uint64_t i = from; i < to; i++) {
            uint64_t number = p->from + i;
            hra_zero_game *g = &z->games[number % (uint64_t)slots(z)];
            /* A deadline waits for the games that have begun, so that even the longest come to an end. */
            hra_err err = hra_progress_stopped(p->progress) ? HRA_ESTOPPED : HRA_OK;
            if (!err)
                err = hra_zero_game_play(g, &z->works[worker], &z->way, p->learner->seed, number,
                                         p->progress ? p->progress->stop : NULL);
            if (err) {
                hra_task_ranges_close(&p->blocks);
                return err;
            }
            p->done[i] = 1;
        }
    return HRA_OK;
}

/* Plays games from..to-1, or as many of the first of them as were done at a stop. */
static hra_err play_round(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                          uint64_t *played) {
    playing p = {.learner = l, .own = l->own, .from = from, .progress = progress};
    *played = 0;
    p.done = calloc((size_t)(to - from), 1);
    if (!p.done)
        return HRA_ENOMEM;
    hra_task_ranges_init(&p.blocks, to - from, 1);
    hra_err err = hra_workers_run(to - from > 1 ? l->threads : 1, play_games, &p);
    while (*played < to - from && p.done[*played])
        ++*played;
    free(p.done);
    return err;
}

/* ---- learning -------------------------------------------------------------------------------*/

static const hra_zero_game *game_at(const zero *z, uint64_t number) {
    return &z->games[number % (uint64_t)slots(z)];
}

static uint64_t below(hra_rng *rng, uint64_t bound) {
    return bound <= UINT32_MAX ? hra_rng_below(rng, (uint32_t)bound) : hra_rng_next(rng) % bound;
}

/* After games 0..end-1, the last `fresh` of which are new. HRA_ESTOPPED: what was learnt is neither the old nor the new. */
static hra_err take_steps(hra_learner *l, uint64_t end, uint64_t fresh, const hra_stop *stop) {
    zero *z = l->own;
    uint64_t begin = end > (uint64_t)z->window ? end - (uint64_t)z->window : 0, all = 0, new_ones = 0;
    int games = (int)(end - begin);
    hra_rng rng;
    hra_rng_init_stream(&rng, l->seed, end, 0, LEARN_STREAM);
    for (int i = 0; i < games; i++) {
        int count = game_at(z, begin + (uint64_t)i)->count;
        z->ends[i] = all += (uint64_t)count;
        new_ones += begin + (uint64_t)i >= end - fresh ? (uint64_t)count : 0;
    }
    if (!all)
        return HRA_OK;
    double rate = z->half > 0 ? z->rate / (1 + (double)end / z->half) : z->rate;
    uint64_t steps = (uint64_t)(z->passes * (double)new_ones / z->batch + 0.5);
    for (uint64_t step = 0; step < steps; step++) {
        if (stop && hra_stop_is_set(stop))
            return HRA_ESTOPPED;
        for (int b = 0; b < z->batch; b++) {
            uint64_t at = below(&rng, all);
            const hra_zero_game *g = game_at(z, begin + (uint64_t)hra_zero_find_choice(z->ends, games, &at));
            int seat = (int)hra_rng_below(&rng, (uint32_t)l->game->seats);
            hra_zero_game_learn(g, &z->works[0], (int)at, seat, 1 / (float)z->batch, z->gradient);
        }
        hra_net_adamw(&l->learnt.net, &z->steps, z->gradient, (float)rate, (float)z->decay);
    }
    return HRA_OK;
}

/* The same, or nothing where it was stopped. */
static hra_err learn_round(hra_learner *l, uint64_t end, uint64_t fresh, const hra_progress *progress) {
    enum { BLOCKS = 3 };
    zero *z = l->own;
    const hra_net *net = &l->learnt.net;
    float *const now[BLOCKS] = {net->weights, z->steps.mean, z->steps.square};
    float *before[BLOCKS];
    const uint64_t taken = z->steps.taken;
    hra_err err = HRA_OK;
    for (int i = 0; i < BLOCKS; i++) {
        before[i] = hra_net_block(net);
        if (before[i])
            memcpy(before[i], now[i], net->size * sizeof(float));
        else
            err = HRA_ENOMEM;
    }
    if (!err)
        err = take_steps(l, end, fresh, progress ? progress->stop : NULL);
    for (int i = 0; i < BLOCKS; i++) {
        if (err == HRA_ESTOPPED)
            memcpy(now[i], before[i], net->size * sizeof(float));
        free(before[i]);
    }
    if (err)
        z->steps.taken = taken;
    return err;
}

static hra_err learn_zero(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                          hra_error *why) {
    zero *z = l->own;
    uint64_t played, round = (uint64_t)z->round;
    hra_err err = play_round(l, from, to, progress, &played);
    l->learnt.games = from + played;
    if (played == to - from)
        err = to % round == 0 ? learn_round(l, to, round, progress) : HRA_OK;
    if (err && l->learnt.games == to)
        l->learnt.games = to - 1; /* so that the round is not over */
    return err == HRA_ENOMEM ? hra_no_memory(why) : err;
}

/* ---- games that are played elsewhere --------------------------------------------------------*/

static hra_err play_zero(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                         hra_text *out, hra_error *why) {
    zero *z = l->own;
    hra_zero_game game = {0};
    hra_err err = HRA_OK;
    for (uint64_t n = from; !err && n < to; n++) {
        err = hra_progress_stopped(progress) ? HRA_ESTOPPED : HRA_OK;
        if (!err)
            err = hra_zero_game_play(&game, &z->works[0], &z->way, l->seed, n,
                                     progress ? progress->stop : NULL);
        if (!err)
            hra_zero_game_write(&game, out);
    }
    hra_zero_game_release(&game);
    err = err ? err : out->err;
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

/* What was read of games that are not taken lies in slots that no game of the window has. */
static hra_err take_zero(hra_learner *l, uint64_t to, const char *bytes, size_t length,
                         const hra_progress *progress, hra_error *why) {
    zero *z = l->own;
    hra_bytes from = {bytes, bytes + length};
    hra_err err = HRA_OK;
    for (uint64_t n = l->learnt.games; !err && n < to; n++)
        err = hra_zero_game_read(&z->games[n % (uint64_t)slots(z)], &z->works[0], n, z->way.plies, &from);
    if (err == HRA_ENOMEM)
        return hra_no_memory(why);
    if (err || hra_bytes_left(&from))
        return hra_fail(why, HRA_EDAMAGED, -1, "the training games are damaged");
    if (to % (uint64_t)z->round == 0)
        err = learn_round(l, to, (uint64_t)z->round, progress);
    if (!err)
        l->learnt.games = to;
    return err == HRA_ENOMEM ? hra_no_memory(why) : err;
}

static int round_of(const hra_learner *l) {
    return ((const zero *)l->own)->round;
}

/* ---- going on -------------------------------------------------------------------------------*/

/* How many of the last games will be looked at again. */
static uint64_t needed(const zero *z, uint64_t games) {
    uint64_t round = (uint64_t)z->round, window = (uint64_t)z->window, next = games - games % round + round;
    uint64_t begin = next > window ? next - window : 0;
    return games > begin ? games - begin : 0;
}

static void remember(const hra_learner *l, hra_text *out) {
    const zero *z = l->own;
    uint64_t games = l->learnt.games, count = needed(z, games);
    hra_bytes_put(out, z->steps.taken, 8);
    hra_learnt_put_block(&l->learnt.net, z->steps.mean, out);
    hra_learnt_put_block(&l->learnt.net, z->steps.square, out);
    for (uint64_t n = games - count; n < games; n++)
        hra_zero_game_write(game_at(z, n), out);
}

/* Into games and steps that are new. */
static hra_err take_memory(hra_learner *l, uint64_t games, hra_bytes *from, hra_net_steps *steps,
                           hra_zero_game *list) {
    zero *z = l->own;
    const hra_net *net = &l->learnt.net;
    if (hra_bytes_left(from) < 8)
        return HRA_EDAMAGED;
    steps->taken = hra_bytes_take(from, 8);
    if (!hra_learnt_take_block(net, steps->mean, from) || !hra_learnt_take_block(net, steps->square, from))
        return HRA_EDAMAGED;
    hra_err err = HRA_OK;
    for (uint64_t n = games - needed(z, games); !err && n < games; n++)
        err = hra_zero_game_read(&list[n % (uint64_t)slots(z)], &z->works[0], n, z->way.plies, from);
    return err ? err : hra_bytes_left(from) ? HRA_EDAMAGED : HRA_OK;
}

static hra_err recall(hra_learner *l, const hra_learnt *read, const char *name, const hra_text *memory,
                      hra_error *why) {
    zero *z = l->own;
    hra_net_steps steps = {0};
    hra_zero_game *list = hra_room((uint64_t)slots(z), sizeof *list);
    hra_bytes from = {hra_text_string(memory), hra_text_string(memory) + memory->length};
    hra_err err = list ? hra_net_steps_init(&steps, &l->learnt.net, true) : HRA_ENOMEM;
    if (!err)
        err = take_memory(l, read->games, &from, &steps, list);
    if (!err) {
        hra_zero_game *old = z->games;
        hra_net_steps before = z->steps;
        z->games = list;
        z->steps = steps;
        list = old;
        steps = before;
    }
    release_games(list, slots(z));
    hra_net_steps_release(&steps);
    if (err == HRA_EDAMAGED)
        return hra_fail(why, err, -1, "'%s': the games in the replay buffer are damaged", name);
    return err ? hra_no_memory(why) : HRA_OK;
}

const hra_learner_interface hra_learn_zero = {
    .kind = {"zero", N_("Zero"), N_("AlphaZero-style self-play; a net guides the search and learns from it"),
             options},
    .player = "zero:file=*",
    .open = open_zero,
    .close = close_zero,
    .round = round_of,
    .learn = learn_zero,
    .remember = remember,
    .recall = recall,
    .play = play_zero,
    .take = take_zero,
};
