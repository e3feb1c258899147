/* PostgreSQL, by libpq. What comes from the server is checked like anything else that somebody may have
 * written; passwords are in nothing that is shown. */
#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "database.h"

/* Types of PostgreSQL, by their numbers in every one of its databases (pg_type.dat). */
enum { BYTEA = 17, INT8 = 20, INT4 = 23, TEXT = 25, FLOAT8 = 701 };

enum { MOST_VALUES = 12, TRIES = 5 };

typedef struct server {
    database base;
    PGconn *connection;
    bool broken; /* the connection, since the last call */
} server;

static bool knows(const char *name) {
    return strncmp(name, "postgresql://", 13) == 0 || strncmp(name, "postgres://", 11) == 0;
}

/* ---- names ----------------------------------------------------------------------------------*/

/* A value of a URL, in which only a few characters stand for themselves. */
static void add_escaped(hra_text *out, const char *value) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/,:";
    for (; *value; value++)
        if (strchr(plain, *value))
            hra_text_add_char(out, *value);
        else
            hra_text_addf(out, "%%%02X", (unsigned)(unsigned char)*value);
}

static const char *value_of(const PQconninfoOption *all, const char *keyword) {
    for (const PQconninfoOption *o = all; o->keyword; o++)
        if (strcmp(o->keyword, keyword) == 0)
            return o->val;
    return NULL;
}

/* libpq marks with a star what is not to be shown. */
static void add_shown(hra_text *out, const PQconninfoOption *all) {
    static const char *const main_parts[] = {"user", "host", "port", "dbname", NULL};
    const char *user = value_of(all, "user"), *host = value_of(all, "host"), *port = value_of(all, "port"),
               *name = value_of(all, "dbname");
    bool first = true, folder = host && host[0] == '/'; /* that cannot stand before the name */
    hra_text_add(out, "postgresql://");
    if (user) {
        add_escaped(out, user);
        hra_text_add_char(out, '@');
    }
    if (host && !folder)
        hra_text_add(out, host);
    if (port)
        hra_text_addf(out, ":%s", port);
    hra_text_add_char(out, '/');
    if (name)
        add_escaped(out, name);
    for (const PQconninfoOption *o = all; o->keyword; o++) {
        bool said = !o->val || strchr(o->dispchar, '*');
        for (int i = 0; main_parts[i]; i++)
            said = said || (strcmp(o->keyword, main_parts[i]) == 0 && !(i == 1 && folder));
        if (said)
            continue;
        hra_text_addf(out, "%s%s=", first ? "?" : "&", o->keyword);
        add_escaped(out, o->val);
        first = false;
    }
}

static char *show(const char *name) {
    PQconninfoOption *all = PQconninfoParse(name, NULL); /* its complaint would quote the password */
    hra_text out;
    if (!all)
        return NULL;
    hra_text_init(&out);
    add_shown(&out, all);
    PQconninfoFree(all);
    if (!out.err)
        return out.data;
    hra_text_release(&out);
    return NULL;
}

/* ---- statements -----------------------------------------------------------------------------*/

/* What the server said, in one line. */
static hra_err fail(const server *s, const char *message, hra_error *why) {
    char line[400];
    hra_snprintf(line, sizeof line, "%.380s", message && *message ? message : "no answer");
    for (char *c = line; *c; c++)
        if (*c == '\n' || *c == '\t')
            *c = ' ';
    for (size_t n = strlen(line); n > 0 && line[n - 1] == ' '; n--)
        line[n - 1] = '\0';
    return hra_fail(why, HRA_EIO, -1, "%s: %s", s->base.shown, line);
}

/* Whether it is worth trying the same again: the connection is gone, the server goes down or comes up, or two
 * got in each other's way. What libpq itself complains of has no state. */
static bool is_passing(server *s, const PGresult *result) {
    static const char *const away[] = {"08", "57P01", "57P02", "57P03", "25P03"}, *const clash[] = {"40001",
                                                                                                    "40P01"};
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    bool clashed = false;
    s->broken = !state || PQstatus(s->connection) != CONNECTION_OK;
    for (size_t i = 0; state && i < sizeof away / sizeof *away; i++)
        s->broken = s->broken || strncmp(state, away[i], strlen(away[i])) == 0;
    for (size_t i = 0; state && i < sizeof clash / sizeof *clash; i++)
        clashed = clashed || strcmp(state, clash[i]) == 0;
    return s->broken || clashed;
}

/* Numbers travel with their highest byte first. */
static void put_whole(unsigned char *out, uint64_t n) {
    for (int i = 0; i < 8; i++)
        out[i] = (unsigned char)(n >> (56 - 8 * i));
}

static uint64_t take_whole(const char *bytes, int length) {
    uint64_t n = length > 0 && bytes[0] < 0 ? UINT64_MAX : 0;
    for (int i = 0; i < length; i++)
        n = n << 8 | (unsigned char)bytes[i];
    return n;
}

static void take_value(const PGresult *result, int row, int column, database_value *v) {
    const char *bytes = PQgetvalue(result, row, column);
    int length = PQgetlength(result, row, column);
    Oid type = PQftype(result, column);
    *v = (database_value){0};
    if (PQgetisnull(result, row, column))
        return;
    if ((type == INT8 && length == 8) || (type == INT4 && length == 4))
        *v = database_number((int64_t)take_whole(bytes, length));
    else if (type == FLOAT8 && length == 8) {
        uint64_t bits = take_whole(bytes, length);
        *v = database_real(0);
        memcpy(&v->real, &bits, sizeof bits);
    } else if (type == TEXT || type == BYTEA)
        *v = database_bytes(type == TEXT ? DATABASE_TEXT : DATABASE_BYTES, bytes, (size_t)length);
}

static PGresult *send(const server *s, const char *sql, const database_value *value, int count) {
    unsigned char number[MOST_VALUES][8];
    const char *data[MOST_VALUES];
    int length[MOST_VALUES], format[MOST_VALUES];
    Oid type[MOST_VALUES];
    for (int i = 0; i < count; i++) {
        const database_value *v = &value[i];
        uint64_t bits = (uint64_t)v->number;
        if (v->type == DATABASE_REAL)
            memcpy(&bits, &v->real, sizeof bits);
        put_whole(number[i], bits);
        bool whole = v->type == DATABASE_NUMBER || v->type == DATABASE_REAL;
        type[i] = v->type == DATABASE_NUMBER  ? INT8
                  : v->type == DATABASE_REAL  ? FLOAT8
                  : v->type == DATABASE_BYTES ? BYTEA
                  : v->type == DATABASE_TEXT  ? TEXT
                                              : 0;
        data[i] = whole ? (const char *)number[i] : v->data; /* NULL: no value */
        length[i] = whole ? 8 : (int)v->length;
        format[i] = 1;
    }
    return PQexecParams(s->connection, sql, count, type, data, length, format, 1);
}

static hra_err run(database *db, const char *sql, const database_value *value, int count,
                   database_reader *row, void *self, int64_t *changed, hra_error *why) {
    server *s = (server *)db;
    database_row told;
    hra_err err = HRA_OK;
    for (int i = 0; i < count; i++)
        if (value[i].length > INT32_MAX / 2)
            return hra_fail(why, HRA_ELIMIT, -1, "%s: a value of more than a gigabyte", db->shown);
    PGresult *result = count <= MOST_VALUES ? send(s, sql, value, count) : NULL;
    ExecStatusType status = PQresultStatus(result);
    db->lost = false;
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        db->lost = is_passing(s, result);
        err = fail(s, result ? PQresultErrorMessage(result) : PQerrorMessage(s->connection), why);
    }
    told.count = err ? 0 : PQnfields(result) < DATABASE_COLUMNS ? PQnfields(result) : DATABASE_COLUMNS;
    for (int r = 0; !err && row && r < PQntuples(result); r++) {
        for (int c = 0; c < told.count; c++)
            take_value(result, r, c, &told.value[c]);
        err = row(self, &told, why);
    }
    if (changed)
        *changed = err ? 0 : strtoll(PQcmdTuples(result), NULL, 10);
    PQclear(result);
    return err;
}

/* ---- the connection -------------------------------------------------------------------------*/

static void say_nothing(void *self, const char *message) {}

/* A transaction of a worker that stands still must not hold all others up. */
static hra_err settle(server *s, hra_error *why) {
    s->broken = PQstatus(s->connection) != CONNECTION_OK;
    if (s->broken) {
        s->base.lost = true;
        return fail(s, PQerrorMessage(s->connection), why);
    }
    return run(&s->base, "SET idle_in_transaction_session_timeout = 10000", NULL, 0, NULL, NULL, NULL, why);
}

static hra_err again(database *db, hra_error *why) {
    server *s = (server *)db;
    hra_err err = HRA_OK;
    if (!s->broken && PQtransactionStatus(s->connection) != PQTRANS_IDLE)
        err = run(db, "ROLLBACK", NULL, 0, NULL, NULL, NULL, why);
    if (!s->broken)
        return err;
    PQreset(s->connection);
    return settle(s, why);
}

static void close_server(database *db) {
    server *s = (server *)db;
    PQfinish(s->connection);
    free(db->shown);
    free(s);
}

/* For the first time: a server that is restarted may be away for a moment. PQreset connects, and so what the
 * server says meanwhile goes nowhere. */
static hra_err connect_first(server *s, hra_error *why) {
    hra_err err = HRA_EIO;
    PQsetNoticeProcessor(s->connection, say_nothing, NULL);
    for (int tries = 0; err && tries < TRIES; tries++) {
        if (tries > 0)
            (void)nanosleep(&(struct timespec){0, 200000000}, NULL);
        PQreset(s->connection);
        err = settle(s, why);
    }
    return err;
}

static hra_err open_server(database **out, const char *name, bool make, hra_error *why) {
    /* What stands before dbname is taken where the name says nothing else. */
    const char *const keys[] = {"connect_timeout", "tcp_user_timeout",          "dbname",
                                "client_encoding", "fallback_application_name", NULL};
    const char *const values[] = {"5", "30000", name, "UTF8", "hra", NULL};
    server *s = calloc(1, sizeof *s);
    if (!s)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    s->base.driver = &database_postgresql;
    s->base.shown = show(name);
    if (!s->base.shown) {
        free(s);
        return hra_fail(why, HRA_EINPUT, -1,
                        "a store of PostgreSQL is called postgresql://USER@HOST:PORT/DATABASE; this is not");
    }
    s->connection = PQconnectStartParams(keys, values, 1);
    hra_err err =
        s->connection ? connect_first(s, why) : hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    if (err && s->base.lost && PQpingParams(keys, values, 1) == PQPING_REJECT)
        err = HRA_OK; /* it is starting or stopping: that is waited for */
    if (err)
        close_server(&s->base);
    else
        *out = &s->base;
    return err;
}

const database_driver database_postgresql = {
    .knows = knows,
    .show = show,
    .now = "extract(epoch FROM clock_timestamp())::float8",
    .begin = "BEGIN",
    .alone = "SELECT pg_advisory_xact_lock(1752326516)",
    .tables = "SELECT count(*) FROM pg_tables WHERE tablename = 'hra_run'"
              " AND schemaname = ANY (current_schemas(false))",
    .hold = " FOR UPDATE",
    .skip = " FOR UPDATE SKIP LOCKED",
    .open = open_server,
    .close = close_server,
    .run = run,
    .again = again,
};
