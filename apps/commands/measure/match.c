/* hra match: many games, and their statistics. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/output.h"
#include "commands/record_store.h"
#include "commands/stored_work.h"
#include "match_export.h"
#include "match_games.h"
#include "match_part.h"
#include "match_report.h"
#include "opening_file.h"
#include "pictures/chart/histogram.h"

static const args_option options[] = {
    {.name = "games",
     .letter = 'n',
     .value = "N",
     .help = "number of games (default: 1000; stops after 50 s)"},
    {.name = "duration", .value = "T", .help = "stop after T, such as 10m; without --games as many as fit"},
    {.name = "rotate", .help = "play each opening once with every seating"},
    {.name = "threads",
     .letter = 't',
     .value = "N",
     .help = "number of games to run in parallel; does not change results (default: 1)"},
    {.name = "seed", .value = "N", .help = "random seed (default: random, printed)"},
    {.name = "time", .value = "T", .help = "limit per move, such as 100ms; results then vary"},
    OPENING_OPTIONS,
    {.name = "json", .help = "print JSON", .section = N_("Output:")},
    {.name = "verbose", .help = "print one line per game"},
    {.name = "csv",
     .value = "FILE.csv",
     .ends = ".csv",
     .stream = ARGS_OUTPUT,
     .help = "write a row for each game as CSV: points, plies, times, statistics"},
    {.name = "branching", .help = "print legal moves per decision, plies, and the size of the game"},
    {.name = "report",
     .value = "FILE",
     .ends = SERIES_ENDINGS,
     .stream = ARGS_OUTPUT,
     .help = "write results to FILE (.txt, .csv, .svg, .png, .pdf, .gif, .html)"},
    {.name = "plot",
     .value = "FILE.svg",
     .ends = PICTURE_ENDINGS,
     .stream = ARGS_OUTPUT,
     .help = "write a histogram of scores as SVG"},
    PICTURE_OPTIONS,
    {.name = "record",
     .value = "FILE",
     .help = "append records to FILE (.pdn, .pgn, .mat, .sgf); 'report': new FILE"},
    {.name = "part",
     .value = "I/N",
     .help = "play part I of N; needs --seed and -o",
     .section = N_("Parts of a match:")},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .stream = ARGS_OUTPUT,
     .help = "write the games of this part to FILE; -: standard output"},
    {.name = "merge",
     .value = "FILE",
     .stream = ARGS_INPUT,
     .help = "merge files written by --part",
     .many = true},
    STORED_WORK_OPTIONS,
    STORED_APPEND_OPTION,
    {.name = "allow-files", .help = "let specs in records and stores read files"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

/* ---- files ----------------------------------------------------------------------------------*/

static int write_plot(hra_match_result *result, const char *path, const picture_look *look) {
    hra_stats *stats[HRA_MAX_SEATS];
    const char *titles[HRA_MAX_SEATS];
    hra_text title, picture;
    hra_text_init(&title);
    hra_text_init(&picture);
    for (int i = 0; i < result->count; i++) {
        stats[i] = &result->players[i].score;
        titles[i] = hra_match_called(result, i);
    }
    hra_text_addf(&title, _n("%s, %llu game, seed %llu", "%s, %llu games, seed %llu", result->games),
                  result->game, (unsigned long long)result->games, (unsigned long long)result->seed);
    const char *usual = hra_text_string(&title);
    histogram_svg(stats, titles, result->count, picture_title(look, usual), &picture);
    picture.err = picture.err ? picture.err : title.err;
    int status = output_write_svg(path, NULL, &picture, look, usual);
    hra_text_release(&title);
    hra_text_release(&picture);
    return status;
}

static int write_part(hra_match_result *result, const char *path) {
    hra_text text;
    hra_text_init(&text);
    hra_match_write(result, &text);
    int status = output_write(path, &text);
    hra_text_release(&text);
    return status;
}

/* The options of pictures; false: an error was printed. */
static bool read_look(const args *a, picture_look *look) {
    const char *report = args_text(a, "report", NULL);
    return picture_look_read(a, args_given(a, "plot") || (report && output_is(report, PICTURE_ENDINGS)),
                             look);
}

/* Players that were named on this command line; with a verb and with --merge all have names. */
static int named_players(const args *a, const hra_match_result *result) {
    bool begins = a->word_count && !args_is_verb(a->command, a->words[0]);
    return begins ? a->word_count - 1 : result->count;
}

/* Shows a match and writes the files that were asked for; times (which are shown of `programs`) and games NULL: not known. Returns an exit status. */
static int give_out(const args *a, const hra_game *game, hra_match_result *result,
                    const hra_match_time *times, bool programs, match_games *games) {
    match_branching branching;
    hra_error why;
    const bool branches = games && args_given(a, "branching");
    if (branches && match_branching_of(games, &branching, &why) != 0)
        return print_failure(&why, NULL);
    print_progress_done();
    if (args_given(a, "json"))
        match_show_json(game, result, branches ? &branching : NULL, times);
    else
        match_show(game, result, named_players(a, result), programs ? times : NULL);
    if (branches && !args_given(a, "json"))
        match_branching_show(&branching);
    picture_look look;
    int status = read_look(a, &look) ? EXIT_DONE : EXIT_WRONG;
    if (games && games->table && !status)
        status = match_games_write(games, args_text(a, "csv", NULL), NULL, NULL);
    if (args_given(a, "output") && !status)
        status = write_part(result, args_text(a, "output", NULL));
    if (args_given(a, "plot") && !status)
        status = write_plot(result, args_text(a, "plot", NULL), &look);
    if (args_given(a, "report") && !status)
        status = series_write(game, result, times, args_text(a, "report", NULL), &look);
    return !status && print_interrupted() ? EXIT_INTERRUPTED : status;
}

/* ---- merging --------------------------------------------------------------------------------*/

static int read_part(const args *a, const char *path, hra_match_result *out) {
    hra_text text;
    hra_error why;
    hra_text_init(&text);
    int status = store_read(a, path, false, &text);
    if (!status && hra_match_read(out, hra_text_string(&text), text.length, &why) != 0) {
        print_error("%s: %s", path, why.text);
        status = hra_is_lack(why.code) ? EXIT_FAILED : EXIT_WRONG;
    }
    hra_text_release(&text);
    return status;
}

/* Opens the game that names the facts. Parts may come from anybody, so their game reads files only where the
 * user allows it. */
static int give_out_merged(const args *a, hra_match_result *merged) {
    hra_game *game;
    hra_error why;
    if (hra_game_open(&game, args_given(a, "allow-files") ? &cli_file_host : NULL, merged->game, &why) != 0) {
        if (why.code == HRA_EDENIED)
            print_error(_("%s; --allow-files allows it"), why.text);
        else
            print_failure(&why, merged->game);
        return hra_is_lack(why.code) ? EXIT_FAILED : EXIT_WRONG;
    }
    int status = EXIT_WRONG;
    if (game->seats == merged->count)
        status = give_out(a, game, merged, NULL, false, NULL);
    else
        print_error(_("the parts give %s %d seats, but it has %d"), merged->game, merged->count, game->seats);
    hra_game_close(game);
    return status;
}

static int merge(const args *a) {
    const char *const *paths;
    int count = args_values(a, "merge", &paths), status = EXIT_DONE;
    hra_match_result *parts = calloc((size_t)count + 1, sizeof *parts);
    const hra_match_result *list[ARGS_MAX];
    hra_error why;
    if (!parts)
        return print_no_memory();
    hra_match_result *merged = &parts[count];
    merged->size = sizeof *parts;
    for (int i = 0; i < count; i++) {
        list[i] = &parts[i];
        parts[i].size = sizeof *parts;
        status = status ? status : read_part(a, paths[i], &parts[i]);
    }
    if (!status && hra_match_merge(merged, list, count, &why) != 0)
        status = print_failure(&why, NULL);
    if (!status && merged->games == 0) {
        print_error("%s", _("these parts contain no games"));
        status = EXIT_WRONG;
    }
    if (!status)
        status = give_out_merged(a, merged);
    for (int i = 0; i <= count; i++)
        hra_match_release(&parts[i]);
    free(parts);
    return status;
}

/* ---- a match --------------------------------------------------------------------------------*/

typedef struct matching {
    setup *s;
    uint64_t games, seed;
    bool rotate;
    hra_limits limits;
    double began, seconds; /* limit in seconds; 0: until all games are over */
    hra_progress progress; /* with the time */
    hra_match_time times[HRA_MAX_SEATS];
    hra_openings *openings; /* NULL: none */
    series_lines lines;     /* for --verbose */
    match_games each;       /* for --csv and --branching */
    match_repeats repeats;
    stored_work stored;
    bool programs;       /* some player is an external program */
    bool keeps;          /* it is stored */
    record_file *record; /* to which what is kept goes; NULL: none */
    bool plays;          /* else what was kept is shown */
    bool status;         /* in a few lines */
} matching;

/* ---- options --------------------------------------------------------------------------------*/

/* A file of what was played does not say which openings they were, so it could be merged with other ones. */
static bool openings_fit(const args *a) {
    if (!args_given(a, "openings") || !args_given(a, "output"))
        return true;
    print_error(_("%s: --openings and -o exclude each other"), a->command->name);
    return false;
}

/* A part is neither a picture nor a table, and is the only thing on standard output. */
static bool part_fits(const args *a) {
    const char *file = args_text(a, "output", NULL);
    if (file && output_misleads(file, ""))
        return output_ends(a->command->name, "output", file, ".part");
    if (file && strcmp(file, "-") == 0)
        print_to_stderr();
    if (file && strcmp(file, "-") == 0 && args_given(a, "json")) {
        print_error(_("%s: -o - and --json both write to standard output; use one of them"),
                    a->command->name);
        return false;
    }
    return true;
}

/* Others play too, so games are not known when they end, and no time is set. */
static bool store_fits(const args *a, bool stored) {
    static const char *const no[] = {"duration", "part", "verbose", "merge", "branching"};
    for (size_t i = 0; i < sizeof no / sizeof *no && stored; i++)
        if (args_given(a, no[i])) {
            print_error(_("%s: --%s and --store exclude each other"), a->command->name, no[i]);
            return false;
        }
    return true;
}

/* ---- playing --------------------------------------------------------------------------------*/

static int print_nothing_was_played(const matching *m) {
    if (print_interrupted())
        return EXIT_INTERRUPTED;
    print_error("%s", m->keeps
                          ? _("no game is finished yet")
                          : _("no game was finished in this time; use a longer --duration T, or --games N"));
    return EXIT_FAILED;
}

/* Games that this run is to play. */
static uint64_t planned(const matching *m) {
    const hra_work_setup *how = &m->stored.how;
    return how->to ? how->to - how->from : m->games;
}

static int tell(matching *m, const args *a, hra_match_result *result) {
    print_reached(_("%llu of %llu games finished"), (unsigned long long)result->games,
                  (unsigned long long)(m->keeps ? result->games_planned : planned(m)));
    if (result->games == 0)
        return print_nothing_was_played(m);
    if (result->stopped && !m->keeps && !print_interrupted() && !args_given(a, "output"))
        result->games_planned = result->games; /* a match by the clock has no games that are missing */
    int status = give_out(a, m->s->game, result, m->stored.how.times, m->programs,
                          m->stored.how.facts ? &m->each : NULL);
    if (!args_given(a, "json"))
        match_repeats_say(&m->repeats);
    return status;
}

static int show_status(matching *m, const args *a) {
    hra_error why;
    if (stored_work_run(&m->stored, false, &why) != 0)
        return print_failure(&why, NULL);
    print_progress_done();
    return stored_work_show_status(&m->stored, a, "player");
}

/* The process that finds the match finished adds its records to the file. */
static hra_err play_tasks(matching *m, hra_match_result *result, bool *over, hra_error *why) {
    hra_err err = stored_work_run(&m->stored, m->plays, why);
    *over = hra_work_is_finished(m->stored.share.work);
    if (!err)
        err = hra_work_match(m->stored.share.work, result, why);
    if (!err && m->record && (*over || !m->plays))
        err = record_file_add(m->record, stored_work_give_records, &m->stored, why);
    if (!err && !m->keeps) {
        result->seconds = hra_clock() - m->began;
        result->stopped = !*over;
    }
    return err;
}

static int run_match(matching *m, const args *a, file_store *record) {
    hra_match_result result = {.size = sizeof result};
    hra_error why = {0};
    bool over = true;
    if (a->word_count == 1 && !args_is_verb(a->command, a->words[0]) && print_progress_shown())
        print_note(_("No player is named, so %s plays all seats; 'hra match %s PLAYER...' names players."),
                   hra_player_called(m->s->players, 1, 0).text, a->words[0]);
    print_progress_begin(N_("games"));
    hra_err err = play_tasks(m, &result, &over, &why);
    print_progress_done();
    int status =
        err ? print_failure(record && record->why.code ? &record->why : &why, NULL) : tell(m, a, &result);
    hra_match_release(&result);
    if (over || !m->keeps)
        return status;
    if (m->plays)
        stored_work_say_how_to_go_on(&m->stored, a);
    return !status && m->plays ? EXIT_INTERRUPTED : status;
}

/* The players of a store are open: they are found by their specs. */
static int list_kept_games(matching *m) {
    hra_match_result kept = {.size = sizeof kept};
    hra_error why;
    int status = hra_work_match(m->stored.share.work, &kept, &why) ? print_failure(&why, NULL) : EXIT_DONE;
    for (int p = 0; p < kept.count && !status; p++)
        status = setup_player(m->s, kept.players[p].spec, &m->s->players[p]);
    if (!status)
        match_games_init(&m->each, m->s->game, m->s->players, kept.count, false);
    m->each.table = true;
    hra_match_release(&kept);
    return status;
}

/* With a store records lie in it, task by task, so that a game is in both or in neither. */
static int play_kept(matching *m, const args *a) {
    record_file file;
    hra_error why;
    const queue *q = m->stored.share.queue;
    const char *record = args_text(a, "record", NULL);
    if (!stored_work_facts_fit(&m->stored, a))
        return EXIT_WRONG;
    int status = args_given(a, "csv") ? list_kept_games(m) : EXIT_DONE;
    if (status)
        return status;
    if (record && !stored_work_records(&m->stored)) {
        print_error(_("%s has no records: it was started without --record"), queue_name(q));
        return EXIT_WRONG;
    }
    if (record && record_file_open(&file, record, stored_work_record_use(a, m->plays), m->s->game,
                                   m->stored.share.queue, &why) != 0)
        return print_failure(&why, NULL);
    m->record = record ? &file : NULL;
    return run_match(m, a, NULL);
}

/* The spec of the run. Options that do not change results, such as threads, are left out. */
static void add_spec(const matching *m, bool records, bool facts, hra_text *out) {
    const setup *s = m->s;
    const uint64_t seats = (uint64_t)s->game->seats,
                   numbers = m->rotate ? (m->games - 1) / seats + 1 : m->games,
                   openings = m->openings ? hra_openings_count(m->openings) : 0;
    stored_work_spec("match", s->game, out);
    for (uint64_t i = 0; i < seats; i++)
        hra_text_addf(out, "player %s\n", hra_player_info_of(s->players[i])->spec);
    hra_text_addf(out, "games %llu\nrotate %s\nseed %llu\nrecords %s\n", (unsigned long long)m->games,
                  m->rotate ? "yes" : "no", (unsigned long long)m->seed, records ? "yes" : "no");
    hra_text_add(out, facts ? "facts yes\n" : "");
    stored_work_limits(&m->limits, out);
    stored_work_openings(m->openings, openings < numbers ? openings : numbers, out);
}

/* Opens the match of this run, and plays it. */
static int play_alone(matching *m, const args *a, file_store *record) {
    hra_work_setup *how = &m->stored.how;
    hra_text spec;
    if (record) {
        how->records = file_store_add;
        how->records_self = record;
    }
    how->players = m->s->players;
    how->player_count = m->s->game->seats;
    hra_text_init(&spec);
    add_spec(m, record != NULL, false, &spec);
    int status = stored_work_alone(&m->stored, a, &spec);
    hra_text_release(&spec);
    m->began = hra_clock();
    m->progress = *print_progress();
    m->progress.deadline = m->seconds > 0 ? m->began + m->seconds : 0;
    m->stored.share.progress = &m->progress;
    return status ? status : run_match(m, a, record);
}

/* Plays it, with records where they are wanted. */
static int with_records(matching *m, const args *a) {
    const char *record = args_text(a, "record", NULL);
    file_store file;
    hra_error why;
    if (record && !file_store_init(&file, record))
        return EXIT_WRONG;
    if (record && (file_store_fits(&file, m->s->game->rules, &why) != 0 || file_store_open(&file, &why) != 0))
        return print_failure(&why, NULL);
    int status = play_alone(m, a, record ? &file : NULL);
    if (record && file_store_close(&file) != 0 && !status)
        status = print_failure(&file.why, NULL);
    return status;
}

static int with_store(matching *m, const args *a, const char *store) {
    hra_text spec;
    bool records = args_given(a, "record");
    hra_text_init(&spec);
    int status = stored_work_heed(&m->stored, a, store, &m->s->seed, &records);
    m->seed = m->s->seed;
    if (!status)
        status = openings_open(m->s, a, &m->openings);
    if (!status)
        add_spec(m, records, args_given(a, "csv") || stored_work_facts(&m->stored), &spec);
    if (!status)
        status = stored_work_begin(&m->stored, a, &spec);
    hra_text_release(&spec);
    return status ? status : play_kept(m, a);
}

static int with_players(matching *m, const args *a) {
    const char *store = args_text(a, "store", NULL);
    hra_work_setup *how = &m->stored.how;
    m->seed = m->s->seed;
    if (args_given(a, "csv") || args_given(a, "branching")) {
        how->ended = match_games_add;
        how->ended_self = &m->each;
        how->facts = true;
    }
    if (store)
        return with_store(m, a, store);
    int status = openings_open(m->s, a, &m->openings);
    m->lines = (series_lines){m->s->players, m->openings, args_given(a, "json")};
    match_games_init(&m->each, m->s->game, m->s->players, m->s->game->seats, false);
    m->each.lines = args_given(a, "verbose") ? &m->lines : NULL;
    m->each.table = args_given(a, "csv");
    if (m->each.lines && !how->ended) {
        how->ended = series_line;
        how->ended_self = &m->lines;
    }
    match_repeats_watch(&m->repeats, m->games, how);
    m->programs = match_has_program(m->s->game, m->s->players);
    if (args_given(a, "report") || m->programs)
        how->times = m->times;
    return status ? status : with_records(m, a);
}

static bool files_fit(const args *a) {
    return output_fits(args_text(a, "output", NULL)) && output_fits(args_text(a, "report", NULL)) &&
           output_fits(args_text(a, "csv", NULL)) && output_fits(args_text(a, "plot", NULL));
}

static int begin(matching *m, const args *a) {
    uint64_t threads, usual = args_given(a, "duration") ? 1000000000000 : 1000;
    bool whole =
        args_given(a, "games") || args_given(a, "part") || args_given(a, "output") || args_given(a, "store");
    m->rotate = args_given(a, "rotate");
    if (!part_fits(a) || !store_fits(a, m->keeps) ||
        !args_number(a, "games", usual, 1, 1000000000000, &m->games) ||
        !args_seconds(a, "duration", whole ? 0 : 50, &m->seconds) ||
        !args_number(a, "threads", 1, 1, HRA_MATCH_THREADS, &threads) ||
        !args_seconds(a, "time", 0, &m->limits.seconds) || !match_part_read(a, m->games, &m->stored.how) ||
        !openings_fit(a) || !openings_options_fit(a) || !setup_seed(m->s, a))
        return EXIT_WRONG;
    if (!files_fit(a))
        return EXIT_FAILED;
    int status = openings_game(m->s, a, a->words[0], a->word_count - 1);
    if (!status)
        status = setup_players(m->s, a->words + 1, a->word_count - 1);
    if (!status && !args_given(a, "openings"))
        status = setup_limited(m->s, m->s->players, m->s->game->seats, &m->limits);
    return status ? status : with_players(m, a);
}

/* resume, status and report. */
static int go_on(matching *m, const args *a) {
    if (!args_wants_store(a) || !part_fits(a))
        return EXIT_WRONG;
    if (!files_fit(a))
        return EXIT_FAILED;
    m->keeps = true;
    m->plays = strcmp(a->words[0], "resume") == 0;
    m->status = strcmp(a->words[0], "status") == 0;
    if (args_given(a, "csv")) {
        m->stored.how.ended = match_games_add;
        m->stored.how.ended_self = &m->each;
        m->stored.how.facts = true;
    }
    int status = stored_work_open(&m->stored, a, a->words[1], "match", m->plays);
    return status ? status : m->status ? show_status(m, a) : play_kept(m, a);
}

static int begin_or_go_on(const args *a) {
    matching *m = calloc(1, sizeof *m);
    setup *s = calloc(1, sizeof *s);
    int status = m && s ? EXIT_DONE : print_no_memory();
    if (!status) {
        m->s = s;
        m->stored.setup = s;
        m->plays = true;
        m->keeps = args_given(a, "store");
        store_folder(a, s->data);
        status = args_is_verb(a->command, a->words[0]) ? go_on(m, a) : begin(m, a);
        stored_work_close(&m->stored);
        match_games_release(&m->each);
        hra_openings_close(m->openings);
        setup_release(s);
    }
    free(s);
    free(m);
    return status;
}

static int run(const args *a) {
    picture_look look;
    if (!stored_work_append_fits(a) || !read_look(a, &look))
        return EXIT_WRONG;
    if (args_given(a, "merge") && a->word_count) {
        print_error(_("%s: --merge takes no game and players, found '%s'"), a->command->name, a->words[0]);
        return EXIT_WRONG;
    }
    if (args_given(a, "merge"))
        return part_fits(a) && store_fits(a, args_given(a, "store")) && match_games_fit_merge(a) ? merge(a)
                                                                                                 : EXIT_WRONG;
    if (a->word_count == 0) {
        args_say_missing(a->command, 0);
        return EXIT_WRONG;
    }
    return begin_or_go_on(a);
}

static const args_verb verbs[] = {/* no game is called so */
                                  {"resume",
                                   STORED_RESUME " report plot title no-caption width record output csv"},
                                  {"report", STORED_REPORT
                                   " report plot title no-caption width record append output csv"},
                                  {"status", STORED_STATUS},
                                  {0}};

const args_command command_match = {
    .name = "match",
    .synopsis = "GAME [PLAYER...] [--games N] | resume|report|status STORE",
    .verbs = verbs,
    .summary = "play many games between fixed players",
    .group = ARGS_MEASURE,
    .details = "Programs play each other; in a game of one seat it is a benchmark. The game's\n"
               "usual opponent takes the seats of players that you do not name. The same seed\n"
               "gives the same results for any number of threads. Ctrl-C ends the match and\n"
               "prints the results so far.\n"
               "\n"
               "  hra match yahtzee optimal --games 100000 --threads 2\n"
               "  hra match yahtzee:rules=plain heuristic greedy --rotate --games 2000\n"
               "  hra match checkers expert:level=3 greedy --duration 10m --report match.svg\n",
    .notes = "A match can be played in parts on several machines, with one seed. Merged parts\n"
             "give the results of the whole match, to the last bit:\n"
             "\n"
             "  hra match nim random greedy --seed 7 --games 1000 --part 1/2 -o first.part\n"
             "  hra match nim random greedy --seed 7 --games 1000 --part 2/2 -o second.part\n"
             "  hra match --merge first.part second.part\n"
             "\n"
             "With --store the run is saved in FILE or a PostgreSQL database. After any\n"
             "interruption, 'resume' continues it without repeating finished tasks; 'hra work\n"
             "STORE' takes part from other processes and machines.\n"
             "\n"
             "  hra match resume STORE\n"
             "  hra match report STORE    print the results so far\n"
             "  hra match status STORE    print progress, and how much each machine did\n",
    .options = options,
    .min_words = 0,
    .max_words = 1 + HRA_MAX_SEATS,
    .run = run,
};
