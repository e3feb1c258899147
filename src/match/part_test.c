/* Matches that are cut and joined. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "played.h"

/* ---- the same to the last bit ---------------------------------------------------------------*/

enum { MOST_PARTS = 64, GAMES = 67 };

typedef struct table {
    hra_game *game;
    hra_player *player;
    const hra_player *players[HRA_MAX_SEATS];
} table;

static void sit_down(table *t, const char *spec) {
    hra_error why = {0};
    if (hra_game_open(&t->game, NULL, spec, &why) != 0 ||
        hra_player_open(&t->player, t->game, "random", NULL, NULL, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        t->players[seat] = t->player;
}

static void stand_up(table *t) {
    hra_player_close(t->player);
    hra_game_close(t->game);
}

/* Plays games from..to-1 of a match of GAMES. */
static void play(const table *t, bool rotate, uint64_t from, uint64_t to, int threads,
                 hra_match_result *out) {
    hra_error why = {0};
    played_setup setup = {.game = t->game,
                          .players = t->players,
                          .count = t->game->seats,
                          .games = to - from,
                          .first = from,
                          .whole = GAMES,
                          .seed = 5,
                          .threads = threads,
                          .rotate = rotate};
    *out = (hra_match_result){.size = sizeof *out};
    if (played_match(&setup, out, &why) != 0)
        fail_msg("%s: %s", t->game->spec, why.text);
}

/* All that is reported of a result, except the seconds. */
static void describe(const table *t, hra_match_result *r, hra_text *out) {
    hra_json json = hra_json_begin(out);
    r->seconds = 0;
    hra_json_match(&json, NULL, t->game, r);
    hra_text_add_char(out, '\n');
    hra_match_write(r, out);
    assert_int_equal(out->err, 0);
}

/* Goes from machine to machine: written, read, and written again as the same. */
static void carry(hra_match_result *r) {
    hra_text text, again;
    hra_match_result out = {.size = sizeof out};
    hra_error why = {0};
    hra_text_init(&text);
    hra_text_init(&again);
    hra_match_write(r, &text);
    if (hra_match_read(&out, text.data, text.length, &why) != 0)
        fail_msg("%s\n%s", why.text, text.data);
    hra_match_write(&out, &again);
    assert_string_equal(hra_text_string(&again), hra_text_string(&text));
    hra_match_release(r);
    *r = out;
    hra_text_release(&text);
    hra_text_release(&again);
}

/* Plays the match in `count` parts, the last first, and joins them. */
static void play_parts(const table *t, bool rotate, int count, hra_match_result *out) {
    hra_match_result *parts = calloc((size_t)count, sizeof *parts);
    const hra_match_result *list[MOST_PARTS];
    hra_error why = {0};
    assert_non_null(parts);
    for (int i = count - 1; i >= 0; i--) {
        uint64_t from = (uint64_t)(GAMES * i / count), to = (uint64_t)(GAMES * (i + 1) / count);
        play(t, rotate, from, to, 1 + i % 2, &parts[i]);
        carry(&parts[i]);
        list[count - 1 - i] = &parts[i];
    }
    *out = (hra_match_result){.size = sizeof *out};
    if (hra_match_merge(out, list, count, &why) != 0)
        fail_msg("%s: %s", t->game->spec, why.text);
    for (int i = 0; i < count; i++)
        hra_match_release(&parts[i]);
    free(parts);
}

static void parts_of(const char *spec, bool rotate) {
    static const int counts[] = {1, 2, 7, MOST_PARTS};
    table t;
    hra_match_result whole, joined;
    hra_text expected, found;
    hra_text_init(&expected);
    hra_text_init(&found);
    sit_down(&t, spec);
    play(&t, rotate, 0, GAMES, 2, &whole);
    describe(&t, &whole, &expected);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        play_parts(&t, rotate, counts[i], &joined);
        assert_int_equal(joined.range_count, 1);
        assert_false(joined.stopped);
        hra_text_clear(&found);
        describe(&t, &joined, &found);
        assert_string_equal(hra_text_string(&found), hra_text_string(&expected));
        hra_match_release(&joined);
    }
    hra_match_release(&whole);
    hra_text_release(&expected);
    hra_text_release(&found);
    stand_up(&t);
}

static void parts_make_the_match_in_every_game(void **state) {
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        parts_of(hra_registry_game(NULL, i)->name, false);
        parts_of(hra_registry_game(NULL, i)->name, true);
    }
    parts_of("yahtzee:seats=3", true); /* two facts; groups of three */
    parts_of("empire:seats=5", true);  /* eleven facts */
    parts_of("checkers:ballot=all", true);
    parts_of("pacman:layout=five,max-rounds=20", false); /* one against all, alone */
}

/* ---- groups ---------------------------------------------------------------------------------*/

static void groups_are_counted(void **state) {
    static const struct {
        uint64_t from, to, groups, partial;
        bool rotate;
    } cases[] = {
        {0, 66, 22, 0, true}, {0, 67, 22, 1, true}, {1, 67, 21, 3, true}, {1, 3, 0, 2, true},
        {2, 4, 0, 2, true},   {64, 66, 0, 2, true}, {5, 5, 0, 0, true},   {1, 67, 66, 0, false},
    };
    table t;
    sit_down(&t, "yahtzee:seats=3");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_match_result r;
        play(&t, cases[i].rotate, cases[i].from, cases[i].to, 2, &r);
        assert_int_equal(r.games, cases[i].to - cases[i].from);
        assert_int_equal(r.groups, cases[i].groups);
        assert_int_equal(r.partial_group_games, cases[i].partial);
        hra_match_release(&r);
    }
    stand_up(&t);
}

static hra_err add_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* The games of a group begin with the same dice, those of another group with others. */
static void a_group_has_the_same_dice(void **state) {
    table t;
    hra_text text;
    hra_match_result r = {.size = sizeof r};
    sit_down(&t, "yahtzee:seats=3");
    hra_text_init(&text);
    played_setup setup = {.game = t.game,
                          .players = t.players,
                          .count = 3,
                          .games = 5,
                          .first = 2,
                          .seed = 1,
                          .threads = 2,
                          .rotate = true,
                          .sink = add_text,
                          .sink_self = &text};
    assert_int_equal(played_match(&setup, &r, NULL), 0);
    hra_move first[7];
    size_t used, at = 0;
    for (int game = 2; game < 7; game++, at += used) {
        hra_record *record;
        assert_int_equal(hra_record_parse(&record, NULL, text.data + at, text.length - at, &used, 1, NULL),
                         0);
        assert_int_equal(hra_record_info(record)->number, game / 3);
        first[game] = hra_record_at(record, 0).move;
        hra_record_close(record);
    }
    assert_true(first[3] == first[4] && first[4] == first[5]);
    assert_true(first[2] != first[3] && first[6] != first[3]);
    hra_match_release(&r);
    hra_text_release(&text);
    stand_up(&t);
}

/* ---- what does not go together --------------------------------------------------------------*/

static void check_merge(const hra_match_result *a, const hra_match_result *b, hra_err err,
                        const char *words) {
    hra_match_result out = {.size = sizeof out};
    hra_error why = {0};
    assert_int_equal(hra_match_merge(&out, (const hra_match_result *const[]){a, b}, 2, &why), err);
    if (!strstr(why.text, words))
        fail_msg("'%s' is not in: %s", words, why.text);
    hra_match_release(&out);
}

static void parts_of_two_matches_are_refused(void **state) {
    table t, other;
    hra_match_result a, b, c, empty = {.size = sizeof empty};
    sit_down(&t, "tictactoe");
    sit_down(&other, "nim");
    play(&t, false, 0, 10, 1, &a);
    play(&t, false, 10, 20, 1, &b);
    play(&other, false, 10, 20, 1, &c);
    check_merge(&a, &b, HRA_OK, "");
    check_merge(&a, &a, HRA_EINPUT, "games 0 to 9 of file 2 are, in part, in an earlier file too");
    check_merge(&a, &c, HRA_EINPUT, "part 2 is of another match: of nim, not of tictactoe");
    check_merge(&a, &empty, HRA_EINPUT, "part 2 is not a match that was played or read");
    b.seed++;
    check_merge(&a, &b, HRA_EINPUT, "its seed is 6, not 5");
    b.seed--;
    b.games_planned++;
    check_merge(&a, &b, HRA_EINPUT, "one of 68 games, not of 67");
    b.games_planned--;
    b.rotate = true;
    check_merge(&a, &b, HRA_EINPUT, "whether players rotate differs");
    b.rotate = false;
    b.limits.seconds = 1;
    check_merge(&a, &b, HRA_EINPUT, "the limits of a decision differs");
    b.limits.seconds = 0;
    b.players[1].spec[0] = 'R';
    check_merge(&a, &b, HRA_EINPUT, "player 1 is 'Random', not 'random'");
    b.players[1].spec[0] = 'r';
    b.size++;
    check_merge(&a, &b, HRA_EVERSION, "newer");
    b.size--;
    check_merge(&a, &b, HRA_OK, "");
    hra_match_result out = {.size = sizeof out};
    assert_int_equal(hra_match_merge(&out, NULL, 0, NULL), HRA_EINPUT);
    hra_match_release(&a);
    hra_match_release(&b);
    hra_match_release(&c);
    stand_up(&other);
    stand_up(&t);
}

/* Parts may be missing, and joined parts are parts. */
static void gaps_stay_gaps(void **state) {
    table t;
    hra_match_result a, b, c, some = {.size = sizeof some}, all = {.size = sizeof all};
    sit_down(&t, "tictactoe");
    play(&t, false, 0, 10, 1, &a);
    play(&t, false, 10, 40, 1, &b);
    play(&t, false, 40, GAMES, 1, &c);
    assert_int_equal(hra_match_merge(&some, (const hra_match_result *const[]){&c, &a}, 2, NULL), 0);
    assert_int_equal(some.range_count, 2);
    assert_int_equal(some.ranges[0].to, 10);
    assert_int_equal(some.ranges[1].from, 40);
    assert_int_equal(some.games, 37);
    assert_int_equal(some.players[0].score.count, 37);
    carry(&some);
    check_merge(&some, &c, HRA_EINPUT, "games 40 to 66 of file 2");
    assert_int_equal(hra_match_merge(&all, (const hra_match_result *const[]){&some, &b}, 2, NULL), 0);
    assert_int_equal(all.range_count, 1);
    assert_int_equal(all.games, GAMES);
    hra_match_release(&a);
    hra_match_release(&b);
    hra_match_release(&c);
    hra_match_release(&some);
    hra_match_release(&all);
    stand_up(&t);
}

/* ---- text from anybody ----------------------------------------------------------------------*/

#define HEAD                                                                                                 \
    "hra-match 1\ngame g\nseats 2\nseed 5\ngames 9\nrotate no\nlimits 0 0 0 0\nstopped no\nseconds 1\n"
#define FIRST "player a\nseat 0 2 1 1\nseat 1 0 0 0\nscore -1 2 0 2\n"
#define SECOND "player b\nseat 0 0 0 0\nseat 1 1 2 1\nscore -1 2 0 1 1 1\nfact 0 0.5 4\n"

static const struct {
    const char *text, *words;
    hra_err err;
} texts[] = {
    {HEAD "played 2 4\nplayed 8 8\n" FIRST SECOND "end\n", "", HRA_OK},
    {"\xef\xbb\xbf" HEAD "played 2 4\r\nplayed 8 8\n" FIRST SECOND "end\n", "", HRA_OK},
    {"", "line 1, character 1: the text ends within a match", HRA_EINPUT},
    {"hra-record 1\n", "line 1, character 1: expected 'hra-match', found 'hra-record 1'", HRA_EINPUT},
    {"hra-match 2\n", "a match of form 2, and this library knows 1", HRA_EVERSION},
    {"hra-match 0\n", "there is no form 0", HRA_EINPUT},
    {"hra-match 1 1\n", "line 1, character 13: expected the end of the line, found '1'", HRA_EINPUT},
    {"hra-match 1\ngame \n", "line 2, character 6: expected a spec, found the end of the line", HRA_EINPUT},
    {"hra-match 1\ngame g\nseats 9\n", "line 3, character 7: expected a whole number from 1 to 8, found '9'",
     HRA_EINPUT},
    {"hra-match 1\ngame g\nseats 2\nseed 99999999999999999999\n",
     "line 4, character 6: expected a whole number below 2^64", HRA_EINPUT},
    {"hra-match 1\ngame g\nseats 2\nseed 5\ngames 9\nrotate maybe\n",
     "line 6, character 8: expected yes or no, found 'maybe'", HRA_EINPUT},
    {HEAD, "line 10, character 1: the text ends within a match", HRA_EINPUT},
    {HEAD "played 2 9\n", "line 10, character 8: the part does not fit a match of 9 games", HRA_EINPUT},
    {HEAD "played 4 2\n", "line 10, character 8: the part does not fit a match of 9 games", HRA_EINPUT},
    {HEAD "played 2 4\nplayed 5 5\n", "line 11, character 8: expected a game behind a gap, found '5 5'",
     HRA_EINPUT},
    {HEAD "played 2 4\nplayed 0 0\n", "line 11, character 8: expected a game behind a gap, found '0 0'",
     HRA_EINPUT},
    {HEAD "played 2 4\n" FIRST, "line 12, character 13: more games than player 0 played in this seat",
     HRA_EINPUT},
    {HEAD "played 2 4\nplayed 8 8\nplayer a\nseat 0 3 1 1\n",
     "line 13, character 13: more games than player 0 played in this seat", HRA_EINPUT},
    {HEAD "played 2 4\nplayed 8 8\nplayer a\nseat 0 1 1 1\n",
     "line 13, character 13: fewer games than player 0 played in this seat", HRA_EINPUT},
    {HEAD "played 2 4\nplayed 8 8\nplayer a\nseat 1 0 0 0\n",
     "line 13, character 6: expected 0, found '1 0 0 0'", HRA_EINPUT},
    {HEAD "played 2 4\nplayed 8 8\nplayer a\nseat 0 4 0 0\nseat 1 0 0 0\nscore 1 2 0 2\n",
     "line 15, character 11: expected values in order, each with how often it", HRA_EINPUT},
    {HEAD "played 2 4\nplayed 8 8\nplayer a\nseat 0 4 0 0\nseat 1 0 0 0\nscore 0 5\n",
     "line 15, character 7: expected values in order, each with how often it", HRA_EINPUT},
    {HEAD "played 2 4\nplayed 8 8\nplayer a\nseat 0 4 0 0\nseat 1 0 0 0\nscore 0 3\n",
     "line 15, character 10: 3 numbers of 4 games", HRA_EINPUT},
    {HEAD "played 2 4\nplayed 8 8\nplayer a\nseat 0 4 0 0\nseat 1 0 0 0\nscore inf 4\n",
     "line 15, character 7: expected a number, found 'inf 4'", HRA_EINPUT},
    {HEAD "played 2 4\nplayed 8 8\n" FIRST "fact 1 0 4\n", "line 16, character 6: expected 0, found '1 0 4'",
     HRA_EINPUT},
    {HEAD "played 2 4\nplayed 8 8\n" FIRST SECOND "fact 2 0 4\nend\n", "line 21, character 6: expected 1",
     HRA_EINPUT},
    {HEAD "played 2 4\nplayed 8 8\n" FIRST SECOND "end\nend\n", "unexpected text after the end of a match",
     HRA_EINPUT},
    {HEAD "played 2 4\nplayed 8 8\n" FIRST SECOND "end", "the text ends within a match", HRA_EINPUT},
};

static void wrong_text_is_refused(void **state) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        hra_match_result r = {.size = sizeof r};
        hra_error why = {0};
        hra_err err = hra_match_read(&r, texts[i].text, strlen(texts[i].text), &why);
        if (err != texts[i].err || !strstr(why.text, texts[i].words))
            fail_msg("case %zu: %d, %s", i, err, why.text);
        hra_match_release(&r);
    }
    hra_match_result r = {.size = 1};
    assert_int_equal(hra_match_read(&r, "", 0, NULL), HRA_EINPUT);
}

/* What is read is as if it had been played. */
static void text_says_all(void **state) {
    const char *text = HEAD "played 2 4\nplayed 8 8\n" FIRST SECOND "end\n";
    hra_match_result r = {.size = sizeof r};
    assert_int_equal(hra_match_read(&r, text, strlen(text), NULL), 0);
    assert_string_equal(r.game, "g");
    assert_int_equal(r.games, 4);
    assert_int_equal(r.games_planned, 9);
    assert_int_equal(r.groups, 4);
    assert_int_equal(r.players[0].wins, 1);
    assert_int_equal(r.players[0].draws, 1);
    assert_int_equal(r.players[0].losses, 2);
    assert_true(r.players[0].points == 1.5 && r.players[1].seat_points[1] == 2.5);
    assert_true(hra_stats_summary(&r.players[0].score).mean == -0.5);
    assert_true(hra_stats_summary(&r.players[1].statistics[0]).mean == 0.5);
    assert_int_equal(r.players[0].statistics[0].count, 0);
    for (size_t length = 0; length < strlen(text); length++) {
        hra_match_result cut = {.size = sizeof cut};
        assert_int_equal(hra_match_read(&cut, text, length, NULL), HRA_EINPUT);
        hra_match_release(&cut);
    }
    hra_match_release(&r);
}

static void parts_lie_in_their_match(void **state) {
    table t;
    sit_down(&t, "tictactoe");
    played_setup setup = {
        .game = t.game, .players = t.players, .count = 2, .games = 5, .first = 6, .whole = 10, .threads = 1};
    hra_match_result r = {.size = sizeof r};
    hra_error why = {0};
    assert_int_equal(played_match(&setup, &r, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "no games 6 to 11 in a match of 10"));
    hra_match_release(&r);
    stand_up(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_make_the_match_in_every_game),
        cmocka_unit_test(groups_are_counted),
        cmocka_unit_test(a_group_has_the_same_dice),
        cmocka_unit_test(parts_of_two_matches_are_refused),
        cmocka_unit_test(gaps_stay_gaps),
        cmocka_unit_test(wrong_text_is_refused),
        cmocka_unit_test(text_says_all),
        cmocka_unit_test(parts_lie_in_their_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
