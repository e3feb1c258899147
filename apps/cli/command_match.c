/* hra match: many games, and their statistics. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "file_store.h"
#include "forfeits.h"
#include "opening_file.h"
#include "output.h"
#include "plot.h"
#include "series.h"
#include "setup.h"

static const args_option options[] = {
    {.name = "games",
     .letter = 'n',
     .value = "N",
     .help = "how many games; default 1000, or fewer where 50 s are over"},
    {.name = "for",                                                         .value = "T", .help = "as many games as are over within this time, such as 10m"},
    {.name = "seed",                                                                    .value = "S", .help = "of all randomness; default: drawn and shown"},
    {.name = "threads",
     .letter = 't',
     .value = "T",
     .help = "play so many games at a time; changes no figure; default 1"},
    {.name = "rotate",
     .help = "play in groups: as many games as seats, with the same dice and opening, everyone in each seat"},
    {.name = "time",
     .value = "T",
     .help = "at most so long for a decision, such as 100ms (figures then vary)"},
    {.name = "openings",
     .value = "FILE",
     .help = "begin with the positions in this file, one a line, which go round"},
    {.name = "order",                                                        .value = "given|shuffled", .help = "of the openings; default given"},
    {.name = "part",
     .value = "I/N",
     .help = "play the I-th of N parts of the match alone; with --seed and -o"},
    {.name = "output",                                                     .letter = 'o', .value = "FILE", .help = "write what was played, to be merged"},
    {.name = "merge",
     .value = "FILE",
     .help = "put parts together that -o wrote, instead of playing",
     .many = true},
    {.name = "record",
     .value = "FILE",
     .help = "add the records of all games to this file; FILE.pdn, FILE.mat: as PDN, as a match file"},
    {.name = "plot",                                                                    .value = "FILE.svg", .help = "draw the distribution of the scores"},
    {.name = "report",
     .value = "FILE",
     .help = "what each player reached, facts and times, as text, CSV or a picture: FILE.txt, .csv, .svg"},
    {.name = "each",                                                                    .help = "say each game in a line when it is over"},
    {.name = "json",.help = "for programs"},
    {.name = "data",                                                                    .value = "DIR", .help = "folder of tables"},
    {.name = "files",                                                       .help = "with --merge: read files that the parts' game names, such as a maze"},
    {0                                                                   },
};

static const double shares[5] = {0.10, 0.25, 0.50, 0.75, 0.90};

/* ---- figures as text ------------------------------------------------------------------------*/

static void show_facts(const hra_game *game, hra_match_player *p) {
    for (int i = 0; game->rules->manners->facts && game->rules->manners->facts[i]; i++) {
        bool amount = game->rules->manners->fact_amounts >> i & 1;
        double mean = hra_stats_mean(&p->fact[i]);
        say_label(_(game->rules->manners->facts[i]));
        say(" %9.2f%s\n", say_rounded(amount ? mean : 100 * mean, 2), amount ? "" : " %");
    }
}

/* Where players rotate: the score rate in each seat, as many to a line as fit. */
static void show_seats(const hra_game *game, const hra_match_player *p) {
    say_label(_("score rate as"));
    for (int k = 0; k < game->seats; k++)
        if (p->seat_games[k])
            say("  %s: %.4f", hra_game_seat_name(game, k), p->seat_points[k] / (double)p->seat_games[k]);
    say("\n");
}

/* How much stronger than the other one, with what chance would make of it. */
static void show_elo(const hra_match_player *p) {
    hra_elo elo;
    hra_elo_from(p->wins, p->draws, p->losses, &elo);
    if (!isfinite(elo.elo) || !isfinite(elo.error))
        return;
    say_label(_("Elo difference"));
    say(_(" %+.1f  (%+.1f .. %+.1f with 95 %%); the stronger one with %.1f %%\n"), say_rounded(elo.elo, 1),
        say_rounded(elo.low, 1), say_rounded(elo.high, 1), 100 * elo.superior);
}

/* Of more than two an Elo difference says nothing: one that is as strong as the others together wins its fair
 * share, so the share is held against that. The error is that of single games; the normal distribution as in
 * hra_elo_from. */
static void show_share(const hra_match_result *r, const hra_match_player *p) {
    double n = (double)r->games, fair = 1.0 / r->count, mean = p->points / n, squares = 0;
    for (int seat = 0; seat < r->count; seat++)
        for (int k = 1; k <= r->count; k++)
            squares += (double)p->shared[seat][k] / k / k;
    double error = sqrt(fmax(squares / n - mean * mean, 0) / n);
    if (error <= 0)
        return;
    say_label(_("share of wins"));
    say(_(" %.4f  +- %.4f, a fair one is %.4f; above it with %.1f %%\n"), mean, error, fair,
        100 * erfc((fair - mean) / error / sqrt(2.0)) / 2);
}

static void show_scores(hra_match_player *p) {
    say_label(_("mean"));
    say(" %12.4f  +- %.4f\n", say_rounded(hra_stats_mean(&p->score), 4), hra_stats_stderr(&p->score));
    say_label(_("standard deviation"));
    say(" %12.4f\n", hra_stats_stddev(&p->score));
    say_label(_("median (least, most)"));
    say(" %7.10g  (%.10g .. %.10g)\n", hra_stats_percentile(&p->score, 0.5), hra_stats_min(&p->score),
        hra_stats_max(&p->score));
    say_label(_("percentiles"));
    for (int i = 0; i < 5; i++)
        say("  %g%%: %.10g", 100 * shares[i], hra_stats_percentile(&p->score, shares[i]));
    say("\n");
}

static void show_player(const hra_game *game, hra_match_result *result, int index) {
    hra_match_player *p = &result->players[index];
    if (p->seat >= 0 && result->count > 1)
        say("\n%s  (%s)\n", p->spec, hra_game_seat_name(game, p->seat));
    else
        say("\n%s\n", p->spec);
    show_scores(p);
    show_facts(game, p);
    if (result->count > 1) {
        say_label(_("games"));
        say(_(" %llu won, %llu drawn, %llu lost; score rate %.4f\n"), (unsigned long long)p->wins,
            (unsigned long long)p->draws, (unsigned long long)p->losses, p->points / (double)result->games);
    }
    say_forfeits(result->forfeits[index]);
    if (result->count == 2)
        show_elo(p);
    if (result->count > 2 && !game->first_alone)
        show_share(result, p);
    if (p->seat < 0 && result->count > 1)
        show_seats(game, p);
}

/* Says where the match is not whole, and how many groups there are where players rotate. */
static void show_extent(const hra_match_result *r) {
    if (r->games < r->whole)
        say(_n("%llu game of %llu is not among them\n", "%llu games of %llu are not among them\n",
               r->whole - r->games),
            (unsigned long long)(r->whole - r->games), (unsigned long long)r->whole);
    if (r->rotate && r->count > 1 && r->partial)
        say(_n("%llu group of %d games, and %llu games of groups that are not whole\n",
               "%llu groups of %d games, and %llu games of groups that are not whole\n", r->groups),
            (unsigned long long)r->groups, r->count, (unsigned long long)r->partial);
    else if (r->rotate && r->count > 1)
        say(_n("%llu group of %d games\n", "%llu groups of %d games\n", r->groups),
            (unsigned long long)r->groups, r->count);
}

/* Why it was not played to its end; nothing where it was. */
static const char *cut_short(const hra_match_result *result) {
    return !result->stopped ? "" : say_interrupted() ? _(" (interrupted)") : _(" (the time is over)");
}

static void show(const hra_game *game, hra_match_result *result) {
    say(_n("%s: %llu game, seed %llu, %.2f s, %.0f games/s%s\n",
           "%s: %llu games, seed %llu, %.2f s, %.0f games/s%s\n", result->games),
        result->game, (unsigned long long)result->games, (unsigned long long)result->seed, result->seconds,
        (double)result->games / result->seconds, cut_short(result));
    show_extent(result);
    for (int i = 0; i < result->count; i++) {
        hra_text bars;
        hra_text_init(&bars);
        show_player(game, result, i);
        /* seats that play together against the first one have its scores, negated */
        bool mirror = game->first_alone && result->players[i].seat > 0;
        if (result->players[i].score.used > 3 && !mirror)
            plot_text(&result->players[i].score, 22, &bars);
        say("%s%s", bars.length ? "\n" : "", say_string(&bars));
        hra_text_release(&bars);
    }
}

static void show_json(const hra_game *game, hra_match_result *result) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_match(&json, NULL, game, result);
    (void)say_json(&out);
}

/* ---- files ----------------------------------------------------------------------------------*/

static int write_plot(hra_match_result *result, const char *path) {
    hra_stats *stats[HRA_MAX_SEATS];
    const char *titles[HRA_MAX_SEATS];
    hra_text title, picture;
    hra_text_init(&title);
    hra_text_init(&picture);
    for (int i = 0; i < result->count; i++) {
        stats[i] = &result->players[i].score;
        titles[i] = result->players[i].spec;
    }
    hra_text_addf(&title, _n("%s, %llu game, seed %llu", "%s, %llu games, seed %llu", result->games),
                  result->game, (unsigned long long)result->games, (unsigned long long)result->seed);
    plot_svg(stats, titles, result->count, hra_text_string(&title), &picture);
    picture.err = picture.err ? picture.err : title.err;
    int status = output_write(path, &picture);
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

/* Shows a match and writes the files that were asked for; times NULL: not known. Returns an exit status. */
static int give_out(const args *a, const hra_game *game, hra_match_result *result,
                    const hra_match_time *times) {
    if (args_given(a, "json"))
        show_json(game, result);
    else
        show(game, result);
    int status = EXIT_DONE;
    if (args_given(a, "output"))
        status = write_part(result, args_text(a, "output", NULL));
    if (args_given(a, "plot") && !status)
        status = write_plot(result, args_text(a, "plot", NULL));
    if (args_given(a, "report") && !status)
        status = series_write(game, result, times, args_text(a, "report", NULL));
    return !status && say_interrupted() ? EXIT_INTERRUPTED : status;
}

/* ---- merging --------------------------------------------------------------------------------*/

static int read_part(const char *path, hra_match_result *out) {
    hra_text text;
    hra_error why;
    hra_text_init(&text);
    int status = store_read(path, &text);
    if (!status && hra_match_read(out, hra_text_string(&text), text.length, &why) != 0) {
        say_error("%s: %s", path, why.text);
        status = why.code == HRA_ENOMEM ? EXIT_FAILED : EXIT_WRONG;
    }
    hra_text_release(&text);
    return status;
}

/* Opens the game that names the facts. Parts may come from anybody, so their game reads files only where the
 * user allows it. */
static int give_out_merged(const args *a, hra_match_result *merged) {
    hra_game *game;
    hra_error why;
    if (hra_game_open(&game, args_given(a, "files") ? &cli_file_host : NULL, merged->game, &why) != 0) {
        if (why.code == HRA_EDENIED)
            say_error(_("%s; --files allows it"), why.text);
        else
            say_failure(&why, merged->game);
        return why.code == HRA_ENOMEM ? EXIT_FAILED : EXIT_WRONG;
    }
    int status = EXIT_WRONG;
    if (game->seats == merged->count)
        status = give_out(a, game, merged, NULL);
    else
        say_error(_("the parts say that %s has %d seats, and it has %d"), merged->game, merged->count,
                  game->seats);
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
        return say_no_memory();
    hra_match_result *merged = &parts[count];
    merged->size = sizeof *parts;
    for (int i = 0; i < count; i++) {
        list[i] = &parts[i];
        parts[i].size = sizeof *parts;
        status = status ? status : read_part(paths[i], &parts[i]);
    }
    if (!status && hra_match_merge(merged, list, count, &why) != 0)
        status = say_failure(&why, NULL);
    if (!status && merged->games == 0) {
        say_error("%s", _("no game was played in these parts"));
        status = EXIT_WRONG;
    }
    if (!status)
        status = give_out_merged(a, merged);
    for (int i = 0; i <= count; i++)
        hra_match_release(&parts[i]);
    free(parts);
    return status;
}

/* ---- the command ----------------------------------------------------------------------------*/

/* Restricts a match to the games of one part, --part I/N. */
static bool take_part(const args *a, hra_match_setup *how) {
    const char *text = args_text(a, "part", NULL);
    uint64_t index = 0, parts = 0;
    char first[24] = "";
    if (!text)
        return true;
    size_t length = strcspn(text, "/");
    if (text[length] == '/' && length < sizeof first) {
        memcpy(first, text, length);
        first[length] = '\0';
        if (!args_parse_number(first, &index) || !args_parse_number(text + length + 1, &parts))
            index = 0;
    }
    if (index < 1 || index > parts || parts > how->games) {
        say_error(_("%s: --part takes I/N, the I-th of N parts of at least one game, such as 1/4, not '%s'"),
                  a->command->name, text);
        return false;
    }
    if (!args_given(a, "output")) {
        say_error(_("%s: a part is written to a file: -o FILE"), a->command->name);
        return false;
    }
    if (!args_given(a, "seed")) {
        say_error(_("%s: the parts of a match have one seed, which --seed says"), a->command->name);
        return false;
    }
    /* The remainder is spread over the first parts, one game each. */
    uint64_t each = how->games / parts, more = how->games % parts;
    how->whole = how->games;
    how->first = (index - 1) * each + (index - 1 < more ? index - 1 : more);
    how->games = each + (index - 1 < more);
    return true;
}

static int run_match(setup *s, const args *a, const hra_match_setup *how, const file_store *record) {
    hra_match_result result = {.size = sizeof result};
    hra_error why = {0};
    say_progress_begin(N_("games"));
    hra_err err = hra_match_run(how, &result, &why);
    say_progress_done();
    int status = EXIT_DONE;
    if (err && record && record->why.code)
        status = say_failure(&record->why, NULL);
    else if (err)
        status = say_failure(&why, NULL);
    if (!err && result.games == 0) {
        bool interrupted = say_interrupted();
        say_error("%s", interrupted ? _("interrupted before a game was over")
                                    : _("no game was over in this time; more: --for T, or --games N"));
        status = interrupted ? EXIT_INTERRUPTED : EXIT_FAILED;
    } else if (!err) {
        if (result.stopped && !say_interrupted() && !args_given(a, "output"))
            result.whole = result.games; /* a match by the clock has no games that are missing */
        status = give_out(a, s->game, &result, how->times);
    }
    hra_match_release(&result);
    return status;
}

/* A file of what was played does not say which openings they were, so it could be merged with other ones. */
static bool openings_fit(const args *a) {
    if (!args_given(a, "openings") || !args_given(a, "output"))
        return true;
    say_error(_("%s: with --openings a match is played as a whole, without -o"), a->command->name);
    return false;
}

/* Plays it, with records where they are wanted, for so many seconds at most (0: until it is over). */
static int with_records(setup *s, const args *a, hra_match_setup *how, double seconds) {
    const char *record = args_text(a, "record", NULL);
    file_store file;
    hra_error why;
    if (record && !file_store_init(&file, record))
        return EXIT_WRONG;
    if (record && (file_store_fits(&file, s->game->rules, &why) != 0 || file_store_open(&file, &why) != 0)) {
        say_error("%s", why.text);
        return EXIT_FAILED;
    }
    if (record) {
        how->sink = file_store_add;
        how->sink_self = &file;
    }
    hra_progress progress = *say_progress();
    progress.deadline = seconds > 0 ? hra_clock() + seconds : 0;
    how->progress = &progress;
    int status = run_match(s, a, how, record ? &file : NULL);
    if (record && file_store_close(&file) != 0 && !status)
        status = say_failure(&file.why, NULL);
    return status;
}

static int with_players(setup *s, const args *a, hra_match_setup *how, double seconds) {
    hra_match_time times[HRA_MAX_SEATS] = {{0}};
    hra_openings *openings;
    how->game = s->game;
    how->players = s->players;
    how->count = s->game->seats;
    how->seed = s->seed;
    int status = openings_open(s, a, &openings);
    how->openings = openings;
    series_lines lines = {how->players, openings, args_given(a, "json")};
    if (args_given(a, "each")) {
        how->ended = series_line;
        how->ended_self = &lines;
    }
    if (args_given(a, "report"))
        how->times = times;
    if (!status)
        status = with_records(s, a, how, seconds);
    hra_openings_close(openings);
    return status;
}

static int with_setup(setup *s, const args *a) {
    hra_match_setup how = {.size = sizeof how, .rotate = args_given(a, "rotate")};
    uint64_t threads, usual = args_given(a, "for") ? 1000000000000 : 1000;
    bool whole = args_given(a, "games") || args_given(a, "part") || args_given(a, "output");
    double seconds;
    if (!args_number(a, "games", usual, 1, 1000000000000, &how.games) ||
        !args_seconds(a, "for", whole ? 0 : 50, &seconds) ||
        !args_number(a, "threads", 1, 1, 256, &threads) || !args_seconds(a, "time", 0, &how.limits.seconds) ||
        !take_part(a, &how) || !openings_fit(a) || !setup_seed(s, a))
        return EXIT_WRONG;
    if (!output_fits(args_text(a, "output", NULL)) || !output_fits(args_text(a, "report", NULL)) ||
        !output_fits(args_text(a, "plot", NULL)))
        return EXIT_FAILED;
    store_folder(a, s->data);
    how.threads = (int)threads;
    int status = setup_game(s, a->words[0], a->word_count - 1);
    if (!status)
        status = setup_players(s, a->words + 1, a->word_count - 1);
    return status ? status : with_players(s, a, &how, seconds);
}

static int run(const args *a) {
    if (args_given(a, "merge") && a->word_count) {
        say_error(_("%s: parts are merged without playing: '%s' is too much"), a->command->name, a->words[0]);
        return EXIT_WRONG;
    }
    if (!series_fits(args_text(a, "report", NULL)))
        return EXIT_WRONG;
    if (args_given(a, "merge"))
        return merge(a);
    if (a->word_count == 0) {
        args_say_missing(a->command);
        return EXIT_WRONG;
    }
    setup *s = calloc(1, sizeof *s);
    if (!s)
        return say_no_memory();
    int status = with_setup(s, a);
    setup_release(s);
    free(s);
    return status;
}

const args_command command_match = {
    .name = "match",
    .synopsis = "GAME PLAYER... [--games N]",
    .summary = "play many games and print the statistics",
    .details =
        "Machines play each other; with one seat it is a benchmark. The same seed gives the same\n"
        "figures for any number of threads. Ctrl-C ends early with the games played so far.\n\n"
        "  hra match yahtzee optimal --games 100000 --threads 2\n"
        "  hra match yahtzee:rules=plain heuristic greedy --rotate --games 2000\n\n"
        "A match can be played in parts, on several machines, with the same seed for all; merged they give\n"
        "the figures of the match played at once, to the last bit:\n\n"
        "  hra match nim random greedy --seed 7 --games 1000 --part 1/2 -o first.part\n"
        "  hra match nim random greedy --seed 7 --games 1000 --part 2/2 -o second.part\n"
        "  hra match --merge first.part second.part\n",
    .options = options,
    .min_words = 0,
    .max_words = 1 + HRA_MAX_SEATS,
    .run = run,
};
