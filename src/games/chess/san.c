/* Moves as text: written in standard algebraic notation, read as people and programs write them.
 *
 *     Nge2   e4   exd5   exd   e8=Q   e8Q   e8(Q)   O-O   0-0   Nf3+!   g1f3   e7e8q   e1g1   e1h1 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "chess.h"
#include "core/messages.h"

static const char claim[] = "claim"; /* the move that claims a draw */

enum { CZECH = 12 /* bytes at most of a move in letters of Czech */ };

/* ---- writing ----------------------------------------------------------------------------------*/

static void add_square(int square, hra_text *out) {
    hra_text_addf(out, "%c%d", 'a' + square % 8, square / 8 + 1);
}

/* The file, else the rank, else both: as much as tells a piece from those of its kind that can go there too. */
static void add_origin(const ch_game *g, const ch_state *s, hra_move m, int kind, hra_text *out) {
    hra_move moves[CH_MAX_MOVES];
    const int n = ch_moves(g, s, moves), from = ch_from(m);
    bool others = false, file = false, rank = false;
    for (int i = 0; i < n; i++) {
        const int other = ch_from(moves[i]);
        if (ch_to(moves[i]) != ch_to(m) || other == from || !(s->kind[kind] >> other & 1))
            continue;
        others = true;
        file = file || other % 8 == from % 8;
        rank = rank || other / 8 == from / 8;
    }
    if (others && (!file || rank))
        hra_text_add_char(out, (char)('a' + from % 8));
    if (others && file)
        hra_text_add_char(out, (char)('1' + from / 8));
}

static void add_check(const ch_game *g, const ch_state *s, hra_move m, hra_text *out) {
    ch_state after = *s;
    ch_make(g, &after, m);
    if (ch_checkers(g, &after, after.turn))
        hra_text_add_char(out, ch_can_move(g, &after) ? '+' : '#');
}

void ch_show_move(const hra_game *game, const void *state, hra_move m, hra_text *out) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    if (m == CH_CLAIM) {
        hra_text_add(out, claim);
        return;
    }
    const int from = ch_from(m), to = ch_to(m), kind = ch_kind_at(s, from);
    if (ch_castles(s, m)) {
        hra_text_add(out, to > from ? "O-O" : "O-O-O");
        add_check(g, s, m, out);
        return;
    }
    const bool takes = (ch_all(s) >> to & 1) || (kind == CH_PAWN && (to - from) % 8 != 0);
    if (kind != CH_PAWN) {
        hra_text_add_char(out, ch_letters[kind]);
        add_origin(g, s, m, kind, out);
    } else if (takes) {
        hra_text_add_char(out, (char)('a' + from % 8));
    }
    if (takes)
        hra_text_add_char(out, 'x');
    add_square(to, out);
    if (ch_becomes(m))
        hra_text_addf(out, "=%c", ch_letters[ch_becomes(m)]);
    add_check(g, s, m, out);
}

void ch_say_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    if (m == CH_CLAIM)
        hra_text_add(out, _("claim a draw"));
    else
        ch_show_move(game, s, m, out);
}

/* ---- reading ----------------------------------------------------------------------------------*/

/* What a text says of a move; -1: nothing. */
typedef struct spelling {
    int castles; /* 1: to the right, 0: to the left */
    int kind, becomes;
    int file[2], rank[2]; /* where it begins, where it ends */
    bool any;             /* two whole squares: of any piece */
} spelling;

/* Whether the letters of castling are the whole text: two or three of O, o and 0. */
static int read_castling(const char *text, size_t length) {
    int letters = 0;
    for (size_t i = 0; i < length; i++)
        if (strchr("Oo0", text[i]))
            letters++;
        else if (text[i] != '-')
            return -1;
    return letters == 2 ? 1 : letters == 3 ? 0 : -1;
}

static int kind_of(int letter) {
    const char *at = letter ? strchr(ch_letters, toupper((unsigned char)letter)) : NULL;
    return at ? (int)(at - ch_letters) : -1;
}

/* "e8", "e", "8": a file, a rank, or both. Returns the number of bytes. */
static size_t read_place(const char *at, const char *end, int *file, int *rank) {
    size_t used = 0;
    *file = *rank = -1;
    if (at < end && *at >= 'a' && *at <= 'h')
        *file = at[used++] - 'a';
    if (at + used < end && at[used] >= '1' && at[used] <= '8')
        *rank = at[used++] - '1';
    return used;
}

/* "=Q", "Q", "(Q)", "/Q" at the end, and "q" behind two squares. */
static const char *read_becomes(const char *at, const char *end, spelling *out) {
    const bool sign = at < end && strchr("=/(", *at);
    const char *letter = at + sign;
    const bool last = letter + 1 == end && *letter != 'b' && out->file[1] >= 0 && out->rank[1] >= 0; /* f8q */
    if (letter < end && (sign || out->any || last || isupper((unsigned char)*letter)) &&
        kind_of(*letter) >= CH_KNIGHT && kind_of(*letter) <= CH_QUEEN) {
        out->becomes = kind_of(*letter);
        at = letter + 1;
        at += at < end && *at == ')';
    }
    return at;
}

/* False: it is no move at all. `bishop`: a small b is one, and not a file. */
static bool read_spelling(const char *text, size_t length, bool bishop, spelling *out) {
    const char *at = text, *end = text + length;
    *out = (spelling){.castles = read_castling(text, length), .kind = -1, .becomes = -1};
    if (out->castles >= 0)
        return true;
    if (at < end && *at != 'p' &&
        (isupper((unsigned char)*at) || strchr("nrqk", *at) || (bishop && *at == 'b')))
        out->kind = kind_of(*at++);
    if (at > text && out->kind < 0)
        return false;
    size_t used = read_place(at, end, &out->file[1], &out->rank[1]);
    out->file[0] = out->rank[0] = -1;
    at += used;
    const char *second = at + (at < end && strchr("x:-", *at));
    int file, rank;
    const size_t more = read_place(second, end, &file, &rank);
    if (more) {
        out->file[0] = out->file[1], out->rank[0] = out->rank[1];
        out->file[1] = file, out->rank[1] = rank;
        at = second + more;
    }
    out->any = more == 2 && used == 2;
    if (!out->any && out->kind < 0)
        out->kind = CH_PAWN;
    return used + more > 0 && out->file[1] >= 0 && read_becomes(at, end, out) == end;
}

/* A king that castles is at its rook's square, or where it ends, unless it can step there. */
static bool fits_castling(const ch_state *s, hra_move m, const spelling *p) {
    const int from = ch_from(m), to = ch_to(m), ends = (from & 56) + (to > from ? 6 : 2);
    if (p->castles >= 0)
        return ch_castles(s, m) && p->castles == (to > from);
    const bool at_end =
        p->file[1] == ends % 8 && p->rank[1] == ends / 8 && (ends > from + 1 || ends < from - 1);
    return ch_castles(s, m) && (at_end || (p->any && p->file[1] == to % 8 && p->rank[1] == to / 8));
}

static bool fits(const ch_state *s, hra_move m, const spelling *p) {
    const int place[2] = {ch_from(m), ch_to(m)}, becomes = ch_becomes(m);
    if (p->castles >= 0)
        return fits_castling(s, m, p);
    if (p->kind >= 0 && !(s->kind[p->kind] >> place[0] & 1))
        return false;
    if (p->becomes >= 0 && p->becomes != becomes)
        return false;
    if (p->kind == CH_PAWN && p->file[0] < 0 && place[0] % 8 != place[1] % 8)
        return false; /* a pawn that takes has the file from which it comes */
    for (int i = 0; i < 2; i++) {
        if (i == 1 && ch_castles(s, m))
            return fits_castling(s, m, p);
        if ((p->file[i] >= 0 && p->file[i] != place[i] % 8) ||
            (p->rank[i] >= 0 && p->rank[i] != place[i] / 8))
            return false;
    }
    return true;
}

/* A move in capitals as others write it: "E4" e4, "NF3" Nf3, "EXD8=Q" exd8=Q, "G1F3" g1f3. */
static void lower(const char *text, size_t length, char *out) {
    for (size_t i = 0; i < length; i++) {
        const bool last = i + 1 == length || text[i + 1] == ')';
        const char *kept = i == 0 ? "NBRQK" : last && strchr("=/(12345678", text[i - 1]) ? "NBRQ" : "";
        const bool square = i == 0 && length > 1 && isdigit((unsigned char)text[1]);
        out[i] = strchr(kept, text[i]) && !square ? text[i] : (char)tolower((unsigned char)text[i]);
    }
    out[length] = '\0';
}

/* The text without blanks, the number before a move ("1.", "12...") and the signs after it. */
static const char *trim(const char *text, size_t *length) {
    text += strspn(text, " ");
    const size_t digits = strspn(text, "0123456789");
    if (digits && text[digits] == '.')
        text += digits + strspn(text + digits, ". ");
    *length = strlen(text);
    while (*length && strchr(" \r\n+#!?", text[*length - 1]))
        --*length;
    if (*length > 4 && memcmp(text + *length - 4, "e.p.", 4) == 0)
        for (*length -= 4; text[*length - 1] == ' ';)
            --*length;
    return text;
}

static int match(const ch_game *g, const ch_state *s, const spelling *p, hra_move *out) {
    const int n = ch_moves(g, s, out);
    int hits = 0;
    for (int i = 0; i < n; i++)
        if (fits(s, out[i], p))
            out[hits++] = out[i];
    return hits;
}

static hra_err refuse(const hra_game *game, const ch_state *s, const char *text, bool read, hra_move *moves,
                      int hits, hra_error *why) {
    const int n = hits ? hits : ch_moves(ch_game_of(game), s, moves);
    hra_text shown;
    hra_err err;
    hra_text_init(&shown);
    int i = 0;
    for (; i < n && shown.length < 150; i++) {
        hra_text_add(&shown, i ? ", " : "");
        ch_show_move(game, s, moves[i], &shown);
    }
    hra_text_add(&shown, i < n ? ", ..." : "");
    if (shown.err)
        err = hra_no_memory(why);
    else if (!read)
        err = hra_fail(why, HRA_EINPUT, 0, "expected a move such as Nf3, exd5, O-O or e7e8q, found '%.40s'",
                       text);
    else if (hits)
        err = hra_fail(why, HRA_EINPUT, 0, "'%.40s' fits several moves: %s", text, hra_text_string(&shown));
    else
        err = hra_fail(why, HRA_EINPUT, 0, "illegal move '%.40s'; legal moves: %s", text,
                       hra_text_string(&shown));
    hra_text_release(&shown);
    return err;
}

/* The moves that a text fits; a small b at its beginning is a file, else a bishop. *read: it looks like a move. */
static int find(const ch_game *g, const ch_state *s, const char *text, size_t length, bool *read,
                hra_move *out) {
    spelling p;
    int hits = 0;
    for (int bishop = 0; bishop < 2 && hits == 0; bishop++)
        if ((!bishop || *text == 'b') && read_spelling(text, length, bishop, &p)) {
            *read = true;
            hits = match(g, s, &p, out);
        }
    return hits;
}

/* In capitals: a B at the beginning is a bishop, else a file. */
static int find_capitals(const ch_game *g, const ch_state *s, const char *text, size_t length, bool *read,
                         hra_move *out) {
    enum { LONGEST = 12 };
    char small[LONGEST + 1];
    if (length > LONGEST)
        return 0;
    lower(text, length, small);
    int hits = memcmp(small, text, length) == 0 ? 0 : find(g, s, small, length, read, out);
    if (hits == 0 && *small == 'B') {
        *small = 'b';
        hits = find(g, s, small, length, read, out);
    }
    return hits;
}

/* A move with the letters of Czech for pieces, in those of English: "Jxf3" Nxf3, "e8=D" e8=Q. False: it has none. A d at
 * the beginning is a file, and so is a D before a capital letter. */
static bool from_czech(const char *text, size_t length, char *out) {
    static const char czech[] = "DVSJ", english[] = "QRBN";
    bool found = false;
    for (size_t i = 0; i < length; i++) {
        const bool last = i + 1 == length || text[i + 1] == ')',
                   becomes = i && strchr("=/(12345678", text[i - 1]);
        const char *letter = strchr(czech, toupper((unsigned char)text[i]));
        const bool file = i == 0 && (text[i] == 'd' || (text[i] == 'D' && !islower((unsigned char)text[1])));
        const bool piece = letter && !file && (i == 0 ? length > 1 : last && becomes);
        out[i] = piece ? english[letter - czech] : text[i];
        found = found || piece;
    }
    out[length] = '\0';
    return found;
}

/* Refuses a move with Czech letters, since S is a knight in German: with the move that it would be, if it is legal. */
static hra_err refuse_czech(const hra_game *game, const ch_state *s, const char *text, const char *move,
                            hra_error *why) {
    hra_move moves[CH_MAX_MOVES];
    hra_text shown;
    bool read = false;
    const ch_game *g = ch_game_of(game);
    int hits = find(g, s, move, strlen(move), &read, moves);
    hits = hits ? hits : find_capitals(g, s, move, strlen(move), &read, moves);
    if (!read || hits > 1)
        return refuse(game, s, text, read, moves, hits, why);
    if (!hits)
        return hra_fail(
            why, HRA_EINPUT, 0,
            "illegal move '%.40s'; the letters of pieces are K, Q, R, B and N, for Czech K, D, V, S and J",
            text);
    hra_text_init(&shown);
    ch_show_move(game, s, moves[0], &shown);
    hra_err err = shown.err
                      ? hra_no_memory(why)
                      : hra_fail(why, HRA_EINPUT, 0,
                                 "the letters of pieces are K, Q, R, B and N; '%.40s' in Czech letters is %s",
                                 text, hra_text_string(&shown));
    hra_text_release(&shown);
    return err;
}

static bool is_claim(const char *text, size_t length) {
    const char *const words[] = {claim, "draw", "=", _("claim a draw")};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (length == strlen(words[i]) && strncasecmp(text, words[i], length) == 0)
            return true;
    return false;
}

static hra_err refuse_claim(const ch_game *g, hra_error *why) {
    if (!g->claims)
        return hra_fail(why, HRA_EINPUT, 0, "draws are claimed only under draws=claim");
    return hra_fail(
        why, HRA_EINPUT, 0,
        "no draw can be claimed: no third occurrence, and no 50 moves without a capture or a pawn move");
}

hra_err ch_parse_move(const hra_game *game, const void *state, const char *text, hra_move *out,
                      hra_error *why) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    hra_move moves[CH_MAX_MOVES];
    size_t length;
    const char *start = trim(text, &length);
    bool read = false;
    if (is_claim(start, length)) {
        *out = CH_CLAIM;
        return ch_may_claim(g, s) ? HRA_OK : refuse_claim(g, why);
    }
    int hits = find(g, s, start, length, &read, moves);
    if (hits == 0)
        hits = find_capitals(g, s, start, length, &read, moves);
    char english[CZECH + 1];
    if (hits == 0 && length <= CZECH && from_czech(start, length, english))
        return refuse_czech(game, s, text, english, why);
    if (hits != 1)
        return refuse(game, s, text, read, moves, hits, why);
    *out = moves[0];
    return HRA_OK;
}
