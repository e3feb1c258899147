/* What lines mean. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "session/session.h"
#include "session/words.h"

/* ---- new and resume -------------------------------------------------------------------------*/

static const char *const order_words[] = {
    "seed=", "dice=", "position=", "time=", "keep=", "rest=", "adviser=", "explain", "hold", "times", NULL};

/* 1: the word is an option, 0: it is not, else an error. */
static int read_option(order *o, const char *word, hra_error *why) {
    const char *value;
    hra_err err = HRA_OK;
    if ((value = hra_words_value(word, "seed")) != NULL) {
        err = hra_words_number(value, "seed", 0, UINT64_MAX, &o->seed, why);
        o->seeded = true;
    } else if ((value = hra_words_value(word, "dice")) != NULL) {
        err = hra_words_choice(value, "dice", "own", "manual", &o->manual, why);
    } else if ((value = hra_words_value(word, "position")) != NULL) {
        o->position = value;
    } else if ((value = hra_words_value(word, "keep")) != NULL) {
        o->keep = value;
    } else if ((value = hra_words_value(word, "adviser")) != NULL) {
        o->adviser = value;
    } else if ((value = hra_words_value(word, "rest")) != NULL) {
        err = hra_words_choice(value, "rest", "machines", "people", &o->people, why);
    } else if ((value = hra_words_value(word, "time")) != NULL) {
        if (!hra_duration_read(value, &o->seconds))
            err = hra_fail(why, HRA_EINPUT, -1, "time is a duration such as 2s or 200ms, not '%.40s'", value);
    } else if (strcmp(word, "hold") == 0) {
        o->held = true;
    } else if (strcmp(word, "explain") == 0) {
        o->explains = true;
    } else if (strcmp(word, "times") == 0) {
        o->timed = true;
    } else {
        return 0;
    }
    return err ? err : 1;
}

static hra_err obey_new(hra_session *s, const asker *who, char *line, hra_error *why, const char **about) {
    order o = {0};
    hra_error fault = {0};
    for (char *word; (word = hra_words_take(&line, &fault)) != NULL;) {
        int option = o.game ? read_option(&o, word, why) : 0;
        if (option < 0)
            return option;
        if (option)
            continue;
        if (!o.game)
            o.game = word;
        else if (strchr(word, '=') && !strchr(word, ':'))
            return hra_fail_unknown(why, -1, word, order_words, "there is no option '%.40s' here; there are",
                                    word);
        else if (o.named < HRA_MAX_SEATS)
            o.players[o.named++] = word;
        else
            return hra_fail(why, HRA_EINPUT, -1, "no game has more than %d seats", HRA_MAX_SEATS);
    }
    if (fault.code) {
        *why = fault;
        return fault.code;
    }
    if (!o.game)
        return hra_fail(why, HRA_EINPUT, -1, "new: which game? 'new GAME PLAYER...'");
    return hra_session_deal(s, &o, who, why, about);
}

/* resume [NAME], or watch NAME. */
static hra_err obey_resume(hra_session *s, const asker *who, bool watch, char *line, hra_error *why,
                           const char **about) {
    char newest[HRA_STORE_NAME];
    order o = {0};
    const char *name = NULL;
    hra_error fault = {0};
    for (char *word; (word = hra_words_take(&line, &fault)) != NULL;) {
        int option = read_option(&o, word, why);
        if (option < 0)
            return option;
        if (!option && name)
            return hra_fail(why, HRA_EINPUT, -1,
                            "'%.40s' is too much; game and players are those of the record", word);
        if (!option)
            name = word;
    }
    if (fault.code) {
        *why = fault;
        return fault.code;
    }
    if (o.seeded || o.manual || o.position || o.keep)
        return hra_fail(why, HRA_EINPUT, -1, "seed, dice and position are those of the record");
    if (!name && watch)
        return hra_fail(why, HRA_EINPUT, -1, "watch: which play? 'plays' lists those that are kept");
    hra_err err = name ? HRA_OK : hra_kept_newest(s, newest, why);
    if (err)
        return err;
    *about = name;
    return hra_session_resume(s, name ? name : newest, watch, &o, who, why);
}

/* ---- moves ----------------------------------------------------------------------------------*/

static hra_err may_move(const hra_session *s, const asker *who, bool roll, hra_error *why) {
    const table *t = &s->table;
    int mover = hra_play_mover(t->play, hra_play_plies(t->play));
    if (mover == HRA_OVER)
        return hra_fail(why, HRA_ESTATE, -1, "the play is over");
    if (mover == HRA_CHANCE && !roll && t->how.manual_chance)
        return hra_fail(why, HRA_ESTATE, -1, "dice are due: roll TEXT");
    if (mover >= 0 && roll)
        return hra_fail(why, HRA_ESTATE, -1, "no dice are due");
    if (t->asked != hra_play_plies(t->play))
        return hra_fail(why, HRA_ESTATE, -1, "nobody is asked now: %s is to move%s",
                        mover == HRA_CHANCE ? "chance" : "a machine", t->held ? "; 'go' lets it" : "");
    if (!hra_session_may_move(s, who->looker, mover))
        return hra_fail(why, HRA_ESTATE, -1, "it is not your move, but that of seat %d", mover);
    return HRA_OK;
}

/* Makes the moves of a line, of which the first is waited for. */
static hra_err make_moves(hra_session *s, const asker *who, const hra_move *moves, int count,
                          hra_error *why) {
    hra_play *play = s->table.play;
    hra_event event;
    for (int i = 0; i < count; i++) {
        hra_err err = i > 0 ? hra_play_step(play, &event) : HRA_OK; /* asks */
        if (!err && i > 0 && event.kind == HRA_EVENT_OVER)
            return hra_fail(why, HRA_ESTATE, -1, "the play is over after %d of the moves", i);
        if (!err)
            err = hra_play_answer(play, moves[i]);
        if (!err)
            err = hra_play_step(play, &event);
        if (err) {
            *why = *hra_play_why(play);
            return err;
        }
        hra_session_moved(s, who, NULL);
    }
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}

static hra_err obey_move(hra_session *s, const asker *who, const char *text, bool roll, hra_error *why) {
    const hra_game *game = s->table.game;
    hra_move moves[SEVERAL_MOST];
    int count = 1;
    hra_err err = may_move(s, who, roll, why);
    if (err)
        return err;
    if (!*text)
        return hra_fail(why, HRA_EINPUT, -1, roll ? "which roll?" : "which move? 'moves' lists them");
    err = hra_game_parse_move(game, hra_session_now(s), text, moves, why);
    if (err == HRA_EINPUT && !roll) {
        count = hra_several_read(game, hra_session_now(s), text, moves, why);
        err = count > 0 ? HRA_OK : count < 0 ? count : err;
    }
    if (err)
        return err;
    err = hra_game_check_move(game, hra_session_now(s), moves[0]);
    if (err == HRA_ENOMEM)
        return hra_no_memory(why);
    if (err)
        return hra_fail(why, err, -1, "'%.80s' is not allowed here; 'moves' lists what is", text);
    return make_moves(s, who, moves, count, why);
}

/* Who has the dice in hand and may take back: the last person that decided something. */
static int last_person(const hra_session *s) {
    for (int ply = hra_play_plies(s->table.play) - 1; ply >= 0; ply--) {
        int mover = hra_play_mover(s->table.play, ply);
        if (hra_session_is_person(s, mover))
            return mover;
    }
    return 0;
}

static hra_err obey_undo(hra_session *s, const asker *who, hra_error *why) {
    table *t = &s->table;
    int mover = hra_play_mover(t->play, hra_play_plies(t->play)), seat = hra_session_place(s, who->looker);
    if (seat == HRA_LOOK_WATCH)
        return hra_fail(why, HRA_ESTATE, -1, "who only looks on takes nothing back");
    if (seat == HRA_LOOK_TABLE)
        seat = hra_session_is_person(s, mover) ? mover : last_person(s);
    if (hra_play_undo(t->play, seat) != 0)
        return hra_fail(why, HRA_ESTATE, -1, "there is nothing that can be taken back");
    if (t->drawer)
        hra_session_give_up(s, t->drawer);
    t->drawer = NULL;
    if (t->chooser)
        hra_session_drop(s, t->chooser);
    if (t->explainer)
        hra_session_drop(s, t->explainer);
    t->chooser = t->explainer = NULL;
    t->asked = t->explained = -1;
    t->over = false;
    for (int i = 0; i < HRA_SESSION_LOOKERS; i++)
        hra_session_recall(s, i);
    hra_tell_position(s, who, true, false);
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}

/* ---- looking --------------------------------------------------------------------------------*/

static hra_err obey_look(hra_session *s, const asker *who, char *line, hra_error *why) {
    static const char *const places[] = {"table", "watch", NULL};
    char *word;
    uint64_t seat;
    int seats = s->table.play ? s->table.game->seats : HRA_MAX_SEATS;
    hra_err err = hra_words_only(line, &word, why);
    if (err || !word)
        return err ? err : hra_fail(why, HRA_EINPUT, -1, "look: from where? a seat, 'table' or 'watch'");
    if (strcmp(word, "table") == 0 || strcmp(word, "watch") == 0) {
        s->lookers[who->looker].seat = *word == 't' ? HRA_LOOK_TABLE : HRA_LOOK_WATCH;
    } else if (isdigit((unsigned char)*word)) {
        err = hra_words_number(word, "a seat", 0, (uint64_t)seats - 1, &seat, why);
        if (err)
            return err;
        s->lookers[who->looker].seat = (int)seat;
    } else {
        return hra_fail_unknown(why, -1, word, places,
                                "'%.40s' is no place to look from; there are the seats and", word);
    }
    hra_session_recall(s, who->looker);
    hra_tell_snapshot(s, who);
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}

static hra_err obey_sync(hra_session *s, const asker *who, char *line, hra_error *why) {
    uint64_t n = UINT64_MAX;
    char *word;
    hra_err err = hra_words_only(line, &word, why);
    if (!err && word)
        err = hra_words_number(word, "the number of an event", 0, UINT64_MAX, &n, why);
    if (err)
        return err;
    hra_tell_again(s, who, n);
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}

/* ---- what is kept ---------------------------------------------------------------------------*/

static hra_err obey_read(hra_session *s, const asker *who, const char *name, hra_error *why) {
    hra_text text;
    if (strcmp(name, s->table.keeping.name) == 0 && !hra_session_sees_all(s, who->looker))
        return hra_fail(why, HRA_ESTATE, -1, "%.80s: this play goes on, and something in it is hidden", name);
    hra_text_init(&text);
    hra_err err = hra_kept_read(s, name, &text, why);
    if (!err && memchr(hra_text_string(&text), '\0', text.length))
        err = hra_fail(why, HRA_EDAMAGED, -1, "%.80s: this is no text", name);
    if (!err) {
        const hra_store_entry entry = {.name = name, .length = text.length};
        hra_tell_kept(s, who, &entry, hra_store_finished(hra_text_string(&text), text.length), &text);
        hra_tell_ok(s, who, NULL);
    }
    hra_text_release(&text);
    return err;
}

static hra_err obey_put(hra_session *s, const char *name, char *line, hra_error *why) {
    char *text;
    hra_err err = hra_words_only(line, &text, why);
    if (!err && !text)
        err = hra_fail(why, HRA_EINPUT, -1, "put: its text is missing, a string of JSON");
    return err ? err : hra_kept_put(s, name, text, strlen(text), why);
}

static hra_err obey_store(hra_session *s, const asker *who, const char *command, char *line, hra_error *why,
                          const char **about) {
    hra_error fault = {0};
    char *name = hra_words_take(&line, &fault);
    if (fault.code) {
        *why = fault;
        return fault.code;
    }
    if (strcmp(command, "put") != 0 && *hra_words_skip(line))
        return hra_fail(why, HRA_EINPUT, -1, "%s: '%.40s' is too much", command, hra_words_skip(line));
    if (!name)
        return hra_fail(why, HRA_EINPUT, -1, "%s: which entry? such as plays/NAME or files/NAME", command);
    *about = name;
    if (strcmp(command, "read") == 0)
        return obey_read(s, who, name, why);
    hra_err err = strcmp(command, "put") == 0 ? obey_put(s, name, line, why) : hra_kept_remove(s, name, why);
    if (!err)
        hra_tell_ok(s, who, name);
    return err;
}

/* ---- all of them ----------------------------------------------------------------------------*/

static const char *const commands[] = {
    "new",     "resume",  "watch",  "move",   "roll",  "moves", "position", "advice", "analyse",
    "adviser", "explain", "undo",   "stop",   "hold",  "go",    "look",     "sync",   "plays",
    "files",   "read",    "put",    "delete", "done",  "leave", "help",     "quit",   "name",
    "resign",  "draw",    "review", "found",  "tutor", NULL};

static hra_err obey_flag(hra_session *s, const asker *who, const char *command, char *line, bool *flag,
                         hra_error *why) {
    char *word;
    hra_err err = hra_words_only(line, &word, why);
    if (!err)
        err = hra_words_choice(word ? word : "", command, "off", "on", flag, why);
    if (!err)
        hra_tell_ok(s, who, NULL);
    return err;
}

static hra_err obey_go(hra_session *s, const asker *who, char *line, hra_error *why) {
    uint64_t plies = 0;
    char *word;
    hra_err err = hra_words_only(line, &word, why);
    if (!err && word)
        err = hra_words_number(word, "how many plies", 1, 1000000, &plies, why);
    if (err)
        return err;
    s->table.held = word != NULL;
    s->table.go = (int)plies;
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}

/* The moves of another seat may tell what it hides. */
static hra_err obey_moves(hra_session *s, const asker *who, hra_error *why) {
    int mover = hra_play_mover(s->table.play, hra_play_plies(s->table.play));
    bool own = mover >= 0 && hra_session_may_move(s, who->looker, mover);
    if (!own && !hra_session_sees_all(s, who->looker))
        return hra_fail(why, HRA_ESTATE, -1,
                        "something is hidden in this game, so only who is to move is told more");
    hra_tell_moves(s, who);
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}

/* Lines that need a play. */
static hra_err obey_at_table(hra_session *s, const asker *who, const char *command, char *line,
                             hra_error *why, const char **about) {
    table *t = &s->table;
    if (!t->play)
        return hra_fail(why, HRA_ESTATE, -1, "%s: no play is open; 'new GAME PLAYER...' begins one", command);
    if (t->opening && strcmp(command, "leave") != 0)
        return hra_fail(why, HRA_ESTATE, -1, "%s: the players are not ready yet", command);
    if (strcmp(command, "move") == 0 || strcmp(command, "roll") == 0) {
        *about = hra_words_skip(line);
        return obey_move(s, who, *about, *command == 'r', why);
    }
    if (strcmp(command, "name") == 0)
        return hra_session_obey_name(s, who, line, why);
    if (strcmp(command, "resign") == 0)
        return hra_session_obey_resign(s, who, line, why);
    if (strcmp(command, "draw") == 0)
        return hra_session_obey_draw(s, who, line, why);
    if (strcmp(command, "undo") == 0)
        return obey_undo(s, who, why);
    if (strcmp(command, "advice") == 0)
        return hra_session_obey_advice(s, who, line, why);
    if (strcmp(command, "analyse") == 0)
        return hra_session_obey_analyse(s, who, line, why, about);
    if (strcmp(command, "adviser") == 0)
        return hra_session_obey_adviser(s, who, line, why, about);
    if (strcmp(command, "explain") == 0)
        return obey_flag(s, who, command, line, &t->explains, why);
    if (strcmp(command, "tutor") == 0)
        return obey_flag(s, who, command, line, &t->tutors, why);
    if (strcmp(command, "go") == 0)
        return obey_go(s, who, line, why);
    if (strcmp(command, "moves") == 0)
        return obey_moves(s, who, why);
    if (strcmp(command, "hold") == 0)
        t->held = true;
    else if (strcmp(command, "leave") == 0) {
        hra_session_leave(s);
        hra_tell_hello(s, who, true);
    } else
        hra_tell_position(s, who, false, true);
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}

static bool is_one_of(const char *word, const char *const *list) {
    while (*list && strcmp(*list, word) != 0)
        list++;
    return *list != NULL;
}

static hra_err obey(hra_session *s, const asker *who, const char *command, char *line, hra_error *why,
                    const char **about) {
    static const char *const at_table[] = {"move",    "roll",    "moves", "position", "advice", "analyse",
                                           "adviser", "explain", "undo",  "hold",     "go",     "leave",
                                           "name",    "resign",  "draw",  "tutor",    NULL};
    static const char *const of_store[] = {"read", "put", "delete", NULL};
    static const char *const bare[] = {"moves", "position", "undo", "stop", "hold", "plays",
                                       "files", "leave",    "help", "quit", NULL};
    hra_err err = HRA_OK;
    if (is_one_of(command, bare) && *hra_words_skip(line))
        return hra_fail(why, HRA_EINPUT, -1, "%s takes nothing behind it, so '%.40s' is too much", command,
                        hra_words_skip(line));
    if (is_one_of(command, at_table))
        return obey_at_table(s, who, command, line, why, about);
    if (is_one_of(command, of_store))
        return obey_store(s, who, command, line, why, about);
    if (strcmp(command, "new") == 0)
        return obey_new(s, who, line, why, about);
    if (strcmp(command, "resume") == 0)
        return obey_resume(s, who, false, line, why, about);
    if (strcmp(command, "watch") == 0)
        return obey_resume(s, who, true, line, why, about);
    if (strcmp(command, "found") == 0)
        return hra_session_obey_found(s, who, line, why);
    if (strcmp(command, "done") == 0)
        return hra_session_obey_done(s, who, line, why);
    if (strcmp(command, "review") == 0)
        return hra_session_obey_review(s, who, line, why, about);
    if (strcmp(command, "look") == 0)
        return obey_look(s, who, line, why);
    if (strcmp(command, "sync") == 0)
        return obey_sync(s, who, line, why);
    if (strcmp(command, "plays") == 0 || strcmp(command, "files") == 0) {
        err = hra_kept_list(s, who, command, why);
        if (!err)
            hra_tell_ok(s, who, NULL);
        return err;
    }
    if (strcmp(command, "stop") == 0)
        hra_session_obey_stop(s, who);
    else if (strcmp(command, "help") == 0)
        hra_tell_ok(s, who,
                    "new GAME [PLAYER...] resume [NAME] watch NAME move M roll M moves position advice [PLY] "
                    "analyse [PLAYER] review [NAME] adviser PLAYER explain on|off tutor on|off undo stop "
                    "hold go [N] name "
                    "SEAT TEXT "
                    "resign [SEAT] draw offer|accept|refuse look SEAT|table|watch sync N plays files read "
                    "NAME put NAME TEXT "
                    "delete NAME leave quit");
    else if (strcmp(command, "quit") == 0) {
        hra_tell_ok(s, who, NULL);
        hra_session_detach(s, who->looker);
    } else
        err = hra_fail_unknown(why, 0, command, commands, "there is no command '%.40s'; there are", command);
    return err;
}

/* "@ID " in front; false: it is none. */
static bool read_id(char **line, asker *who) {
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

void hra_session_peek_id(const char *text, size_t length, asker *who) {
    char front[2 * HRA_SESSION_ID] = "", *line = front;
    memcpy(front, text, length < sizeof front ? length : sizeof front - 1);
    line = hra_words_skip(line);
    if (*line == '@')
        (void)read_id(&line, who);
}

void hra_session_obey(hra_session *s, asker *who, char *line) {
    hra_error why = {.at = -1};
    const char *about = NULL;
    hra_err err = HRA_OK;
    line = hra_words_skip(line);
    if (*line == '@' && !read_id(&line, who)) {
        err = hra_fail(&why, HRA_EINPUT, 0, "an ID is '@' and 1 to %d letters, digits, '-', '_' or '.'",
                       HRA_SESSION_ID);
    } else {
        char *command = line, *rest = line + strcspn(line, " \t");
        if (*rest)
            *rest++ = '\0';
        err = *command ? obey(s, who, command, rest, &why, &about)
                       : hra_fail(&why, HRA_EINPUT, 0, "an empty line; 'help' says what there is");
    }
    if (err) {
        if (!about)
            why.at = -1;
        hra_tell_error(s, who, false, &why, about);
    }
}
