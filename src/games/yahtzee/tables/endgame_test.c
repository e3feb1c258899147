#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "endgame.h"

#include "naive.h"

static struct yz_dice D;
static struct yz_rules R[YZ_RULE_SETS];

/* ---- by the book ----------------------------------------------------------------------------*/

struct known {
    struct yz_card mover, other;
    int lead;
    double value;
};

struct book {
    struct naive naive; /* for its rerolls */
    struct known *known;
    int count;
};

enum { PAIRS = 40000 };

static double by_book(struct book *book, struct yz_card mover, struct yz_card other, int lead) {
    const struct yz_rules *rules = book->naive.rules;
    double value[YZ_ROLLS] = {0};
    bool over = yz_card_full(rules, other);
    if (yz_card_full(rules, mover))
        return !over ? 1 - by_book(book, other, mover, -lead) : lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
    for (int i = book->count - 1; i >= 0; i--) {
        const struct known *k = &book->known[i];
        if (k->lead == lead && memcmp(&k->mover, &mover, sizeof mover) == 0 &&
            memcmp(&k->other, &other, sizeof other) == 0)
            return k->value;
    }
    for (int r = 0; r < YZ_ROLLS; r++) {
        unsigned legal = yz_card_legal(rules, mover, r);
        for (int b = 0; b < rules->boxes; b++) {
            if (legal >> b & 1u) {
                struct yz_card after = yz_card_after(rules, mover, r, b);
                int more = lead + yz_mark_total(yz_card_mark(rules, mover, r, b));
                double v = over ? by_book(book, after, other, more) : 1 - by_book(book, other, after, -more);
                value[r] = v > value[r] ? v : value[r];
            }
        }
    }
    naive_reroll(&book->naive, value);
    naive_reroll(&book->naive, value);
    double mean = naive_keep(&book->naive, value, 0);
    assert_true(book->count < PAIRS);
    book->known[book->count++] = (struct known){mover, other, lead, mean};
    return mean;
}

static double book_value(const struct yz_rules *rules, struct yz_card mover, struct yz_card other, int lead) {
    struct book book = {.count = 0};
    naive_init(&book.naive, &D, rules, NULL);
    book.known = malloc(PAIRS * sizeof *book.known);
    double value = by_book(&book, mover, other, lead);
    free(book.known);
    naive_release(&book.naive);
    return value;
}

/* All boxes of 13 are filled but these. */
static struct yz_card but(const struct yz_rules *rules, unsigned open, int upper, int fifty) {
    struct yz_card card = {(uint16_t)(rules->all & ~open), (uint8_t)upper, (uint8_t)fifty};
    assert_true(yz_card_valid(rules, card));
    return card;
}

enum { SIXES = 1 << 5, THREES = 1 << 2, HOUSE = 1 << YZ_FULL_HOUSE, LARGE = 1 << YZ_LARGE_STRAIGHT };
enum { EQUAL = 1 << YZ_YAHTZEE, CHANCE = 1 << YZ_CHANCE };

static void as_by_the_book(void **state) {
    (void)state;
    static const struct {
        enum yz_rules_id rules;
        unsigned open[2];
        int upper[2], fifty[2], lead;
    } cases[] = {
        {YZ_PLAIN, {CHANCE, CHANCE}, {40, 40}, {0, 0}, 0},
        {YZ_PLAIN, {CHANCE, 0}, {40, 50}, {0, 0}, -22},
        {YZ_PLAIN, {SIXES, CHANCE}, {45, 63}, {0, 0}, -20},
        {YZ_PLAIN, {LARGE | CHANCE, CHANCE}, {45, 63}, {0, 0}, -30},
        {YZ_PLAIN, {LARGE | HOUSE, HOUSE}, {45, 63}, {0, 0}, 5},
        {YZ_PLAIN, {CHANCE | HOUSE, EQUAL | LARGE}, {45, 63}, {0, 0}, 40},
        {YZ_HASBRO, {LARGE, LARGE}, {45, 63}, {1, 0}, -60},
        {YZ_HASBRO, {SIXES | EQUAL, EQUAL}, {45, 63}, {0, 0}, -35},
        {YZ_HASBRO, {EQUAL | HOUSE, CHANCE}, {20, 63}, {0, 1}, 30},
        {YZ_HASBRO, {SIXES, SIXES | THREES}, {47, 40}, {1, 0}, 10},
        {YZ_FREE, {SIXES, HOUSE}, {47, 40}, {1, 1}, -80},
        {YZ_BONUS, {SIXES, CHANCE | HOUSE}, {47, 40}, {1, 1}, 20},
    };
    struct yz_endgame *e;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct yz_rules *rules = &R[cases[i].rules];
        struct yz_card mover = but(rules, cases[i].open[0], cases[i].upper[0], cases[i].fifty[0]);
        struct yz_card other = but(rules, cases[i].open[1], cases[i].upper[1], cases[i].fifty[1]);
        assert_int_equal(yz_endgame_open(&e, &D, rules), 0);
        assert_int_equal(yz_endgame_solve(e, mover, other, cases[i].lead, 1000000), 0);
        double expected = book_value(rules, mover, other, cases[i].lead);
        if (fabs(yz_endgame_value(e) - expected) > 1e-6)
            fail_msg("case %zu: %.9f, expected %.9f", i, yz_endgame_value(e), expected);
        yz_endgame_close(e);
    }
}

/* One memory for many duels, and the values behind a box. */
static void boxes_and_reuse(void **state) {
    (void)state;
    const struct yz_rules *rules = &R[YZ_PLAIN];
    struct yz_card mover = but(rules, LARGE | CHANCE, 45, 0), other = but(rules, CHANCE, 63, 0);
    struct yz_card large = but(rules, CHANCE, 45, 0), last = but(rules, 0, 45, 0);
    struct yz_endgame *e;
    assert_int_equal(yz_endgame_open(&e, &D, rules), 0);
    for (int lead = -60; lead <= 60; lead += 20) {
        assert_int_equal(yz_endgame_solve(e, mover, other, lead, 1000000), 0);
        double expected = 1 - book_value(rules, other, large, -(lead + 40));
        assert_true(fabs(yz_endgame_after(e, large, lead + 40) - expected) < 1e-6);
    }
    assert_int_equal(yz_endgame_solve(e, but(rules, CHANCE, 45, 0), but(rules, 0, 30, 0), -20, 1000), 0);
    assert_true(yz_endgame_after(e, last, 1) == 1 && yz_endgame_after(e, last, -1) == 0);
    assert_true(yz_endgame_after(e, last, 0) == 0.5);
    assert_int_equal(yz_endgame_solve(e, mover, other, 0, 10), HRA_ELIMIT);
    yz_endgame_close(e);
}

/* It is no use to move first with equal cards: the second knows what is needed. */
static void the_last_word(void **state) {
    (void)state;
    const struct yz_rules *rules = &R[YZ_HASBRO];
    struct yz_card card = but(rules, LARGE | CHANCE | HOUSE, 63, 1);
    struct yz_endgame *e;
    assert_int_equal(yz_endgame_open(&e, &D, rules), 0);
    assert_int_equal(yz_endgame_solve(e, card, card, 0, 10000000), 0);
    assert_true(yz_endgame_value(e) < 0.5 && yz_endgame_value(e) > 0.45);
    yz_endgame_close(e);
}

int main(void) {
    yz_dice_init(&D);
    for (int id = 0; id < YZ_RULE_SETS; id++)
        yz_rules_init(&R[id], &D, id);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_by_the_book),
        cmocka_unit_test(boxes_and_reuse),
        cmocka_unit_test(the_last_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
