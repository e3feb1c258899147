#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "hra/store.h"

static char root[64];

static int make(void **state) {
    const char *under = getenv("TMPDIR");
    snprintf(root, sizeof root, "%.40s/hra-folder-XXXXXX", under ? under : "/tmp");
    return mkdtemp(root) ? 0 : -1;
}

/* The path of something in the folder. */
static const char *in(const char *inside) {
    static char path[160];
    snprintf(path, sizeof path, "%s/%s", root, inside);
    return path;
}

static int clear(void **state) {
    static const char *const left[] = {"plays/a",    "plays/b",       "plays/link",
                                       "plays/pipe", "plays/.hidden", "plays/two words",
                                       "secret",     "files",         "inner/plays/a"};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        unlink(in(left[i]));
    static const char *const folders[] = {"plays/folder", "plays", "inner/plays", "inner/files", "inner"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        rmdir(in(folders[i]));
    return rmdir(root);
}

static hra_store *open_store(void) {
    hra_store *store;
    hra_error why = {0};
    if (hra_store_open_folder(&store, root, &why))
        fail_msg("%s", why.text);
    return store;
}

static void fails(hra_err err, const hra_error *why, hra_err expected, const char *words) {
    assert_int_equal(err, expected);
    if (!strstr(why->text, words))
        fail_msg("'%s' lacks '%s'", why->text, words);
}

static void put_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void file_holds(const char *path, const char *expected) {
    char text[256] = "";
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) < sizeof text);
    fclose(file);
    assert_string_equal(text, expected);
}

/* ---- locks ----------------------------------------------------------------------------------*/

static void two_stores_of_one_process_keep_each_other_out(void **state) {
    hra_error why = {0};
    hra_text text;
    hra_store *one = open_store(), *two = open_store();
    hra_text_init(&text);
    assert_int_equal(hra_store_lock(one, "plays/a", true, NULL), 0);
    assert_int_equal(hra_store_append(one, "plays/a", 0, "one\n", 4, NULL), 0);
    fails(hra_store_lock(two, "plays/a", true, &why), &why, HRA_ESTATE, "'plays/a' is open elsewhere");
    fails(hra_store_append(two, "plays/a", 4, "x", 1, &why), &why, HRA_ESTATE, "open elsewhere");
    fails(hra_store_append(two, "plays/a", 0, "x", 1, &why), &why, HRA_ESTATE, "open elsewhere");
    fails(hra_store_remove(two, "plays/a", &why), &why, HRA_ESTATE, "open elsewhere");
    fails(hra_store_lock(two, "plays/a", false, &why), &why, HRA_ESTATE, "not locked here");
    assert_int_equal(hra_store_read(two, "plays/a", 9, &text, NULL), 0); /* it may watch */
    assert_string_equal(text.data, "one\n");
    hra_store_close(two);
    two = open_store(); /* opening and closing others takes nothing away, as closing under F_SETLK does */
    assert_int_equal(hra_store_lock(two, "plays/a", true, NULL), HRA_ESTATE);
    hra_store_close(one);
    assert_int_equal(hra_store_lock(two, "plays/a", true, NULL), 0);
    hra_store_close(two);
    hra_text_release(&text);
}

/* A caller that continues an entry that was just removed makes a new one. */
static void a_lock_is_of_the_entry_that_is_there(void **state) {
    hra_store *one = open_store(), *two = open_store();
    assert_int_equal(hra_store_append(one, "plays/a", 0, "old", 3, NULL), 0);
    assert_int_equal(hra_store_remove(two, "plays/a", NULL), 0);
    assert_int_equal(hra_store_lock(one, "plays/a", true, NULL), 0);
    assert_int_equal(hra_store_append(one, "plays/a", 0, "new", 3, NULL), 0);
    hra_store_close(one);
    file_holds(in("plays/a"), "new");
    hra_store_close(two);
}

static void wait_for_byte(int pipe_end) {
    char byte;
    assert_int_equal(read(pipe_end, &byte, 1), 1);
}

static void processes_keep_each_other_out(void **state) {
    int ready[2];
    hra_error why = {0};
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        hra_store *own;
        bool good = hra_store_open_folder(&own, root, NULL) == 0 &&
                    hra_store_lock(own, "plays/a", true, NULL) == 0 &&
                    hra_store_append(own, "plays/a", 0, "of the child\n", 13, NULL) == 0 &&
                    write(ready[1], "!", 1) == 1;
        while (good)
            pause();
        _exit(1);
    }
    wait_for_byte(ready[0]);
    hra_store *store = open_store();
    fails(hra_store_lock(store, "plays/a", true, &why), &why, HRA_ESTATE, "'plays/a' is open elsewhere");
    fails(hra_store_remove(store, "plays/a", &why), &why, HRA_ESTATE, "open elsewhere");
    file_holds(in("plays/a"), "of the child\n");
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(hra_store_lock(store, "plays/a", true, NULL), 0);
    hra_store_close(store);
    close(ready[0]);
    close(ready[1]);
}

/* ---- kills and full disks -------------------------------------------------------------------*/

static _Noreturn void append_for_ever(int ready) {
    hra_store *store;
    char line[32];
    size_t at = 0;
    hra_err err = hra_store_open_folder(&store, root, NULL);
    if (!err)
        err = hra_store_lock(store, "plays/a", true, NULL);
    for (unsigned i = 0; !err; i++) {
        int n = snprintf(line, sizeof line, "move %u\n", i);
        err = hra_store_append(store, "plays/a", at, line, (size_t)n, NULL);
        at += (size_t)n;
        if (i == 10 && write(ready, "!", 1) != 1)
            err = HRA_EIO;
    }
    _exit(1);
}

/* The lines up to the last whole one are those that were written, none missing and none of anything else. */
static void lines_follow_each_other(const hra_text *text) {
    char line[32];
    size_t at = 0, whole = hra_store_whole(text->data, text->length, NULL);
    assert_true(whole > 0);
    for (unsigned i = 0; at < whole; i++) {
        int n = snprintf(line, sizeof line, "move %u\n", i);
        assert_memory_equal(text->data + at, line, (size_t)n);
        at += (size_t)n;
    }
    assert_int_equal(at, whole);
    assert_true(text->length - whole < sizeof line);
}

static void a_kill_leaves_a_whole_beginning(void **state) {
    for (int round = 0; round < 5; round++) {
        int ready[2];
        hra_text text;
        assert_int_equal(pipe(ready), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            append_for_ever(ready[1]);
        wait_for_byte(ready[0]);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        hra_store *store = open_store();
        hra_text_init(&text);
        assert_int_equal(hra_store_lock(store, "plays/a", true, NULL), 0);
        assert_int_equal(hra_store_read(store, "plays/a", 64 << 20, &text, NULL), 0);
        lines_follow_each_other(&text);
        assert_int_equal(hra_store_append(store, "plays/a", 0, "", 0, NULL), 0);
        hra_store_close(store);
        hra_text_release(&text);
        close(ready[0]);
        close(ready[1]);
    }
}

static void limit_files(rlim_t most) {
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = most;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* A limit of the process stands for the end of the disk: the system writes what fits, then refuses. */
static void nothing_of_an_append_stays_where_the_disk_is_full(void **state) {
    hra_error why = {0};
    hra_store *store = open_store();
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(hra_store_lock(store, "plays/b", true, NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/a", 0, "1234567\n", 8, NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/b", 0, "1234567\n", 8, NULL), 0);
    limit_files(12);
    fails(hra_store_append(store, "plays/a", 8, "1234567\n", 8, &why), &why, HRA_EIO,
          "larger than a file may be");
    fails(hra_store_append(store, "plays/b", 8, "1234567\n", 8, &why), &why, HRA_EIO,
          "larger than a file may be");
    file_holds(in("plays/a"), "1234567\n");
    file_holds(in("plays/b"), "1234567\n");
    assert_int_equal(hra_store_append(store, "plays/b", 8, "123\n", 4, NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/new", 0, "1234567890123", 13, NULL), HRA_EIO);
    assert_int_not_equal(access(in("plays/new"), F_OK), 0);
    /* an entry is replaced as a whole, even if another caller has its lock */
    fails(hra_store_append(store, "plays/a", 0, "1234567890123", 13, &why), &why, HRA_EIO, "larger than");
    fails(hra_store_append(store, "plays/b", 0, "1234567890123", 13, &why), &why, HRA_EIO, "larger than");
    file_holds(in("plays/a"), "1234567\n");
    file_holds(in("plays/b"), "1234567\n123\n");
    limit_files(before.rlim_cur);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(hra_store_append(store, "plays/b", 12, "and more\n", 9, NULL), 0);
    file_holds(in("plays/b"), "1234567\n123\nand more\n");
    hra_store *other = open_store();
    assert_int_equal(hra_store_append(store, "plays/b", 0, "new\n", 4, NULL), 0);
    fails(hra_store_lock(other, "plays/b", true, &why), &why, HRA_ESTATE, "is open elsewhere");
    assert_int_equal(hra_store_append(store, "plays/b", 4, "more\n", 5, NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/a", 0, "1\n", 2, NULL), 0);
    file_holds(in("plays/b"), "new\nmore\n");
    file_holds(in("plays/a"), "1\n");
    hra_store_close(other);
    hra_store_close(store);
}

/* ---- what lies in the folder ----------------------------------------------------------------*/

static hra_err say_name(void *to, const hra_store_entry *entry) {
    hra_text_addf(to, "%s ", entry->name);
    return HRA_OK;
}

/* A link that leads out is neither read, written, listed, locked nor removed; no more is a pipe or a folder.
 */
static void nothing_leads_out_of_the_folder(void **state) {
    static const char *const strange[] = {"plays/link", "plays/pipe", "plays/folder"};
    hra_text text;
    hra_error why = {0};
    hra_store *store = open_store();
    hra_text_init(&text);
    assert_int_equal(hra_store_append(store, "plays/a", 0, "x", 1, NULL), 0);
    put_file(in("secret"), "secret");
    char target[160];
    snprintf(target, sizeof target, "%s", in("secret"));
    assert_int_equal(symlink(target, in("plays/link")), 0);
    assert_int_equal(mkfifo(in("plays/pipe"), 0600), 0);
    assert_int_equal(mkdir(in("plays/folder"), 0700), 0);
    put_file(in("plays/.hidden"), "x");
    put_file(in("plays/two words"), "x");
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        assert_int_equal(hra_store_read(store, strange[i], 99, &text, &why), HRA_EIO);
        assert_non_null(strstr(why.text, strange[i]));
        assert_int_equal(hra_store_append(store, strange[i], 0, "x", 1, NULL), HRA_EIO);
        assert_int_equal(hra_store_sync(store, strange[i], NULL), HRA_EIO);
        assert_int_equal(hra_store_lock(store, strange[i], true, NULL), HRA_EIO);
        assert_int_equal(hra_store_remove(store, strange[i], NULL), HRA_EIO);
        assert_int_equal(access(in(strange[i]), F_OK), 0);
    }
    assert_int_equal(text.length, 0);
    file_holds(target, "secret");
    assert_int_equal(hra_store_list(store, "plays", say_name, &text, NULL), 0);
    assert_string_equal(text.data, "plays/a ");
    hra_text_release(&text);
    hra_store_close(store);
}

static void a_folder_that_is_a_link_is_refused(void **state) {
    hra_text text;
    hra_error why = {0};
    hra_store *store = open_store();
    hra_text_init(&text);
    assert_int_equal(symlink("/tmp", in("files")), 0);
    fails(hra_store_list(store, "files", say_name, &text, &why), &why, HRA_EIO,
          "a symbolic link is not followed");
    fails(hra_store_append(store, "files/x", 0, "x", 1, &why), &why, HRA_EIO, "'files/x': a symbolic link");
    fails(hra_store_lock(store, "files/x", true, &why), &why, HRA_EIO, "'files/x': a symbolic link");
    hra_text_release(&text);
    hra_store_close(store);
}

static void a_folder_is_made_where_it_can_be(void **state) {
    hra_store *store;
    hra_error why = {0};
    char path[160];
    snprintf(path, sizeof path, "%s", in("inner"));
    assert_int_equal(hra_store_open_folder(&store, path, NULL), 0);
    assert_int_not_equal(access(in("inner/plays"), F_OK), 0); /* when it is needed */
    assert_int_equal(hra_store_append(store, "plays/a", 0, "x", 1, NULL), 0);
    assert_int_equal(hra_store_sync(store, "plays/a", NULL), 0);
    file_holds(in("inner/plays/a"), "x");
    hra_store_close(store);
    snprintf(path, sizeof path, "%s", in("gone/inner"));
    fails(hra_store_open_folder(&store, path, &why), &why, HRA_EIO, "gone/inner'");
    put_file(in("secret"), "a file");
    snprintf(path, sizeof path, "%s", in("secret"));
    assert_int_equal(hra_store_open_folder(&store, path, &why), HRA_EIO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_stores_of_one_process_keep_each_other_out, make, clear),
        cmocka_unit_test_setup_teardown(a_lock_is_of_the_entry_that_is_there, make, clear),
        cmocka_unit_test_setup_teardown(processes_keep_each_other_out, make, clear),
        cmocka_unit_test_setup_teardown(a_kill_leaves_a_whole_beginning, make, clear),
        cmocka_unit_test_setup_teardown(nothing_of_an_append_stays_where_the_disk_is_full, make, clear),
        cmocka_unit_test_setup_teardown(nothing_leads_out_of_the_folder, make, clear),
        cmocka_unit_test_setup_teardown(a_folder_that_is_a_link_is_refused, make, clear),
        cmocka_unit_test_setup_teardown(a_folder_is_made_where_it_can_be, make, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
