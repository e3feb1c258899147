/* hra serve: the page, for browsers on this machine. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "commands/commands.h"
#include "commands/data_dir.h"
#include "open_browser.h"
#include "queue/collection_file.h"
#include "serve/serve.h"
#include "serve_admin.h"
#include "serve_work.h"

enum {
    PORT = 8470,
    AGENTS = 16,    /* of programs that remember a play, beside those in use */
    MAX_THINK = 60, /* seconds */
};

/* A decision that keeps to its limit has ended by itself after this many times the limit and seconds more, on a busy
 * machine too. */
#define GRACE 1.25
#define MARGIN 2.0

static const args_option options[] = {
    {.name = "open", .help = "open the page in the browser"},
    {.name = "port", .value = "N", .help = "port; 0: any free port (default: 8470 if free)"},
    {.name = "address", .value = "A", .help = "address to listen on (default: 127.0.0.1)"},
    {.name = "public-url",
     .value = "URL",
     .help = "address behind a proxy, such as https://club.example/hra"},
    {.name = "trusted-proxy", .value = "A", .help = "address of that proxy; others are not believed"},
    {.name = "threads",
     .value = "N",
     .help = "number of searches to run in parallel (default: number of processors, at least 2)"},
    {.name = "max-think",
     .value = "T",
     .help = "limit per move, hint or analysis; 10 T for a match (default: 60s)"},
    {.name = "work",
     .value = "STORE",
     .help = "show the run in STORE while it is computed; take part on request"},
    {.name = "index",
     .value = "FILE",
     .help = "show what was played in the collection FILE (hra index), read-only"},
    {.name = "list", .help = "print the tables of the server that runs at --port"},
    {.name = "end", .value = "TABLE", .help = "end a table of the server that runs at --port"},
    {.name = "no-page", .help = "serve the API only"},
    {.name = "allow-files", .help = "let specs in records and stores read files"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

typedef struct site {
    serve serve;
    uint64_t port, threads;
    double think; /* seconds */
    char data[STORE_PATH];
    hra_store *store;
    hra_host tables, thinkers;
    http_public public;     /* of --public-url */
    serve_work *work;       /* NULL without --work */
    collection_file *index; /* NULL without --index, */
    hra_collection *collection;
    char way[STORE_PATH + 64]; /* the file by which --open leads to the page; "": none */
} site;

static void wake(void *self) {
    const site *s = self;
    http_wake(s->serve.http);
}

/* Every kept play is an open file. */
static void allow_files(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    files.rlim_cur = files.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &files);
}

static int open_store(site *s, const args *a) {
    hra_error why;
    const hra_store_memory memory = {.size = sizeof memory, .most = 64 << 20};
    store_folder(a, s->data);
    hra_err err = s->data[0] ? hra_store_open_folder(&s->store, s->data, &why)
                             : hra_store_open_memory(&s->store, &memory, &why);
    if (!err)
        err = serve_take_token(s->data, s->serve.token, &why);
    return err ? print_failure(&why, NULL) : EXIT_DONE;
}

/* Nothing is read but what lies in the store: specs cannot name a file of the machine. */
static int open_pool(site *s) {
    const hra_caps caps = {.threads = 1, .memory = (size_t)1 << 30};
    const int threads = (int)s->threads;
    const hra_limits limits = {.seconds = s->think};
    hra_error why;
    s->tables = (hra_host){.size = sizeof s->tables, .caps = caps};
    s->thinkers =
        (hra_host){.size = sizeof s->thinkers, .read = hra_store_read_file, .self = s->store, .caps = caps};
    s->serve.sessions = (hra_session_setup){.size = sizeof s->serve.sessions,
                                            .host = &s->tables,
                                            .store = s->store,
                                            .data = s->data[0] ? s->data : NULL,
                                            .caps = limits,
                                            .match_seconds = 10 * limits.seconds};
    const hra_worker_pool_setup setup = {.size = sizeof setup,
                                         .threads = threads,
                                         .agents = AGENTS + 2 * threads,
                                         .host = &s->thinkers,
                                         .data = s->serve.sessions.data,
                                         .most = limits.seconds > 0 ? limits.seconds * GRACE + MARGIN : 0,
                                         .wake = wake,
                                         .self = s};
    return hra_worker_pool_open(&s->serve.pool, &setup, &why) != 0 ? print_failure(&why, NULL) : EXIT_DONE;
}

/* Sessions ask it in the thread of the server, one after the other. */
static int open_index(site *s, const args *a) {
    const char *path = args_text(a, "index", NULL);
    hra_error why;
    if (!path)
        return EXIT_DONE;
    if (collection_file_open(&s->index, path, false, NULL, &why) != 0)
        return print_failure(&why, NULL);
    const hra_collection_storage storage = collection_file_storage(s->index);
    const hra_collection_setup setup = {.size = sizeof setup, .storage = &storage};
    if (hra_collection_open(&s->collection, &setup, &why) != 0)
        return print_failure(&why, NULL);
    s->serve.sessions.collection = s->collection;
    return EXIT_DONE;
}

static int open_http(site *s, const args *a) {
    const http_owner owner = serve_owner(&s->serve);
    const char *address = args_text(a, "address", "127.0.0.1");
    hra_error why;
    hra_err err = http_open(&s->serve.http, &owner, address, (int)s->port, &why);
    if (err == HRA_ESTATE && !args_given(a, "port"))
        err = http_open(&s->serve.http, &owner, address, 0, &why);
    if (err)
        return print_failure(&why, NULL);
    http_set_public(s->serve.http, &s->public);
    if (s->public.host[0])
        hra_snprintf(s->serve.url, sizeof s->serve.url, "%s%s/", s->public.origin, s->public.prefix);
    return EXIT_DONE;
}

static int open_work(site *s, const args *a) {
    const char *store = args_text(a, "work", NULL);
    const uint64_t threads = args_given(a, "threads") ? s->threads : (uint64_t)hra_processors();
    if (!store)
        return EXIT_DONE;
    int status = serve_work_open(&s->work, a, store, s->serve.pool, (int)threads);
    if (!status)
        s->serve.work = serve_work_for_serve(s->work);
    return status;
}

/* What libevent says would go past the filter of print.h. */
static void log_line(int severity, const char *line) {
    if (severity >= 2)
        print_error("libevent: %s", line);
    else
        print_note("libevent: %s", line);
}

/* The page can be opened by hand too, so that this ends nothing. */
static void show_page(site *s, const char *address) {
    hra_error why;
    if (serve_write_way(s->data, address, s->way, sizeof s->way, &why) == 0) {
        open_browser(s->way);
    } else {
        s->way[0] = '\0';
        print_error("%s", why.text);
    }
}

static int run_site(site *s, const args *a) {
    hra_text address;
    hra_text_init(&address);
    if (s->serve.url[0])
        hra_text_addf(&address, "%s#%s", s->serve.url, s->serve.token);
    else
        hra_text_addf(&address, "http://%s/#%s", http_name(s->serve.http), s->serve.token);
    if (s->work)
        hra_text_add(&address, "&work");
    print("%s\n", print_string(&address));
    int status = print_end(EXIT_DONE);
    if (!status && args_given(a, "open"))
        show_page(s, hra_text_string(&address));
    hra_text_release(&address);
    if (status)
        return status;
    print_note("%s", _("Anyone with this address can play. Ctrl-C ends the server."));
    int number = http_run(s->serve.http);
    print_note("%s", _("The server ends; games are saved."));
    print_reached(_n("%d session was open", "%d sessions were open", s->serve.count), s->serve.count);
    return number == SIGTERM ? EXIT_DONE : EXIT_INTERRUPTED;
}

/* Within a second. Where a thread is at something that does not stop, or a disk is slow, the process ends
 * with it: all that is kept was written when it was played. */
static void close_site(site *s, int status) {
    if (s->way[0])
        (void)unlink(s->way);
    bool ended = serve_end(&s->serve, 0.3);
    if (s->serve.http)
        http_finish(s->serve.http, 0.2);
    ended = serve_work_close(s->work, 0.3) && ended; /* it runs tasks in the pool */
    ended = ended && hra_worker_pool_close(s->serve.pool, 0.3);
    if (!ended)
        _exit(print_end(status));
    http_close(s->serve.http);
    hra_collection_close(s->collection);
    collection_file_close(s->index);
    hra_store_close(s->store);
}

/* Before anything is opened. */
static bool read_options(site *s, const args *a) {
    const uint64_t processors = (uint64_t)hra_processors();
    hra_error why;
    if (!args_number(a, "port", PORT, 0, 65535, &s->port) ||
        !args_number(a, "threads", processors > 2 ? processors : 2, 1, 256, &s->threads) ||
        !args_seconds(a, "max-think", MAX_THINK, &s->think))
        return false;
    if (http_check_address(args_text(a, "address", "127.0.0.1"), &why) == 0 &&
        http_read_public(&s->public, args_text(a, "public-url", NULL), args_text(a, "trusted-proxy", NULL),
                         &why) == 0)
        return true;
    print_error("%s", why.text);
    return false;
}

/* --list and --end: another process serves. */
static int run_admin(const site *s, const args *a) {
    char data[STORE_PATH], token[SERVE_TOKEN + 1];
    hra_error why;
    store_folder(a, data);
    if (serve_take_token(data, token, &why) != 0)
        return print_failure(&why, NULL);
    const serve_admin admin = {
        .address = args_text(a, "address", "127.0.0.1"), .port = (int)s->port, .token = token};
    return args_given(a, "end") ? serve_admin_end(&admin, args_text(a, "end", "")) : serve_admin_list(&admin);
}

static int run(const args *a) {
    static site s; /* too large for a stack */
    if (!read_options(&s, a))
        return EXIT_WRONG;
    if (args_given(a, "list") || args_given(a, "end"))
        return run_admin(&s, a);
    s.serve.page = !args_given(a, "no-page");
    s.serve.log = log_line;
    if (!page_file_count && s.serve.page) {
        print_error("%s", _("this hra was built without the page; run 'make page' in its sources to build "
                            "it, or use --no-page to serve the API only"));
        return EXIT_FAILED;
    }
    allow_files();
    int status = open_store(&s, a);
    if (!status)
        status = open_http(&s, a);
    if (!status)
        status = open_pool(&s);
    if (!status)
        status = open_index(&s, a);
    if (!status)
        status = open_work(&s, a);
    if (!status)
        status = run_site(&s, a);
    close_site(&s, status);
    return status;
}

const args_command command_serve = {
    .name = "serve",
    .synopsis = "",
    .summary = "serve the web page on this machine",
    .group = ARGS_PLAY,
    .details = "Prints the address of the page, which includes a key:\n"
               "http://127.0.0.1:PORT/#KEY. Ctrl-C ends the server.\n"
               "\n"
               "  hra serve --open\n"
               "  hra serve --work run.hra                 also show a stored run\n",
    .notes = "Only this machine can reach the page, and only with the key. Games are saved as\n"
             "by 'hra play'. With --work the page shows a run that 'hra tournament --store\n"
             "STORE' began, or match, tune, rollout, learn, solve or review; a button makes\n"
             "this machine take part. docs/serve.md describes the API for other front ends.\n",
    .options = options,
    .run = run,
};
