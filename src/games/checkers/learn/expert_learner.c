/* The method `expert` of checkers: its nets learn from games of the engine against itself.
 *
 * A round is a generation: games of the engine that judges by the nets so far, at first by material alone.
 * Then the nets learn from the games of this generation and of some before it, and play the next one. */
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "core/thread.h"
#include "games/checkers/play/weights.h"
#include "learn.h"
#include "learn/learner.h"
#include "nets.h"

enum { RESIDENT = 16 << 20, MOST_ROUND = 100000, MOST_BEFORE = 15 };

typedef struct trainer {
    ck_way way;
    int round, before, batch;
    double passes, own_passes, rate;
    bool from; /* it begins with nets, and they go on */
    ck_weights weights;
    bool known; /* there are weights; else material judges */
    ck_tables *tables;
    ck_self_player **players; /* one a thread */
    ck_lessons *games;        /* of the last rounds, game n at n % slots */
} trainer;

static const hra_option options[] = {
    {.name = "from",
     .type = HRA_OPTION_FILE,
     .help =
         "nets that play the first games, and that go on learning (default: none; material plays, and nets "
         "learn from chance)"},
    {.name = "nodes",
     .type = HRA_OPTION_INT,
     .fallback = "1500",
     .min = 1,
     .max = 1e9,
     .help = "positions of each search of the games"},
    {.name = "tables",
     .type = HRA_OPTION_INT,
     .fallback = "4",
     .min = 0,
     .max = CK_MAX_PIECES,
     .help = "pieces of the endings that the searches know from tables; 0: none"},
    {.name = "until",
     .type = HRA_OPTION_INT,
     .fallback = "0",
     .min = 0,
     .max = 24,
     .help = "a game ends without a result when it has fewer pieces; 0: it is played to its end"},
    {.name = "round",
     .type = HRA_OPTION_INT,
     .fallback = "8000",
     .min = 1,
     .max = MOST_ROUND,
     .help = "games of a generation, which are played before the nets learn from them"},
    {.name = "before",
     .type = HRA_OPTION_INT,
     .fallback = "1",
     .min = 0,
     .max = MOST_BEFORE,
     .help = "generations before it whose games the nets learn from too"},
    {.name = "share",
     .type = HRA_OPTION_REAL,
     .fallback = "0.9",
     .min = 0,
     .max = 1,
     .help = "of what is foretold, how much the searches say; the rest is the result of the game"},
    {.name = "lambda",
     .type = HRA_OPTION_REAL,
     .fallback = "0.9",
     .min = 0,
     .max = 1,
     .help = "how much what a search says counts for the positions before it"},
    {.name = "passes",
     .type = HRA_OPTION_REAL,
     .fallback = "6",
     .min = 0,
     .max = 1000,
     .help = "times that one net learns from all positions, unless from is given"},
    {.name = "phases",
     .type = HRA_OPTION_REAL,
     .fallback = "8",
     .min = 0,
     .max = 1000,
     .help = "times that the net of each phase learns from the positions of its own after that"},
    {.name = "batch",
     .type = HRA_OPTION_INT,
     .fallback = "256",
     .min = 1,
     .max = 65536,
     .help = "positions a step"},
    {.name = "rate",
     .type = HRA_OPTION_REAL,
     .fallback = "0.002",
     .min = 0,
     .max = 10,
     .help = "of steps, as AdamW takes them; it falls to 2 % within each generation"},
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static void read_options(trainer *t, const hra_options *o) {
    t->way = (ck_way){.nodes = (uint64_t)hra_options_int(o, "nodes"),
                      .until = (int)hra_options_int(o, "until"),
                      .share = hra_options_real(o, "share"),
                      .lambda = hra_options_real(o, "lambda")};
    t->round = (int)hra_options_int(o, "round");
    t->before = (int)hra_options_int(o, "before");
    t->batch = (int)hra_options_int(o, "batch");
    t->passes = hra_options_real(o, "passes");
    t->own_passes = hra_options_real(o, "phases");
    t->rate = hra_options_real(o, "rate");
}

static int slots(const trainer *t) {
    return (t->before + 1) * t->round;
}

static void release_games(ck_lessons *games, int count) {
    for (int i = 0; games && i < count; i++)
        ck_lessons_release(&games[i]);
    free(games);
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
    release_games(t->games, slots(t));
    ck_tables_close(t->tables);
    free(t->players);
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

/* The weights as they are now become what was learnt. */
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

static hra_err open_expert(hra_learner *l, const hra_options *given, hra_error *why) {
    trainer *t = l->own = calloc(1, sizeof *t);
    if (!t)
        return hra_no_memory(why);
    read_options(t, given);
    hra_err err = hra_learnt_init(&l->learnt, l->game, HRA_LEARNT_OWN, NULL, 0, 1, why);
    const char *from = hra_options_text(given, "from");
    t->from = from != NULL;
    if (!err && from)
        err = ck_weights_open(l->game, from, &t->weights, &t->known, why);
    if (!err && t->known)
        err = tell_weights(l, why);
    if (!err && from && !t->known)
        err = hra_fail(why, HRA_EFIT, -1, "'%s': it holds no nets yet", from);
    if (!err)
        err = open_tables(l, t, (int)hra_options_int(given, "tables"), why);
    if (err)
        return err;
    t->players = calloc((size_t)l->threads, sizeof *t->players);
    t->games = hra_room((uint64_t)slots(t), sizeof *t->games);
    return t->players && t->games ? HRA_OK : hra_no_memory(why);
}

/* Who plays on a thread; opened when a thread plays for the first time. */
static hra_err player_of(trainer *t, int worker, ck_self_player **out) {
    hra_err err = HRA_OK;
    if (!t->players[worker])
        err = ck_self_player_open(&t->players[worker], t->known ? &t->weights : NULL, t->tables);
    *out = t->players[worker];
    return err;
}

/* ---- playing --------------------------------------------------------------------------------*/

typedef struct playing {
    const hra_learner *learner;
    trainer *own;
    uint64_t from;
    hra_blocks blocks;
    const hra_progress *progress;
    unsigned char *done; /* of each game whether it was played */
} playing;

static ck_lessons *game_at(const trainer *t, uint64_t number) {
    return &t->games[number % (uint64_t)slots(t)];
}

static hra_err play_games(void *self, int worker) {
    playing *p = self;
    ck_self_player *player;
    uint64_t i, end;
    hra_err err = player_of(p->own, worker, &player);
    while (!err && hra_blocks_take(&p->blocks, &i, &end)) {
        err = hra_progress_stopped(p->progress) ? HRA_ESTOPPED : HRA_OK;
        if (!err)
            err = ck_self_play(player, &p->own->way, p->learner->seed, p->from + i,
                               game_at(p->own, p->from + i));
        p->done[i] = !err;
    }
    if (err)
        hra_blocks_close(&p->blocks);
    return err;
}

/* Plays games from..to-1, or as many of the first of them as were played at a stop. */
static hra_err play_round(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                          uint64_t *played) {
    playing p = {.learner = l, .own = l->own, .from = from, .progress = progress};
    *played = 0;
    p.done = calloc((size_t)(to - from), 1);
    if (!p.done)
        return HRA_ENOMEM;
    hra_blocks_init(&p.blocks, to - from, 1);
    hra_err err = hra_workers_run(to - from > 1 ? l->threads : 1, play_games, &p);
    while (*played < to - from && p.done[*played])
        ++*played;
    free(p.done);
    return err;
}

/* ---- learning -------------------------------------------------------------------------------*/

/* The nets learn from games begin..end-1; HRA_ESTOPPED: they have not. */
static hra_err learn_round(hra_learner *l, uint64_t end, const hra_progress *progress, hra_error *why) {
    trainer *t = l->own;
    const uint64_t begin = end > (uint64_t)slots(t) ? end - (uint64_t)slots(t) : 0;
    const ck_lessons **list = hra_room(end - begin, sizeof *list);
    if (!list)
        return hra_no_memory(why);
    for (uint64_t n = begin; n < end; n++)
        list[n - begin] = game_at(t, n);
    const ck_course course = {.games = list,
                              .count = (int)(end - begin),
                              .passes = t->from ? 0 : t->passes,
                              .own_passes = t->own_passes,
                              .rate = t->rate,
                              .batch = t->batch,
                              .threads = l->threads,
                              .seed = l->seed + end,
                              .progress = progress};
    hra_err err = ck_nets_learn(&course, &t->weights);
    free(list);
    if (err)
        return err == HRA_ENOMEM ? hra_no_memory(why) : err;
    t->known = true;
    close_players(l); /* who judged by what was known before */
    return tell_weights(l, why);
}

/* A stop while the nets learn gives the round's last game away, so that the round is not over. */
static hra_err learn_expert(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                            hra_error *why) {
    uint64_t played;
    hra_err err = play_round(l, from, to, progress, &played);
    l->learnt.games = from + played;
    if (err == HRA_ENOMEM)
        return hra_no_memory(why);
    if (played < to - from)
        return err;
    err = learn_round(l, to, progress, why);
    if (err)
        l->learnt.games = to - 1;
    return err;
}

static int round_of(const hra_learner *l) {
    return ((const trainer *)l->own)->round;
}

static void describe(const hra_learner *l, hra_text *out) {
    hra_text_addf(out, _("%d nets %d-%d-%d-1, %llu weights"), CK_PHASES, CK_ROWS, CK_HIDDEN, CK_SECOND,
                  (unsigned long long)CK_PHASES *
                      ((CK_ROWS + 1) * CK_HIDDEN + (CK_HIDDEN + 1) * CK_SECOND + CK_SECOND + 1));
}

/* ---- games that are played elsewhere --------------------------------------------------------*/

static hra_err play_elsewhere(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                              hra_text *out, hra_error *why) {
    trainer *t = l->own;
    ck_self_player *player;
    ck_lessons game = {0};
    hra_err err = player_of(t, 0, &player);
    for (uint64_t n = from; !err && n < to; n++) {
        err = hra_progress_stopped(progress) ? HRA_ESTOPPED : HRA_OK;
        if (!err)
            err = ck_self_play(player, &t->way, l->seed, n, &game);
        if (!err)
            ck_lessons_write(&game, out);
    }
    ck_lessons_release(&game);
    err = err ? err : out->err;
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

/* Lessons that are damaged are in slots of games that are not taken. */
static hra_err take_games(hra_learner *l, uint64_t to, const char *bytes, size_t length, hra_error *why) {
    trainer *t = l->own;
    hra_bytes from = {bytes, bytes + length};
    hra_err err = HRA_OK;
    for (uint64_t n = l->learnt.games; !err && n < to; n++)
        err = ck_lessons_read(game_at(t, n), &from);
    if (err == HRA_ENOMEM)
        return hra_no_memory(why);
    if (err || hra_bytes_left(&from))
        return hra_fail(why, HRA_EDAMAGED, -1, "the games that it is to learn from are damaged");
    if (to % (uint64_t)t->round == 0)
        err = learn_round(l, to, NULL, why);
    if (!err)
        l->learnt.games = to;
    return err;
}

/* ---- going on -------------------------------------------------------------------------------*/

/* How many of the last games are learnt from again. */
static uint64_t needed(const trainer *t, uint64_t games) {
    const uint64_t round = (uint64_t)t->round, window = (uint64_t)slots(t);
    const uint64_t next = games - games % round + round, begin = next > window ? next - window : 0;
    return games > begin ? games - begin : 0;
}

static void remember(const hra_learner *l, hra_text *out) {
    const trainer *t = l->own;
    const uint64_t games = l->learnt.games, count = needed(t, games);
    hra_bytes_put(out, count, 8);
    for (uint64_t n = games - count; n < games; n++)
        ck_lessons_write(game_at(t, n), out);
}

static hra_err take_memory(const trainer *t, uint64_t games, hra_bytes *from, ck_lessons *list) {
    const uint64_t count = needed(t, games);
    if (hra_bytes_left(from) < 8 || hra_bytes_take(from, 8) != count)
        return HRA_EDAMAGED;
    hra_err err = HRA_OK;
    for (uint64_t n = games - count; !err && n < games; n++)
        err = ck_lessons_read(&list[n % (uint64_t)slots(t)], from);
    return err ? err : hra_bytes_left(from) ? HRA_EDAMAGED : HRA_OK;
}

static hra_err recall(hra_learner *l, const hra_learnt *read, const char *name, const hra_text *memory,
                      hra_error *why) {
    trainer *t = l->own;
    ck_lessons *list = hra_room((uint64_t)slots(t), sizeof *list);
    ck_weights *weights = calloc(1, sizeof *weights);
    hra_bytes from = {hra_text_string(memory), hra_text_string(memory) + memory->length};
    const hra_text *own = &read->own;
    hra_err err = list && weights ? HRA_OK : HRA_ENOMEM;
    if (!err && own->length)
        err = ck_weights_read((const unsigned char *)hra_text_string(own), own->length, weights);
    if (!err)
        err = take_memory(t, read->games, &from, list);
    if (!err) {
        ck_lessons *old = t->games;
        t->games = list;
        list = old;
        t->weights = *weights;
        t->known = own->length > 0;
        close_players(l);
    }
    release_games(list, slots(t));
    free(weights);
    if (err == HRA_EDAMAGED)
        return hra_fail(why, err, -1, "'%s': what it was to go on with is damaged", name);
    return err ? hra_no_memory(why) : HRA_OK;
}

const hra_learn_method ck_learn_expert = {
    .kind = {"expert", N_("Expert"),
             N_("train the nets of the player expert, from games of its engine against itself"), options},
    .player = "expert:nets=*",
    .describe = describe,
    .open = open_expert,
    .close = close_expert,
    .round = round_of,
    .learn = learn_expert,
    .remember = remember,
    .recall = recall,
    .play = play_elsewhere,
    .take = take_games,
};
