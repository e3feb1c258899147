/* Reading text: a cursor with line and column, on which every reader of a file, a record or a format stands.
 *
 *     hra_lines l;
 *     hra_lines_open(&l, text, length, 1, why);
 *     while (hra_lines_next(&l))
 *         if (hra_lines_key(&l, "seats"))
 *             seats = hra_lines_int(&l, 1, HRA_MAX_SEATS), hra_lines_done(&l);
 *         else
 *             hra_lines_expected(&l, _("'seats'"));
 *     return l.err;
 *
 * The first error is remembered in `err` and explained in *why, "line 3, character 7: expected ..., found ...";
 * after it nothing is read any more, so only the end of a group of calls needs a check.
 *
 * The cursor points into the text of the caller and allocates nothing. A byte order mark in front of a line is
 * passed over. Lines end with LF or CR LF; in a text without any LF, with CR. A byte 0 is an error. Bytes that are no
 * UTF-8 are passed on as they are by what points into the text, and become the characters of Windows-1252
 * (which has the letters of Latin-1 at the same places) in all that is copied. */
#ifndef HRA_CORE_LINES_H
#define HRA_CORE_LINES_H

#include "hra/base.h"

/* A place in a text, from 1 on. */
typedef struct hra_place {
    int line, character;
} hra_place;

typedef struct hra_lines {
    const char *at, *end;       /* what is left of the line */
    const char *start;          /* of the line */
    const char *next, *last;    /* the next line; the end of the text */
    const char *name;           /* of the text, in front of errors; NULL: none */
    const char *checked, *zero; /* how far a byte 0 was looked for, and the first one (or `last`) */
    size_t line_limit;          /* most bytes of a line */
    int lines_left;             /* that may still come */
    int number;                 /* of the line */
    char newline;               /* that ends a line, '\n' or '\r' */
    bool whole;                 /* the line has an end, and is not cut off by that of the text */
    bool whole_only;            /* set by the caller: a line that the text cuts off does not count */
    hra_err err;                /* the first error */
    hra_error *why;             /* may be NULL */
    hra_place *place; /* set by the caller: gets the place of the first error, and the text has none */
} hra_lines;

/* ---- lines ----------------------------------------------------------------------------------*/

/* Opens a cursor in front of the first line, whose number in errors is `number`. */
void hra_lines_open(hra_lines *l, const char *text, size_t length, int number, hra_error *why);
/* Limits the bytes of a line, the lines and the bytes of the text; 0: no limit. */
void hra_lines_limit(hra_lines *l, size_t line, int lines, size_t bytes);
/* Goes to the next line. False: there is none, or an error. */
bool hra_lines_next(hra_lines *l);
/* Makes all that is left of the text the line, for formats that go on over the ends of lines; bytes 0 are left to
 * the caller, whom hra_lines_expected names them for. */
bool hra_lines_all(hra_lines *l);
/* A cursor in the one line that a string is: a position, a word of a command. */
void hra_lines_string(hra_lines *l, const char *string, hra_error *why);

/* Bytes of the byte order mark in front of a text: 3 or 0. */
size_t hra_lines_mark(const char *text, size_t length);
/* The ends of lines in the first `used` bytes of a text. */
int hra_lines_count(const char *text, size_t length, size_t used);

/* ---- what a line holds ----------------------------------------------------------------------*/

static inline size_t hra_lines_left(const hra_lines *l) {
    return (size_t)(l->end - l->at);
}

/* Bytes of the line before the cursor. */
static inline int hra_lines_offset(const hra_lines *l) {
    return (int)(l->at - l->start);
}

/* The next byte; -1: the line is over. */
static inline int hra_lines_peek(const hra_lines *l) {
    return l->at < l->end ? (unsigned char)*l->at : -1;
}

/* Passes over blanks, tabs, and returns that end no line. */
void hra_lines_blanks(hra_lines *l);
/* Whether exactly these bytes are next; then they are passed over. */
bool hra_lines_take(hra_lines *l, const char *bytes);
/* The same after blanks, in any case of letters. */
bool hra_lines_match(hra_lines *l, const char *word);
/* "key value": whether this word is next, before a blank or the end of the line; the blank is passed over. */
bool hra_lines_key(hra_lines *l, const char *key);
/* The next word between blanks, which stays where it is. False: the line is over. */
bool hra_lines_word(hra_lines *l, const char **word, size_t *length);
/* "..." after blanks, into out[0..size-1]; a backslash before a quote or a backslash makes it a character
 * of the text, and control characters become blanks. False: an error. */
bool hra_lines_quoted(hra_lines *l, char *out, size_t size);
/* The rest of the line, into out[0..size-1]. False: an error, as it is too long. */
bool hra_lines_rest(hra_lines *l, char *out, size_t size);

/* Numbers after blanks; after an error `low`. No letter, digit or point may follow them. */
uint64_t hra_lines_whole(hra_lines *l, uint64_t low, uint64_t high);
int hra_lines_int(hra_lines *l, int low, int high);
double hra_lines_number(hra_lines *l, double low, double high);
uint64_t hra_lines_hex(hra_lines *l); /* of at most 16 digits */
/* Reads a number of one to `digits` digits (at most 9), after blanks. Returns -1, without an error, if
 * there are no digits. */
int hra_lines_digits(hra_lines *l, int digits);

/* It is an error if these bytes, as for hra_lines_key, are not next, or if anything but blanks is. */
void hra_lines_expect_key(hra_lines *l, const char *key);
void hra_lines_done(hra_lines *l);

/* ---- errors ---------------------------------------------------------------------------------
 * Each returns the first error that there was. */

/* "line 3, character 7: ..." of the place where the cursor is. */
hra_err hra_lines_fail(hra_lines *l, hra_err code, const char *format, ...) HRA_PRINTF(3, 4);
/* "line 3, character 7: expected ..., found '...'" */
hra_err hra_lines_expected(hra_lines *l, const char *expected);
/* Adds the place to the error of another reader that read the text from the cursor on. */
hra_err hra_lines_fail_as(hra_lines *l, hra_err err, const hra_error *told);
hra_err hra_lines_no_memory(hra_lines *l);

/* The same form for what is found out when the text has been read: "name, line 3, character 7: text"; a name may
 * be NULL. Returns the code. */
hra_err hra_place_fail(hra_error *why, hra_err code, const char *name, int line, int character,
                       const char *text);

#endif
