/* Match files (.mat), as Jellyfish and GNU Backgammon write them: a head, and each game in two columns,
 * White's on the left. */
#ifndef BG_MAT_H
#define BG_MAT_H

#include "games/backgammon/rules/backgammon.h"

enum {
    BG_MAT_COLUMN = 32, /* characters of the left column, behind its number */
    BG_MAT_NAME = 200,  /* bytes of a name, and the rest of a character */
};

extern const hra_format bg_formats[]; /* MAT, and the end */

/* What hra_format says. A match is one play as far as its games follow from each other; where one was given
 * up or is missing, the next one begins another play, so a file may become several records. Games for points
 * are a play each. */
void bg_mat_write(const hra_transcript *play, hra_text *out);
hra_err bg_mat_read(const char *text, size_t length, size_t *used, int line, hra_text *record,
                    hra_error *why);

/* Appends a name as the file has it: in one line, cut if it is too long, without the colon that separates
 * names from points; ? for an empty name. */
void bg_mat_name(const char *name, size_t length, hra_text *out);

#endif
