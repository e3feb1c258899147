/* The nets of checkers learn: stopped, gone on with and played elsewhere they come to the same, and after a
 * few games they beat what they began as. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/checkers/learn/games.h"
#include "games/checkers/play/weights.h"
#include "games/checkers/rules/board_flip.h"
#include "hra/hra.h"
#include "hra/lab.h"
#include "learning.h"

static const char tiny[] = "expert:tablebase-pieces=0,nodes=10,games-per-iteration=3,replay-iterations=1,"
                           "epochs=1,phase-epochs=1,batch-size=32";

static int by_number(const void *a, const void *b) {
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

static void a_lesson_is_the_position_as_the_mover_sees_it(void **state) {
    static ck_self_player *player;
    const ck_way way = {.nodes = 50, .share = 0.9, .lambda = 0.9};
    ck_lessons lessons = {0}, again = {0};
    hra_text bytes;
    hra_text_init(&bytes);
    assert_int_equal(ck_self_player_open(&player, NULL, NULL), 0);
    for (uint64_t number = 0; number < 2; number++) {
        assert_int_equal(ck_self_play(player, &way, 5, number, &lessons), 0);
        assert_true(lessons.count > 50);
        for (int i = 0; i < lessons.count; i++) {
            const ck_board b = ck_lesson_board(&lessons.list[i]), turned = ck_board_of(&b, CK_WHITE);
            uint8_t rows[CK_MAX_SEEN], other[CK_MAX_SEEN];
            assert_false(ck_jumpers(&b, CK_BLACK)); /* who has to capture is not judged */
            const int count = ck_features(&b, CK_BLACK, rows);
            assert_int_equal(ck_features(&turned, CK_WHITE, other), count);
            qsort(rows, (size_t)count, 1, by_number);
            qsort(other, (size_t)count, 1, by_number);
            assert_memory_equal(rows, other, (size_t)count);
        }
        hra_text_clear(&bytes);
        ck_lessons_write(&lessons, &bytes);
        hra_bytes from = {bytes.data, bytes.data + bytes.length};
        assert_int_equal(ck_lessons_read(&again, &from), 0);
        assert_int_equal(again.count, lessons.count);
        for (int i = 0; i < lessons.count; i++)
            assert_memory_equal(&again.list[i], &lessons.list[i], offsetof(ck_lesson, aim) + 2);
        bytes.data[4] = bytes.data[8] = 1; /* two pieces on one square */
        from = (hra_bytes){bytes.data, bytes.data + bytes.length};
        assert_int_equal(ck_lessons_read(&again, &from), HRA_EDAMAGED);
    }
    ck_self_player_close(player);
    ck_lessons_release(&lessons);
    ck_lessons_release(&again);
    hra_text_release(&bytes);
}

static void a_stop_changes_nothing(void **state) {
    hra_game *game = open_game("checkers");
    runs_are_the_same(game, tiny, 9);
    runs_are_the_same(game,
                      "expert:tablebase-pieces=2,nodes=10,games-per-iteration=2,replay-iterations=0,epochs=1,"
                      "phase-epochs=1,batch-size=32",
                      8);
    runs_are_the_same(game,
                      "expert:tablebase-pieces=2,nodes=10,games-per-iteration=2,replay-iterations=0,min-"
                      "pieces=18,phase-epochs=1,batch-size=32",
                      4);
    hra_game_close(game);
}

static void games_can_be_played_elsewhere(void **state) {
    hra_game *game = open_game("checkers");
    games_can_be_played_by_others(game, tiny, 2);
    hra_game_close(game);
}

/* Against what it began as: material alone. docs/games/checkers/training.md tells both figures. */
static void a_small_run_beats_its_own_start(void **state) {
    const bool all = getenv("ALL") != NULL;
    const char *method = all ? "expert:tablebase-pieces=3,nodes=300,games-per-iteration=1000"
                             : "expert:tablebase-pieces=0,nodes=100,games-per-iteration=150,epochs=3,phase-"
                               "epochs=3,batch-size=128";
    const double points = share_against_the_start("checkers:ballot=all", method, all ? 1000 : 150,
                                                  all ? "expert:nets=*,tablebase-pieces=0,tt=64K,nodes=3000"
                                                      : "expert:nets=*,tablebase-pieces=0,tt=64K,nodes=500",
                                                  all ? 348 : 120);
    print_message("%s: %.3f of the points\n", method, points);
    assert_true(points > (all ? 0.65 : 0.55));
}

/* Writes what plays alone. */
static void write_model(const hra_learner *learner, const char *path) {
    hra_text bytes;
    hra_text_init(&bytes);
    assert_int_equal(hra_learner_export(learner, &bytes), 0);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.length, file), bytes.length);
    assert_int_equal(fclose(file), 0);
    hra_text_release(&bytes);
}

static void files_of_others_are_refused(void **state) {
    static const hra_host host = {.size = sizeof host, .read = hra_host_read_file};
    char path[] = "/tmp/hra-nets-XXXXXX", spec[600];
    hra_game *game;
    hra_player *player = NULL;
    hra_error why = {0};
    assert_int_equal(hra_game_open(&game, &host, "checkers", &why), 0);
    hra_learner *learner = open_learner(game, "td:hidden=2", 1, 1);
    close(mkstemp(path));
    write_model(learner, path);
    hra_learner_close(learner);
    (void)snprintf(spec, sizeof spec, "expert:nets=%s", path);
    assert_int_equal(hra_player_open(&player, game, spec, NULL, NULL, &why), HRA_EFIT);
    learner = open_learner(game, tiny, 1, 1);
    write_model(learner, path);
    (void)snprintf(spec, sizeof spec, "trained:file=%s", path);
    assert_int_equal(hra_player_open(&player, game, spec, NULL, NULL, &why), HRA_EFIT);
    assert_non_null(strstr(why.text, "a model for a player of checkers"));
    hra_learner_close(learner);
    (void)snprintf(spec, sizeof spec,
                   "expert:nets=%s/src/games/checkers/play/checkers.learnt,tablebase-pieces=0", HRA_ROOT);
    assert_int_equal(hra_player_open(&player, game, spec, NULL, NULL, &why), 0);
    hra_player_close(player);
    unlink(path);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lesson_is_the_position_as_the_mover_sees_it),
        cmocka_unit_test(a_stop_changes_nothing),
        cmocka_unit_test(games_can_be_played_elsewhere),
        cmocka_unit_test(a_small_run_beats_its_own_start),
        cmocka_unit_test(files_of_others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
