/* Two people: names, an offer of a draw, and its end. */
#include <hra/hra.h>
#include <stdio.h>

int main(void) {
    hra_game *game;
    hra_player *human;
    hra_play *play;
    if (hra_game_open(&game, NULL, "tictactoe", NULL) != 0 ||
        hra_player_open(&human, game, "human", NULL, NULL, NULL) != 0)
        return 1;
    const hra_player *const players[] = {human, human};
    const hra_play_setup setup = {
        .size = sizeof setup, .game = game, .players = players, .count = 2, .seed = 1};
    if (hra_play_open(&play, &setup, NULL) != 0 || hra_play_name(play, 0, "Anna") != 0 ||
        hra_play_draw(play, 0, HRA_DRAW_OFFER) != 0)
        return 1;
    printf("%s offers a draw\n", hra_play_snapshot(play)->names[hra_play_snapshot(play)->offer]);
    if (hra_play_draw(play, 1, HRA_DRAW_ACCEPT) != 0)
        return 1;
    printf("agreed: %d\n", hra_play_snapshot(play)->outcome == HRA_OUTCOME_AGREED);
    if (hra_play_resign(play, 0, NULL) == HRA_ESTATE)
        printf("%s\n", hra_play_why(play)->text);
    hra_play_close(play);
    hra_player_close(human);
    hra_game_close(game);
    return 0;
}

/* It prints:

Anna offers a draw
agreed: 1
the game is over
*/
