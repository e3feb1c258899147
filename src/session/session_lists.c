/* What there is to play, and by which methods. */
#include "session/session.h"

enum { GAMES = 256 }; /* that are named where one is not known */

static hra_err find_game(const hra_session *s, const char *name, const hra_rules **out, hra_error *why) {
    const char *names[GAMES + 1] = {NULL};
    *out = hra_registry_find_game(s->host.registry, name);
    for (int i = 0; i < GAMES && hra_registry_game(s->host.registry, i); i++)
        names[i] = hra_registry_game(s->host.registry, i)->name;
    return *out ? HRA_OK : hra_fail_unknown(why, 0, name, names, "unknown game '%.40s'; choose one of", name);
}

hra_err hra_session_handle_games(hra_session *s, const requester *who, char *line, hra_error *why,
                                 const char **about) {
    const hra_rules *only = NULL;
    char *name;
    hra_err err = hra_words_only(line, &name, why);
    if (!err && name)
        err = find_game(s, *about = name, &only, why);
    if (err)
        return err;
    hra_emit_list(s, who, true, only);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

hra_err hra_session_handle_methods(hra_session *s, const requester *who, char *line, hra_error *why,
                                   const char **about) {
    hra_emit_list(s, who, false, NULL);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}
