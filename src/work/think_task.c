/* Doing what somebody is to think about. */
#include "work/think_task.h"
#include "players/json.h"

#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/json.h"
#include "players/analysis.h"
#include "rules/rename.h"

void hra_mind_share(mind *minds, mind *m, const hra_game *game, const hra_game *lasting) {
    bool same = hra_same_game(game, lasting->spec);
    for (int i = 0; i < MIND_COUNT && !m->ready && same; i++) {
        const mind *other = &minds[i]; /* one that is not ready may be in the hands of a thread */
        if (other->ready && other->own && hra_same_player(game, other->spec, m->spec) &&
            hra_player_game(other->player) == lasting) {
            m->player = other->player;
            m->ready = true;
        }
    }
}

void hra_mind_clear(mind *minds, mind *m) {
    for (int i = 0; i < MIND_COUNT && m->own; i++) {
        mind *other = &minds[i];
        if (other != m && other->ready && other->player == m->player) {
            other->own = true;
            m->own = false;
        }
    }
    hra_agent_close(m->agent);
    if (m->own)
        hra_player_close(m->player);
    *m = (mind){0};
}

static void *copy(const void *bytes, size_t size) {
    void *out = malloc(size ? size : 1);
    return out && size ? memcpy(out, bytes, size) : out;
}

unit *hra_unit_new(unit_task task, const hra_game *game, const hra_question *question) {
    unit *u = calloc(1, sizeof *u);
    if (!u)
        return NULL;
    if (hra_lock_init(&u->lock) != 0) {
        free(u);
        return NULL;
    }
    u->task = task;
    u->game = game;
    u->question.stop = &u->turn.pause.stop;
    hra_analysis_init(&u->result);
    hra_analysis_init(&u->advice);
    hra_text_init(&u->part);
    if (!question)
        return u;
    u->question = *question;
    u->state = copy(question->state, game->state_size);
    u->history = copy(question->history, (size_t)question->history_length * sizeof *u->history);
    u->question.state = u->state;
    u->question.history = u->history;
    u->question.stop = &u->turn.pause.stop;
    if (u->state && u->history)
        return u;
    hra_unit_free(u);
    return NULL;
}

void hra_unit_free(unit *u) {
    if (!u)
        return;
    free(u->state);
    free(u->history);
    hra_analysis_release(&u->advice);
    free(u->json);
    hra_analysis_release(&u->result);
    hra_text_release(&u->part);
    hra_match_runner_release(u->match);
    hra_lock_release(&u->lock);
    free(u);
}

static void note_preparing(void *self, const char *what, double done) {
    unit *u = self;
    hra_lock_take(&u->lock);
    hra_snprintf(u->preparing, sizeof u->preparing, "%s", what);
    u->prepared = done;
    hra_lock_give(&u->lock);
}

static hra_err open_mind(unit *u, mind *m) {
    double due = 0;
    const hra_progress progress = {
        .report = note_preparing, .self = u, .stop = u->question.stop, .due = &due};
    hra_err err = HRA_OK;
    if (!m->player) {
        err = hra_player_open(&m->player, u->game, m->spec, u->data, &progress, &u->why);
        m->own = !err;
        note_preparing(u, "", -1); /* from now on it thinks */
    }
    if (err || u->task == UNIT_OPEN || m->agent)
        return err;
    err = hra_agent_open(&m->agent, m->player);
    return err ? hra_fail(&u->why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

/* What was found when the move was chosen, so that nobody thinks twice to explain it. */
static void ask_why(unit *u, const mind *m) {
    const hra_question last = {.want = HRA_WANT_LAST};
    u->explained = hra_agent_ask(m->agent, &last, &u->advice) == 0;
}

/* What it knew of another play, or of another seat of this one, is forgotten: it may be a secret. */
static void turn_to(mind *m, int number, uint64_t play) {
    if (m->number != number || m->play != play)
        hra_agent_forget(m->agent);
    m->number = number;
    m->play = play;
}

/* The chance to win of each move as a column more, as far as its player can tell. */
static void add_chances(unit *u) {
    hra_analysis *advice = &u->advice, win;
    hra_question question = u->question;
    mind *m = u->chances;
    turn_to(m, MIND_WIN, u->play);
    hra_analysis_init(&win);
    question.want = HRA_WANT_ADVICE;
    bool capacity = advice->column_count < HRA_MAX_COLUMNS && advice->what.unit != HRA_UNIT_PROBABILITY;
    if (capacity && (m->agent || hra_agent_open(&m->agent, m->player) == 0) &&
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

void hra_unit_write_findings(hra_json *json, const char *key, const unit *u, const findings *found) {
    hra_json_object(json, key);
    hra_json_integer(json, "depth", found->depth);
    hra_json_count(json, "nodes", found->nodes);
    hra_json_seconds(json, "seconds", found->seconds);
    hra_json_values(json, found->value, u->game->seats, found->kind, found->told);
    hra_json_line(json, "line", u->game, u->state, found->line, found->length);
    hra_json_end(json);
}

static void tell_owner(const unit *u) {
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    json.old_keys = true;
    hra_unit_write_findings(&json, NULL, u, &u->findings);
    if (!text.err)
        u->heard(u->heard_self, text.data);
    hra_text_release(&text);
}

/* In the thread that thinks: some twenty times a second at most. */
static void hear_findings(void *self, const hra_analysis *so_far) {
    unit *u = self;
    double now = hra_clock();
    if (now < u->told + 0.05)
        return;
    u->told = now;
    hra_lock_take(&u->lock);
    findings *f = &u->findings;
    *f = (findings){.depth = so_far->depth, .nodes = so_far->nodes, .seconds = so_far->seconds};
    memcpy(f->value, so_far->value, sizeof f->value);
    f->kind = so_far->kind;
    f->told = so_far->value_seat;
    while (f->length < so_far->pv_length && f->length < UNIT_LINE) {
        f->line[f->length] = so_far->pv[f->length];
        f->length++;
    }
    u->fresh = true;
    hra_lock_give(&u->lock);
    if (u->heard)
        tell_owner(u);
    if (u->bell)
        hra_bell_ring(u->bell);
    if (u->bell && u->wake)
        u->wake(u->wake_self);
}

bool hra_unit_look(unit *u, findings *out) {
    hra_lock_take(&u->lock);
    bool fresh = u->fresh;
    *out = u->findings;
    u->fresh = false;
    hra_lock_give(&u->lock);
    return fresh;
}

void hra_unit_add_review(hra_json *json, const hra_review *review, bool whole) {
    int done = hra_review_done(review);
    hra_json_integer(json, "done", done);
    hra_json_integer(json, "plies", hra_review_plies(review));
    if (done > 0)
        hra_json_review_move(json, "move", review, done - 1);
    if (whole)
        hra_json_review(json, "review", review);
}

/* A cap of more time than is usual is a ceiling, and not what a judge may take for each of many plies. */
static hra_err try_judge(unit *u, const mind *m) {
    hra_limits limits = u->question.limits;
    if (limits.seconds > hra_limits_usual().seconds)
        limits.seconds = 0;
    return hra_player_try(m->player, &limits, hra_record_at(u->record, 0).state, &u->why);
}

static hra_err judge_ply(unit *u, const mind *m) {
    hra_err err = *u->review ? HRA_OK : try_judge(u, m);
    if (!err && !*u->review && (err = hra_review_open(u->review, m->agent, u->record, &u->why)) == 0)
        hra_review_limit(*u->review, u->question.limits);
    return err ? err : hra_review_step(*u->review, u->question.stop);
}

/* What the state is worth to each seat, as far as the player has told. */
static hra_err take_worth(unit *u) {
    const hra_analysis *r = &u->result;
    if (r->kind == HRA_VALUE_NONE)
        return HRA_EFIT;
    memcpy(u->worth, r->value, sizeof u->worth);
    if (r->value_seat >= 0 && u->game->zero_sum)
        u->worth[1 - r->value_seat] = -r->value[r->value_seat];
    return HRA_OK;
}

static hra_err analyse(unit *u, const mind *m) {
    hra_err err = hra_agent_ask(m->agent, &u->question, &u->result);
    return err || u->task == UNIT_ANALYSE ? err : take_worth(u);
}

/* The tree is told as text alone, in a thread as well as by a worker. */
static hra_err walk(unit *u, const mind *m) {
    hra_trace *trace;
    hra_text text;
    hra_err err = hra_trace_walk(&trace, m->agent, &u->question, &u->shown, &u->result, &u->why);
    if (err)
        return err;
    const hra_walked walked = {.game = u->game,
                               .state = u->state,
                               .method = hra_player_spec(m->player),
                               .result = &u->result,
                               .tree = hra_trace_nodes(trace)};
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    json.old_keys = true;
    hra_json_tree(&json, NULL, &walked, u->boards);
    hra_trace_close(trace);
    err = text.err;
    if (!err && text.length > UNIT_TREE_BYTES)
        err = hra_fail(&u->why, HRA_ELIMIT, -1,
                       "the tree takes %zu kB, and %d are told at most; show=N says for fewer nodes",
                       text.length >> 10, UNIT_TREE_BYTES >> 10);
    if (!err)
        u->json = text.data;
    else
        hra_text_release(&text);
    return err;
}

/* What is found is told while it goes on. */
static void ready_to_tell(unit *u) {
    u->question.found = hear_findings;
    u->question.found_self = u;
}

/* A player that needs a limit and was given none has the usual one. */
static void limit(const unit *u, const mind *m) {
    hra_agent_usual(m->agent, u->standard ? &u->usual : NULL);
}

static hra_err think(unit *u, const mind *m) {
    hra_err err;
    switch (u->task) {
    case UNIT_CHOOSE:
        u->question.want = HRA_WANT_MOVE;
        err = hra_agent_ask(m->agent, &u->question, &u->result);
        u->move = u->result.move;
        if (!err && u->tells)
            ask_why(u, m);
        return err;
    case UNIT_COST:
        return hra_review_loss(m->agent, &u->question, u->move, &u->cost);
    case UNIT_REVIEW:
        return judge_ply(u, m);
    case UNIT_ADVISE:
        u->question.want = HRA_WANT_ADVICE;
        err = hra_agent_ask(m->agent, &u->question, &u->advice);
        if (!err && u->chances)
            add_chances(u);
        return err;
    case UNIT_ANALYSE:
        ready_to_tell(u);
        return analyse(u, m);
    case UNIT_WORTH:
        return analyse(u, m);
    case UNIT_TREE:
        ready_to_tell(u);
        return walk(u, m);
    default:
        return HRA_OK;
    }
}

void hra_unit_work(unit *u) {
    mind *m = u->at;
    if (u->task == UNIT_MATCH) {
        double began = hra_clock();
        u->err = hra_match_runner_run(u->match, u->data, u->task_of, u->question.stop, &u->part, &u->why);
        u->seconds = hra_clock() - began;
        if (u->err && u->why.code != u->err)
            hra_fail(&u->why, u->err, -1, "%s", hra_err_text(u->err));
        return;
    }
    u->err = open_mind(u, m);
    if (u->err || u->task == UNIT_OPEN)
        return;
    turn_to(m, u->mind, u->play);
    limit(u, m);
    u->err = think(u, m);
    u->usual_ended = hra_agent_usual_ended(m->agent);
    if (u->err && u->why.code != u->err) {
        const hra_error *said = hra_agent_why(m->agent);
        hra_fail(&u->why, u->err, -1, "%s", said->code == u->err ? said->text : hra_err_text(u->err));
    }
}
