/* How fast pacman is searched and played at random, on one core and through the public interface.
 * Each figure is the best of many short slices of processor time, so that other work on the machine
 * disturbs it little. What one run counts is printed too and must never change. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hra/hra.h"

typedef struct figure {
    const char *name, *game, *method;
    double goal; /* millions a second */
} figure;

static const figure figures[] = {
    {"minimax", "pacman:layout=crossroads", "minimax:depth=5,eval=score", 50},
    {"alphabeta", "pacman:layout=crossroads", "alphabeta:depth=8,eval=score", 50},
    {"expectimax", "pacman:layout=crossroads", "expectimax:depth=5,eval=score", 50},
    {"minimax, orchard", "pacman:layout=orchard", "minimax:depth=4,eval=score", 50},
    {"alphabeta, orchard", "pacman:layout=orchard", "alphabeta:depth=5,eval=score", 50},
    {"expectimax, orchard", "pacman:layout=orchard", "expectimax:depth=4,eval=score", 50},
    {"better, orchard", "pacman:layout=orchard", "expectimax:depth=2,eval=better", 15},
    {"better, orchard, one ghost", "pacman:layout=orchard,ghosts=1", "expectimax:depth=2,eval=better", 15},
    {"random play, orchard", "pacman:layout=orchard", NULL, 50},
};

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int measure(const figure *f, double seconds) {
    hra_game *game = NULL;
    hra_agent *search = NULL;
    hra_analysis result;
    hra_error why;
    const char *method = f->method ? f->method : "montecarlo:playouts=1000";
    if (hra_game_open(&game, NULL, f->game, &why) || hra_agent_open_spec(&search, game, method, &why)) {
        fprintf(stderr, "%s: %s\n", f->name, why.text);
        return 1;
    }
    void *s = malloc(game->state_size);
    game->rules->init(game, s);
    hra_analysis_init(&result);
    double best = 0, started = processor_seconds(), now = started;
    uint64_t seed = 0, first = 0;
    while (now - started < seconds) {
        double from = now;
        uint64_t done = 0;
        do {
            hra_question question = {.state = s, .seed = seed++ % 1000};
            if (hra_agent_ask(search, &question, &result))
                return 1;
            first = first ? first : result.nodes;
            done += result.nodes;
            now = processor_seconds();
        } while (now - from < 4e-3);
        best = (double)done / (now - from) > best ? (double)done / (now - from) : best;
    }
    printf("%-28s %8.1f M %s/s  %10llu in a run  %5.2f of the goal of %g M\n", f->name, best / 1e6,
           f->method ? "states" : "steps", (unsigned long long)first, best / 1e6 / f->goal, f->goal);
    hra_analysis_release(&result);
    hra_agent_close(search);
    hra_game_close(game);
    free(s);
    return 0;
}

int main(int argc, char **argv) {
    int failed = 0;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (argc < 2 || strcmp(argv[1], figures[i].name) == 0)
            failed |= measure(&figures[i], 1);
    return failed;
}
