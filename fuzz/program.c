/* Runs the program in this process. Its folder lies in memory, so no input reaches the disk: no word of an
 * input may hold a '/' (see command.c), and the program works in a folder of its own. */
#define _GNU_SOURCE /* memfd_create */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "commands/commands.h"
#include "program.h"

enum {
    UNTIL_INTERRUPT = 20000, /* microseconds of processor time */
    WAIT = 2                 /* seconds, for a command that waits and so takes none */
};

int program_main(int argc, char **argv); /* main of apps/commands/main.c */

/* The process has one program, as it has one standard output. */
static struct {
    char folder[64], work[80]; /* where files lie; where the program works, below it */
    int here, there;           /* the folder of the fuzzer, and `work` */
    hra_stop *interrupt;
    struct sigaction signals[2]; /* of the fuzzer */
    timer_t waiting;
} program;

static const int caught[] = {SIGINT, SIGTERM};

/* Memory that is too large for this machine is refused, as any machine may refuse it. */
const char *__asan_default_options(void);

const char *__asan_default_options(void) {
    return "allocator_may_return_null=1:max_allocation_size_mb=512";
}

/* An input may name any program; it is never run. */
hra_err __wrap_hra_host_run_program(void *self, const char *command, const char *log, hra_channel **out,
                                    hra_error *why);

hra_err __wrap_hra_host_run_program(void *self, const char *command, const char *log, hra_channel **out,
                                    hra_error *why) {
    return hra_fail(why, HRA_EDENIED, -1, "no program is run here");
}

/* ---- files ----------------------------------------------------------------------------------*/

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at) {
    (void)info;
    (void)kind;
    if (strcmp(path, program.folder) != 0 && strcmp(path, program.work) != 0)
        (void)remove(path);
    return 0;
}

void program_clear(void) {
    (void)nftw(program.folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void remove_folder(void) {
    program_clear();
    (void)rmdir(program.work);
    (void)rmdir(program.folder);
}

static void path_of(const char *name, char out[128]) {
    hra_snprintf(out, 128, "%s/%s", program.folder, name);
}

void program_put(const char *name, const char *bytes, size_t length) {
    char path[128];
    path_of(name, path);
    FILE *file = fopen(path, "wb");
    fuzz_expect(file && fwrite(bytes, 1, length, file) == length, "the fuzzer can write its files", path);
    fclose(file);
}

bool program_get(const char *name, hra_text *out) {
    char path[128], block[4096];
    size_t n;
    path_of(name, path);
    FILE *file = fopen(path, "rb");
    while (file && (n = fread(block, 1, sizeof block, file)) > 0)
        hra_text_add_bytes(out, block, n);
    if (file)
        fclose(file);
    return file != NULL;
}

/* ---- the process ----------------------------------------------------------------------------*/

/* Standard input and output become files of memory for good: libFuzzer needs standard error only. */
static void begin(void) {
    if (program.folder[0])
        return;
    hra_snprintf(program.folder, sizeof program.folder, "%s/hra-fuzz-XXXXXX",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(program.folder))
        exit(1);
    hra_snprintf(program.work, sizeof program.work, "%s/work", program.folder);
    mkdir(program.work, 0700);
    atexit(remove_folder);
    program.here = open(".", O_RDONLY | O_CLOEXEC);
    program.there = open(program.work, O_RDONLY | O_CLOEXEC);
    fflush(stdout);
    for (int fd = STDIN_FILENO; fd <= STDOUT_FILENO; fd++)
        if (dup2(memfd_create("standard", MFD_CLOEXEC), fd) != fd)
            exit(1);
    unsetenv("XDG_DATA_HOME");
    setenv("HOME", program.folder, 1);
    for (int i = 0; i < 2; i++)
        sigaction(caught[i], NULL, &program.signals[i]);
    program.interrupt = print_catch_interrupt();
    struct sigevent press = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGVTALRM};
    if (timer_create(CLOCK_MONOTONIC, &press, &program.waiting) != 0)
        exit(1);
}

static void press_interrupt(int number) {
    (void)number;
    hra_stop_set(program.interrupt);
}

/* 0: no interrupt. */
static void set_timers(long microseconds) {
    struct sigaction action = {.sa_handler = press_interrupt}; /* no SA_RESTART, as with Ctrl-C */
    const struct itimerval due = {.it_value.tv_usec = microseconds, .it_interval.tv_usec = microseconds};
    const time_t seconds = microseconds ? WAIT : 0;
    const struct itimerspec late = {.it_value.tv_sec = seconds, .it_interval.tv_sec = seconds};
    sigaction(SIGVTALRM, &action, NULL);
    setitimer(ITIMER_VIRTUAL, &due, NULL);
    (void)timer_settime(program.waiting, 0, &late, NULL);
}

static void give_input(const char *input, size_t length) {
    fflush(stdin); /* drops what the last run left unread */
    clearerr(stdin);
    bool good = ftruncate(STDIN_FILENO, 0) == 0 &&
                pwrite(STDIN_FILENO, input, length, 0) == (ssize_t)length &&
                lseek(STDIN_FILENO, 0, SEEK_SET) == 0;
    clearerr(stdout);
    good = good && ftruncate(STDOUT_FILENO, 0) == 0 && lseek(STDOUT_FILENO, 0, SEEK_SET) == 0;
    fuzz_expect(good, "the fuzzer can write to memory", strerror(errno));
}

static void take_output(hra_text *out) {
    char block[4096];
    off_t at = 0;
    for (ssize_t n; (n = pread(STDOUT_FILENO, block, sizeof block, at)) > 0; at += n)
        hra_text_add_bytes(out, block, (size_t)n);
}

/* ---- promises -------------------------------------------------------------------------------*/

static int count_lines(const char *text, const char *start) {
    int n = 0;
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        n += strncmp(text, start, strlen(start)) == 0;
    return n;
}

static bool is_plain(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (((unsigned char)text[i] < ' ' && text[i] != '\n') || text[i] == 127)
            return false;
    return true;
}

static bool has_word(const program_line *line, const char *word) {
    for (int i = 2; i < line->count; i++)
        if (strcmp(line->word[i], word) == 0)
            return true;
    return false;
}

static void expect_json(const char *text) {
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        fuzz_expect(hra_json_valid(text, strcspn(text, "\n")), "what is said for programs is JSON", text);
}

/* Lines about old names that were typed: "hra: option 'ring' is now 'track'". */
static int count_notices(const char *text) {
    static const char *const kinds[] = {"game", "player", "method", "evaluation", "value", "option"};
    int count = 0;
    for (const char *at = text; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            char start[24];
            hra_snprintf(start, sizeof start, "hra: %s '", kinds[i]);
            const char *is = strncmp(at, start, strlen(start)) == 0 ? strstr(at, "' is now '") : NULL;
            count += is && is < at + strcspn(at, "\n");
        }
    return count;
}

/* Lines about games of a file, of which each may be wrong in its way: "hra: in, line 3, character 1, game 2: …". */
static int count_games(const char *text) {
    int count = 0;
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        const char *game = strncmp(text, "hra: ", 5) == 0 ? strstr(text, ", game ") : NULL;
        count += game && game < text + strcspn(text, "\n");
    }
    return count;
}

static void check(const program_line *line, int status, const hra_text *out, const char *err) {
    const char *said = hra_text_string(out);
    fuzz_expect(status == EXIT_DONE || status == EXIT_FAILED || status == EXIT_WRONG ||
                    status == EXIT_INTERRUPTED,
                "the exit status is one that is documented", NULL);
    fuzz_expect(is_plain(said, out->length), "nothing but text is written where there is no terminal", said);
    fuzz_expect(is_plain(err, strlen(err)) || print_progress_shown(), "errors are plain text", err);
    if (status == EXIT_FAILED || status == EXIT_WRONG)
        fuzz_expect(count_lines(err, "hra: ") > 0, "a failure says why", err);
    const char *command = line->count > 1 ? line->word[1] : "";
    bool many = strcmp(command, "compare") == 0 || strcmp(command, "review") == 0; /* players, seats */
    int games = count_games(err), others = count_lines(err, "hra: ") - count_notices(err) - games;
    if (status == EXIT_WRONG && !many)
        fuzz_expect(games ? others <= 1 : others == 1, "what is wrong is said once", err);
    if (status == EXIT_DONE && has_word(line, "--json") && !has_word(line, "--help") && !has_word(line, "-h"))
        expect_json(said);
}

/* What is interrupted within a fifth of a second takes half a minute to notice it under sanitizers: all
 * benchmarks, and the solution of yahtzee, which is its usual player. */
static bool is_heavy(const program_line *line) {
    bool bench = line->count > 1 && command_find(line->word[1]) == &command_bench;
    for (int i = 1; i < line->count; i++)
        if (strstr(line->word[i], "yahtzee"))
            return true;
    return bench && !has_word(line, "--filter") && !has_word(line, "--help");
}

/* Whether the command has this option, of whose name the beginning is enough. */
static bool takes(const args_command *command, const char *option) {
    for (int i = 0; command && command->options && command->options[i].name; i++)
        if (strcmp(command->options[i].name, option) == 0)
            return true;
    return false;
}

/* Whether it opens a socket to wait for somebody, or looks for somebody who does. tests/gnubg.py tries these. */
static bool is_of_sockets(const program_line *line) {
    const args_command *command = line->count > 1 ? command_find(line->word[1]) : NULL;
    bool listens = takes(command, "listen"), waits = command == &command_serve && !has_word(line, "--help");
    for (int i = 1; i < line->count; i++) {
        const char *word = line->word[i];
        waits = waits || strstr(word, "at=") || strstr(word, "address=") ||
                (listens && (strncmp(word, "--l", 3) == 0 || strncmp(word, "--a", 3) == 0)); /* --at of old */
    }
    return waits;
}

int program_run(program_line *line, const char *input, size_t length) {
    char *err = NULL;
    size_t err_length = 0;
    hra_text out;
    if (is_heavy(line) || is_of_sockets(line))
        return EXIT_DONE;
    begin();
    give_input(input, length);
    FILE *before = stderr, *heard = open_memstream(&err, &err_length);
    if (!heard || fchdir(program.there) != 0)
        exit(1);
    hra_stop_clear(program.interrupt);
    stderr = heard;
    set_timers(UNTIL_INTERRUPT);
    int status = program_main(line->count, line->word);
    set_timers(0);
    stderr = before;
    fclose(heard);
    for (int i = 0; i < 2; i++)
        sigaction(caught[i], &program.signals[i], NULL);
    if (fchdir(program.here) != 0)
        exit(1);
    fflush(stdout);
    hra_text_init(&out);
    take_output(&out);
    check(line, status, &out, err);
    hra_text_release(&out);
    free(err);
    return status;
}

/* ---- words ----------------------------------------------------------------------------------*/

void program_line_init(program_line *line) {
    begin();
    memset(line, 0, sizeof *line);
    program_line_add(line, "hra", 3);
}

void program_line_release(program_line *line) {
    for (int i = 0; i < line->count; i++)
        free(line->word[i]);
}

void program_line_add(program_line *line, const char *word, size_t length) {
    hra_text text;
    if (line->count == PROGRAM_WORDS)
        return;
    hra_text_init(&text);
    for (size_t i = 0; i < length; i++)
        if (word[i] == '@')
            hra_text_addf(&text, "%s/", program.folder);
        else
            hra_text_add_char(&text, word[i]);
    line->word[line->count++] = text.data ? text.data : fuzz_string(NULL, 0);
    line->word[line->count] = NULL;
}
