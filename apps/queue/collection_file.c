/* A collection in SQLite: its statements, and the storage of hra/collection.h. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collection_inside.h"
#include "speech/print.h"
#include "sqlite_safe.h"

enum {
    STEPS = 10000, /* of SQLite's machine between two looks whether it is to stop */
    PATIENCE = 10, /* seconds */
    PAUSE = 20,    /* milliseconds */
};

static const char *const statements[COLLECTION_STATEMENTS] = {
    [ADD_SPEC] = "INSERT INTO spec VALUES(?1, ?2, ?3, ?4)",
    [ADD_GAME] = "INSERT INTO game VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    [ADD_SEAT] = "INSERT OR IGNORE INTO seat VALUES(?1, ?2, ?3, ?4, ?5)",
    [ADD_NAME] = "INSERT INTO name VALUES(NULL, ?1, 0)",
    [FIND_NAME] = "SELECT id FROM name WHERE text = ?1",
    [FIND_MOVES] = "SELECT 1 FROM game WHERE moves_key = ?1 LIMIT 1",
    [ADD_RUN] = "INSERT INTO run VALUES(?1, ?2, ?3)",
    [DROP_RUN] = "DELETE FROM run WHERE id = ?1",
    [DROP_BLOCKS] = "DELETE FROM block WHERE id > ?1 << 32 AND id < (?1 + 1) << 32",
    [ADD_BLOCK] = "INSERT INTO block VALUES(?1, ?2, ?3, ?4)",
    [FIND_BLOCK] = "SELECT id FROM block WHERE run = ?1 AND first < ?2 ORDER BY first DESC, id DESC LIMIT 1",
    [READ_BLOCK] = "SELECT first, data FROM block WHERE id = ?1",
    [READ_GAME] = "SELECT " COLLECTION_GAME_COLUMNS " FROM " COLLECTION_GAME_TABLES " WHERE g.id = ?1",
    [READ_NAME] = "SELECT text FROM name WHERE id = ?1",
    [ADD_VALUE] = "INSERT OR REPLACE INTO value VALUES(?1, ?2, ?3, ?4, ?5)",
    [READ_VALUES] =
        "SELECT next, analyst, value, probability FROM value WHERE position = ?1 ORDER BY next, analyst",
    [ADD_REVIEW] = "INSERT OR REPLACE INTO review VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
};

/* ---- statements -----------------------------------------------------------------------------*/

hra_err collection_damaged(collection_file *f, hra_error *why) {
    return hra_fail(why, HRA_EDAMAGED, -1, _("%s: damaged, or not made by hra"), f->path);
}

hra_err collection_fail(collection_file *f, hra_error *why) {
    int code = f->db ? sqlite3_errcode(f->db) : SQLITE_NOMEM;
    if (code == SQLITE_NOMEM)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    if (code == SQLITE_INTERRUPT)
        return hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
    if (code == SQLITE_NOTADB)
        return hra_fail(why, HRA_EINPUT, -1, _("%s: not a collection of hra"), f->path);
    if (code == SQLITE_CORRUPT || code == SQLITE_TOOBIG || code == SQLITE_CONSTRAINT ||
        code == SQLITE_MISMATCH)
        return collection_damaged(f, why);
    if (code == SQLITE_BUSY)
        return hra_fail(why, HRA_EIO, -1, _("%s: another process adds games"), f->path);
    int system = code == SQLITE_CANTOPEN ? sqlite3_system_errno(f->db) : 0;
    return hra_fail(why, HRA_EIO, -1, "%s: %s", f->path,
                    system ? hra_system_text(system) : sqlite3_errmsg(f->db));
}

hra_err collection_execute(collection_file *f, const char *sql, hra_error *why) {
    return sqlite3_exec(f->db, sql, NULL, NULL, NULL) == SQLITE_OK ? HRA_OK : collection_fail(f, why);
}

sqlite3_stmt *collection_take(collection_file *f, collection_statement which, hra_err *err, hra_error *why) {
    *err = HRA_OK;
    if (!f->kept[which] && sqlite3_prepare_v3(f->db, statements[which], -1, SQLITE_PREPARE_PERSISTENT,
                                              &f->kept[which], NULL) != SQLITE_OK) {
        *err = collection_fail(f, why);
        return NULL;
    }
    (void)sqlite3_reset(f->kept[which]);
    return f->kept[which];
}

hra_err collection_step(collection_file *f, sqlite3_stmt *s, bool *row, hra_error *why) {
    int code = sqlite3_step(s);
    *row = code == SQLITE_ROW;
    if (*row)
        return HRA_OK;
    hra_err err = code == SQLITE_DONE ? HRA_OK : collection_fail(f, why);
    (void)sqlite3_reset(s);
    return err;
}

hra_err collection_finish(collection_file *f, sqlite3_stmt *s, hra_error *why) {
    bool row;
    hra_err err = collection_step(f, s, &row, why);
    (void)sqlite3_reset(s);
    return err;
}

void collection_bind_text(sqlite3_stmt *s, int at, const char *text) {
    if (text && *text)
        (void)sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);
    else
        (void)sqlite3_bind_null(s, at);
}

bool collection_number(sqlite3_stmt *s, int column, int64_t least, int64_t most, int64_t *out) {
    if (sqlite3_column_type(s, column) != SQLITE_INTEGER)
        return false;
    *out = sqlite3_column_int64(s, column);
    return *out >= least && *out <= most;
}

/* RFC 3629: no surrogates, no overlong forms. */
static bool is_utf8(const char *text, size_t length) {
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    while (at < end) {
        const int more = *at < 0x80   ? 0
                         : *at < 0xc2 ? -1
                         : *at < 0xe0 ? 1
                         : *at < 0xf0 ? 2
                         : *at < 0xf5 ? 3
                                      : -1;
        if (more < 0 || end - at <= more)
            return false;
        if (more && (at[1] < (*at == 0xe0   ? 0xa0
                              : *at == 0xf0 ? 0x90
                                            : 0x80) ||
                     at[1] > (*at == 0xed   ? 0x9f
                              : *at == 0xf4 ? 0x8f
                                            : 0xbf)))
            return false;
        for (int i = 2; i <= more; i++)
            if ((at[i] & 0xc0) != 0x80)
                return false;
        at += more + 1;
    }
    return true;
}

const char *collection_text(sqlite3_stmt *s, int column, size_t most) {
    if (sqlite3_column_type(s, column) != SQLITE_TEXT)
        return NULL;
    const char *text = (const char *)sqlite3_column_text(s, column);
    size_t length = (size_t)sqlite3_column_bytes(s, column);
    return text && length <= most && strlen(text) == length && is_utf8(text, length) ? text : NULL;
}

/* ---- changes --------------------------------------------------------------------------------*/

hra_err collection_begin(collection_file *f, hra_error *why) {
    if (!f->writes)
        return hra_fail(why, HRA_ESTATE, -1, "%s: %s", f->path, hra_err_text(HRA_ESTATE));
    if (f->changed)
        return HRA_OK;
    hra_err err = collection_execute(f, "BEGIN IMMEDIATE", why);
    f->changed = !err;
    return err;
}

static hra_err commit(void *self, hra_error *why) {
    collection_file *f = self;
    if (!f->changed)
        return HRA_OK;
    hra_err err = collection_execute(f, "COMMIT", why);
    f->changed = err != HRA_OK;
    return err ? err : collection_begin(f, why); /* no other process writes in between */
}

static sqlite3_stmt *take_to_write(collection_file *f, collection_statement which, hra_err *err,
                                   hra_error *why) {
    *err = collection_begin(f, why);
    return *err ? NULL : collection_take(f, which, err, why);
}

hra_err collection_intern(collection_file *f, const char *text, int64_t *out, hra_error *why) {
    hra_err err;
    bool row = false;
    *out = 0;
    if (!*text)
        return HRA_OK;
    sqlite3_stmt *s = collection_take(f, FIND_NAME, &err, why);
    if (!s)
        return err;
    collection_bind_text(s, 1, text);
    err = collection_step(f, s, &row, why);
    if (row)
        *out = sqlite3_column_int64(s, 0);
    (void)sqlite3_reset(s);
    if (err || row || !(s = collection_take(f, ADD_NAME, &err, why)))
        return err;
    collection_bind_text(s, 1, text);
    err = collection_finish(f, s, why);
    *out = sqlite3_last_insert_rowid(f->db);
    return err ? err : collection_name_player(f, *out, text, why);
}

/* ---- runs -----------------------------------------------------------------------------------*/

/* SQLite's numbers have a sign: this keeps their order. */
static int64_t with_sign(uint64_t key) {
    return (int64_t)(key ^ UINT64_C(1) << 63);
}

static uint64_t without_sign(int64_t key) {
    return (uint64_t)key ^ UINT64_C(1) << 63;
}

static hra_err add_run(void *self, const hra_collection_run *run, hra_error *why) {
    collection_file *f = self;
    hra_err err;
    sqlite3_stmt *s = take_to_write(f, ADD_RUN, &err, why);
    if (!s)
        return err;
    (void)sqlite3_bind_int64(s, 1, run->number);
    (void)sqlite3_bind_int(s, 2, run->level);
    (void)sqlite3_bind_int64(s, 3, run->entries);
    return collection_finish(f, s, why);
}

static hra_err drop_run(void *self, int64_t run, hra_error *why) {
    collection_file *f = self;
    static const collection_statement both[] = {DROP_BLOCKS, DROP_RUN};
    hra_err err = HRA_OK;
    for (int i = 0; i < 2 && !err; i++) {
        sqlite3_stmt *s = take_to_write(f, both[i], &err, why);
        if (s && !err) {
            (void)sqlite3_bind_int64(s, 1, run);
            err = collection_finish(f, s, why);
        }
    }
    return err;
}

static hra_err add_block(void *self, int64_t run, int64_t number, uint64_t first, const char *bytes,
                         size_t length, hra_error *why) {
    collection_file *f = self;
    hra_err err;
    sqlite3_stmt *s = take_to_write(f, ADD_BLOCK, &err, why);
    if (!s)
        return err;
    (void)sqlite3_bind_int64(s, 1, run << 32 | number);
    (void)sqlite3_bind_int64(s, 2, run);
    (void)sqlite3_bind_int64(s, 3, with_sign(first));
    (void)sqlite3_bind_blob64(s, 4, bytes, length, SQLITE_STATIC);
    return collection_finish(f, s, why);
}

static hra_err find_block(void *self, int64_t run, uint64_t key, int64_t *number, hra_error *why) {
    collection_file *f = self;
    hra_err err;
    bool row;
    *number = 0;
    sqlite3_stmt *s = collection_take(f, FIND_BLOCK, &err, why);
    if (!s)
        return err;
    (void)sqlite3_bind_int64(s, 1, run);
    (void)sqlite3_bind_int64(s, 2, with_sign(key));
    err = collection_step(f, s, &row, why);
    if (!err && row) {
        int64_t id = sqlite3_column_int64(s, 0);
        *number = id & UINT32_MAX;
        err = id >> 32 == run ? HRA_OK : collection_damaged(f, why);
    }
    (void)sqlite3_reset(s);
    return err;
}

static hra_err read_block(void *self, int64_t run, int64_t number, uint64_t *first, hra_text *out,
                          hra_error *why) {
    collection_file *f = self;
    hra_err err;
    bool row;
    int64_t key;
    sqlite3_stmt *s = collection_take(f, READ_BLOCK, &err, why);
    if (!s)
        return err;
    (void)sqlite3_bind_int64(s, 1, run << 32 | number);
    err = collection_step(f, s, &row, why);
    if (!err && !row)
        err = HRA_EMISSING;
    if (!err &&
        (sqlite3_column_type(s, 1) != SQLITE_BLOB || !collection_number(s, 0, INT64_MIN, INT64_MAX, &key)))
        err = collection_damaged(f, why);
    if (!err) {
        const char *bytes = sqlite3_column_blob(s, 1);
        *first = without_sign(key);
        hra_text_add_bytes(out, bytes ? bytes : "", (size_t)sqlite3_column_bytes(s, 1));
        err = out->err ? hra_no_memory(why) : HRA_OK;
    }
    (void)sqlite3_reset(s);
    return err;
}

/* ---- what it begins with --------------------------------------------------------------------*/

static hra_err add_spec(void *self, const hra_collection_spec *spec, hra_error *why) {
    collection_file *f = self;
    hra_err err;
    sqlite3_stmt *s = take_to_write(f, ADD_SPEC, &err, why);
    if (!s)
        return err;
    (void)sqlite3_bind_int(s, 1, spec->number);
    collection_bind_text(s, 2, spec->text);
    (void)sqlite3_bind_int64(s, 3, (int64_t)spec->salt);
    (void)sqlite3_bind_int64(s, 4, (int64_t)spec->probe);
    return collection_finish(f, s, why);
}

typedef struct loading {
    hra_err (*run)(void *, const hra_collection_run *);
    hra_err (*spec)(void *, const hra_collection_spec *);
    void *to;
    int64_t *games;
} loading;

static hra_err load_run(collection_file *f, sqlite3_stmt *s, loading *l, hra_error *why) {
    hra_collection_run run = {0};
    int64_t level;
    if (!collection_number(s, 0, 1, INT32_MAX, &run.number) || !collection_number(s, 1, 0, 64, &level) ||
        !collection_number(s, 2, 0, INT64_MAX, &run.entries))
        return collection_damaged(f, why);
    run.level = (int)level;
    return l->run(l->to, &run) ? collection_damaged(f, why) : HRA_OK;
}

static hra_err load_spec(collection_file *f, sqlite3_stmt *s, loading *l, hra_error *why) {
    int64_t number, salt, probe;
    const char *text = collection_text(s, 1, COLLECTION_TEXT);
    if (!text || !collection_number(s, 0, 1, INT32_MAX, &number) ||
        !collection_number(s, 2, INT64_MIN, INT64_MAX, &salt) ||
        !collection_number(s, 3, INT64_MIN, INT64_MAX, &probe))
        return collection_damaged(f, why);
    const hra_collection_spec spec = {(int)number, text, (uint64_t)salt, (uint64_t)probe};
    return l->spec(l->to, &spec) ? collection_damaged(f, why) : HRA_OK;
}

static hra_err load_games(collection_file *f, sqlite3_stmt *s, loading *l, hra_error *why) {
    return collection_number(s, 0, 0, UINT32_MAX, l->games) ? HRA_OK : collection_damaged(f, why);
}

static hra_err each_row(collection_file *f, const char *sql, loading *l,
                        hra_err (*take)(collection_file *, sqlite3_stmt *, loading *, hra_error *),
                        hra_error *why) {
    sqlite3_stmt *s = NULL;
    bool row = true;
    if (sqlite3_prepare_v2(f->db, sql, -1, &s, NULL) != SQLITE_OK)
        return collection_fail(f, why);
    hra_err err = collection_step(f, s, &row, why);
    while (!err && row) {
        err = take(f, s, l, why);
        if (!err)
            err = collection_step(f, s, &row, why);
    }
    sqlite3_finalize(s);
    return err;
}

static hra_err load(void *self, int64_t *games, hra_err (*run)(void *, const hra_collection_run *),
                    hra_err (*spec)(void *, const hra_collection_spec *), void *to, hra_error *why) {
    loading l = {run, spec, to, games};
    hra_err err = each_row(self, "SELECT id, level, entries FROM run ORDER BY id", &l, load_run, why);
    if (!err)
        err = each_row(self, "SELECT id, text, salt, probe FROM spec ORDER BY id", &l, load_spec, why);
    return err ? err : each_row(self, "SELECT ifnull(max(id), 0) FROM game", &l, load_games, why);
}

/* ---- values ---------------------------------------------------------------------------------*/

static hra_err add_value(void *self, uint64_t key, const hra_collection_value *value, hra_error *why) {
    collection_file *f = self;
    hra_err err;
    sqlite3_stmt *s = take_to_write(f, ADD_VALUE, &err, why);
    if (!s)
        return err;
    (void)sqlite3_bind_int64(s, 1, (int64_t)key);
    (void)sqlite3_bind_int64(s, 2, (int64_t)value->next);
    (void)sqlite3_bind_text(s, 3, value->analyst, -1, SQLITE_STATIC);
    (void)sqlite3_bind_double(s, 4, value->value);
    (void)sqlite3_bind_int(s, 5, value->probability);
    return collection_finish(f, s, why);
}

static hra_err values(void *self, uint64_t key, hra_err (*each)(void *to, const hra_collection_value *),
                      void *to, hra_error *why) {
    collection_file *f = self;
    hra_err err;
    bool row;
    sqlite3_stmt *s = collection_take(f, READ_VALUES, &err, why);
    if (!s)
        return err;
    (void)sqlite3_bind_int64(s, 1, (int64_t)key);
    err = collection_step(f, s, &row, why);
    while (!err && row) {
        int64_t next, probability;
        const char *analyst = collection_text(s, 1, COLLECTION_TEXT);
        if (!analyst || sqlite3_column_type(s, 2) != SQLITE_FLOAT ||
            !collection_number(s, 0, 1, INT64_MAX, &next) || !collection_number(s, 3, 0, 1, &probability)) {
            err = collection_damaged(f, why);
            break;
        }
        const hra_collection_value value = {(uint64_t)next, analyst, sqlite3_column_double(s, 2),
                                            probability != 0};
        err = each(to, &value);
        if (!err)
            err = collection_step(f, s, &row, why);
    }
    (void)sqlite3_reset(s);
    return err;
}

hra_collection_storage collection_file_storage(collection_file *f) {
    return (hra_collection_storage){.size = sizeof(hra_collection_storage),
                                    .self = f,
                                    .commit = commit,
                                    .load = load,
                                    .add_spec = add_spec,
                                    .add_game = collection_add_game,
                                    .game = collection_game_at,
                                    .add_run = add_run,
                                    .drop_run = drop_run,
                                    .add_block = add_block,
                                    .find_block = find_block,
                                    .read_block = read_block,
                                    .add_value = add_value,
                                    .values = values};
}

/* ---- opening --------------------------------------------------------------------------------*/

static int ends(void *self) {
    const collection_file *f = self;
    return f->progress && hra_progress_stopped(f->progress) && !f->changed;
}

/* A batch waits until those who read have finished, whatever they ask; all else is refused after PATIENCE. */
static int wait_for_lock(void *self, int tries) {
    const collection_file *f = self;
    const bool stopped = f->progress && hra_progress_stopped(f->progress);
    if (tries * PAUSE >= PATIENCE * 1000 && (!f->changed || stopped))
        return 0;
    (void)nanosleep(&(struct timespec){0, PAUSE * 1000000L}, NULL);
    return 1;
}

static hra_err set_up(collection_file *f, hra_error *why) {
    sqlite_make_safe(f->db, COLLECTION_LONGEST);
    sqlite3_progress_handler(f->db, STEPS, ends, f);
    sqlite3_busy_handler(f->db, wait_for_lock, f);
    hra_err err = collection_execute(f,
                                     "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                                     " PRAGMA mmap_size = 0; PRAGMA temp_store = FILE",
                                     why);
    if (!err && f->writes) /* pages for four blocks; a cache of 16 MiB: more makes it no faster */
        err = collection_execute(
            f, "PRAGMA page_size = 16384; PRAGMA cache_size = -16384; PRAGMA synchronous = NORMAL", why);
    if (!err)
        err = collection_check_tables(f, why);
    return err || !f->writes ? err : collection_begin(f, why);
}

/* A process that was killed leaves a journal, which has to be played back before anything can be read. */
static bool wants_recovery(const collection_file *f) {
    const int code = f->db ? sqlite3_extended_errcode(f->db) : SQLITE_OK;
    return !f->writes && (code == SQLITE_READONLY_ROLLBACK || code == SQLITE_READONLY_RECOVERY);
}

static hra_err open_by(collection_file *f, int flags, hra_error *why) {
    hra_text name; /* from where one stands: for SQLite ":memory:" and "file:x" are something else */
    hra_text_init(&name);
    hra_text_addf(&name, "%s%s", f->path[0] == '/' ? "" : "./", f->path);
    int code =
        name.err ? SQLITE_NOMEM : sqlite3_open_v2(name.data, &f->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    hra_text_release(&name);
    if (code != SQLITE_OK)
        return collection_fail(f, why);
    if (sqlite_has_foreign_log(f->db, true))
        return hra_fail(why, HRA_EINPUT, -1, _("%s: another program changed the file, or left a log of it"),
                        f->path);
    return set_up(f, why);
}

static hra_err open_database(collection_file *f, hra_error *why) {
    if (f->writes)
        return open_by(f, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why);
    hra_err err = open_by(f, SQLITE_OPEN_READONLY, why);
    if (!err || !wants_recovery(f))
        return err;
    sqlite3_close(f->db);
    f->db = NULL;
    err = open_by(f, SQLITE_OPEN_READWRITE, why);
    return err ? err : collection_execute(f, "PRAGMA query_only = ON", why);
}

hra_err collection_file_open(collection_file **out, const char *path, bool writes,
                             const hra_progress *progress, hra_error *why) {
    *out = NULL;
    if (!writes && access(path, R_OK) != 0)
        return hra_fail(why, errno == ENOENT ? HRA_EMISSING : HRA_EIO, -1, "%s: %s", path,
                        hra_system_text(errno));
    collection_file *f = calloc(1, sizeof *f);
    if (!f || !(f->path = strdup(path))) {
        free(f);
        return hra_no_memory(why);
    }
    f->writes = writes;
    f->progress = progress;
    hra_err err = open_database(f, why);
    if (err)
        collection_file_close(f);
    else
        *out = f;
    return err;
}

void collection_file_close(collection_file *f) {
    if (!f)
        return;
    for (int i = 0; i < COLLECTION_STATEMENTS; i++)
        sqlite3_finalize(f->kept[i]);
    sqlite3_close(f->db);
    free(f->path);
    free(f);
}
