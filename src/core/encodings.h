/* Encodings of text, and their names. */
#ifndef HRA_CORE_ENCODINGS_H
#define HRA_CORE_ENCODINGS_H

#include "hra/base.h"

typedef enum hra_encoding_kind {
    HRA_UTF_8,
    HRA_UTF_16_LITTLE,
    HRA_UTF_16_BIG,
    HRA_ONE_BYTE, /* a character; below 128 those of ASCII */
} hra_encoding_kind;

typedef struct hra_encoding {
    const char *name; /* IANA's */
    hra_encoding_kind kind;
    int count;            /* of `high` */
    const uint16_t *high; /* what bytes 128, 129, ... stand for; those behind are their own code points */
} hra_encoding;

extern const hra_encoding hra_utf_8, hra_utf_16_little, hra_utf_16_big, hra_windows_1252;

/* The encoding of a name such as "cp1250" or "Windows-1250". HRA_EINPUT: there is no such name. */
hra_err hra_encoding_find(const hra_encoding **out, const char *name, hra_error *why);

#endif
