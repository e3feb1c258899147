/* Files by the calls of POSIX. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"

hra_err hra_file_open(hra_file *file, const char *path, bool *missing) {
    struct stat info;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would wait for a writer */
    if (missing)
        *missing = descriptor < 0 && errno == ENOENT;
    if (descriptor < 0)
        return HRA_EIO;
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(descriptor);
        return HRA_EIO;
    }
    *file = (hra_file){descriptor, (uint64_t)info.st_size};
    return HRA_OK;
}

hra_err hra_file_read_at(const hra_file *file, uint64_t at, void *bytes, size_t size) {
    char *to = bytes;
    while (size > 0) {
        ssize_t n = pread(file->descriptor, to, size, (off_t)at);
        if (n == 0 || (n < 0 && errno != EINTR))
            return HRA_EIO;
        to += n > 0 ? n : 0;
        at += n > 0 ? (uint64_t)n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return HRA_OK;
}

void hra_file_close(hra_file *file) {
    close(file->descriptor);
    *file = (hra_file){.descriptor = -1};
}

static hra_err unreadable(const char *path, int number, hra_error *why) {
    const char *reason = number == ENOENT   ? "there is no such file"
                         : number == EACCES ? "it may not be read"
                         : number == EISDIR ? "it is a folder"
                                            : "it cannot be read";
    return hra_fail(why, HRA_EIO, -1, "'%.120s': %s", path, reason);
}

hra_err hra_file_read(const char *path, size_t most, hra_text *out, hra_error *why) {
    hra_err err = HRA_OK;
    char bytes[4096];
    size_t n, from = out->length;
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return unreadable(path, errno, why);
    errno = 0;
    while (!err && (n = fread(bytes, 1, sizeof bytes, stream)) > 0) {
        hra_text_add_bytes(out, bytes, n);
        if (out->err)
            err = hra_fail(why, out->err, -1, "%s", hra_err_text(out->err));
        else if (out->length - from > most)
            err = hra_fail(why, HRA_ELIMIT, -1, "'%.120s' is longer than %zu bytes", path, most);
    }
    if (!err && ferror(stream))
        err = unreadable(path, errno, why);
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
