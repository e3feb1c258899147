/* A number for each position that was met: the plain form of what is learnt. */
#ifndef HRA_NETS_VALUE_TABLE_H
#define HRA_NETS_VALUE_TABLE_H

#include "hra/base.h"

typedef struct hra_value_table {
    uint64_t *keys; /* open addressing; a slot is free where its value is NAN */
    float *values;
    size_t capacity, count; /* a power of two, or 0; at most half of it is used */
} hra_value_table;

void hra_value_table_release(hra_value_table *table);
/* The value of a key; NULL if the table has none. */
const float *hra_value_table_find(const hra_value_table *table, uint64_t key);
/* The same, put in with `value` where there was none. Valid until the next one is put in. NULL: no memory. */
float *hra_value_table_put(hra_value_table *table, uint64_t key, float value);

#endif
