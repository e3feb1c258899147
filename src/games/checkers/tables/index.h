/* Numbering the positions with few pieces, for tables.
 *
 * A slice is one set of piece counts, told from the side to move: its men and kings, the other
 * side's men and kings. Turning the board half around and swapping colours makes White to move
 * Black to move, so only positions with Black to move are numbered. Within a slice the numbers run
 * from 0 without a gap: first by the mover's men (a set among the 28 squares where they may
 * stand), then the other side's men (among those of their 28 that are left), the mover's kings
 * and the other side's kings (among the squares that are left). Sets of k squares are numbered in
 * the order of their highest square, then the next (the combinatorial number system). */
#ifndef CK_INDEX_H
#define CK_INDEX_H

#include "games/checkers/rules/board.h"
#include "hra/base.h"

enum {
    CK_MAX_PIECES = 6,                /* of a table */
    CK_MAX_GROUP = CK_MAX_PIECES - 1, /* of one kind: each side has one piece at least */
    CK_MAX_SLICES = 160,
};

/* Whose pieces, of what kind. */
enum { CK_MOVER_MEN, CK_MOVER_KINGS, CK_OTHER_MEN, CK_OTHER_KINGS };

typedef struct ck_slice {
    uint8_t count[4];
    int pieces;
    int partner; /* where moves without capture and crowning lead */
    int crowned; /* where they lead when they crown; -1: the mover has no men */
    uint64_t size;
    uint64_t mover_kings, other_kings; /* sets of them beside given men, beside all else */
    const uint32_t *first;             /* number of the first set of other men by the mover's men */
    uint32_t mover_sets;               /* sets of the mover's men; first[mover_sets] ends the list */
} ck_slice;

/* Immutable once opened, shared between threads. Slices with fewer pieces have lower numbers, and
 * among those with equally many the ones with fewer men. */
typedef struct ck_index ck_index;
struct ck_index {
    int pieces, slices;
    ck_slice slice[CK_MAX_SLICES];
    int16_t number[CK_MAX_PIECES][CK_MAX_PIECES][CK_MAX_PIECES][CK_MAX_PIECES]; /* -1: none */
    uint32_t choose[CK_MAX_GROUP + 1][CK_SQUARES + 1]; /* [k][n]: sets of k among n */
    uint32_t *subset[CK_MAX_GROUP + 1];                /* [k][i]: the set of number i, a bit per square */
    uint32_t *first[CK_MAX_GROUP + 1][CK_MAX_GROUP + 1];
    uint8_t square[35];                                                    /* of a bit of the board */
    int (*find)(const ck_index *, const ck_board *, int side, uint64_t *); /* for the processor at hand */
};

/* Where a reader of many positions stands: what neighbours share is kept. All zero at first. */
typedef struct ck_cursor {
    int slice;
    uint32_t men_from, men_to; /* numbers of men sets with these mover's men */
    uint32_t mover_set;
    uint64_t from, to;               /* positions with these men */
    uint64_t kings_from, kings_to;   /* and these mover's kings */
    ck_board men, kings;             /* with White to move: the men; with the mover's kings too */
    uint8_t open_men[CK_SQUARES];    /* squares left for the other men, */
    uint8_t open_kings[CK_SQUARES];  /* for the mover's kings, */
    uint8_t open_others[CK_SQUARES]; /* and for the other kings */
} ck_cursor;

/* For positions of up to PIECES pieces, 2..CK_MAX_PIECES. HRA_ENOMEM. */
hra_err ck_index_open(ck_index **out, int pieces);
void ck_index_close(ck_index *index); /* NULL is allowed */

/* The slice of a board and its number in it; -1: too many pieces, a side has none, or a man stands
 * where he would have been crowned. */
int ck_index_find(const ck_index *index, const ck_board *b, int side, uint64_t *number);
/* The board of a number, with Black to move. */
void ck_index_unrank(const ck_index *index, ck_cursor *cursor, int slice, uint64_t number, ck_board *b);

/* The board half turned, with colours swapped. */
void ck_flip(ck_board *b);

#endif
