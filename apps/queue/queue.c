/* The queue, in SQL that SQLite and PostgreSQL both know. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "queue_inside.h"
#include "speech/print.h"

enum { RESULTS = 32 /* that are read at a time */, TASKS = 1000 /* the same */, ROWS = 10 /* written so */ };

/* ---- news -----------------------------------------------------------------------------------*/

typedef struct reading {
    queue *q;
    hra_work *work;
    int count; /* rows of this statement */
} reading;

static hra_err read_task(void *self, const database_row *row, hra_error *why) {
    reading *r = self;
    queue_task task = {.number = queue_number_of(row, 0)};
    r->count++;
    if (task.number != r->q->known + 1 || !queue_copy_text(row, 1, task.text, sizeof task.text))
        return queue_damaged(r->q, _("damaged task"), why);
    hra_err err = hra_work_mark_assigned(r->work, task.text, why);
    r->q->known += !err;
    return err;
}

static hra_err read_tasks(reading *r, hra_error *why) {
    hra_err err = HRA_OK;
    do {
        database_value values[] = {database_number(r->q->known), database_number(TASKS)};
        r->count = 0;
        err = queue_run(r->q, "SELECT number, text FROM hra_unit WHERE number > $1 ORDER BY number LIMIT $2",
                        values, 2, read_task, r, NULL, why);
    } while (!err && r->count == TASKS);
    return err;
}

/* `bytes` NULL: they are fetched when they are needed. */
static hra_err add_result(const reading *r, const char *task, const database_value *bytes, hra_error *why) {
    hra_error inner = {0};
    hra_err err =
        hra_work_add_result(r->work, task, bytes ? bytes->data : NULL, bytes ? bytes->length : 0, &inner);
    return err == HRA_EDAMAGED ? queue_damaged(r->q, inner.text, why) : err ? hra_fail_as(why, &inner) : err;
}

/* finish, number, text, checksum, result */
static hra_err read_result(void *self, const database_row *row, hra_error *why) {
    reading *r = self;
    queue *q = r->q;
    queue_task task = {.number = queue_number_of(row, 1)};
    hra_err err = HRA_OK;
    const int count = r->count + 1;
    if (queue_number_of(row, 0) != q->finished + 1 || !queue_copy_text(row, 2, task.text, sizeof task.text))
        return queue_damaged(q, _("damaged task"), why);
    if (task.number > q->known) /* it was assigned since tasks were read */
        err = read_tasks(r, why);
    r->count = count;
    if (err)
        return err;
    if (hra_work_info_of(r->work)->fetches) {
        err = add_result(r, task.text, NULL, why);
    } else {
        const bool some = queue_has_bytes(row, 4);
        const database_value bytes =
            database_bytes(DATABASE_BYTES, some ? row->value[4].data : "", some ? row->value[4].length : 0);
        err = queue_checksum(bytes.data, bytes.length) != row->value[3].number
                  ? queue_damaged(q, _("damaged result"), why)
                  : add_result(r, task.text, &bytes, why);
    }
    q->finished += !err;
    return err;
}

static void tell_progress(const reading *r) {
    hra_work_status now;
    hra_work_snapshot(r->work, &now);
    hra_progress_report(r->q->progress, now.doing, now.of ? (double)now.done / (double)now.of : 1);
}

static hra_err news(queue *q, void *self, hra_error *why) {
    reading *r = self;
    hra_err err = read_tasks(r, why);
    do {
        database_value values[] = {database_number(q->finished), database_number(RESULTS)};
        r->count = 0;
        if (!err)
            err = queue_run(
                q,
                hra_work_info_of(r->work)->fetches
                    ? "SELECT finish, number, text FROM hra_unit WHERE finish > $1"
                      " ORDER BY finish LIMIT $2"
                    : "SELECT finish, number, text, checksum, result FROM hra_unit WHERE finish > $1"
                      " ORDER BY finish LIMIT $2",
                values, 2, read_result, r, NULL, why);
        if (!err && r->count)
            tell_progress(r);
    } while (!err && r->count == RESULTS);
    return err;
}

hra_err queue_news(queue *q, hra_work *work, hra_error *why) {
    reading r = {q, work, 0};
    return queue_insist(q, news, &r, why);
}

/* ---- tasks ----------------------------------------------------------------------------------*/

typedef struct claim {
    int slot;
    queue_task *out;
} claim;

static hra_err read_claimed(void *self, const database_row *row, hra_error *why) {
    queue_task *out = self;
    out->number = queue_number_of(row, 0);
    return queue_copy_text(row, 1, out->text, sizeof out->text) && out->number > 0
               ? HRA_OK
               : hra_fail(why, HRA_EDAMAGED, -1, "%s", _("damaged task"));
}

/* What this thread holds already, though it does not know, is of a call whose answer was lost. */
static hra_err take_one(queue *q, void *self, hra_error *why) {
    const claim *c = self;
    hra_text sql;
    database_value values[] = {queue_text(q->worker), database_number(c->slot), database_real(q->lease)};
    c->out->number = 0;
    hra_text_init(&sql);
    hra_text_addf(&sql,
                  "UPDATE hra_unit SET worker = $1, slot = $2, lease = @ + $3 WHERE number = (SELECT number"
                  " FROM hra_unit WHERE finish = 0 AND (lease < @ OR (worker = $1 AND slot = $2))"
                  " ORDER BY number LIMIT 1%s) RETURNING number, text",
                  q->db->driver->skip);
    hra_err err = queue_run(q, hra_text_string(&sql), values, 3, read_claimed, c->out, NULL, why);
    hra_text_release(&sql);
    return err;
}

hra_err queue_claim(queue *q, int slot, queue_task *out, hra_error *why) {
    claim c = {slot, out};
    return queue_insist(q, take_one, &c, why);
}

typedef struct assigning {
    reading reading;
    int most, count;
    char (*text)[HRA_WORK_TASK];
} assigning;

static hra_err insert(queue *q, char (*text)[HRA_WORK_TASK], int count, int64_t number, hra_error *why) {
    database_value values[ROWS];
    hra_text sql;
    hra_text_init(&sql);
    hra_text_add(&sql, "INSERT INTO hra_unit (number, text, worker, slot, lease, finish) VALUES");
    for (int i = 0; i < count; i++) {
        values[i] = queue_text(text[i]);
        hra_text_addf(&sql, "%s (%lld, $%d, '', 0, 0, 0)", i ? "," : "", (long long)number + i, i + 1);
    }
    hra_err err = queue_run(q, hra_text_string(&sql), values, count, NULL, NULL, NULL, why);
    hra_text_release(&sql);
    return err;
}

static hra_err assign(queue *q, void *self, hra_error *why) {
    assigning *h = self;
    int64_t finished;
    hra_text sql;
    hra_text_init(&sql);
    hra_text_addf(&sql, "SELECT finished FROM hra_run%s", q->db->driver->hold);
    hra_err err = queue_execute(q, q->db->driver->begin, why);
    if (!err)
        err = queue_run(q, hra_text_string(&sql), NULL, 0, queue_read_number, &finished, NULL, why);
    hra_text_release(&sql);
    if (!err)
        err = news(q, &h->reading, why);
    for (h->count = 0; !err && h->count < h->most; h->count++)
        if (!hra_work_next_task(h->reading.work, h->text[h->count]))
            break;
    for (int i = 0; i < h->count && !err; i += ROWS)
        err = insert(q, h->text + i, h->count - i < ROWS ? h->count - i : ROWS, q->known + 1 + i, why);
    for (int i = h->count - 1; i >= 0; i--)
        hra_work_return_task(h->reading.work, h->text[i]);
    return err ? err : queue_execute(q, "COMMIT", why);
}

hra_err queue_assign(queue *q, hra_work *work, int most, hra_error *why) {
    assigning h = {.reading = {q, work, 0}, .most = most};
    h.text = calloc((size_t)most, sizeof *h.text);
    if (!h.text)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    hra_err err = queue_insist(q, assign, &h, why);
    free(h.text);
    return err ? err : queue_news(q, work, why);
}

typedef struct finishing {
    const queue_task *task;
    const hra_text *result, *records;
    double seconds;
} finishing;

static int64_t checksum_of(const hra_text *text) { /* NULL: of nothing */
    return text && text->length ? queue_checksum(text->data, text->length) : queue_checksum("", 0);
}

/* The row of the run is held from the first statement on, so results are numbered in the order in which they
 * are there for others. */
static hra_err finish(queue *q, void *self, hra_error *why) {
    const finishing *f = self;
    const char *bytes = f->result->length ? f->result->data : "";
    int64_t number = -1, changed = 0;
    hra_err err = queue_execute(q, q->db->driver->begin, why);
    if (!err)
        err = queue_run(q, "UPDATE hra_run SET finished = finished + 1 RETURNING finished", NULL, 0,
                        queue_read_number, &number, NULL, why);
    database_value values[] = {
        database_number(f->task->number),
        database_number(number),
        database_bytes(DATABASE_BYTES, bytes, f->result->length),
        database_number(queue_checksum(bytes, f->result->length)),
        database_bytes(DATABASE_BYTES, f->records ? f->records->data : NULL,
                       f->records ? f->records->length : 0),
        queue_text(hra_version()),
        queue_text(q->machine),
        database_real(f->seconds),
        queue_text(q->worker),
        database_number(checksum_of(f->records)),
    };
    if (!err)
        err = queue_run(
            q,
            "UPDATE hra_unit SET finish = $2, result = $3, checksum = $4, records = $5, version = $6,"
            " machine = $7, seconds = $8, worker = $9, records_checksum = $10 WHERE number = $1 AND finish = "
            "0",
            values, 10, NULL, NULL, &changed, why);
    if (err)
        return err;
    return queue_execute(q, changed == 1 ? "COMMIT" : "ROLLBACK", why); /* somebody else has done it */
}

hra_err queue_finish(queue *q, const queue_task *task, const hra_text *result, const hra_text *records,
                     double seconds, hra_error *why) {
    finishing f = {task, result, records, seconds};
    return queue_insist(q, finish, &f, why);
}

static hra_err give_back(queue *q, void *self, hra_error *why) {
    const queue_task *task = self;
    database_value values[] = {database_number(task->number), queue_text(q->worker)};
    return queue_run(q, "UPDATE hra_unit SET lease = 0 WHERE number = $1 AND worker = $2 AND finish = 0",
                     values, 2, NULL, NULL, NULL, why);
}

hra_err queue_give_back(queue *q, const queue_task *task, hra_error *why) {
    queue_task own = *task;
    return queue_insist(q, give_back, &own, why);
}

/* ---- leases ---------------------------------------------------------------------------------*/

/* Whether this worker was a process of this machine that has ended. If the answer is wrong, for example
 * because containers share a name, a task is run twice. */
static bool is_dead(const queue *q, const char *worker) {
    size_t n = strlen(q->machine);
    if (strncmp(worker, q->machine, n) != 0 || worker[n] != ' ')
        return false;
    char *end;
    errno = 0;
    long process = strtol(worker + n + 1, &end, 10);
    return errno == 0 && *end == ' ' && process > 1 && process < INT32_MAX && kill((pid_t)process, 0) != 0 &&
           errno == ESRCH;
}

enum { MOST_DEAD = 64 };

typedef struct dead_list {
    const queue *q;
    int count;
    char worker[MOST_DEAD][QUEUE_MACHINE + 40];
} dead_list;

static hra_err note_dead(void *self, const database_row *row, hra_error *why) {
    dead_list *d = self;
    if (d->count < MOST_DEAD && queue_copy_text(row, 0, d->worker[d->count], sizeof d->worker[0]) &&
        is_dead(d->q, d->worker[d->count]))
        d->count++;
    return HRA_OK;
}

static hra_err renew(queue *q, void *self, hra_error *why) {
    database_value values[] = {queue_text(q->worker), database_real(q->lease)};
    dead_list dead = {.q = q};
    hra_err err =
        queue_run(q, "UPDATE hra_unit SET lease = @ + $2 WHERE worker = $1 AND finish = 0 AND lease > 0",
                  values, 2, NULL, NULL, NULL, why);
    if (!err)
        err = queue_run(q, "SELECT DISTINCT worker FROM hra_unit WHERE finish = 0 AND lease >= @", NULL, 0,
                        note_dead, &dead, NULL, why);
    for (int i = 0; i < dead.count && !err; i++) {
        database_value his = queue_text(dead.worker[i]);
        err = queue_run(q, "UPDATE hra_unit SET lease = 0 WHERE worker = $1 AND finish = 0", &his, 1, NULL,
                        NULL, NULL, why);
    }
    return err;
}

hra_err queue_renew(queue *q, hra_error *why) {
    return queue_insist(q, renew, NULL, why);
}

/* ---- what there is --------------------------------------------------------------------------*/

static hra_err append(void *self, const database_row *row, hra_error *why) {
    if (queue_has_bytes(row, 0))
        hra_text_add_bytes(self, row->value[0].data, row->value[0].length);
    return ((hra_text *)self)->err ? hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM)) : HRA_OK;
}

typedef struct lookup {
    const char *sql;
    database_value value;
    hra_text *out;
    size_t before; /* the length of `out` */
    int64_t checksum;
    int rows;
} lookup;

static hra_err look_up_row(void *self, const database_row *row, hra_error *why) {
    lookup *l = self;
    l->rows++;
    l->checksum = queue_number_of(row, 1);
    return append(l->out, row, why);
}

static hra_err look_up(queue *q, void *self, hra_error *why) {
    lookup *l = self;
    l->rows = 0;
    if (l->out->length > l->before) { /* of a call that was lost */
        l->out->length = l->before;
        l->out->data[l->before] = '\0';
    }
    return queue_run(q, l->sql, &l->value, 1, look_up_row, l, NULL, why);
}

hra_err queue_result(queue *q, int64_t number, hra_text *out, hra_error *why) {
    lookup l = {"SELECT result, checksum FROM hra_unit WHERE number = $1 AND finish > 0",
                database_number(number),
                out,
                out->length,
                0,
                0};
    hra_err err = queue_insist(q, look_up, &l, why);
    if (!err && l.rows != 1)
        return hra_fail(why, HRA_EMISSING, -1, "%s: task %lld has no result yet", q->db->shown,
                        (long long)number);
    if (!err && queue_checksum(hra_text_string(out) + l.before, out->length - l.before) != l.checksum)
        return queue_damaged(q, _("damaged result"), why);
    return err;
}

typedef struct forgetting {
    int64_t from, to;
} forgetting;

static hra_err forget(queue *q, void *self, hra_error *why) {
    const forgetting *f = self;
    database_value values[] = {
        database_number(f->from),
        database_number(f->to),
        database_bytes(DATABASE_BYTES, "", 0),
        database_number(queue_checksum("", 0)),
    };
    return queue_run(
        q, "UPDATE hra_unit SET result = $3, checksum = $4 WHERE number >= $1 AND number < $2 AND finish > 0",
        values, 4, NULL, NULL, NULL, why);
}

hra_err queue_forget(queue *q, int64_t from, int64_t to, hra_error *why) {
    forgetting f = {from, to};
    return queue_insist(q, forget, &f, why);
}

hra_err queue_records(queue *q, int64_t number, hra_text *out, hra_error *why) {
    bool summed = q->form >= 3;
    lookup l = {summed ? "SELECT records, records_checksum FROM hra_unit WHERE number = $1 AND finish > 0"
                       : "SELECT records, 0 FROM hra_unit WHERE number = $1 AND finish > 0",
                database_number(number),
                out,
                out->length,
                0,
                0};
    hra_err err = queue_insist(q, look_up, &l, why);
    if (!err && summed &&
        queue_checksum(hra_text_string(out) + l.before, out->length - l.before) != l.checksum)
        return queue_damaged(q, _("damaged records"), why);
    return err;
}

typedef struct noting {
    queue_file *file;
    bool found;
} noting;

static hra_err read_file(void *self, const database_row *row, hra_error *why) {
    noting *n = self;
    n->file->length = queue_number_of(row, 0);
    n->file->checksum = queue_number_of(row, 1);
    n->found = true;
    return HRA_OK;
}

static hra_err find_file(queue *q, void *self, hra_error *why) {
    noting *n = self;
    database_value name = database_number(n->file->name);
    return queue_run(q, "SELECT length, checksum FROM hra_file WHERE name = $1", &name, 1, read_file, n, NULL,
                     why);
}

static hra_err note_file(queue *q, void *self, hra_error *why) {
    const noting *n = self;
    database_value values[] = {database_number(n->file->name), database_number(n->file->length),
                               database_number(n->file->checksum)};
    hra_err err = queue_run(q,
                            "INSERT INTO hra_file (name, length, checksum) VALUES ($1, $2, $3)"
                            " ON CONFLICT DO NOTHING",
                            values, 3, NULL, NULL, NULL, why);
    return err ? err : find_file(q, self, why);
}

hra_err queue_note_file(queue *q, queue_file *file, hra_error *why) {
    noting n = {.file = file};
    return queue_insist(q, note_file, &n, why);
}

hra_err queue_find_file(queue *q, queue_file *file, hra_error *why) {
    noting n = {.file = file};
    hra_err err = queue_insist(q, find_file, &n, why);
    if (err || n.found)
        return err;
    return hra_fail(why, HRA_EMISSING, -1, "%s", hra_err_text(HRA_EMISSING));
}

typedef struct sharing {
    void (*tell)(void *self, const queue_share *share);
    void *self;
} sharing;

static hra_err tell_share(void *self, const database_row *row, hra_error *why) {
    sharing *s = self;
    char machine[QUEUE_MACHINE], version[QUEUE_MACHINE];
    if (queue_copy_text(row, 0, machine, sizeof machine) && queue_copy_text(row, 1, version, sizeof version))
        s->tell(s->self, &(queue_share){machine, version, queue_number_of(row, 2), row->value[3].real});
    return HRA_OK;
}

static hra_err share(queue *q, void *self, hra_error *why) {
    return queue_run(q,
                     "SELECT machine, version, count(*), sum(seconds) FROM hra_unit WHERE finish > 0"
                     " GROUP BY machine, version ORDER BY machine, version",
                     NULL, 0, tell_share, self, NULL, why);
}

hra_err queue_shares(queue *q, void (*tell)(void *self, const queue_share *share), void *self,
                     hra_error *why) {
    sharing s = {tell, self};
    return queue_insist(q, share, &s, why);
}
