/* Programs of draughts as players, by the Hub protocol (F. Letouzey, version 2, 2019): hub, id, param, wait;
 * set-param, init, ready; then for each move pos, level, go, info, done. */
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "hub_words.h"

enum {
    PAST = 128 /* moves that are remembered: more than any count of quiet plies in use */
};

#define HURRY 0.3 /* seconds to say a move after a stop */

/* What was played as far as it was seen: state i comes before move i, the last one is what is known now. */
typedef struct hub_client {
    hra_hub words;
    unsigned char *states; /* PAST + 1 of them */
    hra_move moves[PAST];
    int count;
    void *next;        /* where moves are tried */
    hra_move *list;    /* of one state */
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

/* The parameters that the user names: "tt-size=16 book=no". */
static hra_err set_parameters(hra_client *c) {
    const char *text = hra_options_text(c->options, "set");
    hra_err err = HRA_OK;
    for (size_t length; text && !err; text += length) {
        text += strspn(text, " ");
        length = strcspn(text, " ");
        const char *value = memchr(text, '=', length);
        if (!length)
            break;
        if (!value)
            return hra_fail(&c->why, HRA_EINPUT, -1,
                            "ext: set takes NAME=VALUE, with blanks between them, not '%.*s'",
                            (int)(length < 40 ? length : 40), text);
        err = hra_client_say(c, "set-param name=%.*s value=\"%.*s\"", (int)(value - text), text,
                             (int)(text + length - value - 1), value + 1);
    }
    return err;
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
        else if (!err && !is_said(h, "id") && !is_said(h, "wait"))
            err = complain(c);
    } while (!err && !is_said(h, "wait"));
    if (!err && variants)
        err = hra_client_say(c, "set-param name=variant value=%s", h->words.variant);
    return err ? err : set_parameters(c);
}

static hra_err prepare(hra_client *c) {
    hra_err err = hra_client_say(c, "init");
    if (!err)
        err = hear(c);
    return err || is_said(c->self, "ready") ? err : complain(c);
}

/* ---- what was played ------------------------------------------------------------------------
 * A question has the keys of earlier states, and the program is to be told moves. Those since the last
 * question follow from its state, our answer and this state. */

static void *state_at(const hub_client *h, const hra_game *game, int i) {
    return h->states + (size_t)i * game->state_size;
}

static void begin_past(hub_client *h, const hra_game *game, const void *state) {
    h->count = 0;
    memcpy(state_at(h, game, 0), state, game->state_size);
}

static void push_move(hub_client *h, const hra_game *game, hra_move move) {
    if (h->count == PAST) {
        int half = PAST / 2;
        memmove(h->states, state_at(h, game, half), (size_t)(PAST + 1 - half) * game->state_size);
        memmove(h->moves, h->moves + half, (size_t)(PAST - half) * sizeof *h->moves);
        h->count -= half;
    }
    memcpy(state_at(h, game, h->count + 1), state_at(h, game, h->count), game->state_size);
    h->moves[h->count++] = move;
    game->rules->apply(game, state_at(h, game, h->count), move);
}

/* Adds the other's move, where one leads to this state; else it begins a past of its own. */
static void come_to(hub_client *h, const hra_game *game, const void *state) {
    const void *known = state_at(h, game, h->count);
    int n = game->rules->to_move(game, known) >= 0 ? hra_game_moves(game, known, h->list) : 0;
    uint64_t wanted = hra_game_key(game, state);
    for (int i = 0; i < n; i++) {
        memcpy(h->next, known, game->state_size);
        game->rules->apply(game, h->next, h->list[i]);
        if (hra_game_key(game, h->next) == wanted) {
            push_move(h, game, h->list[i]);
            return;
        }
    }
    begin_past(h, game, state);
}

/* How many of the last moves are known to have led here since a move that cannot be taken back. */
static int known_moves(const hub_client *h, const hra_game *game, const hra_question *q) {
    int most = q->history && q->history_length < h->count ? q->history_length : q->history ? h->count : 0;
    for (int i = 1; i <= most; i++)
        if (hra_game_key(game, state_at(h, game, h->count - i)) != q->history[q->history_length - i])
            return 0;
    return most;
}

/* ---- a move ---------------------------------------------------------------------------------*/

static hra_err say_position(hra_client *c, const hra_question *q) {
    hub_client *h = c->self;
    const hra_game *game = c->game;
    char signs[HRA_HUB_BOARD];
    hra_text moves;
    hra_text_init(&moves);
    if (c->fresh)
        begin_past(h, game, q->state);
    else
        come_to(h, game, q->state);
    int known = known_moves(h, game, q), first = h->count - known;
    for (int i = first; i < h->count; i++) {
        hra_text_add(&moves, i > first ? " " : " moves=\"");
        hra_hub_show_move(&h->words, game, state_at(h, game, i), h->moves[i], &moves);
    }
    hra_text_add(&moves, known ? "\"" : "");
    char side = h->words.show(game, state_at(h, game, first), signs);
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
    if (limits->seconds > 0) {
        hra_text_add(&text, " move-time=");
        hra_text_add_number(&text, limits->seconds);
    }
    hra_err err = text.err ? hra_no_memory(&c->why) : hra_client_say(c, "level%s", hra_text_string(&text));
    hra_text_release(&text);
    return err;
}

/* Waits for its move; what it says on the way of its depth and nodes goes into the result. */
static hra_err hear_move(hra_client *c, hra_result *result) {
    hub_client *h = c->self;
    hra_err err;
    while ((err = hear(c)) == 0 && !is_said(h, "done")) {
        double depth = result->depth, nodes = (double)result->nodes;
        if (!is_said(h, "info") && !is_said(h, "pong"))
            return complain(c);
        (void)hra_hub_number(&h->line, "depth", &depth);
        (void)hra_hub_number(&h->line, "nodes", &nodes);
        result->depth = depth < INT16_MAX ? (int)depth : INT16_MAX;
        result->nodes = (uint64_t)nodes;
    }
    return err;
}

static hra_err take_move(hra_client *c, const void *state, hra_result *result) {
    hub_client *h = c->self;
    const hra_game *game = c->game;
    const char *text = hra_hub_value(&h->line, "move");
    if (!text)
        return complain(c);
    if (!hra_hub_find_move(&h->words, game, state, text, strlen(text), h->list, &result->move))
        return hra_client_fail(c, HRA_EILLEGAL, "chose '%.40s', which is no legal move there,", text);
    if (hra_result_room(result, game->max_moves, 1) != 0)
        return hra_no_memory(&c->why);
    result->move_count = hra_game_moves(game, state, h->list);
    for (int i = 0; i < result->move_count; i++)
        result->moves[i] = (hra_root_move){.move = h->list[i], .probability = 1, .distance = -1};
    result->pv[0] = result->move;
    result->pv_length = 1;
    push_move(h, game, result->move);
    return HRA_OK;
}

static hra_err think(hra_client *c, const hra_question *q, const hra_limits *limits, hra_result *result) {
    double began = hra_clock(), patience = hra_options_real(c->options, "patience");
    hra_client_wait(c, patience);
    hra_err err = c->fresh ? hra_client_say(c, "new-game") : HRA_OK;
    if (!err)
        err = say_position(c, q);
    if (!err)
        err = say_level(c, limits);
    if (!err)
        err = hra_client_say(c, "go think");
    c->fresh = false;
    double margin = hra_options_real(c->options, "margin");
    hra_client_wait(c, limits->seconds > 0 ? limits->seconds + margin : patience);
    if (!err)
        err = hear_move(c, result);
    if (err == HRA_ESTOPPED) {
        c->stop = NULL;
        hra_client_wait(c, HURRY);
        bool told = hra_client_say(c, "stop") == 0 && hear_move(c, result) == 0;
        err = told ? HRA_OK : hra_fail(&c->why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
        result->stopped = true;
    }
    result->seconds = hra_clock() - began;
    return err ? err : take_move(c, q->state, result);
}

/* ---- the kind -------------------------------------------------------------------------------*/

static void close_client(hra_client *c) {
    hub_client *h = c->self;
    if (!h)
        return;
    free(h->states);
    free(h->next);
    free(h->list);
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
    h->states = malloc((PAST + 1) * c->game->state_size);
    h->next = malloc(c->game->state_size);
    h->list = malloc(hra_game_room(c->game) * sizeof *h->list);
    return h->states && h->next && h->list ? HRA_OK : hra_no_memory(&c->why);
}

const hra_client_kind hra_client_hub = {
    .name = "hub",
    .bye = "quit",
    .open = open_client,
    .close = close_client,
    .greet = greet,
    .prepare = prepare,
    .think = think,
};
