/* Lines that have somebody think: advice, analysis, trees, stopping, and what was handed out. */
#include <string.h>

#include "core/messages.h"
#include "players/time_control.h"
#include "rules/rename.h"
#include "session/session.h"

/* Nobody learns more from an adviser than from his own seat. */
static hra_err may_ask(const hra_session *s, const asker *who, hra_error *why) {
    int mover = hra_play_at(s->table.play, HRA_NOW).mover;
    bool hides = s->table.game->rules->conduct->observation && mover != HRA_OVER && !s->table.watched;
    if (!hides || hra_session_has_seat(s, who->looker, mover))
        return HRA_OK;
    return hra_fail(why, HRA_ESTATE, -1,
                    "something is hidden in this game, so only who is to move is told more");
}

const hra_limits *hra_session_usual(const hra_session *s, hra_session_kind kind) {
    bool told = kind == HRA_SESSION_MOVE || kind == HRA_SESSION_ADVICE || kind == HRA_SESSION_ANALYSIS ||
                kind == HRA_SESSION_TREE;
    return told ? s->usual : NULL;
}

const hra_limits *hra_session_usual_of(hra_session *s, const unit *u) {
    bool once = u->task == UNIT_CHOOSE || u->task == UNIT_ADVISE;
    unsigned again = once ? 1U << u->mind : 0;
    if (u->err || !u->usual_ended || (s->table.usual & again) || u == s->table.explainer)
        return NULL;
    s->table.usual |= again;
    return &u->usual;
}

hra_err hra_session_obey_advice(hra_session *s, const asker *who, char *line, hra_error *why,
                                const char **about) {
    mind *win = &s->thinkers.minds[MIND_WIN];
    int plies = hra_play_plies(s->table.play);
    uint64_t ply = (uint64_t)plies;
    char *word;
    hra_err err = hra_words_take(&line, &word, why);
    if (!err && word)
        err = hra_words_number(word, _("a ply"), 0, (uint64_t)plies, &ply, why);
    if (!err && hra_play_at(s->table.play, (int)ply).mover < 0)
        err = hra_fail(why, HRA_ESTATE, -1,
                       "no seat is to move, so there is no advice; 'analyse' looks at what chance may bring");
    if (!err)
        err = may_ask(s, who, why);
    if (err)
        return err;
    unit *u = hra_session_question_at(s, UNIT_ADVISE, (int)ply);
    if (!u)
        return hra_no_memory(why);
    if (win->ready && !win->busy && (int)ply == plies) {
        u->chances = win;
        win->busy = true;
    }
    u->ply = (int)ply;
    u->seat = hra_play_at(s->table.play, (int)ply).mover;
    (void)hra_session_think(s, u, MIND_ADVISER, who);
    return HRA_OK;
}

/* Whom a line asks about the position, within what; of a tree also what is wanted of it. */
typedef struct asking {
    const char *spec; /* NULL: the adviser */
    hra_limits limits;
    hra_trace_limits shown;
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

/* The same of what is to be seen of a tree. */
static int read_shown(asking *a, const char *word, hra_error *why) {
    const char *value;
    uint64_t number = 0;
    hra_err err = HRA_OK;
    if ((value = hra_words_value(word, "show")) != NULL) {
        err = hra_words_number(value, "show", 1, UNIT_TREE_MOST, &number, why);
        a->shown.nodes = (uint32_t)number;
    } else if ((value = hra_words_value(word, "plies")) != NULL) {
        err = hra_words_number(value, "plies", 1, 1000, &number, why);
        a->shown.depth = (int)number;
    } else if ((value = hra_words_value(word, "breadth")) != NULL) {
        err = hra_words_number(value, "breadth", 1, UNIT_TREE_MOST, &number, why);
        a->shown.breadth = (int)number;
    } else if (hra_words_is(word, "boards")) {
        a->boards = true;
    } else {
        return 0;
    }
    return err ? err : 1;
}

const char *const hra_session_ask_words[] = {
    "depth=", "nodes=", "playouts=", "time=", "show=", "plies=", "breadth=", "boards", NULL};

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
            return hra_fail_unknown(why, -1, word, tree ? hra_session_ask_words : limits,
                                    "there is no limit '%.40s'; there are", word);
        if (known == 0)
            a->spec = word;
    }
    return err;
}

/* Gives the analyst this spec, where he can be asked. */
static hra_err name_analyst(hra_session *s, const char *spec, hra_error *why) {
    hra_player *check = NULL;
    mind *m = &s->thinkers.minds[MIND_ANALYST];
    if (hra_play_at(s->table.play, HRA_NOW).mover == HRA_OVER)
        return hra_fail(why, HRA_ESTATE, -1, "the play is over: there is nothing to analyse");
    if (hra_session_mind_taken(s, MIND_ANALYST))
        return hra_fail(why, HRA_ESTATE, -1, "an analysis is running; 'stop' ends it");
    hra_err err = hra_player_placeholder(&check, s->table.game, spec, why);
    if (!err && hra_player_human(check))
        err = hra_fail(why, HRA_EINPUT, 0, "a person is not asked for an analysis; name a machine");
    hra_player_close(check);
    if (err)
        return err;
    if (!hra_same_player(s->table.game, m->spec, spec))
        hra_mind_clear(s->thinkers.minds, m);
    hra_snprintf(m->spec, sizeof m->spec, "%s", spec); /* shown as it was typed last */
    return err;
}

static hra_err ask_analyst(hra_session *s, const asker *who, unit_task task, char *line, hra_error *why,
                           const char **about) {
    asking a = {0};
    hra_err err = may_ask(s, who, why);
    if (!err)
        err = read_asking(line, task == UNIT_TREE, &a, why);
    if (err)
        return err;
    *about = a.spec ? a.spec : s->table.adviser;
    if (task == UNIT_TREE && !a.spec &&
        hra_same_player(s->table.game, *about, hra_player_best(s->table.game)))
        *about = hra_player_drawn(s->table.game);
    err = name_analyst(s, *about, why);
    if (err)
        return err;
    unit *u = hra_session_question(s, task);
    if (!u)
        return hra_no_memory(why);
    u->question.limits = a.limits;
    u->shown = a.shown;
    u->boards = a.boards;
    (void)hra_session_think(s, u, MIND_ANALYST, who);
    return HRA_OK;
}

hra_err hra_session_obey_analyse(hra_session *s, const asker *who, char *line, hra_error *why,
                                 const char **about) {
    return ask_analyst(s, who, UNIT_ANALYSE, line, why, about);
}

hra_err hra_session_obey_tree(hra_session *s, const asker *who, char *line, hra_error *why,
                              const char **about) {
    return ask_analyst(s, who, UNIT_TREE, line, why, about);
}

hra_err hra_session_obey_adviser(hra_session *s, const asker *who, char *line, hra_error *why,
                                 const char **about) {
    hra_player *check = NULL;
    char *spec;
    mind *m = &s->thinkers.minds[MIND_ADVISER];
    hra_err err = hra_words_only(line, &spec, why);
    if (err || !spec)
        return err ? err : hra_fail(why, HRA_EINPUT, -1, "adviser: which player?");
    *about = spec;
    err = hra_session_mind_taken(s, MIND_ADVISER)
              ? hra_fail(why, HRA_ESTATE, -1, "the adviser thinks; 'stop' ends it")
              : hra_player_placeholder(&check, s->table.game, spec, why);
    if (!err && hra_player_human(check))
        err = hra_fail(why, HRA_EINPUT, 0, "a person is no adviser here; name a machine");
    hra_player_close(check);
    if (err)
        return err;
    hra_mind_clear(s->thinkers.minds, m);
    hra_snprintf(m->spec, sizeof m->spec, "%s", spec);
    hra_session_name_adviser(s, spec);
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}

/* Each unit ends with what it has; what was handed out is nobody's any more. */
hra_err hra_session_obey_stop(hra_session *s, const asker *who, char *line, hra_error *why,
                              const char **about) {
    bool may_table = s->lookers[who->looker].may & HRA_PERMIT_TABLE;
    hra_session_stop_match(s, who->looker);
    for (unit *u = s->thinkers.units, *after; u; u = after) {
        after = u->next;
        bool owns = u->asker.looker < 0 ? may_table : u->asker.looker == who->looker;
        if (!owns || u->task == UNIT_OPEN || u->task == UNIT_MATCH)
            continue;
        hra_stop_set(&u->turn.pause.stop);
        if (hra_session_has_begun(s, u))
            continue;
        if (u == s->table.drawer)
            s->table.drawer = NULL;
        if (u == s->table.chooser || u == s->table.explainer) {
            s->table.chooser = s->table.explainer = NULL;
            s->table.held = true;
        }
        hra_session_give_up(s, u);
    }
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}

/* "ID rest": the work that was handed out under that number, and the rest. */
static hra_err find_work(hra_session *s, const asker *who, const char *command, char *line, unit **out,
                         char **rest, hra_error *why) {
    uint64_t id = 0;
    size_t length = strcspn(line = hra_words_skip(line), " \t"); /* quotes mean nothing in a result */
    *rest = hra_words_skip(line + length);
    line[length] = '\0';
    hra_err err = length ? hra_words_number(line, _("the number of work"), 1, UINT64_MAX, &id, why)
                         : hra_fail(why, HRA_EINPUT, -1, "%s: which work, and what came of it?", command);
    if (err)
        return err;
    if (who->looker != 0)
        return hra_fail(why, HRA_EDENIED, -1, "work was given to another one");
    unit *u = s->thinkers.units;
    while (u && (u->id != id || !u->running))
        u = u->next;
    *out = u;
    if (!u || !s->setup.hand_out)
        return hra_fail(why, HRA_ESTATE, -1, "no work %llu is waited for", (unsigned long long)id);
    return HRA_OK;
}

/* found ID JSON */
hra_err hra_session_obey_found(hra_session *s, const asker *who, char *line, hra_error *why,
                               const char **about) {
    unit *u;
    char *rest;
    hra_err err = find_work(s, who, "found", line, &u, &rest, why);
    if (!err && (*rest != '{' || !hra_json_valid(rest, strlen(rest))))
        err = hra_fail(why, HRA_EINPUT, -1, "what was found is an object of JSON in one line");
    if (err)
        return err;
    if (u->asker.looker >= 0 && (u->task == UNIT_ANALYSE || u->task == UNIT_TREE))
        hra_tell_found(s, u, NULL, rest);
    if (u->task == UNIT_REVIEW)
        hra_tell_review(s, &u->asker, NULL, false, rest);
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}

/* done ID RESULT */
hra_err hra_session_obey_done(hra_session *s, const asker *who, char *line, hra_error *why,
                              const char **about) {
    unit *u;
    char *rest;
    hra_err err = find_work(s, who, "done", line, &u, &rest, why);
    if (!err)
        err = hra_unit_read_result(u, rest, why);
    if (!err && u->task == UNIT_MATCH && !u->err && !u->dropped) {
        u->seconds = hra_clock() - u->began;
        err = hra_session_count_match(s, u, why);
    }
    if (err)
        return err;
    hra_session_finish(s, u);
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}
