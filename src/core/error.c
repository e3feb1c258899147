/* Errors in words, did-you-mean, and making quoted text safe. */
#include <string.h>

#include "error.h"
#include "messages.h"
#include "utf8.h"

enum { LONGEST_WORD = 63 }; /* names are shorter; a longer word cannot be a misspelling of one */

const char *hra_err_text(hra_err code) {
    switch (code) {
    case HRA_OK:
        return _("no error");
    case HRA_ENOMEM:
        return _("out of memory");
    case HRA_EINPUT:
        return _("bad input");
    case HRA_EFIT:
        return _("does not fit this game");
    case HRA_EIO:
        return _("file could not be read or written");
    case HRA_EDAMAGED:
        return _("damaged file");
    case HRA_EVERSION:
        return _("file of a newer version");
    case HRA_ESTOPPED:
        return _("stopped");
    case HRA_ESTATE:
        return _("not possible at this moment");
    case HRA_ELIMIT:
        return _("over a limit");
    case HRA_EDENIED:
        return _("file not allowed to be read");
    case HRA_EMISSING:
        return _("no such file");
    case HRA_EENDED:
        return _("the program ended");
    case HRA_EHUNG:
        return _("the program did not answer in time");
    case HRA_EILLEGAL:
        return _("the program chose an illegal move");
    case HRA_EPROTOCOL:
        return _("the program said what its protocol does not know");
    case HRA_ETHREAD:
        return _("no thread could be started: the system allows no more");
    default:
        return _("unknown error");
    }
}

const char *hra_failure_name(int failure) {
    static const char *const names[HRA_FAILURES] = {N_("ended"), N_("hung"), N_("illegal"), N_("protocol")};
    return failure >= 0 && failure < HRA_FAILURES ? names[failure] : "";
}

/* Messages quote what was typed or read from a file. That must neither break the line nor reach a
 * terminal as a control sequence, and what holds a message may have to be UTF-8. */
static void tidy(char *text) {
    size_t left = strlen(text);
    char *to = text;
    while (left > 0) {
        uint32_t code = 0;
        size_t size = hra_utf8_decode(text, left, &code);
        if (size == 0 || code < 0x20 || hra_is_steering(code)) {
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

/* `text` may lie in why->text. */
static hra_err fail_with(hra_error *why, hra_err code, int at, char *text) {
    tidy(text);
    why->code = code;
    why->at = at;
    memmove(why->text, text, strlen(text) + 1);
    return code;
}

hra_err hra_fail(hra_error *why, hra_err code, int at, const char *format, ...) {
    if (why == NULL)
        return code;
    /* A buffer of its own, so that why->text may be among the arguments. */
    char text[sizeof why->text];
    va_list list;
    va_start(list, format);
    int length = hra_vsnprintf(text, sizeof text, _(format), list);
    va_end(list);
    if (length < 0)
        text[0] = '\0';
    return fail_with(why, code, at, text);
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
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y)
                row[j] = least(row[j], before[j - 2] + 1);
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
    if (length > LONGEST_WORD)
        return NULL;
    const char *best = NULL;
    int least_distance = LONGEST_WORD;
    for (; *names != NULL; names++) {
        size_t size = strlen(*names);
        if (size > LONGEST_WORD)
            continue;
        int d = distance(word, (int)length, *names, (int)size);
        int allowed = (int)(length > size ? length : size) / 3;
        if (d <= allowed && d < least_distance) {
            best = *names;
            least_distance = d;
        }
    }
    return best;
}

/* Adds format's text to text[0..*length], which holds `size` bytes; what does not fit is cut off, in whole
 * characters. */
HRA_PRINTF(4, 5) static void append(char *text, size_t size, size_t *length, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (hra_vsnprintf(text + *length, size - *length, format, list) < 0)
        text[*length] = '\0';
    va_end(list);
    *length += strlen(text + *length);
}

/* " a, b, c": as many names as leave room for `rest`, and ", ..." for those that do not fit. */
static void append_names(char *text, size_t size, size_t *length, const char *const *names, size_t rest) {
    static const char more[] = ", ...";
    for (const char *const *name = names; *name != NULL; name++) {
        size_t needed = strlen(*name) + (name > names ? 2 : 1) + (name[1] != NULL ? sizeof more - 1 : 0);
        if (*length + needed + rest >= size) {
            if (name > names || *length + sizeof " ..." - 1 + rest < size)
                append(text, size, length, "%s", name > names ? more : " ...");
            return;
        }
        append(text, size, length, "%s%s", name > names ? ", " : " ", *name);
    }
}

HRA_PRINTF(6, 0)
static hra_err fail_unknown(hra_error *why, int at, const char *word, const char *const *names, bool listed,
                            const char *format, va_list list) {
    char text[sizeof why->text], meant[2 * LONGEST_WORD] = "";
    const char *guess = hra_did_you_mean(word, names);
    if (guess != NULL)
        (void)hra_snprintf(meant, sizeof meant, _("; did you mean '%s'?"), guess);
    if (hra_vsnprintf(text, sizeof text - strlen(meant), _(format), list) < 0)
        text[0] = '\0';
    size_t length = strlen(text);
    if (listed)
        append_names(text, sizeof text, &length, names, strlen(meant));
    append(text, sizeof text, &length, "%s", meant);
    return fail_with(why, HRA_EINPUT, at, text);
}

hra_err hra_fail_guess(hra_error *why, int at, const char *word, const char *const *names, const char *format,
                       ...) {
    if (why != NULL) {
        va_list list;
        va_start(list, format);
        fail_unknown(why, at, word, names, false, format, list);
        va_end(list);
    }
    return HRA_EINPUT;
}

hra_err hra_fail_unknown(hra_error *why, int at, const char *word, const char *const *names,
                         const char *format, ...) {
    if (why != NULL) {
        va_list list;
        va_start(list, format);
        fail_unknown(why, at, word, names, true, format, list);
        va_end(list);
    }
    return HRA_EINPUT;
}
