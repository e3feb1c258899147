/* A game with dice played to its end by checked calls, which a program in any language can make. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_error why;
    if (hra_game_open(&game, NULL, "race:seats=2", &why) != 0)
        return 1;
    const int room = (int)hra_game_move_capacity(game);
    void *state = malloc((size_t)hra_encoding_of(game).state_size);
    hra_move *moves = malloc((size_t)room * sizeof *moves), move;
    int mover, count, plies = 0;
    double returns[HRA_MAX_SEATS];
    if (!state || !moves || hra_state_init(game, 0, state, &why) != 0)
        return 1;
    while (hra_state_to_move(game, state, &mover, &why) == 0 && mover != HRA_OVER && plies < 10000) {
        if (mover == HRA_CHANCE)
            hra_state_roll(game, state, (uint64_t)plies, &move, &why);
        else if (hra_state_moves(game, state, moves, NULL, room, &count, &why) == 0)
            move = moves[plies % count];
        if (hra_state_apply(game, state, move, &why) != 0)
            return 1;
        plies++;
    }
    if (hra_state_rewards(game, state, returns, HRA_MAX_SEATS, &why) == 0)
        printf("over: seat 0 got %g, seat 1 %g\n", returns[0], returns[1]);
    if (hra_state_apply(game, state, 1, &why) != 0)
        printf("%s\n", why.text);
    free(moves);
    free(state);
    hra_game_close(game);
    return 0;
}

/* It prints:

over: seat 0 got -1, seat 1 1
the game is over: no move can be made
*/
