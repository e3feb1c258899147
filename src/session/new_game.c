/* A table is opened: a new play, or one that goes on. */
#include "rules/rename.h"
#include "session/session_people.h"
#include "store/saved_game.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/lines.h"
#include "core/messages.h"
#include "players/player.h"
#include "rules/defaults.h"

static void close_table(hra_session *s, table *t) {
    hra_scene_close(t->scene);
    hra_draft_close(t->draft);
    hra_play_close(t->play);
    hra_record_close(t->record);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        hra_player_close(t->players[seat]);
    hra_kept_end(s, &t->save);
    hra_think_task_free(t->said);
    hra_annotated_close(t->study);
    hra_text_release(&t->about);
    hra_text_release(&t->written);
    hra_game_close(t->game);
    *t = (table){0};
}

void hra_session_refuse_opener(hra_session *s, int client) {
    const requester opener = s->table.opener;
    if (!s->table.play || opener.client != client)
        return;
    s->table.opener.client = -1;
    if (!s->table.opening)
        return;
    hra_error gone;
    hra_fail(&gone, HRA_ESTOPPED, -1, "the game was closed before its players were ready");
    hra_emit_error(s, &opener, false, &gone, NULL);
}

void hra_session_leave(hra_session *s) {
    hra_session_stop_clock(s);
    if (s->table.play)
        hra_kept_sync(s);
    hra_session_quiet_tutor(s, -1, 0);
    hra_session_drop_all(s);
    hra_session_end_explorations(s, -1);
    hra_session_refuse_opener(s, s->table.opener.client);
    hra_session_forget_scenes(s);
    close_table(s, &s->table);
    free(s->seen);
    free(s->moves);
    s->seen = NULL;
    s->moves = NULL;
}

/* ---- a fresh table --------------------------------------------------------------------------*/

static hra_err sit_down(table *t, const new_request *o, hra_error *why, const char **about) {
    hra_err err = HRA_OK;
    for (int seat = 0; seat < t->game->seats && !err; seat++) {
        const char *spec =
            seat < o->roster.named ? o->roster.players[seat] : hra_player_default(t->game, seat, o->people);
        err = hra_player_placeholder(&t->players[seat], t->game, spec, why);
        if (err)
            *about = spec;
    }
    return err;
}

static hra_err open_play(hra_session *s, table *t, const new_request *o, hra_error *why) {
    uint64_t number = 0;
    hra_err err = t->record || o->position ? HRA_OK : hra_game_number_of(t->game, t->seed, &number);
    if (err)
        return hra_no_memory(why);
    t->how =
        (hra_play_setup){.size = sizeof t->how,
                         .game = t->game,
                         .players = (const hra_player *const *)t->players,
                         .count = t->game->seats,
                         .seed = t->seed,
                         .number = t->record ? hra_record_info(t->record)->number : number,
                         .position = t->record ? hra_record_info(t->record)->position : o->position,
                         .manual_chance = t->record ? hra_record_info(t->record)->manual_chance : o->manual,
                         .limits = {.seconds = o->seconds},
                         .times = o->timed,
                         .sink = hra_kept_sink,
                         .sink_self = s};
    err = hra_play_open(&t->play, &t->how, why);
    if (!err)
        err = hra_scene_open(&t->scene, t->game, why);
    if (err || !t->record)
        return err;
    err = hra_play_resume(t->play, t->record);
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

/* A record goes behind those that an entry holds already. */
static hra_err keep_behind(hra_session *s, save_state *k, const char *name, hra_error *why) {
    static const char begins[] = "hra-record ";
    hra_text text;
    hra_err err = hra_kept_begin(s, k, name, why);
    if (err)
        return err;
    hra_text_init(&text);
    err = hra_kept_read(s, name, &text, why);
    const char *from = hra_text_string(&text) + hra_lines_mark(text.data, text.length);
    if (!err && text.length && strncmp(from, begins, sizeof begins - 1) != 0)
        err = hra_fail(why, HRA_EDAMAGED, -1, "%s: not a file of records, so no record is appended", name);
    k->end = hra_store_whole(hra_text_string(&text), text.length, NULL);
    hra_text_release(&text);
    return err;
}

/* Saves the game in the store if a person sits in it, or if a name was given. If saving was not requested,
 * an error goes to *lost, and the game goes on. */
static hra_err keep(hra_session *s, table *t, const new_request *o, hra_error *lost, hra_error *why) {
    char name[HRA_STORE_NAME];
    bool person = false;
    if (t->record) /* its entry is open already */
        return HRA_OK;
    for (int seat = 0; seat < t->game->seats; seat++)
        person = person || hra_player_info_of(t->players[seat])->human;
    if (o->study)
        return o->save && strcmp(o->save, "no") != 0
                   ? hra_fail(why, HRA_EINPUT, -1, "a study is not saved; 'export' returns it as text")
                   : HRA_OK;
    t->undated = s->setup.dated && person;
    if (o->save)
        return strcmp(o->save, "no") == 0 ? HRA_OK : keep_behind(s, &t->save, o->save, why);
    if (!person || !s->setup.store)
        return HRA_OK;
    hra_store_play_name(t->game->spec, t->seed, (double)time(NULL), name);
    hra_error told = {0}; /* where a name was taken too, and the next one free */
    hra_err err = hra_kept_begin_new(s, &t->save, name, &told);
    if (err)
        (void)hra_fail_as(lost, &told);
    return err == HRA_ENOMEM ? hra_no_memory(why) : HRA_OK;
}

/* ---- players are opened ---------------------------------------------------------------------*/

static void set_slot(hra_session *s, int i, const char *spec) {
    agent_slot *m = &s->agents.slots[i];
    hra_snprintf(m->spec, sizeof m->spec, "%s", spec);
}

/* Each player once: the seats that play by the same spec share it. */
static void open_players(hra_session *s, const new_request *o) {
    table *t = &s->table;
    for (int seat = 0; seat < t->game->seats && !t->watched; seat++) {
        const char *spec = hra_player_info_of(t->players[seat])->spec;
        bool first = !hra_player_info_of(t->players[seat])->human;
        if (first)
            set_slot(s, seat, spec);
        for (int before = 0; before < seat; before++)
            first = first && !hra_same_player(t->game, s->agents.slots[before].spec, spec);
        if (first && hra_session_think(s, hra_think_task_new(THINK_OPEN, t->game, NULL), seat, NULL))
            t->opening++;
    }
    set_slot(s, SLOT_ADVISER, t->adviser);
    bool known = !o->adviser;
    for (int seat = 0; seat < t->game->seats; seat++)
        known = known || hra_same_player(t->game, s->agents.slots[seat].spec, t->adviser);
    if (!known && hra_session_think(s, hra_think_task_new(THINK_OPEN, t->game, NULL), SLOT_ADVISER, NULL))
        t->opening++;
}

static void begin(hra_session *s) {
    hra_emit_hello(s, &s->table.opener, true);
    hra_emit_position(s, &s->table.opener, true, false);
    hra_session_emit_study(s, &s->table.opener, true);
    hra_emit_ok(s, &s->table.opener, s->table.save.name[0] ? s->table.save.name : NULL);
}

void hra_session_opened(hra_session *s, think_task *task) {
    table *t = &s->table;
    if (task->slot == SLOT_WIN) {
        s->agents.win_failed = task->err != 0; /* without its player the column is not there */
        return;
    }
    if (task->err) {
        const requester opener = t->opener;
        char spec[HRA_SPEC_LENGTH];
        hra_error why = task->why;
        memcpy(spec, s->agents.slots[task->slot].spec, sizeof spec);
        t->opening = 0;
        hra_session_leave(s);
        hra_emit_hello(s, &opener, true);
        hra_emit_error(s, &opener, false, &why, spec);
        return;
    }
    if (t->opening > 0 && --t->opening == 0)
        begin(s);
}

/* Takes the fresh table in place of the old one. */
static hra_err take_seats(hra_session *s, table *fresh, const new_request *o, const requester *who,
                          hra_error *why) {
    void *seen = malloc(fresh->game->state_size);
    hra_move *moves = malloc(hra_game_move_capacity(fresh->game) * sizeof *moves);
    if (!seen || !moves) {
        free(seen);
        free(moves);
        return hra_no_memory(why);
    }
    hra_session_leave(s);
    s->table = *fresh;
    s->seen = seen;
    s->moves = moves;
    table *t = &s->table;
    t->how.players = (const hra_player *const *)t->players;
    t->opener = *who;
    t->asked = t->explained = -1;
    t->held = o->held;
    t->given = o->given;
    t->explains = o->explains;
    t->advises = o->advises;
    if (o->tutors) {
        s->clients[who->client].tutors = true;
        s->clients[who->client].tutor_from = o->tutor_from;
    }
    s->plays++;
    for (int i = 0; i < HRA_SESSION_CLIENTS; i++)
        hra_session_recall(s, i);
    open_players(s, o);
    if (t->opening == 0)
        begin(s);
    return HRA_OK;
}

static hra_err set_adviser(table *t, const new_request *o, hra_error *why, const char **about) {
    hra_player *check = NULL;
    const char *spec = o->adviser ? o->adviser : hra_player_suggest(t->game).best;
    hra_err err = hra_player_placeholder(&check, t->game, spec, why);
    if (!err && hra_player_info_of(check)->human)
        err = hra_fail(why, HRA_EINPUT, 0, "human does not advise; name a program");
    if (!err)
        hra_snprintf(t->adviser, sizeof t->adviser, "%s", spec);
    else
        *about = spec;
    hra_player_close(check);
    return err;
}

/* Appends the position in which the other seat is to move, as if the seat to move had passed. NULL: that of the start. */
static hra_err write_threat(const hra_game *game, const char *position, hra_text *out, hra_error *why) {
    if (!game->rules->hints->pass)
        return hra_fail(why, HRA_EFIT, -1, "threat: no seat can pass in %s", game->rules->name);
    unsigned char *s = calloc(2, game->state_size), *after = s + game->state_size;
    if (!s)
        return hra_no_memory(why);
    hra_err err = position ? hra_game_read_position(game, position, s, why) : HRA_OK;
    if (!err && !position)
        game->rules->init(game, s);
    if (!err && (game->rules->to_move(game, s) < 0 || !game->rules->hints->pass(game, s, after)))
        err = hra_fail(why, HRA_ESTATE, -1, "threat: the other seat has no move in this position");
    if (!err)
        game->rules->text->write_position(game, after, out);
    free(s);
    return err ? err : out->err ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_session_deal(hra_session *s, const new_request *asked, const requester *who, hra_error *why,
                         const char **about) {
    new_request with = *asked, *o = &with;
    hra_text threat;
    hra_text_init(&threat);
    table fresh = {.seed = o->seeded ? o->seed : hra_rng_entropy()};
    hra_error lost = {0};
    *about = o->roster.game;
    hra_err err = hra_game_open_at(&fresh.game, &s->host, o->roster.game, o->roster.named, o->position, why);
    if (!err)
        err = sit_down(&fresh, o, why, about);
    if (!err)
        err = set_adviser(&fresh, o, why, about);
    if (!err) {
        *about = o->position;
        err = o->threat ? write_threat(fresh.game, o->position, &threat, why) : HRA_OK;
        o->position = o->threat ? hra_text_string(&threat) : o->position;
    }
    if (!err)
        err = open_play(s, &fresh, o, why);
    if (!err)
        err = hra_session_wind_clock(&fresh, o, why);
    if (!err && o->study)
        err = hra_session_begin_study(s, &fresh, why);
    if (!err) {
        *about = NULL;
        err = keep(s, &fresh, o, &lost, why);
    }
    if (!err)
        err = take_seats(s, &fresh, o, who, why);
    if (!err && (o->adviser || o->advises || o->tutors))
        hra_kept_note_help(s);
    if (!err && lost.code)
        hra_kept_emit_lost(s, &lost, _("the game is not saved"));
    if (err)
        close_table(s, &fresh);
    hra_text_release(&threat);
    return err;
}

/* ---- a play that goes on --------------------------------------------------------------------*/

/* A game of a file of several, to be watched. */
static hra_err read_one(hra_session *s, table *t, const char *name, uint64_t number, hra_error *why) {
    hra_annotated *found;
    hra_err err = hra_session_find_game(s, name, number, &found, why);
    if (!err && (err = hra_record_of(&t->record, found, why)) != 0)
        hra_annotated_close(found);
    if (!err && hra_record_text(t->record, &t->written) != 0)
        err = hra_no_memory(why);
    t->save.end = HRA_KEPT_SHOWN;
    return err;
}

/* The record that goes on, or is only watched. */
static hra_err read_last(hra_session *s, table *t, const char *name, bool watch, hra_error *why) {
    hra_err err = hra_kept_record(s, name, &t->record, &t->written, &t->save.end, why);
    if (!err && !watch && hra_record_info(t->record)->finished)
        err = hra_fail(why, HRA_EINPUT, -1, "this game is over; it can only be reviewed");
    if (!err && !watch && t->save.end == HRA_KEPT_SHOWN)
        err = hra_fail(
            why, HRA_EINPUT, -1,
            "%.80s: a file of another program can be watched but not resumed; import it to play on", name);
    return err;
}

/* The game and players of the record that was read. */
static hra_err sit_down_again(table *t, new_request *o, const new_request *given, bool watch,
                              hra_error *why) {
    const hra_game *game = hra_record_info(t->record)->game;
    const char *about = NULL;
    t->seed = hra_record_info(t->record)->seed;
    hra_err err = hra_game_open(&t->game, game->host, game->spec, why);
    if (err)
        return err;
    o->roster.named = t->game->seats;
    for (int seat = 0; seat < o->roster.named; seat++) {
        const char *spec = hra_record_info(t->record)->specs[seat];
        hra_player *check = NULL;
        bool known = *spec && (!watch || hra_player_placeholder(&check, t->game, spec, NULL) == 0);
        o->roster.players[seat] = known ? spec : "human"; /* who is only watched need not be known here */
        hra_player_close(check);
    }
    err = sit_down(t, o, why, &about);
    if (err)
        return err;
    err = set_adviser(t, o, why, &about);
    if (!err || given->adviser)
        return err;
    o->adviser = NULL; /* an adviser of the record that is not known here does not prevent the game */
    return set_adviser(t, o, why, &about);
}

hra_err hra_session_resume(hra_session *s, const char *name, bool watch, const new_request *given,
                           const requester *who, hra_error *why) {
    table fresh = {.watched = watch};
    char adviser[HRA_SPEC_LENGTH];
    new_request o = *given;
    hra_error told = {0};
    hra_err err = HRA_OK;
    o.held = o.held || watch;
    if (!watch)
        err = *name && strcmp(s->table.save.name, name) == 0
                  ? hra_fail(&told, HRA_ESTATE, -1, "this game is already open in this session")
                  : hra_kept_begin(s, &fresh.save, name, &told);
    if (!err)
        err = given->number ? read_one(s, &fresh, name, given->number, &told)
                            : read_last(s, &fresh, name, watch, &told);
    if (!err && !watch)
        hra_kept_read_help(&fresh.written, &o, adviser);
    if (!err)
        err = sit_down_again(&fresh, &o, given, watch, &told);
    if (!err)
        err = open_play(s, &fresh, &o, &told);
    if (!err)
        hra_session_recall_clock(&fresh);
    if (!err)
        err = take_seats(s, &fresh, &o, who, &told);
    if (!err && (given->adviser || given->advises || given->tutors))
        hra_kept_note_help(s);
    if (err) {
        close_table(s, &fresh);
        told.at = -1; /* a place in the record, which the user did not type */
        (void)hra_fail_as(why, &told);
    }
    return err;
}

/* ---- a study --------------------------------------------------------------------------------*/

static bool is_name(const char *player) {
    return *player && strcmp(player, "?") != 0 && strcmp(player, "human") != 0;
}

/* A person in each seat, by the name that the file has, if it can be one. */
static hra_err sit_in_study(hra_session *s, table *t, new_request *o, hra_error *why) {
    const char *about = NULL;
    hra_err err = hra_game_open(&t->game, &s->host, t->study->game->spec, why);
    if (err)
        return err;
    o->position = t->study->position;
    o->roster.named = t->game->seats;
    for (int seat = 0; seat < o->roster.named; seat++)
        o->roster.players[seat] = "human";
    err = sit_down(t, o, why, &about);
    if (!err)
        err = set_adviser(t, o, why, &about);
    if (!err)
        err = open_play(s, t, o, why);
    for (int seat = 0; seat < o->roster.named && !err; seat++)
        if (is_name(t->study->players[seat]))
            (void)hra_play_name(t->play, seat, t->study->players[seat]);
    return err;
}

hra_err hra_session_study(hra_session *s, const char *name, uint64_t number, const requester *who,
                          hra_error *why) {
    table fresh = {.browses = true};
    new_request o = {
        .version = s->clients[who->client].version, .study = true, .people = true, .manual = true};
    hra_error told = {0};
    hra_err err = hra_session_find_game(s, name, number, &fresh.study, &told);
    if (!err && fresh.study->game->rules->conduct->observation)
        err = hra_fail(&told, HRA_EFIT, -1, "a game with hidden information has no study");
    if (!err)
        err = hra_session_check_study(&fresh, &told);
    if (!err)
        err = sit_in_study(s, &fresh, &o, &told);
    if (!err)
        err = take_seats(s, &fresh, &o, who, &told);
    if (err) {
        close_table(s, &fresh);
        told.at = -1; /* a place in the file, which the user did not type */
        (void)hra_fail_as(why, &told);
    }
    return err;
}

/* ---- the adviser ----------------------------------------------------------------------------*/

bool hra_session_chances_pending(hra_session *s, const think_task *task) {
    const hra_game *game = s->table.game;
    const char *spec = game->rules->catalogue->win_player;
    agent_slot *m = &s->agents.slots[SLOT_WIN];
    if (game->seats != 2 || !spec || s->agents.win_failed || task->advice.what.unit == HRA_UNIT_PROBABILITY ||
        task->chances)
        return false;
    if (!m->spec[0]) {
        set_slot(s, SLOT_WIN, spec);
        think_task *opening = hra_think_task_new(THINK_OPEN, game, NULL);
        if (opening)
            opening->quiet = true; /* no client waits for it */
        if (!hra_session_think(s, opening, SLOT_WIN, NULL))
            s->agents.win_failed = true;
    }
    return !s->agents.win_failed;
}

void hra_session_name_adviser(hra_session *s, const char *spec) {
    hra_snprintf(s->table.adviser, sizeof s->table.adviser, "%s", spec);
    s->table.explained = -1;
    hra_kept_note_help(s);
}
