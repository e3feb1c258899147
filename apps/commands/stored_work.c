/* Work of the library that a store keeps. */
#include "stored_work.h"

#include <stdlib.h>
#include <string.h>

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err open_player(void *self, const char *spec, const hra_player **out, hra_error *why) {
    stored_work *s = self;
    hra_err err = setup_try_player(s->setup, spec, out, why);
    if (err)
        hra_snprintf(s->failed, sizeof s->failed, "%s", spec);
    return err;
}

/* The game that the spec names, unless it is open. */
static int open_game(stored_work *s, const args *a) {
    size_t length = 0;
    const char *game = kept_line(queue_spec(s->share.queue), "game", &length);
    hra_text spec;
    if (s->setup->game)
        return EXIT_DONE;
    hra_text_init(&spec);
    hra_text_add_bytes(&spec, game ? game : "", length);
    s->setup->host = kept_host(a);
    int status = spec.err ? say_no_memory() : setup_game(s->setup, hra_text_string(&spec), 0);
    hra_text_release(&spec);
    return status;
}

static int open_work(stored_work *s, const args *a) {
    uint64_t threads;
    hra_error why;
    int usual = s->share.threads ? s->share.threads : 1;
    threads = (uint64_t)usual;
    if (s->works && !args_number(a, "threads", (uint64_t)usual, 1, HRA_MATCH_THREADS, &threads))
        return EXIT_WRONG;
    int status = open_game(s, a);
    if (status)
        return status;
    hra_work_setup how = {.size = sizeof how,
                          .data = s->setup->data[0] ? s->setup->data : NULL,
                          .progress = say_progress(),
                          .task_seconds = shared_work_seconds(s->share.queue),
                          .workers = (int)threads,
                          .game = s->setup->game,
                          .looks = !s->works,
                          .counted = s->counted,
                          .counted_self = s->counted_self,
                          .stepped = s->stepped,
                          .stepped_self = s->stepped_self,
                          .player = open_player,
                          .player_self = s};
    s->share.threads = (int)threads;
    s->share.pin = kept_takes(a, "pin") && args_given(a, "pin");
    s->share.progress = say_progress();
    hra_err err = hra_work_open(&s->share.work, NULL, queue_spec(s->share.queue), &how, &why);
    return err ? say_failure(&why, s->failed[0] ? s->failed : NULL) : EXIT_DONE;
}

static int check_kind(const stored_work *s, const args *a, const char *kind) {
    const hra_work_kind *found = hra_work_kind_of(queue_spec(s->share.queue));
    if (found && (!kind || strcmp(hra_work_kind_name(found), kind) == 0))
        return EXIT_DONE;
    say_error(_("%s keeps other work than that of 'hra %s'"), queue_name(s->share.queue), a->command->name);
    return EXIT_FAILED;
}

int stored_work_open(stored_work *s, const args *a, const char *store, const hra_text *spec, const char *kind,
                     bool works) {
    int status = kept_open(&s->share.queue, a, store, spec, works);
    s->works = works;
    if (!status && !spec)
        status = check_kind(s, a, kind);
    if (!status && !works)
        kept_tell_build(s->share.queue);
    return status ? status : open_work(s, a);
}

int stored_work_open_queue(stored_work *s, const args *a, queue *q) {
    s->share.queue = q;
    s->works = true;
    return open_work(s, a);
}

void stored_work_close(stored_work *s) {
    hra_work_close(s->share.work);
    queue_close(s->share.queue);
    s->share.work = NULL;
    s->share.queue = NULL;
}

/* ---- what there is to do with it ------------------------------------------------------------*/

hra_err stored_work_run(stored_work *s, bool plays, hra_error *why) {
    hra_err err = shared_work_news(&s->share, why);
    return err || !plays ? err : shared_work_run(&s->share, &s->done, why);
}

uint64_t stored_work_seed(const stored_work *s) {
    char number[24] = "";
    uint64_t seed = 0;
    size_t length = 0;
    const char *value = kept_line(queue_spec(s->share.queue), "seed", &length);
    hra_snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : 0),
                 value ? value : "");
    (void)args_parse_number(number, &seed);
    return seed;
}

bool stored_work_records(const stored_work *s) {
    size_t length;
    const char *value = kept_line(queue_spec(s->share.queue), "records", &length);
    return value && *value == 'y';
}

hra_err stored_work_give_records(void *self, hra_record_sink sink, void *to, hra_error *why) {
    return shared_work_records(&((const stored_work *)self)->share, sink, to, why);
}

/* How a kind of work says how far it is. */
static const char *done_of(const hra_work_kind *kind) {
    static const char *const says[][2] = {{"match", N_("games played: %llu of %llu\n")},
                                          {"rollout", N_("trials counted: %llu of %llu\n")},
                                          {"tournament", N_("groups played: %llu of %llu\n")},
                                          {"tune", N_("steps played: %llu of %llu\n")}};
    for (size_t i = 0; i < sizeof says / sizeof *says; i++)
        if (strcmp(hra_work_kind_name(kind), says[i][0]) == 0)
            return says[i][1];
    return N_("done: %llu of %llu\n");
}

kept_progress stored_work_progress(const stored_work *s) {
    hra_work_status now;
    hra_work_snapshot(s->share.work, &now);
    return (kept_progress){done_of(hra_work_get_kind(s->share.work)), now.done, now.of, now.finished};
}

static int take_part(stored_work *s, const args *a, queue *q) {
    hra_error why;
    store_folder(a, s->setup->data);
    int status = stored_work_open_queue(s, a, q);
    if (status)
        return status;
    hra_err err = stored_work_run(s, true, &why);
    say_progress_done();
    const kept_progress progress = stored_work_progress(s);
    return err ? say_failure(&why, NULL) : kept_say_done(s->done, &progress);
}

int stored_work_take_part(const args *a, queue *q) {
    stored_work *s = calloc(1, sizeof *s);
    setup *own = calloc(1, sizeof *own);
    int status;
    if (s && own) {
        s->setup = own;
        status = take_part(s, a, q);
        stored_work_close(s);
        setup_release(own);
    } else {
        queue_close(q);
        status = say_no_memory();
    }
    free(own);
    free(s);
    return status;
}
