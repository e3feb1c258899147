/* What checkers has to learn by itself: the nets of its expert, and the opening book. */
#ifndef CK_LEARN_H
#define CK_LEARN_H

struct hra_learner_interface;

extern const struct hra_learner_interface ck_learn_expert, ck_learn_book;

#endif
