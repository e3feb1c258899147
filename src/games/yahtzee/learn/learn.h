/* What yahtzee has to learn by itself: the parameters of its heuristic. */
#ifndef YZ_LEARN_H
#define YZ_LEARN_H

struct hra_learner_interface;

extern const struct hra_learner_interface yz_learn_heuristic;

#endif
