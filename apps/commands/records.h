/* The records of a file, one after the other. */
#ifndef HRA_COMMANDS_RECORDS_H
#define HRA_COMMANDS_RECORDS_H

#include "args.h"

/* Calls look(self, record, index) for each record of the file; path NULL: the newest play kept in
 * the folder of data. Returns the first exit status that is not 0. */
int records_each(const args *a, const char *path,
                 int (*look)(void *self, const hra_record *record, int index), void *self);
/* The same of a file that was read already. */
int records_in(const args *a, const char *path, const hra_text *text,
               int (*look)(void *self, const hra_record *record, int index), void *self);

#endif
