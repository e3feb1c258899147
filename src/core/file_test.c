#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "file.h"

static char folder[64], path[80];

static int make(void **state) {
    const char *under = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.40s/hra-file-XXXXXX", under ? under : "/tmp");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/f", folder);
    return 0;
}

static int clear(void **state) {
    unlink(path);
    return rmdir(folder); /* fails where a temporary file was left */
}

static void what_is_written_is_read(void **state) {
    hra_file file;
    struct stat info;
    assert_int_equal(hra_file_replace(path, "abc\0def", 7), 0);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0644);
    char read[8];
    assert_int_equal(hra_file_open(&file, path, NULL), 0);
    assert_int_equal(file.size, 7);
    assert_int_equal(hra_file_read_at(&file, 0, read, 7), 0);
    assert_memory_equal(read, "abc\0def", 7);
    assert_int_equal(hra_file_read_at(&file, 4, read, 3), 0);
    assert_memory_equal(read, "def", 3);
    assert_int_equal(hra_file_read_at(&file, 4, read, 4), HRA_EDAMAGED);
    assert_int_equal(truncate(path, 5), 0); /* by somebody else, meanwhile */
    assert_int_equal(hra_file_read_at(&file, 4, read, 3), HRA_EDAMAGED);
    hra_file_close(&file);
}

static void an_empty_file_is_one(void **state) {
    hra_file file;
    assert_int_equal(hra_file_replace(path, "", 0), 0);
    assert_int_equal(hra_file_open(&file, path, NULL), 0);
    assert_int_equal(file.size, 0);
    hra_file_close(&file);
}

/* A reader goes on reading what there was. */
static void an_open_file_is_replaced(void **state) {
    hra_file old, new;
    char read[3];
    assert_int_equal(hra_file_replace(path, "old", 3), 0);
    assert_int_equal(hra_file_open(&old, path, NULL), 0);
    assert_int_equal(hra_file_replace(path, "young", 5), 0);
    assert_int_equal(hra_file_open(&new, path, NULL), 0);
    assert_int_equal(hra_file_read_at(&old, 0, read, 3), 0);
    assert_memory_equal(read, "old", 3);
    assert_int_equal(new.size, 5);
    hra_file_close(&old);
    hra_file_close(&new);
}

static void what_cannot_be(void **state) {
    hra_file file;
    hra_error why;
    assert_int_equal(hra_file_open(&file, "/nowhere/at/all", &why), HRA_EMISSING);
    assert_string_equal(why.text, "'/nowhere/at/all': file not found");
    assert_int_equal(hra_file_open(&file, folder, &why), HRA_EIO);
    assert_non_null(strstr(why.text, "not a regular file"));
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(hra_file_open(&file, path, &why), HRA_EIO);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(hra_file_replace("/nowhere/at/all", "x", 1), HRA_EIO);
    assert_int_equal(hra_file_replace(folder, "x", 1), HRA_EIO);
    assert_int_equal(hra_folder_make("/nowhere/at/all"), HRA_EIO);
}

static void folders_are_made_once(void **state) {
    assert_int_equal(hra_folder_make(path), 0);
    assert_int_equal(hra_folder_make(path), 0);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(hra_file_replace(path, "x", 1), 0);
    assert_int_equal(hra_folder_make(path), HRA_EIO);
}

static void a_text_is_read_whole_or_not_at_all(void **state) {
    static const struct {
        const char *path;
        hra_err err;
        const char *words;
    } wrong[] = {
        {"/no/such/file", HRA_EMISSING, "'/no/such/file': file not found"},
        {"/", HRA_EIO, "'/': it is a folder"},
        {"/dev/zero", HRA_ELIMIT, "'/dev/zero' is longer than 7 bytes"},
    };
    hra_text text;
    hra_error why;
    hra_text_init(&text);
    hra_text_add(&text, "before");
    assert_int_equal(hra_file_replace(path, "abc\0def", 7), 0);
    assert_int_equal(hra_file_read(path, 7, &text, &why), 0);
    assert_int_equal(text.length, 13);
    assert_memory_equal(text.data, "beforeabc\0def", 13);
    hra_text_clear(&text);
    assert_int_equal(hra_file_read(path, 6, &text, &why), HRA_ELIMIT);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(hra_file_read(wrong[i].path, 7, &text, &why), wrong[i].err);
        assert_string_equal(why.text, wrong[i].words);
    }
    hra_text_clear(&text);
    assert_int_equal(hra_file_replace(path, "", 0), 0);
    assert_int_equal(hra_file_read(path, 7, &text, NULL), 0);
    assert_int_equal(text.length, 0);
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written_is_read, make, clear),
        cmocka_unit_test_setup_teardown(an_empty_file_is_one, make, clear),
        cmocka_unit_test_setup_teardown(an_open_file_is_replaced, make, clear),
        cmocka_unit_test_setup_teardown(a_text_is_read_whole_or_not_at_all, make, clear),
        cmocka_unit_test_setup_teardown(folders_are_made_once, make, clear)};
    const struct CMUnitTest others[] = {cmocka_unit_test(what_cannot_be)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (make(NULL) != 0)
        return 1;
    failed += cmocka_run_group_tests(others, NULL, NULL);
    return failed + (rmdir(folder) != 0);
}
