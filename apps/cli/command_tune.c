/* hra tune: numbers in a player's spec, made better by playing. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "output.h"
#include "setup.h"

static const args_option options[] = {
    {.name = "parameter",
     .letter = 'p',
     .value = "NAME=START,LEAST,MOST,STEP",
     .help = "a number that the player names in braces; it is moved by STEP up and down",
     .many = true},
    {.name = "whole",                                                 .value = "NAME", .help = "this one is a whole number", .many = true},
    {.name = "steps",                                                                          .letter = 'n', .value = "N", .help = "groups of games, all in all; default 1000"},
    {.name = "batch",                                                                       .value = "B", .help = "so many steps begin at the same numbers; default 8"},
    {.name = "rate",
     .value = "R",
     .help = "at the end a group that is won moves a number by R of its STEP; default 0.1"},
    {.name = "seed",                                                                                     .value = "S", .help = "of all randomness; default: drawn and shown"},
    {.name = "threads",
     .letter = 't',
     .value = "T",
     .help = "play so many games at a time; changes no figure; default 1"},
    {.name = "time",
     .value = "T",
     .help = "at most so long for a decision, such as 100ms (figures then vary)"},
    {.name = "nodes",                                                                       .value = "N", .help = "at most so many nodes for a decision"},
    {.name = "output",                         .letter = 'o', .value = "FILE.csv", .help = "write the numbers after each batch"},
    {.name = "json",                                                                        .help = "for programs"},
    {.name = "data", .value = "DIR", .help = "folder of tables"},
    {0                                                                       }
};

enum { BATCH_MOST = 10000, EVERY = 20 /* lines on screen, all in all */ };

typedef struct tuning {
    setup *s;
    hra_tune_setup how;
    hra_tune_parameter parameters[HRA_TUNE_PARAMETERS];
    char names[HRA_TUNE_PARAMETERS][HRA_NAME_LENGTH];
    hra_text curve;
    bool quiet;
    uint64_t due; /* the step from which the next line is said */
} tuning;

/* ---- the options ----------------------------------------------------------------------------*/

static bool read_parameter(tuning *u, const args *a, const char *text) {
    hra_tune_parameter *p = &u->parameters[u->how.count];
    double *const numbers[] = {&p->start, &p->low, &p->high, &p->step};
    const char *at = strchr(text, '=');
    bool good =
        at && at > text && (size_t)(at - text) < HRA_NAME_LENGTH && u->how.count < HRA_TUNE_PARAMETERS;
    for (int i = 0; i < 4 && good; i++)
        good = hra_number_read(at + 1, &at, numbers[i]) && *at == (i < 3 ? ',' : '\0');
    if (!good) {
        say_error(_("%s: --parameter takes NAME=START,LEAST,MOST,STEP, such as king=100,0,300,20, %d times "
                    "at most, "
                    "not '%s'"),
                  a->command->name, HRA_TUNE_PARAMETERS, text);
        return false;
    }
    char *name = u->names[u->how.count];
    size_t length = (size_t)(strchr(text, '=') - text);
    memcpy(name, text, length);
    name[length] = '\0';
    p->name = name;
    u->how.count++;
    return true;
}

static bool read_whole(tuning *u, const args *a, const char *name) {
    for (int i = 0; i < u->how.count; i++)
        if (strcmp(u->names[i], name) == 0)
            return u->parameters[i].whole = true;
    say_error(_("%s: --whole names no --parameter: '%s'"), a->command->name, name);
    return false;
}

static bool read_options(tuning *u, const args *a) {
    const char *const *list;
    uint64_t threads, batch;
    const char *rate = args_text(a, "rate", "0.1"), *end;
    int count = args_values(a, "parameter", &list);
    for (int i = 0; i < count; i++)
        if (!read_parameter(u, a, list[i]))
            return false;
    if (count == 0) {
        say_error(_("%s: which numbers? --parameter NAME=START,LEAST,MOST,STEP, and {NAME} in the player"),
                  a->command->name);
        return false;
    }
    count = args_values(a, "whole", &list);
    for (int i = 0; i < count; i++)
        if (!read_whole(u, a, list[i]))
            return false;
    if (!hra_number_read(rate, &end, &u->how.rate) || *end) {
        say_error(_("%s: --rate takes a number, such as 0.1, not '%s'"), a->command->name, rate);
        return false;
    }
    if (!args_number(a, "steps", 1000, 1, 1000000000000, &u->how.steps) ||
        !args_number(a, "batch", 8, 1, BATCH_MOST, &batch) ||
        !args_number(a, "threads", 1, 1, HRA_MATCH_THREADS, &threads) ||
        !args_number(a, "nodes", 0, 1, UINT64_MAX, &u->how.limits.nodes) ||
        !args_seconds(a, "time", 0, &u->how.limits.seconds) || !setup_seed(u->s, a))
        return false;
    u->how.threads = (int)threads;
    u->how.batch = (int)batch;
    u->how.seed = u->s->seed;
    return true;
}

/* ---- what is told ---------------------------------------------------------------------------*/

static void stepped(void *self, uint64_t steps, const double *values) {
    tuning *u = self;
    hra_text_addf(&u->curve, "%llu", (unsigned long long)steps);
    for (int i = 0; i < u->how.count; i++) {
        hra_text_add_char(&u->curve, ',');
        hra_text_add_number(&u->curve, values[i]);
    }
    hra_text_add_char(&u->curve, '\n');
    if (u->quiet || steps < u->due)
        return;
    u->due = steps + u->how.steps / EVERY;
    say_progress_done();
    say("%10llu", (unsigned long long)steps);
    for (int i = 0; i < u->how.count; i++)
        say("  %s %.5g", u->names[i], values[i]);
    say("\n");
    (void)say_flush(); /* somebody may watch the file that it goes to */
}

static int show_json(const tuning *u, uint64_t steps, const double *values, const hra_text *spec) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_object(&json, NULL);
    hra_json_text(&json, "game", u->how.game->spec);
    hra_json_text(&json, "template", u->how.player);
    hra_json_count(&json, "seed", u->how.seed);
    hra_json_count(&json, "steps", steps);
    hra_json_object(&json, "values");
    for (int i = 0; i < u->how.count; i++)
        hra_json_number(&json, u->names[i], values[i]);
    hra_json_end(&json);
    hra_json_text(&json, "player", hra_text_string(spec));
    hra_json_end(&json);
    return say_json(&out);
}

static void show(const tuning *u, uint64_t steps, const hra_text *tuned, const hra_text *before) {
    say(_n("%s: %llu step, seed %llu\n", "%s: %llu steps, seed %llu\n", steps), u->how.game->spec,
        (unsigned long long)steps, (unsigned long long)u->how.seed);
    say("%s\n\n%s\n", hra_text_string(tuned), _("Whether it is stronger than what it began with:"));
    say("  hra tournament %s '%s' '%s' --test 0,10\n", u->how.game->spec, hra_text_string(tuned),
        hra_text_string(before));
}

/* ---- the command ----------------------------------------------------------------------------*/

static int tell(tuning *u, const args *a, uint64_t steps, const double *values) {
    double start[HRA_TUNE_PARAMETERS];
    hra_text tuned, before;
    hra_text_init(&tuned);
    hra_text_init(&before);
    for (int i = 0; i < u->how.count; i++)
        start[i] = u->parameters[i].start;
    int status = EXIT_DONE;
    if (hra_tune_spec(&u->how, values, &tuned, NULL) != 0 ||
        hra_tune_spec(&u->how, start, &before, NULL) != 0)
        status = say_no_memory();
    else if (args_given(a, "json"))
        status = show_json(u, steps, values, &tuned);
    else
        show(u, steps, &tuned, &before);
    if (!status && args_given(a, "output"))
        status = output_write(args_text(a, "output", NULL), &u->curve);
    hra_text_release(&tuned);
    hra_text_release(&before);
    return !status && steps < u->how.steps ? EXIT_INTERRUPTED : status;
}

static int tune(tuning *u, const args *a) {
    double values[HRA_TUNE_PARAMETERS];
    uint64_t steps;
    hra_error why;
    u->how.size = sizeof u->how;
    u->how.game = u->s->game;
    u->how.player = a->words[1];
    u->how.data = u->s->data[0] ? u->s->data : NULL;
    u->how.parameters = u->parameters;
    u->how.progress = say_progress();
    u->how.stepped = stepped;
    u->how.stepped_self = u;
    u->quiet = args_given(a, "json");
    hra_text_add(&u->curve, "steps");
    for (int i = 0; i < u->how.count; i++)
        hra_text_addf(&u->curve, ",%s", u->names[i]);
    hra_text_add_char(&u->curve, '\n');
    hra_err err = hra_tune_run(&u->how, values, &steps, &why);
    say_progress_done();
    return err ? say_failure(&why, NULL) : tell(u, a, steps, values);
}

static int run(const args *a) {
    tuning *u = calloc(1, sizeof *u);
    setup *s = calloc(1, sizeof *s);
    int status = u && s ? EXIT_DONE : say_no_memory();
    if (!status) {
        u->s = s;
        hra_text_init(&u->curve);
        store_folder(a, s->data);
        if (!read_options(u, a))
            status = EXIT_WRONG;
        else if (!output_fits(args_text(a, "output", NULL)))
            status = EXIT_FAILED;
        else
            status = setup_game(s, a->words[0], 0);
        if (!status)
            status = tune(u, a);
        hra_text_release(&u->curve);
        setup_release(s);
    }
    free(s);
    free(u);
    return status;
}

const args_command command_tune = {
    .name = "tune",
    .synopsis = "GAME PLAYER --parameter NAME=START,LEAST,MOST,STEP...",
    .summary = "make numbers of a player better by playing (SPSA)",
    .details =
        "The player's spec names numbers in braces. In each step all of them are moved, each up or down by\n"
        "the throw of a coin, and the player with them so plays a group of games against the one with them "
        "the\n"
        "other way round; then all go a little to where the points were. However many numbers there are, a\n"
        "step costs one group. Noise is large: thousands of steps are usual, and a test at the end is "
        "needed.\n\n"
        "  hra tune checkers:ballot=all 'mcts:playouts=100,c={c}' -p c=1.4,0.1,4,0.2 --steps 2000\n",
    .options = options,
    .min_words = 2,
    .max_words = 2,
    .run = run,
};
