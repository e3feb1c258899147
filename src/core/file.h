/* Files, for the library itself: opening, reading, replacing them. */
#ifndef HRA_CORE_FILE_H
#define HRA_CORE_FILE_H

#include "hra/base.h"

/* A regular file that is open for reading. It is read, not mapped: where another program cuts it meanwhile, a
 * read fails, while the access to a mapping would end this program. It stays what it was when the file is
 * replaced by hra_file_replace. */
typedef struct hra_file {
    int descriptor; /* of use only while it is open */
    uint64_t size;  /* when it was opened */
} hra_file;

/* HRA_EIO: it cannot be opened, or is no regular file; *missing (may be NULL) says whether there is nothing
 * of that name. */
hra_err hra_file_open(hra_file *file, const char *path, bool *missing);
/* Exactly so many bytes from `at` on. HRA_EIO: there are fewer, or they cannot be read. Several threads may
 * read. */
hra_err hra_file_read_at(const hra_file *file, uint64_t at, void *bytes, size_t size);
void hra_file_close(hra_file *file);

/* Appends the whole of a file, which may be a pipe, of at most `most` bytes; after an error a part of it may
 * be there. Errors begin with the path, as in "'PATH': there is no such file". HRA_EIO, HRA_ELIMIT,
 * HRA_ENOMEM. */
hra_err hra_file_read(const char *path, size_t most, hra_text *out, hra_error *why);

/* Writes a file under another name beside it and then gives it its own, so that under that name
 * there is always the whole old file or the whole new one, after a power cut too. HRA_EIO, HRA_ENOMEM. */
hra_err hra_file_replace(const char *path, const void *bytes, size_t size);

/* Makes a folder, or finds that it is there. HRA_EIO. */
hra_err hra_folder_make(const char *path);

#endif
