/* Openings of a match or a tournament. */
#include <string.h>

#include "opening_file.h"
#include "opening_games.h"

enum { OPENING_PLIES = 6 /* of a ballot and the moves after it */, MOST_PLIES = 1000000, NAME_BYTES = 64 };

static bool read_order(const args *a, bool *shuffled) {
    *shuffled = strcmp(args_text(a, "opening-order", "sequential"), "random") == 0;
    if (!args_given(a, "opening-order") || args_given(a, "openings"))
        return true;
    print_error(_("%s: --opening-order needs --openings FILE"), a->command->name);
    return false;
}

/* The first line of a file that says something, in place; NULL: there is none. */
static const char *first_position(hra_text *file) {
    for (char *line = file->data; line && *line;) {
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

static bool read_plies(const args *a, int *plies) {
    uint64_t typed = OPENING_PLIES;
    if (args_given(a, "opening-plies") && !args_given(a, "openings")) {
        print_error(_("%s: --opening-plies needs --openings FILE"), a->command->name);
        return false;
    }
    if (!args_number(a, "opening-plies", OPENING_PLIES, 0, MOST_PLIES, &typed))
        return false;
    *plies = (int)typed;
    return true;
}

bool openings_options_fit(const args *a) {
    int plies;
    return read_plies(a, &plies);
}

/* The rules that a spec names; NULL: none. */
static const hra_rules *rules_of(const char *spec) {
    char name[NAME_BYTES];
    hra_snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
    return hra_registry_find_game(cli_host.registry, name);
}

int openings_game(setup *s, const args *a, const char *spec, int named) {
    const char *path = args_text(a, "openings", NULL), *first;
    const hra_rules *rules = rules_of(spec);
    hra_error why;
    hra_text file, position;
    int plies;
    if (!path || strcmp(path, "-") == 0) /* standard input is read once */
        return setup_game(s, spec, named);
    if (!read_plies(a, &plies))
        return EXIT_WRONG;
    hra_text_init(&file);
    hra_text_init(&position);
    int status = store_read(a, path, false, &file);
    if (!status && rules && opening_games_look(rules, &file)) {
        opening_games_first(rules, path, &file, plies, &position);
        first = first_position(&position);
    } else
        first = first_position(&file);
    if (!status && hra_game_open_at(&s->game, &cli_host, spec, named, first, &why) != 0)
        status = print_failure(&why, spec);
    hra_text_release(&position);
    hra_text_release(&file);
    return status;
}

/* The same from a text that is at hand, which comes of `name`, in the order in which it stands there. */
static int take_openings(const setup *s, const char *name, const hra_text *text, hra_openings **out) {
    hra_error why;
    if (hra_openings_read(out, s->game, hra_text_string(text), text->length, &why) == 0)
        return EXIT_DONE;
    print_error("%s: %s", name, why.text);
    return why.code == HRA_ENOMEM ? EXIT_FAILED : EXIT_WRONG;
}

/* The same from a file of games, if it is one. */
static int take_file(const setup *s, const args *a, const char *path, const hra_text *text,
                     hra_openings **out) {
    hra_text positions;
    int plies;
    if (!read_plies(a, &plies))
        return EXIT_WRONG;
    if (!opening_games_look(s->game->rules, text)) {
        if (!args_given(a, "opening-plies"))
            return take_openings(s, path, text, out);
        print_error(_("%s: --opening-plies needs games of %s, and '%s' has none"), a->command->name,
                    s->game->rules->name, path);
        return EXIT_WRONG;
    }
    hra_text_init(&positions);
    int status = opening_games_read(s->game, path, text, plies, &positions);
    if (!status)
        status = take_openings(s, path, &positions, out);
    hra_text_release(&positions);
    return status;
}

int openings_open(const setup *s, const args *a, hra_openings **out) {
    const char *path = args_text(a, "openings", NULL);
    bool shuffled;
    int plies;
    hra_text text;
    *out = NULL;
    if (!read_order(a, &shuffled))
        return EXIT_WRONG;
    if (!path)
        return read_plies(a, &plies) ? EXIT_DONE : EXIT_WRONG;
    hra_text_init(&text);
    int status = store_read(a, path, true, &text);
    if (!status)
        status = take_file(s, a, path, &text, out);
    hra_text_release(&text);
    if (!status && shuffled)
        hra_openings_shuffle(*out, s->seed);
    return status;
}
