/* The exact value of a game, and of one of its positions. */
#include <hra/lab.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_solution *solution;
    hra_error why;
    double value[HRA_MAX_SEATS];
    const hra_solve_setup setup = {.size = sizeof setup, .threads = 2};
    if (hra_game_open(&game, NULL, "tictactoe", &why) != 0 ||
        hra_solution_open(&solution, game, &setup, &why) != 0)
        return 1;
    void *state = malloc(game->state_size);
    if (!state)
        return 1;
    game->rules->init(game, state);
    hra_solution_value(solution, state, value);
    printf("%d positions, value %g\n", (int)hra_solution_info_of(solution)->states, value[0]);
    if (hra_game_read_position(game, "XX./OO./...", state, &why) == 0 &&
        hra_solution_value(solution, state, value) == 0)
        printf("XX./OO./...: value %g\n", value[0]);
    free(state);
    hra_solution_close(solution);
    hra_game_close(game);
    return 0;
}

/* It prints:

5478 positions, value 0
XX./OO./...: value 1
*/
