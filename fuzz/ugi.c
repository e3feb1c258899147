/* Lines of the Universal Game Interface, of that of backgammon, or of GNU Backgammon's socket, as an arena
 * might send them. A dialogue without a background job takes them and works a little after each. What it
 * sends must be whole lines of the interface, and each `go` gets at most one `bestmove`, each `board:` one
 * answer. The first byte chooses the game. */
#include <stdlib.h>
#include <string.h>

#include "hra/protocol.h"
#include "target.h"

enum { STEPS = 2 /* of work after each line */, MEMORY = 1 << 20 };

typedef struct listener {
    bool socket; /* of GNU Backgammon */
    int moves;   /* answers so far */
} listener;

/* An answer is a word, or a play: from the bar, from a point, or none. */
static bool is_answer(const char *line) {
    return strchr("0123456789\n", *line) || strncmp(line, "bar/", 4) == 0 || strcmp(line, "roll\n") == 0 ||
           strcmp(line, "double\n") == 0 || strcmp(line, "take\n") == 0 || strcmp(line, "drop\n") == 0;
}

static void hear(void *self, const char *line, size_t length) {
    static const char *const beginnings[] = {"id ",   "option ",   "ugiok\n",   "ubgiok\n", "readyok\n",
                                             "info ", "bestmove ", "response ", "error ",   "Interface: 2\n"};
    size_t i = 0, n = sizeof beginnings / sizeof *beginnings;
    fuzz_expect(length > 0 && memchr(line, '\n', length) == line + length - 1, "a line is whole", line);
    for (size_t at = 0; at + 1 < length; at++)
        fuzz_expect((unsigned char)line[at] >= ' ', "a line is plain text", line);
    while (i < n && strncmp(line, beginnings[i], strlen(beginnings[i])) != 0)
        i++;
    listener *heard = self;
    bool answer = heard->socket && is_answer(line);
    fuzz_expect(i < n || answer, "a line is one of the interface", line);
    heard->moves += answer || strncmp(line, "bestmove", 8) == 0;
}

/* Players are not named: some would build their tables for seconds. */
static void tell_all(hra_protocol *dialogue, const listener *heard, const uint8_t *data, size_t size) {
    int asked = 0;
    for (size_t at = 0; at < size && !hra_protocol_status(dialogue).over;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - data) + 1 - at;
        if (!fuzz_has(data + at, length, "player")) {
            asked += fuzz_has(data + at, length, heard->socket ? "board" : "go");
            fuzz_expect(hra_protocol_line(dialogue, (const char *)data + at, length) == 0, "a line is taken",
                        NULL);
            for (int i = 0; i < STEPS && hra_protocol_status(dialogue).due; i++)
                fuzz_expect(hra_protocol_step(dialogue) == 0, "a step is done", NULL);
            fuzz_expect(heard->moves <= asked, "a move was asked for", NULL);
        }
        at += length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    static const struct {
        const char *protocol, *game;
    } games[] = {{"ugi", "tictactoe"},
                 {"ugi", "nim:rows=2-3"},
                 {"ugi", "checkers"},
                 {"ugi", "matches"},
                 {"ugi", "tree"},
                 {"ubgi", "backgammon"},
                 {"ubgi", "backgammon:checkers=3"},
                 {"gnubg", "backgammon:cube"},
                 {"gnubg", "backgammon:match-length=3"}};
    const size_t chosen = *data % (sizeof games / sizeof *games);
    static const hra_host host = {.size = sizeof host, .caps = {.threads = 1, .memory = MEMORY}};
    listener heard = {.socket = strcmp(games[chosen].protocol, "gnubg") == 0};
    const hra_protocol_setup setup = {.size = sizeof setup,
                                      .kind = hra_protocol_find(games[chosen].protocol),
                                      .host = &host,
                                      .game = games[chosen].game,
                                      .player = "greedy",
                                      .sink = hear,
                                      .self = &heard};
    hra_protocol *dialogue;
    if (hra_protocol_open(&dialogue, &setup, NULL) != 0)
        return 0;
    tell_all(dialogue, &heard, data + 1, size - 1);
    if (!hra_protocol_status(dialogue).over)
        fuzz_expect(hra_protocol_line(dialogue, NULL, 0) == 0, "input can end", NULL);
    for (int i = 0; i < STEPS && !hra_protocol_status(dialogue).over; i++)
        fuzz_expect(hra_protocol_step(dialogue) == 0, "a step is done", NULL);
    fuzz_expect(hra_protocol_status(dialogue).over, "the end of input is the end", NULL);
    hra_protocol_close(dialogue);
    return 0;
}
