/* Whether a text is JSON. */
#include <string.h>

#include "core/utf8.h"
#include "hra/base.h"

typedef struct reader {
    const char *at, *end;
    int depth;
} reader;

static void skip_blanks(reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
        r->at++;
}

static bool take(reader *r, char c) {
    skip_blanks(r);
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool take_word(reader *r, const char *word) {
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0)
        return false;
    r->at += n;
    return true;
}

static bool take_digits(reader *r) {
    const char *from = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return r->at > from;
}

static bool take_number(reader *r) {
    if (r->at < r->end && *r->at == '-')
        r->at++;
    const char *from = r->at;
    if (!take_digits(r) || (*from == '0' && r->at > from + 1))
        return false;
    if (r->at < r->end && *r->at == '.') {
        r->at++;
        if (!take_digits(r))
            return false;
    }
    if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
        r->at++;
        if (r->at < r->end && (*r->at == '+' || *r->at == '-'))
            r->at++;
        return take_digits(r);
    }
    return true;
}

static bool take_escape(reader *r) {
    if (r->at == r->end)
        return false;
    if (*r->at++ != 'u')
        return strchr("\"\\/bfnrt", r->at[-1]) != NULL && r->at[-1] != '\0';
    for (int i = 0; i < 4; i++, r->at++)
        if (r->at == r->end || !strchr("0123456789abcdefABCDEF", *r->at) || !*r->at)
            return false;
    return true;
}

static bool take_string(reader *r) {
    uint32_t code;
    if (!take(r, '"'))
        return false;
    while (r->at < r->end && *r->at != '"') {
        size_t size = hra_utf8_decode(r->at, (size_t)(r->end - r->at), &code);
        if (size == 0 || code < 0x20)
            return false;
        r->at += size;
        if (code == '\\' && !take_escape(r))
            return false;
    }
    return r->at < r->end && *r->at++ == '"';
}

static bool take_value(reader *r);

/* The entries of a list or an object, up to its end. */
static bool take_entries(reader *r, char end, bool named) {
    if (r->depth == HRA_JSON_DEPTH)
        return false;
    r->depth++;
    if (!take(r, end)) {
        do {
            if ((named && (!take_string(r) || !take(r, ':'))) || !take_value(r))
                return false;
        } while (take(r, ','));
        if (!take(r, end))
            return false;
    }
    r->depth--;
    return true;
}

static bool take_value(reader *r) {
    skip_blanks(r);
    if (r->at == r->end)
        return false;
    switch (*r->at) {
    case '{':
        r->at++;
        return take_entries(r, '}', true);
    case '[':
        r->at++;
        return take_entries(r, ']', false);
    case '"':
        return take_string(r);
    case 't':
        return take_word(r, "true");
    case 'f':
        return take_word(r, "false");
    case 'n':
        return take_word(r, "null");
    default:
        return take_number(r);
    }
}

bool hra_json_valid(const char *text, size_t length) {
    reader r = {text, text + length, 0};
    if (!take_value(&r))
        return false;
    skip_blanks(&r);
    return r.at == r.end;
}
