/* Text of files, pipes and memory. */
#ifndef HRA_CORE_INPUT_H
#define HRA_CORE_INPUT_H

#include "hra/input.h"

/* hra_input_read_all of a file of at most `most` bytes of text, whose encoding is not named. Errors begin with the
 * name, and HRA_EMISSING. */
hra_err hra_input_read_file(const char *path, size_t most, hra_text *out, hra_error *why);

#endif
