/* Openings: what is read, and games from them against plays that were opened at the same positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "played.h"
#include "rules/defaults.h"

static const char three[] = "# three openings\r\n"
                            "X../.O./...\r\n"
                            "\n"
                            "  X../O../... \t\n"
                            ".X./..O/..."; /* without a newline */

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    return game;
}

static hra_openings *read_text(const hra_game *game, const char *text) {
    hra_openings *o = NULL;
    hra_error why = {0};
    if (hra_openings_read(&o, game, text, strlen(text), &why) != 0)
        fail_msg("%s", why.text);
    return o;
}

/* ---- reading --------------------------------------------------------------------------------*/

static void lines_are_positions(void **state) {
    static const char *const expected[] = {"X../.O./...", "X../O../...", ".X./..O/..."};
    hra_game *game = open_game("tictactoe");
    hra_openings *o = read_text(game, three);
    assert_int_equal(hra_openings_count(o), 3);
    for (uint64_t i = 0; i < 7; i++) { /* round and round */
        hra_text text;
        hra_text_init(&text);
        hra_openings_write(o, i, &text);
        assert_string_equal(hra_text_string(&text), expected[i % 3]);
        hra_text_release(&text);
    }
    hra_openings_close(o);
    hra_game_close(game);
}

static void what_is_wrong_is_said_with_its_line(void **state) {
    static const struct {
        const char *game, *text, *said;
    } cases[] = {
        {"tictactoe", "X../.O./...\nXO./...\n",
         "line 2, character 8: expected nine of X O . as in X.O/.X./..O, cell 7 is missing"},
        {"tictactoe", "\n#\nXXX/OO./...\n",
         "line 3, character 1: the game is over in 'XXX/OO./...': nothing begins there"},
        {"tictactoe", "X../.O./...\n\nX../.O./...", "line 3, character 1: the same position as on line 1"},
        {"tictactoe", "", "no openings found"},
        {"tictactoe", "# only words\n \n", "no openings found"},
        {"checkers", "W:W21,22:B1,2\nW:W21,22:B1,x",
         "line 2, character 13: expected a square from 1 to 32, K before a king,"},
        {"checkers", "W:W21,22:B1,2\nW:W22,21:B2,1", "line 2, character 1: the same position as on line 1"},
        {"yahtzee", "dice=1-1-1-1-9\n", "line 1, character 14: a die shows 1 to 6, found '9'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_game(cases[i].game);
        hra_openings *o = NULL;
        hra_error why = {0};
        assert_int_equal(hra_openings_read(&o, game, cases[i].text, strlen(cases[i].text), &why), HRA_EINPUT);
        if (!strstr(why.text, cases[i].said))
            fail_msg("case %zu: %s", i, why.text);
        hra_game_close(game);
    }
}

/* A mark in front, and ends of lines of other systems. */
static void files_of_other_systems_are_read(void **state) {
    static const char *const texts[] = {
        "\xef\xbb\xbfX../.O./...\nX../..O/...\n",
        "X../.O./...\r\nX../..O/...\r\n",
        "X../.O./...\r# a remark\rX../..O/...",
    };
    hra_game *game = open_game("tictactoe");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        hra_openings *o = read_text(game, texts[i]);
        assert_int_equal(hra_openings_count(o), 2);
        hra_openings_close(o);
    }
    hra_game_close(game);
}

/* Zeros, and lines that are too long. */
static void bytes_are_no_text(void **state) {
    hra_game *game = open_game("tictactoe");
    hra_error why = {0};
    hra_openings *o = NULL;
    assert_int_equal(hra_openings_read(&o, game, "X../\0O./...\n", 12, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "line 1, character 5: expected text, found a byte 0"));
    char *line = malloc(5000);
    assert_non_null(line);
    memset(line, 'X', 5000);
    assert_int_equal(hra_openings_read(&o, game, line, 5000, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "line 1, character 1: expected at most 4095 bytes"));
    line[0] = '#'; /* the rest of a comment is not read */
    line[4998] = '\n';
    line[4999] = '\n';
    assert_int_equal(hra_openings_read(&o, game, line, 5000, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "no openings found"));
    free(line);
    hra_game_close(game);
}

/* ---- order ----------------------------------------------------------------------------------*/

enum { MANY = 60 };

/* Nim with 1..60 counters in a row. */
static hra_openings *read_many(const hra_game *game) {
    hra_text text;
    hra_text_init(&text);
    for (int i = 1; i <= MANY; i++)
        hra_text_addf(&text, "%d/0\n", i);
    hra_openings *o = read_text(game, hra_text_string(&text));
    hra_text_release(&text);
    return o;
}

static void order_of(const hra_openings *o, int *out) {
    for (uint64_t i = 0; i < MANY; i++) {
        hra_text text;
        hra_text_init(&text);
        hra_openings_write(o, i, &text);
        out[i] = (int)strtol(hra_text_string(&text), NULL, 10);
        hra_text_release(&text);
    }
}

static void a_seed_shuffles(void **state) {
    hra_game *game = open_game("nim:rows=60");
    hra_openings *o = read_many(game);
    int first[MANY], again[MANY], other[MANY], moved = 0;
    bool seen[MANY + 1] = {false};
    hra_openings_shuffle(o, 7);
    order_of(o, first);
    for (int i = 0; i < MANY; i++) {
        assert_false(seen[first[i]]);
        seen[first[i]] = true;
        moved += first[i] != i + 1;
    }
    assert_true(moved > MANY / 2);
    hra_openings_shuffle(o, 8);
    order_of(o, other);
    assert_true(memcmp(first, other, sizeof first) != 0);
    hra_openings_shuffle(o, 7); /* whatever they were in before */
    order_of(o, again);
    assert_memory_equal(first, again, sizeof first);
    hra_openings_close(o);
    hra_game_close(game);
}

/* ---- games ----------------------------------------------------------------------------------*/

static hra_err add_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* The records of a match as single plays give them: each opened at its position. */
static void play_one_by_one(const hra_game *game, const hra_player *const *players, const hra_openings *o,
                            uint64_t games, hra_text *out) {
    for (uint64_t g = 0; g < games; g++) {
        const hra_player *sitting[2] = {players[g % 2], players[1 - g % 2]};
        hra_play *play = NULL;
        hra_event event = {.kind = HRA_EVENT_CHANCE};
        hra_text position;
        hra_text_init(&position);
        hra_openings_write(o, g / 2, &position);
        hra_play_setup setup = {.size = sizeof setup,
                                .game = game,
                                .players = sitting,
                                .count = 2,
                                .seed = 9,
                                .number = g / 2,
                                .position = hra_text_string(&position),
                                .sink = add_text,
                                .sink_self = out};
        assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
        while (event.kind != HRA_EVENT_OVER)
            assert_int_equal(hra_play_step(play, &event), 0);
        hra_play_close(play);
        hra_text_release(&position);
    }
}

static void games_are_plays_from_there(void **state) {
    static const struct {
        const char *game, *players[2], *openings;
    } cases[] = {
        {"tictactoe", {"random", "mcts:playouts=20,memory=1M"}, three},
        {"checkers:ballot=all",
         {"random", "greedy"},
         "W:W21,22,30:B1,2,9\nB:W32,31,30:B1,2,3\nW:WK32:B12,K1\n"},
        {"race:seats=2,pieces=2", {"random", "greedy"}, NULL},
    };
    enum { GAMES = 10 };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        hra_game *game = open_game(cases[k].game);
        hra_text start, expected, found;
        hra_text_init(&start);
        if (cases[k].openings) {
            hra_text_add(&start, cases[k].openings);
        } else { /* chance is to move in it */
            void *s = calloc(1, game->state_size);
            hra_game_begin(game, 0, s);
            game->rules->text->write_position(game, s, &start);
            free(s);
        }
        hra_openings *o = read_text(game, hra_text_string(&start));
        hra_player *players[2];
        for (int i = 0; i < 2; i++)
            assert_int_equal(hra_player_open(&players[i], game, cases[k].players[i], NULL, NULL, NULL), 0);
        hra_text_init(&expected);
        play_one_by_one(game, (const hra_player *const *)players, o, GAMES, &expected);
        for (int threads = 1; threads <= 3; threads += 2) {
            hra_match_result r = {.size = sizeof r};
            hra_text_init(&found);
            played_setup setup = {.game = game,
                                  .players = (const hra_player *const *)players,
                                  .count = 2,
                                  .games = GAMES,
                                  .seed = 9,
                                  .threads = threads,
                                  .rotate = true,
                                  .sink = add_text,
                                  .sink_self = &found,
                                  .openings = o};
            assert_int_equal(played_match(&setup, &r, NULL), 0);
            assert_string_equal(hra_text_string(&found), hra_text_string(&expected));
            hra_match_release(&r);
            hra_text_release(&found);
        }
        hra_text_release(&expected);
        hra_text_release(&start);
        for (int i = 0; i < 2; i++)
            hra_player_close(players[i]);
        hra_openings_close(o);
        hra_game_close(game);
    }
}

/* Without records only the present state is kept: the games are the same. */
static void bare_games_begin_there_too(void **state) {
    hra_game *game = open_game("tictactoe");
    hra_openings *o = read_text(game, three);
    hra_player *player;
    assert_int_equal(hra_player_open(&player, game, "random", NULL, NULL, NULL), 0);
    hra_match_result r[2];
    hra_text ignored;
    hra_text_init(&ignored);
    for (int i = 0; i < 2; i++) {
        r[i] = (hra_match_result){.size = sizeof r[i]};
        played_setup setup = {.game = game,
                              .players = (const hra_player *const[]){player, player},
                              .count = 2,
                              .games = 300,
                              .seed = 1,
                              .threads = 1,
                              .sink = i ? add_text : NULL,
                              .sink_self = &ignored,
                              .openings = o};
        assert_int_equal(played_match(&setup, &r[i], NULL), 0);
    }
    assert_int_equal(r[0].players[0].wins, r[1].players[0].wins);
    assert_int_equal(r[0].players[0].draws, r[1].players[0].draws);
    for (int i = 0; i < 2; i++)
        hra_match_release(&r[i]);
    hra_text_release(&ignored);
    hra_player_close(player);
    hra_openings_close(o);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_positions),
        cmocka_unit_test(what_is_wrong_is_said_with_its_line),
        cmocka_unit_test(files_of_other_systems_are_read),
        cmocka_unit_test(bytes_are_no_text),
        cmocka_unit_test(a_seed_shuffles),
        cmocka_unit_test(games_are_plays_from_there),
        cmocka_unit_test(bare_games_begin_there_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
