/* Programs beside this one. Each is waited for by a thread of its own, its keeper, and runs in a group of
 * processes that a guard leads: a shell that waits for the end of a pipe whose other end this program holds.
 * However this program dies, the pipe ends then, and the guard kills the group. (PR_SET_PDEATHSIG of Linux
 * would kill one process, not what that has started, and does so when the thread ends that made it.) */
#include "process.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/file.h"
#include "core/messages.h"
#include "core/thread.h"
#include "line_channel.h"

enum { MOST_FILES = 1 << 16 /* of a process, where the system names no number */ };

enum { LAST_WORDS = 80 /* bytes of the last line of standard error, in an error */ };

#define MOMENT 0.1 /* that a program may take to be gone after its output ended */

typedef struct process {
    hra_channel channel; /* the first member, so that its functions find the rest */
    hra_text command;    /* until it has started */
    hra_job *keeper;
    hra_lock lock; /* of the next five */
    pid_t guard;   /* also the number of the group */
    pid_t pid;     /* negative: none could be made */
    bool ended;
    int status;  /* as of waitpid, when it has ended; errno where none could be made */
    bool killed; /* by us, before it had ended */
    hra_bell started, over;
    int life;                                  /* our end of the guard's pipe */
    int its_input, its_output, errors, guards; /* the others, until it has started */
    hra_lines lines;
} process;

/* ---- in the child: only what a signal handler may call --------------------------------------*/

static void close_rest(void) {
    long most = sysconf(_SC_OPEN_MAX);
    for (int file = STDERR_FILENO + 1; file < (most > 0 && most < MOST_FILES ? most : MOST_FILES); file++)
        close(file);
}

static void take_default_signals(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigemptyset(&usual.sa_mask);
    for (int number = 1; number < 65; number++)
        (void)sigaction(number, &usual, NULL); /* some cannot be changed */
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/* group 0: it leads one of its own. */
_Noreturn static void become(pid_t group, int input, int output, int errors, const char *command) {
    (void)setpgid(0, group);
    take_default_signals();
    if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
        dup2(errors, STDERR_FILENO) >= 0) {
        close_rest();
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    }
    _exit(127);
}

/* ---- the keeper -----------------------------------------------------------------------------*/

static pid_t make(pid_t group, int input, int output, int errors, const char *command) {
    pid_t pid = fork();
    if (pid == 0)
        become(group, input, output, errors, command);
    if (pid > 0)
        (void)setpgid(pid, group ? group : pid); /* the child does the same; the first call counts */
    return pid;
}

static void await(pid_t pid, int *status) {
    while (waitpid(pid, status, 0) < 0 && errno == EINTR)
        ;
}

static hra_err keep(void *self) {
    static const char watch[] = "trap '' HUP INT TERM; read -r line; kill -KILL 0";
    process *p = self;
    int status = 0, none;
    pid_t guard = make(0, p->guards, p->errors, p->errors, watch);
    pid_t pid = guard < 0 ? -1 : make(guard, p->its_input, p->its_output, p->errors, p->command.data);
    hra_lock_take(&p->lock);
    p->guard = guard;
    p->pid = pid;
    p->status = pid < 0 ? errno : 0;
    hra_lock_give(&p->lock);
    hra_bell_ring(&p->started);
    siginfo_t info;
    while (pid > 0 && waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR)
        ;
    hra_lock_take(&p->lock);
    if (pid > 0)
        await(pid, &status); /* under the lock: until then its number is its own, and end() may use it */
    if (guard > 0)
        (void)kill(-guard, SIGKILL); /* what it has started, too */
    p->status = pid > 0 ? status : p->status;
    p->ended = true;
    hra_lock_give(&p->lock);
    hra_bell_ring(&p->over);
    if (guard > 0)
        await(guard, &none); /* not before: its number cannot become another's */
    return HRA_OK;
}

static bool has_ended(void *self) {
    process *p = self;
    hra_lock_take(&p->lock);
    bool ended = p->ended;
    hra_lock_give(&p->lock);
    return ended;
}

/* Waits until it has ended, at most `seconds`. */
static bool wait_over(process *p, double seconds) {
    return has_ended(p) || (hra_bell_wait(&p->over, seconds) && has_ended(p));
}

static void end(process *p) {
    hra_lock_take(&p->lock);
    if (!p->ended) {
        p->killed = true;
        (void)kill(-p->guard, SIGKILL);
        (void)kill(p->pid, SIGKILL); /* it may have left the group */
    }
    hra_lock_give(&p->lock);
}

/* ---- how it ended ---------------------------------------------------------------------------*/

static hra_err tell_signal(int number, hra_error *why) {
    static const struct {
        int number;
        const char *name;
    } known[] = {
        {SIGABRT, N_("it aborted")},
        {SIGBUS, N_("a bus error")},
        {SIGFPE, N_("an arithmetic error")},
        {SIGHUP, N_("a hang-up")},
        {SIGILL, N_("an illegal instruction")},
        {SIGINT, N_("an interrupt")},
        {SIGKILL, N_("it was killed")},
        {SIGPIPE, N_("it wrote to a closed pipe")},
        {SIGSEGV, N_("a segmentation fault")},
        {SIGTERM, N_("it was terminated")},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == number)
            return hra_fail(why, HRA_EENDED, -1, "ended by signal %d: %s", number, _(known[i].name));
    return hra_fail(why, HRA_EENDED, -1, "ended by signal %d", number);
}

/* Appends the last line of standard error, where a language says what went wrong: " (ValueError: no move)". */
static void add_last_words(const hra_lines *l, hra_text *out) {
    const char *tail = l->tail, *end = tail + l->said;
    while (end > tail && isspace((unsigned char)end[-1]))
        end--;
    const char *line = end;
    while (line > tail && line[-1] != '\n')
        line--;
    if (line == end)
        return;
    hra_text_add(out, " (");
    size_t length = (size_t)(end - line) < LAST_WORDS ? (size_t)(end - line) : LAST_WORDS;
    for (size_t n, steering; length > 0; line += n + steering, length -= n + steering) {
        n = hra_text_harmless(line, length, &steering);
        hra_text_add_bytes(out, line, n);
        hra_text_add(out, steering ? "?" : "");
    }
    hra_text_add_char(out, ')');
}

static hra_err tell_status(const process *p, int code, hra_error *why) {
    hra_text words;
    hra_text_init(&words);
    add_last_words(&p->lines, &words);
    hra_fail(why, HRA_EENDED, -1, "ended with status %d%s", code, hra_text_string(&words));
    hra_text_release(&words);
    return HRA_EENDED;
}

/* Its output or its input is closed. One that is about to end keeps its status when it is killed meanwhile.
 */
static hra_err tell_end(void *self, hra_error *why) {
    process *p = self;
    if (!wait_over(p, MOMENT)) {
        end(p);
        (void)wait_over(p, -1);
    }
    (void)hra_lines_read_errors(&p->lines);
    hra_lock_take(&p->lock);
    int status = p->status;
    bool killed = p->killed;
    hra_lock_give(&p->lock);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && killed)
        return hra_fail(why, HRA_EENDED, -1, "closed its standard input or output");
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : code > 128 && code < 193 ? code - 128 : 0;
    if (number) /* 128 more is how a shell tells it */
        return tell_signal(number, why);
    if (code == 127)
        return hra_fail(why, HRA_EENDED, -1, "ended with status %d: the shell found no such program", code);
    if (code == 126)
        return hra_fail(why, HRA_EENDED, -1, "ended with status %d: the shell may not run it", code);
    return tell_status(p, code, why);
}

/* ---- lines ----------------------------------------------------------------------------------*/

static hra_err write_text(hra_channel *self, const char *text, size_t length, double deadline,
                          const hra_stop *stop, hra_error *why) {
    return hra_lines_write(&((process *)self)->lines, text, length, deadline, stop, why);
}

static hra_err read_line(hra_channel *self, hra_text *line, double deadline, const hra_stop *stop,
                         hra_error *why) {
    return hra_lines_read(&((process *)self)->lines, line, deadline, stop, why);
}

/* ---- beginning and end ----------------------------------------------------------------------*/

static void release(process *p) {
    int *const files[] = {&p->life, &p->its_input, &p->its_output, &p->errors, &p->guards};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        hra_file_end(files[i]);
    hra_lines_release(&p->lines);
    hra_text_release(&p->command);
    hra_bell_release(&p->started);
    hra_bell_release(&p->over);
    hra_lock_release(&p->lock);
    free(p);
}

static void take_errors(hra_channel *self, hra_text *out) {
    hra_lines_take_errors(&((process *)self)->lines, out);
}

static void close_process(hra_channel *self, double patience) {
    process *p = (process *)self;
    double until = hra_clock() + patience;
    hra_file_end(&p->lines.to);
    hra_file_end(&p->lines.from); /* so that it cannot wait for us to read */
    while (hra_clock() < until && !wait_over(p, MOMENT / 10))
        (void)hra_lines_read_errors(&p->lines); /* for the same reason */
    end(p);
    (void)hra_job_join(p->keeper);
    (void)hra_lines_read_errors(&p->lines);
    release(p);
}

static bool open_pipe(int *reads, int *writes) {
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    *reads = hra_file_above(ends[0]);
    *writes = hra_file_above(ends[1]);
    return *reads >= 0 && *writes >= 0;
}

static hra_err open_files(process *p, const char *log, hra_error *why) {
    hra_lines *l = &p->lines;
    hra_err err = hra_lines_open_log(l, log, why);
    if (err)
        return err;
    bool good = open_pipe(&p->its_input, &l->to) && open_pipe(&l->from, &p->its_output) &&
                open_pipe(&p->guards, &p->life) && open_pipe(&l->errors, &p->errors);
    if (!good || fcntl(l->to, F_SETFL, O_NONBLOCK) != 0 || fcntl(l->from, F_SETFL, O_NONBLOCK) != 0 ||
        fcntl(l->errors, F_SETFL, O_NONBLOCK) != 0)
        return hra_file_failed(_("a pipe to a program"), errno, N_("it cannot be made"), why);
    return HRA_OK;
}

static hra_err start(process *p, hra_error *why) {
    hra_err err = hra_job_start(&p->keeper, keep, p);
    if (err)
        return hra_fail_code(why, err);
    (void)hra_bell_wait(&p->started, -1);
    if (p->pid > 0)
        return HRA_OK;
    (void)hra_job_join(p->keeper);
    return hra_file_failed(_("a process for a program"), p->status, N_("it cannot be made"), why);
}

/* A path and its arguments: the shell can become the program, and keeps none of its files open beside it. */
static bool is_simple(const char *command) {
    size_t word = strcspn(command, " ");
    return !strpbrk(command, ";&|<>(){}\n") && memchr(command, '/', word) && !memchr(command, '=', word);
}

static process *new_process(void) {
    process *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->life = p->its_input = p->its_output = p->errors = p->guards = -1;
    if (hra_lock_init(&p->lock) != 0)
        goto no_lock;
    if (hra_bell_init(&p->started) != 0)
        goto no_started;
    if (hra_bell_init(&p->over) == 0)
        return p;
    hra_bell_release(&p->started);
no_started:
    hra_lock_release(&p->lock);
no_lock:
    free(p);
    return NULL;
}

hra_err hra_process_open(hra_channel **out, const char *command, const char *log, hra_error *why) {
    process *p = new_process();
    if (!p)
        return hra_no_memory(why);
    p->channel = (hra_channel){.size = sizeof p->channel,
                               .write = write_text,
                               .read = read_line,
                               .close = close_process,
                               .errors = take_errors};
    hra_lines_init(&p->lines);
    p->lines.owner = p;
    p->lines.has_ended = has_ended;
    p->lines.tell_end = tell_end;
    hra_text_init(&p->command);
    hra_text_addf(&p->command, "%s%s", is_simple(command) ? "exec " : "", command);
    hra_err err = p->command.err ? hra_no_memory(why) : open_files(p, log, why);
    if (!err)
        err = start(p, why);
    if (err) {
        release(p);
        return err;
    }
    hra_file_end(&p->its_input);
    hra_file_end(&p->its_output);
    hra_file_end(&p->errors);
    hra_file_end(&p->guards);
    p->lines.number = (long)p->pid;
    *out = &p->channel;
    return HRA_OK;
}
