/* Cards of a deck in a session: what is asked on a day, and what is saved. */
#include "core/text.h"
#include "hra/deck.h"
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

#define NOON 1795780800LL /* 2026-11-27 12:00 UTC */
#define DAY 86400LL

/* Positions in which X wins at c1, c2 or c3. */
static const char *const boards[] = {"XX./OO./...", "OO./XX./...", "OO./.../XX."};
enum { CARDS = 3 };

static void add_card(hra_deck *deck, int i) {
    static const char files[] = "abc";
    hra_text text;
    hra_error why;
    hra_exercise *x;
    hra_text_init(&text);
    hra_text_addf(&text,
                  "hra-exercise 1\nkind move\ngame tictactoe\nposition %s\nanalyst exact\nthreshold 0.1\n",
                  boards[i]);
    for (const char *at = boards[i]; *at; at++) {
        const int place = (int)(at - boards[i]), row = place / 4 + 1, file = place % 4;
        if (*at == '.')
            hra_text_addf(&text, "move %d exact %c%d\n", file == 2 && boards[i][place - 1] == 'X',
                          files[file], row);
    }
    if (hra_exercise_open(&x, NULL, hra_text_string(&text), text.length, &why) ||
        hra_deck_add(deck, x, NULL, &why))
        fail_msg("%s", why.text);
    hra_exercise_close(x);
    hra_text_release(&text);
}

/* A desk with the deck files/my.deck of three cards; `store`: it is there already. */
static void open_desk(desk *d, hra_store *store, uint64_t write_bytes) {
    *d = (desk){.store = store, .setup = {.version = 2, .write_bytes = write_bytes}};
    desk_open(d);
    assert_int_equal(desk_attach(d, HRA_VIEW_TABLE), 0);
    if (store)
        return;
    hra_deck *deck;
    hra_text text, line;
    assert_int_equal(hra_deck_open(&deck, "", 0, NULL), 0);
    for (int i = 0; i < CARDS; i++)
        add_card(deck, i);
    hra_text_init(&text);
    hra_text_init(&line);
    assert_int_equal(hra_deck_write(deck, &text), 0);
    hra_text_addf(&line, "write files/my.deck ");
    hra_text_add_json(&line, hra_text_string(&text));
    desk_ok(d, 0, "%s", hra_text_string(&line));
    hra_text_release(&line);
    hra_text_release(&text);
    hra_deck_close(deck);
}

static void open_cards(desk *d, long long now) {
    desk_ok(d, 0, "exercise open deck files/my.deck now=%lld zone=60", now);
}

/* Card `number` of `of` is asked; 0: there are no more. */
static void is_at(const desk *d, int number, int of) {
    const json_t *event = desk_last(d, 0, "exercise");
    assert_int_equal(desk_int(event, "of"), of);
    if (number)
        assert_int_equal(desk_int(event, "number"), number);
    else
        assert_true(json_is_null(json_object_get(event, "exercise")));
}

static int today(const desk *d, const char *what) {
    return desk_int(json_object_get(desk_last(d, 0, "exercise"), "deck"), what);
}

/* How often a text is in the deck that is saved. */
static int saved(const desk *d, const char *what) {
    char *text = desk_record(d, "files/my.deck");
    int count = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at++)
        count++;
    free(text);
    return count;
}

static void answers_are_saved_at_once(void **state) {
    (void)state;
    desk d;
    open_desk(&d, NULL, 0);
    open_cards(&d, NOON);
    is_at(&d, 1, CARDS);
    assert_int_equal(today(&d, "new"), 3);
    desk_ok(&d, 0, "exercise try c1");
    assert_int_equal(saved(&d, "\nanswer "), 1);
    assert_int_equal(saved(&d, "T13:00+01:00 right\n"), 1);
    desk_ok(&d, 0, "exercise try c2"); /* the first attempt counts */
    assert_int_equal(saved(&d, "\nanswer "), 1);
    desk_ok(&d, 0, "exercise next");
    is_at(&d, 2, CARDS);
    assert_int_equal(today(&d, "answered"), 1);
    desk_ok(&d, 0, "exercise hint");
    desk_ok(&d, 0, "exercise try c2");
    assert_int_equal(saved(&d, " hint\n"), 1);
    desk_ok(&d, 0, "exercise next");
    desk_ok(&d, 0, "exercise show");
    assert_int_equal(saved(&d, " wrong\n"), 1);
    desk_ok(&d, 0, "exercise next");
    is_at(&d, 0, CARDS);
    open_cards(&d, NOON); /* nothing is left on this day */
    is_at(&d, 0, 0);
    desk_error(&d, 0, "no more exercises", "exercise next");
    open_cards(&d, NOON + DAY - 10 * 3600); /* 03:00: the day has not ended */
    is_at(&d, 0, 0);
    open_cards(&d, NOON + DAY);
    is_at(&d, 1, CARDS);
    assert_int_equal(today(&d, "due"), 3);
    assert_int_equal(today(&d, "streak"), 1);
    desk_close(&d);
}

static void skipped_cards_stay(void **state) {
    (void)state;
    desk d;
    open_desk(&d, NULL, 0);
    open_cards(&d, NOON);
    desk_ok(&d, 0, "exercise skip");
    desk_ok(&d, 0, "exercise never");
    is_at(&d, 3, CARDS);
    assert_int_equal(saved(&d, "\nnever "), 1);
    desk_ok(&d, 0, "exercise try c3");
    open_cards(&d, NOON);
    is_at(&d, 1, 1);
    desk_close(&d);
}

static void the_last_answer_is_taken_back(void **state) {
    (void)state;
    desk d;
    open_desk(&d, NULL, 0);
    open_cards(&d, NOON);
    desk_error(&d, 0, "no answer to take back", "exercise undo");
    char *before = desk_record(&d, "files/my.deck");
    desk_ok(&d, 0, "exercise try c3");
    desk_ok(&d, 0, "exercise next");
    desk_ok(&d, 0, "exercise undo");
    is_at(&d, 1, CARDS);
    char *after = desk_record(&d, "files/my.deck");
    assert_string_equal(before, after);
    free(before);
    free(after);
    desk_error(&d, 0, "no answer to take back", "exercise undo");
    desk_ok(&d, 0, "exercise try c1");
    assert_string_equal(desk_text(desk_last(&d, 0, "verdict"), "outcome"), "right");
    desk_ok(&d, 0, "exercise never");
    desk_ok(&d, 0, "exercise undo");
    desk_ok(&d, 0, "exercise undo");
    assert_int_equal(saved(&d, "\nanswer ") + saved(&d, "\nnever "), 0);
    open_cards(&d, NOON);
    desk_error(&d, 0, "no answer to take back", "exercise undo");
    desk_close(&d);
}

/* Two sessions answer cards of the same deck: each keeps what the other has saved. */
static void answers_of_two_sessions_stay(void **state) {
    (void)state;
    desk one, other;
    open_desk(&one, NULL, 0);
    open_desk(&other, one.store, 0);
    open_cards(&one, NOON);
    open_cards(&other, NOON + 60);
    desk_ok(&other, 0, "exercise skip");
    desk_ok(&one, 0, "exercise try c1");
    desk_ok(&other, 0, "exercise try c1");
    assert_int_equal(saved(&one, "\nanswer "), 2);
    desk_error(&one, 0, "no answer to take back", "exercise undo");
    desk_ok(&one, 0, "exercise skip");
    desk_ok(&one, 0, "exercise skip");
    desk_ok(&one, 0, "exercise try c3");
    assert_int_equal(saved(&one, "\nanswer "), 3);
    open_cards(&other, NOON);
    is_at(&other, 0, 0);
    other.store = NULL;
    desk_close(&other);
    desk_close(&one);
}

/* What cannot be saved was not answered. */
static void a_deck_that_cannot_be_saved_is_not_changed(void **state) {
    (void)state;
    desk d;
    hra_text line;
    open_desk(&d, NULL, 1200);
    hra_text_init(&line);
    hra_text_add(&line, "write files/x \"");
    char *deck = desk_record(&d, "files/my.deck");
    for (size_t left = 1200 - strlen(deck) - 20; left > 0; left--)
        hra_text_add(&line, "x");
    hra_text_add(&line, "\"");
    desk_ok(&d, 0, "%s", hra_text_string(&line));
    open_cards(&d, NOON);
    desk_error(&d, 0, "cannot be saved", "exercise try c1");
    assert_null(desk_find(&d, 0, 0, "verdict"));
    desk_error(&d, 0, "not answered", "exercise next");
    desk_error(&d, 0, "cannot be saved", "exercise show");
    assert_null(desk_find(&d, 0, 0, "verdict"));
    desk_error(&d, 0, "cannot be saved", "exercise never");
    desk_error(&d, 0, "no answer to take back", "exercise undo");
    desk_ok(&d, 0, "delete files/my.deck");
    desk_error(&d, 0, "entry not found", "exercise try c1");
    assert_null(desk_find(&d, 0, 0, "verdict"));
    hra_text_release(&line);
    free(deck);
    desk_close(&d);
}

static void wrong_lines_are_refused(void **state) {
    (void)state;
    static const char *const lines[] = {"",
                                        "files/my.deck",
                                        "files/my.deck now=",
                                        "files/my.deck now=-1",
                                        "files/my.deck now=99999999999999999999",
                                        "files/my.deck now=1e9",
                                        "files/my.deck now=5 zone=99999",
                                        "files/my.deck now=5 zone=--5",
                                        "files/my.deck now=5 zone=-",
                                        "files/my.deck files/b now=5",
                                        "files/nothing now=5",
                                        "plays/my.deck now=5",
                                        "../my.deck now=5",
                                        "files/bad now=5",
                                        "now=5"};
    desk d;
    open_desk(&d, NULL, 0);
    desk_ok(&d, 0, "write files/bad hello");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        desk_error(&d, 0, "", "exercise open deck %s", lines[i]);
    const int reader = desk_admit(&d, HRA_SEATS_ALL, HRA_PERMIT_ASK | HRA_PERMIT_READ);
    desk_error(&d, reader, "may not", "exercise open deck files/my.deck now=5");
    /* an id that is not that of the exercise */
    char *deck = desk_record(&d, "files/my.deck");
    char *id = strstr(deck, "\nid ");
    assert_non_null(id);
    id[4] = id[4] == '0' ? '1' : '0';
    hra_text line;
    hra_text_init(&line);
    hra_text_add(&line, "write files/forged ");
    hra_text_add_json(&line, deck);
    desk_ok(&d, 0, "%s", hra_text_string(&line));
    desk_error(&d, 0, "another exercise", "exercise open deck files/forged now=5");
    desk_ok(&d, 0, "exercise skip");
    is_at(&d, 2, CARDS);
    desk_ok(&d, 0, "exercise open deck files/my.deck zone=-720 now=0");
    is_at(&d, 1, CARDS);
    hra_text_release(&line);
    free(deck);
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_saved_at_once),
        cmocka_unit_test(skipped_cards_stay),
        cmocka_unit_test(the_last_answer_is_taken_back),
        cmocka_unit_test(answers_of_two_sessions_stay),
        cmocka_unit_test(a_deck_that_cannot_be_saved_is_not_changed),
        cmocka_unit_test(wrong_lines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
