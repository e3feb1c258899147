/* Files by the calls of POSIX. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "messages.h"

hra_err hra_file_failed(const char *path, int number, const char *what, hra_error *why) {
    switch (number) {
    case ENOENT:
        return hra_fail(why, HRA_EMISSING, -1, "'%.200s': file not found", path);
    case ENOMEM:
        return hra_no_memory(why);
    case EISDIR:
        return hra_fail(why, HRA_EIO, -1, "'%.200s': it is a folder", path);
    case ENOTDIR:
        return hra_fail(why, HRA_EIO, -1, "'%.200s': a part of its path is not a folder", path);
    case ELOOP:
        return hra_fail(why, HRA_EIO, -1,
                        "'%.200s': a symbolic link is not followed, and only plain files in folders count",
                        path);
    case EACCES:
    case EPERM:
        return hra_fail(why, HRA_EIO, -1, "'%.200s': the system does not allow it", path);
    case ENOSPC:
    case EDQUOT:
        return hra_fail(why, HRA_EIO, -1, "'%.200s': the disk is full", path);
    case EFBIG:
        return hra_fail(why, HRA_EIO, -1, "'%.200s': it would be larger than a file may be", path);
    case EROFS:
        return hra_fail(why, HRA_EIO, -1, "'%.200s': the disk can only be read", path);
    case EMFILE:
    case ENFILE:
        return hra_fail(why, HRA_EIO, -1, "'%.200s': too many files are open", path);
    default:
        return hra_fail(why, HRA_EIO, -1, "'%.160s': %s (%s)", path, _(what), hra_system_text(number));
    }
}

static const char unreadable[] = N_("it cannot be read");

hra_err hra_file_open(hra_file *file, const char *path, hra_error *why) {
    struct stat info;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would wait for a writer */
    if (descriptor < 0)
        return hra_file_failed(path, errno, unreadable, why);
    bool known = fstat(descriptor, &info) == 0;
    if (known && S_ISREG(info.st_mode)) {
        *file = (hra_file){descriptor, (uint64_t)info.st_size};
        return HRA_OK;
    }
    int reason = errno;
    close(descriptor);
    return known ? hra_fail(why, HRA_EIO, -1, "'%.200s': not a regular file", path)
                 : hra_file_failed(path, reason, unreadable, why);
}

hra_err hra_file_read_at(const hra_file *file, uint64_t at, void *bytes, size_t size) {
    char *to = bytes;
    while (size > 0) {
        ssize_t n = pread(file->descriptor, to, size, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0 ? HRA_EDAMAGED : HRA_EIO;
        to += n;
        at += (uint64_t)n;
        size -= (size_t)n;
    }
    return HRA_OK;
}

void hra_file_close(hra_file *file) {
    close(file->descriptor);
    *file = (hra_file){.descriptor = -1};
}

hra_err hra_file_read(const char *path, size_t most, hra_text *out, hra_error *why) {
    hra_err err = HRA_OK;
    char bytes[4096];
    size_t n, from = out->length;
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return hra_file_failed(path, errno, unreadable, why);
    errno = 0;
    while (!err && (n = fread(bytes, 1, sizeof bytes, stream)) > 0) {
        hra_text_add_bytes(out, bytes, n);
        if (out->err)
            err = hra_fail(why, out->err, -1, "%s", hra_err_text(out->err));
        else if (out->length - from > most)
            err = hra_fail(why, HRA_ELIMIT, -1, "'%.120s' is longer than %zu bytes", path, most);
    }
    if (!err && ferror(stream))
        err = hra_file_failed(path, errno, unreadable, why);
    fclose(stream);
    return err;
}

static bool write_all(int descriptor, const uint8_t *bytes, size_t size) {
    while (size > 0) {
        ssize_t n = write(descriptor, bytes, size < (1 << 30) ? size : 1 << 30);
        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0) {
            bytes += n;
            size -= (size_t)n;
        }
    }
    return true;
}

/* A new name is in its folder, which has to be written too. Some file systems cannot sync a folder, and say
 * so. */
static bool sync_folder_of(char *path) {
    char *end = strrchr(path, '/');
    const char *folder = !end ? "." : end == path ? "/" : path;
    if (end)
        *end = '\0';
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL || errno == EBADF);
    if (descriptor >= 0)
        close(descriptor);
    return synced;
}

hra_err hra_file_replace(const char *path, const void *bytes, size_t size) {
    static const char ending[] = ".XXXXXX";
    size_t length = strlen(path);
    char *temporary = malloc(length + sizeof ending);
    if (!temporary)
        return HRA_ENOMEM;
    memcpy(temporary, path, length);
    memcpy(temporary + length, ending, sizeof ending);
    int descriptor = mkstemp(temporary);
    bool written = descriptor >= 0 && fchmod(descriptor, 0644) == 0 && write_all(descriptor, bytes, size) &&
                   fsync(descriptor) == 0;
    if (descriptor >= 0) {
        written = close(descriptor) == 0 && written && rename(temporary, path) == 0;
        if (!written)
            unlink(temporary);
    }
    written = written && sync_folder_of(temporary);
    free(temporary);
    return written ? HRA_OK : HRA_EIO;
}

hra_err hra_folder_make(const char *path) {
    struct stat info;
    if (mkdir(path, 0777) == 0)
        return HRA_OK;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode) ? HRA_OK : HRA_EIO;
}
