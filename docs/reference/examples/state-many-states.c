/* Two states at once: a move in each, and what follows. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_move moves[2];
    int movers[2];
    hra_err errors[2];
    hra_error why;
    if (hra_game_open(&game, NULL, "tictactoe", NULL) != 0)
        return 1;
    const int actions[] = {4, 0};
    const size_t size = (size_t)hra_encoding_of(game).state_size;
    char *states = malloc(2 * size);
    if (!states || hra_state_init(game, 0, states, &why) != 0 ||
        hra_state_read(game, "X../.../...", states + size, &why) != 0)
        return 1;
    if (hra_states_action_moves(game, states, 2, actions, moves, errors, 1, &why) != 0)
        printf("%s\n", why.text);
    if (errors[0] == 0 && hra_states_apply(game, states, 1, moves, movers, NULL, 1, &why) == 0)
        printf("seat %d is to move in the first\n", movers[0]);
    free(states);
    hra_game_close(game);
    return 0;
}

/* It prints:

state 1: no move that can be made there has the number 0
seat 1 is to move in the first
*/
