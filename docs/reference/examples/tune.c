/* A number in the spec of a player, made better by games against itself. */
#include <hra/lab.h>
#include <stdio.h>

int main(void) {
    hra_game *game;
    hra_error why;
    if (hra_game_open(&game, NULL, "checkers", &why) != 0)
        return 1;
    const hra_tune_parameter king = {.name = "king", .start = 100, .low = 50, .high = 300, .step = 10};
    const hra_tune_setup setup = {.size = sizeof setup,
                                  .game = game,
                                  .player = "alphabeta:depth=1,eval=corner(king={king})",
                                  .parameters = &king,
                                  .count = 1,
                                  .steps = 8,
                                  .batch = 8,
                                  .rate = 0.1,
                                  .seed = 1,
                                  .threads = 1};
    double value;
    uint64_t steps;
    if (hra_tune_run(&setup, &value, &steps, &why) != 0) {
        fprintf(stderr, "%s\n", why.text);
        return 1;
    }
    printf("%d steps, within its bounds: %s\n", (int)steps, value >= 50 && value <= 300 ? "yes" : "no");
    hra_game_close(game);
    return 0;
}

/* It prints:

8 steps, within its bounds: yes
*/
