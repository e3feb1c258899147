#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "race.h"

extern const hra_rules hra_rules_race;

static hra_game *open_race(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, NULL, &hra_rules_race, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static void read_state(const hra_game *game, const char *text, race_state *out) {
    hra_error why = {0};
    if (hra_game_read_position(game, text, out, &why))
        fail_msg("%s: at %d: %s", text, why.at, why.text);
}

static void expect_position(const hra_game *game, const race_state *r, const char *expected) {
    hra_text text;
    hra_text_init(&text);
    game->rules->text->write_position(game, r, &text);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
}

static double green(const hra_game *game, const char *evaluation, const race_state *r) {
    hra_eval eval;
    double value[RACE_SEATS];
    assert_int_equal(hra_eval_open(&eval, game, evaluation, NULL), 0);
    eval.kind->value(game, eval.self, NULL, r, value);
    hra_eval_close(&eval);
    return value[0];
}

/* ---- the lecture's example --------------------------------------------------------------------*/

static void the_formula_gives_the_lectures_leaves(void **state) {
    static const struct {
        const char *position;
        double value, printed; /* four printed leaves do not follow from the formula */
    } cases[] = {
        {"[8,14],[7,12] green 2", 0, 0}, {"[10,14],[7,12] blue", 0, 0},  {"[8,16],[7,12] blue", 1, 1},
        {"[10,14],[8,12] green", 0, 0},  {"[10,14],[7,13] green", 0, 0}, {"[10,14],[9,12] green", 0, 0},
        {"[10],[7,14] green", -4, -4},   {"[14],[10,12] green", -6, -7}, {"[10,14],[7,15] green", 2, 2},
        {"[16],[8,12] green", -5, -3},   {"[8,16],[7,13] green", 0, 0},  {"[8,16],[9,12] green", 3, 3},
        {"[8,16],[7,14] green", 0, 0},   {"[8,16],[10,12] green", 3, 2}, {"[8,16],[7,15] green", 0, 2},
        {"[D1,14],[8,12] blue", 9, 9},   {"[D2,14],[8,12] blue", 9, 9},  {"[D3,14],[8,12] blue", 9, 9},
    };
    hra_game *game = open_race("race:board=lecture");
    int differ = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        race_state r;
        read_state(game, cases[i].position, &r);
        assert_true(green(game, NULL, &r) == cases[i].value);
        differ += cases[i].value != cases[i].printed;
    }
    assert_int_equal(differ, 4);
    race_state r;
    read_state(game, "[D1,14],[12] blue", &r); /* 21 + 4 steps against 12 */
    assert_true(green(game, "formula:pieces-home=0,pieces-on-track=0,reach=0,threat=0,steps=2", &r) == 26);
    assert_true(green(game, "formula:pieces-home=1,pieces-on-track=0,reach=0,threat=10,steps=0", &r) ==
                1 - 10);
    hra_game_close(game);
}

static double term_of(const hra_game *game, const race_state *r, const char *name, int seat) {
    const hra_term *term = race_terms;
    while (strcmp(term->name, name) != 0)
        term++;
    return term->value(game, r, seat);
}

/* As the lecture prints them: of green and blue the pieces home, on the ring, that one throw brings home, and threats. Where it
 * differs, `wrong` is the term, by which its printed value differs too. */
static void terms_are_those_of_the_lectures_leaves(void **state) {
    static const char *const names[] = {"home", "track", "reach", "threat"};
    static const struct {
        const char *position;
        int printed[4][2], wrong; /* -1: none */
    } cases[] = {
        {"[10,14],[8,12] green", {{0, 0}, {2, 2}, {1, 0}, {0, 2}}, -1},
        {"[10,14],[7,13] green", {{0, 0}, {2, 2}, {1, 0}, {0, 2}}, -1},
        {"[10,14],[9,12] green", {{0, 0}, {2, 2}, {1, 0}, {0, 2}}, -1},
        {"[10],[7,14] green", {{0, 0}, {1, 2}, {1, 0}, {0, 1}}, -1},
        {"[14],[10,12] green", {{0, 0}, {1, 2}, {0, 0}, {0, 2}}, 3},
        {"[10,14],[7,15] green", {{0, 0}, {2, 2}, {1, 0}, {1, 1}}, -1},
        {"[16],[8,12] green", {{0, 0}, {1, 2}, {1, 0}, {0, 0}}, 2},
        {"[8,16],[7,13] green", {{0, 0}, {2, 2}, {1, 0}, {0, 2}}, -1},
        {"[8,16],[9,12] green", {{0, 0}, {2, 2}, {1, 0}, {1, 0}}, -1},
        {"[8,16],[7,14] green", {{0, 0}, {2, 2}, {1, 0}, {0, 2}}, -1},
        {"[8,16],[10,12] green", {{0, 0}, {2, 2}, {1, 0}, {1, 1}}, 3},
        {"[8,16],[7,15] green", {{0, 0}, {2, 2}, {1, 0}, {1, 1}}, 3},
    };
    hra_game *game = open_race("race:board=lecture");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        race_state r;
        read_state(game, cases[i].position, &r);
        for (int t = 0; t < 4; t++) {
            bool same = true;
            for (int seat = 0; seat < 2; seat++)
                same = same && term_of(game, &r, names[t], seat) == cases[i].printed[t][seat];
            if (same != (t != cases[i].wrong))
                fail_msg("%s: %s: %g %g", cases[i].position, names[t], term_of(game, &r, names[t], 0),
                         term_of(game, &r, names[t], 1));
        }
    }
    hra_game_close(game);
}

/* Depth counts decisions; green is MAX, blue MIN, at 0 the formula. */
static double expectiminimax(const hra_game *game, const race_state *r, int depth, hra_move *best) {
    hra_move list[RACE_THROWS];
    double probability[RACE_THROWS], sum = 0, most = 0;
    int mover = game->rules->to_move(game, r), n;
    if (depth == 0 || mover == HRA_OVER)
        return green(game, NULL, r);
    n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, r, list, probability)
                            : game->rules->moves(game, r, list);
    for (int i = 0; i < n; i++) {
        race_state child = *r;
        hra_move below;
        game->rules->apply(game, &child, list[i]);
        double x = expectiminimax(game, &child, depth - (mover != HRA_CHANCE), &below);
        if (mover == HRA_CHANCE)
            sum += probability[i] * x;
        else if (i == 0 || (mover == 0 ? x > most : x < most)) {
            most = x;
            *best = list[i];
        }
    }
    return mover == HRA_CHANCE ? sum : most;
}

static void the_game_follows_the_formula(void **state) {
    static const struct {
        const char *position;
        int depth;
        double value;
    } cases[] = {
        {"[10,14],[7,12] blue", 1, -3},        {"[8,16],[7,12] blue", 1, -5 / 3.},
        {"[8,14],[7,12] green 2", 2, -5 / 3.}, {"[8,14],[7,12] green 2", 1, 1},
        {"[10,14],[8,12] green", 1, 9}, /* D11 */
    };
    hra_game *game = open_race("race:board=lecture");
    race_state r;
    hra_move best = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        read_state(game, cases[i].position, &r);
        assert_true(fabs(expectiminimax(game, &r, cases[i].depth, &best) - cases[i].value) < 1e-12);
    }
    game->rules->init(game, &r);
    expect_position(game, &r, "[8,14],[7,12] green 2");
    expectiminimax(game, &r, 2, &best);
    hra_text text;
    hra_text_init(&text);
    game->rules->text->show_move(game, &r, best, &text);
    assert_string_equal(hra_text_string(&text), "14-16");
    hra_text_release(&text);
    hra_game_close(game);
}

/* ---- the rules, one by one --------------------------------------------------------------------*/

/* A move of two dice has a blank in it, which the tables write as _. */
static void with_blanks(char *word) {
    for (; *word; word++)
        *word = *word == '_' ? ' ' : *word;
}

typedef struct rule {
    const char *spec, *position, *moves, *move, *after;
} rule;

static void check_rule(const rule *c) {
    hra_game *game = open_race(c->spec);
    race_state r;
    hra_move list[RACE_MOVES], m = 0;
    char expected[64], *rest = NULL;
    read_state(game, c->position, &r);
    int n = game->rules->moves(game, &r, list), named = 0;
    snprintf(expected, sizeof expected, "%s", c->moves);
    for (char *word = strtok_r(expected, " ", &rest); word; word = strtok_r(NULL, " ", &rest), named++)
        if (with_blanks(word), hra_game_parse_move(game, &r, word, &m, NULL))
            fail_msg("%s: %s is no move", c->position, word);
    if (n != named)
        fail_msg("%s: %d moves, not %d", c->position, n, named);
    snprintf(expected, sizeof expected, "%s", c->move);
    with_blanks(expected);
    assert_int_equal(hra_game_parse_move(game, &r, expected, &m, NULL), 0);
    game->rules->apply(game, &r, m);
    expect_position(game, &r, c->after);
    hra_game_close(game);
}

static void rules_one_by_one(void **state) {
    static const rule cases[] = {
        /* a six brings a piece on, and throws again */
        {"race", "[],[],[],[] green 6", "off-1", "off", "[1],[],[],[] green"},
        {"race", "[5],[],[],[] green 6", "off-1 5-11", "5", "[11],[],[],[] green"},
        {"race", "[1],[],[],[] green 6", "1-7", "1", "[7],[],[],[] green"},
        {"race", "[5],[],[],[] green 3", "5-8", "5", "[8],[],[],[] blue"},
        /* the field before the start is the last one; the lane begins behind it */
        {"race", "[38],[],[],[] green 2", "38-40", "38", "[40],[],[],[] blue"},
        {"race", "[38],[],[],[] green 3", "38-D1", "38", "[D1],[],[],[] blue"},
        {"race", "[],[],[39],[] red 4", "39-3", "39", "[],[],[3],[] yellow"},
        {"race", "[],[],[],[30] yellow 3", "30-D3", "30", "[],[],[],[D3] green"},
        /* home by an exact throw, jumping over one's own */
        {"race", "[38,D4],[],[],[] green 5", "38-D3", "38", "[D3,D4],[],[],[] blue"},
        {"race", "[40,D1],[],[],[] green 4", "40-D4", "40", "[D1,D4],[],[],[] blue"},
        {"race", "[40,D1],[],[],[] green 3", "D1-D4 40-D3", "d1", "[40,D4],[],[],[] blue"},
        {"race:exact-finish=no", "[40,D4],[],[],[] green 5", "40-D3", "40", "[D3,D4],[],[],[] blue"},
        {"race:exact-finish=no", "[39,D1],[],[],[] green 6", "D1-D4 off-1 39-D4", "39",
         "[D1,D4],[],[],[] green"},
        /* hits: on the ring only, and on the field where a piece comes on */
        {"race", "[4],[7],[],[] green 3", "4x7", "4", "[7],[],[],[] blue"},
        {"race", "[4,9],[7],[],[] green 3", "4x7 9-12", "9", "[4,12],[7],[],[] blue"},
        {"race:capture=must", "[4,9],[7],[],[] green 3", "4x7", "4", "[7,9],[],[],[] blue"},
        {"race", "[],[1],[],[] green 6", "offx1", "off", "[1],[],[],[] green"},
        {"race", "[D1],[D1],[],[] green 1", "D1-D2", "D1", "[D2],[D1],[],[] blue"},
        {"race:extra-turn-on=none", "[],[],[],[] green 6", "off-1", "off", "[1],[],[],[] blue"},
        {"race:enter-on=1-6,extra-turn-on=1", "[],[],[],[] green 1", "off-1", "off", "[1],[],[],[] green"},
        {"race:enter-on=any", "[],[],[],[] green 4", "off-1", "off", "[1],[],[],[] blue"},
        {"race:seats=3,track=24", "[],[],[] red 6", "off-13", "off", "[],[],[13] red"},
        {"race:seats=2,track=10,pieces=1", "[],[5] blue 1", "5-D1", "5", "[],[D1] blue won"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_rule(&cases[i]);
}

/* Each die moves a piece; of equal ones the seat throws again, or each counts twice. */
static void rules_of_two_dice(void **state) {
    static const rule cases[] = {
        {"race:dice=2", "[5],[],[],[] green 2+3", "2:_5-7 3:_5-8", "3:_5-8", "[8],[],[],[] green 2"},
        {"race:dice=2", "[8],[],[],[] green 2", "2:_8-10", "8", "[10],[],[],[] blue"},
        {"race:dice=2", "[5],[],[],[] green 3+3", "3:_5-8", "5-8", "[8],[],[],[] green 3 again"},
        {"race:dice=2", "[8],[],[],[] green 3 again", "3:_8-11", "8", "[11],[],[],[] green"},
        {"race:dice=2,doubles=twice", "[5],[],[],[] green 3+3+3+3", "3:_5-8", "5",
         "[8],[],[],[] green 3+3+3"},
        {"race:dice=2,doubles=plain", "[5],[],[],[] green 3+3", "3:_5-8", "5", "[8],[],[],[] green 3"},
        {"race:dice=2,extra-turn-on=6", "[5],[],[],[] green 1+6", "1:_5-6 6:_off-1 6:_5-11", "off",
         "[1,5],[],[],[] green 1 again"},
        {"race:dice=2,enter-on=5-6", "[],[],[],[] green 5+6", "5:_off-1 6:_off-1", "6:_off-1",
         "[1],[],[],[] green 5"},
        {"race:dice=2,capture=must", "[4,9],[7],[],[] green 1+3", "3:_4x7", "4", "[7,9],[],[],[] green 1"},
        {"race:dice=2,seats=2,track=10,pieces=1", "[],[5] blue 1+2", "1:_5-D1", "5", "[],[D1] blue won"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_rule(&cases[i]);
}

static void wrong_dice_are_refused(void **state) {
    static const struct {
        const char *spec, *text, *why;
        int at;
    } cases[] = {
        {"race:dice=2", "[8],[7],[],[] green 2+9", "the die has no face 9", 20},
        {"race:dice=2", "[8],[7],[],[] green 3+3+3", "expected the rest of a roll", 20},
        {"race:dice=2,doubles=twice", "[8],[7],[],[] green 3+3+3+3+3", "expected the rest of a roll", 20},
        {"race:dice=2", "[8],[7],[],[] green 2+5 again", "this roll gives no other roll", 24},
        {"race:dice=2,doubles=plain", "[8],[7],[],[] green 2 again", "this roll gives no other roll", 22},
        {"race", "[8],[7],[],[] green 2+5", "expected one die", 20},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_race(cases[i].spec);
        race_state r = {0};
        hra_error why = {0};
        hra_err err = hra_game_read_position(game, cases[i].text, &r, &why);
        if (err != HRA_EINPUT || !strstr(why.text, cases[i].why) || why.at != cases[i].at)
            fail_msg("'%s': %d at %d: %s", cases[i].text, err, why.at, why.text);
        hra_game_close(game);
    }
}

static void throws_that_move_nothing_pass(void **state) {
    static const struct {
        const char *spec, *position;
        int thrown;
        const char *after, *passed; /* passed: NULL if no seat passes */
    } cases[] = {
        {"race", "[],[],[],[] green", 5, "[],[],[],[] green try 2", NULL},
        {"race", "[],[],[],[] green try 2", 5, "[],[],[],[] green try 3", NULL},
        {"race", "[],[],[],[] green try 3", 5, "[],[],[],[] green 5", "[],[],[],[] blue"},
        {"race", "[],[],[],[] yellow try 3", 5, "[],[],[],[] yellow 5", "[],[],[],[] green"},
        {"race", "[],[],[],[] green try 3", 6, "[],[],[],[] green 6", NULL},
        {"race", "[38,D3,D4],[],[],[] green", 5, "[38,D3,D4],[],[],[] green 5", "[38,D3,D4],[],[],[] blue"},
        {"race", "[D4],[],[],[] green", 1, "[D4],[],[],[] green try 2", NULL},
        {"race", "[D3],[],[],[] green try 2", 1, "[D3],[],[],[] green 1", NULL},
        {"race:entry-rolls=1", "[],[],[],[] green", 5, "[],[],[],[] green 5", "[],[],[],[] blue"},
        /* a six that moves nothing still throws again */
        {"race:pieces=1", "[40],[],[],[] green", 6, "[40],[],[],[] green 6", "[40],[],[],[] green"},
        {"race:enter-on=1", "[],[],[],[] green try 2", 6, "[],[],[],[] green 6", "[],[],[],[] green"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_race(cases[i].spec);
        race_state r;
        read_state(game, cases[i].position, &r);
        assert_int_equal(game->rules->to_move(game, &r), HRA_CHANCE);
        game->rules->apply(game, &r, (hra_move)cases[i].thrown);
        expect_position(game, &r, cases[i].after);
        hra_move m = 0;
        if (cases[i].passed) {
            assert_int_equal(hra_game_parse_move(game, &r, "Pass", &m, NULL), 0);
            game->rules->apply(game, &r, m);
            expect_position(game, &r, cases[i].passed);
        } else if (game->rules->to_move(game, &r) >= 0) {
            assert_int_equal(hra_game_parse_move(game, &r, "pass", &m, NULL), HRA_EINPUT);
        }
        hra_game_close(game);
    }
}

static void dice_are_grouped(void **state) {
    static const struct {
        const char *spec;
        int n, face[6];
        double probability[6];
    } cases[] = {
        {"race", 6, {1, 2, 3, 4, 5, 6}, {1 / 6., 1 / 6., 1 / 6., 1 / 6., 1 / 6., 1 / 6.}},
        {"race:board=lecture", 3, {1, 2, 3}, {1 / 3., 1 / 2., 1 / 6.}},
        {"race:faces=3-1x2-2x3", 3, {1, 2, 3}, {1 / 3., 1 / 2., 1 / 6.}},
        {"race:faces=1", 1, {1}, {1}},
        {"race:faces=24-1x999-1", 2, {1, 24}, {1000 / 1001., 1 / 1001.}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_race(cases[i].spec);
        race_state r = {0};
        hra_move list[RACE_FACE];
        double probability[RACE_FACE];
        assert_int_equal(game->max_chances, cases[i].n);
        assert_int_equal(game->rules->chance_outcomes(game, &r, list, probability), cases[i].n);
        for (int k = 0; k < cases[i].n; k++) {
            assert_int_equal(list[k], cases[i].face[k]);
            assert_true(fabs(probability[k] - cases[i].probability[k]) < 1e-15);
        }
        hra_game_close(game);
    }
}

/* ---- text -------------------------------------------------------------------------------------*/

static void wrong_positions_are_refused(void **state) {
    static const struct {
        const char *text, *why;
        int at;
    } cases[] = {
        {"", "expected [ and the pieces of green", 0},
        {"[8,14]", "expected ,[...] with the pieces of blue", 6},
        {"[8,14],[7,12]", "expected the colour to move, green to blue, found ''", 13},
        {"[8,14],[7,12] red", "expected the colour to move", 14},
        {"[8,21],[7,12] green", "expected a field from 1 to 20 or D1 to D3, found '21],", 3},
        {"[8,D4],[7,12] green", "found 'D4],", 3},
        {"[8,D],[7,12] green", "found 'D],", 3},
        {"[8,0],[7,12] green", "found '0],", 3},
        {"[8 9],[7,12] green", "expected , or ] after a piece, found '9],", 3},
        {"[8,8],[7,12] green", "two pieces of green on one square", 3},
        {"[8,9,10],[7,12] green", "green has only 2 pieces", 5},
        {"[8],[8] green", "pieces of two seats on one square", 5},
        {"[8],[7] green 4", "the die has no face 4", 14},
        {"[8],[7] green try 2", "expected try 1 to try 1", 14},
        {"[D1,D2],[7] blue", "green is home, so the game is over", 0},
        {"[D1,D2],[D1,D3] green", "blue is home", 0},
        {"[8],[7] green 2 3", "expected the end after the turn, found '3'", 16},
        {"[8],[7] green won", "expected the end after the turn, found 'won'", 14},
        {"[999999999999999],[7] green", "found '999999999999'", 1},
    };
    hra_game *game = open_race("race:board=lecture");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        race_state r = {0};
        hra_error why = {0};
        hra_err err = hra_game_read_position(game, cases[i].text, &r, &why);
        if (err != HRA_EINPUT || !strstr(why.text, cases[i].why) || why.at != cases[i].at)
            fail_msg("'%s': %d at %d: %s", cases[i].text, err, why.at, why.text);
    }
    hra_game_close(game);
}

static void spelling_is_free(void **state) {
    static const char *const cases[][2] = {
        {" [ 14 , 8 ] , [12,7]  GREEN  2 ", "[8,14],[7,12] green 2"},
        {"[],[] blue try 1", "[],[] blue"},
        {"[d2,d1],[3] green", "[D1,D2],[3] green won"},
        {"[8,11,10,20]", NULL},
    };
    hra_game *game = open_race("race:board=lecture");
    for (size_t i = 0; cases[i][1]; i++) {
        race_state r;
        read_state(game, cases[i][0], &r);
        expect_position(game, &r, cases[i][1]);
    }
    hra_game_close(game);
}

static void wrong_options_are_refused(void **state) {
    static const char *const cases[][2] = {
        {"race:track=42", "with 4 seats it must be a multiple of 4"},
        {"race:track=41,seats=2", "with 2 seats it must be a multiple of 2"},
        {"race:track=4", "track"},
        {"race:lane=2", "lane=2: a lane needs a square for each of the 4 pieces"},
        {"race:faces=2-4-6", "faces=2-4-6: a 1 is required"},
        {"race:faces=", "expected faces from 1 to 24"},
        {"race:faces=1-0", "found '0'"},
        {"race:faces=1-25", "found '25'"},
        {"race:faces=1x0", "found '1x0'"},
        {"race:faces=1-2x9999", "found '2x9999'"},
        {"race:faces=1-2-", "found ''"},
        {"race:enter-on=7", "enter-on=7: expected highest, any, or faces of the die joined by -, found '7'"},
        {"race:enter-on=none", "enter-on=none: no piece would ever come into play"},
        {"race:extra-turn-on=6-x", "extra-turn-on=6-x: expected highest, any, none, or faces of the die"},
        {"race:board=lecture,track=40", "board=lecture has track=20"},
        {"race:board=lecture,seats=3", "board=lecture has seats=2"},
        {"race:board=lecture,faces=1-2", "board=lecture has its own faces"},
        {"race:seats=5", "seats"},
        {"race:pieces=0", "pieces"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = NULL;
        hra_error why = {0};
        hra_err err = hra_game_open_rules(&game, NULL, &hra_rules_race, cases[i][0], &why);
        if (err != HRA_EINPUT || !strstr(why.text, cases[i][1]))
            fail_msg("%s: %d %s", cases[i][0], err, why.text);
    }
    hra_game_close(
        open_race("race:board=lecture,seats=2,track=20,entry-rolls=3,win-value=1,extra-turn-on=3"));
}

static void wrong_moves_are_refused(void **state) {
    hra_game *game = open_race("race:board=lecture");
    race_state r;
    hra_move m;
    hra_error why;
    game->rules->init(game, &r);
    assert_int_equal(hra_game_parse_move(game, &r, " 8-10\n", &m, NULL), 0);
    assert_int_equal(hra_game_parse_move(game, &r, "9", &m, &why), HRA_EINPUT);
    assert_string_equal(why.text, "illegal move '9'; legal moves: 14-16, 8-10");
    read_state(game, "[8],[7] green", &r);
    assert_int_equal(hra_game_parse_move(game, &r, "3", &m, NULL), 0);
    assert_int_equal(m, 3);
    assert_int_equal(hra_game_parse_move(game, &r, "4", &m, &why), HRA_EINPUT);
    assert_string_equal(why.text, "illegal roll '4'; legal rolls: 1, 2, 3");
    hra_game_close(game);
}

static void drawn(void **state) {
    static const struct {
        const char *spec, *position;
        bool unicode, color;
        const char *picture;
    } cases[] = {
        {"race:board=lecture", "[8,14],[12] green 2", false, false,
         "  b1   2   3   4   5   6   7  G8\n"
         "  20                           9\n"
         "  19                          10\n"
         "  18  17  16  15 G14  13 B12 g11\n"
         " G green   off 0  home 0/2  gD1 gD2 gD3  has thrown 2\n"
         " B blue    off 1  home 0/2  bD1 bD2 bD3\n"},
        {"race:track=24,lane=2,pieces=2,seats=3", "[3,D1],[5],[20,D2] red", false, false,
         "          11  12 r13\n"
         "          10 rD1  14\n"
         "  b7   8   9 RD2  15  16  17\n"
         "   6 bD1 bD2              18\n"
         "  B5   4  G3 gD2  21 R20  19\n"
         "           2 GD1  22\n"
         "          g1  24  23\n"
         " G green   off 0  home 1/2\n"
         " B blue    off 1  home 0/2\n"
         " R red     off 0  home 1/2  throws\n"},
        {"race:track=8,seats=2,pieces=1,faces=1-7", "[],[6] blue 7", true, true,
         "  \033[32mg1\033[0m   2   3   4\n"
         "   8   7  \033[34m\033[1;7mB6\033[0m  \033[34mb5\033[0m\n"
         " G green   off 1  home 0/1  \033[32mgD1\033[0m\n"
         " B blue    off 0  home 0/1  \033[34mbD1\033[0m  has thrown 7\n"},
        {"race:track=8,seats=2,pieces=1", "[],[6] green try 2", true, false,
         "  g1   2   3   4\n"
         "   8   7  B6  b5\n"
         " G green   off 1  home 0/1  gD1  throws, try 2 of 3\n"
         " B blue    off 0  home 0/1  bD1\n"},
    };
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_race(cases[i].spec);
        hra_board_style look = {
            .unicode = cases[i].unicode, .color = cases[i].color, .width = 80, .seat = -1};
        race_state r;
        read_state(game, cases[i].position, &r);
        hra_text_clear(&text);
        game->rules->text->show(game, &r, &look, &text);
        assert_string_equal(hra_text_string(&text), cases[i].picture);
        hra_game_close(game);
    }
    hra_text_release(&text);
}

/* The ring as lines, for a screen that also holds text about the board. */
static void drawn_compact(void **state) {
    const hra_board_style look = {.compact = true, .width = 80, .seat = -1};
    hra_game *game = open_race("race:track=24,lane=2,pieces=2,seats=3");
    race_state r;
    hra_text text;
    hra_text_init(&text);
    read_state(game, "[3,D1],[5],[20,D2] red", &r);
    game->rules->text->show(game, &r, &look, &text);
    assert_string_equal(hra_text_string(&text),
                        "  g1   2  G3   4  B5   6  b7   8   9  10  11  12 r13  14  15  16  17  18  19 R20\n"
                        "  21  22  23  24\n"
                        " G green   off 0  home 1/2  GD1 gD2\n"
                        " B blue    off 1  home 0/2  bD1 bD2\n"
                        " R red     off 0  home 1/2  rD1 RD2  throws\n");
    hra_text_release(&text);
    hra_game_close(game);
}

/* Every size of ring is drawn within 80 columns, each field once. */
static void every_board_fits(void **state) {
    static const hra_board_style look = {.unicode = true, .color = true, .width = 80, .seat = -1};
    hra_text text;
    hra_text_init(&text);
    for (int ring = 8; ring <= RACE_RING; ring += 2) {
        char spec[64];
        snprintf(spec, sizeof spec, "race:seats=2,lane=8,track=%d", ring);
        for (int small = 0; small < 2; small++) {
            hra_game *game = open_race(spec);
            race_state r;
            int numbers = 0;
            game->rules->init(game, &r);
            hra_text_clear(&text);
            game->rules->text->show(game, &r, &look, &text);
            char *rest = NULL;
            for (char *line = strtok_r(text.data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
                assert_true(hra_text_columns(line) <= 80);
                for (char *c = line; *c && !strstr(line, "off"); c++)
                    numbers +=
                        (c == line || c[-1] == ' ' || c[-1] == 'b' || c[-1] == 'g') && *c >= '1' && *c <= '9';
            }
            assert_int_equal(numbers, ring);
            hra_game_close(game);
            snprintf(spec, sizeof spec, "race:seats=2,pieces=1,track=%d", ring);
        }
    }
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_formula_gives_the_lectures_leaves),
        cmocka_unit_test(terms_are_those_of_the_lectures_leaves),
        cmocka_unit_test(the_game_follows_the_formula),
        cmocka_unit_test(rules_one_by_one),
        cmocka_unit_test(rules_of_two_dice),
        cmocka_unit_test(wrong_dice_are_refused),
        cmocka_unit_test(throws_that_move_nothing_pass),
        cmocka_unit_test(dice_are_grouped),
        cmocka_unit_test(wrong_positions_are_refused),
        cmocka_unit_test(spelling_is_free),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(wrong_moves_are_refused),
        cmocka_unit_test(drawn),
        cmocka_unit_test(drawn_compact),
        cmocka_unit_test(every_board_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
