/* Files of positions: one on each line, such as a FEN or an XGID, as people copy them from other programs. Each is a game
 * without moves. Blank lines and lines that begin with # are ignored. */
#ifndef HRA_PLAY_POSITION_LINES_H
#define HRA_PLAY_POSITION_LINES_H

#include "core/lines.h"
#include "hra/annotated.h"

/* Names them as the format of a game; it has no functions, since those below need a host. */
extern const hra_format hra_position_format;

/* The games of a host that read positions, opened once. */
typedef struct hra_position_lines hra_position_lines;

/* Opens them for a text whose first line is a position of at least one game; *out is NULL if it is of none. The caller
 * closes it. HRA_ENOMEM. */
hra_err hra_position_lines_open(hra_position_lines **out, const hra_host *host, const char *text,
                                size_t length);
void hra_position_lines_close(hra_position_lines *p); /* NULL is allowed */
/* Returns the bytes of the first position, with what is before it and the lines after it that are a part of it, such as a
 * match ID or the board that a program copies; 0: its end is not there yet, or, if the text is the `last` of its file, all
 * of it is one. *err: HRA_ENOMEM. */
size_t hra_position_lines_split(hra_position_lines *p, const char *text, size_t length, bool last,
                                hra_err *err);
/* Makes `out`, which is empty, the game of a position that was split off. HRA_EINPUT, with a place in the text, whose
 * first line has the number `line`; HRA_ENOMEM. */
hra_err hra_position_lines_read(hra_position_lines *p, const char *text, size_t length, int line,
                                hra_annotated *out, hra_place *place, hra_error *why);

#endif
