/* What yahtzee has to learn by itself: the parameters of its heuristic. */
#ifndef YZ_LEARN_H
#define YZ_LEARN_H

struct hra_learn_method;

extern const struct hra_learn_method yz_learn_heuristic;

#endif
