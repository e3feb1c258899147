/* Work that others have a part in: the first byte chooses a spec and what the rest is, a task with its result behind the
 * first line, or what was saved of the work. It is refused in words and the work goes on, or it counts; either way
 * the work is reported, and runs a task of its own. */
#include <stdlib.h>
#include <string.h>

#include "hra/work.h"
#include "target.h"

static const char *const spec[] = {
    "work match\ngame nim:rows=1-2\nplayer random\nplayer greedy\ngames 6\nrecords yes\n",
    "work games\ngame nim:rows=1-2\nplayer random\nplayer greedy\nplayer random\ngroups 3\nlength 9\n",
    "work steps\ngame nim:rows=1-2\ntemplate mcts:playouts=2,c={c}\nparameter c=1,0,2,1\nsteps 4\nbatch 2\n",
    "work rollout\ngame race:pieces=1,track=8\nplayer expectiminimax:depth=1\ntrials 12\nplies 4\nluck no\n",
    "work learning\ngame tictactoe\nmethod "
    "zero:playouts=4,games-per-iteration=4,replay-games=4,hidden=4,max-plies=30\ngames 8\n",
    "work review\ngame tictactoe\nplayer minimax:depth=2\nrecord hra-record 1\nrecord game tictactoe\nrecord "
    "seed 5\n"
    "record number 0\nrecord seat 0 random\nrecord seat 1 random\nrecord 0 c2\nrecord 1 b3\nrecord 0 "
    "c3\nrecord 1 a3\n",
    "work review\ngame race:pieces=1,track=8,seats=2\nplayer montecarlo:playouts=2\nrecord hra-record 1\n"
    "record game race:pieces=1,track=8,seats=2\nrecord seed 5\nrecord number 0\nrecord seat 0 random\nrecord "
    "seat 1 random\n"
    "record * 4\nrecord * 1\nrecord * 5\nrecord 0 pass\nrecord * 5\nrecord * 3\n",
    "work think\ngame tictactoe\nposition X.O/.X./...\nplayer minimax:depth=2\n",
    "work think\ngame tictactoe\nposition X.O/.X./...\nplayer minimax:depth=2\ntask worth\n",
    "work think\ngame tictactoe\nposition X.O/.X./...\nplayer minimax:depth=2\ntask cost\nmove a2\n",
};

enum { SPECS = sizeof spec / sizeof *spec };

/* Games are looked at when it is learnt from them. */
static bool may_fail(hra_work *work, hra_err err) {
    const bool learns = strcmp(hra_work_info_of(work)->kind, "learn") == 0;
    return err == HRA_ENOMEM || (learns && (err == HRA_EDAMAGED || err == HRA_ELIMIT));
}

static void add(hra_work *work, const char *text, size_t length) {
    char task[HRA_WORK_TASK];
    hra_error why = {0};
    hra_work_status before, after;
    const char *newline = memchr(text, '\n', length);
    size_t head = newline ? (size_t)(newline - text) : length;
    hra_snprintf(task, sizeof task, "%.*s", (int)(head < sizeof task ? head : sizeof task - 1), text);
    hra_err err = hra_work_mark_assigned(work, task, &why);
    if (err) {
        fuzz_expect_words(err, &why, 0);
        return;
    }
    hra_work_snapshot(work, &before);
    const char *bytes = newline ? newline + 1 : text + length;
    err = hra_work_add_result(work, task, bytes, (size_t)(text + length - bytes), &why);
    hra_work_snapshot(work, &after);
    if (err)
        fuzz_expect_words(err, &why, 0);
    fuzz_expect(err ? after.done == before.done && after.results == before.results
                    : after.results == before.results + 1,
                "what is refused does not count, and what is taken does", task);
    fuzz_expect(after.done <= after.of, "no more is done than there is", task);
}

/* A task of its own, and what all of it comes to. */
static void go_on(hra_work *work) {
    char task[HRA_WORK_TASK];
    hra_error why = {0};
    hra_text result;
    hra_text_init(&result);
    if (hra_work_next_task(work, task)) {
        hra_err err = hra_work_run_task(work, task, NULL, &result, NULL, &why);
        if (!err)
            err = hra_work_add_result(work, task, hra_text_string(&result), result.length, &why);
        fuzz_expect(!err || may_fail(work, err), "a task that was assigned is done", why.text);
    }
    hra_text_clear(&result);
    hra_json json = hra_json_begin(&result);
    hra_err err = hra_work_report(work, &json, NULL, &why);
    fuzz_expect(err || hra_json_valid(hra_text_string(&result), result.length), "a report is JSON", NULL);
    hra_text_release(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hra_work *work;
    hra_error why = {0};
    size_t used = 0;
    if (size == 0)
        return 0;
    fuzz_expect(hra_work_open(&work, NULL, spec[data[0] % SPECS], NULL, &why) == 0, "the work opens",
                why.text);
    char *rest = malloc(size); /* as long as it is, so that a byte behind it is a fault */
    if (rest) {
        memcpy(rest, data + 1, size - 1);
        if (data[0] / SPECS % 2 == 0)
            add(work, rest, size - 1);
        else
            fuzz_expect(hra_work_restore(work, rest, size - 1, &used, &why) != 0 || used < size,
                        "no more is used than there is", NULL);
        go_on(work);
    }
    free(rest);
    hra_work_close(work);
    return 0;
}
