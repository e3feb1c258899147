/* The folder of user data, and files of records. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "data_dir.h"
#include "hra/store.h"

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

const hra_host cli_host = {.size = sizeof(hra_host), .read = hra_host_read_file, .run = hra_host_run_program};
const hra_host cli_file_host = {.size = sizeof(hra_host), .read = hra_host_read_file};

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
    print_note(_("The data directory%s%s cannot be used (%s); nothing will be saved."), n > 0 ? " " : "",
               n > 0 ? out : "", n > 0 ? strerror(errno) : _("HOME is not set"));
    out[0] = '\0';
}

static bool has_control(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return true;
    return false;
}

/* As $'...', in which no byte acts on a terminal. */
static void add_escaped(const char *text, hra_text *out) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            hra_text_addf(out, "\\%03o", (unsigned)(unsigned char)*text);
        else
            hra_text_addf(out, *text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
}

void store_add_shell_path(hra_text *out, const char *folder, const char *path) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:,@%=";
    const char *const parts[] = {folder, *folder ? "/" : "", path};
    bool plain = strspn(folder, safe) == strlen(folder) && strspn(path, safe) == strlen(path);
    if (has_control(folder) || has_control(path)) {
        hra_text_add(out, "$'");
        for (int i = 0; i < 3; i++)
            add_escaped(parts[i], out);
        hra_text_add(out, "'");
        return;
    }
    hra_text_add(out, plain ? "" : "'");
    for (int i = 0; i < 3; i++)
        for (const char *at = parts[i]; *at; at++)
            hra_text_addf(out, *at == '\'' ? "'\\%c'" : "%c", *at);
    hra_text_add(out, plain ? "" : "'");
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
    return args_given(a, "allow-files") || is_kept(a, path) ? &cli_file_host : NULL;
}

int store_record_failure(const char *path, const hra_error *why) {
    if (why->code == HRA_EDENIED)
        print_error(_("%s: %s; --allow-files allows it"), path, why->text);
    else
        print_error("%s: %s", path, why->text);
    return print_exit_status(why->code);
}

/* false: errno says why. What is too large is read in part. */
static bool read_file(const char *path, hra_text *out) {
    char block[65536];
    ssize_t n = 1;
    bool standard = strcmp(path, "-") == 0;
    int file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && n != 0 && out->length <= MAX_RECORDS && !out->err) {
        n = read(file, block, sizeof block);
        if (n < 0 && (errno != EINTR || print_interrupted()))
            break;
        hra_text_add_bytes(out, block, n > 0 ? (size_t)n : 0);
    }
    int reason = errno;
    if (file >= 0 && !standard)
        close(file);
    errno = reason;
    return file >= 0 && n >= 0;
}

/* Looking for the newest play that is kept. */
typedef struct newest {
    const char *folder;
    char *path;
    hra_error *why;
} newest;

enum { FOUND = 1 }; /* no error of the library's */

/* Whether the text is records and nothing else: HRA_OK, or what hra_record_parse says. */
static hra_err check_records(const hra_text *text, hra_error *why) {
    hra_record *record;
    size_t used;
    hra_err err = text->length == 0 ? HRA_EDAMAGED : HRA_OK; /* left before its first move */
    for (size_t at = 0; !err && at < text->length; at += used) {
        err = hra_record_parse(&record, &cli_file_host, text->data + at, text->length - at, &used, 1, why);
        if (!err)
            hra_record_close(record);
    }
    return err;
}

/* One that is damaged, was cut off in its header, or went meanwhile is passed over; one that cannot be read
 * might be it. */
static hra_err look_at(void *to, const hra_store_entry *entry) {
    newest *n = to;
    hra_text text;
    hra_snprintf(n->path, STORE_PATH, "%s/%s", n->folder, entry->name);
    hra_text_init(&text);
    bool read = read_file(n->path, &text);
    hra_err err = !read && errno == ENOENT ? HRA_EMISSING
                  : !read
                      ? hra_fail(n->why, HRA_EIO, -1, "%.200s: cannot be read: %s", n->path, strerror(errno))
                  : text.err ? hra_no_memory(n->why)
                             : check_records(&text, n->why);
    hra_text_release(&text);
    return err == HRA_ENOMEM || err == HRA_EIO ? err : err ? HRA_OK : FOUND;
}

int store_newest(const args *a, char out[STORE_PATH]) {
    char folder[STORE_PATH];
    hra_error why;
    newest n = {folder, out, &why};
    hra_store *store;
    store_folder(a, folder);
    hra_err err = folder[0] ? hra_store_open_folder(&store, folder, &why) : HRA_OK;
    if (folder[0] && !err) {
        err = hra_store_list(store, "plays", look_at, &n, &why);
        hra_store_close(store);
    }
    if (err == FOUND)
        return EXIT_DONE;
    if (err)
        return print_failure(&why, NULL);
    print_error(_("%s: no saved game yet; name a file"), a->command->name);
    return EXIT_WRONG;
}

int store_read(const char *path, hra_text *out) {
    bool good = read_file(path, out);
    if (!good && print_interrupted())
        return EXIT_INTERRUPTED;
    if (!good) {
        print_error(_("%s: cannot be read: %s"), path, strerror(errno));
        return EXIT_FAILED;
    }
    if (out->err)
        return print_no_memory();
    if (out->length <= MAX_RECORDS)
        return EXIT_DONE;
    print_error(_("%s: is larger than %d MiB"), path, MAX_RECORDS >> 20);
    return EXIT_WRONG;
}
