/* Reads a store at a steady pace, however many browsers ask; takes part in it like any other process. */
#include "serve_work.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "commands/data_dir.h"
#include "commands/tournament_course.h"
#include "queue/shared_work.h"

#define PACE 2.0  /* seconds between two reports */
#define WAIT 60.0 /* seconds for a database that is away at the beginning */

struct serve_work {
    const char *store;
    store_host host;
    char data[STORE_PATH];
    int threads;           /* that take part, */
    hra_worker_pool *pool; /* in those of the tables, for which tasks make room */
    hra_job *reader;       /* owns what follows */
    shared_work share;     /* only read */
    tournament_course course;
    hra_job *helper;      /* takes part; NULL: it has not begun yet. Used only by the thread that serves */
    hra_stop ends, stops; /* of the reader; of the helper */
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t change;
    hra_text report;      /* members of the last report */
    hra_text waiting;     /* why the store cannot be read now; empty: it can */
    bool reported, ended; /* once; the reader has */
    bool helps;           /* somebody takes part */
    uint64_t tasks;       /* that this process has done */
    hra_error failed;     /* why the reader ended */
    hra_error refused;    /* why the helper ended; code 0: without an error */
};

/* ---- reading --------------------------------------------------------------------------------*/

static void note_pairing(void *self, const hra_pairing *pairing) {
    tournament_course_add(self, pairing);
}

static void note_wait(void *self, const char *why) {
    serve_work *w = self;
    pthread_mutex_lock(&w->lock);
    hra_text_clear(&w->waiting);
    hra_text_add(&w->waiting, why ? why : "");
    pthread_mutex_unlock(&w->lock);
}

/* A spec of a store may be anybody's: no program is run for it, and files are read only with --allow-files. */
static hra_err open_work(const serve_work *w, shared_work *share, bool looks, hra_error *why) {
    hra_work_setup how = {.size = sizeof how,
                          .host = &w->host.host,
                          .data = w->data[0] ? w->data : NULL,
                          .workers = w->threads,
                          .no_tasks = looks,
                          .counted = looks ? note_pairing : NULL,
                          .counted_self = looks ? (void *)&w->course : NULL};
    return shared_work_open(share, queue_spec(share->queue), &how, why);
}

static void write_status(const serve_work *w, hra_json *json) {
    hra_work_status now;
    const hra_tournament_setup *how = NULL;
    hra_work_snapshot(w->share.work, &now);
    hra_json_text(json, "kind", hra_work_info_of(w->share.work)->kind);
    hra_json_text(json, "store", queue_name(w->share.queue));
    hra_json_text(json, "game", hra_work_info_of(w->share.work)->game->spec);
    hra_json_text(json, "pieces", hra_translate(now.pieces));
    hra_json_count(json, "done", now.done);
    hra_json_count(json, "of", now.of);
    hra_json_bool(json, "finished", now.finished);
    if (hra_work_tournament(w->share.work, &how) && how->test)
        tournament_course_write(&w->course, json, "course");
}

static hra_err report(serve_work *w, hra_error *why) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_object(&json, NULL);
    write_status(w, &json);
    hra_err err = hra_work_report(w->share.work, &json, "report", why);
    hra_json_end(&json);
    if (!err && out.err)
        err = hra_fail(why, out.err, -1, "%s", hra_err_text(out.err));
    if (err) {
        hra_text_release(&out);
        return err;
    }
    pthread_mutex_lock(&w->lock);
    hra_text_release(&w->report);
    w->report = out;
    w->reported = true;
    (void)pthread_cond_broadcast(&w->change);
    pthread_mutex_unlock(&w->lock);
    return HRA_OK;
}

/* False: it ends. */
static bool pause_reading(serve_work *w) {
    struct timespec until;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += (time_t)PACE;
    pthread_mutex_lock(&w->lock);
    while (!hra_stop_is_set(&w->ends) && pthread_cond_timedwait(&w->change, &w->lock, &until) == 0)
        continue;
    pthread_mutex_unlock(&w->lock);
    return !hra_stop_is_set(&w->ends);
}

static hra_err open_reader(serve_work *w, const hra_progress *progress, hra_error *why) {
    const queue_setup how = {.name = w->store, .wait = WAIT, .progress = progress};
    hra_err err = queue_open(&w->share.queue, &how, why);
    if (err)
        return err;
    queue *q = w->share.queue;
    if (!hra_work_kind_of(queue_spec(q)))
        return hra_fail(why, HRA_EINPUT, -1, "%s: a kind of run that this hra does not know", queue_name(q));
    queue_tell_waits(q, note_wait, w);
    return open_work(w, &w->share, true, why);
}

/* A run that goes on with more players than it began with is read from its beginning. */
static hra_err reopen(serve_work *w, const hra_progress *progress, hra_error *why) {
    shared_work_close(&w->share);
    queue_close(w->share.queue);
    w->share.queue = NULL;
    hra_err err = open_reader(w, progress, why);
    return err ? err : shared_work_news(&w->share, why);
}

static hra_err read_on(void *self) {
    serve_work *w = self;
    hra_error why = {0};
    const hra_progress progress = {.stop = &w->ends};
    hra_err err = open_reader(w, &progress, &why);
    w->share.progress = &progress;
    do {
        if (!err)
            err = shared_work_news(&w->share, &why);
        if (err == HRA_EDAMAGED && queue_was_extended(w->share.queue))
            err = reopen(w, &progress, &why);
        if (!err)
            err = report(w, &why);
    } while (!err && pause_reading(w));
    shared_work_close(&w->share);
    queue_close(w->share.queue);
    pthread_mutex_lock(&w->lock);
    w->failed = err && err != HRA_ESTOPPED ? why : (hra_error){0};
    w->ended = true;
    (void)pthread_cond_broadcast(&w->change);
    pthread_mutex_unlock(&w->lock);
    return HRA_OK;
}

/* ---- taking part ----------------------------------------------------------------------------*/

static hra_err help(serve_work *w, hra_error *why) {
    uint64_t done = 0;
    const hra_progress progress = {.stop = &w->stops};
    shared_work share = {.threads = w->threads, .pool = w->pool, .progress = &progress};
    const queue_setup how = {.name = w->store, .works = true, .wait = WAIT, .progress = &progress};
    hra_err err = queue_open(&share.queue, &how, why);
    if (!err)
        err = queue_check_players(share.queue, why);
    if (!err)
        err = open_work(w, &share, false, why);
    if (!err)
        err = shared_work_run(&share, &done, why);
    shared_work_close(&share);
    queue_close(share.queue);
    pthread_mutex_lock(&w->lock);
    w->tasks += done;
    pthread_mutex_unlock(&w->lock);
    return err;
}

static hra_err run_helper(void *self) {
    serve_work *w = self;
    hra_error why = {0};
    hra_err err = help(w, &why);
    pthread_mutex_lock(&w->lock);
    w->refused = err && err != HRA_ESTOPPED ? why : (hra_error){0};
    w->helps = false;
    pthread_mutex_unlock(&w->lock);
    return HRA_OK;
}

/* Never waits, because the thread that serves calls it: a helper that is still stopping cannot be started again yet. */
static hra_err take_part(void *self, bool yes, hra_error *why) {
    serve_work *w = self;
    pthread_mutex_lock(&w->lock);
    bool helps = w->helps, stopping = helps && hra_stop_is_set(&w->stops);
    pthread_mutex_unlock(&w->lock);
    if (!yes)
        hra_stop_set(&w->stops);
    if (!yes || (helps && !stopping))
        return HRA_OK;
    if (stopping)
        return hra_fail(why, HRA_ESTATE, -1, "stopping the last tasks; try again in a moment");
    if (w->helper)
        (void)hra_job_join(w->helper);
    w->helper = NULL;
    hra_stop_clear(&w->stops);
    w->helps = true;
    w->refused = (hra_error){0};
    hra_err err = hra_job_start(&w->helper, run_helper, w);
    if (err) {
        w->helps = false;
        w->helper = NULL;
        return hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    return HRA_OK;
}

/* ---- the server -----------------------------------------------------------------------------*/

static hra_err write_json(void *self, hra_text *out, hra_error *why) {
    serve_work *w = self;
    pthread_mutex_lock(&w->lock);
    bool lost = w->ended;
    if (!lost) {
        hra_json json = hra_json_begin(out);
        hra_json_object(&json, NULL);
        hra_json_members(&json, hra_text_string(&w->report));
        if (w->waiting.length)
            hra_json_text(&json, "waiting", hra_text_string(&w->waiting));
        hra_json_object(&json, "here");
        hra_json_bool(&json, "running", w->helps);
        hra_json_integer(&json, "threads", w->threads);
        hra_json_count(&json, "tasks", w->tasks);
        if (w->refused.code)
            hra_json_text(&json, "error", w->refused.text);
        hra_json_end(&json);
        hra_json_end(&json);
    }
    pthread_mutex_unlock(&w->lock);
    if (lost)
        return hra_fail(why, HRA_EIO, -1, "cannot read the store any more; the server printed the reason");
    return out->err ? hra_fail(why, out->err, -1, "%s", hra_err_text(out->err)) : HRA_OK;
}

serve_work_calls serve_work_for_serve(serve_work *w) {
    return (serve_work_calls){.self = w, .json = write_json, .take_part = take_part};
}

static int wait_for_report(serve_work *w) {
    pthread_mutex_lock(&w->lock);
    while (!w->reported && !w->ended)
        (void)pthread_cond_wait(&w->change, &w->lock);
    bool failed = !w->reported;
    hra_error why = w->failed;
    pthread_mutex_unlock(&w->lock);
    return failed ? print_failure(&why, NULL) : EXIT_DONE;
}

static hra_err begin(serve_work *w) {
    if (pthread_mutex_init(&w->lock, NULL) != 0)
        return HRA_ENOMEM;
    if (pthread_cond_init(&w->change, NULL) != 0) {
        (void)pthread_mutex_destroy(&w->lock);
        return HRA_ENOMEM;
    }
    hra_err err = hra_job_start(&w->reader, read_on, w);
    if (err) {
        (void)pthread_cond_destroy(&w->change);
        (void)pthread_mutex_destroy(&w->lock);
    }
    return err;
}

int serve_work_open(serve_work **out, const args *a, const char *store, hra_worker_pool *pool, int threads) {
    hra_error why;
    serve_work *w = calloc(1, sizeof *w);
    if (!w)
        return print_no_memory();
    w->store = store;
    w->threads = threads;
    w->pool = pool;
    store_folder(a, w->data);
    hra_text_init(&w->report);
    hra_text_init(&w->waiting);
    hra_err err = store_host_open(&w->host, a, &why);
    if (!err)
        err = begin(w);
    if (err) {
        store_host_close(&w->host);
        free(w);
        print_error("%s", hra_err_text(err));
        return EXIT_FAILED;
    }
    *out = w;
    return wait_for_report(w);
}

bool serve_work_close(serve_work *w, double seconds) {
    if (!w)
        return true;
    pthread_mutex_lock(&w->lock);
    hra_stop_set(&w->ends);
    hra_stop_set(&w->stops);
    (void)pthread_cond_broadcast(&w->change);
    pthread_mutex_unlock(&w->lock);
    if (!hra_job_wait(w->reader, seconds) || (w->helper && !hra_job_wait(w->helper, seconds)))
        return false;
    (void)hra_job_join(w->reader);
    if (w->helper)
        (void)hra_job_join(w->helper);
    (void)pthread_cond_destroy(&w->change);
    (void)pthread_mutex_destroy(&w->lock);
    hra_text_release(&w->report);
    hra_text_release(&w->waiting);
    store_host_close(&w->host);
    free(w);
    return true;
}
