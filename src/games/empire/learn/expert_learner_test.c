/* The weights of empire's judge learn: stopped, gone on with and played elsewhere they come to the same, and
 * after a few plays they beat what they began as. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/empire/learn/games.h"
#include "games/empire/play/weights_file.h"
#include "learning.h"

static const char tiny[] = "expert:games-per-iteration=4,replay-iterations=1,epochs=1,batch-size=16";

static void lessons_are_read_as_they_were_written(void **state) {
    hra_game *game = open_game("empire:seats=3");
    const int turns = em_lessons_of(game);
    em_eval judge;
    em_self_player *player = calloc(1, sizeof *player);
    em_lesson *lessons = calloc((size_t)turns, sizeof *lessons), *again = calloc(1, sizeof *again);
    hra_text bytes;
    hra_text_init(&bytes);
    assert_true(player && lessons && again);
    em_eval_open(&judge, em_of(game), em_weights[1]);
    player->game = game;
    player->judge = &judge;
    player->lambda = 0.85F;
    em_self_play(player, 3, 1, lessons);
    for (int i = 0; i < turns; i++) {
        float sum = 0;
        for (int seat = 0; seat < 3; seat++)
            sum += lessons[i].target[seat];
        assert_true(sum > 0.999F && sum < 1.001F);
        em_lesson_write(game, &lessons[i], &bytes);
    }
    hra_bytes from = {bytes.data, bytes.data + bytes.length};
    for (int i = 0; i < turns; i++) {
        memset(again, 0, sizeof *again);
        assert_int_equal(em_lesson_read(game, again, &from), 0);
        assert_memory_equal(again->count, lessons[i].count, 3);
        assert_memory_equal(again->left, lessons[i].left, 3);
        assert_memory_equal(again->target, lessons[i].target, 3 * sizeof(float));
        for (int seat = 0; seat < 3; seat++)
            assert_memory_equal(again->feature[seat], lessons[i].feature[seat],
                                lessons[i].count[seat] * sizeof(em_feature));
    }
    assert_int_equal(hra_bytes_left(&from), 0);
    assert_int_equal(em_lesson_read(game, again, &from), HRA_EDAMAGED);
    free(player);
    free(lessons);
    free(again);
    hra_text_release(&bytes);
    hra_game_close(game);
}

static void weights_are_read_as_they_were_written(void **state) {
    for (int seats = 2; seats <= EM_SEATS; seats++) {
        em_weight_rows rows;
        hra_text spec, bytes;
        hra_text_init(&spec);
        hra_text_init(&bytes);
        hra_text_addf(&spec, "empire:seats=%d", seats);
        hra_game *game = open_game(hra_text_string(&spec)),
                 *other = open_game(seats == 2 ? "empire:seats=3" : "empire");
        em_weights_write(game, em_weights[seats - 2], &bytes);
        assert_int_equal(em_weights_read(game, bytes.data, bytes.length, rows), 0);
        assert_memory_equal(rows, em_weights[seats - 2], sizeof rows);
        assert_int_equal(em_weights_read(other, bytes.data, bytes.length, rows), HRA_EDAMAGED);
        assert_int_equal(em_weights_read(game, bytes.data, bytes.length - 1, rows), HRA_EDAMAGED);
        hra_text_release(&spec);
        hra_text_release(&bytes);
        hra_game_close(game);
        hra_game_close(other);
    }
}

static void a_stop_changes_nothing(void **state) {
    hra_game *game = open_game("empire"), *four = open_game("empire:seats=4");
    runs_are_the_same(game, tiny, 12);
    runs_are_the_same(four, tiny, 8);
    hra_game_close(game);
    hra_game_close(four);
}

static void games_can_be_played_elsewhere(void **state) {
    hra_game *game = open_game("empire");
    games_can_be_played_by_others(game, tiny, 3);
    hra_game_close(game);
}

/* Against what it began as: points count, and nothing else. docs/games/empire/opponents.md tells both figures. */
static void a_small_run_beats_its_own_start(void **state) {
    const bool all = getenv("ALL") != NULL;
    const double points = share_against_the_start(
        "empire", all ? "expert:games-per-iteration=1000" : "expert:games-per-iteration=150",
        all ? 4000 : 150, "mcts:playouts=1,weights=*", all ? 2000 : 200);
    print_message("%.3f of the games\n", points);
    assert_true(points > (all ? 0.9 : 0.6));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lessons_are_read_as_they_were_written),
        cmocka_unit_test(weights_are_read_as_they_were_written),
        cmocka_unit_test(a_stop_changes_nothing),
        cmocka_unit_test(games_can_be_played_elsewhere),
        cmocka_unit_test(a_small_run_beats_its_own_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
