/* Rules that end a game early, as on a command line, and a game that does not allow one. */
#include <hra/hra.h>
#include <stdio.h>

int main(void) {
    hra_game *game;
    hra_adjudicator how = {0};
    hra_error why;
    if (hra_adjudicator_read(&how, "resign", "movecount=4,score=0.9", &why) != 0) {
        printf("%s\n", why.text);
        return 1;
    }
    printf("lost after %d moves at %g\n", how.resign_moves, -how.resign_score);
    if (hra_game_open(&game, NULL, "yahtzee", &why) != 0)
        return 1;
    if (hra_adjudicator_check(&how, game, &why) == HRA_EFIT)
        printf("%s\n", why.text);
    hra_game_close(game);
    return 0;
}

/* It prints:

lost after 4 moves at -0.9
adjudication needs a two-player zero-sum game, and Yahtzee is not one
*/
