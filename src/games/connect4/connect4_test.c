#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "connect4.h"
#include "core/rng.h"
#include "reference_rules.h"

static hra_game *open_spec(const char *spec) {
    hra_game *game;
    hra_error why = {0};
    if (hra_game_open(&game, NULL, spec, &why) != HRA_OK)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static c4_state read(const hra_game *game, const char *text) {
    c4_state s;
    hra_error why = {0};
    if (hra_game_read_position(game, text, &s, &why) != HRA_OK)
        fail_msg("%s: %s", text, why.text);
    return s;
}

/* ---- rules -----------------------------------------------------------------------------------*/

static void compare_game(const hra_game *game, twin t, hra_rng *rng) {
    const c4_board *b = c4_board_of(game);
    c4_state s;
    game->rules->init(game, &s);
    for (int ply = 0;; ply++) {
        char expected[C4_MOST * (C4_MOST + 1)];
        hra_move moves[C4_MOST], twins[C4_MOST];
        hra_text text;
        hra_text_init(&text);
        game->rules->text->write_position(game, &s, &text);
        twin_write(&t, expected);
        assert_string_equal(hra_text_string(&text), expected);
        hra_text_release(&text);
        const c4_state again = read(game, expected);
        assert_memory_equal(&s, &again, sizeof s);
        const bool won = twin_won(&t);
        const int n = twin_moves(&t, twins);
        if (won || n == 0) {
            double value[2];
            assert_int_equal(game->rules->to_move(game, &s), HRA_OVER);
            game->rules->returns(game, &s, value);
            assert_true(value[0] == (won ? t.next ? 1 : -1 : 0) && value[1] == -value[0]);
            return;
        }
        assert_int_equal(game->rules->to_move(game, &s), t.next);
        assert_int_equal(game->rules->moves(game, &s, moves), n);
        assert_memory_equal(moves, twins, (size_t)n * sizeof *moves);
        for (hra_move m = 0; m < (hra_move)b->width; m++)
            assert_int_equal(game->rules->hints->legal(game, &s, m), !t.cell[m][t.height - 1]);
        const hra_move m = moves[hra_rng_below(rng, (uint32_t)n)];
        game->rules->apply(game, &s, m);
        twin_apply(&t, m);
    }
}

static void games_are_those_of_the_twin(void **state) {
    static const struct {
        const char *spec;
        twin board;
    } cases[] = {
        {"connect4", {.width = 7, .height = 6, .length = 4}},
        {"connect4:width=8,height=7", {.width = 8, .height = 7, .length = 4}}, /* all 64 bits */
        {"connect4:width=3,height=10,length=5", {.width = 3, .height = 10, .length = 5}},
        {"connect4:width=10,height=5,length=3", {.width = 10, .height = 5, .length = 3}},
    };
    hra_rng rng;
    hra_rng_init(&rng, 4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_spec(cases[i].spec);
        for (int k = 0; k < 300; k++)
            compare_game(game, cases[i].board, &rng);
        hra_game_close(game);
    }
}

/* ---- counting -------------------------------------------------------------------------------*/

static uint64_t twin_count(const twin *t, int depth, int discs) {
    hra_move moves[C4_MOST];
    if (depth == 0)
        return 1;
    const int n = discs >= 2 * t->length - 1 && twin_won(t) ? 0 : twin_moves(t, moves);
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        twin after = *t;
        twin_apply(&after, moves[i]);
        sum += twin_count(&after, depth - 1, discs + 1);
    }
    return sum;
}

static void moves_are_counted_as_by_the_twin(void **state) {
    static const struct {
        const char *spec;
        twin board;
        int depth;
    } cases[] = {
        {"connect4", {.width = 7, .height = 6, .length = 4}, 7}, /* a column is full for the first time */
        {"connect4:width=4,height=4", {.width = 4, .height = 4, .length = 4}, 9},
        {"connect4:width=5,height=3,length=3", {.width = 5, .height = 3, .length = 3}, 7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_spec(cases[i].spec);
        c4_state s;
        game->rules->init(game, &s);
        for (int depth = 0; depth <= cases[i].depth; depth++) {
            hra_perft_count count;
            assert_int_equal(hra_perft(game, &s, depth, NULL, &count), 0);
            assert_int_equal(count.leaves, twin_count(&cases[i].board, depth, 0));
        }
        hra_game_close(game);
    }
}

/* Wins that end games first count at the eighth ply. */
static void moves_of_eight_plies(void **state) {
    hra_game *game = open_spec("connect4");
    c4_state s;
    hra_perft_count count;
    game->rules->init(game, &s);
    assert_int_equal(hra_perft(game, &s, 8, NULL, &count), 0);
    assert_int_equal(count.leaves, 5673234);
    hra_game_close(game);
}

/* ---- threats ----------------------------------------------------------------------------------*/

/* A free cell is a threat if the board of characters with a disc there has a line. */
static void threats_complete_lines(void **state) {
    hra_game *game = open_spec("connect4");
    const c4_board *b = c4_board_of(game);
    hra_rng rng;
    hra_rng_init(&rng, 5);
    for (int k = 0; k < 200; k++) {
        c4_state s;
        twin t = {.width = 7, .height = 6, .length = 4};
        game->rules->init(game, &s);
        for (int ply = 0; ply < 24 && game->rules->to_move(game, &s) != HRA_OVER; ply++) {
            hra_move moves[C4_MOST];
            const int n = game->rules->moves(game, &s, moves);
            const hra_move m = moves[hra_rng_below(&rng, (uint32_t)n)];
            game->rules->apply(game, &s, m);
            twin_apply(&t, m);
        }
        for (int seat = 0; seat < 2 && !s.lead; seat++) {
            uint64_t expected = 0;
            for (int column = 0; column < 7; column++)
                for (int row = 0; row < 6; row++) {
                    if (t.cell[column][row])
                        continue;
                    t.cell[column][row] = "RY"[seat];
                    expected |= (uint64_t)twin_won(&t) << c4_bit(b, column, row);
                    t.cell[column][row] = 0;
                }
            assert_true(c4_threats(b, &s, seat) == expected);
        }
    }
    hra_game_close(game);
}

static void lines_are_counted(void **state) {
    static const struct {
        const char *spec;
        int lines;
    } cases[] = {{"connect4", 69}, {"connect4:width=5,height=5", 28}, {"connect4:length=6", 7 + 12 + 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_spec(cases[i].spec);
        const c4_state s = {0};
        assert_int_equal(c4_open_lines(c4_board_of(game), &s, 0, 0), cases[i].lines);
        hra_game_close(game);
    }
}

/* ---- words --------------------------------------------------------------------------------------*/

static void moves_are_columns(void **state) {
    static const struct {
        const char *text;
        int move; /* -1: refused */
        const char *words;
    } cases[] = {{"4", 3, NULL},
                 {"d", 3, NULL},
                 {" G ", 6, NULL},
                 {"8", -1, "legal moves: 2, 3"},
                 {"0", -1, "legal moves"},
                 {"", -1, "legal moves"},
                 {"44", -1, "legal moves"},
                 {"1", -1, "the column is full"}};
    hra_game *game = open_spec("connect4");
    const c4_state s = read(game, "Y....../R....../Y....../R....../Y....../R......");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_move m = 99;
        hra_error why = {0};
        const hra_err err = hra_game_parse_move(game, &s, cases[i].text, &m, &why);
        assert_int_equal(err, cases[i].move < 0 ? HRA_EINPUT : HRA_OK);
        if (!err)
            assert_int_equal(m, cases[i].move);
        else if (!strstr(why.text, cases[i].words))
            fail_msg("'%s': %s", cases[i].text, why.text);
    }
    hra_game_close(game);
}

static void wrong_boards_say_what(void **state) {
    static const struct {
        const char *board, *words;
    } cases[] = {
        {"..../..../..../....", NULL},
        {"..../..../..../...", "cell 4 of row 4 is missing"},
        {"..../..../..../....x", "expected the end"},
        {"..../..../R.../....", "nothing below"},
        {"..../..../..../Y...", "no game reaches this"},
        {"..../..../..../RRRR", "no game reaches this"},
        {"..../..../YYY./RRRR", NULL},
        {"..../..../YYYY/RRRR", "no game reaches this"},
        {"..../Y..../..../....", "cell 2 of row 3 is missing"},
        {"..../R.../R.../R... Y", "no game reaches this"}, /* three more */
        {"..../..../R.../R... R", "no game reaches this"},
        {"..../..../R.../R... Y", NULL}, /* Yellow has passed before */
        {"..../..../..../R... R", NULL}, /* Yellow has passed */
        {"YYY./YYY./YYYY/RRRR", "no game reaches this"},
        {"..RY/.YYY/RYYY/RRRR",
         "no game reaches this"}, /* the line is under three discs, its end under one */
    };
    hra_game *game = open_spec("connect4:width=4,height=4");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        c4_state s;
        hra_error why = {0};
        const hra_err err = hra_game_read_position(game, cases[i].board, &s, &why);
        if (err != (cases[i].words ? HRA_EINPUT : HRA_OK) || (err && !strstr(why.text, cases[i].words)))
            fail_msg("%s: %d %s", cases[i].board, err, why.text);
    }
    hra_game_close(game);
}

static void boards_that_do_not_fit_are_refused(void **state) {
    static const char *const specs[] = {"connect4:width=10", "connect4:height=10",
                                        "connect4:width=4,height=4,length=5"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_game *game;
        assert_int_equal(hra_game_open(&game, NULL, specs[i], NULL), HRA_EINPUT);
    }
}

static void mirror_images_are_the_same(void **state) {
    hra_game *game = open_spec("connect4:width=5,height=4");
    const c4_state s = read(game, "...../...Y./...R./R..YR"), m = read(game, "...../.Y.../.R.../RY..R");
    c4_state a, b;
    game->rules->hints->canonical(game, &s, &a);
    game->rules->hints->canonical(game, &m, &b);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(memcmp(&a, &s, sizeof a) == 0 || memcmp(&a, &m, sizeof a) == 0);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_counted_as_by_the_twin),
        cmocka_unit_test(moves_of_eight_plies),
        cmocka_unit_test(games_are_those_of_the_twin),
        cmocka_unit_test(threats_complete_lines),
        cmocka_unit_test(lines_are_counted),
        cmocka_unit_test(moves_are_columns),
        cmocka_unit_test(wrong_boards_say_what),
        cmocka_unit_test(boards_that_do_not_fit_are_refused),
        cmocka_unit_test(mirror_images_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
