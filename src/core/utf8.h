/* Reading UTF-8 without a locale: a library does not set one, and a terminal's is not known. */
#ifndef HRA_CORE_UTF8_H
#define HRA_CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A byte that ends a line or is not text (those of ASCII; longer characters have no such bytes). */
static inline bool hra_is_control(char c) {
    return (unsigned char)c < ' ' || c == 127;
}

/* A character that steers a terminal, or turns the text around it (Unicode Standard Annex 9). */
static inline bool hra_is_steering(uint32_t code) {
    return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0) ||
           (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/* The code point at the front of bytes[0..length-1] and how many bytes it takes; 0 bytes where no
 * well-formed character stands there (RFC 3629: no surrogates, no overlong forms). */
size_t hra_utf8_decode(const char *bytes, size_t length, uint32_t *code);

/* The character at the front of bytes[0..length-1], length > 0, as UTF-8 in `out`: its length, and in *bytes_read
 * of how many bytes it was made. A byte that begins no well-formed character is one of Windows-1252. */
size_t hra_utf8_take(const char *bytes, size_t length, char out[4], size_t *bytes_read);
/* Copies text[0..length-1] as UTF-8 in the same way, and a zero. False: it does not fit into out[0..size-1],
 * which is then empty. */
bool hra_utf8_copy(const char *text, size_t length, char *out, size_t size);

/* A code point as UTF-8 in `out`: its length. */
size_t hra_utf8_encode(uint32_t code, char out[4]);

/* What bytes 0x80 to 0x9f are in Windows-1252. */
extern const uint16_t hra_high_1252[32];

/* How many bytes of ASCII are at the front of bytes[0..length-1]. */
size_t hra_utf8_ascii(const char *bytes, size_t length);
/* How many bytes of well-formed characters are there, as hra_utf8_decode reads them. */
size_t hra_utf8_valid(const char *bytes, size_t length);

/* Looks through a text that comes in parts; zero at first. */
typedef struct hra_utf8_check {
    unsigned state;
    unsigned high;    /* bytes that are not ASCII, up to 4 */
    char last[3];     /* the last bytes, */
    unsigned lasting; /* and how many */
} hra_utf8_check;
/* False: it is not UTF-8. */
bool hra_utf8_check_part(hra_utf8_check *check, const char *bytes, size_t length);
/* Whether the text that ends here is UTF-8: a last character that is cut off counts against it only where there is no
 * other one of several bytes. */
bool hra_utf8_check_end(const hra_utf8_check *check);

/* Bytes of text[0..length-1] without the front of a character that the end of the text cuts off. */
size_t hra_utf8_whole(const char *text, size_t length);

/* Columns that a code point takes on a terminal: 0, 1 or 2 (Unicode Standard Annex 11; characters
 * of ambiguous width, such as box drawing and dice faces, take 1). Control characters take 0. */
int hra_utf8_width(uint32_t code);

#endif
