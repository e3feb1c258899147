/* What lies in the store of a session: the plays as they go on, and files that specs name. */
#include "core/lines.h"
#include "core/messages.h"
#include "review/grade.h"
#include "session/session.h"
#include "store/saved_game.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1 << 26 }; /* bytes of an entry that is read */

static hra_err no_store(hra_error *why) {
    return hra_fail(why, HRA_ESTATE, -1, "nothing is saved here: this session has no store");
}

static bool may_be_kept(const char *name) {
    char entry[HRA_STORE_NAME];
    int n = hra_snprintf(entry, sizeof entry, "files/%s", name);
    return n > 0 && n < (int)sizeof entry && hra_store_check_name(entry, NULL) == 0;
}

hra_err hra_kept_host_run(void *self, const char *command, const char *log, hra_channel **out,
                          hra_error *why) {
    const hra_host *host = ((hra_session *)self)->setup.host;
    return host->run(host->self, command, log, out, why);
}

/* Specs name the files of the store; else what the owner lets them read. */
hra_err hra_kept_host_read(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    const hra_session *s = self;
    const hra_host *host = s->setup.host;
    hra_error inner = {0};
    if (s->setup.store) {
        hra_err err = hra_store_read_file((void *)(uintptr_t)s->setup.store, name, most, out, &inner);
        bool may_read =
            host && host->read; /* a store of one file denies every other, which the owner may allow */
        bool elsewhere =
            err == HRA_EMISSING ? !may_be_kept(name) || may_read : err == HRA_EDENIED && may_read;
        if (!elsewhere)
            return err ? hra_fail(why, err, -1, "%s", inner.text) : HRA_OK;
    }
    if (host && host->read)
        return host->read(host->self, name, most, out, why);
    return hra_fail(why, HRA_EDENIED, -1, "'%.120s': no file may be read here", name);
}

/* ---- the play that goes on ------------------------------------------------------------------*/

hra_err hra_kept_begin(hra_session *s, save_state *k, const char *name, hra_error *why) {
    if (!s->setup.store)
        return no_store(why);
    if (strlen(name) >= sizeof k->name)
        return hra_store_check_name(name, why);
    hra_err err = hra_store_lock(s->setup.store, name, true, why);
    if (!err)
        hra_snprintf(k->name, sizeof k->name, "%s", name);
    return err;
}

/* HRA_ELIMIT: something stands there. */
static hra_err check_empty(const hra_session *s, const char *name, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_store_read(s->setup.store, name, 0, &text, why);
    hra_text_release(&text);
    return err;
}

hra_err hra_kept_begin_new(hra_session *s, save_state *k, const char *name, hra_error *why) {
    enum { MOST_ALIKE = 1000 }; /* plays of one game, seed and second */
    char other[HRA_STORE_NAME];
    int length = (int)strlen(name) - (int)strlen(".hra");
    for (int i = 1; i < MOST_ALIKE; i++) {
        hra_snprintf(other, sizeof other, "%.*s-%d.hra", length, name, i);
        if (i == 1)
            hra_snprintf(other, sizeof other, "%s", name);
        hra_err err = hra_kept_begin(s, k, other, why);
        if (err == HRA_ESTATE) /* somebody has it open */
            continue;
        err = err ? err : check_empty(s, other, why);
        if (!err)
            return HRA_OK;
        hra_kept_end(s, k);
        if (err != HRA_ELIMIT)
            return err;
    }
    return hra_fail(why, HRA_ELIMIT, -1, "%s: at most %d saved games can have this name; delete some", name,
                    MOST_ALIKE - 1);
}

void hra_kept_emit_lost(hra_session *s, const hra_error *why, const char *so) {
    hra_error told;
    hra_fail(&told, why->code, -1, "%.260s; %s", why->text, so);
    hra_emit_error(s, NULL, true, &told, NULL);
}

/* A failed write is reported once, and the game goes on. A record that is not saved is remembered all the
 * same, for reviews. */
static void sink(hra_session *s, const char *text, size_t length) {
    save_state *k = &s->table.save;
    hra_error why = {0};
    hra_text_add_bytes(&s->table.written, text, length);
    if (!k->name[0] || k->failed)
        return;
    if (hra_store_append(s->setup.store, k->name, k->end, text, length, &why) == 0) {
        k->end += length;
        return;
    }
    k->failed = true;
    hra_kept_emit_lost(s, &why, _("the game continues without a record"));
}

/* As PDN writes days. */
static void note_day(hra_session *s) {
    time_t now = time(NULL);
    struct tm day;
    char line[64];
    s->table.undated = false;
    if (localtime_r(&now, &day) && strftime(line, sizeof line, "# Date: %Y.%m.%d\n", &day) > 0)
        sink(s, line, strlen(line));
}

hra_err hra_kept_sink(void *self, const char *text, size_t length) {
    hra_session *s = self;
    sink(s, text, length);
    if (s->table.undated)
        note_day(s);
    if (s->table.unnoted)
        hra_kept_note_help(s);
    return HRA_OK;
}

void hra_kept_sync(hra_session *s) {
    save_state *k = &s->table.save;
    hra_error why = {0};
    if (!k->name[0] || k->failed || !k->end || hra_store_sync(s->setup.store, k->name, &why) == 0)
        return;
    k->failed = true;
    hra_emit_error(s, NULL, true, &why, NULL);
}

void hra_kept_end(hra_session *s, save_state *k) {
    if (!k->name[0])
        return;
    (void)hra_store_lock(s->setup.store, k->name, false, NULL);
    *k = (save_state){0};
}

/* ---- who helps ------------------------------------------------------------------------------*/

static const char help_line[] = "# at the table:";

/* The words of the last line, up to its end; NULL: there is none. */
static const char *find_help(const hra_text *record) {
    const char *found = NULL;
    for (const char *at = hra_text_string(record); *at; at += *at == '\n') {
        if (strncmp(at, help_line, strlen(help_line)) == 0)
            found = at + strlen(help_line);
        at += strcspn(at, "\n");
    }
    return found;
}

void hra_kept_note_help(hra_session *s) {
    const table *t = &s->table;
    const session_client *tutored = NULL;
    char line[HRA_SPEC_LENGTH + 64], tutor[32] = "";
    if (t->play && !t->written.length) { /* a play that is left before its first move leaves nothing */
        s->table.unnoted = true;
        return;
    }
    if (!t->play || t->watched || hra_play_at(t->play, HRA_NOW).mover == HRA_OVER)
        return; /* a result is the last line */
    for (int i = 0; i < HRA_SESSION_CLIENTS; i++)
        tutored = !tutored && s->clients[i].tutors ? &s->clients[i] : tutored;
    if (tutored && tutored->tutor_from)
        hra_snprintf(tutor, sizeof tutor, " tutor=%s", hra_grade_word(tutored->tutor_from));
    s->table.unnoted = false;
    int length = hra_snprintf(line, sizeof line, "%s%s%s adviser=%s\n", help_line,
                              t->advises ? " advise" : "", tutored && !*tutor ? " tutor" : tutor, t->adviser);
    const char *known = find_help(&t->written), *told = line + strlen(help_line);
    if (!known || strncmp(known, told, strlen(told)) != 0)
        sink(s, line, (size_t)length);
}

void hra_kept_read_help(const hra_text *record, new_request *o, char adviser[HRA_SPEC_LENGTH]) {
    static const char advise[] = " advise", tutor[] = " tutor", by[] = " adviser=";
    const char *at = find_help(record);
    if (!at)
        return;
    if (strncmp(at, advise, strlen(advise)) == 0 && at[strlen(advise)] != 'r') {
        o->advises = true;
        at += strlen(advise);
    }
    if (strncmp(at, tutor, strlen(tutor)) == 0) {
        o->tutors = true;
        at += strlen(tutor);
        for (int grade = 1; grade < HRA_GRADES && *at == '='; grade++) {
            const char *word = hra_grade_word((hra_grade)grade);
            if (strncmp(at + 1, word, strlen(word)) == 0 && at[1 + strlen(word)] == ' ') {
                o->tutor_from = (hra_grade)grade;
                at += 1 + strlen(word);
            }
        }
    }
    size_t length = strcspn(at, "\r\n");
    if (o->adviser || strncmp(at, by, strlen(by)) != 0 || length - strlen(by) >= HRA_SPEC_LENGTH)
        return;
    hra_snprintf(adviser, HRA_SPEC_LENGTH, "%.*s", (int)(length - strlen(by)), at + strlen(by));
    o->adviser = adviser;
}

/* ---- what lies there ------------------------------------------------------------------------*/

typedef struct listing {
    hra_session *s;
    const requester *who;
    hra_error why; /* of the first entry that could not be read */
} listing;

static hra_err list_one(void *to, const hra_store_entry *entry) {
    listing *l = to;
    hra_text text;
    hra_error why;
    hra_err err = HRA_OK;
    if (entry->length == 0)
        return HRA_OK;
    hra_text_init(&text);
    if (strncmp(entry->name, "plays/", 6) == 0)
        err = hra_store_read(l->s->setup.store, entry->name, MOST, &text, &why);
    bool finished;
    (void)hra_store_whole(hra_text_string(&text), text.length, &finished);
    hra_text_release(&text);
    if (err && !l->why.code)
        l->why = why;
    if (err != HRA_EMISSING) /* it went meanwhile */
        hra_emit_kept(l->s, l->who, entry, finished, NULL);
    return HRA_OK;
}

hra_err hra_kept_list(hra_session *s, const requester *who, const char *folder, hra_error *why) {
    listing l = {.s = s, .who = who};
    if (!s->setup.store)
        return no_store(why);
    hra_err err = hra_store_list(s->setup.store, folder, list_one, &l, why);
    bool unread = !err && l.why.code && l.why.code != HRA_EMISSING && l.why.code != HRA_ELIMIT;
    return unread ? hra_fail(why, l.why.code, -1, "%s", l.why.text) : err;
}

/* The records of a text that another program wrote, in its place. */
static hra_err translate(hra_session *s, const char *name, hra_text *text, hra_error *why) {
    hra_text records;
    hra_error told = {0};
    hra_text_init(&records);
    hra_err err = hra_kept_translate(s, name, text, &records, &told, why);
    if (!err && told.code)
        hra_emit_error(s, NULL, true, &told, NULL);
    hra_text_release(text);
    *text = records;
    return err;
}

hra_err hra_kept_record(hra_session *s, const char *name, hra_record **out, hra_text *own, size_t *end,
                        hra_error *why) {
    hra_text text;
    hra_record *record = NULL;
    size_t at = 0, used;
    int line = 1;
    hra_host host = s->host; /* the record is not trusted: it may name any program */
    host.run = NULL;
    hra_text_init(&text);
    hra_err err = hra_kept_read(s, name, &text, why);
    if (!err && !text.length)
        err = hra_fail(why, HRA_EMISSING, -1, "%s: saved game not found; 'plays' lists saved games", name);
    bool foreign = !err && !hra_kept_is_own(text.data, text.length);
    if (foreign)
        err = translate(s, name, &text, why);
    while (!err && at < text.length) {
        hra_record_close(record);
        record = NULL;
        err = hra_record_parse(&record, &host, text.data + at, text.length - at, &used, line, why);
        if (err)
            break;
        line += hra_lines_count(text.data + at, text.length - at, used);
        *end = at + hra_record_info(record)->whole;
        hra_text_clear(own);
        hra_text_add_bytes(own, text.data + at, hra_record_info(record)->whole);
        at += used;
    }
    hra_text_release(&text);
    if (foreign)
        *end = HRA_KEPT_SHOWN;
    if (!err && own->err)
        err = hra_no_memory(why);
    if (err)
        hra_record_close(record);
    else
        *out = record;
    return err;
}

typedef struct finding {
    hra_session *s;
    char *name;
    hra_error *why;
} finding;

enum { FOUND = 1 }; /* no error of the library's */

/* A play that goes on: whole, by what it holds, and not over. One that cannot be read might be it. */
static hra_err find_one(void *to, const hra_store_entry *entry) {
    finding *f = to;
    hra_record *record = NULL;
    hra_text text;
    size_t end;
    hra_text_init(&text);
    hra_err err =
        entry->length > 0 ? hra_kept_record(f->s, entry->name, &record, &text, &end, f->why) : HRA_EDAMAGED;
    bool good = !err && !hra_record_info(record)->finished && end != HRA_KEPT_SHOWN;
    hra_record_close(record);
    hra_text_release(&text);
    if (good)
        hra_snprintf(f->name, HRA_STORE_NAME, "%s", entry->name);
    return good ? FOUND : err == HRA_ENOMEM || err == HRA_EIO ? err : HRA_OK;
}

hra_err hra_kept_newest(hra_session *s, char name[HRA_STORE_NAME], hra_error *why) {
    finding f = {s, name, why};
    if (!s->setup.store)
        return no_store(why);
    hra_err err = hra_store_list(s->setup.store, "plays", find_one, &f, why);
    if (err == FOUND)
        return HRA_OK;
    return err ? err : hra_fail(why, HRA_EINPUT, -1, "no unfinished saved game to resume");
}

hra_err hra_kept_read(hra_session *s, const char *name, hra_text *out, hra_error *why) {
    return s->setup.store ? hra_store_read(s->setup.store, name, MOST, out, why) : no_store(why);
}

hra_err hra_kept_put(hra_session *s, const char *name, const char *text, size_t length, hra_error *why) {
    if (!s->setup.store)
        return no_store(why);
    hra_err err = hra_store_lock(s->setup.store, name, true, why);
    if (err)
        return err;
    err = hra_store_append(s->setup.store, name, 0, text, length, why);
    if (!err)
        err = hra_store_sync(s->setup.store, name, why);
    (void)hra_store_lock(s->setup.store, name, false, NULL);
    return err;
}

hra_err hra_kept_remove(hra_session *s, const char *name, hra_error *why) {
    return s->setup.store ? hra_store_remove(s->setup.store, name, why) : no_store(why);
}
