/* hra work: takes part in what a store keeps. */
#include <string.h>

#include "commands/build/learn.h"
#include "commands/stored_work.h"
#include "commands/study/solve_tasks.h"
#include "queue/queue.h"

static const args_option options[] = {
    {.name = "threads", .letter = 't', .value = "T", .help = "do so many units at a time; default 1"},
    {.name = "pin", .help = "each thread, and the programs that it asks, stays on a processor"},
    {.name = "lease",
     .value = "T",
     .help = "who is not heard of for so long loses the unit that he does; default 30s"},
    {.name = "wait",
     .value = "T",
     .help = "when it begins, wait so long for a database that is away; default: without end"},
    {.name = "files", .help = "read files that the store names, such as a maze"},
    {.name = "data", .value = "DIR", .help = "folder of tables"},
    {0},
};

static int run(const args *a) {
    queue *kept;
    hra_error why;
    const char *store = a->words[0];
    queue_setup how = {.name = store, .works = true, .progress = say_progress()};
    uint64_t threads;
    if (!args_number(a, "threads", 1, 1, HRA_MATCH_THREADS, &threads) || !kept_wait(a, &how.wait) ||
        !args_seconds(a, "lease", 0, &how.lease))
        return EXIT_WRONG; /* before it is looked for */
    if (queue_open(&kept, &how, &why) != 0)
        return say_failure(&why, NULL);
    const char *spec = queue_spec(kept);
    if (hra_work_kind_of(spec))
        return stored_work_take_part(a, kept);
    int status = EXIT_FAILED;
    if (strstr(spec, "\nwork tables\n"))
        status = solve_take_part(a, store, spec);
    else if (strstr(spec, "\nwork learning\n"))
        status = learn_take_part(a, store);
    else
        say_error(_("%s keeps other work than that of 'hra %s'"), queue_name(kept), a->command->name);
    queue_close(kept);
    return status;
}

const args_command command_work = {
    .name = "work",
    .synopsis = "STORE",
    .summary = "compute tasks of a stored run",
    .group = ARGS_BUILD,
    .rare = true,
    .details =
        "Any number of these do, on any machines, what 'hra tournament --store STORE', or match, tune,\n"
        "rollout, learn or solve with it, began, and end when it is over. Each takes units of work, some\n"
        "games, trials or a slice of tables, and writes what came out; one that is killed loses what it was\n"
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
