/* Reading the head of a request. */
#include "request.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static int refuse(int status, const char *text, const char **why) {
    *why = text;
    return status;
}

/* Cuts the line that begins at *at off at its CR LF and returns it; NULL: there is none, or it holds a
 * control character. */
static char *take_line(char **at, const char *end) {
    char *line = *at, *c = line;
    while (c < end && *c != '\r' && ((unsigned char)*c >= ' ' || *c == '\t') && *c != 0x7f)
        c++;
    if (c + 1 >= end || c[0] != '\r' || c[1] != '\n')
        return NULL;
    *c = '\0';
    *at = c + 2;
    return line;
}

static bool is_token(const char *text) {
    static const char marks[] = "!#$%&'*+-.^_`|~";
    if (!*text)
        return false;
    while (*text && (isalnum((unsigned char)*text) || strchr(marks, *text)))
        text++;
    return !*text;
}

/* ---- the first line -------------------------------------------------------------------------*/

static int read_method(const char *word, request *out, const char **why) {
    static const char *const words[] = {"GET", "HEAD", "POST", "DELETE"};
    for (int i = 0; i < (int)(sizeof words / sizeof *words); i++)
        if (strcmp(word, words[i]) == 0) {
            out->method = (request_method)i;
            return 0;
        }
    return refuse(is_token(word) ? 405 : 400, _("unsupported method; use GET, HEAD, POST or DELETE"), why);
}

static int read_target(char *target, request *out, const char **why) {
    for (const char *c = target; *c; c++)
        if (*c <= ' ' || *c >= 0x7f || *c == '#')
            return refuse(400, _("wrong address: use printable ASCII without a fragment"), why);
    if (*target != '/')
        return refuse(400, _("wrong address: it must begin with '/'"), why);
    char *query = strchr(target, '?');
    out->path = target;
    out->query = query ? query + 1 : "";
    if (query)
        *query = '\0';
    return 0;
}

static int read_first(char *line, request *out, const char **why) {
    char *target = strchr(line, ' '), *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version || strncmp(version, " HTTP/", 6) != 0)
        return refuse(400, _("wrong request line; expected METHOD ADDRESS HTTP/1.1"), why);
    *target++ = '\0';
    *version++ = '\0';
    if (strcmp(version, "HTTP/1.1") != 0)
        return refuse(505, _("unsupported protocol; use HTTP/1.1"), why);
    int status = read_method(line, out, why);
    return status ? status : read_target(target, out, why);
}

/* ---- the other lines ------------------------------------------------------------------------*/

static bool read_length(const char *text, uint64_t *out) {
    *out = 0;
    if (!*text || strlen(text) > 15)
        return false;
    for (; isdigit((unsigned char)*text); text++)
        *out = *out * 10 + (uint64_t)(*text - '0');
    return !*text;
}

/* Cuts the line into name and value. */
static bool split(char *line, char **value) {
    char *colon = strchr(line, ':');
    if (!colon)
        return false;
    *colon++ = '\0';
    colon += strspn(colon, " \t");
    size_t n = strlen(colon);
    while (n && (colon[n - 1] == ' ' || colon[n - 1] == '\t'))
        colon[--n] = '\0';
    *value = colon;
    return is_token(line);
}

static int read_header(char *line, request *out, const char **length, const char **why) {
    char *value;
    const char *connection = NULL;
    struct {
        const char *name, **slot;
    } const single[] = {
        {"host", &out->host},       {"origin", &out->origin},       {"authorization", &out->authorization},
        {"content-length", length}, {"if-none-match", &out->known},
    };
    if (!split(line, &value))
        return refuse(400, _("wrong header line; expected NAME: VALUE"), why);
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        if (strcasecmp(line, single[i].name) != 0)
            continue;
        if (*single[i].slot)
            return refuse(400, _("repeated header"), why);
        *single[i].slot = value;
    }
    if (strcasecmp(line, "transfer-encoding") == 0)
        return refuse(501, _("unsupported transfer encoding; send the whole body with Content-Length"), why);
    if (strcasecmp(line, "expect") == 0) {
        if (strcasecmp(value, "100-continue") != 0)
            return refuse(417, _("unsupported Expect; only 100-continue is allowed"), why);
        out->expects = true;
    }
    if (strcasecmp(line, "x-forwarded-for") == 0)
        out->forwarded = value;
    if (strcasecmp(line, "accept-encoding") == 0)
        out->encodings = value;
    if (strcasecmp(line, "connection") == 0)
        connection = value;
    out->closes = out->closes || (connection && strcasecmp(connection, "close") == 0);
    return 0;
}

/* All lines are read even where one is wrong, so that whom it was meant for is known first of all. */
int request_read(char *head, size_t length, request *out, const char **why) {
    char *at = head, *end = head + length, *line = take_line(&at, end);
    const char *body = NULL, *other = NULL;
    *out = (request){0};
    if (!line)
        return refuse(400, _("wrong line end; expected CR LF"), why);
    int status = read_first(line, out, why);
    for (int count = 0; count <= REQUEST_LINES && (line = take_line(&at, end)) != NULL && *line; count++) {
        int bad = count < REQUEST_LINES ? read_header(line, out, &body, &other)
                                        : refuse(431, _("too many header lines"), &other);
        *why = status ? *why : other;
        status = status ? status : bad;
    }
    if (status)
        return status;
    if (!line || at != end)
        return refuse(400, _("wrong line end; expected CR LF"), why);
    if (!out->host)
        return refuse(400, _("missing Host header"), why);
    if (body && !read_length(body, &out->length))
        return refuse(400, _("wrong Content-Length: expected a number"), why);
    if (out->length && out->method != REQUEST_POST)
        return refuse(400, _("only POST takes a body"), why);
    return body || out->method != REQUEST_POST ? 0 : refuse(411, _("missing Content-Length"), why);
}

bool request_value(const request *r, const char *key, char out[REQUEST_WORD]) {
    size_t n = strlen(key);
    for (const char *at = r->query; *at; at += strcspn(at, "&"), at += *at == '&') {
        if (strncmp(at, key, n) != 0 || at[n] != '=')
            continue;
        size_t length = strcspn(at += n + 1, "&");
        if (length == 0 || length >= REQUEST_WORD)
            return false;
        for (size_t i = 0; i < length; i++)
            if (!isalnum((unsigned char)at[i]) && !strchr("-_.", at[i]))
                return false;
        memcpy(out, at, length);
        out[length] = '\0';
        return true;
    }
    return false;
}
