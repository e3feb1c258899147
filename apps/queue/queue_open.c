/* Opening a queue, and the statements of all of it, in SQL that SQLite and PostgreSQL both know. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "queue_inside.h"
#include "speech/print.h"

enum {
    FORM = 3,   /* since 3 records have a checksum, and files are noted */
    OLDEST = 2, /* form that is read */
    LEASE = 30  /* seconds */
};
#define PATIENCE 10.0 /* seconds to wait for who writes */
#define FIRST_PATIENCE 0.3

/* `checksum` is XXH3, 64 bits, of the result, `records_checksum` of the records; `finish` counts results, 0:
 * there is none; `worker` is "machine process number", `slot` one of its threads, `lease` the time at which
 * it ends. */
static const char *const schema[] = {
    "CREATE TABLE hra_run (form INTEGER NOT NULL, spec TEXT NOT NULL, finished BIGINT NOT NULL)",
    "CREATE TABLE hra_unit (number INTEGER PRIMARY KEY, text TEXT NOT NULL, worker TEXT NOT NULL,"
    " slot INTEGER NOT NULL, lease DOUBLE PRECISION NOT NULL, finish BIGINT NOT NULL, result BYTEA,"
    " checksum BIGINT, records BYTEA, records_checksum BIGINT, version TEXT, machine TEXT,"
    " seconds DOUBLE PRECISION)",
    "CREATE TABLE hra_file (name BIGINT PRIMARY KEY, length BIGINT NOT NULL, checksum BIGINT NOT NULL)",
    "CREATE INDEX hra_unit_finish ON hra_unit (finish)",
    "CREATE INDEX hra_unit_open ON hra_unit (number) WHERE finish = 0",
};

int64_t queue_checksum(const char *bytes, size_t length) {
    return (int64_t)XXH3_64bits(bytes, length);
}

/* ---- statements -----------------------------------------------------------------------------*/

database_value queue_text(const char *text) {
    return database_bytes(DATABASE_TEXT, text, strlen(text));
}

hra_err queue_run(queue *q, const char *sql, const database_value *value, int count, database_reader *row,
                  void *self, int64_t *changed, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    for (; *sql; sql++)
        if (*sql == '@')
            hra_text_add(&text, q->db->driver->now);
        else
            hra_text_add_char(&text, *sql);
    hra_err err =
        text.err ? hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM))
                 : q->db->driver->run(q->db, hra_text_string(&text), value, count, row, self, changed, why);
    hra_text_release(&text);
    return err;
}

hra_err queue_execute(queue *q, const char *sql, hra_error *why) {
    return queue_run(q, sql, NULL, 0, NULL, NULL, NULL, why);
}

static void sleep_for(double seconds) {
    struct timespec left = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    (void)nanosleep(&left, NULL);
}

static void tell_waits(const queue *q, const char *why) {
    if (q->waits)
        q->waits(q->waits_self, why);
}

hra_err queue_insist(queue *q, queue_operation *op, void *self, hra_error *why) {
    hra_error told = {0};
    hra_err err = op(q, self, &told);
    bool said = false;
    double pause = 0.05;
    while (err && q->db->lost) {
        if (hra_progress_stopped(q->progress))
            return hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
        if (q->opening && hra_clock() >= q->until)
            break;
        if (!said && (q->opening || pause > 0.3)) { /* two that got in each other's way are no news */
            print_error(_("%s; waiting for it"), told.text);
            tell_waits(q, told.text);
            said = true;
        }
        sleep_for(pause);
        pause = pause < 1 ? 2 * pause : pause;
        err = q->db->driver->again(q->db, &told);
        if (!err)
            err = op(q, self, &told);
    }
    if (err && q->db->driver->again)
        (void)q->db->driver->again(q->db, &(hra_error){0}); /* a transaction that is still open */
    if (!err && said) {
        print_note(_("%s is reachable again"), q->db->shown);
        tell_waits(q, NULL);
    }
    if (err)
        (void)hra_fail_as(why, &told);
    return err;
}

/* ---- reading rows ---------------------------------------------------------------------------*/

int64_t queue_number_of(const database_row *row, int column) {
    return column < row->count && row->value[column].type == DATABASE_NUMBER ? row->value[column].number : -1;
}

hra_err queue_read_number(void *self, const database_row *row, hra_error *why) {
    *(int64_t *)self = queue_number_of(row, 0);
    return HRA_OK;
}

bool queue_has_bytes(const database_row *row, int column) {
    return column < row->count && row->value[column].data != NULL;
}

bool queue_copy_text(const database_row *row, int column, char *out, size_t capacity) {
    if (!queue_has_bytes(row, column) || row->value[column].length >= capacity ||
        memchr(row->value[column].data, '\0', row->value[column].length))
        return false;
    memcpy(out, row->value[column].data, row->value[column].length);
    out[row->value[column].length] = '\0';
    return true;
}

hra_err queue_damaged(const queue *q, const char *what, hra_error *why) {
    return hra_fail(why, HRA_EDAMAGED, -1, "%s: %s", q->db->shown, what);
}

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err make(queue *q, void *self, hra_error *why) {
    int64_t tables = 0;
    const database_driver *d = q->db->driver;
    database_value values[] = {database_number(FORM), queue_text(self)};
    hra_err err = queue_execute(q, d->begin, why);
    if (!err && d->alone)
        err = queue_execute(q, d->alone, why);
    if (!err)
        err = queue_run(q, d->tables, NULL, 0, queue_read_number, &tables, NULL, why);
    if (!err && tables != 0) /* somebody else was faster */
        return queue_execute(q, "ROLLBACK", why);
    for (size_t i = 0; i < sizeof schema / sizeof *schema && !err; i++)
        err = queue_execute(q, schema[i], why);
    if (!err)
        err = queue_run(q, "INSERT INTO hra_run VALUES ($1, $2, 0)", values, 2, NULL, NULL, NULL, why);
    return err ? err : queue_execute(q, "COMMIT", why);
}

static hra_err read_tables(queue *q, void *self, hra_error *why) {
    return queue_run(q, q->db->driver->tables, NULL, 0, queue_read_number, self, NULL, why);
}

static hra_err read_run(void *self, const database_row *row, hra_error *why) {
    queue *q = self;
    int64_t form = queue_number_of(row, 0);
    if (form > FORM)
        return hra_fail(why, HRA_EVERSION, -1, "%s: written by a newer hra", q->db->shown);
    if (form < OLDEST || !queue_has_bytes(row, 1) || q->spec)
        return queue_damaged(q, _("not a store of hra"), why);
    q->form = (int)form;
    size_t length = row->value[1].length;
    q->spec = calloc(1, length + 1);
    if (!q->spec)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    memcpy(q->spec, row->value[1].data, length);
    return HRA_OK;
}

static hra_err read_spec(queue *q, void *self, hra_error *why) {
    free(q->spec);
    q->spec = NULL;
    return queue_run(q, "SELECT form, spec FROM hra_run", NULL, 0, read_run, q, NULL, why);
}

/* The first line says which build began it. Games of another one may differ. */
static void read_build(queue *q) {
    bool named = strncmp(q->spec, "hra ", 4) == 0;
    int length = named ? (int)strcspn(q->spec + 4, "\n") : 1;
    hra_snprintf(q->build, sizeof q->build, "%.*s", length, named ? q->spec + 4 : "?");
    for (char *c = q->build; *c; c++)
        if (*c <= ' ' || *c > '~')
            *c = '?';
    if (strcmp(q->build, hra_version()) == 0)
        q->build[0] = '\0';
}

hra_err queue_check_build(const queue *q, hra_error *why) {
    if (!q->build[0] && q->form == FORM)
        return HRA_OK;
    return hra_fail(why, HRA_EVERSION, -1,
                    "%s was started by hra %s, and games of this hra %s may differ: continue with the "
                    "program that started it; 'status' and 'report' work",
                    q->db->shown, q->build[0] ? q->build : hra_version(), hra_version());
}

/* `has` and `wants`: the first difference, as it would be typed. */
static hra_err another_run(const queue *q, const char *has, const char *wants, hra_error *why) {
    const char *name = q->db->shown;
    if (*has && strcmp(has, wants) == 0)
        return hra_fail(why, HRA_ESTATE, -1, "%s contains another run; its %s differs", name, has);
    if (*has && *wants)
        return hra_fail(why, HRA_ESTATE, -1, "%s contains another run, with %s, not %s", name, has, wants);
    if (*has)
        return hra_fail(why, HRA_ESTATE, -1, "%s contains another run, with %s", name, has);
    if (*wants)
        return hra_fail(why, HRA_ESTATE, -1, "%s contains another run, without %s", name, wants);
    return hra_fail(why, HRA_ESTATE, -1, "%s contains another run", name);
}

static hra_err check_spec(const queue *q, const char *spec, hra_error *why) {
    hra_text has, wants;
    hra_err err = HRA_OK;
    if (q->build[0])
        return HRA_OK;
    hra_text_init(&has);
    hra_text_init(&wants);
    if (!queue_same_run(q->spec, spec, &has, &wants))
        err = has.err || wants.err ? hra_no_memory(why)
                                   : another_run(q, hra_text_string(&has), hra_text_string(&wants), why);
    hra_text_release(&has);
    hra_text_release(&wants);
    return err;
}

static hra_err connect(queue *q, void *self, hra_error *why) {
    return q->db->driver->connect(q->db, why);
}

/* What the database is: one in which nothing is yet, or one that keeps a work. */
static hra_err look(queue *q, hra_error *why) {
    int64_t tables = 0;
    hra_err err = queue_insist(q, read_tables, &tables, why);
    q->empty = !err && tables == 0 && !q->begins;
    if (!err && tables == 0)
        return q->begins ? HRA_OK
                         : hra_fail(why, HRA_EINPUT, -1, "%s: %s", q->db->shown, _("not a store of hra"));
    if (!err && tables != 1)
        return queue_damaged(q, _("not a store of hra"), why);
    if (!err)
        err = queue_insist(q, read_spec, NULL, why);
    if (!err && !q->spec)
        return queue_damaged(q, _("not a store of hra"), why);
    if (err)
        return err;
    read_build(q);
    return q->works ? queue_check_build(q, why) : HRA_OK;
}

static hra_err prepare(queue *q, void *self, hra_error *why) {
    return q->db->driver->prepare ? q->db->driver->prepare(q->db, why) : HRA_OK;
}

/* Connects, and looks what is there. */
static hra_err look_into(queue *q, bool make, hra_error *why) {
    const database_driver *driver =
        database_postgresql.knows(q->name) ? &database_postgresql : &database_sqlite;
    hra_err err = driver->open(&q->db, q->name, make, why);
    if (err)
        return err;
    q->db->progress = q->progress;
    q->db->patience = FIRST_PATIENCE;
    q->opening = true;
    q->until = hra_clock() + q->wait;
    err = queue_insist(q, connect, NULL, why);
    if (!err)
        err = look(q, why);
    if (!err && q->works && q->spec)
        err = queue_insist(q, prepare, NULL, why);
    q->opening = false;
    q->db->patience = PATIENCE;
    return err;
}

static void name_worker(queue *q) {
    if (gethostname(q->machine, sizeof q->machine - 1) != 0 || !q->machine[0])
        hra_snprintf(q->machine, sizeof q->machine, "?");
    for (char *c = q->machine; *c; c++)
        if (*c <= ' ' || *c > '~')
            *c = '?';
    hra_snprintf(q->worker, sizeof q->worker, "%s %ld %llx", q->machine, (long)getpid(),
                 (unsigned long long)hra_rng_entropy());
}

/* Looks again and again, until there is a run. */
static hra_err await_run(queue *q, hra_error *why) {
    const double until = hra_clock() + q->wait;
    double pause = 0.05;
    hra_err err = look_into(q, false, why);
    bool absent = err == HRA_EMISSING && !q->db;
    if ((absent || q->empty) && q->wait > 0)
        print_note(_("no run has begun in %s; waiting for one"), queue_name(q));
    while ((absent || q->empty) && hra_clock() < until) {
        if (hra_progress_stopped(q->progress))
            return hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
        sleep_for(pause);
        pause = pause < 1 ? 2 * pause : pause;
        q->wait = until - hra_clock();
        if (q->db)
            q->db->driver->close(q->db);
        q->db = NULL;
        q->empty = false;
        err = look_into(q, false, why);
        absent = err == HRA_EMISSING && !q->db;
    }
    return absent || q->empty ? hra_fail(why, HRA_EMISSING, -1, "%s: no run has begun in it", queue_name(q))
                              : err;
}

hra_err queue_open(queue **out, const queue_setup *setup, hra_error *why) {
    queue *q = calloc(1, sizeof *q);
    if (!q || !(q->name = strdup(setup->name))) {
        free(q);
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    }
    q->progress = setup->progress;
    q->lease = setup->lease > 0 ? setup->lease : LEASE;
    q->wait = setup->wait;
    q->works = setup->works;
    q->begins = setup->begins;
    name_worker(q);
    hra_err err = setup->awaits ? await_run(q, why) : look_into(q, false, why);
    if (err == HRA_EMISSING && q->begins && !q->db)
        err = HRA_OK;
    if (!err && q->works && q->spec)
        err = queue_renew(q, why);
    if (err)
        queue_close(q);
    else
        *out = q;
    return err;
}

hra_err queue_begin(queue *q, const char *spec, hra_error *why) {
    hra_err err = q->db ? HRA_OK : look_into(q, true, why);
    if (err || q->spec)
        return err ? err : check_spec(q, spec, why);
    err = queue_insist(q, prepare, NULL, why);
    if (!err)
        err = queue_insist(q, make, (void *)spec, why);
    q->begins = false;
    if (!err)
        err = look(q, why);
    return err ? err : check_spec(q, spec, why);
}

static hra_err give_all_back(queue *q, hra_error *why) {
    database_value mine = queue_text(q->worker);
    return queue_run(q, "UPDATE hra_unit SET lease = 0 WHERE worker = $1 AND finish = 0 AND lease > 0", &mine,
                     1, NULL, NULL, NULL, why);
}

void queue_close(queue *q) {
    if (!q)
        return;
    if (q->db) {
        if (q->works && q->spec && !q->db->lost)
            (void)give_all_back(q, &(hra_error){0}); /* else the leases run out */
        q->db->driver->close(q->db);
    }
    free(q->spec);
    free(q->name);
    free(q);
}

const char *queue_library(bool postgresql) {
    const database_driver *driver = postgresql ? &database_postgresql : &database_sqlite;
    return driver->version ? driver->version() : NULL;
}

bool queue_built(bool postgresql) {
    return postgresql ? database_postgresql.version != NULL : database_sqlite.version != NULL;
}

const char *queue_spec(const queue *q) {
    return q->spec;
}

const char *queue_name(const queue *q) {
    return q->db ? q->db->shown : q->name;
}

const char *queue_other_build(const queue *q) {
    return q->build[0] ? q->build : NULL;
}

const char *queue_machine(const queue *q) {
    return q->machine;
}

double queue_lease(const queue *q) {
    return q->lease;
}

void queue_tell_waits(queue *q, void (*tell)(void *self, const char *why), void *self) {
    q->waits = tell;
    q->waits_self = self;
}
