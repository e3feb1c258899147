/* The threads that think for all tables. */
#include "pool.h"

#include <hra/language.h>

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A thought that keeps to its limit has ended by itself so much after it, on a busy machine too: times the
 * limit, and seconds more. */
#define GRACE 1.25
#define MARGIN 2.0

typedef struct work {
    struct work *next;
    uint64_t table, id;
    bool urgent;     /* a person waits for it */
    bool lasts;      /* as long as its limits allow, which may be minutes */
    bool ended;      /* nobody waits for it any more */
    bool open_ended; /* it opens a game's players, or plays a match, which has an end of its own */
    bool late;       /* it was stopped since it took too long */
    hra_stop stop;
    char *text;
} work;

typedef struct thinker {
    pool *pool;
    hra_job *job;
    hra_worker *worker;
    work *now;    /* what it thinks about, */
    double until; /* and how long it may */
} thinker;

struct pool {
    pool_setup setup;
    hra_workshop *shop;
    pthread_mutex_t lock;
    pthread_cond_t more;
    work *first;
    pool_news *news, **last_news;
    bool closing;
    int thinkers, lasting; /* threads; those that are at something that lasts */
    thinker thinker[];
};

/* ---- what there is to do --------------------------------------------------------------------*/

/* The next one: those for which a person waits first. One thread is kept from work that lasts, so that the
 * moves of machines go on beside the longest analysis. */
static work *take_work(pool *p) {
    work **best = NULL;
    for (work **at = &p->first; *at; at = &(*at)->next) {
        if ((*at)->lasts && p->thinkers > 1 && p->lasting >= p->thinkers - 1)
            continue;
        if (!best || ((*at)->urgent && !(*best)->urgent))
            best = at;
        if ((*best)->urgent)
            break;
    }
    work *w = best ? *best : NULL;
    if (w)
        *best = w->next;
    return w;
}

static void free_work(work *w) {
    free(w->text);
    free(w);
}

static bool is_task(const char *text, const char *task) {
    const char *line = strstr(text, "\ntask ");
    size_t n = strlen(task);
    return line && strncmp(line + 6, task, n) == 0 && line[6 + n] == '\n';
}

hra_err pool_add(pool *p, uint64_t table, uint64_t id, const char *text) {
    work *w = calloc(1, sizeof *w), **at = &p->first;
    if (!w || (w->text = malloc(strlen(text) + 1)) == NULL) {
        free(w);
        return HRA_ENOMEM;
    }
    memcpy(w->text, text, strlen(text) + 1);
    w->table = table;
    w->id = id;
    w->urgent =
        !is_task(text, "choose") && !is_task(text, "match"); /* of which there is always another block */
    w->open_ended = is_task(text, "open") || is_task(text, "match");
    w->lasts = is_task(text, "analyse") || is_task(text, "tree") || is_task(text, "review");
    pthread_mutex_lock(&p->lock);
    while (*at)
        at = &(*at)->next;
    *at = w;
    pthread_cond_signal(&p->more);
    pthread_mutex_unlock(&p->lock);
    return HRA_OK;
}

void pool_end(pool *p, uint64_t table, uint64_t id) {
    pthread_mutex_lock(&p->lock);
    for (work **at = &p->first, *w; (w = *at) != NULL;)
        if (w->table == table && w->id == id) {
            *at = w->next;
            free_work(w);
        } else {
            at = &w->next;
        }
    for (int i = 0; i < p->thinkers; i++) {
        work *w = p->thinker[i].now;
        if (w && w->table == table && w->id == id) {
            w->ended = true;
            hra_stop_set(&w->stop);
        }
    }
    pthread_mutex_unlock(&p->lock);
}

/* ---- what is told ---------------------------------------------------------------------------*/

/* A thread of the pool holds no lock. Without memory a session waits for ever, which `leave` ends. */
static void tell(pool *p, const work *w, bool last, const char *text) {
    pool_news *news = calloc(1, sizeof *news);
    if (!news)
        return;
    news->table = w->table;
    news->id = w->id;
    news->last = last;
    hra_text_init(&news->line);
    hra_text_addf(&news->line, "%s %" PRIu64 " ", last ? "done" : "found", w->id);
    hra_text_add(&news->line, text);
    pthread_mutex_lock(&p->lock);
    bool wanted = !w->ended;
    if (wanted) {
        *p->last_news = news;
        p->last_news = &news->next;
    }
    pthread_mutex_unlock(&p->lock);
    if (wanted)
        p->setup.wake(p->setup.self);
    else
        pool_free(news);
}

static double end_of_thought(const pool *p, const work *w) {
    return p->setup.most > 0 && !w->open_ended ? hra_clock() + p->setup.most * GRACE + MARGIN : 0;
}

/* A review tells ply by ply, each of which may last. */
static void tell_found(void *self, const char *json) {
    thinker *t = self;
    if (is_task(t->now->text, "review")) {
        pthread_mutex_lock(&t->pool->lock);
        t->until = end_of_thought(t->pool, t->now);
        pthread_mutex_unlock(&t->pool->lock);
    }
    tell(t->pool, t->now, false, json);
}

void pool_tick(pool *p, double now) {
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < p->thinkers; i++) {
        thinker *t = &p->thinker[i];
        if (t->now && t->until > 0 && now > t->until) {
            t->now->late = true;
            hra_stop_set(&t->now->stop);
        }
    }
    pthread_mutex_unlock(&p->lock);
}

pool_news *pool_take(pool *p) {
    pthread_mutex_lock(&p->lock);
    pool_news *news = p->news;
    if (news)
        p->news = news->next;
    if (!p->news)
        p->last_news = &p->news;
    pthread_mutex_unlock(&p->lock);
    return news;
}

void pool_free(pool_news *news) {
    hra_text_release(&news->line);
    free(news);
}

/* ---- the threads ----------------------------------------------------------------------------*/

static void think(thinker *t, hra_text *result) {
    static const char stopped[] = "error stopped";
    hra_text_clear(result);
    if (hra_worker_do(t->worker, t->now->text, &t->now->stop, result) != 0) {
        hra_text_clear(result);
        hra_text_addf(result, "error memory %s", hra_translate("there is not enough memory for it"));
    }
    pthread_mutex_lock(&t->pool->lock);
    bool late = t->now->late;
    pthread_mutex_unlock(&t->pool->lock);
    if (late && strncmp(hra_text_string(result), stopped, strlen(stopped)) == 0) {
        hra_text_clear(result);
        hra_text_add(result, "error limit ");
        hra_text_addf(result,
                      hra_translate("nothing was found within %g s, the most that this server gives to one "
                                    "question (--max-think)"),
                      t->pool->setup.most);
    }
    tell(t->pool, t->now, true, hra_text_string(result));
}

static hra_err run_thinker(void *self) {
    thinker *t = self;
    pool *p = t->pool;
    hra_text result;
    hra_text_init(&result);
    pthread_mutex_lock(&p->lock);
    while (!p->closing) {
        work *w = take_work(p);
        if (!w) {
            pthread_cond_wait(&p->more, &p->lock);
            continue;
        }
        t->now = w;
        t->until = end_of_thought(p, w);
        p->lasting += w->lasts;
        pthread_mutex_unlock(&p->lock);
        think(t, &result);
        pthread_mutex_lock(&p->lock);
        t->now = NULL;
        p->lasting -= w->lasts;
        if (w->lasts)
            pthread_cond_signal(&p->more);
        free_work(w);
    }
    pthread_mutex_unlock(&p->lock);
    hra_text_release(&result);
    return HRA_OK;
}

static hra_err start(thinker *t, pool *p, hra_error *why) {
    t->pool = p;
    hra_err err = hra_worker_open_in(&t->worker, p->shop, why);
    if (err)
        return err;
    hra_worker_listen(t->worker, tell_found, t);
    err = hra_job_start(&t->job, run_thinker, t);
    return err ? hra_fail_code(why, err) : HRA_OK;
}

hra_err pool_open(pool **out, const pool_setup *setup, hra_error *why) {
    pool *p = calloc(1, sizeof *p + (size_t)setup->threads * sizeof p->thinker[0]);
    if (!p)
        return hra_no_memory(why);
    p->setup = *setup;
    p->last_news = &p->news;
    if (pthread_mutex_init(&p->lock, NULL) != 0 || pthread_cond_init(&p->more, NULL) != 0) {
        free(p);
        return hra_no_memory(why);
    }
    p->thinkers = setup->threads;
    hra_err err = hra_workshop_open(&p->shop, setup->host, setup->data, setup->minds, why);
    for (int i = 0; i < setup->threads && !err; i++)
        err = start(&p->thinker[i], p, why);
    if (err)
        (void)pool_close(p, -1);
    else
        *out = p;
    return err;
}

static bool wait_for(hra_job *job, double end) {
    double left = end - hra_clock();
    return hra_job_wait(job, left > 0 ? left : 0);
}

bool pool_close(pool *p, double seconds) {
    double end = seconds < 0 ? INFINITY : hra_clock() + seconds;
    if (!p)
        return true;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    for (int i = 0; i < p->thinkers; i++)
        if (p->thinker[i].now) {
            p->thinker[i].now->ended = true;
            hra_stop_set(&p->thinker[i].now->stop);
        }
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->thinkers; i++)
        if (p->thinker[i].job && !wait_for(p->thinker[i].job, end))
            return false;
    for (int i = 0; i < p->thinkers; i++) {
        if (p->thinker[i].job)
            (void)hra_job_join(p->thinker[i].job);
        hra_worker_close(p->thinker[i].worker);
    }
    hra_workshop_close(p->shop);
    for (work *w; (w = p->first) != NULL; free_work(w))
        p->first = w->next;
    for (pool_news *news; (news = pool_take(p)) != NULL;)
        pool_free(news);
    pthread_cond_destroy(&p->more);
    pthread_mutex_destroy(&p->lock);
    free(p);
    return true;
}
