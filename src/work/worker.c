/* Who does work that was handed out: reads it, and keeps the players that it takes. */
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "hra/worker.h"
#include "rules/rename.h"
#include "work/shared_agents.h"
#include "work/worker_pool.h"

/* ---- orders ---------------------------------------------------------------------------------*/

/* A cursor in the text of a line; NULL: an empty one. */
static hra_lines cursor_of(const char *text, hra_error *why) {
    hra_lines l;
    hra_lines_string(&l, text ? text : "", why);
    return l;
}

/* Whether the text is a number and nothing else. */
static bool whole(const char *text, uint64_t most, uint64_t *out) {
    hra_lines l = cursor_of(text, NULL);
    *out = hra_lines_whole(&l, 0, most);
    hra_lines_done(&l);
    return !l.err;
}

/* An order as it was read; the texts lie in the copy of it. */
typedef struct order_text {
    const char *task, *game, *player, *slot, *play, *position, *limits, *seed, *history, *tells, *standard,
        *chances, *move, *block, *record, *shown, *keys, *ply, *source, *threshold, *simulations;
} order_text;

static hra_err read_order(char *text, order_text *out, hra_error *why) {
    const struct {
        const char *key, **slot;
    } lines[] = {
        {"task", &out->task},     {"game", &out->game},           {"player", &out->player},
        {"mind", &out->slot},     {"play", &out->play},           {"position", &out->position},
        {"limits", &out->limits}, {"seed", &out->seed},           {"history", &out->history},
        {"tells", &out->tells},   {"standard", &out->standard},   {"chances", &out->chances},
        {"move", &out->move},     {"block", &out->block},         {"shown", &out->shown},
        {"record", &out->record}, {"keys", &out->keys},           {"ply", &out->ply},
        {"source", &out->source}, {"threshold", &out->threshold}, {"simulations", &out->simulations},
    };
    hra_lines l;
    *out = (order_text){0};
    hra_lines_open(&l, text, strlen(text), 1, why);
    l.name = _("the work");
    (void)hra_lines_next(&l);
    hra_lines_expect_key(&l, "hra-work");
    (void)hra_lines_int(&l, 1, 1);
    hra_lines_done(&l);
    while (!out->record && hra_lines_next(&l)) {
        size_t i = 0;
        while (i < sizeof lines / sizeof *lines && (*lines[i].slot || !hra_lines_key(&l, lines[i].key)))
            i++;
        if (i == sizeof lines / sizeof *lines)
            return hra_lines_expected(&l, _("a line of work that was not there yet"));
        *lines[i].slot = l.at;
        text[l.end - text] = '\0';
    }
    if (l.err)
        return l.err;
    if (out->record) /* all that is left */
        out->record = l.next;
    if (!out->task || !out->game || !out->player || !out->slot || !out->play)
        return hra_fail(why, HRA_EINPUT, -1, "the work lacks a task, a game, a player, a mind or a play");
    return HRA_OK;
}

static hra_err read_limits(const char *text, hra_limits *out, hra_error *why) {
    hra_lines l = cursor_of(text, why);
    l.name = _("limits of the work");
    out->depth = hra_lines_int(&l, 0, HRA_TO_THE_END);
    out->nodes = hra_lines_whole(&l, 0, UINT64_MAX);
    out->playouts = hra_lines_whole(&l, 0, UINT64_MAX);
    out->seconds = hra_lines_number(&l, 0, INFINITY);
    hra_lines_done(&l);
    return l.err;
}

/* A word that may be the last one of a line. */
static bool takes_last(hra_lines *l, const char *word) {
    hra_lines_blanks(l);
    bool taken = hra_lines_key(l, word);
    hra_lines_done(l);
    return taken;
}

static hra_err read_shown(const char *text, think_task *task, hra_error *why) {
    hra_lines l = cursor_of(text, NULL);
    task->shown.nodes = (uint32_t)hra_lines_whole(&l, 0, THINK_TREE_MOST);
    task->shown.depth = hra_lines_int(&l, 0, HRA_TO_THE_END);
    task->shown.breadth = hra_lines_int(&l, 0, HRA_TO_THE_END);
    task->boards = takes_last(&l, "boards");
    return l.err ? hra_fail(why, HRA_EINPUT, -1, "the work lacks how much of the tree is shown") : HRA_OK;
}

static hra_err read_simulations(const char *text, think_task *task, hra_error *why) {
    hra_lines l = cursor_of(text, why);
    l.name = _("the simulations of the work");
    task->simulations = hra_lines_int(&l, 1, THINK_SIMULATIONS);
    hra_lines_done(&l);
    return l.err;
}

hra_err hra_think_task_read_history(const char *text, uint64_t **out, int *count, hra_error *why) {
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

enum { OWN_AGENTS = 32, FEW_AGENTS = 4 }; /* of a worker that does not share them */

struct hra_worker {
    hra_agents *agents;
    bool own; /* they are this worker's alone */
    void (*found)(void *self, const char *json);
    void *found_self;
    match_runner *match; /* the last match; NULL: none yet */
    hra_text *out;       /* of the work that is being done */
};

static hra_err open_worker(hra_worker **out, hra_agents *agents, bool own, hra_error *why) {
    hra_worker *w = calloc(1, sizeof *w);
    if (!w)
        return hra_no_memory(why);
    w->agents = agents;
    w->own = own;
    *out = w;
    return HRA_OK;
}

hra_err hra_worker_open_in(hra_worker **out, hra_worker_pool *pool, hra_error *why) {
    return open_worker(out, hra_worker_pool_agents(pool), false, why);
}

hra_err hra_worker_open(hra_worker **out, const hra_host *host, const char *data, hra_error *why) {
    hra_agents *agents;
    hra_err err = hra_agents_open(&agents, host, data, OWN_AGENTS, FEW_AGENTS, why);
    if (err)
        return err;
    err = open_worker(out, agents, true, why);
    if (err)
        hra_agents_close(agents);
    return err;
}

void hra_worker_close(hra_worker *w) {
    if (w)
        hra_match_runner_release(w->match);
    if (w && w->own)
        hra_agents_close(w->agents);
    free(w);
}

/* The question of the order; the task is the caller's to free. */
static hra_err read_question(const order_text *o, const hra_game *game, think_kind kind, think_task **out,
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
        err = hra_think_task_read_history(o->history, &history, &question.history_length, why);
    bool any = kind == THINK_ANALYSE || kind == THINK_TREE || kind == THINK_OPEN; /* chance may be to move */
    if (!err && !any && game->rules->to_move(game, state) < 0)
        err = hra_fail(why, HRA_ESTATE, -1, "no seat is to move in this position");
    question.state = state;
    question.history = history;
    if (!err && (*out = hra_think_task_new(kind, game, &question)) == NULL)
        err = hra_no_memory(why);
    free(history);
    free(state);
    return err;
}

/* The same for a review, of which a record is all that it takes. */
static hra_err read_reviewed(hra_worker *w, const order_text *o, const hra_game *game, hra_record **record,
                             think_task **out, hra_error *why) {
    hra_limits limits;
    size_t used;
    if (!o->record || !o->limits)
        return hra_fail(why, HRA_EINPUT, -1, "the work lacks a record or limits");
    hra_err err = read_limits(o->limits, &limits, why);
    if (!err)
        err =
            hra_record_parse(record, hra_agents_host(w->agents), o->record, strlen(o->record), &used, 1, why);
    if (!err && (*out = hra_think_task_new(THINK_REVIEW, game, NULL)) == NULL)
        err = hra_no_memory(why);
    if (err)
        return err;
    (*out)->record = *record;
    (*out)->question.limits = limits;
    return HRA_OK;
}

/* What an exercise is made of besides the question. */
static hra_err read_exercise(const order_text *o, think_task *task, hra_error *why) {
    if (!o->ply || !o->threshold)
        return hra_fail(why, HRA_EINPUT, -1, "the work lacks a ply or a threshold");
    hra_lines l = cursor_of(o->ply, why);
    l.name = _("the ply of the work");
    task->ply = hra_lines_int(&l, 0, HRA_TO_THE_END);
    hra_lines_done(&l);
    if (l.err)
        return l.err;
    l = cursor_of(o->threshold, why);
    l.name = _("the threshold of the work");
    task->threshold = hra_lines_number(&l, 0, 1e9);
    hra_lines_done(&l);
    task->source = o->source ? o->source : "";
    return l.err;
}

/* What the order asks for. */
static hra_err read_think_task(hra_worker *w, const order_text *o, think_kind kind, const hra_game *game,
                               hra_record **record, think_task **out, hra_error *why) {
    if (kind == THINK_REVIEW)
        return read_reviewed(w, o, game, record, out, why);
    if (kind == THINK_OPEN && !o->position)
        return (*out = hra_think_task_new(THINK_OPEN, game, NULL)) ? HRA_OK : hra_no_memory(why);
    hra_err err = read_question(o, game, kind, out, why);
    if (!err && o->standard) {
        (*out)->standard = true;
        (*out)->usual = hra_limits_usual();
        err = *o->standard ? read_limits(o->standard, &(*out)->usual, why) : HRA_OK;
    }
    if (!err && kind == THINK_TREE)
        err = read_shown(o->shown, *out, why);
    if (!err && kind == THINK_TREE && o->simulations)
        err = read_simulations(o->simulations, *out, why);
    if (!err && kind == THINK_EXERCISE)
        err = read_exercise(o, *out, why);
    if (!err && (kind == THINK_COST || kind == THINK_EXERCISE))
        err = o->move ? hra_game_parse_move(game, (*out)->state, o->move, &(*out)->move, why)
                      : hra_fail(why, HRA_EINPUT, -1, "the work lacks a move");
    return err;
}

/* Ply by ply, as it goes on in a session. */
static void judge_all(think_task *task) {
    hra_text text;
    hra_text_init(&text);
    for (bool more = true; more;) {
        hra_think_task_run(task);
        if (task->err) /* of the first ply: there is no review */
            break;
        const hra_review_info *info = hra_review_snapshot(*task->review);
        more = info->done < info->plies;
        if (!more || !task->heard)
            continue;
        hra_text_clear(&text);
        hra_think_task_write_review(*task->review, info->done - 1, info->done, &text);
        if (!text.err)
            task->heard(task->heard_self, text.data);
    }
    hra_text_release(&text);
}

/* Does it, with slots of the game. The chance to win is a column that may be left out. */
static void work(hra_worker *w, shared_game *r, const order_text *o, think_task *task) {
    hra_review *review = NULL;
    task->at = task->chances = NULL;
    task->err = hra_agents_take(w->agents, r, task->slot, o->player, task->play, task->question.stop,
                                &task->at, &task->why);
    if (!task->err && o->chances && strlen(o->chances) < HRA_SPEC_LENGTH)
        (void)hra_agents_take(w->agents, r, SLOT_WIN, o->chances, task->play, task->question.stop,
                              &task->chances, NULL);
    task->tells = o->tells != NULL;
    task->heard = w->found;
    task->heard_self = w->found_self;
    task->review = &review;
    if (!task->err && task->kind == THINK_REVIEW)
        judge_all(task);
    else if (!task->err)
        hra_think_task_run(task);
    hra_think_task_write_result(task, w->out);
    hra_review_close(review);
    hra_agents_give(w->agents, task->chances);
    hra_agents_give(w->agents, task->at);
}

/* ---- matches --------------------------------------------------------------------------------*/

/* Whose players it has opened already serves the next task too. */
static hra_err find_match(hra_worker *w, const order_text *o, hra_error *why) {
    hra_game *game;
    if (w->match && strcmp(w->match->spec, o->record) == 0)
        return HRA_OK;
    hra_match_runner_release(w->match);
    w->match = NULL;
    hra_err err = hra_game_open(&game, hra_agents_host(w->agents), o->game, why);
    if (err)
        return err;
    return hra_match_runner_open(&w->match, game, o->record) ? hra_no_memory(why) : HRA_OK;
}

static hra_err do_match(hra_worker *w, const order_text *o, const hra_stop *stop, hra_error *why) {
    if (!o->block || !o->record || strlen(o->block) >= HRA_WORK_TASK)
        return hra_fail(why, HRA_EINPUT, -1, "the work lacks a task, or the match that it is of");
    hra_err err = find_match(w, o, why);
    if (err)
        return err;
    think_task *task = hra_think_task_new(THINK_MATCH, w->match->game, NULL);
    if (!task)
        return hra_no_memory(why);
    task->match = hra_match_runner_hold(w->match);
    task->data = hra_agents_data(w->agents);
    task->question.stop = stop ? stop : &task->turn.pause.stop;
    hra_snprintf(task->task_of, sizeof task->task_of, "%s", o->block);
    hra_think_task_run(task);
    hra_think_task_write_result(task, w->out);
    hra_think_task_free(task);
    return HRA_OK;
}

/* ---- work -----------------------------------------------------------------------------------*/

static hra_err do_order(hra_worker *w, const order_text *o, const hra_stop *stop, hra_error *why) {
    uint64_t number, play;
    shared_game *r;
    think_task *task = NULL;
    hra_record *record = NULL;
    int kind = 0;
    const hra_json_keys keys = o->keys ? HRA_JSON_NEW_KEYS : HRA_JSON_OLD_KEYS;
    while (hra_think_kinds[kind] && strcmp(hra_think_kinds[kind], o->task) != 0)
        kind++;
    if (!hra_think_kinds[kind] || !whole(o->slot, SLOT_COUNT - 1, &number) ||
        !whole(o->play, UINT64_MAX, &play))
        return hra_fail(why, HRA_EINPUT, -1, "the task, the mind or the play of the work is none");
    if (o->keys && strcmp(o->keys, "new") != 0)
        return hra_fail(why, HRA_EINPUT, -1, "the keys of the work are 'new', not '%.40s'", o->keys);
    if (kind == THINK_MATCH)
        return do_match(w, o, stop, why);
    if (strlen(o->player) >= HRA_SPEC_LENGTH)
        return hra_fail(why, HRA_EINPUT, -1, "the player of the work is none");
    hra_err err = hra_agents_enter(w->agents, o->game, &r, why);
    if (err)
        return err;
    err = read_think_task(w, o, (think_kind)kind, hra_agents_game(r), &record, &task, why);
    if (!err) {
        task->slot = (int)number;
        task->keys = keys;
        task->play = play;
        task->question.stop = stop ? stop : &task->turn.pause.stop;
        work(w, r, o, task);
    }
    hra_think_task_free(task);
    hra_record_close(record);
    hra_agents_leave(w->agents, r);
    return err;
}

void hra_worker_on_progress(hra_worker *w, void (*found)(void *self, const char *json), void *self) {
    w->found = found;
    w->found_self = self;
}

hra_err hra_worker_run(hra_worker *w, const char *text, const hra_stop *stop, hra_text *out) {
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
        hra_think_task_write_error(&why, out);
    free(copy);
    return out->err;
}
