/* Positions as other programs write them.
 *
 * GNU Backgammon's Position ID: for the side that is not on roll, then for the other one, for points 1 to 24
 * and the bar as many ones as there are checkers, each run closed by a zero: 80 bits, lowest first in each
 * byte, as 14 digits to the base of 64. Its Match ID: 72 bits of cube, dice, turn, match and score, 12
 * digits. (Manual of GNU Backgammon, "Technical notes"; the order of the sides is the program's, the manual
 * has it the other way round.) XGID: a letter a place, capital ones for White, and numbers between colons.
 *
 * White is player 1 of both. A game without cube and match passes over those of an ID, and writes one for
 * money without the rule of Jacoby; so are the rules of Jacoby and of beavers by others, since they are
 * options of the game. While somebody is asked about a double it is still the turn of who has doubled. */
#include <string.h>
#include <strings.h>

#include "backgammon_position.h"
#include "core/scan.h"
#include "core/sentences.h"

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
    put_bits(&match, 0, 2); /* nobody resigns */
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
} stakes;

static hra_err take_stakes(const bg_setup *setup, const stakes *k, bg_state *s, int at, hra_error *why) {
    if (!setup->cube && !setup->match)
        return HRA_OK;
    if (k->match != setup->match)
        return k->match
                   ? hra_fail(why, HRA_EINPUT, at, "the ID is of a match of %d: match=%d", k->match, k->match)
                   : hra_fail(why, HRA_EINPUT, at, "the ID is of a game for points, not of a match of %d",
                              setup->match);
    for (int seat = 0; seat < 2 && setup->match; seat++) {
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
    s->owner = (uint8_t)(k->crawford ? BG_NOBODY : k->owner);
    return HRA_OK;
}

static hra_err read_match(bits *b, const bg_setup *setup, bg_state *s, int at, hra_error *why) {
    stakes k = {.cube = (int)take_bits(b, 4)};
    unsigned owner = take_bits(b, 2);
    k.owner = owner == 1 ? BG_WHITE : owner == 0 ? BG_BLACK : BG_MIDDLE;
    s->turn = take_bits(b, 1) ? BG_WHITE : BG_BLACK;
    k.crawford = take_bits(b, 1);
    unsigned state = take_bits(b, 3), asked = take_bits(b, 1) ? BG_WHITE : BG_BLACK;
    unsigned doubled = take_bits(b, 1), resigned = take_bits(b, 2), one = take_bits(b, 3),
             two = take_bits(b, 3);
    k.match = (int)take_bits(b, 15);
    k.score[BG_BLACK] = (int)take_bits(b, 15);
    k.score[BG_WHITE] = (int)take_bits(b, 15);
    if (state != 1)
        return hra_fail(why, HRA_EINPUT, at, "the match ID is of no game that is being played");
    if (resigned || (doubled && !setup->cube))
        return hra_fail(why, HRA_EINPUT, at,
                        "in the match ID a double or the end is offered; this game knows none");
    if (doubled)
        s->phase = asked == s->turn ? BG_BEAVERED : BG_DOUBLED;
    if (one > 6 || two > 6 || !one != !two)
        return hra_fail(why, HRA_EINPUT, at, "the match ID has dice %u and %u", one, two);
    s->high = (uint8_t)(one > two ? one : two);
    s->low = (uint8_t)(one > two ? two : one);
    if (s->high)
        s->phase = BG_PLAYING;
    return take_stakes(setup, &k, s, at, why);
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
        return hra_fail(why, HRA_EINPUT, at, "this is no position ID: its bits do not end with the bar");
    return HRA_OK;
}

/* "4HPwATDgc/ABMA", and "cAkAAAAAAAAA" behind it or not: then White is to roll. */
bool bg_is_gnubg(const char *text) {
    bits b;
    return read_digits(text, ID_DIGITS, &b) && strchr(": ", text[ID_DIGITS]);
}

hra_err bg_read_gnubg(const bg_setup *setup, const char *text, int *at, bg_state *s, hra_error *why) {
    bits position, match;
    int from = *at;
    (void)read_digits(text + from, ID_DIGITS, &position);
    *at += ID_DIGITS;
    hra_scan_word(text, at, ":");
    hra_scan_blanks(text, at);
    s->phase = setup->cube ? BG_DOUBLING : BG_PLAYING;
    if (text[*at]) {
        if (!read_digits(text + *at, MATCH_DIGITS, &match))
            return hra_fail(why, HRA_EINPUT, *at,
                            "expected a match ID of %d letters and digits, found '%.20s'", MATCH_DIGITS,
                            text + *at);
        hra_err err = read_match(&match, setup, s, *at, why);
        if (err)
            return err;
        *at += MATCH_DIGITS;
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

bool bg_is_xgid(const char *text) {
    return strncasecmp(text, "XGID=", 5) == 0 ||
           (strspn(text, "-ABCDEFGHIJKLMNOabcdefghijklmno") == BG_PLACES && text[BG_PLACES] == ':');
}

static hra_err read_places(const bg_setup *setup, const char *text, int *at, bg_state *s, hra_error *why) {
    int n[2] = {0, 0};
    for (int place = 0; place < BG_PLACES; place++, ++*at) {
        char c = text[*at];
        bool black = c >= 'a' && c <= 'o', white = c >= 'A' && c <= 'O';
        if (c != '-' && !black && !white)
            return hra_fail(why, HRA_EINPUT, *at, "expected %d places, - or a letter each, found '%.20s'",
                            BG_PLACES, text + *at);
        if ((white && place == 0) || (black && place == BG_BAR))
            return hra_fail(why, HRA_EINPUT, *at,
                            "the first place is the bar of small letters, the last one that "
                            "of capital ones");
        int count = black ? c - 'a' + 1 : white ? c - 'A' + 1 : 0;
        n[black] += count;
        if (n[black] > setup->checkers)
            return hra_fail(why, HRA_EINPUT, *at, "a side has at most %d checkers", setup->checkers);
        for (int i = 0; i < count; i++)
            bg_put(&s->board.side[black], black ? BG_BAR - place : place);
    }
    return HRA_OK;
}

/* A number between colons, with a sign or without; false: none stands there. */
static bool read_field(const char *text, int *at, int *out) {
    if (text[*at] != ':')
        return false;
    ++*at;
    int sign = text[*at] == '-' ? -1 : 1;
    *at += sign < 0;
    int x = hra_scan_number(text, at, 5);
    *out = sign * x;
    return x >= 0;
}

/* "00", "63"; "DD" or "D": a double is offered, "BB" or "B": a beaver. */
static hra_err read_dice(const bg_setup *setup, const char *text, int *at, bg_state *s, hra_error *why) {
    char c = text[*at] == ':' ? text[*at + 1] : 0;
    if (setup->cube && (c == 'D' || c == 'B')) {
        s->phase = c == 'D' ? BG_DOUBLED : BG_BEAVERED;
        *at += text[*at + 2] == c ? 3 : 2;
        return HRA_OK;
    }
    int one = text[*at] == ':' ? text[*at + 1] - '0' : -1, two = one >= 0 ? text[*at + 2] - '0' : -1;
    if ((one < 0 || one > 6 || two < 0 || two > 6 || !one != !two) && setup->cube)
        return hra_fail(why, HRA_EINPUT, *at,
                        "expected :00, two dice as in :63, or :DD for a double, found '%.20s'", text + *at);
    if (one < 0 || one > 6 || two < 0 || two > 6 || !one != !two)
        return hra_fail(why, HRA_EINPUT, *at,
                        "expected :00 or two dice as in :63 (this game has no cube), found '%.20s'",
                        text + *at);
    *at += 3;
    s->high = (uint8_t)(one > two ? one : two);
    s->low = (uint8_t)(one > two ? two : one);
    s->phase = setup->cube && !s->high ? BG_DOUBLING : BG_PLAYING;
    return HRA_OK;
}

hra_err bg_read_xgid(const bg_setup *setup, const char *text, int *at, bg_state *s, hra_error *why) {
    stakes k = {.cube = 0};
    int owner, turn, rules = 0, passed;
    if (strncasecmp(text + *at, "XGID=", 5) == 0)
        *at += 5;
    hra_err err = read_places(setup, text, at, s, why);
    if (err)
        return err;
    if (!read_field(text, at, &k.cube) || !read_field(text, at, &owner) || !read_field(text, at, &turn) ||
        (turn != 1 && turn != -1))
        return hra_fail(why, HRA_EINPUT, *at,
                        "expected the cube, its owner and whose turn it is, as in :0:0:1");
    s->turn = turn == 1 ? BG_WHITE : BG_BLACK;
    k.owner = owner == 1 ? BG_WHITE : owner == -1 ? BG_BLACK : BG_MIDDLE;
    err = read_dice(setup, text, at, s, why);
    int *const rest[] = {&k.score[BG_WHITE], &k.score[BG_BLACK], &rules, &k.match};
    for (int i = 0; !err && i < 4 && read_field(text, at, rest[i]); i++)
        ;
    while (!err && read_field(text, at, &passed)) /* the largest cube */
        ;
    k.crawford = k.match && rules & 1;
    return err ? err : take_stakes(setup, &k, s, *at, why);
}
