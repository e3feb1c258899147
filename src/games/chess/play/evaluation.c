/* The evaluation `fitted`: what it counts. */
#include "evaluation.h"

#include <string.h>

#include "games/chess/moves.inl"

#define DARK UINT64_C(0xaa55aa55aa55aa55)

/* What takes the terms in: the sum of their weights, or a count of each. */
typedef struct sink {
    const int64_t *weight;
    int64_t sum;
    int16_t *count; /* NULL: they are summed */
    int sign;       /* 1: of White; -1: of Black */
} sink;

/* What the terms of one side are made of. */
typedef struct view {
    const ch_game *g;
    const ch_state *s;
    int side;
    ch_set own, other, all;
    ch_set pawns, other_pawns;   /* as they stand */
    ch_set pawn_attacks, barred; /* squares that own pawns attack; that those of the other side do */
    int king, other_king;
    ch_set ring;                /* squares at the other king, and its own */
    int danger;                 /* what attacks them */
    ch_set by_pieces, by_rooks; /* squares that knights and bishops attack, that rooks do */
    ch_set attacks;             /* that anything does */
} view;

CH_INLINE void add(sink *k, int term, int times, bool counts) {
    if (counts)
        k->count[term] = (int16_t)(k->count[term] + k->sign * times);
    else
        k->sum += k->sign * times * k->weight[term];
}

CH_INLINE int count(ch_set set) {
    return __builtin_popcountll(set);
}

/* The ranks ahead of a square. */
CH_INLINE ch_set ahead_of(int square, int side) {
    return side == CH_WHITE ? ~(((ch_set)2 << (square | 7)) - 1) : ((ch_set)1 << (square & 56)) - 1;
}

CH_INLINE int steps(int from, int to) {
    const int files = from % 8 > to % 8 ? from % 8 - to % 8 : to % 8 - from % 8;
    const int ranks = from / 8 > to / 8 ? from / 8 - to / 8 : to / 8 - from / 8;
    return files > ranks ? files : ranks;
}

CH_INLINE ch_set attacked_by_pawns(ch_set pawns, int side) {
    const ch_set left = pawns & ~FILE_A, right = pawns & ~(FILE_A << 7);
    return side == CH_WHITE ? left << 7 | right << 9 : left >> 9 | right >> 7;
}

/* ---- pawns ------------------------------------------------------------------------------------*/

CH_INLINE void add_passed(sink *k, const view *v, int square, bool counts) {
    const int rank = ch_turned(v->g, square, v->side) / 8,
              next = v->side == CH_WHITE ? square + 8 : square - 8;
    add(k, CH_TERM_PASSED + rank, 1, counts);
    if (v->all >> next & 1)
        add(k, CH_TERM_BLOCKED + rank, 1, counts);
    if (rank > 2) {
        add(k, CH_TERM_OWN_KING, (rank - 2) * steps(v->king, next), counts);
        add(k, CH_TERM_OTHER_KING, (rank - 2) * steps(v->other_king, next), counts);
    }
}

CH_INLINE void add_pawns(sink *k, const view *v, bool counts) {
    for (ch_set set = v->pawns; set; set &= set - 1) {
        const int square = ch_first(set), file = square % 8, rank = ch_turned(v->g, square, v->side) / 8;
        const ch_set ahead = ahead_of(square, v->side), own_file = FILE_A << file;
        if (!(v->other_pawns & ch_around(file) & ahead) && !(v->pawns & own_file & ahead))
            add_passed(k, v, square, counts);
        if (v->pawn_attacks >> square & 1)
            add(k, CH_TERM_SUPPORTED + rank, 1, counts);
        if (file < 7 && v->pawns >> square >> 1 & 1)
            add(k, CH_TERM_BESIDE + rank, 1, counts);
        if (!(v->pawns & ch_around(file) & ~own_file))
            add(k, CH_TERM_ISOLATED, 1, counts);
        if (v->pawns & own_file & ahead)
            add(k, CH_TERM_DOUBLED, 1, counts);
    }
}

/* ---- pieces -----------------------------------------------------------------------------------*/

/* A piece attacks these squares: how far it moves, and what it does to the other king. `unit` says how much it
 * counts there. */
CH_INLINE ch_set add_moves(sink *k, view *v, ch_set attack, int term, int unit, bool counts) {
    const ch_set hits = attack & v->ring;
    add(k, term + count(attack & ~v->own & ~v->barred), 1, counts);
    v->danger += hits ? unit + count(hits) : 0;
    v->attacks |= attack;
    return attack;
}

CH_INLINE void add_knights(sink *k, view *v, bool counts) {
    for (ch_set set = v->own & v->s->kind[CH_KNIGHT]; set; set &= set - 1) {
        const int square = ch_first(set), rank = ch_turned(v->g, square, v->side) / 8;
        const ch_set beside = ch_around(square % 8) & ~(FILE_A << square % 8);
        v->by_pieces |= add_moves(k, v, v->g->knight[square], CH_TERM_KNIGHT_MOVES, 2, counts);
        if (rank > 2 && rank < 6 && v->pawn_attacks >> square & 1 &&
            !(v->other_pawns & beside & ahead_of(square, v->side)))
            add(k, CH_TERM_OUTPOST, 1, counts);
    }
}

CH_INLINE void add_bishops(sink *k, view *v, bool counts) {
    const ch_set bishops = v->own & v->s->kind[CH_BISHOP],
                 through = v->all & ~(v->own & v->s->kind[CH_QUEEN]);
    for (ch_set set = bishops; set; set &= set - 1) {
        const int square = ch_first(set);
        const ch_set colour = DARK >> square & 1 ? DARK : ~DARK;
        v->by_pieces |= add_moves(k, v, ch_bishop(v->g, square, through), CH_TERM_BISHOP_MOVES, 2, counts);
        add(k, CH_TERM_BAD_BISHOP, count(v->pawns & colour), counts);
    }
    if (bishops & (bishops - 1))
        add(k, CH_TERM_PAIR, 1, counts);
}

CH_INLINE void add_rooks(sink *k, view *v, bool counts) {
    const ch_set own = v->own & (v->s->kind[CH_ROOK] | v->s->kind[CH_QUEEN]), through = v->all & ~own;
    for (ch_set set = v->own & v->s->kind[CH_ROOK]; set; set &= set - 1) {
        const int square = ch_first(set);
        const ch_set file = FILE_A << square % 8;
        v->by_rooks |= add_moves(k, v, ch_rook(v->g, square, through), CH_TERM_ROOK_MOVES, 3, counts);
        if (!(v->pawns & file))
            add(k, v->other_pawns & file ? CH_TERM_HALF_OPEN : CH_TERM_OPEN, 1, counts);
    }
}

CH_INLINE void add_queens(sink *k, view *v, bool counts) {
    for (ch_set set = v->own & v->s->kind[CH_QUEEN]; set; set &= set - 1) {
        const int square = ch_first(set);
        add_moves(k, v, ch_bishop(v->g, square, v->all) | ch_rook(v->g, square, v->all), CH_TERM_QUEEN_MOVES,
                  4, counts);
    }
}

/* ---- kings and threats --------------------------------------------------------------------------*/

CH_INLINE void add_king(sink *k, const view *v, bool counts) {
    enum { MOST_SHELTER = 6, MOST_DANGER = 23 };
    const ch_set files = ch_around(v->king % 8), first = ahead_of(v->king, v->side) & files;
    const ch_set near = first & ~(v->side == CH_WHITE ? first << 16 : first >> 16); /* of two ranks */
    const int shelter = count(v->pawns & near);
    add(k, CH_TERM_SHELTER + (shelter < MOST_SHELTER ? shelter : MOST_SHELTER), 1, counts);
    for (int file = v->king % 8 - 1; file <= v->king % 8 + 1; file++)
        if (file >= 0 && file < 8 && !(v->pawns & FILE_A << file))
            add(k, CH_TERM_BARE, 1, counts);
    add(k, CH_TERM_DANGER + (v->danger < MOST_DANGER ? v->danger : MOST_DANGER), 1, counts);
}

/* `defended`: squares that the other side attacks. */
CH_INLINE void add_threats(sink *k, const view *v, ch_set defended, bool counts) {
    for (int kind = CH_PAWN; kind < CH_KING; kind++) {
        const ch_set pieces = v->other & v->s->kind[kind];
        if (kind != CH_PAWN)
            add(k, CH_TERM_PAWN_ATTACKS + kind, count(pieces & v->pawn_attacks), counts);
        add(k, CH_TERM_PIECE_ATTACKS + kind, count(pieces & v->by_pieces), counts);
        add(k, CH_TERM_ROOK_ATTACKS + kind, count(pieces & v->by_rooks), counts);
        add(k, CH_TERM_LOOSE + kind, count(pieces & v->attacks & ~defended), counts);
    }
}

/* ---- the whole ----------------------------------------------------------------------------------*/

CH_INLINE view view_of(const ch_game *g, const ch_state *s, int side) {
    view v = {.g = g, .s = s, .side = side, .own = s->side[side], .other = s->side[!side], .all = ch_all(s)};
    v.pawns = v.own & s->kind[CH_PAWN];
    v.other_pawns = v.other & s->kind[CH_PAWN];
    v.pawn_attacks = attacked_by_pawns(v.pawns, side);
    v.barred = attacked_by_pawns(v.other_pawns, !side);
    v.king = ch_first(v.own & s->kind[CH_KING]);
    v.other_king = ch_first(v.other & s->kind[CH_KING]);
    v.ring = g->king[v.other_king] | ch_bit(v.other_king);
    v.attacks = v.pawn_attacks | g->king[v.king];
    return v;
}

CH_INLINE int add_places(sink *k, const view *v, bool counts) {
    static const int phase[CH_KINDS] = {0, 1, 1, 2, 4, 0};
    int sum = 0;
    for (int kind = 0; kind < CH_KINDS; kind++)
        for (ch_set set = v->own & v->s->kind[kind]; set; set &= set - 1) {
            if (kind != CH_KING)
                add(k, CH_TERM_MATERIAL + kind, 1, counts);
            add(k, CH_TERM_PLACE + 64 * kind + ch_turned(v->g, ch_first(set), v->side), 1, counts);
            sum += phase[kind];
        }
    return sum;
}

CH_INLINE int add_all(sink *k, const ch_game *g, const ch_state *s, bool counts) {
    view v[2] = {view_of(g, s, CH_WHITE), view_of(g, s, CH_BLACK)};
    int phase = 0;
    for (int side = 0; side < 2; side++) {
        k->sign = side == CH_WHITE ? 1 : -1;
        phase += add_places(k, &v[side], counts);
        add_pawns(k, &v[side], counts);
        add_knights(k, &v[side], counts);
        add_bishops(k, &v[side], counts);
        add_rooks(k, &v[side], counts);
        add_queens(k, &v[side], counts);
        add_king(k, &v[side], counts);
    }
    for (int side = 0; side < 2; side++) {
        k->sign = side == CH_WHITE ? 1 : -1;
        add_threats(k, &v[side], v[!side].attacks, counts);
    }
    k->sign = s->turn == CH_WHITE ? 1 : -1;
    add(k, CH_TERM_TURN, 1, counts);
    return phase < CH_PHASES ? phase : CH_PHASES;
}

void ch_pack_weights(const ch_weights *weights, ch_packed_weights *out) {
    for (int i = 0; i < CH_TERMS; i++)
        out->term[i] = weights->all[i] + weights->few[i] * (INT64_C(1) << 32);
}

CH_INLINE int evaluate(const ch_game *g, const ch_packed_weights *weights, const ch_state *s) {
    sink k = {.weight = weights->term};
    const int phase = add_all(&k, g, s, false);
    const int32_t all = (int32_t)(uint32_t)(uint64_t)k.sum;
    const int32_t few = (int32_t)((k.sum - all) / (INT64_C(1) << 32));
    return (all * phase + few * (CH_PHASES - phase)) / (CH_PHASES * CH_FINENESS);
}

/* Compiled for processors that count bits in one instruction, and for others. */
__attribute__((noinline)) static int evaluate_plainly(const ch_game *g, const ch_packed_weights *weights,
                                                      const ch_state *s) {
    return evaluate(g, weights, s);
}

#if defined(__x86_64__)
__attribute__((noinline, target("popcnt,bmi"))) static int
evaluate_counting(const ch_game *g, const ch_packed_weights *weights, const ch_state *s) {
    return evaluate(g, weights, s);
}
#endif

int ch_evaluate(const ch_game *g, const ch_packed_weights *weights, const ch_state *s) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi"))
        return evaluate_counting(g, weights, s);
#endif
    return evaluate_plainly(g, weights, s);
}

int ch_count_terms(const ch_game *g, const ch_state *s, int16_t out[CH_TERMS]) {
    sink k = {.count = out};
    memset(out, 0, CH_TERMS * sizeof *out);
    return add_all(&k, g, s, true);
}
