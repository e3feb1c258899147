/* The truth about positions with few pieces: won, lost or drawn, and in how many plies.
 *
 * One file a slice (see index.h) in the folder <data>/checkers, read a block at a time, and for searches
 * another one with the outcomes alone, m1k0-m0k2.ckw beside m1k0-m0k2.ckt. Captures count, draws by forty
 * moves or repetition do not. What a file holds:
 *
 *     bytes  0..7   "hra-ckt\n", of outcomes "hra-ckw\n"
 *           8..11   format version, 1
 *          12..15   the mover's men, his kings, the other side's men and kings
 *          16..47   positions, won, lost, drawn
 *          48..55   longest win in plies, positions of a block
 *          56..63   bytes of the file
 *          64..71   XXH3 of bytes 0..63 and of the list of blocks
 *          72..     a block each: where its bytes end in the file, their XXH3
 *           then    the blocks: 4,096 bytes each, the last one maybe less, compressed by zstd. A value
 *                   (src/exact/retrograde.h) a byte; outcomes are five digits of base 3 a byte, the first
 *                   position the lowest digit: 0 drawn, 1 won, 2 lost
 *
 * A build without zstd, the program for Node, has files of its own: m1k0-m0k2.ckt.raw and .ckw.raw, "raw-ckt\n" and
 * "raw-ckw\n", blocks as they are. All numbers are little-endian. Checksums are looked at when a file is opened; a file that is
 * replaced while it is open goes on being read as it was. */
#ifndef CK_TABLES_H
#define CK_TABLES_H

#include "index.h"

enum {
    CK_TABLE_VERSION = 1,
    CK_TABLE_BLOCK = 4096, /* bytes of values */
    CK_TABLE_DATA = 4000,  /* bytes of a folder's name at most */
};

typedef struct ck_tables ck_tables; /* immutable once open, shared between threads */
typedef struct ck_cache ck_cache;   /* decoded blocks; one per thread */

/* Counts of all positions of a number of pieces, with one fixed side to move. */
typedef struct ck_count {
    uint64_t positions, won, lost, drawn;
    int longest; /* plies of the longest win */
} ck_count;

/* Opens the tables with up to PIECES pieces (2..CK_MAX_PIECES) in <data>/checkers, all of them or none. Those
 * of at most `resident` bytes together, the smallest first, are decoded at once and probed without a cache;
 * 16 MiB hold all with up to four pieces. HRA_EMISSING, HRA_EIO: a file is missing, or cannot be read;
 * HRA_EDAMAGED; HRA_EVERSION; HRA_ENOMEM. */
hra_err ck_tables_open(ck_tables **out, const char *data, int pieces, size_t resident, hra_error *why);

/* The same, but builds what is missing first and keeps it there; data may be NULL: then it is built
 * in memory and nothing is kept. A build that was stopped goes on where it was. On two threads
 * four pieces take about a second, five about half a minute and 86 MB; six, with 2,426,085,676 more
 * positions, twenty minutes and 1.2 GB on one. Also HRA_ESTOPPED. */
hra_err ck_tables_build(ck_tables **out, const char *data, int pieces, size_t resident, int threads,
                        const hra_progress *progress, hra_error *why);

/* The same where nothing may be written: what is missing in <data>/checkers is built in memory. */
hra_err ck_tables_build_aside(ck_tables **out, const char *data, int pieces, size_t resident, int threads,
                              const hra_progress *progress, hra_error *why);

/* Builds one slice of that, with its partner, from those that it needs, whose files lie in <data>/checkers,
 * and writes the files that ck_tables_build would write; where they are there already nothing is done. May go
 * on for several slices, or twice for one, at the same time: a file is there whole or not at all.
 * HRA_EINPUT: no data; HRA_EIO, HRA_EDAMAGED, HRA_EVERSION of a file that is needed; else as above. */
hra_err ck_tables_build_slice(const char *data, int pieces, int slice, int threads,
                              const hra_progress *progress, hra_error *why);

/* Takes the outcomes of all slices that are not resident into memory, a byte for five positions: 29 MB with
 * up to five pieces, 514 MB with six. Reads their files, and makes those that are not there from the values,
 * which takes half a minute with six pieces; data NULL, or tables that were
 * built aside: nothing is kept. Once, before anybody probes.
 * HRA_EIO, HRA_EDAMAGED, HRA_EVERSION of a file, HRA_ESTOPPED, HRA_ENOMEM. */
hra_err ck_tables_take_outcomes(ck_tables *tables, const char *data, int threads,
                                const hra_progress *progress, hra_error *why);

void ck_tables_close(ck_tables *tables); /* after its caches; NULL is allowed */

int ck_tables_pieces(const ck_tables *tables);
void ck_tables_count(const ck_tables *tables, int pieces, ck_count *out);
uint64_t ck_tables_positions(const ck_tables *tables); /* altogether */

/* Working memory of one thread: blocks of 4 KiB, `bytes` of them (at least one block), and some 100
 * KiB for the decoder. Everything is taken here; probing allocates nothing. */
hra_err ck_cache_open(ck_cache **out, const ck_tables *tables, size_t bytes);
void ck_cache_close(ck_cache *cache); /* NULL is allowed */

/* The truth for the side to move: *wdl 1 won, 0 drawn, -1 lost; *distance plies to the end when
 * both play best, -1 where it is a draw. False: the tables do not hold the position (too many
 * pieces, a man on the row where it is crowned), or a block is damaged after all. A side without
 * pieces has lost. The cache may be NULL where everything asked for is resident. */
bool ck_tables_probe(const ck_tables *tables, ck_cache *cache, const ck_board *b, int side, int *wdl,
                     int *distance);

/* What is known without a file being read: *distance is -1 of a win or a loss too where only the outcome is
 * in memory. False also where not even that is. */
bool ck_tables_glance(const ck_tables *tables, const ck_board *b, int side, int *wdl, int *distance);

#endif
