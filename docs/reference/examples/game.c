/* A position that is read, its legal moves, and what is counted below it. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_error why;
    if (hra_game_open(&game, NULL, "tictactoe", &why) != 0) {
        fprintf(stderr, "%s\n", why.text);
        return 1;
    }
    void *state = malloc(game->state_size);
    hra_move *moves = malloc(hra_game_move_capacity(game) * sizeof *moves), typed;
    hra_text text;
    hra_text_init(&text);
    hra_perft_count count;
    if (!state || !moves || hra_game_read_position(game, "X.O/.X./..O", state, &why) != 0)
        return 1;
    int n = hra_game_moves(game, state, moves);
    for (int i = 0; i < n; i++) {
        game->rules->text->show_move(game, state, moves[i], &text);
        hra_text_add_char(&text, ' ');
    }
    printf("%s: %s\n", hra_game_seat_name(game, game->rules->to_move(game, state)), hra_text_string(&text));
    if (hra_game_parse_move(game, state, "c2", &typed, &why) == 0 && hra_game_legal(game, state, typed))
        game->rules->apply(game, state, typed);
    if (hra_perft(game, state, 2, NULL, &count) == 0)
        printf("2 plies below: %d positions\n", (int)count.leaves);
    hra_text_release(&text);
    free(moves);
    free(state);
    hra_game_close(game);
    return 0;
}

/* It prints:

X: b1 a2 c2 a3 b3
2 plies below: 12 positions
*/
