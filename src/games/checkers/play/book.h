/* The opening book: what searches have found out about positions behind the ballots. */
#ifndef CK_BOOK_H
#define CK_BOOK_H

#include "core/built_in.h"
#include "games/checkers/rules/checkers.h"

enum { CK_BOOK_ANSWERS = 8 /* of a position at most */ };

typedef struct ck_book ck_book;

typedef struct ck_answer {
    hra_move move;
    int value; /* as of the engine, for who makes it */
} ck_answer;

extern const hra_built_in ck_book_text; /* checkers.book, made by the method book of hra learn */

/* A book from its text. A line is a ballot's number, or behind as many blanks as the position has plies more
 * than the ballot, and one, a move with its value:
 *
 *     8
 *      18x11 -40
 *       8x15 38
 *       7x16 20
 *
 * HRA_EDAMAGED, with the line: it is none; HRA_ENOMEM. */
hra_err ck_book_read(ck_book **out, const char *text, size_t length, hra_error *why);
hra_err ck_book_open(ck_book **out,
                     hra_error *why); /* the one that is built in; HRA_EIO: it could not be fetched */
void ck_book_close(ck_book *book);    /* NULL is allowed */

/* The moves that the book has in a position, the best first; returns how many. Any thread. */
int ck_book_find(const ck_book *book, const ck_board *b, int side, ck_answer out[CK_BOOK_ANSWERS]);
int ck_book_positions(const ck_book *book); /* in which it has any */

#endif
