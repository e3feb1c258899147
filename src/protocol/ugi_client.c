/* Programs that speak UGI as players (ugi.c has the source): ugi, ugiok, setoption, isready, readyok; then
 * for each move position, go, info, bestmove. Moves and positions are written as the game writes them here.
 */
#include <stdlib.h>
#include <string.h>

#include "ugi.h"
#include "ugi_common_client.h"

typedef struct ugi_client {
    hra_past past;
} ugi_client;

static hra_err complain(hra_client *c) {
    return hra_client_fail(c, HRA_EPROTOCOL, "said '%.70s', which UGI does not know there,",
                           hra_text_string(&c->line));
}

/* Hears until the word comes alone. */
static hra_err hear_until(hra_client *c, const char *word) {
    hra_err err;
    while ((err = hra_client_hear(c)) == 0 && !hra_client_behind(c, word)) {
        hra_arena_client_id(c);
        if (!hra_client_behind(c, "id") && !hra_client_behind(c, "option") && !hra_client_behind(c, "info"))
            hra_client_pass_over(c, hra_text_string(&c->line));
    }
    return err;
}

static hra_err greet(hra_client *c) {
    hra_err err = hra_client_say(c, "ugi");
    return err ? err : hear_until(c, "ugiok");
}

static hra_err prepare(hra_client *c) {
    hra_err err = hra_client_say(c, "isready");
    return err ? err : hear_until(c, "readyok");
}

/* ---- a move ---------------------------------------------------------------------------------*/

static hra_err say_position(hra_client *c, const hra_question *q) {
    ugi_client *u = c->self;
    const hra_game *game = c->game;
    hra_text text;
    hra_text_init(&text);
    if (c->fresh)
        hra_past_begin(&u->past, q->state);
    else
        hra_past_come_to(&u->past, q->state);
    int known = hra_past_known(&u->past, q), first = u->past.count - known;
    game->rules->text->write_position(game, hra_past_state(&u->past, first), &text);
    for (int i = first; i < u->past.count; i++) {
        hra_text_add(&text, i > first ? " " : " moves ");
        game->rules->text->show_move(game, hra_past_state(&u->past, i), u->past.moves[i], &text);
    }
    hra_err err =
        text.err ? hra_no_memory(&c->why) : hra_client_say(c, "position fen %s", hra_text_string(&text));
    hra_text_release(&text);
    return err;
}

static hra_err ask(hra_client *c, const hra_question *q, const hra_limits *limits) {
    hra_err err = c->fresh ? hra_client_say(c, "uginewgame") : HRA_OK;
    if (!err)
        err = say_position(c, q);
    return err ? err : hra_arena_client_go(c, "go", limits);
}

static hra_err hear_move(hra_client *c, hra_analysis *result) {
    return hra_arena_client_hear(c, result, NULL);
}

static hra_err take_move(hra_client *c, const void *state, hra_analysis *result) {
    ugi_client *u = c->self;
    char move[80];
    (void)hra_snprintf(move, sizeof move, "%s", hra_client_behind(c, "bestmove"));
    move[strcspn(move, " \t\r")] = '\0';
    return *move ? hra_arena_client_take(c, state, move, &u->past, result) : complain(c);
}

/* ---- the kind -------------------------------------------------------------------------------*/

static void close_client(hra_client *c) {
    ugi_client *u = c->self;
    if (!u)
        return;
    hra_past_release(&u->past);
    free(u);
    c->self = NULL;
}

static hra_err open_client(hra_client *c) {
    ugi_client *u = c->self = calloc(1, sizeof *u);
    if (!u || hra_past_init(&u->past, c->game) != 0)
        return hra_no_memory(&c->why);
    return HRA_OK;
}

const hra_client_kind hra_client_ugi = {
    .name = "ugi",
    .bye = "quit",
    .clocks = true,
    .open = open_client,
    .close = close_client,
    .greet = greet,
    .set = hra_arena_client_set,
    .prepare = prepare,
    .ask = ask,
    .hear_move = hear_move,
    .take_move = take_move,
    .fits = hra_ugi_fits,
};
