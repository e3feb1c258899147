/* The folder of user data, and files of records. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
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

const hra_host cli_host = {.size = sizeof(hra_host), .read = hra_host_read_file};

/* The name of the folder of user data; its length, 0 or less and STORE_PATH or more: there is none. */
static int name_folder(const args *a, char out[STORE_PATH]) {
    const char *named = args_text(a, "data", NULL), *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (named)
        return hra_snprintf(out, STORE_PATH, "%s", named);
    if (xdg && xdg[0] == '/')
        return hra_snprintf(out, STORE_PATH, "%s/hra", xdg);
    return home && home[0] == '/' ? hra_snprintf(out, STORE_PATH, "%s/.local/share/hra", home) : 0;
}

void store_folder(const args *a, char out[STORE_PATH]) {
    int n = name_folder(a, out);
    if (n > 0 && n < STORE_PATH && make_folder(out))
        return;
    say_aside(_("The folder for saved plays and tables%s%s cannot be used (%s); nothing will be kept."),
              n > 0 ? " " : "", n > 0 ? out : "", n > 0 ? strerror(errno) : "HOME is not set");
    out[0] = '\0';
}

static bool is_kept(const args *a, const char *path) {
    char folder[STORE_PATH];
    int n = name_folder(a, folder);
    char *inside = n > 0 && n < STORE_PATH ? realpath(folder, NULL) : NULL, *file = realpath(path, NULL);
    size_t length = inside ? strlen(inside) : 0;
    bool kept = inside && file && strncmp(file, inside, length) == 0 &&
                strncmp(file + length, "/plays/", strlen("/plays/")) == 0;
    free(inside);
    free(file);
    return kept;
}

const hra_host *store_record_host(const args *a, const char *path) {
    return args_given(a, "files") || is_kept(a, path) ? &cli_host : NULL;
}

int store_record_failure(const char *path, const hra_error *why) {
    if (why->code == HRA_EDENIED)
        say_error(_("%s: %s; --files allows it"), path, why->text);
    else
        say_error("%s: %s", path, why->text);
    return why->code == HRA_EINPUT || why->code == HRA_EDENIED ? EXIT_WRONG : EXIT_FAILED;
}

bool store_path(const char *folder, const char *inside, const char *name, char out[STORE_PATH]) {
    int n = hra_snprintf(out, STORE_PATH, "%s/%s", folder, inside);
    if (!folder[0] || n < 0 || n >= STORE_PATH || !make_folder(out))
        return false;
    int more = hra_snprintf(out + n, (size_t)(STORE_PATH - n), "/%s", name);
    return more > 0 && more < STORE_PATH - n;
}

void store_record_name(const char *game, uint64_t seed, char out[256]) {
    char stamp[32] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (localtime_r(&now, &parts))
        strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &parts);
    hra_snprintf(out, 256, "%.*s-%s-%llu.hra", (int)strcspn(game, ":("), game, stamp,
                 (unsigned long long)seed);
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

/* false: errno says why, or the text is too large. */
static bool read_file(const char *path, hra_text *out) {
    char block[65536];
    size_t n;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!file)
        return false;
    while ((n = fread(block, 1, sizeof block, file)) > 0 && out->length <= MAX_FILE)
        hra_text_add_bytes(out, block, n);
    bool good = !ferror(file);
    int reason = errno;
    if (file != stdin)
        fclose(file);
    errno = reason;
    return good;
}

typedef struct kept_file {
    char path[STORE_PATH];
    struct timespec time;
} kept_file;

/* By time, and where that is equal by name. */
static bool is_newer(const kept_file *a, const kept_file *b) {
    if (a->time.tv_sec != b->time.tv_sec)
        return a->time.tv_sec > b->time.tv_sec;
    if (a->time.tv_nsec != b->time.tv_nsec)
        return a->time.tv_nsec > b->time.tv_nsec;
    return strcmp(a->path, b->path) > 0;
}

/* The newest record in the folder that is older than `limit` (NULL: of all). */
static bool newest_before(const char *folder, bool any, const kept_file *limit, kept_file *out) {
    kept_file file;
    bool found = false;
    DIR *all = opendir(folder);
    if (!all)
        return false;
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        struct stat info;
        int n = hra_snprintf(file.path, sizeof file.path, "%s/%s", folder, entry->d_name);
        if (n >= (int)sizeof file.path || !is_record_name(entry->d_name) || stat(file.path, &info) != 0 ||
            info.st_size == 0) /* the play was left before its first move */
            continue;
        file.time = info.st_mtim;
        if ((!limit || is_newer(limit, &file)) && (!found || is_newer(&file, out)) &&
            (any || !is_finished(file.path))) {
            *out = file;
            found = true;
        }
    }
    closedir(all);
    return found;
}

/* Does the file hold records and nothing else? */
static bool holds_records(const char *path) {
    hra_text text;
    hra_record *record;
    size_t at = 0, used;
    hra_text_init(&text);
    bool good = read_file(path, &text);
    do {
        const char *from = hra_text_string(&text) + at;
        good = good && hra_record_parse(&record, &cli_host, from, text.length - at, &used, 1, NULL) == 0;
        if (good) {
            hra_record_close(record);
            at += used;
        }
    } while (good && at < text.length);
    hra_text_release(&text);
    return good;
}

bool store_newest(const char *folder, bool any, char out[STORE_PATH]) {
    char plays[STORE_PATH];
    kept_file files[2];
    int tried = 0;
    if (!folder[0])
        return false;
    hra_snprintf(plays, sizeof plays, "%.*s/plays", STORE_PATH - 16, folder);
    while (newest_before(plays, any, tried ? &files[(tried - 1) % 2] : NULL, &files[tried % 2])) {
        if (holds_records(files[tried % 2].path)) {
            memcpy(out, files[tried % 2].path, STORE_PATH);
            return true;
        }
        tried++; /* cut off in its header by a kill, or damaged */
    }
    return false;
}

static int cannot(const char *path, const char *what) {
    say_error(_("%s: %s: %s"), path, what, strerror(errno));
    return EXIT_FAILED;
}

int store_read(const char *path, hra_text *out) {
    if (!read_file(path, out))
        return cannot(path, _("cannot be read"));
    if (out->length <= MAX_FILE && !out->err)
        return EXIT_DONE;
    say_error(_("%s: is larger than %d MiB"), path, MAX_FILE >> 20);
    return EXIT_FAILED;
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

/* Keeps others from writing while the file is open; where files cannot be locked, goes on without. */
static bool is_locked(FILE *file) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fileno(file), F_SETLK, &whole) != 0 && (errno == EACCES || errno == EAGAIN);
}

/* Where the next record is to begin, or the one that was read to go on; -1: said on standard error. */
static long find_end(FILE *file, const char *path, const char *begin, const store_read_part *read) {
    struct stat info;
    if (read) {
        if (fstat(fileno(file), &info) == 0 && (size_t)info.st_size == read->length)
            return (long)read->end;
        say_error(_("%s: this play was changed elsewhere in the meantime"), path);
        return -1;
    }
    long end = end_of_lines(file, begin);
    if (end < 0)
        say_error(_("%s: holds something other than records, so nothing is added to it"), path);
    return end;
}

static FILE *open_append(const char *path, const char *begin, const store_read_part *read) {
    FILE *file = fopen(path, "a+b");
    if (!file) {
        cannot(path, _("cannot be written"));
        return NULL;
    }
    struct stat info;
    if (fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode))
        return file; /* a pipe or a device takes lines as they come */
    bool locked = is_locked(file);
    if (locked)
        say_error(_("%s: this play is open elsewhere"), path);
    long end = locked ? -1 : find_end(file, path, begin, read);
    if (end >= 0 && ftruncate(fileno(file), end) == 0 && fseek(file, end, SEEK_SET) == 0)
        return file;
    if (end >= 0)
        cannot(path, _("cannot be written"));
    fclose(file);
    return NULL;
}

/* ---- records in the format that a name asks for ---------------------------------------------*/

bool store_part_path(const char *path, char out[STORE_PATH]) {
    int n = hra_registry_find_format(NULL, path) ? hra_snprintf(out, STORE_PATH, "%s.part", path) : -1;
    return n > 0 && n < STORE_PATH;
}

/* Appends all plays in the text, written in the other format. */
static hra_err translate(const hra_format *format, const hra_text *text, hra_text *out) {
    hra_err err = text->err;
    size_t at = 0, used;
    while (!err && at < text->length) {
        hra_record *record;
        err = hra_record_parse(&record, &cli_host, text->data + at, text->length - at, &used, 1, NULL);
        if (err)
            break;
        err = hra_record_write(record, format, out);
        hra_record_close(record);
        at += used;
    }
    return err ? err : out->err;
}

/* Writes all or nothing, not through the buffer of the FILE, which would try again later. */
static hra_err append_whole(FILE *file, const hra_text *text) {
    struct stat info;
    size_t done = 0;
    bool regular = fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode);
    while (done < text->length) {
        ssize_t n = write(fileno(file), text->data + done, text->length - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    if (done == text->length)
        return HRA_OK;
    int reason = errno;
    bool mended = regular && ftruncate(fileno(file), info.st_size) == 0;
    errno = mended ? reason : errno;
    return HRA_EIO;
}

static bool drop_part(store_records *r) {
    return !r->part || (fseek(r->part, 0, SEEK_SET) == 0 && ftruncate(fileno(r->part), 0) == 0);
}

/* Writes all plays that wait in the other format. */
static hra_err convert(store_records *r) {
    hra_text out;
    hra_text_init(&out);
    hra_err err = translate(r->format, &r->text, &out);
    if (!err)
        err = append_whole(r->file, &out);
    hra_text_release(&out);
    hra_text_clear(&r->text);
    return err;
}

/* Cuts the text off the end of the file; false: the file does not end with it. */
static bool cut_off(FILE *file, const hra_text *text) {
    struct stat info;
    char c;
    if (fstat(fileno(file), &info) != 0 || (size_t)info.st_size < text->length ||
        fseek(file, info.st_size - (long)text->length, SEEK_SET) != 0)
        return false;
    for (size_t i = 0; i < text->length; i++)
        if (fread(&c, 1, 1, file) != 1 || c != text->data[i])
            return false;
    return ftruncate(fileno(file), info.st_size - (off_t)text->length) == 0;
}

static bool holds_move(const hra_text *text) {
    const char *line = hra_text_string(text);
    while (line && !(*line >= '0' && *line <= '9') && *line != '*') {
        line = strchr(line, '\n');
        if (line)
            line++;
    }
    return line != NULL;
}

/* The part may hold a play that was left or killed. That play goes on, or a new one begins behind it; if it
 * was left, the file holds it already. */
static bool take_up_part(store_records *r, bool goes_on) {
    char block[65536];
    hra_text out;
    hra_text_init(&out);
    rewind(r->part);
    for (size_t n; (n = fread(block, 1, sizeof block, r->part)) > 0;)
        hra_text_add_bytes(&r->text, block, n);
    hra_err err = holds_move(&r->text) ? translate(r->format, &r->text, &out) : HRA_OK;
    if (err) {
        say_error(_("%s: %s; mend it or remove it"), r->part_path, hra_err_text(err));
    } else {
        (void)cut_off(r->file, &out);
        if (!goes_on && (append_whole(r->file, &out) != 0 || !drop_part(r))) {
            cannot(r->part_path, _("cannot be written"));
            err = HRA_EIO;
        }
    }
    if (!goes_on)
        hra_text_clear(&r->text);
    hra_text_release(&out);
    return !err && fseek(r->part, 0, SEEK_END) == 0;
}

static bool open_part(store_records *r, const char *path, const store_read_part *read) {
    struct stat info;
    if (fstat(fileno(r->file), &info) != 0 || !S_ISREG(info.st_mode) || !store_part_path(path, r->part_path))
        return true; /* a pipe is sent a play when it is over */
    r->part = open_append(r->part_path, "hra-record ", read);
    return r->part && take_up_part(r, read != NULL);
}

static void close_files(store_records *r) {
    if (r->file)
        fclose(r->file);
    if (r->part)
        fclose(r->part);
    r->file = r->part = NULL;
    hra_text_release(&r->text);
}

static bool fits(const hra_game *game, const hra_format *format) {
    for (const hra_format *own = game->rules->catalogue->formats; own && own->name; own++)
        if (own == format)
            return true;
    return !format;
}

bool store_records_open(store_records *r, const hra_game *game, const char *path,
                        const store_read_part *read) {
    *r = (store_records){.format = hra_registry_find_format(NULL, path)};
    if (!fits(game, r->format)) {
        say_error(_("%s: %s is not written as %s; name a file that does not end with %s"), path,
                  game->rules->text->title, r->format->name, r->format->suffix);
        return false;
    }
    hra_text_init(&r->text);
    r->file = open_append(path, r->format ? "[" : "hra-record ", r->format ? NULL : read);
    bool good = r->file && (!r->format || open_part(r, path, read));
    if (!good)
        close_files(r);
    return good;
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
    hra_err err = r->text.err ? r->text.err : r->part ? store_write(r->part, text, length) : HRA_OK;
    if (err || !ends_play(&r->text))
        return err;
    err = convert(r);
    return err ? err : drop_part(r) ? HRA_OK : HRA_EIO;
}

hra_err store_records_close(store_records *r) {
    bool unfinished = r->format && r->text.length;
    hra_err err = r->file && unfinished ? convert(r) : HRA_OK;
    if (r->file && fclose(r->file) != 0 && !err)
        err = HRA_EIO;
    r->file = NULL;
    if (r->part && !unfinished && !err)
        store_drop_empty(r->part_path);
    close_files(r);
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
