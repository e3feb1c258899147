/* Large pages. */
#define _DEFAULT_SOURCE /* madvise */
#include "array_alloc.h"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

void hra_room_wide(void *at, size_t bytes) {
#ifdef MADV_HUGEPAGE
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = ((uintptr_t)at + page - 1) / page * page;
    uintptr_t skipped = first - (uintptr_t)at;
    if (bytes > skipped && bytes - skipped >= page)
        (void)madvise((char *)at + skipped, (bytes - skipped) / page * page, MADV_HUGEPAGE);
#endif
}
