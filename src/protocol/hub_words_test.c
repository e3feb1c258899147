/* Lines of the Hub protocol taken to pieces, and how long a move may take. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hub_words.h"

static void a_line_is_taken_to_pieces(void **state) {
    char text[] = "  pos pos=Bbw\tmoves=\"11-15 22-18\" flag empty= =x \"q\"=\"open";
    static const char *const parts[][2] = {
        {"pos", "Bbw"}, {"moves", "11-15 22-18"}, {"flag", ""}, {"empty", ""}, {"", "x"}, {"\"q\"", "open"}};
    hra_hub_line line;
    hra_hub_split(text, &line);
    assert_string_equal(line.command, "pos");
    assert_int_equal(line.count, 6);
    for (int i = 0; i < line.count; i++) {
        assert_string_equal(line.name[i], parts[i][0]);
        assert_string_equal(line.value[i], parts[i][1]);
    }
    assert_string_equal(hra_hub_value(&line, "moves"), "11-15 22-18");
    assert_null(hra_hub_value(&line, "move"));
}

static void a_line_of_nothing_has_no_command(void **state) {
    static const char *const lines[] = {"", "   ", "\t\r"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char text[8];
        hra_hub_line line;
        memcpy(text, lines[i], strlen(lines[i]) + 1);
        hra_hub_split(text, &line);
        assert_string_equal(line.command, "");
        assert_int_equal(line.count, 0);
    }
}

static void what_is_beyond_the_room_is_left_out(void **state) {
    char text[512] = "level";
    for (int i = 0; i < HRA_HUB_ARGUMENTS + 5; i++)
        memcpy(text + strlen(text), " a=b", 5);
    hra_hub_line line;
    hra_hub_split(text, &line);
    assert_int_equal(line.count, HRA_HUB_ARGUMENTS);
    for (int i = 0; i < line.count; i++) {
        assert_string_equal(line.name[i], "a");
        assert_string_equal(line.value[i], "b");
    }
}

static void numbers_are_finite_and_not_negative(void **state) {
    char text[] = "level a=0.5 b=-1 c=nan d=1e16 e= f=7x g=1e15";
    hra_hub_line line;
    hra_hub_split(text, &line);
    static const char *const bad[] = {"b", "c", "d", "e", "f"};
    double value = 3;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(hra_hub_number(&line, bad[i], &value));
    assert_true(hra_hub_number(&line, "z", &value)); /* it is not there */
    assert_true(value == 3);
    assert_true(hra_hub_number(&line, "a", &value) && value == 0.5);
    assert_true(hra_hub_number(&line, "g", &value) && value == 1e15);
}

/* Every move of some plays. */
static void moves_are_read_as_they_are_written(void **state) {
    hra_game *game;
    hra_rng rng;
    assert_int_equal(hra_game_open(&game, NULL, "checkers", NULL), 0);
    const hra_hub *words = game->rules->catalogue->protocols->words;
    unsigned char s[256];
    hra_move moves[512], again[512], found;
    assert_true(game->state_size <= sizeof s && hra_game_move_capacity(game) <= 512);
    hra_rng_init(&rng, 1);
    for (int play = 0; play < 20; play++) {
        game->rules->init(game, s);
        while (game->rules->to_move(game, s) >= 0) {
            int n = hra_game_moves(game, s, moves);
            for (int i = 0; i < n; i++) {
                hra_text text, other;
                hra_text_init(&text);
                hra_text_init(&other);
                hra_hub_show_move(words, game, s, moves[i], &text);
                const char *shown = hra_text_string(&text);
                assert_true(hra_hub_find_move(words, game, s, shown, strlen(shown), again, &found));
                hra_hub_show_move(words, game, s, found, &other); /* two routes may take the same pieces */
                assert_string_equal(hra_text_string(&other), shown);
                hra_text_release(&text);
                hra_text_release(&other);
            }
            game->rules->apply(game, s, moves[hra_rng_below(&rng, (uint32_t)n)]);
        }
    }
    hra_game_close(game);
}

/* A capture of four names what it takes in any order; what is not legal is not found. */
static void a_capture_is_found_by_what_it_takes(void **state) {
    hra_game *game;
    uint64_t keys[8];
    hra_move moves[512], found;
    assert_int_equal(hra_game_open(&game, NULL, "checkers", NULL), 0);
    const hra_hub *words = game->rules->catalogue->protocols->words;
    unsigned char s[256];
    static const char *const none[] = {"11-16-20", "", "x", "11x", "11", "-11-15", "111-15", "11-17"};
    game->rules->init(game, s);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(hra_hub_find_move(words, game, s, none[i], strlen(none[i]), moves, &found));
    assert_int_equal(hra_hub_position(words, game, "BeBeeewweeeeeewweeeeeeeeeeeeeeeee", s, NULL), 0);
    assert_true(hra_hub_find_move(words, game, s, "2x2x6x7x14x15", 13, moves, &found));
    assert_true(hra_hub_find_move(words, game, s, "2x2x15x14x7x6", 13, moves, &found));
    assert_false(hra_hub_find_move(words, game, s, "2x2x6x7x14", 10, moves, &found));
    game->rules->init(game, s);
    assert_int_equal(hra_hub_make_moves(words, game, " 11-15 22-18  15x22x18 25x18x22", s, moves, keys, 8),
                     4);
    assert_true(keys[0] != keys[1]);
    assert_int_equal(hra_hub_make_moves(words, game, "17-13 9-14", s, moves, keys, 1), -1); /* too many */
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_taken_to_pieces),
        cmocka_unit_test(a_line_of_nothing_has_no_command),
        cmocka_unit_test(what_is_beyond_the_room_is_left_out),
        cmocka_unit_test(numbers_are_finite_and_not_negative),
        cmocka_unit_test(moves_are_read_as_they_are_written),
        cmocka_unit_test(a_capture_is_found_by_what_it_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
