/* A transposition table. */
#include <stdlib.h>
#include <string.h>

#include "tt.h"

#include "core/array_alloc.h"

hra_err hra_tt_open(hra_tt *table, size_t bytes) {
    uint64_t buckets = bytes / (2 * sizeof *table->entries);
    if (buckets == 0)
        buckets = 1;
    if (buckets > UINT32_MAX)
        buckets = UINT32_MAX;
    *table = (hra_tt){.buckets = buckets, .age = 1};
    table->entries = hra_room(buckets, 2 * sizeof *table->entries);
    return table->entries ? HRA_OK : HRA_ENOMEM;
}

void hra_tt_release(hra_tt *table) {
    free(table->entries);
    *table = (hra_tt){0};
}

void hra_tt_begin(hra_tt *table) {
    table->age = table->age == UINT8_MAX ? 1 : (uint8_t)(table->age + 1);
}

void hra_tt_clear(hra_tt *table) {
    memset(table->entries, 0, (size_t)table->buckets * 2 * sizeof *table->entries);
    table->age = 1;
}
