/* What reading a game of PDN works on: pdn_head.c takes what comes before the moves, pdn_read.c the moves. */
#ifndef CK_PDN_READER_H
#define CK_PDN_READER_H

#include "core/lines.h"
#include "pdn_meaning.h"

enum {
    CK_PDN_FAULTS = 100, /* faults of a game that are kept, and as many remarks */
    CK_PDN_FRONT = 16,   /* notes in front of a move */
    CK_PDN_NUMBER = 16,  /* characters of a number that are kept */
};

/* A line that is read: the game, or a variation. */
typedef struct ck_pdn_branch {
    int node;           /* its last move */
    bool started;       /* it has a move */
    bool lost;          /* something was wrong: the rest of it is passed over */
    int variations;     /* in place of its last move, so far */
    const char *opened; /* where a variation begins */
} ck_pdn_branch;

typedef struct ck_pdn_reader {
    hra_lines l; /* for places of faults */
    hra_place place;
    hra_error fault; /* what l reported last */
    int faults[2];   /* [remark]: how many there were, up to one more than are added */
    const char *text, *at, *end;
    ck_pdn_lines lines; /* the same, for moves that must be looked ahead for */
    hra_annotated *out;
    hra_err err; /* memory, or a limit: nothing more is read */
    ck_pdn_branch branches[HRA_MAX_VARIATIONS + 1];
    int depth;
    char number[CK_PDN_NUMBER];       /* in front of the next move */
    const char *moves_at;             /* where the moves begin */
    const char *setup_at;             /* the position in /FEN "..."/; NULL: there is none */
    ck_pdn_token front[CK_PDN_FRONT]; /* notes in front of the next move */
    bool behind[CK_PDN_FRONT];        /* its number */
    int fronts;
    bool in_front, before, behind_number; /* they are being added, in front of a move, behind its number */
    int skipped;                          /* variations that are open in a line that is passed over */
    int first; /* CK_BLACK or CK_WHITE: what the file calls the side that moves first */
} ck_pdn_reader;

/* Adds a fault, or a remark, at a place of the text to the game. */
void ck_pdn_report(ck_pdn_reader *r, const char *at, bool remark, const char *format, ...) HRA_PRINTF(4, 5);
void ck_pdn_report_expected(ck_pdn_reader *r, const char *at, const char *expected);
/* Reads the tags and the position, and begins the game with its players. False: the moves cannot be read; a fault or r->err
 * says why. */
bool ck_pdn_read_head(ck_pdn_reader *r, const hra_host *host);

#endif
