/* What the engine remembers: the transposition table, buckets of four entries, one cache line each; and what
 * was estimated last. */
#ifndef CK_ENGINE_TABLE_H
#define CK_ENGINE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/array_alloc.h"
#include "engine.h"

enum { CK_UPPER = 1, CK_LOWER = 2, CK_EXACT = 3, CK_NO_STEP = 255, CK_WAYS = 4 };
enum {
    CK_WIDE_PAGE = 1 << 21,           /* bytes */
    CK_WIDE_TABLE = 8 * CK_WIDE_PAGE, /* bytes from which on a table begins with such a page */
};

typedef struct ck_entry {
    uint64_t key;
    int16_t value;                   /* of won and lost positions counted from this one, not from the root */
    uint8_t depth, bound, step, age; /* step: its number in the list of the generator */
} ck_entry;

/* An entry in memory. Threads write without a lock; if two threads write half a slot each, its key matches no
 * position (the idea is R. Hyatt's and T. Mann's, "A lockless transposition-table implementation for parallel
 * search", 2002). */
typedef struct ck_slot {
    uint64_t mixed, rest; /* key ^ rest */
} ck_slot;

typedef struct ck_tt {
    ck_slot *slots;
    size_t mask; /* of buckets */
    uint8_t age;
} ck_tt;

static inline ck_entry ck_slot_read(const ck_slot *slot) {
    uint64_t mixed = __atomic_load_n(&slot->mixed, __ATOMIC_RELAXED);
    uint64_t rest = __atomic_load_n(&slot->rest, __ATOMIC_RELAXED);
    return (ck_entry){.key = mixed ^ rest,
                      .value = (int16_t)rest,
                      .depth = (uint8_t)(rest >> 16),
                      .bound = (uint8_t)(rest >> 24),
                      .step = (uint8_t)(rest >> 32),
                      .age = (uint8_t)(rest >> 40)};
}

static inline void ck_slot_write(ck_slot *slot, const ck_entry *e) {
    uint64_t rest = (uint16_t)e->value | (uint64_t)e->depth << 16 | (uint64_t)e->bound << 24 |
                    (uint64_t)e->step << 32 | (uint64_t)e->age << 40;
    __atomic_store_n(&slot->mixed, e->key ^ rest, __ATOMIC_RELAXED);
    __atomic_store_n(&slot->rest, rest, __ATOMIC_RELAXED);
}

static inline ck_slot *ck_tt_bucket(const ck_tt *t, uint64_t key) {
    return t->slots + (size_t)(key >> 20 & t->mask) * CK_WAYS;
}

static inline bool ck_tt_find(const ck_tt *t, uint64_t key, ck_entry *out) {
    const ck_slot *bucket = ck_tt_bucket(t, key);
    for (int i = 0; i < CK_WAYS; i++) {
        *out = ck_slot_read(&bucket[i]);
        if (out->key == key && out->bound)
            return true;
    }
    return false;
}

/* The same position, or else the one of an older search, or else the shallowest, makes room. */
static inline void ck_tt_keep(ck_tt *t, ck_entry entry) {
    ck_slot *bucket = ck_tt_bucket(t, entry.key), *victim = bucket;
    int least = 1 << 20;
    entry.age = t->age;
    for (int i = 0; i < CK_WAYS; i++) {
        ck_entry there = ck_slot_read(&bucket[i]);
        int worth = there.depth + (there.age == t->age ? 256 : 0);
        if (there.key == entry.key) {
            victim = &bucket[i];
            if (there.depth > entry.depth && there.age == t->age && there.bound)
                return;
            if (entry.step == CK_NO_STEP)
                entry.step = there.step;
            break;
        }
        if (worth < least) {
            least = worth;
            victim = &bucket[i];
        }
    }
    ck_slot_write(victim, &entry);
}

/* Of won and lost positions the plies are counted from the position in the table, elsewhere from the root. */
static inline int from_table(int value, int ply) {
    return value >= CK_WON ? value - ply : value <= -CK_WON ? value + ply : value;
}

static inline int to_table(int value, int ply) {
    return value >= CK_WON ? value + ply : value <= -CK_WON ? value - ply : value;
}

/* The alignment of a table of BYTES bytes. */
static inline size_t ck_tt_align(size_t bytes) {
    return bytes < CK_WIDE_TABLE ? CK_WAYS * sizeof(ck_slot) : CK_WIDE_PAGE;
}

/* Buckets that each lie in one line of the cache, on large pages where these can be had: a look into a table
 * of small ones waits for the page before it waits for the line. */
static inline ck_slot *ck_tt_place(void *memory, size_t bytes) {
    uintptr_t align = ck_tt_align(bytes);
    uintptr_t at = ((uintptr_t)memory + align - 1) / align * align;
    ck_slot *slots = (ck_slot *)(void *)((char *)memory + (at - (uintptr_t)memory));
    hra_room_wide(slots, bytes);
    return slots;
}

/* Of the key choose the slot; as many as the value has, which takes their place. Half a megabyte: it has to
 * stay near the processor. */
enum { CK_ESTIMATE_BITS = 16 };

/* Estimates that were made before: of the positions at the horizon, which are too many for the table above, a
 * fifth come again soon. */
typedef struct ck_estimates {
    uint64_t slot[1 << CK_ESTIMATE_BITS]; /* what of the key does not choose the slot, and the value */
} ck_estimates;

static inline bool ck_estimate_find(const ck_estimates *t, uint64_t key, int *value) {
    const uint64_t there = t->slot[key >> (64 - CK_ESTIMATE_BITS)];
    *value = (int16_t)there;
    return (there ^ key << CK_ESTIMATE_BITS) >> CK_ESTIMATE_BITS == 0;
}

static inline void ck_estimate_keep(ck_estimates *t, uint64_t key, int value) {
    t->slot[key >> (64 - CK_ESTIMATE_BITS)] = key << CK_ESTIMATE_BITS | (uint16_t)value;
}

#endif
