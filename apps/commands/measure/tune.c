/* hra tune: numbers in a player's spec, made better by playing. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/output.h"
#include "commands/stored_work.h"
#include "pictures/chart/curve_text.h"

static const args_option options[] = {
    {.name = "parameter",
     .letter = 'p',
     .value = "NAME=START,MIN,MAX,C_END",
     .help = "parameter in braces and its final perturbation",
     .many = true},
    {.name = "integer", .value = "NAME", .help = "this parameter is an integer", .many = true},
    {.name = "iterations", .letter = 'n', .value = "N", .help = "groups of games in total (default: 1000)"},
    {.name = "batch", .value = "N", .help = "iterations from the same values (default: 8)"},
    {.name = "r-end", .value = "R", .help = "final learning rate in units of C_END (default: 0.1)"},
    {.name = "threads",
     .letter = 't',
     .value = "N",
     .help = "number of games to run in parallel; does not change results (default: 1)"},
    {.name = "seed", .value = "N", .help = "random seed (default: random, printed)"},
    {.name = "time", .value = "T", .help = "limit per move, such as 100ms; results then vary"},
    {.name = "nodes", .value = "N", .help = "maximum nodes per move"},
    {.name = "json", .help = "print JSON", .section = N_("Output:")},
    {.name = "csv",
     .value = "FILE.csv",
     .ends = ".csv",
     .stream = ARGS_OUTPUT,
     .help = "write the values after each batch as CSV"},
    {.name = "svg",
     .value = "FILE.svg",
     .ends = PICTURE_ENDINGS,
     .stream = ARGS_OUTPUT,
     .help = "write the values after each batch as SVG"},
    STORED_WORK_OPTIONS,
    {.name = "allow-files", .help = "let specs in records and stores read files"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

enum {
    BATCH_MOST = 10000,
    EVERY = 20 /* lines on screen, all in all */,
    POINTS = 200 /* the same of a line */
};

typedef struct tuning {
    setup *s;
    hra_tune_setup how;
    hra_tune_parameter parameters[HRA_TUNE_PARAMETERS];
    char names[HRA_TUNE_PARAMETERS][HRA_NAME_LENGTH];
    hra_text table;     /* of all batches */
    curve curve;        /* of some */
    uint64_t drawn_due; /* the step from which the next point is drawn */
    bool quiet;
    uint64_t told; /* steps */
    uint64_t due;  /* the step at which the next line is printed */
    bool plays;    /* else what was kept is shown */
    bool status;   /* in a few lines */
    bool keeps;    /* it is stored */
    stored_work stored;
    bool out_of_memory;
} tuning;

/* ---- the options ----------------------------------------------------------------------------*/

static bool read_parameter(tuning *u, const args *a, const char *text) {
    hra_tune_parameter *p = &u->parameters[u->how.count];
    if (u->how.count == HRA_TUNE_PARAMETERS ||
        hra_tune_read_parameter(text, p, u->names[u->how.count]) != 0) {
        print_error(_("%s: --parameter takes NAME=START,MIN,MAX,C_END, such as king=100,0,300,20, at most %d "
                      "times, not '%s'"),
                    a->command->name, HRA_TUNE_PARAMETERS, text);
        return false;
    }
    if (!(p->low <= p->start && p->start <= p->high && p->step > 0)) {
        print_error(_("%s: --parameter needs START from MIN to MAX, and C_END above 0, not '%s'"),
                    a->command->name, text);
        return false;
    }
    for (int i = 0; i < u->how.count; i++)
        if (strcmp(u->names[i], u->names[u->how.count]) == 0) {
            print_error(_("%s: --parameter names '%s' twice"), a->command->name, u->names[i]);
            return false;
        }
    u->how.count++;
    return true;
}

static bool read_whole(tuning *u, const args *a, const char *name) {
    for (int i = 0; i < u->how.count; i++)
        if (strcmp(u->names[i], name) == 0)
            return u->parameters[i].is_integer = true;
    print_error(_("%s: --integer names no --parameter: '%s'"), a->command->name, name);
    return false;
}

static bool read_options(tuning *u, const args *a) {
    const char *const *list;
    uint64_t batch, threads;
    const char *rate = args_text(a, "r-end", "0.1"), *end;
    int count = args_values(a, "parameter", &list);
    for (int i = 0; i < count; i++)
        if (!read_parameter(u, a, list[i]))
            return false;
    if (count == 0) {
        print_error(_("%s: missing --parameter NAME=START,MIN,MAX,C_END, with {NAME} in the player's spec"),
                    a->command->name);
        return false;
    }
    count = args_values(a, "integer", &list);
    for (int i = 0; i < count; i++)
        if (!read_whole(u, a, list[i]))
            return false;
    if (!hra_number_read(rate, &end, &u->how.rate) || *end || !(u->how.rate > 0)) {
        print_error(_("%s: --r-end takes a number above 0, such as 0.1, not '%s'"), a->command->name, rate);
        return false;
    }
    if (!args_number(a, "iterations", 1000, 1, 1000000000000, &u->how.steps) ||
        !args_number(a, "batch", 8, 1, BATCH_MOST, &batch) ||
        !args_number(a, "threads", 1, 1, HRA_MATCH_THREADS, &threads) ||
        !args_number(a, "nodes", 0, 1, UINT64_MAX, &u->how.limits.nodes) ||
        !args_seconds(a, "time", 0, &u->how.limits.seconds) || !setup_seed(u->s, a))
        return false;
    u->how.batch = (int)batch;
    u->how.seed = u->s->seed;
    return true;
}

/* ---- what is printed ------------------------------------------------------------------------*/

/* A point of each line, in the one unit that all numbers share: how many of their STEPs they went. */
static void draw_to(tuning *u, uint64_t steps, const double *values) {
    u->drawn_due = steps + u->how.steps / POINTS;
    for (int i = 0; i < u->how.count; i++) {
        const hra_tune_parameter *p = &u->how.parameters[i];
        curve_point point = {.games = steps, .line = i, .score = (values[i] - p->start) / p->step};
        u->out_of_memory = u->out_of_memory || !curve_add(&u->curve, &point);
    }
}

static curve_axes axes_now(void) {
    return (curve_axes){_("iterations"), _("distance from START in units of C_END")};
}

/* In place, where a point was added. */
static void draw_live(const tuning *u) {
    const char *titles[HRA_TUNE_PARAMETERS];
    const curve_axes axes = axes_now();
    for (int i = 0; i < u->how.count; i++)
        titles[i] = u->how.parameters[i].name;
    curve_live_draw(&u->curve, titles, u->how.count, &axes);
}

static void print_values(tuning *u, uint64_t steps, const double *values) {
    u->due = steps + u->how.steps / EVERY;
    print_progress_done();
    curve_live_erase();
    print("%10llu", (unsigned long long)steps);
    for (int i = 0; i < u->how.count; i++)
        print("  %s %.5G", u->how.parameters[i].name, values[i]);
    print("\n");
    (void)print_flush(); /* another program may follow the file */
}

static void stepped(void *self, uint64_t steps, const double *values) {
    tuning *u = self;
    u->told = steps;
    hra_text_addf(&u->table, "%llu", (unsigned long long)steps);
    for (int i = 0; i < u->how.count; i++) {
        hra_text_add_char(&u->table, ',');
        hra_text_add_number(&u->table, values[i]);
    }
    hra_text_add_char(&u->table, '\n');
    const bool point = steps >= u->drawn_due || steps == u->how.steps;
    if (point)
        draw_to(u, steps, values);
    const bool due = steps >= u->due;
    if (!u->quiet && due)
        print_values(u, steps, values);
    if (!u->quiet && (point || due))
        draw_live(u);
}

static int show_json(const tuning *u) {
    hra_text out;
    hra_error why;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    if (hra_work_report(u->stored.share.work, &json, NULL, &why) == 0)
        return print_json(&out);
    hra_text_release(&out);
    return print_failure(&why, NULL);
}

static void show(const tuning *u, uint64_t steps, const hra_text *tuned, const hra_text *before) {
    print(_n("%s: %llu iteration, seed %llu\n", "%s: %llu iterations, seed %llu\n", steps), u->how.game->spec,
          (unsigned long long)steps, (unsigned long long)u->how.seed);
    print("%s\n\n%s\n", hra_text_string(tuned), _("To test whether it is stronger than at the start:"));
    print("  hra tournament %s '%s' '%s' --sprt 0,10\n", u->how.game->spec, hra_text_string(tuned),
          hra_text_string(before));
}

/* ---- the command ----------------------------------------------------------------------------*/

/* With the numbers that the lines begin and end with. */
static int write_picture(const tuning *u, const double *values, const char *path) {
    hra_text out, title, name[CURVE_LINES];
    const char *titles[CURVE_LINES];
    hra_err err = HRA_OK;
    const curve_axes axes = axes_now();
    hra_text_init(&out);
    hra_text_init(&title);
    for (int i = 0; i < u->how.count; i++) {
        hra_text_init(&name[i]);
        hra_text_addf(&name[i], "%s %.5G - %.5G", u->how.parameters[i].name, u->how.parameters[i].start,
                      values[i]);
        titles[i] = hra_text_string(&name[i]);
        err = err ? err : name[i].err;
    }
    hra_text_addf(&title, "%s, %s", u->how.game->spec, u->how.player);
    curve_svg(&u->curve, titles, u->how.count, hra_text_string(&title), &axes, &out);
    out.err = out.err ? out.err : err ? err : title.err;
    int status = u->out_of_memory ? print_no_memory()
                                  : output_write_svg(path, NULL, &out, NULL, hra_text_string(&title));
    for (int i = 0; i < u->how.count; i++)
        hra_text_release(&name[i]);
    hra_text_release(&title);
    hra_text_release(&out);
    return status;
}

static int write_files(const tuning *u, const args *a, const double *values) {
    const char *table = args_text(a, "csv", NULL), *picture = args_text(a, "svg", NULL);
    int status = table ? output_write(table, &u->table) : EXIT_DONE;
    return !status && picture ? write_picture(u, values, picture) : status;
}

static int tell(tuning *u, const args *a, uint64_t steps, const double *values) {
    double start[HRA_TUNE_PARAMETERS];
    hra_text tuned, before;
    hra_text_init(&tuned);
    hra_text_init(&before);
    for (int i = 0; i < u->how.count; i++)
        start[i] = u->how.parameters[i].start;
    int status = EXIT_DONE;
    print_reached(_("%llu of %llu iterations"), (unsigned long long)steps, (unsigned long long)u->how.steps);
    if (hra_tune_spec(&u->how, values, &tuned, NULL) != 0 ||
        hra_tune_spec(&u->how, start, &before, NULL) != 0)
        status = print_no_memory();
    else if (args_given(a, "json"))
        status = show_json(u);
    else
        show(u, steps, &tuned, &before);
    if (!status)
        status = write_files(u, a, values);
    hra_text_release(&tuned);
    hra_text_release(&before);
    return !status && u->plays && steps < u->how.steps ? EXIT_INTERRUPTED : status;
}

static int play(tuning *u, double *values, uint64_t *steps) {
    hra_error why;
    hra_err err = stored_work_run(&u->stored, u->plays, &why);
    (void)hra_work_tune(u->stored.share.work, values, steps);
    if (!err && !u->keeps && *steps > u->told) /* a stop came within a batch */
        stepped(u, *steps, values);
    print_progress_done();
    curve_live_leave();
    return err ? print_failure(&why, NULL) : EXIT_DONE;
}

static int tune(tuning *u, const args *a) {
    double values[HRA_TUNE_PARAMETERS];
    uint64_t steps = 0;
    hra_text_add(&u->table, "steps");
    for (int i = 0; i < u->how.count; i++)
        hra_text_addf(&u->table, ",%s", u->how.parameters[i].name);
    hra_text_add_char(&u->table, '\n');
    for (int i = 0; i < u->how.count; i++)
        values[i] = u->how.parameters[i].start;
    draw_to(u, 0, values);
    int status = play(u, values, &steps);
    if (!status && u->status)
        return stored_work_show_status(&u->stored, a, "template");
    if (!status)
        status = tell(u, a, steps, values);
    if (u->keeps && u->plays && steps < u->how.steps)
        stored_work_say_how_to_go_on(&u->stored, a);
    return status;
}

/* What is asked of the work, from here on as the work has it. */
static int tune_work(tuning *u, const args *a) {
    double values[HRA_TUNE_PARAMETERS];
    uint64_t steps;
    u->how = *hra_work_tune(u->stored.share.work, values, &steps);
    return tune(u, a);
}

static void add_spec(const tuning *u, hra_text *out) {
    stored_work_spec("steps", u->s->game, out);
    hra_text_addf(out, "template %s\n", u->how.player);
    for (int i = 0; i < u->how.count; i++) {
        const hra_tune_parameter *p = &u->how.parameters[i];
        hra_text_addf(out, "parameter %s=%.17g,%.17g,%.17g,%.17g\n", p->name, p->start, p->low, p->high,
                      p->step);
        if (p->is_integer)
            hra_text_addf(out, "whole %s\n", p->name);
    }
    hra_text_addf(out, "steps %llu\nbatch %d\nrate %.17g\nseed %llu\n", (unsigned long long)u->how.steps,
                  u->how.batch, u->how.rate, (unsigned long long)u->how.seed);
    stored_work_limits(&u->how.limits, out);
}

/* `store` NULL: there is none. */
static int with_spec(tuning *u, const args *a, const char *store) {
    hra_text spec;
    int status = store ? stored_work_heed(&u->stored, a, store, &u->how.seed, NULL) : EXIT_DONE;
    hra_text_init(&spec);
    add_spec(u, &spec);
    if (!status)
        status = store ? stored_work_begin(&u->stored, a, &spec) : stored_work_alone(&u->stored, a, &spec);
    hra_text_release(&spec);
    return status ? status : tune_work(u, a);
}

/* Whether the files that were requested can be written for this number of parameters. */
static int check_files(const args *a, int numbers) {
    if (args_given(a, "svg") && numbers > CURVE_LINES) {
        print_error(_("%s: --svg shows at most %d parameters; --csv writes all"), a->command->name,
                    CURVE_LINES);
        return EXIT_WRONG;
    }
    return output_fits(args_text(a, "csv", NULL)) && output_fits(args_text(a, "svg", NULL)) ? EXIT_DONE
                                                                                            : EXIT_FAILED;
}

/* resume, status and report. */
static int go_on(tuning *u, const args *a) {
    if (!args_wants_store(a))
        return EXIT_WRONG;
    u->keeps = true;
    u->status = strcmp(a->words[0], "status") == 0;
    u->plays = strcmp(a->words[0], "resume") == 0;
    u->quiet = u->status || args_given(a, "json");
    int status = stored_work_open(&u->stored, a, a->words[1], "tune", u->plays);
    double values[HRA_TUNE_PARAMETERS];
    uint64_t steps;
    if (!status)
        status = check_files(a, hra_work_tune(u->stored.share.work, values, &steps)->count);
    return status ? status : tune_work(u, a);
}

static int begin(tuning *u, const args *a) {
    const char *store = args_text(a, "store", NULL);
    if (!read_options(u, a))
        return EXIT_WRONG;
    int status = check_files(a, u->how.count);
    if (!status)
        status = setup_game(u->s, a->words[0], 0);
    u->how.size = sizeof u->how;
    u->how.game = u->s->game;
    u->how.player = a->words[1];
    u->how.data = u->s->data[0] ? u->s->data : NULL;
    u->how.parameters = u->parameters;
    u->quiet = args_given(a, "json");
    return status ? status : with_spec(u, a, store);
}

static int run(const args *a) {
    tuning *u = calloc(1, sizeof *u);
    setup *s = calloc(1, sizeof *s);
    int status = u && s ? EXIT_DONE : print_no_memory();
    if (!status) {
        u->s = s;
        u->stored.setup = s;
        u->stored.how.stepped = stepped;
        u->stored.how.stepped_self = u;
        u->keeps = args_given(a, "store");
        u->plays = true;
        hra_text_init(&u->table);
        store_folder(a, s->data);
        status = args_is_verb(a->command, a->words[0]) ? go_on(u, a) : begin(u, a);
        stored_work_close(&u->stored);
        curve_release(&u->curve);
        hra_text_release(&u->table);
        setup_release(s);
    }
    free(s);
    free(u);
    return status;
}

static const args_verb verbs[] = {/* no game is called so */
                                  {"resume", STORED_RESUME " csv svg"},
                                  {"report", STORED_REPORT " csv svg"},
                                  {"status", STORED_STATUS},
                                  {0}};

const args_command command_tune = {
    .name = "tune",
    .synopsis = "GAME PLAYER -p NAME=... | resume|report|status STORE",
    .verbs = verbs,
    .summary = "tune numeric parameters by self-play (SPSA)",
    .group = ARGS_MEASURE,
    .rare = true,
    .details = "PLAYER's spec names the parameters in braces.\n"
               "\n"
               "  hra tune checkers:ballot=all 'mcts:playouts=100,c={c}' -p c=1.4,0.1,4,0.2\n",
    .notes = "Each iteration changes all parameters at once, each up or down at random. The\n"
             "player with these values plays a group of games against the player with the\n"
             "opposite changes. Then the values move a little towards the winner. An\n"
             "iteration costs one group for any number of parameters. The noise is large:\n"
             "expect thousands of iterations, and test the result at the end.\n"
             "\n"
             "With --store the run is saved in FILE or a PostgreSQL database. After any\n"
             "interruption, 'resume' continues it without repeating finished tasks; 'hra work\n"
             "STORE' takes part from other processes and machines.\n"
             "\n"
             "  hra tune resume STORE\n"
             "  hra tune report STORE    print the results so far\n"
             "  hra tune status STORE    print progress, and how much each machine did\n",
    .options = options,
    .min_words = 2,
    .max_words = 2,
    .run = run,
};
