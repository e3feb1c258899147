/* The weights of chess learn: a fit finds the weights that made its lessons; stopped, gone on with and played elsewhere
 * runs come to the same; bytes of others are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/chess/learn/fit.h"
#include "games/chess/learn/games.h"
#include "hra/hra.h"
#include "hra/lab.h"
#include "learning.h"
#include "rules/uci.h"

static const char tiny[] = "expert:nodes=20,games-per-iteration=3,replay-iterations=1,epochs=1,batch-size=64";

static void play_some(const hra_game *game, int games, ch_lessons *out) {
    static ch_weights weights;
    static ch_packed_weights packed;
    const ch_way way = {.nodes = 30, .share = 0.5};
    ch_lessons one = {0};
    hra_text bytes;
    hra_text_init(&bytes);
    ch_weights_begin(ch_game_of(game), &weights);
    ch_pack_weights(&weights, &packed);
    for (int i = 0; i < games; i++) {
        assert_int_equal(ch_self_play(game, &packed, &way, 5, (uint64_t)i, &one), 0);
        hra_text_clear(&bytes);
        ch_lessons_write(&one, &bytes);
        hra_bytes from = {bytes.data, bytes.data + bytes.length};
        const int before = out->count;
        assert_int_equal(ch_lessons_read(ch_game_of(game), out, &from), 0);
        assert_int_equal(hra_bytes_left(&from), 0);
        assert_int_equal(out->count - before, one.count);
        for (int k = 0; k < one.count; k++)
            assert_memory_equal(&out->list[before + k], &one.list[k], offsetof(ch_lesson, aim) + 2);
    }
    ch_lessons_release(&one);
    hra_text_release(&bytes);
}

static void damaged_lessons_are_refused(void **state) {
    hra_game *game = open_game("chess");
    ch_lessons lessons = {0}, again = {0};
    hra_text bytes;
    hra_text_init(&bytes);
    play_some(game, 1, &lessons);
    assert_true(lessons.count > 10);
    ch_lessons_write(&lessons, &bytes);
    for (size_t length = 0; length < bytes.length; length++) {
        hra_bytes from = {bytes.data, bytes.data + length};
        assert_int_equal(ch_lessons_read(ch_game_of(game), &again, &from), HRA_EDAMAGED);
    }
    bytes.data[10] |= 7; /* no such kind of piece */
    hra_bytes from = {bytes.data, bytes.data + bytes.length};
    assert_int_equal(ch_lessons_read(ch_game_of(game), &again, &from), HRA_EDAMAGED);
    ch_lessons_release(&lessons);
    ch_lessons_release(&again);
    hra_text_release(&bytes);
    hra_game_close(game);
}

/* The mean of how far the chances by these weights are from the targets. */
static double miss(const ch_game *g, const ch_weights *weights, const ch_lessons *lessons) {
    ch_packed_weights packed;
    double sum = 0;
    ch_pack_weights(weights, &packed);
    for (int i = 0; i < lessons->count; i++) {
        const ch_state s = ch_lesson_state(&lessons->list[i]);
        const double value = ch_evaluate(g, &packed, &s);
        const double off = (1 + hra_uci_result(value)) / 2 - lessons->list[i].aim / (double)CH_AIM;
        sum += off < 0 ? -off : off;
    }
    return sum / lessons->count;
}

static void a_fit_finds_the_weights_that_made_its_lessons(void **state) {
    static ch_weights made, found;
    hra_game *game = open_game("chess");
    const ch_game *g = ch_game_of(game);
    ch_packed_weights packed;
    ch_lessons lessons = {0};
    play_some(game, 30, &lessons);
    ch_weights_begin(g, &made);
    found = made;
    for (int i = CH_TERM_PLACE; i < CH_TERMS; i += 3) {
        made.all[i] = (int16_t)(made.all[i] + 30 * CH_FINENESS);
        made.few[i] = (int16_t)(made.few[i] - 20 * CH_FINENESS);
    }
    ch_pack_weights(&made, &packed);
    for (int i = 0; i < lessons.count; i++) {
        const ch_state s = ch_lesson_state(&lessons.list[i]);
        lessons.list[i].aim = (uint16_t)(CH_AIM * (1 + hra_uci_result(ch_evaluate(g, &packed, &s))) / 2);
    }
    const ch_course course = {.lessons = &lessons, .epochs = 40, .batch = 128, .rate = 2, .seed = 1};
    const double before = miss(g, &found, &lessons);
    assert_int_equal(ch_fit(g, &course, &found), 0);
    const double after = miss(g, &found, &lessons);
    print_message("%d lessons: off by %.4f before, %.4f after\n", lessons.count, before, after);
    assert_true(before > 0.03 && after < before / 5);
    ch_lessons_release(&lessons);
    hra_game_close(game);
}

static void a_stop_changes_nothing(void **state) {
    hra_game *game = open_game("chess");
    runs_are_the_same(game, tiny, 9);
    hra_game_close(game);
}

static void games_can_be_played_elsewhere(void **state) {
    hra_game *game = open_game("chess:variant=960");
    games_can_be_played_by_others(game, tiny, 2);
    hra_game_close(game);
}

static void slow_players_are_evaluated_by_few_games(void **state) {
    static const struct {
        const char *game, *method;
        int games;
    } rows[] = {
        {"chess", "expert", 10}, {"chess", "td", 200}, {"checkers", "expert", 10}, {"checkers", "td", 200}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hra_game *game = open_game(rows[i].game);
        const hra_learn_setup how = {
            .size = sizeof how, .game = game, .method = rows[i].method, .threads = 1};
        hra_learner *learner;
        assert_int_equal(hra_learner_open(&learner, &how, NULL), 0);
        assert_int_equal(hra_learner_eval_games(learner), rows[i].games);
        hra_learner_close(learner);
        hra_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_lessons_are_refused),
        cmocka_unit_test(a_fit_finds_the_weights_that_made_its_lessons),
        cmocka_unit_test(a_stop_changes_nothing),
        cmocka_unit_test(games_can_be_played_elsewhere),
        cmocka_unit_test(slow_players_are_evaluated_by_few_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
