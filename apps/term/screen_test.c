/* Rows of a screen and marks of a board, without a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "screen.h"

enum { SHORT = 10, FULL = 18 };

static const screen_wish usual[SCREEN_PARTS] = {
    [SCREEN_PROMPT] = {.least = 1, .most = 1},
    [SCREEN_TALK] = {.least = 1, .most = 1},
    [SCREEN_BOARD] = {.least = SHORT, .most = FULL, .whole = true},
    [SCREEN_LAST] = {.least = 1, .most = 1},
    [SCREEN_ADVICE] = {.least = 3, .most = 5},
    [SCREEN_PLAYERS] = {.least = 1, .most = 2, .whole = true},
};

/* What gives way at which height. */
static void parts_give_way_from_the_last_on(void **state) {
    static const struct {
        int height, rows[SCREEN_PARTS]; /* prompt, talk, board, last moves, advice, players */
    } cases[] = {
        {40, {1, 1, FULL, 1, 5, 2}},  {28, {1, 1, FULL, 1, 5, 2}},  {27, {1, 1, FULL, 1, 5, 1}},
        {25, {1, 1, FULL, 1, 3, 1}},  {24, {1, 1, SHORT, 1, 5, 2}}, {17, {1, 1, SHORT, 1, 3, 1}},
        {16, {1, 1, SHORT, 1, 3, 0}}, {14, {1, 1, SHORT, 1, 1, 0}}, {12, {1, 1, SHORT, 0, 0, 0}},
        {8, {1, 1, 6, 0, 0, 0}},      {1, {1, 0, 0, 0, 0, 0}},
    };
    int rows[SCREEN_PARTS];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        screen_share(usual, cases[i].height, rows);
        for (int part = 0; part < SCREEN_PARTS; part++)
            assert_int_equal(rows[part], cases[i].rows[part]);
    }
}

static void check_screen(const screen *s, const char *expected) {
    hra_text text;
    hra_text_init(&text);
    screen_compose(s, &text);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
}

static void every_row_is_there(void **state) {
    screen s = {
        .width = 12,
        .height = 9,
        .rows = {1, 1, 2, 1, 1, 1},
        .text = {"> ", "said\n", "board 1\nboard 2, wide\nno more\n", "last\n", "advice\n", "players\n"}};
    check_screen(&s, "players\n\nboard 1\nboard 2, wid\n\nlast\nadvice\nsaid\n> \n");
    s.height = 7;
    check_screen(&s, "players\nboard 1\nboard 2, wid\nlast\nadvice\nsaid\n> \n");
    s.side = "1 a1\n2 b2\n";
    s.left = 7;
    check_screen(&s, "players1 a1\nboard 12 b2\nboard 2\nlast   \nadvice \nsaid\n> \n");
}

static void check_marks(const char *before, const char *after, const char *now, const char *expected) {
    hra_text text;
    hra_text_init(&text);
    screen_add_marked(now, before, after, &text);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
}

#define M(sign) "\033[7m" sign "\033[27m"

static void a_board_shows_what_the_last_move_changed(void **state) {
    check_marks("X . .\n", "X O .\n", "X O .\n", "X " M("O") " .\n");
    check_marks("\033[31mX\033[0m .\n", ". X\n", ". \033[31mX\033[0m\n",
                M(".") " \033[31m" M("X") "\033[0m\n");
    check_marks("■ ·\n", "· ■\n", "· ■\n", M("·") " " M("■") "\n");
    /* What changed after it, the words about a board, and values that a move would bring are none of it. */
    check_marks("X . .\n", "X O .\n", "X X .\n", "X X .\n");
    check_marks("O White to move\n", "X Black to move\n", "X Black to move\n", "X Black to move\n");
    check_marks("  +4 +8\n", "  .   8\n", " +3   8\n", " +3   " M("8") "\n");
    check_marks("┃┃┃ ┃\n", "┃┃\n", "┃┃\n", "┃┃" M(" ") " " M(" ") "\n");
    /* Another board. */
    check_marks("aaaaaaaaaaaa\n", "b.c.d.e.f.g.\n", "b.c.d.e.f.g.\n", "b.c.d.e.f.g.\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_give_way_from_the_last_on),
        cmocka_unit_test(every_row_is_there),
        cmocka_unit_test(a_board_shows_what_the_last_move_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
