/* hra tournament: players against each other in pairings, rated; or two of them until a test is decided. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "file_store.h"
#include "forfeits.h"
#include "setup.h"

static const args_option options[] = {
    {.name = "groups",
     .letter = 'n',
     .value = "N",
     .help = "of each pairing: as many games as players with the same dice and opening; default 100, of a "
             "test 100000"},
    {.name = "gauntlet",                                                                                           .help = "the first player against all others, who do not meet"},
    {.name = "test",
     .value = "LOW,HIGH",
     .help = "of one pairing: end when it is known which of two differences in normalized Elo is the truth"},
    {.name = "errors",
     .value = "A,B",
     .help = "how often the test may take LOW for HIGH, and HIGH for LOW; default 0.05,0.05"},
    {.name = "seed",                                                                                         .value = "S", .help = "of all randomness; default: drawn and shown"},
    {.name = "threads",
     .letter = 't',
     .value = "T",
     .help = "play so many games at a time; changes no figure; default 1"},
    {.name = "time",
     .value = "T",
     .help = "at most so long for a decision, such as 100ms (figures then vary)"},
    {.name = "nodes",                .value = "N", .help = "at most so many nodes for a decision"},
    {.name = "record",
     .value = "FILE",
     .help = "add the records of all games to this file; FILE.pdn: as PDN"},
    {.name = "verbose",                                                 .help = "a line for each group"},
    {.name = "json",                                                                                      .help = "for programs"},
    {.name = "data",                                                                                           .value = "DIR", .help = "folder of tables"},
    {0                                                                                                     }
};

enum { GROUPS = 100, TEST_GROUPS = 100000, MATRIX = 9 };
#define HURRY 0.5 /* seconds */

typedef struct tournament {
    setup *s;
    const hra_player *players[ARGS_MAX];
    hra_tournament_setup how;
    hra_sequential test;
    hra_tournament *t;
    double began;
} tournament;

/* ---- the report -----------------------------------------------------------------------------*/

typedef struct place {
    int player;
    hra_rating rating;
} place;

static int by_rating(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->rating.elo != y->rating.elo)
        return x->rating.elo < y->rating.elo ? 1 : -1;
    return x->player - y->player;
}

/* Elo with its sign, and how far the truth may be away. */
static void show_elo(const hra_rating *r) {
    if (isfinite(r->low) && isfinite(r->high))
        say("%+8.1f %+7.1f %+7.1f", say_rounded(r->elo, 1), say_rounded(r->low - r->elo, 1),
            say_rounded(r->high - r->elo, 1));
    else
        say("%+8.1f %7s %7s", say_rounded(r->elo, 1), "-", "-");
}

static void show_head(int width) {
    say("\n  #  ");
    say_cell(-width, _("player"));
    say("      Elo  ");
    say_cell(6, _("less"));
    say("  ");
    say_cell(6, _("more"));
    say(" ");
    say_cell(8, _("games"));
    say(" ");
    say_cell(10, _("points"));
    say("\n");
}

static void show_ratings(const tournament *u, const place *places, bool sampled) {
    bool pseudo = false, apart = false;
    int width = 20;
    for (int i = 0; i < u->how.count; i++) {
        int columns = hra_text_columns(hra_player_spec(u->players[i]));
        width = columns > width ? columns : width;
    }
    width = width > 30 ? 30 : width;
    show_head(width);
    for (int i = 0; i < u->how.count; i++) {
        const hra_rating *r = &places[i].rating;
        hra_text name;
        hra_text_init(&name);
        const char *spec = hra_player_spec(u->players[places[i].player]);
        hra_text_add_bytes(&name, spec, hra_text_cut_columns(spec, width));
        hra_text_pad(&name, 0, width);
        say("%3d  %s ", places[i].player + 1, say_string(&name));
        show_elo(r);
        double points = hra_tournament_points(u->t, places[i].player);
        say(" %8llu %7.1f %%\n", (unsigned long long)r->games,
            r->games ? 100 * points / (double)r->games : 0);
        pseudo = pseudo || r->pseudo;
        apart = apart || r->island != places[0].rating.island;
        hra_text_release(&name);
    }
    say("%s", _("  (Elo: the mean is 0; with 95 % not so much less, or more)\n"));
    if (!sampled)
        say("%s", _("  (less and more are rough: there was no time to draw groups anew)\n"));
    if (pseudo)
        say("%s",
            _("  (somebody won all, or lost all: half a win and half a loss were added for each player)\n"));
    if (apart)
        say("%s", _("  (not all can be compared: some never met, nor others that they met)\n"));
}

/* Points of each player against each other one, where all pairings are of two. */
static void show_matrix(const tournament *u, const place *places) {
    int count = u->how.count;
    double points[MATRIX][MATRIX], games[MATRIX][MATRIX];
    memset(points, 0, sizeof points);
    memset(games, 0, sizeof games);
    for (int i = 0; i < hra_tournament_pairings(u->t); i++) {
        hra_pairing p;
        hra_tournament_look(u->t, i, &p);
        for (int k = 0; k < 2; k++) {
            points[p.player[k]][p.player[1 - k]] = p.points[k];
            games[p.player[k]][p.player[1 - k]] = p.points[0] + p.points[1];
        }
    }
    say("\n%s\n     ", _("Points of the row against the column, %:"));
    for (int k = 0; k < count; k++)
        say("%8d", places[k].player + 1);
    for (int i = 0; i < count; i++) {
        say("\n%5d", places[i].player + 1);
        for (int k = 0; k < count; k++) {
            double of = games[places[i].player][places[k].player];
            if (of > 0)
                say("%8.1f", 100 * points[places[i].player][places[k].player] / of);
            else
                say("%8s", "-");
        }
    }
    say("\n");
}

static void show_test(const tournament *u, const hra_pairing *p) {
    double lower, upper;
    hra_sequential_bounds(&u->test, &lower, &upper);
    say(_("test of %g against %g normalized Elo: log-likelihood ratio %.3f of %.3f .. %.3f: "), u->test.low,
        u->test.high, say_rounded(p->llr, 3), lower, upper);
    if (p->verdict == HRA_ACCEPT_HIGH)
        say(_("%g is accepted\n"), u->test.high);
    else if (p->verdict == HRA_ACCEPT_LOW)
        say(_("%g is accepted\n"), u->test.low);
    else
        say("%s", _("not decided\n"));
    if (p->after)
        say(_n("%llu group was played when it was decided, and does not count\n",
               "%llu groups were played when it was decided, and do not count\n", p->after),
            (unsigned long long)p->after);
}

/* The first player of a pairing against the others. */
static void show_strength(const tournament *u, const hra_pairing *p) {
    const hra_strength *s = &p->strength;
    say("\n%s", hra_player_spec(u->players[p->player[0]]));
    for (int i = 1; i < p->count; i++)
        say("%s %s", i == 1 ? _(" against") : ",", hra_player_spec(u->players[p->player[i]]));
    say("\n");
    if (p->paired)
        say(_("pairs of which it got 0, 1/2, 1, 3/2, 2 points: %llu, %llu, %llu, %llu, %llu\n"),
            (unsigned long long)p->pairs[0], (unsigned long long)p->pairs[1], (unsigned long long)p->pairs[2],
            (unsigned long long)p->pairs[3], (unsigned long long)p->pairs[4]);
    if (isfinite(s->normalized) && isfinite(s->normalized_error))
        say(_("normalized Elo %+.1f +- %.1f\n"), say_rounded(s->normalized, 1), s->normalized_error);
    if (s->logistic && isfinite(s->elo) && isfinite(s->low) && isfinite(s->high))
        say(_("Elo %+.1f (%+.1f .. %+.1f with 95 %%); the stronger one with %.1f %%\n"),
            say_rounded(s->elo, 1), say_rounded(s->low, 1), say_rounded(s->high, 1), 100 * s->superior);
    if (u->how.test)
        show_test(u, p);
}

static void show_alike(const tournament *u) {
    for (int i = 0; i < hra_tournament_pairings(u->t); i++) {
        hra_pairing p;
        hra_tournament_look(u->t, i, &p);
        if (p.alike)
            say(_("%s and %s play the same moves each time: one group of theirs counts\n"),
                hra_player_spec(u->players[p.player[0]]), hra_player_spec(u->players[p.player[1]]));
    }
}

/* What players lost as programs that failed. */
static void show_forfeits(const tournament *u) {
    for (int player = 0; player < u->how.count; player++) {
        uint64_t all[HRA_FAILURES] = {0}, sum = 0;
        for (int i = 0; i < hra_tournament_pairings(u->t); i++) {
            hra_pairing p;
            hra_tournament_look(u->t, i, &p);
            for (int k = 0; k < p.count; k++)
                for (int f = 0; f < HRA_FAILURES && p.player[k] == player; f++) {
                    all[f] += p.forfeits[k][f];
                    sum += p.forfeits[k][f];
                }
        }
        if (sum)
            say("%s\n", hra_player_spec(u->players[player]));
        say_forfeits(all);
    }
}

/* After Ctrl-C the figures are due at once. */
static hra_progress rating_progress(void) {
    hra_progress progress = *say_progress();
    if (say_interrupted()) {
        progress.stop = NULL;
        progress.deadline = hra_clock() + HURRY;
    }
    return progress;
}

static int show(const tournament *u) {
    bool sampled = false;
    place places[ARGS_MAX];
    hra_rating ratings[ARGS_MAX];
    hra_error why;
    uint64_t groups = 0;
    int pairings = hra_tournament_pairings(u->t);
    hra_progress progress = rating_progress();
    hra_err err = hra_tournament_rate(u->t, HRA_TOURNAMENT_SAMPLES, &progress, ratings, &sampled, &why);
    say_progress_done();
    if (err)
        return say_failure(&why, NULL);
    for (int i = 0; i < u->how.count; i++)
        places[i] = (place){i, ratings[i]};
    qsort(places, (size_t)u->how.count, sizeof *places, by_rating);
    hra_pairing p;
    for (int i = 0; i < pairings; i++) {
        hra_tournament_look(u->t, i, &p);
        groups += p.groups;
    }
    say(_n("%s: %d pairing", "%s: %d pairings", pairings), u->s->game->spec, pairings);
    say(_n(", %llu group", ", %llu groups", groups), (unsigned long long)groups);
    say(_(" of %d games, seed %llu, %.2f s%s\n"), p.count, (unsigned long long)u->s->seed,
        hra_clock() - u->began, hra_tournament_over(u->t) ? "" : _(" (interrupted)"));
    show_ratings(u, places, sampled);
    if (p.count == 2 && pairings > 1 && u->how.count <= MATRIX)
        show_matrix(u, places);
    if (pairings == 1)
        show_strength(u, &p);
    show_alike(u);
    show_forfeits(u);
    return EXIT_DONE;
}

static int show_json(const tournament *u) {
    hra_text out;
    hra_error why;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_progress progress = rating_progress();
    hra_err err = hra_json_tournament(&json, NULL, u->t, &progress, &why);
    say_progress_done();
    if (err) {
        hra_text_release(&out);
        return say_failure(&why, NULL);
    }
    return say_json(&out);
}

static void say_group(void *self, const hra_pairing *p) {
    const tournament *u = self;
    say_progress_done();
    for (int i = 0; i < p->count; i++)
        say("%s%s %.1f", i ? ", " : "", hra_player_spec(u->players[p->player[i]]), p->points[i]);
    say(_n("; %llu group", "; %llu groups", p->groups), (unsigned long long)p->groups);
    if (u->how.test)
        say(_(", log-likelihood ratio %.3f"), say_rounded(p->llr, 3));
    say("\n");
    (void)say_flush(); /* somebody may watch the file that it goes to */
}

/* ---- the command ----------------------------------------------------------------------------*/

/* Two numbers with a comma between them. */
static bool read_two(const args *a, const char *option, double *first, double *second) {
    const char *text = args_text(a, option, NULL), *end;
    if (!text)
        return true;
    if (hra_number_read(text, &end, first) && *end == ',' && hra_number_read(end + 1, &end, second) && !*end)
        return true;
    say_error(_("%s: --%s takes two numbers, such as %s, not '%s'"), a->command->name, option,
              strcmp(option, "test") == 0 ? "0,5" : "0.05,0.05", text);
    return false;
}

static bool read_options(tournament *u, const args *a) {
    uint64_t threads;
    u->test = (hra_sequential){.alpha = 0.05, .beta = 0.05};
    if (!read_two(a, "test", &u->test.low, &u->test.high) ||
        !read_two(a, "errors", &u->test.alpha, &u->test.beta))
        return false;
    if (args_given(a, "test"))
        u->how.test = &u->test;
    u->how.schedule = args_given(a, "gauntlet") ? HRA_GAUNTLET : HRA_ROUND_ROBIN;
    if (!args_number(a, "groups", u->how.test ? TEST_GROUPS : GROUPS, 1, 1000000000000, &u->how.groups) ||
        !args_number(a, "threads", 1, 1, HRA_MATCH_THREADS, &threads) ||
        !args_number(a, "nodes", 0, 1, UINT64_MAX, &u->how.limits.nodes) ||
        !args_seconds(a, "time", 0, &u->how.limits.seconds) || !setup_seed(u->s, a))
        return false;
    u->how.threads = (int)threads;
    u->how.seed = u->s->seed;
    return true;
}

static int play(tournament *u, const args *a) {
    hra_error why;
    u->began = hra_clock();
    if (hra_tournament_open(&u->t, &u->how, &why) != 0)
        return say_failure(&why, NULL);
    hra_err err = hra_tournament_run(u->t, say_progress(), &why);
    say_progress_done();
    int status = err ? say_failure(&why, NULL) : EXIT_DONE;
    if (!err)
        status = args_given(a, "json") ? show_json(u) : show(u);
    if (!status && !hra_tournament_over(u->t))
        status = EXIT_INTERRUPTED;
    hra_tournament_close(u->t);
    return status;
}

static int open_all(tournament *u, const args *a) {
    int status = setup_game(u->s, a->words[0], 0);
    for (int i = 1; i < a->word_count && !status; i++)
        status = setup_player(u->s, a->words[i], &u->players[i - 1]);
    u->how.size = sizeof u->how;
    u->how.game = u->s->game;
    u->how.players = u->players;
    u->how.count = a->word_count - 1;
    if (args_given(a, "verbose")) {
        u->how.counted = say_group;
        u->how.counted_self = u;
    }
    return status;
}

static int with_records(tournament *u, const args *a, const char *path) {
    file_store file;
    hra_error why;
    if (!file_store_init(&file, path))
        return EXIT_WRONG;
    if (file_store_fits(&file, u->s->game->rules, &why) != 0 || file_store_open(&file, &why) != 0)
        return say_failure(&why, NULL);
    u->how.sink = file_store_add;
    u->how.sink_self = &file;
    int status = play(u, a);
    if (file_store_close(&file) != 0 && !status)
        status = say_failure(&file.why, NULL);
    return status;
}

static int run(const args *a) {
    tournament *u = calloc(1, sizeof *u);
    setup *s = calloc(1, sizeof *s);
    int status = u && s ? EXIT_DONE : say_no_memory();
    if (!status) {
        u->s = s;
        store_folder(a, s->data);
        status = read_options(u, a) ? open_all(u, a) : EXIT_WRONG;
        const char *record = args_text(a, "record", NULL);
        if (!status)
            status = record ? with_records(u, a, record) : play(u, a);
        setup_release(s);
    }
    free(s);
    free(u);
    return status;
}

const args_command command_tournament = {
    .name = "tournament",
    .synopsis = "GAME PLAYER PLAYER...",
    .summary = "play all against all and rate them, or test two",
    .details =
        "Everybody meets everybody (or, with --gauntlet, the first player all others), in groups of games\n"
        "with the same dice and opening in which each player sits in each seat once. In a game of one seat\n"
        "all play the same number, and the higher score wins. The same seed gives the same figures for any\n"
        "number of threads. Ctrl-C ends early with what was played.\n\n"
        "  hra tournament tictactoe random greedy minimax\n"
        "  hra tournament checkers:ballot=all expert:level=2 expert:level=4 alphabeta:depth=3 --groups 50\n\n"
        "A sequential test plays two until it is known which of two hypotheses is the truth:\n\n"
        "  hra tournament checkers:ballot=all mcts:playouts=200 mcts:playouts=100 --test 0,40\n",
    .options = options,
    .min_words = 1,
    .max_words = ARGS_MAX,
    .run = run,
};
