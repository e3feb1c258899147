/* What checkers has to learn by itself: the nets of its expert. */
#ifndef CK_LEARN_H
#define CK_LEARN_H

struct hra_learn_method;

extern const struct hra_learn_method ck_learn_expert;

#endif
