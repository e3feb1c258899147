/* The method `expert` of chess: the weights of its evaluation learn from games of alpha-beta against itself.
 *
 * A round is a generation: games of the weights so far, at first those of the evaluation `pieces`. Then the weights
 * learn from the games of this generation and of some before it, and play the next one. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "fit.h"
#include "games.h"
#include "learn.h"
#include "learn/generations.h"

enum { MOST_ROUND = 100000, MOST_BEFORE = 15 };

typedef struct trainer {
    hra_generations generations;
    ch_way way;
    int batch, epochs;
    double rate, decay;
    ch_weights weights;
    ch_packed_weights packed;
    ch_lessons *played; /* by each thread */
} trainer;

static const hra_option options[] = {
    {.name = "init",
     .type = HRA_OPTION_FILE,
     .help = "start from the weights in this file (default: those of the evaluation pieces)"},
    {.name = "nodes",
     .type = HRA_OPTION_INT,
     .fallback = "600",
     .min = 1,
     .max = 1e9,
     .help = "nodes per move of the training games"},
    {.name = "games-per-iteration",
     .type = HRA_OPTION_INT,
     .fallback = "5000",
     .min = 1,
     .max = MOST_ROUND,
     .help = "games between two updates"},
    {.name = "replay-iterations",
     .type = HRA_OPTION_INT,
     .fallback = "3",
     .min = 0,
     .max = MOST_BEFORE,
     .help = "earlier iterations whose games are used again"},
    {.name = "search-weight",
     .type = HRA_OPTION_REAL,
     .fallback = "0.75",
     .min = 0,
     .max = 1,
     .help = "weight of search values in the targets; the rest is the game result"},
    {.name = "epochs",
     .type = HRA_OPTION_INT,
     .fallback = "20",
     .min = 1,
     .max = 1000,
     .help = "epochs of each iteration"},
    {.name = "batch-size",
     .type = HRA_OPTION_INT,
     .fallback = "16384",
     .min = 1,
     .max = 1048576,
     .help = "positions per training step"},
    {.name = "learning-rate",
     .type = HRA_OPTION_REAL,
     .fallback = "1",
     .min = 0,
     .max = 100,
     .help = "learning rate of AdamW, in hundredths of a pawn; falls to 0 within each iteration"},
    {.name = "decay",
     .type = HRA_OPTION_REAL,
     .fallback = "0.02",
     .min = 0,
     .max = 1,
     .help = "decay of what an iteration changes"},
    {0},
};

/* ---- opening ------------------------------------------------------------------------------------*/

static void read_options(trainer *t, const hra_options *o) {
    t->way = (ch_way){.nodes = (uint64_t)hra_options_int(o, "nodes"),
                      .share = hra_options_real(o, "search-weight")};
    t->epochs = (int)hra_options_int(o, "epochs");
    t->batch = (int)hra_options_int(o, "batch-size");
    t->rate = hra_options_real(o, "learning-rate");
    t->decay = hra_options_real(o, "decay");
}

static void close_expert(hra_learner *l) {
    trainer *t = l->own;
    for (int i = 0; t->played && i < l->threads; i++)
        ch_lessons_release(&t->played[i]);
    hra_generations_release(&t->generations);
    free(t->played);
    free(t);
    l->own = NULL;
}

/* Writes the weights into the model. */
static hra_err tell_weights(hra_learner *l, hra_error *why) {
    trainer *t = l->own;
    ch_pack_weights(&t->weights, &t->packed);
    hra_text_clear(&l->learnt.own);
    ch_weights_write(&t->weights, &l->learnt.own);
    return l->learnt.own.err ? hra_no_memory(why) : HRA_OK;
}

/* ---- generations --------------------------------------------------------------------------------*/

static hra_err play(hra_learner *l, int thread, uint64_t number, hra_text *out) {
    trainer *t = l->own;
    hra_err err = ch_self_play(l->game, &t->packed, &t->way, l->seed, number, &t->played[thread]);
    if (!err)
        ch_lessons_write(&t->played[thread], out);
    return err;
}

static hra_err check_game(const hra_learner *l, uint64_t number, const char *bytes, size_t length) {
    hra_bytes from = {bytes, bytes + length};
    ch_lessons lessons = {0};
    hra_err err = ch_lessons_read(ch_game_of(l->game), &lessons, &from);
    ch_lessons_release(&lessons);
    return err || !hra_bytes_left(&from) ? err : HRA_EDAMAGED;
}

static hra_err learn(hra_learner *l, uint64_t end, const hra_progress *progress, hra_error *why) {
    trainer *t = l->own;
    ch_lessons lessons = {0};
    hra_err err = HRA_OK;
    for (uint64_t n = hra_generations_begin(&t->generations, end); !err && n < end; n++) {
        const hra_text *game = hra_generations_game(&t->generations, n);
        hra_bytes from = {game->data, game->data + game->length};
        err = ch_lessons_read(ch_game_of(l->game), &lessons, &from);
    }
    const ch_course course = {.lessons = &lessons,
                              .epochs = t->epochs,
                              .batch = t->batch,
                              .rate = t->rate,
                              .decay = t->decay,
                              .seed = l->seed + end,
                              .progress = progress};
    if (!err)
        err = ch_fit(ch_game_of(l->game), &course, &t->weights);
    ch_lessons_release(&lessons);
    return err ? err : tell_weights(l, why);
}

static hra_err take(hra_learner *l, const hra_learnt *read, hra_bytes *from) {
    trainer *t = l->own;
    ch_weights weights;
    const hra_text *own = &read->own;
    hra_err err =
        hra_bytes_left(from) ? HRA_EDAMAGED : ch_weights_read(hra_text_string(own), own->length, &weights);
    if (err)
        return err;
    t->weights = weights;
    ch_pack_weights(&t->weights, &t->packed);
    return HRA_OK;
}

static const hra_generation_kind generations = {
    .play = play, .check_game = check_game, .learn = learn, .take = take};

static hra_err open_expert(hra_learner *l, const hra_options *given, hra_error *why) {
    trainer *t = l->own = calloc(1, sizeof *t);
    if (!t)
        return hra_no_memory(why);
    read_options(t, given);
    hra_err err = hra_learnt_init(&l->learnt, l->game, HRA_LEARNT_OWN, NULL, 0, 1, why);
    const char *from = hra_options_text(given, "init");
    ch_weights_begin(ch_game_of(l->game), &t->weights);
    if (!err && from)
        err = ch_weights_open(l->game, from, &t->weights, why);
    if (!err)
        err = tell_weights(l, why);
    if (err)
        return err;
    t->played = calloc((size_t)l->threads, sizeof *t->played);
    err = hra_generations_init(&t->generations, &generations,
                               (int)hra_options_int(given, "games-per-iteration"),
                               (int)hra_options_int(given, "replay-iterations"));
    return !err && t->played ? HRA_OK : hra_no_memory(why);
}

static void describe(const hra_learner *l, hra_text *out) {
    hra_text_addf(out, _("%d terms with two weights each"), CH_TERMS);
}

const hra_learner_interface ch_learn_expert = {
    .kind = {"expert", N_("Chess weights"), N_("train the evaluation of the player expert by self-play"),
             options},
    .player = "expert:depth=4,eval=fitted(weights=*)",
    .thinks = true,
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
