/* One submission: its tests, their results, its rows. */
#include <string.h>

#include "grade.h"
#include "sandbox.h"
#include "speech/csv.h"

/* A submission that is being graded. */
typedef struct attempt {
    grading *g;
    submission *s;
    const hra_grade_task *task;
    workplace place;
    sandbox *box; /* NULL: nothing runs */
    hra_grade_link link;
    double points, most;
    hra_text reason; /* of the first test that did not get all points */
} attempt;

/* ---- the process ----------------------------------------------------------------------------*/

void grade_draw_board(const hra_game *game, const void *state) {
    hra_text board;
    const hra_board_style style = print_style(-1);
    hra_text_init(&board);
    game->rules->text->show(game, state, &style, &board);
    print_drawing(&board);
    hra_text_release(&board);
}

static void watch(void *self, const hra_game *game, const void *state) {
    (void)self;
    grade_draw_board(game, state);
}

static void stop(attempt *a) {
    sandbox_close(a->box);
    a->box = NULL;
}

/* Why there is no answer. */
static void say_end(const attempt *a, const hra_error *why, hra_text *out) {
    static const char *const sentences[] = {
        [SANDBOX_TIME] = N_("The time of the processor is used up."),
        [SANDBOX_MEMORY] = N_("It uses too much memory."),
        [SANDBOX_OUTPUT] = N_("It printed more than 1 MB."),
        [SANDBOX_SILENT] = N_("It neither answered nor computed for 10 s."),
    };
    const sandbox_end end = a->box ? sandbox_ended_by(a->box) : SANDBOX_RUNS;
    hra_text_clear(out);
    if (end)
        hra_text_add(out, _(sentences[end]));
    else
        hra_text_addf(out, _("It ended: %s."), why->text);
}

static hra_err start(attempt *a, hra_grade_result *r, hra_error *why) {
    hra_text command;
    hra_text_init(&command);
    workplace_command(a->s, a->task, &command);
    const sandbox_setup setup = {.folder = a->place.agent,
                                 .own = a->place.own,
                                 .command = hra_text_string(&command),
                                 .trusted = a->g->trusted,
                                 .roomy = a->s->kind == SUBMISSION_REFERENCE,
                                 .stop = a->g->stop};
    hra_err err = command.err ? hra_no_memory(why) : sandbox_open(&a->box, &setup, why);
    hra_text_release(&command);
    if (err)
        return err;
    a->link = (hra_grade_link){.size = sizeof a->link,
                               .self = a->box,
                               .say = sandbox_say,
                               .hear = sandbox_hear,
                               .watch = a->g->watch ? watch : NULL};
    return hra_grade_greet(&a->link, r, why);
}

/* ---- a test ---------------------------------------------------------------------------------*/

static hra_err run_test(attempt *a, const hra_grade_test *test, hra_grade_result *r, hra_error *why) {
    hra_err err = a->box ? HRA_OK : start(a, r, why);
    if (err || r->broken)
        return err;
    sandbox_limit(a->box, test->seconds);
    return hra_grade_run(a->task, test, &a->link, a->g->seeds, a->g->seed_count, r, why);
}

/* A test that ran out of time is run once more, when nothing else runs. *status: the grading cannot go on. */
static bool run_twice(attempt *a, const hra_grade_test *test, hra_grade_result *r, int *status) {
    hra_error why = {0};
    bool again = false;
    for (int i = 0; i < 2; i++) {
        hra_grade_result_release(r);
        const hra_err err = run_test(a, test, r, &why);
        if (err == HRA_ESTOPPED)
            *status = EXIT_INTERRUPTED;
        else if (err && err != HRA_EENDED && err != HRA_EPROTOCOL && err != HRA_EFIT)
            *status = print_failure(&why, NULL);
        if (*status)
            return again;
        if (err || (r->broken && a->box && sandbox_ended_by(a->box)))
            say_end(a, &why, &r->why);
        again = a->box && sandbox_ended_by(a->box) == SANDBOX_TIME;
        if (err || r->broken) {
            r->points = 0;
            hra_text errors;
            hra_text_init(&errors);
            if (a->box)
                sandbox_errors(a->box, &errors);
            hra_text_add(&r->drawn, hra_text_string(&errors));
            hra_text_release(&errors);
            stop(a);
        }
        if (!again)
            return i > 0;
    }
    return true;
}

static void print_drawn(const hra_text *drawn) {
    const char *at = hra_text_string(drawn);
    for (size_t length; *at; at += length + (at[length] == '\n')) {
        length = strcspn(at, "\n");
        print("        %.*s\n", (int)length, at);
    }
}

static void print_test(const hra_grade_test *test, const hra_grade_result *r, bool twice) {
    print("    %s  %G/%G  %s: %s%s%s\n", r->passed ? "PASS" : "FAIL", r->points * test->points, test->points,
          _(test->title), hra_text_string(&r->why), twice ? " " : "", twice ? _("(second try)") : "");
    if (!r->passed)
        print_drawn(&r->drawn);
}

/* ---- a task ---------------------------------------------------------------------------------*/

static void add_row(const attempt *a) {
    hra_text *csv = &a->g->csv;
    csv_text(csv, a->s->student);
    hra_text_addf(csv, ",%s,", a->task->name);
    csv_measured(csv, a->points);
    hra_text_add_char(csv, ',');
    csv_measured(csv, a->most);
    hra_text_add_char(csv, ',');
    csv_text(csv, hra_text_string(&a->reason));
    hra_text_add_char(csv, '\n');
}

static int run_task(attempt *a) {
    hra_grade_result r = {0};
    int status = EXIT_DONE;
    bool all = true, broke = false;
    a->points = a->most = 0;
    hra_text_clear(&a->reason);
    if (a->s->late)
        hra_text_add(&a->reason, _("Handed in late."));
    print("  %s  %s\n", a->task->name, _(a->task->title));
    for (const hra_grade_test *test = a->task->tests; test->title && !status; test++) {
        const bool twice = run_twice(a, test, &r, &status);
        if (status)
            break;
        print_test(test, &r, twice);
        a->points += r.points * test->points;
        a->most += test->points;
        if (!r.passed && all)
            hra_text_addf(&a->reason, "%s%s: %s", a->reason.length ? " " : "", _(test->title),
                          hra_text_string(&r.why));
        all = all && r.passed;
        broke = broke || r.broken || !a->box;
    }
    stop(a);
    a->s->joins = a->s->joins || (a->task == a->g->ladder && !broke);
    hra_grade_result_release(&r);
    print("    ");
    print(_("points: %.4G of %.4G"), a->points, a->most);
    print("\n");
    a->s->points[a->task - a->g->course->tasks] = a->points;
    add_row(a);
    return status;
}

static double most_of(const hra_grade_task *task) {
    double most = 0;
    for (const hra_grade_test *test = task->tests; test->title; test++)
        most += test->points;
    return most;
}

/* A row for each task, all of no points. */
static void nothing(attempt *a) {
    print("  %s\n", _("nothing was handed in"));
    for (a->task = a->g->course->tasks; a->task->name; a->task++)
        if (!a->g->only || a->g->only == a->task) {
            a->points = 0;
            a->most = most_of(a->task);
            hra_text_clear(&a->reason);
            hra_text_add(&a->reason, _("nothing was handed in"));
            add_row(a);
        }
}

int grade_submission(grading *g, submission *s) {
    attempt a = {.g = g, .s = s};
    hra_error why;
    double points = 0, most = 0;
    int status = EXIT_DONE;
    print("\n%s\n", s->student);
    if (s->kind == SUBMISSION_MISSING) {
        nothing(&a);
        hra_text_release(&a.reason);
        return status;
    }
    if (workplace_make(&a.place, s, &why))
        status = print_failure(&why, NULL);
    else if (s->kind != SUBMISSION_REFERENCE)
        print("  %s %016llx%s%s\n", s->path, (unsigned long long)s->hash, s->late ? "  " : "",
              s->late ? _("Handed in late.") : "");
    for (a.task = g->course->tasks; a.task->name && !status; a.task++)
        if (!g->only || g->only == a.task) {
            status = run_task(&a);
            points += a.points;
            most += a.most;
        }
    if (!status && !g->only) {
        print("  ");
        print(_("points: %.4G of %.4G"), points, most);
        print("\n");
    }
    workplace_remove(&a.place);
    hra_text_release(&a.reason);
    return status;
}

/* ---- the class ------------------------------------------------------------------------------*/

enum { STUDENT_COLUMNS = 24, POINTS_COLUMNS = 7 };

static void print_points(double points) {
    char cell[32];
    (void)hra_snprintf(cell, sizeof cell, "%.4G", points);
    print_cell(POINTS_COLUMNS, cell);
}

static bool is_graded(const grading *g, const hra_grade_task *task) {
    return !g->only || g->only == task;
}

void grade_print_class(const grading *g, const submissions *all) {
    double most = 0;
    print("\n");
    print_cell(-STUDENT_COLUMNS, _("student"));
    for (const hra_grade_task *task = g->course->tasks; task->name; task++)
        if (is_graded(g, task)) {
            print_cell(POINTS_COLUMNS, task->name);
            most += most_of(task);
        }
    print_cell(POINTS_COLUMNS + 2, _("points"));
    print("\n");
    for (int i = 0; i < all->count; i++) {
        double sum = 0;
        print_cell(-STUDENT_COLUMNS, all->of[i].student);
        for (int t = 0; g->course->tasks[t].name; t++)
            if (is_graded(g, &g->course->tasks[t])) {
                print_points(all->of[i].points[t]);
                sum += all->of[i].points[t];
            }
        print("  ");
        print_points(sum);
        print("%s%s\n", all->of[i].kind == SUBMISSION_MISSING || all->of[i].late ? "  " : "",
              all->of[i].kind == SUBMISSION_MISSING ? _("nothing was handed in")
              : all->of[i].late                     ? _("Handed in late.")
                                                    : "");
    }
    print_cell(-STUDENT_COLUMNS, _("maximum"));
    for (const hra_grade_task *task = g->course->tasks; task->name; task++)
        if (is_graded(g, task))
            print_points(most_of(task));
    print("  ");
    print_points(most);
    print("\n");
}

/* ---- lists ----------------------------------------------------------------------------------*/

void grade_print_courses(void) {
    for (int i = 0; hra_grade_course_at(i); i++)
        print_list_entry(hra_grade_course_at(i)->name, 18, _(hra_grade_course_at(i)->title));
}

void grade_print_course(const hra_grade_course *course) {
    print("%s\n", _(course->title));
    for (const hra_grade_task *task = course->tasks; task->name; task++) {
        print("\n%s  %s (%s, %s)\n", task->name, _(task->title), task->entry, task->function);
        for (const hra_grade_test *test = task->tests; test->title; test++)
            print("    %G  %s\n", test->points, _(test->title));
    }
}
