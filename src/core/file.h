/* Whole files, for the library itself: the only place that knows how the system maps them. */
#ifndef HRA_CORE_FILE_H
#define HRA_CORE_FILE_H

#include "hra/base.h"

/* A file mapped into memory. The mapping stays as it was when the file is replaced by hra_file_replace; it
 * shows when a program writes into the file itself or truncates it. */
typedef struct hra_file {
    const uint8_t *bytes; /* NULL: empty */
    size_t size;
} hra_file;

/* Maps a regular file for reading. HRA_EIO: it cannot be opened, is none, or cannot be mapped;
 * *missing (may be NULL) says whether there is nothing of that name. */
hra_err hra_file_map(hra_file *file, const char *path, bool *missing);
void hra_file_unmap(hra_file *file); /* a zeroed one is allowed */

/* Appends the whole of a file, which may be a pipe, of at most `most` bytes; after an error a part of it may
 * be there. Errors begin with the path, as in "'PATH': there is no such file". HRA_EIO, HRA_ELIMIT,
 * HRA_ENOMEM. */
hra_err hra_file_read(const char *path, size_t most, hra_text *out, hra_error *why);

/* Writes a file under another name beside it and then gives it its own, so that under that name
 * there is always the whole old file or the whole new one. HRA_EIO, HRA_ENOMEM. */
hra_err hra_file_replace(const char *path, const void *bytes, size_t size);

/* Makes a folder, or finds that it is there. HRA_EIO. */
hra_err hra_folder_make(const char *path);

#endif
