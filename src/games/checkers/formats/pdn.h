/* PDN, the portable draughts notation, of English checkers: tags, moves, variations, comments, results. In it
 * 1-0 means that the first mover, Black, has won. */
#ifndef CK_PDN_H
#define CK_PDN_H

#include "games/checkers/rules/checkers.h"
#include "hra/annotated.h"

#define CK_PDN_START "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
/* The game of what is read: people play on where the rules would call a draw. */
#define CK_PDN_GAME "checkers:draw-moves=0,repetition=0"

extern const hra_format ck_formats[]; /* PDN, and the end */

/* What hra_format says. */
int ck_pdn_looks(const char *text, size_t length);
size_t ck_pdn_split(const char *text, size_t length, bool last);
hra_err ck_pdn_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why);
void ck_pdn_write(const hra_annotated *game, hra_text *out);

/* ---- tokens, pdn_tokens.c: how PDN is divided, for what splits and for what reads ---------------*/

typedef enum ck_pdn_kind {
    CK_PDN_END,      /* of the text */
    CK_PDN_TAG,      /* a line that begins with [, up to its end */
    CK_PDN_COMMENT,  /* {...} */
    CK_PDN_REST,     /* ; or %, and the rest of the line */
    CK_PDN_OPEN,     /* ( */
    CK_PDN_CLOSE,    /* ) */
    CK_PDN_NAG,      /* $ and digits */
    CK_PDN_RESULT,   /* 1-0, *, and their like */
    CK_PDN_WORD,     /* anything else, up to a blank or one of these */
    CK_PDN_UNCLOSED, /* a { whose } does not come before the next game; its text is the brace alone */
} ck_pdn_kind;

typedef struct ck_pdn_token {
    ck_pdn_kind kind;
    const char *at; /* what it is of the text, signs included */
    size_t length;
    bool cut; /* of CK_PDN_UNCLOSED: more text may show that it is a comment */
} ck_pdn_token;

/* Reads the token that begins at or behind `at`; the next one begins at out->at + out->length. `text` is where
 * the text begins. */
void ck_pdn_next(const char *text, const char *at, const char *end, ck_pdn_token *out);
/* The glyph of !, ? and their pairs, in parentheses too; 0: these signs are none. */
int ck_pdn_glyph(const char *at, size_t length);
/* Whether a line with a tag begins here, [Name "..., at the beginning of a line. */
bool ck_pdn_is_tag(const char *text, const char *at, const char *end);
/* The length of signs in parentheses that begin here, (!) or (?), which are no variation; 0: there are none. */
size_t ck_pdn_signs(const char *at, const char *end);
/* Where the value of the last tag with this name is, in tags up to `end`; `text` if there is none. */
const char *ck_pdn_tag_value(const char *text, const char *end, const char *name);
/* What a result says: 1 the first mover has won, -1 has lost, 0 a draw; 2: nothing, as *; 3: it
 * is no result. */
int ck_pdn_result(const char *word, size_t length);

#endif
