/* Files of tables, for the code that reads and builds them. */
#ifndef CK_TABLES_FILE_H
#define CK_TABLES_FILE_H

#include "core/file.h"
#include "core/thread.h"
#include "tables.h"

/* What a file tells of positions: outcome and plies, a byte each, or outcomes alone, five a byte. */
typedef enum ck_sort { CK_DISTANCES, CK_OUTCOMES } ck_sort;

typedef struct ck_header {
    char magic[8];
    uint32_t version;
    uint8_t count[4];
    uint64_t positions, won, lost, drawn;
    uint32_t longest, block;
    uint64_t bytes;
    uint64_t sum;
} ck_header;

typedef struct ck_block {
    uint64_t end, sum;
} ck_block;

/* The file of one slice: open, or its bytes in memory. */
typedef struct ck_image {
    ck_header header;
    ck_block *blocks; /* where each ends, and its sum; NULL: there is no image */
    uint8_t *bytes;   /* NULL: they are in the file */
    hra_file file;
} ck_image;

struct ck_tables {
    bool aside; /* no file is written */
    ck_index *index;
    ck_image image[CK_MAX_SLICES];
    uint8_t *values[CK_MAX_SLICES];   /* NULL: not resident */
    uint8_t *outcomes[CK_MAX_SLICES]; /* packed; NULL: not taken */
};

enum { CK_SLICE_NAME = 16, CK_SLICE_FILE = 32 };

/* The name of a slice, such as m1k0-m0k2, and its file in the folder of data. */
void ck_slice_name(const ck_slice *slice, char out[CK_SLICE_NAME]);
void ck_slice_file(const ck_slice *slice, ck_sort sort, char out[CK_SLICE_FILE]);
/* The path of a slice's file; false: too long. */
bool ck_image_path(const ck_slice *slice, ck_sort sort, const char *data, char out[CK_TABLE_DATA + 64]);
/* Opens and checks a file. HRA_EMISSING, HRA_EIO, HRA_EDAMAGED, HRA_EVERSION,
 * HRA_ENOMEM; HRA_ESTOPPED where `progress` (may be NULL) is stopped. */
hra_err ck_image_open(ck_image *image, const ck_slice *slice, ck_sort sort, const char *path,
                      const hra_progress *progress, hra_error *why);
/* Makes the bytes of a file of a slice's values, or its outcomes as they are packed; header: won, lost, drawn
 * and longest are the caller's. A large slice takes seconds: HRA_ESTOPPED where `progress` (may be NULL) is
 * stopped; HRA_ENOMEM. */
hra_err ck_image_make(ck_image *image, const ck_slice *slice, ck_sort sort, const uint8_t *values,
                      ck_header header, int threads, const hra_progress *progress);
hra_err ck_image_write(const ck_image *image, const char *path, hra_error *why);
void ck_image_release(ck_image *image);
/* All values; HRA_EDAMAGED, HRA_ENOMEM, HRA_ESTOPPED as of ck_image_make. */
hra_err ck_image_decode(const ck_image *image, const hra_progress *progress, uint8_t *out);

/* One block, at most CK_TABLE_BLOCK bytes of values; false: it cannot be read, or is another one than the sum
 * says. */
bool ck_image_block(const ck_image *image, void *decoder, uint64_t block, uint8_t *out);

/* Decodes the smaller slices of tables whose images are complete; errors as of ck_image_decode. */
hra_err ck_tables_reside(ck_tables *tables, size_t bytes, const hra_progress *progress);

#endif
