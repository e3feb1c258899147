/* A run's records, added to a file as one block. */
#include "record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "output.h"

enum {
    CHUNK = 65536,
    HEAD = 4096, /* bytes of a block by which it is looked for */
    TRIES = 50,  /* to lock the file, a tenth of a second each */
    NAMES = 1000,
    NAME = STORE_PATH + 24
};

/* A block on its way. */
typedef struct block {
    const record_file *f;
    char path[NAME]; /* of the file, with links followed */
    char name[NAME]; /* under which it is written; "": straight into the file */
    int file;        /* that is there; -1: none */
    int out;         /* under the other name */
    uint64_t size;   /* of the file */
    uint64_t begins; /* number of bytes before the block */
    uint64_t length; /* of the block so far */
    bool same;       /* as what the file holds behind them, as far as that goes */
    hra_error *why;
} block;

static hra_err failed(const char *path, const char *what, hra_error *why) {
    return hra_fail(why, HRA_EIO, -1, "%s: %s: %s", path, what, hra_system_text(errno));
}

static hra_err cannot_write(const block *b) {
    return failed(b->path, _("could not be written"), b->why);
}

/* As many bytes as there are, at most `size`; negative: errno says why not. */
static ssize_t read_at(int file, uint64_t at, char *bytes, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = pread(file, bytes + done, size - done, (off_t)(at + done));
        if (n < 0 && errno != EINTR)
            return -1;
        if (n == 0)
            break;
        done += n > 0 ? (size_t)n : 0;
    }
    return (ssize_t)done;
}

/* Copies a part of a file to the end of the block's. */
static hra_err copy(block *b, int from, uint64_t at, uint64_t length) {
    char bytes[CHUNK];
    while (length > 0) {
        size_t most = length < CHUNK ? (size_t)length : CHUNK;
        ssize_t n = read_at(from, at, bytes, most);
        if (n <= 0)
            return failed(b->path, _("cannot be read"), b->why);
        if (!output_write_all(b->out, bytes, (size_t)n))
            return cannot_write(b);
        at += (uint64_t)n;
        length -= (uint64_t)n;
    }
    return HRA_OK;
}

/* Whether two parts of files are the same. */
static bool is_same(int one, uint64_t at, int other, uint64_t there, uint64_t length) {
    char a[HEAD], b[HEAD];
    while (length > 0) {
        size_t most = length < HEAD ? (size_t)length : HEAD;
        if (read_at(one, at, a, most) != (ssize_t)most || read_at(other, there, b, most) != (ssize_t)most ||
            memcmp(a, b, most) != 0)
            return false;
        at += most;
        there += most;
        length -= most;
    }
    return true;
}

/* ---- the file as it is ----------------------------------------------------------------------*/

/* Its first `length` bytes in *sum; false: there are fewer, or errno. */
static bool sum_up(int file, uint64_t length, int64_t *sum) {
    char bytes[CHUNK];
    XXH3_state_t *state = XXH3_createState();
    bool good = state && XXH3_64bits_reset(state) == XXH_OK;
    for (uint64_t at = 0; good && at < length;) {
        size_t most = length - at < CHUNK ? (size_t)(length - at) : CHUNK;
        ssize_t n = read_at(file, at, bytes, most);
        good = n == (ssize_t)most && XXH3_64bits_update(state, bytes, most) == XXH_OK;
        at += most;
    }
    *sum = good ? (int64_t)XXH3_64bits_digest(state) : 0;
    XXH3_freeState(state);
    return good;
}

static bool is_that(int file, const char *path) {
    struct stat own, there;
    return fstat(file, &own) == 0 && stat(path, &there) == 0 && own.st_ino == there.st_ino &&
           own.st_dev == there.st_dev;
}

/* Opens it and keeps others from it, who do not take long, unless a play is open in it. HRA_ESTATE, HRA_EIO.
 */
static hra_err lock_file(block *b) {
    for (int i = 0; i < TRIES; i++) {
        b->file = open(b->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (b->file < 0)
            return failed(b->path, _("cannot be written"), b->why);
        bool locked = flock(b->file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
        if (locked && is_that(b->file, b->path))
            return HRA_OK;
        close(b->file);
        b->file = -1;
        (void)nanosleep(&(struct timespec){0, 100000000}, NULL);
    }
    return hra_fail(b->why, HRA_ESTATE, -1, "%s: the file is in use by another program", b->path);
}

static hra_err look(block *b) {
    struct stat info;
    if (b->file >= 0 && fstat(b->file, &info) != 0)
        return failed(b->path, _("cannot be read"), b->why);
    b->size = b->file >= 0 ? (uint64_t)info.st_size : 0;
    return HRA_OK;
}

/* ---- the block ------------------------------------------------------------------------------*/

/* A store may be anybody's, so its records name no file but those of the game that it is about. */
static const hra_host *host_of(const block *b, const char *text, size_t length) {
    static const hra_host no_files = {.size = sizeof no_files};
    static const char head[] = "\ngame ";
    const hra_game *game = b->f->game;
    const char *line = memchr(text, '\n', length), *from = line ? line + sizeof head - 1 : NULL;
    char spec[HRA_SPEC_LENGTH];
    const size_t left = line ? (size_t)(text + length - line) : 0;
    const char *end = left > sizeof head && memcmp(line, head, sizeof head - 1) == 0
                          ? memchr(from, '\n', left - sizeof head + 1)
                          : NULL;
    if (!end || (size_t)(end - from) >= sizeof spec)
        return &no_files;
    hra_snprintf(spec, sizeof spec, "%.*s", (int)(end - from), from);
    return hra_spec_equal(spec, game->spec, HRA_NAME_GAME, NULL, NULL) ? game->host : &no_files;
}

static hra_err damaged(const block *b, const hra_error *inner) {
    if (inner->code == HRA_ENOMEM)
        return hra_no_memory(b->why);
    return hra_fail(b->why, HRA_EDAMAGED, -1, "damaged records (%s)", inner->text);
}

/* Parses them, and appends them as the file has them. */
static hra_err translate(const block *b, const char *text, size_t length, hra_text *out) {
    const hra_format *format = b->f->store.format;
    hra_err err = HRA_OK;
    size_t used = 0;
    for (size_t at = 0; !err && at < length; at += used) {
        hra_record *record;
        hra_error inner = {0};
        if (hra_record_parse(&record, host_of(b, text + at, length - at), text + at, length - at, &used, 1,
                             &inner) != 0)
            return damaged(b, &inner);
        if (!hra_spec_equal(hra_record_info(record)->game->spec, b->f->game->spec, HRA_NAME_GAME, NULL, NULL))
            err = hra_fail(b->why, HRA_EDAMAGED, -1, "the records are of another game");
        else if (format && (err = hra_record_write(record, format, out)) != 0)
            err = hra_fail(b->why, err, -1, "%s", hra_err_text(err));
        else if (!format)
            hra_text_add_bytes(out, text + at, used);
        hra_record_close(record);
    }
    return err ? err : out->err ? hra_no_memory(b->why) : HRA_OK;
}

static void compare(block *b, const char *bytes, size_t length) {
    char there[CHUNK];
    uint64_t at = b->begins + b->length;
    while (b->same && length > 0 && at < b->size) {
        size_t most = length < CHUNK ? length : CHUNK;
        most = b->size - at < most ? (size_t)(b->size - at) : most;
        b->same = read_at(b->file, at, there, most) == (ssize_t)most && memcmp(there, bytes, most) == 0;
        at += most;
        bytes += most;
        length -= most;
    }
}

static hra_err take(void *self, const char *text, size_t length) {
    block *b = self;
    hra_text out;
    hra_text_init(&out);
    hra_err err = translate(b, text, length, &out);
    if (!err && !output_write_all(b->out, hra_text_string(&out), out.length))
        err = cannot_write(b);
    if (!err)
        compare(b, hra_text_string(&out), out.length);
    b->length += out.length;
    hra_text_release(&out);
    return err;
}

/* A new file beside it, with its rights. */
static hra_err open_beside(block *b) {
    struct stat info;
    b->out = -1;
    for (int i = 0; b->out < 0 && i < NAMES; i++) {
        hra_snprintf(b->name, sizeof b->name, "%s.new%d", b->path, i);
        b->out = open(b->name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (b->out < 0 && errno != EEXIST)
            break;
    }
    if (b->out < 0)
        b->name[0] = '\0';
    else if (b->file < 0 || (fstat(b->file, &info) == 0 && fchmod(b->out, info.st_mode & 07777) == 0))
        return HRA_OK;
    return cannot_write(b);
}

/* What the file begins with, and the block behind it, under another name. */
static hra_err write_block(block *b, record_giver *give, void *self) {
    hra_error told = {0};
    b->length = 0;
    b->same = true;
    hra_err err = open_beside(b);
    if (!err)
        err = copy(b, b->file, 0, b->begins);
    if (err)
        return err;
    hra_error *why = b->why;
    b->why = &told;
    hra_error giving = {0};
    err = give(self, take, b, &giving);
    b->why = why;
    if (err)
        return hra_fail_as(why, told.code ? &told : &giving);
    return fsync(b->out) == 0 ? HRA_OK : cannot_write(b);
}

/* Whether the block stands somewhere behind the beginning of the file. */
static bool is_there(const block *b) {
    char head[HEAD], bytes[CHUNK];
    size_t size = b->length < HEAD ? (size_t)b->length : HEAD;
    if (size == 0 || read_at(b->out, b->begins, head, size) != (ssize_t)size)
        return size == 0;
    for (uint64_t at = b->begins; at + b->length <= b->size;) {
        ssize_t n = read_at(b->file, at, bytes, CHUNK);
        if (n < (ssize_t)size)
            return false;
        const char *from = bytes, *end = bytes + n - size;
        while (from <= end && (from = memchr(from, head[0], (size_t)(end - from) + 1)) != NULL) {
            uint64_t place = at + (uint64_t)(from - bytes);
            if (memcmp(from, head, size) == 0 && place + b->length <= b->size &&
                is_same(b->out, b->begins, b->file, place, b->length))
                return true;
            from++;
        }
        at += (uint64_t)n - size + 1;
    }
    return false;
}

/* ---- where it goes --------------------------------------------------------------------------*/

static void discard(block *b) {
    if (b->out >= 0 && b->name[0])
        close(b->out);
    if (b->name[0])
        unlink(b->name);
    b->name[0] = '\0';
    b->out = -1;
}

static hra_err put_in_place(block *b) {
    if (rename(b->name, b->path) != 0)
        return cannot_write(b);
    b->name[0] = '\0';
    close(b->out);
    b->out = -1;
    return output_sync_folder(b->path) ? HRA_OK : cannot_write(b);
}

/* Behind all that the file holds: the block lies under the other name. */
static hra_err put_behind(block *b) {
    block whole = *b;
    whole.out = -1;
    hra_err err = open_beside(&whole);
    if (!err)
        err = copy(&whole, b->file, 0, b->size);
    if (!err)
        err = copy(&whole, b->out, b->begins, b->length);
    if (!err && fsync(whole.out) != 0)
        err = cannot_write(b);
    if (!err)
        err = put_in_place(&whole);
    discard(&whole);
    return err;
}

/* Under a name that is free, or holds it already. */
static hra_err put_beside(block *b, bool open_elsewhere) {
    char name[NAME + 8];
    for (int i = 2; i < NAMES; i++) {
        struct stat info;
        hra_snprintf(name, sizeof name, "%s.%d", b->path, i);
        int there = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        bool held = there >= 0 && fstat(there, &info) == 0 && (uint64_t)info.st_size == b->length &&
                    is_same(there, 0, b->out, 0, b->length);
        if (there >= 0)
            close(there);
        if (there < 0 && errno != ENOENT)
            continue;
        if (!held && (there >= 0 || (link(b->name, name) != 0 && errno == EEXIST)))
            continue;
        if (!held && access(name, F_OK) != 0)
            return cannot_write(b);
        print_note(open_elsewhere ? _("%s is in use by another program; the records of the run are in %s")
                                  : _("%s was changed at its start; the records of the run are in %s"),
                   b->path, name);
        return output_sync_folder(name) ? HRA_OK : cannot_write(b);
    }
    return cannot_write(b);
}

/* Of a run that a store keeps. */
static hra_err add_run(block *b, record_giver *give, void *self) {
    int64_t sum;
    const queue_file *noted = &b->f->noted;
    hra_err err = lock_file(b);
    bool open_elsewhere = err == HRA_ESTATE;
    if (!err)
        err = look(b);
    bool begins = !err && (uint64_t)noted->length <= b->size &&
                  sum_up(b->file, (uint64_t)noted->length, &sum) && sum == noted->checksum;
    if (err && !open_elsewhere)
        return err;
    b->begins = begins ? (uint64_t)noted->length : 0;
    err = write_block(b, give, self);
    uint64_t rest = b->size - b->begins;
    if (err)
        return err;
    if (!begins)
        return b->length == 0 ? HRA_OK : put_beside(b, open_elsewhere);
    if (b->same && rest < b->length)
        return put_in_place(b);
    return (b->same && rest >= b->length) || is_there(b) ? HRA_OK : put_behind(b);
}

static hra_err add_behind(block *b, record_giver *give, void *self) {
    hra_err err = lock_file(b);
    if (!err)
        err = look(b);
    b->begins = b->size;
    if (!err)
        err = write_block(b, give, self);
    return err ? err : put_in_place(b);
}

static hra_err is_taken(const char *path, hra_error *why) {
    return hra_fail(why, HRA_EINPUT, -1, "%s: the file exists; --append appends to it", path);
}

static hra_err make_new(block *b, record_giver *give, void *self) {
    hra_err err = write_block(b, give, self);
    if (err)
        return err;
    if (link(b->name, b->path) != 0)
        return errno == EEXIST ? is_taken(b->path, b->why) : cannot_write(b);
    return output_sync_folder(b->path) ? HRA_OK : cannot_write(b);
}

/* A pipe or a device. */
static hra_err write_through(block *b, record_giver *give, void *self) {
    hra_error told = {0}, giving = {0}, *why = b->why;
    b->out = open(b->path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (b->out < 0)
        return cannot_write(b);
    b->why = &told;
    hra_err err = give(self, take, b, &giving);
    b->why = why;
    close(b->out);
    b->out = -1;
    return err ? hra_fail_as(why, told.code ? &told : &giving) : HRA_OK;
}

hra_err record_file_add(record_file *f, record_giver *give, void *self, hra_error *why) {
    block *b = calloc(1, sizeof *b);
    if (!b)
        return hra_no_memory(why);
    char *real = realpath(f->store.path, NULL);
    *b = (block){.f = f, .file = -1, .out = -1, .why = why};
    hra_snprintf(b->path, sizeof b->path, "%s", real ? real : f->store.path);
    free(real);
    hra_err err = !f->regular               ? write_through(b, give, self)
                  : f->use == RECORD_RUN    ? add_run(b, give, self)
                  : f->use == RECORD_APPEND ? add_behind(b, give, self)
                                            : make_new(b, give, self);
    discard(b);
    if (b->file >= 0)
        close(b->file);
    free(b);
    return err;
}

/* ---- before the run -------------------------------------------------------------------------*/

/* Whether it can be added to; what a play left beside it is brought over. Others who add to it do not take
 * long. */
static hra_err try_file(record_file *f, hra_error *why) {
    hra_err err = HRA_ESTATE;
    for (int i = 0; i < TRIES && err == HRA_ESTATE; i++) {
        if (i > 0)
            (void)nanosleep(&(struct timespec){0, 100000000}, NULL);
        err = file_store_open(&f->store, why);
        hra_error closing = f->store.why;
        if (file_store_close(&f->store) != 0 && !err)
            err = hra_fail_as(why, f->store.why.code ? &f->store.why : &closing);
    }
    return err;
}

/* By a name that no other file has. */
static hra_err name_it(record_file *f, const queue *q, hra_error *why) {
    hra_text name;
    char *real = realpath(f->store.path, NULL);
    if (!real)
        return failed(f->store.path, _("cannot be read"), why);
    hra_text_init(&name);
    hra_text_addf(&name, "%s %s", queue_machine(q), real);
    free(real);
    f->noted.name = queue_checksum(hra_text_string(&name), name.length);
    hra_err err = name.err ? hra_no_memory(why) : HRA_OK;
    hra_text_release(&name);
    return err;
}

/* How it begins. */
static hra_err note(record_file *f, queue *q, hra_error *why) {
    struct stat info;
    int file = open(f->store.path, O_RDONLY | O_CLOEXEC);
    bool good =
        file >= 0 && fstat(file, &info) == 0 && sum_up(file, (uint64_t)info.st_size, &f->noted.checksum);
    hra_err err = good ? HRA_OK : failed(f->store.path, _("cannot be read"), why);
    if (file >= 0)
        close(file);
    f->noted.length = good ? (int64_t)info.st_size : 0;
    return err ? err : queue_note_file(q, &f->noted, why);
}

/* A run that began with this file goes on, whatever the file has become. */
static hra_err open_for_run(record_file *f, queue *q, hra_error *why) {
    struct stat info;
    if (stat(f->store.path, &info) == 0) {
        hra_err err = name_it(f, q, why);
        if (!err)
            err = queue_find_file(q, &f->noted, why);
        if (err != HRA_EMISSING)
            return err;
    }
    hra_err err = try_file(f, why);
    if (!err)
        err = name_it(f, q, why);
    return err ? err : note(f, q, why);
}

hra_err record_file_open(record_file *f, const char *path, record_use use, const hra_game *game, queue *q,
                         hra_error *why) {
    struct stat info;
    *f = (record_file){.use = use, .game = game, .regular = true};
    if (strlen(path) + 16 >= STORE_PATH || !file_store_init(&f->store, path))
        return hra_fail(why, HRA_EINPUT, -1, "the path is longer than %d characters", STORE_PATH - 16);
    hra_err err = file_store_fits(&f->store, game->rules, why);
    bool there = stat(path, &info) == 0;
    f->regular = !there || S_ISREG(info.st_mode);
    if (err || !f->regular)
        return err;
    if (use == RECORD_NEW)
        return there ? is_taken(path, why) : HRA_OK;
    return use == RECORD_RUN ? open_for_run(f, q, why) : try_file(f, why);
}
