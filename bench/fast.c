/* What the hot loops that are compiled with a game's rules (src/rules/fast.h) gain over the general ones.
 *
 *     build/bench/bench-fast [GAME]
 *
 * Each game is opened as it is and without them. The two are timed alternately, equally often, in
 * processor time; a line is the median of the ratios, with the lower and the upper quartile: above 1 the
 * game's own loop is faster. Both must count the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hra/hra.h"
#include "rules/fast.h"
#include "search/montecarlo/playout.h"

enum { PAIRS = 41, PLAYOUTS = 200 };

static const hra_eval no_eval; /* playouts go to the end */

static const double slice = 10e-3; /* seconds of one timing, at least */

typedef struct row {
    const char *game, *loop, *spec; /* of a method; NULL: perft, or playouts */
    int depth;                      /* of perft; 0: playouts */
} row;

static const row rows[] = {
    {"tictactoe", "perft", NULL, 9},
    {"tictactoe", "minimax", "minimax", 0},
    {"tictactoe", "alphabeta", "alphabeta", 0},
    {"tictactoe", "maxn", "maxn", 0},
    {"tictactoe", "playout", NULL, 0},
    {"checkers", "perft", NULL, 8},
    {"backgammon", "perft", NULL, 4},
    {"empire", "playout", NULL, 0},
    {"pacman", "playout", NULL, 0},
    {"empire:seats=4", "playout", NULL, 0},
    {"empire:map=thesis,neutral-armies=0", "playout", NULL, 0},
};

/* One of the two: a game with or without loops of its own. */
typedef struct side {
    hra_game *game;
    hra_rules rules;
    hra_rules_hints hints;
    unsigned char *s;
    hra_agent *agent;
    hra_simulation simulation;
} side;

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The general game is made from the rules of `own`; NULL: opens the game as it is. */
static hra_err open_side(side *out, const row *r, const side *own, hra_error *why) {
    *out = (side){0};
    hra_err err = HRA_OK;
    if (own) {
        out->rules = *own->game->rules;
        out->hints = *out->rules.hints;
        out->hints.fast = NULL;
        out->rules.hints = &out->hints;
        err = hra_game_open_rules(&out->game, NULL, &out->rules, r->game, why);
    } else {
        err = hra_game_open(&out->game, NULL, r->game, why);
    }
    if (!err && r->spec)
        err = hra_agent_open_spec(&out->agent, out->game, r->spec, why);
    if (!err)
        err = hra_simulation_open(&out->simulation, out->game, &no_eval);
    if (!err && !(out->s = calloc(1, out->game->state_size)))
        err = HRA_ENOMEM;
    if (!err)
        out->game->rules->init(out->game, out->s);
    return err;
}

static void close_side(side *out) {
    hra_simulation_release(&out->simulation);
    hra_agent_close(out->agent);
    free(out->s);
    hra_game_close(out->game);
}

static uint64_t play(side *x) {
    double value[HRA_MAX_SEATS];
    uint64_t before = x->simulation.plies;
    hra_rng_init(&x->simulation.rng, 1);
    for (int i = 0; i < PLAYOUTS; i++) {
        memcpy(x->simulation.state, x->s, x->game->state_size);
        hra_simulation_run(&x->simulation, value);
    }
    return x->simulation.plies - before;
}

/* What one run counts; 0 where it fails. */
static uint64_t run(const row *r, side *x) {
    hra_perft_count count = {0};
    if (!r->spec && r->depth)
        return hra_perft(x->game, x->s, r->depth, NULL, &count) ? 0 : count.nodes;
    if (!r->spec)
        return play(x);
    hra_analysis result;
    hra_question question = {.state = x->s, .seed = 1};
    hra_analysis_init(&result);
    hra_agent_forget(x->agent);
    hra_err err = hra_agent_ask(x->agent, &question, &result);
    uint64_t nodes = err ? 0 : result.nodes;
    hra_analysis_release(&result);
    return nodes;
}

static double time_of(const row *r, side *x, int times) {
    double from = seconds();
    for (int i = 0; i < times; i++)
        run(r, x);
    return seconds() - from;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int compare(const row *r, side *own, side *general) {
    double ratio[PAIRS];
    uint64_t count = run(r, own);
    if (!count || run(r, general) != count) {
        fprintf(stderr, "%s %s: the two loops do not count the same\n", r->game, r->loop);
        return 1;
    }
    int times = 1;
    while (time_of(r, own, times) < slice)
        times *= 2;
    for (int i = 0; i < PAIRS; i++) { /* they take turns in going first, so that drift cancels */
        double first = time_of(r, i % 2 ? own : general, times);
        double second = time_of(r, i % 2 ? general : own, times);
        ratio[i] = i % 2 ? second / first : first / second;
    }
    qsort(ratio, PAIRS, sizeof *ratio, ascending);
    printf("%-28s %-10s %6.2f times as fast (%.2f to %.2f), check %llu\n", r->game, r->loop, ratio[PAIRS / 2],
           ratio[PAIRS / 4], ratio[PAIRS - 1 - PAIRS / 4], (unsigned long long)count);
    fflush(stdout);
    return 0;
}

static bool has_loop(const struct hra_fast *fast, const char *name) {
    const struct {
        const char *name;
        bool here;
    } loops[] = {
        {"perft", fast && fast->perft},         {"minimax", fast && fast->minimax},
        {"alphabeta", fast && fast->alphabeta}, {"maxn", fast && fast->maxn},
        {"playout", fast && fast->playout},
    };
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        if (strcmp(name, loops[i].name) == 0)
            return loops[i].here;
    return false;
}

static int measure(const row *r) {
    side own, general = {0};
    hra_error why = {0};
    int failed = 0;
    if (open_side(&own, r, NULL, &why) || open_side(&general, r, &own, &why)) {
        fprintf(stderr, "%s: %s\n", r->game, why.text);
        failed = 1;
    } else if (has_loop(own.game->rules->hints->fast, r->loop)) {
        failed = compare(r, &own, &general);
    } else {
        printf("%-28s %-10s has no loop of its own\n", r->game, r->loop);
    }
    close_side(&general);
    close_side(&own);
    return failed;
}

int main(int argc, char **argv) {
    int failed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (argc < 2 || strncmp(argv[1], rows[i].game, strlen(argv[1])) == 0)
            failed |= measure(&rows[i]);
    return failed;
}
