#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/solve.h"
#include "matches.h"

extern const hra_rules hra_rules_matches;

static hra_game *open_matches(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, NULL, &hra_rules_matches, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    return game;
}

/* The value for the seat to move, through the table of rules. */
static int searched(const hra_game *game, matches_heap h) {
    hra_move list[MATCHES_TAKE];
    double worth[2];
    if (game->rules->to_move(game, &h) == HRA_OVER) {
        game->rules->returns(game, &h, worth);
        return (int)worth[h.turn];
    }
    int n = game->rules->moves(game, &h, list), best = -1;
    for (int i = 0; i < n && best < 1; i++) {
        matches_heap child = h;
        game->rules->apply(game, &child, list[i]);
        int value = -searched(game, child);
        best = value > best ? value : best;
    }
    return best;
}

static void multiples_of_take_and_one_are_lost(void **state) {
    static const char *const specs[] = {"matches:count=17,take=1", "matches:count=17,take=2",
                                        "matches:count=17", "matches:count=17,take=4",
                                        "matches:count=17,take=20"};
    static const int take[] = {1, 2, 3, 4, 20};
    for (int k = 0; k < 5; k++) {
        hra_game *game = open_matches(specs[k]);
        hra_eval eval;
        assert_int_equal(hra_eval_open(&eval, game, "modulus", NULL), 0);
        for (int i = 0; i < 2 * 18; i++) {
            matches_heap h = {(uint16_t)(i / 2), (uint16_t)(i % 2)};
            double worth[2];
            int wins = h.left % (take[k] + 1) ? 1 : -1;
            assert_int_equal(searched(game, h), wins);
            eval.kind->value(game, eval.self, NULL, &h, worth);
            assert_int_equal((int)worth[h.turn], wins);
            assert_int_equal((int)worth[!h.turn], -wins);
        }
        hra_eval_close(&eval);
        hra_game_close(game);
    }
}

/* What is left may be at most this; a position with seat 1 to move comes behind that with seat 0. */
enum { FEW = 40 };

typedef struct brute {
    int value[2 * FEW + 2], distance[2 * FEW + 2]; /* to the seat to move; plies, the loser delaying */
    bool reached[2 * FEW + 2];
} brute;

/* All positions through the table of rules, those with less left first. */
static void solve(const hra_game *game, int count, brute *b) {
    for (int i = 0; i < 2 * count + 2; i++) {
        matches_heap h = {(uint16_t)(i / 2), (uint16_t)(i % 2)};
        hra_move list[MATCHES_TAKE];
        double worth[2];
        b->reached[i] = false;
        b->distance[i] = 0;
        if (game->rules->to_move(game, &h) == HRA_OVER) {
            game->rules->returns(game, &h, worth);
            b->value[i] = (int)worth[h.turn];
            continue;
        }
        int n = game->rules->moves(game, &h, list);
        for (int k = 0; k < n; k++) {
            matches_heap child = h;
            game->rules->apply(game, &child, list[k]);
            int at = 2 * child.left + child.turn, value = -b->value[at], distance = b->distance[at] + 1;
            bool better =
                k == 0 || value > b->value[i] ||
                (value == b->value[i] && (value > 0 ? distance < b->distance[i] : distance > b->distance[i]));
            b->value[i] = better ? value : b->value[i];
            b->distance[i] = better ? distance : b->distance[i];
        }
    }
}

static uint64_t reach(const hra_game *game, matches_heap h, brute *b) {
    hra_move list[MATCHES_TAKE];
    uint64_t count = 1;
    if (b->reached[2 * h.left + h.turn])
        return 0;
    b->reached[2 * h.left + h.turn] = true;
    int n = game->rules->moves(game, &h, list);
    for (int i = 0; i < n; i++) {
        matches_heap child = h;
        game->rules->apply(game, &child, list[i]);
        count += reach(game, child, b);
    }
    return count;
}

/* What the player says of every move of the beginning. */
static void compare_moves(const hra_game *game, const brute *b) {
    hra_agent *agent;
    hra_analysis result;
    matches_heap h;
    game->rules->init(game, &h);
    hra_question question = {.state = &h};
    hra_analysis_init(&result);
    assert_int_equal(hra_agent_open_spec(&agent, game, "exact", NULL), 0);
    assert_int_equal(hra_agent_ask(agent, &question, &result), 0);
    for (int i = 0; i < result.move_count; i++) {
        int at = 2 * (h.left - (int)result.moves[i].move) + 1;
        assert_true(result.moves[i].value[1] == b->value[at]);
        assert_int_equal(result.moves[i].distance, b->distance[at] + 1);
    }
    hra_agent_close(agent);
    hra_analysis_release(&result);
}

static void the_solver_is_right(void **state) {
    static const int takes[] = {1, 2, 3, 4, 7, 39, 40, 99};
    for (int count = 1; count <= FEW; count++)
        for (size_t k = 0; k < sizeof takes / sizeof *takes; k++) {
            char spec[64];
            brute b;
            matches_heap h;
            hra_solution *solution;
            (void)hra_snprintf(spec, sizeof spec, "matches:count=%d,take=%d", count, takes[k]);
            hra_game *game = open_matches(spec);
            solve(game, count, &b);
            game->rules->init(game, &h);
            assert_int_equal(hra_solution_open(&solution, game, NULL, NULL), 0);
            assert_int_equal(hra_solution_info_of(solution)->states, reach(game, h, &b));
            for (int i = 0; i < 2 * count + 2; i++) {
                double value[2];
                h = (matches_heap){(uint16_t)(i / 2), (uint16_t)(i % 2)};
                assert_int_equal(hra_solution_value(solution, &h, value), 0);
                assert_true(value[h.turn] == b.value[i] && value[!h.turn] == -b.value[i]);
                assert_int_equal(hra_solution_distance(solution, &h), b.distance[i]);
            }
            compare_moves(game, &b);
            hra_solution_close(solution);
            hra_game_close(game);
        }
}

/* Ways to write `left` minus something as a sum of depth numbers from 1 to take. */
static uint64_t sums(int left, int take, int depth) {
    uint64_t n = 0;
    if (depth == 0)
        return 1;
    for (int i = 1; i <= take && i <= left; i++)
        n += sums(left - i, take, depth - 1);
    return n;
}

static void perft_counts_sums(void **state) {
    hra_game *game = open_matches("matches:count=12,take=3");
    matches_heap h;
    game->rules->init(game, &h);
    for (int depth = 0; depth <= 12; depth++) {
        hra_perft_count count;
        assert_int_equal(hra_perft(game, &h, depth, NULL, &count), 0);
        assert_int_equal(count.leaves, sums(12, 3, depth));
    }
    hra_game_close(game);
}

static void drawn(void **state) {
    static const hra_board_style plain = {.width = 80, .seat = -1}, narrow = {.width = 14, .seat = -1},
                                 signs = {.unicode = true, .color = true, .width = 80, .seat = -1};
    static const matches_heap twelve = {12, 0}, none = {0, 1};
    hra_game *game = open_matches("matches");
    hra_text text;
    hra_text_init(&text);
    game->rules->text->show(game, &twelve, &plain, &text);
    assert_string_equal(hra_text_string(&text), " 12 left\n ||||| ||||| ||\n");
    hra_text_clear(&text);
    game->rules->text->show(game, &twelve, &narrow, &text);
    assert_string_equal(hra_text_string(&text), " 12 left\n ||||| |||||\n ||\n");
    hra_text_clear(&text);
    game->rules->text->show(game, &twelve, &signs, &text);
    assert_string_equal(hra_text_string(&text), " 12 left\n\033[33m ┃┃┃┃┃ ┃┃┃┃┃ ┃┃\033[0m\n");
    hra_text_clear(&text);
    game->rules->text->show(game, &none, &plain, &text);
    assert_string_equal(hra_text_string(&text), " 0 left\n\n");
    hra_text_release(&text);
    hra_game_close(game);
}

static void text_reads_back(void **state) {
    static const struct {
        const char *text, *back, *why; /* back: NULL where it must be refused */
        int at;
    } cases[] = {
        {"21/0", "21/0", NULL, 0},
        {"0/1", "0/1", NULL, 0},
        {"7", "7/0", NULL, 0},
        {"", NULL, "expected the number left", 0},
        {"22/0", NULL, "0 to 21", 0},
        {"999999", NULL, "0 to 21", 0},
        {"-1", NULL, "found '-1'", 0},
        {"7/2", NULL, "expected /0 or /1", 1},
        {"7/1 ", NULL, "the seat to move, found ' '", 3},
    };
    hra_game *game = open_matches("matches");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        matches_heap h = {0, 0};
        hra_error why = {0};
        assert_int_equal(hra_game_read_position(game, cases[i].text, &h, &why),
                         cases[i].back ? 0 : HRA_EINPUT);
        if (cases[i].back) {
            hra_text text;
            hra_text_init(&text);
            game->rules->text->write_position(game, &h, &text);
            assert_string_equal(hra_text_string(&text), cases[i].back);
            hra_text_release(&text);
        } else if (!strstr(why.text, cases[i].why) || why.at != cases[i].at) {
            fail_msg("'%s': at %d: %s", cases[i].text, why.at, why.text);
        }
    }
    hra_move m = 0;
    static const matches_heap two = {2, 1};
    assert_int_equal(hra_game_parse_move(game, &two, " 2\n", &m, NULL), 0);
    assert_int_equal(m, 2);
    assert_int_equal(hra_game_parse_move(game, &two, "3", &m, NULL), HRA_EINPUT);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(multiples_of_take_and_one_are_lost),
        cmocka_unit_test(the_solver_is_right),
        cmocka_unit_test(perft_counts_sums),
        cmocka_unit_test(drawn),
        cmocka_unit_test(text_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
