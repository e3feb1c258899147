/* What the interface promises of each state of a game. Each function looks at the state of a scene
 * and fails the test where a promise is broken. */
#ifndef HRA_TESTS_PROMISES_H
#define HRA_TESTS_PROMISES_H

#include "scene.h"

/* Moves. */
void mover_is_somebody(scene *c);
void moves_are_distinct_and_few_enough(scene *c);
void moves_are_applicable(scene *c); /* and leave the state they were made from alone */
void chances_sum_to_one(scene *c);
void samples_are_listed(scene *c);
void legal_is_what_is_listed(scene *c);
void hints_are_about_the_moves(scene *c); /* what searches may ask besides: order, quiet, prunes, commits */

/* States. */
void bytes_are_deterministic(scene *c); /* the twin has the same */
void keys_are_equal_for_equal_states(scene *c);
void states_of_one_key_have_the_same_moves(scene *c); /* of one walk */
void returns_have_the_right_shape(scene *c);
void facts_are_numbers(scene *c);
void evaluations_are_finite(scene *c);

/* Text. */
void moves_read_back(scene *c);
void positions_read_back(scene *c);
void drawings_are_clean(scene *c);
bool is_plain_line(const char *text); /* not empty, no blank at its ends, no control character */

#endif
