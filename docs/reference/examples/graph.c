/* The positions of a small game, each once. */
#include <hra/lab.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_agent *agent;
    hra_graph *graph;
    hra_error why;
    if (hra_game_open(&game, NULL, "nim:rows=2-2", &why) != 0 ||
        hra_agent_open_spec(&agent, game, "minimax", &why) != 0)
        return 1;
    void *state = malloc(game->state_size);
    hra_analysis analysis;
    hra_analysis_init(&analysis);
    if (!state)
        return 1;
    game->rules->init(game, state);
    if (hra_graph_walk(&graph, agent, &(hra_question){.state = state}, NULL, &analysis, &why) != 0)
        return 1;
    printf("%d positions, %d moves between them\n", (int)graph->positions, (int)graph->edge_count);
    hra_graph_close(graph);
    hra_analysis_release(&analysis);
    free(state);
    hra_agent_close(agent);
    hra_game_close(game);
    return 0;
}

/* It prints:

9 positions, 12 moves between them
*/
