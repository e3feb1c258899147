/* Questions before what cannot be had back. */
#include <string.h>
#include <strings.h>

#include "ask_back.h"
#include "speech/print.h"

bool ask_says_yes(const char *line) {
    const size_t length = strlen(line);
    return strcasecmp(line, "y") == 0 || hra_is_word(line, length, N_("yes")) ||
           hra_is_word(line, length, N_("y"));
}

/* "-" is an empty answer where Enter has another meaning. */
bool ask_says_no(const char *line) {
    return strcmp(line, "-") == 0 || strcasecmp(line, "n") == 0 || hra_is_word(line, strlen(line), N_("no"));
}

/* Who wants to leave does not want what is asked about. */
static bool says_quit(const char *line) {
    return strcasecmp(line, "q") == 0 || hra_is_word(line, strlen(line), N_("quit"));
}

input_kind ask_yes_or_no(input *in, const char *prompt, const char *about, bool enter, bool *out) {
    input_kind status;
    const char *line;
    *out = false;
    while ((status = input_read(in, prompt, &line)) == INPUT_LINE) {
        *out = *line ? ask_says_yes(line) : enter;
        if (!*line || *out || ask_says_no(line) || says_quit(line))
            break;
        if (*about)
            print_lines(about); /* the answer took its place */
        print("  %s\n", _("Type y or n."));
    }
    return status;
}

input_kind ask_back(input *in, const char *question, const char *about, bool *out) {
    hra_text prompt;
    hra_text_init(&prompt);
    hra_text_addf(&prompt, _("%s (y: yes, Enter: no)> "), question);
    input_kind status = ask_yes_or_no(in, print_string(&prompt), about, false, out);
    hra_text_release(&prompt);
    return status;
}

bool ask_about_move(input *in, const hra_game *game, const void *state, const char *line) {
    hra_text doubt;
    bool sure = true;
    if (!print_terminal() || !game->rules->text->doubt)
        return true;
    hra_text_init(&doubt);
    if (game->rules->text->doubt(game, state, line, &doubt)) {
        print_lines(print_string(&doubt));
        (void)ask_back(in, _("Do that?"), print_string(&doubt),
                       &sure); /* an input that has ended is read again */
    }
    hra_text_release(&doubt);
    return sure;
}

void ask_add_question(const hra_game *game, const void *state, hra_text *out) {
    if (state && game->rules->text->question) {
        hra_text_add(out, game->seats > 1 ? ": " : "");
        game->rules->text->question(game, state, out);
    } else {
        hra_text_add(out, game->seats > 1 ? _(", your move") : _("your move"));
    }
}

void ask_add_keys(const hra_game *game, const void *state, hra_text *out) {
    hra_move move;
    hra_text said;
    if (hra_game_parse_move(game, state, "", &move, NULL) != HRA_OK) {
        hra_text_add(out, _(" (a advice, ? help)> "));
        return;
    }
    hra_text_init(&said);
    hra_game_say_move(game, state, move, &said);
    hra_text_addf(out, _(" (Enter: %s, a advice, ? help)> "), print_string(&said));
    hra_text_release(&said);
}
