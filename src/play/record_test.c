#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

#define HEAD "hra-record 1\ngame tictactoe\nseed 7\nnumber 3\nseat 0 human\nseat 1 random\n"

static hra_record *parse(const char *text) {
    hra_record *record = NULL;
    hra_error why = {0};
    size_t used;
    if (hra_record_parse(&record, NULL, text, strlen(text), &used, 1, &why) != 0)
        fail_msg("%s\nof\n%s", why.text, text);
    return record;
}

/* The position after the moves that stand. */
static void check_board(const hra_record *record, const char *expected) {
    const hra_game *game = hra_record_info(record)->game;
    hra_text text;
    hra_text_init(&text);
    game->rules->text->write_position(game, hra_record_at(record, HRA_NOW).state, &text);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
}

static void everything_is_read(void **state) {
    hra_record *record = parse(HEAD "0 b2\n1 a1\n0 c3\n");
    assert_string_equal(hra_record_info(record)->game->spec, "tictactoe");
    assert_true(hra_record_info(record)->seed == 7 && hra_record_info(record)->number == 3);
    assert_string_equal(hra_record_info(record)->specs[0], "human");
    assert_string_equal(hra_record_info(record)->specs[1], "random");
    assert_null(hra_record_info(record)->position);
    assert_false(hra_record_info(record)->manual_chance);
    assert_false(hra_record_info(record)->finished);
    static const hra_move moves[3] = {4, 0, 8};
    static const int movers[4] = {0, 1, 0, 1};
    assert_int_equal(hra_record_info(record)->plies, 3);
    for (int ply = 0; ply <= 3; ply++) {
        assert_int_equal(hra_record_at(record, ply).mover, movers[ply]);
        if (ply < 3)
            assert_int_equal(hra_record_at(record, ply).move, moves[ply]);
    }
    check_board(record, "O../.X./..X");
    hra_record_close(record);
}

/* What is written about a game; a comment that begins with a word of the lines is a comment. */
static void notes_are_read(void **state) {
    hra_record *record = parse(HEAD "#: tag Event x\n0 b2\n#: comment before the end\n#: before nag 3\n"
                                    "#: (\n#: 0 a1\n#: comment )\n#: )\n1 a1\n");
    const hra_annotated *a = hra_record_annotated(record);
    assert_non_null(a);
    assert_string_equal(hra_annotated_tag(a, "event"), "x");
    assert_int_equal(a->node_count, 4);
    const hra_note *note = &a->notes[a->nodes[1].note];
    assert_string_equal(note->text, "before the end");
    assert_false(note->before);
    assert_true(a->notes[note->next].before && a->notes[note->next].value == 3);
    assert_int_equal(a->nodes[2].beside, 1);
    assert_string_equal(a->notes[a->nodes[2].note].text, ")");
    hra_record_close(record);
}

static void what_stands(void **state) {
    static const struct {
        const char *text, *board;
        bool finished;
    } cases[] = {
        {HEAD, ".../.../...", false},
        {HEAD "0 b2\nundo 1\n0 a1\n", "X../.../...", false},
        {HEAD "0 b2\n1 a1\n0 c1\nundo 2\n1 c3\nundo 2\n0 a2\n", ".../X../...", false},
        {HEAD "0 a1\n1 a2\n0 b1\n1 b2\n0 c1\nresult 1 -1\n", "XXX/OO./...", true},
        {HEAD "0 a1\n1 a2\n0 b1\n1 b2\n0 c1\nundo 1\n0 c3\n", "XX./OO./..X", false},
        {HEAD "\n# a remark\n0 b2\n\n", ".../.X./...", false},
        {"\n# first\n" HEAD "0 b2\n", ".../.X./...", false},
        {"hra-record 1\r\ngame tictactoe\r\n0 b2\r\n", ".../.X./...", false},
        {"hra-record 1\ngame tictactoe\n0 B2\n", ".../.X./...", false},
        {"hra-record 1\nseed 4\ngame tictactoe\n0 b2\n", ".../.X./...", false},
        {"hra-record 1\ngame tictactoe\nposition X.O/.X./..O\n0 a2\n", "X.O/XX./..O", false},
        {HEAD "0 a1\n1 a2\n0 b1\n1 b2\n0 c1\nresult 1.0 -1e0\n# the end\n", "XXX/OO./...", true},
        {HEAD "0 b2\n1 a1", ".../.X./...", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_record *record = parse(cases[i].text);
        check_board(record, cases[i].board);
        assert_int_equal(hra_record_info(record)->finished, cases[i].finished);
        hra_record_close(record);
    }
}

static const struct {
    const char *text, *words;
    hra_err err;
} wrong[] = {
    {"", "not a record", HRA_EINPUT},
    {"hello\n", "line 1, character 1: expected 'hra-record 1', found 'hello'", HRA_EINPUT},
    {"\n\nhra-record\n", "line 3, character 1: expected 'hra-record 1', found 'hra-record'", HRA_EINPUT},
    {"hra-record x\n", "line 1, character 1: expected 'hra-record 1', found 'hra-record x'", HRA_EINPUT},
    {"hra-record 5\ngame tictactoe\n",
     "line 1, character 12: a record of version 5; this program knows up to 4", HRA_EVERSION},
    {"hra-record 1\n", "ends before its 'game'", HRA_EINPUT},
    {"hra-record 1\nposition X\n", "line 2, character 1: expected 'game' and its spec first", HRA_EINPUT},
    {"hra-record 1\ngame tictactoe\nseed 4\nseat 0 human\n",
     "line 5, character 1: the record ends before its last 'seat'", HRA_EINPUT},
    {"hra-record 1\n0 b2\n", "line 2, character 1: expected 'game' and its spec first, found '0 b2'",
     HRA_EINPUT},
    {"hra-record 1\ngame tictactoo\n",
     "line 2, character 6: unknown game 'tictactoo'; choose one of checkers,", HRA_EINPUT},
    {"hra-record 1\ngame tictactoe\ngame tictactoe\n",
     "line 3, character 1: expected one line 'game', found 'game tictactoe'", HRA_EINPUT},
    {"hra-record 1\ngame tictactoe\nseed -1\n",
     "line 3, character 6: expected a whole number below 2^64, found '-1'", HRA_EINPUT},
    {"hra-record 1\ngame tictactoe\nseed 99999999999999999999\n",
     "line 3, character 6: expected a whole number below 2^64", HRA_EINPUT},
    {"hra-record 1\ngame tictactoe\nposition X\n",
     "line 3, character 11: expected nine of X O . as in X.O/.X./..O, cell 2", HRA_EINPUT},
    {"hra-record 1\ngame tictactoe\nseat 2 human\n",
     "line 3, character 6: expected a whole number from 0 to 1", HRA_EINPUT},
    {"hra-record 1\ngame tictactoe\nseat 0 human\nseat 0 random\n",
     "line 4, character 1: expected 'seat', a number of a seat not named yet,", HRA_EINPUT},
    {"hra-record 1\ngame tictactoe\nseat 0\n",
     "line 3, character 1: expected 'seat', a number of a seat not named yet,", HRA_EINPUT},
    {HEAD "0 b2\n0 a1\n", "line 8, character 1: expected a move of seat 1, found '0 a1'", HRA_EINPUT},
    {HEAD "0 b2\n1 b2\n",
     "line 8, character 3: illegal move 'b2': the cell is taken; legal moves: a1, b1, c1, a2,", HRA_EINPUT},
    {HEAD "0 b2\n* 3\n", "line 8, character 1: expected a move of seat 1, found '* 3'", HRA_EINPUT},
    {HEAD "0 b2\nundo 2\n", "line 8, character 6: expected 1, found '2'", HRA_EINPUT},
    {HEAD "0 b2\nundo 0\n", "line 8, character 6: expected 1, found '0'", HRA_EINPUT},
    {HEAD "0 b2\nundo x\n", "line 8, character 6: expected 1, found 'x'", HRA_EINPUT},
    {HEAD "0 b2\nseed 4\n", "line 8, character 1: expected a move ('* ...' or '0 ...'), 'undo' or 'result'",
     HRA_EINPUT},
    {HEAD "0 b2\nresult 0 0\n", "line 8, character 1: expected a move, since the game is not over",
     HRA_EINPUT},
    {HEAD "b2\n", "line 7, character 1: expected a move ('* ...' or '0 ...'), 'undo' or 'result'",
     HRA_EINPUT},
    {HEAD "0 a1\n1 a2\n0 b1\n1 b2\n0 c1\n1 c2\n",
     "line 12, character 1: expected nothing more, since the game is over", HRA_EINPUT},
    {HEAD "0 a1\n1 a2\n0 b1\n1 b2\n0 c1\nresult 1 1\n",
     "line 12, character 10: expected -1 as the result of seat 1, found '1'", HRA_EINPUT},
    {HEAD "0 a1\n1 a2\n0 b1\n1 b2\n0 c1\nresult 1\n",
     "line 12, character 9: expected a number, found the end of the line", HRA_EINPUT},
    {HEAD "0 a1\n1 a2\n0 b1\n1 b2\n0 c1\nresult nan nan\n",
     "line 12, character 8: expected a number, found 'nan nan'", HRA_EINPUT},
    {HEAD "0 a1\n1 a2\n0 b1\n1 b2\n0 c1\nresult 1 -1 0\n",
     "line 12, character 13: expected the end of the line, found '0'", HRA_EINPUT},
    {HEAD "0 a1\n1 a2\n0 b1\n1 b2\n0 c1\nresult 1 -1\nundo 1\n",
     "line 13, character 1: expected nothing after 'result' but another 'hra-record'", HRA_EINPUT},
};

static void wrong_records_name_the_line(void **state) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        hra_record *record = NULL;
        hra_error why = {0};
        size_t used;
        hra_err err = hra_record_parse(&record, NULL, wrong[i].text, strlen(wrong[i].text), &used, 1, &why);
        assert_null(record);
        if (err != wrong[i].err || why.code != err || !strstr(why.text, wrong[i].words))
            fail_msg("%s\nof\n%s", why.text, wrong[i].text);
    }
}

/* A mark that some editors put in front, ends of lines of other systems, and names in Latin-1. */
static void what_other_programs_make_of_the_text_is_read(void **state) {
    static const char *const texts[] = {
        "\xef\xbb\xbfhra-record 2\ngame tictactoe\nseat 0 x\nseat 1 Ren\xe9\n0 b2\n",
        "hra-record 2\r\ngame tictactoe\r\nseat 0 x\r\nseat 1 Ren\xc3\xa9\r\n0 b2\r\n",
        "hra-record 2\rgame tictactoe\rseat 0 x\rseat 1 Ren\xe9\r0 b2\r",
        "\xef\xbb\xbfhra-record 2\rgame tictactoe\rseat 0 x\rseat 1 Ren\xc3\xa9\r0 b2\r",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        hra_record *record = parse(texts[i]);
        assert_string_equal(hra_record_info(record)->specs[1], "Ren\xc3\xa9");
        check_board(record, ".../.X./...");
        assert_int_equal(hra_record_info(record)->whole, strlen(texts[i]));
        hra_record_close(record);
    }
    static const char two[] = HEAD "0 b2\n\xef\xbb\xbf" HEAD "0 a1\n"; /* two files in one */
    hra_record *record = NULL;
    size_t used;
    assert_int_equal(hra_record_parse(&record, NULL, two, strlen(two), &used, 1, NULL), 0);
    hra_record_close(record);
    assert_string_equal(two + used, HEAD "0 a1\n");
}

static void notes_may_be_long(void **state) {
    enum { LENGTH = 20000 };
    hra_record *record = NULL;
    hra_text text, again;
    size_t used;
    hra_text_init(&text);
    hra_text_init(&again);
    hra_text_add(&text, HEAD "0 b2\n#: comment ");
    for (int i = 0; i < LENGTH; i++)
        hra_text_add(&text, "\\\\");
    hra_text_add(&text, "\n");
    assert_int_equal(hra_record_parse(&record, NULL, hra_text_string(&text), text.length, &used, 1, NULL), 0);
    assert_int_equal(strlen(hra_record_annotated(record)->notes[0].text), LENGTH);
    assert_int_equal(hra_record_text(record, &again), 0);
    assert_non_null(strstr(hra_text_string(&again), strstr(hra_text_string(&text), "0 b2")));
    hra_record_close(record);
    hra_text_release(&text);
    hra_text_release(&again);
}

static void zeros_and_endless_lines_are_refused(void **state) {
    static char text[8192];
    hra_record *record = NULL;
    hra_error why;
    size_t used;
    size_t head = strlen(HEAD);
    memcpy(text, HEAD, head);
    memset(text + head, 'x', 4096);
    text[head + 4096] = '\n';
    assert_int_equal(hra_record_parse(&record, NULL, text, head + 4097, &used, 11, &why), HRA_EINPUT);
    assert_non_null(strstr(
        why.text,
        "line 17, character 4096: expected a line of at most 4095 bytes")); /* six lines from 11 on, then this one */
    memcpy(text + head, "0 b2\0\n", 6);
    assert_int_equal(hra_record_parse(&record, NULL, text, head + 6, &used, 1, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "line 7, character 5: expected text, found a byte 0"));
    assert_null(record);
}

/* ---- cut off --------------------------------------------------------------------------------*/

static hra_err add_line(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* A play of people who take back at times, and of a machine; its record, and what stood after each line. */
static void play_with_undo(hra_text *out, const char *spec, uint64_t seed) {
    hra_game *game = NULL;
    hra_player *human = NULL, *machine = NULL;
    hra_play *play = NULL;
    hra_event event = {.kind = HRA_EVENT_CHANCE};
    hra_rng rng;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    assert_int_equal(hra_player_open(&human, game, "human", NULL, NULL, NULL), 0);
    assert_int_equal(hra_player_open(&machine, game, "random", NULL, NULL, NULL), 0);
    const hra_player *players[2] = {human, machine};
    hra_play_setup setup = {.size = sizeof setup,
                            .game = game,
                            .players = players,
                            .count = game->seats,
                            .seed = seed,
                            .sink = add_line,
                            .sink_self = out};
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    hra_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    hra_rng_init(&rng, seed);
    while (hra_play_step(play, &event) == 0 && event.kind != HRA_EVENT_OVER) {
        if (event.kind != HRA_EVENT_ASK)
            continue;
        if (hra_rng_below(&rng, 4) == 0 && hra_play_undo(play, event.seat) == 0)
            continue;
        int n = hra_game_moves(game, hra_play_at(play, HRA_NOW).state, moves);
        assert_int_equal(hra_play_answer(play, moves[hra_rng_below(&rng, (uint32_t)n)]), 0);
    }
    free(moves);
    hra_play_close(play);
    hra_player_close(human);
    hra_player_close(machine);
    hra_game_close(game);
}

/* How many moves stand after the lines of text[0..length-1], by counting them. */
static int standing_moves(const char *text, size_t length) {
    int moves = 0;
    for (const char *line = text, *end; (end = memchr(line, '\n', length - (size_t)(line - text))) != NULL;
         line = end + 1)
        if (strncmp(line, "undo ", 5) == 0)
            moves -= (int)strtol(line + 5, NULL, 10);
        else
            moves += line[1] == ' ';
    return moves;
}

/* A file cut off at any byte is the play up to the last whole line. */
static void a_record_cut_off_anywhere_replays(void **state) {
    static const char *const specs[] = {"tictactoe", "yahtzee:seats=2"};
    for (int s = 0; s < 2; s++) {
        hra_text text;
        hra_text_init(&text);
        play_with_undo(&text, specs[s], 4);
        assert_non_null(strstr(hra_text_string(&text), "\nundo "));
        size_t head_end = (size_t)(strchr(strstr(text.data, "\nseat 1 ") + 1, '\n') - text.data) + 1;
        /* each byte of the short one and of the end; of the rest each third, so that lines are cut everywhere
         */
        for (size_t cut = 0; cut <= text.length; cut += s && text.length - cut > 200 ? 3 : 1) {
            hra_record *record = NULL;
            size_t used = 0, whole = cut;
            char *part = malloc(cut + 1); /* of exact size, so that a read past the end is found */
            memcpy(part, text.data, cut);
            hra_err err = hra_record_parse(&record, NULL, part, cut, &used, 1, NULL);
            assert_int_equal(err, cut < head_end ? HRA_EINPUT : HRA_OK);
            if (!err) {
                while (text.data[whole - 1] != '\n')
                    whole--;
                assert_int_equal(used, cut);
                assert_int_equal(hra_record_info(record)->whole, whole);
                assert_int_equal(hra_record_info(record)->plies, standing_moves(text.data, cut));
                assert_int_equal(hra_record_info(record)->finished, cut == text.length);
                hra_record_close(record);
            }
            free(part);
        }
        hra_text_release(&text);
    }
}

/* ---- many records ---------------------------------------------------------------------------*/

/* Reads all records of a file; the boards they end with, one after the other, go to `out`. */
static hra_err read_all(const char *text, size_t length, hra_text *out, hra_error *why) {
    size_t at = 0;
    int line = 1;
    do {
        hra_record *record = NULL;
        size_t used;
        hra_err err = hra_record_parse(&record, NULL, text + at, length - at, &used, line, why);
        if (err)
            return err;
        const hra_game *game = hra_record_info(record)->game;
        game->rules->text->write_position(game, hra_record_at(record, HRA_NOW).state, out);
        hra_text_add(out, ";");
        hra_record_close(record);
        for (size_t i = 0; i < used; i++)
            line += text[at + i] == '\n';
        at += used;
    } while (at < length);
    return HRA_OK;
}

static void a_file_may_hold_many(void **state) {
    static const struct {
        const char *text, *boards;
    } cases[] = {
        {HEAD "0 b2\n" HEAD "0 a1\n", ".../.X./...;X../.../...;"},
        {HEAD "0 b2\n\n\n" HEAD "0 a1\n# end\n", ".../.X./...;X../.../...;"},
        {HEAD HEAD "0 a1\n", ".../.../...;X../.../...;"},
        {HEAD "0 b2\nhra-rec", ".../.X./...;"}, /* cut off: */
        {HEAD "0 b2\nhra-record 1\n", ".../.X./...;"},
        {HEAD "0 b2\nhra-record 1\ngame tic", ".../.X./...;"},
        {HEAD "0 b2\nhra-record 1\ngame tictactoe\n", ".../.X./...;"},
        {HEAD "0 b2\nhra-record 1\ngame tictactoe\nseat 0 human\n", ".../.X./...;"},
        {HEAD "0 b2\n" HEAD, ".../.X./...;.../.../...;"},
        {HEAD "0 b2\nhra-record 1\ngame nim\nseed 3\nposition 1-2-3\n" HEAD "0 a1\n",
         ".../.X./...;X../.../...;"},
        {HEAD "0 b2\nhra-record 1\n" HEAD "0 a1\n", ".../.X./...;X../.../...;"}, /* and written on */
        {"hra-record 1\nseed 5\n" HEAD "0 a1\n", "X../.../...;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text boards;
        hra_error why = {0};
        hra_text_init(&boards);
        if (read_all(cases[i].text, strlen(cases[i].text), &boards, &why) != 0)
            fail_msg("%s\nof\n%s", why.text, cases[i].text);
        assert_string_equal(hra_text_string(&boards), cases[i].boards);
        hra_text_release(&boards);
    }
}

static void errors_of_later_records_count_lines_of_the_file(void **state) {
    static const char text[] = HEAD "0 b2\n" HEAD "0 a1\n1 a1\n";
    hra_text boards;
    hra_error why = {0};
    hra_text_init(&boards);
    assert_int_equal(read_all(text, sizeof text - 1, &boards, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "line 15, character 3: illegal move 'a1'"));
    hra_text_release(&boards);
}

/* A seed of a header that was cut off is not that of the record behind it. */
static void a_cut_off_header_leaves_nothing_behind(void **state) {
    hra_record *record = parse("hra-record 1\nseed 5\nnumber 6\ngame tictactoe\ndice manual\nseat 0 human\n"
                               "hra-record 1\ngame tictactoe\n0 a1\n");
    assert_string_equal(hra_record_info(record)->specs[0], "");
    assert_true(!hra_record_info(record)->manual_chance && hra_record_info(record)->seed == 0 &&
                hra_record_info(record)->number == 0);
    hra_record_close(record);
}

/* Only a line of this very form tells a day. */
static void the_day_is_read(void **state) {
    static const struct {
        const char *line, *day;
    } cases[] = {
        {"# Date: 2026.11.22", "2026.11.22"},
        {"# Date: 1954.??.??", "1954.??.??"},
        {"# Date: 2026-11-22", ""},
        {"# Date: 2026.1.22", ""},
        {"# Date:", ""},
        {"#Date: 2026.11.22", ""},
        {"# Date: 2026.11.22 or so", ""},
        {"# when it rained", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_record *record = NULL;
        size_t used;
        hra_text text;
        hra_text_init(&text);
        hra_text_addf(
            &text, "hra-record 1\ngame tictactoe\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\n0 b2\n%s\n",
            cases[i].line);
        assert_int_equal(hra_record_parse(&record, NULL, text.data, text.length, &used, 1, NULL), 0);
        assert_string_equal(hra_record_info(record)->date, cases[i].day);
        hra_record_close(record);
        hra_text_release(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_day_is_read),
        cmocka_unit_test(everything_is_read),
        cmocka_unit_test(notes_are_read),
        cmocka_unit_test(what_stands),
        cmocka_unit_test(wrong_records_name_the_line),
        cmocka_unit_test(what_other_programs_make_of_the_text_is_read),
        cmocka_unit_test(notes_may_be_long),
        cmocka_unit_test(zeros_and_endless_lines_are_refused),
        cmocka_unit_test(a_record_cut_off_anywhere_replays),
        cmocka_unit_test(a_file_may_hold_many),
        cmocka_unit_test(errors_of_later_records_count_lines_of_the_file),
        cmocka_unit_test(a_cut_off_header_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
