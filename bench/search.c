/* How fast searches walk, in process and on one core: the figures of tic-tac-toe through the public
 * interface. Each figure is the best of many short slices of processor time, so that other work on
 * the machine disturbs it little. Node counts are printed too and must never change. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "hra/hra.h"

typedef struct figure {
    const char *name, *unit, *spec; /* spec NULL: perft */
    uint64_t seeds;                 /* another one in each run, so that no playout is learnt by heart */
    double goal;                    /* millions a second */
} figure;

static const figure figures[] = {
    {"perft", "states", NULL, 1, 150},
    {"minimax", "states", "minimax", 1, 0},
    {"alphabeta", "states", "alphabeta", 1, 120},
    {"maxn", "states", "maxn", 1, 80},
    {"playouts", "moves", "montecarlo:playouts=2000", 1000, 60},
    {"uct", "simulations", "mcts:playouts=20000,reuse=no,solver=no", 1000, 4},
    {"uct solver", "simulations", "mcts:playouts=20000,reuse=no", 1000, 4},
    {"expectiminimax", "states", "expectiminimax", 1, 0},
    {"alphabeta:full", "states", "alphabeta:full,tt=1M", 1, 0},
};

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One run: what it counts. */
static uint64_t run(const figure *f, const hra_game *game, hra_agent *search, const void *s, uint64_t seed,
                    hra_analysis *result) {
    hra_perft_count count = {0};
    hra_question question = {.state = s, .seed = seed};
    if (!search)
        return hra_perft(game, s, 9, NULL, &count) ? 0 : count.nodes;
    hra_agent_forget(search);
    if (hra_agent_ask(search, &question, result))
        return 0;
    return strcmp(f->unit, "simulations") == 0 ? result->playouts : result->nodes;
}

static int measure(const figure *f, const hra_game *game, const void *s, double seconds) {
    hra_agent *search = NULL;
    hra_analysis result;
    hra_error why;
    double best = 0, started = processor_seconds(), now = started;
    uint64_t seed = 0, first = 0;
    if (f->spec && hra_agent_open_spec(&search, game, f->spec, &why)) {
        fprintf(stderr, "%s: %s\n", f->spec, why.text);
        return 1;
    }
    hra_analysis_init(&result);
    while (now - started < seconds) {
        double from = now;
        uint64_t done = 0;
        do {
            uint64_t one = run(f, game, search, s, seed++ % f->seeds, &result);
            first = first ? first : one;
            done += one;
            now = processor_seconds();
        } while (now - from < 4e-3);
        if ((double)done / (now - from) > best)
            best = (double)done / (now - from);
    }
    printf("%-16s %8.1f M %s/s  %10llu in a run", f->name, best / 1e6, f->unit, (unsigned long long)first);
    if (f->goal > 0)
        printf("  %5.2f of the goal of %g M", best / 1e6 / f->goal, f->goal);
    printf("\n");
    hra_agent_close(search);
    hra_analysis_release(&result);
    return 0;
}

int main(int argc, char **argv) {
    hra_game *game;
    unsigned char s[64];
    int failed = 0;
    if (hra_game_open(&game, NULL, "tictactoe", NULL) || game->state_size > sizeof s)
        return 1;
    game->rules->init(game, s);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (argc < 2 || strcmp(argv[1], figures[i].name) == 0)
            failed |= measure(&figures[i], game, s, 1);
    hra_game_close(game);
    return failed;
}
