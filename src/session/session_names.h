/* Names in lines and events, by the version of a client. */
#ifndef HRA_SESSION_SESSION_NAMES_H
#define HRA_SESSION_SESSION_NAMES_H

#include "hra/base.h"

/* Of what the names are. */
typedef enum session_names {
    SESSION_COMMANDS,    /* first words of lines */
    SESSION_NEW_WORDS,   /* words of `new`, `resume` and `watch`; with the "=" of those that have a value */
    SESSION_OTHERS,      /* values of `others=` */
    SESSION_MATCH_WORDS, /* words of `match` */
    SESSION_RIGHTS,      /* what a client may do */
    SESSION_EVENTS,      /* kinds of events */
    SESSION_KEYS         /* keys of events, and of objects that only events hold */
} session_names;

/* What this version (1 or 2) calls the thing that the last version calls `now`. Static, or `now` itself. */
const char *hra_session_name(int version, session_names of, const char *now);

/* HRA_EINPUT: another version calls something by this word, and this one has another name for it, which the error
 * says. 0: it is not so. A word "key=..." counts as "key=". */
hra_err hra_session_refuse_name(int version, session_names of, const char *word, hra_error *why);

enum { SESSION_WORDS = 63 }; /* in a list at most */

/* A list of names of the last version, ended by NULL, as this version calls them. */
void hra_session_list(int version, session_names of, const char *const *words,
                      const char *out[SESSION_WORDS + 1]);

#endif
