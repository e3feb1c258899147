/* Runs that a store keeps, and the command that began one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stored_run.h"

#define WAIT 60.0 /* seconds for a database that is away */

/* ---- lines ----------------------------------------------------------------------------------*/

const char *kept_line(const char *from, const char *name, size_t *length) {
    size_t n = strlen(name);
    for (const char *at = from; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        if (strncmp(at, name, n) == 0 && at[n] == ' ') {
            *length = strcspn(at + n + 1, "\n");
            return at + n + 1;
        }
    return NULL;
}

void kept_begin(const char *work, const hra_game *game, hra_text *out) {
    hra_text_addf(out, "hra %s\nwork %s\ngame %s\n", hra_version(), work, game->spec);
}

void kept_limits(const hra_limits *limits, hra_text *out) {
    if (limits->nodes)
        hra_text_addf(out, "nodes %llu\n", (unsigned long long)limits->nodes);
    if (limits->seconds > 0)
        hra_text_addf(out, "time %.9gs\n", limits->seconds);
}

void kept_write_openings(const hra_openings *openings, uint64_t count, hra_text *out) {
    for (uint64_t i = 0; i < count; i++) {
        hra_text_add(out, "opening ");
        hra_openings_write(openings, i, out);
        hra_text_add_char(out, '\n');
    }
}

/* ---- the store ------------------------------------------------------------------------------*/

static bool takes(const args_command *command, const char *name) {
    for (const args_option *o = command->options; o->name; o++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

/* A worker waits for its database whatever happens. */
static bool is_patient(const args *a) {
    return a->patient || strcmp(a->command->name, "work") == 0;
}

bool kept_takes(const args *a, const char *option) {
    return takes(a->command, option);
}

bool kept_wait(const args *a, double *out) {
    *out = is_patient(a) ? INFINITY : WAIT;
    return !takes(a->command, "wait") || args_seconds(a, "wait", *out, out);
}

bool kept_append_fits(const args *a) {
    bool reports = a->word_count && strcmp(a->words[0], "report") == 0 && args_given(a, "record");
    if (args_given(a, "append") && !reports)
        say_error(_("%s: --append goes with 'report STORE --record FILE'"), a->command->name);
    return reports || !args_given(a, "append");
}

record_use kept_record_use(const args *a, bool plays) {
    return plays ? RECORD_RUN : args_given(a, "append") ? RECORD_APPEND : RECORD_NEW;
}

/* Opens it to look what it keeps. */
static hra_err look_into(queue **out, const args *a, const char *store, hra_error *why) {
    queue_setup how = {.name = store, .progress = say_progress()};
    (void)kept_wait(a, &how.wait);
    return queue_open(out, &how, why);
}

int kept_heed(const args *a, const char *store, uint64_t *seed, bool *records) {
    queue *kept;
    hra_error why;
    size_t length = 0;
    double wait;
    int status = EXIT_DONE;
    if (!kept_wait(a, &wait))
        return EXIT_WRONG;
    hra_err err = look_into(&kept, a, store, &why);
    if (err)
        return err == HRA_EMISSING || err == HRA_EINPUT ? EXIT_DONE
                                                        : say_failure(&why, NULL); /* nothing yet */
    const char *spec = queue_spec(kept), *value;
    char number[24];
    if (!args_given(a, "seed") && (value = kept_line(spec, "seed", &length)) != NULL &&
        length < sizeof number) {
        hra_snprintf(number, sizeof number, "%.*s", (int)length, value);
        (void)args_parse_number(number, seed);
    }
    value = kept_line(spec, "records", &length);
    if (records)
        *records = value && *value == 'y';
    if (records && !*records && args_given(a, "record")) {
        say_error(_("%s keeps no records: it was begun without --record"), queue_name(kept));
        status = EXIT_WRONG;
    }
    queue_close(kept);
    return status;
}

int kept_open(queue **out, const args *a, const char *store, const hra_text *spec, bool works) {
    queue_setup how = {.name = store,
                       .spec = spec ? hra_text_string(spec) : NULL,
                       .works = works,
                       .progress = say_progress()};
    hra_error why;
    if ((kept_takes(a, "lease") && !args_seconds(a, "lease", 0, &how.lease)) || !kept_wait(a, &how.wait))
        return EXIT_WRONG;
    if (spec && spec->err)
        return say_no_memory();
    return queue_open(out, &how, &why) == 0 ? EXIT_DONE : say_failure(&why, NULL);
}

void kept_say_how_to_go_on(const args *a, const queue *q) {
    hra_text word;
    hra_text_init(&word);
    store_add_shell_path(&word, "", queue_name(q));
    say_aside(_("What was played is kept; this goes on: hra %s resume %s"), a->command->name,
              hra_text_string(&word));
    hra_text_release(&word);
}

int kept_say_done(uint64_t units, const kept_progress *p) {
    char far[160];
    say_aside(_n("%llu unit done", "%llu units done", units), (unsigned long long)units);
    hra_snprintf(far, sizeof far, _(p->done_of), (unsigned long long)p->done, (unsigned long long)p->of);
    far[strcspn(far, "\n")] = '\0';
    if (!p->over)
        say_aside("%s", far);
    say_aside("%s", p->over ? _("it is over") : _("it is not over"));
    return p->over ? EXIT_DONE : EXIT_INTERRUPTED;
}

/* ---- how far it is --------------------------------------------------------------------------*/

/* The name of a machine may be anybody's: letters of ASCII are shown. */
static void copy_plain(char *out, size_t room, const char *text) {
    hra_snprintf(out, room, "%s", text);
    for (; *out; out++)
        if (*out < ' ' || *out > '~')
            *out = '?';
}

static void say_share(void *self, const queue_share *share) {
    char machine[64];
    copy_plain(machine, sizeof machine, share->machine);
    say(_n("  %s: %llu unit in %.1f s\n", "  %s: %llu units in %.1f s\n", share->units), machine,
        (unsigned long long)share->units, share->seconds);
}

static void write_share(void *self, const queue_share *share) {
    char machine[64], version[64];
    hra_json *json = self;
    copy_plain(machine, sizeof machine, share->machine);
    copy_plain(version, sizeof version, share->version);
    hra_json_object(json, NULL);
    hra_json_text(json, "machine", machine);
    hra_json_text(json, "version", version);
    hra_json_count(json, "units", (uint64_t)share->units);
    hra_json_seconds(json, "seconds", share->seconds);
    hra_json_end(json);
}

static void write_line(hra_json *json, const char *key, const char *value, size_t length) {
    hra_text text;
    hra_text_init(&text);
    hra_text_add_bytes(&text, value, length);
    hra_json_text(json, key, hra_text_string(&text));
    json->out->err = json->out->err ? json->out->err : text.err;
    hra_text_release(&text);
}

static hra_err say_status(const kept_command *what, queue *q, const kept_progress *p, uint64_t seed,
                          hra_error *why) {
    int players = 0;
    size_t length = 0;
    const char *spec = queue_spec(q), *game = kept_line(spec, "game", &length);
    const int game_length = (int)length;
    for (const char *at = spec; (at = kept_line(at, what->player, &length)) != NULL; at += length)
        players++;
    say(_n("%.*s: %d player, seed %llu\n", "%.*s: %d players, seed %llu\n", players), game_length,
        game ? game : "", players, (unsigned long long)seed);
    for (const char *at = spec; (at = kept_line(at, what->player, &length)) != NULL; at += length)
        say("  %.*s\n", (int)length, at);
    say(_(p->done_of), (unsigned long long)p->done, (unsigned long long)p->of);
    say("%s\n", p->over ? _("it is over") : _("it is not over"));
    return queue_shares(q, say_share, NULL, why);
}

static hra_err write_status(const kept_command *what, queue *q, const kept_progress *p, uint64_t seed,
                            hra_text *out, hra_error *why) {
    size_t length = 0;
    const char *spec = queue_spec(q), *game = kept_line(spec, "game", &length);
    hra_json json = hra_json_begin(out);
    hra_json_object(&json, NULL);
    hra_json_text(&json, "command", what->command->name);
    write_line(&json, "game", game ? game : "", length);
    hra_json_text(&json, "version", queue_other_build(q) ? queue_other_build(q) : hra_version());
    hra_json_count(&json, "seed", seed);
    hra_json_list(&json, "players");
    for (const char *at = spec; (at = kept_line(at, what->player, &length)) != NULL; at += length)
        write_line(&json, NULL, at, length);
    hra_json_end(&json);
    hra_json_count(&json, "done", p->done);
    hra_json_count(&json, "of", p->of);
    hra_json_bool(&json, "over", p->over);
    hra_json_list(&json, "machines");
    hra_err err = queue_shares(q, write_share, &json, why);
    hra_json_end(&json);
    hra_json_end(&json);
    return err;
}

int kept_show_status(const kept_command *what, queue *q, const kept_progress *progress, uint64_t seed,
                     bool json) {
    hra_error why;
    hra_text out;
    hra_text_init(&out);
    hra_err err =
        json ? write_status(what, q, progress, seed, &out, &why) : say_status(what, q, progress, seed, &why);
    if (!err && json)
        return say_json(&out);
    hra_text_release(&out);
    return err ? say_failure(&why, NULL) : EXIT_DONE;
}

/* ---- the command ----------------------------------------------------------------------------*/

const hra_host *kept_host(const args *a) {
    static const hra_host no_files = {.size = sizeof no_files};
    return args_given(a, "files") ? &cli_file_host : &no_files;
}

/* Appends a word of a command line, with a zero behind it. */
static int add_word(hra_text *out, const char *head, const char *value, size_t length) {
    hra_text_addf(out, "%s%.*s", head, (int)length, value);
    hra_text_add_char(out, '\0');
    return 1;
}

/* The value of each line of this name. */
static int add_values(const char *spec, const char *name, const char *head, hra_text *out) {
    int count = 0;
    size_t length;
    for (const char *at = spec; (at = kept_line(at, name, &length)) != NULL; at += length)
        count += add_word(out, head, at, length);
    return count;
}

static int add_option(const char *spec, const kept_option *o, hra_text *out) {
    size_t length;
    if (!o->value)
        return add_values(spec, o->line, o->option, out);
    const char *value = kept_line(spec, o->line, &length);
    bool set = value && length == strlen(o->value) && strncmp(value, o->value, length) == 0;
    return set ? add_word(out, o->option, "", 0) : 0;
}

/* Whether what was typed now has no say in it. */
static bool is_kept(const kept_command *what, const char *name) {
    size_t n = strlen(name);
    bool kept = strcmp(name, "store") == 0 || strcmp(name, "files") == 0;
    for (const kept_option *o = what->options; o->line && !kept; o++)
        kept = strncmp(o->option + 2, name, n) == 0 && strchr("=", o->option[2 + n]);
    return kept;
}

static int add_typed(const kept_command *what, const args *a, hra_text *out) {
    int count = 0;
    for (const args_option *o = a->command->options; o->name; o++) {
        const char *value = args_text(a, o->name, NULL);
        if (!args_given(a, o->name) || is_kept(what, o->name) || !takes(what->command, o->name))
            continue;
        hra_text_addf(out, "--%s", o->name);
        count += value ? add_word(out, "=", value, strlen(value)) : add_word(out, "", "", 0);
    }
    return count;
}

static bool is_word(const kept_command *what, const char *line) {
    const kept_option *o = what->options;
    while (o->line && strcmp(o->line, line) != 0)
        o++;
    return !o->line;
}

/* The words stand behind "--", so that none of them is an option. */
static int add_command(const kept_command *what, const char *spec, const char *store, const args *a,
                       hra_text *out) {
    int count = add_word(out, "--store=", store, strlen(store));
    for (const kept_option *o = what->options; o->line; o++)
        count += add_option(spec, o, out);
    count += add_typed(what, a, out);
    count += add_word(out, "--", "", 0);
    count += add_values(spec, "game", "", out);
    return is_word(what, what->player) ? count + add_values(spec, what->player, "", out) : count;
}

/* `words`: so many, with a zero behind each. */
static int type(const kept_command *what, const char *spec, const hra_text *words, int count, bool patient,
                int (*begin)(void *self, const args *again, const char *spec), void *self) {
    char *word[4 * ARGS_MAX], *at = words->data;
    int status = EXIT_DONE;
    args *again = malloc(sizeof *again);
    if (!again)
        return say_no_memory();
    for (int i = 0; i < count; i++, at += strlen(at) + 1)
        word[i] = at;
    if (args_read(again, what->command, count, word, &status)) {
        again->patient = patient;
        status = begin(self, again, spec);
    }
    free(again);
    return status;
}

void kept_tell_build(const queue *q) {
    if (queue_other_build(q))
        say_aside(_("%s was begun by hra %s; this is hra %s"), queue_name(q), queue_other_build(q),
                  hra_version());
}

/* Who only looks is told that another build began it; else it is refused. Exit status. */
static int check_build(const args *a, const queue *q) {
    hra_error why;
    bool looks = !is_patient(a) && strcmp(a->words[0] ? a->words[0] : "", "resume") != 0;
    if (!looks)
        return queue_check_build(q, &why) == 0 ? EXIT_DONE : say_failure(&why, NULL);
    kept_tell_build(q);
    return EXIT_DONE;
}

int kept_again(const kept_command *what, const args *a, const char *store,
               int (*begin)(void *self, const args *again, const char *spec), void *self) {
    queue *kept;
    hra_error why;
    hra_text words;
    size_t length = 0;
    int status;
    double wait;
    if (!kept_wait(a, &wait))
        return EXIT_WRONG;
    if (look_into(&kept, a, store, &why) != 0)
        return say_failure(&why, NULL);
    status = check_build(a, kept);
    if (status) {
        queue_close(kept);
        return status;
    }
    hra_text_init(&words);
    const char *spec = queue_spec(kept), *work = kept_line(spec, "work", &length);
    int count = add_command(what, spec, store, a, &words);
    if (words.err) {
        status = say_no_memory();
    } else if (!work || length != strlen(what->work) || strncmp(work, what->work, length) != 0) {
        say_error(_("%s keeps other work than that of 'hra %s'"), queue_name(kept), what->command->name);
        status = EXIT_FAILED;
    } else if (count > 4 * ARGS_MAX) {
        say_error(_("%s: more players than a command line takes"), queue_name(kept));
        status = EXIT_FAILED;
    } else {
        status = type(what, spec, &words, count, is_patient(a), begin, self);
    }
    queue_close(kept);
    hra_text_release(&words);
    return status;
}
