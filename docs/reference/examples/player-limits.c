/* A search without a limit, which a large game does not allow, and with the usual one. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_player *player;
    const hra_limits none = {0}, few = {.nodes = 1000};
    hra_error why;
    if (hra_game_open(&game, NULL, "checkers", &why) != 0 ||
        hra_player_open(&player, game, "alphabeta", NULL, NULL, &why) != 0)
        return 1;
    void *state = malloc(game->state_size);
    if (!state)
        return 1;
    game->rules->init(game, state);
    printf("needs a limit: %d\n", hra_player_info_of(player)->needs_limit);
    printf("without: %d\n", hra_player_check_limits(player, &none, state, &why) == HRA_EINPUT);
    printf("with 1000 nodes: %d\n", hra_player_check_limits(player, &few, state, &why) == HRA_OK);
    printf("usual: %g s\n", hra_limits_usual().seconds);
    free(state);
    hra_player_close(player);
    hra_game_close(game);
    return 0;
}

/* It prints:

needs a limit: 1
without: 1
with 1000 nodes: 1
usual: 5 s
*/
