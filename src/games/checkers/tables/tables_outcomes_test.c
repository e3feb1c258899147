/* Outcomes alone: the same as the values that they come from, kept, made again, and refused when damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/checkers/play/engine.h"
#include "games/checkers/rules/checkers.h"
#include "hra/hra.h"
#include "tables_file.h"

enum { PIECES = 3, NONE = 0 /* resident */, ALL = 16 << 20 };

static char folder[64];

static int make_folder(void **state) {
    const char *under = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%.40s/hra-ckw-XXXXXX", under ? under : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    char path[CK_TABLE_DATA + 64];
    ck_index *x = NULL;
    assert_int_equal(ck_index_open(&x, PIECES), 0);
    for (int i = 0; i < 2 * x->slices; i++) {
        assert_true(ck_image_path(&x->slice[i / 2], i % 2 ? CK_OUTCOMES : CK_DISTANCES, folder, path));
        unlink(path);
    }
    ck_index_close(x);
    (void)snprintf(path, sizeof path, "%s/checkers", folder);
    assert_int_equal(rmdir(path), 0); /* nothing else was left there */
    return rmdir(folder);
}

static ck_tables *open_tables(const char *data, size_t resident) {
    ck_tables *t = NULL;
    hra_error why = {0};
    if (ck_tables_build(&t, data, PIECES, resident, 1, NULL, &why))
        fail_msg("%s", why.text);
    return t;
}

static ck_tables *take(const char *data) {
    ck_tables *t = open_tables(data, NONE);
    hra_error why = {0};
    if (ck_tables_take_outcomes(t, data, 2, NULL, &why))
        fail_msg("%s", why.text);
    return t;
}

/* Every position of every slice, beside the tables with plies. */
static void check_all(const ck_tables *outcomes, const ck_tables *values) {
    for (int slice = 0; slice < values->index->slices; slice++) {
        ck_cursor cursor = {0};
        for (uint64_t i = 0; i < values->index->slice[slice].size; i++) {
            ck_board b;
            int wdl, distance, told, plies;
            ck_index_unrank(values->index, &cursor, slice, i, &b);
            assert_true(ck_tables_probe(values, NULL, &b, CK_BLACK, &wdl, &distance));
            assert_true(ck_tables_glance(values, &b, CK_BLACK, &told, &plies));
            assert_true(told == wdl && plies == distance); /* resident: all is at hand */
            assert_true(ck_tables_glance(outcomes, &b, CK_BLACK, &told, &plies));
            assert_true(told == wdl && plies == -1);
        }
    }
}

static void in_memory_and_from_files(void **state) {
    ck_tables *values = open_tables(NULL, ALL);
    const char *const data[] = {NULL, folder, folder}; /* made; made and kept; read */
    for (int i = 0; i < 3; i++) {
        ck_tables *outcomes = take(data[i]);
        check_all(outcomes, values);
        ck_tables_close(outcomes);
    }
    ck_tables_close(values);
}

static void ends_and_what_is_not_there(void **state) {
    ck_tables *t = open_tables(NULL, NONE);
    const ck_board lone = {{(ck_set)1 << 20, 0}, 0};
    ck_board pair;
    ck_cursor cursor = {0};
    int wdl, distance;
    ck_index_unrank(t->index, &cursor, 0, 5, &pair);
    assert_false(ck_tables_glance(t, &pair, CK_BLACK, &wdl, &distance)); /* not taken */
    assert_true(ck_tables_glance(t, &lone, CK_BLACK, &wdl, &distance) && wdl == 1 && distance == 1);
    assert_true(ck_tables_glance(t, &lone, CK_WHITE, &wdl, &distance) && wdl == -1 && distance == 0);
    ck_tables_close(t);
}

/* ---- files ------------------------------------------------------------------------------------*/

static void change_byte(const char *path, long at, int by) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    int byte = fgetc(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fputc(byte ^ by, file), byte ^ by);
    assert_int_equal(fclose(file), 0);
}

static void refused(hra_err expected, const char *words) {
    ck_tables *t = open_tables(folder, NONE);
    hra_error why = {0};
    assert_int_equal(ck_tables_take_outcomes(t, folder, 1, NULL, &why), expected);
    if (!strstr(why.text, words))
        fail_msg("'%s' without '%s'", why.text, words);
    ck_tables_close(t);
}

static void damage_is_refused_and_mended(void **state) {
    char path[CK_TABLE_DATA + 64], other[CK_TABLE_DATA + 64];
    ck_tables *t = take(folder);
    assert_true(ck_image_path(&t->index->slice[0], CK_OUTCOMES, folder, path));
    assert_true(ck_image_path(&t->index->slice[1], CK_OUTCOMES, folder, other));
    /* a whole file of outcomes that are not those of the table: one position counted otherwise */
    ck_header header = t->image[0].header;
    ck_image image;
    header.won--;
    header.drawn++;
    assert_int_equal(ck_image_make(&image, &t->index->slice[0], CK_OUTCOMES, t->outcomes[0], header, 1, NULL),
                     0);
    assert_int_equal(ck_image_write(&image, path, NULL), 0);
    ck_image_release(&image);
    refused(HRA_EDAMAGED, "do not fit the tablebase beside it");
    ck_tables_close(t);
    assert_int_equal(unlink(path), 0);
    ck_tables_close(take(folder)); /* built again */
    change_byte(path, 3, 1);
    refused(HRA_EDAMAGED, "not a tablebase of checkers");
    change_byte(path, 3, 1);
    change_byte(path, 100, 1);
    refused(HRA_EDAMAGED, "damaged");
    assert_int_equal(rename(other, path), 0);
    refused(HRA_EDAMAGED, "other pieces");
    assert_int_equal(unlink(path), 0);
    ck_tables_close(take(folder));
}

static void a_stop_is_heeded(void **state) {
    hra_stop stop = {0};
    hra_stop_set(&stop);
    const hra_progress progress = {.stop = &stop};
    hra_error why = {0};
    ck_tables *t = open_tables(NULL, NONE);
    assert_int_equal(ck_tables_take_outcomes(t, NULL, 1, &progress, &why), HRA_ESTOPPED);
    ck_tables_close(t);
}

/* ---- the search -------------------------------------------------------------------------------*/

typedef struct reader {
    ck_tables *tables;
    ck_cache *cache;
    int probes;
} reader;

static bool probe(void *self, const ck_board *b, int side, int *wdl, int *distance) {
    reader *r = self;
    r->probes++;
    return ck_tables_probe(r->tables, r->cache, b, side, wdl, distance);
}

static bool glance(void *self, const ck_board *b, int side, int *wdl, int *distance) {
    const reader *r = self;
    return ck_tables_glance(r->tables, b, side, wdl, distance);
}

static void set_up(const char *fen, ck_task *task) {
    hra_game *game = NULL;
    ck_state s;
    assert_int_equal(hra_game_open(&game, NULL, "checkers", NULL), 0);
    assert_int_equal(hra_game_read_position(game, fen, &s, NULL), 0);
    hra_game_close(game);
    *task = (ck_task){.board = s.board, .side = s.side, .depth = 9};
}

/* A man is captured, which leaves two kings against one. The oracle knows only that this is won. With three
 * pieces in the position itself, each move gets its distance in plies. */
static void a_win_is_told_without_its_length(void **state) {
    reader r = {take(NULL), NULL, 0};
    ck_engine *engine = NULL;
    ck_thought *thought = calloc(1, sizeof *thought);
    ck_task task;
    assert_non_null(thought);
    assert_int_equal(ck_cache_open(&r.cache, r.tables, 1), 0);
    const ck_oracle oracle = {probe, glance, &r, PIECES};
    assert_int_equal(ck_engine_open(&engine, NULL, &oracle, CK_ENGINE_TT), 0);
    set_up("W:WK14,K19:B26,K20", &task);
    ck_engine_think(engine, &task, thought);
    assert_false(thought->exact);
    assert_in_range(thought->value, CK_WON, CK_TOLD - 1);
    set_up("W:WK10,K14:BK1", &task);
    ck_engine_think(engine, &task, thought);
    assert_true(thought->exact);
    assert_int_equal(thought->value, CK_WIN - 15);
    ck_engine_close(engine);
    ck_cache_close(r.cache);
    ck_tables_close(r.tables);
    free(thought);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_memory_and_from_files),         cmocka_unit_test(ends_and_what_is_not_there),
        cmocka_unit_test(damage_is_refused_and_mended),     cmocka_unit_test(a_stop_is_heeded),
        cmocka_unit_test(a_win_is_told_without_its_length),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
