/* Work as text, for whoever it is handed to; and the worker who does it.
 *
 *     hra-work 1                     move keep 1-1<TAB>{"key":...}     what was judged, where that was wanted
 *     task choose                    advice {"value":...}        worth 0.5 -0.5
 *     game yahtzee                   analysis {"game":...}
 *     player optimal                 ready
 *     mind 0                         error fit checkers gives no advice
 *     play 3
 *     position ...
 *     limits 0 0 0 0.5               depth, nodes, playouts, seconds
 *     seed 17
 *     history 00c0ffee...            keys, where there are any
 *     tells                          what a choice rests on is wanted too
 *
 * The result is one line; its first word says what it is. */
#include "session/unit.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "game/whole.h"
#include "hra/json.h"
#include "hra/session.h"

static const char *const tasks[] = {"open",    "choose", "advise",
                                    "analyse", "worth",  NULL} /* a review is not handed out */;

static const char *const codes[] = {"ok",      "memory",  "input", "fit",   "io",    "damaged",
                                    "version", "stopped", "state", "limit", "denied"};

const char *hra_unit_code_word(hra_err code) {
    int i = -code;
    return i >= 0 && i < (int)(sizeof codes / sizeof *codes) ? codes[i] : "unknown";
}

/* ---- the order ------------------------------------------------------------------------------*/

void hra_unit_write(const unit *u, const char *spec, hra_text *out) {
    hra_text_addf(out, "hra-work 1\ntask %s\ngame %s\nplayer %s\nmind %d\nplay %" PRIu64 "\n", tasks[u->task],
                  u->game->spec, spec, u->mind, u->play);
    if (u->task == UNIT_OPEN)
        return;
    const hra_question *q = &u->question;
    hra_text_add(out, "position ");
    u->game->rules->text->write_position(u->game, u->state, out);
    hra_text_addf(out, "\nlimits %d %" PRIu64 " %" PRIu64 " ", q->limits.depth, q->limits.nodes,
                  q->limits.playouts);
    hra_text_add_number(out, q->limits.seconds);
    hra_text_addf(out, "\nseed %" PRIu64 "\n", q->seed);
    if (q->history_length)
        hra_text_add(out, "history");
    for (int i = 0; i < q->history_length; i++)
        hra_text_addf(out, " %016" PRIx64, q->history[i]);
    hra_text_addf(out, "%s%s%s", q->history_length ? "\n" : "", u->tells ? "tells\n" : "",
                  u->standard ? "standard\n" : "");
}

/* What a line "key rest" says; NULL: it has another key. */
static const char *rest_of(const char *line, const char *key) {
    size_t n = strlen(key);
    return strncmp(line, key, n) == 0 && (line[n] == ' ' || !line[n]) ? line + n + (line[n] == ' ') : NULL;
}

static bool whole(const char *text, uint64_t most, uint64_t *out) {
    char *end;
    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return !errno && *end == '\0' && *out <= most;
}

/* An order as it was read; the texts lie in the copy of it. */
typedef struct order_text {
    const char *task, *game, *player, *mind, *play, *position, *limits, *seed, *history, *tells, *standard;
} order_text;

static hra_err read_order(char *text, order_text *out, hra_error *why) {
    static const char *const keys[] = {"task",   "game", "player",  "mind",  "play",    "position",
                                       "limits", "seed", "history", "tells", "standard"};
    const char **const slots[] = {&out->task,    &out->game,     &out->player,  &out->mind,
                                  &out->play,    &out->position, &out->limits,  &out->seed,
                                  &out->history, &out->tells,    &out->standard};
    char *line = text;
    *out = (order_text){0};
    for (int number = 1; *line; number++) {
        char *end = line + strcspn(line, "\n"), *next = end + (*end == '\n');
        *end = '\0';
        bool known = number == 1 && strcmp(line, "hra-work 1") == 0;
        for (size_t i = 0; i < sizeof keys / sizeof *keys && number > 1 && !known; i++) {
            const char *rest = rest_of(line, keys[i]);
            known = rest && !*slots[i];
            if (known)
                *slots[i] = rest;
        }
        if (!known)
            return hra_fail(why, HRA_EINPUT, -1, "line %d of the work: '%.60s' is not understood", number,
                            line);
        line = next;
    }
    if (!out->task || !out->game || !out->player || !out->mind || !out->play)
        return hra_fail(why, HRA_EINPUT, -1, "the work lacks a task, a game, a player, a mind or a play");
    return HRA_OK;
}

static hra_err read_limits(const char *text, hra_limits *out, hra_error *why) {
    char part[4][32] = {{0}};
    uint64_t depth;
    int field = 0;
    for (const char *at = text; *at && field < 4; field++) {
        size_t n = strcspn(at, " ");
        if (n == 0 || n >= sizeof part[0])
            break;
        memcpy(part[field], at, n);
        at += n + (at[n] == ' ');
    }
    if (field < 4 || !whole(part[0], HRA_TO_THE_END, &depth) || !whole(part[1], UINT64_MAX, &out->nodes) ||
        !whole(part[2], UINT64_MAX, &out->playouts) || !hra_number_read(part[3], NULL, &out->seconds) ||
        !(out->seconds >= 0))
        return hra_fail(why, HRA_EINPUT, -1, "limits are depth, nodes, playouts and seconds, not '%.60s'",
                        text);
    out->depth = (int)depth;
    return HRA_OK;
}

static hra_err read_history(const char *text, uint64_t **out, int *count, hra_error *why) {
    size_t length = strlen(text), n = (length + 1) / 17;
    bool good = (length + 1) % 17 == 0 && n <= INT_MAX;
    for (size_t i = 0; i < length && good; i++)
        good = i % 17 == 16 ? text[i] == ' ' : isxdigit((unsigned char)text[i]) != 0;
    if (!good)
        return hra_fail(why, HRA_EINPUT, -1, "the history is not written in keys of 16 digits");
    uint64_t *keys = malloc(n * sizeof *keys);
    if (!keys)
        return hra_no_memory(why);
    for (size_t i = 0; i < n; i++)
        keys[i] = strtoull(text + 17 * i, NULL, 16);
    *out = keys;
    *count = (int)n;
    return HRA_OK;
}

/* ---- the result -----------------------------------------------------------------------------*/

static void write_error(const hra_error *why, hra_text *out) {
    hra_text_addf(out, "error %s %s", hra_unit_code_word(why->code), why->text);
}

static void write_result(const unit *u, const char *spec, hra_text *out) {
    hra_json json = hra_json_begin(out);
    if (u->err) {
        write_error(&u->why, out);
        return;
    }
    switch (u->task) {
    case UNIT_OPEN:
        hra_text_add(out, "ready");
        break;
    case UNIT_CHOOSE:
        hra_text_add(out, "move ");
        u->game->rules->text->show_move(u->game, u->state, u->move, out);
        if (u->advice.count) {
            hra_text_add(out, "\t");
            hra_json_advice(&json, NULL, u->game, u->state, &u->advice);
        }
        break;
    case UNIT_ADVISE:
        hra_text_add(out, "advice ");
        hra_json_advice(&json, NULL, u->game, u->state, &u->advice);
        break;
    case UNIT_WORTH:
        hra_text_add(out, "worth");
        for (int seat = 0; seat < u->game->seats; seat++) {
            hra_text_add(out, " ");
            hra_text_add_number(out, u->thought.value[seat]);
        }
        break;
    default:
        hra_text_add(out, "analysis ");
        hra_json_result(&json, NULL, &u->result, u->game, u->state, spec);
        break;
    }
}

static hra_err read_json(unit *u, const char *text, hra_error *why) {
    size_t length = strlen(text);
    if (*text != '{' || !hra_json_valid(text, length))
        return hra_fail(why, HRA_EINPUT, -1, "the result is no object of JSON in one line");
    u->json = malloc(length + 1);
    if (!u->json)
        return hra_no_memory(why);
    memcpy(u->json, text, length + 1);
    return HRA_OK;
}

static hra_err read_error(unit *u, const char *text) {
    size_t n = strcspn(text, " ");
    u->err = HRA_EINPUT;
    for (int i = 1; i < (int)(sizeof codes / sizeof *codes); i++)
        if (strlen(codes[i]) == n && strncmp(codes[i], text, n) == 0)
            u->err = -i;
    text += n + (text[n] == ' ');
    hra_fail(&u->why, u->err, -1, "%s", *text ? text : hra_err_text(u->err));
    return HRA_OK;
}

static hra_err read_move(unit *u, const char *text, hra_error *why) {
    char move[256];
    size_t n = strcspn(text, "\t");
    if (n >= sizeof move)
        return hra_fail(why, HRA_EINPUT, -1, "no move is as long as '%.60s...'", text);
    memcpy(move, text, n);
    move[n] = '\0';
    hra_err err = hra_game_parse_move(u->game, u->state, move, &u->move, why);
    return err || !text[n] ? err : read_json(u, text + n + 1, why);
}

static hra_err read_worth(unit *u, const char *text, hra_error *why) {
    for (int seat = 0; seat < u->game->seats; seat++) {
        if (!hra_number_read(text, &text, &u->thought.value[seat]) || (*text && *text != ' '))
            return hra_fail(why, HRA_EINPUT, -1, "worth is followed by %d numbers", u->game->seats);
        text += *text == ' ';
    }
    return *text ? hra_fail(why, HRA_EINPUT, -1, "worth is followed by %d numbers", u->game->seats) : HRA_OK;
}

hra_err hra_unit_read_result(unit *u, const char *text, hra_error *why) {
    static const char *const kinds[] = {"ready", "move", "advice", "analysis", "worth"};
    const char *rest = rest_of(text, "error");
    if (rest)
        return read_error(u, rest);
    rest = rest_of(text, kinds[u->task]);
    if (!rest)
        return hra_fail(why, HRA_EINPUT, -1, "this work ends with '%s ...' or 'error ...', not '%.40s'",
                        kinds[u->task], text);
    u->err = HRA_OK;
    if (u->task == UNIT_OPEN)
        return *rest ? hra_fail(why, HRA_EINPUT, -1, "'ready' is all there is to say of a player") : HRA_OK;
    if (u->task == UNIT_WORTH)
        return read_worth(u, rest, why);
    return u->task == UNIT_CHOOSE ? read_move(u, rest, why) : read_json(u, rest, why);
}

/* ---- workers --------------------------------------------------------------------------------*/

enum { GAMES = 4 }; /* that a worker keeps open */

/* A game with those who think about it. */
typedef struct house {
    hra_game *game; /* NULL: free */
    uint64_t used;  /* when, to give the oldest one up */
    mind minds[MIND_COUNT];
} house;

struct hra_worker {
    hra_host host;
    const char *data;
    uint64_t jobs;
    void (*found)(void *self, const char *json);
    void *found_self;
    house houses[GAMES];
};

hra_err hra_worker_open(hra_worker **out, const hra_host *host, const char *data, hra_error *why) {
    hra_worker *w = calloc(1, sizeof *w);
    if (!w)
        return hra_no_memory(why);
    w->data = data;
    hra_err err = hra_host_whole(&w->host, host, why);
    if (err)
        free(w);
    else
        *out = w;
    return err;
}

static void clear_house(house *h) {
    for (int i = 0; i < MIND_COUNT; i++)
        hra_mind_clear(&h->minds[i]);
    hra_game_close(h->game);
    *h = (house){0};
}

void hra_worker_close(hra_worker *w) {
    for (int i = 0; w && i < GAMES; i++)
        clear_house(&w->houses[i]);
    free(w);
}

static hra_err find_house(hra_worker *w, const char *spec, house **out, hra_error *why) {
    house *oldest = &w->houses[0];
    for (int i = 0; i < GAMES; i++) {
        house *h = &w->houses[i];
        if (h->game && strcmp(h->game->spec, spec) == 0) {
            *out = h;
            return HRA_OK;
        }
        if (oldest->game && (!h->game || h->used < oldest->used))
            oldest = h;
    }
    clear_house(oldest);
    *out = oldest;
    return hra_game_open(&oldest->game, &w->host, spec, why);
}

/* The question of the order; the unit is the caller's to free. */
static hra_err read_question(const order_text *o, const hra_game *game, unit_task task, unit **out,
                             hra_error *why) {
    hra_question question = {0};
    uint64_t *history = NULL;
    void *state = malloc(game->state_size);
    hra_err err = state ? HRA_OK : hra_no_memory(why);
    if (!err && (!o->position || !o->limits || !o->seed || !whole(o->seed, UINT64_MAX, &question.seed)))
        err = hra_fail(why, HRA_EINPUT, -1, "the work lacks a position, limits or a seed");
    if (!err)
        err = hra_game_read_position(game, o->position, state, why);
    if (!err)
        err = read_limits(o->limits, &question.limits, why);
    if (!err && o->history)
        err = read_history(o->history, &history, &question.history_length, why);
    if (!err && task != UNIT_ANALYSE && game->rules->to_move(game, state) < 0)
        err = hra_fail(why, HRA_ESTATE, -1, "nobody is to move in this position");
    question.state = state;
    question.history = history;
    if (!err && (*out = hra_unit_new(task, game, &question)) == NULL)
        err = hra_no_memory(why);
    free(history);
    free(state);
    return err;
}

static hra_err do_order(hra_worker *w, const order_text *o, const hra_stop *stop, hra_text *out,
                        hra_error *why) {
    uint64_t number, play;
    house *h;
    unit *u = NULL;
    int task = 0;
    while (tasks[task] && strcmp(tasks[task], o->task) != 0)
        task++;
    if (!tasks[task] || !whole(o->mind, MIND_COUNT - 1, &number) || !whole(o->play, UINT64_MAX, &play) ||
        strlen(o->player) >= HRA_SPEC_LENGTH)
        return hra_fail(why, HRA_EINPUT, -1,
                        "the task, the mind, the play or the player of the work is none");
    hra_err err = find_house(w, o->game, &h, why);
    if (!err && task == UNIT_OPEN && (u = hra_unit_new(UNIT_OPEN, h->game, NULL)) == NULL)
        err = hra_no_memory(why);
    else if (!err && task != UNIT_OPEN)
        err = read_question(o, h->game, (unit_task)task, &u, why);
    if (err)
        return err;
    mind *m = &h->minds[number];
    if (strcmp(m->spec, o->player) != 0)
        hra_mind_clear(m);
    hra_snprintf(m->spec, sizeof m->spec, "%s", o->player);
    h->used = ++w->jobs;
    u->at = m;
    u->data = w->data;
    u->play = play;
    u->tells = o->tells != NULL;
    u->standard = o->standard != NULL;
    u->question.stop = stop ? stop : &u->stop;
    u->heard = w->found;
    u->heard_self = w->found_self;
    hra_unit_work(u);
    write_result(u, o->player, out);
    hra_unit_free(u);
    return HRA_OK;
}

void hra_worker_listen(hra_worker *w, void (*found)(void *self, const char *json), void *self) {
    w->found = found;
    w->found_self = self;
}

hra_err hra_worker_do(hra_worker *w, const char *text, const hra_stop *stop, hra_text *out) {
    order_text order;
    hra_error why = {.at = -1};
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    if (!copy)
        return HRA_ENOMEM;
    memcpy(copy, text, length + 1);
    hra_err err = read_order(copy, &order, &why);
    if (!err)
        err = do_order(w, &order, stop, out, &why);
    if (err)
        write_error(&why, out);
    free(copy);
    return out->err;
}
