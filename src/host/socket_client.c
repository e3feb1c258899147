/* A dialogue with a program that was started elsewhere and listens. */
#include "socket_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "line_channel.h"

#define AGAIN 1.0 /* seconds in which somebody has to listen */

typedef struct connection {
    hra_channel channel; /* the first member, so that its functions find the rest */
    hra_lines lines;
} connection;

static hra_err tell_end(void *self, hra_error *why) {
    return hra_fail(why, HRA_EENDED, -1, "closed the connection");
}

static hra_err write_text(hra_channel *self, const char *text, size_t length, double deadline,
                          const hra_stop *stop, hra_error *why) {
    return hra_lines_write(&((connection *)self)->lines, text, length, deadline, stop, why);
}

static hra_err read_line(hra_channel *self, hra_text *line, double deadline, const hra_stop *stop,
                         hra_error *why) {
    return hra_lines_read(&((connection *)self)->lines, line, deadline, stop, why);
}

/* The program goes on without us. */
static void close_connection(hra_channel *self, double patience) {
    connection *c = (connection *)self;
    hra_lines_release(&c->lines);
    free(c);
}

static int connect_to(const struct sockaddr *address, socklen_t size) {
    int file = hra_file_above(socket(address->sa_family, SOCK_STREAM, 0)), reason = 0;
    if (file < 0)
        return -1;
    if (connect(file, address, size) != 0 || fcntl(file, F_SETFL, O_NONBLOCK) != 0) {
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
        return hra_fail(why, HRA_EINPUT, -1, "'%.80s' is neither a port (1..65535) nor the path of a socket",
                        at);
    port.sin_port = htons((uint16_t)wanted);
    memcpy(local.sun_path, at, number ? 0 : strlen(at));
    c->lines.from = c->lines.to = number ? connect_soon((const struct sockaddr *)&port, sizeof port)
                                         : connect_soon((const struct sockaddr *)&local, sizeof local);
    return c->lines.to >= 0 ? HRA_OK : hra_fail(why, HRA_EIO, -1, "no program listens at '%.80s'", at);
}

hra_err hra_connect_open(hra_channel **out, const char *at, const char *log, hra_error *why) {
    connection *c = calloc(1, sizeof *c);
    if (!c)
        return hra_no_memory(why);
    c->channel = (hra_channel){
        .size = sizeof c->channel, .write = write_text, .read = read_line, .close = close_connection};
    hra_lines_init(&c->lines);
    c->lines.tell_end = tell_end;
    c->lines.number = (long)getpid(); /* the other end's is not known */
    hra_err err = reach(c, at, why);
    if (!err)
        err = hra_lines_open_log(&c->lines, log, why);
    if (err)
        close_connection(&c->channel, 0);
    else
        *out = &c->channel;
    return err;
}
