/* A match: many games between machines, played in blocks that are units of work like all others. What was
 * counted so far is told after each block. */
#include "core/messages.h"
#include "players/time_control.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

/* A block begins with one game and grows until it takes about so long, so that news come often and slow
 * players leave no long tail. How games are cut changes no figure. */
#define SHORT_SECONDS 0.1
#define LONG_SECONDS 0.5

/* ---- playing --------------------------------------------------------------------------------*/

static uint64_t group(const contest *c) {
    return c->rotate ? (uint64_t)c->game->seats : 1;
}

/* Hands blocks to as many as may play at the same time; the first one alone opens the players. */
static hra_err play_on(hra_session *s, hra_error *why) {
    matching *m = &s->matching;
    const contest *c = m->contest;
    while (m->next < c->games && !m->ending && m->playing < (c->ready ? m->threads : 1)) {
        uint64_t left = c->games - m->next;
        unit *u = hra_unit_new(UNIT_MATCH, c->game, NULL);
        if (!u)
            return hra_no_memory(why);
        u->contest = hra_contest_hold(m->contest);
        u->first = m->next;
        u->games = m->block < left ? m->block : left;
        u->quiet = m->next > 0; /* it is told once */
        m->next += u->games;
        m->playing++;
        (void)hra_session_think(s, u, MIND_MATCH, &m->asker);
    }
    return HRA_OK;
}

static void forget(hra_session *s) {
    matching *m = &s->matching;
    for (unit *u = s->thinkers.units, *after; u; u = after) {
        after = u->next;
        if (u->task == UNIT_MATCH && !u->dropped)
            hra_session_drop(s, u);
    }
    hra_contest_release(m->contest);
    hra_match_release(&m->so_far);
    *m = (matching){0};
}

void hra_session_end_match(hra_session *s) {
    hra_error gone;
    const asker who = s->matching.asker;
    if (!s->matching.contest)
        return;
    forget(s);
    hra_fail(&gone, HRA_ESTOPPED, -1, "the match was ended before it was done");
    hra_tell_error(s, &who, false, &gone, NULL);
}

/* Whoever asked is told all that was played. */
static void finish(hra_session *s) {
    matching *m = &s->matching;
    const asker who = m->asker;
    const char *text = m->so_far.games < m->contest->games ? _("stopped with the games played so far") : NULL;
    forget(s);
    hra_tell_ok(s, &who, text);
}

static hra_err add_part(matching *m, const hra_match_result *part, hra_error *why) {
    hra_match_result merged = {.size = sizeof merged};
    const hra_match_result *const parts[] = {part, &m->so_far};
    hra_err err = hra_match_merge(&merged, parts, m->so_far.game ? 2 : 1, why);
    if (err) {
        hra_match_release(&merged);
        return err;
    }
    hra_match_release(&m->so_far);
    m->so_far = merged;
    return HRA_OK;
}

void hra_session_take_match(hra_session *s, unit *u) {
    matching *m = &s->matching;
    hra_error why = u->why;
    hra_err err = u->err;
    m->playing--;
    m->contest->ready = m->contest->ready || !err;
    bool stopped = hra_stop_is_set(&u->turn.pause.stop) || m->ending;
    if (err == HRA_ESTOPPED && stopped) {
        err = HRA_OK;
    } else if (!err && u->part->games > 0) {
        err = add_part(m, u->part, &why);
        if (!err)
            hra_tell_match(s, &m->asker, m->contest->game, &m->so_far);
        if (u->part->seconds < SHORT_SECONDS && u->games == m->block)
            m->block *= 2;
        else if (u->part->seconds > LONG_SECONDS && m->block >= 2 * group(m->contest))
            m->block = m->block / 2 / group(m->contest) * group(m->contest);
    }
    m->ending = m->ending || stopped ||
                (s->setup.match_seconds > 0 && hra_clock() - m->began >= s->setup.match_seconds);
    if (!err)
        err = play_on(s, &why);
    if (err) {
        const asker who = m->asker;
        forget(s);
        hra_tell_error(s, &who, false, &why, NULL);
    } else if (m->playing == 0) {
        finish(s);
    }
}

void hra_session_stop_match(hra_session *s, int looker) {
    matching *m = &s->matching;
    if (!m->contest || m->asker.looker != looker)
        return;
    m->ending = true;
    for (unit *u = s->thinkers.units, *after; u; u = after) {
        after = u->next;
        if (u->task != UNIT_MATCH || u->dropped)
            continue;
        hra_stop_set(&u->turn.pause.stop);
        if (hra_session_has_begun(s, u))
            continue; /* it comes with what it has */
        m->playing--;
        hra_session_drop(s, u);
    }
    if (m->playing == 0)
        finish(s);
}

enum { USUAL_GAMES = 1000 }; /* as hra match plays */

/* ---- the line -------------------------------------------------------------------------------*/

typedef struct match_words {
    roster roster;
    bool rotate;
    uint64_t games, seed, threads;
    double seconds;
} match_words;

/* 1: the word is an option, 0: it is not, else an error. */
static int read_option(void *self, const char *word, hra_error *why) {
    match_words *w = self;
    const char *value;
    hra_err err = HRA_OK;
    if ((value = hra_words_value(word, "games")) != NULL)
        err = hra_words_number(value, "games", 1, 1000000000000, &w->games, why);
    else if ((value = hra_words_value(word, "seed")) != NULL)
        err = hra_words_number(value, "seed", 0, UINT64_MAX, &w->seed, why);
    else if ((value = hra_words_value(word, "threads")) != NULL)
        err = hra_words_number(value, "threads", 1, HRA_MATCH_THREADS, &w->threads, why);
    else if ((value = hra_words_value(word, "time")) != NULL && !hra_duration_read(value, &w->seconds))
        err = hra_duration_fail(why, value);
    else if (!value && hra_words_is(word, "rotate"))
        w->rotate = true;
    else if (!value)
        return 0;
    return err ? err : 1;
}

/* Who plays, checked as far as that is possible without opening them. */
static hra_err seat_players(match_words *w, const hra_game *game, hra_error *why, const char **about) {
    hra_err err = HRA_OK;
    for (int seat = 0; seat < game->seats && !err; seat++) {
        hra_player *check = NULL;
        if (seat >= w->roster.named)
            w->roster.players[seat] = hra_player_usual(game, seat, false);
        *about = w->roster.players[seat];
        err = hra_player_stand_in(&check, game, w->roster.players[seat], why);
        if (!err && hra_player_human(check))
            err = hra_fail(why, HRA_EINPUT, 0, "a person plays no match; name a machine");
        hra_player_close(check);
    }
    return err;
}

const char *const hra_session_match_words[] = {"games=", "seed=", "threads=", "time=", "rotate", NULL};

hra_err hra_session_obey_match(hra_session *s, const asker *who, char *line, hra_error *why,
                               const char **about) {
    matching *m = &s->matching;
    match_words w = {.threads = 1, .seed = hra_rng_entropy()};
    hra_game *game;
    if (m->contest)
        return hra_fail(why, HRA_ESTATE, -1, "a match is running; 'stop' ends it");
    hra_err err = hra_words_roster(line, "match", hra_session_match_words, read_option, &w, &w.roster, why);
    uint64_t most_games = s->setup.match_games ? s->setup.match_games : UINT64_MAX;
    if (!err && !w.games)
        w.games = most_games < USUAL_GAMES ? most_games : USUAL_GAMES;
    if (!err && w.games > most_games)
        err = hra_fail(why, HRA_ELIMIT, -1, "a match has at most %llu games here",
                       (unsigned long long)most_games);
    if (err)
        return err;
    *about = w.roster.game;
    err = hra_game_open_at(&game, &s->host, w.roster.game, w.roster.named, NULL, why);
    if (err)
        return err;
    err = seat_players(&w, game, why, about);
    if (err) {
        hra_game_close(game);
        return err;
    }
    *about = NULL;
    *m = (matching){.asker = *who, .began = hra_clock(), .so_far.size = sizeof m->so_far};
    err = hra_contest_open(&m->contest, game, w.roster.players);
    if (err)
        return hra_no_memory(why);
    int most = s->setup.threads > 0 ? s->setup.threads : 2;
    m->threads = w.threads < (uint64_t)most ? (int)w.threads : most;
    m->contest->games = w.games;
    m->contest->seed = w.seed;
    m->contest->rotate = w.rotate;
    m->contest->limits = hra_session_match_limits(s, w.seconds);
    m->block = 1; /* news come with the first game */
    err = play_on(s, why);
    if (err)
        forget(s);
    return err;
}
