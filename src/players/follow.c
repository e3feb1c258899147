/* Lines of an answer, cut where a move cannot be made, and ends of the game that its values stand for. */
#include <math.h>
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

/* Searches are shallower than FAR plies. */
int hra_plies_to_win(const hra_evaluation *by, double value) {
    enum { FAR = 1000 };
    const double size = fabs(value), plies = by->win - size;
    const bool beyond = size > by->max || by->max >= by->win;
    return beyond && plies > 0 && plies < FAR && plies == floor(plies) ? (int)plies : -1;
}

/* Means are of results, whatever the evaluation. */
static bool is_sampled(const hra_analysis *result) {
    bool sampled = result->kind == HRA_VALUE_MEAN;
    for (int i = 0; i < result->move_count; i++)
        sampled = sampled || result->moves[i].tag == HRA_ROOT_SAMPLED;
    return sampled;
}

void hra_agent_tell_ends(const hra_agent *agent, hra_analysis *result) {
    const hra_evaluation *by = hra_player_evaluation(agent->player);
    const int seat = result->value_seat >= 0 ? result->value_seat : 0;
    if (!by || !(by->win > 0) || result->what.unit != HRA_UNIT_POINTS || is_sampled(result))
        return;
    result->counts = by->counts;
    for (int i = 0; i <= result->move_count; i++) {
        hra_analysis_move *at = i < result->move_count ? &result->moves[i] : NULL;
        const int plies = hra_plies_to_win(by, at ? at->value[seat] : result->value[seat]);
        if (plies > 0)
            *(at ? &at->distance : &result->distance) = plies;
    }
}

static void tell_found(void *self, const hra_analysis *so_far) {
    const hra_listener *l = self;
    hra_analysis told = *so_far;
    told.move_count = 0;
    hra_agent_tell_ends(l->agent, &told);
    told.move_count = so_far->move_count;
    l->question->found(l->question->found_self, &told);
}

const hra_question *hra_agent_listen(hra_listener *l, hra_question *heard) {
    *heard = *l->question;
    heard->found = tell_found;
    heard->found_self = l;
    return heard;
}

void hra_agent_follow_lines(hra_agent *agent, const void *state, hra_analysis *result) {
    for (int i = 0; i < result->move_count; i++) {
        hra_analysis_move *at = &result->moves[i];
        at->line_length = follow(agent, state, result->lines + at->line, at->line_length);
    }
}
