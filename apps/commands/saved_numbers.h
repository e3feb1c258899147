/* Numbers of the saved games: 1 is the newest, as 'hra plays' lists them. */
#ifndef HRA_COMMANDS_SAVED_NUMBERS_H
#define HRA_COMMANDS_SAVED_NUMBERS_H

#include "data_dir.h"
#include "hra/store.h"

/* Writes the name of the entry with this number; says if there is none. Returns the exit status. */
int saved_name(const hra_store *store, const char *command, const char *word, char out[HRA_STORE_NAME]);

/* Writes what a command reads for a word: the path of the saved game with this number or name, if no file has this name,
 * else the word. Returns the exit status. */
int saved_path(const args *a, const char *word, char out[STORE_PATH]);

/* Calls `each` with the file name of each saved game, the newest first; with none if they cannot be listed. */
void saved_each(void (*each)(void *self, const char *name), void *self);

#endif
