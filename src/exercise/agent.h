/* Exercises "reach a result". */
#ifndef HRA_EXERCISE_AGENT_H
#define HRA_EXERCISE_AGENT_H

#include "exercise_object.h"

enum { AGENT_GAMES = 100000, AGENT_GOALS = 8 };

/* What a mean result is worth. */
typedef struct agent_goal {
    double mean, points; /* points 0..1 */
} agent_goal;

typedef struct agent_key {
    char *against[HRA_MAX_SEATS - 1]; /* specs of the other seats; fewer than seats: the last one again */
    int count;
    int games;
    agent_goal goal[AGENT_GOALS];
    int goals;
} agent_key;

#endif
