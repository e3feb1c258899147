/* PDN, the portable draughts notation, of English checkers: tags, moves, comments, results. In it
 * 1-0 means that the first mover, Black, has won. */
#ifndef CK_PDN_H
#define CK_PDN_H

#include "games/checkers/rules/checkers.h"

#define CK_PDN_START "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"

extern const hra_format ck_formats[]; /* PDN, and the end */

/* What hra_format says; the game is that of the transcript, or "checkers:draw-moves=0,repetition=0":
 * people play on where the rules would call a draw. */
void ck_pdn_write(const hra_transcript *play, hra_text *out);
hra_err ck_pdn_read(const char *text, size_t length, size_t *used, int line, hra_text *record,
                    hra_error *why);

#endif
