/* The exact search of Connect Four: alpha-beta over the plies to the end, on sets of bits.
 *
 * It follows P. Pons, *Solving Connect 4: how to build a perfect AI* (2015): only moves that do not lose at once,
 * those that make most threats first, null windows, and a table of bounds. New here are mirror images that share an
 * entry, any board that fits into 64 bits, and draws that are seen when no line is left. */
#ifndef HRA_CONNECT4_SEARCH_H
#define HRA_CONNECT4_SEARCH_H

#include "connect4.h"

typedef struct c4_search c4_search;

/* When a search gives up. */
typedef struct c4_search_limits {
    uint64_t nodes;               /* 0: unlimited */
    const hra_progress *progress; /* its stop and deadline; may be NULL */
    const hra_stop *stop;         /* may be NULL */
} c4_search_limits;

/* What a state is worth to the seat that moves next. */
typedef struct c4_worth {
    int outcome;  /* 1: it wins, 0: a draw, -1: it loses */
    int distance; /* plies to the end if the winner hurries and the loser delays; -1: not searched */
} c4_worth;

/* Opens a search whose table has at most `bytes` bytes, but 512 KiB where the board can use them, and no more than that. HRA_ENOMEM. */
hra_err c4_search_open(c4_search **out, const c4_board *b, size_t bytes);
void c4_search_close(c4_search *search);  /* NULL is allowed */
void c4_search_forget(c4_search *search); /* empties the table */
/* Finds the outcome of a state, without the distance unless the end is near. What the table knows stays for later
 * calls. HRA_ELIMIT: the limit of nodes was reached; HRA_ESTOPPED. */
hra_err c4_search_outcome(c4_search *search, const c4_state *s, const c4_search_limits *limits,
                          c4_worth *out);
/* The same with the distance. */
hra_err c4_search_distance(c4_search *search, const c4_state *s, const c4_search_limits *limits,
                           c4_worth *out);
/* States searched since the search was opened. */
uint64_t c4_search_nodes(const c4_search *search);

#endif
