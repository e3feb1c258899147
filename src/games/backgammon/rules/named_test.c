/* IDs of other programs open the game that they name: what the spec does not say comes from the ID, what it
 * says holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

#define BOARD "-b----E-C---eE---c-e----B-" /* of XGIDs */
#define START "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, "

typedef struct named {
    const char *spec, *id, *opened, *position; /* opened NULL: refused, and position is a part of why */
} named;

static void check(const named *c) {
    hra_game *game = NULL;
    hra_error why = {0};
    hra_text position;
    hra_text_init(&position);
    hra_err err = hra_game_open_at(&game, NULL, c->spec, 2, c->id, &why);
    void *state = err ? NULL : malloc(game->state_size);
    if (!err)
        err = hra_game_read_position(game, c->id, state, &why);
    if (!err)
        game->rules->text->write_position(game, state, &position);
    if (c->opened ? err != 0 : err != HRA_EINPUT || !strstr(why.text, c->position))
        fail_msg("%s at %s: %s", c->spec, c->id, why.text);
    if (c->opened &&
        (strcmp(game->spec, c->opened) != 0 || strcmp(hra_text_string(&position), c->position) != 0))
        fail_msg("%s at %s: %s, %s", c->spec, c->id, game->spec, hra_text_string(&position));
    free(state);
    hra_game_close(game);
    hra_text_release(&position);
}

static void ids_complete_the_spec(void **state) {
    (void)state;
    static const named cases[] = {
        {"backgammon", "XGID=" BOARD ":0:0:1:52:0:0:0:0:10", "backgammon:cube", START "white 52, cube 1"},
        {"backgammon", "XGID=" BOARD ":0:0:1:52:0:0:1:0:10", "backgammon:cube,jacoby",
         START "white 52, cube 1"},
        {"backgammon", "XGID=" BOARD ":0:0:1:52:0:0:2:0:10", "backgammon:cube,beavers",
         START "white 52, cube 1"},
        {"backgammon", "XGID=" BOARD ":0:0:1:52:0:0:3:0:10", "backgammon:cube,jacoby,beavers",
         START "white 52, cube 1"},
        {"backgammon", "XGID=" BOARD ":1:-1:1:00:0:0:0:0:10", "backgammon:cube", START "white, cube 2 black"},
        {"backgammon", "XGID=" BOARD ":0:0:1:DD:0:0:0:0:10", "backgammon:cube",
         START "white doubles, cube 1"},
        {"backgammon", "XGID=" BOARD ":0:0:1:00:3:2:0:7:10", "backgammon:match-length=7,score=3-2",
         START "white, cube 1, score 3-2"},
        {"backgammon", "XGID=" BOARD ":0:0:1:00:0:0:0:7:10", "backgammon:match-length=7",
         START "white, cube 1, score 0-0"},
        {"backgammon", "XGID=" BOARD ":0:0:1:00:6:2:1:7:10", "backgammon:match-length=7,score=6-2",
         START "white, no cube, score 6-2"},
        {"backgammon", "XGID=" BOARD ":0:0:-1:00:6:2:0:7:10",
         "backgammon:match-length=7,score=6-2,crawford=post", START "black, cube 1, score 6-2"},
        {"backgammon", "XGID=" BOARD ":0:0:1:00:0:0:0:1:10", "backgammon:match-length=1",
         START "white, cube 1, score 0-0"},
        /* as GNU Backgammon 1.07 shows them after `set jacoby on` and `off`, and of matches */
        {"backgammon", "4HPwATDgc/ABMA:cAkAAAAAAAAA", "backgammon:cube,jacoby", START "white, cube 1"},
        {"backgammon", "4HPwATDgc/ABMA:cAkAAAAAAAAE", "backgammon:cube", START "white, cube 1"},
        {"backgammon", "4HPwATDgc/ABMA cAngAFAAEAAE", "backgammon:match-length=7,score=2-5",
         START "white, cube 1, score 2-5"},
        {"backgammon", "4HPwATDgc/ABMA:8AngAGAAEAAE", "backgammon:match-length=7,score=2-6",
         START "white, no cube, score 2-6"},
        {"backgammon", "4HPwATDgc/ABMA:cAngAGAAEAAE", "backgammon:match-length=7,score=2-6,crawford=post",
         START "white, cube 1, score 2-6"},
        {"backgammon:checkers=3", "XGID=-aaa------------------AAA-:0:0:1:00:0:0:0:0:10",
         "backgammon:checkers=3,cube", "white 24:1 23:1 22:1, black 24:1 23:1 22:1, white, cube 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(&cases[i]);
}

static void what_an_id_does_not_say_is_left(void **state) {
    (void)state;
    static const named cases[] = {
        {"backgammon", "XGID=" BOARD ":0:0:1:52", "backgammon",
         START "white 52"}, /* cut off behind the dice */
        {"backgammon", "XGID=" BOARD ":1:-1:1:52", "backgammon:cube", START "white 52, cube 2 black"},
        {"backgammon", "4HPwATDgc/ABMA", "backgammon", START "white"},
        {"backgammon", START "white 52", "backgammon", START "white 52"},
        {"backgammon", "XGID=x", NULL, "expected 26 places"},
        {"checkers", "W:W31:B1", "checkers", "W:W31:B1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(&cases[i]);
}

static void options_of_the_spec_hold(void **state) {
    (void)state;
    static const char in_match[] = "XGID=" BOARD ":0:0:1:00:3:2:0:7:10",
                      money[] = "XGID=" BOARD ":1:-1:1:52:0:0:3:0:10",
                      crawford[] = "XGID=" BOARD ":0:0:1:00:6:2:1:7:10";
    static const named cases[] = {
        {"backgammon:match-length=5", in_match, "backgammon:match-length=5,score=3-2",
         START "white, cube 1, score 3-2"},
        {"backgammon:match-length=5", money, "backgammon:match-length=5",
         START "white 52, cube 2 black, score 0-0"},
        {"backgammon:match-length=5", crawford, NULL, "the ID has a score of 6 in a match of 5"},
        {"backgammon:match-length=9", crawford, NULL, "only the Crawford game has no cube"},
        {"backgammon:cube", in_match, "backgammon:cube,match-length=7,score=3-2",
         START "white, cube 1, score 3-2"},
        {"backgammon:cube", money, "backgammon:cube,jacoby,beavers", START "white 52, cube 2 black"},
        {"backgammon:cube=no", in_match, "backgammon:cube=no,match-length=7,score=3-2",
         START "white, no cube, score 3-2"},
        {"backgammon:cube=no", money, "backgammon:cube=no", START "white 52"},
        {"backgammon:cube=no", "XGID=" BOARD ":0:0:1:DD:0:0:3:0:10", NULL, "this game has no cube"},
        {"backgammon:match-length=0", in_match, "backgammon:match-length=0,cube", START "white, cube 1"},
        {"backgammon:jacoby=no", money, "backgammon:jacoby=no,cube,beavers", START "white 52, cube 2 black"},
        {"backgammon:beavers=no,cube", money, "backgammon:beavers=no,cube,jacoby",
         START "white 52, cube 2 black"},
        {"backgammon:crawford=no", crawford, "backgammon:crawford=no,match-length=7,score=6-2",
         START "white, cube 1, score 6-2"},
        {"backgammon:score=1-0", money, NULL, "score=1-0 needs a points match"},
        {"backgammon", "XGID=" BOARD ":0:0:1:00:9:2:0:7:10", NULL, "the ID has a score of 9 in a match of 7"},
        {"backgammon", "XGID=" BOARD ":0:0:1:00:3:2:0:99:10", NULL, "option 'match-length' takes 0..64"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(&cases[i]);
}

/* As eXtreme Gammon has it copied, and as a clipboard of Windows ends lines. */
static void the_first_line_of_what_is_copied_counts(void **state) {
    (void)state;
    static const named cases[] = {
        {"backgammon",
         "XGID=" BOARD
         ":0:0:1:52:0:0:3:0:10\r\nX:P   O:Q\r\nScore is X:0 O:0. Unlimited Game, Jacoby Beaver\r\n",
         "backgammon:cube,jacoby,beavers", START "white 52, cube 1"},
        {"backgammon", "XGID=" BOARD ":0:0:1:52:0:0:3:0:10\r", "backgammon:cube,jacoby,beavers",
         START "white 52, cube 1"},
        {"backgammon", "\n  XGID=" BOARD ":0:0:1:52:0:0:0:0:10\nmore", "backgammon:cube",
         START "white 52, cube 1"},
        {"backgammon", "4HPwATDgc/ABMA:cAngAFAAEAAE\r\n", "backgammon:match-length=7,score=2-5",
         START "white, cube 1, score 2-5"},
        /* a board of GNU Backgammon, whose second line is the match ID */
        {"backgammon",
         " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAngAFAAEAAE\n"
         " +13-14-15-16-17-18------+   +19-20-21-22-23-24-+     O: gnubg\n",
         "backgammon:match-length=7,score=2-5", START "white, cube 1, score 2-5"},
        {"backgammon", "4HPwATDgc/ABMA\ncAngAFAAEAAE\n", "backgammon:match-length=7,score=2-5",
         START "white, cube 1, score 2-5"},
        {"backgammon", "GNUID=4HPwATDgc/ABMA:cAngAFAAEAAE", "backgammon:match-length=7,score=2-5",
         START "white, cube 1, score 2-5"},
        {"backgammon", "XG2ID=" BOARD ":0:0:1:00:3:2:0:7:10", "backgammon:match-length=7,score=3-2",
         START "white, cube 1, score 3-2"},
        {"checkers", "W:W31:B1\r\n", "checkers", "W:W31:B1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(&cases[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_complete_the_spec),
        cmocka_unit_test(what_an_id_does_not_say_is_left),
        cmocka_unit_test(options_of_the_spec_hold),
        cmocka_unit_test(the_first_line_of_what_is_copied_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
