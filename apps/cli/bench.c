/* hra bench: how fast the hot paths are on this machine, each with a count that never changes, so
 * that other behaviour is not mistaken for other speed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "setup.h"

static const args_option options[] = {
    {.name = "only",                                      .value = "NAME", .help = "only benchmarks whose name contains this"},
    {.name = "runs", .value = "N", .help = "of each; the fastest counts; default 3"},
    {.name = "json",                                      .help = "for programs"},
    {0  },
};

/* What one run did: `work` units in `seconds`. */
typedef struct measured {
    uint64_t work;
    double seconds;
    uint64_t check; /* the same on every machine */
} measured;

typedef struct benchmark {
    const char *name, *unit;
    const char *game, *detail; /* specs: of the game; of a method or a player */
    int number;                /* a depth, or how many threads */
    bool (*run)(const struct benchmark *, const hra_game *, measured *);
    uint64_t check; /* what it has to be; 0: only printed */
} benchmark;

static bool run_perft(const benchmark *b, const hra_game *game, measured *out) {
    hra_perft_count count;
    unsigned char *s = malloc(game->state_size);
    if (!s)
        return false;
    game->rules->init(game, s);
    double start = hra_clock();
    hra_err err = hra_perft(game, s, b->number, NULL, &count);
    out->seconds = hra_clock() - start;
    out->work = count.nodes;
    out->check = count.leaves;
    free(s);
    return !err;
}

/* Where the last ply is counted without being entered, leaves are what there is to boast of. */
static bool run_bulk(const benchmark *b, const hra_game *game, measured *out) {
    bool good = run_perft(b, game, out);
    out->work = out->check;
    return good;
}

static bool run_solve(const benchmark *b, const hra_game *game, measured *out) {
    hra_solution *solution;
    hra_solve_setup how = {.threads = b->number};
    double start = hra_clock();
    if (hra_solution_open(&solution, game, &how, NULL) != 0)
        return false;
    out->seconds = hra_clock() - start;
    out->work = out->check = hra_solution_states(solution);
    hra_solution_close(solution);
    return true;
}

static bool run_search(const benchmark *b, const hra_game *game, measured *out) {
    hra_search *search;
    hra_result result;
    unsigned char *s = malloc(game->state_size);
    if (!s || hra_search_open(&search, game, b->detail, NULL) != 0) {
        free(s);
        return false;
    }
    game->rules->init(game, s);
    hra_result_init(&result);
    hra_question question = {.state = s, .seed = 1};
    double start = hra_clock();
    hra_err err = hra_search_run(search, &question, &result);
    out->seconds = hra_clock() - start;
    out->check = result.nodes;
    out->work = result.playouts ? result.playouts : result.nodes;
    hra_result_release(&result);
    hra_search_close(search);
    free(s);
    return !err;
}

enum { PROBES = 1 << 20, ASKED = 1 << 12, PIECES = 4 };

/* Four kings and men of checkers, strewn about; false: not a position. */
static bool strew(const hra_game *game, hra_rng *rng, void *state) {
    char text[64];
    int square[PIECES];
    const char *king[PIECES];
    for (int i = 0; i < PIECES; i++) {
        square[i] = 1 + (int)hra_rng_below(rng, 32);
        king[i] = hra_rng_below(rng, 2) ? "K" : "";
    }
    snprintf(text, sizeof text, "%c:W%s%d,%s%d:B%s%d,%s%d", hra_rng_below(rng, 2) ? 'W' : 'B', king[0],
             square[0], king[1], square[1], king[2], square[2], king[3], square[3]);
    return hra_game_read_position(game, text, state, NULL) == 0;
}

/* The same positions again and again; the check is made of their values and distances. */
static bool run_probes(const benchmark *b, const hra_game *game, measured *out) {
    hra_solution *solution;
    hra_solve_setup how = {.threads = b->number};
    hra_rng rng;
    double value[HRA_MAX_SEATS];
    unsigned char *states = malloc(ASKED * game->state_size);
    if (!states || hra_solution_open(&solution, game, &how, NULL) != 0) {
        free(states);
        return false;
    }
    hra_rng_init(&rng, 1);
    for (size_t i = 0; i < ASKED; i++)
        while (!strew(game, &rng, states + i * game->state_size))
            continue;
    double start = hra_clock();
    bool good = true;
    for (size_t i = 0; i < PROBES && good; i++) {
        const unsigned char *s = states + i % ASKED * game->state_size;
        good = hra_solution_value(solution, s, value) == 0;
        out->check += (uint64_t)((int)value[0] + 2) * (uint64_t)(hra_solution_distance(solution, s) + 2);
    }
    out->seconds = hra_clock() - start;
    out->work = 2 * (uint64_t)PROBES; /* the distance is asked for apart */
    hra_solution_close(solution);
    free(states);
    return good;
}

enum { MATCH_GAMES = 20000 };

static bool run_match(const benchmark *b, const hra_game *game, measured *out) {
    hra_player *player;
    hra_match_result result;
    const hra_player *players[HRA_MAX_SEATS];
    if (hra_player_open(&player, game, b->detail, NULL, NULL, NULL) != 0)
        return false;
    for (int seat = 0; seat < game->seats; seat++)
        players[seat] = player;
    hra_match_setup how = {.game = game, .players = players, .games = MATCH_GAMES, .seed = 1, .threads = 1};
    hra_err err = hra_match_run(&how, &result, NULL);
    out->seconds = result.seconds;
    out->work = result.games;
    out->check = (uint64_t)(hra_stats_mean(&result.players[0].score) * MATCH_GAMES + 0.5);
    hra_match_release(&result);
    hra_player_close(player);
    return !err;
}

static const benchmark benchmarks[] = {
    {"yahtzee-solve",           "positions/s", "yahtzee",             NULL,                   1,  run_solve,  536448  },
    {"yahtzee-solve-2-threads", "positions/s", "yahtzee",             NULL,                   2,  run_solve,  536448  },
    {"yahtzee-optimal",         "games/s",     "yahtzee",             "optimal",              0,  run_match,  0       },
    {"yahtzee-heuristic",       "games/s",     "yahtzee:rules=plain", "heuristic",            0,  run_match,  0       },
    {"yahtzee-random",          "games/s",     "yahtzee",             "random",               0,  run_match,  0       },
    {"empire-random",           "games/s",     "empire",              "random",               0,  run_match,  9918    },
    {"checkers-perft",          "leaves/s",    "checkers",            NULL,                   11, run_bulk,   85242128},
    {"checkers-tables",         "positions/s", "checkers:pieces=4",   NULL,                   2,  run_solve,  6408836 },
    {"checkers-probes",         "probes/s",    "checkers:pieces=4",   NULL,                   2,  run_probes, 22399744},
    {"tictactoe-perft",         "nodes/s",     "tictactoe",           NULL,                   9,  run_perft,  127872  },
    {"tictactoe-alphabeta",     "nodes/s",     "tictactoe",           "alphabeta",            0,  run_search, 18297   },
    {"tictactoe-minimax",       "nodes/s",     "tictactoe",           "minimax",              0,  run_search, 549946  },
    {"tictactoe-maxn",          "nodes/s",     "tictactoe",           "maxn",                 0,  run_search, 0       },
    {"tictactoe-mcts",          "playouts/s",  "tictactoe",           "mcts:playouts=100000", 0,  run_search, 0       },
    {"tictactoe-random",        "games/s",     "tictactoe",           "random",               0,  run_match,  0       },
};

/* The fastest of so many runs; false when it could not be run here. */
static bool measure(const benchmark *b, uint64_t runs, measured *best) {
    hra_game *game;
    hra_error why;
    if (hra_game_open(&game, &cli_host, b->game, &why) != 0) {
        say_failure(&why, b->game);
        return false;
    }
    bool good = true;
    for (uint64_t i = 0; i < runs && good && !say_interrupted(); i++) {
        measured one = {0};
        good = b->run(b, game, &one);
        if (good && (i == 0 || one.seconds < best->seconds))
            *best = one;
    }
    hra_game_close(game);
    return good;
}

static void show(const benchmark *b, const measured *m, bool json, bool first) {
    double rate = m->seconds > 0 ? (double)m->work / m->seconds : 0;
    if (json)
        say("%s{\"name\":\"%s\",\"rate\":%.6g,\"unit\":\"%s\",\"seconds\":%.6f,\"check\":%llu}",
            first ? "" : ",", b->name, rate, b->unit, m->seconds, (unsigned long long)m->check);
    else
        say("%-26s %10.4g %-12s %9.4f s   %s %llu\n", b->name, rate, b->unit, m->seconds, _("check"),
            (unsigned long long)m->check);
}

static bool any_named(const char *only) {
    for (size_t i = 0; i < sizeof benchmarks / sizeof *benchmarks; i++)
        if (strstr(benchmarks[i].name, only))
            return true;
    say_error(_("bench: no benchmark has '%s' in its name; 'hra bench' shows all names"), only);
    return false;
}

static int run(const args *a) {
    uint64_t runs;
    bool json = args_given(a, "json"), first = true;
    const char *only = args_text(a, "only", "");
    int status = EXIT_DONE;
    if (!args_number(a, "runs", 3, 1, 1000, &runs) || !any_named(only))
        return EXIT_WRONG;
    say("%s", json ? "{\"benchmarks\":[" : "");
    for (size_t i = 0; i < sizeof benchmarks / sizeof *benchmarks && !say_interrupted(); i++) {
        const benchmark *b = &benchmarks[i];
        measured best = {0};
        if (!strstr(b->name, only))
            continue;
        if (!measure(b, runs, &best)) {
            say_error(_("%s could not be run"), b->name);
            status = EXIT_FAILED;
            continue;
        }
        show(b, &best, json, first);
        first = false;
        if (b->check && best.check != b->check) {
            say_error(_("%s: the check is %llu but has to be %llu: it does something else now"), b->name,
                      (unsigned long long)best.check, (unsigned long long)b->check);
            status = EXIT_FAILED;
        }
    }
    say("%s", json ? "]}\n" : "");
    return say_interrupted() ? EXIT_INTERRUPTED : status;
}

const args_command command_bench = {
    .name = "bench",
    .synopsis = "[--only NAME]",
    .summary = "how fast the hot paths are on this machine",
    .details = "One core. The check of a benchmark is the same on every machine.\n",
    .options = options,
    .run = run,
};
