/* Names in lines and events, by the version of a client. */
#include "session/session_names.h"

#include <assert.h>
#include <string.h>

#include "core/messages.h"

#define SESSION_NAME(of, old, now) {SESSION_##of, {old, now}},
static const struct {
    session_names of;
    const char *name[2]; /* of versions 1 and 2 */
} names[] = {
#include "session/session_names.def"
};
#undef SESSION_NAME

enum { NAMES = sizeof names / sizeof *names };

const char *hra_session_name(int version, session_names of, const char *now) {
    for (int i = 0; i < NAMES && version == 1; i++)
        if (names[i].of == of && strcmp(names[i].name[1], now) == 0)
            return names[i].name[0];
    return now;
}

/* Whether it is the name, or of a name with "=" the name and a value. */
static bool begins_with(const char *word, const char *name) {
    size_t n = strlen(name);
    return name[n - 1] == '=' ? strncmp(word, name, n) == 0 : strcmp(word, name) == 0;
}

hra_err hra_session_refuse_name(int version, session_names of, const char *word, hra_error *why) {
    const int own = version == 1 ? 0 : 1;
    for (int i = 0; i < NAMES; i++)
        if (names[i].of == of && begins_with(word, names[i].name[!own]))
            return hra_fail(why, HRA_EINPUT, -1, "'%s' is called '%s' in session %d", names[i].name[!own],
                            names[i].name[own], version);
    return HRA_OK;
}

void hra_session_list(int version, session_names of, const char *const *words,
                      const char *out[SESSION_WORDS + 1]) {
    int count = 0;
    for (; words[count]; count++) {
        assert(count < SESSION_WORDS);
        out[count] = hra_session_name(version, of, words[count]);
    }
    out[count] = NULL;
}
