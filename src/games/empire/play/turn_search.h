/* Thinking about a turn: trees on one or more threads, and what they found at the root. */
#ifndef EM_EXPERT_MIND_H
#define EM_EXPERT_MIND_H

#include "hra/search.h"
#include "turn_mcts.h"

enum { EM_MOST_IDEAS = EM_ROW * EM_MOST_KEPT };

/* A way to play the turn, or a move outside of turns. */
typedef struct em_idea {
    em_turn turn;
    uint64_t visits;
    double
        share[EM_SEATS]; /* mean of the visits; where there are none the judge's guess, of the mover alone */
} em_idea;

typedef struct em_turn_search {
    const hra_game *game;
    em_eval judge;
    em_tree_options options;
    em_tree *trees; /* one per thread */
    int threads;
    bool reuse;
    uint32_t
        planners;   /* seats that play as `planner` does, apart from the one that thinks; set by the caller */
    em_idea *ideas; /* best first */
    int count;
    uint64_t playouts; /* of the last run */
    /* One run. */
    hra_limits limits;
    const hra_stop *stop;
    double started;
} em_turn_search;

/* The weights of the judge are copied. */
hra_err em_turn_search_open(em_turn_search *mind, const hra_game *game, const int16_t (*weights)[EM_FEATURES],
                            const em_tree_options *options, int threads, bool reuse);
void em_turn_search_release(em_turn_search *mind);
void em_turn_search_forget(em_turn_search *mind);
/* Thinks about s, in which a seat is to move, until a limit or the stop; fills the ideas. HRA_ESTOPPED:
 * there was no time for a single one. */
hra_err em_turn_search_think(em_turn_search *mind, const em_state *s, const hra_limits *limits, uint64_t seed,
                             const hra_stop *stop);
/* What s is worth to each seat, which need not be to move. HRA_ESTOPPED. */
hra_err em_turn_search_value(em_turn_search *mind, const em_state *s, const hra_limits *limits, uint64_t seed,
                             const hra_stop *stop, double *share);

#endif
