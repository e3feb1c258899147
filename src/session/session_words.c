/* What lines mean. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "players/time_control.h"
#include "session/session_people.h"

/* ---- new and resume -------------------------------------------------------------------------*/

static const char *const new_words[] = {
    "seed=",  "dice=",   "position=", "time=", "save=", "others=", "adviser=", "advise", "tutor",
    "tutor=", "explain", "pause",     "times", "study", "clock=",  "threat",   NULL};

/* What the client calls it. */
static const char *called(const new_request *o, const char *now) {
    return hra_session_name(o->version, SESSION_NEW_WORDS, now);
}

static hra_err read_others(new_request *o, const char *value, hra_error *why) {
    const char *program = hra_session_name(o->version, SESSION_OTHERS, "program"),
               *person = hra_session_name(o->version, SESSION_OTHERS, "human"), *key = called(o, "others=");
    char what[HRA_NAME_LENGTH];
    hra_snprintf(what, sizeof what, "%.*s", (int)strcspn(key, "="), key);
    return hra_words_choice(value, what, program, person, &o->people, why);
}

/* 1: the word is an option, 0: it is not, else an error. */
static int read_option(void *self, const char *word, hra_error *why) {
    new_request *o = self;
    const char *value;
    hra_err err = HRA_OK;
    if ((value = hra_words_value(word, "seed")) != NULL) {
        err = hra_words_number(value, "seed", 0, UINT64_MAX, &o->seed, why);
        o->seeded = true;
    } else if ((value = hra_words_value(word, "dice")) != NULL) {
        o->given = strcmp(value, "given") == 0;
        o->manual = o->given || strcmp(value, "manual") == 0;
        if (!o->manual && strcmp(value, "own") != 0)
            err = hra_fail(why, HRA_EINPUT, -1, "dice is own, manual or given, not '%.40s'", value);
    } else if ((value = hra_words_value(word, "position")) != NULL) {
        o->position = value;
    } else if ((value = hra_words_value(word, called(o, "save="))) != NULL) {
        o->save = value;
    } else if ((value = hra_words_value(word, "adviser")) != NULL) {
        o->adviser = value;
    } else if ((value = hra_words_value(word, called(o, "others="))) != NULL) {
        err = read_others(o, value, why);
    } else if ((value = hra_words_value(word, "time")) != NULL) {
        if (!hra_duration_read(value, &o->seconds))
            err = hra_duration_fail(why, value);
    } else if ((value = hra_words_value(word, "clock")) != NULL) {
        err = hra_session_read_clock(value, &o->clock, why);
    } else if (strcmp(word, called(o, "pause")) == 0) {
        o->held = true;
    } else if (strcmp(word, "advise") == 0) {
        o->advises = true;
    } else if (strcmp(word, "tutor") == 0) {
        o->tutors = true;
    } else if ((value = hra_words_value(word, "tutor")) != NULL) {
        o->tutors = true;
        err = hra_session_read_grade(value, &o->tutor_from, why);
    } else if (strcmp(word, "explain") == 0) {
        o->explains = true;
    } else if (strcmp(word, "times") == 0) {
        o->timed = true;
    } else if (strcmp(word, "study") == 0) {
        o->study = true;
    } else if (strcmp(word, "threat") == 0) {
        o->threat = true;
    } else {
        return hra_session_refuse_name(o->version, SESSION_NEW_WORDS, word, why);
    }
    return err ? err : 1;
}

static hra_err handle_new(hra_session *s, const requester *who, char *line, hra_error *why,
                          const char **about) {
    new_request o = {.version = s->clients[who->client].version};
    const char *options[SESSION_WORDS + 1];
    hra_session_list(o.version, SESSION_NEW_WORDS, new_words, options);
    hra_err err = hra_words_roster(line, "new", options, read_option, &o, &o.roster, why);
    if (err)
        return err;
    if (o.save && strcmp(o.save, "no") != 0 && !(s->clients[who->client].may & HRA_PERMIT_WRITE))
        return hra_fail(why, HRA_EDENIED, -1, "%s%.80s: this client may not name an entry for the game",
                        called(&o, "save="), o.save);
    return hra_session_deal(s, &o, who, why, about);
}

/* resume [NAME], or watch NAME. */
static hra_err go_on_with(hra_session *s, const requester *who, bool watch, char *line, hra_error *why,
                          const char **about) {
    char newest[HRA_STORE_NAME];
    new_request o = {.version = s->clients[who->client].version};
    const char *name = NULL;
    hra_err err;
    for (char *word; (err = hra_words_take(&line, &word, why)) == 0 && word;) {
        const char *number = watch ? hra_words_value(word, "game") : NULL;
        if (number && (err = hra_words_number(number, "game", 1, INT32_MAX, &o.number, why)) != 0)
            return err;
        int option = number ? 1 : read_option(&o, word, why);
        if (option < 0)
            return option;
        if (!option && name)
            return hra_fail(why, HRA_EINPUT, -1, "unexpected word '%.40s'; the record names game and players",
                            word);
        if (!option)
            name = word;
    }
    if (err)
        return err;
    if (o.seeded || o.manual || o.position || o.save || o.study || o.threat || o.clock.seconds > 0)
        return hra_fail(why, HRA_EINPUT, -1,
                        "seed, dice, position and clock cannot be set: the record has them");
    if (!name && watch)
        return hra_fail(why, HRA_EINPUT, -1, "watch: missing name; 'plays' lists saved games");
    err = name ? HRA_OK : hra_kept_newest(s, newest, why);
    if (err)
        return err;
    *about = name;
    return hra_session_resume(s, name ? name : newest, watch, &o, who, why);
}

static hra_err handle_resume(hra_session *s, const requester *who, char *line, hra_error *why,
                             const char **about) {
    return go_on_with(s, who, false, line, why, about);
}

static hra_err handle_watch(hra_session *s, const requester *who, char *line, hra_error *why,
                            const char **about) {
    return go_on_with(s, who, true, line, why, about);
}

/* ---- looking --------------------------------------------------------------------------------*/

static hra_err handle_view(hra_session *s, const requester *who, char *line, hra_error *why,
                           const char **about) {
    char *word;
    int seats = s->table.play ? s->table.game->seats : HRA_MAX_SEATS;
    hra_err err = hra_words_only(line, &word, why);
    if (err || !word)
        return err ? err
                   : hra_fail(why, HRA_EINPUT, -1, "%s: missing view: a seat, 'table' or 'watch'",
                              hra_session_command(s, who->client, "view"));
    err = hra_seats_read(word, seats, &s->clients[who->client].seats, why);
    if (err)
        return err;
    hra_session_recall(s, who->client);
    hra_emit_snapshot(s, who);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

static hra_err handle_sync(hra_session *s, const requester *who, char *line, hra_error *why,
                           const char **about) {
    uint64_t n = UINT64_MAX;
    char *word;
    hra_err err = hra_words_only(line, &word, why);
    if (!err && word)
        err = hra_words_number(word, _("the number of an event"), 0, UINT64_MAX, &n, why);
    if (err)
        return err;
    hra_emit_again(s, who, n);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

/* ---- what is kept ---------------------------------------------------------------------------*/

static hra_err handle_plays(hra_session *s, const requester *who, char *line, hra_error *why,
                            const char **about) {
    hra_err err = hra_kept_list(s, who, "plays", why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

static hra_err handle_files(hra_session *s, const requester *who, char *line, hra_error *why,
                            const char **about) {
    hra_err err = hra_kept_list(s, who, "files", why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

/* The entry that a line names, taken off it. */
static hra_err take_name(char **line, const char *command, const char **name, hra_error *why,
                         const char **about) {
    char *word;
    hra_err err = hra_words_take(line, &word, why);
    *about = *name = word;
    return err || word ? err
                       : hra_fail(why, HRA_EINPUT, -1, "%s: missing entry, such as plays/NAME or files/NAME",
                                  command);
}

static hra_err take_only_name(char *line, const char *command, const char **name, hra_error *why,
                              const char **about) {
    hra_err err = take_name(&line, command, name, why, about);
    line = hra_words_skip(line);
    return err || !*line ? err : hra_fail(why, HRA_EINPUT, -1, "%s: unexpected word '%.40s'", command, line);
}

static hra_err handle_read(hra_session *s, const requester *who, char *line, hra_error *why,
                           const char **about) {
    hra_text text;
    const char *name;
    hra_err err = take_only_name(line, "read", &name, why, about);
    if (!err && strcmp(name, s->table.save.name) == 0 && !hra_session_sees_all(s, who->client))
        err = hra_fail(why, HRA_ESTATE, -1, "%.80s: this game is not over and has hidden information", name);
    if (err)
        return err;
    hra_text_init(&text);
    err = hra_kept_read(s, name, &text, why);
    if (!err && memchr(hra_text_string(&text), '\0', text.length))
        err = hra_fail(why, HRA_EDAMAGED, -1, "%.80s: not a text file", name);
    if (!err) {
        const hra_store_entry entry = {.name = name, .length = text.length};
        bool finished;
        (void)hra_store_whole(hra_text_string(&text), text.length, &finished);
        hra_emit_kept(s, who, &entry, finished, &text);
        hra_emit_ok(s, who, NULL);
    }
    hra_text_release(&text);
    return err;
}

/* What is written takes the place of what was there, or is deleted again: all of it counts. */
static hra_err room_to_write(const hra_session *s, const requester *who, size_t length, hra_error *why) {
    uint64_t most = s->setup.write_bytes;
    if (!most || (s->put <= most && length <= most - s->put))
        return HRA_OK;
    return hra_fail(why, HRA_ELIMIT, -1,
                    "%s: a session accepts at most %llu bytes; it has %llu, and these are %llu more",
                    hra_session_command(s, who->client, "write"), (unsigned long long)most,
                    (unsigned long long)s->put, (unsigned long long)length);
}

static hra_err handle_write(hra_session *s, const requester *who, char *line, hra_error *why,
                            const char **about) {
    const char *name;
    char *text;
    hra_err err = take_name(&line, hra_session_command(s, who->client, "write"), &name, why, about);
    if (!err)
        err = hra_words_only(line, &text, why);
    if (!err && !text)
        err = hra_fail(why, HRA_EINPUT, -1, "%s: missing text, a JSON string",
                       hra_session_command(s, who->client, "write"));
    if (!err)
        err = room_to_write(s, who, strlen(text), why);
    if (!err)
        err = strncmp(name, "plays/", 6) == 0 ? hra_kept_import(s, name, text, why)
                                              : hra_kept_put(s, name, text, strlen(text), why);
    if (!err) {
        s->put += strlen(text);
        hra_emit_ok(s, who, name);
    }
    return err;
}

static hra_err handle_delete(hra_session *s, const requester *who, char *line, hra_error *why,
                             const char **about) {
    const char *name;
    hra_err err = take_only_name(line, "delete", &name, why, about);
    if (!err)
        err = hra_kept_remove(s, name, why);
    if (!err)
        hra_emit_ok(s, who, name);
    return err;
}

/* ---- all of them ----------------------------------------------------------------------------*/

static hra_err read_flag(hra_session *s, const requester *who, const char *command, char *line, bool *flag,
                         hra_error *why) {
    char *word;
    hra_err err = hra_words_only(line, &word, why);
    if (!err)
        err = hra_words_choice(word ? word : "", command, "off", "on", flag, why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

static hra_err handle_explain(hra_session *s, const requester *who, char *line, hra_error *why,
                              const char **about) {
    return read_flag(s, who, "explain", line, &s->table.explains, why);
}

static hra_err handle_continue(hra_session *s, const requester *who, char *line, hra_error *why,
                               const char **about) {
    uint64_t plies = 0;
    char *word;
    hra_err err = hra_words_only(line, &word, why);
    if (!err && word)
        err = hra_words_number(word, _("how many plies"), 1, 1000000, &plies, why);
    if (err)
        return err;
    s->table.held = word != NULL;
    s->table.browses = false;
    s->table.go = (int)plies;
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

static hra_err handle_pause(hra_session *s, const requester *who, char *line, hra_error *why,
                            const char **about) {
    s->table.held = true;
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

/* The moves of another seat may tell what it hides. */
static hra_err handle_moves(hra_session *s, const requester *who, char *line, hra_error *why,
                            const char **about) {
    int mover = hra_play_at(s->table.play, HRA_NOW).mover;
    bool own = mover >= 0 && hra_session_may_move(s, who->client, mover);
    if (!own && !hra_session_sees_all(s, who->client))
        return hra_fail(why, HRA_ESTATE, -1,
                        "this game has hidden information: only the client that is to move gets more");
    hra_emit_moves(s, who);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

static hra_err handle_position(hra_session *s, const requester *who, char *line, hra_error *why,
                               const char **about) {
    hra_emit_position(s, who, false, true);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

static hra_err handle_close(hra_session *s, const requester *who, char *line, hra_error *why,
                            const char **about) {
    hra_session_leave(s);
    hra_emit_hello(s, who, true);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

/* The first line of a client names the version of its other lines, and of the events that it gets. */
static hra_err handle_session(hra_session *s, const requester *who, char *line, hra_error *why,
                              const char **about) {
    session_client *c = &s->clients[who->client];
    char *word;
    hra_err err = hra_words_only(line, &word, why);
    if (err)
        return err;
    if (c->spoke)
        return hra_fail(why, HRA_ESTATE, -1, "session: the version can be set only by the first line");
    if (!word || (strcmp(word, "1") != 0 && strcmp(word, "2") != 0))
        return hra_fail(why, HRA_EINPUT, -1, "session: expected version 1 or 2, found '%.40s'",
                        word ? word : "");
    c->version = *word - '0';
    hra_text_clear(&c->log); /* no event is sent again in another version */
    c->log_n = c->begin_n = c->n + 1;
    hra_emit_snapshot(s, who);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

static hra_err handle_quit(hra_session *s, const requester *who, char *line, hra_error *why,
                           const char **about) {
    hra_emit_ok(s, who, NULL);
    hra_session_detach(s, who->client);
    return HRA_OK;
}

static handler handle_help;

const char *const hra_session_rights[] = {"play", "undo", "ask", "table", "read", "write", "view", NULL};

/* What a command needs; the second: even then. The third: a line of a game that is played, not studied. */
enum { FREE, AT_TABLE = 1, WHILE_OPENING = 2, PLAYED = 4 };

typedef struct command {
    const char *word;   /* in the last version */
    const char *behind; /* what stands behind the word; "": nothing does; NULL: no person says it */
    unsigned needs;
    handler *handle;
} command;

static const command commands[] = {
    {"new", "GAME [PLAYER...]", FREE, handle_new},
    {"resume", "[NAME]", FREE, handle_resume},
    {"watch", "NAME", FREE, handle_watch},
    {"move", "M", AT_TABLE, hra_session_handle_move},
    {"roll", "M", AT_TABLE, hra_session_handle_roll},
    {"moves", "", AT_TABLE, handle_moves},
    {"position", "", AT_TABLE, handle_position},
    {"advice", "[PLY]", AT_TABLE, hra_session_handle_advice},
    {"analyse", "[PLAYER]", AT_TABLE, hra_session_handle_analyse},
    {"tree", "[PLAYER]", AT_TABLE, hra_session_handle_tree},
    {"review", "[NAME]", FREE, hra_session_handle_review},
    {"study", "NAME", FREE, hra_session_handle_study},
    {"node", "N", AT_TABLE, hra_session_handle_node},
    {"promote", "N", AT_TABLE, hra_session_handle_promote},
    {"remove", "N", AT_TABLE, hra_session_handle_remove},
    {"comment", "N [TEXT]", AT_TABLE, hra_session_handle_comment},
    {"glyph", "N G", AT_TABLE, hra_session_handle_glyph},
    {"export", "[FORMAT|svg|position] [PLY]", AT_TABLE, hra_session_handle_export},
    {"edit", "[put|take|move|set|clear|start|undo]", AT_TABLE, hra_session_handle_edit},
    {"exercise", "open|next|try|hint|show|skip|undo|keep|never|again|anki|merge|close", FREE,
     hra_session_handle_exercise},
    {"match", "GAME [PLAYER...]", FREE, hra_session_handle_match},
    {"rollout", "[PLAYER]", AT_TABLE, hra_session_handle_rollout},
    {"adviser", "PLAYER", AT_TABLE, hra_session_handle_adviser},
    {"explain", "on|off", AT_TABLE, handle_explain},
    {"tutor", "on [GRADE]|off", AT_TABLE | PLAYED, hra_session_handle_tutor},
    {"undo", "", AT_TABLE, hra_session_handle_undo},
    {"takeback", "offer|accept|refuse", AT_TABLE | PLAYED, hra_session_handle_takeback},
    {"confirm", "", AT_TABLE, hra_session_handle_confirm},
    {"stop", "", FREE, hra_session_handle_stop},
    {"clock", "", AT_TABLE, hra_session_handle_clock},
    {"pause", "", AT_TABLE, handle_pause},
    {"continue", "[N]", AT_TABLE, handle_continue},
    {"name", "SEAT TEXT", AT_TABLE, hra_session_handle_name},
    {"resign", "[WHAT] [SEAT]", AT_TABLE | PLAYED, hra_session_handle_resign},
    {"draw", "offer|accept|refuse", AT_TABLE | PLAYED, hra_session_handle_draw},
    {"view", "SEAT|table|watch", FREE, handle_view},
    {"sync", "N", FREE, handle_sync},
    {"plays", "", FREE, handle_plays},
    {"files", "", FREE, handle_files},
    {"contents", "NAME [FIRST]", FREE, hra_session_handle_contents},
    {"read", "NAME", FREE, handle_read},
    {"write", "NAME TEXT", FREE, handle_write},
    {"delete", "NAME", FREE, handle_delete},
    {"index", "[NAME]", FREE, hra_session_handle_index},
    {"explore", "[N]", AT_TABLE, hra_session_handle_explore},
    {"games", "[GAME] [pictures]", FREE, hra_session_handle_games},
    {"methods", "", FREE, hra_session_handle_methods},
    {"close", "", AT_TABLE | WHILE_OPENING, handle_close},
    {"session", "1|2", FREE, handle_session},
    {"help", "", FREE, handle_help},
    {"quit", "", FREE, handle_quit},
    {"task-result", NULL, FREE, hra_session_handle_task_result},
    {"task-progress", NULL, FREE, hra_session_handle_task_progress},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static bool may_say(const hra_session *s, int client, const command *c) {
    return !(hra_session_right(c->word) & ~s->clients[client].may);
}

const char *hra_session_command(const hra_session *s, int client, const char *now) {
    return hra_session_name(s->clients[client].version, SESSION_COMMANDS, now);
}

/* Of the lines those that the client may say. */
static hra_err handle_help(hra_session *s, const requester *who, char *line, hra_error *why,
                           const char **about) {
    hra_text text;
    hra_text_init(&text);
    for (int i = 0; i < COMMANDS; i++) {
        const command *c = &commands[i];
        if (c->behind && may_say(s, who->client, c))
            hra_text_addf(&text, "%s%s%s%s", text.length ? " " : "",
                          hra_session_command(s, who->client, c->word), *c->behind ? " " : "", c->behind);
    }
    hra_err err = text.err ? hra_no_memory(why) : HRA_OK;
    if (!err)
        hra_emit_ok(s, who, hra_text_string(&text));
    hra_text_release(&text);
    return err;
}

static hra_err no_such_command(const hra_session *s, int client, const char *word, hra_error *why) {
    const char *words[COMMANDS + 1] = {NULL};
    if (hra_session_refuse_name(s->clients[client].version, SESSION_COMMANDS, word, why) != 0)
        return HRA_EINPUT;
    for (int i = 0; i < COMMANDS; i++)
        words[i] = hra_session_command(s, client, commands[i].word);
    return hra_fail_unknown(why, 0, word, words, "unknown command '%.40s'; choose one of", word);
}

static hra_err handle(hra_session *s, const requester *who, const char *word, char *line, hra_error *why,
                      const char **about) {
    const command *c = commands, *end = commands + COMMANDS;
    while (c < end && strcmp(word, hra_session_command(s, who->client, c->word)) != 0)
        c++;
    if (c == end)
        return no_such_command(s, who->client, word, why);
    s->clients[who->client].spoke |= c->handle != handle_session;
    if (!may_say(s, who->client, c))
        return hra_fail(why, HRA_EDENIED, -1, "%s: this client may not say this; 'help' lists its commands",
                        word);
    if (c->behind && !*c->behind && *hra_words_skip(line))
        return hra_fail(why, HRA_EINPUT, -1, "%s takes no arguments, found '%.40s'", word,
                        hra_words_skip(line));
    hra_err err =
        c->needs & AT_TABLE ? hra_session_is_ready(s, word, (c->needs & WHILE_OPENING) != 0, why) : HRA_OK;
    if (!err && c->needs & PLAYED && s->table.study)
        err = hra_fail(why, HRA_ESTATE, -1, "%s: not in a study", word);
    return err ? err : c->handle(s, who, line, why, about);
}

/* "@ID " in front; false: it is none. */
static bool read_id(char **line, requester *who) {
    size_t n = 0;
    const char *id = *line + 1;
    while (isalnum((unsigned char)id[n]) || id[n] == '-' || id[n] == '_' || id[n] == '.')
        n++;
    if (n == 0 || n > HRA_SESSION_ID || (id[n] && !strchr(" \t", id[n])))
        return false;
    memcpy(who->id, id, n);
    who->id[n] = '\0';
    *line = hra_words_skip(*line + 1 + n);
    return true;
}

void hra_session_peek_id(const char *text, size_t length, requester *who) {
    char front[2 * HRA_SESSION_ID] = "", *line = front;
    memcpy(front, text, length < sizeof front ? length : sizeof front - 1);
    line = hra_words_skip(line);
    if (*line == '@')
        (void)read_id(&line, who);
}

void hra_session_handle(hra_session *s, requester *who, char *line) {
    hra_error why = {.at = -1};
    const char *about = NULL;
    hra_err err = HRA_OK;
    line = hra_words_skip(line);
    if (*line == '@' && !read_id(&line, who)) {
        err = hra_fail(&why, HRA_EINPUT, 0, "an ID is '@' and 1 to %d letters, digits, '-', '_' or '.'",
                       HRA_SESSION_ID);
    } else {
        char *word = line, *rest = line + strcspn(line, " \t");
        if (*rest)
            *rest++ = '\0';
        err = *word ? handle(s, who, word, rest, &why, &about)
                    : hra_fail(&why, HRA_EINPUT, 0, "empty line; 'help' lists the commands");
    }
    if (err) {
        if (!about)
            why.at = -1;
        hra_emit_error(s, who, false, &why, about);
    }
}
