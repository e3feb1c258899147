/* Output to a person: words, errors, progress; and Ctrl-C. */
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "print.h"

/* ---- what cannot be said --------------------------------------------------------------------*/

/* The program's only variables: what cannot be passed to a signal handler, to a progress line or through
 * every function that says something. */
static hra_stop interrupt;
static struct {
    const char *why; /* standard output lacks something; NULL: nothing so far */
    bool told;       /* which an error said */
} lost;

/* What comes behind a gap would be read as if there were none. So nothing comes any more, and the work ends
 * as if it were interrupted. */
static void lose(const char *why) {
    lost.why = lost.why ? lost.why : why;
    hra_stop_set(&interrupt);
}

/* Where words go: standard output, unless that takes a file that was asked for. */
static bool yields;

static FILE *spoken(void) {
    return yields ? stderr : stdout;
}

void print_to_stderr(void) {
    yields = true;
}

/* Where words go instead while a screen is drawn in place; NULL: nowhere else. */
static struct {
    hra_text *into;
    int width; /* columns that it has; 0: those of the terminal; PRINT_OUTPUT: the same, errors are not captured */
} heard;

static bool is_captured(FILE *to) {
    return heard.into && (to == stdout || heard.width != PRINT_OUTPUT);
}

void print_capture(hra_text *into, int width) {
    heard.into = into;
    heard.width = width;
}

/* ---- the one place where text goes to a person ----------------------------------------------*/

typedef enum kind_of_text {
    TEXT_LINE,  /* on one line, whatever is quoted in it */
    TEXT_PLAIN, /* in lines */
    TEXT_DRAWN, /* in lines, with the colours of a board */
} kind_of_text;

/* Bytes of a sequence that changes the colour and nothing else: ESC [ NUMBERS m. */
static size_t color_length(const char *text) {
    size_t n = text[0] == '\033' && text[1] == '[' ? 2 + strspn(text + 2, "0123456789;") : 0;
    return n && text[n] == 'm' ? n + 1 : 0;
}

/* A file, or a text. */
typedef struct target {
    FILE *file;
    hra_text *text;
} target;

static int put_bytes(const target *to, const char *bytes, size_t n) {
    if (!to->text)
        return fwrite(bytes, 1, n, to->file) == n ? 0 : EOF;
    hra_text_add_bytes(to->text, bytes, n);
    return 0;
}

/* Names, records, parts, stores and errors come from elsewhere. What would steer the terminal in them, or
 * turn the text around it, is shown as '?'. Needs no memory if it goes to a file. */
static int write_to(const target *to, const char *text, kind_of_text kind) {
    for (size_t left = strlen(text), steering; left > 0;) {
        size_t n = hra_text_harmless(text, left, &steering);
        size_t line = kind == TEXT_LINE ? strcspn(text, "\n\t") : n;
        if (line < n) {
            n = line;
            steering = 1;
        }
        size_t color = steering && kind == TEXT_DRAWN ? color_length(text + n) : 0;
        size_t whole = color ? color : steering;
        if (put_bytes(to, text, n + color) < 0 || (steering && !color && put_bytes(to, "?", 1) < 0))
            return EOF;
        text += n + whole;
        left -= n + whole;
    }
    return 0;
}

static int write_out(FILE *to, const char *text, kind_of_text kind) {
    return write_to(&(target){.file = to}, text, kind);
}

/* The same for what a screen in place may show. */
static int say(FILE *to, const char *text, kind_of_text kind) {
    return write_to(&(target){.file = to, .text = is_captured(to) ? heard.into : NULL}, text, kind);
}

void print_harmless(const char *text, char *out, size_t capacity) {
    size_t used = 0, left = hra_text_cut(text, capacity - 1, INT_MAX), steering;
    while (left > 0) {
        size_t n = hra_text_harmless(text, left, &steering);
        memcpy(out + used, text, n);
        used += n;
        if (steering)
            out[used++] = '?';
        text += n + steering;
        left -= n + steering;
    }
    out[used] = '\0';
}

void print_control(const char *orders) {
    (void)fputs(orders, stdout);
}

void print_other_screen(bool on) {
    print_control(on ? "\033[?1049h\033[?25l" : "\033[?25h\033[?1049l");
    fflush(stdout);
}

/* ---- saying it -----------------------------------------------------------------------------*/

/* printf of the C library would write numbers as the locale has them. Short lines need no memory. */
static hra_err put(FILE *to, const char *format, va_list list) {
    char line[512];
    va_list again;
    va_copy(again, list);
    int length = hra_vsnprintf(line, sizeof line, format, list);
    hra_err err = HRA_OK;
    if (length >= 0 && length < (int)sizeof line) {
        say(to, line, TEXT_PLAIN);
    } else {
        hra_text text;
        hra_text_init(&text);
        hra_text_addv(&text, format, again);
        say(to, hra_text_string(&text), TEXT_PLAIN);
        err = text.err;
        hra_text_release(&text);
    }
    va_end(again);
    return err;
}

/* A line that is wiped again, so it fills no row of the screen. */
static void draw(const char *format, ...) {
    char text[160];
    va_list list;
    va_start(list, format);
    (void)hra_vsnprintf(text, sizeof text, format, list);
    va_end(list);
    (void)write_out(stderr, text, TEXT_LINE);
}

void print(const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (!lost.why && put(spoken(), format, list) != 0)
        lose(hra_err_text(HRA_ENOMEM));
    if (ferror(stdout))
        lose(hra_system_text(errno));
    va_end(list);
}

const char *print_string(const hra_text *text) {
    if (text->err)
        lose(hra_err_text(text->err));
    return hra_text_string(text);
}

bool print_flush(void) {
    if (fflush(stdout) != 0 || ferror(stdout))
        lose(hra_system_text(errno));
    return !lost.why;
}

void print_effort(hra_text *out, uint64_t nodes, uint64_t leaves, uint64_t cutoffs) {
    hra_text_addf(out, _n("%llu node", "%llu nodes", nodes), (unsigned long long)nodes);
    hra_text_addf(out, _n(", %llu leaf", ", %llu leaves", leaves), (unsigned long long)leaves);
    hra_text_addf(out, _n(", %llu cut-off", ", %llu cut-offs", cutoffs), (unsigned long long)cutoffs);
}

static void write_whole(const hra_text *text, FILE *to, kind_of_text kind) {
    const char *string = print_string(text);
    if (!lost.why && say(to, string, kind) < 0)
        lose(hra_system_text(errno));
}

static void print_whole(const hra_text *text) {
    write_whole(text, spoken(), TEXT_PLAIN);
}

void print_drawing(const hra_text *text) {
    write_whole(text, spoken(), TEXT_DRAWN);
}

void print_data(const hra_text *text) {
    const char *bytes = print_string(text);
    if (isatty(STDOUT_FILENO))
        write_whole(text, stdout, TEXT_DRAWN);
    else if (!lost.why && fwrite(bytes, 1, text->length, stdout) != text->length)
        lose(hra_system_text(errno));
}

int print_text(hra_text *text) {
    hra_err err = text->err;
    print_whole(text);
    hra_text_release(text);
    return err ? EXIT_FAILED : EXIT_DONE;
}

void print_add_cell(hra_text *out, int width, const char *text) {
    size_t from = out->length;
    int columns = hra_text_columns(text);
    hra_text_addf(out, "%*s%s", width > columns ? width - columns : 0, "", text);
    hra_text_pad(out, from, -width);
}

void print_cell(int width, const char *text) {
    hra_text cell;
    hra_text_init(&cell);
    print_add_cell(&cell, width, text);
    (void)print_text(&cell);
}

void print_list_entry(const char *name, int indent, const char *text) {
    hra_text entry, told;
    hra_text_init(&entry);
    hra_text_init(&told);
    print_add_cell(&entry, 1 - indent, name);
    print_folded(indent, text, &told);
    bool apart = isatty(STDOUT_FILENO) && hra_text_columns(name) >= indent;
    if (apart)
        hra_text_addf(&entry, "\n%s", hra_text_string(&told));
    else
        hra_text_addf(&entry, "%s%s",
                      hra_text_columns(name) >= indent ? "  " : " ", /* never like one word more */
                      told.length ? hra_text_string(&told) + indent : "\n");
    entry.err = entry.err ? entry.err : told.err;
    hra_text_release(&told);
    (void)print_text(&entry);
}

void print_label(const char *text) {
    print("  ");
    print_cell(-22, text);
}

int print_json(hra_text *text) {
    hra_text_add_char(text, '\n');
    return print_text(text);
}

/* Columns of a line of text, to its end or to the last blank before `most`; at least one word. */
static size_t fitting(const char *text, size_t length, int most) {
    size_t fits = 0;
    for (size_t end = 0; end < length;) {
        size_t word = end;
        while (word < length && text[word] == ' ')
            word++;
        while (word < length && text[word] != ' ')
            word++;
        char part[512];
        if (word >= sizeof part)
            return fits ? fits : word;
        memcpy(part, text, word);
        part[word] = '\0';
        if (fits && hra_text_columns(part) > most)
            return fits;
        fits = end = word;
    }
    return fits;
}

/* Appends the lines, folded at the width if `fold`. */
static void add_lines(int indent, const char *text, bool fold, hra_text *out) {
    int most = print_style(-1).width - indent - 1;
    while (*text) {
        size_t length = strcspn(text, "\n"), n = fold ? fitting(text, length, most) : length;
        hra_text_addf(out, "%*s%.*s\n", indent, "", (int)n, text);
        text += n;
        if (n < length)
            text += strspn(text, " ");
        else
            text += *text == '\n';
    }
}

void print_folded(int indent, const char *text, hra_text *out) {
    add_lines(indent, text, isatty(STDOUT_FILENO), out);
}

void print_wrapped(int indent, const char *text, hra_text *out) {
    add_lines(indent, text, true, out);
}

void print_lines(const char *text) {
    hra_text folded;
    hra_text_init(&folded);
    print_folded(2, text, &folded);
    (void)print_text(&folded);
}

void print_note(const char *format, ...) {
    va_list list;
    (void)print_flush();
    va_start(list, format);
    (void)put(stderr, format, list);
    va_end(list);
    (void)say(stderr, "\n", TEXT_PLAIN);
}

/* Needs no memory, but in a screen in place, where a line needs no name before it. */
static void error_line(const char *format, va_list list) {
    char line[2048] = "hra: ";
    size_t head = strlen(line);
    if (hra_vsnprintf(line + head, sizeof line - head, format, list) < 0)
        hra_snprintf(line + head, sizeof line - head, "%s", hra_err_text(HRA_ENOMEM));
    (void)say(stderr, is_captured(stderr) ? line + head : line, TEXT_LINE);
    (void)say(stderr, "\n", TEXT_PLAIN);
}

static void report_loss(const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (!lost.told)
        error_line(format, list);
    lost.told = true;
    va_end(list);
}

void print_error(const char *format, ...) {
    va_list list;
    (void)print_flush();
    va_start(list, format);
    if (lost.why)
        report_loss(_("cannot write the output: %s"), lost.why);
    else
        error_line(format, list);
    va_end(list);
}

int print_no_memory(void) {
    print_error("%s", hra_err_text(HRA_ENOMEM));
    return EXIT_FAILED;
}

int print_exit_status(hra_err err) {
    switch (err) {
    case HRA_OK:
        return EXIT_DONE;
    case HRA_EINPUT:
    case HRA_EFIT:
    case HRA_EDENIED:
    case HRA_EDAMAGED:
    case HRA_EVERSION:
        return EXIT_WRONG;
    case HRA_ESTOPPED:
        return EXIT_INTERRUPTED;
    default:
        return EXIT_FAILED;
    }
}

int print_failure(const hra_error *why, const char *text) {
    print_progress_done();
    if (why->code == HRA_ESTOPPED)
        return EXIT_INTERRUPTED; /* print_how_far tells */
    if (text && why->at > 0 && (size_t)why->at <= strlen(text))
        print_error(_("%s (character %d of '%.*s')"), why->text, why->at + 1,
                    (int)hra_text_cut(text, 60, INT_MAX), text);
    else
        print_error("%s", why->text);
    return print_exit_status(why->code);
}

bool print_terminal(void) {
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* --plain was given. */
static bool plain;

void print_plainly(void) {
    plain = true;
}

static bool is_plain(void) {
    const char *wish = getenv("HRA_PLAIN");
    return plain || (wish && *wish && strcmp(wish, "0") != 0);
}

static bool is_dumb(void) {
    const char *term = getenv("TERM");
    return is_plain() || !term || strcmp(term, "dumb") == 0;
}

bool print_terminal_moves(void) {
    return print_terminal() && !is_dumb();
}

bool print_progress_shown(void) {
    return isatty(STDERR_FILENO) && !is_dumb();
}

int print_terminal_width(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 ? size.ws_col : 80;
}

hra_board_style print_style(int seat) {
    const char *no_color = getenv("NO_COLOR");
    hra_board_style look = {.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0, .seat = seat};
    look.width = heard.into && heard.width > 0 ? heard.width : print_terminal_width();
    look.color = isatty(STDOUT_FILENO) && !(no_color && *no_color) && !is_dumb();
    return look;
}

int print_height(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row >= 8 ? size.ws_row : 24;
}

/* ---- a screen in place ----------------------------------------------------------------------*/

void print_clear_in_place(bool scrolled) {
    for (int row = 1; scrolled && row < print_height(); row++)
        print_control("\n");
    print_control("\033[H\033[2J");
    (void)print_flush();
}

void print_rows_in_place(const hra_text *rows, int cursor) {
    hra_text line;
    char order[32];
    int row = 1;
    hra_text_init(&line);
    for (const char *at = print_string(rows); *at; at += *at == '\n', row++) {
        size_t n = strcspn(at, "\n");
        hra_snprintf(order, sizeof order, "\033[%d;1H", row);
        print_control(order);
        hra_text_clear(&line);
        hra_text_add_bytes(&line, at, n);
        print_drawing(&line);
        print_control("\033[K");
        at += n;
    }
    hra_snprintf(order, sizeof order, "\033[%d;1H", cursor);
    print_control(order);
    (void)print_flush();
    hra_text_release(&line);
}

/* ---- progress -------------------------------------------------------------------------------*/

static struct {
    double due;          /* when to report next */
    double start, first; /* of this work, 0: none; and what was done then, by an earlier run */
    bool drawn;
    char what[64], reached[200]; /* what is done; and for those who interrupt it, how far it is */
} line;

void print_reached(const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (hra_vsnprintf(line.reached, sizeof line.reached, format, list) < 0)
        line.reached[0] = '\0';
    va_end(list);
}

void print_how_far(double seconds) {
    print_progress_done();
    if (line.reached[0])
        print_error(_("interrupted after %.1F s: %s"), seconds, line.reached);
    else
        print_error(_("interrupted after %.1F s"), seconds);
}

static void draw_left(double seconds) {
    if (seconds >= 6000)
        draw(_(", %.1F h left"), seconds / 3600);
    else if (seconds >= 120)
        draw(_(", %.0f min left"), seconds / 60);
    else
        draw(_(", %.0f s left"), seconds);
}

static void draw_progress(void *self, const char *what, double done) {
    const double now = hra_clock();
    if (line.start <= 0 || strcmp(line.what, what) != 0) {
        line.start = now;
        line.first = done > 0 ? done : 0;
        hra_snprintf(line.what, sizeof line.what, "%s", what);
    }
    if (done >= 0)
        print_reached("%s %.1F %%", what, 100 * done);
    else
        print_reached("%s", what);
    const double spent = now - line.start;
    if ((spent < 0.5 && !line.drawn) || !print_progress_shown())
        return; /* short work needs no line */
    line.drawn = true;
    fputs("\r\033[K", stderr);
    draw("%s", what);
    if (done >= 0)
        draw(" %5.1F %%", 100 * done);
    if (done > line.first + 0.01 && done < 1)
        draw_left(spent * (1 - done) / (done - line.first));
    else if (done >= 0 && spent >= 1)
        draw(_(", %.0f s"), spent);
    fflush(stderr);
}

const hra_progress *print_progress(void) {
    static const hra_progress shown = {.report = draw_progress, .stop = &interrupt, .due = &line.due};
    return &shown;
}

void print_progress_begin(const char *what) {
    if (!print_progress_shown())
        return;
    line.start = 0;
    line.drawn = true;
    draw_progress(NULL, _(what), 0);
}

void print_waiting(const char *text) {
    if (!print_progress_shown())
        return;
    line.drawn = true;
    fputs("\r\033[K", stderr);
    draw("%s", text);
    fflush(stderr);
}

void print_progress_done(void) {
    if (line.drawn)
        fputs("\r\033[K", stderr);
    line.drawn = false;
    line.start = 0;
}

/* ---- Ctrl-C ---------------------------------------------------------------------------------*/

static void on_interrupt(int number) {
    hra_stop_set(&interrupt);
}

hra_stop *print_catch_interrupt(void) {
    struct sigaction action = {.sa_handler = on_interrupt}; /* no SA_RESTART: a prompt has to wake up */
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) /* nohup */
        sigaction(SIGHUP, &action, NULL);
    return &interrupt;
}

bool print_interrupted(void) {
    return hra_stop_is_set(&interrupt);
}

int print_end(int status) {
    if (print_flush())
        return status;
    report_loss(_("cannot write the output: %s"), lost.why);
    return EXIT_FAILED;
}
