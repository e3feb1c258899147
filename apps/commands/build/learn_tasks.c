/* Learning as units of work: "games FROM TO", whose result are these games of a round, and once all of a
 * round are in "learn TO", whose result is the file of the learner that has learnt from games 0..TO-1. With
 * that anybody plays games of the next round. So one learns and nobody else has to; and of all results only
 * the last file and the games behind it are needed: the others are emptied. */
#include "learn_tasks.h"

#include <pthread.h>
#include <stdlib.h>

#include "queue/task_text.h"
#include "queue/workers.h"
#include "speech/say.h"

enum { SHARES = 16 /* of a round, at least, so that many have something to do */ };

typedef struct unit {
    uint64_t from, to; /* games; from 0 where it is to be learnt */
    bool learns, ended;
} unit;

typedef struct learn_work {
    queue *queue;
    const learn_work_setup *setup;
    uint64_t round, games;         /* of the whole, all rounds */
    uint64_t handed, handed_learn; /* games; that were handed out to be played, and to be learnt from */
    uint64_t played, next;         /* of the next unit */
    unit *units;                   /* in the order of numbers, from 1 on */
    size_t count, room;
    pthread_mutex_t lock; /* of all below; taken behind that of the workers */
    uint64_t learnt;      /* games */
    uint64_t kept;        /* games that the file has learnt from */
    hra_text file;        /* empty: nothing was learnt */
    uint64_t fresh;       /* where the games that are to be learnt from end */
    hra_text fresh_games;
    hra_learner **idle; /* one a thread at most */
    int idle_count;
} learn_work;

/* ---- texts ----------------------------------------------------------------------------------*/

static uint64_t round_of(const learn_work *w, uint64_t game) {
    return game - game % w->round;
}

static hra_err read_unit(const learn_work *w, const char *text, unit *out, hra_error *why) {
    uint64_t number[2];
    *out = (unit){0};
    if (units_read(text, "learn", number, 1) && number[0] && number[0] <= w->games &&
        number[0] % w->round == 0) {
        *out = (unit){.from = number[0] - w->round, .to = number[0], .learns = true};
        return HRA_OK;
    }
    if (!units_read(text, "games", number, 2) || number[0] >= number[1] || number[1] > w->games ||
        round_of(w, number[0]) != round_of(w, number[1] - 1))
        return hra_fail(why, HRA_EDAMAGED, -1, "'%s' is no unit of this learning", text);
    *out = (unit){.from = number[0], .to = number[1]};
    return HRA_OK;
}

static void write_unit(const unit *u, char text[QUEUE_TEXT]) {
    if (u->learns)
        hra_snprintf(text, QUEUE_TEXT, "learn %llu", (unsigned long long)u->to);
    else
        hra_snprintf(text, QUEUE_TEXT, "games %llu %llu", (unsigned long long)u->from,
                     (unsigned long long)u->to);
}

/* ---- what was handed out --------------------------------------------------------------------*/

/* Games of a round in their order, then what is learnt from them. */
static bool comes_next(const learn_work *w, const unit *u) {
    bool full = w->handed > w->handed_learn && w->handed % w->round == 0;
    return u->learns == full && (full ? u->to : u->from) == w->handed;
}

static void note_handed(learn_work *w, const unit *u) {
    *(u->learns ? &w->handed_learn : &w->handed) = u->to;
}

static hra_err handed(void *self, const queue_unit *text, hra_error *why) {
    learn_work *w = self;
    unit u;
    hra_err err = read_unit(w, text->text, &u, why);
    if (!err && !comes_next(w, &u))
        err = hra_fail(why, HRA_EDAMAGED, -1, "'%s' cannot come next", text->text);
    unit *units = err ? NULL : units_room(w->units, w->count, &w->room, sizeof *units);
    if (!err && !units)
        err = hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    if (err)
        return err;
    w->units = units;
    w->units[w->count++] = u;
    note_handed(w, &u);
    return HRA_OK;
}

/* Nothing is learnt before all is played, nor played of a round before the one before it is learnt. */
static hra_err count(void *self, const queue_unit *text, const char *result, size_t length, hra_error *why) {
    learn_work *w = self;
    unit *u = text->number > 0 && (uint64_t)text->number <= w->count ? &w->units[text->number - 1] : NULL;
    if (!u || u->ended || (u->learns ? u->to != w->played : u->from < w->learnt))
        return hra_fail(why, HRA_EDAMAGED, -1, "%s: a result is not what was written", queue_name(w->queue));
    u->ended = true;
    if (!u->learns) {
        w->played += u->to - u->from;
        return HRA_OK;
    }
    pthread_mutex_lock(&w->lock);
    w->learnt = u->to;
    pthread_mutex_unlock(&w->lock);
    hra_progress_report(w->setup->progress, N_("learning"), (double)w->learnt / (double)w->games);
    return HRA_OK;
}

static bool over(void *self) {
    const learn_work *w = self;
    return w->learnt == w->games;
}

static bool next(void *self, char text[QUEUE_TEXT]) {
    learn_work *w = self;
    uint64_t end = w->learnt + w->round, from = w->handed;
    unit u = {.from = from, .to = end - from < w->next ? end : from + w->next};
    if (from == end)
        u = (unit){.from = w->learnt, .to = end, .learns = true};
    if (over(w) || w->handed_learn == end || (u.learns && w->played != end))
        return false;
    write_unit(&u, text);
    note_handed(w, &u);
    return true;
}

static void undo(void *self, const char *text) {
    learn_work *w = self;
    unit u;
    if (read_unit(w, text, &u, NULL) == 0)
        *(u.learns ? &w->handed_learn : &w->handed) = u.from;
}

static bool wants(void *self, const char *text) {
    return true;
}

/* ---- what a unit needs ----------------------------------------------------------------------*/

/* A result that was emptied was needed by a unit that somebody else has done by now; perform sees that. */
static hra_err fetch(const learn_work *w, const unit *u, hra_text *out, hra_error *why) {
    char text[QUEUE_TEXT];
    write_unit(u, text);
    return queue_result(w->queue, text, out, why);
}

/* The file that has learnt from so many games. */
static hra_err fetch_file(learn_work *w, uint64_t games, hra_error *why) {
    const unit u = {.to = games, .learns = true};
    if (w->kept == games)
        return HRA_OK;
    hra_text_clear(&w->file);
    hra_err err = games ? fetch(w, &u, &w->file, why) : HRA_OK;
    w->kept = !err && (w->file.length || !games) ? games : UINT64_MAX;
    return err;
}

/* How many units were handed out until so many games were learnt from: the number of the last of them. */
static size_t units_until(const learn_work *w, uint64_t games) {
    size_t i = w->count;
    while (i > 0 && !(w->units[i - 1].learns && w->units[i - 1].to <= games))
        i--;
    return i;
}

/* The games that are learnt from next. Results from before the file that they were played with go: whoever
 * needs one of them is at work that somebody else has done. */
static hra_err fetch_games(learn_work *w, const unit *u, hra_error *why) {
    const size_t first = units_until(w, u->from), old = u->from ? units_until(w, u->from - w->round) : 0;
    hra_err err = first ? queue_forget(w->queue, (int64_t)(old ? old : 1), (int64_t)first, why) : HRA_OK;
    hra_text_clear(&w->fresh_games);
    w->fresh = u->to;
    for (size_t i = first; !err && i < w->count && !w->units[i].learns; i++)
        err = fetch(w, &w->units[i], &w->fresh_games, why);
    return err;
}

static const queue_kind kind;

static hra_err prepare(void *self, const char *text, hra_error *why) {
    learn_work *w = self;
    unit u;
    hra_err err = read_unit(w, text, &u, why);
    if (err)
        return err;
    pthread_mutex_lock(&w->lock);
    err = fetch_file(w, round_of(w, u.from), why);
    if (!err && u.learns)
        err = fetch_games(w, &u, why);
    bool gone = !err && (w->kept != round_of(w, u.from) || (u.learns && !w->fresh_games.length));
    pthread_mutex_unlock(&w->lock);
    return gone ? queue_news(w->queue, &kind, w, why) : err;
}

/* ---- doing it -------------------------------------------------------------------------------*/

/* A learner that stands where the file does; all in the lock. */
static hra_err borrow(learn_work *w, hra_learner **out, hra_error *why) {
    hra_learn_setup how = *w->setup->how;
    hra_err err = HRA_OK;
    how.threads = 1;
    *out = w->idle_count ? w->idle[--w->idle_count] : NULL;
    if (*out && w->kept == 0 && hra_learner_games(*out) != 0) {
        hra_learner_close(*out);
        *out = NULL;
    }
    if (!*out)
        err = hra_learner_open(out, &how, why);
    if (!err && hra_learner_games(*out) != w->kept)
        err = hra_learner_restore(*out, queue_name(w->queue), w->file.data, w->file.length, why);
    return err;
}

static hra_err play(learn_work *w, const unit *u, hra_learner *own, const hra_progress *progress,
                    hra_text *result, hra_error *why) {
    pthread_mutex_unlock(&w->lock);
    hra_err err = hra_learner_play(own, u->from, u->to, progress, result, why);
    pthread_mutex_lock(&w->lock);
    return err;
}

/* What it has learnt is at hand then for games of the next round, where nobody was faster. */
static hra_err learn(learn_work *w, const unit *u, hra_learner *own, hra_text *result, hra_error *why) {
    hra_text games = w->fresh_games;
    hra_err err = w->fresh == u->to ? HRA_OK : HRA_EINPUT;
    hra_text_init(&w->fresh_games);
    w->fresh = 0;
    pthread_mutex_unlock(&w->lock);
    err = err ? hra_fail(why, err, -1, "%s", hra_err_text(err))
              : hra_learner_take(own, u->to, hra_text_string(&games), games.length, why);
    if (!err && hra_learner_write(own, result) != 0)
        err = hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    hra_text_release(&games);
    pthread_mutex_lock(&w->lock);
    if (err || w->learnt >= u->to)
        return err;
    hra_text_clear(&w->file);
    hra_text_add_bytes(&w->file, result->data, result->length);
    w->kept = w->file.err ? UINT64_MAX : u->to;
    return HRA_OK;
}

static hra_err perform(void *self, const char *text, const hra_progress *progress, hra_text *result,
                       hra_text *records, hra_error *why) {
    learn_work *w = self;
    hra_learner *own = NULL;
    unit u;
    hra_err err = read_unit(w, text, &u, why);
    if (err)
        return err;
    pthread_mutex_lock(&w->lock);
    const uint64_t begin = round_of(w, u.from);
    const bool past = begin < w->learnt; /* whose lease ran out; it has a result already, which stays */
    if (!past && w->kept != begin)
        err = hra_fail(why, HRA_EDAMAGED, -1, "%s: a result is not what was written", queue_name(w->queue));
    if (!past && !err)
        err = borrow(w, &own, why);
    if (!past && !err)
        err = u.learns ? learn(w, &u, own, result, why) : play(w, &u, own, progress, result, why);
    if (own && !err)
        w->idle[w->idle_count++] = own;
    else
        hra_learner_close(own);
    pthread_mutex_unlock(&w->lock);
    return err;
}

static void took(void *self, const char *text, double seconds) {
    learn_work *w = self;
    const uint64_t most = (w->round + SHARES - 1) / SHARES;
    unit u;
    if (read_unit(w, text, &u, NULL) == 0 && !u.learns)
        w->next = units_fit(w->queue, u.to - u.from, seconds, most);
}

static const queue_kind kind = {
    .handed = handed,
    .count = count,
    .next = next,
    .undo = undo,
    .wants = wants,
    .over = over,
    .prepare = prepare,
    .perform = perform,
    .took = took,
};

/* ---- the whole ------------------------------------------------------------------------------*/

/* The last file there is; while it is fetched others may learn on. */
static hra_err fetch_last(learn_work *w, hra_text *out, hra_error *why) {
    hra_err err = HRA_OK;
    uint64_t games;
    do {
        const unit u = {.to = games = w->learnt, .learns = true};
        hra_text_clear(out);
        err = games ? fetch(w, &u, out, why) : HRA_OK;
        if (!err && games && !out->length)
            err = queue_news(w->queue, &kind, w, why);
    } while (!err && games != w->learnt);
    if (!err && games && !out->length)
        err = hra_fail(why, HRA_EDAMAGED, -1, "%s: a result is not what was written", queue_name(w->queue));
    return err;
}

/* Learns until it is over, or only looks. */
static hra_err work(learn_work *w, bool plays, hra_text *file, uint64_t *done, hra_error *why) {
    workers_setup workers = {.queue = w->queue,
                             .kind = &kind,
                             .self = w,
                             .threads = w->setup->how->threads,
                             .progress = w->setup->progress,
                             .done = done};
    w->idle = calloc((size_t)w->setup->how->threads, sizeof(hra_learner *));
    if (!w->idle)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    hra_err err = plays ? workers_run(&workers, why) : queue_news(w->queue, &kind, w, why);
    return !err && file ? fetch_last(w, file, why) : err;
}

hra_err learn_work_run(queue *q, const learn_work_setup *setup, bool plays, uint64_t *learnt, bool *ended,
                       hra_text *file, uint64_t *done, hra_error *why) {
    learn_work w = {.queue = q, .setup = setup, .round = setup->round, .next = 1};
    if (pthread_mutex_init(&w.lock, NULL) != 0)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    w.games = (setup->games + w.round - 1) / w.round * w.round;
    hra_text_init(&w.file);
    hra_text_init(&w.fresh_games);
    hra_err err = work(&w, plays, file, done, why);
    *learnt = w.learnt;
    *ended = over(&w);
    while (w.idle_count)
        hra_learner_close(w.idle[--w.idle_count]);
    free(w.idle);
    free(w.units);
    hra_text_release(&w.file);
    hra_text_release(&w.fresh_games);
    (void)pthread_mutex_destroy(&w.lock);
    return err;
}
