/* What a match costs on top of the rules: random games as a work and by the bare rules,
 * alternately, on one core.
 *
 *     build/bench/bench-match [SPEC...]
 *
 * Processor time. Each line gives the fastest run of each kind, the median of the ratios of neighbours with
 * its quartiles, and how much more a ply costs in a match than bare, again the median. The check
 * is the number of points of the first player in the match; it is the same on every machine. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hra/hra.h"
#include "hra/work.h"
#include "rules/defaults.h"

enum { GAMES = 20000, RUNS = 21 };

typedef struct bench {
    const hra_game *game;
    const hra_player *players[HRA_MAX_SEATS];
    uint64_t plies; /* of all bare games */
    void *state;
    hra_move *moves;
    double *probability;
} bench;

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Listing and applying moves, one stream of random numbers, and nothing else. */
static double play_bare(bench *b) {
    const hra_rules *rules = b->game->rules;
    double start = seconds(), value[HRA_MAX_SEATS];
    hra_rng rng;
    hra_rng_init(&rng, 1);
    b->plies = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        int mover;
        hra_game_begin(b->game, i, b->state);
        for (; (mover = rules->to_move(b->game, b->state)) != HRA_OVER; b->plies++) {
            hra_move m;
            if (mover == HRA_CHANCE)
                m = hra_game_sample(b->game, b->state, &rng, b->moves, b->probability);
            else
                m = b->moves[hra_rng_below(&rng, (uint32_t)rules->moves(b->game, b->state, b->moves))];
            rules->apply(b->game, b->state, m);
        }
        rules->returns(b->game, b->state, value);
    }
    return seconds() - start;
}

static double play_match(bench *b, double *points) {
    const hra_work_setup how = {
        .size = sizeof how, .game = b->game, .players = b->players, .player_count = b->game->seats};
    hra_match_result result = {.size = sizeof result};
    char spec[HRA_SPEC_LENGTH + 64];
    hra_work *work;
    hra_snprintf(spec, sizeof spec, "game %s\ngames %d\nseed 1\n", b->game->spec, GAMES);
    double start = seconds();
    if (hra_work_open(&work, "match", spec, &how, NULL) != 0 || hra_work_run(work, 1, NULL, NULL) != 0 ||
        hra_work_match(work, &result, NULL) != 0)
        abort();
    hra_work_close(work);
    start = seconds() - start;
    *points = result.players[0].points;
    hra_match_release(&result);
    return start;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(bench *b) {
    double ratio[RUNS], cost[RUNS], least[2] = {1e9, 1e9}, points = 0;
    for (int run = 0; run < RUNS; run++) {
        double bare = play_bare(b), match = play_match(b, &points);
        least[0] = bare < least[0] ? bare : least[0];
        least[1] = match < least[1] ? match : least[1];
        ratio[run] = bare / match;
        cost[run] = 1e9 * (match - bare) / (double)b->plies;
    }
    qsort(ratio, RUNS, sizeof *ratio, ascending);
    qsort(cost, RUNS, sizeof *cost, ascending);
    printf("%s: bare %.4g games/s, match %.4g games/s, ratio %.3f (%.3f-%.3f), a ply costs %.1f ns more "
           "(%.1f-%.1f); %.4g plies a game, check %.10g\n",
           b->game->spec, GAMES / least[0], GAMES / least[1], ratio[RUNS / 2], ratio[RUNS / 4],
           ratio[RUNS - 1 - RUNS / 4], cost[RUNS / 2], cost[RUNS / 4], cost[RUNS - 1 - RUNS / 4],
           (double)b->plies / GAMES, points);
}

static int bench_game(const char *spec) {
    static const hra_host files = {.size = sizeof files, .read = hra_host_read_file};
    hra_game *game;
    hra_player *player = NULL;
    hra_error why;
    if (hra_game_open(&game, &files, spec, &why) != 0 ||
        hra_player_open(&player, game, "random", NULL, NULL, &why) != 0) {
        fprintf(stderr, "bench-match: %s\n", why.text);
        return 2;
    }
    size_t n = hra_game_move_capacity(game);
    bench b = {.game = game,
               .state = malloc(game->state_size),
               .moves = malloc(n * sizeof(hra_move)),
               .probability = malloc(n * sizeof(double))};
    for (int seat = 0; seat < game->seats; seat++)
        b.players[seat] = player;
    if (b.state && b.moves && b.probability)
        measure(&b);
    free(b.state);
    free(b.moves);
    free(b.probability);
    hra_player_close(player);
    hra_game_close(game);
    return 0;
}

int main(int argc, char **argv) {
    int status = 0;
    for (int i = 1; i < argc && !status; i++)
        status = bench_game(argv[i]);
    if (argc < 2)
        status = bench_game("empire") || bench_game("tictactoe") ? 2 : 0;
    return status;
}
