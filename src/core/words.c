/* Words of a line. */
#include "core/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

char *hra_words_skip(char *at) {
    while (is_blank(*at))
        at++;
    return at;
}

static void put_code(char **out, uint32_t code) {
    if (code < 0x80) {
        *(*out)++ = (char)code;
    } else if (code < 0x800) {
        *(*out)++ = (char)(0xC0 | code >> 6);
        *(*out)++ = (char)(0x80 | (code & 0x3F));
    } else {
        *(*out)++ = (char)(0xE0 | code >> 12);
        *(*out)++ = (char)(0x80 | (code >> 6 & 0x3F));
        *(*out)++ = (char)(0x80 | (code & 0x3F));
    }
}

/* What stands behind a backslash, as in JSON; NULL: nothing that is known. */
static const char *read_escape(const char *at, char **out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *known = *at ? strchr(from, *at) : NULL;
    if (known) {
        *(*out)++ = to[known - from];
        return at + 1;
    }
    char digits[5] = "", *end;
    if (*at != 'u' || strlen(at) < 5)
        return NULL;
    memcpy(digits, at + 1, 4);
    uint32_t code = (uint32_t)strtoul(digits, &end, 16);
    if (*end || !isxdigit((unsigned char)digits[0]) || code == 0 || (code >= 0xD800 && code < 0xE000))
        return NULL;
    put_code(out, code);
    return at + 5;
}

hra_err hra_words_take(char **line, char **word, hra_error *why) {
    char *from = hra_words_skip(*line), *out = from;
    const char *at = from;
    bool quoted = false;
    *word = NULL;
    if (!*from)
        return HRA_OK;
    for (; *at && (quoted || !is_blank(*at));) {
        if (*at == '"') {
            quoted = !quoted;
            at++;
        } else if (quoted && *at == '\\') {
            at = read_escape(at + 1, &out);
            if (!at)
                break;
        } else {
            *out++ = *at++;
        }
    }
    if (!at)
        return hra_fail(why, HRA_EINPUT, -1, "a backslash with something that JSON does not know");
    if (quoted)
        return hra_fail(why, HRA_EINPUT, -1, "double quotes without an end");
    *line = from + (at - from);
    *line += **line != '\0';
    *out = '\0';
    *word = from;
    return HRA_OK;
}

hra_err hra_words_only(char *line, char **out, hra_error *why) {
    hra_err err = hra_words_take(&line, out, why);
    if (err)
        return err;
    line = hra_words_skip(line);
    return *line ? hra_fail(why, HRA_EINPUT, -1, "unexpected word '%.40s'", line) : HRA_OK;
}
