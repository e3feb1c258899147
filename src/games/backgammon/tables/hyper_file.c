/* The values of hypergammon as a file in the folder of data. */
#include <errno.h>
#include <string.h>

#include <xxhash.h>

#include "core/file.h"
#include "core/messages.h"
#include "hyper_table.h"

enum { FOLDER = 4000, PATH = FOLDER + 64 };

static const char magic[8] = "hra-bgh\n";

_Static_assert(sizeof(bg_hyper_header) == 56, "the layout of the file");
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the files are little-endian and read as they are"
#endif

static size_t values(const bg_hyper *t) {
    return (size_t)t->sides * (size_t)t->sides * (size_t)t->owners * sizeof *t->value;
}

size_t bg_hyper_bytes(const bg_hyper *t) {
    return sizeof *t->header + values(t);
}

/* Such as backgammon/3-cube.bgh: one for each set of rules. */
static hra_err find_path(const bg_hyper *t, const char *data, char path[PATH], hra_error *why) {
    const bg_hyper_rules *r = &t->rules;
    int n = hra_snprintf(path, PATH, "%s/backgammon/%d%s%s%s%s.bgh", data, r->checkers,
                         r->gammons ? "" : "-plain", r->cube ? "-cube" : "", r->jacoby ? "-jacoby" : "",
                         r->beavers ? "-beavers" : "");
    return n > 0 && n < PATH ? HRA_OK
                             : hra_fail(why, HRA_EIO, -1, "the name of the directory of tables is too long");
}

static bg_hyper_header header_of(const bg_hyper *t) {
    const bg_hyper_rules *r = &t->rules;
    bg_hyper_header h = {.version = BG_HYPER_VERSION,
                         .checkers = (uint8_t)r->checkers,
                         .gammons = r->gammons,
                         .cube = r->cube,
                         .jacoby = r->jacoby,
                         .beavers = r->beavers,
                         .sides = (uint32_t)t->sides,
                         .owners = (uint32_t)t->owners};
    memcpy(h.magic, magic, sizeof magic);
    return h;
}

static uint64_t sum_of(const bg_hyper *t) {
    return XXH3_64bits_withSeed(t->value, values(t), XXH3_64bits(t->header, offsetof(bg_hyper_header, sum)));
}

/* ---- reading ----------------------------------------------------------------------------------*/

static hra_err damaged(const char *path, const char *what, hra_error *why) {
    return hra_fail(why, HRA_EDAMAGED, -1, "%.200s: %s; remove the file to build it again", path, _(what));
}

static hra_err check(const bg_hyper *t, const char *path, uint64_t size, hra_error *why) {
    const bg_hyper_header *h = t->header;
    bg_hyper_header due = header_of(t);
    if (memcmp(h->magic, magic, sizeof magic) != 0)
        return damaged(path, N_("not a table of backgammon"), why);
    if (h->version != BG_HYPER_VERSION)
        return hra_fail(why, h->version > BG_HYPER_VERSION ? HRA_EVERSION : HRA_EDAMAGED, -1,
                        "%.200s: a table of version %lu; this program reads version %d", path,
                        (unsigned long)h->version, BG_HYPER_VERSION);
    if (memcmp(h, &due, offsetof(bg_hyper_header, sweeps)) != 0)
        return damaged(path, N_("a table of other rules"), why);
    if (size != bg_hyper_bytes(t))
        return damaged(path, N_("the table has the wrong length"), why);
    return HRA_OK;
}

static hra_err unread(const char *path, hra_err err, hra_error *why) {
    return err == HRA_EIO ? hra_file_failed(path, errno, N_("it cannot be read"), why)
                          : damaged(path, N_("the table has the wrong length"), why);
}

static hra_err read_all(bg_hyper *t, const hra_file *file, const char *path, hra_error *why) {
    hra_err err = hra_file_read_at(file, 0, t->header, sizeof *t->header);
    if (err)
        return unread(path, err, why);
    err = check(t, path, file->size, why);
    if (err)
        return err;
    err = hra_file_read_at(file, sizeof *t->header, t->value, values(t));
    if (err)
        return unread(path, err, why);
    return t->header->sum == sum_of(t) ? HRA_OK : damaged(path, N_("the table is damaged"), why);
}

hra_err bg_hyper_read(bg_hyper *t, const char *data, hra_error *why) {
    char path[PATH];
    hra_file file;
    hra_err err = find_path(t, data, path, why);
    err = err ? err : hra_file_open(&file, path, why);
    if (err)
        return err;
    err = read_all(t, &file, path, why);
    hra_file_close(&file);
    return err;
}

/* ---- writing ----------------------------------------------------------------------------------*/

hra_err bg_hyper_write(bg_hyper *t, const char *data, hra_error *why) {
    char path[PATH];
    hra_err err = find_path(t, data, path, why);
    if (err)
        return err;
    bg_hyper_header h = header_of(t);
    h.sweeps = t->header->sweeps;
    h.positions = t->header->positions;
    h.change = t->header->change;
    *t->header = h;
    t->header->sum = sum_of(t);
    char *end = strrchr(path, '/');
    *end = 0;
    if (hra_folder_make(path))
        return hra_fail(why, HRA_EIO, -1, "%.200s: cannot make the directory", path);
    *end = '/';
    err = hra_file_replace(path, t->header, bg_hyper_bytes(t));
    return err ? hra_fail(why, err, -1, "%.200s: cannot be written; it needs %zu bytes of disk space", path,
                          bg_hyper_bytes(t))
               : HRA_OK;
}
