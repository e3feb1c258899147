/* All moves of a position with their values, and a game that two programs play to its end. */
#include <hra/easy.h>
#include <stdio.h>

int main(void) {
    hra_easy *game;
    if (hra_easy_open(&game, "nim:rows=1-2-4") != 0) {
        fprintf(stderr, "%s\n", hra_easy_error(game));
        hra_easy_close(game);
        return 1;
    }
    printf("%s%s", hra_easy_moves(game), hra_easy_values(game, "minimax"));
    hra_easy_move(game, hra_easy_best(game, "minimax"));
    printf("after %s\n", hra_easy_position(game));
    if (hra_easy_move(game, "a9") != 0) /* changes nothing */
        printf("refused: %s\n", hra_easy_error(game));
    hra_easy_play(game, "random minimax");
    printf("seat 0: %g, seat 1: %g\n", hra_easy_result(game, 0), hra_easy_result(game, 1));
    hra_easy_close(game);
    return 0;
}

/* It prints:

a1
b1
b2
c1
c2
c3
c4
c1  1
a1  -1
b1  -1
b2  -1
c2  -1
c3  -1
c4  -1
after 1-2-3/1
refused: illegal move 'a9'; legal moves: a1, b1, b2, c1, c2, c3
seat 0: -1, seat 1: 1
*/
