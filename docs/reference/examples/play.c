/* A play between a program and a person, whose moves are given here, and its record. */
#include <hra/hra.h>
#include <stdio.h>

static hra_err print(void *self, const char *text, size_t length) {
    return fwrite(text, 1, length, stdout) == length ? HRA_OK : HRA_EIO;
}

int main(void) {
    hra_game *game;
    hra_player *players[2];
    hra_play *play;
    hra_event event;
    hra_error why;
    if (hra_game_open(&game, NULL, "nim:rows=1-2", &why) != 0 ||
        hra_player_open(&players[0], game, "human", NULL, NULL, &why) != 0 ||
        hra_player_open(&players[1], game, "minimax", NULL, NULL, &why) != 0)
        return 1;
    hra_play_setup setup = {.size = sizeof setup,
                            .game = game,
                            .players = (const hra_player *const *)players,
                            .count = 2,
                            .seed = 1,
                            .sink = print};
    if (hra_play_open(&play, &setup, &why) != 0)
        return 1;
    while (hra_play_step(play, &event) == 0 && event.kind != HRA_EVENT_OVER)
        if (event.kind == HRA_EVENT_ASK) { /* the first legal move */
            hra_move moves[16];
            if (hra_game_moves(game, hra_play_at(play, HRA_NOW).state, moves) > 0)
                hra_play_answer(play, moves[0]);
        }
    hra_play_close(play);
    hra_player_close(players[0]);
    hra_player_close(players[1]);
    hra_game_close(game);
    return 0;
}

/* It prints:

hra-record 1
game nim:rows=1-2
seed 1
number 0
seat 0 human
seat 1 minimax
0 a1
1 b2
result -1 1
*/
