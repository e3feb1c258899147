/* Ends games of a match that are decided. */
#ifndef HRA_MATCH_ADJUDICATOR_H
#define HRA_MATCH_ADJUDICATOR_H

#include "hra/match.h"

/* What a rule, "draw" or "resign", is made of; NULL: there is no such rule. Static. */
const hra_option *hra_adjudicator_keys(const char *rule);

/* What the players of one game have told so far, by seat. */
typedef struct hra_adjudication_counts {
    int moves[2]; /* that each made */
    int drawn[2]; /* number of last moves in a row whose scores meant a draw, */
    int lost[2];  /* for lost, */
    int won[2];   /* and for won */
} hra_adjudication_counts;

/* Ends the play behind the step that brought `event`, if that is due; the counts begin as zeros. What the
 * sink of the play returns; HRA_ENOMEM. */
hra_err hra_adjudicate(const hra_adjudicator *how, hra_play *play, const hra_event *event,
                       hra_adjudication_counts *counts);

#endif
