/* Tables of bearing off, against published figures and the generator of plays. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bearoff.h"

static bg_bearoff *table;

static int open_table(void **state) {
    return bg_bearoff_open(&table, BG_CHECKERS, BG_BEAROFF_BOTH);
}

static int close_table(void **state) {
    bg_bearoff_close(table);
    return 0;
}

/* Checkers on the points 1 to 6: "000011" is one on 5 and one on 6; f is 15. */
static bg_side side_of(const char *text) {
    bg_side s = {{0}};
    for (int i = 0; i < BG_HOME; i++)
        for (int n = 0; n < (text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10); n++)
            bg_put(&s, i + 1);
    return s;
}

static int index_of(const char *text) {
    bg_side s = side_of(text);
    return bg_bearoff_index(table, &s);
}

/* Known to many programs, from GNU Backgammon's tables on. */
static void throws_are_as_many_as_published(void **state) {
    static const struct {
        const char *position;
        double mean;
    } known[] = {{"000000", 0},        {"100000", 1},        {"000001", 1.250000}, {"000002", 2.109611},
                 {"000011", 1.960048}, {"111111", 3.463648}, {"222222", 6.360317}, {"333222", 7.555030},
                 {"f00000", 6.979592}, {"00000f", 12.266187}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(fabs(bg_bearoff_mean(table, index_of(known[i].position)) - known[i].mean) < 5e-7);
}

static void few_against_few_are_as_published(void **state) {
    static const struct {
        const char *roller, *other;
        double value;
    } known[] = {{"000001", "000001", 0.6250},
                 {"000002", "000002", 0.5090},
                 {"000011", "000002", 0.6455},
                 {"100000", "00000f", 1},
                 {"200000", "000006", 1}};
    bool exact;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double value = bg_bearoff_value(table, index_of(known[i].roller), index_of(known[i].other), &exact);
        assert_true(fabs(value - known[i].value) < 1e-4);
        assert_int_equal(exact, strcmp(known[i].other, "00000f") != 0);
    }
}

static void positions_are_numbered(void **state) {
    bg_side outside = side_of("000001"), many = side_of("000005");
    assert_int_equal(index_of("000000"), 0);
    assert_int_equal(index_of("f00000"), 54263);
    assert_int_equal(index_of("600000"), 923); /* the last of six checkers */
    bg_put(&outside, 7);
    assert_int_equal(bg_bearoff_index(table, &outside), -1);
    for (int i = 0; i < 11; i++)
        bg_put(&many, 1);
    assert_int_equal(bg_bearoff_index(table, &many), -1);
}

static bg_side draw(hra_rng *rng, int most) {
    bg_side s = {{0}};
    for (int n = 1 + (int)hra_rng_below(rng, (uint32_t)most); n > 0; n--)
        bg_put(&s, 1 + (int)hra_rng_below(rng, BG_HOME));
    return s;
}

/* One throw, with all plays that the generator lists: the fewest throws on average, or the most value. */
static void tables_agree_with_the_plays(void **state) {
    hra_rng rng;
    hra_move list[BG_MAX_PLAYS];
    bool exact;
    hra_rng_init(&rng, 6);
    for (int i = 0; i < 200; i++) {
        bg_board b = {{draw(&rng, i % 2 ? 15 : 6), {{0}}}};
        bg_side other = draw(&rng, 6);
        int at = bg_bearoff_index(table, &b.side[0]), against = bg_bearoff_index(table, &other);
        double mean = 1, value = 0, chances = 0, sum = 0;
        for (int high = 1; high <= 6; high++)
            for (int low = 1; low <= high; low++) {
                int n = bg_plays(&b, 0, high, low, list);
                double fewest = 100, best = -1, part = (high == low ? 1 : 2) / 36.0;
                for (int k = 0; k < n; k++) {
                    bg_board next = b;
                    bg_play(&next, 0, high, low, list[k]);
                    int then = bg_bearoff_index(table, &next.side[0]);
                    fewest = fmin(fewest, bg_bearoff_mean(table, then));
                    best = fmax(best, then ? -bg_bearoff_value(table, against, then, &exact) : 1);
                }
                mean += part * fewest;
                value += part * best;
            }
        assert_true(fabs(mean - bg_bearoff_mean(table, at)) < 1e-9);
        if (i % 2 == 0)
            assert_true(fabs(value - bg_bearoff_value(table, at, against, &exact)) < 1e-9 && exact);
        for (int k = 0; k < BG_BEAROFF_THROWS; k++) {
            chances += bg_bearoff_throws(table, at)[k];
            sum += k * bg_bearoff_throws(table, at)[k];
        }
        assert_true(fabs(chances - 1) < 1e-9 && fabs(sum - mean) < 1e-9);
    }
}

/* The one-sided table judges few against few nearly as the two-sided one does. */
static void one_side_alone_is_close(void **state) {
    bg_bearoff *alone = NULL;
    hra_rng rng;
    bool exact;
    double worst = 0;
    hra_rng_init(&rng, 7);
    assert_int_equal(bg_bearoff_open(&alone, 6, 0), HRA_OK);
    for (int i = 0; i < 2000; i++) {
        bg_side one = draw(&rng, 6), two = draw(&rng, 6);
        int own = bg_bearoff_index(table, &one), other = bg_bearoff_index(table, &two);
        double apart = bg_bearoff_value(alone, own, other, &exact);
        assert_false(exact);
        worst = fmax(worst, fabs(apart - bg_bearoff_value(table, own, other, &exact)));
    }
    assert_true(worst < 0.03);
    bg_bearoff_close(alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(throws_are_as_many_as_published), cmocka_unit_test(few_against_few_are_as_published),
        cmocka_unit_test(positions_are_numbered),          cmocka_unit_test(tables_agree_with_the_plays),
        cmocka_unit_test(one_side_alone_is_close),
    };
    return cmocka_run_group_tests(tests, open_table, close_table);
}
