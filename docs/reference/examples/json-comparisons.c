/* Whether a shallow search finds a move as good as the exact one. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static const char *const specs[] = {"exact", "minimax:depth=1"};
    hra_game *game;
    hra_analysis found[2];
    if (hra_game_open(&game, NULL, "tictactoe", NULL) != 0)
        return 1;
    void *state = malloc(game->state_size);
    if (!state || hra_game_read_position(game, "X.O/.X./..O", state, NULL) != 0)
        return 1;
    for (int i = 0; i < 2; i++) {
        hra_agent *agent;
        hra_analysis_init(&found[i]);
        if (hra_agent_open_spec(&agent, game, specs[i], NULL) != 0 ||
            hra_agent_ask(agent, &(hra_question){.state = state}, &found[i]) != 0)
            return 1;
        hra_agent_close(agent);
    }
    hra_agreement agrees = hra_analysis_agrees(&found[0], &found[1], 0);
    printf("%s\n", agrees == HRA_AGREES      ? "it agrees"
                   : agrees == HRA_DISAGREES ? "it disagrees"
                                             : "not known");
    hra_analysis_release(&found[0]);
    hra_analysis_release(&found[1]);
    free(state);
    hra_game_close(game);
    return 0;
}

/* It prints:

it agrees
*/
