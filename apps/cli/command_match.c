/* hra match: many games, and their statistics. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "file_store.h"
#include "plot.h"
#include "setup.h"

static const args_option options[] = {
    {.name = "games",                                                      .letter = 'n', .value = "N", .help = "how many games; default 1000"},
    {.name = "seed",                                                        .value = "S", .help = "of all randomness; default: drawn and shown"},
    {.name = "threads",
     .letter = 't',
     .value = "T",
     .help = "play so many games at a time; changes no figure; default 1"},
    {.name = "rotate", .help = "players change seats from game to game"},
    {.name = "time",
     .value = "T",
     .help = "at most so long for a decision, such as 100ms (figures then vary)"},
    {.name = "record",
     .value = "FILE",
     .help = "add the records of all games to this file; FILE.pdn: as PDN"},
    {.name = "plot", .value = "FILE.svg", .help = "draw the distribution of the scores"},
    {.name = "json",                                                     .help = "for programs"},
    {.name = "data",                                                                    .value = "DIR", .help = "folder of tables"},
    {0                                                        },
};

static const double shares[5] = {0.10, 0.25, 0.50, 0.75, 0.90};

/* ---- figures as text ------------------------------------------------------------------------*/

static void show_facts(const hra_game *game, const hra_match_player *p) {
    for (int i = 0; game->rules->manners->facts && game->rules->manners->facts[i]; i++) {
        bool amount = game->rules->manners->fact_amounts >> i & 1;
        double mean = p->fact[i] / (double)p->score.count;
        say("  %-22s %9.2f%s\n", _(game->rules->manners->facts[i]), amount ? mean : 100 * mean,
            amount ? "" : " %");
    }
}

/* Where players rotate: the score rate in each seat, as many to a line as fit. */
static void show_seats(const hra_game *game, const hra_match_player *p) {
    hra_text seat;
    hra_text_init(&seat);
    say("  %-22s", _("score rate by seat"));
    for (int k = 0; k < game->seats; k++) {
        hra_text_clear(&seat);
        hra_game_add_seat(game, k, &seat);
        if (p->seat_games[k])
            say("  %s %.4f", hra_text_string(&seat), p->seat_points[k] / (double)p->seat_games[k]);
    }
    say("\n");
    hra_text_release(&seat);
}

static void show_player(const setup *s, hra_match_result *result, int index) {
    hra_match_player *p = &result->players[index];
    say("\n%s", hra_player_spec(s->players[p->player]));
    if (p->seat >= 0 && result->count > 1 && s->game->rules->text->seat_names)
        say("  (%s)", s->game->rules->text->seat_names[p->seat]);
    else if (p->seat >= 0 && result->count > 1)
        say(_("  (seat %d)"), p->seat);
    say("\n  %-22s %12.4f  +- %.4f\n", _("mean"), hra_stats_mean(&p->score), hra_stats_stderr(&p->score));
    say("  %-22s %12.4f\n", _("standard deviation"), hra_stats_stddev(&p->score));
    say("  %-22s %7.10g  (%.10g .. %.10g)\n", _("median (least, most)"), hra_stats_percentile(&p->score, 0.5),
        hra_stats_min(&p->score), hra_stats_max(&p->score));
    say("  %-22s", _("percentiles"));
    for (int i = 0; i < 5; i++)
        say("  %g%%: %.10g", 100 * shares[i], hra_stats_percentile(&p->score, shares[i]));
    say("\n");
    show_facts(s->game, p);
    if (result->count > 1)
        say(_("  %-22s %llu won, %llu drawn, %llu lost; score rate %.4f\n"), _("games"),
            (unsigned long long)p->wins, (unsigned long long)p->draws, (unsigned long long)p->losses,
            p->points / (double)result->games);
    if (p->seat < 0 && result->count > 1)
        show_seats(s->game, p);
}

static void show(const setup *s, hra_match_result *result) {
    say(_("%s: %llu games, seed %llu, %.2f s, %.0f games/s%s\n"), s->game->spec,
        (unsigned long long)result->games, (unsigned long long)s->seed, result->seconds,
        (double)result->games / result->seconds, result->stopped ? _(" (interrupted)") : "");
    for (int i = 0; i < result->count; i++) {
        hra_text bars;
        hra_text_init(&bars);
        show_player(s, result, i);
        /* a seat that plays against the first has the negatives of its scores */
        bool mirror = s->game->first_alone && result->players[i].seat > 0;
        if (result->players[i].score.used > 3 && !mirror)
            plot_text(&result->players[i].score, 22, &bars);
        say("%s%s", bars.length ? "\n" : "", hra_text_string(&bars));
        hra_text_release(&bars);
    }
}

/* ---- figures as JSON ------------------------------------------------------------------------*/

static void add_player(const setup *s, hra_match_result *result, int index, hra_text *out) {
    hra_match_player *p = &result->players[index];
    double games = (double)result->games;
    hra_text_add(out, index ? ",{\"player\":" : "{\"player\":");
    hra_text_add_json(out, hra_player_spec(s->players[p->player]));
    if (p->seat >= 0)
        hra_text_addf(out, ",\"seat\":%d", p->seat);
    else
        hra_text_add(out, ",\"seat\":null");
    say_number(out, ",\"mean\":", hra_stats_mean(&p->score));
    say_number(out, ",\"stddev\":", hra_stats_stddev(&p->score));
    say_number(out, ",\"median\":", hra_stats_percentile(&p->score, 0.5));
    say_number(out, ",\"min\":", hra_stats_min(&p->score));
    say_number(out, ",\"max\":", hra_stats_max(&p->score));
    hra_text_add(out, ",\"percentiles\":{");
    for (int i = 0; i < 5; i++) {
        say_number(out, i ? ",\"" : "\"", 100 * shares[i]);
        say_number(out, "\":", hra_stats_percentile(&p->score, shares[i]));
    }
    hra_text_addf(out, "},\"wins\":%llu,\"draws\":%llu,\"losses\":%llu,\"score_rate\":",
                  (unsigned long long)p->wins, (unsigned long long)p->draws, (unsigned long long)p->losses);
    say_number(out, "", result->count > 1 ? p->points / games : NAN);
    say_number(out, ",\"stderr\":", hra_stats_stderr(&p->score));
    hra_text_add(out, ",\"by_seat\":[");
    for (int k = 0; k < result->count && result->count > 1; k++) {
        hra_text_addf(out, "%s{\"seat\":%d,\"games\":%llu", k ? "," : "", k,
                      (unsigned long long)p->seat_games[k]);
        say_number(out, ",\"points\":", p->seat_points[k]);
        hra_text_add(out, "}");
    }
    hra_text_add(out, "]");
    hra_text_add(out, ",\"facts\":{");
    for (int i = 0; s->game->rules->manners->facts && s->game->rules->manners->facts[i]; i++) {
        hra_text_add(out, i ? "," : "");
        hra_text_add_json(out, s->game->rules->manners->facts[i]);
        say_number(out, ":", p->fact[i] / games);
    }
    hra_text_add(out, "}}");
}

static void show_json(const setup *s, hra_match_result *result) {
    hra_text out;
    hra_text_init(&out);
    hra_text_add(&out, "{\"game\":");
    hra_text_add_json(&out, s->game->spec);
    hra_text_addf(&out, ",\"seed\":%llu,\"games\":%llu,\"seconds\":%.6f,\"players\":[",
                  (unsigned long long)s->seed, (unsigned long long)result->games, result->seconds);
    for (int i = 0; i < result->count; i++)
        add_player(s, result, i, &out);
    hra_text_add(&out, "]}");
    say("%s\n", hra_text_string(&out));
    hra_text_release(&out);
}

/* ---- the command ----------------------------------------------------------------------------*/

static int write_plot(const setup *s, hra_match_result *result, const char *path) {
    hra_stats *stats[HRA_MAX_SEATS];
    const char *titles[HRA_MAX_SEATS];
    hra_text title, picture;
    hra_text_init(&title);
    hra_text_init(&picture);
    for (int i = 0; i < result->count; i++) {
        stats[i] = &result->players[i].score;
        titles[i] = hra_player_spec(s->players[result->players[i].player]);
    }
    hra_text_addf(&title, _("%s, %llu games, seed %llu"), s->game->spec, (unsigned long long)result->games,
                  (unsigned long long)s->seed);
    plot_svg(stats, titles, result->count, hra_text_string(&title), &picture);
    FILE *file = fopen(path, "wb");
    bool good = file && store_write(file, hra_text_string(&picture), picture.length) == 0;
    if (file)
        good = fclose(file) == 0 && good;
    if (!good)
        say_error(_("%s: the picture could not be written"), path);
    hra_text_release(&title);
    hra_text_release(&picture);
    return good ? EXIT_DONE : EXIT_FAILED;
}

static int run_match(setup *s, const args *a, const hra_match_setup *how) {
    hra_match_result result = {.size = sizeof result};
    hra_error why = {0};
    hra_err err = hra_match_run(how, &result, &why);
    say_progress_done();
    int status = EXIT_DONE;
    if (err == HRA_EIO && args_given(a, "record")) {
        say_error(_("%s: the records could not be written"), args_text(a, "record", ""));
        status = EXIT_FAILED;
    } else if (err) {
        status = say_failure(&why, NULL);
    }
    if (!err && result.games == 0) {
        say_error("%s", _("interrupted before a game was over"));
        status = EXIT_INTERRUPTED;
    } else if (!err) {
        if (args_given(a, "json"))
            show_json(s, &result);
        else
            show(s, &result);
        if (args_given(a, "plot"))
            status = write_plot(s, &result, args_text(a, "plot", NULL));
        if (result.stopped && !status)
            status = EXIT_INTERRUPTED;
    }
    hra_match_release(&result);
    return status;
}

static int with_setup(setup *s, const args *a) {
    hra_match_setup how = {.size = sizeof how, .rotate = args_given(a, "rotate"), .progress = say_progress()};
    uint64_t threads;
    if (!args_number(a, "games", 1000, 1, 1000000000000, &how.games) ||
        !args_number(a, "threads", 1, 1, 256, &threads) || !args_seconds(a, "time", 0, &how.limits.seconds) ||
        !setup_seed(s, a))
        return EXIT_WRONG;
    store_folder(a, s->data);
    int status = setup_game(s, a->words[0], a->word_count - 1);
    if (!status)
        status = setup_players(s, a->words + 1, a->word_count - 1);
    if (status)
        return status;
    const char *record = args_text(a, "record", NULL);
    file_store file;
    hra_error why;
    if (record && !file_store_init(&file, record))
        return EXIT_WRONG;
    if (record && (file_store_fits(&file, s->game->rules, &why) != 0 || file_store_open(&file, &why) != 0)) {
        say_error("%s", why.text);
        return EXIT_FAILED;
    }
    how.game = s->game;
    how.players = s->players;
    how.count = s->game->seats;
    how.seed = s->seed;
    how.threads = (int)threads;
    if (record) {
        how.sink = file_store_add;
        how.sink_self = &file;
    }
    status = run_match(s, a, &how);
    if (record && file_store_close(&file) != 0 && !status) {
        say_error(_("%s: the records could not be written"), record);
        status = EXIT_FAILED;
    }
    return status;
}

static int run(const args *a) {
    setup *s = calloc(1, sizeof *s);
    if (!s)
        return EXIT_FAILED;
    int status = with_setup(s, a);
    setup_release(s);
    free(s);
    return status;
}

const args_command command_match = {
    .name = "match",
    .synopsis = "GAME PLAYER... [--games N]",
    .summary = "play many games and print the statistics",
    .details = "Machines play each other; with one seat it is a benchmark. The same seed gives the same\n"
               "figures for any number of threads. Ctrl-C ends early with the games played so far.\n\n"
               "  hra match yahtzee optimal --games 100000 --threads 2\n"
               "  hra match yahtzee:rules=plain heuristic greedy --rotate --games 2000\n",
    .options = options,
    .min_words = 1,
    .max_words = 1 + HRA_MAX_SEATS,
    .run = run,
};
