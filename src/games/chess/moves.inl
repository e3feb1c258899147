/* Legal moves: listed, or only counted. The body is compiled for processors that count bits in one instruction, and for
 * others (perft.c); moves.c has the list. */
#ifndef HRA_CHESS_MOVES_INL
#define HRA_CHESS_MOVES_INL

#include "chess.h"

#define CH_INLINE static inline __attribute__((__always_inline__))

#define FILE_A UINT64_C(0x0101010101010101)

/* A file and those beside it. */
CH_INLINE ch_set ch_around(int file) {
    const ch_set left = file > 0 ? FILE_A << (file - 1) : 0, right = file < 7 ? FILE_A << (file + 1) : 0;
    return left | FILE_A << file | right;
}

/* ---- attacks ----------------------------------------------------------------------------------*/

/* Along a line, by subtraction from both ends ("hyperbola quintessence"). */
CH_INLINE ch_set ch_slide(ch_set all, ch_set bit, ch_set line) {
    ch_set forward = all & line, backward = __builtin_bswap64(forward);
    forward -= bit;
    backward -= __builtin_bswap64(bit);
    return (forward ^ __builtin_bswap64(backward)) & line;
}

CH_INLINE ch_set ch_bishop(const ch_game *g, int square, ch_set all) {
    const ch_lines *l = &g->lines[square];
    return ch_slide(all, l->bit, l->rising) | ch_slide(all, l->bit, l->falling);
}

CH_INLINE ch_set ch_rook(const ch_game *g, int square, ch_set all) {
    const ch_lines *l = &g->lines[square];
    const int shift = square & 56;
    return ch_slide(all, l->bit, l->file) | (ch_set)g->rank[square & 7][all >> shift >> 1 & 63] << shift;
}

CH_INLINE ch_set ch_attackers_of(const ch_game *g, const ch_state *s, int square, ch_set all, int by) {
    const ch_set queens = s->kind[CH_QUEEN];
    return s->side[by] & ((g->pawn[!by][square] & s->kind[CH_PAWN]) |
                          (g->knight[square] & s->kind[CH_KNIGHT]) | (g->king[square] & s->kind[CH_KING]) |
                          (ch_bishop(g, square, all) & (s->kind[CH_BISHOP] | queens)) |
                          (ch_rook(g, square, all) & (s->kind[CH_ROOK] | queens)));
}

/* ---- what decides about all moves of a side ------------------------------------------------------*/

typedef struct ch_look {
    ch_set own, other, all;
    ch_set checkers;
    ch_set pinned;
    ch_set target; /* where a move may end that is not the king's, as far as checks are concerned */
    int king;
} ch_look;

CH_INLINE ch_look ch_look_at(const ch_game *g, const ch_state *s) {
    const int side = s->turn;
    ch_look k = {.own = s->side[side], .other = s->side[!side], .all = ch_all(s)};
    k.king = ch_first(s->kind[CH_KING] & k.own);
    k.checkers = ch_attackers_of(g, s, k.king, k.all, !side);
    const ch_set queens = s->kind[CH_QUEEN];
    ch_set far = k.other & ((ch_bishop(g, k.king, k.other) & (s->kind[CH_BISHOP] | queens)) |
                            (ch_rook(g, k.king, k.other) & (s->kind[CH_ROOK] | queens)));
    for (; far; far &= far - 1) {
        const ch_set shields = g->between[k.king][ch_first(far)] & k.own;
        k.pinned |= shields & (shields - 1) ? 0 : shields;
    }
    k.target = !k.checkers ? ~k.own : k.checkers | g->between[k.king][ch_first(k.checkers)];
    return k;
}

/* After this capture en passant its own king is not in check. */
CH_INLINE bool ch_may_pass(const ch_game *g, const ch_state *s, const ch_look *k, int from) {
    const ch_set taken = ch_bit(s->passed ^ 8); /* on the rank before that square, or after it */
    const ch_set all = (k->all ^ ch_bit(from) ^ taken) | ch_bit(s->passed);
    return !(ch_attackers_of(g, s, k->king, all, !s->turn) & ~taken);
}

/* ---- the moves ----------------------------------------------------------------------------------*/

/* Where moves go: to a list, or nowhere but into their number. */
typedef struct ch_sink {
    hra_move *out; /* NULL: they are counted */
    int n;
} ch_sink;

CH_INLINE void ch_put(ch_sink *sink, int from, ch_set to) {
    if (!sink->out) {
        sink->n += __builtin_popcountll(to);
        return;
    }
    for (; to; to &= to - 1)
        sink->out[sink->n++] = ch_move(from, ch_first(to), 0);
}

CH_INLINE void ch_put_pawn(const ch_game *g, ch_sink *sink, int from, int to) {
    const int rank = to >> 3;
    if (rank != 0 && rank != g->size - 1) {
        ch_put(sink, from, ch_bit(to));
        return;
    }
    for (int kind = CH_QUEEN; kind >= CH_KNIGHT; kind--) {
        if (kind == CH_BISHOP && g->variant == CH_LOS_ALAMOS)
            continue;
        if (sink->out)
            sink->out[sink->n] = ch_move(from, to, kind);
        sink->n++;
    }
}

/* Pawns that go to these squares, all from as far away. */
CH_INLINE void ch_put_pawns(const ch_game *g, ch_sink *sink, ch_set to, int way) {
    const ch_set last = (ch_set)0xff | (ch_set)0xff << 8 * (g->size - 1);
    if (!sink->out) {
        sink->n += __builtin_popcountll(to & ~last);
        to &= last;
    }
    for (; to; to &= to - 1)
        ch_put_pawn(g, sink, ch_first(to) - way, ch_first(to));
}

CH_INLINE ch_set ch_shift(ch_set set, int by) {
    return by > 0 ? set << by : set >> -by;
}

/* Pawns that go to these squares, all from as far away, and become queens on the last rank. */
CH_INLINE void ch_put_to(ch_sink *sink, ch_set to, int way, ch_set last) {
    for (; to; to &= to - 1) {
        const int square = ch_first(to);
        sink->out[sink->n++] = ch_move(square - way, square, last >> square & 1 ? CH_QUEEN : 0);
    }
}

/* Pawns that are not pinned, all at once; then those that are, along their pins. */
CH_INLINE void ch_put_pawn_moves(const ch_game *g, const ch_state *s, const ch_look *k, ch_sink *sink,
                                 const int side) {
    const ch_set left = UINT64_C(0x7f7f7f7f7f7f7f7f), right = left << 1; /* squares that such a step enters */
    const int ahead = side == CH_WHITE ? 8 : -8;
    const ch_set second = g->variant == CH_LOS_ALAMOS ? 0
                          : side == CH_WHITE          ? UINT64_C(0xff0000)
                                                      : UINT64_C(0xff0000000000);
    const ch_set pawns = s->kind[CH_PAWN] & k->own, free = pawns & ~k->pinned, empty = ~k->all & g->cells;
    const ch_set once = ch_shift(free, ahead) & empty;
    ch_put_pawns(g, sink, once & k->target, ahead);
    ch_put_pawns(g, sink, ch_shift(once & second, ahead) & empty & k->target, 2 * ahead);
    ch_put_pawns(g, sink, ch_shift(free, ahead - 1) & left & k->other & k->target, ahead - 1);
    ch_put_pawns(g, sink, ch_shift(free, ahead + 1) & right & k->other & k->target, ahead + 1);
    for (ch_set bound = pawns & k->pinned; bound; bound &= bound - 1) {
        const int from = ch_first(bound);
        const ch_set step = ch_shift(ch_bit(from), ahead) & empty;
        ch_set to = step | (ch_shift(step & second, ahead) & empty) | (g->pawn[side][from] & k->other);
        for (to &= k->target & g->through[k->king][from]; to; to &= to - 1)
            ch_put_pawn(g, sink, from, ch_first(to));
    }
    for (ch_set by = s->passed ? g->pawn[!side][s->passed] & pawns : 0; by; by &= by - 1)
        if (ch_may_pass(g, s, k, ch_first(by)))
            ch_put(sink, ch_first(by), ch_bit(s->passed));
}

CH_INLINE void ch_put_pieces(const ch_game *g, const ch_state *s, const ch_look *k, ch_sink *sink) {
    const ch_set target = k->target & ~k->own & g->cells;
    const ch_set bishops = (s->kind[CH_BISHOP] | s->kind[CH_QUEEN]) & k->own,
                 rooks = (s->kind[CH_ROOK] | s->kind[CH_QUEEN]) & k->own;
    for (ch_set set = s->kind[CH_KNIGHT] & k->own & ~k->pinned; set; set &= set - 1)
        ch_put(sink, ch_first(set), g->knight[ch_first(set)] & target);
    for (ch_set set = bishops; set; set &= set - 1) {
        const int from = ch_first(set);
        const ch_set line = k->pinned >> from & 1 ? g->through[k->king][from] : ~(ch_set)0;
        ch_put(sink, from, ch_bishop(g, from, k->all) & target & line);
    }
    for (ch_set set = rooks; set; set &= set - 1) {
        const int from = ch_first(set);
        const ch_set line = k->pinned >> from & 1 ? g->through[k->king][from] : ~(ch_set)0;
        ch_put(sink, from, ch_rook(g, from, k->all) & target & line);
    }
}

/* A king that is not in check, and a rook at one of its sides: all squares on their ways are free, and none on the king's
 * is attacked, also where the rook that goes away was between. */
CH_INLINE bool ch_may_castle(const ch_game *g, const ch_state *s, const ch_look *k, int rook) {
    const int base = k->king & 56, to = base + (rook > k->king ? 6 : 2),
              beside = base + (rook > k->king ? 5 : 3);
    const ch_set both = ch_bit(k->king) | ch_bit(rook), ends = ch_bit(to) | ch_bit(beside);
    const ch_set way = (g->between[k->king][to] | ch_bit(to)) & ~ch_bit(k->king);
    if ((way | g->between[rook][beside] | ends) & k->all & ~both)
        return false;
    for (ch_set set = way; set; set &= set - 1)
        if (ch_attackers_of(g, s, ch_first(set), k->all & ~ch_bit(k->king), !s->turn))
            return false;
    return !ch_attackers_of(g, s, to, (k->all & ~both) | ends, !s->turn);
}

/* Captures and pawns that become queens, where the king is not in check. */
CH_INLINE void ch_put_captures(const ch_game *g, const ch_state *s, ch_sink *sink, const int side) {
    ch_look k = ch_look_at(g, s);
    const ch_set left = UINT64_C(0x7f7f7f7f7f7f7f7f), right = left << 1;
    const int ahead = side == CH_WHITE ? 8 : -8;
    const ch_set pawns = s->kind[CH_PAWN] & k.own, free = pawns & ~k.pinned;
    const ch_set last = side == CH_WHITE ? (ch_set)0xff << 8 * (g->size - 1) : (ch_set)0xff,
                 empty = ~k.all & last;
    k.target = k.other;
    ch_put_to(sink, ch_shift(free, ahead) & empty, ahead, last);
    ch_put_to(sink, ch_shift(free, ahead - 1) & left & k.other, ahead - 1, last);
    ch_put_to(sink, ch_shift(free, ahead + 1) & right & k.other, ahead + 1, last);
    for (ch_set bound = pawns & k.pinned; bound; bound &= bound - 1) {
        const int from = ch_first(bound);
        const ch_set to = (ch_shift(ch_bit(from), ahead) & empty) | (g->pawn[side][from] & k.other);
        for (ch_set set = to & g->through[k.king][from]; set; set &= set - 1)
            ch_put_to(sink, set & -set, ch_first(set) - from, last);
    }
    for (ch_set by = s->passed ? g->pawn[!side][s->passed] & pawns : 0; by; by &= by - 1)
        if (ch_may_pass(g, s, &k, ch_first(by)))
            ch_put(sink, ch_first(by), ch_bit(s->passed));
    ch_put_pieces(g, s, &k, sink);
    for (ch_set to = g->king[k.king] & k.other; to; to &= to - 1)
        if (!ch_attackers_of(g, s, ch_first(to), k.all & ~ch_bit(k.king), !s->turn))
            ch_put(sink, k.king, to & -to);
}

CH_INLINE void ch_put_king(const ch_game *g, const ch_state *s, const ch_look *k, ch_sink *sink) {
    const ch_set all = k->all & ~ch_bit(k->king);
    for (ch_set to = g->king[k->king] & ~k->own; to; to &= to - 1)
        if (!ch_attackers_of(g, s, ch_first(to), all, !s->turn))
            ch_put(sink, k->king, to & -to);
    for (ch_set rooks = k->checkers ? 0 : s->castle & k->own; rooks; rooks &= rooks - 1)
        if (ch_may_castle(g, s, k, ch_first(rooks)))
            ch_put(sink, k->king, rooks & -rooks);
}

CH_INLINE void ch_put_moves(const ch_game *g, const ch_state *s, ch_sink *sink) {
    const ch_look k = ch_look_at(g, s);
    if (!(k.checkers & (k.checkers - 1))) {
        if (s->turn == CH_WHITE)
            ch_put_pawn_moves(g, s, &k, sink, CH_WHITE);
        else
            ch_put_pawn_moves(g, s, &k, sink, CH_BLACK);
        ch_put_pieces(g, s, &k, sink);
    }
    ch_put_king(g, s, &k, sink);
}

/* ---- making one ---------------------------------------------------------------------------------*/

/* Forgets the square behind a pawn where no legal move takes it; the side that would take is to move. */
CH_INLINE void ch_check_passed_of(const ch_game *g, ch_state *s) {
    const ch_look k = {.all = ch_all(s), .king = ch_first(s->kind[CH_KING] & s->side[s->turn])};
    for (ch_set by = g->pawn[!s->turn][s->passed] & s->kind[CH_PAWN] & s->side[s->turn]; by; by &= by - 1)
        if (ch_may_pass(g, s, &k, ch_first(by)))
            return;
    s->passed = 0;
}

CH_INLINE void ch_castle_king(ch_state *s, int from, int rook) {
    const int base = from & 56;
    const ch_set kings = ch_bit(from) ^ ch_bit(base + (rook > from ? 6 : 2)),
                 rooks = ch_bit(rook) ^ ch_bit(base + (rook > from ? 5 : 3));
    s->kind[CH_KING] ^= kings;
    s->kind[CH_ROOK] ^= rooks;
    s->side[s->turn] ^= kings ^ rooks;
    s->quiet = (uint16_t)(s->quiet + 1);
}

CH_INLINE void ch_move_piece(const ch_game *g, ch_state *s, hra_move m, int kind) {
    const int from = ch_from(m), to = ch_to(m), side = s->turn, passed = s->passed;
    const ch_set enters = ch_bit(to);
    bool quiet = kind != CH_PAWN;
    if (s->side[!side] & enters) {
        s->side[!side] ^= enters;
        s->kind[ch_kind_at(s, to)] ^= enters;
        quiet = false;
    }
    s->kind[kind] ^= ch_bit(from);
    s->kind[ch_becomes(m) ? ch_becomes(m) : kind] ^= enters;
    s->side[side] ^= ch_bit(from) ^ enters;
    if (kind == CH_PAWN && passed && to == passed) {
        s->side[!side] ^= ch_bit(to ^ 8);
        s->kind[CH_PAWN] ^= ch_bit(to ^ 8);
    }
    s->quiet = quiet ? (uint16_t)(s->quiet + 1) : 0;
}

CH_INLINE void ch_make_move(const ch_game *g, ch_state *s, hra_move m) {
    const int from = ch_from(m), to = ch_to(m), side = s->turn, kind = ch_kind_at(s, from);
    if (s->side[side] >> to & 1)
        ch_castle_king(s, from, to);
    else
        ch_move_piece(g, s, m, kind);
    s->castle &= ~(ch_bit(from) | ch_bit(to));
    if (kind == CH_KING)
        s->castle &= side == CH_WHITE ? ~(ch_set)0xff : (ch_set)0xff;
    s->turn ^= 1;
    s->passed = 0;
    if (kind == CH_PAWN && (from ^ to) == 16) {
        s->passed = (uint8_t)((from + to) / 2);
        ch_check_passed_of(g, s);
    }
    s->number = (uint16_t)(s->number + (side == CH_BLACK && s->number < UINT16_MAX));
}

#endif
