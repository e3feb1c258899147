#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "input.h"
#include "say.h"

enum { MAX_LINE = 4096 };

struct input {
    EditLine *edit; /* NULL: standard input is no terminal */
    History *history;
    const char *prompt;
    char line[MAX_LINE];
};

static char *prompt(EditLine *edit) {
    input *in;
    el_get(edit, EL_CLIENTDATA, &in);
    return (char *)(uintptr_t)in->prompt; /* libedit only reads it */
}

/* One character; libedit's own function would go on reading after Ctrl-C. */
static int read_char(EditLine *edit, wchar_t *out) {
    char bytes[8];
    for (size_t n = 0; n < sizeof bytes;) {
        struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
        if (say_interrupted() || (poll(&ready, 1, 200) < 0 && errno != EINTR))
            return 0;
        if (say_interrupted())
            return 0;
        if (!ready.revents)
            continue;
        if (read(STDIN_FILENO, bytes + n, 1) != 1)
            return 0;
        n++;
        mbstate_t state;
        memset(&state, 0, sizeof state);
        size_t used = mbrtowc(out, bytes, n, &state);
        if (used != (size_t)-2) {
            if (used == (size_t)-1)
                *out = L'?';
            return 1;
        }
    }
    return 0;
}

static hra_err open_editor(input *in) {
    HistEvent event;
    in->edit = el_init("hra", stdin, stdout, stderr);
    in->history = history_init();
    if (!in->edit || !in->history)
        return HRA_ENOMEM;
    history(in->history, &event, H_SETSIZE, 200);
    el_set(in->edit, EL_CLIENTDATA, in);
    el_set(in->edit, EL_PROMPT, prompt);
    el_set(in->edit, EL_EDITOR, "emacs");
    el_set(in->edit, EL_HIST, history, in->history);
    el_set(in->edit, EL_GETCFN, read_char);
    return HRA_OK;
}

hra_err input_open(input **out) {
    input *in = calloc(1, sizeof *in);
    if (!in)
        return HRA_ENOMEM;
    hra_err err = say_terminal() ? open_editor(in) : HRA_OK;
    if (err)
        input_close(in);
    else
        *out = in;
    return err;
}

void input_close(input *in) {
    if (!in)
        return;
    if (in->edit)
        el_end(in->edit);
    if (in->history)
        history_end(in->history);
    free(in);
}

static input_kind read_edited(input *in, const char **line) {
    int length;
    HistEvent event;
    const char *typed = el_gets(in->edit, &length);
    if (say_interrupted() || !typed || length <= 0) {
        say("\n"); /* leave the prompt's line */
        return say_interrupted() ? INPUT_INTERRUPTED : INPUT_END;
    }
    if (length >= MAX_LINE)
        length = MAX_LINE - 1;
    memcpy(in->line, typed, (size_t)length);
    in->line[length] = '\0';
    if (length > 1)
        history(in->history, &event, H_ENTER, in->line);
    in->line[strcspn(in->line, "\r\n")] = '\0';
    *line = in->line;
    return INPUT_LINE;
}

input_kind input_read(input *in, const char *question, const char **line) {
    in->prompt = question;
    if (in->edit)
        return read_edited(in, line);
    say("%s", question);
    fflush(stdout);
    if (!fgets(in->line, sizeof in->line, stdin)) {
        say("\n");
        return say_interrupted() ? INPUT_INTERRUPTED : INPUT_END;
    }
    if (!strchr(in->line, '\n')) /* the rest of an over-long line is no answer to the next question */
        for (int c; (c = getchar()) != EOF && c != '\n';)
            continue;
    in->line[strcspn(in->line, "\r\n")] = '\0';
    *line = in->line;
    return INPUT_LINE;
}
