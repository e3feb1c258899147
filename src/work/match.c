/* A match: tasks are blocks of games, "games FROM TO", and results parts of the match (hra_match_write). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/solve.h"
#include "match/game_row.h"
#include "match/match_run.h"
#include "work/kind.h"

enum { MOST = 16384 /* games of a task */, IDLE = 64 /* tables that wait for the next task */ };

typedef struct match {
    hra_work *work;
    hra_match_setup setup;
    const hra_player *players[HRA_MAX_SEATS];
    hra_adjudicator adjudicator;
    hra_solution *solution; /* that the adjudicator asks; NULL: none */
    uint64_t from, to;      /* games that this work is about: all, or those of the setup */
    uint64_t counted;
    hra_match_result result;
    hra_match_table *idle[IDLE];
    int idle_count;
    bool rows; /* results list each game, too */
} match;

static const hra_line_rule lines[] = {
    {.name = "player", .type = HRA_LINE_TEXT, .many = true},
    {.name = "games", .type = HRA_LINE_NUMBER, .low = 1, .high = 1000000000000, .needed = true},
    {.name = "rotate", .type = HRA_LINE_YES},
    HRA_LINE_SEED,
    HRA_LINE_RECORDS,
    HRA_LINE_FACTS,
    HRA_LINES_LIMITS,
    HRA_LINES_ADJUDICATION,
    HRA_LINE_OPENINGS,
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err open_players(match *m, hra_work *work, hra_error *why) {
    const hra_game *game = m->setup.game;
    const hra_work_setup *given = hra_work_brought(work);
    int named = hra_keyed_count(hra_work_keyed(work), "player");
    hra_err err = HRA_OK;
    m->setup.players = given->players ? given->players : m->players;
    m->setup.count = given->players ? given->player_count : game->seats;
    if (named > game->seats)
        return hra_fail(why, HRA_EINPUT, -1, "%s has %d seats, and %d players are named", game->spec,
                        game->seats, named);
    for (int seat = 0; seat < game->seats && !err && !given->players; seat++) {
        const char *spec = hra_keyed_text(hra_work_keyed(work), "player", seat);
        err = hra_work_player(work, spec ? spec : hra_player_default(game, seat, false), &m->players[seat],
                              why);
    }
    return err;
}

/* Games of which this process plays a part by hand. */
static hra_err choose_games(match *m, const hra_work_setup *given, hra_error *why) {
    m->from = given->from;
    m->to = given->to ? given->to : m->setup.games;
    if (m->from > m->to || m->to > m->setup.games)
        return hra_fail(why, HRA_EINPUT, -1, "there are no games %llu to %llu in a match of %llu",
                        (unsigned long long)m->from, (unsigned long long)m->to,
                        (unsigned long long)m->setup.games);
    hra_work_begin_at(m->work, m->from);
    return HRA_OK;
}

static void close_match(void *self) {
    match *m = self;
    for (int i = 0; i < m->idle_count; i++)
        hra_match_table_close(m->idle[i]);
    hra_match_release(&m->result);
    hra_solution_close(m->solution);
}

static hra_err open_match(void *self, hra_work *work, hra_error *why) {
    const hra_keyed *spec = hra_work_keyed(work);
    match *m = self;
    m->work = work;
    m->setup = (hra_match_setup){.game = hra_work_game(work),
                                 .games = hra_keyed_number(spec, "games", 0),
                                 .seed = hra_work_seed(work),
                                 .records = hra_work_has_records(work),
                                 .limits = hra_work_limits(work),
                                 .rotate = hra_keyed_yes(spec, "rotate")};
    m->rows = hra_work_brought(work)->ended || hra_keyed_yes(spec, "facts");
    m->result.size = sizeof m->result;
    hra_err err = open_players(m, work, why);
    if (!err)
        err = hra_work_openings(work, &m->setup.openings, why);
    if (!err)
        err = hra_work_adjudicator(work, &m->adjudicator, &m->solution, &m->setup.adjudicator, why);
    if (!err)
        err = choose_games(m, hra_work_brought(work), why);
    if (!err)
        err = hra_match_check(&m->setup, why);
    return err ? err : hra_match_begin(&m->setup, &m->result, why);
}

static int named(const hra_keyed *spec) {
    return hra_keyed_count(spec, "player");
}

/* ---- tasks ----------------------------------------------------------------------------------*/

static const hra_task_form forms[] = {{"games", 2}, {0}};

static bool fits(const void *self, const hra_task *t) {
    return t->number[1] <= ((const match *)self)->setup.games && t->number[1] - t->number[0] <= MOST;
}

static uint64_t cut(void *self, uint64_t from, uint64_t most) {
    const uint64_t left = ((const match *)self)->to - from;
    most = most < MOST ? most : MOST;
    return left ? from + (left < most ? left : most) : 0;
}

/* Agents are opened once for each thread. */
static hra_err take_table(match *m, hra_match_table **out, hra_error *why) {
    hra_work_hold(m->work);
    *out = m->idle_count ? m->idle[--m->idle_count] : NULL;
    hra_work_loose(m->work);
    return *out ? HRA_OK : hra_match_table_open(out, &m->setup, why);
}

static void give_table_back(match *m, hra_match_table *table) {
    hra_work_hold(m->work);
    if (m->idle_count < IDLE) {
        m->idle[m->idle_count++] = table;
        table = NULL;
    }
    hra_work_loose(m->work);
    hra_match_table_close(table);
}

/* Notes how long what was played took. */
static void note(match *m, const hra_match_time *times) {
    hra_match_time *to = hra_work_brought(m->work)->times;
    hra_work_hold(m->work);
    for (int i = 0; to && i < m->setup.count; i++) {
        to[i].seconds += times[i].seconds;
        to[i].decisions += times[i].decisions;
        to[i].first_seconds += times[i].first_seconds;
        to[i].firsts += times[i].firsts;
        to[i].first_most = fmax(to[i].first_most, times[i].first_most);
    }
    hra_work_loose(m->work);
}

static hra_err play(match *m, const hra_task *t, const hra_progress *progress, const hra_match_notes *notes,
                    hra_text *result, hra_error *why) {
    hra_match_result part = {.size = sizeof part};
    hra_match_table *table = NULL;
    uint64_t from = t->number[0], to = t->number[1], count = 0;
    double began = hra_clock();
    hra_err err = hra_match_begin(&m->setup, &part, why);
    if (!err)
        err = take_table(m, &table, why);
    if (!err)
        err = hra_match_play(table, from, to, progress, notes, &part, &count, why);
    if (table)
        give_table_back(m, table);
    part.seconds = hra_clock() - began;
    if (!err && count < to - from)
        err = hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
    if (!err)
        hra_match_write(&part, result);
    for (uint64_t i = 0; !err && notes->games && i < count; i++)
        hra_game_row_write(m->setup.game, &notes->games[i], result);
    hra_match_release(&part);
    return err;
}

static hra_err run(void *self, const hra_task *t, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why) {
    match *m = self;
    const size_t count = m->rows ? (size_t)(t->number[1] - t->number[0]) : 0;
    hra_match_time times[HRA_MAX_SEATS] = {{0}};
    hra_match_game *games = count ? malloc(count * sizeof *games) : NULL;
    hra_match_facts *facts = count ? malloc(count * sizeof *facts) : NULL;
    const hra_match_notes notes = {.records = m->setup.records ? records : NULL,
                                   .games = games,
                                   .facts = facts,
                                   .times = hra_work_brought(m->work)->times ? times : NULL};
    hra_err err =
        count && (!games || !facts) ? hra_no_memory(why) : play(m, t, progress, &notes, result, why);
    if (!err)
        note(m, times);
    free(games);
    free(facts);
    return err;
}

/* ---- results --------------------------------------------------------------------------------*/

/* The lines of games behind the part that a result begins with. */
static const char *rows_of(const char *bytes, size_t length) {
    static const char end[] = "\nend\n";
    const size_t size = sizeof end - 1;
    for (const char *at = bytes; (at = memchr(at, '\n', length - (size_t)(at - bytes))) != NULL; at++)
        if (length - (size_t)(at - bytes) >= size && memcmp(at, end, size) == 0)
            return at + size;
    return bytes + length;
}

static hra_err tell(match *m, const char *rows, size_t length, hra_error *why) {
    const hra_work_setup *given = hra_work_brought(m->work);
    hra_err err = hra_game_rows_each(m->setup.game, rows, length, given->ended, given->ended_self);
    return err == HRA_EDAMAGED ? hra_work_damaged(why)
           : err               ? hra_fail(why, err, -1, "%s", hra_err_text(err))
                               : HRA_OK;
}

/* What is damaged is of another match, or of other games. */
static hra_err add_part(match *m, const hra_task *t, const hra_match_result *part, const char *rows,
                        size_t length, hra_error *why) {
    hra_match_result sum = {.size = sizeof sum};
    hra_error inner = {0};
    if (part->range_count != 1 || part->ranges[0].from != t->number[0] || part->ranges[0].to != t->number[1])
        return hra_work_damaged(why);
    hra_err err = hra_match_merge(&sum, (const hra_match_result *const[]){&m->result, part}, 2, &inner);
    if (err) {
        hra_match_release(&sum);
        return err == HRA_ENOMEM ? hra_fail_as(why, &inner) : hra_work_damaged(why);
    }
    err = tell(m, rows, length, why); /* while nothing is counted: the task can be run again */
    if (err) {
        hra_match_release(&sum);
        return err;
    }
    hra_match_release(&m->result);
    m->result = sum;
    m->counted += t->number[1] - t->number[0];
    return HRA_OK;
}

static hra_err add(void *self, const hra_task *t, const char *bytes, size_t length, hra_error *why) {
    match *m = self;
    hra_error inner = {0};
    hra_match_result part = {.size = sizeof part};
    const char *rows = rows_of(bytes, length);
    const size_t size = (size_t)(rows - bytes);
    hra_err err = hra_match_read(&part, bytes, size, &inner);
    if (err)
        err = err == HRA_ENOMEM ? hra_fail_as(why, &inner) : hra_work_damaged(why);
    else
        err = add_part(m, t, &part, rows, length - size, why);
    hra_match_release(&part);
    return err;
}

static void look(void *self, uint64_t *done, uint64_t *of, bool *finished) {
    const match *m = self;
    *done = m->counted;
    *of = m->to - m->from;
    *finished = *done == *of;
}

static hra_err report(void *self, double seconds, hra_json *json, const char *key, hra_error *why) {
    match *m = self;
    hra_json_match(json, key, m->setup.game, &m->result);
    return HRA_OK;
}

const hra_work_kind hra_match_work = {
    .name = "match",
    .word = "match",
    .pieces = N_("games"),
    .doing = N_("games"),
    .lines = lines,
    .forms = forms,
    .named = named,
    .self_size = sizeof(match),
    .open = open_match,
    .close = close_match,
    .fits = fits,
    .cut = cut,
    .add = add,
    .look = look,
    .report = report,
    .run = run,
};

hra_err hra_work_match(hra_work *work, hra_match_result *out, hra_error *why) {
    match *m = hra_work_self(work, &hra_match_work);
    if (!m)
        return hra_fail(why, HRA_EFIT, -1, "%s", _("this work is not a match"));
    hra_work_hold(work);
    hra_err err = hra_match_merge(out, (const hra_match_result *const[]){&m->result}, 1, why);
    hra_work_loose(work);
    return err;
}
