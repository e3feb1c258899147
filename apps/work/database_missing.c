/* In place of database_postgresql.c where there is no libpq: which is said. */
#include <string.h>

#include "database.h"

static bool knows(const char *name) {
    return strncmp(name, "postgresql://", 13) == 0 || strncmp(name, "postgres://", 11) == 0;
}

/* A name may hold a password. */
static char *show(const char *name) {
    return NULL;
}

static hra_err open_none(database **out, const char *name, bool make, hra_error *why) {
    return hra_fail(why, HRA_EIO, -1,
                    "this hra was built without libpq, so it keeps nothing in PostgreSQL; install libpq-dev "
                    "(Debian's name) and build again");
}

const database_driver database_postgresql = {.knows = knows, .show = show, .open = open_none};
