/* Lists of games and methods, moves and positions as JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/json.h"
#include "players/json.h"
#include "rules/registry.h"

static int count(const char *text, const char *word) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        n++;
    return n;
}

static void lists_are_whole_or_of_one(void **state) {
    (void)state;
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_object(&json, NULL);
    hra_json_games(&json, "all", NULL, NULL);
    assert_ptr_equal(strstr(hra_text_string(&text), "{\"all\":{\"games\":[{\"name\":\""),
                     hra_text_string(&text));
    assert_int_equal(count(hra_text_string(&text), "\"title\":"), hra_registry_games(NULL));
    hra_text_clear(&text);
    hra_json_games(&json, "one", NULL, hra_registry_find_game(NULL, "nim"));
    assert_ptr_equal(strstr(hra_text_string(&text), ",\"one\":{\"games\":[{\"name\":\"nim\","),
                     hra_text_string(&text));
    assert_int_equal(count(hra_text_string(&text), "\"title\":"), 1);
    hra_text_clear(&text);
    hra_json_methods(&json, "methods", NULL);
    assert_int_equal(count(hra_text_string(&text), "{\"name\":\"alphabeta\",\"summary\":"), 1);
    assert_int_equal(count(hra_text_string(&text), "{\"name\":\"random\""), 0); /* no method */
    hra_json_end(&json);
    hra_text_release(&text);
}

static void moves_and_positions_are_as_typed(void **state) {
    (void)state;
    hra_game *game;
    hra_text text;
    assert_int_equal(hra_game_open(&game, NULL, "tictactoe", NULL), 0);
    void *s = malloc(game->state_size);
    game->rules->init(game, s);
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_object(&json, NULL);
    hra_json_position(&json, "position", game, s);
    hra_json_move(&json, "move", game, s, 8);
    hra_json_end(&json);
    assert_string_equal(hra_text_string(&text), "{\"position\":\".../.../...\",\"move\":\"c3\"}");
    hra_text_release(&text);
    free(s);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_whole_or_of_one),
        cmocka_unit_test(moves_and_positions_are_as_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
