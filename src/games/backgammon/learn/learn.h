/* What backgammon has to learn by itself: the nets of its expert. */
#ifndef BG_LEARN_H
#define BG_LEARN_H

struct hra_learn_method;

extern const struct hra_learn_method bg_learn_expert;

#endif
