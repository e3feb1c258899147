/* How far a work is that a store keeps, and which machines did how much. */
#include <stdlib.h>
#include <string.h>

#include "stored_work.h"

typedef struct far {
    const char *says; /* "... %llu of %llu", for _() */
    uint64_t done, of;
    bool over;
} far;

/* How a kind of work says how far it is. */
static const char *done_of(const char *kind) {
    static const char *const says[][2] = {{"match", N_("games played: %llu of %llu\n")},
                                          {"rollout", N_("trials counted: %llu of %llu\n")},
                                          {"tournament", N_("groups played: %llu of %llu\n")},
                                          {"tune", N_("iterations played: %llu of %llu\n")},
                                          {"learn", N_("training games: %llu of %llu\n")},
                                          {"solve", N_("positions solved: %llu of %llu\n")},
                                          {"review", N_("plies reviewed: %llu of %llu\n")},
                                          {"exercises", N_("exercises made: %llu of %llu\n")}};
    for (size_t i = 0; i < sizeof says / sizeof *says; i++)
        if (strcmp(kind, says[i][0]) == 0)
            return says[i][1];
    return N_("done: %llu of %llu\n");
}

static far how_far(const stored_work *s) {
    hra_work_status now;
    hra_work_snapshot(s->share.work, &now);
    return (far){done_of(hra_work_info_of(s->share.work)->kind), now.done, now.of, now.finished};
}

void stored_work_say_how_to_go_on(const stored_work *s, const args *a) {
    hra_text word;
    hra_text_init(&word);
    store_add_shell_path(&word, "", queue_name(s->share.queue));
    print_note(_("The run is saved; to continue: hra %s resume %s"), a->command->name,
               hra_text_string(&word));
    hra_text_release(&word);
}

int stored_work_say_done(const stored_work *s) {
    const far now = how_far(s);
    char line[160];
    print_note(_n("%llu task done", "%llu tasks done", s->done), (unsigned long long)s->done);
    hra_snprintf(line, sizeof line, _(now.says), (unsigned long long)now.done, (unsigned long long)now.of);
    line[strcspn(line, "\n")] = '\0';
    if (!now.over)
        print_note("%s", line);
    print_note("%s", now.over ? _("finished") : _("unfinished"));
    return now.over ? EXIT_DONE : EXIT_INTERRUPTED;
}

/* ---- machines -------------------------------------------------------------------------------*/

static void add_seconds(void *self, const queue_share *share) {
    *(double *)self += share->seconds;
}

hra_err stored_work_seconds(const stored_work *s, double *out, hra_error *why) {
    *out = 0;
    return queue_shares(s->share.queue, add_seconds, out, why);
}

/* The name of a machine may be anybody's: letters of ASCII are shown. */
static void copy_plain(char *out, size_t capacity, const char *text) {
    hra_snprintf(out, capacity, "%s", text);
    for (; *out; out++)
        if (*out < ' ' || *out > '~')
            *out = '?';
}

static void print_share(void *self, const queue_share *share) {
    char machine[64];
    copy_plain(machine, sizeof machine, share->machine);
    print(_n("  %s: %llu task in %.1F s\n", "  %s: %llu tasks in %.1F s\n", share->tasks), machine,
          (unsigned long long)share->tasks, share->seconds);
}

static void write_share(void *self, const queue_share *share) {
    char machine[64], version[64];
    hra_json *json = self;
    copy_plain(machine, sizeof machine, share->machine);
    copy_plain(version, sizeof version, share->version);
    hra_json_object(json, NULL);
    hra_json_text(json, "machine", machine);
    hra_json_text(json, "version", version);
    hra_json_count(json, "units", (uint64_t)share->tasks);
    hra_json_seconds(json, "seconds", share->seconds);
    hra_json_end(json);
}

/* ---- all of it ------------------------------------------------------------------------------*/

static void write_line(hra_json *json, const char *key, const char *value, size_t length) {
    hra_text text;
    hra_text_init(&text);
    hra_text_add_bytes(&text, value, length);
    hra_json_text(json, key, hra_text_string(&text));
    json->out->err = json->out->err ? json->out->err : text.err;
    hra_text_release(&text);
}

static hra_err print_status(const stored_work *s, const char *player, hra_error *why) {
    const far now = how_far(s);
    int players = 0;
    size_t length = 0;
    const char *spec = queue_spec(s->share.queue), *game = stored_work_line(spec, "game", &length);
    const int game_length = (int)length;
    for (const char *at = spec; (at = stored_work_line(at, player, &length)) != NULL; at += length)
        players++;
    if (stored_work_line(spec, "seed", &length))
        print(_n("%.*s: %d player, seed %llu\n", "%.*s: %d players, seed %llu\n", players), game_length,
              game ? game : "", players, (unsigned long long)stored_work_seed(s));
    else
        print("%.*s\n", game_length, game ? game : "");
    for (const char *at = spec; (at = stored_work_line(at, player, &length)) != NULL; at += length)
        print("  %.*s\n", (int)length, at);
    print(_(now.says), (unsigned long long)now.done, (unsigned long long)now.of);
    print("%s\n", now.over ? _("finished") : _("unfinished"));
    return queue_shares(s->share.queue, print_share, NULL, why);
}

static hra_err write_status(const stored_work *s, const char *command, const char *player, hra_text *out,
                            hra_error *why) {
    queue *q = s->share.queue;
    const far now = how_far(s);
    size_t length = 0;
    const char *spec = queue_spec(q), *game = stored_work_line(spec, "game", &length);
    hra_json json = hra_json_begin(out);
    hra_json_object(&json, NULL);
    hra_json_text(&json, "command", command);
    write_line(&json, "game", game ? game : "", length);
    hra_json_text(&json, "version", queue_other_build(q) ? queue_other_build(q) : hra_version());
    if (stored_work_line(spec, "seed", &length))
        hra_json_count(&json, "seed", stored_work_seed(s));
    hra_json_list(&json, "players");
    for (const char *at = spec; (at = stored_work_line(at, player, &length)) != NULL; at += length)
        write_line(&json, NULL, at, length);
    hra_json_end(&json);
    hra_json_count(&json, "done", now.done);
    hra_json_count(&json, "of", now.of);
    hra_json_bool(&json, "over", now.over);
    hra_json_list(&json, "machines");
    hra_err err = queue_shares(q, write_share, &json, why);
    hra_json_end(&json);
    hra_json_end(&json);
    return err;
}

int stored_work_show_status(const stored_work *s, const args *a, const char *player) {
    const bool json = args_given(a, "json");
    hra_error why;
    hra_text out;
    hra_text_init(&out);
    hra_err err =
        json ? write_status(s, a->command->name, player, &out, &why) : print_status(s, player, &why);
    if (!err && json)
        return print_json(&out);
    hra_text_release(&out);
    return err ? print_failure(&why, NULL) : EXIT_DONE;
}
