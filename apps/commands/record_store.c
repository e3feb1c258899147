/* Records in one file. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record_store.h"

static hra_err cannot(const char *path, const char *what, hra_error *why) {
    return hra_fail(why, HRA_EIO, -1, "%s: %s: %s", path, what, hra_system_text(errno));
}

/* *size is 0 if the file is not a regular one. */
static hra_err look(int fd, const char *path, bool *regular, off_t *size, hra_error *why) {
    struct stat info;
    *regular = false;
    *size = 0;
    if (fstat(fd, &info) != 0)
        return cannot(path, _("cannot be read"), why);
    *regular = S_ISREG(info.st_mode);
    *size = *regular ? info.st_size : 0;
    return HRA_OK;
}

/* Writes all or nothing, as far as possible. */
static hra_err write_whole(int fd, const char *path, const char *bytes, size_t length, hra_error *why) {
    off_t before;
    bool regular;
    hra_err err = look(fd, path, &regular, &before, why);
    if (err)
        return err;
    for (size_t done = 0; done < length;) {
        ssize_t n = write(fd, bytes + done, length - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n > 0) {
            done += (size_t)n;
            continue;
        }
        int reason = errno;
        if (regular && ftruncate(fd, before) != 0)
            reason = errno;
        errno = reason;
        return cannot(path, _("could not be written"), why);
    }
    return HRA_OK;
}

static hra_err read_whole(int fd, const char *path, size_t most, hra_text *out, hra_error *why) {
    char block[65536];
    off_t at = 0;
    for (ssize_t n; (n = pread(fd, block, sizeof block, at)) != 0; at += n) {
        if (n < 0)
            return cannot(path, _("cannot be read"), why);
        if (out->length + (size_t)n > most)
            return hra_fail(why, HRA_ELIMIT, -1, "%s: is larger than %zu MiB", path, most >> 20);
        hra_text_add_bytes(out, block, (size_t)n);
        if (out->err)
            return hra_no_memory(why);
    }
    return HRA_OK;
}

/* ---- another program's format ---------------------------------------------------------------*/

/* Appends all plays in the text, written in the other format. */
static hra_err translate(const hra_format *format, const hra_text *text, hra_text *out) {
    hra_err err = text->err;
    size_t at = 0, used;
    while (!err && at < text->length) {
        hra_record *record;
        err = hra_record_parse(&record, &cli_file_host, text->data + at, text->length - at, &used, 1, NULL);
        if (err)
            break;
        err = hra_record_write(record, format, out);
        hra_record_close(record);
        at += used;
    }
    return err ? err : out->err;
}

static hra_err read_part(file_store *f, hra_text *out, hra_error *why) {
    if (f->regular)
        return read_whole(f->fd, f->part, MAX_RECORDS, out, why);
    hra_text_add_bytes(out, hra_text_string(&f->waiting), f->waiting.length);
    return out->err ? hra_no_memory(why) : HRA_OK;
}

static hra_err untranslatable(const file_store *f, hra_err err, hra_error *why) {
    return err == HRA_ENOMEM ? hra_no_memory(why)
                             : hra_fail(why, HRA_EDAMAGED, -1, "%s: %s; repair or remove the file", f->part,
                                        hra_err_text(err));
}

/* Writes the plays that lie in the part to the file. */
static hra_err convert(file_store *f, hra_error *why) {
    hra_text text, out;
    hra_text_init(&text);
    hra_text_init(&out);
    hra_err err = read_part(f, &text, why);
    if (!err) {
        err = translate(f->format, &text, &out);
        if (err)
            err = untranslatable(f, err, why);
    }
    if (!err)
        err = write_whole(f->out, f->path, hra_text_string(&out), out.length, why);
    hra_text_release(&out);
    hra_text_release(&text);
    return err;
}

static bool holds_move(const hra_text *text) {
    const char *line = hra_text_string(text);
    while (line && !(*line >= '0' && *line <= '9') && *line != '*') {
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    return line != NULL;
}

/* A play that was left is in the file as far as it had come, and goes on in the part. So it is cut off in the
 * file and written again when it is over. */
static hra_err take_back_left(file_store *f, hra_error *why) {
    hra_text text, out, all;
    off_t size;
    bool regular;
    hra_err err = look(f->out, f->path, &regular, &size, why);
    if (err || !regular)
        return err;
    hra_text_init(&text);
    hra_text_init(&out);
    hra_text_init(&all);
    err = read_part(f, &text, why);
    if (!err && text.length && !holds_move(&text)) {
        if (ftruncate(f->fd, 0) != 0) /* it was left before its first move */
            err = cannot(f->part, _("could not be written"), why);
    } else if (!err && text.length) {
        err = translate(f->format, &text, &out);
        if (err)
            err = untranslatable(f, err, why);
    }
    if (!err && out.length)
        err = read_whole(f->out, f->path, MAX_RECORDS, &all, why);
    bool left = !err && out.length && all.length >= out.length &&
                memcmp(all.data + all.length - out.length, out.data, out.length) == 0;
    if (left && ftruncate(f->out, (off_t)(all.length - out.length)) != 0)
        err = cannot(f->path, _("could not be written"), why);
    hra_text_release(&all);
    hra_text_release(&out);
    hra_text_release(&text);
    return err;
}

/* A play that was left or killed is written to the file, as far as it had come, before another begins. */
static hra_err settle(file_store *f, hra_error *why) {
    off_t size = 0;
    bool regular;
    hra_err err = take_back_left(f, why);
    if (!err)
        err = look(f->fd, f->part, &regular, &size, why);
    if (!err && size > 0)
        err = convert(f, why);
    if (!err && ftruncate(f->fd, 0) != 0)
        err = cannot(f->part, _("could not be written"), why);
    return err;
}

/* ---- the file -------------------------------------------------------------------------------*/

static hra_err something_else(const char *path, const char *what, hra_error *why) {
    return hra_fail(why, HRA_EDAMAGED, -1,
                    "%s: the file contains something other than %s, so nothing is appended", path, what);
}

static hra_err check_records(const file_store *f, hra_error *why) {
    static const char begin[] = "hra-record ";
    char start[sizeof begin];
    ssize_t n = pread(f->fd, start, sizeof begin - 1, 0);
    if (n < 0)
        return cannot(f->part, _("cannot be read"), why);
    return memcmp(start, begin, (size_t)n) == 0 /* less than that of it was cut off */
               ? HRA_OK
               : something_else(f->part, _("records"), why);
}

/* A file in another format holds games of it when it begins like one. */
static hra_err check_plays(const file_store *f, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_err err = read_whole(f->out, f->path, MAX_RECORDS, &text, why);
    if (!err && text.length && f->format->looks(text.data, text.length) == 0)
        err = something_else(f->path, f->format->name, why);
    hra_text_release(&text);
    return err;
}

static hra_err open_one(const char *path, int *out, bool *regular, hra_error *why) {
    off_t size;
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0)
        fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC); /* a pipe whose reader waits */
    if (fd < 0)
        return cannot(path, _("cannot be written"), why);
    *out = fd;
    hra_err err = look(fd, path, regular, &size, why);
    if (err || !*regular)
        return err;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return hra_fail(why, HRA_ESTATE, -1, "%s: the game is in use by another program", path);
    struct stat own, there;
    if (fstat(fd, &own) != 0 || stat(path, &there) != 0 || own.st_ino == there.st_ino)
        return HRA_OK;
    close(fd); /* another one took its place meanwhile */
    return open_one(path, out, regular, why);
}

hra_err file_store_fits(const file_store *f, const hra_rules *rules, hra_error *why) {
    const hra_format *own = hra_rules_offers(rules)->formats;
    while (f->format && own && own->name && own != f->format)
        own++;
    if (!f->format || (f->format->write && own && own->name))
        return HRA_OK;
    return hra_fail(why, HRA_EINPUT, -1,
                    "%s: %s cannot be written as %s; name a file that does not end with %s", f->path,
                    _(rules->text->title), f->format->name, f->format->suffix);
}

/* A line that a kill cut off does not count, and the next one replaces it. */
static hra_err cut_torn_line(const file_store *f, hra_error *why) {
    char block[4096];
    off_t size, at;
    bool regular;
    hra_err err = look(f->fd, f->part, &regular, &size, why);
    if (err)
        return err;
    for (at = size; at > 0;) {
        size_t length = at < (off_t)sizeof block ? (size_t)at : sizeof block;
        if (pread(f->fd, block, length, at - (off_t)length) != (ssize_t)length)
            return cannot(f->part, _("cannot be read"), why);
        size_t whole = hra_store_whole(block, length, NULL);
        at -= (off_t)(length - whole);
        if (whole)
            break;
    }
    return at == size || ftruncate(f->fd, at) == 0 ? HRA_OK : cannot(f->part, _("could not be written"), why);
}

hra_err file_store_open(file_store *f, hra_error *why) {
    bool whole = true;
    hra_err err = f->format ? open_one(f->path, &f->out, &whole, why) : HRA_OK;
    if (!err && f->format && whole)
        err = check_plays(f, why);
    if (!err && whole)
        err = open_one(f->part, &f->fd, &f->regular, why);
    if (!err && f->regular)
        err = check_records(f, why);
    if (err || f->goes_on || !f->regular)
        return err;
    return f->format ? settle(f, why) : cut_torn_line(f, why);
}

static hra_err append(file_store *f, size_t at, const char *text, size_t length, hra_error *why) {
    off_t size;
    bool regular;
    hra_err err = HRA_OK;
    if (!f->regular && f->format) {
        hra_text_add_bytes(&f->waiting, text, length);
    } else {
        err = look(f->fd, f->part, &regular, &size, why);
        if (!err && size > (off_t)at && ftruncate(f->fd, (off_t)at) != 0)
            err = cannot(f->part, _("could not be written"), why);
        if (!err)
            err = write_whole(f->fd, f->part, text, length, why);
    }
    bool finished;
    (void)hra_store_whole(text, length, &finished);
    if (err || !f->format || !finished)
        return err || !f->waiting.err ? err : hra_no_memory(why);
    err = convert(f, why);
    hra_text_clear(&f->waiting);
    if (!err && f->regular && ftruncate(f->fd, 0) != 0)
        err = cannot(f->part, _("could not be written"), why);
    return err;
}

hra_err file_store_add(void *self, const char *task, const char *text, size_t length) {
    file_store *f = self;
    off_t size = 0;
    bool regular;
    hra_err err = HRA_OK;
    if (!f->begun && f->format)
        err = take_back_left(f, &f->why);
    if (!err)
        err = look(f->fd, f->part, &regular, &size, &f->why);
    f->begun = true;
    return err ? err : append(f, (size_t)size, text, length, &f->why);
}

static hra_err sync_one(int fd, const char *path, hra_error *why) {
    off_t size;
    bool regular = false;
    hra_err err = fd < 0 ? HRA_OK : look(fd, path, &regular, &size, why);
    return !err && regular && fsync(fd) != 0 ? cannot(path, _("could not be written"), why) : err;
}

/* What is left in the part goes to the file in the other format, as far as the play had come. */
static hra_err bring_over(file_store *f, hra_error *why) {
    off_t size = 0;
    bool regular;
    hra_err err = look(f->fd, f->part, &regular, &size, why);
    if (!err && size > 0)
        err = take_back_left(f, why); /* where the part could not be emptied, it is there already */
    if (!err && (size > 0 || f->waiting.length))
        err = convert(f, why);
    return err;
}

hra_err file_store_close(file_store *f) {
    off_t size = 0;
    bool regular = false;
    hra_err err = f->format && f->begun && f->fd >= 0 ? bring_over(f, &f->why) : HRA_OK;
    if (!err)
        err = sync_one(f->fd, f->part, &f->why);
    if (!err)
        err = sync_one(f->out, f->path, &f->why);
    if (!err && f->format && f->fd >= 0)
        err = look(f->fd, f->part, &regular, &size, &f->why);
    if (!err && regular && size == 0)
        unlink(f->part);
    if (f->fd >= 0)
        close(f->fd);
    if (f->out >= 0)
        close(f->out);
    f->fd = f->out = -1;
    hra_text_release(&f->waiting);
    return err;
}

/* ---- as a store -----------------------------------------------------------------------------*/

static hra_err only_entry(const file_store *f, const char *name, hra_error *why) {
    if (strcmp(name, FILE_STORE_ENTRY) == 0)
        return HRA_OK;
    return hra_fail(why, HRA_EDENIED, -1, "'%s': only %s can be read here", name, f->path);
}

static hra_err store_list(void *self, const char *folder, hra_store_each each, void *to, hra_error *why) {
    return HRA_OK;
}

static hra_err store_read_entry(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    file_store *f = self;
    hra_err err = only_entry(f, name, why);
    if (!err && f->fd >= 0)
        return f->regular ? read_whole(f->fd, f->part, most, out, why) : HRA_OK;
    return err;
}

static hra_err store_append(void *self, const char *name, size_t at, const char *bytes, size_t length,
                            hra_error *why) {
    file_store *f = self;
    hra_err err = f->begun || !f->format ? HRA_OK : take_back_left(f, why);
    f->begun = true;
    return err ? err : append(f, at, bytes, length, why);
}

static hra_err store_sync(void *self, const char *name, hra_error *why) {
    const file_store *f = self;
    return f->regular && fsync(f->fd) != 0 ? cannot(f->part, _("could not be written"), why) : HRA_OK;
}

static hra_err store_remove(void *self, const char *name, hra_error *why) {
    return only_entry(self, "", why);
}

static hra_err store_lock(void *self, const char *name, bool on, hra_error *why) {
    file_store *f = self;
    hra_err err = only_entry(f, name, why);
    if (!err && on)
        err = file_store_open(f, why);
    return err;
}

bool file_store_init(file_store *f, const char *path) {
    *f = (file_store){.store = {sizeof f->store, f, store_list, store_read_entry, store_append, store_sync,
                                store_remove, store_lock},
                      .format = hra_registry_find_format(NULL, path),
                      .fd = -1,
                      .out = -1};
    hra_text_init(&f->waiting);
    int n = hra_snprintf(f->path, sizeof f->path, "%s", path);
    int m = hra_snprintf(f->part, sizeof f->part, f->format ? "%s.part" : "%s", path);
    if (n < (int)sizeof f->path && m < (int)sizeof f->part && n > 0)
        return true;
    print_error(_("the path is longer than %d characters"), STORE_PATH - 1);
    return false;
}
