/* What the files of hypergammon share. */
#ifndef BG_HYPER_TABLE_H
#define BG_HYPER_TABLE_H

#include "hyper.h"

enum {
    BG_HYPER_VERSION = 1,
    BG_HYPER_SIDES = 3276, /* C(28, 3) */
    BG_HYPER_PIPS = BG_BAR * BG_HYPER_CHECKERS,
};

/* How the file begins; the values follow. */
typedef struct bg_hyper_header {
    char magic[8];
    uint32_t version;
    uint8_t checkers, gammons, cube, jacoby;
    uint8_t beavers, zero[3];
    uint32_t sides, owners, sweeps;
    uint64_t positions;
    double change;
    uint64_t sum; /* of the values, and of what stands before it */
} bg_hyper_header;

struct bg_hyper {
    bg_hyper_rules rules;
    int sides, owners;             /* numbers of sides; values of a position: 1 or BG_HYPER_OWNERS */
    uint16_t rank[BG_HYPER_SIDES]; /* of a side numbered by its places: fewer pips first, so 0 is all off */
    bg_side side[BG_HYPER_SIDES];  /* by that */
    int from[BG_HYPER_PIPS + 2];   /* the first side with this number of pips */
    bg_hyper_header *header;       /* the whole file, as it lies in memory */
    float *value;                  /* in it: (who throws * sides + the other) * owners + owner */
};

int bg_hyper_rank(const bg_hyper *t, const bg_side *s);

/* Whether two sides can be on one board: no point is occupied by both, and not both are off. */
bool bg_hyper_stands(const bg_hyper *t, int own, int other);

/* What a position is worth to who is to throw, by what it is worth when it is not doubled, by owner. */
void bg_hyper_double(const bg_hyper_rules *rules, const double *thrown, double *out);

/* hyper_build.c: fills the values, and of the header what it has found out. HRA_ENOMEM, HRA_ESTOPPED. */
hra_err bg_hyper_build(bg_hyper *t, int threads, const hra_progress *progress);

/* hyper_file.c: HRA_EMISSING: there is none. */
size_t bg_hyper_bytes(const bg_hyper *t);
hra_err bg_hyper_read(bg_hyper *t, const char *data, hra_error *why);
hra_err bg_hyper_write(bg_hyper *t, const char *data, hra_error *why);

#endif
