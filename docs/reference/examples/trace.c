/* The tree that a search walks, node by node. */
#include <hra/lab.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_agent *agent;
    hra_trace *trace;
    hra_error why;
    if (hra_game_open(&game, NULL, "nim:rows=1-2", &why) != 0 ||
        hra_agent_open_spec(&agent, game, "minimax", &why) != 0)
        return 1;
    void *state = malloc(game->state_size);
    hra_analysis analysis;
    hra_analysis_init(&analysis);
    if (!state)
        return 1;
    game->rules->init(game, state);
    if (hra_trace_walk(&trace, agent, &(hra_question){.state = state}, NULL, &analysis, &why) != 0)
        return 1;
    const hra_trace_tree *tree = hra_trace_nodes(trace);
    for (uint32_t i = 0; i < tree->count; i++)
        printf("%*s%s %g\n", 2 * tree->nodes[i].ply, "", tree->nodes[i].text, tree->nodes[i].value[0]);
    hra_trace_close(trace);
    hra_analysis_release(&analysis);
    free(state);
    hra_agent_close(agent);
    hra_game_close(game);
    return 0;
}

/* It prints:

 1
  a1 -1
    b1 1
      b1 1
    b2 -1
  b1 1
    a1 1
      b1 1
    b1 1
      a1 1
  b2 -1
    a1 -1
*/
