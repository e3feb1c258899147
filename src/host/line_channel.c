/* Lines to another program and from it. */
#include "line_channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "core/file.h"
#include "core/messages.h"

#define GLANCE 0.05 /* seconds between two looks at a stop */

enum { ERROR_READS = 32 /* at a time: more than a pipe has room for, so that a flood holds nothing up */ };

/* ---- files ----------------------------------------------------------------------------------*/

int hra_file_above(int file) {
    int moved = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (file >= 0)
        close(file);
    return moved;
}

void hra_file_end(int *file) {
    if (*file >= 0)
        close(*file);
    *file = -1;
}

void hra_lines_init(hra_lines *l) {
    l->from = l->to = l->log = l->errors = -1;
    l->said = 0;
    l->begin = l->end = 0;
    hra_text_init(&l->note);
}

void hra_lines_release(hra_lines *l) {
    if (l->to == l->from)
        l->to = -1;
    hra_file_end(&l->from);
    hra_file_end(&l->to);
    hra_file_end(&l->log);
    hra_file_end(&l->errors);
    hra_text_release(&l->note);
}

hra_err hra_lines_open_log(hra_lines *l, const char *log, hra_error *why) {
    if (log)
        l->log = hra_file_above(open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666));
    return !log || l->log >= 0 ? HRA_OK : hra_file_failed(log, errno, N_("it cannot be written"), why);
}

static hra_err write_log(hra_lines *l, char sign, const char *line, size_t length, hra_error *why) {
    if (l->log < 0)
        return HRA_OK;
    hra_text_clear(&l->note);
    hra_text_addf(&l->note, "%ld %c ", l->number, sign);
    for (size_t steering; length > 0; line += steering, length -= steering) { /* a person reads it */
        size_t n = hra_text_harmless(line, length, &steering);
        hra_text_add_bytes(&l->note, line, n);
        hra_text_add(&l->note, steering ? "?" : "");
        line += n;
        length -= n;
    }
    hra_text_add_char(&l->note, '\n');
    if (l->note.err)
        return hra_no_memory(why);
    ssize_t n;
    do
        n = write(l->log, l->note.data, l->note.length);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)l->note.length)
        return HRA_OK;
    return hra_file_failed(_("log"), n < 0 ? errno : ENOSPC, N_("it cannot be written"), why);
}

/* ---- standard error -------------------------------------------------------------------------*/

static void keep_tail(hra_lines *l, const char *bytes, size_t length) {
    size_t room = sizeof l->tail, old = l->said < room ? l->said : room;
    size_t added = length < room ? length : room, stays = old + added > room ? room - added : old;
    memmove(l->tail, l->tail + old - stays, stays);
    memcpy(l->tail + stays, bytes + length - added, added);
    l->said = stays + added;
}

bool hra_lines_read_errors(hra_lines *l) {
    char bytes[4096];
    for (int i = 0; i < ERROR_READS && l->errors >= 0; i++) {
        ssize_t n = read(l->errors, bytes, sizeof bytes);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return true;
        if (n <= 0) {
            hra_file_end(&l->errors);
            return false;
        }
        keep_tail(l, bytes, (size_t)n);
        if (l->log >= 0)
            (void)!write(l->log, bytes, (size_t)n); /* a full disk shows with the next line */
    }
    return l->errors >= 0;
}

void hra_lines_take_errors(hra_lines *l, hra_text *out) {
    (void)hra_lines_read_errors(l);
    for (size_t i = 0; i < l->said; i++)
        hra_text_add_char(out, l->tail[i] ? l->tail[i] : '?');
    l->said = 0;
}

/* ---- waiting --------------------------------------------------------------------------------*/

/* Until the file is ready, or the program has ended. HRA_EHUNG, HRA_ESTOPPED. */
static hra_err wait_ready(hra_lines *l, int file, short what, double deadline, const hra_stop *stop,
                          hra_error *why) {
    for (;;) {
        struct pollfd look[2] = {{.fd = file, .events = what}, {.fd = l->errors, .events = POLLIN}};
        if (hra_stop_is_set(stop))
            return hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
        double left = deadline - hra_clock();
        if (!(left > 0))
            return hra_fail(why, HRA_EHUNG, -1, "%s", hra_err_text(HRA_EHUNG));
        bool ended =
            l->has_ended && l->has_ended(l->owner); /* before the look, which finds all that was said */
        (void)poll(look, 2, ended ? 0 : (int)(1000 * (left < GLANCE ? left : GLANCE)) + 1);
        if (look[1].revents)
            (void)hra_lines_read_errors(l);
        if (look[0].revents)
            return HRA_OK;
        if (ended)
            return l->tell_end(l->owner, why);
    }
}

/* ---- lines ----------------------------------------------------------------------------------*/

/* Writing to a closed channel sends SIGPIPE, which by default ends the process. */
static ssize_t write_unharmed(int file, const char *text, size_t length) {
    sigset_t broken, before, pending;
    int number;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigemptyset(&pending);
    (void)sigpending(&pending);
    bool waits = sigismember(&pending, SIGPIPE);
    (void)pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t n = write(file, text, length);
    int reason = errno;
    if (n < 0 && reason == EPIPE && !waits && sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE))
        (void)sigwait(&broken, &number);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return n;
}

hra_err hra_lines_write(hra_lines *l, const char *text, size_t length, double deadline, const hra_stop *stop,
                        hra_error *why) {
    hra_err err = write_log(l, '>', text, length - (length > 0 && text[length - 1] == '\n'), why);
    while (!err && length > 0) {
        err = wait_ready(l, l->to, POLLOUT, deadline, stop, why);
        ssize_t n = err ? 0 : write_unharmed(l->to, text, length);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return l->tell_end(l->owner, why);
        text += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return err;
}

/* Whether a whole line, or the last one without an end, is there. */
static bool take_line(hra_lines *l, bool last, hra_text *line) {
    const char *from = l->buffer + l->begin, *newline = memchr(from, '\n', l->end - l->begin);
    size_t length = newline ? (size_t)(newline - from) : l->end - l->begin;
    if (!newline && !(last && length))
        return false;
    l->begin += length + (newline != NULL);
    hra_text_clear(line);
    hra_text_add_bytes(line, from, length - (length > 0 && from[length - 1] == '\r'));
    return true;
}

/* Reads what there is; *last: nothing more comes. */
static hra_err fill(hra_lines *l, double deadline, const hra_stop *stop, bool *last, hra_error *why) {
    memmove(l->buffer, l->buffer + l->begin, l->end - l->begin);
    l->end -= l->begin;
    l->begin = 0;
    if (l->end == sizeof l->buffer)
        return hra_fail(why, HRA_EPROTOCOL, -1, "a line of more than %d bytes", HRA_CHANNEL_LINE - 1);
    hra_err err = wait_ready(l, l->from, POLLIN, deadline, stop, why);
    if (err)
        return err;
    ssize_t n = read(l->from, l->buffer + l->end, sizeof l->buffer - l->end);
    l->end += n > 0 ? (size_t)n : 0;
    *last = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
    return HRA_OK;
}

hra_err hra_lines_read(hra_lines *l, hra_text *line, double deadline, const hra_stop *stop, hra_error *why) {
    bool last = false;
    while (!take_line(l, last, line)) {
        hra_err err = last ? l->tell_end(l->owner, why) : fill(l, deadline, stop, &last, why);
        if (err)
            return err;
    }
    if (line->err)
        return hra_no_memory(why);
    hra_err err = write_log(l, '<', hra_text_string(line), line->length, why);
    if (!err && line->length && memchr(line->data, '\0', line->length))
        err = hra_fail(why, HRA_EPROTOCOL, -1, "a line with a zero byte in it");
    return err;
}
