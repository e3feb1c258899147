/* What two players of the same name are called in a table. */
#include <hra/hra.h>
#include <stdio.h>

int main(void) {
    static const char *const specs[] = {"alphabeta:depth=2,name=Deep", "alphabeta:depth=6,name=Deep",
                                        "random"};
    hra_game *game;
    hra_player *players[3] = {NULL};
    hra_error why;
    if (hra_game_open(&game, NULL, "tictactoe", &why) != 0)
        return 1;
    for (int i = 0; i < 3; i++)
        if (hra_player_open(&players[i], game, specs[i], NULL, NULL, &why) != 0)
            return 1;
    for (int i = 0; i < 3; i++)
        printf("%s\n", hra_player_called((const hra_player *const *)players, 3, i).text);
    for (int i = 0; i < 3; i++)
        hra_player_close(players[i]);
    hra_game_close(game);
    return 0;
}

/* It prints:

Deep
Deep (2)
random
*/
