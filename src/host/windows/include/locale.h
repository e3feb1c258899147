/* Numbers are those of the C locale: the program sets that of letters only. */
#ifndef HRA_WINDOWS_LOCALE_H
#define HRA_WINDOWS_LOCALE_H

#include_next <locale.h>

typedef int locale_t;
#define LC_ALL_MASK 0

static inline locale_t newlocale(int mask, const char *name, locale_t base) {
    (void)mask, (void)name;
    return base;
}

static inline locale_t uselocale(locale_t now) {
    return now;
}

static inline void freelocale(locale_t old) {
    (void)old;
}

#endif
