#include "game_files.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

void game_files_list(game_files *files, const char *suffix) {
    char pattern[GAME_FILES_PATH];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "src/games/*/*%s", suffix);
    files->count = 0;
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc && files->count < GAME_FILES_MOST; i++)
            snprintf(files->path[files->count++], GAME_FILES_PATH, "%s", found.gl_pathv[i]);
    globfree(&found);
    if (files->count == 0)
        fail_msg("no %s: does the test run at the root of the sources?", pattern);
}

void game_file_open(game_file *file, const char *path) {
    file->stream = fopen(path, "r");
    file->number = 0;
    if (!file->stream)
        fail_msg("%s cannot be read", path);
}

void game_file_close(game_file *file) {
    fclose(file->stream);
}

int game_file_next(game_file *file) {
    while (fgets(file->line, sizeof file->line, file->stream)) {
        file->number++;
        file->line[strcspn(file->line, "\n")] = '\0';
        if (*file->line && *file->line != '#')
            return 1;
    }
    return 0;
}

const char *game_file_value(const game_file *file, const char *key) {
    size_t n = strlen(key);
    return strncmp(file->line, key, n) == 0 && file->line[n] == ' ' ? file->line + n + 1 : NULL;
}
