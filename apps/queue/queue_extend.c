/* A run that goes on with more tasks than it began with. */
#include <stdlib.h>
#include <string.h>

#include "queue_inside.h"
#include "speech/print.h"

static hra_err count(queue *q, const char *sql, int64_t *out, hra_error *why) {
    const database_value mine = queue_text(q->worker);
    *out = -1;
    return queue_run(q, sql, &mine, strstr(sql, "$1") ? 1 : 0, queue_read_number, out, NULL, why);
}

/* Of a single process tasks end in the order of their numbers, so those without a result are the last ones. */
static hra_err remove_open(queue *q, hra_error *why) {
    int64_t others, rows, last;
    hra_err err = count(q, "SELECT COUNT(*) FROM hra_unit WHERE finish = 0 AND lease >= @ AND worker <> $1",
                        &others, why);
    if (!err && others)
        return hra_fail(why, HRA_ESTATE, -1, _("%s: another process is playing in it"), q->db->shown);
    if (!err)
        err = queue_execute(q, "DELETE FROM hra_unit WHERE finish = 0", why);
    if (!err)
        err = count(q, "SELECT COUNT(*) FROM hra_unit", &rows, why);
    if (!err)
        err = count(q, "SELECT COALESCE(MAX(number), 0) FROM hra_unit", &last, why);
    return !err && rows != last ? queue_damaged(q, _("damaged task"), why) : err;
}

static hra_err extend(queue *q, void *self, hra_error *why) {
    int64_t finished;
    hra_text sql;
    const database_value spec = queue_text(self);
    hra_text_init(&sql);
    hra_text_addf(&sql, "SELECT finished FROM hra_run%s", q->db->driver->hold);
    hra_err err = queue_execute(q, q->db->driver->begin, why);
    if (!err)
        err = count(q, hra_text_string(&sql), &finished, why);
    hra_text_release(&sql);
    if (!err)
        err = remove_open(q, why);
    if (!err)
        err = queue_run(q, "UPDATE hra_run SET spec = $1", &spec, 1, NULL, NULL, NULL, why);
    if (!err)
        return queue_execute(q, "COMMIT", why);
    (void)queue_execute(q, "ROLLBACK", &(hra_error){0});
    return err;
}

hra_err queue_extend(queue *q, const char *spec, hra_error *why) {
    char *copy = strdup(spec);
    if (!copy)
        return hra_no_memory(why);
    hra_err err = queue_insist(q, extend, copy, why);
    if (err) {
        free(copy);
        return err;
    }
    free(q->spec);
    q->spec = copy;
    queue_rewind(q);
    return HRA_OK;
}

hra_err queue_check_players(const queue *q, hra_error *why) {
    return strstr(q->spec, "\nplayer submission:")
               ? hra_fail(
                     why, HRA_ESTATE, -1,
                     _("%s is a ladder of hra grade, which alone has the files of its players: hra grade "
                       "COURSE FOLDER --store continues it; 'status' and 'report' work"),
                     q->db->shown)
               : HRA_OK;
}

void queue_rewind(queue *q) {
    q->known = q->finished = 0;
}

/* ---- readers --------------------------------------------------------------------------------*/

typedef struct comparing {
    const queue *q;
    bool differs;
} comparing;

static hra_err compare(void *self, const database_row *row, hra_error *why) {
    comparing *c = self;
    (void)why;
    c->differs = !queue_has_bytes(row, 0) || row->value[0].length != strlen(c->q->spec) ||
                 memcmp(row->value[0].data, c->q->spec, row->value[0].length) != 0;
    return HRA_OK;
}

static hra_err read_again(queue *q, void *self, hra_error *why) {
    return queue_run(q, "SELECT spec FROM hra_run", NULL, 0, compare, self, NULL, why);
}

bool queue_was_extended(queue *q) {
    comparing c = {.q = q};
    return q && q->spec && queue_insist(q, read_again, &c, &(hra_error){0}) == 0 && c.differs;
}
