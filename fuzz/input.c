/* Text in any encoding, packed or not (hra/input.h): the first byte chooses the encoding that is named, the second how many
 * bytes are read at a time; the rest is a file. What comes out is UTF-8, and the same in parts of any size. */
#include <stdlib.h>
#include <string.h>

#include "target.h"

/* As RFC 3629 says, apart from the library's reader. */
static bool is_utf8(const char *text, size_t length) {
    for (size_t at = 0, size; at < length; at += size) {
        const unsigned char *c = (const unsigned char *)text + at;
        size = *c < 0x80 ? 1 : *c < 0xC2 ? 0 : *c < 0xE0 ? 2 : *c < 0xF0 ? 3 : *c < 0xF5 ? 4 : 0;
        if (size == 0 || size > length - at)
            return false;
        for (size_t i = 1; i < size; i++)
            if (c[i] >> 6 != 2)
                return false;
        if ((*c == 0xE0 && c[1] < 0xA0) || (*c == 0xED && c[1] > 0x9F) || (*c == 0xF0 && c[1] < 0x90) ||
            (*c == 0xF4 && c[1] > 0x8F))
            return false;
    }
    return true;
}

/* Packed data may be a bomb: then the rest is left. */
enum { ENOUGH = 1 << 18 };

typedef struct reading {
    hra_text text;
    hra_err err;
    hra_error why;
    const char *encoding;
    uint64_t replaced;
    bool whole;
} reading;

static void read_all(reading *r, const uint8_t *data, size_t size, const char *encoding, size_t most) {
    hra_input *input;
    size_t before;
    *r = (reading){.whole = true};
    hra_text_init(&r->text);
    r->err = hra_input_open_bytes(&input, data, size, encoding, &r->why);
    fuzz_expect(r->err == 0, "bytes can be opened", r->err ? r->why.text : NULL);
    do {
        before = r->text.length;
        r->err = hra_input_read(input, most, &r->text, &r->why);
        fuzz_expect(r->text.length - before <= 3 * (most < 4 ? 4 : most), "as much is read as was asked for",
                    NULL);
    } while (!r->err && r->text.length > before && r->text.length < ENOUGH);
    r->whole = r->text.length < ENOUGH;
    if (r->err) {
        hra_error again;
        fuzz_expect_words(r->err, &r->why, SIZE_MAX);
        fuzz_expect(hra_input_read(input, most, &r->text, &again) == r->err &&
                        strcmp(again.text, r->why.text) == 0,
                    "an error stays", again.text);
    }
    r->encoding = hra_input_encoding(input);
    r->replaced = hra_input_replaced(input);
    fuzz_expect(is_utf8(hra_text_string(&r->text), r->text.length), "what is read is UTF-8", r->encoding);
    fuzz_expect(!r->whole || r->err || r->encoding, "at the end the encoding is known", NULL);
    fuzz_expect(!hra_input_guessed(input) || !encoding, "what is named is not guessed", encoding);
    hra_input_close(input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const encodings[] = {NULL,           "utf-8",        "utf-16",     "utf-16be",
                                            "windows-1252", "windows-1250", "iso-8859-1", "iso-8859-2",
                                            "cp437",        "cp852"};
    if (size < 2)
        return 0;
    const char *encoding = encodings[data[0] % (sizeof encodings / sizeof *encodings)];
    reading some, all;
    read_all(&all, data + 2, size - 2, encoding, 1 << 16);
    read_all(&some, data + 2, size - 2, encoding, (size_t)data[1] * data[1]);
    if (all.whole && some.whole) {
        fuzz_expect(all.err == some.err && all.replaced == some.replaced &&
                        (all.err || strcmp(all.encoding, some.encoding) == 0),
                    "parts of any size say the same", NULL);
        fuzz_expect(all.text.length == some.text.length &&
                        memcmp(hra_text_string(&all.text), hra_text_string(&some.text), all.text.length) == 0,
                    "and are the same text", NULL);
    }
    hra_text_release(&all.text);
    hra_text_release(&some.text);
    return 0;
}
