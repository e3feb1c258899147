/* PostgreSQL, by libpq. What comes from the server is checked like anything else that somebody may have
 * written; passwords are in nothing that is shown. */
#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "database.h"
#include "libpq.h"

/* Types of PostgreSQL, by their numbers in every one of its databases (pg_type.dat). */
enum { BYTEA = 17, INT8 = 20, INT4 = 23, TEXT = 25, FLOAT8 = 701 };

enum { MOST_VALUES = 12, TICK = 100 /* milliseconds between two looks whether it is to stop */ };
#define CONNECT_SECONDS 5.0 /* in which a server answers, or is away */

typedef struct server {
    database base;
    PGconn *connection;
    char *address; /* with a password, perhaps */
    bool broken;   /* the connection, since the last call */
    bool silent;   /* it did not answer in time when it was last connected to */
    bool known;    /* there was a connection: whatever it is now passes */
} server;

static bool is_stopped(const server *s) {
    return s->base.progress && hra_progress_stopped(s->base.progress);
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

/* libpq ends a password at the first @, and what is left of it becomes the host, the port or the database. */
static bool is_torn(const PQconninfoOption *all) {
    static const char *const parts[] = {"host", "port", "dbname"};
    bool torn = false;
    for (int i = 0; i < 3; i++) {
        const char *value = value_of(all, parts[i]);
        torn = torn || (value && strchr(value, '@') && *value != '@'); /* @: an abstract socket */
    }
    return torn;
}

static hra_err bad_address(hra_error *why) {
    return hra_fail(why, HRA_EINPUT, -1,
                    "wrong name of a PostgreSQL store; write postgresql://USER@HOST:PORT/DATABASE (in a "
                    "password %%40 for @, %%2F for /)");
}

/* What is shown of an address. Complaints of libpq would quote the password. */
static hra_err show(const char *address, char **out, hra_error *why) {
    PQconninfoOption *all = pq->PQconninfoParse(address, NULL);
    hra_text text;
    if (!all)
        return bad_address(why);
    bool good = !is_torn(all);
    hra_text_init(&text);
    add_shown(&text, all);
    pq->PQconninfoFree(all);
    if (good && !text.err) {
        *out = text.data;
        return HRA_OK;
    }
    hra_text_release(&text);
    return good ? hra_no_memory(why) : bad_address(why);
}

/* A copy of the name with the scheme in small letters, as libpq wants it; NULL: no memory. */
static char *copy_address(const char *name) {
    char *own = strdup(name);
    size_t scheme = strcspn(name, ":");
    if (own && strncmp(name + scheme, "://", 3) == 0)
        for (size_t i = 0; i < scheme; i++)
            own[i] = (char)tolower((unsigned char)own[i]);
    return own;
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
    const char *state = result ? pq->PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    bool clashed = false;
    s->broken = !state || pq->PQstatus(s->connection) != CONNECTION_OK;
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
    const char *bytes = pq->PQgetvalue(result, row, column);
    int length = pq->PQgetlength(result, row, column);
    Oid type = pq->PQftype(result, column);
    *v = (database_value){0};
    if (pq->PQgetisnull(result, row, column))
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

/* The answer to a statement that was sent; NULL: the connection is of no use any more. A stop cancels what
 * takes long. */
static PGresult *take_answer(server *s, bool *cancelled) {
    double began = hra_clock(), past = 0;
    PGresult *last = NULL, *next;
    while (pq->PQisBusy(s->connection)) {
        struct pollfd socket = {pq->PQsocket(s->connection), POLLIN, 0};
        int n = poll(&socket, 1, TICK);
        if (n > 0 && !pq->PQconsumeInput(s->connection))
            break; /* the result tells why */
        past = is_stopped(s) ? hra_clock() - began : 0;
        if (past > DATABASE_GRACE && !*cancelled) {
            char said[256];
            PGcancel *cancel = pq->PQgetCancel(s->connection);
            (void)pq->PQcancel(cancel, said, sizeof said);
            pq->PQfreeCancel(cancel);
            *cancelled = true;
        }
        if (past > 3 * DATABASE_GRACE)
            return NULL;
    }
    while ((next = pq->PQgetResult(s->connection)) != NULL) {
        pq->PQclear(last);
        last = next;
    }
    return last;
}

static PGresult *ask(server *s, const char *sql, const database_value *value, int count, bool *cancelled) {
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
    *cancelled = false;
    bool sent = pq->PQsendQueryParams(s->connection, sql, count, type, data, length, format, 1);
    return sent ? take_answer(s, cancelled) : NULL;
}

static hra_err run(database *db, const char *sql, const database_value *value, int count,
                   database_reader *row, void *self, int64_t *changed, hra_error *why) {
    server *s = (server *)db;
    database_row told;
    hra_err err = HRA_OK;
    for (int i = 0; i < count; i++)
        if (value[i].length > INT32_MAX / 2)
            return hra_fail(why, HRA_ELIMIT, -1, "%s: value larger than 1 GB", db->shown);
    bool cancelled = false;
    PGresult *result = count <= MOST_VALUES ? ask(s, sql, value, count, &cancelled) : NULL;
    ExecStatusType status = pq->PQresultStatus(result);
    db->lost = false;
    if (cancelled && status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        s->broken = !result;
        err = hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
    } else if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        db->lost = is_passing(s, result);
        err = fail(s, result ? pq->PQresultErrorMessage(result) : pq->PQerrorMessage(s->connection), why);
    }
    told.count = err                                        ? 0
                 : pq->PQnfields(result) < DATABASE_COLUMNS ? pq->PQnfields(result)
                                                            : DATABASE_COLUMNS;
    for (int r = 0; !err && row && r < pq->PQntuples(result); r++) {
        for (int c = 0; c < told.count; c++)
            take_value(result, r, c, &told.value[c]);
        err = row(self, &told, why);
    }
    if (changed)
        *changed = err ? 0 : strtoll(pq->PQcmdTuples(result), NULL, 10);
    pq->PQclear(result);
    return err;
}

/* ---- the connection -------------------------------------------------------------------------*/

static void ignore_notice(void *self, const char *message) {}

/* Connects, by libpq's steps, so that a stop ends it. What the server says meanwhile goes nowhere. */
static void attempt(server *s) {
    double end = hra_clock() + CONNECT_SECONDS;
    PostgresPollingStatusType step =
        pq->PQresetStart(s->connection) ? PGRES_POLLING_WRITING : PGRES_POLLING_FAILED;
    s->silent = false;
    while ((step == PGRES_POLLING_WRITING || step == PGRES_POLLING_READING) && !s->silent && !is_stopped(s)) {
        short what = step == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        struct pollfd socket = {pq->PQsocket(s->connection), what, 0};
        if (poll(&socket, 1, TICK) > 0)
            step = pq->PQresetPoll(s->connection);
        else
            s->silent = hra_clock() > end;
    }
}

/* A transaction of a worker that stands still must not hold all others up. */
static hra_err settle(server *s, hra_error *why) {
    attempt(s);
    s->broken = pq->PQstatus(s->connection) != CONNECTION_OK;
    s->base.lost = s->broken;
    s->known = s->known || !s->broken;
    if (s->silent)
        return hra_fail(why, HRA_EIO, -1, "%s: the server does not answer", s->base.shown);
    if (s->broken)
        return fail(s, pq->PQerrorMessage(s->connection), why);
    return run(&s->base, "SET idle_in_transaction_session_timeout = 10000", NULL, 0, NULL, NULL, NULL, why);
}

static hra_err again(database *db, hra_error *why) {
    server *s = (server *)db;
    if (s->broken) /* before there was one, connect_first tells what passes */
        return s->known ? settle(s, why) : HRA_OK;
    return pq->PQtransactionStatus(s->connection) == PQTRANS_IDLE
               ? HRA_OK
               : run(db, "ROLLBACK", NULL, 0, NULL, NULL, NULL, why);
}

static void close_server(database *db) {
    server *s = (server *)db;
    pq->PQfinish(s->connection);
    free(s->address);
    free(db->shown);
    free(s);
}

/* ---- the first time -------------------------------------------------------------------------*/

/* What stands before dbname is taken where the name says nothing else. */
static const char *const keys[] = {"connect_timeout", "tcp_user_timeout",          "dbname",
                                   "client_encoding", "fallback_application_name", NULL};

static void set_values(const server *s, const char *values[6]) {
    const char *const all[] = {"5", "30000", s->address, "UTF8", "hra", NULL};
    memcpy(values, all, sizeof all);
}

/* One of the hosts, a name of `length` characters. */
static bool is_unknown_host(const char *host, size_t length) {
    char name[256];
    struct addrinfo *found = NULL;
    if (length == 0 || length >= sizeof name || *host == '@')
        return length >= sizeof name;
    memcpy(name, host, length);
    name[length] = '\0';
    if (*name == '/') {
        struct stat info;
        return stat(name, &info) != 0 && errno == ENOENT; /* the folder of its socket */
    }
    int code = getaddrinfo(name, NULL, NULL, &found);
    if (code == 0)
        freeaddrinfo(found);
    return code != 0 && code != EAI_AGAIN && code != EAI_SYSTEM && code != EAI_MEMORY;
}

static bool are_hosts_unknown(const server *s) {
    PQconninfoOption *all = pq->PQconninfo(s->connection);
    const char *hosts = all ? value_of(all, "host") : NULL, *address = all ? value_of(all, "hostaddr") : NULL;
    bool unknown = hosts && *hosts && !(address && *address);
    for (const char *at = hosts; unknown && at; at = strchr(at, ','), at = at ? at + 1 : NULL)
        unknown = is_unknown_host(at, strcspn(at, ","));
    pq->PQconninfoFree(all);
    return unknown;
}

/* Whether a server that could not be connected to may be there in a moment. One that talks, and refuses all
 * the same, has a reason: a password, a database that there is not. */
static bool may_pass(server *s, hra_error *why) {
    const char *values[6];
    set_values(s, values);
    PGPing ping = s->silent ? PQPING_NO_RESPONSE : pq->PQpingParams(keys, values, 1);
    if (ping == PQPING_NO_RESPONSE)
        return !are_hosts_unknown(s);
    if (ping != PQPING_OK)
        return ping == PQPING_REJECT; /* it is starting or stopping */
    (void)settle(s, why);             /* it may have come up meanwhile */
    return false;
}

static hra_err connect_first(database *db, hra_error *why) {
    server *s = (server *)db;
    hra_err err = settle(s, why);
    if (!err || !s->base.lost || is_stopped(s))
        return err;
    bool waits = may_pass(s, why);
    s->base.lost = s->broken && waits;
    return s->broken ? err : HRA_OK;
}

static hra_err open_server(database **out, const char *name, bool make, hra_error *why) {
    const char *values[6];
    hra_err err = libpq_load(why);
    server *s = err ? NULL : calloc(1, sizeof *s);
    if (err)
        return err;
    if (!s || !(s->address = copy_address(name))) {
        free(s);
        return hra_no_memory(why);
    }
    s->base.driver = &database_postgresql;
    s->broken = true; /* it is no connection yet */
    err = show(s->address, &s->base.shown, why);
    set_values(s, values);
    if (!err && !(s->connection = pq->PQconnectStartParams(keys, values, 1)))
        err = hra_no_memory(why);
    if (!err)
        pq->PQsetNoticeProcessor(s->connection, ignore_notice, NULL);
    if (err)
        close_server(&s->base);
    else
        *out = &s->base;
    return err;
}

static const char *name_version(void) {
    static char version[24];
    if (libpq_load(NULL) != 0)
        return NULL;
    int number = pq->PQlibVersion(); /* 150008: 15.8 */
    hra_snprintf(version, sizeof version, "%d.%d", number / 10000, number % 10000);
    return version;
}

const database_driver database_postgresql = {
    .knows = database_is_address,
    .version = name_version,
    .now = "extract(epoch FROM clock_timestamp())::float8",
    .begin = "BEGIN",
    .alone = "SELECT pg_advisory_xact_lock(1752326516)",
    .tables = "SELECT CASE WHEN count(*) = 0 THEN 0 WHEN bool_and(c.relkind = 'r'"
              " AND NOT c.relrowsecurity"
              " AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_trigger t WHERE t.tgrelid = c.oid)"
              " AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_rewrite r WHERE r.ev_class = c.oid)"
              " AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid))"
              " AND count(*) FILTER (WHERE c.relname IN ('hra_run', 'hra_unit')) >= 2 THEN 1 ELSE -1 END"
              " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
              " WHERE c.relname IN ('hra_run', 'hra_unit', 'hra_file') AND n.nspname = ANY "
              "(current_schemas(false))",
    .hold = " FOR UPDATE",
    .skip = " FOR UPDATE SKIP LOCKED",
    .open = open_server,
    .connect = connect_first,
    .close = close_server,
    .run = run,
    .again = again,
};
