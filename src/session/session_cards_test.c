/* What comes into a deck of a session and goes out of it; trees to fill in. */
#include "core/text.h"
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

#define NOON 1795780800LL /* 2026-11-27 12:00 UTC */
#define DAY 86400LL

static const char course[] =
    "hra-course 1\ntitle wins\n"
    "hra-exercise 1\nkind move\ngame tictactoe\nposition XX./OO./...\nanalyst exact\n"
    "threshold 0.1\nmove 1 exact c1\nmove 0 exact c2 | c1\nmove -1 exact a3\n"
    "move -1 exact b3\nmove -1 exact c3\nend\n"
    "hra-exercise 1\nkind agent\ngame tictactoe\nagainst random\ngames 10\ngoal 0.5\n"
    "end\n";

static void open_desk(desk *d) {
    hra_text line;
    *d = (desk){.setup = {.version = 2}};
    desk_open(d);
    assert_int_equal(desk_attach(d, HRA_VIEW_TABLE), 0);
    hra_text_init(&line);
    hra_text_add(&line, "write files/wins ");
    hra_text_add_json(&line, course);
    desk_ok(d, 0, "%s", hra_text_string(&line));
    hra_text_release(&line);
}

static const json_t *today(const desk *d) {
    return json_object_get(desk_last(d, 0, "exercise"), "deck");
}

static void open_deck(desk *d, const char *name, long long now) {
    desk_ok(d, 0, "exercise open deck %s now=%lld", name, now);
}

/* Sends a line whose last word is the text of an entry. */
static void send_text(desk *d, const char *line, const char *entry) {
    hra_text whole;
    char *text = desk_record(d, entry);
    hra_text_init(&whole);
    hra_text_add(&whole, line);
    hra_text_add_json(&whole, text);
    desk_ok(d, 0, "%s", hra_text_string(&whole));
    hra_text_release(&whole);
    free(text);
}

static void exercises_become_cards_once(void **state) {
    (void)state;
    desk d;
    open_desk(&d);
    desk_error(&d, 0, "no exercises are open", "exercise keep");
    desk_ok(&d, 0, "exercise open files/wins");
    desk_ok(&d, 0, "exercise keep");
    assert_string_equal(desk_text(desk_last(&d, 0, "ok"), "text"), "added");
    desk_ok(&d, 0, "exercise keep");
    assert_string_equal(desk_text(desk_last(&d, 0, "ok"), "text"), "known");
    desk_error(&d, 0, "begins with files/", "exercise keep plays/x");
    desk_error(&d, 0, "unexpected word", "exercise keep files/a b");
    desk_ok(&d, 0, "exercise keep files/other.deck");
    desk_ok(&d, 0, "exercise skip");
    desk_error(&d, 0, "judged by games", "exercise keep");
    open_deck(&d, "", NOON);
    assert_int_equal(desk_int(today(&d), "cards"), 1);
    assert_int_equal(desk_int(today(&d), "new"), 1);
    assert_true(json_is_null(json_object_get(today(&d), "next_in")));
    desk_close(&d);
}

static void decks_are_merged(void **state) {
    (void)state;
    desk d;
    open_desk(&d);
    desk_ok(&d, 0, "exercise open files/wins");
    desk_ok(&d, 0, "exercise keep files/one.deck");
    open_deck(&d, "files/one.deck", NOON);
    desk_ok(&d, 0, "exercise try c1");
    send_text(&d, "exercise merge ", "files/one.deck"); /* into a deck that is not there yet */
    send_text(&d, "exercise merge files/drill.deck ", "files/one.deck");
    char *one = desk_record(&d, "files/one.deck"), *other = desk_record(&d, "files/drill.deck");
    assert_string_equal(one, other);
    free(one);
    free(other);
    desk_error(&d, 0, "usage", "exercise merge");
    desk_error(&d, 0, "usage", "exercise merge files/a \"hra-deck 1\" x");
    desk_error(&d, 0, "", "exercise merge hello");
    desk_error(&d, 0, "begins with files/", "exercise merge plays/a \"hra-deck 1\\n\"");
    desk_ok(&d, 0, "exercise anki files/one.deck");
    assert_non_null(strstr(desk_text(desk_last(&d, 0, "export"), "text"), "16f315e511cad1ec\t"));
    assert_string_equal(desk_text(desk_last(&d, 0, "export"), "suffix"), "txt");
    const int guest = desk_admit(&d, HRA_SEATS_ALL, HRA_PERMIT_ASK | HRA_PERMIT_READ);
    desk_error(&d, guest, "may not", "exercise anki");
    desk_error(&d, guest, "may not", "exercise merge \"hra-deck 1\\n\"");
    desk_close(&d);
}

/* Six wrong answers set a card aside; it is named, and comes again when that is wanted. */
static void cards_are_set_aside_and_come_again(void **state) {
    (void)state;
    desk d;
    open_desk(&d);
    desk_ok(&d, 0, "exercise open files/wins");
    desk_ok(&d, 0, "exercise keep");
    desk_error(&d, 0, "not the cards of a deck", "exercise again 16f315e511cad1ec");
    for (int day = 0; day < 6; day++) {
        open_deck(&d, "", NOON + day * DAY);
        desk_ok(&d, 0, "exercise show");
        desk_ok(&d, 0, "exercise next");
        if (day < 5)
            assert_int_equal(desk_int(today(&d), "next_in"), 1);
    }
    const json_t *aside = json_object_get(today(&d), "set_aside");
    assert_int_equal(json_array_size(aside), 1);
    assert_string_equal(desk_text(json_array_get(aside, 0), "id"), "16f315e511cad1ec");
    assert_int_equal(desk_int(json_array_get(aside, 0), "failures"), 6);
    assert_true(json_is_null(json_object_get(today(&d), "next_in")));
    desk_error(&d, 0, "usage", "exercise again");
    desk_error(&d, 0, "", "exercise again 0000000000000000");
    desk_ok(&d, 0, "exercise again 16f315e511cad1ec");
    desk_error(&d, 0, "no answer to take back", "exercise undo");
    open_deck(&d, "", NOON + 6 * DAY);
    assert_int_equal(desk_int(today(&d), "new"), 1);
    assert_int_equal(json_array_size(json_object_get(today(&d), "set_aside")), 0);
    desk_close(&d);
}

static void trees_are_made_to_be_filled_in(void **state) {
    (void)state;
    desk d;
    open_desk(&d);
    desk_error(&d, 0, "no game is open", "exercise open tree alphabeta");
    desk_ok(&d, 0, "exercise open tree alphabeta difficulty=1 seed=3 ask=values");
    const json_t *exercise = json_object_get(desk_last(&d, 0, "exercise"), "exercise");
    assert_string_equal(desk_text(exercise, "kind"), "fill");
    assert_int_equal(json_array_size(json_object_get(exercise, "asked")), 1);
    desk_ok(&d, 0, "new tictactoe human human position=XX./OO./... save=no");
    desk_ok(&d, 0, "exercise open tree alphabeta depth=1");
    exercise = json_object_get(desk_last(&d, 0, "exercise"), "exercise");
    assert_int_equal(json_array_size(json_object_get(exercise, "nodes")), 6);
    desk_ok(&d, 0, "exercise try A.value=1");
    desk_error(&d, 0, "choose one of minimax", "exercise open tree expert");
    desk_error(&d, 0, "missing player", "exercise open tree depth=2");
    desk_error(&d, 0, "unexpected word", "exercise open tree minimax maxn");
    desk_error(&d, 0, "depth", "exercise open tree minimax depth=0");
    desk_error(&d, 0, "", "exercise open tree minimax ask=colours");
    desk_error(&d, 0, "", "exercise open tree minimax difficulty=9");
    desk_ok(&d, 0, "exercise show"); /* the set that was open stays */
    desk_ok(&d, 0, "exercise next");
    assert_true(json_is_null(json_object_get(desk_last(&d, 0, "exercise"), "exercise")));
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exercises_become_cards_once),
        cmocka_unit_test(decks_are_merged),
        cmocka_unit_test(cards_are_set_aside_and_come_again),
        cmocka_unit_test(trees_are_made_to_be_filled_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
