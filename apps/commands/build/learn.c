/* hra learn: a program teaches itself a game. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/commands.h"
#include "commands/output.h"
#include "commands/records.h"
#include "learning.h"

static const args_option options[] = {
    {.name = "method",
     .letter = 'm',
     .value = "METHOD",
     .help = "training method, such as td:hidden=80 (default: by game; see hra methods)"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .stream = ARGS_ANYTHING,
     .help = "model file, saved every 30 s (default: GAME-METHOD.hra, or the next free number)"},
    {.name = "games",
     .letter = 'n',
     .value = "N",
     .help = "number of games in total (default: by game and method; see hra methods)"},
    {.name = "duration", .value = "T", .help = "train for T instead of a number of games, such as 5m"},
    {.name = "resume", .help = "train on from FILE, with its game, method and seed"},
    {.name = "threads",
     .letter = 't',
     .value = "N",
     .help = "number of games to run in parallel; does not change results (default: 1)"},
    {.name = "seed", .value = "S", .help = "random seed (default: random, printed)"},
    {.name = "runs",
     .value = "N",
     .help = "independent runs with seeds S, S+1, ...; files FILE, FILE-2, ... (default: 1)"},
    {.name = "eval-against",
     .letter = 'a',
     .value = "PLAYER",
     .help = "evaluate against these players; not trained against (default: random; pacman: directional)",
     .many = true,
     .section = N_("Evaluation:")},
    {.name = "eval-games",
     .value = "N",
     .help = "games per evaluation (default: 200, slow players 10; 0: none)"},
    {.name = "evals", .value = "N", .help = "evaluations in total (default: 20)"},
    {.name = "json", .help = "print JSON", .section = N_("Output:")},
    {.name = "csv",
     .value = "FILE.csv",
     .ends = ".csv",
     .stream = ARGS_OUTPUT,
     .help = "write the learning curve as CSV"},
    {.name = "svg",
     .value = "FILE.svg",
     .ends = PICTURE_ENDINGS,
     .stream = ARGS_OUTPUT,
     .help = "write the learning curve as SVG"},
    {.name = "export",
     .value = "FILE",
     .stream = ARGS_OUTPUT,
     .help = "write the model without optimizer state"},
    STORED_WORK_OPTIONS,
    RECORDS_OPTION,
    {.name = "allow-files", .help = "let specs in records and stores read files"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

enum {
    MOST_RUNS = 1000,
    MOST_POINTS = 100000,
    LARGEST_MODEL = 1 << 28 /* bytes */
};

static const double save_every = 30; /* seconds */

/* ---- learning -------------------------------------------------------------------------------*/

static int write_file(const learning *l, hra_err (*write)(const hra_learner *, hra_text *),
                      const char *path) {
    hra_text bytes;
    hra_text_init(&bytes);
    hra_err err = write(l->learner, &bytes);
    int status = err ? print_no_memory() : output_write(path, &bytes);
    hra_text_release(&bytes);
    return status;
}

static int save(const learning *l) {
    return write_file(l, hra_learner_write, l->file);
}

/* Trains until `games` games or `time` seconds are reached, and saves the model at intervals. */
static int learn_until(learning *l, uint64_t games, double time) {
    hra_progress progress = *print_progress();
    while (hra_learner_games(l->learner) < games && !print_interrupted()) {
        double begun = hra_clock(), left = time > 0 ? time - l->spent : save_every;
        hra_error why;
        if (left <= 0)
            break;
        progress.deadline = begun + (left < save_every ? left : save_every);
        hra_err err = hra_learner_run(l->learner, games, &progress, &why);
        l->spent += hra_clock() - begun;
        if (err && err != HRA_ESTOPPED)
            return print_failure(&why, NULL);
        int status = save(l);
        if (status)
            return status;
    }
    return EXIT_DONE;
}

static int learn(learning *l) {
    uint64_t begun = l->before = hra_learner_games(l->learner), last = begun;
    int status = save(l);
    if (!status && !begun)
        status = learning_measure(l); /* so that the curve shows where it began */
    for (uint64_t i = 1; i <= l->points && !status && !print_interrupted(); i++) {
        double share = (double)i / (double)l->points,
               more = l->games > begun ? (double)(l->games - begun) * share : 0;
        uint64_t until = l->time > 0 ? UINT64_MAX : begun + (uint64_t)(more + 0.5), old = last;
        status = learn_until(l, until, l->time * share);
        last = hra_learner_games(l->learner);
        if (!status && !print_interrupted() && (last > old || (last == begun && i == l->points)))
            status = learning_measure(l);
    }
    return status;
}

/* ---- a store --------------------------------------------------------------------------------*/

static void say_file_exists(const learning *l) {
    print_error(_("'%s' exists; continue it with --resume, or name another file"), l->file);
}

static bool store_fits(const args *a) {
    static const char *const others[] = {"duration", "runs", "resume", "evals", "csv", "svg"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (args_given(a, others[i])) {
            print_error(_("%s: --%s and --store exclude each other"), a->command->name, others[i]);
            return false;
        }
    return true;
}

static int open_stored(learning *l) {
    hra_text spec;
    hra_text_init(&spec);
    stored_work_spec("learning", l->s->game, &spec);
    hra_text_addf(&spec, "method %s\ngames %llu\nseed %llu\n", l->method, (unsigned long long)l->games,
                  (unsigned long long)l->s->seed);
    int status = stored_work_begin(&l->stored, l->a, &spec);
    hra_text_release(&spec);
    return status;
}

/* What is there of it becomes what was learnt. */
static hra_err take_model(learning *l, hra_error *why) {
    uint64_t games;
    hra_text file;
    hra_text_init(&file);
    hra_err err = stored_work_seconds(&l->stored, &l->spent, why);
    if (!err)
        err = hra_work_model(l->stored.share.work, &file, &games, why);
    if (!err && games)
        err = hra_learner_restore(l->learner, queue_name(l->stored.share.queue), file.data, file.length, why);
    hra_text_release(&file);
    return err;
}

/* Refuses a file that is there, unless it has the model of this run, whole: a job that a scheduler begins once more
 * after it wrote its file has only to report. */
static int check_file(learning *l) {
    hra_error why;
    hra_text model, file;
    hra_text_init(&model);
    hra_text_init(&file);
    hra_err err = stored_work_run(&l->stored, false, &why);
    const bool whole = !err && hra_work_is_finished(l->stored.share.work);
    if (whole && !(err = take_model(l, &why)))
        err = hra_host_read_file(NULL, l->file, LARGEST_MODEL, &file, &why);
    int status = err                                                   ? print_failure(&why, NULL)
                 : whole && hra_learner_write(l->learner, &model) != 0 ? print_no_memory()
                                                                       : EXIT_DONE;
    if (!status && whole && model.length == file.length && memcmp(model.data, file.data, file.length) == 0) {
        print_note(_("'%s' has the model of this run already"), l->file);
    } else if (!status) {
        say_file_exists(l);
        status = EXIT_WRONG;
    }
    hra_text_release(&model);
    hra_text_release(&file);
    return status;
}

/* Only the final model is evaluated. */
static int learn_stored(learning *l) {
    if (l->there) {
        int status = check_file(l);
        return status ? status : learning_measure(l);
    }
    hra_error why;
    hra_err err = stored_work_run(&l->stored, l->plays, &why);
    print_progress_done();
    if (!err && l->plays && !hra_work_is_finished(l->stored.share.work)) {
        stored_work_say_how_to_go_on(&l->stored, l->a);
        return EXIT_INTERRUPTED;
    }
    if (!err)
        err = take_model(l, &why);
    int status = err ? print_failure(&why, NULL) : save(l);
    return status ? status : learning_measure(l);
}

/* ---- the command ----------------------------------------------------------------------------*/

static bool read_options(learning *l) {
    const args *a = l->a;
    l->file = args_text(a, "output", NULL);
    l->opponents = args_values(a, "eval-against", &l->against);
    if (!l->file && args_given(a, "resume")) {
        print_error(_("%s: missing --output FILE, the file to resume"), a->command->name);
        return false;
    }
    if (l->file && strcmp(l->file, "-") == 0) { /* it is read again, to be measured and to go on with */
        print_error(_("%s: --output takes a file; --export - writes the model to standard output"),
                    a->command->name);
        return false;
    }
    if (l->file && (strpbrk(l->file, "\"\n") || strlen(l->file) > HRA_SPEC_LENGTH / 2)) {
        print_error(_("%s: --output takes a shorter name, without quotes"), a->command->name);
        return false;
    }
    if (l->opponents > CURVE_LINES) {
        print_error(_("%s: at most %d opponents, not %d"), a->command->name, CURVE_LINES, l->opponents);
        return false;
    }
    if (args_given(a, "games") && args_given(a, "duration")) {
        print_error(_("%s: --games and --duration exclude each other"), a->command->name);
        return false;
    }
    if (args_given(a, "export") && args_given(a, "runs")) {
        print_error(_("%s: --export and --runs exclude each other"), a->command->name);
        return false;
    }
    l->quiet = args_given(a, "json");
    return args_number(a, "games", 1, 1, 1000000000000000, &l->games) &&
           args_seconds(a, "duration", 0, &l->time) &&
           args_number(a, "threads", 1, 1, HRA_LEARN_THREADS, &l->threads) &&
           args_number(a, "eval-games", 200, 0, 1000000000, &l->measure) &&
           args_number(a, "evals", 20, 1, MOST_POINTS, &l->points) &&
           args_number(a, "runs", 1, 1, MOST_RUNS, &l->runs) && setup_seed(l->s, a);
}

/* Reads method and seed from the head of a model file. */
static bool take_head(learning *l, const hra_text *bytes) {
    const char *method = strstr(hra_text_string(bytes), "\nmethod "),
               *seed = strstr(hra_text_string(bytes), "\nseed ");
    size_t length = method ? strcspn(method + 8, "\n") : 0;
    char number[24];
    if (!method || !seed || length >= sizeof l->method || strcspn(seed + 6, "\n") >= sizeof number)
        return false;
    memcpy(l->method, method + 8, length);
    l->method[length] = '\0';
    (void)hra_snprintf(number, sizeof number, "%.*s", (int)strcspn(seed + 6, "\n"), seed + 6);
    return args_parse_number(number, &l->s->seed);
}

/* Whether a typed method, or its name alone, is that of the file. */
static bool is_method(const learning *l, const char *typed) {
    const hra_rules *rules = l->s->game->rules;
    char name[HRA_SPEC_LENGTH];
    hra_text whole;
    (void)hra_snprintf(name, sizeof name, "%.*s", (int)strcspn(l->method, ":"), l->method);
    if (hra_learn_spec_equal(typed, name, rules, NULL))
        return true;
    hra_text_init(&whole);
    bool same = hra_learn_complete(l->s->game, typed, &whole, NULL, NULL) == 0 &&
                hra_learn_spec_equal(hra_text_string(&whole), l->method, rules, NULL);
    hra_text_release(&whole);
    return same;
}

/* Refuses a seed or a method that was typed and is not that of the file. */
static bool head_fits(const learning *l, uint64_t typed_seed) {
    const args *a = l->a;
    const bool seed = args_given(a, "seed") && typed_seed != l->s->seed,
               method = args_given(a, "method") && !is_method(l, args_text(a, "method", ""));
    hra_text has;
    hra_text_init(&has);
    if (seed)
        hra_text_addf(&has, "--seed %llu", (unsigned long long)l->s->seed);
    else
        hra_text_addf(&has, "--method %s", l->method);
    if (seed || method)
        stored_work_say_fixed(a, seed ? "seed" : "method", l->file, print_string(&has));
    hra_text_release(&has);
    return !seed && !method;
}

static hra_learn_setup setup_of(const learning *l) {
    return (hra_learn_setup){.size = sizeof(hra_learn_setup),
                             .game = l->s->game,
                             .method = l->method,
                             .seed = l->s->seed,
                             .threads = (int)l->threads,
                             .data = l->s->data[0] ? l->s->data : NULL};
}

static int open_learner(learning *l, const hra_text *kept) {
    const uint64_t seed = l->s->seed;
    hra_error why;
    if (kept && !take_head(l, kept)) {
        print_error(_("'%s': not a model of hra learn"), l->file);
        return EXIT_WRONG;
    }
    if (kept && !head_fits(l, seed))
        return EXIT_WRONG;
    const hra_learn_setup how = setup_of(l);
    hra_err err = hra_learner_open(&l->learner, &how, &why);
    if (err)
        return print_failure(&why, err == HRA_EINPUT && !kept ? l->method : NULL);
    if (kept && (err = hra_learner_restore(l->learner, l->file, kept->data, kept->length, &why)) != 0)
        return print_failure(&why, NULL);
    if (l->measure && !args_given(l->a, "eval-games"))
        l->measure = (uint64_t)hra_learner_eval_games(l->learner);
    return learning_add_records(l);
}

/* Fills in what was not typed. A spec from a file or a store is whole as it is. */
static int complete(learning *l) {
    const char *typed = l->method[0] ? l->method : NULL;
    uint64_t games = 0;
    hra_text spec;
    hra_error why;
    hra_text_init(&spec);
    hra_err err = hra_learn_complete(l->s->game, typed, &spec, &games, &why);
    if (!err && !args_given(l->a, "resume"))
        (void)hra_snprintf(l->method, sizeof l->method, "%s", hra_text_string(&spec));
    const bool counted = l->learner && hra_learner_wants_records(l->learner); /* by its records */
    if (!err && !args_given(l->a, "games") && !counted)
        l->games = games;
    hra_text_release(&spec);
    return err ? print_failure(&why, err == HRA_EINPUT ? typed : NULL) : EXIT_DONE;
}

/* A file that was not named: GAME-METHOD.hra, or behind that the first number that no file has. */
static void name_file(learning *l) {
    const int length = (int)strcspn(l->method, ":");
    if (l->file)
        return;
    (void)hra_snprintf(l->own_name, sizeof l->own_name, "%s-%.*s.hra", l->s->game->rules->name, length,
                       l->method);
    for (int i = 2; access(l->own_name, F_OK) == 0; i++)
        (void)hra_snprintf(l->own_name, sizeof l->own_name, "%s-%.*s-%d.hra", l->s->game->rules->name, length,
                           l->method, i);
    l->file = l->own_name;
}

static int read_kept(const learning *l, hra_text *out) {
    hra_error why;
    return hra_host_read_file(NULL, l->file, LARGEST_MODEL, out, &why) ? print_failure(&why, NULL)
                                                                       : EXIT_DONE;
}

/* The game that is learnt: the one that is typed, or that of the file that is gone on with. One that reads
 * files of its own has to be typed. */
static int find_game(const learning *l, char spec[HRA_SPEC_LENGTH]) {
    const args *a = l->a;
    if (a->word_count) {
        (void)hra_snprintf(spec, HRA_SPEC_LENGTH, "%s", a->words[0]);
        return EXIT_DONE;
    }
    if (!args_given(a, "resume")) {
        args_say_missing(a->command, 0);
        return EXIT_WRONG;
    }
    hra_text kept;
    hra_game *alone = NULL;
    hra_error why = {0};
    hra_text_init(&kept);
    int status = read_kept(l, &kept);
    const char *game = status ? NULL : strstr(hra_text_string(&kept), "\ngame ");
    if (game) {
        (void)hra_snprintf(spec, HRA_SPEC_LENGTH, "%.*s", (int)strcspn(game + 6, "\n"), game + 6);
        status = hra_game_open(&alone, NULL, spec, &why) ? print_failure(&why, spec) : EXIT_DONE;
        hra_game_close(alone);
    } else if (!status) {
        print_error(_("'%s': not a model of hra learn"), l->file);
        status = EXIT_WRONG;
    }
    hra_text_release(&kept);
    return status;
}

/* A new one, or the one that is there; neither is lost by mistake. */
static int begin(learning *l) {
    const bool resume = args_given(l->a, "resume"), begun = l->keeps && queue_spec(l->stored.share.queue);
    hra_text kept;
    l->there = l->file && access(l->file, F_OK) == 0;
    if (l->there && !resume && !begun) {
        say_file_exists(l);
        return EXIT_WRONG;
    }
    if (!resume)
        return !l->file || l->there || output_fits(l->file) ? open_learner(l, NULL) : EXIT_FAILED;
    hra_text_init(&kept);
    int status = read_kept(l, &kept);
    if (!status)
        status = open_learner(l, &kept);
    if (!status)
        status = complete(l); /* the length alone */
    hra_text_release(&kept);
    return status;
}

/* One run: from its beginning, or from what is kept of it, to its end. */
static int run_once(learning *l) {
    int status = begin(l);
    if (!status && l->keeps && !l->stored.share.work)
        status = open_stored(l);
    if (!status && !l->quiet)
        status = learning_tell_head(l);
    return status ? status : l->keeps ? learn_stored(l) : learn(l);
}

static int run_all(learning *l) {
    uint64_t seed = l->s->seed;
    const char *file = l->file;
    int status = run_once(l);
    for (uint64_t i = 1; i < l->runs && !status && !print_interrupted(); i++) {
        hra_learner_close(l->learner);
        l->learner = NULL;
        l->spent = 0;
        l->s->seed = seed + i;
        (void)hra_snprintf(l->name, sizeof l->name, "%s-%llu", file, (unsigned long long)i + 1);
        l->file = l->name;
        if (!l->quiet)
            print("\n");
        status = run_once(l);
    }
    l->s->seed = seed;
    if (!print_interrupted())
        l->file = file;
    return status;
}

/* Opens the players it is evaluated against, and checks that the files can be written. */
static int get_ready(learning *l) {
    const hra_player *ignored;
    int status = EXIT_DONE;
    name_file(l);
    if (!l->opponents) {
        const char *usual = l->s->game->rules->catalogue->opponent;
        l->usual[0] = usual ? usual : "random";
        l->against = l->usual;
        l->opponents = 1;
    }
    for (int i = 0; !status && l->measure && l->s->game->seats > 1 && i < l->opponents; i++)
        if (!(status = setup_player(l->s, l->against[i], &ignored)))
            status = setup_limited(l->s, &ignored, 1, &(hra_limits){0});
    if (!status &&
        (!output_fits(args_text(l->a, "csv", NULL)) || !output_fits(args_text(l->a, "svg", NULL)) ||
         !output_fits(args_text(l->a, "export", NULL))))
        status = EXIT_FAILED;
    if (l->s->game->seats == 1)
        l->opponents = 1;
    return status;
}

static int run_learning(learning *l) {
    int status = get_ready(l);
    if (!status)
        status = run_all(l);
    if (!status)
        status = learning_write_curve(l);
    if (!status && args_given(l->a, "export"))
        status = write_file(l, hra_learner_export, args_text(l->a, "export", NULL));
    if (!status && l->quiet)
        status = learning_tell_json(l);
    else if (!status)
        status = learning_tell_end(l, !print_interrupted());
    return !status && print_interrupted() ? EXIT_INTERRUPTED : status;
}

static int begin_typed(learning *l) {
    char spec[HRA_SPEC_LENGTH];
    const char *store = args_text(l->a, "store", NULL);
    l->keeps = store != NULL;
    l->plays = true;
    (void)hra_snprintf(l->method, sizeof l->method, "%s", args_text(l->a, "method", ""));
    if (!read_options(l) || (store && !store_fits(l->a)))
        return EXIT_WRONG;
    int status = find_game(l, spec);
    if (!status && store)
        status = stored_work_heed(&l->stored, l->a, store, &l->s->seed, NULL);
    if (!status)
        status = setup_game(l->s, spec, 0);
    if (!status && !args_given(l->a, "resume"))
        status = complete(l);
    return status ? status : run_learning(l);
}

/* Method and numbers as the store has them; its game reads no files, so not what was learnt either. */
static void read_stored(learning *l) {
    size_t length = 0;
    const char *method = stored_work_line(hra_work_info_of(l->stored.share.work)->spec, "method", &length);
    (void)hra_snprintf(l->method, sizeof l->method, "%.*s", (int)length, method);
    l->s->seed = stored_work_seed(&l->stored);
    l->measure = 0;
}

/* resume, status and report. */
static int go_on(learning *l) {
    if (!args_wants_store(l->a))
        return EXIT_WRONG;
    l->keeps = true;
    l->plays = strcmp(l->a->words[0], "resume") == 0;
    l->status = strcmp(l->a->words[0], "status") == 0;
    if (!read_options(l))
        return EXIT_WRONG;
    int status = stored_work_open(&l->stored, l->a, l->a->words[1], "learn", l->plays);
    if (status)
        return status;
    read_stored(l);
    if (!l->status)
        return run_learning(l);
    hra_error why;
    hra_err err = stored_work_run(&l->stored, false, &why);
    print_progress_done();
    return err ? print_failure(&why, NULL) : stored_work_show_status(&l->stored, l->a, "method");
}

static int run(const args *a) {
    learning *l = calloc(1, sizeof *l);
    setup *s = calloc(1, sizeof *s);
    int status = l && s ? EXIT_DONE : print_no_memory();
    if (!status) {
        l->s = s;
        l->a = a;
        l->stored.setup = s;
        hra_text_init(&l->row);
        store_folder(a, s->data);
        status = a->word_count && args_is_verb(a->command, a->words[0]) ? go_on(l) : begin_typed(l);
        stored_work_close(&l->stored);
        hra_learner_close(l->learner);
        curve_release(&l->curve);
        hra_text_release(&l->row);
        setup_release(s);
    }
    free(s);
    free(l);
    return status;
}

static const args_verb verbs[] = {/* no game is called so */
                                  {"resume", STORED_RESUME " output export"},
                                  {"report", STORED_REPORT " output export"},
                                  {"status", STORED_STATUS},
                                  {0}};

const args_command command_learn = {
    .name = "learn",
    .synopsis = "GAME [RECORDS...] [-m METHOD] [-o FILE] | resume|report|status STORE",
    .verbs = verbs,
    .summary = "train a player by self-play, or from games of others",
    .group = ARGS_BUILD,
    .details = "Plays, trains on its own games, and evaluates the model from time to time by\n"
               "other games. The last line shows how to play against the result.\n"
               "\n"
               "  hra learn tictactoe --eval-against exact\n"
               "  hra learn tictactoe --method zero --output ttt.hra --eval-against exact random\n"
               "  hra learn pacman --method q --output pac.hra\n",
    .notes = "The game decides what you leave out: method, its options and number of games;\n"
             "the table in 'hra methods' lists them. The same seed gives the same file.\n"
             "\n"
             "FILE is saved during training. --resume reads game, method and seed from FILE\n"
             "and trains on, until the model has learnt from --games games in total:\n"
             "\n"
             "  hra learn --resume --output ttt.hra --games 100000\n"
             "\n"
             "Method records learns from RECORDS, files or folders of games that others have\n"
             "played; a part of the games is held out, and measures in how many decisions the\n"
             "model predicts the move:\n"
             "\n"
             "  hra learn checkers games.pdn --method records\n"
             "\n"
             "With --store the tasks of a method with iterations (zero, rollout and the games'\n"
             "own methods) are saved in a file or a PostgreSQL database, and 'hra work STORE'\n"
             "takes part. FILE is written and evaluated at the end; it has the same bytes as\n"
             "that of a run without --store.\n"
             "\n"
             "  hra learn resume STORE --output FILE     continue after an interruption\n"
             "  hra learn report STORE --output FILE     write the model so far\n"
             "  hra learn status STORE                   print progress, and how much each\n"
             "                                           machine did\n",
    .options = options,
    .min_words = 0, /* by --resume the file knows its game */
    .max_words = ARGS_MAX,
    .run = run,
};
