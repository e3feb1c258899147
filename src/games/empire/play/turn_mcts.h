/* Monte Carlo tree search by turns.
 *
 * A node is the board before a seat's turn, a branch a whole turn. The deck is open loop: draws are
 * sampled anew in every simulation and merged in the nodes, since the row of cards is all they change.
 * So a node keeps its branches in groups by card and price, made when that card first lies there, and a
 * simulation chooses among the groups of the row it met. Turns come from candidates.h, the best judged
 * first; how many are looked at grows with the visits (progressive widening), and of those the choice is
 * PUCT's (Rosin 2011), with the judged chances as priors. Each node backs up one share of the win a seat,
 * and who moves looks at its own (Max^n). A new node is worth what the judge says of its best turn, mixed
 * with a playout where one is asked for.
 *
 * A seat may be known to play as `planner` does. Its turn is then no choice: of each card there is one branch,
 * the planner's best turn, and the row decides among the cards. */
#ifndef HRA_EMPIRE_PLAY_TURN_MCTS_H
#define HRA_EMPIRE_PLAY_TURN_MCTS_H

#include "candidates.h"

enum {
    EM_BRANCH_MOVES = 10, /* behind the card, up to the end */
    EM_TREE_PATH = 80,    /* turns, placements and bids of a simulation */
};

typedef struct em_tree_options {
    double c;               /* of PUCT */
    double heat;            /* of the priors: exp(logit / heat) */
    double widen, widen_by; /* turns of a card that are looked at: widen * visits^widen_by; 0: all */
    double playout;         /* share of a new node's value that a playout has */
    int tries;              /* turns that a playout takes the best of */
    int beam, keep;         /* of candidates.h, below the root */
    int root_beam, root_keep;
    size_t memory;
} em_tree_options;

typedef struct em_branch {
    uint32_t child; /* node, 0: none yet */
    float logit, prior, guess;
    uint16_t move[EM_BRANCH_MOVES]; /* packed; the last is the end, or 0 behind it */
} em_branch;

typedef struct em_group {
    uint32_t next, first; /* group, 0: none; branch */
    uint16_t count;
    uint8_t kind, price;  /* 0, 0: no card is chosen here */
    bool wide;            /* made with what the root allows */
    double score;         /* the planner's, of a seat that plays like it */
    float best[EM_SEATS]; /* shares after the first branch */
} em_group;

typedef struct em_node {
    uint64_t key; /* of the board, whatever the cards in the row */
    uint32_t parent, group, visits;
    float mean[EM_SEATS];
    uint8_t turns; /* that have been ended */
} em_node;

typedef struct em_tree {
    const hra_game *game;
    const em_eval *judge;
    const em_tree_options *options;
    em_node *node;
    em_group *group; /* from 1 */
    em_branch *branch;
    uint32_t *moved; /* while packing */
    uint32_t nodes, groups, branches, most_nodes, most_groups, most_branches;
    em_state root;
    uint32_t planners; /* bit n: seat n plays as `planner` does */
    bool grown, spare; /* spare: for groups that are forgotten at once there is always room */
    hra_rng rng;
    uint64_t playouts; /* since the last em_tree_move */
    em_candidates found;
} em_tree;

hra_err em_tree_open(em_tree *tree, const hra_game *game, const em_eval *judge,
                     const em_tree_options *options);
void em_tree_release(em_tree *tree);
/* Makes the tree stand at this state, of a seat or of chance: what is known below its board stays, if the same
 * seats play as `planner` does (bit n: seat n; not the one to move). */
void em_tree_move(em_tree *tree, const em_state *s, uint32_t planners);
void em_tree_forget(em_tree *tree);
void em_tree_simulate(em_tree *tree);

/* The groups that the row of s allows, made where they are missing; returns how many. */
enum { EM_MOST_GROUPS = EM_ROW };
int em_tree_groups(em_tree *tree, uint32_t node, const em_state *s, uint32_t out[EM_MOST_GROUPS]);
/* The moves of a branch in s. */
void em_branch_turn(const em_state *s, const em_group *group, const em_branch *branch, em_turn *out);

#endif
