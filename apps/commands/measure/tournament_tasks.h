/* A tournament whose blocks of groups are units in a queue. */
#ifndef HRA_COMMANDS_MEASURE_TOURNAMENT_TASKS_H
#define HRA_COMMANDS_MEASURE_TOURNAMENT_TASKS_H

#include "queue/queue.h"

typedef struct tournament_work tournament_work;

typedef struct tournament_work_setup {
    queue *queue;
    hra_tournament *t; /* fresh */
    int threads;
    bool pin;     /* each stays on a processor */
    bool records; /* of all games are kept too */
    const hra_progress *progress;
} tournament_work_setup;

/* Takes all results in that there are. HRA_EDAMAGED, HRA_EIO, HRA_ENOMEM, HRA_ESTOPPED. */
hra_err tournament_work_open(tournament_work **out, const tournament_work_setup *setup, hra_error *why);
/* The same for what has come since. */
hra_err tournament_work_news(tournament_work *w, hra_error *why);
void tournament_work_close(tournament_work *w); /* NULL is allowed */
/* Plays with whoever else does, until it is over or a stop was seen; *done: units by this process. */
hra_err tournament_work_run(tournament_work *w, uint64_t *done, hra_error *why);
/* Hands out the records that were kept, in the order of pairings and groups. */
hra_err tournament_work_records(tournament_work *w, hra_record_sink sink, void *self, hra_error *why);

#endif
