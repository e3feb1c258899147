/* What a written move means. A capture may be written by its ends where several go there: then the moves after it decide. */
#ifndef CK_PDN_MEANING_H
#define CK_PDN_MEANING_H

#include "games/checkers/rules/spelling.h"
#include "pdn.h"

enum { CK_MATCHES = 64 }; /* moves that a spelling may fit, and lines that are tried for one of them */

/* A move of the text, with the signs behind it. */
typedef struct ck_written {
    ck_spelling spelling;
    const char *at, *end; /* the move */
    const char *signs;    /* ! and ? behind it, up to `next` */
    const char *next;
} ck_written;

/* Where the moves are written. */
typedef struct ck_pdn_lines {
    const char *text, *end;
    ck_corner corner; /* where its square 1 is */
} ck_pdn_lines;

/* Reads the move that begins at `at`; false: none does. */
bool ck_read_written(const char *at, const char *end, ck_written *out);
/* Lists the legal moves that it fits, at most CK_MATCHES: one if all of its way is written. A capture that is written jump by
 * jump goes on in the words behind it, which *w then includes. Returns how many. */
int ck_match_written(const ck_pdn_lines *l, const ck_state *s, ck_written *w, hra_move *found);
/* Chooses among several moves the one after which most of the line, from `next` on, is legal: its index; *fits: after how many
 * all of it is. Of several the first. -1: that would take more than CK_MATCHES tries. */
int ck_settle(const ck_pdn_lines *l, const ck_state *s, const char *next, const hra_move *found, int n,
              int *fits);

#endif
