/* Programs that speak UBGI as players (ubgi.c has the source): ubgi, ubgiok, setoption, isready, readyok;
 * then for each play position, dice, go, info, bestmove. They play backgammon as the game counts it, without
 * a cube. */
#include <stdlib.h>
#include <string.h>

#include "ubgi.h"
#include "ugi_common_client.h"

typedef struct ubgi_client {
    hra_ubgi words;
    hra_past past; /* no longer than the position that is asked about: a play needs no more */
    bool variants; /* it has the option Variant */
} ubgi_client;

static hra_err complain(hra_client *c) {
    const char *error = hra_client_behind(c, "error");
    return error ? hra_client_fail(c, HRA_EPROTOCOL, "complained, \"%.100s\",", error)
                 : hra_client_fail(c, HRA_EPROTOCOL, "said '%.70s', which UBGI does not know there,",
                                   hra_text_string(&c->line));
}

/* Fails if the program complains, but for a command that it need not know. */
static hra_err complains(hra_client *c) {
    const char *error = hra_client_behind(c, "error");
    return error && strncmp(error, "unknown_command", 15) != 0 ? complain(c) : HRA_OK;
}

/* Hears until the word comes alone. */
static hra_err hear_until(hra_client *c, const char *word) {
    ubgi_client *u = c->self;
    hra_err err;
    while ((err = hra_client_hear(c)) == 0 && !hra_client_behind(c, word)) {
        const char *option = hra_client_behind(c, "option");
        if (complains(c) != 0)
            return c->why.code;
        hra_arena_client_id(c);
        if (option && strncmp(option, "name Variant ", 13) == 0)
            u->variants = true;
        else if (!option && !hra_client_behind(c, "id") && !hra_client_behind(c, "info"))
            hra_client_pass_over(c, hra_text_string(&c->line));
    }
    return err;
}

/* A program that knows no variants plays backgammon. */
static hra_err greet(hra_client *c) {
    ubgi_client *u = c->self;
    const char *variant = u->words.variant(c->game);
    hra_err err = hra_client_say(c, "ubgi");
    if (!err)
        err = hear_until(c, "ubgiok");
    if (err || strcmp(variant, "backgammon") == 0)
        return err;
    return u->variants ? hra_client_say(c, "setoption name Variant value %s", variant)
                       : hra_client_fail(c, HRA_EFIT, "plays backgammon, and here it is %s,", variant);
}

static hra_err prepare(hra_client *c) {
    hra_err err = hra_client_say(c, "isready");
    return err ? err : hear_until(c, "readyok");
}

/* ---- a move ---------------------------------------------------------------------------------*/

static hra_err say_position(hra_client *c, const void *state) {
    const ubgi_client *u = c->self;
    int dice[2];
    hra_text id;
    hra_text_init(&id);
    u->words.show(c->game, state, &id);
    u->words.dice(c->game, state, dice);
    hra_err err =
        id.err ? hra_no_memory(&c->why) : hra_client_say(c, "position gnubgid %s", hra_text_string(&id));
    hra_text_release(&id);
    return err ? err : hra_client_say(c, "dice %d %d", dice[0], dice[1]);
}

static hra_err ask(hra_client *c, const hra_question *q, const hra_limits *limits) {
    ubgi_client *u = c->self;
    hra_past_begin(&u->past, q->state);
    hra_err err = c->fresh ? hra_client_say(c, "newgame") : HRA_OK;
    if (!err && c->fresh)
        err = prepare(c);
    if (!err)
        err = say_position(c, q->state);
    return err ? err : hra_arena_client_go(c, "go role chequer", limits);
}

static hra_err hear_move(hra_client *c, hra_analysis *result) {
    return hra_arena_client_hear(c, result, complains);
}

static hra_err take_move(hra_client *c, const void *state, hra_analysis *result) {
    ubgi_client *u = c->self;
    const char *move = hra_client_behind(c, "bestmove");
    return *move ? hra_arena_client_take(c, state, move, &u->past, result) : complain(c);
}

/* ---- the kind -------------------------------------------------------------------------------*/

static void close_client(hra_client *c) {
    ubgi_client *u = c->self;
    if (!u)
        return;
    hra_past_release(&u->past);
    free(u);
    c->self = NULL;
}

static hra_err open_client(hra_client *c) {
    ubgi_client *u = c->self = calloc(1, sizeof *u);
    if (!u || hra_past_init(&u->past, c->game) != 0)
        return hra_no_memory(&c->why);
    return hra_ubgi_take(&u->words, c->game, &c->why);
}

const hra_client_kind hra_client_ubgi = {
    .name = "ubgi",
    .bye = "quit",
    .open = open_client,
    .close = close_client,
    .greet = greet,
    .set = hra_arena_client_set,
    .prepare = prepare,
    .ask = ask,
    .hear_move = hear_move,
    .take_move = take_move,
    .fits = hra_ubgi_fits,
};
