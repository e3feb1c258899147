/* Looks at a tournament at a steady pace, however many browsers ask. */
#include "serve_watch.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "commands/measure/tournament.h"

#define PACE 2.0 /* seconds */

struct serve_watch {
    const args *a;
    const char *store;
    hra_job *job;
    pthread_mutex_t lock;  /* of what follows */
    pthread_cond_t change; /* of it */
    hra_text json;         /* how it stood last */
    hra_text waiting;      /* why it cannot be read now; empty: it can */
    bool told, ended, closing;
    int status; /* with which it ended */
};

/* ---- the thread -----------------------------------------------------------------------------*/

static void tell(void *self, hra_text *json) {
    serve_watch *w = self;
    pthread_mutex_lock(&w->lock);
    hra_text_release(&w->json);
    w->json = *json;
    w->told = true;
    (void)pthread_cond_broadcast(&w->change);
    pthread_mutex_unlock(&w->lock);
}

static void waits(void *self, const char *why) {
    serve_watch *w = self;
    pthread_mutex_lock(&w->lock);
    hra_text_clear(&w->waiting);
    hra_text_add(&w->waiting, why ? why : "");
    pthread_mutex_unlock(&w->lock);
}

static bool wait_a_while(void *self) {
    serve_watch *w = self;
    struct timespec until;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += (time_t)PACE;
    pthread_mutex_lock(&w->lock);
    while (!w->closing && pthread_cond_timedwait(&w->change, &w->lock, &until) == 0)
        continue;
    bool goes_on = !w->closing;
    pthread_mutex_unlock(&w->lock);
    return goes_on;
}

static hra_err look(void *self) {
    serve_watch *w = self;
    const tournament_watcher watcher = {.self = w, .tell = tell, .wait = wait_a_while, .waits = waits};
    int status = tournament_watch(w->a, w->store, &watcher);
    pthread_mutex_lock(&w->lock);
    w->status = status;
    w->ended = true;
    (void)pthread_cond_broadcast(&w->change);
    pthread_mutex_unlock(&w->lock);
    return HRA_OK;
}

/* ---- the server -----------------------------------------------------------------------------*/

int serve_watch_open(serve_watch **out, const args *a, const char *store) {
    serve_watch *w = calloc(1, sizeof *w);
    if (!w)
        return say_no_memory();
    *w = (serve_watch){.a = a, .store = store};
    hra_text_init(&w->json);
    hra_text_init(&w->waiting);
    if (pthread_mutex_init(&w->lock, NULL) != 0) {
        free(w);
        return say_no_memory();
    }
    hra_err err = pthread_cond_init(&w->change, NULL) != 0 ? HRA_ENOMEM : hra_job_start(&w->job, look, w);
    if (err) {
        (void)pthread_mutex_destroy(&w->lock);
        free(w);
        say_error("%s", hra_err_text(err));
        return EXIT_FAILED;
    }
    pthread_mutex_lock(&w->lock);
    while (!w->told && !w->ended)
        (void)pthread_cond_wait(&w->change, &w->lock);
    int status = w->told ? EXIT_DONE : w->status;
    pthread_mutex_unlock(&w->lock);
    *out = w;
    return status;
}

hra_err serve_watch_json(void *self, hra_text *out, hra_error *why) {
    serve_watch *w = self;
    pthread_mutex_lock(&w->lock);
    bool lost = w->ended;
    if (!lost) {
        hra_json json = hra_json_begin(out);
        hra_json_object(&json, NULL);
        hra_json_members(&json, hra_text_string(&w->json));
        if (w->waiting.length)
            hra_json_text(&json, "waiting", hra_text_string(&w->waiting));
        hra_json_end(&json);
    }
    pthread_mutex_unlock(&w->lock);
    if (lost)
        return hra_fail(why, HRA_EIO, -1, "the store can be read no more; the server has said why");
    return out->err ? hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM)) : HRA_OK;
}

bool serve_watch_close(serve_watch *w, double seconds) {
    if (!w)
        return true;
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    (void)pthread_cond_broadcast(&w->change);
    pthread_mutex_unlock(&w->lock);
    if (!hra_job_wait(w->job, seconds))
        return false;
    (void)hra_job_join(w->job);
    (void)pthread_cond_destroy(&w->change);
    (void)pthread_mutex_destroy(&w->lock);
    hra_text_release(&w->json);
    hra_text_release(&w->waiting);
    free(w);
    return true;
}
