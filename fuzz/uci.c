/* Lines of the Universal Chess Interface, at either end; the first byte chooses the end and the game. Lines of a window
 * go to a dialogue without a background job, which works a little after each: it sends whole lines of the interface, and
 * each `go` gets at most one `bestmove`. Lines of a program are what an external player hears: it chooses a legal move
 * with values in their range, or fails in words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hra/player.h"
#include "hra/protocol.h"
#include "target.h"

enum { STEPS = 2 /* of work after each line */, QUESTIONS = 3, MEMORY = 1 << 20 };

static const char *const games[] = {"chess", "chess:variant=960", "chess:variant=losalamos"};

enum { GAMES = sizeof games / sizeof *games };

/* ---- hra is the engine ------------------------------------------------------------------------*/

static void hear(void *self, const char *line, size_t length) {
    static const char *const beginnings[] = {"id ", "option ", "uciok\n", "readyok\n", "info ", "bestmove "};
    size_t i = 0, n = sizeof beginnings / sizeof *beginnings;
    fuzz_expect(length > 0 && memchr(line, '\n', length) == line + length - 1, "a line is whole", line);
    for (size_t at = 0; at + 1 < length; at++)
        fuzz_expect((unsigned char)line[at] >= ' ', "a line is plain text", line);
    while (i < n && strncmp(line, beginnings[i], strlen(beginnings[i])) != 0)
        i++;
    fuzz_expect(i < n, "a line is one of the interface", line);
    *(int *)self += strncmp(line, "bestmove", 8) == 0;
}

/* Players are not named: some would build their tables for seconds. */
static void tell_all(hra_protocol *dialogue, const int *moves, const uint8_t *data, size_t size) {
    int asked = 0;
    for (size_t at = 0; at < size && !hra_protocol_status(dialogue).over;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - data) + 1 - at;
        if (!fuzz_has(data + at, length, "player")) {
            asked += fuzz_has(data + at, length, "go");
            fuzz_expect(hra_protocol_line(dialogue, (const char *)data + at, length) == 0, "a line is taken",
                        NULL);
            for (int i = 0; i < STEPS && hra_protocol_status(dialogue).due; i++)
                fuzz_expect(hra_protocol_step(dialogue) == 0, "a step is done", NULL);
            fuzz_expect(*moves <= asked, "a move was asked for", NULL);
        }
        at += length;
    }
}

static void be_engine(const char *game, const uint8_t *data, size_t size) {
    static const hra_host host = {.size = sizeof host, .caps = {.threads = 1, .memory = MEMORY}};
    int moves = 0;
    const hra_protocol_setup setup = {.size = sizeof setup,
                                      .kind = hra_protocol_find("uci"),
                                      .host = &host,
                                      .game = game,
                                      .player = "greedy",
                                      .sink = hear,
                                      .self = &moves};
    hra_protocol *dialogue;
    if (hra_protocol_open(&dialogue, &setup, NULL) != 0)
        return;
    tell_all(dialogue, &moves, data, size);
    if (!hra_protocol_status(dialogue).over)
        fuzz_expect(hra_protocol_line(dialogue, NULL, 0) == 0, "input can end", NULL);
    for (int i = 0; i < STEPS && !hra_protocol_status(dialogue).over; i++)
        fuzz_expect(hra_protocol_step(dialogue) == 0, "a step is done", NULL);
    fuzz_expect(hra_protocol_status(dialogue).over, "the end of input is the end", NULL);
    hra_protocol_close(dialogue);
}

/* ---- the engine is another program ------------------------------------------------------------*/

/* A program that says these bytes, whatever it is asked. It greets each time it is started. */
typedef struct program {
    hra_channel channel;
    const uint8_t *at, *end;
    int greeted;
    bool runs;
} program;

static hra_err take(hra_channel *self, const char *text, size_t length, double deadline, const hra_stop *stop,
                    hra_error *why) {
    fuzz_expect(length > 0 && memchr(text, '\n', length) == text + length - 1, "a line is whole", text);
    return HRA_OK;
}

static hra_err say(hra_channel *self, hra_text *line, double deadline, const hra_stop *stop, hra_error *why) {
    static const char *const greeting[] = {
        "option name UCI_Chess960 type check default false",
        "option name UCI_Variant type combo default chess var chess var losalamos", "uciok"};
    program *p = (program *)self;
    hra_text_clear(line);
    if (p->greeted < 3) {
        hra_text_add(line, greeting[p->greeted++]);
        return line->err;
    }
    if (p->at == p->end)
        return hra_fail(why, HRA_EENDED, -1, "ended");
    const uint8_t *end = memchr(p->at, '\n', (size_t)(p->end - p->at));
    end = end ? end : p->end;
    if (memchr(p->at, '\0', (size_t)(end - p->at)))
        return hra_fail(why, HRA_EPROTOCOL, -1, "a zero byte");
    hra_text_add_bytes(line, (const char *)p->at, (size_t)(end - p->at));
    p->at = end + (end < p->end);
    return line->err;
}

static void finish(hra_channel *self, double patience) {
    ((program *)self)->runs = false;
}

static hra_err start(void *self, const char *command, const char *log, hra_channel **out, hra_error *why) {
    program *p = self;
    fuzz_expect(!p->runs, "one program runs at a time", NULL);
    p->greeted = 0;
    p->runs = true;
    *out = &p->channel;
    return HRA_OK;
}

static void check_answer(const hra_game *game, const hra_question *q, const hra_analysis *r) {
    fuzz_expect(hra_game_check_move(game, q->state, r->move) == HRA_OK, "the move is legal", NULL);
    for (int i = -1; i < r->move_count; i++) {
        const double *value = i < 0 ? r->value : r->moves[i].value;
        const hra_value_kind kind = i < 0 ? r->kind : r->moves[i].kind;
        fuzz_expect(kind == HRA_VALUE_NONE || (fabs(value[0]) <= 1 && value[0] == -value[1]),
                    "a value is a result", NULL);
    }
}

static void be_asked(const char *spec, const uint8_t *data, size_t size) {
    program p = {.channel = {.size = sizeof p.channel, .write = take, .read = say, .close = finish},
                 .at = data,
                 .end = data + size};
    const hra_host host = {.size = sizeof host, .run = start, .self = &p};
    hra_game *game;
    hra_agent *agent;
    hra_error why;
    hra_analysis r;
    fuzz_expect(hra_game_open(&game, &host, spec, &why) == 0, "chess opens", why.text);
    fuzz_expect(hra_agent_open_spec(&agent, game, "ext:cmd=x,depth=1", &why) == 0, "a program is greeted",
                why.text);
    unsigned char *s = malloc(game->state_size);
    if (!s)
        exit(1); /* not a finding: memory has run out */
    game->rules->init(game, s);
    hra_analysis_init(&r);
    for (int i = 0; i < QUESTIONS && game->rules->to_move(game, s) >= 0; i++) {
        const hra_question q = {.state = s};
        hra_err err = hra_agent_ask(agent, &q, &r);
        if (err) {
            fuzz_expect(hra_agent_why(agent)->text[0] != '\0', "a failure has words", NULL);
            continue;
        }
        check_answer(game, &q, &r);
        game->rules->apply(game, s, r.move);
    }
    hra_analysis_release(&r);
    hra_agent_close(agent);
    fuzz_expect(!p.runs, "no program stays", NULL);
    hra_game_close(game);
    free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    const char *game = games[*data % GAMES];
    if (*data / GAMES % 2)
        be_asked(game, data + 1, size - 1);
    else
        be_engine(game, data + 1, size - 1);
    return 0;
}
