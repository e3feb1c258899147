/* Programs of draughts as players, by the Hub protocol (F. Letouzey, version 2, 2019): hub, id, param, wait;
 * set-param, init, ready; then for each move pos, level, go, info, done. */
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "hub_words.h"

typedef struct hub_client {
    hra_hub words;
    hra_past past;
    char quoted[72];   /* the line that came last, for words: it is taken to pieces where it stands */
    hra_hub_line line; /* the same */
} hub_client;

/* ---- lines ----------------------------------------------------------------------------------*/

static hra_err hear(hra_client *c) {
    hub_client *h = c->self;
    hra_err err = hra_client_hear(c);
    if (err)
        return err;
    (void)hra_snprintf(h->quoted, sizeof h->quoted, "%s", hra_text_string(&c->line));
    hra_hub_split(c->line.data, &h->line);
    const char *message = hra_hub_value(&h->line, "message");
    if (strcmp(h->line.command, "error") == 0)
        return hra_client_fail(c, HRA_EPROTOCOL, "complained, \"%.100s\",", message ? message : "");
    return HRA_OK;
}

static bool is_said(const hub_client *h, const char *command) {
    return strcmp(h->line.command, command) == 0;
}

static hra_err complain(hra_client *c) {
    const hub_client *h = c->self;
    return hra_client_fail(c, HRA_EPROTOCOL, "said '%s', which Hub does not know there,", h->quoted);
}

/* ---- beginning ------------------------------------------------------------------------------*/

/* Whether a list of words with blanks between them has this one. */
static bool lists(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at++)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* A parameter that the program has; *variants: it can play several. */
static hra_err hear_parameter(hra_client *c, bool *variants) {
    hub_client *h = c->self;
    const char *name = hra_hub_value(&h->line, "name"), *values = hra_hub_value(&h->line, "values");
    if (!name || strcmp(name, "variant") != 0)
        return HRA_OK;
    *variants = true;
    return !values || lists(values, h->words.variant)
               ? HRA_OK
               : hra_client_fail(c, HRA_EFIT, "plays '%.80s', and here it is %s,", values, h->words.variant);
}

static void hear_name(hra_client *c) {
    const char *name = hra_hub_value(&((hub_client *)c->self)->line, "name");
    if (name)
        (void)hra_snprintf(c->name, sizeof c->name, "%s", name);
}

static hra_err set(hra_client *c, int name_length, const char *name, int value_length, const char *value) {
    return hra_client_say(c, "set-param name=%.*s value=\"%.*s\"", name_length, name, value_length, value);
}

static hra_err greet(hra_client *c) {
    hub_client *h = c->self;
    bool variants = false;
    hra_err err = hra_client_say(c, "hub");
    do {
        if (!err)
            err = hear(c);
        if (!err && is_said(h, "param"))
            err = hear_parameter(c, &variants);
        else if (!err && is_said(h, "id"))
            hear_name(c);
        else if (!err && !is_said(h, "wait"))
            hra_client_pass_over(c, h->quoted);
    } while (!err && !is_said(h, "wait"));
    if (!err && variants)
        err = hra_client_say(c, "set-param name=variant value=%s", h->words.variant);
    return err;
}

static hra_err prepare(hra_client *c) {
    const hub_client *h = c->self;
    hra_err err = hra_client_say(c, "init");
    while (!err && (err = hear(c)) == 0 && !is_said(h, "ready"))
        hra_client_pass_over(c, h->quoted);
    return err;
}

/* ---- a move ---------------------------------------------------------------------------------*/

static hra_err say_position(hra_client *c, const hra_question *q) {
    hub_client *h = c->self;
    const hra_game *game = c->game;
    char signs[HRA_HUB_BOARD];
    hra_text moves;
    hra_text_init(&moves);
    if (c->fresh)
        hra_past_begin(&h->past, q->state);
    else
        hra_past_come_to(&h->past, q->state);
    int known = hra_past_known(&h->past, q), first = h->past.count - known;
    for (int i = first; i < h->past.count; i++) {
        hra_text_add(&moves, i > first ? " " : " moves=\"");
        hra_hub_show_move(&h->words, game, hra_past_state(&h->past, i), h->past.moves[i], &moves);
    }
    hra_text_add(&moves, known ? "\"" : "");
    char side = h->words.show(game, hra_past_state(&h->past, first), signs);
    hra_err err = moves.err ? hra_no_memory(&c->why)
                            : hra_client_say(c, "pos pos=%c%.*s%s", side, h->words.squares, signs,
                                             hra_text_string(&moves));
    hra_text_release(&moves);
    return err;
}

static hra_err say_level(hra_client *c, const hra_limits *limits) {
    hra_text text;
    hra_text_init(&text);
    if (limits->depth)
        hra_text_addf(&text, " depth=%d", limits->depth);
    if (limits->nodes)
        hra_text_addf(&text, " nodes=%llu", (unsigned long long)limits->nodes);
    const hra_time_control *clock = &c->clocks.of[c->clocks.seat];
    if (clock->seconds > 0) {
        hra_text_add(&text, " time=");
        hra_text_add_number(&text, clock->seconds);
        hra_text_add(&text, " inc=");
        hra_text_add_number(&text, clock->increment);
    }
    if (limits->seconds > 0) {
        hra_text_add(&text, " move-time=");
        hra_text_add_number(&text, limits->seconds);
    }
    hra_err err = text.err ? hra_no_memory(&c->why) : hra_client_say(c, "level%s", hra_text_string(&text));
    hra_text_release(&text);
    return err;
}

/* Waits for its move; what it says on the way of its depth and nodes goes into the result. */
static hra_err hear_move(hra_client *c, hra_analysis *result) {
    hub_client *h = c->self;
    hra_err err;
    while ((err = hear(c)) == 0 && !is_said(h, "done")) {
        double depth = result->depth, nodes = (double)result->nodes;
        if (!is_said(h, "info")) {
            if (!is_said(h, "pong"))
                hra_client_pass_over(c, h->quoted);
            continue;
        }
        (void)hra_hub_number(&h->line, "depth", &depth);
        (void)hra_hub_number(&h->line, "nodes", &nodes);
        result->depth = depth < INT16_MAX ? (int)depth : INT16_MAX;
        result->nodes = (uint64_t)nodes;
    }
    return err;
}

static hra_err take_move(hra_client *c, const void *state, hra_analysis *result) {
    hub_client *h = c->self;
    const hra_game *game = c->game;
    const char *text = hra_hub_value(&h->line, "move");
    if (!text)
        return complain(c);
    if (!hra_hub_find_move(&h->words, game, state, text, strlen(text), h->past.list, &result->move))
        return hra_client_illegal(c, text);
    return hra_client_chose(c, &h->past, result);
}

static hra_err ask(hra_client *c, const hra_question *q, const hra_limits *limits) {
    hra_err err = c->fresh ? hra_client_say(c, "new-game") : HRA_OK;
    if (!err)
        err = say_position(c, q);
    if (!err)
        err = say_level(c, limits);
    return err ? err : hra_client_say(c, "go think");
}

/* ---- the kind -------------------------------------------------------------------------------*/

static void close_client(hra_client *c) {
    hub_client *h = c->self;
    if (!h)
        return;
    hra_past_release(&h->past);
    free(h);
    c->self = NULL;
}

static hra_err open_client(hra_client *c) {
    hub_client *h = c->self = calloc(1, sizeof *h);
    if (!h)
        return hra_no_memory(&c->why);
    hra_err err = hra_hub_take(&h->words, c->game, c->words, &c->why);
    if (err)
        return err;
    if (!h->words.show)
        return hra_fail(&c->why, HRA_EFIT, -1, "%s does not say how its positions are written in Hub",
                        c->game->rules->name);
    return hra_past_init(&h->past, c->game) == 0 ? HRA_OK : hra_no_memory(&c->why);
}

const hra_client_kind hra_client_hub = {
    .name = "hub",
    .bye = "quit",
    .clocks = true,
    .open = open_client,
    .close = close_client,
    .greet = greet,
    .set = set,
    .prepare = prepare,
    .ask = ask,
    .hear_move = hear_move,
    .take_move = take_move,
};
