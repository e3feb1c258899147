/* hra replay --output: the games of a file in another format. */
#include "replay_output.h"

#include "commands/commands.h"
#include "commands/output.h"
#include "commands/records.h"

typedef struct writer {
    const char *file;
    const hra_format *format; /* NULL: records */
    hra_text text;
} writer;

static int add_game(void *self, const record_found *found) {
    writer *w = self;
    hra_err err =
        w->format ? hra_record_write(found->record, w->format, &w->text) : records_text(found, &w->text);
    if (err == HRA_EFIT) {
        print_error("%s: %s", w->file, _("this format is for another game"));
        return EXIT_WRONG;
    }
    return err ? print_no_memory() : EXIT_DONE;
}

int replay_output(const args *a, const char *path) {
    const char *file = args_text(a, "output", NULL);
    writer w = {.file = file, .format = hra_registry_find_format(NULL, file)};
    if (w.format && !w.format->write)
        w.format = NULL;
    if (!w.format && *output_ending(file) &&
        !output_ends("replay", "output", file, ".hra .txt .pdn .mat .sgf"))
        return EXIT_WRONG;
    if (!output_fits(file))
        return EXIT_FAILED;
    hra_text_init(&w.text);
    int status = records_each(a, path, add_game, &w);
    int written = w.text.length ? output_write(file, &w.text) : EXIT_DONE;
    hra_text_release(&w.text);
    return written ? written : status;
}
