/* Numbers as text, written and read alike whatever locale the program is in. */
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "hra/base.h"

/* The C locale for this thread alone, and the one it had before. POSIX says that "C" is always there;
 * glibc and musl hand out a constant for it, so that this takes neither memory nor time. */
static locale_t enter_c_locale(locale_t *before) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    *before = uselocale(c);
    return c;
}

static void leave_c_locale(locale_t c, locale_t before) {
    uselocale(before);
    if (c)
        freelocale(c);
}

int hra_vsnprintf(char *out, size_t size, const char *format, va_list list) {
    locale_t before, c = enter_c_locale(&before);
    int length = vsnprintf(out, size, format, list);
    leave_c_locale(c, before);
    if (length >= 0 && size > 0 && (size_t)length >= size)
        out[hra_utf8_whole(out, size - 1)] = '\0';
    return length;
}

int hra_snprintf(char *out, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = hra_vsnprintf(out, size, format, list);
    va_end(list);
    return length;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool hra_number_read(const char *text, const char **end, double *out) {
    const char *digits = text + (*text == '-' || *text == '+');
    if (!is_digit(*digits) && !(*digits == '.' && is_digit(digits[1])))
        return false; /* strtod would take " 1", "inf" and "nan" */
    double x = *text == '-' ? -0.0 : 0;
    char *after = (char *)digits + 1;
    if (digits[0] != '0' || (digits[1] != 'x' && digits[1] != 'X')) { /* else strtod would read on in 0x10 */
        locale_t before, c = enter_c_locale(&before);
        x = strtod(text, &after);
        leave_c_locale(c, before);
    }
    if (!isfinite(x) || (!end && *after))
        return false;
    if (end)
        *end = after;
    *out = x;
    return true;
}

/* Numbers of at most three decimals, most that are ever written, without the C library: x is thousandths /
 * 1000 as division rounds it, so that is what reads back as x. False: it is another number. */
static bool add_thousandths(hra_text *text, double x) {
    char digits[24];
    if (!(fabs(x) < 1e9) || signbit(x))
        return false;
    double thousandths = floor(x * 1000 + 0.5);
    if (thousandths / 1000 < x || thousandths / 1000 > x)
        return false;
    uint64_t n = (uint64_t)thousandths, whole = n / 1000, rest = n % 1000;
    char *at = digits + sizeof digits;
    *--at = '\0';
    if (rest) {
        int places = rest % 100 == 0 ? 1 : rest % 10 == 0 ? 2 : 3;
        for (int drop = places; drop < 3; drop++)
            rest /= 10;
        for (int i = 0; i < places; i++, rest /= 10)
            *--at = (char)('0' + rest % 10);
        *--at = '.';
    }
    do
        *--at = (char)('0' + whole % 10);
    while ((whole /= 10) != 0);
    hra_text_add(text, at);
    return true;
}

void hra_text_add_number(hra_text *text, double x) {
    char number[32];
    double back;
    if (add_thousandths(text, x))
        return;
    if (x < 0 && fabs(x) < 1e9) { /* its negative may be one of these */
        size_t length = text->length;
        hra_text_add_char(text, '-');
        if (add_thousandths(text, -x) || text->err)
            return;
        text->length = length;
        text->data[length] = '\0';
    }
    /* 15 digits are kept by every number of full precision, 17 tell any two apart. */
    int digits = fabs(x) < DBL_MIN ? 1 : DBL_DIG;
    do
        (void)hra_snprintf(number, sizeof number, "%.*g", digits, x);
    while (!(hra_number_read(number, NULL, &back) && back >= x && back <= x) && digits++ < DBL_DECIMAL_DIG);
    hra_text_add(text, number);
}
