/* Going through the records of a file. */
#include "records.h"
#include "store.h"

/* The first record of the text, or the first play in another program's format made into one. */
static hra_err read_one(const hra_format *format, const hra_host *host, const char *text, size_t length,
                        size_t *used, int line, hra_record **out, hra_error *why) {
    if (!format)
        return hra_record_parse(out, host, text, length, used, line, why);
    hra_text lines;
    size_t whole;
    hra_text_init(&lines);
    hra_err err = format->read(text, length, used, line, &lines, why);
    if (!err)
        err = hra_record_parse(out, host, hra_text_string(&lines), lines.length, &whole, 1, why);
    hra_text_release(&lines);
    return err;
}

static int each(const char *path, const hra_host *host, const hra_text *text,
                int (*look)(void *, const hra_record *, int), void *self) {
    size_t at = 0;
    int line = 1, index = 0, status = EXIT_DONE;
    const hra_format *format = hra_registry_find_format(NULL, path);
    do {
        hra_record *record;
        hra_error why;
        size_t used;
        const char *from = hra_text_string(text) + at;
        if (read_one(format, host, from, text->length - at, &used, line, &record, &why) != 0)
            return store_record_failure(path, &why);
        status = look(self, record, index++);
        hra_record_close(record);
        for (size_t i = 0; i < used; i++)
            line += from[i] == '\n';
        at += used;
    } while (at < text->length && !status && !say_interrupted());
    return say_interrupted() ? EXIT_INTERRUPTED : status;
}

int records_each(const args *a, const char *path, int (*look)(void *, const hra_record *, int), void *self) {
    char newest[STORE_PATH];
    hra_text text;
    int status = path ? EXIT_DONE : store_newest(a, newest);
    if (status)
        return status;
    path = path ? path : newest;
    hra_text_init(&text);
    status = store_read(path, &text);
    if (!status)
        status = each(path, store_record_host(a, path), &text, look, self);
    hra_text_release(&text);
    return status;
}
