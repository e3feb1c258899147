/* What all processes below this one use, by Linux's /proc. A process whose parent has ended belongs to the first process
 * of its namespace, which is below this one too. */
#include "processes.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <hra/hra.h>

enum { MOST = 32768, LINE = 1024 };

typedef struct process {
    long pid, parent;
    double seconds, bytes;
} process;

static double next_number(const char **at) {
    double number = 0;
    *at += **at == ' ';
    (void)hra_number_read(*at, at, &number);
    return number;
}

/* proc(5): after the name, in parentheses: state, parent, ..., utime 14, stime, cutime, cstime, ..., rss 24. */
static bool read_process(const char *pid, process *out) {
    char path[64], line[LINE];
    (void)hra_snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    const size_t n = fread(line, 1, sizeof line - 1, file);
    (void)fclose(file);
    line[n] = '\0';
    const char *at = strrchr(line, ')');
    double ticks = 0;
    *out = (process){.pid = strtol(pid, NULL, 10)};
    if (!at || at[1] != ' ')
        return false;
    at += 3; /* after the state, field 3 */
    for (int field = 4; field <= 24 && *at; field++) {
        const double number = next_number(&at);
        if (field == 4)
            out->parent = (long)number;
        else if (field >= 14 && field <= 17)
            ticks += number;
        else if (field == 24)
            out->bytes = number * (double)sysconf(_SC_PAGESIZE);
    }
    out->seconds = ticks / (double)sysconf(_SC_CLK_TCK);
    return true;
}

static int list(process *all) {
    DIR *folder = opendir("/proc");
    int count = 0;
    if (!folder)
        return 0;
    for (struct dirent *entry; count < MOST && (entry = readdir(folder));)
        if (isdigit((unsigned char)entry->d_name[0]) && read_process(entry->d_name, &all[count]))
            count++;
    (void)closedir(folder);
    return count;
}

static int compare(const void *a, const void *b) {
    const long x = ((const process *)a)->pid, y = ((const process *)b)->pid;
    return (x > y) - (x < y);
}

/* The child of this process, of a list in the order of numbers, below which a process is; 0: none. */
static long top_of(const process *all, int count, const process *p) {
    const long own = (long)getpid();
    for (int steps = 0; p && steps < count; steps++) {
        if (p->parent == own)
            return p->pid;
        const process key = {.pid = p->parent};
        p = bsearch(&key, all, (size_t)count, sizeof key, compare);
    }
    return 0;
}

/* All processes in the order of numbers; NULL: no memory, or nothing is known of them. */
static process *list_sorted(int *count) {
    process *all = malloc(MOST * sizeof *all);
    *count = all ? list(all) : 0;
    if (*count)
        qsort(all, (size_t)*count, sizeof *all, compare);
    return all;
}

int processes_children(long *out, int most) {
    int count, found = 0;
    process *all = list_sorted(&count);
    for (int i = 0; i < count && found < most; i++)
        if (all[i].parent == (long)getpid())
            out[found++] = all[i].pid;
    free(all);
    return found;
}

void processes_look(const long *tops, processes_use *uses, int n) {
    int count;
    process *all = list_sorted(&count);
    for (int k = 0; k < n; k++)
        uses[k] = (processes_use){.seconds = count ? 0 : hra_clock()};
    for (int i = 0; i < count; i++) {
        const long top = top_of(all, count, &all[i]);
        for (int k = 0; top && k < n; k++)
            if (tops[k] == top || !tops[k]) {
                uses[k].seconds += all[i].seconds;
                uses[k].bytes += all[i].bytes;
            }
    }
    free(all);
}

/* Whether there were any. */
static bool kill_below(long top) {
    int count;
    bool any = false;
    process *all = list_sorted(&count);
    for (int i = 0; i < count; i++) {
        const long found = top_of(all, count, &all[i]);
        if (found && (!top || found == top)) {
            (void)kill((pid_t)all[i].pid, SIGKILL);
            any = true;
        }
    }
    free(all);
    return any;
}

void processes_kill(long top) {
    (void)kill_below(top);
}

void processes_inherit(void) {
#ifdef __linux__
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

void processes_end(void) {
    for (pid_t ended = 0; ended >= 0;)
        ended = kill_below(0) ? waitpid(-1, NULL, 0) : -1;
}
