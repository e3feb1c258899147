/* hra/game.h: opening games and asking them: positions, moves, who has won.
 *
 * A game is opened by a spec, and is then an hra_game: immutable, and shared by threads. A state is hra_game.state_size
 * bytes that the caller owns. game->rules has the functions of the game itself, such as rules->to_move and rules->apply, which check
 * nothing (hra/rules.h); hra/state.h has the same with checks. The functions here are what is the same for all games.
 *
 * Thread-safety: any thread, the same game in many; a state in one that changes it, or in many that read it. */
#ifndef HRA_GAME_H
#define HRA_GAME_H

#include "hra/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens a game from a spec such as "yahtzee:rules=plain,seats=2"; close with hra_game_close. `host` says
 * which games there are, how files that options name are read, and the caps of what specs ask for; NULL: what
 * is built in, no files, no caps.
 * HRA_EINPUT: unknown game (with a did-you-mean), wrong option or seats; HRA_EDENIED: it needs a file that
 * the host does not allow; HRA_EMISSING, HRA_EIO: a file that is not there, or cannot be read;
 * HRA_ELIMIT: one that is too long, or an option over a cap; HRA_EVERSION: a newer host; HRA_ENOMEM. */
HRA_API hra_err hra_game_open(hra_game **out, const hra_host *host, const char *spec, hra_error *why);
/* The same for so many players that are named (0: none) and a position (NULL: none). `seats=` is added to the spec where the
 * number of seats is free and the spec does not say it, unless the game has other seats then, as a tree has. Options that the
 * position's text names and the spec does not are added, so that "backgammon" and the ID of a match open
 * "backgammon:match-length=7,score=2-5"; options of the spec hold, whatever the text says. The position is not read
 * yet: hra_game_read_position says what is wrong with it. HRA_EINPUT too: the game has fewer seats. */
HRA_API hra_err hra_game_open_at(hra_game **out, const hra_host *host, const char *spec, int named,
                                 const char *position, hra_error *why);
/* Appends the spec that such a game has: `spec` itself if the position names no more. HRA_ENOMEM. */
HRA_API hra_err hra_game_spec_at(const hra_host *host, const char *spec, const char *position, hra_text *out);
HRA_API void hra_game_close(hra_game *game); /* NULL is allowed */

/* ---- states --------------------------------------------------------------------------------*/

/* What a seat may see of s: the rules' `observation`, or all of it. `out` is state_size bytes of the caller's. */
HRA_API void hra_game_view(const hra_game *, const void *s, int seat, void *out);

/* The seats that win a play that ended in s with these returns (bit k: seat k; all of them: a draw), and
 * by how many the win is shared: seats that play together share nothing. */
HRA_API unsigned hra_game_winners(const hra_game *, const void *s, const double *value, int *share);

/* What people call a seat, in the language of the process: "Black"; "player 1" of seat 0 where the game has
 * no name for it. Static, as hra_translate has it. */
HRA_API const char *hra_game_seat_name(const hra_game *, int seat);

/* Returns whether people write the points of this game in thousandths: two seats win and lose points from each other with
 * dice, or the game has stakes. */
static inline bool hra_game_thousandths(const hra_game *game) {
    const bool points = game->max_return != 1 || game->rules->conduct->stakes; /* not only won or lost */
    return game->seats == 2 && game->zero_sum && game->integer_returns && game->max_chances > 0 && points;
}

/* Appends what people call the opening that s stands for: the rules' `opening`. False: it has no name, and
 * nothing was appended. */
HRA_API bool hra_game_opening(const hra_game *, const void *s, hra_text *out);

/* The generic defaults in one place; each uses the rules' own function where there is one. */
HRA_API hra_move hra_game_sample(const hra_game *, const void *s, hra_rng *, hra_move *moves,
                                 double *probability);
HRA_API uint64_t hra_game_key(const hra_game *, const void *s);
/* How many entries a list of moves needs, of a seat or of chance, one more than any has. */
HRA_API size_t hra_game_move_capacity(const hra_game *);
/* Legal moves of a seat, or the outcomes where chance is to move; 0 at the end. HRA_ENOMEM, which is
 * negative: of outcomes, there was no memory to list them. */
HRA_API int hra_game_moves(const hra_game *, const void *s, hra_move *out);
/* Whether m, any number, may be made here, by chance too: HRA_OK; HRA_EINPUT: it is no move here; HRA_ENOMEM.
 * It asks the rules' `legal`, or allocates a list: not for hot loops. */
HRA_API hra_err hra_game_check_move(const hra_game *, const void *s, hra_move m);
/* The same, false too where memory runs out. */
static inline bool hra_game_legal(const hra_game *game, const void *s, hra_move m) {
    return hra_game_check_move(game, s, m) == HRA_OK;
}
/* ---- moves and positions as text -----------------------------------------------------------*/

/* Reads a move as people type it, and as show_move writes it. HRA_EINPUT: no move here, two that it may
 * mean, or a game that is over; HRA_ENOMEM. A game with a reader of its own may read a move that is not
 * legal: ask hra_game_legal. */
HRA_API hra_err hra_game_parse_move(const hra_game *, const void *s, const char *text, hra_move *out,
                                    hra_error *);
/* Appends a move for a person to read, in the person's language; hra_game_parse_move reads it. What programs
 * read is written by show_move. */
HRA_API void hra_game_say_move(const hra_game *, const void *s, hra_move m, hra_text *out);
/* Reads a position; its result is a state whose position text is `text` up to spelling. A position is one
 * line: of a text of several, as programs let it be copied, the first that is not empty is read, without a
 * carriage return at its end. HRA_EINPUT: no position of this game, with the character in error->at; s may be
 * changed then. HRA_ENOMEM. */
HRA_API hra_err hra_game_read_position(const hra_game *, const char *text, void *s, hra_error *);

/* ---- counts --------------------------------------------------------------------------------*/

/* Counts by depth: states exactly `depth` plies below s (chance moves are plies; a game over
 * earlier is not counted), and every state entered, s included. `stop` may be NULL.
 * HRA_EINPUT: depth is not 0..1000; HRA_ENOMEM; HRA_ESTOPPED; *out is untouched after an error. */
typedef struct hra_perft_count {
    uint64_t leaves, nodes;
} hra_perft_count;
HRA_API hra_err hra_perft(const hra_game *, const void *s, int depth, const hra_stop *, hra_perft_count *out);

#ifdef __cplusplus
}
#endif
#endif
