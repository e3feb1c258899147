/* hra grade: agents that students wrote are graded by the tests of a course. */
#include "grade.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "commands/commands.h"
#include "commands/data_dir.h"
#include "commands/output.h"
#include "ladder.h"
#include "sandbox.h"

static const args_option options[] = {
    {.name = "task", .value = "NAME", .help = "grade this task only, such as q2"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE.csv",
     .ends = ".csv",
     .stream = ARGS_OUTPUT,
     .help = "write student,task,points,max,reason as CSV"},
    {.name = "template",
     .value = "DIR",
     .help = "write the empty files that students fill in, and grade nothing"},
    {.name = "reference", .help = "grade the course's own solution"},
    {.name = "watch", .help = "draw the board after each move of the games"},
    {.name = "seeds",
     .value = "FILE",
     .help = "numbers, one a line: seeds of the games (default: those of the course)"},
    {.name = "students", .value = "FILE", .help = "names, one a line: also those who handed nothing in"},
    {.name = "due", .value = "DATE", .help = "mark files that changed after YYYY-MM-DDTHH:MM, local time"},
    {.name = "trust-submissions", .help = "run submissions without a sandbox, with all your rights"},
    {.name = "agent",
     .value = "SPEC",
     .help = "be an agent: answer a judge on standard input by this player"},
    {.name = "store",
     .value = "STORE",
     .section = N_("Ladder:"),
     .help = "play submissions against each other in FILE or postgresql://..."},
    {.name = "secret",
     .value = "FILE",
     .help = "source of the pseudonyms, made if missing (default: STORE.secret)"},
    {.name = "show-names", .help = "print names beside the pseudonyms in the ladder"},
    {0},
};

/* ---- options --------------------------------------------------------------------------------*/

static int read_seeds(grading *g, const char *file) {
    hra_text text;
    hra_error why;
    hra_text_init(&text);
    hra_err err = file ? hra_host_read_file(NULL, file, SUBMISSION_BYTES, &text, &why) : HRA_OK;
    int status = err ? print_failure(&why, NULL) : EXIT_DONE;
    g->seeds = file && !err ? calloc(text.length + 1, sizeof *g->seeds) : NULL;
    if (file && !err && !g->seeds)
        status = print_no_memory();
    const char *at = hra_text_string(&text);
    for (char word[32]; g->seeds && !status && *at; at += strcspn(at, "\n"), at += *at == '\n') {
        (void)hra_snprintf(word, sizeof word, "%.*s", (int)strcspn(at, "\r\n"), at);
        if (*word && !args_parse_number(word, &g->seeds[g->seed_count++])) {
            print_error(_("grade: %s: '%s' is not a whole number"), file, word);
            status = EXIT_WRONG;
        }
    }
    hra_text_release(&text);
    return status;
}

/* Local time, in seconds since 1970. */
static bool read_due(const char *text, double *out) {
    static const char form[] = "YYYY-MM-DDTHH:MM";
    struct tm when = {.tm_isdst = -1};
    *out = 0;
    if (!text)
        return true;
    bool good = strlen(text) == strlen(form);
    for (int i = 0; good && form[i]; i++) {
        int *field = form[i] == 'Y'   ? &when.tm_year
                     : form[i] == 'D' ? &when.tm_mday
                     : form[i] == 'H' ? &when.tm_hour
                     : form[i] == 'M' ? (i < 8 ? &when.tm_mon : &when.tm_min)
                                      : NULL;
        good = field ? text[i] >= '0' && text[i] <= '9' : text[i] == form[i];
        if (field)
            *field = 10 * *field + text[i] - '0';
    }
    when.tm_year -= 1900;
    when.tm_mon--;
    *out = (double)mktime(&when);
    if (!good)
        print_error(_("grade: --due %s: expected YYYY-MM-DDTHH:MM"), text);
    return good;
}

static int read_students(const char *file, hra_text *out) {
    hra_error why;
    return file && hra_host_read_file(NULL, file, SUBMISSION_BYTES, out, &why) ? print_failure(&why, NULL)
                                                                               : EXIT_DONE;
}

static int find_course(grading *g) {
    const char *name = g->args->words[0], *task = args_text(g->args, "task", NULL);
    g->course = hra_grade_course_find(name);
    if (!g->course) {
        print_error(_("grade: unknown course '%s'; hra grade lists the courses"), name);
        return EXIT_WRONG;
    }
    g->only = task ? hra_grade_task_find(g->course, task) : NULL;
    if (task && !g->only) {
        print_error(_("grade: the course %s has no task '%s'; hra grade %s lists them"), name, task, name);
        return EXIT_WRONG;
    }
    return EXIT_DONE;
}

/* The ladder is that of --task, or of the first task that has one. */
static int find_ladder(grading *g) {
    static const char *const of_store[] = {"secret", "show-names"};
    for (int i = 0; i < 2; i++)
        if (args_given(g->args, of_store[i]) && !args_given(g->args, "store")) {
            print_error(_("grade: --%s needs --store"), of_store[i]);
            return EXIT_WRONG;
        }
    if (!args_given(g->args, "store"))
        return EXIT_DONE;
    if (args_given(g->args, "reference")) {
        print_error(_("grade: --store takes submissions, not --reference"));
        return EXIT_WRONG;
    }
    g->ladder = g->only ? g->only : g->course->tasks;
    while (!g->only && g->ladder->name && !g->ladder->ladder)
        g->ladder++;
    if (g->ladder->name && g->ladder->ladder)
        return EXIT_DONE;
    print_error(_("grade: %s has no ladder; --store needs games in which agents meet or compare results"),
                g->only ? g->only->name : g->course->name);
    return EXIT_WRONG;
}

static int find_sandbox(grading *g) {
    hra_error why = {0};
    g->trusted = args_given(g->args, "trust-submissions");
    if (g->trusted || sandbox_works(&why))
        return EXIT_DONE;
    print_error(_("grade: bwrap, which confines submissions, does not work here%s%s; install bubblewrap, or "
                  "run files that "
                  "you trust with --trust-submissions"),
                *why.text ? ": " : "", why.text);
    return EXIT_FAILED;
}

/* ---- the report -----------------------------------------------------------------------------*/

static void print_machine(const grading *g) {
    struct utsname machine;
    print("%s\n", _(g->course->title));
    print("hra %s", hra_version());
    if (uname(&machine) == 0)
        print(", %s %s, %s", machine.sysname, machine.machine, machine.nodename);
    print("\n");
    if (g->trusted)
        print("%s\n",
              _("NOT CONFINED: the submissions ran with all rights of the user (--trust-submissions)."));
}

static int grade_all(grading *g, submissions *all) {
    int status = EXIT_DONE;
    print_machine(g);
    hra_text_add(&g->csv, "student,task,points,max,reason\n");
    for (int i = 0; i < all->count && !status; i++)
        status = grade_submission(g, &all->of[i]);
    const char *output = args_text(g->args, "output", NULL);
    if (!status && all->count > 1)
        grade_print_class(g, all);
    if (g->csv.err)
        status = print_no_memory();
    if (!status && output)
        status = output_write(output, &g->csv);
    return !status && g->ladder ? ladder_play(g, all) : status;
}

/* ---- the command ----------------------------------------------------------------------------*/

static int grade(grading *g) {
    submissions all = {0};
    hra_text students;
    double due;
    const args *a = g->args;
    const char *path = a->word_count > 1 ? a->words[1] : NULL;
    if (!read_due(args_text(a, "due", NULL), &due) || !output_fits(args_text(a, "output", NULL)))
        return EXIT_WRONG;
    hra_text_init(&students);
    int status = read_students(args_text(a, "students", NULL), &students);
    if (!status)
        status = read_seeds(g, args_text(a, "seeds", NULL));
    if (!status)
        status = path ? submissions_read(&all, path, g->course->name, hra_text_string(&students), due)
                      : submissions_reference(&all);
    if (!status)
        status = find_sandbox(g);
    if (!status && g->ladder)
        status = ladder_check(g);
    if (!status)
        status = grade_all(g, &all);
    submissions_release(&all);
    hra_text_release(&students);
    free(g->seeds);
    return status;
}

static hra_err say(void *self, const char *line, hra_error *why) {
    (void)self;
    print("%s\n", line);
    return print_flush() ? HRA_OK : hra_fail_code(why, HRA_EIO);
}

static hra_err hear(void *self, hra_text *line, hra_error *why) {
    char *text = NULL;
    size_t room = 0;
    (void)self;
    const ssize_t length = getline(&text, &room, stdin);
    hra_text_clear(line);
    if (length > 0)
        hra_text_add_bytes(line, text, (size_t)length - (text[length - 1] == '\n'));
    free(text);
    return length > 0 ? line->err : hra_fail_code(why, HRA_EENDED);
}

/* Until "quit", or the end of its input. */
static int be_agent(const char *spec) {
    hra_error why;
    hra_grade_link link = {.size = sizeof link, .say = say, .hear = hear};
    const hra_err err = hra_grade_answer(spec, &link, &why);
    return err && err != HRA_EENDED ? print_failure(&why, NULL) : EXIT_DONE;
}

static int run(const args *a) {
    grading g = {.args = a, .watch = args_given(a, "watch")};
    const char *folder = args_text(a, "template", NULL), *spec = args_text(a, "agent", NULL);
    if (spec)
        return be_agent(spec);
    if (a->word_count == 0) {
        grade_print_courses();
        return EXIT_DONE;
    }
    int status = find_course(&g);
    if (!status)
        status = find_ladder(&g);
    if (status)
        return status;
    if (folder)
        return templates_write(g.course->name, folder);
    if (a->word_count == 1 && !args_given(a, "reference")) {
        grade_print_course(g.course);
        return EXIT_DONE;
    }
    g.stop = print_catch_interrupt();
    hra_text_init(&g.csv);
    status = grade(&g);
    hra_text_release(&g.csv);
    return status;
}

const args_command command_grade = {
    .name = "grade",
    .synopsis = "[COURSE [SUBMISSION|FOLDER]]",
    .summary = "grade agents that students wrote",
    .group = ARGS_MEASURE,
    .rare = true,
    .details = "Runs the tests of COURSE on SUBMISSION, a file in Python or C or a program, or on\n"
               "all submissions in FOLDER, and prints what came of each test. Without SUBMISSION\n"
               "it lists the tasks, without COURSE the courses.\n"
               "\n"
               "  hra grade pacman --template empty/\n"
               "  hra grade pacman empty/pacman.py --task q2\n"
               "  hra grade pacman submissions/ -o points.csv\n",
    .notes = "Submissions run in bwrap (Debian: bubblewrap), without network, without your files,\n"
             "with limits of memory, processes and time of a processor. It is a sandbox for a\n"
             "class, not for enemies. docs/grading.md has the rest.\n",
    .options = options,
    .min_words = 0,
    .max_words = 2,
    .run = run,
};
