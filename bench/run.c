/* Runs a command a number of times and prints the least wall and processor seconds and the peak of memory, as
 * the operating system accounts for the finished process: bench-run RUNS COMMAND [ARGUMENT...] */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_RUNS = 101 };

typedef struct one_run {
    double wall, cpu; /* seconds */
    double memory;    /* MB, 10^6 bytes */
} one_run;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t) {
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static int by_wall(const void *a, const void *b) {
    double x = ((const one_run *)a)->wall, y = ((const one_run *)b)->wall;
    return (x > y) - (x < y);
}

static int run(char **command, one_run *out) {
    struct rusage used;
    int status;
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, STDIN_FILENO);
        dup2(nowhere, STDOUT_FILENO);
        execvp(command[0], command);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child)
        return 1;
    *out = (one_run){now() - start, seconds(used.ru_utime) + seconds(used.ru_stime),
                     (double)used.ru_maxrss * 1024e-6};
    return status;
}

int main(int argc, char **argv) {
    one_run runs[MAX_RUNS];
    long n = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    if (n < 1 || n > MAX_RUNS) {
        fprintf(stderr, "usage: bench-run RUNS(1..%d) COMMAND [ARGUMENT...]\n", MAX_RUNS);
        return 2;
    }
    for (long i = 0; i < n; i++)
        if (run(argv + 2, &runs[i]) != 0) {
            fprintf(stderr, "bench-run: '%s' failed\n", argv[2]);
            return 1;
        }
    qsort(runs, (size_t)n, sizeof *runs, by_wall);
    double least = runs[0].cpu, most = runs[0].memory;
    for (long i = 1; i < n; i++) {
        least = runs[i].cpu < least ? runs[i].cpu : least;
        most = runs[i].memory > most ? runs[i].memory : most;
    }
    printf("wall %.3f s (median %.3f), processor %.3f s, memory %.1f MB\n", runs[0].wall, runs[n / 2].wall,
           least, most);
    return 0;
}
