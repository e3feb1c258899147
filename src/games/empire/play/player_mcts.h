/* What the files of `mcts` and `expert` share. */
#ifndef EM_EXPERT_MCTS_H
#define EM_EXPERT_MCTS_H

#include "hra/player.h"
#include "plan.h"
#include "players.h"
#include "seat_watch.h"
#include "turn_search.h"
#include "weights_file.h"

/* How the other seats are taken to play. */
typedef enum em_opponents {
    EM_OPPONENTS_SEARCH,   /* each for its own share */
    EM_OPPONENTS_PLANNER,  /* as `planner` does */
    EM_OPPONENTS_OBSERVED, /* as `planner` does, if their turns have been its turns */
} em_opponents;

typedef struct em_expert {
    const hra_game *game;
    em_tree_options options;
    hra_limits limits;
    uint64_t alone; /* of a level: least playouts for moves outside of turns, which the judge cannot value */
    int threads;
    bool reuse;
    em_opponents opponents;
    double error; /* of a level: standard deviation of its judgement, in the logarithm of the odds */
    em_weight_rows weights;
} em_expert;

/* What one thread works with. */
typedef struct em_thinker {
    const em_expert *expert;
    em_turn_search mind;
    em_plan plan;
    em_watch watch;
    em_idea chosen;
    hra_move move; /* that was chosen last, and how many moves of its turn stood before it; -1: it was no
                      part of a turn */
    int made;
    em_plan best; /* the turn that `value` last found best, and its worth: following it loses nothing */
    double worth[EM_SEATS];
    int met; /* how many moves of it had been made in the last state that `worth` was asked of; -1: none of it
              */
} em_thinker;

/* Limits of the spec and of the question. */
hra_limits em_limits_of(const em_expert *e, const hra_question *q);
hra_err em_advise(const void *shared, void *scratch, const hra_question *q, hra_analysis *out);
hra_err em_choose(const void *shared, void *scratch, const hra_question *q, hra_move *out);

#endif
