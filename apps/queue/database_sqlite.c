/* SQLite: a file, written so that a kill at any moment loses only what was under way. */
#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "database.h"
#include "speech/print.h"
#include "sqlite_safe.h"

enum {
    LONGEST = 1 << 28, /* bytes of a value */
    KEPT = 16,         /* statements that stay prepared: a task needs seven, and each takes parsing */
    STEPS = 10000,     /* of SQLite's machine between two looks whether it is to stop */
};

typedef struct file {
    database base;
    sqlite3 *db;
    sqlite3_stmt *kept[KEPT];
    int next;     /* where the next one goes */
    double began; /* the statement that runs */
} file;

/* What SQLite says of an error, in the language of the process if it is a common one. */
static const char *sqlite_text(sqlite3 *db) {
    static const struct {
        int code;
        const char *text;
    } texts[] = {
        {SQLITE_BUSY, N_("another process uses the file")},
        {SQLITE_LOCKED, N_("another process uses the file")},
        {SQLITE_READONLY, N_("the file can only be read")},
        {SQLITE_IOERR, N_("the file cannot be read or written")},
        {SQLITE_FULL, N_("the disk is full")},
        {SQLITE_CANTOPEN, N_("the file cannot be opened")},
        {SQLITE_PERM, N_("the system does not allow it")},
        {SQLITE_TOOBIG, N_("too large for the file")},
        {SQLITE_CORRUPT, N_("the file is damaged")},
        {SQLITE_NOTADB, N_("the file is not a database")},
    };
    const int code = sqlite3_errcode(db);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].code == code)
            return _(texts[i].text);
    return sqlite3_errmsg(db);
}

static bool knows(const char *name) {
    return true; /* whatever is nothing else is a file */
}

static hra_err fail(file *f, hra_error *why) {
    int code = f->db ? sqlite3_errcode(f->db) : SQLITE_NOMEM;
    f->base.lost = code == SQLITE_BUSY || code == SQLITE_LOCKED;
    if (code == SQLITE_NOMEM)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    if (code == SQLITE_INTERRUPT)
        return hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        return hra_fail(why, HRA_EDAMAGED, -1, "%s: not a store of hra, or damaged (%s)", f->base.shown,
                        sqlite_text(f->db));
    int system = code == SQLITE_CANTOPEN ? sqlite3_system_errno(f->db) : 0; /* says more, such as: a folder */
    return hra_fail(why, HRA_EIO, -1, "%s: %s", f->base.shown,
                    system ? hra_system_text(system) : sqlite_text(f->db));
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
    f->began = hra_clock();
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

/* ---- how long a statement may take ----------------------------------------------------------*/

static bool is_stopped(const file *f) {
    return f->base.progress && hra_progress_stopped(f->base.progress);
}

/* What somebody put into a file may take for ever. */
static int ends(void *self) {
    const file *f = self;
    return is_stopped(f) && hra_clock() - f->began > DATABASE_GRACE;
}

/* Waits for who locks it. */
static int wait_for_lock(void *self, int tries) {
    const file *f = self;
    if (hra_clock() - f->began > (is_stopped(f) ? fmin(DATABASE_GRACE, f->base.patience) : f->base.patience))
        return 0;
    (void)nanosleep(&(struct timespec){0, tries < 20 ? 1000000L * (tries + 1) : 20000000L}, NULL);
    return 1;
}

/* ---- opening --------------------------------------------------------------------------------*/

void sqlite_make_safe(sqlite3 *db, int longest) {
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, longest);
}

/* Reads `count` bytes `from` the start, or the end if it is below 0; false: there are none. */
static bool read_part(const char *path, long from, unsigned char *out, size_t count) {
    FILE *in = fopen(path, "rb");
    const bool read =
        in && fseek(in, from, from < 0 ? SEEK_END : SEEK_SET) == 0 && fread(out, 1, count, in) == count;
    if (in)
        (void)fclose(in);
    return read;
}

/* A journal that names another file ends with the first bytes of a journal (SQLite's file format, 3). */
static bool names_a_file(const char *journal) {
    static const unsigned char magic[] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char last[sizeof magic];
    return read_part(journal, -(long)sizeof last, last, sizeof last) && memcmp(last, magic, sizeof last) == 0;
}

bool sqlite_has_foreign_log(sqlite3 *db, bool wal) {
    const char *path = sqlite3_db_filename(db, "main"); /* where links lead */
    unsigned char versions[2];                          /* 2: of a file in WAL mode (1.3.3) */
    hra_text name;
    hra_text_init(&name);
    hra_text_addf(&name, "%s-wal", path ? path : "");
    bool foreign = name.err || !path;
    if (!foreign && wal)
        foreign = access(name.data, F_OK) == 0 ||
                  (read_part(path, 18, versions, sizeof versions) && (versions[0] == 2 || versions[1] == 2));
    hra_text_clear(&name);
    hra_text_addf(&name, "%s-journal", path ? path : "");
    foreign = foreign || name.err || names_a_file(name.data);
    hra_text_release(&name);
    return foreign;
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
    if (sqlite_has_foreign_log(f->db, false))
        return hra_fail(why, HRA_EINPUT, -1, _("%s: another program changed the file, or left a log of it"),
                        f->base.shown);
    sqlite_make_safe(f->db, LONGEST);
    sqlite3_progress_handler(f->db, STEPS, ends, f);
    sqlite3_busy_handler(f->db, wait_for_lock, f);
    return HRA_OK;
}

static hra_err set(database *db, const char *first, const char *second, hra_error *why) {
    hra_err err = run(db, first, NULL, 0, NULL, NULL, NULL, why);
    return err ? err : run(db, second, NULL, 0, NULL, NULL, NULL, why);
}

static hra_err connect_file(database *db, hra_error *why) {
    return set(db, "PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON", why);
}

/* What is written lies in the log before it counts. */
static hra_err prepare_file(database *db, hra_error *why) {
    return set(db, "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", why);
}

static hra_err open_file(database **out, const char *name, bool make, hra_error *why) {
    bool foreign = strstr(name, "://") || (strncasecmp(name, "postgres", 8) == 0 && strpbrk(name, ":@"));
    if (foreign) /* with a password, perhaps */
        return hra_fail(why, HRA_EINPUT, -1,
                        "wrong name of a store; name a file or postgresql://USER@HOST:PORT/DATABASE");
    if (!make && access(name, R_OK) != 0)
        return errno == ENOENT ? hra_fail(why, HRA_EMISSING, -1, "%s: file not found", name)
                               : hra_fail(why, HRA_EIO, -1, "%s: %s", name, hra_system_text(errno));
    file *f = calloc(1, sizeof *f);
    if (!f || !(f->base.shown = strdup(name))) {
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
    .version = sqlite3_libversion,
    .now = "((julianday('now') - 2440587.5) * 86400.0)",
    .begin = "BEGIN IMMEDIATE",
    /* No views and triggers, no tables that a module makes up (which have no page), no columns that are
     * worked out. */
    .tables =
        "SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM sqlite_master) THEN 0"
        " WHEN EXISTS (SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index') OR rootpage = 0)"
        " OR EXISTS (SELECT 1 FROM pragma_table_xinfo('hra_unit') WHERE hidden > 0)"
        " OR EXISTS (SELECT 1 FROM pragma_table_xinfo('hra_run') WHERE hidden > 0) THEN -1"
        " WHEN 2 = (SELECT count(*) FROM sqlite_master WHERE type = 'table'"
        " AND name IN ('hra_run', 'hra_unit')) THEN 1 ELSE -1 END",
    .hold = "",
    .skip = "",
    .open = open_file,
    .connect = connect_file,
    .prepare = prepare_file,
    .close = close_file,
    .run = run,
    .again = again,
};
