/* Asking an analyst which move of a state is best. */
#ifndef HRA_REVIEW_BEST_MOVE_H
#define HRA_REVIEW_BEST_MOVE_H

#include "hra/player.h"

/* A move as it was judged, by who moves. */
typedef struct judged_move {
    hra_move move;
    double value, loss;
} judged_move;

/* Memory of one who asks, and the last answer. */
typedef struct judging {
    hra_agent *analyst;
    const hra_evaluation *by; /* of a search, if its values become probabilities; NULL: they stay */
    hra_move *legal;          /* of the state asked about */
    judged_move *advised;     /* every move with its value */
    hra_analysis result;      /* its answer */
    int legal_count, count;
    int best;             /* in advised */
    hra_unit unit;        /* of the values */
    bool estimate;        /* they are no more than that */
    bool analysed;        /* result.moves[i] says more of advised[i] */
    const hra_move *line; /* the best move and what follows, NULL: not known */
    int length;
} judging;

hra_err hra_judging_init(judging *j, hra_agent *analyst); /* HRA_ENOMEM, after which it is released too */
void hra_judging_release(judging *j);
/* Lists the legal moves of a state where a seat is to move. */
void hra_judging_list(judging *j, const void *state);
/* Every move with its value, a chance (HRA_UNIT_PROBABILITY) if the game tells what a value of the analyst's evaluation
 * leads to. HRA_EFIT: the analyst values no moves; else as hra_agent_ask. */
hra_err hra_judging_ask(judging *j, const hra_question *question);

/* What a value of the evaluation `by` leads to, 0 to 1. */
double hra_judging_chance(const judging *j, double value);

/* Appends the spec of the evaluation `by`, one of the game's own, with the files that the analyst was given and
 * that it takes too, such as a net. */
void hra_judging_evaluation(const hra_game *game, const hra_player *analyst, const char *by, hra_text *out);

#endif
