/* A first move at tic-tac-toe, the best answer, and the rest of the game by two programs. */
#include <hra/easy.h>
#include <stdio.h>

int main(void) {
    hra_easy *game;
    if (hra_easy_open(&game, "tictactoe") == 0 && hra_easy_move(game, "b2") == 0) {
        printf("%s\nbest answer: %s\n", hra_easy_board(game), hra_easy_best(game, NULL));
        hra_easy_play(game, "random alphabeta");
        printf("%s\nX got %g\n", hra_easy_board(game), hra_easy_result(game, 0));
    }
    printf("%s", hra_easy_error(game));
    hra_easy_close(game);
}

/* It prints:

    a   b   c
 1    |   |
   ---+---+---
 2    | X |
   ---+---+---
 3    |   |

best answer: a1
    a   b   c
 1  O | O | O
   ---+---+---
 2    | X |
   ---+---+---
 3  X |   | X

X got -1
*/
