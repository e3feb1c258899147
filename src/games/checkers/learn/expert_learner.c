/* The method `expert` of checkers: its nets learn from games of the engine against itself.
 *
 * A round is a generation: games of the engine that judges by the nets so far, at first by material alone.
 * Then the nets learn from the games of this generation and of some before it, and play the next one. */
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "games/checkers/play/weights.h"
#include "learn.h"
#include "learn/generations.h"
#include "nets.h"
#include "rules/host.h"

enum { RESIDENT = 16 << 20, MOST_ROUND = 100000, MOST_BEFORE = 15 };

typedef struct trainer {
    hra_generations generations;
    ck_way way;
    int batch;
    double passes, own_passes, rate;
    bool from; /* it begins with nets, and they go on */
    ck_weights weights;
    bool known; /* there are weights; else material judges */
    ck_tables *tables;
    ck_self_player **players; /* one a thread */
    ck_lessons *played;       /* by each */
} trainer;

static const hra_option options[] = {
    {.name = "init",
     .type = HRA_OPTION_FILE,
     .help = "start from the nets in this file (default: none; material plays first)"},
    {.name = "nodes",
     .type = HRA_OPTION_INT,
     .fallback = "1500",
     .min = 1,
     .max = 1e9,
     .help = "nodes per move of the training games"},
    {.name = "tablebase-pieces",
     .type = HRA_OPTION_INT,
     .fallback = "4",
     .min = 0,
     .max = CK_MAX_PIECES,
     .help = "pieces of the tablebases that searches use (0: none)"},
    {.name = "min-pieces",
     .type = HRA_OPTION_INT,
     .fallback = "0",
     .min = 0,
     .max = 24,
     .help = "end games with fewer pieces without a result (0: play to the end)"},
    {.name = "games-per-iteration",
     .type = HRA_OPTION_INT,
     .fallback = "8000",
     .min = 1,
     .max = MOST_ROUND,
     .help = "games between two updates"},
    {.name = "replay-iterations",
     .type = HRA_OPTION_INT,
     .fallback = "1",
     .min = 0,
     .max = MOST_BEFORE,
     .help = "earlier iterations whose games are used again"},
    {.name = "search-weight",
     .type = HRA_OPTION_REAL,
     .fallback = "0.9",
     .min = 0,
     .max = 1,
     .help = "weight of search values in the targets; the rest is the game result"},
    {.name = "lambda",
     .type = HRA_OPTION_REAL,
     .fallback = "0.9",
     .min = 0,
     .max = 1,
     .help = "weight of later search values for earlier positions"},
    {.name = "epochs",
     .type = HRA_OPTION_REAL,
     .fallback = "6",
     .min = 0,
     .max = 1000,
     .help = "epochs of one net for all positions, without option init"},
    {.name = "phase-epochs",
     .type = HRA_OPTION_REAL,
     .fallback = "8",
     .min = 0,
     .max = 1000,
     .help = "epochs of the net of each phase after that"},
    {.name = "batch-size",
     .type = HRA_OPTION_INT,
     .fallback = "256",
     .min = 1,
     .max = 65536,
     .help = "positions per training step"},
    {.name = "learning-rate",
     .type = HRA_OPTION_REAL,
     .fallback = "0.002",
     .min = 0,
     .max = 10,
     .help = "learning rate of AdamW; falls to 2 % within each iteration"},
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static void read_options(trainer *t, const hra_options *o) {
    t->way = (ck_way){.nodes = (uint64_t)hra_options_int(o, "nodes"),
                      .until = (int)hra_options_int(o, "min-pieces"),
                      .share = hra_options_real(o, "search-weight"),
                      .lambda = hra_options_real(o, "lambda")};
    t->batch = (int)hra_options_int(o, "batch-size");
    t->passes = hra_options_real(o, "epochs");
    t->own_passes = hra_options_real(o, "phase-epochs");
    t->rate = hra_options_real(o, "learning-rate");
}

static void close_players(hra_learner *l) {
    trainer *t = l->own;
    for (int i = 0; t->players && i < l->threads; i++) {
        ck_self_player_close(t->players[i]);
        t->players[i] = NULL;
    }
}

static void close_expert(hra_learner *l) {
    trainer *t = l->own;
    close_players(l);
    for (int i = 0; t->played && i < l->threads; i++)
        ck_lessons_release(&t->played[i]);
    hra_generations_release(&t->generations);
    ck_tables_close(t->tables);
    free(t->players);
    free(t->played);
    free(t);
    l->own = NULL;
}

static hra_err open_tables(const hra_learner *l, trainer *t, int pieces, hra_error *why) {
    bool writes;
    const char *folder = hra_game_tables(l->game, l->data, &writes);
    if (pieces < 2)
        return HRA_OK;
    hra_err err = (writes ? ck_tables_build : ck_tables_build_aside)(&t->tables, folder, pieces, RESIDENT,
                                                                     l->threads, NULL, why);
    return err ? err : ck_tables_take_outcomes(t->tables, folder, l->threads, NULL, why);
}

/* Writes the weights into the model. */
static hra_err tell_weights(hra_learner *l, hra_error *why) {
    const trainer *t = l->own;
    unsigned char *bytes = malloc(CK_WEIGHTS_BYTES);
    hra_text *own = &l->learnt.own;
    if (!bytes)
        return hra_no_memory(why);
    ck_weights_write(&t->weights, bytes);
    hra_text_clear(own);
    hra_text_add_bytes(own, (const char *)bytes, CK_WEIGHTS_BYTES);
    free(bytes);
    return own->err ? hra_no_memory(why) : HRA_OK;
}

/* Who plays on a thread; opened when a thread plays for the first time. */
static hra_err player_of(trainer *t, int worker, ck_self_player **out) {
    hra_err err = HRA_OK;
    if (!t->players[worker])
        err = ck_self_player_open(&t->players[worker], t->known ? &t->weights : NULL, t->tables);
    *out = t->players[worker];
    return err;
}

/* ---- generations ----------------------------------------------------------------------------*/

static hra_err play(hra_learner *l, int thread, uint64_t number, hra_text *out) {
    trainer *t = l->own;
    ck_self_player *player;
    hra_err err = player_of(t, thread, &player);
    if (!err)
        err = ck_self_play(player, &t->way, l->seed, number, &t->played[thread]);
    if (!err)
        ck_lessons_write(&t->played[thread], out);
    return err;
}

static hra_err check_game(const hra_learner *l, uint64_t number, const char *bytes, size_t length) {
    hra_bytes from = {bytes, bytes + length};
    ck_lessons lessons = {0};
    hra_err err = ck_lessons_read(&lessons, &from);
    ck_lessons_release(&lessons);
    return err || !hra_bytes_left(&from) ? err : HRA_EDAMAGED;
}

/* The lessons of games begin..end-1. */
static hra_err read_games(const trainer *t, uint64_t begin, uint64_t end, ck_lessons *out) {
    hra_err err = HRA_OK;
    for (uint64_t n = begin; !err && n < end; n++) {
        const hra_text *game = hra_generations_game(&t->generations, n);
        hra_bytes from = {game->data, game->data + game->length};
        err = ck_lessons_read(&out[n - begin], &from);
    }
    return err;
}

static hra_err learn(hra_learner *l, uint64_t end, const hra_progress *progress, hra_error *why) {
    trainer *t = l->own;
    const uint64_t begin = hra_generations_begin(&t->generations, end);
    ck_lessons *games = hra_room(end - begin, sizeof *games);
    hra_err err = games ? read_games(t, begin, end, games) : HRA_ENOMEM;
    const ck_course course = {.games = games,
                              .count = (int)(end - begin),
                              .passes = t->from ? 0 : t->passes,
                              .own_passes = t->own_passes,
                              .rate = t->rate,
                              .batch = t->batch,
                              .threads = l->threads,
                              .seed = l->seed + end,
                              .progress = progress};
    if (!err)
        err = ck_nets_learn(&course, &t->weights);
    for (uint64_t i = 0; games && i < end - begin; i++)
        ck_lessons_release(&games[i]);
    free(games);
    if (err)
        return err;
    t->known = true;
    close_players(l); /* who judged by what was known before */
    return tell_weights(l, why);
}

/* The weights are what was learnt. */
static hra_err take(hra_learner *l, const hra_learnt *read, hra_bytes *from) {
    trainer *t = l->own;
    ck_weights *weights = malloc(sizeof *weights);
    const hra_text *own = &read->own;
    hra_err err = weights ? HRA_OK : HRA_ENOMEM;
    if (!err && hra_bytes_left(from))
        err = HRA_EDAMAGED;
    if (!err && own->length)
        err = ck_weights_read((const unsigned char *)own->data, own->length, weights);
    if (!err && own->length)
        t->weights = *weights;
    if (!err) {
        t->known = own->length > 0;
        close_players(l);
    }
    free(weights);
    return err;
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
    t->from = from != NULL;
    if (!err && from)
        err = ck_weights_open(l->game, from, &t->weights, &t->known, why);
    if (!err && t->known)
        err = tell_weights(l, why);
    if (!err && from && !t->known)
        err = hra_fail(why, HRA_EFIT, -1, "'%s': no trained nets in the file yet", from);
    if (!err)
        err = open_tables(l, t, (int)hra_options_int(given, "tablebase-pieces"), why);
    if (err)
        return err;
    t->players = calloc((size_t)l->threads, sizeof *t->players);
    t->played = calloc((size_t)l->threads, sizeof *t->played);
    err = hra_generations_init(&t->generations, &generations,
                               (int)hra_options_int(given, "games-per-iteration"),
                               (int)hra_options_int(given, "replay-iterations"));
    return !err && t->players && t->played ? HRA_OK : hra_no_memory(why);
}

static void describe(const hra_learner *l, hra_text *out) {
    hra_text_addf(out, _("%d nets %d-%d-%d-1, %llu weights"), CK_PHASES, CK_ROWS, CK_HIDDEN, CK_SECOND,
                  (unsigned long long)CK_PHASES *
                      ((CK_ROWS + 1) * CK_HIDDEN + (CK_HIDDEN + 1) * CK_SECOND + CK_SECOND + 1));
}

const hra_learner_interface ck_learn_expert = {
    .kind = {"expert", N_("Checkers nets"), N_("train the nets of the player expert by self-play"), options},
    .player = "expert:nets=*",
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
