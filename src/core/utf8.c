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

/* ---- long texts -----------------------------------------------------------------------------
 * An automaton that steps by one shift: a state is how far a row is shifted, and a row holds the next state of each
 * (Per Vognsen, "Shift-based DFAs", 2021). MORE_n waits for n further bytes of any value 80-BF, the others for the
 * second byte that RFC 3629 allows after that lead. */
enum {
    WHOLE = 0,
    BAD = 6,
    MORE_1 = 12,
    MORE_2 = 18,
    MORE_3 = 24,
    AFTER_E0 = 30,
    AFTER_ED = 36,
    AFTER_F0 = 42,
    AFTER_F4 = 48
};

#define NEXT(state, to) ((uint64_t)(to) << (state))
#define ALL_BAD                                                                                              \
    (NEXT(BAD, BAD) | NEXT(MORE_1, BAD) | NEXT(MORE_2, BAD) | NEXT(MORE_3, BAD) | NEXT(AFTER_E0, BAD) |      \
     NEXT(AFTER_ED, BAD) | NEXT(AFTER_F0, BAD) | NEXT(AFTER_F4, BAD))
#define LEAD(to) (ALL_BAD | NEXT(WHOLE, to))
#define TAIL(e0, ed, f0, f4)                                                                                 \
    (NEXT(WHOLE, BAD) | NEXT(BAD, BAD) | NEXT(MORE_1, WHOLE) | NEXT(MORE_2, MORE_1) | NEXT(MORE_3, MORE_2) | \
     NEXT(AFTER_E0, e0) | NEXT(AFTER_ED, ed) | NEXT(AFTER_F0, f0) | NEXT(AFTER_F4, f4))

/* The row of each kind of byte. */
static const uint64_t rows[] = {
    LEAD(WHOLE),                    /* 0: 00-7F */
    TAIL(BAD, MORE_1, BAD, MORE_2), /* 1: 80-8F */
    TAIL(BAD, MORE_1, MORE_2, BAD), /* 2: 90-9F */
    TAIL(MORE_1, BAD, MORE_2, BAD), /* 3: A0-BF */
    LEAD(BAD),                      /* 4: C0, C1, F5-FF */
    LEAD(MORE_1),                   /* 5: C2-DF */
    LEAD(AFTER_E0),
    LEAD(MORE_2),
    LEAD(AFTER_ED), /* 6, 7, 8 */
    LEAD(AFTER_F0),
    LEAD(MORE_3),
    LEAD(AFTER_F4), /* 9, 10, 11 */
};

#define FOUR(kind) kind, kind, kind, kind
#define SIXTEEN(kind) FOUR(kind), FOUR(kind), FOUR(kind), FOUR(kind)
static const uint8_t kinds[256] = {
    SIXTEEN(0), SIXTEEN(0), SIXTEEN(0), SIXTEEN(0), SIXTEEN(0), SIXTEEN(0), SIXTEEN(0), SIXTEEN(0),
    SIXTEEN(1), SIXTEEN(2), SIXTEEN(3), SIXTEEN(3), 4,          4,          5,          5,
    FOUR(5),    FOUR(5),    FOUR(5),    SIXTEEN(5), 6,          7,          7,          7,
    FOUR(7),    FOUR(7),    7,          8,          7,          7,          9,          10,
    10,         10,         11,         4,          4,          4,          FOUR(4),    FOUR(4),
};

static unsigned pass(unsigned state, const char *bytes, size_t length) {
    uint64_t shift = state;
    for (size_t i = 0; i < length; i++)
        shift = rows[kinds[(unsigned char)bytes[i]]] >> (shift & 63);
    return (unsigned)(shift & 63);
}

size_t hra_utf8_ascii(const char *bytes, size_t length) {
    const uint64_t high = UINT64_C(0x8080808080808080);
    size_t n = 0;
    for (uint64_t eight[4]; length - n >= sizeof eight; n += sizeof eight) {
        memcpy(eight, bytes + n, sizeof eight);
        if ((eight[0] | eight[1] | eight[2] | eight[3]) & high)
            break;
    }
    while (n < length && (unsigned char)bytes[n] < 0x80)
        n++;
    return n;
}

enum {
    ENOUGH = 4,
    STEP = 64,
    LANES = 4,
    FAR = 1024
}; /* bytes for which the automaton runs before it is looked at */

static bool is_tail(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* The state behind bytes[0..FAR-1] that begin with a character. The automaton waits for each shift, so four of them run beside
 * each other, each from the beginning of a character on. */
static unsigned pass_far(const char *bytes) {
    enum { SHORTEST = FAR / LANES - 3 };
    const char *from[LANES + 1];
    for (int i = 0; i <= LANES; i++) {
        from[i] = bytes + i * (FAR / LANES);
        for (int back = 0; back < 3 && i > 0 && i < LANES && is_tail(*from[i]); back++)
            from[i]--;
    }
    const unsigned char *a = (const unsigned char *)from[0], *b = (const unsigned char *)from[1],
                        *c = (const unsigned char *)from[2], *d = (const unsigned char *)from[3];
    uint64_t s = WHOLE, t = WHOLE, u = WHOLE, v = WHOLE;
    for (int i = 0; i < SHORTEST; i++) {
        s = rows[kinds[a[i]]] >> (s & 63);
        t = rows[kinds[b[i]]] >> (t & 63);
        u = rows[kinds[c[i]]] >> (u & 63);
        v = rows[kinds[d[i]]] >> (v & 63);
    }
    const uint64_t shift[LANES] = {s, t, u, v};
    unsigned state = WHOLE;
    for (int i = 0; i < LANES; i++) {
        if (state != WHOLE) /* in front of the beginning of a character */
            return BAD;
        state =
            pass((unsigned)(shift[i] & 63), from[i] + SHORTEST, (size_t)(from[i + 1] - from[i]) - SHORTEST);
    }
    return state;
}

/* Passes some of bytes[0..length-1]; *size: how many. `far`: it is no use to look often, for they have been good. */
static unsigned pass_some(unsigned state, const char *bytes, size_t length, bool far, size_t *size) {
    if (far && state == WHOLE && length >= FAR) {
        *size = FAR;
        return pass_far(bytes);
    }
    *size = length < STEP ? length : STEP;
    return pass(state, bytes, *size);
}

size_t hra_utf8_valid(const char *bytes, size_t length) {
    size_t at = 0, whole = 0, size;
    unsigned state = WHOLE;
    while (at < length && state != BAD) {
        if (state == WHOLE)
            whole = at += hra_utf8_ascii(bytes + at, length - at);
        state = pass_some(state, bytes + at, length - at, at >= STEP, &size);
        at += size;
        if (state == WHOLE)
            whole = at;
    }
    for (uint32_t code; (size = hra_utf8_decode(bytes + whole, length - whole, &code)) > 0;)
        whole += size;
    return whole;
}

bool hra_utf8_check_part(hra_utf8_check *check, const char *bytes, size_t length) {
    for (size_t at = 0, size; at < length && check->state != BAD; at += size) {
        if (check->state == WHOLE)
            at += hra_utf8_ascii(bytes + at, length - at);
        for (size_t i = at; i < length && i < at + STEP && check->high < ENOUGH; i++)
            check->high += (unsigned char)bytes[i] >> 7;
        check->state = pass_some(check->state, bytes + at, length - at, check->high == ENOUGH, &size);
    }
    for (size_t i = length < 3 ? 0 : length - 3; i < length; i++) {
        if (check->lasting == 3)
            memmove(check->last, check->last + 1, 2);
        check->lasting -= check->lasting == 3;
        check->last[check->lasting++] = bytes[i];
    }
    return check->state != BAD;
}

bool hra_utf8_check_end(const hra_utf8_check *check) {
    size_t cut = check->lasting - hra_utf8_whole(check->last, check->lasting);
    return check->state == WHOLE || (check->state != BAD && check->high > cut);
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
const uint16_t hra_high_1252[32] = {
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
};

size_t hra_utf8_encode(uint32_t code, char out[4]) {
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size; i > 1; code >>= 6)
        out[--i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(lead[size < 2 ? 0 : size] | code);
    return size;
}

size_t hra_utf8_take(const char *bytes, size_t length, char out[4], size_t *bytes_read) {
    uint32_t code;
    *bytes_read = hra_utf8_decode(bytes, length, &code);
    if (*bytes_read) {
        memcpy(out, bytes, *bytes_read);
        return *bytes_read;
    }
    *bytes_read = 1;
    code = (unsigned char)*bytes;
    return hra_utf8_encode(code < 0xA0 ? hra_high_1252[code - 0x80] : code, out);
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
