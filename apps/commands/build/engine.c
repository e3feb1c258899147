/* hra engine: lines of standard input go to a protocol, and its lines go to standard output, each in one
 * write. With --listen the same dialogue runs with each program that connects to a socket, one after the other. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "commands/commands.h"
#include "commands/data_dir.h"
#include "commands/program_language.h"
#include "hra/protocol.h"
#include "listen_socket.h"

enum { PROTOCOLS = 16 /* at most */ };

static const args_option options[] = {
    {.name = "listen", .value = "PORT|PATH", .help = "listen on PORT or PATH (default: stdin/stdout)"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

/* A pipe between other programs and a dialogue. */
typedef struct speaker {
    hra_protocol *dialogue;
    int input, output;
    bool errors_to_stderr; /* the other end is not told what is wrong; the user is, and it is the end */
    bool failed;
    int bell[2]; /* a byte comes when something is due */
    char line[HRA_PROTOCOL_LINE + 2];
    size_t length; /* of the line so far; what does not fit is not kept */
    bool ended;    /* there is no more input */
    bool unread;   /* because it cannot be read */
} speaker;

static void send_line(void *self, const char *line, size_t length) {
    static const char error[] = "error ";
    speaker *s = self;
    if (s->errors_to_stderr && length > sizeof error && memcmp(line, error, sizeof error - 1) == 0) {
        print_error("%.*s", (int)(length - sizeof error), line + sizeof error - 1);
        s->failed = true;
    } else if (s->failed) {
        return;
    } else if (s->output != STDOUT_FILENO) {
        s->failed = !listening_send(s->output, line, length);
    } else {
        fwrite(line, 1, length, stdout);
        fflush(stdout);
    }
}

/* Where the pipe is full there is a byte in it already. */
static void ring(void *self) {
    const speaker *s = self;
    (void)!write(s->bell[1], "", 1);
}

/* Not among the numbers of standard input and output, which may be closed. */
static bool open_bell(speaker *s) {
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        s->bell[i] = fcntl(ends[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(ends[i]);
    }
    return s->bell[0] >= 0 && s->bell[1] >= 0 && fcntl(s->bell[0], F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(s->bell[1], F_SETFL, O_NONBLOCK) == 0;
}

/* Waits for input or the bell; Ctrl-C wakes it, even if pressed just before. Negative: errno says why. */
static int wait_for_something(const speaker *s, fd_set *ready) {
    sigset_t held, before;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGHUP);
    FD_ZERO(ready);
    FD_SET(s->bell[0], ready);
    if (!s->ended)
        FD_SET(s->input, ready);
    sigprocmask(SIG_BLOCK, &held, &before);
    errno = EINTR;
    int n = print_interrupted() ? -1
                                : pselect((s->input > s->bell[0] ? s->input : s->bell[0]) + 1, ready, NULL,
                                          NULL, NULL, &before);
    int why = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return n;
}

/* A byte of input. The protocol says what it thinks of a line that is too long. GNU Backgammon ends a line
 * with a zero byte behind the newline. */
static hra_err take_byte(speaker *s, char c) {
    if (c == '\0' && s->length == 0 && s->errors_to_stderr)
        return HRA_OK;
    if (s->length < sizeof s->line)
        s->line[s->length++] = c;
    if (c != '\n')
        return HRA_OK;
    size_t length = s->length;
    s->length = 0;
    return hra_protocol_line(s->dialogue, s->line, length);
}

static hra_err end_input(speaker *s) {
    s->ended = true;
    hra_err err = s->length > 0 ? hra_protocol_line(s->dialogue, s->line, s->length) : HRA_OK;
    if (!err && !hra_protocol_status(s->dialogue).over)
        err = hra_protocol_line(s->dialogue, NULL, 0);
    return err;
}

static hra_err take_input(speaker *s) {
    char bytes[4096];
    hra_err err = HRA_OK;
    ssize_t n = read(s->input, bytes, sizeof bytes);
    if (n < 0 && errno != EINTR && errno != EAGAIN) {
        if (s->input == STDIN_FILENO) /* a socket whose other end is gone has ended */
            print_error(_("cannot read standard input: %s"), hra_system_text(errno));
        s->unread = s->input == STDIN_FILENO;
        s->length = 0; /* half a line might mean something else */
    }
    if (n == 0 || s->unread || (n < 0 && errno == ECONNRESET))
        return end_input(s);
    for (ssize_t i = 0; i < n && !err && !hra_protocol_status(s->dialogue).over; i++)
        err = take_byte(s, bytes[i]);
    return err;
}

/* Runs until the dialogue ends, input ends, Ctrl-C is pressed, or the reader closes the output. */
static hra_err listen_to(speaker *s) {
    char rung[256];
    hra_err err = HRA_OK;
    while (!err && !hra_protocol_status(s->dialogue).over && !s->failed && !print_interrupted() &&
           !ferror(stdout)) {
        fd_set ready;
        if (wait_for_something(s, &ready) < 0) {
            if (errno == EBADF && !s->ended)
                err = end_input(s); /* there was no input at all */
            continue;
        }
        if (FD_ISSET(s->bell[0], &ready)) {
            while (read(s->bell[0], rung, sizeof rung) > 0)
                continue;
            err = hra_protocol_step(s->dialogue);
        }
        if (!err && !s->ended && FD_ISSET(s->input, &ready) && !hra_protocol_status(s->dialogue).over)
            err = take_input(s);
    }
    return err;
}

/* One dialogue, from its beginning to its end. */
static int converse(speaker *s, const hra_protocol_setup *setup) {
    hra_error why;
    if (hra_protocol_open(&s->dialogue, setup, &why) != 0)
        return print_failure(&why, NULL);
    speak_to_programs();
    hra_err err = listen_to(s);
    hra_protocol_close(s->dialogue);
    if (err)
        print_error("%s", hra_err_text(err));
    return err || s->unread || (s->failed && s->input == STDIN_FILENO) ? EXIT_FAILED : EXIT_DONE;
}

/* One connection after the other, until it is interrupted. */
static int serve(speaker *s, const hra_protocol_setup *setup, const char *at) {
    int status = EXIT_DONE, door = listening_open(at);
    if (door < 0)
        return EXIT_FAILED;
    while (status == EXIT_DONE && (s->input = s->output = listening_accept(door)) >= 0) {
        s->length = 0;
        s->ended = s->failed = false;
        status = converse(s, setup);
        close(s->input);
    }
    listening_close(door, at);
    return status;
}

/* The words are those behind the protocol's name. */
static int run_protocol(const args *a, const hra_protocol_kind *kind, const char *const *words, int count) {
    static speaker s; /* too large for the stack */
    char data[STORE_PATH];
    s = (speaker){.input = STDIN_FILENO, .output = STDOUT_FILENO};
    s.errors_to_stderr = kind->errors_to_stderr;
    store_folder(a, data);
    if (!open_bell(&s)) {
        print_error(_("cannot create a pipe: %s"), hra_system_text(errno));
        return EXIT_FAILED;
    }
    const hra_protocol_setup setup = {
        .size = sizeof setup,
        .kind = kind,
        .host = &cli_file_host,
        .game = count > 0 ? words[0] : NULL,
        .player = count > 1 ? words[1] : NULL,
        .data = data[0] ? data : NULL,
        .background = true,
        .sink = send_line,
        .wake = ring,
        .self = &s,
    };
    int status =
        args_text(a, "listen", NULL) ? serve(&s, &setup, args_text(a, "listen", NULL)) : converse(&s, &setup);
    close(s.bell[0]);
    close(s.bell[1]);
    return status;
}

/* "hub", or "engine hub" */
static int run_named(const args *a) {
    const char *blank = strchr(a->command->name, ' ');
    return run_protocol(a, hra_protocol_find(blank ? blank + 1 : a->command->name), a->words, a->word_count);
}

const args_command *command_protocol(int index, bool old) {
    static args_command known[2][PROTOCOLS];
    static char names[PROTOCOLS][HRA_NAME_LENGTH];
    const hra_protocol_kind *kind = index < PROTOCOLS ? hra_protocol_known(index) : NULL;
    if (!kind)
        return NULL;
    hra_snprintf(names[index], sizeof names[index], "engine %s", kind->name);
    known[old][index] = (args_command){
        .name = old ? kind->name : names[index],
        .synopsis = kind->fits ? N_("GAME [PLAYER]") : "",
        .summary = kind->summary,
        .details = kind->help,
        .options = options,
        .min_words = kind->fits ? 1 : 0,
        .max_words = kind->fits ? 2 : 0,
        .group = ARGS_BUILD,
        .stands_for = old ? command_protocol(index, false) : NULL,
        .run = run_named,
    };
    return &known[old][index];
}

const args_command *command_engine_of(const char *name) {
    if (strcmp(name, "check") == 0)
        return &command_engine_check;
    for (int i = 0; command_protocol(i, false); i++)
        if (strcmp(hra_protocol_known(i)->name, name) == 0)
            return command_protocol(i, false);
    return NULL;
}

/* Runs if options come first, or if the first word is not the name of a protocol. */
static int run(const args *a) {
    const hra_protocol_kind *kind = hra_protocol_find(a->words[0]);
    const char *names[PROTOCOLS + 1] = {NULL};
    if (kind && a->word_count - 1 >= (kind->fits ? 1 : 0) && a->word_count - 1 <= (kind->fits ? 2 : 0))
        return run_protocol(a, kind, a->words + 1, a->word_count - 1);
    if (kind && a->word_count > 1)
        args_say_unexpected(command_engine_of(kind->name), a->words[kind->fits ? 3 : 1]);
    else if (kind)
        args_say_missing(command_engine_of(kind->name), 0);
    if (kind)
        return EXIT_WRONG;
    for (int i = 0; i < PROTOCOLS && hra_protocol_known(i); i++)
        names[i] = hra_protocol_known(i)->name;
    const char *guess = hra_did_you_mean(a->words[0], names);
    if (guess)
        print_error(_("engine: unknown protocol '%s'; did you mean '%s'?"), a->words[0], guess);
    else
        print_error(_("engine: unknown protocol '%s'; 'hra help engine' lists the protocols"), a->words[0]);
    return EXIT_WRONG;
}

static void list_protocols(void) {
    print("\n%s\n", _("Protocols ('hra help engine PROTOCOL' explains one):"));
    for (int i = 0; i < PROTOCOLS && hra_protocol_known(i); i++) {
        const args_command *one = command_protocol(i, false);
        hra_text left;
        hra_text_init(&left);
        hra_text_addf(&left, "  hra %s%s%s", one->name, *one->synopsis ? " " : "", _(one->synopsis));
        print_list_entry(print_string(&left), 39, _(one->summary));
        hra_text_release(&left);
    }
    print_list_entry("  hra engine check CMD GAME", 39, _(command_engine_check.summary));
}

const args_command command_engine = {
    .name = "engine",
    .synopsis = "PROTOCOL [GAME] [PLAYER]",
    .summary = "run as an engine (Hub, UCI, UGI, UBGI, GNU Backgammon)",
    .details = "Another program asks for moves, on standard input and output or, with --listen,\n"
               "at a socket.\n"
               "\n"
               "  hra engine hub\n"
               "  hra engine uci chess\n"
               "  hra engine ugi tictactoe alphabeta\n"
               "  hra engine gnubg backgammon --listen 4321\n",
    .notes = "PORT is on 127.0.0.1; PATH is a Unix socket.\n",
    .options = options,
    .min_words = 1,
    .max_words = 3,
    .group = ARGS_BUILD,
    .more = list_protocols,
    .run = run,
};
