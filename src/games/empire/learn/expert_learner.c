/* The method `expert` of empire: the weights of its judge learn from plays of the judge against itself.
 *
 * A round is a number of plays by the weights so far, and then some passes of logistic regression (softmax of
 * the seats' strengths; AdamW without decay) over ends of turns of the last rounds. They begin with no more
 * than that points are good, or with those of a file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "games.h"
#include "games/empire/play/weights_file.h"
#include "learn.h"
#include "learn/generations.h"
#include "nets/trainer.h"

enum { MOST_ROUND = 100000, MOST_BEFORE = 15, CHECK = 1024, LEARN_STREAM = 1 };

typedef struct trainer {
    hra_generations generations;
    double passes, rate;
    hra_trainer net; /* says a strength; has a weight for each feature at each knot */
    em_eval judge;
    em_self_player *players; /* one a thread */
    em_lesson *lessons;      /* of a play, one behind the other the threads */
} trainer;

static const hra_option options[] = {
    {.name = "init",
     .type = HRA_OPTION_FILE,
     .help = "start from the weights in this file (default: only points count)"},
    {.name = "games-per-iteration",
     .type = HRA_OPTION_INT,
     .fallback = "4000",
     .min = 1,
     .max = MOST_ROUND,
     .help = "games between two updates"},
    {.name = "replay-iterations",
     .type = HRA_OPTION_INT,
     .fallback = "3",
     .min = 0,
     .max = MOST_BEFORE,
     .help = "earlier iterations whose games are used again"},
    {.name = "lambda",
     .type = HRA_OPTION_REAL,
     .fallback = "0.85",
     .min = 0,
     .max = 1,
     .help = "weight of the result against the value one turn later"},
    {.name = "epochs",
     .type = HRA_OPTION_REAL,
     .fallback = "3",
     .min = 0,
     .max = 1000,
     .help = "mean number of times each end of a turn is used"},
    {.name = "batch-size",
     .type = HRA_OPTION_INT,
     .fallback = "64",
     .min = 1,
     .max = 65536,
     .help = "positions per training step"},
    {.name = "learning-rate",
     .type = HRA_OPTION_REAL,
     .fallback = "0.01",
     .min = 0,
     .max = 10,
     .help = "learning rate of AdamW; falls to 2 % within each iteration"},
    {0},
};

/* ---- weights --------------------------------------------------------------------------------*/

static float *weight(const trainer *t, int knot, int feature) {
    const hra_net *net = &t->net.net;
    return net->weights + net->layer[0].rows + (knot * EM_FEATURES + feature) * net->layer[0].stride;
}

/* What is known before anything is learnt: points count, and they count more late in the game. */
static void begin_with_points(trainer *t) {
    for (int k = 0; k < EM_KNOTS; k++) {
        float point = 1.0F / (float)(1 + k);
        *weight(t, k, EM_F_HELD) = *weight(t, k, EM_F_POINTS) = *weight(t, k, EM_F_CONTINENT + 3) =
            *weight(t, k, EM_F_CONTINENT + 4) = point;
        for (int coins = 0; coins < 15; coins++)
            *weight(t, k, EM_F_COINS + coins) = 0.05F * (float)coins;
    }
}

/* The judge plays by the weights as they are, in hundredths, and these are what was learnt. */
static void set_judge(hra_learner *l) {
    trainer *t = l->own;
    em_weight_rows rounded;
    for (int k = 0; k < EM_KNOTS; k++)
        for (int f = 0; f < EM_FEATURES; f++)
            rounded[k][f] = (int16_t)fmaxf(fminf(roundf(100 * *weight(t, k, f)), INT16_MAX), -INT16_MAX);
    em_eval_open(&t->judge, em_of(l->game), (const int16_t(*)[EM_FEATURES])rounded);
    hra_text_clear(&l->learnt.own);
    em_weights_write(l->game, (const int16_t(*)[EM_FEATURES])rounded, &l->learnt.own);
}

/* ---- generations ----------------------------------------------------------------------------*/

static hra_err play(hra_learner *l, int thread, uint64_t number, hra_text *out) {
    trainer *t = l->own;
    const int turns = em_lessons_of(l->game);
    em_lesson *lessons = t->lessons + (size_t)thread * (size_t)turns;
    em_self_play(&t->players[thread], l->seed, number, lessons);
    for (int i = 0; i < turns; i++)
        em_lesson_write(l->game, &lessons[i], out);
    return out->err;
}

static hra_err check_game(const hra_learner *l, uint64_t number, const char *bytes, size_t length) {
    hra_bytes from = {bytes, bytes + length};
    em_lesson *lesson = malloc(sizeof *lesson);
    hra_err err = lesson ? HRA_OK : HRA_ENOMEM;
    for (int i = 0; !err && i < em_lessons_of(l->game); i++)
        err = em_lesson_read(l->game, lesson, &from);
    free(lesson);
    return err || !hra_bytes_left(&from) ? err : HRA_EDAMAGED;
}

static int knot_below(int left) {
    int k = 0;
    while (k < EM_KNOTS - 2 && left > em_knots[k + 1])
        k++;
    return k;
}

/* What a seat has, as features of the net: each at the knots before and behind. */
static int look(const em_lesson *s, int seat, hra_feature *out) {
    const int k = knot_below(s->left[seat]), n = 2 * s->count[seat];
    const float part = (float)(s->left[seat] - em_knots[k]) / (float)(em_knots[k + 1] - em_knots[k]);
    for (int i = 0; i < n; i++) {
        em_feature f = s->feature[seat][i / 2];
        out[i] = (hra_feature){(uint32_t)((k + i % 2) * EM_FEATURES + f.index),
                               (float)f.number * (i % 2 ? part : 1 - part)};
    }
    return n;
}

static void learn_one(trainer *t, int seats, const em_lesson *s, double done) {
    hra_feature seen[EM_SEATS][2 * EM_MOST_FEATURES];
    float strength[EM_SEATS] = {0}, share[EM_SEATS];
    int n[EM_SEATS];
    for (int seat = 0; seat < seats; seat++) {
        n[seat] = look(s, seat, seen[seat]);
        strength[seat] = *hra_net_forward(&t->net.work, seen[seat], n[seat]);
    }
    em_learn_shares(strength, seats, share);
    for (int seat = 0; seat < seats; seat++)
        hra_trainer_add(&t->net, seen[seat], n[seat], s->target[seat] - share[seat]);
    hra_trainer_step(&t->net, done);
}

/* Where each lesson of the window begins. */
static hra_err find_lessons(const hra_learner *l, uint64_t begin, uint64_t end, hra_bytes *out) {
    const trainer *t = l->own;
    em_lesson *lesson = malloc(sizeof *lesson);
    hra_err err = lesson ? HRA_OK : HRA_ENOMEM;
    for (uint64_t n = begin; !err && n < end; n++) {
        const hra_text *game = hra_generations_game(&t->generations, n);
        hra_bytes from = {game->data, game->data + game->length};
        for (int i = 0; !err && i < em_lessons_of(l->game); i++) {
            *out++ = from;
            err = em_lesson_read(l->game, lesson, &from);
        }
    }
    free(lesson);
    return err;
}

static hra_err learn_from(hra_learner *l, const hra_bytes *at, uint32_t count, uint64_t end,
                          const hra_progress *progress) {
    trainer *t = l->own;
    const uint64_t all = (uint64_t)(t->passes * (double)count + 0.5);
    em_lesson *lesson = malloc(sizeof *lesson);
    hra_rng rng;
    hra_err err = lesson ? HRA_OK : HRA_ENOMEM;
    hra_rng_init_stream(&rng, l->seed, end, 0, LEARN_STREAM);
    hra_trainer_begin(&t->net, t->rate);
    for (uint64_t i = 0; !err && i < all; i++) {
        hra_bytes from = at[hra_rng_below(&rng, count)];
        if (i % CHECK == 0 && progress && hra_stop_is_set(progress->stop))
            err = HRA_ESTOPPED;
        if (!err)
            err = em_lesson_read(l->game, lesson, &from);
        if (!err)
            learn_one(t, l->game->seats, lesson, (double)i / (double)all);
    }
    free(lesson);
    return err;
}

static hra_err learn(hra_learner *l, uint64_t end, const hra_progress *progress, hra_error *why) {
    trainer *t = l->own;
    const size_t bytes = t->net.net.size * sizeof(float);
    const uint64_t begin = hra_generations_begin(&t->generations, end),
                   count = (end - begin) * (uint64_t)em_lessons_of(l->game);
    hra_bytes *at = hra_room(count, sizeof *at);
    float *before = hra_net_block(&t->net.net);
    hra_err err = at && before ? find_lessons(l, begin, end, at) : HRA_ENOMEM;
    if (before)
        memcpy(before, t->net.net.weights, bytes);
    if (!err)
        err = learn_from(l, at, (uint32_t)count, end, progress);
    if (err && before)
        memcpy(t->net.net.weights, before, bytes);
    free(before);
    free(at);
    if (err)
        return err;
    if (!hra_net_finite(&t->net.net))
        return hra_learn_diverged(why);
    set_judge(l);
    return l->learnt.own.err;
}

/* The weights as they are, not in hundredths. */
static void keep(const hra_learner *l, hra_text *out) {
    const trainer *t = l->own;
    hra_learnt_put_block(&t->net.net, t->net.net.weights, out);
}

static hra_err take(hra_learner *l, const hra_learnt *read, hra_bytes *from) {
    trainer *t = l->own;
    float *block = hra_net_block(&t->net.net);
    hra_err err = !block                                                                     ? HRA_ENOMEM
                  : hra_learnt_take_block(&t->net.net, block, from) && !hra_bytes_left(from) ? HRA_OK
                                                                                             : HRA_EDAMAGED;
    for (size_t i = 0; !err && i < t->net.net.size; i++)
        err = isfinite(block[i]) ? HRA_OK : HRA_EDAMAGED;
    if (!err) {
        memcpy(t->net.net.weights, block, t->net.net.size * sizeof *block);
        set_judge(l);
    }
    free(block);
    return err;
}

static const hra_generation_kind generations = {
    .play = play, .check_game = check_game, .learn = learn, .keep = keep, .take = take};

/* ---- opening --------------------------------------------------------------------------------*/

static void close_expert(hra_learner *l) {
    trainer *t = l->own;
    hra_generations_release(&t->generations);
    hra_trainer_close(&t->net);
    free(t->players);
    free(t->lessons);
    free(t);
    l->own = NULL;
}

static hra_err begin_weights(hra_learner *l, const char *from, hra_error *why) {
    trainer *t = l->own;
    em_weight_rows rows;
    hra_err err = from ? em_weights_open(l->game, from, rows, why) : HRA_OK;
    if (!from)
        begin_with_points(t);
    for (int k = 0; !err && from && k < EM_KNOTS; k++)
        for (int f = 0; f < EM_FEATURES; f++)
            *weight(t, k, f) = (float)rows[k][f] / 100;
    if (!err)
        set_judge(l);
    return err;
}

static hra_err open_players(hra_learner *l, double lambda) {
    trainer *t = l->own;
    t->players = calloc((size_t)l->threads, sizeof *t->players);
    t->lessons = hra_room((uint64_t)l->threads * (uint64_t)em_lessons_of(l->game), sizeof *t->lessons);
    for (int i = 0; t->players && i < l->threads; i++) {
        t->players[i].game = l->game;
        t->players[i].judge = &t->judge;
        t->players[i].lambda = (float)lambda;
    }
    return t->players && t->lessons ? HRA_OK : HRA_ENOMEM;
}

static hra_err open_expert(hra_learner *l, const hra_options *given, hra_error *why) {
    static const hra_net_shape shape = {EM_KNOTS * EM_FEATURES, 1, {1}, {HRA_NET_LINEAR}};
    trainer *t = l->own = calloc(1, sizeof *t);
    if (!t)
        return hra_no_memory(why);
    t->passes = hra_options_real(given, "epochs");
    t->rate = hra_options_real(given, "learning-rate");
    hra_err err = hra_learnt_init(&l->learnt, l->game, HRA_LEARNT_OWN, NULL, 0, 1, why);
    if (err)
        return err;
    err = hra_trainer_open(&t->net, &shape, (int)hra_options_int(given, "batch-size"));
    if (!err)
        err = hra_generations_init(&t->generations, &generations,
                                   (int)hra_options_int(given, "games-per-iteration"),
                                   (int)hra_options_int(given, "replay-iterations"));
    if (!err)
        err = open_players(l, hra_options_real(given, "lambda"));
    return err ? hra_no_memory(why) : begin_weights(l, hra_options_text(given, "init"), why);
}

static void describe(const hra_learner *l, hra_text *out) {
    hra_text_addf(out, _("weights of %d features at %d points of the game"), EM_FEATURES, EM_KNOTS);
}

const hra_learner_interface em_learn_expert = {
    .kind = {"expert", N_("Empire weights"), N_("train the weights of the player expert by self-play"),
             options},
    .player = "mcts:playouts=1,weights=*",
    .describe = describe,
    .open = open_expert,
    .close = close_expert,
    .round = hra_generations_round,
    .learn = hra_generations_learn,
    .remember = hra_generations_remember,
    .recall = hra_generations_recall,
    .play = hra_generations_play,
    .take = hra_generations_take,
};
