/* hra bench: how fast the hot paths are on this machine, each with a count that never changes, so
 * that a change of behaviour is not mistaken for a change of speed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/open_game.h"
#include "commands/play_match.h"
#include "hra/bench.h"
#include "hra/solve.h"

static const args_option options[] = {
    {.name = "filter", .value = "TEXT", .help = "run benchmarks whose name contains TEXT"},
    {.name = "runs", .value = "N", .help = "repetitions; the fastest counts (default: 3)"},
    {.name = "json", .help = "print JSON"},
    {0},
};

/* What one run did: `work` units in `seconds`. */
typedef struct measured {
    uint64_t work;
    const char *unit; /* of work in a second */
    double seconds;
    uint64_t check; /* the same on every machine */
} measured;

static bool run_perft(const hra_benchmark *b, const hra_game *game, measured *out) {
    hra_perft_count count;
    unsigned char *s = malloc(game->state_size);
    if (!s)
        return false;
    game->rules->init(game, s);
    double start = hra_clock();
    hra_err err = hra_perft(game, s, b->number, print_progress()->stop, &count);
    out->seconds = hra_clock() - start;
    out->work = count.nodes;
    out->unit = N_("nodes/s");
    out->check = count.leaves;
    free(s);
    return !err;
}

/* The last ply is counted without being entered, so the speed is given in leaves. */
static bool run_bulk(const hra_benchmark *b, const hra_game *game, measured *out) {
    bool good = run_perft(b, game, out);
    out->work = out->check;
    out->unit = N_("leaves/s");
    return good;
}

static bool run_solve(const hra_benchmark *b, const hra_game *game, measured *out) {
    hra_solution *solution;
    const hra_progress quiet = {.stop = print_progress()->stop};
    hra_solve_setup how = {.size = sizeof how, .threads = b->number, .progress = &quiet};
    double start = hra_clock();
    if (hra_solution_open(&solution, game, &how, NULL) != 0)
        return false;
    out->seconds = hra_clock() - start;
    out->work = out->check = hra_solution_info_of(solution)->states;
    out->unit = N_("positions/s");
    hra_solution_close(solution);
    return true;
}

static bool run_search(const hra_benchmark *b, const hra_game *game, measured *out) {
    hra_agent *search;
    hra_analysis result;
    unsigned char *s = malloc(game->state_size);
    if (!s || hra_agent_open_spec(&search, game, b->by, NULL) != 0) {
        free(s);
        return false;
    }
    game->rules->init(game, s);
    hra_analysis_init(&result);
    hra_question question = {.state = s, .seed = 1, .stop = print_progress()->stop};
    double start = hra_clock();
    hra_err err = hra_agent_ask(search, &question, &result);
    out->seconds = hra_clock() - start;
    out->check = result.nodes;
    out->work = result.playouts ? result.playouts : result.nodes;
    out->unit = result.playouts ? N_("playouts/s") : N_("nodes/s");
    hra_analysis_release(&result);
    hra_agent_close(search);
    free(s);
    return !err;
}

enum { PROBES = 1 << 20, ASKED = 1 << 12 };

/* The same positions again and again; the check is made of their values and distances. */
static bool run_probes(const hra_benchmark *b, const hra_game *game, measured *out) {
    hra_solution *solution;
    const hra_progress quiet = {.stop = print_progress()->stop};
    hra_solve_setup how = {.size = sizeof how, .threads = b->number, .progress = &quiet};
    hra_rng rng;
    double value[HRA_MAX_SEATS];
    unsigned char *states = malloc(ASKED * game->state_size);
    if (!states || hra_solution_open(&solution, game, &how, NULL) != 0) {
        free(states);
        return false;
    }
    hra_rng_init(&rng, 1);
    for (size_t i = 0; i < ASKED; i++)
        while (!b->position(game, &rng, states + i * game->state_size))
            continue;
    double start = hra_clock();
    bool good = true;
    for (size_t i = 0; i < PROBES && good; i++) {
        const unsigned char *s = states + i % ASKED * game->state_size;
        good = hra_solution_value(solution, s, value) == 0;
        out->check += (uint64_t)((int)value[0] + 2) * (uint64_t)(hra_solution_distance(solution, s) + 2);
    }
    out->seconds = hra_clock() - start;
    out->work = 2 * (uint64_t)PROBES; /* value and distance are two probes */
    out->unit = N_("probes/s");
    hra_solution_close(solution);
    free(states);
    return good;
}

enum { MATCH_GAMES = 20000 };

static bool run_match(const hra_benchmark *b, const hra_game *game, measured *out) {
    hra_player *player;
    hra_match_result result = {.size = sizeof result};
    const hra_player *players[HRA_MAX_SEATS];
    if (hra_player_open(&player, game, b->by, NULL, NULL, NULL) != 0)
        return false;
    for (int seat = 0; seat < game->seats; seat++)
        players[seat] = player;
    const hra_progress quiet = {.stop = print_progress()->stop};
    const match_of_players how = {
        .game = game, .players = players, .games = MATCH_GAMES, .seed = 1, .threads = 1, .progress = &quiet};
    double start = hra_clock();
    hra_err err = play_match(&how, &result, NULL);
    out->seconds =
        hra_clock() - start; /* of the clock, as in the other benchmarks: a result adds up its tasks' */
    out->work = result.games;
    out->unit = N_("games/s");
    out->check = (uint64_t)(hra_stats_summary(&result.players[0].score).mean * MATCH_GAMES + 0.5);
    hra_match_release(&result);
    hra_player_close(player);
    return !err;
}

static bool (*const runs_of_kind[])(const hra_benchmark *, const hra_game *, measured *) = {
    [HRA_BENCH_PERFT] = run_perft,  [HRA_BENCH_LEAVES] = run_bulk,   [HRA_BENCH_SOLVE] = run_solve,
    [HRA_BENCH_PROBE] = run_probes, [HRA_BENCH_SEARCH] = run_search, [HRA_BENCH_MATCH] = run_match,
};

enum { NAME = 64 };

/* "GAME-perft": what a benchmark is called outside its game. */
static const char *full_name(const hra_rules *rules, const hra_benchmark *b, char out[NAME]) {
    hra_snprintf(out, NAME, "%s-%s", rules->name, b->name);
    return out;
}

/* The fastest of a number of runs; false where it could not be run. */
static bool measure(const hra_rules *rules, const hra_benchmark *b, uint64_t runs, measured *best) {
    hra_game *game;
    hra_error why;
    char spec[HRA_SPEC_LENGTH];
    hra_snprintf(spec, sizeof spec, "%s%s%s", rules->name, b->options ? ":" : "",
                 b->options ? b->options : "");
    if (hra_game_open(&game, NULL, spec, &why) != 0)
        return false;
    bool good = true;
    for (uint64_t i = 0; i < runs && good && !print_interrupted(); i++) {
        measured one = {0};
        good = runs_of_kind[b->kind](b, game, &one);
        if (good && (i == 0 || one.seconds < best->seconds))
            *best = one;
    }
    hra_game_close(game);
    return good;
}

/* Of the command line. */
typedef struct wanted {
    const char *only;
    uint64_t runs;
    bool json;
    hra_json writer; /* of the list, which is printed entry by entry, each as soon as it is measured */
    hra_text text;
    uint64_t measured;
} wanted;

/* What was written since the last time. */
static void print_written(wanted *w) {
    print("%s", print_string(&w->text));
    hra_text_clear(&w->text);
}

static void show(const char *name, const measured *m, wanted *w) {
    double rate = m->seconds > 0 ? (double)m->work / m->seconds : 0;
    if (!w->json) {
        print("%-26s %10.4G ", name, rate);
        print_cell(-12, _(m->unit));
        print(" %9.4F s   %s %llu\n", m->seconds, _("check"), (unsigned long long)m->check);
        return;
    }
    hra_json_object(&w->writer, NULL);
    hra_json_text(&w->writer, "name", name);
    hra_json_number(&w->writer, "rate", rate);
    hra_json_text(&w->writer, "unit", m->unit);
    hra_json_seconds(&w->writer, "seconds", m->seconds);
    hra_json_count(&w->writer, "check", m->check);
    hra_json_end(&w->writer);
    print_written(w);
}

static int run_one(const hra_rules *rules, const hra_benchmark *b, wanted *w) {
    char name[NAME];
    measured best = {0};
    if (!strstr(full_name(rules, b, name), w->only))
        return EXIT_DONE;
    bool measured_one = measure(rules, b, w->runs, &best);
    if (print_interrupted()) /* a measurement that was interrupted is not printed */
        return EXIT_DONE;
    if (!measured_one) {
        print_error(_("cannot run %s"), name);
        return EXIT_FAILED;
    }
    show(name, &best, w);
    w->measured++;
    if (b->check && best.check != b->check) {
        print_error(_("%s: wrong check %llu, expected %llu: its behaviour has changed"), name,
                    (unsigned long long)best.check, (unsigned long long)b->check);
        return EXIT_FAILED;
    }
    return EXIT_DONE;
}

static bool any_named(const char *only) {
    char name[NAME];
    for (int i = 0; hra_registry_game(NULL, i); i++)
        for (const hra_benchmark *b = hra_rules_offers(hra_registry_game(NULL, i))->benchmarks; b && b->name;
             b++)
            if (strstr(full_name(hra_registry_game(NULL, i), b, name), only))
                return true;
    print_error(_("bench: no benchmark name contains '%s'; 'hra bench' lists all names"), only);
    return false;
}

static int run_all(wanted *w) {
    int status = EXIT_DONE;
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const hra_rules *rules = hra_registry_game(NULL, i);
        for (const hra_benchmark *b = hra_rules_offers(rules)->benchmarks;
             b && b->name && !print_interrupted(); b++)
            if (run_one(rules, b, w) != EXIT_DONE)
                status = EXIT_FAILED;
    }
    return status;
}

static int run(const args *a) {
    wanted w = {.only = args_text(a, "filter", ""), .json = args_given(a, "json")};
    int status = EXIT_DONE;
    if (!args_number(a, "runs", 3, 1, 1000, &w.runs) || !any_named(w.only))
        return EXIT_WRONG;
    hra_text_init(&w.text);
    w.writer = hra_json_begin(&w.text);
    if (w.json) {
        hra_json_object(&w.writer, NULL);
        hra_json_list(&w.writer, "benchmarks");
    }
    status = run_all(&w);
    if (w.json) {
        hra_json_end(&w.writer);
        hra_json_end(&w.writer);
        hra_text_add(&w.text, "\n");
        print_written(&w);
    }
    hra_text_release(&w.text);
    print_reached(_n("%llu benchmark measured", "%llu benchmarks measured", w.measured),
                  (unsigned long long)w.measured);
    return print_interrupted() ? EXIT_INTERRUPTED : status;
}

const args_command command_bench = {
    .name = "bench",
    .synopsis = "[--filter TEXT]",
    .summary = "measure speed",
    .group = ARGS_MEASURE,
    .rare = true,
    .details = "Runs on one core. The check of a benchmark is the same on every machine.\n"
               "\n"
               "  hra bench\n"
               "  hra bench --filter checkers\n",
    .options = options,
    .run = run,
};
