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

/* Rows of the terminal that a line fills. */
static int rows_of(const char *line, size_t length) {
    char part[1024];
    hra_snprintf(part, sizeof part, "%.*s", (int)length, line);
    const int width = print_style(-1).width, columns = hra_text_columns(part);
    return columns > width ? (columns + width - 1) / width : 1;
}

static int all_rows(const char *text) {
    int rows = 0;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        rows += rows_of(text, length);
    }
    return rows;
}

/* Prints what fits above a prompt, at least one line; returns what is left. */
static const char *show_page(const char *text) {
    int left = print_height() - 1;
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, "\n");
        left -= rows_of(text, length);
        if (left < 0 && !first)
            break;
        print("%.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
    return text;
}

int pages_show(hra_text *text) {
    int status = EXIT_DONE;
    const char *rest = hra_text_string(text), *line;
    input *in = NULL;
    if (text->err || !print_terminal() || all_rows(rest) < print_height() || input_open(&in) != 0)
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

void pages_begin(hra_text *text) {
    hra_text_init(text);
    if (print_terminal())
        print_capture(text, PRINT_OUTPUT);
}

int pages_end(hra_text *text, int status) {
    print_capture(NULL, 0);
    const int shown = pages_show(text);
    return status ? status : shown;
}
