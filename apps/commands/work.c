/* hra work: takes part in what a store keeps. */
#include "commands/commands.h"
#include "commands/stored_work.h"

static const args_option options[] = {
    {.name = "threads",
     .letter = 't',
     .value = "T",
     .help = "number of tasks to run in parallel; does not change results (default: 1)"},
    {.name = "pin", .help = "each thread, and the programs that it asks, stays on a processor"},
    {.name = "lease",
     .value = "T",
     .help = "return a task to the queue when its worker is silent for T (default: 30s)"},
    {.name = "wait",
     .value = "T",
     .help = "when it begins, wait so long for a database that is away; default: without end"},
    {.name = "files", .help = "read files that the store names, such as a maze"},
    {.name = "data", .value = "DIR", .help = "folder of tables"},
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
    .details =
        "Any number of these do, on any machines, what 'hra tournament --store STORE', or match, tune,\n"
        "rollout, learn or solve with it, began, and end when it is over. Each takes tasks, some games,\n"
        "trials or a slice of tables, and writes what came out; one that is killed loses what it was\n"
        "at, which another does then. The results are "
        "the same for any number of them.\n\n"
        "  hra tournament checkers:ballot=all expert expert:level=3 --store postgresql://db.example/night\n"
        "  hra work postgresql://db.example/night -t 8\n"
        "  hra work night.hra                     in a file, several processes of one machine\n\n"
        "A password stands best where PostgreSQL looks for it, in ~/.pgpass or $PGPASSWORD: what is typed,\n"
        "others on the machine can see. Ctrl-C ends the work with status 130; what was done is kept.\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
