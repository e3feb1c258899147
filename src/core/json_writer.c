/* Writing JSON. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/json_keys.h"
#include "text.h"

/* What stands before a piece: a comma where there is one before it, and its name. */
static void begin_piece(hra_json *json, const char *key) {
    if (json->comma)
        hra_text_add_char(json->out, ',');
    json->comma = true;
    if (!key)
        return;
    hra_text_add_json(json->out, key);
    hra_text_add_char(json->out, ':');
}

static void open_piece(hra_json *json, const char *key, bool list) {
    assert(json->depth < HRA_JSON_DEPTH);
    begin_piece(json, key);
    hra_text_add_char(json->out, list ? '[' : '{');
    uint64_t bit = UINT64_C(1) << json->depth++;
    json->lists = list ? json->lists | bit : json->lists & ~bit;
    json->comma = false;
}

void hra_json_object(hra_json *json, const char *key) {
    open_piece(json, key, false);
}

void hra_json_list(hra_json *json, const char *key) {
    open_piece(json, key, true);
}

void hra_json_end(hra_json *json) {
    assert(json->depth > 0);
    hra_text_add_char(json->out, json->lists >> --json->depth & 1 ? ']' : '}');
    json->comma = true;
}

void hra_json_raw(hra_json *json, const char *key, const char *value) {
    begin_piece(json, key);
    hra_text_add(json->out, value);
}

void hra_json_members(hra_json *json, const char *object) {
    const char *from = object + strspn(object, " \t{"), *end = strrchr(object, '}');
    if (!end || end <= from)
        return;
    begin_piece(json, NULL);
    hra_text_add_bytes(json->out, from, (size_t)(end - from));
}

void hra_json_text(hra_json *json, const char *key, const char *value) {
    if (!value) {
        hra_json_null(json, key);
        return;
    }
    begin_piece(json, key);
    hra_text_add_json(json->out, value);
}

void hra_json_number(hra_json *json, const char *key, double value) {
    if (!isfinite(value)) {
        hra_json_null(json, key);
        return;
    }
    begin_piece(json, key);
    hra_text_add_number(json->out, value + 0.0); /* no -0 */
}

void hra_json_seconds(hra_json *json, const char *key, double value) {
    hra_json_number(json, key, round(value * 1e6) / 1e6);
}

void hra_json_integer(hra_json *json, const char *key, int64_t value) {
    begin_piece(json, key);
    hra_text_addf(json->out, "%" PRId64, value);
}

void hra_json_count(hra_json *json, const char *key, uint64_t value) {
    begin_piece(json, key);
    hra_text_addf(json->out, "%" PRIu64, value);
}

/* ---- keys that were renamed -----------------------------------------------------------------*/

/* Puts the old name in the place of `length` bytes at `at`, which hold the new one. */
static void put_old_name(hra_text *out, size_t at, size_t length, const char *old) {
    size_t rest = out->length - at - length, n = strlen(old);
    if (n > length)
        hra_text_add_bytes(out, old, n - length); /* room for what moves */
    else
        out->length -= length - n;
    if (out->err)
        return;
    memmove(out->data + at + n, out->data + at + length, rest);
    memcpy(out->data + at, old, n);
    out->data[out->length] = '\0';
}

void hra_json_renamed(hra_json *json, size_t from, const char *key, const char *old) {
    hra_text *out = json->out;
    if (out->err || json->keys == HRA_JSON_NEW_KEYS)
        return;
    size_t at = from + (out->data[from] == ',') + 1, length = strlen(key), behind = at + length + 2;
    if (json->keys == HRA_JSON_OLD_KEYS) {
        put_old_name(out, at, length, old);
        return;
    }
    size_t end = out->length;
    begin_piece(json, old);
    char piece[256]; /* what is written may move the text that it is read from */
    for (size_t n; behind < end && !out->err; behind += n) {
        n = end - behind < sizeof piece ? end - behind : sizeof piece;
        memcpy(piece, out->data + behind, n);
        hra_text_add_bytes(out, piece, n);
    }
}
