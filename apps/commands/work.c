/* hra work: takes part in what a store keeps. */
#include "commands/commands.h"
#include "commands/stored_work.h"

static const args_option options[] = {
    {.name = "threads",
     .letter = 't',
     .value = "N",
     .help = "number of tasks to run in parallel; does not change results (default: 1)"},
    {.name = "affinity", .help = "pin each thread and its engines to one CPU"},
    {.name = "lease",
     .value = "T",
     .help = "return a task to the queue when its worker is silent for T (default: 30s)"},
    {.name = "wait",
     .value = "T",
     .help =
         "wait up to T for the database, and for a run to begin in it (default: forever, and not at all)"},
    {.name = "allow-files", .help = "let specs in records and stores read files"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

static int run(const args *a) {
    uint64_t threads;
    if (!args_number(a, "threads", 1, 1, HRA_MATCH_THREADS, &threads))
        return EXIT_WRONG; /* before the store is looked for */
    return stored_work_take_part(a, a->words[0]);
}

const args_command command_work = {
    .name = "work",
    .synopsis = "STORE",
    .summary = "compute tasks of a stored run",
    .group = ARGS_BUILD,
    .rare = true,
    .details = "Computes tasks of a run that 'hra tournament --store STORE', or match, tune,\n"
               "rollout, learn, solve or review, began, and ends when the run is finished.\n"
               "\n"
               "  hra work night.hra\n"
               "  hra work postgresql://db.example/night -t 8\n",
    .notes = "Any number of workers on any machines can take part; the results are the same.\n"
             "A worker that is killed loses only its current tasks, which others then repeat.\n"
             "With --wait a worker may start before the run: with a scheduler, in any order.\n"
             "Ctrl-C ends the worker with status 130; finished tasks are saved.\n"
             "\n"
             "Put the password in ~/.pgpass or $PGPASSWORD: other users can see command\n"
             "lines.\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
