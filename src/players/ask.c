/* One question and one answer, however much is wanted of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "players/agent.h"
#include "players/analysis.h"

/* The moves of advice as entries of an answer. */
static hra_err take_advice(const hra_advice *advice, int mover, hra_analysis *out) {
    hra_err err = hra_analysis_reserve(out, advice->count, 1);
    if (err)
        return err;
    out->what = advice->value;
    out->value_seat = mover;
    out->move_count = advice->count;
    out->column_count = advice->column_count;
    memcpy(out->columns, advice->columns, sizeof out->columns);
    memcpy(out->reason, advice->reason, sizeof out->reason);
    for (int i = 0; i < advice->count; i++) {
        const hra_advised *a = &advice->moves[i];
        hra_analysis_move *to = &out->moves[i];
        *to = (hra_analysis_move){
            .move = a->move, .probability = 1, .kind = a->kind, .distance = -1, .loss = a->loss};
        to->value[mover] = a->value;
        memcpy(to->column, a->column, sizeof to->column);
        if (a->visits) {
            to->tag = HRA_ROOT_SAMPLED;
            to->sampled.visits = a->visits;
            to->sampled.error = a->error;
        }
    }
    return HRA_OK;
}

static hra_err advise(hra_agent *agent, const hra_question *question, hra_analysis *out) {
    const hra_game *game = agent->player->game;
    hra_advice advice = {.moves = malloc(hra_game_room(game) * sizeof *advice.moves)};
    hra_err err = advice.moves ? hra_agent_advise(agent, question, &advice)
                               : hra_agent_remember(agent, HRA_ENOMEM, NULL);
    if (!err)
        err = take_advice(&advice, agent->mover, out);
    if (!err) {
        out->move = out->moves[0].move;
        out->kind = out->moves[0].kind;
        memcpy(out->value, out->moves[0].value, sizeof out->value);
    }
    free(advice.moves);
    return err;
}

/* What the last answer rests on; the moves too, where all were judged. */
static hra_err recall(hra_agent *agent, hra_analysis *out) {
    hra_thought thought;
    hra_advice advice = {.moves = malloc(hra_game_room(agent->player->game) * sizeof *advice.moves)};
    hra_err err = advice.moves ? hra_agent_recall(agent, &thought) : HRA_ENOMEM;
    if (!err && hra_agent_told(agent, &advice) == 0)
        err = take_advice(&advice, agent->mover, out);
    free(advice.moves);
    if (!err)
        err = hra_analysis_reserve(out, 0, HRA_THOUGHT_LINE);
    if (err)
        return err;
    memcpy(out->value, thought.value, sizeof out->value);
    out->depth = thought.depth;
    out->nodes = thought.nodes;
    memcpy(out->pv, thought.line, (size_t)thought.length * sizeof *out->pv);
    out->pv_length = thought.length;
    out->move = thought.line[0];
    return HRA_OK;
}

hra_err hra_agent_ask(hra_agent *agent, const hra_question *question, hra_analysis *out) {
    hra_err err;
    if (question->want == HRA_WANT_ALL)
        return hra_agent_analyse(agent, question, out);
    if (question->want == HRA_WANT_MOVE)
        return hra_agent_choose(agent, question, &out->move);
    hra_analysis_clear(out);
    switch (question->want) {
    case HRA_WANT_VALUE:
        err = hra_agent_worth(agent, question, out->value);
        break;
    case HRA_WANT_ADVICE:
        err = advise(agent, question, out);
        break;
    default:
        err = recall(agent, out);
        break;
    }
    if (err)
        out->why = agent->why;
    return err;
}
