/* A transposition table: what is known of states met before (Greenblatt 1967). A fixed number of
 * bytes, two entries a bucket: the deeper one of this search is kept, the other always replaced. */
#ifndef HRA_SEARCH_TT_H
#define HRA_SEARCH_TT_H

#include "hra/search.h"

typedef struct hra_tt_entry {
    uint64_t key;
    double value;
    hra_move move;
    int16_t depth; /* decisions looked ahead; HRA_TT_END: to the end of the game */
    uint8_t bound; /* hra_value_kind, and perhaps HRA_TABLE_WHOLE */
    uint8_t age;   /* 0: empty */
} hra_tt_entry;

enum {
    HRA_TT_END = 0x7fff,
    HRA_TABLE_WHOLE = 8, /* nothing below was cut off by the depth: a deeper search says the same */
};

typedef struct hra_tt {
    hra_tt_entry *entries;
    uint64_t buckets;
    uint8_t age;
} hra_tt;

/* At most `bytes` bytes; HRA_ENOMEM. */
hra_err hra_tt_open(hra_tt *table, size_t bytes);
void hra_tt_release(hra_tt *table);
void hra_tt_begin(hra_tt *table); /* another search: what older ones left may be replaced */
void hra_tt_clear(hra_tt *table);

static inline hra_tt_entry *hra_tt_bucket(const hra_tt *table, uint64_t key) {
    uint64_t spread = key * 0x9E3779B97F4A7C15U;
    return table->entries + 2 * ((spread >> 32) * table->buckets >> 32);
}

static inline const hra_tt_entry *hra_tt_find(const hra_tt *table, uint64_t key) {
    const hra_tt_entry *at = hra_tt_bucket(table, key);
    for (int i = 0; i < 2; i++)
        if (at[i].age && at[i].key == key)
            return &at[i];
    return NULL;
}

/* Whether a value with this bound is all that a window asks for. */
static inline bool hra_tt_answers(hra_value_kind bound, double value, double alpha, double beta) {
    return bound == HRA_VALUE_EXACT || (bound == HRA_VALUE_AT_LEAST && value >= beta) ||
           (bound == HRA_VALUE_AT_MOST && value <= alpha);
}

static inline void hra_tt_store(const hra_tt *table, uint64_t key, double value, hra_move move, int depth,
                                unsigned bound) {
    hra_tt_entry *at = hra_tt_bucket(table, key);
    bool keep = at->age == table->age && at->key != key && at->depth > depth;
    at += keep || (at[1].age && at[1].key == key && at->key != key);
    *at = (hra_tt_entry){.key = key,
                         .value = value,
                         .move = move,
                         .depth = (int16_t)depth,
                         .bound = (uint8_t)bound,
                         .age = table->age};
}

#endif
