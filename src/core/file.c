/* Whole files by the calls of POSIX. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"

static hra_err map(hra_file *file, int descriptor) {
    struct stat info;
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode) || (uintmax_t)info.st_size > SIZE_MAX)
        return HRA_EIO;
    *file = (hra_file){0};
    if (info.st_size == 0)
        return HRA_OK; /* nothing cannot be mapped */
    void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes == MAP_FAILED)
        return HRA_EIO;
    *file = (hra_file){bytes, (size_t)info.st_size};
    return HRA_OK;
}

hra_err hra_file_map(hra_file *file, const char *path, bool *missing) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would wait for a writer */
    if (missing)
        *missing = descriptor < 0 && errno == ENOENT;
    if (descriptor < 0)
        return HRA_EIO;
    hra_err err = map(file, descriptor);
    close(descriptor);
    return err;
}

void hra_file_unmap(hra_file *file) {
    if (file->bytes)
        munmap((void *)(uintptr_t)file->bytes, file->size);
    *file = (hra_file){0};
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
    free(temporary);
    return written ? HRA_OK : HRA_EIO;
}

hra_err hra_folder_make(const char *path) {
    struct stat info;
    if (mkdir(path, 0777) == 0)
        return HRA_OK;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode) ? HRA_OK : HRA_EIO;
}
