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

/* Whether a process, of a list in the order of numbers, was started by this one or by one below it. */
static bool is_below(const process *all, int count, const process *p) {
    const long own = (long)getpid();
    for (int steps = 0; p && steps < count; steps++) {
        if (p->parent == own)
            return true;
        const process key = {.pid = p->parent};
        p = bsearch(&key, all, (size_t)count, sizeof key, compare);
    }
    return false;
}

void processes_look(processes_use *use) {
    process *all = malloc(MOST * sizeof *all);
    const int count = all ? list(all) : 0;
    double seconds = 0;
    use->bytes = 0;
    if (count)
        qsort(all, (size_t)count, sizeof *all, compare);
    for (int i = 0; i < count; i++)
        if (is_below(all, count, &all[i])) {
            seconds += all[i].seconds;
            use->bytes += all[i].bytes;
        }
    use->seconds = count ? seconds : hra_clock();
    free(all);
}

void processes_inherit(void) {
#ifdef __linux__
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

void processes_end(void) {
    process *all = malloc(MOST * sizeof *all);
    for (pid_t ended = 0; ended >= 0;) {
        const int count = all ? list(all) : 0;
        if (count)
            qsort(all, (size_t)count, sizeof *all, compare);
        for (int i = 0; i < count; i++)
            if (is_below(all, count, &all[i]))
                (void)kill((pid_t)all[i].pid, SIGKILL);
        ended = count ? waitpid(-1, NULL, 0) : -1;
    }
    free(all);
}
