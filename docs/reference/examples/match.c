/* A match in two parts, as two machines would play them, and what they come to together. */
#include <hra/hra.h>
#include <stdio.h>

int main(void) {
    hra_game *game;
    hra_player *players[2];
    hra_error why;
    if (hra_game_open(&game, NULL, "tictactoe", &why) != 0 ||
        hra_player_open(&players[0], game, "alphabeta:depth=2", NULL, NULL, &why) != 0 ||
        hra_player_open(&players[1], game, "random", NULL, NULL, &why) != 0)
        return 1;
    hra_match_setup setup = {.size = sizeof setup,
                             .game = game,
                             .players = (const hra_player *const *)players,
                             .count = 2,
                             .games = 100,
                             .whole = 200,
                             .seed = 1,
                             .threads = 1};
    hra_match_result a = {.size = sizeof a}, b = {.size = sizeof b}, all = {.size = sizeof all};
    if (hra_match_run(&setup, &a, &why) != 0)
        return 1;
    setup.first = 100;
    if (hra_match_run(&setup, &b, &why) != 0 ||
        hra_match_merge(&all, (const hra_match_result *const[]){&a, &b}, 2, &why) != 0)
        return 1;
    printf("%d games: %d won, %d drawn, %d lost\n", (int)all.games, (int)all.players[0].wins,
           (int)all.players[0].draws, (int)all.players[0].losses);
    hra_match_release(&all);
    hra_match_release(&b);
    hra_match_release(&a);
    hra_player_close(players[1]);
    hra_player_close(players[0]);
    hra_game_close(game);
    return 0;
}

/* It prints:

200 games: 193 won, 7 drawn, 0 lost
*/
