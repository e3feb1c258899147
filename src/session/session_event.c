/* Which client gets which event, and how it is written. */
#include <string.h>

#include "players/json.h"
#include "rules/game_properties.h"
#include "session/session_people.h"

enum { ROOM = 4096 }; /* bytes that stay for the next event: a server has thousands of sessions */

const char *hra_session_key(const hra_session *s, const char *now) {
    return hra_session_name(s->version, SESSION_KEYS, now);
}

hra_json_keys hra_session_json_keys(int version) {
    return version == 1 ? HRA_JSON_OLD_KEYS : HRA_JSON_NEW_KEYS;
}

/* ---- writing --------------------------------------------------------------------------------*/

static const char *const names[] = {
    "hello",  "position", "ask",     "roll",    "move",       "thinking",  "advice",   "analysis",
    "result", "moves",    "review",  "saved",   "task",       "ok",        "error",    "bye",
    "match",  "games",    "methods", "tree",    "collection", "explorer",  "contents", "study",
    "export", "exercise", "verdict", "rollout", "draft",      "tentative", "clock"};

/* The JSON of the event that is being written. */
static bool wanted(const hra_session *s) {
    return !s->setup.typed && !s->mute;
}

/* Begins an event for a client; what is added to the JSON belongs to it until `send`. */
static hra_session_event begin(hra_session *s, const requester *to, hra_session_kind kind) {
    session_client *c = &s->clients[to->client];
    const char *re = to->id[0] ? to->id : NULL;
    hra_session_event e = {.kind = kind, .client = to->client, .seq = ++c->n, .reply_to = re, .seat = -1};
    e.usual = hra_session_usual(s, kind);
    s->mute = s->setup.silent && to->client == 0;
    hra_text_clear(&s->text);
    hra_text_clear(&s->words);
    s->json = hra_json_begin(&s->text);
    s->version = c->version;
    s->json.keys = hra_session_json_keys(c->version);
    if (!wanted(s))
        return e;
    hra_json_object(&s->json, NULL);
    hra_json_text(&s->json, "event", hra_session_name(s->version, SESSION_EVENTS, names[kind]));
    hra_json_count(&s->json, hra_session_key(s, "seq"), e.seq);
    if (e.reply_to)
        hra_json_text(&s->json, hra_session_key(s, "reply_to"), e.reply_to);
    if (e.usual)
        hra_json_limits(&s->json, "usual", e.usual);
    return e;
}

static void forget(session_client *c, uint64_t n) {
    hra_text_clear(&c->log);
    c->log_n = n + 1;
}

/* Old events make room for new ones. */
static void remember(session_client *c, const hra_text *line, uint64_t n) {
    if (c->log.length + line->length + 1 > HRA_SESSION_LOG) {
        size_t drop = c->log.length / 2;
        while (drop < c->log.length && c->log.data[drop - (drop > 0)] != '\n')
            drop++;
        const char *at = c->log.data, *end = at + drop;
        for (; at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
            c->log_n++;
        memmove(c->log.data, c->log.data + drop, c->log.length - drop);
        c->log.length -= drop;
    }
    if (c->log.length + line->length + 1 > HRA_SESSION_LOG) { /* it is longer than the log itself */
        forget(c, n);
        return;
    }
    if (c->log.length == 0)
        c->log_n = n;
    hra_text_add_bytes(&c->log, line->data, line->length);
    hra_text_add_char(&c->log, '\n');
    if (c->log.err)
        forget(c, n);
}

/* All that can be said without memory. */
static const char *write_no_memory(hra_session *s, const hra_session_event *e) {
    const char *reply_to = e->reply_to ? hra_session_key(s, "reply_to") : "";
    hra_snprintf(s->no_memory_event, sizeof s->no_memory_event,
                 "{\"event\":\"error\",\"%s\":%llu,%s%s%s%s%s\"code\":\"memory\",\"text\":\"out of memory\"}",
                 hra_session_key(s, "seq"), (unsigned long long)e->seq, e->reply_to ? "\"" : "", reply_to,
                 e->reply_to ? "\":\"" : "", e->reply_to ? e->reply_to : "", e->reply_to ? "\"," : "");
    return s->no_memory_event;
}

static void send(hra_session *s, hra_session_event *e) {
    if (wanted(s)) {
        hra_json_end(&s->json);
        if (s->text.err || s->words.err) {
            e->json = write_no_memory(s, e);
            forget(&s->clients[e->client], e->seq);
        } else {
            e->json = s->text.data;
            remember(&s->clients[e->client], &s->text, e->seq);
        }
    }
    s->mute = false;
    s->setup.event(s->setup.self, e);
    if (s->text.capacity > ROOM)
        hra_text_release(&s->text);
}

/* Once for the client asked for, or for each of all; `re` goes to him alone. */
static bool next(const hra_session *s, const requester *to, bool all, requester *out) {
    int i = out->client + 1;
    if (!all) {
        if (i > to->client || to->client < 0 || !s->clients[to->client].open)
            return false;
        *out = *to;
        return true;
    }
    while (i < HRA_SESSION_CLIENTS && (!s->clients[i].open || (i == 0 && s->setup.silent)))
        i++;
    if (i == HRA_SESSION_CLIENTS)
        return false;
    *out = (requester){.client = i};
    if (to && to->client == i)
        *out = *to;
    return true;
}

static void add_mover(hra_session *s, const char *key, int mover) {
    if (mover >= 0)
        hra_json_integer(&s->json, key, mover);
    else
        hra_json_text(&s->json, key, mover == HRA_CHANCE ? "chance" : "over");
}

/* The words, and where they found no memory that the event found none. */
static void add_words(hra_session *s, const char *key) {
    hra_json_text(&s->json, key, hra_text_string(&s->words));
    s->text.err = s->text.err ? s->text.err : s->words.err;
}

/* ---- hello ----------------------------------------------------------------------------------*/

static void add_table(hra_session *s, const session_client *c) {
    table *t = &s->table;
    if (!t->about.length) {
        hra_json json = hra_json_begin(&t->about);
        json.keys = HRA_JSON_NEW_KEYS; /* none of those that were renamed is in it */
        hra_json_game(&json, NULL, t->game);
    }
    s->text.err = s->text.err ? s->text.err : t->about.err;
    hra_json_text(&s->json, "spec", t->game->spec);
    hra_json_raw(&s->json, "game", hra_text_string(&t->about));
    hra_session_add_rules(s);
    if (c->may & HRA_PERMIT_READ) /* and so the record; the seed decides later dice */
        hra_json_count(&s->json, "seed", t->seed);
    hra_json_list(&s->json, "seats");
    for (int seat = 0; seat < t->game->seats; seat++) {
        hra_json_object(&s->json, NULL);
        hra_json_integer(&s->json, "seat", seat);
        hra_text_clear(&s->words);
        hra_text_add(&s->words, hra_game_seat_name(t->game, seat));
        add_words(s, "name");
        hra_json_text(&s->json, "player", hra_player_info_of(t->players[seat])->spec);
        hra_json_bool(&s->json, "person", hra_session_is_person(s, seat));
        if (*hra_play_snapshot(t->play)->names[seat])
            hra_json_text(&s->json, hra_session_key(s, "display_name"),
                          hra_play_snapshot(t->play)->names[seat]);
        hra_json_end(&s->json);
    }
    hra_json_end(&s->json);
    hra_json_text(&s->json, "adviser", t->adviser);
    hra_json_bool(&s->json, "explain", t->explains);
    hra_json_bool(&s->json, "advise", t->advises);
    hra_session_add_tutor(s, c);
    hra_json_bool(&s->json, hra_session_key(s, "paused"), t->held);
    hra_json_text(&s->json, "dice", t->how.manual_chance ? "manual" : "own");
    hra_json_text(&s->json, hra_session_key(s, "saved"), t->save.name[0] ? t->save.name : NULL);
    if (t->study)
        hra_json_bool(&s->json, "study", true);
    hra_session_add_clock(&s->json, t);
    hra_session_add_endings(&s->json, t->game);
    hra_json_scene(&s->json, "scene", t->scene, HRA_SCENE_BOARD);
}

void hra_emit_hello(hra_session *s, const requester *to, bool all) {
    requester one = {.client = -1};
    while (next(s, to, all, &one)) {
        hra_session_event e = begin(s, &one, HRA_SESSION_HELLO);
        if (wanted(s)) {
            hra_json_text(&s->json, "version", hra_version());
            hra_json_integer(&s->json, "session", s->version);
            hra_json_text(&s->json, "language", hra_language());
            hra_session_add_place(s, &s->clients[one.client]);
            hra_json_bool(&s->json, "snapshot", !all);
            if (s->table.play)
                add_table(s, &s->clients[one.client]);
            else
                hra_json_null(&s->json, "spec");
        }
        send(s, &e);
    }
}

/* ---- the play -------------------------------------------------------------------------------*/

void hra_emit_position(hra_session *s, const requester *to, bool all, bool board) {
    const table *t = &s->table;
    requester one = {.client = -1};
    int ply = hra_play_plies(t->play);
    while (wanted(s) && next(s, to, all, &one)) {
        hra_session_event e = begin(s, &one, HRA_SESSION_POSITION);
        bool seen = hra_session_set_scene(s, one.client);
        e.ply = ply;
        e.seat = hra_play_at(t->play, ply).mover;
        hra_json_integer(&s->json, "ply", ply);
        add_mover(s, "to_move", e.seat);
        hra_json_bool(&s->json, "hidden", !seen);
        if (seen) {
            hra_text_clear(&s->words);
            t->game->rules->text->write_position(t->game, s->seen, &s->words);
            add_words(s, "position");
            hra_session_add_scene(s, one.client, !all);
        }
        if (seen && board) {
            int view = hra_session_view_of(s, one.client);
            const hra_board_style look = {.unicode = true, .width = 80, .seat = view >= 0 ? view : -1};
            hra_text_clear(&s->words);
            t->game->rules->text->show(t->game, s->seen, &look, &s->words);
            add_words(s, "board");
        }
        send(s, &e);
    }
}

/* What the table waits for: a person, dice, a machine; or the result. */
void hra_emit_waiting(hra_session *s, const requester *to, bool all) {
    requester one = {.client = -1};
    const table *t = &s->table;
    int ply = hra_play_plies(t->play), mover = hra_play_at(t->play, ply).mover;
    bool asks = hra_session_is_person(s, mover);
    if (!asks && mover >= 0)
        return; /* a program thinks; it has an event of its own when it begins */
    while (next(s, to, all, &one)) {
        hra_session_event e = begin(s, &one,
                                    asks                  ? HRA_SESSION_ASK
                                    : mover == HRA_CHANCE ? HRA_SESSION_ROLL
                                                          : HRA_SESSION_RESULT);
        e.seat = mover;
        e.ply = ply;
        if (wanted(s)) {
            hra_json_integer(&s->json, "ply", ply);
            if (asks) {
                hra_json_integer(&s->json, "seat", mover);
                hra_json_bool(&s->json, "you", hra_session_may_move(s, one.client, mover));
                if (hra_session_may_move(s, one.client, mover))
                    hra_session_add_legal(s, one.client);
                if (hra_play_snapshot(t->play)->offer >= 0)
                    hra_json_integer(&s->json, "offer", hra_play_snapshot(t->play)->offer);
            } else if (mover == HRA_OVER) {
                hra_session_add_result(s);
            }
            if (mover != HRA_OVER && s->version > 1) {
                hra_session_add_resignation(s, one.client, mover);
                hra_session_add_takeback(&s->json, t);
            }
        }
        send(s, &e);
    }
}

static void add_thought(hra_session *s, const think_task *task, int seat) {
    hra_json_object(&s->json, "thought");
    hra_json_number(&s->json, "value", task->advice.value[seat]);
    hra_json_end_of(&s->json, task->game, task->advice.value[seat], task->advice.kind, task->advice.distance);
    if (task->advice.depth)
        hra_json_integer(&s->json, "depth", task->advice.depth);
    if (task->advice.nodes)
        hra_json_count(&s->json, "nodes", task->advice.nodes);
    hra_json_end(&s->json);
}

/* One move to one client. `said`: what was said of it, NULL: nothing; `open`: a secret may be told now. */
static void emit_one_move(hra_session *s, const requester *to, int ply, const think_task *said, bool open) {
    const table *t = &s->table;
    const void *before = hra_play_at(t->play, ply).state;
    hra_session_event e = begin(s, to, HRA_SESSION_MOVE);
    e.ply = ply;
    e.seat = hra_play_at(t->play, ply).mover;
    double seconds = hra_play_at(t->play, ply).seconds;
    e.secret = !open && hra_session_is_secret(s, to->client, ply);
    if (said && (e.secret || hra_session_is_hidden(s, to->client, ply)))
        said = NULL; /* the client that made it saw more */
    if (e.secret && s->clients[to->client].first_hidden < 0)
        s->clients[to->client].first_hidden = ply;
    e.move = e.secret ? 0 : hra_play_at(t->play, ply).move;
    if (said) {
        e.advice = said->advice.move_count ? &said->advice : NULL;
        e.thought = said->explained && !e.advice ? &said->advice : NULL;
    }
    if (wanted(s)) {
        hra_json_integer(&s->json, "ply", ply);
        add_mover(s, "seat", e.seat);
        if (e.seat >= 0)
            hra_json_text(&s->json, "player", hra_player_info_of(t->players[e.seat])->spec);
        if (seconds >= 0)
            hra_json_number(&s->json, "seconds", seconds);
        if (e.secret)
            hra_json_bool(&s->json, "secret", true);
        else
            hra_json_move(&s->json, "move", t->game, before, e.move);
        if (!e.secret)
            hra_session_add_steps(s, to->client, ply);
        if (e.advice)
            hra_json_advice(&s->json, "advice", t->game, before, e.advice);
        if (e.thought)
            add_thought(s, said, e.seat);
    }
    send(s, &e);
}

/* What was done in secret, once it lies open. */
static void emit_secrets(hra_session *s, const requester *to) {
    session_client *c = &s->clients[to->client];
    if (c->first_hidden < 0 || hra_session_hides_now(s, to->client))
        return;
    int from = c->first_hidden;
    c->first_hidden = -1;
    for (int ply = from; ply < hra_play_plies(s->table.play); ply++)
        if (hra_session_is_secret(s, to->client, ply))
            emit_one_move(s, to, ply, NULL, true);
}

void hra_emit_move(hra_session *s, const requester *cause, int ply, const think_task *said) {
    requester one = {.client = -1};
    while (next(s, cause, true, &one)) {
        emit_one_move(s, &one, ply, said, false);
        emit_secrets(s, &one);
    }
}

/* Of a match all who play it. */
static void add_thinker(hra_session *s, const think_task *task) {
    hra_text_clear(&s->words);
    hra_json_text(&s->json, "player", task->match ? task->match->players : s->agents.slots[task->slot].spec);
}

void hra_emit_thinking(hra_session *s, const requester *to, bool all, const think_task *task) {
    requester one = {.client = -1};
    while (next(s, to, all, &one)) {
        hra_session_event e = begin(s, &one, HRA_SESSION_THINKING);
        e.seat = task->slot < HRA_MAX_SEATS ? task->slot : -1;
        e.ply = task->ply;
        if (wanted(s)) {
            hra_json_text(&s->json, "task", hra_think_kinds[task->kind]);
            add_thinker(s, task);
            if (e.seat >= 0)
                hra_json_integer(&s->json, "seat", e.seat);
            hra_json_integer(&s->json, "ply", task->ply);
        }
        send(s, &e);
    }
}

void hra_emit_review(hra_session *s, const requester *to, const hra_review *review, bool whole) {
    if (to->client < 0 || !s->clients[to->client].open)
        return;
    hra_session_event e = begin(s, to, HRA_SESSION_REVIEW);
    e.ply = hra_review_snapshot(review)->done - 1;
    e.review = review;
    if (wanted(s))
        hra_think_task_add_review(&s->json, review, whole);
    send(s, &e);
}

void hra_emit_match(hra_session *s, const requester *to, const hra_game *game, hra_match_result *so_far) {
    if (to->client < 0 || !s->clients[to->client].open)
        return;
    hra_session_event e = begin(s, to, HRA_SESSION_MATCH);
    e.match = so_far;
    if (wanted(s))
        hra_json_match(&s->json, "match", game, so_far);
    send(s, &e);
}

void hra_emit_cost(hra_session *s, const requester *to, const think_task *task, bool waits) {
    if (to->client < 0 || !s->clients[to->client].open)
        return;
    hra_session_event e = begin(s, to, HRA_SESSION_REVIEW);
    e.ply = task->ply;
    e.seat = task->seat;
    e.loss = &task->cost;
    e.waits = waits;
    e.state = task->state;
    e.move = task->move;
    e.moves = waits ? s->table.tentative.count : 0;
    if (wanted(s)) {
        hra_json_integer(&s->json, "ply", task->ply);
        hra_json_integer(&s->json, "seat", task->seat);
        hra_json_text(&s->json, "player", s->agents.slots[task->slot].spec);
        hra_json_bool(&s->json, "waits", waits);
        hra_json_move_loss(&s->json, "cost", s->table.game, task->state, task->move, &task->cost);
    }
    send(s, &e);
}

void hra_emit_progress(hra_session *s, const think_task *task, const think_progress *found,
                       const char *json) {
    requester to = task->requester;
    hra_session_event e = begin(s, &to, HRA_SESSION_THINKING);
    e.ply = task->ply;
    if (wanted(s)) {
        hra_json_text(&s->json, "task", hra_think_kinds[task->kind]);
        hra_json_text(&s->json, "player", s->agents.slots[task->slot].spec);
        hra_json_integer(&s->json, "ply", task->ply);
        if (json)
            hra_json_raw(&s->json, "found", json);
        else
            hra_think_task_write_progress(&s->json, "found", task, found);
    }
    send(s, &e);
}

void hra_emit_advice(hra_session *s, const requester *to, const think_task *task, bool pending) {
    hra_session_event e = begin(s, to, HRA_SESSION_ADVICE);
    e.seat = task->seat;
    e.ply = task->ply;
    e.advice = &task->advice;
    e.pending = pending;
    if (wanted(s)) {
        hra_json_integer(&s->json, "ply", task->ply);
        hra_json_integer(&s->json, "seat", task->seat);
        hra_json_text(&s->json, "player", s->agents.slots[task->slot].spec);
        hra_json_bool(&s->json, "pending", pending);
        hra_json_advice(&s->json, "advice", s->table.game, task->state, &task->advice);
    }
    send(s, &e);
}

void hra_emit_analysis(hra_session *s, const requester *to, const think_task *task) {
    bool tree = task->kind == THINK_TREE;
    hra_session_event e = begin(s, to, tree ? HRA_SESSION_TREE : HRA_SESSION_ANALYSIS);
    e.seat = task->seat;
    e.ply = task->ply;
    e.result = &task->result;
    e.text = tree ? task->json : NULL;
    if (wanted(s)) {
        hra_json_integer(&s->json, "ply", task->ply);
        if (tree)
            hra_json_raw(&s->json, "tree", task->json);
        else
            hra_json_analysis(&s->json, "analysis", &task->result, s->table.game, task->state,
                              s->agents.slots[task->slot].spec);
    }
    send(s, &e);
}

void hra_emit_moves(hra_session *s, const requester *to) {
    hra_session_event e = begin(s, to, HRA_SESSION_MOVES);
    e.ply = hra_play_plies(s->table.play);
    e.seat = hra_play_at(s->table.play, e.ply).mover;
    if (wanted(s)) {
        hra_json_integer(&s->json, "ply", e.ply);
        add_mover(s, "to_move", e.seat);
        hra_session_add_moves(s, to->client);
    }
    send(s, &e);
}

/* ---- the rest -------------------------------------------------------------------------------*/

static void emit_fault(hra_session *s, const requester *to, bool all, int seat, const hra_error *why,
                       const char *about) {
    requester one = {.client = -1};
    while (next(s, to, all, &one)) {
        hra_session_event e = begin(s, &one, HRA_SESSION_ERROR);
        e.why = why;
        e.about = about;
        e.seat = seat;
        if (wanted(s)) {
            hra_json_text(&s->json, "code", hra_think_task_code_word(why->code));
            hra_json_text(&s->json, "text", why->text);
            if (seat >= 0)
                hra_json_integer(&s->json, "seat", seat);
            if (why->at >= 0) {
                hra_json_integer(&s->json, "at", why->at);
                hra_json_text(&s->json, "in", about);
            }
        }
        send(s, &e);
    }
}

void hra_emit_error(hra_session *s, const requester *to, bool all, const hra_error *why, const char *about) {
    emit_fault(s, to, all, -1, why, about);
}

void hra_emit_failure(hra_session *s, int seat, const hra_error *why) {
    emit_fault(s, NULL, true, seat < 0 ? 0 : seat, why, NULL);
}

static void emit_text(hra_session *s, const requester *to, hra_session_kind kind, const char *text) {
    if (to->client < 0 || !s->clients[to->client].open)
        return;
    hra_session_event e = begin(s, to, kind);
    e.text = text;
    if (wanted(s) && text)
        hra_json_text(&s->json, "text", text);
    send(s, &e);
}

void hra_emit_ok(hra_session *s, const requester *to, const char *text) {
    emit_text(s, to, HRA_SESSION_OK, text);
}

void hra_emit_list(hra_session *s, const requester *to, bool games, const hra_rules *only) {
    hra_session_event e = begin(s, to, games ? HRA_SESSION_GAMES : HRA_SESSION_METHODS);
    if (wanted(s) && games)
        hra_json_games(&s->json, "list", s->host.registry, only);
    else if (wanted(s))
        hra_json_methods(&s->json, "list", s->host.registry);
    send(s, &e);
}

void hra_emit_members(hra_session *s, const requester *to, hra_session_kind kind,
                      const hra_session_event *typed, const char *members) {
    hra_session_event e = begin(s, to, kind);
    e.ply = s->table.play ? hra_play_plies(s->table.play) : 0;
    e.explorer = typed ? typed->explorer : NULL;
    e.exercise = typed ? typed->exercise : NULL;
    e.verdict = typed ? typed->verdict : NULL;
    s->text.err = members ? s->text.err : HRA_ENOMEM;
    if (wanted(s) && members)
        hra_json_members(&s->json, members);
    send(s, &e);
}

void hra_emit_kept(hra_session *s, const requester *to, const hra_store_entry *entry, bool finished,
                   const hra_text *text) {
    hra_session_event e = begin(s, to, HRA_SESSION_SAVED);
    e.text = entry->name;
    if (wanted(s)) {
        hra_json_text(&s->json, "name", entry->name);
        hra_json_count(&s->json, "bytes", entry->length);
        if (entry->changed > 0)
            hra_json_number(&s->json, "changed", entry->changed);
        hra_json_bool(&s->json, "finished", finished);
        if (text)
            hra_json_text(&s->json, "text", hra_text_string(text));
    }
    send(s, &e);
}

void hra_emit_bye(hra_session *s, int client) {
    const requester to = {.client = client};
    emit_text(s, &to, HRA_SESSION_BYE, NULL);
}

void hra_emit_work(hra_session *s, const think_task *task, bool end) {
    const requester owner = {.client = 0};
    if (!s->clients[0].open)
        return;
    hra_session_event e = begin(s, &owner, HRA_SESSION_TASK);
    if (!end)
        hra_think_task_write(task, s->agents.slots[task->slot].spec, &s->words);
    e.ply = task->ply;
    e.task_id = task->id;
    e.text = end ? NULL : hra_text_string(&s->words);
    if (wanted(s)) {
        hra_json_count(&s->json, "id", task->id);
        if (end)
            hra_json_bool(&s->json, "end", true);
        else
            hra_json_text(&s->json, "text", e.text);
    }
    send(s, &e);
}
