/* The state before a ply as a seat may see it. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] =
    "hra-record 1\ngame tictactoe\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\n0 b2\n";

int main(void) {
    hra_record *record;
    hra_player *human;
    hra_play *play;
    size_t used;
    if (hra_record_parse(&record, NULL, text, strlen(text), &used, 1, NULL) != 0)
        return 1;
    const hra_game *game = hra_record_info(record)->game;
    if (hra_player_open(&human, game, "human", NULL, NULL, NULL) != 0)
        return 1;
    const hra_player *const players[] = {human, human};
    const hra_play_setup setup = {
        .size = sizeof setup, .game = game, .players = players, .count = 2, .seed = 1};
    void *seen = malloc(game->state_size);
    if (!seen || hra_play_open(&play, &setup, NULL) != 0 || hra_play_resume(play, record) != 0)
        return 1;
    hra_play_seen(play, 1, 0, seen); /* nothing is hidden in tic-tac-toe */
    printf("%d\n", memcmp(seen, hra_play_at(play, 1).state, game->state_size) == 0);
    free(seen);
    hra_play_close(play);
    hra_player_close(human);
    hra_record_close(record);
    return 0;
}

/* It prints:

1
*/
