/* Looking for what has another name today. */
#include <string.h>

#include "hra/spec.h"
#include "rules/rename.h"

bool hra_same_name(const char *a, const char *b) {
    while (*a && (*a == *b || (strchr("_-", *a) && *b && strchr("_-", *b)))) {
        a++;
        b++;
    }
    return !*a && !*b;
}

/* "" fits each owner, ".form" each that ends in it. */
static bool fits(const char *row, const char *owner) {
    const size_t n = strlen(row), length = strlen(owner);
    if (*row == '.' && length >= n)
        owner += length - n;
    return !*row || hra_same_name(row, owner);
}

const hra_rename *hra_rename_find(hra_name_kind kind, const char *owner, const char *old,
                                  const hra_rename *after) {
    for (const hra_rename *row = after ? after + 1 : hra_renames(); row->old; row++)
        if (row->kind == kind && hra_same_name(row->old, old) && fits(row->owner, owner))
            return row;
    return NULL;
}
