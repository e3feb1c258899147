/* Tables of match equities from files, against numbers that are asked for one by one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "eval.h"
#include "hra/hra.h"
#include "opened.h"
#include "rules/evaluate.h"

/* A host with one file, which is what the test says. */
static const char *content;

static hra_err read_content(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    if (strlen(content) > most)
        return HRA_ELIMIT;
    hra_text_add(out, content);
    return out->err;
}

static const hra_host host = {.size = sizeof host, .read = read_content};

static hra_game *open_here(const char *spec) {
    hra_game *game = NULL;
    assert_int_equal(hra_game_open(&game, &host, spec, NULL), 0);
    return game;
}

/* Kazaross's table as far as a match to three points goes (GNU Backgammon 1.07, Kazaross-XG2.xml), with a byte order
 * mark as some editors leave it. */
static const char three[] = "\xef\xbb\xbf"
                            "# to three points\n"
                            "0.5     0.67736 0.75076\r\n"
                            "0.32264 0.5     0.59947 # behind in the match\n"
                            "0.24924\t0.40053 0.5\n\n"
                            "0.5 0.48803 0.32264";

static void every_number_is_where_it_belongs(void **state) {
    static const double square[3][3] = {
        {0.5, 0.67736, 0.75076}, {0.32264, 0.5, 0.59947}, {0.24924, 0.40053, 0.5}};
    static const double behind[] = {0.5, 0.48803, 0.32264};
    content = three;
    hra_game *game = open_here("backgammon:match-length=3");
    bg_setup setup = *(const bg_setup *)game->data;
    assert_int_equal(bg_read_chances(game, "three", &setup, NULL), 0);
    for (int own = 1; own <= 3; own++)
        for (int other = 1; other <= 3; other++) {
            setup.crawford = true; /* the game that comes next, where one lacks a point */
            if (own == 1 || other > 1)
                assert_true(bg_match_chance(&setup, own, other) == square[own - 1][other - 1]);
            setup.crawford = false;
            if (other == 1)
                assert_true(bg_match_chance(&setup, own, 1) == behind[own - 1]);
        }
    free(setup.chances);
    hra_game_close(game);
}

/* Kazaross's numbers, in rows, of the file that GNU Backgammon brings; returns how many there are. */
static int read_witness(const char *part, const char *end, double *out, int most) {
    int count = 0;
    for (const char *at = strstr(part, "<me>"); at && at < end && count < most; at = strstr(at + 4, "<me>"))
        out[count++] = strtod(at + 4, NULL);
    return count;
}

/* The table that is computed, against the one that others rolled out. */
static void own_table_is_near_to_kazarosss(void **state) {
    enum { POINTS = 25, BYTES = 1 << 16 };
    static char text[BYTES + 1];
    double square[POINTS * POINTS], behind[POINTS];
    FILE *file = fopen("/usr/share/gnubg/met/Kazaross-XG2.xml", "rb");
    if (!file)
        skip();
    text[fread(text, 1, BYTES, file)] = 0;
    fclose(file);
    const char *middle = strstr(text, "</pre-crawford-table>"), *after = strstr(text, "<post-crawford-table");
    assert_int_equal(read_witness(text, middle, square, POINTS * POINTS), POINTS * POINTS);
    assert_int_equal(read_witness(after, text + BYTES, behind, POINTS), POINTS);
    hra_game *game = open_here("backgammon:match-length=25");
    bg_setup setup = *(const bg_setup *)game->data;
    for (int own = 1; own <= POINTS; own++)
        for (int other = 1; other <= POINTS; other++) {
            setup.crawford = true;
            assert_float_equal(bg_match_chance(&setup, own, other), square[(own - 1) * POINTS + other - 1],
                               0.0015);
            setup.crawford = false;
            if (other == 1)
                assert_float_equal(bg_match_chance(&setup, own, 1), behind[own - 1], 0.0015);
        }
    hra_game_close(game);
}

/* Without gammons, cube and dropping every game is a coin: the chance of a match is a binomial sum. */
static void without_cube_and_gammons_games_are_coins(void **state) {
    hra_game *game = open_here("backgammon:match-length=4,cube=no,gammons=no");
    const bg_setup *setup = game->data;
    assert_float_equal(bg_match_chance(setup, 2, 1), 0.25, 1e-12);
    assert_float_equal(bg_match_chance(setup, 3, 2), 5.0 / 16, 1e-12);
    assert_float_equal(bg_match_chance(setup, 4, 2), 6.0 / 32, 1e-12);
    hra_game_close(game);
}

/* A table that gives who leads everything and who is behind nothing has other takes than the usual one. */
static void judges_count_by_the_table(void **state) {
    static const char *const specs[] = {"equity", "equity(met=three)"};
    double worth[2], window[2];
    content = three;
    hra_game *game = open_here("backgammon:match-length=3");
    const bg_state s = bg_test_read(game, BG_TEST_BOARD "white doubles, score 1-0");
    for (int i = 0; i < 2; i++) {
        hra_eval eval;
        hra_evaluator evaluator;
        double value[2], margin[HRA_MAX_THRESHOLDS];
        bg_chances chances;
        assert_int_equal(hra_eval_open(&eval, game, specs[i], NULL), 0);
        assert_int_equal(hra_evaluator_open(&evaluator, &eval), 0);
        hra_evaluate_return(&evaluator, &s, value);
        worth[i] = value[0];
        assert_true(game->rules->conduct->threshold(game, &evaluator, &s, margin));
        window[i] = margin[4];
        bg_eval_chances(evaluator.self, evaluator.scratch, &s, &chances);
        assert_true(value[0] == bg_equity(bg_eval_setup(game, evaluator.self), &s, &chances));
        hra_evaluator_close(&evaluator);
        hra_eval_close(&eval);
    }
    assert_true(worth[0] != worth[1] && fabs(worth[0] - worth[1]) < 0.05);
    assert_true(window[0] != window[1] && fabs(window[0] - window[1]) < 0.05);
    hra_game_close(game);
}

static void a_player_takes_the_same(void **state) {
    hra_agent *agents[2];
    double value[2][2];
    content = three;
    hra_game *game = open_here("backgammon:match-length=3");
    const bg_state s = bg_test_read(game, BG_TEST_BOARD "white doubles, score 1-0");
    assert_int_equal(hra_agent_open_spec(&agents[0], game, "expert:plies=0", NULL), 0);
    assert_int_equal(hra_agent_open_spec(&agents[1], game, "expert:plies=0,met=three", NULL), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(asked_value(agents[i], &s, value[i]), 0);
        hra_agent_close(agents[i]);
    }
    assert_true(value[0][0] != value[1][0] && fabs(value[0][0] - value[1][0]) < 0.05);
    hra_game_close(game);
}

static void refuse(const char *game_spec, const char *text, const char *expected) {
    hra_game *game = open_here(game_spec);
    hra_eval eval;
    hra_error why = {0};
    content = text;
    assert_int_not_equal(hra_eval_open(&eval, game, "equity(met=F)", &why), 0);
    if (!strstr(why.text, expected))
        fail_msg("'%s' says: %s", text, why.text);
    hra_game_close(game);
}

static void what_is_no_table_is_refused(void **state) {
    static char many[64 * 65 * 4 + 16];
    refuse("backgammon:match-length=3", "", "0 numbers are not a match equity table");
    refuse("backgammon:match-length=3", "0.5 0.5 0.5", "3 numbers are not a match equity table");
    refuse("backgammon:match-length=3", "0.5 x 0.5",
           "'F', line 1, character 5: expected a number from 0 to 1, found 'x 0.5'");
    refuse("backgammon:match-length=3", "0.5\n#\n1.5",
           "line 3, character 1: expected a number from 0 to 1, found '1.5'");
    refuse("backgammon:match-length=3", "0.5 0.5% 1",
           "line 1, character 8: expected a number from 0 to 1, found '% 1'");
    refuse("backgammon:match-length=3", "nan", "expected a number from 0 to 1, found 'nan'");
    refuse("backgammon:match-length=3", "0.5 0.5", "the table goes to 1 points, but the match to 3");
    refuse("backgammon:match-length=2", "0.5 0.7 0.4 0.5  0.5 0.4",
           "at 1-away 2-away and 2-away 1-away do not sum to 1");
    refuse("backgammon:cube", "0.5 0.5", "needs a points match");
    for (int i = 0; i < 64 * 65 + 1; i++)
        memcpy(many + (size_t)i * 4, "0.5 ", 4);
    refuse("backgammon:match-length=64", many, "at most 64 points");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_is_where_it_belongs),
        cmocka_unit_test(own_table_is_near_to_kazarosss),
        cmocka_unit_test(without_cube_and_gammons_games_are_coins),
        cmocka_unit_test(judges_count_by_the_table),
        cmocka_unit_test(a_player_takes_the_same),
        cmocka_unit_test(what_is_no_table_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
