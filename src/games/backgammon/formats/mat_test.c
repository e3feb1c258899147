/* Match files of other programs read, and plays written as such. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "game_text.h"
#include "hra/hra.h"
#include "mat.h"

/* The records that a file becomes, one behind the other; nothing is wrong in it. */
static const char *read_all(const char *text, hra_text *out) {
    hra_text faults;
    hra_text_init(&faults);
    hra_text_clear(out);
    if (game_text_read("x.mat", text, strlen(text), out, &faults) < 0 || faults.length)
        fail_msg("%s\nof\n%s", hra_text_string(&faults), text);
    hra_text_release(&faults);
    return hra_text_string(out);
}

static hra_record *parse(const hra_text *lines) {
    hra_record *record = NULL;
    hra_error why = {0};
    size_t used;
    if (hra_record_parse(&record, NULL, hra_text_string(lines), lines->length, &used, 1, &why) != 0)
        fail_msg("%s\nof\n%s", why.text, hra_text_string(lines));
    assert_int_equal(used, lines->length);
    return record;
}

/* ---- reading ----------------------------------------------------------------------------------*/

/* As GNU Backgammon 1.07 writes: each step by itself, nothing behind dice that cannot be played. */
static const char money[] = "; [EventDate \"2026.11.23\"]\n"
                            "\n"
                            " 0 point match\n"
                            "\n"
                            " Game 1\n"
                            " Ann B. : 0                     Carl : 0\n"
                            "  1)                             21: 13/11 24/23 \n"
                            "  2)  Doubles => 2                Beavers => 4\n"
                            "  3) 66: 24/18 24/18 13/7 13/7   52: 13/8 24/22\n"
                            "  4) 33: 8/5 8/5 6/3 6/3          Doubles => 8\n"
                            "  5)  Drops\n"
                            "                                 Wins 4 points\n"
                            "\n"
                            " Game 2\n"
                            " Ann B. : 0                     Carl : 4\n"
                            "  1) 31: 8/5 6/5\n";

static const char money_records[] =
    "hra-record 1\ngame backgammon:cube=yes,max-cube=1024,beavers\nseat 0 Ann B.\nseat 1 Carl\n# Date: "
    "2026.11.23\n#: tag Date 2026.11.23\n"
    "* 12\n1 24/23 13/11\n0 double\n1 beaver\n0 take\n* 66\n0 24/18(2) 13/7(2)\n1 roll\n* 52\n1 24/22 13/8\n"
    "* 33\n0 8/5(2) 6/3*(2)\n1 double\n0 drop\n#: property End Wins 4 points\nresult -4 4\n"
    "hra-record 1\ngame backgammon:cube=yes,max-cube=1024\nseat 0 Ann B.\nseat 1 Carl\n# Date: 2026.11.23\n"
    "#: tag Date 2026.11.23\n#: property Part 2\n#: property Score 0 4\n* 31\n0 8/5 6/5\n";

/* The first game is dropped, the second given up; the third is the one after the Crawford game, so that there is a cube
 * again. */
static const char match[] = " 3 point match\n"
                            " Game 1\n"
                            " A : 0       B : 0\n"
                            "  1) 31: 8/5 6/5                 Doubles => 2\n"
                            "  2) Takes                       64: 24/14\n"
                            "  3) Doubles => 4                Drops\n"
                            "     Wins 2 points\n"
                            " Game 2\n"
                            " A : 2       B : 0\n"
                            "  1)                             31: 8/5 6/5\n"
                            "                                 Wins 1 point\n"
                            " Game 3\n"
                            " A : 2       B : 1\n"
                            "  1) 63: 24/15                   Doubles => 2\n"
                            "  2) Drops\n"
                            "                                 Wins 1 point\n"
                            " 1 point match\n"
                            " Game 1\n"
                            " A : 0       B : 0\n";

static const char match_records[] =
    "hra-record 4\ngame backgammon:match-length=3,score=0-0,cube=yes,max-cube=1024\nseat 0 A\nseat 1 B\n"
    "* 31\n0 8/5 6/5\n1 double\n0 take\n* 64\n1 24/14\n0 double\n1 drop\n#: property End Wins 2 points\n* "
    "13\n1 8/5 6/5\n"
    "0 White resigns 1 point\n* 63\n0 24/15\n1 double\n0 drop\n#: property End Wins 1 point\n"
    "hra-record 1\ngame backgammon:match-length=1,score=0-0,cube=yes,max-cube=1024\nseat 0 A\nseat 1 B\n";

static void files_become_records(void **state) {
    hra_text out;
    hra_text_init(&out);
    assert_string_equal(read_all(money, &out), money_records);
    assert_string_equal(read_all(match, &out), match_records);
    hra_text_release(&out);
}

/* A mark in front, ends of lines of other systems, and names in Latin-1. */
static void files_of_other_systems_are_read(void **state) {
    static const char *const texts[] = {
        "\xef\xbb\xbf 5 point match\n Game 1\n Ren\xc3\xa9 : 0     B : 0\n  1) 31: 8/5 6/5\n",
        " 5 point match\r\n Game 1\r\n Ren\xe9 : 0     B : 0\r\n  1) 31: 8/5 6/5\r\n",
        " 5 point match\r Game 1\r Ren\xe9 : 0     B : 0\r  1) 31: 8/5 6/5\r",
    };
    hra_text out;
    hra_text_init(&out);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        (void)read_all(texts[i], &out);
        assert_non_null(strstr(hra_text_string(&out), "seat 0 Ren\xc3\xa9\nseat 1 B\n* 31\n0 8/5 6/5\n"));
    }
    hra_text_release(&out);
}

/* The text without white space. */
static const char *squeezed(const char *text, hra_text *out) {
    hra_text_clear(out);
    for (; *text; text++)
        if (*text > ' ')
            hra_text_add_char(out, *text);
    return hra_text_string(out);
}

static void same_but_for_blanks(const char *text) {
    const hra_game_file_setup setup = {
        .size = sizeof setup, .name = "x.mat", .text = text, .length = strlen(text)};
    hra_game_file *file;
    const hra_game_found *found;
    hra_text written, one, other;
    hra_text_init(&written);
    hra_text_init(&one);
    hra_text_init(&other);
    assert_int_equal(hra_game_file_open(&file, &setup, NULL), 0);
    while (hra_game_file_next(file, &found, NULL) == 0 && found)
        assert_int_equal(hra_record_write(found->record, found->format, &written), 0);
    hra_game_file_close(file);
    assert_string_equal(squeezed(hra_text_string(&written), &one), squeezed(text, &other));
    hra_text_release(&written);
    hra_text_release(&one);
    hra_text_release(&other);
}

/* A game resigned, one behind dice, one dropped, and one that only the score of the next game ends; remarks of many kinds. */
static const char resigned[] = ";a comment\n"
                               "; [Site \"somewhere\"]\n"
                               "; [Match ID \"77\"]\n"
                               ";another\n"
                               "; [EventDate \"2026.11.27\"]\n"
                               " 8 point match\n"
                               ";behind it\n"
                               " Game 1\n"
                               " P : 0                          Q : 0\n"
                               ";in front of the first move\n"
                               "  1)                             41: 13/9 24/23\n"
                               "  2) 31: 8/5 6/5                 26: 24/18 13/11\n"
                               ";behind a move\n"
                               "      Wins 1 point\n"
                               " Game 2\n"
                               " P : 1                          Q : 0\n"
                               ";of game 2\n"
                               "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
                               "  2) 61: 13/7 8/7                 Doubles => 2\n"
                               "  3)  Takes                      63:\n"
                               "      Wins 4 points\n"
                               " Game 3\n"
                               " P : 5                          Q : 0\n"
                               "  1) 52: 13/8 24/22              21: 13/11 24/23\n"
                               " Game 4\n"
                               " P : 5                          Q : 3\n"
                               "  1) 52: 13/8 24/22               Doubles => 2\n"
                               "  2)  Drops\n"
                               "                                  Wins 1 point\n"
                               " Game 5\n"
                               " P : 5                          Q : 4\n"
                               "  1) 31: 8/5 6/5\n"
                               "      Wins 3 points and the match\n";

static void a_match_is_one_game(void **state) {
    hra_text out;
    hra_text_init(&out);
    const char *record = read_all(resigned, &out);
    assert_null(strstr(record + 1, "hra-record"));
    assert_non_null(
        strstr(record, "\n* 62\n1 24/18 13/11\n#: comment behind a move\n1 Black resigns 1 point\n"));
    assert_non_null(strstr(record, "\n* 63\n1 Black resigns 4 points\n"));
    assert_non_null(strstr(record, "\n1 24/23 13/11\n0 White resigns 3 points\n"));
    assert_non_null(strstr(record, "\nresult 1 -1\n"));
    hra_record *again = parse(&out);
    const bg_state *last = hra_record_at(again, hra_record_info(again)->plies).state;
    assert_int_equal(last->score[BG_WHITE], 8);
    assert_int_equal(last->score[BG_BLACK], 4);
    hra_record_close(again);
    hra_text_release(&out);
}

static void files_are_written_as_they_were(void **state) {
    same_but_for_blanks(resigned);
    same_but_for_blanks(match);
    same_but_for_blanks(" Match length: 3\n Game 1\n A : 0     B : 0\n  1) 31: 8/5 6/5      13: 8/5 6/5\n");
}

/* Games of which none follows from the one before it; the last is after the Crawford game, so that there is a cube. */
static const char apart[] =
    "; [Event \"E\"]\n"
    " 3 point match\n"
    " Game 1\n A : 2    B : 0\n  1) 31: 8/5 6/5      13: 8/5 6/5\n"
    " Game 3\n A : 1    B : 1\n  1) 31: 8/5 6/5      13: 8/5 6/5\n"
    " Game 4\n A : 1    B : 1\n  1) 31: 8/5 6/5      13: 8/2\n"
    " Game 7\n A : 1    B : 0\n  1) 42: 8/4 6/4      13: 8/5 6/5\n"
    " Game 6\n A : 0    B : 2\n  1) 42: 8/4 6/4      13: 8/5 6/5\n  2)  Doubles => 2\n";

/* The records and faults of a match, whose reader has a mark of where it was, or none. */
static void read_plays(hra_format_mark *mark, hra_text *out) {
    hra_format_input in = {.text = apart, .length = strlen(apart), .line = 1, .mark = mark};
    for (size_t used = 0; used < in.length; in.at = used) {
        hra_annotated *game;
        hra_record *record;
        assert_int_equal(hra_annotated_open(&game, NULL), 0);
        assert_int_equal(bg_mat_read(&in, game, &used, NULL), 0);
        for (int i = 0; i < game->fault_count; i++)
            hra_text_addf(out, "line %d: %s\n", game->faults[i].line, game->faults[i].text);
        assert_int_equal(hra_record_of(&record, game, NULL), 0);
        assert_int_equal(hra_record_text(record, out), 0);
        hra_record_close(record);
    }
}

static void a_mark_changes_no_game(void **state) {
    hra_format_mark mark = {0};
    hra_text one, other;
    hra_text_init(&one);
    hra_text_init(&other);
    read_plays(NULL, &one);
    read_plays(&mark, &other);
    assert_string_equal(hra_text_string(&one), hra_text_string(&other));
    assert_non_null(strstr(hra_text_string(&one), "line 11: illegal move '8/2'"));
    assert_non_null(strstr(hra_text_string(&one), "score=0-2,cube=yes,max-cube=1024,crawford=post\n"));
    assert_non_null(strstr(hra_text_string(&one), "0 double\n"));
    hra_text_release(&one);
    hra_text_release(&other);
}

/* One game of a match is damaged; the next one's score shows how it ended. */
static void damage_ends_one_game(void **state) {
    static const struct {
        const char *row, *says;
    } cases[] = {
        {"  2) 31: 9/1 8/7                 42: 8/4 6/4\n", "line 5, character 10: illegal move '9/1 8/7'"},
        {"  2) 31:                         42: 8/4 6/4\n",
         "line 5, character 1: expected the play of the dice before"},
        {"  2) 71: 8/2 8/7                 42: 8/4 6/4\n",
         "line 5, character 6: expected a roll such as 31:"},
        {"@@@\n", "line 5, character 1: expected a move, the end of a game, or 'Game'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text text, out, faults;
        hra_text_init(&text);
        hra_text_init(&out);
        hra_text_init(&faults);
        hra_text_addf(&text,
                      " 7 point match\n Game 1\n A : 0                          B : 0\n"
                      "  1) 31: 8/5 6/5                 21: 13/11 24/23\n%s"
                      " Game 2\n A : 0                          B : 2\n"
                      "  1)                             64: 24/14\n",
                      cases[i].row);
        int games = game_text_read("x.mat", hra_text_string(&text), text.length, &out, &faults);
        if (games != 1 || !strstr(hra_text_string(&faults), cases[i].says))
            fail_msg("%d games; '%s' is not in '%s'", games, cases[i].says, hra_text_string(&faults));
        assert_non_null(strstr(hra_text_string(&out), "0 White resigns 2 points\n* 46\n1 24/14\n"));
        hra_text_release(&text);
        hra_text_release(&out);
        hra_text_release(&faults);
    }
}

#define HEAD " 5 point match\n Game 1\n A : 0     B : 0\n"

static void what_is_wrong_is_said_with_its_line(void **state) {
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"hello\n", "line 1, character 1: expected '7 point match' or 'Game 1'"},
        {" 99999999999999 point match\n Game 1\n",
         "line 1, character 1: expected '7 point match' or 'Game 1'"},
        {" 65 point match\n Game 1\n", "a match of 65 points"},
        {" 5 point match\n Game 1\n", "the names of the players"},
        {" 5 point match\n Game 1\n A  B\n",
         "line 3, character 1: expected names and points, as in 'Anna : 3   Ben : 2'"},
        {" 5 point match\n Game 1\n A : 99999999999 B : 0\n", "names and points"},
        {" 5 point match\n Game 1\n A : 5     B : 0\n",
         "line 3, character 1: score=5-0: 5 points end a match of 5"},
        {HEAD "  1) 31: 8/5 9/5\n", "line 4, character 10: illegal move '8/5 9/5' with 3-1; legal moves:"},
        {HEAD "  1) 31: 8/5 6/5\n", NULL},
        {HEAD "  1) 11: 8/7\n", "two different dice"},
        {HEAD "  1) 71: 8/7\n", "a roll such as 31:"},
        {HEAD "  1) 31: 8/5 6/5   21: 13/11 6/5  42: 8/4\n", "two moves in a line"},
        {HEAD "  1) 31: 8/5 6/5\n  2) 42: 8/4 6/4\n", "line 5, character 6: the move of Black is missing"},
        {HEAD "  1) 31:        42: 8/4 6/4\n", "the play of the dice before"},
        {HEAD "  1) Doubles => 2\n", "a cube action that is legal here"},
        {HEAD "  1) 31: 8/5 6/5   Takes\n", "a cube action that is legal here"},
        {HEAD "  1) 31: 8/5 6/5   Doubles => 2\n  2) Drops   41: 24/23 13/9\n",
         "nothing more: this game is over"},
        {HEAD "what is this\n", "a move, the end of a game, or 'Game'"},
        {"; [Rules \"cube=maybe\"]\n" HEAD, "cube"},
        {"; [Rules \"match=9\"]\n" HEAD, "rules without match and score"},
        {"; [Position \"white 3:1\"]\n" HEAD, "line 4, character 1: "},
        {"; [Rules \"cube=yes\"]\n" HEAD "; automatic double 33\n", "no equal dice"},
    };
    hra_text out;
    hra_text_init(&out);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text faults;
        hra_text_init(&faults);
        (void)game_text_read("x.mat", cases[i].text, strlen(cases[i].text), &out, &faults);
        const char *says = hra_text_string(&faults);
        if (!cases[i].says ? *says != '\0' : !strstr(says, cases[i].says))
            fail_msg("%s\nsays '%s', not '%s'", cases[i].text, says, cases[i].says);
        hra_text_release(&faults);
    }
    hra_text_release(&out);
}

/* ---- writing and reading again ----------------------------------------------------------------*/

static hra_err keep(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* A random game, left after this number of moves. */
static void play_by_chance(const char *spec, const char *position, uint64_t seed, int moves, hra_text *out) {
    hra_game *game = NULL;
    hra_player *player = NULL;
    hra_play *play = NULL;
    hra_event event = {0};
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    assert_int_equal(hra_player_open(&player, game, "random", NULL, NULL, NULL), 0);
    const hra_player *players[] = {player, player};
    hra_play_setup setup = {.size = sizeof setup,
                            .game = game,
                            .players = players,
                            .count = 2,
                            .seed = seed,
                            .position = position,
                            .sink = keep,
                            .sink_self = out};
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    for (int i = 0; i < moves && event.kind != HRA_EVENT_OVER; i++)
        assert_int_equal(hra_play_step(play, &event), 0);
    hra_play_close(play);
    hra_player_close(player);
    hra_game_close(game);
}

static void same_plays(const hra_record *a, const hra_record *b) {
    int plies = hra_record_info(a)->plies;
    /* that somebody has said not to double stands with the throw */
    bool rolled =
        plies && hra_record_info(b)->plies == plies - 1 && hra_record_at(a, plies - 1).move == BG_ROLL;
    assert_int_equal(hra_record_info(b)->plies, rolled ? plies - 1 : plies);
    for (int ply = 0; ply <= hra_record_info(b)->plies; ply++)
        assert_memory_equal(hra_record_at(a, ply).state, hra_record_at(b, ply).state, sizeof(bg_state));
}

static void plays_of_any_rules_come_back(void **state) {
    static const struct {
        const char *spec, *position;
    } cases[] = {
        {"backgammon", NULL},
        {"backgammon:cube,beavers,jacoby,automatic-doubles=3", NULL},
        {"backgammon:cube,max-cube=0", NULL},
        {"backgammon:match-length=5", NULL},
        {"backgammon:match-length=7,score=6-3,variation=nackgammon", NULL},
        {"backgammon:match-length=7,score=6-3,crawford=post", NULL},
        {"backgammon:match-length=3,crawford=no,cube=no", NULL},
        {"backgammon:checkers=3,match-length=9,gammons=no,max-cube=4", NULL},
        {"backgammon:cube,beavers", "white 6:3, black 6:2, white doubles, cube 2 white"},
        {"backgammon:match-length=4", "white 6:3, black 6:2, black 52, cube 2 white, score 1-2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < 8; k++) {
            hra_text record, file, again;
            hra_text_init(&record);
            hra_text_init(&file);
            hra_text_init(&again);
            play_by_chance(cases[i].spec, cases[i].position, (uint64_t)k + 1, k < 4 ? 7 * k + 1 : 100000,
                           &record);
            hra_record *before = parse(&record);
            assert_int_equal(hra_record_write(before, bg_formats, &file), 0);
            (void)read_all(hra_text_string(&file), &again);
            hra_record *after = parse(&again);
            same_plays(before, after);
            hra_record_close(before);
            hra_record_close(after);
            hra_text_release(&record);
            hra_text_release(&file);
            hra_text_release(&again);
        }
}

/* Cut anywhere, a file is read as far as it goes or refused in words. */
static void files_that_were_cut_do_no_harm(void **state) {
    hra_text out;
    hra_text_init(&out);
    for (size_t length = 0; length < strlen(money); length++) {
        char *cut = malloc(length + 1);
        hra_text faults;
        hra_text_init(&faults);
        assert_non_null(cut);
        memcpy(cut, money, length);
        hra_text_clear(&out);
        int games = game_text_read("x.mat", cut, length, &out, &faults);
        assert_true(games > 0 || length == 0 || faults.length);
        free(cut);
        hra_text_release(&faults);
    }
    hra_text_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_become_records),
        cmocka_unit_test(a_match_is_one_game),
        cmocka_unit_test(files_are_written_as_they_were),
        cmocka_unit_test(a_mark_changes_no_game),
        cmocka_unit_test(damage_ends_one_game),
        cmocka_unit_test(files_of_other_systems_are_read),
        cmocka_unit_test(what_is_wrong_is_said_with_its_line),
        cmocka_unit_test(plays_of_any_rules_come_back),
        cmocka_unit_test(files_that_were_cut_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
