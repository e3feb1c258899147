/* Slices of tables as units of work: "slice NAME", and as their results the bytes of their files, each behind
 * its length in eight bytes. What they are called is asked of the library, never of the store. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/open_game.h"
#include "commands/output.h"
#include "commands/stored_run.h"
#include "queue/workers.h"
#include "solve_tasks.h"

typedef struct tables {
    queue *queue;
    hra_slices *slices;
    const hra_solve_setup *how;
    bool *handed, *built; /* by slice */
    int *needs;           /* room for those of one */
    int count, left;
    uint64_t positions, solved;
} tables;

enum { LENGTH = 8 };

/* ---- texts ----------------------------------------------------------------------------------*/

static hra_err read_unit(const tables *t, const char *text, int *slice, hra_error *why) {
    if (strncmp(text, "slice ", 6) == 0 && hra_slices_find(t->slices, text + 6, slice, NULL) == 0)
        return HRA_OK;
    return hra_fail(why, HRA_EDAMAGED, -1, "'%s' is no slice of these tables", text);
}

static void path_of(const tables *t, int slice, int i, hra_text *out) {
    hra_text_clear(out);
    hra_text_addf(out, "%s/%s", t->how->data, hra_slices_file(t->slices, slice, i));
}

static bool is_there(const tables *t, int slice) {
    struct stat about;
    hra_text path;
    bool there = true;
    hra_text_init(&path);
    for (int i = 0; there && hra_slices_file(t->slices, slice, i); i++) {
        path_of(t, slice, i, &path);
        there = stat(hra_text_string(&path), &about) == 0;
    }
    hra_text_release(&path);
    return there;
}

/* A file of somebody else's result; its checksum is looked at when it is used. What goes wrong is said. */
static hra_err write_file(const char *path, const char *bytes, size_t length, hra_error *why) {
    hra_text file;
    char folder[STORE_PATH];
    hra_snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return hra_fail(why, HRA_EIO, -1, "%s: %s", folder, strerror(errno));
    hra_text_init(&file);
    hra_text_add_bytes(&file, bytes, length);
    hra_err err = file.err ? HRA_ENOMEM : output_write(path, &file) == EXIT_DONE ? HRA_OK : HRA_EIO;
    hra_text_release(&file);
    return err ? hra_fail(why, err, -1, "%s: %s", path, hra_err_text(err)) : HRA_OK;
}

static hra_err unpack(const tables *t, int slice, const hra_text *result, hra_error *why) {
    size_t at = 0;
    hra_text path;
    hra_err err = HRA_OK;
    hra_text_init(&path);
    for (int i = 0; !err && hra_slices_file(t->slices, slice, i); i++) {
        uint64_t length = 0;
        for (int k = 0; k < LENGTH && at < result->length; k++)
            length = length << 8 | (unsigned char)result->data[at++];
        if (length == 0 || length > result->length - at) {
            err =
                hra_fail(why, HRA_EDAMAGED, -1, "%s: a result is not what was written", queue_name(t->queue));
            break;
        }
        path_of(t, slice, i, &path);
        err = write_file(hra_text_string(&path), result->data + at, (size_t)length, why);
        at += (size_t)length;
    }
    hra_text_release(&path);
    return err;
}

/* Has the files of a slice in the folder of data. */
static hra_err fetch(const tables *t, int slice, hra_error *why) {
    char unit[QUEUE_TEXT];
    hra_text result;
    if (is_there(t, slice))
        return HRA_OK;
    hra_snprintf(unit, sizeof unit, "slice %s", hra_slices_name(t->slices, slice));
    hra_text_init(&result);
    hra_err err = queue_result(t->queue, unit, &result, why);
    if (!err)
        err = unpack(t, slice, &result, why);
    hra_text_release(&result);
    return err;
}

/* ---- the kind -------------------------------------------------------------------------------*/

static hra_err handed(void *self, const queue_unit *unit, hra_error *why) {
    tables *t = self;
    int slice;
    hra_err err = read_unit(t, unit->text, &slice, why);
    if (!err && t->handed[slice])
        return hra_fail(why, HRA_EDAMAGED, -1, "'%s' was handed out before", unit->text);
    if (!err)
        t->handed[slice] = true;
    return err;
}

static hra_err count(void *self, const queue_unit *unit, const char *result, size_t length, hra_error *why) {
    tables *t = self;
    int slice;
    hra_err err = read_unit(t, unit->text, &slice, why);
    if (!err && t->built[slice])
        return hra_fail(why, HRA_EDAMAGED, -1, "'%s' was built before", unit->text);
    if (err)
        return err;
    t->built[slice] = true;
    t->left--;
    t->solved += hra_slices_positions(t->slices, slice);
    hra_progress_report(t->how->progress, N_("slices"), (double)t->solved / (double)t->positions);
    return HRA_OK;
}

static bool is_ready(const tables *t, int slice) {
    int needs = hra_slices_needs(t->slices, slice, t->needs);
    for (int i = 0; i < needs; i++)
        if (!t->built[t->needs[i]])
            return false;
    return true;
}

static bool next(void *self, char text[QUEUE_TEXT]) {
    tables *t = self;
    for (int i = 0; i < t->count; i++)
        if (!t->handed[i] && is_ready(t, i)) {
            t->handed[i] = true;
            hra_snprintf(text, QUEUE_TEXT, "slice %s", hra_slices_name(t->slices, i));
            return true;
        }
    return false;
}

static void undo(void *self, const char *text) {
    tables *t = self;
    int slice;
    if (read_unit(t, text, &slice, NULL) == 0)
        t->handed[slice] = false;
}

static bool wants(void *self, const char *text) {
    return true;
}

static bool over(void *self) {
    return ((const tables *)self)->left == 0;
}

static hra_err prepare(void *self, const char *text, hra_error *why) {
    tables *t = self;
    int slice;
    hra_err err = read_unit(t, text, &slice, why);
    int needs = err ? 0 : hra_slices_needs(t->slices, slice, t->needs);
    for (int i = 0; i < needs && !err; i++)
        err = fetch(t, t->needs[i], why);
    return err;
}

static hra_err pack(const tables *t, int slice, hra_text *out, hra_error *why) {
    hra_text path, file;
    hra_err err = HRA_OK;
    hra_text_init(&path);
    hra_text_init(&file);
    for (int i = 0; !err && hra_slices_file(t->slices, slice, i); i++) {
        path_of(t, slice, i, &path);
        hra_text_clear(&file);
        if (store_read(hra_text_string(&path), &file) != EXIT_DONE)
            err = hra_fail(why, HRA_EIO, -1, "%s: cannot be read", hra_text_string(&path));
        for (int k = LENGTH - 1; k >= 0; k--)
            hra_text_add_char(out, (char)((uint64_t)file.length >> (8 * k) & 255));
        hra_text_add_bytes(out, file.data, file.length);
    }
    hra_text_release(&path);
    hra_text_release(&file);
    return err ? err : out->err ? hra_fail(why, out->err, -1, "%s", hra_err_text(out->err)) : HRA_OK;
}

static hra_err perform(void *self, const char *text, const hra_progress *progress, hra_text *result,
                       hra_text *records, hra_error *why) {
    const tables *t = self;
    hra_solve_setup how = {.size = sizeof how, .threads = 1, .data = t->how->data, .progress = progress};
    int slice;
    hra_err err = read_unit(t, text, &slice, why);
    if (!err)
        err = hra_slices_build(t->slices, slice, &how, why);
    return err ? err : pack(t, slice, result, why);
}

static const queue_kind kind = {
    .handed = handed,
    .count = count,
    .next = next,
    .undo = undo,
    .wants = wants,
    .over = over,
    .prepare = prepare,
    .perform = perform,
};

/* ---- the whole ------------------------------------------------------------------------------*/

static hra_err work(tables *t, bool all, uint64_t *done, hra_error *why) {
    workers_setup workers = {.queue = t->queue,
                             .kind = &kind,
                             .self = t,
                             .threads = t->how->threads,
                             .progress = t->how->progress,
                             .done = done};
    for (int i = 0; i < t->count; i++)
        t->positions += hra_slices_positions(t->slices, i);
    t->left = t->count;
    hra_err err = workers_run(&workers, why);
    if (!err && t->left > 0)
        return hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
    for (int i = 0; i < t->count && all && !err; i++)
        err = fetch(t, i, why);
    return err;
}

static hra_err run(tables *t, const queue_setup *how, const hra_game *game, bool all, uint64_t *done,
                   hra_error *why) {
    hra_err err = hra_slices_open(&t->slices, game, why);
    if (err)
        return err;
    t->count = hra_slices_count(t->slices);
    t->handed = calloc((size_t)t->count + 1, sizeof *t->handed);
    t->built = calloc((size_t)t->count + 1, sizeof *t->built);
    t->needs = calloc((size_t)t->count + 1, sizeof *t->needs);
    if (!t->handed || !t->built || !t->needs)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    err = queue_open(&t->queue, how, why);
    return err ? err : work(t, all, done, why);
}

/* `spec` NULL: it is made. */
static int build(const args *a, const char *store, const char *spec, const hra_game *game,
                 const hra_solve_setup *how, uint64_t *done) {
    tables t = {.how = how};
    queue_setup keep = {.name = store, .works = true, .progress = how->progress};
    hra_text own;
    hra_error why;
    if (!how->data) {
        say_error("%s", _("solve: a store needs a folder of data"));
        return EXIT_WRONG;
    }
    if (!args_seconds(a, "lease", 0, &keep.lease) || !kept_wait(a, &keep.wait))
        return EXIT_WRONG;
    hra_text_init(&own);
    kept_begin("tables", game, &own);
    keep.spec = hra_text_string(&own);
    hra_err err = run(&t, &keep, game, !spec, done, &why);
    say_progress_done();
    if (err == HRA_ESTOPPED && t.queue)
        say_aside(_("slices built: %d of %d"), t.count - t.left, t.count);
    queue_close(t.queue);
    hra_slices_close(t.slices);
    free(t.handed);
    free(t.built);
    free(t.needs);
    hra_text_release(&own);
    return err ? say_failure(&why, NULL) : EXIT_DONE;
}

int solve_in_store(const args *a, const char *store, const hra_game *game, const hra_solve_setup *how) {
    uint64_t done;
    return build(a, store, NULL, game, how, &done);
}

int solve_take_part(const args *a, const char *store, const char *spec) {
    hra_solve_setup how = {.size = sizeof how, .progress = say_progress()};
    uint64_t threads, done = 0;
    size_t length = 0;
    const char *game = kept_line(spec, "game", &length);
    if (!game || !args_number(a, "threads", 1, 1, 256, &threads))
        return EXIT_WRONG;
    setup *s = calloc(1, sizeof *s);
    hra_text name;
    hra_text_init(&name);
    hra_text_add_bytes(&name, game, length);
    int status = s && !name.err ? EXIT_DONE : say_no_memory();
    if (!status) {
        store_folder(a, s->data);
        how.threads = (int)threads;
        how.data = s->data[0] ? s->data : NULL;
        s->host = kept_host(a);
        status = setup_game(s, hra_text_string(&name), 0);
        if (!status)
            status = build(a, store, spec, s->game, &how, &done);
        if (!status || status == EXIT_INTERRUPTED)
            say_aside(_n("%llu unit done", "%llu units done", done), (unsigned long long)done);
        setup_release(s);
    }
    hra_text_release(&name);
    free(s);
    return status;
}
