/* Random games of empire per second: the loop that playouts run, on one core.
 *
 *     build/bench/bench-empire [SPEC] [GAMES]
 *
 * Processor time, the fastest of five runs. The check is the number of moves, of chance too; it is the same
 * on every machine. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hra/hra.h"
#include "rules/fast.h"

enum { GAMES = 200000, RUNS = 5, PLIES = 1 << 20 };

typedef struct bench {
    const hra_game *game;
    unsigned char *s;
    hra_move *moves;
    double *probability;
} bench;

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t play(const bench *b, long games) {
    hra_rng rng;
    uint64_t plies = 0;
    hra_rng_init(&rng, 1);
    for (long i = 0; i < games; i++) {
        b->game->rules->init(b->game, b->s);
        plies += b->game->rules->hints->fast->playout(b->game, b->s, b->moves, b->probability, &rng, PLIES);
    }
    return plies;
}

int main(int argc, char **argv) {
    hra_game *game;
    hra_error why;
    long games = argc > 2 ? strtol(argv[2], NULL, 10) : GAMES;
    const hra_host files = {.size = sizeof files, .read = hra_host_read_file};
    if (hra_game_open(&game, &files, argc > 1 ? argv[1] : "empire", &why) != 0) {
        fprintf(stderr, "bench-empire: %s\n", why.text);
        return 2;
    }
    if (!game->rules->hints->fast || !game->rules->hints->fast->playout || games < 1) {
        fprintf(stderr, "bench-empire: no such loop, or no games\n");
        return 2;
    }
    size_t n = hra_game_move_capacity(game);
    bench b = {.game = game,
               .s = malloc(game->state_size),
               .moves = malloc(n * sizeof(hra_move)),
               .probability = malloc(n * sizeof(double))};
    double best = 0;
    uint64_t plies = 0;
    for (int run = 0; run < RUNS && b.s && b.moves && b.probability; run++) {
        double start = seconds();
        plies = play(&b, games);
        double rate = (double)games / (seconds() - start);
        best = rate > best ? rate : best;
    }
    printf("%s: %.4g games/s, %.4g moves/s, check %llu\n", game->spec, best,
           best * (double)plies / (double)games, (unsigned long long)plies);
    free(b.s);
    free(b.moves);
    free(b.probability);
    hra_game_close(game);
    return 0;
}
