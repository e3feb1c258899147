/* The text of decks: what is read, written and refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "deck_object.h"

#define A "aaaaaaaaaaaaaaaa"
#define B "bbbbbbbbbbbbbbbb"
#define C "cccccccccccccccc"
#define CARD(id) "hra-exercise 1\nid " id "\nend\n"
#define HEAD "hra-deck 1\nnew-per-day 20\n"

static hra_err read_deck(hra_deck **out, const char *text, size_t length, hra_error *why) {
    char *copy = malloc(length ? length : 1); /* no zero after it */
    assert_non_null(copy);
    memcpy(copy, text, length);
    hra_err err = hra_deck_open(out, copy, length, why);
    free(copy);
    return err;
}

static void what_is_read_is_written(void **state) {
    (void)state;
    static const struct {
        const char *text, *written;
    } cases[] = {
        {"", HEAD},
        {"\xef\xbb\xbf", HEAD},
        {"hra-deck 1", HEAD},
        {"hra-deck 1\n\n  \nnew-per-day 7\nnew-per-day 9\n", "hra-deck 1\nnew-per-day 9\n"},
        {"hra-deck 1\n" CARD(A), HEAD CARD(A)},
        {"hra-deck 1\r\nhra-exercise 1\r\nid " A "\r\nend\r\n", HEAD CARD(A)},
        {"hra-deck 1\rhra-exercise 1\rid " A "\rend\r", HEAD CARD(A)},
        {"hra-deck 1\nhra-exercise 1\nid " A "\nend", HEAD CARD(A)},
        /* the lines of an exercise stay as they are, but for ends of lines */
        {"hra-deck 1\nhra-exercise 1\nkind x\n\n  a\t\xe9 b  \nid " A "\nend x\nid " B "\nendx\nend\n", NULL},
        {"hra-deck 1\nhra-exercise 1\nkind x\n\n  a\t\xe9 b  \nid " A "\nid " B "\nendx\nend\n",
         HEAD "hra-exercise 1\nkind x\n\n  a\t\xe9 b  \nid " A "\nid " B "\nendx\nend\n"},
        {"hra-deck 1\nhra-exercise 1\nid " A "\n\xef\xbb\xbf\xef\xbb\xbf"
         "end\r\r\n",
         HEAD CARD(A)},
        /* the first of two with the same id */
        {"hra-deck 1\nhra-exercise 1\nid " A "\nx 1\nend\n" CARD(B) "hra-exercise 1\nid " A "\nx 2\nend\n",
         HEAD "hra-exercise 1\nid " A "\nx 1\nend\n" CARD(B)},
        /* events before, between and after exercises, each moment in its zone */
        {"hra-deck 1\nanswer " B
         " 2026-11-27T21:05+01:00 right\n" CARD(A) "never " A " 2026-11-27T21:06:00Z\n" CARD(
             B) "  \nanswer " A "  2026-11-27T21:05:07-03:30\thint \nagain " A
                " 2026-11-27T21:07-00:00\nanswer " A " 2026-11-26T21:05+14:00 wrong",
         HEAD CARD(A) CARD(B) "answer " B " 2026-11-27T21:05+01:00 right\nnever " A
                              " 2026-11-27T21:06+00:00\nanswer " A " 2026-11-27T21:05:07-03:30 hint\nagain " A
                              " 2026-11-27T21:07+00:00\nanswer " A " 2026-11-26T21:05+14:00 wrong\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_deck *deck = NULL;
        hra_error why;
        hra_text out;
        hra_err err = read_deck(&deck, cases[i].text, strlen(cases[i].text), &why);
        if (!cases[i].written) {
            assert_int_equal(err, HRA_EINPUT);
            continue;
        }
        if (err)
            fail_msg("%zu: %s", i, why.text);
        for (int twice = 0; twice < 2; twice++) {
            hra_text_init(&out);
            assert_int_equal(hra_deck_write(deck, &out), 0);
            hra_deck_close(deck);
            assert_string_equal(hra_text_string(&out), cases[i].written);
            assert_int_equal(read_deck(&deck, out.data, out.length, &why), 0);
            hra_text_release(&out);
        }
        hra_deck_close(deck);
    }
}

static void titles_are_plain(void **state) {
    (void)state;
    static const char text[] =
        "hra-deck 1\nhra-exercise 1\ntitle  D\xe1ma \x1b[1m\t2\ntitle other\nid " A "\nend\n" CARD(B);
    hra_deck *deck = NULL;
    hra_card card;
    assert_int_equal(read_deck(&deck, text, sizeof text - 1, NULL), 0);
    assert_true(hra_deck_card(deck, 0, 0, &card));
    assert_string_equal(card.title, " D\xc3\xa1ma ?[1m 2");
    assert_string_equal(card.id, A);
    assert_true(hra_deck_card(deck, 1, 0, &card));
    assert_string_equal(card.title, "");
    hra_deck_close(deck);
}

static void other_texts_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
        hra_err err;
    } cases[] = {
        {"x", "line 1, character 1: expected 'hra-deck', found 'x'", HRA_EINPUT},
        {"\n", "line 1, character 1: expected 'hra-deck', found the end of the line", HRA_EINPUT},
        {"hra-deck 0", "line 1, character 10: ", HRA_EINPUT},
        {"hra-deck 1 x", "line 1, character 12: ", HRA_EINPUT},
        {"hra-deck 2\nx", "line 1, character 11: a deck of a newer version", HRA_EVERSION},
        {"hra-deck 1\nhra-exercise 2\n", "line 2, character 15: an exercise of a newer version",
         HRA_EVERSION},
        {"hra-deck 1\nhra-deck 1\n", "line 2, character 1: expected 'hra-exercise', 'answer'", HRA_EINPUT},
        {"hra-deck 1\nend\n", "line 2, character 1: ", HRA_EINPUT},
        {"hra-deck 1\nnew-per-day 1001\n", "line 2, character 13: ", HRA_EINPUT},
        {"hra-deck 1\nnew-per-day -1\n", "line 2, character 13: ", HRA_EINPUT},
        {"hra-deck 1\nhra-exercise 1\nid " A "\n",
         "line 4, character 1: expected a line 'end', found the end", HRA_EINPUT},
        {"hra-deck 1\nhra-exercise 1\nend\n", "line 3, character 4: expected a line 'id'", HRA_EINPUT},
        {"hra-deck 1\nhra-exercise 1\nid aaa\nend\n", "line 3, character 4: expected an id of 16",
         HRA_EINPUT},
        {"hra-deck 1\nhra-exercise 1\nid AAAAAAAAAAAAAAAA\nend\n", "line 3, character 4: ", HRA_EINPUT},
        {"hra-deck 1\nhra-exercise 1\nid " A "a\nend\n", "line 3, character 4: ", HRA_EINPUT},
        {"hra-deck 1\nhra-exercise 1\nid " A " x\nend\n", "line 3, character 21: ", HRA_EINPUT},
        {"hra-deck 1\nhra-exercise 1\nid\nend\n", "line 3, character 3: ", HRA_EINPUT},
        {"hra-deck 1\nnever " A " 2026-11-27T21:05Z\n" CARD(B),
         "line 2, character 1: the deck has no exercise with the id " A, HRA_EINPUT},
        {"hra-deck 1\n" CARD(A) "answer " A " 2026-11-27T21:05Z\n",
         "line 5, character 42: expected 'right', 'hint' or 'wrong'", HRA_EINPUT},
        {"hra-deck 1\n" CARD(A) "answer " A " 2026-11-27T21:05Z rightly\n",
         "line 5, character 43: ", HRA_EINPUT},
        {"hra-deck 1\n" CARD(A) "answer " A " 2027-02-29T21:05Z right\n",
         "line 5, character 25: expected a date and time", HRA_EINPUT},
        {"hra-deck 1\n" CARD(A) "never " A " 2027-02-28T21:05Z right\n",
         "line 5, character 42: ", HRA_EINPUT},
        {"hra-deck 1\n" CARD(A) "answer 2027-02-28T21:05Z right\n", "line 5, character 8: ", HRA_EINPUT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_deck *deck = NULL;
        hra_error why;
        const hra_err err = read_deck(&deck, cases[i].text, strlen(cases[i].text), &why);
        if (err != cases[i].err || !strstr(why.text, cases[i].why))
            fail_msg("%zu: %s\nnot: %s", i, err ? why.text : "was read", cases[i].why);
        assert_null(deck);
        assert_int_equal(read_deck(&deck, cases[i].text, strlen(cases[i].text), NULL), err);
    }
    assert_int_equal(read_deck(&(hra_deck *){NULL}, "hra-deck 1\n\0", 12, NULL), HRA_EINPUT);
}

/* The text of a deck with an exercise of this number of bytes. */
static char *exercise_of(size_t bytes, size_t *length) {
    static const char front[] = "hra-deck 1\nhra-exercise 1\nid " A "\n", end[] = "end\n";
    const size_t lines = bytes - (sizeof front - 1 - 11) - (sizeof end - 1);
    char *text = malloc(sizeof front + sizeof end + bytes);
    assert_non_null(text);
    memcpy(text, front, sizeof front - 1);
    memset(text + sizeof front - 1, 'x', lines);
    for (size_t i = 99; i < lines; i += 100)
        text[sizeof front - 1 + i] = '\n';
    text[sizeof front - 1 + lines - 1] = '\n';
    memcpy(text + sizeof front - 1 + lines, end, sizeof end);
    *length = strlen(text);
    return text;
}

static void limits(void **state) {
    (void)state;
    size_t length;
    hra_deck *deck = NULL;
    hra_error why;
    char *text = exercise_of(HRA_EXERCISE_BYTES, &length);
    assert_int_equal(hra_deck_open(&deck, text, length, &why), 0);
    (void)hra_deck_exercise(deck, A, &length);
    assert_int_equal(length, HRA_EXERCISE_BYTES);
    hra_deck_close(deck);
    free(text);
    text = exercise_of(HRA_EXERCISE_BYTES + 1, &length);
    assert_int_equal(hra_deck_open(&deck, text, length, &why), HRA_ELIMIT);
    free(text);
    text = malloc((size_t)HRA_DECK_BYTES + 1);
    assert_non_null(text);
    memset(text, '\n', (size_t)HRA_DECK_BYTES + 1);
    memcpy(text, "hra-deck 1\n", 11);
    assert_int_equal(hra_deck_open(&deck, text, HRA_DECK_BYTES, &why), 0);
    hra_deck_close(deck);
    assert_int_equal(hra_deck_open(&deck, text, (size_t)HRA_DECK_BYTES + 1, &why), HRA_ELIMIT);
    free(text);
}

/* 100,000 events and 20,000 cards in the worst order for sorting by id are read and folded at once. */
static void many_lines(void **state) {
    (void)state;
    enum { CARDS = 20000, EVENTS = 100000 };
    hra_text text;
    hra_deck *deck = NULL;
    hra_deck_today today;
    hra_error why;
    hra_text_init(&text);
    hra_text_add(&text, "hra-deck 1\n");
    for (int i = CARDS; i > 0; i--)
        hra_text_addf(&text, "hra-exercise 1\nid %016x\nend\n", (unsigned)i);
    for (int i = 0; i < EVENTS; i++)
        hra_text_addf(&text, "answer %016x 2%03d-%02d-27T21:05Z wrong\n", (unsigned)(i % CARDS + 1),
                      999 - i % 1000, i / 1000 % 12 + 1);
    assert_int_equal(hra_deck_open(&deck, text.data, text.length, &why), 0);
    for (int i = 0; i < 10; i++) {
        hra_deck_on(deck, (hra_local_time){.seconds = (int64_t)i * 2000000000}, &today);
        assert_int_equal(today.cards, CARDS);
    }
    hra_deck_close(deck);
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_written),
        cmocka_unit_test(titles_are_plain),
        cmocka_unit_test(other_texts_are_refused),
        cmocka_unit_test(limits),
        cmocka_unit_test(many_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
