/* hra exercises: the exercises of a file are asked one after another, or written with their keys. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/output.h"
#include "commands/stored_work.h"
#include "quiz.h"

static const args_option options[] = {
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .stream = ARGS_OUTPUT,
     .help = "write the exercises with their keys, and ask nothing"},
    {.name = "threads",
     .letter = 't',
     .value = "N",
     .help = "number of keys to work out in parallel; does not change results (default: all processors)"},
    {.name = "json", .help = "with status: print JSON"},
    STORED_WORK_OPTIONS,
    {.name = "allow-files", .help = "let specs in stores read files"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

typedef struct course {
    const args *args;
    setup setup;
    bool keeps;  /* in a store */
    bool works;  /* works out keys; else it only looks */
    bool writes; /* the exercises are written, not asked */
    stored_work stored;
} course;

/* ---- asking -------------------------------------------------------------------------------------*/

typedef struct sum {
    double got, of; /* points */
    int asked;
} sum;

static int ask_player(const course *c, input *in, const hra_exercise *x, double *points, bool *ended) {
    const hra_work_setup how = {
        .size = sizeof how, .host = &cli_file_host, .data = *c->setup.data ? c->setup.data : NULL};
    const int threads = c->stored.share.threads;
    return quiz_player(in, x, &how, threads, points, ended);
}

static int ask_one(const course *c, input *in, const hra_exercise *x, sum *s, bool *ended) {
    const hra_exercise_info *info = hra_exercise_info_of(x);
    double points = 0;
    int status = EXIT_DONE;
    if (strcmp(info->kind, "move") == 0) {
        const quiz_outcome outcome = quiz_move(in, x, false, ended);
        points = outcome == QUIZ_RIGHT || outcome == QUIZ_HINTED;
        status = outcome == QUIZ_FAILED ? EXIT_FAILED : EXIT_DONE;
    } else if (info->needs_process) {
        status = ask_player(c, in, x, &points, ended);
    } else {
        status = quiz_tree(in, x, print_style(-1).unicode, &points, ended);
    }
    if (!*ended || points > 0) {
        s->got += points * info->points;
        s->asked++;
    }
    return status;
}

static int count(const hra_course *all) {
    size_t length;
    int n = 0;
    while (hra_course_exercise(all, n, &length, NULL))
        n++;
    return n;
}

static int ask_all(const course *c, const hra_course *all) {
    const int n = count(all);
    input *in;
    sum s = {0};
    hra_error why;
    size_t length;
    bool ended = false;
    int status = EXIT_DONE;
    if (input_open(&in))
        return print_no_memory();
    if (*hra_course_title(all))
        print("%s\n\n", hra_course_title(all));
    for (int i = 0; i < n && !status; i++) {
        hra_exercise *x;
        const char *text = hra_course_exercise(all, i, &length, NULL);
        if (hra_exercise_open(&x, &cli_file_host, text, length, &why)) {
            status = print_failure(&why, NULL);
            break;
        }
        s.of += hra_exercise_info_of(x)->points;
        if (!ended) {
            print("%s", i ? "\n" : "");
            quiz_print_heading((size_t)i + 1, (size_t)n, x);
            status = ask_one(c, in, x, &s, &ended);
        }
        hra_exercise_close(x);
    }
    input_close(in);
    if (!status && s.asked) {
        print("\n");
        print(_("points: %.4G of %.4G"), s.got, s.of);
        print("\n");
    }
    return status;
}

/* ---- keys ---------------------------------------------------------------------------------------*/

/* The work opens one game before all others: that of the first exercise, or random trees. */
static int open_game(course *c, const char *file, const hra_course *all) {
    size_t length = 0, found = 0;
    hra_text spec;
    hra_error why;
    const char *first = hra_course_exercise(all, 0, &length, NULL);
    const char *game = stored_work_line(first, "game", &found);
    hra_text_init(&spec);
    if (game && game < first + length)
        hra_text_add_bytes(&spec, game, found);
    else
        hra_text_add(&spec, "tree");
    c->setup.host = &cli_file_host; /* the file may be anybody's */
    const hra_err err = spec.err ? hra_no_memory(&why)
                                 : hra_game_open(&c->setup.game, c->setup.host, hra_text_string(&spec), &why);
    if (err)
        print_error("%s: %s", file, why.text);
    hra_text_release(&spec);
    return err ? print_exit_status(why.code) : EXIT_DONE;
}

static void add_spec(const course *c, const char *text, hra_text *out) {
    stored_work_spec("exercises", c->setup.game, out);
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = text + strcspn(text, "\n");
        hra_text_addf(out, "course %.*s\n", (int)(end - text), text);
    }
}

static int use(const course *c, const hra_text *text) {
    hra_course *all;
    hra_error why;
    if (c->writes)
        return output_write(args_text(c->args, "output", NULL), text);
    if (hra_course_open(&all, hra_text_string(text), text->length, &why))
        return print_failure(&why, NULL);
    int status = ask_all(c, all);
    hra_course_close(all);
    return status;
}

/* What is made so far is used where it is all, or where it was asked for. */
static int make(course *c) {
    hra_error why;
    hra_text text;
    const hra_err err = stored_work_run(&c->stored, c->works, &why);
    print_progress_done();
    if (err)
        return print_failure(&why, NULL);
    const bool whole = hra_work_is_finished(c->stored.share.work);
    if (!whole && c->works) {
        if (c->keeps)
            stored_work_say_how_to_go_on(&c->stored, c->args);
        return EXIT_INTERRUPTED;
    }
    hra_text_init(&text);
    int status = hra_work_course(c->stored.share.work, &text) || text.err ? print_no_memory() : use(c, &text);
    hra_text_release(&text);
    return status;
}

/* ---- the command --------------------------------------------------------------------------------*/

static int begin_text(course *c, const char *file, const hra_text *text) {
    const char *store = args_text(c->args, "store", NULL);
    hra_course *all;
    hra_text spec;
    hra_error why;
    if (hra_course_open(&all, hra_text_string(text), text->length, &why)) {
        print_error("%s: %s", file, why.text);
        return print_exit_status(why.code);
    }
    hra_text_init(&spec);
    int status = open_game(c, file, all);
    hra_course_close(all);
    if (!status) {
        add_spec(c, hra_text_string(text), &spec);
        status = store ? stored_work_heed(&c->stored, c->args, store, NULL, NULL) : EXIT_DONE;
    }
    if (!status)
        status = store ? stored_work_begin(&c->stored, c->args, &spec)
                       : stored_work_alone(&c->stored, c->args, &spec);
    hra_text_release(&spec);
    return status ? status : make(c);
}

static int begin(course *c) {
    const char *file = c->args->words[0];
    hra_text text;
    hra_text_init(&text);
    int status = store_read(c->args, file, false, &text);
    if (!status)
        status = begin_text(c, file, &text);
    hra_text_release(&text);
    return status;
}

/* resume, status and report. */
static int go_on(course *c) {
    const args *a = c->args;
    if (!args_wants_store(a))
        return EXIT_WRONG;
    int status = stored_work_open(&c->stored, a, a->words[1], "exercises", c->works);
    if (status)
        return status;
    if (strcmp(a->words[0], "status") != 0)
        return make(c);
    hra_error why;
    return stored_work_run(&c->stored, false, &why) ? print_failure(&why, NULL)
                                                    : stored_work_show_status(&c->stored, a, "player");
}

static int run(const args *a) {
    course *c = calloc(1, sizeof *c);
    if (!c)
        return print_no_memory();
    const bool verb = args_is_verb(a->command, a->words[0]);
    c->args = a;
    c->keeps = verb || args_given(a, "store");
    c->works = !verb || strcmp(a->words[0], "resume") == 0;
    c->writes = c->keeps || args_given(a, "output");
    c->stored.setup = &c->setup;
    c->stored.share.threads = hra_processors();
    store_folder(a, c->setup.data);
    int status = output_fits(args_text(a, "output", NULL)) ? EXIT_DONE : EXIT_FAILED;
    if (!status)
        status = verb ? go_on(c) : begin(c);
    stored_work_close(&c->stored);
    setup_release(&c->setup);
    free(c);
    return status;
}

static const args_verb verbs[] = {/* a file of this name: ./resume */
                                  {"resume", STORED_RESUME " output"},
                                  {"report", STORED_REPORT " output"},
                                  {"status", STORED_STATUS},
                                  {0}};

const args_command command_exercises = {
    .name = "exercises",
    .synopsis = "FILE | resume|report|status STORE",
    .verbs = verbs,
    .summary = "ask the exercises of a file, or write them with their keys",
    .group = ARGS_STUDY,
    .rare = true,
    .details = "Asks the exercises of FILE one after another, and prints the points. FILE is a\n"
               "course or one exercise; keys that it does not have are worked out first.\n"
               "\n"
               "  hra exercises week1.course\n"
               "  hra exercises week1.course --output keyed.course\n",
    .notes = "With --store the run is saved in FILE or a PostgreSQL database. After any\n"
             "interruption, 'resume' continues it without repeating finished tasks; 'hra work\n"
             "STORE' takes part from other processes and machines.\n"
             "\n"
             "  hra exercises resume STORE --output keyed.course\n"
             "  hra exercises report STORE    print the exercises that have their keys\n"
             "  hra exercises status STORE    print progress, and how much each machine did\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
