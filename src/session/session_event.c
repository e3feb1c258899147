/* What is told to whom, and how it is written. */
#include <string.h>

#include "players/json.h"
#include "session/session.h"

/* ---- writing --------------------------------------------------------------------------------*/

static const char *const names[] = {
    "hello",  "position", "ask",  "roll", "move",  "thinking", "advice", "analysis", "result",  "moves",
    "review", "kept",     "work", "ok",   "error", "bye",      "match",  "games",    "methods", "tree"};

/* The JSON of the event that is being written. */
static bool wanted(const hra_session *s) {
    return !s->setup.typed && !s->mute;
}

/* Begins an event for a looker; what is added to the JSON belongs to it until `send`. */
static hra_session_event begin(hra_session *s, const asker *to, hra_session_kind kind) {
    onlooker *l = &s->lookers[to->looker];
    const char *re = to->id[0] ? to->id : NULL;
    hra_session_event e = {.kind = kind, .looker = to->looker, .n = ++l->n, .re = re, .seat = -1};
    e.usual = hra_session_usual(s, kind);
    s->mute = s->setup.silent && to->looker == 0;
    hra_text_clear(&s->text);
    hra_text_clear(&s->words);
    s->json = hra_json_begin(&s->text);
    s->json.old_keys = true; /* a session says them until its second version */
    if (!wanted(s))
        return e;
    hra_json_object(&s->json, NULL);
    hra_json_text(&s->json, "event", names[kind]);
    hra_json_count(&s->json, "n", e.n);
    if (e.re)
        hra_json_text(&s->json, "re", e.re);
    if (e.usual)
        hra_json_limits(&s->json, "usual", e.usual);
    return e;
}

static void forget(onlooker *l, uint64_t n) {
    hra_text_clear(&l->log);
    l->log_n = n + 1;
}

/* Old events make room for new ones. */
static void remember(onlooker *l, const hra_text *line, uint64_t n) {
    if (l->log.length + line->length + 1 > HRA_SESSION_LOG) {
        size_t drop = l->log.length / 2;
        while (drop < l->log.length && l->log.data[drop - (drop > 0)] != '\n')
            drop++;
        const char *at = l->log.data, *end = at + drop;
        for (; at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
            l->log_n++;
        memmove(l->log.data, l->log.data + drop, l->log.length - drop);
        l->log.length -= drop;
    }
    if (l->log.length + line->length + 1 > HRA_SESSION_LOG) { /* it is longer than the log itself */
        forget(l, n);
        return;
    }
    if (l->log.length == 0)
        l->log_n = n;
    hra_text_add_bytes(&l->log, line->data, line->length);
    hra_text_add_char(&l->log, '\n');
    if (l->log.err)
        forget(l, n);
}

static void send(hra_session *s, hra_session_event *e) {
    if (wanted(s)) {
        hra_json_end(&s->json);
        if (s->text.err || s->words.err) { /* all that can be said without memory */
            hra_snprintf(
                s->poor, sizeof s->poor,
                "{\"event\":\"error\",\"n\":%llu,%s%s%s\"code\":\"memory\",\"text\":\"out of memory\"}",
                (unsigned long long)e->n, e->re ? "\"re\":\"" : "", e->re ? e->re : "", e->re ? "\"," : "");
            e->json = s->poor;
            forget(&s->lookers[e->looker], e->n);
        } else {
            e->json = s->text.data;
            remember(&s->lookers[e->looker], &s->text, e->n);
        }
    }
    s->mute = false;
    s->setup.event(s->setup.self, e);
}

/* Once for the looker asked for, or for each of all; `re` goes to him alone. */
static bool next(const hra_session *s, const asker *to, bool all, asker *out) {
    int i = out->looker + 1;
    if (!all) {
        if (i > to->looker || to->looker < 0 || !s->lookers[to->looker].open)
            return false;
        *out = *to;
        return true;
    }
    while (i < HRA_SESSION_CLIENTS && (!s->lookers[i].open || (i == 0 && s->setup.silent)))
        i++;
    if (i == HRA_SESSION_CLIENTS)
        return false;
    *out = (asker){.looker = i};
    if (to && to->looker == i)
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

static void add_move_text(hra_session *s, const char *key, const void *state, hra_move move) {
    hra_text_clear(&s->words);
    s->table.game->rules->text->show_move(s->table.game, state, move, &s->words);
    add_words(s, key);
}

/* ---- hello ----------------------------------------------------------------------------------*/

/* The rules that options decide, a sentence each, of a game that tells them. */
static void add_rules(hra_session *s) {
    const hra_game *game = s->table.game;
    if (!game->rules->text->say_rules)
        return;
    hra_text_clear(&s->words);
    game->rules->text->say_rules(game, &s->words);
    hra_json_list(&s->json, "rules");
    for (char *line = s->words.data, *end; line && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        hra_json_text(&s->json, NULL, line);
    }
    hra_json_end(&s->json);
    s->text.err = s->text.err ? s->text.err : s->words.err;
}

static void add_table(hra_session *s, const onlooker *l) {
    table *t = &s->table;
    if (!t->about.length) {
        hra_json json = hra_json_begin(&t->about);
        json.old_keys = true;
        hra_json_game(&json, NULL, t->game);
    }
    s->text.err = s->text.err ? s->text.err : t->about.err;
    hra_json_text(&s->json, "spec", t->game->spec);
    hra_json_raw(&s->json, "game", hra_text_string(&t->about));
    add_rules(s);
    hra_json_count(&s->json, "seed", t->seed);
    hra_json_list(&s->json, "seats");
    for (int seat = 0; seat < t->game->seats; seat++) {
        hra_json_object(&s->json, NULL);
        hra_json_integer(&s->json, "seat", seat);
        hra_text_clear(&s->words);
        hra_text_add(&s->words, hra_game_seat_name(t->game, seat));
        add_words(s, "name");
        hra_json_text(&s->json, "player", hra_player_spec(t->players[seat]));
        hra_json_bool(&s->json, "person", hra_session_is_person(s, seat));
        if (*hra_play_snapshot(t->play)->names[seat])
            hra_json_text(&s->json, "called", hra_play_snapshot(t->play)->names[seat]);
        hra_json_end(&s->json);
    }
    hra_json_end(&s->json);
    hra_json_text(&s->json, "adviser", t->adviser);
    hra_json_bool(&s->json, "explain", t->explains);
    hra_json_bool(&s->json, "advise", t->advises);
    hra_json_bool(&s->json, "tutor", l->tutors);
    hra_json_bool(&s->json, "hold", t->held);
    hra_json_text(&s->json, "dice", t->how.manual_chance ? "manual" : "own");
    hra_json_text(&s->json, "kept", t->keeping.name[0] ? t->keeping.name : NULL);
    hra_json_scene(&s->json, "scene", t->scene, HRA_SCENE_BOARD);
}

void hra_tell_hello(hra_session *s, const asker *to, bool all) {
    asker one = {.looker = -1};
    while (next(s, to, all, &one)) {
        hra_session_event e = begin(s, &one, HRA_SESSION_HELLO);
        if (wanted(s)) {
            hra_json_text(&s->json, "version", hra_version());
            hra_json_integer(&s->json, "session", HRA_SESSION_VERSION);
            hra_json_text(&s->json, "language", hra_language());
            hra_session_add_place(s, &s->lookers[one.looker]);
            hra_json_bool(&s->json, "snapshot", !all);
            if (s->table.play)
                add_table(s, &s->lookers[one.looker]);
            else
                hra_json_null(&s->json, "spec");
        }
        send(s, &e);
    }
}

/* ---- the play -------------------------------------------------------------------------------*/

void hra_tell_position(hra_session *s, const asker *to, bool all, bool board) {
    const table *t = &s->table;
    asker one = {.looker = -1};
    int ply = hra_play_plies(t->play);
    while (wanted(s) && next(s, to, all, &one)) {
        hra_session_event e = begin(s, &one, HRA_SESSION_POSITION);
        bool seen = hra_session_set_scene(s, one.looker);
        e.ply = ply;
        e.seat = hra_play_at(t->play, ply).mover;
        hra_json_integer(&s->json, "ply", ply);
        add_mover(s, "to_move", e.seat);
        hra_json_bool(&s->json, "hidden", !seen);
        if (seen) {
            hra_text_clear(&s->words);
            t->game->rules->text->write_position(t->game, s->seen, &s->words);
            add_words(s, "position");
            hra_session_add_scene(s, one.looker, !all);
        }
        if (seen && board) {
            int view = hra_session_view_of(s, one.looker);
            const hra_board_style look = {.unicode = true, .width = 80, .seat = view >= 0 ? view : -1};
            hra_text_clear(&s->words);
            t->game->rules->text->show(t->game, s->seen, &look, &s->words);
            add_words(s, "board");
        }
        send(s, &e);
    }
}

static void add_result(hra_session *s) {
    int share;
    const hra_game *game = s->table.game;
    const hra_play_info *info = hra_play_snapshot(s->table.play);
    unsigned winners = hra_game_winners(game, hra_session_now(s), info->returns, &share);
    hra_json_numbers(&s->json, "returns", info->returns, game->seats);
    hra_json_list(&s->json, "winners");
    for (int seat = 0; seat < game->seats; seat++)
        if (winners >> seat & 1)
            hra_json_integer(&s->json, NULL, seat);
    hra_json_end(&s->json);
    static const char *const reasons[] = {"none", "rules", "repetition", "resigned", "agreed", "adjudicated"};
    hra_json_text(&s->json, "reason", reasons[info->outcome]);
    if (info->resigned >= 0)
        hra_json_integer(&s->json, "resigned", info->resigned);
}

/* What the table waits for: a person, dice, a machine; or the result. */
void hra_tell_waiting(hra_session *s, const asker *to, bool all) {
    asker one = {.looker = -1};
    int ply = hra_play_plies(s->table.play), mover = hra_play_at(s->table.play, ply).mover;
    bool asks = hra_session_is_person(s, mover);
    if (!asks && mover >= 0)
        return; /* a machine thinks, which is told when it begins */
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
                hra_json_bool(&s->json, "you", hra_session_may_move(s, one.looker, mover));
                if (hra_session_may_move(s, one.looker, mover))
                    hra_session_add_legal(s, one.looker);
                if (hra_play_snapshot(s->table.play)->offer >= 0)
                    hra_json_integer(&s->json, "offer", hra_play_snapshot(s->table.play)->offer);
            } else if (mover == HRA_OVER) {
                add_result(s);
            }
        }
        send(s, &e);
    }
}

static void add_thought(hra_session *s, const unit *u, int seat) {
    hra_json_object(&s->json, "thought");
    hra_json_number(&s->json, "value", u->advice.value[seat]);
    if (u->advice.depth)
        hra_json_integer(&s->json, "depth", u->advice.depth);
    if (u->advice.nodes)
        hra_json_count(&s->json, "nodes", u->advice.nodes);
    hra_json_end(&s->json);
}

static void add_advice(hra_session *s, const unit *u, const void *state) {
    if (u->json)
        hra_json_raw(&s->json, "advice", u->json);
    else
        hra_json_advice(&s->json, "advice", s->table.game, state, &u->advice);
}

/* One move to one looker. `said`: what was said of it, NULL: nothing; `open`: a secret may be told now. */
static void tell_one_move(hra_session *s, const asker *to, int ply, const unit *said, bool open) {
    const table *t = &s->table;
    const void *before = hra_play_at(t->play, ply).state;
    hra_session_event e = begin(s, to, HRA_SESSION_MOVE);
    e.ply = ply;
    e.seat = hra_play_at(t->play, ply).mover;
    double seconds = hra_play_at(t->play, ply).seconds;
    e.secret = !open && hra_session_is_secret(s, to->looker, ply);
    if (said && (e.secret || hra_session_is_hidden(s, to->looker, ply)))
        said = NULL; /* whoever said it saw more */
    if (e.secret && s->lookers[to->looker].untold < 0)
        s->lookers[to->looker].untold = ply;
    e.move = e.secret ? 0 : hra_play_at(t->play, ply).move;
    if (said) {
        e.advice = said->advice.move_count ? &said->advice : NULL;
        e.thought = said->explained && !e.advice ? &said->advice : NULL;
    }
    if (wanted(s)) {
        hra_json_integer(&s->json, "ply", ply);
        add_mover(s, "seat", e.seat);
        if (e.seat >= 0)
            hra_json_text(&s->json, "player", hra_player_spec(t->players[e.seat]));
        if (seconds >= 0)
            hra_json_number(&s->json, "seconds", seconds);
        if (e.secret)
            hra_json_bool(&s->json, "secret", true);
        else
            add_move_text(s, "move", before, e.move);
        if (!e.secret)
            hra_session_add_steps(s, to->looker, ply);
        if (e.advice || (said && said->json))
            add_advice(s, said, before);
        if (e.thought)
            add_thought(s, said, e.seat);
    }
    send(s, &e);
}

/* What was done in secret, once it lies open. */
static void tell_secrets(hra_session *s, const asker *to) {
    onlooker *l = &s->lookers[to->looker];
    if (l->untold < 0 || hra_session_hides_now(s, to->looker))
        return;
    int from = l->untold;
    l->untold = -1;
    for (int ply = from; ply < hra_play_plies(s->table.play); ply++)
        if (hra_session_is_secret(s, to->looker, ply))
            tell_one_move(s, to, ply, NULL, true);
}

void hra_tell_move(hra_session *s, const asker *cause, int ply, const unit *said) {
    asker one = {.looker = -1};
    while (next(s, cause, true, &one)) {
        tell_one_move(s, &one, ply, said, false);
        tell_secrets(s, &one);
    }
}

/* Of a match all who play it. */
static void add_thinker(hra_session *s, const unit *u) {
    hra_text_clear(&s->words);
    hra_json_text(&s->json, "player", u->match ? u->match->players : s->thinkers.minds[u->mind].spec);
}

void hra_tell_thinking(hra_session *s, const asker *to, bool all, const unit *u) {
    asker one = {.looker = -1};
    while (next(s, to, all, &one)) {
        hra_session_event e = begin(s, &one, HRA_SESSION_THINKING);
        e.seat = u->mind < HRA_MAX_SEATS ? u->mind : -1;
        e.ply = u->ply;
        if (wanted(s)) {
            hra_json_text(&s->json, "task", hra_unit_tasks[u->task]);
            add_thinker(s, u);
            if (e.seat >= 0)
                hra_json_integer(&s->json, "seat", e.seat);
            hra_json_integer(&s->json, "ply", u->ply);
        }
        send(s, &e);
    }
}

void hra_tell_review(hra_session *s, const asker *to, const hra_review *review, bool whole,
                     const char *json) {
    if (to->looker < 0 || !s->lookers[to->looker].open)
        return;
    hra_session_event e = begin(s, to, HRA_SESSION_REVIEW);
    e.ply = review ? hra_review_done(review) - 1 : -1;
    e.review = review;
    if (wanted(s) && json)
        hra_json_members(&s->json, json);
    else if (wanted(s))
        hra_unit_add_review(&s->json, review, whole);
    send(s, &e);
}

void hra_tell_match(hra_session *s, const asker *to, const hra_game *game, hra_match_result *so_far) {
    if (to->looker < 0 || !s->lookers[to->looker].open)
        return;
    hra_session_event e = begin(s, to, HRA_SESSION_MATCH);
    e.match = so_far;
    if (wanted(s))
        hra_json_match(&s->json, "match", game, so_far);
    send(s, &e);
}

void hra_tell_cost(hra_session *s, const asker *to, const unit *u, bool waits) {
    if (to->looker < 0 || !s->lookers[to->looker].open)
        return;
    hra_session_event e = begin(s, to, HRA_SESSION_REVIEW);
    e.ply = u->ply;
    e.seat = u->seat;
    e.cost = u->json ? NULL : &u->cost;
    e.waits = waits;
    if (wanted(s)) {
        hra_json_integer(&s->json, "ply", u->ply);
        hra_json_integer(&s->json, "seat", u->seat);
        hra_json_text(&s->json, "player", s->thinkers.minds[u->mind].spec);
        hra_json_bool(&s->json, "waits", waits);
        if (u->json)
            hra_json_raw(&s->json, "cost", u->json);
        else
            hra_json_move_loss(&s->json, "cost", s->table.game, u->state, u->move, &u->cost);
    }
    send(s, &e);
}

void hra_tell_found(hra_session *s, const unit *u, const findings *found, const char *json) {
    asker to = u->asker;
    hra_session_event e = begin(s, &to, HRA_SESSION_THINKING);
    e.ply = u->ply;
    if (wanted(s)) {
        hra_json_text(&s->json, "task", hra_unit_tasks[u->task]);
        hra_json_text(&s->json, "player", s->thinkers.minds[u->mind].spec);
        hra_json_integer(&s->json, "ply", u->ply);
        if (json)
            hra_json_raw(&s->json, "found", json);
        else
            hra_unit_write_findings(&s->json, "found", u, found);
    }
    send(s, &e);
}

void hra_tell_advice(hra_session *s, const asker *to, const unit *u, bool pending) {
    hra_session_event e = begin(s, to, HRA_SESSION_ADVICE);
    e.seat = u->seat;
    e.ply = u->ply;
    e.advice = &u->advice;
    e.pending = pending;
    if (wanted(s)) {
        hra_json_integer(&s->json, "ply", u->ply);
        hra_json_integer(&s->json, "seat", u->seat);
        hra_json_text(&s->json, "player", s->thinkers.minds[u->mind].spec);
        hra_json_bool(&s->json, "pending", pending);
        add_advice(s, u, u->state);
    }
    send(s, &e);
}

void hra_tell_analysis(hra_session *s, const asker *to, const unit *u) {
    bool tree = u->task == UNIT_TREE;
    hra_session_event e = begin(s, to, tree ? HRA_SESSION_TREE : HRA_SESSION_ANALYSIS);
    e.seat = u->seat;
    e.ply = u->ply;
    e.result = &u->result;
    e.text = tree ? u->json : NULL;
    if (wanted(s)) {
        const char *spec = s->thinkers.minds[u->mind].spec, *key = tree ? "tree" : "analysis";
        hra_json_integer(&s->json, "ply", u->ply);
        if (u->json)
            hra_json_raw(&s->json, key, u->json);
        else
            hra_json_analysis(&s->json, key, &u->result, s->table.game, u->state, spec);
    }
    send(s, &e);
}

void hra_tell_moves(hra_session *s, const asker *to) {
    hra_session_event e = begin(s, to, HRA_SESSION_MOVES);
    e.ply = hra_play_plies(s->table.play);
    e.seat = hra_play_at(s->table.play, e.ply).mover;
    if (wanted(s)) {
        hra_json_integer(&s->json, "ply", e.ply);
        add_mover(s, "to_move", e.seat);
        hra_session_add_moves(s, to->looker);
    }
    send(s, &e);
}

/* ---- the rest -------------------------------------------------------------------------------*/

static void tell_fault(hra_session *s, const asker *to, bool all, int seat, const hra_error *why,
                       const char *about) {
    asker one = {.looker = -1};
    while (next(s, to, all, &one)) {
        hra_session_event e = begin(s, &one, HRA_SESSION_ERROR);
        e.why = why;
        e.about = about;
        e.seat = seat;
        if (wanted(s)) {
            hra_json_text(&s->json, "code", hra_unit_code_word(why->code));
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

void hra_tell_error(hra_session *s, const asker *to, bool all, const hra_error *why, const char *about) {
    tell_fault(s, to, all, -1, why, about);
}

void hra_tell_failure(hra_session *s, int seat, const hra_error *why) {
    tell_fault(s, NULL, true, seat < 0 ? 0 : seat, why, NULL);
}

static void tell_text(hra_session *s, const asker *to, hra_session_kind kind, const char *text) {
    if (to->looker < 0 || !s->lookers[to->looker].open)
        return;
    hra_session_event e = begin(s, to, kind);
    e.text = text;
    if (wanted(s) && text)
        hra_json_text(&s->json, "text", text);
    send(s, &e);
}

void hra_tell_ok(hra_session *s, const asker *to, const char *text) {
    tell_text(s, to, HRA_SESSION_OK, text);
}

void hra_tell_list(hra_session *s, const asker *to, bool games, const hra_rules *only) {
    hra_session_event e = begin(s, to, games ? HRA_SESSION_GAMES : HRA_SESSION_METHODS);
    if (wanted(s) && games)
        hra_json_games(&s->json, "list", s->host.registry, only);
    else if (wanted(s))
        hra_json_methods(&s->json, "list", s->host.registry);
    send(s, &e);
}

void hra_tell_kept(hra_session *s, const asker *to, const hra_store_entry *entry, bool finished,
                   const hra_text *text) {
    hra_session_event e = begin(s, to, HRA_SESSION_KEPT);
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

void hra_tell_bye(hra_session *s, int looker) {
    const asker to = {.looker = looker};
    tell_text(s, &to, HRA_SESSION_BYE, NULL);
}

void hra_tell_work(hra_session *s, const unit *u, bool end) {
    const asker owner = {.looker = 0};
    if (!s->lookers[0].open)
        return;
    hra_session_event e = begin(s, &owner, HRA_SESSION_WORK);
    if (!end)
        hra_unit_write(u, s->thinkers.minds[u->mind].spec, &s->words);
    e.ply = u->ply;
    e.work = u->id;
    e.text = end ? NULL : hra_text_string(&s->words);
    if (wanted(s)) {
        hra_json_count(&s->json, "id", u->id);
        if (end)
            hra_json_bool(&s->json, "end", true);
        else
            hra_json_text(&s->json, "text", e.text);
    }
    send(s, &e);
}
