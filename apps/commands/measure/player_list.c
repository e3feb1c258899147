/* Players of a tournament: typed as words, and listed in a file. */
#include "player_list.h"

#include <string.h>

static int add_player(setup *s, const char *spec, const hra_player **out, int *count) {
    if (*count == HRA_TOURNAMENT_PLAYERS) {
        print_error(_("a tournament has at most %d players, found one more: '%s'"), HRA_TOURNAMENT_PLAYERS,
                    spec);
        return EXIT_WRONG;
    }
    int status = setup_player(s, spec, &out[*count]);
    *count += !status;
    return status;
}

/* A line each; blank lines and those that begin with '#' are skipped. */
static int add_lines(setup *s, char *text, const hra_player **out, int *count) {
    int status = EXIT_DONE;
    for (char *line = text, *next; !status && *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        line[length] = '\0';
        line += strspn(line, " \t\r");
        for (length = strlen(line); length > 0 && strchr(" \t\r", line[length - 1]);)
            line[--length] = '\0';
        if (*line && *line != '#')
            status = add_player(s, line, out, count);
    }
    return status;
}

int player_list_open(setup *s, const args *a, const hra_player **out, int *count) {
    const char *file = args_text(a, "players", NULL);
    int status = EXIT_DONE;
    *count = 0;
    for (int i = 1; i < a->word_count && !status; i++)
        status = add_player(s, a->words[i], out, count);
    if (status || !file)
        return status;
    hra_text text;
    hra_text_init(&text);
    status = store_read(a, file, true, &text);
    if (!status && text.length)
        status = add_lines(s, text.data, out, count);
    hra_text_release(&text);
    return status;
}
