/* How long somebody thinks: the limits in the work that is handed out, below the caps and without. */
#include "session_desk.h"

#include <string.h>

/* What the last work of a task has behind `name`, such as its limits; NULL: there was none. */
static const char *limits_of(const desk *d, const char *task, const char *name, char out[64]) {
    char key[32], line[32];
    hra_snprintf(key, sizeof key, "\ntask %s\n", task);
    hra_snprintf(line, sizeof line, "\n%s ", name);
    for (size_t i = d->count; i-- > 0;) {
        const char *text = desk_text(d->events[i].json, "text"), *at;
        if (strcmp(desk_text(d->events[i].json, "event"), "work") != 0 || !text || !strstr(text, key) ||
            (at = strstr(text, line)) == NULL)
            continue;
        at += strlen(line);
        hra_snprintf(out, 64, "%.*s", (int)strcspn(at, "\n"), at);
        return out;
    }
    return NULL;
}

typedef struct limited {
    double cap;
    const char *game, *line, *task, *limits;
} limited;

static void expect_limits(const limited *c, const char *name) {
    desk d = {.setup = {.hand_out = true, .caps = {.seconds = c->cap}}};
    char limits[64], lines[80];
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    assert_int_equal(hra_worker_open(&d.worker, &d.host, NULL, NULL), 0);
    desk_ok(&d, 0, "new %s seed=1 keep=no", c->game);
    hra_worker_close(d.worker);
    d.worker = NULL; /* from now on no player thinks */
    hra_snprintf(lines, sizeof lines, "%s", c->line);
    for (char *at = lines, *end; at; at = end) {
        if ((end = strchr(at, '\n')) != NULL)
            *end++ = '\0';
        desk_send(&d, 0, "%s", at);
    }
    bool match = strcmp(c->task, "match") == 0; /* whose limits are in the spec of its work, as lines */
    const char *found = limits_of(&d, c->task, match ? "time" : name, limits);
    if (match && !found && limits_of(&d, c->task, "games", limits))
        found = "none";
    if (!found || strcmp(found, c->limits) != 0)
        fail_msg("%s, %s, cap %g: %s", c->game, c->line, c->cap, found ? found : "no work");
    desk_close(&d);
}

/* A cap of ten minutes limits no task, and one below the usual time does. */
static void a_cap_is_no_budget(void **state) {
    static const limited cases[] = {
        {600, "checkers human human", "advice", "advise", "0 0 0 1.5"},
        {600, "checkers human human adviser=expert:clock=10m", "advice", "advise", "0 0 0 1.5"},
        {600, "checkers human human adviser=alphabeta", "advice", "advise", "0 0 0 0"},
        {600, "checkers human human time=30s", "advice", "advise", "0 0 0 1.5"},
        {600, "checkers human human time=200ms", "advice", "advise", "0 0 0 0.2"},
        {600, "checkers human human adviser=expert:time=9s", "advice", "advise", "0 0 0 600"},
        {0, "checkers human human", "advice", "advise", "0 0 0 1.5"},
        {0.5, "checkers human human", "advice", "advise", "0 0 0 0.5"},
        {600, "checkers human human", "tutor on\nmove 11-15", "cost", "0 0 0 0.6"},
        {600, "checkers human human", "analyse", "analyse", "0 0 0 5"},
        {600, "checkers human human", "analyse depth=4", "analyse", "4 0 0 600"},
        {600, "checkers human human", "analyse time=30s", "analyse", "0 0 0 30"},
        {600, "checkers human human", "analyse expert:depth=3", "analyse", "0 0 0 600"},
        {600, "checkers human human", "tree minimax", "tree", "0 0 0 0"},
        {600, "checkers human human", "move 11-15\nreview", "review", "0 0 0 0"},
        {600, "checkers human human", "move 11-15\nreview by=minimax", "review", "0 0 0 0"},
        {600, "checkers human human", "match checkers expert random", "match", "none"},
        {600, "checkers human human", "match checkers time=7s", "match", "7s"},
        {2, "checkers human human", "match checkers expert random", "match", "2s"},
        {600, "checkers human random", "move 11-15", "choose", "0 0 0 0"},
        {600, "checkers human random time=8s", "move 11-15", "choose", "0 0 0 8"},
        {2, "checkers human random", "move 11-15", "choose", "0 0 0 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_limits(&cases[i], "limits");
}

/* A player that needs a limit and has none: what is usual for the task, below the caps. */
static void a_player_that_needs_a_limit_has_one(void **state) {
    static const limited cases[] = {
        {600, "checkers human human adviser=alphabeta", "advice", "advise", "0 0 0 1.5"},
        {0, "checkers human human adviser=alphabeta", "tutor on\nmove 11-15", "cost", "0 0 0 0.6"},
        {600, "checkers human minimax", "move 11-15", "choose", "0 0 0 5"},
        {0, "checkers human minimax", "move 11-15", "choose", "0 0 0 5"},
        {2, "checkers human minimax", "move 11-15", "choose", "0 0 0 2"},
        {600, "checkers human human", "analyse minimax", "analyse", "0 0 0 5"},
        {600, "checkers human human", "tree minimax", "tree", "0 0 0 5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_limits(&cases[i], "standard");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_cap_is_no_budget),
                                       cmocka_unit_test(a_player_that_needs_a_limit_has_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
