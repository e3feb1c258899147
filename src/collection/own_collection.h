/* What the files of a collection share.
 *
 * Each position of a game is an entry. Entries are sorted by position and written as runs: a sorted list, cut into blocks of
 * bytes. A commit writes one run; as soon as there are MERGE runs of a level they become one of the next level. So
 * an entry is written a few times only, and a question looks into a few runs. */
#ifndef HRA_COLLECTION_OWN_COLLECTION_H
#define HRA_COLLECTION_OWN_COLLECTION_H

#include "core/thread.h"
#include "hra/collection.h"

/* A position of a game, in the order of the sort. */
typedef struct hra_entry {
    uint64_t key;  /* of the position */
    uint64_t next; /* of the position after the move, its last bits; 0: the game ended here */
    uint32_t game;
    uint32_t ply;     /* 4 * ply + HRA_ENTRY_AGAIN + HRA_ENTRY_EXCHANGED */
    uint32_t outcome; /* below, of the position that has the key */
} hra_entry;

enum {
    HRA_ENTRY_AGAIN = 1,     /* the game had this position before */
    HRA_ENTRY_EXCHANGED = 2, /* the key is that of the position with the seats exchanged */
};

int hra_entry_compare(const void *a, const void *b);

enum {
    HRA_ENTRY_NEXT = 48,    /* bits of `next` */
    HRA_RUNS = 256,         /* the most runs that a collection has */
    HRA_RUN_MERGE = 8,      /* runs of a level that become one */
    HRA_RUN_LEVELS = 16,    /* far more than there can be */
    HRA_BLOCK_BYTES = 4000, /* of a block, about */
    HRA_SPEC_LIMIT = 4096,  /* bytes of a spec */
    HRA_SPECS = 4096,       /* of one collection */
};

typedef struct hra_spec_known {
    char *text;
    uint64_t salt, probe;
    bool checked; /* the probe is that of this library */
} hra_spec_known;

struct hra_collection {
    hra_collection_storage storage;
    hra_lock lock; /* of all that follows, and of the storage */
    bool in_memory;
    int64_t games;
    hra_collection_run runs[HRA_RUNS];
    int run_count;
    hra_entry *entries; /* that wait for a commit */
    size_t count, capacity;
    hra_spec_known *specs; /* number 1 first */
    int spec_count, spec_capacity, spec_last;
};

/* The first state of the game; `s` has the size of a state. */
static inline void hra_first_state(const hra_game *game, void *s) {
    if (game->rules->conduct->start)
        game->rules->conduct->start(game, 0, s);
    else
        game->rules->init(game, s);
}

/* ---- keys (position_key.c) ------------------------------------------------------------------*/

/* Working memory for two states. */
typedef struct hra_key_room {
    unsigned char *canonical, *exchanged;
} hra_key_room;

hra_err hra_key_room_open(hra_key_room *room, const hra_game *game);
void hra_key_room_close(hra_key_room *room);
/* The key of a position among those of all games; *exchanged: that of the position with the seats exchanged. */
uint64_t hra_position_key(const hra_game *game, uint64_t salt, const void *s, hra_key_room *room,
                          bool *exchanged);
uint64_t hra_next_key(uint64_t key);
/* Takes a spec that the storage has. */
hra_err hra_collection_take_spec(hra_collection *c, const hra_collection_spec *spec, hra_error *why);
/* The number of the spec of a game, which it adds if it is new. */
hra_err hra_collection_find_spec(hra_collection *c, const hra_game *game, int *number, hra_error *why);
/* HRA_EVERSION: the keys of spec `number` are not those of this library. */
hra_err hra_collection_check_spec(hra_collection *c, const hra_game *game, int number, hra_error *why);

/* How a game ended as one number: 0: not known; with two seats of which one loses what the other wins, or with one seat, and
 * whole results: 1 + the return of seat 0, doubled, or less one if it is below zero; else 1 + the winners. */
uint32_t hra_outcome_write(const hra_game *game, const hra_collection_game *g, bool exchanged);
void hra_outcome_count(const hra_game *game, uint32_t outcome, bool exchanged, hra_collection_count *count);
bool hra_outcome_has_points(const hra_game *game); /* the number is made of returns */

/* ---- runs (runs.c) --------------------------------------------------------------------------*/

/* Sorts the entries that wait, writes them as a run, and merges runs. */
hra_err hra_runs_write(hra_collection *c, hra_error *why);

/* Entries of a run, in order. */
typedef struct hra_run_reader {
    const hra_collection *c;
    int64_t run, block;
    hra_text bytes;
    size_t at;
    uint64_t key;  /* of the entry before, */
    hra_entry now; /* and the next one */
    bool fresh;    /* the next entry is the first of its block */
    bool over;
} hra_run_reader;

/* Opens a reader at the first entry whose key is not less. Closed in any case. */
hra_err hra_run_open(hra_run_reader *r, const hra_collection *c, int64_t run, uint64_t key, hra_error *why);
hra_err hra_run_next(hra_run_reader *r, hra_error *why);
void hra_run_close(hra_run_reader *r);

/* ---- in memory (memory_collection.c) --------------------------------------------------------*/

hra_err hra_collection_memory(hra_collection_storage *out, uint64_t most, hra_error *why);
/* Bytes in memory, for a collection in memory; else 0. */
uint64_t hra_collection_bytes(const hra_collection *collection);
uint64_t hra_collection_memory_bytes(const void *self);

#endif
