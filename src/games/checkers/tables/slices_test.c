/* The tables of checkers, built slice by slice as many programs would build them together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/solve.h"

enum { PATH = 128, MOST_SLICES = 40, MOST_BYTES = 1 << 20 };

static const char spec[] = "checkers:tablebase-pieces=3";

typedef struct fixture {
    hra_game *game;
    hra_slices *slices;
    int count;      /* of slices */
    char whole[64]; /* a folder with what one build makes of it */
} fixture;

static fixture all;

static void make_folder(char name[64]) {
    const char *under = getenv("TMPDIR");
    snprintf(name, 64, "%.40s/hra-cks-XXXXXX", under ? under : "/tmp");
    assert_non_null(mkdtemp(name));
}

static void path_of(const char *folder, const char *file, char out[PATH]) {
    assert_true(snprintf(out, PATH, "%s/%s", folder, file) < PATH);
}

static void remove_folder(const char *folder) {
    char path[PATH];
    for (int i = 0; i < all.count; i++)
        for (int k = 0; hra_slices_at(all.slices, i)->files[k]; k++) {
            path_of(folder, hra_slices_at(all.slices, i)->files[k], path);
            unlink(path);
        }
    path_of(folder, "checkers", path);
    assert_int_equal(rmdir(path), 0); /* nothing else was left there */
    assert_int_equal(rmdir(folder), 0);
}

static int open_all(void **state) {
    hra_solution *solution;
    make_folder(all.whole);
    hra_solve_setup setup = {.size = sizeof setup, .data = all.whole, .threads = 2};
    assert_int_equal(hra_game_open(&all.game, NULL, spec, NULL), 0);
    assert_int_equal(hra_slices_open(&all.slices, all.game, NULL), 0);
    while (hra_slices_at(all.slices, all.count))
        all.count++;
    assert_int_equal(hra_solution_open(&solution, all.game, &setup, NULL), 0);
    hra_solution_close(solution);
    return 0;
}

static int close_all(void **state) {
    remove_folder(all.whole);
    hra_slices_close(all.slices);
    hra_game_close(all.game);
    return 0;
}

/* By handles that know nothing of the slices built before. */
static hra_err build(const char *folder, const char *name, hra_error *why) {
    hra_game *game;
    hra_slices *slices;
    int slice;
    hra_solve_setup setup = {.size = sizeof setup, .data = folder, .threads = 1};
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    assert_int_equal(hra_slices_open(&slices, game, NULL), 0);
    assert_int_equal(hra_slices_find(slices, name, &slice, NULL), 0);
    hra_err err = hra_slices_build(slices, slice, &setup, why);
    hra_slices_close(slices);
    hra_game_close(game);
    return err;
}

static size_t read_file(const char *folder, const char *file, char *out) {
    char path[PATH];
    path_of(folder, file, path);
    FILE *from = fopen(path, "rb");
    assert_non_null(from);
    size_t n = fread(out, 1, MOST_BYTES, from);
    assert_true(n > 0 && n < MOST_BYTES);
    fclose(from);
    return n;
}

static void assert_same_folders(const char *a, const char *b) {
    char *one = malloc(MOST_BYTES), *other = malloc(MOST_BYTES);
    assert_true(one && other);
    for (int i = 0; i < all.count; i++)
        for (int k = 0; hra_slices_at(all.slices, i)->files[k]; k++) {
            const char *file = hra_slices_at(all.slices, i)->files[k];
            size_t n = read_file(a, file, one);
            assert_int_equal(n, read_file(b, file, other));
            assert_memory_equal(one, other, n);
        }
    free(one);
    free(other);
}

static bool is_ready(const bool *built, int slice) {
    const hra_slice *s = hra_slices_at(all.slices, slice);
    for (int i = 0; i < s->need_count; i++)
        if (!built[s->needs[i]])
            return false;
    return true;
}

/* ---- tests ------------------------------------------------------------------------------------*/

static void each_slice_stands_behind_those_that_it_needs(void **state) {
    int count = all.count, sum = 0;
    uint64_t positions = 0;
    assert_true(count > 3 && count <= MOST_SLICES);
    for (int i = 0; i < count; i++) {
        const hra_slice *slice = hra_slices_at(all.slices, i);
        int found;
        assert_int_equal(hra_slices_find(all.slices, slice->name, &found, NULL), 0);
        assert_int_equal(found, i);
        for (int k = 0; k < slice->need_count; k++)
            assert_true(slice->needs[k] >= 0 && slice->needs[k] < i);
        sum += slice->need_count;
        positions += slice->positions;
    }
    assert_true(sum > count);
    assert_int_equal(positions, 3488 + 196032); /* as tables_test.c knows them */
}

/* First in the order of the list, then always the last one that can be built. */
static void slices_one_by_one_are_the_whole_build(void **state) {
    int count = all.count;
    for (int backwards = 0; backwards < 2; backwards++) {
        char folder[64];
        bool built[MOST_SLICES] = {false}, jumped = false;
        make_folder(folder);
        for (int done = 0; done < count; done++) {
            int next = backwards ? count - 1 : 0;
            while (built[next] || !is_ready(built, next))
                next += backwards ? -1 : 1;
            hra_error why = {0};
            if (build(folder, hra_slices_at(all.slices, next)->name, &why))
                fail_msg("%s", why.text);
            built[next] = true;
            jumped = jumped || next > done;
        }
        assert_int_equal(jumped, backwards);
        assert_same_folders(folder, all.whole);
        remove_folder(folder);
    }
}

static void twice_does_no_harm(void **state) {
    char folder[64], path[PATH];
    hra_error why = {0};
    make_folder(folder);
    for (int i = 0; i < all.count; i++)
        for (int times = 0; times < 2; times++)
            assert_int_equal(build(folder, hra_slices_at(all.slices, i)->name, &why), 0);
    assert_same_folders(folder, all.whole);
    path_of(folder, "checkers/m1k0-m0k1.ckt", path); /* half of its slice; the other half is made anew too */
    assert_int_equal(unlink(path), 0);
    assert_int_equal(build(folder, "m0k1-m1k0", &why), 0);
    assert_same_folders(folder, all.whole);
    remove_folder(folder);
}

/* A machine gets no more than the files that a slice needs, and those one by one. */
static void what_is_missing_is_named(void **state) {
    char folder[64], expected[200], path[PATH];
    hra_error why = {0};
    make_folder(folder);
    assert_int_equal(build(folder, "m0k1-m1k0", &why), HRA_EMISSING);
    snprintf(expected, sizeof expected,
             "slice m0k1-m1k0 needs %s/checkers/m0k1-m0k1.ckt, which is missing; build slice m0k1-m0k1 first",
             folder);
    assert_string_equal(why.text, expected);
    path_of(folder, "checkers/m0k1-m1k0.ckt", path);
    assert_int_equal(access(path, F_OK), -1); /* nothing was written */
    assert_int_equal(build(folder, "m0k1-m0k1", NULL), 0);
    assert_int_equal(build(folder, "m0k1-m1k0", NULL), 0);
    remove_folder(folder);
}

static void append(const char *folder, const char *file) {
    char path[PATH];
    path_of(folder, file, path);
    FILE *to = fopen(path, "ab");
    assert_non_null(to);
    assert_true(fputs("more", to) >= 0);
    assert_int_equal(fclose(to), 0);
}

static void damage_is_named(void **state) {
    char folder[64];
    hra_error why = {0};
    make_folder(folder);
    assert_int_equal(build(folder, "m0k1-m0k1", &why), 0);
    append(folder, "checkers/m0k1-m0k1.ckt");
    assert_int_equal(build(folder, "m0k1-m1k0", &why), HRA_EDAMAGED);
    assert_non_null(strstr(why.text, "slice m0k1-m1k0 needs /"));
    assert_non_null(strstr(why.text, "the table has the wrong length; remove the file"));
    assert_int_equal(build(folder, "m0k1-m0k1", &why), HRA_EDAMAGED); /* its own */
    remove_folder(folder);
}

static void a_slice_can_be_stopped(void **state) {
    char folder[64];
    hra_error why = {0};
    hra_stop stop = {1};
    hra_progress progress = {.stop = &stop};
    make_folder(folder);
    hra_solve_setup setup = {.size = sizeof setup, .data = folder, .progress = &progress};
    assert_int_equal(hra_slices_build(all.slices, 0, &setup, &why), HRA_ESTOPPED);
    assert_string_equal(why.text, "stopped while building tablebases of checkers");
    remove_folder(folder);
}

static void what_makes_no_sense_is_refused(void **state) {
    hra_game *game;
    hra_slices *slices;
    hra_error why = {0};
    int slice = 7, count = all.count;
    hra_solve_setup setup = {.size = sizeof setup, .data = all.whole, .threads = 257};
    assert_int_equal(hra_slices_find(all.slices, "m1k0-m0k1", &slice, &why), HRA_EINPUT);
    assert_int_equal(slice, 7);
    assert_non_null(strstr(why.text, "checkers:tablebase-pieces=3 has no slice 'm1k0-m0k1'; did you mean"));
    assert_null(hra_slices_at(all.slices, count));
    assert_null(hra_slices_at(all.slices, -1));
    assert_int_equal(hra_slices_build(all.slices, 0, &setup, &why), HRA_EINPUT);
    setup.threads = 0;
    assert_int_equal(hra_slices_build(all.slices, count, &setup, &why), HRA_EINPUT);
    setup.data = "/nowhere/at/all";
    assert_int_equal(hra_slices_build(all.slices, 0, &setup, &why), HRA_EIO);
    assert_string_equal(why.text, "/nowhere/at/all/checkers: cannot make the directory");
    assert_int_equal(hra_slices_build(all.slices, 0, NULL, &why), HRA_EINPUT);
    assert_string_equal(why.text, "a slice is saved in files; set a data directory");
    assert_int_equal(hra_game_open(&game, NULL, "tictactoe", NULL), 0);
    assert_int_equal(hra_slices_open(&slices, game, &why), HRA_EFIT);
    assert_string_equal(why.text, "the solution of tictactoe is not built in slices");
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_slice_stands_behind_those_that_it_needs),
        cmocka_unit_test(slices_one_by_one_are_the_whole_build),
        cmocka_unit_test(twice_does_no_harm),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(damage_is_named),
        cmocka_unit_test(a_slice_can_be_stopped),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
