/* Lines of an answer, cut where a move cannot be made. */
#include <string.h>

#include "players/agent.h"

/* How many moves of a line can be made from the state, one after the other, before chance is to move or one
 * is not legal. The state behind them is left in agent->state. */
static int follow(hra_agent *agent, const void *state, const hra_move *line, int length) {
    const hra_game *game = agent->player->info.game;
    memcpy(agent->state, state, game->state_size);
    for (int i = 0; i < length; i++) {
        int mover = game->rules->to_move(game, agent->state), n = 0, m = 0;
        if (mover >= 0)
            n = game->rules->moves(game, agent->state, agent->moves);
        while (m < n && agent->moves[m] != line[i])
            m++;
        if (m == n)
            return i;
        game->rules->apply(game, agent->state, line[i]);
    }
    return length;
}

/* Cuts the principal variation before the first move that cannot be made; if it reaches the end of the game,
 * its length is the distance. */
void hra_agent_follow_principal(hra_agent *agent, const void *state, hra_analysis *result) {
    const hra_game *game = agent->player->info.game;
    result->pv_length = follow(agent, state, result->pv, result->pv_length);
    if (result->distance < 0 && game->rules->to_move(game, agent->state) == HRA_OVER)
        result->distance = result->pv_length;
}

void hra_agent_follow_lines(hra_agent *agent, const void *state, hra_analysis *result) {
    for (int i = 0; i < result->move_count; i++) {
        hra_analysis_move *at = &result->moves[i];
        at->line_length = follow(agent, state, result->lines + at->line, at->line_length);
    }
}
