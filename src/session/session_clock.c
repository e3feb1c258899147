/* Clocks of people. A session has no timer: every line and step looks whether the time has run out. */
#include <math.h>
#include <string.h>

#include "core/messages.h"
#include "play/play_object.h"
#include "players/time_control.h"
#include "rules/game_properties.h"
#include "session/session_people.h"

static const char clock_line[] =
    "# clock: "; /* then TIME+INCREMENT and what each seat has left, in seconds */

bool hra_session_has_clock(const table *t) {
    return t->clock.control.seconds > 0;
}

hra_err hra_session_read_clock(const char *text, hra_time_control *out, hra_error *why) {
    return hra_time_control_read(text, out)
               ? HRA_OK
               : hra_fail(why, HRA_EINPUT, -1, "clock=%.40s: expected TIME or TIME+INCREMENT, such as 5m+3s",
                          text);
}

/* ---- a new table ----------------------------------------------------------------------------*/

static bool has_person(const table *t) {
    for (int seat = 0; seat < t->game->seats; seat++)
        if (hra_player_info_of(t->players[seat])->human)
            return true;
    return false;
}

hra_err hra_session_wind_clock(table *t, const new_request *o, hra_error *why) {
    table_clock *c = &t->clock;
    *c = (table_clock){.control = o->clock, .running = -1, .out = -1};
    if (o->clock.seconds <= 0)
        return HRA_OK;
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        c->left[seat] = o->clock.seconds;
    if (!hra_is_contest(t->game)) /* only there the rules say who wins if a seat runs out of time */
        return hra_fail(why, HRA_EFIT, -1, "%s: a clock needs a zero-sum game of two seats", "clock=");
    if (o->study || !has_person(t))
        return hra_fail(why, HRA_EINPUT, -1, "clock=: only a game that a person plays has a clock");
    if (o->tutors)
        return hra_fail(why, HRA_EINPUT, -1, "clock=: a game with a clock has no tutor");
    return HRA_OK;
}

/* ---- in the record --------------------------------------------------------------------------*/

static void note(hra_session *s) {
    const table_clock *c = &s->table.clock;
    hra_text line;
    if (!s->table.written.length || hra_play_at(s->table.play, HRA_NOW).mover == HRA_OVER)
        return; /* a play without a move leaves nothing, and a result is the last line */
    hra_text_init(&line);
    hra_text_addf(&line, "%s%.10g+%.10g", clock_line, c->control.seconds, c->control.increment);
    for (int seat = 0; seat < s->table.game->seats; seat++)
        hra_text_addf(&line, " %.3f", c->left[seat]);
    hra_text_add_char(&line, '\n');
    if (!line.err)
        (void)hra_kept_sink(s, line.data, line.length);
    hra_text_release(&line);
}

/* The last line about clocks, without its beginning; NULL: there is none. */
static const char *find_note(const hra_text *record) {
    const char *found = NULL;
    for (const char *at = hra_text_string(record); *at; at += *at == '\n') {
        if (strncmp(at, clock_line, strlen(clock_line)) == 0)
            found = at + strlen(clock_line);
        at += strcspn(at, "\n");
    }
    return found;
}

void hra_session_recall_clock(table *t) {
    table_clock *c = &t->clock;
    const char *at = find_note(&t->written);
    char control[64];
    *c = (table_clock){.running = -1, .out = -1};
    size_t length = at ? strcspn(at, " \n") : 0;
    if (length == 0 || length >= sizeof control || !hra_is_contest(t->game))
        return;
    memcpy(control, at, length);
    control[length] = '\0';
    at += length;
    for (int seat = 0; seat < t->game->seats; seat++)
        if (*at != ' ' || !hra_number_read(at + 1, &at, &c->left[seat]) || !(c->left[seat] >= 0))
            return; /* a comment that somebody else wrote */
    if (!hra_time_control_read(control, &c->control))
        return;
    const hra_play_info *info = hra_play_snapshot(t->play);
    if (info->outcome == HRA_OUTCOME_RESIGNED && c->left[info->resigned] <= 0)
        c->out = info->resigned;
}

/* ---- running --------------------------------------------------------------------------------*/

static bool has_decided(const table *t, int seat) {
    for (int ply = 0, plies = hra_play_plies(t->play); ply < plies; ply++)
        if (hra_play_at(t->play, ply).mover == seat)
            return true;
    return false;
}

/* The seat whose clock should run now; -1: none. */
static int due(const hra_session *s) {
    const table *t = &s->table;
    if (t->watched || t->opening || t->over || hra_session_is_paused(t))
        return -1;
    int mover = hra_play_at(t->play, HRA_NOW).mover;
    bool waits = hra_session_is_person(s, mover) && t->asked == hra_play_plies(t->play);
    return waits && has_decided(t, mover) ? mover : -1;
}

/* What a seat has left by now. */
static double left_of(const table_clock *c, int seat) {
    return seat == c->running ? c->left[seat] - (hra_clock() - c->since) : c->left[seat];
}

static void halt(table_clock *c) {
    if (c->running < 0)
        return;
    c->left[c->running] = fmax(left_of(c, c->running), 0);
    c->running = -1;
    c->told = false;
}

void hra_session_press_clock(hra_session *s, int ply) {
    table_clock *c = &s->table.clock;
    int seat = hra_play_at(s->table.play, ply).mover;
    if (!hra_session_has_clock(&s->table))
        return;
    if (seat >= 0 && seat == c->running) {
        halt(c);
        c->left[seat] += c->control.increment;
    }
    if (hra_session_is_person(s, seat))
        note(s);
}

void hra_session_run_clock(hra_session *s) {
    table_clock *c = &s->table.clock;
    if (!s->table.play || !hra_session_has_clock(&s->table))
        return;
    int seat = due(s);
    if (seat != c->running) {
        halt(c);
        if (seat < 0)
            note(s); /* it may be long until somebody goes on */
        c->running = seat;
        c->since = hra_clock();
        c->told = false;
    }
    c->told = c->told && c->stopped == hra_session_is_paused(&s->table);
    c->stopped = hra_session_is_paused(&s->table);
    if (!c->told && !s->table.opening)
        hra_emit_clock(s, NULL);
    c->told = c->told || !s->table.opening;
}

double hra_session_time_left(const hra_session *s) {
    const table_clock *c = &s->table.clock;
    bool runs = s->table.play && hra_session_has_clock(&s->table) && c->running >= 0;
    return runs ? fmax(left_of(c, c->running), 0) : -1;
}

void hra_session_look_at_clock(hra_session *s) {
    table *t = &s->table;
    const int seat = t->clock.running;
    double left = hra_session_time_left(s);
    if (left < 0 || left > 0)
        return;
    halt(&t->clock);
    note(s);
    if (hra_play_resign(t->play, seat, "out of time") != 0) {
        t->held = true;
        hra_emit_error(s, NULL, true, hra_play_why(t->play), NULL);
        return;
    }
    t->clock.out = seat;
    hra_session_end_talk(s);
    hra_emit_position(s, NULL, true, false);
    hra_session_advance(s);
}

void hra_session_stop_clock(hra_session *s) {
    if (!s->table.play || !hra_session_has_clock(&s->table) || s->table.clock.running < 0)
        return;
    halt(&s->table.clock);
    note(s);
}

/* ---- events ---------------------------------------------------------------------------------*/

void hra_session_add_clock(hra_json *json, const table *t) {
    if (!hra_session_has_clock(t))
        return;
    hra_json_object(json, "clock");
    hra_json_number(json, "time", t->clock.control.seconds);
    hra_json_number(json, "increment", t->clock.control.increment);
    hra_json_end(json);
}

static void write_clock(const hra_session *s, hra_text *out) {
    const table *t = &s->table;
    hra_json json = hra_json_begin(out);
    hra_json_object(&json, NULL);
    hra_json_integer(&json, "ply", hra_play_plies(t->play));
    hra_json_list(&json, "left");
    for (int seat = 0; seat < t->game->seats; seat++)
        if (hra_session_is_person(s, seat))
            hra_json_number(&json, NULL, floor(fmax(left_of(&t->clock, seat), 0) * 1000 + 0.5) / 1000);
        else
            hra_json_null(&json, NULL);
    hra_json_end(&json);
    if (t->clock.running >= 0)
        hra_json_integer(&json, "running", t->clock.running);
    else
        hra_json_null(&json, "running");
    hra_json_bool(&json, "stopped", hra_session_is_paused(t));
    hra_json_end(&json);
}

void hra_emit_clock(hra_session *s, const requester *to) {
    hra_text members;
    hra_text_init(&members);
    write_clock(s, &members);
    for (int i = 0; i < HRA_SESSION_CLIENTS; i++) {
        const requester one = to ? *to : (requester){.client = i};
        bool here = s->clients[i].open && !(i == 0 && s->setup.silent);
        if (here && one.client == i)
            hra_emit_members(s, &one, HRA_SESSION_CLOCK, NULL,
                             members.err ? NULL : hra_text_string(&members));
    }
    hra_text_release(&members);
}

hra_err hra_session_handle_clock(hra_session *s, const requester *who, char *line, hra_error *why,
                                 const char **about) {
    if (!hra_session_has_clock(&s->table))
        return hra_fail(why, HRA_ESTATE, -1, "clock: this game has no clock; 'clock=' of 'new' gives it one");
    hra_emit_clock(s, who);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}
