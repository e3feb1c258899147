/* Words of a line. */
#include "session/command_parser.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *hra_words_value(const char *word, const char *key) {
    size_t n = strcspn(key, "=");
    return strncmp(word, key, n) == 0 && word[n] == '=' ? word + n + 1 : NULL;
}

hra_err hra_words_number(const char *text, const char *what, uint64_t least, uint64_t most, uint64_t *out,
                         hra_error *why) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || errno || value < least || value > most)
        return hra_fail(why, HRA_EINPUT, -1, "%s is a whole number from %llu to %llu, not '%.40s'", what,
                        (unsigned long long)least, (unsigned long long)most, text);
    *out = value;
    return HRA_OK;
}

hra_err hra_words_choice(const char *value, const char *what, const char *no, const char *yes, bool *out,
                         hra_error *why) {
    const bool good = strcmp(value, yes) == 0;
    if (!good && strcmp(value, no) != 0)
        return hra_fail(why, HRA_EINPUT, -1, "%s is %s or %s, not '%.40s'", what, no, yes, value);
    *out = good;
    return HRA_OK;
}

hra_err hra_words_roster(char *line, const char *command, const char *const *options,
                         int (*read_option)(void *self, const char *word, hra_error *why), void *self,
                         roster *out, hra_error *why) {
    hra_err err;
    for (char *word; (err = hra_words_take(&line, &word, why)) == 0 && word;) {
        int option = out->game ? read_option(self, word, why) : 0;
        if (option < 0)
            return option;
        if (option)
            continue;
        if (!out->game)
            out->game = word;
        else if (strchr(word, '=') && !strchr(word, ':'))
            return hra_fail_unknown(why, -1, word, options, "unknown option '%.40s'; choose one of", word);
        else if (out->named < HRA_MAX_SEATS)
            out->players[out->named++] = word;
        else
            return hra_fail(why, HRA_EINPUT, -1, "no game has more than %d seats", HRA_MAX_SEATS);
    }
    if (err)
        return err;
    return out->game ? HRA_OK
                     : hra_fail(why, HRA_EINPUT, -1, "%s: missing game; usage: %s GAME PLAYER...", command,
                                command);
}
