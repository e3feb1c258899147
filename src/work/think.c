/* A single decision or question: one task, "think 0 1", whose result is the line by which a worker answers a session
 * (think_text.c). */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/json.h"
#include "work/kind.h"
#include "work/think_task.h"

typedef struct thinking {
    const hra_game *game;
    const hra_player *player;
    think_kind kind;
    void *state;
    uint64_t *history;
    hra_move move; /* of a cost */
    hra_question question;
    think_task *answer; /* with what came of it; NULL: nothing yet */
} thinking;

static const hra_line_rule lines[] = {
    {.name = "player", .type = HRA_LINE_TEXT, .needed = true},
    {.name = "task", .type = HRA_LINE_TEXT},
    {.name = "position", .type = HRA_LINE_TEXT},
    {.name = "move", .type = HRA_LINE_TEXT},
    {.name = "history", .type = HRA_LINE_TEXT},
    HRA_LINE_SEED,
    HRA_LINES_LIMITS,
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err read_task(const char *word, think_kind *out, hra_error *why) {
    static const think_kind known[] = {THINK_CHOOSE, THINK_ADVISE, THINK_ANALYSE, THINK_WORTH, THINK_COST};
    *out = THINK_CHOOSE;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (word && strcmp(word, hra_think_kinds[known[i]]) != 0)
            continue;
        *out = known[i];
        return HRA_OK;
    }
    return hra_fail(why, HRA_EINPUT, -1, "a task is choose, advise, analyse, worth or cost, not '%.40s'",
                    word);
}

static hra_err read_state(thinking *t, const hra_keyed *spec, hra_error *why) {
    const char *position = hra_keyed_text(spec, "position", 0), *history = hra_keyed_text(spec, "history", 0);
    t->state = calloc(1, t->game->state_size);
    if (!t->state)
        return hra_no_memory(why);
    t->game->rules->init(t->game, t->state);
    hra_err err = position ? hra_game_read_position(t->game, position, t->state, why) : HRA_OK;
    if (!err && history)
        err = hra_think_task_read_history(history, &t->history, &t->question.history_length, why);
    if (!err && t->kind != THINK_ANALYSE && t->game->rules->to_move(t->game, t->state) < 0)
        err = hra_fail(why, HRA_ESTATE, -1, "no seat is to move in this position");
    return err;
}

static hra_err read_move(thinking *t, const hra_keyed *spec, hra_error *why) {
    const char *move = hra_keyed_text(spec, "move", 0);
    if ((t->kind == THINK_COST) != (move != NULL))
        return hra_fail(why, HRA_EINPUT, -1, "a cost, and nothing else, is that of a move");
    return move ? hra_game_parse_move(t->game, t->state, move, &t->move, why) : HRA_OK;
}

static void close_thinking(void *self) {
    thinking *t = self;
    hra_think_task_free(t->answer);
    free(t->history);
    free(t->state);
}

static hra_err open_thinking(void *self, hra_work *work, hra_error *why) {
    const hra_keyed *spec = hra_work_keyed(work);
    thinking *t = self;
    t->game = hra_work_game(work);
    t->question.seed = hra_work_seed(work);
    t->question.limits = hra_work_limits(work);
    hra_err err = read_task(hra_keyed_text(spec, "task", 0), &t->kind, why);
    if (!err)
        err = read_state(t, spec, why);
    if (!err)
        err = read_move(t, spec, why);
    if (!err)
        err = hra_work_player(work, hra_keyed_text(spec, "player", 0), &t->player, why);
    if (!err && hra_player_info_of(t->player)->human)
        err = hra_fail(why, HRA_EINPUT, -1, "a person cannot compute this task; name a program");
    t->question.state = t->state;
    t->question.history = t->history;
    return err;
}

/* ---- the task -------------------------------------------------------------------------------*/

static const hra_task_form forms[] = {{"think", 2}, {0}};

static bool fits(const void *self, const hra_task *task) {
    return task->number[0] == 0 && task->number[1] == 1;
}

static uint64_t cut(void *self, uint64_t from, uint64_t most) {
    return from == 0 ? 1 : 0;
}

static think_task *new_asked(const thinking *t) {
    think_task *asked = hra_think_task_new(t->kind, t->game, &t->question);
    if (asked)
        asked->move = t->move;
    return asked;
}

static hra_err run(void *self, const hra_task *task, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why) {
    const thinking *t = self;
    agent_slot own = {.player = (hra_player *)(uintptr_t)t->player, .ready = true};
    think_task *asked = new_asked(t);
    if (!asked)
        return hra_no_memory(why);
    asked->at = &own;
    asked->question.stop = progress->stop;
    hra_think_task_run(asked);
    hra_err err = asked->err;
    if (err)
        hra_fail_as(why, &asked->why);
    else
        hra_think_task_write_result(asked, result);
    hra_agent_close(own.agent);
    hra_think_task_free(asked);
    return err;
}

/* ---- what came of it ------------------------------------------------------------------------*/

static hra_err add(void *self, const hra_task *task, const char *bytes, size_t length, hra_error *why) {
    thinking *t = self;
    hra_error inner = {0};
    think_task *asked = new_asked(t);
    if (!asked)
        return hra_no_memory(why);
    hra_err err = hra_think_task_read_result(asked, bytes, &inner);
    if (!err && !asked->err) {
        t->answer = asked;
        return HRA_OK;
    }
    hra_think_task_free(asked);
    if (err == HRA_ENOMEM)
        return hra_no_memory(why);
    return hra_work_damaged(why);
}

static void look(void *self, uint64_t *done, uint64_t *of, bool *finished) {
    const thinking *t = self;
    *done = t->answer != NULL;
    *of = 1;
    *finished = t->answer != NULL;
}

static void write_answer(hra_json *json, const thinking *t) {
    const think_task *asked = t->answer;
    switch (t->kind) {
    case THINK_WORTH:
        hra_json_numbers(json, "values", asked->worth, t->game->seats);
        break;
    case THINK_COST:
        hra_json_move_loss(json, "cost", t->game, t->state, asked->move, &asked->cost);
        break;
    case THINK_ANALYSE:
        hra_json_analysis(json, "analysis", &asked->result, t->game, t->state,
                          hra_player_info_of(t->player)->spec);
        break;
    case THINK_ADVISE:
        hra_json_advice(json, "advice", t->game, t->state, &asked->advice);
        break;
    default:
        hra_json_move(json, "move", t->game, t->state, asked->move);
        if (asked->advice.move_count)
            hra_json_advice(json, "advice", t->game, t->state, &asked->advice);
    }
}

static hra_err report(void *self, double seconds, hra_json *json, const char *key, hra_error *why) {
    const thinking *t = self;
    hra_json_object(json, key);
    hra_json_text(json, "task", hra_think_kinds[t->kind]);
    hra_json_text(json, "player", hra_player_info_of(t->player)->spec);
    if (t->answer)
        write_answer(json, t);
    hra_json_end(json);
    return HRA_OK;
}

const hra_work_kind hra_think_work = {
    .name = "think",
    .word = "think",
    .pieces = N_("decisions"),
    .doing = N_("thinking"),
    .lines = lines,
    .forms = forms,
    .self_size = sizeof(thinking),
    .open = open_thinking,
    .close = close_thinking,
    .fits = fits,
    .cut = cut,
    .add = add,
    .texts = true,
    .look = look,
    .report = report,
    .run = run,
};
