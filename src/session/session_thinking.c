/* Lines that have somebody think: advice, analysis, trees, stopping, and what was handed out. */
#include <string.h>

#include "core/messages.h"
#include "players/time_control.h"
#include "rules/rename.h"
#include "session/session.h"

/* A client learns no more from an adviser than its own seat may see. */
static hra_err may_ask(const hra_session *s, const requester *who, hra_error *why) {
    int mover = hra_play_at(s->table.play, HRA_NOW).mover;
    bool hides = s->table.game->rules->conduct->observation && mover != HRA_OVER && !s->table.watched;
    if (!hides || hra_session_has_seat(s, who->client, mover))
        return HRA_OK;
    return hra_fail(why, HRA_ESTATE, -1,
                    "this game has hidden information: only the client that is to move gets more");
}

const hra_limits *hra_session_usual(const hra_session *s, hra_session_kind kind) {
    bool told = kind == HRA_SESSION_MOVE || kind == HRA_SESSION_ADVICE || kind == HRA_SESSION_ANALYSIS ||
                kind == HRA_SESSION_TREE;
    return told ? s->usual : NULL;
}

const hra_limits *hra_session_usual_of(hra_session *s, const think_task *task) {
    bool once = task->kind == THINK_CHOOSE || task->kind == THINK_ADVISE;
    unsigned again = once ? 1U << task->slot : 0;
    if (task->err || !task->usual_ended || (s->table.usual & again) || task == s->table.explainer)
        return NULL;
    s->table.usual |= again;
    return &task->usual;
}

hra_err hra_session_handle_advice(hra_session *s, const requester *who, char *line, hra_error *why,
                                  const char **about) {
    agent_slot *win = &s->agents.slots[SLOT_WIN];
    int plies = hra_play_plies(s->table.play);
    uint64_t ply = (uint64_t)plies;
    char *word;
    hra_err err = hra_words_take(&line, &word, why);
    if (!err && word)
        err = hra_words_number(word, _("a ply"), 0, (uint64_t)plies, &ply, why);
    if (!err && hra_play_at(s->table.play, (int)ply).mover < 0)
        err = hra_fail(why, HRA_ESTATE, -1,
                       "chance is to move, so no advice is possible; 'analyse' values the outcomes");
    if (!err)
        err = may_ask(s, who, why);
    if (err)
        return err;
    think_task *task = hra_session_question_at(s, THINK_ADVISE, (int)ply);
    if (!task)
        return hra_no_memory(why);
    if (win->ready && !win->busy && (int)ply == plies) {
        task->chances = win;
        win->busy = true;
    }
    task->ply = (int)ply;
    task->seat = hra_play_at(s->table.play, (int)ply).mover;
    (void)hra_session_think(s, task, SLOT_ADVISER, who);
    return HRA_OK;
}

/* Whom a line asks about the position, within what; of a tree also what is wanted of it. */
typedef struct asking {
    const char *spec; /* NULL: the adviser */
    hra_limits limits;
    hra_trace_limits shown;
    int simulations; /* one at a time; 0: the tree at the end */
    bool boards;
} asking;

/* 1: the word is a limit, 0: it is not, else an error. */
static int read_limit(asking *a, const char *word, hra_error *why) {
    const char *value;
    uint64_t depth = 0;
    hra_err err = HRA_OK;
    if ((value = hra_words_value(word, "depth")) != NULL) {
        err = hra_words_number(value, "depth", 1, 1000, &depth, why);
        a->limits.depth = (int)depth;
    } else if ((value = hra_words_value(word, "nodes")) != NULL) {
        err = hra_words_number(value, "nodes", 1, UINT64_MAX, &a->limits.nodes, why);
    } else if ((value = hra_words_value(word, "playouts")) != NULL) {
        err = hra_words_number(value, "playouts", 1, UINT64_MAX, &a->limits.playouts, why);
    } else if ((value = hra_words_value(word, "time")) != NULL) {
        if (!hra_duration_read(value, &a->limits.seconds))
            err = hra_duration_fail(why, value);
    } else {
        return 0;
    }
    return err ? err : 1;
}

/* The same for the limits of a tree that is shown. */
static int read_shown(asking *a, const char *word, hra_error *why) {
    const char *value;
    uint64_t number = 0;
    hra_err err = HRA_OK;
    if ((value = hra_words_value(word, "show")) != NULL) {
        err = hra_words_number(value, "show", 1, THINK_TREE_MOST, &number, why);
        a->shown.nodes = (uint32_t)number;
    } else if ((value = hra_words_value(word, "plies")) != NULL) {
        err = hra_words_number(value, "plies", 1, 1000, &number, why);
        a->shown.depth = (int)number;
    } else if ((value = hra_words_value(word, "breadth")) != NULL) {
        err = hra_words_number(value, "breadth", 1, THINK_TREE_MOST, &number, why);
        a->shown.breadth = (int)number;
    } else if ((value = hra_words_value(word, "simulations")) != NULL) {
        err = hra_words_number(value, "simulations", 1, THINK_SIMULATIONS, &number, why);
        a->simulations = (int)number;
    } else if (strcmp(word, "boards") == 0) {
        a->boards = true;
    } else {
        return 0;
    }
    return err ? err : 1;
}

static const char *const ask_words[] = {
    "depth=", "nodes=", "playouts=", "time=", "show=", "plies=", "breadth=", "simulations=", "boards", NULL};

static hra_err read_asking(char *line, bool tree, asking *a, hra_error *why) {
    static const char *const limits[] = {"depth=", "nodes=", "playouts=", "time=", NULL};
    hra_err err;
    for (char *word; (err = hra_words_take(&line, &word, why)) == 0 && word;) {
        int known = read_limit(a, word, why);
        if (known == 0 && tree)
            known = read_shown(a, word, why);
        if (known < 0)
            return known;
        if (known == 0 && a->spec)
            return hra_fail_unknown(why, -1, word, tree ? ask_words : limits,
                                    "unknown limit '%.40s'; choose one of", word);
        if (known == 0)
            a->spec = word;
    }
    if (!err && a->simulations && (a->shown.nodes || a->shown.depth || a->shown.breadth))
        err = hra_fail(why, HRA_EINPUT, -1,
                       "simulations=N sends the whole tree that they grew; omit show, plies and breadth");
    return err;
}

/* Gives the analyst this spec, where he can be asked. */
static hra_err name_analyst(hra_session *s, const char *spec, hra_error *why) {
    hra_player *check = NULL;
    agent_slot *m = &s->agents.slots[SLOT_ANALYST];
    if (hra_play_at(s->table.play, HRA_NOW).mover == HRA_OVER)
        return hra_fail(why, HRA_ESTATE, -1, "the game is over: nothing to analyse");
    if (hra_session_slot_taken(s, SLOT_ANALYST))
        return hra_fail(why, HRA_ESTATE, -1, "an analysis is running; 'stop' ends it");
    hra_err err = hra_player_placeholder(&check, s->table.game, spec, why);
    if (!err && hra_player_info_of(check)->human)
        err = hra_fail(why, HRA_EINPUT, 0, "a person cannot analyse; name a program");
    hra_player_close(check);
    if (err)
        return err;
    if (!hra_same_player(s->table.game, m->spec, spec))
        hra_agent_slot_clear(s->agents.slots, m);
    hra_snprintf(m->spec, sizeof m->spec, "%s", spec); /* shown as it was typed last */
    return err;
}

static hra_err ask_analyst(hra_session *s, const requester *who, think_kind kind, char *line, hra_error *why,
                           const char **about) {
    asking a = {0};
    hra_err err = may_ask(s, who, why);
    if (!err)
        err = read_asking(line, kind == THINK_TREE, &a, why);
    if (err)
        return err;
    *about = a.spec ? a.spec : s->table.adviser;
    if (kind == THINK_TREE && !a.spec &&
        hra_same_player(s->table.game, *about, hra_player_suggest(s->table.game).best))
        *about = hra_player_suggest(s->table.game).drawn;
    err = name_analyst(s, *about, why);
    if (err)
        return err;
    think_task *task = hra_session_question(s, kind);
    if (!task)
        return hra_no_memory(why);
    task->question.limits = a.limits;
    task->shown = a.shown;
    task->simulations = a.simulations;
    task->boards = a.boards;
    (void)hra_session_think(s, task, SLOT_ANALYST, who);
    return HRA_OK;
}

hra_err hra_session_handle_analyse(hra_session *s, const requester *who, char *line, hra_error *why,
                                   const char **about) {
    return ask_analyst(s, who, THINK_ANALYSE, line, why, about);
}

hra_err hra_session_handle_tree(hra_session *s, const requester *who, char *line, hra_error *why,
                                const char **about) {
    return ask_analyst(s, who, THINK_TREE, line, why, about);
}

hra_err hra_session_handle_adviser(hra_session *s, const requester *who, char *line, hra_error *why,
                                   const char **about) {
    hra_player *check = NULL;
    char *spec;
    agent_slot *m = &s->agents.slots[SLOT_ADVISER];
    hra_err err = hra_words_only(line, &spec, why);
    if (err || !spec)
        return err ? err : hra_fail(why, HRA_EINPUT, -1, "adviser: missing player; usage: adviser PLAYER");
    *about = spec;
    err = hra_session_slot_taken(s, SLOT_ADVISER)
              ? hra_fail(why, HRA_ESTATE, -1, "the adviser is computing; 'stop' ends it")
              : hra_player_placeholder(&check, s->table.game, spec, why);
    if (!err && hra_player_info_of(check)->human)
        err = hra_fail(why, HRA_EINPUT, 0, "a person cannot be the adviser; name a program");
    hra_player_close(check);
    if (err)
        return err;
    hra_agent_slot_clear(s->agents.slots, m);
    hra_snprintf(m->spec, sizeof m->spec, "%s", spec);
    hra_session_name_adviser(s, spec);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

/* Each task ends with what it has; a task that was handed out is given up. */
hra_err hra_session_handle_stop(hra_session *s, const requester *who, char *line, hra_error *why,
                                const char **about) {
    bool may_table = s->clients[who->client].may & HRA_PERMIT_TABLE;
    hra_session_stop_match(s, who->client);
    for (think_task *task = s->agents.tasks, *after; task; task = after) {
        after = task->next;
        bool owns = task->requester.client < 0 ? may_table : task->requester.client == who->client;
        if (!owns || task->kind == THINK_OPEN || task->kind == THINK_MATCH)
            continue;
        hra_stop_set(&task->turn.pause.stop);
        if (hra_session_has_begun(s, task))
            continue;
        if (task == s->table.chooser || task == s->table.explainer) {
            s->table.chooser = s->table.explainer = NULL;
            s->table.held = true;
        }
        hra_session_give_up(s, task);
    }
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

/* "ID rest": the work that was handed out under that number, and the rest. */
static hra_err find_work(hra_session *s, const requester *who, const char *command, char *line,
                         think_task **out, char **rest, hra_error *why) {
    uint64_t id = 0;
    size_t length = strcspn(line = hra_words_skip(line), " \t"); /* quotes mean nothing in a result */
    *rest = hra_words_skip(line + length);
    line[length] = '\0';
    hra_err err = length ? hra_words_number(line, _("the number of a task"), 1, UINT64_MAX, &id, why)
                         : hra_fail(why, HRA_EINPUT, -1, "%s: missing the task's number or result",
                                    hra_session_command(s, who->client, command));
    if (err)
        return err;
    if (who->client != 0)
        return hra_fail(why, HRA_EDENIED, -1, "the task was given to another worker");
    think_task *task = s->agents.tasks;
    while (task && (task->id != id || !task->running))
        task = task->next;
    *out = task;
    if (!task || !s->setup.hand_out)
        return hra_fail(why, HRA_ESTATE, -1, "no task %llu is pending", (unsigned long long)id);
    return HRA_OK;
}

/* task-progress ID JSON */
hra_err hra_session_handle_task_progress(hra_session *s, const requester *who, char *line, hra_error *why,
                                         const char **about) {
    think_task *task;
    char *rest;
    hra_err err = find_work(s, who, "task-progress", line, &task, &rest, why);
    const bool review = !err && task->kind == THINK_REVIEW;
    if (review) {
        err = hra_think_task_read_plies(task, rest, why);
        if (!err)
            err = hra_session_count_review(s, task, false, why);
    } else if (!err && (*rest != '{' || !hra_json_valid(rest, strlen(rest)))) {
        err = hra_fail(why, HRA_EINPUT, -1, "progress must be a JSON object on one line");
    }
    if (err)
        return err;
    if (task->requester.client >= 0 && (task->kind == THINK_ANALYSE || task->kind == THINK_TREE))
        hra_emit_progress(s, task, NULL, rest);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

/* task-result ID RESULT */
hra_err hra_session_handle_task_result(hra_session *s, const requester *who, char *line, hra_error *why,
                                       const char **about) {
    think_task *task;
    char *rest;
    hra_err err = find_work(s, who, "task-result", line, &task, &rest, why);
    if (!err)
        err = hra_think_task_read_result(task, rest, why);
    if (!err && task->kind == THINK_MATCH && !task->err && !task->dropped) {
        task->seconds = hra_clock() - task->began;
        err = hra_session_count_match(s, task, why);
    }
    if (!err && task->kind == THINK_REVIEW && !task->err)
        err = hra_session_count_review(s, task, true, why);
    if (err)
        return err;
    hra_session_finish(s, task);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}
