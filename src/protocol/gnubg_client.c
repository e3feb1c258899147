/* GNU Backgammon as a player, which listens at a socket ('external localhost:PORT'): each decision is a line
 * `board:...`, its answer a line. It says nothing of who it is but on `version`, and a side that cannot move
 * is answered for here, since its answer would be an empty line. */
#include <stdlib.h>
#include <string.h>

#include "gnubg.h"
#include "ugi_common_client.h"

typedef struct gnubg_client {
    hra_fibs words;
    hra_past past; /* no longer than the position that is asked about */
    bool asked;    /* there was more than one move */
} gnubg_client;

static hra_err greet(hra_client *c) {
    hra_err err = hra_client_say(c, "version");
    if (!err)
        err = hra_client_hear(c);
    if (!err && !hra_client_behind(c, "Interface:"))
        err = hra_client_fail(c, HRA_EPROTOCOL, "said '%.70s', which GNU Backgammon does not say there,",
                              hra_text_string(&c->line));
    return err;
}

static hra_err set(hra_client *c, int name_length, const char *name, int value_length, const char *value) {
    return hra_client_fail(c, HRA_EFIT, "takes no parameters here; it is set by its own commands,");
}

static hra_err prepare(hra_client *c) {
    return HRA_OK;
}

static hra_err ask(hra_client *c, const hra_question *q, const hra_limits *limits) {
    gnubg_client *g = c->self;
    hra_text line;
    hra_past_begin(&g->past, q->state);
    g->asked = hra_game_moves(c->game, q->state, g->past.list) > 1;
    if (!g->asked)
        return HRA_OK;
    hra_text_init(&line);
    g->words.show(c->game, q->state, &line);
    hra_err err = line.err ? hra_no_memory(&c->why) : hra_client_say(c, "%s", hra_text_string(&line));
    hra_text_release(&line);
    return err;
}

/* What else it says of itself on `version` still comes before its first answer, and has colons. */
static hra_err hear_move(hra_client *c, hra_analysis *result) {
    hra_err err = HRA_OK;
    if (!((gnubg_client *)c->self)->asked)
        return HRA_OK;
    do
        err = hra_client_hear(c);
    while (!err && strchr(hra_text_string(&c->line), ':'));
    return err;
}

static hra_err take_move(hra_client *c, const void *state, hra_analysis *result) {
    gnubg_client *g = c->self;
    if (g->asked) {
        while (c->line.length > 0 && c->line.data[c->line.length - 1] == ' ')
            c->line.data[--c->line.length] = '\0';
        return hra_arena_client_take(c, state, hra_text_string(&c->line), &g->past, result);
    }
    hra_game_moves(c->game, state, g->past.list);
    result->move = g->past.list[0];
    return hra_client_chose(c, &g->past, result);
}

static void close_client(hra_client *c) {
    gnubg_client *g = c->self;
    if (!g)
        return;
    hra_past_release(&g->past);
    free(g);
    c->self = NULL;
}

static hra_err open_client(hra_client *c) {
    gnubg_client *g = c->self = calloc(1, sizeof *g);
    if (!g || hra_past_init(&g->past, c->game) != 0)
        return hra_no_memory(&c->why);
    return hra_gnubg_take(&g->words, c->game, &c->why);
}

static bool can_sit(const hra_game *game) {
    hra_fibs words;
    return hra_gnubg_fits(game) && hra_gnubg_take(&words, game, NULL) == HRA_OK &&
           (!words.sits || words.sits(game));
}

const hra_client_kind hra_client_gnubg = {
    .name = "gnubg",
    .bye = "exit",
    .open = open_client,
    .close = close_client,
    .greet = greet,
    .set = set,
    .prepare = prepare,
    .ask = ask,
    .hear_move = hear_move,
    .take_move = take_move,
    .fits = can_sit,
};
