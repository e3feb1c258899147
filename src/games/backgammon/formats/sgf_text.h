/* The text of GNU Backgammon's files (.sgf, SGF FF[4] with GM[6]): trees, nodes, properties and their values. */
#ifndef BG_SGF_TEXT_H
#define BG_SGF_TEXT_H

#include "hra/base.h"

enum { BG_SGF_NAME = 60 }; /* bytes of a property's name */

typedef enum bg_sgf_kind {
    BG_SGF_END,    /* of the line of play, at `at`: a closing parenthesis, or the end of the text */
    BG_SGF_NODE,   /* a ; */
    BG_SGF_BRANCH, /* a ( in front of variations, of which the first one is read on */
    BG_SGF_PROPERTY,
} bg_sgf_kind;

typedef struct bg_sgf_token {
    bg_sgf_kind kind;
    const char *at, *end; /* where it begins, and what is behind it */
    char name[BG_SGF_NAME];
    const char *values; /* its first [ */
} bg_sgf_token;

/* Whether a tree begins here, "(;". */
bool bg_sgf_begins(const char *at, const char *end);
/* Returns the end of the tree at `at`, also of one in which brackets are missing: the next tree that begins a line. NULL: it is not
 * there, or not yet if the text is not the `last` of its file. */
const char *bg_sgf_tree_end(const char *at, const char *end, bool last);
/* Reads the next token at or behind `at`, and returns what is behind it. */
const char *bg_sgf_next(const char *at, const char *end, bg_sgf_token *out);
/* Appends the value at `at`, a [, without its escapes. */
void bg_sgf_value(const char *at, const char *end, hra_text *out);
/* Returns the value of the same property behind the one at `at`; NULL: there is none. */
const char *bg_sgf_next_value(const char *at, const char *end);
/* The same into out[0..size-1] as one line, cut where it is too long. */
void bg_sgf_line(const char *at, const char *end, char *out, size_t size);

/* Appends text as UTF-8: bytes that are none are Windows-1252, and a zero is a blank. */
void bg_sgf_add_text(const char *bytes, size_t length, hra_text *out);
/* Appends a text as a value in brackets. */
void bg_sgf_add_value(const char *text, hra_text *out);
/* Whether a text is values in brackets, one at least, and blanks. */
bool bg_sgf_is_values(const char *text);
/* Whether a text closes `depth` parentheses, after variations that are whole. */
bool bg_sgf_closes(const char *text, int depth);

#endif
