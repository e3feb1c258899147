/* Numbering and finding positions, for loops over many of them: inlined where they are used, so
 * that a loop compiled for processors that count bits has that here too. */
#ifndef CK_INDEX_KERNEL_H
#define CK_INDEX_KERNEL_H

#include "index.h"

#define CK_MEN_SHARED ((ck_set)0x7fbfdfeff & ~((ck_set)0xf << 31) & ~(ck_set)0xf) /* squares 5..28 */

/* The number of a set of pieces among the squares from `base` on that `taken` leaves. */
CK_INLINE uint32_t ck_rank_set(const ck_index *x, ck_set set, ck_set taken, int base) {
    uint32_t rank = 0;
    for (int k = 1; set; set &= set - 1, k++) {
        ck_set below = (set & -set) - 1;
        int square = x->square[__builtin_ctzll(set)] - base - __builtin_popcountll(taken & below);
        rank += x->choose[k][square];
    }
    return rank;
}

/* Black to move. */
CK_INLINE uint64_t ck_rank_black(const ck_index *x, const ck_slice *s, const ck_board *b) {
    ck_set men = (b->pieces[0] | b->pieces[1]) & ~b->kings, mover = men & b->pieces[0];
    uint64_t at = s->first[ck_rank_set(x, mover, 0, 0)];
    at += ck_rank_set(x, men & b->pieces[1], mover & CK_MEN_SHARED, 4);
    if (s->mover_kings > 1)
        at = at * s->mover_kings + ck_rank_set(x, b->kings & b->pieces[0], men, 0);
    if (s->other_kings > 1)
        at = at * s->other_kings + ck_rank_set(x, b->kings & b->pieces[1], men | b->pieces[0], 0);
    return at;
}

/* The square's bit when the board is turned. */
CK_INLINE ck_set ck_flip_square(int square) {
    return (ck_set)1 << (34 - ck_bit(square));
}

/* The set whose members are the squares `open[i]`, i in the subset; turned. */
CK_INLINE ck_set ck_spread_set(uint32_t subset, const uint8_t *open) {
    ck_set set = 0;
    for (; subset; subset &= subset - 1)
        set |= ck_flip_square(open[__builtin_ctz(subset)]);
    return set;
}

CK_INLINE void ck_list_open(ck_set taken, int from, int to, uint8_t *open) {
    for (int square = from; square < to; square++)
        if (!(taken & ck_flip_square(square)))
            *open++ = (uint8_t)square;
}

/* Not inlined: called once for many neighbours. Sets the men of the cursor. */
void ck_cursor_seek_men(const ck_index *index, ck_cursor *c, int slice, uint64_t number);
void ck_cursor_seek_kings(const ck_index *index, ck_cursor *c, int slice, uint64_t number);

/* The position of a number of the slice, turned: the mover is White. */
CK_INLINE void ck_unrank_white(const ck_index *x, ck_cursor *c, int slice, uint64_t number, ck_board *b) {
    const ck_slice *s = &x->slice[slice];
    if (slice != c->slice || number < c->kings_from || number >= c->kings_to) {
        if (slice != c->slice || number < c->from || number >= c->to)
            ck_cursor_seek_men(x, c, slice, number);
        ck_cursor_seek_kings(x, c, slice, number);
    }
    *b = c->kings;
    ck_set kings = ck_spread_set(x->subset[s->count[CK_OTHER_KINGS]][number - c->kings_from], c->open_others);
    b->pieces[CK_BLACK] |= kings;
    b->kings |= kings;
}

#endif
