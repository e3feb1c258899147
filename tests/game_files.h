/* What lies in the folders of games for the tests of the whole: NAME.golden, NAME.specs, NAME.presses. They run at the root of
 * the sources. */
#ifndef HRA_TESTS_GAME_FILES_H
#define HRA_TESTS_GAME_FILES_H

#include <stddef.h>

enum { GAME_FILES_MOST = 200, GAME_FILES_PATH = 256 };

typedef struct game_files {
    int count;
    char path[GAME_FILES_MOST][GAME_FILES_PATH];
} game_files;

/* All files of src/games with this suffix, such as ".golden", in the order of the alphabet; fails the test where there is none. */
void game_files_list(game_files *files, const char *suffix);
/* One of them, read line by line. */
typedef struct game_file {
    void *stream;
    char line[4096];
    int number;
} game_file;
void game_file_open(game_file *file, const char *path);
void game_file_close(game_file *file);
/* The next line without its end; comments, which begin with #, and empty lines are left out. 0: there is none. */
int game_file_next(game_file *file);
/* What follows `key` and a blank at the beginning of the line; NULL: it begins otherwise. */
const char *game_file_value(const game_file *file, const char *key);

#endif
