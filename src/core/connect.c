/* A dialogue with a program that was started elsewhere and listens. */
#include "connect.h"

#ifdef HRA_NO_THREADS

hra_err hra_connect_open(hra_channel **out, const char *at, const char *log, hra_error *why) {
    return hra_fail(why, HRA_EFIT, -1,
                    "no program can be run here: this library was compiled without threads");
}

#else

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "file.h"
#include "sentences.h"

#define GLANCE 0.05 /* seconds between two looks at a stop */
#define AGAIN 1.0   /* seconds in which somebody has to listen */

typedef struct connection {
    hra_channel channel; /* the first member, so that its functions find the rest */
    int file;
    FILE *log;         /* NULL: none */
    size_t begin, end; /* what has been read and not handed out */
    char buffer[HRA_CHANNEL_LINE];
} connection;

static hra_err tell_end(hra_error *why) {
    return hra_fail(why, HRA_EENDED, -1, "closed the connection");
}

/* HRA_EHUNG, HRA_ESTOPPED. */
static hra_err wait_ready(const connection *c, short what, double deadline, const hra_stop *stop,
                          hra_error *why) {
    for (;;) {
        struct pollfd look = {.fd = c->file, .events = what};
        double left = deadline - hra_clock();
        if (hra_stop_is_set(stop))
            return hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
        if (!(left > 0))
            return hra_fail(why, HRA_EHUNG, -1, "%s", hra_err_text(HRA_EHUNG));
        if (poll(&look, 1, (int)(1000 * (left < GLANCE ? left : GLANCE)) + 1) > 0)
            return HRA_OK;
    }
}

static hra_err write_log(connection *c, char sign, const char *line, size_t length, hra_error *why) {
    char head[32];
    if (!c->log)
        return HRA_OK;
    (void)hra_snprintf(head, sizeof head, "%ld %c ", (long)getpid(), sign);
    if (fputs(head, c->log) < 0 || fwrite(line, 1, length, c->log) != length || fputc('\n', c->log) == EOF ||
        fflush(c->log) != 0)
        return hra_file_failed(_("log"), errno, N_("it cannot be written"), why);
    return HRA_OK;
}

static hra_err write_text(hra_channel *self, const char *text, size_t length, double deadline,
                          const hra_stop *stop, hra_error *why) {
    connection *c = (connection *)self;
    hra_err err = write_log(c, '>', text, length - (length > 0 && text[length - 1] == '\n'), why);
    while (!err && length > 0) {
        err = wait_ready(c, POLLOUT, deadline, stop, why);
        ssize_t n = err ? 0 : send(c->file, text, length, MSG_NOSIGNAL);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return tell_end(why);
        text += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return err;
}

static bool take_line(connection *c, hra_text *line) {
    const char *from = c->buffer + c->begin, *newline = memchr(from, '\n', c->end - c->begin);
    if (!newline)
        return false;
    size_t length = (size_t)(newline - from);
    c->begin += length + 1;
    hra_text_clear(line);
    hra_text_add_bytes(line, from, length - (length > 0 && from[length - 1] == '\r'));
    return true;
}

static hra_err fill(connection *c, double deadline, const hra_stop *stop, hra_error *why) {
    memmove(c->buffer, c->buffer + c->begin, c->end - c->begin);
    c->end -= c->begin;
    c->begin = 0;
    if (c->end == sizeof c->buffer)
        return hra_fail(why, HRA_EPROTOCOL, -1, "a line of more than %d bytes", HRA_CHANNEL_LINE - 1);
    hra_err err = wait_ready(c, POLLIN, deadline, stop, why);
    if (err)
        return err;
    ssize_t n = recv(c->file, c->buffer + c->end, sizeof c->buffer - c->end, 0);
    c->end += n > 0 ? (size_t)n : 0;
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)) ? HRA_OK : tell_end(why);
}

static hra_err read_line(hra_channel *self, hra_text *line, double deadline, const hra_stop *stop,
                         hra_error *why) {
    connection *c = (connection *)self;
    hra_err err = HRA_OK;
    while (!err && !take_line(c, line))
        err = fill(c, deadline, stop, why);
    if (err)
        return err;
    if (line->err)
        return hra_no_memory(why);
    err = write_log(c, '<', hra_text_string(line), line->length, why);
    if (!err && line->length && memchr(line->data, '\0', line->length))
        err = hra_fail(why, HRA_EPROTOCOL, -1, "a line with a zero byte in it");
    return err;
}

/* The program goes on without us. */
static void close_connection(hra_channel *self, double patience) {
    connection *c = (connection *)self;
    if (c->file >= 0)
        close(c->file);
    if (c->log)
        fclose(c->log);
    free(c);
}

static int connect_to(const struct sockaddr *address, socklen_t size) {
    int file = socket(address->sa_family, SOCK_STREAM, 0), reason = 0;
    if (file < 0)
        return -1;
    if (fcntl(file, F_SETFD, FD_CLOEXEC) != 0 || connect(file, address, size) != 0 ||
        fcntl(file, F_SETFL, O_NONBLOCK) != 0) {
        reason = errno;
        close(file);
        errno = reason;
        return -1;
    }
    return file;
}

/* A program that serves one connection after the other may not listen again yet. */
static int connect_soon(const struct sockaddr *address, socklen_t size) {
    int file;
    for (double end = hra_clock() + AGAIN; (file = connect_to(address, size)) < 0;) {
        int reason = errno;
        if (hra_clock() > end || (reason != ECONNREFUSED && reason != ENOENT)) {
            errno = reason;
            return -1;
        }
        (void)poll(NULL, 0, 10);
    }
    return file;
}

static hra_err reach(connection *c, const char *at, hra_error *why) {
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    struct sockaddr_in port = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    bool number = at[0] && !at[strspn(at, "0123456789")];
    unsigned long wanted = number ? strtoul(at, NULL, 10) : 0;
    if (number ? wanted < 1 || wanted > 65535 : !at[0] || strlen(at) >= sizeof local.sun_path)
        return hra_fail(why, HRA_EINPUT, -1, "'%.80s' is no port of 1..65535 and no path of a socket", at);
    port.sin_port = htons((uint16_t)wanted);
    memcpy(local.sun_path, at, number ? 0 : strlen(at));
    c->file = number ? connect_soon((const struct sockaddr *)&port, sizeof port)
                     : connect_soon((const struct sockaddr *)&local, sizeof local);
    return c->file >= 0 ? HRA_OK : hra_fail(why, HRA_EIO, -1, "no program listens at '%.80s'", at);
}

hra_err hra_connect_open(hra_channel **out, const char *at, const char *log, hra_error *why) {
    connection *c = calloc(1, sizeof *c);
    if (!c)
        return hra_no_memory(why);
    c->channel = (hra_channel){
        .size = sizeof c->channel, .write = write_text, .read = read_line, .close = close_connection};
    c->file = -1;
    hra_err err = reach(c, at, why);
    if (!err && log && !(c->log = fopen(log, "a")))
        err = hra_file_failed(log, errno, N_("it cannot be written"), why);
    if (err)
        close_connection(&c->channel, 0);
    else
        *out = &c->channel;
    return err;
}

#endif
