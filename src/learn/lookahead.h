/* Looking ahead with what is being learnt: alpha-beta, which judges its leaves by it as it stands. */
#ifndef HRA_LEARN_LOOKAHEAD_H
#define HRA_LEARN_LOOKAHEAD_H

#include "nets/net_evaluation.h"
#include "search/minimax/alphabeta_full.h"

/* Who plays what was learnt by looking ahead, for hra_learner_interface. */
#define HRA_LOOKAHEAD_PLAYER "alphabeta:full,depth=3,tt=1M,eval=trained(file=*)"

/* The memory of one thread. */
typedef struct hra_lookahead {
    hra_net_judge judge;
    hra_search_setup setup;
    hra_walk walk;
    hra_deep deep;
    hra_analysis result;
    unsigned char *leaf; /* of the last choice: the state at the end of the principal variation */
} hra_lookahead;

/* Whether alpha-beta can look ahead in this game. */
bool hra_lookahead_can(const hra_game *game);
/* HRA_EFIT, in words: `method` cannot look ahead in this game. */
hra_err hra_lookahead_fits(const hra_game *game, const char *method, hra_error *why);

/* Looks DEPTH decisions ahead, and further with loud moves if the game names these. `other`, which may be
 * NULL, evaluates what a value table does not hold. HRA_ENOMEM. The struct must not move until it is
 * released. */
hra_err hra_lookahead_init(hra_lookahead *ahead, const hra_learnt *learnt, const hra_eval *other, int depth);
void hra_lookahead_release(hra_lookahead *ahead);

/* The best move of s, in which a seat is to move, and what s is worth to that seat. HRA_ESTOPPED by `stop`,
 * which may be NULL; HRA_ENOMEM. */
hra_err hra_lookahead_choose(hra_lookahead *ahead, const void *s, const hra_stop *stop, hra_move *move,
                             double *worth);

#endif
