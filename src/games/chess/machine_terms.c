/* What Shannon, Turing and Bernstein counted. A side that is not to move has the moves that it would have if it were. */
#include "machine_terms.h"

#include <math.h>
#include <string.h>

#include "moves.inl"

/* The position with this side to move. */
static ch_state with_turn(const ch_state *s, int seat) {
    ch_state t = *s;
    if (t.turn != seat) {
        t.turn = (uint8_t)seat;
        t.passed = 0;
    }
    return t;
}

/* The moves that the side would have, one that takes the king of the other side too; none if a king is missing, as in an
 * editor. */
static int list_moves(const ch_game *g, const ch_state *s, int seat, ch_state *t, hra_move *out) {
    *t = with_turn(s, seat);
    const ch_set kings = s->kind[CH_KING];
    if (!(kings & s->side[0]) || !(kings & s->side[1]) || s->over == CH_SET_UP)
        return 0;
    return ch_moves(g, t, out);
}

static double count(ch_set set) {
    return __builtin_popcountll(set);
}

/* ---- Shannon -------------------------------------------------------------------------------------*/

/* Behind the pawns beside it, and if it went ahead, a pawn of the other side could take it. */
double ch_term_backward(const hra_game *game, const void *state, int seat) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    const ch_set own = s->side[seat] & s->kind[CH_PAWN], other = s->side[!seat] & s->kind[CH_PAWN];
    int n = 0;
    for (ch_set set = own; set; set &= set - 1) {
        const int square = ch_first(set), ahead = square + (seat == CH_WHITE ? 8 : -8), rank = square / 8;
        ch_set beside = 0;
        for (int file = square % 8 - 1; file <= square % 8 + 1; file += 2)
            if (file >= 0 && file < 8)
                beside |= own & UINT64_C(0x0101010101010101) << file;
        const ch_set from = UINT64_MAX << 8 * rank; /* this rank and those above it */
        const ch_set supports = beside & (seat == CH_WHITE ? ~(from << 8) : from);
        n += beside && !supports && ahead >= 0 && ahead < CH_SQUARES && (g->pawn[seat][ahead] & other);
    }
    return n;
}

double ch_term_moves(const hra_game *game, const void *s, int seat) {
    hra_move moves[CH_MAX_MOVES];
    ch_state t;
    return list_moves(ch_game_of(game), s, seat, &t, moves);
}

/* ---- Bernstein -----------------------------------------------------------------------------------*/

/* How many more of its own pieces attack the square. */
static int lead_on(const ch_game *g, const ch_state *s, int square, int seat) {
    const ch_set all = ch_all(s);
    return __builtin_popcountll(ch_attackers_of(g, s, square, all, seat)) -
           __builtin_popcountll(ch_attackers_of(g, s, square, all, !seat));
}

static double controlled(const ch_game *g, const ch_state *s, ch_set squares, int seat) {
    int n = 0;
    for (; squares; squares &= squares - 1)
        n += lead_on(g, s, ch_first(squares), seat) > 0;
    return n;
}

double ch_term_area(const hra_game *game, const void *s, int seat) {
    return controlled(ch_game_of(game), s, ch_game_of(game)->cells, seat);
}

double ch_term_king_area(const hra_game *game, const void *state, int seat) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    const ch_set king = s->kind[CH_KING] & s->side[seat];
    return king ? controlled(g, s, g->king[ch_first(king)], seat) : 0;
}

/* ---- Turing --------------------------------------------------------------------------------------*/

/* The moves of each piece, a capture counted twice. */
static void count_by_piece(const ch_game *g, const ch_state *s, int seat, int by[CH_SQUARES]) {
    hra_move moves[CH_MAX_MOVES];
    ch_state t;
    const int n = list_moves(g, s, seat, &t, moves);
    memset(by, 0, CH_SQUARES * sizeof *by);
    for (int i = 0; i < n; i++)
        if (!ch_castles(&t, moves[i]))
            by[ch_from(moves[i])] += 1 + (int)(ch_all(&t) >> ch_to(moves[i]) & 1);
}

static double roots_of(const ch_game *g, const ch_state *s, ch_set pieces, int seat) {
    int by[CH_SQUARES];
    double sum = 0;
    count_by_piece(g, s, seat, by);
    for (ch_set set = pieces & s->side[seat]; set; set &= set - 1)
        sum += sqrt(by[ch_first(set)]);
    return sum;
}

double ch_term_roots(const hra_game *game, const void *state, int seat) {
    const ch_state *s = state;
    const ch_set pieces = s->kind[CH_QUEEN] | s->kind[CH_ROOK] | s->kind[CH_BISHOP] | s->kind[CH_KNIGHT];
    return roots_of(ch_game_of(game), s, pieces, seat);
}

double ch_term_king_roots(const hra_game *game, const void *s, int seat) {
    return roots_of(ch_game_of(game), s, ((const ch_state *)s)->kind[CH_KING], seat);
}

double ch_term_exposure(const hra_game *game, const void *state, int seat) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    const ch_set king = s->kind[CH_KING] & s->side[seat], all = ch_all(s);
    if (!king)
        return 0;
    const ch_set to =
        (ch_bishop(g, ch_first(king), all) | ch_rook(g, ch_first(king), all)) & g->cells & ~s->side[seat];
    return sqrt(count(to) + count(to & s->side[!seat]));
}

double ch_term_guarded(const hra_game *game, const void *state, int seat) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    double sum = 0;
    ch_set set = s->side[seat] & (s->kind[CH_ROOK] | s->kind[CH_BISHOP] | s->kind[CH_KNIGHT]);
    for (; set; set &= set - 1) {
        const ch_set by = ch_attackers_of(g, s, ch_first(set), ch_all(s), seat);
        sum += !by ? 0 : by & (by - 1) ? 1.5 : 1;
    }
    return sum;
}

double ch_term_guarded_pawns(const hra_game *game, const void *state, int seat) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    int n = 0;
    for (ch_set set = s->side[seat] & s->kind[CH_PAWN]; set; set &= set - 1)
        n += (ch_attackers_of(g, s, ch_first(set), ch_all(s), seat) & ~s->kind[CH_PAWN]) != 0;
    return n;
}

/* A king on the c or g file of its rank with a rook on its inner side has castled, as far as a position tells. */
static bool has_castled(const ch_game *g, const ch_state *s, int seat) {
    const ch_set king = ch_turned_set(g, s->kind[CH_KING] & s->side[seat], seat);
    const ch_set rooks = ch_turned_set(g, s->kind[CH_ROOK] & s->side[seat], seat);
    return g->variant != CH_LOS_ALAMOS &&
           ((king == ch_bit(6) && rooks & ch_bit(5)) || (king == ch_bit(2) && rooks & ch_bit(3)));
}

double ch_term_castling(const hra_game *game, const void *state, int seat) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    hra_move moves[CH_MAX_MOVES];
    ch_state t;
    if (!(s->castle & s->side[seat]))
        return 3 * has_castled(g, s, seat);
    const int n = list_moves(g, s, seat, &t, moves);
    for (int i = 0; i < n; i++)
        if (ch_castles(&t, moves[i]))
            return 2;
    return 1;
}

double ch_term_checks(const hra_game *game, const void *s, int seat) {
    return ch_checkers(ch_game_of(game), s, !seat) != 0;
}

/* A move that would mate if the other side did nothing. */
double ch_term_threats(const hra_game *game, const void *state, int seat) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    hra_move moves[CH_MAX_MOVES];
    ch_state t;
    if (s->over != CH_GOES_ON || ch_checkers(g, s, !seat))
        return 0;
    const int n = list_moves(g, s, seat, &t, moves);
    for (int i = 0; i < n; i++) {
        ch_state after = t;
        ch_make(g, &after, moves[i]);
        if (ch_checkers(g, &after, !seat) && !ch_can_move(g, &after))
            return 1;
    }
    return 0;
}
