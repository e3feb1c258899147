/* A rollout: tasks are spans of trials, "trials FROM TO", and results what hra_rollout_write has of them: one of each
 * turn where a turn can be the last, else one of all.
 *
 * A span lies within a turn, or is made of whole ones. They are counted turn by turn in the order of trials, so what was
 * found at any moment, and which turn is the last, does not depend on who was how fast. */
#include "search/montecarlo/rollout_parts.h"

#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "work/kind.h"

enum { MOST = 1 << 16 /* trials of a task */, ROOM = 16 };

/* A result that waits for those before it. */
typedef struct span {
    uint64_t from, to;
    hra_text result;
} span;

typedef struct rolling {
    hra_rollout_setup how;
    const hra_game *game;
    void *state;
    hra_move *moves;
    int count;
    uint64_t trials, errors; /* errors 0: it does not end early */
    hra_rollout *into;
    hra_rollout
        *tried; /* which results are put into first, to see whether they are some; NULL: none was yet */
    uint64_t turn, reached; /* trials; that were counted */
    bool decided;
    span *waiting; /* in the order of trials */
    size_t waiting_count, capacity;
} rolling;

static const hra_line_rule lines[] = {
    {.name = "position", .type = HRA_LINE_TEXT},
    {.name = "player", .type = HRA_LINE_TEXT, .needed = true},
    {.name = "move", .type = HRA_LINE_TEXT, .many = true},
    {.name = "trials", .type = HRA_LINE_NUMBER, .low = 1, .high = HRA_ROLLOUT_TRIALS, .needed = true},
    {.name = "plies", .type = HRA_LINE_NUMBER, .low = 1, .high = 1000000},
    {.name = "errors", .type = HRA_LINE_NUMBER, .low = 1, .high = 1000},
    {.name = "luck", .type = HRA_LINE_YES},
    HRA_LINE_SEED,
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err read_moves(rolling *r, const hra_keyed *spec, hra_error *why) {
    const char *move;
    hra_err err = HRA_OK;
    for (r->count = 0; !err && (move = hra_keyed_text(spec, "move", r->count)) != NULL;)
        if ((err = hra_game_parse_move(r->game, r->state, move, &r->moves[r->count], why)) == 0)
            r->count++;
    return err;
}

/* Where no moves are named: the state itself where chance is to move, what a choice about the stakes comes down to, else
 * all moves. */
static hra_err choose_moves(rolling *r, hra_error *why) {
    const hra_rules_conduct *conduct = r->game->rules->conduct;
    void *behind = malloc(r->game->state_size);
    if (!behind)
        return hra_no_memory(why);
    if (r->game->rules->to_move(r->game, r->state) < 0)
        r->count = 0;
    else if (conduct->stake_action && conduct->stake_action(r->game, r->state, 0, behind))
        r->count = HRA_ROLLOUT_STAKE_ACTIONS;
    else
        r->count = hra_game_moves(r->game, r->state, r->moves);
    free(behind);
    return HRA_OK;
}

static hra_err open_state(rolling *r, const hra_keyed *spec, hra_error *why) {
    const char *position = hra_keyed_text(spec, "position", 0);
    int named = hra_keyed_count(spec, "move");
    r->state = malloc(r->game->state_size);
    r->moves = calloc(hra_game_move_capacity(r->game) + (size_t)named, sizeof *r->moves);
    if (!r->state || !r->moves)
        return hra_no_memory(why);
    r->game->rules->init(r->game, r->state);
    hra_err err = position ? hra_game_read_position(r->game, position, r->state, why) : HRA_OK;
    if (err)
        return err;
    return named ? read_moves(r, spec, why) : choose_moves(r, why);
}

static void close_rollout(void *self) {
    rolling *r = self;
    for (size_t i = 0; i < r->waiting_count; i++)
        hra_text_release(&r->waiting[i].result);
    hra_rollout_close(r->into);
    hra_rollout_close(r->tried);
    free(r->waiting);
    free(r->moves);
    free(r->state);
}

static hra_err open_rollout(void *self, hra_work *work, hra_error *why) {
    const hra_keyed *spec = hra_work_keyed(work);
    rolling *r = self;
    r->game = hra_work_game(work);
    r->trials = hra_keyed_number(spec, "trials", 0);
    r->errors = hra_keyed_number(spec, "errors", 0);
    r->how = (hra_rollout_setup){.size = sizeof r->how,
                                 .seed = hra_work_seed(work),
                                 .plies = (int)hra_keyed_number(spec, "plies", 0),
                                 .luck = hra_keyed_number(spec, "luck", 1) != 0};
    hra_err err = hra_work_player(work, hra_keyed_text(spec, "player", 0), &r->how.player, why);
    if (!err)
        err = open_state(r, spec, why);
    if (!err)
        err = hra_rollout_open(&r->into, &r->how, r->state, r->moves, r->count, why);
    r->turn = err ? 1 : (uint64_t)hra_rollout_turn(r->into);
    return err;
}

/* ---- tasks ----------------------------------------------------------------------------------*/

static const hra_task_form forms[] = {{"trials", 2}, {0}};

static uint64_t end_of_turn(const rolling *r, uint64_t trial) {
    uint64_t end = trial - trial % r->turn + r->turn;
    return end < r->trials ? end : r->trials;
}

/* What is written of trials that begin here ends there. */
static uint64_t end_of_part(const rolling *r, uint64_t from, uint64_t to) {
    uint64_t end = r->errors ? end_of_turn(r, from) : to;
    return end < to ? end : to;
}

static bool ends_turn(const rolling *r, uint64_t to) {
    return to % r->turn == 0 || to == r->trials;
}

/* Where a span that begins here may end. */
static uint64_t fit(const rolling *r, uint64_t from, uint64_t most) {
    uint64_t end = end_of_turn(r, from), left = r->trials - from;
    if (from % r->turn || most < r->turn)
        return from + most < end ? from + most : end;
    return most < left ? from + most / r->turn * r->turn : r->trials;
}

static bool fits(const void *self, const hra_task *t) {
    const rolling *r = self;
    uint64_t from = t->number[0], to = t->number[1];
    return to <= r->trials && fit(r, from, to - from) == to;
}

static uint64_t cut(void *self, uint64_t from, uint64_t most) {
    const rolling *r = self;
    return r->decided || from == r->trials ? 0 : fit(r, from, most < MOST ? most : MOST);
}

static bool needed(void *self, const hra_task *t) {
    return !((const rolling *)self)->decided;
}

/* Trials of one turn, or of a span. */
static hra_err make_trials(const rolling *r, uint64_t from, uint64_t to, const hra_progress *progress,
                           hra_text *result, hra_error *why) {
    hra_rollout *own;
    hra_err err = hra_rollout_open(&own, &r->how, r->state, r->moves, r->count, why);
    if (err)
        return err;
    err = hra_progress_stopped(progress) ? HRA_ESTOPPED : hra_rollout_run(own, from, to, progress->stop);
    if (!err)
        err = hra_rollout_write(own, result);
    hra_rollout_close(own);
    if (err == HRA_EFIT)
        return hra_fail(why, err, -1, "%s does not value positions; name another player",
                        hra_player_info_of(r->how.player)->spec);
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

static hra_err run(void *self, const hra_task *t, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why) {
    const rolling *r = self;
    hra_err err = HRA_OK;
    for (uint64_t from = t->number[0], to; !err && from < t->number[1]; from = to) {
        to = end_of_part(r, from, t->number[1]);
        err = make_trials(r, from, to, progress, result, why);
    }
    return err;
}

/* ---- counting -------------------------------------------------------------------------------*/

/* Whether the bytes are a result of these trials. */
static hra_err try_result(rolling *r, const hra_task *t, const char *bytes, size_t length, hra_error *why) {
    size_t at = 0, used = 0;
    hra_err err = HRA_OK;
    if (!r->tried)
        err = hra_rollout_open(&r->tried, &r->how, r->state, r->moves, r->count, why);
    for (uint64_t from = t->number[0], to; !err && from < t->number[1]; from = to, at += used) {
        uint64_t before = hra_rollout_snapshot(r->tried).trials;
        to = end_of_part(r, from, t->number[1]);
        err = hra_rollout_take(r->tried, bytes + at, length - at, &used, why);
        if (!err && hra_rollout_snapshot(r->tried).trials - before != to - from)
            err = HRA_EDAMAGED;
    }
    if (!err && at == length)
        return HRA_OK;
    hra_rollout_close(r->tried);
    r->tried = NULL;
    return err == HRA_ENOMEM ? err : hra_work_damaged(why);
}

static hra_err add_span(rolling *r, const span *s, hra_error *why) {
    size_t at = 0, used;
    for (uint64_t from = s->from, to; from < s->to && !r->decided; from = to, at += used) {
        hra_err err =
            hra_rollout_take(r->into, hra_text_string(&s->result) + at, s->result.length - at, &used, why);
        if (err)
            return err;
        to = end_of_part(r, from, s->to);
        r->decided = r->errors && ends_turn(r, to) && hra_rollout_decided(r->into, (double)r->errors);
    }
    return HRA_OK;
}

/* Counts all spans up to the end of a turn to which there is no gap. */
static hra_err count_turns(rolling *r, hra_error *why) {
    hra_err err = HRA_OK;
    uint64_t at = r->reached;
    size_t whole = 0;
    for (size_t i = 0; i < r->waiting_count && r->waiting[i].from == at; i++) {
        at = r->waiting[i].to;
        whole = ends_turn(r, at) ? i + 1 : whole;
    }
    for (size_t i = 0; i < whole && !err; i++) {
        err = add_span(r, &r->waiting[i], why);
        r->reached = r->waiting[i].to;
        hra_text_release(&r->waiting[i].result);
    }
    r->waiting_count -= whole;
    if (whole)
        memmove(r->waiting, r->waiting + whole, r->waiting_count * sizeof *r->waiting);
    return err;
}

static hra_err make_room(rolling *r, hra_error *why) {
    if (r->waiting_count < r->capacity)
        return HRA_OK;
    size_t capacity = r->capacity ? 2 * r->capacity : ROOM;
    span *waiting = realloc(r->waiting, capacity * sizeof *waiting);
    if (!waiting)
        return hra_no_memory(why);
    r->waiting = waiting;
    r->capacity = capacity;
    return HRA_OK;
}

static hra_err add(void *self, const hra_task *t, const char *bytes, size_t length, hra_error *why) {
    rolling *r = self;
    if (r->decided) /* it came too late */
        return HRA_OK;
    span own = {.from = t->number[0], .to = t->number[1]};
    hra_err err = try_result(r, t, bytes, length, why);
    if (!err)
        err = make_room(r, why);
    hra_text_init(&own.result);
    hra_text_add_bytes(&own.result, bytes, length);
    if (!err && own.result.err)
        err = hra_no_memory(why);
    if (err) {
        hra_text_release(&own.result);
        return err;
    }
    size_t i = r->waiting_count++;
    for (; i > 0 && r->waiting[i - 1].from > own.from; i--)
        r->waiting[i] = r->waiting[i - 1];
    r->waiting[i] = own;
    return count_turns(r, why);
}

/* ---- what was found -------------------------------------------------------------------------*/

static void look(void *self, uint64_t *done, uint64_t *of, bool *finished) {
    const rolling *r = self;
    *done = hra_rollout_snapshot(r->into).trials;
    *of = r->trials;
    *finished = r->decided || *done == r->trials;
}

static hra_err report(void *self, double seconds, hra_json *json, const char *key, hra_error *why) {
    hra_json_rollout(json, key, ((const rolling *)self)->into, seconds);
    return HRA_OK;
}

const hra_work_kind hra_rollout_work = {
    .name = "rollout",
    .word = "rollout",
    .pieces = N_("trials"),
    .doing = N_("rolling out"),
    .lines = lines,
    .forms = forms,
    .self_size = sizeof(rolling),
    .open = open_rollout,
    .close = close_rollout,
    .fits = fits,
    .cut = cut,
    .needed = needed,
    .add = add,
    .look = look,
    .report = report,
    .run = run,
};

const hra_rollout *hra_work_rollout(hra_work *work) {
    const rolling *r = hra_work_self(work, &hra_rollout_work);
    return r ? r->into : NULL;
}
