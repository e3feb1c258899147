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
    hra_lock_release(&s->agents.lock);
    hra_bell_release(&s->agents.bell);
}

hra_session *hra_session_open_threads(const hra_session_setup *setup) {
    const hra_scheduler_setup turns = {.threads = setup->threads > 0 ? setup->threads : 2};
    hra_session *s = calloc(1, sizeof *s);
    if (!s || hra_bell_init(&s->agents.bell) != 0) {
        free(s);
        return NULL;
    }
    if (hra_lock_init(&s->agents.lock) != 0) {
        hra_bell_release(&s->agents.bell);
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
    hra_think_task_run(self);
}

/* The last thing that the thread does: from then on only the session reads the task. */
static void mark_done(void *self, bool ran) {
    think_task *task = self;
    hra_bell *bell = task->bell;
    void (*wake)(void *) = task->wake;
    void *wake_self = task->wake_self;
    hra_lock *home = task->home;
    hra_lock_take(home);
    task->done = true;
    hra_lock_give(home);
    hra_bell_ring(bell);
    if (wake)
        wake(wake_self);
}

/* Somebody is opening the same player, so that this one will find it opened. */
static bool must_wait(const hra_session *s, const think_task *task) {
    const agent_slot *m = &s->agents.slots[task->slot];
    if (task->kind == THINK_MATCH) /* its players serve many at a time */
        return false;
    if (m->busy)
        return true;
    for (const think_task *other = s->agents.tasks; other && !m->ready; other = other->next)
        if (other->running && !other->at->ready && hra_same_player(other->game, other->at->spec, m->spec))
            return true;
    return false;
}

bool hra_session_slot_taken(const hra_session *s, int i) {
    for (const think_task *task = s->agents.tasks; task; task = task->next)
        if (task->slot == i)
            return true;
    return false;
}

static void give_to_pool(hra_session *s, think_task *task) {
    bool machine = task->kind == THINK_CHOOSE || task->kind == THINK_MATCH;
    task->turn.owner = name_of(s);
    task->turn.urgency = machine ? HRA_URGENCY_PROGRAM : HRA_URGENCY_PERSON;
    task->turn.run = work_in_thread;
    task->turn.ended = mark_done;
    task->turn.self = task;
    hra_err err = hra_scheduler_add(s->pool, &task->turn);
    if (err) {
        task->err = hra_fail_code(&task->why, err);
        mark_done(task, false);
    }
}

static void start(hra_session *s, think_task *task) {
    agent_slot *m = &s->agents.slots[task->slot];
    if (task->kind != THINK_MATCH)
        hra_agent_slot_share(s->agents.slots, m, task->game, s->table.game ? s->table.game : task->game);
    m->busy = task->running = true;
    task->at = m;
    task->bell = &s->agents.bell;
    task->home = &s->agents.lock;
    task->wake = s->setup.wake;
    task->wake_self = s->setup.self;
    task->began = hra_clock();
    if (s->setup.hand_out)
        hra_emit_work(s, task, false);
    else
        give_to_pool(s, task);
}

void hra_session_start_tasks(hra_session *s) {
    for (think_task *task = s->agents.tasks; task; task = task->next)
        if (!task->running && !must_wait(s, task))
            start(s, task);
}

bool hra_session_has_begun(hra_session *s, think_task *task) {
    if (!task->running || s->setup.hand_out || !hra_scheduler_take_back(s->pool, &task->turn))
        return task->running && !s->setup.hand_out;
    task->running = task->at->busy = false;
    return false;
}

think_task *hra_session_think(hra_session *s, think_task *task, int slot, const requester *who) {
    think_task **at = &s->agents.tasks;
    if (!task)
        return NULL;
    while (*at)
        at = &(*at)->next;
    task->id = ++s->agents.last_id;
    task->slot = slot;
    task->data = s->setup.data;
    task->play = s->plays;
    task->requester = who ? *who : (requester){.client = -1};
    task->keys = hra_session_json_keys(who ? s->clients[who->client].version : 1);
    hra_session_limit(s, task, s->agents.slots[slot].spec);
    *at = task;
    if (!task->quiet)
        hra_emit_thinking(s, &task->requester, !who, task);
    return task;
}

void hra_session_unlink_task(hra_session *s, think_task *task) {
    think_task **at = &s->agents.tasks;
    while (*at != task)
        at = &(*at)->next;
    *at = task->next;
}

/* Its result is not wanted any more: the task ends as soon as it can, and its result is ignored. */
void hra_session_drop(hra_session *s, think_task *task) {
    table *t = &s->table;
    hra_stop_set(&task->turn.pause.stop);
    task->requester.client = -1;
    t->drawer = task == t->drawer ? NULL : t->drawer;
    if (task == t->tentative.judging)
        hra_session_forget_tentative(s);
    if (task == t->answerer) {
        t->answerer = NULL;
        t->resigning = (hra_concession){0};
    }
    if (hra_session_has_begun(s, task)) {
        task->dropped = true;
        return;
    }
    if (task->chances)
        task->chances->busy = false;
    if (task->running) {
        hra_emit_work(s, task, true);
        task->at->busy = false;
    }
    hra_session_unlink_task(s, task);
    if (task->kind == THINK_REVIEW)
        hra_session_end_review(s);
    hra_think_task_free(task);
}

/* Sends the client that asked for it an event that there will be no result. */
void hra_session_give_up(hra_session *s, think_task *task) {
    hra_error gone;
    const requester asked = task->requester;
    hra_session_drop(s, task);
    hra_fail(&gone, HRA_ESTOPPED, -1, "stopped before it was done");
    hra_emit_error(s, &asked, false, &gone, NULL);
}

bool hra_session_is_done(hra_session *s, const think_task *task) {
    hra_lock_take(&s->agents.lock);
    bool done = task->done;
    hra_lock_give(&s->agents.lock);
    return done;
}

void hra_session_drop_all(hra_session *s) {
    hra_session_end_match(s);
    for (think_task *task = s->agents.tasks, *after; task; task = after) {
        after = task->next;
        hra_session_give_up(s, task);
    }
    while (s->agents.tasks) {
        think_task *task = s->agents.tasks;
        while (!hra_session_is_done(s, task))
            (void)hra_bell_wait(&s->agents.bell, 0.1);
        hra_session_unlink_task(s, task);
        hra_think_task_free(task);
    }
    hra_session_end_review(s);
    for (int i = 0; i < SLOT_COUNT; i++) /* agents before the players that they share */
        hra_agent_close(s->agents.slots[i].agent);
    for (int i = 0; i < SLOT_COUNT; i++) {
        s->agents.slots[i].agent = NULL;
        hra_agent_slot_clear(s->agents.slots, &s->agents.slots[i]);
    }
    s->agents.win_failed = false;
}
