/* The files that words of a command line name: a folder stands for the game files in it. */
#ifndef HRA_COMMANDS_GAME_FILES_H
#define HRA_COMMANDS_GAME_FILES_H

#include <hra/hra.h>

typedef struct game_files {
    char **names;
    size_t count;
} game_files;

/* Lists the files in the order of the words, those of a folder by name. A folder counts with its files that end as files
 * of games do (.hra, .pdn, .pgn, .sgf, .mat.gz, ...), not with its folders. 0, or the exit status after an error was printed. */
int game_files_list(game_files *f, const char *const *words, int count);
void game_files_release(game_files *f);

#endif
