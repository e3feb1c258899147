/* Formats of the family of PGN: tags, moves with numbers, variations, comments, glyphs, results. What their games share is
 * here; a format says how a move is written, what a result is, and which tags begin a game. */
#ifndef HRA_ANNOTATED_MOVETEXT_H
#define HRA_ANNOTATED_MOVETEXT_H

#include "core/lines.h"
#include "hra/annotated.h"

typedef struct hra_movetext hra_movetext;
typedef struct hra_movetext_reader hra_movetext_reader;

/* ---- tokens: how the text is divided, for what splits and for what reads ------------------------*/

typedef enum hra_movetext_sort {
    HRA_MOVETEXT_END,     /* of the text */
    HRA_MOVETEXT_TAG,     /* a line that begins with [, up to its end */
    HRA_MOVETEXT_COMMENT, /* {...} */
    HRA_MOVETEXT_REST,    /* ; or %, and the rest of the line */
    HRA_MOVETEXT_OPEN,    /* ( */
    HRA_MOVETEXT_CLOSE,   /* ) */
    HRA_MOVETEXT_NAG,     /* $ and digits */
    HRA_MOVETEXT_RESULT,  /* 1-0, *, and their like */
    HRA_MOVETEXT_WORD,    /* anything else, up to a blank or one of these */
    HRA_MOVETEXT_UNCLOSED /* a { whose } does not come before the next game; its text is the brace alone */
} hra_movetext_sort;

typedef struct hra_movetext_token {
    hra_movetext_sort kind;
    const char *at; /* what it is of the text, signs included */
    size_t length;
    bool cut; /* of HRA_MOVETEXT_UNCLOSED: more text may show that it is a comment */
} hra_movetext_token;

/* Reads the token that begins at or behind `at`; the next one begins at out->at + out->length. `text` is where
 * the text begins. */
void hra_movetext_next(const hra_movetext *m, const char *text, const char *at, const char *end,
                       hra_movetext_token *out);
/* The glyph of !, ? and their pairs, in parentheses too; 0: these signs are none. */
int hra_movetext_glyph(const char *at, size_t length);
/* Whether a line with a tag begins here, [Name "..., at the beginning of a line. */
bool hra_movetext_is_tag(const char *text, const char *at, const char *end);
/* The length of signs in parentheses that begin here, (!) or (?), which are no variation; 0: there are none. */
size_t hra_movetext_signs(const char *at, const char *end);
/* Where the value of the last tag with this name is, in tags up to `end`; `text` if there is none. */
const char *hra_movetext_tag_value(const hra_movetext *m, const char *text, const char *end,
                                   const char *name);
/* What hra_format.split says. */
size_t hra_movetext_split(const hra_movetext *m, const char *text, size_t length, bool last);
/* Goes behind tags, comments and a number to the first word of the moves, without the number. *tagged: there was a tag; NULL: no
 * word comes. */
const char *hra_movetext_first_word(const hra_movetext *m, const char *text, const char *end, bool *tagged);

/* ---- reading ------------------------------------------------------------------------------------*/

/* A move of the text, with the signs behind it. */
typedef struct hra_movetext_move {
    hra_move move;
    const char *at, *end; /* its spelling */
    const char *signs;    /* ! and ? behind it, up to `next` */
    const char *next;
} hra_movetext_move;

/* Ends a spelling at `at`, and finds the signs behind it, up to `end`. */
void hra_movetext_behind(const char *at, const char *end, hra_movetext_move *out);

/* A format. */
struct hra_movetext {
    const hra_format *format;
    const char *const *seats; /* the tag that names the player of each of two seats, seat 0 moves first */
    /* What a word says: 1 seat 0 has won, -1 has lost, 0 a draw; 2: nothing, as *; 3: it is no result. */
    int (*result)(const char *word, size_t length);
    /* The bytes of a move that begins here; 0: none does. */
    size_t (*measure)(const char *at, const char *end);
    /* Begins the game that the tags mean (hra_annotated_begin). False: its moves cannot be read; a fault or r->err says why. */
    bool (*begin)(hra_movetext_reader *r, const hra_host *host);
    /* Reads the move that begins at `at` of state s. False: there is none; a fault or r->err says why. */
    bool (*read)(hra_movetext_reader *r, const void *s, const char *at, hra_movetext_move *out);
    /* The numeric glyph of a sign that stands alone, such as 18 of +-; 0: it is none. NULL: there are no such signs. */
    int (*sign)(const char *at, size_t length);
    /* Writing: tags of a game that was not read in this format, behind the usual seven; their names, ended by NULL. */
    void (*add_tags)(const hra_annotated *game, hra_text *out);
    const char *const *own_tags;
    void (*add_move)(const hra_game *game, const void *s, hra_move m, hra_text *out);
    bool (*omits)(
        hra_move
            m); /* a move that the format has no word for, such as a claim at the end; NULL: there is none */
    /* The plies that the number of the first move has before it: 0 before 1. of seat 0, 1 before 1... of seat 1. */
    int (*plies)(const hra_game *game, const void *start);
};

enum {
    HRA_MOVETEXT_FAULTS = 100, /* faults of a game that are kept, and as many remarks */
    HRA_MOVETEXT_FRONT = 16,   /* notes in front of a move */
    HRA_MOVETEXT_NUMBER = 16,  /* characters of a number that are kept */
};

/* A line that is read: the game, or a variation. */
typedef struct hra_movetext_branch {
    int node;           /* its last move */
    bool started;       /* it has a move */
    bool lost;          /* something was wrong: the rest of it is passed over */
    int variations;     /* in place of its last move, so far */
    const char *opened; /* where a variation begins */
} hra_movetext_branch;

/* What reading a game works on. A format may have it as the first member of its own. */
struct hra_movetext_reader {
    const hra_movetext *m;
    hra_lines l; /* for places of faults */
    hra_place place;
    hra_error fault; /* what l reported last */
    int faults[2];   /* [remark]: how many there were, up to one more than are added */
    const char *text, *at, *end;
    hra_annotated *out;
    hra_err err; /* memory, or a limit: nothing more is read */
    hra_movetext_branch branches[HRA_MAX_VARIATIONS + 1];
    bool repeated;                                /* the game went on after a draw by repetition */
    int depth;                                    /* of variations; 0: in the game itself */
    char number[HRA_MOVETEXT_NUMBER];             /* in front of the next move */
    const char *moves_at;                         /* where the moves begin */
    hra_movetext_token front[HRA_MOVETEXT_FRONT]; /* notes in front of the next move */
    bool behind[HRA_MOVETEXT_FRONT];              /* its number */
    int fronts;
    bool in_front, before, behind_number; /* they are being added, in front of a move, behind its number */
    int skipped;                          /* variations that are open in a line that is passed over */
    int exchanged; /* 1: the file calls the first mover what this format calls the other */
};

/* What hra_format.read says, with a reader that is all zeros but for what the format has of its own. */
hra_err hra_movetext_read(hra_movetext_reader *r, const hra_movetext *m, const hra_format_input *in,
                          hra_annotated *out, size_t *used, hra_error *why);
/* Adds a fault, or a remark, at a place of the text to the game. */
void hra_movetext_report(hra_movetext_reader *r, const char *at, bool remark, const char *format, ...)
    HRA_PRINTF(4, 5);
void hra_movetext_report_expected(hra_movetext_reader *r, const char *at, const char *expected);
/* Reads the tags, and begins the game with its players. False: the moves cannot be read; a fault or r->err says why. */
bool hra_movetext_read_head(hra_movetext_reader *r, const hra_host *host);

/* ---- writing ------------------------------------------------------------------------------------*/

/* What hra_format.write says. */
void hra_movetext_write(const hra_movetext *m, const hra_annotated *game, hra_text *out);
void hra_movetext_add_tag(const char *name, const char *value, hra_text *out);

#endif
