/* The method `rollout`: a net of outcomes (the pupil) learns from a teacher how positions of self-play end.
 *
 * In each iteration the teacher plays games against itself. Positions are drawn from them. For each position
 * the probability of each outcome is estimated from the result of the game, or by rollouts
 * (rollout_target.h). The pupil is trained on these in mini-batches and becomes the teacher.
 *
 * G. Tesauro and G. Galperin, "On-line policy improvement using Monte-Carlo search", 1996, for rollouts; GNU
 * Backgammon's nets were trained on positions that were rolled out. The optimiser is AdamW (Loshchilov and
 * Hutter 2019). */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "learn/generations.h"
#include "learn/rollout_game.h"

enum { MOST_ROUND = 100000, MOST_PLIES = 1000000, MOST_TRIALS = 1000000 };

typedef struct rollout {
    hra_generations generations;
    hra_teaching teaching;
    hra_pupil_way way; /* but for the rate, which falls by `half` */
    int renew;
    double half;
    hra_learnt first, copy; /* teachers: of the file that an option names, and a pupil as it was */
    bool renewed;           /* a pupil has become the teacher */
    hra_net_steps steps;
    hra_rollout_player **players; /* one a thread, opened when it plays */
} rollout;

/* ---- opening --------------------------------------------------------------------------------*/

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    {"init", HRA_OPTION_FILE, NULL, 0, 0, NULL,
     N_("model that is the first teacher (default: the new net)")},
    {"hidden", HRA_OPTION_TEXT, "40", 0, 0, "N|NxN...",
     N_("neurons per hidden layer of a net, such as 40 or 80x40 (0: none)")},
    {"target", HRA_OPTION_CHOICE, "rollout", 0, 0, "rollout|game",
     N_("train on rollouts of positions, or on results of their games")},
    {"lambda", HRA_OPTION_REAL, "1", 0, 1, NULL,
     N_("target=game: weight of the result against the teacher's next value")},
    {"trials", HRA_OPTION_INT, "0", 0, MOST_TRIALS, NULL,
     N_("rollouts per position (0: each first roll once)")},
    {"truncate", HRA_OPTION_INT, "1", 0, MOST_PLIES, NULL,
     N_("decisions before the teacher evaluates (0: to the end)")},
    {"positions", HRA_OPTION_INT, "10", 0, MOST_PLIES, NULL,
     N_("positions per game to train on (0: all)")},
    {"random-opening", HRA_OPTION_INT, "8", 0, MOST_PLIES, NULL,
     N_("start each game with 0 to N random moves")},
    {"candidate-margin", HRA_OPTION_REAL, "0", 0, 1e6, NULL,
     N_("also train after moves this much worse than the best (target=rollout)")},
    {"games-per-iteration", HRA_OPTION_INT, "50", 1, MOST_ROUND, NULL,
     N_("games between two updates")},
    {"teacher-update", HRA_OPTION_INT, "1", 0, MOST_ROUND, NULL,
     N_("iterations between copies of the net to the teacher (0: never)")},
    {"epochs", HRA_OPTION_REAL, "2", 0, 1000, NULL,
     N_("mean number of times each position is used")},
    {"batch-size", HRA_OPTION_INT, "32", 1, 65536, NULL, N_("positions per training step")},
    {"learning-rate", HRA_OPTION_REAL, "0.003", 0, 10, NULL, N_("learning rate of AdamW")},
    {"decay-games", HRA_OPTION_REAL, "0", 0, 1e15, NULL,
     N_("divide the learning rate by 1 + games/N (0: constant)")},
    {"anneal", HRA_OPTION_FLAG, "no", 0, 0, NULL,
     N_("lower the learning rate linearly to 0 within an iteration")},
    {"weight-decay", HRA_OPTION_REAL, "0", 0, 1, NULL, N_("weight decay of AdamW")},
    {"max-plies", HRA_OPTION_INT, "2000", 1, MOST_PLIES, NULL,
     N_("stop games longer than N plies; their result is unknown")},
    {0},
};
/* clang-format on */

static void read_options(rollout *r, const hra_options *given) {
    r->teaching = (hra_teaching){.way = {.trials = (int)hra_options_int(given, "trials"),
                                         .plies = (int)hra_options_int(given, "truncate"),
                                         .most = (int)hra_options_int(given, "max-plies")},
                                 .by_game = hra_options_choice(given, "target") == 1,
                                 .positions = (int)hra_options_int(given, "positions"),
                                 .opening = (int)hra_options_int(given, "random-opening"),
                                 .lambda = hra_options_real(given, "lambda"),
                                 .near = hra_options_real(given, "candidate-margin")};
    r->way = (hra_pupil_way){.passes = hra_options_real(given, "epochs"),
                             .rate = hra_options_real(given, "learning-rate"),
                             .decay = hra_options_real(given, "weight-decay"),
                             .batch = (int)hra_options_int(given, "batch-size"),
                             .fall = hra_options_flag(given, "anneal")};
    r->renew = (int)hra_options_int(given, "teacher-update");
    r->half = hra_options_real(given, "decay-games");
}

static void close_players(hra_learner *l) {
    rollout *r = l->own;
    for (int i = 0; r->players && i < l->threads; i++) {
        hra_rollout_player_close(r->players[i]);
        r->players[i] = NULL;
    }
}

static void close_rollout(hra_learner *l) {
    rollout *r = l->own;
    close_players(l);
    hra_generations_release(&r->generations);
    hra_learnt_release(&r->first);
    hra_learnt_release(&r->copy);
    hra_net_steps_release(&r->steps);
    free(r->players);
    free(r);
    l->own = NULL;
}

static const hra_learnt *teacher_of(const rollout *r) {
    return r->first.game && !r->renewed ? &r->first : &r->copy;
}

static hra_err open_nets(hra_learner *l, rollout *r, const hra_options *given, hra_error *why) {
    const hra_teaching *t = &r->teaching;
    const bool judged = t->by_game ? t->lambda < 1 : t->way.plies > 0;
    int hidden[HRA_NET_LAYERS], layers;
    const char *from = hra_options_text(given, "init");
    hra_err err = hra_learn_hidden(hra_options_text(given, "hidden"), hidden, &layers, why);
    if (!err)
        err = hra_learnt_init(&r->copy, l->game, HRA_LEARNT_OUTCOMES, hidden, layers, 1, why);
    if (!err && from)
        err = hra_learnt_open(&r->first, l->game, from, N_("method rollout"), why);
    if (!err && from && judged && r->first.form != HRA_LEARNT_OUTCOMES)
        err = hra_fail(why, HRA_EFIT, -1,
                       "'%s': not a net of outcomes, so it cannot evaluate truncated rollouts; add "
                       "target=game or truncate=0",
                       from);
    if (!err && t->by_game && t->near > 0)
        err = hra_fail(why, HRA_EINPUT, -1, "option 'candidate-margin' needs target=rollout");
    if (!err)
        err = hra_pupil_begin(&l->learnt, l->game, hidden, layers, l->seed, from ? &r->first : NULL, why);
    if (!err)
        memcpy(r->copy.net.weights, l->learnt.net.weights, l->learnt.net.size * sizeof(float));
    return err;
}

static const hra_generation_kind generations;

static hra_err open_rollout(hra_learner *l, const hra_options *given, hra_error *why) {
    rollout *r = l->own = calloc(1, sizeof *r);
    if (!r)
        return hra_no_memory(why);
    read_options(r, given);
    hra_err err = open_nets(l, r, given, why);
    if (err)
        return err;
    r->players = calloc((size_t)l->threads, sizeof *r->players);
    err = hra_generations_init(&r->generations, &generations,
                               (int)hra_options_int(given, "games-per-iteration"), 0);
    if (!err)
        err = hra_net_steps_init(&r->steps, &l->learnt.net, true);
    return !err && r->players ? HRA_OK : hra_no_memory(why);
}

/* ---- generations ----------------------------------------------------------------------------*/

static hra_err play(hra_learner *l, int thread, uint64_t number, hra_text *out) {
    rollout *r = l->own;
    hra_err err = HRA_OK;
    if (!r->players[thread])
        err = hra_rollout_player_open(&r->players[thread], teacher_of(r));
    return err ? err : hra_rollout_player_play(r->players[thread], &r->teaching, l->seed, number, out);
}

static hra_err check_game(const hra_learner *l, uint64_t number, const char *bytes, size_t length) {
    hra_lessons lessons = {.game = l->game};
    hra_bytes from = {bytes, bytes + length};
    hra_err err = hra_lessons_read(&lessons, number, true, &from);
    hra_lessons_release(&lessons);
    return err || !hra_bytes_left(&from) ? err : HRA_EDAMAGED;
}

static hra_err learn(hra_learner *l, uint64_t end, const hra_progress *progress, hra_error *why) {
    rollout *r = l->own;
    hra_lessons lessons = {.game = l->game};
    hra_pupil_way way = r->way;
    hra_err err = HRA_OK;
    for (uint64_t n = hra_generations_begin(&r->generations, end); !err && n < end; n++) {
        const hra_text *game = hra_generations_game(&r->generations, n);
        hra_bytes from = {game->data, game->data + game->length};
        err = hra_lessons_read(&lessons, n, false, &from);
    }
    if (r->half > 0)
        way.rate = r->way.rate / (1 + (double)end / r->half);
    if (!err)
        err = hra_lessons_learn(&lessons, &way, l->seed, end, &l->learnt, &r->steps, progress);
    hra_lessons_release(&lessons);
    if (err)
        return err;
    if (r->renew && end / (uint64_t)r->generations.round % (uint64_t)r->renew == 0) {
        memcpy(r->copy.net.weights, l->learnt.net.weights, l->learnt.net.size * sizeof(float));
        r->renewed = true;
        close_players(l);
    }
    return HRA_OK;
}

/* ---- going on -------------------------------------------------------------------------------*/

static void keep(const hra_learner *l, hra_text *out) {
    const rollout *r = l->own;
    hra_bytes_put(out, r->renewed, 8);
    hra_bytes_put(out, r->steps.taken, 8);
    hra_learnt_put_block(&l->learnt.net, r->copy.net.weights, out);
    hra_learnt_put_block(&l->learnt.net, r->steps.mean, out);
    hra_learnt_put_block(&l->learnt.net, r->steps.square, out);
}

static hra_err take(hra_learner *l, const hra_learnt *read, hra_bytes *from) {
    rollout *r = l->own;
    const hra_net *net = &l->learnt.net;
    hra_net_steps steps = {0};
    float *copy = hra_net_block(net);
    hra_err err = copy ? hra_net_steps_init(&steps, net, true) : HRA_ENOMEM;
    uint64_t renewed = 2;
    if (!err && hra_bytes_left(from) >= 16) {
        renewed = hra_bytes_take(from, 8);
        steps.taken = hra_bytes_take(from, 8);
    }
    bool whole = !err && renewed <= 1 && hra_learnt_take_block(net, copy, from) &&
                 hra_learnt_take_block(net, steps.mean, from) &&
                 hra_learnt_take_block(net, steps.square, from) && !hra_bytes_left(from);
    if (whole) {
        hra_net_steps before = r->steps;
        r->steps = steps;
        steps = before;
        memcpy(r->copy.net.weights, copy, net->size * sizeof *copy);
        r->renewed = renewed;
        close_players(l);
    }
    hra_net_steps_release(&steps);
    free(copy);
    return err ? err : whole ? HRA_OK : HRA_EDAMAGED;
}

/* At the end of a round there are no games to go on with, and the file is that of version 0.1, which learnt in
 * whole rounds only. */
static void remember(const hra_learner *l, hra_text *out) {
    const rollout *r = l->own;
    if (l->learnt.games % (uint64_t)r->generations.round)
        hra_generations_remember(l, out);
    else
        keep(l, out);
}

static hra_err recall(hra_learner *l, const hra_learnt *read, const char *name, const hra_text *memory,
                      hra_error *why) {
    const rollout *r = l->own;
    hra_text whole;
    if (read->games % (uint64_t)r->generations.round)
        return hra_generations_recall(l, read, name, memory, why);
    hra_text_init(&whole);
    hra_bytes_put(&whole, 0, 8); /* games */
    hra_text_add_bytes(&whole, hra_text_string(memory), memory->length);
    hra_err err = whole.err ? hra_no_memory(why) : hra_generations_recall(l, read, name, &whole, why);
    hra_text_release(&whole);
    return err;
}

static const hra_generation_kind generations = {
    .play = play, .check_game = check_game, .learn = learn, .keep = keep, .take = take};

const hra_learner_interface hra_learn_rollout = {
    .kind = {"rollout", N_("Rollout"), N_("train a net on rollouts by a teacher"), options},
    .player = HRA_LEARNT_PLAYER,
    .open = open_rollout,
    .close = close_rollout,
    .round = hra_generations_round,
    .learn = hra_generations_learn,
    .remember = remember,
    .recall = recall,
    .play = hra_generations_play,
    .take = hra_generations_take,
};
