/* Work of the library that a store keeps: opening and running it. */
#include "stored_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "queue/run_lines.h"

#define WAIT 60.0 /* seconds for a database that is away */

/* ---- the command line -----------------------------------------------------------------------*/

static bool takes(const args *a, const char *name) {
    return args_takes(a->command, name);
}

static const args_verb *verb_of(const args *a) {
    return a->word_count ? args_find_verb(a->command, a->words[0]) : NULL;
}

static void print_not_taken(const args *a, const args_verb *verb, const char *option) {
    hra_text list;
    hra_text_init(&list);
    for (const args_option *o = a->command->options; o->name; o++)
        if (!o->alias && args_verb_takes(verb, o->name))
            hra_text_addf(&list, "%s--%s", list.length ? ", " : "", o->name);
    print_error(_("%s: '%s' does not take --%s; it takes %s"), a->command->name, verb->name, option,
                print_string(&list));
    hra_text_release(&list);
}

/* The first option that was typed and that the verb does not take; `fixed`: one that the run has in its spec. */
static const char *find_not_taken(const args *a, const args_verb *verb, bool fixed) {
    for (const args_option *o = a->command->options; o->name; o++)
        if (!o->alias && args_given(a, o->name) && !args_verb_takes(verb, o->name) &&
            run_has_option(a->command->name, o->name) == fixed)
            return o->name;
    return NULL;
}

bool stored_work_options_fit(const args *a) {
    static const char *const of_store[] = {"lease", "wait"};
    const args_verb *verb = verb_of(a);
    const char *option = verb ? find_not_taken(a, verb, false) : NULL;
    if (option)
        print_not_taken(a, verb, option);
    if (verb || !takes(a, "store") || args_given(a, "store"))
        return !option;
    for (size_t i = 0; i < sizeof of_store / sizeof *of_store; i++)
        if (takes(a, of_store[i]) && args_given(a, of_store[i])) {
            print_error(_("%s: --%s needs --store"), a->command->name, of_store[i]);
            return false;
        }
    return true;
}

void stored_work_say_fixed(const args *a, const char *option, const char *where, const char *has) {
    if (*has)
        print_error(_("%s: --%s cannot be changed: the run in %s has %s"), a->command->name, option, where,
                    has);
    else
        print_error(_("%s: --%s cannot be changed: the run in %s was begun without it"), a->command->name,
                    option, where);
}

/* What a run has in its spec was decided when it began. */
static bool fixed_options_fit(const stored_work *s, const args *a) {
    const args_verb *verb = verb_of(a);
    const char *option = verb ? find_not_taken(a, verb, true) : NULL;
    hra_text has;
    if (!option)
        return true;
    hra_text_init(&has);
    run_add_option(a->command->name, queue_spec(s->share.queue), option, &has);
    stored_work_say_fixed(a, option, queue_name(s->share.queue), print_string(&has));
    hra_text_release(&has);
    return false;
}

/* A worker waits for its database whatever happens. */
static bool read_wait(const args *a, double *out) {
    *out = strcmp(a->command->name, "work") == 0 ? INFINITY : WAIT;
    return !takes(a, "wait") || args_seconds(a, "wait", *out, out);
}

bool stored_work_append_fits(const args *a) {
    bool reports = a->word_count && strcmp(a->words[0], "report") == 0 && args_given(a, "record");
    if (args_given(a, "append") && !reports)
        print_error(_("%s: --append needs 'report STORE --record FILE'"), a->command->name);
    return reports || !args_given(a, "append");
}

record_use stored_work_record_use(const args *a, bool plays) {
    return plays ? RECORD_RUN : args_given(a, "append") ? RECORD_APPEND : RECORD_NEW;
}

/* ---- specs ----------------------------------------------------------------------------------*/

const char *stored_work_line(const char *from, const char *name, size_t *length) {
    size_t n = strlen(name);
    for (const char *at = from; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        if (strncmp(at, name, n) == 0 && at[n] == ' ') {
            *length = strcspn(at + n + 1, "\n");
            return at + n + 1;
        }
    return NULL;
}

void stored_work_spec(const char *work, const hra_game *game, hra_text *out) {
    hra_text_addf(out, "hra %s\nwork %s\ngame %s\n", hra_version(), work, game->spec);
}

void stored_work_limits(const hra_limits *limits, hra_text *out) {
    if (limits->nodes)
        hra_text_addf(out, "nodes %llu\n", (unsigned long long)limits->nodes);
    if (limits->playouts)
        hra_text_addf(out, "playouts %llu\n", (unsigned long long)limits->playouts);
    if (limits->seconds > 0)
        hra_text_addf(out, "time %.9gs\n", limits->seconds);
}

hra_limits stored_work_read_limits(const char *spec) {
    hra_limits limits = {0};
    size_t length;
    const char *nodes = stored_work_line(spec, "nodes", &length);
    const char *playouts = stored_work_line(spec, "playouts", &length);
    limits.nodes = nodes ? strtoull(nodes, NULL, 10) : 0;
    limits.playouts = playouts ? strtoull(playouts, NULL, 10) : 0;
    const char *duration = stored_work_line(spec, "time", &length);
    char text[32];
    if (duration && length < sizeof text) {
        memcpy(text, duration, length);
        text[length] = '\0';
        (void)hra_duration_read(text, &limits.seconds);
    }
    return limits;
}

void stored_work_openings(const hra_openings *openings, uint64_t count, hra_text *out) {
    for (uint64_t i = 0; i < count; i++) {
        hra_text_add(out, "opening ");
        hra_openings_write(openings, i, out);
        hra_text_add_char(out, '\n');
    }
}

static const char *line_of(const stored_work *s, const char *name, size_t *length) {
    const char *spec = queue_spec(s->share.queue);
    return spec ? stored_work_line(spec, name, length) : NULL;
}

static bool read_seed(const stored_work *s, uint64_t *out) {
    char number[24];
    size_t length = 0;
    const char *value = line_of(s, "seed", &length);
    hra_snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : 0),
                 value ? value : "");
    return args_parse_number(number, out);
}

uint64_t stored_work_seed(const stored_work *s) {
    uint64_t seed = 0;
    (void)read_seed(s, &seed);
    return seed;
}

bool stored_work_facts(const stored_work *s) {
    size_t length;
    const char *value = line_of(s, "facts", &length);
    return value && *value == 'y';
}

bool stored_work_facts_fit(const stored_work *s, const args *a) {
    if (!args_given(a, "csv") || !queue_spec(s->share.queue) || stored_work_facts(s))
        return true;
    print_error(_("%s does not list its games: it was started without --csv"), queue_name(s->share.queue));
    return false;
}

bool stored_work_records(const stored_work *s) {
    size_t length;
    const char *value = line_of(s, "records", &length);
    return value && *value == 'y';
}

/* ---- opening the work -----------------------------------------------------------------------*/

static hra_err open_player(void *self, const char *spec, const hra_player **out, hra_error *why) {
    stored_work *s = self;
    hra_err err = setup_try_player(s->setup, spec, out, why);
    if (err)
        hra_snprintf(s->failed, sizeof s->failed, "%s", spec);
    return err;
}

/* The game that the spec names, unless it is open. A store may be anybody's: its game runs no programs, and reads files
 * only where --allow-files allows it. */
static int open_game(stored_work *s, const args *a) {
    hra_error why;
    size_t length = 0;
    hra_text spec;
    if (s->setup->game)
        return EXIT_DONE;
    const char *game = line_of(s, "game", &length);
    hra_text_init(&spec);
    hra_text_add_bytes(&spec, game ? game : "", length);
    if (store_host_open(&s->setup->stored, a, &why))
        return print_failure(&why, NULL);
    s->setup->host = &s->setup->stored.host;
    int status = spec.err ? print_no_memory() : setup_game(s->setup, hra_text_string(&spec), 0);
    hra_text_release(&spec);
    return status;
}

static int open_work(stored_work *s, const args *a, const char *spec) {
    uint64_t usual = s->share.threads ? (uint64_t)s->share.threads : 1, threads = usual;
    hra_error why;
    if (s->works && !args_number(a, "threads", usual, 1, HRA_MATCH_THREADS, &threads))
        return EXIT_WRONG;
    if (s->works && s->share.queue && queue_spec(s->share.queue) && queue_check_players(s->share.queue, &why))
        return print_failure(&why, NULL);
    int status = open_game(s, a);
    if (status)
        return status;
    hra_work_setup how = s->how;
    how.size = sizeof how;
    how.data = s->setup->data[0] ? s->setup->data : NULL;
    how.progress = print_progress();
    how.host = s->setup->host;
    how.workers = (int)threads;
    how.game = s->setup->game;
    how.no_tasks = !s->works;
    how.player = open_player;
    how.player_self = s;
    s->share.threads = (int)threads;
    s->share.pin = takes(a, "affinity") && args_given(a, "affinity");
    s->share.progress = print_progress();
    hra_err err = shared_work_open(&s->share, spec, &how, &why);
    return err ? print_failure(&why, s->failed[0] ? s->failed : NULL) : EXIT_DONE;
}

/* ---- opening the store ----------------------------------------------------------------------*/

static int open_queue(stored_work *s, const args *a, const char *store, bool works, bool begins) {
    bool awaits = strcmp(a->command->name, "work") == 0 && args_given(a, "wait");
    queue_setup how = {
        .name = store, .works = works, .begins = begins, .awaits = awaits, .progress = print_progress()};
    hra_error why;
    s->works = works;
    if ((takes(a, "lease") && !args_seconds(a, "lease", 0, &how.lease)) || !read_wait(a, &how.wait))
        return EXIT_WRONG;
    return queue_open(&s->share.queue, &how, &why) == 0 ? EXIT_DONE : print_failure(&why, NULL);
}

/* Continues or shows a run of another kind. */
static void add_command(const stored_work *s, const args *a, const char *found, hra_text *out) {
    size_t length = 0;
    const char *game = line_of(s, "game", &length);
    hra_text_addf(out, "hra %s ", found);
    if (strcmp(found, "solve") == 0)
        hra_text_addf(out, "%.*s --store ", (int)length, game ? game : "GAME");
    else
        hra_text_addf(out, "%s ", verb_of(a) ? a->words[0] : "resume");
    store_add_shell_path(out, "", queue_name(s->share.queue));
}

/* `kind` NULL: of any. */
static int check_kind(const stored_work *s, const args *a, const char *kind) {
    const char *found = hra_work_kind_of(queue_spec(s->share.queue)), *name = queue_name(s->share.queue);
    hra_text command;
    if (found && (!kind || strcmp(found, kind) == 0))
        return EXIT_DONE;
    if (!found) {
        print_error(_("%s contains a kind of run that this hra does not know"), name);
        return EXIT_FAILED;
    }
    hra_text_init(&command);
    add_command(s, a, found, &command);
    print_error(_("%s contains %s, not %s; its command: %s"), name, run_called(found), run_called(kind),
                print_string(&command));
    hra_text_release(&command);
    return EXIT_FAILED;
}

int stored_work_heed(stored_work *s, const args *a, const char *store, uint64_t *seed, bool *records) {
    int status = open_queue(s, a, store, true, true);
    if (!status && queue_spec(s->share.queue))
        status = check_kind(s, a, a->command->name);
    if (status || !queue_spec(s->share.queue))
        return status;
    if (seed && !args_given(a, "seed"))
        (void)read_seed(s, seed);
    if (records)
        *records = stored_work_records(s);
    if (!records || *records || !args_given(a, "record"))
        return EXIT_DONE;
    print_error(_("%s has no records: it was started without --record"), queue_name(s->share.queue));
    return EXIT_WRONG;
}

int stored_work_begin(stored_work *s, const args *a, const hra_text *spec) {
    queue *q = s->share.queue;
    const char *typed = hra_text_string(spec), *kept;
    hra_error why;
    if (spec->err)
        return print_no_memory();
    int status = queue_spec(q) ? EXIT_DONE : open_work(s, a, typed);
    if (!status && queue_begin(q, typed, &why) != 0)
        status = print_failure(&why, NULL);
    if (status)
        return status;
    kept = queue_spec(q);
    if (s->share.work && strcmp(kept, typed) != 0) /* somebody else was faster */
        shared_work_close(&s->share);
    return s->share.work ? EXIT_DONE : open_work(s, a, kept);
}

int stored_work_open(stored_work *s, const args *a, const char *store, const char *kind, bool works) {
    int status = open_queue(s, a, store, works, false);
    if (!status)
        status = check_kind(s, a, kind);
    if (!status && !fixed_options_fit(s, a))
        status = EXIT_WRONG;
    if (!status && !works && queue_other_build(s->share.queue))
        print_note(_("%s was started by hra %s; this is hra %s"), queue_name(s->share.queue),
                   queue_other_build(s->share.queue), hra_version());
    return status ? status : open_work(s, a, queue_spec(s->share.queue));
}

int stored_work_alone(stored_work *s, const args *a, const hra_text *spec) {
    s->works = true;
    return spec->err ? print_no_memory() : open_work(s, a, spec->data);
}

void stored_work_close(stored_work *s) {
    shared_work_close(&s->share);
    queue_close(s->share.queue);
    s->share.queue = NULL;
}

/* ---- what there is to do with it ------------------------------------------------------------*/

hra_err stored_work_run(stored_work *s, bool plays, hra_error *why) {
    if (!s->share.queue)
        return hra_work_run(s->share.work, s->share.threads, s->share.progress, why);
    hra_err err = shared_work_news(&s->share, why);
    if (err || !plays)
        return err;
    print_progress_done(); /* the time that is left follows from what is done from now on */
    return shared_work_run(&s->share, &s->done, why);
}

hra_err stored_work_give_records(void *self, hra_record_sink sink, void *to, hra_error *why) {
    return shared_work_records(&((stored_work *)self)->share, sink, to, why);
}

static int take_part(stored_work *s, const args *a, const char *store) {
    hra_error why;
    store_folder(a, s->setup->data);
    int status = stored_work_open(s, a, store, NULL, true);
    if (status)
        return status;
    hra_err err = stored_work_run(s, true, &why);
    print_progress_done();
    return err ? print_failure(&why, NULL) : stored_work_say_done(s);
}

int stored_work_take_part(const args *a, const char *store) {
    stored_work *s = calloc(1, sizeof *s);
    setup *own = calloc(1, sizeof *own);
    int status = EXIT_DONE;
    if (s && own) {
        s->setup = own;
        status = take_part(s, a, store);
        stored_work_close(s);
        setup_release(own);
    } else {
        status = print_no_memory();
    }
    free(own);
    free(s);
    return status;
}
