/* Sessions: who looks on, and what happens next at the table. */
#include "rules/rename.h"
#include "session/session_people.h"
#include "store/saved_game.h"

#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "players/player.h"
#include "rules/rules_complete.h"

/* ---- lines ----------------------------------------------------------------------------------*/

void hra_session_line(hra_session *s, int client, const char *text, size_t length) {
    requester who = {.client = client};
    if (client < 0 || client >= HRA_SESSION_CLIENTS || !s->clients[client].open)
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
        hra_session_look_at_clock(s);
        hra_session_handle(s, &who, line);
    }
    if (why.code) {
        hra_session_peek_id(text, length, &who);
        hra_emit_error(s, &who, false, &why, NULL);
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
    if (!err && (own.version < 0 || own.version > HRA_SESSION_VERSION))
        err = hra_fail(why, HRA_EINPUT, -1, "the setup of a session has version %d; there are 1 to %d",
                       own.version, HRA_SESSION_VERSION);
    if (!own.version)
        own.version = 1;
    if (!err && !own.event)
        err = hra_fail(why, HRA_EINPUT, -1, "the setup of a session has no receiver of events");
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
    hra_session_free_explorations(s);
    hra_session_close_exercises(s, -1);
    hra_session_close_collection(s);
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
    while (i < HRA_SESSION_CLIENTS && s->clients[i].open)
        i++;
    if (i == HRA_SESSION_CLIENTS)
        return HRA_ELIMIT;
    s->clients[i] = (session_client){.open = true, .version = s->setup.version, .log_n = 1, .begin_n = 1};
    hra_text_init(&s->clients[i].log);
    (void)hra_session_reseat(s, i, seats, may);
    return i;
}

hra_err hra_session_reseat(hra_session *s, int i, unsigned seats, unsigned may) {
    const requester to = {.client = i};
    if (i < 0 || i >= HRA_SESSION_CLIENTS || !s->clients[i].open || (may & ~(unsigned)HRA_PERMIT_ALL))
        return HRA_EINPUT;
    s->clients[i].seats = seats;
    s->clients[i].may = may;
    hra_session_quiet_tutor(s, i, 0);
    hra_session_recall(s, i);
    hra_emit_snapshot(s, &to);
    return HRA_OK;
}

void hra_session_detach(hra_session *s, int i) {
    if (i < 0 || i >= HRA_SESSION_CLIENTS || !s->clients[i].open)
        return;
    if (s->matching.requester.client == i)
        hra_session_end_match(s);
    bool waits =
        s->table.answerer && s->table.answerer->requester.client == i; /* a program that has to move */
    for (think_task *task = s->agents.tasks, *after; task; task = after) {
        after = task->next;
        if (task->requester.client == i)
            hra_session_give_up(s, task);
    }
    hra_session_end_explorations(s, i);
    hra_session_quiet_tutor(s, i, 0);
    hra_session_refuse_opener(s, i);
    hra_session_close_exercises(s, i);
    hra_emit_bye(s, i);
    hra_text_release(&s->clients[i].log);
    hra_scene_close(s->clients[i].shown);
    s->clients[i] = (session_client){0};
    if (waits)
        hra_session_advance(s);
}

const hra_play *hra_session_play(const hra_session *s) {
    return s->table.play;
}

/* What is being opened, and how far it is. */
static void look_at_preparing(hra_session *s) {
    char *what = s->preparing;
    what[0] = '\0';
    for (think_task *task = s->agents.tasks; task && !what[0]; task = task->next) {
        hra_lock_take(&task->lock);
        hra_snprintf(what, sizeof s->preparing, "%s", task->preparing);
        s->info.prepared = task->prepared;
        hra_lock_give(&task->lock);
    }
    s->info.preparing = what[0] ? what : NULL;
}

const hra_session_info *hra_session_snapshot(hra_session *s) {
    const save_state *k = &s->table.save;
    const bool waits = s->table.resigning.name && !s->table.answerer;
    s->info = (hra_session_info){.size = sizeof s->info,
                                 .saved = k->name[0] && !k->failed ? k->name : NULL,
                                 .advises = s->table.advises,
                                 .resigning = waits ? &s->table.resigning : NULL,
                                 .resigner = waits ? s->table.resigner : -1,
                                 .clock_left = hra_session_time_left(s)};
    look_at_preparing(s);
    return &s->info;
}

const void *hra_session_now(const hra_session *s) {
    return hra_play_at(s->table.play, HRA_NOW).state;
}

bool hra_session_may_move(const hra_session *s, int client, int seat) {
    return (s->clients[client].may & HRA_PERMIT_PLAY) && hra_session_place(s, client) &&
           (seat < 0 || hra_session_has_seat(s, client, seat));
}

/* ---- what was thought -----------------------------------------------------------------------*/

/* A machine did not move: nothing moves by itself until somebody says `go`. */
static void hold(hra_session *s, const hra_error *why) {
    s->table.held = true;
    s->table.go = 0;
    hra_emit_failure(s, hra_play_at(s->table.play, HRA_NOW).mover, why);
}

/* An external program says its name when it is started, so its seat has none before it first chose. */
static void name_program(hra_session *s, const think_task *task) {
    const hra_player *player = task->at ? task->at->player : NULL;
    const char *name = player ? hra_player_info_of(player)->name : NULL;
    if (!name || *hra_play_snapshot(s->table.play)->names[task->seat] ||
        hra_play_name(s->table.play, task->seat, name) != 0)
        return;
    hra_emit_hello(s, &(requester){.client = -1}, true);
}

/* A machine has chosen. */
static void take_choice(hra_session *s, think_task *task) {
    table *t = &s->table;
    t->chooser = NULL;
    if (!task->err)
        name_program(s, task);
    if (!task->err && hra_play_apply(t->play, task->move) != 0) {
        task->err = hra_play_why(t->play)->code;
        task->why = *hra_play_why(t->play);
        if (task->err == HRA_EINPUT)
            hra_fail(&task->why, HRA_EINPUT, -1,
                     "player %.80s (%s) chose %lu, which is not a legal move here",
                     hra_player_info_of(t->players[task->seat])->spec,
                     hra_game_seat_name(t->game, task->seat), (unsigned long)task->move);
    }
    if (task->err) {
        hold(s, &task->why);
        return;
    }
    hra_session_moved(s, NULL, task->explained ? task : t->said);
    hra_think_task_free(t->said);
    t->said = NULL;
}

static void take_advice(hra_session *s, think_task *task) {
    if (task->err) {
        if (task->err == HRA_EFIT)
            hra_fail(&task->why, HRA_EFIT, -1, "%s gives no advice", s->agents.slots[task->slot].spec);
        hra_emit_error(s, &task->requester, false, &task->why, NULL);
        return;
    }
    hra_emit_advice(s, &task->requester, task, hra_session_chances_pending(s, task));
    hra_emit_ok(s, &task->requester, NULL);
}

/* True: the task is kept. */
static bool take(hra_session *s, think_task *task) {
    table *t = &s->table;
    if (task->kind == THINK_OPEN) {
        hra_session_opened(s, task);
    } else if (task->kind == THINK_COST) {
        return hra_session_take_cost(s, task);
    } else if (task->kind == THINK_REVIEW) {
        hra_session_take_review(s, task);
    } else if (task->kind == THINK_MATCH) {
        hra_session_take_match(s, task);
    } else if (task->kind == THINK_EXERCISE) {
        hra_session_take_exercise(s, task);
    } else if (task == t->drawer) {
        hra_session_take_draw(s, task);
    } else if (task == t->answerer) {
        hra_session_take_resignation(s, task);
    } else if (task == t->chooser) {
        take_choice(s, task);
    } else if (task == t->explainer) {
        t->explainer = NULL;
        if (hra_is_lack(task->err)) { /* an adviser without advice is not a failure, this is one */
            hold(s, &task->why);
            return false;
        }
        t->explained = hra_play_plies(t->play);
        if (!task->err) {
            t->said = task;
            return true;
        }
    } else if (task->kind == THINK_ADVISE) {
        take_advice(s, task);
    } else if (task->err) {
        hra_emit_error(s, &task->requester, false, &task->why, NULL);
    } else {
        hra_emit_analysis(s, &task->requester, task);
        hra_emit_ok(s, &task->requester, NULL);
    }
    return false;
}

void hra_session_finish(hra_session *s, think_task *task) {
    task->running = task->at->busy = false;
    task->at->ready = task->at->player || (s->setup.hand_out && !task->err);
    if (task->chances)
        task->chances->busy = false;
    hra_session_unlink_task(s, task);
    if (task->dropped && task->kind == THINK_REVIEW)
        hra_session_end_review(s);
    s->usual = task->dropped ? NULL : hra_session_usual_of(s, task);
    bool kept = !task->dropped && take(s, task);
    s->usual = NULL;
    if (!kept)
        hra_think_task_free(task);
}

/* What those who think have found so far. */
static void emit_progress(hra_session *s) {
    think_progress found;
    for (think_task *task = s->agents.tasks; task; task = task->next)
        if (task->running && !task->dropped && task->requester.client >= 0 &&
            hra_think_task_progress(task, &found))
            hra_emit_progress(s, task, &found, NULL);
}

/* A task that is done; NULL: there is none. */
static think_task *find_done(hra_session *s) {
    think_task *task = s->agents.tasks;
    while (task && !(task->running && hra_session_is_done(s, task)))
        task = task->next;
    return task;
}

bool hra_session_step(hra_session *s) {
    hra_session_look_at_clock(s);
    emit_progress(s);
    for (think_task *task; (task = find_done(s)) != NULL;) /* each may end others */
        hra_session_finish(s, task);
    hra_session_take_explored(s);
    hra_session_advance(s);
    return s->agents.tasks || s->collection.asked;
}

bool hra_session_wait(hra_session *s, double seconds) {
    const bool runs = (s->agents.tasks && !s->setup.hand_out) || s->collection.asked;
    if (find_done(s) || hra_session_is_explored(s))
        return true;
    return hra_bell_wait(&s->agents.bell, runs ? seconds : 0);
}

/* ---- what happens next ----------------------------------------------------------------------*/

void hra_session_moved(hra_session *s, const requester *cause, const think_task *said) {
    table *t = &s->table;
    int ply = hra_play_plies(t->play) - 1;
    hra_session_withdraw(s);
    hra_session_drop_takeback(s);
    hra_session_press_clock(s, ply);
    t->asked = -1;
    t->go -= t->go > 0;
    hra_emit_move(s, cause, ply, said);
    hra_emit_position(s, cause, true, false);
    if (t->study)
        hra_session_grow_study(s, cause);
}

think_task *hra_session_question(hra_session *s, think_kind kind) {
    hra_question question;
    hra_play_question(s->table.play, &question);
    think_task *task = hra_think_task_new(kind, s->table.game, &question);
    if (task) {
        task->ply = hra_play_plies(s->table.play);
        task->seat = hra_play_at(s->table.play, task->ply).mover;
    }
    return task;
}

/* A machine that is the adviser too says what it found when it chose, and need not think again. */
static bool explains_itself(const table *t, int seat) {
    return hra_same_player(t->game, t->adviser, hra_player_info_of(t->players[seat])->spec) &&
           hra_player_explains(t->players[seat]);
}

think_task *hra_session_question_at(hra_session *s, think_kind kind, int ply) {
    if (ply == hra_play_plies(s->table.play))
        return hra_session_question(s, kind);
    const hra_question question = {.state = hra_play_at(s->table.play, ply).state, .seed = 1};
    return hra_think_task_new(kind, s->table.game, &question);
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
        hra_think_task_free(t->said);
        t->said = NULL;
    }
    if (t->explains && t->adviser[0] && !itself && t->explained != hra_play_plies(t->play)) {
        t->explainer = hra_session_think(s, hra_session_question(s, THINK_ADVISE), SLOT_ADVISER, NULL);
        if (!t->explainer)
            lack_memory(s);
        return;
    }
    think_task *task = hra_session_question(s, THINK_CHOOSE);
    if (task)
        task->tells = t->explains && itself;
    t->chooser = hra_session_think(s, task, seat, NULL);
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
    hra_emit_waiting(s, NULL, true);
}

static void end(hra_session *s) {
    hra_event event;
    if (report_failure(s, hra_play_step(s->table.play, &event)))
        return;
    s->table.over = true;
    hra_emit_waiting(s, NULL, true);
    hra_kept_sync(s);
}

/* One ply, as far as it can be made now; false: somebody has to do something first. */
static bool go_on(hra_session *s) {
    table *t = &s->table;
    hra_event event;
    if (!t->play || t->watched || t->opening || t->over || t->chooser || t->explainer || t->answerer)
        return false;
    int mover = hra_play_at(t->play, HRA_NOW).mover;
    if (hra_session_is_person(s, mover) || (mover == HRA_CHANCE && t->how.manual_chance)) {
        ask(s);
        return false;
    }
    if (mover == HRA_OVER) {
        end(s);
        return false;
    }
    if (hra_session_is_paused(t) || (t->browses && !t->go))
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
    hra_session_run_clock(s);
    hra_session_start_tasks(s);
}
