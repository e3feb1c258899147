/* The socket of GNU Backgammon: lines that version 1.07.001 sent, and positions there and back. tests/gnubg.py
 * has both ends talk to each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "client.h"
#include "dialogue.h"
#include "gnubg.h"
#include "rules/fibs.h"

/* Of one game for points: a double, asked of the negative side; a roll or a double, asked of it too. */
#define PLACES ":0:0:-1:0:-2:-1:5:3:3:0:0:0:-2:3:-1:0:0:-2:-1:-5:0:0:0:0:0:1"
#define DOUBLED "board:one:two:0:0:0" PLACES ":1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1"
#define TO_ROLL                                                                                              \
    "board:two:one:0:0:0:-1:0:-1:0:-2:-1:5:3:3:0:0:0:-2:3:-1:0:0:-2:1:-5:0:0:0:0:0:0:-1:0:0:0:0:2:0:1:0:1:-" \
    "1:0:25:0:0:0:0:0:0:0:1"
#define START ":0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
/* The negative side has doubled from the start, and the positive one has redoubled at once. */
#define BEAVERED "board:gnubg:root:0:0:0" START ":-1:0:0:0:0:2:1:0:1:1:-1:0:25:0:0:0:0:0:0:0:1"
#define REST ":1:-1:0:25:0:0:0:0:0:0:"

static hra_game *open_game(const char *spec) {
    hra_game *game;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), HRA_OK);
    return game;
}

static void lines_are_read(void **state) {
    static const struct {
        const char *game, *line, *position;
    } cases[] = {
        {"backgammon:cube", DOUBLED, "white doubles"},
        {"backgammon:cube,beavers", DOUBLED, "white doubles"},
        {"backgammon:cube,beavers", BEAVERED, "white beavers, cube 2 white"},
        {"backgammon:cube", TO_ROLL, "cube 2"},
        {"backgammon:match-length=5", "board:a:b:5:4:3" START ":1:3:1:0:0:1:0:0:0" REST "0:0", "score 3-4"},
        {"backgammon:match-length=5", "board:a:b:5:4:3" START ":-1:0:0:3:1:1:1:1:0" REST "1:1", "score 3-4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_game(cases[i].game);
        hra_fibs words;
        hra_error why = {0};
        hra_text text;
        void *s = calloc(2, game->state_size), *again = (char *)s + game->state_size;
        hra_text_init(&text);
        assert_int_equal(hra_gnubg_take(&words, game, NULL), HRA_OK);
        if (words.read(game, cases[i].line, s, &why) != HRA_OK)
            fail_msg("%s: %s", cases[i].line, why.text);
        game->rules->text->write_position(game, s, &text);
        if (!strstr(hra_text_string(&text), cases[i].position))
            fail_msg("%s lacks %s", hra_text_string(&text), cases[i].position);
        /* What is written of it, by the side that is asked, is written again of what is read of that. */
        hra_text_clear(&text);
        words.show(game, s, &text);
        assert_int_equal(words.read(game, hra_text_string(&text), again, &why), HRA_OK);
        hra_text second;
        hra_text_init(&second);
        words.show(game, again, &second);
        assert_string_equal(hra_text_string(&text), hra_text_string(&second));
        hra_text_release(&second);
        hra_text_release(&text);
        free(s);
        hra_game_close(game);
    }
}

static void lines_that_contradict_themselves_are_refused(void **state) {
    static const struct {
        const char *game, *line, *why;
    } cases[] = {
        {"backgammon:cube", BEAVERED, "a double by the side"},
        {"backgammon", "board:a:b", "expected board:"},
        {"backgammon", "board:a:b:0:0:0" START ":1:3:1:0:0:1:1:1:0" REST "0", "field 52"},
        {"backgammon", "board:a:b:0:0:0" START ":1:3:7:0:0:1:1:1:0" REST "0:1", "dice"},
        {"backgammon", "board:a:b:0:0:0" START ":0:3:1:0:0:1:1:1:0" REST "0:1", "turn"},
        {"backgammon", "board:a:b:0:0:0" START ":1:3:1:0:0:2:1:0:0" REST "0:1",
         "turned cube: add the option cube"},
        {"backgammon:cube", "board:a:b:5:0:0" START ":1:3:1:0:0:1:1:1:0" REST "0:1", "match-length=5"},
        {"backgammon:cube", "board:a:b:0:0:0" START ":1:3:1:0:0:3:1:1:0" REST "0:1", "a cube of 3"},
        {"backgammon:match-length=5", "board:a:b:5:5:0" START ":1:3:1:0:0:1:1:1:0" REST "0:1",
         "a score of 5"},
        {"backgammon:match-length=5", "board:a:b:5:0:0" START ":1:3:1:0:0:1:0:0:0" REST "0:0", "Crawford"},
        {"backgammon:match-length=5", "board:a:b:0:0:0" START ":1:3:1:0:0:1:1:1:0" REST "0:1",
         "from a money game"},
        {"backgammon:cube", "board:a:b:0:0:0" PLACES ":1:3:1:0:0:1:1:1:0:1:-1:0:25:1:0:0:0:0:0:0:1", "off"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_game(cases[i].game);
        hra_fibs words;
        hra_error why = {0};
        void *s = calloc(1, game->state_size);
        assert_int_equal(hra_gnubg_take(&words, game, NULL), HRA_OK);
        assert_int_equal(words.read(game, cases[i].line, s, &why), HRA_EINPUT);
        if (!strstr(why.text, cases[i].why))
            fail_msg("%s: '%s' lacks '%s'", cases[i].line, why.text, cases[i].why);
        free(s);
        hra_game_close(game);
    }
}

static void lead(const char *game, const char *const *script) {
    other_lead_both(
        (hra_protocol_setup){.kind = hra_protocol_find("gnubg"), .game = game, .player = "random"}, script);
}

static void questions_are_answered(void **state) {
    /* 6-6 from the bar against a closed point: no play, an empty line */
    lead("backgammon",
         (const char *const[]){"> board:a:b:0:0:0" START ":1:0:0:0:0:1:1:1:0" REST "0:1", "< roll",
                               "> board:a:b:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-15:0:0:0:0:0:"
                               "15:1:6:6:0:0:1:1:1:0" REST "0:1",
                               "< ", NULL});
    lead("backgammon:cube",
         (const char *const[]){"> nonsense", "< error ", "> board:a:b:0", "< error ", NULL});
}

static void other_games_have_no_such_line(void **state) {
    static const char *const specs[] = {"backgammon:checkers=3", "backgammon:gammons=no", "checkers"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_game *game = open_game(specs[i]);
        assert_false(hra_gnubg_fits(game));
        hra_game_close(game);
    }
}

/* GNU Backgammon asks other programs about beavers, but has no answer when it is asked itself. */
static void beavers_are_for_one_end(void **state) {
    hra_game *with = open_game("backgammon:cube,beavers"), *without = open_game("backgammon:cube");
    assert_true(hra_gnubg_fits(with) && hra_gnubg_fits(without));
    assert_true(hra_client_gnubg.fits(without) && !hra_client_gnubg.fits(with));
    hra_game_close(with);
    hra_game_close(without);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(lines_that_contradict_themselves_are_refused),
        cmocka_unit_test(questions_are_answered),
        cmocka_unit_test(beavers_are_for_one_end),
        cmocka_unit_test(other_games_have_no_such_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
