/* A player of tic-tac-toe that learns from 2000 games against itself. */
#include <hra/lab.h>
#include <stdio.h>

int main(void) {
    hra_game *game;
    hra_learner *learner;
    hra_error why;
    hra_text file, player;
    hra_text_init(&file);
    hra_text_init(&player);
    if (hra_game_open(&game, NULL, "tictactoe", &why) != 0)
        return 1;
    const hra_learn_setup setup = {
        .size = sizeof setup, .game = game, .method = "td:representation=table", .seed = 1, .threads = 1};
    if (hra_learner_open(&learner, &setup, &why) != 0 || hra_learner_run(learner, 2000, NULL, &why) != 0)
        return 1;
    if (hra_learner_write(learner, &file) != 0) /* to be saved, and read by the player */
        return 1;
    hra_learner_player(learner, "model", &player);
    printf("%d games; the player is %s\n", (int)hra_learner_games(learner), hra_text_string(&player));
    hra_text_release(&player);
    hra_text_release(&file);
    hra_learner_close(learner);
    hra_game_close(game);
    return 0;
}

/* It prints:

2000 games; the player is trained:file=model
*/
