/* The loss of one move, as a tutor warns of it. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_agent *analyst;
    hra_move typed;
    hra_move_loss loss;
    if (hra_game_open(&game, NULL, "nim:rows=1-2", NULL) != 0 ||
        hra_agent_open_spec(&analyst, game, "exact", NULL) != 0)
        return 1;
    void *state = malloc(game->state_size);
    if (!state)
        return 1;
    game->rules->init(game, state);
    if (hra_game_parse_move(game, state, "a1", &typed, NULL) != 0 ||
        hra_review_loss(analyst, &(hra_question){.state = state}, typed, &loss) != 0)
        return 1;
    printf("a1 loses %g of %g\n", loss.loss, loss.value);
    printf("accuracy of a move from 60 %% to 50 %%: %.1f %%\n", hra_accuracy(0.6, 0.5));
    free(state);
    hra_agent_close(analyst);
    hra_game_close(game);
    return 0;
}

/* It prints:

a1 loses 2 of 1
accuracy of a move from 60 % to 50 %: 63.6 %
*/
