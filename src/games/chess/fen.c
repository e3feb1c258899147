/* Positions: FEN, with the castling of X-FEN and of Shredder-FEN.
 *
 *     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
 *
 * The last four fields may be missing. `startpos` is the first position, as in UCI. */
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

/* The fields after the board, for people; the first one is field 2. */
static const char *const fields[] = {N_("side to move"), N_("castling"), N_("en passant"),
                                     N_("plies without progress"), N_("number of the move")};
enum { TURN = 2, CASTLING, PASSED, QUIET, NUMBER };

static hra_err expected(const reader *r, int field, const char *what) {
    char found[24] = "";
    const size_t n = strcspn(r->l.at, " ");
    memcpy(found, r->l.at, n < sizeof found - 1 ? n : sizeof found - 1);
    return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                    "field %d of the FEN, %s: expected %s, found '%s'", field, _(fields[field - TURN]),
                    _(what), *found ? found : _("the end"));
}

/* The rank as it was typed, for a message. */
typedef struct typed_rank {
    const char *text;
    int length;
} typed_rank;

static typed_rank rank_from(const char *text) {
    const size_t n = strcspn(text, "/ ");
    return (typed_rank){text, n < 40 ? (int)n : 40};
}

static void put(reader *r, int square, int letter) {
    const char *kind = strchr(ch_letters, toupper(letter));
    r->s.kind[kind - ch_letters] |= ch_bit(square);
    r->s.side[islower(letter) ? CH_BLACK : CH_WHITE] |= ch_bit(square);
}

static bool is_piece(int c) {
    return c > 0 && strchr("PNBRQKpnbrqk", c);
}

static hra_err wrong_sign(const reader *r, int rank) {
    const typed_rank found = rank_from(r->l.at);
    return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                    r->g->variant == CH_LOS_ALAMOS ? N_("rank %d of the FEN: expected PNRQK (White), pnrqk "
                                                        "(Black) or a number of free squares, found "
                                                        "'%.*s'")
                                                   : N_("rank %d of the FEN: expected PNBRQK (White), pnbrqk "
                                                        "(Black) or a number of free squares, found "
                                                        "'%.*s'"),
                    rank + 1, found.length, found.text);
}

/* Pieces and numbers of free squares, as many as a rank has squares. */
static hra_err read_rank(reader *r, int rank) {
    const int size = r->g->size;
    const typed_rank typed = rank_from(r->l.at);
    int file = 0;
    for (; r->l.at < r->l.end && !strchr("/ ", *r->l.at); r->l.at++) {
        const int c = hra_lines_peek(&r->l);
        const bool piece = is_piece(c);
        if (!piece && (c < '1' || c > '9'))
            return wrong_sign(r, rank);
        if (file < size && piece)
            put(r, 8 * rank + file, c);
        file += piece ? 1 : c - '0';
    }
    return file == size ? HRA_OK
                        : hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l) - typed.length,
                                   "rank %d of the FEN: '%.*s' has %d squares; a rank has %d", rank + 1,
                                   typed.length, typed.text, file, size);
}

/* From the top. */
static hra_err read_board(reader *r) {
    const int size = r->g->size;
    for (int rank = size - 1; rank >= 0; rank--) {
        hra_err err = read_rank(r, rank);
        if (err)
            return err;
        if (rank && !hra_lines_take(&r->l, "/"))
            return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                            "the board of the FEN ends after %d of %d ranks; '/' is between two ranks",
                            size - rank, size);
    }
    return hra_lines_peek(&r->l) == '/' ? hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                                                   "the board of the FEN has more than %d ranks", size)
                                        : HRA_OK;
}

/* Goes to the next field; false: there is none. */
static bool next_field(reader *r) {
    hra_lines_blanks(&r->l);
    return r->l.at < r->l.end;
}

static hra_err read_turn(reader *r) {
    const int c = next_field(r) ? hra_lines_peek(&r->l) : 0;
    if (c != 'w' && c != 'b')
        return expected(r, TURN, N_("w or b"));
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

/* The letter is none of castling, or the king or the rook that it means is not there. */
static hra_err no_castling(const reader *r, int letter) {
    const bool black = islower(letter);
    const int upper = toupper(letter), base = black ? 8 : 1, at = hra_lines_offset(&r->l);
    const char *side = black ? _("Black") : _("White");
    if (r->g->variant == CH_LOS_ALAMOS)
        return expected(r, CASTLING, N_("'-', since Los Alamos chess has no castling"));
    if (upper == 'K' || upper == 'Q')
        return hra_fail(r->why, HRA_EINPUT, at,
                        upper == 'K' ? N_("field 3 of the FEN, castling: for '%c' %s needs a king and a rook "
                                          "to its right on rank %d")
                                     : N_("field 3 of the FEN, castling: for '%c' %s needs a king and a rook "
                                          "to its left on rank %d"),
                        letter, side, base);
    if (upper >= 'A' && upper <= 'H')
        return hra_fail(
            r->why, HRA_EINPUT, at,
            "field 3 of the FEN, castling: for '%c' %s needs a king on rank %d and a rook on %c%d", letter,
            side, base, tolower(letter), base);
    return expected(r, CASTLING, N_("rooks that may castle, such as KQkq or HAha, or '-'"));
}

/* A side has at most one such rook at each side of its king. */
static hra_err read_castling(reader *r) {
    if (!next_field(r) || hra_lines_take(&r->l, "-"))
        return HRA_OK;
    for (; r->l.at < r->l.end && *r->l.at != ' '; r->l.at++) {
        const int rook = castling_rook(r, (unsigned char)*r->l.at);
        if (rook < 0)
            return no_castling(r, (unsigned char)*r->l.at);
        const int king = ch_first(r->s.kind[CH_KING] & r->s.side[r->s.side[CH_BLACK] >> rook & 1]);
        const ch_set rank = (ch_set)0xff << (king & 56),
                     beside = rook > king ? ~(ch_bit(king) - 1) : ch_bit(king) - 1;
        if (r->s.castle & rank & beside)
            return expected(r, CASTLING, N_("one rook at each side of a king"));
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
        return expected(r, PASSED, N_("the square that a pawn has just passed over, or '-'"));
    r->s.passed = (uint8_t)(8 * rank + file);
    r->l.at += 2;
    return HRA_OK;
}

/* A number up to `most`; another one is left where it is. */
static hra_err read_counter(reader *r, int field, int digits, int most, const char *what, int *out) {
    const char *at = r->l.at;
    *out = hra_lines_digits(&r->l, digits);
    if (*out >= 0 && *out <= most && (r->l.at == r->l.end || *r->l.at <= ' '))
        return HRA_OK;
    r->l.at = at;
    return expected(r, field, what);
}

static hra_err read_counters(reader *r) {
    int quiet = 0, number = 1;
    hra_err err = HRA_OK;
    if (next_field(r))
        err = read_counter(r, QUIET, 3, MOST_QUIET,
                           N_("the number of plies without a capture or a pawn move, at most 150"), &quiet);
    if (!err && next_field(r))
        err = read_counter(r, NUMBER, 5, UINT16_MAX, N_("a number"), &number);
    r->s.quiet = (uint16_t)(err ? 0 : quiet);
    r->s.number = (uint16_t)(err || !number ? 1 : number);
    return err;
}

static hra_err read_claims(reader *r) {
    if (r->g->claims && next_field(r) && hra_lines_take(&r->l, repeated))
        r->s.repeated = 1;
    else if (r->g->claims && next_field(r) && hra_lines_take(&r->l, claimed))
        r->s.over = CH_CLAIMED;
    return next_field(r) ? hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                                    "expected the end after the 6 fields of the FEN, found '%.20s'", r->l.at)
                         : HRA_OK;
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
    for (int side = 0; side < 2; side++) {
        const char *name = side == CH_BLACK ? _("Black") : _("White");
        const int kings = __builtin_popcountll(s->kind[CH_KING] & s->side[side]);
        if (kings != 1)
            return hra_fail(r->why, HRA_EINPUT, -1,
                            kings ? N_("%s has %d kings; each side needs one")
                                  : N_("%s has no king; each side needs one"),
                            name, kings);
        if (too_many(g, s, side))
            return hra_fail(r->why, HRA_EINPUT, -1, "%s has more pieces than its pawns can have become",
                            name);
    }
    for (int rank = 0; rank < g->size; rank += g->size - 1)
        if (s->kind[CH_PAWN] & (ch_set)0xff << 8 * rank)
            return hra_fail(r->why, HRA_EINPUT, -1, "a pawn is on rank %d; pawns are on ranks 2 to %d",
                            rank + 1, g->size - 1);
    if (g->variant == CH_LOS_ALAMOS && s->kind[CH_BISHOP])
        return hra_fail(r->why, HRA_EINPUT, -1, "Los Alamos chess has no bishops");
    return HRA_OK;
}

static hra_err check_checks(const reader *r) {
    const ch_state *s = &r->s;
    if (ch_checkers(r->g, s, !s->turn))
        return hra_fail(r->why, HRA_EINPUT, -1,
                        s->turn == CH_WHITE ? N_("Black is in check, but White is to move")
                                            : N_("White is in check, but Black is to move"));
    if (__builtin_popcountll(ch_checkers(r->g, s, s->turn)) > 2)
        return hra_fail(r->why, HRA_EINPUT, -1, "more than two pieces give check");
    return HRA_OK;
}

/* The word of UCI: the first position of the variant; of Chess960 that of `start`, else the standard one, as UCI has it. */
static hra_err read_first(reader *r, ch_state *out) {
    const ch_game *g = r->g;
    if (next_field(r))
        return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                        "expected the end after 'startpos', found '%.40s'; a position has no moves", r->l.at);
    ch_set_up(g, g->variant == CH_960 && g->first >= 0 ? g->first : CH_STANDARD_START, out);
    return HRA_OK;
}

hra_err ch_read_fen(const hra_game *game, const char *text, void *out, hra_error *why) {
    reader r = {.g = ch_game_of(game), .why = why};
    hra_lines_string(&r.l, text, why);
    hra_lines_blanks(&r.l);
    if (hra_lines_take(&r.l, "startpos"))
        return read_first(&r, out);
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
