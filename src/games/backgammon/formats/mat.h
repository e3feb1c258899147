/* Match files (.mat), as Jellyfish and GNU Backgammon write them: a head, and each game in two columns,
 * White's on the left. */
#ifndef BG_MAT_H
#define BG_MAT_H

#include "games/backgammon/rules/backgammon.h"
#include "hra/annotated.h"

enum {
    BG_MAT_COLUMN = 32, /* characters of the left column, behind its number */
    BG_MAT_NAME = 200,  /* bytes of a name, and the rest of a character */
};

/* Where a note of a move is, if it is not right behind it: hra_note.value. */
enum {
    BG_MAT_BEHIND_HEAD = 1, /* of the game that follows the move */
    BG_MAT_BEHIND_END,      /* the line that ends the game */
};

extern const hra_format bg_formats[]; /* MAT, SGF, and the end */

/* What hra_format says. A match is one game as far as its games follow from each other, whatever was given up in it; where one is
 * missing, the next one begins another. Games for points are one each.
 *
 * What a file has and a game has not is in properties: of node 0 "Length", the line that says it, if it is not as usual,
 * "Part", the number of the first game, if games before it are another play, and "Score", the points in the head of a game for
 * points; of moves "End", the line about the end of a game that ended by the rules, "Line", a line without a move, and "Game", the
 * head of a game without a move at the end of a match. */
int bg_mat_looks(const char *text, size_t length);
size_t bg_mat_split(const char *text, size_t length, bool last);
hra_err bg_mat_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why);
void bg_mat_write(const hra_annotated *game, hra_text *out);

/* The same for what GNU Backgammon saves, .sgf: sgf.h. */
int bg_sgf_looks(const char *text, size_t length);
size_t bg_sgf_split(const char *text, size_t length, bool last);
hra_err bg_sgf_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why);
void bg_sgf_write(const hra_annotated *game, hra_text *out);

/* The same for its export as text, which is only read: gnubg_text.c. */
int bg_gnubg_text_looks(const char *text, size_t length);
size_t bg_gnubg_text_split(const char *text, size_t length, bool last);
hra_err bg_gnubg_text_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why);

/* Appends the options of a game that begins at `start`, without those that the file has anyway: length, score and position. */
void bg_mat_rules(const bg_setup *setup, const bg_state *start, hra_text *out);

/* Appends a name as the file has it: in one line, cut if it is too long, without the colon that separates
 * names from points; ? for an empty name. */
void bg_mat_name(const char *name, size_t length, hra_text *out);

#endif
