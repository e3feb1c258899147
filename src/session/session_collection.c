/* Games of the store in a collection in memory. */
#include <stdlib.h>
#include <string.h>

#include "collection/own_collection.h"
#include "core/lines.h"
#include "core/messages.h"
#include "hra/game_file.h"
#include "session/session.h"

enum { SOURCES = 4096 /* files that one collection takes */ };

/* ---- adding ---------------------------------------------------------------------------------*/

typedef struct adding {
    hra_session *s;
    hra_host host; /* the text is not trusted: it may name any program */
    hra_collection_tags tags;
    hra_collection_added *sum;
    hra_error *why;
} adding;

static hra_err add_record(adding *a, const hra_record *record) {
    bool known = false;
    if (!hra_record_info(record)->plies)
        return HRA_OK;
    hra_err err = hra_collection_add(a->s->collection.own, record, &a->tags, &known, a->why);
    a->sum->full = a->sum->full || err == HRA_ELIMIT;
    if (err)
        return err;
    a->sum->added++;
    a->sum->known += known;
    return hra_collection_is_due(a->s->collection.own) ? hra_collection_commit(a->s->collection.own, a->why)
                                                       : HRA_OK;
}

/* The game of a file, and what a format calls its event. */
static hra_err add_found(adding *a, const hra_game_found *found) {
    a->tags.event = found->annotated ? hra_annotated_tag(found->annotated, "Event") : NULL;
    a->tags.index = found->index + 1;
    return found->record ? add_record(a, found->record) : HRA_OK;
}

/* Game by game. A damaged one is added as far as it goes; its fault is returned at the end. */
static hra_err add_text(adding *a, const char *name, const hra_text *text) {
    const hra_game_file_setup setup = {.size = sizeof setup,
                                       .host = &a->host,
                                       .name = name,
                                       .text = hra_text_string(text),
                                       .length = text->length};
    const hra_game_found *found;
    hra_game_file *file;
    hra_error fault = {0};
    hra_err err = hra_game_file_open(&file, &setup, a->why);
    if (err)
        return err;
    while (!err && (err = hra_game_file_next(file, &found, a->why)) == 0 && found) {
        for (int i = 0; i < found->fault_count && !fault.code; i++)
            if (!found->faults[i].remark)
                (void)hra_place_fail(&fault, HRA_EINPUT, name, found->faults[i].line, found->faults[i].column,
                                     found->faults[i].text);
        err = add_found(a, found);
    }
    hra_game_file_close(file);
    return err || !fault.code ? err : hra_fail_as(a->why, &fault);
}

/* *known: an entry with these bytes was added already. */
static hra_err note_source(hra_session *s, const hra_text *text, bool *known, hra_error *why) {
    session_collection *c = &s->collection;
    const uint64_t hash = hra_hash(hra_text_string(text), text->length);
    *known = false;
    for (int i = 0; i < c->source_count; i++)
        *known = *known || c->sources[i] == hash;
    if (*known)
        return HRA_OK;
    if (c->source_count == SOURCES)
        return hra_fail(why, HRA_ELIMIT, -1, "a collection in memory takes at most %d files", SOURCES);
    uint64_t *sources = realloc(c->sources, (size_t)(c->source_count + 1) * sizeof *sources);
    if (!sources)
        return hra_no_memory(why);
    c->sources = sources;
    c->sources[c->source_count++] = hash;
    return HRA_OK;
}

static hra_err add_entry(hra_session *s, const char *name, hra_collection_added *sum, hra_error *why) {
    hra_text text;
    bool known;
    hra_text_init(&text);
    adding a = {.s = s, .host = s->host, .sum = sum, .why = why};
    a.host.run = NULL;
    hra_err err = hra_kept_read(s, name, &text, why);
    if (!err)
        err = note_source(s, &text, &known, why);
    if (!err && !known) {
        a.tags.source = s->collection.source_count;
        err = add_text(&a, name, &text);
    }
    hra_text_release(&text);
    return err;
}

static hra_err emit_sum(hra_session *s, const requester *who, const hra_collection_added *sum,
                        hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_object(&json, NULL);
    hra_json_integer(&json, "games", sum->games);
    hra_json_integer(&json, "added", sum->added);
    hra_json_integer(&json, "duplicates", sum->known);
    hra_json_integer(&json, "failed", sum->failed);
    hra_json_count(&json, "bytes", sum->bytes);
    hra_json_bool(&json, "full", sum->full);
    hra_json_end(&json);
    hra_err err = text.err ? hra_no_memory(why) : HRA_OK;
    if (!err)
        hra_emit_members(s, who, HRA_SESSION_COLLECTION, NULL, hra_text_string(&text));
    hra_text_release(&text);
    return err;
}

/* ---- all saved games ------------------------------------------------------------------------*/

typedef struct sweep {
    hra_session *s;
    hra_collection_added *sum;
} sweep;

/* One that cannot be read does not keep the others out. */
static hra_err add_saved(void *to, const hra_store_entry *entry) {
    const sweep *w = to;
    hra_error why;
    if (strcmp(entry->name, w->s->table.save.name) == 0)
        return HRA_OK; /* it goes on */
    hra_err err = add_entry(w->s, entry->name, w->sum, &why);
    w->sum->failed += err && err != HRA_ELIMIT && err != HRA_ENOMEM;
    return err == HRA_ELIMIT || err == HRA_ENOMEM ? err : HRA_OK;
}

static hra_err add_all(hra_session *s, hra_collection_added *sum, hra_error *why) {
    sweep w = {s, sum};
    if (!s->setup.store)
        return hra_fail(why, HRA_ESTATE, -1, "this session saves no games");
    hra_err err = hra_store_list(s->setup.store, "plays", add_saved, &w, why);
    return err == HRA_ELIMIT && sum->full ? HRA_OK : err;
}

static hra_err open_own(hra_session *s, hra_error *why) {
    const hra_collection_setup setup = {.size = sizeof setup, .most = HRA_SESSION_COLLECTION_BYTES};
    if (s->setup.collection)
        return hra_fail(why, HRA_ESTATE, -1, "the collection of this session is read-only");
    return s->collection.own ? HRA_OK : hra_collection_open(&s->collection.own, &setup, why);
}

hra_err hra_session_handle_index(hra_session *s, const requester *who, char *line, hra_error *why,
                                 const char **about) {
    hra_collection_added sum = {0};
    char *name;
    hra_err err = hra_words_only(line, &name, why);
    if (!err && name && strcmp(name, s->table.save.name) == 0)
        err = hra_fail(why, HRA_ESTATE, -1, "%.80s: this game is not over", name);
    if (!err)
        err = open_own(s, why);
    if (err)
        return err;
    err = name ? add_entry(s, *about = name, &sum, why) : add_all(s, &sum, why);
    hra_err saved = hra_collection_commit(s->collection.own, err ? NULL : why);
    if (err == HRA_ENOMEM || saved)
        return err ? err : saved;
    sum.games = hra_collection_games(s->collection.own);
    sum.bytes = hra_collection_bytes(s->collection.own);
    saved = emit_sum(s, who, &sum, err ? NULL : why);
    if (saved)
        return saved;
    if (err && !sum.full)
        return err; /* what was read before is there */
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

void hra_session_close_collection(hra_session *s) {
    hra_collection_close(s->collection.own);
    free(s->collection.sources);
}
