/* Games of a match in one thread. */
#include "match/match_run.h"

#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "core/rng.h"
#include "match/adjudicator.h"
#include "match/match_counts.h"
#include "match/openings.h"
#include "play/run.h"
#include "play/seating.h"
#include "rules/rules_complete.h"

enum { FEW = 2 /* games, of which each move is worth a report and a look at the clock */ };

struct hra_match_table {
    const hra_match_setup *setup;
    hra_play *play;
    int facts;
    /* of the games that are played now */
    bool few;
    const hra_progress *progress; /* NULL: none */
    hra_match_notes notes;
    hra_match_facts *facts_now; /* of the game that is played; NULL: not wanted */
    unsigned decided;           /* bit k: seat k has moved in this game */
    hra_move *legal;            /* room for all moves of a state, for the facts; NULL: not needed yet */
    hra_match_result *result;
    hra_error why;
};

/* NULL: the caller of this task wants no records. */
static hra_err add_record(void *self, const char *text, size_t length) {
    hra_text *records = ((hra_match_table *)self)->notes.records;
    if (!records)
        return HRA_OK;
    hra_text_add_bytes(records, text, length);
    return records->err;
}

static int fact_count(const hra_rules *rules) {
    int n = 0;
    while (rules->conduct->statistics && rules->conduct->statistics[n])
        n++;
    return n;
}

/* ---- one game -------------------------------------------------------------------------------*/

/* Why a number cannot be counted. */
static hra_err refuse(hra_match_table *w, hra_err err, const char *what, double value) {
    if (err == HRA_EINPUT)
        hra_fail(&w->why, err, -1, "%s: %s of a game is %g, which is not a finite number",
                 w->setup->game->spec, _(what), value);
    return err;
}

static hra_err count_facts(hra_match_table *w, const void *s, int seat, hra_match_player *to) {
    const hra_game *game = w->setup->game;
    double fact[HRA_MAX_STATISTICS];
    game->rules->conduct->statistic(game, s, seat, fact);
    if (w->facts_now)
        memcpy(w->facts_now->statistics[seat], fact, (size_t)w->facts * sizeof *fact);
    for (int i = 0; i < w->facts; i++) {
        hra_err err = hra_stats_add(&to->statistics[i], fact[i], 1);
        if (err)
            return refuse(w, err, game->rules->conduct->statistics[i], fact[i]);
    }
    return HRA_OK;
}

/* Counts a game that is over; `over` already has its seats. */
static hra_err count_game(hra_match_table *w, hra_match_game *over) {
    over->plies = hra_play_plies(w->play);
    for (int seat = w->setup->game->seats; seat < HRA_MAX_SEATS; seat++)
        over->value[seat] = 0;
    over->outcome = hra_play_end(w->play, &over->adjudication, over->value);
    const void *s = hra_play_at(w->play, HRA_NOW).state;
    const hra_game *game = w->setup->game;
    over->winners = hra_game_winners(game, s, over->value, &over->share);
    for (int seat = 0; seat < game->seats; seat++) {
        hra_match_player *t = &w->result->players[over->player[seat]];
        hra_err err = hra_stats_add(&t->score, over->value[seat], 1);
        if (err)
            return refuse(w, err, N_("the score"), over->value[seat]);
        t->shared[seat][over->winners >> seat & 1 ? over->share : 0]++;
        err = w->facts ? count_facts(w, s, seat, t) : HRA_OK;
        if (err)
            return err;
    }
    if (over->failure)
        w->result->forfeits[over->player[over->failed]][hra_failure(over->failure)]++;
    return HRA_OK;
}

/* A game that was not played to its end counts for nothing and leaves no record. */
static void forget_game(hra_match_table *w, size_t records) {
    hra_text *text = w->notes.records;
    if (!text || !text->data)
        return;
    text->length = records;
    text->data[records] = '\0';
}

/* hra_progress_stopped, asked before every move: one load where games are quick. */
static inline bool is_stopped(const hra_match_table *w) {
    const hra_progress *progress = w->progress;
    if (!progress)
        return false;
    if (w->few && progress->deadline > 0)
        return hra_progress_stopped(progress);
    const hra_stop *stop = progress->stop;
    return stop && __atomic_load_n(&stop->flag, __ATOMIC_RELAXED) != 0 && hra_stop_is_set(stop);
}

/* The game cannot go on. Where that is the fault of a program in a seat it loses, if that can be said of the
 * game. */
static hra_err fail(hra_match_table *w, hra_err failure, hra_match_game *over) {
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

/* The number of legal moves; 0 if it is no seat's decision. */
static uint64_t legal_now(hra_match_table *w) {
    const hra_ply now = hra_play_at(w->play, HRA_NOW);
    return now.mover >= 0 ? (uint64_t)hra_game_moves(w->setup->game, now.state, w->legal) : 0;
}

static void note_first(hra_match_time *time, double seconds, bool first) {
    time->firsts += first;
    time->first_seconds += first ? seconds : 0;
    time->first_most = first && seconds > time->first_most ? seconds : time->first_most;
}

/* To the end of the game if only that counts and the play can run; else one step. */
static hra_err run(hra_match_table *w, hra_event *event) {
    const bool end_counts = !w->few && !w->setup->adjudicator && !w->notes.games;
    bool over = false;
    hra_err err = end_counts ? hra_play_run(w->play, w->progress ? w->progress->stop : NULL, &over) : HRA_OK;
    event->kind = HRA_EVENT_OVER;
    return err || over ? err : hra_play_step(w->play, event);
}

/* A step of the play, by the clock where that is asked for; many of them if possible. */
static hra_err step(hra_match_table *w, const int *seats, hra_event *event) {
    if (!w->notes.times && !w->facts_now)
        return run(w, event);
    const uint64_t legal = w->facts_now ? legal_now(w) : 0;
    double from = hra_clock();
    hra_err err = hra_play_step(w->play, event);
    double seconds = hra_clock() - from;
    const bool first = !err && event->kind == HRA_EVENT_MOVE && !(w->decided >> event->seat & 1);
    w->decided |= first ? 1U << event->seat : 0;
    if (!err && event->kind == HRA_EVENT_MOVE && w->notes.times) {
        hra_match_time *time = &w->notes.times[seats[event->seat]];
        time->seconds += seconds;
        time->decisions++;
        note_first(time, seconds, first);
    }
    if (!err && event->kind == HRA_EVENT_MOVE && w->facts_now) {
        w->facts_now->seconds[event->seat] += seconds;
        if (first)
            w->facts_now->first[event->seat] = seconds;
        w->facts_now->decisions[event->seat]++;
        w->facts_now->legal += legal;
    }
    return err;
}

static hra_err play_game(hra_match_table *w, uint64_t game, hra_match_game *over) {
    const hra_match_setup *setup = w->setup;
    int n = setup->game->seats, turned = setup->rotate ? (int)(game % (uint64_t)n) : 0;
    size_t records = w->notes.records ? w->notes.records->length : 0;
    over->game = game;
    over->facts = w->facts_now;
    over->pairing = 0;
    w->decided = 0;
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
        if (w->notes.games)
            over->moves = hra_rng_mix(over->moves ^ event.move) + HRA_RNG_GOLDEN;
        if (w->few && event.kind != HRA_EVENT_OVER)
            hra_progress_report(w->progress, N_("games"), 0);
    }
    return err ? err : count_game(w, over);
}

/* ---- games, one after the other ---------------------------------------------------------------*/

hra_err hra_match_table_open(hra_match_table **out, const hra_match_setup *setup, hra_error *why) {
    hra_match_table *w = calloc(1, sizeof *w);
    if (!w)
        return hra_no_memory(why);
    const hra_play_setup play = {.size = sizeof play,
                                 .game = setup->game,
                                 .players = setup->players,
                                 .count = setup->count,
                                 .seed = setup->seed,
                                 .limits = setup->limits,
                                 .names = setup->names,
                                 .present = !setup->records,
                                 .sink = setup->records ? add_record : NULL,
                                 .sink_self = w};
    w->setup = setup;
    w->facts = fact_count(setup->game->rules);
    hra_err err = hra_play_open(&w->play, &play, why);
    if (err)
        free(w);
    else
        *out = w;
    return err;
}

void hra_match_table_close(hra_match_table *w) {
    if (w) {
        hra_play_close(w->play);
        free(w->legal);
    }
    free(w);
}

hra_play *hra_match_table_play(hra_match_table *w) {
    return w->play;
}

hra_err hra_match_play(hra_match_table *w, uint64_t from, uint64_t to, const hra_progress *progress,
                       const hra_match_notes *notes, hra_match_result *out, uint64_t *played,
                       hra_error *why) {
    hra_match_game one;
    hra_err err = HRA_OK;
    w->few = to - from <= FEW;
    w->progress = progress;
    w->notes = *notes;
    w->result = out;
    w->why = (hra_error){0};
    hra_play_set_stop(w->play, progress ? progress->stop : NULL);
    if (notes->facts && !w->legal) {
        w->legal = malloc(hra_game_move_capacity(w->setup->game) * sizeof *w->legal);
        err = w->legal ? HRA_OK : HRA_ENOMEM;
    }
    for (*played = 0; !err && *played < to - from; *played += !err) {
        w->facts_now = notes->facts ? &notes->facts[*played] : NULL;
        if (w->facts_now)
            *w->facts_now = (hra_match_facts){.legal = 0};
        err = play_game(w, from + *played, notes->games ? &notes->games[*played] : &one);
    }
    if (err == HRA_ESTOPPED && hra_progress_stopped(progress))
        err = HRA_OK;
    else if (err)
        hra_fail(why, err, -1, "%s", w->why.code == err ? w->why.text : hra_err_text(err));
    hra_err ranged = hra_match_add_range(out, from, from + *played);
    hra_match_finish(out);
    return err ? err : ranged ? hra_no_memory(why) : HRA_OK;
}

/* ---- the match ------------------------------------------------------------------------------*/

static hra_err copy_text(char **out, const char *text) {
    size_t length = strlen(text) + 1;
    *out = malloc(length);
    if (*out)
        memcpy(*out, text, length);
    return *out ? HRA_OK : HRA_ENOMEM;
}

static hra_err name_player(hra_match_result *out, const hra_match_setup *setup, int p) {
    const hra_player_info *info = hra_player_info_of(setup->players[p]);
    hra_err err = copy_text(&out->players[p].spec, info->spec);
    if (err || !info->name)
        return err;
    const hra_called called = hra_player_called(setup->players, setup->count, p);
    return hra_match_set_name(out, p, called.text);
}

/* Says which match the result is of. */
static hra_err name_match(hra_match_result *out, const hra_match_setup *setup) {
    hra_err err = HRA_OK;
    out->seed = setup->seed;
    out->games_planned = setup->games;
    out->rotate = setup->rotate;
    out->limits = setup->limits;
    for (int p = 0; p < setup->game->seats && !err; p++)
        err = name_player(out, setup, p);
    if (!err)
        err = copy_text(&out->game, setup->game->spec);
    if (!err)
        out->count = setup->game->seats;
    return err;
}

hra_err hra_match_check(const hra_match_setup *setup, hra_error *why) {
    hra_err err = hra_seats_check(setup->game, setup->players, setup->count, why);
    if (!err && setup->adjudicator)
        err = hra_adjudicator_check(setup->adjudicator, setup->game, why);
    if (err)
        return err;
    for (int p = 0; p < setup->game->seats; p++)
        if (hra_player_info_of(setup->players[p])->human)
            return hra_fail(why, HRA_EINPUT, -1, "a match takes only programs; use 'human' with hra play");
    return hra_seats_try(setup->game, setup->players, setup->count, &setup->limits,
                         setup->openings ? hra_openings_state(setup->openings, 0) : NULL, why);
}

hra_err hra_match_begin(const hra_match_setup *setup, hra_match_result *out, hra_error *why) {
    hra_err err = hra_match_clear(out, why);
    if (!err && name_match(out, setup) != 0)
        err = hra_no_memory(why);
    hra_match_finish(out);
    return err;
}
