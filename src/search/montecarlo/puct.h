/* PUCT: a tree that grows where a judge's prior and the means so far point, with any number of seats, and
 * chance. No game is played out: a judge says what a state is worth to each seat, and which moves look good.
 *
 * C. Rosin, "Multi-armed bandits with episode context", 2011; D. Silver and others, "Mastering the game of Go
 * without human knowledge", 2017; each seat takes its own mean, as in Max^n (Sturtevant 2008). A position
 * that stands as often as the game allows is a draw, counted along the path and what was played before it. */
#ifndef HRA_SEARCH_PUCT_H
#define HRA_SEARCH_PUCT_H

#include "search/walk/walk.h"

typedef struct hra_puct_judge {
    void *self;
    /* Of s, in which `seat` is to move and has these n moves: the prior of each, which sum to 1, and what s
     * is worth to each seat on the scale of returns. */
    void (*judge)(void *self, const void *s, int seat, const hra_move *moves, int n, float *prior,
                  double *value);
} hra_puct_judge;

typedef struct hra_puct_options {
    double c;       /* exploration, in units of the range */
    double urgency; /* an unvisited move has its parent's mean less urgency * range */
    double range;   /* of values; 0: as far as those that were seen lie apart */
    size_t memory;  /* bytes of the tree at most */
} hra_puct_options;

typedef struct hra_puct_node {
    hra_move move;
    uint32_t first;  /* child, 0: none; of a chance node the latest outcome */
    uint32_t next;   /* of an outcome: the one drawn before it; 0: none */
    uint32_t visits; /* its own first one too */
    float prior;
    uint16_t count; /* children, of a seat */
    int8_t mover;   /* seat, HRA_CHANCE, HRA_OVER; HRA_PUCT_UNSEEN: not visited yet */
    bool drawn;     /* over by repetition */
} hra_puct_node;

enum { HRA_PUCT_UNSEEN = -128 };

typedef struct hra_puct {
    const hra_game *game;
    hra_puct_options options;
    hra_puct_judge judge;
    hra_puct_node *nodes; /* 0 is the root, whose children follow it */
    double *sums;         /* of each node, one number a seat */
    uint32_t used, capacity;
    double least, most; /* values seen so far */
    unsigned char *root, *state;
    hra_move *moves;
    double *probability;
    float *prior;
    uint32_t path[HRA_MAX_PLIES + 1];
    int length;
    const uint64_t *history; /* keys before the root, of games in which positions may repeat; the caller's */
    int history_length;
    uint64_t *keys; /* of the path, the root's first */
    hra_rng rng;
    uint64_t plies; /* moves made so far */
} hra_puct;

hra_err hra_puct_init(hra_puct *puct, const hra_game *game, const hra_puct_options *options,
                      hra_puct_judge judge);
void hra_puct_release(hra_puct *puct);
/* A new tree: the root, in which a seat is to move, and its children. The history is that of hra_question,
 * and stays where it is. HRA_ENOMEM. */
hra_err hra_puct_begin(hra_puct *puct, const void *state, const uint64_t *history, int history_length,
                       const hra_rng *rng);
/* Runs one simulation of at most `plies` moves. Returns false if it would need more moves; no visit is then
 * counted. A tree that is full or too deep does not grow, but its visits are still counted. */
bool hra_puct_simulate(hra_puct *puct, uint64_t plies);
/* The mean of a visited node. */
double hra_puct_mean(const hra_puct *puct, uint32_t node, int seat);

static inline uint32_t hra_puct_children(const hra_puct *puct) {
    return puct->nodes[0].count;
}

#endif
