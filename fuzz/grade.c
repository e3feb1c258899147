/* Lines of a submission, as hra grade reads them: the agent may send anything. The first byte chooses a test. A test ends
 * with 0 to 1 points or with the agent's lines, what the judge says is whole lines, each question gets one answer, and
 * a result has words. */
#include <hra/grade.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"

#define TREE "tree:text=\"((3 12 8)(2 4 6)(14 5 2))\""

enum { LEAST_SAID = 3 /* the two lines that greet, and the test */ };

static const hra_grade_test search_test[] = {
    {.title = "search", .points = 1, .game = TREE, .method = "minimax", .visits = "alphabeta:cut=strict"},
    {0}};
static const hra_grade_test tictactoe_test[] = {{.title = "tictactoe",
                                                 .points = 1,
                                                 .game = "tictactoe",
                                                 .sides = true,
                                                 .against = "random",
                                                 .games = 3,
                                                 .goals = {{0, 0.5}, {1, 1}}},
                                                {0}};
static const hra_grade_test nim_test[] = {{.title = "nim",
                                           .points = 1,
                                           .game = "nim",
                                           .position = "1-2-2\n1-1-4",
                                           .sides = true,
                                           .against = "greedy",
                                           .games = 2,
                                           .goals = {{1, 1}}},
                                          {0}};
static const hra_grade_test yahtzee_test[] = {
    {.title = "yahtzee", .points = 1, .game = "yahtzee", .games = 1, .goals = {{100, 1}}}, {0}};
static const hra_grade_test checkers_test[] = {{.title = "checkers",
                                                .points = 1,
                                                .game = "checkers",
                                                .position = "W:WK7,K8:BK19",
                                                .sides = true,
                                                .depth = 2,
                                                .against = "random",
                                                .games = 1,
                                                .plies = 4,
                                                .goals = {{0, 1}}},
                                               {0}};

static const hra_grade_task tasks[] = {
    {.name = "search", .kind = HRA_GRADE_SEARCH, .tests = search_test},
    {.name = "tictactoe", .kind = HRA_GRADE_PLAY, .tests = tictactoe_test},
    {.name = "nim", .kind = HRA_GRADE_PLAY, .tests = nim_test},
    {.name = "yahtzee", .kind = HRA_GRADE_PLAY, .tests = yahtzee_test},
    {.name = "checkers", .kind = HRA_GRADE_EVALUATION, .tests = checkers_test},
};

typedef struct agent {
    const char *at, *end;
    int said, heard;
} agent;

static hra_err say(void *self, const char *line, hra_error *why) {
    agent *a = self;
    (void)why;
    a->said++;
    for (const char *at = line; *at; at++)
        fuzz_expect((unsigned char)*at >= ' ' || *at == '\t', "the judge says one line of text", line);
    return HRA_OK;
}

static hra_err hear(void *self, hra_text *line, hra_error *why) {
    agent *a = self;
    hra_text_clear(line);
    if (a->at >= a->end)
        return hra_fail_code(why, HRA_EENDED);
    const char *end = memchr(a->at, '\n', (size_t)(a->end - a->at));
    hra_text_add_bytes(line, a->at, (size_t)((end ? end : a->end) - a->at));
    a->at = end ? end + 1 : a->end;
    a->heard++;
    return line->err;
}

static void expect_result(const hra_grade_result *r, hra_err err, const hra_error *why) {
    fuzz_expect(r->points >= 0 && r->points <= 1, "points are 0 to 1", NULL);
    fuzz_expect(!r->passed || (r->points >= 1 && !r->broken), "all points are a test that was passed", NULL);
    fuzz_expect(!r->broken || r->points == 0, "who breaks off gets no points", NULL);
    fuzz_expect(err || r->why.err || r->why.length > 0, "a result says why", NULL);
    fuzz_expect(!err || err == HRA_EENDED || err == HRA_EFIT || err == HRA_ENOMEM || err == HRA_ELIMIT,
                "only the agent ends a test", why->text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    char *text = fuzz_string(data + 1, size - 1);
    agent a = {.at = text, .end = text + strlen(text)};
    hra_grade_link link = {.size = sizeof link, .self = &a, .say = say, .hear = hear};
    hra_grade_result result = {0};
    hra_error why = {0};
    const hra_grade_task *task = &tasks[*data % (sizeof tasks / sizeof *tasks)];
    hra_err err = hra_grade_greet(&link, &result, &why);
    if (!err && !result.broken) {
        err = hra_grade_run(task, task->tests, &link, NULL, 0, &result, &why);
        expect_result(&result, err, &why);
        if (task->kind != HRA_GRADE_EVALUATION && !link.ugi)
            fuzz_expect(a.said <= LEAST_SAID + a.heard + 1, "a line is an answer to a line", NULL);
    }
    hra_grade_result_release(&result);
    free(text);
    return 0;
}
