/* What the two ways of searching an AND/OR graph share. */
#ifndef HRA_SEARCH_ANDOR_H
#define HRA_SEARCH_ANDOR_H

#include "search/walk/walk.h"

typedef struct hra_pn hra_pn;

/* A number that lies between these two, which may be it. */
typedef struct hra_span {
    double least, most;
} hra_span;

/* Positions whose question is answered, by key. */
typedef struct hra_proved {
    struct hra_proved_one {
        uint64_t key;
        int depth; /* that was left, more than INT_MAX / 4: to the end */
        uint8_t proof, used;
    } * one;
    size_t count, size, most; /* entries; size is 0 or a power of two, most its greatest */
} hra_proved;

typedef struct hra_andor {
    hra_walk walk;
    double given; /* the goal of the spec, NAN: none */
    double goal;  /* the current question: can the mover force at least this value? */
    hra_pn *pn;   /* NULL: depth-first */
    bool graph;   /* depth-first, each position once with all its moves */
    hra_proved proved;
    unsigned char *alike; /* of graph: a canonical state */
    hra_span *spans;      /* of the moves at the root: what the answers so far say of the mover's number */
} hra_andor;

/* What is known of the state s without looking below it. */
hra_proof hra_andor_leaf(const hra_andor *a, const void *s, int mover);
/* Tells an observer what is known of a node whose question is answered so. */
void hra_andor_tell(const hra_andor *a, int ply, hra_proof proof, bool leaf, uint64_t visits);

/* Proof-number search whose tree has at most `memory` bytes. */
hra_err hra_pn_open(hra_pn **out, size_t memory);
void hra_pn_close(hra_pn *pn);
/* Answers the question for the state in slot 1; HRA_UNKNOWN where the memory or a limit ended it. */
hra_proof hra_pn_search(hra_pn *pn, hra_andor *a, int depth);
/* Tells the observer of the finished tree. */
void hra_pn_tell(hra_pn *pn, hra_andor *a, hra_move move, int depth);

#endif
