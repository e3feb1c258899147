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

/* What errno says of a file: HRA_EMISSING, HRA_ENOMEM, or HRA_EIO with the system's reason: "'PATH': the disk
 * is full", and where there are no better words "'PATH': WHAT (Input/output error)". */
hra_err hra_file_failed(const char *path, int number, const char *what, hra_error *why);

/* HRA_EMISSING: there is nothing of that name; HRA_EIO: it cannot be opened, or is not a regular file. */
hra_err hra_file_open(hra_file *file, const char *path, hra_error *why);
/* Reads exactly `size` bytes from `at` on. HRA_EDAMAGED: there are fewer; HRA_EIO: they cannot be read,
 * errno says why. Several threads may read. */
hra_err hra_file_read_at(const hra_file *file, uint64_t at, void *bytes, size_t size);
void hra_file_close(hra_file *file);

/* Appends the whole of a file, which may be a pipe, of at most `most` bytes; after an error a part of it may
 * be there. Errors begin with the path, as in "'PATH': there is no such file". HRA_EMISSING, HRA_EIO,
 * HRA_ELIMIT, HRA_ENOMEM. */
hra_err hra_file_read(const char *path, size_t most, hra_text *out, hra_error *why);

/* Writes a file under another name beside it and then gives it its own, so that under that name
 * there is always the whole old file or the whole new one, after a power cut too. HRA_EIO, HRA_ENOMEM. */
hra_err hra_file_replace(const char *path, const void *bytes, size_t size);

/* Makes a folder, or finds that it is there. HRA_EIO. */
hra_err hra_folder_make(const char *path);

#endif
