/* Learning by generations. */
#include "learn/generations.h"

#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "core/thread.h"

static int slots(const hra_generations *g) {
    return (g->before + 1) * g->round;
}

static hra_text *slot(const hra_generations *g, hra_text *games, uint64_t number) {
    return &games[number % (uint64_t)slots(g)];
}

hra_err hra_generations_init(hra_generations *g, const hra_generation_kind *kind, int round, int before) {
    *g = (hra_generations){.kind = kind, .round = round, .before = before};
    g->games = hra_room((uint64_t)slots(g), sizeof *g->games);
    return g->games ? HRA_OK : HRA_ENOMEM;
}

static void release_games(const hra_generations *g, hra_text *games) {
    for (int i = 0; games && i < slots(g); i++)
        hra_text_release(&games[i]);
    free(games);
}

void hra_generations_release(hra_generations *g) {
    release_games(g, g->games);
    g->games = NULL;
}

uint64_t hra_generations_begin(const hra_generations *g, uint64_t end) {
    const uint64_t window = (uint64_t)slots(g);
    return end > window ? end - window : 0;
}

const hra_text *hra_generations_game(const hra_generations *g, uint64_t number) {
    return slot(g, g->games, number);
}

int hra_generations_round(const hra_learner *l) {
    return ((const hra_generations *)l->own)->round;
}

/* ---- playing --------------------------------------------------------------------------------*/

typedef struct playing {
    hra_learner *learner;
    uint64_t from;
    hra_task_ranges blocks;
    const hra_progress *progress;
    unsigned char *done; /* of each game whether it was played */
} playing;

static hra_err play_one(hra_learner *l, int thread, uint64_t number, hra_text *out) {
    const hra_generations *g = l->own;
    hra_text_clear(out);
    hra_err err = g->kind->play(l, thread, number, out);
    return err ? err : out->err;
}

/* Of all games that are asked for, when game `number` was played. */
static double share_done(const hra_learner *l, uint64_t number) {
    const double done = (double)number + 1, goal = (double)l->goal;
    return done < goal ? done / goal : 1 - 1e-9; /* what comes behind is not done yet */
}

static hra_err play_some(void *self, int worker) {
    playing *p = self;
    const hra_generations *g = p->learner->own;
    uint64_t i, end;
    hra_err err = HRA_OK;
    while (!err && hra_task_ranges_take(&p->blocks, &i, &end)) {
        err = hra_progress_stopped(p->progress) ? HRA_ESTOPPED : HRA_OK;
        if (!err)
            err = play_one(p->learner, worker, p->from + i, slot(g, g->games, p->from + i));
        p->done[i] = !err;
        if (!err && worker == 0)
            hra_progress_report(p->progress, N_("learning"), share_done(p->learner, p->from + i));
    }
    if (err)
        hra_task_ranges_close(&p->blocks);
    return err;
}

/* Plays games from..to-1, or as many of the first of them as were played at a stop. */
static hra_err play_round(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                          uint64_t *played) {
    playing p = {.learner = l, .from = from, .progress = progress};
    *played = 0;
    p.done = calloc((size_t)(to - from), 1);
    if (!p.done)
        return HRA_ENOMEM;
    hra_task_ranges_init(&p.blocks, to - from, 1);
    hra_err err = hra_workers_run(to - from > 1 ? l->threads : 1, play_some, &p);
    while (*played < to - from && p.done[*played])
        ++*played;
    free(p.done);
    return err;
}

/* What went wrong while it learnt, in words; a method says itself that it diverges. */
static hra_err tell(hra_err err, hra_error *why) {
    return err == HRA_ENOMEM     ? hra_no_memory(why)
           : err == HRA_EDAMAGED ? hra_fail(why, err, -1, "the training games are damaged")
                                 : err;
}

/* A stop while it learns gives the round's last game away, so that the round is not over. */
hra_err hra_generations_learn(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                              hra_error *why) {
    const hra_generations *g = l->own;
    uint64_t played;
    hra_err err = play_round(l, from, to, progress, &played);
    l->learnt.games = from + played;
    if (err == HRA_ENOMEM)
        return hra_no_memory(why);
    if (played < to - from)
        return err;
    err = g->kind->learn(l, to, progress, why);
    if (err)
        l->learnt.games = to - 1;
    return tell(err, why);
}

/* ---- games that are played elsewhere --------------------------------------------------------*/

static void put_game(const hra_text *game, hra_text *out) {
    hra_bytes_put(out, game->length, 4);
    hra_text_add_bytes(out, hra_text_string(game), game->length);
}

static hra_err take_game(const hra_learner *l, uint64_t number, hra_text *game, hra_bytes *from) {
    const hra_generations *g = l->own;
    hra_text_clear(game);
    const uint64_t length = hra_bytes_left(from) >= 4 ? hra_bytes_take(from, 4) : UINT64_MAX;
    if (length > HRA_GENERATION_GAME || length > hra_bytes_left(from))
        return HRA_EDAMAGED;
    hra_err err = g->kind->check_game(l, number, from->at, (size_t)length);
    if (err)
        return err;
    hra_text_add_bytes(game, from->at, (size_t)length);
    from->at += length;
    return game->err;
}

hra_err hra_generations_play(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                             hra_text *out, hra_error *why) {
    hra_text game;
    hra_err err = HRA_OK;
    hra_text_init(&game);
    for (uint64_t n = from; !err && n < to; n++) {
        err = hra_progress_stopped(progress) ? HRA_ESTOPPED : play_one(l, 0, n, &game);
        if (!err)
            put_game(&game, out);
    }
    hra_text_release(&game);
    err = err ? err : out->err;
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

/* What is damaged is in slots of games that are not taken. */
hra_err hra_generations_take(hra_learner *l, uint64_t to, const char *bytes, size_t length,
                             const hra_progress *progress, hra_error *why) {
    const hra_generations *g = l->own;
    hra_bytes from = {bytes, bytes + length};
    hra_err err = HRA_OK;
    for (uint64_t n = l->learnt.games; !err && n < to; n++)
        err = take_game(l, n, slot(g, g->games, n), &from);
    if (err == HRA_ENOMEM)
        return hra_no_memory(why);
    if (err || hra_bytes_left(&from))
        return hra_fail(why, HRA_EDAMAGED, -1, "the training games are damaged");
    if (to % (uint64_t)g->round == 0)
        err = g->kind->learn(l, to, progress, why);
    if (!err)
        l->learnt.games = to;
    return tell(err, why);
}

/* ---- going on -------------------------------------------------------------------------------*/

/* The first of the games that are learnt from again. */
static uint64_t first_needed(const hra_generations *g, uint64_t games) {
    const uint64_t round = (uint64_t)g->round,
                   begin = hra_generations_begin(g, games - games % round + round);
    return begin < games ? begin : games;
}

void hra_generations_remember(const hra_learner *l, hra_text *out) {
    const hra_generations *g = l->own;
    const uint64_t games = l->learnt.games, first = first_needed(g, games);
    hra_bytes_put(out, games - first, 8);
    for (uint64_t n = first; n < games; n++)
        put_game(hra_generations_game(g, n), out);
    if (g->kind->keep)
        g->kind->keep(l, out);
}

static hra_err take_memory(hra_learner *l, const hra_learnt *read, hra_bytes *from, hra_text *games) {
    const hra_generations *g = l->own;
    const uint64_t first = first_needed(g, read->games);
    if (hra_bytes_left(from) < 8 || hra_bytes_take(from, 8) != read->games - first)
        return HRA_EDAMAGED;
    hra_err err = HRA_OK;
    for (uint64_t n = first; !err && n < read->games; n++)
        err = take_game(l, n, slot(g, games, n), from);
    if (!err && g->kind->take)
        err = g->kind->take(l, read, from);
    else if (!err && hra_bytes_left(from))
        err = HRA_EDAMAGED;
    return err;
}

hra_err hra_generations_recall(hra_learner *l, const hra_learnt *read, const char *name,
                               const hra_text *memory, hra_error *why) {
    hra_generations *g = l->own;
    hra_bytes from = {hra_text_string(memory), hra_text_string(memory) + memory->length};
    hra_text *games = hra_room((uint64_t)slots(g), sizeof *games), *old = g->games;
    hra_err err = games ? take_memory(l, read, &from, games) : HRA_ENOMEM;
    if (!err)
        g->games = games;
    release_games(g, err ? games : old);
    if (err == HRA_EDAMAGED)
        return hra_fail(why, err, -1, "'%s': the training state is damaged", name);
    return err ? hra_no_memory(why) : HRA_OK;
}
