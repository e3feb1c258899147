/* Moves and chance by the functions that all games share. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_rng rng;
    if (hra_game_open(&game, NULL, "yahtzee", NULL) != 0)
        return 1;
    const size_t room = hra_game_move_capacity(game);
    void *state = malloc(game->state_size);
    hra_move *moves = malloc(room * sizeof *moves);
    double *probability = malloc(room * sizeof *probability);
    if (!state || !moves || !probability)
        return 1;
    game->rules->init(game, state);
    printf("%d outcomes\n", hra_game_moves(game, state, moves));
    hra_rng_init(&rng, 1);
    hra_move roll = hra_game_sample(game, state, &rng, moves, probability);
    const uint64_t before = hra_game_key(game, state);
    if (hra_game_check_move(game, state, roll) == 0)
        game->rules->apply(game, state, roll);
    printf("another state: %d\n", hra_game_key(game, state) != before);
    free(probability);
    free(moves);
    free(state);
    hra_game_close(game);
    return 0;
}

/* It prints:

252 outcomes
another state: 1
*/
