/* hra/easy.h: one game in a few calls, with text in and text out.
 *
 * For programs that want a move or a value and nothing else, and for a first program. Read docs/example.c, which is
 * ten lines. hra/hra.h has everything that these calls are made of; what has no call here is there.
 *
 *     hra_easy *game;
 *     hra_easy_open(&game, "tictactoe");
 *     hra_easy_move(game, "b2");
 *     puts(hra_easy_best(game, NULL));
 *     hra_easy_close(game);
 *
 * Games and players are named by specs, as on the command line: `hra games` lists games, `hra games NAME` the
 * players of one, such as "alphabeta:depth=6". A spec reads no files and runs no programs here. Dice and cards are
 * drawn by the library.
 *
 * Errors: a function that can fail returns 0 or a negative hra_err; one that returns text returns "" if it fails.
 * hra_easy_error() then returns a sentence about the error. A call that fails changes nothing, except
 * hra_easy_play(). A handle that is NULL, or whose game could not be opened, gives HRA_ESTATE.
 *
 * Text that a function returns is UTF-8, never NULL, and valid until the same function is called again with this
 * handle.
 *
 * Thread-safety: one thread at a time uses a handle; threads may use different handles. */
#ifndef HRA_EASY_H
#define HRA_EASY_H

#include "hra/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A game in progress. */
typedef struct hra_easy hra_easy;

/* ---- a game ---------------------------------------------------------------------------------*/

/* Opens a game at its start, such as "tictactoe" or "yahtzee:rules=plain", with the seed 1 for dice. The caller closes
 * *out, after an error too: hra_easy_error() then explains it. *out is NULL only if memory ran out. Returns
 *   HRA_EINPUT   if there is no such game or option; the error lists the names
 *   HRA_EDENIED  if the game needs a file
 *   HRA_ENOMEM. */
HRA_API hra_err hra_easy_open(hra_easy **out, const char *game);
HRA_API void hra_easy_close(hra_easy *easy); /* NULL is allowed */
/* Returns the error of the last call as a sentence; "" if it succeeded. NULL: the sentence for lack of memory. */
HRA_API const char *hra_easy_error(const hra_easy *easy);
/* Starts again at a position (NULL: the start of the game), with `seed` for dice. Returns
 *   HRA_EINPUT  if it is not a position of this game
 *   HRA_ENOMEM. */
HRA_API hra_err hra_easy_start(hra_easy *easy, const char *position, uint64_t seed);

/* ---- the position ---------------------------------------------------------------------------*/

/* Returns the board in ASCII, in lines that end with a newline. */
HRA_API const char *hra_easy_board(hra_easy *easy);
/* Returns the position as one line, which hra_easy_start() reads. */
HRA_API const char *hra_easy_position(hra_easy *easy);
/* Returns the seat to move, from 0; -1 if the game is over, and after an error. */
HRA_API int hra_easy_to_move(hra_easy *easy);
/* Returns the legal moves, one per line, each with a newline; "" if the game is over. */
HRA_API const char *hra_easy_moves(hra_easy *easy);
/* Returns the result of a seat: 1 for a win and -1 for a loss, or the points of the game. NAN while the game goes on,
 * and for a seat that the game does not have. */
HRA_API double hra_easy_result(hra_easy *easy, int seat);
/* Returns the game so far as text, which hra_record_parse() and `hra replay` read (hra/play.h). */
HRA_API const char *hra_easy_record(hra_easy *easy);

/* ---- moves ----------------------------------------------------------------------------------*/

/* Makes a move, as listed or as people type it; then chance moves, until a seat is to move again. Returns
 *   HRA_EINPUT  if the move is not legal
 *   HRA_ESTATE  if the game is over
 *   HRA_ENOMEM. */
HRA_API hra_err hra_easy_move(hra_easy *easy, const char *move);
/* Plays the game to its end. `players`: a spec for each seat, separated by blanks, such as "minimax random"; a single
 * one plays all seats; NULL: the game's best player does. If a player fails, the moves before that stay. Returns
 *   HRA_EINPUT  if there is no such player, or not one for each seat
 *   HRA_EFIT    if a player cannot play this game
 *   HRA_ESTATE  if the game is over, or a player is a person
 *   HRA_ENOMEM. */
HRA_API hra_err hra_easy_play(hra_easy *easy, const char *players);

/* ---- questions to a player ------------------------------------------------------------------
 * `player` is a spec; NULL: the game's best player. The first question opens the player; later ones use it again. In a
 * large game a player without a limit in its spec, such as depth=6, nodes=10000 or time=1s, searches for 5 seconds.
 * Errors:
 *   HRA_EINPUT  if there is no such player or option
 *   HRA_EFIT    if the player cannot play this game
 *   HRA_ESTATE  if the game is over, or the player is a person
 *   HRA_ENOMEM. */

/* Returns the player's move. */
HRA_API const char *hra_easy_best(hra_easy *easy, const char *player);
/* Returns every move with its value for the seat to move, best first, one per line, such as "b2  ~0.33". "~" marks an
 * estimate, "<=" an upper bound, "?" an unknown value. */
HRA_API const char *hra_easy_values(hra_easy *easy, const char *player);
/* Returns the player's analysis as JSON, as `hra analyse --json` prints it (hra_json_analysis() in hra/json.h lists the
 * keys). */
HRA_API const char *hra_easy_analyse(hra_easy *easy, const char *player);

#ifdef __cplusplus
}
#endif
#endif
