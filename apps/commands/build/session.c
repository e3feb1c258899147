/* hra session: a table through a pipe. Lines are read from standard input, events written to standard output,
 * a line of JSON each; what they are is in docs/session.md. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands/commands.h"
#include "commands/data_dir.h"
#include "commands/program_language.h"
#include "hra/session.h"
#include "hra/store.h"

static const args_option options[] = {
    {.name = "view",
     .value = "SEAT|table|watch",
     .help = "view of a seat, the table or a spectator (default: table)"},
    {.name = "external-workers", .help = "emit task events instead of searching"},
    {.name = "threads", .value = "N", .help = "number of searches to run in parallel (default: 2)"},
    {.name = "time", .value = "T", .help = "limit per move, hint or analysis"},
    {.name = "no-save", .help = "do not save games or use files"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

typedef struct pipe_table {
    hra_session *session;
    int client;
    int woken[2]; /* a pipe: a thread has news */
    bool left;    /* somebody said quit */
    bool broken;  /* the reader of the events has closed the output */
    bool unread;  /* the lines could not be read to their end */
    hra_text line;
    unsigned long long lines; /* that were obeyed */
    bool too_long;            /* the rest of the line is skipped */
    bool waits_for_owner;     /* the players that think are at the other end of the pipe */
} pipe_table;

static void write_event(void *self, const hra_session_event *event) {
    pipe_table *t = self;
    t->left = t->left || event->kind == HRA_SESSION_BYE;
    if (event->json && !t->broken)
        t->broken = fputs(event->json, stdout) < 0 || putchar('\n') < 0;
}

static void wake(void *self) {
    const pipe_table *t = self;
    (void)!write(t->woken[1], "", 1); /* a full pipe wakes the reader as well */
}

static void obey(pipe_table *t) {
    if (t->line.err) /* half a line might mean something else */
        hra_text_clear(&t->line);
    t->lines++;
    hra_session_line(t->session, t->client, hra_text_string(&t->line), t->line.length);
    hra_text_clear(&t->line);
    t->too_long = false;
}

/* A line that exceeds the limit is cut, so that it is refused, and the rest of it is skipped. */
static void take_bytes(pipe_table *t, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\n') {
            obey(t);
            continue;
        }
        t->too_long = t->too_long || t->line.length > HRA_SESSION_LINE;
        if (!t->too_long)
            hra_text_add_char(&t->line, bytes[i]);
    }
}

/* false: there will be no more. */
static bool take_input(pipe_table *t, char *bytes, size_t size) {
    ssize_t n = read(STDIN_FILENO, bytes, size);
    if (n > 0)
        take_bytes(t, bytes, (size_t)n);
    if (n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN)))
        return true;
    t->unread = t->broken = n < 0; /* what the end of the input would bring is not said behind a gap */
    if (t->unread)
        print_error(_("cannot read standard input: %s"), hra_system_text(errno));
    else if (t->line.length)
        obey(t);
    return false;
}

/* Milliseconds until the clock that runs has run out; -1: none runs. */
static int time_left(const pipe_table *t) {
    double left = hra_session_snapshot(t->session)->clock_left;
    return left < 0 ? -1 : left < 1000 ? (int)(1000 * left) + 1 : 1000000;
}

/* Reads lines until their end, then waits until no player thinks. */
static int run_table(pipe_table *t) {
    static char bytes[65536];
    bool open = true, thinks = false;
    while ((open || thinks) && !t->broken && !t->left) {
        struct pollfd ready[2] = {{.fd = t->woken[0], .events = POLLIN},
                                  {.fd = STDIN_FILENO, .events = POLLIN}};
        if (fflush(stdout) != 0)
            break;
        if (poll(ready, open ? 2 : 1, time_left(t)) < 0 && errno != EINTR)
            return EXIT_FAILED;
        print_reached(_n("%llu line was answered", "%llu lines were answered", t->lines), t->lines);
        if (print_interrupted())
            return EXIT_INTERRUPTED;
        if (ready[0].revents)
            (void)!read(t->woken[0], bytes, sizeof bytes);
        if (open && ready[1].revents)
            open = take_input(t, bytes, sizeof bytes);
        thinks = hra_session_step(t->session) && !t->waits_for_owner;
    }
    return t->unread ? EXIT_FAILED : EXIT_DONE;
}

static int open_table(pipe_table *t, const args *a, hra_store **store) {
    static char data[STORE_PATH]; /* outlives the session */
    hra_error why;
    uint64_t threads;
    unsigned seats;
    hra_session_setup setup = {.size = sizeof setup,
                               .event = write_event,
                               .wake = wake,
                               .self = t,
                               .hand_out = args_given(a, "external-workers")};
    if (hra_seats_read(args_text(a, "view", "table"), HRA_MAX_SEATS, &seats, NULL) != 0) {
        print_error(_("session: --view takes a seat, 'table' or 'watch', not '%s'"),
                    args_text(a, "view", ""));
        return EXIT_WRONG;
    }
    if (!args_number(a, "threads", 2, 1, 256, &threads) || !args_seconds(a, "time", 0, &setup.caps.seconds))
        return EXIT_WRONG;
    setup.threads = (int)threads;
    store_folder(a, data);
    setup.data = data[0] ? data : NULL;
    if (data[0] && !args_given(a, "no-save") && hra_store_open_folder(store, data, &why) != 0)
        return print_failure(&why, NULL);
    setup.store = *store;
    t->waits_for_owner = setup.hand_out;
    speak_to_programs();
    if (hra_session_open(&t->session, &setup, &why) != 0)
        return print_failure(&why, NULL);
    t->client = hra_session_admit(t->session, seats, HRA_PERMIT_ALL);
    return EXIT_DONE;
}

static int run(const args *a) {
    pipe_table t = {0};
    hra_store *store = NULL;
    if (pipe(t.woken) != 0) {
        print_error("%s", hra_system_text(errno));
        return EXIT_FAILED;
    }
    for (int i = 0; i < 2; i++)
        (void)fcntl(t.woken[i], F_SETFL, O_NONBLOCK);
    hra_text_init(&t.line);
    int status = open_table(&t, a, &store);
    if (!status)
        status = run_table(&t);
    hra_session_close(t.session);
    hra_store_close(store);
    hra_text_release(&t.line);
    close(t.woken[0]);
    close(t.woken[1]);
    return status;
}

const args_command command_session = {
    .name = "session",
    .synopsis = "",
    .summary = "run a session over stdin/stdout (text in, JSON out)",
    .group = ARGS_BUILD,
    .details = "A front end writes 'session 2', then lines such as 'new yahtzee human optimal'\n"
               "and 'move keep 1-1'. It reads events, one line of JSON each.\n"
               "\n"
               "  hra session\n",
    .notes = "docs/session.md describes all lines and events; docs/examples/table.py is a\n"
             "front end of a hundred lines. Games with a person in them are saved as by 'hra\n"
             "play'.\n",
    .options = options,
    .run = run,
};
