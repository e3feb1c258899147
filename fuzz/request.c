/* Heads of requests to hra serve. What is read lies in the head, as the standard writes it: a name of the
 * server, an address of printable ASCII, values of the query in the letters that they may have. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../apps/serve/request.h"
#include "target.h"

static void expect_inside(const char *text, const char *head, size_t length) {
    fuzz_expect(
        !text || (text >= head && text < head + length && memchr(text, '\0', (size_t)(head + length - text))),
        "what is read is a text of the head", NULL);
}

static void check(const request *r, const char *head, size_t length) {
    static const char *const keys[] = {"stream", "look", "looker", "x"};
    char value[REQUEST_WORD];
    expect_inside(r->host, head, length);
    expect_inside(r->path, head, length);
    expect_inside(r->origin, head, length);
    expect_inside(r->authorization, head, length);
    fuzz_expect(r->host && r->path[0] == '/', "a request has a host and a path", r->path);
    for (const char *c = r->path; *c; c++)
        fuzz_expect(*c > ' ' && *c < 0x7f, "a path is printable ASCII", r->path);
    fuzz_expect(r->length == 0 || r->method == REQUEST_POST, "only POST takes a body", NULL);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (request_value(r, keys[i], value))
            for (const char *c = value; *c; c++)
                fuzz_expect(isalnum((unsigned char)*c) || strchr("-_.", *c), "a value is of letters", value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    request r;
    const char *why = NULL;
    char *head = malloc(size + 1);
    if (!head)
        return 0;
    memcpy(head, data, size);
    int status = request_read(head, size, &r, &why);
    if (status)
        fuzz_expect(status >= 400 && status < 600 && why && *why, "a refusal has a status and a sentence",
                    why);
    else
        check(&r, head, size);
    free(head);
    return 0;
}
