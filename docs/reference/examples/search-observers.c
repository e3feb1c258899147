/* An observer that counts nodes and prints cutoffs. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

static int nodes;

static void enter(void *self, const hra_node_enter *node) {
    nodes++;
}

static void leave(void *self, const hra_node_leave *node) {}

static void cut(void *self, int ply, hra_cut reason, double alpha, double beta, const hra_move *moves,
                int count) {
    printf("%s at ply %d\n", hra_cut_text(reason), ply);
}

int main(void) {
    const hra_observer observer = {.enter = enter, .leave = leave, .cut = cut};
    hra_game *game;
    hra_agent *agent;
    hra_analysis analysis;
    if (hra_game_open(&game, NULL, "nim:rows=1-2", NULL) != 0 ||
        hra_agent_open_spec(&agent, game, "alphabeta", NULL) != 0)
        return 1;
    void *state = malloc(game->state_size);
    hra_analysis_init(&analysis);
    if (!state || hra_game_read_position(game, "1-2/0", state, NULL) != 0 ||
        hra_agent_set_observer(agent, &observer) != 0 ||
        hra_agent_ask(agent, &(hra_question){.state = state}, &analysis) != 0)
        return 1;
    printf("%d nodes\n", nodes);
    hra_analysis_release(&analysis);
    free(state);
    hra_agent_close(agent);
    hra_game_close(game);
    return 0;
}

/* It prints:

beta cut at ply 2
alpha cut at ply 1
12 nodes
*/
