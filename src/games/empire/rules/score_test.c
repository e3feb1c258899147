/* What goods, jokers, regions and continents are worth, and who wins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "empire.h"

/* ---- goods --------------------------------------------------------------------------------------*/

/* Points with 0, 1, 2, ... of a good, as they are printed on the cards. */
static const struct {
    int good;
    const char *points;
} table[] = {
    {0, "0123555"},      /* gem */
    {1, "001235555"},    /* coal */
    {2, "0011235555"},   /* wood */
    {3, "00112235555"},  /* iron */
    {4, "000112235555"}, /* food */
};

static void goods_are_worth_what_is_printed(void **state) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (int n = 0; table[i].points[n]; n++) {
            int points = table[i].points[n] - '0', wants = 0;
            assert_int_equal(em_good_points(table[i].good, n), points);
            for (int more = n + 1; table[i].points[more] && !wants; more++)
                wants = table[i].points[more] - '0' > points ? more - n : 0;
            assert_int_equal(em_good_wants(table[i].good, n), wants);
        }
}

/* Every way to make the jokers goods that their owner had at first, or any. */
static int best_of_all(bool any, uint32_t had, uint32_t goods, int jokers) {
    int best = 0;
    for (int good = 0; good < EM_GOODS; good++)
        best += em_good_points(good, em_goods_of(goods, good));
    for (int good = 0; good < EM_GOODS && jokers > 0; good++)
        if (any || em_goods_of(had, good)) {
            int points = best_of_all(any, had, goods + (UINT32_C(1) << 4 * good), jokers - 1);
            best = points > best ? points : best;
        }
    return best;
}

static void jokers_bring_the_most_that_they_can(void **state) {
    hra_rng rng;
    int better = 0;
    hra_rng_init(&rng, 7);
    for (int i = 0; i < 20000; i++) {
        uint32_t goods = 0, with;
        uint8_t joker[EM_GOODS];
        for (int good = 0; good < EM_GOODS; good++)
            goods |= hra_rng_below(&rng, 9) << 4 * good;
        for (int good = 0; good < EM_GOODS; good++)
            if (hra_rng_below(&rng, 3) == 0)
                goods &= ~(UINT32_C(15) << 4 * good);
        const em_game g = {.any_good = i % 2};
        int jokers = (int)hra_rng_below(&rng, 4), used = 0;
        int most = best_of_all(g.any_good, goods, goods, jokers);
        uint32_t all = goods | (uint32_t)jokers << 4 * EM_JOKER;
        assert_int_equal(em_goods_points(&g, all), most);
        assert_int_equal(em_best_jokers(&g, all, joker), most);
        with = goods;
        for (int good = 0; good < EM_GOODS; good++) {
            assert_true(joker[good] == 0 || g.any_good || em_goods_of(goods, good) > 0);
            with += (uint32_t)joker[good] << 4 * good;
            used += joker[good];
        }
        assert_true(used <= jokers);
        assert_int_equal(em_goods_points(&g, with), most);
        better += most > em_goods_points(&g, goods);
    }
    assert_true(better > 1000);
}

/* ---- the board ----------------------------------------------------------------------------------*/

static hra_game *game;

static int open_thesis(void **state) {
    return hra_game_open(&game, NULL, "empire:map=thesis,seats=3,first-player=0", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

/* Cells of the map in their order; ~ is water, . empty land. R2*B1n1 are two armies and a city of red, an
 * army of blue and a neutral one. */
static em_state board(const char *drawing) {
    static const char signs[] = "RBGYVn";
    em_state s = {0};
    int region = 0;
    for (const char *at = drawing; *at;) {
        uint8_t *piece = NULL;
        for (; *at && *at != ' ' && *at != '~' && *at != '.'; at++) {
            const char *owner = strchr(signs, *at);
            if (owner)
                piece = &s.piece[owner - signs][region];
            else
                *piece = (uint8_t)(*piece + (*at == '*' ? 16 : *at - '0'));
        }
        region += piece || *at == '.';
        at += *at != 0;
    }
    assert_int_equal(region, em_of(game)->map.regions);
    return s;
}

static void majorities_are_strict(void **state) {
    static const struct {
        const char *what, *drawing;
        const char *regions, *continents; /* of red, blue, green */
    } cases[] = {
        {"an empty board",
         "~ . . ~ ~ . "
         "~ . . ~ ~ . "
         "~ ~ . ~ . . "
         ". ~ . ~ ~ ~ "
         ". ~ . . ~ . ",
         "0 0 0", "0 0 0"},
        {"one army owns a region; one region a continent",
         "~ R1 . ~ ~ B1 "
         "~ . . ~ ~ . "
         "~ ~ . ~ . . "
         "G1 ~ . ~ ~ ~ "
         ". ~ . . ~ . ",
         "1 1 1", "1 1 1"},
        {"equals own nothing, and a city counts as an army",
         "~ R1B1 R1*B1 ~ ~ . "
         "~ R2B1* R3G2B2* ~ ~ . "
         "~ ~ . ~ . . "
         ". ~ . ~ ~ ~ "
         ". ~ . . ~ . ",
         "1 0 0", "1 0 0"},
        {"neutral armies block, but own nothing",
         "~ R1n1 R1n2 ~ ~ n3 "
         "~ R2n1 B1 ~ ~ n1 "
         "~ ~ R1G1n1 ~ . . "
         ". ~ . ~ ~ ~ "
         ". ~ . . ~ B1 ",
         "1 2 0", "0 1 0"},
        {"a continent that two hold alike is nobody's, whatever a third has",
         "~ R1 B1 ~ ~ G1 "
         "~ R1 B1 ~ ~ G1 "
         "~ ~ G1 ~ R1 R1 "
         ". ~ . ~ ~ ~ "
         ". ~ . . ~ . ",
         "4 2 3", "0 0 0"},
        {"a city alone is as good as an army",
         "~ . . ~ ~ . "
         "~ . . ~ ~ . "
         "~ ~ R*** ~ . B*B1 "
         "G1* ~ . ~ ~ ~ "
         "B1 ~ . . ~ . ",
         "1 2 1", "1 1 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        em_state s = board(cases[i].drawing);
        em_account account[EM_SEATS];
        em_accounts(em_of(game), &s, account);
        for (int seat = 0; seat < 3; seat++)
            if (account[seat].regions != cases[i].regions[2 * seat] - '0' ||
                account[seat].continents != cases[i].continents[2 * seat] - '0')
                fail_msg("%s: seat %d has %d regions and %d continents", cases[i].what, seat,
                         account[seat].regions, account[seat].continents);
    }
}

/* ---- who wins -----------------------------------------------------------------------------------*/

static void ties_go_by_coins_armies_regions(void **state) {
    static const struct {
        const char *what;
        em_account account[3];
        uint32_t winners;
    } cases[] = {
        {"most points", {{.points = 9, .coins = 9}, {.points = 10}, {.points = 8}}, 2},
        {"then most coins", {{.points = 9, .coins = 1}, {.points = 9, .armies = 14}, {.points = 8}}, 1},
        {"then most armies",
         {{.points = 9, .coins = 1, .armies = 3, .regions = 8}, {.points = 9, .coins = 1, .armies = 4}, {0}},
         2},
        {"then most regions",
         {{.points = 9, .armies = 3, .regions = 2}, {.points = 9, .armies = 3, .regions = 1}, {.points = 9}},
         1},
        {"else two share",
         {{.points = 9, .armies = 3, .regions = 2},
          {.points = 8, .coins = 9},
          {.points = 9, .armies = 3, .regions = 2}},
         5},
        {"or all", {{.points = 9}, {.points = 9}, {.points = 9}}, 7},
        {"with nothing too", {{0}, {0}, {0}}, 7},
    };
    const em_game g = {.seats = 3};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (em_winners(&g, cases[i].account) != cases[i].winners)
            fail_msg("%s: the winners are %u, not %u", cases[i].what, em_winners(&g, cases[i].account),
                     cases[i].winners);
}

static void who_wins_has_won_by_something(void **state) {
    static const em_account cases[][3] = {
        {{.points = 9, .coins = 9}, {.points = 10}, {.points = 8}},
        {{.points = 9, .coins = 1, .regions = 3}, {.points = 9, .coins = 2}, {.points = 8, .coins = 2}},
        {{.points = 9, .armies = 3, .regions = 2}, {.points = 9, .armies = 4, .regions = 1}, {.points = 9}},
        {{.points = 9, .armies = 3, .regions = 1}, {.points = 9, .armies = 3, .regions = 2}, {.points = 9}},
    };
    static const em_reason classroom[] = {EM_BY_POINTS, EM_BY_COINS, EM_BY_ARMIES, EM_BY_REGIONS};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(em_reason_of(&(em_game){.seats = 3}, cases[i], 1), classroom[i]);
    const em_game other = {.seats = 3, .regions_decide = true};
    assert_int_equal(em_reason_of(&other, cases[2], 0), EM_BY_REGIONS);
    assert_int_equal(em_reason_of(&other, (em_account[]){{.armies = 1}, {.armies = 2}, {0}}, 1),
                     EM_BY_ARMIES);
}

static void in_the_classroom_regions_come_before_armies(void **state) {
    const em_account account[3] = {
        {.points = 9, .armies = 14, .regions = 5}, {.points = 9, .regions = 6}, {0}};
    assert_int_equal(em_winners(&(em_game){.seats = 3}, account), 1);
    assert_int_equal(em_winners(&(em_game){.seats = 3, .regions_decide = true}, account), 2);
}

/* Blue has more regions of the first continent, red more armies; a city counts as one of them; of the second
 * both have as many pieces, but blue more regions. */
static void in_the_classroom_armies_own_a_continent(void **state) {
    em_state s = board("~ R5* B1 ~ ~ R2 "
                       "~ . B2 ~ ~ B1 "
                       "~ ~ B1 ~ B1 . "
                       ". ~ . ~ ~ ~ "
                       ". ~ . . ~ . ");
    em_game g = *em_of(game);
    em_account account[EM_SEATS];
    em_accounts(&g, &s, account);
    assert_int_equal(account[0].continents, 0);
    assert_int_equal(account[1].continents, 2);
    g.by_armies = true;
    em_accounts(&g, &s, account);
    assert_int_equal(account[0].continents, 1);
    assert_int_equal(account[1].continents, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goods_are_worth_what_is_printed),
        cmocka_unit_test(jokers_bring_the_most_that_they_can),
        cmocka_unit_test_setup_teardown(majorities_are_strict, open_thesis, close_game),
        cmocka_unit_test(ties_go_by_coins_armies_regions),
        cmocka_unit_test(who_wins_has_won_by_something),
        cmocka_unit_test(in_the_classroom_regions_come_before_armies),
        cmocka_unit_test_setup_teardown(in_the_classroom_armies_own_a_continent, open_thesis, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
