/* Bytes of a file, a pipe or memory, unpacked where they are gzip or zstd, whatever the name says. */
#ifndef HRA_CORE_UNPACK_H
#define HRA_CORE_UNPACK_H

#include "hra/base.h"

typedef struct hra_unpack hra_unpack;

/* Opens a path; "-" is standard input. HRA_EMISSING, HRA_EIO, HRA_ENOMEM. */
hra_err hra_unpack_open(hra_unpack **out, const char *path, hra_error *why);
/* Opens bytes of the caller, who keeps them until it is closed. HRA_ENOMEM. */
hra_err hra_unpack_open_bytes(hra_unpack **out, const void *bytes, size_t length, hra_error *why);
/* Opens the same bytes again, from their beginning and apart: a regular file or memory. HRA_EFIT: it is a pipe. */
hra_err hra_unpack_again(hra_unpack **out, const hra_unpack *unpack, hra_error *why);

/* The next bytes, valid until the next call; *length 0: the end. Bytes that are not packed and of the caller are one
 * part, others are parts of at most HRA_UNPACK_PART. What is damaged or cut off is an error behind all bytes that
 * could be had. HRA_EDAMAGED, HRA_EFIT: this build cannot unpack it; HRA_EIO, HRA_ELIMIT, HRA_ENOMEM; HRA_ESTOPPED:
 * a signal came, and the next call goes on. */
enum { HRA_UNPACK_PART = 1 << 16 };
hra_err hra_unpack_next(hra_unpack *unpack, const char **bytes, size_t *length, hra_error *why);

/* What errors begin with: "'games.pdn': ", "standard input: ", of the caller's bytes nothing. */
const char *hra_unpack_name(const hra_unpack *unpack);
void hra_unpack_close(hra_unpack *unpack);

#endif
