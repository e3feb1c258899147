/* Numbering positions: the tables, and single positions. */
#include <stdlib.h>
#include <string.h>

#include "index.h"

#include "index_kernel.h"

enum { MEN_SQUARES = 28 };

static void choose_find(ck_index *x);

/* ---- opening ----------------------------------------------------------------------------------*/

static void fill_choose(ck_index *x) {
    for (int n = 0; n <= CK_SQUARES; n++) {
        x->choose[0][n] = 1;
        for (int k = 1; k <= CK_MAX_GROUP; k++)
            x->choose[k][n] = n == 0 ? 0 : x->choose[k - 1][n - 1] + x->choose[k][n - 1];
    }
    for (int bit = 0; bit < 35; bit++)
        x->square[bit] = (uint8_t)ck_square(bit);
}

/* Lists the sets of k squares in the order of their numbers: the next one is the next larger
 * number with as many bits (Gosper, HAKMEM 175). */
static hra_err list_subsets(ck_index *x, int k) {
    uint32_t n = x->choose[k][CK_SQUARES];
    uint64_t set = ((uint64_t)1 << k) - 1;
    x->subset[k] = malloc(n * sizeof *x->subset[k]);
    if (!x->subset[k])
        return HRA_ENOMEM;
    for (uint32_t i = 0; i < n; i++) {
        x->subset[k][i] = (uint32_t)set;
        if (k > 0) {
            uint64_t low = set & -set, ripple = set + low;
            set = ripple | ((set ^ ripple) >> 2) / low;
        }
    }
    return HRA_OK;
}

/* For each set of `men` men of the mover, how many sets of men of the other side there are before. */
static hra_err list_men(ck_index *x, int men, int others) {
    uint32_t sets = x->choose[men][MEN_SQUARES], sum = 0;
    uint32_t *first = malloc((sets + 1) * sizeof *first);
    if (!first)
        return HRA_ENOMEM;
    for (uint32_t i = 0; i < sets; i++) {
        first[i] = sum;
        int taken = __builtin_popcount(x->subset[men][i] & ~(uint32_t)0xf);
        sum += x->choose[others][MEN_SQUARES - taken];
    }
    first[sets] = sum;
    x->first[men][others] = first;
    return HRA_OK;
}

static void add_slice(ck_index *x, int mover_men, int mover_kings, int other_men, int other_kings) {
    int men = mover_men + other_men, taken = men + mover_kings;
    ck_slice *s = &x->slice[x->slices];
    x->number[mover_men][mover_kings][other_men][other_kings] = (int16_t)x->slices++;
    s->count[CK_MOVER_MEN] = (uint8_t)mover_men;
    s->count[CK_MOVER_KINGS] = (uint8_t)mover_kings;
    s->count[CK_OTHER_MEN] = (uint8_t)other_men;
    s->count[CK_OTHER_KINGS] = (uint8_t)other_kings;
    s->pieces = taken + other_kings;
    s->first = x->first[mover_men][other_men];
    s->mover_sets = x->choose[mover_men][MEN_SQUARES];
    s->mover_kings = x->choose[mover_kings][CK_SQUARES - men];
    s->other_kings = x->choose[other_kings][CK_SQUARES - taken];
    s->size = s->first[s->mover_sets] * s->mover_kings * s->other_kings;
}

/* In the order of pieces, then men. */
static void list_slices(ck_index *x) {
    for (int pieces = 2; pieces <= x->pieces; pieces++)
        for (int men = 0; men <= pieces; men++)
            for (int mover = 1; mover < pieces; mover++)
                for (int mover_men = 0; mover_men <= mover && mover_men <= men; mover_men++) {
                    int others = pieces - mover, other_men = men - mover_men;
                    if (other_men <= others)
                        add_slice(x, mover_men, mover - mover_men, other_men, others - other_men);
                }
    for (int i = 0; i < x->slices; i++) {
        ck_slice *s = &x->slice[i];
        const uint8_t *n = s->count;
        s->partner = x->number[n[2]][n[3]][n[0]][n[1]];
        s->crowned = n[0] ? x->number[n[2]][n[3]][n[0] - 1][n[1] + 1] : -1;
    }
}

static hra_err fill(ck_index *x, int pieces) {
    hra_err err = HRA_OK;
    x->pieces = pieces;
    memset(x->number, -1, sizeof x->number);
    fill_choose(x);
    choose_find(x);
    for (int k = 0; k < pieces && !err; k++)
        err = list_subsets(x, k);
    for (int men = 0; men < pieces && !err; men++)
        for (int others = 0; others < pieces && men + others <= pieces && !err; others++)
            err = list_men(x, men, others);
    if (!err)
        list_slices(x);
    return err;
}

hra_err ck_index_open(ck_index **out, int pieces) {
    ck_index *x = calloc(1, sizeof *x);
    hra_err err = x ? fill(x, pieces) : HRA_ENOMEM;
    if (err)
        ck_index_close(x);
    else
        *out = x;
    return err;
}

void ck_index_close(ck_index *x) {
    for (int i = 0; x && i <= CK_MAX_GROUP; i++) {
        free(x->subset[i]);
        for (int k = 0; k <= CK_MAX_GROUP; k++)
            free(x->first[i][k]);
    }
    free(x);
}

/* ---- the cursor -------------------------------------------------------------------------------*/

void ck_cursor_seek_men(const ck_index *x, ck_cursor *c, int slice, uint64_t number) {
    const ck_slice *s = &x->slice[slice];
    uint64_t kings = s->mover_kings * s->other_kings;
    uint32_t men = (uint32_t)(number / kings);
    if (slice != c->slice || men < c->men_from || men >= c->men_to) {
        uint32_t low = 0, high = s->mover_sets; /* first[low] <= men < first[high] */
        while (high - low > 1) {
            uint32_t middle = low + (high - low) / 2;
            if (s->first[middle] <= men)
                low = middle;
            else
                high = middle;
        }
        c->mover_set = low;
        c->men_from = s->first[low];
        c->men_to = s->first[low + 1];
    }
    ck_board b = {{0}, 0};
    for (uint32_t set = x->subset[s->count[CK_MOVER_MEN]][c->mover_set]; set; set &= set - 1)
        b.pieces[CK_WHITE] |= ck_flip_square(__builtin_ctz(set));
    ck_list_open(b.pieces[CK_WHITE], 4, CK_SQUARES, c->open_men);
    b.pieces[CK_BLACK] = ck_spread_set(x->subset[s->count[CK_OTHER_MEN]][men - c->men_from], c->open_men);
    ck_list_open(b.pieces[0] | b.pieces[1], 0, CK_SQUARES, c->open_kings);
    c->men = b;
    c->slice = slice;
    c->from = men * kings;
    c->to = c->from + kings;
    c->kings_from = c->kings_to = 0;
}

void ck_cursor_seek_kings(const ck_index *x, ck_cursor *c, int slice, uint64_t number) {
    const ck_slice *s = &x->slice[slice];
    uint64_t set = (number - c->from) / s->other_kings;
    ck_set kings = ck_spread_set(x->subset[s->count[CK_MOVER_KINGS]][set], c->open_kings);
    ck_board b = c->men;
    b.pieces[CK_WHITE] |= kings;
    b.kings = kings;
    ck_list_open(b.pieces[0] | b.pieces[1], 0, CK_SQUARES, c->open_others);
    c->kings = b;
    c->kings_from = c->from + set * s->other_kings;
    c->kings_to = c->kings_from + s->other_kings;
}

/* ---- single positions -------------------------------------------------------------------------*/

/* The 35 bits in reverse. */
static ck_set reverse(ck_set set) {
    set = (set & 0x5555555555555555) << 1 | (set >> 1 & 0x5555555555555555);
    set = (set & 0x3333333333333333) << 2 | (set >> 2 & 0x3333333333333333);
    set = (set & 0x0f0f0f0f0f0f0f0f) << 4 | (set >> 4 & 0x0f0f0f0f0f0f0f0f);
    return __builtin_bswap64(set) >> 29;
}

void ck_flip(ck_board *b) {
    ck_set black = b->pieces[0];
    b->pieces[0] = reverse(b->pieces[1]);
    b->pieces[1] = reverse(black);
    b->kings = reverse(b->kings);
}

CK_INLINE int find_body(const ck_index *x, const ck_board *b, int side, uint64_t *number) {
    ck_set mover = b->pieces[side], other = b->pieces[!side], kings = b->kings;
    int men = __builtin_popcountll(mover & ~kings), other_men = __builtin_popcountll(other & ~kings);
    int own_kings = __builtin_popcountll(mover & kings), other_kings = __builtin_popcountll(other & kings);
    if (!mover || !other || men + own_kings + other_men + other_kings > x->pieces ||
        b->pieces[CK_BLACK] & ~kings & CK_LAST_ROW || b->pieces[CK_WHITE] & ~kings & CK_FIRST_ROW)
        return -1;
    int slice = x->number[men][own_kings][other_men][other_kings];
    ck_board turned = *b;
    if (side == CK_WHITE)
        ck_flip(&turned);
    *number = ck_rank_black(x, &x->slice[slice], &turned);
    return slice;
}

static int find(const ck_index *x, const ck_board *b, int side, uint64_t *number) {
    return find_body(x, b, side, number);
}

#if defined(__x86_64__) || defined(__i386__)
__attribute__((target("popcnt,bmi"))) static int find_bits(const ck_index *x, const ck_board *b, int side,
                                                           uint64_t *number) {
    return find_body(x, b, side, number);
}
#endif

static void choose_find(ck_index *x) {
    x->find = find;
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi"))
        x->find = find_bits;
#endif
}

int ck_index_find(const ck_index *x, const ck_board *b, int side, uint64_t *number) {
    return x->find(x, b, side, number);
}

void ck_index_unrank(const ck_index *x, ck_cursor *c, int slice, uint64_t number, ck_board *b) {
    ck_unrank_white(x, c, slice, number, b);
    ck_flip(b);
}
