#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hra/base.h"
#include "utf8.h"

static size_t encode(uint32_t code, char *out) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (char)((0xF00 >> size & 0xFF) | code);
    return size;
}

static void every_code_point_is_read_back(void **state) {
    (void)state;
    for (uint32_t code = 0; code <= 0x110000; code++) {
        char bytes[4];
        size_t size = encode(code, bytes);
        uint32_t got = 0xFFFFFFFF;
        size_t took = hra_utf8_decode(bytes, size, &got);
        if ((code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF) {
            assert_int_equal(took, 0);
        } else {
            assert_int_equal(took, size);
            assert_int_equal(got, code);
            assert_int_equal(hra_utf8_decode(bytes, size - 1, &got), 0);
        }
    }
}

/* All strings of two bytes and all starts of three: what is read encodes to the same bytes. */
static void only_the_shortest_form_is_read(void **state) {
    (void)state;
    for (uint32_t word = 0; word < 1u << 24; word += word % 256 == 0xC0 ? 0x40 : 1) {
        char bytes[3] = {(char)(word >> 16), (char)(word >> 8), (char)word}, again[4];
        uint32_t code = 0;
        size_t size = hra_utf8_decode(bytes, 3, &code);
        if (size > 0) {
            assert_int_equal(encode(code, again), size);
            assert_memory_equal(bytes, again, size);
        }
    }
}

/* What hra_utf8_valid should say, character by character. */
static size_t slow_valid(const char *bytes, size_t length) {
    size_t at = 0, size;
    for (uint32_t code; (size = hra_utf8_decode(bytes + at, length - at, &code)) > 0;)
        at += size;
    return at;
}

static bool slow_ascii_only(const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] >= 0x80)
            return false;
    return true;
}

/* Texts of every length up to that of several long steps, with one wrong byte, or none, anywhere. */
static void long_texts_are_looked_through(void **state) {
    (void)state;
    enum { LONGEST = 5000, TEXTS = 3000 };
    static const char *const pieces[] = {"a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x8e\xb2",
                                         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    static const uint32_t kinds[] = {0x1, 0x2, 0x4, 0x8, 0xF, 0x1F, 0x12, 0x10}; /* which of these */
    static char text[LONGEST + 64];
    hra_rng rng;
    hra_rng_init(&rng, 1);
    for (int i = 0; i < TEXTS; i++) {
        uint32_t kind = kinds[i % 8];
        size_t most = hra_rng_below(&rng, LONGEST), length = 0;
        while (length < most) {
            uint32_t piece = hra_rng_below(&rng, 5);
            if (kind >> piece & 1) {
                memcpy(text + length, pieces[piece], strlen(pieces[piece]));
                length += strlen(pieces[piece]);
            }
        }
        length -= length ? hra_rng_below(&rng, 2) : 0; /* perhaps cut off */
        if (length && hra_rng_below(&rng, 2))
            text[hra_rng_below(&rng, (uint32_t)length)] = (char)hra_rng_below(&rng, 256);
        size_t valid = slow_valid(text, length), parts = hra_rng_below(&rng, 3) ? length : 1 + length / 7;
        assert_int_equal(hra_utf8_valid(text, length), valid);
        assert_int_equal(hra_utf8_ascii(text, length) == length, slow_ascii_only(text, length));
        bool cut = valid < length && hra_utf8_whole(text, length) == valid;
        hra_utf8_check check = {0};
        bool good = true;
        for (size_t at = 0; at < length && good; at += parts)
            good = hra_utf8_check_part(&check, text + at, length - at < parts ? length - at : parts);
        assert_int_equal(good, valid == length || cut);
        assert_int_equal(good && hra_utf8_check_end(&check),
                         valid == length || (cut && !slow_ascii_only(text, valid)));
    }
}

static void widths(void **state) {
    (void)state;
    static const struct {
        uint32_t code;
        int width;
    } cases[] = {
        {0, 0},      {0x1F, 0},   {0x20, 1},    {0x7E, 1},    {0x7F, 0},    {0x9F, 0},    {0xA0, 1},
        {0x2FF, 1},  {0x300, 0},  {0x36F, 0},   {0x370, 1},   {0x10FF, 1},  {0x1100, 2},  {0x115F, 2},
        {0x1160, 1}, {0x200B, 0}, {0x2500, 1},  {0x2680, 1},  {0x2685, 1},  {0x4E00, 2},  {0xFE0F, 0},
        {0xFF01, 2}, {0xFFE7, 1}, {0x1F3B2, 2}, {0x1F0A1, 1}, {0x1F0CF, 2}, {0x3FFFD, 2}, {0x10FFFF, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(hra_utf8_width(cases[i].code), cases[i].width);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point_is_read_back),
        cmocka_unit_test(only_the_shortest_form_is_read),
        cmocka_unit_test(long_texts_are_looked_through),
        cmocka_unit_test(widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
