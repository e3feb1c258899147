/* Symbols that a game defines, and whether a front end may draw them: their paths get into documents, so nothing
 * but path data may be in them. */
#include <stdlib.h>
#include <string.h>

#include "shapes.h"

#define LARGEST 9999.0

const char *hra_material_word(hra_material material) {
    static const char *const words[HRA_MATERIALS] = {"plain", "wood", "felt", "paper", "card", "night"};
    return words[material];
}

const char *hra_symbol_fill_word(hra_symbol_fill fill) {
    static const char *const words[HRA_SYMBOL_FILLS] = {"owner", "edge",  "ink",  "paper", "accent",
                                                        "shade", "light", "gold", "wood",  "red",
                                                        "green", "blue",  "grey"};
    return words[fill];
}

/* ---- path data ------------------------------------------------------------------------------*/

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static const char *skip(const char *at) {
    return at + strspn(at, " ");
}

/* Behind what may be between two numbers: blanks, and one comma. */
static const char *skip_between(const char *at) {
    const char *p = skip(at);
    return *p == ',' ? skip(p + 1) : p;
}

static bool begins_number(char c) {
    return is_digit(c) || c == '-' || c == '.';
}

/* Moves behind a number: "-12.5", ".5"; false: there is none, or it is too large. */
static bool read_number(const char **at) {
    const char *p = *at + (**at == '-');
    double value = 0;
    int digits = 0;
    for (; is_digit(*p); p++, digits++)
        value = 10 * value + (*p - '0');
    if (*p == '.' && is_digit(p[1]))
        for (p++; is_digit(*p); p++)
            digits++;
    if (digits == 0 || value > LARGEST)
        return false;
    *at = p;
    return true;
}

/* Numbers that a command takes each time; -1: there is no such command. */
static int arguments(char command) {
    static const char commands[] = "MLHVCSQTAZ", counts[] = "2211644270";
    const char *found = command ? strchr(commands, command >= 'a' ? command - ('a' - 'A') : command) : NULL;
    return found ? counts[found - commands] - '0' : -1;
}

/* The flags of an arc are 0 or 1. */
static bool is_flag(char command, int argument, const char *from, const char *to) {
    bool flag = (command == 'a' || command == 'A') && (argument == 3 || argument == 4);
    return !flag || (to - from == 1 && (*from == '0' || *from == '1'));
}

/* Moves behind the arguments of a command, given at least once. */
static bool read_arguments(const char **at, char command) {
    int count = arguments(command);
    bool more = false;
    do {
        for (int i = 0; i < count; i++) {
            const char *from = *at = i || more ? skip_between(*at) : skip(*at);
            if (!read_number(at) || !is_flag(command, i, from, *at)) {
                *at = from;
                return false;
            }
        }
        more = count > 0 && begins_number(*skip_between(*at));
    } while (more);
    *at = skip(*at);
    return true;
}

hra_err hra_path_check(const char *d, hra_error *why) {
    const char *at = d + strspn(d, " ");
    size_t length = strlen(d);
    if (length > HRA_PATH_LENGTH)
        return hra_fail(why, HRA_EINPUT, HRA_PATH_LENGTH, "path data has %zu bytes; the limit is %d", length,
                        HRA_PATH_LENGTH);
    bool good = *at == 'M' || *at == 'm';
    while (good && *at) {
        char command = *at;
        good = arguments(command) >= 0;
        at += good;
        good = good && read_arguments(&at, command);
    }
    return good ? HRA_OK : hra_fail(why, HRA_EINPUT, (int)(at - d), "this is not path data: '%s'", d);
}

/* ---- symbols --------------------------------------------------------------------------------*/

static bool is_id(const char *id) {
    static const char signs[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
    size_t length = id ? strspn(id, signs) : 0;
    return length > 0 && length <= 32 && id[length] == '\0';
}

static hra_err check(const hra_symbol *s, hra_error *why) {
    if (!is_id(s->id))
        return hra_fail(why, HRA_EINPUT, -1, "a symbol has a wrong id");
    bool sized = s->width > 0 && s->width <= LARGEST && s->height > 0 && s->height <= LARGEST &&
                 s->text_size >= 0 && s->text_size <= s->height && s->text_y >= 0 && s->text_y <= s->height;
    if (!sized || s->paths < 1 || s->paths > HRA_SYMBOL_PATHS)
        return hra_fail(why, HRA_EINPUT, -1, "the symbol '%s' has a wrong size or number of paths", s->id);
    for (int i = 0; i < s->paths; i++) {
        const hra_symbol_path *path = &s->path[i];
        if ((unsigned)path->fill >= HRA_SYMBOL_FILLS || !(path->line >= 0 && path->line <= LARGEST))
            return hra_fail(why, HRA_EINPUT, -1, "path %d of the symbol '%s' has a wrong colour or line",
                            i + 1, s->id);
        hra_err err = hra_path_check(path->d, why);
        if (err)
            return err;
    }
    return HRA_OK;
}

hra_err hra_symbols_check(const hra_symbol *symbols, int count, hra_error *why) {
    if (count > HRA_SYMBOLS)
        return hra_fail(why, HRA_EINPUT, -1, "a board has %d symbols; the limit is %d", count, HRA_SYMBOLS);
    for (int i = 0; i < count; i++) {
        hra_err err = check(&symbols[i], why);
        if (err)
            return err;
    }
    return HRA_OK;
}
