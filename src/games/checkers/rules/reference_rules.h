/* For tests: boards that are drawn, and a second set of rules that shares nothing with the first:
 * letters on squares 1..32, rows and columns, one step after the other. */
#ifndef CK_REFERENCE_RULES_H
#define CK_REFERENCE_RULES_H

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "checkers.h"

typedef struct reference {
    char at[33]; /* by square from 1: '.', or b, w for men and B, W for kings */
    char side;   /* 'b' or 'w', to move */
} reference;

/* Moves as text, in no order that matters. */
typedef struct reference_list {
    char text[CK_MAX_MOVES][40];
    reference after[CK_MAX_MOVES];
    int count;
} reference_list;

static inline int reference_square(int row, int column) {
    bool outside = row < 1 || row > 8 || column < 1 || column > 8 || (row + column) % 2 == 0;
    return outside ? 0 : 4 * (row - 1) + (column + 1) / 2;
}

static inline int reference_row(int square) {
    return (square - 1) / 4 + 1;
}

static inline int reference_column(int square) {
    return 2 * ((square - 1) % 4) + (reference_row(square) % 2 ? 2 : 1);
}

/* Eight rows of eight, square 1 in the first: '-' a light square. */
static inline reference reference_drawn(char side, const char *const rows[8]) {
    reference t = {.side = side};
    for (int square = 1; square <= 32; square++)
        t.at[square] = rows[reference_row(square) - 1][reference_column(square) - 1];
    return t;
}

static inline ck_state reference_state(const reference *t) {
    ck_state s;
    memset(&s, 0, sizeof s);
    s.side = t->side == 'b' ? CK_BLACK : CK_WHITE;
    for (int square = 1; square <= 32; square++) {
        ck_set bit = (ck_set)1 << ck_bit(square - 1);
        char c = t->at[square];
        if (c != '.')
            s.board.pieces[tolower(c) == 'b' ? CK_BLACK : CK_WHITE] |= bit;
        if (c == 'B' || c == 'W')
            s.board.kings |= bit;
    }
    return s;
}

static inline bool reference_may_go(char piece, int down) {
    return isupper((unsigned char)piece) || (piece == 'b') == (down > 0);
}

static inline void reference_add(reference_list *l, const reference *t, const char *text) {
    snprintf(l->text[l->count], sizeof l->text[0], "%.39s", text);
    l->after[l->count] = *t;
    l->after[l->count++].side = t->side == 'b' ? 'w' : 'b';
}

static inline bool reference_crown(reference *t, int square) {
    bool crowned = (t->at[square] == 'b' && reference_row(square) == 8) ||
                   (t->at[square] == 'w' && reference_row(square) == 1);
    if (crowned)
        t->at[square] = (char)toupper(t->at[square]);
    return crowned;
}

/* All that the piece on `from` can still capture; `text` is the route so far. */
static inline void reference_jump(reference_list *l, const reference *t, int from, const char *text) {
    bool more = false;
    for (int down = -1; down <= 1; down += 2)
        for (int right = -1; right <= 1; right += 2) {
            int over = reference_square(reference_row(from) + down, reference_column(from) + right);
            int to = reference_square(reference_row(from) + 2 * down, reference_column(from) + 2 * right);
            if (!over || !to || !reference_may_go(t->at[from], down) || t->at[to] != '.' ||
                t->at[over] == '.' || tolower(t->at[over]) == t->side)
                continue;
            reference next = *t;
            char longer[60];
            next.at[to] = t->at[from];
            next.at[from] = next.at[over] = '.';
            snprintf(longer, sizeof longer, "%.40sx%d", text, to);
            more = true;
            if (reference_crown(&next, to))
                reference_add(l, &next, longer);
            else
                reference_jump(l, &next, to, longer);
        }
    if (!more && strchr(text, 'x'))
        reference_add(l, t, text);
}

static inline void reference_step(reference_list *l, const reference *t, int from) {
    for (int down = -1; down <= 1; down += 2)
        for (int right = -1; right <= 1; right += 2) {
            int to = reference_square(reference_row(from) + down, reference_column(from) + right);
            if (!to || !reference_may_go(t->at[from], down) || t->at[to] != '.')
                continue;
            reference next = *t;
            char text[40];
            next.at[to] = t->at[from];
            next.at[from] = '.';
            reference_crown(&next, to);
            snprintf(text, sizeof text, "%d-%d", from, to);
            reference_add(l, &next, text);
        }
}

static inline void reference_moves(const reference *t, reference_list *l) {
    char text[8];
    l->count = 0;
    for (int square = 1; square <= 32; square++)
        if (t->at[square] != '.' && tolower(t->at[square]) == t->side) {
            snprintf(text, sizeof text, "%d", square);
            reference_jump(l, t, square, text);
        }
    for (int square = 1; square <= 32 && l->count == 0; square++) {
        if (t->at[square] == '.' || tolower(t->at[square]) != t->side)
            continue;
        for (int k = square; k <= 32; k++) /* no captures at all: steps of all pieces */
            if (t->at[k] != '.' && tolower(t->at[k]) == t->side)
                reference_step(l, t, k);
        break;
    }
}

#endif
