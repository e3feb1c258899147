/* Lists of what there is to play, with pictures. */
#include "session_desk.h"

#include <string.h>

static void every_game_has_a_picture(void **state) {
    (void)state;
    desk d = {.setup = {.version = 2}};
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "games pictures");
    const json_t *told = desk_last(&d, 0, "games");
    const json_t *games = json_object_get(json_object_get(told, "list"), "games");
    const json_t *pictures = json_object_get(told, "pictures");
    assert_true(json_array_size(games) >= 10);
    assert_int_equal(json_array_size(pictures), json_array_size(games));
    for (size_t i = 0; i < json_array_size(games); i++) {
        const json_t *picture = json_array_get(pictures, i);
        const json_t *board = json_object_get(picture, "board_scene"),
                     *now = json_object_get(picture, "scene");
        assert_string_equal(desk_text(picture, "game"), desk_text(json_array_get(games, i), "name"));
        assert_true(json_array_size(json_object_get(board, "seats")) >= 1);
        assert_true(json_array_size(json_object_get(board, "shapes")) +
                        json_array_size(json_object_get(now, "shapes")) >
                    4);
    }
    desk_close(&d);
}

static void one_game_is_asked_for(void **state) {
    (void)state;
    desk d = {.setup = {.version = 2}};
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "games nim pictures");
    char *first = json_dumps(json_object_get(desk_last(&d, 0, "games"), "pictures"), 0);
    assert_int_equal(json_array_size(json_object_get(desk_last(&d, 0, "games"), "pictures")), 1);
    desk_ok(&d, 0, "games nim pictures"); /* is the same again */
    char *again = json_dumps(json_object_get(desk_last(&d, 0, "games"), "pictures"), 0);
    assert_string_equal(first, again);
    free(first);
    free(again);
    desk_ok(&d, 0, "games nim");
    assert_null(json_object_get(desk_last(&d, 0, "games"), "pictures"));
    desk_error(&d, 0, "unexpected word 'picture'", "games nim picture");
    desk_error(&d, 0, "unexpected word 'nim'", "games pictures nim");
    desk_error(&d, 0, "unknown game 'nimm'", "games nimm pictures");
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_a_picture),
        cmocka_unit_test(one_game_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
