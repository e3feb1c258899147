/* Entries as files in a folder, by the calls of POSIX. Every file is opened under the descriptor of the
 * folder, without following a link, so no name and nothing that lies there leads out of it. Locks are those
 * of flock: they belong to the open file, so two stores of one process keep each other out as two processes
 * do. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "core/messages.h"
#include "core/thread.h"
#include "store/own_store.h"
#include "store/saved_game.h"

enum { BLOCK = 16384, TRIES = 64 };

/* An entry that is locked here: its file stays open, so that an append costs one write, and its folder, so
 * that an empty one can go whatever happens. */
typedef struct held {
    char name[HRA_STORE_NAME];
    int file, folder;
    size_t length;
} held;

typedef struct folder_store {
    hra_own_store own;
    int root;
    hra_lock lock; /* of what follows */
    held *held;
    size_t count, capacity;
} folder_store;

/* ---- what the system says -------------------------------------------------------------------*/

static hra_err failed(const char *name, int number, const char *what, hra_error *why) {
    if (number == ENOENT)
        return hra_store_missing(name, why);
    /* What is opened as a folder and is a link is ENOTDIR too. */
    return hra_file_failed(name, number == ENOTDIR ? ELOOP : number, what, why);
}

static const char unreadable[] = N_("it cannot be read"), unwritable[] = N_("it cannot be written");

/* ---- opening --------------------------------------------------------------------------------*/

/* A descriptor of one of the two folders; -1: errno says why. */
static int open_folder(const folder_store *f, const char *folder, bool make) {
    int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int descriptor = openat(f->root, folder, flags);
    if (descriptor >= 0 || errno != ENOENT || !make)
        return descriptor;
    if (mkdirat(f->root, folder, 0777) != 0 && errno != EEXIST)
        return -1;
    return openat(f->root, folder, flags);
}

/* Opens a plain file, or makes it; -1: errno says why. */
static int open_plain(int folder, const char *rest, int access, bool make, bool *made) {
    int flags = access | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, file = -1;
    struct stat info;
    *made = false;
    for (int i = 0; i < TRIES && file < 0; i++) { /* others make and remove it meanwhile */
        file = openat(folder, rest, flags);
        if (file >= 0 || errno != ENOENT || !make)
            break;
        file = openat(folder, rest, flags | O_CREAT | O_EXCL, 0666);
        *made = file >= 0;
        if (file < 0 && errno != EEXIST)
            break;
    }
    if (file < 0)
        return -1;
    int reason = fstat(file, &info) != 0 ? errno : S_ISREG(info.st_mode) ? 0 : ENOTDIR;
    if (!reason)
        return file;
    if (*made)
        unlinkat(folder, rest, 0);
    close(file);
    errno = reason;
    return -1;
}

/* The file of an entry and, where `folder` is given, its folder; -1: errno says why. */
static int open_entry(const folder_store *f, const char *name, int access, bool make, bool *made,
                      int *folder) {
    const char *rest;
    int inside = open_folder(f, hra_store_folder_of(name, &rest), make);
    if (inside < 0)
        return -1;
    int file = open_plain(inside, rest, access, make, made), reason = errno;
    if (folder && file >= 0)
        *folder = inside;
    else
        close(inside);
    errno = reason;
    return file;
}

/* ---- locks ----------------------------------------------------------------------------------*/

static held *find_held(const folder_store *f, const char *name) {
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->held[i].name, name) == 0)
            return &f->held[i];
    return NULL;
}

typedef enum verdict { LOCKED, BUSY, GONE, BROKEN } verdict;

/* GONE: it was removed after it was opened, so its lock is worth nothing. */
static verdict lock_file(int file) {
    struct stat info;
    while (flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            return BUSY;
        if (errno == ENOLCK || errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL)
            break; /* this file system has none */
        if (errno != EINTR)
            return BROKEN;
    }
    return fstat(file, &info) != 0 ? BROKEN : info.st_nlink == 0 ? GONE : LOCKED;
}

/* What open_locked opened. */
typedef struct opened {
    int file, folder;
    bool made;
} opened;

static void close_opened(const opened *o) {
    close(o->folder);
    close(o->file);
}

/* After an error: the entry is gone again where it was made. */
static void drop_made(const opened *o, const char *name) {
    const char *rest;
    hra_store_folder_of(name, &rest);
    if (o->made)
        unlinkat(o->folder, rest, 0);
}

/* Opens a file to write, locked. */
static hra_err open_locked(const folder_store *f, const char *name, bool make, opened *out, hra_error *why) {
    verdict result = GONE;
    for (int i = 0; i < TRIES && result == GONE; i++) {
        out->file = open_entry(f, name, O_RDWR, make, &out->made, &out->folder);
        if (out->file < 0)
            return failed(name, errno, unwritable, why);
        result = lock_file(out->file);
        if (result != LOCKED) {
            int reason = errno;
            if (result == BROKEN)
                drop_made(out, name);
            close_opened(out);
            errno = reason;
        }
    }
    if (result == LOCKED)
        return HRA_OK;
    return result == BROKEN ? failed(name, errno, N_("it cannot be locked"), why)
                            : hra_store_is_open(name, why);
}

static hra_err hold(folder_store *f, const char *name, hra_error *why) {
    opened o;
    struct stat info;
    if (find_held(f, name))
        return hra_store_is_open(name, why);
    if (f->count == f->capacity) {
        size_t capacity = f->capacity ? 2 * f->capacity : 4;
        held *all = realloc(f->held, capacity * sizeof *all);
        if (!all)
            return hra_no_memory(why);
        f->held = all;
        f->capacity = capacity;
    }
    hra_err err = open_locked(f, name, true, &o, why);
    if (err)
        return err;
    if (fstat(o.file, &info) != 0) {
        err = failed(name, errno, unreadable, why);
        drop_made(&o, name);
        close_opened(&o);
        return err;
    }
    held *h = &f->held[f->count++];
    *h = (held){.file = o.file, .folder = o.folder, .length = (size_t)info.st_size};
    hra_snprintf(h->name, HRA_STORE_NAME, "%s", name); /* a good name fits */
    return HRA_OK;
}

/* An entry that stayed empty goes while the lock still holds. */
static void let_go(folder_store *f, held *h) {
    const char *rest;
    hra_store_folder_of(h->name, &rest);
    if (!h->length)
        unlinkat(h->folder, rest, 0);
    close(h->folder);
    close(h->file);
    *h = f->held[--f->count];
}

static hra_err folder_lock(void *self, const char *name, bool on, hra_error *why) {
    folder_store *f = self;
    hra_err err = HRA_OK;
    hra_lock_take(&f->lock);
    held *h = find_held(f, name);
    if (on)
        err = hold(f, name, why);
    else if (h)
        let_go(f, h);
    else
        err = hra_store_not_locked(name, why);
    hra_lock_give(&f->lock);
    return err;
}

/* ---- listing and reading --------------------------------------------------------------------*/

static double seconds_of(struct timespec time) {
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Skips files that are not entries, or that were removed meanwhile. */
static hra_err list_file(int folder, const char *file, const char *name, hra_store_each each, void *to,
                         hra_error *why) {
    struct stat info;
    if (hra_store_check_name(name, NULL) != 0)
        return HRA_OK;
    if (fstatat(folder, file, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? HRA_OK : failed(name, errno, unreadable, why);
    if (!S_ISREG(info.st_mode))
        return HRA_OK;
    const hra_store_entry entry = {
        .name = name, .length = (size_t)info.st_size, .changed = seconds_of(info.st_mtim)};
    return each(to, &entry);
}

static hra_err list_files(DIR *all, const char *folder, hra_store_each each, void *to, hra_error *why) {
    hra_err err = HRA_OK;
    struct dirent *file;
    char name[HRA_STORE_NAME];
    for (errno = 0; !err && (file = readdir(all)) != NULL; errno = 0) {
        int n = hra_snprintf(name, sizeof name, "%s/%s", folder, file->d_name);
        if (n > 0 && n < (int)sizeof name)
            err = list_file(dirfd(all), file->d_name, name, each, to, why);
    }
    return !err && errno ? failed(folder, errno, unreadable, why) : err;
}

static hra_err folder_list(void *self, const char *folder, hra_store_each each, void *to, hra_error *why) {
    folder_store *f = self;
    int descriptor = open_folder(f, folder, false);
    if (descriptor < 0)
        return errno == ENOENT ? HRA_OK : failed(folder, errno, unreadable, why);
    DIR *all = fdopendir(descriptor);
    if (!all) {
        close(descriptor);
        return failed(folder, errno, unreadable, why);
    }
    hra_err err = list_files(all, folder, each, to, why);
    closedir(all);
    return err;
}

static hra_err read_whole(int file, const char *name, size_t most, hra_text *out, hra_error *why) {
    char block[BLOCK];
    size_t from = out->length;
    for (ssize_t n; (n = read(file, block, sizeof block)) != 0;) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failed(name, errno, unreadable, why);
        hra_text_add_bytes(out, block, (size_t)n);
        if (out->err)
            return hra_no_memory(why);
        if (out->length - from > most)
            return hra_store_too_long(name, most, why);
    }
    return HRA_OK;
}

static hra_err folder_read(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    bool made;
    int file = open_entry(self, name, O_RDONLY, false, &made, NULL);
    if (file < 0)
        return failed(name, errno, unreadable, why);
    hra_err err = read_whole(file, name, most, out, why);
    close(file);
    return err;
}

/* ---- writing --------------------------------------------------------------------------------*/

/* All or nothing behind the first `at` bytes of *size; *size is then the length of the file. */
static hra_err write_at(int file, const char *name, size_t *size, size_t at, const char *bytes, size_t length,
                        hra_error *why) {
    size_t done = 0;
    if (at > *size)
        return hra_store_too_short(name, *size, at, why);
    if (at < *size && ftruncate(file, (off_t)at) != 0)
        return failed(name, errno, unwritable, why);
    *size = at;
    while (done < length) {
        ssize_t n = pwrite(file, bytes + done, length - done, (off_t)(at + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    *size = at + done;
    if (done == length)
        return HRA_OK;
    int reason = errno;
    if (done && ftruncate(file, (off_t)at) != 0)
        return hra_fail(why, HRA_EIO, -1, "'%s': it was written in part, and the part cannot be cut off",
                        name);
    *size = at;
    return failed(name, reason, unwritable, why);
}

static bool sync_folder(int folder);

/* Opens it under a name that no entry has, so that no list shows it; a process that is killed meanwhile
 * leaves it to the next one. */
static int open_new(int folder, const char *rest, char name[HRA_STORE_NAME]) {
    hra_snprintf(name, HRA_STORE_NAME, ".%s~", rest);
    if (unlinkat(folder, name, 0) != 0 && errno != ENOENT)
        return -1;
    return openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

/* Puts a new file in the place of the old one, whose lock *file holds; the new one is locked before it has
 * the name, and is *file then. */
static hra_err replace_entry(int *file, int folder, const char *entry, const char *rest, const char *bytes,
                             size_t length, hra_error *why) {
    char name[HRA_STORE_NAME];
    size_t size = 0;
    struct stat old;
    int new = fstat(*file, &old) == 0 ? open_new(folder, rest, name) : -1;
    if (new < 0)
        return failed(entry, errno, unwritable, why);
    hra_err err = write_at(new, entry, &size, 0, bytes, length, why);
    bool good = !err && fchmod(new, old.st_mode & 07777) == 0 && lock_file(new) == LOCKED &&
                fsync(new) == 0 && renameat(folder, name, folder, rest) == 0;
    if (!good) {
        err = err ? err : failed(entry, errno, unwritable, why);
        unlinkat(folder, name, 0);
        close(new);
        return err;
    }
    close(*file);
    *file = new;
    return sync_folder(folder) ? HRA_OK : failed(entry, errno, unwritable, why);
}

static hra_err append_unlocked(const folder_store *f, const char *name, size_t at, const char *bytes,
                               size_t length, hra_error *why) {
    opened o;
    struct stat info;
    const char *rest;
    hra_err err = open_locked(f, name, at == 0, &o, why);
    if (err)
        return err;
    hra_store_folder_of(name, &rest);
    if (fstat(o.file, &info) != 0)
        err = failed(name, errno, unreadable, why);
    size_t size = err ? 0 : (size_t)info.st_size;
    if (!err)
        err = !at && (size || length) ? replace_entry(&o.file, o.folder, name, rest, bytes, length, why)
                                      : write_at(o.file, name, &size, at, bytes, length, why);
    if (err)
        drop_made(&o, name);
    close_opened(&o);
    return err;
}

static hra_err append_held(held *h, size_t at, const char *bytes, size_t length, hra_error *why) {
    const char *rest;
    if (at || (!h->length && !length))
        return write_at(h->file, h->name, &h->length, at, bytes, length, why);
    hra_store_folder_of(h->name, &rest);
    hra_err err = replace_entry(&h->file, h->folder, h->name, rest, bytes, length, why);
    h->length = err ? h->length : length;
    return err;
}

static hra_err folder_append(void *self, const char *name, size_t at, const char *bytes, size_t length,
                             hra_error *why) {
    folder_store *f = self;
    hra_lock_take(&f->lock);
    held *h = find_held(f, name);
    hra_err err =
        h ? append_held(h, at, bytes, length, why) : append_unlocked(f, name, at, bytes, length, why);
    hra_lock_give(&f->lock);
    return err;
}

/* Some file systems cannot sync a folder, and say so. */
static bool sync_folder(int folder) {
    return fsync(folder) == 0 || errno == EINVAL || errno == EBADF;
}

/* Opens the file anew, so that no other call waits meanwhile; its folder holds its name, and the root the
 * folder's. */
static hra_err folder_sync(void *self, const char *name, hra_error *why) {
    folder_store *f = self;
    bool made;
    int folder, file = open_entry(f, name, O_RDONLY, false, &made, &folder);
    if (file < 0)
        return failed(name, errno, unreadable, why);
    bool good = fsync(file) == 0 && sync_folder(folder) && sync_folder(f->root);
    int reason = errno;
    close(file);
    close(folder);
    return good ? HRA_OK : failed(name, reason, unwritable, why);
}

static hra_err folder_remove(void *self, const char *name, hra_error *why) {
    folder_store *f = self;
    opened o;
    const char *rest;
    hra_lock_take(&f->lock);
    hra_err err = find_held(f, name) ? hra_store_is_open(name, why) : open_locked(f, name, false, &o, why);
    if (!err) {
        hra_store_folder_of(name, &rest);
        if (unlinkat(o.folder, rest, 0) != 0)
            err = failed(name, errno, N_("it cannot be removed"), why);
        close_opened(&o);
    }
    hra_lock_give(&f->lock);
    return err;
}

/* ---- the store ------------------------------------------------------------------------------*/

static void close_folder(hra_own_store *own) {
    folder_store *f = (folder_store *)own;
    while (f->count)
        let_go(f, &f->held[f->count - 1]);
    free(f->held);
    close(f->root);
    hra_lock_release(&f->lock);
    free(f);
}

hra_err hra_store_open_folder(hra_store **out, const char *path, hra_error *why) {
    hra_err err = hra_folder_make(path);
    int root = err ? -1 : open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root < 0)
        return hra_fail(why, HRA_EIO, -1,
                        "'%.200s': this folder is not there and cannot be made, or may not be read", path);
    folder_store *f = calloc(1, sizeof *f);
    if (!f || hra_lock_init(&f->lock)) {
        free(f);
        close(root);
        return hra_no_memory(why);
    }
    f->root = root;
    f->own = (hra_own_store){.store = {.size = sizeof(hra_store),
                                       .self = f,
                                       .list = folder_list,
                                       .read = folder_read,
                                       .append = folder_append,
                                       .sync = folder_sync,
                                       .remove = folder_remove,
                                       .lock = folder_lock},
                             .close = close_folder};
    *out = &f->own.store;
    return HRA_OK;
}
