/* Positions that are set up at a table, beside its game. */
#include "session_desk.h"

#include <string.h>

static void open_game(desk *d, const char *line) {
    *d = (desk){.setup = {.version = 2}};
    desk_open(d);
    desk_attach(d, HRA_VIEW_TABLE);
    desk_ok(d, 0, "%s", line);
}

static const char *position_of(const desk *d) {
    return desk_text(desk_last(d, 0, "draft"), "position");
}

static const char *problem_of(const desk *d) {
    const json_t *problem = json_object_get(desk_last(d, 0, "draft"), "problem");
    return problem ? json_string_value(problem) : "";
}

static void a_position_is_set_up_step_by_step(void **state) {
    desk d;
    (void)state;
    open_game(&d, "new checkers human human save=no pause");
    desk_ok(&d, 0, "edit clear");
    assert_string_equal(position_of(&d), "B:W:B");
    desk_ok(&d, 0, "edit put white.king 14");
    desk_ok(&d, 0, "edit put black.man 9");
    desk_ok(&d, 0, "edit set turn white");
    assert_string_equal(position_of(&d), "W:WK14:B9");
    desk_ok(&d, 0, "edit move 14 15");
    assert_string_equal(position_of(&d), "W:WK15:B9");
    desk_ok(&d, 0, "edit undo");
    assert_string_equal(position_of(&d), "W:WK14:B9");
    desk_ok(&d, 0, "edit take 9");
    assert_string_equal(position_of(&d), "W:WK14:B");
    desk_ok(&d, 0, "position");
    assert_non_null(strstr(desk_text(desk_last(&d, 0, "position"), "position"), "B:W21,22"));
    desk_close(&d);
}

static void wrong_steps_are_refused_and_wrong_positions_have_a_reason(void **state) {
    desk d;
    (void)state;
    open_game(&d, "new backgammon:match-length=5 human human save=no dice=manual pause");
    desk_ok(&d, 0, "edit clear");
    assert_non_null(strstr(problem_of(&d), "without checkers"));
    desk_ok(&d, 0, "edit put white 6");
    desk_ok(&d, 0, "edit put black bar.black");
    assert_string_equal(problem_of(&d), "");
    desk_ok(&d, 0, "edit set turn black");
    desk_ok(&d, 0, "edit set cube 4");
    assert_string_equal(position_of(&d), "white 6:1, black bar:1, black, cube 4 black, score 0-0");
    desk_error(&d, 0, "its own bar", "edit put white bar.black");
    desk_error(&d, 0, "at most 64", "edit set cube 128");
    desk_error(&d, 0, "cube is one of 1, 2,", "edit set cube 3");
    desk_error(&d, 0, "from 0 to 4", "edit set score-white 5");
    desk_error(&d, 0, "no setting 'wind'", "edit set wind 5");
    desk_error(&d, 0, "no piece 'red' in the palette; choose one of white, black", "edit put red 5");
    desk_error(&d, 0, "no place '25'", "edit put white 25");
    desk_error(&d, 0, "too few words", "edit put white");
    desk_error(&d, 0, "unexpected word", "edit clear all");
    desk_error(&d, 0, "unknown step 'paint'", "edit paint");
    assert_string_equal(position_of(&d), "white 6:1, black bar:1, black, cube 4 black, score 0-0");
    desk_close(&d);
}

static void games_without_an_editor_say_so(void **state) {
    desk d;
    (void)state;
    open_game(&d, "new nim human human save=no pause");
    desk_error(&d, 0, "has no editor", "edit");
    desk_close(&d);
}

/* The position with the other seat to move. */
static void what_is_threatened_is_a_position(void **state) {
    static const struct {
        const char *line, *after; /* NULL: refused, for this reason: */
        const char *why;
    } cases[] = {
        {"new checkers human human threat",
         "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", ""},
        {"new checkers human human position=W:WK14:B9 threat", "B:WK14:B9", ""},
        {"new checkers human human position=B:W28,K19:B1,24 threat", "W:WK19,28:B1,24", ""},
        {"new tictactoe human human position=XX./OO./... threat", "XX./OO./... O", ""},
        {"new tictactoe human human threat position=XXX/OO./...", NULL, "the other seat has no move"},
        {"new tictactoe human human position=XX threat", NULL, "cell 3 is missing"},
        {"new backgammon human human threat", NULL, "no seat can pass in backgammon"},
        {"new nim human human threat", NULL, "no seat can pass in nim"},
    };
    desk d;
    desk_open_plain(&d);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!cases[i].after) {
            desk_error(&d, 0, cases[i].why, "%s", cases[i].line);
            continue;
        }
        desk_ok(&d, 0, "%s", cases[i].line);
        assert_string_equal(desk_text(desk_last(&d, 0, "position"), "position"), cases[i].after);
    }
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_threatened_is_a_position),
        cmocka_unit_test(a_position_is_set_up_step_by_step),
        cmocka_unit_test(wrong_steps_are_refused_and_wrong_positions_have_a_reason),
        cmocka_unit_test(games_without_an_editor_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
