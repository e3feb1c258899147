/* Faults of every kind, one after another, in every command: whatever fails, the program says so and keeps
 * what it had, or does as if nothing had happened.
 *
 *     faults_test KIND [SCENE [CALL]]     KIND: memory, reads, files, kills, threads; of one scene; of one call,
 * and where that is made
 *
 * The program is linked in: each run is a fork that goes on in its main(). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef WITH_LIBEVENT
#include <event2/event.h>
#endif

#include "hra/base.h"

#include "fault_guest.h"
#include "fault_plan.h"
#include "fault_scenes.h"

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

static const char *const kinds[] = {"none", "memory", "reads", "files", "kills", "threads"};

enum {
    MOST_TRIES = 4,
    MOST_WORDS = 40,
    MOST_FILES = 64,
    PATIENCE = 5 /* seconds of the processor until a run is ended */
};

typedef struct bytes {
    char *at;
    size_t length;
} bytes;

typedef struct file {
    char name[200];
    bytes is;
} file;

/* What a run left. */
typedef struct outcome {
    int status; /* of exit, or -1 for a signal */
    int signal;
    bytes out, err;
    file files[MOST_FILES];
    int count;
    const char *answered; /* what a server answered wrongly; NULL: nothing */
} outcome;

static char work[PATH_MAX];   /* where the program runs */
static fault_counts *counted; /* shared with the runs */
static int failures;

static void die(const char *what) {
    perror(what);
    exit(2);
}

/* ---- files ----------------------------------------------------------------------------------*/

static bytes read_all(int descriptor) {
    struct stat info;
    bytes b = {0};
    if (fstat(descriptor, &info) != 0)
        die("fstat");
    b.at = malloc((size_t)info.st_size + 1);
    if (!b.at)
        die("malloc");
    while (b.length < (size_t)info.st_size) {
        ssize_t n = pread(descriptor, b.at + b.length, (size_t)info.st_size - b.length, (off_t)b.length);
        if (n <= 0)
            die("pread");
        b.length += (size_t)n;
    }
    b.at[b.length] = '\0';
    return b;
}

/* All files below the folder, their names relative to it; removes them where `take`. */
static void collect(const char *root, const char *below, outcome *o, bool take) {
    char path[PATH_MAX];
    hra_snprintf(path, sizeof path, "%s%s", root, below);
    DIR *all = opendir(path);
    if (!all)
        die(path);
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        char name[PATH_MAX];
        struct stat info;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        hra_snprintf(name, sizeof name, "%s/%s", below, entry->d_name);
        hra_snprintf(path, sizeof path, "%s%s", root, name);
        if (lstat(path, &info) != 0)
            die(path);
        if (S_ISDIR(info.st_mode)) {
            collect(root, name, o, take);
            if (take && rmdir(path) != 0)
                die(path);
            continue;
        }
        if (o) {
            int descriptor = open(path, O_RDONLY);
            if (descriptor < 0 || o->count == MOST_FILES)
                die(path);
            file *f = &o->files[o->count++];
            hra_snprintf(f->name, sizeof f->name, "%s", name + 1);
            f->is = read_all(descriptor);
            close(descriptor);
        }
        if (take && unlink(path) != 0)
            die(path);
    }
    closedir(all);
}

static const file *find(const outcome *o, const char *name) {
    for (int i = 0; i < o->count; i++)
        if (strcmp(o->files[i].name, name) == 0)
            return &o->files[i];
    return NULL;
}

static void put_files(const outcome *o) {
    for (int i = 0; i < o->count; i++) {
        char path[PATH_MAX];
        hra_snprintf(path, sizeof path, "%s/%s", work, o->files[i].name);
        for (char *c = path + strlen(work) + 1; (c = strchr(c, '/')) != NULL; c++) {
            *c = '\0';
            mkdir(path, 0777);
            *c = '/';
        }
        int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600); /* keys are nobody else's business */
        if (descriptor < 0 ||
            write(descriptor, o->files[i].is.at, o->files[i].is.length) != (ssize_t)o->files[i].is.length)
            die(path);
        close(descriptor);
    }
}

static void release(outcome *o) {
    free(o->out.at);
    free(o->err.at);
    for (int i = 0; i < o->count; i++)
        free(o->files[i].is.at);
    memset(o, 0, sizeof *o);
}

/* ---- a run ----------------------------------------------------------------------------------*/

/* Splits at blanks, but for those in "quotes". */
static int split(char *text, char **words) {
    int n = 0;
    words[n++] = "hra";
    while (*text && n < MOST_WORDS - 1) {
        char end = *text == '"' ? '"' : ' ';
        text += end == '"';
        words[n++] = text;
        text += strcspn(text, end == '"' ? "\"" : " ");
        while (*text == ' ' || *text == end)
            *text++ = '\0';
    }
    words[n] = NULL;
    return n;
}

static int memory_file(const char *text) {
    int descriptor = memfd_create("hra", MFD_CLOEXEC);
    if (descriptor < 0 || write(descriptor, text, strlen(text)) != (ssize_t)strlen(text))
        die("memfd_create");
    lseek(descriptor, 0, SEEK_SET);
    return descriptor;
}

static void go_on_as_program(const char *command, const char *input, const fault *plan, int out, int err) {
    char line[2000], *words[MOST_WORDS];
    struct rlimit limit = {PATIENCE, PATIENCE + 1}, none = {0, 0};
    hra_snprintf(line, sizeof line, "%s", command);
    int n = split(line, words);
    setrlimit(RLIMIT_CPU, &limit);
    setrlimit(RLIMIT_CORE, &none);
    if (chdir(work) != 0 || dup2(memory_file(input), STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(err, STDERR_FILENO) < 0)
        _exit(99);
    close(out);
    close(err);
#ifdef WITH_LIBEVENT
    event_set_mem_functions(malloc, realloc, free); /* those of here, which may fail */
#endif
    fault_begin(plan, counted);
    exit(__real_main(n, words));
}

static void run(const char *command, const char *input, bool serves, const fault *plan, outcome *o) {
    int out = memory_file(""), err = memory_file(""), status = 0;
    memset(o, 0, sizeof *o);
    memset(counted, 0, sizeof *counted);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        go_on_as_program(command, input, plan, out, err);
    if (child < 0)
        die("fork");
    o->answered = serves ? fault_guest(child, out) : NULL;
    if (waitpid(child, &status, 0) != child)
        die("waitpid");
    o->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    o->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    o->out = read_all(out);
    o->err = read_all(err);
    close(out);
    close(err);
    collect(work, "", o, true);
}

/* ---- judging --------------------------------------------------------------------------------*/

static bool same(const bytes *a, const bytes *b) {
    return a->length == b->length && memcmp(a->at, b->at, a->length) == 0;
}

static bool begins(const bytes *whole, const bytes *part) {
    return part->length <= whole->length && memcmp(whole->at, part->at, part->length) == 0;
}

/* Errors begin with "hra: "; what else stands there is said besides. */
static int error_lines(const bytes *text) {
    int n = 0;
    for (const char *at = text->at; *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : "")
        n += strncmp(at, "hra: ", 5) == 0 && at[5] != '\n';
    return n;
}

/* What a command does without where it may. */
static bool does_without(const bytes *err) {
    return strstr(err->at, "nothing will be saved") || strstr(err->at, "the game is not saved");
}

/* A name under which a file was on its way when the program was killed: .NAME~, NAME.new0, NAME.XXXXXX. */
static bool is_on_its_way(const char *name) {
    const char *base = strrchr(name, '/');
    size_t n = strlen(name);
    base = base ? base + 1 : name;
    return *base == '.' || strstr(base, ".new") ||
           (n > 7 && name[n - 7] == '.' && strncmp(name + n - 5, "part", 4));
}

/* Records grow, so they may have come to any line; plays wait in FILE.pdn.part, and stand in FILE.pdn as far
 * as they had come where they were left. */
static bool is_beginning(const file *is, const file *would) {
    size_t n = is->is.length;
    bool pdn = strstr(is->name, ".pdn") != NULL, part = pdn && strstr(is->name, ".part");
    if (part)
        return n == 0 || strncmp(is->is.at, "hra-record ", n < 11 ? n : 11) == 0;
    if (pdn && would && n > 3 && strcmp(is->is.at + n - 3, "*\n\n") == 0)
        return n <= would->is.length + 3;
    return would && (pdn || strstr(is->name, ".hra")) && begins(&would->is, &is->is);
}

static const char *judge_files(const outcome *o, const outcome *good, const outcome *before) {
    static char about[400];
    for (int i = 0; i < o->count; i++) {
        const file *is = &o->files[i], *was = find(before, is->name), *would = find(good, is->name);
        if ((was && same(&was->is, &is->is)) || (would && same(&would->is, &is->is)) ||
            is_beginning(is, would) ||
            (o->status == FAULT_KILLED && (is_on_its_way(is->name) || is->is.length == 0)))
            continue;
        hra_snprintf(about, sizeof about, "the file %s is neither as it was nor as it would be", is->name);
        return about;
    }
    for (int i = 0; i < before->count; i++)
        if (!find(o, before->files[i].name) && find(good, before->files[i].name)) {
            hra_snprintf(about, sizeof about, "the file %s is gone", before->files[i].name);
            return about;
        }
    return NULL;
}

static bool same_outcome(const outcome *o, const outcome *good) {
    bool whole = o->status == good->status && same(&o->out, &good->out) && same(&o->err, &good->err) &&
                 o->count == good->count;
    for (int i = 0; whole && i < good->count; i++) {
        const file *is = find(o, good->files[i].name);
        whole = is && same(&is->is, &good->files[i].is);
    }
    return whole;
}

static const char *judge(const scene *s, const fault *plan, const outcome *o, const outcome *good,
                         const outcome *before) {
    static char about[400];
    bool told = does_without(&o->err) || (s->tells && strstr(o->out.at, s->tells));
    if (same_outcome(o, good))
        return counted->unsynced ? "a sync failed, and nothing was said" : NULL;
    if (counted->failed == 0)
        return "the run is another one without a fault";
    if (o->status == FAULT_KILLED)
        return judge_files(o, good, before);
    if (o->status == good->status)
        return told ? NULL : "something was lost, and nothing was said by the exit status";
    /* a file of which less can be read than there is counts as one that somebody sent damaged */
    bool damaged = plan->kind == FAULT_READ && strstr(o->err.at, "damaged");
    if (o->status != 1 && !(o->status == 2 && (does_without(&o->err) || damaged))) {
        hra_snprintf(about, sizeof about, "ended with status %d, signal %d", o->status, o->signal);
        return about;
    }
    /* a play that is left says where it is kept */
    const char *left = strstr(o->out.at, "The game ");
    const bytes said = {o->out.at, left ? (size_t)(left - o->out.at) : o->out.length};
    if (!begins(&good->out, &said) && !told)
        return "what was said is no beginning of what should have been";
    if (plan->kind == FAULT_THREAD && !strstr(o->err.at, "thread"))
        return "that a thread is lacking is not told";
    int lines = error_lines(&o->err); /* the loss of a record and the end of its play are two */
    if (lines < 1 || lines > (counted->failed > 1 ? 2 : 1))
        return "not one line says why";
    return judge_files(o, good, before);
}

/* A server goes on: what is lacking is told to whoever asked. It ends with 1 where it could not begin. */
static const char *judge_server(const scene *s, const fault *plan, const outcome *o, const outcome *good,
                                const outcome *before) {
    static char about[400];
    (void)s;
    bool begun = strstr(o->out.at, "http://") != NULL;
    if (o->answered)
        return o->answered;
    if (o->status == FAULT_KILLED)
        return judge_files(o, good, before);
    if (o->signal || (o->status != 0 && o->status != 1) || (o->status == 1 && !counted->failed)) {
        hra_snprintf(about, sizeof about, "ended with status %d, signal %d", o->status, o->signal);
        return about;
    }
    int lines = error_lines(&o->err);
    if (o->status == 1 && (lines < 1 || lines > 2))
        return "it ends, and not one line says why";
    if (o->status == 0 && !begun)
        return "it ends with 0, and never served";
    if (plan->kind == FAULT_THREAD && o->status == 1 && !strstr(o->err.at, "thread"))
        return "that a thread is lacking is not told";
    return judge_files(o, good, before);
}

static void complain(const scene *s, const fault *plan, const outcome *o, const char *what) {
    failures++;
    printf("%s %s %ld%s%s: %s\n", kinds[plan->kind], s->name, plan->at, plan->lasts ? " on" : "",
           plan->part ? " part" : "", what);
    printf("%s%s", o->err.at, o->err.length && o->err.at[o->err.length - 1] != '\n' ? "\n" : "");
    fflush(stdout);
}

static void try(const scene *s, const fault *plan, const outcome *good, const outcome *before) {
    outcome o;
    put_files(before);
    run(s->command, s->input ? s->input : "", s->serves, plan, &o);
    const char *what = (s->serves ? judge_server : judge)(s, plan, &o, good, before);
    if (what)
        complain(s, plan, &o, what);
    if (plan->traced)
        printf("---- its output\n%s\n", o.out.at);
    release(&o);
}

/* ---- sweeping -------------------------------------------------------------------------------*/

static const fault variants[] = {
    {.kind = FAULT_MEMORY},
    {.kind = FAULT_MEMORY, .lasts = true},
    {.kind = FAULT_READ, .number = EIO},
    {.kind = FAULT_READ, .number = EIO, .lasts = true},
    {.kind = FAULT_FILE, .number = EIO},
    {.kind = FAULT_FILE, .number = ENOSPC, .lasts = true},
    {.kind = FAULT_FILE, .number = ENOSPC, .lasts = true, .part = true},
    {.kind = FAULT_KILL},
    {.kind = FAULT_KILL, .part = true},
    {.kind = FAULT_THREAD},
    {.kind = FAULT_THREAD, .lasts = true},
};

/* With ALL set the first 300 calls, then ever fewer; else a few, others in each scene. */
static void sweep(const scene *s, const fault *variant, const outcome *good, const outcome *before,
                  long calls, long only) {
    bool all = getenv("ALL") != NULL;
    long from = 1, step = 1;
    if (!all && calls > MOST_TRIES) {
        step = calls / MOST_TRIES + 1;
        from = 1 + (long)(hra_hash(s->name, strlen(s->name)) % (uint64_t)step);
    }
    for (long at = only ? only : from; at <= calls; at += all && at >= 300 ? at / 50 : step) {
        fault plan = *variant;
        plan.at = at;
        plan.traced = only != 0;
        try(s, &plan, good, before);
        if (only)
            break;
    }
}

static void prepare(const scene *s, outcome *before) {
    const fault nothing = {0};
    for (int i = 0; i < 4 && s->before[i]; i++) {
        outcome left;
        put_files(before);
        run(s->before[i], s->before_input ? s->before_input : "", s->serves, &nothing, &left);
        if (left.status != 0) {
            printf("%s: '%s' ends with %d: %s\n", s->name, s->before[i], left.status, left.err.at);
            failures++;
        }
        release(before);
        *before = left;
    }
}

static void play_scene(const scene *s, fault_kind kind, long only) {
    outcome before = {0}, good;
    const fault nothing = {0};
    prepare(s, &before);
    put_files(&before);
    run(s->command, s->input ? s->input : "", s->serves, &nothing, &good);
    const fault_counts counts = *counted;
    if (good.status != 0 || good.answered) {
        printf("%s: ends with %d without a fault: %s\n", s->name, good.status, good.err.at);
        failures++;
    }
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (variants[i].kind == kind)
            sweep(s, &variants[i], &good, &before, counts.calls[kind == FAULT_KILL ? FAULT_FILE : kind],
                  only);
    release(&good);
    release(&before);
}

int __wrap_main(int argc, char **argv) {
    fault_kind kind = FAULT_NONE;
    const char *under = getenv("TMPDIR");
    for (int i = 1; argc > 1 && i < FAULT_KINDS; i++)
        if (strcmp(argv[1], kinds[i]) == 0)
            kind = (fault_kind)i;
    hra_snprintf(work, sizeof work, "%s/hra-faults-XXXXXX", under ? under : "/tmp");
    counted = mmap(NULL, sizeof *counted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (kind == FAULT_NONE || !mkdtemp(work) || counted == MAP_FAILED)
        die("faults_test memory|reads|files|kills|threads [SCENE [CALL]]");
    setenv("XDG_DATA_HOME", work, 1);
    setenv("LC_ALL", "C", 1);
    for (int i = 0; scenes[i].name; i++)
        if (argc < 3 || strcmp(argv[2], scenes[i].name) == 0)
            play_scene(&scenes[i], kind, argc > 3 ? strtol(argv[3], NULL, 10) : 0);
    rmdir(work);
    printf("%d failures\n", failures);
    return failures != 0;
}
