/* Lines of the Hub protocol, as a program might send them. A dialogue without a background job takes them and
 * works a little after each. What it sends must be whole lines of the protocol, and each `go` gets at most
 * one `done`. */
#include <stdlib.h>
#include <string.h>

#include "hra/protocol.h"
#include "target.h"

enum { STEPS = 2 /* of work after each line */, MEMORY = 1 << 20 };

typedef struct listener {
    int ready, done; /* how often each was sent */
} listener;

static void hear(void *self, const char *line, size_t length) {
    static const char *const beginnings[] = {"id ",    "param ", "wait\n",     "ready\n",
                                             "pong\n", "info ",  "done move=", "error message=\""};
    size_t i = 0, n = sizeof beginnings / sizeof *beginnings;
    fuzz_expect(length > 0 && memchr(line, '\n', length) == line + length - 1, "a line is whole", line);
    for (size_t at = 0; at + 1 < length; at++)
        fuzz_expect((unsigned char)line[at] >= ' ', "a line is plain text", line);
    while (i < n && strncmp(line, beginnings[i], strlen(beginnings[i])) != 0)
        i++;
    fuzz_expect(i < n, "a line is one of the protocol", line);
    fuzz_expect(strncmp(line, "error", 5) != 0 || strchr(strchr(line, '"') + 1, '"') == line + length - 2,
                "an error is quoted once", line);
    ((listener *)self)->ready += strncmp(line, "ready", 5) == 0;
    ((listener *)self)->done += strncmp(line, "done", 4) == 0;
}

static void tell(hra_protocol *dialogue, const void *line, size_t length) {
    fuzz_expect(hra_protocol_line(dialogue, line, length) == 0, "a line is taken", NULL);
    for (int i = 0; i < STEPS && hra_protocol_status(dialogue).due; i++)
        fuzz_expect(hra_protocol_step(dialogue) == 0, "a step is done", NULL);
}

static void tell_text(hra_protocol *dialogue, const char *line) {
    tell(dialogue, line, strlen(line));
}

static void tell_all(hra_protocol *dialogue, listener *heard, const uint8_t *data, size_t size) {
    int asked = 0;
    for (size_t at = 0; at < size && !hra_protocol_status(dialogue).over;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - data) + 1 - at;
        if (!fuzz_has(data + at, length, "tables")) { /* which take seconds to build */
            asked += fuzz_has(data + at, length, "go");
            tell(dialogue, data + at, length);
            fuzz_expect(heard->done <= asked, "a move was asked for", NULL);
        }
        at += length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const hra_host host = {.size = sizeof host, .caps = {.threads = 1, .memory = MEMORY}};
    listener heard = {0};
    const hra_protocol_setup setup = {
        .size = sizeof setup, .kind = hra_protocol_find("hub"), .host = &host, .sink = hear, .self = &heard};
    hra_protocol *dialogue;
    if (hra_protocol_open(&dialogue, &setup, NULL) != 0)
        return 0;
    tell_text(dialogue, "set-param name=tables value=0");
    tell_text(dialogue, "set-param name=tt-size value=1");
    tell_text(dialogue, "init");
    fuzz_expect(heard.ready == 1, "the player opens", NULL);
    tell_all(dialogue, &heard, data, size);
    if (!hra_protocol_status(dialogue).over)
        fuzz_expect(hra_protocol_line(dialogue, NULL, 0) == 0, "input can end", NULL);
    fuzz_expect(hra_protocol_status(dialogue).over, "the end of input is the end", NULL);
    hra_protocol_close(dialogue);
    return 0;
}
