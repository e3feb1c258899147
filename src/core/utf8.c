/* Decoding UTF-8, and the width of characters. */
#include <stdbool.h>
#include <string.h>

#include "utf8.h"

struct range {
    uint32_t first, last;
};

/* Marks that stand on the character before them, and invisible signs. The many of Indic scripts are
 * left out: nothing that the library writes holds them. */
static const struct range nothing[] = {
    {0x0300, 0x036F},   {0x0483, 0x0489},   {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x0E31, 0x0E31},   {0x0E34, 0x0E3A},   {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
    {0x200B, 0x200F},   {0x202A, 0x202E},   {0x2060, 0x2064}, {0x20D0, 0x20F0}, {0x302A, 0x302D},
    {0x3099, 0x309A},   {0xFE00, 0xFE0F},   {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0x1F3FB, 0x1F3FF},
    {0xE0001, 0xE007F}, {0xE0100, 0xE01EF},
};

/* East Asian Width W and F. */
static const struct range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},   {0x23F0, 0x23F0},
    {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267F, 0x267F},
    {0x2693, 0x2693},   {0x26A1, 0x26A1},   {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},
    {0x26CE, 0x26CE},   {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},   {0x2728, 0x2728},
    {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
    {0x27B0, 0x27B0},   {0x27BF, 0x27BF},   {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},
    {0x2E80, 0x2E99},   {0x2E9B, 0x2EF3},   {0x2F00, 0x2FD5},   {0x2FF0, 0x2FFB},   {0x3000, 0x303E},
    {0x3041, 0x3096},   {0x3099, 0x30FF},   {0x3105, 0x312F},   {0x3131, 0x318E},   {0x3190, 0x31E3},
    {0x31F0, 0x321E},   {0x3220, 0x3247},   {0x3250, 0x4DBF},   {0x4E00, 0xA48C},   {0xA490, 0xA4C6},
    {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE10, 0xFE19},   {0xFE30, 0xFE52},
    {0xFE54, 0xFE66},   {0xFE68, 0xFE6B},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x16FE4},
    {0x17000, 0x18CD5}, {0x1AFF0, 0x1B2FB}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E},
    {0x1F191, 0x1F19A}, {0x1F200, 0x1F202}, {0x1F210, 0x1F23B}, {0x1F240, 0x1F248}, {0x1F250, 0x1F251},
    {0x1F260, 0x1F265}, {0x1F300, 0x1F320}, {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393},
    {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E},
    {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567},
    {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5},
    {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6D7}, {0x1F6DD, 0x1F6DF}, {0x1F6EB, 0x1F6EC},
    {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7EB}, {0x1F7F0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945},
    {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAF6}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
};

static bool within(uint32_t code, const struct range *ranges, size_t count) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && code >= ranges[low].first;
}

int hra_utf8_width(uint32_t code) {
    if (code < 0x20 || (code >= 0x7F && code < 0xA0))
        return 0;
    if (code < 0x300)
        return 1;
    if (within(code, nothing, sizeof nothing / sizeof *nothing))
        return 0;
    return within(code, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}

size_t hra_utf8_decode(const char *bytes, size_t length, uint32_t *code) {
    const unsigned char *b = (const unsigned char *)bytes;
    if (length == 0)
        return 0;
    if (b[0] < 0x80) {
        *code = b[0];
        return 1;
    }
    size_t size = b[0] < 0xC2 ? 0 : b[0] < 0xE0 ? 2 : b[0] < 0xF0 ? 3 : b[0] < 0xF5 ? 4 : 0;
    if (size == 0 || size > length)
        return 0;
    uint32_t c = b[0] & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((b[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (b[i] & 0x3Fu);
    }
    bool overlong = (size == 3 && c < 0x800) || (size == 4 && c < 0x10000);
    if (overlong || (c >= 0xD800 && c <= 0xDFFF) || c > 0x10FFFF)
        return 0;
    *code = c;
    return size;
}

size_t hra_utf8_whole(const char *text, size_t length) {
    size_t last = length;
    while (last > 0 && length - last < 4 && ((unsigned char)text[last - 1] & 0xC0) == 0x80)
        last--;
    unsigned char lead = last > 0 ? (unsigned char)text[last - 1] : 0;
    size_t due = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    return lead >= 0xC2 && lead <= 0xF4 && length - (last - 1) < due ? last - 1 : length;
}

/* Bytes 0x80 to 0x9f; the five that stand for nothing become U+FFFD (the WHATWG's encoding windows-1252 has controls
 * there). */
static const uint16_t windows_1252[32] = {
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
};

size_t hra_utf8_take(const char *bytes, size_t length, char out[4], size_t *bytes_read) {
    uint32_t code;
    *bytes_read = hra_utf8_decode(bytes, length, &code);
    if (*bytes_read) {
        memcpy(out, bytes, *bytes_read);
        return *bytes_read;
    }
    *bytes_read = 1;
    code = (unsigned char)*bytes;
    code = code < 0xA0 ? windows_1252[code - 0x80] : code;
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    out[0] = (char)(0xE0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 0x3F));
    out[2] = (char)(0x80 | (code & 0x3F));
    return 3;
}

/* Copies ASCII from the front of text[0..length-1], as long as it is; how much that was. */
static size_t copy_ascii(const char *text, size_t length, char *out) {
    size_t n = 0;
    uint64_t eight = 0;
    uint32_t four = UINT32_C(0x80808080);
    for (; length - n >= sizeof eight; n += sizeof eight) {
        memcpy(&eight, text + n, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080))
            break;
        memcpy(out + n, &eight, sizeof eight);
    }
    if (length - n >= sizeof four)
        memcpy(&four, text + n, sizeof four);
    if (!(four & UINT32_C(0x80808080))) {
        memcpy(out + n, &four, sizeof four);
        n += sizeof four;
    }
    for (; n < length && (unsigned char)text[n] < 0x80; n++)
        out[n] = text[n];
    return n;
}

bool hra_utf8_copy(const char *text, size_t length, char *out, size_t size) {
    bool fits = length < size; /* it grows, or stays as it is */
    size_t used = fits ? copy_ascii(text, length, out) : 0, at = used;
    while (fits && at < length) {
        char character[4];
        size_t bytes, n = hra_utf8_take(text + at, length - at, character, &bytes);
        fits = n < size - used;
        if (fits)
            memcpy(out + used, character, n);
        used += n;
        at += bytes;
    }
    if (size > 0)
        out[fits ? used : 0] = '\0';
    return fits;
}
