/* A match: many games between programs. It is a work (hra/work.h), and each of its tasks is one of the
 * session (think_task.h). This work only counts; its players are never asked. The counts so far are sent
 * after each task, and saved, if the match has a name. */
#include "core/messages.h"
#include "players/time_control.h"
#include "session/session.h"
#include "work/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TASK_SECONDS                                                                                         \
    0.25 /* that a task should take, so that news come often and slow players leave no long tail */

enum { MOST_SAVED = 1 << 26 /* bytes of a saved match */ };

/* ---- playing --------------------------------------------------------------------------------*/

/* Hands tasks to as many as may play at the same time; the first one alone opens the players. */
static hra_err play_on(hra_session *s, hra_error *why) {
    matching *m = &s->matching;
    char next_task[HRA_WORK_TASK];
    while (!m->ending && m->playing < (m->runner->ready ? m->threads : 1) &&
           hra_work_next_task(m->work, next_task)) {
        think_task *task = hra_think_task_new(THINK_MATCH, m->runner->game, NULL);
        if (!task) {
            hra_work_return_task(m->work, next_task);
            return hra_no_memory(why);
        }
        task->match = hra_match_runner_hold(m->runner);
        hra_snprintf(task->task_of, sizeof task->task_of, "%s", next_task);
        task->quiet = m->told; /* its event is sent once */
        m->told = true;
        m->playing++;
        (void)hra_session_think(s, task, SLOT_MATCH, &m->requester);
    }
    return HRA_OK;
}

static void forget(hra_session *s) {
    matching *m = &s->matching;
    for (think_task *task = s->agents.tasks, *after; task; task = after) {
        after = task->next;
        if (task->kind == THINK_MATCH && !task->dropped)
            hra_session_drop(s, task);
    }
    hra_work_close(m->work);
    for (int seat = 0; seat < m->placed; seat++)
        hra_player_close(m->places[seat]);
    hra_match_runner_release(m->runner);
    if (m->name[0])
        (void)hra_store_lock(s->setup.store, m->name, false, NULL);
    *m = (matching){0};
}

void hra_session_end_match(hra_session *s) {
    hra_error gone;
    const requester who = s->matching.requester;
    if (!s->matching.runner)
        return;
    forget(s);
    hra_fail(&gone, HRA_ESTOPPED, -1, "the match was ended before it was done");
    hra_emit_error(s, &who, false, &gone, NULL);
}

/* Sends what was found so far to the client that asked. */
static void emit_so_far(hra_session *s) {
    const matching *m = &s->matching;
    hra_match_result so_far = {.size = sizeof so_far};
    if (hra_work_rollout(m->work)) {
        hra_session_emit_rollout(s);
        return;
    }
    if (hra_work_match(m->work, &so_far, NULL) == 0 && so_far.games > 0)
        hra_emit_match(s, &m->requester, m->runner->game, &so_far);
    hra_match_release(&so_far);
}

/* Sends the result of all games played to the client that asked. */
static void finish(hra_session *s) {
    const requester who = s->matching.requester;
    const char *text = hra_work_is_finished(s->matching.work) ? NULL
                       : hra_work_rollout(s->matching.work)   ? _("stopped with the trials so far")
                                                              : _("stopped with the games played so far");
    forget(s);
    hra_emit_ok(s, &who, text);
}

hra_err hra_session_count_match(hra_session *s, think_task *task, hra_error *why) {
    hra_error inner = {0};
    hra_text bytes;
    hra_text_init(&bytes);
    bool read = hra_match_runner_read(s->matching.runner, &task->part, &bytes);
    hra_err err = bytes.err ? hra_no_memory(&inner)
                  : !read   ? HRA_EDAMAGED
                            : hra_work_add_result(s->matching.work, task->task_of, hra_text_string(&bytes),
                                                  bytes.length, &inner);
    hra_text_release(&bytes);
    if (err == HRA_EDAMAGED)
        return hra_fail(why, HRA_EINPUT, -1, "the result does not have the games of its task");
    task->counted = !err;
    return err ? hra_fail_as(why, &inner) : HRA_OK;
}

static bool is_over(const hra_session *s) {
    const matching *m = &s->matching;
    return s->setup.match_seconds > 0 && hra_clock() - m->began >= s->setup.match_seconds;
}

void hra_session_take_match(hra_session *s, think_task *task) {
    matching *m = &s->matching;
    hra_error why = task->why;
    hra_err err = task->err;
    m->playing--;
    m->runner->ready = m->runner->ready || !err;
    bool stopped = hra_stop_is_set(&task->turn.pause.stop) || m->ending;
    if (err)
        hra_work_return_task(m->work, task->task_of);
    else if (!task->counted)
        err = hra_session_count_match(s, task, &why);
    if (err == HRA_ESTOPPED && stopped) {
        err = HRA_OK;
    } else if (!err) {
        if (task->seconds >
            0) /* so a task has at most twice the games of the one before, and news come often */
            hra_work_note_time(m->work, task->task_of,
                               task->seconds > TASK_SECONDS / 2 ? task->seconds : TASK_SECONDS / 2);
        emit_so_far(s);
    }
    m->ending = m->ending || stopped || is_over(s);
    if (!err)
        err = play_on(s, &why);
    if (err) {
        const requester who = m->requester;
        forget(s);
        hra_emit_error(s, &who, false, &why, NULL);
    } else if (m->playing == 0) {
        finish(s);
    }
}

void hra_session_stop_match(hra_session *s, int client) {
    matching *m = &s->matching;
    if (!m->runner || m->requester.client != client)
        return;
    m->ending = true;
    for (think_task *task = s->agents.tasks, *after; task; task = after) {
        after = task->next;
        if (task->kind != THINK_MATCH || task->dropped)
            continue;
        hra_stop_set(&task->turn.pause.stop);
        if (hra_session_has_begun(s, task))
            continue; /* it comes with what it has */
        m->playing--;
        hra_work_return_task(m->work, task->task_of);
        hra_session_drop(s, task);
    }
    if (m->playing == 0)
        finish(s);
}

/* ---- saving ---------------------------------------------------------------------------------*/

/* A failed write is reported once, and the match goes on. */
static hra_err save(void *self, const char *bytes, size_t length) {
    hra_session *s = self;
    matching *m = &s->matching;
    hra_error why = {0};
    if (!m->name[0] || m->lost)
        return HRA_OK;
    if (m->saved + length > MOST_SAVED)
        (void)hra_fail(&why, HRA_ELIMIT, -1, "%s: a saved match has at most %d bytes", m->name, MOST_SAVED);
    else if (hra_store_append(s->setup.store, m->name, m->saved, bytes, length, &why) == 0) {
        m->saved += length;
        return HRA_OK;
    }
    m->lost = true;
    hra_kept_emit_lost(s, &why, _("the match goes on without being saved"));
    return HRA_OK;
}

/* The seed in the spec that a saved match begins with, unless one was typed; damage is reported when the
 * match is restored. */
static void take_seed(const hra_text *saved, uint64_t *seed) {
    static const char key[] = "\nseed ";
    hra_log_entry first;
    size_t used;
    hra_text spec;
    if (hra_log_read(saved->data, saved->length, &first, &used, NULL) != 0 || !used ||
        first.what != HRA_LOG_SPEC)
        return;
    hra_text_init(&spec);
    hra_text_add_bytes(&spec, first.bytes, first.length);
    const char *at = spec.err ? NULL : strstr(hra_text_string(&spec), key);
    if (at)
        *seed = strtoull(at + sizeof key - 1, NULL, 10);
    hra_text_release(&spec);
}

/* Takes the lock of the entry, and reads it. */
static hra_err open_saved(hra_session *s, const char *name, bool anew, hra_text *saved, hra_error *why) {
    matching *m = &s->matching;
    char entry[HRA_STORE_NAME];
    if (!s->setup.store)
        return hra_fail(why, HRA_ESTATE, -1, "nothing is saved here: this session has no store");
    if (hra_snprintf(entry, sizeof entry, "matches/%s", name) >= (int)sizeof entry)
        return hra_fail(why, HRA_EINPUT, -1, "the name of the match is too long: '%.40s'", name);
    hra_err err = hra_store_lock(s->setup.store, entry, true, why);
    if (err)
        return err;
    hra_snprintf(m->name, sizeof m->name, "%s", entry);
    return anew ? HRA_OK : hra_store_read(s->setup.store, entry, MOST_SAVED, saved, why);
}

static hra_err restore(hra_session *s, const hra_text *saved, hra_error *why) {
    matching *m = &s->matching;
    hra_error inner = {0};
    if (!saved->length)
        return HRA_OK;
    hra_err err = hra_work_restore(m->work, saved->data, saved->length, &m->saved, &inner);
    if (err == HRA_ESTATE)
        return hra_fail(why, err, -1, "another match is saved as %s; 'anew' begins this one in its place",
                        m->name + strlen("matches/"));
    if (err)
        return hra_fail_as(why, &inner);
    hra_work_return_task(m->work, NULL);
    return HRA_OK;
}

enum { USUAL_GAMES = 1000 }; /* as hra match plays */

/* ---- the line -------------------------------------------------------------------------------*/

typedef struct match_words {
    roster roster;
    int version; /* of the client that asks */
    bool rotate;
    bool seeded, look, anew;
    uint64_t games, seed, threads;
    double seconds;
    const char *save; /* NULL: it is not saved */
} match_words;

/* 1: the word is an option, 0: it is not, else an error. */
static int read_option(void *self, const char *word, hra_error *why) {
    match_words *w = self;
    const char *value;
    hra_err err = HRA_OK;
    if ((value = hra_words_value(word, "games")) != NULL)
        err = hra_words_number(value, "games", 1, 1000000000000, &w->games, why);
    else if ((value = hra_words_value(word, "seed")) != NULL)
        w->seeded = (err = hra_words_number(value, "seed", 0, UINT64_MAX, &w->seed, why)) == 0;
    else if ((value = hra_words_value(word, "threads")) != NULL)
        err = hra_words_number(value, "threads", 1, HRA_MATCH_THREADS, &w->threads, why);
    else if ((value = hra_words_value(word, "save")) != NULL)
        w->save = value;
    else if ((value = hra_words_value(word, "time")) != NULL && !hra_duration_read(value, &w->seconds))
        err = hra_duration_fail(why, value);
    else if (!value && strcmp(word, "rotate") == 0)
        w->rotate = true;
    else if (!value && strcmp(word, hra_session_name(w->version, SESSION_MATCH_WORDS, "view")) == 0)
        w->look = true;
    else if (!value && strcmp(word, "anew") == 0)
        w->anew = true;
    else if (!value)
        return hra_session_refuse_name(w->version, SESSION_MATCH_WORDS, word, why);
    return err ? err : 1;
}

/* Who plays, checked as far as that is possible without opening them. */
static hra_err seat_players(match_words *w, const hra_game *game, hra_error *why, const char **about) {
    hra_err err = HRA_OK;
    for (int seat = 0; seat < game->seats && !err; seat++) {
        hra_player *check = NULL;
        if (seat >= w->roster.named)
            w->roster.players[seat] = hra_player_default(game, seat, false);
        *about = w->roster.players[seat];
        err = hra_player_placeholder(&check, game, w->roster.players[seat], why);
        if (!err && hra_player_info_of(check)->human)
            err = hra_fail(why, HRA_EINPUT, 0, "a person cannot play a match; name a program");
        hra_player_close(check);
    }
    return err;
}

static const char *const words[] = {"games=", "seed=", "threads=", "time=", "rotate",
                                    "save=",  "view",  "anew",     NULL};

/* The match as a spec of work. */
static void write_spec(const hra_session *s, const match_words *w, const hra_game *game, hra_text *out) {
    const hra_limits limits = hra_session_match_limits(s, w->seconds);
    hra_text_addf(out, "hra %s\nwork match\ngame %s\n", hra_version(), game->spec);
    for (int seat = 0; seat < game->seats; seat++)
        hra_text_addf(out, "player %s\n", w->roster.players[seat]);
    hra_text_addf(out, "games %" PRIu64 "\nrotate %s\nseed %" PRIu64 "\n", w->games, w->rotate ? "yes" : "no",
                  w->seed);
    if (limits.depth)
        hra_text_addf(out, "depth %d\n", limits.depth);
    if (limits.nodes)
        hra_text_addf(out, "nodes %" PRIu64 "\n", limits.nodes);
    if (limits.playouts)
        hra_text_addf(out, "playouts %" PRIu64 "\n", limits.playouts);
    if (limits.seconds > 0)
        hra_text_addf(out, "time %.9gs\n", limits.seconds);
}

/* A work that only counts asks no player, so it gets placeholders. */
static hra_err place(void *self, const char *spec, const hra_player **out, hra_error *why) {
    hra_session *s = self;
    matching *m = &s->matching;
    hra_err err = hra_player_placeholder(&m->places[m->placed], m->runner->game, spec, why);
    if (!err)
        *out = m->places[m->placed++];
    return err;
}

/* Opens the work of a spec, which only counts. Takes the game. */
static hra_err open_work(hra_session *s, const hra_text *spec, hra_game *game, hra_error *why) {
    matching *m = &s->matching;
    const hra_work_setup how = {.size = sizeof how,
                                .game = game,
                                .task_seconds = TASK_SECONDS,
                                .workers = m->threads,
                                .no_tasks = true,
                                .player = place,
                                .player_self = s,
                                .save = save,
                                .save_self = s};
    hra_err err = spec->err;
    if (err)
        hra_game_close(game);
    else
        err = hra_match_runner_open(&m->runner, game, hra_text_string(spec));
    return err ? hra_no_memory(why)
               : hra_work_open(&m->work, hra_work_kind_of(m->runner->spec), m->runner->spec, &how, why);
}

/* Opens the match, of which what is saved has been played already. */
static hra_err open_match(hra_session *s, const match_words *w, hra_game *game, const hra_text *saved,
                          hra_error *why) {
    hra_text spec;
    hra_text_init(&spec);
    write_spec(s, w, game, &spec);
    hra_err err = open_work(s, &spec, game, why);
    hra_text_release(&spec);
    return err ? err : restore(s, saved, why);
}

/* Plays it, or shows what is saved. */
static hra_err begin(hra_session *s, bool look, hra_error *why) {
    matching *m = &s->matching;
    emit_so_far(s);
    m->ending = look;
    hra_err err = play_on(s, why);
    if (!err && m->playing == 0)
        finish(s);
    return err;
}

/* Which match it is, and its game. */
static hra_err read_match(hra_session *s, match_words *w, char *line, hra_game **game, hra_error *why,
                          const char **about) {
    const char *options[SESSION_WORDS + 1];
    hra_session_list(w->version, SESSION_MATCH_WORDS, words, options);
    hra_err err = hra_words_roster(line, "match", options, read_option, w, &w->roster, why);
    uint64_t most_games = s->setup.match_games ? s->setup.match_games : UINT64_MAX;
    if (!err && !w->games)
        w->games = most_games < USUAL_GAMES ? most_games : USUAL_GAMES;
    if (!err && w->games > most_games)
        err = hra_fail(why, HRA_ELIMIT, -1, "a match has at most %llu games here",
                       (unsigned long long)most_games);
    if (!err && !w->save && (w->look || w->anew))
        err = hra_fail(why, HRA_EINPUT, -1, "'%s' and 'anew' go with save=NAME",
                       hra_session_name(w->version, SESSION_MATCH_WORDS, "view"));
    if (err)
        return err;
    *about = w->roster.game;
    err = hra_game_open_at(game, &s->host, w->roster.game, w->roster.named, NULL, why);
    if (err)
        return err;
    err = seat_players(w, *game, why, about);
    if (err)
        hra_game_close(*game);
    else
        *about = NULL;
    return err;
}

hra_err hra_session_handle_match(hra_session *s, const requester *who, char *line, hra_error *why,
                                 const char **about) {
    matching *m = &s->matching;
    match_words w = {.version = s->clients[who->client].version, .threads = 1, .seed = hra_rng_entropy()};
    hra_game *game;
    hra_text saved;
    if (m->runner)
        return hra_fail(why, HRA_ESTATE, -1, "a match is running; 'stop' ends it");
    hra_err err = read_match(s, &w, line, &game, why, about);
    if (err)
        return err;
    if (w.save && !(s->clients[who->client].may & HRA_PERMIT_WRITE)) {
        hra_game_close(game);
        return hra_fail(why, HRA_EDENIED, -1, "this client may not save a match");
    }
    int most = s->setup.threads > 0 ? s->setup.threads : 2;
    *m = (matching){.requester = *who,
                    .began = hra_clock(),
                    .threads = w.threads < (uint64_t)most ? (int)w.threads : most};
    hra_text_init(&saved);
    if (w.save)
        err = open_saved(s, w.save, w.anew, &saved, why);
    if (err) {
        hra_game_close(game);
    } else {
        if (!w.seeded)
            take_seed(&saved, &w.seed);
        err = open_match(s, &w, game, &saved, why);
    }
    hra_text_release(&saved);
    if (!err)
        err = begin(s, w.look, why);
    if (err)
        forget(s);
    return err;
}

hra_err hra_session_begin_work(hra_session *s, const requester *who, const hra_text *spec, hra_game *game,
                               hra_error *why) {
    int most = s->setup.threads > 0 ? s->setup.threads : 2;
    s->matching = (matching){.requester = *who, .began = hra_clock(), .threads = most, .told = true};
    hra_err err = open_work(s, spec, game, why);
    if (!err)
        err = begin(s, false, why);
    if (err)
        forget(s);
    return err;
}
