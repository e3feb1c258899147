/* The games of the ladder: each submission is a process in the sandbox, and two of them play at a time. */
#include "ladder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/secret.h"
#include "queue/shared_work.h"
#include "sandbox.h"

#define LEAST_SECONDS 10.0 /* of a processor, for the moves of a game */
#define WAIT 60.0          /* for a database that is away */

/* The folders of a player, which last as long as the ladder is played. */
typedef struct ladder_seat {
    workplace place;
    submission file;
} ladder_seat;

typedef struct ladder {
    grading *g;
    ladder_plan plan;
    hra_text secret;
    shared_work share;
    hra_grade_runner runner;
    sandbox_group group;
    hra_game *game;
    hra_player *opened[HRA_TOURNAMENT_PLAYERS];
    int opened_count;
    ladder_seat seats[HRA_TOURNAMENT_PLAYERS];
} ladder;

/* ---- the processes --------------------------------------------------------------------------*/

static void watch(void *self, const hra_game *game, const void *state) {
    (void)self;
    grade_draw_board(game, state);
}

static int player_of(const ladder *l, const char *spec) {
    int i = 0;
    while (i < l->plan.count && strcmp(l->plan.players[i].spec, spec) != 0)
        i++;
    return i;
}

static hra_err start(void *self, const char *spec, hra_grade_link *link, hra_grade_result *result,
                     hra_error *why) {
    ladder *l = self;
    const int i = player_of(l, spec);
    ladder_seat *seat = &l->seats[i];
    hra_text command;
    sandbox *box = NULL;
    if (!*seat->place.top) {
        seat->file = *l->plan.players[i].file;
        hra_err err = workplace_make(&seat->place, &seat->file, why);
        if (err)
            return err;
    }
    hra_text_init(&command);
    workplace_command(&seat->file, l->plan.task, &command);
    const sandbox_setup setup = {.folder = seat->place.agent,
                                 .own = seat->place.own,
                                 .command = hra_text_string(&command),
                                 .trusted = l->g->trusted,
                                 .stop = l->g->stop,
                                 .group = &l->group};
    hra_err err = command.err ? hra_no_memory(why) : sandbox_open(&box, &setup, why);
    hra_text_release(&command);
    if (err)
        return err;
    *link = (hra_grade_link){.size = sizeof *link,
                             .self = box,
                             .say = sandbox_say,
                             .hear = sandbox_hear,
                             .watch = l->g->watch ? watch : NULL};
    return hra_grade_greet(link, result, why);
}

/* Ten times what a game of the test takes, as that has ten times what its games need. */
static void begin(void *self, hra_grade_link *link) {
    const hra_grade_test *test = ((const ladder *)self)->plan.task->tests;
    const double seconds = fmax(LEAST_SECONDS, 10 * test->seconds / test->games);
    sandbox_limit(link->self, fmin(test->seconds, seconds));
}

static hra_err ended(void *self, const hra_grade_link *link) {
    const sandbox_end end = sandbox_ended_by(link->self);
    (void)self;
    return end == SANDBOX_TIME || end == SANDBOX_SILENT ? HRA_EHUNG : HRA_EENDED;
}

static void stop(void *self, hra_grade_link *link) {
    (void)self;
    sandbox_close(link->self);
    link->self = NULL;
}

/* ---- the work -------------------------------------------------------------------------------*/

/* Players whose files are here play; the others have only their names. */
static hra_err open_player(void *self, const char *spec, const hra_player **out, hra_error *why) {
    ladder *l = self;
    const int i = player_of(l, spec);
    hra_player **at = &l->opened[l->opened_count];
    if (i == l->plan.count || l->opened_count == HRA_TOURNAMENT_PLAYERS)
        return hra_fail_code(why, HRA_EDAMAGED);
    const bool own = l->plan.players[i].student[0];
    const hra_grade_runner *runner = l->plan.players[i].file ? &l->runner : NULL;
    hra_err err = own ? hra_grade_player_open(at, l->game, spec, runner, why)
                      : hra_player_open(at, l->game, spec, NULL, NULL, why);
    if (!err)
        *out = l->opened[l->opened_count++];
    return err;
}

static void close_players(ladder *l) {
    while (l->opened_count)
        hra_player_close(l->opened[--l->opened_count]);
}

static hra_err open_work(ladder *l, bool plays, hra_error *why) {
    hra_work_setup how = {.size = sizeof how,
                          .game = l->game,
                          .player = open_player,
                          .player_self = l,
                          .no_tasks = !plays,
                          .progress = print_progress()};
    return shared_work_open(&l->share, queue_spec(l->share.queue), &how, why);
}

static void close_work(ladder *l) {
    shared_work_close(&l->share);
    close_players(l);
}

/* How many groups of each pairing the store has. */
static hra_err read_results(ladder *l, hra_error *why) {
    char task[HRA_WORK_TASK];
    uint64_t number;
    bool has;
    hra_err err = open_work(l, false, why);
    if (!err)
        err = shared_work_news(&l->share, why);
    for (uint64_t i = 0; !err && hra_work_task_at(l->share.work, i, task, &number, &has); i++)
        if (has)
            ladder_plan_note(&l->plan, task);
    close_work(l);
    queue_rewind(l->share.queue);
    return err;
}

static int by_pseudonym(const void *a, const void *b) {
    const ladder_player *x = a, *y = b;
    const int order = strcmp(x->student, y->student);
    return order ? order : x->version - y->version;
}

/* New players are in the order of their pseudonyms: that of the submissions is one of names. */
static hra_err enter_all(ladder *l, const submissions *all, hra_error *why) {
    const int first = l->plan.count;
    hra_err err = HRA_OK;
    for (int i = 0; i < all->count && !err; i++)
        if (all->of[i].joins)
            err = ladder_plan_enter(&l->plan, &all->of[i], &l->secret, why);
        else if (all->of[i].kind != SUBMISSION_MISSING)
            print_note(_("%s does not join the ladder: a test of %s broke off"), all->of[i].student,
                       l->plan.task->name);
    qsort(l->plan.players + first, (size_t)(l->plan.count - first), sizeof *l->plan.players, by_pseudonym);
    return err ? err : ladder_plan_pair(&l->plan, why);
}

/* The run of the store becomes that of the plan. */
static hra_err begin_or_extend(ladder *l, const submissions *all, hra_error *why) {
    queue *q = l->share.queue;
    hra_text spec;
    hra_err err = queue_spec(q) ? ladder_plan_read(&l->plan, queue_spec(q), why) : HRA_OK;
    if (!err && queue_spec(q))
        err = read_results(l, why);
    if (!err)
        err = enter_all(l, all, why);
    hra_text_init(&spec);
    ladder_plan_write(&l->plan, &spec);
    if (!err && spec.err)
        err = hra_no_memory(why);
    if (!err && !queue_spec(q))
        err = queue_begin(q, hra_text_string(&spec), why);
    else if (!err && strcmp(queue_spec(q), hra_text_string(&spec)) != 0)
        err = queue_extend(q, hra_text_string(&spec), why);
    hra_text_release(&spec);
    return err;
}

/* The number of games, before they take their time. */
static void note_games(const ladder *l) {
    const uint64_t games = ladder_plan_open_groups(&l->plan) * (uint64_t)l->game->seats;
    if (games)
        print_note(_n("ladder: %llu game to play", "ladder: %llu games to play", games),
                   (unsigned long long)games);
}

static int play(ladder *l, const submissions *all, hra_error *why) {
    uint64_t done;
    hra_err err = hra_game_open(&l->game, NULL, l->plan.task->tests->game, why);
    if (!err)
        err = begin_or_extend(l, all, why);
    if (!err)
        err = open_work(l, true, why);
    if (!err)
        err = shared_work_news(&l->share, why);
    print_progress_done(); /* the time that is left follows from what is done from now on */
    if (!err)
        note_games(l);
    if (!err)
        err = shared_work_run(&l->share, &done, why);
    print_progress_done();
    if (err)
        return print_failure(why, NULL);
    int status = ladder_print(&l->plan, hra_work_tournament(l->share.work, NULL),
                              args_given(l->g->args, "show-names"));
    if (status || hra_work_is_finished(l->share.work))
        return status;
    print_note("%s", _("The run is saved; the same command continues it."));
    return EXIT_INTERRUPTED;
}

/* ---- the store ------------------------------------------------------------------------------*/

/* --secret, or beside a store that is a file. */
static int read_secret(const grading *g, hra_text *out) {
    const char *store = args_text(g->args, "store", NULL), *file = args_text(g->args, "secret", NULL);
    char beside[SUBMISSION_PATH];
    if (!file && strstr(store, "://")) {
        print_error("%s",
                    _("grade: missing --secret FILE, from which the pseudonyms follow; it is made if it "
                      "does not exist"));
        return EXIT_WRONG;
    }
    (void)hra_snprintf(beside, sizeof beside, "%s.secret", store);
    return secret_read(g->args, file ? file : beside, out);
}

static hra_err open_store(queue **out, const char *store, hra_error *why) {
    const queue_setup how = {
        .name = store, .works = true, .begins = true, .wait = WAIT, .progress = print_progress()};
    return queue_open(out, &how, why);
}

int ladder_check(const grading *g) {
    ladder_plan *plan = calloc(1, sizeof *plan);
    queue *q = NULL;
    hra_error why;
    hra_text secret;
    if (!plan)
        return print_no_memory();
    hra_text_init(&secret);
    int status = read_secret(g, &secret);
    hra_text_release(&secret);
    ladder_plan_init(plan, g->ladder, 1);
    hra_err err = status ? HRA_OK : open_store(&q, args_text(g->args, "store", NULL), &why);
    if (!err && !status && queue_spec(q))
        err = ladder_plan_read(plan, queue_spec(q), &why);
    status = err ? print_failure(&why, NULL) : status;
    queue_close(q);
    ladder_plan_release(plan);
    free(plan);
    return status;
}

static int with_store(ladder *l, const submissions *all) {
    hra_error why = {0};
    int status = read_secret(l->g, &l->secret);
    if (status)
        return status;
    if (open_store(&l->share.queue, args_text(l->g->args, "store", NULL), &why))
        return print_failure(&why, NULL);
    status = play(l, all, &why);
    close_work(l);
    queue_close(l->share.queue);
    return status;
}

int ladder_play(grading *g, const submissions *all) {
    ladder *l = calloc(1, sizeof *l);
    if (!l)
        return print_no_memory();
    l->g = g;
    l->share.threads = 1; /* two processes at a time, whose use of the processor is measured */
    l->share.progress = print_progress();
    l->runner = (hra_grade_runner){.size = sizeof l->runner,
                                   .self = l,
                                   .task = g->ladder,
                                   .start = start,
                                   .begin = begin,
                                   .ended = ended,
                                   .stop = stop};
    ladder_plan_init(&l->plan, g->ladder, g->seed_count ? g->seeds[0] : 1);
    hra_text_init(&l->secret);
    const int status = with_store(l, all);
    sandbox_end_all();
    for (int i = 0; i < HRA_TOURNAMENT_PLAYERS; i++)
        workplace_remove(&l->seats[i].place);
    hra_game_close(l->game);
    hra_text_release(&l->secret);
    ladder_plan_release(&l->plan);
    free(l);
    return status;
}
