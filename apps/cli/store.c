#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store.h"

enum { MAX_FILE = 256 << 20 };

/* mkdir -p */
static bool make_folder(const char *path) {
    char part[STORE_PATH];
    struct stat info;
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part)
        return false;
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return false;
    }
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode) && access(path, W_OK) == 0;
}

void store_folder(const args *a, char out[STORE_PATH]) {
    const char *named = args_text(a, "data", NULL), *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;
    if (named)
        n = snprintf(out, STORE_PATH, "%s", named);
    else if (xdg && xdg[0] == '/')
        n = snprintf(out, STORE_PATH, "%s/hra", xdg);
    else if (home && home[0] == '/')
        n = snprintf(out, STORE_PATH, "%s/.local/share/hra", home);
    if (n > 0 && n < STORE_PATH && make_folder(out))
        return;
    say_aside(_("The folder for saved plays and tables%s%s cannot be used (%s); nothing will be kept."),
              n > 0 ? " " : "", n > 0 ? out : "", n > 0 ? strerror(errno) : "HOME is not set");
    out[0] = '\0';
}

bool store_path(const char *folder, const char *inside, const char *name, char out[STORE_PATH]) {
    int n = snprintf(out, STORE_PATH, "%s/%s", folder, inside);
    if (!folder[0] || n < 0 || n >= STORE_PATH || !make_folder(out))
        return false;
    int more = snprintf(out + n, (size_t)(STORE_PATH - n), "/%s", name);
    return more > 0 && more < STORE_PATH - n;
}

void store_record_name(const char *game, uint64_t seed, char out[256]) {
    char stamp[32] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (localtime_r(&now, &parts))
        strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &parts);
    snprintf(out, 256, "%.*s-%s-%llu.hra", (int)strcspn(game, ":("), game, stamp, (unsigned long long)seed);
}

/* Does the file end with a result? Its last line tells, so the end is enough. */
static bool is_finished(const char *path) {
    char end[1024];
    FILE *file = fopen(path, "rb");
    if (!file)
        return true;
    if (fseek(file, -(long)(sizeof end - 1), SEEK_END) != 0)
        rewind(file);
    size_t n = fread(end, 1, sizeof end - 1, file);
    fclose(file);
    while (n && end[n - 1] != '\n')
        n--; /* a line without its newline does not count */
    while (n && end[n - 1] == '\n')
        n--;
    end[n] = '\0';
    const char *line = strrchr(end, '\n');
    return strncmp(line ? line + 1 : end, "result", 6) == 0;
}

static bool is_record_name(const char *name) {
    size_t n = strlen(name);
    return n > 4 && strcmp(name + n - 4, ".hra") == 0;
}

bool store_newest(const char *folder, bool any, char out[STORE_PATH]) {
    char plays[STORE_PATH], path[STORE_PATH];
    struct timespec newest = {0, 0};
    bool found = false;
    snprintf(plays, sizeof plays, "%.*s/plays", STORE_PATH - 16, folder);
    DIR *all = folder[0] ? opendir(plays) : NULL;
    if (!all)
        return false;
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        struct stat info;
        int n = snprintf(path, sizeof path, "%s/%s", plays, entry->d_name);
        if (n >= (int)sizeof path || !is_record_name(entry->d_name) || stat(path, &info) != 0 ||
            info.st_size == 0) /* somebody left before the first move */
            continue;
        bool newer = info.st_mtim.tv_sec > newest.tv_sec ||
                     (info.st_mtim.tv_sec == newest.tv_sec && info.st_mtim.tv_nsec >= newest.tv_nsec);
        if (newer && (any || !is_finished(path))) {
            newest = info.st_mtim;
            memcpy(out, path, (size_t)n + 1);
            found = true;
        }
    }
    closedir(all);
    return found;
}

static int cannot(const char *path, const char *what) {
    say_error(_("%s: %s: %s"), path, what, strerror(errno));
    return EXIT_FAILED;
}

int store_read(const char *path, hra_text *out) {
    char block[65536];
    size_t n;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!file)
        return cannot(path, _("cannot be read"));
    while ((n = fread(block, 1, sizeof block, file)) > 0 && out->length <= MAX_FILE)
        hra_text_add_bytes(out, block, n);
    bool bad = ferror(file);
    int status = bad ? cannot(path, _("cannot be read")) : EXIT_DONE;
    if (file != stdin)
        fclose(file);
    if (!bad && (out->length > MAX_FILE || out->err)) {
        say_error(_("%s: is larger than %d MiB"), path, MAX_FILE >> 20);
        status = EXIT_FAILED;
    }
    return status;
}

/* Where the last whole line ends; -1: the file does not begin as records do. */
static long end_of_lines(FILE *file, const char *begin) {
    char start[12] = "", c;
    size_t n = strlen(begin);
    if (fread(start, 1, n, file) != n || strcmp(start, begin) != 0) {
        if (fseek(file, 0, SEEK_END) == 0 && ftell(file) == 0)
            return 0; /* empty */
        return -1;
    }
    fseek(file, 0, SEEK_END);
    for (long at = ftell(file); at > 0; at--) {
        if (fseek(file, at - 1, SEEK_SET) != 0 || fread(&c, 1, 1, file) != 1)
            return -1;
        if (c == '\n')
            return at;
    }
    return 0;
}

static FILE *open_append(const char *path, const char *begin) {
    FILE *file = fopen(path, "r+b");
    if (!file && errno == ENOENT)
        file = fopen(path, "w+b");
    if (!file) {
        cannot(path, _("cannot be written"));
        return NULL;
    }
    struct stat info;
    if (fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode))
        return file; /* a pipe or a device takes lines as they come */
    long end = end_of_lines(file, begin);
    if (end < 0) {
        say_error(_("%s: holds something else than records, so nothing is added to it"), path);
        fclose(file);
        return NULL;
    }
    if (ftruncate(fileno(file), end) != 0 || fseek(file, end, SEEK_SET) != 0) {
        cannot(path, _("cannot be written"));
        fclose(file);
        return NULL;
    }
    return file;
}

FILE *store_append(const char *path) {
    return open_append(path, "hra-record ");
}

/* ---- records in the format that a name asks for ---------------------------------------------*/

bool store_records_open(store_records *r, const char *path) {
    *r = (store_records){.format = hra_format_find(path)};
    hra_text_init(&r->text);
    r->file = r->format ? open_append(path, "[") : store_append(path);
    return r->file != NULL;
}

/* Writes all plays in the text in the other format. */
static hra_err convert(store_records *r) {
    hra_text out;
    hra_err err = r->text.err;
    size_t at = 0, used;
    hra_text_init(&out);
    while (!err && at < r->text.length) {
        hra_record *record;
        err = hra_record_parse(&record, r->text.data + at, r->text.length - at, &used, 1, NULL);
        if (err)
            break;
        hra_record_write(record, r->format, &out);
        hra_record_close(record);
        at += used;
    }
    if (!err)
        err = out.err ? out.err : store_write(r->file, hra_text_string(&out), out.length);
    hra_text_release(&out);
    hra_text_clear(&r->text);
    return err;
}

/* Is the last line a result, so that the play is over? */
static bool ends_play(const hra_text *text) {
    size_t from = text->length ? text->length - 1 : 0;
    while (from && text->data[from - 1] != '\n')
        from--;
    return strncmp(hra_text_string(text) + from, "result ", 7) == 0;
}

hra_err store_records_add(void *self, const char *text, size_t length) {
    store_records *r = self;
    if (!r->format)
        return store_write(r->file, text, length);
    hra_text_add_bytes(&r->text, text, length);
    return r->text.err ? r->text.err : ends_play(&r->text) ? convert(r) : HRA_OK;
}

hra_err store_records_close(store_records *r) {
    hra_err err = r->file && r->format && r->text.length ? convert(r) : HRA_OK;
    if (r->file && fclose(r->file) != 0 && !err)
        err = HRA_EIO;
    hra_text_release(&r->text);
    r->file = NULL;
    return err;
}

void store_drop_empty(const char *path) {
    struct stat info;
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0)
        unlink(path);
}

hra_err store_write(void *file, const char *text, size_t length) {
    return fwrite(text, 1, length, file) == length && fflush(file) == 0 ? HRA_OK : HRA_EIO;
}
