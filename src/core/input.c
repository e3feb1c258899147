/* Decoding text to UTF-8. */
#include <stdlib.h>
#include <string.h>

#include "encodings.h"
#include "input.h"
#include "messages.h"
#include "unpack.h"
#include "utf8.h"

enum {
    LONGEST_LOOK = 64 << 20, /* from which the encoding of a file is guessed */
    PIPE_LOOK = 64 << 10,    /* of a pipe, from its first byte on that is not ASCII */
    CUT = 3, /* most bytes of a character, of UTF-16 too, or of a mark, that the end of a part cuts off */
    DECODED = 3072, /* bytes decoded at once */
};

struct hra_input {
    hra_unpack *from;
    const hra_encoding *named; /* by the caller */
    const hra_encoding *encoding;
    bool marked;    /* by a byte order mark */
    bool begun;     /* what may be a mark is behind */
    bool over;      /* no part comes behind `left` */
    const char *at; /* what has come and is not decoded, in a part of `from` or in `joined` */
    size_t left;
    char *joined; /* what was left, with the part behind it; NULL: not needed yet */
    uint64_t replaced;
    hra_err err; /* behind all that could be read */
    hra_error why;
};

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err open_on(hra_input **out, const char *encoding, hra_unpack *from, hra_error *why) {
    const hra_encoding *named = NULL;
    hra_err err = encoding ? hra_encoding_find(&named, encoding, why) : HRA_OK;
    hra_input *input = err ? NULL : calloc(1, sizeof *input);
    if (!input) {
        hra_unpack_close(from);
        return err ? err : hra_no_memory(why);
    }
    input->from = from;
    input->named = named;
    *out = input;
    return HRA_OK;
}

hra_err hra_input_open(hra_input **out, const char *path, const char *encoding, hra_error *why) {
    hra_unpack *from;
    hra_err err = hra_unpack_open(&from, path, why);
    return err ? err : open_on(out, encoding, from, why);
}

hra_err hra_input_open_bytes(hra_input **out, const void *bytes, size_t length, const char *encoding,
                             hra_error *why) {
    hra_unpack *from;
    hra_err err = hra_unpack_open_bytes(&from, bytes, length, why);
    return err ? err : open_on(out, encoding, from, why);
}

void hra_input_close(hra_input *input) {
    if (!input)
        return;
    hra_unpack_close(input->from);
    free(input->joined);
    free(input);
}

const char *hra_input_encoding(const hra_input *input) {
    return input->encoding ? input->encoding->name : NULL;
}

bool hra_input_guessed(const hra_input *input) {
    return input->encoding && !input->named && !input->marked && input->encoding != &hra_utf_8;
}

uint64_t hra_input_replaced(const hra_input *input) {
    return input->replaced;
}

/* ---- bytes ----------------------------------------------------------------------------------*/

/* Puts what is left where the next part does not overwrite it: at most PIPE_LOOK bytes, for the caller's bytes come as
 * one part. */
static hra_err set_aside(hra_input *input) {
    if (!input->joined)
        input->joined = malloc(PIPE_LOOK + HRA_UNPACK_PART);
    if (!input->joined)
        return hra_no_memory(&input->why);
    memmove(input->joined, input->at, input->left);
    input->at = input->joined;
    return HRA_OK;
}

/* Gets the next part, behind what is left. An error counts when what came before it is read; only a signal comes first. */
static hra_err fetch(hra_input *input) {
    const char *part;
    size_t length = 0;
    hra_error why;
    hra_err err = input->left ? set_aside(input) : HRA_OK;
    if (!err) {
        err = hra_unpack_next(input->from, &part, &length, &why);
        if (err)
            input->why = why;
    }
    if (err == HRA_ESTOPPED)
        return err;
    if (length && input->left)
        memcpy(input->joined + input->left, part, length);
    else if (length)
        input->at = part;
    input->left += length;
    input->err = err;
    input->over = err || length == 0;
    return HRA_OK;
}

static void skip(hra_input *input, size_t length) {
    input->at += length;
    input->left -= length;
}

/* ---- the encoding ---------------------------------------------------------------------------*/

static const struct mark {
    const hra_encoding *encoding;
    size_t length;
    char bytes[4];
} marks[] = {
    {&hra_utf_8, 3, "\xEF\xBB\xBF"},
    {&hra_utf_16_little, 2, "\xFF\xFE"},
    {&hra_utf_16_big, 2, "\xFE\xFF"},
};

/* Passes over a byte order mark, when enough bytes are there to recognize it. */
static void read_mark(hra_input *input) {
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const struct mark *mark = &marks[i];
        size_t front = input->left < mark->length ? input->left : mark->length;
        if (front > 0 && memcmp(input->at, mark->bytes, front) != 0)
            continue;
        if (front < mark->length && !input->over)
            return; /* it may become one */
        if (front < mark->length)
            continue;
        skip(input, mark->length);
        input->encoding = mark->encoding;
        input->marked = true;
        break;
    }
    input->begun = true;
    if (!input->encoding)
        input->encoding = input->named;
}

/* Looks through the file, or its beginning, apart from the reading of it. */
static bool is_utf8(hra_unpack *from, hra_err *err) {
    hra_utf8_check check = {0};
    const char *part = NULL;
    size_t length, seen = 0;
    bool good = true;
    do {
        *err = hra_unpack_next(from, &part, &length, NULL);
        good = hra_utf8_check_part(&check, part, *err ? 0 : length);
        seen += length;
    } while (!*err && good && length && seen < LONGEST_LOOK);
    bool whole = !*err && !length;
    return whole ? hra_utf8_check_end(&check) : good;
}

/* Decides from the first byte on that is not ASCII. HRA_ESTOPPED. */
static hra_err decide(hra_input *input) {
    hra_unpack *again;
    hra_utf8_check check = {0};
    hra_err err = hra_unpack_again(&again, input->from, NULL);
    bool good;
    if (!err) {
        good = is_utf8(again, &err);
        hra_unpack_close(again);
        if (err == HRA_ESTOPPED)
            return err;
    } else {
        while (input->left < PIPE_LOOK && !input->over)
            if (fetch(input) == HRA_ESTOPPED)
                return HRA_ESTOPPED;
        size_t length = input->left < PIPE_LOOK ? input->left : PIPE_LOOK;
        good = hra_utf8_check_part(&check, input->at, length);
        if (input->over && !input->err && length == input->left)
            good = hra_utf8_check_end(&check);
    }
    input->encoding = good ? &hra_utf_8 : &hra_windows_1252;
    return HRA_OK;
}

/* ---- decoding -------------------------------------------------------------------------------
 * Each decodes the front of at[0..length-1], and returns how many bytes that was: fewer where a character is cut off,
 * which is bad if nothing comes behind it (`last`). */

static void replace(hra_input *input, hra_text *out) {
    hra_text_add(out, "\xEF\xBF\xBD");
    input->replaced++;
}

/* Whether some bytes behind at[0..size-1] make a character of `due` bytes of it: 80 or BF does, if any does. */
static bool goes_on(const char *at, size_t size, size_t due) {
    char whole[4];
    uint32_t code;
    memcpy(whole, at, size);
    memset(whole + size, 0x80, sizeof whole - size);
    if (hra_utf8_decode(whole, due, &code))
        return true;
    memset(whole + size, 0xBF, sizeof whole - size);
    return hra_utf8_decode(whole, due, &code) > 0;
}

/* Bytes of at[0..length-1], which no character begins, that one U+FFFD stands for: the longest front of a character
 * (Unicode 15, 3.9: maximal subpart). *cut: the text ends within it. */
static size_t bad_length(const char *at, size_t length, bool *cut) {
    unsigned char lead = (unsigned char)*at;
    size_t due = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2, size = 1;
    *cut = lead >= 0xC2 && lead <= 0xF4;
    if (!*cut)
        return 1;
    for (; size < due && goes_on(at, size, due); size++)
        if (size == length)
            return size;
    *cut = false;
    return size > 1 ? size - 1 : 1;
}

static size_t decode_utf8(hra_input *input, const char *at, size_t length, bool last, hra_text *out) {
    size_t used = 0;
    while (used < length) {
        size_t good = hra_utf8_valid(at + used, length - used);
        hra_text_add_bytes(out, at + used, good);
        used += good;
        if (used == length)
            break;
        bool cut;
        size_t bad = bad_length(at + used, length - used, &cut);
        if (cut && !last)
            break;
        replace(input, out);
        used += bad;
    }
    return used;
}

static size_t decode_bytes(hra_input *input, const char *at, size_t length, hra_text *out) {
    const hra_encoding *e = input->encoding;
    char decoded[DECODED];
    size_t used = 0;
    while (used < length) {
        size_t n = hra_utf8_ascii(at + used, length - used), size = 0;
        hra_text_add_bytes(out, at + used, n);
        used += n;
        for (; used < length && size + 3 <= sizeof decoded; used++) {
            unsigned char byte = (unsigned char)at[used];
            int high = byte - 0x80;
            uint32_t code = high >= 0 && high < e->count ? e->high[high] : byte;
            size += hra_utf8_encode(code, decoded + size);
            input->replaced += code == 0xFFFD;
        }
        hra_text_add_bytes(out, decoded, size);
    }
    return used;
}

static uint32_t unit_at(const char *at, bool big) {
    unsigned char first = (unsigned char)at[0], second = (unsigned char)at[1];
    return big ? (uint32_t)first << 8 | second : (uint32_t)second << 8 | first;
}

/* One character of UTF-16: how many bytes; 0: it is cut off. *code is UINT32_MAX for what is none. */
static size_t take_utf16(const char *at, size_t length, bool big, bool last, uint32_t *code) {
    *code = UINT32_MAX;
    if (length < 2)
        return last ? length : 0;
    uint32_t unit = unit_at(at, big);
    if (unit < 0xD800 || unit > 0xDFFF) {
        *code = unit;
        return 2;
    }
    if (unit > 0xDBFF)
        return 2;
    if (length < 4)
        return last ? (length == 3 ? 3 : 2) : 0;
    uint32_t low = unit_at(at + 2, big);
    if (low < 0xDC00 || low > 0xDFFF)
        return 2;
    *code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    return 4;
}

static size_t decode_utf16(hra_input *input, const char *at, size_t length, bool last, hra_text *out) {
    bool big = input->encoding->kind == HRA_UTF_16_BIG;
    char decoded[DECODED];
    size_t used = 0, n = 1;
    while (used < length && n > 0) {
        size_t size = 0;
        while (used < length && size + 4 <= sizeof decoded) {
            uint32_t code;
            n = take_utf16(at + used, length - used, big, last, &code);
            if (n == 0)
                break;
            input->replaced += code == UINT32_MAX;
            size += hra_utf8_encode(code == UINT32_MAX ? 0xFFFD : code, decoded + size);
            used += n;
        }
        hra_text_add_bytes(out, decoded, size);
    }
    return used;
}

static size_t decode(hra_input *input, const char *at, size_t length, bool last, hra_text *out) {
    switch (input->encoding->kind) {
    case HRA_UTF_8:
        return decode_utf8(input, at, length, last, out);
    case HRA_ONE_BYTE:
        return decode_bytes(input, at, length, out);
    default:
        return decode_utf16(input, at, length, last, out);
    }
}

/* ---- reading --------------------------------------------------------------------------------*/

/* Appends some of what is left, if enough of it is there; else gets more. HRA_ESTOPPED. */
static hra_err step(hra_input *input, size_t most, hra_text *out) {
    if (input->left == 0 && !input->over)
        return fetch(input);
    if (!input->begun) {
        read_mark(input);
        return input->begun ? HRA_OK : fetch(input);
    }
    size_t length = input->left < most ? input->left : most;
    if (!input->encoding) {
        size_t ascii = hra_utf8_ascii(input->at, length);
        hra_text_add_bytes(out, input->at, ascii);
        skip(input, ascii);
        return ascii > 0 || length == 0 ? HRA_OK : decide(input);
    }
    bool last = input->over && length == input->left;
    size_t used = decode(input, input->at, length, last && !input->err, out);
    if (last && used < length)
        used = length; /* of damaged data the front of a character */
    skip(input, used);
    return used > 0 ? HRA_OK : fetch(input);
}

hra_err hra_input_read(hra_input *input, size_t most, hra_text *out, hra_error *why) {
    size_t before = out->length;
    most = most > CUT ? most : CUT + 1;
    while (out->length == before && !out->err && (input->left > 0 || !input->over)) {
        hra_err err = step(input, most, out);
        if (err)
            return hra_fail_as(why, &input->why);
    }
    if (out->err)
        return hra_no_memory(why);
    if (out->length > before)
        return HRA_OK;
    if (!input->encoding && !input->err)
        input->encoding = &hra_utf_8;
    return input->err ? hra_fail_as(why, &input->why) : HRA_OK;
}

hra_err hra_input_read_all(hra_input *input, size_t most, hra_text *out, hra_error *why) {
    size_t from = out->length, before;
    hra_err err;
    do {
        before = out->length;
        err = hra_input_read(input, HRA_UNPACK_PART, out, why);
        if (!err && out->length - from > most)
            err =
                hra_fail(why, HRA_ELIMIT, -1, "%slonger than %zu bytes", hra_unpack_name(input->from), most);
    } while (!err && out->length > before);
    return err;
}

hra_err hra_input_read_file(const char *path, size_t most, hra_text *out, hra_error *why) {
    hra_input *input = NULL;
    hra_err err = hra_input_open(&input, path, NULL, why);
    if (err)
        return err;
    err = hra_input_read_all(input, most, out, why);
    hra_input_close(input);
    return err;
}
