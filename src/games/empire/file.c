/* Reading the file of a map: the only file access of the game. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "empire.h"

static hra_err unreadable(const char *file, int number, hra_error *why) {
    const char *what = number == ENOENT   ? "there is no such file"
                       : number == EACCES ? "it may not be read"
                       : number == EISDIR ? "it is a folder"
                                          : "it cannot be read";
    return hra_fail(why, HRA_EIO, -1, "game empire: file '%.120s': %s", file, what);
}

hra_err em_load(const char *file, char **text, size_t *length, hra_error *why) {
    hra_err err = HRA_OK;
    FILE *stream = fopen(file, "rb");
    if (!stream)
        return unreadable(file, errno, why);
    char *bytes = malloc(EM_GRID_BYTES + 1);
    size_t n = 0;
    if (!bytes) {
        err = hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    } else {
        errno = 0;
        n = fread(bytes, 1, EM_GRID_BYTES + 1, stream);
        if (ferror(stream))
            err = unreadable(file, errno, why);
        else if (n > EM_GRID_BYTES)
            err = hra_fail(why, HRA_ELIMIT, -1, "game empire: file '%.120s' is longer than %d bytes", file,
                           EM_GRID_BYTES);
    }
    fclose(stream);
    if (err) {
        free(bytes);
        return err;
    }
    *text = bytes;
    *length = n;
    return HRA_OK;
}
