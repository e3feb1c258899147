/* A search that deepens until it has entered 1000 nodes. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

static void found(void *self, const hra_analysis *so_far) {
    printf("depth %d: value %g\n", so_far->depth, so_far->value[0]);
}

int main(void) {
    hra_game *game;
    hra_agent *agent;
    hra_error why;
    if (hra_game_open(&game, NULL, "checkers", &why) != 0 ||
        hra_agent_open_spec(&agent, game, "alphabeta", &why) != 0)
        return 1;
    void *state = malloc(game->state_size);
    hra_analysis analysis;
    hra_analysis_init(&analysis);
    if (!state)
        return 1;
    game->rules->init(game, state);
    const hra_question question = {.state = state, .limits = {.nodes = 1000}, .found = found};
    if (hra_agent_ask(agent, &question, &analysis) == 0)
        printf("%d moves, %s, at most 1000 nodes: %s\n", analysis.move_count,
               hra_value_kind_text(analysis.kind), analysis.nodes <= 1000 ? "yes" : "no");
    hra_analysis_release(&analysis);
    free(state);
    hra_agent_close(agent);
    hra_game_close(game);
    return 0;
}

/* It prints:

depth 1: value 0
depth 2: value 0
depth 3: value 0
depth 4: value 0
depth 5: value 0
7 moves, estimate, at most 1000 nodes: yes
*/
