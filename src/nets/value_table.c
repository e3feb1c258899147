/* A number for each position that was met. */
#include "nets/value_table.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST = 1024 };

void hra_value_table_release(hra_value_table *table) {
    free(table->keys);
    free(table->values);
    *table = (hra_value_table){0};
}

/* Where the key stands, or the free slot where it would. */
static size_t slot_of(const hra_value_table *table, uint64_t key) {
    size_t mask = table->capacity - 1, i = (size_t)(key * 0x9E3779B97F4A7C15u >> 20) & mask;
    while (!isnan(table->values[i]) && table->keys[i] != key)
        i = (i + 1) & mask;
    return i;
}

const float *hra_value_table_find(const hra_value_table *table, uint64_t key) {
    if (!table->capacity)
        return NULL;
    size_t i = slot_of(table, key);
    return isnan(table->values[i]) ? NULL : &table->values[i];
}

static bool grow(hra_value_table *table) {
    hra_value_table wider = {.capacity = table->capacity ? 2 * table->capacity : FIRST,
                             .count = table->count};
    wider.keys = malloc(wider.capacity * sizeof *wider.keys);
    wider.values = malloc(wider.capacity * sizeof *wider.values);
    if (!wider.keys || !wider.values) {
        hra_value_table_release(&wider);
        return false;
    }
    for (size_t i = 0; i < wider.capacity; i++)
        wider.values[i] = NAN;
    for (size_t i = 0; i < table->capacity; i++)
        if (!isnan(table->values[i])) {
            size_t to = slot_of(&wider, table->keys[i]);
            wider.keys[to] = table->keys[i];
            wider.values[to] = table->values[i];
        }
    hra_value_table_release(table);
    *table = wider;
    return true;
}

float *hra_value_table_put(hra_value_table *table, uint64_t key, float value) {
    if (2 * (table->count + 1) > table->capacity && !grow(table))
        return NULL;
    size_t i = slot_of(table, key);
    if (isnan(table->values[i])) {
        table->keys[i] = key;
        table->values[i] = value;
        table->count++;
    }
    return &table->values[i];
}
