/* What chess has to learn by itself: the weights of its expert. */
#ifndef CH_LEARN_H
#define CH_LEARN_H

struct hra_learner_interface;

extern const struct hra_learner_interface ch_learn_expert;

#endif
