/* A position and a move from text, and back. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_move move;
    hra_error why;
    char *text;
    if (hra_game_open(&game, NULL, "tictactoe", NULL) != 0)
        return 1;
    void *state = malloc((size_t)hra_encoding_of(game).state_size);
    if (!state || hra_state_read(game, "X.O/.X./...", state, &why) != 0 ||
        hra_state_parse(game, state, "c3", &move, &why) != 0 || hra_state_apply(game, state, move, &why) != 0)
        return 1;
    if (hra_state_position(game, state, &text, &why) == 0) {
        printf("%s\n", text);
        hra_string_free(text);
    }
    if (hra_state_parse(game, state, "c3", &move, &why) != 0)
        printf("%d: %s\n", why.code, why.text);
    free(state);
    hra_game_close(game);
    return 0;
}

/* It prints:

X.O/.X./..O
-2: illegal move 'c3': the cell is taken; legal moves: b1, a2, c2, a3, b3
*/
