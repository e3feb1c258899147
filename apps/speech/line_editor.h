/* What a library adds to lines typed on a terminal: keys that move within the line, a history, the tabulator key, a screen
 * around the line. input.c asks for it; line_editor_missing.c stands for it where there is no such library. */
#ifndef HRA_SPEECH_LINE_EDITOR_H
#define HRA_SPEECH_LINE_EDITOR_H

#include "input.h"

enum { INPUT_LONGEST = 4096 /* bytes of a line */ };

typedef struct line_editor line_editor;

bool line_editor_exists(void);
/* *out is NULL if there is none. HRA_ENOMEM. */
hra_err line_editor_open(line_editor **out);
void line_editor_close(line_editor *editor); /* may be NULL */
/* These as the functions of input.h; the editor is not NULL. */
input_kind line_editor_read(line_editor *editor, const char *prompt, const char **line);
void line_editor_set_frame(line_editor *editor, const input_frame *frame);
void line_editor_forget(line_editor *editor);
void line_editor_offer(line_editor *editor, input_words *words, void *self);

/* The line without blanks around it. */
const char *input_trim(char *line);

#endif
