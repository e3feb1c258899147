/* Without a line editor: the terminal itself edits the line. */
#include <stddef.h>

#include "line_editor.h"

bool line_editor_exists(void) {
    return false;
}

hra_err line_editor_open(line_editor **out) {
    *out = NULL;
    return HRA_OK;
}

void line_editor_close(line_editor *editor) {}

input_kind line_editor_read(line_editor *editor, const char *prompt, const char **line) {
    return INPUT_END;
}

void line_editor_set_frame(line_editor *editor, const input_frame *frame) {}

void line_editor_forget(line_editor *editor) {}

void line_editor_offer(line_editor *editor, input_words *words, void *self) {}
