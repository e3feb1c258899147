/* Replaces database_postgresql.c if there is no libpq: opening returns an error that says so. */
#include "database.h"

static hra_err open_none(database **out, const char *name, bool make, hra_error *why) {
    return hra_fail(why, HRA_EIO, -1,
                    "this hra was built without PostgreSQL; use a store in a file, or build hra with "
                    "libpq-dev (Debian's name)");
}

const database_driver database_postgresql = {.knows = database_is_address, .open = open_none};
