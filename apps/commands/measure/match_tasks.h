/* A match whose blocks of games are units in a queue; each comes to a part of the match (hra_match_merge). */
#ifndef HRA_COMMANDS_MEASURE_MATCH_TASKS_H
#define HRA_COMMANDS_MEASURE_MATCH_TASKS_H

#include "queue/queue.h"

typedef struct match_work match_work;

/* Takes all results in that there are. `match`: all of it, with a sink where records are kept too; it
 * outlives the work, and its threads and progress count. HRA_EDAMAGED, HRA_EIO, HRA_ENOMEM, HRA_ESTOPPED. */
hra_err match_work_open(match_work **out, queue *q, const hra_match_setup *match, hra_error *why);
void match_work_close(match_work *w); /* NULL is allowed */
bool match_work_over(const match_work *w);
uint64_t match_work_games(const match_work *w); /* that were played so far */
/* Plays with whoever else does, until it is over or a stop was seen; *done: units by this process. */
hra_err match_work_run(match_work *w, uint64_t *done, hra_error *why);
/* What was played so far, of no games where nothing was; released with hra_match_release, after an error too.
 * To be asked once. */
hra_err match_work_result(match_work *w, hra_match_result *out, hra_error *why);
/* Hands out the records that were kept, in the order of games. */
hra_err match_work_records(const match_work *w, hra_record_sink sink, void *self, hra_error *why);

#endif
