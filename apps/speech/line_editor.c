/* The line editor: libedit. */
#include <ctype.h>
#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "line_editor.h"
#include "print.h"

enum {
    MAX_WORDS = 1024,
    TYPED = 12, /* columns that a frame leaves for a line at first */
};

struct line_editor {
    EditLine *edit;
    History *history;
    char prompt[512];
    input_words *words; /* what may be typed, for the tabulator key; NULL: not known */
    void *words_self;
    wchar_t typed[INPUT_LONGEST]; /* characters that the tabulator key stands for, up to a 0, */
    size_t next;                  /* and the first of them that has not been read */
    char line[INPUT_LONGEST];
    input_frame frame; /* draw NULL: lines come one under another */
    int drawn;         /* columns that the frame last left for prompt and line */
    bool entered;      /* `line` was taken out of the editor */
};

/* ---- the frame ------------------------------------------------------------------------------*/

/* The screen has to be drawn again: the terminal has another size, or the program was stopped. */
static volatile sig_atomic_t torn;

static void on_torn(int number) {
    torn = number;
}

void line_editor_set_frame(line_editor *in, const input_frame *frame) {
    struct sigaction action = {.sa_handler = frame ? on_torn : SIG_DFL};
    in->frame = frame ? *frame : (input_frame){0};
    sigaction(SIGWINCH, &action, NULL);
    sigaction(SIGCONT, &action, NULL);
}

/* Draws all that is around a prompt and a line that take these columns together. The editor goes on in the row in which it left the
 * cursor. */
static void draw_frame(line_editor *in, int columns, int before) {
    const int width = print_terminal_width();
    in->drawn = columns;
    in->frame.draw(in->frame.self, columns / width + 1, before / width);
}

/* Columns of the prompt and of the line, or of the part of it before the cursor. */
static int columns_of(const line_editor *in, EditLine *edit, bool whole) {
    const LineInfo *line = el_line(edit);
    hra_text text;
    hra_text_init(&text);
    hra_text_add(&text, in->prompt);
    hra_text_add_bytes(&text, line->buffer, (size_t)((whole ? line->lastchar : line->cursor) - line->buffer));
    int columns = hra_text_columns(print_string(&text));
    hra_text_release(&text);
    return columns;
}

static void draw_around(line_editor *in, EditLine *edit, int more) {
    draw_frame(in, columns_of(in, edit, true) + more, columns_of(in, edit, false));
}

/* Sets the terminal as the editor needs it, since another program may have changed it, and draws the screen. */
static void draw_again(line_editor *in, EditLine *edit) {
    torn = 0;
    el_set(edit, EL_PREP_TERM, 0);
    el_set(edit, EL_PREP_TERM, 1);
    el_resize(edit);
    draw_around(in, edit, TYPED);
}

/* Whether one more character needs a row more than the frame has left. */
static bool outgrows(const line_editor *in, EditLine *edit) {
    const int width = print_terminal_width();
    return (columns_of(in, edit, true) + 1) / width > in->drawn / width;
}

/* Takes the line that was typed out of the editor, which would end it with a newline: on the last row of the
 * screen that moves all others. */
static void enter(line_editor *in, EditLine *edit) {
    const LineInfo *line = el_line(edit);
    size_t length = (size_t)(line->lastchar - line->buffer);
    length = length < INPUT_LONGEST ? length : INPUT_LONGEST - 1;
    memcpy(in->line, line->buffer, length);
    in->line[length] = '\0';
    in->entered = true;
}

static char *prompt(EditLine *edit) {
    line_editor *in;
    el_get(edit, EL_CLIENTDATA, &in);
    return in->prompt;
}

/* ---- completion -----------------------------------------------------------------------------*/

static bool begins(const char *word, const char *typed, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)word[i]) != tolower((unsigned char)typed[i]))
            return false;
    return true;
}

/* Lists the words in columns under the line. */
static void list_words(char **words, int count) {
    int widest = 1;
    for (int i = 0; i < count; i++) {
        int columns = hra_text_columns(words[i]);
        widest = columns > widest ? columns : widest;
    }
    int across = print_style(-1).width / (widest + 2);
    print("\n");
    for (int i = 0; i < count; i++) {
        bool last = i == count - 1 || across < 2 || i % across == across - 1;
        print("%s%*s", words[i], last ? 0 : widest + 2 - hra_text_columns(words[i]), "");
        print("%s", last ? "\n" : "");
    }
    fflush(stdout);
}

/* The words that begin like what stands before the cursor. `all` holds a word a line and is cut up. */
static int find_words(char *all, const char *line, size_t length, char *words[MAX_WORDS]) {
    int count = 0;
    for (char *word = all; *word && count < MAX_WORDS;) {
        size_t n = strcspn(word, "\n");
        bool last = word[n] == '\0';
        word[n] = '\0';
        if (n >= length && begins(word, line, length))
            words[count++] = word;
        word += n + !last;
    }
    return count;
}

/* How many bytes the words begin with alike. */
static size_t common_start(char *const *words, int count) {
    size_t common = strlen(words[0]);
    for (int i = 1; i < count; i++) {
        size_t same = 0;
        while (same < common && words[i][same] == words[0][same])
            same++;
        common = same;
    }
    return common;
}

/* Draws the line again. */
static const wchar_t redraw[] = {L'R' & 31, 0}; /* Ctrl-R */

/* The tabulator key stands for what the words have in common after what was typed; where that is nothing they
 * are listed, and the line is drawn again. libedit could bind a function to the key, but would never free its
 * copy of the name. */
static void complete(line_editor *in, EditLine *edit) {
    char *words[MAX_WORDS];
    hra_text all;
    const LineInfo *line = el_line(edit);
    size_t length = (size_t)(line->cursor - line->buffer);
    hra_text_init(&all);
    in->next = 0;
    in->typed[0] = 0;
    if (in->words)
        in->words(in->words_self, &all);
    int count = all.length && !all.err ? find_words(all.data, line->buffer, length, words) : 0;
    size_t common = count ? common_start(words, count) : 0;
    if (count && common > length) {
        words[0][common] = '\0';
        if (mbstowcs(in->typed, words[0] + length, INPUT_LONGEST - 1) == (size_t)-1)
            in->typed[0] = 0;
        in->typed[INPUT_LONGEST - 1] = 0;
    } else if (count > 1) {
        list_words(words, count);
        if (in->frame.draw)
            draw_around(in, edit, TYPED);
        memcpy(in->typed, redraw, sizeof redraw);
    }
    hra_text_release(&all);
}

/* One character of the keyboard; libedit's own function would go on reading after Ctrl-C. */
static int read_key(line_editor *in, EditLine *edit, wchar_t *out) {
    char bytes[8];
    for (size_t n = 0; n < sizeof bytes;) {
        struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
        if (print_interrupted() || (poll(&ready, 1, 200) < 0 && errno != EINTR))
            return 0;
        if (print_interrupted())
            return 0;
        if (torn && in->frame.draw) {
            draw_again(in, edit);
            *out = *redraw;
            return 1;
        }
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

static int read_char(EditLine *edit, wchar_t *out) {
    line_editor *in;
    int got = 1;
    el_get(edit, EL_CLIENTDATA, &in);
    while (!in->typed[in->next] && (got = read_key(in, edit, out)) == 1 && *out == L'\t')
        complete(in, edit);
    if (in->typed[in->next])
        *out = in->typed[in->next++];
    if (got == 1 && in->frame.draw && (*out == L'\r' || *out == L'\n')) {
        enter(in, edit);
        return 0;
    }
    if (got == 1 && in->frame.draw && *out >= L' ' && outgrows(in, edit)) {
        draw_around(in, edit, TYPED);
        in->typed[0] = *out;
        in->typed[1] = 0;
        in->next = 0;
        *out = *redraw;
    }
    return got;
}

/* ---- the editor -----------------------------------------------------------------------------*/

bool line_editor_exists(void) {
    return true;
}

void line_editor_offer(line_editor *in, input_words *words, void *self) {
    in->words = words;
    in->words_self = self;
}

void line_editor_forget(line_editor *in) {
    HistEvent event;
    memset(in->line, 0, sizeof in->line);
    history(in->history, &event, H_CLEAR);
}

static bool set_up(line_editor *in) {
    HistEvent event;
    in->edit = el_init("hra", stdin, stdout, stderr);
    in->history = history_init();
    if (!in->edit || !in->history)
        return false;
    history(in->history, &event, H_SETSIZE, 200);
    el_set(in->edit, EL_CLIENTDATA, in);
    el_set(in->edit, EL_PROMPT, prompt);
    el_set(in->edit, EL_EDITOR, "emacs");
    el_set(in->edit, EL_HIST, history, in->history);
    el_set(in->edit, EL_GETCFN, read_char);
    el_set(in->edit, EL_BIND, "^R", "ed-redisplay", NULL);
    return true;
}

hra_err line_editor_open(line_editor **out) {
    line_editor *in = calloc(1, sizeof *in);
    if (!in)
        return HRA_ENOMEM;
    if (!set_up(in)) {
        line_editor_close(in);
        return HRA_ENOMEM;
    }
    *out = in;
    return HRA_OK;
}

void line_editor_close(line_editor *in) {
    if (!in)
        return;
    if (in->frame.draw)
        line_editor_set_frame(in, NULL);
    if (in->edit)
        el_end(in->edit);
    if (in->history)
        history_end(in->history);
    free(in);
}

/* The line as the editor gives it, in `line`; false: there is none. */
static bool take_edited(line_editor *in) {
    int length;
    in->entered = false;
    const char *typed = el_gets(in->edit, &length);
    if (in->entered)
        return true;
    if (!typed || length <= 0)
        return false;
    length = length < INPUT_LONGEST ? length : INPUT_LONGEST - 1;
    memcpy(in->line, typed, (size_t)length);
    in->line[length] = '\0';
    return true;
}

input_kind line_editor_read(line_editor *in, const char *question, const char **line) {
    HistEvent event;
    print_harmless(question, in->prompt, sizeof in->prompt);
    if (in->frame.draw)
        draw_frame(in, hra_text_columns(in->prompt) + TYPED, 0);
    if (!take_edited(in) || print_interrupted()) {
        if (!in->frame.draw)
            print("\n"); /* leave the prompt's line */
        return print_interrupted() ? INPUT_INTERRUPTED : INPUT_END;
    }
    in->line[strcspn(in->line, "\r\n")] = '\0';
    if (*in->line)
        history(in->history, &event, H_ENTER, in->line);
    if (in->frame.draw)
        in->frame.entered(in->frame.self);
    *line = input_trim(in->line);
    return INPUT_LINE;
}
