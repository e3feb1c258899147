/* The rules case by case: which plays there are, who begins, what a game counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "backgammon.h"
#include "hra/hra.h"

static hra_game *game;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "backgammon", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static bg_state read_state(const char *text) {
    bg_state s;
    hra_error why = {0};
    if (hra_game_read_position(game, text, &s, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    return s;
}

/* All plays, as they are written. */
static void list_plays(const bg_state *s, hra_text *out) {
    hra_move *list = malloc((size_t)game->max_moves * sizeof *list);
    int n = game->rules->moves(game, s, list);
    for (int i = 0; i < n; i++) {
        hra_text_add(out, i ? ", " : "");
        game->rules->text->show_move(game, s, list[i], out);
    }
    free(list);
}

static void plays_are_as_the_rules_say(void **state) {
    static const struct {
        const char *position, *plays;
    } cases[] = {
        /* Both dice: 8/2 would leave no 1. */
        {"white 20:1 8:1, black 24:2 18:2 6:2 1:9, white 61", "20/13"},
        /* Either, but not both: the higher one. */
        {"white 20:1, black 13:2 1:13, white 62", "20/14"},
        /* The lower one where the higher one cannot be played. */
        {"white 20:1, black 13:2 11:2 1:11, white 62", "20/18"},
        /* The bar first; nothing else may move while one is there. */
        {"white bar:2 6:13, black 5:2 1:13, white 65", "bar/19"},
        {"white bar:1 6:14, black 6:2 5:2 1:11, white 65", "pass"},
        {"white bar:1 8:1 6:13, black 6:2 1:13, white 65", "bar/20 8/2, bar/14"},
        {"white bar:3 6:12, black 6:2 1:13, white 33", "bar/22(3) 6/3"},
        /* Bearing off: by the die, or by more if no checker is behind; not while one is outside. */
        {"white 6:1 4:1, black 1:15, white 65", "6/1 4/off, 6/off 4/off"},
        {"white 6:1 3:1, black 1:15, white 51", "6/off, 6/1 3/2"},
        {"white 7:1 3:1, black 1:15, white 61", "7/off, 7/1 3/2"},
        {"white 3:1, black 1:15, white 64", "3/off"},
        {"white 5:1, black 1:15, white 61", "5/off"},
        /* Doubles are four moves, or as many as can be played. */
        {"white 20:2, black 17:2 1:13, white 66", "20/14(2)"},
        {"white 6:5, black 1:15, white 66", "6/off(4)"},
        {"white 6:1 2:2, black 1:15, white 66", "6/off 2/off(2)"},
        /* Who is black plays the other way, by numbers of his own. */
        {"white 13:2 1:13, black 20:1, black 62", "20/14"},
        /* Ways that differ in what they hit are different; those that do not are one. */
        {"white 10:1, black 18:1 1:14, white 32", "10/5, 10/7*/5"},
        {"white 10:1, black 18:1 17:1 1:13, white 32", "10/8*/5, 10/7*/5"},
        {"white 10:1, black 20:1 1:14, white 32", "10/5*"},
        {"white 10:2, black 18:1 1:14, white 33", "10/7*/1 10/7, 10/7*/4(2)"},
    };
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bg_state s = read_state(cases[i].position);
        hra_text_clear(&text);
        list_plays(&s, &text);
        if (strcmp(hra_text_string(&text), cases[i].plays) != 0)
            fail_msg("%s: %s, not %s", cases[i].position, hra_text_string(&text), cases[i].plays);
    }
    hra_text_release(&text);
}

static void games_count_one_two_or_three(void **state) {
    static const struct {
        const char *position;
        int worth;
    } ends[] = {
        {"white, black 1:14, white won", 1},      {"white, black bar:14, white won", 1},
        {"white, black 18:15, white won", 2},     {"white, black 18:14 1:1, white won", 2},
        {"white, black 19:1 1:14, white won", 3}, {"white, black bar:1 1:14, white won", 3},
        {"white 18:15, black, black won", -2},    {"white 24:15, black, black won", -3},
    };
    hra_game *plain = NULL;
    double value[2];
    assert_int_equal(hra_game_open(&plain, NULL, "backgammon:gammons=no", NULL), 0);
    assert_true(plain->max_return == 1 && game->max_return == 3);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        bg_state s = read_state(ends[i].position);
        assert_int_equal(game->rules->to_move(game, &s), HRA_OVER);
        game->rules->returns(game, &s, value);
        assert_true(value[0] == ends[i].worth && value[1] == -ends[i].worth);
        for (int seat = 0; seat < 2; seat++) {
            double fact[2];
            int won = seat ? -ends[i].worth : ends[i].worth;
            game->rules->conduct->statistic(game, &s, seat, fact);
            assert_true(fact[0] == (won == 2) && fact[1] == (won == 3));
        }
        plain->rules->returns(plain, &s, value);
        assert_true(value[0] == (ends[i].worth > 0 ? 1 : -1) && value[1] == -value[0]);
    }
    hra_game_close(plain);
}

static void the_last_checker_off_ends_the_game(void **state) {
    bg_state s = read_state("white 2:1, black 1:3, white 21");
    double value[2];
    game->rules->apply(game, &s, 2); /* 2/off by the higher die */
    assert_int_equal(game->rules->to_move(game, &s), HRA_OVER);
    game->rules->returns(game, &s, value);
    assert_true(value[0] == 1);
}

/* Thirty throws of two different dice, each as likely; the higher die begins, and plays both. */
static void the_opening_throw_says_who_begins(void **state) {
    hra_move list[BG_OPENINGS];
    double probability[BG_OPENINGS];
    bg_state first;
    int white = 0;
    game->rules->init(game, &first);
    assert_int_equal(game->max_chances, BG_OPENINGS);
    assert_int_equal(game->rules->to_move(game, &first), HRA_CHANCE);
    assert_int_equal(game->rules->chance_outcomes(game, &first, list, probability), 30);
    for (int i = 0; i < 30; i++) {
        bg_state s = first;
        int one = bg_first_die(list[i]), two = bg_second_die(list[i]);
        game->rules->apply(game, &s, list[i]);
        assert_true(one != two && probability[i] == 1.0 / 30);
        assert_int_equal(game->rules->to_move(game, &s), one > two ? BG_WHITE : BG_BLACK);
        assert_int_equal(s.high, one > two ? one : two);
        assert_int_equal(s.low, one > two ? two : one);
        white += s.turn == BG_WHITE;
    }
    assert_int_equal(white, 15);
}

static void later_throws_may_be_doubles(void **state) {
    hra_move list[BG_OPENINGS];
    double probability[BG_OPENINGS];
    bg_state s = read_state("white 6:15, black 6:15, black");
    assert_int_equal(game->rules->chance_outcomes(game, &s, list, probability), BG_ROLLS);
    for (int i = 0; i < BG_ROLLS; i++)
        assert_true(probability[i] == (bg_first_die(list[i]) == bg_second_die(list[i]) ? 1 : 2) / 36.0);
}

static void draws_are_as_likely_as_listed(void **state) {
    enum { DRAWS = 36000 };
    bg_state s = read_state("white 6:15, black 6:15, white"), opening;
    int seen[64] = {0}, first[64] = {0};
    hra_rng rng;
    hra_rng_init(&rng, 5);
    game->rules->init(game, &opening);
    for (int i = 0; i < DRAWS; i++) {
        seen[game->rules->sample_chance(game, &s, &rng)]++;
        first[game->rules->sample_chance(game, &opening, &rng)]++;
    }
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            double expected = a < b ? 0 : a == b ? 1000 : 2000, opened = a == b ? 0 : 1200;
            assert_true(abs(seen[bg_roll(a, b)] - (int)expected) <= (expected > 0 ? 200 : 0));
            assert_true(abs(first[bg_roll(a, b)] - (int)opened) <= (opened > 0 ? 170 : 0));
        }
}

static void starts_are_those_of_the_variants(void **state) {
    static const struct {
        const char *spec, *position;
        int moves; /* at most */
    } starts[] = {
        {"backgammon", "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, opening", 3060},
        {"backgammon:variation=nackgammon",
         "white 24:2 23:2 13:4 8:3 6:4, black 24:2 23:2 13:4 8:3 6:4, opening", 3060},
        {"backgammon:checkers=3", "white 24:1 23:1 22:1, black 24:1 23:1 22:1, opening", 15},
        {"backgammon:checkers=2", "white 24:1 23:1, black 24:1 23:1, opening", 6},
        {"backgammon:checkers=1", "white 24:1, black 24:1, opening", 2},
    };
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        hra_game *variant = NULL;
        bg_state s;
        assert_int_equal(hra_game_open(&variant, NULL, starts[i].spec, NULL), 0);
        variant->rules->init(variant, &s);
        hra_text_clear(&text);
        variant->rules->text->write_position(variant, &s, &text);
        assert_string_equal(hra_text_string(&text), starts[i].position);
        assert_int_equal(variant->max_moves, starts[i].moves);
        hra_game_close(variant);
    }
    hra_text_release(&text);
    hra_game *none = NULL;
    hra_error why = {0};
    assert_int_equal(hra_game_open(&none, NULL, "backgammon:checkers=3,variation=nackgammon", &why),
                     HRA_EINPUT);
    assert_string_equal(why.text, "nackgammon has 15 checkers a side, not 3");
}

/* Moves that no list has, but that records may hold. */
static const struct {
    const char *spec, *position, *move; /* NULL: it is none */
    int score[2], returns;              /* 0: the match goes on */
} given_up[] = {
    {"backgammon:match-length=7",
     "white 24:2, black 24:2, white 31, score 2-3",
     "Black resigns 2 points",
     {4, 3},
     0},
    {"backgammon:match-length=7",
     "white 24:2, black 24:2, black 31, cube 4 white, score 2-3",
     "White resigns 8 points",
     {2, 7},
     -1},
    {"backgammon:match-length=7",
     "white 24:2, black 24:2, white 31, score 2-3",
     "White resigns 4 points",
     {0},
     0},
    {"backgammon:match-length=7,gammons=no",
     "white 24:2, black 24:2, white 31, score 2-3",
     "White resigns 2 points",
     {0},
     0},
    {"backgammon:cube", "white 24:2, black 24:2, white, cube 2 white", "white resigns 6 points", {0, 0}, -6},
    {"backgammon:cube", "white 24:2, black 24:2, white, cube 2 white", "white resigns 3 points", {0}, 0},
    {"backgammon", "white 24:2, black 24:2, white 31", "Black resigns 1 point", {0, 0}, 1},
};

static void games_may_be_given_up(void **state) {
    for (size_t i = 0; i < sizeof given_up / sizeof *given_up; i++) {
        hra_game *other = NULL;
        hra_move m = 0;
        hra_move list[BG_MAX_PLAYS];
        bg_state s, before;
        hra_text text;
        hra_text_init(&text);
        assert_int_equal(hra_game_open(&other, NULL, given_up[i].spec, NULL), 0);
        assert_int_equal(hra_game_read_position(other, given_up[i].position, &s, NULL), 0);
        before = s;
        bool legal = hra_game_parse_move(other, &s, given_up[i].move, &m, NULL) == 0;
        bool goes = given_up[i].score[0] || given_up[i].score[1] || given_up[i].returns;
        assert_int_equal(legal, goes);
        if (legal) {
            double value[2] = {0};
            int n = hra_game_moves(other, &s, list);
            for (int k = 0; k < n; k++)
                assert_int_not_equal(list[k], m);
            assert_int_equal(hra_game_check_move(other, &s, m), 0);
            other->rules->text->show_move(other, &s, m, &text);
            assert_string_equal(hra_text_string(&text) + 1,
                                given_up[i].move + 1); /* in any case of letters */
            other->rules->apply(other, &s, m);
            bool over = other->rules->to_move(other, &s) == HRA_OVER;
            assert_int_equal(over, given_up[i].returns != 0);
            if (over)
                other->rules->returns(other, &s, value);
            assert_true(value[0] == given_up[i].returns && value[1] == -given_up[i].returns);
            if (before.score[0] || before.score[1]) {
                assert_int_equal(s.score[0], given_up[i].score[0]);
                assert_int_equal(s.score[1], given_up[i].score[1]);
            }
            hra_text_clear(&text);
            other->rules->text->write_position(other, &s, &text);
            assert_int_equal(hra_game_read_position(other, hra_text_string(&text), &before, NULL), 0);
            assert_memory_equal(&s, &before, sizeof s);
        }
        hra_text_release(&text);
        hra_game_close(other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_are_as_the_rules_say),
        cmocka_unit_test(games_count_one_two_or_three),
        cmocka_unit_test(the_last_checker_off_ends_the_game),
        cmocka_unit_test(the_opening_throw_says_who_begins),
        cmocka_unit_test(later_throws_may_be_doubles),
        cmocka_unit_test(draws_are_as_likely_as_listed),
        cmocka_unit_test(starts_are_those_of_the_variants),
        cmocka_unit_test(games_may_be_given_up),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
