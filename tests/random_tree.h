/* A game for tests: trees of every shape, drawn from a seed.
 *
 * A position is a place in a layer; everything about it (who moves, how many moves lead where, what
 * it is worth) is a hash of the seed and the place, so no tree is stored and the same seed is the
 * same tree. With few places in a layer, paths meet again (transpositions). Open it with
 * hra_game_open_rules(&game, NULL, &hra_rules_random_tree, "random:seed=5,seats=3", &why). */
#ifndef HRA_TESTS_RANDOM_TREE_H
#define HRA_TESTS_RANDOM_TREE_H

#include "hra/game.h"

extern const hra_rules hra_rules_random_tree;

#endif
