/* Records in one file that the user named, as a store of one entry; and plays on their way into it. */
#ifndef HRA_COMMANDS_RECORD_STORE_H
#define HRA_COMMANDS_RECORD_STORE_H

#include "data_dir.h"
#include "hra/store.h"

/* The entry's name in the store. */
#define FILE_STORE_ENTRY "plays/record.hra"

/* Where the name of the file asks for another program's format (.pdn), plays are written to it when they are
 * over. Until then their records lie beside it, in FILE.part, so that a kill or a full disk loses nothing. */
typedef struct file_store {
    hra_store store; /* what a session is given */
    char path[STORE_PATH];
    const hra_format *format; /* NULL: records as they are */
    char part[STORE_PATH];    /* where records lie in the meantime; without a format the file itself */
    int fd;                   /* of that; -1: not open */
    int out;                  /* of the file in the other format, else -1 */
    bool regular;             /* else a pipe or a device, which takes lines as they come */
    hra_text waiting;         /* records for a pipe in the other format */
    bool goes_on;             /* the play in the part goes on; else another begins, and that one is settled */
    bool begun;               /* something was appended */
    hra_error why;            /* of file_store_add and file_store_close */
} file_store;

/* False: the path is too long, which was said. Opens nothing yet. */
bool file_store_init(file_store *f, const char *path);
/* HRA_EFIT: plays of this game are not written in the file's format. */
hra_err file_store_fits(const file_store *f, const hra_rules *rules, hra_error *why);
/* Opens the file and keeps others from it; its lock, as a store, does the same. HRA_ESTATE: it is open
 * elsewhere; HRA_EDAMAGED: it holds something else; HRA_EIO. */
hra_err file_store_open(file_store *f, hra_error *why);
/* A hra_record_sink that appends to the file; `self` is an open file_store, whose `why` gets errors. */
/* For `records` of hra_work_setup: appends the records of a task to the open file_store `self`, whose `why` gets errors. */
hra_err file_store_add(void *self, const char *task, const char *text, size_t length);
/* Writes what is left, an unfinished play in another format too (where it goes on from FILE.part, that
 * stays), and removes a file that stayed empty. HRA_EIO, told in its `why`. */
hra_err file_store_close(file_store *f);

#endif
