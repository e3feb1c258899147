/* Many plays between the same players. */
#include <stdlib.h>
#include <string.h>

#include "core/thread.h"
#include "game/whole.h"
#include "hra/match.h"
#include "match/seats.h"

enum { MAX_BLOCK = 64 }; /* games that a worker takes at a time; fewer in a short match, so that all work */

/* What one player did, counted in whole numbers so that the order of adding does not matter. */
typedef struct tally {
    hra_stats score;
    /* [seat][k]: games in that seat won by k players, this one among them; k = 0: lost */
    uint64_t first[HRA_MAX_SEATS][HRA_MAX_SEATS + 1];
    double fact[HRA_MAX_FACTS];
} tally;

/* Text of the records of one block, kept until those before it are written. */
typedef struct pending {
    struct pending *next; /* the next one by number */
    uint64_t block;
    hra_text text;
} pending;

typedef struct match {
    const hra_match_setup *setup;
    hra_blocks blocks;
    hra_lock lock; /* guards everything below */
    tally tallies[HRA_MAX_SEATS];
    uint64_t played;
    bool stopped;
    pending *pending; /* blocks that wait for one of a lower number: few, since workers take them in order */
    uint64_t block, written; /* games of a block; blocks passed to the sink */
    hra_error why;
} match;

typedef struct worker {
    match *match;
    hra_play *play;
    tally tallies[HRA_MAX_SEATS];
    hra_text records;
    hra_error why;
} worker;

static hra_err add_record(void *self, const char *text, size_t length) {
    worker *w = self;
    hra_text_add_bytes(&w->records, text, length);
    return w->records.err;
}

static int fact_count(const hra_rules *rules) {
    int n = 0;
    while (rules->manners->facts && rules->manners->facts[n])
        n++;
    return n;
}

/* ---- one game -------------------------------------------------------------------------------*/

static hra_err count_game(worker *w, const int *seats) {
    const void *s = hra_play_state(w->play, hra_play_plies(w->play));
    const hra_game *game = w->match->setup->game;
    double value[HRA_MAX_SEATS], fact[HRA_MAX_FACTS];
    int share, facts = fact_count(game->rules);
    hra_play_returns(w->play, value);
    unsigned winners = hra_game_winners(game, s, value, &share);
    for (int seat = 0; seat < game->seats; seat++) {
        tally *t = &w->tallies[seats[seat]];
        t->first[seat][winners >> seat & 1 ? share : 0]++;
        if (facts)
            game->rules->manners->fact(game, s, seat, fact);
        for (int i = 0; i < facts; i++)
            t->fact[i] += fact[i];
        hra_err err = hra_stats_add(&t->score, value[seat], 1);
        if (err)
            return err;
    }
    return HRA_OK;
}

/* A game that is stopped halfway counts for nothing and leaves no record. */
static void forget_game(worker *w, size_t records) {
    if (!w->records.data)
        return;
    w->records.length = records;
    w->records.data[records] = '\0';
}

/* hra_progress_stopped, asked before every move: one load where there is no deadline. */
static inline bool is_stopped(const hra_progress *progress) {
    if (!progress || progress->deadline > 0)
        return hra_progress_stopped(progress);
    return progress->stop && __atomic_load_n(&progress->stop->flag, __ATOMIC_RELAXED) != 0;
}

static hra_err play_game(worker *w, uint64_t number) {
    const hra_match_setup *setup = w->match->setup;
    int seats[HRA_MAX_SEATS], n = setup->game->seats;
    size_t records = w->records.length;
    for (int player = 0; player < n; player++)
        seats[setup->rotate ? (int)(((uint64_t)player + number) % (uint64_t)n) : player] = player;
    hra_err err = hra_play_restart(w->play, number, seats);
    hra_event event = {.kind = HRA_EVENT_CHANCE};
    while (!err && event.kind != HRA_EVENT_OVER) {
        err = is_stopped(setup->progress) ? HRA_ESTOPPED : hra_play_step(w->play, &event);
        if (err == HRA_ESTOPPED)
            forget_game(w, records);
    }
    if (err)
        w->why = *hra_play_why(w->play);
    return err ? err : count_game(w, seats);
}

/* ---- a worker -------------------------------------------------------------------------------*/

/* Puts the worker's records in their place in the list; the lock is held. */
static hra_err keep_records(worker *w, uint64_t block) {
    pending **at = &w->match->pending, *p = malloc(sizeof *p);
    if (!p)
        return HRA_ENOMEM;
    while (*at && (*at)->block < block)
        at = &(*at)->next;
    *p = (pending){*at, block, w->records};
    *at = p;
    hra_text_init(&w->records);
    return HRA_OK;
}

static void drop_first(match *m) {
    pending *p = m->pending;
    m->pending = p->next;
    hra_text_release(&p->text);
    free(p);
}

/* Writes the texts that are due; the lock is held. */
static hra_err write_due(match *m) {
    const hra_match_setup *setup = m->setup;
    hra_err err = HRA_OK;
    for (; !err && m->pending && m->pending->block == m->written; m->written++) {
        hra_text *text = &m->pending->text;
        if (text->length)
            err = setup->sink(setup->sink_self, text->data, text->length);
        drop_first(m);
    }
    return err;
}

static hra_err end_block(worker *w, uint64_t from, uint64_t to) {
    match *m = w->match;
    hra_err err = HRA_OK;
    hra_lock_take(&m->lock);
    m->played += to - from;
    if (m->setup->sink)
        err = keep_records(w, from / m->block);
    if (!err)
        err = write_due(m);
    hra_progress_report(m->setup->progress, "games", (double)m->played / (double)m->setup->games);
    if (hra_progress_stopped(m->setup->progress) && m->played < m->setup->games) {
        m->stopped = true;
        hra_blocks_close(&m->blocks);
    }
    hra_lock_give(&m->lock);
    return err;
}

static hra_err merge_tallies(worker *w) {
    match *m = w->match;
    hra_err err = HRA_OK;
    hra_lock_take(&m->lock);
    for (int p = 0; p < m->setup->game->seats && !err; p++) {
        tally *to = &m->tallies[p], *from = &w->tallies[p];
        for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
            for (int k = 0; k <= HRA_MAX_SEATS; k++)
                to->first[seat][k] += from->first[seat][k];
        for (int i = 0; i < HRA_MAX_FACTS; i++)
            to->fact[i] += from->fact[i];
        err = hra_stats_merge(&to->score, &from->score);
    }
    hra_lock_give(&m->lock);
    return err;
}

static hra_err play_blocks(worker *w) {
    uint64_t from, to;
    hra_err err = HRA_OK;
    while (!err && hra_blocks_take(&w->match->blocks, &from, &to)) {
        uint64_t played = from;
        while (played < to && (err = play_game(w, played)) == 0)
            played++;
        if (!err || (err == HRA_ESTOPPED && hra_progress_stopped(w->match->setup->progress)))
            err = end_block(w, from, played);
    }
    if (err)
        hra_blocks_close(&w->match->blocks);
    return err ? err : merge_tallies(w);
}

static hra_err work(void *self, int index) {
    match *m = self;
    const hra_match_setup *setup = m->setup;
    worker *w = calloc(1, sizeof *w);
    if (!w)
        return HRA_ENOMEM;
    w->match = m;
    hra_play_setup play = {.size = sizeof play,
                           .game = setup->game,
                           .players = setup->players,
                           .count = setup->count,
                           .seed = setup->seed,
                           .limits = setup->limits,
                           .present = !setup->sink};
    play.stop = setup->progress ? setup->progress->stop : NULL;
    if (setup->sink) {
        play.sink = add_record;
        play.sink_self = w;
    }
    hra_err err = hra_play_open(&w->play, &play, &w->why);
    if (!err) {
        err = play_blocks(w);
        hra_play_close(w->play);
    }
    if (err && w->why.code == err) {
        hra_lock_take(&m->lock);
        m->why = w->why;
        hra_lock_give(&m->lock);
    }
    for (int p = 0; p < HRA_MAX_SEATS; p++)
        hra_stats_release(&w->tallies[p].score);
    hra_text_release(&w->records);
    free(w);
    return err;
}

/* ---- the match ------------------------------------------------------------------------------*/

/* What a player reached in one seat: won[k] games were won by k, won[0] lost. */
static void add_seat(hra_match_player *to, int seat, const uint64_t *won, int seats) {
    to->losses += won[0];
    to->wins += won[1];
    to->seat_games[seat] = won[0];
    for (int k = 1; k <= seats; k++) {
        to->seat_games[seat] += won[k];
        to->seat_points[seat] += (double)won[k] / k;
        to->draws += k > 1 ? won[k] : 0;
    }
    to->points += to->seat_points[seat];
}

/* Nothing is written to a result of another size. */
static hra_err clear_result(hra_match_result *out, hra_error *why) {
    if (out->size > sizeof *out)
        return hra_fail(
            why, HRA_EVERSION, -1,
            "the result of a match has %zu bytes, and this library knows %zu: it was compiled for a "
            "newer one",
            out->size, sizeof *out);
    if (out->size != sizeof *out)
        return hra_fail(why, HRA_EINPUT, -1, "the result of a match does not begin with its size, %zu",
                        sizeof *out);
    *out = (hra_match_result){.size = sizeof *out};
    return HRA_OK;
}

static void fill_result(match *m, hra_match_result *out) {
    const hra_match_setup *setup = m->setup;
    out->games = m->played;
    out->stopped = m->stopped;
    out->count = setup->game->seats;
    for (int p = 0; p < out->count; p++) {
        hra_match_player *to = &out->players[p];
        tally *from = &m->tallies[p];
        to->player = p;
        to->seat = setup->rotate && out->count > 1 ? -1 : p;
        to->score = from->score;
        hra_stats_init(&from->score);
        memcpy(to->fact, from->fact, sizeof to->fact);
        if (out->count == 1)
            continue;
        for (int seat = 0; seat < out->count; seat++)
            add_seat(to, seat, from->first[seat], out->count);
    }
}

static hra_err open_match(match *m, hra_error *why) {
    const hra_match_setup *setup = m->setup;
    hra_err err = hra_seats_check(setup->game, setup->players, setup->count, why);
    if (err)
        return err;
    if (setup->threads < 1 || setup->threads > HRA_MATCH_THREADS)
        return hra_fail(why, HRA_EINPUT, -1, "a match is played by 1 to %d threads, not %d",
                        HRA_MATCH_THREADS, setup->threads);
    for (int p = 0; p < setup->game->seats; p++)
        if (hra_player_human(setup->players[p]))
            return hra_fail(why, HRA_EINPUT, -1, "a match is played by machines; 'human' sits in hra play");
    m->block = setup->games / (4 * (uint64_t)setup->threads);
    m->block = m->block < 1 ? 1 : m->block > MAX_BLOCK ? MAX_BLOCK : m->block;
    hra_blocks_init(&m->blocks, setup->games, m->block);
    return HRA_OK;
}

hra_err hra_match_run(const hra_match_setup *setup, hra_match_result *out, hra_error *why) {
    hra_match_setup own;
    hra_err err = clear_result(out, why);
    if (!err)
        err = hra_take_struct(&own, sizeof own, setup, "the setup", "of a match", why);
    if (err)
        return err;
    match *m = calloc(1, sizeof *m);
    if (!m)
        return hra_no_memory(why);
    m->setup = &own;
    double start = hra_clock();
    err = hra_lock_init(&m->lock);
    if (!err) {
        err = open_match(m, why);
        if (!err) {
            err = hra_workers_run(own.threads, work, m);
            if (err)
                hra_fail(why, err, -1, "%s", m->why.code == err ? m->why.text : hra_err_text(err));
        }
        hra_lock_release(&m->lock);
    } else {
        hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    if (m->blocks.size) /* the match was opened */
        fill_result(m, out);
    out->seconds = hra_clock() - start;
    while (m->pending)
        drop_first(m);
    for (int p = 0; p < HRA_MAX_SEATS; p++)
        hra_stats_release(&m->tallies[p].score);
    free(m);
    return err;
}

void hra_match_release(hra_match_result *result) {
    for (int p = 0; p < HRA_MAX_SEATS && result->size == sizeof *result; p++)
        hra_stats_release(&result->players[p].score);
}
