/* Exercises "reach a result": a player plays games against others. Judging runs them (hra_exercise_run). */
#include <stdlib.h>
#include <string.h>

#include "agent.h"
#include "core/messages.h"
#include "hra/json.h"

/* "goal 0.5 0.8": the mean result, and the points for it, 1 if they are not said. */
static void read_goal(agent_key *key, hra_lines *l) {
    if (key->goals == AGENT_GOALS) {
        (void)hra_lines_fail(l, HRA_EINPUT, "more than %d goals", AGENT_GOALS);
        return;
    }
    agent_goal *goal = &key->goal[key->goals++];
    goal->mean = hra_lines_number(l, -1e9, 1e9);
    hra_lines_blanks(l);
    goal->points = hra_lines_left(l) ? hra_lines_number(l, 0, 1) : 1;
}

static bool read_line(hra_exercise *x, hra_lines *l) {
    agent_key *key = x->self;
    if (hra_lines_key(l, "against")) {
        if (key->count == HRA_MAX_SEATS - 1)
            (void)hra_lines_fail(l, HRA_EINPUT, "more than %d opponents", HRA_MAX_SEATS - 1);
        else
            key->against[key->count] = hra_exercise_line_text(l);
        key->count += !l->err;
        return true;
    }
    if (hra_lines_key(l, "games"))
        key->games = hra_lines_int(l, 1, AGENT_GAMES);
    else if (hra_lines_key(l, "goal"))
        read_goal(key, l);
    else
        return false;
    hra_lines_done(l);
    return true;
}

static void close_key(void *self) {
    agent_key *key = self;
    for (int i = 0; i < key->count; i++)
        free(key->against[i]);
}

static hra_err finish(hra_exercise *x, const hra_host *host, hra_error *why) {
    const agent_key *key = x->self;
    (void)host; /* the games are opened by who runs them */
    x->info.items = key->goals;
    x->info.hints = 1;
    if (!key->games || !key->goals)
        return hra_fail(why, HRA_EINPUT, -1, "the exercise has no line '%s'", key->games ? "goal" : "games");
    return HRA_OK;
}

static void write_key(const hra_exercise *x, hra_text *out) {
    const agent_key *key = x->self;
    for (int i = 0; i < key->count; i++)
        hra_text_addf(out, "against %s\n", key->against[i]);
    hra_text_addf(out, "games %d\n", key->games);
    for (int i = 0; i < key->goals; i++) {
        hra_text_add(out, "goal ");
        hra_text_add_number(out, key->goal[i].mean);
        hra_text_add_char(out, ' ');
        hra_text_add_number(out, key->goal[i].points);
        hra_text_add_char(out, '\n');
    }
}

static void identify(const hra_exercise *x, hra_text *out) {
    hra_text_addf(out, "%s\n%s\n%llu\n", x->info.game, x->info.position, (unsigned long long)x->info.seed);
    write_key(x, out);
}

static void hint(const hra_exercise *x, int number, hra_text *out) {
    const agent_key *key = x->self;
    (void)number;
    for (int i = 0; i < key->goals; i++) {
        hra_text_add(out, i ? " " : "");
        hra_text_addf(out, _("A mean of %.4G in %d games gives %.4G of the points."), key->goal[i].mean,
                      key->games, key->goal[i].points);
    }
}

/* There is no best player to show: the hint is all. */
static hra_err answer(const hra_exercise *x, const char *attempt, hra_text *out) {
    (void)attempt;
    hint(x, 1, out);
    hra_text_add_char(out, '\n');
    return out->err;
}

static void ask_json(const hra_exercise *x, hra_json *json) {
    const agent_key *key = x->self;
    hra_json_list(json, "against");
    for (int i = 0; i < key->count; i++)
        hra_json_text(json, NULL, key->against[i]);
    hra_json_end(json);
    hra_json_integer(json, "games", key->games);
    hra_json_list(json, "goals");
    for (int i = 0; i < key->goals; i++) {
        hra_json_object(json, NULL);
        hra_json_number(json, "mean", key->goal[i].mean);
        hra_json_number(json, "points", key->goal[i].points);
        hra_json_end(json);
    }
    hra_json_end(json);
}

const exercise_kind hra_exercise_agent = {.name = "agent",
                                          .needs_process = true,
                                          .self_size = sizeof(agent_key),
                                          .read_line = read_line,
                                          .finish = finish,
                                          .close = close_key,
                                          .write = write_key,
                                          .identify = identify,
                                          .hint = hint,
                                          .answer = answer,
                                          .ask_json = ask_json,
                                          .answer_json = ask_json};
