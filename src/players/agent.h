/* What an agent holds, for the files that ask it. */
#ifndef HRA_PLAYERS_AGENT_H
#define HRA_PLAYERS_AGENT_H

#include "players/player.h"

/* What an agent's last call was, where it succeeded and can be recalled. */
typedef enum hra_last { HRA_LAST_OTHER, HRA_LAST_CHOICE, HRA_LAST_WORTH } hra_last;

struct hra_agent {
    const hra_player *player;
    hra_player *own; /* of hra_agent_of, closed with the agent; else NULL */
    void *scratch;
    hra_last last;
    int mover;            /* the seat that it chose for */
    hra_analysis result;  /* what the choice rests on, where it was made by an analysis */
    hra_analysis aside;   /* of analyses for values and advice */
    hra_advised *advised; /* a list of max_moves, taken when first needed */
    unsigned char *state; /* for following lines */
    hra_move *moves;
    const hra_observer *observer;
    hra_limits usual;  /* of what nobody limits; all 0: that is refused in large games */
    hra_limits shared; /* by the outcomes of chance that are looked at; all 0: none is */
    bool whole;        /* a question's limits are how long a search to the end of the game may take */
    bool trying;       /* the search ends where it is known whether it would be refused */
    bool usual_ended;  /* the last call */
    hra_error why;
};

/* A way to have a result: of a seat, or of any state. */
typedef hra_err hra_agent_way(hra_agent *agent, const hra_question *question, hra_analysis *result);
/* Goes this way: as the question says, or where nobody limits it, within the usual limit of the agent. */
hra_err hra_agent_within_usual(hra_agent *agent, const hra_question *question, hra_agent_way *way,
                               hra_analysis *result);
/* The words for a limit that ended a search before it had looked at a single move. */
hra_err hra_agent_too_short(const hra_agent *agent, const hra_question *question, hra_error *why);

/* A choice by analysis, for a kind that does not choose itself. */
hra_err hra_agent_choose_by_analysis(hra_agent *agent, const hra_question *question, hra_move *out);
/* After a choice that failed: where a limit ended it before any move was looked at, the first move of the
 * rules, for a play has to go on; it rests on nothing. Else `err`, which is remembered. */
hra_err hra_agent_choose_anyhow(hra_agent *agent, hra_err err, const hra_error *told,
                                const hra_question *question, hra_move *out);
/* Remembers why a call failed, in the words of `told` where it has some (NULL: none); returns err. */
hra_err hra_agent_remember(hra_agent *agent, hra_err err, const hra_error *told);

/* hra_agent_choose where it is known that a machine's seat `mover` is to move. */
static inline hra_err hra_agent_choose_for(hra_agent *agent, int mover, const hra_question *question,
                                           hra_move *out) {
    const hra_player *player = agent->player;
    agent->mover = mover;
    agent->last = HRA_LAST_OTHER;
    if (!player->kind->choose)
        return hra_agent_choose_by_analysis(agent, question, out);
    hra_err err = player->kind->choose(player->shared, agent->scratch, question, out);
    agent->last = err ? HRA_LAST_OTHER : HRA_LAST_CHOICE;
    /* Two stores, not 300 bytes: this happens at every decision of every game of a match. */
    agent->why.code = HRA_OK;
    agent->why.text[0] = '\0';
    return err ? hra_agent_choose_anyhow(agent, err, NULL, question, out) : HRA_OK;
}

/* All moves, or outcomes: HRA_WANT_ALL of hra_agent_ask. */
hra_err hra_agent_analyse(hra_agent *agent, const hra_question *question, hra_analysis *result);
/* Analyses a state in which the game goes on; after a failure result->why may say more. `ways`: in how many
 * ways moves of chance can have led here. */
hra_err hra_agent_look(hra_agent *agent, const hra_question *question, int ways, hra_analysis *result);
/* The same where chance is to move: every outcome, and the mean. */
hra_err hra_agent_look_at_outcomes(hra_agent *agent, const hra_question *question, int ways,
                                   hra_analysis *result);

#endif
