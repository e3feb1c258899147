/* Making an opening book: which positions behind a ballot are searched, and what comes of it.
 *
 * Which position comes next is decided by drop-out expansion (T. Lincke, "Strategies for the automatic construction of
 * opening books", 2000): the move that is worth least less than the best one, on the whole way to it, and is nearest
 * to the ballot. In the end a position is worth what the best of its moves is, those that were followed by what was
 * found behind them. Positions that several ballots lead to are searched once. */
#ifndef CK_BOOK_MAKER_H
#define CK_BOOK_MAKER_H

#include "games/checkers/rules/checkers.h"

enum {
    CK_BOOK_LINES = 4,  /* moves of a position that are judged */
    CK_BOOK_MOST = 1000 /* positions behind a ballot */
};

/* What a search says of a position: its best moves, the best first. */
typedef struct ck_found {
    int count;
    struct {
        hra_move move; /* legal */
        int value;     /* for who makes it */
    } branch[CK_BOOK_LINES];
} ck_found;

/* Who searches. An error ends the making, and is what it returns. */
typedef struct ck_searcher {
    hra_err (*search)(void *self, const ck_state *s, ck_found *out);
    void *self;
} ck_searcher;

typedef struct ck_book_maker ck_book_maker;

/* Has room for `each` positions after each of `ballots` ballots. HRA_ENOMEM. */
hra_err ck_book_maker_open(ck_book_maker **out, const ck_searcher *searcher, int ballots, int each);
void ck_book_maker_close(ck_book_maker *maker); /* NULL is allowed */
/* Searches the positions behind a ballot, 1..CK_BALLOTS. */
hra_err ck_book_maker_add(ck_book_maker *maker, int ballot);
/* Appends the text of the book (ck_book_read): the ballots first..last, which were added. HRA_ENOMEM. */
hra_err ck_book_maker_write(ck_book_maker *maker, int first, int last, hra_text *out);

#endif
