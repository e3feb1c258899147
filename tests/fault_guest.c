#include "fault_guest.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "hra/base.h"

enum { PATIENCE = 20 /* seconds for an answer, on a busy machine too */, ROOM = 1 << 16 };

static const struct timespec moment = {.tv_nsec = 1000000};

typedef struct guest {
    int port;
    char token[65];
} guest;

static bool has_ended(pid_t server) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)server, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == server;
}

/* The server ends within the patience, or is ended; false: so it was. */
static bool see_end(pid_t server) {
    for (int i = 0; i < PATIENCE * 1000 && !has_ended(server); i++)
        (void)nanosleep(&moment, NULL);
    return has_ended(server) || kill(server, SIGKILL) != 0;
}

/* False: it has ended, or says nothing. */
static bool hear_address(guest *g, pid_t server, int output) {
    static char text[ROOM]; /* what a traced fault writes comes first */
    bool ended = false;
    for (int i = 0; i < PATIENCE * 1000; i++, ended = has_ended(server)) {
        ssize_t n = pread(output, text, sizeof text - 1, 0);
        text[n > 0 ? n : 0] = '\0';
        const char *line = strstr(text, "http://127.0.0.1:"), *key = line ? strstr(line, "/#") : NULL;
        if (key && strchr(key, '\n')) {
            g->port = (int)strtol(line + strlen("http://127.0.0.1:"), NULL, 10);
            hra_snprintf(g->token, sizeof g->token, "%.64s", key + 2);
            return true;
        }
        if (ended)
            return false;
        (void)nanosleep(&moment, NULL);
    }
    return false;
}

static int call(const guest *g) {
    const struct timeval patience = {.tv_sec = PATIENCE};
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_port = htons((uint16_t)g->port)};
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int wire = socket(AF_INET, SOCK_STREAM, 0);
    if (wire >= 0 && (setsockopt(wire, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0 ||
                      connect(wire, (struct sockaddr *)&where, sizeof where) != 0)) {
        close(wire);
        wire = -1;
    }
    return wire;
}

static void send_request(const guest *g, int wire, const char *what, const char *body) {
    char head[1000];
    int n =
        hra_snprintf(head, sizeof head,
                     "%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\nConnection: close\r\n"
                     "Content-Length: %zu\r\n\r\n%s",
                     what, g->port, g->token, strlen(body), body);
    (void)!send(wire, head, (size_t)n, MSG_NOSIGNAL);
}

/* The whole answer, or what came of it. False: nothing came for so long that nothing ever will. */
static bool hear_all(int wire, char *out, size_t *length) {
    ssize_t n = 1;
    for (*length = 0; *length < ROOM - 1 && n > 0; *length += n > 0 ? (size_t)n : 0)
        n = recv(wire, out + *length, ROOM - 1 - *length, 0);
    out[*length] = '\0';
    return n >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

/* An answer is whole, or none: nobody takes a beginning for all of it, and nobody waits for ever. */
static const char *judge_answer(const char *answer, size_t length, bool ended, const char *what) {
    static char about[400];
    const char *body = strstr(answer, "\r\n\r\n"), *said = strstr(answer, "Content-Length: ");
    int status = length > 12 ? (int)strtol(answer + 9, NULL, 10) : 0;
    bool whole = body && (!said || strtoul(said + 16, NULL, 10) == length - (size_t)(body + 4 - answer));
    bool known = (status >= 200 && status < 300) || status == 404 || status == 429 || status == 503;
    if (ended && (length == 0 || (whole && known)))
        return NULL;
    hra_snprintf(about, sizeof about, "%s was answered by '%.120s'%s", what, answer,
                 ended ? "" : ", and left waiting");
    return about;
}

static const char *ask(const guest *g, const char *what, const char *body) {
    static char answer[ROOM];
    size_t length;
    int wire = call(g);
    if (wire < 0)
        return NULL;
    send_request(g, wire, what, body);
    bool ended = hear_all(wire, answer, &length);
    close(wire);
    return judge_answer(answer, length, ended, what);
}

#define TABLE "/api/tables/0123456789abcdef"

const char *fault_guest(pid_t server, int output) {
    static const char *const asked[][2] = {
        {"GET /api/tables", ""},
        {"POST " TABLE "/lookers?stream=one", ""},
        {"POST " TABLE "/lines?looker=1", "new tictactoe human human seed=3"},
        {"POST " TABLE "/lines?looker=1", "move b2"},
        {"POST " TABLE "/lines?looker=1", "analyse minimax:depth=2"},
        {"POST " TABLE "/records?looker=1", "put files/a \"some text\""},
        {"GET /api/tables", ""},
        {"POST " TABLE "/lookers/1/first", ""},
        {"GET /api/nothing", ""},
        {"DELETE " TABLE "/lookers/1", ""},
    };
    guest g;
    const char *wrong = NULL;
    if (!hear_address(&g, server, output))
        return see_end(server) ? NULL : "it neither serves nor ends";
    int stream = call(&g);
    if (stream >= 0) /* nobody reads it: what comes of the lines is written all the same */
        send_request(&g, stream, "GET /api/events?stream=one", "");
    for (size_t i = 0; i < sizeof asked / sizeof *asked && !wrong; i++) {
        char what[200];
        hra_snprintf(what, sizeof what, "%s", asked[i][0]);
        wrong = ask(&g, what, asked[i][1]);
    }
    kill(server, SIGTERM);
    if (stream >= 0)
        close(stream);
    return see_end(server) ? wrong : "it does not end";
}
