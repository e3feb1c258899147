/* Decks: what each rule means for a card, a day and a streak. tests/deck.py folds random decks by rules of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "deck_object.h"

#define A "aaaaaaaaaaaaaaaa"
#define B "bbbbbbbbbbbbbbbb"
#define C "cccccccccccccccc"
#define CARD(id) "hra-exercise 1\nid " id "\nend\n"
#define THREE "hra-deck 1\n" CARD(A) CARD(B) CARD(C)

static hra_deck *deck_of(const char *text) {
    hra_deck *deck = NULL;
    hra_error why;
    if (hra_deck_open(&deck, text, strlen(text), &why))
        fail_msg("%s\n%s", why.text, text);
    return deck;
}

static hra_local_time moment(const char *text) {
    hra_lines l;
    hra_lines_string(&l, text, NULL);
    const hra_local_time m = hra_moment_read(&l);
    assert_int_equal(l.err, 0);
    return m;
}

/* "2026-11-27": noon of that day; with more it is a moment. */
static hra_local_time at(const char *day) {
    char text[60];
    (void)hra_snprintf(text, sizeof text, strchr(day, 'T') ? "%s" : "%sT12:00Z", day);
    return moment(text);
}

/* Answers card A: "right 2026-11-27, wrong 2026-11-28T01:00Z". */
static hra_deck *answered(const char *answers) {
    hra_text text;
    hra_text_init(&text);
    hra_text_add(&text, THREE);
    while (*answers) {
        char word[20], day[40];
        int length = 0;
        assert_int_equal(sscanf(answers, "%19s %39[^,]%n", word, day, &length), 2);
        const bool event = strcmp(word, "never") == 0 || strcmp(word, "again") == 0;
        hra_text_addf(&text, "%s " A " %s%s%s%s\n", event ? word : "answer", day,
                      strchr(day, 'T') ? "" : "T12:00Z", event ? "" : " ", event ? "" : word);
        answers += length;
        answers += strspn(answers, ", ");
    }
    hra_deck *deck = deck_of(hra_text_string(&text));
    hra_text_release(&text);
    return deck;
}

static hra_card card_on(const hra_deck *deck, const char *day) {
    hra_card card;
    assert_true(hra_deck_card(deck, 0, hra_day_of(at(day)), &card));
    return card;
}

static int streak_on(const hra_deck *deck, const char *day) {
    hra_deck_today today;
    hra_deck_on(deck, at(day), &today);
    return today.streak;
}

/* ---- cards ----------------------------------------------------------------------------------*/

static void cards_move_between_boxes(void **state) {
    (void)state;
    static const struct {
        const char *answers, *due; /* NULL: none */
        int box;
        hra_card_state state;
    } cases[] = {
        {"", NULL, 0, HRA_CARD_NEW},
        {"right 2026-11-01", "2026-11-02", 1, HRA_CARD_BOXED},
        {"hint 2026-11-01", "2026-11-02", 1, HRA_CARD_BOXED},
        {"wrong 2026-11-01", "2026-11-02", 1, HRA_CARD_BOXED},
        {"right 2026-11-01, right 2026-11-02", "2026-11-05", 2, HRA_CARD_BOXED},
        {"right 2026-11-01, right 2026-11-04", "2026-11-07", 2, HRA_CARD_BOXED}, /* late */
        {"right 2026-11-01, hint 2026-11-02", "2026-11-03", 1, HRA_CARD_BOXED},
        {"right 2026-11-01, right 2026-11-02, right 2026-11-05", "2026-11-12", 3, HRA_CARD_BOXED},
        {"right 2026-11-01, right 2026-11-02, right 2026-11-05, hint 2026-11-12", "2026-11-19", 3,
         HRA_CARD_BOXED},
        {"right 2026-11-01, right 2026-11-02, right 2026-11-05, right 2026-11-12", "2026-12-03", 4,
         HRA_CARD_BOXED},
        {"right 2026-11-01, right 2026-11-02, right 2026-11-05, right 2026-11-12, right 2026-12-03",
         "2026-12-24", 4, HRA_CARD_BOXED},
        {"right 2026-11-01, right 2026-11-02, right 2026-11-05, wrong 2026-11-12", "2026-11-13", 1,
         HRA_CARD_BOXED},
        /* before it is due */
        {"right 2026-11-01, right 2026-11-01", "2026-11-02", 1, HRA_CARD_BOXED},
        {"right 2026-11-01, right 2026-11-02, right 2026-11-04", "2026-11-05", 2, HRA_CARD_BOXED},
        {"right 2026-11-01, right 2026-11-02, hint 2026-11-04", "2026-11-05", 2, HRA_CARD_BOXED},
        {"right 2026-11-01, right 2026-11-02, wrong 2026-11-04", "2026-11-05", 1, HRA_CARD_BOXED},
        /* 21 days over the ends of February and of years */
        {"right 2028-02-01, right 2028-02-02, right 2028-02-05, right 2028-02-12", "2028-03-04", 4,
         HRA_CARD_BOXED},
        {"right 2027-02-01, right 2027-02-02, right 2027-02-05, right 2027-02-12", "2027-03-05", 4,
         HRA_CARD_BOXED},
        {"right 2100-02-01, right 2100-02-02, right 2100-02-05, right 2100-02-12", "2100-03-05", 4,
         HRA_CARD_BOXED},
        {"right 2026-12-20, right 2026-12-21, right 2026-12-24, right 2026-12-31", "2027-01-21", 4,
         HRA_CARD_BOXED},
        {"right 2028-02-29", "2028-03-01", 1, HRA_CARD_BOXED},
        {"right 2028-02-28, right 2028-02-29", "2028-03-03", 2, HRA_CARD_BOXED},
        /* a day begins at 04:00, in summer and winter */
        {"right 2026-11-02T03:59Z", "2026-11-02", 1, HRA_CARD_BOXED},
        {"right 2026-03-28T23:00+01:00, right 2026-03-29T03:30+02:00", "2026-03-29", 1, HRA_CARD_BOXED},
        {"right 2026-03-28T23:00+01:00, right 2026-03-29T04:30+02:00", "2026-04-01", 2, HRA_CARD_BOXED},
        {"right 2026-10-25T02:30+02:00, right 2026-10-25T02:10+01:00", "2026-10-25", 1, HRA_CARD_BOXED},
        {"never 2026-11-01", NULL, 0, HRA_CARD_NEVER},
        {"right 2026-11-01, never 2026-11-01, right 2026-11-02", NULL, 0, HRA_CARD_NEVER},
        {"right 2026-11-01, never 2026-11-01, again 2026-11-02", NULL, 0, HRA_CARD_NEW},
        {"never 2026-11-01, again 2026-11-02, right 2026-11-02", "2026-11-03", 1, HRA_CARD_BOXED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_deck *deck = answered(cases[i].answers);
        const hra_card card = card_on(deck, "2200-01-01");
        const int64_t due = cases[i].due ? hra_day_of(at(cases[i].due)) : 0;
        if (card.state != cases[i].state || card.box != cases[i].box || card.due != due)
            fail_msg("%s: box %d, %d days from due", cases[i].answers, card.box, (int)(card.due - due));
        hra_deck_close(deck);
    }
}

static void six_failures_set_a_card_aside(void **state) {
    (void)state;
    static const char six[] =
        "wrong 2026-11-01, wrong 2026-11-01, wrong 2026-11-02, right 2026-11-03, wrong 2026-11-04, "
        "wrong 2026-11-05, wrong 2026-11-06";
    char more[400];
    hra_deck *deck = answered(six);
    hra_deck_today today;
    char id[HRA_EXERCISE_ID];
    assert_int_equal(card_on(deck, "2026-11-06").state, HRA_CARD_ASIDE);
    assert_int_equal(card_on(deck, "2026-11-06").failures, 6);
    assert_int_equal(card_on(deck, "2026-11-05").state,
                     HRA_CARD_ASIDE); /* the last answer counts on that day */
    hra_deck_on(deck, at("2026-12-01"), &today);
    assert_int_equal(today.aside, 1);
    assert_int_equal(today.due, 0);
    assert_true(hra_deck_next(deck, hra_day_of(at("2026-12-01")), id));
    assert_string_equal(id, B);
    hra_deck_close(deck);
    (void)hra_snprintf(more, sizeof more, "%s, again 2026-11-07", six);
    deck = answered(more);
    assert_int_equal(card_on(deck, "2026-11-07").state, HRA_CARD_NEW);
    assert_int_equal(card_on(deck, "2026-11-07").failures, 0);
    assert_int_equal(card_on(deck, "2026-11-07").answers, 7);
    hra_deck_close(deck);
}

static void the_longest_due_is_next_then_new_ones(void **state) {
    (void)state;
    hra_deck *deck = deck_of(THREE "new-per-day 2\n"
                                   "answer " B " 2026-11-01T12:00Z right\n"
                                   "answer " B " 2026-11-02T12:00Z right\n"
                                   "answer " A " 2026-11-03T12:00Z right\n");
    static const struct {
        const char *day, *next;
        int due, fresh;
    } cases[] = {
        {"2026-11-03", C, 0, 1}, /* one of two new cards was asked */
        {"2026-11-04", A, 1, 1},
        {"2026-11-05", A, 2, 1},
        {"2026-11-09", A, 2, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_deck_today today;
        char id[HRA_EXERCISE_ID];
        hra_deck_on(deck, at(cases[i].day), &today);
        assert_true(hra_deck_next(deck, hra_day_of(at(cases[i].day)), id));
        assert_string_equal(id, cases[i].next);
        assert_int_equal(today.due, cases[i].due);
        assert_int_equal(today.fresh, cases[i].fresh);
        assert_int_equal(today.cards, 3);
    }
    hra_deck_close(deck);
}

static void new_cards_are_limited_a_day(void **state) {
    (void)state;
    hra_deck *deck = deck_of(THREE);
    char id[HRA_EXERCISE_ID];
    const int64_t day = hra_day_of(at("2026-11-01"));
    assert_int_equal(hra_deck_set_new_per_day(deck, 1, NULL), 0);
    assert_int_equal(hra_deck_answer(deck, A, at("2026-11-01"), HRA_ANSWERED_RIGHT, NULL), 0);
    assert_false(hra_deck_next(deck, day, id));
    assert_true(hra_deck_next(deck, day + 1, id));
    assert_int_equal(hra_deck_set_new_per_day(deck, 0, NULL), 0);
    assert_int_equal(hra_deck_undo(deck, NULL), 0);
    assert_false(hra_deck_next(deck, day, id));
    assert_int_equal(hra_deck_set_new_per_day(deck, -1, NULL), HRA_EINPUT);
    assert_int_equal(hra_deck_set_new_per_day(deck, 1001, NULL), HRA_EINPUT);
    hra_deck_close(deck);
}

/* ---- clocks that are wrong ------------------------------------------------------------------*/

/* A card that was answered on the 4th is not due again on that day, whatever the clock shows on it afterwards. */
static void nothing_is_due_twice(void **state) {
    (void)state;
    static const char *const clocks[] = {"2026-11-04T11:00Z", "2026-11-03T12:00Z", "2016-11-04T12:00Z",
                                         "2026-11-04T00:30+12:00", "2026-11-04T00:30-12:00"};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        hra_deck *deck = answered("right 2026-11-01, right 2026-11-02T23:00Z, right 2026-11-05T12:00Z");
        const hra_card card = card_on(deck, clocks[i]);
        assert_true(card.due > hra_day_of(at(clocks[i])));
        hra_deck_close(deck);
    }
}

static void a_wrong_clock_loses_nothing(void **state) {
    (void)state;
    static const struct {
        const char *answers, *day, *due;
        int box, streak;
    } cases[] = {
        /* ten years ahead for an evening */
        {"right 2026-11-01, right 2036-11-02, right 2026-11-03", "2026-11-03", "2026-11-06", 2, 3},
        {"right 2026-11-01, right 2036-11-02, right 2026-11-03", "2026-11-04", "2026-11-06", 2, 3},
        {"right 2026-11-01, right 2026-11-02, right 2036-11-05, right 2026-11-12, right 2026-11-13",
         "2026-11-13", "2026-11-19", 3, 2},
        /* and when these years have passed it is as before */
        {"right 2026-11-01, right 2026-11-02, right 2036-11-05, right 2026-11-12, right 2026-11-13",
         "2037-01-01", "2026-11-19", 3, 0},
        /* ten years behind, and the beginning of the clock */
        {"right 2026-11-01, right 2016-11-02, right 2026-11-03", "2026-11-03", "2026-11-06", 2, 3},
        {"right 2026-11-01, right 2026-11-02, wrong 1970-01-01, right 2026-11-04", "2026-11-04", "2026-11-05",
         1, 4},
        /* a day back */
        {"right 2026-11-01, right 2026-11-02, right 2026-11-01", "2026-11-02", "2026-11-05", 2, 2},
        /* an hour back, over 04:00 */
        {"right 2026-11-01, right 2026-11-02T04:10Z, hint 2026-11-02T03:20Z", "2026-11-02", "2026-11-05", 2,
         2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_deck *deck = answered(cases[i].answers);
        const hra_card card = card_on(deck, cases[i].day);
        const int days = (int)(card.due - hra_day_of(at(cases[i].due))),
                  streak = streak_on(deck, cases[i].day);
        if (card.box != cases[i].box || days || streak != cases[i].streak)
            fail_msg("%zu, %s on %s: box %d, %d days from due, streak %d", i, cases[i].answers, cases[i].day,
                     card.box, days, streak);
        hra_deck_close(deck);
    }
}

/* ---- streaks --------------------------------------------------------------------------------*/

static void streaks(void **state) {
    (void)state;
    static const struct {
        const char *answers, *now;
        int streak;
    } cases[] = {
        {"", "2026-11-01", 0},
        {"right 2026-11-01", "2026-11-01", 1},
        {"right 2026-11-01, wrong 2026-11-01", "2026-11-01", 1},
        {"right 2026-11-01", "2026-11-02", 1},
        {"right 2026-11-01", "2026-11-03", 0},
        {"right 2026-11-01, hint 2026-11-02, wrong 2026-11-03", "2026-11-04", 3},
        {"right 2026-11-01, never 2026-11-02, right 2026-11-03", "2026-11-03", 1}, /* no answer on the 2nd */
        {"right 2026-11-01, right 2026-11-02, right 2026-11-04, right 2026-11-05", "2026-11-05", 2},
        {"right 2026-11-02T03:00Z, right 2026-11-02T05:00Z", "2026-11-02T06:00Z", 2},
        {"right 2028-02-28, right 2028-02-29, right 2028-03-01", "2028-03-01", 3},
        {"right 2027-02-28, right 2027-03-01", "2027-03-01", 2},
        {"right 2026-12-31, right 2027-01-01", "2027-01-02", 2},
        /* both changes of summer time */
        {"right 2026-03-28T23:30+01:00, right 2026-03-29T23:30+02:00", "2026-03-30T12:00+02:00", 2},
        {"right 2026-10-24T23:30+02:00, right 2026-10-25T23:30+01:00", "2026-10-26T12:00+01:00", 2},
        /* 12 hours east: the local date leaps over the 3rd; then 24 hours more are too many */
        {"right 2026-11-02T20:00Z, right 2026-11-04T07:00+12:00", "2026-11-04T08:00+12:00", 2},
        {"right 2026-11-02T20:00Z", "2026-11-04T07:00+12:00", 1},
        {"right 2026-11-02T20:00Z, right 2026-11-05T07:00+12:00", "2026-11-05T08:00+12:00", 1},
        /* 12 hours west: the same date twice */
        {"right 2026-11-03T09:00+12:00, right 2026-11-02T22:00Z", "2026-11-02T22:10Z", 1},
        {"right 2026-11-02T09:00+12:00, right 2026-11-03T09:00+12:00, right 2026-11-02T22:00Z, right "
         "2026-11-03T20:00Z",
         "2026-11-03T20:10Z", 2},
        {"right 2026-11-03T09:00+12:00, right 2026-11-02T22:00Z, right 2026-11-05T20:00Z",
         "2026-11-05T20:10Z", 1},
        /* a clock ten years ahead or behind on the 2nd */
        {"right 2026-11-01, right 2036-11-02, right 2026-11-03", "2026-11-03", 3},
        {"right 2026-11-01, right 2016-11-02, right 2026-11-03", "2026-11-03", 3},
        {"right 2026-11-01, right 2016-11-02", "2026-11-02", 2},
        {"right 2026-11-01, right 2016-11-02", "2026-11-03", 3}, /* it may have been yesterday or today */
        {"right 2026-11-01, right 2016-11-02, right 2026-11-20", "2026-11-20", 1},
        {"right 2026-11-01, right 2036-11-02", "2026-11-02", 2},
        /* only answers of a clock ahead */
        {"right 2036-11-02", "2026-11-02", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_deck *deck = answered(cases[i].answers);
        if (streak_on(deck, cases[i].now) != cases[i].streak)
            fail_msg("%s, on %s: %d", cases[i].answers, cases[i].now, streak_on(deck, cases[i].now));
        hra_deck_close(deck);
    }
}

/* ---- calls ----------------------------------------------------------------------------------*/

static char *text_of(const hra_deck *deck) {
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(hra_deck_write(deck, &text), 0);
    return text.data;
}

static void each_event_can_be_taken_back(void **state) {
    (void)state;
    hra_deck *deck = deck_of(THREE);
    char *before[6];
    hra_error why;
    for (int i = 0; i < 5; i++) {
        const hra_local_time now = at("2026-11-01");
        before[i] = text_of(deck);
        hra_err err = i < 3    ? hra_deck_answer(deck, B, now, (hra_card_answer)i, &why)
                      : i == 3 ? hra_deck_never(deck, B, now, &why)
                               : hra_deck_again(deck, B, now, &why);
        assert_int_equal(err, 0);
    }
    for (int i = 4; i >= 0; i--) {
        assert_int_equal(hra_deck_undo(deck, &why), 0);
        char *text = text_of(deck);
        assert_string_equal(text, before[i]);
        free(text);
        free(before[i]);
    }
    assert_int_equal(hra_deck_undo(deck, &why), HRA_ESTATE);
    hra_deck_close(deck);
}

static void wrong_calls_change_nothing(void **state) {
    (void)state;
    hra_deck *deck = deck_of(THREE);
    char *before = text_of(deck), *after;
    hra_error why;
    size_t length = 7;
    const hra_local_time now = at("2026-11-01");
    static const char *const ids[] = {
        "", "aaaa", "dddddddddddddddd", "AAAAAAAAAAAAAAAA", A "a", "aaaaaaaaaaaaaaag"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        assert_int_equal(hra_deck_answer(deck, ids[i], now, HRA_ANSWERED_RIGHT, &why), HRA_EINPUT);
        assert_int_equal(hra_deck_never(deck, ids[i], now, &why), HRA_EINPUT);
        assert_int_equal(hra_deck_again(deck, ids[i], now, &why), HRA_EINPUT);
        assert_null(hra_deck_exercise(deck, ids[i], &length));
    }
    assert_int_equal(hra_deck_answer(deck, A, (hra_local_time){INT64_MAX, 0}, HRA_ANSWERED_RIGHT, &why),
                     HRA_EINPUT);
    assert_int_equal(hra_deck_answer(deck, A, (hra_local_time){0, 1440}, HRA_ANSWERED_RIGHT, &why),
                     HRA_EINPUT);
    assert_int_equal(hra_deck_answer(deck, A, now, (hra_card_answer)3, &why), HRA_EINPUT);
    assert_string_equal(hra_deck_exercise(deck, B, &length), CARD(B));
    assert_int_equal(length, strlen(CARD(B)));
    assert_false(hra_deck_card(deck, 3, 0, &(hra_card){0}) || hra_deck_card(deck, -1, 0, &(hra_card){0}));
    after = text_of(deck);
    assert_string_equal(after, before);
    free(before);
    free(after);
    hra_deck_close(deck);
}

static void an_exercise_is_added_once(void **state) {
    (void)state;
    static const char *const ids[] = {"5555555555555555", A, "1111111111111111",
                                      "ffffffffffffffff", A, "8888888888888888"};
    hra_deck *deck = deck_of("");
    hra_error why;
    bool added;
    char text[100];
    for (int i = 0; i < 6; i++) {
        (void)hra_snprintf(text, sizeof text, "hra-exercise 1\nid %s\ntitle %d\nend\n", ids[i], i);
        assert_int_equal(hra_deck_add_text(deck, text, strlen(text), &added, &why), 0);
        assert_int_equal(added, i != 4);
    }
    for (int i = 0, place = 0; i < 6; i++) {
        hra_card card;
        size_t length;
        if (i == 4)
            continue;
        assert_true(hra_deck_card(deck, place++, 0, &card));
        assert_string_equal(card.id, ids[i]);
        assert_int_equal(card.title[0], '0' + i);
        assert_non_null(hra_deck_exercise(deck, ids[i], &length));
    }
    assert_int_equal(hra_deck_add_text(deck, CARD(B) CARD(C), strlen(CARD(B) CARD(C)), &added, &why),
                     HRA_EINPUT);
    assert_int_equal(hra_deck_add_text(deck, "", 0, NULL, &why), HRA_EINPUT);
    hra_deck_close(deck);
}

/* Against all days, one after another. */
static void the_next_day_is_the_first_with_other_cards(void **state) {
    (void)state;
    static const char *const answers[] = {"", "answer " A " 2026-11-01T12:00Z right\n",
                                          "answer " A " 2026-11-01T12:00Z right\nanswer " B
                                          " 2026-11-01T12:00Z wrong\nanswer " B " 2026-11-01T13:00Z right\n",
                                          "answer " A " 2026-11-01T12:00Z right\nanswer " B
                                          " 2026-11-01T12:00Z right\nanswer " C " 2026-11-01T12:00Z right\n"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        for (int fresh = 0; fresh <= 3; fresh++) {
            char text[2000], id[HRA_EXERCISE_ID];
            hra_deck_today today, then;
            const hra_local_time now = at("2026-11-01");
            (void)hra_snprintf(text, sizeof text, THREE "new-per-day %d\n%s", fresh, answers[i]);
            hra_deck *deck = deck_of(text);
            while (hra_deck_next(deck, hra_day_of(now), id))
                assert_int_equal(hra_deck_answer(deck, id, now, HRA_ANSWERED_RIGHT, NULL), 0);
            int days = 1;
            while (days < 40 && !hra_deck_next(deck, hra_day_of(now) + days, id))
                days++;
            hra_deck_on(deck, now, &today);
            hra_deck_on(deck, (hra_local_time){now.seconds + 86400LL * days, now.zone}, &then);
            assert_int_equal(today.next_cards, days < 40 ? then.due + then.fresh : 0);
            assert_int_equal(today.next, days < 40 ? hra_day_of(now) + days : 0);
            hra_deck_close(deck);
        }
}

static void extreme_days(void **state) {
    (void)state;
    static const int64_t days[] = {INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX - 1, INT64_MAX};
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        hra_deck *deck = answered("right 2026-11-01, right 2036-11-02, right 2016-11-02");
        hra_card card;
        char id[HRA_EXERCISE_ID];
        hra_deck_today today;
        assert_true(hra_deck_card(deck, 0, days[i], &card));
        (void)hra_deck_next(deck, days[i], id);
        hra_deck_on(deck, (hra_local_time){days[i], i % 2 ? INT32_MAX : INT32_MIN}, &today);
        assert_int_equal(today.cards, 3);
        hra_deck_close(deck);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_move_between_boxes),
        cmocka_unit_test(six_failures_set_a_card_aside),
        cmocka_unit_test(the_longest_due_is_next_then_new_ones),
        cmocka_unit_test(new_cards_are_limited_a_day),
        cmocka_unit_test(the_next_day_is_the_first_with_other_cards),
        cmocka_unit_test(nothing_is_due_twice),
        cmocka_unit_test(a_wrong_clock_loses_nothing),
        cmocka_unit_test(streaks),
        cmocka_unit_test(each_event_can_be_taken_back),
        cmocka_unit_test(wrong_calls_change_nothing),
        cmocka_unit_test(an_exercise_is_added_once),
        cmocka_unit_test(extreme_days),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
