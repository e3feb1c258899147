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
 * hra_easy_error() then says in a sentence what is wrong. A call that fails changes nothing. A handle that is NULL, or
 * whose game could not be opened, gives HRA_ESTATE.
 *
 * Text that a function returns is UTF-8, never NULL, and valid until the same function is called again with this handle.
 *
 * Thread-safety: a handle is used by one thread at a time; different handles by any threads. */
#ifndef HRA_EASY_H
#define HRA_EASY_H

#include "hra/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A game that is being played. */
typedef struct hra_easy hra_easy;

/* ---- a game ---------------------------------------------------------------------------------*/

/* Opens a game at its beginning, such as "tictactoe" or "yahtzee:rules=plain"; its dice are those of the seed 1. *out
 * is closed by the caller, after an error too, when hra_easy_error() says why; it is NULL only if there is no memory.
 * HRA_EINPUT: no such game or option, with the names that there are; HRA_EDENIED: the game needs a file; HRA_ENOMEM. */
HRA_API hra_err hra_easy_open(hra_easy **out, const char *game);
HRA_API void hra_easy_close(hra_easy *easy); /* NULL is allowed */
/* What was wrong with the last call, as a sentence; "" if it went well. */
HRA_API const char *hra_easy_error(const hra_easy *easy);
/* Begins anew at a position (NULL: the beginning), with the dice that follow from `seed`. HRA_EINPUT: it is not a
 * position of this game; HRA_ENOMEM. */
HRA_API hra_err hra_easy_start(hra_easy *easy, const char *position, uint64_t seed);

/* ---- where the game stands ------------------------------------------------------------------*/

/* The board in ASCII, several lines, each with its end. */
HRA_API const char *hra_easy_board(hra_easy *easy);
/* The position as one line, which hra_easy_start() reads. */
HRA_API const char *hra_easy_position(hra_easy *easy);
/* The seat that is to move, from 0; -1 if the game is over, and after an error. */
HRA_API int hra_easy_to_move(hra_easy *easy);
/* The legal moves, a line each, with its end; "" if the game is over. */
HRA_API const char *hra_easy_moves(hra_easy *easy);
/* What a seat got: 1 for a win and -1 for a loss, or the points of the game. NAN while the game goes on, and for a seat
 * that the game does not have. */
HRA_API double hra_easy_result(hra_easy *easy, int seat);
/* The game so far as text, which hra_record_parse() and `hra replay` read (hra/play.h). */
HRA_API const char *hra_easy_record(hra_easy *easy);

/* ---- moves ----------------------------------------------------------------------------------*/

/* Makes a move, as it is listed or as people type it; then chance moves until a seat is to move again. HRA_EINPUT: not
 * a legal move; HRA_ESTATE: the game is over; HRA_ENOMEM. */
HRA_API hra_err hra_easy_move(hra_easy *easy, const char *move);
/* Plays the game to its end. `players`: a spec for each seat, with blanks between them, such as "minimax random"; a single
 * one plays all seats; NULL: the game's best player does. HRA_EINPUT: no such player, or not one for each seat; HRA_EFIT: a player
 * that cannot play this game; HRA_ESTATE: the game is over, or a player is a person; HRA_ENOMEM. If a player fails on the way,
 * the moves before it stay. */
HRA_API hra_err hra_easy_play(hra_easy *easy, const char *players);

/* ---- questions to a player ------------------------------------------------------------------
 * `player` is its spec; NULL: the game's best player. It is opened by the first question to it and kept for the next ones.
 * If its spec names no limit, such as depth=6, nodes=10000 or time=1s, and the game is large, it thinks for 5 seconds.
 * HRA_EINPUT: no such player or option; HRA_EFIT: it cannot play this game; HRA_ESTATE: the game is over, or the player is
 * a person; HRA_ENOMEM. */

/* The move that it would make. */
HRA_API const char *hra_easy_best(hra_easy *easy, const char *player);
/* Every move with its value for the seat to move, best first, a line each, such as "b2  ~0.33". "~" before a value: an estimate; "<=": at
 * most so much; "?" in its place: nothing is known of the move. */
HRA_API const char *hra_easy_values(hra_easy *easy, const char *player);
/* All that it found as JSON, as `hra analyse --json` prints it (hra_json_analysis() in hra/json.h lists the keys). */
HRA_API const char *hra_easy_analyse(hra_easy *easy, const char *player);

#ifdef __cplusplus
}
#endif
#endif
