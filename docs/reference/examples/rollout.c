/* Two moves of a decision of Yahtzee, each played out 200 times with the same dice. */
#include <hra/lab.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_player *player;
    hra_rollout *rollout;
    hra_error why;
    hra_move moves[2];
    if (hra_game_open(&game, NULL, "yahtzee", &why) != 0 ||
        hra_player_open(&player, game, "greedy", NULL, NULL, &why) != 0)
        return 1;
    void *state = malloc(game->state_size);
    if (!state || hra_game_read_position(game, "dice=3-4-4-5-6", state, &why) != 0 ||
        hra_game_parse_move(game, state, "keep 3-4-5-6", &moves[0], &why) != 0 ||
        hra_game_parse_move(game, state, "keep 4-4", &moves[1], &why) != 0)
        return 1;
    const hra_rollout_setup setup = {.size = sizeof setup, .player = player, .seed = 1};
    if (hra_rollout_open(&rollout, &setup, state, moves, 2, &why) != 0 ||
        hra_rollout_run(rollout, 0, 200, 1, NULL) != 0)
        return 1;
    for (int i = 0; i < 2; i++) {
        hra_rolled rolled;
        hra_rollout_move(rollout, i, &rolled);
        printf("%s: %.1f +- %.1f\n", i ? "keep 4-4" : "keep 3-4-5-6", rolled.mean, rolled.error);
    }
    hra_rollout_close(rollout);
    free(state);
    hra_player_close(player);
    hra_game_close(game);
    return 0;
}

/* It prints:

keep 3-4-5-6: 220.3 +- 3.3
keep 4-4: 212.1 +- 3.2
*/
