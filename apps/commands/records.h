/* The records of a file, one after the other. */
#ifndef HRA_COMMANDS_RECORDS_H
#define HRA_COMMANDS_RECORDS_H

#include "args.h"

/* A record of a file. */
typedef struct record_found {
    const hra_record *record;
    int index; /* from 0 on */
    const char
        *text; /* `length` bytes as they were read, of another program's format as they were translated */
    size_t length;
    const hra_host *host; /* that read it; NULL: one without files */
} record_found;

/* Calls `look` for each record of the file; path NULL: the newest play kept in the folder of data. Returns the first
 * exit status that is not 0. */
int records_each(const args *a, const char *path, int (*look)(void *self, const record_found *found),
                 void *self);
/* The same of a file that was read already. */
int records_in(const args *a, const char *path, const hra_text *text,
               int (*look)(void *self, const record_found *found), void *self);

#endif
