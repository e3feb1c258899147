/* Positions: FEN, with the castling of X-FEN and of Shredder-FEN.
 *
 *     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
 *
 * The last four fields may be missing. */
#include <ctype.h>
#include <string.h>

#include "chess.h"
#include "core/lines.h"
#include "core/messages.h"

enum { MOST_QUIET = 150 };

/* Under draws=claim, behind the FEN: a draw may be claimed by repetition; it was claimed. */
static const char repeated[] = "repeated", claimed[] = "claimed";

const char ch_letters[] = "PNBRQK";

/* ---- writing ----------------------------------------------------------------------------------*/

static void write_rank(const ch_game *g, const ch_state *s, int rank, hra_text *out) {
    int free = 0;
    for (int file = 0; file < g->size; file++) {
        const int square = 8 * rank + file, kind = ch_kind_at(s, square);
        if (kind == CH_KINDS) {
            free++;
            continue;
        }
        if (free)
            hra_text_addf(out, "%d", free);
        free = 0;
        hra_text_add_char(out, (char)(ch_letters[kind] | (s->side[CH_BLACK] >> square & 1 ? 0x20 : 0)));
    }
    if (free)
        hra_text_addf(out, "%d", free);
}

/* The rook of these that is farthest from its king on that side; -1: there is none. */
static int outermost(ch_set rooks, int king, bool right) {
    const ch_set rank = (ch_set)0xff << (king & 56), below = ch_bit(king) - 1;
    rooks &= rank & (right ? ~below : below);
    return !rooks ? -1 : right ? 63 - __builtin_clzll(rooks) : ch_first(rooks);
}

/* K and Q are the outermost rooks; another one, and all in `files`, is its file. */
static void write_castling(const ch_state *s, bool files, hra_text *out) {
    if (!s->castle)
        hra_text_add_char(out, '-');
    for (int side = 0; side < 2; side++)
        for (int right = 1; right >= 0; right--) {
            const ch_set rooks = s->castle & s->side[side]; /* empty if an editor has taken the king */
            const int king = rooks ? ch_first(s->kind[CH_KING] & s->side[side]) : 0;
            const int rook = outermost(rooks, king, right);
            if (rook < 0)
                continue;
            const bool first = rook == outermost(s->kind[CH_ROOK] & s->side[side], king, right);
            const int letter = !first || files ? 'A' + rook % 8 : right ? 'K' : 'Q';
            hra_text_add_char(out, (char)(letter | (side == CH_BLACK ? 0x20 : 0)));
        }
}

static void write_fen(const ch_game *g, const ch_state *s, bool files, hra_text *out) {
    for (int rank = g->size - 1; rank >= 0; rank--) {
        write_rank(g, s, rank, out);
        hra_text_add_char(out, rank ? '/' : ' ');
    }
    hra_text_add(out, s->turn == CH_WHITE ? "w " : "b ");
    write_castling(s, files, out);
    if (s->passed)
        hra_text_addf(out, " %c%d", 'a' + s->passed % 8, s->passed / 8 + 1);
    else
        hra_text_add(out, " -");
    hra_text_addf(out, " %d %d", s->quiet, s->number);
    if (s->repeated)
        hra_text_addf(out, " %s", repeated);
    if (s->over == CH_CLAIMED)
        hra_text_addf(out, " %s", claimed);
}

void ch_write_fen(const hra_game *game, const void *s, hra_text *out) {
    write_fen(ch_game_of(game), s, false, out);
}

void ch_write_shredder(const hra_game *game, const void *s, hra_text *out) {
    write_fen(ch_game_of(game), s, true, out);
}

/* ---- reading ----------------------------------------------------------------------------------*/

typedef struct reader {
    const ch_game *g;
    hra_lines l;
    hra_error *why;
    ch_state s;
} reader;

static hra_err expected(const reader *r, const char *what) {
    return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l), "expected %s, found '%.20s'", _(what),
                    r->l.at < r->l.end ? r->l.at : _("the end"));
}

static hra_err put(reader *r, int square, int letter) {
    const char *kind = strchr(ch_letters, toupper(letter));
    r->s.kind[kind - ch_letters] |= ch_bit(square);
    r->s.side[islower(letter) ? CH_BLACK : CH_WHITE] |= ch_bit(square);
    return HRA_OK;
}

static hra_err read_board(reader *r) {
    const ch_game *g = r->g;
    for (int rank = g->size - 1; rank >= 0; rank--) {
        for (int file = 0; file < g->size;) {
            const int c = hra_lines_peek(&r->l);
            if (c > '0' && c <= '0' + g->size - file)
                file += c - '0';
            else if (c > 0 && strchr("PNBRQKpnbrqk", c))
                put(r, 8 * rank + file++, c);
            else
                return expected(r, g->size == 8
                                       ? N_("ranks from the top, of 8 squares each: a number of free ones, "
                                            "or PNBRQK for White, pnbrqk for Black")
                                       : N_("ranks from the top, of 6 squares each: a number of free ones, "
                                            "or PNRQK for White, pnrqk for Black"));
            r->l.at++;
        }
        if (rank && !hra_lines_take(&r->l, "/"))
            return expected(r, N_("'/' before the next rank"));
    }
    return HRA_OK;
}

/* Goes to the next field; false: there is none. */
static bool next_field(reader *r) {
    hra_lines_blanks(&r->l);
    return r->l.at < r->l.end;
}

static hra_err read_turn(reader *r) {
    const int c = next_field(r) ? hra_lines_peek(&r->l) : 0;
    if (c != 'w' && c != 'b')
        return expected(r, N_("w or b, the side to move"));
    r->s.turn = c == 'b';
    r->l.at++;
    return HRA_OK;
}

/* The rook that a letter means: K and Q the outermost ones, else one on this file; -1: none can castle. */
static int castling_rook(const reader *r, int letter) {
    const int side = islower(letter) ? CH_BLACK : CH_WHITE, upper = toupper(letter), base = side ? 56 : 0;
    const int king = ch_first(r->s.kind[CH_KING] & r->s.side[side]);
    const ch_set rooks = r->s.kind[CH_ROOK] & r->s.side[side];
    if ((king & 56) != base || r->g->variant == CH_LOS_ALAMOS)
        return -1;
    if (upper == 'K' || upper == 'Q')
        return outermost(rooks, king, upper == 'K');
    return upper >= 'A' && upper <= 'H' && (rooks >> (base + upper - 'A') & 1) ? base + upper - 'A' : -1;
}

/* A side has at most one such rook at each side of its king. */
static hra_err read_castling(reader *r) {
    if (!next_field(r) || hra_lines_take(&r->l, "-"))
        return HRA_OK;
    for (; r->l.at < r->l.end && *r->l.at != ' '; r->l.at++) {
        const int rook = castling_rook(r, (unsigned char)*r->l.at);
        if (rook < 0)
            return expected(r, N_("rooks that may castle, such as KQkq or HAha, or '-'"));
        const int king = ch_first(r->s.kind[CH_KING] & r->s.side[r->s.side[CH_BLACK] >> rook & 1]);
        const ch_set rank = (ch_set)0xff << (king & 56),
                     beside = rook > king ? ~(ch_bit(king) - 1) : ch_bit(king) - 1;
        if (r->s.castle & rank & beside)
            return expected(r, N_("one rook at each side of a king"));
        r->s.castle |= ch_bit(rook);
    }
    return HRA_OK;
}

/* The pawn that was passed by is before the square, which it came over from its own: both are free. */
static bool is_passed(const reader *r, int square) {
    const int side = r->s.turn, from = side == CH_WHITE ? square + 8 : square - 8;
    if (square / 8 != (side == CH_WHITE ? 5 : 2))
        return false;
    const ch_set free = ch_bit(square) | ch_bit(from);
    return !(ch_all(&r->s) & free) && (r->s.kind[CH_PAWN] & r->s.side[!side] & ch_bit(square ^ 8));
}

static hra_err read_passed(reader *r) {
    if (!next_field(r) || hra_lines_take(&r->l, "-"))
        return HRA_OK;
    const char *at = r->l.at;
    const int file = at[0] - 'a', rank = file >= 0 && file < 8 ? at[1] - '1' : -1;
    if (rank < 0 || rank > 7 || r->g->variant == CH_LOS_ALAMOS || !is_passed(r, 8 * rank + file))
        return expected(r, N_("the square that a pawn has just passed over, or '-'"));
    r->s.passed = (uint8_t)(8 * rank + file);
    r->l.at += 2;
    return HRA_OK;
}

static hra_err read_counters(reader *r) {
    int n = 0;
    r->s.number = 1;
    if (!next_field(r))
        return HRA_OK;
    n = hra_lines_digits(&r->l, 3);
    if (n < 0 || n > MOST_QUIET)
        return expected(r, N_("the number of plies without a capture or a pawn move, at most 150"));
    r->s.quiet = (uint16_t)n;
    if (!next_field(r))
        return HRA_OK;
    n = hra_lines_digits(&r->l, 5);
    if (n < 0 || n > UINT16_MAX)
        return expected(r, N_("the number of the move"));
    r->s.number = (uint16_t)(n ? n : 1);
    return HRA_OK;
}

static hra_err read_claims(reader *r) {
    if (r->g->claims && next_field(r) && hra_lines_take(&r->l, repeated))
        r->s.repeated = 1;
    else if (r->g->claims && next_field(r) && hra_lines_take(&r->l, claimed))
        r->s.over = CH_CLAIMED;
    return next_field(r) ? expected(r, N_("the end")) : HRA_OK;
}

static int beyond(int count, int at_first) {
    return count > at_first ? count - at_first : 0;
}

/* Pieces beyond those of the first position were pawns. */
static bool too_many(const ch_game *g, const ch_state *s, int side) {
    int n[CH_KINDS];
    for (int kind = 0; kind < CH_KINDS; kind++)
        n[kind] = __builtin_popcountll(s->kind[kind] & s->side[side]);
    return n[CH_PAWN] + beyond(n[CH_KNIGHT], 2) + beyond(n[CH_BISHOP], 2) + beyond(n[CH_ROOK], 2) +
               beyond(n[CH_QUEEN], 1) >
           g->size;
}

static hra_err check_pieces(const reader *r) {
    const ch_game *g = r->g;
    const ch_state *s = &r->s;
    const ch_set outer = (ch_set)0xff | (ch_set)0xff << 8 * (g->size - 1);
    for (int side = 0; side < 2; side++) {
        if (__builtin_popcountll(s->kind[CH_KING] & s->side[side]) != 1)
            return hra_fail(r->why, HRA_EINPUT, 0, "each side needs one king");
        if (too_many(g, s, side))
            return hra_fail(r->why, HRA_EINPUT, 0, "a side has more pieces than its pawns can have become");
    }
    if (s->kind[CH_PAWN] & outer)
        return hra_fail(r->why, HRA_EINPUT, 0, "a pawn is on the first or the last rank");
    if (g->variant == CH_LOS_ALAMOS && s->kind[CH_BISHOP])
        return hra_fail(r->why, HRA_EINPUT, 0, "Los Alamos chess has no bishops");
    return HRA_OK;
}

static hra_err check_checks(const reader *r) {
    const ch_state *s = &r->s;
    if (ch_checkers(r->g, s, !s->turn))
        return hra_fail(r->why, HRA_EINPUT, 0, "the side that is not to move is in check");
    if (__builtin_popcountll(ch_checkers(r->g, s, s->turn)) > 2)
        return hra_fail(r->why, HRA_EINPUT, 0, "more than two pieces give check");
    return HRA_OK;
}

hra_err ch_read_fen(const hra_game *game, const char *text, void *out, hra_error *why) {
    reader r = {.g = ch_game_of(game), .why = why};
    hra_lines_string(&r.l, text, why);
    hra_lines_blanks(&r.l);
    hra_err err = read_board(&r);
    err = err ? err : read_turn(&r);
    err = err ? err : check_pieces(&r);
    err = err ? err : read_castling(&r);
    err = err ? err : read_passed(&r);
    err = err ? err : read_counters(&r);
    err = err ? err : read_claims(&r);
    err = err ? err : check_checks(&r);
    if (err)
        return err;
    ch_check_passed(r.g, &r.s);
    const bool over = r.s.over == CH_CLAIMED;
    ch_settle(r.g, &r.s);
    if (over && r.s.over == CH_GOES_ON)
        r.s.over = CH_CLAIMED;
    *(ch_state *)out = r.s;
    return HRA_OK;
}

/* A board of six ranks. */
void ch_implied(const char *position, const hra_options *given, hra_text *out) {
    int ranks = 1;
    for (const char *at = position; *at && *at != ' '; at++)
        ranks += *at == '/';
    if (ranks == 6 && !hra_options_given(given, "variant"))
        hra_text_add(out, "variant=losalamos");
}
