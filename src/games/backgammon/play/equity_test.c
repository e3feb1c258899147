/* What a cube is worth: points of doubling and taking, gammons, and the chances in a match. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "games/backgammon/rules/opened.h"
#include "hra/hra.h"

static double equity(const hra_game *game, const char *position, double chance) {
    bg_state s = bg_test_read(game, position);
    return bg_equity(game->data, &s, &(bg_chances){.wins = chance});
}

static double equity_of(const hra_game *game, const char *position, bg_chances chances) {
    bg_state s = bg_test_read(game, position);
    return bg_equity(game->data, &s, &chances);
}

/* The equity in points with a dead cube. */
static double in_points(bg_chances c) {
    return 2 * c.wins - 1 + c.gammons[0] + c.backgammons[0] - c.gammons[1] - c.backgammons[1];
}

/* With a cube that is dead the points, times what it shows; and mirrored the negative. */
static void gammons_are_counted(void **state) {
    static const bg_chances some[] = {
        {.wins = 0.5, .gammons = {0.2, 0.1}, .backgammons = {0.02, 0.01}},
        {.wins = 0.9, .gammons = {0.7, 0.01}, .backgammons = {0.1, 0}},
        {.wins = 0.25, .gammons = {0.1, 0.4}},
        {.wins = 1, .gammons = {0.6, 0}, .backgammons = {0.1, 0}},
    };
    hra_game *dead = bg_test_open("backgammon:cube,max-cube=2"),
             *live = bg_test_open("backgammon:cube,max-cube=1024"),
             *plain = bg_test_open("backgammon:cube,max-cube=1024,gammons=no");
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        const bg_chances c = some[i], turned = {.wins = 1 - c.wins,
                                                .gammons = {c.gammons[1], c.gammons[0]},
                                                .backgammons = {c.backgammons[1], c.backgammons[0]}};
        assert_true(fabs(equity_of(dead, BG_TEST_BOARD "white, cube 2 white", c) - 2 * in_points(c)) < 1e-12);
        assert_true(fabs(equity_of(live, BG_TEST_BOARD "white rolls", c) +
                         equity_of(live, BG_TEST_BOARD "black rolls", turned)) < 1e-12);
        assert_true(equity_of(plain, BG_TEST_BOARD "white rolls", c) ==
                    equity(plain, BG_TEST_BOARD "white rolls", c.wins));
    }
    hra_game_close(dead);
    hra_game_close(live);
    hra_game_close(plain);
}

/* For money what the cube shows; in a match what a single game moves the chance to win it by, in units of
 * returns: all of it at the last point of both, and at two points with the cube at 2. */
static void a_cube_is_worth_what_it_decides(void **state) {
    hra_game *money = bg_test_open("backgammon:cube"),
             *match = bg_test_open("backgammon:match-length=7,score=5-5");
    bg_state s = bg_test_read(money, BG_TEST_BOARD "white, cube 4 white");
    assert_true(bg_cube_worth(money->data, &s) == 4);
    s = bg_test_read(match, BG_TEST_BOARD "white, cube 2 white, score 5-5");
    assert_true(bg_cube_worth(match->data, &s) == 1);
    s = bg_test_read(match, BG_TEST_BOARD "white, cube 1, score 5-5");
    double even = bg_cube_worth(match->data, &s);
    assert_true(fabs(even - (bg_match_chance(match->data, 1, 2) - bg_match_chance(match->data, 2, 1))) <
                1e-12);
    hra_game_close(money);
    hra_game_close(match);
    match = bg_test_open("backgammon:match-length=7,score=6-6");
    s = bg_test_read(match, BG_TEST_BOARD "white, no cube, score 6-6");
    assert_true(bg_cube_worth(match->data, &s) == 1);
    hra_game_close(match);
}

/* Janowski's point for a cube that is dead once it is taken, here the last: with W and L points of a win and
 * of a loss one takes from (L - 1/2) / (W + L) on. */
static void gammons_move_the_take_point(void **state) {
    hra_game *game = bg_test_open("backgammon:cube,max-cube=2");
    static const double shares[][2] = {{0, 0}, {0.3, 0}, {0, 0.3}, {0.3, 0.2}};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        const double white = shares[i][0], black = shares[i][1], won = 1 + black, lost = 1 + white;
        const double takes = (lost - 0.5) / (won + lost); /* chance of Black, who is asked */
        for (int sign = -1; sign <= 1; sign += 2) {
            const double chance = takes + sign * 0.001;
            const bg_chances c = {.wins = 1 - chance, .gammons = {white * (1 - chance), black * chance}};
            double offered = equity_of(game, BG_TEST_BOARD "white doubles", c);
            assert_int_equal(offered<1, sign> 0);
        }
    }
    hra_game_close(game);
}

/* Who wins a gammon often enough plays on, and does not double it away; by Jacoby's rule he has to. */
static void the_too_good_play_on(void **state) {
    const bg_chances good = {.wins = 0.97, .gammons = {0.8, 0}};
    hra_game *game = bg_test_open("backgammon:cube"), *jacoby = bg_test_open("backgammon:cube,jacoby");
    assert_true(equity_of(game, BG_TEST_BOARD "white rolls", good) > 1);
    assert_true(equity_of(game, BG_TEST_BOARD "white doubles", good) == 1);
    assert_true(equity_of(jacoby, BG_TEST_BOARD "white rolls", good) < 1);
    assert_true(equity_of(jacoby, BG_TEST_BOARD "white doubles", good) == 1);
    hra_game_close(game);
    hra_game_close(jacoby);
}

/* With a cube that never goes dead a double is dropped from 80 % on, with one that is turned once from 75 %;
 * of the way between, 68 % (Janowski): one doubles in the middle from 69 %, and takes down to 21.5 %. */
static void money_doubles_in_the_window(void **state) {
    hra_game *game = bg_test_open("backgammon:cube,max-cube=1024");
    static const struct {
        double chance;
        bool doubles, takes;
    } cases[] = {
        {0.50, false, true}, {0.68, false, true}, {0.70, true, true},
        {0.78, true, true},  {0.79, true, false}, {0.95, true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double chance = cases[i].chance, held = equity(game, BG_TEST_BOARD "white rolls", chance),
               offered = equity(game, BG_TEST_BOARD "white doubles", chance);
        assert_int_equal(offered > held, cases[i].doubles);
        assert_int_equal(offered < 1, cases[i].takes);
        assert_true(fabs(equity(game, BG_TEST_BOARD "black doubles", 1 - chance) + offered) < 1e-12);
        assert_true(equity(game, BG_TEST_BOARD "black, cube 2 white", 1) == 2 &&
                    equity(game, BG_TEST_BOARD "white", 0.5) == 0);
    }
    hra_game_close(game);
}

/* Who may double does so where that is worth more: the position is worth what it is then, but for a trace of
 * what it is with the cube left alone, so that among positions in which all is lost the lesser evil is still
 * one. */
static void a_double_that_is_due_is_counted(void **state) {
    hra_game *game = bg_test_open("backgammon:cube,max-cube=1024");
    for (double chance = 0.05; chance < 1; chance += 0.05) {
        double held = equity(game, BG_TEST_BOARD "white rolls", chance),
               offered = equity(game, BG_TEST_BOARD "white doubles", chance),
               asked = equity(game, BG_TEST_BOARD "white", chance), best = fmax(held, offered);
        assert_true(asked <= best && asked >= best - 0.02 * (best - held) - 1e-12);
        assert_true(fabs(equity(game, BG_TEST_BOARD "black", 1 - chance) + asked) < 1e-12);
        assert_true(equity(game, BG_TEST_BOARD "white", chance + 0.02) > asked);
    }
    assert_true(equity(game, BG_TEST_BOARD "white, cube 2 black", 0.9) ==
                equity(game, BG_TEST_BOARD "white rolls, cube 2 black", 0.9));
    hra_game_close(game);
}

/* With a cube of the last height dead behind it, a beaver doubles what is lost by a wrong double, from 50 %
 * down, and costs too much above. */
static void a_wrong_double_is_beavered(void **state) {
    hra_game *plain = bg_test_open("backgammon:cube,max-cube=4"),
             *beavers = bg_test_open("backgammon:cube,max-cube=4,beavers");
    for (double chance = 0.02; chance < 1; chance += 0.04) {
        double points = 4 * (2 * chance - 1), take = equity(plain, BG_TEST_BOARD "white doubles", chance);
        double told = equity(beavers, BG_TEST_BOARD "white doubles", chance);
        assert_true(fabs(told - fmin(take, points)) < 1e-12);
    }
    hra_game_close(plain);
    hra_game_close(beavers);
}

static bool near(double a, double b) {
    return fabs(a - b) < 1e-6;
}

/* Janowski's formulas, with W and L points of a win and of a loss of who is asked: it takes from
 * (L - 1/2) / (W + L + x/2) on, x the life of the cube; a redouble is right from (L + x) / (W + L + x/2) on,
 * by what who doubles wins and loses. */
static void the_window_is_that_of_the_formulas(void **state) {
    static const double shares[][2] = {{0, 0}, {0.3, 0}, {0, 0.3}, {0.3, 0.2}};
    hra_game *game = bg_test_open("backgammon:cube,max-cube=0");
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        for (int seat = 0; seat < 2; seat++) {
            const double chance = 0.7, own = shares[i][0], other = shares[i][1],
                         white = seat ? 1 - chance : chance;
            const double lost = 1 + other, won = 1 + own; /* of who doubles */
            bg_chances c = {.wins = white};
            c.gammons[seat] = own * chance;
            c.gammons[!seat] = other * (1 - chance);
            bg_window w;
            bg_state s = bg_test_read(game, seat ? BG_TEST_BOARD "black, cube 2 black"
                                                 : BG_TEST_BOARD "white, cube 2 white");
            assert_true(bg_window_of(game->data, &s, &c, &w));
            for (int k = 0; k < 3; k++) {
                const double x = k == 0 ? 0.68 : k == 1 ? 0 : 1;
                assert_true(near(w.take[k], (won - 0.5) / (won + lost + x / 2)));
            }
            assert_true(near(w.chance, chance) && near(w.drop, 1 - w.take[0]));
            assert_true(near(w.from, (lost + 0.68) / (won + lost + 0.34)));
            assert_true(own > 0 ? w.beyond > w.drop : isnan(w.beyond));
            if (own > 0) { /* too good: what is held is worth more than the point */
                c.wins = seat ? 1 - w.beyond : w.beyond;
                c.gammons[seat] = own * w.beyond;
                c.gammons[!seat] = other * (1 - w.beyond);
                s.phase = BG_PLAYING;
                assert_true(near(bg_equity(game->data, &s, &c), seat ? -2 : 2));
            }
        }
    hra_game_close(game);
}

/* A first double without gammons: the equity of holding is by 0.68 the line from -1 at 20 % to 1 at 80 %, and
 * by 0.32 the line 2p - 1; that of a take is twice the line from -1 at 20 % to 1 at 100 %. They meet at
 * 0.69173. If each side needs two points, the first double is the last one of the match: the other side takes
 * if its win probability is at least that of a side that needs two points against one. If one side needs four
 * points and the other one, doubling costs nothing, so it is right from the start. A side without a cube
 * decision has no window. */
static void windows_of_a_middle_cube_and_of_matches(void **state) {
    const bg_chances even = {.wins = 0.5};
    bg_window w;
    hra_game *money = bg_test_open("backgammon:cube,max-cube=0"),
             *match = bg_test_open("backgammon:match-length=7,score=5-5"),
             *last = bg_test_open("backgammon:match-length=7,score=3-6,crawford=post");
    bg_state s = bg_test_read(money, BG_TEST_BOARD "white");
    assert_true(bg_window_of(money->data, &s, &even, &w) && near(w.from, 0.691729) && isnan(w.beyond));
    s = bg_test_read(money, BG_TEST_BOARD "white doubles");
    assert_true(bg_window_of(money->data, &s, &even, &w) && near(w.from, 0.691729));
    s = bg_test_read(money, BG_TEST_BOARD "white rolls");
    assert_false(bg_window_of(money->data, &s, &even, &w));
    s = bg_test_read(match, BG_TEST_BOARD "black, score 5-5");
    assert_true(bg_window_of(match->data, &s, &even, &w));
    for (int k = 0; k < 3; k++)
        assert_true(near(w.take[k], bg_match_chance(match->data, 2, 1)));
    s = bg_test_read(last, BG_TEST_BOARD "white, score 3-6");
    assert_true(bg_window_of(last->data, &s, &even, &w) && near(w.from, 0));
    hra_game_close(money);
    hra_game_close(match);
    hra_game_close(last);
}

/* Within two hundredths of the table "Kazaross XG2 25 point MET" as GNU Backgammon 1.07 has it (`show
 * matchequitytable`). */
static void chances_in_a_match_are_about_those_of_others(void **state) {
    static const struct {
        int own, other;
        double chance;
    } cases[] = {
        {1, 2, 0.67736}, {1, 3, 0.75076}, {1, 4, 0.81436}, {1, 5, 0.84179}, {2, 3, 0.59947}, {2, 4, 0.66870},
        {2, 5, 0.74359}, {3, 4, 0.57150}, {3, 5, 0.64795}, {4, 5, 0.57732}, {5, 7, 0.62638}, {7, 9, 0.60854},
    };
    hra_game *game = bg_test_open("backgammon:match-length=15");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double chance = bg_match_chance(game->data, cases[i].own, cases[i].other);
        if (!(chance > cases[i].chance - 0.02 && chance < cases[i].chance + 0.02))
            fail_msg("%d to go against %d: %g", cases[i].own, cases[i].other, chance);
    }
    for (int own = 1; own <= 15; own++)
        for (int other = 1; other <= 15; other++) {
            double sum = bg_match_chance(game->data, own, other) + bg_match_chance(game->data, other, own);
            assert_true(sum > 1 - 1e-12 && sum < 1 + 1e-12);
            if (other < 15)
                assert_true(bg_match_chance(game->data, own, other) <
                            bg_match_chance(game->data, own, other + 1));
        }
    hra_game_close(game);
}

/* Who lacks one point behind the Crawford game leaves the other nothing to lose. */
static void who_is_behind_after_crawford_doubles(void **state) {
    hra_game *game = bg_test_open("backgammon:match-length=7,score=6-3,crawford=post");
    for (double chance = 0.2; chance < 0.8; chance += 0.1)
        assert_true(equity(game, BG_TEST_BOARD "black doubles", chance) <=
                    equity(game, BG_TEST_BOARD "black rolls", chance));
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gammons_are_counted),
        cmocka_unit_test(a_cube_is_worth_what_it_decides),
        cmocka_unit_test(gammons_move_the_take_point),
        cmocka_unit_test(the_too_good_play_on),
        cmocka_unit_test(money_doubles_in_the_window),
        cmocka_unit_test(a_double_that_is_due_is_counted),
        cmocka_unit_test(a_wrong_double_is_beavered),
        cmocka_unit_test(the_window_is_that_of_the_formulas),
        cmocka_unit_test(windows_of_a_middle_cube_and_of_matches),
        cmocka_unit_test(chances_in_a_match_are_about_those_of_others),
        cmocka_unit_test(who_is_behind_after_crawford_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
