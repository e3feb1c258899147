/* The names in a folder. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

#include "wide.h"

struct posix_folder {
    int file;
    HANDLE find; /* INVALID_HANDLE_VALUE: there is nothing more */
    WIN32_FIND_DATAW next;
    struct dirent entry;
};

DIR *fdopendir(int file) {
    wchar_t path[WINDOWS_PATH];
    DIR *folder = calloc(1, sizeof *folder);
    if (!folder || !windows_wide_at(file, "*", path)) {
        free(folder);
        return NULL;
    }
    folder->file = file;
    folder->find = FindFirstFileW(path, &folder->next);
    return folder;
}

DIR *opendir(const char *path) {
    int file = open(path, O_RDONLY | O_DIRECTORY);
    DIR *folder = file < 0 ? NULL : fdopendir(file);
    if (!folder && file >= 0)
        close(file);
    return folder;
}

int dirfd(DIR *folder) {
    return folder->file;
}

struct dirent *readdir(DIR *folder) {
    if (folder->find == INVALID_HANDLE_VALUE)
        return NULL;
    if (!windows_narrow(folder->next.cFileName, folder->entry.d_name, sizeof folder->entry.d_name))
        folder->entry.d_name[0] = '\0';
    if (!FindNextFileW(folder->find, &folder->next)) {
        FindClose(folder->find);
        folder->find = INVALID_HANDLE_VALUE;
    }
    return &folder->entry;
}

int closedir(DIR *folder) {
    int closed = close(folder->file);
    if (folder->find != INVALID_HANDLE_VALUE)
        FindClose(folder->find);
    free(folder);
    return closed;
}

int alphasort(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool add(struct dirent ***all, int count, const struct dirent *entry) {
    struct dirent **more = realloc(*all, ((size_t)count + 1) * sizeof *more);
    if (!more)
        return false;
    *all = more;
    more[count] = malloc(sizeof *entry);
    if (more[count])
        *more[count] = *entry;
    return more[count] != NULL;
}

int scandir(const char *path, struct dirent ***out, int (*choose)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
    DIR *folder = opendir(path);
    const struct dirent *entry;
    struct dirent **all = NULL;
    int count = 0;
    bool whole = true;
    if (!folder)
        return -1;
    while (whole && (entry = readdir(folder)) != NULL)
        if (!choose || choose(entry)) {
            whole = add(&all, count, entry);
            count += whole;
        }
    closedir(folder);
    if (!whole) {
        while (count > 0)
            free(all[--count]);
        free(all);
        errno = ENOMEM;
        return -1;
    }
    if (compare && count)
        qsort(all, (size_t)count, sizeof *all, (int (*)(const void *, const void *))compare);
    *out = all;
    return count;
}
