/* Pictures in other formats: the program gets the SVG from a file without a name, and writes into another. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "convert.h"
#include "output.h"

static const char program[] = "rsvg-convert";

extern char **environ;

bool convert_is_there(void) {
    enum { LONGEST = 4096 };
    const char *path = getenv("PATH");
    char file[LONGEST];
    for (size_t n; path && *path; path += n + (path[n] == ':')) {
        n = strcspn(path, ":");
        const int length = hra_snprintf(file, sizeof file, "%.*s/%s", (int)n, path, program);
        if (n > 0 && length > 0 && length < LONGEST && access(file, X_OK) == 0)
            return true;
    }
    return false;
}

/* Runs it from one file to another. False: errno says why, or 0: the program did. */
static bool run(const char *format, int from, int to) {
    char name[sizeof program], option[] = "--format", *words[] = {name, option, NULL, NULL};
    char kind[8];
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
    memcpy(name, program, sizeof program);
    hra_snprintf(kind, sizeof kind, "%s", format);
    words[2] = kind;
    errno = posix_spawn_file_actions_init(&files);
    if (errno)
        return false;
    errno = posix_spawn_file_actions_adddup2(&files, from, STDIN_FILENO);
    if (!errno)
        errno = posix_spawn_file_actions_adddup2(&files, to, STDOUT_FILENO);
    if (!errno)
        errno = posix_spawnp(&child, program, &files, NULL, words, environ);
    const int reason = errno;
    posix_spawn_file_actions_destroy(&files);
    errno = reason;
    if (reason)
        return false;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    errno = 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool read_back(FILE *file, hra_text *out) {
    char part[8192];
    size_t n;
    rewind(file);
    while ((n = fread(part, 1, sizeof part, file)) > 0)
        hra_text_add_bytes(out, part, n);
    if (out->err)
        errno = ENOMEM;
    return !ferror(file) && !out->err && out->length > 0;
}

bool convert_picture(const hra_text *svg, const char *format, hra_text *out) {
    FILE *from = tmpfile(), *to = from ? tmpfile() : NULL;
    const bool done = to && output_write_all(fileno(from), hra_text_string(svg), svg->length) &&
                      lseek(fileno(from), 0, SEEK_SET) == 0 && run(format, fileno(from), fileno(to)) &&
                      read_back(to, out);
    const int reason = errno;
    if (from)
        fclose(from);
    if (to)
        fclose(to);
    errno = reason;
    return done;
}
