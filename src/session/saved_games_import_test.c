/* Plays of other programs that are put into the store: each becomes an entry that opens. */
#include "core/text.h"
#include "session_desk.h"

#include <string.h>

static const char pdn[] =
    "[Event \"x\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n[Result \"*\"]\n\n1. 11-15 22-17 *\n\n"
    "[Event \"y\"]\n[Result \"1-0\"]\n1. 9-13 1-0\n",
                  one_play[] = "[Event \"x\"]\n\n1. 11-15 *\n",
                  mat[] = " 3 point match\n\n Game 1\n Ann : 0                          Bob : 0\n"
                          "  1) 31: 8/5 6/5                    42: 8/4 6/4\n";

static void put(desk *d, const char *name, const char *text, const char *why) {
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "put %s ", name);
    hra_text_add_json(&line, text);
    if (why)
        desk_error(d, 0, why, "%s", hra_text_string(&line));
    else
        desk_ok(d, 0, "%s", hra_text_string(&line));
    hra_text_release(&line);
}

static int kept(desk *d) {
    size_t at = d->count;
    desk_ok(d, 0, "plays");
    return desk_tell_count(d, at, 0, "kept");
}

static void opens(desk *d, const char *line, const char *spec, int ply) {
    size_t at = d->count;
    desk_ok(d, 0, "%s", line);
    assert_non_null(strstr(desk_text(desk_find(d, at, 0, "hello"), "spec"), spec));
    assert_int_equal(desk_int(desk_find(d, at, 0, "position"), "ply"), ply);
}

static void each_play_becomes_an_entry(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    put(&d, "plays/two.pdn", pdn, NULL);
    assert_int_equal(kept(&d), 2);
    opens(&d, "watch plays/two-2.hra", "checkers", 1);
    opens(&d, "watch plays/two-1.hra", "checkers", 2);
    opens(&d, "resume plays/two-1.hra", "checkers", 2);
    const json_t *seats = json_object_get(desk_last(&d, 0, "hello"), "seats");
    assert_string_equal(desk_text(json_array_get(seats, 0), "called"), "Ann");
    assert_true(json_is_true(json_object_get(json_array_get(seats, 1), "person")));
    put(&d, "plays/one.PDN", one_play, NULL);
    opens(&d, "watch plays/one.hra", "checkers", 1);
    put(&d, "plays/match.mat", mat, NULL);
    opens(&d, "watch plays/match.hra", "backgammon:match-length=3", 5);
    put(&d, "plays/match.txt", mat, NULL); /* known by what it holds, and the same entry */
    assert_int_equal(kept(&d), 4);
    put(&d, "plays/mark.pdn", "\xef\xbb\xbf[Event \"x\"]\r\n1. 11-15 *\r\n", NULL);
    opens(&d, "watch plays/mark.hra", "checkers", 1);
    put(&d, "plays/own.hra", "\xef\xbb\xbfhra-record 1\ngame tictactoe\nseat 0 human\nseat 1 human\n0 b2\n",
        NULL);
    opens(&d, "resume plays/own.hra", "tictactoe", 1);
    assert_int_equal(kept(&d), 6);
    desk_close(&d);
}

/* By the name of its file, and pasted. */
static void games_of_chess_open_too(void **state) {
    static const char pgn[] = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 {[%clk 0:01:00]} e5 2. Nf3 *\n",
                      moves[] = "1. e4 e5 2. Bc4 *\n",
                      other[] = "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/"
                                "BQ1BNRKR w HFhf - 2 9\"]\n\n9. c4 *\n";
    desk d;
    desk_open_plain(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    put(&d, "plays/game.pgn", pgn, NULL);
    opens(&d, "resume plays/game.hra", "chess", 3);
    assert_string_equal(
        desk_text(json_array_get(json_object_get(desk_last(&d, 0, "hello"), "seats"), 0), "called"), "Ann");
    put(&d, "plays/pasted.txt", moves, NULL);
    opens(&d, "watch plays/pasted.hra", "chess", 3);
    put(&d, "plays/other.txt", other, NULL);
    opens(&d, "watch plays/other.hra", "chess:variant=960", 1);
    put(&d, "plays/x.pgn", "[Event \"x\"]\n1. e9 *\n", "line 2");
    desk_close(&d);
}

static void what_is_no_play_is_refused(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    put(&d, "plays/x.txt", "nothing of the kind", "not a file of games");
    put(&d, "plays/x.pdn", "[Event \"x\"]\n1. 11-99 *\n", "line 2");
    put(&d, "plays/x.mat", "", "the file is empty");
    assert_int_equal(kept(&d), 0);
    put(&d, "files/x.pdn", "a file is a file", NULL);
    desk_close(&d);
}

/* One that lies in the folder already is shown, and not written to. */
static void a_file_of_another_program_is_shown(void **state) {
    desk d;
    desk_open_plain(&d);
    const hra_store_entry entry = {.name = "plays/old.pdn", .length = strlen(pdn)};
    assert_int_equal(hra_store_fill(d.store, &entry, pdn, NULL), 0);
    desk_attach(&d, HRA_VIEW_TABLE);
    opens(&d, "watch plays/old.pdn", "checkers", 1); /* the last, as of records */
    desk_error(&d, 0, "this game is over", "resume plays/old.pdn");
    static const char open[] = "1. 11-15 *\n";
    const hra_store_entry other = {.name = "plays/open.pdn", .length = strlen(open)};
    assert_int_equal(hra_store_fill(d.store, &other, open, NULL), 0);
    desk_error(&d, 0, "can be watched but not resumed", "resume plays/open.pdn");
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_play_becomes_an_entry), cmocka_unit_test(games_of_chess_open_too),
        cmocka_unit_test(what_is_no_play_is_refused), cmocka_unit_test(a_file_of_another_program_is_shown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
