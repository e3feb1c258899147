/* The text of GNU Backgammon's files. */
#include "sgf_text.h"

#include <ctype.h>
#include <string.h>

#include "core/utf8.h"

/* The end of a value, behind its ]; `end`: it has none. */
static const char *value_end(const char *at, const char *end) {
    for (at++; at < end && *at != ']'; at++)
        at += *at == '\\' && at + 1 < end;
    return at < end ? at + 1 : end;
}

bool bg_sgf_begins(const char *at, const char *end) {
    return end - at > 2 && at[0] == '(' && at[1] == ';';
}

const char *bg_sgf_tree_end(const char *at, const char *end, bool last) {
    int depth = 0;
    bool closed = true; /* there may be a ] further on */
    for (const char *from = at; at < end; at++) {
        if (at > from && at[-1] == '\n' && bg_sgf_begins(at, end) && end - at > 4 &&
            isupper((unsigned char)at[2]) && isupper((unsigned char)at[3]) && at[4] == '[')
            return at;
        if (*at == '[' && closed) {
            const char *behind = value_end(at, end), *next = memchr(at, '\n', (size_t)(behind - at));
            closed = behind[-1] == ']';
            if (!closed && !last)
                return NULL;
            at = !closed && next ? next - 1 : behind - 1;
        }
        depth += (*at == '(') - (*at == ')');
        if (depth == 0)
            return at + 1;
    }
    return NULL;
}

static const char *blanks_end(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

/* The name at `at`, of which small letters do not count, and its values; false: it has none. */
static bool take_property(const char *at, const char *end, bg_sgf_token *out) {
    size_t n = 0;
    for (; at < end && isalpha((unsigned char)*at); at++)
        if (isupper((unsigned char)*at) && n + 1 < BG_SGF_NAME)
            out->name[n++] = *at;
    out->name[n] = '\0';
    out->end = out->values = at = blanks_end(at, end);
    for (; at < end && *at == '['; at = blanks_end(out->end, end))
        out->end = value_end(at, end);
    return n && out->end > out->values;
}

const char *bg_sgf_next(const char *at, const char *end, bg_sgf_token *out) {
    for (; at < end && *at != ')'; at++) {
        *out = (bg_sgf_token){.kind = *at == ';' ? BG_SGF_NODE : BG_SGF_BRANCH, .at = at, .end = at + 1};
        if (*at == ';' || *at == '(')
            return out->end;
        if (*at == '[') {
            at = value_end(at, end) - 1;
        } else if (isalpha((unsigned char)*at)) {
            if (take_property(at, end, out)) {
                out->kind = BG_SGF_PROPERTY;
                return out->end;
            }
            at = out->end - 1;
        }
    }
    *out = (bg_sgf_token){.kind = BG_SGF_END, .at = at, .end = at};
    return at;
}

/* The next character of a value without its escapes; NULL: there is none. An escaped end of a line is none. */
static const char *take_char(const char *at, const char *end, char *out) {
    while (at + 1 < end && at[0] == '\\' && at[1] == '\n')
        at += 2;
    if (at >= end || *at == ']')
        return NULL;
    at += *at == '\\' && at + 1 < end;
    *out = *at;
    return at + 1;
}

void bg_sgf_value(const char *at, const char *end, hra_text *out) {
    char next;
    for (at++; (at = take_char(at, end, &next)) != NULL;)
        hra_text_add_char(out, next);
}

const char *bg_sgf_next_value(const char *at, const char *end) {
    at = blanks_end(value_end(at, end), end);
    return at < end && *at == '[' ? at : NULL;
}

void bg_sgf_line(const char *at, const char *end, char *out, size_t size) {
    size_t n = 0;
    char next;
    for (at++; (at = take_char(at, end, &next)) != NULL && n + 1 < size;)
        out[n++] = hra_is_control(next) ? ' ' : next;
    n = at && n + 1 == size ? hra_utf8_whole(out, n) : n;
    out[n] = '\0';
}

void bg_sgf_add_text(const char *bytes, size_t length, hra_text *out) {
    while (length) {
        char character[4];
        size_t read, n = hra_utf8_ascii(bytes, length);
        hra_text_add_bytes(out, bytes, n);
        for (size_t i = 0; i < n && !out->err; i++)
            if (!bytes[i])
                out->data[out->length - n + i] = ' ';
        bytes += n;
        length -= n;
        if (!length)
            return;
        n = hra_utf8_take(bytes, length, character, &read);
        hra_text_add_bytes(out, character, n);
        bytes += read;
        length -= read;
    }
}

void bg_sgf_add_value(const char *text, hra_text *out) {
    hra_text_add_char(out, '[');
    for (; *text; text++) {
        if (*text == ']' || *text == '\\')
            hra_text_add_char(out, '\\');
        hra_text_add_char(out, *text);
    }
    hra_text_add_char(out, ']');
}

bool bg_sgf_is_values(const char *text) {
    const char *end = text + strlen(text), *at = blanks_end(text, end);
    if (at == end)
        return false;
    for (; at < end; at = blanks_end(at, end)) {
        if (*at != '[')
            return false;
        const char *behind = value_end(at, end);
        bool closed = false;
        for (at++; at < behind && !closed; at++) {
            closed = *at == ']';
            at += *at == '\\' && at + 1 < behind;
        }
        if (!closed)
            return false;
        at = behind;
    }
    return true;
}

bool bg_sgf_closes(const char *text, int depth) {
    const char *end = text + strlen(text);
    for (const char *at = text; at < end; at++) {
        if (depth == 0)
            return blanks_end(at, end) == end;
        if (*at == '[') {
            const char *behind = value_end(at, end);
            if (behind == end)
                return false;
            at = behind - 1;
        } else {
            depth += (*at == '(') - (*at == ')');
        }
    }
    return depth == 0;
}
