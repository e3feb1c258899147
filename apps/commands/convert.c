/* Pictures in other formats: the program gets the SVG from a file without a name, and writes into another. */
#include <errno.h>
#include <fcntl.h>
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

/* Runs it, from one file or the pictures that are named, to another. False: errno says why, or 0: the program did. */
static bool run(char **words, int from, int to) {
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
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

/* One picture through standard input. */
static bool convert_one(const hra_text *svg, char **words, int to) {
    FILE *from = tmpfile();
    const bool done = from && output_write_all(fileno(from), hra_text_string(svg), svg->length) &&
                      lseek(fileno(from), 0, SEEK_SET) == 0 && run(words, fileno(from), to);
    const int reason = errno;
    if (from)
        fclose(from);
    errno = reason;
    return done;
}

/* ---- several --------------------------------------------------------------------------------*/

static bool write_named(const char *name, const hra_text *svg) {
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool done = file >= 0 && output_write_all(file, hra_text_string(svg), svg->length);
    return (file < 0 || close(file) == 0) && done;
}

/* Files of a folder of its own, whose names follow the first words of the command. */
static bool convert_files(const hra_text *svg, int count, const char *folder, char **words, int first,
                          int to) {
    bool done = true;
    int named = 0;
    for (; named < count && done; named++) {
        const size_t capacity = strlen(folder) + 24;
        char *name = words[first + named] = malloc(capacity);
        if (!name) {
            done = false;
            break;
        }
        (void)hra_snprintf(name, capacity, "%s/%d.svg", folder, named);
        done = write_named(name, &svg[named]);
    }
    const int input = done ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
    done = input >= 0 && run(words, input, to);
    const int reason = errno;
    if (input >= 0)
        close(input);
    for (int i = 0; i < named; i++) {
        unlink(words[first + i]);
        free(words[first + i]);
    }
    errno = reason;
    return done;
}

static bool convert_several(const hra_text *svg, int count, char *const option[], int to) {
    enum { LONGEST = 4096, OPTIONS = 3 };
    const char *where = getenv("TMPDIR");
    char folder[LONGEST];
    char **words = calloc((size_t)count + OPTIONS + 1, sizeof *words);
    (void)hra_snprintf(folder, sizeof folder, "%s/hra-XXXXXX", where && *where ? where : "/tmp");
    if (!words || !mkdtemp(folder)) {
        free(words);
        return false;
    }
    memcpy(words, option, OPTIONS * sizeof *words);
    const bool done = convert_files(svg, count, folder, words, OPTIONS, to);
    const int reason = errno;
    rmdir(folder);
    free(words);
    errno = reason;
    return done;
}

bool convert_pictures(const hra_text *svg, int count, const char *format, hra_text *out) {
    char name[sizeof program], option[] = "--format", kind[8], *words[] = {name, option, kind, NULL};
    FILE *to = tmpfile();
    memcpy(name, program, sizeof program);
    (void)hra_snprintf(kind, sizeof kind, "%s", format);
    const bool made = to && (count == 1 ? convert_one(svg, words, fileno(to))
                                        : convert_several(svg, count, words, fileno(to)));
    const bool done = made && read_back(to, out);
    const int reason = errno;
    if (to)
        fclose(to);
    errno = reason;
    return done;
}
