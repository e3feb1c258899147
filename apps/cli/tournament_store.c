/* Keeps a tournament in a database of SQLite. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <xxhash.h>

#include "../term/say.h"
#include "tournament_store.h"

enum {
    APPLICATION = 0x68726174, /* "hrat", which names the kind of database */
    FORM = 1,
    PATIENCE = 10000,  /* milliseconds to wait for who reads */
    LONGEST = 1 << 28, /* bytes of a value */
};

/* `checksum` is XXH3, 64 bits, of the result; records are of the same games. */
static const char schema[] =
    "CREATE TABLE run (spec TEXT NOT NULL);"
    "CREATE TABLE block (pairing INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,"
    " result TEXT NOT NULL, checksum INTEGER NOT NULL, records TEXT, PRIMARY KEY (pairing, first));";

struct tournament_store {
    sqlite3 *db;
    sqlite3_stmt *put;
    char *path, *spec;
    int lock; /* of who writes; -1: none */
};

/* ---- the database ---------------------------------------------------------------------------*/

static hra_err fail(const tournament_store *s, hra_error *why) {
    int code = s->db ? sqlite3_errcode(s->db) : SQLITE_NOMEM;
    if (code == SQLITE_NOMEM)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        return hra_fail(why, HRA_EDAMAGED, -1, "%s: it keeps no tournament, or is damaged (%s)", s->path,
                        sqlite3_errmsg(s->db));
    return hra_fail(why, HRA_EIO, -1, "%s: %s", s->path, sqlite3_errmsg(s->db));
}

static hra_err execute(const tournament_store *s, const char *sql, hra_error *why) {
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? HRA_OK : fail(s, why);
}

static hra_err read_number(const tournament_store *s, const char *sql, int64_t *out, hra_error *why) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    hra_err err = code == SQLITE_ROW ? HRA_OK : fail(s, why);
    sqlite3_finalize(statement);
    return err;
}

static char *copy(const char *text) {
    size_t size = strlen(text) + 1;
    char *own = malloc(size);
    if (own)
        memcpy(own, text, size);
    return own;
}

/* Writes what is played into an empty database. */
static hra_err make(const tournament_store *s, const char *spec, hra_error *why) {
    sqlite3_stmt *insert = NULL;
    char kind[96];
    hra_snprintf(kind, sizeof kind, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION,
                 FORM);
    hra_err err = execute(s, "BEGIN IMMEDIATE", why);
    if (!err)
        err = execute(s, schema, why);
    if (!err && (sqlite3_prepare_v2(s->db, "INSERT INTO run VALUES (?)", -1, &insert, NULL) != SQLITE_OK ||
                 sqlite3_bind_text(insert, 1, spec, -1, SQLITE_STATIC) != SQLITE_OK ||
                 sqlite3_step(insert) != SQLITE_DONE))
        err = fail(s, why);
    sqlite3_finalize(insert);
    if (!err)
        err = execute(s, kind, why);
    return err ? err : execute(s, "COMMIT", why);
}

static hra_err read_spec(tournament_store *s, hra_error *why) {
    sqlite3_stmt *statement = NULL;
    hra_err err = HRA_OK;
    if (sqlite3_prepare_v2(s->db, "SELECT spec FROM run", -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW || !sqlite3_column_text(statement, 0))
        err = fail(s, why);
    else if (!(s->spec = copy((const char *)sqlite3_column_text(statement, 0))))
        err = hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    sqlite3_finalize(statement);
    return err;
}

/* What the file is: one in which nothing is yet, or one that keeps this. */
static hra_err settle(tournament_store *s, const char *spec, hra_error *why) {
    int64_t tables = 0, application = 0, form = 0;
    hra_err err = read_number(s, "SELECT count(*) FROM sqlite_master", &tables, why);
    if (!err && tables == 0 && spec)
        err = make(s, spec, why);
    if (!err)
        err = read_number(s, "PRAGMA application_id", &application, why);
    if (!err && application != APPLICATION)
        return hra_fail(why, HRA_EDAMAGED, -1, "%s: it keeps no tournament", s->path);
    if (!err)
        err = read_number(s, "PRAGMA user_version", &form, why);
    if (!err && form > FORM)
        return hra_fail(why, HRA_EVERSION, -1, "%s: written by a newer hra", s->path);
    if (!err)
        err = read_spec(s, why);
    if (!err && spec && strcmp(spec, s->spec) != 0)
        err =
            hra_fail(why, HRA_ESTATE, -1,
                     "%s keeps another tournament; 'hra tournament status %s' tells which", s->path, s->path);
    return err;
}

/* One program at a time adds. This file is closed after the database, for that would drop SQLite's own locks.
 */
static hra_err take_lock(tournament_store *s, hra_error *why) {
    s->lock = open(s->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (s->lock < 0)
        return hra_fail(why, HRA_EIO, -1, "%s: %s", s->path, strerror(errno));
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0)
        return hra_fail(why, HRA_ESTATE, -1, "%s: another program plays this tournament now", s->path);
    return HRA_OK;
}

static hra_err open_database(tournament_store *s, bool writes, hra_error *why) {
    hra_text name; /* from where one stands: for SQLite ":memory:" and "file:x" are something else */
    hra_text_init(&name);
    hra_text_addf(&name, "%s%s", s->path[0] == '/' ? "" : "./", s->path);
    int code = name.err ? SQLITE_NOMEM : sqlite3_open_v2(name.data, &s->db, SQLITE_OPEN_READWRITE, NULL);
    hra_text_release(&name);
    if (code != SQLITE_OK)
        return fail(s, why);
    sqlite3_busy_timeout(s->db, PATIENCE);
    sqlite3_limit(s->db, SQLITE_LIMIT_LENGTH, LONGEST);
    /* What is written lies in the log before it counts; a database that somebody else made runs nothing. */
    hra_err err = execute(s, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;", why);
    if (!err && writes)
        err = execute(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;", why);
    return err;
}

hra_err tournament_store_open(tournament_store **out, const char *path, const char *spec, bool writes,
                              hra_error *why) {
    if (!spec && access(path, R_OK) != 0)
        return errno == ENOENT ? hra_fail(why, HRA_EMISSING, -1, "%s: there is no such file", path)
                               : hra_fail(why, HRA_EIO, -1, "%s: %s", path, strerror(errno));
    tournament_store *s = calloc(1, sizeof *s);
    if (!s || !(s->path = copy(path))) {
        free(s);
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    }
    s->lock = -1;
    hra_err err = writes ? take_lock(s, why) : HRA_OK;
    if (!err)
        err = open_database(s, writes, why);
    if (!err)
        err = settle(s, spec, why);
    if (err)
        tournament_store_close(s);
    else
        *out = s;
    return err;
}

void tournament_store_close(tournament_store *s) {
    if (!s)
        return;
    sqlite3_finalize(s->put);
    if (s->db && s->lock >= 0) /* without its log, so that it can be read where nothing may be written */
        (void)sqlite3_exec(s->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    sqlite3_close(s->db);
    if (s->lock >= 0)
        close(s->lock);
    free(s->path);
    free(s->spec);
    free(s);
}

const char *tournament_store_spec(const tournament_store *s) {
    return s->spec;
}

/* ---- blocks ---------------------------------------------------------------------------------*/

static int64_t checksum_of(const char *result) {
    return (int64_t)XXH3_64bits(result, strlen(result));
}

hra_err tournament_store_keep(void *self, const hra_tournament_block *b, hra_error *why) {
    tournament_store *s = self;
    if (!s->put && sqlite3_prepare_v2(s->db, "INSERT INTO block VALUES (?, ?, ?, ?, ?, ?)", -1, &s->put,
                                      NULL) != SQLITE_OK)
        return fail(s, why);
    sqlite3_stmt *put = s->put;
    bool good = sqlite3_bind_int(put, 1, b->pairing) == SQLITE_OK &&
                sqlite3_bind_int64(put, 2, (int64_t)b->from) == SQLITE_OK &&
                sqlite3_bind_int64(put, 3, (int64_t)b->to) == SQLITE_OK &&
                sqlite3_bind_text(put, 4, b->result, -1, SQLITE_STATIC) == SQLITE_OK &&
                sqlite3_bind_int64(put, 5, checksum_of(b->result)) == SQLITE_OK &&
                (b->records ? sqlite3_bind_text(put, 6, b->records, (int)b->length, SQLITE_STATIC)
                            : sqlite3_bind_null(put, 6)) == SQLITE_OK &&
                sqlite3_step(put) == SQLITE_DONE;
    hra_err err = good ? HRA_OK : fail(s, why);
    sqlite3_reset(put);
    return err;
}

hra_err tournament_store_restore(tournament_store *s, hra_tournament *t, hra_error *why) {
    sqlite3_stmt *all = NULL;
    int code = sqlite3_prepare_v2(s->db, "SELECT result, checksum FROM block ORDER BY pairing, first", -1,
                                  &all, NULL);
    hra_err err = code == SQLITE_OK ? HRA_OK : fail(s, why);
    while (!err && (code = sqlite3_step(all)) == SQLITE_ROW) {
        const char *result = (const char *)sqlite3_column_text(all, 0);
        if (!result || checksum_of(result) != sqlite3_column_int64(all, 1))
            err = hra_fail(why, HRA_EDAMAGED, -1, "%s: a result is not what was written", s->path);
        else
            err = hra_tournament_restore(t, result, why);
    }
    if (!err && code != SQLITE_DONE)
        err = fail(s, why);
    sqlite3_finalize(all);
    return err;
}

hra_err tournament_store_records(tournament_store *s, hra_record_sink sink, void *self, hra_error *why) {
    sqlite3_stmt *all = NULL;
    int code = sqlite3_prepare_v2(
        s->db, "SELECT records FROM block WHERE records IS NOT NULL ORDER BY pairing, first", -1, &all, NULL);
    hra_err err = code == SQLITE_OK ? HRA_OK : fail(s, why);
    while (!err && (code = sqlite3_step(all)) == SQLITE_ROW) {
        const char *records = (const char *)sqlite3_column_text(all, 0);
        if (records && (err = sink(self, records, (size_t)sqlite3_column_bytes(all, 0))) != 0)
            hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    if (!err && code != SQLITE_DONE)
        err = fail(s, why);
    sqlite3_finalize(all);
    return err;
}
