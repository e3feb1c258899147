/* A parameter as a command line has it, and the player with its value in the place of the name. */
#include <hra/lab.h>
#include <stdio.h>

int main(void) {
    hra_game *game;
    hra_tune_parameter king;
    char name[HRA_NAME_LENGTH];
    hra_error why;
    hra_text spec;
    hra_text_init(&spec);
    if (hra_game_open(&game, NULL, "checkers", &why) != 0 ||
        hra_tune_read_parameter("king=100,50,300,10", &king, name) != 0)
        return 1;
    const hra_tune_setup setup = {.size = sizeof setup,
                                  .game = game,
                                  .player = "alphabeta:depth=1,eval=corner(king={king})",
                                  .parameters = &king,
                                  .count = 1};
    const double value = 137.5;
    if (hra_tune_spec(&setup, &value, &spec, &why) != 0)
        fprintf(stderr, "%s\n", why.text);
    else
        printf("%s from %g: %s\n", name, king.start, hra_text_string(&spec));
    hra_text_release(&spec);
    hra_game_close(game);
    return 0;
}

/* It prints:

king from 100: alphabeta:depth=1,eval=corner(king=137.5)
*/
