/* Learners for tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "hra/work.h"
#include "learning.h"
#include "played.h"

hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    return game;
}

bool has_rows(const char *game) {
    const hra_learn_default *row;
    for (int i = 0; (row = hra_learn_default_at(i)) != NULL; i++)
        if (row->game && strcmp(row->game, game) == 0)
            return true;
    return false;
}

hra_learner *open_learner(const hra_game *game, const char *method, uint64_t seed, int threads) {
    const hra_learn_setup setup = {
        .size = sizeof setup, .game = game, .method = method, .seed = seed, .threads = threads};
    hra_learner *learner = NULL;
    hra_error why = {0};
    if (hra_learner_open(&learner, &setup, &why) != 0)
        fail_msg("%s: %s", method, why.text);
    return learner;
}

void run_to(hra_learner *learner, uint64_t games) {
    hra_error why = {0};
    if (hra_learner_run(learner, games, NULL, &why) != 0)
        fail_msg("%s", why.text);
    assert_true(hra_learner_games(learner) >= games);
}

void write_learner(const hra_learner *learner, hra_text *out) {
    hra_text_init(out);
    assert_int_equal(hra_learner_write(learner, out), 0);
}

void runs_are_the_same(const hra_game *game, const char *method, uint64_t games) {
    hra_text whole, other;
    hra_error why;
    hra_learner *first = open_learner(game, method, 5, 1), *second = open_learner(game, method, 5, 3);
    run_to(first, games);
    write_learner(first, &whole);
    run_to(second, games / 3); /* may end within a round */
    write_learner(second, &other);
    hra_learner_close(second);
    second = open_learner(game, method, 5, 2);
    assert_int_equal(hra_learner_restore(second, "F", other.data, other.length, &why), 0);
    hra_text_release(&other);
    run_to(second, games);
    write_learner(second, &other);
    if (whole.length != other.length || memcmp(whole.data, other.data, whole.length) != 0)
        fail_msg("%s: another file", method);
    hra_text_release(&whole);
    hra_text_release(&other);
    hra_learner_close(first);
    hra_learner_close(second);
}

static hra_work *open_work(const hra_game *game, const char *method, uint64_t games) {
    const hra_work_setup setup = {.size = sizeof setup, .game = game, .task_seconds = 1e-9};
    hra_work *work = NULL;
    hra_error why = {0};
    hra_text spec;
    hra_text_init(&spec);
    hra_text_addf(&spec, "work learning\ngame %s\nmethod %s\ngames %llu\nseed 7\n", game->spec, method,
                  (unsigned long long)games);
    if (hra_work_open(&work, NULL, hra_text_string(&spec), &setup, &why) != 0)
        fail_msg("%s: %s", method, why.text);
    hra_text_release(&spec);
    return work;
}

/* A result that was cut off is seen when it is learnt from. */
static void damage_is_seen(const hra_game *game, const char *method) {
    char task[HRA_WORK_TASK];
    hra_work *work = open_work(game, method, 1);
    hra_error why = {0};
    hra_text result;
    hra_text_init(&result);
    while (hra_work_next_task(work, task) && strncmp(task, "learn", 5) != 0) {
        hra_text_clear(&result);
        assert_int_equal(hra_work_run_task(work, task, NULL, &result, NULL, &why), 0);
        assert_int_equal(hra_work_add_result(work, task, result.data, result.length - 1, &why), 0);
    }
    assert_int_equal(hra_work_run_task(work, task, NULL, &result, NULL, &why), HRA_EDAMAGED);
    hra_text_release(&result);
    hra_work_close(work);
}

static uint64_t round_of(const hra_game *game, const char *method) {
    hra_work *work = open_work(game, method, 1);
    hra_work_status now;
    hra_work_snapshot(work, &now);
    hra_work_close(work);
    return now.of;
}

void games_can_be_played_by_others(const hra_game *game, const char *method, int rounds) {
    const uint64_t games = round_of(game, method) * (uint64_t)rounds;
    hra_work *work[] = {open_work(game, method, games), open_work(game, method, games)};
    hra_learner *whole = open_learner(game, method, 7, 2);
    char task[HRA_WORK_TASK];
    uint64_t learnt = 0;
    hra_error why = {0};
    hra_text result, file;
    hra_text_init(&result);
    assert_true(games > (uint64_t)rounds);
    for (int turn = 0; hra_work_next_task(work[0], task); turn++) {
        hra_text_clear(&result);
        assert_int_equal(hra_work_mark_assigned(work[1], task, &why), 0);
        if (hra_work_run_task(work[turn % 2], task, NULL, &result, NULL, &why) != 0)
            fail_msg("%s: %s", task, why.text);
        for (int i = 0; i < 2; i++)
            assert_int_equal(hra_work_add_result(work[i], task, result.data, result.length, &why), 0);
    }
    hra_text_clear(&result);
    assert_int_equal(hra_work_model(work[1], &result, &learnt, &why), 0);
    assert_int_equal(learnt, games);
    run_to(whole, games);
    write_learner(whole, &file);
    assert_int_equal(file.length, result.length);
    assert_memory_equal(file.data, result.data, file.length);
    damage_is_seen(game, method);
    hra_learner_close(whole);
    hra_work_close(work[0]);
    hra_work_close(work[1]);
    hra_text_release(&file);
    hra_text_release(&result);
}

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

/* What the first of two players gets. */
static double mean_of(const char *spec, hra_text players[2], uint64_t games) {
    static const hra_host host = {.size = sizeof host, .read = hra_host_read_file};
    hra_game *game;
    hra_player *seats[2];
    hra_match_result result = {.size = sizeof result};
    hra_error why = {0};
    assert_int_equal(hra_game_open(&game, &host, spec, &why), 0);
    for (int i = 0; i < 2; i++)
        if (hra_player_open(&seats[i], game, hra_text_string(&players[i]), NULL, NULL, &why) != 0)
            fail_msg("%s: %s", hra_text_string(&players[i]), why.text);
    const played_setup how = {.game = game,
                              .players = (const hra_player *const *)seats,
                              .count = 2,
                              .games = games,
                              .seed = 11,
                              .threads = 2,
                              .rotate = true};
    assert_int_equal(played_match(&how, &result, &why), 0);
    const double mean = hra_stats_summary(&result.players[0].score).mean;
    hra_match_release(&result);
    hra_player_close(seats[0]);
    hra_player_close(seats[1]);
    hra_game_close(game);
    return mean;
}

double share_against_the_start(const char *spec, const char *method, uint64_t learnt, const char *player,
                               uint64_t games) {
    char files[2][32] = {"/tmp/hra-learnt-XXXXXX", "/tmp/hra-learnt-XXXXXX"};
    const char *star = strchr(player, '*');
    hra_text players[2];
    hra_game *game = open_game(spec);
    hra_learner *learner = open_learner(game, method, 1, 2);
    for (int i = 0; i < 2; i++) {
        const int file = mkstemp(files[i]);
        assert_true(file >= 0);
        (void)close(file);
    }
    write_model(learner, files[1]);
    run_to(learner, learnt);
    write_model(learner, files[0]);
    for (int i = 0; i < 2; i++) {
        hra_text_init(&players[i]);
        hra_text_addf(&players[i], "%.*s%s%s", (int)(star - player), player, files[i], star + 1);
    }
    const double mean = mean_of(spec, players, games);
    for (int i = 0; i < 2; i++) {
        hra_text_release(&players[i]);
        (void)unlink(files[i]);
    }
    hra_learner_close(learner);
    hra_game_close(game);
    return (mean + 1) / 2;
}
