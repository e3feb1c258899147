/* hra/state.h: states with all checks, for programs in any language.
 *
 * The functions of a game (hra/rules.h) check nothing: searches call them with legal moves only, and an illegal move
 * has an undefined result. The functions here check all arguments (moves, seats, texts, sizes, NULL) and explain each
 * error. They take numbers and pointers only, no struct by value and no callback, so that any language can call them,
 * such as Python by ctypes, without a copy of a struct:
 *
 *     hra_game_open(&game, NULL, "yahtzee", &why);
 *     hra_state_encoding(game, &encoding);
 *     state = memory of encoding.state_size bytes at a multiple of 16;
 *     for (hra_state_init(game, 0, state, &why); hra_state_to_move(game, state, &mover, &why) == 0 && mover != -2;) {
 *         hra_state_roll(game, state, seed++, &move, &why) if mover is -1, else a move of hra_state_moves;
 *         hra_state_apply(game, state, move, &why);
 *     }
 *     hra_state_rewards(game, state, returns, encoding.seats, &why);
 *
 * A list of hra_game_move_capacity(game) moves is always long enough; hra_game_key(game, state) distinguishes states.
 *
 * What they cannot check: a state must come from hra_state_init or hra_state_read of this game, and be changed by
 * hra_state_apply and hra_states_apply only. It is plain bytes that can be copied, at an address that is a multiple of
 * 16 (as malloc returns).
 *
 * Errors: each function returns 0 or a negative hra_err; `why` (may be NULL) then explains it: two ints, the code and a
 * place in a text, and a text of 320 bytes. HRA_EINPUT if an argument is wrong; every function can return HRA_ENOMEM.
 * After an error nothing was changed or written, unless a function says otherwise. Texts that are returned are UTF-8,
 * belong to the caller and are freed by hra_string_free.
 *
 * Thread-safety: any thread may call these functions; threads share games, and a state while none changes it. */
#ifndef HRA_STATE_H
#define HRA_STATE_H

#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HRA_STATE_ALIGN = 16, HRA_STATE_THREADS = 256 };

/* ---- sizes ----------------------------------------------------------------------------------*/

/* What depends on the game alone, so that a tensor has one shape for all states. Five ints for other languages. */
typedef struct hra_encoding {
    int state_size; /* bytes from one state to the next, a multiple of HRA_STATE_ALIGN */
    int seats;      /* numbers in `returns` and `rewards` */
    int features;   /* numbers of hra_state_features; 0: none */
    int actions;    /* actions are numbered 0..actions-1; 0: none */
    int terms;      /* numbers of hra_state_terms; 0: none */
} hra_encoding;

/* Fills `out`; with zeros if game is NULL. */
HRA_API void hra_state_encoding(const hra_game *game, hra_encoding *out);
/* Returns the same. */
static inline hra_encoding hra_encoding_of(const hra_game *game) {
    hra_encoding out;
    hra_state_encoding(game, &out);
    return out;
}

/* ---- one state ------------------------------------------------------------------------------*/

/* Writes the first state of game `number` of a match; 0: the first or only game. Every byte is written. */
HRA_API hra_err hra_state_init(const hra_game *game, uint64_t number, void *state, hra_error *why);
/* Sets *mover to the seat that is to move, from 0; -1: chance; -2: the game is over. */
HRA_API hra_err hra_state_to_move(const hra_game *game, const void *state, int *mover, hra_error *why);
/* Lists the legal moves, or the outcomes if chance is to move; none at the end. `moves` and `probability` have
 * `capacity` entries each; either may be NULL. A move of a seat has probability 1. Returns
 *   HRA_ELIMIT if `capacity` is too small; *count is set then too. */
HRA_API hra_err hra_state_moves(const hra_game *game, const void *state, hra_move *moves, double *probability,
                                int capacity, int *count, hra_error *why);
/* Makes a move, of chance too. Returns
 *   HRA_EINPUT if it is not legal here
 *   HRA_ESTATE if the game is over. */
HRA_API hra_err hra_state_apply(const hra_game *game, void *state, hra_move move, hra_error *why);
/* Draws a move of chance for hra_state_apply; the same seed gives the same move. Returns
 *   HRA_ESTATE if chance is not to move. */
HRA_API hra_err hra_state_roll(const hra_game *game, const void *state, uint64_t seed, hra_move *move,
                               hra_error *why);
/* Writes what a seat may see, as a state that is possible for this seat. `out` may be `state`. */
HRA_API hra_err hra_state_view(const hra_game *game, const void *state, int seat, void *out, hra_error *why);

/* ---- one state in numbers -------------------------------------------------------------------
 * For programs that train models; hra_rules_encoding (hra/rules.h) says what the numbers mean. Numbers for a seat use
 * only what the seat may see. HRA_EFIT if the game has no such numbers; HRA_ELIMIT if `capacity`, the room in `out`, is
 * too small. */

/* Writes all features of a state, most of them 0, as a seat sees it; chance may be to move, or the game over. */
HRA_API hra_err hra_state_features(const hra_game *game, const void *state, int seat, float *out,
                                   int capacity, hra_error *why);
/* Writes the number of each legal move, in the order of hra_state_moves: *count numbers, none if no seat is to move.
 * `actions` NULL: only counts. */
HRA_API hra_err hra_state_actions(const hra_game *game, const void *state, int *actions, int capacity,
                                  int *count, hra_error *why);
/* Writes the points of each seat so far, at the end its return: rewards are the differences. Games without points on
 * the way give 0 before the end. */
HRA_API hra_err hra_state_rewards(const hra_game *game, const void *state, double *out, int capacity,
                                  hra_error *why);
/* Writes the terms of `state`, which a move of this seat reached from `before` (NULL: not known). */
HRA_API hra_err hra_state_terms(const hra_game *game, const void *before, const void *state, int seat,
                                double *out, int capacity, hra_error *why);

typedef enum hra_number_kind { HRA_NUMBER_FEATURE, HRA_NUMBER_TERM } hra_number_kind;

/* Sets *text to the name of a feature, "own man on 14", or of a term. Returns
 *   HRA_EINPUT if there is none of this index
 *   HRA_EFIT. */
HRA_API hra_err hra_state_number_name(const hra_game *game, hra_number_kind kind, int index, char **text,
                                      hra_error *why);

/* ---- one state as text ----------------------------------------------------------------------*/

/* Sets *text to the board. width: columns, 1..1000; seat: the one whose view it is, -1: all; unicode, color: 0 or
 * not. */
HRA_API hra_err hra_state_show(const hra_game *game, const void *state, int seat, int width, int unicode,
                               int color, char **text, hra_error *why);
/* Sets *text to a move as people type it. Returns
 *   HRA_EINPUT if it is not legal here. */
HRA_API hra_err hra_state_show_move(const hra_game *game, const void *state, hra_move move, char **text,
                                    hra_error *why);
/* Reads a move, of chance too. Returns
 *   HRA_EINPUT if the text is not a move, or one that is not legal here. */
HRA_API hra_err hra_state_parse(const hra_game *game, const void *state, const char *text, hra_move *move,
                                hra_error *why);
/* Sets *text to the position as one line, which hra_state_read reads. */
HRA_API hra_err hra_state_position(const hra_game *game, const void *state, char **text, hra_error *why);
/* Reads a position. Returns
 *   HRA_EINPUT if the text is not a position of this game. */
HRA_API hra_err hra_state_read(const hra_game *game, const char *text, void *state, hra_error *why);

HRA_API void hra_string_free(char *text); /* NULL is allowed */

/* ---- many states, hra_encoding.state_size bytes apart ---------------------------------------
 * `threads` threads, 1..HRA_STATE_THREADS, the calling one included, work on them; their number does not change
 * results. An error in one state does not affect others: all are worked on, and the error of the lowest one is
 * returned, with its number in the text. */

/* Makes moves[i] in state i. An illegal move is not made; errors[i] is what hra_state_apply returns. movers[i] is the
 * seat to move after it. Both lists may be NULL. */
HRA_API hra_err hra_states_apply(const hra_game *game, void *states, int count, const hra_move *moves,
                                 int *movers, hra_err *errors, int threads, hra_error *why);
/* Plays copies of the states to the end with uniformly random moves, chance by its probabilities. `seeds`: one for
 * each. `most`: maximum plies; 0: 1,000,000. `returns`: encoding.seats numbers for each state. `plies`: number of plies
 * of each; may be NULL. Repetition does not end a game. Returns
 *   HRA_ELIMIT if a game did not end: its returns are 0 and its plies -1. */
HRA_API hra_err hra_states_playout(const hra_game *game, const void *states, int count, const uint64_t *seeds,
                                   int most, double *returns, int *plies, int threads, hra_error *why);

/* Writes encoding.features numbers for each state, with errors as for one state; the numbers of a state that failed
 * stay unchanged. `seats`: one for each; NULL: the seat to move, or seat 0 if no seat is to move. */
HRA_API hra_err hra_states_features(const hra_game *game, const void *states, int count, const int *seats,
                                    float *out, int threads, hra_error *why);
/* Writes encoding.actions numbers for each state: 1 for each number of a legal move, else 0; all 0 if no seat is to
 * move. */
HRA_API hra_err hra_states_action_masks(const hra_game *game, const void *states, int count, int8_t *masks,
                                        int threads, hra_error *why);
/* Sets moves[i] to the legal move of state i with the number actions[i], for hra_states_apply; `errors` may be NULL.
 * Returns
 *   HRA_EINPUT if no move has the number there
 *   HRA_ESTATE if no seat is to move. */
HRA_API hra_err hra_states_action_moves(const hra_game *game, const void *states, int count,
                                        const int *actions, hra_move *moves, hra_err *errors, int threads,
                                        hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
