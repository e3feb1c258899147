/* The transposition table of the engine: buckets of four entries, one cache line each. */
#ifndef CK_ENGINE_TABLE_H
#define CK_ENGINE_TABLE_H

#include <stddef.h>
#include <stdint.h>

enum { CK_UPPER = 1, CK_LOWER = 2, CK_EXACT = 3, CK_NO_STEP = 255, CK_WAYS = 4 };

typedef struct ck_entry {
    uint64_t key;
    int16_t value; /* of won and lost positions counted from this one, not from the root */
    uint8_t depth, bound, step, age, unused[2]; /* step: its number in the list of the generator */
} ck_entry;

typedef struct ck_tt {
    ck_entry *entries;
    size_t mask; /* of buckets */
    uint8_t age;
} ck_tt;

static inline ck_entry *ck_tt_bucket(const ck_tt *t, uint64_t key) {
    return t->entries + (size_t)(key >> 20 & t->mask) * CK_WAYS;
}

static inline const ck_entry *ck_tt_find(const ck_tt *t, uint64_t key) {
    const ck_entry *bucket = ck_tt_bucket(t, key);
    for (int i = 0; i < CK_WAYS; i++)
        if (bucket[i].key == key && bucket[i].bound)
            return &bucket[i];
    return NULL;
}

/* The same position, or else the one of an older search, or else the shallowest, makes room. */
static inline void ck_tt_keep(ck_tt *t, ck_entry entry) {
    ck_entry *bucket = ck_tt_bucket(t, entry.key), *victim = bucket;
    int least = 1 << 20;
    entry.age = t->age;
    for (int i = 0; i < CK_WAYS; i++) {
        int worth = bucket[i].depth + (bucket[i].age == t->age ? 256 : 0);
        if (bucket[i].key == entry.key) {
            victim = &bucket[i];
            if (victim->depth > entry.depth && victim->age == t->age && victim->bound)
                return;
            if (entry.step == CK_NO_STEP)
                entry.step = victim->step;
            break;
        }
        if (worth < least) {
            least = worth;
            victim = &bucket[i];
        }
    }
    *victim = entry;
}

#endif
