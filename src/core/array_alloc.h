/* Memory whose size was worked out in 64 bits: on a machine of 32 bits it may be more than there can be. */
#ifndef HRA_CORE_ARRAY_ALLOC_H
#define HRA_CORE_ARRAY_ALLOC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Whether an array of `count` items of `each` bytes can be addressed. */
static inline bool hra_room_fits(uint64_t count, size_t each) {
    return each == 0 || count <= SIZE_MAX / each;
}

/* As calloc; the caller frees it. NULL: there is no memory, or it could not be addressed. */
static inline void *hra_room(uint64_t count, size_t each) {
    return hra_room_fits(count, each) ? calloc((size_t)count, each) : NULL;
}

/* Asks for large pages under memory that is read here and there, before anything is written there: a hint
 * that may come to nothing. */
void hra_room_wide(void *at, size_t bytes);

#endif
