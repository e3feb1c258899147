/* Many plays between the same players. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "core/rng.h"
#include "core/thread.h"
#include "match/adjudicator.h"
#include "match/match_counts.h"
#include "match/openings.h"
#include "play/seating.h"
#include "rules/rules_complete.h"

/* A worker takes one game, and more at a time as long as they are quickly played; fewer again when few are
 * left. So where players are slow no worker waits long for the last one. */
enum { MAX_BLOCK = 64 };
#define BLOCK_SECONDS 0.01

/* What there is to tell of the games of one block, kept until those before it are told. */
typedef struct pending {
    struct pending *next; /* the next one by number */
    uint64_t from, to;    /* its games; fewer were played after a stop */
    hra_text text;        /* their records */
    uint64_t played;      /* how many follow */
    hra_match_game game[];
} pending;

typedef struct match {
    const hra_match_setup *setup;
    hra_task_ranges blocks;
    hra_lock lock; /* guards everything below */
    hra_match_result *result;
    uint64_t played;
    pending *pending; /* blocks that wait for one of a lower number: few, since workers take them in order */
    uint64_t told;    /* games before this one were told */
    hra_error why;
} match;

typedef struct worker {
    match *match;
    hra_play *play;
    int facts;
    bool slow; /* a game is worth a report, and a look at the clock, while it is played */
    uint64_t forfeits[HRA_MAX_SEATS][HRA_FAILURES];
    hra_match_player tallies[HRA_MAX_SEATS]; /* counts alone */
    hra_match_time times[HRA_MAX_SEATS];
    hra_text records; /* of this block */
    hra_match_game games[MAX_BLOCK];
    hra_error why;
} worker;

static hra_err add_record(void *self, const char *text, size_t length) {
    worker *w = self;
    hra_text_add_bytes(&w->records, text, length);
    return w->records.err;
}

static int fact_count(const hra_rules *rules) {
    int n = 0;
    while (rules->conduct->statistics && rules->conduct->statistics[n])
        n++;
    return n;
}

/* ---- one game -------------------------------------------------------------------------------*/

/* Why a number cannot be counted. */
static hra_err refuse(worker *w, hra_err err, const char *what, double value) {
    if (err == HRA_EINPUT)
        hra_fail(&w->why, err, -1, "%s: %s of a game is %g, which is no finite number",
                 w->match->setup->game->spec, _(what), value);
    return err;
}

static hra_err count_facts(worker *w, const void *s, int seat, hra_match_player *to) {
    const hra_game *game = w->match->setup->game;
    double fact[HRA_MAX_STATISTICS];
    game->rules->conduct->statistic(game, s, seat, fact);
    for (int i = 0; i < w->facts; i++) {
        hra_err err = hra_stats_add(&to->fact[i], fact[i], 1);
        if (err)
            return refuse(w, err, game->rules->conduct->statistics[i], fact[i]);
    }
    return HRA_OK;
}

/* Counts a game that is over; its seats are said in `over` already. */
static hra_err count_game(worker *w, hra_match_game *over) {
    const hra_play_info *info = hra_play_snapshot(w->play);
    over->plies = info->plies;
    over->outcome = info->outcome;
    over->adjudication = info->adjudication;
    const void *s = hra_play_at(w->play, HRA_NOW).state;
    const hra_game *game = w->match->setup->game;
    memcpy(over->value, info->returns, sizeof over->value);
    over->winners = hra_game_winners(game, s, over->value, &over->share);
    for (int seat = 0; seat < game->seats; seat++) {
        hra_match_player *t = &w->tallies[over->player[seat]];
        hra_err err = hra_stats_add(&t->score, over->value[seat], 1);
        if (err)
            return refuse(w, err, N_("the score"), over->value[seat]);
        t->shared[seat][over->winners >> seat & 1 ? over->share : 0]++;
        err = w->facts ? count_facts(w, s, seat, t) : HRA_OK;
        if (err)
            return err;
    }
    if (over->failure)
        w->forfeits[over->player[over->failed]][hra_failure(over->failure)]++;
    return HRA_OK;
}

/* A game that was not played to its end counts for nothing and leaves no record. */
static void forget_game(worker *w, size_t records) {
    if (!w->records.data)
        return;
    w->records.length = records;
    w->records.data[records] = '\0';
}

/* hra_progress_stopped, asked before every move: one load where games are quick. */
static inline bool is_stopped(const worker *w) {
    const hra_progress *progress = w->match->setup->progress;
    if (!progress)
        return false;
    if (w->slow && progress->deadline > 0)
        return hra_progress_stopped(progress);
    const hra_stop *stop = progress->stop;
    return stop && __atomic_load_n(&stop->flag, __ATOMIC_RELAXED) != 0 && hra_stop_is_set(stop);
}

/* The game cannot go on. Where that is the fault of a program in a seat it loses, if that can be said of the
 * game. */
static hra_err fail(worker *w, hra_err failure, hra_match_game *over) {
    w->why = *hra_play_why(w->play);
    if (hra_failure(failure) < 0)
        return failure;
    over->failed = hra_play_at(w->play, HRA_NOW).mover;
    over->failure = failure;
    hra_err err = hra_play_resign(w->play, over->failed, w->why.text);
    if (err && err != HRA_EFIT)
        w->why = *hra_play_why(w->play);
    return err == HRA_EFIT ? failure : err;
}

/* Tells how far the match is; whoever takes no lock holds it. */
static void report(match *m) {
    hra_progress_report(m->setup->progress, N_("games"),
                        m->setup->games ? (double)m->played / (double)m->setup->games : 1);
}

static void report_move(match *m) {
    if (!m->setup->progress)
        return;
    hra_lock_take(&m->lock);
    report(m);
    hra_lock_give(&m->lock);
}

/* A step of the play, by the clock where that is asked for. */
static hra_err step(worker *w, const int *seats, hra_event *event) {
    if (!w->match->setup->times)
        return hra_play_step(w->play, event);
    double from = hra_clock();
    hra_err err = hra_play_step(w->play, event);
    if (!err && event->kind == HRA_EVENT_MOVE) {
        hra_match_time *time = &w->times[seats[event->seat]];
        time->seconds += hra_clock() - from;
        time->decisions++;
    }
    return err;
}

static hra_err play_game(worker *w, uint64_t game, hra_match_game *over) {
    const hra_match_setup *setup = w->match->setup;
    int n = setup->game->seats, turned = setup->rotate ? (int)(game % (uint64_t)n) : 0;
    size_t records = w->records.length;
    over->game = game;
    over->moves = 0;
    over->number = setup->rotate ? game / (uint64_t)n : game;
    over->count = n;
    over->failure = HRA_OK;
    over->failed = -1;
    for (int player = 0; player < n; player++)
        over->player[(player + turned) % n] = player;
    const hra_openings *openings = setup->openings;
    const void *state = openings ? hra_openings_state(openings, over->number) : NULL;
    if (openings) /* the same moves from another position are another game */
        over->moves = hra_rng_mix(1 + over->number % hra_openings_count(openings));
    hra_err err = hra_play_restart(w->play, over->number, over->player, state);
    hra_event event = {.kind = HRA_EVENT_CHANCE};
    hra_adjudication_counts opinions = {.moves = {0}};
    while (!err && event.kind != HRA_EVENT_OVER) {
        err = is_stopped(w) ? HRA_ESTOPPED : step(w, over->player, &event);
        if (!err && setup->adjudicator)
            err = hra_adjudicate(setup->adjudicator, w->play, &event, &opinions);
        if (err) {
            err = fail(w, err, over);
            if (err)
                forget_game(w, records);
            continue;
        }
        if (setup->ended)
            over->moves = hra_rng_mix(over->moves ^ event.move) + HRA_RNG_GOLDEN;
        if (w->slow && event.kind != HRA_EVENT_OVER)
            report_move(w->match);
    }
    return err ? err : count_game(w, over);
}

/* ---- a worker -------------------------------------------------------------------------------*/

/* Puts what there is to tell of the worker's block in its place in the list; the lock is held. */
static hra_err keep_block(worker *w, uint64_t from, uint64_t to, uint64_t played) {
    pending **at = &w->match->pending, *p = malloc(sizeof *p + (size_t)played * sizeof *p->game);
    if (!p)
        return HRA_ENOMEM;
    while (*at && (*at)->from < from)
        at = &(*at)->next;
    *p = (pending){.next = *at, .from = from, .to = to, .text = w->records, .played = played};
    memcpy(p->game, w->games, (size_t)played * sizeof *p->game);
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

/* Tells what is due; the lock is held. */
static hra_err tell_due(match *m) {
    const hra_match_setup *setup = m->setup;
    hra_err err = HRA_OK;
    while (!err && m->pending && m->pending->from == m->told) {
        pending *p = m->pending;
        m->told = p->to;
        if (p->text.length)
            err = setup->sink(setup->sink_self, p->text.data, p->text.length);
        for (uint64_t i = 0; i < p->played && setup->ended && !err; i++)
            err = setup->ended(setup->ended_self, &p->game[i]);
        drop_first(m);
    }
    return err;
}

/* Games from..to-1 were taken, those before `played` played. */
static hra_err end_block(worker *w, uint64_t from, uint64_t to, uint64_t played) {
    match *m = w->match;
    hra_lock_take(&m->lock);
    m->played += played - from;
    hra_err err = hra_match_add_range(m->result, from, played);
    if (!err && (m->setup->sink || m->setup->ended))
        err = keep_block(w, from, to, played - from);
    if (!err)
        err = tell_due(m);
    report(m);
    if (hra_progress_stopped(m->setup->progress) && m->played < m->setup->games) {
        m->result->stopped = true;
        hra_task_ranges_close(&m->blocks);
    }
    hra_lock_give(&m->lock);
    return err;
}

static hra_err merge_tallies(worker *w) {
    match *m = w->match;
    hra_err err = HRA_OK;
    hra_lock_take(&m->lock);
    for (int p = 0; p < m->setup->game->seats && !err; p++) {
        hra_match_add_forfeits(m->result, p, w->forfeits[p]);
        err = hra_match_tally(&m->result->players[p], &w->tallies[p]);
    }
    for (int p = 0; p < m->setup->game->seats && m->setup->times; p++) {
        m->setup->times[p].seconds += w->times[p].seconds;
        m->setup->times[p].decisions += w->times[p].decisions;
    }
    hra_lock_give(&m->lock);
    return err;
}

static hra_err play_blocks(worker *w) {
    const match *m = w->match;
    uint64_t from, to, most = 1;
    double began = hra_clock();
    hra_err err = HRA_OK;
    report_move(w->match);
    while (!err && hra_task_ranges_take_some(&w->match->blocks, most, &from, &to)) {
        from += m->setup->first;
        to += m->setup->first;
        uint64_t played = from;
        w->slow = most == 1;
        while (played < to && (err = play_game(w, played, &w->games[played - from])) == 0)
            played++;
        bool stopped = err == HRA_ESTOPPED && hra_progress_stopped(m->setup->progress);
        hra_err ended = end_block(w, from, to, played);
        if (!err || stopped)
            err = ended;
        double now = hra_clock();
        if (now - began > 2 * BLOCK_SECONDS)
            most = most > 1 ? most / 2 : 1;
        else if (now - began < BLOCK_SECONDS)
            most = most < MAX_BLOCK ? 2 * most : most;
        began = now;
    }
    if (err)
        hra_task_ranges_close(&w->match->blocks);
    hra_err merged = merge_tallies(w);
    return err ? err : merged;
}

static hra_err work(void *self, int index) {
    match *m = self;
    const hra_match_setup *setup = m->setup;
    worker *w = calloc(1, sizeof *w);
    if (!w)
        return HRA_ENOMEM;
    w->match = m;
    w->facts = fact_count(setup->game->rules);
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
        hra_match_release_player(&w->tallies[p]);
    hra_text_release(&w->records);
    free(w);
    return err;
}

/* ---- the match ------------------------------------------------------------------------------*/

static hra_err copy_text(char **out, const char *text) {
    size_t length = strlen(text) + 1;
    *out = malloc(length);
    if (*out)
        memcpy(*out, text, length);
    return *out ? HRA_OK : HRA_ENOMEM;
}

/* Says which match the result is of. */
static hra_err name_match(hra_match_result *out, const hra_match_setup *setup) {
    hra_err err = HRA_OK;
    out->seed = setup->seed;
    out->whole = setup->whole ? setup->whole : setup->first + setup->games;
    out->rotate = setup->rotate;
    out->limits = setup->limits;
    for (int p = 0; p < setup->game->seats && !err; p++)
        err = copy_text(&out->players[p].spec, hra_player_info_of(setup->players[p])->spec);
    if (!err)
        err = copy_text(&out->game, setup->game->spec);
    if (!err)
        out->count = setup->game->seats;
    return err;
}

static hra_err open_match(match *m, hra_error *why) {
    const hra_match_setup *setup = m->setup;
    hra_err err = hra_seats_check(setup->game, setup->players, setup->count, why);
    if (err)
        return err;
    if (setup->threads < 1 || setup->threads > HRA_MATCH_THREADS)
        return hra_fail(why, HRA_EINPUT, -1, "a match is played by 1 to %d threads, not %d",
                        HRA_MATCH_THREADS, setup->threads);
    err = setup->adjudicator ? hra_adjudicator_check(setup->adjudicator, setup->game, why) : HRA_OK;
    if (err)
        return err;
    if (setup->openings && hra_openings_game(setup->openings) != setup->game)
        return hra_fail(why, HRA_EINPUT, -1, "the openings are of another game");
    for (int p = 0; p < setup->game->seats; p++)
        if (hra_player_info_of(setup->players[p])->human)
            return hra_fail(why, HRA_EINPUT, -1, "a match is played by machines; 'human' sits in hra play");
    if (setup->games > UINT64_MAX - setup->first ||
        (setup->whole && setup->first + setup->games > setup->whole))
        return hra_fail(why, HRA_EINPUT, -1, "%llu games from game %llu on are too many for a match of %llu",
                        (unsigned long long)setup->games, (unsigned long long)setup->first,
                        (unsigned long long)(setup->whole ? setup->whole : UINT64_MAX));
    err = setup->first == 0
              ? hra_seats_try(setup->game, setup->players, setup->count, &setup->limits,
                              setup->openings ? hra_openings_state(setup->openings, 0) : NULL, why)
              : HRA_OK;
    if (err)
        return err;
    hra_task_ranges_guide(&m->blocks, setup->games, MAX_BLOCK, 4 * (uint64_t)setup->threads);
    m->told = setup->first;
    return name_match(m->result, setup) ? hra_no_memory(why) : HRA_OK;
}

static hra_err play_match(match *m, hra_error *why) {
    hra_err err = hra_lock_init(&m->lock);
    if (err)
        return hra_fail(why, err, -1, "%s", hra_err_text(err));
    err = open_match(m, why);
    if (!err) {
        err = hra_workers_run(m->setup->threads, work, m);
        if (err)
            hra_fail(why, err, -1, "%s", m->why.code == err ? m->why.text : hra_err_text(err));
        hra_match_finish(m->result);
    }
    hra_lock_release(&m->lock);
    return err;
}

hra_err hra_match_run(const hra_match_setup *setup, hra_match_result *out, hra_error *why) {
    hra_match_setup own;
    hra_err err = hra_match_clear(out, why);
    if (!err)
        err = hra_take_struct(&own, sizeof own, setup, _("the setup of a match"), why);
    if (err)
        return err;
    match *m = calloc(1, sizeof *m);
    if (!m)
        return hra_no_memory(why);
    m->setup = &own;
    m->result = out;
    double start = hra_clock();
    err = play_match(m, why);
    out->seconds = hra_clock() - start;
    while (m->pending)
        drop_first(m);
    free(m);
    return err;
}
