/* The files of the page, which lie in the program. */
#ifndef HRA_SERVE_PAGE_FILES_H
#define HRA_SERVE_PAGE_FILES_H

#include <stddef.h>

/* Apart from the words that every start reads, as HRA_BUILT_IN_BYTES of the library. */
#ifdef __ELF__
#define PAGE_FILE_BYTES __attribute__((section("page_bytes")))
#else
#define PAGE_FILE_BYTES
#endif

typedef struct page_file {
    const char *path; /* "/index.html" */
    const char *type;
    const char *tag;                     /* of its content, in quotes: another content has another one */
    const unsigned char *bytes, *packed; /* packed: by gzip, or NULL */
    size_t length, packed_length;
} page_file;

/* Made by embed_page.c of what `make page` has built; none where it has not. */
extern const page_file page_files[];
extern const int page_file_count;
extern const char page_version[]; /* another page has another one */

#endif
