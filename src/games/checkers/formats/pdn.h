/* PDN, the portable draughts notation, of English checkers: tags, moves, variations, comments, results. In it
 * 1-0 means that the first mover, Black, has won. */
#ifndef CK_PDN_H
#define CK_PDN_H

#include "annotated/movetext.h"
#include "games/checkers/rules/checkers.h"

#define CK_PDN_START "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
/* The game of what is read: people play on where the rules would call a draw. */
#define CK_PDN_GAME "checkers:draw-moves=0,repetition=0"

extern const hra_format ck_formats[]; /* PDN, and the end */

/* What hra_format says. */
int ck_pdn_looks(const char *text, size_t length);
size_t ck_pdn_split(const char *text, size_t length, bool last);
hra_err ck_pdn_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why);
void ck_pdn_write(const hra_annotated *game, hra_text *out);

/* What it has of its own (hra_movetext). */
extern const hra_movetext ck_pdn;
void ck_pdn_add_tags(const hra_annotated *game, hra_text *out);
void ck_pdn_add_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
int ck_pdn_plies(const hra_game *game, const void *start);

#endif
