/* Openings of a match or a tournament. */
#include <string.h>

#include "opening_file.h"

/* The value of today for one of version 0.1. */
static const char *order_now(const char *order) {
    static const char *const names[][2] = {{"given", "sequential"}, {"shuffled", "random"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(order, names[i][0]) == 0) {
            print_error(_("value '%s' is now '%s'"), order, names[i][1]);
            return names[i][1];
        }
    return order;
}

static bool read_order(const args *a, bool *shuffled) {
    const char *order = order_now(args_text(a, "opening-order", "sequential"));
    *shuffled = strcmp(order, "random") == 0;
    if (!*shuffled && strcmp(order, "sequential") != 0)
        print_error(_("%s: --opening-order is sequential or random, not '%s'"), a->command->name, order);
    else if (args_given(a, "opening-order") && !args_given(a, "openings"))
        print_error(_("%s: --opening-order needs --openings FILE"), a->command->name);
    else
        return true;
    return false;
}

/* The first line of a file that says something, in place; NULL: there is none. */
static const char *first_position(hra_text *file) {
    static const char mark[] = "\xef\xbb\xbf"; /* a byte order mark does not belong to the first line */
    char *text = file->data;
    for (char *line = text && strncmp(text, mark, 3) == 0 ? text + 3 : text; line && *line;) {
        size_t length = strcspn(line, "\r\n");
        bool last = !line[length];
        line[length] = '\0';
        line += strspn(line, " \t\r");
        if (*line && *line != '#')
            return line;
        line = last ? NULL : line + strlen(line) + 1;
    }
    return NULL;
}

int openings_game(setup *s, const args *a, const char *spec, int named) {
    const char *path = args_text(a, "openings", NULL);
    hra_error why;
    hra_text file;
    if (!path || strcmp(path, "-") == 0) /* standard input is read once */
        return setup_game(s, spec, named);
    hra_text_init(&file);
    int status = store_read(path, &file);
    if (!status && hra_game_open_at(&s->game, &cli_host, spec, named, first_position(&file), &why) != 0)
        status = print_failure(&why, spec);
    hra_text_release(&file);
    return status;
}

int openings_take(const setup *s, const char *name, const hra_text *text, hra_openings **out) {
    hra_error why;
    if (hra_openings_read(out, s->game, hra_text_string(text), text->length, &why) == 0)
        return EXIT_DONE;
    print_error("%s: %s", name, why.text);
    return why.code == HRA_ENOMEM ? EXIT_FAILED : EXIT_WRONG;
}

int openings_open(const setup *s, const args *a, hra_openings **out) {
    const char *path = args_text(a, "openings", NULL);
    bool shuffled;
    hra_text text;
    *out = NULL;
    if (!read_order(a, &shuffled))
        return EXIT_WRONG;
    if (!path)
        return EXIT_DONE;
    hra_text_init(&text);
    int status = store_read(path, &text);
    if (!status)
        status = openings_take(s, path, &text, out);
    hra_text_release(&text);
    if (!status && shuffled)
        hra_openings_shuffle(*out, s->seed);
    return status;
}
