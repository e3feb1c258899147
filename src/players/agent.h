/* What an agent holds, for the files that ask it. */
#ifndef HRA_PLAYERS_AGENT_H
#define HRA_PLAYERS_AGENT_H

#include "players/player.h"

/* What a decision, or a value, rests on: an answer to HRA_WANT_LAST that is copied without ado. */
typedef struct hra_decision {
    double value
        [HRA_MAX_SEATS]; /* of the move that was chosen, or would be, on the scale of the player's values */
    int depth;           /* plies looked ahead; 0: not known, or no search was needed */
    uint64_t nodes;      /* states entered; 0: not counted */
    hra_move line[HRA_THOUGHT_LINE]; /* the move and what is expected to follow */
    int length;
} hra_decision;

/* What an agent's last call was, where it succeeded and can be recalled. */
typedef enum hra_last { HRA_LAST_OTHER, HRA_LAST_CHOICE, HRA_LAST_WORTH } hra_last;

struct hra_agent {
    const hra_player *player;
    hra_player *own; /* of hra_agent_open_spec, closed with the agent; else NULL */
    void *scratch;
    hra_last last;
    int mover;            /* the seat that it chose for */
    hra_analysis result;  /* what the choice rests on, where it was made by an analysis */
    hra_analysis aside;   /* of analyses for values and advice */
    hra_analysis told;    /* by the player itself: advice that an analysis is made of, what answers rest on */
    unsigned char *state; /* for following lines */
    hra_move *moves;
    const hra_observer *observer;
    hra_limits usual;  /* if no limit is given; all 0: such questions are refused in large games */
    hra_limits shared; /* divided among the outcomes of chance that are looked at; all 0: not used */
    bool whole;        /* a question's limits are how long a search to the end of the game may take */
    bool trying;       /* the search ends where it is known whether it would be refused */
    bool usual_ended;  /* the last call */
    hra_error why;
};

/* A way to have a result: of a seat, or of any state. */
typedef hra_err hra_agent_way(hra_agent *agent, const hra_question *question, hra_analysis *result);
/* Asks in this way: with the limits of the question or, if there are none, with the usual limit of the
 * agent. */
hra_err hra_agent_within_usual(hra_agent *agent, const hra_question *question, hra_agent_way *way,
                               hra_analysis *result);
/* The same, where nothing but the best move and its value is needed. */
static inline hra_err hra_agent_best_within_usual(hra_agent *agent, const hra_question *question,
                                                  hra_agent_way *way, hra_analysis *result) {
    hra_question best = *question;
    best.only_best = true;
    return hra_agent_within_usual(agent, &best, way, result);
}

/* The words for a limit that ended a search before it had looked at a single move. */
hra_err hra_agent_too_short(const hra_agent *agent, const hra_question *question, hra_error *why);

/* Cut lines before the first move that cannot be made: the principal variation, whose length is the distance where it reaches
 * the end of the game; and those of all moves. */
void hra_agent_follow_principal(hra_agent *agent, const void *state, hra_analysis *result);
/* Of a value by this evaluation: -1 if it is none of a win or a loss. */
int hra_plies_to_win(const hra_evaluation *by, double value);
/* Sets what values by the player's evaluation count, and the distances of those that stand for a win or a loss that a search
 * found (hra_evaluation.win), of all moves and of the whole. */
void hra_agent_tell_ends(const hra_agent *agent, hra_analysis *result);
void hra_agent_follow_lines(hra_agent *agent, const void *state, hra_analysis *result);

/* Who hears of each depth of a search, with ends told. */
typedef struct hra_listener {
    const hra_agent *agent;
    const hra_question *question;
} hra_listener;

/* The listener's question, asked so that it hears of what was found: fills and returns `heard`, which points to `l`. */
const hra_question *hra_agent_listen(hra_listener *l, hra_question *heard);

/* A choice by analysis, for a kind that does not choose itself. */
hra_err hra_agent_choose_by_analysis(hra_agent *agent, const hra_question *question, hra_move *out);
/* After a choice that failed: if a limit ended it before any move was looked at, the first move of the
 * rules, because a game has to go on; nothing supports it. Else `err`, which is remembered. */
hra_err hra_agent_choose_anyhow(hra_agent *agent, hra_err err, const hra_error *told,
                                const hra_question *question, hra_move *out);

/* What the player itself answers; `want` is one of its answers. */
static inline hra_err hra_agent_ask_player(hra_agent *agent, const hra_question *question, hra_want want,
                                           hra_analysis *out) {
    const hra_player *player = agent->player;
    if (question->want == want)
        return player->info.kind->ask(player->shared, agent->scratch, question, out);
    hra_question asked = *question;
    asked.want = want;
    return player->info.kind->ask(player->shared, agent->scratch, &asked, out);
}

static inline bool hra_agent_answers(const hra_agent *agent, unsigned answers) {
    return agent->player->info.kind && (agent->player->info.kind->answers & answers);
}

/* HRA_WANT_MOVE of hra_agent_ask, where it is known that a machine's seat `mover` is to move. */
static inline hra_err hra_agent_choose_for(hra_agent *agent, int mover, const hra_question *question,
                                           hra_move *out) {
    agent->mover = mover;
    agent->last = HRA_LAST_OTHER;
    if (!(agent->player->info.kind->answers & HRA_ANSWERS_MOVE))
        return hra_agent_choose_by_analysis(agent, question, out);
    hra_err err = hra_agent_ask_player(agent, question, HRA_WANT_MOVE, &agent->result);
    /* Two stores, not 300 bytes: this happens at every decision of every game of a match. */
    agent->why.code = HRA_OK;
    agent->why.text[0] = '\0';
    if (err)
        return hra_agent_choose_anyhow(agent, err, NULL, question, out);
    agent->last = HRA_LAST_CHOICE;
    *out = agent->result.move;
    return HRA_OK;
}

/* Appends what an external program wrote to its standard error since the last call. */
static inline void hra_agent_errors(hra_agent *agent, hra_text *out) {
    const hra_player_kind *kind = agent->player->info.kind;
    if (kind && kind->errors)
        kind->errors(agent->scratch, out);
}

/* Answers of hra_agent_ask without more than is wanted of them, for those that ask often. */
hra_err hra_agent_choose(hra_agent *agent, const hra_question *question, hra_move *out);
hra_err hra_agent_value(hra_agent *agent, const hra_question *question, double *out);
hra_err hra_agent_recall(hra_agent *agent, hra_decision *out);
/* HRA_ELIMIT, with a reason: neither the question nor the player's spec limits this search, and the game is
 * too large for it, so questions about this state are refused. It takes a moment to find out. */
hra_err hra_agent_check_limits(hra_agent *agent, const hra_question *question, hra_error *why);
/* The tree of a turn from the question's state, with the player's values of the states at its leaves: for
 * players that have no tree of their own. Reports it to `observer` (may be NULL) and puts its root into the
 * result. limits.nodes: maximum number of states, 0: 5,000; limits.seconds: no state is added after this
 * time, 0: 5 s. HRA_EFIT: this player has no values of states; HRA_ESTATE: the game is over; HRA_ESTOPPED;
 * HRA_ENOMEM. */
hra_err hra_agent_turn_tree(hra_agent *agent, const hra_question *question, const hra_observer *observer,
                            hra_analysis *result);

/* Analyses a state in which the game goes on; after a failure result->why may say more. `ways`: in how many
 * ways moves of chance can have led here. */
hra_err hra_agent_look(hra_agent *agent, const hra_question *question, int ways, hra_analysis *result);
/* The same where chance is to move: every outcome, and the mean. */
hra_err hra_agent_look_at_outcomes(hra_agent *agent, const hra_question *question, int ways,
                                   hra_analysis *result);

#endif
