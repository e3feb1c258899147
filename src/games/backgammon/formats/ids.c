/* Positions as other programs write them.
 *
 * GNU Backgammon's Position ID: for the side that is not on roll, then for the other one, for points 1 to 24
 * and the bar as many ones as there are checkers, each run closed by a zero: 80 bits, lowest first in each
 * byte, as 14 digits to the base of 64. Its Match ID: 72 bits of cube, dice, turn, match and score, 12
 * digits. (Manual of GNU Backgammon, "Technical notes"; the order of the sides is the program's, the manual
 * has it the other way round.) XGID: a letter a place, capital ones for White, and numbers between colons.
 *
 * White is player 1 of both. What an ID says beside the board, cube, match and rules, are options of the
 * game: the spec is completed by them before the game is opened (bg_implied). A game that was opened without
 * a cube or a match passes over those of an ID, and writes one for money without the rule of Jacoby. While
 * somebody is asked about a double it is still the turn of who has doubled. */
#include <string.h>
#include <strings.h>

#include "core/lines.h"
#include "core/messages.h"
#include "games/backgammon/rules/position.h"

enum { ID_BITS = 80, ID_DIGITS = 14, MATCH_BITS = 72, MATCH_DIGITS = 12 };

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Bits with the lowest of each byte first; digits take the highest first. */
typedef struct bits {
    uint8_t byte[12];
    int at;
} bits;

static void put_bits(bits *b, unsigned value, int n) {
    for (int i = 0; i < n; i++, b->at++)
        b->byte[b->at / 8] |= (uint8_t)((value >> i & 1) << b->at % 8);
}

static unsigned take_bits(bits *b, int n) {
    unsigned value = 0;
    for (int i = 0; i < n; i++, b->at++)
        value |= (unsigned)(b->byte[b->at / 8] >> b->at % 8 & 1) << i;
    return value;
}

static void add_digits(const bits *b, int n, hra_text *out) {
    for (int i = 0; i < n; i++) {
        unsigned two = (unsigned)b->byte[i * 6 / 8] << 8 | (i * 6 / 8 < 11 ? b->byte[i * 6 / 8 + 1] : 0U);
        hra_text_add_char(out, digits[two >> (10 - i * 6 % 8) & 63]);
    }
}

/* Reads n digits; false: no such stand there. */
static bool read_digits(const char *text, int n, bits *out) {
    *out = (bits){.at = 0};
    for (int i = 0; i < n; i++) {
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit)
            return false;
        unsigned two = (unsigned)(digit - digits) << (10 - i * 6 % 8);
        out->byte[i * 6 / 8] |= (uint8_t)(two >> 8);
        if (i * 6 / 8 < 11)
            out->byte[i * 6 / 8 + 1] |= (uint8_t)two;
    }
    return true;
}

/* ---- GNU Backgammon -------------------------------------------------------------------------*/

static void put_board(bits *b, const bg_board *board, int on_roll) {
    for (int i = 0; i < 2; i++)
        for (int place = 1; place <= BG_BAR; place++) {
            put_bits(b, 0x7fff, bg_count(&board->side[i ? on_roll : !on_roll], place));
            b->at++;
        }
}

static bool is_crawford(const bg_setup *setup, const bg_state *s) {
    return setup->cube && s->owner == BG_NOBODY;
}

static bool is_owned(const bg_setup *setup, const bg_state *s) {
    return setup->cube && s->owner <= BG_BLACK;
}

void bg_write_gnubg(const bg_setup *setup, const bg_state *s, hra_text *out) {
    bits position = {.at = 0}, match = {.at = 0};
    bool offered = s->phase == BG_DOUBLED || s->phase == BG_BEAVERED;
    put_board(&position, &s->board, s->turn);
    put_bits(&match, s->cube, 4);
    put_bits(&match, !is_owned(setup, s) ? 3 : s->owner == BG_WHITE, 2);
    put_bits(&match, s->turn == BG_WHITE, 1); /* on roll */
    put_bits(&match, is_crawford(setup, s), 1);
    put_bits(&match, 1, 3);                                                 /* being played */
    put_bits(&match, (s->turn == BG_WHITE) != (s->phase == BG_DOUBLED), 1); /* to decide */
    put_bits(&match, offered, 1);
    put_bits(&match, 0, 2); /* no resignation */
    put_bits(&match, (unsigned)(s->high | s->low << 3), 6);
    put_bits(&match, (unsigned)setup->match, 15);
    put_bits(&match, s->score[BG_BLACK], 15);
    put_bits(&match, s->score[BG_WHITE], 15);
    put_bits(&match, !setup->jacoby, 1);
    add_digits(&position, ID_DIGITS, out);
    hra_text_add_char(out, ':');
    add_digits(&match, MATCH_DIGITS, out);
}

/* What an ID says of the cube and of a match. */
typedef struct stakes {
    int cube, owner; /* the logarithm of its value */
    bool crawford;
    int match, score[2];
    bool whole; /* it says whether there is a match, and which rules hold */
    bool jacoby, beavers;
} stakes;

static hra_err take_stakes(const bg_setup *setup, const stakes *k, bg_state *s, int at, hra_error *why) {
    if (!setup->cube && !setup->match)
        return HRA_OK;
    for (int seat = 0; seat < 2 && setup->match && k->match; seat++) {
        if (k->score[seat] < 0 || k->score[seat] >= setup->match)
            return hra_fail(why, HRA_EINPUT, at, "the ID has a score of %d in a match of %d", k->score[seat],
                            setup->match);
        s->score[seat] = (uint8_t)k->score[seat];
    }
    s->owner = setup->cube ? BG_MIDDLE : BG_NOBODY;
    if (!setup->cube)
        return HRA_OK;
    if (k->cube < 0 || k->cube > setup->limit)
        return hra_fail(why, HRA_EINPUT, at, "the cube of the ID is higher than %d", 1 << setup->limit);
    s->cube = (uint8_t)k->cube;
    s->owner = (uint8_t)(k->crawford && setup->crawford ? BG_NOBODY : k->owner);
    return HRA_OK;
}

static hra_err read_match(bits *b, bool cube, bg_state *s, stakes *k, int at, hra_error *why) {
    *k = (stakes){.cube = (int)take_bits(b, 4), .whole = true};
    unsigned owner = take_bits(b, 2);
    k->owner = owner == 1 ? BG_WHITE : owner == 0 ? BG_BLACK : BG_MIDDLE;
    s->turn = take_bits(b, 1) ? BG_WHITE : BG_BLACK;
    k->crawford = take_bits(b, 1);
    unsigned state = take_bits(b, 3), asked = take_bits(b, 1) ? BG_WHITE : BG_BLACK;
    unsigned doubled = take_bits(b, 1), resigned = take_bits(b, 2), one = take_bits(b, 3),
             two = take_bits(b, 3);
    k->match = (int)take_bits(b, 15);
    k->score[BG_BLACK] = (int)take_bits(b, 15);
    k->score[BG_WHITE] = (int)take_bits(b, 15);
    k->jacoby = !take_bits(b, 1);
    if (state != 1)
        return hra_fail(why, HRA_EINPUT, at, "the match ID is not of a game in progress");
    if (resigned || (doubled && !cube))
        return hra_fail(why, HRA_EINPUT, at,
                        "the match ID has an offered double or resignation; this game has none");
    if (doubled)
        s->phase = asked == s->turn ? BG_BEAVERED : BG_DOUBLED;
    if (one > 6 || two > 6 || !one != !two)
        return hra_fail(why, HRA_EINPUT, at, "the match ID has dice %u and %u", one, two);
    s->high = (uint8_t)(one > two ? one : two);
    s->low = (uint8_t)(one > two ? two : one);
    if (s->high)
        s->phase = BG_PLAYING;
    return HRA_OK;
}

/* Runs of ones, each closed by a zero. */
static hra_err read_board(bits *b, const bg_setup *setup, bg_state *s, int at, hra_error *why) {
    bits again = {.at = 0};
    for (int i = 0; i < 2; i++) {
        int seat = i ? s->turn : !s->turn, n = 0;
        for (int place = 1; place <= BG_BAR && b->at < ID_BITS; place++)
            for (; b->at < ID_BITS && take_bits(b, 1); n++)
                if (n < setup->checkers)
                    bg_put(&s->board.side[seat], place);
        if (n > setup->checkers)
            return hra_fail(why, HRA_EINPUT, at, "the position ID has %d checkers of a side, more than %d", n,
                            setup->checkers);
    }
    put_board(&again, &s->board, s->turn);
    if (memcmp(again.byte, b->byte, sizeof again.byte) != 0)
        return hra_fail(why, HRA_EINPUT, at, "not a position ID: its bits do not end with the bar");
    return HRA_OK;
}

/* Passes over a word in front of an ID, and the sign behind it. */
static bool take_label(hra_lines *l, const char *word) {
    if (!hra_lines_match(l, word))
        return false;
    hra_lines_blanks(l);
    l->at += *l->at == ':' || *l->at == '=';
    hra_lines_blanks(l);
    return true;
}

/* "Position ID: ", "GNUID=", "GNU Backgammon  Position ID: ". */
static bool take_position_label(hra_lines *l) {
    const bool program = take_label(l, "GNU Backgammon");
    return take_label(l, "Position ID") || take_label(l, "PositionID") || take_label(l, "GNUID") ||
           take_label(l, "GNU ID") || program;
}

/* "4HPwATDgc/ABMA", and "cAkAAAAAAAAA" behind it or not: then White is to roll. */
bool bg_is_gnubg(const char *text) {
    bits b;
    hra_lines l;
    hra_lines_string(&l, text, NULL);
    return take_position_label(&l) ||
           (read_digits(text, ID_DIGITS, &b) && strchr(": \t\r,", text[ID_DIGITS]));
}

/* A position ID, and what is between it and a match ID. False: it is none; the cursor is in front of it. */
static bool take_position(hra_lines *l, bits *position) {
    (void)take_position_label(l);
    if (!read_digits(l->at, ID_DIGITS, position))
        return false;
    l->at += ID_DIGITS;
    hra_lines_blanks(l);
    l->at += *l->at == ':' || *l->at == ',';
    hra_lines_blanks(l);
    if (!take_label(l, "Match ID"))
        (void)take_label(l, "MatchID");
    return true;
}

hra_err bg_read_gnubg(const bg_setup *setup, hra_lines *l, bg_state *s, hra_error *why) {
    bits position, match;
    int from = hra_lines_offset(l);
    if (!take_position(l, &position))
        return hra_fail(why, HRA_EINPUT, hra_lines_offset(l),
                        "expected a position ID of %d letters and digits, found '%.20s'", ID_DIGITS,
                        *l->at ? l->at : _("the end"));
    s->phase = setup->cube ? BG_DOUBLING : BG_PLAYING;
    if (*l->at) {
        if (!read_digits(l->at, MATCH_DIGITS, &match))
            return hra_fail(why, HRA_EINPUT, hra_lines_offset(l),
                            "expected a match ID of %d letters and digits, found '%.20s'", MATCH_DIGITS,
                            l->at);
        stakes k;
        hra_err err = read_match(&match, setup->cube, s, &k, hra_lines_offset(l), why);
        err = err ? err : take_stakes(setup, &k, s, hra_lines_offset(l), why);
        if (err)
            return err;
        l->at += MATCH_DIGITS;
    }
    return read_board(&position, setup, s, from, why);
}

/* ---- XGID -----------------------------------------------------------------------------------*/

void bg_write_xgid(const bg_setup *setup, const bg_state *s, hra_text *out) {
    hra_text_add(out, "XGID=");
    for (int place = 0; place < BG_PLACES; place++) {
        int white = place ? bg_count(&s->board.side[BG_WHITE], place) : 0;
        int black = place < BG_BAR ? bg_count(&s->board.side[BG_BLACK], BG_BAR - place) : 0;
        hra_text_add_char(out, (char)(white ? 'A' + white - 1 : black ? 'a' + black - 1 : '-'));
    }
    hra_text_addf(out, ":%d:%d:%d:", s->cube,
                  !is_owned(setup, s)    ? 0
                  : s->owner == BG_WHITE ? 1
                                         : -1,
                  s->turn == BG_WHITE ? 1 : -1);
    if (s->phase == BG_DOUBLED || s->phase == BG_BEAVERED)
        hra_text_add(out, s->phase == BG_DOUBLED ? "DD" : "BB");
    else
        hra_text_addf(out, "%d%d", s->high, s->low);
    int rules = setup->match ? is_crawford(setup, s) : setup->jacoby + 2 * setup->beavers;
    hra_text_addf(out, ":%d:%d:%d:%d:%d", s->score[BG_WHITE], s->score[BG_BLACK], rules, setup->match,
                  setup->cube || setup->match ? setup->limit : 10);
}

/* "XGID=", "XG2ID=". */
static bool take_xgid_label(hra_lines *l) {
    return take_label(l, "XGID") || take_label(l, "XG2ID");
}

/* Without a label it is one if it is about as long, so that an error names what is wrong with it. */
bool bg_is_xgid(const char *text) {
    hra_lines l;
    hra_lines_string(&l, text, NULL);
    const size_t places = strspn(text, "-ABCDEFGHIJKLMNOabcdefghijklmno");
    return take_xgid_label(&l) || (places >= BG_PLACES - 6 && places <= BG_PLACES + 6 && text[places] == ':');
}

static hra_err read_places(int checkers, hra_lines *l, bg_state *s, hra_error *why) {
    int n[2] = {0, 0};
    for (int place = 0; place < BG_PLACES; place++, ++l->at) {
        char c = *l->at;
        bool black = c >= 'a' && c <= 'o', white = c >= 'A' && c <= 'O';
        if (c != '-' && !black && !white)
            return hra_fail(why, HRA_EINPUT, hra_lines_offset(l),
                            "expected %d places, - or a letter each, found '%.20s'", BG_PLACES, l->at);
        if ((white && place == 0) || (black && place == BG_BAR))
            return hra_fail(why, HRA_EINPUT, hra_lines_offset(l),
                            "the first place is the bar of small letters, the last one that "
                            "of capital ones");
        int count = black ? c - 'a' + 1 : white ? c - 'A' + 1 : 0;
        n[black] += count;
        if (n[black] > checkers)
            return hra_fail(why, HRA_EINPUT, hra_lines_offset(l), "a side has at most %d checkers", checkers);
        for (int i = 0; i < count; i++)
            bg_put(&s->board.side[black], black ? BG_BAR - place : place);
    }
    return *l->at == ':'
               ? HRA_OK
               : hra_fail(why, HRA_EINPUT, hra_lines_offset(l), "expected ':' after %d places, found '%.20s'",
                          BG_PLACES, *l->at ? l->at : _("the end"));
}

/* A number between colons, with a sign or without; false: none stands there. */
static bool read_field(hra_lines *l, int *out) {
    if (*l->at != ':')
        return false;
    ++l->at;
    int sign = *l->at == '-' ? -1 : 1;
    l->at += sign < 0;
    int x = hra_lines_digits(l, 5);
    *out = sign * x;
    return x >= 0;
}

/* "00", "63"; "DD" or "D": a double is offered, "BB" or "B": a beaver. */
static hra_err read_dice(bool cube, hra_lines *l, bg_state *s, hra_error *why) {
    char c = *l->at == ':' ? l->at[1] : 0;
    if (cube && (c == 'D' || c == 'B')) {
        s->phase = c == 'D' ? BG_DOUBLED : BG_BEAVERED;
        l->at += l->at[2] == c ? 3 : 2;
        return HRA_OK;
    }
    int one = *l->at == ':' ? l->at[1] - '0' : -1, two = one >= 0 ? l->at[2] - '0' : -1;
    if ((one < 0 || one > 6 || two < 0 || two > 6 || !one != !two) && cube)
        return hra_fail(why, HRA_EINPUT, hra_lines_offset(l),
                        "expected :00, two dice as in :63, or :DD for a double, found '%.20s'", l->at);
    if (one < 0 || one > 6 || two < 0 || two > 6 || !one != !two)
        return hra_fail(why, HRA_EINPUT, hra_lines_offset(l),
                        "expected :00 or two dice as in :63 (this game has no cube), found '%.20s'", l->at);
    l->at += 3;
    s->high = (uint8_t)(one > two ? one : two);
    s->low = (uint8_t)(one > two ? two : one);
    s->phase = cube && !s->high ? BG_DOUBLING : BG_PLAYING;
    return HRA_OK;
}

/* The numbers behind the dice, of which any number may be missing. Returns how many there are, -1: an error. */
static int read_rest(hra_lines *l, stakes *k, int *rules, hra_error *why) {
    static const char *const names[] = {
        N_("the score of the capital letters"), N_("the score of the small letters"),
        N_("Crawford or Jacoby and beavers, 0 to 3"), N_("the length of the match"), N_("the highest cube")};
    enum { COUNT = sizeof names / sizeof *names };
    int highest;
    int *const out[COUNT] = {&k->score[BG_WHITE], &k->score[BG_BLACK], rules, &k->match, &highest};
    for (int i = 0; i < COUNT; i++) {
        const char *from = l->at;
        if (*from != ':')
            return i;
        if (!read_field(l, out[i])) {
            (void)hra_fail(why, HRA_EINPUT, (int)(from - l->start), "expected ':' and %s, found '%.20s'",
                           _(names[i]), from);
            return -1;
        }
    }
    return COUNT;
}

static hra_err read_xgid(int checkers, bool cube, hra_lines *l, bg_state *s, stakes *k, hra_error *why) {
    int owner, turn, rules = 0;
    *k = (stakes){.cube = 0};
    (void)take_xgid_label(l);
    hra_err err = read_places(checkers, l, s, why);
    if (err)
        return err;
    if (!read_field(l, &k->cube) || !read_field(l, &owner) || !read_field(l, &turn) || owner < -1 ||
        owner > 1 || (turn != 1 && turn != -1))
        return hra_fail(why, HRA_EINPUT, hra_lines_offset(l),
                        "expected the cube, its owner and whose turn it is, as in :0:0:1");
    s->turn = turn == 1 ? BG_WHITE : BG_BLACK;
    k->owner = owner == 1 ? BG_WHITE : owner == -1 ? BG_BLACK : BG_MIDDLE;
    err = read_dice(cube, l, s, why);
    const int fields = err ? 0 : read_rest(l, k, &rules, why);
    if (fields < 0)
        return HRA_EINPUT;
    hra_lines_blanks(l);
    if (strncasecmp(l->at, "X:", 2) == 0) /* the players, if a page has joined the lines that XG copies */
        l->at = l->end;
    k->whole = fields >= 4;
    k->crawford = k->match && rules & 1;
    k->jacoby = !k->match && rules & 1;
    k->beavers = !k->match && rules & 2;
    return err;
}

hra_err bg_read_xgid(const bg_setup *setup, hra_lines *l, bg_state *s, hra_error *why) {
    stakes k;
    hra_err err = read_xgid(setup->checkers, setup->cube, l, s, &k, why);
    return err ? err : take_stakes(setup, &k, s, hra_lines_offset(l), why);
}

/* ---- the game that an ID names --------------------------------------------------------------*/

/* Reads what an ID says beside the board; false: it is none, or says nothing of that. An XGID that ends
 * behind the dice names the cube where it was turned, or a double is offered. */
static bool read_stakes(const char *text, stakes *k) {
    bg_state s = {.phase = BG_OPENING};
    bits position, match;
    hra_lines l;
    hra_lines_string(&l, text, NULL);
    hra_lines_blanks(&l);
    if (bg_is_xgid(l.at)) {
        if (read_xgid(BG_CHECKERS, true, &l, &s, k, NULL) != 0)
            return false;
        return k->whole || k->cube || k->owner != BG_MIDDLE || s.phase > BG_DOUBLING;
    }
    return bg_is_gnubg(l.at) && take_position(&l, &position) && read_digits(l.at, MATCH_DIGITS, &match) &&
           read_match(&match, true, &s, k, 0, NULL) == 0;
}

static void add_named(const hra_options *given, const char *name, const char *text, hra_text *out) {
    if (!hra_options_given(given, name))
        hra_text_addf(out, "%s%s%s%s", out->length ? "," : "", name, *text ? "=" : "", text);
}

/* Adds the options of a match of MATCH points. */
static void add_match(const hra_options *given, const stakes *k, int match, hra_text *out) {
    const int *score = k->score;
    const bool own =
        !hra_options_given(given, "score"); /* the score of the ID is that in which the play begins */
    const bool last = score[0] == match - 1 || score[1] == match - 1;
    char text[32];
    (void)hra_snprintf(text, sizeof text, "%d", match);
    add_named(given, "match-length", text, out);
    if (score[0] < 0 || score[1] < 0 || score[0] >= match || score[1] >= match)
        return; /* who reads the position says so */
    (void)hra_snprintf(text, sizeof text, "%d-%d", score[0], score[1]);
    if (score[0] || score[1])
        add_named(given, "score", text, out);
    if (own && last && match > 1 && !k->crawford)
        add_named(given, "crawford", "post", out);
}

/* GNU Backgammon has the match ID on a line of its own, below the position ID. All other lines behind the first one
 * are the player's, or a board. Bytes stay where they are, so that errors point into the text. */
void bg_join_lines(const char *text, hra_text *out) {
    static const char blanks[] = " \t\r\n";
    size_t end = strspn(text, blanks);
    end += strcspn(text + end, "\r\n");
    const size_t next = end + strspn(text + end, blanks);
    const size_t length = strcspn(text + next, blanks);
    bits b;
    if (strncasecmp(text + next, "match", 5) == 0 ||
        (length == MATCH_DIGITS && read_digits(text + next, MATCH_DIGITS, &b)))
        end = next + strcspn(text + next, "\r\n");
    hra_text_add_bytes(out, text, end);
    for (size_t i = 0; i < out->length; i++)
        if (out->data[i] == '\r' || out->data[i] == '\n')
            out->data[i] = ' ';
}

/* *err: HRA_ENOMEM, if there is no memory. */
static bool read_all_stakes(const char *position, stakes *k, hra_err *err) {
    hra_text line;
    hra_text_init(&line);
    bg_join_lines(position, &line);
    const bool read = !line.err && read_stakes(hra_text_string(&line), k);
    *err = line.err ? line.err : *err;
    hra_text_release(&line);
    return read;
}

void bg_implied(const char *position, const hra_options *given, hra_text *out) {
    stakes k;
    if (!read_all_stakes(position, &k, &out->err))
        return;
    const bool told = hra_options_given(given, "match-length");
    const int match = told ? (int)hra_options_int(given, "match-length") : k.match;
    if (match > 0 && k.match > 0)
        add_match(given, &k, match, out);
    if (match > 0)
        return; /* with a cube, unless the spec says otherwise */
    add_named(given, "cube", "", out);
    if (hra_options_given(given, "cube") && !hra_options_flag(given, "cube"))
        return;
    if (k.jacoby && k.whole && !k.match)
        add_named(given, "jacoby", "", out);
    if (k.beavers)
        add_named(given, "beavers", "", out);
}
