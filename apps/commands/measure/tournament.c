/* hra tournament: players against each other in pairings, rated; or two of them until a test is decided. */
#include <stdlib.h>
#include <string.h>

#include "adjudication.h"
#include "commands/commands.h"
#include "commands/output.h"
#include "commands/record_store.h"
#include "opening_file.h"
#include "player_list.h"
#include "strength_report.h"
#include "tournament_counts.h"
#include "tournament_picture.h"

static const args_option options[] = {
    {.name = "groups",
     .letter = 'n',
     .value = "N",
     .help = "groups per pairing (default: 100; with --sprt: at most 100000)"},
    {.name = "players",
     .value = "FILE",
     .stream = ARGS_INPUT,
     .help = "also the players of FILE, one per line"},
    {.name = "gauntlet", .help = "first player against all others"},
    TEST_OPTIONS,
    {.name = "from-counts",
     .value = "wins=N,draws=N,losses=N|ptnml=N,N,N,N,N",
     .help = "rate two players by counts of games or of game pairs; plays nothing"},
    {.name = "threads",
     .letter = 't',
     .value = "N",
     .help = "number of games to run in parallel; does not change results (default: 1)"},
    {.name = "seed", .value = "N", .help = "random seed (default: random, printed)"},
    {.name = "time", .value = "T", .help = "limit per move, such as 100ms; results then vary"},
    {.name = "nodes", .value = "N", .help = "maximum nodes per move"},
    {.name = "affinity", .help = "pin each thread and its engines to one CPU"},
    OPENING_OPTIONS,
    {.name = "draw",
     .value = "movenumber=N,movecount=N,score=X",
     .help = "adjudicate a draw by both scores",
     .section = N_("Adjudication:")},
    {.name = "resign",
     .value = "movecount=N,score=X[,twosided=yes]",
     .help = "adjudicate a loss by the scores"},
    {.name = "max-plies", .value = "N", .help = "adjudicate a draw after N plies"},
    {.name = "tablebases", .help = "adjudicate by exact value"},
    {.name = "json", .help = "print JSON", .section = N_("Output:")},
    {.name = "verbose", .help = "print one line per group"},
    {.name = "csv",
     .value = "FILE.csv",
     .ends = ".csv",
     .stream = ARGS_OUTPUT,
     .help = "write a row for each game as CSV: points, plies, times, statistics"},
    {.name = "ties", .help = "also fit a model with draws (Davidson, Turner)"},
    {.name = "report",
     .value = "FILE.svg",
     .ends = PICTURE_ENDINGS,
     .stream = ARGS_OUTPUT,
     .help = "write ratings, results and the course of a test as SVG"},
    {.name = "record",
     .value = "FILE",
     .help = "append records to FILE (.pdn, .pgn, .mat, .sgf); 'report': new FILE"},
    STORED_WORK_OPTIONS,
    STORED_APPEND_OPTION,
    {.name = "allow-files", .help = "let specs in records and stores read files"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

enum { GROUPS = 100, TEST_GROUPS = 100000 };

static void note_group(void *self, const hra_pairing *p) {
    tournament *u = self;
    tournament_course_add(&u->course, p);
    if (!u->verbose)
        return;
    print_progress_done();
    for (int i = 0; i < p->count; i++)
        print("%s%s %.1F", i ? ", " : "", tournament_called(u, p->player[i]), p->points[i]);
    print(_n("; %llu group", "; %llu groups", p->groups), (unsigned long long)p->groups);
    if (u->how.test)
        print(_(", log-likelihood ratio %.3F"), print_rounded(p->llr, 3));
    print("\n");
    (void)print_flush(); /* another program may follow the file */
}

/* ---- the command ----------------------------------------------------------------------------*/

/* A test has one pairing. */
static bool players_fit(const tournament *u, const args *a) {
    const int count = u->how.count;
    if (!u->how.test || u->s->game->seats > 2 || count <= 2)
        return true;
    print_error(_("%s: --sprt compares two players, not %d"), a->command->name, count);
    return false;
}

static bool read_options(tournament *u, const args *a) {
    uint64_t threads;
    if (!test_read(a, &u->test))
        return false;
    if (args_given(a, "sprt") && args_given(a, "gauntlet")) {
        print_error(_("%s: --gauntlet and --sprt exclude each other"), a->command->name);
        return false;
    }
    if (args_given(a, "sprt"))
        u->how.test = &u->test;
    u->how.schedule = args_given(a, "gauntlet") ? HRA_GAUNTLET : HRA_ROUND_ROBIN;
    if (!args_number(a, "groups", u->how.test ? TEST_GROUPS : GROUPS, 1, 1000000000000, &u->how.groups) ||
        !args_number(a, "threads", 1, 1, HRA_MATCH_THREADS, &threads) ||
        !args_number(a, "nodes", 0, 1, UINT64_MAX, &u->how.limits.nodes) ||
        !adjudication_read(a, &u->adjudicator) || !args_seconds(a, "time", 0, &u->how.limits.seconds) ||
        !openings_options_fit(a) || !setup_seed(u->s, a))
        return false;
    u->how.threads = (int)threads;
    u->stored.how.pin = args_given(a, "affinity");
    u->how.seed = u->s->seed;
    return true;
}

/* As in the tables: groups after the end of a test, and repetitions, do not count. */
static bool game_counts(const void *self, const match_row *row) {
    hra_pairing p;
    hra_tournament_snapshot(((const tournament *)self)->t, row->pairing, &p);
    return row->group < p.groups;
}

/* What there is to see of it, whole or not. */
static int report(tournament *u, const args *a) {
    if (u->status)
        return stored_work_show_status(&u->stored, a, "player");
    int status = args_given(a, "json") ? tournament_show_json(u) : tournament_show(u);
    if (!status && args_given(a, "csv"))
        status = match_games_write(&u->each, args_text(a, "csv", NULL), game_counts, u);
    return !status && args_given(a, "report") ? tournament_draw(u, args_text(a, "report", NULL)) : status;
}

static void print_groups(const tournament *u) {
    uint64_t groups = 0;
    for (int i = 0; i < u->how.pairings; i++) {
        hra_pairing p;
        hra_tournament_snapshot(u->t, i, &p);
        groups += p.groups;
    }
    print_reached(_n("%llu group of games finished", "%llu groups of games finished", groups),
                  (unsigned long long)groups);
}

/* What has come of it; `err`: how playing ended. */
static int tell(tournament *u, const args *a, hra_err err, const hra_error *why) {
    print_progress_done();
    print_groups(u);
    int status =
        err ? print_failure(u->record_why && u->record_why->code ? u->record_why : why, NULL) : report(u, a);
    bool open = u->plays && !hra_work_is_finished(u->stored.share.work);
    if (u->keeps && open)
        stored_work_say_how_to_go_on(&u->stored, a);
    return !status && open ? EXIT_INTERRUPTED : status;
}

/* The process that finds the tournament finished adds its records to the file; NULL: to none. */
static int play(tournament *u, const args *a, record_file *file) {
    hra_error why;
    u->began = hra_clock();
    hra_err err = stored_work_run(&u->stored, u->plays, &why);
    int status = tell(u, a, err, &why);
    bool open = u->plays && !hra_work_is_finished(u->stored.share.work);
    if (!status && file && !open && record_file_add(file, stored_work_give_records, &u->stored, &why) != 0)
        status = print_failure(&why, NULL);
    return status;
}

/* Players that think by the clock, or with threads of their own, get less where others sit on their cores. */
static void warn_of_cores(const tournament *u) {
    uint64_t most = 1;
    bool timed = u->how.limits.seconds > 0;
    for (int i = 0; i < u->how.count; i++) {
        const char *spec = hra_player_info_of(u->players[i])->spec, *threads = strstr(spec, "threads=");
        uint64_t own = threads ? strtoull(threads + strlen("threads="), NULL, 10) : 1;
        most = own > most && own <= HRA_MATCH_THREADS ? own : most;
        timed = timed || strstr(spec, "time=") || strstr(spec, "clock=");
    }
    uint64_t wanted = most * (uint64_t)u->how.threads;
    if ((timed || most > 1) && wanted > (uint64_t)hra_processors())
        print_note(_("%llu cores are needed and there are %d: players with a time limit get less time"),
                   (unsigned long long)wanted, hra_processors());
}

static int open_all(tournament *u, const args *a) {
    int status = openings_game(u->s, a, a->words[0], 0);
    if (!status && !adjudication_fits(a, &u->adjudicator, u->s->game))
        status = EXIT_WRONG;
    if (!status)
        status = player_list_open(u->s, a, u->players, &u->how.count);
    if (!status && !players_fit(u, a))
        status = EXIT_WRONG;
    if (!status && !args_given(a, "openings"))
        status = setup_limited(u->s, u->players, u->how.count, &u->how.limits);
    u->verbose = args_given(a, "verbose");
    u->ties = args_given(a, "ties");
    if (!status)
        warn_of_cores(u);
    return status;
}

/* ---- the work -------------------------------------------------------------------------------*/

/* The spec of the run. Options that do not change results, such as threads, are left out. */
static void add_spec(const tournament *u, const args *a, bool records, hra_text *out) {
    stored_work_spec("games", u->s->game, out);
    for (int i = 0; i < u->how.count; i++)
        hra_text_addf(out, "player %s\n", hra_player_info_of(u->players[i])->spec);
    hra_text_addf(out, "schedule %s\ngroups %llu\nseed %llu\nrecords %s\n",
                  u->how.schedule == HRA_GAUNTLET ? "gauntlet" : "round-robin",
                  (unsigned long long)u->how.groups, (unsigned long long)u->s->seed, records ? "yes" : "no");
    hra_text_add(out,
                 u->keeps && (args_given(a, "csv") || stored_work_facts(&u->stored)) ? "facts yes\n" : "");
    stored_work_limits(&u->how.limits, out);
    if (u->how.test)
        hra_text_addf(out, "test %.17g,%.17g\nerrors %.17g,%.17g\n%s", u->test.low, u->test.high,
                      u->test.alpha, u->test.beta, u->test.logistic ? "model logistic\n" : "");
    adjudication_write(a, &u->adjudicator, out);
    stored_work_openings(u->openings, tournament_openings(u), out);
}

/* How the work that is open was opened. */
static void take_setup(tournament *u) {
    const hra_tournament_setup *how;
    u->t = hra_work_tournament(u->stored.share.work, &how);
    u->how = *how;
    memcpy(u->players, how->players, (size_t)how->count * sizeof *u->players);
    if (how->test)
        u->test = *how->test;
    u->s->seed = how->seed;
    match_games_init(&u->each, u->s->game, u->players, u->how.count, true);
    u->each.table = true;
}

static int with_stored(tournament *u, const args *a) {
    const char *record = args_text(a, "record", NULL);
    queue *q = u->stored.share.queue;
    record_file file;
    hra_error why;
    take_setup(u);
    if (!stored_work_facts_fit(&u->stored, a))
        return EXIT_WRONG;
    if (record && !stored_work_records(&u->stored)) {
        print_error(_("%s has no records: it was started without --record"), queue_name(q));
        return EXIT_WRONG;
    }
    if (record &&
        record_file_open(&file, record, stored_work_record_use(a, u->plays), u->s->game, q, &why) != 0)
        return print_failure(&why, NULL);
    return play(u, a, record ? &file : NULL);
}

static int with_store(tournament *u, const args *a, const char *name) {
    hra_text spec;
    bool records = args_given(a, "record");
    hra_text_init(&spec);
    int status = stored_work_heed(&u->stored, a, name, &u->s->seed, &records);
    if (!status)
        status = openings_open(u->s, a, &u->openings);
    u->how.openings = u->openings;
    if (!status)
        add_spec(u, a, records, &spec);
    if (!status)
        status = stored_work_begin(&u->stored, a, &spec);
    hra_text_release(&spec);
    return status ? status : with_stored(u, a);
}

static int play_alone(tournament *u, const args *a, file_store *record) {
    hra_work_setup *how = &u->stored.how;
    hra_text spec;
    if (record) {
        u->record_why = &record->why;
        how->records = file_store_add;
        how->records_self = record;
    }
    how->players = u->players;
    how->player_count = u->how.count;
    hra_text_init(&spec);
    add_spec(u, a, record != NULL, &spec);
    int status = stored_work_alone(&u->stored, a, &spec);
    hra_text_release(&spec);
    print_progress_done();
    if (status)
        return status;
    take_setup(u);
    return play(u, a, NULL);
}

static int with_records(tournament *u, const args *a, const char *path) {
    file_store file;
    hra_error why;
    if (!file_store_init(&file, path))
        return EXIT_WRONG;
    if (file_store_fits(&file, u->s->game->rules, &why) != 0 || file_store_open(&file, &why) != 0)
        return print_failure(&why, NULL);
    int status = play_alone(u, a, &file);
    if (file_store_close(&file) != 0 && !status)
        status = print_failure(&file.why, NULL);
    return status;
}

static int begin(tournament *u, const args *a) {
    const char *record = args_text(a, "record", NULL), *store = args_text(a, "store", NULL);
    if (record && store && strcmp(record, store) == 0) {
        print_error(_("tournament: --record and --store name the same file, %s"), record);
        return EXIT_WRONG;
    }
    if (!output_fits(args_text(a, "report", NULL)) || !output_fits(args_text(a, "csv", NULL)))
        return EXIT_FAILED;
    int status = read_options(u, a) ? open_all(u, a) : EXIT_WRONG;
    if (status)
        return status;
    if (store)
        return with_store(u, a, store);
    status = openings_open(u->s, a, &u->openings);
    u->how.openings = u->openings;
    return status ? status : record ? with_records(u, a, record) : play_alone(u, a, NULL);
}

/* What a store keeps. */
static int go_on(tournament *u, const args *a, const char *store) {
    if (!output_fits(args_text(a, "report", NULL)) || !output_fits(args_text(a, "csv", NULL)))
        return EXIT_FAILED;
    u->keeps = true;
    u->verbose = args_given(a, "verbose");
    u->ties = args_given(a, "ties");
    int status = stored_work_open(&u->stored, a, store, "tournament", u->plays);
    return status ? status : with_stored(u, a);
}

/* resume, status and report. */
static int verb(tournament *u, const args *a) {
    if (!args_wants_store(a))
        return EXIT_WRONG;
    u->plays = strcmp(a->words[0], "resume") == 0;
    u->status = strcmp(a->words[0], "status") == 0;
    return go_on(u, a, a->words[1]);
}

static int run(const args *a) {
    if (args_given(a, "from-counts"))
        return tournament_from_counts(a);
    if (a->word_count == 0) {
        args_say_missing(a->command, 0);
        return EXIT_WRONG;
    }
    if (!stored_work_append_fits(a))
        return EXIT_WRONG;
    tournament *u = calloc(1, sizeof *u);
    setup *s = calloc(1, sizeof *s);
    int status = u && s ? EXIT_DONE : print_no_memory();
    if (!status) {
        u->s = s;
        u->stored.setup = s;
        u->stored.how.counted = note_group;
        u->stored.how.counted_self = u;
        if (args_given(a, "csv")) {
            u->stored.how.ended = match_games_add;
            u->stored.how.ended_self = &u->each;
            u->stored.how.facts = true;
        }
        store_folder(a, s->data);
        u->plays = true;
        u->keeps = args_given(a, "store");
        status = args_is_verb(a->command, a->words[0]) ? verb(u, a) : begin(u, a);
        stored_work_close(&u->stored);
        match_games_release(&u->each);
        hra_openings_close(u->openings);
        setup_release(s);
    }
    free(s);
    free(u);
    return status;
}

static const args_verb verbs[] = {/* no game is called so */
                                  {"resume", STORED_RESUME " affinity verbose ties report record csv"},
                                  {"report", STORED_REPORT " verbose ties report record append csv"},
                                  {"status", STORED_STATUS},
                                  {0}};

const args_command command_tournament = {
    .name = "tournament",
    .synopsis = "GAME PLAYER PLAYER... | resume|report|status STORE | --from-counts N",
    .verbs = verbs,
    .summary = "rate players, or test two (SPRT)",
    .group = ARGS_MEASURE,
    .details = "Each pair of players meets in groups: games with the same dice and opening, one\n"
               "for each seating. The same seed gives the same results for any number of\n"
               "threads.\n"
               "\n"
               "  hra tournament tictactoe random greedy minimax\n"
               "  hra tournament checkers:ballot=all expert:level=2 expert:level=4 --groups 50\n"
               "  hra tournament checkers:ballot=all mcts:playouts=200 mcts:playouts=100 \\\n"
               "      --sprt 0,40\n"
               "  hra tournament --from-counts wins=60,draws=900,losses=40 --sprt 0,5\n",
    .notes = "With --sprt two players play until it is decided whether their difference is\n"
             "ELO0 or ELO1. Normalized Elo does not shrink with draws; logistic Elo gives the\n"
             "expected score rate. In a game of one seat all players play the same number of\n"
             "games, and the higher score wins. Ctrl-C ends the tournament and prints the\n"
             "results so far.\n"
             "\n"
             "--from-counts takes results of any program: games by wins=, draws= and losses=,\n"
             "or game pairs by ptnml=, with 0, 1/2, 1, 3/2 and 2 points. Wins, draws and losses\n"
             "do not say which games share an opening, so their error is an upper estimate.\n"
             "\n"
             "--draw adjudicates a draw if each player has made movenumber moves and the last\n"
             "movecount scores of both are at most score away from 0 (default: movenumber=0,\n"
             "movecount=8,score=0.05). --resign adjudicates a loss if the last movecount\n"
             "scores of a player are at most -score; with twosided=yes the other player must\n"
             "agree (default: movecount=4,score=0.9, twosided=no). A score is the value that a\n"
             "player gives its own move.\n"
             "\n"
             "With --store the run is saved in FILE or a PostgreSQL database. After any\n"
             "interruption, 'resume' continues it without repeating finished tasks; 'hra work\n"
             "STORE' takes part from other processes and machines.\n"
             "\n"
             "  hra tournament resume STORE\n"
             "  hra tournament report STORE    print the results so far\n"
             "  hra tournament status STORE    print progress, and how much each machine did\n"
             "\n"
             "'resume' also takes --threads, --affinity, --lease, --record, --ties, --verbose\n"
             "and --json. It refuses what the run has already, such as --groups.\n",
    .options = options,
    .min_words = 0,
    .max_words = ARGS_MAX,
    .run = run,
};
