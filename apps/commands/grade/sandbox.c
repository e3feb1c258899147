/* The process of a submission. bwrap makes the namespaces; inside them prlimit limits each process, and this program
 * watches what all of them use together. It reads /proc for that: a submission cannot, since it has no network, no file and
 * no process in common with this one. */
#include "sandbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "processes.h"

#define GLANCE 0.1           /* seconds between two looks at what it uses */
#define SILENCE 10.0         /* seconds without an answer and without computing */
#define LOADING 3.0          /* seconds of a processor until it is greeted */
#define OUTPUT 1e6           /* bytes on standard error */
#define MEMORY 512e6         /* bytes of all its processes */
#define FIRST_UID 1879048192 /* unprivileged users, which no one else is, begin here */

enum { PROCESSES = 64, FILES = 64, TAIL = 4000, CHILDREN = 2 * SANDBOX_GROUP };

struct sandbox {
    hra_channel *channel;
    const hra_stop *stop;
    sandbox_group *group;
    long top;         /* its first process; 0: all that are below this one */
    char errors[256]; /* path */
    double allowed, used_before;
    processes_use use;
    double looked, moved; /* when; when it last computed or said something */
    sandbox_end end;
};

/* ---- the command line -----------------------------------------------------------------------*/

static const char bwrap_options[] =
    "--unshare-all --unshare-user --disable-userns --die-with-parent --new-session --clearenv"
    " --setenv PATH /usr/local/bin:/usr/bin:/bin --setenv HOME /tmp --setenv LANG C.UTF-8 --setenv "
    "PYTHONHASHSEED 0"
    " --setenv AGENT /agent --setenv OWN /tmp"
    " --ro-bind /usr /usr --ro-bind-try /bin /bin --ro-bind-try /lib /lib --ro-bind-try /lib64 /lib64"
    " --ro-bind-try /etc/alternatives /etc/alternatives --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache"
    " --proc /proc --dev /dev --size 1048576 --tmpfs /dev/shm --remount-ro /dev"
    " --size 67108864 --tmpfs /tmp --chdir /tmp";

static void add_quoted(hra_text *out, const char *text) {
    hra_text_add_char(out, '\'');
    for (; *text; text++)
        if (*text == '\'')
            hra_text_add(out, "'\\''");
        else
            hra_text_add_char(out, *text);
    hra_text_add_char(out, '\'');
}

/* The limit of processes counts those of a user, of whom root has none: so root becomes somebody else first. */
static void add_bwrap(hra_text *out) {
    if (geteuid() == 0) {
        const unsigned long id = FIRST_UID + (unsigned long)getpid();
        hra_text_addf(out, "setpriv --reuid=%lu --regid=%lu --clear-groups -- ", id, id);
    }
    hra_text_addf(out, "bwrap %s", bwrap_options);
}

/* A submission could ask an installed hra for its moves. */
static void add_hidden(hra_text *out) {
    char path[1024];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    if (strncmp(path, "/usr/", 5) == 0) {
        hra_text_add(out, " --ro-bind /dev/null ");
        add_quoted(out, path);
    }
}

static void add_inside(const sandbox_setup *setup, hra_text *out) {
    hra_text_add(out, "exec ");
    add_bwrap(out);
    if (!setup->roomy)
        add_hidden(out);
    hra_text_add(out, " --ro-bind ");
    add_quoted(out, setup->folder);
    hra_text_addf(out, " /agent --remount-ro / -- prlimit --nproc=%d --nofile=%d --fsize=8388608 --core=0",
                  PROCESSES, FILES);
    hra_text_addf(out, "%s -- sh -c ", setup->roomy ? "" : " --as=1073741824 --cpu=3600");
    add_quoted(out, setup->command);
}

static void add_beside(const sandbox_setup *setup, hra_text *out) {
    hra_text_add(out, "ulimit -c 0; export PYTHONHASHSEED=0 AGENT=");
    add_quoted(out, setup->folder);
    hra_text_add(out, " OWN=");
    add_quoted(out, setup->own);
    hra_text_add(out, "; cd \"$OWN\"; exec sh -c ");
    add_quoted(out, setup->command);
}

/* ---- beginning and end ----------------------------------------------------------------------*/

bool sandbox_works(hra_error *why) {
    hra_channel *channel;
    hra_text command, line;
    hra_text_init(&command);
    hra_text_init(&line);
    add_bwrap(&command);
    hra_text_add(&command, " --remount-ro / -- prlimit --core=0 -- echo ready");
    processes_inherit();
    hra_err err = hra_host_run_program(NULL, hra_text_string(&command), NULL, &channel, why);
    if (!err) {
        err = channel->read(channel, &line, hra_clock() + SILENCE, NULL, why);
        channel->close(channel, 0);
        processes_end();
    }
    const bool works = !err && strcmp(hra_text_string(&line), "ready") == 0;
    hra_text_release(&command);
    hra_text_release(&line);
    return works;
}

/* The process that was started since `before` was listed. */
static long find_top(const long *before, int count) {
    long now[CHILDREN];
    const int children = processes_children(now, CHILDREN);
    for (int i = 0; i < children; i++) {
        int k = 0;
        while (k < count && before[k] != now[i])
            k++;
        if (k == count)
            return now[i];
    }
    return -1; /* it has ended already: no process has this number */
}

static hra_err run_command(sandbox *s, const char *command, hra_error *why) {
    long before[CHILDREN];
    const int count = s->group ? processes_children(before, CHILDREN) : 0;
    if (s->group && s->group->count == SANDBOX_GROUP)
        return hra_fail_code(why, HRA_ELIMIT);
    hra_err err = hra_host_run_program(NULL, command, NULL, &s->channel, why);
    if (!err && s->group) {
        s->top = find_top(before, count);
        s->group->of[s->group->count++] = s;
    }
    return err;
}

hra_err sandbox_open(sandbox **out, const sandbox_setup *setup, hra_error *why) {
    sandbox *s = calloc(1, sizeof *s);
    hra_text command;
    if (!s)
        return hra_no_memory(why);
    s->stop = setup->stop;
    s->group = setup->group;
    s->allowed = LOADING;
    (void)hra_snprintf(s->errors, sizeof s->errors, "%s/errors", setup->own);
    hra_text_init(&command);
    hra_text_add(&command, "exec 2>");
    add_quoted(&command, s->errors);
    hra_text_add(&command, "; ");
    processes_inherit();
    (setup->trusted ? add_beside : add_inside)(setup, &command);
    hra_err err = command.err ? hra_no_memory(why) : run_command(s, hra_text_string(&command), why);
    hra_text_release(&command);
    s->moved = hra_clock();
    if (err)
        free(s);
    else
        *out = s;
    return err;
}

void sandbox_limit(sandbox *s, double seconds) {
    processes_look(&s->top, &s->use, 1);
    s->used_before = s->use.seconds;
    s->allowed = seconds;
    s->moved = hra_clock();
}

static bool floods(const sandbox *s) {
    struct stat errors;
    return stat(s->errors, &errors) == 0 && (double)errors.st_size > OUTPUT;
}

sandbox_end sandbox_ended_by(const sandbox *s) {
    return !s->end && floods(s) ? SANDBOX_OUTPUT : s->end;
}

void sandbox_errors(const sandbox *s, hra_text *out) {
    char tail[TAIL];
    FILE *file = fopen(s->errors, "rb");
    if (!file)
        return;
    if (fseek(file, -TAIL, SEEK_END) != 0)
        rewind(file);
    const size_t n = fread(tail, 1, sizeof tail, file);
    (void)fclose(file);
    for (size_t i = 0; i < n; i++)
        hra_text_add_char(out, tail[i] ? tail[i] : '?');
}

void sandbox_close(sandbox *s) {
    if (!s)
        return;
    if (s->group) {
        int i = 0;
        while (s->group->of[i] != s)
            i++;
        s->group->of[i] = s->group->of[--s->group->count];
        processes_kill(s->top);
    }
    s->channel->close(s->channel, 0);
    if (!s->group)
        processes_end();
    (void)remove(s->errors);
    free(s);
}

void sandbox_end_all(void) {
    processes_end();
}

/* ---- watching -------------------------------------------------------------------------------*/

static sandbox_end judge(sandbox *s, processes_use use, double now) {
    if (use.seconds > s->use.seconds)
        s->moved = now;
    s->use = use;
    if (s->use.seconds - s->used_before > s->allowed)
        return SANDBOX_TIME;
    if (s->use.bytes > MEMORY)
        return SANDBOX_MEMORY;
    return floods(s) ? SANDBOX_OUTPUT : SANDBOX_RUNS;
}

/* Those that wait for their turn have the same limits, but may be silent. */
static void judge_all(sandbox *s, double now) {
    sandbox_group alone = {.of = {s}, .count = 1};
    const sandbox_group *group = s->group ? s->group : &alone;
    long tops[SANDBOX_GROUP];
    processes_use uses[SANDBOX_GROUP];
    for (int i = 0; i < group->count; i++)
        tops[i] = group->of[i]->top;
    processes_look(tops, uses, group->count);
    for (int i = 0; i < group->count; i++) {
        sandbox *each = group->of[i];
        each->end = each->end ? each->end : judge(each, uses[i], now);
        if (each->end && each != s)
            processes_kill(each->top);
    }
    if (!s->end && now - s->moved > SILENCE)
        s->end = SANDBOX_SILENT;
}

static hra_err look(sandbox *s, hra_error *why) {
    const double now = hra_clock();
    if (s->end)
        return hra_fail_code(why, HRA_EENDED);
    if (now - s->looked < GLANCE)
        return HRA_OK;
    s->looked = now;
    judge_all(s, now);
    return s->end ? hra_fail_code(why, HRA_EENDED) : HRA_OK;
}

hra_err sandbox_say(void *self, const char *line, hra_error *why) {
    sandbox *s = self;
    hra_text text;
    hra_text_init(&text);
    hra_text_addf(&text, "%s\n", line);
    hra_err err = text.err ? hra_no_memory(why)
                           : s->channel->write(s->channel, hra_text_string(&text), text.length,
                                               hra_clock() + SILENCE, s->stop, why);
    if (err == HRA_EHUNG) {
        s->end = SANDBOX_SILENT;
        err = hra_fail_code(why, HRA_EENDED);
    }
    hra_text_release(&text);
    s->moved = err ? s->moved : hra_clock(); /* before, it waited for its turn */
    return err;
}

hra_err sandbox_hear(void *self, hra_text *line, hra_error *why) {
    sandbox *s = self;
    hra_err err;
    do {
        err = look(s, why);
        if (err)
            return err;
        err = s->channel->read(s->channel, line, hra_clock() + GLANCE, s->stop, why);
    } while (err == HRA_EHUNG);
    s->moved = err ? s->moved : hra_clock();
    return err;
}
