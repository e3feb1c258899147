/* hra doctor: what this hra has, what is missing, and how to get it. */
#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "commands/commands.h"
#include "commands/data_dir.h"
#include "hra/solve.h"
#include "queue/queue.h"
#include "serve/http.h"
#include "serve/page_files.h"

static const args_option options[] = {
    {.name = "json", .help = "print JSON"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

/* Whether who has the program builds it: a package for Windows or Node does not get another part by a library. */
#if defined(HRA_NODE) || defined(_WIN32)
enum { BUILT_HERE = false };
#else
enum { BUILT_HERE = true };
#endif

typedef enum verdict { GOOD, MISSING, WRONG } verdict;

static const char *const verdicts[] = {[GOOD] = "ok", [MISSING] = "missing", [WRONG] = "wrong"};

/* Everything that was found. */
typedef struct findings {
    hra_text text;
    hra_json json;
    bool as_json, wrong;
    int missing;
} findings;

/* One thing: its name, how it stands, and what there is or what would be right. */
static void tell(findings *f, const char *name, verdict v, hra_text *text) {
    f->missing += v == MISSING;
    f->wrong = f->wrong || v == WRONG;
    if (f->as_json) {
        hra_json_object(&f->json, NULL);
        hra_json_text(&f->json, "name", name);
        hra_json_text(&f->json, "state", verdicts[v]);
        hra_json_text(&f->json, "text", print_string(text));
        hra_json_end(&f->json);
    } else {
        print_cell(-13, _(name));
        hra_text line;
        hra_text_init(&line);
        if (v != GOOD)
            hra_text_addf(&line, "%s: ", v == MISSING ? _("missing") : _("wrong"));
        hra_text_add(&line, print_string(text));
        print("%s\n", print_string(&line));
        hra_text_release(&line);
    }
    hra_text_clear(text);
}

static void look_at_program(findings *f, hra_text *text) {
    hra_text_addf(text, "hra %s", hra_version());
    tell(f, N_("program"), GOOD, text);
}

#ifdef HRA_NODE
/* Node serves the page itself. */
static void look_at_page(findings *f, hra_text *text) {
    hra_text_add(text, _("in the package; 'hra serve' shows it"));
    tell(f, N_("page"), GOOD, text);
}
#else
static void look_at_page(findings *f, hra_text *text) {
    if (page_file_count)
        hra_text_add(text, _("built in; 'hra serve --open' shows it"));
    else
        hra_text_add(text, _("install nodejs and npm, then 'make page'"));
    tell(f, N_("page"), page_file_count ? GOOD : MISSING, text);
    const char *server = http_library();
    if (server)
        hra_text_addf(text, "libevent %s", server);
    else
        hra_text_add(text, _("no 'hra serve'; install libevent-dev (Debian's name) and build again"));
    tell(f, N_("server"), server ? GOOD : MISSING, text);
}
#endif

static void look_at_stores(findings *f, hra_text *text) {
    const char *files = queue_library(false), *shared = queue_library(true);
    if (files)
        hra_text_addf(text, _("%s; stores in files"), files);
    else
        hra_text_add(text, _("no stores in files"));
    tell(f, "SQLite", files ? GOOD : MISSING, text);
    if (shared)
        hra_text_addf(text, _("libpq %s; stores that many machines share"), shared);
    else if (queue_built(true))
        hra_text_add(text, _("no stores in PostgreSQL; install libpq5 (Debian's name)"));
    else if (BUILT_HERE)
        hra_text_add(text, _("no stores in PostgreSQL; install libpq-dev (Debian's name) and build again"));
    else
        hra_text_add(text, _("no stores in PostgreSQL"));
    tell(f, "PostgreSQL", shared ? GOOD : MISSING, text);
}

/* The instructions for which hra has loops of their own. */
static void look_at_processor(findings *f, hra_text *text) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    bool fast = true;
    hra_text_addf(text, _n("%ld processor", "%ld processors", processors), processors);
#if defined(__x86_64__)
    fast = __builtin_cpu_supports("avx2");
    hra_text_add(text, fast ? ", AVX2" : "");
    hra_text_add(text, __builtin_cpu_supports("avx512f") ? ", AVX-512" : "");
    hra_text_add(text, __builtin_cpu_supports("avx512vnni") ? ", VNNI" : "");
#endif
    if (!fast)
        hra_text_add(text, _("; nets are slower without AVX2"));
    tell(f, N_("processor"), GOOD, text);
}

/* Whether a file can be written there, by writing one. */
static bool can_write(const char *folder) {
    char path[STORE_PATH];
    int n = hra_snprintf(path, sizeof path, "%s/doctor-XXXXXX", folder);
    int file = n > 0 && n < STORE_PATH ? mkstemp(path) : -1;
    if (file < 0)
        return false;
    bool written = write(file, "hra\n", 4) == 4;
    int why = errno;
    close(file);
    unlink(path);
    errno = why;
    return written;
}

static bool is_file(const char *folder, const char *name) {
    char path[STORE_PATH];
    struct stat file;
    int n = hra_snprintf(path, sizeof path, "%s/%s", folder, name);
    return n > 0 && n < STORE_PATH && stat(path, &file) == 0;
}

/* Whether the directory has all files of a slice. */
static bool has_slice(const char *folder, const hra_slice *slice) {
    int i = 0;
    while (slice->files[i] && is_file(folder, slice->files[i]))
        i++;
    return !slice->files[i];
}

/* How many slices of a game's tablebases are in the directory, at their usual size; nothing if it saves none. */
static void count_slices(const char *folder, const hra_rules *rules, hra_text *text) {
    hra_game *game;
    hra_slices *slices;
    const hra_slice *slice;
    int count = 0, found = 0;
    if (hra_game_open(&game, NULL, rules->name, NULL) != 0)
        return;
    if (hra_slices_open(&slices, game, NULL) == 0) {
        for (; (slice = hra_slices_at(slices, count)) != NULL; count++)
            found += has_slice(folder, slice);
        hra_slices_close(slices);
        hra_text_addf(text, _("%s: %d of %d slices"), rules->name, found, count);
        if (found < count)
            hra_text_addf(text, _("; 'hra solve %s' builds the rest"), rules->name);
    }
    hra_game_close(game);
}

static void look_at_tables(findings *f, const char *folder, hra_text *text) {
    const hra_rules *rules;
    hra_text one;
    hra_text_init(&one);
    for (int i = 0; (rules = hra_registry_game(NULL, i)) != NULL; i++) {
        hra_text_clear(&one);
        count_slices(folder, rules, &one);
        if (one.length)
            hra_text_addf(text, "%s%s", text->length ? "; " : "", print_string(&one));
    }
    hra_text_release(&one);
    tell(f, N_("tablebases"), GOOD, text);
}

static void look_at_data(findings *f, const args *a, hra_text *text) {
    char folder[STORE_PATH];
    struct statvfs disk;
    store_folder(a, folder);
    if (!folder[0]) {
        hra_text_add(text, _("no directory; set HOME, or use --data DIR"));
        tell(f, N_("data"), WRONG, text);
        return;
    }
    hra_text_addf(text, "%s", folder);
    bool written = can_write(folder);
    if (!written)
        hra_text_addf(text, ": %s", hra_system_text(errno));
    else if (statvfs(folder, &disk) == 0)
        hra_text_addf(text, _(", %.1F GiB free"), (double)disk.f_bavail * (double)disk.f_frsize / (1 << 30));
    tell(f, N_("data"), written ? GOOD : WRONG, text);
    look_at_tables(f, folder, text);
}

static void look_at_terminal(findings *f, hra_text *text) {
    const hra_board_style style = print_style(-1);
    hra_text_addf(text, "%s, %s", nl_langinfo(CODESET), hra_language());
    if (print_terminal())
        hra_text_addf(text, _(", %d columns, %d rows"), style.width, print_height());
    hra_text_add(text, print_terminal() && !style.color ? _(", no colour") : "");
    tell(f, N_("terminal"), GOOD, text);
}

static int run(const args *a) {
    findings f = {.as_json = args_given(a, "json")};
    hra_text text;
    hra_text_init(&text);
    hra_text_init(&f.text);
    f.json = hra_json_begin(&f.text);
    hra_json_object(&f.json, NULL);
    hra_json_list(&f.json, "parts");
    look_at_program(&f, &text);
    look_at_page(&f, &text);
    look_at_stores(&f, &text);
    look_at_processor(&f, &text);
    look_at_data(&f, a, &text);
    look_at_terminal(&f, &text);
    hra_text_release(&text);
    hra_json_end(&f.json);
    hra_json_end(&f.json);
    if (!f.as_json && !f.missing && !f.wrong)
        print("\n%s\n", _("Nothing is missing."));
    int status = f.as_json ? print_json(&f.text) : EXIT_DONE;
    if (!f.as_json)
        hra_text_release(&f.text);
    return status ? status : f.wrong ? EXIT_FAILED : EXIT_DONE;
}

const args_command command_doctor = {
    .name = "doctor",
    .synopsis = "",
    .summary = "check what this hra has, and what to install",
    .group = ARGS_BUILD,
    .rare = true,
    .details = "Lists the parts of this program: the page, the server, stores, the processor,\n"
               "the data directory, its tablebases and the terminal. Says what is missing, and\n"
               "how to get it.\n"
               "\n"
               "  hra doctor\n",
    .notes = "The exit status is 0, also if parts are missing, and 1 if the data directory\n"
             "cannot be used.\n",
    .options = options,
    .run = run,
};
