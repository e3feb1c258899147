/* Draws by repetition: judged by plays and records, alike in both. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "played.h"

typedef struct table {
    hra_game *game;
    hra_player *human;
    hra_play *play;
    hra_text record;
} table;

static hra_err add_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

static void open_table(table *t, const char *spec, const char *position) {
    assert_int_equal(hra_game_open(&t->game, NULL, spec, NULL), 0);
    assert_int_equal(hra_player_open(&t->human, t->game, "human", NULL, NULL, NULL), 0);
    hra_text_init(&t->record);
    const hra_player *players[2] = {t->human, t->human};
    hra_play_setup setup = {.size = sizeof setup,
                            .game = t->game,
                            .players = players,
                            .count = t->game->seats,
                            .position = position,
                            .sink = add_text,
                            .sink_self = &t->record};
    assert_int_equal(hra_play_open(&t->play, &setup, NULL), 0);
}

static void close_table(table *t) {
    hra_play_close(t->play);
    hra_player_close(t->human);
    hra_game_close(t->game);
    hra_text_release(&t->record);
}

/* Makes the moves, a space between two; returns how many were made before the play was over. */
static int play_on(table *t, const char *words) {
    int made = 0;
    hra_event event;
    char word[32];
    for (;; made++) {
        assert_int_equal(hra_play_step(t->play, &event), 0);
        if (event.kind == HRA_EVENT_OVER || !*words)
            return made;
        assert_int_equal(event.kind, HRA_EVENT_ASK);
        size_t n = strcspn(words, " ");
        memcpy(word, words, n);
        word[n] = '\0';
        words += n + (words[n] == ' ');
        hra_move move;
        const void *s = hra_play_at(t->play, HRA_NOW).state;
        assert_int_equal(hra_game_parse_move(t->game, s, word, &move, NULL), 0);
        assert_int_equal(hra_play_answer(t->play, move), 0);
        assert_int_equal(hra_play_step(t->play, &event), 0);
    }
}

static const char kings[] = "W:WK31,K32:BK1";
#define ROUND "31-26 1-5 26-31 5-1 " /* and the same position stands again */

static void the_third_time_is_a_draw(void **state) {
    static const struct {
        const char *spec;
        int plies; /* made of three rounds */
    } cases[] = {
        {"checkers", 8},
        {"checkers:repetition=2", 4},
        {"checkers:repetition=4", 12},
        {"checkers:repetition=0", 12},
        {"checkers:repetition=5", 12},
        {"checkers:repetition=0,draw-moves=3", 6}, /* the other rule */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        table t;
        double value[2] = {9, 9};
        open_table(&t, cases[i].spec, kings);
        assert_int_equal(play_on(&t, ROUND ROUND ROUND), cases[i].plies);
        bool over = hra_play_at(t.play, HRA_NOW).mover == HRA_OVER;
        if (over) {
            memcpy(value, hra_play_snapshot(t.play)->returns, sizeof value);
            assert_true(value[0] == 0 && value[1] == 0);
        }
        assert_true(over == (strstr(hra_text_string(&t.record), "result 0 0\n") != NULL));
        close_table(&t);
    }
}

/* A man's step lies between: what stood before it can never stand again and is not looked at. */
static void an_irreversible_move_begins_anew(void **state) {
    table t;
    hra_question question;
    open_table(&t, "checkers", "W:WK31,K32,30:BK1");
    assert_int_equal(play_on(&t, ROUND "30-25 1-5 31-26 5-1 26-31 1-5 31-26 5-1 "), 12);
    assert_int_equal(hra_play_at(t.play, 12).mover, 1);
    hra_play_question(t.play, &question);
    assert_int_equal(question.history_length, 7); /* since 30-25 */
    for (int i = 0; i < 7; i++)
        assert_true(question.history[i] == hra_game_key(t.game, hra_play_at(t.play, 5 + i).state));
    assert_int_equal(play_on(&t, "26-31 "), 1);
    assert_int_equal(hra_play_at(t.play, 13).mover, HRA_OVER); /* 30-25 made the first of the three */
    close_table(&t);
}

static void what_was_taken_back_did_not_stand(void **state) {
    table t;
    open_table(&t, "checkers:repetition=2", kings);
    assert_int_equal(play_on(&t, "31-26 1-5 26-31 "), 3);
    assert_int_equal(hra_play_undo(t.play, 1), 0);
    assert_int_equal(play_on(&t, "26-23 5-9 23-27 9-5 27-31 "), 5);
    assert_int_equal(hra_play_at(t.play, 7).mover, 0); /* as after 26-31, which counts no more */
    close_table(&t);
}

/* ---- records ----------------------------------------------------------------------------------*/

#define HEAD "hra-record 1\ngame checkers:repetition=2\nposition W:WK31,K32:BK1\n"
#define LINES "1 31-26\n0 1-5\n1 26-31\n0 5-1\n"

static hra_err parse(const char *text, hra_record **out, hra_error *why) {
    size_t used;
    return hra_record_parse(out, NULL, text, strlen(text), &used, 1, why);
}

static void a_record_judges_as_the_play_does(void **state) {
    hra_record *record;
    hra_error why;
    double value[2];
    assert_int_equal(parse(HEAD LINES "result 0 0\n", &record, &why), 0);
    assert_true(hra_record_info(record)->finished);
    assert_int_equal(hra_record_at(record, 3).mover, 0);
    assert_int_equal(hra_record_at(record, 4).mover, HRA_OVER);
    memcpy(value, hra_record_info(record)->returns, sizeof value);
    assert_true(value[0] == 0 && value[1] == 0);
    hra_record_close(record);
    assert_int_equal(parse(HEAD LINES "1 31-26\n", &record, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "the game is over"));
    assert_int_equal(parse(HEAD LINES "result 1 -1\n", &record, &why), HRA_EINPUT);
    assert_int_equal(parse(HEAD "1 31-26\n0 1-5\nresult 0 0\n", &record, &why), HRA_EINPUT);
    assert_int_equal(parse(HEAD LINES "undo 1\n0 5-9\n", &record, &why), 0);
    assert_int_equal(hra_record_at(record, 4).mover, 1);
    hra_record_close(record);
}

static void what_was_played_is_read_and_resumed(void **state) {
    table t, u;
    hra_record *record;
    open_table(&t, "checkers", kings);
    play_on(&t, ROUND ROUND);
    assert_int_equal(parse(hra_text_string(&t.record), &record, NULL), 0);
    assert_true(hra_record_info(record)->finished);
    open_table(&u, "checkers", kings);
    assert_int_equal(hra_play_resume(u.play, record), 0);
    assert_int_equal(hra_play_at(u.play, 8).mover, HRA_OVER);
    hra_record_close(record);
    close_table(&u);
    close_table(&t);
}

/* ---- matches ----------------------------------------------------------------------------------*/

/* Kings that shuffle: without the other rule only repetition ends these games. */
static void a_match_counts_draws(void **state) {
    hra_game *game;
    hra_player *player;
    hra_match_result result = {.size = sizeof result};
    assert_int_equal(hra_game_open(&game, NULL, "checkers:draw-moves=0,repetition=2", NULL), 0);
    assert_int_equal(hra_player_open(&player, game, "random", NULL, NULL, NULL), 0);
    const hra_player *players[2] = {player, player};
    played_setup setup = {
        .game = game, .players = players, .count = game->seats, .games = 200, .seed = 1, .threads = 1};
    assert_int_equal(played_match(&setup, &result, NULL), 0);
    hra_match_player *first = &result.players[0], *second = &result.players[1];
    assert_true(first->draws > 0 && first->draws == second->draws);
    assert_true(first->wins == second->losses && first->losses == second->wins);
    assert_true(first->wins + first->draws + first->losses == 200);
    hra_match_release(&result);
    hra_player_close(player);
    hra_game_close(game);
}

static void once_is_no_repetition(void **state) {
    hra_game *game;
    hra_error why;
    assert_int_equal(hra_game_open(&game, NULL, "checkers:repetition=1", &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "repetition"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_third_time_is_a_draw),
        cmocka_unit_test(an_irreversible_move_begins_anew),
        cmocka_unit_test(what_was_taken_back_did_not_stand),
        cmocka_unit_test(a_record_judges_as_the_play_does),
        cmocka_unit_test(what_was_played_is_read_and_resumed),
        cmocka_unit_test(a_match_counts_draws),
        cmocka_unit_test(once_is_no_repetition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
