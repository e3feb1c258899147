/* Looking up patterns: all regions of a view are worked out side by side in one word. */
#include <math.h>
#include <string.h>

#include "patterns.h"

enum {
    ROWS = 6,
    WINDOWS = 3,
    PAIRS = 3
}; /* of a view: rows looked at, windows of four rows, pairs in a row */

/* Four squares of a row as three pairs, 3 * left + right, 16 bits each; and of the row turned. */
#define PAIRS_OF(a, b, c, d)                                                                                 \
    ((uint64_t)(3 * (a) + (b)) | (uint64_t)(3 * (b) + (c)) << 16 | (uint64_t)(3 * (c) + (d)) << 32)
#define ROW(n) PAIRS_OF((n)&1, (n) >> 1 & 1, (n) >> 2 & 1, (n) >> 3 & 1)
#define TURNED(n) PAIRS_OF((n) >> 3 & 1, (n) >> 2 & 1, (n) >> 1 & 1, (n)&1)

static const uint64_t row_pairs[16] = {ROW(0), ROW(1), ROW(2),  ROW(3),  ROW(4),  ROW(5),  ROW(6),  ROW(7),
                                       ROW(8), ROW(9), ROW(10), ROW(11), ROW(12), ROW(13), ROW(14), ROW(15)};
static const uint64_t turned_pairs[16] = {
    TURNED(0), TURNED(1), TURNED(2),  TURNED(3),  TURNED(4),  TURNED(5),  TURNED(6),  TURNED(7),
    TURNED(8), TURNED(9), TURNED(10), TURNED(11), TURNED(12), TURNED(13), TURNED(14), TURNED(15)};

/* Every second row: where a piece on the own first row stands, in both directions of play. */
#define BLACK_SYSTEM ((ck_set)0xf | (ck_set)0xf << 9 | (ck_set)0xf << 18 | (ck_set)0xf << 27)
#define WHITE_SYSTEM (CK_BOARD & ~BLACK_SYSTEM)

static inline int nibble(ck_set set, int row) {
    return (int)(set >> (4 * row + row / 2) & 15);
}

/* The indices of the eight regions in one side's view of the men. */
static inline void look(ck_set own, ck_set other, int side, int index[CK_REGIONS]) {
    uint64_t row[ROWS];
    for (int r = 0; r < ROWS; r++)
        row[r] = side == CK_BLACK ? row_pairs[nibble(own, r)] + 2 * row_pairs[nibble(other, r)]
                                  : turned_pairs[nibble(own, 7 - r)] + 2 * turned_pairs[nibble(other, 7 - r)];
    for (int w = 0; w < WINDOWS; w++) {
        uint64_t all = ((row[w] * 9 + row[w + 1]) * 9 + row[w + 2]) * 9 + row[w + 3];
        for (int p = 0; p < PAIRS && w * PAIRS + p < CK_REGIONS; p++)
            index[w * PAIRS + p] =
                CK_PLAIN + (w * PAIRS + p) * CK_REGION_SIZE + (int)(all >> 16 * p & 0xffff);
    }
}

/* 1 where the mover has the move, -1 where the other side has, 0 where it means nothing. */
static inline int the_move(const ck_board *b, int side) {
    if (__builtin_popcountll(b->pieces[0]) != __builtin_popcountll(b->pieces[1]))
        return 0;
    ck_set system = side == CK_BLACK ? BLACK_SYSTEM : WHITE_SYSTEM;
    return __builtin_popcountll((b->pieces[0] | b->pieces[1]) & system) & 1 ? 1 : -1;
}

/* The counts, from Black's side. */
typedef struct counts {
    int to_move, the_move, men, kings, first_king;
} counts;

static inline counts count(const ck_board *b, int side) {
    int sign = side == CK_BLACK ? 1 : -1;
    int black = __builtin_popcountll(b->pieces[0] & b->kings);
    int white = __builtin_popcountll(b->pieces[1] & b->kings);
    int men = __builtin_popcountll(b->pieces[0]) - __builtin_popcountll(b->pieces[1]) - black + white;
    return (counts){sign, sign * the_move(b, side), men, black - white, (black > 0) - (white > 0)};
}

static inline int king_feature(ck_set bit, int side) {
    int square = ck_square(__builtin_ctzll(bit));
    return CK_KING_SQUARE + (side == CK_BLACK ? square : CK_SQUARES - 1 - square);
}

int ck_evaluate(const ck_weights *weights, const ck_board *b, int side) {
    const int16_t(*value)[2] = weights->value;
    ck_set men[2] = {b->pieces[0] & ~b->kings, b->pieces[1] & ~b->kings};
    int index[2][CK_REGIONS], n = __builtin_popcountll(b->pieces[0] | b->pieces[1]), sum[2];
    counts c = count(b, side);
    look(men[0], men[1], CK_BLACK, index[0]);
    look(men[1], men[0], CK_WHITE, index[1]);
    for (int phase = 0; phase < 2; phase++)
        sum[phase] = c.to_move * value[CK_TO_MOVE][phase] + c.the_move * value[CK_THE_MOVE][phase] +
                     c.men * value[CK_MAN][phase] + c.kings * value[CK_KING][phase] +
                     c.first_king * value[CK_FIRST_KING][phase];
    for (int i = 0; i < CK_REGIONS; i++) {
        sum[0] += value[index[0][i]][0] - value[index[1][i]][0];
        sum[1] += value[index[0][i]][1] - value[index[1][i]][1];
    }
    for (ck_set rest = b->kings; rest; rest &= rest - 1) {
        ck_set bit = rest & -rest;
        int owner = bit & b->pieces[1] ? CK_WHITE : CK_BLACK, sign = owner == CK_BLACK ? 1 : -1;
        sum[0] += sign * value[king_feature(bit, owner)][0];
        sum[1] += sign * value[king_feature(bit, owner)][1];
    }
    int black = (sum[0] * n + sum[1] * (CK_FULL - n)) / CK_FULL;
    return side == CK_BLACK ? black : -black;
}

double ck_chance(int odds) {
    return 1 / (1 + exp(-odds / (double)CK_ODDS));
}

static int add(ck_feature *out, int n, int index, int times) {
    if (times == 0)
        return n;
    out[n] = (ck_feature){index, times};
    return n + 1;
}

int ck_features(const ck_board *b, int side, ck_feature out[CK_MAX_FEATURES]) {
    ck_set men[2] = {b->pieces[0] & ~b->kings, b->pieces[1] & ~b->kings};
    int index[CK_REGIONS], n = 0;
    counts c = count(b, side);
    n = add(out, n, CK_TO_MOVE, c.to_move);
    n = add(out, n, CK_THE_MOVE, c.the_move);
    n = add(out, n, CK_MAN, c.men);
    n = add(out, n, CK_KING, c.kings);
    n = add(out, n, CK_FIRST_KING, c.first_king);
    for (int view = 0; view < 2; view++) {
        look(men[view], men[!view], view, index);
        for (int i = 0; i < CK_REGIONS; i++)
            n = add(out, n, index[i], view == CK_BLACK ? 1 : -1);
        for (ck_set rest = b->kings & b->pieces[view]; rest && n < CK_MAX_FEATURES; rest &= rest - 1)
            n = add(out, n, king_feature(rest & -rest, view), view == CK_BLACK ? 1 : -1);
    }
    return n;
}

/* ---- weights --------------------------------------------------------------------------------*/

static int digit(char c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '-'             ? 63
                                  : -1;
}

hra_err ck_weights_read(const char *const *lines, int lines_count, ck_weights *out) {
    int16_t *value = out->value[0];
    int n = 0;
    for (int i = 0; i < lines_count; i++)
        for (const char *at = lines[i]; *at; at += 2) {
            bool zeros = *at == '~';
            int high = zeros ? 0 : digit(*at), low = digit(at[1]), times = zeros ? low + 1 : 1;
            if (high < 0 || low < 0 || n + times > 2 * CK_FEATURES)
                return HRA_EDAMAGED;
            for (int k = 0; k < times; k++)
                value[n++] = (int16_t)(zeros ? 0 : 64 * high + low + CK_WEIGHT_MIN);
        }
    return n == 2 * CK_FEATURES ? HRA_OK : HRA_EDAMAGED;
}

void ck_weights_material(ck_weights *out) {
    memset(out, 0, sizeof *out);
    for (int phase = 0; phase < 2; phase++) {
        out->value[CK_MAN][phase] = CK_ODDS;
        out->value[CK_KING][phase] = 7 * CK_ODDS / 5;
    }
}
