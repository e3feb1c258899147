#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/solve.h"
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

/* ---- the solver against all positions of small games ------------------------------------------*/

enum { SHORT = 8, MOST_SHORT = 4 }; /* rows of 0 to 7, so that a position is a number to the base of 8 */

typedef struct brute {
    int value,
        distance; /* to the seat to move; plies to the end where the winner hurries, the loser delays */
    bool known;
} brute;

typedef struct twin {
    const hra_game *game;
    brute found[2 * SHORT * SHORT * SHORT * SHORT];
    bool reached[2 * SHORT * SHORT * SHORT * SHORT];
} twin;

static int slot_of(const hra_game *game, const uint8_t *s) {
    int slot = s[0];
    for (size_t i = 1; i < game->state_size; i++)
        slot = slot * SHORT + s[i];
    return slot;
}

/* Through the table of rules, each position once. */
static brute solved(twin *t, const uint8_t *s) {
    brute *at = &t->found[slot_of(t->game, s)];
    hra_move list[SHORT * MOST_SHORT];
    double worth[2];
    if (at->known)
        return *at;
    *at = (brute){.value = -1, .known = true};
    if (t->game->rules->to_move(t->game, s) == HRA_OVER) {
        t->game->rules->returns(t->game, s, worth);
        at->value = (int)worth[s[0]];
        return *at;
    }
    int n = t->game->rules->moves(t->game, s, list);
    for (int i = 0; i < n; i++) {
        uint8_t child[1 + NIM_ROWS];
        memcpy(child, s, t->game->state_size);
        t->game->rules->apply(t->game, child, list[i]);
        brute below = solved(t, child);
        int value = -below.value, distance = below.distance + 1;
        bool better = value > at->value ||
                      (value == at->value && (value > 0 ? distance < at->distance : distance > at->distance));
        if (i == 0 || better)
            *at = (brute){value, distance, true};
    }
    return *at;
}

static uint64_t reach(twin *t, const uint8_t *s) {
    hra_move list[SHORT * MOST_SHORT];
    uint64_t count = 1;
    if (t->reached[slot_of(t->game, s)])
        return 0;
    t->reached[slot_of(t->game, s)] = true;
    int n = t->game->rules->moves(t->game, s, list);
    for (int i = 0; i < n; i++) {
        uint8_t child[1 + NIM_ROWS];
        memcpy(child, s, t->game->state_size);
        t->game->rules->apply(t->game, child, list[i]);
        count += reach(t, child);
    }
    return count;
}

/* Every way that the rows can stand, with either seat to move. */
static void compare_all(twin *t, const hra_solution *solution, uint8_t *s, size_t row) {
    const nim_level *level = t->game->data;
    double value[2];
    for (int left = 0; row < t->game->state_size && left <= level->row[row - 1]; left++) {
        s[row] = (uint8_t)left;
        compare_all(t, solution, s, row + 1);
    }
    for (s[0] = 0; row == t->game->state_size && s[0] < 2; s[0]++) {
        brute expected = solved(t, s);
        assert_int_equal(hra_solution_value(solution, s, value), 0);
        assert_true(value[s[0]] == expected.value && value[!s[0]] == -expected.value);
        assert_int_equal(hra_solution_distance(solution, s), expected.distance);
    }
}

/* What the player says of every move of the beginning. */
static void compare_moves(twin *t) {
    hra_agent *agent;
    hra_analysis result;
    uint8_t s[1 + NIM_ROWS], child[1 + NIM_ROWS];
    t->game->rules->init(t->game, s);
    hra_question question = {.state = s};
    hra_analysis_init(&result);
    assert_int_equal(hra_agent_open_spec(&agent, t->game, "exact", NULL), 0);
    assert_int_equal(hra_agent_ask(agent, &question, &result), 0);
    assert_true(result.value[0] == solved(t, s).value && result.distance == solved(t, s).distance);
    for (int i = 0; i < result.move_count; i++) {
        memcpy(child, s, t->game->state_size);
        t->game->rules->apply(t->game, child, result.moves[i].move);
        assert_true(result.moves[i].value[1] == solved(t, child).value);
        assert_int_equal(result.moves[i].distance, solved(t, child).distance + 1);
        assert_int_equal(result.moves[i].kind, HRA_VALUE_EXACT);
    }
    hra_agent_close(agent);
    hra_analysis_release(&result);
}

static void the_solver_is_right(void **state) {
    static const char *const rows[] = {"1", "7", "1-1", "2-2", "2-3-4", "3-5-7", "1-1-1-1", "2-1-3-2"};
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        char spec[64];
        uint8_t s[1 + NIM_ROWS];
        hra_solution *solution;
        (void)hra_snprintf(spec, sizeof spec, "nim:rows=%s,last=%s", rows[i / 2], i % 2 ? "loses" : "wins");
        hra_game *game = open_nim(spec);
        twin *t = calloc(1, sizeof *t);
        assert_non_null(t);
        t->game = game;
        assert_int_equal(hra_solution_open(&solution, game, NULL, NULL), 0);
        game->rules->init(game, s);
        assert_int_equal(hra_solution_info_of(solution)->states, reach(t, s));
        compare_all(t, solution, s, 1);
        compare_moves(t);
        hra_solution_close(solution);
        free(t);
        hra_game_close(game);
    }
}

/* No theorem tells how far the end is; the numbers of states from hra_solver's own definition. */
static void long_rows_are_solved_too(void **state) {
    static const struct {
        const char *spec;
        double first;
        uint64_t states; /* 2 (r + 1)^n - 2^n */
    } cases[] = {
        {"nim:rows=9-9-9-9-9-9-9-9", -1, 2 * 100000000 - 256},
        {"nim:rows=9-9-9-9-9-9-9-8,last=loses", 1, 2 * 90000000 - 256},
        {"nim:rows=99-99-99-99-99-99-99-99-99", 1, 2 * 1000000000000000000U - 512},
        {"nim:rows=99-99-99-99-99-99-99-99-99-99-99-99-99-99-99-99-99-99-99-99-99-99-99-99-99-98", 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_nim(cases[i].spec);
        hra_solution *solution;
        uint8_t s[1 + NIM_ROWS];
        double value[2];
        game->rules->init(game, s);
        assert_int_equal(hra_solution_open(&solution, game, NULL, NULL), 0);
        assert_int_equal(hra_solution_value(solution, s, value), 0);
        assert_true(value[0] == cases[i].first);
        assert_int_equal(hra_solution_distance(solution, s), -1);
        assert_true(hra_solution_info_of(solution)->states == cases[i].states);
        hra_solution_close(solution);
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
    static const hra_board_style plain = {.width = 80, .seat = -1}, narrow = {.width = 20, .seat = -1},
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
    static const hra_board_style look = {.unicode = true, .width = 80, .seat = -1};
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
    assert_non_null(strstr(why.text, "illegal move 'b3'"));
    hra_game_close(game);
}

static void positions_read_back(void **state) {
    static const struct {
        const char *text, *back; /* back: NULL where it must be refused */
        const char *why;
        int at;
    } cases[] = {
        {"3-5-7/0", "3-5-7/0", NULL, 0},
        {"0-0-1/1", "0-0-1/1", NULL, 0},
        {"0-0-0/1", "0-0-0/1", NULL, 0},
        {"1-2-3", "1-2-3/0", NULL, 0},
        {"", NULL, "such as 3-5-7/0", 0},
        {"3-5", NULL, "expected 3 rows, found 2", 0},
        {"3-5-7-9", NULL, "expected 3 rows, found 4", 0},
        {"3-6-7/0", NULL, "row b has at most 5", 0},
        {"3-5-", NULL, "such as 3-5-7/0; found ''", 4},
        {"3--5", NULL, "found '-5'", 2},
        {"3-5-7/2", NULL, "found '/2'", 5},
        {"3-5-7/0 x", NULL, "found ' x'", 7},
        {"99999999-1", NULL, "found '99999999-1'", 0},
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
        cmocka_unit_test(the_solver_is_right),
        cmocka_unit_test(long_rows_are_solved_too),
        cmocka_unit_test(perft_counts_takings),
        cmocka_unit_test(drawn),
        cmocka_unit_test(longest_row_fits),
        cmocka_unit_test(moves_read_back),
        cmocka_unit_test(positions_read_back),
        cmocka_unit_test(wrong_rows_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
