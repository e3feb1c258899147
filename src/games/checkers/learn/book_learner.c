/* The method `book` of checkers: the opening book of its expert, from searches of its engine.
 *
 * An iteration computes the whole book; its tasks are the ballots, each searched separately. When all are
 * done, the book is built once more from their searches, one ballot after the other, so that positions which
 * several ballots lead to are merged. The few positions that are then reached in another order are searched
 * again. The engine forgets everything between searches and uses no tablebases, so the book is the same to
 * the byte, on any machines. */
#include <stdlib.h>
#include <string.h>

#include "book_maker.h"
#include "core/array_alloc.h"
#include "core/messages.h"
#include "games/checkers/play/engine.h"
#include "games/checkers/play/weights.h"
#include "games/checkers/rules/ballots.h"
#include "learn.h"
#include "learn/generations.h"

enum {
    MARGIN = 300, /* less than the best one by more than that is left out: three tenths of a man */
    TABLE = 16 << 20,
    DRAW_PLIES = 80,
};

/* What one thread works with. */
typedef struct desk {
    const struct trainer *trainer;
    ck_engine *engine;
    ck_thought thought;
    hra_text *out; /* of a task: the searches are appended; NULL: they are not */
} desk;

typedef struct trainer {
    hra_generations generations;
    uint64_t nodes;
    int each, first, last;
    ck_weights weights;
    desk **desks; /* one a thread, opened when it searches */
} trainer;

static const hra_option options[] = {
    {.name = "nodes",
     .type = HRA_OPTION_INT,
     .fallback = "300000",
     .min = 1,
     .max = 1e12,
     .help = N_("nodes per search")},
    {.name = "positions",
     .type = HRA_OPTION_INT,
     .fallback = "12",
     .min = 1,
     .max = CK_BOOK_MOST,
     .help = N_("positions to search after each ballot")},
    {.name = "first-ballot",
     .type = HRA_OPTION_INT,
     .fallback = "1",
     .min = 1,
     .max = CK_BALLOTS,
     .help = N_("first ballot")},
    {.name = "last-ballot",
     .type = HRA_OPTION_INT,
     .fallback = "174",
     .min = 1,
     .max = CK_BALLOTS,
     .help = N_("last ballot; each ballot is a task of the run")},
    {0},
};

/* ---- searching ------------------------------------------------------------------------------*/

static void write_found(const ck_found *found, hra_text *out) {
    hra_bytes_put(out, (uint64_t)found->count, 1);
    for (int i = 0; i < found->count; i++) {
        hra_bytes_put(out, found->branch[i].move, 4);
        hra_bytes_put(out, (uint64_t)(found->branch[i].value + CK_WIN), 2);
    }
}

static hra_err search(void *self, const ck_state *s, ck_found *out) {
    desk *d = self;
    ck_thought *thought = &d->thought;
    const ck_task task = {.board = s->board,
                          .side = s->side,
                          .quiet = s->quiet,
                          .draw_plies = DRAW_PLIES,
                          .repetition = true,
                          .nodes = d->trainer->nodes,
                          .lines = CK_BOOK_LINES};
    ck_engine_forget(d->engine);
    ck_engine_think(d->engine, &task, thought);
    out->count = 0;
    for (int i = 0; i < thought->count && out->count < CK_BOOK_LINES; i++) {
        const ck_choice *c = &thought->choice[i];
        if (c->bound || c->value < thought->value - MARGIN)
            continue;
        out->branch[out->count].move = c->move;
        out->branch[out->count++].value = c->value;
    }
    if (d->out)
        write_found(out, d->out);
    return d->out ? d->out->err : HRA_OK;
}

static void close_desk(desk *d) {
    if (d)
        ck_engine_close(d->engine);
    free(d);
}

static hra_err desk_of(trainer *t, int thread, desk **out) {
    hra_err err = HRA_OK;
    if (!t->desks[thread]) {
        desk *d = calloc(1, sizeof *d);
        err = d ? ck_engine_open(&d->engine, &t->weights, NULL, TABLE) : HRA_ENOMEM;
        if (err) {
            free(d);
            return err;
        }
        d->trainer = t;
        t->desks[thread] = d;
    }
    *out = t->desks[thread];
    return HRA_OK;
}

/* ---- searches that were written -------------------------------------------------------------*/

/* What searches said, by position. */
typedef struct known {
    ck_state s;
    ck_found found;
} known;

typedef struct reading {
    hra_bytes from;
    const hra_game *game;
    known *list; /* where what is read is noted; NULL: nowhere */
    int count;
} reading;

static hra_err read_found(void *self, const ck_state *s, ck_found *out) {
    reading *r = self;
    const uint64_t count = hra_bytes_left(&r->from) ? hra_bytes_take(&r->from, 1) : CK_BOOK_LINES + 1;
    if (count > CK_BOOK_LINES || hra_bytes_left(&r->from) < 6 * count)
        return HRA_EDAMAGED;
    out->count = (int)count;
    for (int i = 0; i < out->count; i++) {
        out->branch[i].move = (hra_move)hra_bytes_take(&r->from, 4);
        out->branch[i].value = (int)hra_bytes_take(&r->from, 2) - CK_WIN;
        const hra_err err = hra_game_check_move(r->game, s, out->branch[i].move);
        if (err || out->branch[i].value > CK_WIN)
            return err == HRA_ENOMEM ? err : HRA_EDAMAGED;
    }
    if (r->list)
        r->list[r->count++] = (known){*s, *out};
    return HRA_OK;
}

/* Goes through a task as it was done. HRA_EDAMAGED: it is none. */
static hra_err read_task(const trainer *t, reading *r, int ballot) {
    const ck_searcher searcher = {read_found, r};
    ck_book_maker *maker;
    hra_err err = ck_book_maker_open(&maker, &searcher, 1, t->each);
    if (err)
        return err;
    err = ck_book_maker_add(maker, ballot);
    ck_book_maker_close(maker);
    return err || !hra_bytes_left(&r->from) ? err : HRA_EDAMAGED;
}

/* ---- the whole book -------------------------------------------------------------------------*/

typedef struct joining {
    const reading *read;
    desk *desk;
    const hra_progress *progress;
} joining;

static hra_err find_or_search(void *self, const ck_state *s, ck_found *out) {
    joining *j = self;
    for (int i = 0; i < j->read->count; i++)
        if (memcmp(&j->read->list[i].s, s, sizeof *s) == 0) {
            *out = j->read->list[i].found;
            return HRA_OK;
        }
    if (j->progress && hra_stop_is_set(j->progress->stop))
        return HRA_ESTOPPED;
    return search(j->desk, s, out);
}

static hra_err write_book(const trainer *t, ck_book_maker *maker, hra_learnt *learnt) {
    hra_text text;
    hra_text_init(&text);
    hra_text_addf(&text, "# Made by: hra learn checkers --method book:nodes=%llu,positions=%d\n",
                  (unsigned long long)t->nodes, t->each);
    hra_err err = ck_book_maker_write(maker, t->first, t->last, &text);
    if (err) {
        hra_text_release(&text);
        return err;
    }
    hra_text_release(&learnt->own);
    learnt->own = text;
    return HRA_OK;
}

static hra_err join(hra_learner *l, const reading *read, const hra_progress *progress) {
    trainer *t = l->own;
    joining j = {.read = read, .progress = progress};
    const ck_searcher searcher = {find_or_search, &j};
    ck_book_maker *maker = NULL;
    hra_err err = desk_of(t, 0, &j.desk);
    if (!err)
        err = ck_book_maker_open(&maker, &searcher, t->last - t->first + 1, t->each);
    if (!err)
        j.desk->out = NULL;
    for (int ballot = t->first; !err && ballot <= t->last; ballot++)
        err = ck_book_maker_add(maker, ballot);
    if (!err)
        err = write_book(t, maker, &l->learnt);
    ck_book_maker_close(maker);
    return err;
}

/* ---- generations ----------------------------------------------------------------------------*/

/* After the first round the book is made, and nothing is left to do. */
static bool is_over(const trainer *t, uint64_t task) {
    return task >= (uint64_t)t->generations.round;
}

static hra_err play(hra_learner *l, int thread, uint64_t task, hra_text *out) {
    trainer *t = l->own;
    desk *d;
    ck_book_maker *maker;
    if (is_over(t, task))
        return HRA_OK;
    hra_err err = desk_of(t, thread, &d);
    if (err)
        return err;
    const ck_searcher searcher = {search, d};
    d->out = out;
    err = ck_book_maker_open(&maker, &searcher, 1, t->each);
    if (err)
        return err;
    err = ck_book_maker_add(maker, t->first + (int)task);
    ck_book_maker_close(maker);
    return err;
}

static hra_err check_game(const hra_learner *l, uint64_t task, const char *bytes, size_t length) {
    const trainer *t = l->own;
    reading r = {.from = {bytes, bytes + length}, .game = l->game};
    if (is_over(t, task))
        return length ? HRA_EDAMAGED : HRA_OK;
    return read_task(t, &r, t->first + (int)task);
}

static hra_err learn(hra_learner *l, uint64_t end, const hra_progress *progress, hra_error *why) {
    trainer *t = l->own;
    const int ballots = t->generations.round;
    if (is_over(t, end - 1))
        return HRA_OK;
    reading r = {.game = l->game, .list = hra_room((uint64_t)ballots * (uint64_t)t->each, sizeof *r.list)};
    hra_err err = r.list ? HRA_OK : HRA_ENOMEM;
    for (int i = 0; !err && i < ballots; i++) {
        const hra_text *task = hra_generations_game(&t->generations, (uint64_t)i);
        r.from = (hra_bytes){task->data, task->data + task->length};
        err = read_task(t, &r, t->first + i);
    }
    if (!err)
        err = join(l, &r, progress);
    free(r.list);
    return err;
}

static const hra_generation_kind generations = {.play = play, .check_game = check_game, .learn = learn};

/* ---- opening --------------------------------------------------------------------------------*/

static void close_book(hra_learner *l) {
    trainer *t = l->own;
    for (int i = 0; t->desks && i < l->threads; i++)
        close_desk(t->desks[i]);
    hra_generations_release(&t->generations);
    free(t->desks);
    free(t);
    l->own = NULL;
}

static hra_err open_book(hra_learner *l, const hra_options *given, hra_error *why) {
    trainer *t = l->own = calloc(1, sizeof *t);
    if (!t)
        return hra_no_memory(why);
    t->nodes = (uint64_t)hra_options_int(given, "nodes");
    t->each = (int)hra_options_int(given, "positions");
    t->first = (int)hra_options_int(given, "first-ballot");
    t->last = (int)hra_options_int(given, "last-ballot");
    if (t->last < t->first)
        return hra_fail(why, HRA_EINPUT, -1, "last-ballot=%d is less than first-ballot=%d", t->last,
                        t->first);
    hra_err err = hra_learnt_init(&l->learnt, l->game, HRA_LEARNT_OWN, NULL, 0, 1, why);
    if (!err)
        err = ck_weights_learnt(&t->weights, why);
    if (err)
        return err;
    t->desks = calloc((size_t)l->threads, sizeof *t->desks);
    err = hra_generations_init(&t->generations, &generations, t->last - t->first + 1, 0);
    return !err && t->desks ? HRA_OK : hra_no_memory(why);
}

static void describe(const hra_learner *l, hra_text *out) {
    const trainer *t = l->own;
    hra_text_addf(out, _n("an opening book, %d ballot", "an opening book, %d ballots", t->generations.round),
                  t->generations.round);
}

const hra_learner_interface ck_learn_book = {
    .kind = {"book", N_("Opening book"), N_("make the opening book of the player expert by searches"),
             options},
    .player = "expert:book=yes,book-file=*",
    .thinks = true,
    .describe = describe,
    .open = open_book,
    .close = close_book,
    .round = hra_generations_round,
    .learn = hra_generations_learn,
    .remember = hra_generations_remember,
    .recall = hra_generations_recall,
    .play = hra_generations_play,
    .take = hra_generations_take,
};
