#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solve.h"

static struct yz_dice D;
static struct yz_rules R[YZ_RULE_SETS];
static yz_solution *S[YZ_RULE_SETS];

/* ---- the same game once more, in the plainest words -------------------------------------------
 * It shares nothing with the code under test: dice are the digits of a number, ascending; cards
 * are followed only from one with a few open boxes. */

enum { BIG = 66667, OPEN = 4 };

struct dumb {
    int rules, boxes, yahtzee, open[OPEN], opens;
    bool known[1 << OPEN][64][2];
    double value[1 << OPEN][64][2];
};

static int sorted(int n) {
    int digit[6], m = 0;
    for (; n > 0; n /= 10) {
        int i = m++;
        for (; i > 0 && digit[i - 1] > n % 10; i--)
            digit[i] = digit[i - 1];
        digit[i] = n % 10;
    }
    for (int i = 0; i < m; i++)
        n = 10 * n + digit[i];
    return n;
}

static int count_of(int dice, int face) {
    int n = 0;
    for (; dice > 0; dice /= 10)
        n += dice % 10 == face;
    return n;
}

static int sum_of(int dice) {
    return dice > 0 ? dice % 10 + sum_of(dice / 10) : 0;
}

static int face_with(int dice, int n) { /* the highest face shown at least n times, or 0 */
    int face = 6;
    while (face > 0 && count_of(dice, face) < n)
        face--;
    return face;
}

static bool full_house(int dice) {
    int three = face_with(dice, 3);
    for (int face = 1; face <= 6 && three; face++)
        if (face != three && count_of(dice, face) == 2)
            return true;
    return false;
}

static bool has_all(int dice, int from, int to) {
    for (int face = from; face <= to; face++)
        if (count_of(dice, face) == 0)
            return false;
    return true;
}

static int two_pairs(int dice) {
    int high = face_with(dice, 2), low = high - 1;
    while (low > 0 && count_of(dice, low) < 2)
        low--;
    return low > 0 ? 2 * high + 2 * low : 0;
}

static int dumb_yatzy_points(int dice, int box) {
    switch (box) {
    case 6:
        return 2 * face_with(dice, 2);
    case 7:
        return two_pairs(dice);
    case 8:
        return 3 * face_with(dice, 3);
    case 9:
        return 4 * face_with(dice, 4);
    case 10:
        return has_all(dice, 1, 5) ? 15 : 0;
    case 11:
        return has_all(dice, 2, 6) ? 20 : 0;
    case 12:
        return full_house(dice) ? sum_of(dice) : 0;
    case 13:
        return sum_of(dice);
    default:
        return face_with(dice, 5) ? 50 : 0;
    }
}

static int dumb_points(const struct dumb *g, int dice, int box, bool joker) {
    if (box < 6)
        return (box + 1) * count_of(dice, box + 1);
    if (g->rules == YZ_YATZY)
        return dumb_yatzy_points(dice, box);
    bool small = has_all(dice, 1, 4) || has_all(dice, 2, 5) || has_all(dice, 3, 6);
    switch (box) {
    case 6:
        return face_with(dice, 3) ? sum_of(dice) : 0;
    case 7:
        return face_with(dice, 4) ? sum_of(dice) : 0;
    case 8:
        return full_house(dice) || joker ? 25 : 0;
    case 9:
        return small || joker ? 30 : 0;
    case 10:
        return has_all(dice, 1, 5) || has_all(dice, 2, 6) || joker ? 40 : 0;
    case 11:
        return face_with(dice, 5) ? 50 : 0;
    default:
        return sum_of(dice);
    }
}

static bool is_open(const struct dumb *g, int set, int box) {
    for (int i = 0; i < g->opens; i++)
        if (g->open[i] == box)
            return set >> i & 1;
    return false;
}

static bool any_lower_open(const struct dumb *g, int set) {
    for (int box = 6; box < g->boxes; box++)
        if (is_open(g, set, box))
            return true;
    return false;
}

static bool allowed(const struct dumb *g, int set, int box, int dice) {
    int face = face_with(dice, 5);
    if (!is_open(g, set, box))
        return false;
    if (g->rules != YZ_HASBRO || face == 0 || is_open(g, set, g->yahtzee))
        return true;
    if (is_open(g, set, face - 1))
        return box == face - 1;
    return box >= 6 || !any_lower_open(g, set);
}

static double dumb_value(struct dumb *g, int set, int upper, int fifty);

static double dumb_last(struct dumb *g, int set, int upper, int fifty, int dice) {
    int face = face_with(dice, 5);
    bool joker = (g->rules == YZ_HASBRO || g->rules == YZ_FREE) && face > 0 && !is_open(g, set, g->yahtzee) &&
                 !is_open(g, set, face - 1);
    double best = -1;
    for (int i = 0; i < g->opens; i++) {
        int box = g->open[i];
        if (!allowed(g, set, box, dice))
            continue;
        int points = dumb_points(g, dice, box, joker), total = upper + (box < 6 ? points : 0), after = fifty;
        if (fifty && face)
            points += 100;
        if (upper < 63 && total >= 63)
            points += g->rules == YZ_YATZY ? 50 : 35;
        if (box == g->yahtzee && face && g->rules != YZ_PLAIN && g->rules != YZ_YATZY)
            after = 1;
        double v = points + dumb_value(g, set & ~(1 << i), total < 63 ? total : 63, after);
        best = v > best ? v : best;
    }
    return best;
}

/* The mean over the missing dice, of the values of complete rolls; found once for each keep. */
static double dumb_keep(double *keep, const double *roll, int dice, int missing) {
    if (missing == 0)
        return roll[sorted(dice)];
    double *known = &keep[sorted(dice)], sum = 0;
    if (*known < 0) {
        for (int face = 1; face <= 6; face++)
            sum += dumb_keep(keep, roll, 10 * sorted(dice) + face, missing - 1);
        *known = sum / 6;
    }
    return *known;
}

static double dumb_hold(double *keep, const double *roll, int dice) {
    double best = -1;
    for (int mask = 0; mask < 32; mask++) {
        int held = 0, missing = 5;
        for (int i = 0, rest = dice; i < 5; i++, rest /= 10) {
            if (mask >> i & 1) {
                held = 10 * held + rest % 10;
                missing--;
            }
        }
        double v = dumb_keep(keep, roll, held, missing);
        best = v > best ? v : best;
    }
    return best;
}

static double dumb_value(struct dumb *g, int set, int upper, int fifty) {
    if (set == 0)
        return 0;
    if (g->known[set][upper][fifty])
        return g->value[set][upper][fifty];
    double *roll = malloc(BIG * sizeof *roll), *better = malloc(BIG * sizeof *better);
    double *keep = malloc(BIG * sizeof *keep), sum = 0;
    for (int dice = 11111; dice < BIG; dice++)
        if (sorted(dice) == dice &&
            count_of(dice, 0) + count_of(dice, 7) + count_of(dice, 8) + count_of(dice, 9) == 0)
            roll[dice] = dumb_last(g, set, upper, fifty, dice);
    for (int level = 0; level < 2; level++) {
        for (int i = 0; i < BIG; i++)
            keep[i] = -1;
        for (int r = 0; r < YZ_ROLLS; r++) {
            int dice = 0;
            for (int i = 0; i < 5; i++)
                dice = 10 * dice + D.dice[YZ_ROLL0 + r][i];
            better[dice] = dumb_hold(keep, roll, dice);
        }
        memcpy(roll, better, BIG * sizeof *roll);
    }
    for (int i = 0; i < 7776; i++) {
        int dice = i % 6 * 10000 + i / 6 % 6 * 1000 + i / 36 % 6 * 100 + i / 216 % 6 * 10 + i / 1296 + 11111;
        sum += roll[sorted(dice)];
    }
    free(roll);
    free(better);
    free(keep);
    g->known[set][upper][fifty] = true;
    return g->value[set][upper][fifty] = sum / 7776;
}

/* ---- tests ----------------------------------------------------------------------------------*/

/* Every card that can follow from this one is compared. */
static void compare(int rules, unsigned filled, int upper, int fifty) {
    struct dumb *g = calloc(1, sizeof *g);
    assert_non_null(g);
    g->rules = rules;
    g->boxes = R[rules].boxes;
    g->yahtzee = rules == YZ_YATZY ? 14 : 11;
    for (int box = 0; box < g->boxes; box++)
        if (!(filled >> box & 1u))
            g->open[g->opens++] = box;
    dumb_value(g, (1 << g->opens) - 1, upper, fifty);
    for (int set = 1; set < 1 << g->opens; set++) {
        for (int t = 0; t < 64; t++) {
            for (int f = 0; f < 2; f++) {
                struct yz_card card = {(uint16_t)R[rules].all, (uint8_t)t, (uint8_t)f};
                for (int i = 0; i < g->opens; i++)
                    card.filled = (uint16_t)(card.filled & ~((unsigned)(set >> i & 1) << g->open[i]));
                if (g->known[set][t][f]) {
                    assert_true(yz_card_valid(&R[rules], card));
                    assert_true(fabs(yz_solution_value(S[rules], card) - g->value[set][t][f]) < 1e-9);
                }
            }
        }
    }
    free(g);
}

/* '.' open, '#' filled, and in the yahtzee box '5' or '0' */
static void late_cards_agree_with_a_plain_recursion(void **state) {
    (void)state;
    static const struct {
        int rules;
        const char *card;
        int upper;
    } cases[] = {
        {YZ_HASBRO, "###### ######.", 63},  {YZ_HASBRO, "#####. #####5.", 45},
        {YZ_HASBRO, "#####. ####.5#", 45},  {YZ_HASBRO, ".##### ###..0#", 60},
        {YZ_HASBRO, ".####. #####5#", 40},  {YZ_HASBRO, "###### ##....#", 50},
        {YZ_HASBRO, "##.### #.###.#", 52},  {YZ_FREE, "#####. ####.5#", 45},
        {YZ_FREE, ".##### ###..0#", 60},    {YZ_FREE, ".####. #####5#", 40},
        {YZ_FREE, "###.## ##.##.#", 55},    {YZ_FREE, "###### ##....#", 50},
        {YZ_PLAIN, "#####. ####.0#", 45},   {YZ_PLAIN, "###.## ##.##.#", 55},
        {YZ_PLAIN, "###### ..###0.", 63},   {YZ_BONUS, "#####. ####.5#", 45},
        {YZ_BONUS, ".##### ###..0#", 60},   {YZ_BONUS, "###.## ##.##.#", 55},
        {YZ_BONUS, "###### ..###5.", 20},   {YZ_YATZY, "#####. ####..###", 45},
        {YZ_YATZY, "###.## ########.", 50}, {YZ_YATZY, "###### ...######", 63},
        {YZ_YATZY, "#.#### ######.#.", 58}, {YZ_YATZY, "###### ###...###", 50},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned filled = 0, bit = 1;
        int fifty = 0;
        for (const char *c = cases[i].card; *c; c++) {
            if (*c != ' ') {
                filled |= *c == '.' ? 0 : bit;
                fifty |= *c == '5';
                bit <<= 1;
            }
        }
        bit >>= R[cases[i].rules].boxes;
        assert_int_equal(bit, 1);
        compare(cases[i].rules, filled, cases[i].upper, fifty);
    }
}

/* Computed in double precision by two programs that share no code with this one; hasbro and free are
 * also published (Verhoeff 1999: 254.5877 and 254.5896). */
static void whole_games_have_their_known_values(void **state) {
    (void)state;
    static const double expected[YZ_RULE_SETS] = {254.587728734496, 254.589609481963, 245.870774514112,
                                                  253.970241189780, 248.439989377855};
    struct yz_card start = {0, 0, 0};
    for (int id = 0; id < YZ_RULE_SETS; id++)
        assert_true(fabs(yz_solution_value(S[id], start) - expected[id]) < 1e-9);
}

static void first_rolls_have_their_known_values(void **state) {
    (void)state;
    struct yz_turn t;
    struct yz_card start = {0, 0, 0};
    int worst = 0;
    yz_turn_init(&t, &D, &R[YZ_HASBRO], start, yz_solution_value_fn, S[YZ_HASBRO]);
    for (int r = 0; r < YZ_ROLLS; r++) {
        worst = t.first[r] < t.first[worst] ? r : worst;
        if (R[YZ_HASBRO].equal[r] >= 0)
            assert_true(fabs(t.first[r] - 320.830556) < 5e-7);
    }
    assert_int_equal(worst, yz_dice_roll(&D, (const uint8_t[]){1, 1, 2, 3, 6}));
    assert_true(fabs(t.first[worst] - 249.828476) < 5e-7);
}

/* Every card, or every step-th of them. */
static void next_card(const struct yz_rules *rules, struct yz_card *card, uint32_t *index, uint32_t step) {
    do {
        *index += step;
        *card = (struct yz_card){(uint16_t)(*index >> 7), *index >> 1 & 63, *index & 1};
    } while (*index >> 7 <= rules->all && !yz_card_valid(rules, *card));
}

static void one_turn_gives_the_same_bits(void **state) {
    (void)state;
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        struct yz_card card = {0, 0, 0};
        for (uint32_t i = 0; card.filled < R[id].all && i >> 7 < R[id].all;
             next_card(&R[id], &card, &i, 997)) {
            struct yz_turn t;
            yz_turn_init(&t, &D, &R[id], card, yz_solution_value_fn, S[id]);
            assert_true(t.value == yz_solution_value(S[id], card));
        }
    }
}

static void every_vector_unit_gives_the_same_bits(void **state) {
    (void)state;
    const char *units[4];
    yz_solve_units(units);
    assert_non_null(units[0]);
    for (int u = 0; units[u]; u++) {
        yz_solution *other;
        size_t cards = 0;
        assert_int_equal(yz_solve_on(units[u], &other, &D, &R[YZ_HASBRO], 1 + u, NULL), 0);
        struct yz_card card = {0, 0, 0};
        for (uint32_t i = 0; i >> 7 <= R[YZ_HASBRO].all; next_card(&R[YZ_HASBRO], &card, &i, 1), cards++)
            assert_true(yz_solution_value(other, card) == yz_solution_value(S[YZ_HASBRO], card));
        assert_int_equal(cards, yz_solution_cards(other));
        yz_solution_close(other);
    }
    yz_solution *none;
    assert_int_equal(yz_solve_on("abacus", &none, &D, &R[YZ_HASBRO], 1, NULL), HRA_EINPUT);
    assert_null(none);
}

static void cards_are_counted(void **state) {
    (void)state;
    static const size_t expected[YZ_RULE_SETS] = {536448, 536448, 357632, 536448, 1430528};
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        assert_int_equal(yz_solution_cards(S[id]), expected[id]);
        assert_true(yz_solution_bytes(S[id]) < 10000000);
    }
}

static int solve_all(void **state) {
    (void)state;
    yz_dice_init(&D);
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        yz_rules_init(&R[id], &D, id);
        if (yz_solve(&S[id], &D, &R[id], 2, NULL) != 0)
            return -1;
    }
    return 0;
}

static int close_all(void **state) {
    (void)state;
    for (int id = 0; id < YZ_RULE_SETS; id++)
        yz_solution_close(S[id]);
    yz_solution_close(NULL);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_have_their_known_values),
        cmocka_unit_test(first_rolls_have_their_known_values),
        cmocka_unit_test(late_cards_agree_with_a_plain_recursion),
        cmocka_unit_test(one_turn_gives_the_same_bits),
        cmocka_unit_test(every_vector_unit_gives_the_same_bits),
        cmocka_unit_test(cards_are_counted),
    };
    return cmocka_run_group_tests_name("yahtzee solve", tests, solve_all, close_all);
}
