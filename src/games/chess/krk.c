/* King and rook against a king, by the six rules of Torres y Quevedo's machine of 1912 (H. Vigneron, "Les automates", La
 * Nature, 1914; in English in D. Levy, "Computer chess compendium", 1988).
 *
 * His machine began with king and rook in order. The moves that bring them in order from anywhere else are ours: a number
 * says how far from order a position is, and the move that leaves the least is made. */
#include <stdlib.h>

#include "krk.h"

enum { SIDES = 4, SQUARES = 64, NONE = -1, LAST = 7 };

static int file_of(int square) {
    return square % 8;
}

static int rank_of(int square) {
    return square / 8;
}

static int steps(int a, int b) {
    const int files = abs(file_of(a) - file_of(b)), ranks = abs(rank_of(a) - rank_of(b));
    return files > ranks ? files : ranks;
}

/* ---- the board from its four sides ---------------------------------------------------------------*/

static int seen_from(int square, int side) {
    const int lying = side & 2 ? file_of(square) * 8 + rank_of(square) : square;
    return side & 1 ? lying ^ 56 : lying;
}

static int seen_back(int square, int side) {
    const int lying = side & 1 ? square ^ 56 : square;
    return side & 2 ? file_of(lying) * 8 + rank_of(lying) : lying;
}

static ch_krk turned(ch_krk p, int side) {
    return (ch_krk){seen_from(p.king, side), seen_from(p.rook, side), seen_from(p.lone, side)};
}

static bool is_at_edge(int square) {
    return file_of(square) < 2 || file_of(square) > 5;
}

/* The side from which king and rook are in order; NONE. */
static int side_of_order(ch_krk p) {
    for (int side = 0; side < SIDES; side++) {
        const ch_krk t = turned(p, side);
        if (rank_of(t.lone) < rank_of(t.rook) && rank_of(t.rook) < rank_of(t.king) && is_at_edge(t.rook))
            return side;
    }
    return NONE;
}

bool ch_krk_in_order(ch_krk p) {
    return side_of_order(p) != NONE;
}

/* ---- the six rules -------------------------------------------------------------------------------*/

/* -1: files a to c, 1: f to h, 0: between. */
static int zone(int square) {
    return file_of(square) < 3 ? -1 : file_of(square) > 4;
}

static ch_krk_move by_rules(ch_krk p) {
    const int below = rank_of(p.rook) - rank_of(p.lone), apart = rank_of(p.king) - rank_of(p.lone);
    const int files = abs(file_of(p.king) - file_of(p.lone));
    if (zone(p.rook) == zone(p.lone))
        return (ch_krk_move){p.rook, 8 * rank_of(p.rook) + (zone(p.rook) < 0 ? LAST : 0), 1};
    if (below > 1)
        return (ch_krk_move){p.rook, p.rook - 8, 2};
    if (apart > 2)
        return (ch_krk_move){p.king, p.king - 8, 3};
    if (files % 2)
        return (ch_krk_move){p.rook, p.rook ^ 1, 4};
    if (files > 0)
        return (ch_krk_move){p.king, p.king + (file_of(p.lone) > file_of(p.king) ? 1 : -1), 5};
    return (ch_krk_move){p.rook, p.rook - 8, 6};
}

/* ---- into order ----------------------------------------------------------------------------------*/

/* Whether two squares are on a line of the rook with neither of these pieces between. */
static bool is_line(int a, int b, int piece, int other) {
    const int step = rank_of(a) == rank_of(b) ? 1 : file_of(a) == file_of(b) ? 8 : 0;
    if (!step || a == b)
        return false;
    for (int at = a < b ? a + step : b + step; at != (a < b ? b : a); at += step)
        if (at == piece || at == other)
            return false;
    return true;
}

/* Moves of the lone king; -1: it takes the rook. */
static int count_replies(ch_krk p) {
    int n = 0;
    for (int to = 0; to < SQUARES; to++) {
        if (steps(p.lone, to) != 1 || steps(p.king, to) <= 1)
            continue;
        if (to == p.rook)
            return -1;
        n += !is_line(p.rook, to, p.king, NONE);
    }
    return n;
}

/* How far the pieces are from order, as one looks from one side. */
static int disorder_seen(ch_krk p) {
    const int lone = rank_of(p.lone), rook = rank_of(p.rook), king = rank_of(p.king);
    const bool between = file_of(p.rook) < file_of(p.king) ? file_of(p.king) < file_of(p.lone)
                                                           : file_of(p.king) > file_of(p.lone);
    const int least = rook > lone && rook + 1 > lone + 2 ? rook + 1 : lone + 2; /* rank that the king needs */
    return (rook <= lone   ? 8
            : rook == LAST ? 5
                           : 0) +
           (is_at_edge(p.rook) ? 0 : 4) + (king < least ? 3 * (least - king) : 0) +
           (king == rook && rook == lone + 1 && between ? 2 : 0);
}

static int disorder(ch_krk p) {
    int least = ch_krk_in_order(p) ? 0 : 1000;
    for (int side = 0; side < SIDES && least; side++) {
        const int seen = 1 + disorder_seen(turned(p, side));
        least = seen < least ? seen : least;
    }
    return least;
}

/* What the position after a move is worth, the less the better; a king moves rather than the rook, and keeps its files from
 * the other king. Mate comes first; a lost rook and a stalemate are not made. */
static int cost(ch_krk before, ch_krk p) {
    enum { MATE = -1, NEVER = 100000 };
    const int replies = count_replies(p);
    if (replies < 0)
        return NEVER;
    if (replies == 0)
        return is_line(p.rook, p.lone, p.king, NONE) ? MATE : NEVER;
    if (p.king == before.king)
        return 8 * disorder(p) + 4;
    const bool away = abs(file_of(p.king) - file_of(p.lone)) > abs(file_of(before.king) - file_of(p.lone));
    return 8 * disorder(p) + 3 - away;
}

static ch_krk_move arrange(ch_krk p) {
    ch_krk_move best = {0};
    int least = 0;
    for (int to = 0; to < SQUARES; to++) {
        const bool rook = to != p.king && to != p.lone && is_line(p.rook, to, p.king, p.lone);
        const bool king = to != p.rook && steps(p.king, to) == 1 && steps(p.lone, to) > 1;
        for (int piece = 0; piece < 2; piece++) {
            if (!(piece ? king : rook))
                continue;
            const ch_krk after = {piece ? to : p.king, piece ? p.rook : to, p.lone};
            const int c = cost(p, after);
            if (best.from == best.to || c < least) {
                best = (ch_krk_move){piece ? p.king : p.rook, to, CH_KRK_ARRANGES};
                least = c;
            }
        }
    }
    return best;
}

ch_krk_move ch_krk_choose(ch_krk p) {
    const int side = side_of_order(p);
    if (side == NONE)
        return arrange(p);
    ch_krk_move m = by_rules(turned(p, side));
    m.from = seen_back(m.from, side);
    m.to = seen_back(m.to, side);
    return m;
}
