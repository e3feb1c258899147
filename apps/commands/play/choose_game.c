/* A list of games, and the question which. */
#include "choose_game.h"

#include <string.h>

#include "speech/print.h"

static void list_games(void) {
    const hra_rules *rules;
    hra_text name;
    hra_text_init(&name);
    for (int i = 0; (rules = hra_registry_game(NULL, i)) != NULL; i++) {
        hra_text_clear(&name);
        hra_text_addf(&name, "%3d  %s", i + 1, rules->name);
        print_list_entry(print_string(&name), 18, _(rules->text->summary));
    }
    hra_text_release(&name);
}

/* The game of a line, "2", "yahtzee" or "yahtzee:seats=2"; NULL: there is none. */
static const hra_rules *find_game(const char *line, const char **options) {
    char name[HRA_NAME_LENGTH];
    const size_t length = strcspn(line, ":");
    *options = line + length;
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        (void)hra_snprintf(name, sizeof name, "%d", i + 1);
        if (strlen(name) == length && strncmp(name, line, length) == 0)
            return hra_registry_game(NULL, i);
    }
    (void)hra_snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), line);
    return hra_registry_find_game(NULL, name);
}

/* In the words of the library, which knows what may be meant. */
static void say_unknown(const char *line) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open(&game, NULL, line, &why) != 0)
        print_lines(why.text);
    hra_game_close(game);
}

input_kind choose_game(char *out, size_t size) {
    const char *line, *options;
    input *in;
    *out = '\0';
    if (input_open(&in) != 0) {
        (void)print_no_memory();
        return INPUT_FAILED;
    }
    list_games();
    input_kind status;
    while ((status = input_read(in, _("which game? (name or number, q: none)> "), &line)) == INPUT_LINE) {
        const hra_rules *rules = find_game(line, &options);
        if (rules)
            (void)hra_snprintf(out, size, "%s%s", rules->name, options);
        if (rules || !*line || strcmp(line, "q") == 0 || hra_is_word(line, strlen(line), N_("quit")))
            break;
        if (strcmp(line, "?") == 0 || hra_is_word(line, strlen(line), N_("help")))
            list_games();
        else
            say_unknown(line);
    }
    input_close(in);
    return status;
}
