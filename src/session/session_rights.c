/* Who may say which line. */
#include <string.h>

#include "session/session.h"

typedef struct right {
    const char *line; /* in the last version */
    unsigned takes;
    bool roles[HRA_ROLES];
} right;

static const right rights[] = {
#define SESSION_RIGHT(LINE, PERMISSIONS, OWNER, SEAT, WATCHER, STRANGER)                                     \
    {LINE, PERMISSIONS, {OWNER, SEAT, WATCHER, STRANGER}},
#include "session/session_rights.def"
#undef SESSION_RIGHT
};

enum { RIGHTS = sizeof rights / sizeof *rights };

unsigned hra_session_right(const char *line) {
    for (int i = 0; i < RIGHTS; i++)
        if (strcmp(line, rights[i].line) == 0)
            return rights[i].takes;
    return HRA_PERMIT_ALL; /* a test finds the line without a row */
}

unsigned hra_session_role_permissions(hra_session_role role) {
    unsigned may = 0;
    for (int i = 0; i < RIGHTS && role >= 0 && role < HRA_ROLES; i++)
        if (rights[i].roles[role])
            may |= rights[i].takes;
    return may;
}
