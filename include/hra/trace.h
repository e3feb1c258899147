/* hra/trace.h: the tree that a search walked, kept so that it can be drawn or stepped through.
 *
 * hra_trace_walk has an agent's player walk a tree, keeps it, and finds the words for it; hra_trace_nodes reads the nodes.
 *
 * Of several trees in one run (iterative deepening, the questions of andor) the last finished one
 * is kept. What the limits leave out is counted in the node above.
 *
 * Thread-safety: one trace serves one search on one thread; a finished one may be read by many. */
#ifndef HRA_TRACE_H
#define HRA_TRACE_H

#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_trace hra_trace;

/* What to keep; 0 means no such limit, but for nodes. */
typedef struct hra_trace_limits {
    uint32_t nodes; /* nodes, pruned moves included; 0: 200; at most 1,000,000 */
    int depth;      /* plies below the root, chance moves included */
    int breadth;    /* children of a node */
} hra_trace_limits;

typedef enum hra_trace_kind {
    HRA_TRACE_CHOICE, /* a seat is to move */
    HRA_TRACE_CHANCE, /* dice or cards are due */
    HRA_TRACE_END,    /* the game is over */
    HRA_TRACE_LEAF,   /* a state that was evaluated, known from the table, or played out */
    HRA_TRACE_PRUNED, /* a move that was not searched; a leaf of the trace */
} hra_trace_kind;

/* What the seat to move does by the method's model. */
typedef enum hra_role {
    HRA_ROLE_NONE,   /* nobody moves here */
    HRA_ROLE_MAX,    /* takes the largest value of the seat searched for */
    HRA_ROLE_MIN,    /* takes the smallest */
    HRA_ROLE_OWN,    /* takes what is best for itself */
    HRA_ROLE_RANDOM, /* moves at random */
    HRA_ROLE_OR,     /* one solved move is enough */
    HRA_ROLE_AND,    /* all moves have to be solved */
} hra_role;

typedef struct hra_trace_node {
    int32_t parent, first, next; /* indices of nodes: of the parent, the first child and the next one
                                    of the same parent; -1: none */
    int children;                /* of these that were kept */
    int ply;                     /* 0: the root */
    hra_trace_kind kind;
    int mover; /* seat, HRA_CHANCE or HRA_OVER; of pruned moves HRA_OVER */
    hra_role role;

    hra_move move;        /* that leads here; of the root 0 */
    const char *text;     /* the same in the game's words; of the root "" */
    const char *position; /* the state as a line that the game reads back; of a pruned move "" */
    double probability;   /* of the move, where its mover moves at random, else 1 */
    int depth;            /* decisions that were left; -1: to the end */

    bool known;                  /* it has a value; not where it was pruned or the search was stopped */
    double value[HRA_MAX_SEATS]; /* each seat's own number, NAN where it is not known */
    hra_value_kind bound;        /* what is known of value[0], or of value[pov] where there is a window, or
                                    of the tree's pov where there is a proof */
    const double *vectors;       /* softmaxn: the vectors that may come out, `seats` numbers each */
    int vector_count;            /* how many are in `vectors`; 0 with any other method */
    int vectors_left_out;        /* and how many are not */
    hra_proof proof;             /* of andor, else HRA_UNKNOWN */
    uint64_t visits;             /* of Monte Carlo methods, else 0 */

    bool window;        /* it was entered with a window */
    int pov;            /* the seat whose numbers alpha and beta are */
    double alpha, beta; /* at entry */

    bool cut;        /* moves of this node were not searched; of a pruned move: it is one of these */
    hra_cut reason;  /* why, where cut; of several reasons the last */
    bool cut_window; /* alpha and beta at that moment are known: */
    double cut_alpha, cut_beta;

    bool best;    /* the move that its parent's value comes from; behind chance every outcome */
    bool line;    /* on the chosen line: it and all above it are best */
    bool revisit; /* its parent went down this move again later, so this was only a probe */

    uint64_t order; /* it was the order-th node entered, the root 1; of pruned moves 0 */
    /* The moments of its story, counted from 1 over all that the observer was told: when it was
     * entered (of a pruned move: cut off), when its value was known (0: never), when it was cut. */
    uint64_t entered, left, cut_at;

    uint64_t folded;      /* nodes entered below it that are not kept */
    uint64_t folded_cuts; /* cut-offs of these */
    uint32_t left_out;    /* children that are not kept; pruned ones are among them */
    uint32_t rank;        /* how early a smaller `nodes` would have kept it: the root 0. Children of
                             one node have neighbouring ranks, above that of their parent */
} hra_trace_node;

/* A finished trace. The nodes are in preorder, children in the order of the search: node 0 is the
 * root, and the subtree of a node is a stretch of the array that begins with it. */
typedef struct hra_trace_tree {
    const hra_trace_node *nodes;
    uint32_t count;
    int seats;
    int pov;          /* the seat searched for, -1: each for itself */
    uint64_t entered; /* nodes entered in this tree, kept or not: those kept and not pruned, and folded */
    uint64_t leaves;  /* of these: ends of the game and leaves */
    uint64_t cuts;    /* cut-offs in this tree */
    int trees;        /* how many were begun in the run */
    int depth;        /* of this one, -1: to the end */
    bool complete;    /* false: the search was stopped in the middle of the only tree */
} hra_trace_tree;

HRA_API void hra_trace_close(hra_trace *trace); /* NULL is allowed; not while a search may still use it */

/* The tree that the agent's player walks from the question's state, and what it answers; of a player that walks no tree
 * of its own the tree of the turn, with its judgement at the leaves. It keeps what the limits allow: the
 * chosen line and its alternatives first, then level by level; limits may be NULL. *out is the caller's to close.
 * HRA_EINPUT: a limit that is negative or too large; HRA_ESTATE: no tree was walked; HRA_ENOMEM; else what
 * hra_agent_ask returns. */
HRA_API hra_err hra_trace_walk(hra_trace **out, hra_agent *agent, const hra_question *question,
                               const hra_trace_limits *limits, hra_analysis *result, hra_error *why);

/* The finished trace: valid until the next run or hra_trace_close. NULL before hra_trace_finish. */
HRA_API const hra_trace_tree *hra_trace_nodes(const hra_trace *trace);

/* Whether the number of a node of the tree is no more than an estimate: where the result of the run is one, that of every node
 * but ends of the game and those below which all was seen, down to such ends. */
HRA_API bool hra_trace_estimates(const hra_trace_tree *tree, const hra_analysis *result,
                                 const hra_trace_node *node);

/* ---- as JSON --------------------------------------------------------------------------------*/

/* The tree that a player walked. */
typedef struct hra_walked {
    const hra_game *game;
    const void *state;          /* from which it was walked */
    const char *method;         /* the player's spec */
    const hra_analysis *result; /* what the player answered */
    const hra_trace_tree *tree;
} hra_walked;

/* {"format":"hra tree 1",...,"tree":[nodes]}; docs/methods/README.md lists the members. With boards there are
 * "board", what never changes in a play, and of each node but those that were not searched "scene" at the
 * root, and "change" against the node above at the others (hra/scene.h); seen as hra_scene_set has it of seat
 * -1. */
HRA_API void hra_json_tree(hra_json *json, const char *key, const hra_walked *walked, bool boards);

#ifdef __cplusplus
}
#endif
#endif
