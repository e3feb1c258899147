#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "atleast.h"
#include "distribution.h"

static struct yz_dice D;
static struct yz_rules R[YZ_RULE_SETS];
static const struct yz_card EMPTY;

static void highest_scores(void **state) {
    (void)state;
    assert_int_equal(yz_highest_score(&R[YZ_HASBRO]), 1575);
    assert_int_equal(yz_highest_score(&R[YZ_FREE]), 1575);
    assert_int_equal(yz_highest_score(&R[YZ_PLAIN]), 375);
    assert_int_equal(yz_highest_score(&R[YZ_YATZY]), 374);
}

/* This player reaches a score at least as often as any other. The player with the best mean comes close for
 * scores far below its mean, and is never better. */
static void better_than_the_best_mean(void **state) {
    (void)state;
    const struct yz_rules *rules = &R[YZ_PLAIN];
    static const struct yz_moment start = {.rolls = 3, .roll = -1};
    static const struct {
        int score;
        double least, most; /* how many times more often */
    } cases[] = {
        {345, 5, 10},  /* far above the mean: other risks */
        {375, 1, 5e2}, /* the highest score */
        {5, 1, 1},     /* everybody */
    };
    yz_solution *solution;
    struct yz_distribution d;
    assert_int_equal(yz_solve(&solution, &D, rules, 2, NULL), 0);
    struct yz_best best = {&D, rules, solution};
    struct yz_strategy strategy = yz_strategy_best(&best);
    assert_int_equal(yz_distribution_init(&d, &D, rules, &strategy, &start, 2, NULL), 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct yz_score_goal *goal;
        assert_int_equal(yz_atleast_open(&goal, &D, rules, cases[i].score, NULL, true, 2, NULL), 0);
        double ratio = yz_score_goal_value(goal, EMPTY, 0) / yz_distribution_at_least(&d, cases[i].score);
        if (ratio < cases[i].least - 1e-6 || ratio > cases[i].most + 1e-6)
            fail_msg("%d or more: %g times as often", cases[i].score, ratio);
        yz_score_goal_close(goal);
    }
    yz_distribution_release(&d);
    yz_solution_close(solution);
}

/* ---- the file -------------------------------------------------------------------------------*/

struct heard {
    char what[200]; /* the last notice */
    int reports;
};

static void listen(void *self, const char *what, double done) {
    struct heard *heard = self;
    (void)done;
    (void)snprintf(heard->what, sizeof heard->what, "%s", what);
    heard->reports++;
}

enum { SCORE = 375 }; /* a small table */

struct place {
    char folder[64];
    char *path;
    double chance;
};

static struct heard reopen(const struct place *place) {
    struct heard heard = {"", 0};
    hra_progress progress = {.report = listen, .self = &heard};
    struct yz_score_goal *goal;
    assert_int_equal(yz_atleast_open(&goal, &D, &R[YZ_PLAIN], SCORE, place->folder, true, 1, &progress), 0);
    assert_true(yz_score_goal_value(goal, EMPTY, 0) == place->chance);
    yz_score_goal_close(goal);
    return heard;
}

static int make_place(void **state) {
    static struct place place;
    struct yz_score_goal *goal;
    (void)snprintf(place.folder, sizeof place.folder, "%s", "/tmp/hra-atleast-test.XXXXXX");
    if (mkdtemp(place.folder) == NULL ||
        yz_atleast_open(&goal, &D, &R[YZ_PLAIN], SCORE, NULL, true, 1, NULL) != 0)
        return -1;
    place.chance = yz_score_goal_value(goal, EMPTY, 0);
    yz_score_goal_close(goal);
    place.path = yz_atleast_path(&R[YZ_PLAIN], SCORE, place.folder);
    *state = &place;
    return place.path == NULL;
}

static int leave_place(void **state) {
    struct place *place = *state;
    (void)unlink(place->path);
    free(place->path);
    char folder[80];
    (void)snprintf(folder, sizeof folder, "%s/yahtzee", place->folder);
    (void)rmdir(folder);
    return rmdir(place->folder); /* fails if a temporary file was left behind */
}

static void kept_and_read_again(void **state) {
    const struct place *place = *state;
    assert_true(reopen(place).reports > 0);
    assert_int_equal(access(place->path, R_OK), 0);
    assert_int_equal(reopen(place).reports, 0); /* nothing is worked out */
}

/* Writes `length` bytes over the file at `at`, or cuts it off there. */
static void spoil(const char *path, long at, const char *bytes, size_t length) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    if (length == 0) {
        assert_int_equal(ftruncate(fileno(file), at), 0);
    } else {
        assert_int_equal(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET), 0);
        assert_int_equal(fwrite(bytes, 1, length, file), length);
    }
    assert_int_equal(fclose(file), 0);
}

static void spoilt_files(void **state) {
    const struct place *place = *state;
    static const struct {
        const char *name;
        long at;
        const char *bytes;
        size_t length;
        const char *notice;
    } cases[] = {
        {"a changed value", -9, "x", 1, "damaged"},
        {"cut off", 1000, "", 0, "damaged"},
        {"only a header", 64, "", 0, "damaged"},
        {"empty", 0, "", 0, "damaged"},
        {"another score", 40, "\7", 1, "damaged"},
        {"other rules", 24, "hasbro", 6, "damaged"},
        {"another checksum", 56, "\1\2\3\4", 4, "damaged"},
        {"a text", 0, "hra-record", 10, "not such a table"},
        {"other bytes", 20, "\1\2\3\4", 4, "not such a table"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)reopen(place);
        spoil(place->path, cases[i].at, cases[i].bytes, cases[i].length);
        struct heard heard = reopen(place);
        if (strstr(heard.what, cases[i].notice) == NULL)
            fail_msg("%s: '%s'", cases[i].name, heard.what);
        assert_int_equal(reopen(place).reports, 0); /* replaced by a whole one */
    }
}

static void newer_version_stays(void **state) {
    const struct place *place = *state;
    (void)reopen(place);
    spoil(place->path, 16, "\2", 1);
    assert_non_null(strstr(reopen(place).what, "newer"));
    assert_non_null(strstr(reopen(place).what, "newer"));
    spoil(place->path, 16, "\1", 1);
    assert_int_equal(reopen(place).reports, 0);
}

static void nowhere_to_write(void **state) {
    (void)state;
    struct place nowhere = {.folder = "/proc/hra-cannot-be"};
    struct yz_score_goal *goal;
    assert_int_equal(yz_atleast_open(&goal, &D, &R[YZ_PLAIN], SCORE, NULL, true, 1, NULL), 0);
    nowhere.chance = yz_score_goal_value(goal, EMPTY, 0);
    yz_score_goal_close(goal);
    assert_non_null(strstr(reopen(&nowhere).what, "could not be saved"));
}

int main(void) {
    yz_dice_init(&D);
    for (int id = 0; id < YZ_RULE_SETS; id++)
        yz_rules_init(&R[id], &D, id);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(highest_scores),
        cmocka_unit_test(better_than_the_best_mean),
        cmocka_unit_test_setup_teardown(kept_and_read_again, make_place, leave_place),
        cmocka_unit_test_setup_teardown(spoilt_files, make_place, leave_place),
        cmocka_unit_test_setup_teardown(newer_version_stays, make_place, leave_place),
        cmocka_unit_test(nowhere_to_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
