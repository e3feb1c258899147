/* What every file of SQLite needs that somebody else may have written. */
#ifndef HRA_QUEUE_SQLITE_SAFE_H
#define HRA_QUEUE_SQLITE_SAFE_H

#include <sqlite3.h>
#include <stdbool.h>

/* It has tables and nothing that runs by itself; values are not longer than `longest` bytes. */
void sqlite_make_safe(sqlite3 *db, int longest);
/* Whether SQLite would play back what hra never leaves beside a file: a journal that names another file, which SQLite would
 * delete; with `wal` also a log of WAL, or whether the file wants one. Before anything is read from `db`. */
bool sqlite_has_foreign_log(sqlite3 *db, bool wal);

#endif
