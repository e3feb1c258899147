/* clang-format off */
/* A program of draughts for tests, that behaves or misbehaves as it is told.
 *
 *     engine HRA HOW [N]
 *
 * It hands every line on to `HRA hub` and back, and at the N-th search (default 2) does what HOW says:
 *
 *     plays      nothing: it behaves
 *     crash      ends with status 3
 *     abort      ends by SIGABRT
 *     hang       does not answer any more
 *     silent     the same, and ignores SIGTERM and the end of its input
 *     garbage    says what is no Hub
 *     endless    says a line without end
 *     flood      says `info` for ever
 *     illegal    chooses what is no move
 *     none       chooses nothing
 *     complains  says `error`
 *     closes     closes its output, and stays
 *     zero       says a line with a zero byte
 *     stray      leaves a child that sleeps, then ends
 *     noise      writes 10 MB to standard error, and behaves
 *     stays      ignores `quit` and the end of its input, and else behaves
 *     alien      says that it plays another variant
 *     slow       thinks until it hears `stop`
 */
/* clang-format on */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *how;
static char line[1 << 16];
static FILE *to, *from; /* of hra hub */

static int is(const char *word) {
    return strcmp(how, word) == 0;
}

static void print(const char *text, size_t length) {
    fwrite(text, 1, length, stdout);
    fflush(stdout);
}

static void sleep_on(void) {
    for (;;)
        pause();
}

static void for_ever(const char *text) {
    for (;;)
        print(text, strlen(text));
}

static void make_noise(void) {
    static char noise[1 << 20];
    memset(noise, 'x', sizeof noise);
    for (int i = 0; i < 10; i++)
        (void)!write(STDERR_FILENO, noise, sizeof noise);
}

/* Whether the search is handed on after all. */
static int misbehave(void) {
    static const char *const lines[][2] = {
        {"garbage", "bestmove e2e4\n"},
        {"illegal", "done move=1-32\n"},
        {"none", "done\n"},
        {"complains", "error message=\"out of order\"\n"},
    };
    char heard[4096];
    if (is("crash") || (is("stray") && fork() != 0))
        _exit(3);
    if (is("abort"))
        abort();
    if (is("silent"))
        signal(SIGTERM, SIG_IGN);
    if (is("endless"))
        for_ever("info info info info ");
    if (is("flood"))
        for_ever("info depth=1\n");
    if (is("zero"))
        print("info \0\n", 7);
    if (is("closes"))
        close(STDOUT_FILENO);
    if (is("noise"))
        make_noise();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (is(lines[i][0]))
            print(lines[i][1], strlen(lines[i][1]));
    while (is("slow") && fgets(heard, sizeof heard, stdin) && strcmp(heard, "stop\n") != 0)
        ;
    if (!is("noise") && !is("slow"))
        sleep_on();
    return 1;
}

static void start_hub(const char *hra) {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        exit(1);
    if (fork() == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[1]);
        close(out[0]);
        execl(hra, "hra", "hub", (char *)NULL);
        _exit(1);
    }
    close(in[0]);
    close(out[1]);
    to = fdopen(in[1], "w");
    from = fdopen(out[0], "r");
}

/* Hands on what the engine says until the line that answers the command. */
static void hand_back(const char *command) {
    static const char *const ends[][2] = {
        {"hub", "wait"},
        {"init", "ready"},
        {"go", "done"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strncmp(command, ends[i][0], strlen(ends[i][0])) == 0)
            while (fgets(line, sizeof line, from)) {
                if (is("alien") && strncmp(line, "param name=variant", 18) == 0)
                    snprintf(line, sizeof line, "%s\n",
                             "param name=variant value=normal type=enum values=\"normal frisian\"");
                print(line, strlen(line));
                if (strncmp(line, ends[i][1], strlen(ends[i][1])) == 0)
                    return;
            }
}

int main(int argc, char **argv) {
    static char command[1 << 16];
    int searches = 0, when = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 2;
    if (argc < 3)
        return 2;
    how = argv[2];
    start_hub(argv[1]);
    while (fgets(command, sizeof command, stdin)) {
        int search = strncmp(command, "go", 2) == 0, good = is("plays") || is("stays") || is("alien");
        if (search && ++searches == when && !good && !misbehave())
            continue;
        if (is("stays") && strncmp(command, "quit", 4) == 0)
            continue;
        fputs(command, to);
        fflush(to);
        hand_back(command);
    }
    if (is("stays"))
        sleep_on();
    return 0;
}
