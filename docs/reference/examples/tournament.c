/* Three players, each against each, and their ratings. */
#include <hra/lab.h>
#include <stdio.h>

int main(void) {
    static const char *const specs[] = {"random", "alphabeta:depth=1", "alphabeta:depth=4"};
    hra_game *game;
    hra_player *players[3];
    hra_tournament *t;
    hra_error why;
    if (hra_game_open(&game, NULL, "tictactoe", &why) != 0)
        return 1;
    for (int i = 0; i < 3; i++)
        if (hra_player_open(&players[i], game, specs[i], NULL, NULL, &why) != 0)
            return 1;
    const hra_tournament_setup setup = {.size = sizeof setup,
                                        .game = game,
                                        .players = (const hra_player *const *)players,
                                        .count = 3,
                                        .groups = 100,
                                        .seed = 1,
                                        .threads = 1};
    hra_rating rating[3];
    bool sampled;
    if (hra_tournament_open(&t, &setup, &why) != 0 || hra_tournament_run(t, NULL, &why) != 0 ||
        hra_tournament_rate(t, 0, NULL, rating, &sampled, &why) != 0)
        return 1;
    for (int i = 0; i < 3; i++)
        printf("%-18s %5.1f points, Elo %.0f\n", specs[i], hra_tournament_points(t, i), rating[i].elo);
    hra_tournament_close(t);
    for (int i = 0; i < 3; i++)
        hra_player_close(players[i]);
    hra_game_close(game);
    return 0;
}

/* It prints:

random              99.5 points, Elo -146
alphabeta:depth=1  123.5 points, Elo -65
alphabeta:depth=4  179.0 points, Elo 211
*/
