/* A screenful at a time. */
#include <string.h>

#include "input.h"
#include "pager.h"
#include "print.h"

static bool says_enough(const char *line) {
    static const char *const words[] = {"q", N_("quit"), "x", N_("exit")};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (hra_is_word(line, strlen(line), words[i]))
            return true;
    return false;
}

/* Says what fits above a prompt; returns what is left. */
static const char *show_page(const char *text) {
    for (int lines = print_height() - 1; *text && lines > 0;) {
        size_t length = strcspn(text, "\n");
        print("%.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
        lines--;
    }
    return text;
}

int pages_show(hra_text *text) {
    int lines = 0, status = EXIT_DONE;
    const char *rest = hra_text_string(text), *line;
    input *in = NULL;
    for (const char *at = rest; *at; at++)
        lines += *at == '\n';
    if (text->err || !print_terminal() || lines < print_height() || input_open(&in) != 0)
        return print_text(text);
    while (*(rest = show_page(rest))) {
        input_kind kind = input_read(in, _("Enter: more, q: quit> "), &line);
        if (kind == INPUT_INTERRUPTED || kind == INPUT_FAILED)
            status = kind == INPUT_FAILED ? EXIT_FAILED : EXIT_INTERRUPTED;
        if (kind != INPUT_LINE || says_enough(line))
            break;
    }
    input_close(in);
    hra_text_release(text);
    return status;
}
