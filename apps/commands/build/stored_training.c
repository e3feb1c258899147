/* Learning that a store keeps. */
#include "stored_training.h"

#include "commands/commands.h"
#include "learn_tasks.h"

static const kept_option kept_options[] = {
    {"method", "--method=", NULL}, {"games", "--games=", NULL}, {"seed", "--seed=", NULL}, {0}};

const kept_command learn_kept_command = {"learning", &command_learn, kept_options, "method"};

bool learn_kept_fits(const args *a, const hra_learner *learner) {
    static const char *const others[] = {"time", "runs", "resume", "points", "csv", "svg"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (args_given(a, others[i])) {
            say_error(_("%s: --%s and --store do not go together"), a->command->name, others[i]);
            return false;
        }
    if (hra_learner_round(learner))
        return true;
    say_error(_("%s: %s learns while it plays, so its games cannot be shared; --method zero can"),
              a->command->name, hra_learner_kind(learner)->name);
    return false;
}

static int open_store(queue **out, const learn_kept *what, const args *a, const char *store) {
    hra_text spec;
    hra_text_init(&spec);
    kept_begin("learning", what->how->game, &spec);
    hra_text_addf(&spec, "method %s\ngames %llu\nseed %llu\n", what->how->method,
                  (unsigned long long)what->games, (unsigned long long)what->how->seed);
    int status = kept_open(out, a, store, &spec, what->plays);
    hra_text_release(&spec);
    return status;
}

static void add_seconds(void *self, const queue_share *share) {
    *(double *)self += share->seconds;
}

/* What is there of it, once it is over or somebody looks. */
static int take_file(queue *q, hra_learner *learner, const hra_text *file, double *seconds) {
    hra_error why;
    hra_err err = queue_shares(q, add_seconds, seconds, &why);
    if (!err && file->length)
        err = hra_learner_restore(learner, queue_name(q), file->data, file->length, &why);
    return err ? say_failure(&why, NULL) : EXIT_DONE;
}

static int run_units(const learn_kept *what, const args *a, queue *q, hra_learner *learner, double *seconds,
                     bool *told) {
    const learn_work_setup how = {.how = what->how,
                                  .round = hra_learner_round(learner),
                                  .games = what->games,
                                  .progress = say_progress()};
    const uint64_t rounds = (what->games + how.round - 1) / how.round;
    uint64_t learnt = 0, done = 0;
    bool over = false;
    hra_text file;
    hra_error why;
    hra_text_init(&file);
    *told = what->helps || what->status;
    hra_err err = learn_work_run(q, &how, what->plays, &learnt, &over, *told ? NULL : &file, &done, &why);
    say_progress_done();
    const kept_progress progress = {N_("games learnt from: %llu of %llu\n"), learnt, rounds * how.round,
                                    over};
    int status = EXIT_DONE;
    if (err)
        status = say_failure(&why, NULL);
    else if (what->status)
        status = kept_show_status(&learn_kept_command, q, &progress, what->how->seed, args_given(a, "json"));
    else if (what->helps)
        status = kept_say_done(done, &progress);
    else if (over || !what->plays)
        status = take_file(q, learner, &file, seconds);
    if (!*told && what->plays && !over) {
        kept_say_how_to_go_on(a, q);
        *told = true;
        status = status ? status : EXIT_INTERRUPTED;
    }
    hra_text_release(&file);
    return status;
}

int learn_kept_run(const learn_kept *what, const args *a, const char *store, hra_learner *learner,
                   double *seconds, bool *told) {
    queue *q;
    int status = open_store(&q, what, a, store);
    if (status)
        return status;
    status = run_units(what, a, q, learner, seconds, told);
    queue_close(q);
    return status;
}
