/* Lines typed by a person: edited with a history on a terminal, plain where input is a pipe. */
#ifndef HRA_SPEECH_INPUT_H
#define HRA_SPEECH_INPUT_H

#include <hra/hra.h>

typedef struct input input;

typedef enum input_kind { INPUT_LINE, INPUT_END, INPUT_INTERRUPTED, INPUT_FAILED } input_kind;

bool input_edits(void); /* whether this hra has a line editor */
hra_err input_open(input **out);
void input_close(input *in);
/* Asks with a prompt of one line; *line is without its newline and blanks around it, and valid until the next call. INPUT_FAILED
 * was said. */
input_kind input_read(input *in, const char *prompt, const char **line);

/* A screen around the line that is typed. `draw` draws all of it, also after the terminal has got another size or the
 * program has gone on after a stop; it leaves its last `rows` rows empty, and the cursor at the left of row `row` of
 * these, 0... `entered`: a line was typed. */
typedef struct input_frame {
    void (*draw)(void *self, int rows, int row);
    void (*entered)(void *self);
    void *self;
} input_frame;
/* From now on lines are typed within this frame; NULL: one under another. Only if print_terminal_moves and input_edits. */
void input_set_frame(input *in, const input_frame *frame);

/* Forgets what was typed: another player must not see it. */
void input_forget(input *in);

/* From now on the tabulator key completes to, or lists, what `words` appends: a word a line. */
typedef void input_words(void *self, hra_text *out);
void input_offer(input *in, input_words *words, void *self);

#endif
