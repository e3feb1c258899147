/* hra/game.h: open games, and use their states: moves, positions, winners.
 *
 * A spec opens a game, an hra_game. A state is hra_game.state_size bytes that the caller owns. game->rules has the
 * functions of the game itself, such as rules->to_move and rules->apply, which do not check their arguments
 * (hra/rules.h); hra/state.h has the same with checks. The functions here are the same for all games.
 *
 * Thread-safety: an open game is immutable; threads share it. Threads may share a state while none changes it. */
#ifndef HRA_GAME_H
#define HRA_GAME_H

#include "hra/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens a game by a spec such as "yahtzee:rules=plain,seats=2"; the caller closes it. `host` has the games, reads files
 * that options name, and has caps for specs; NULL: built-in games, no files, no caps. Returns
 *   HRA_EINPUT    if there is no such game (the error suggests a similar name), or an option or the seats are wrong
 *   HRA_EDENIED   if it needs a file and the host reads none
 *   HRA_EMISSING  if there is no such file
 *   HRA_EIO       if the file cannot be read
 *   HRA_ELIMIT    if the file is too long, or an option is over a cap
 *   HRA_EVERSION  if the host is of a newer library
 *   HRA_ENOMEM. */
HRA_API hra_err hra_game_open(hra_game **out, const hra_host *host, const char *spec, hra_error *why);
/* Opens a game for `named` players (0: not known) and a position (NULL: none). It adds options to the spec that the
 * spec does not have: `seats=`, if their number is free and the game accepts it; and those that the text of the
 * position names. So "backgammon" with a match ID opens "backgammon:match-length=7,score=2-5". It does not read the
 * position: hra_game_read_position does, and reports errors. Returns as hra_game_open, and
 *   HRA_EINPUT  if the game has fewer seats than `named`. */
HRA_API hra_err hra_game_open_at(hra_game **out, const hra_host *host, const char *spec, int named,
                                 const char *position, hra_error *why);
/* Appends the spec with the options that the position names; `spec` itself if it names no more. HRA_ENOMEM. */
HRA_API hra_err hra_game_spec_at(const hra_host *host, const char *spec, const char *position, hra_text *out);
HRA_API void hra_game_close(hra_game *game); /* NULL is allowed */

/* ---- states --------------------------------------------------------------------------------*/

/* Writes what a seat may see of s: the rules' `observation`, or all of s. `out` has room for state_size bytes. */
HRA_API void hra_game_view(const hra_game *, const void *s, int seat, void *out);

/* Returns the seats that win a game that ended in s with these returns: bit k is seat k; all bits: a draw. *share is
 * set to the number of seats that share the win; seats that play together do not share it. */
HRA_API unsigned hra_game_winners(const hra_game *, const void *s, const double *value, int *share);

/* Returns the name of a seat in the language of the process: "Black"; "player 1" for seat 0 if the game has no names.
 * Static, as hra_translate. */
HRA_API const char *hra_game_seat_name(const hra_game *, int seat);

/* Returns whether people write values of this game in thousandths of a point: two seats win points from each other with
 * dice, and a game can be worth more than one point or has stakes. */
static inline bool hra_game_thousandths(const hra_game *game) {
    const bool points = game->max_return != 1 || game->rules->conduct->stakes; /* not only won or lost */
    return game->seats == 2 && game->zero_sum && game->integer_returns && game->max_chances > 0 && points;
}

/* Appends the name of the opening of s: the rules' `opening`. Returns false, and appends nothing, if it has none. */
HRA_API bool hra_game_opening(const hra_game *, const void *s, hra_text *out);

/* Returns a random chance move: the rules' `sample_chance`, or by chance_outcomes. `moves` and `probability` are
 * working memory for hra_game_move_capacity entries. */
HRA_API hra_move hra_game_sample(const hra_game *, const void *s, hra_rng *, hra_move *moves,
                                 double *probability);
/* Returns the key of s: the rules' `key`, or a hash of its bytes. */
HRA_API uint64_t hra_game_key(const hra_game *, const void *s);
/* Returns the number of entries that a list of moves or chance outcomes needs; no list fills it. */
HRA_API size_t hra_game_move_capacity(const hra_game *);
/* Writes the legal moves of a seat, or the outcomes if chance is to move, and returns their number; 0 if the game is
 * over. Returns HRA_ENOMEM, which is negative, if there is no memory to list outcomes. */
HRA_API int hra_game_moves(const hra_game *, const void *s, hra_move *out);
/* Checks whether m, any number, is a legal move of a seat or of chance in s. It calls the rules' `legal`, or allocates
 * a list: do not use it in hot loops. Returns
 *   HRA_EINPUT  if it is not legal
 *   HRA_ENOMEM. */
HRA_API hra_err hra_game_check_move(const hra_game *, const void *s, hra_move m);
/* Returns whether m is legal; false also if memory runs out. */
static inline bool hra_game_legal(const hra_game *game, const void *s, hra_move m) {
    return hra_game_check_move(game, s, m) == HRA_OK;
}
/* ---- moves and positions as text -----------------------------------------------------------*/

/* Reads a move as people type it, and as show_move writes it. A game with a parser of its own may accept a move that is
 * not legal: check it with hra_game_legal. Returns
 *   HRA_EINPUT  if it is not a move here, is ambiguous, or the game is over
 *   HRA_ENOMEM. */
HRA_API hra_err hra_game_parse_move(const hra_game *, const void *s, const char *text, hra_move *out,
                                    hra_error *);
/* Appends a move for people, in the language of the process; hra_game_parse_move reads it. For programs use
 * show_move. */
HRA_API void hra_game_say_move(const hra_game *, const void *s, hra_move m, hra_text *out);
/* Reads a position into s. A position is one line; of several lines, such as copied text, the first that is not empty
 * is read, without a carriage return at its end. Returns
 *   HRA_EINPUT  if it is not a position of this game; error->at is the place, and s may have changed
 *   HRA_ENOMEM. */
HRA_API hra_err hra_game_read_position(const hra_game *, const char *text, void *s, hra_error *);

/* ---- counts --------------------------------------------------------------------------------*/

/* Numbers of states below a state. leaves: exactly `depth` plies below it; games that end earlier do not count. nodes:
 * all states that were visited, itself included. */
typedef struct hra_perft_count {
    uint64_t leaves, nodes;
} hra_perft_count;
/* Counts the states up to `depth` plies below s; chance moves are plies. `stop` may be NULL. *out is unchanged after an
 * error. Returns
 *   HRA_EINPUT    if depth is not 0..1000
 *   HRA_ESTOPPED  if `stop` was set
 *   HRA_ENOMEM. */
HRA_API hra_err hra_perft(const hra_game *, const void *s, int depth, const hra_stop *, hra_perft_count *out);

#ifdef __cplusplus
}
#endif
#endif
