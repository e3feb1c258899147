/* Spellings of moves: what is read, and which moves it fits, against the other set of rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "reference_rules.h"
#include "spelling.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { BOARDS = 300 };
#else
enum { BOARDS = 1500 };
#endif

static hra_game *game;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

/* ---- the text ---------------------------------------------------------------------------------*/

static const struct {
    const char *text, *squares; /* of these, the first bytes are the move */
    size_t bytes;
    bool capture;
} written[] = {
    {"11-15", "11 15", 5, false},
    {"11 - 15", "11 15", 7, false},
    {"11\t-\t15", "11 15", 7, false},
    {"09-13", "9 13", 5, false},
    {"1115", "11 15", 4, false},
    {"1115x24", "11 15", 4, false}, /* not glued and separated at once: the reader refuses what is left */
    {"7x16", "7 16", 4, true},
    {"7x16x23x32", "7 16 23 32", 10, true},
    {"23X14", "23 14", 5, true},
    {"23:18", "23 18", 5, true},
    {"7 x 16:23-32", "7 16 23 32", 12, true},
    {"23-18*", "23 18", 5, false},
    {"23-18!?", "23 18", 5, false},
    {"11-15 23-19", "11 15", 5, false},
    {"7x16 16x23", "7 16", 4, true},
    {"11-15-", "11 15", 5, false},
    {"11-15 -", "11 15", 5, false},
    {"11\xe2\x80\x93"
     "15",
     "11 15", 7, false}, /* an en dash */
    {"11 \xe2\x88\x92 15", "11 15", 9, false},
    {"11\xc3\x97"
     "18",
     "11 18", 6, true},
    {"10x17x26x19x10", "10 17 26 19 10", 14, true},
    {"10x10", "10 10", 5, true},
    {"33-28", "33 28", 5, false}, /* of another board */
    {"c3-d4", "c3 d4", 5, false},
    {"c3d4", "c3 d4", 4, false},
    {"C3:E5:g3", "c3 e5 g3", 8, true},
    {"", NULL, 0, false},
    {"11", NULL, 0, false},
    {"-15", NULL, 0, false},
    {"1-0", NULL, 0, false},
    {"0-1", NULL, 0, false},
    {"2-0", NULL, 0, false},
    {"1-1", NULL, 0, false},
    {"1/2-1/2", NULL, 0, false},
    {"1. 11-15", NULL, 0, false},
    {"111-15", NULL, 0, false},
    {"11-155", NULL, 0, false},
    {"11151", NULL, 0, false},
    {"0015", NULL, 0, false},
    {"1111", NULL, 0, false},
    {"c3-15", NULL, 0, false},
    {"i3-d4", NULL, 0, false},
    {"c9-d4", NULL, 0, false},
    {"c3", NULL, 0, false},
    {"11\xe2\x80", NULL, 0, false},
    {"1-2-3-4-5-6-7-8-9-10-11", NULL, 0, false},
};

static void squares_are_read(void **state) {
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        char found[100] = "";
        ck_spelling s;
        size_t used = ck_read_spelling(written[i].text, strlen(written[i].text), &s);
        if (used != written[i].bytes)
            fail_msg("'%s': %zu bytes are a move", written[i].text, used);
        for (int k = 0; k < s.count && used; k++) {
            int square = s.square[k], letter = square - CK_LETTERED;
            char *at = found + strlen(found);
            if (letter >= 0)
                snprintf(at, 10, "%s%c%d", k ? " " : "", 'a' + letter % 8, letter / 8 + 1);
            else
                snprintf(at, 10, "%s%d", k ? " " : "", square);
        }
        if (used && (strcmp(found, written[i].squares) != 0 || s.capture != written[i].capture))
            fail_msg("'%s': %s", written[i].text, found);
    }
}

/* Whatever the bytes behind its end are, a text is not read beyond it. */
static void the_length_ends_a_text(void **state) {
    static const char text[] = "7x16x23x32 c3:e5 1115 11 \xe2\x80\x93 15";
    for (size_t from = 0; from < sizeof text; from++)
        for (size_t length = 0; from + length < sizeof text; length++) {
            char *copy = malloc(length ? length : 1); /* a sanitizer sees a step over the end */
            ck_spelling s, t;
            assert_non_null(copy);
            memcpy(copy, text + from, length);
            size_t used = ck_read_spelling(copy, length, &s);
            assert_true(used <= length);
            if (used) /* it stands alone too */
                assert_int_equal(ck_read_spelling(copy, used, &t), used);
            free(copy);
        }
}

/* ---- the moves --------------------------------------------------------------------------------*/

static ck_state read(const char *position) {
    ck_state s;
    hra_error why;
    if (hra_game_read_position(game, position, &s, &why) != 0)
        fail_msg("%s: %s", position, why.text);
    return s;
}

/* All that a text is, by spellings that are joined. */
static ck_spelling spell(const char *text) {
    ck_spelling s = {.count = 0}, next;
    for (size_t used; *text; text += used + strspn(text + used, " ")) {
        used = ck_read_spelling(text, strlen(text), &next);
        assert_true(used > 0);
        if (s.count)
            assert_true(ck_join_spelling(&s, &next));
        else
            s = next;
    }
    return s;
}

static const char start[] = "B:W21-32:B1-12";

static void spellings_fit_moves(void **state) {
    static const char ring[] = "B:W6,7,14,15:B2", twice[] = "B:W15,24:B10";
    static const char jumps[] = "B:B2,3,6,7,10:W11,12,13,19,22,27,28,30";
    static const struct {
        const char *position, *text, *moves;
        bool whole, goes_on;
    } cases[] = {
        {start, "11-15", "11-15", true, false},
        {start, "11x15", "11-15", true, false},
        {start, "11-14", "", false, false},
        {start, "15-11", "", false, false},
        {start, "22-18", "", false, false},
        {start, "11-15-18", "", false, false},
        {start, "33-28", "", false, false},
        {start, "c3-d4", "11-15", true, false},
        {"W:W21-32:B1-12", "22-18", "22-18", true, false},
        {"W:WK18:B1", "18-14", "18-14", true, false},
        {"W:WK18:B1", "18-23", "18-23", true, false},
        {"W:W18:B1", "18-23", "", false, false},
        {"W:WK18,14:B1", "18-14", "", false, false},
        {twice, "10x19x28", "10x19x28", true, false},
        {twice, "10x28", "10x19x28", false, false},
        {twice, "10x19", "", false, true},
        {twice, "10x19 19x28", "10x19x28", true, false},
        {twice, "10x19 19x28 28x32", "", false, false},
        {twice, "10-14", "", false, false},
        {twice, "15x24", "", false, false},
        {ring, "2x18", "2x9x18, 2x11x18", false, false},
        {ring, "2x9x18", "2x9x18", true, false},
        {ring, "2x9", "", false, true},
        {jumps, "7x16 16x23 23x32", "7x16x23x32", true, false},
        {jumps, "7x23x32", "7x16x23x32", false, false},
        {jumps, "7x16x32", "7x16x23x32", false, false},
        {jumps, "7x23", "", false, false},
        /* the whole of one, and the ends of two that go round first */
        {"B:W6,7,14,15,22,23:BK10", "10x1", "10x1, 10x17x26x19x10x1, 10x19x26x17x10x1", true, false},
    };
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ck_state s = read(cases[i].position);
        const ck_spelling spelling = spell(cases[i].text);
        const ck_corner corner = spelling.square[0] < CK_LETTERED ? CK_BOTTOM_RIGHT : CK_BOTTOM_LEFT;
        hra_move moves[CK_MAX_MOVES];
        ck_match how;
        int n = ck_match_moves(&s, &spelling, corner, moves, CK_MAX_MOVES, &how);
        hra_text_clear(&text);
        for (int k = 0; k < n; k++) {
            hra_text_add(&text, k ? ", " : "");
            ck_show_move(game, &s, moves[k], &text);
        }
        if (strcmp(hra_text_string(&text), cases[i].moves) != 0 || how.whole != cases[i].whole ||
            how.goes_on != cases[i].goes_on)
            fail_msg("%s, %s: %s, whole %d, goes on %d", cases[i].position, cases[i].text,
                     hra_text_string(&text), how.whole, how.goes_on);
    }
    hra_text_release(&text);
}

/* Each side sees its own first row below; a board that is turned has square 32 where 1 was. */
static void boards_are_numbered_from_four_corners(void **state) {
    static const struct {
        ck_corner corner;
        const char *text;
        int square;
    } cases[] = {
        {CK_BOTTOM_RIGHT, "1-32", 1},  {CK_BOTTOM_RIGHT, "4-32", 4},  {CK_BOTTOM_RIGHT, "32-1", 32},
        {CK_TOP_LEFT, "1-32", 32},     {CK_TOP_LEFT, "11-15", 22},    {CK_TOP_LEFT, "32-1", 1},
        {CK_BOTTOM_LEFT, "1-32", 4},   {CK_BOTTOM_LEFT, "4-32", 1},   {CK_BOTTOM_LEFT, "32-1", 29},
        {CK_TOP_RIGHT, "1-32", 29},    {CK_TOP_RIGHT, "4-32", 32},    {CK_TOP_RIGHT, "32-1", 4},
        {CK_BOTTOM_LEFT, "a1-b2", 4},  {CK_BOTTOM_LEFT, "h8-g7", 29}, {CK_BOTTOM_LEFT, "b8-g7", 32},
        {CK_BOTTOM_LEFT, "a3-b4", 12}, {CK_BOTTOM_LEFT, "a2-b1", 0},  {CK_TOP_RIGHT, "a1-b2", 29},
        {CK_TOP_RIGHT, "h8-a1", 4},    {CK_BOTTOM_RIGHT, "b1-a2", 1}, {CK_BOTTOM_RIGHT, "a1-b2", 0},
        {CK_TOP_LEFT, "a8-b1", 4},     {CK_BOTTOM_RIGHT, "33-28", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ck_spelling s = spell(cases[i].text);
        const int square = ck_written_square(s.square[0], cases[i].corner) + 1;
        if (square != cases[i].square)
            fail_msg("%s, corner %d: square %d", cases[i].text, cases[i].corner, square);
    }
}

/* ---- every spelling of every move of many boards ------------------------------------------------*/

static reference draw_board(hra_rng *rng) {
    static const char kinds[] = "bwBW";
    reference t = {.side = hra_rng_below(rng, 2) ? 'b' : 'w'};
    int count[2] = {0, 0};
    for (int square = 1; square <= 32; square++) {
        char c = hra_rng_below(rng, 5) < 3 ? '.' : kinds[hra_rng_below(rng, 4)];
        if ((c == 'b' && square > 28) || (c == 'w' && square < 5))
            c = '.';
        if (c != '.' && ++count[tolower(c) == 'w'] > 12)
            c = '.';
        t.at[square] = c;
    }
    return t;
}

static int numbers_of(const char *text, int *out) {
    int n = 0;
    for (char *end; *text; text = *end ? end + 1 : end)
        out[n++] = (int)strtol(text, &end, 10);
    return n;
}

/* Whether squares are those of a move, or some of them in order with both ends. */
static bool fits(const int *square, int n, const char *move) {
    int path[CK_MAX_JUMPS + 1], length = numbers_of(move, path), found = 1;
    if (n > length || square[0] != path[0] || square[n - 1] != path[length - 1])
        return false;
    for (int i = 1; i < length - 1 && found < n - 1; i++)
        found += path[i] == square[found];
    return found == n - 1;
}

static void expect_fits(const ck_state *s, const reference_list *l, const int *square, int n) {
    ck_spelling spelling;
    hra_text text;
    hra_move moves[CK_MAX_MOVES];
    ck_match how;
    int expected = 0;
    hra_text_init(&text);
    for (int i = 0; i < n; i++)
        hra_text_addf(&text, "%s%d", i ? "x" : "", square[i]);
    assert_int_equal(ck_read_spelling(hra_text_string(&text), text.length, &spelling), text.length);
    int count = ck_match_moves(s, &spelling, CK_BOTTOM_RIGHT, moves, CK_MAX_MOVES, &how);
    for (int i = 0; i < l->count; i++)
        expected += fits(square, n, l->text[i]);
    if (count != expected)
        fail_msg("%s fits %d moves, not %d", hra_text_string(&text), count, expected);
    for (int i = 0; i < count; i++) {
        hra_text_clear(&text);
        ck_show_move(game, s, moves[i], &text);
        bool known = false;
        for (int k = 0; k < l->count; k++)
            known = known || (strcmp(l->text[k], hra_text_string(&text)) == 0 && fits(square, n, l->text[k]));
        assert_true(known);
        for (int k = 0; k < i; k++)
            assert_true(moves[k] != moves[i]);
    }
    hra_text_release(&text);
}

static void every_spelling_of_every_move_fits_it(void **state) {
    hra_rng rng;
    int several = 0;
    hra_rng_init(&rng, 41);
    for (int board = 0; board < BOARDS; board++) {
        const reference t = draw_board(&rng);
        const ck_state s = reference_state(&t);
        reference_list l;
        reference_moves(&t, &l);
        for (int from = 1; from <= 32; from++)
            for (int to = 1; to <= 32; to++)
                expect_fits(&s, &l, (int[]){from, to}, 2);
        for (int i = 0; i < l.count; i++) {
            int path[CK_MAX_JUMPS + 1], part[CK_MAX_JUMPS + 1], length = numbers_of(l.text[i], path);
            several += length > 3;
            for (unsigned left_out = 0; left_out < 1U << (length - 2); left_out++) {
                int n = 0;
                for (int k = 0; k < length; k++)
                    if (k == 0 || k == length - 1 || !(left_out >> (k - 1) & 1))
                        part[n++] = path[k];
                expect_fits(&s, &l, part, n);
            }
        }
    }
    assert_true(several > BOARDS / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_are_read),
        cmocka_unit_test(the_length_ends_a_text),
        cmocka_unit_test(spellings_fit_moves),
        cmocka_unit_test(boards_are_numbered_from_four_corners),
        cmocka_unit_test(every_spelling_of_every_move_fits_it),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
