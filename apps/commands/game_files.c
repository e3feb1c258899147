/* Files that a command line names. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "data_dir.h"
#include "game_files.h"

/* A new path in a folder, or in "" the name itself; NULL: no memory. */
static char *path_in(const char *folder, const char *name) {
    const char *slash = *folder && folder[strlen(folder) - 1] != '/' ? "/" : "";
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        hra_snprintf(path, size, "%s%s%s", folder, slash, name);
    return path;
}

/* The list owns the path; NULL: there was no memory for it. */
static int add(game_files *f, char *path) {
    const bool full = (f->count & (f->count - 1)) == 0;
    char **more = full ? realloc(f->names, (f->count ? 2 * f->count : 1) * sizeof *more) : f->names;
    f->names = more ? more : f->names;
    if (!path || !more) {
        free(path);
        return print_no_memory();
    }
    f->names[f->count++] = path;
    return EXIT_DONE;
}

static bool is_folder(const char *path) {
    struct stat info;
    return strcmp(path, "-") != 0 && stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static int is_game_file(const struct dirent *entry) {
    return entry->d_name[0] != '.' && store_names_games(entry->d_name);
}

static int add_folder(game_files *f, const char *folder) {
    struct dirent **entries;
    const size_t before = f->count;
    int status = EXIT_DONE, n = scandir(folder, &entries, is_game_file, alphasort);
    if (n < 0) {
        print_error(_("%s: cannot be read: %s"), folder, hra_system_text(errno));
        return EXIT_FAILED;
    }
    for (int i = 0; i < n; i++) {
        char *path = status ? NULL : path_in(folder, entries[i]->d_name);
        if (path && is_folder(path))
            free(path);
        else if (!status)
            status = add(f, path);
        free(entries[i]);
    }
    free(entries);
    if (status || f->count > before)
        return status;
    print_error(_("%s: no game file in this folder"), folder);
    return EXIT_FAILED;
}

int game_files_list(game_files *f, const char *const *words, int count) {
    int status = EXIT_DONE;
    memset(f, 0, sizeof *f);
    for (int i = 0; i < count && !status; i++)
        status = is_folder(words[i]) ? add_folder(f, words[i]) : add(f, path_in("", words[i]));
    return status;
}

void game_files_release(game_files *f) {
    for (size_t i = 0; i < f->count; i++)
        free(f->names[i]);
    free(f->names);
}
