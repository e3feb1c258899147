/* The files of slices, and as bytes: each behind its length in eight bytes. */
#include "exact/slice_files.h"

#include <string.h>

#include "core/file.h"
#include "core/messages.h"

enum { LENGTH = 8 };

static hra_err damaged(hra_error *why) {
    return hra_fail(why, HRA_EDAMAGED, -1, "%s", _("damaged result"));
}

static void path_of(const hra_slices *slices, int slice, int i, const char *folder, hra_text *out) {
    hra_text_clear(out);
    hra_text_addf(out, "%s/%s", folder, hra_slices_at(slices, slice)->files[i]);
}

bool hra_slices_are_there(const hra_slices *slices, int slice, const char *folder) {
    hra_text path;
    hra_file file;
    bool there = true;
    hra_text_init(&path);
    for (int i = 0; there && hra_slices_at(slices, slice)->files[i]; i++) {
        path_of(slices, slice, i, folder, &path);
        there = !path.err && hra_file_open(&file, hra_text_string(&path), NULL) == 0;
        if (there)
            hra_file_close(&file);
    }
    hra_text_release(&path);
    return there;
}

/* A file of somebody else's result; its checksum is looked at when it is used. */
static hra_err write_file(hra_text *path, const char *bytes, size_t length, hra_error *why) {
    if (path->err)
        return hra_no_memory(why);
    char *name = strrchr(path->data, '/');
    *name = '\0';
    hra_err err = hra_folder_make(path->data);
    *name = '/';
    if (!err)
        err = hra_file_replace(path->data, bytes, length);
    return err ? hra_fail(why, err, -1, "%s: %s", path->data, hra_err_text(err)) : HRA_OK;
}

/* Takes the next file off the bytes; false: there is none. */
static bool take_file(const char **at, const char *end, const char **file, size_t *length) {
    uint64_t n = 0;
    for (int k = 0; k < LENGTH && *at < end; k++)
        n = n << 8 | (unsigned char)*(*at)++;
    if (n == 0 || n > (uint64_t)(end - *at))
        return false;
    *file = *at;
    *length = (size_t)n;
    *at += n;
    return true;
}

hra_err hra_slices_unpack(const hra_slices *slices, int slice, const char *bytes, size_t length,
                          const char *folder, hra_error *why) {
    const char *at = bytes, *file;
    size_t size;
    hra_text path;
    hra_err err = HRA_OK;
    hra_text_init(&path);
    for (int i = 0; !err && hra_slices_at(slices, slice)->files[i]; i++) {
        if (!take_file(&at, bytes + length, &file, &size)) {
            err = damaged(why);
        } else if (folder) {
            path_of(slices, slice, i, folder, &path);
            err = write_file(&path, file, size, why);
        }
    }
    hra_text_release(&path);
    return err ? err : at == bytes + length ? HRA_OK : damaged(why);
}

hra_err hra_slices_pack(const hra_slices *slices, int slice, const char *folder, hra_text *out,
                        hra_error *why) {
    hra_text path, file;
    hra_err err = HRA_OK;
    hra_text_init(&path);
    hra_text_init(&file);
    for (int i = 0; !err && hra_slices_at(slices, slice)->files[i]; i++) {
        path_of(slices, slice, i, folder, &path);
        hra_text_clear(&file);
        err = path.err ? hra_no_memory(why) : hra_file_read(path.data, SIZE_MAX, &file, why);
        for (int k = LENGTH - 1; k >= 0; k--)
            hra_text_add_char(out, (char)((uint64_t)file.length >> (8 * k) & 255));
        hra_text_add_bytes(out, hra_text_string(&file), file.length);
    }
    hra_text_release(&path);
    hra_text_release(&file);
    return err;
}
