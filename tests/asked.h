/* For tests of what players answer: the numbers of who moves, in lists of the test's own. */
#ifndef HRA_TESTS_ASKED_H
#define HRA_TESTS_ASKED_H

#include <string.h>

#include "hra/player.h"

typedef struct asked_move {
    hra_move move;
    double value, loss, column[HRA_MAX_COLUMNS];
    hra_value_kind kind;
    uint64_t visits;
    double error;
} asked_move;

typedef struct asked_list {
    hra_column value, columns[HRA_MAX_COLUMNS];
    int column_count, count;
    asked_move *moves; /* of game->max_moves entries */
    char reason[160];
} asked_list;

static inline void asked_take(const hra_analysis *from, asked_list *out) {
    out->value = from->what;
    out->column_count = from->column_count;
    memcpy(out->columns, from->columns, sizeof out->columns);
    memcpy(out->reason, from->reason, sizeof out->reason);
    out->count = from->move_count;
    for (int i = 0; i < out->count; i++) {
        const hra_analysis_move *m = &from->moves[i];
        const bool sampled = m->tag == HRA_ROOT_SAMPLED;
        out->moves[i] = (asked_move){.move = m->move,
                                     .value = m->value[from->value_seat],
                                     .loss = m->loss,
                                     .kind = m->kind,
                                     .visits = sampled ? m->sampled.visits : 0,
                                     .error = sampled ? m->sampled.error : -1};
        memcpy(out->moves[i].column, m->column, sizeof m->column);
    }
}

static inline hra_err asked_for(hra_agent *agent, const hra_question *question, hra_want want,
                                asked_list *out) {
    hra_analysis answer;
    hra_question asked = *question;
    asked.want = want;
    hra_analysis_init(&answer);
    hra_err err = hra_agent_ask(agent, &asked, &answer);
    if (!err)
        asked_take(&answer, out);
    hra_analysis_release(&answer);
    return err;
}

static inline hra_err asked_advice(hra_agent *agent, const hra_question *question, asked_list *out) {
    return asked_for(agent, question, HRA_WANT_ADVICE, out);
}

/* How the moves were judged when the last one was chosen. */
static inline hra_err asked_last(hra_agent *agent, asked_list *out) {
    return asked_for(agent, &(hra_question){.state = NULL}, HRA_WANT_LAST, out);
}

static inline hra_err asked_choose(hra_agent *agent, const hra_question *question, hra_move *out) {
    hra_analysis answer;
    hra_question asked = *question;
    asked.want = HRA_WANT_MOVE;
    hra_err err = hra_agent_ask(agent, &asked, &answer);
    *out = err ? 0 : answer.move; /* set in any case, for compilers that look through it */
    return err;
}

static inline hra_err asked_worth(hra_agent *agent, const hra_question *question, double *out) {
    hra_analysis answer;
    hra_question asked = *question;
    asked.want = HRA_WANT_VALUE;
    hra_analysis_init(&answer);
    hra_err err = hra_agent_ask(agent, &asked, &answer);
    if (!err)
        memcpy(out, answer.value,
               (size_t)hra_player_info_of(hra_agent_player(agent))->game->seats * sizeof *out);
    hra_analysis_release(&answer);
    return err;
}

static inline hra_err asked_value(hra_agent *agent, const void *state, double *out) {
    return asked_worth(agent, &(hra_question){.state = state}, out);
}

/* What the last answer rests on. */
typedef struct asked_decision {
    double value[HRA_MAX_SEATS];
    int depth;
    uint64_t nodes;
    hra_move line[HRA_THOUGHT_LINE];
    int length;
} asked_decision;

static inline hra_err asked_recall(hra_agent *agent, asked_decision *out) {
    hra_analysis answer;
    *out = (asked_decision){.depth = 0};
    hra_analysis_init(&answer);
    hra_err err = hra_agent_ask(agent, &(hra_question){.want = HRA_WANT_LAST}, &answer);
    if (!err) {
        *out = (asked_decision){.depth = answer.depth, .nodes = answer.nodes, .length = answer.pv_length};
        memcpy(out->value, answer.value, sizeof out->value);
        memcpy(out->line, answer.pv, (size_t)answer.pv_length * sizeof *out->line);
    }
    hra_analysis_release(&answer);
    return err;
}

#endif
