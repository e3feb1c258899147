/* Numbers as text, written and read alike whatever locale the program is in. */
#include <float.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
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

/* Formats of %s, %d, %u, %c and %% alone, as most are: no locale means anything to them, and the C library
 * takes ten times as long. */
static bool is_simple(const char *format) {
    for (; *format; format++)
        if (*format == '%' && !strchr("sduc%", *++format ? *format : 'x'))
            return false;
    return true;
}

/* What is written, cut where there is no more room; `length` is what there would be. */
typedef struct written {
    char *out;
    size_t size, length;
} written;

static void put(written *w, const char *bytes, size_t n) {
    if (w->length < w->size)
        memcpy(w->out + w->length, bytes, n < w->size - w->length ? n : w->size - w->length);
    w->length += n;
}

static void put_integer(written *w, unsigned x, bool negative) {
    char digits[16], *at = digits + sizeof digits;
    do
        *--at = (char)('0' + x % 10);
    while ((x /= 10) > 0);
    if (negative)
        *--at = '-';
    put(w, at, (size_t)(digits + sizeof digits - at));
}

static int write_simple(char *out, size_t size, const char *format, va_list list) {
    written w = {out, size ? size - 1 : 0, 0};
    while (*format) {
        size_t plain = strcspn(format, "%");
        put(&w, format, plain);
        format += plain;
        if (!*format)
            break;
        char kind = format[1], c = '%';
        format += 2;
        if (kind == 's') {
            const char *text = va_arg(list, const char *);
            put(&w, text, strlen(text));
        } else if (kind == 'd') {
            int x = va_arg(list, int);
            put_integer(&w, x < 0 ? 0u - (unsigned)x : (unsigned)x, x < 0);
        } else if (kind == 'u') {
            put_integer(&w, va_arg(list, unsigned), false);
        } else {
            c = kind == 'c' ? (char)va_arg(list, int) : '%';
            put(&w, &c, 1);
        }
    }
    if (size)
        out[w.length < w.size ? w.length : w.size] = '\0';
    return w.length <= INT_MAX ? (int)w.length : -1;
}

static int write_in_c_locale(char *out, size_t size, const char *format, va_list list) {
    locale_t before, c = enter_c_locale(&before);
    int length = vsnprintf(out, size, format, list);
    leave_c_locale(c, before);
    return length;
}

/* ---- numbers in the language of the process ----------------------------------------------------
 * The C library writes them with a point between two bytes that no text of UTF-8 has, which go afterwards. */

enum { SAID_FROM = '\xFE', SAID_TO = '\xFF', SAID_SHORT = 256 };

/* Where the conversion at `at` ends, a '%' and what follows it. */
static const char *conversion_end(const char *at) {
    at++;
    at += strspn(at, "0123456789$-+ #.*hlLjzt");
    return *at ? at + 1 : at;
}

static bool is_said(const char *end) {
    return strchr("FGE", end[-1]) != NULL;
}

static size_t count_said(const char *format) {
    size_t n = 0;
    for (const char *at = format; (at = strchr(at, '%')) != NULL;)
        n += is_said(at = conversion_end(at));
    return n;
}

/* The same format for the C library: %f between the two bytes for %F. */
static void mark_said(const char *format, char *out) {
    while (*format) {
        size_t plain = strcspn(format, "%");
        memcpy(out, format, plain);
        out += plain;
        format += plain;
        if (!*format)
            break;
        const char *end = conversion_end(format);
        bool said = is_said(end);
        if (said)
            *out++ = (char)SAID_FROM;
        memcpy(out, format, (size_t)(end - format));
        out += end - format;
        if (said) {
            out[-1] = (char)(out[-1] - 'F' + 'f');
            *out++ = (char)SAID_TO;
        }
        format = end;
    }
    *out = '\0';
}

/* The mark before decimals. */
static char decimal_mark(void) {
    /* For translators: only the mark in 0.5 matters. */
    const char *at = strchr(_("a number such as 0.5"), '0');
    return at && at[1] && at[2] == '5' ? at[1] : '.';
}

const char *hra_between_numbers(void) {
    return decimal_mark() == ',' ? "; " : ", ";
}

/* Without the two bytes, and with the mark of the language between them. */
static int take_marks(const char *text, char *out, size_t size) {
    written w = {out, size ? size - 1 : 0, 0};
    char mark = decimal_mark();
    bool said = false;
    for (; *text; text++)
        if (*text == (char)SAID_FROM || *text == (char)SAID_TO)
            said = *text == (char)SAID_FROM;
        else
            put(&w, said && *text == '.' ? &mark : text, 1);
    if (size)
        out[w.length < w.size ? w.length : w.size] = '\0';
    return (int)w.length;
}

static int write_said(char *out, size_t size, const char *format, size_t said, va_list list) {
    char short_format[SAID_SHORT], short_text[SAID_SHORT];
    size_t room = strlen(format) + 2 * said + 1;
    char *marked = room <= sizeof short_format ? short_format : malloc(room), *text = short_text;
    if (!marked)
        return -1;
    mark_said(format, marked);
    va_list again;
    va_copy(again, list);
    int length = write_in_c_locale(text, sizeof short_text, marked, list);
    if (length >= (int)sizeof short_text) {
        text = malloc((size_t)length + 1);
        length = text ? write_in_c_locale(text, (size_t)length + 1, marked, again) : -1;
    }
    va_end(again);
    if (length >= 0)
        length = take_marks(text, out, size);
    if (marked != short_format)
        free(marked);
    if (text != short_text)
        free(text);
    return length;
}

static int write_any(char *out, size_t size, const char *format, va_list list) {
    size_t said = count_said(format);
    return said ? write_said(out, size, format, said, list) : write_in_c_locale(out, size, format, list);
}

int hra_vsnprintf(char *out, size_t size, const char *format, va_list list) {
    int length =
        is_simple(format) ? write_simple(out, size, format, list) : write_any(out, size, format, list);
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
