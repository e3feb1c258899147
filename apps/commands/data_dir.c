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
#include "data_home.h"
#include "hra/grade.h"
#include "hra/store.h"
#include "output.h"

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

enum { FAILURES = 3 /* that are printed: a match may have thousands */, ERROR_LINES = 12 /* of each */ };

/* The last lines of a text, behind a mark, without what would act on a terminal. */
static void add_last_lines(const char *text, hra_text *out) {
    const char *from = text + strlen(text);
    for (int lines = 0; from > text && (from[-1] != '\n' || !*from || ++lines < ERROR_LINES);)
        from--;
    for (size_t steering; *from; from += *from == '\n') {
        size_t length = strcspn(from, "\r\n");
        hra_text_add(out, "\n  | ");
        for (size_t n; length > 0; from += n + steering, length -= n + steering) {
            n = hra_text_harmless(from, length, &steering);
            hra_text_add_bytes(out, from, n);
            hra_text_add(out, steering ? "?" : "");
        }
        from += *from == '\r';
    }
}

/* A program in a seat failed: its traceback, if it wrote one. Threads may call it. */
static void show_failure(void *self, const char *why, const char *errors) {
    static int shown;
    if (!*errors || __atomic_fetch_add(&shown, 1, __ATOMIC_RELAXED) >= FAILURES)
        return;
    hra_text lines;
    hra_text_init(&lines);
    add_last_lines(errors, &lines);
    print_note(_("%s; its standard error ends with:%s"), why, hra_text_string(&lines));
    hra_text_release(&lines);
}

const hra_host cli_host = {.size = sizeof(hra_host),
                           .read = hra_host_read_file,
                           .run = hra_host_run_program,
                           .failed = show_failure};
const hra_host cli_table_host = {
    .size = sizeof(hra_host), .read = hra_host_read_file, .run = hra_host_run_program};
const hra_host cli_file_host = {.size = sizeof(hra_host), .read = hra_host_read_file};

hra_err store_host_open(store_host *out, const args *a, hra_error *why) {
    *out = (store_host){.host = {.size = sizeof out->host}};
    if (args_given(a, "allow-files"))
        out->host = cli_file_host;
    hra_err err = hra_registry_open(&out->registry, why);
    if (!err)
        err = hra_registry_add_player(out->registry, hra_grade_player_kind(), why);
    out->host.registry = out->registry;
    return err;
}

void store_host_close(store_host *h) {
    hra_registry_close(h->registry);
    h->registry = NULL;
}

/* The name of the folder of user data; its length, 0 or less and STORE_PATH or more: there is none. */
static int name_folder(const args *a, char out[STORE_PATH]) {
    const char *named = args_text(a, "data", NULL);
    return named ? hra_snprintf(out, STORE_PATH, "%s", named) : data_home(out, STORE_PATH);
}

void store_folder(const args *a, char out[STORE_PATH]) {
    int n = name_folder(a, out);
    if (n > 0 && n < STORE_PATH && make_folder(out))
        return;
    print_note(_("The data directory%s%s cannot be used (%s); nothing will be saved."), n > 0 ? " " : "",
               n > 0 ? out : "", n > 0 ? hra_system_text(errno) : _("HOME is not set"));
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
    hra_err err =
        !read && errno == ENOENT ? HRA_EMISSING
        : !read ? hra_fail(n->why, HRA_EIO, -1, "%.200s: cannot be read: %s", n->path, hra_system_text(errno))
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

int store_input_open(store_input *in, const args *a, const char *path) {
    const bool named = args_takes(a->command, "encoding");
    const char *encoding = named ? args_text(a, "encoding", NULL) : NULL;
    hra_error why;
    hra_err err;
    *in = (store_input){.path = path, .named = named};
    do {
        err = hra_input_open(&in->input, path, encoding, &why);
    } while (err == HRA_ESTOPPED && !print_interrupted()); /* a pipe waits for its writer */
    return err ? print_failure(&why, NULL) : EXIT_DONE;
}

static const char *name_of(const store_input *in) {
    return strcmp(in->path, "-") == 0 ? _("standard input") : in->path;
}

const char *store_input_guessed(const store_input *in) {
    return hra_input_guessed(in->input) ? hra_input_encoding(in->input) : NULL;
}

static void note_guess(store_input *in) {
    const char *guessed = store_input_guessed(in);
    if (!guessed || in->noted)
        return;
    in->noted = true;
    if (in->named)
        print_note(_("%s is not UTF-8, so it was read as %s; --encoding NAME names another encoding"),
                   name_of(in), guessed);
    else
        print_note(_("%s is not UTF-8, so it was read as %s"), name_of(in), guessed);
}

static hra_err read_part(store_input *in, hra_text *out) {
    hra_err err;
    do {
        err = hra_input_read(in->input, 1 << 16, out, &in->why);
    } while (err == HRA_ESTOPPED && !print_interrupted());
    return err;
}

hra_err store_input_more(void *self, hra_text *text, hra_error *why) {
    store_input *in = self;
    in->err = read_part(in, text);
    note_guess(in);
    return in->err == HRA_ENOMEM ? hra_fail_as(why, &in->why) : HRA_OK;
}

int store_input_close(store_input *in) {
    const uint64_t replaced = hra_input_replaced(in->input);
    if (replaced)
        print_note(_n("%s: %llu character is not in the encoding %s, and was replaced",
                      "%s: %llu characters are not in the encoding %s, and were replaced", replaced),
                   name_of(in), (unsigned long long)replaced, hra_input_encoding(in->input));
    hra_input_close(in->input);
    return in->err ? print_failure(&in->why, NULL) : EXIT_DONE;
}

int store_read(const args *a, const char *path, bool notes, hra_text *out) {
    store_input in;
    int status = store_input_open(&in, a, path);
    if (status)
        return status;
    size_t before;
    do {
        before = out->length;
        in.err = read_part(&in, out);
    } while (!in.err && out->length > before && out->length <= MAX_RECORDS);
    if (notes && !in.err)
        note_guess(&in);
    status = store_input_close(&in);
    if (status || out->length <= MAX_RECORDS)
        return status;
    print_error(_("%s: is larger than %d MiB"), path, MAX_RECORDS >> 20);
    return EXIT_WRONG;
}

bool store_names_games(const char *path) {
    static const char *const packed[] = {".gz", ".zst"};
    char name[STORE_PATH];
    size_t length = strlen(path);
    hra_snprintf(name, sizeof name, "%s", path);
    for (int i = 0; i < 2 && length < sizeof name; i++) {
        size_t suffix = strlen(packed[i]);
        if (length > suffix && strcmp(name + length - suffix, packed[i]) == 0)
            name[length - suffix] = '\0';
    }
    return output_is(name, ".hra") || hra_registry_find_format(NULL, name) != NULL;
}
