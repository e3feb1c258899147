/* Sentences in the language of a person, out of a catalogue of gettext's. It is read here and not by libintl,
 * which there is none of in a browser, and which speaks no other language where a system has no locale of it:
 * in "C" and, by newer ones of glibc (its bug 16621), in "C.UTF-8" too. */
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "utf8.h"

/* A .mo file (the manual of GNU gettext, "The Format of GNU MO Files"): two tables of lengths and places, of
 * the English sentences in order of their bytes and of what stands for each. The only variable of the
 * library: the language is the process's, as its locale is, and stays what it was from before the second thread
 * on. */
static struct {
    const char *bytes;               /* NULL: English */
    char *own;                       /* the same where it is the library's */
    uint32_t count, english, others; /* sentences; where the tables begin */
} catalogue;

/* As msgfmt writes them on every machine, the lowest byte first. */
static uint32_t number_at(const char *bytes, size_t at) {
    const unsigned char *b = (const unsigned char *)bytes + at;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static const char *entry(uint32_t table, uint32_t i) {
    return catalogue.bytes + number_at(catalogue.bytes, table + 8 * i + 4);
}

/* Whether every entry of a table lies in the file and ends with a zero. */
static bool is_whole(const char *bytes, size_t length, uint32_t count, uint32_t table) {
    if (table > length || count > (length - table) / 8)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = number_at(bytes, table + 8 * i), at = number_at(bytes, table + 8 * i + 4);
        if (at >= length || size >= length - at || bytes[at + size])
            return false;
    }
    return true;
}

hra_err hra_language_load(const void *bytes, size_t length) {
    free(catalogue.own);
    catalogue.own = NULL;
    catalogue.bytes = NULL;
    if (!bytes)
        return HRA_OK;
    if (length < 20 || number_at(bytes, 0) != 0x950412de)
        return HRA_EDAMAGED;
    catalogue.count = number_at(bytes, 8);
    catalogue.english = number_at(bytes, 12);
    catalogue.others = number_at(bytes, 16);
    if (!is_whole(bytes, length, catalogue.count, catalogue.english) ||
        !is_whole(bytes, length, catalogue.count, catalogue.others))
        return HRA_EDAMAGED;
    catalogue.bytes = bytes;
    return HRA_OK;
}

hra_err hra_language_keep(char *bytes, size_t length) {
    hra_err err = hra_language_load(bytes, length);
    if (err)
        free(bytes);
    else
        catalogue.own = bytes;
    return err;
}

/* What stands for a sentence, of one with several forms all of them, each with its zero. NULL: nothing does.
 */
static const char *find(const char *english, size_t *length) {
    uint32_t from = 0, to = catalogue.bytes ? catalogue.count : 0;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        int order = strcmp(english, entry(catalogue.english, middle)); /* which ends before its other form */
        if (order == 0) {
            const char *found = entry(catalogue.others, middle);
            *length = number_at(catalogue.bytes, catalogue.others + 8 * middle) + (size_t)1;
            return *found ? found : NULL;
        }
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return NULL;
}

static const char *look_up(const char *english) {
    size_t length;
    const char *found = find(english, &length);
    return found ? found : english;
}

/* Of the languages that there are only Czech is not English: its forms are for 1, for 2 to 4, and for more.
 */
static const char *look_up_many(const char *one, const char *many, unsigned long n) {
    size_t length;
    const char *found = find(one, &length);
    if (!found)
        return n == 1 ? one : many;
    for (int form = n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2; form > 0; form--) {
        size_t size = strlen(found) + 1;
        if (size >= length)
            return many;
        found += size;
        length -= size;
    }
    return found;
}

const char *hra_translate(const char *english) {
    return *english ? look_up(english) : english; /* the msgid "" has the header of the catalogue */
}

const char *hra_translate_many(const char *one, const char *many, uint64_t n) {
    return look_up_many(one, many, n > 1000000 ? 1000000 + n % 1000000 : (unsigned long)n);
}

const char *hra_language(void) {
    /* For translators: the tag of your language, such as cs. */
    return hra_translate("en");
}

/* ---- letters --------------------------------------------------------------------------------*/

static bool is_small(char c) {
    return c >= 'a' && c <= 'z';
}

const char *hra_signs(const char *english) {
    const char *signs = hra_translate(english);
    for (const char *at = signs, *in = english; *at || *in; at++, in++) {
        bool letter = is_small(*at) || (*at >= 'A' && *at <= 'Z');
        if (!*in || !letter || is_small(*at) != is_small(*in) || strchr(at + 1, *at))
            return english;
    }
    return signs;
}

/* ---- words that are typed -------------------------------------------------------------------*/

/* A letter without its case and accent, of those that Czech has; others as they are. */
static uint32_t plain(uint32_t c) {
    static const char accents[] = "áaÁačcČcďdĎdéeÉeěeĚeíiÍiňnŇnóoÓořrŘršsŠsťtŤtúuÚuůuŮuýyÝyžzŽz";
    if (c < 0x80)
        return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
    for (const char *at = accents; *at; at += 3) { /* each of two bytes, and the letter */
        uint32_t code = 0;
        hra_utf8_decode(at, 2, &code);
        if (code == c)
            return (uint32_t)at[2];
    }
    return c;
}

static uint32_t next_letter(const char **at, size_t *left) {
    uint32_t code = 0;
    size_t size = hra_utf8_decode(*at, *left, &code);
    if (size == 0) { /* not UTF-8: a byte that does not begin a character */
        code = 0x110000 + (unsigned char)**at;
        size = 1;
    }
    *at += size;
    *left -= size;
    return plain(code);
}

static bool is_word(const char *typed, size_t length, const char *word) {
    size_t left = strlen(word);
    while (length > 0 && left > 0)
        if (next_letter(&typed, &length) != next_letter(&word, &left))
            return false;
    return length == 0 && left == 0;
}

bool hra_is_word(const char *typed, size_t length, const char *english) {
    return is_word(typed, length, english) || is_word(typed, length, hra_translate(english));
}
