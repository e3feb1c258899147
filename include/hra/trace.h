/* hra/trace.h: search trees, recorded so that they can be drawn or stepped through.
 *
 * hra_trace_walk lets an agent's player search, and records the tree; hra_trace_nodes returns its nodes.
 *
 * If a search has several trees (iterative deepening, the questions of andor), the last finished one is recorded. Nodes
 * that the limits leave out are counted in the node above.
 *
 * Thread-safety: one thread records a trace; threads may share a finished one. */
#ifndef HRA_TRACE_H
#define HRA_TRACE_H

#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_trace hra_trace;

/* Limits of what is recorded; 0: no limit, except for nodes. */
typedef struct hra_trace_limits {
    uint32_t nodes; /* the most nodes, pruned moves included, up to 1,000,000; 0: 200 */
    int depth;      /* the most plies below the root, chance moves included */
    int breadth;    /* the most children of a node */
} hra_trace_limits;

typedef enum hra_trace_kind {
    HRA_TRACE_CHOICE, /* a seat is to move */
    HRA_TRACE_CHANCE, /* chance is to move */
    HRA_TRACE_END,    /* the game is over */
    HRA_TRACE_LEAF,   /* a state that was evaluated, found in the TT, or played to the end by a playout */
    HRA_TRACE_PRUNED, /* a move that was not searched; it has no children */
} hra_trace_kind;

/* What the method assumes about the seat to move. */
typedef enum hra_role {
    HRA_ROLE_NONE,   /* no seat is to move */
    HRA_ROLE_MAX,    /* it maximizes the value of the seat that searches */
    HRA_ROLE_MIN,    /* it minimizes that value */
    HRA_ROLE_OWN,    /* it maximizes its own value */
    HRA_ROLE_RANDOM, /* it moves at random */
    HRA_ROLE_OR,     /* one proven move is enough */
    HRA_ROLE_AND,    /* all moves must be proven */
} hra_role;

typedef struct hra_trace_node {
    int32_t parent, first,
        next;     /* indices of the parent, the first child and the next child of the same parent; -1:
                                    none */
    int children; /* number of recorded children */
    int ply;      /* 0: the root */
    hra_trace_kind kind;
    int mover; /* seat, HRA_CHANCE or HRA_OVER; for pruned moves HRA_OVER */
    hra_role role;

    hra_move move;        /* the move to this node; 0 for the root */
    const char *text;     /* the same as text; "" for the root */
    const char *position; /* the state as one line, which the game reads; "" for a pruned move */
    double probability;   /* of the move, if its mover moves at random; else 1 */
    int depth;            /* decisions left to search; -1: to the end of the game */

    bool known;                  /* it has a value; false if it was pruned or the search was stopped */
    double value[HRA_MAX_SEATS]; /* of each seat; NAN: unknown */
    /* The kind of value[0]; with a window of value[pov], with a proof of value[pov of the tree]. */
    hra_value_kind bound;
    const double *vectors; /* softmaxn: the possible vectors of values, `seats` numbers each */
    int vector_count;      /* number of vectors; 0 with other methods */
    int vectors_left_out;  /* number of vectors that are not recorded */
    hra_proof proof;       /* with andor; else HRA_UNKNOWN */
    uint64_t visits;       /* with Monte Carlo methods; else 0 */

    bool window;        /* it was entered with an alpha-beta window */
    int pov;            /* the seat of alpha and beta */
    double alpha, beta; /* at entry */

    bool cut;                   /* moves of this node were pruned; of a pruned move: it is one of them */
    hra_cut reason;             /* the reason of the cut, the last one of several */
    bool cut_window;            /* cut_alpha and cut_beta are set: */
    double cut_alpha, cut_beta; /* the window at the cut */

    bool best;    /* the value of its parent comes from this move; at a chance node all outcomes are best */
    bool line;    /* on the PV: it and all nodes above it are best */
    bool revisit; /* the search entered this move again later; this visit was only a probe */

    uint64_t order; /* index of the visit, from 1 for the root; 0 for pruned moves */
    /* Times, as numbers of the observer's events from 1: when it was entered (a pruned move: pruned), when its value
     * was known (0: never), and when it was cut. */
    uint64_t entered, left, cut_at;

    uint64_t folded;      /* number of visited nodes below it that are not recorded */
    uint64_t folded_cuts; /* number of their cut-offs */
    uint32_t left_out;    /* number of children that are not recorded, pruned ones included */
    /* Order in which a smaller limit `nodes` drops nodes: it keeps lower ranks. The root has 0; children of a node have
     * consecutive ranks, above that of the node. */
    uint32_t rank;
} hra_trace_node;

/* A finished trace. Nodes are in preorder, children in the order of the search. Node 0 is the root; a subtree is a
 * contiguous part of the array that begins with its root. */
typedef struct hra_trace_tree {
    const hra_trace_node *nodes;
    uint32_t count; /* number of recorded nodes */
    int seats;
    int pov;          /* the seat that searches; -1: each seat for itself */
    uint64_t entered; /* number of visited nodes, recorded or not */
    uint64_t leaves;  /* number of leaves and ends of the game among them */
    uint64_t cuts;    /* number of cut-offs */
    int trees;        /* number of trees that the search began */
    int depth;        /* depth of this one; -1: to the end of the game */
    bool complete;    /* false: the search was stopped within its only tree */
} hra_trace_tree;

HRA_API void hra_trace_close(hra_trace *trace); /* not during a search that uses it; NULL is allowed */

/* Asks the agent's player about the question's state, and records its search tree; `result` gets the answer. For a
 * player without a search tree it records the tree of one turn, with the player's values at the leaves. Within the
 * limits (may be NULL) it records the PV and its alternatives first, then level by level. The caller closes *out.
 * Returns
 *   HRA_EINPUT  if a limit is negative or too large
 *   HRA_ESTATE  if there was no tree
 *   HRA_ENOMEM
 *   else what hra_agent_ask returns. */
HRA_API hra_err hra_trace_walk(hra_trace **out, hra_agent *agent, const hra_question *question,
                               const hra_trace_limits *limits, hra_analysis *result, hra_error *why);

/* Returns the recorded tree, which the trace owns. */
HRA_API const hra_trace_tree *hra_trace_nodes(const hra_trace *trace);

/* Returns whether the value of a node is only an estimate. If the result is an estimate, so are all nodes, except ends
 * of the game and nodes whose whole subtree down to such ends was searched. */
HRA_API bool hra_trace_estimates(const hra_trace_tree *tree, const hra_analysis *result,
                                 const hra_trace_node *node);

/* ---- simulations of MCTS ---------------------------------------------------------------------*/

/* The first simulations of a Monte Carlo tree search, one at a time: which moves were compared, where the tree grew, what the
 * playout brought, and what the backup changed. */
typedef struct hra_simulations hra_simulations;

typedef struct hra_grown_node {
    int parent, ply;  /* parent -1: the root */
    int mover;        /* seat, HRA_CHANCE or HRA_OVER */
    const char *text; /* the move to it; "": the root */
    uint64_t born;    /* the simulation that added it, from 1; 0: the root */
} hra_grown_node;

/* Asks the agent's player, `mcts` with one thread, and records at most `most` simulations; `result` gets the answer. The caller
 * closes *out. The search starts from an empty tree. Returns HRA_EFIT if the player has no simulations or chance is to move, HRA_ENOMEM, or what hra_agent_ask returns. */
HRA_API hra_err hra_simulations_walk(hra_simulations **out, hra_agent *agent, const hra_question *question,
                                     int most, hra_analysis *result, hra_error *why);
HRA_API void hra_simulations_close(hra_simulations *simulations); /* NULL is allowed */
/* Returns a node of the tree, in the order in which they were added, which the simulations own; NULL: there are fewer. */
HRA_API const hra_grown_node *hra_simulations_node(const hra_simulations *simulations, int node);
/* Returns simulation `index`, from 0, and its path of length + 1 nodes; NULL: there are fewer. */
HRA_API const hra_simulated *hra_simulations_get(const hra_simulations *simulations, int index,
                                                 const int **path);
/* Returns the node of a move at a node; -1: the tree had not grown there. */
HRA_API int hra_simulations_child(const hra_simulations *simulations, int node, hra_move move);
/* Returns the seat whose mean a node shows: the one that chose the move to it, at the root the one to move; 0 if chance
 * or the end of the game takes its place. */
HRA_API int hra_simulations_seat(const hra_simulations *simulations, int node);
/* Sets *out to a node as a trace has it after the first `done` simulations: `known`, visits and means are those of the last backup
 * through it. The text and the position are the simulations'. It is not linked (first, next, children), nor marked (best, line). */
HRA_API void hra_simulations_trace_node(const hra_simulations *simulations, int node, int done,
                                        hra_trace_node *out);

/* ---- as JSON --------------------------------------------------------------------------------*/

/* A search tree with its context. */
typedef struct hra_walked {
    const hra_game *game;
    const void *state;          /* the root */
    const char *method;         /* spec of the player */
    const hra_analysis *result; /* the player's answer */
    const hra_trace_tree *tree;
} hra_walked;

/* Writes {"format":"hra tree 1",...,"tree":[nodes]}; docs/methods/README.md lists the members. `boards` adds "board",
 * the parts that never change, "scene" to the root, and to each other searched node "change", the difference from its
 * parent (hra/scene.h, seen by all: seat -1). */
HRA_API void hra_json_tree(hra_json *json, const char *key, const hra_walked *walked, bool boards);

/* Writes the same of the tree that recorded simulations grew, in the order in which they added its nodes, and
 * "simulations", a list of their steps. walked->tree is not read. `boards` adds the last board of each playout too. */
HRA_API void hra_json_simulations(hra_json *json, const char *key, const hra_walked *walked,
                                  const hra_simulations *simulations, bool boards);

#ifdef __cplusplus
}
#endif
#endif
