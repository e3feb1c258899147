#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "nim.h"

extern const hra_rules hra_rules_nim;

static hra_game *open_nim(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, NULL, &hra_rules_nim, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    return game;
}

/* ---- the theorem against a search that knows only the rules -----------------------------------*/

/* The value for the seat to move, through the table of rules. */
static int searched(const hra_game *game, const uint8_t *s) {
    hra_move list[64];
    double worth[2];
    int mover = game->rules->to_move(game, s), best = -1;
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, worth);
        return (int)worth[s[0]];
    }
    int n = game->rules->moves(game, s, list);
    for (int i = 0; i < n && best < 1; i++) {
        uint8_t child[1 + NIM_ROWS];
        memcpy(child, s, game->state_size);
        game->rules->apply(game, child, list[i]);
        int value = -searched(game, child);
        best = value > best ? value : best;
    }
    return best;
}

/* Bouton's theorem written down anew: normal play, and the exception when the last one loses. */
static int theorem(int a, int b, int c, bool last_loses) {
    bool ones = a < 2 && b < 2 && c < 2;
    return (last_loses && ones ? (a + b + c) % 2 == 0 : (a ^ b ^ c) != 0) ? 1 : -1;
}

static void xor_is_exact(void **state) {
    static const char *const specs[2] = {"nim:rows=3-4-4", "nim:rows=3-4-4,last=loses"};
    for (int last = 0; last < 2; last++) {
        hra_game *game = open_nim(specs[last]);
        hra_eval eval;
        assert_int_equal(hra_eval_open(&eval, game, "xor", NULL), 0);
        for (int i = 0; i < 4 * 5 * 5 * 2; i++) {
            uint8_t s[4] = {(uint8_t)(i % 2), (uint8_t)(i / 2 % 4), (uint8_t)(i / 8 % 5), (uint8_t)(i / 40)};
            double worth[2];
            eval.kind->value(game, eval.self, NULL, s, worth);
            assert_true(worth[0] == -worth[1]);
            assert_int_equal(searched(game, s), (int)worth[s[0]]);
            assert_int_equal(theorem(s[1], s[2], s[3], last == 1), (int)worth[s[0]]);
        }
        hra_eval_close(&eval);
        hra_game_close(game);
    }
}

/* ---- counting ---------------------------------------------------------------------------------*/

/* States exactly `depth` moves below: sequences of takings from three heaps, counted without moves. */
static uint64_t sequences(int a, int b, int c, int depth) {
    uint64_t n = 0;
    if (depth == 0)
        return 1;
    for (int left = 0; left < a; left++)
        n += sequences(left, b, c, depth - 1);
    for (int left = 0; left < b; left++)
        n += sequences(a, left, c, depth - 1);
    for (int left = 0; left < c; left++)
        n += sequences(a, b, left, depth - 1);
    return n;
}

static void perft_counts_takings(void **state) {
    hra_game *game = open_nim("nim:rows=2-3-4");
    uint8_t s[4];
    game->rules->init(game, s);
    for (int depth = 0; depth <= 9; depth++) {
        hra_perft_count count;
        assert_int_equal(hra_perft(game, s, depth, NULL, &count), 0);
        assert_int_equal(count.leaves, sequences(2, 3, 4, depth));
    }
    hra_game_close(game);
}

/* ---- text -------------------------------------------------------------------------------------*/

static void drawn(void **state) {
    static const hra_look plain = {.width = 80, .seat = -1}, narrow = {.width = 20, .seat = -1},
                          signs = {.unicode = true, .color = true, .width = 80, .seat = -1};
    hra_game *game = open_nim("nim:rows=3-7");
    uint8_t s[3];
    hra_text text;
    hra_text_init(&text);
    game->rules->init(game, s);
    game->rules->text->show(game, s, &plain, &text);
    assert_string_equal(hra_text_string(&text), " a   3  |||\n"
                                                " b   7  ||||| ||\n");
    hra_text_clear(&text);
    game->rules->text->show(game, s, &narrow, &text);
    assert_string_equal(hra_text_string(&text), " a   3  |||\n"
                                                " b   7  |||||\n"
                                                "        ||\n");
    hra_text_clear(&text);
    game->rules->text->show(game, s, &signs, &text);
    assert_string_equal(hra_text_string(&text), " a   3  \033[33m┃┃┃\033[0m\n"
                                                " b   7  \033[33m┃┃┃┃┃ ┃┃\033[0m\n");
    hra_text_release(&text);
    hra_game_close(game);
}

static void longest_row_fits(void **state) {
    static const hra_look look = {.unicode = true, .width = 80, .seat = -1};
    hra_game *game = open_nim("nim:rows=99-99");
    uint8_t s[3];
    hra_text text;
    hra_text_init(&text);
    game->rules->init(game, s);
    game->rules->text->show(game, s, &look, &text);
    char *rest = NULL;
    for (char *line = strtok_r(text.data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        assert_true(hra_text_columns(line) <= 80);
    hra_text_release(&text);
    hra_game_close(game);
}

static void moves_read_back(void **state) {
    hra_game *game = open_nim("nim");
    uint8_t s[4];
    hra_move m = 0;
    game->rules->init(game, s);
    assert_int_equal(hra_game_parse_move(game, s, "B3", &m, NULL), 0);
    assert_int_equal(m, 1 << 8 | 3);
    game->rules->apply(game, s, m);
    hra_text text;
    hra_text_init(&text);
    game->rules->text->write_position(game, s, &text);
    assert_string_equal(hra_text_string(&text), "3-2-7/1");
    hra_text_release(&text);
    hra_error why;
    assert_int_equal(hra_game_parse_move(game, s, "b3", &m, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "'b3' is no move here"));
    hra_game_close(game);
}

static void positions_read_back(void **state) {
    static const struct {
        const char *text, *back; /* back: NULL where it must be refused */
        const char *why;
        int at;
    } cases[] = {
        {"3-5-7/0",    "3-5-7/0", NULL,                       0},
        {"0-0-1/1",    "0-0-1/1", NULL,                       0},
        {"0-0-0/1",    "0-0-0/1", NULL,                       0},
        {"1-2-3",      "1-2-3/0", NULL,                       0},
        {"",           NULL,      "as in 3-5-7/0",            0},
        {"3-5",        NULL,      "expected 3 rows, found 2", 0},
        {"3-5-7-9",    NULL,      "expected 3 rows, found 4", 0},
        {"3-6-7/0",    NULL,      "row b has at most 5",      0},
        {"3-5-",       NULL,      "as in 3-5-7/0; found ''",  4},
        {"3--5",       NULL,      "found '-5'",               2},
        {"3-5-7/2",    NULL,      "found '/2'",               5},
        {"3-5-7/0 x",  NULL,      "found ' x'",               7},
        {"99999999-1", NULL,      "found '99999999-1'",       0},
    };
    hra_game *game = open_nim("nim");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t s[4] = {0};
        hra_error why = {0};
        hra_err err = hra_game_read_position(game, cases[i].text, s, &why);
        assert_int_equal(err, cases[i].back ? 0 : HRA_EINPUT);
        if (cases[i].back) {
            hra_text text;
            hra_text_init(&text);
            game->rules->text->write_position(game, s, &text);
            assert_string_equal(hra_text_string(&text), cases[i].back);
            hra_text_release(&text);
        } else if (!strstr(why.text, cases[i].why) || why.at != cases[i].at) {
            fail_msg("'%s': at %d: %s", cases[i].text, why.at, why.text);
        }
    }
    hra_game_close(game);
}

static void wrong_rows_are_refused(void **state) {
    static const char *const specs[] = {
        "nim:rows=",
        "nim:rows=0",
        "nim:rows=100",
        "nim:rows=3-",
        "nim:rows=-3",
        "nim:rows=3-5x",
        "nim:rows=1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1",
        "nim:last=maybe",
    };
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_game *game = NULL;
        hra_error why = {0};
        assert_int_equal(hra_game_open_rules(&game, NULL, &hra_rules_nim, specs[i], &why), HRA_EINPUT);
        assert_null(game);
        assert_non_null(strstr(why.text, strstr(specs[i], "rows") ? "as in 3-5-7" : "wins|loses"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(xor_is_exact),
        cmocka_unit_test(perft_counts_takings),
        cmocka_unit_test(drawn),
        cmocka_unit_test(longest_row_fits),
        cmocka_unit_test(moves_read_back),
        cmocka_unit_test(positions_read_back),
        cmocka_unit_test(wrong_rows_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
