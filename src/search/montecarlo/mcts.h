/* Monte Carlo tree search: the tree and what its files share.
 *
 * A tree is one block of nodes of the promised size. The children of a node at which a seat moves are
 * adjacent; outcomes of chance are added one by one as they are drawn. A child has a larger index than its
 * parent, so a tree can be packed in place when the game continues.
 *
 * Several threads may grow one tree (tree parallel). Visits and sums are then changed by atomic operations,
 * and the first thread that claims a node adds its children. */
#ifndef HRA_SEARCH_MCTS_H
#define HRA_SEARCH_MCTS_H

#include "playout.h"

enum {
    HRA_MCTS_PATH = HRA_MAX_PLIES, /* nodes of a path through the tree */
    HRA_MCTS_LONGEST = 8192,       /* moves of a simulation that RAVE and MAST remember */
    HRA_MCTS_MOVES = 4096,         /* entries of the table by moves */
};

/* The state of a node's list of children. */
enum { HRA_MCTS_BARE, HRA_MCTS_CLAIMED, HRA_MCTS_LISTED };

typedef struct hra_mcts_node {
    hra_move move;
    uint32_t first; /* child, 0: none; of a chance node the latest outcome */
    uint32_t next;  /* of an outcome: the one drawn before it */
    uint32_t parent;
    uint32_t visits;
    uint32_t tried;  /* children visited at least once: the first ones */
    uint16_t count;  /* children */
    int8_t mover;    /* set when the node is first visited */
    uint8_t listing; /* HRA_MCTS_BARE ... */
    uint8_t proven;  /* its value is known: see exact */
    uint8_t marked;  /* while packing */
    uint8_t drawn;   /* over, for the search: its position stood before (mover is HRA_OVER) */
} hra_mcts_node;

typedef struct hra_mcts_options {
    double c;               /* of UCB1 */
    double prior;           /* visits that the evaluation counts for a new node, 0: none */
    double rave;            /* visits at which a move's own mean counts as much as RAVE's, 0: off */
    double mast;            /* share of playout moves by MAST, 0: off */
    double widen, widen_by; /* children: ceil(widen * visits^widen_by), widen 0: all */
    double greed;           /* share of playout moves by the evaluation */
    uint64_t plies;         /* of a playout */
    bool solver, reuse, shared, repetition;
    int threads;
    size_t memory;
} hra_mcts_options;

typedef struct hra_mcts_tree {
    const hra_game *game;
    const hra_mcts_options *options;
    hra_mcts_node *nodes;
    double *sums;            /* of each node, one number per seat */
    double *exact;           /* the same, of proven nodes; only with the solver */
    float *rave;             /* sum and visits of each node; only with RAVE */
    double *mast;            /* sum and visits by move; only with MAST */
    uint64_t *keys;          /* of each visited node's position; only where repetition counts */
    const uint64_t *history; /* keys of the positions before the root; the caller's */
    int history_length;
    uint32_t used, capacity;
    double least, most; /* numbers seen so far, the range of UCB1 */
    unsigned char *root;
    bool grown; /* a root has been searched: the tree may go on */
} hra_mcts_tree;

/* What an observer of simulations gets to know; its lists grow as they are needed. */
typedef struct hra_mcts_watch {
    const hra_observer *observer;
    hra_simulated_child *children;
    int count, capacity;
    hra_move *moves;  /* of the path */
    uint64_t *visits; /* of its nodes */
    double *means;
    double range;      /* what bonuses were multiplied by; 0: nothing was compared */
    hra_move *playout; /* HRA_PLAYOUT_PLIES moves; the simulation of the worker fills them */
    bool no_memory;
} hra_mcts_watch;

/* The working memory of one thread. */
typedef struct hra_mcts_worker {
    hra_mcts_tree *tree;
    hra_simulation out;
    uint32_t path[HRA_MCTS_PATH + 1];
    int length;
    /* Moves of this simulation, for RAVE and MAST. */
    hra_move moves[HRA_MCTS_LONGEST];
    int8_t movers[HRA_MCTS_LONGEST];
    int played;
    uint64_t stamp, stamps[HRA_MCTS_MOVES];
    hra_move stamped[HRA_MCTS_MOVES];
    uint64_t playouts;
    uint64_t
        nodes; /* plies that all simulations together may take; the one that would take more is broken off */
    bool broken;           /* the last one was: hra_mcts_drop takes it back */
    hra_mcts_watch *watch; /* NULL: its simulations are not watched */
} hra_mcts_worker;

/* mcts_watch.c. HRA_ENOMEM. */
hra_err hra_mcts_watch_open(hra_mcts_watch **out, const hra_game *game, const hra_observer *observer);
void hra_mcts_watch_close(hra_mcts_watch *watch); /* NULL is allowed */
/* A move that is compared with others at the last node of the path so far. */
void hra_mcts_watch_child(hra_mcts_worker *worker, uint32_t child, int mover, double ucb, bool chosen);
/* The simulation has been backed up. */
void hra_mcts_watch_end(hra_mcts_worker *worker, bool known, uint64_t plies, const double *value);

hra_err hra_mcts_tree_open(hra_mcts_tree *tree, const hra_game *game, const hra_mcts_options *options,
                           size_t memory);
void hra_mcts_tree_release(hra_mcts_tree *tree);
/* Makes the tree stand at the state of a question: the part of the old tree below it, or nothing but a root. The
 * question's history stays where it is while the tree grows. */
void hra_mcts_tree_move(hra_mcts_tree *tree, const hra_question *question, hra_mcts_worker *scratch);
/* One simulation. */
void hra_mcts_simulate(hra_mcts_worker *worker);
/* Takes the visits of a simulation that was broken off out of the tree. When all workers are done. */
void hra_mcts_drop(hra_mcts_worker *worker);

static inline double *hra_mcts_sum(const hra_mcts_tree *tree, uint32_t i) {
    return tree->sums + (size_t)i * (size_t)tree->game->seats;
}

static inline double *hra_mcts_exact(const hra_mcts_tree *tree, uint32_t i) {
    return tree->exact + (size_t)i * (size_t)tree->game->seats;
}

/* Mean of a visited node's numbers, or what is proven. */
double hra_mcts_mean(const hra_mcts_tree *tree, uint32_t i, int seat);

#endif
