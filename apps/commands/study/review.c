/* hra review: what each choice of a play cost, and what the dice gave. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/open_game.h"
#include "commands/records.h"
#include "commands/stored_work.h"
#include "review_summary.h"
#include "term/term_review.h"
#include "term/term_table.h"

static const args_option options[] = {
    {.name = "analyst", .value = "PLAYER", .help = "player that judges (default: the game's best)"},
    {.name = "all-moves", .help = "print every move"},
    {.name = "step", .help = "step through graded decisions"},
    {.name = "summary", .help = "print only means over all records"},
    {.name = "threads",
     .letter = 't',
     .value = "N",
     .help = "number of tasks to run in parallel; does not change results (default: 1)"},
    {.name = "time",
     .value = "T",
     .help = "limit per question to the analyst, such as 100ms; results then vary"},
    {.name = "nodes", .value = "N", .help = "maximum nodes per question to the analyst"},
    {.name = "playouts", .value = "N", .help = "maximum simulations per question to the analyst"},
    {.name = "json", .help = "print JSON"},
    STORED_WORK_OPTIONS,
    STORE_FILES_OPTION,
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

enum { BATCH = 8192 /* plies that are judged at a time without a store */ };

typedef struct reviewing {
    const args *args;
    bool json, all, step;
    review_sum *sum; /* NULL: print each record */
    const char *by;
    const hra_player *analyst; /* of setup */
    hra_limits limits;         /* of each question to the judge */
    uint64_t threads;
    setup setup;
    const hra_game *game;
    term_review text;
    bool fresh; /* the judge was opened for this record */
    int index;  /* of the record */
    /* Judged here, ply by ply */
    hra_agent *agent;
    hra_review *review;
    /* Judged as work (hra/work.h), in several threads or in a store */
    bool works;        /* it is */
    const char *store; /* NULL: none */
    stored_work stored;
    hra_text spec;  /* with the records so far; empty: there are none */
    int plies;      /* in it, */
    int records;    /* and how many records */
    hra_text words; /* the judge that a store names */
} reviewing;

/* ---- showing a review -----------------------------------------------------------------------*/

static int print_judge_fails(const reviewing *r, const hra_error *why) {
    if (why->code == HRA_EFIT)
        print_error(_("%s does not value positions; name another player with --analyst"), r->by);
    else if (why->code == HRA_ELIMIT)
        print_error("--analyst %s: %s", r->by, why->text);
    else if (why->code != HRA_ESTOPPED)
        print_error("%s", why->text);
    return why->code == HRA_ELIMIT ? EXIT_WRONG : print_exit_status(why->code);
}

static int show_json(const reviewing *r) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_review(&json, NULL, r->text.review);
    return print_json(&out);
}

/* The last on the way that has a name. */
static void show_opening(const hra_record *record) {
    hra_text name;
    hra_text_init(&name);
    int ply = hra_record_opening(record, hra_record_info(record)->plies, &name);
    if (ply >= 0)
        table_show_opening(hra_record_info(record)->game, hra_record_at(record, ply).state);
    hra_text_release(&name);
}

static void show_head(reviewing *r, const hra_record *record) {
    if (r->fresh && !hra_player_info_of(hra_review_snapshot(r->text.review)->analyst)->exact)
        print(_("%s only estimates: luck and losses are estimates.\n"), r->by);
    r->fresh = false;
    print("%s", r->index ? "\n" : "");
    print(_("%s, seed %llu, game %llu; analyst %s\n"), r->game->spec,
          (unsigned long long)hra_record_info(record)->seed,
          (unsigned long long)hra_record_info(record)->number, r->by);
    show_opening(record);
    print_cell(4, _("turn"));
    print(r->game->seats > 1 ? " %s\n" : "\n", _("player"));
}

static int add_to_sum(const reviewing *r) {
    hra_err err = review_sum_add(r->sum, r->text.review, r->text.player);
    if (err)
        print_error(_("--summary takes at most %d players"), REVIEW_SUM_PLAYERS);
    return err ? EXIT_WRONG : EXIT_DONE;
}

/* Judges the next ply, unless work has done so. */
static int judge_next(const reviewing *r, int ply) {
    hra_error why = {0};
    if (!r->review) /* of a work: what is missing here was not judged yet */
        return ply < hra_review_snapshot(r->text.review)->done ? EXIT_DONE : EXIT_INTERRUPTED;
    hra_err err = hra_review_step(r->review, print_progress()->stop);
    if (!err)
        return EXIT_DONE;
    const hra_error *said = hra_agent_why(r->agent);
    hra_fail(&why, err, -1, "%s", err == HRA_ELIMIT && said ? said->text : hra_err_text(err));
    return print_judge_fails(r, &why);
}

/* Shows each ply as soon as it is judged; nothing if the judge turns out to be unable to judge. */
static int show_plies(reviewing *r, const hra_record *record) {
    int plies = hra_review_snapshot(r->text.review)->plies, ply = 0;
    do {
        print_reached(_("ply %d of %d of record %d"), ply, plies, r->index + 1);
        int status = judge_next(r, ply);
        if (status)
            return status;
        if (r->json || r->sum)
            continue;
        if (ply == 0)
            show_head(r, record);
        if (ply == plies)
            break;
        term_review_ply(&r->text, ply, r->all);
    } while (++ply < plies);
    return EXIT_DONE;
}

static int show_record(reviewing *r, const hra_record *record, const hra_review *review) {
    r->text.review = review;
    for (int seat = 0; seat < r->game->seats; seat++) {
        const char *name = hra_record_info(record)->names[seat];
        r->text.player[seat] = *name ? name : hra_record_info(record)->specs[seat];
    }
    int status = show_plies(r, record);
    if (status)
        return status;
    if (r->sum)
        return add_to_sum(r);
    if (r->json)
        return show_json(r);
    term_review_graph(&r->text);
    term_review_accounts(&r->text);
    return r->step ? term_review_walk(&r->text) : EXIT_DONE;
}

/* ---- a record that is judged here -----------------------------------------------------------*/

static bool is_of_game(const reviewing *r, const char *spec) {
    return r->game && hra_spec_equal(r->game->spec, spec, HRA_NAME_GAME, NULL, NULL);
}

/* Opens the game of the record and its judge, or keeps those of the record before where the game is the
 * same. */
static int prepare(reviewing *r, const hra_record *record) {
    if (is_of_game(r, hra_record_info(record)->game->spec))
        return EXIT_DONE;
    hra_agent_close(r->agent);
    r->agent = NULL;
    r->game = NULL;
    setup_release(&r->setup);
    memset(&r->setup, 0, sizeof r->setup);
    store_folder(r->args, r->setup.data);
    int status = setup_again(&r->setup, hra_record_info(record)->game);
    if (status)
        return status;
    r->game = r->setup.game;
    r->by = args_text(r->args, "analyst", hra_player_suggest(r->game).best);
    r->fresh = true;
    return setup_player(&r->setup, r->by, &r->analyst);
}

static int judge_here(reviewing *r, const hra_record *record) {
    hra_error why;
    int status = prepare(r, record);
    if (status)
        return status;
    if (!r->agent && hra_agent_open(&r->agent, r->analyst) != 0)
        return print_no_memory();
    if (hra_review_open(&r->review, r->agent, record, &why) != 0)
        return print_failure(&why, NULL);
    hra_review_limit(r->review, r->limits);
    status = show_record(r, record, r->review);
    hra_review_close(r->review);
    r->review = NULL;
    r->index++;
    return status;
}

/* ---- records that are judged as work --------------------------------------------------------*/

/* Shows what was judged, up to where the first result is missing. */
static int show_work(reviewing *r) {
    int status = EXIT_DONE;
    const hra_record *record;
    for (int i = 0; !status && (record = hra_work_record(r->stored.share.work, i)) != NULL; i++) {
        status = show_record(r, record, hra_work_review(r->stored.share.work, i));
        r->index += !status;
    }
    return status;
}

static int run_work(reviewing *r, bool plays, bool shows) {
    hra_error why;
    hra_err err = stored_work_run(&r->stored, plays, &why);
    print_progress_done();
    if (!shows)
        return err ? print_failure(&why, NULL) : stored_work_show_status(&r->stored, r->args, "player");
    int status = show_work(r);
    if (err)
        return print_judge_fails(r, &why);
    if (status == EXIT_INTERRUPTED && !plays)
        return EXIT_DONE; /* a report of what there is */
    if (status == EXIT_INTERRUPTED && r->stored.share.queue)
        stored_work_say_how_to_go_on(&r->stored, r->args);
    return status;
}

/* Judges the records that were collected, in the threads of this process. */
static int run_batch(reviewing *r) {
    if (!r->records)
        return EXIT_DONE;
    int status = stored_work_alone(&r->stored, r->args, &r->spec);
    if (!status)
        status = run_work(r, true, true);
    stored_work_close(&r->stored);
    hra_text_clear(&r->spec);
    r->records = r->plies = 0;
    return status;
}

/* A line that was cut off does not count, as in the file. */
static void add_lines(const char *text, size_t length, hra_text *out) {
    const char *end = text + length;
    for (const char *at = text, *line; at < end; at = line + 1) {
        size_t left = (size_t)(end - at);
        line = memchr(at, '\n', left);
        if (!line && !(line = memchr(at, '\r', left)))
            return;
        if (line > at && *at != '\r') {
            hra_text_add(out, "record ");
            hra_text_add_bytes(out, at, (size_t)(line - at));
            hra_text_add_char(out, '\n');
        }
    }
}

static void begin_spec(reviewing *r) {
    hra_text_clear(&r->spec);
    stored_work_spec("review", r->game, &r->spec);
    hra_text_addf(&r->spec, "player %s\n", r->by);
    stored_work_limits(&r->limits, &r->spec);
}

static int collect(reviewing *r, const record_found *found) {
    const hra_play_info *info = hra_record_info(found->record);
    int status = EXIT_DONE;
    if (r->records && !r->store && (!is_of_game(r, info->game->spec) || !info->plies || r->plies >= BATCH))
        status = run_batch(r);
    if (!status && !r->store && !info->plies)
        return judge_here(r, found->record);
    if (!status)
        status = prepare(r, found->record);
    if (status)
        return status;
    r->setup.host = found->host; /* the work reads its records as they were read here */
    if (!r->records)
        begin_spec(r);
    add_lines(found->text, found->length, &r->spec);
    r->records++;
    r->plies += info->plies;
    return r->spec.err ? print_no_memory() : EXIT_DONE;
}

static int run_in_store(reviewing *r) {
    int status = stored_work_begin(&r->stored, r->args, &r->spec);
    return status ? status : run_work(r, true, true);
}

/* resume, status and report: what the store names is what counts. */
static int go_on(reviewing *r) {
    const char *verb = r->args->words[0];
    const bool plays = strcmp(verb, "resume") == 0;
    size_t length = 0;
    if (!args_wants_store(r->args))
        return EXIT_WRONG;
    store_folder(r->args, r->setup.data);
    r->stored.share.threads = (int)r->threads;
    int status = stored_work_open(&r->stored, r->args, r->args->words[1], "review", plays);
    if (status)
        return status;
    const char *player = stored_work_line(hra_work_info_of(r->stored.share.work)->spec, "player", &length);
    hra_text_add_bytes(&r->words, player ? player : "", length);
    r->by = hra_text_string(&r->words);
    r->game = r->setup.game;
    r->fresh = true;
    if (r->words.err)
        return print_no_memory();
    return run_work(r, plays, strcmp(verb, "status") != 0);
}

/* ---- the command ----------------------------------------------------------------------------*/

/* What is added up is of one game, and so is what a store keeps. */
static int check_game(const reviewing *r, const char *spec) {
    const bool first = r->sum ? !r->sum->records && !r->records : !r->records;
    if (first || (!r->sum && !r->store) || is_of_game(r, spec))
        return EXIT_DONE;
    print_error(r->sum ? _("--summary takes records of one game, found %s and %s")
                       : _("--store takes records of one game, found %s and %s"),
                r->game->spec, spec);
    return EXIT_WRONG;
}

static int look(void *self, const record_found *found) {
    reviewing *r = self;
    int status = check_game(r, hra_record_info(found->record)->game->spec);
    if (status)
        return status;
    return r->works ? collect(r, found) : judge_here(r, found->record);
}

static int review_files(reviewing *r) {
    const args *a = r->args;
    int status = EXIT_DONE;
    if (r->store)
        status = stored_work_heed(&r->stored, a, r->store, NULL, NULL);
    if (!status && a->word_count == 0)
        status = records_each(a, NULL, look, r);
    for (int i = 0; i < a->word_count && !status; i++)
        status = records_each(a, a->words[i], look, r);
    if (!status && r->works)
        status = r->store ? run_in_store(r) : run_batch(r);
    return status;
}

static bool read_options(reviewing *r) {
    const args *a = r->args;
    hra_limits *limits = &r->limits;
    r->json = args_given(a, "json");
    r->all = args_given(a, "all-moves");
    r->step = args_given(a, "step");
    r->store = args_text(a, "store", NULL);
    return args_number(a, "threads", 1, 1, HRA_MATCH_THREADS, &r->threads) &&
           args_number(a, "nodes", 0, 1, UINT64_MAX, &limits->nodes) &&
           args_number(a, "playouts", 0, 1, UINT64_MAX, &limits->playouts) &&
           args_seconds(a, "time", 0, &limits->seconds);
}

static int review(reviewing *r) {
    const bool verb = r->args->word_count && args_is_verb(r->args->command, r->args->words[0]);
    if (!read_options(r))
        return EXIT_WRONG;
    r->works = r->threads > 1 || r->store;
    if (args_given(r->args, "summary") && !(r->sum = calloc(1, sizeof *r->sum)))
        return print_no_memory();
    int status = verb ? go_on(r) : review_files(r);
    if (!r->sum || !r->sum->records || (status != EXIT_DONE && status != EXIT_INTERRUPTED))
        return status;
    int shown = r->json ? review_sum_json(r->sum) : review_sum_show(r->sum);
    return status ? status : shown;
}

static int run(const args *a) {
    reviewing *r = calloc(1, sizeof *r);
    if (!r)
        return print_no_memory();
    r->args = a;
    r->stored.setup = &r->setup;
    hra_text_init(&r->spec);
    hra_text_init(&r->words);
    int status = review(r);
    stored_work_close(&r->stored);
    hra_text_release(&r->words);
    hra_text_release(&r->spec);
    free(r->sum);
    hra_agent_close(r->agent);
    setup_release(&r->setup);
    free(r);
    return status;
}

static const char *const verbs[] = {"resume", "report", "status", NULL}; /* a file of this name: ./resume */

const args_command command_review = {
    .name = "review",
    .synopsis = "[FILE...] | resume|report|status STORE",
    .verbs = verbs,
    .summary = "review a game: losses, luck, accuracy",
    .group = ARGS_STUDY,
    .details = "Prints mistakes and notable luck of each game in FILE, then a summary. FILE\n"
               "holds one or more records (.pdn: PDN, .mat: match file); - is standard input.\n"
               "Without FILE it is the last saved game.\n"
               "\n"
               "  hra review\n"
               "  hra review game.pdn --analyst expert:depth=9 --step\n"
               "  hra review match.mat --summary\n",
    .notes = "Luck of a roll: the value after it minus the value before it, or minus the mean\n"
             "over all rolls if the analyst values them all. Loss of a decision: the value of\n"
             "the best move minus the value of the move made. Expected result + luck +\n"
             "decisions of others - lost = result. A line of a roll (*) names the player whom\n"
             "it changed most.\n"
             "\n"
             "Values have the unit of the analyst's advice: win probability (%) or points.\n"
             "Any player that values positions can be the analyst. An analyst that only\n"
             "estimates counts no loss for a move that it would make itself; if its value\n"
             "changes later, that is added as reassessed. If the record names the analyst as\n"
             "the player of a seat, it answers as in the game.\n"
             "\n"
             "Grades: a decision that lost 5, 10 or 20 % of win probability is an inaccuracy\n"
             "(?!), an error (?) or a blunder (?\?); in games for points the limits are 0.5, 1\n"
             "and 2 % of the points expected at the start. In games of two players with dice\n"
             "and points they are 0.04, 0.08 and 0.16 points, and PR is 500 times the mean\n"
             "loss. With a cube, grades and PR are divided by its value, checker play and\n"
             "cube are counted apart, and each cube decision has a line. Rolling when\n"
             "doubling would be a blunder does not count as a decision.\n"
             "\n"
             "Accuracy: the mean of 103.17 exp(-4.354 x) - 3.17 % over the decisions, where x\n"
             "is the win probability that each lost; for points, result / (result + lost).\n"
             "\n"
             "--summary prints means over all records with their standard errors. Luck is\n"
             "zero in the mean, so the luck-adjusted result shows with fewer games which\n"
             "player is better. An analyst counts its own moves as right.\n"
             "\n"
             "An analyst that remembers earlier decisions judges a record in one task; others\n"
             "share the plies of a record among the threads.\n"
             "\n"
             "With --store the run is saved in FILE or a PostgreSQL database. After any\n"
             "interruption, 'resume' continues it without repeating finished tasks; 'hra work\n"
             "STORE' takes part from other processes and machines.\n"
             "\n"
             "  hra review resume STORE\n"
             "  hra review report STORE    print the results so far\n"
             "  hra review status STORE    print progress, and how much each machine did\n",
    .options = options,
    .max_words = ARGS_MAX,
    .run = run,
};
