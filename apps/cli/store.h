/* Files of the program: the folder of user data, records. */
#ifndef HRA_CLI_STORE_H
#define HRA_CLI_STORE_H

#include <stdio.h>

#include "args.h"
#include "hra/hra.h"

enum { STORE_PATH = 4096 };

/* What the program lends to games that its user names: whatever the user may read, specs may name. */
extern const hra_host cli_host;

/* The folder of user data: --data DIR, else $XDG_DATA_HOME/hra, else ~/.local/share/hra. Creates
 * it. "" when there is none to be had (said on standard error): then nothing is kept. */
void store_folder(const args *a, char out[STORE_PATH]);

/* The host for the game of a record: files that the record names are read if --files is given, or if the
 * play was kept in the folder of user data. Commands that call this have the option --files. */
const hra_host *store_record_host(const args *a, const char *path);

#define STORE_FILES_OPTION                                                                                   \
    { .name = "files", .help = "read files that the record's game names, such as a maze" }

/* Prints why a record is not read; returns the exit status. */
int store_record_failure(const char *path, const hra_error *why);

/* A path in a folder inside it (created); false when it cannot be had. */
bool store_path(const char *folder, const char *inside, const char *name, char out[STORE_PATH]);

/* A name for the record of a play that begins now: yahtzee-20261120-053012-17.hra. */
void store_record_name(const char *game, uint64_t seed, char out[256]);

/* The newest file in <folder>/plays that holds whole records and, unless `any`, whose play is not finished;
 * false: none. */
bool store_newest(const char *folder, bool any, char out[STORE_PATH]);

/* Reads a whole file, "-" for standard input; says what is wrong and gives the exit status (0: read). */
int store_read(const char *path, hra_text *out);

/* Records on their way to a file: as they come, or where the name of the file asks for another
 * program's format (.pdn), play by play when each is over. Until then the record of the play lies
 * beside it, in FILE.part, so that a kill or a full disk loses nothing. */
typedef struct store_records {
    FILE *file;               /* NULL: nowhere */
    const hra_format *format; /* NULL: records as they are */
    hra_text text;            /* what is not written in the format yet */
    FILE *part;               /* holds the same; NULL: not kept, since the file is a pipe, say */
    char part_path[STORE_PATH];
} store_records;

/* The path of FILE.part, which holds the record of the last play where FILE is in another program's format.
 * false: the path asks for no such format, or is too long. */
bool store_part_path(const char *path, char out[STORE_PATH]);

/* How a file was read whose play goes on: its length then, and where its last record ended. */
typedef struct store_read_part {
    size_t length, end;
} store_read_part;

/* Opens a file to append plays of a game to, and keeps others from it until it is closed. An existing file
 * that holds something else, is open elsewhere, or has changed since it was `read` is refused; what is behind
 * the last whole line (with `read`: the last record) is dropped. `read` NULL: a new record begins. In another
 * program's format `read` is about FILE.part; what a play that was killed left there is written to the file
 * before a new one begins. false: said on standard error. */
bool store_records_open(store_records *records, const hra_game *game, const char *path,
                        const store_read_part *read);
/* A hra_record_sink; self is a store_records. HRA_EIO; what hra_record_parse returns. */
hra_err store_records_add(void *self, const char *text, size_t length);
/* Writes what is left, an unfinished play too; where it has to go on from FILE.part, that stays. HRA_EIO. */
hra_err store_records_close(store_records *records);

/* Removes a file that stayed empty because the play was left before its first move. */
void store_drop_empty(const char *path);

/* Appends to a FILE and passes it to the system at once; a hra_record_sink. HRA_EIO. */
hra_err store_write(void *file, const char *text, size_t length);

#endif
