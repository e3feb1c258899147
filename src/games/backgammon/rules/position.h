/* Reading and writing positions. */
#ifndef BG_POSITION_H
#define BG_POSITION_H

#include "backgammon.h"
#include "core/lines.h"

/* position.c */
void bg_write_position(const hra_game *game, const void *s, hra_text *out);
hra_err bg_read_position(const hra_game *game, const char *text, void *s, hra_error *why);

/* formats/ids.c: a state in which a side rolls or plays, as GNU Backgammon ("4HPwATDgc/ABMA:cAkAAAAAAAAE")
 * and eXtreme Gammon ("XGID=...") write it, appended. Read with the words in front of them that programs and people write:
 * "Position ID: ... Match ID: ...", "GNUID=...", "XG2ID=...", or without any. */
void bg_write_gnubg(const bg_setup *setup, const bg_state *s, hra_text *out);
void bg_write_xgid(const bg_setup *setup, const bg_state *s, hra_text *out);

/* Whether a text begins as such. The readers go on from *at, and move it behind what they have read; s is all
 * zeros before, and lacks the checkers that are off. HRA_EINPUT. */
bool bg_is_gnubg(const char *text);
bool bg_is_xgid(const char *text);
hra_err bg_read_gnubg(const bg_setup *setup, hra_lines *l, bg_state *s, hra_error *why);
hra_err bg_read_xgid(const bg_setup *setup, hra_lines *l, bg_state *s, hra_error *why);
/* Appends the line of a text that is a position, and the match ID of the next one. */
void bg_join_lines(const char *text, hra_text *out);
/* Appends the options that an ID names and the spec does not: "match-length=7,score=2-5". */
void bg_implied(const char *position, const hra_options *given, hra_text *out);

#endif
