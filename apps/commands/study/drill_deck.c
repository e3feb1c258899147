/* The deck of hra drill as a file, and the saved games whose mistakes come into it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "commands/open_game.h"
#include "commands/output.h"
#include "drill.h"
#include "quiz.h"

/* ---- files --------------------------------------------------------------------------------------*/

hra_local_time drill_now(void) {
    const time_t now = time(NULL);
    struct tm local, utc;
    int zone = 0;
    if (localtime_r(&now, &local) && gmtime_r(&now, &utc)) {
        const int days = local.tm_year != utc.tm_year ? (local.tm_year > utc.tm_year ? 1 : -1)
                                                      : local.tm_yday - utc.tm_yday;
        zone = (24 * days + local.tm_hour - utc.tm_hour) * 60 + local.tm_min - utc.tm_min;
    }
    return (hra_local_time){.seconds = (int64_t)now, .zone = zone};
}

/* Appends a file; one that is not there is empty. Exit status. */
static int read_file(const drill *d, const char *path, hra_text *out) {
    return access(path, F_OK) == 0 ? store_read(d->args, path, false, out) : EXIT_DONE;
}

static int open_deck(const drill *d, hra_deck **out) {
    hra_text text;
    hra_error why;
    hra_text_init(&text);
    int status = read_file(d, d->path, &text);
    if (!status && hra_deck_open(out, hra_text_string(&text), text.length, &why)) {
        print_error("%s: %s", d->path, why.text);
        status = EXIT_FAILED;
    }
    hra_text_release(&text);
    return status;
}

/* The deck of the folder of data is the one that sessions open: an entry of the store. False: a name is too long. */
static bool name_files(drill *d, const char *path) {
    const size_t left = sizeof d->path - sizeof "/files/drill.games";
    if (strlen(path ? path : d->data) > left)
        return false;
    if (path) {
        (void)hra_snprintf(d->path, sizeof d->path, "%s", path);
        (void)hra_snprintf(d->list, sizeof d->list, "%.*s.games", (int)left, path);
        return true;
    }
    (void)hra_snprintf(d->path, sizeof d->path, "%.*s/files", (int)left, d->data);
    (void)mkdir(d->path, 0777); /* if that fails, writing does, and says why */
    (void)hra_snprintf(d->path, sizeof d->path, "%.*s/files/drill.deck", (int)left, d->data);
    (void)hra_snprintf(d->list, sizeof d->list, "%.*s/files/drill.games", (int)left, d->data);
    return true;
}

int drill_open(drill *d, const args *a) {
    const char *path = args_text(a, "deck", NULL);
    d->args = a;
    store_folder(a, d->data);
    if (!path && !*d->data) {
        print_error("%s", _("drill: there is no directory for saved games; name a file with --deck"));
        return EXIT_FAILED;
    }
    if (!name_files(d, path)) {
        print_error("%s", _("drill: the name of the deck is too long"));
        return EXIT_FAILED;
    }
    int status = open_deck(d, &d->deck);
    return status ? status : read_file(d, d->list, &d->reviewed);
}

void drill_close(drill *d) {
    hra_deck_close(d->deck);
    hra_text_release(&d->reviewed);
}

/* Another drill may have saved answers since this one read the file. */
static int take_others(drill *d) {
    hra_deck *other = NULL;
    hra_error why;
    int status = open_deck(d, &other);
    if (!status && hra_deck_merge(d->deck, other, &why))
        status = print_failure(&why, NULL);
    hra_deck_close(other);
    return status;
}

int drill_save(drill *d, bool alone) {
    hra_text text;
    int status = alone ? EXIT_DONE : take_others(d);
    if (status)
        return status;
    hra_text_init(&text);
    status = hra_deck_write(d->deck, &text) ? print_no_memory() : output_write(d->path, &text);
    hra_text_release(&text);
    return status ? status : output_write(d->list, &d->reviewed);
}

/* ---- games --------------------------------------------------------------------------------------*/

typedef struct collecting {
    drill *d;
    const hra_store *store;
    hra_text names;   /* games that were not reviewed yet: lines "NAME BYTES" */
    bool only_counts; /* reviews nothing */
    int wanted;       /* games of persons that are over */
} collecting;

static bool has_line(const hra_text *list, const char *line, size_t length) {
    const char *at = hra_text_string(list);
    for (const char *end; (end = strchr(at, '\n')) != NULL; at = end + 1)
        if ((size_t)(end - at) == length && memcmp(at, line, length) == 0)
            return true;
    return false;
}

/* A game is named with its length: one that goes on is another one when it is over. */
static hra_err note_entry(void *self, const hra_store_entry *entry) {
    collecting *c = self;
    char line[HRA_STORE_NAME + 24];
    const int length = hra_snprintf(line, sizeof line, "%s %zu", entry->name, entry->length);
    if (length > 0 && !has_line(&c->d->reviewed, line, (size_t)length))
        hra_text_addf(&c->names, "%s\n", line);
    return c->names.err;
}

static int review_steps(hra_review *review, hra_agent *agent, const char *name) {
    const hra_review_info *info = hra_review_snapshot(review);
    while (info->done < info->plies) {
        print_reached(_("%s: ply %d of %d"), name, info->done, info->plies);
        hra_progress_report(print_progress(), N_("reviewing"), (double)info->done / info->plies);
        const hra_err err = hra_review_step(review, print_progress()->stop);
        if (err == HRA_EFIT || err == HRA_ELIMIT)
            return EXIT_DONE; /* nothing to learn here */
        if (err)
            return print_failure(hra_agent_why(agent), NULL);
    }
    return EXIT_DONE;
}

static int add_cards(drill *d, const quiz *q, const char *name, const hra_game *game) {
    hra_error why;
    for (size_t i = 0; i < q->count; i++)
        if (hra_deck_add(d->deck, q->exercises[i], NULL, &why))
            return print_failure(&why, NULL);
    if (q->count)
        print_note(_n("%s (%s): %zu mistake", "%s (%s): %zu mistakes", q->count), name, game->rules->name,
                   q->count);
    return EXIT_DONE;
}

static int review_record(drill *d, const hra_record *record, const char *name) {
    setup s = {0};
    hra_agent *agent = NULL;
    hra_review *review = NULL;
    hra_error why;
    quiz q = {0};
    const char *players[HRA_MAX_SEATS];
    const hra_play_info *info = hra_record_info(record);
    (void)hra_snprintf(s.data, sizeof s.data, "%s", d->data);
    for (int seat = 0; seat < info->game->seats; seat++)
        players[seat] = *info->names[seat] ? info->names[seat] : info->specs[seat];
    int status = setup_again(&s, info->game);
    if (!status)
        status = setup_agent(&s, args_text(d->args, "analyst", hra_player_suggest(s.game).best), &agent);
    if (!status && hra_review_open(&review, agent, record, &why))
        status = print_failure(&why, NULL);
    if (!status) {
        hra_review_limit(review, d->limits);
        status = review_steps(review, agent, name);
    }
    if (!status)
        status = quiz_add_review(&q, review, record, agent, &d->limits, players, 0);
    if (!status)
        status = add_cards(d, &q, name, info->game);
    quiz_release(&q);
    hra_review_close(review);
    hra_agent_close(agent);
    setup_release(&s);
    return status;
}

/* A game that cannot be read, is not over or had no person is passed over. *over: it is not asked about again. */
static int take_entry(collecting *c, const char *name, bool *over) {
    hra_text text;
    hra_record *record = NULL;
    hra_error why;
    size_t used;
    int status = EXIT_DONE;
    hra_text_init(&text);
    hra_err err = hra_store_read(c->store, name, MAX_RECORDS, &text, &why);
    if (!err)
        err = hra_record_parse(&record, &cli_file_host, hra_text_string(&text), text.length, &used, 1, &why);
    *over = !err && hra_record_info(record)->finished;
    const bool wanted = *over && quiz_has_person(hra_record_info(record));
    c->wanted += wanted;
    if (wanted && !c->only_counts)
        status = review_record(c->d, record, name);
    hra_record_close(record);
    hra_text_release(&text);
    return err == HRA_ENOMEM ? print_no_memory() : status;
}

static int take_all(collecting *c) {
    const char *at = hra_text_string(&c->names);
    int status = EXIT_DONE;
    for (const char *end; !status && (end = strchr(at, '\n')) != NULL; at = end + 1) {
        char line[HRA_STORE_NAME + 24], name[HRA_STORE_NAME];
        bool over;
        (void)hra_snprintf(line, sizeof line, "%.*s", (int)(end - at), at);
        (void)hra_snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
        status = take_entry(c, name, &over);
        if (!status && over && !c->only_counts) {
            hra_text_addf(&c->d->reviewed, "%s\n", line);
            status = drill_save(c->d, false);
        }
    }
    print_progress_done();
    return status;
}

static int go_through(drill *d, bool only_counts, int *wanted) {
    collecting c = {.d = d, .only_counts = only_counts};
    hra_store *store = NULL;
    hra_error why;
    if (!*d->data)
        return EXIT_DONE;
    hra_text_init(&c.names);
    hra_err err = hra_store_open_folder(&store, d->data, &why);
    c.store = store;
    if (!err)
        err = hra_store_list(store, "plays", note_entry, &c, &why);
    int status = err ? print_failure(&why, NULL) : take_all(&c);
    *wanted = c.wanted;
    hra_text_release(&c.names);
    hra_store_close(store);
    return status;
}

int drill_collect(drill *d) {
    int wanted;
    return go_through(d, false, &wanted);
}

int drill_count_games(drill *d, int *count) {
    *count = 0;
    return go_through(d, true, count);
}
