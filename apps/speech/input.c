/* Lines typed by a person, edited on a terminal if there is a line editor. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "keys.h"
#include "line_editor.h"
#include "print.h"

struct input {
    line_editor
        *editor; /* NULL: there is none, standard input is a pipe, or its terminal cannot move the cursor */
    char line[INPUT_LONGEST];
};

bool input_edits(void) {
    return line_editor_exists();
}

void input_set_frame(input *in, const input_frame *frame) {
    if (in->editor)
        line_editor_set_frame(in->editor, frame);
}

void input_offer(input *in, input_words *words, void *self) {
    if (in->editor)
        line_editor_offer(in->editor, words, self);
}

void input_forget(input *in) {
    memset(in->line, 0, sizeof in->line);
    if (in->editor)
        line_editor_forget(in->editor);
}

hra_err input_open(input **out) {
    input *in = calloc(1, sizeof *in);
    if (!in)
        return HRA_ENOMEM;
    hra_err err = print_terminal_moves() ? line_editor_open(&in->editor) : HRA_OK;
    if (err)
        input_close(in);
    else
        *out = in;
    return err;
}

void input_close(input *in) {
    if (!in)
        return;
    line_editor_close(in->editor);
    free(in);
}

const char *input_trim(char *line) {
    size_t length;
    line += strspn(line, " \t");
    for (length = strlen(line); length && strchr(" \t", line[length - 1]); length--)
        continue;
    line[length] = '\0';
    return line;
}

input_kind input_read(input *in, const char *question, const char **line) {
    if (in->editor)
        return line_editor_read(in->editor, question, line);
    print("%s", question);
    fflush(stdout);
    if (!keys_line() || !fgets(in->line, sizeof in->line, stdin)) {
        int reason = errno;
        print("\n");
        if (print_interrupted() || !ferror(stdin))
            return print_interrupted() ? INPUT_INTERRUPTED : INPUT_END;
        print_error(_("cannot read standard input: %s"), hra_system_text(reason));
        return INPUT_FAILED;
    }
    if (!strchr(in->line, '\n')) /* the rest of an over-long line does not answer the next question */
        for (int c; (c = getchar()) != EOF && c != '\n';)
            continue;
    in->line[strcspn(in->line, "\r\n")] = '\0';
    *line = input_trim(in->line);
    return INPUT_LINE;
}
