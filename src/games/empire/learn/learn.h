/* What empire has to learn by itself: the weights of its judge. */
#ifndef EM_LEARN_H
#define EM_LEARN_H

struct hra_learn_method;

extern const struct hra_learn_method em_learn_expert;

#endif
