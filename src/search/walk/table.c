/* A transposition table. */
#include <stdlib.h>
#include <string.h>

#include "table.h"

hra_err hra_table_open(hra_table *table, size_t bytes) {
    uint64_t buckets = bytes / (2 * sizeof *table->entries);
    if (buckets == 0)
        buckets = 1;
    if (buckets > UINT32_MAX)
        buckets = UINT32_MAX;
    *table = (hra_table){.buckets = buckets, .age = 1};
    table->entries = calloc(buckets, 2 * sizeof *table->entries);
    return table->entries ? HRA_OK : HRA_ENOMEM;
}

void hra_table_release(hra_table *table) {
    free(table->entries);
    *table = (hra_table){0};
}

void hra_table_begin(hra_table *table) {
    table->age = table->age == UINT8_MAX ? 1 : (uint8_t)(table->age + 1);
}

void hra_table_clear(hra_table *table) {
    memset(table->entries, 0, table->buckets * 2 * sizeof *table->entries);
    table->age = 1;
}
