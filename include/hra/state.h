/* hra/state.h: states in the hands of programs in any language.
 *
 * The table of a game (hra/rules.h) is raw: searches call it with what they know to be right, and a move that
 * is not legal is then anybody's guess. The functions here check all that they are given – moves, seats,
 * texts, sizes, NULL – and refuse it in words. They take numbers and pointers only, no struct by value and no
 * callback, so that they can be called from anywhere (Python's ctypes, say) without a mirror of any struct:
 *
 *     hra_game_open(&game, NULL, "yahtzee", &why);
 *     state = aligned memory of hra_state_size(game) bytes;
 *     for (hra_state_init(game, 0, state, &why); hra_state_to_move(game, state, &mover, &why) == 0 && mover
 * != -2;) hra_state_roll(game, state, seed++, &move, &why) where mover is -1, else a move of hra_state_moves;
 *         hra_state_apply(game, state, move, &why);
 *     hra_state_rewards(game, state, returns, seats, &why);
 *
 * Lists of hra_game_move_capacity(game) moves are always long enough, and hra_game_key(game, state) tells states apart.
 *
 * What they cannot check is that a state is one of this game: it must have come from hra_state_init or
 * hra_state_read, and been changed by hra_state_apply and hra_states_apply alone. It is plain bytes, to be
 * copied freely, at an address that 16 divides (malloc gives such). Many states lie one behind the other.
 *
 * Each function returns 0 or a negative hra_err unless it says otherwise; `why` (NULL is allowed) then says
 * in words what was wrong and what would be right: two ints, the code and a place in a text, and a text of
 * 320 bytes. HRA_EINPUT is for what makes no sense, HRA_ENOMEM may come from each. After an error nothing was
 * changed or written, but where a function says otherwise. Texts that are handed out are UTF-8, belong to the
 * caller and are released by hra_string_free.
 *
 * Thread-safety: any thread, the same game in many; a state in one that changes it, or in many that look. */
#ifndef HRA_STATE_H
#define HRA_STATE_H

#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HRA_STATE_ALIGN = 16, HRA_STATE_THREADS = 256 };

/* ---- sizes; 0 where game is NULL ------------------------------------------------------------*/

HRA_API int hra_state_size(const hra_game *game);  /* bytes from one state to the next, a multiple of 16 */
HRA_API int hra_state_seats(const hra_game *game); /* how many numbers `returns` has */

/* ---- one state ------------------------------------------------------------------------------*/

/* How game `number` of a match begins; 0 for the first or only one. Writes every byte. */
HRA_API hra_err hra_state_init(const hra_game *game, uint64_t number, void *state, hra_error *why);
/* *mover: a seat from 0, -1: chance, -2: the game is over. */
HRA_API hra_err hra_state_to_move(const hra_game *game, const void *state, int *mover, hra_error *why);
/* The legal moves, or outcomes where chance is to move; none at the end. moves and probability have room for
 * `capacity` entries each; either may be NULL. A move of a seat has probability 1. HRA_ELIMIT: `capacity` is too
 * small; *count says then too how many there are. */
HRA_API hra_err hra_state_moves(const hra_game *game, const void *state, hra_move *moves, double *probability,
                                int capacity, int *count, hra_error *why);
/* Makes a move, of chance too. HRA_EINPUT: it is not legal here; HRA_ESTATE: the game is over. */
HRA_API hra_err hra_state_apply(const hra_game *game, void *state, hra_move move, hra_error *why);
/* Draws a move of chance, which hra_state_apply may then make: the same for the same seed.
 * HRA_ESTATE: chance is not to move. */
HRA_API hra_err hra_state_roll(const hra_game *game, const void *state, uint64_t seed, hra_move *move,
                               hra_error *why);
/* What a seat may see, as a state that this seat could have come to. `out` may be `state`. */
HRA_API hra_err hra_state_view(const hra_game *game, const void *state, int seat, void *out, hra_error *why);

/* ---- one state in numbers -------------------------------------------------------------------
 * As hra_rules_encoding (hra/rules.h) says, for programs that learn. Counts depend on the game alone, so a
 * tensor has one shape for all states. HRA_EFIT: the game has none of what is asked for; HRA_ELIMIT: `capacity`,
 * numbers that fit in `out`, is too small. What is asked about a seat is told of what the seat may see. */

/* of each state; 0: the game has none, or is NULL */
HRA_API int hra_state_feature_count(const hra_game *game);
HRA_API int hra_state_action_count(const hra_game *game); /* numbers of moves there are; 0: none, or NULL */
HRA_API int hra_state_term_count(const hra_game *game);   /* 0: none, or NULL */

/* All features of a state, most of them 0, as a seat sees it; the state may be one of chance, or the end. */
HRA_API hra_err hra_state_features(const hra_game *game, const void *state, int seat, float *out,
                                   int capacity, hra_error *why);
/* What feature `index` is: "own man on 14". */
HRA_API hra_err hra_state_feature_name(const hra_game *game, int index, char **text, hra_error *why);
/* The number of each legal move, in the order of hra_state_moves: *count of them, none where chance is to
 * move or the game is over. `actions` NULL: they are only counted. */
HRA_API hra_err hra_state_actions(const hra_game *game, const void *state, int *actions, int capacity,
                                  int *count, hra_error *why);
/* What each seat has got so far, at the end its return: rewards are the differences. In a game where nothing
 * is got on the way, 0 before the end. */
HRA_API hra_err hra_state_rewards(const hra_game *game, const void *state, double *out, int capacity,
                                  hra_error *why);
/* The terms of `state`, to which a move of this seat has led from `before` (NULL: not known). */
HRA_API hra_err hra_state_terms(const hra_game *game, const void *before, const void *state, int seat,
                                double *out, int capacity, hra_error *why);
/* the game's; NULL: there is no such term */
HRA_API const char *hra_state_term_name(const hra_game *game, int index);

/* ---- one state as text ----------------------------------------------------------------------*/

/* The board. width: columns, 1..1000; seat: the one that looks, -1: nobody; unicode, color: 0 or not. */
HRA_API hra_err hra_state_show(const hra_game *game, const void *state, int seat, int width, int unicode,
                               int color, char **text, hra_error *why);
/* HRA_EINPUT: the move is not legal here. */
HRA_API hra_err hra_state_show_move(const hra_game *game, const void *state, hra_move move, char **text,
                                    hra_error *why);
/* Reads a legal move, of chance too. HRA_EINPUT: the text is none, or one that is not legal here. */
HRA_API hra_err hra_state_parse(const hra_game *game, const void *state, const char *text, hra_move *move,
                                hra_error *why);
/* One line that hra_state_read reads back. */
HRA_API hra_err hra_state_position(const hra_game *game, const void *state, char **text, hra_error *why);
HRA_API hra_err hra_state_read(const hra_game *game, const char *text, void *state, hra_error *why);

HRA_API void hra_string_free(char *text); /* NULL is allowed */

/* ---- many states, hra_state_size bytes apart ------------------------------------------------
 * By `threads` threads, 1..HRA_STATE_THREADS, the calling one among them, which change no result. What fails
 * in one state changes nothing of the others: all are worked on, and the error of the lowest one is returned,
 * its number in the words. */

/* Makes move[i] in state i. A move that is not legal there is not made, and errors[i] (NULL: not told) says
 * what hra_state_apply returns, 0 where all went well. movers[i] (NULL: not told): who is to move in it then.
 */
HRA_API hra_err hra_states_apply(const hra_game *game, void *states, int count, const hra_move *moves,
                                 int *movers, hra_err *errors, int threads, hra_error *why);
/* Plays each state to its end with moves drawn evenly, chance by its probabilities; the states stay. seeds:
 * one for each; most: plies at most, 0: 1,000,000. returns: seats numbers for each state, one state behind
 * the other; plies (NULL: not told): how many were played. A play that has not ended by then counts 0 for
 * each seat, its plies are -1, and the error is HRA_ELIMIT. Repetition is not judged. */
HRA_API hra_err hra_states_playout(const hra_game *game, const void *states, int count, const uint64_t *seeds,
                                   int most, double *returns, int *plies, int threads, hra_error *why);

/* In numbers, with errors as of one state; what stands in the place of a state that failed is left as it was.
 * Features: hra_state_feature_count numbers for each state, one state behind the other. seats: one for each;
 * NULL: whoever is to move, and seat 0 where nobody is. */
HRA_API hra_err hra_states_features(const hra_game *game, const void *states, int count, const int *seats,
                                    float *out, int threads, hra_error *why);
/* hra_state_action_count numbers for each state: 1 for each number that a legal move has there, else 0; all 0 where
 * no seat is to move. */
HRA_API hra_err hra_states_action_masks(const hra_game *game, const void *states, int count, int8_t *masks,
                                        int threads, hra_error *why);
/* moves[i] becomes the legal move of state i that has the number actions[i], for hra_states_apply; errors[i] may be
 * NULL. HRA_EINPUT: none has it there; HRA_ESTATE: no seat is to move. */
HRA_API hra_err hra_states_action_moves(const hra_game *game, const void *states, int count,
                                        const int *actions, hra_move *moves, hra_err *errors, int threads,
                                        hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
