#include "hra/base.h"
#include "utf8.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_WORD = 63 }; /* names are shorter; a longer word is not a slip of the fingers */

const char *hra_err_text(hra_err code) {
    switch (code) {
    case HRA_OK:
        return "no error";
    case HRA_ENOMEM:
        return "out of memory";
    case HRA_EINPUT:
        return "bad input";
    case HRA_EFIT:
        return "does not fit this game";
    case HRA_EIO:
        return "file could not be read or written";
    case HRA_EDAMAGED:
        return "damaged file";
    case HRA_EVERSION:
        return "file of a newer version";
    case HRA_ESTOPPED:
        return "stopped";
    case HRA_ESTATE:
        return "not possible at this moment";
    case HRA_ELIMIT:
        return "over a limit";
    case HRA_EDENIED:
        return "file not allowed to be read";
    default:
        return "unknown error";
    }
}

/* Drops the front of a UTF-8 character that a full buffer cut off. */
static void drop_cut_character(char *text) {
    size_t length = strlen(text), last = length;
    while (last > 0 && length - last < 4 && ((unsigned char)text[last - 1] & 0xC0) == 0x80) {
        last--;
    }
    unsigned char lead = last > 0 ? (unsigned char)text[last - 1] : 0;
    size_t due = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead >= 0xC0 && length - (last - 1) < due) {
        text[last - 1] = '\0';
    }
}

/* Messages quote what was typed or read from a file. That must neither break the line nor reach a
 * terminal as a control sequence, and what holds a message may have to be UTF-8. */
static void tidy(char *text) {
    size_t left = strlen(text);
    char *to = text;
    while (left > 0) {
        uint32_t code = 0;
        size_t size = hra_utf8_decode(text, left, &code);
        if (size == 0 || code < 0x20 || (code >= 0x7F && code < 0xA0)) {
            size += size == 0;
            *to++ = '?';
        } else {
            memmove(to, text, size);
            to += size;
        }
        text += size;
        left -= size;
    }
    *to = '\0';
}

hra_err hra_fail(hra_error *why, hra_err code, int at, const char *format, ...) {
    if (why == NULL) {
        return code;
    }
    /* A buffer of its own, so that why->text may be among the arguments. */
    char text[sizeof why->text];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (length < 0) {
        text[0] = '\0';
    } else if ((size_t)length >= sizeof text) {
        drop_cut_character(text);
    }
    tidy(text);
    why->code = code;
    why->at = at;
    memcpy(why->text, text, sizeof text);
    return code;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* Inserted, dropped and changed letters and swapped neighbours, each counting one. Three rows of
 * the usual table are enough: a swap looks two rows back. */
static int distance(const char *a, int na, const char *b, int nb) {
    int rows[3][LONGEST_WORD + 1];
    int *before = rows[0], *last = rows[1], *row = rows[2];
    for (int j = 0; j <= nb; j++) {
        before[j] = 0;
        last[j] = j;
    }
    for (int i = 1; i <= na; i++) {
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            char x = lower(a[i - 1]), y = lower(b[j - 1]);
            row[j] = least(last[j - 1] + (x != y), least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y) {
                row[j] = least(row[j], before[j - 2] + 1);
            }
        }
        int *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[nb];
}

const char *hra_did_you_mean(const char *word, const char *const *names) {
    size_t length = strlen(word);
    if (length > LONGEST_WORD) {
        return NULL;
    }
    const char *best = NULL;
    int least_distance = LONGEST_WORD;
    for (; *names != NULL; names++) {
        size_t size = strlen(*names);
        if (size > LONGEST_WORD) {
            continue;
        }
        int d = distance(word, (int)length, *names, (int)size);
        int allowed = (int)(length > size ? length : size) / 3;
        if (d <= allowed && d < least_distance) {
            best = *names;
            least_distance = d;
        }
    }
    return best;
}
