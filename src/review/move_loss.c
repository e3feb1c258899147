/* What one move costs against the best one. */
#include <stdlib.h>
#include <string.h>

#include "hra/review.h"
#include "players/agent.h"
#include "review/best_move.h"

static bool is_legal(const judging *j, hra_move move) {
    for (int i = 0; i < j->legal_count; i++)
        if (j->legal[i] == move)
            return true;
    return false;
}

static hra_err take(const judging *j, hra_move move, hra_move_loss *out) {
    for (int i = 0; i < j->count; i++) {
        const hra_analysis_move *found = j->analysed ? &j->result.moves[i] : NULL;
        if (j->advised[i].move != move)
            continue;
        if (found && found->kind == HRA_VALUE_NONE)
            return HRA_EFIT;
        out->best = out->line[0] = j->advised[j->best].move;
        out->unit = j->unit;
        out->value = j->advised[j->best].value;
        out->loss = move == out->best || j->advised[i].loss < 0 ? 0 : j->advised[i].loss;
        out->exact = !j->estimate;
        out->bound =
            found && move != out->best &&
            (found->kind == HRA_VALUE_AT_MOST || j->result.moves[j->best].kind == HRA_VALUE_AT_LEAST);
        out->length = 1;
        for (int k = 1; k < j->length && k < HRA_THOUGHT_LINE; k++)
            out->line[out->length++] = j->line[k];
        return HRA_OK;
    }
    return HRA_EFIT; /* it tells of some moves only */
}

/* A search bounds moves that are no better, which says little of how bad they are: the analyst values what the move led
 * to. */
static hra_err refine(judging *j, const hra_question *question, hra_move move, hra_move_loss *out) {
    const hra_game *game = hra_player_info_of(hra_agent_player(j->analyst))->game;
    const int mover = game->rules->to_move(game, question->state);
    const double least = game->min_return, most = game->max_return;
    double value[HRA_MAX_SEATS];
    hra_err err = HRA_OK;
    unsigned char *state = malloc(game->state_size);
    if (!state)
        return HRA_ENOMEM;
    memcpy(state, question->state, game->state_size);
    game->rules->apply(game, state, move);
    const bool over = game->rules->to_move(game, state) == HRA_OVER;
    const hra_question after = {.state = state, .limits = question->limits, .stop = question->stop};
    if (over)
        game->rules->returns(game, state, value);
    else
        err = hra_agent_value(j->analyst, &after, value);
    free(state);
    if (err)
        return err == HRA_EFIT ? HRA_OK : err; /* it stays a bound */
    const double chance =
        over ? (value[mover] - least) / (most - least) : hra_judging_chance(j, value[mover]);
    out->loss = chance < out->value ? out->value - chance : 0;
    out->bound = false;
    return HRA_OK;
}

hra_err hra_review_loss(hra_agent *analyst, const hra_question *question, hra_move move, hra_move_loss *out) {
    const hra_game *game = hra_player_info_of(hra_agent_player(analyst))->game;
    hra_move_loss cost = {.best = move, .forced = true, .exact = true, .line = {move}, .length = 1};
    judging j;
    if (game->rules->to_move(game, question->state) < 0)
        return HRA_ESTATE;
    hra_err err = hra_judging_init(&j, analyst);
    if (err)
        return err;
    hra_judging_list(&j, question->state);
    if (!is_legal(&j, move)) {
        err = HRA_EINPUT;
    } else if (j.legal_count > 1) {
        cost = (hra_move_loss){0};
        err = hra_judging_ask(&j, question);
        if (!err)
            err = take(&j, move, &cost);
        if (!err && cost.bound && j.by && j.unit == HRA_UNIT_PROBABILITY)
            err = refine(&j, question, move, &cost);
    }
    hra_judging_release(&j);
    if (!err)
        *out = cost;
    return err;
}
