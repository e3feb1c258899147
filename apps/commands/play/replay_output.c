/* hra replay --output: the games of a file in another format. */
#include "replay_output.h"

#include <string.h>

#include "commands/commands.h"
#include "commands/output.h"
#include "commands/records.h"
#include "replay_film.h"

#define ENDINGS ".hra .txt .pdn .pgn .mat .sgf " PICTURE_ENDINGS

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
        print_error("%s: %s", w->file ? w->file : "replay", _("this format is for another game"));
        return EXIT_WRONG;
    }
    return err ? print_no_memory() : EXIT_DONE;
}

/* What a file in the format of that name is called; NULL: an error was printed. */
static const char *name_of(const char *format) {
    static const char *const names[] = {"hra", "pdn", "pgn", "mat",  "sgf", "svg",
                                        "png", "pdf", "gif", "html", NULL},
                             *const files[] = {"game.hra", "game.pdn", "game.pgn", "game.mat", "game.sgf",
                                               "game.svg", "game.png", "game.pdf", "game.gif", "game.html"};
    int i = 0;
    while (names[i] && strcmp(names[i], format) != 0)
        i++;
    if (names[i])
        return files[i];
    const char *guess = hra_did_you_mean(format, names);
    if (guess)
        print_error(
            _("replay: --format takes hra, pdn, pgn, mat, sgf, svg, png, pdf, gif or html, not '%s'; did you "
              "mean '%s'?"),
            format, guess);
    else
        print_error(_("replay: --format takes hra, pdn, pgn, mat, sgf, svg, png, pdf, gif or html, not '%s'"),
                    format);
    return NULL;
}

/* like: a name that ends with the format. */
static int write_games(const args *a, const char *path, const char *file, const char *like) {
    writer w = {.file = file, .format = hra_registry_find_format(NULL, like)};
    if (w.format && !w.format->write)
        w.format = NULL;
    if (!w.format && *output_ending(like) && !output_ends("replay", "output", like, ENDINGS))
        return EXIT_WRONG;
    if (!output_fits(file))
        return EXIT_FAILED;
    hra_text_init(&w.text);
    int status = records_each(a, path, add_game, &w);
    int written = w.text.length ? output_write(file, &w.text) : EXIT_DONE;
    hra_text_release(&w.text);
    return written ? written : status;
}

int replay_output(const args *a, const char *path) {
    const char *file = args_text(a, "output", NULL), *format = args_text(a, "format", NULL), *option;
    const char *like = format ? name_of(format) : file;
    if (!like)
        return EXIT_WRONG;
    if (format && file && output_misleads(file, output_ending(like))) {
        output_ends("replay", "output", file, output_ending(like));
        return EXIT_WRONG;
    }
    const bool picture = output_is(like, PICTURE_ENDINGS);
    if (!picture && replay_film_asked(a, &option)) {
        print_error(_("replay: --%s is for pictures; name a file that ends with .svg"), option);
        return EXIT_WRONG;
    }
    if (!picture)
        return write_games(a, path, file, like);
    return output_fits(file) && picture_can_make(file ? file : "-", output_ending(like))
               ? replay_film(a, path, file, output_ending(like))
               : EXIT_FAILED;
}
