/* Sessions: who looks on, and what happens next at the table. */
#include "session/session.h"
#include "rules/rename.h"
#include "store/saved_game.h"

#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "players/player.h"
#include "rules/rules_complete.h"

/* ---- lines ----------------------------------------------------------------------------------*/

void hra_session_line(hra_session *s, int looker, const char *text, size_t length) {
    asker who = {.looker = looker};
    if (looker < 0 || looker >= HRA_SESSION_CLIENTS || !s->lookers[looker].open)
        return;
    while (length && (text[length - 1] == '\n' || text[length - 1] == '\r'))
        length--;
    hra_error why = {0};
    char *line = length <= HRA_SESSION_LINE ? malloc(length + 1) : NULL;
    if (length > HRA_SESSION_LINE) {
        hra_fail(&why, HRA_ELIMIT, -1, "a line has at most %d bytes, not %zu", HRA_SESSION_LINE, length);
    } else if (!line) {
        hra_no_memory(&why);
    } else if (memchr(text, '\0', length) || memchr(text, '\n', length)) {
        hra_fail(&why, HRA_EINPUT, -1, "a line holds no zero byte and no line break");
    } else {
        memcpy(line, text, length);
        line[length] = '\0';
        hra_session_obey(s, &who, line);
    }
    if (why.code) {
        hra_session_peek_id(text, length, &who);
        hra_tell_error(s, &who, false, &why, NULL);
    }
    free(line);
    hra_session_advance(s);
}

/* ---- opening --------------------------------------------------------------------------------*/

hra_err hra_session_open(hra_session **out, const hra_session_setup *setup, hra_error *why) {
    hra_session_setup own;
    hra_host host;
    hra_err err = hra_take_struct(&own, sizeof own, setup, _("the setup of a session"), why);
    const hra_limits *l = &own.usual;
    if (!err && !l->nodes && !(l->seconds > 0))
        own.usual = hra_limits_usual();
    if (!err && !own.event)
        err = hra_fail(why, HRA_EINPUT, -1, "the setup of a session has nobody who is told its events");
    if (!err)
        err = hra_host_whole(&host, own.host, why);
    if (!err && own.store)
        err = hra_store_check(own.store, why);
    if (err)
        return err;
    hra_session *s = hra_session_open_threads(&own);
    if (!s)
        return hra_no_memory(why);
    s->setup = own;
    s->plays = own.plays;
    s->host = host;
    s->host.size = sizeof s->host;
    s->host.read = hra_kept_host_read;
    s->host.run = host.run ? hra_kept_host_run : NULL;
    s->host.self = s;
    hra_text_init(&s->text);
    hra_text_init(&s->words);
    *out = s;
    return HRA_OK;
}

void hra_session_close(hra_session *s) {
    if (!s)
        return;
    hra_session_leave(s);
    for (int i = 0; i < HRA_SESSION_CLIENTS; i++)
        hra_session_detach(s, i);
    hra_session_close_threads(s);
    hra_text_release(&s->text);
    hra_text_release(&s->words);
    free(s);
}

int hra_session_attach(hra_session *s, int seat) {
    int seats = s->table.play ? s->table.game->seats : HRA_MAX_SEATS;
    if (seat < HRA_VIEW_WATCH || seat >= seats)
        return HRA_EINPUT;
    return hra_session_admit(s,
                             seat >= 0                ? 1u << seat
                             : seat == HRA_VIEW_TABLE ? HRA_SEATS_ALL
                                                      : 0,
                             HRA_PERMIT_ALL);
}

int hra_session_admit(hra_session *s, unsigned seats, unsigned may) {
    int i = 0;
    if (may & ~(unsigned)HRA_PERMIT_ALL)
        return HRA_EINPUT;
    while (i < HRA_SESSION_CLIENTS && s->lookers[i].open)
        i++;
    if (i == HRA_SESSION_CLIENTS)
        return HRA_ELIMIT;
    s->lookers[i] = (onlooker){.open = true, .log_n = 1};
    hra_text_init(&s->lookers[i].log);
    (void)hra_session_reseat(s, i, seats, may);
    return i;
}

hra_err hra_session_reseat(hra_session *s, int i, unsigned seats, unsigned may) {
    const asker to = {.looker = i};
    if (i < 0 || i >= HRA_SESSION_CLIENTS || !s->lookers[i].open || (may & ~(unsigned)HRA_PERMIT_ALL))
        return HRA_EINPUT;
    s->lookers[i].seats = seats;
    s->lookers[i].may = may;
    hra_session_quiet_tutor(s, i, 0);
    hra_session_recall(s, i);
    hra_tell_snapshot(s, &to);
    return HRA_OK;
}

void hra_session_detach(hra_session *s, int i) {
    if (i < 0 || i >= HRA_SESSION_CLIENTS || !s->lookers[i].open)
        return;
    if (s->matching.asker.looker == i)
        hra_session_end_match(s);
    for (unit *u = s->thinkers.units, *after; u; u = after) {
        after = u->next;
        if (u->asker.looker == i)
            hra_session_give_up(s, u);
    }
    hra_session_quiet_tutor(s, i, 0);
    hra_session_refuse_opener(s, i);
    hra_tell_bye(s, i);
    hra_text_release(&s->lookers[i].log);
    hra_scene_close(s->lookers[i].shown);
    s->lookers[i] = (onlooker){0};
}

const hra_play *hra_session_play(const hra_session *s) {
    return s->table.play;
}

/* What is being opened, and how far it is. */
static void look_at_preparing(hra_session *s) {
    char *what = s->preparing;
    what[0] = '\0';
    for (unit *u = s->thinkers.units; u && !what[0]; u = u->next) {
        hra_lock_take(&u->lock);
        hra_snprintf(what, sizeof s->preparing, "%s", u->preparing);
        s->info.prepared = u->prepared;
        hra_lock_give(&u->lock);
    }
    s->info.preparing = what[0] ? what : NULL;
}

const hra_session_info *hra_session_snapshot(hra_session *s) {
    const keeping *k = &s->table.keeping;
    s->info = (hra_session_info){.size = sizeof s->info,
                                 .saved = k->name[0] && !k->failed ? k->name : NULL,
                                 .advises = s->table.advises};
    look_at_preparing(s);
    return &s->info;
}

const void *hra_session_now(const hra_session *s) {
    return hra_play_at(s->table.play, HRA_NOW).state;
}

bool hra_session_may_move(const hra_session *s, int looker, int seat) {
    return (s->lookers[looker].may & HRA_PERMIT_PLAY) && hra_session_place(s, looker) &&
           (seat < 0 || hra_session_has_seat(s, looker, seat));
}

/* ---- what was thought -----------------------------------------------------------------------*/

/* A machine did not move: nothing moves by itself until somebody says `go`. */
static void hold(hra_session *s, const hra_error *why) {
    s->table.held = true;
    s->table.go = 0;
    hra_tell_failure(s, hra_play_at(s->table.play, HRA_NOW).mover, why);
}

/* A machine has chosen. */
static void take_choice(hra_session *s, unit *u) {
    table *t = &s->table;
    t->chooser = NULL;
    if (!u->err && hra_play_apply(t->play, u->move) != 0) {
        u->err = hra_play_why(t->play)->code;
        u->why = *hra_play_why(t->play);
        if (u->err == HRA_EINPUT)
            hra_fail(&u->why, HRA_EINPUT, -1, "player %.80s (%s) chose %lu, which is no move here",
                     hra_player_spec(t->players[u->seat]), hra_game_seat_name(t->game, u->seat),
                     (unsigned long)u->move);
    }
    if (u->err) {
        hold(s, &u->why);
        return;
    }
    hra_session_moved(s, NULL, u->explained || u->json ? u : t->said);
    hra_unit_free(t->said);
    t->said = NULL;
}

static void take_advice(hra_session *s, unit *u) {
    if (u->err) {
        if (u->err == HRA_EFIT)
            hra_fail(&u->why, HRA_EFIT, -1, "%s gives no advice", s->thinkers.minds[u->mind].spec);
        hra_tell_error(s, &u->asker, false, &u->why, NULL);
        return;
    }
    hra_tell_advice(s, &u->asker, u, hra_session_chances_pending(s, u));
    hra_tell_ok(s, &u->asker, NULL);
}

/* True: the unit is kept. */
static bool take(hra_session *s, unit *u) {
    table *t = &s->table;
    if (u->task == UNIT_OPEN) {
        hra_session_opened(s, u);
    } else if (u->task == UNIT_COST) {
        return hra_session_take_cost(s, u);
    } else if (u->task == UNIT_REVIEW) {
        hra_session_take_review(s, u);
    } else if (u->task == UNIT_MATCH) {
        hra_session_take_match(s, u);
    } else if (u == t->drawer) {
        hra_session_take_draw(s, u);
    } else if (u == t->chooser) {
        take_choice(s, u);
    } else if (u == t->explainer) {
        t->explainer = NULL;
        if (hra_is_lack(u->err)) { /* an adviser that has nothing to say is no failure, this is one */
            hold(s, &u->why);
            return false;
        }
        t->explained = hra_play_plies(t->play);
        if (!u->err) {
            t->said = u;
            return true;
        }
    } else if (u->task == UNIT_ADVISE) {
        take_advice(s, u);
    } else if (u->err) {
        hra_tell_error(s, &u->asker, false, &u->why, NULL);
    } else {
        hra_tell_analysis(s, &u->asker, u);
        hra_tell_ok(s, &u->asker, NULL);
    }
    return false;
}

void hra_session_finish(hra_session *s, unit *u) {
    u->running = u->at->busy = false;
    u->at->ready = u->at->player || (s->setup.hand_out && !u->err);
    if (u->chances)
        u->chances->busy = false;
    hra_session_unlink_task(s, u);
    if (u->dropped && u->task == UNIT_REVIEW)
        hra_session_end_review(s);
    s->usual = u->dropped ? NULL : hra_session_usual_of(s, u);
    bool kept = !u->dropped && take(s, u);
    s->usual = NULL;
    if (!kept)
        hra_unit_free(u);
}

/* What those who think have found so far. */
static void tell_findings(hra_session *s) {
    findings found;
    for (unit *u = s->thinkers.units; u; u = u->next)
        if (u->running && !u->dropped && u->asker.looker >= 0 && hra_unit_look(u, &found))
            hra_tell_found(s, u, &found, NULL);
}

/* A unit that is done; NULL: there is none. */
static unit *find_done(hra_session *s) {
    unit *u = s->thinkers.units;
    while (u && !(u->running && hra_session_is_done(s, u)))
        u = u->next;
    return u;
}

bool hra_session_step(hra_session *s) {
    tell_findings(s);
    for (unit *u; (u = find_done(s)) != NULL;) /* each may end others */
        hra_session_finish(s, u);
    hra_session_advance(s);
    return s->thinkers.units != NULL;
}

bool hra_session_wait(hra_session *s, double seconds) {
    if (find_done(s))
        return true;
    return hra_bell_wait(&s->thinkers.bell, s->thinkers.units && !s->setup.hand_out ? seconds : 0);
}

/* ---- what happens next ----------------------------------------------------------------------*/

void hra_session_moved(hra_session *s, const asker *cause, const unit *said) {
    table *t = &s->table;
    int ply = hra_play_plies(t->play) - 1;
    t->asked = -1;
    t->go -= t->go > 0;
    hra_tell_move(s, cause, ply, said);
    hra_tell_position(s, cause, true, false);
    if (cause)
        hra_session_tutor(s, cause, ply);
}

unit *hra_session_question(hra_session *s, unit_task task) {
    hra_question question;
    hra_play_question(s->table.play, &question);
    unit *u = hra_unit_new(task, s->table.game, &question);
    if (u) {
        u->ply = hra_play_plies(s->table.play);
        u->seat = hra_play_at(s->table.play, u->ply).mover;
    }
    return u;
}

/* A machine that is the adviser too says what it found when it chose, and need not think again. */
static bool explains_itself(const table *t, int seat) {
    return hra_same_player(t->game, t->adviser, hra_player_spec(t->players[seat])) &&
           hra_player_explains(t->players[seat]);
}

unit *hra_session_question_at(hra_session *s, unit_task task, int ply) {
    if (ply == hra_play_plies(s->table.play))
        return hra_session_question(s, task);
    const hra_question question = {.state = hra_play_at(s->table.play, ply).state, .seed = 1};
    return hra_unit_new(task, s->table.game, &question);
}

static void lack_memory(hra_session *s) {
    hra_error why;
    hra_no_memory(&why);
    hold(s, &why);
}

static void let_think(hra_session *s, int seat) {
    table *t = &s->table;
    bool itself = explains_itself(t, seat);
    if (t->explained != hra_play_plies(t->play)) { /* what was said before is about another position */
        hra_unit_free(t->said);
        t->said = NULL;
    }
    if (t->explains && t->adviser[0] && !itself && t->explained != hra_play_plies(t->play)) {
        t->explainer = hra_session_think(s, hra_session_question(s, UNIT_ADVISE), MIND_ADVISER, NULL);
        if (!t->explainer)
            lack_memory(s);
        return;
    }
    unit *u = hra_session_question(s, UNIT_CHOOSE);
    if (u)
        u->tells = t->explains && itself;
    t->chooser = hra_session_think(s, u, seat, NULL);
    if (!t->chooser)
        lack_memory(s);
}

static bool report_failure(hra_session *s, hra_err err) {
    if (err)
        hold(s, hra_play_why(s->table.play));
    return err != 0;
}

/* A person, or dice that are typed in. */
static void ask(hra_session *s) {
    table *t = &s->table;
    hra_event event;
    if (t->asked == hra_play_plies(t->play) || report_failure(s, hra_play_step(t->play, &event)))
        return;
    t->asked = hra_play_plies(t->play);
    hra_tell_waiting(s, NULL, true);
}

static void end(hra_session *s) {
    hra_event event;
    if (report_failure(s, hra_play_step(s->table.play, &event)))
        return;
    s->table.over = true;
    hra_tell_waiting(s, NULL, true);
    hra_kept_sync(s);
}

/* One ply, as far as it can be made now; false: somebody has to do something first. */
static bool go_on(hra_session *s) {
    table *t = &s->table;
    hra_event event;
    if (!t->play || t->watched || t->opening || t->over || t->chooser || t->explainer)
        return false;
    int mover = hra_play_at(t->play, HRA_NOW).mover;
    if (hra_session_is_person(s, mover) || (mover == HRA_CHANCE && t->how.manual_chance)) {
        ask(s);
        return false;
    }
    if (hra_session_tutor_waits(s))
        return false;
    if (mover == HRA_OVER) {
        end(s);
        return false;
    }
    if (t->held && !t->go)
        return false;
    if (mover >= 0) {
        let_think(s, mover);
        return false;
    }
    if (report_failure(s, hra_play_step(t->play, &event)))
        return false;
    hra_session_moved(s, NULL, NULL);
    return true;
}

void hra_session_advance(hra_session *s) {
    while (go_on(s))
        continue;
    hra_session_start_tasks(s);
}
