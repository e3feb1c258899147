/* Random games of chess for tests/chess.py: chess_moves SPEC SEED GAMES DEPTH
 *
 * Prints a line per position, with tabs between its parts: the FEN, the leaves of DEPTH plies below it, if DEPTH is not 0,
 * the move that is made, and all legal moves; after a game "over" with its FEN and White's return. Every second game goes
 * on with captures and moves of pawns where there are some, so that few pieces are left, and pawns arrive. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <hra/hra.h>

enum { MOST_MOVES = 256 };

static hra_text text;

static const char *position(const hra_game *game, const void *s) {
    hra_text_clear(&text);
    game->rules->text->write_position(game, s, &text);
    return hra_text_string(&text);
}

static const char *move_text(const hra_game *game, const void *s, hra_move m) {
    hra_text_clear(&text);
    game->rules->text->show_move(game, s, m, &text);
    return hra_text_string(&text);
}

static hra_move choose(const hra_game *game, const void *s, const hra_move *moves, int n, bool hasty,
                       hra_rng *rng) {
    hra_move chosen = moves[hra_rng_below(rng, (uint32_t)n)];
    for (int i = 0; hasty && i < 4 && !game->rules->hints->irreversible(game, s, chosen); i++)
        chosen = moves[hra_rng_below(rng, (uint32_t)n)];
    return chosen;
}

static void print_state(const hra_game *game, const void *s, const hra_move *moves, int n, hra_move chosen,
                        int depth) {
    hra_perft_count count = {0};
    if (depth && hra_perft(game, s, depth, NULL, &count) != HRA_OK)
        exit(2);
    printf("%s\t%" PRIu64, position(game, s), count.leaves);
    printf("\t%s\t", move_text(game, s, chosen));
    for (int i = 0; i < n; i++)
        printf("%s%s", i ? " " : "", move_text(game, s, moves[i]));
    printf("\n");
}

static void play(const hra_game *game, uint64_t seed, uint64_t number, int depth, void *s) {
    hra_move moves[MOST_MOVES];
    hra_rng rng;
    double value[2];
    hra_rng_init_stream(&rng, seed, number, 0, 0);
    game->rules->conduct->start(game, number, s);
    while (game->rules->to_move(game, s) != HRA_OVER) {
        const int n = game->rules->moves(game, s, moves);
        const hra_move chosen = choose(game, s, moves, n, number % 2, &rng);
        print_state(game, s, moves, n, chosen, depth);
        game->rules->apply(game, s, chosen);
    }
    game->rules->returns(game, s, value);
    printf("over\t%s\t%g\n", position(game, s), value[0]);
}

int main(int argc, char **argv) {
    hra_game *game;
    hra_error why = {0};
    if (argc != 5 || hra_game_open(&game, NULL, argv[1], &why) != HRA_OK) {
        fprintf(stderr, "usage: chess_moves SPEC SEED GAMES DEPTH %s\n", why.text);
        return 2;
    }
    void *s = malloc(game->state_size);
    const uint64_t seed = strtoull(argv[2], NULL, 10), games = strtoull(argv[3], NULL, 10);
    hra_text_init(&text);
    for (uint64_t number = 0; s && number < games; number++)
        play(game, seed, number, (int)strtol(argv[4], NULL, 10), s);
    hra_text_release(&text);
    free(s);
    hra_game_close(game);
}
