/* Doing what somebody is to think about. */
#include "work/think_task.h"
#include "players/json.h"

#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/json.h"
#include "players/analysis.h"
#include "rules/rename.h"

void hra_agent_slot_share(agent_slot *slots, agent_slot *m, const hra_game *game, const hra_game *lasting) {
    bool same = hra_same_game(game, lasting->spec);
    for (int i = 0; i < SLOT_COUNT && !m->ready && same; i++) {
        const agent_slot *other = &slots[i]; /* one that is not ready may be in the hands of a thread */
        if (other->ready && other->own && hra_same_player(game, other->spec, m->spec) &&
            hra_player_info_of(other->player)->game == lasting) {
            m->player = other->player;
            m->ready = true;
        }
    }
}

void hra_agent_slot_clear(agent_slot *slots, agent_slot *m) {
    for (int i = 0; i < SLOT_COUNT && m->own; i++) {
        agent_slot *other = &slots[i];
        if (other != m && other->ready && other->player == m->player) {
            other->own = true;
            m->own = false;
        }
    }
    hra_agent_close(m->agent);
    if (m->own)
        hra_player_close(m->player);
    *m = (agent_slot){0};
}

static void *copy(const void *bytes, size_t size) {
    void *out = malloc(size ? size : 1);
    return out && size ? memcpy(out, bytes, size) : out;
}

think_task *hra_think_task_new(think_kind kind, const hra_game *game, const hra_question *question) {
    think_task *task = calloc(1, sizeof *task);
    if (!task)
        return NULL;
    if (hra_lock_init(&task->lock) != 0) {
        free(task);
        return NULL;
    }
    task->kind = kind;
    task->game = game;
    task->source = "";
    task->question.stop = &task->turn.pause.stop;
    hra_analysis_init(&task->result);
    hra_analysis_init(&task->advice);
    hra_text_init(&task->part);
    if (!question)
        return task;
    task->question = *question;
    task->state = copy(question->state, game->state_size);
    task->history = copy(question->history, (size_t)question->history_length * sizeof *task->history);
    task->question.state = task->state;
    task->question.history = task->history;
    task->question.stop = &task->turn.pause.stop;
    if (task->state && task->history)
        return task;
    hra_think_task_free(task);
    return NULL;
}

void hra_think_task_free(think_task *task) {
    if (!task)
        return;
    free(task->state);
    free(task->history);
    hra_analysis_release(&task->advice);
    free(task->json);
    free(task->words);
    hra_analysis_release(&task->result);
    hra_text_release(&task->part);
    hra_match_runner_release(task->match);
    hra_lock_release(&task->lock);
    free(task);
}

static void note_preparing(void *self, const char *what, double done) {
    think_task *task = self;
    hra_lock_take(&task->lock);
    hra_snprintf(task->preparing, sizeof task->preparing, "%s", what);
    task->prepared = done;
    hra_lock_give(&task->lock);
}

static hra_err open_slot(think_task *task, agent_slot *m) {
    double due = 0;
    const hra_progress progress = {
        .report = note_preparing, .self = task, .stop = task->question.stop, .due = &due};
    hra_err err = HRA_OK;
    if (!m->player) {
        err = hra_player_open(&m->player, task->game, m->spec, task->data, &progress, &task->why);
        m->own = !err;
        note_preparing(task, "", -1); /* from now on it thinks */
    }
    if (err || task->kind == THINK_OPEN || m->agent)
        return err;
    err = hra_agent_open(&m->agent, m->player);
    return err ? hra_fail(&task->why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

/* Takes the values found when the move was chosen, so that explaining it needs no second search. */
static void ask_why(think_task *task, const agent_slot *m) {
    const hra_question last = {.want = HRA_WANT_LAST};
    task->explained = hra_agent_ask(m->agent, &last, &task->advice) == 0;
}

/* What it knew of another play, or of another seat of this one, is forgotten: it may be a secret. */
static void turn_to(agent_slot *m, int number, uint64_t play) {
    if (m->number != number || m->play != play)
        hra_agent_forget(m->agent);
    m->number = number;
    m->play = play;
}

/* The chance to win of each move as a column more, as far as its player can tell. */
static void add_chances(think_task *task) {
    hra_analysis *advice = &task->advice, win;
    hra_question question = task->question;
    agent_slot *m = task->chances;
    turn_to(m, SLOT_WIN, task->play);
    hra_analysis_init(&win);
    question.want = HRA_WANT_ADVICE;
    bool wanted = advice->column_count < HRA_MAX_COLUMNS && advice->what.unit != HRA_UNIT_PROBABILITY;
    if (wanted && (m->agent || hra_agent_open(&m->agent, m->player) == 0) &&
        hra_agent_ask(m->agent, &question, &win) == 0) {
        int column = advice->column_count++;
        advice->columns[column] = (hra_column){"win", N_("win"), HRA_UNIT_PROBABILITY, win.what.estimate};
        for (int i = 0; i < advice->move_count; i++)
            for (int k = 0; k < win.move_count; k++)
                if (win.moves[k].move == advice->moves[i].move)
                    advice->moves[i].column[column] = win.moves[k].value[win.value_seat];
    }
    hra_analysis_release(&win);
}

void hra_think_task_write_progress(hra_json *json, const char *key, const think_task *task,
                                   const think_progress *found) {
    hra_json_object(json, key);
    hra_json_integer(json, "depth", found->depth);
    hra_json_count(json, "nodes", found->nodes);
    hra_json_seconds(json, "seconds", found->seconds);
    hra_json_values(json, found->value, task->game->seats, found->kind, found->told);
    hra_json_end_at(json, task->game, task->state, found->value, found->kind, found->distance);
    hra_json_line(json, "line", task->game, task->state, found->line, found->length);
    hra_json_end(json);
}

static void emit_progress(const think_task *task) {
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    json.keys = task->keys;
    hra_think_task_write_progress(&json, NULL, task, &task->progress);
    if (!text.err)
        task->heard(task->heard_self, text.data);
    hra_text_release(&text);
}

/* In the thread that thinks: some twenty times a second at most. */
static void hear_progress(void *self, const hra_analysis *so_far) {
    think_task *task = self;
    double now = hra_clock();
    if (now < task->told + 0.05)
        return;
    task->told = now;
    hra_lock_take(&task->lock);
    think_progress *f = &task->progress;
    *f = (think_progress){.depth = so_far->depth, .nodes = so_far->nodes, .seconds = so_far->seconds};
    memcpy(f->value, so_far->value, sizeof f->value);
    f->kind = so_far->kind;
    f->told = so_far->value_seat;
    f->distance = so_far->distance;
    while (f->length < so_far->pv_length && f->length < THINK_LINE) {
        f->line[f->length] = so_far->pv[f->length];
        f->length++;
    }
    task->fresh = true;
    hra_lock_give(&task->lock);
    if (task->heard)
        emit_progress(task);
    if (task->bell)
        hra_bell_ring(task->bell);
    if (task->bell && task->wake)
        task->wake(task->wake_self);
}

bool hra_think_task_progress(think_task *task, think_progress *out) {
    hra_lock_take(&task->lock);
    bool fresh = task->fresh;
    *out = task->progress;
    task->fresh = false;
    hra_lock_give(&task->lock);
    return fresh;
}

void hra_think_task_add_review(hra_json *json, const hra_review *review, bool whole) {
    int done = hra_review_snapshot(review)->done;
    hra_json_integer(json, "done", done);
    hra_json_integer(json, "plies", hra_review_snapshot(review)->plies);
    if (done > 0)
        hra_json_review_move(json, "move", review, done - 1);
    if (whole)
        hra_json_review(json, "review", review);
}

/* A cap of more time than is usual is a ceiling, and not what a judge may take for each of many plies. */
static hra_err try_judge(think_task *task, const agent_slot *m) {
    hra_limits limits = task->question.limits;
    if (limits.seconds > hra_limits_usual().seconds)
        limits.seconds = 0;
    return hra_player_check_limits(m->player, &limits, hra_record_at(task->record, 0).state, &task->why);
}

static hra_err judge_ply(think_task *task, const agent_slot *m) {
    hra_err err = *task->review ? HRA_OK : try_judge(task, m);
    if (!err && !*task->review &&
        (err = hra_review_open(task->review, m->agent, task->record, &task->why)) == 0)
        hra_review_limit(*task->review, task->question.limits);
    return err ? err : hra_review_step(*task->review, task->question.stop);
}

/* What the state is worth to each seat, as far as the player has told. */
static hra_err take_worth(think_task *task) {
    const hra_analysis *r = &task->result;
    if (r->kind == HRA_VALUE_NONE)
        return HRA_EFIT;
    memcpy(task->worth, r->value, sizeof task->worth);
    if (r->value_seat >= 0 && task->game->zero_sum)
        task->worth[1 - r->value_seat] = -r->value[r->value_seat];
    return HRA_OK;
}

static hra_err analyse(think_task *task, const agent_slot *m) {
    hra_err err = hra_agent_ask(m->agent, &task->question, &task->result);
    return err || task->kind == THINK_ANALYSE ? err : take_worth(task);
}

/* Appends the tree, or the simulations that grow it. */
static hra_err add_tree(think_task *task, const agent_slot *m, hra_json *json) {
    hra_walked walked = {.game = task->game,
                         .state = task->state,
                         .method = hra_player_info_of(m->player)->spec,
                         .result = &task->result};
    hra_trace *trace = NULL;
    hra_simulations *simulations = NULL;
    hra_err err = task->simulations ? hra_simulations_walk(&simulations, m->agent, &task->question,
                                                           task->simulations, &task->result, &task->why)
                                    : hra_trace_walk(&trace, m->agent, &task->question, &task->shown,
                                                     &task->result, &task->why);
    if (err)
        return err;
    if (simulations) {
        hra_json_simulations(json, NULL, &walked, simulations, task->boards);
    } else {
        walked.tree = hra_trace_nodes(trace);
        hra_json_tree(json, NULL, &walked, task->boards);
    }
    hra_trace_close(trace);
    hra_simulations_close(simulations);
    return json->out->err;
}

/* The tree is returned as text alone, in a thread as well as by a worker. */
static hra_err walk(think_task *task, const agent_slot *m) {
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    json.keys = task->keys;
    hra_err err = add_tree(task, m, &json);
    if (!err && text.length > THINK_TREE_BYTES)
        err = hra_fail(&task->why, HRA_ELIMIT, -1,
                       task->simulations
                           ? "the tree has %zu kB, at most %d are sent; simulations=N asks for fewer"
                           : "the tree has %zu kB, at most %d are sent; show=N asks for fewer nodes",
                       text.length >> 10, THINK_TREE_BYTES >> 10);
    if (!err)
        task->json = text.data;
    else
        hra_text_release(&text);
    return err;
}

/* The key is found without a limit of time, and nothing of it is reported before the exercise is whole. */
static hra_err make_exercise(think_task *task, const agent_slot *m) {
    hra_exercise *x;
    hra_text played, title;
    hra_exercise_setup setup = {.size = sizeof setup,
                                .source = task->source,
                                .threshold = task->threshold,
                                .seed = task->question.seed,
                                .limits = task->question.limits,
                                .ply = task->ply};
    setup.limits.seconds = 0;
    hra_text_init(&played);
    task->game->rules->text->show_move(task->game, task->state, task->move, &played);
    hra_text_init(&title); /* it names a card of a deck */
    hra_text_addf(&title, _("%s, ply %d: %s"), task->game->rules->text->title, task->ply + 1,
                  hra_text_string(&played));
    hra_err err = played.err ? played.err : title.err;
    setup.played = hra_text_string(&played);
    setup.title = hra_text_string(&title);
    task->question.want = HRA_WANT_ALL;
    if (!err)
        err = hra_exercise_from_state(&x, m->agent, &task->question, &setup, &task->why);
    hra_text_release(&played);
    hra_text_release(&title);
    if (err)
        return err;
    hra_text_clear(&task->part);
    err = hra_exercise_write(x, &task->part);
    hra_exercise_close(x);
    return err;
}

/* Progress is reported while the task runs. */
static void want_progress(think_task *task) {
    task->question.found = hear_progress;
    task->question.found_self = task;
}

/* A player that needs a limit and was given none has the usual one. */
static void limit(const think_task *task, const agent_slot *m) {
    hra_agent_usual(m->agent, task->standard ? &task->usual : NULL);
}

static hra_err think(think_task *task, const agent_slot *m) {
    hra_err err;
    switch (task->kind) {
    case THINK_CHOOSE:
        task->question.want = HRA_WANT_MOVE;
        err = hra_agent_ask(m->agent, &task->question, &task->result);
        task->move = task->result.move;
        if (!err && task->tells)
            ask_why(task, m);
        return err;
    case THINK_COST:
        return hra_review_loss(m->agent, &task->question, task->move, &task->cost);
    case THINK_REVIEW:
        return judge_ply(task, m);
    case THINK_ADVISE:
        task->question.want = HRA_WANT_ADVICE;
        err = hra_agent_ask(m->agent, &task->question, &task->advice);
        if (!err && task->chances)
            add_chances(task);
        return err;
    case THINK_ANALYSE:
        want_progress(task);
        return analyse(task, m);
    case THINK_WORTH:
        return analyse(task, m);
    case THINK_TREE:
        want_progress(task);
        return walk(task, m);
    case THINK_EXERCISE:
        return make_exercise(task, m);
    default:
        return HRA_OK;
    }
}

void hra_think_task_run(think_task *task) {
    agent_slot *m = task->at;
    if (task->kind == THINK_MATCH) {
        double began = hra_clock();
        task->err = hra_match_runner_run(task->match, task->data, task->task_of, task->question.stop,
                                         &task->part, &task->why);
        task->seconds = hra_clock() - began;
        if (task->err && task->why.code != task->err)
            hra_fail(&task->why, task->err, -1, "%s", hra_err_text(task->err));
        return;
    }
    task->err = open_slot(task, m);
    if (task->err || task->kind == THINK_OPEN)
        return;
    turn_to(m, task->slot, task->play);
    limit(task, m);
    task->err = think(task, m);
    (void)hra_agent_limits(m->agent, &task->question, &task->usual_ended);
    if (task->err && task->why.code != task->err) {
        const hra_error *said = hra_agent_why(m->agent);
        hra_fail(&task->why, task->err, -1, "%s",
                 said->code == task->err ? said->text : hra_err_text(task->err));
    }
}
