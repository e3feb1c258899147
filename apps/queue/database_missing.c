/* In place of database_postgresql.c where there is no libpq: which is said. */
#include "database.h"

static hra_err open_none(database **out, const char *name, bool make, hra_error *why) {
    return hra_fail(
        why, HRA_EIO, -1,
        "this hra was built without PostgreSQL; install libpq-dev (Debian's name) and build again");
}

const database_driver database_postgresql = {.knows = database_is_address, .open = open_none};
