/* Reading text line by line. */
#include "core/lines.h"

#include <limits.h>
#include <string.h>
#include <strings.h>

#include "core/messages.h"
#include "core/utf8.h"

enum {
    FOUND = 40,   /* bytes that an error quotes */
    AHEAD = 1024, /* that are searched for a byte 0 at once */
    FRONT = 65536 /* that tell how lines end */
};

/* ---- lines ----------------------------------------------------------------------------------*/

size_t hra_lines_mark(const char *text, size_t length) {
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* Decided by the front of the text, so that a text of many games is not looked through for each of them. */
static char newline_of(const char *text, size_t length) {
    length = length < FRONT ? length : FRONT;
    bool only_returns = length > 0 && !memchr(text, '\n', length) && memchr(text, '\r', length);
    return only_returns ? '\r' : '\n';
}

void hra_lines_open(hra_lines *l, const char *text, size_t length, int number, hra_error *why) {
    const char *from =
        length > 0 ? text + hra_lines_mark(text, length) : text; /* hra_lines_all begins there */
    *l = (hra_lines){.at = from,
                     .end = from,
                     .start = from,
                     .next = from,
                     .last = length > 0 ? text + length : from,
                     .checked = from,
                     .zero = length > 0 ? text + length : from,
                     .line_limit = SIZE_MAX,
                     .lines_left = INT_MAX,
                     .number = number - 1,
                     .newline = newline_of(text, length),
                     .why = why};
}

void hra_lines_limit(hra_lines *l, size_t line, int lines, size_t bytes) {
    l->line_limit = line ? line : SIZE_MAX;
    l->lines_left = lines ? lines : INT_MAX;
    if (bytes && (size_t)(l->last - l->next) > bytes)
        hra_lines_fail(l, HRA_ELIMIT, "the text has more than %llu bytes", (unsigned long long)bytes);
}

void hra_lines_string(hra_lines *l, const char *string, hra_error *why) {
    const char *end = string + strlen(string);
    *l = (hra_lines){.at = string,
                     .end = end,
                     .start = string,
                     .next = end,
                     .last = end,
                     .number = 1,
                     .newline = '\n',
                     .why = why};
}

/* Behind the last line, at the end of the text. */
static bool end_text(hra_lines *l) {
    l->number += l->whole;
    l->start = l->whole ? l->last : l->start;
    l->at = l->end = l->last;
    l->whole = false;
    return false;
}

static bool is_too_long(const hra_lines *l) {
    return (size_t)(l->end - l->start) > l->line_limit;
}

/* Tells what is wrong with a line that is too long, one too many, or has a byte 0. */
static bool refuse_line(hra_lines *l) {
    if (l->lines_left < 0) {
        hra_lines_fail(l, HRA_ELIMIT, "the text has too many lines");
    } else if (is_too_long(l)) {
        l->at = l->start + l->line_limit;
        hra_lines_fail(l, HRA_EINPUT, "expected a line of at most %llu bytes",
                       (unsigned long long)l->line_limit);
    } else {
        l->at = l->zero;
        hra_lines_fail(l, HRA_EINPUT, "expected text, found a byte 0");
    }
    return false;
}

/* Searches the text for a byte 0 up to the end of the line at least. */
static void check_zeros(hra_lines *l) {
    size_t left = (size_t)(l->last - l->checked), line = (size_t)(l->end - l->checked);
    size_t length = line > AHEAD ? line : left < AHEAD ? left : AHEAD;
    const char *found = l->zero == l->last ? memchr(l->checked, '\0', length) : NULL;
    l->zero = found ? found : l->zero;
    l->checked += length;
}

bool hra_lines_next(hra_lines *l) {
    const char *from = l->next;
    if (l->err)
        return false;
    const char *end = from < l->last ? memchr(from, l->newline, (size_t)(l->last - from)) : NULL;
    bool whole = end != NULL;
    if (!whole && (l->whole_only || from == l->last))
        return end_text(l);
    end = whole ? end : l->last;
    if (*from == '\xef') /* of a file that was put behind another */
        from += hra_lines_mark(from, (size_t)(end - from));
    l->at = l->start = from;
    l->end = end;
    l->next = end + whole;
    l->whole = whole;
    l->number++;
    if (end > l->checked)
        check_zeros(l);
    if ((size_t)(end - from) > l->line_limit || --l->lines_left < 0 || l->zero < end)
        return refuse_line(l);
    if (end > from && end[-1] == '\r')
        l->end = end - 1;
    return true;
}

bool hra_lines_all(hra_lines *l) {
    if (l->err)
        return false;
    l->at = l->start = l->next;
    l->end = l->next = l->last;
    l->whole = false;
    l->number++;
    return true;
}

int hra_lines_count(const char *text, size_t length, size_t used) {
    int lines = 0;
    const char newline = newline_of(text, length), *end = text + used;
    for (const char *at = text; at < end && (at = memchr(at, newline, (size_t)(end - at))) != NULL; at++)
        lines++;
    return lines;
}

/* ---- what a line holds ----------------------------------------------------------------------*/

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

void hra_lines_blanks(hra_lines *l) {
    while (l->at < l->end && is_blank(*l->at))
        l->at++;
}

static bool comes(const hra_lines *l, const char *bytes, size_t length) {
    return !l->err && hra_lines_left(l) >= length && memcmp(l->at, bytes, length) == 0;
}

bool hra_lines_take(hra_lines *l, const char *bytes) {
    size_t length = strlen(bytes);
    if (!comes(l, bytes, length))
        return false;
    l->at += length;
    return true;
}

bool hra_lines_match(hra_lines *l, const char *word) {
    size_t length = strlen(word);
    hra_lines_blanks(l);
    if (l->err || hra_lines_left(l) < length || strncasecmp(l->at, word, length) != 0)
        return false;
    l->at += length;
    return true;
}

bool hra_lines_key(hra_lines *l, const char *key) {
    size_t length = strlen(key);
    if (!comes(l, key, length) || (l->at + length < l->end && !is_blank(l->at[length])))
        return false;
    l->at += length;
    l->at += l->at < l->end;
    return true;
}

bool hra_lines_word(hra_lines *l, const char **word, size_t *length) {
    hra_lines_blanks(l);
    *word = l->at;
    while (!l->err && l->at < l->end && !is_blank(*l->at))
        l->at++;
    *length = (size_t)(l->at - *word);
    return *length > 0;
}

/* One character of a quoted text to out[0..room-1]: its length, 0 where there is no room. */
static size_t take_quoted(hra_lines *l, char *out, size_t capacity) {
    char character[4];
    size_t bytes = 1, length = 1;
    if (*l->at == '\\' && hra_lines_left(l) > 1 && (l->at[1] == '"' || l->at[1] == '\\'))
        l->at++;
    if (hra_is_control(*l->at))
        character[0] = ' ';
    else
        length = hra_utf8_take(l->at, hra_lines_left(l), character, &bytes);
    if (length > capacity)
        return 0;
    memcpy(out, character, length);
    l->at += bytes;
    return length;
}

bool hra_lines_quoted(hra_lines *l, char *out, size_t size) {
    hra_lines_blanks(l);
    const char *from = l->at;
    size_t n = 0, more = 1;
    if (!hra_lines_take(l, "\""))
        hra_lines_expected(l, "'\"'");
    while (!l->err && more && l->at < l->end && *l->at != '"' && *l->at != l->newline)
        if (*l->at > ' ' && *l->at < 127 && *l->at != '\\' && n + 1 < size)
            out[n++] = *l->at++;
        else
            n += more = take_quoted(l, out + n, size - 1 - n);
    out[n] = '\0';
    if (!l->err && !more) {
        hra_lines_fail(l, HRA_EINPUT, "expected '\"' after at most %d bytes", (int)size - 1);
    } else if (!l->err && !hra_lines_take(l, "\"")) {
        l->at = from;
        hra_lines_fail(l, HRA_EINPUT, "expected '\"' at the end of the text that begins here");
    }
    return !l->err;
}

bool hra_lines_rest(hra_lines *l, char *out, size_t size) {
    out[0] = '\0';
    if (l->err)
        return false;
    if (!hra_utf8_copy(l->at, hra_lines_left(l), out, size)) {
        hra_lines_fail(l, HRA_EINPUT, "expected at most %d bytes", (int)size - 1);
        return false;
    }
    l->at = l->end;
    return true;
}

/* ---- numbers --------------------------------------------------------------------------------*/

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool goes_on(const hra_lines *l, const char *at) {
    return at < l->end &&
           (is_digit(*at) || *at == '.' || (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z'));
}

/* Tells what kind of number is missing at `from`. */
static void expected_whole(hra_lines *l, uint64_t low, uint64_t high) {
    char text[160];
    if (low == 0 && high == UINT64_MAX)
        (void)hra_snprintf(text, sizeof text, "%s", _("a whole number below 2^64"));
    else if (high == UINT64_MAX)
        (void)hra_snprintf(text, sizeof text, _("a whole number of at least %llu"), (unsigned long long)low);
    else if (high == low)
        (void)hra_snprintf(text, sizeof text, "%llu", (unsigned long long)low);
    else
        (void)hra_snprintf(text, sizeof text, _("a whole number from %llu to %llu"), (unsigned long long)low,
                           (unsigned long long)high);
    hra_lines_expected(l, text);
}

/* Digits to the base of 10 or 16; false: there are none, or too many for 64 bits. */
static bool take_digits(hra_lines *l, unsigned base, uint64_t *out) {
    static const char digits[] = "0123456789abcdef";
    const char *from = l->at, *digit;
    uint64_t n = 0;
    for (; l->at < l->end && *l->at && (digit = memchr(digits, *l->at, base)) != NULL; l->at++) {
        uint64_t d = (uint64_t)(digit - digits);
        if (n > (UINT64_MAX - d) / base)
            return false;
        n = base * n + d;
    }
    *out = n;
    return l->at > from && !goes_on(l, l->at);
}

uint64_t hra_lines_whole(hra_lines *l, uint64_t low, uint64_t high) {
    uint64_t n = 0;
    hra_lines_blanks(l);
    const char *from = l->at;
    if (!l->err && take_digits(l, 10, &n) && n >= low && n <= high)
        return n;
    l->at = from;
    expected_whole(l, low, high);
    return low;
}

uint64_t hra_lines_hex(hra_lines *l) {
    uint64_t n = 0;
    hra_lines_blanks(l);
    const char *from = l->at;
    if (!l->err && take_digits(l, 16, &n))
        return n;
    l->at = from;
    hra_lines_expected(l, _("a number of at most 16 digits 0 to 9 and a to f"));
    return 0;
}

int hra_lines_int(hra_lines *l, int low, int high) {
    char text[120];
    uint64_t n = 0;
    hra_lines_blanks(l);
    const char *from = l->at;
    bool negative = hra_lines_take(l, "-");
    if (!l->err && take_digits(l, 10, &n) && n <= INT_MAX) {
        int x = negative ? -(int)n : (int)n;
        if (x >= low && x <= high)
            return x;
    }
    l->at = from;
    if (low == high)
        (void)hra_snprintf(text, sizeof text, "%d", low);
    else
        (void)hra_snprintf(text, sizeof text, _("a whole number from %d to %d"), low, high);
    hra_lines_expected(l, text);
    return low;
}

double hra_lines_number(hra_lines *l, double low, double high) {
    char copy[64], text[160];
    const char *at, *end;
    double x;
    hra_lines_blanks(l);
    at = l->at;
    if (l->end == l->last) { /* what is behind the text may not be read */
        size_t length = hra_lines_left(l) < sizeof copy - 1 ? hra_lines_left(l) : sizeof copy - 1;
        memcpy(copy, l->at, length);
        copy[length] = '\0';
        at = copy;
    }
    if (!l->err && l->at < l->end && hra_number_read(at, &end, &x) && end - at <= l->end - l->at &&
        !goes_on(l, l->at + (end - at)) && x >= low && x <= high) {
        l->at += end - at;
        return x;
    }
    if (low > -1e300 && high < 1e300)
        (void)hra_snprintf(text, sizeof text, _("a number from %.10g to %.10g"), low, high);
    else if (low > -1e300)
        (void)hra_snprintf(text, sizeof text, _("a number of at least %.10g"), low);
    else if (high < 1e300)
        (void)hra_snprintf(text, sizeof text, _("a number of at most %.10g"), high);
    else
        (void)hra_snprintf(text, sizeof text, "%s", _("a number"));
    hra_lines_expected(l, text);
    return low;
}

int hra_lines_digits(hra_lines *l, int digits) {
    hra_lines_blanks(l);
    const char *from = l->at;
    int x = 0;
    while (l->at < l->end && is_digit(*l->at) && l->at - from < digits)
        x = 10 * x + (*l->at++ - '0');
    return l->at > from ? x : -1;
}

void hra_lines_expect_key(hra_lines *l, const char *key) {
    char text[80];
    if (hra_lines_key(l, key))
        return;
    (void)hra_snprintf(text, sizeof text, "'%s'", key);
    hra_lines_expected(l, text);
}

void hra_lines_done(hra_lines *l) {
    hra_lines_blanks(l);
    if (l->at < l->end)
        hra_lines_expected(l, _("the end of the line"));
}

/* ---- errors ---------------------------------------------------------------------------------*/

/* Of a byte of the line; there are ends of lines before it only where the line is all of the text. */
static void find_place(const hra_lines *l, const char *at, int *line, int *character) {
    const char *from = l->start;
    *line = l->number > 0 ? l->number : 1;
    for (const char *end; from < at && (end = memchr(from, l->newline, (size_t)(at - from))) != NULL;
         from = end + 1)
        ++*line;
    *character = 1;
    for (size_t bytes; from < at; from += bytes ? bytes : 1, ++*character) {
        uint32_t code;
        bytes = hra_utf8_decode(from, (size_t)(at - from), &code);
    }
}

hra_err hra_place_fail(hra_error *why, hra_err code, const char *name, int line, int character,
                       const char *text) {
    if (name)
        return hra_fail(why, code, -1, "%.120s, line %d, character %d: %s", name, line, character, text);
    return hra_fail(why, code, -1, "line %d, character %d: %s", line, character, text);
}

static hra_err fail_at(hra_lines *l, const char *at, hra_err code, const char *text) {
    int line, character;
    if (l->err)
        return l->err;
    find_place(l, at, &line, &character);
    if (l->place) {
        *l->place = (hra_place){.line = line, .character = character};
        return l->err = hra_fail(l->why, code, -1, "%s", text);
    }
    return l->err = hra_place_fail(l->why, code, l->name, line, character, text);
}

hra_err hra_lines_fail(hra_lines *l, hra_err code, const char *format, ...) {
    char text[sizeof l->why->text];
    va_list list;
    va_start(list, format);
    int length = hra_vsnprintf(text, sizeof text, _(format), list);
    va_end(list);
    if (length < 0)
        text[0] = '\0';
    return fail_at(l, l->at, code, text);
}

hra_err hra_lines_expected(hra_lines *l, const char *expected) {
    char found[4 * FOUND];
    size_t left = (size_t)(l->end - l->at), length = 0;
    while (length < left && length < FOUND && l->at[length] != '\n' && l->at[length] != '\r')
        length++;
    if (length < left && length == FOUND)
        length = hra_utf8_whole(l->at, length);
    if (l->at == l->last)
        return hra_lines_fail(l, HRA_EINPUT, "expected %s, found the end of the text", expected);
    if (length == 0)
        return hra_lines_fail(l, HRA_EINPUT, "expected %s, found the end of the line", expected);
    if (*l->at == '\0')
        return hra_lines_fail(l, HRA_EINPUT, "expected text, found a byte 0");
    (void)hra_utf8_copy(l->at, length, found, sizeof found);
    return hra_lines_fail(l, HRA_EINPUT, "expected %s, found '%s'", expected, found);
}

hra_err hra_lines_fail_as(hra_lines *l, hra_err err, const hra_error *told) {
    bool known = told->code == err;
    size_t at = known && told->at > 0 ? (size_t)told->at : 0;
    if (hra_is_lack(err)) /* in which case the text is not at fault */
        return l->err = l->err ? l->err : hra_fail_code(l->why, err);
    return fail_at(l, at <= hra_lines_left(l) ? l->at + at : l->at, err,
                   known ? told->text : hra_err_text(err));
}

hra_err hra_lines_no_memory(hra_lines *l) {
    return l->err = l->err ? l->err : hra_no_memory(l->why);
}
