/* The tables of a collection. A file with others is refused: SQLite keeps the text that made each table, so that a
 * comparison of texts excludes triggers, views, columns that are worked out and all else that runs by itself. */
#include <string.h>

#include "collection_inside.h"
#include "speech/print.h"

enum { MARK = 0x68726169 /* "hrai" */, FORM = 1 };

static const char *const tables[] = {
    "CREATE TABLE spec(id INTEGER PRIMARY KEY, text TEXT NOT NULL, salt INTEGER NOT NULL, probe INTEGER NOT "
    "NULL)",
    "CREATE TABLE source(id INTEGER PRIMARY KEY, name TEXT NOT NULL, hash INTEGER NOT NULL, length INTEGER "
    "NOT NULL,"
    " games INTEGER NOT NULL, whole INTEGER NOT NULL)",
    "CREATE INDEX source_hash ON source(hash)",
    "CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, player INTEGER NOT NULL)",
    "CREATE INDEX name_player ON name(player)",
    "CREATE TABLE alias(name TEXT PRIMARY KEY, player TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE game(id INTEGER PRIMARY KEY, spec INTEGER NOT NULL, source INTEGER NOT NULL, number "
    "INTEGER NOT NULL,"
    " players TEXT NOT NULL, event INTEGER, date TEXT, opening INTEGER, plies INTEGER NOT NULL, winners "
    "INTEGER,"
    " result TEXT, start TEXT, moves TEXT NOT NULL, moves_key INTEGER NOT NULL)",
    "CREATE INDEX game_moves ON game(moves_key)",
    "CREATE TABLE seat(player INTEGER NOT NULL, game INTEGER NOT NULL, seat INTEGER NOT NULL, outcome "
    "INTEGER,"
    " points REAL, PRIMARY KEY(player, game, seat)) WITHOUT ROWID",
    "CREATE TABLE run(id INTEGER PRIMARY KEY, level INTEGER NOT NULL, entries INTEGER NOT NULL)",
    "CREATE TABLE block(id INTEGER PRIMARY KEY, run INTEGER NOT NULL, first INTEGER NOT NULL, data BLOB NOT "
    "NULL)",
    "CREATE INDEX block_first ON block(run, first)",
    "CREATE TABLE value(position INTEGER NOT NULL, next INTEGER NOT NULL, analyst TEXT NOT NULL, value REAL "
    "NOT NULL,"
    " probability INTEGER NOT NULL, PRIMARY KEY(position, next, analyst)) WITHOUT ROWID",
    "CREATE TABLE review(game INTEGER NOT NULL, seat INTEGER NOT NULL, analyst TEXT NOT NULL, loss REAL NOT "
    "NULL,"
    " scaled REAL NOT NULL, decisions INTEGER NOT NULL, mistakes INTEGER NOT NULL,"
    " PRIMARY KEY(game, seat, analyst)) WITHOUT ROWID",
};

enum { TABLES = sizeof tables / sizeof *tables };

static hra_err read_one(collection_file *f, const char *sql, int64_t *out, hra_error *why) {
    sqlite3_stmt *s = NULL;
    bool row = false;
    hra_err err = sqlite3_prepare_v2(f->db, sql, -1, &s, NULL) == SQLITE_OK ? collection_step(f, s, &row, why)
                                                                            : collection_fail(f, why);
    *out = row ? sqlite3_column_int64(s, 0) : 0;
    sqlite3_finalize(s);
    return err;
}

static hra_err make_tables(collection_file *f, hra_error *why) {
    char about[80];
    hra_snprintf(about, sizeof about, "PRAGMA application_id = %d; PRAGMA user_version = %d", MARK, FORM);
    hra_err err = collection_execute(f, "BEGIN IMMEDIATE", why);
    for (int i = 0; i < TABLES && !err; i++)
        err = collection_execute(f, tables[i], why);
    if (!err)
        err = collection_execute(f, about, why);
    return err ? err : collection_execute(f, "COMMIT", why);
}

/* Whether it is one of ours that was not there yet. */
static bool is_ours(const char *sql, bool seen[TABLES]) {
    for (int i = 0; i < TABLES; i++)
        if (!seen[i] && strcmp(sql, tables[i]) == 0)
            return seen[i] = true;
    return false;
}

/* The index of a UNIQUE has no text. */
static hra_err compare_tables(collection_file *f, hra_error *why) {
    sqlite3_stmt *s = NULL;
    int found = 0, others = 0;
    bool row = true, seen[TABLES] = {false};
    if (sqlite3_prepare_v2(f->db, "SELECT sql, name FROM sqlite_master", -1, &s, NULL) != SQLITE_OK)
        return collection_fail(f, why);
    hra_err err = collection_step(f, s, &row, why);
    while (!err && row) {
        const char *sql = collection_text(s, 0, COLLECTION_TEXT),
                   *name = collection_text(s, 1, COLLECTION_TEXT);
        const bool automatic = !sql && name && strncmp(name, "sqlite_autoindex_", 17) == 0;
        const bool ours = sql && is_ours(sql, seen);
        found += ours;
        others += !automatic && !ours;
        err = collection_step(f, s, &row, why);
    }
    sqlite3_finalize(s);
    if (err)
        return err;
    return found == TABLES && !others ? HRA_OK : collection_damaged(f, why);
}

hra_err collection_check_tables(collection_file *f, hra_error *why) {
    int64_t mark, form, objects;
    hra_err err = read_one(f, "PRAGMA application_id", &mark, why);
    if (!err)
        err = read_one(f, "PRAGMA user_version", &form, why);
    if (!err)
        err = read_one(f, "SELECT count(*) FROM sqlite_master", &objects, why);
    if (err)
        return err;
    if (f->writes && !mark && !objects)
        return make_tables(f, why);
    if (mark != MARK)
        return hra_fail(why, HRA_EINPUT, -1, _("%s: not a collection of hra"), f->path);
    if (form != FORM)
        return hra_fail(why, HRA_EVERSION, -1, _("%s: made by a newer version of hra"), f->path);
    return compare_tables(f, why);
}
