/* Merging copies of decks; tests/deck.py merges random ones. A deck is drawn as its cards and events: "ab 1ar 2bw" has the
 * cards a and b, an answer to a of day 1 that is right, and one to b of day 2 that is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "deck_object.h"

static hra_deck *deck_of(const char *drawn) {
    static const char *const words[] = {"right", "hint", "wrong"};
    static const char letters[] = "rhw";
    hra_text text;
    hra_deck *deck = NULL;
    hra_error why;
    char name[HRA_EXERCISE_ID], events[20];
    hra_text_init(&text);
    hra_text_add(&text, "hra-deck 1\n");
    for (; *drawn && *drawn != ' '; drawn++) {
        memset(name, *drawn, sizeof name - 1);
        name[sizeof name - 1] = '\0';
        hra_text_addf(&text, "hra-exercise 1\nid %s\nend\n", name);
    }
    for (int length; sscanf(drawn, "%19s%n", events, &length) == 1; drawn += length) {
        const char *outcome = strchr(letters, events[2]);
        memset(name, events[1], sizeof name - 1);
        hra_text_addf(&text, "%s %s 2026-11-0%cT12:00Z %s\n",
                      outcome            ? "answer"
                      : events[2] == 'n' ? "never"
                                         : "again",
                      name, events[0], outcome ? words[outcome - letters] : "");
    }
    if (hra_deck_open(&deck, hra_text_string(&text), text.length, &why))
        fail_msg("%s", why.text);
    hra_text_release(&text);
    return deck;
}

static void draw(const hra_deck *deck, char *out, size_t size) {
    int length = 0;
    out[0] = '\0';
    for (int i = 0; i < deck->card_count; i++)
        length += hra_snprintf(out + length, size - (size_t)length, "%c", deck->cards[i].name[0]);
    for (int i = 0; i < deck->event_count; i++)
        length += hra_snprintf(out + length, size - (size_t)length, " %d%c%c",
                               (int)(hra_day_of(deck->events[i].moment) - 20757), /* 2026-10-31 */
                               deck->cards[deck->events[i].card].name[0], "rhwna"[deck->events[i].kind]);
}

static void assert_merged(const char *a, const char *b, const char *expected) {
    hra_deck *first = deck_of(a), *second = deck_of(b);
    char drawn[200];
    assert_int_equal(hra_deck_merge(first, second, NULL), 0);
    draw(first, drawn, sizeof drawn);
    if (strcmp(drawn, expected))
        fail_msg("'%s' and '%s' become '%s', not '%s'", a, b, drawn, expected);
    assert_int_equal(hra_deck_merge(first, second, NULL), 0); /* again */
    assert_int_equal(hra_deck_merge(first, first, NULL), 0);
    draw(first, drawn, sizeof drawn);
    assert_string_equal(drawn, expected);
    hra_deck_close(first);
    hra_deck_close(second);
}

static void copies_become_the_same(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"", "", ""},
        {"ab 1ar", "", "ab 1ar"},
        {"ab 1ar", "ab 1ar", "ab 1ar"},
        {"ab 1ar", "ab 1ar 2bw", "ab 1ar 2bw"},
        {"ab 1ar 3br", "ab 1ar 2bw", "ab 1ar 2bw 3br"},
        {"ab 1ar 1ar", "ab 1ar", "ab 1ar 1ar"}, /* twice in the same minute */
        {"ab 1ar 2aw", "ab 1ar 2ah", "ab 1ar 2ah 2aw"},
        {"ab 1ar 2an", "ab 1ar 3aa", "ab 1ar 2an 3aa"},
        /* cards: those of both first */
        {"abc", "abd", "abcd"},
        {"abcf", "abde", "abcfde"},
        {"ba", "ab", "ab"},
        {"bac", "abd", "abcd"},
        {"cab", "c", "cab"},
        /* the clock was set back after 9, before or after the decks were copied: lines of a deck stay in their order */
        {"a 9ar 2ar", "a 9ar 3ar", "a 9ar 2ar 3ar"},
        {"a 9ar 2aw 4ar", "a 9ar 3ah 1ar", "a 9ar 2aw 3ah 1ar 4ar"},
        {"a 1ar 9ar 2ar", "a 1ar 3ar", "a 1ar 3ar 9ar 2ar"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_merged(cases[i][0], cases[i][1], cases[i][2]);
        assert_merged(cases[i][1], cases[i][0], cases[i][2]);
    }
}

static void the_limit_a_day_that_was_set_stays(void **state) {
    (void)state;
    static const int cases[][3] = {{20, 20, 20}, {20, 5, 5}, {5, 20, 5},
                                   {20, 50, 50}, {5, 50, 5}, {50, 5, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_deck *a = deck_of("a"), *b = deck_of("a");
        assert_int_equal(hra_deck_set_new_per_day(a, cases[i][0], NULL), 0);
        assert_int_equal(hra_deck_set_new_per_day(b, cases[i][1], NULL), 0);
        assert_int_equal(hra_deck_merge(a, b, NULL), 0);
        assert_int_equal(a->new_per_day, cases[i][2]);
        hra_deck_close(a);
        hra_deck_close(b);
    }
}

/* Two decks as text, merged in both orders, become the same text. */
static void assert_same_text(const char *a, const char *b, const char *expected) {
    for (int i = 0; i < 2; i++) {
        hra_deck *first = NULL, *second = NULL;
        hra_text text;
        hra_text_init(&text);
        assert_int_equal(hra_deck_open(&first, i ? b : a, strlen(i ? b : a), NULL), 0);
        assert_int_equal(hra_deck_open(&second, i ? a : b, strlen(i ? a : b), NULL), 0);
        assert_int_equal(hra_deck_merge(first, second, NULL), 0);
        assert_int_equal(hra_deck_write(first, &text), 0);
        assert_string_equal(hra_text_string(&text), expected);
        hra_text_release(&text);
        hra_deck_close(first);
        hra_deck_close(second);
    }
}

#define CARD(line) "hra-deck 1\nnew-per-day 20\nhra-exercise 1\nid aaaaaaaaaaaaaaaa\n" line "end\n"
#define ANSWER(moment) "answer aaaaaaaaaaaaaaaa " moment " right\n"

static void what_differs_a_little_stays_apart(void **state) {
    (void)state;
    /* the same moment in two zones, and a second later */
    assert_same_text(CARD("") ANSWER("2026-11-01T12:00+00:00"), CARD("") ANSWER("2026-11-01T13:00+01:00"),
                     CARD("") ANSWER("2026-11-01T12:00+00:00") ANSWER("2026-11-01T13:00+01:00"));
    assert_same_text(CARD("") ANSWER("2026-11-01T12:00:01+00:00"), CARD("") ANSWER("2026-11-01T12:00+00:00"),
                     CARD("") ANSWER("2026-11-01T12:00+00:00") ANSWER("2026-11-01T12:00:01+00:00"));
    /* the same id with two texts: one is chosen */
    assert_same_text(CARD("title b\n"), CARD("title a\n"), CARD("title a\n"));
    assert_same_text(CARD("title aa\n"), CARD("title b\n"), CARD("title b\n"));
}

static void a_merged_deck_goes_on(void **state) {
    (void)state;
    hra_deck *a = deck_of("ab 1ar"), *b = deck_of("ac 2cr");
    char drawn[100];
    hra_card card;
    assert_true(hra_deck_card(a, 0, 20760, &card)); /* what is known of a day must not stay known */
    assert_int_equal(hra_deck_merge(a, b, NULL), 0);
    hra_deck_close(b);
    assert_true(hra_deck_card(a, 2, 20760, &card));
    assert_int_equal(card.box, 1);
    assert_int_equal(hra_deck_answer(a, "cccccccccccccccc",
                                     (hra_local_time){.seconds = 20760 * INT64_C(86400) + 50000},
                                     HRA_ANSWERED_RIGHT, NULL),
                     0);
    draw(a, drawn, sizeof drawn);
    assert_string_equal(drawn, "abc 1ar 2cr 3cr");
    assert_true(hra_deck_card(a, 2, 20760, &card));
    assert_int_equal(card.box, 2);
    assert_int_equal(hra_deck_undo(a, NULL), 0);
    draw(a, drawn, sizeof drawn);
    assert_string_equal(drawn, "abc 1ar 2cr");
    hra_deck_close(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_become_the_same),
        cmocka_unit_test(the_limit_a_day_that_was_set_stays),
        cmocka_unit_test(what_differs_a_little_stays_apart),
        cmocka_unit_test(a_merged_deck_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
