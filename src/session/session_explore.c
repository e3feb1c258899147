/* What a collection has of the position. The owner's collection may be a large file: threads ask it, one question of a
 * session at a time, also if other tasks are handed out. The session's own is small, and lines of `index` change it: it
 * is asked at once. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "session/session.h"

enum { LISTED = 20, MOST_LISTED = 500, WAITING = 64 /* questions of a session */ };

struct exploration {
    exploration *next;
    requester who; /* client -1: it does not want the answer any more */
    hra_session *s;
    hra_collection *collection;
    hra_host host;
    hra_text position;
    char rules[HRA_NAME_LENGTH]; /* a copy: the game may be closed meanwhile */
    int most, ply;
    hra_stop
        stop; /* not that of the turn: with a pause no other session could ask the collection meanwhile */
    hra_scheduled turn;
    bool running, done; /* done: under the lock of the tasks */
    /* what came of it */
    hra_collection_answer *answer;
    hra_text text; /* as members of an event */
    hra_err err;
    hra_error why;
};

/* ---- a question -----------------------------------------------------------------------------*/

static void free_exploration(exploration *x) {
    hra_collection_answer_free(x->answer);
    hra_text_release(&x->position);
    hra_text_release(&x->text);
    free(x);
}

/* The answer is written before the event begins: a storage that fails leaves none. */
static hra_err write_answer(exploration *x) {
    hra_json json = hra_json_begin(&x->text);
    hra_json_object(&json, NULL);
    hra_json_integer(&json, "ply", x->ply);
    hra_err err = hra_json_collection(&json, "explorer", x->collection, x->answer, &x->why);
    hra_json_end(&json);
    return err ? err : x->text.err ? hra_no_memory(&x->why) : HRA_OK;
}

static void ask(void *self) {
    exploration *x = self;
    const hra_collection_question question = {.size = sizeof question,
                                              .host = &x->host,
                                              .spec = x->rules,
                                              .position = hra_text_string(&x->position),
                                              .most = x->most,
                                              .stop = &x->stop};
    x->err = hra_collection_ask(x->collection, &question, &x->answer, &x->why);
    if (!x->err)
        x->err = write_answer(x);
}

/* The last thing that the thread does. */
static void mark_done(void *self, bool ran) {
    exploration *x = self;
    hra_session *s = x->s;
    if (!ran)
        x->err = hra_fail_code(&x->why, HRA_ESTOPPED);
    void (*wake)(void *) = s->setup.wake;
    void *wake_self = s->setup.self;
    hra_lock_take(&s->agents.lock);
    x->done = true;
    hra_bell_ring(&s->agents.bell);
    hra_lock_give(&s->agents.lock);
    if (wake)
        wake(wake_self);
}

static bool is_done(hra_session *s, const exploration *x) {
    hra_lock_take(&s->agents.lock);
    const bool done = x->done;
    hra_lock_give(&s->agents.lock);
    return done;
}

static void emit(hra_session *s, exploration *x) {
    if (x->who.client < 0)
        return;
    if (x->err) {
        hra_emit_error(s, &x->who, false, &x->why, NULL);
        return;
    }
    hra_emit_members(s, &x->who, HRA_SESSION_EXPLORER, &(hra_session_event){.explorer = x->answer},
                     hra_text_string(&x->text));
    hra_emit_ok(s, &x->who, NULL);
}

/* ---- those that wait ------------------------------------------------------------------------*/

static void start_first(hra_session *s) {
    exploration *x = s->collection.asked;
    if (!x || x->running)
        return;
    x->running = true;
    x->turn = (hra_scheduled){.owner = (uint64_t)(uintptr_t)s,
                              .urgency = HRA_URGENCY_PERSON,
                              .run = ask,
                              .ended = mark_done,
                              .self = x};
    hra_err err = hra_scheduler_add(s->pool, &x->turn);
    if (err) {
        x->err = hra_fail_code(&x->why, err);
        mark_done(x, true);
    }
}

bool hra_session_is_explored(hra_session *s) {
    return s->collection.asked && is_done(s, s->collection.asked);
}

void hra_session_take_explored(hra_session *s) {
    while (hra_session_is_explored(s)) {
        exploration *x = s->collection.asked;
        s->collection.asked = x->next;
        s->collection.waiting--;
        emit(s, x);
        free_exploration(x);
        start_first(s);
    }
}

void hra_session_end_explorations(hra_session *s, int client) {
    for (exploration *x = s->collection.asked; x; x = x->next)
        if (client < 0 || x->who.client == client) {
            hra_error gone;
            const requester who = x->who;
            x->who.client = -1;
            hra_stop_set(&x->stop);
            (void)hra_fail(&gone, HRA_ESTOPPED, -1, "stopped before it was done");
            if (who.client >= 0)
                hra_emit_error(s, &who, false, &gone, NULL);
        }
}

void hra_session_free_explorations(hra_session *s) {
    for (exploration *x = s->collection.asked, *after; x; x = after) {
        after = x->next;
        free_exploration(x);
    }
    s->collection.asked = NULL;
}

/* ---- the line -------------------------------------------------------------------------------*/

static hra_err add(hra_session *s, exploration *x, hra_error *why) {
    exploration **at = &s->collection.asked;
    if (s->collection.waiting == WAITING)
        return hra_fail(why, HRA_ELIMIT, -1, "%d questions to the collection are waiting", WAITING);
    while (*at)
        at = &(*at)->next;
    *at = x;
    s->collection.waiting++;
    start_first(s);
    return HRA_OK;
}

static exploration *new_exploration(hra_session *s, const requester *who, hra_collection *collection,
                                    int most) {
    exploration *x = calloc(1, sizeof *x);
    if (!x)
        return NULL;
    *x = (exploration){.who = *who,
                       .s = s,
                       .collection = collection,
                       .host = s->host,
                       .most = most,
                       .ply = hra_play_plies(s->table.play)};
    hra_text_init(&x->position);
    hra_text_init(&x->text);
    hra_snprintf(x->rules, sizeof x->rules, "%s", s->table.game->rules->name);
    s->table.game->rules->text->write_position(s->table.game, hra_session_now(s), &x->position);
    if (!x->position.err)
        return x;
    free_exploration(x);
    return NULL;
}

/* The position is the one that the client sees; of a game with hidden information there is none. */
hra_err hra_session_handle_explore(hra_session *s, const requester *who, char *line, hra_error *why,
                                   const char **about) {
    uint64_t most = LISTED;
    char *word;
    hra_collection *collection = s->setup.collection ? s->setup.collection : s->collection.own;
    hra_err err = hra_words_only(line, &word, why);
    if (!err && word)
        err = hra_words_number(word, _("how many games"), 0, MOST_LISTED, &most, why);
    if (err)
        return err;
    if (!collection)
        return hra_fail(why, HRA_EMISSING, -1, "no games are indexed; 'index' adds saved games");
    if (!hra_session_sees_all(s, who->client))
        return hra_fail(why, HRA_ESTATE, -1, "this game has hidden information");
    exploration *x = new_exploration(s, who, collection, (int)most);
    if (!x)
        return hra_no_memory(why);
    if (s->setup.collection && (!s->setup.hand_out || s->setup.pool)) {
        err = add(s, x, why);
        if (err)
            free_exploration(x);
        return err;
    }
    ask(x);
    err = x->err ? hra_fail_as(why, &x->why) : HRA_OK;
    if (!err)
        emit(s, x);
    free_exploration(x);
    return err;
}
