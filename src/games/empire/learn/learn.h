/* What empire has to learn by itself: the weights of its judge. */
#ifndef EM_LEARN_H
#define EM_LEARN_H

struct hra_learner_interface;

extern const struct hra_learner_interface em_learn_expert;

#endif
