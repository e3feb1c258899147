/* Who does work that was handed out: reads it, and keeps the players that it takes. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "game/whole.h"
#include "hra/session.h"
#include "session/unit.h"

/* ---- orders ---------------------------------------------------------------------------------*/

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
    const char *task, *game, *player, *mind, *play, *position, *limits, *seed, *history, *tells, *standard,
        *chances, *move, *record;
} order_text;

static hra_err read_order(char *text, order_text *out, hra_error *why) {
    const struct {
        const char *key, **slot;
    } lines[] = {
        {"task",     &out->task    },
        {"game",     &out->game    },
        {"player",   &out->player  },
        {"mind",     &out->mind    },
        {"play",     &out->play    },
        {"position", &out->position},
        {"limits",   &out->limits  },
        {"seed",     &out->seed    },
        {"history",  &out->history },
        {"tells",    &out->tells   },
        {"standard", &out->standard},
        {"chances",  &out->chances },
        {"move",     &out->move    },
        {"record",   &out->record  },
    };
    char *line = text;
    *out = (order_text){0};
    for (int number = 1; *line; number++) {
        char *end = line + strcspn(line, "\n"), *next = end + (*end == '\n');
        *end = '\0';
        bool known = number == 1 && strcmp(line, "hra-work 1") == 0;
        for (size_t i = 0; i < sizeof lines / sizeof *lines && number > 1 && !known; i++) {
            const char *rest = hra_unit_rest(line, lines[i].key);
            known = rest && !*lines[i].slot;
            if (known)
                *lines[i].slot = rest;
        }
        if (!known)
            return hra_fail(why, HRA_EINPUT, -1, "line %d of the work: '%.60s' is not understood", number,
                            line);
        line = next;
        if (out->record) { /* all that is left */
            out->record = next;
            break;
        }
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
    hra_text *out; /* of the work that is being done */
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
        hra_agent_close(h->minds[i].agent); /* before the players that they share */
    for (int i = 0; i < MIND_COUNT; i++) {
        h->minds[i].agent = NULL;
        hra_mind_clear(h->minds, &h->minds[i]);
    }
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

/* The same for a review, of which a record is all that it takes. */
static hra_err read_reviewed(hra_worker *w, const order_text *o, const hra_game *game, hra_record **record,
                             unit **out, hra_error *why) {
    hra_limits limits;
    size_t used;
    if (!o->record || !o->limits)
        return hra_fail(why, HRA_EINPUT, -1, "the work lacks a record or limits");
    hra_err err = read_limits(o->limits, &limits, why);
    if (!err)
        err = hra_record_parse(record, &w->host, o->record, strlen(o->record), &used, 1, why);
    if (!err && (*out = hra_unit_new(UNIT_REVIEW, game, NULL)) == NULL)
        err = hra_no_memory(why);
    if (err)
        return err;
    (*out)->record = *record;
    (*out)->question.limits = limits;
    return HRA_OK;
}

/* What the order asks for. */
static hra_err read_unit(hra_worker *w, const order_text *o, unit_task task, const hra_game *game,
                         hra_record **record, unit **out, hra_error *why) {
    if (task == UNIT_REVIEW)
        return read_reviewed(w, o, game, record, out, why);
    if (task == UNIT_OPEN)
        return (*out = hra_unit_new(UNIT_OPEN, game, NULL)) ? HRA_OK : hra_no_memory(why);
    hra_err err = read_question(o, game, task, out, why);
    if (!err && task == UNIT_COST)
        err = o->move ? hra_game_parse_move(game, (*out)->state, o->move, &(*out)->move, why)
                      : hra_fail(why, HRA_EINPUT, -1, "the work lacks a move");
    return err;
}

/* One of those who think about the game, by this spec. */
static mind *find_mind(house *h, uint64_t number, const char *spec) {
    mind *m = &h->minds[number];
    if (strcmp(m->spec, spec) != 0)
        hra_mind_clear(h->minds, m);
    hra_snprintf(m->spec, sizeof m->spec, "%s", spec);
    hra_mind_share(h->minds, m, h->game, h->game);
    return m;
}

/* Ply by ply, as it goes on in a session. */
static void judge_all(unit *u) {
    hra_text text;
    hra_text_init(&text);
    for (bool more = true; more;) {
        hra_unit_work(u);
        more = !u->err && hra_review_done(*u->review) < hra_review_plies(*u->review);
        if (!more || !u->heard)
            continue;
        hra_text_clear(&text);
        hra_unit_write_review(*u->review, false, &text);
        if (!text.err)
            u->heard(u->heard_self, text.data);
    }
    hra_text_release(&text);
}

/* Does it, with the minds of the house. */
static void work(hra_worker *w, house *h, const order_text *o, uint64_t number, unit *u) {
    hra_review *review = NULL;
    u->at = find_mind(h, number, o->player);
    if (o->chances && strlen(o->chances) < HRA_SPEC_LENGTH)
        u->chances = find_mind(h, MIND_WIN, o->chances);
    if (u->chances && !u->chances->player &&
        hra_player_open(&u->chances->player, h->game, o->chances, w->data, NULL, NULL) == 0)
        u->chances->own = u->chances->ready = true;
    if (u->chances && !u->chances->player)
        u->chances = NULL;
    u->data = w->data;
    u->tells = o->tells != NULL;
    u->standard = o->standard != NULL;
    u->heard = w->found;
    u->heard_self = w->found_self;
    u->review = &review;
    if (u->task == UNIT_REVIEW)
        judge_all(u);
    else
        hra_unit_work(u);
    u->at->ready = u->at->player != NULL;
    hra_unit_write_result(u, o->player, w->out);
    hra_review_close(review);
}

static hra_err do_order(hra_worker *w, const order_text *o, const hra_stop *stop, hra_error *why) {
    uint64_t number, play;
    house *h;
    unit *u = NULL;
    hra_record *record = NULL;
    int task = 0;
    while (hra_unit_tasks[task] && strcmp(hra_unit_tasks[task], o->task) != 0)
        task++;
    if (!hra_unit_tasks[task] || !whole(o->mind, MIND_COUNT - 1, &number) ||
        !whole(o->play, UINT64_MAX, &play) || strlen(o->player) >= HRA_SPEC_LENGTH)
        return hra_fail(why, HRA_EINPUT, -1,
                        "the task, the mind, the play or the player of the work is none");
    hra_err err = find_house(w, o->game, &h, why);
    if (!err)
        err = read_unit(w, o, (unit_task)task, h->game, &record, &u, why);
    if (!err) {
        h->used = ++w->jobs;
        u->play = play;
        u->question.stop = stop ? stop : &u->stop;
        work(w, h, o, number, u);
    }
    hra_unit_free(u);
    hra_record_close(record);
    return err;
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
    w->out = out;
    if (!err)
        err = do_order(w, &order, stop, &why);
    if (err)
        hra_unit_write_error(&why, out);
    free(copy);
    return out->err;
}
