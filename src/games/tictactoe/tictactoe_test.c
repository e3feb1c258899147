#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tictactoe.h"

static hra_game *game;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "tictactoe", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static ttt_board board(const char *text) {
    ttt_board b;
    hra_error why = {0};
    if (hra_game_read_position(game, text, &b, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    return b;
}

/* ---- counting -------------------------------------------------------------------------------*/

static uint64_t finished_games(const ttt_board *b) {
    hra_move moves[9];
    uint64_t sum = 0;
    if (game->rules->to_move(game, b) == HRA_OVER)
        return 1;
    int n = game->rules->moves(game, b, moves);
    for (int i = 0; i < n; i++) {
        ttt_board child = *b;
        game->rules->apply(game, &child, moves[i]);
        sum += finished_games(&child);
    }
    return sum;
}

/* 255,168 plays (Henry Bottomley, "How many Tic-Tac-Toe games are possible?"); by length: 1440 of
 * five moves, 5328, 47952, 72576, and 127872 of nine. The whole tree has 549,946 nodes. */
static void all_games(void **state) {
    static const uint64_t leaves[10] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    ttt_board b = board(".../.../...");
    assert_int_equal(finished_games(&b), 255168);
    for (int depth = 0; depth <= 9; depth++) {
        hra_perft_count count;
        assert_int_equal(hra_perft(game, &b, depth, NULL, &count), 0);
        assert_int_equal(count.leaves, leaves[depth]);
        if (depth == 9)
            assert_int_equal(count.nodes, 549946);
    }
}

static void mark_positions(const ttt_board *b, bool *seen, int *count) {
    hra_move moves[9];
    bool *mark = &seen[b->mask[0] << 9 | b->mask[1]];
    if (*mark)
        return;
    *mark = true;
    ++*count;
    if (game->rules->to_move(game, b) == HRA_OVER)
        return;
    int n = game->rules->moves(game, b, moves);
    for (int i = 0; i < n; i++) {
        ttt_board child = *b;
        game->rules->apply(game, &child, moves[i]);
        mark_positions(&child, seen, count);
    }
}

/* The positions that a play can reach are exactly those that can be typed. */
static void all_positions(void **state) {
    static bool seen[1 << 18];
    int count = 0, read = 0;
    ttt_board b = board(".../.../...");
    mark_positions(&b, seen, &count);
    assert_int_equal(count, 5478);
    for (int code = 0; code < 19683; code++) { /* 3^9 */
        char text[10] = "";
        for (int cell = 0, rest = code; cell < 9; cell++, rest /= 3)
            text[cell] = ".XO"[rest % 3];
        if (hra_game_read_position(game, text, &b, NULL) != 0)
            continue;
        read++;
        if (!seen[b.mask[0] << 9 | b.mask[1]])
            fail_msg("no play leads to %s", text);
    }
    assert_int_equal(read, 5478);
}

/* ---- boards ---------------------------------------------------------------------------------*/

static void boards_tell_whose_turn_it_is_and_who_won(void **state) {
    static const struct {
        const char *board;
        int to_move;
        double first; /* what seat 0 gets where the game is over */
    } cases[] = {
        {".../"
         ".../"
         "...",
         0, 0},
        {".../"
         ".X./"
         "...",
         1, 0},
        {"X.O/"
         ".X./"
         "..O",
         0, 0},
        {"X.O/"
         ".XO/"
         "..X",
         HRA_OVER, 1},
        {"XXO/"
         ".XO/"
         "..O",
         HRA_OVER, -1},
        {"XXX/"
         "OO./"
         "...",
         HRA_OVER, 1},
        {"X.X/"
         ".X./"
         "OOO",
         HRA_OVER, -1},
        {"XOX/"
         "XOO/"
         "OXX",
         HRA_OVER, 0},
        {"XOX/"
         "OXO/"
         "XOX",
         HRA_OVER, 1}, /* two lines with the last move */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ttt_board b = board(cases[i].board);
        assert_int_equal(game->rules->to_move(game, &b), cases[i].to_move);
        if (cases[i].to_move != HRA_OVER)
            continue;
        double value[2];
        game->rules->returns(game, &b, value);
        assert_true(value[0] == cases[i].first && value[1] == -cases[i].first);
    }
}

static void a_line_of_every_kind_wins(void **state) {
    static const char *const wins[8] = {"XXX/OO./...", "OO./XXX/...", "OO./.../XXX", "XO./XO./X..",
                                        "OX./OX./.X.", "O.X/O.X/..X", "XO./OX./..X", "O.X/OX./X.."};
    for (int i = 0; i < 8; i++) {
        ttt_board b = board(wins[i]);
        double value[2];
        assert_int_equal(game->rules->to_move(game, &b), HRA_OVER);
        game->rules->returns(game, &b, value);
        assert_true(value[0] == 1);
    }
}

static void moves_are_named_by_column_and_row(void **state) {
    static const struct {
        const char *before, *move, *after;
    } cases[] = {
        {".../.../...", "a1", "X../.../..."}, {"X../.../...", "c1", "X.O/.../..."},
        {"X.O/.../...", "B2", "X.O/.X./..."}, {"X.O/.X./...", "a3", "X.O/.X./O.."},
        {"X.O/.X./O..", "c3", "X.O/.X./O.X"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ttt_board b = board(cases[i].before);
        hra_move m;
        hra_text text;
        hra_text_init(&text);
        assert_int_equal(hra_game_parse_move(game, &b, cases[i].move, &m, NULL), 0);
        game->rules->apply(game, &b, m);
        game->rules->text->write_position(game, &b, &text);
        assert_string_equal(hra_text_string(&text), cases[i].after);
        hra_text_release(&text);
        assert_int_equal(hra_game_parse_move(game, &b, cases[i].move, &m, NULL), HRA_EINPUT);
    }
}

static void a_seat_that_passes_is_written(void **state) {
    static const struct {
        const char *before, *move, *after; /* the move of the other seat */
    } cases[] = {
        {".../.../...", "b2", ".../.O./... X"},
        {"X../.../...", "b2", "X../.X./... O"},
        {"OO./X../X..", "c1", "OOO/X../X.. X"}, /* wins, and so is the end */
        {"XX./OO./...", "c2", "XX./OOO/... X"},
        {"XOX/OXO/OX.", "c3", "XOX/OXO/OXO X"}, /* the last cell: a draw */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ttt_board b = board(cases[i].before), passed, again;
        hra_move m;
        hra_text text;
        hra_text_init(&text);
        assert_true(game->rules->hints->pass(game, &b, &passed));
        assert_int_equal(hra_game_parse_move(game, &passed, cases[i].move, &m, NULL), 0);
        game->rules->apply(game, &passed, m);
        game->rules->text->write_position(game, &passed, &text);
        assert_string_equal(hra_text_string(&text), cases[i].after);
        assert_int_equal(hra_game_read_position(game, hra_text_string(&text), &again, NULL), 0);
        assert_memory_equal(&passed, &again, sizeof again);
        hra_text_release(&text);
    }
}

static void wrong_boards_say_where(void **state) {
    static const struct {
        const char *board;
        int at;
        const char *words;
    } cases[] = {
        {"", 0, "cell 1 is missing"},
        {"X.O/.X.", 7, "cell 7 is missing"},
        {"X.O/.Q./..O", 5, "expected X, O or . in cell 5"},
        {"X.O//.X./..O", 4, "expected X, O or . in cell 4"},
        {"X.O/.X./..O.", 11, "expected the end"},
        {"XXX/.../...", 0, "no game reaches this"}, /* O did not move */
        {"OX./.../...", -1, NULL},                  /* fine */
        {"O../.../...", 0, "no game reaches this"},
        {"XXX/OOO/...", 0, "a line ends the game"},
        {"XXX/OO./O..", 0, "a line ends the game"}, /* O moved after X had won */
        {"OOO/XX./XX.", 0, "a line ends the game"},
        {"O../.../... X", -1, NULL}, /* X has passed */
        {"XX./.../... O", -1, NULL}, /* O has */
        {"XX./.../... X", 0, "no game reaches this"},
        {"XX./X../... O", 0, "no game reaches this"},
        {".../.../... Q", 11, "a blank and X or O"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ttt_board b;
        hra_error why = {.at = -1};
        hra_err err = hra_game_read_position(game, cases[i].board, &b, &why);
        assert_int_equal(err, cases[i].words ? HRA_EINPUT : HRA_OK);
        if (err && (!strstr(why.text, cases[i].words) || why.at != cases[i].at))
            fail_msg("%s: at %d: %s", cases[i].board, why.at, why.text);
    }
}

/* ---- evaluation -----------------------------------------------------------------------------*/

static void open_lines_after_the_first_move(void **state) {
    static const struct {
        const char *board;
        double lead;
    } cases[] = {
        {".../"
         ".../"
         "...",
         0},
        {".../"
         ".X./"
         "...",
         4},
        {"X../"
         ".../"
         "...",
         3},
        {".X./"
         ".../"
         "...",
         2},
        {"XO./"
         ".../"
         "...",
         1}, /* X keeps 6 of 8, O 5 */
        {"XOX/"
         "XOO/"
         "OXX",
         0},
    };
    hra_eval eval;
    assert_int_equal(hra_eval_open(&eval, game, "lines", NULL), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ttt_board b = board(cases[i].board);
        double value[2];
        eval.kind->value(game, eval.self, NULL, &b, value);
        if (value[0] != cases[i].lead || value[1] != -cases[i].lead)
            fail_msg("%s: %g", cases[i].board, value[0]);
    }
    hra_eval_close(&eval);
}

/* ---- drawing --------------------------------------------------------------------------------*/

static void the_board_is_drawn(void **state) {
    static const char plain[] = "    a   b   c\n"
                                " 1  X |   | O \n"
                                "   ---+---+---\n"
                                " 2    | X |   \n"
                                "   ---+---+---\n"
                                " 3    |   | O \n";
    static const char lines[] = "    a   b   c\n"
                                " 1  X │   │ O \n"
                                "   ───┼───┼───\n"
                                " 2    │ X │   \n"
                                "   ───┼───┼───\n"
                                " 3    │   │ O \n";
    ttt_board b = board("X.O/.X./..O");
    hra_text text;
    hra_text_init(&text);
    game->rules->text->show(game, &b, &(hra_board_style){.width = 80, .seat = -1}, &text);
    assert_string_equal(hra_text_string(&text), plain);
    hra_text_clear(&text);
    game->rules->text->show(game, &b, &(hra_board_style){.unicode = true, .width = 80, .seat = -1}, &text);
    assert_string_equal(hra_text_string(&text), lines);
    hra_text_clear(&text);
    game->rules->text->show(game, &b, &(hra_board_style){.color = true, .width = 80, .seat = -1}, &text);
    assert_non_null(strstr(hra_text_string(&text), "\033[1;36mX\033[0m"));
    assert_non_null(strstr(hra_text_string(&text), "\033[1;33mO\033[0m"));
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_games),
        cmocka_unit_test(all_positions),
        cmocka_unit_test(boards_tell_whose_turn_it_is_and_who_won),
        cmocka_unit_test(a_line_of_every_kind_wins),
        cmocka_unit_test(moves_are_named_by_column_and_row),
        cmocka_unit_test(a_seat_that_passes_is_written),
        cmocka_unit_test(wrong_boards_say_where),
        cmocka_unit_test(open_lines_after_the_first_move),
        cmocka_unit_test(the_board_is_drawn),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
