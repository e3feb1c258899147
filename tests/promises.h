/* What the interface promises of each state of a game. Each function looks at the state of a visit
 * and fails the test where a promise is broken. */
#ifndef HRA_TESTS_PROMISES_H
#define HRA_TESTS_PROMISES_H

#include "visit.h"

/* Moves. */
void mover_is_somebody(visit *c);
void moves_are_distinct_and_few_enough(visit *c);
void moves_are_applicable(visit *c); /* and do not touch the state that was copied */
void chances_sum_to_one(visit *c);
void samples_are_listed(visit *c);
void legal_is_what_is_listed(visit *c);
void hints_are_about_the_moves(visit *c); /* what searches may ask for: order, quiet, prunes, commits */

/* States. */
void bytes_are_deterministic(visit *c); /* the twin has the same ones */
void keys_are_equal_for_equal_states(visit *c);
void states_of_one_key_have_the_same_moves(visit *c); /* of one walk */
void passes_are_positions(visit *c);                  /* of the other seat, and read back */
void canonical_states_play_alike(visit *c);           /* the same moves, outcomes, returns and estimates */
void returns_have_the_right_shape(visit *c);
void facts_are_numbers(visit *c);
void evaluations_are_finite(visit *c);

/* Text. */
void moves_read_back(visit *c);
void said_moves_read_back(visit *c);
void positions_read_back(visit *c);
void drawings_are_clean(visit *c);
bool is_plain_line(const char *text); /* not empty, no blank at its ends, no control character */

/* scene_promises.c: shapes and presses. */
void scenes_are_whole(visit *c);
void scenes_hide_what_views_hide(visit *c);

/* number_promises.c: the game in numbers. */
void features_say_all(visit *c);
void features_and_terms_have_names(visit *c);
void features_together_are_those_alone(visit *c);
void phases_are_counted(visit *c);
void views_turn_round(visit *c);
void what_is_possible_is_a_span(visit *c);
void what_is_settled_is_a_return(visit *c);
void terms_are_finite(visit *c);
void gained_ends_as_returns(visit *c);
void actions_mean_always_the_same(visit *c);

#endif
