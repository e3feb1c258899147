/* The net of backgammon learns: stopped, gone on with and played elsewhere it comes to the same, the course is
 * that of seven runs of `rollout`, and after a short one it beats what it began as. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/backgammon/learn/course.h"
#include "hra/hra.h"
#include "hra/lab.h"
#include "learning.h"

/* Each part is one iteration of two tasks. */
static const char tiny[] = "expert:length=0,tasks-per-iteration=2";

static void the_whole_course_is_the_one_of_the_built_in_nets(void **state) {
    const bg_course whole = {.length = 1, .round = 400};
    uint64_t games[BG_PARTS] = {0};
    int part = 0;
    assert_int_equal(bg_course_rounds(&whole), 1038 + 1183 + 3733 + 2597 + 3);
    for (uint64_t round = 0; round < bg_course_rounds(&whole); round++) {
        const bg_place place = bg_course_place(&whole, round);
        assert_in_range(place.part, part, part + 1);
        part = place.part;
        assert_int_equal(place.before * 400 * place.games, games[part]);
        games[part] += 400 * place.games;
    }
    for (part = 0; part < BG_PARTS; part++)
        assert_int_equal(games[part], bg_parts[part].games);
    const bg_place last = bg_course_place(&whole, bg_course_rounds(&whole) + 4);
    assert_int_equal(last.part, BG_PARTS - 1);
    assert_int_equal(last.before, 5);
}

static void a_stop_changes_nothing(void **state) {
    hra_game *game = open_game("backgammon");
    runs_are_the_same(game, tiny, 16);
    runs_are_the_same(game, "expert:length=0,tasks-per-iteration=2,part=5", 6);
    hra_game_close(game);
}

static void games_can_be_played_elsewhere(void **state) {
    hra_game *game = open_game("backgammon");
    games_can_be_played_by_others(game, tiny, 7);
    hra_game_close(game);
}

/* ---- seven runs -----------------------------------------------------------------------------*/

static const char ends[] =
    "rollout:hidden=192,target=game,lambda=0.7,positions=0,games-per-iteration=2,epochs=1,batch-size=256";
static const char further[] = "rollout:target=rollout,truncate=1,candidate-margin=0.12,positions=20,random-"
                              "opening=5,batch-size=128,anneal,games-per-iteration=2";

static const struct {
    const char *method, *more;
} runs[BG_PARTS] = {
    {ends, "opening=2,rate=0.0015,half=400000"},  {ends, "opening=2,rate=0.0004,half=300000"},
    {ends, "opening=5,rate=0.0003,half=400000"},  {ends, "opening=3,rate=0.0001,half=400000"},
    {further, "hidden=256,passes=20,rate=0.002"}, {further, "hidden=384,passes=20,rate=0.002"},
    {further, "hidden=384,passes=15,rate=0.001"},
};

static void write_to(const hra_learner *learner, const char *path) {
    hra_text bytes;
    write_learner(learner, &bytes);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.length, file), bytes.length);
    assert_int_equal(fclose(file), 0);
    hra_text_release(&bytes);
}

/* The weights in a file: what is between its head and the sum at its end. */
static hra_text weights_of(const hra_learner *learner) {
    hra_text bytes;
    hra_text_init(&bytes);
    assert_int_equal(hra_learner_export(learner, &bytes), 0);
    const char *head = strstr(hra_text_string(&bytes), "\n\n");
    assert_non_null(head);
    const size_t first = (size_t)(head + 2 - bytes.data), tail = strlen("\nsum 0123456789abcdef\n");
    bytes.length -= first + tail;
    memmove(bytes.data, bytes.data + first, bytes.length);
    return bytes;
}

static void same_net(const hra_learner *a, const hra_learner *b, int part) {
    hra_text x = weights_of(a), y = weights_of(b);
    if (x.length != y.length || memcmp(x.data, y.data, x.length) != 0)
        fail_msg("part %d: another net", part + 1);
    hra_text_release(&x);
    hra_text_release(&y);
}

/* Each begins with what the one before came to, and has the next seed. */
static void the_course_is_seven_runs_of_rollout(void **state) {
    static const hra_host host = {.size = sizeof host, .read = hra_host_read_file};
    char path[] = "/tmp/hra-course-XXXXXX", method[600];
    hra_game *game;
    assert_int_equal(hra_game_open(&game, &host, "backgammon", NULL), 0);
    hra_learner *course = open_learner(game, tiny, 9, 2);
    (void)close(mkstemp(path));
    for (int part = 0; part < BG_PARTS; part++) {
        (void)snprintf(method, sizeof method, "%s,%s%s%s", runs[part].method, runs[part].more,
                       part ? ",from=" : "", part ? path : "");
        hra_learner *run = open_learner(game, method, 9 + (uint64_t)part, 1);
        run_to(course, 2 * ((uint64_t)part + 1));
        run_to(run, 2);
        same_net(course, run, part);
        write_to(run, path);
        hra_learner_close(run);
    }
    hra_learner_close(course);
    (void)snprintf(method, sizeof method, "expert:length=0,tasks-per-iteration=2,part=7,init=%s", path);
    hra_learner *more = open_learner(game, method, 1, 1);
    hra_text told;
    hra_text_init(&told);
    hra_learner_describe(more, &told);
    assert_non_null(strstr(hra_text_string(&told), "-384-7,"));
    hra_text_release(&told);
    run_to(more, 2);
    hra_learner_close(more);
    unlink(path);
    hra_game_close(game);
}

/* Points a game against what it began as, a net at random; docs/games/backgammon/training.md tells both figures. */
static void a_short_course_beats_its_own_start(void **state) {
    const bool all = getenv("ALL") != NULL;
    const double share = share_against_the_start(
                     "backgammon", all ? "expert:length=0.005" : "expert:length=0,tasks-per-iteration=20",
                     all ? 18400 : 140, "trained:file=*", all ? 2000 : 200),
                 points = 2 * share - 1;
    print_message("%.3f points a game\n", points);
    assert_true(points > (all ? 1 : 0.3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_course_is_the_one_of_the_built_in_nets),
        cmocka_unit_test(a_stop_changes_nothing),
        cmocka_unit_test(games_can_be_played_elsewhere),
        cmocka_unit_test(the_course_is_seven_runs_of_rollout),
        cmocka_unit_test(a_short_course_beats_its_own_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
