/* Output to a person: words, errors, progress; and Ctrl-C. */
#include <errno.h>
#include <langinfo.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "say.h"

const char *say_in_words(const char *english) {
    return english;
}

/* printf of the C library would write numbers as the locale has them. */
static void put(FILE *to, const char *format, va_list list) {
    hra_text text;
    hra_text_init(&text);
    hra_text_addv(&text, format, list);
    fputs(text.err ? hra_err_text(text.err) : hra_text_string(&text), to);
    hra_text_release(&text);
}

static void draw(const char *format, ...) {
    va_list list;
    va_start(list, format);
    put(stderr, format, list);
    va_end(list);
}

void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    put(stdout, format, list);
    va_end(list);
}

void say_number(hra_text *out, const char *before, double value) {
    hra_text_add(out, before);
    if (isfinite(value))
        hra_text_add_number(out, value + 0.0); /* never -0 */
    else
        hra_text_add(out, "null");
}

int say_json(hra_text *text) {
    hra_err err = text->err;
    if (err)
        say_error("%s", hra_err_text(err));
    else
        say("%s\n", hra_text_string(text));
    hra_text_release(text);
    return err ? EXIT_FAILED : EXIT_DONE;
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

void say_fold(const char *text, hra_text *out) {
    bool fold = isatty(STDOUT_FILENO);
    int most = say_look(-1).width - 3;
    while (*text) {
        size_t length = strcspn(text, "\n"), n = fold ? fitting(text, length, most) : length;
        hra_text_addf(out, "  %.*s\n", (int)n, text);
        text += n;
        if (n < length)
            text += strspn(text, " ");
        else
            text += *text == '\n';
    }
}

void say_lines(const char *text) {
    hra_text folded;
    hra_text_init(&folded);
    say_fold(text, &folded);
    say("%s", hra_text_string(&folded));
    hra_text_release(&folded);
}

void say_aside(const char *format, ...) {
    va_list list;
    fflush(stdout);
    va_start(list, format);
    put(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

void say_error(const char *format, ...) {
    char line[2048];
    va_list list;
    fflush(stdout);
    va_start(list, format);
    hra_vsnprintf(line, sizeof line, format, list);
    va_end(list);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?'; /* what is quoted stays on the line */
    draw("hra: %s\n", line);
}

int say_failure(const hra_error *why, const char *text) {
    say_progress_done();
    if (why->code == HRA_ESTOPPED) {
        say_error("%s", _("interrupted"));
        return EXIT_INTERRUPTED;
    }
    if (text && why->at > 0 && (size_t)why->at <= strlen(text))
        say_error(_("%s (character %d of '%.60s')"), why->text, why->at + 1, text);
    else
        say_error("%s", why->text);
    return why->code == HRA_EINPUT || why->code == HRA_EFIT || why->code == HRA_EDENIED ? EXIT_WRONG
                                                                                        : EXIT_FAILED;
}

bool say_terminal(void) {
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool say_talks_to_terminal(void) {
    return isatty(STDERR_FILENO);
}

hra_look say_look(int seat) {
    struct winsize size;
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
    hra_look look = {.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0, .width = 80, .seat = seat};
    look.color = isatty(STDOUT_FILENO) && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
        look.width = size.ws_col;
    return look;
}

int say_height(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row >= 8 ? size.ws_row : 24;
}

/* ---- progress -------------------------------------------------------------------------------*/

/* The program's only variables: what cannot be passed to a signal handler or a progress line. */
static hra_stop interrupt;
static struct {
    double due;   /* when to report next */
    double start; /* of this work, 0: none */
    bool drawn;
    char what[64];
} line;

static void draw_progress(void *self, const char *what, double done) {
    double now = hra_clock();
    if (line.start <= 0 || strcmp(line.what, what) != 0) {
        line.start = now;
        hra_snprintf(line.what, sizeof line.what, "%s", what);
    }
    double spent = now - line.start;
    if (spent < 0.5 && !line.drawn)
        return; /* short work needs no line */
    line.drawn = true;
    draw("\r\033[K%s", _(what));
    if (done >= 0)
        draw(" %5.1f %%", 100 * done);
    if (done > 0.01 && done < 1)
        draw(_(", %.0f s left"), spent * (1 - done) / done);
    fflush(stderr);
}

const hra_progress *say_progress(void) {
    static const hra_progress shown = {.report = draw_progress, .stop = &interrupt, .due = &line.due};
    static const hra_progress silent = {.stop = &interrupt};
    return say_talks_to_terminal() ? &shown : &silent;
}

void say_progress_done(void) {
    if (line.drawn)
        fputs("\r\033[K", stderr);
    line.drawn = false;
    line.start = 0;
}

/* ---- Ctrl-C ---------------------------------------------------------------------------------*/

static void on_interrupt(int number) {
    hra_stop_set(&interrupt);
}

hra_stop *say_catch_interrupt(void) {
    struct sigaction action = {.sa_handler = on_interrupt}; /* no SA_RESTART: a prompt has to wake up */
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupt;
}

bool say_interrupted(void) {
    return hra_stop_is_set(&interrupt);
}

int say_end(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    say_error(_("the output could not be written: %s"), strerror(errno));
    return EXIT_FAILED;
}
