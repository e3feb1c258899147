/* Going through the records of a file. */
#include <string.h>

#include "data_dir.h"
#include "records.h"

/* A file on the way through it. */
typedef struct reading {
    const char *path;
    const hra_host *host;
    int (*look)(void *, const record_found *);
    void *self;
    int index; /* of the next record */
    int status;
} reading;

static bool goes_on(const reading *r) {
    return !r->status && !print_interrupted();
}

/* The first record of the text; *used as of hra_record_parse. */
static int look_at_one(reading *r, const char *text, size_t length, size_t *used, int line) {
    hra_record *record;
    hra_error why;
    if (hra_record_parse(&record, r->host, text, length, used, line, &why) != 0)
        return store_record_failure(r->path, &why);
    const record_found found = {
        .record = record, .index = r->index++, .text = text, .length = *used, .host = r->host};
    int status = r->look(r->self, &found);
    hra_record_close(record);
    return status;
}

/* What stands first in another program's format, made into records. */
static int look_at_play(reading *r, const hra_format *format, const char *text, size_t length, size_t *used,
                        int line) {
    hra_text lines;
    hra_error why;
    hra_text_init(&lines);
    if (format->read(text, length, used, line, &lines, &why) != 0)
        r->status = store_record_failure(r->path, &why);
    for (size_t at = 0, part; goes_on(r) && at < lines.length; at += part)
        r->status = look_at_one(r, lines.data + at, lines.length - at, &part, 1);
    hra_text_release(&lines);
    return r->status;
}

static int each(reading *r, const hra_text *text) {
    size_t at = 0;
    int line = 1;
    const hra_format *format = hra_registry_find_format(NULL, r->path);
    do {
        size_t used;
        const char *from = hra_text_string(text) + at;
        r->status = format ? look_at_play(r, format, from, text->length - at, &used, line)
                           : look_at_one(r, from, text->length - at, &used, line);
        for (size_t i = 0; !r->status && i < used; i++)
            line += from[i] == '\n' || (from[i] == '\r' && from[i + 1] != '\n');
        at += r->status ? 0 : used;
    } while (at < text->length && goes_on(r));
    return print_interrupted() ? EXIT_INTERRUPTED : r->status;
}

int records_in(const args *a, const char *path, const hra_text *text,
               int (*look)(void *, const record_found *), void *self) {
    reading r = {.path = path, .host = store_record_host(a, path), .look = look, .self = self};
    return each(&r, text);
}

int records_each(const args *a, const char *path, int (*look)(void *, const record_found *), void *self) {
    char newest[STORE_PATH];
    hra_text text;
    int status = path ? EXIT_DONE : store_newest(a, newest);
    if (status)
        return status;
    path = path ? path : newest;
    hra_text_init(&text);
    print_reached(_("reading %s"), strcmp(path, "-") == 0 ? _("standard input") : path);
    status = store_read(path, &text);
    if (!status)
        status = records_in(a, path, &text, look, self);
    hra_text_release(&text);
    return status;
}
