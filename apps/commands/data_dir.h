/* Files of the program: the folder of user data, records. */
#ifndef HRA_COMMANDS_DATA_DIR_H
#define HRA_COMMANDS_DATA_DIR_H

#include "args.h"
#include "hra/hra.h"

enum { STORE_PATH = 4096, MAX_RECORDS = 256 << 20 /* bytes of a file of records */ };

/* The host of what the user types: specs may name any file that the user may read, and run any program. */
extern const hra_host cli_host;
/* The same for a table that is drawn in place, where nothing may be printed beside it. */
extern const hra_host cli_table_host;
/* The same for what others may have written: it runs no program. */
extern const hra_host cli_file_host;

/* The folder of user data: --data DIR, else $XDG_DATA_HOME/hra, else ~/.local/share/hra. Creates
 * it. "" where there can be none (standard error says so): then nothing is kept. */
void store_folder(const args *a, char out[STORE_PATH]);

/* The host for the game of a record: files that the record names are read if --allow-files is given, or if the
 * play was kept in the folder of user data. Commands that call this have the option --allow-files. */
const hra_host *store_record_host(const args *a, const char *path);

/* The host of a game that a store names: it runs no program, reads files with --allow-files, and knows the players
 * "submission" of hra grade, which play nothing here. */
typedef struct store_host {
    hra_host host;
    hra_registry *registry;
} store_host;
hra_err store_host_open(store_host *out, const args *a, hra_error *why); /* HRA_ENOMEM */
void store_host_close(store_host *h); /* after its games; one of zeros is allowed */

#define STORE_FILES_OPTION                                                                                   \
    { .name = "allow-files", .help = "let specs in records and stores read files" }

/* Prints why a record is not read; returns the exit status. */
int store_record_failure(const char *path, const hra_error *why);

/* The newest file among the kept plays that holds whole records; says why there is none and gives the exit
 * status (0: found). */
int store_newest(const args *a, char out[STORE_PATH]);

/* A file whose text is read in parts. */
typedef struct store_input {
    const char *path;
    hra_input *input;
    bool named; /* the command has --encoding */
    bool noted; /* it was said that the encoding is a guess */
    hra_err err;
    hra_error why; /* why it ended early, if `err` */
} store_input;

/* Opens a file, "-" for standard input, packed or not (hra/input.h), in the encoding of --encoding if the command has it;
 * says what is wrong and gives the exit status (0: open). */
int store_input_open(store_input *in, const args *a, const char *path);
/* Appends the next part of the text, for hra_game_file_setup; `self` is the store_input. Says if the encoding was guessed.
 * An error ends the text and stays in `err`, so that what came before it is used. HRA_ENOMEM. */
hra_err store_input_more(void *self, hra_text *text, hra_error *why);
/* The encoding, if it was guessed; else NULL. Static. */
const char *store_input_guessed(const store_input *in);
/* Closes it, and says which characters did not fit and why the text ended early. Returns the exit status. */
int store_input_close(store_input *in);

/* Reads the whole text of a file, "-" for standard input, packed or not (hra/input.h), in the encoding of --encoding if
 * the command has it; says what is wrong and gives the exit status (0: read). `notes`: it says, too, if the encoding was
 * guessed or does not fit. */
int store_read(const args *a, const char *path, bool notes, hra_text *out);

#define STORE_ENCODING_OPTION                                                                                \
    {                                                                                                        \
        .name = "encoding", .value = "NAME",                                                                 \
        .help = N_("text encoding of FILE, such as cp1250 (default: detected)")                              \
    }

/* Whether the name is that of a file of games, packed or not: it ends with .hra or the suffix of a format. */
bool store_names_games(const char *path);

/* Appends a path, in a folder or "", as a word of a shell: in quotes where it needs them. */
void store_add_shell_path(hra_text *out, const char *folder, const char *path);

#endif
