/* The files of a slice of tables, as bytes by which another machine has them. */
#ifndef HRA_EXACT_SLICE_FILES_H
#define HRA_EXACT_SLICE_FILES_H

#include "hra/solve.h"

/* Whether all files of the slice are in the folder of data. */
bool hra_slices_are_there(const hra_slices *slices, int slice, const char *folder);
/* Appends them. Errors of hra_file_read; HRA_ENOMEM. */
hra_err hra_slices_pack(const hra_slices *slices, int slice, const char *folder, hra_text *out,
                        hra_error *why);
/* Puts what was packed into the folder; NULL: only looks whether it is that. The bytes may come from anybody; what is in the files
 * is checked when they are used. HRA_EDAMAGED: they are not the files of a slice; HRA_EIO, HRA_ENOMEM. */
hra_err hra_slices_unpack(const hra_slices *slices, int slice, const char *bytes, size_t length,
                          const char *folder, hra_error *why);

#endif
