/* Several moves in one line, and texts that mean several. */
#include <string.h>

#include "session_desk.h"

typedef struct fault {
    const char *line, *text;
} fault;

/* Which stone, where to, and the end of a turn, in one line: in an order that the game takes, or not at all.
 */
static const char cards[] =
    "new empire:neutral-armies=0,first-player=0 human human seed=5 \"position=red 14 12:3 15:0+1 / "
    "blue 14 12:3 / neutral left "
    "0 / row 25 2 28 10 12 30 / gone / goods red, blue / first red / red card\"";

/* None of these lines is taken, and nothing moves. */
static void refuse(desk *d, const fault *faults, size_t count) {
    for (size_t k = 0; k < count; k++)
        desk_error(d, 0, faults[k].text, "%s", faults[k].line);
    assert_int_equal(hra_play_plies(hra_session_play(d->session)), 0);
}

/* In any order that the game takes, or not at all; all of them before the ok. */
static void several_moves(void **state) {
    static const char *const turns[] = {"card 1, place 15 12 12; end",
                                        "card 1 (coal: place 3);15;place 12,12,end"};
    static const fault faults[] = {
        {"move card 1, place 16", "after 'card 1': illegal move 'place 16'"},
        {"move card 9, end", "illegal move 'card 9'"},
        {"move card 1, end, card 1", "after 'end' it is no longer your move"},
        {"move place 12 15", "illegal move 'place 12 15'"}, /* the first cannot be made */
        {"move card 1 place 12", "illegal move 'card 1 place 12'"},
        {"move ,,,;;;", "illegal move"},
    };
    desk d;
    desk_open_plain(&d);
    for (int i = 0; i < 2; i++) {
        desk_ok(&d, 0, "%s", cards);
        refuse(&d, faults, sizeof faults / sizeof *faults);
        size_t at = d.count;
        desk_ok(&d, 0, "move %s", turns[i]);
        int moves = 0;
        for (size_t k = at; strcmp(desk_text(d.events[k].json, "event"), "ok") != 0; k++)
            if (strcmp(desk_text(d.events[k].json, "event"), "move") == 0) {
                assert_string_equal(desk_text(d.events[k].json, "re"), d.id);
                moves++;
            }
        assert_int_equal(moves, 5);
    }
    desk_close(&d);
}

/* A box that is named while rolls are left: the dice stay as they lie, and it is written. */
static void a_box_is_named_early(void **state) {
    static const char seven[] = "new yahtzee human seed=1 \"position=dice=22555 rolls=2 card=3,4\"";
    static const fault faults[] = {
        {"move y", "'all, yahtzee' fills it all the same"},
        {"move ones", "after 'keep all': ones is filled already"},
        {"move box 2", "after 'keep all': twos is filled already"},
        {"move sixes", "'all, sixes' fills it all the same"}, /* 0 points are written by who means it */
        {"move house of cards", "holds no dice"},
    };
    static const char *const typed[][2] = {
        {"chance", "box chance"}, {"full house", "box full-house"}, {"3k", "box three-of-a-kind"},
        {"box 13", "box chance"}, {"Box fives", "box fives"},
    };
    desk d;
    desk_open_plain(&d);
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        desk_ok(&d, 0, "%s", seven);
        refuse(&d, faults, sizeof faults / sizeof *faults);
        const char *moves[3] = {"", "", ""}; /* the dice of the next round may have fallen before the ok */
        int count = 0;
        size_t k = d.count;
        desk_ok(&d, 0, "move %s", typed[i][0]);
        for (; strcmp(desk_text(d.events[k].json, "event"), "ok") != 0; k++)
            if (strcmp(desk_text(d.events[k].json, "event"), "move") == 0) {
                assert_true(count < 3);
                moves[count++] = desk_text(d.events[k].json, "move");
            }
        assert_string_equal(moves[0], "keep all");
        assert_string_equal(moves[1], typed[i][1]);
    }
    desk_ok(&d, 0, "%s", seven);
    desk_ok(&d, 0, "move"); /* nothing typed holds all dice */
    assert_string_equal(desk_text(desk_last(&d, 0, "move"), "move"), "keep all");
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_moves),
        cmocka_unit_test(a_box_is_named_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
