#include "records.h"
#include "store.h"

static int each(const char *path, const hra_text *text, int (*look)(void *, const hra_record *, int),
                void *self) {
    size_t at = 0;
    int line = 1, index = 0, status = EXIT_DONE;
    do {
        hra_record *record;
        hra_error why;
        size_t used;
        const char *from = hra_text_string(text) + at;
        if (hra_record_parse(&record, from, text->length - at, &used, line, &why) != 0) {
            say_error("%s: %s", path, why.text);
            return why.code == HRA_EINPUT ? EXIT_WRONG : EXIT_FAILED;
        }
        status = look(self, record, index++);
        hra_record_close(record);
        for (size_t i = 0; i < used; i++)
            line += from[i] == '\n';
        at += used;
    } while (at < text->length && !status && !say_interrupted());
    return say_interrupted() ? EXIT_INTERRUPTED : status;
}

int records_each(const args *a, const char *path, int (*look)(void *, const hra_record *, int), void *self) {
    char data[STORE_PATH], newest[STORE_PATH];
    hra_text text;
    if (!path) {
        store_folder(a, data);
        if (!store_newest(data, true, newest)) {
            say_error(_("%s: name a file; no play is kept yet"), a->command->name);
            return EXIT_WRONG;
        }
        path = newest;
    }
    hra_text_init(&text);
    int status = store_read(path, &text);
    if (!status)
        status = each(path, &text, look, self);
    hra_text_release(&text);
    return status;
}
