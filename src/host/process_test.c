/* Programs beside this one, as small command lines of the shell. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/file.h"
#include "process.h"

#define LONG 600 /* seconds: longer than any program here takes */

static hra_channel *open_program(const char *command, const char *log) {
    hra_channel *c;
    hra_error why = {0};
    assert_int_equal(hra_process_open(&c, command, log, &why), 0);
    return c;
}

static hra_err read_one(hra_channel *c, char out[200]) {
    hra_text line;
    hra_error why = {0};
    hra_text_init(&line);
    hra_err err = c->read(c, &line, hra_clock() + LONG, NULL, &why);
    assert_int_equal(err, why.code);
    (void)hra_snprintf(out, 200, "%s", err ? why.text : hra_text_string(&line));
    hra_text_release(&line);
    return err;
}

static void expect_line(hra_channel *c, const char *expected) {
    char line[200];
    assert_int_equal(read_one(c, line), 0);
    assert_string_equal(line, expected);
}

static void expect_end(hra_channel *c, const char *how) {
    char words[200];
    assert_int_equal(read_one(c, words), HRA_EENDED);
    assert_string_equal(words, how);
}

static void say(hra_channel *c, const char *text) {
    hra_error why;
    assert_int_equal(c->write(c, text, strlen(text), hra_clock() + LONG, NULL, &why), 0);
}

static void lines_go_to_and_fro(void **state) {
    hra_channel *c = open_program("cat", NULL);
    say(c, "first\n\nthird\r\n");
    expect_line(c, "first");
    expect_line(c, "");
    expect_line(c, "third");
    c->close(c, LONG); /* its input ends, and so does it */
}

static void what_was_said_before_the_end_is_heard(void **state) {
    hra_channel *c = open_program("printf 'a\\nb'; exit 3", NULL);
    expect_line(c, "a");
    expect_line(c, "b");
    expect_end(c, "ended with status 3");
    expect_end(c, "ended with status 3");
    c->close(c, 0);
}

static void ends_are_told_apart(void **state) {
    static const char *const cases[][2] = {
        {"exit 0", "ended with status 0"},
        {"/no/such/program", "ended with status 127: the shell found no such program"},
        {"/dev/null", "ended with status 126: the shell may not run it"},
        {"kill -SEGV $$", "ended by signal 11: a segmentation fault"},
        {"kill -KILL $$", "ended by signal 9: it was killed"},
        {"(kill -ABRT $$)", "ended by signal 6: it aborted"},
        {"sh -c 'exit 134'; exit 134", "ended by signal 6: it aborted"},
        {"exec >&-; exec sleep 1000", "closed its standard input or output"},
        {"exec >&-; exec setsid sleep 1000", "closed its standard input or output"}, /* left its group */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_channel *c = open_program(cases[i][0], NULL);
        expect_end(c, cases[i][1]);
        c->close(c, 0);
    }
}

/* Writing to a program that has ended returns an error, and does not end the caller. */
static void a_closed_pipe_ends_nobody(void **state) {
    hra_error why = {0};
    hra_err err = HRA_OK;
    sigset_t before, after;
    sigprocmask(SIG_SETMASK, NULL, &before);
    hra_channel *c = open_program("exit 5", NULL);
    while (!err)
        err = c->write(c, "go\n", 3, hra_clock() + LONG, NULL, &why);
    assert_int_equal(err, HRA_EENDED);
    assert_string_equal(why.text, "ended with status 5");
    c->close(c, 0);
    sigpending(&after);
    assert_false(sigismember(&after, SIGPIPE));
    sigprocmask(SIG_SETMASK, NULL, &after);
    assert_int_equal(sigismember(&before, SIGPIPE), sigismember(&after, SIGPIPE));
}

static void deadlines_and_stops_end_a_wait(void **state) {
    static char much[1 << 20];
    hra_stop stop = {0};
    hra_error why;
    hra_text line;
    hra_text_init(&line);
    memset(much, 'x', sizeof much);
    hra_channel *c = open_program("exec sleep 1000", NULL);
    assert_int_equal(c->read(c, &line, hra_clock() + 0.01, NULL, &why), HRA_EHUNG);
    assert_int_equal(c->write(c, much, sizeof much, hra_clock() + 0.01, NULL, &why), HRA_EHUNG);
    hra_stop_set(&stop);
    assert_int_equal(c->read(c, &line, hra_clock() + LONG, &stop, &why), HRA_ESTOPPED);
    c->close(c, 0);
    hra_text_release(&line);
}

static void long_lines_are_refused(void **state) {
    char words[200];
    hra_channel *c = open_program("head -c 65535 /dev/zero | tr '\\0' x; echo; yes x | tr -d '\\n'", NULL);
    assert_int_equal(read_one(c, words), 0);
    assert_int_equal(read_one(c, words), HRA_EPROTOCOL);
    assert_string_equal(words, "a line of more than 65535 bytes");
    c->close(c, 0);
}

/* Children that the program leaves behind in its group, and its own files and signals. */
static void nothing_is_left(void **state) {
    char line[200];
    hra_channel *c = open_program("trap '' TERM HUP; sleep 1000 & echo $!; read x; exit 1", NULL);
    assert_int_equal(read_one(c, line), 0);
    c->close(c, 0);
    pid_t child = (pid_t)strtol(line, NULL, 10);
    while (kill(child, 0) == 0) { /* until its new parent has seen that it is dead */
        char path[64];
        hra_text text;
        hra_text_init(&text);
        hra_snprintf(path, sizeof path, "/proc/%d/stat", (int)child);
        bool dead = hra_file_read(path, 4096, &text, NULL) != 0 || strstr(hra_text_string(&text), ") Z");
        hra_text_release(&text);
        if (dead)
            break;
    }
}

static void a_program_begins_clean(void **state) {
    int leaked = dup(STDERR_FILENO); /* not closed by exec */
    signal(SIGPIPE, SIG_IGN);
    hra_channel *c = open_program(
        "ls /proc/self/fd | wc -l | tr -d ' '; sh -c 'kill -PIPE $$; echo lives'; echo end", NULL);
    expect_line(c, "4"); /* three and that of the folder */
    expect_line(c, "end");
    c->close(c, LONG);
    signal(SIGPIPE, SIG_DFL);
    close(leaked);
}

static void the_dialogue_is_kept(void **state) {
    char path[] = "/tmp/hra-process-XXXXXX", expected[300];
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    hra_channel *c = open_program("read x; echo $$; read x; echo oops >&2; echo $x", path);
    char pid[200];
    say(c, "one\n");
    assert_int_equal(read_one(c, pid), 0);
    say(c, "two\n");
    expect_line(c, "two");
    c->close(c, LONG);
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(hra_file_read(path, 4096, &text, NULL), 0);
    hra_snprintf(expected, sizeof expected, "%s > one\n%s < %s\n%s > two\noops\n%s < two\n", pid, pid, pid,
                 pid, pid);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
    unlink(path);
    hra_error why;
    assert_int_equal(hra_process_open(&c, "cat", "/no/such/folder/log", &why), HRA_EMISSING);
}

/* What it writes to standard error is read beside its lines, all of it in the log, its end for the caller. */
static void errors_are_read(void **state) {
    hra_text errors;
    hra_text_init(&errors);
    hra_channel *c = open_program(
        "echo one >&2; echo a; read x; yes 123456789 | head -c 300000 >&2; printf 'last\\n\\n' >&2; exit 7",
        NULL);
    expect_line(c, "a");
    c->errors(c, &errors);
    assert_string_equal(hra_text_string(&errors), "one\n");
    say(c, "go on\n");
    expect_end(c, "ended with status 7 (last)");
    hra_text_clear(&errors);
    c->errors(c, &errors);
    assert_int_equal(errors.length, HRA_CHANNEL_ERRORS);
    assert_string_equal(errors.data + errors.length - 16, "123456789\nlast\n\n");
    hra_text_clear(&errors);
    c->errors(c, &errors);
    assert_int_equal(errors.length, 0);
    c->close(c, 0);
    hra_text_release(&errors);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_read),
        cmocka_unit_test(lines_go_to_and_fro),
        cmocka_unit_test(what_was_said_before_the_end_is_heard),
        cmocka_unit_test(ends_are_told_apart),
        cmocka_unit_test(a_closed_pipe_ends_nobody),
        cmocka_unit_test(deadlines_and_stops_end_a_wait),
        cmocka_unit_test(long_lines_are_refused),
        cmocka_unit_test(nothing_is_left),
        cmocka_unit_test(a_program_begins_clean),
        cmocka_unit_test(the_dialogue_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
