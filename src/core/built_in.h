/* Files that are part of the library: nets, and an opening book. A program has their bytes in it; in a page each is a file
 * beside the engine, which is fetched when it is first needed (tools/embed.sh makes both). */
#ifndef HRA_CORE_BUILT_IN_H
#define HRA_CORE_BUILT_IN_H

#include "hra/base.h"

/* Megabytes have a section of their own: between the words that a start reads, the system would load them too. */
#ifdef __ELF__
#define HRA_BUILT_IN_BYTES __attribute__((section("hra_built_in")))
#else
#define HRA_BUILT_IN_BYTES
#endif

typedef struct hra_built_in {
    const char *name;
    const unsigned char *bytes; /* NULL: they are fetched, */
    unsigned char **fetched;    /* and then they are here; else NULL */
    size_t length;
    uint32_t sum; /* hra_cksum of the bytes */
} hra_built_in;

/* Returns the `length` bytes of a file, which are valid until the program ends; NULL, with HRA_EIO in `why`: it could not be
 * fetched, or is another one; with HRA_ENOMEM. */
const unsigned char *hra_built_in_bytes(const hra_built_in *file, hra_error *why);

/* The check sum that the command cksum prints (POSIX). */
uint32_t hra_cksum(const unsigned char *bytes, size_t length);

#endif
