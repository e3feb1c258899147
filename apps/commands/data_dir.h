/* Files of the program: the folder of user data, records. */
#ifndef HRA_COMMANDS_DATA_DIR_H
#define HRA_COMMANDS_DATA_DIR_H

#include "args.h"
#include "hra/hra.h"

enum { STORE_PATH = 4096, MAX_RECORDS = 256 << 20 /* bytes of a file of records */ };

/* The host of what the user types: specs may name any file that the user may read, and run any program. */
extern const hra_host cli_host;
/* The same for what others may have written: it runs no program. */
extern const hra_host cli_file_host;

/* The folder of user data: --data DIR, else $XDG_DATA_HOME/hra, else ~/.local/share/hra. Creates
 * it. "" where there can be none (standard error says so): then nothing is kept. */
void store_folder(const args *a, char out[STORE_PATH]);

/* The host for the game of a record: files that the record names are read if --allow-files is given, or if the
 * play was kept in the folder of user data. Commands that call this have the option --allow-files. */
const hra_host *store_record_host(const args *a, const char *path);

#define STORE_FILES_OPTION                                                                                   \
    { .name = "allow-files", .help = "let specs in records and stores read files" }

/* Prints why a record is not read; returns the exit status. */
int store_record_failure(const char *path, const hra_error *why);

/* The newest file among the kept plays that holds whole records; says why there is none and gives the exit
 * status (0: found). */
int store_newest(const args *a, char out[STORE_PATH]);

/* Reads a whole file, "-" for standard input; says what is wrong and gives the exit status (0: read). */
int store_read(const char *path, hra_text *out);

/* Appends a path, in a folder or "", as a word of a shell: in quotes where it needs them. */
void store_add_shell_path(hra_text *out, const char *folder, const char *path);

#endif
