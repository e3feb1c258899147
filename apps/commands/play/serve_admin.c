/* What an operator asks of a server that runs. */
#include "serve_admin.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { PATIENCE = 10 /* seconds for an answer */ };

/* A connection; -1: none, errno says why. */
static int open_wire(const serve_admin *a) {
    const struct timeval patience = {.tv_sec = PATIENCE};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)a->port)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)a->port)};
    bool is_four = inet_pton(AF_INET, a->address, &four.sin_addr) == 1;
    if (!is_four && inet_pton(AF_INET6, a->address, &six.sin6_addr) != 1) {
        errno = EINVAL;
        return -1;
    }
    int fd = socket(is_four ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    int failed = is_four ? connect(fd, (const struct sockaddr *)&four, sizeof four)
                         : connect(fd, (const struct sockaddr *)&six, sizeof six);
    if (failed) {
        int reason = errno;
        close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}

/* Sends a request and reads its answer to the end; false: errno says why. */
static bool exchange(const serve_admin *a, const char *method, const char *path, hra_text *answer) {
    char bytes[4096];
    hra_text request;
    int fd = open_wire(a);
    if (fd < 0)
        return false;
    bool six = strchr(a->address, ':') != NULL;
    hra_text_init(&request);
    hra_text_addf(
        &request,
        "%s %s HTTP/1.1\r\nHost: %s%s%s:%d\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n", method,
        path, six ? "[" : "", a->address, six ? "]" : "", a->port, a->token);
    bool good = !request.err;
    for (size_t sent = 0; good && sent < request.length;) {
        ssize_t n = send(fd, request.data + sent, request.length - sent, 0);
        good = n > 0;
        sent += good ? (size_t)n : 0;
    }
    ssize_t n = 0;
    while (good && (n = recv(fd, bytes, sizeof bytes, 0)) > 0)
        hra_text_add_bytes(answer, bytes, (size_t)n);
    good = good && n == 0 && !answer->err;
    int reason = errno;
    close(fd);
    hra_text_release(&request);
    errno = reason;
    return good;
}

/* The body of an answer with this status, NULL after a message. */
static const char *ask(const serve_admin *a, const char *method, const char *path, long status,
                       hra_text *answer) {
    static const char version[] = "HTTP/1.1 ";
    if (!exchange(a, method, path, answer)) {
        print_error(_("no server at %s, port %d: %s"), a->address, a->port, hra_system_text(errno));
        return NULL;
    }
    const char *text = hra_text_string(answer), *body = strstr(text, "\r\n\r\n");
    long found =
        strncmp(text, version, sizeof version - 1) == 0 ? strtol(text + sizeof version - 1, NULL, 10) : 0;
    if (!body || found != status) {
        print_error(found == 401   ? _("the server at %s, port %d, has another key; name its --data")
                    : found == 404 ? _("the server at %s, port %d, has no such table")
                                   : _("the server at %s, port %d, did not answer as hra serve does"),
                    a->address, a->port);
        return NULL;
    }
    return body + 4;
}

int serve_admin_list(const serve_admin *a) {
    hra_text answer;
    hra_text_init(&answer);
    const char *body = ask(a, "GET", "/api/tables?as=text", 200, &answer);
    if (body)
        print("%s", body);
    hra_text_release(&answer);
    return body ? print_end(EXIT_DONE) : EXIT_FAILED;
}

int serve_admin_end(const serve_admin *a, const char *id) {
    char path[64];
    hra_text answer;
    if (strlen(id) != 16 || strspn(id, "0123456789abcdef") != 16) {
        print_error(_("wrong table '%.40s'; 'hra serve --list' prints their names"), id);
        return EXIT_WRONG;
    }
    hra_snprintf(path, sizeof path, "/api/tables/%s", id);
    hra_text_init(&answer);
    bool done = ask(a, "DELETE", path, 204, &answer) != NULL;
    hra_text_release(&answer);
    return done ? EXIT_DONE : EXIT_FAILED;
}
