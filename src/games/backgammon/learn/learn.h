/* What backgammon has to learn by itself: the nets of its expert. */
#ifndef BG_LEARN_H
#define BG_LEARN_H

struct hra_learner_interface;

extern const struct hra_learner_interface bg_learn_expert;

#endif
