/* Files that are part of the library. */
#include "built_in.h"

#include <stdlib.h>

#include "messages.h"

enum { POLYNOMIAL = 0x04c11db7 };

static uint32_t add_byte(uint32_t sum, unsigned char byte) {
    sum ^= (uint32_t)byte << 24;
    for (int bit = 0; bit < 8; bit++)
        sum = sum << 1 ^ (sum >> 31 ? POLYNOMIAL : 0);
    return sum;
}

uint32_t hra_cksum(const unsigned char *bytes, size_t length) {
    uint32_t sum = 0;
    for (size_t i = 0; i < length; i++)
        sum = add_byte(sum, bytes[i]);
    for (; length; length >>= 8)
        sum = add_byte(sum, (unsigned char)(length & 0xff));
    return ~sum;
}

#ifdef __wasi__
/* Of the page (page/src/backend/engine/module.ts): writes the file to `to`, unless it is missing or of another length. */
__attribute__((import_module("hra"), import_name("file"))) bool page_file(const char *name, unsigned char *to,
                                                                          size_t length);
#else
static bool page_file(const char *name, unsigned char *to, size_t length) {
    (void)name;
    (void)to;
    (void)length;
    return false;
}
#endif

const unsigned char *hra_built_in_bytes(const hra_built_in *file, hra_error *why) {
    if (file->bytes || *file->fetched)
        return file->bytes ? file->bytes : *file->fetched;
    unsigned char *bytes = malloc(file->length);
    if (!bytes) {
        (void)hra_no_memory(why);
        return NULL;
    }
    const bool whole = page_file(file->name, bytes, file->length);
    if (whole && hra_cksum(bytes, file->length) == file->sum) {
        *file->fetched = bytes; /* there is one thread where files are fetched */
        return bytes;
    }
    free(bytes);
    (void)hra_fail(why, HRA_EIO, -1,
                   whole ? _("the file %s is not the one that belongs to this version; reload the page")
                         : _("the file %s could not be loaded; is there a connection?"),
                   file->name);
    return NULL;
}
