/* A tournament: tasks are blocks of groups, "games PAIRING FROM TO", and results their games. */
#include "tournament/tournament_tasks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/solve.h"
#include "match/game_row.h"
#include "work/kind.h"

typedef struct tournament {
    hra_work *work;
    hra_tournament_setup setup;
    const hra_player *players[HRA_TOURNAMENT_PLAYERS];
    hra_sequential test;
    hra_adjudicator adjudicator;
    hra_solution *solution;     /* that the adjudicator asks; NULL: none */
    hra_listed_pairing *listed; /* NULL: a schedule */
    hra_tournament *t;
} tournament;

static const hra_line_rule lines[] = {
    {.name = "player", .type = HRA_LINE_TEXT, .many = true},
    {.name = "schedule", .type = HRA_LINE_TEXT},
    {.name = "pairing", .type = HRA_LINE_TEXT, .many = true},
    {.name = "groups", .type = HRA_LINE_NUMBER, .low = 1, .high = 1000000000000, .needed = true},
    HRA_LINE_SEED,
    HRA_LINE_RECORDS,
    HRA_LINE_FACTS,
    HRA_LINES_LIMITS,
    {.name = "test", .type = HRA_LINE_TEXT},
    {.name = "errors", .type = HRA_LINE_TEXT},
    {.name = "model", .type = HRA_LINE_TEXT},
    HRA_LINES_ADJUDICATION,
    HRA_LINE_OPENINGS,
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err open_players(tournament *u, hra_work *work, hra_error *why) {
    const hra_work_setup *given = hra_work_brought(work);
    const char *spec;
    hra_err err = HRA_OK;
    int count = hra_keyed_count(hra_work_keyed(work), "player");
    u->setup.players = given->players ? given->players : u->players;
    u->setup.count = given->players ? given->player_count : count;
    if (given->players)
        return HRA_OK;
    if (count > HRA_TOURNAMENT_PLAYERS)
        return hra_fail(why, HRA_EINPUT, -1, "a tournament has at most %d players", HRA_TOURNAMENT_PLAYERS);
    for (int i = 0; !err && (spec = hra_keyed_text(hra_work_keyed(work), "player", i)) != NULL; i++)
        err = hra_work_player(work, spec, &u->players[i], why);
    return err;
}

/* Two numbers with a comma between them, in the line of this name. */
static hra_err read_two(const hra_keyed *spec, const char *name, double *first, double *second,
                        hra_error *why) {
    const char *text = hra_keyed_text(spec, name, 0), *end;
    if (!text || (hra_number_read(text, &end, first) && *end == ',' &&
                  hra_number_read(end + 1, &end, second) && !*end))
        return HRA_OK;
    return hra_fail(why, HRA_EINPUT, -1, "the line '%s' has two numbers with a comma, not '%.40s'", name,
                    text);
}

static hra_err read_schedule(tournament *u, const hra_keyed *spec, hra_error *why) {
    const char *schedule = hra_keyed_text(spec, "schedule", 0);
    bool gauntlet = schedule && strcmp(schedule, "gauntlet") == 0;
    u->setup.schedule = gauntlet ? HRA_GAUNTLET : HRA_ROUND_ROBIN;
    if (schedule && !gauntlet && strcmp(schedule, "round-robin") != 0)
        return hra_fail(why, HRA_EINPUT, -1, "a schedule is round-robin or gauntlet, not '%.40s'", schedule);
    u->test = (hra_sequential){.alpha = 0.05, .beta = 0.05};
    hra_err err = read_two(spec, "test", &u->test.low, &u->test.high, why);
    if (!err)
        err = read_two(spec, "errors", &u->test.alpha, &u->test.beta, why);
    u->setup.test = hra_keyed_text(spec, "test", 0) ? &u->test : NULL;
    const char *model = hra_keyed_text(spec, "model", 0);
    u->test.logistic = model && strcmp(model, "logistic") == 0;
    if (!err && model && !u->test.logistic && strcmp(model, "normalized") != 0)
        err = hra_fail(why, HRA_EINPUT, -1, "the model of a test is normalized or logistic, not '%.40s'",
                       model);
    return err;
}

/* "A,B GROUPS", up to the end of the line. */
static bool read_pairing(const char **at, int size, hra_listed_pairing *out) {
    double number = 0;
    bool good = true;
    for (int i = 0; i < size && good; i++) {
        good = hra_number_read(*at, at, &number) && number >= 0 && number < HRA_TOURNAMENT_PLAYERS &&
               number == floor(number) && **at == (i < size - 1 ? ',' : ' ');
        *at += good;
        out->player[i] = good ? (int)number : 0;
    }
    good = good && hra_number_read(*at, at, &number) && number >= 0 && number <= 1e12 &&
           number == floor(number) && **at == '\n';
    *at += good;
    out->groups = good ? (uint64_t)number : 0;
    return good;
}

static hra_err read_pairings(tournament *u, const hra_keyed *spec, hra_error *why) {
    const int count = hra_keyed_count(spec, "pairing"), seats = u->setup.game->seats;
    hra_text all;
    if (!count)
        return HRA_OK;
    if (count > HRA_TOURNAMENT_PAIRINGS)
        return hra_fail(why, HRA_EINPUT, -1, "a tournament has at most %d pairings", HRA_TOURNAMENT_PAIRINGS);
    hra_text_init(&all);
    hra_keyed_join(spec, "pairing", &all);
    u->listed = calloc((size_t)count, sizeof *u->listed);
    hra_err err = all.err || !u->listed ? hra_no_memory(why) : HRA_OK;
    const char *at = hra_text_string(&all);
    for (int i = 0; i < count && !err; i++)
        if (!read_pairing(&at, seats > 1 ? seats : 2, &u->listed[i]))
            err = hra_fail(why, HRA_EINPUT, -1, "pairing %d is not of the form 'A,B GROUPS'", i);
    hra_text_release(&all);
    u->setup.schedule = HRA_LISTED;
    u->setup.listed = u->listed;
    u->setup.pairings = count;
    return err;
}

static void close_tournament(void *self) {
    tournament *u = self;
    hra_tournament_close(u->t);
    hra_solution_close(u->solution);
    free(u->listed);
}

static hra_err open_tournament(void *self, hra_work *work, hra_error *why) {
    const hra_keyed *spec = hra_work_keyed(work);
    const hra_work_setup *brought = hra_work_brought(work);
    tournament *u = self;
    u->work = work;
    u->setup = (hra_tournament_setup){.game = hra_work_game(work),
                                      .groups = hra_keyed_number(spec, "groups", 0),
                                      .seed = hra_work_seed(work),
                                      .threads = brought->workers > 0 ? brought->workers : 1,
                                      .limits = hra_work_limits(work),
                                      .records = hra_work_has_records(work),
                                      .facts = brought->ended || hra_keyed_yes(spec, "facts"),
                                      .counted = brought->counted,
                                      .counted_self = brought->counted_self};
    hra_err err = open_players(u, work, why);
    if (!err)
        err = read_schedule(u, spec, why);
    if (!err)
        err = read_pairings(u, spec, why);
    if (!err)
        err = hra_work_openings(work, &u->setup.openings, why);
    if (!err)
        err = hra_work_adjudicator(work, &u->adjudicator, &u->solution, &u->setup.adjudicator, why);
    if (!err)
        err = hra_tournament_open(&u->t, &u->setup, why);
    if (!err)
        u->setup = *hra_tournament_setup_of(u->t);
    return err;
}

/* ---- tasks ----------------------------------------------------------------------------------*/

static const hra_task_form forms[] = {{"games", 3}, {0}};

static hra_tournament_task task_of(const hra_task *t) {
    return (hra_tournament_task){(int)t->number[0], t->number[1], t->number[2]};
}

static bool fits(const void *self, const hra_task *t) {
    const tournament *u = self;
    return t->number[0] < (uint64_t)u->setup.pairings && t->number[2] <= u->setup.groups &&
           t->number[2] - t->number[1] <= HRA_TOURNAMENT_TASK;
}

static bool next(void *self, uint64_t most, hra_task *out) {
    hra_tournament_task task;
    if (!hra_tournament_next_task(((tournament *)self)->t,
                                  most < HRA_TOURNAMENT_TASK ? most : HRA_TOURNAMENT_TASK, &task))
        return false;
    *out = (hra_task){.number = {(uint64_t)task.pairing, task.from, task.to}};
    return true;
}

static bool assigned(void *self, const hra_task *t) {
    const hra_tournament_task task = task_of(t);
    return hra_tournament_mark_assigned(((tournament *)self)->t, &task, NULL) == 0;
}

static void undo(void *self, const hra_task *t) {
    const hra_tournament_task task = task_of(t);
    (void)hra_tournament_return_task(((tournament *)self)->t, &task);
}

static bool needed(void *self, const hra_task *t) {
    const hra_tournament_task task = task_of(t);
    return hra_tournament_is_needed(((tournament *)self)->t, &task);
}

static hra_err run(void *self, const hra_task *t, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why) {
    tournament *u = self;
    const hra_tournament_task task = task_of(t);
    return hra_tournament_run_task(u->t, &task, progress, result, u->setup.records ? records : NULL, why);
}

/* Where the games of a pairing are passed on. */
typedef struct telling {
    const hra_work_setup *given;
    hra_pairing pairing;
    int index;
} telling;

/* Players of a pairing become those of the tournament. */
static hra_err tell(void *self, const hra_match_game *game) {
    const telling *to = self;
    hra_match_game g = *game;
    g.pairing = to->index;
    for (int seat = 0; seat < g.count; seat++) {
        if (g.player[seat] >= to->pairing.count)
            return HRA_EDAMAGED;
        g.player[seat] = to->pairing.player[g.player[seat]];
    }
    return to->given->ended(to->given->ended_self, &g);
}

static hra_err add(void *self, const hra_task *t, const char *bytes, size_t length, hra_error *why) {
    tournament *u = self;
    const hra_tournament_task task = task_of(t);
    telling to = {.given = hra_work_brought(u->work), .index = task.pairing};
    hra_err err = hra_tournament_add_result(u->t, &task, bytes, why);
    const char *rows = err || !to.given->ended ? NULL : strstr(bytes, "\nrow ");
    if (!rows)
        return err;
    hra_tournament_snapshot(u->t, task.pairing, &to.pairing);
    err = hra_game_rows_each(u->setup.game, rows + 1, strlen(rows + 1), tell, &to);
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

/* ---- what came out --------------------------------------------------------------------------*/

static void look(void *self, uint64_t *done, uint64_t *of, bool *finished) {
    const tournament *u = self;
    hra_tournament_sum sum;
    hra_tournament_sums(u->t, &sum);
    *done = sum.groups;
    *of = sum.planned;
    *finished = sum.ended == u->setup.pairings;
}

static hra_err report(void *self, double seconds, hra_json *json, const char *key, hra_error *why) {
    return hra_json_tournament(json, key, ((const tournament *)self)->t, NULL, why);
}

const hra_work_kind hra_tournament_work = {
    .name = "tournament",
    .word = "games",
    .pieces = N_("groups"),
    .doing = N_("groups"),
    .lines = lines,
    .forms = forms,
    .self_size = sizeof(tournament),
    .open = open_tournament,
    .close = close_tournament,
    .fits = fits,
    .next = next,
    .assigned = assigned,
    .undo = undo,
    .needed = needed,
    .add = add,
    .texts = true,
    .look = look,
    .report = report,
    .run = run,
};

hra_tournament *hra_work_tournament(hra_work *work, const hra_tournament_setup **setup) {
    tournament *u = hra_work_self(work, &hra_tournament_work);
    if (u && setup)
        *setup = &u->setup;
    return u ? u->t : NULL;
}
