/* Text that grows: adding, JSON, columns on a terminal. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "utf8.h"

void hra_text_release(hra_text *text) {
    free(text->data);
    hra_text_init(text);
}

/* Reserves `more` more bytes and the NUL; false once memory has run out. */
static bool reserve(hra_text *text, size_t more) {
    if (text->err != 0)
        return false;
    if (more < text->capacity - text->length)
        return true;
    if (more >= SIZE_MAX / 4 || text->length >= SIZE_MAX / 4) {
        text->err = HRA_ENOMEM;
        return false;
    }
    size_t capacity = text->capacity + text->capacity / 2;
    if (capacity < text->length + more + 1)
        capacity = text->length + more + 1;
    if (capacity < 64)
        capacity = 64;
    char *data = realloc(text->data, capacity);
    if (data == NULL) {
        text->err = HRA_ENOMEM;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void hra_text_add_bytes(hra_text *text, const char *bytes, size_t length) {
    if (length == 0 || !reserve(text, length))
        return;
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void hra_text_addv(hra_text *text, const char *format, va_list list) {
    if (!reserve(text, 0))
        return;
    size_t capacity = text->capacity - text->length;
    va_list again;
    va_copy(again, list);
    int length = hra_vsnprintf(text->data + text->length, capacity, format, list);
    if (length >= 0 && (size_t)length >= capacity) {
        text->data[text->length] = '\0';
        if (reserve(text, (size_t)length)) {
            capacity = text->capacity - text->length;
            length = hra_vsnprintf(text->data + text->length, capacity, format, again);
        } else {
            length = 0;
        }
    }
    va_end(again);
    if (length < 0) { /* the C library found no room of its own, or a format it cannot write */
        text->data[text->length] = '\0';
        text->err = HRA_ENOMEM;
        return;
    }
    text->length += (size_t)length;
}

void hra_text_addf(hra_text *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    hra_text_addv(text, format, list);
    va_end(list);
}

static void add_json_code(hra_text *text, const char *bytes, size_t size, uint32_t code) {
    static const char shorts[] = "\bb\ff\nn\rr\tt\"\"\\\\";
    for (const char *s = shorts; *s != '\0'; s += 2) {
        if (code == (unsigned char)*s) {
            hra_text_add_char(text, '\\');
            hra_text_add_char(text, s[1]);
            return;
        }
    }
    /* JSON allows most of these, and U+2028 and U+2029 too; they are escaped because what reads the line
     * may be a terminal or an old JavaScript. */
    if (hra_is_steering(code) || code == 0x2028 || code == 0x2029)
        hra_text_addf(text, "\\u%04x", (unsigned)code);
    else
        hra_text_add_bytes(text, bytes, size);
}

/* Bytes of string[0..left-1] that stand for themselves in JSON: most texts are nothing else. */
static size_t plain_length(const char *string, size_t left) {
    size_t n = 0;
    while (n < left && string[n] >= 0x20 && string[n] < 0x7F && string[n] != '"' && string[n] != '\\')
        n++;
    return n;
}

void hra_text_add_json(hra_text *text, const char *string) {
    size_t left = strlen(string);
    hra_text_add_char(text, '"');
    while (left > 0) {
        uint32_t code;
        size_t plain = plain_length(string, left);
        if (plain) {
            hra_text_add_bytes(text, string, plain);
            string += plain;
            left -= plain;
            continue;
        }
        size_t size = hra_utf8_decode(string, left, &code);
        if (size == 0) {
            hra_text_add(text, "\xEF\xBF\xBD"); /* U+FFFD: a reader may refuse the bytes themselves */
            size = 1;
        } else {
            add_json_code(text, string, size, code);
        }
        string += size;
        left -= size;
    }
    hra_text_add_char(text, '"');
}

void hra_text_add_xml(hra_text *text, const char *string) {
    static const char special[] = "&<>\"'";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    size_t left = strlen(string);
    while (left > 0) {
        uint32_t code;
        size_t size = hra_utf8_decode(string, left, &code);
        const char *at = size == 1 ? strchr(special, *string) : NULL;
        if (size == 0 || code < 0x20 || hra_is_steering(code) || code == 0xFFFE || code == 0xFFFF)
            hra_text_add_char(text, '?');
        else if (at)
            hra_text_add(text, entities[at - special]);
        else
            hra_text_add_bytes(text, string, size);
        string += size ? size : 1;
        left -= size ? size : 1;
    }
}

size_t hra_text_harmless(const char *string, size_t length, size_t *steering) {
    size_t at = 0;
    *steering = 0;
    while (at < length && !*steering) {
        unsigned char c = (unsigned char)string[at];
        if (c >= 0x20 && c < 0x7F) {
            at++;
            continue;
        }
        uint32_t code;
        size_t size = hra_utf8_decode(string + at, length - at, &code);
        /* A byte of no character: those of C1 steer some terminals, and make characters with others. */
        if (size == 0 ? c < 0xA0 : hra_is_steering(code))
            *steering = size ? size : 1;
        else
            at += size ? size : 1;
    }
    return at;
}

/* Bytes of an ANSI control sequence (ECMA-48, 5.4: ESC [ parameters intermediates final), or 0. */
static size_t escape_length(const char *string) {
    if (string[0] != 0x1B || string[1] != '[')
        return 0;
    size_t n = 2;
    while (string[n] >= 0x20 && string[n] < 0x40)
        n++;
    return string[n] >= 0x40 && string[n] < 0x7F ? n + 1 : 0;
}

/* Bytes of what stands at the front of string[0..left-1], and the columns that it takes. */
static size_t sign_size(const char *string, size_t left, int *columns) {
    uint32_t code = 0;
    size_t size = escape_length(string);
    *columns = 0;
    if (size == 0) {
        size = hra_utf8_decode(string, left, &code);
        *columns = size == 0 ? 1 : hra_utf8_width(code); /* a bad byte is drawn as one sign */
        size += size == 0;
    }
    return size;
}

int hra_text_columns(const char *string) {
    int columns = 0, more;
    for (size_t left = strlen(string); left > 0;) {
        size_t size = sign_size(string, left, &more);
        columns += more;
        string += size;
        left -= size;
    }
    return columns;
}

size_t hra_text_cut(const char *string, size_t bytes, int columns) {
    size_t left = bytes < SIZE_MAX ? strnlen(string, bytes + 1) : strlen(string);
    left = left <= bytes ? left : hra_utf8_whole(string, bytes);
    if (columns == INT_MAX)
        return left;
    const char *end = string;
    int more;
    while (left > 0) {
        size_t size = sign_size(end, left, &more);
        columns -= more;
        if (columns < 0)
            break;
        end += size;
        left -= size;
    }
    return (size_t)(end - string);
}

void hra_text_pad(hra_text *text, size_t from, int columns) {
    if (text->err != 0)
        return;
    int have = from < text->length ? hra_text_columns(text->data + from) : 0;
    if (have >= columns || !reserve(text, (size_t)(columns - have)))
        return;
    size_t more = (size_t)(columns - have);
    memset(text->data + text->length, ' ', more);
    text->length += more;
    text->data[text->length] = '\0';
}
