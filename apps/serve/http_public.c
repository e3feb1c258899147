/* A server behind a proxy that speaks TLS: its public name, and who asks through the proxy. */
#include "http_inside.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

/* ---- addresses ------------------------------------------------------------------------------*/

/* The same address is always written alike; an IPv4 address in IPv6 is an IPv4 address. */
void http_write_address(const struct sockaddr *from, char out[REQUEST_ADDRESS]) {
    static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    out[0] = '\0';
    if (from->sa_family == AF_INET) {
        memcpy(&four, from, sizeof four);
        (void)inet_ntop(AF_INET, &four.sin_addr, out, REQUEST_ADDRESS);
    } else if (from->sa_family == AF_INET6) {
        memcpy(&six, from, sizeof six);
        bool is_four = memcmp(&six.sin6_addr, mapped, sizeof mapped) == 0;
        (void)inet_ntop(is_four ? AF_INET : AF_INET6,
                        (const unsigned char *)&six.sin6_addr + (is_four ? sizeof mapped : 0), out,
                        REQUEST_ADDRESS);
    }
}

/* text[0..length-1] as an address; false: it is none. */
static bool read_address(const char *text, size_t length, char out[REQUEST_ADDRESS]) {
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    char word[REQUEST_ADDRESS];
    if (length == 0 || length >= sizeof word)
        return false;
    memcpy(word, text, length);
    word[length] = '\0';
    if (inet_pton(AF_INET, word, &four.sin_addr) == 1)
        http_write_address((const struct sockaddr *)&four, out);
    else if (inet_pton(AF_INET6, word, &six.sin6_addr) == 1)
        http_write_address((const struct sockaddr *)&six, out);
    else
        return false;
    return true;
}

/* ---- options --------------------------------------------------------------------------------*/

/* Letters, digits, '-', '.', and a port; or an IPv6 address in brackets. */
static bool is_host(const char *text, size_t length) {
    size_t n = 0;
    if (length == 0 || length >= sizeof((http_public *)NULL)->host)
        return false;
    if (text[0] == '[') {
        while (n < length && text[n] != ']')
            n++;
        n++;
    } else {
        while (n < length && (isalnum((unsigned char)text[n]) || text[n] == '-' || text[n] == '.'))
            n++;
    }
    if (n < length && text[n] == ':')
        for (n++; n < length && isdigit((unsigned char)text[n]);)
            n++;
    return n == length;
}

static bool is_prefix(const char *text) {
    for (const char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("/-_.~", *c))
            return false;
    return !strstr(text, "//") && !strstr(text, "/.");
}

hra_err http_read_public(http_public *out, const char *url, const char *proxy, hra_error *why) {
    static const char secure[] = "https://", plain[] = "http://";
    *out = (http_public){0};
    if (!url && !proxy)
        return HRA_OK;
    if (!url || !proxy)
        return hra_fail(why, HRA_EINPUT, -1, "--public-url and --trusted-proxy need each other");
    const char *scheme = strncmp(url, secure, sizeof secure - 1) == 0 ? secure
                         : strncmp(url, plain, sizeof plain - 1) == 0 ? plain
                                                                      : NULL;
    const char *host = scheme ? url + strlen(scheme) : "";
    size_t length = strcspn(host, "/"), end = strlen(host);
    while (end > length && host[end - 1] == '/')
        end--;
    if (!scheme || !is_host(host, length) || end - length >= sizeof out->prefix)
        return hra_fail(why, HRA_EINPUT, -1,
                        "wrong address '%.80s'; expected one such as https://club.example/hra", url);
    for (size_t i = 0; i < length; i++)
        out->host[i] = (char)tolower((unsigned char)host[i]);
    memcpy(out->prefix, host + length, end - length);
    hra_snprintf(out->origin, sizeof out->origin, "%s%s", scheme, out->host);
    if (!is_prefix(out->prefix))
        return hra_fail(why, HRA_EINPUT, -1,
                        "wrong address '%.80s'; expected one such as https://club.example/hra", url);
    if (!read_address(proxy, strlen(proxy), out->proxy))
        return hra_fail(why, HRA_EINPUT, -1,
                        "wrong address '%.60s'; --trusted-proxy takes one numeric address, such as 127.0.0.1",
                        proxy);
    return HRA_OK;
}

void http_set_public(http *h, const http_public *public) {
    h->public = *public;
}

/* ---- requests -------------------------------------------------------------------------------*/

static bool is_proxy(const http_call *c) {
    const http_public *public = &c->server->public;
    return public->proxy[0] && strcmp(c->peer, public->proxy) == 0;
}

bool http_is_public(const http_call *c, const char *host) {
    const http_public *public = &c->server->public;
    return public->host[0] && is_proxy(c) && strcasecmp(host, public->host) == 0;
}

/* Only the last address is the proxy's own word: what is before it a client may have made up. */
void http_take_public(http_call *c) {
    request *r = &c->request;
    const char *prefix = c->server->public.prefix, *last = r->forwarded ? strrchr(r->forwarded, ',') : NULL;
    size_t n = strlen(prefix);
    hra_snprintf(c->address, sizeof c->address, "%s", c->peer);
    r->address = c->address;
    if (!http_is_public(c, r->host))
        return;
    last = last ? last + 1 : r->forwarded;
    if (last) {
        last += strspn(last, " \t");
        (void)read_address(last, strcspn(last, " \t"), c->address);
    }
    if (n && r->path && strncmp(r->path, prefix, n) == 0 && r->path[n] == '/')
        r->path += n;
}
