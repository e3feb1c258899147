/* Tasks: who runs them, and when. */
#include "session/session.h"

#include <stdlib.h>

#include "core/messages.h"
#include "rules/rename.h"

/* ---- threads --------------------------------------------------------------------------------*/

/* The owner of its tasks in a pool. */
static uint64_t name_of(const hra_session *s) {
    return (uint64_t)(uintptr_t)s;
}

static void release(hra_session *s) {
    hra_lock_release(&s->thinkers.lock);
    hra_bell_release(&s->thinkers.bell);
}

hra_session *hra_session_open_threads(const hra_session_setup *setup) {
    const hra_scheduler_setup turns = {.threads = setup->threads > 0 ? setup->threads : 2};
    hra_session *s = calloc(1, sizeof *s);
    if (!s || hra_bell_init(&s->thinkers.bell) != 0) {
        free(s);
        return NULL;
    }
    if (hra_lock_init(&s->thinkers.lock) != 0) {
        hra_bell_release(&s->thinkers.bell);
        free(s);
        return NULL;
    }
    s->own_pool = !setup->pool;
    s->pool = setup->pool ? hra_worker_pool_scheduler(setup->pool) : NULL;
    if (!s->own_pool || hra_scheduler_open(&s->pool, &turns) == 0)
        return s;
    release(s);
    free(s);
    return NULL;
}

void hra_session_close_threads(hra_session *s) {
    if (s->own_pool)
        (void)hra_scheduler_close(s->pool, -1);
    else
        hra_scheduler_drain(s->pool, name_of(s));
    release(s);
}

/* ---- tasks -----------------------------------------------------------------------------------*/

static void work_in_thread(void *self) {
    hra_unit_work(self);
}

/* The last thing that the thread does: from then on nobody but the session looks at the unit. */
static void tell_done(void *self, bool ran) {
    unit *u = self;
    hra_bell *bell = u->bell;
    void (*wake)(void *) = u->wake;
    void *wake_self = u->wake_self;
    hra_lock *home = u->home;
    hra_lock_take(home);
    u->done = true;
    hra_lock_give(home);
    hra_bell_ring(bell);
    if (wake)
        wake(wake_self);
}

/* Somebody is opening the same player, so that this one will find it opened. */
static bool must_wait(const hra_session *s, const unit *u) {
    const mind *m = &s->thinkers.minds[u->mind];
    if (u->task == UNIT_MATCH) /* its players serve many at a time */
        return false;
    if (m->busy)
        return true;
    for (const unit *other = s->thinkers.units; other && !m->ready; other = other->next)
        if (other->running && !other->at->ready && hra_same_player(other->game, other->at->spec, m->spec))
            return true;
    return false;
}

bool hra_session_mind_taken(const hra_session *s, int i) {
    for (const unit *u = s->thinkers.units; u; u = u->next)
        if (u->mind == i)
            return true;
    return false;
}

static void give_to_pool(hra_session *s, unit *u) {
    bool machine = u->task == UNIT_CHOOSE || u->task == UNIT_MATCH;
    u->turn.owner = name_of(s);
    u->turn.urgency = machine ? HRA_URGENCY_PROGRAM : HRA_URGENCY_PERSON;
    u->turn.run = work_in_thread;
    u->turn.ended = tell_done;
    u->turn.self = u;
    hra_err err = hra_scheduler_add(s->pool, &u->turn);
    if (err) {
        u->err = hra_fail_code(&u->why, err);
        tell_done(u, false);
    }
}

static void start(hra_session *s, unit *u) {
    mind *m = &s->thinkers.minds[u->mind];
    if (u->task != UNIT_MATCH)
        hra_mind_share(s->thinkers.minds, m, u->game, s->table.game ? s->table.game : u->game);
    m->busy = u->running = true;
    u->at = m;
    u->bell = &s->thinkers.bell;
    u->home = &s->thinkers.lock;
    u->wake = s->setup.wake;
    u->wake_self = s->setup.self;
    u->began = hra_clock();
    if (s->setup.hand_out)
        hra_tell_work(s, u, false);
    else
        give_to_pool(s, u);
}

void hra_session_start_tasks(hra_session *s) {
    for (unit *u = s->thinkers.units; u; u = u->next)
        if (!u->running && !must_wait(s, u))
            start(s, u);
}

bool hra_session_has_begun(hra_session *s, unit *u) {
    if (!u->running || s->setup.hand_out || !hra_scheduler_take_back(s->pool, &u->turn))
        return u->running && !s->setup.hand_out;
    u->running = u->at->busy = false;
    return false;
}

unit *hra_session_think(hra_session *s, unit *u, int thinker, const asker *who) {
    unit **at = &s->thinkers.units;
    if (!u)
        return NULL;
    while (*at)
        at = &(*at)->next;
    u->id = ++s->thinkers.last_id;
    u->mind = thinker;
    u->data = s->setup.data;
    u->play = s->plays;
    u->asker = who ? *who : (asker){.looker = -1};
    hra_session_limit(s, u, s->thinkers.minds[thinker].spec);
    *at = u;
    if (!u->quiet)
        hra_tell_thinking(s, &u->asker, !who, u);
    return u;
}

void hra_session_unlink_task(hra_session *s, unit *u) {
    unit **at = &s->thinkers.units;
    while (*at != u)
        at = &(*at)->next;
    *at = u->next;
}

/* Nobody waits for it any more: it ends as soon as it can, and what it brings is not looked at. */
void hra_session_drop(hra_session *s, unit *u) {
    hra_stop_set(&u->turn.pause.stop);
    u->asker.looker = -1;
    if (hra_session_has_begun(s, u)) {
        u->dropped = true;
        return;
    }
    if (u->chances)
        u->chances->busy = false;
    if (u->running) {
        hra_tell_work(s, u, true);
        u->at->busy = false;
    }
    hra_session_unlink_task(s, u);
    if (u->task == UNIT_REVIEW)
        hra_session_end_review(s);
    hra_unit_free(u);
}

/* Who asked for it is told that nothing will come. */
void hra_session_give_up(hra_session *s, unit *u) {
    hra_error gone;
    const asker asked = u->asker;
    hra_session_drop(s, u);
    hra_fail(&gone, HRA_ESTOPPED, -1, "stopped before it was done");
    hra_tell_error(s, &asked, false, &gone, NULL);
}

bool hra_session_is_done(hra_session *s, const unit *u) {
    hra_lock_take(&s->thinkers.lock);
    bool done = u->done;
    hra_lock_give(&s->thinkers.lock);
    return done;
}

void hra_session_drop_all(hra_session *s) {
    hra_session_end_match(s);
    for (unit *u = s->thinkers.units, *after; u; u = after) {
        after = u->next;
        hra_session_give_up(s, u);
    }
    while (s->thinkers.units) {
        unit *u = s->thinkers.units;
        while (!hra_session_is_done(s, u))
            (void)hra_bell_wait(&s->thinkers.bell, 0.1);
        hra_session_unlink_task(s, u);
        hra_unit_free(u);
    }
    hra_session_end_review(s);
    for (int i = 0; i < MIND_COUNT; i++) /* agents before the players that they share */
        hra_agent_close(s->thinkers.minds[i].agent);
    for (int i = 0; i < MIND_COUNT; i++) {
        s->thinkers.minds[i].agent = NULL;
        hra_mind_clear(s->thinkers.minds, &s->thinkers.minds[i]);
    }
    s->thinkers.win_failed = false;
}
