/* Terms of a position of chess for formulas, each for one side; the side's own pawns move up the board. */
#include <stdlib.h>

#include "core/messages.h"
#include "machine_terms.h"
#include "moves.inl"

static ch_set pieces_of(const hra_game *game, const void *state, int side, int kind) {
    const ch_state *s = state;
    return s->kind[kind] & s->side[side];
}

/* Pawns of `of` as `side` sees the board. */
static ch_set pawns_seen(const hra_game *game, const void *s, int of, int side) {
    return ch_turned_set(ch_game_of(game), pieces_of(game, s, of, CH_PAWN), side);
}

static double count(ch_set set) {
    return __builtin_popcountll(set);
}

static double pawns(const hra_game *game, const void *s, int seat) {
    return count(pieces_of(game, s, seat, CH_PAWN));
}

static double knights(const hra_game *game, const void *s, int seat) {
    return count(pieces_of(game, s, seat, CH_KNIGHT));
}

static double bishops(const hra_game *game, const void *s, int seat) {
    return count(pieces_of(game, s, seat, CH_BISHOP));
}

static double rooks(const hra_game *game, const void *s, int seat) {
    return count(pieces_of(game, s, seat, CH_ROOK));
}

static double queens(const hra_game *game, const void *s, int seat) {
    return count(pieces_of(game, s, seat, CH_QUEEN));
}

static double pair(const hra_game *game, const void *s, int seat) {
    return bishops(game, s, seat) > 1;
}

static double ranks(const hra_game *game, const void *s, int seat) {
    double sum = 0;
    for (ch_set set = pawns_seen(game, s, seat, seat); set; set &= set - 1)
        sum += ch_first(set) / 8 - 1;
    return sum;
}

static double passed(const hra_game *game, const void *s, int seat) {
    const ch_set others = pawns_seen(game, s, !seat, seat);
    int n = 0;
    for (ch_set set = pawns_seen(game, s, seat, seat); set; set &= set - 1) {
        const int square = ch_first(set);
        n += !(others & ch_around(square % 8) & ~(((ch_set)2 << (square | 7)) - 1));
    }
    return n;
}

static double doubled(const hra_game *game, const void *s, int seat) {
    int n = 0;
    for (int file = 0; file < 8; file++) {
        const ch_set set = pieces_of(game, s, seat, CH_PAWN) & FILE_A << file;
        n += set ? __builtin_popcountll(set) - 1 : 0;
    }
    return n;
}

static double isolated(const hra_game *game, const void *s, int seat) {
    const ch_set own = pieces_of(game, s, seat, CH_PAWN);
    int n = 0;
    for (ch_set set = own; set; set &= set - 1) {
        const int file = ch_first(set) % 8;
        n += !(own & ch_around(file) & ~(FILE_A << file));
    }
    return n;
}

static double mobility(const hra_game *game, const void *state, int seat) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    const ch_set all = ch_all(s), free = g->cells & ~s->side[seat], queen = s->kind[CH_QUEEN];
    double n = 0;
    for (ch_set set = s->side[seat] & s->kind[CH_KNIGHT]; set; set &= set - 1)
        n += count(g->knight[ch_first(set)] & free);
    for (ch_set set = s->side[seat] & (s->kind[CH_BISHOP] | queen); set; set &= set - 1)
        n += count(ch_bishop(g, ch_first(set), all) & free);
    for (ch_set set = s->side[seat] & (s->kind[CH_ROOK] | queen); set; set &= set - 1)
        n += count(ch_rook(g, ch_first(set), all) & free);
    return n;
}

static double centre(const hra_game *game, const void *state, int seat) {
    const int size = ch_game_of(game)->size, low = size / 2 - 1;
    const ch_set two = (ch_set)3 << low;
    return count(((const ch_state *)state)->side[seat] & (two << 8 * low | two << 8 * (low + 1)));
}

/* Own pawns beside the king and before it, on the three squares of the next rank and those of the one after. */
static double shelter(const hra_game *game, const void *s, int seat) {
    const ch_game *g = ch_game_of(game);
    const int king = ch_first(ch_turned_set(g, pieces_of(game, s, seat, CH_KING), seat));
    const ch_set next = king / 8 < 7 ? ch_around(king % 8) & (ch_set)0xff << ((king & 56) + 8) : 0;
    return count(pawns_seen(game, s, seat, seat) & (next | next << 8));
}

static double open_rooks(const hra_game *game, const void *s, int seat) {
    const ch_set all = ((const ch_state *)s)->kind[CH_PAWN];
    int n = 0;
    for (ch_set set = pieces_of(game, s, seat, CH_ROOK); set; set &= set - 1)
        n += !(all & FILE_A << ch_first(set) % 8);
    return n;
}

static double turn(const hra_game *game, const void *state, int seat) {
    const ch_state *s = state;
    return s->over == CH_GOES_ON && s->turn == seat;
}

const hra_term ch_formula_terms[] = {
    {"pawns", N_("pawns of a side"), 0, 8, false, pawns},
    {"knights", N_("knights of a side"), 0, 10, false, knights},
    {"bishops", N_("bishops of a side"), 0, 10, false, bishops},
    {"rooks", N_("rooks of a side"), 0, 10, false, rooks},
    {"queens", N_("queens of a side"), 0, 9, false, queens},
    {"pair", N_("1 if a side has two bishops"), 0, 1, false, pair},
    {"ranks", N_("ranks by which its pawns have advanced"), 0, 40, false, ranks},
    {"passed", N_("pawns that no pawn can stop or take any more"), 0, 8, false, passed},
    {"doubled", N_("pawns behind a pawn of their own"), 0, 7, false, doubled},
    {"isolated", N_("pawns without a pawn on the files beside them"), 0, 8, false, isolated},
    {"mobility", N_("squares that its knights, bishops, rooks and queens reach"), 0, 256, false, mobility},
    {"centre", N_("pieces on the four squares in the middle"), 0, 4, false, centre},
    {"shelter", N_("pawns before the king, at most two ranks away"), 0, 6, false, shelter},
    {"open_rooks", N_("rooks on files without pawns"), 0, 10, false, open_rooks},
    {"turn", N_("1 if the side is to move"), 0, 1, false, turn},
    {"backward", N_("pawns behind those beside them that cannot go ahead safely"), 0, 8, false,
     ch_term_backward},
    {"moves", N_("legal moves"), 0, 256, false, ch_term_moves},
    {"area", N_("squares that more of its pieces attack than of the other side"), 0, 64, false, ch_term_area},
    {"king_area", N_("such squares beside the king"), 0, 8, false, ch_term_king_area},
    {"roots", N_("sum of the square roots of the moves of each piece, captures twice"), 0, 120, false,
     ch_term_roots},
    {"king_roots", N_("square root of the moves of the king, captures twice"), 0, 4, false,
     ch_term_king_roots},
    {"exposure", N_("square root of the moves of a queen in the place of the king"), 0, 8, false,
     ch_term_exposure},
    {"guarded", N_("rooks, bishops and knights that are defended; 1.5 if twice"), 0, 45, false,
     ch_term_guarded},
    {"guarded_pawns", N_("pawns that a piece defends"), 0, 8, false, ch_term_guarded_pawns},
    {"castling", N_("1 if it may castle later, 2 if at once, 3 if it has castled"), 0, 3, false,
     ch_term_castling},
    {"checks", N_("1 if the other side is in check"), 0, 1, false, ch_term_checks},
    {"threats", N_("1 if it threatens mate in one move"), 0, 1, false, ch_term_threats},
    {0},
};
