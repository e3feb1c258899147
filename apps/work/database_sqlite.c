/* SQLite: a file, written so that a kill at any moment loses only what was under way. */
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "database.h"

enum {
    PATIENCE = 10000,  /* milliseconds to wait for who writes */
    LONGEST = 1 << 28, /* bytes of a value */
    KEPT = 16,         /* statements that stay prepared: a unit needs seven, and each takes parsing */
};

typedef struct file {
    database base;
    sqlite3 *db;
    sqlite3_stmt *kept[KEPT];
    int next; /* where the next one goes */
} file;

static bool knows(const char *name) {
    return true; /* whatever is nothing else is a file */
}

static char *show(const char *name) {
    size_t size = strlen(name) + 1;
    char *own = malloc(size);
    if (own)
        memcpy(own, name, size);
    return own;
}

static hra_err fail(file *f, hra_error *why) {
    int code = f->db ? sqlite3_errcode(f->db) : SQLITE_NOMEM;
    f->base.lost = code == SQLITE_BUSY || code == SQLITE_LOCKED;
    if (code == SQLITE_NOMEM)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        return hra_fail(why, HRA_EDAMAGED, -1, "%s: it keeps no work of hra, or is damaged (%s)",
                        f->base.shown, sqlite3_errmsg(f->db));
    return hra_fail(why, HRA_EIO, -1, "%s: %s", f->base.shown, sqlite3_errmsg(f->db));
}

static bool bind(sqlite3_stmt *statement, int index, const database_value *v) {
    char name[8];
    hra_snprintf(name, sizeof name, "$%d", index + 1);
    int at = sqlite3_bind_parameter_index(statement, name);
    if (!at)
        return true;
    switch (v->type) {
    case DATABASE_NUMBER:
        return sqlite3_bind_int64(statement, at, v->number) == SQLITE_OK;
    case DATABASE_REAL:
        return sqlite3_bind_double(statement, at, v->real) == SQLITE_OK;
    case DATABASE_TEXT:
        return sqlite3_bind_text64(statement, at, v->data, v->length, SQLITE_STATIC, SQLITE_UTF8) ==
               SQLITE_OK;
    case DATABASE_BYTES:
        return sqlite3_bind_blob64(statement, at, v->data, v->length, SQLITE_STATIC) == SQLITE_OK;
    default:
        return sqlite3_bind_null(statement, at) == SQLITE_OK;
    }
}

static void take_row(sqlite3_stmt *statement, database_row *row) {
    row->count = sqlite3_column_count(statement);
    for (int i = 0; i < row->count && i < DATABASE_COLUMNS; i++) {
        database_value *v = &row->value[i];
        *v = (database_value){0};
        switch (sqlite3_column_type(statement, i)) {
        case SQLITE_INTEGER:
            *v = database_number(sqlite3_column_int64(statement, i));
            break;
        case SQLITE_FLOAT:
            *v = database_real(sqlite3_column_double(statement, i));
            break;
        case SQLITE_TEXT:
            v->type = DATABASE_TEXT;
            v->data = (const char *)sqlite3_column_text(statement, i);
            break;
        case SQLITE_BLOB:
            v->type = DATABASE_BYTES;
            v->data = sqlite3_column_blob(statement, i);
            v->data = v->data ? v->data : "";
            break;
        default:
            break;
        }
        if (v->data)
            v->length = (size_t)sqlite3_column_bytes(statement, i);
    }
}

/* Prepares a statement, or takes one that is; NULL: it is wrong. It is taken out, since a row's reader may
 * run the same one again. */
static sqlite3_stmt *take(file *f, const char *sql) {
    sqlite3_stmt *statement = NULL;
    for (int i = 0; i < KEPT; i++)
        if (f->kept[i] && strcmp(sqlite3_sql(f->kept[i]), sql) == 0) {
            statement = f->kept[i];
            f->kept[i] = NULL;
            return statement;
        }
    return sqlite3_prepare_v2(f->db, sql, -1, &statement, NULL) == SQLITE_OK ? statement : NULL;
}

static void keep(file *f, sqlite3_stmt *statement) {
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement); /* which are somebody else's */
    sqlite3_finalize(f->kept[f->next]);
    f->kept[f->next] = statement;
    f->next = (f->next + 1) % KEPT;
}

static hra_err run(database *db, const char *sql, const database_value *value, int count,
                   database_reader *row, void *self, int64_t *changed, hra_error *why) {
    file *f = (file *)db;
    hra_err err = HRA_OK;
    int code = SQLITE_ROW;
    db->lost = false;
    sqlite3_stmt *statement = take(f, sql);
    bool good = statement != NULL;
    for (int i = 0; i < count && good; i++)
        good = bind(statement, i, &value[i]);
    while (good && !err && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        database_row told;
        take_row(statement, &told);
        err = row ? row(self, &told, why) : HRA_OK;
    }
    if (!err && (!good || code != SQLITE_DONE))
        err = fail(f, why);
    if (changed)
        *changed = sqlite3_changes(f->db);
    if (good)
        keep(f, statement);
    else
        sqlite3_finalize(statement);
    return err;
}

static void close_file(database *db) {
    file *f = (file *)db;
    for (int i = 0; i < KEPT; i++)
        sqlite3_finalize(f->kept[i]);
    sqlite3_close(f->db);
    free(db->shown);
    free(f);
}

static hra_err open_database(file *f, bool make, hra_error *why) {
    hra_text name; /* from where one stands: for SQLite ":memory:" and "file:x" are something else */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | (make ? SQLITE_OPEN_CREATE : 0);
    hra_text_init(&name);
    hra_text_addf(&name, "%s%s", f->base.shown[0] == '/' ? "" : "./", f->base.shown);
    int code = name.err ? SQLITE_NOMEM : sqlite3_open_v2(name.data, &f->db, flags, NULL);
    hra_text_release(&name);
    if (code != SQLITE_OK)
        return fail(f, why);
    sqlite3_busy_timeout(f->db, PATIENCE);
    sqlite3_limit(f->db, SQLITE_LIMIT_LENGTH, LONGEST);
    /* What is written lies in the log before it counts; a database that somebody else made runs nothing. */
    static const char *const settings[] = {"PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON",
                                           "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"};
    hra_err err = HRA_OK;
    for (int i = 0; i < (make ? 4 : 2) && !err; i++)
        err = run(&f->base, settings[i], NULL, 0, NULL, NULL, NULL, why);
    return err;
}

static hra_err open_file(database **out, const char *name, bool make, hra_error *why) {
    if (!make && access(name, R_OK) != 0)
        return errno == ENOENT ? hra_fail(why, HRA_EMISSING, -1, "%s: there is no such file", name)
                               : hra_fail(why, HRA_EIO, -1, "%s: %s", name, strerror(errno));
    file *f = calloc(1, sizeof *f);
    if (!f || !(f->base.shown = show(name))) {
        free(f);
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    }
    f->base.driver = &database_sqlite;
    hra_err err = open_database(f, make, why);
    if (err)
        close_file(&f->base);
    else
        *out = &f->base;
    return err;
}

static hra_err again(database *db, hra_error *why) {
    file *f = (file *)db;
    db->lost = false;
    if (!sqlite3_get_autocommit(f->db))
        (void)run(db, "ROLLBACK", NULL, 0, NULL, NULL, NULL, why);
    return HRA_OK;
}

const database_driver database_sqlite = {
    .knows = knows,
    .show = show,
    .now = "((julianday('now') - 2440587.5) * 86400.0)",
    .begin = "BEGIN IMMEDIATE",
    .tables = "SELECT CASE WHEN EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'hra_run') THEN 1"
              " WHEN EXISTS (SELECT 1 FROM sqlite_master) THEN -1 ELSE 0 END",
    .hold = "",
    .skip = "",
    .open = open_file,
    .close = close_file,
    .run = run,
    .again = again,
};
