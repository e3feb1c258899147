/* Exercises "UCT by hand": what each simulation of a Monte Carlo tree search selects, and what its backup changes.
 *
 * Given are the results of the playouts, in their order, and the order in which the moves of each node are tried. The rest follows: a
 * move that has not been tried comes first; else the largest UCB1 = mean + C * sqrt(ln N / n) is chosen, N counting this
 * simulation too, and of equals the one that was tried first. */
#ifndef HRA_EXERCISE_UCT_H
#define HRA_EXERCISE_UCT_H

#include "exercise_object.h"

enum { UCT_SIMULATIONS = 64, UCT_NODES = UCT_SIMULATIONS + 1, UCT_PATH = 200, UCT_MOVE = 32 };

typedef enum uct_field { UCT_PATH_FIELD, UCT_UCB, UCT_VISITS, UCT_MEAN, UCT_FIELDS } uct_field;

typedef struct uct_node {
    int parent; /* -1: the root */
    int sign;   /* of the mean of the move to it: 1 if the first seat chose it, -1 if the other one did */
    bool over, full; /* the game is over there; all its moves are listed */
    char move[UCT_MOVE];
} uct_node;

/* What the key has of one simulation. */
typedef struct uct_simulation {
    double result; /* of the first seat */
    int node;      /* the last one of the path, */
    int top;       /* and its first one below the root */
    bool compared; /* moves of the root were, by UCB1: */
    double ucb;    /* the largest */
    int visits;    /* of the move at the root, when it is backed up */
    double mean;
} uct_simulation;

typedef struct uct {
    double constant;
    uct_node nodes[UCT_NODES]; /* those of one parent in the order in which they are tried */
    uct_simulation simulations[UCT_SIMULATIONS];
    int count, simulated;
} uct;

/* What a search has counted so far. */
typedef struct uct_counts {
    int visits[UCT_NODES];
    double sums[UCT_NODES]; /* of the first seat */
} uct_counts;

/* Works out the key from what is given. False: a path leads to moves that are not listed. */
bool hra_uct_solve(uct *u);
/* Sets *out to what is counted before simulation `index`, from 0, of an exercise whose key is known. */
void hra_uct_count(const uct *u, int index, uct_counts *out);
/* The mean of a visited move, of the seat that chose it; C times the root of UCB1, N counting one simulation more. */
double hra_uct_mean(const uct *u, const uct_counts *counts, int node);
double hra_uct_bonus(const uct *u, const uct_counts *counts, int node);
/* The first child of a node that has not been tried; -1: all have. */
int hra_uct_untried(const uct *u, const uct_counts *counts, int node);
/* Appends why an answer to an item is wrong, from the numbers before the simulation. `number`: what was answered, of a path not
 * used. uct_words.c */
void hra_uct_explain(const uct *u, int simulation, uct_field field, const char *answer, size_t length,
                     double number, hra_text *out);
/* Appends the moves of a path with - between them. */
void hra_uct_path(const uct *u, int node, hra_text *out);
/* The item `index` of an exercise. False: there are fewer. */
bool hra_uct_item(const uct *u, int index, char name[HRA_EXERCISE_ITEM]);
/* Appends what is given. */
void hra_uct_question(const hra_exercise *x, hra_text *out);
/* Makes the exercise of the simulations of an agent, which has mcts. Returns as hra_exercise_from_tree. */
hra_err hra_uct_make(hra_exercise *x, hra_agent *agent, const hra_question *question, hra_error *why);

#endif
