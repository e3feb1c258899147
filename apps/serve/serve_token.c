/* The token that each request needs. */
#include "serve.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* It outlives the server, so that pages that are open find in again after a new start. */
static bool read_kept(const char *path, char out[SERVE_TOKEN + 1]) {
    struct stat info;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool own = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
               (info.st_mode & 077) == 0 && info.st_size == SERVE_TOKEN;
    bool good = own && read(fd, out, SERVE_TOKEN) == SERVE_TOKEN;
    close(fd);
    out[good ? SERVE_TOKEN : 0] = '\0';
    return good && strspn(out, "0123456789abcdef") == SERVE_TOKEN;
}

/* Whole or not at all, and readable by its owner alone. */
static void keep(const char *path, const char *token) {
    char part[4200];
    int n = hra_snprintf(part, sizeof part, "%s.XXXXXX", path);
    int fd = n > 0 && n < (int)sizeof part ? mkstemp(part) : -1;
    if (fd < 0)
        return; /* it serves this time, and another one the next */
    bool good = write(fd, token, SERVE_TOKEN) == SERVE_TOKEN;
    if (close(fd) != 0 || !good || rename(part, path) != 0)
        (void)unlink(part);
}

hra_err serve_take_token(const char *folder, char out[SERVE_TOKEN + 1], hra_error *why) {
    static const char digits[] = "0123456789abcdef";
    unsigned char chance[SERVE_TOKEN / 2];
    char path[4100];
    int n = hra_snprintf(path, sizeof path, "%s/serve-token", folder);
    bool kept = folder[0] && n > 0 && n < (int)sizeof path;
    if (kept && read_kept(path, out))
        return HRA_OK;
    if (getentropy(chance, sizeof chance) != 0)
        return hra_fail(why, HRA_EIO, -1, "cannot get random numbers: %s", hra_system_text(errno));
    for (int i = 0; i < SERVE_TOKEN; i++)
        out[i] = digits[i % 2 ? chance[i / 2] & 15 : chance[i / 2] >> 4];
    out[SERVE_TOKEN] = '\0';
    if (kept)
        keep(path, out);
    return HRA_OK;
}

/* ---- the way in ----------------------------------------------------------------------------*/

/* A new file that its owner alone reads; false: errno says why. */
static bool write_new(const char *folder, const hra_text *text, char *path, size_t capacity) {
    int n = hra_snprintf(path, capacity, "%s/hra-open-XXXXXX.html", folder);
    int fd = n > 0 && (size_t)n < capacity ? mkstemps(path, (int)strlen(".html")) : -1;
    if (fd < 0)
        return false;
    bool good = write(fd, text->data, text->length) == (ssize_t)text->length;
    good = close(fd) == 0 && good;
    if (!good)
        (void)unlink(path);
    return good;
}

hra_err serve_write_way(const char *folder, const char *address, char *path, size_t capacity,
                        hra_error *why) {
    const char *temporary = getenv("TMPDIR");
    hra_text page;
    hra_text_init(&page);
    hra_text_add(
        &page, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
               "<meta http-equiv=\"refresh\" content=\"0; url=");
    hra_text_add_xml(&page, address);
    hra_text_add(&page, "\">\n<title>hra</title>\n<a href=\"");
    hra_text_add_xml(&page, address);
    hra_text_add(&page, "\">hra</a>\n");
    hra_err err = page.err ? hra_no_memory(why) : HRA_OK;
    if (!err && !(folder[0] && write_new(folder, &page, path, capacity)) &&
        !write_new(temporary && *temporary ? temporary : "/tmp", &page, path, capacity))
        err = hra_fail(why, HRA_EIO, -1, "%.200s: cannot be written: %s", path, hra_system_text(errno));
    hra_text_release(&page);
    return err;
}

bool serve_same_token(const char *token, const char *given) {
    size_t length = strlen(given);
    unsigned other = length != SERVE_TOKEN;
    for (size_t i = 0; i < SERVE_TOKEN; i++)
        other |= (unsigned)(token[i] ^ given[i < length ? i : 0]);
    return !other;
}
